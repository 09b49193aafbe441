"""The figures of texts and booklets, drawn: faces, hexes, and maps with what is laid over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import get_args

from ibbprint.components.faces.faces import PIXELS_AN_INCH, Symbols
from ibbprint.components.figures.faces import draw_faces
from ibbprint.components.figures.hexes import draw_hexes
from ibbprint.components.lacking import tell_lacking
from ibbprint.components.maps.lettering import BESIDE, faces
from ibbprint.components.maps.on_picture import laid, tell_hexes_off
from ibbprint.components.maps.words import words_of
from ibbprint.components.pictures import tell_coarse
from ibbprint.components.style import MapStyle
from ibbprint.components.text.inline import written
from ibbprint.drawing import icons
from ibbprint.drawing.shapes import Drawing, Image, Use
from ibbprint.drawing.svg_images import PREFIX
from ibbprint.materials import NONE, Origins, by_name
from ibbprint.materials.boards import Board, BoardFigure, SampleFigure, StandMark, ZoneMark
from ibbprint.materials.booklets import CardFigure, FaceFigure, Figure, MapScene, SymbolFigure
from ibbprint.materials.charts import Chart, Course
from ibbprint.materials.looks import MarkLook, StampLook
from ibbprint.patterns import regex
from ibbprint.press.workshop import Workshop
from ibbprint.problems import Report, Where, did_you_mean

MAP_SHARE = 0.68
"""How much of the height of a page a map in a text may take."""
GROUPS_SHARE = 0.17
"""How much of it the groups of a map may take that are drawn larger than they must be."""
MOST_FIGURES = 200
"""How many figures a text may show. To draw one takes some 25 ms; our booklets have up to ten."""
COARSE_MAP = 150
"""Pixels an inch of the picture of a map, which is looked at from farther away than a counter."""
_FIGURE = regex(r"\]\(figure:([^\s)]+)\)")
PICTURE = regex(r"\]\((picture:[^\s)]+)(?:\s+[\"'(][^\"')]*[\"')])?\s*\)")
"""A picture of pixels, or of an SVG file, in a text: `![words](picture:tank "60 mm")`."""
"""What maps are lettered with."""


def drawn(
    shop: Workshop, figures: Mapping[str, Sequence[Figure]], room: tuple[float, float], text: str, where: Where
) -> dict[str, list[Drawing]]:
    """The drawings of each figure that a text shows, for a page with so much room in mm.

    What the text does not name stays undrawn. `where` is the file of the text. A figure with faults, which are
    in the report then, has no drawings.
    """
    drawings: dict[str, list[Drawing]] = {name: [] for name in figures}
    pictures = PICTURE.findall(text)
    number = len(_FIGURE.findall(text)) + len(pictures)
    if number > MOST_FIGURES:
        message = f"the text shows {number:,} figures; {MOST_FIGURES} are the most."
        shop.report.error(where, "draw:size", message, "Part it into several texts.")
        return drawings
    selected = {name: figures[name] for name in _names_in(text) if name in figures}
    for name, parts in selected.items():
        drawings[name] = []
        for part in parts:
            drawings[name] += _drawn(shop, part, room, name, where) or []
    for name in dict.fromkeys(pictures):
        drawings[name.replace("\\", "")] = _picture(shop, name.replace("\\", ""), where)
    if selected:
        printed = {name: [_as_hashed(part) for part in parts] for name, parts in selected.items()}
        shop.faces.texts[repr(printed)] = None  # what is drawn is part of the kit's hash
    return drawings


def _names_in(text: str) -> list[str]:
    """The names of the figures that a text shows."""
    return list(dict.fromkeys(name.replace("\\", "") for name in _FIGURE.findall(text)))


def _drawn(shop: Workshop, figure: Figure, room: tuple[float, float], name: str, where: Where) -> list[Drawing] | None:
    drawings = _draw_figure(shop, figure, room, name, where)
    for drawing in drawings or ():
        drawing.title = drawing.title or _title(figure)
    return drawings


def _title(figure: Figure) -> str:
    """The alternative text of a figure; empty where the words on it say more."""
    if isinstance(figure, BoardFigure):
        return words_of(figure)
    if isinstance(figure, SampleFigure):
        return figure.name
    if isinstance(figure, SymbolFigure):
        return figure.symbol.replace("-", " ")
    if isinstance(figure, Course):
        return figure.title
    return ""


def _draw_figure(
    shop: Workshop, figure: Figure, room: tuple[float, float], name: str, where: Where
) -> list[Drawing] | None:
    if isinstance(figure, BoardFigure):
        return _board(shop, figure, room)
    if isinstance(figure, SampleFigure):
        return _sample(shop, figure)
    if isinstance(figure, CardFigure):
        card = shop.faces.face(figure.face, figure.values, figure.size_mm, figure.origins)
        return None if card is None else [card]
    if isinstance(figure, MapScene):
        return _scene(shop, figure)
    if isinstance(figure, SymbolFigure):
        return _symbol(shop, figure, name, where)
    if isinstance(figure, Chart):
        from ibbprint.components.figures.charts import draw_chart, words_of_chart  # only reports have charts

        for text in words_of_chart(figure):
            tell_lacking(text, shop.kit.words, where, shop.report, *shop.style.typography.sheets[:2], excerpt=text)
        return [draw_chart(figure, shop.style, room[0])]
    draw = draw_faces(figure, shop.faces, shop.style) if isinstance(figure, FaceFigure) else None
    drawing = draw if isinstance(figure, FaceFigure) else draw_hexes(figure, shop.faces, shop.style)
    return None if drawing is None else [drawing]


def _symbol(shop: Workshop, figure: SymbolFigure, name: str, where: Where) -> list[Drawing] | None:
    symbols = shop.faces.symbols
    drawing = symbols(figure.symbol)
    if drawing is None:
        lacking = icons.missing(symbols, figure.symbol)
        for place in written(f"figure:{name}", shop.kit.words, where):
            shop.report.error(place, "draw:symbol", lacking.message, lacking.hint)
        return None
    scale = figure.high / drawing.height
    used = Use(drawing, (scale, 0.0, 0.0, scale, 0.0, 0.0), shop.style.ink)
    return [Drawing(drawing.width * scale, figure.high, [used])]


def _picture(shop: Workshop, href: str, where: Where) -> list[Drawing]:
    """The picture that a text names, as large as its pixels make it; None with the fault in the report."""
    symbols, name = shop.faces.symbols, href.removeprefix(PREFIX)
    try:
        picture = symbols.pictures(name)
    except ValueError as fault:  # an SVG that uses itself
        shop.report.error(where, "draw:picture", f"{fault}.")
        return []
    if picture is None:
        hint = did_you_mean(name, symbols.pictures.names()) or "Put its file into the folder pictures."
        for place in written(href, shop.kit.words, where):
            shop.report.error(place, "draw:picture", f"there is no picture {name!r}.", hint)
        return []
    if isinstance(picture, Drawing):
        return [Drawing(picture.width, picture.height, [Use(picture)], picture.plain, title=picture.title)]
    wide, high = (25.4 / PIXELS_AN_INCH * side for side in (picture.width, picture.height))
    return [shop.faces.flattened(Drawing(wide, high, [Image(picture, (wide, 0.0, 0.0, high, 0.0, 0.0))]))]


def _sample(shop: Workshop, figure: SampleFigure) -> list[Drawing] | None:
    from ibbprint.components.figures.boards import draw_sample  # only texts with samples pay for their making

    if not printable(figure.board, shop.faces.symbols, shop.kit.words, shop.style.map, shop.report):
        return None
    drawn = draw_sample(figure, shop.style, shop.faces.symbols, shop.options.map_style)
    return [] if drawn is None else [drawn]


def _as_hashed(figure: Figure) -> Figure:
    """A figure as it is part of the kit's hash: without where its words were written, its values by their names."""
    if isinstance(figure, SampleFigure):
        return figure._replace(board=figure.board.unplaced)
    if isinstance(figure, CardFigure):
        return figure._replace(values=by_name(figure.values), origins=NONE)
    if isinstance(figure, BoardFigure):
        counters = (counter._replace(values=by_name(counter.values), origins=NONE) for counter in figure.counters)
        return figure._replace(board=figure.board.unplaced, counters=tuple(counters))
    if isinstance(figure, SymbolFigure | Chart):
        return figure
    if isinstance(figure, FaceFigure):
        faces = (face._replace(values=by_name(face.values), origins=NONE) for face in figure.faces)
        return figure._replace(faces=tuple(faces))
    tokens = tuple(token._replace(values=by_name(token.values)) for token in figure.tokens)
    if isinstance(figure, MapScene):
        return figure._replace(board=figure.board.unplaced, tokens=tokens)
    return figure._replace(tokens=tokens)


def _land(shop: Workshop, board: Board, hex_mm: float) -> Drawing:
    """The land with hexes so wide, drawn once for the whole kit."""
    from ibbprint.components.maps import drawing as map_drawing

    land = shop.land(board, hex_mm)
    if land is None:
        scene = map_drawing.scene_of(board, shop.style, hex_mm, shop.faces.symbols)
        land = map_drawing.land(scene, shop.options.map_style)
        shop.keep_land(board, land, hex_mm)
    return land


def _scene(shop: Workshop, figure: MapScene) -> list[Drawing] | None:
    """A piece of a map with small counters and arrows."""
    from ibbprint.components.figures.scenes import draw_scene

    if not printable(figure.board, shop.faces.symbols, shop.kit.words, shop.style.map, shop.report):
        return None
    look = shop.options.map_style
    shop.faces.texts[f"{figure.board.id}, {look}"] = None
    drawing = draw_scene(figure, shop.faces, shop.style, look, lambda: _land(shop, figure.board, figure.board.hex_mm))
    return None if drawing is None else [drawing]


def _board(shop: Workshop, figure: BoardFigure, room: tuple[float, float]) -> list[Drawing] | None:
    """A map in a text, its key, or its groups."""
    from ibbprint.components.figures import boards as figure_boards  # only texts with a map pay for its making

    board = figure.board
    if not printable(board, shop.faces.symbols, shop.kit.words, shop.style.map, shop.report):
        return None
    style, symbols = shop.style, shop.faces.symbols
    layer = next((layer for layer in board.layers if layer.id == figure.layer), None)
    if layer is not None and figure.part == "key":
        return [figure_boards.key(layer, style, symbols, room[0], style.ink, cell=board.cell)]
    if layer is not None and figure.part == "groups":
        return figure_boards.groups(layer, style, symbols, (room[0], room[1] * GROUPS_SHARE), board.printed_name)
    look = shop.options.map_style
    shop.faces.texts[f"{board.id}, {look}"] = None

    limits = (room[0] * figure.share, room[1] * MAP_SHARE)
    if figure.window is not None:
        counters = [
            (counter, shop.faces.face(counter.face, counter.values, counter.size_mm, counter.origins))
            for counter in figure.counters
        ]
        drawn_counters = [(counter, face) for counter, face in counters if face is not None]
        if len(drawn_counters) < len(counters):
            return None
        return [figure_boards.piece_of_map(board, figure.window, drawn_counters, style, symbols, limits, look)]
    return [figure_boards.small_map(board, figure.layer, style, symbols, limits, look, partial(_land, shop, board))]


def printable(board: Board, symbols: Symbols, words: Origins, look: MapStyle, report: Report) -> bool:
    """False, with the faults in the report, when a symbol is missing or the fonts lack a character of what it says.

    `words` say where texts were written that the board does not place itself.
    """
    before = len(report.errors)
    texts = [board.title, board.subtitle, board.note, board.scale]
    texts += [text for ground in board.grounds for text in (ground.name, ground.letter)]
    texts += [name.text for name in board.names] + [course.name for course in board.courses if course.kind != "road"]
    texts += [text for course in board.side_courses for text in (course.name, course.title)]
    texts += [course.title for course in board.courses] + [place.title for place in board.places]
    texts += [text for start in board.starts for text in (start.title, start.letter)]
    for layer in board.layers:
        marks: list[StandMark | ZoneMark] = [*layer.zones, *layer.stands]
        for mark in marks:
            texts += [text for stander in mark.standers for text in (stander.name, stander.letter, *stander.ids)]
        texts += [*(zone.name for zone in layer.zones), *(goal.name for goal in layer.goals)]
        for entry in layer.key:
            texts += [entry.name, entry.letter, *(text for group in entry.groups for text in group)]
    for symbol, where in board.symbols.items():
        if symbol.startswith(PREFIX):
            _tell_picture(board, symbol.removeprefix(PREFIX), symbols, report, where)
        elif symbols(symbol) is None:
            names = [*get_args(StampLook), *get_args(MarkLook), *symbols.names()]
            message = f"there is no stamp, mark or symbol {symbol!r}."
            report.error(where, "draw:symbol", message, did_you_mean(symbol, names, most=0))
    for text in dict.fromkeys(texts):
        placed = {text: board.origins[text]} if text in board.origins else words
        tell_lacking(text, placed, Where(board.id), report, *faces(look), excerpt=text)
    for text, where in {text: piece.where for piece in board.beside for text in piece.texts}.items():
        placed = {text: board.origins.get(text, where)}
        tell_lacking(text, placed, where, report, *map(look.face, BESIDE), excerpt=text)
    return len(report.errors) == before


def _tell_picture(board: Board, name: str, symbols: Symbols, report: Report, where: Where) -> None:
    """Report a picture that a board names and that is not there, too coarse, or too small for its hexes."""
    drawing = symbols(f"{PREFIX}{name}")
    if drawing is None:
        hint = did_you_mean(name, symbols.pictures.names()) or "Put its file into the folder pictures."
        report.error(where, "draw:picture", f"there is no picture {name!r}.", hint)
        return
    tell_hexes_off(board, symbols, report, where)
    picture = laid(board, board.hex_mm, symbols)
    if picture is not None:
        tell_coarse(Drawing(1, 1, [picture.item(0, 0)]), report, least=COARSE_MAP)
