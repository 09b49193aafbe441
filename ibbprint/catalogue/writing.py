"""Files that commands write for people to read and edit: YAML from a template that writes values and breaks lines."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import jinja2

from ibbprint.patterns import regex
from ibbprint.phrases import listed

WIDTH = 120
_PLAIN = regex(r"[A-Za-z][A-Za-z’ ]*[A-Za-z]|[a-z][a-z0-9-]*[a-z0-9]")
_WORDS = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})
_RULE = regex(r"[A-Z]-[0-9]+")


def template(file: Path, filters: Mapping[str, Callable[..., object]] | None = None) -> jinja2.Template:
    """A template of such a file, which may extend one beside it.

    It has the filters `yaml`, `quoted`, `comment`, `folded`, `flow`, `braces` and `listed`, and those that are given.
    """
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(file.parent, encoding="utf-8"),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters |= {
        "yaml": _yaml,
        "quoted": _quoted,
        "comment": _comment,
        "folded": _folded,
        "flow": _flow,
        "braces": _braces,
        "listed": listed,
        **(filters or {}),
    }
    return environment.get_template(file.name)


def _yaml(value: object) -> str:
    """A value as YAML: plain where nothing can be mistaken, else in double quotes; lists are of hexes or rules."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_item, value))}]"
    text = str(value)
    plain = isinstance(value, int) or (_PLAIN.fullmatch(text) and text.lower() not in _WORDS)
    return text if plain else _quoted(text)


def _item(value: object) -> str:
    return str(value) if _RULE.fullmatch(str(value)) else _yaml(value)


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _wrapped(text: str, lead: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=lead, subsequent_indent=lead, break_on_hyphens=False)


def _comment(text: str, indent: int = 0) -> str:
    """Each line of a text as a comment of as many lines as it takes."""
    lead = " " * indent + "# "
    lines = [line for item in text.rstrip("\n").split("\n") for line in (_wrapped(item, lead) if item else ["#"])]
    return "".join(f"{line}\n" for line in lines)


def _folded(text: str, indent: int, field: str = "") -> str:
    """A text in as many lines as it takes; that of a field, on the line of its name where it has room there."""
    lead, text = " " * indent, text.strip("\n")
    line = f"{lead}{field}: {_quoted(text)}"
    if field and len(line) <= WIDTH:
        return f"{line}\n"
    head = [f"{lead}{field}: >-"] if field else []
    return "".join(f"{line}\n" for line in (*head, *_wrapped(text, f"{lead}  " if field else lead)))


def _flow(values: Sequence[object], head: str) -> str:
    return _broken(f"{head}[", list(map(_yaml, values)), "]")


def _braces(values: Mapping[str, object], head: str) -> str:
    """The fields that there are as a mapping in braces."""
    return _broken(f"{head}{{", [f"{name}: {_yaml(value)}" for name, value in values.items() if value], "}")


def _broken(head: str, parts: Sequence[str], end: str) -> str:
    """Parts between brackets, in as many lines as it takes, the later ones under the first."""
    lines, line = [], head
    for number, part in enumerate(parts, start=1):
        word = part + (end if number == len(parts) else ",")
        begun = line not in (head, " " * len(head))
        if begun and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line, begun = " " * len(head), False
        line += f" {word}" if begun else word
    return "\n".join([*lines, line])
