"""The chances of command: activation, morale, commanders, rallying; and of moving by TEST."""

from __future__ import annotations

from fractions import Fraction

from ibbprint.engine.api.odds import BadQuestion, Fact, OddsAnswer, OddsRequest, OddsRow
from ibbprint.engine.odds import as_modifiers, outcomes, passed
from ibbprint.engine.rolls import Used
from ibbprint.engine.state import NOBODY
from ibbprint.phrases import capital, mixed, ordinal
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.squaregrid import SquareGrid
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.rules import circumstances, command, movement
from ibbprint.systems.microbattle.rules.field import Field
from ibbprint.systems.microbattle.rules.odds_fights import at_most, described, ground_named, needed
from ibbprint.systems.microbattle.rules.setting import FIRST, SECOND
from ibbprint.systems.microbattle.rules.state import DESTROYED, State, Unit

LOST = "lost"
"""How a question says that there is no commander."""
ARMY = 40
"""The largest army that can be asked about."""


def test(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    """A TEST under any number of advantages and disadvantages."""
    field = Field(catalogue, SquareGrid(1, 1))
    signs = {"advantages": 1, "disadvantages": -1}
    used = [
        Used(name[:-1], capital(name[:-1]), circumstances.COUNTS, sign)
        for name, sign in signs.items()
        for _ in range(at_most(request.options, name, ARMY, 0))
    ]
    weighed = circumstances.roll(field.setting, used)
    level = circumstances.level_of(field.setting.levels, sum(one.amount for one in used))
    found = {True: weighed.chance, False: 1 - weighed.chance}
    facts = (Fact(f"{level.name}.", tuple(level.rules)), needed(weighed))
    return passed("test", "A TEST", found, ("passes", "Passes"), ("fails", "Fails"), facts=facts)


def activation(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    """How many units a side activates."""
    options = request.options
    units = at_most(options, "units", ARMY, 6)
    start = at_most(options, "start", ARMY, units)
    if start < units:
        raise BadQuestion(f"an army that began with {start} units cannot have {units} left.")
    field = _army(catalogue, str(options.get("commander", "average")), units, start - units, report)
    if field is None:
        return None
    field.state.starts = (start, 0)
    found = outcomes(field.state, lambda state: command.activation(state, FIRST).units)
    rows = tuple(
        OddsRow(str(n), "No unit" if n == 0 else "1 unit" if n == 1 else f"{n} units", "", found[n])
        for n in sorted(found)
    )
    mean = sum((n * chance for n, chance in found.items()), Fraction(0))
    facts = [Fact(f"{mixed(mean)} units on average.", ("M-R14", "M-11", "M-40"))]
    if command.under_half(field.state, FIRST):
        facts.append(Fact("The army is under half strength.", ("M-R14", "M-11")))
    return OddsAnswer("activation", "Activation", rows, facts=tuple(facts), figures={"mean": str(mean)})


def _army(catalogue: Catalogue, quality: str, units: int, lost: int, report: Report) -> Field | None:
    """An army on a wide field, with a commander of that quality, and with units that are lost already."""
    known = [*catalogue.commanders.entries, LOST]
    if quality not in known:
        hint = did_you_mean(quality, known)
        report.error(Where(f"--commander {quality}"), "ref:quality", f"there is no commander {quality!r}.", hint)
        return None
    field = Field(catalogue, SquareGrid(ARMY, 2), quality=quality)
    kind = next(iter(catalogue.units))
    for column in range(1, units + 1):
        field.put(kind, FIRST, f"{column},1")
    field.lose(kind, lost)
    if units and quality != LOST:
        field.lead(field.state.units[units - 1])
    return field


def morale(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    """With which loss an army breaks: of all that it has left, or of the next few."""
    options = request.options
    units, lost = at_most(options, "units", ARMY, 7), at_most(options, "lost", ARMY, 0)
    if lost >= units:
        raise BadQuestion(f"an army of {units} that has lost {lost} has nobody left.")
    losing = at_most(options, "losing", units - lost, units - lost)
    field = _army(catalogue, str(options.get("commander", "average")), units - lost, lost, report)
    if field is None:
        return None
    field.state.starts = (units, 0)

    def lose(state: State) -> int:
        """The number of the loss with which it breaks; 0 if it does not."""
        for number in range(losing):
            command.destroy(state, state.units[number])
            if state.over:
                return lost + number + 1
        return 0

    found = outcomes(field.state, lose)
    rows = [OddsRow(f"breaks-{n}", f"Breaks with its {ordinal(n)} loss", "", found[n]) for n in sorted(found) if n]
    rows.append(OddsRow("fights-on", "Fights on", "", found.get(0, Fraction(0))))
    from_ = command.breaks_from(field.setting, units)
    after = range(max(lost + 1, from_), lost + losing + 1)
    sums = tuple(
        OddsRow(
            f"after-{n}",
            f"Fights on after its {ordinal(n)} loss",
            "",
            1 - sum((found.get(k, Fraction(0)) for k in range(1, n + 1)), Fraction(0)),
        )
        for n in after
    )
    facts = (Fact(f"An army of {units} TESTs from its {ordinal(from_)} loss on.", ("M-R30", "M-26", "M-27")),)
    title = f"The morale of an army of {units}{f' that has lost {lost}' if lost else ''}"
    return OddsAnswer("morale", title, tuple(rows), sums, facts)


def commander(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    """Whether a commander is still there when his unit has been destroyed so many times."""
    times = at_most(request.options, "times", ARMY - 1, 1)
    field = _army(catalogue, "average", times + 1, 0, report)
    if field is None:
        return None

    def bereave(state: State) -> bool:
        for _ in range(times):
            id = state.commanders[FIRST]
            if id != NOBODY:
                unit: Unit = state.units[id]
                square = unit.hex
                state.remove(unit, DESTROYED)
                command.bereave(state, unit, square, destroyed=True)
        return state.commanders[FIRST] != NOBODY

    facts = (Fact("He makes a normal TEST each time.", ("M-39",)),)
    title = f"A commander whose unit is destroyed{f' {times} times' if times > 1 else ''}"
    found = outcomes(field.state, bereave)
    return passed("commander", title, found, ("lives", "Still there"), ("lost", "Lost"), facts=facts)


def rally(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    """A rally TEST, with the commander so many squares away."""
    away = at_most(request.options, "away", ARMY - 2, 0)
    field = _army(catalogue, str(request.options.get("commander", "average")), 1, 0, report)
    if field is None:
        return None
    unit = field.state.units[0]
    unit.markers = 1
    refused = command.check_rally(field.state, unit)
    if refused is not None:
        raise BadQuestion(f"{refused.message}.")
    if away:
        field.lead(field.put(unit.kind, FIRST, f"{away + 1},1"))
    weighed = circumstances.weigh(field.state, "rally", unit)
    found = {True: weighed.chance, False: 1 - weighed.chance}
    return passed(
        "rally", "A disordered unit that rallies", found, ("rallies", "Loses a marker"), ("stays", "Stays as it is"),
        facts=(needed(weighed),), modifiers=as_modifiers(weighed.used),
    )  # fmt: skip


# --- moving -----------------------------------------------------------------------------------------------------


def move(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    """How far a unit gets in the open, or whether it gets into ground that takes a TEST."""
    options = request.options
    item = described(request.words, catalogue, report)
    ground = ground_named(options, "into", catalogue, report)
    if item is None or ground is None:
        return None
    start, grid = str(options.get("from", "3,4")), catalogue.grid
    if start not in grid:
        first, last = grid.first_and_last
        raise BadQuestion(f"{start!r} is not a square of the board, which goes from {first} to {last}.")
    if options.get("into"):
        return _into(request, catalogue, ground, at_most(options, "tries", ARMY, 1))
    far = at_most(options, "enemy", ARMY, ARMY)
    field = Field(catalogue, grid)
    unit = field.put(item.kind, FIRST, start, disordered=item.disordered)
    names = [name for name in grid.hexes if grid.distance(start, name) == far]
    if names:
        field.put(item.kind, SECOND, max(names, key=lambda name: (name.split(",")[0] == start.split(",")[0], name)))
    elif "enemy" in options:
        raise BadQuestion(f"no square of the board is {far} from {start}.")
    ways = movement.ways(field.state, unit)
    longest = max(ways.values(), key=len)

    def go(state: State) -> int:
        movement.go(state, state.units[unit.id], longest)
        return grid.distance(start, state.setting.space.names[state.units[unit.id].hex])

    found = outcomes(field.state, go)
    rows = tuple(OddsRow(str(n), f"{n} square{'s' * (n != 1)}", "", found[n]) for n in sorted(found))
    has = movement.means(field.state, unit)
    more = [f"{n} more {how}" for n, how in ((has.march, "by marching"), (has.test, "by a TEST")) if n]
    facts = (
        Fact(
            f"It moves {', '.join([f'{has.plain} square' + 's' * (has.plain != 1), *more])}.",
            ("M-R15", "M-R16", "M-R17", "M-15"),
        ),
        Fact(f"It can reach {len(ways) - 1} squares from {start}.", ("M-R15", "M-14")),
    )
    return OddsAnswer(
        "move", f"{capital(request.words.strip())} on the move", rows, facts=facts, figures={"squares": len(ways) - 1}
    )


def _into(request: OddsRequest, catalogue: Catalogue, ground: str, tries: int) -> OddsAnswer | None:
    item = described(request.words, catalogue, Report())
    assert item is not None
    field = Field(catalogue, SquareGrid(1, 2), {"1,2": ground})
    unit = field.put(item.kind, FIRST, "1,1", disordered=item.disordered)
    path = (unit.hex, field.setting.space.index["1,2"])

    def go(state: State) -> bool:
        return any(movement.go(state, state.units[unit.id], path) for _ in range(tries))

    weighed = circumstances.weigh(field.state, "move", unit)
    facts = (needed(weighed),) if field.setting.ground[path[1]].test else (Fact("It takes no TEST.", ("M-16",)),)
    title = f"{capital(request.words.strip())} into {ground}{f', in {tries} turns' if tries > 1 else ''}"
    found = outcomes(field.state, go)
    return passed("move", title, found, ("inside", "Inside"), ("outside", "Outside"), facts=facts)
