"""Exact chances of whatever is rolled for, from the code that rolls it: no rule is written down here a second time.

A question is staged on a `Field` with the counters of the game; then the play is done once for every way the dice
can fall (`dice.chances`). What can be asked stands in `SUBJECTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeGuard

from ibbprint.dice import chances
from ibbprint.digits import are_digits
from ibbprint.engine.api.odds import AskOption, BadQuestion, Fact, OddsAnswer
from ibbprint.engine.odds import AGAINST, as_modifiers, outcomes, row_of, subject, sum_of, table
from ibbprint.engine.rolls import AppliedModifier, Roll
from ibbprint.phrases import listed
from ibbprint.problems import Where, did_you_mean, nearest
from ibbprint.systems.ibb.catalogue import DIE, GAME
from ibbprint.systems.ibb.models.units import AnyUnit, Troops
from ibbprint.systems.ibb.rules import casters, charge, morale, odds_attacks, orders, scouting, works
from ibbprint.systems.ibb.rules.described import BALKED, DISORGANISED, NOW, ROUTED, Query, read_item, read_side
from ibbprint.systems.ibb.rules.field import OURS, THEIRS, TURN, Field, put
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.odds_attacks import title_of
from ibbprint.systems.ibb.rules.staged_attacks import CHARGE, KINDS, activation, mark, place, tell_why
from ibbprint.systems.ibb.rules.state import Activation, Charge, State

_MODIFIER = AskOption(
    "modifier",
    "A die modifier by its id; id=2 if it counts twice. Repeat the option for more.",
    "texts",
    "ID",
    "modifier",
)


@subject(
    "attack",
    "An attack: the odds of each result, the column, and every modifier. You can leave out the word attack.",
    "ATTACKER vs DEFENDER",
    "Units by id, name or alias, separated by commas: '2 axemen-q4, elven archers support' vs "
    "'pikemen-q3 disorganised'. Each may have a count, a rating (3-4-4 Q4) and states: disorganised (this turn), "
    "routed, berserk, balked, support. Or strengths: 7 vs 3.",
    options=(
        AskOption("kind", f"The kind of attack: {', '.join(KINDS)}.", metavar="KIND", names="attack"),
        AskOption(
            "terrain", "The defender's terrain: woods, hill, bridge, rubble ...", metavar="GROUND", names="terrain"
        ),
        AskOption("fort", "The level of the defenders' fort.", "number", "LEVEL"),
        AskOption("engineers", "Engineers in good order are stacked with the attackers.", "flag"),
        AskOption("wahoo", "The attacker's priest has called the Wahoo this turn.", "flag"),
        AskOption("die", "Extra die modifier; negative helps the attacker: -1.", "number", "N"),
        AskOption("shift", "Extra column shift; positive is to the right, for the attacker.", "number", "N"),
        AskOption("table", "Print a grid instead: this unit against every other unit.", "text", "UNIT", "unit"),
    ),
    example="7 vs 3",
)
def _attack(query: Query) -> OddsAnswer:
    guess = nearest((query.words.split() or [""])[0], [subject_of.id for subject_of in SUBJECTS])
    if guess is not None and not AGAINST.search(query.words):
        raise BadQuestion(f"an attack is two sides with vs between them, not {query.words!r}.", f"Or is it {guess}?")
    return odds_attacks.attack(query)


# --- orders, morale, balking ----------------------------------------------------------------------------------------


def _number(words: str, label: str) -> int | None:
    if not words:
        raise BadQuestion(f"{label} needs a number or a unit.", "For example: orders 4, balk heavy-cavalry-q3")
    return int(words) if are_digits(words) and len(words) < 3 else None


def _leader(query: Query, kinds: Sequence[str]) -> int:
    """A leader's number, written as a number or as the leader. Raises Stopped."""
    number = _number(query.words, "a leader's die")
    if number is not None:
        return _rated(query, number, kinds)
    unit = read_item(query, query.words).unit
    if unit is None or unit.kind not in kinds:
        label = " or ".join(kinds)
        hint = f"Write a number, or a {label} of the unit list."
        query.refuse(query.words, "ref:unit", f"this is not a {label}.", hint)
    return int(getattr(unit, "rating", 0))


def _rated(query: Query, number: int, kinds: Sequence[str]) -> int:
    """The rating, which some leader of these kinds must have. Raises BadQuestion."""
    leaders = [unit for unit in query.catalogue.units if unit.kind in kinds and unit.listed]
    ratings = sorted({int(getattr(leader, "rating", 0)) for leader in leaders})
    if ratings and not ratings[0] <= number <= ratings[-1]:
        raise BadQuestion(f"no {' or '.join(kinds)} is rated {number}.", f"Write {ratings[0]} to {ratings[-1]}.")
    return number


def _modifiers(query: Query, to: str, field: Field) -> list[AppliedModifier]:
    """The modifiers that were named, as they count. Raises Stopped."""
    ids = [modifier.id for modifier in field.setting.modifiers.values() if modifier.to == to]

    def read(text: str) -> AppliedModifier:
        name, equals, times = text.partition("=")
        if equals and not (are_digits(times) and 0 < int(times) < 100):
            raise BadQuestion(f"--modifier takes ID or ID=TIMES, not {text!r}.", "For example: --modifier lost-unit=2")
        if name.strip() not in ids:
            hint = did_you_mean(name, ids, most=99)
            query.refuse(f"--modifier {text}", "ref:modifier", f"{name!r} changes no die here.", hint)
        return orders.on_the_die(field.setting, name.strip(), int(times or 1))

    return query.each(read, query.options.get("modifier", ()))


def _roll_under(modifier: int, needed: int, rules: tuple[str, ...]) -> Fact:
    changed = f" {modifier:+d}" if modifier else ""
    return Fact(f"Roll one die{changed}: {needed} or less succeeds.", rules)


def _rolled(
    query: Query,
    to: str,
    field: Field,
    roll: Callable[[Sequence[AppliedModifier]], Roll],
    title: str,
    yes: tuple[str, ...],
    no: tuple[str, ...],
    rules: tuple[str, ...],
    note: Fact,
) -> OddsAnswer:
    """A die with the modifiers that were named, which must be no higher than a number."""
    used = _modifiers(query, to, field)
    rolled = roll(used)
    figures = {"rating": rolled.needs, "modifier": rolled.modifier} if query.words else {"modifier": rolled.modifier}
    return query.passed(
        title,
        chances(lambda dice: rolled.throw(dice).passed),
        yes,
        no,
        facts=(_roll_under(rolled.modifier, rolled.needs, rules),),
        modifiers=as_modifiers(used),
        notes=(note,),
        figures=figures,
    )


@subject(
    "orders",
    "Whether a formation obeys its captain.",
    "RATING",
    "The captain's rating, or the captain: 4, captain-4.",
    options=(_MODIFIER,),
    example="4",
)
def _orders(query: Query) -> OddsAnswer:
    field, rating = Field(query.catalogue), _leader(query, ("captain",))
    always = field.setting.figures.activation_always
    return _rolled(
        query,
        "activation",
        field,
        lambda used: orders.captains_roll(field.setting, rating, used),
        f"Orders from a captain rated {rating}",
        ("orders", "Orders", "the formation acts"),
        ("no-orders", "No orders", "it stays idle"),
        ("A-54", "A-62", "R-56"),
        Fact(f"A roll of {always} always brings orders.", ("R-54",)),
    )


_CHECKS = {
    "good-order": ("good-order", "Good order", "the marker comes off"),
    "berserk": ("berserk", "Berserk", "good order, and it rages next turn"),
    "disorganised": ("disorganised", "Disorganised", "no change"),
    "rallied": ("rallied", "Disorganised", "no longer Routed"),
    "routed": ("routed", "Routed", "it runs"),
    "still-routed": ("still-routed", "Routed", "it stays Routed, and runs"),
}


@subject(
    "morale",
    "A unit's morale check in the End phase.",
    "UNIT",
    "The unit, taken to be Disorganised unless you add routed: pikemen-q3 routed.",
    options=(
        AskOption("captain", "A captain with this rating in its hex helps it rally.", "number", "NUMBER"),
        AskOption("priest", "A priest with this rating is in its hex.", "number", "NUMBER"),
        AskOption("rally", "It did nothing this turn but rally.", "flag"),
        AskOption("prayed", "The priest tried a prayer this turn.", "flag"),
        AskOption("routed", "It is Routed.", "flag"),
        AskOption("balked", "Its formation balked at a charge this turn.", "flag"),
    ),
    example="pikemen-q3",
)
def _morale(query: Query) -> OddsAnswer:
    if not query.words:
        raise BadQuestion("whose morale?", "For example: morale pikemen-q3 --captain 3")
    item = read_item(query, query.words)
    troops = item.unit
    if not isinstance(troops, Troops):
        query.refuse(item.text, f"{GAME}:A-146", "only units check their morale.")
    routed = query.has(ROUTED) or ROUTED in item.states
    states = (item.states - {DISORGANISED, NOW}) | {ROUTED if routed else DISORGANISED}
    item = item._replace(states=states | ({BALKED} if query.has(BALKED) else set()))
    field = Field(query.catalogue)
    state = field.stage()
    unit = put(state, field.kind(troops, item.rating), OURS, [field.middle])
    mark(query, unit, item)
    for kind in ("captain", "priest"):
        _join(query, field, state, kind)
    query.check()
    rallies = query.has("rally") or query.has("captain")
    if rallies:
        unit.rallying = TURN

    def play(twin: State) -> str:
        after = twin.units[unit.id]
        morale.check(twin, after)
        if unit.routed:
            return "still-routed" if after.routed else "rallied"
        if after.routed:
            return "routed"
        return "disorganised" if after.disorganised >= 0 else "berserk" if after.berserk > TURN else "good-order"

    chances = outcomes(state, play)
    twin = state.twin()
    twin.events = []
    morale.check(twin, twin.units[unit.id])
    check = next(event for event in twin.events if event.kind == "check")
    modifier, needs = int(check.values["modifier"]), int(check.values["needs"])
    rally = Fact(
        "It rallies: it does nothing else in its turn, and takes the best leader's number.", ("R-117", "R-118")
    )
    fails = Fact(f"A roll of {field.setting.figures.morale_always_fails} always fails.", ("R-116",))
    return query.answer(
        f"Morale of {title_of(item)}",
        table(chances, _CHECKS, possible=True),
        facts=(_roll_under(modifier, needs, check.rules),),
        notes=(rally, fails) if rallies else (fails,),
        figures={"needs": needs, "modifier": modifier},
    )


def _join(query: Query, field: Field, state: State, kind: str) -> None:
    """Put a leader of a kind into the middle, if the question gives the number of one."""
    number = query.options.get(kind)
    if not number:
        return
    _rated(query, number, (kind,))
    leader = next((unit for unit in query.catalogue.units if unit.kind == kind), None)
    if leader is None:
        query.error(f"--{kind}", "ref:unit", f"the unit list has no {kind}.")
        return
    leader_kind = field.kind(leader)
    leader_kind.rating = number
    helper = put(state, leader_kind, OURS, [field.middle])
    if query.has("prayed"):
        helper.prayed = TURN


@subject(
    "balk",
    "Balk check: does the cavalry carry out its charge?",
    "UNITS",
    "The cavalry, or its lowest quality.",
    example="heavy-cavalry-q3",
)
def _balk(query: Query) -> OddsAnswer:
    number = _number(query.words, "a balk")
    field = Field(query.catalogue)
    state = field.stage()
    if number is not None:
        kind = field.strength(0, attacks=True)
        kind.quality = number
        riders = [put(state, kind, OURS, field.round)]
        title = f"Balk check of cavalry of quality {number}"
    else:
        items = read_side(query, query.words)
        placed = place(query, field, state, CHARGE, items, OURS)
        riders = [unit for _, unit in placed]
        act = activation(state, riders)
        for item, unit in placed:
            tell_why(query, item, charge.may_charge(state, act, unit))
        title = f"{', '.join(map(title_of, items))} charge"
    query.check()
    ids = tuple(rider.id for rider in riders)
    target = put(state, field.strength(1, attacks=False), THEIRS, [field.middle])

    def play(twin: State) -> bool:
        act = Activation(OURS, "captain", OFF, ids)
        act.charge = Charge(target.id)
        act.charge.paths = {i: (twin.units[i].hex,) for i in ids}
        charge.start(twin, act)
        return act.charge is not None

    quality = min(rider.kind.quality for rider in riders)
    return query.passed(
        title,
        outcomes(state, play),
        ("go", "They charge", "the charge goes ahead"),
        ("balk", "They balk", "idle, and weaker, for the rest of the turn"),
        facts=(_roll_under(0, quality, ("A-92", "R-94")),),
        figures={"quality": quality},
    )


# --- petards and scouts -----------------------------------------------------------------------------------------


@subject("petard", "A petard: the engineers' die against the owner's.")
def _petard(query: Query) -> OddsAnswer:
    if query.words:
        raise BadQuestion(f"petard takes no more words: leave out {query.words!r}.")
    setting = Field(query.catalogue).setting
    chances = works.petard_chances(setting)
    results = {result.id: result for result in setting.petard}
    # Results that do the same are one: `nothing` needs two entries of the table.
    ids_by_name: dict[str, list[str]] = {}
    for id, result in results.items():
        ids_by_name.setdefault(result.name, []).append(id)
    rows = []
    for name, ids in ids_by_name.items():
        first = results[ids[0]]
        rows.append(
            sum_of(chances, ids.__contains__, first.id, name, query.catalogue.text(first.text, first, Where(first.id)))
        )
    sums = (
        sum_of(
            chances, lambda id: results[id].structure_destroyed, "destroyed", "The bridge or structure is destroyed"
        ),
        sum_of(chances, lambda id: results[id].engineer_lost, "engineers-lost", "The engineers are lost"),
        sum_of(chances, lambda id: results[id].petard_spent, "petard-spent", "The petard is spent"),
    )
    facts = (Fact(f"Two d{DIE}: the engineers' die and the owner's.", ("A-105", "A-118", "R-109")),)
    return query.answer("A petard under a bridge or structure", rows, sums, facts=facts)


@subject(
    "scout",
    "Whether a hidden scout is spotted.",
    "SCOUT",
    "The scout: scouts-q3. If not given, the first in the unit list.",
    options=(AskOption("range", "How close it comes, in hexes.", "number", "HEXES"),),
)
def _scout(query: Query) -> OddsAnswer:
    catalogue = query.catalogue
    field = Field(catalogue)
    state = field.stage()
    distances = sorted(field.setting.scouting)
    distance = int(query.options.get("range", distances[0]))
    if distance not in distances:
        near = f"They roll at {listed([f'range {steps}' for steps in distances])}."
        raise BadQuestion(f"scouts do not roll at range {distance}.", near)
    item = read_item(query, query.words) if query.words else None
    unit = item.unit if item is not None else next((unit for unit in catalogue.units if _is_scout(unit, field)), None)
    if not _is_scout(unit, field):
        query.refuse(query.words or "scout", f"{GAME}:A-18", "this is not a scout.")
    ground = field.setting.ground
    corner = 0
    far = ground.distances(corner)
    at = next(h for h in field.round if far[h] == distance and any(far[n] == distance + 1 for n in ground.next[h]))
    before = next(n for n in ground.next[at] if far[n] == distance + 1)
    scout = put(state, field.kind(unit, item.rating if item is not None else None), OURS, [at])
    unseen = put(state, field.strength(1, attacks=False), THEIRS, [corner])
    scout.hidden = unseen.face_down = True

    def play(twin: State) -> tuple[bool, bool]:
        scouting.step(twin, twin.units[scout.id], before)
        return not twin.units[unseen.id].face_down, not twin.units[scout.id].hidden

    chances_of_both = outcomes(state, play)
    rows = table(
        chances_of_both,
        {
            (True, False): ("found", "The formation is turned up, the scout stays hidden"),
            (True, True): ("both", "The formation is turned up, and so is the scout"),
            (False, True): ("caught", "The scout is turned up and finds nothing"),
            (False, False): ("nothing", "Nothing"),
        },
    )
    setting = field.setting
    sees = chances(lambda dice: scouting.scout_sees(setting, distance, dice.roll(DIE)))
    spotted = chances(lambda dice: scouting.scout_seen(setting, distance, dice.roll(DIE)))
    sums = (
        row_of(sees, True, "sees", "Its die turns the formation up"),
        row_of(spotted, True, "seen", "The die against it spots it", "it may still slip away"),
        sum_of(chances_of_both, lambda up: up[0], "formation", "The formation is turned up in the end"),
        sum_of(chances_of_both, lambda up: up[1], "scout", "The scout is turned up in the end"),
    )
    quality = scout.kind.quality
    text = f"Roll one die for the scout and one against it; if it is spotted, it stays hidden on {quality} or less."
    return query.answer(
        f"{unit.name} Q{quality} come to range {distance}",
        rows,
        sums,
        facts=(Fact(text, ("A-18", "A-19", "A-20", "R-38", "R-39")),),
        figures={"range": distance},
    )


def _is_scout(unit: AnyUnit | None, field: Field) -> TypeGuard[Troops]:
    return isinstance(unit, Troops) and field.kind(unit).scout


# --- magic ------------------------------------------------------------------------------------------------------


@subject("fizzle", "Whether a spell or prayer goes off.", options=(_MODIFIER,), about="spell")
def _fizzle(query: Query) -> OddsAnswer:
    if query.words:
        raise BadQuestion(f"fizzle takes no more words: leave out {query.words!r}.")
    field = Field(query.catalogue)
    return _rolled(
        query,
        "fizzle",
        field,
        lambda used: casters.fizzle_roll(field.setting, used),
        "A spell or prayer goes off",
        ("off", "It goes off"),
        ("fizzle", "It fizzles", "what it costs is lost all the same"),
        ("A-144",),
        Fact("The mana, or the prayer, is spent either way.", ("R-128",)),
    )


@subject(
    "accuracy",
    "Whether a thrown spell hits.",
    "RATING",
    "The caster's rating, or the caster: wizard-5.",
    options=(_MODIFIER,),
    example="5",
)
def _accuracy(query: Query) -> OddsAnswer:
    field, rating = Field(query.catalogue), _leader(query, casters.CASTERS)
    always = field.setting.figures.accuracy_always_misses
    return _rolled(
        query,
        "accuracy",
        field,
        lambda used: casters.accuracy_roll(field.setting, rating, used),
        f"A spell thrown by a caster rated {rating} hits",
        ("hit", "It hits"),
        ("scatter", "It scatters", "it lands one hex off"),
        ("A-152", "R-130"),
        Fact(f"A roll of {always} always scatters.", ("R-130",)),
    )


SUBJECTS = (_attack, _orders, _morale, _balk, _fizzle, _accuracy, _petard, _scout)
"""What can be asked; the first needs no naming."""
