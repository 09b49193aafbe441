"""Exact chances of everything that dice decide, from the code that decides it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from ibbprint.dice import Dice, chances
from ibbprint.engine.api.odds import (
    AskOption,
    BadQuestion,
    Fact,
    OddsAnswer,
    OddsGrid,
    OddsModifier,
    OddsRequest,
    OddsRow,
)
from ibbprint.engine.odds import share, sides, subject, table
from ibbprint.engine.rolls import AppliedModifier
from ibbprint.engine.state import Action
from ibbprint.phrases import capital, listed
from ibbprint.problems import Report, did_you_mean
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.models.troops import Outcome, Troop
from ibbprint.systems.element_battle.names import name_of
from ibbprint.systems.element_battle.rules import contact, moving, pips, retreats, shooting, staging
from ibbprint.systems.element_battle.rules.combat import (
    BOTH,
    CLOSE,
    DESTROYED,
    SHOOTING,
    SPELL,
    SUPPORT,
    TIE,
    Result,
    Weighed,
    barred,
    crushes,
    main_of,
    on_slopes,
    outcomes,
    weigh,
)
from ibbprint.systems.element_battle.rules.contact import Fight
from ibbprint.systems.element_battle.rules.described import ALL, EXAMPLE, Query, Reader
from ibbprint.systems.element_battle.rules.edges import defends, edge
from ibbprint.systems.element_battle.rules.stands import Stand
from ibbprint.systems.element_battle.rules.state import Element, State

_AT = AskOption("at", "A saved game: odds of a close combat of its last position, by ids: D5 vs A7.", "saved", "SAVED")
_SPEND = AskOption("spend", "The most PIPs that go to the frog each turn.", "number", "N")


# --- combats ----------------------------------------------------------------------------------------------------


@subject(
    "combat",
    "Close combat between two elements: what happens to each.",
    "ELEMENT vs ELEMENT",
    "A type of troops and its situation: 'Knights charging' vs 'Spears supported', 'Blades general in a wood' vs "
    "all. Words: general, charging, supported (second rank), overlapped (twice), touched (by TYPE), uphill, in a "
    "wood, rough, marsh, river, good in woods.",
    options=(_AT,),
    example="Knights vs Spears",
)
def _combat(query: Query) -> OddsAnswer:
    mine, theirs = sides(query.words, EXAMPLE)
    if query.has("at"):
        return _in_position(query, query.options["at"].state, (mine, theirs))
    reader = Reader(query)
    if theirs.lower() in ALL:
        return _against_all(query, CLOSE, reader.stand(mine), mine)
    stand, enemy = query.each(reader.stand, (mine, theirs))
    if stand.troop.is_place:
        raise BadQuestion("a stronghold attacks nobody.", "Name who fights it first: Blades vs Stronghold")
    return _answered(query, CLOSE, *on_slopes(stand, enemy), (mine, theirs))


def _in_position(query: Query, state: State, keys: tuple[str, str]) -> OddsAnswer:
    """The odds of a close combat as two elements stand in a game; their ids are in any case."""
    by_key = {element.key: element for element in state.standing()}

    def element_called(key: str) -> Element:
        element = by_key.get(key.strip().upper())
        if element is None:
            query.refuse(key, "ref:counter", f"no element {key!r} is on the table.", did_you_mean(key.upper(), by_key))
        return element

    fighter, opponent = query.each(element_called, keys)
    fights = contact.fights(state)
    if not any({fighter.id, opponent.id} == set(fight) for fight in fights):
        pairs = [f"{state.elements[fight.mine].key} vs {state.elements[fight.theirs].key}" for fight in fights]
        hint = f"The close combats there: {listed(pairs)}." if pairs else "There is no close combat at all."
        query.refuse(
            f"{fighter.key} vs {opponent.key}", "H-26", "the two are not in close combat with each other.", hint
        )
    if fighter.is_place:
        raise BadQuestion("a stronghold attacks nobody.", f"Name who fights it first: {opponent.key} vs {fighter.key}")
    return _met(query, state, fighter, opponent)


def _met(query: Query, state: State, fighter: Element, opponent: Element) -> OddsAnswer:
    """The odds of a close combat of two elements as they stand."""
    return _answered(query, CLOSE, *retreats.in_fight(state, fighter, opponent), _titled(fighter, opponent))


def _titled(fighter: Element, opponent: Element) -> tuple[str, str]:
    return f"{fighter.kind.name} {fighter.key}", f"{opponent.kind.name} {opponent.key}"


def of_action(state: State, action: Action) -> list[OddsAnswer]:
    """The odds of the close combats that a move makes or changes, and of a shot with those that aid it so far."""
    if action.verb not in (moving.MOVE, moving.APPEAR, shooting.SHOOT):
        return []
    query = Query(
        OddsRequest(SHOOTING if action.verb == shooting.SHOOT else "combat"), state.setting.catalogue, Report()
    )
    after = state.twin(None)
    after.events = None
    if action.verb == shooting.SHOOT:
        shooting.do(after, action)
        _, id = after.aims[-1]
        target = after.elements[id]
        shooters = [after.elements[shooter] for shooter, aimed in after.aims if aimed == id]
        return [_answered(query, SHOOTING, *staging.in_shot(after, shooters, target), _titled(shooters[0], target))]
    before = {fight: _signatures(state, fight) for fight in contact.fights(state)}
    moving.do(after, action)
    return [
        _met(query, after, *_first_fighter(after, fight))
        for fight in contact.fights(after)
        if before.get(fight) != _signatures(after, fight)
    ]


def _signatures(state: State, fight: Fight) -> tuple[object, ...]:
    return tuple(stand.signature for stand in retreats.in_fight(state, *_first_fighter(state, fight)))


def _first_fighter(state: State, fight: Fight) -> tuple[Element, Element]:
    """The two of a close combat; a stronghold, which fights nobody, is the second."""
    mine, theirs = state.elements[fight.mine], state.elements[fight.theirs]
    return (theirs, mine) if mine.is_place else (mine, theirs)


@subject(
    "shooting",
    "Shooting at an element, with others aiding.",
    "SHOOTERS vs TARGET",
    "Shooters or Artillery, as many as shoot together: '2 Shooters' vs 'Blades in a wood'.",
    example="2 Shooters vs Blades",
)
def _shooting(query: Query) -> OddsAnswer:
    return _from_afar(query, SHOOTING)


@subject(
    "spell",
    "A spell at an element, with other magicians aiding.",
    "MAGICIANS vs TARGET",
    "As many as cast together: '2 Magicians' vs 'Hero general'. Words for the target: in a wood, across water, "
    "near a Cleric, near his stronghold.",
    example="2 Magicians vs Hero general",
)
def _spell(query: Query) -> OddsAnswer:
    return _from_afar(query, SPELL)


def _from_afar(query: Query, way: str) -> OddsAnswer:
    mine, theirs = sides(query.words, EXAMPLE)
    reader, does = Reader(query), "shoot" if way == SHOOTING else "cast"
    against_all = theirs.lower() in ALL
    active, target = query.both(lambda: reader.several(mine), lambda: None if against_all else reader.stand(theirs))
    for stand in active:
        if not _able(stand.troop, way):
            names = [name_of(troop, count=2) for troop in query.catalogue.fighting if _able(troop, way)]
            raise BadQuestion(f"{name_of(stand.troop, count=2)} do not {does}.", f"Who does: {listed(names)}.")
    if target is None:
        return _against_all(query, way, _with_aid(active, active[0]), mine)
    if target.troop.is_place:
        raise BadQuestion(f"nobody {does}s at a stronghold.", "Name an element.")
    return _answered(query, way, _with_aid(active, target), target, (mine, theirs))


def _able(troop: Troop, way: str) -> bool:
    """Whether troops of a type shoot, or cast."""
    return bool(troop.range if way == SHOOTING else troop.casts)


def _with_aid(active: Sequence[Stand], target: Stand) -> Stand:
    """The one who shoots or casts, aided by the others."""
    return main_of(active, target)._replace(aids=len(active) - 1)


_KINDS = {CLOSE: ("Close combat", "v"), SHOOTING: ("Shooting", "at"), SPELL: ("Spell", "at")}
"""How the title of an answer names a way of fighting, and what stands between the two sides."""


def _answered(query: Query, way: str, stand: Stand, enemy: Stand, texts: tuple[str, str]) -> OddsAnswer:
    """The answer for two elements; `texts` is how they were typed."""
    weighed = weigh(query.catalogue, way, stand, enemy)
    chances, names = outcomes(query.catalogue, way, stand, enemy), _called(stand, enemy)
    kind, between = _KINDS[way]
    mine, theirs = (" ".join(text.split()) for text in texts)
    return query.answer(
        f"{kind}, {mine} {between} {theirs}: {weighed.first} against {weighed.second}",
        table({Result(None, TIE): Fraction(0)} | chances, _names_of(query.catalogue, names), possible=True),
        facts=tuple(_bonuses(names, stand, enemy)),
        modifiers=_modifiers(names, weighed),
        notes=tuple(_notes(way, names, (stand, enemy), weighed, chances)),
        figures={"totals": [weighed.first, weighed.second]},
    )


def _called(stand: Stand, enemy: Stand) -> tuple[str, str]:
    """The names of both in the answer: their types, with more where these are the same."""
    names = stand.troop.name, enemy.troop.name
    if names[0] != names[1]:
        return names
    if stand.general != enemy.general:
        return (f"{names[0]} (general)", names[1]) if stand.general else (names[0], f"{names[1]} (general)")
    return f"the first {names[0]}", f"the second {names[1]}"


def _names_of(catalogue: Catalogue, names: tuple[str, str]) -> dict[Result, tuple[str, str]]:
    """The possible outcomes with their names: the worst of the second side first, then ties, then the first side."""
    by_severity = sorted(catalogue.outcomes, key=lambda outcome: -outcome.severity)

    def names_for(side: int, outcomes: Iterable[Outcome]) -> dict[Result, tuple[str, str]]:
        return {Result(side, item.id): (f"{side}-{item.id}", f"{capital(names[side])} {item.do}") for item in outcomes}

    ties = {Result(None, BOTH): (BOTH, "Both are destroyed"), Result(None, TIE): (TIE, "A tie: nothing happens")}
    return names_for(1, by_severity) | ties | names_for(0, reversed(by_severity))


def _bonuses(names: tuple[str, str], first: Stand, second: Stand) -> list[Fact]:
    facts = []
    for name, stand, enemy in ((names[0], first, second), (names[1], second, first)):
        against = "foot" if enemy.is_foot else "mounted and aerial troops"
        facts.append(Fact(f"{capital(name)}: {stand.bonus(enemy)} against {against}.", ("H-R22",)))
    return facts


def _modifiers(names: tuple[str, str], weighed: Weighed) -> tuple[OddsModifier, ...]:
    def as_modifier(name: str, used: AppliedModifier) -> OddsModifier:
        return OddsModifier(used.id, f"{capital(name)}: {used.name.lower()}", "", used.amount, used.rules)

    return tuple(as_modifier(name, used) for name, items in zip(names, weighed.used, strict=True) for used in items)


def _notes(
    way: str, names: tuple[str, str], stands: tuple[Stand, Stand], weighed: Weighed, chances: Mapping[Result, Fraction]
) -> list[Fact]:
    notes = []
    for side, stand in enumerate(stands):
        may_die = any(chance.side == side and chance.outcome == DESTROYED for chance in chances)
        if stand.second and not any(used.id == SUPPORT for used in weighed.used[side]):
            notes.append(Fact(f"A second rank adds nothing to {names[side]} here.", ("H-R23", "H-24")))
        elif stand.second and may_die:
            notes.append(Fact(f"The second rank of {names[side]} is destroyed with the first.", ("H-R27",)))
        if stand.flies and stand.ground is not None:
            ground = stand.ground.name.lower()
            notes.append(Fact(f"{capital(names[side])} fly over the {ground}: it does not count.", ("H-74",)))
        if stand.stuck:
            cannot = f"{capital(names[side])} have no room to recoil, and are destroyed instead."
            notes.append(Fact(cannot, ("H-67", "H-R29")))
        elif stand.touching and barred(stand):
            cannot = f"{capital(names[side])} cannot recoil while touched there, and are destroyed instead."
            notes.append(Fact(cannot, ("H-26", "H-82")))
        elif any(crushes(stand.troop, touched) for touched in stand.touching):
            notes.append(Fact(f"Recoiling, {names[side]} crush any element in the way.", ("H-R29",)))
    if way == SHOOTING or (way == SPELL and not stands[1].troop.answers_spells):
        rule = "H-12" if way == SHOOTING else "H-R17"
        notes.append(Fact(f"{capital(names[0])} do not suffer.", (rule,)))
    return notes


HEADS = ("lost", "back")


def _against_all(query: Query, way: str, stand: Stand, text: str) -> OddsAnswer:
    """One element against every type, in the open if nothing else is said of it; `text` is how it was typed."""
    lines = [
        (troop.id, troop.name, summed(query.catalogue, way, stand, Stand(troop)))
        for troop in query.catalogue.troops.values()
        if way == CLOSE or not troop.is_place
    ]
    does = {CLOSE: "in close combat", SHOOTING: "shooting", SPELL: "casting"}[way]
    groups = (("the enemy", HEADS), (stand.troop.name, HEADS), ("none", ("",)))
    words = "lost: destroyed, fled the field, a frog, or captured; back: recoils or flees."
    return query.answer(
        f"{capital(' '.join(text.split()))} {does} against every type",
        facts=(Fact(f"{words} All others are in the open."),),
        grid=OddsGrid(groups, tuple(lines)),
    )


def summed(
    catalogue: Catalogue, way: str, stand: Stand, enemy: Stand
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...], tuple[Fraction, ...]]:
    """The chances that the enemy is lost or goes back, that the element itself does, and that nothing happens."""
    chances = outcomes(catalogue, way, stand, enemy)
    losses = {entry.id for entry in catalogue.outcomes if entry.lost or entry.id == "captured"}
    harmless = {entry.id for entry in catalogue.outcomes if not entry.severity}

    def shares_of(side: int) -> tuple[Fraction, ...]:
        destroyed = share(
            chances, lambda result: result.outcome == BOTH or (result.side == side and result.outcome in losses)
        )
        back = share(chances, lambda result: result.side == side and result.outcome not in losses | harmless)
        return destroyed, back

    return (
        shares_of(1),
        shares_of(0),
        (share(chances, lambda result: result.outcome == TIE or result.outcome in harmless),),
    )


# --- PIPs, frogs, edges -----------------------------------------------------------------------------------------


@subject(
    "pips",
    "Whether the PIPs are enough for what you want to do.",
    "[WISHES]",
    "What you want: '2 groups, 1 far group, 1 spell, 3 for a frog'. Far: out of command. Without it: every number. "
    "With the dice rolled: '4 pips for 3 groups'.",
)
def _pips(query: Query) -> OddsAnswer:
    catalogue, faces = query.catalogue, query.catalogue.figures["die"]
    if not query.words:
        least = [OddsRow(str(n), f"{n} or more", "", Fraction(faces + 1 - n, faces)) for n in range(1, faces + 1)]
        return query.answer("PIPs in a turn", sums=least)
    rolled, wish_text = pips.rolled(query.words)
    wishes = pips.wishes(wish_text, catalogue)
    needed = sum(wish.cost for wish in wishes)
    enough = chances(lambda dice: (dice.roll(faces) if rolled is None else rolled) >= needed)
    title = f"At least {needed} PIPs" if rolled is None else f"{rolled} PIPs, where {needed} are needed"
    extras = {"facts": tuple(Fact(wish.words, wish.rules) for wish in wishes), "figures": {"needed": needed}}
    return query.passed(title, enough, ("enough", "Enough"), ("short", "Too few"), **extras)


@subject(
    "frog",
    "When a frog turns back.",
    options=(AskOption("marked", "PIPs that are marked on it already.", "number", "N"), _SPEND),
)
def _frog(query: Query) -> OddsAnswer:
    catalogue = query.catalogue
    marked, spend = query.options.get("marked", 0), query.options.get("spend")
    needed, faces = catalogue.figures["frog-pips"], catalogue.figures["die"]
    at_once = catalogue.frog_at_once
    if not 0 <= marked < needed:
        raise BadQuestion(
            f"a frog has {needed} boxes, and {marked} of them cannot be marked.", f"Write 0 to {needed - 1}."
        )
    if spend is not None and not 1 <= spend <= faces:
        raise BadQuestion(f"a turn has 1 to {faces} PIPs, not {spend}.", "Leave out --spend to spend all.")
    if at_once and marked:
        raise BadQuestion("nothing is marked where all PIPs must be spent in one turn.", "Leave out --marked.")

    def play(dice: Dice) -> int:
        return pips.turns_of_frog(catalogue, dice, marked, spend, at_once=at_once, limit=needed)

    names = {turn: (str(turn), f"In turn {turn}") for turn in range(1, needed + 1)}
    names[0] = ("later", f"After turn {needed}")
    how = "All PIPs go to it." if spend is None else f"At most {spend} PIPs go to it each turn."
    rule = Fact("All of them in one turn." if at_once else "They add up from turn to turn.", ("H-32",))
    title = f"A frog that needs {needed - marked} PIPs"
    return query.answer(title, table(chances(play), names, possible=True), facts=(Fact(how), rule))


@subject("edge", "Who defends, and which table edge the attacker gets.")
def _edge(query: Query) -> OddsAnswer:
    faces = query.catalogue.figures["die"]
    edges = ("The first edge", "The second edge", "The third edge", "The edge numbered 4 and up")
    names = {number: (str(number + 1), name) for number, name in enumerate(edges)}
    side = chances(lambda dice: defends(dice.roll(faces), dice.roll(faces)))
    half = side[0] / (side[0] + side[1])
    facts = (
        Fact(
            "The attacker numbers the edges, and a roll of 4 or more gives him the one that he wants.",
            ("H-R02", "H-01"),
        ),
        Fact(f"Either side defends with {half}: the lower die, ties roll again.", ("H-56",)),
    )
    rolled = chances(lambda dice: edge(dice.roll(faces)))
    return query.answer("The attacker’s table edge", table(rolled, names), facts=facts)


SUBJECTS = (_combat, _shooting, _spell, _pips, _frog, _edge)
"""The subjects of odds; the first needs no name where the game is named."""
__all__ = ["EXAMPLE", "SUBJECTS", "outcomes", "summed"]
