"""Texts with figures by reference: `{range}` is a field of the entry itself, `{figures.rout-hexes}` of another file.

`{steps|hex|hexes}` is a figure with its word, the first for one and the second for any other number.

So a figure that is printed and applied stands once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ibbprint.digits import are_digits
from ibbprint.patterns import regex
from ibbprint.phrases import figure

_PLACE = regex(r"\{([A-Za-z0-9_.-]*)(?:\|([^{}|]+)\|([^{}|]+))?\}")


class UnknownPlace(KeyError):
    """A placeholder that names nothing. `name` is the name, `offset` where in the text it stands."""

    def __init__(self, name: str, offset: int) -> None:
        super().__init__(name)
        self.name = name
        self.offset = offset


def fill(text: str, record: Any, look_up: Callable[[str, str], Any]) -> str:
    """The text with every placeholder filled in.

    A name without a dot is a field of `record`; with dots, `look_up(kind, id)` gives an entry whose field is named
    (`value` if none is). Numbers in a path pick from a list, counting from 0. Two words behind a name, with | between,
    are what is counted: one, and several. Raises UnknownPlace.
    """

    def replacement(match: re.Match[str]) -> str:
        name = match[1]
        head, *rest = name.split(".")
        value: Any
        if not rest or _has(record, head):
            value, path = record, [head, *rest]
        else:
            value = look_up(head, rest[0])
            path = rest[1:] or ["value"]
        for step in path:
            if value is None or not _has(value, step):
                raise UnknownPlace(name, match.start())
            value = value[int(step)] if are_digits(step) and isinstance(value, list | tuple) else getattr(value, step)
        if not isinstance(value, str | int | float):  # nothing to print: left empty, or a thing with parts
            raise UnknownPlace(name, match.start())
        word = "" if match[2] is None else f" {match[2] if value == 1 else match[3]}"
        return f"{value if isinstance(value, str) else figure(value)}{word}"

    return _PLACE.sub(replacement, text)


def is_filled(values: Mapping[str, Any]) -> bool:
    """True when no text among some values has a placeholder that was not filled."""
    return not any(isinstance(value, str) and _PLACE.search(value) for value in values.values())


def _has(value: Any, step: str) -> bool:
    if isinstance(value, list | tuple):
        return are_digits(step) and int(step) < len(value)
    return step in getattr(type(value), "model_fields", {})
