"""Setting up: the counters of a scenario, where each may stand, and room for those still to come."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial

from ibbprint.dice import Dice, SeededDice
from ibbprint.engine import space
from ibbprint.engine.state import Action, Question
from ibbprint.systems.ibb.models.units import Equipment
from ibbprint.systems.ibb.rules import control
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.packing import Item, Load, fit_anyhow
from ibbprint.systems.ibb.rules.state import Counter, Refused, State
from ibbprint.systems.ibb.scenarios import Line, face_down

PETARD = "petard"


class Place:
    """The hexes where a counter may be set up, and the counter whose hex it must share."""

    __slots__ = ("bank", "hexes", "line", "stacked_with")

    def __init__(self, hexes: tuple[int, ...], line: Line | None = None) -> None:
        self.hexes = hexes
        self.line = line
        """The line of the order of battle that it is from; None where it cannot be seen."""
        self.stacked_with = "" if line is None else line.force.stacked_with or ""
        self.bank = None if line is None else line.force.bank


def muster(state: State, lots: Dice | None = None) -> None:
    """Make every counter of the scenario, numbered as the printed ones are, and set up those who have one hex only.

    The lots decide who is called what while nobody can see its face; they are no dice of the game.
    """
    setting = state.setting
    captains: dict[str, int] = {}
    numbers: dict[str, int] = {}
    places: dict[int, Place] = {}
    for side_number, side in enumerate(setting.scenario.sides):
        for line in setting.battle.side_lines(side.id):
            if isinstance(line.unit, Equipment):
                if line.unit.id == PETARD:
                    state.petards[side_number] += line.force.count
                else:
                    _fortify(state, line)
                continue
            for _ in range(line.force.count):
                numbers[side.letter] = numbers.get(side.letter, 0) + 1
                unit = Counter(
                    len(state.units),
                    f"{side.letter}{numbers[side.letter]}",
                    line.force.name or line.unit.name,
                    side_number,
                    setting.kind(line),
                )
                unit.formation = line.force.formation or ""
                unit.turn = line.force.turn
                state.units.append(unit)
                places[unit.id] = Place(_hexes(setting, line), line)
                if unit.kind.leader and line.force.name:
                    captains[line.force.name] = unit.id
    setting.places = places
    _mask(state, SeededDice("lots") if lots is None else lots)
    for formation in setting.scenario.formations:
        captain = captains.get(formation.captain or "", OFF)
        if captain != OFF:
            state.units[captain].formation = formation.id
        for unit in state.units:
            if unit.formation == formation.id and unit.kind.troops and not (unit.kind.engineer or unit.kind.scout):
                unit.captain = captain
    first = setting.scenario.scenario.first_to_set_up
    order = sorted(range(len(setting.sides)), key=lambda s: setting.sides[s] != first)
    for side_number in order:
        _first_come(state, side_number)


def _mask(state: State, lots: Dice) -> None:
    """Give every counter the name under which the enemy knows it while it lies face down, by lot in each army (A-16).

    The printed ids will not do: they follow the order of battle, and so tell what is on the other side.
    """
    for number, side in enumerate(state.setting.scenario.sides):
        army = [unit for unit in state.units if unit.side == number]
        for number_left in range(len(army), 0, -1):
            army.pop(lots.roll(number_left) - 1).mask = f"{side.letter}?{number_left}"


def _fortify(state: State, line: Line) -> None:
    """Lay the levels of fort that an army has bought: one in each of its hexes in turn, then the next (A-96, G-34)."""
    hexes = [h for h in _hexes(state.setting, line) if h not in state.ground.wet]
    levels_left = line.force.count
    for level in range(1, state.setting.figures.fort_levels + 1):
        for h in hexes:
            if levels_left and state.forts.get(h, 0) < level:
                state.forts[h] = level
                levels_left -= 1


def _hexes(setting: Setting, line: Line) -> tuple[int, ...]:
    force, index = line.force, setting.ground.index
    zones = {zone.id: zone.hexes for zone in setting.scenario.zones}
    names = force.hexes or (zones.get(force.zone, []) if force.zone else [])
    return tuple(sorted(index[name] for name in names))


def _first_come(state: State, side: int) -> None:
    """Set down who has no choice; the others are placed later, troops before leaders, the least free first."""
    free = []
    for unit in (u for u in state.units if u.side == side and not u.turn):
        place = state.setting.places[unit.id]
        if len(place.hexes) == 1 and not place.stacked_with:
            _set_down(state, unit, place.hexes[0])
        else:
            free.append(unit)

    def rank(unit: Counter) -> tuple[bool, bool, int, int, int]:
        place = state.setting.places[unit.id]
        # Engineers before the engine that stands with them, captains before the casters who join them.
        return not unit.kind.troops, bool(place.stacked_with), len(place.hexes), -unit.kind.attack, unit.id

    state.placing += [unit.id for unit in sorted(free, key=rank)]


def _set_down(state: State, unit: Counter, h: int) -> None:
    state.put(unit, h)
    bank = state.setting.places[unit.id].bank
    if bank is not None and h in state.ground.wet:
        unit.bank = bank_side(state, h, bank)


def bank_side(state: State, h: int, compass: str) -> int:
    """The piece of dry land on that side of a water hex, by the compass (R-69)."""
    ground = state.ground
    x, y = ground.position(h)
    best, result = 0.0, OFF
    for n in ground.next[h]:
        if ground.bank[n] == -1:
            continue
        nx, ny = ground.position(n)
        toward = {"north": y - ny, "south": ny - y, "east": nx - x, "west": x - nx}[compass]
        if toward > best:
            best, result = toward, ground.bank[n]
    return result


def items(state: State, ids: list[int]) -> list[Item]:
    """The counters still to be placed, as far as they take room."""
    places = state.setting.places
    companions = _companions(state)
    wants = ((_with_company(state, state.units[i], companions), places[i]) for i in ids)
    return [Item(points, place.hexes) for points, place in wants if points and not place.stacked_with]


def _companions(state: State) -> list[tuple[Counter, Counter | None]]:
    """The counters still to be placed that must share a hex, each with that friend."""
    waiting = ((u, state.setting.places[u.id].stacked_with) for u in state.those(state.placing))
    return [(u, companion(state, u, name)) for u, name in waiting if name]


def _with_company(state: State, unit: Counter, companions: list[tuple[Counter, Counter | None]]) -> int:
    """The points that a counter takes up, with those who are to share its hex."""
    return control.stacking(state, unit) + sum(control.stacking(state, u) for u, friend in companions if friend is unit)


def room(state: State, side: int) -> dict[int, int]:
    """The points that a side can still set up in each hex."""
    limit = state.setting.figures.stacking_limit
    zones = {state.setting.places[i].hexes for i in state.placing if state.units[i].side == side}
    points: dict[int, int] = {}
    for unit in state.units:
        if unit.hex != OFF and unit.side == side:
            points[unit.hex] = points.get(unit.hex, 0) + control.stacking(state, unit)
    return {h: limit - points.get(h, 0) for zone in zones for h in zone}


def choices(state: State) -> tuple[Action, ...]:
    """The hexes where the next counter may be set up, such that room is left for all that must come after it."""
    unit = state.units[state.placing[0]]
    hexes = open_to(state, unit)
    # Where there is no room at all, play begins with a stack too many, which R-19 mends; the checker refuses it.
    return tuple(put(unit, h) for h in tuple(filter(leaves_room(state, unit), hexes)) or hexes)


def put(unit: Counter, h: int) -> Action:
    """Setting a counter up in a hex."""
    return Action("place", (unit.id,), (h,))


def leaves_room(state: State, unit: Counter) -> Callable[[int], bool]:
    """Whether there is room for the next counter in a hex, and then still for all who must come after it."""
    shares = state.setting.places[unit.id].stacked_with
    points = control.stacking(state, unit) if shares else _with_company(state, unit, _companions(state))
    if not points:
        return lambda h: True
    after = items(state, [i for i in state.placing[1:] if state.units[i].side == unit.side])
    free = room(state, unit.side)
    if fit_anyhow(after, free, points):
        return lambda h: free.get(h, 0) >= points
    load = Load(after)
    zones = [frozenset(hexes) for hexes in dict.fromkeys(item.hexes for item in after)]
    answers: dict[tuple[object, ...], bool] = {}

    def leaves(h: int) -> bool:
        room_left = free.get(h, 0) - points
        kinds = (room_left, tuple([h in zone for zone in zones]))
        if kinds not in answers:
            answers[kinds] = room_left >= 0 and load.place({**free, h: room_left}) is not None
        return answers[kinds]

    return leaves


def open_to(state: State, unit: Counter) -> tuple[int, ...]:
    """The hexes of its zone in which a counter may stand at all."""
    place = state.setting.places[unit.id]
    if place.stacked_with:
        friend = companion(state, unit, place.stacked_with)
        if friend is not None and friend.hex != OFF:
            return (friend.hex,)
    if unit.kind.leader:
        return tuple(h for h in place.hexes if state.troops(h, unit.side)) or place.hexes
    return tuple(h for h in place.hexes if not state.enemy_troops(h, unit.side))


def companion(state: State, unit: Counter, name: str) -> Counter | None:
    """The friend whose hex is shared, by name, else by the unit's entry."""
    friends = (u for u in state.units if u.side == unit.side and u is not unit)
    return next((u for u in friends if name in (u.name, u.kind.entry)), None)


def check(state: State, action: Action) -> Refused | None:
    """Check that a counter may be set up there: the refusal, or None."""
    names = state.ground.names
    if action.verb != "place":
        return Refused("R-186", "the armies are still being set up")
    if action.counters[0] != state.placing[0]:
        return Refused("R-186", "it is not this counter’s turn to be set up")
    if action in choices(state):
        return None
    unit = state.units[action.counters[0]]
    if len(action.path) != 1:
        return Refused("R-186", f"{unit.key} is set up in one hex: name it")
    if action.path[0] not in state.setting.places[unit.id].hexes:
        return Refused("R-186", f"{unit.key} may not be set up in {names[action.path[0]]}")
    return Refused("A-25", f"with {unit.key} in {names[action.path[0]]} there is no room left for all the others")


def do(state: State, action: Action) -> None:
    state.placing.pop(0)
    _set_down(state, state.units[action.counters[0]], action.path[0])


def hide(state: State) -> None:
    """When all stand: units with no enemy near start face down (A-15, R-07, G-39). Scouts start hidden (A-18)."""
    standing = [u for u in state.alive() if u.kind.troops]
    down = face_down([(u.side, (u.hex,)) for u in standing], partial(in_sight, state.setting))
    for unit, hides in zip(standing, down, strict=True):
        unit.face_down = hides
        if unit.kind.scout:
            unit.hidden, unit.face_down = True, False
    state.version += 1


def in_sight(setting: Setting, hexes: Iterable[int], enemies: Collection[int]) -> bool:
    """Whether an enemy in one of these hexes is near enough to see the face of a unit in one of those (R-07)."""
    near = setting.figures.face_up_distance
    rows = map(setting.ground.distances, hexes)
    return any(min(map(row.__getitem__, enemies), default=near + 1) <= near for row in rows)


def reinforcements(state: State) -> list[Counter]:
    """The counters due this turn or earlier that are not on the map yet."""
    return [u for u in state.units if u.turn and u.turn <= state.turn and u.hex == OFF and not u.dead and not u.expires]


def entries(state: State, unit: Counter) -> list[int]:
    """The hexes where a reinforcement can come in: its own, or the nearest free ones on the edge (R-70, R-165)."""
    ground, hexes = state.ground, state.setting.places[unit.id].hexes

    def free(h: int) -> bool:
        barred = h in ground.shut or state.enemies_in(h, unit.side)
        return not barred and control.fits(state, unit, h)

    return space.entries(hexes, free, ground.edge - ground.water, ground.distances(hexes[0]))


def entry_choices(state: State, question: Question) -> tuple[Action, ...]:
    unit = state.units[question.counter]
    hexes = entries(state, unit)
    blocked = not set(hexes) & set(state.setting.places[unit.id].hexes)
    wait = (Action("wait", (unit.id,)),) if blocked else ()
    return (*(Action("enter", (unit.id,), (h,)) for h in hexes), *wait)


def enter(state: State, unit: Counter, h: int) -> None:
    _set_down(state, unit, h)
    unit.turn = state.turn
    state.tell("reinforcement", ("R-165", "R-70"), unit=unit.key, hex=state.ground.names[h])
    control.meet(state, unit)
