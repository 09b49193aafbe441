"""The bill of materials of a kit in the making, in every game: its records so far, and the parts that fill it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeAlias

from ibbprint.catalogue.layers import Entry
from ibbprint.catalogue.rulebook import Catalogue
from ibbprint.engine.api.kits import COUNTER_MM, KitOptions
from ibbprint.engine.game import CatalogueT, FoughtT
from ibbprint.engine.kit_parts import MOST_PIECES, PartsBill, Printable, Sheet
from ibbprint.engine.ledger import PART, ROW, Ledger, Overdrawn
from ibbprint.materials import NONE, Kit, Origins, Values, by_name, square
from ibbprint.problems import Report, Where

if TYPE_CHECKING:
    from ibbprint.catalogue.models.parts import BookletPart, Faced, KitSort, MapPart, Omitted, Pieces, TextPart
    from ibbprint.catalogue.models.rulings import Ruling
    from ibbprint.engine.kit_parts import Place
    from ibbprint.engine.marker_sheet import CountedMarker
    from ibbprint.engine.picking import RowTable
    from ibbprint.engine.session import Opened
    from ibbprint.materials.boards import Board


GameOpener: TypeAlias = "Callable[[], Opened[Any] | None] | None"
"""What opens a battle for play."""
MOST_PARTS = 200
MARKER_ROWS = {"markers": "ibbprint.engine.marker_sheet:marker_rows"}
REASONS = {"reasons": "ibbprint.engine.marker_sheet:reasons", "first-turn": "ibbprint.engine.turn_sheet:turn_sheets"}
"""The sources that every game has."""


@dataclass(eq=False, repr=False)
class KitBill(PartsBill, Generic[FoughtT, CatalogueT]):
    """A scenario's bill of materials, filled from the declaration of its game's parts."""

    ROWS: ClassVar[Mapping[str, str]] = {}
    """The sources of rows that parts may name, each with the function of the bill that supplies them.

    `.counters:order_of_battle` is a function in the module `counters` beside that of the bill; it is imported when a
    part is printed, so a sheet of counters does not wait for the booklet.
    """
    SHEETS: ClassVar[Mapping[str, str]] = {}
    """The same for what texts and booklets are filled with, by the name of their `values`, else of the part."""
    MAPS: ClassVar[Mapping[str, str]] = {}
    """The same for maps."""
    TABLETOP: ClassVar[str] = ""
    """The same for the layout on a table; a game may have none."""

    battle: FoughtT
    catalogue: CatalogueT
    options: KitOptions
    report: Report
    board: Board | None = None
    """The map of the scenario as a record, once it has been made."""
    map_note: str = ""
    """How the map was reconstructed, where its legend does not say it."""
    markers: Sequence[CountedMarker] | None = None
    """The markers that are needed, once they have been counted."""
    kit_sort: KitSort = "scenario"
    """What the kit is of."""
    open_game: GameOpener = None
    """Opens the battle for the turn that the kit plays through; None where nobody plays it."""

    def __post_init__(self) -> None:
        if self.options.whole:
            self.kit_sort = "whole"

    @classmethod
    def unprinted(cls, battle: FoughtT, catalogue: CatalogueT) -> Self:
        """The bill of a battle that was found sound, for those who want a part of it and no kit."""
        return cls(battle, catalogue, KitOptions(), Report())

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger(self.report)

    @property
    def marker_mm(self) -> float:
        """The side of a marker."""
        return self.options.counter_mm

    def facts(self) -> Mapping[str, tuple[int, str]]:
        """The facts that formulas of counts may name: the number, and the thing counted."""
        return NONE

    def numbers(self) -> Mapping[str, int]:
        """The numbers of the facts, as formulas use them."""
        return {name: number for name, (number, _) in self.facts().items()}

    def fill(self) -> None:
        """The wanted parts of parts.yaml, in its order; of the others the sections are named only."""
        from ibbprint.catalogue.models.parts import Omitted

        try:
            for number, part in enumerate(self.catalogue.parts.entries.values()):
                if number == MOST_PARTS:
                    self.report.error(part.where(), "read:size", f"a kit has at most {MOST_PARTS} parts.")
                    return
                self.ledger.charge(PART, part.where)
                if isinstance(part.value, Omitted):
                    self._check_omitted(part)
                    continue
                if part.value.kits and self.kit_sort not in part.value.kits:
                    continue
                if self.options.wants(self.section_of(part.value).id):
                    self.add(part)
        except Overdrawn:
            return  # which is in the report, as an error

    def _check_omitted(self, part: Entry[Omitted]) -> None:
        """Check that a part left out by a pack exists."""
        parts = self.catalogue.layers.under(part.source).shelf(Catalogue.parts)
        if not parts.knows(part.value.id):
            message = f"there is no part {part.value.id!r} to leave out."
            self.report.error(part.where("id"), "ref:part", message, self.ledger.hint(part.value.id, parts.names))

    def face(self, name: str, where: Where | None = None) -> str:
        """A template of faces in the folder of the game, or of `common/`."""
        return self.template(f"{name}.svg.j2")

    def sheet(self, name: str, where: Where | None = None) -> str:
        """A template of texts."""
        return self.template(f"{name}.md.j2")

    def size_of(self, part: Pieces) -> tuple[tuple[float, float], tuple[float, float] | None]:
        if part.size is not None:
            return (part.size[0], part.size[1]), None
        return square(self.options.counter_mm), square(COUNTER_MM)

    def rows(self, part: Faced, where: Place) -> Iterable[Printable]:
        from ibbprint.catalogue.models.parts import kind_of

        place = where(kind_of(part))
        if part.rows == part.table:
            rows = self._every_row(part.table, place) or []
        else:
            from ibbprint.engine.picking import picked

            rows = picked(part.rows, place, self) or []
        if part.count is not None:
            rows = [row._replace(copies=self._count(part.count, row, where("count"))) for row in rows]
        group, size = getattr(part, "group", None), getattr(part, "size", None)
        if group is not None:
            rows = self._grouped(part, group, rows, where("group"))
        if size is not None:
            rows = [row._replace(values={"size": (size[0], size[1]), **by_name(row.values)}) for row in rows]
        total = sum(row.copies for row in rows)
        total += sum(record.count for records in (self.pieces, self.cards) for record in records)
        if total > MOST_PIECES:
            message = f"the kit has {total:,} pieces and cards; the most is {MOST_PIECES:,}."
            self.report.error(place, "read:size", message)
            return []
        return rows

    def _grouped(self, part: Faced, group: str, rows: Iterable[Printable], where: Where) -> list[Printable]:
        """The rows in a block for each value of a column."""
        grouped: list[Printable] = []
        for row in rows:
            values = by_name(row.values)
            if group not in values:
                message = f"{part.table} has no column {group!r}."
                self.report.error(where, "ref:column", message, self.ledger.hint(group, values))
                return []
            block = f"{part.id}:{values[group]}"
            self.blocks[block] = f"{self.section_of(part).title}: {values[group]}"
            grouped.append(row._replace(block=block))
        return grouped

    def _count(self, count: str, row: Printable, where: Where) -> int:
        """A number of copies: a column of the row, or a formula over the facts."""
        from ibbprint.engine.marker_sheet import worked_out

        number = by_name(row.values).get(count)
        if isinstance(number, int):
            return max(number, 0)
        return max(worked_out(self.catalogue, count, self.numbers(), where), 0)

    def table(self, name: str, where: Where) -> RowTable[Printable] | None:
        """The rows of a source as conditions see them; an unknown source is reported at `where`."""
        from ibbprint.engine.picking import RowTable

        every = self._every_row(name, where)
        if every is None:
            return None
        rows = [row._replace(values=by_name(row.values)) for row in every]
        columns = list(dict.fromkeys(column for row in rows for column in by_name(row.values)))
        return RowTable(name, columns, {str(number): row for number, row in enumerate(rows)})

    def _every_row(self, name: str, where: Where) -> list[Printable] | None:
        """The rows of a source, or of a file of the catalogue; None, with the report at `where`, if it is neither."""
        source = self._source({**MARKER_ROWS, **self.ROWS}.get(name))
        kind = self.catalogue.KINDS.get(name)
        if source is not None:
            rows = list(source(self))
        elif kind is not None and not kind.single:
            rows = list(self._of_shelf(name))
        else:
            hint = self.ledger.hint(name, [*self.ROWS, *self.catalogue.KINDS])
            self.report.error(where, "ref:table", f"there is no table {name!r}.", hint)
            return None
        self.ledger.charge(ROW * len(rows), lambda: where)
        return rows

    def _of_shelf(self, name: str) -> Iterator[Printable]:
        """The entries of a file of the catalogue, one of each."""
        kind = self.catalogue.KINDS[name]
        for entry in self.catalogue.shelf(kind).entries.values():
            values = self._plain_values(entry)
            title = str(values.get("name") or values.get("title") or values[kind.key])
            origins = {"": entry.where(), **{field: entry.where(field) for field in values}}
            yield Printable(str(values[kind.key]), values, why=name, origins=origins, title=title)

    def entry_values(self, entry: Entry[Any]) -> dict[str, Any]:
        """An entry as faces see it: every field by its name, its text with the figures in."""
        return self.filled(entry) if isinstance(getattr(entry.value, "text", None), str) else entry.value.model_dump()

    @cached_property
    def _quiet(self) -> CatalogueT:
        """The catalogue without its report: some texts have places that only their own readers can fill."""
        return type(self.catalogue)(self.catalogue.layers.telling(Report()), self.catalogue.chosen)

    def _plain_values(self, entry: Entry[Any]) -> dict[str, Any]:
        """The fields of an entry of any file; its text has the figures in where that can be."""
        values: dict[str, Any] = entry.value.model_dump()
        if isinstance(values.get("text"), str):
            values["text"] = self._quiet.text(values["text"], entry.value, entry.where("text"))
        return values

    def sheets(self, part: TextPart | BookletPart, where: Place) -> Iterable[Sheet]:
        source = self._source({**REASONS, **self.SHEETS}.get(part.values or part.id))
        if source is None and part.values is not None:
            hint = self.ledger.hint(part.values, list(self.SHEETS))
            self.report.error(where("values"), "ref:values", f"there are no values {part.values!r}.", hint)
            return []
        result = Sheet({}) if source is None else source(self)
        sheets = [result] if isinstance(result, Sheet) else list(result)
        if not self.catalogue.layers.is_shipped(where()):
            sheets = [sheet._replace(values={"rows": self._shelves(), **sheet.values}) for sheet in sheets]
        return sheets

    def _shelves(self) -> Values:
        """The entries of every file of the catalogue by their ids, for the texts of packs: `rows.units.archers`."""
        shelves: dict[str, Any] = {}
        for name, kind in self.catalogue.KINDS.items():
            if not kind.single and kind is not Catalogue.parts:
                entries = self.catalogue.shelf(kind).entries
                shelves[name.replace("-", "_")] = {id: self._plain_values(entry) for id, entry in entries.items()}
        return shelves

    def maps(self, part: MapPart, where: Place) -> Iterable[Board]:
        source = self._source(self.MAPS.get(part.map))
        if source is None:
            hint = self.ledger.hint(part.map, list(self.MAPS))
            self.report.error(where("map"), "ref:map", f"there is no map {part.map!r}.", hint)
            return ()
        boards = source(self)
        return boards if isinstance(boards, list) else filter(None, [boards])

    def _source(self, place: str | None) -> Callable[[Self], Any] | None:
        """The function at a place; None without one."""
        if place is None:
            return None
        module, _, function = place.partition(":")
        package = type(self).__module__.rpartition(".")[0]
        source: Callable[[Self], Any] = getattr(import_module(module, package), function)
        return source

    def filled(self, entry: Entry[Any]) -> dict[str, Any]:
        """An entry's fields, its text with the figures in."""
        value = entry.value
        return {**value.model_dump(), "text": self.catalogue.text(value.text, value, entry.where("text"))}

    def stamp(self) -> Mapping[str, str | bool]:
        """The stamp on every card: the kit it belongs to, and whether it is a designer's, with ids of rules."""
        head = self.battle.scenario.scenario
        return {"title": head.title, "edition": head.edition, "designer": self.options.designer}

    def playtested(self) -> Mapping[str, str]:
        """The results of playtests of the scenario and of the rule that evens it, for its sheet."""
        head = self.battle.scenario.scenario
        if head.playtests is None and head.evening is None:
            return {}
        from ibbprint.engine.playtested import evened, summary

        return {
            "playtests": "" if head.playtests is None else summary(head.playtests),
            "evening": "" if head.evening is None else evened(head.evening),
        }

    def playtest_notes(self) -> Mapping[str, list[Mapping[str, str]]]:
        """The games behind what the sheet says of playtests and how to play them again, for the page of notes."""
        head = self.battle.scenario.scenario
        played = [playtests for playtests in (head.playtests, head.evening) if playtests is not None]
        if not played:
            return {}
        from ibbprint.engine.playtested import details

        return {
            "playtests": [
                {"text": details(playtests), "version": playtests.version, "command": playtests.command}
                for playtests in played
            ]
        }

    def template(self, name: str) -> str:
        """A template in the folder of the game, or in `common/`."""
        return name if name.startswith("common/") else f"{self.catalogue.GAME}/{name}"

    def applied(self) -> list[Ruling]:
        """The rulings that the scenario says it applies, unknown ones left out."""
        shelf = self.catalogue.rulings
        return [ruling for name in self.battle.scenario.scenario.applies if (ruling := shelf.get(name)) is not None]

    def liveries(self, field: str, worn: Sequence[str]) -> Origins:
        """The place where each livery was first named: by those in that list of the scenario who wear them, or on
        the map.
        """
        places = {name: self.battle.source.where(field, i, "livery") for i, name in reversed([*enumerate(worn)])}
        return {**(self.battle.map.liveries if self.battle.map is not None else {}), **places}

    def as_kit(self, words: Origins, liveries: Origins, symbols: Origins = NONE) -> Kit:
        """The kit of the scenario; see `closed`."""
        head = self.battle.scenario.scenario
        words = {**self._words_of_parts(), **words}
        kit = self.closed(
            head.id,
            self.catalogue.GAME,
            head.title,
            head.edition,
            words=words,
            liveries=liveries,
            symbols=symbols,
            credit=self.catalogue.credit,
        )
        layout = self._source(self.TABLETOP or None) if self.options.tabletop else None
        if layout is None:
            return kit
        from ibbprint.engine.tabletop import mustered

        table = layout(self)
        return replace(kit, tabletop=mustered(table, self.pieces) if table.board is None else table)

    def _words_of_parts(self) -> Origins:
        """The places of words of parts in packs for which the fonts may lack characters."""
        if not self.catalogue.touched(Catalogue.parts.files):
            return NONE
        words: dict[str, Where] = {}
        for part in self.catalogue.parts.entries.values():
            if not self.catalogue.layers.is_shipped(part.where()):
                texts = {name: getattr(part.value, name, "") for name in ("title", "counted", "secret")}
                words |= beyond_ascii(part, texts)
        return words


def faced_sections(catalogue: Catalogue) -> frozenset[str]:
    """The ids of the sections that have pieces and cards."""
    from ibbprint.catalogue.models.parts import Faced

    return frozenset(part.section or part.id for part in catalogue.parts if isinstance(part, Faced))


def is_ascii(*texts: str | None) -> bool:
    """True when the fonts have all of the texts for certain."""
    together = "".join(filter(None, texts))
    return together.isascii() and together.isprintable()


class Written(Protocol):
    """A file, or a part of one, that knows where its values were written."""

    def where(self, *path: str | int) -> Where: ...


def beyond_ascii(source: Written, data: Any, path: tuple[str | int, ...] = ()) -> dict[str, Where]:
    """The places of texts that the fonts may not have, or that may have icons, by the text.

    All in `data`, which stands at `path`.
    """
    if isinstance(data, str):
        return {} if is_ascii(data) and data.count(":") < 2 else {data: source.where(*path)}
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return {text: where for step, value in inside for text, where in beyond_ascii(source, value, (*path, step)).items()}
