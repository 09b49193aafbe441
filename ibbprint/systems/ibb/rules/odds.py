"""Exact chances of whatever is rolled for, from the code that rolls it: no rule is written down here a second time.

A question is staged on a `Field` with the counters of the game; then the play is done once for every way the dice
can fall (`dice.chances`). What can be asked stands in `SUBJECTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from ibbprint.dice import chances
from ibbprint.digits import are_digits
from ibbprint.engine.api.odds import AskOption, BadQuestion, Fact, OddsAnswer, OddsRequest, OddsRow
from ibbprint.engine.odds import AGAINST, Query, as_modifiers, outcomes, row_of, share, subject
from ibbprint.engine.rolls import Roll, Used
from ibbprint.phrases import listed
from ibbprint.problems import Report, Where, did_you_mean, nearest
from ibbprint.systems.ibb.catalogue import DIE, GAME, Catalogue
from ibbprint.systems.ibb.models.units import AnyUnit, Troops
from ibbprint.systems.ibb.rules import casters, charge, morale, odds_attacks, orders, scouting, works
from ibbprint.systems.ibb.rules.described_units import BALKED, DISORGANISED, NOW, ROUTED, read_item, read_side
from ibbprint.systems.ibb.rules.field import OURS, THEIRS, TURN, Field, put
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.odds_attacks import named
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
def _attack(query: Query[Catalogue]) -> OddsAnswer | None:
    meant = nearest((query.words.split() or [""])[0], [each.id for each in SUBJECTS])
    if meant is not None and not AGAINST.search(query.words):
        raise BadQuestion(f"an attack is two sides with vs between them, not {query.words!r}.", f"Or is it {meant}?")
    return odds_attacks.attack(*query)


# --- orders, morale, balking ----------------------------------------------------------------------------------------


def _number(words: str, what: str) -> int | None:
    if not words:
        raise BadQuestion(f"{what} needs a number or a unit.", "For example: orders 4, balk heavy-cavalry-q3")
    return int(words) if are_digits(words) and len(words) < 3 else None


def _leader(words: str, kinds: Sequence[str], catalogue: Catalogue, report: Report) -> int | None:
    """A leader's number, written as a number or as the leader."""
    number = _number(words, "a leader's die")
    if number is not None:
        return _rated(number, kinds, catalogue)
    read = read_item(words, catalogue, report)
    if read is None:
        return None
    if read.unit is None or read.unit.kind not in kinds:
        what = " or ".join(kinds)
        report.error(
            Where(words), "ref:unit", f"this is not a {what}.", f"Write a number, or a {what} of the unit list."
        )
        return None
    return int(getattr(read.unit, "rating", 0))


def _rated(number: int, kinds: Sequence[str], catalogue: Catalogue) -> int:
    """The rating, which some leader of these kinds must have. Raises BadQuestion."""
    known = sorted({int(getattr(u, "rating", 0)) for u in catalogue.units if u.kind in kinds and u.listed})
    if known and not known[0] <= number <= known[-1]:
        what = " or ".join(kinds)
        raise BadQuestion(f"no {what} is rated {number}.", f"Write {known[0]} to {known[-1]}.")
    return number


def _chosen(request: OddsRequest, to: str, field: Field, report: Report) -> list[Used]:
    """The modifiers that were named, as they count."""
    found = []
    known = [m.id for m in field.setting.modifiers.values() if m.to == to]
    for text in request.options.get("modifier", ()):
        name, equals, times = text.partition("=")
        if equals and not (are_digits(times) and 0 < int(times) < 100):
            raise BadQuestion(f"--modifier takes ID or ID=TIMES, not {text!r}.", "For example: --modifier lost-unit=2")
        if name.strip() not in known:
            report.error(
                Where(f"--modifier {text}"),
                "ref:modifier",
                f"{name!r} changes no die here.",
                did_you_mean(name, known, most=99),
            )
            continue
        found.append(orders.on_the_die(field.setting, name.strip(), int(times or 1)))
    return found


def _roll_under(modifier: int, needed: int, rules: tuple[str, ...]) -> Fact:
    changed = f" {modifier:+d}" if modifier else ""
    return Fact(f"Roll one die{changed}: {needed} or less succeeds.", rules)


def _rolled(
    query: Query[Catalogue],
    to: str,
    field: Field,
    roll: Callable[[Sequence[Used]], Roll],
    title: str,
    yes: tuple[str, ...],
    no: tuple[str, ...],
    rules: tuple[str, ...],
    note: Fact,
) -> OddsAnswer | None:
    """A die with the modifiers that were named, which must be no higher than a number."""
    request, _, report = query
    used = _chosen(request, to, field, report)
    if report.errors:
        return None
    rolled = roll(used)
    figures = {"rating": rolled.needs, "modifier": rolled.modifier} if request.words else {"modifier": rolled.modifier}
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
)
def _orders(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    field = Field(catalogue)
    rating = _leader(request.words, ("captain",), catalogue, report) or 0
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
    "good-order": ("Good order", "the marker comes off"),
    "berserk": ("Berserk", "good order, and it rages next turn"),
    "disorganised": ("Disorganised", "no change"),
    "rallied": ("Disorganised", "no longer Routed"),
    "routed": ("Routed", "it runs"),
    "still-routed": ("Routed", "it stays Routed, and runs"),
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
)
def _morale(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    options = request.options
    if not request.words:
        raise BadQuestion("whose morale?", "For example: morale pikemen-q3 --captain 3")
    item = read_item(request.words, catalogue, report)
    if item is None:
        return None
    field = Field(catalogue)
    if item.unit is None or not isinstance(item.unit, Troops):
        report.error(Where(item.text), f"{GAME}:A-146", "only units check their morale.")
        return None
    states = (item.states - {DISORGANISED, NOW}) | ({ROUTED} if options.get("routed") else set())
    if ROUTED not in states:
        states |= {DISORGANISED}
    states |= {BALKED} if options.get("balked") else set()
    state = field.stage()
    unit = put(state, field.kind(item.unit, item.rating), OURS, [field.middle])
    mark(unit, item._replace(states=frozenset(states)), report)
    for kind in ("captain", "priest"):
        number = options.get(kind)
        if number:
            _rated(number, (kind,), catalogue)
            leader = next((u for u in catalogue.units if u.kind == kind), None)
            if leader is None:
                report.error(Where(f"--{kind}"), "ref:unit", f"the unit list has no {kind}.")
                continue
            what = field.kind(leader)
            what.rating = number
            helper = put(state, what, OURS, [field.middle])
            if options.get("prayed"):
                helper.prayed = TURN
    rallies = bool(options.get("rally") or options.get("captain"))
    if rallies:
        unit.rallying = TURN
    if report.errors:
        return None

    def play(twin: State) -> str:
        after = twin.units[unit.id]
        morale.check(twin, after)
        if unit.routed:
            return "still-routed" if after.routed else "rallied"
        if after.routed:
            return "routed"
        return "disorganised" if after.disorganised >= 0 else "berserk" if after.berserk > TURN else "good-order"

    found = outcomes(state, play)
    told = state.twin()
    told.events = []
    morale.check(told, told.units[unit.id])
    values = next(event for event in told.events if event.kind == "check")
    modifier, needs = int(values.values["modifier"]), int(values.values["needs"])
    rows = tuple(OddsRow(id, *_CHECKS[id], found[id]) for id in _CHECKS if id in found)
    rally = Fact(
        "It rallies: it does nothing else in its turn, and takes the best leader's number.", ("R-117", "R-118")
    )
    always = field.setting.figures.morale_always_fails
    return OddsAnswer(
        "morale",
        f"Morale of {named(item._replace(states=frozenset(states)))}",
        rows,
        facts=(_roll_under(modifier, needs, values.rules),),
        notes=(*((rally,) if rallies else ()), Fact(f"A roll of {always} always fails.", ("R-116",))),
        figures={"needs": needs, "modifier": modifier},
    )


@subject("balk", "Balk check: does the cavalry carry out its charge?", "UNITS", "The cavalry, or its lowest quality.")
def _balk(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    number = _number(request.words, "a balk")
    field = Field(catalogue)
    state = field.stage()
    if number is not None:
        kind = field.strength(0, attacks=True)
        kind.quality = number
        riders = [put(state, kind, OURS, field.round)]
        title = f"Balk check of cavalry of quality {number}"
    else:
        items = read_side(request.words, catalogue, report)
        if report.errors:
            return None
        placed = place(field, state, CHARGE, items, OURS, report)
        act = activation(state, [unit for _, unit in placed])
        for item, unit in placed:
            tell_why(item, charge.may_charge(state, act, unit), report)
        riders = [unit for _, unit in placed]
        title = f"{', '.join(map(named, items))} charge"
    if report.errors:
        return None
    ids = tuple(u.id for u in riders)
    target = put(state, field.strength(1, attacks=False), THEIRS, [field.middle])

    def play(twin: State) -> bool:
        act = Activation(OURS, "captain", OFF, ids)
        act.charge = Charge(target.id)
        act.charge.paths = {i: (twin.units[i].hex,) for i in ids}
        charge.start(twin, act)
        return act.charge is not None

    quality = min(u.kind.quality for u in riders)
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
def _petard(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, _ = query
    if request.words:
        raise BadQuestion(f"petard takes no more words: leave out {request.words!r}.")
    setting = Field(catalogue).setting
    found = works.petard_chances(setting)
    results = {result.id: result for result in setting.petard}
    # Results that do the same are one: `nothing` needs two entries of the table.
    rows: dict[str, OddsRow] = {}
    for id, result in results.items():
        row = rows.get(
            result.name, OddsRow(id, result.name, catalogue.text(result.text, result, Where(id)), Fraction(0))
        )
        rows[result.name] = row._replace(chance=row.chance + found.get(id, Fraction(0)))

    sums = (
        OddsRow(
            "destroyed",
            "The bridge or structure is destroyed",
            "",
            share(found, lambda id: results[id].structure_destroyed),
        ),
        OddsRow("engineers-lost", "The engineers are lost", "", share(found, lambda id: results[id].engineer_lost)),
        OddsRow("petard-spent", "The petard is spent", "", share(found, lambda id: results[id].petard_spent)),
    )
    text = f"Two d{DIE}: the engineers' die and the owner's."
    return OddsAnswer(
        "petard",
        "A petard under a bridge or structure",
        tuple(rows.values()),
        sums,
        (Fact(text, ("A-105", "A-118", "R-109")),),
    )


@subject(
    "scout",
    "Whether a hidden scout is spotted.",
    "SCOUT",
    "The scout: scouts-q3. If not given, the first in the unit list.",
    options=(AskOption("range", "How close it comes, in hexes.", "number", "HEXES"),),
)
def _scout(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    field = Field(catalogue)
    state = field.stage()
    known = sorted(field.setting.scouting)
    distance = int(request.options.get("range", known[0]))
    if distance not in known:
        near = "They roll at {}.".format(listed([f"range {each}" for each in known]))
        raise BadQuestion(f"scouts do not roll at range {distance}.", near)
    item = read_item(request.words, catalogue, report) if request.words else None
    if request.words and item is None:
        return None
    unit = item.unit if item is not None else next((u for u in catalogue.units if _is_scout(field, u)), None)
    if not _is_scout(field, unit):
        report.error(Where(request.words or "scout"), f"{GAME}:A-18", "this is not a scout.")
        return None
    assert unit is not None
    ground = field.setting.ground
    corner = 0
    row = ground.distances(corner)
    at = next(h for h in field.round if row[h] == distance and any(row[n] == distance + 1 for n in ground.next[h]))
    came_from = next(n for n in ground.next[at] if row[n] == distance + 1)
    scout = put(state, field.kind(unit, item.rating if item is not None else None), OURS, [at])
    unseen = put(state, field.strength(1, attacks=False), THEIRS, [corner])
    scout.hidden = unseen.face_down = True

    def play(twin: State) -> tuple[bool, bool]:
        scouting.step(twin, twin.units[scout.id], came_from)
        return not twin.units[unseen.id].face_down, not twin.units[scout.id].hidden

    found = outcomes(state, play)
    rows = (
        row_of(found, (True, False), "found", "The formation is turned up, the scout stays hidden"),
        row_of(found, (True, True), "both", "The formation is turned up, and so is the scout"),
        row_of(found, (False, True), "caught", "The scout is turned up and finds nothing"),
        row_of(found, (False, False), "nothing", "Nothing"),
    )
    setting = field.setting
    sees = chances(lambda dice: scouting.scout_sees(setting, distance, dice.roll(DIE)))
    seen = chances(lambda dice: scouting.scout_seen(setting, distance, dice.roll(DIE)))
    sums = (
        row_of(sees, True, "sees", "Its die turns the formation up"),
        row_of(seen, True, "seen", "The die against it spots it", "it may still slip away"),
        OddsRow("formation", "The formation is turned up in the end", "", share(found, lambda came: came[0])),
        OddsRow("scout", "The scout is turned up in the end", "", share(found, lambda came: came[1])),
    )
    quality = scout.kind.quality
    text = f"Roll one die for the scout and one against it; if it is spotted, it stays hidden on {quality} or less."
    return OddsAnswer(
        "scout",
        f"{unit.name} Q{quality} come to range {distance}",
        rows,
        sums,
        (Fact(text, ("A-18", "A-19", "A-20", "R-38", "R-39")),),
        figures={"range": distance},
    )


def _is_scout(field: Field, unit: AnyUnit | None) -> bool:
    return isinstance(unit, Troops) and field.kind(unit).scout


# --- magic ------------------------------------------------------------------------------------------------------


@subject("fizzle", "Whether a spell or prayer goes off.", options=(_MODIFIER,))
def _fizzle(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, _ = query
    if request.words:
        raise BadQuestion(f"fizzle takes no more words: leave out {request.words!r}.")
    field = Field(catalogue)
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
)
def _accuracy(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    field = Field(catalogue)
    rating = _leader(request.words, casters.CASTERS, catalogue, report) or 0
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
