"""What a reader of SVG remembers from one face to the next changes nothing in what it reads."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.drawing.shapes import Drawing, Text
from ibbprint.drawing.svg import to_svg
from ibbprint.drawing.svg_memory import Memory
from ibbprint.drawing.svg_reader import MAX_ELEMENTS, read_svg

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
AROUND = (
    ("<!-- left out", "-->"),
    ("<!-- left out>", "-->"),
    ("<title>", "</title>"),
    ("""<desc a='"' b=">""", '"/>'),
    ("</svg ", ">"),
    ('<text x="2" y="5" font-size="1"><tspan font-weight="bold">3</tspan>', "</text>"),
    ('<g><text x="2" y="5" font-size="1" dx="1">', "</text></g>"),
    ("<title><![CDATA[<a>", "]]></title>"),
    ("<desc a='>", "'/>"),
    ('<desc a=">', '"/>'),
    ("<desc", "/>"),
    ("<defs>", "</defs>"),
    ("<g>", "</g>"),
    ('<g fill="#00ff00">', "</g>"),
    ('<g xmlns="a">', "</g>"),
    ('<text x="2" y="5" font-size="1">A', "</text>"),
)
"""What begins before a line and ends after it."""
LINES = (
    '<rect width="5" height="5"/>',
    '<rect width="5" height="5"/><circle r="2"/>',
    '<rect width="5" height="5" fill-opacity="0.5"/>',
    '<rect width="5" height="5" fill="url(#a)"/>',
    '<rect id="b" width="4" height="4"/>',
    '<use href="#b" x="1"/>',
    '<use href="symbol:star" x="1" y="1" width="3" height="3"/>',
    '<use href="symbol:nothing" width="3" height="3"/>',
    '<text x="2" y="5" font-size="1">A</text>',
    '<text x="2" y="5" font-size="1">B</text>',
    '<text x="2" y="5" font-size="1"> B  and C </text>',
    '<text x="2" y="5" font-size="1">A &amp; B</text>',
    '<text x="2" y="5" font-size="1">A & B</text>',
    '<text x="2" y="5" font-size="1">A > B</text>',
    '<text x="2" y="5" font-size="1">A < B</text>',
    '<text x="2" y="5" font-size="1">A \x0c B</text>',
    '<text x="2" y="5" font-size="1">A ]]> B</text>',
    '<text x="2" y="5" font-size="1">A\tB\u00a0C\u0007</text>',
    '<text x="2" y="5" font-size="1">A\tB\u00a0C</text>',
    '<text x="2" y="5" font-size="1">→</text>',
    '<text x="2" y="5" font-size="1">A word that is too long</text>',
    '<text x="2" y="5" font-size="1"></text>',
    '<text x="2" y="5" font-size="1">A<tspan>B</tspan></text>',
    '<text x="2" y="5" font-size="1">A</text><text x="1" y="5" font-size="2">A</text>',
    '<text x="2" y="5" font-size="1">A</text ><text x="1" y="5" font-size="2">A</text>',
    '<text x="2" y="5" font-size="1" class="a>b">A</text>',
    '<text x="2" y="5" font-size="1" data-fit="9" data-at="a>b">A</text>',
    '<text x="2" y="5" font-size="1" data-fit="9" data-at="a>b" fill="#ff0000">A</text>',
    '<text x="5" y="6" font-size="2">',
    "Two words",
    "</text>",
    '<text x="2" y="5" font-size="1">A <tspan>B</tspan>',
    '<tspan font-weight="bold">C</tspan></text>',
    '<text x="0" y="5" font-size="2">too near</text>',
    '<g fill="#00ff00">',
    '<g transform="scale(0.5)">',
    "</g>",
    "<defs>",
    *SHADES,
    "</defs>",
    '<use href = "#b" x="1"/>',
    '<use href="&#35;b" x="1"/>',
    '<rect id ="b" width="2" height="2"/>',
    '<rect width="5" height="5" fill="&#117;rl(#a)"/>',
    '<g fill="&#117;rl(#a)"><rect width="5" height="5"/></g>',
    '<clipPath id ="c"><rect width="3" height="3"/></clipPath>',
    '<clipPath id ="c"><rect width="2" height="2"/></clipPath>',
    '<rect width="5" height="5" clip-path="&#117;rl(#c)"/>',
    '<text xmlns="a" x="1">B</text>',
    '<text xmlns="a" x="1">C</text>',
    """<desc a='"' b=">""",
    '"/>',
    "<rect/></g ",
    "</svg ",
    ">",
    '<tspan x="2" y="5">3</tspan>',
    "<!-- left out",
    "-->",
    "<!-- left out>",
    "<title>",
    "</title>",
    "<![CDATA[",
    "]]>",
    '<path fill="#0000ff"',
    'd="M1 1h3v3z"/>',
    '<path stroke="#000000" d="M1 1h3',
    'v3z"/>',
    "<desc a='>",
    "'/>",
    '<x:thing xmlns:x="a"/>',
    '<x:rect width="5" height="5"/>',
    "stray",
    "<rect/>stray<rect/>",
    "<rect",
    "",
    "  ",
    '  <circle cx="5" cy="5" r="2"/>',
    '<circle cx="5" cy="5" r="2"/>  ',
    "</svg>",
)


def symbol(name: str, _look: Mapping[str, str] = MappingProxyType({})) -> Drawing | None:
    return STAR if name == "star" else None


STAR, _ = read_svg('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>')


TEXTS = (
    '<text x="2" y="5" font-size="1"><tspan font-weight="bold">3</tspan>\nhexes</text>',
    '<text x="2" y="5" font-size="1">\n3\n<tspan font-weight="bold">hexes</tspan>\n</text>',
    '<text x="2" y="5" font-size="1" dx="1">\nB\n</text>',
    '<g fill="#00ff00">\n<text x="2" y="5" font-size="1">3<tspan dx="1">\nB\n</tspan>C\n</text>\n</g>',
    '<text x="2" y="5" font-size="1">A\n<tspan>B</tspan>\n<tspan>C</tspan></text>',
)
"""Words that stand on several lines."""


def assert_alike(text: str, memory: Memory) -> None:
    once, faults = read_svg(text, symbols=symbol, size=(10, 10), memory=memory)
    alone, told = read_svg(text, symbols=symbol, size=(10, 10))
    assert faults == told
    if not told:
        assert (once.plain, to_svg(once)) == (alone.plain, to_svg(alone))


@given(
    st.lists(
        st.tuples(st.sampled_from(HEADS), st.lists(st.sampled_from(LINES), max_size=7), st.booleans()),
        min_size=2,
        max_size=6,
    )
)
def test_files_that_share_lines_are_read_as_each_alone(files: list[tuple[str, list[str], bool]]) -> None:
    """Whatever stands in which order on whose lines: the same drawing and the same faults, as if nothing were known."""
    memory = Memory()
    for head, lines, closed in [*files, *files]:
        assert_alike("\n".join([head, *lines, *(["</svg>"] if closed else [])]), memory)


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_the_same_after_any_other(line: str) -> None:
    """A line that was read in one file is read in the next one behind any other line."""
    for before in LINES:
        memory = Memory()
        for lines in ([line], [before, line], [before, line, line], [line, before]):
            assert_alike("\n".join([HEADS[0], *lines, "</svg>"]), memory)


@pytest.mark.parametrize(("before", "after"), AROUND)
def test_a_line_that_is_known_stands_in_what_goes_on_over_lines(before: str, after: str) -> None:
    """In a comment it is no element, in a group it is of the group, in a value that is quoted it is a fault."""
    for line in LINES:
        memory = Memory()
        for lines in ([line], [before, line, after], [line, before, line, after, line]):
            assert_alike("\n".join([HEADS[0], *lines, "</svg>"]), memory)


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_what_the_outermost_element_makes_of_it(line: str) -> None:
    """Its size and colour, its gradient, and whether it is one of SVG, are asked anew where the outermost differs."""
    memory = Memory()
    for head in (*HEADS, *HEADS):
        for shade in ("", *SHADES):
            end = "</s:svg>" if head.startswith("<s:") else "</svg>"
            assert_alike("\n".join([head, shade, line, end]), memory)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("before", ["", '<rect width="1" height="1"/>', '<rect width="1"\nheight="1"/>', "<!--\n-->"])
def test_words_on_several_lines_have_their_spaces(text: str, before: str) -> None:
    """A line that ends between two words is a space between them, whatever stands before the text."""
    memory = Memory()
    for _ in range(2):
        assert_alike("\n".join([HEADS[0], before, text, "</svg>"]), memory)


@pytest.mark.parametrize(
    "line", ['<rect width="5" height="5"/>', '<text x="2" y="5" font-size="1">{}</text>'], ids=["alike", "other words"]
)
def test_lines_that_are_known_count_too(line: str) -> None:
    """A file is not longer than it may be because its lines are known."""
    memory = Memory()
    for times in (1, MAX_ELEMENTS - 1, MAX_ELEMENTS):
        text = "\n".join([HEADS[0], *(line.format(number) for number in range(times)), "</svg>"])
        assert_alike(text, memory)
        assert bool(read_svg(text, size=(10, 10), memory=memory)[1]) is (times == MAX_ELEMENTS)


def test_lines_that_are_known_are_not_parsed_again() -> None:
    """The second of two files alike has no elements of its own to be remembered; a line that differs is read."""
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
