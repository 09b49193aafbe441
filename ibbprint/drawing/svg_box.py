"""Text that is wrapped in a box (`data-box`): broken into lines, made smaller until it fits, put where it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ibbprint import svg_numbers
from ibbprint.drawing import fonts, icons
from ibbprint.drawing.marked import Block, Chunk, Piece, blocks_of
from ibbprint.drawing.shapes import Drawing, Group, Item, Text, Use
from ibbprint.drawing.svg_look import SMALLEST_PT, Look, Sheet
from ibbprint.drawing.svg_text import SLACK, TellFault

MAX_CHARACTERS = 10_000
"""How much may be written into one box."""
CHARACTERS_AN_ELEMENT = 2
"""Breaking this number of characters into lines, a dozen times at most, takes as long as reading one element."""
STEP_PT = 0.125
"""By so much a text that does not fit is made smaller again and again."""
ABOVE, BELOW, PITCH = 0.86, 0.24, 1.2
"""Above the first baseline, below the last, and from one to the next, by the size of the type."""
AFTER_PARAGRAPH, AFTER_ITEM = 0.45, 0.12
"""The white after a paragraph and after an item of a list, by the size of the type."""
LABEL_GAP, LEAST_LABEL = 0.35, 0.55
"""Between a bullet or number and its words, and the least room for it, by the size of the type."""
SHOWN = 40
"""So much of a long text is named in a message."""
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_STANDS = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
"""The styles in which words can be marked as bold or italic."""
_NOT_HERE = ("x", "y", "dx", "dy", "data-fit")

_ROUNDING = 1e-9

Find = Callable[[str], Drawing | None]


class _Wide(NamedTuple):
    """The width of a chunk, of the hyphen that it may end in, and of a blank behind it."""

    words: float
    hyphen: float
    blank: float


class _Line(NamedTuple):
    """A line of chunks: how far it stands in, how wide it is, and the bullet or number before it."""

    chunks: list[Chunk]
    inset: float
    wide: float
    label: str
    before: float
    """The white above it beside what is between any two lines."""
    listed: bool


@dataclass(frozen=True)
class _Words:
    """The words of a box, measured at size 1."""

    blocks: Sequence[Block]
    font: str
    four: Sequence[str]
    """The font, and those of what is bold, italic and both."""
    spacing: float
    icons: Mapping[str, Drawing]

    def style(self, piece: Piece) -> str:
        return self.four[piece.bold + 2 * piece.italic]

    def text(self, words: str, style: str) -> float:
        return fonts.width(words, style, 1.0) + self.spacing * len(words)

    def piece(self, piece: Piece) -> float:
        if piece.icon:
            return icons.width(self.icons[piece.icon], 1.0) + self.spacing
        return self.text(piece.text, self.style(piece))

    def last_style(self, chunk: Chunk) -> str:
        """The style of a blank or hyphen behind a chunk."""
        return self.font if chunk.pieces[-1].icon else self.style(chunk.pieces[-1])

    def chunk(self, chunk: Chunk) -> _Wide:
        style = self.last_style(chunk)
        hyphen = self.text("-", style) if chunk.hyphen else 0.0
        return _Wide(sum(map(self.piece, chunk.pieces)), hyphen, self.text(" ", style))

    @cached_property
    def measured(self) -> list[tuple[Block, float, list[list[_Wide]]]]:
        """Each block, how far it stands in, and the widths of its chunks."""
        return [
            (block, self.inset(block.level), [[self.chunk(chunk) for chunk in line] for line in block.lines])
            for block in self.blocks
        ]

    @cached_property
    def labels(self) -> Mapping[int, float]:
        """The room for labels, by the level of their lists."""
        result: dict[int, float] = {}
        for block in self.blocks:
            if block.label:
                wide = max(LEAST_LABEL, self.text(block.label, self.font)) + LABEL_GAP
                result[block.level] = max(result.get(block.level, 0.0), wide)
        return result

    def inset(self, level: int) -> float:
        return sum(self.labels.get(nesting, 0.0) for nesting in range(1, level + 1))

    @property
    def widest(self) -> float:
        """The width of the widest run that must be on one line."""
        return max(
            (inset + wide.words + wide.hyphen for _, inset, lines in self.measured for line in lines for wide in line),
            default=0.0,
        )

    def lines(self, width: float) -> Iterator[_Line]:
        """The lines of the text in a box so wide."""
        before = 0.0
        for number, (block, inset, block_widths) in enumerate(self.measured):
            label = block.label
            for chunks, widths in zip(block.lines, block_widths, strict=True):
                for result, wide in _broken(chunks, widths, width - inset):
                    yield _Line(result, inset, wide, label, before, block.level > 0)
                    label, before = "", 0.0
            goes_on = block.level and number + 1 < len(self.blocks) and self.blocks[number + 1].level
            before = AFTER_ITEM if goes_on else AFTER_PARAGRAPH


def _broken(chunks: Sequence[Chunk], widths: Sequence[_Wide], room: float) -> Iterator[tuple[list[Chunk], float]]:
    """The chunks in lines as full as they can be, and how wide each line is. Only a chunk alone may be too wide."""
    line: list[Chunk] = []
    used = blank = hyphen = 0.0
    for chunk, wide in zip(chunks, widths, strict=True):
        gap = blank if chunk.spaced and line else 0.0
        if line and used + gap + wide.words + wide.hyphen > room * (1 + _ROUNDING):
            yield line, used + hyphen
            line, used, gap = [], 0.0, 0.0
        line.append(chunk)
        used, blank, hyphen = used + gap + wide.words, wide.blank, wide.hyphen
    yield line, used


def _height(lines: Iterator[_Line]) -> float:
    """The height of the lines together at size 1."""
    high = ABOVE + BELOW - PITCH
    for line in lines:
        high += PITCH + line.before
    return high


def lay_out(
    text: str, attributes: Mapping[str, str], look: Look, sheet: Sheet, moved: bool, find: Find, fault: TellFault
) -> list[Item]:
    """The lines of a text in its box. `find` gives the symbol of an icon, or tells that there is none."""
    for name in _NOT_HERE:
        if name in attributes:
            raise ValueError(f"{name} does not go with data-box")
    box = svg_numbers.numbers(attributes["data-box"])
    if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
        raise ValueError("data-box must be four numbers, left top width height, the last two more than 0")
    stand = attributes.get("data-stand", "top")
    if stand not in _STANDS:
        raise ValueError("data-stand must be top, middle or bottom")
    if len(text) > MAX_CHARACTERS:
        fault("draw:size", f"a text in a box is longer than {MAX_CHARACTERS:,} characters.", "", text)
        return []
    kind = look.type
    words = _worded(blocks_of(text.strip()), look, find, fault, text)
    if words is None or not words.blocks:
        return []
    size, fits = _fitted(words, box, kind.size, attributes, sheet, fault, text)
    lines = list(words.lines(box[2] / size))
    top = box[1] + (box[3] - _height(iter(lines)) * size) * _STANDS[stand]
    if look.fill is None or look.hidden:
        return []
    result = list(_placed(words, lines, (box[0], top, box[2]), size, look))
    if sheet.safe is not None and not moved and fits:
        _keep_safe(lines, (box[0], top, box[2]), size, look, sheet.safe, fault, text)
    return result


def _worded(blocks: Sequence[Block], look: Look, find: Find, fault: TellFault, text: str) -> _Words | None:
    """The words with what they need: their icons. None, and what is wrong told, when anything is missing."""
    kind = look.type
    drawings: dict[str, Drawing] = {}
    words = _Words(blocks, kind.font, kind.four, kind.spacing / kind.size, drawings)
    for property_name in look.not_of_text if blocks else ():
        fault("draw:style", f"words cannot be printed with {property_name}.", "Remove it.", text)
    lacking: dict[str, None] = {}
    for piece in (piece for block in blocks for line in block.lines for chunk in line for piece in chunk.pieces):
        if piece.icon and piece.icon not in drawings:
            drawing = find(piece.icon)
            if drawing is None:
                return None
            drawings[piece.icon] = drawing
        elif piece.text:
            lacking.update(dict.fromkeys(fonts.missing(piece.text, words.style(piece))))
    if lacking:
        message = fonts.no_character("".join(lacking), _brief(text))
        fault("draw:glyph", message, "Use another character, or draw it.", text)
    return words


def _fitted(
    words: _Words,
    box: Sequence[float],
    size: float,
    attributes: Mapping[str, str],
    sheet: Sheet,
    fault: TellFault,
    text: str,
) -> tuple[float, bool]:
    """The largest size at which the words fit their box, from `size` down to `data-fit-min`, and whether there is one.

    Where there is none it is the smallest, and a fault is reported.
    Where they fit at one size they fit at any smaller one: no line then has less on it.
    """
    scale = sheet.scale
    smallest = min(size, sheet.least_type_size(attributes.get("data-fit-min", f"{SMALLEST_PT}pt")))
    if smallest <= 0:
        raise ValueError("data-fit-min must be more than 0")
    wide, high = box[2], box[3]

    def fits(at: float) -> bool:
        slack = 1 + _ROUNDING
        return words.widest * at <= wide * slack and _height(words.lines(wide / at)) * at <= high * slack

    if not sheet.fit_text or fits(size):
        return size, True
    if not fits(smallest):
        points = smallest * scale / fonts.POINT
        sides = " x ".join(f"{round(side * scale, 1):g}" for side in (wide, high))
        message = f"{_brief(text)!r} does not fit its box of {sides} mm: even at"
        if words.widest * smallest > wide:
            why = f"its longest word is {words.widest * smallest * scale:.1f} mm wide."
        else:
            why = f"it is {_height(words.lines(wide / smallest)) * smallest * scale:.1f} mm high."
        fault("draw:fit", f"{message} {points:.3g} pt {why}", "Shorten the text, or make its box larger.", text)
        return smallest, False
    step = STEP_PT * fonts.POINT / scale
    large, small = 0, max(1, round((size - smallest) / step + 0.5))  # steps down: too large, small enough
    while small - large > 1:
        middle = (large + small) // 2
        if fits(max(smallest, size - middle * step)):
            small = middle
        else:
            large = middle
    return max(smallest, size - small * step), True


def _brief(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= SHOWN else f"{plain[:SHOWN]}…"


def _start_of(line: _Line, box: tuple[float, float, float], size: float, look: Look) -> float:
    """The left end of a line: an item of a list at the left, another by the anchor."""
    share = 0.0 if line.listed else _ANCHORS[look.anchor]
    return box[0] + line.inset * size + (box[2] - (line.inset + line.wide) * size) * share


def _placed(
    words: _Words, lines: Sequence[_Line], box: tuple[float, float, float], size: float, look: Look
) -> Iterator[Item]:
    """The lines as texts and icons; `box` is left, top and width."""
    y = box[1] + (ABOVE - PITCH) * size
    fill, opacity, spacing = look.fill or "#000000", look.fill_opacity, words.spacing * size

    def written(content: str, style: str, x: float) -> Text:
        return Text(x, y, content, style, size, fill, "start", spacing, opacity)

    for line in lines:
        y += (PITCH + line.before) * size
        x = _start_of(line, box, size, look)
        if line.label:
            yield written(line.label, words.font, x - (words.text(line.label, words.font) + LABEL_GAP) * size)
        for content, style, icon in _runs(words, line):
            if icon:
                drawing = words.icons[icon]
                used = Use(drawing, icons.placed(drawing, x, y, size, words.font), fill)
                yield used if opacity == 1 else Group([used], opacity=opacity)
                x += (icons.width(drawing, 1.0) + words.spacing) * size
            else:
                if content.strip():
                    yield written(content, style, x)
                x += words.text(content, style) * size


def _runs(words: _Words, line: _Line) -> Iterator[tuple[str, str, str]]:
    """The stretches of a line in one look, blanks in them: (words, style, "") or ("", "", icon)."""
    content, style = "", words.font
    for number, chunk in enumerate(line.chunks):
        if number and chunk.spaced:
            content += " "  # in the style of what is before it; behind an icon in the plain one
        for piece in chunk.pieces:
            piece_style = words.font if piece.icon else words.style(piece)
            if content and (piece.icon or piece_style != style):
                yield content, style, ""
                content = ""
            style = piece_style
            if piece.icon:
                yield "", "", piece.icon
            else:
                content += piece.text
    if line.chunks and line.chunks[-1].hyphen:
        content += "-"
    if content:
        yield content, style, ""


def _keep_safe(
    lines: Sequence[_Line],
    box: tuple[float, float, float],
    size: float,
    look: Look,
    safe: tuple[float, float, float, float],
    fault: TellFault,
    text: str,
) -> None:
    left, top, right, bottom = safe
    high = _height(iter(lines)) * size
    ends = [(_start_of(line, box, size, look), line) for line in lines]
    if (
        box[1] < top - SLACK
        or box[1] + high > bottom + SLACK
        or any(x < left - SLACK or x + line.wide * size > right + SLACK for x, line in ends)
    ):
        fault("draw:safe", f"{_brief(text)!r} is too close to the edge or runs over it.", "Move its box.", text)
