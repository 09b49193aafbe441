"""Path data as absolute moves, lines and cubic curves.

Every number is accounted for: what a lenient reader would cut short is a ValueError with a sentence.
Every piece takes the same time, however many came before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

from ibbprint.geometry import Segment
from ibbprint.patterns import regex
from ibbprint.svg_arcs import arc

LARGEST = 1e6
MAX_SEGMENTS = 50_000
LONGEST_KEPT = 500
"""Path data up to this many characters is remembered: symbols and frames come again and again."""
_NUMBER = regex(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}

_Command = tuple[str, tuple[float, ...]]


def path(data: str) -> tuple[Segment, ...]:
    """The segments of a `d` attribute. Raises ValueError for data that is broken anywhere, or too much."""
    return _cached_path(data) if len(data) <= LONGEST_KEPT else _path(data)


def _path(data: str) -> tuple[Segment, ...]:
    pairs = tuple(islice(_segments(_commands(data)), MAX_SEGMENTS + 1))
    if len(pairs) > MAX_SEGMENTS:
        raise ValueError(f"a path of more than {MAX_SEGMENTS:,} pieces cannot be printed")
    return pairs


_cached_path = lru_cache(maxsize=4096)(_path)


def short(text: str) -> str:
    """A wrong value as a message shows it."""
    return repr(text if len(text) <= 30 else text[:27] + "...")


def _commands(data: str) -> Iterator[_Command]:
    """The letters of the data with the numbers of each."""
    position, size = _skip(data, 0), len(data)
    if position == size:
        raise ValueError("the path data is empty")
    if data[position] not in "Mm" and data[position].upper() in _ARGUMENTS:
        raise ValueError("the path data must start with M")
    while position < size:
        letter = data[position]
        if letter.upper() not in _ARGUMENTS:
            raise ValueError(f"the path data is broken at {short(data[position:])}")
        number = _ARGUMENTS[letter.upper()]
        numbers: list[float] = []
        position = _skip(data, position + 1)
        while position < size and data[position] in "+-.0123456789":
            if letter in "Aa" and len(numbers) % 7 in (3, 4):
                if data[position] not in "01":
                    raise ValueError("the flags of an arc must be 0 or 1")
                numbers.append(float(data[position]))
                position += 1
            else:
                match = _NUMBER.match(data, position)
                if match is None:
                    raise ValueError(f"the path data is broken at {short(data[position:])}")
                numbers.append(float(match[0]))
                if not abs(numbers[-1]) < LARGEST:
                    raise ValueError(f"{short(match[0])} is too large")
                position = match.end()
            position = _skip(data, position)
        count = len(numbers)
        if (number == 0 and count) or (number and (count == 0 or count % number)):
            raise ValueError(f"{letter} in the path data takes {number} numbers, not {count}")
        yield letter, tuple(numbers)


def _skip(data: str, position: int) -> int:
    while position < len(data) and data[position] in " \t\r\n,":
        position += 1
    return position


def _segments(commands: Iterable[_Command]) -> Iterator[Segment]:
    x = y = start_x = start_y = 0.0
    control_x = control_y = 0.0  # the control point that a smooth curve mirrors
    before = ""
    for letter, numbers in commands:
        kind = letter.upper()
        relative = letter != kind
        if kind == "Z":
            yield "Z", ()
            x, y = start_x, start_y
            before = kind
            continue
        step = _ARGUMENTS[kind]
        for at in range(0, len(numbers), step):
            values = numbers[at : at + step]
            if kind == "H":
                x = values[0] + (x if relative else 0.0)
                yield "L", (x, y)
            elif kind == "V":
                y = values[0] + (y if relative else 0.0)
                yield "L", (x, y)
            else:
                if kind == "A":
                    if relative:
                        values = (*values[:5], values[5] + x, values[6] + y)
                    yield from arc((x, y), values)
                elif relative:
                    values = tuple(v + (y if i % 2 else x) for i, v in enumerate(values))
                end_x, end_y = values[-2:]
                if kind == "A":
                    pass
                elif kind == "M" and at == 0:
                    start_x, start_y = end_x, end_y
                    yield "M", (end_x, end_y)
                elif kind in "ML":
                    yield "L", (end_x, end_y)
                elif kind in "CS":
                    if kind == "S":
                        mirrored = (2 * x - control_x, 2 * y - control_y) if before in ("C", "S") else (x, y)
                        values = (*mirrored, *values)
                    yield "C", values
                    control_x, control_y = values[2:4]
                else:  # Q, T: a quadratic curve as a cubic one
                    if kind == "Q":
                        control_x, control_y = values[:2]
                    elif before in ("Q", "T"):
                        control_x, control_y = 2 * x - control_x, 2 * y - control_y
                    else:
                        control_x, control_y = x, y
                    yield (
                        "C",
                        (
                            x + 2 / 3 * (control_x - x),
                            y + 2 / 3 * (control_y - y),
                            end_x + 2 / 3 * (control_x - end_x),
                            end_y + 2 / 3 * (control_y - end_y),
                            end_x,
                            end_y,
                        ),
                    )
                x, y = end_x, end_y
            before = kind
