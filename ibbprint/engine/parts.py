"""The ready parts of a kit: player aid, scenario sheet with its set-up, map, markers and booklet of rules.

Each names its section and adds its records to the bill, filled with what the game gives. Their templates have the same
names in the folder of every game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ibbprint.catalogue.boards import Sort, board_of
from ibbprint.catalogue.layers import Shelf
from ibbprint.catalogue.map_kinds import symbols_of
from ibbprint.catalogue.maps import CellMap
from ibbprint.catalogue.models.rulings import Ruling
from ibbprint.catalogue.rulebook import RULINGS, Catalogue, switches
from ibbprint.engine.bill import KitBill
from ibbprint.engine.kit_parts import Sheet
from ibbprint.engine.marker_sheet import BLOCK, CountedMarker, counted_markers, marker_pieces, marker_reasons
from ibbprint.engine.sections import CRIB, MAP, MARKER_SHEETS, NOTES, REASONS, RULES, SCENARIO
from ibbprint.materials import NONE, Origins, Section, Values
from ibbprint.materials.boards import Board, BoardFigure, BoardPart, KeyEntry, Layer, Stander, StandMark
from ibbprint.materials.booklets import Booklet, Figure

if TYPE_CHECKING:
    from ibbprint.engine.state import Event

Bill = KitBill[Any, Any]
AID_PAGES = 2
"""A player aid may fill both sides of a sheet of paper."""
MOST_PAGES = 16
"""The pages of a booklet, four sheets of paper."""
SET_UP = "set-up"
"""The id of the layer of a map that shows where everything stands at the start."""
MOMENTS = ("ready", "turn-over", "over")
"""The events of a game that say where everybody stands."""


def add_player_aid(
    bill: Bill, values: Values, *, figures: Mapping[str, tuple[Figure, ...]] = NONE, panels: bool = True,
    id: str = "crib", title: str = "", copies: int = 1, whose: str = "", largest: float = 0.0,
) -> None:  # fmt: skip
    """The rules that are asked for at the table, on both sides of one sheet, as often as there are players.

    It is a page of panels, or else two columns; see `Text`.
    """
    if CRIB not in bill.sections:
        bill.sections.append(CRIB)
    bill.add_text(
        CRIB, id, "crib", values, title=title, columns=1 if panels else 2, pages=AID_PAGES, front=True, aid=True,
        figures=figures, panels=panels, copies=copies, whose=whose, largest=largest,
    )  # fmt: skip


def tint(colour: str, pale: float | Fraction) -> str:
    """A tint as sheets of text name it: a colour of `style.results`, and behind it how much white is in it."""
    return f"{colour} {round(pale * 100)}"


def add_scenario_sheet(bill: Bill, values: Values, board: Board | None, *, pages: int, groups: Values = NONE) -> None:
    """The scenario in words and tables, and its set-up on a small map.

    `groups` is what the diagram needs besides.
    """
    bill.sections.append(SCENARIO)
    bill.add_text(SCENARIO, "scenario", "scenario-sheet", values, pages=pages, front=True, aid=True)
    for sheet in set_up_diagram({**values, **groups}, board):
        bill.add_text(SCENARIO, SET_UP, SET_UP, sheet.values, title="Set-up diagram", aid=True, figures=sheet.figures)


def set_up_diagram(values: Values, board: Board | None) -> list[Sheet]:
    """The set-up on a small map, where there is one."""
    if board is None:
        return []
    parts: tuple[BoardPart, ...] = ("map", "key", "groups")
    return [Sheet(values, {part: (BoardFigure(board, SET_UP, part),) for part in parts})]


def add_map(bill: Bill, board: Board | None) -> None:
    """The map of the scenario, where it has one."""
    bill.sections.append(MAP)
    if board is not None:
        bill.boards.append(board)


def map_record(
    bill: Bill, found: CellMap, sorts: Sequence[Sort], set_up: Layer, *,
    letters: Mapping[str, str] = NONE, more_origins: Origins | None = None, grounds: Shelf[Any] | None = None,
) -> Board:  # fmt: skip
    """The map of a scenario as a record, its set-up laid over it; see `board_of`.

    `grounds` are the entries that the sorts were made of, which may name symbols. How a map was reconstructed stands
    beside its legend in a designer's kit, and on the page of notes in a player's.
    """
    board = plain_map(
        bill.catalogue, found, sorts, bill.options.counter_mm, layers=(set_up,), letters=letters,
        more_origins=more_origins, grounds=grounds,
    )  # fmt: skip
    if bill.options.designer or not found.model.reconstruction:
        return board
    bill.map_note = board.note
    return board._replace(subtitle="", note="")


def plain_map(
    catalogue: Catalogue, found: CellMap, sorts: Sequence[Sort], counter_mm: float, *, layers: Sequence[Layer] = (),
    letters: Mapping[str, str] = NONE, more_origins: Origins | None = None, grounds: Shelf[Any] | None = None,
) -> Board:  # fmt: skip
    """A map as a record, with the scale that its file gives it; see `map_record`."""
    scale = catalogue.text(found.model.scale or "", found.model, found.source.where("map", "scale"))
    board = board_of(
        found, sorts, MAP.id, counter_mm, scale=scale, layers=layers, letters=letters, more_origins=more_origins
    )
    return board if grounds is None else board._replace(symbols={**board.symbols, **symbols_of(grounds)})


def with_moments(
    board: Board | None, events: Iterable[Event], stands: Callable[[Event], Iterable[StandMark]],
    key: Iterable[KeyEntry],
) -> Board | None:  # fmt: skip
    """The map of a game in play: its set-up left out, and a layer for every moment that was reported.

    The events of `MOMENTS` have the `number` of the turn that is over, 0 after the set-up; `stands` says where
    everybody stood at one of them, and `key` what their liveries stand for.
    """
    if board is None:
        return None
    entries = tuple(key)
    return board._replace(layers=tuple(_moment(one, stands(one), entries) for one in events if one.kind in MOMENTS))


def _moment(event: Event, stands: Iterable[StandMark], key: tuple[KeyEntry, ...]) -> Layer:
    number = event.values["number"]
    id, title = (f"turn-{number:02}", f"After turn {number}") if number else (SET_UP, "Set-up")
    return Layer(id, title, stands=tuple(stands), key=key)


def stand_marks(standing: Iterable[tuple[str, str, Stander]]) -> tuple[StandMark, ...]:
    """A mark for each hex and livery, with who stands there in the order in which they come."""
    found: dict[tuple[str, str], list[Stander]] = {}
    for name, livery, stander in standing:
        found.setdefault((name, livery), []).append(stander)
    return tuple(StandMark(name, livery, tuple(here)) for (name, livery), here in found.items())


def switches_set(bill: Bill) -> Iterator[tuple[Ruling, Mapping[str, str], str, bool]]:
    """The rulings with a choice: the words of each way to play, the one that stands, and whether that is usual."""
    shelf = bill.catalogue.shelf(RULINGS)
    for name, (ruling, switch) in switches(bill.catalogue.layers).items():
        where = shelf.where(ruling.id, "switch")
        texts = {value: bill.catalogue.text(text, switch, where) for value, text in switch.values.items()}
        value = bill.catalogue.chosen.get(name, switch.default)
        yield ruling, texts, value, value == switch.default


def add_markers(
    bill: Bill, facts: Mapping[str, int], folder: str, *, section: Section = MARKER_SHEETS, size_mm: float | None = None
) -> None:
    """Each marker as often as its formula over the facts says; the templates stand in that folder.

    `size_mm` is the side of a marker; None: as large as a counter.
    """
    markers = _markers(bill, facts)
    bill.sections.append(section)
    bill.blocks[BLOCK] = f"Markers: {sum(count for _, _, count in markers)}"
    size = bill.options.counter_mm if size_mm is None else size_mm
    bill.pieces += marker_pieces(markers, section.id, folder, size)


def add_marker_reasons(bill: Bill, facts: Mapping[str, int], meanings: Mapping[str, str], folder: str) -> None:
    """A sheet of text with the formulas and why they are so."""
    bill.sections.append(REASONS)
    bill.texts.append(marker_reasons(_markers(bill, facts), facts, meanings, folder))


def add_booklet(
    bill: Bill, values: Values, figures: Mapping[str, tuple[Figure, ...]], marked: Mapping[str, str],
    *, most_pages: int = MOST_PAGES,
) -> None:  # fmt: skip
    """The rules as a booklet, which should have no more pages than that."""
    bill.sections.append(RULES)
    sheet = rules_of_play(bill, values, figures, marked)
    bill.booklets.append(
        Booklet(
            id="rules",
            section=RULES.id,
            title=sheet.title,
            cover=bill.template("booklet/cover.svg.j2"),
            template=bill.template("booklet/rules.md.j2"),
            values={**bill.stamp(), **sheet.values},
            figures=figures,
            marked=marked,
            most_pages=most_pages,
            noted=sheet.noted,
        )
    )


def rules_of_play(
    bill: Bill, values: Values, figures: Mapping[str, tuple[Figure, ...]], marked: Mapping[str, str]
) -> Sheet:
    """The rules as a booklet. A designer's has ids of rules in a margin, with the `marked` words beside them."""
    return Sheet(
        {"box": _box(bill), **values}, figures, title="Rules of play", marked=marked, noted=bill.options.designer
    )


def _box(bill: Bill) -> dict[str, Any]:
    """What the cover says of the game: its credit, and for whom and how long it is; 0 and nothing are not printed."""
    box = bill.catalogue.box
    return {"text": "", "players": "", "minutes": 0, "age": 0} if box is None else box.model_dump(exclude={"id"})


def add_notes(bill: Bill, marked: Mapping[str, str], values: Values = NONE) -> None:
    """The page of notes, where there is one."""
    bill.sections.append(NOTES)
    for sheet in notes(bill, marked, values):
        bill.add_text(NOTES, "notes", "notes", sheet.values, columns=2, pages=AID_PAGES, below=True)


def notes(bill: Bill, marked: Mapping[str, str], values: Values = NONE) -> list[Sheet]:
    """What a player's kit does not have where it applies, on one page: rulings, and the `marked` ones.

    A designer's kit has all of it in place.
    """
    rulings = bill.catalogue.shelf(RULINGS)
    made_up = [{"id": ruling.id, "title": ruling.title} for ruling in rulings if ruling.id in marked]
    applied = [{"id": ruling.id, "title": ruling.title} for ruling in bill.applied()]
    if bill.options.designer or not bill.options.notes or not any((made_up, applied, bill.map_note, *values.values())):
        return []
    game = bill.catalogue.GAME
    return [Sheet({"game": game, "rulings": applied, "made_up": made_up, "map_note": bill.map_note, **values})]


def add_house_rulings(
    bill: Bill, wanted: Callable[[Ruling], bool], *, pages: int = 0, front: bool = False, aid: bool = False
) -> None:
    """The page of `house_rulings`; the rest is as in `Text`."""
    bill.sections.append(NOTES)
    for sheet in house_rulings(bill, wanted):
        bill.add_text(NOTES, "notes", "notes", sheet.values, columns=2, pages=pages, front=front, aid=aid)


def house_rulings(bill: Bill, wanted: Callable[[Ruling], bool]) -> list[Sheet]:
    """The rulings that are `wanted`, whole, and what was chosen otherwise than usual; none where nobody asks for notes.

    For games whose rulings close gaps of a play aid, so that its players read them.
    """
    if not bill.options.notes:
        return []
    rulings = [entry for entry in bill.catalogue.shelf(RULINGS).entries.values() if wanted(entry.value)]
    values = {
        "game": bill.catalogue.GAME,
        "rulings": [
            {"id": one.value.id, "title": one.value.title, "text": bill.filled(one)["text"]} for one in rulings
        ],
        "switches": [
            {"id": ruling.id, "title": ruling.title, "text": texts[value], "usual": usual}
            for ruling, texts, value, usual in switches_set(bill)
        ],
    }
    return [Sheet(values)]


def _markers(bill: Bill, facts: Mapping[str, int]) -> Sequence[CountedMarker]:
    """The markers of a kit, counted once."""
    if bill.markers is None:
        bill.markers = counted_markers(bill.catalogue, facts)
    return bill.markers
