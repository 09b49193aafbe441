"""The smallest repairs of a file: a few characters at the place of each fault, everything else as it was.

Comments, order and layout stay. A repair whose place does not hold what it is to replace is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from ibbprint.problems import Problem, Where

_WRONG = re.compile(r"'([^']+)'")
_MEANT = re.compile(r"^Did you mean (.+)\?$")
_SEVERAL = re.compile(r"^Write ([\w-]+)(?:,| or )")
_OFF = re.compile(r"^hex (\d{2})(\d{2}) is not on the map, which goes from 0101 to (\d{2})(\d{2})\.$")
_FLOW = re.compile(r"^(?P<value>.*?), (?P<key>\w+): (?P<added>.+)$", re.DOTALL)
"""A repair that adds a field: the value after which it comes, the name of the field, and what it holds."""


class Mend(NamedTuple):
    """The smallest repair of a fault: at a place of a file `old` becomes `new`; `what` says why in words."""

    where: Where
    old: str
    new: str
    what: str


def added(where: Where, value: str, key: str, given: str, what: str) -> Mend:
    """The repair that adds a field after a value that stands in a file."""
    plain = re.fullmatch(r"[^\W\d][\w ’.-]*", given)
    return Mend(where, value, f"{value}, {key}: {given}" if plain else f'{value}, {key}: "{given}"', what)


def from_problem(problem: Problem) -> Mend | None:
    """What a problem of reading itself proposes: the name that was meant, the hex that is nearest."""
    meant = _MEANT.match(problem.hint)
    wrong = _WRONG.search(problem.message)
    if meant and wrong:
        return Mend(problem.where, wrong[1], meant[1], f"{meant[1]} is nearest to {wrong[1]}")
    several = _SEVERAL.match(problem.hint)
    if several and wrong:
        return Mend(problem.where, wrong[1], several[1], f"of several that {wrong[1]} may mean, the first")
    off = _OFF.match(problem.message)
    if off:
        column = min(max(int(off[1]), 1), int(off[3]))
        row = min(max(int(off[2]), 1), int(off[4]))
        near = f"{column:02d}{row:02d}"
        return Mend(problem.where, f"{off[1]}{off[2]}", near, f"{near} is the nearest hex of the map")
    return None


def mended(text: str, mends: Iterable[Mend]) -> tuple[str, list[Mend]]:
    """The text with the repairs made, and those that were: the last first, so that no place moves before its turn."""
    lines = text.split("\n")
    done: list[Mend] = []
    taken: set[Where] = set()
    for mend in sorted(dict.fromkeys(mends), key=lambda m: m.where, reverse=True):
        number = mend.where.line - 1
        if mend.where in taken or not 0 <= number < len(lines):
            continue
        line = lines[number]
        start = line.find(mend.old, max(0, mend.where.column - 1))
        # A value may be quoted, and stand a little further on; but nothing else may come before it.
        if not mend.old or start < 0 or line[mend.where.column - 1 : start].strip(" \"'"):
            continue
        taken.add(mend.where)
        lines[number : number + 1] = _put(line, start, mend)
        done.append(mend)
    return "\n".join(lines), done[::-1]


def _put(line: str, start: int, mend: Mend) -> Sequence[str]:
    more = _FLOW.match(mend.new)
    end = start + len(mend.old)
    if more is None or more["value"] != mend.old:
        return [line[:start] + mend.new + line[end:]]
    if end < len(line) and line[end] in "\"'":
        end += 1
    if "{" in line[:start]:
        return [line[:end] + f", {more['key']}: {more['added']}" + line[end:]]
    key = re.match(r"^(\s*)(- )?(?=\w)", line)
    indent = " " * (len(key[0]) if key else 0)
    return [line, f"{indent}{more['key']}: {more['added']}"]


def mend_file(path: Path, mends: Iterable[Mend]) -> tuple[bytes, list[Mend]]:
    """The file with the repairs of it made."""
    raw = path.read_bytes().decode("utf-8")
    own = [mend for mend in mends if Path(mend.where.file) == path]
    windows = "\r\n" in raw
    text, done = mended(raw.replace("\r\n", "\n"), own)
    return (text.replace("\n", "\r\n") if windows else text).encode(), done
