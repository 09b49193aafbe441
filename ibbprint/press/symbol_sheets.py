"""What faces and texts can name, as lists and as a contact sheet: symbols, NATO symbols, fonts, pictures, signs."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal, NamedTuple

from ibbprint.components.faces.faces import Symbols
from ibbprint.components.pictures import Pictures
from ibbprint.components.style import Style
from ibbprint.drawing import fonts
from ibbprint.drawing.families import NORMAL, PRINTED_AS, Families, Wish
from ibbprint.drawing.own_fonts import OWN, OwnFont
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.drawing.rasters import Raster
from ibbprint.drawing.shapes import CURRENT, Drawing, Image, Item, Text, Use
from ibbprint.fonts import DISPLAY_FAMILY, SERIF_FAMILY
from ibbprint.materials.signs import sign_name
from ibbprint.press.face_files import FileFormat, face_file
from ibbprint.press.paper import Paper
from ibbprint.problems import Report

TITLE = "Symbols"
MARGIN = 14.0
CELL_WIDE, CELL_HIGH = 30.0, 27.0
LARGE, SMALL = 15.9, 8.0
"""Symbols as they are on a usual counter, and on the smallest."""
BESIDE = 2.0
NAME_PT, HOW_PT, HEAD_PT = 7.0, 8.5, 13.0
NAME_LINES, NAME_HIGH = 2, 2.9
HEAD_HIGH = 13.0
"""The title of a list, with what is said of its use."""

PICTURES = ("pictures", "picture", "images")
"""The words that pick the pictures."""
SAMPLE, SAMPLE_MM = "Aa", 8.0
"""What shows a font, and in what size on a square of 10 mm."""
SIGNS = "←↑→↓↔↕↖↗↘↙⇄⇐⇒⇔↺↻★☆●○■□▲△▼▽◆◇♠♥♦♣♤♡♢♧⚀⚁⚂⚃⚄⚅⅓⅔⅙⅚①②③④⑤⑥⑦⑧⑨⑩☠⚔⚑⚐⚓⚡☀☁☂❄✓✗✚♔♕♖♗♘♙"
"""Some of the signs of the face of symbols: those that games use."""

Draw = Callable[[], Drawing | None]
Anchor = Literal["start", "middle"]


class Entry(NamedTuple):
    """A thing that can be shown: its name, what else it is called, and its drawings with the side of each in mm.

    `note` is a line under its name that tells it from others of that name.
    """

    name: str
    also: Sequence[str] = ()
    drawings: Sequence[tuple[Draw, float]] = ()
    note: str = ""


class Kind(NamedTuple):
    """A list of things of one kind: the words that pick it, its title, how they are named, the things."""

    words: tuple[str, ...]
    title: str
    usage: str
    entries: Sequence[Entry]


def kinds(symbols: Symbols) -> list[Kind]:
    """The lists of everything that faces and texts can name, of some template folders. New kinds get a list here."""
    return [_drawn_symbols(symbols), *_nato(symbols), _fonts(symbols.families), *_pictures(symbols.pictures), _signs()]


def _drawn_symbols(symbols: Symbols) -> Kind:
    entries = [Entry(name, (), [(partial(symbols, name), LARGE)]) for name in symbols.names()]
    return Kind(("symbols",), "Symbols", '<use href="symbol:NAME" .../> on a face, :NAME: in a text', entries)


def _nato(symbols: Symbols) -> Iterator[Kind]:
    signs = symbols.signs

    def listed(group: str, *names: Callable[[str], str]) -> list[Entry]:
        sizes = (LARGE, SMALL)
        return [
            Entry(
                name,
                signs.aliases(group, name),
                [(partial(symbols, make(name)), size) for make, size in zip(names, sizes, strict=False)],
            )
            for name in signs.names(group)
        ]

    def shows(modifier: str, branch: str) -> str:
        """The branch, or another one where it has the lines of the modifier already."""
        return branch if signs.missing(sign_name(branch, mods=modifier)) is None else "signals"

    yield Kind(
        ("nato", "branches", "branch"),
        "NATO symbols: branches",
        "nato('NAME') on a face, :nato(NAME): in a text",
        listed("branches", sign_name, lambda name: sign_name(name, side="hostile")),
    )
    yield Kind(
        ("nato", "sizes", "size"),
        "NATO symbols: sizes",
        "nato('infantry', size='NAME'), :nato(infantry, NAME):",
        listed("sizes", lambda name: sign_name("infantry", name), lambda name: sign_name("infantry", name, "hostile")),
    )
    yield Kind(
        ("nato", "modifiers", "mods"),
        "NATO symbols: modifiers",
        "nato('armour', mods=['NAME']), :nato(armour, NAME):",
        listed(
            "modifiers",
            lambda name: sign_name(shows(name, "infantry"), "company", mods=name),
            lambda name: sign_name(shows(name, "artillery"), "company", "hostile", name),
        ),
    )
    yield Kind(
        ("nato", "affiliations", "sides"),
        "NATO symbols: affiliations",
        "nato('infantry', side='NAME'), :nato(infantry, NAME):",
        listed(
            "affiliations",
            lambda name: sign_name("infantry", "battalion", name),
            lambda name: sign_name("armour", "brigade", name, "headquarters"),
        ),
    )


def _fonts(families: Families) -> Kind:
    """The fonts of the folders, each with its weights, and the shipped families."""
    entries = []
    for font in sorted(families.own, key=lambda font: (font.family, font.italic, font.weights)):
        cut = str(font.weights) + " italic" * font.italic
        entries.append(Entry(font.family, (cut,), [(partial(_own_sample, font), LARGE)], cut))
    entries += [
        Entry(name, (), [(partial(_sample, families.style([name], Wish()), SAMPLE), LARGE)])
        for name in (PRINTED_AS, SERIF_FAMILY, DISPLAY_FAMILY)
    ]
    return Kind(("fonts", "font", "families"), "Fonts", 'font-family="NAME" on a face, type: in style.yaml', entries)


def _own_sample(font: OwnFont) -> Drawing:
    """A capital and a small letter, or the first two characters of a font without these."""
    letters = [letter for letter in SAMPLE if ord(letter) in font.letters]
    letters = letters or [chr(code) for code in sorted(font.letters) if not chr(code).isspace()][:2]
    return _sample(OWN.put(font.cut(NORMAL)), "".join(letters))


def _pictures(pictures: Pictures) -> Iterator[Kind]:
    """The pictures of the folders, where there are any."""
    entries = [Entry(name, (), [(partial(_picture, pictures, name), LARGE)]) for name in pictures.names()]
    if entries:
        usage = '<image href="picture:NAME" .../> on a face, ![words](picture:NAME) in a text'
        yield Kind(PICTURES, "Pictures", usage, entries)


def _picture(pictures: Pictures, name: str) -> Drawing | None:
    """A picture as a drawing, a mm for each of its pixels."""
    picture = pictures(name)
    if not isinstance(picture, Raster):
        return picture
    size = float(picture.width), float(picture.height)
    return Drawing(*size, [Image(picture, (size[0], 0.0, 0.0, size[1], 0.0, 0.0))])


def _signs() -> Kind:
    entries = [
        Entry(f"{sign} {unicodedata.name(sign).lower()}", (), [(partial(_sample, fonts.SYMBOLS, sign), SMALL)])
        for sign in SIGNS
    ]
    return Kind(("signs", "characters"), "Signs", "in any text as they are; these are some of 1,700", entries)


def _sample(style: str, words: str) -> Drawing:
    """Words as a square of 10 mm, in black."""
    size = min(SAMPLE_MM, 9.5 / fonts.width(words, style, 1.0))
    return Drawing(10.0, 10.0, [Text(5.0, 7.3, words, style, size, CURRENT, "middle")])


def picked(every: Sequence[Kind], word: str) -> list[Kind]:
    """The lists that the word names, or else the entries with that word in each list; without a word, all."""
    query = " ".join(word.lower().replace("-", " ").split())
    chosen = [kind for kind in every if not query or query in kind.words]
    if chosen:
        return chosen
    narrowed = [
        kind._replace(
            entries=[
                entry
                for entry in kind.entries
                if any(query in text.lower().replace("-", " ") for text in (entry.name, *entry.also))
            ]
        )
        for kind in every
    ]
    return [kind for kind in narrowed if kind.entries]


def names_of(every: Sequence[Kind]) -> list[str]:
    """All words that `picked` takes."""
    words = [word for kind in every for word in kind.words]
    return [*words, *(name for kind in every for entry in kind.entries for name in (entry.name, *entry.also))]


# --- the contact sheet ----------------------------------------------------------------------------------------------


class _Sheet:
    """Pages in the making, each as high as the paper; or one page that is as long as it takes."""

    def __init__(self, paper: Paper, style: Style, *, endless: bool) -> None:
        self.style = style
        self.wide, self.high = paper.width, paper.height
        self.bottom = float("inf") if endless else paper.height - MARGIN
        self.pages: list[list[Item]] = [[]]
        self.y = MARGIN

    def room(self, high: float) -> None:
        """Begin a new page where this one has less room than a height in mm."""
        if self.y + high > self.bottom and self.pages[-1]:
            self.pages.append([])
            self.y = MARGIN

    def write(
        self, words: str, x: float, y: float, points: float, style: str = "regular", anchor: Anchor = "start"
    ) -> None:
        self.pages[-1].append(Text(x, y, words, style, points * fonts.POINT, self.style.ink, anchor))

    def lay(self, kind: Kind) -> None:
        """The title of a list, and its things in rows."""
        columns = max(1, int((self.wide - 2 * MARGIN) // CELL_WIDE))
        left = (self.wide - columns * CELL_WIDE) / 2
        self.room(HEAD_HIGH + CELL_HIGH)
        self.write(kind.title, left, self.y + 5.5, HEAD_PT, "bold")
        self.write(kind.usage, left, self.y + 9.8, HOW_PT)
        self.y += HEAD_HIGH
        for number, entry in enumerate(kind.entries):
            if number % columns == 0:
                self.y += CELL_HIGH if number else 0.0
                self.room(CELL_HIGH)
            self.cell(entry, left + number % columns * CELL_WIDE)
        self.y += CELL_HIGH + 3

    def cell(self, entry: Entry, x: float) -> None:
        symbols = [(drawing, size) for draw, size in entry.drawings if (drawing := draw()) is not None]
        wide = sum(size for _, size in symbols) + BESIDE * (len(symbols) - 1)
        at = x + (CELL_WIDE - wide) / 2
        for drawing, size in symbols:
            scale = size / max(drawing.width, drawing.height)
            left, top = at + (size - drawing.width * scale) / 2, self.y + LARGE - (size + drawing.height * scale) / 2
            self.pages[-1].append(Use(drawing, (scale, 0, 0, scale, left, top), self.style.ink))
            at += size + BESIDE
        lines = fonts.wrap(entry.name.replace("-", "- "), "regular", NAME_PT * fonts.POINT, CELL_WIDE - 2)
        lines = [*lines[: NAME_LINES - bool(entry.note)], *([entry.note] if entry.note else [])]
        for number, line in enumerate(lines):
            name = line.replace("- ", "-")
            self.write(name, x + CELL_WIDE / 2, self.y + LARGE + 3.6 + number * NAME_HIGH, NAME_PT, anchor="middle")

    def drawings(self) -> list[Drawing]:
        high = self.high if self.bottom < float("inf") else self.y + MARGIN
        return [Drawing(self.wide, high, items) for items in self.pages]


def contact_sheet(
    kinds: Sequence[Kind], style: Style, paper: Paper, format: str, dpi: int, report: Report
) -> tuple[bytes | None, int]:
    """The lists as a file, and its pages: a PDF on that paper, or one long picture (`png`, `svg`).

    None where pictures cannot be made, which is in the report.
    """
    sheet = _Sheet(paper, style, endless=format != "pdf")
    for kind in kinds:
        sheet.lay(kind)
    pages = sheet.drawings()
    if format != "pdf":
        return face_file(pages[0], TITLE, FileFormat(format, dpi), report), 1
    writer = PdfWriter(Book(TITLE, "What faces and texts can name"))
    for number, drawing in enumerate(pages, start=1):
        writer.begin_page(drawing.width, drawing.height, label=str(number))
        writer.draw(drawing)
        writer.end_page()
    return writer.bytes(), len(pages)
