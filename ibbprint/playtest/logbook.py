"""The logbook of a playtest: a line for each batch, written as it comes, from which the playtest can go on.

The first line says what is played; a logbook of something else is not gone on with. A last line that was cut off in
the middle of being written is dropped, and its batch is played again; a file with any other fault is left alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

FORMAT = "ibbprint playtest 2"


class OtherPlaytest(Exception):
    """The logbook belongs to another playtest; `differing` are the fields of its first line that differ."""

    def __init__(self, differing: Mapping[str, tuple[Any, Any]]) -> None:
        super().__init__(", ".join(differing))
        self.differing = differing


class Unwritten(Exception):
    """A batch could not be noted: the disk is full, say."""


class Logbook:
    """A logbook that is open for writing, with the batches that it held already."""

    def __init__(self, path: Path, head: Mapping[str, Any], is_record: Callable[[object], bool]) -> None:
        """Open it, or begin it. Raises OSError, ValueError for a file that is no logbook, and OtherPlaytest."""
        whole = {"format": FORMAT, **head}
        lines, length = _read(path)
        if lines:
            _compare(lines[0], whole)
        self._known = {}
        for number, line in enumerate(lines[1:], start=2):
            if not _is_batch(line, is_record):
                raise ValueError(f"line {number} is not a batch of games")
            self._known[line["of"], range(line["from"], line["to"])] = line["games"]
        self._file = path.open("r+b" if lines else "wb")
        self._file.seek(length)
        self._file.truncate()
        if not lines:
            self._write(whole)

    def known_of(self, variant: int) -> Mapping[range, list[Any]]:
        """The records of each batch of a variant that it held already, by the numbers of the games."""
        return {games: records for (of, games), records in self._known.items() if of == variant}

    def add(self, variant: int, games: range, records: list[Any]) -> None:
        """Note a batch of a variant, by its number, and hand it to the system, so that it outlives this process.

        Raises Unwritten.
        """
        try:
            self._write({"of": variant, "from": games.start, "to": games.stop, "games": records})
        except OSError as fault:
            raise Unwritten((fault.strerror or str(fault)).lower()) from fault

    def close(self) -> None:
        self._file.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        self._file.flush()


def _read(path: Path) -> tuple[list[Any], int]:
    """The whole lines of a file, none if there is no file, and how many bytes they have.

    Raises OSError and ValueError.
    """
    if not path.exists():
        return [], 0
    if not path.is_file() and not path.is_dir():
        raise ValueError("this is not a file")
    lines: list[Any] = []
    length = 0
    for number, raw in enumerate(path.read_bytes().splitlines(keepends=True)):
        whole = raw.endswith(b"\n")
        try:
            line = json.loads(raw) if whole else None
        except (ValueError, RecursionError):
            line = None
        if not number and not (isinstance(line, dict) and line.get("format") == FORMAT):
            raise ValueError("this is not the logbook of a playtest")
        if not whole:
            break
        lines.append(line)
        length += len(raw)
    return lines, length


def _is_batch(line: Any, is_record: Callable[[object], bool]) -> bool:
    """Whether a line holds as many games as it says."""
    if not isinstance(line, dict) or not all(isinstance(line.get(name), int) for name in ("of", "from", "to")):
        return False
    games = line.get("games")
    return isinstance(games, list) and len(games) == line["to"] - line["from"] and all(map(is_record, games))


def _compare(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    names = [*wanted, *(name for name in found if name not in wanted)]
    differing = {name: (found.get(name), wanted.get(name)) for name in names if found.get(name) != wanted.get(name)}
    if differing:
        raise OtherPlaytest(differing)
