"""What a NATO symbol is called: `nato(infantry, size=battalion, side=friend)` is the name of a symbol like any other.

The words are looked up where it is drawn (`components.nato`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

PREFIX = "nato("
FILE_NAME = "nato.yaml"
"""The file of what draws them, in a folder of templates."""
LONGEST = 300
PATTERN = rf"[Nn][Aa][Tt][Oo]\([\w ,=+#.-]{{0,{LONGEST}}}\)"
"""A name in words that are flowing text."""
BETWEEN = re.compile(r"[,;|+]")
_NOT_IN_WORDS = re.compile(r"[(),=\s]+")
COLUMNS = ("branch", "size", "affiliation", "mods")
"""The columns of a table that say which symbol its rows have."""


def is_sign(name: str) -> bool:
    """Whether it is the name of a NATO symbol."""
    return name[: len(PREFIX)].lower() == PREFIX and name.endswith(")")


def words_of(name: str) -> str:
    """What a symbol is called for people."""
    return name[len(PREFIX) : -1] if is_sign(name) else name.replace("-", " ")


def sign_name(branch: Any, size: Any = "", side: Any = "", mods: Any = (), fill: Any = "") -> str:
    """The name of a symbol. `mods` is a list of modifiers, or a text of them with commas between."""
    parts = [_word(branch)]
    parts += [f"{key}={_word(value)}" for key, value in (("size", size), ("side", side)) if _word(value)]
    several = BETWEEN.split(mods) if isinstance(mods, str) else mods if isinstance(mods, Iterable) else (mods,)
    parts += [f"mod={_word(modifier)}" for modifier in several if _word(modifier)]
    parts += [f"fill={_word(fill)}"] if _word(fill) else []
    return f"{PREFIX}{', '.join(parts)})"


def _word(value: Any) -> str:
    return "" if value is None else _NOT_IN_WORDS.sub(" ", str(value)).strip()
