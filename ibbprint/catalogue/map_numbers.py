"""The names of hexes in a map file, from the numbering that the map prints to CCRR: the one place where they meet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from ibbprint.catalogue.map_fits import OFFSET, SIZE
from ibbprint.catalogue.models import words
from ibbprint.catalogue.models.maps import NO_HEX, Numbers
from ibbprint.catalogue.source import Source
from ibbprint.catalogue.validate import build
from ibbprint.hexgrid import hex_name
from ibbprint.numbering import Numbering
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where, nearest
from ibbprint.regions import RegionNames
from ibbprint.squaregrid import SquareGrid

Step = str | int

_NAMED: tuple[tuple[Step, ...], ...] = (
    ("waters", "*", "hexes", "*"),
    ("waters", "*", "joins"),
    ("roads", "*", "hexes", "*"),
    ("bridges", "*", "hex"),
    ("areas", "*", "hexes", "*"),
    ("areas", "*", "land_with"),
    ("hexside_waters", "*", "sides", "*"),
    ("starts", "*", "hexes", "*"),
    ("starts", "*", "leader"),
    ("hexsides", "*", "*"),
    ("lines", "*", "*"),
    ("places", "*", "*"),
)
"""Where in a map hexes are named; a star is every entry."""
MOST_LINES = 99
"""Rows and columns of a map."""
_SQUARE = regex("[0-9]{1,2},[0-9]{1,2}")
_SIZE = regex("[1-9][0-9]?")
_NO_HEX = regex(r"N|S|E|W|NE|NW|SE|SW|\.\.\.")


def numbering_of(map: Any, source: Source, report: Report) -> Numbering | None:
    """The numbering that a map as read asks for, or None: it asks for none, or has faults, which are in the report."""
    data = map.get("numbers")
    size = [str(map.get(name)) for name in ("columns", "rows")]
    if data is None or not all(_SIZE.fullmatch(number) for number in size):
        return None
    numbers = build(Numbers, source, ("map", "numbers"), data, report)
    if numbers is None:
        return None
    try:
        columns, rows = (int(number) for number in size)
        return numbering(numbers, columns, rows, _gaps(map))
    except ValueError as fault:
        report.error(source.where("map", "numbers", "first"), "map:numbers", f"{fault}.")
        return None


def numbering(numbers: Numbers, columns: int, rows: int, gaps: frozenset[str]) -> Numbering:
    """The numbering that a map asks for. Raises ValueError for one that cannot be."""
    skipped = gaps if numbers.gaps == "skipped" else frozenset()
    first, order, corner = numbers.first, numbers.order, numbers.corner
    return Numbering(columns, rows, first, order, corner, numbers.after_z, numbers.shown, skipped)


def gaps_in(terrain: Sequence[str], legend: Mapping[str, str]) -> frozenset[str]:
    """The places in the rows of a map that are not hexes."""
    return frozenset(
        hex_name(column, row)
        for row, line in enumerate(terrain[:MOST_LINES], start=1)
        for column, letter in enumerate(line[:MOST_LINES], start=1)
        if legend.get(letter) == NO_HEX
    )


def _gaps(map: Any) -> frozenset[str]:
    """The gaps of a map as read; none where what says so has faults."""
    terrain, legend = map.get("terrain"), map.get("legend")
    if not isinstance(terrain, list) or not isinstance(legend, dict):
        return frozenset()
    return gaps_in([line if isinstance(line, str) else "" for line in terrain], legend)


def in_ccrr(map: Any, numbering: Numbering, source: Source, report: Report) -> Any:
    """A map as read with each hex by its CCRR; wrong names are reported in place."""
    result = map
    for pattern in _NAMED:
        for path, value in list(_find_texts(map, pattern)):
            parts = value.split(" ", 1 if pattern[0] == "places" else -1)
            for index, word in enumerate(parts[: 1 if pattern[0] == "places" else None]):
                if word and not _NO_HEX.fullmatch(word):
                    cell = numbering.cell(word)
                    if cell is None:
                        _tell(word, numbering, source.where("map", *path), report)
                    parts[index] = cell or word
            result = _with(result, path, " ".join(parts))
    if isinstance(map.get("fit"), dict):
        result = {**result, "fit": _fit_in_ccrr(map["fit"], numbering, source, report)}
    return result


def _fit_in_ccrr(fit: dict[Any, Any], numbering: Numbering, source: Source, report: Report) -> dict[Any, Any]:
    """The fit of a picture with its keys, names of hexes, in CCRR."""
    result: dict[Any, Any] = {}
    for key, value in fit.items():
        cell = numbering.cell(key) if isinstance(key, str) else None
        if cell is None and isinstance(key, str) and key not in (SIZE, OFFSET):
            _tell(key, numbering, source.where("map", "fit", key, key=True), report)
        result[cell or key] = value
    return result


Names = Numbering | RegionNames
"""What turns the names of a map’s hexes or places into those that they have inside, and back."""


class NamedMap(Protocol):
    """A map, as far as its names go."""

    @property
    def numbering(self) -> Names | None: ...

    @property
    def grid(self) -> object: ...


def names_in(text: str, board: NamedMap | None) -> list[str]:
    """The hexes, squares or places that a text names, as it writes them: the name of a place may have blanks."""
    if board is not None and isinstance(board.grid, SquareGrid):
        return _SQUARE.findall(text) or list(words(text))
    names = None if board is None else board.numbering
    if isinstance(names, RegionNames):
        parts = [part.strip() for part in text.replace(",", ";").replace("|", ";").split(";") if part.strip()]
        if all(names.cell(part) is not None for part in parts):
            return parts
    return list(words(text))


def hexes_in_ccrr(value: Any, numbering: Names, source: Source, path: tuple[Step, ...], report: Report) -> Any:
    """The hexes of one field, a list or words of a cell, by their CCRR; wrong names are reported in place."""
    names = words(value)
    if not isinstance(names, list):
        return value
    result = []
    for index, name in enumerate(names):
        cell = numbering.cell(name) if isinstance(name, str) else None
        if cell is None and isinstance(name, str):
            _tell(name, numbering, source.where(*path, *((index,) if isinstance(value, list) else ())), report)
        result.append(name if cell is None else cell)
    return result


def _tell(name: str, numbering: Names, where: Where, report: Report) -> None:
    if isinstance(numbering, RegionNames):
        report.error(where, "map:area", *numbering.lacking(name))
        return
    first, last = numbering.first_and_last
    near = nearest(name, numbering.names) if len(name) <= 12 else None
    hint = f"Did you mean {near}?" if near else ""
    report.error(where, "map:hex", f"hex {name} is not on the map, which goes from {first} to {last}.", hint)


def _find_texts(
    data: Any, pattern: tuple[Step, ...], path: tuple[Step, ...] = ()
) -> Iterator[tuple[tuple[Step, ...], str]]:
    """Every text in the data that stands where the pattern says."""
    if not pattern:
        if isinstance(data, str):
            yield path, data
        return
    step, rest = pattern[0], pattern[1:]
    if step == "*":
        pairs = enumerate(data) if isinstance(data, list) else data.items() if isinstance(data, dict) else ()
        for key, value in pairs:
            yield from _find_texts(value, rest, (*path, key))
    elif isinstance(data, dict) and step in data:
        yield from _find_texts(data[step], rest, (*path, step))


def _with(data: Any, path: tuple[Step, ...], value: Any) -> Any:
    """A copy of the data with another value at a place."""
    if not path:
        return value
    result: Any = list(data) if isinstance(data, list) else dict(data)
    result[path[0]] = _with(data[path[0]], path[1:], value)
    return result
