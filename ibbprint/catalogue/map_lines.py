"""Hexsides and lines through hexes as a map file writes them: `0108 S SW`, `NW 0102 0203 ... 0903 SE`.

Every function expects hexes of the board and sides of its layout; the faults of what they cannot know are in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ibbprint.digits import are_digits
from ibbprint.hexgrid import HexGrid, hex_name, split_hex
from ibbprint.squaregrid import SquareGrid, split_square, square_name

Grid = HexGrid | SquareGrid
RUN = "..."
"""Between two hexes of one column or row: all those between them."""

Link = tuple[str, str]
"""Two hexes that touch, or a hex and the side by which a line leaves the map there."""


class Stretch(NamedTuple):
    """A line through hexes in order, and by which sides it leaves the map at its two ends (nothing: it ends there)."""

    hexes: tuple[str, ...]
    leaves: tuple[str, str] = ("", "")


def is_cell(word: str) -> bool:
    """Whether a word is the name of a hex or of a square: `0108`, `3,4`; not a side or a run."""
    return are_digits(word.replace(",", "", 1))


def side_pairs(grid: Grid, text: str) -> Iterator[tuple[str, str]]:
    """The two hexes of each side that a text names, the one by which it is named first."""
    name, *rest = text.split()
    for word in rest:
        neighbour = word if is_cell(word) else grid.outside(name, word)
        if neighbour is not None:
            yield name, neighbour


def side_faults(grid: Grid, text: str) -> list[str]:
    """The faults of the sides in a text."""
    name, *rest = text.split()
    far = [word for word in rest if is_cell(word) and grid.distance(name, word) != 1]
    off = [word for word in rest if word.isalpha() and grid.outside(name, word) is None]
    return [f"{word} is not adjacent to {name}, so they share no side." for word in far] + [
        f"{name} {word} is on the edge of the largest possible map." for word in off
    ]


def line_faults(grid: Grid, text: str) -> list[str]:
    """The faults of a line through hexes."""
    words = text.split()
    if len(words) == 1:
        return [f"a line from {words[0]} leads nowhere: write the next hex, or a side by which it leaves {words[0]}."]
    result: list[str] = []
    for index, word in enumerate(words):
        if word == RUN:
            after = words[index + 1] if index + 1 < len(words) else ""
            before = words[index - 1]
            if not (is_cell(before) and is_cell(after)):
                result.append(f"{RUN} must be between two hexes.")
            elif _between(before, after) is None:
                result.append(f"{RUN} runs along a column or a row, but {before} and {after} share neither.")
    if not result:
        result += [
            f"{following} is not adjacent to {item}, the hex before it."
            for item, following in pairwise(_hexes(words))
            if grid.distance(item, following) != 1
        ]
    return result


def line_links(grid: Grid, text: str) -> Iterator[Link]:
    """The links of a line from hex to hex, and from its ends over a side: to the next hex, or off the map."""
    words = text.split()
    hexes = _hexes(words)
    if words[0].isalpha():
        yield _over(grid, hexes[0], words[0])
    yield from pairwise(hexes)
    if words[-1].isalpha():
        yield _over(grid, hexes[-1], words[-1])


def _over(grid: Grid, name: str, side: str) -> Link:
    return name, grid.beyond(name, side) or side


def _hexes(words: Sequence[str]) -> list[str]:
    """The hexes of a line in order, those between two of them as well."""
    result: list[str] = []
    for index, word in enumerate(words):
        if word == RUN:
            result += _between(words[index - 1], words[index + 1]) or ()
        elif is_cell(word):
            result.append(word)
    return result


def _between(first: str, second: str) -> list[str] | None:
    """The hexes between two of a column or a row; None when they have neither in common."""
    split, name = (split_square, square_name) if "," in first else (split_hex, hex_name)
    (a, b), (c, d) = split(first), split(second)
    if a != c and b != d:
        return None
    way = 1 if (a, b) < (c, d) else -1
    if a == c:
        return [name(a, row) for row in range(b + way, d, way)]
    return [name(column, b) for column in range(a + way, c, way)]


def joined(links: Sequence[Link]) -> tuple[Stretch, ...]:
    """Links joined into lines, each link once; a line ends where it leaves the map, forks or is at its end."""
    once = list({frozenset(link): link for link in links}.values())
    at: dict[str, list[int]] = {}
    for index, link in enumerate(once):
        for end in link:
            if is_cell(end):
                at.setdefault(end, []).append(index)
    unused = dict.fromkeys(range(len(once)))
    stretches: list[Stretch] = []

    def follow(start: str, first: int) -> None:
        ends, trail, index = ["", ""], [start], first
        while True:
            del unused[index]
            item, far_end = once[index]
            if not is_cell(far_end):
                ends[1] = far_end
                break
            trail.append(far_end if item == trail[-1] else item)
            onward = [i for i in at[trail[-1]] if i in unused]
            if len(at[trail[-1]]) != 2 or not onward:
                break
            index = onward[0]
        stretches.append(Stretch(tuple(trail), (ends[0], ends[1])))

    # From the edge of the map inwards, then from forks and ends, at last what runs in a ring.
    for index, (name, side) in enumerate(once):
        if index in unused and not is_cell(side):
            del unused[index]
            onward = [i for i in at[name] if i in unused]
            if len(at[name]) == 2 and onward:
                before = len(stretches)
                follow(name, onward[0])
                stretches[before] = stretches[before]._replace(leaves=(side, stretches[before].leaves[1]))
            else:
                stretches.append(Stretch((name,), ("", side)))
    for name in [*(name for name, links_here in at.items() if len(links_here) != 2), *at]:
        for index in at[name]:
            if index in unused:
                follow(name, index)
    return tuple(stretches)
