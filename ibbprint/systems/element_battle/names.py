"""What players call the types of troops, and where such a name is in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.models.troops import Troop

_MOST_KEPT = 2_000


class NameMatch(NamedTuple):
    """The name of a type in a text: whose it is, where it begins and ends."""

    troop: Troop
    start: int
    end: int


class Names:
    """Every name of every type: in any case, of one element and of several."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.by_name: dict[str, Troop] = {}
        self._cache: dict[str, tuple[NameMatch, ...]] = {}
        """The names in the texts that were searched last: a line of a list is looked at several times."""
        for troop in catalogue.troops.values():
            for name in (troop.name, troop.one, troop.id.replace("-", " "), *troop.aliases):
                self.by_name.setdefault(_plain(name), troop)
        self.words = any_of(self.by_name)
        """An expression for any of the names."""
        # A count may touch the name: `4xWarband`, `3Sp`, `Bd6`.
        self._pattern = re.compile(
            rf"(?:(?<![\w’'])|(?<=[0-9])|(?<=[0-9][x*×]))(?:{self.words})(?![^\W\d]|[’'])", re.IGNORECASE
        )

    def find(self, text: str) -> tuple[NameMatch, ...]:
        """The names in a text, from left to right."""
        names = self._cache.get(text)
        if names is None:
            if len(self._cache) >= _MOST_KEPT:
                self._cache.clear()
            matches = ((self.get(match[0]), match.span()) for match in self._pattern.finditer(text))
            # An expression in any case takes ſ for s: what it matches may be no name.
            names = tuple(NameMatch(troop, *span) for troop, span in matches if troop is not None)
            self._cache[text] = names
        return names

    def get(self, name: str) -> Troop | None:
        """The type of that name."""
        return self.by_name.get(name.lower()) or self.by_name.get(_plain(name))


def any_of(names: Iterable[str]) -> str:
    """A pattern for the longest of some names, which goes through the letters that they share once."""
    further: dict[str, list[str]] = {}
    for name in names:
        further.setdefault(name[:1], []).append(name[1:])
    ends = further.pop("", None) is not None
    ways = [(r"[\s-]+" if sign == " " else re.escape(sign)) + any_of(endings) for sign, endings in further.items()]
    if not ways:
        return ""
    return f"(?:{'|'.join(ways)}){'?' if ends else ''}" if ends or len(ways) > 1 else ways[0]


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("-", " ").split())


def name_of(troop: Troop, *, count: int = 1) -> str:
    """A type by name: one of it, or several."""
    return troop.one if count == 1 else troop.name
