"""Exact chances of everything that dice decide, from the code that decides it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
from ibbprint.engine.odds import Query, row_of, share, subject
from ibbprint.engine.rolls import Used
from ibbprint.phrases import capital, listed
from ibbprint.problems import Report
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.names import shown
from ibbprint.systems.element_battle.rules import pips
from ibbprint.systems.element_battle.rules.combat import (
    BOTH,
    CLOSE,
    DESTROYED,
    SHOOTING,
    SPELL,
    SUPPORT,
    TIE,
    Came,
    Weighed,
    barred,
    crushes,
    fight,
    main_of,
    weigh,
)
from ibbprint.systems.element_battle.rules.described import ALL, EXAMPLE, Reader, several, sides
from ibbprint.systems.element_battle.rules.edges import defends, edge
from ibbprint.systems.element_battle.rules.stands import Stand

_SPEND = AskOption("spend", "The most PIPs that go to the frog each turn.", "number", "N")


def outcomes(catalogue: Catalogue, way: str, one: Stand, other: Stand) -> dict[Came, Fraction]:
    """The exact chance of everything that can come of a combat."""
    weighed = weigh(catalogue, way, one, other)
    return chances(lambda dice: fight(catalogue, way, one, other, weighed, dice))


# --- combats ----------------------------------------------------------------------------------------------------


@subject(
    "combat",
    "Close combat between two elements: what happens to each.",
    "ELEMENT vs ELEMENT",
    "A type of troops and its situation: 'Knights charging' vs 'Spears supported', 'Blades general in a wood' vs "
    "all. Words: general, charging, supported (second rank), overlapped (twice), touched (by TYPE), uphill, in a "
    "wood, rough, marsh, river, good in woods.",
    example="Knights vs Spears",
)
def _combat(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    mine, theirs = sides(request.words)
    reader = Reader(catalogue, report)
    one = reader.stand(mine)
    if theirs.lower() in ALL:
        return None if one is None else _against_all(catalogue, CLOSE, one, mine)
    other = reader.stand(theirs)
    if one is None or other is None:
        return None
    if one.troop.is_place:
        raise BadQuestion("a stronghold attacks nobody.", "Name who fights it first: Blades vs Stronghold")
    one, other = _on_slope(one, other), _on_slope(other, one)
    return _answered(catalogue, CLOSE, one, other, (mine, theirs))


def _on_slope(one: Stand, other: Stand) -> Stand:
    """An element on a hill is on the upper side of it, where its enemy is not."""
    hill = one.ground is not None and one.ground.hill and not (other.ground is not None and other.ground.hill)
    return replace(one, higher=one.higher or hill)


@subject(
    "shooting",
    "Shooting at an element, with others aiding.",
    "SHOOTERS vs TARGET",
    "Shooters or Artillery, as many as shoot together: '2 Shooters' vs 'Blades in a wood'.",
    example="2 Shooters vs Blades",
)
def _shooting(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    return _from_afar(request, catalogue, report, SHOOTING)


@subject(
    "spell",
    "A spell at an element, with other magicians aiding.",
    "MAGICIANS vs TARGET",
    "As many as cast together: '2 Magicians' vs 'Hero general'. Words for the target: in a wood, across water, "
    "near a Cleric, near his stronghold.",
    example="2 Magicians vs Hero general",
)
def _spell(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    return _from_afar(request, catalogue, report, SPELL)


def _from_afar(request: OddsRequest, catalogue: Catalogue, report: Report, way: str) -> OddsAnswer | None:
    mine, theirs = sides(request.words)
    reader = Reader(catalogue, report)
    active = several(mine, reader)
    wanted = theirs.lower() in ALL
    target = None if wanted else reader.stand(theirs)
    if not report.ok or not active:
        return None
    for stand in active:
        able = stand.troop.range if way == SHOOTING else stand.troop.casts
        if not able:
            who = [shown(one, count=2) for one in catalogue.fighting if (one.range if way == SHOOTING else one.casts)]
            does = "shoot" if way == SHOOTING else "cast"
            raise BadQuestion(f"{shown(stand.troop, count=2)} do not {does}.", f"Who does: {listed(who)}.")
    if target is None:
        return _against_all(catalogue, way, _with_aid(active, active[0]), mine)
    if target.troop.is_place:
        raise BadQuestion(f"nobody {'shoots' if way == SHOOTING else 'casts'} at a stronghold.", "Name an element.")
    return _answered(catalogue, way, _with_aid(active, target), target, (mine, theirs))


def _with_aid(active: Sequence[Stand], target: Stand) -> Stand:
    """The one who shoots or casts, aided by the others."""
    return replace(main_of(active, target), aids=len(active) - 1)


def _answered(catalogue: Catalogue, way: str, one: Stand, other: Stand, texts: tuple[str, str]) -> OddsAnswer:
    weighed = weigh(catalogue, way, one, other)
    found = outcomes(catalogue, way, one, other)
    names = _called(one, other)
    kind, between = {CLOSE: ("Close combat", "v"), SHOOTING: ("Shooting", "at"), SPELL: ("Spell", "at")}[way]
    told = tuple(" ".join(text.split()) for text in texts)
    return OddsAnswer(
        {CLOSE: "combat", SHOOTING: "shooting", SPELL: "spell"}[way],
        f"{kind}, {told[0]} {between} {told[1]}: {weighed.one} against {weighed.other}",
        tuple(_rows(catalogue, names, found)),
        facts=tuple(_bonuses(names, one, other)),
        modifiers=_modifiers(names, weighed),
        notes=tuple(_notes(way, names, (one, other), weighed, found)),
        figures={"totals": [weighed.one, weighed.other]},
    )


def _called(one: Stand, other: Stand) -> tuple[str, str]:
    """What the two are called in the answer: by their types, and told apart where these are the same."""
    names = one.troop.name, other.troop.name
    if names[0] != names[1]:
        return names
    if one.general != other.general:
        return (f"{names[0]} (general)", names[1]) if one.general else (names[0], f"{names[1]} (general)")
    return f"the first {names[0]}", f"the second {names[1]}"


def _rows(catalogue: Catalogue, names: tuple[str, str], found: Mapping[Came, Fraction]) -> list[OddsRow]:
    """What can come of it, the worst of the second side first, then ties, then what becomes of the first."""
    by_severity = sorted(catalogue.outcomes, key=lambda one: -one.severity)
    rows = []
    for side in (1, 0):
        ordered = by_severity if side else by_severity[::-1]
        for one in ordered:
            came = Came(side, one.id)
            if came in found:
                rows.append(row_of(found, came, f"{side}-{one.id}", f"{capital(names[side])} {one.do}"))
        if side:
            if Came(None, BOTH) in found:
                rows.append(row_of(found, Came(None, BOTH), BOTH, "Both are destroyed"))
            rows.append(row_of(found, Came(None, TIE), TIE, "A tie: nothing happens"))
    return rows


def _bonuses(names: tuple[str, str], one: Stand, other: Stand) -> list[Fact]:
    made = []
    for name, stand, enemy in ((names[0], one, other), (names[1], other, one)):
        against = "foot" if enemy.is_foot else "mounted and aerial troops"
        made.append(Fact(f"{capital(name)}: {stand.bonus(enemy)} against {against}.", ("H-R22",)))
    return made


def _modifiers(names: tuple[str, str], weighed: Weighed) -> tuple[OddsModifier, ...]:
    def one(name: str, used: Used) -> OddsModifier:
        return OddsModifier(used.id, f"{capital(name)}: {used.name.lower()}", "", used.amount, used.rules)

    return tuple(one(name, used) for name, each in zip(names, weighed.used, strict=True) for used in each)


def _notes(
    way: str, names: tuple[str, str], stands: tuple[Stand, Stand], weighed: Weighed, found: Mapping[Came, Fraction]
) -> list[Fact]:
    made = []
    for side, stand in enumerate(stands):
        lost = any(came.side == side and came.outcome == DESTROYED for came in found)
        if stand.second and not any(used.id == SUPPORT for used in weighed.used[side]):
            made.append(Fact(f"A second rank adds nothing to {names[side]} here.", ("H-R23", "H-24")))
        elif stand.second and lost:
            made.append(Fact(f"The second rank of {names[side]} is destroyed with the first.", ("H-R27",)))
        if stand.flies and stand.ground is not None:
            ground = stand.ground.name.lower()
            made.append(Fact(f"{capital(names[side])} fly over the {ground}: it does not count.", ("H-74",)))
        if stand.touching and barred(stand):
            cannot = f"{capital(names[side])} cannot recoil while touched there, and are destroyed instead."
            made.append(Fact(cannot, ("H-26", "H-82")))
        elif any(crushes(stand.troop, each) for each in stand.touching):
            made.append(Fact(f"Recoiling, {names[side]} crush any element in the way.", ("H-R29",)))
    if way == SHOOTING or (way == SPELL and not stands[1].troop.answers_spells):
        rule = "H-12" if way == SHOOTING else "H-R17"
        made.append(Fact(f"{capital(names[0])} do not suffer.", (rule,)))
    return made


HEADS = ("lost", "back")


def _against_all(catalogue: Catalogue, way: str, one: Stand, told: str) -> OddsAnswer:
    """One element against every type, in the open if nothing else is said of it."""
    lines = []
    for troop in catalogue.troops.values():
        if troop.is_place and way != CLOSE:
            continue
        lines.append((troop.id, troop.name, summed(catalogue, way, one, Stand(troop))))
    way_said = {CLOSE: "in close combat", SHOOTING: "shooting", SPELL: "casting"}[way]
    groups = (("the enemy", HEADS), (f"{one.troop.name}", HEADS), ("none", ("",)))
    words = "lost: destroyed, fled the field, a frog, or captured; back: recoils or flees."
    facts = (Fact(f"{words} All others are in the open."),)
    return OddsAnswer(
        {CLOSE: "combat", SHOOTING: "shooting", SPELL: "spell"}[way],
        f"{capital(' '.join(told.split()))} {way_said} against every type",
        facts=facts,
        grid=OddsGrid(groups, tuple(lines)),
    )


def summed(
    catalogue: Catalogue, way: str, one: Stand, other: Stand
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...], tuple[Fraction, ...]]:
    """The chances that the enemy is lost or goes back, that the element itself does, and that nothing happens."""
    found = outcomes(catalogue, way, one, other)
    lost = {each.id for each in catalogue.outcomes if each.lost or each.id == "captured"}
    none = {each.id for each in catalogue.outcomes if not each.severity}

    def of(side: int) -> tuple[Fraction, ...]:
        gone = share(found, lambda came: came.outcome == BOTH or (came.side == side and came.outcome in lost))
        back = share(found, lambda came: came.side == side and came.outcome not in lost | none)
        return gone, back

    idle = share(found, lambda came: came.outcome == TIE or came.outcome in none)
    return of(1), of(0), (idle,)


# --- PIPs, frogs, edges -----------------------------------------------------------------------------------------


@subject(
    "pips",
    "Whether the PIPs are enough for what you want to do.",
    "[WISHES]",
    "What you want: '2 groups, 1 far group, 1 spell, 3 for a frog'. Far: out of command. Without it: every number. "
    "With the dice rolled: '4 pips for 3 groups'.",
)
def _pips(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, _ = query
    faces = catalogue.figures["die"]
    found = chances(lambda dice: dice.roll(faces))
    if not request.words:
        rows = [OddsRow(f"{n}", f"{n} or more", "", share(found, lambda die, n=n: die >= n)) for n in found]  # type: ignore[misc]
        return OddsAnswer("pips", "PIPs in a turn", sums=tuple(sorted(rows, key=lambda row: row.id)))
    rolled, wanted = pips.rolled(request.words)
    wishes = pips.wishes(wanted, catalogue)
    needed = sum(wish.cost for wish in wishes)
    enough = share(found, lambda die: die >= needed) if rolled is None else Fraction(rolled >= needed)
    rows = [OddsRow("enough", "Enough", "", enough), OddsRow("short", "Too few", "", 1 - enough)]
    facts = tuple(Fact(wish.words, wish.rules) for wish in wishes)
    title = f"At least {needed} PIPs" if rolled is None else f"{rolled} PIPs, where {needed} are needed"
    return OddsAnswer("pips", title, tuple(rows), facts=facts, figures={"needed": needed})


@subject(
    "frog",
    "When a frog turns back.",
    options=(AskOption("marked", "PIPs that are marked on it already.", "number", "N"), _SPEND),
)
def _frog(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, _ = query
    marked, spend = request.options.get("marked", 0), request.options.get("spend")
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
    turns = needed

    def play(dice: Dice) -> int:
        return pips.turns_of_frog(catalogue, dice, marked, spend, at_once=at_once, most=turns)

    found = chances(play)
    rows = [OddsRow(f"{n}", f"In turn {n}", "", found[n]) for n in range(1, turns + 1) if n in found]
    if 0 in found:
        rows.append(OddsRow("later", f"After turn {turns}", "", found[0]))
    how = "All PIPs go to it." if spend is None else f"At most {spend} PIPs go to it each turn."
    rule = Fact("All of them in one turn." if at_once else "They add up from turn to turn.", ("H-32",))
    return OddsAnswer("frog", f"A frog that needs {needed - marked} PIPs", tuple(rows), facts=(Fact(how), rule))


@subject("edge", "Who defends, and which table edge the attacker gets.")
def _edge(query: Query[Catalogue]) -> OddsAnswer | None:
    _, catalogue, _ = query
    faces = catalogue.figures["die"]
    found = chances(lambda dice: edge(dice.roll(faces)))
    names = ("the first edge", "the second edge", "the third edge", "the edge numbered 4 and up")
    rows = [OddsRow(f"{n + 1}", capital(name), "", found.get(n, Fraction(0))) for n, name in enumerate(names)]
    side = chances(lambda dice: defends(dice.roll(faces), dice.roll(faces)))
    half = side[0] / (side[0] + side[1])
    facts = (
        Fact(
            "The attacker numbers the edges, and a roll of 4 or more gives him the one that he wants.",
            ("H-R02", "H-01"),
        ),
        Fact(f"Either side defends with {half}: the lower die, ties roll again.", ("H-56",)),
    )
    return OddsAnswer("edge", "The attacker’s table edge", tuple(rows), facts=facts)


SUBJECTS = (_combat, _shooting, _spell, _pips, _frog, _edge)
"""What can be asked; the first needs no naming where the game is named."""
__all__ = ["EXAMPLE", "SUBJECTS", "outcomes", "summed"]
