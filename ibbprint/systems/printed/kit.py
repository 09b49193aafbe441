"""The kit of a game made of files: each part of game.yaml as records for the press, in its order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ibbprint.catalogue.boards import board_of
from ibbprint.catalogue.formula import FormulaFault, evaluate
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.bill import Bill, beyond_ascii
from ibbprint.materials import Card, Kit, Piece, Section, Text
from ibbprint.materials.boards import Board, KeyEntry, Layer, Stander, StandMark
from ibbprint.materials.booklets import Booklet
from ibbprint.problems import Where, did_you_mean
from ibbprint.systems.printed.facts import Facts, facts_of, word
from ibbprint.systems.printed.figures import SET_UP, Figures, Laid
from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.models import (
    GROUND_FILES,
    BookletPart,
    Cards,
    Faced,
    MapPart,
    Part,
    Pieces,
    TextPart,
    kind_of,
)  # fmt: skip
from ibbprint.systems.printed.picking import picked
from ibbprint.systems.printed.scenarios import Scenario
from ibbprint.systems.printed.tables import Row, Table

FACES, TEXTS = "faces", "texts"
FACE, SHEET = ".svg.j2", ".md.j2"
Place = Callable[..., Where]
"""Where a field of a part was written."""
SCENARIOS = Section("scenarios", "Scenarios")
MOST_PIECES = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """A row of a part, and how many of it are printed."""

    row: Row
    count: int


@dataclass(eq=False)
class PrintedKit(Bill):
    """A kit in the making: of a whole game, or of one of its scenarios."""

    game: Folder
    options: KitOptions
    scenarios: Sequence[Scenario]
    one: bool = False
    """Whether it is the kit of a scenario, and not of the whole game."""
    whole: bool = True
    """Whether every part has rows: what is named and not there may else be behind a fault that has been told."""
    counted: dict[str, list[Counted]] = field(default_factory=dict)
    """What is printed of each part that has faces."""

    def fill(self) -> None:
        """Every part, wanted or not: a fault is best told at once."""
        for part, where in self.faced:
            self.counted[part.id] = self._counted(part, where)
        counted = [each for some in self.counted.values() for each in some]
        total = sum(each.count for each in counted)
        if total > MOST_PIECES:
            most = max(counted, key=lambda each: each.count)
            what = f"the kit has {total:,} pieces and cards, and it may have {MOST_PIECES:,}."
            self.game.report.error(most.row.where("count"), "read:size", what)
            return
        for entry in self.game.parts.values():
            own = entry.value
            title = own.title or own.id.replace("-", " ").capitalize()
            self.sections.append(Section(own.id, title, shares=own.shares))
            makers: Mapping[type[Part], Callable[[Any, Place], None]] = {
                Pieces: self._pieces, Cards: self._cards, MapPart: self._map, TextPart: self._text,
                BookletPart: self._booklet,
            }  # fmt: skip
            makers[type(own)](own, entry.where)
        self._scenario_sheets()

    @property
    def faced(self) -> Iterator[tuple[Faced, Place]]:
        """The parts that have faces."""
        for entry in self.game.parts.values():
            if isinstance(entry.value, Faced):
                yield entry.value, entry.where

    # --- pieces and cards ---------------------------------------------------------------------------------------

    def _counted(self, part: Faced, where: Place) -> list[Counted]:
        rows = picked(part.rows, where(kind_of(part)), self.game) or []
        self.whole = self.whole and bool(rows)
        return [Counted(row, self._count(part, where, row)) for row in rows]

    def _count(self, part: Faced, place: Place, row: Row) -> int:
        """How many of a row there are: as its part or its column says, else as many as a scenario wants, else one."""
        column = part.count if part.count is not None and part.count in row.values else "count"
        if part.count is not None and column != part.count:
            formula, where = part.count, place("count")
        elif column in row.values:
            formula, where = str(row.values[column] or "1"), row.where(column)
        else:
            return max((each.wants.get(row.id, 0) for each in self.scenarios), default=0) or 1
        if formula.isdecimal() and len(formula) < 5:
            return int(formula)
        found = 0
        for facts in self.facts:
            try:
                found = max(found, evaluate(formula, facts.names, facts.columns))
            except FormulaFault as fault:
                if fault.word and not self.game.scenarios_whole:
                    break
                near = did_you_mean(fault.word, [*fault.known, *row.values], most=0) if fault.word else ""
                hint = near or (did_you_mean(fault.word, fault.known) if fault.word else "")
                self.game.report.error(where, "read:formula", f"{formula!r}: {fault}.", hint)
                break
        return found

    @property
    def scale(self) -> float:
        """By how much pieces and hexes are larger than game.yaml says: counters of another size are asked for."""
        asked = self.options.counter_size
        return 1.0 if asked is None else asked / self.game.game.counter

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        """The tables that texts and counts may name: those of the folder `tables`, and those of the parts."""
        found = {table.name: table for table in self.game.tables_in("tables")}
        for part, _ in self.faced:
            table = self.game.table(part.rows.split()[0])
            found |= {} if table is None else {table.name: table}
        return found

    @cached_property
    def facts(self) -> Sequence[Facts]:
        """What formulas may name, for each scenario: a count is the greatest that any of them wants."""
        pieces = {part.rows.split()[0] for part, _ in self.faced if isinstance(part, Pieces)}
        tables = (table for name, table in self.tables.items() if name in pieces)
        rows = dict.fromkeys(row for table in tables for row in table.rows.values())
        counts = {row: str(row.values.get("count") or "1") for row in rows}
        plain = ((row, int(count)) for row, count in counts.items() if count.isdecimal() and len(count) < 5)
        return facts_of(self.game, self.scenarios, self.tables.values(), plain)

    def _values(self, row: Row, count: int) -> dict[str, Any]:
        """What a face sees: every column of its row, its side, its count, the game."""
        side = self.game.sides.get(str(row.values.get("side", "")))
        return {
            **row.values, "id": row.id, "count": count, "game": self._stamp(),
            **({"side": side.model_dump()} if side is not None else {}),
        }  # fmt: skip

    def _origins(self, row: Row) -> Mapping[str, Where]:
        """Where what a face sees was written."""
        return {**row.origins, **{f"game.{name}": self.game.top_source.where("game", name) for name in self._stamp()}}

    def _template(self, folder: str, name: str, where: Where) -> str:
        """The name of a template."""
        file = f"{name}{SHEET if folder == TEXTS else FACE}"
        self.game.files.find(folder, file, where, folder.removesuffix("s"))
        return f"{folder}/{file}"

    def _faces(self, part: Faced, where: Place) -> tuple[str, str | None]:
        face = self._template(FACES, part.face, where("face"))
        return face, None if part.back is None else self._template(FACES, part.back, where("back"))

    def _copies(self, part: Faced) -> Iterator[tuple[Row, str, dict[str, Any], int]]:
        """The row, the id, the values and the number of each record that a part needs."""
        counted, position = self.counted[part.id], 0
        total = sum(each.count for each in counted)
        for row, count in ((each.row, each.count) for each in counted if each.count):
            values = self._values(row, count)
            if not part.numbered:
                yield row, row.id, values, count
                continue
            for number in range(1, count + 1):
                position += 1
                own = {"unit": row.id, "number": number, "position": position, "total": total}
                yield row, f"{row.id}-{number}", {**values, **own}, 1

    def _pieces(self, part: Pieces, where: Place) -> None:
        face, back = self._faces(part, where)
        drawn = tuple(part.size) if part.size is not None else (self.game.game.counter,) * 2
        size = (drawn[0] * self.scale, drawn[1] * self.scale)
        title = self.sections[-1].title
        table = self.tables.get(part.rows.split()[0])
        if part.group is not None and table is not None and table.lacks(part.group):
            hint = did_you_mean(part.group, table.columns)
            self.game.report.error(where("group"), "ref:column", f"{table.name} has no column {part.group!r}.", hint)
        for row, id, values, count in self._copies(part):
            group = str(row.values.get(part.group or "", ""))
            side = self.game.sides.get(group) if part.group == "side" else None
            block = f"{part.id}:{group}"
            self.blocks[block] = f"{title}: {side.name if side is not None else group}" if group else title
            self.pieces.append(
                Piece(
                    id, part.id, face, back, values, count, size, block,
                    f"{kind_of(part)}: {part.rows}", self._origins(row), drawn_mm=(drawn[0], drawn[1]),
                )
            )  # fmt: skip

    def _cards(self, part: Cards, where: Place) -> None:
        face, back = self._faces(part, where)
        for row, id, values, count in self._copies(part):
            title = str(row.values.get("name") or row.values.get("title") or row.id)
            self.cards.append(
                Card(id, part.id, title, face, values, (part.size[0], part.size[1]), count, back, self._origins(row))
            )

    # --- the map and the texts ----------------------------------------------------------------------------------

    def _map(self, part: MapPart, where: Place) -> None:
        board = self._board(part.map, where("map"), part.id, self.scenarios)
        if board is not None:
            self.boards.append(board)

    def _board(self, name: str, where: Where, section: str, scenarios: Sequence[Scenario]) -> Board | None:
        """A map with the set-up of the first of the scenarios that has one on it."""
        found = self.game.map(name, where)
        if found is None:
            return None
        set_ups = (self._set_up(each) for each in scenarios if each.head.map == name)
        layer = next(filter(None, set_ups), None)
        hex_mm = found.model.hex_mm or self.game.game.hex
        return board_of(
            found, self.game.sorts, section, self.game.game.counter * self.scale, scale=found.model.scale or "",
            layers=[] if layer is None else [layer], cell_mm=None if hex_mm is None else hex_mm * self.scale,
        )  # fmt: skip

    def _set_up(self, scenario: Scenario) -> Layer | None:
        """Where everything begins, if the tables name a symbol for all of it."""
        rows = {each.row.id: each.row for some in self.counted.values() for each in some}
        stands: dict[tuple[str, str, int], list[Stander]] = {}
        for force in (placed.force for placed in scenario.forces):
            row = rows.get(force.unit)
            side = self.game.sides.get(force.side or (str(row.values.get("side", "")) if row is not None else ""))
            symbol = row.values.get("symbol") if row is not None else None
            if row is None or side is None or not symbol:
                continue
            for number, hex in enumerate(force.hexes):
                here = len(range(number, force.count, len(force.hexes)))
                what = Stander(str(symbol), str(row.values.get("name", row.id)), ("",) * max(here, 1))
                stands.setdefault((hex, side.livery, force.turn), []).append(what)
        sides = list(self.game.sides.values())
        letters = _letters([side.name for side in sides])
        key = [KeyEntry(side.livery, letter, side.name) for side, letter in zip(sides, letters, strict=True)]
        marks = [StandMark(hex, livery, tuple(what), turn) for (hex, livery, turn), what in stands.items()]
        return Layer(SET_UP, scenario.head.title, stands=tuple(marks), key=tuple(key)) if marks else None

    @cached_property
    def laid(self) -> dict[str, list[Laid]]:
        """The tables with the columns `unit` and `hex`, which texts may lay on pieces of maps, by their names."""
        made: dict[str, list[Laid]] = {}
        for table in self.game.tables_in("tables"):
            if {"unit", "hex"} <= set(table.columns):
                rows = [(row, row.values) for row in table.rows.values()]
                made[table.name] = [Laid(str(v["unit"]), str(v["hex"]), bool(v.get("back")), row) for row, v in rows]
        return made

    def _stamp(self) -> dict[str, str]:
        return {"title": self.game.top.title, "edition": self.game.top.edition}

    @cached_property
    def text_values(self) -> dict[str, Any]:
        """What every text sees: the game, its sides, its ground, its tables, and the rows of each by its name.

        `rows` has the same rows by their ids: `rows.units.guard.strength`.
        """
        counts = {each.row: each.count for some in self.counted.values() for each in some}
        tables = self.tables
        rows = {
            word(name): [{**row.values, "id": row.id, "count": counts.get(row, 0)} for row in table.rows.values()]
            for name, table in tables.items()
        }
        ground = {name: [each.model_dump() for each in self.game.of_ground(name)] for name in GROUND_FILES}
        return {
            **rows, **ground, **self._stamp(),
            "game": self.game.top.model_dump(),
            "maps": self._maps(),
            "rows": {name: {row["id"]: row for row in some} for name, some in {**rows, **ground}.items()},
            "tables": {name: table.lines for name, table in tables.items()},
            "sides": [side.model_dump() for side in self.game.sides.values()],
            "scenarios": [self._told(scenario) for scenario in self.scenarios],
        }  # fmt: skip

    def _maps(self) -> dict[str, Any]:
        """The maps of the kit by their names, as texts see them."""
        made: dict[str, Any] = {}
        for map, found in self.game.maps.items():
            named = [(kind, text.partition(" ")) for kind, texts in found.model.places.items() for text in texts]
            places = [{"kind": kind, "hex": found.told(hex), "name": name} for kind, (hex, _, name) in named]
            model = found.model
            made[map] = {"title": model.title, "columns": model.columns, "rows": model.rows, "places": places}
        return made

    def _told(self, scenario: Scenario) -> dict[str, Any]:
        forces = [placed.force.model_dump() for placed in scenario.forces]
        if scenario.map is not None:
            for force in forces:
                force["hexes"] = [scenario.map.told(name) for name in force["hexes"]]
        return {**scenario.head.model_dump(), "forces": forces}

    def _figures(self, set_up: Board | None = None) -> Figures:
        """What texts may show, the set-up on this map or else on the first that has one."""
        return Figures(self.pieces, self.cards, self.boards, set_up, self.laid, self.game.report)

    def _text(self, part: TextPart, where: Place) -> None:
        template = self._template(TEXTS, part.text, where("text"))
        self.texts.append(
            Text(
                part.text, part.id, self.sections[-1].title, template, self.text_values, {"": where("text")},
                part.columns, part.pages, aid=part.aid, front=part.aid, figures=self._figures(),
            )
        )  # fmt: skip

    def _booklet(self, part: BookletPart, where: Place) -> None:
        template = self._template(TEXTS, part.booklet, where("booklet"))
        cover = self._template(FACES, part.cover, where("cover"))
        self.booklets.append(
            Booklet(
                part.id, part.id, self.sections[-1].title, cover, template, self.text_values,
                figures=self._figures(), most_pages=part.pages,
                origins={"": where("booklet"), "title": self.game.top_source.where("game", "title")},
            )
        )  # fmt: skip

    def _scenario_sheets(self) -> None:
        """A sheet for each scenario that names a text."""
        told = [each for each in self.scenarios if each.head.text is not None]
        if told:
            self.sections.append(SCENARIOS)
        for scenario in told:
            head = scenario.head
            template = self._template(TEXTS, head.text or "", scenario.where("text"))
            board = None
            if head.map is not None:
                board = self._board(head.map, scenario.where("map"), SCENARIOS.id, [scenario])
            shown = board if board is not None and board.layers else None
            self.texts.append(
                Text(
                    head.id, SCENARIOS.id, head.title, template, {**self.text_values, "scenario": self._told(scenario)},
                    {"": scenario.where("text")}, front=True, figures=self._figures(shown),
                )
            )  # fmt: skip

    # --- the whole ----------------------------------------------------------------------------------------------

    def as_kit(self) -> Kit:
        """All of it for the press."""
        top = self.game.top
        one = self.scenarios[0].head if self.one else None
        words: dict[str, Where] = {}
        for source in (*self.game.sources, *(scenario.source for scenario in self.scenarios)):
            words |= beyond_ascii(source, source.data)
        shown = self.game.tables_in("tables")
        for table in self.tables.values():
            for row in table.rows.values():
                words |= beyond_ascii(row, row.values)
                if table in shown:  # what does not fit a track is told at its cell
                    cells = ((name, value) for name, value in row.values.items() if value and isinstance(value, str))
                    words |= {value: row.where(name) for name, value in cells}
        whole = self.closed(
            top.id if one is None else one.id, self.game.game.id, top.title, top.edition,
            credit=self.game.game.credit or "", words=words, liveries=self.game.liveries, symbols=self.game.symbols,
        )  # fmt: skip
        wanted_alone: dict[str, Any] = {
            kind: [each for each in getattr(whole, kind) if self.options.wants(each.section)]
            for kind in ("pieces", "cards", "texts", "boards", "booklets")
        }
        return replace(whole, **wanted_alone)


def _letters(names: Sequence[str]) -> list[str]:
    """A letter for each name, as far as its own go round: of “The States” and “The Crown” S and C."""
    made: list[str] = []
    for name in names:
        own = [letter.upper() for letter in name.removeprefix("The ") if letter.isalnum()]
        made.append(next((letter for letter in own if letter not in made), name[:1]))
    return made
