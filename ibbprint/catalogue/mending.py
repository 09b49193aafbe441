"""The smallest repairs of a file: a few characters at the place of each fault, everything else as it was.

Comments, order and layout stay. A repair whose place does not hold what it is to replace is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from ibbprint.catalogue.csv_source import NAMED_SEPARATOR, cell_columns, separator_of
from ibbprint.catalogue.source import mark_of, read_bytes
from ibbprint.patterns import regex
from ibbprint.problems import Problem, Report, Where

_WRONG = regex(r"'([^']+)'")
_MEANT = regex(r"^Did you mean (.+)\?$")
_SEVERAL = regex(r"^Write ([\w-]+)(?:,| or )")
_OFF = regex(r"^hex ([0-9]{2})([0-9]{2}) is not on the map, which goes from 0101 to ([0-9]{2})([0-9]{2})\.$")
_FLOW = regex(r"^(?P<value>.*?), (?P<key>\w+): (?P<added>.+)$", re.DOTALL)
"""A repair that adds a field: the value after which it comes, the name of the field, and what it holds."""


class Mend(NamedTuple):
    """The smallest repair of a fault: at a place of a file `old` becomes `new`; `reason` says why in words."""

    where: Where
    old: str
    new: str
    reason: str


def added(where: Where, value: str, key: str, addition: str, description: str) -> Mend:
    """The repair that adds a field after a value that is in a file."""
    plain = re.fullmatch(r"[^\W\d][\w ’.-]*", addition)
    return Mend(where, value, f"{value}, {key}: {addition}" if plain else f'{value}, {key}: "{addition}"', description)


def from_problem(problem: Problem) -> Mend | None:
    """The repair that a problem of reading proposes: the name that was meant, the hex that is nearest."""
    match = _MEANT.match(problem.hint)
    wrong = _WRONG.search(problem.message)
    if match and wrong:
        return Mend(problem.where, wrong[1], match[1], f"{match[1]} is nearest to {wrong[1]}")
    several = _SEVERAL.match(problem.hint)
    if several and wrong:
        return Mend(problem.where, wrong[1], several[1], f"the first of several that {wrong[1]} may mean")
    off = _OFF.match(problem.message)
    if off:
        column = min(max(int(off[1]), 1), int(off[3]))
        row = min(max(int(off[2]), 1), int(off[4]))
        near = f"{column:02d}{row:02d}"
        return Mend(problem.where, f"{off[1]}{off[2]}", near, f"{near} is the nearest hex of the map")
    return None


def mended(text: str, mends: Iterable[Mend], *, table: bool = False) -> tuple[str, list[Mend]]:
    """The text with the repairs made, and those that were: the last first, so that no place moves before its turn.

    In a `table` (CSV) a field is added in the cell of its column, which must be there and empty.
    """
    lines = text.split("\n")
    head = lines[1] if NAMED_SEPARATOR.fullmatch(lines[0].rstrip("\r")) and len(lines) > 1 else lines[0]
    done: list[Mend] = []
    places: set[Where] = set()
    for mend in sorted(dict.fromkeys(mends), key=lambda m: m.where, reverse=True):
        number = mend.where.line - 1
        if mend.where in places or not 0 <= number < len(lines):
            continue
        line = lines[number]
        start = line.find(mend.old, max(0, mend.where.column - 1))
        # A value may be quoted, and stand a little further on; but nothing else may come before it.
        if not mend.old or start < 0 or line[mend.where.column - 1 : start].strip(" \"'"):
            continue
        repaired = _put_in_row(head, line, start, mend) if table else _insert(line, start, mend)
        if repaired:
            places.add(mend.where)
            lines[number : number + 1] = repaired
            done.append(mend)
    return "\n".join(lines), done[::-1]


def _insert(line: str, start: int, mend: Mend) -> Sequence[str]:
    match = _FLOW.match(mend.new)
    end = start + len(mend.old)
    if match is None or match["value"] != mend.old:
        return [line[:start] + mend.new + line[end:]]
    if end < len(line) and line[end] in "\"'":
        end += 1
    if "{" in line[:start]:
        return [line[:end] + f", {match['key']}: {match['added']}" + line[end:]]
    key = re.match(r"^(\s*)(- )?(?=\w)", line)
    indent = " " * (len(key[0]) if key else 0)
    return [line, f"{indent}{match['key']}: {match['added']}"]


def _put_in_row(head: str, line: str, start: int, mend: Mend) -> Sequence[str]:
    """The row with a repair; empty where there is no empty cell for its addition."""
    match = _FLOW.match(mend.new)
    if match is None or match["value"] != mend.old:
        return [line[:start] + mend.new + line[start + len(mend.old) :]]
    parted = separator_of(head)
    names = [name.strip().strip('"').lower() for name in head.split(parted)]
    if match["key"] not in names or parted in match["added"]:
        return []
    column = names.index(match["key"])
    starts = [at - 1 for at in cell_columns(line, parted, 1)]
    line += parted * max(0, column + 1 - len(starts))
    starts = [at - 1 for at in cell_columns(line, parted, 1)]
    end = starts[column + 1] - len(parted) if column + 1 < len(starts) else len(line)
    if line[starts[column] : end].strip():
        return []
    return [line[: starts[column]] + match["added"].strip('"') + line[end:]]


def mend_file(path: Path, mends: Iterable[Mend], report: Report) -> tuple[bytes, list[Mend]]:
    """The file, YAML or CSV, with the repairs of it made: letters, mark and line ends are as they were.

    Nothing is made where it cannot be read any more, which is in the report.
    """
    raw = read_bytes(path, str(path), report)
    if raw is None:
        return b"", []
    of_file = [mend for mend in mends if Path(mend.where.file) == path]
    return mend_bytes(raw, of_file, table=path.suffix.lower() == ".csv")


def mend_bytes(raw: bytes, mends: Iterable[Mend], *, table: bool = False) -> tuple[bytes, list[Mend]]:
    """The bytes of a file with the repairs made, and those repairs: encoding, mark and line ends stay."""
    mark, letters = mark_of(raw)
    try:
        text_read = raw[len(mark) :].decode(letters)
    except UnicodeDecodeError:  # a table as Windows saves it; nothing else is read in other letters
        mark, letters = b"", "cp1252"
        text_read = raw.decode(letters, "surrogateescape")
    windows = "\r\n" in text_read
    text, done = mended(text_read.replace("\r\n", "\n"), mends, table=table)
    return mark + (text.replace("\n", "\r\n") if windows else text).encode(letters, "surrogateescape"), done
