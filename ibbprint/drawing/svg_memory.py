"""Memory of drawings: elements that occur in many of them are read once.

What is remembered is what reading again would give.
"""

from __future__ import annotations

from typing import NamedTuple

from ibbprint.drawing.shapes import Item
from ibbprint.drawing.svg_look import Look, Sheet
from ibbprint.drawing.svg_shapes import Stop
from ibbprint.drawing.svg_text import Run

MAX_REMEMBERED = 30_000
MAX_DRAWN = 2_000_000
"""How many elements the drawings that share a memory may have together."""
MAX_POINTS = 1_000_000
"""How many corners and curves those elements may have together that were not met before."""


class ReadElement(NamedTuple):
    """The result of an element: its items, and whether they need neither transparency nor a gradient."""

    items: list[Item]
    plain: bool


NOTHING = ReadElement([], True)
_Key = tuple[object, ...]


class State:
    """The state that elements take from their parent, and the elements read before in such a state.

    `holder` is the tag of an element that does not hold just any other; `moved` tells that a transform is in force.
    """

    __slots__ = ("holder", "inside", "look", "moved", "sheet")

    def __init__(self, sheet: Sheet, holder: str, moved: bool, look: dict[str, str]) -> None:
        self.sheet = sheet
        self.holder = holder
        self.moved = moved
        self.look = Look(look, sheet)
        self.inside: dict[_Key, Element] = {}


NOWHERE = State(Sheet(0.0, 0.0), "", False, {})
"""The state in elements that are passed over: nothing is ever met in it."""


class Element:
    """An element as its attributes and the elements around it make it, the same in every drawing.

    `leaf` tells that it is nothing more than that; then `made` keeps what it became, and of a text without spans
    `texts` what it became with which words.
    """

    __slots__ = (
        "at",
        "attributes",
        "begins",
        "frame",
        "identity",
        "leaf",
        "result",
        "run",
        "silent",
        "state",
        "styles",
        "tag",
        "texts",
    )

    def __init__(self, tag: str, at: str) -> None:
        self.tag = tag
        self.at = at
        self.attributes: dict[str, str] = {}
        self.state = NOWHERE
        self.leaf = False
        self.begins = tag in ("svg", "text", "tspan", "textPath")
        """Whether it changes something as soon as it is open."""
        self.frame: Frame | None = None
        """Of an element that nothing stands in: the frame that it has whenever it is open."""
        self.silent = False
        self.identity = ""
        """The id by which others may use it."""
        self.styles = False
        """Whether words in it would be a style sheet."""
        self.run: Run | None = None
        """Of an element that holds words: where they start."""
        self.result: ReadElement | None = None
        self.texts: dict[str, ReadElement] = {}

    def pass_over(self) -> None:
        """Make it an element that is not drawn, and nothing in it either."""
        self.silent = True
        self.run = None
        self.state = NOWHERE
        self.result = NOTHING


class Memory:
    """Elements that were read before, so that the next drawing made from the same template is read faster.

    What it gives is what reading again would give. One memory serves drawings that share their symbols.
    """

    def __init__(self) -> None:
        self.kept = 0
        self.elements = 0
        """Elements of all drawings so far."""
        self.points = 0
        """Corners and curves that were made so far."""
        self._states: dict[_Key, State] = {}

    def state(self, sheet: Sheet, holder: str, moved: bool, look: dict[str, str]) -> State:
        """The one state of this kind."""
        key = (sheet, holder, moved, *look.items())
        result = self._states.get(key)
        if result is None:
            result = self._states[key] = State(sheet, holder, moved, look)
            self.kept += 1
        return result

    def trim(self) -> None:
        """Forget everything when there is too much of it."""
        if self.kept > MAX_REMEMBERED:
            self.kept = 0
            self._states.clear()


class Frame:
    """An open element, and the results of those inside it."""

    __slots__ = ("element", "items", "stops")

    def __init__(self, element: Element) -> None:
        self.element = element
        self.items: list[Item] = []
        self.stops: list[Stop] = []
