"""The picture book of a game: one page of HTML with the story and the map after every turn, complete in one file.

It has no script and loads nothing, and its policy forbids both. What all the maps have alike is in it once.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from ibbprint.components.faces.faces import Symbols
from ibbprint.components.maps.sheet import map_sheet
from ibbprint.components.style import Style, read_style
from ibbprint.digits import are_digits
from ibbprint.drawing.inks import Inks, on_screen
from ibbprint.drawing.svg import to_svg
from ibbprint.materials.boards import Board, Layer
from ibbprint.patterns import regex
from ibbprint.press.inking import USUAL, Inking
from ibbprint.problems import Report
from ibbprint.shipped import shipped

PAGE = "common/picture-book.html"
TURN = "turn"
"""The kind of the sentences that begin a turn, in every game."""
OPENING = "set-up"
CLASSES = {"item": "item", "under": "figures"}
"""The class of a paragraph by its place in the report; any other place is a plain paragraph."""
_SVG = "{http://www.w3.org/2000/svg}"
_REFERENCE = regex(r"#([A-Za-z][\w-]*)(?=$|\))")
"""What may be the name of a definition in an attribute; a colour is none, for nothing of its name is defined."""
_STYLE = regex(r"<style>([\s\S]*?)</style>")
LEAST_SHARED = 120
"""Characters of an element that is worth a reference in place of itself."""


class Line(NamedTuple):
    """A sentence of the story: the kind of what happened, its place in the report, the words."""

    kind: str
    place: str
    text: str


@dataclass
class Chapter:
    """A turn: its heading, its story, and the map when it was over."""

    title: str
    story: list[Line] = field(default_factory=list)
    layer: Layer | None = None


def picture_book(
    title: str,
    story: Iterable[Line],
    board: Board | None,
    folders: Sequence[Path],
    report: Report,
    inking: Inking = USUAL,
) -> bytes | None:
    """The page of a game, in UTF-8; None with the faults in the report. One without a board has the story alone."""
    style = read_style(folders, report, palette=inking.palette, ink=inking.ink)
    if style is None:
        return None
    chapters = chapters_of(story, () if board is None else board.layers)
    layers = [chapter.layer for chapter in chapters if chapter.layer is not None]
    maps: list[str] = []
    fonts = ""
    if board is not None and layers:
        maps, fonts = _maps(board, layers, style, Symbols(folders, report), inking.inks(style))
    if not report.ok:
        return None
    drawn = iter(maps)
    pages, contents = [], []
    for number, chapter in enumerate(chapters):
        map = next(drawn) if chapter.layer is not None else ""
        pages.append(_section(chapter, map, number))
        contents.append(f'<a href="#t{number}">{escape(chapter.title or title)}</a>')
    html = (shipped("templates") / PAGE).read_text(encoding="utf-8").replace("/* fonts */", fonts)
    parts = {"title": escape(title), "contents": "\n".join(contents), "policy": policy(html)}
    for name, text in parts.items():
        html = html.replace(f"<!-- {name} -->", text)
    head, _, foot = html.rpartition("<!-- pages -->")
    return f"{head}{''.join(pages)}{foot}".encode()


def policy(html: str) -> str:
    """The policy of a page: its own style and the fonts in it, no script, nothing from anywhere."""
    sheet = _STYLE.search(html)
    assert sheet is not None
    digest = b64encode(sha256(sheet[1].encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; font-src data:; img-src data:; base-uri 'none'"


def chapters_of(story: Iterable[Line], layers: Sequence[Layer]) -> list[Chapter]:
    """The story turn by turn, each with its layer; layers of turns without a story come last."""
    chapters = [Chapter("")]
    for line in story:
        if line.kind == TURN and line.place == "heading":
            chapters.append(Chapter(line.text))
        elif line.place != "title":
            chapters[-1].story.append(line)
    for layer in layers:
        digits = layer.id.rpartition("-")[2]
        number = 0 if layer.id == OPENING else int(digits) if are_digits(digits) else len(chapters)
        if number < len(chapters) and chapters[number].layer is None:
            chapters[number].layer = layer
        else:
            chapters.append(Chapter(layer.title, layer=layer))
    return chapters


def _section(chapter: Chapter, map: str, number: int) -> str:
    heading = f"<h2>{escape(chapter.title)}</h2>" if chapter.title else ""
    caption = "" if chapter.layer is None else f"<figcaption>{escape(chapter.layer.title)}</figcaption>"
    figure = f"<figure>{map}{caption}</figure>" if map else ""
    blocks: list[tuple[str, str]] = []
    for line in chapter.story:
        if line.place == "on" and blocks and blocks[-1][0] != "heading":
            blocks[-1] = (blocks[-1][0], f"{blocks[-1][1]} {line.text}")
        else:
            blocks.append((line.place, line.text))
    written = "\n".join(_block(place, text) for place, text in blocks)
    return f'<section id="t{number}">\n{heading}{figure}<div class="story">{written}</div>\n</section>\n'


def _block(place: str, text: str) -> str:
    if place == "heading":
        return f"<h3>{escape(text)}</h3>"
    name = CLASSES.get(place, "")
    return f'<p class="{name}">{escape(text)}</p>' if name else f"<p>{escape(text)}</p>"


def _maps(board: Board, layers: Sequence[Layer], style: Style, symbols: Symbols, inks: Inks) -> tuple[list[str], str]:
    """The SVG of the map with each layer, and the fonts of all of them as CSS."""
    every = [layer.id for layer in layers]
    sheet = on_screen(map_sheet(board, style, layers=every, symbols=symbols).drawing, inks)
    svg = to_svg(sheet, fonts_inside=True, own_as_shapes=True)
    fonts = _STYLE.search(svg)
    trees = []
    for layer in layers:
        headed = board._replace(title=layer.title, subtitle=board.title)
        drawing = on_screen(map_sheet(headed, style, layers=[layer.id], symbols=symbols).drawing, inks)
        tree = ElementTree.fromstring(to_svg(drawing, own_as_shapes=True))
        trees.append(tree)
        for name in ("width", "height"):
            tree.attrib.pop(name, None)
    _share(trees)
    ElementTree.register_namespace("", _SVG[1:-1])
    for tree, layer in zip(trees, layers, strict=True):
        tree.attrib |= {"role": "img", "aria-label": f"{board.title}: {layer.title}"}
    return [ElementTree.tostring(tree, encoding="unicode") for tree in trees], "" if fonts is None else fonts[1]


def _share(trees: Sequence[ElementTree.Element]) -> None:
    """Put whatever stands in the maps more than once into the first of them, and name it where it stood.

    Names differ from map to map afterwards. What an element refers to is compared with it, not its name.
    """
    numbers: dict[object, int] = {}
    keys: dict[ElementTree.Element, int] = {}
    weights: dict[int, int] = {}
    counted: Counter[int] = Counter()
    for number, tree in enumerate(trees):
        numbering: dict[str, int] = {}

        def key(element: ElementTree.Element, numbering: dict[str, int] = numbering) -> int:
            children = tuple(key(child) for child in element)
            looks = tuple(
                (name, _REFERENCE.sub(lambda hit: f"#{numbering.get(hit[1], hit[1])}", value))
                for name, value in sorted(element.attrib.items())
                if name != "id"
            )
            result = numbers.setdefault((element.tag, looks, element.text, children), len(numbers))
            keys[element] = result
            counted[result] += 1
            weights[result] = sum(len(name) + len(value) for name, value in looks) + sum(map(weights.get, children))  # type: ignore[arg-type]
            if "id" in element.attrib:
                numbering[element.attrib["id"]] = result
            return result

        key(tree)
        _rename(tree, f"m{number}-", numbering)
    shared: dict[int, ElementTree.Element] = {}

    def take(parent: ElementTree.Element) -> None:
        for at, child in enumerate(parent):
            number = keys[child]
            if child.tag in (f"{_SVG}defs", f"{_SVG}metadata"):
                continue
            if counted[number] > 1 and weights[number] >= LEAST_SHARED and "id" not in child.attrib:
                shared.setdefault(number, child)
                parent[at] = ElementTree.Element(f"{_SVG}use", {"href": f"#s{number}"})
            else:
                take(child)

    for tree in trees:
        take(tree)
    defs = ElementTree.Element(f"{_SVG}defs")
    ready: set[int] = set()
    while waiting := [number for number in shared if number not in ready]:
        for number in waiting:
            ready.add(number)
            take(shared[number])
            shared[number].set("id", f"s{number}")
            defs.append(shared[number])
    trees[0].insert(0, defs)


def _rename(tree: ElementTree.Element, prefix: str, names: Collection[str]) -> None:
    """Put a prefix before every name that a drawing defines, where it is defined and where it is used."""
    for element in tree.iter():
        for name, value in element.attrib.items():
            if name == "id":
                element.set(name, f"{prefix}{value}")
            elif "#" in value:
                element.set(
                    name, _REFERENCE.sub(lambda hit: f"#{prefix}{hit[1]}" if hit[1] in names else hit[0], value)
                )
