"""The figures of texts and booklets, drawn: faces, hexes, and maps with what is laid over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from ibbprint.components.faces import Symbols
from ibbprint.components.figure_faces import draw_faces
from ibbprint.components.figure_hexes import draw_hexes
from ibbprint.components.lacking import tell_lacking
from ibbprint.drawing.shapes import Drawing
from ibbprint.materials import NONE, Origins, by_name
from ibbprint.materials.boards import Board, BoardFigure, StandMark, ZoneMark
from ibbprint.materials.booklets import FaceFigure, Figure
from ibbprint.materials.looks import MarkLook, StampLook
from ibbprint.press.workshop import Workshop
from ibbprint.problems import Report, Where, did_you_mean

MAP_SHARE = 0.68
"""How much of the height of a page a map in a text may take."""
_FONTS = ("regular", "smallcaps", "italic", "bold")
"""What maps are lettered with."""


def drawn(
    shop: Workshop, figures: Mapping[str, Sequence[Figure]], room: tuple[float, float]
) -> dict[str, list[Drawing]] | None:
    """The drawings of each figure for a page with so much room in mm; None with faults in the report."""
    made: dict[str, list[Drawing]] = {}
    for name, parts in figures.items():
        made[name] = []
        for part in parts:
            if isinstance(part, BoardFigure):
                drawings = _board(shop, part, room)
            else:
                draw = draw_faces(part, shop.faces, shop.style) if isinstance(part, FaceFigure) else None
                one = draw if isinstance(part, FaceFigure) else draw_hexes(part, shop.faces, shop.style)
                drawings = None if one is None else [one]
            if drawings is None:
                return None
            made[name] += drawings
    if figures:
        printed = {name: [_as_hashed(part) for part in parts] for name, parts in figures.items()}
        shop.faces.texts[repr(printed)] = None  # what is drawn is part of the kit's hash
    return made


def _as_hashed(figure: Figure) -> Figure:
    """A figure as it is part of the kit's hash: without where its words were written, its values by their names."""
    if isinstance(figure, BoardFigure):
        return figure._replace(board=figure.board.unplaced)
    if isinstance(figure, FaceFigure):
        faces = (shown._replace(values=by_name(shown.values), origins=NONE) for shown in figure.faces)
        return figure._replace(faces=tuple(faces))
    tokens = (token._replace(values=by_name(token.values)) for token in figure.tokens)
    return figure._replace(tokens=tuple(tokens))


def _board(shop: Workshop, figure: BoardFigure, room: tuple[float, float]) -> list[Drawing] | None:
    """A map in a text, its key, or its groups."""
    from ibbprint.components import figure_boards, map_drawing  # only texts with a map pay for its making

    board = figure.board
    if not printable(board, shop.faces.symbols, shop.kit.words, shop.report):
        return None
    style, symbols = shop.style, shop.faces.symbols
    layer = next(layer for layer in board.layers if layer.id == figure.layer)
    if figure.part == "key":
        return [figure_boards.key(layer, style, symbols, room[0], style.ink, cell=board.cell)]
    if figure.part == "groups":
        return figure_boards.groups(layer, style, symbols, room[0], board.told)
    look = shop.options.map_style
    shop.faces.texts[f"{board.id}, {look}"] = None

    def land() -> Drawing:
        """The land at the size of play, drawn once for the whole kit."""
        if id(board) not in shop.lands:
            scene = map_drawing.scene_of(board, style, board.hex_mm, symbols)
            shop.lands[id(board)] = (board, map_drawing.land(scene, look))
        return shop.lands[id(board)][1]

    most = (room[0], room[1] * MAP_SHARE)
    return [figure_boards.small_map(board, layer.id, style, symbols, most, look, land)]


def printable(board: Board, symbols: Symbols, words: Origins, report: Report) -> bool:
    """False, with the faults in the report, when a symbol is missing or the fonts lack a character of what it says.

    `words` say where texts were written that the board does not place itself.
    """
    before = len(report.errors)
    texts = [board.title, board.subtitle, board.note, board.scale, *(ground.name for ground in board.grounds)]
    texts += [name.text for name in board.names] + [course.name for course in board.courses if course.kind != "road"]
    texts += [text for course in board.side_courses for text in (course.name, course.title)]
    texts += [course.title for course in board.courses] + [place.title for place in board.places]
    texts += [text for start in board.starts for text in (start.title, start.letter)]
    for layer in board.layers:
        marks: list[StandMark | ZoneMark] = [*layer.zones, *layer.stands]
        for mark in marks:
            texts += [text for one in mark.what for text in (one.name, one.letter, *one.ids)]
        texts += [zone.name for zone in layer.zones]
        for entry in layer.key:
            texts += [entry.name, entry.letter, *(text for group in entry.groups for text in group)]
    for symbol, where in board.symbols.items():
        if symbols(symbol) is None:
            known = [*get_args(StampLook), *get_args(MarkLook), *symbols.names()]
            message = f"there is no stamp, mark or symbol {symbol!r}."
            report.error(where, "draw:symbol", message, did_you_mean(symbol, known, most=0))
    for text in dict.fromkeys(texts):
        placed = {text: board.origins[text]} if text in board.origins else words
        tell_lacking(text, placed, Where(board.id), report, *_FONTS, shown=text)
    return len(report.errors) == before
