"""The logbook of a playtest: a line for each batch, written as it comes, from which the playtest can go on.

It is read a line at a time and keeps only where each begins, so a long one takes no more memory than a short one.
The first line says what is played; a logbook of something else is not gone on with. A last line that was cut off in
the middle of being written is dropped, and its batch is played again; so is a first line, which leaves an empty
logbook. A file with any other fault is left alone.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterator, Mapping, Set
from os import SEEK_END
from pathlib import Path
from typing import Any

FORMAT = "ibbprint playtest 3"
_START = json.dumps({"format": FORMAT}, separators=(",", ":"))[:-1].encode()
"""What the first line of every logbook begins with."""

IsRecord = Callable[[int, object], bool]
"""Whether something is the record of a game of the variant of that number."""
MOST_BYTES = 1_000_000
"""Bytes of a line that is read; a batch takes some thousands."""


class OtherPlaytest(Exception):
    """The logbook belongs to another playtest; `differing` are the fields of its first line that differ."""

    def __init__(self, differing: Mapping[str, tuple[Any, Any]]) -> None:
        super().__init__(", ".join(differing))
        self.differing = differing


class Unwritten(Exception):
    """A batch could not be noted: the disk is full, say; `fault` is what the system said."""

    def __init__(self, fault: OSError) -> None:
        super().__init__(str(fault))
        self.fault = fault


class Logbook:
    """A logbook that is open for writing, with the batches that it held already."""

    def __init__(self, path: Path, head: Mapping[str, Any], is_record: IsRecord) -> None:
        """Open it, or begin it. Raises OSError, ValueError for a file that is no logbook, and OtherPlaytest."""
        header = {"format": FORMAT, **head}
        self._begins: dict[tuple[int, range], int] = {}
        length = 0
        for number, (line, end) in enumerate(_lines(path), start=1):
            if number == 1:
                _compare(line, header)
            elif not _is_batch(line, is_record):
                raise ValueError(f"line {number} is not a batch of games")
            else:
                self._begins[line["of"], range(line["from"], line["to"])] = length
            length = end
        # Without a buffer: what could not be written once is not tried again when the file is closed.
        self._lines = path.open("r+b" if length else "w+b", buffering=0)
        self._file = io.BufferedReader(self._lines)
        self._lines.truncate(length)
        if not length:
            self._write(header)

    def known_of(self, variant: int) -> Set[range]:
        """The batches of a variant that it held already, by the numbers of the games."""
        return {games for item, games in self._begins if item == variant}

    def records(self, variant: int, games: range) -> list[Any]:
        """The records of a batch that it held already; KeyError for another."""
        self._file.seek(self._begins[variant, games])
        result: list[Any] = json.loads(self._file.readline())["games"]
        return result

    def add(self, variant: int, games: range, records: list[Any]) -> None:
        """Note a batch of a variant, by its number, and hand it to the system, so that it outlives this process.

        Raises Unwritten.
        """
        try:
            self._write({"of": variant, "from": games.start, "to": games.stop, "games": records})
        except OSError as fault:
            raise Unwritten(fault) from fault

    def close(self) -> None:
        self._file.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        unwritten = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._lines.seek(0, SEEK_END)
        while unwritten:
            unwritten = unwritten[self._lines.write(unwritten) or 0 :]
        os.fsync(self._lines.fileno())


def _lines(path: Path) -> Iterator[tuple[Any, int]]:
    """Each whole line of a file as JSON, None for one that is not, and the offset of its end; none if there is no file.

    Raises OSError and ValueError.
    """
    if not path.exists():
        return
    if not path.is_file() and not path.is_dir():
        raise ValueError("this is not a file")
    end = 0
    with path.open("rb") as file:
        number = 0
        while raw := file.readline(MOST_BYTES + 1):
            number += 1
            if len(raw) > MOST_BYTES:
                raise ValueError(f"line {number} is longer than {MOST_BYTES:,} bytes")
            complete = raw.endswith(b"\n")
            if not end and not complete and (_START.startswith(raw) or raw.startswith(_START)):
                return
            try:
                line = json.loads(raw) if complete else None
            except (ValueError, RecursionError):
                line = None
            if not end and not (isinstance(line, dict) and line.get("format") == FORMAT):
                raise ValueError("this is not the logbook of a playtest")
            if not complete:
                return
            end += len(raw)
            yield line, end


def _is_batch(line: Any, is_record: IsRecord) -> bool:
    """Whether a line holds as many games as it says."""
    if not isinstance(line, dict) or not all(isinstance(line.get(name), int) for name in ("of", "from", "to")):
        return False
    games = line.get("games")
    if not isinstance(games, list) or len(games) != line["to"] - line["from"]:
        return False
    return all(is_record(line["of"], game) for game in games)


def _compare(actual: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    names = [*expected, *(name for name in actual if name not in expected)]
    differing = {
        name: (actual.get(name), expected.get(name)) for name in names if actual.get(name) != expected.get(name)
    }
    if differing:
        raise OtherPlaytest(differing)
