"""The chances of command: activation, morale, commanders, rallying; and of moving by TEST."""

from __future__ import annotations

from ibbprint.engine.api.odds import AskOption, BadQuestion, Fact, OddsAnswer, OddsRow
from ibbprint.engine.odds import as_modifiers, either, mean, numbered, outcomes, row_of, share, subject
from ibbprint.engine.rolls import AppliedModifier
from ibbprint.engine.state import NOBODY
from ibbprint.phrases import capital, counted, mixed, ordinal
from ibbprint.squaregrid import SquareGrid
from ibbprint.systems.microbattle.rules import circumstances, command, movement
from ibbprint.systems.microbattle.rules.field import Field
from ibbprint.systems.microbattle.rules.odds_fights import Described, Query, described, ground_named, needed
from ibbprint.systems.microbattle.rules.setting import FIRST, SECOND
from ibbprint.systems.microbattle.rules.state import DESTROYED, State, Unit

LOST = "lost"
"""How a question says that there is no commander."""
ARMY = 40
"""The largest army that can be asked about."""
_COMMANDER = AskOption(
    "commander",
    "The commander: poor, average, good or lost; average if not given.",
    metavar="QUALITY",
    names="commander",
)


@subject(
    "test",
    "A TEST under any number of advantages and disadvantages.",
    options=(
        AskOption("advantages", "How many advantages.", "number", "N"),
        AskOption("disadvantages", "How many disadvantages.", "number", "N"),
    ),
)
def test(query: Query) -> OddsAnswer:
    field = Field(query.catalogue, SquareGrid(1, 1))
    used = [
        AppliedModifier(id, capital(id), circumstances.COUNTS, sign)
        for id, sign in (("advantage", 1), ("disadvantage", -1))
        for _ in range(query.number(f"{id}s", 0, ARMY))
    ]
    weighed = circumstances.roll(field.setting, used)
    level = circumstances.level_of(field.setting.levels, sum(modifier.amount for modifier in used))
    facts = (Fact(f"{level.name}.", tuple(level.rules)), needed(weighed))
    return query.passed("A TEST", either(weighed.chance), ("passes", "Passes"), ("fails", "Fails"), facts=facts)


@subject(
    "activation",
    "How many units a side may activate.",
    options=(
        _COMMANDER,
        AskOption("units", "The units that it has; 6 if not given.", "number", "N"),
        AskOption("start", "The units that it began with; the same number if not given.", "number", "N"),
    ),
)
def activation(query: Query) -> OddsAnswer:
    units = query.number("units", 6, ARMY)
    start = query.number("start", units, ARMY)
    if start < units:
        raise BadQuestion(f"an army that began with {start} units cannot have {units} left.")
    field = _army(query, units, start - units)
    field.state.starts = (start, 0)
    chances = outcomes(field.state, lambda state: command.activation(state, FIRST).units)
    facts = [Fact(f"{mixed(mean(chances))} units on average.", ("M-R14", "M-11", "M-40"))]
    if command.under_half(field.state, FIRST):
        facts.append(Fact("The army is under half strength.", ("M-R14", "M-11")))
    rows = numbered(chances, "unit", "No unit")
    return query.answer("Activation", rows, facts=tuple(facts), figures={"mean": str(mean(chances))})


def _army(query: Query, units: int, lost: int = 0) -> Field:
    """An army on a wide field, with the commander that is asked for, and with units that are lost already."""
    known = [*query.catalogue.commanders.entries, LOST]
    quality = query.entry("commander", known, "commander", "average", kind="quality")
    field = Field(query.catalogue, SquareGrid(ARMY, 2), quality=quality)
    kind = next(iter(query.catalogue.units))
    for column in range(1, units + 1):
        field.put(kind, FIRST, f"{column},1")
    field.lose(kind, lost)
    if units and quality != LOST:
        field.lead(field.state.units[units - 1])
    return field


@subject(
    "morale",
    "At which loss an army breaks.",
    options=(
        _COMMANDER,
        AskOption("units", "The units that it began with; 7 if not given.", "number", "N"),
        AskOption("lost", "The units that it has lost so far.", "number", "N"),
        AskOption("losing", "How many it loses now; all that are left if not given.", "number", "N"),
    ),
)
def morale(query: Query) -> OddsAnswer:
    units, lost = query.number("units", 7, ARMY), query.number("lost", 0, ARMY)
    if lost >= units:
        raise BadQuestion(f"an army of {units} that has lost {lost} has nobody left.")
    losing = query.number("losing", units - lost, units - lost)
    field = _army(query, units - lost, lost)
    field.state.starts = (units, 0)

    def lose(state: State) -> int:
        """The number of the loss with which it breaks; 0 if it does not."""
        for number in range(losing):
            command.destroy(state, state.units[number])
            if state.over:
                return lost + number + 1
        return 0

    chances = outcomes(field.state, lose)
    rows = [OddsRow(f"breaks-{n}", f"Breaks with its {ordinal(n)} loss", "", chances[n]) for n in sorted(chances) if n]
    rows.append(row_of(chances, 0, "fights-on", "Fights on"))
    from_ = command.breaks_from(field.setting, units)
    sums = []
    for number in range(max(lost + 1, from_), lost + losing + 1):
        broken = share(chances, range(1, number + 1).__contains__)
        sums.append(OddsRow(f"after-{number}", f"Fights on after its {ordinal(number)} loss", "", 1 - broken))
    facts = (Fact(f"An army of {units} TESTs from its {ordinal(from_)} loss on.", ("M-R30", "M-26", "M-27")),)
    title = f"The morale of an army of {units}{f' that has lost {lost}' if lost else ''}"
    return query.answer(title, rows, sums, facts=facts)


@subject(
    "commander",
    "Whether a commander survives when his unit is destroyed.",
    options=(AskOption("times", "How often that happens.", "number", "N"),),
)
def commander(query: Query) -> OddsAnswer:
    times = query.number("times", 1, ARMY - 1)
    field = _army(query, times + 1)

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
    return query.passed(title, outcomes(field.state, bereave), ("lives", "Still there"), ("lost", "Lost"), facts=facts)


@subject(
    "rally",
    "A rally TEST.",
    options=(_COMMANDER, AskOption("away", "Squares to the commander; 0 if not given.", "number", "SQUARES")),
)
def rally(query: Query) -> OddsAnswer:
    away = query.number("away", 0, ARMY - 2)
    field = _army(query, 1)
    unit = field.state.units[0]
    unit.markers = 1
    refused = command.check_rally(field.state, unit)
    if refused is not None:
        raise BadQuestion(f"{refused.message}.")
    if away:
        field.lead(field.put(unit.kind, FIRST, f"{away + 1},1"))
    weighed = circumstances.weigh(field.state, "rally", unit)
    more = {"facts": (needed(weighed),), "modifiers": as_modifiers(weighed.used)}
    yes, no = ("rallies", "Loses a marker"), ("stays", "Stays as it is")
    return query.passed("A disordered unit that rallies", either(weighed.chance), yes, no, **more)


# --- moving -----------------------------------------------------------------------------------------------------


@subject(
    "move",
    "How far a unit gets, or whether it gets into rough ground.",
    "UNIT",
    "The unit: light infantry.",
    options=(
        AskOption("from", "The square that it starts from; 3,4 if not given.", metavar="SQUARE"),
        AskOption("enemy", "Squares to the nearest enemy; far away if not given.", "number", "SQUARES"),
        AskOption("into", "The ground of the next square, which it wants to enter.", metavar="GROUND", names="terrain"),
        AskOption("tries", "How many turns it tries.", "number", "N"),
    ),
    example="infantry",
)
def move(query: Query) -> OddsAnswer:
    item, ground = query.both(lambda: described(query, query.words), lambda: ground_named(query, "into"))
    start, grid = str(query.options.get("from", "3,4")), query.catalogue.grid
    if start not in grid:
        first, last = grid.first_and_last
        raise BadQuestion(f"{start!r} is not a square of the board, which goes from {first} to {last}.")
    if query.has("into"):
        return _into(query, item, ground, query.number("tries", 1, ARMY))
    far = query.number("enemy", ARMY, ARMY)
    field = Field(query.catalogue, grid)
    unit = field.put(item.kind, FIRST, start, disordered=item.disordered)
    names = [name for name in grid.hexes if grid.distance(start, name) == far]
    if names:
        field.put(item.kind, SECOND, max(names, key=lambda name: (name.split(",")[0] == start.split(",")[0], name)))
    elif "enemy" in query.options:
        raise BadQuestion(f"no square of the board is {far} from {start}.")
    paths = movement.paths(field.state, unit)
    longest = max(paths.values(), key=len)

    def go(state: State) -> int:
        movement.go(state, state.units[unit.id], longest)
        return grid.distance(start, state.setting.space.names[state.units[unit.id].hex])

    has = movement.means(field.state, unit)
    more = [f"{n} more {how}" for n, how in ((has.march, "by marching"), (has.test, "by a TEST")) if n]
    moves = ", ".join([counted(has.plain, "square"), *more])
    facts = (
        Fact(f"It moves {moves}.", ("M-R15", "M-R16", "M-R17", "M-15")),
        Fact(f"It can reach {len(paths) - 1} squares from {start}.", ("M-R15", "M-14")),
    )
    rows = numbered(outcomes(field.state, go), "square")
    return query.answer(f"{query.title} on the move", rows, facts=facts, figures={"squares": len(paths) - 1})


def _into(query: Query, item: Described, ground: str, tries: int) -> OddsAnswer:
    field = Field(query.catalogue, SquareGrid(1, 2), {"1,2": ground})
    unit = field.put(item.kind, FIRST, "1,1", disordered=item.disordered)
    path = (unit.hex, field.setting.space.index["1,2"])

    def go(state: State) -> bool:
        return any(movement.go(state, state.units[unit.id], path) for _ in range(tries))

    weighed = circumstances.weigh(field.state, "move", unit)
    facts = (needed(weighed),) if field.setting.ground[path[1]].test else (Fact("It takes no TEST.", ("M-16",)),)
    title = f"{query.title} into {ground}{f', in {tries} turns' if tries > 1 else ''}"
    return query.passed(title, outcomes(field.state, go), ("inside", "Inside"), ("outside", "Outside"), facts=facts)
