"""The ground of a game in play: what each step costs a unit, by class, mode, exceptions and lines (P-20 to P-24)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.systems.printed.play_models import CostException, Mode
from ibbprint.systems.printed.rules.numbers import FREE, NO_COST, Change, Cost, Number, cost
from ibbprint.systems.printed.rules.reading import Reader

if TYPE_CHECKING:
    from ibbprint.problems import Where
    from ibbprint.systems.printed.rules.conditions import Condition
    from ibbprint.systems.printed.rules.forces import Kind
    from ibbprint.systems.printed.rules.state import Counter, State

TERRAIN, HEXSIDES, LINES, PLACES = "terrain", "hexsides", "lines", "places"
PRINTED = "printed"
NORMAL = ""
"""The mode of ordinary movement."""


class Step(NamedTuple):
    """A step to a neighbour: its cost in scaled points, whether it ends the move, whether it takes all of a move."""

    hex: int
    points: int
    stop: bool
    takes_all: bool


@dataclass(frozen=True, eq=False)
class Profile:
    """The steps that all units of a class, in a mode and under the same exceptions, can make from each hex."""

    steps: Sequence[tuple[Step, ...]]

    @cached_property
    def ways(self) -> Sequence[frozenset[int]]:
        """The neighbours of each hex that no prohibition closes (P-24)."""
        return [frozenset(step.hex for step in row) for row in self.steps]

    @cached_property
    def prices(self) -> dict[tuple[int, int], int]:
        """The cost of each step that can be made, at least 1."""
        return {(hex, step.hex): max(step.points, 1) for hex, row in enumerate(self.steps) for step in row}

    @cached_property
    def far(self) -> dict[int, tuple[list[int], dict[int, int]]]:
        """The cost of the way from every hex to a goal, and its next hex, worked out goal by goal; for rules of
        thumb.
        """
        return {}

    @cached_property
    def pulls(self) -> dict[Any, list[float]]:
        """The distances of every hex from the goals of a side, in turns; for rules of thumb."""
        return {}


class Excepted(NamedTuple):
    """An exception with its conditions compiled."""

    model: CostException
    units: Condition | None
    when: Condition | None
    cost: Cost | None
    """None for the cost as printed."""


class Ground:
    """Terrain, hexsides, lines and places of a map, and what they cost."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        board, space = reader.board, reader.space
        self.space = space
        self.movement = reader.play.movement
        self.terrain = [board.terrain[name] for name in space.names]
        self.sides: dict[tuple[int, int], tuple[str, ...]] = {}
        self.links: dict[tuple[int, int], tuple[str, ...]] = {}
        self.places: dict[int, tuple[str, ...]] = {}
        for kind in board.model.hexsides:
            for a, b in board.sides(kind):
                self._join(self.sides, a, b, kind)
        for kind in board.model.lines:
            for stretch in board.stretches(kind):
                for a, b in pairwise(stretch.hexes):
                    self._join(self.links, a, b, kind)
        for kind, texts in board.model.places.items():
            for text in texts:
                hex = space.index[text.split(" ")[0]]
                self.places[hex] = (*self.places.get(hex, ()), kind)
        self._cells: dict[tuple[str, str, str], Cost | None] = {}
        self._entries: dict[tuple[str, str], Any] = {}
        self._profiles: dict[tuple[str, str, tuple[bool, ...]], Profile] = {}
        self.modes = self.movement.modes
        self.exceptions = list(self._exceptions())
        self.by_place = any(rule.units is not None and rule.units.place for rule in self.exceptions)
        """Whether what a step costs a unit depends on the hex that it is in."""
        self.along = {name: mode.along for name, mode in self.modes.items()}
        for name in self.movement.lines:
            reader.ground(LINES, [name], "movement", "lines", name)
        self.scale = 1

    def crossed(self, hex: int, next_hex: int) -> tuple[str, ...]:
        """The kinds of hexsides on the side between two hexes."""
        return self.sides.get((hex, next_hex), ())

    def opened(self, hex: int, next_hex: int) -> bool:
        """Whether a line that opens prohibitions links two hexes."""
        lines = self.links.get((hex, next_hex), ())
        return any(rule.opens for line in lines if (rule := self.movement.lines.get(line)) is not None)

    def _join(self, into: dict[tuple[int, int], tuple[str, ...]], a: str, b: str, kind: str) -> None:
        index = self.space.index
        if a in index and b in index:
            for pair in ((index[a], index[b]), (index[b], index[a])):
                if kind not in into.get(pair, ()):
                    into[pair] = (*into.get(pair, ()), kind)

    def _exceptions(self) -> Iterator[Excepted]:
        reader = self.reader
        for at, model in enumerate(self.movement.exceptions):
            path = ("movement", "exceptions", at)
            for file in (TERRAIN, HEXSIDES, LINES):
                reader.ground(file, getattr(model, file), *path, file)
            reader.modes(model.modes, *path, "modes")
            if not (model.terrain or model.hexsides or model.lines):
                reader.error(path, "cost", "this exception names no ground.", "Write terrain, hexsides or lines.")
            value = None if model.cost == PRINTED else cost(model.cost)
            if value is None and model.cost != PRINTED:
                reader.error((*path, "cost"), "cost", f"{model.cost!r} is not a cost.", f"{NO_COST} Or: printed.")
            yield Excepted(
                model, reader.condition(model.units, *path, "units"), reader.when(model.when, *path, "when"), value
            )

    # --- cells --------------------------------------------------------------------------------------------------

    def where(self, file: str, id: str, *path: str) -> Where:
        """The place of an entry of a file of the ground."""
        for read in reversed(self.reader.folder.ground_files[file]):
            for at, entry in enumerate(read.entries):
                if entry.id == id:
                    return read.source.where(*read.path, at, *path)
        return self.reader.section.where("movement")

    def entry(self, file: str, id: str) -> Any:
        """A kind of ground by its id."""
        result = self._entries.get((file, id))
        if result is None:
            result = next(entry for entry in self.reader.folder.of_ground(file) if entry.id == id)
            self._entries[file, id] = result
        return result

    def written(self, file: str, id: str, key: str) -> str | None:
        """The cell that an entry has for a key, or for all; None where it has neither."""
        entry = self.entry(file, id)
        costs: dict[str, str] = getattr(entry, "cost", {})
        return costs.get(key, costs.get("all"))

    def cell(self, file: str, id: str, key: str) -> Cost | None:
        """The cost of an entry for a key; None where it has none, or a faulty one, which is reported once."""
        name = (file, id, key)
        if name not in self._cells:
            self._cells[name] = self._read(file, id, key)
        return self._cells[name]

    def _read(self, file: str, id: str, key: str) -> Cost | None:
        text, report = self.written(file, id, key), self.reader.report
        if text is None or (not text.strip() and file == TERRAIN):
            if file == TERRAIN:
                message, hint = f"{id} has no cost for {key}.", f"Write {key} in cost, or all."
                report.error(self.where(file, id, "cost"), "play:cost", message, hint)
                return None
            return FREE
        result = cost(text)
        if result is None:
            report.error(self.where(file, id, "cost", key), "play:cost", f"{text!r} is not a cost.", NO_COST)
        return result

    def check(self, kinds: Sequence[Kind]) -> None:
        """Report the cells that any unit needs and that are missing or no costs."""
        reader, by = self.reader, self.movement.cost_by
        if (by is None) == (self.movement.cost_of is None):
            message = "movement takes cost_by or cost_of, not both." if by else "movement needs cost_by or cost_of."
            reader.error(("movement",), "movement", message)
            return
        keys = {self.movement.cost_of or ""} if by is None else {kind.cost_class: kind for kind in kinds}.keys()
        grounds = [kind.id for kind in reader.folder.of_ground(TERRAIN) if kind.id in self.terrain]
        for key in sorted(keys):
            if by is not None and all(self.written(TERRAIN, id, key) is None for id in grounds):
                kind = next(kind for kind in kinds if kind.cost_class == key)
                message = f"{kind.id} has {by} {key!r}, and no ground has a cost for it."
                reader.report.error(kind.row.where(by), "play:cost", message)
                continue
            for id in grounds:
                self.cell(TERRAIN, id, key)
            for file in (HEXSIDES, LINES):
                for entry in reader.folder.of_ground(file):
                    self.cell(file, entry.id, key)
        for name, mode in self.modes.items():
            if mode.along is not None:
                reader.ground(LINES, [mode.along], "movement", "modes", name, "along")
            if mode.cost_of is not None:
                for id in grounds if mode.along is None else ():
                    self.cell(TERRAIN, id, mode.cost_of)
                for entry in reader.folder.of_ground(LINES):
                    self.cell(LINES, entry.id, mode.cost_of)

    def set_scale(self, changes: Sequence[Change], kinds: Sequence[Kind]) -> None:
        """Settle into how many parts a movement point is divided, so that nothing is rounded (P-04)."""
        cells = [cell for cell in self._cells.values() if cell is not None]
        cells += [exception.cost for exception in self.exceptions if exception.cost is not None]
        points = [Fraction(cell.points).denominator for cell in cells]
        points += [Fraction(points_).denominator for kind in kinds for points_ in kind.movement]
        times = [Fraction(cell.times).denominator for cell in cells if cell.times is not None]
        times += [change.parts for change in changes]
        factor = lcm(*times) if times else 1
        self.scale = lcm(*points) * factor * factor if points else factor * factor

    def scaled(self, points: Number) -> int:
        return int(points * self.scale)

    # --- profiles -----------------------------------------------------------------------------------------------

    def profile(self, unit: Counter, state: State, mode: str = NORMAL) -> Profile:
        """The steps of a unit in a mode, this turn."""
        setting, turn = state.setting, state.turn
        applies = tuple(
            (exception.when is None or exception.when.in_turn(setting, turn))
            and (not exception.model.modes or (mode or "normal") in exception.model.modes)
            and (exception.units is None or exception.units.holds(unit, setting, turn))
            for exception in self.exceptions
        )
        key = (unit.kind.cost_class, mode, applies)
        profile = self._profiles.get(key)
        if profile is None:
            profile = self._profiles[key] = Profile(self._rows(key[0], mode, applies))
        return profile

    def _rows(self, cost_class: str, mode: str, applies: tuple[bool, ...]) -> list[tuple[Step, ...]]:
        model = self.modes.get(mode)
        key = cost_class if model is None or model.cost_of is None else model.cost_of
        over: dict[tuple[str, str], Cost | None] = {}
        for exception, counts in zip(self.exceptions, applies, strict=True):
            for file in (TERRAIN, HEXSIDES, LINES) if counts else ():
                for id in getattr(exception.model, file):
                    over[file, id] = exception.cost
        priced = _Priced(self, key, cost_class, over, model)
        return [tuple(priced.steps(hex)) for hex in range(self.space.size)]


class _Priced(NamedTuple):
    """The costs of a class under the exceptions that apply."""

    ground: Ground
    key: str
    cost_class: str
    """The class of the unit: what is prohibited to it is so along a line too."""
    over: dict[tuple[str, str], Cost | None]
    mode: Mode | None

    def cell(self, file: str, id: str, *, replaced: bool = False) -> Cost:
        """The cost of an entry; of one that a line replaces, what it is to the class of the unit."""
        over = self.over.get((file, id))
        key = self.cost_class if replaced else self.key
        return over if over is not None else self.ground.cell(file, id, key) or FREE

    def steps(self, hex: int) -> Iterator[Step]:
        """The steps from a hex that are not prohibited, each at its cheapest."""
        ground = self.ground
        for next_hex in ground.space.near[hex]:
            lines = ground.links.get((hex, next_hex), ())
            ways = []
            if self.mode is not None and self.mode.along is not None:
                if self.mode.along in lines:
                    ways.append(self.price(hex, next_hex, self.mode.along, ("terrain", "hexsides")))
            else:
                ways.append(self.price(hex, next_hex))
                for line in lines:
                    rule = ground.movement.lines.get(line)
                    instead = ("terrain", "hexsides") if rule is None else tuple(rule.instead_of)
                    if instead:
                        ways.append(self.price(hex, next_hex, line, instead))
            open_ways = [way for way in ways if way is not None]
            if open_ways:
                yield min(open_ways, key=lambda step: (step.takes_all, step.points, step.stop))

    def price(self, hex: int, next_hex: int, line: str = "", instead: tuple[str, ...] = ()) -> Step | None:
        """A step, along a line or not; None for a prohibited one."""
        ground = self.ground
        terrain = self.cell(TERRAIN, ground.terrain[next_hex], replaced=TERRAIN in instead)
        crossed = ground.crossed(hex, next_hex)
        sides = [self.cell(HEXSIDES, id, replaced=HEXSIDES in instead) for id in crossed]
        cells = [terrain, *sides]
        rule = ground.movement.lines.get(line)
        along = self.cell(LINES, line) if line else None
        if along is not None and along.shut:
            return None
        if any(cell.shut for cell in cells) and not (rule is not None and rule.opens):
            return None
        counted: list[Cost] = []
        if TERRAIN not in instead:
            counted.append(terrain)
        if HEXSIDES not in instead:
            counted += sides
        base = Fraction(terrain.points)
        points = sum((Fraction(cell.points) for cell in counted), Fraction(0))
        times = [cell.times for cell in (*counted, *([along] if along else [])) if cell.times is not None]
        if along is not None:
            points += along.points
        for factor in times:
            points += base * factor - (base if TERRAIN not in instead else 0)
        all_of = [*counted, *([along] if along else [])]
        stop, takes_all = any(cell.stop for cell in all_of), any(cell.takes_all for cell in all_of)
        return Step(next_hex, int(points * ground.scale), stop, takes_all)
