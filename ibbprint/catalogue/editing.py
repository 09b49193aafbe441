"""Edits of a YAML file at the places of its values: comments, order, quotes and line ends stay as a person wrote them.

A path leads to a value by keys and numbers, as in `Source.where`. Every edit is read back: a text that would not mean
what was to be written is refused, so an edit never breaks a file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from ibbprint.patterns import regex

Path = Sequence[str | int]
WIDEST = 120
"""A list in brackets goes on in a new line where it would be wider, as the shipped files do."""
_PLAIN = regex(r"[^\W\d_](?:[\w ’.–-]*[\w’.])?")
"""What needs no quotes. A number does: YAML would turn 0610 into one."""
_NUMBER = regex(r"0|[1-9][0-9]*")
SEVERAL_LINES = ("|", ">")
"""The styles of a text over several lines."""
_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})


class NotEdited(ValueError):
    """An edit that the text has no place for; the message is for people."""


def scalar(value: str, quote: str = "") -> str:
    """A text as YAML, in these quotes, or without any where YAML needs none."""
    if quote == "'":
        return "'" + value.replace("'", "''") + "'"
    if not quote and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def number(value: float) -> str:
    """A number as people write it."""
    return f"{value:.10g}"


def pair(x: float, y: float) -> str:
    """A place on a map: `[12.5, 40]`."""
    return f"[{number(x)}, {number(y)}]"


def entry(values: Mapping[str, str | Sequence[str]]) -> str:
    """A record in braces: `{id: road-2, hexes: ["0101", "0102"]}`."""
    return "{" + ", ".join(f"{key}: {_written(value)}" for key, value in values.items()) + "}"


def _written(value: str | Sequence[str]) -> str:
    return scalar(value) if isinstance(value, str) else "[" + ", ".join(map(scalar, value)) + "]"


class EditedText:
    """A YAML text, and the edits made in it so far. Lines end with a line feed only."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root = yaml.compose(text, Loader=yaml.SafeLoader)
        if self.root is None:
            raise NotEdited("the file is empty.")

    # --- what is there

    def node(self, path: Path) -> yaml.Node | None:
        """The node at a path, or None."""
        node: yaml.Node | None = self.root
        for step in path:
            if isinstance(node, yaml.MappingNode):
                node = next((value for key, value in node.value if key.value == step), None)
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and 0 <= step < len(node.value):
                node = node.value[step]
            else:
                return None
        return node

    def value(self, path: Path) -> Any:
        """The value at a path as plain data, all scalars as text; None where there is none."""
        node = self.node(path)
        return None if node is None else _data(node)

    # --- edits

    def set(self, path: Path, value: str) -> None:
        """Replace a text, in the same quotes; a number without quotes by another one."""
        node = self._scalar(path)
        quote = node.style if node.style in ("'", '"') else ""
        if node.style in SEVERAL_LINES:
            raise NotEdited("a text over several lines is edited in the file.")
        number = node.style is None and _NUMBER.fullmatch(node.value) and _NUMBER.fullmatch(value)
        new = value if number else scalar(value, quote)
        self._replace(node.start_mark.index, node.end_mark.index, new, path, value)

    def set_number(self, path: Path, value: float) -> None:
        """Replace a number, which has no quotes even where the old one had."""
        node = self._scalar(path)
        self._replace(node.start_mark.index, node.end_mark.index, number(value), path, number(value))

    def set_list(self, path: Path, written: str) -> None:
        """Replace a list in brackets by another, as YAML."""
        node = self.node(path)
        if not isinstance(node, yaml.SequenceNode) or not node.flow_style:
            raise NotEdited(f"{path[-1]} is not a list in brackets.")
        value = yaml.load(written, Loader=yaml.BaseLoader)
        self._replace(node.start_mark.index, self._end(node), written, path, value)

    def set_letter(self, path: Path, at: int, letter: str) -> None:
        """Replace one letter of a text."""
        node = self._scalar(path)
        value = f"{node.value[:at]}{letter}{node.value[at + 1 :]}"
        start = node.start_mark.index + (node.style in ("'", '"'))
        if self.text[start : start + len(node.value)] != node.value or letter in "\"'\\":
            self.set(path, value)
        else:
            self._replace(start + at, start + at + 1, letter, path, value)

    def add(self, path: Path, written: str) -> None:
        """Add an item, as YAML, at the end of a list; the list is begun where it is not there."""
        node = self.node(path)
        if node is None or _is_null(node):
            self.put(path[:-1], str(path[-1]), f"[{written}]" if not written.startswith("{") else f"\n- {written}")
            return
        if not isinstance(node, yaml.SequenceNode):
            raise NotEdited(f"{path[-1]} is not a list.")
        value = [*_data(node), yaml.load(written, Loader=yaml.BaseLoader)]
        if node.flow_style:
            end = self._end(node.value[-1]) if node.value else node.start_mark.index + 1
            self._replace(end, end, self._continued(node, end, written), path, value)
        else:
            end = self._line_end(self._end(node.value[-1]))
            self._replace(end, end, f"\n{' ' * node.start_mark.column}- {written}", path, value)

    def insert(self, path: Path, at: int, written: str) -> None:
        """Add an item, as YAML, before another of a list."""
        node = self.node(path)
        if not isinstance(node, yaml.SequenceNode) or not 0 <= at < len(node.value):
            raise NotEdited(f"{path[-1]} has no place for it.")
        value = [_data(item) for item in node.value]
        value.insert(at, yaml.load(written, Loader=yaml.BaseLoader))
        start = node.value[at].start_mark.index
        if node.flow_style:
            self._replace(start, start, f"{written}, ", path, value)
        else:
            start = self.text.rfind("\n", 0, start) + 1
            self._replace(start, start, f"{' ' * node.start_mark.column}- {written}\n", path, value)

    def put(self, path: Path, key: str, written: str) -> None:
        """Add a key with a value, as YAML, at the end of a record. A value that begins with a line feed is a block."""
        node = self.node(path)
        if not isinstance(node, yaml.MappingNode) or not node.value:
            raise NotEdited(f"there is no {path[-1] if path else 'record'} to add {key} to.")
        last = self._end(node.value[-1][1])
        record = {**_data(node), key: yaml.load(written.strip(), Loader=yaml.BaseLoader)}
        if node.flow_style:
            self._replace(last, last, f", {scalar(key)}: {written.strip()}", path, record)
        else:
            indent = " " * node.value[0][0].start_mark.column
            value = written.replace("\n", f"\n{indent}  ") if written.startswith("\n") else f" {written}"
            last = self._line_end(last)
            self._replace(last, last, f"\n{indent}{scalar(key)}:{value}", path, record)

    def drop(self, path: Path) -> None:
        """Take a key with its value out of a record that has others besides: with its line, or out of the braces."""
        node = self.node(path[:-1])
        keys = [key.value for key, _ in node.value] if isinstance(node, yaml.MappingNode) else []
        if not isinstance(node, yaml.MappingNode) or path[-1] not in keys or len(keys) == 1:
            raise NotEdited(f"there is no line {path[-1]} to take out.")
        at = keys.index(path[-1])
        key, value = node.value[at]
        rest = {name: item for name, item in _data(node).items() if name != path[-1]}
        if node.flow_style:
            begin = self._end(node.value[at - 1][1]) if at else key.start_mark.index
            self._replace(begin, self._end(value) if at else node.value[1][0].start_mark.index, "", path[:-1], rest)
            return
        start = self.text.rfind("\n", 0, key.start_mark.index) + 1
        end = self._line_end(self._end(value)) + 1
        self._replace(start, end, "", path[:-1], rest)

    def remove(self, path: Path) -> None:
        """Remove an item of a list. A list that becomes empty is written as `[]`."""
        node, item = self.node(path[:-1]), self.node(path)
        number = path[-1]
        if not isinstance(node, yaml.SequenceNode) or item is None or not isinstance(number, int):
            raise NotEdited("there is nothing to remove.")
        value = [_data(child) for at, child in enumerate(node.value) if at != number]
        start, end = item.start_mark.index, self._end(item)
        if len(node.value) == 1:
            self._replace(node.start_mark.index, max(self._end(node), end), "[]", path[:-1], value)
        elif not node.flow_style:
            start = self.text.rfind("\n", 0, start)
            self._replace(start, self._line_end(end), "", path[:-1], value)
        elif number == 0:
            self._replace(start, node.value[1].start_mark.index, "", path[:-1], value)
        else:
            self._replace(self._end(node.value[number - 1]), end, "", path[:-1], value)

    # --- how

    def _scalar(self, path: Path) -> yaml.ScalarNode:
        node = self.node(path)
        if not isinstance(node, yaml.ScalarNode):
            raise NotEdited(f"there is no {path[-1]} in the file.")
        return node

    def _continued(self, node: yaml.SequenceNode, end: int, written: str) -> str:
        """An item after the last one of a list in brackets, on a line of its own where the line is full."""
        if not node.value:
            return written
        begin = self.text.rfind("\n", 0, end) + 1
        if end - begin + len(written) + 4 <= WIDEST:
            return f", {written}"
        return f",\n{' ' * node.value[0].start_mark.column}{written}"

    def _end(self, node: yaml.Node) -> int:
        """The end of the text of a node, without blank lines and comments after it."""
        if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
            last = node.value[-1]
            return self._end(last[1] if isinstance(node, yaml.MappingNode) else last)
        end: int = node.end_mark.index
        if isinstance(node, yaml.ScalarNode) and node.style in SEVERAL_LINES:
            # Such a text ends where the next line with text begins.
            return len(self.text[:end].rstrip())
        return end

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _replace(self, start: int, end: int, new: str, path: Path, value: Any) -> None:
        """Write `new` from `start` to `end`, after which `path` must have this value.

        Raises NotEdited, with the text as it was, where it would have another.
        """
        text = f"{self.text[:start]}{new}{self.text[end:]}"
        try:
            edited = EditedText(text)
        except yaml.YAMLError as fault:
            raise NotEdited("the file would not be YAML any more.") from fault
        if edited.value(path) != value:
            raise NotEdited("this cannot be written in the file as it is laid out: edit it by hand.")
        self.text, self.root = edited.text, edited.root


def _is_null(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null"


def _data(node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return {key.value: _data(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_data(child) for child in node.value]
    return node.value
