"""The kit of a game made of files: each part of game.yaml as records for the press, in its order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

from ibbprint.catalogue.boards import board_of
from ibbprint.catalogue.formula import FUNCTIONS, FormulaFault, evaluate
from ibbprint.engine.api.kits import COUNTER_MM, KitOptions
from ibbprint.engine.bill import beyond_ascii
from ibbprint.materials import Card, Kit, Piece, Section, Text
from ibbprint.materials.boards import Board, BoardFigure, KeyEntry, Layer, Stander, StandMark
from ibbprint.materials.booklets import Booklet, Figure
from ibbprint.problems import Where, did_you_mean
from ibbprint.systems.printed.folder import Folder, Placed, Scenario
from ibbprint.systems.printed.models import GROUND_FILES, BookletPart, Cards, Faced, MapPart, Pieces, TextPart
from ibbprint.systems.printed.tables import Row, picked

FACE, SHEET = ".svg.j2", ".md.j2"
BLANK = "printed/blank.svg.j2"
"""The back of what has none."""
SCENARIOS = Section("scenarios", "Scenarios")
MOST_PIECES = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """A row of a part, and how many of it are printed."""

    row: Row
    count: int


@dataclass(eq=False)
class PrintedKit:
    """A kit in the making: of a whole game, or of one of its scenarios."""

    game: Folder
    options: KitOptions
    scenarios: Sequence[Scenario]
    one: bool = False
    """Whether it is the kit of a scenario, and not of the whole game."""
    sections: list[Section] = field(default_factory=list)
    blocks: dict[str, str] = field(default_factory=dict)
    pieces: list[Piece] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    booklets: list[Booklet] = field(default_factory=list)
    whole: bool = True
    """Whether every part has rows: what is named and not there may else be behind a fault that has been told."""
    counted: dict[str, list[Counted]] = field(default_factory=dict)
    """What is printed of each part that has faces."""

    def fill(self) -> None:
        """Every part, wanted or not: a fault is best told at once."""
        for placed in self.game.parts.values():
            if placed.kind in ("pieces", "cards"):
                self.counted[placed.part.id] = self._counted(placed, cast("Faced", placed.part))
        if sum(each.count for some in self.counted.values() for each in some) > MOST_PIECES:
            where = next(iter(self.game.parts.values())).where()
            self.game.report.error(where, "read:size", f"a kit has at most {MOST_PIECES:,} pieces and cards.")
            return
        makers: Mapping[str, Callable[[Placed, Any], None]] = {
            "pieces": self._pieces, "cards": self._cards, "map": self._map, "text": self._text, "booklet": self._booklet
        }  # fmt: skip
        for placed in self.game.parts.values():
            part = placed.part
            title = part.title or part.id.replace("-", " ").capitalize()
            self.sections.append(Section(part.id, title, shares=part.shares))
            makers[placed.kind](placed, part)
        self._scenario_sheets()

    # --- pieces and cards ---------------------------------------------------------------------------------------

    def _counted(self, placed: Placed, part: Faced) -> list[Counted]:
        rows = picked(getattr(part, placed.kind), placed.where(placed.kind), self.game) or []
        self.whole = self.whole and bool(rows)
        return [Counted(row, self._count(placed, part, row)) for row in rows]

    def _count(self, placed: Placed, part: Faced, row: Row) -> int:
        """How many of a row there are: as its part or its column says, else as many as a scenario wants, else one."""
        column = part.count if part.count is not None and part.count in row.values else "count"
        if part.count is not None and column != part.count:
            formula, where = part.count, placed.where("count")
        elif column in row.values:
            formula, where = str(row.values[column] or "1"), row.where(column)
        else:
            return max((wanted(scenario, row.id) for scenario in self.scenarios), default=0) or 1
        if formula.isdigit() and len(formula) < 5:
            return int(formula)
        found = 0
        for facts in self.facts:
            try:
                found = max(found, evaluate(formula, facts))
            except FormulaFault as fault:
                if fault.word and not self.game.scenarios_whole:
                    break
                hint = did_you_mean(fault.word, [*facts, *FUNCTIONS]) if fault.word else ""
                self.game.report.error(where, "read:formula", f"{formula!r}: {fault}.", hint)
                break
        return found

    @cached_property
    def facts(self) -> list[Mapping[str, int]]:
        """What formulas may name, for each scenario: a count is the greatest that any of them wants."""
        base = {"sides": len(self.game.sides), **{_word(side): 0 for side in self.game.sides}}
        if not self.scenarios:
            return [base]
        made: list[Mapping[str, int]] = []
        for scenario in self.scenarios:
            facts = {**base, "turns": scenario.model.scenario.turns or 0, "counters": 0}
            for force, _, _ in scenario.forces:
                facts["counters"] += force.count
                if force.side is not None:
                    facts[_word(force.side)] = facts.get(_word(force.side), 0) + force.count
            made.append(facts)
        return made

    def _values(self, row: Row, count: int) -> dict[str, Any]:
        """What a face sees: every column of its row, its side, its count, the game."""
        side = self.game.sides.get(str(row.values.get("side", "")))
        return {
            **row.values, "id": row.id, "count": count, "game": self._stamp(),
            **({"side": side.model_dump()} if side is not None else {}),
        }  # fmt: skip

    def _faces(self, placed: Placed, part: Faced) -> tuple[str, str | None]:
        face = self.game.template("faces", part.face, FACE, placed.where("face"))
        back = None if part.back is None else self.game.template("faces", part.back, FACE, placed.where("back"))
        return face, back

    def _copies(self, part: Faced, each: Counted) -> list[tuple[str, dict[str, Any], int]]:
        """The id, the values and the number of each record that a row needs."""
        values = self._values(each.row, each.count)
        if not part.numbered:
            return [(each.row.id, values, each.count)] if each.count else []
        return [
            (f"{each.row.id}-{n}", {**values, "unit": each.row.id, "number": n}, 1) for n in range(1, each.count + 1)
        ]

    def _pieces(self, placed: Placed, part: Pieces) -> None:
        face, back = self._faces(placed, part)
        drawn = tuple(part.size) if part.size is not None else (self.game.game.counter,) * 2
        scale = 1.0 if self.options.counter_mm == COUNTER_MM else self.options.counter_mm / self.game.game.counter
        title = self.sections[-1].title
        for each in self.counted[part.id]:
            group = str(each.row.values.get(part.group or "", ""))
            side = self.game.sides.get(group) if part.group == "side" else None
            block = f"{part.id}:{group}"
            self.blocks[block] = f"{title}: {side.name if side is not None else group}" if group else title
            self.pieces += [
                Piece(
                    id, part.id, face, back or BLANK, values, count, (drawn[0] * scale, drawn[1] * scale), block,
                    f"{placed.kind}: {getattr(part, placed.kind)}", each.row.origins, drawn_mm=(drawn[0], drawn[1]),
                )
                for id, values, count in self._copies(part, each)
            ]  # fmt: skip

    def _cards(self, placed: Placed, part: Cards) -> None:
        face, back = self._faces(placed, part)
        for each in self.counted[part.id]:
            title = str(each.row.values.get("name") or each.row.values.get("title") or each.row.id)
            self.cards += [
                Card(id, part.id, title, face, values, (part.size[0], part.size[1]), count, back, each.row.origins)
                for id, values, count in self._copies(part, each)
            ]

    # --- the map and the texts ----------------------------------------------------------------------------------

    def _map(self, placed: Placed, part: MapPart) -> None:
        board = self._board(part.map, placed.where("map"), part.id)
        if board is not None:
            self.boards.append(board)

    def _board(self, name: str, where: Where, section: str) -> Board | None:
        found = self.game.map(name, where)
        if found is None:
            return None
        layers = [layer for each in self.scenarios if each.model.scenario.map == name for layer in self._set_up(each)]
        size = self.options.counter_mm if self.options.counter_mm != COUNTER_MM else self.game.game.counter
        return board_of(
            found, self.game.sorts, section, size, scale=found.model.scale or "", layers=layers[:1],
            cell_mm=found.model.hex_mm or self.game.game.hex,
        )  # fmt: skip

    def _set_up(self, scenario: Scenario) -> list[Layer]:
        """Where everything begins, if the tables name a symbol for all of it."""
        rows = {each.row.id: each.row for some in self.counted.values() for each in some}
        stands: dict[tuple[str, str, int], list[Stander]] = {}
        for force, _, _ in scenario.forces:
            row = rows.get(force.unit)
            side = self.game.sides.get(force.side or (str(row.values.get("side", "")) if row is not None else ""))
            symbol = row.values.get("symbol") if row is not None else None
            if row is None or side is None or not symbol:
                continue
            for number, hex in enumerate(force.hexes):
                here = len(range(number, force.count, len(force.hexes)))
                what = Stander(str(symbol), str(row.values.get("name", row.id)), ("",) * max(here, 1))
                stands.setdefault((hex, side.livery, force.turn), []).append(what)
        key = [KeyEntry(side.livery, side.name[:1], side.name) for side in self.game.sides.values()]
        marks = [StandMark(hex, livery, tuple(what), turn) for (hex, livery, turn), what in stands.items()]
        return [Layer("set-up", scenario.model.scenario.title, stands=tuple(marks), key=tuple(key))] if marks else []

    def _stamp(self) -> dict[str, str]:
        return {"title": self.game.top.title, "edition": self.game.top.edition}

    @cached_property
    def text_values(self) -> dict[str, Any]:
        """What every text sees: the game, its sides, its ground, its tables, and the rows of each by its name."""
        counts = {each.row: each.count for some in self.counted.values() for each in some}
        tables = {table.name: table for table in self.game.tables_in("tables")}
        for placed in self.game.parts.values():
            if placed.kind in ("pieces", "cards"):
                name = getattr(placed.part, placed.kind).split()[0]
                table = self.game.table(name)
                tables |= {} if table is None else {name: table}
        rows = {
            _word(name): [{**row.values, "id": row.id, "count": counts.get(row, 0)} for row in table.rows.values()]
            for name, table in tables.items()
        }
        return {
            **rows, **self._stamp(),
            "tables": {name: table.lines for name, table in tables.items()},
            "sides": [side.model_dump() for side in self.game.sides.values()],
            **{name: [each.model_dump() for each in self.game.of_ground(name)] for name in GROUND_FILES},
            "scenarios": [self._told(scenario) for scenario in self.scenarios],
        }  # fmt: skip

    def _told(self, scenario: Scenario) -> dict[str, Any]:
        head = scenario.model.scenario
        found = self.game.map(head.map, scenario.where("map")) if head.map is not None else None
        forces = [force.model_dump() for force, _, _ in scenario.forces]
        if found is not None:
            for force in forces:
                force["hexes"] = [found.told(name) for name in force["hexes"]]
        return {**scenario.model.scenario.model_dump(), "forces": forces}

    def _figures(self) -> dict[str, tuple[Figure, ...]]:
        """The set-up of a scenario, which texts may show."""
        boards = [board for board in self.boards if board.layers]
        return {"set-up": (BoardFigure(boards[0], "set-up", "map"),)} if boards else {}

    def _text(self, placed: Placed, part: TextPart) -> None:
        template = self.game.template("texts", part.text, SHEET, placed.where("text"))
        self.texts.append(
            Text(
                part.text, part.id, self.sections[-1].title, template, self.text_values, {"": placed.where("text")},
                part.columns, part.pages, aid=part.aid, front=part.aid, figures=self._figures(),
            )
        )  # fmt: skip

    def _booklet(self, placed: Placed, part: BookletPart) -> None:
        template = self.game.template("texts", part.booklet, SHEET, placed.where("booklet"))
        cover = self.game.template("faces", part.cover, FACE, placed.where("cover"))
        self.booklets.append(
            Booklet(
                part.id, part.id, self.sections[-1].title, cover, template, self.text_values,
                figures=self._figures(), most_pages=part.pages, origins={"": placed.where("booklet")},
            )
        )  # fmt: skip

    def _scenario_sheets(self) -> None:
        """A sheet for each scenario that names a text."""
        told = [each for each in self.scenarios if each.model.scenario.text is not None]
        if told:
            self.sections.append(SCENARIOS)
        for scenario in told:
            head = scenario.model.scenario
            template = self.game.template("texts", head.text or "", SHEET, scenario.where("text"))
            figures: dict[str, tuple[Figure, ...]] = {}
            board = self._board(head.map, scenario.where("map"), SCENARIOS.id) if head.map is not None else None
            layers = self._set_up(scenario) if board is not None else []
            if board is not None and layers:
                figures = {"set-up": (BoardFigure(board._replace(layers=tuple(layers)), "set-up", "map"),)}
            self.texts.append(
                Text(
                    head.id, SCENARIOS.id, head.title, template, {**self.text_values, "scenario": self._told(scenario)},
                    {"": scenario.where("text")}, front=True, figures=figures,
                )
            )  # fmt: skip

    # --- the whole ----------------------------------------------------------------------------------------------

    def as_kit(self) -> Kit:
        top = self.game.top
        one = self.scenarios[0].model.scenario if self.one else None
        words: dict[str, Where] = {}
        for some in self.counted.values():
            for each in some:
                words |= beyond_ascii(each.row.source, each.row.values, each.row.path)
        wants = self.options.wants
        return Kit(
            id=top.id if one is None else one.id,
            game=self.game.game.id,
            title=top.title,
            edition=top.edition,
            sections=self.sections,
            blocks=self.blocks,
            pieces=[each for each in self.pieces if wants(each.section)],
            texts=[each for each in self.texts if wants(each.section)],
            cards=[each for each in self.cards if wants(each.section)],
            booklets=[each for each in self.booklets if wants(each.section)],
            boards=[each for each in self.boards if wants(each.section)],
            words=words,
            symbols=self.game.symbols,
            liveries=self.game.liveries,
            credit=self.game.game.credit or "",
        )


def wanted(scenario: Scenario, unit: str) -> int:
    """How many of a unit a scenario wants."""
    return sum(force.count for force, _, _ in scenario.forces if force.unit == unit)


def _word(name: str) -> str:
    """A name as formulas and templates have it."""
    return re.sub(r"\W", "_", name)
