"""Reading the section `play:`: figures by their addresses, conditions, hexes, with what is wrong at its place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.catalogue.maps import HexMap
from ibbprint.engine.picking import Condition as Parsed
from ibbprint.engine.picking import ConditionFault, RowTable, cell
from ibbprint.engine.space import Space
from ibbprint.phrases import listed
from ibbprint.problems import Report, Where
from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.models import GROUND_FILES
from ibbprint.systems.printed.play_models import Barrier
from ibbprint.systems.printed.rules.conditions import AT, DYNAMIC, IS, NOW, RESERVED, STEPS, Condition
from ibbprint.systems.printed.rules.numbers import Change, DiceOf, Number, change, dice_of, number
from ibbprint.systems.printed.rules.section import PLAY, Section
from ibbprint.systems.printed.tables import Row, Table

if TYPE_CHECKING:
    from ibbprint.systems.printed.rules.state import Counter, State

SIDES = ("west", "north", "east", "south")


AMOUNT = "Write x1/2, x2, +1, or a number."


class BarrierRule(NamedTuple):
    """Ground across or into which some units may not attack, or retreat."""

    hexsides: frozenset[str]
    terrain: frozenset[str]
    units: Condition | None
    when: Condition | None

    def bars(self, state: State, unit: Counter, hex: int, next_hex: int) -> Iterable[str] | None:
        """The hexsides that keep a unit from a hex, none of them for its terrain; None where nothing does (P-24)."""
        ground = state.setting.ground
        sides = ground.sides.get((hex, next_hex))
        across = () if sides is None else self.hexsides.intersection(sides)
        if not across and ground.terrain[next_hex] not in self.terrain:
            return None
        if self.when is not None and not self.when.in_turn(state.setting, state.turn):
            return None
        if (self.units is not None and not state.fits(unit, self.units)) or ground.opened(hex, next_hex):
            return None
        return across


class HexSet(NamedTuple):
    """Hexes, and those among them that count only while the side holds them."""

    hexes: frozenset[int]
    held: frozenset[int] = frozenset()

    def open_to(self, holders: Mapping[int, int], side: int) -> frozenset[int]:
        """The hexes that count for a side now."""
        return self.hexes | {hex for hex in self.held if holders.get(hex) == side}


class Reader:
    """Reads what the section names. Whatever is wrong is in the report, at its place."""

    def __init__(self, folder: Folder, section: Section, board: HexMap, space: Space, report: Report) -> None:
        self.folder, self.section, self.board, self.space, self.report = folder, section, board, space, report
        self.play = section.play
        self.turns = self.table(self.play.turns, "turns")
        self.units = self.table(self.play.units.table, "units", "table")
        self.sides = list(folder.sides)

    def error(self, path: Sequence[str | int], rule: str, message: str, hint: str = "", *, key: bool = False) -> None:
        self.report.error(self.section.where(*path, key=key), f"{PLAY}:{rule}", message, hint)

    def section_warning(self, path: Sequence[str | int], rule: str, message: str, hint: str = "") -> None:
        self.report.warning(self.section.where(*path), f"{PLAY}:{rule}", message, hint)

    def hint(self, word: str, names: Collection[str]) -> str:
        return self.folder.ledger.hint(word, names)

    def table(self, name: str, *path: str | int) -> Table:
        """A table by its name; an empty one where there is none, which is reported."""
        table = self.folder.table(name, self.section.where(*path))
        return Table(name) if table is None else table

    # --- figures ------------------------------------------------------------------------------------------------

    def figure(self, text: str | None, *path: str | int, usual: Number = 0) -> Number:
        """A number, or that in the cell of an address (P-01)."""
        if text is None:
            return usual
        value = number(text)
        if value is not None:
            return value
        result, where = self._addressed(text, path)
        if result is None:
            return usual
        value = number(result)
        if value is None:
            self.report.error(where, f"{PLAY}:figure", f"{text} is {result!r}, not a number.")
            return usual
        return value

    def cell(self, row: Row, column: str | None) -> Number | None:
        """The number in a cell; None for an empty one, or one that is no number, which is reported."""
        if not column:
            return None
        text = row.values.get(column, "")
        if text in ("", "–", "-", "—", None):
            return None
        value = number(text)
        if value is None:
            message = f"{self.play.units.table}.{row.id}.{column} is {str(text)!r}, not a number."
            if not self.report.has_error_at(row.where(column)):
                self.report.error(row.where(column), "play:figure", message)
        return value

    def whole(self, text: str | None, *path: str | int, usual: int = 0, least: int = 0) -> int:
        """A whole number, no less than the least."""
        value = self.figure(text, *path, usual=usual)
        if not isinstance(value, int) or value < least:
            self.error(path, "figure", f"{path[-1]} must be a whole number from {least} up, not {value}.")
            return usual
        return value

    def _addressed(self, text: str, path: Sequence[str | int]) -> tuple[str | None, Where]:
        """The text of a cell by its address, and the place of the cell; None with the fault in the report."""
        where = self.section.where(*path)
        table, _, address = text.partition(".")
        row, _, column = address.partition(".")
        if text == "game.stacking":
            limit = self.folder.game.stacking
            if limit is None:
                self.error(path, "figure", "game.stacking: this game has no stacking.", "Write it under game:")
            return (None if limit is None else str(limit)), where
        if not row or not column:
            self.error(path, "figure", f"{text!r} is not a number.", "Write a number, or TABLE.ROW.COLUMN.")
            return None, where
        if table in GROUND_FILES:
            return self._of_ground(table, row, column, text, path)
        rows_of = self.folder.table(table, where)
        if rows_of is None:
            return None, where
        if row not in rows_of.rows:
            self.error(path, "figure", f"{text}: {table} has no row {row!r}.", self.hint(row, rows_of.rows))
            return None, where
        if column not in rows_of.columns:
            self.error(path, "figure", f"{text}: {table} has no column {column!r}.", self.hint(column, rows_of.columns))
            return None, where
        return str(cell(rows_of.rows[row].values, column)), rows_of.rows[row].where(column)

    def _of_ground(
        self, file: str, id: str, column: str, text: str, path: Sequence[str | int]
    ) -> tuple[str | None, Where]:
        """A cell of the costs of a kind of ground: `terrain.wood.cost.crown`."""
        where = self.section.where(*path)
        entries = {kind.id: kind for kind in self.folder.of_ground(file)}
        if id not in entries:
            self.error(path, "figure", f"{text}: {file} has no {id!r}.", self.hint(id, entries))
            return None, where
        costs: Mapping[str, str] = getattr(entries[id], "cost", {})
        key = column.removeprefix("cost.")
        if key not in costs:
            self.error(path, "figure", f"{text}: {id} has no cost for {key!r}.", self.hint(key, costs))
            return None, where
        return costs[key], where

    def change(self, text: str | None, *path: str | int) -> Change:
        """An amount that changes a number; no change where none is written, or where the fault is in the report."""
        result = Change(plus=0) if text is None else change(text)
        if result is None:
            self.error(path, "amount", f"{text!r} changes nothing.", AMOUNT)
            return Change(plus=0)
        return result

    # --- conditions ---------------------------------------------------------------------------------------------

    def condition(self, text: str | None, *path: str | int) -> Condition | None:
        """A condition on a unit (P-02); None where none is written, or with its fault in the report."""
        if text is None:
            return None
        for match in RESERVED.finditer(text):
            root, name = match[1], match[2]
            names = ["turn", *self.turns.columns] if root == NOW else DYNAMIC[root]
            if name not in names:
                fault = f"{self.turns.name} has no column {name!r}" if root == NOW else f"there is no {name!r}"
                self.error(path, "condition", f"{root}.{name}: {fault}.", self.hint(name, names))
                return None
        return self._parsed(text, path)

    def _parsed(self, text: str, path: Sequence[str | int]) -> Condition | None:
        reserved = [f"{NOW}.turn", *(f"{NOW}.{name}" for name in self.turns.columns)]
        reserved += [f"{root}.{name}" for root in (IS, AT) for name in DYNAMIC[root]]
        columns = ["id", *self.units.columns, *reserved]
        table = RowTable(self.units.name, columns, {id: _WithId(row) for id, row in self.units.rows.items()})
        parsed = Parsed(text, table, self.folder.ledger)
        try:
            test = parsed.parse()
        except ConditionFault as fault:
            self.error(path, "condition", str(fault), fault.hint)
            return None
        for column, word in parsed.sought:
            self._check_sought(column, word, path)
        return Condition(text, test, parsed.named)

    def _check_sought(self, column: str, word: str, path: Sequence[str | int]) -> None:
        """Warn of a condition on a word that nothing has: a misspelt one would silently change nothing."""
        root, _, name = column.rpartition(".")
        words: Collection[str] | None = {
            f"{IS}.state": self.play.units.states,
            f"{IS}.step": STEPS,
            f"{IS}.supplied": ("yes", "no"),
            f"{AT}.terrain": [kind.id for kind in self.folder.of_ground("terrain")],
            f"{AT}.place": [kind.id for kind in self.folder.of_ground("places")],
            f"{AT}.hex": self.space.names,
        }.get(column)
        if words is None:
            table, key = (self.turns, name) if root == NOW else (self.units, column)
            cells = [row.id if key == "id" else str(cell(row.values, key)) for row in table.rows.values()]
            words = None if not cells or not table.whole else list(dict.fromkeys(cells))
        if word and words is not None and word not in words:
            hint = self.hint(word, [known for known in words if known])
            self.section_warning(path, "condition", f"nothing has {column} = {word}.", hint)

    def when(self, text: str | None, *path: str | int) -> Condition | None:
        """A condition on the turn alone."""
        result = self.condition(text, *path)
        if result is not None and any(not name.startswith(f"{NOW}.") for name in result.named):
            name = next(name for name in sorted(result.named) if not name.startswith(f"{NOW}."))
            self.error(path, "condition", f"{path[-1]} asks for the turn alone, not for {name}.", "Write now.COLUMN.")
            return None
        return result

    def amount_now(self, text: str, *path: str | int) -> str | Number:
        """A figure, or the name of a column of the turn record behind `now.`."""
        if not text.startswith(f"{NOW}."):
            return self.figure(text, *path)
        name = text.removeprefix(f"{NOW}.")
        if name not in self.turns.columns:
            message = f"{text}: {self.turns.name} has no column {name!r}."
            self.error(path, "figure", message, self.hint(name, self.turns.columns))
        return name

    def dice(self, text: str, *path: str | int) -> DiceOf:
        """Dice as they are written; one d6 with the fault in the report."""
        result = dice_of(text)
        if result is None:
            self.error(path, "dice", f"{text!r} does not name dice.", "Write 1d6, or 2d6.")
        return result or DiceOf(1, 6)

    # --- names --------------------------------------------------------------------------------------------------

    def known(self, kind: str, name: str | None, names: Collection[str], *path: str | int, rule: str = "") -> bool:
        """Whether a name is one of those that there are; if not, that is in the report. None names nothing."""
        if name is None or name in names:
            return True
        self.error(path, rule or kind, f"there is no {kind} {name!r}.", self.hint(name, names))
        return False

    def side(self, name: str, *path: str | int) -> int:
        """The number of a side; 0 with the fault in the report."""
        return self.sides.index(name) if self.known("side", name, self.sides, *path) else 0

    def state(self, name: str | None, *path: str | int) -> None:
        """A state that units may gain."""
        self.known("state", name, self.play.units.states, *path)

    def modes(self, names: Iterable[str], *path: str | int) -> None:
        """Modes of movement, the ordinary one among them."""
        for name in names:
            if name != "normal":
                self.known("mode", name, self.play.movement.modes, *path)

    def ground(self, file: str, names: Iterable[str], *path: str | int) -> frozenset[str]:
        """Kinds of ground by their ids."""
        ids = [kind.id for kind in self.folder.of_ground(file)]
        label = {"terrain": "terrain", "hexsides": "hexside", "lines": "line", "places": "place"}[file]
        names = list(names)
        for name in names:
            self.known(label, name, ids, *path, rule="ground")
        return frozenset(names)

    def barriers(self, models: Sequence[Barrier], *path: str | int) -> list[BarrierRule]:
        """Ground that some units may not attack or retreat across or into."""
        return [
            BarrierRule(
                self.ground("hexsides", barrier.hexsides, *path, at, "hexsides"),
                self.ground("terrain", barrier.terrain, *path, at, "terrain"),
                self.condition(barrier.units, *path, at, "units"),
                self.when(barrier.when, *path, at, "when"),
            )
            for at, barrier in enumerate(models)
        ]

    def column(self, name: str | None, *path: str | int) -> str:
        """A column of the unit table; empty for none."""
        if name is None or name in self.units.columns or not self.units.whole:
            return name or ""
        hint = self.hint(name, self.units.columns)
        if path[:1] == ("units",) and not hint.startswith("Did"):
            hint = "play.units names the columns: attack, defence, movement."
        self.error(path, "column", f"there is no column {name!r} in {self.units.name}.", hint)
        return ""

    # --- hexes --------------------------------------------------------------------------------------------------

    def hexes(self, items: Iterable[str], *path: str | int, where: Where | None = None) -> HexSet:
        """Hexes as the map prints them, or by kind (P-06); `where` is their place outside of `play:`."""
        plain: set[int] = set()
        held_hexes: set[int] = set()
        for item in items:
            words = item.replace(",", " ").split()
            is_held = words[-1:] == ["own"]
            words = words[:-1] if is_held else words
            result = self._of_kind(words, path, where)
            if result is None:
                result = self._printed(words, path, where)
            (held_hexes if is_held else plain).update(result)
        return HexSet(frozenset(plain), frozenset(held_hexes))

    def hexes_in_words(self, items: Sequence[str]) -> str:
        """Hexes in words: a kind by its name, others by their numbers."""
        folder, board = self.folder, self.board
        result = []
        for item in items:
            words = item.replace(",", " ").split()
            holding = " that it holds" if words[-1:] == ["own"] else ""
            kind, name = words[0], words[1] if len(words) > 1 else ""
            areas = {area.id: area.name for area in board.model.areas}
            grounds = {ground.id: ground.name for file in ("places", "terrain") for ground in folder.of_ground(file)}
            text = {
                "edge": f"the {name} edge",
                "area": areas.get(name, name),
                "start": f"the start of {name}",
                "place": f"each {grounds.get(name, name)}",
                "terrain": f"{grounds.get(name, name)} hexes",
            }.get(kind) or listed([word for word in words if word != "own"])
            result.append(f"{text}{holding}")
        return listed(result)

    def _wrong(self, path: Sequence[str | int], where: Where | None, message: str, hint: str = "") -> set[int]:
        self.report.error(where or self.section.where(*path), f"{PLAY}:hexes", message, hint)
        return set()

    def _printed(self, words: Sequence[str], path: Sequence[str | int], where: Where | None) -> set[int]:
        result: set[int] = set()
        for word in words:
            name = self.board.cell(word)
            if name is None:
                hint = "Write hexes as the map prints them, or: place, area, start, terrain, edge."
                return self._wrong(path, where, self.board.not_here(word), hint)
            result.add(self.space.index[name])
        return result

    def _of_kind(self, words: Sequence[str], path: Sequence[str | int], where: Where | None) -> set[int] | None:
        """Hexes of a kind; None for words that name none."""
        if len(words) != 2 or words[0] not in ("place", "area", "start", "terrain", "edge"):
            return None
        kind, name = words
        index, board = self.space.index, self.board
        if kind == "place":
            if name not in board.model.places:
                message = f"no place of the maps is of the kind {name!r}."
                return self._wrong(path, where, message, self.hint(name, board.model.places))
            return {index[text.split(" ")[0]] for text in board.model.places[name]}
        if kind == "area":
            hexes = board.area(name)
            if hexes is None:
                hint = self.hint(name, [area.id for area in board.model.areas])
                return self._wrong(path, where, f"the map has no area {name!r}.", hint)
            return {index[cell] for cell in hexes}
        if kind == "start":
            if name not in board.starts:
                return self._wrong(path, where, f"the map has no start {name!r}.", self.hint(name, board.starts))
            return {index[cell] for cell in board.starts[name].hexes}
        if kind == "terrain":
            terrains = {cell.id for cell in self.folder.terrain}
            if name not in terrains:
                return self._wrong(path, where, f"there is no terrain {name!r}.", self.hint(name, terrains))
            return {index[cell] for cell, terrain in board.terrain.items() if terrain == name}
        if name not in SIDES:
            return self._wrong(path, where, f"a map has no edge {name!r}.", self.hint(name, SIDES))
        return self._edge(name)

    def _edge(self, side: str) -> set[int]:
        """The outermost hexes on a side: of each row the first or last, of each column the top or the bottom."""
        upright = side in ("west", "east")
        last = side in ("east", "south")
        outer: dict[str, str] = {}
        for name in sorted(self.space.index, key=lambda cell: cell if upright else cell[2:], reverse=last):
            outer.setdefault(name[2:] if upright else name[:2], name)
        return {self.space.index[name] for name in outer.values()}


class _WithId(NamedTuple):
    """A row of the unit table with its id among its values."""

    row: Row

    @property
    def values(self) -> Mapping[str, Any]:
        return {**self.row.values, "id": self.row.id}
