"""The kit of a game made of files: each part of game.yaml as records for the press, in its order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ibbprint.catalogue.boards import board_of, place_board
from ibbprint.catalogue.maps import CellMap
from ibbprint.catalogue.models.parts import BookletPart, Faced, MapPart, Pieces, TextPart, kind_of
from ibbprint.catalogue.region_maps import PlaceMap
from ibbprint.engine.api.kits import FilesRead, KitOptions
from ibbprint.engine.kit_parts import MOST_PIECES, PartsBill, Printable, Sheet
from ibbprint.engine.ledger import COPY, HEX, Ledger
from ibbprint.materials import Kit, Section, Text
from ibbprint.materials.beside import Beside
from ibbprint.materials.boards import Board, Layer, Stander, StandMark
from ibbprint.problems import Report, Where
from ibbprint.systems.printed.beside import beside_of
from ibbprint.systems.printed.counts import Counts, Place
from ibbprint.systems.printed.figures import SET_UP, Figures, key_of
from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.models import GROUND_FILES, Side
from ibbprint.systems.printed.scenarios import Scenario
from ibbprint.systems.printed.tables import Row
from ibbprint.systems.printed.template_values import TemplateValues


def set_up(
    scenario: Scenario, rows: Mapping[str, Row], symbols: Mapping[str, str], sides: Mapping[str, Side]
) -> Layer | None:
    """The layer, of the units that have a side; None where there are none. `symbols` are those of the units.

    A unit without a symbol is a plain counter in the colours of its side.
    """
    stands: dict[tuple[str, str, int], list[Stander]] = {}
    for force in (placed.force for placed in scenario.forces):
        row = rows.get(force.unit)
        side = sides.get(force.side or (str(row.values.get("side", "")) if row is not None else ""))
        if row is None or side is None:
            continue
        for number, hex in enumerate(force.hexes):
            copies = len(range(number, force.count, len(force.hexes)))
            name = str(row.values.get("name") or row.id)
            stander = Stander(symbols.get(row.id, ""), name, ("",) * max(copies, 1))
            stands.setdefault((hex, side.livery, force.turn), []).append(stander)
    marks = [StandMark(hex, livery, tuple(standers), turn) for (hex, livery, turn), standers in stands.items()]
    return Layer(SET_UP, scenario.head.title, stands=tuple(marks), key=key_of(sides.values())) if marks else None


FACES, TEXTS = "faces", "texts"
FACE, SHEET = ".svg.j2", ".md.j2"
SCENARIOS = Section("scenarios", "Scenarios")


@dataclass(eq=False)
class PrintedKit(PartsBill):
    """A kit in the making: of a whole game, or of one of its scenarios."""

    game: Folder
    options: KitOptions
    scenarios: Sequence[Scenario]
    of_scenario: bool = False
    """Whether it is the kit of a scenario, and not of the whole game."""
    _margins: dict[str, tuple[Beside, ...]] = field(default_factory=dict)

    @property
    def report(self) -> Report:  # type: ignore[override]
        return self.game.report

    @property
    def ledger(self) -> Ledger:
        return self.game.ledger

    @cached_property
    def counts(self) -> Counts:
        return Counts(self.game, self.scenarios)

    @cached_property
    def printed(self) -> Mapping[str, int]:
        """The number of copies of each row in the kit, by row id."""
        total: Counter[str] = Counter()
        for counted in self.counts.all:
            total[counted.row.id] += counted.count
        return total

    @cached_property
    def seen(self) -> TemplateValues:
        return TemplateValues(self.game, self.counts)

    def fill(self) -> None:
        """Every part, wanted or not: a fault is best told at once."""
        total = sum(counted.count for counted in self.counts.all)
        if total > MOST_PIECES:
            largest = max(self.counts.all, key=lambda counted: counted.count)
            message = f"the kit has {total:,} pieces and cards; the most is {MOST_PIECES:,}."
            self.game.report.error(largest.row.where("count"), "read:size", message)
            return
        for entry in self.game.parts.values():
            if not entry.value.kits or self.kit_sort in entry.value.kits:
                self.add(entry)
        self._scenario_sheets()

    def files_read(self, *, whole: bool) -> FilesRead:
        """The files of the folders that have been read, once all of the kit is made."""
        files = self.game.files
        spare = {table.name for table in self.game.shown_tables} - self.game.named_tables - self.game.tables_in_play
        tables = {folder / "tables" for folder in files.folders}
        offered = {path for path in files.read if path.stem in spare and path.parent in tables}
        optional = {folder / f"{name}.yaml" for folder in files.folders for name in GROUND_FILES}
        return FilesRead(files.read - offered, optional & files.read, offered, whole)

    # --- pieces and cards ---------------------------------------------------------------------------------------

    @property
    def kit_sort(self) -> str:
        """The sort of kit, as parts name it."""
        return "scenario" if self.of_scenario else "whole"

    @property
    def scale(self) -> float:
        """The factor by which pieces and hexes exceed the sizes of game.yaml, when counters of another size are
        asked for.
        """
        size = self.options.counter_size
        return 1.0 if size is None else size / self.game.game.counter

    def face(self, name: str, where: Where) -> str:
        return self._template(FACES, f"{name}{FACE}", where)

    def sheet(self, name: str, where: Where) -> str:
        return self._template(TEXTS, f"{name}{SHEET}", where)

    def _template(self, folder: str, file: str, where: Where) -> str:
        self.game.files.find(folder, file, where, folder.removesuffix("s"))
        return f"{folder}/{file}"

    def size_of(self, part: Pieces) -> tuple[tuple[float, float], tuple[float, float]]:
        wide, high = part.size if part.size is not None else (self.game.game.counter,) * 2
        return (wide * self.scale, high * self.scale), (wide, high)

    def rows(self, part: Faced, where: Place) -> Iterator[Printable]:
        """The rows of a part, each as often as it is counted; those of pieces in a block for each group."""
        title, group = self.section_of(part).title, part.group if isinstance(part, Pieces) else None
        table = self.counts.tables.get(part.table)
        if group is not None and table is not None and table.lacks(group):
            hint = self.game.ledger.hint(group, table.columns)
            self.report.error(where("group"), "ref:column", f"{table.name} has no column {group!r}.", hint)
        for row, count in ((counted.row, counted.count) for counted in self.counts.parts[part.id] if counted.count):
            self.ledger.charge(COPY * len(row.values), row.where)
            name = str(row.values.get(group or "", ""))
            side = self.game.sides.get(name) if group == "side" else None
            block = f"{part.id}:{name}"
            self.blocks[block] = f"{title}: {side.name if side is not None else name}" if name else title
            yield Printable(
                row.id,
                self.seen.of_row(row, count),
                count,
                f"{kind_of(part)}: {part.rows}",
                self.seen.origins(row),
                block,
                str(row.values.get("name") or row.values.get("title") or row.id),
            )

    # --- the map and the texts ----------------------------------------------------------------------------------

    def panel_values(self) -> Mapping[str, Any]:
        """The game, as any face sees it."""
        return {"game": self.seen.stamp}

    def maps(self, part: MapPart, where: Place) -> Iterable[Board]:
        return filter(None, [self._board(part.map, where("map"), self.section_of(part).id, self.scenarios)])

    def _board(self, name: str, where: Where, section: str, scenarios: Sequence[Scenario]) -> Board | None:
        """A map with the set-up of the first of the scenarios that has one on it."""
        result = self.game.map(name, where)
        if result is None:
            return None
        standing = sum(sum(scenario.wants.values()) for scenario in scenarios if scenario.head.map == name)
        self.game.ledger.charge(HEX * (len(result.grid.places) + standing), lambda: where)
        set_ups = (
            set_up(scenario, self.counts.rows, self.counts.symbols, self.game.sides)
            for scenario in scenarios
            if scenario.head.map == name
        )
        layer = next(filter(None, set_ups), None)
        layers = [] if layer is None else [layer]
        if isinstance(result, PlaceMap):
            counter = self.game.game.counter * self.scale
            return place_board(
                result, self.game.sorts, section, counter, scale=self.scale, layers=layers, beside=self._beside(result)
            )
        hex_mm = result.model.hex_mm or self.game.game.hex
        return board_of(
            result,
            self.game.sorts,
            section,
            self.game.game.counter * self.scale,
            scale=result.model.scale or "",
            layers=layers,
            cell_mm=None if hex_mm is None else hex_mm * self.scale,
            beside=self._beside(result),
        )

    def _beside(self, board: CellMap | PlaceMap) -> tuple[Beside, ...]:
        """The items in the margin of a map, looked up once."""
        id = board.model.id
        if id not in self._margins:
            self._margins[id] = beside_of(self.game, board, self.scale) if board.model.beside else ()
        return self._margins[id]

    def _figures(self, set_up: Board | None = None) -> Figures:
        """The figures that texts may show, with the set-up on this map or else on the first that has one."""
        rows = {table.name: next(iter(table.rows.values()), None) for table in self.game.shown_tables}
        unlaid = {name: row.where() for name, row in rows.items() if row is not None and name not in self.seen.laid}
        empty = [part for part, rows in self.counts.parts.items() if not rows]
        return Figures(self.pieces, self.cards, self.boards, set_up, self.seen.laid, unlaid, empty, self.game.report)

    def sheets(self, part: TextPart | BookletPart, where: Place) -> Iterable[Sheet]:
        """The same values for each: a text chooses from everything that the game has."""
        if isinstance(part, TextPart):
            places = {"": where("text")}
            yield Sheet(self.seen.texts, self._figures(), part.text, origins=places)
        else:
            places = {"": where("booklet"), "title": self.game.top_source.where("game", "title")}
            yield Sheet(self.seen.texts, self._figures(), origins=places)

    def _scenario_sheets(self) -> None:
        """A sheet for each scenario that names a text."""
        scenarios = [scenario for scenario in self.scenarios if scenario.head.text is not None]
        if scenarios:
            self.sections.append(SCENARIOS)
        for scenario in scenarios:
            head = scenario.head
            template = self.sheet(head.text or "", scenario.where("text"))
            board = None
            if head.map is not None:
                board = self._board(head.map, scenario.where("map"), SCENARIOS.id, [scenario])
            set_up_board = board if board is not None and board.layers else None
            self.texts.append(
                Text(
                    head.id,
                    SCENARIOS.id,
                    head.title,
                    template,
                    self.seen.texts_of(scenario),
                    {"": scenario.where("text")},
                    figures=self._figures(set_up_board),
                )
            )

    # --- the whole ----------------------------------------------------------------------------------------------

    def as_sound_kit(self) -> Kit:
        """Its pieces and cards, and its texts too where nothing that they may show is behind a fault."""
        game, tables = self.game, self.counts.tables.values()
        is_complete = self.counts.complete and game.parts_whole and game.scenarios_whole and game.maps_whole
        kit = self.as_kit()
        return kit if is_complete and all(table.whole for table in tables) else replace(kit, texts=(), booklets=())

    def as_kit(self) -> Kit:
        """All of it for the press."""
        top = self.game.top
        head = self.scenarios[0].head if self.of_scenario else None
        complete = self.closed(
            top.id if head is None else head.id,
            self.game.game.id,
            top.title,
            top.edition,
            credit=self.game.game.credit or "",
            words=self.seen.words,
            liveries=self.game.liveries,
            symbols=self.game.symbols,
        )
        wanted_alone: dict[str, Any] = {
            kind: [part for part in getattr(complete, kind) if self.options.wants(part.section)]
            for kind in ("pieces", "cards", "texts", "boards", "booklets", "cartons")
        }
        return replace(complete, profile=self.game.profile, **wanted_alone)
