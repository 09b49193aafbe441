"""The units of a game compiled: their figures, their states, and the counters with which a scenario begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.catalogue.models.parts import Pieces
from ibbprint.systems.printed.play_models import Roll, Strengths, UnitState
from ibbprint.systems.printed.rules.conditions import Condition
from ibbprint.systems.printed.rules.numbers import Change, DiceOf, Number
from ibbprint.systems.printed.tables import Row

if TYPE_CHECKING:
    from ibbprint.systems.printed.rules.setting import Setting

FULL, REDUCED = 0, 1


@dataclass(frozen=True, eq=False)
class Kind:
    """A row of the unit table as play sees it: its figures on the front and on the back."""

    number: int
    id: str
    name: str
    row: Row
    values: Mapping[str, Any]
    side: int
    leader: bool
    steps: int
    attack: Mapping[str, tuple[Number | None, Number | None]]
    """Front and back by the combat; None for a unit without a strength."""
    defence: Mapping[str, tuple[Number | None, Number | None]]
    movement: tuple[Number, Number]
    range: tuple[int, int]
    cost_class: str

    @property
    def worth(self) -> Number:
        """The printed strength of its front, by which losses are counted."""
        return self.strength(FULL)

    def strength(self, step: int) -> Number:
        """The printed strength of a side: the defence of the first combat, or else the attack."""
        for figures in (*self.defence.values(), *self.attack.values()):
            if figures[step] is not None:
                return figures[step] or 0
        return 0

    @cached_property
    def value(self) -> tuple[float, float]:
        """What front and back count for by rules of thumb: the middle of their attacks and defences (P-93)."""
        figures = (*self.attack.values(), *self.defence.values())
        front, back = (fsum(float(figure[step] or 0) for figure in figures) for step in (FULL, REDUCED))
        return front / len(figures), back / len(figures)


class Start(NamedTuple):
    """A counter as it begins: its kind, its key, its side, where and when it comes."""

    kind: Kind
    key: str
    side: int
    hex: int
    turn: int
    back: bool
    pool: bool
    placed_in: frozenset[int]
    per_hex: int


class RollChange(NamedTuple):
    """A modifier of a roll: for a leader in the hex, or for units that fit."""

    leader: bool
    units: Condition | None
    add: int
    name: str


class RollRule(NamedTuple):
    """A roll that must come no higher, or no lower, than a figure or the cell of a column."""

    dice: DiceOf
    needs: Number
    column: str
    at_least: bool
    with_: Sequence[RollChange]


class StateRule(NamedTuple):
    """A state of units with its amounts compiled."""

    id: str
    model: UnitState
    attacks: bool
    attack: Change
    defend: Change
    moves: bool
    move: Change
    zone: bool
    recover: RollRule | None
    """The roll by which it ends; None for a state that ends by itself."""


class Forces:
    """Reads the units, the states and the forces of a setting. Whatever is wrong is in its report."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.reader, self.report = setting, setting.reader, setting.report
        self.folder, self.play, self.scenario = setting.folder, setting.play, setting.scenario
        self.sides, self.space = setting.sides, setting.space

    def kinds(self) -> list[Kind]:
        reader, units = self.reader, self.play.units
        attack = self._columns(units.attack, "attack")
        defence = self._columns(units.defence, "defence")
        for name in ("movement", "range", "size"):
            reader.column(getattr(units, name), "units", name)
        backs: dict[str, str] = {}
        if isinstance(units.reduced, str):
            backs = dict.fromkeys(("attack", "defence"), reader.column(units.reduced, "units", "reduced"))
        elif units.reduced is not None:
            backs = {
                name: reader.column(column, "units", "reduced", name)
                for name in ("attack", "defence", "movement", "range")
                if (column := getattr(units.reduced, name)) is not None
            }
        leaders = reader.condition(units.leaders, "units", "leaders")
        result: list[Kind] = []
        for row in reader.units.rows.values():
            values = {**row.values, "id": row.id}
            side = str(row.values.get("side") or "")
            kind = Kind(
                len(result),
                row.id,
                str(row.values.get(units.names) or row.id),
                row,
                values,
                self.sides.index(side) if side in self.sides else -1,
                leaders is not None and leaders.picks(values),
                2
                if any(self.reader.cell(row, backs.get(name, "")) is not None for name in ("attack", "defence"))
                else 1,
                {name: self._pair(row, column, backs.get("attack", "")) for name, column in attack.items()},
                {name: self._pair(row, column, backs.get("defence", "")) for name, column in defence.items()},
                self._movement(row, units.movement, backs.get("movement", "")),
                self._range(row, units.range or "", backs.get("range", "")),
                str(row.values.get(self.play.movement.cost_by) or "")
                if self.play.movement.cost_by
                else self.play.movement.cost_of or "",
            )
            result.append(kind)
        if self.play.movement.cost_by and self.play.movement.cost_by not in reader.units.columns:
            reader.column(self.play.movement.cost_by, "movement", "cost_by")
        return result

    def _columns(self, written: Strengths, name: str) -> dict[str, str]:
        """The column of a strength for each combat."""
        play, reader = self.play, self.reader
        fights = dict(play.combats) or ({"combat": play.combat} if play.combat else {})
        result: dict[str, str] = {}
        for id, fight in fights.items():
            override = getattr(fight.strength, name) if fight.strength else None
            if isinstance(written, dict):
                key = override or id
                column = written.get(key, key)
            else:
                column = override or written
            result[id] = reader.column(column, "units", name) if not override else reader.column(column, "combats", id)
        if not result:
            first = written if isinstance(written, str) else next(iter(written.values()))
            result[""] = reader.column(first, "units", name)
        return result

    def _pair(self, row: Row, front: str, back: str) -> tuple[Number | None, Number | None]:
        value = self.reader.cell(row, front)
        reduced = self.reader.cell(row, back) if back else None
        return value, value if reduced is None else reduced

    def _movement(self, row: Row, front: str, back: str) -> tuple[Number, Number]:
        value, reduced = self._pair(row, front, back)
        return value or 0, reduced or 0

    def _range(self, row: Row, front: str, back: str) -> tuple[int, int]:
        value, reduced = self._pair(row, front, back)
        return int(value or 1), int(reduced or 1)

    def states(self) -> dict[str, StateRule]:
        reader, result = self.reader, {}
        for id, model in self.play.units.states.items():
            path = ("units", "states", id)
            reader.state(model.worse, *path, "worse")
            if model.marker is not None:
                self._check_marker(model.marker, *path, "marker")
            amounts = {name: getattr(model, name) for name in ("attack", "defend", "move")}
            changes = {
                name: Change(plus=0) if text in ("yes", "no") else self.reader.change(text, *path, name)
                for name, text in amounts.items()
            }
            result[id] = StateRule(
                id,
                model,
                model.attack != "no",
                changes["attack"],
                changes["defend"],
                model.move != "no",
                changes["move"],
                model.zone,
                self._roll(model.recover, *path, "recover") if isinstance(model.recover, Roll) else None,
            )
        return result

    def _roll(self, roll: Roll, *path: str | int) -> RollRule:
        """A roll to recover: its dice, and the figure or the column that it must meet (P-16)."""
        reader = self.reader
        if (roll.at_most is None) == (roll.at_least is None):
            reader.error(path, "roll", "a roll needs at_most or at_least, one of them.")
        name = "at_most" if roll.at_most is not None else "at_least"
        text = roll.at_most or roll.at_least or "0"
        column = text if text in reader.units.columns else ""
        modifiers = []
        for at, modifier in enumerate(roll.with_):
            if not modifier.leader and modifier.units is None:
                reader.error((*path, "with", at), "roll", "nobody gets this.", "Write leader: yes, or units:")
            modifiers.append(
                RollChange(
                    modifier.leader,
                    reader.condition(modifier.units, *path, "with", at, "units"),
                    int(reader.figure(modifier.add, *path, "with", at, "add")),
                    modifier.units or "a leader",
                )
            )
        return RollRule(
            reader.dice(roll.dice, *path, "dice"),
            0 if column else reader.figure(text, *path, name),
            column,
            roll.at_most is None,
            modifiers,
        )

    def _check_marker(self, marker: str, *path: str | int) -> None:
        """A marker is a row of a table of which there are pieces."""
        markers = [
            id
            for entry in self.folder.parts.values()
            if isinstance(entry.value, Pieces) and (table := self.folder.table(entry.value.table)) is not None
            for id in table.rows
        ]
        self.reader.known("marker", marker, markers, *path)

    # --- forces -------------------------------------------------------------------------------------------------

    def starts(self) -> Iterator[Start]:
        """The counters of the scenario; several of a row are numbered."""
        total: dict[str, int] = {}
        for placed in self.scenario.forces:
            if placed.force.unit in self.setting.by_id:
                total[placed.force.unit] = total.get(placed.force.unit, 0) + placed.force.count
        numbers: dict[str, int] = {}
        for placed in self.scenario.forces:
            force = placed.force
            kind = self.setting.by_id.get(force.unit)
            if kind is None:
                continue
            side = self.sides.index(force.side) if force.side in self.sides else kind.side
            if side < 0:
                self.report.error(placed.where("unit"), "play:side", f"{kind.id} is of no side.")
                continue
            free: frozenset[int] = frozenset()
            if force.placed_in:
                free = self.reader.hexes([force.placed_in], where=placed.where("in")).hexes
                room = len(free) * force.each
                if 0 < room < force.count:
                    message = f"{force.count} units must be placed in {len(free)} hexes of {force.placed_in}, "
                    self.report.error(placed.where("in"), "play:set-up", f"{message}{force.each} in each.")
            for at in range(force.count):
                numbers[kind.id] = numbers.get(kind.id, 0) + 1
                key = kind.id if total[kind.id] == 1 else f"{kind.id}-{numbers[kind.id]}"
                hex = self.space.index.get(force.hexes[at % len(force.hexes)], -1) if force.hexes else -1
                if hex < 0 and force.hexes:
                    index = at % len(force.hexes)
                    lacking = self.scenario.map.lacks(force.hexes[index]) if self.scenario.map is not None else ""
                    self.report.error(placed.where("hexes", index), "printed:hexes", lacking)
                    continue
                if hex < 0 and not (force.placed_in or force.pool or force.turn):
                    message = f"{kind.id} begins in no hex."
                    self.report.error(placed.where("unit"), "play:set-up", message, "Write hexes, turn, in or pool.")
                    break
                yield Start(kind, key, side, hex, force.turn, force.back, force.pool, free, force.each)

    def held(self) -> dict[int, int]:
        """The side that holds each hex at the start; a unit in a place takes it."""
        result: dict[int, int] = {}
        outline = self.scenario.outline
        for side, hexes in outline.held.items():
            where = self.scenario.source.where("held", side)
            if side not in self.sides:
                hint = self.reader.hint(side, self.sides)
                self.report.error(where, "play:side", f"there is no side {side!r}.", hint)
                continue
            for hex in self.reader.hexes(hexes, where=where).hexes:
                result[hex] = self.sides.index(side)
        for start in self.setting.starts:
            if start.hex >= 0 and not start.turn and start.hex in self.setting.ground.places and not start.kind.leader:
                result[start.hex] = start.side
        return result
