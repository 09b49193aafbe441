"""Files as plain data, with `file:line:column` for every value: YAML here, spreadsheet CSV in `csv_source`.

Scalars stay text until a model types them (a YAML loader would turn hex 0610 into a number and `no` into false).
What a stranger's file may do is bounded: depth, size, number of values; aliases, tags and second documents are refused.
Nothing here knows a model: see `validate` for that.
"""

from __future__ import annotations

import codecs
import errno
import os
import stat
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from ibbprint.patterns import regex
from ibbprint.problems import Problem, Report, Where

try:
    from yaml import CSafeLoader as _Loader
except ImportError:  # PyYAML built without libyaml: slower, same answers
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

MAX_BYTES = 4_000_000
MAX_DEPTH = 32
MAX_VALUES = 400_000
TOO_MANY_ROWS = "a table has at most {:,} rows."

_NULLS = {"", "~", "null", "Null", "NULL"}
_NO_TEXT = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""What no file may hold, raw or written as an escape: it steers terminals, and nothing can print it."""


class Node:
    """The place of a value, the place of its key, and the nodes inside it."""

    __slots__ = ("column", "inside", "key_column", "key_line", "line")

    def __init__(self, line: int, column: int, key_line: int = 0, key_column: int = 0) -> None:
        self.line = line
        self.column = column
        self.key_line = key_line
        self.key_column = key_column
        self.inside: dict[str | int, Node] = {}

    def get(self, step: str | int) -> Node | None:
        """The node inside under a name or number."""
        return self.inside.get(step)


class Source:
    """A file as it was read: `data` is None, text, lists and dicts; `where` finds any value again.

    The cells of a CSV are found by the same paths as the values of a YAML file; `columns` says where each column has
    its name.
    """

    def __init__(self, file: str, data: Any, root: Node) -> None:
        self.file = file
        self.data = data
        self.root = root
        self.values = 0
        """How many values it has, for whoever charges for them."""
        self.columns: dict[str, Where] | None = None
        self.heads: dict[str, str] = {}
        """The names of its columns as they are written."""
        self.whole = True
        """Whether all its rows could be read; of one that is not, what is missing is no fault elsewhere."""
        self.unread: set[Where] = set()
        """The cells of which nothing was read, and that is reported: they are empty only for who asks for them."""
        self.made: dict[str, tuple[Any, Any, tuple[Problem, ...]]] = {}
        """What was made of it, for whoever reads it again: of which kind, what, and what was said of it (`layers`)."""

    def reach(self, *path: str | int) -> int:
        """The number of steps of a path that are steps of the file, from its beginning."""
        node: Node | None = self.root
        for count, step in enumerate(path):
            node = node.get(step) if node is not None else None
            if node is None:
                return count
        return len(path)

    def where(self, *path: str | int, key: bool = False) -> Where:
        """The place of a value (or, with `key`, of its key).

        A step that is no step of the file is skipped, so a model's own path can be asked for as it is;
        what is missing altogether is reported at the thing it is missing from.
        """
        node = self.root
        last_found = True
        for step in path:
            inner = node.get(step)
            last_found = inner is not None
            if inner is not None:
                node = inner
        if key and last_found and node.key_line:
            return Where(self.file, node.key_line, node.key_column)
        return Where(self.file, node.line, node.column)


def at_one_place(where: Where) -> Source:
    """A source of nothing, all of which stands at one place: for what was read from a line of text."""
    return Source(where.file, None, Node(where.line, where.column))


class Pile(Source):
    """Files laid over each other, the topmost first: a value is found in the topmost file that has it."""

    def __init__(self, sources: Sequence[Source], data: Any) -> None:
        super().__init__(sources[0].file, data, sources[0].root)
        self.sources = sources

    def where(self, *path: str | int, key: bool = False) -> Where:
        return max(self.sources, key=lambda source: source.reach(*path)).where(*path, key=key)


def is_there(path: Path) -> bool:
    """True when something of this name is there, be it a link to nowhere; never an exception."""
    try:
        return path.exists() or path.is_symlink()
    except (OSError, ValueError):
        return False


def is_file(path: Path) -> bool:
    """`Path.is_file`, which raises for a name that is too long."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """`Path.is_dir`, which raises for a name that is too long."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def same_file(first: Path, second: Path) -> bool:
    """True when two names, links followed, are of one file."""
    try:
        return first.resolve() == second.resolve()
    except (OSError, ValueError, RuntimeError):
        return False


def inside(folder: Path, path: Path) -> bool:
    """True when `path`, links followed, does not leave `folder`. A path that cannot be followed is outside."""
    try:
        result = path.resolve()
        # Python 3.13 returns a ring as it is. Path.is_symlink would raise for a name that is too long.
        return result.is_relative_to(folder.resolve()) and not os.path.islink(result)  # noqa: PTH114
    except (OSError, ValueError, RuntimeError):  # too long, with a zero byte, links in a ring
        return False


def why_no_file(path: Path) -> str | None:
    """The reason why a name is not that of a readable file: there is none, or it is a folder, a pipe or a device; else
    None.

    For whoever would look elsewhere for what is not here: what is there and is no file is to be reported.
    """
    try:
        if path.is_file():
            return None
        if path.is_dir():
            return "this is a folder, not a file."
        if path.exists():
            return "this is not a readable file."
        return "this link is broken." if path.is_symlink() else "there is no such file."
    except (OSError, ValueError) as fault:
        return _cannot_read(fault)


def read_bytes(path: Path, name: str, report: Report, *, most: int = MAX_BYTES) -> bytes | None:
    """The file's bytes, at most `most` of them, or None with a problem in the report.

    Never waits: a pipe that has taken a file's place since it was looked at is not read either.
    """
    why = why_no_file(path)
    if why is None:
        try:
            opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
            with os.fdopen(opened, "rb") as file:
                if not stat.S_ISREG(os.fstat(opened).st_mode):
                    why = "this is not a readable file."
                else:
                    size = os.fstat(opened).st_size
                    raw = file.read(min(size, most) + 1)  # room is made for all that is asked for
                    if len(raw) > size:  # it is being written
                        raw += file.read(most + 1 - len(raw))
                    if len(raw) <= most:
                        return raw
                    report.error(Where(name), "read:size", f"the file is larger than {most // 1000:,} kB.")
                    return None
        except (OSError, ValueError) as fault:
            why = _cannot_read(fault)
    report.error(Where(name), "read:file", why)
    return None


def _cannot_read(fault: OSError | ValueError) -> str:
    if isinstance(fault, ValueError):
        return "a file name cannot contain a zero byte."
    if fault.errno == errno.ENOENT:  # it was there a moment ago
        return "there is no such file."
    reason = {
        errno.EACCES: "you have no permission to read it",
        errno.ENAMETOOLONG: "its name is too long",
        errno.ELOOP: "its links form a loop",
    }
    return f"cannot read the file: {reason.get(fault.errno or 0, fault.strerror or 'the system refused')}."


def decode(raw: bytes, name: str, report: Report) -> str | None:
    """UTF-8 text, or None with the line of the first wrong byte in the report."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        before = raw[: fault.start]
        line = before.count(b"\n") + 1
        column = fault.start - (before.rfind(b"\n") + 1) + 1
        report.error(
            Where(name, line, column),
            "read:encoding",
            f"byte 0x{raw[fault.start]:02x} is not UTF-8 text.",
            "Save the file as UTF-8.",
        )
        return None


_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def mark_of(raw: bytes) -> tuple[bytes, str]:
    """The byte order mark that a file begins with and the letters that it promises; nothing and UTF-8 without one."""
    return next(((mark, letters) for mark, letters in _MARKS if raw.startswith(mark)), (b"", "utf-8"))


def decode_saved(raw: bytes, name: str, report: Report) -> str | None:
    """Text as people's programs save it: UTF-8, UTF-16 with its mark, or else Windows' own letters (cp1252).

    None where the mark of UTF-16 promises what the bytes do not keep, with the place in the report.
    """
    mark, letters = mark_of(raw)
    body = raw[len(mark) :]
    try:
        return body.decode(letters)
    except UnicodeDecodeError as fault:
        if letters == "utf-8":
            return raw.decode("cp1252", errors="replace")
        before = body[: fault.start].decode(letters)
        where = Where(name, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)
        report.error(
            where,
            "read:encoding",
            "the file begins as UTF-16 text (“Unicode”), but it is broken here.",
            "Save it again, as UTF-8 if you can.",
        )
        return None


def read_yaml(path: Path, report: Report, name: str | None = None, *, most_rows: int | None = None) -> Source | None:
    """A YAML file as a `Source`, or None with every fault that stopped the reading in the report.

    Of a table, more than `most_rows` rows are such a fault.
    """
    name = name or str(path)
    raw = read_bytes(path, name, report)
    if raw is None:
        return None
    text = decode(raw, name, report)
    return None if text is None else parse_yaml(text, name, report, most_rows=most_rows)


def parse_yaml(text: str, name: str, report: Report, *, most_rows: int | None = None) -> Source | None:
    """YAML text as an immutable `Source`; see `read_yaml`."""
    source, problems = _parsed(text, name, most_rows)
    for problem in problems:
        report.add(problem)
    return source


@lru_cache(maxsize=128)  # a scenario is asked for by several, and `watch` asks for the whole catalogue again
def _parsed(text: str, name: str, most_rows: int | None) -> tuple[Source | None, tuple[Problem, ...]]:
    report = Report()
    return _read_events(text, _Builder(name, report, most_rows)), tuple(report.as_added)


def _read_events(text: str, builder: _Builder) -> Source | None:
    name, report = builder.shown, builder.report
    try:
        return builder.build(text)
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        where = Where(name, mark.line + 1, mark.column + 1) if mark else Where(name)
        report.error(where, "read:yaml", *_yaml_sentence(fault, text))
    except yaml.YAMLError:  # a character no YAML file may hold
        bad = bad_character(text, name) or (Where(name), "the file contains a character that is not allowed.")
        report.error(bad[0], "read:yaml", bad[1])
    return None


_CHECK = "Check the indent of this line, and the quotes and brackets before it."
_YAML_SENTENCES = (
    # a word of the parser's own message, what we say, what would be right
    ("mapping values are not allowed", "unexpected colon.", "Put text that contains a colon in quotes."),
    ("expected ',' or ']'", "the list that starts with [ {opened} is not closed with ].", ""),
    ("expected ',' or '}'", "the mapping that starts with {{ {opened} is not closed with }}.", ""),
    ("unexpected end of stream", "the text in quotes that starts {opened} is never closed.", ""),
    ("unexpected document indicator", "the text in quotes that starts {opened} is never closed.", ""),
    ("cannot start any token", "a text cannot start with {char}.", "Put the text in quotes."),
    ("expected '-' indicator", "this line is not aligned with the list that it belongs to.", _CHECK),
    ("expected key", "this line is not aligned with the mapping that it belongs to.", _CHECK),
    ("block sequence entries", "a list cannot start here.", "Start it on a new line."),
    ("could not find expected ':'", "a colon is missing after the name of this field.", "Write name: value."),
    ("unknown escape", "\\{char} means nothing in double quotes.", "Write \\\\ for \\, or use single quotes."),
    ("hexdecimal", "this escape needs hexadecimal digits.", "Write \\\\ for \\, or use single quotes."),
    ("undefined tag handle", "a text cannot start with !.", "Put the text in quotes."),
    ("duplicate anchor", "the same anchor appears twice.", "Leave the anchors (&) out."),
)


def _yaml_sentence(fault: yaml.MarkedYAMLError, text: str) -> tuple[str, str]:
    """The fault and the remedy in our own words: the parsers (there are two) have a jargon each."""
    problem = f"{fault.problem or ''} {fault.context or ''}"
    lines = text.split("\n")
    mark = fault.problem_mark or fault.context_mark
    line = lines[mark.line] if mark and mark.line < len(lines) else ""
    column = mark.column if mark else 0
    if "\t" in line[: column + 1] and not line[:column].strip():
        return "this line is indented with a tab.", "Indent with spaces, not tabs."
    opened = f"on line {fault.context_mark.line + 1}" if fault.context_mark else "before it"
    for word, sentence, hint in _YAML_SENTENCES:
        if word in problem:
            return sentence.format(opened=opened, char=line[column : column + 1]), hint
    return "this is not YAML.", _CHECK


def bad_character(text: str, name: str) -> tuple[Where, str] | None:
    """The first character that no file may hold: controls, halves of pairs, and no characters at all."""
    match = _NO_TEXT.search(text)
    if match is None:
        return None
    at = match.start()
    where = Where(name, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
    return where, f"the character U+{ord(match[0]):04X} is not allowed in a file."


class _Stop(Exception):
    """The file breaks a bound; the report says which."""


class _Builder:
    """Builds plain data from YAML events in one pass, with no recursion."""

    def __init__(self, name: str, report: Report, most_rows: int | None) -> None:
        self.shown = name
        self.report = report
        self.most_rows = most_rows
        """How many values a list that stands under a key of the file may have, if that is bounded."""
        self.values = 0

    def build(self, text: str) -> Source | None:
        try:
            return self._run(text)
        except _Stop:
            return None

    def _fail(self, mark: Any, rule: str, message: str, hint: str = "") -> _Stop:
        self.report.error(Where(self.shown, mark.line + 1, mark.column + 1), rule, message, hint)
        return _Stop()

    def _tag(self, mark: Any, tag: str) -> _Stop:
        short_tag = tag.replace("tag:yaml.org,2002:", "!!")
        return self._fail(mark, "read:tag", f"the tag {short_tag} is not allowed.", "Leave the tag out.")

    def _run(self, text: str) -> Source | None:
        source: Source | None = None
        most_rows = self.most_rows
        # One entry a collection being read: its data, its node, and the key that waits for a value.
        stack: list[tuple[dict[str, Any] | list[Any], Node]] = []
        keys: list[tuple[str, int, int] | None] = []
        documents = 0
        event: Any
        events = yaml.parse(text, Loader=_Loader)
        for event in events:
            kind = type(event)
            if kind is yaml.ScalarEvent:
                mark = event.start_mark
                if event.tag not in (None, "!"):
                    raise self._tag(mark, event.tag)
                value: Any = event.value
                escaped = None if value.isprintable() else _NO_TEXT.search(value)
                if escaped is not None:
                    code = ord(escaped[0])
                    raise self._fail(mark, "read:character", f"the character U+{code:04X} is not allowed in a file.")
                if event.implicit[0] and value in _NULLS:
                    value = None
                opens = False
                node = Node(mark.line + 1, mark.column + 1)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                mark = event.start_mark
                if event.tag not in (None, "!"):
                    raise self._tag(mark, event.tag)
                if len(stack) >= MAX_DEPTH:
                    raise self._fail(mark, "read:depth", f"nested deeper than {MAX_DEPTH} levels.")
                value = {} if kind is yaml.MappingStartEvent else []
                opens = True
                node = Node(mark.line + 1, mark.column + 1)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                stack.pop()
                keys.pop()
                continue
            elif kind is yaml.AliasEvent:
                raise self._fail(
                    event.start_mark,
                    "read:alias",
                    f"the alias *{event.anchor} is not allowed.",
                    "Write the value out; put text that starts with * in quotes.",
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
                if len(stack) > 1 and most_rows is not None:
                    self._count_rows(events, len(stack) + opens, len(stack[1][0]), most_rows)
                raise self._fail(mark, "read:size", f"more than {MAX_VALUES} values.")
            if not stack:
                source = Source(self.shown, value, node)
            else:
                data, parent = stack[-1]
                if isinstance(data, list):
                    if most_rows is not None and len(stack) == 2 and len(data) >= most_rows:
                        raise self._fail(mark, "read:size", TOO_MANY_ROWS.format(most_rows))
                    parent.inside[len(data)] = node
                    data.append(value)
                else:
                    waiting = keys[-1]
                    if waiting is None:
                        if opens:
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
                            f"the key {name} appears twice; the first is on line {first.key_line}.",
                            "Keep one of them.",
                        )
                    else:
                        data[name] = value
                        parent.inside[name] = node
            if opens:
                stack.append((value, node))
                keys.append(None)
        if source is None:
            source = Source(self.shown, None, Node(1, 1))
        source.values = self.values
        return source

    def _count_rows(self, events: Iterable[Any], level: int, rows: int, most_rows: int) -> None:
        """Name too many rows of a table instead of too many values, if there are.

        The events go on at a `level` of nesting, after `rows` rows of the table.
        """
        for event in events:
            kind = type(event)
            if kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                level -= 1
                if level < 2:
                    return
                continue
            if level == 2:
                rows += 1
                if rows > most_rows:
                    raise self._fail(event.start_mark, "read:size", TOO_MANY_ROWS.format(most_rows))
            if kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                level += 1
