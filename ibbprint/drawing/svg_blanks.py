"""SVG with blanks: words that are not known yet, in a drawing that is read once for all words to come.

A blank is a mark in the words of a text: a character that stands for any plain words. So it may be in no attribute, and
only in a text that is one line in one look.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from re import Pattern

from ibbprint.drawing import svg_text
from ibbprint.drawing.families import Families
from ibbprint.drawing.shapes import Drawing, Group, Item, Text
from ibbprint.drawing.svg_events import LONGEST_TITLE, Art, PictureSource, SymbolSource
from ibbprint.drawing.svg_look import Sheet
from ibbprint.drawing.svg_memory import Element, Frame, Memory, ReadElement
from ibbprint.drawing.svg_reader import Reader, read_with
from ibbprint.drawing.svg_text import Run

MOST_KEPT = 500
"""So many different words of a blank are kept as they were laid out: figures come again and again, names do not."""
LONGEST_TITLE_WITH_BLANKS = 300


class Marked(Exception):
    """Marks stand where no blank can be: which."""

    def __init__(self, marks: list[str]) -> None:
        super().__init__()
        self.marks = marks


class Words:
    """A text with marks in it, cut at the marks."""

    def __init__(self, text: str, mark: Pattern[str]) -> None:
        self.pieces: list[str] = []
        self.marks: list[tuple[int, str]] = []
        end = 0
        for match in mark.finditer(text):
            self.pieces += [text[end : match.start()], ""]
            self.marks.append((len(self.pieces) - 1, match[0]))
            end = match.end()
        self.pieces.append(text[end:])

    def with_words(self, words: Mapping[str, str]) -> str:
        """The text with words in the place of each mark."""
        pieces = self.pieces
        for index, mark in self.marks:
            pieces[index] = words[mark]
        return "".join(pieces)


class Blank:
    """A line of text with marks in it, and all that decides how it is laid out."""

    def __init__(self, element: Element, runs: list[Run], mark: Pattern[str]) -> None:
        self.element = element
        self.runs = runs
        self.words = Words(runs[1].content, mark)
        self._cache: dict[str, list[Text]] = {}

    def filled(self, words: Mapping[str, str]) -> list[Text] | None:
        """The line with these words; None where they make it faulty."""
        content = self.words.with_words(words)
        result = self._cache.get(content)
        if result is None:
            faults: list[str] = []

            def fault(rule: str, message: str, hint: str = "", content: str = "") -> None:
                faults.append(message)

            first, second = self.runs
            state = self.element.state
            runs = [first, second._replace(content=content)]
            try:
                result = svg_text.lay_out(runs, self.element.attributes, state.sheet, state.moved, fault)
            except ValueError:  # a figure of the element is none
                return None
            if faults:
                return None
            if len(self._cache) < MOST_KEPT:
                self._cache[content] = result
        return result


class DrawingWithBlanks:
    """A drawing that was read with blanks; `elements` is how many were read for it."""

    def __init__(self, drawing: Drawing, blanks: Mapping[int, Blank], elements: int, mark: Pattern[str]) -> None:
        self.drawing = drawing
        self.blanks = blanks
        """The blanks by the identity of the empty groups that stand in their places."""
        self.elements = elements
        self.title = Words(drawing.title, mark)
        self._around: set[int] = set()
        """The identities of groups with a blank somewhere inside."""
        self._look_for_blanks(drawing.items)

    def _look_for_blanks(self, items: list[Item]) -> bool:
        """Whether any blank is in the items or inside them."""
        result = False
        for item in items:
            if isinstance(item, Group) and (id(item) in self.blanks or self._look_for_blanks(item.items)):
                self._around.add(id(item))
                result = True
        return result

    def filled(self, words: Mapping[str, str]) -> Drawing | None:
        """The drawing with words for each mark; None where a text would be faulty."""
        items = self._filled(self.drawing.items, words)
        if items is None:
            return None
        title = " ".join(self.title.with_words(words).split())[:LONGEST_TITLE]
        template = self.drawing
        return Drawing(template.width, template.height, items, template.plain, title=title, units=template.units)

    def _filled(self, items: list[Item], words: Mapping[str, str]) -> list[Item] | None:
        result: list[Item] = []
        for item in items:
            if not isinstance(item, Group) or id(item) not in self._around:
                result.append(item)
                continue
            blank = self.blanks.get(id(item))
            if blank is not None:
                line = blank.filled(words)
                if line is None:
                    return None
                result += line
            else:
                inside = self._filled(item.items, words)
                if inside is None:
                    return None
                result.append(Group(inside, item.matrix, item.opacity, item.clip))
        return result


class _Reader(Reader):
    """A reader that leaves the texts with marks open."""

    def __init__(
        self, mark: Pattern[str], art: Art, sheet: Sheet, memory: Memory, look: Mapping[str, str], opaque: bool
    ) -> None:
        super().__init__(art, sheet, memory, look, opaque)
        self.mark = mark
        self.blanks: dict[int, Blank] = {}
        self.groups: list[Group] = []
        """Kept so that no other group gets the identity of one of them."""

    def start(self, name: str, pairs: list[str]) -> None:
        self._refuse("".join(pairs))
        super().start(name, pairs)

    def finish(self, frame: Frame) -> ReadElement:
        """As ever, but a text with marks is not remembered: its blank belongs to this drawing."""
        if frame.element.tag == "text" and any(self.mark.search(run.content) for run in self.runs):
            return self.closed(frame)[0]
        return super().finish(frame)

    def close(self, frame: Frame) -> list[Item]:
        element = frame.element
        content = "".join([run.content for run in self.runs]) if element.tag == "text" else ""
        if not self.mark.search(content):
            return super().close(frame)
        inside = {frame_around.element.tag for frame_around in self.stack}
        plain = len(self.runs) == 2 and not self.spans and self.along is None
        if not plain or {"data-box", "data-halo"} & element.attributes.keys() or {"clipPath", "pattern"} & inside:
            self._refuse(content)
        group = Group()
        self.groups.append(group)
        self.blanks[id(group)] = Blank(element, self.runs, self.mark)
        self.runs = []
        if element.state.look.fill_opacity != 1:
            self.seen_through()
        return self.grouped(element.attributes, [group])

    def _refuse(self, text: str) -> None:
        marks = self.mark.findall(text)
        if marks:
            raise Marked(marks)


def read_with_blanks(
    text: str,
    mark: Pattern[str],
    *,
    symbols: SymbolSource,
    pictures: PictureSource,
    families: Families,
    size: tuple[float, float],
    memory: Memory,
    type_scale: float,
    opaque: bool,
) -> DrawingWithBlanks | None:
    """The drawing of an SVG text with a blank for each `mark`; None where it is faulty. For the rest see `read_svg`.

    Raises Marked where a mark stands in an attribute, or in a text that is no single line.
    """
    before = memory.elements
    sheet = Sheet(*size, type_scale=type_scale, families=families)
    reader = read_with(partial(_Reader, mark), text, sheet, Art(symbols, pictures), memory, opaque, {})
    if reader.faults:
        return None
    if len(reader.drawing.title) > LONGEST_TITLE_WITH_BLANKS:
        raise Marked(mark.findall(reader.drawing.title))
    return DrawingWithBlanks(reader.drawing, reader.blanks, memory.elements - before, mark)


__all__ = ["DrawingWithBlanks", "Marked", "Words", "read_with_blanks"]
