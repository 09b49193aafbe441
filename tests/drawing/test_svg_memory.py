"""What a reader of SVG remembers from one face to the next changes nothing in what it reads."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.drawing.shapes import Drawing, Text
from ibbprint.drawing.svg import to_svg
from ibbprint.drawing.svg_events import MAX_ELEMENTS
from ibbprint.drawing.svg_memory import Memory
from ibbprint.drawing.svg_reader import read_svg

HEADS = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" data-safe="1">',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" fill="#ff0000">',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" fill="url(#a)">',
    '<svg xmlns="http://www.w3.org/2000/svg"\n  viewBox="0 0 10 10" data-safe="1">',
    '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">',
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/2000/svg" viewBox="0 0 10 10" data-safe="1">',
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="a" viewBox="0 0 10 10" data-safe="1">',
    '<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 10 10" data-safe="1">',
)
SHADES = (
    '<linearGradient id="a"><stop stop-color="#000000"/><stop offset="1" stop-color="#ffffff"/></linearGradient>',
    '<linearGradient id="a"><stop stop-color="#ff0000"/><stop offset="1" stop-color="#ffffff"/></linearGradient>',
)
PARTS = (
    '<rect width="5" height="5"/>',
    '<rect width="5" height="5"/><circle r="2"/>',
    '<rect width="5" height="5" fill-opacity="0.5"/>',
    '<rect width="5" height="5" fill="url(#a)"/>',
    '<rect width="5" height="5" fill="&#117;rl(#a)"/>',
    '<rect id="b" width="4" height="4"/>',
    '<rect id="b" width="2" height="2"/>',
    '<use href="#b" x="1"/>',
    '<use href="&#35;b" x="1"/>',
    '<use href="symbol:star" x="1" y="1" width="3" height="3"/>',
    '<use href="symbol:nothing" width="3" height="3"/>',
    '<clipPath id="c"><rect width="3" height="3"/></clipPath>',
    '<clipPath id="c"><rect width="2" height="2"/></clipPath>',
    '<rect width="5" height="5" clip-path="url(#c)"/>',
    '<text x="2" y="5" font-size="1">A</text>',
    '<text x="2" y="5" font-size="1">A &amp; B</text>',
    '<text x="2" y="5" font-size="1">→</text>',
    '<text x="2" y="5" font-size="1">A word that is too long</text>',
    '<text x="2" y="5" font-size="1"></text>',
    '<text x="2" y="5" font-size="1">A<tspan>B</tspan></text>',
    '<text x="2" y="5" font-size="1" data-fit="9" data-at="a>b" fill="#ff0000">A</text>',
    '<text x="0" y="5" font-size="2">too near</text>',
    '<text x="2" y="5" font-size="1"><tspan font-weight="bold">3</tspan>',
    '<tspan x="2" y="5">3</tspan>',
    "</text>",
    '<g fill="#00ff00">',
    '<g fill="url(#a)">',
    '<g transform="scale(0.5)">',
    '<g xmlns="a">',
    "</g>",
    "<defs>",
    *SHADES,
    "</defs>",
    "<!-- left out",
    "-->",
    "<title>",
    "</title>",
    '<x:thing xmlns:x="a"/>',
    '<x:rect width="5" height="5"/>',
    "stray",
    "<rect",
    "</svg>",
)


def symbol(name: str, _look: Mapping[str, str] = MappingProxyType({})) -> Drawing | None:
    return STAR if name == "star" else None


STAR, _ = read_svg('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>')


def assert_alike(text: str, memory: Memory) -> None:
    once, faults = read_svg(text, symbols=symbol, size=(10, 10), memory=memory)
    alone, output = read_svg(text, symbols=symbol, size=(10, 10))
    assert faults == output
    if not output:
        assert (once.plain, to_svg(once)) == (alone.plain, to_svg(alone))


@given(
    st.lists(
        st.tuples(st.sampled_from(HEADS), st.lists(st.sampled_from(PARTS), max_size=7), st.booleans()),
        min_size=2,
        max_size=6,
    )
)
def test_files_that_share_elements_are_read_as_each_alone(files: list[tuple[str, list[str], bool]]) -> None:
    """Whatever stands in which order: the same drawing and the same faults, as if nothing were known."""
    memory = Memory()
    for head, parts, closed in [*files, *files]:
        assert_alike("\n".join([head, *parts, *(["</svg>"] if closed else [])]), memory)


@pytest.mark.parametrize("part", PARTS)
def test_an_element_is_what_the_outermost_element_makes_of_it(part: str) -> None:
    """Its size and colour, its gradient, and whether it is one of SVG, are asked anew where the outermost differs."""
    memory = Memory()
    for head in (*HEADS, *HEADS):
        for shade in ("", *SHADES):
            end = "</s:svg>" if head.startswith("<s:") else "</svg>"
            assert_alike("\n".join([head, shade, part, end]), memory)


def test_elements_that_are_known_count_too() -> None:
    """A file is not longer than it may be because its elements are known."""
    memory = Memory()
    for times in (1, MAX_ELEMENTS - 1, MAX_ELEMENTS):
        text = "\n".join([HEADS[0], *['<rect width="5" height="5"/>'] * times, "</svg>"])
        assert_alike(text, memory)
        assert bool(read_svg(text, size=(10, 10), memory=memory)[1]) is (times == MAX_ELEMENTS)


def test_elements_that_are_known_are_not_read_again() -> None:
    """The second of two files alike has no elements of its own to be remembered; one that differs is read."""
    memory = Memory()
    inside = ['<rect width="5" height="5"/>', '<text x="2" y="5" font-size="1">A</text>']
    assert_alike("\n".join([HEADS[0], *inside, "</svg>"]), memory)
    known = memory.kept
    assert_alike("\n".join([HEADS[0], *reversed(inside), "</svg>"]), memory)
    assert memory.kept == known
    assert_alike("\n".join([HEADS[0], *inside, '<circle r="1"/>', "</svg>"]), memory)
    assert memory.kept > known


@pytest.mark.parametrize(
    ("inside", "shown"),
    [
        ("<tspan>3</tspan> <tspan>4</tspan>", "3 4"),
        ("<tspan>3</tspan>\n<tspan>4</tspan>", "3 4"),
        ("A<tspan> </tspan>B", "A B"),
        ("A <tspan> B</tspan>", "A B"),
        ("\n A\n<tspan>\nB\n</tspan>\n", "A B"),
        ("<tspan>A</tspan>B", "AB"),
        ("A<tspan>  </tspan>", "A"),
    ],
)
def test_blanks_between_words_are_one_space(inside: str, shown: str) -> None:
    """Wherever they stand, in a span or between two: one space, and none at either end of the line."""
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><text font-size="1">{inside}</text></svg>'
    for dx in ("", ' dx="1"'):
        drawing, faults = read_svg(text.replace("<text", f"<text{dx}"))
        assert faults == []
        assert "".join(item.content for item in drawing.items if isinstance(item, Text)) == shown
