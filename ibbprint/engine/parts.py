"""Sources of parts of a kit for several games: maps with their set-up, the booklet of rules, notes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from ibbprint.catalogue.boards import Sort, board_of
from ibbprint.catalogue.layers import Shelf
from ibbprint.catalogue.map_kinds import symbols_of
from ibbprint.catalogue.maps import CellMap
from ibbprint.catalogue.models.rulings import Ruling
from ibbprint.catalogue.rulebook import Catalogue, switches
from ibbprint.engine.bill import KitBill
from ibbprint.engine.kit_parts import Sheet
from ibbprint.materials import NONE, Origins, Section, Values
from ibbprint.materials.beside import Beside
from ibbprint.materials.boards import Board, BoardFigure, BoardPart, KeyEntry, Layer, Stander, StandMark
from ibbprint.materials.booklets import Figure, FigureArrow
from ibbprint.problems import Where

if TYPE_CHECKING:
    from ibbprint.engine.state import Event

MAP = Section("map", "Map")
RULES = Section("rules", "Rules")

Bill = KitBill[Any, Any]
SET_UP = "set-up"
"""The id of the layer of a map that shows where everything stands at the start."""
TRACK_ROOM_MM = 2.0
"""How much wider the boxes of a turn track are than a counter."""
MOMENTS = ("ready", "turn-over", "over")
"""The events of a game that say where everybody stands."""


def tint(colour: str, pale: float | Fraction) -> str:
    """A tint as sheets of text name it: a colour of `style.results`, and behind it how much white is in it."""
    return f"{colour} {round(pale * 100)}"


def set_up_diagram(values: Values, board: Board | None) -> list[Sheet]:
    """The set-up on a small map, where there is one."""
    if board is None:
        return []
    parts: tuple[BoardPart, ...] = ("map", "key", "groups")
    return [Sheet(values, {part: (BoardFigure(board, SET_UP, part),) for part in parts})]


def map_record(
    bill: Bill,
    cell_map: CellMap,
    sorts: Sequence[Sort],
    set_up: Layer,
    *,
    letters: Mapping[str, str] = NONE,
    more_origins: Origins | None = None,
    grounds: Shelf[Any] | None = None,
) -> Board:
    """The map of a scenario as a record, its set-up laid over it; see `board_of`.

    `grounds` are the entries that the sorts were made of, which may name symbols. How a map was reconstructed stands
    beside its legend in a designer's kit, and on the page of notes in a player's.
    """
    board = plain_map(
        bill.catalogue,
        cell_map,
        sorts,
        bill.options.counter_mm,
        layers=(set_up,),
        letters=letters,
        more_origins=more_origins,
        grounds=grounds,
    )
    if bill.options.designer or not cell_map.model.reconstruction:
        return board
    bill.map_note = board.note
    return board._replace(subtitle="", note="")


def turn_track(turns: int, counter_mm: float) -> tuple[Beside, ...]:
    """A turn track for the margin of a map, its boxes a little larger than a counter; none for a single turn."""
    if turns < 2:
        return ()
    boxes = tuple((str(turn), "") for turn in range(1, turns + 1))
    cell = counter_mm + TRACK_ROOM_MM
    return (Beside("track", "the turn track", ("bottom",), Where(""), title="Turns", lines=boxes, cell=cell),)


def plain_map(
    catalogue: Catalogue,
    cell_map: CellMap,
    sorts: Sequence[Sort],
    counter_mm: float,
    *,
    layers: Sequence[Layer] = (),
    letters: Mapping[str, str] = NONE,
    more_origins: Origins | None = None,
    grounds: Shelf[Any] | None = None,
) -> Board:
    """A map as a record, with the scale that its file gives it; see `map_record`."""
    scale = catalogue.text(cell_map.model.scale or "", cell_map.model, cell_map.source.where("map", "scale"))
    board = board_of(
        cell_map, sorts, MAP.id, counter_mm, scale=scale, layers=layers, letters=letters, more_origins=more_origins
    )
    return board if grounds is None else board._replace(symbols={**board.symbols, **symbols_of(grounds)})


def with_moments(
    board: Board | None,
    events: Iterable[Event],
    stands: Callable[[Event], Iterable[StandMark]],
    key: Iterable[KeyEntry],
) -> Board | None:
    """The map of a game in play: its set-up left out, and a layer for every moment that was reported.

    The events of `MOMENTS` have the `number` of the turn that is over, 0 after the set-up; `stands` says where
    everybody stood at one of them, and `key` what their liveries stand for.
    """
    if board is None:
        return None
    entries = tuple(key)
    return board._replace(
        layers=tuple(_moment(event, stands(event), entries) for event in events if event.kind in MOMENTS)
    )


def _moment(event: Event, stands: Iterable[StandMark], key: tuple[KeyEntry, ...]) -> Layer:
    number = event.values["number"]
    id, title = (f"turn-{number:02}", f"After turn {number}") if number else (SET_UP, "Set-up")
    return Layer(id, title, stands=tuple(stands), key=key)


def stand_marks(standing: Iterable[tuple[str, str, Stander]]) -> tuple[StandMark, ...]:
    """A mark for each hex and livery, with who stands there in the order in which they come."""
    standers: dict[tuple[str, str], list[Stander]] = {}
    for name, livery, stander in standing:
        standers.setdefault((name, livery), []).append(stander)
    return tuple(StandMark(name, livery, tuple(stack)) for (name, livery), stack in standers.items())


def switches_set(bill: Bill) -> Iterator[tuple[Ruling, Mapping[str, str], str, bool]]:
    """The rulings with a choice: the words of each way to play, the one that stands, and whether that is usual."""
    shelf = bill.catalogue.rulings
    for name, (ruling, switch) in switches(bill.catalogue.layers).items():
        where = shelf.where(ruling.id, "switch")
        texts = {value: bill.catalogue.text(text, switch, where) for value, text in switch.values.items()}
        value = bill.catalogue.chosen.get(name, switch.default)
        yield ruling, texts, value, value == switch.default


def rules_of_play(
    bill: Bill, values: Values, figures: Mapping[str, tuple[Figure, ...]], marked: Mapping[str, str]
) -> Sheet:
    """The rules as a booklet. A designer's has ids of rules in a margin, with the `marked` words beside them."""
    return Sheet(
        {"box": {**box_of(bill), "rules": True}, **values},
        figures,
        title="Rules of play",
        marked=marked,
        noted=bill.options.designer,
    )


def box_of(bill: Bill) -> dict[str, Any]:
    """The values of the cover: the credit of the game, its players and length; 0 and empty are not printed."""
    box = bill.catalogue.box
    return {"text": "", "players": "", "minutes": 0, "age": 0} if box is None else box.model_dump(exclude={"id"})


def notes(bill: Bill, marked: Mapping[str, str], values: Values = NONE) -> list[Sheet]:
    """The page of notes that a player's kit does not have in place: rulings, and the `marked` ones.

    A designer's kit has all of it in place.
    """
    rulings = bill.catalogue.rulings
    made_up = [{"id": ruling.id, "title": ruling.title} for ruling in rulings if ruling.id in marked]
    applied = [{"id": ruling.id, "title": ruling.title} for ruling in bill.applied()]
    values = {"map_note": bill.map_note, "rulings": applied, "made_up": made_up, **bill.playtest_notes(), **values}
    if bill.options.designer or not bill.options.notes or not any(values.values()):
        return []
    return [Sheet({"game": bill.catalogue.GAME, **values})]


def house_rulings(bill: Bill, applies: Callable[[Ruling], bool]) -> list[Sheet]:
    """The rulings that `applies` takes, in full, and the switches set otherwise than usual; none in a kit without
    notes. For games whose rulings close gaps of a play aid, so that its players read them.
    """
    if not bill.options.notes:
        return []
    rulings = [entry for entry in bill.catalogue.rulings.entries.values() if applies(entry.value)]
    values = {
        "game": bill.catalogue.GAME,
        "rulings": [
            {"id": item.value.id, "title": item.value.title, "text": bill.filled(item)["text"]} for item in rulings
        ],
        "switches": [
            {"id": ruling.id, "title": ruling.title, "text": texts[value], "usual": usual}
            for ruling, texts, value, usual in switches_set(bill)
        ],
        **bill.playtest_notes(),
    }
    return [Sheet(values)]


Tone = Literal["clear", "zone", "water", "woods", "full", "part"]


def block(
    columns: range, rows: range, tones: Mapping[Tone, Collection[str]] | None = None, drop: Collection[str] = ()
) -> dict[str, Tone]:
    """A block of clear hexes without those to be dropped, some of them in other tones."""
    hexes = [f"{column:02d}{row:02d}" for column in columns for row in rows]
    result: dict[str, Tone] = {name: "clear" for name in hexes if name not in drop}
    for tone, names in (tones or {}).items():
        result.update((name, tone) for name in names if name in result)
    return result


def arrow(hexes: str, kind: Literal["move", "fire", "charge"] = "move") -> FigureArrow:
    """An arrow through hexes: `0103 0203`."""
    return FigureArrow(tuple(hexes.split()), kind)
