"""Files as plain data, with `file:line:column` for every value: YAML and spreadsheet CSV.

Scalars stay text until a model types them (a YAML loader would turn hex 0610 into a number and `no` into false).
What a stranger's file may do is bounded: depth, size, number of values; aliases, tags and second documents are refused.
Nothing here knows a model: see `validate` for that.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from ibbprint.problems import Report, Where

try:
    from yaml import CSafeLoader as _Loader
except ImportError:  # PyYAML built without libyaml: slower, same answers
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

MAX_BYTES = 4_000_000
MAX_DEPTH = 32
MAX_VALUES = 400_000

_NULLS = {"", "~", "null", "Null", "NULL"}


@dataclass(slots=True)
class _Node:
    """Where a value stands, where its key stands, and the nodes inside it."""

    line: int
    column: int
    key_line: int = 0
    key_column: int = 0
    inside: dict[str | int, _Node] = field(default_factory=dict)


@dataclass(slots=True)
class Source:
    """One file as it was read: `data` is None, text, lists and dicts; `where` finds any value again.

    The cells of a CSV are found by the same paths as the values of a YAML file.
    """

    file: str
    data: Any
    root: _Node

    def where(self, *path: str | int, key: bool = False) -> Where:
        """The place of a value (or, with `key`, of its key).

        A step that is no step of the file is skipped, so a model's own path can be asked for as it is;
        what is missing altogether is reported at the thing it is missing from.
        """
        node = self.root
        last_found = True
        for step in path:
            inner = node.inside.get(step)
            last_found = inner is not None
            if inner is not None:
                node = inner
        if key and last_found and node.key_line:
            return Where(self.file, node.key_line, node.key_column)
        return Where(self.file, node.line, node.column)


def read_bytes(path: Path, shown: str, report: Report, *, most: int = MAX_BYTES) -> bytes | None:
    """The file's bytes, or None with a problem in the report."""
    try:
        if not path.is_file():
            report.error(Where(shown), "read:file", "this is not a file that can be read.")
            return None
        if path.stat().st_size > most:
            report.error(Where(shown), "read:size", f"the file is larger than {most // 1_000_000} MB.")
            return None
        return path.read_bytes()
    except OSError as fault:
        report.error(Where(shown), "read:file", f"cannot read the file: {fault.strerror or fault}.")
        return None


def decode(raw: bytes, shown: str, report: Report) -> str | None:
    """UTF-8 text, or None with the line of the first wrong byte in the report."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        before = raw[: fault.start]
        line = before.count(b"\n") + 1
        column = fault.start - (before.rfind(b"\n") + 1) + 1
        report.error(
            Where(shown, line, column),
            "read:encoding",
            f"byte 0x{raw[fault.start]:02x} is not UTF-8 text.",
            "Save the file as UTF-8.",
        )
        return None


def read_yaml(path: Path, report: Report, shown: str | None = None) -> Source | None:
    """A YAML file as a `Source`, or None with every fault that stopped the reading in the report."""
    shown = shown or str(path)
    raw = read_bytes(path, shown, report)
    if raw is None:
        return None
    text = decode(raw, shown, report)
    return None if text is None else parse_yaml(text, shown, report)


def parse_yaml(text: str, shown: str, report: Report) -> Source | None:
    """YAML text as a `Source`; see `read_yaml`."""
    try:
        return _Builder(shown, report).build(text)
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        where = Where(shown, mark.line + 1, mark.column + 1) if mark else Where(shown)
        report.error(
            where, "read:yaml", f"this is not YAML: {fault.problem or fault.context}.", _yaml_hint(fault, text)
        )
    except yaml.YAMLError as fault:  # a character no YAML file may hold
        where, what = _bad_character(text, shown)
        report.error(where, "read:yaml", what or f"this is not YAML: {' '.join(str(fault).split())}.")
    return None


def _yaml_hint(fault: yaml.MarkedYAMLError, text: str) -> str:
    problem = fault.problem or ""
    lines = text.splitlines()
    mark = fault.problem_mark
    if mark and mark.line < len(lines) and "\t" in lines[mark.line][: mark.column + 1]:
        return "Indent with spaces, not tabs."
    if "mapping values are not allowed" in problem:
        return "Put text that holds a colon in quotes, and check the indent."
    if "expected <block end>" in problem or "did not find expected" in problem:
        return "Check the indent of this line and the quotes and brackets before it."
    return ""


def _bad_character(text: str, shown: str) -> tuple[Where, str]:
    for number, line in enumerate(text.split("\n"), start=1):
        for column, char in enumerate(line, start=1):
            code = ord(char)
            if (code < 32 and char not in "\t\r") or 0x7F <= code < 0x85 or 0x85 < code < 0xA0:
                return Where(shown, number, column), f"control character U+{code:04X} is not allowed in YAML."
    return Where(shown), ""


class _Stop(Exception):
    """The file breaks a bound; the report says which."""


class _Builder:
    """Builds plain data from YAML events in one pass, with no recursion."""

    def __init__(self, shown: str, report: Report) -> None:
        self.shown = shown
        self.report = report
        self.values = 0

    def build(self, text: str) -> Source | None:
        try:
            return self._run(text)
        except _Stop:
            return None

    def _fail(self, mark: Any, rule: str, message: str, hint: str = "") -> _Stop:
        self.report.error(Where(self.shown, mark.line + 1, mark.column + 1), rule, message, hint)
        return _Stop()

    def _run(self, text: str) -> Source | None:
        source: Source | None = None
        # One entry a collection being read: its data, its node, and the key that waits for a value.
        stack: list[tuple[dict[str, Any] | list[Any], _Node]] = []
        keys: list[tuple[str, int, int] | None] = []
        documents = 0
        event: Any
        for event in yaml.parse(text, Loader=_Loader):
            kind = type(event)
            if kind is yaml.ScalarEvent:
                mark = event.start_mark
                if event.tag not in (None, "!"):
                    raise self._fail(mark, "read:tag", f"the tag {event.tag} is not allowed.", "Leave the tag out.")
                value: Any = event.value
                if event.implicit[0] and value in _NULLS:
                    value = None
                node = _Node(mark.line + 1, mark.column + 1)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                mark = event.start_mark
                if event.tag not in (None, "!"):
                    raise self._fail(mark, "read:tag", f"the tag {event.tag} is not allowed.", "Leave the tag out.")
                if len(stack) >= MAX_DEPTH:
                    raise self._fail(mark, "read:depth", f"nested deeper than {MAX_DEPTH} levels.")
                value = {} if kind is yaml.MappingStartEvent else []
                node = _Node(mark.line + 1, mark.column + 1)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                stack.pop()
                keys.pop()
                continue
            elif kind is yaml.AliasEvent:
                raise self._fail(
                    event.start_mark, "read:alias", f"the alias *{event.anchor} is not allowed.", "Write the value out."
                )
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    raise self._fail(event.start_mark, "read:documents", "a second document (---) is not allowed.")
                continue
            else:
                continue

            self.values += 1
            if self.values > MAX_VALUES:
                raise self._fail(mark, "read:size", f"more than {MAX_VALUES} values.")
            if not stack:
                source = Source(self.shown, value, node)
            else:
                data, parent = stack[-1]
                if isinstance(data, list):
                    parent.inside[len(data)] = node
                    data.append(value)
                else:
                    waiting = keys[-1]
                    if waiting is None:
                        if not isinstance(event, yaml.ScalarEvent):
                            raise self._fail(mark, "read:key", "a key must be plain text.")
                        keys[-1] = (event.value, node.line, node.column)
                        continue
                    name, node.key_line, node.key_column = waiting
                    keys[-1] = None
                    if name in data:
                        first = parent.inside[name]
                        self.report.error(
                            Where(self.shown, node.key_line, node.key_column),
                            "read:duplicate-key",
                            f"the key {name} stands here a second time; the first is on line {first.key_line}.",
                            "Keep one of them.",
                        )
                    else:
                        data[name] = value
                        parent.inside[name] = node
            if isinstance(value, dict | list):
                stack.append((value, node))
                keys.append(None)
        if source is None:
            source = Source(self.shown, None, _Node(1, 1))
        return source


# --- CSV ------------------------------------------------------------------------------------------------------

_DECIMAL_COMMA = re.compile(r"-?\d+,\d+")


def read_csv(path: Path, report: Report, kind: str, shown: str | None = None) -> Source | None:
    """A table saved by a spreadsheet, as the `Source` of `{kind: [row, ...]}`.

    The first row names the fields (`price.gold` is the field `gold` of `price`).
    Read as it comes: byte order mark, UTF-8 or cp1252, comma, semicolon or tab, decimal commas, empty rows.
    An empty cell is a field left out.
    """
    shown = shown or str(path)
    raw = read_bytes(path, shown, report)
    if raw is None:
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        report.error(Where(shown, line, 1), "read:csv", "this is not a text table: it holds a zero byte.")
        return None
    separator = _separator(text.split("\n", 1)[0])
    rows: list[dict[str, Any]] = []
    root = _Node(1, 1)
    table = _Node(1, 1)
    root.inside[kind] = table
    source = Source(shown, {kind: rows}, root)

    header: list[str] | None = None
    for line, cells, columns in _csv_rows(text, separator, shown, report):
        if not any(cell.strip() for cell in cells):
            continue
        if header is None:
            header = _header(cells, columns, line, shown, report)
            continue
        extra = [i for i in range(len(header), len(cells)) if cells[i].strip()]
        for i in extra:
            report.error(
                Where(shown, line, columns[i]), "read:csv", f"{cells[i].strip()!r} stands in no named column.",
                f"The first row names {len(header)} columns.",
            )  # fmt: skip
        rows.append(_csv_record(header, cells, columns, line, separator, table, len(rows)))
    if header is None:
        report.error(Where(shown, 1, 1), "read:csv", "the table is empty.", "The first row names the columns.")
        return None
    return source


def _separator(first_line: str) -> str:
    counts = {sep: first_line.count(sep) for sep in (",", ";", "\t")}
    return max(counts, key=lambda sep: counts[sep])


def _csv_rows(text: str, separator: str, shown: str, report: Report) -> list[tuple[int, list[str], list[int]]]:
    """Each row with its line and the column where each cell starts."""
    found: list[tuple[int, list[str], list[int]]] = []
    lines = text.splitlines()
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    before = 0
    try:
        for cells in reader:
            line = before + 1
            before = reader.line_num
            raw = lines[line - 1] if line <= len(lines) else ""
            found.append((line, cells, _cell_columns(raw, separator, len(cells))))
            if len(found) > MAX_VALUES:
                report.error(Where(shown, line, 1), "read:size", f"more than {MAX_VALUES} rows.")
                return []
    except csv.Error as fault:
        report.error(Where(shown, before + 1, 1), "read:csv", f"this row is not CSV: {fault}.", "Check the quotes.")
    return found


def _cell_columns(raw: str, separator: str, count: int) -> list[int]:
    columns = [1]
    quoted = False
    for position, char in enumerate(raw):
        if char == '"':
            quoted = not quoted
        elif char == separator and not quoted:
            columns.append(position + 2)
    return columns + [columns[-1]] * max(0, count - len(columns))


def _header(cells: list[str], columns: list[int], line: int, shown: str, report: Report) -> list[str]:
    names: list[str] = []
    for cell, column in zip(cells, columns, strict=False):
        name = cell.strip().lower().replace(" ", "_").replace("-", "_")
        if name and name in names:
            report.error(
                Where(shown, line, column), "read:duplicate-key", f"the column {name} stands here a second time."
            )
            name = ""
        names.append(name)
    while names and not names[-1]:
        names.pop()
    return names


def _csv_record(
    header: list[str], cells: list[str], columns: list[int], line: int, separator: str, table: _Node, index: int
) -> dict[str, Any]:
    row: dict[str, Any] = {}
    node = _Node(line, 1)
    table.inside[index] = node
    for name, cell, column in zip(header, cells, columns, strict=False):
        value = cell.strip()
        if not value or not name:
            continue
        if separator == ";" and _DECIMAL_COMMA.fullmatch(value):
            value = value.replace(",", ".")
        data, place = row, node
        *parents, leaf = name.split(".")
        for parent in parents:
            data = data.setdefault(parent, {})
            place = place.inside.setdefault(parent, _Node(line, column, line, column))
        if isinstance(data, dict):
            data[leaf] = value
            place.inside[leaf] = _Node(line, column, line, column)
    return row
