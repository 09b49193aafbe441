"""The fields of a roster: what players call them, and what their cells may hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ibbprint.engine.lists.files import printable
from ibbprint.patterns import regex
from ibbprint.problems import did_you_mean
from ibbprint.systems.battle_turn.catalogue import Catalogue


class Bad(Exception):
    """A value that is none: the sentence about it, and a hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Field(NamedTuple):
    """A field: its other names, how its text is read, and whether each row needs it."""

    name: str
    read: Callable[[str, Catalogue], Any]
    needed: bool = False
    also: tuple[str, ...] = ()


LONGEST = 80
"""Characters of a name."""
_NUMBER = regex(r"[+-]?[0-9]{1,6}(?:[.,]0+)?")
YES = frozenset(("yes", "y", "true", "x", "1", "✓", "✔", "ja", "oui"))
NO = frozenset(("no", "n", "false", "0", "-", "–", "—", "none"))
NONE = frozenset(("", "-", "–", "—", "none", "no"))


def plain(text: str) -> str:
    """A text without capitals, with a hyphen for every blank: what names are compared by."""
    return "-".join(text.lower().replace("_", " ").replace("-", " ").split())


def _text(text: str, catalogue: Catalogue) -> str | None:
    if len(text) > LONGEST:
        raise Bad(f"is longer than {LONGEST} characters.")
    return printable(text) or None


def _number(text: str, catalogue: Catalogue) -> int:
    if not _NUMBER.fullmatch(text):
        raise Bad(f"must be a whole number, not {text[:40]!r}.")
    return int(re.split("[.,]", text)[0])


def _count(text: str, catalogue: Catalogue) -> int:
    number = _number(text, catalogue)
    if number < 1:
        raise Bad(f"must be 1 or more, not {number}.")
    return number


def _volleys(text: str, catalogue: Catalogue) -> int | None:
    return None if text.lower() in NONE - {"0"} else _number(text, catalogue)


def _signed(text: str, catalogue: Catalogue) -> int:
    number = _number(text.replace("−", "-"), catalogue)
    if abs(number) > 9:
        raise Bad(f"must be from -9 to 9, not {number}.")
    return number


def _leadership(text: str, catalogue: Catalogue) -> int:
    number = _number(text, catalogue)
    if not -9 <= number <= 20:
        raise Bad(f"must be from -9 to 20, not {number}.")
    return number


def _save(text: str, catalogue: Catalogue) -> int | None:
    if text.lower() in NONE:
        return None
    number = _number(text.rstrip("+ "), catalogue)
    if abs(number) > 99:
        raise Bad(f"must be a roll of the die, not {number}.")
    return number


def _flag(text: str, catalogue: Catalogue) -> bool:
    if text.lower() in YES:
        return True
    if text.lower() in NO:
        return False
    raise Bad(f"must be yes or no, not {text[:40]!r}.")


def _one_of(text: str, names: Mapping[str, str], word: str) -> str:
    """The id that a text names: by the id itself or by its name, capitals, blanks and hyphens being all one."""
    wanted_name = plain(text)
    ids = {plain(name): id for id, name in names.items()} | {plain(id): id for id in names}
    result = ids.get(wanted_name) or ids.get(wanted_name.removesuffix("s"))
    if result is None:
        raise Bad(f"cannot be {text[:40]!r}.", did_you_mean(wanted_name, names, most=12))
    return result


def _shelf(kind: Any, word: str) -> Callable[[str, Catalogue], str]:
    def read(text: str, catalogue: Catalogue) -> str:
        return _one_of(text, {item.id: item.name for item in catalogue.shelf(kind)}, word)

    return read


def _missile(text: str, catalogue: Catalogue) -> str | None:
    if text.lower() in NONE:
        return None
    return _one_of(text, {weapon.id: weapon.name for weapon in catalogue.weapons if weapon.missile}, "missile weapon")


def _boast(text: str, catalogue: Catalogue) -> str | None:
    return None if text.lower() in NONE else _shelf(Catalogue.boasts, "boast")(text, catalogue)


def _orders(text: str, catalogue: Catalogue) -> str:
    return _one_of(text, {order.id: order.name for order in catalogue.orders}, "orders")


ROLES = {"warchief": "Warchief", "battle-leader": "Battle leader", "hero": "Hero"}


def _role(text: str, catalogue: Catalogue) -> str:
    return _one_of(text, ROLES, "role")


_NAME = Field("name", _text, True, ("unit", "leader_name", "called"))
LEADER = (
    _NAME,
    Field("role", _role, True, ("rank_of_leader",)),
    Field("leadership", _leadership, also=("lead", "ld")),
    Field("save", _save, also=("saving_throw",)),
    Field("bannerman", _flag, also=("banner",)),
    Field("race", _text),
    Field("boast", _boast),
    Field("joins", _text, also=("with", "attached", "attached_unit")),
)
"""The fields of a leader."""
UNIT = (
    _NAME,
    Field("command", _text, True, ("leader", "commander")),
    Field("figures", _count, True, ("figs", "men", "number")),
    Field("worth", _count, also=("worth_each", "worth_per_figure")),
    Field("frontage", _count, also=("front", "files")),
    Field("quality", _shelf(Catalogue.quality_entries, "quality"), True),
    Field("temperament", _shelf(Catalogue.temperaments, "temperament"), True, ("temper",)),
    Field("armour", _shelf(Catalogue.armour, "armour"), True, ("armor",)),
    Field("shield", _flag, also=("shields",)),
    Field("weapon", _shelf(Catalogue.weapons, "weapon"), True, ("weapons", "melee", "melee_weapon")),
    Field("missile", _missile, also=("missile_weapon", "missiles")),
    Field("volleys", _volleys, also=("volley", "ammunition")),
    Field("strength", _signed, also=("str",)),
    Field("resilience", _signed, also=("res",)),
    Field("standard", _flag),
    Field("champion", _flag),
    Field("mounted", _flag),
    Field("race", _text),
    Field("orders", _orders, True, ("order", "start_orders")),
)
"""The fields of a unit."""
NOTES = frozenset(("", "note", "notes", "comment", "comments", "remarks", "id", "key", "ranks"))
"""Columns that say nothing here."""


_SORTS: Mapping[Any, str] = {
    _text: "name",
    _flag: "flag",
    _leadership: "number",
    _count: "number",
    _volleys: "number",
    _signed: "number",
    _save: "number",
}


def sort_of(field: Field) -> str:
    """The kind of a field: a `name`, a `flag`, a `number`, or a `word` for an entry of the catalogue."""
    return _SORTS.get(field.read, "word")


def named(fields: Iterable[Field]) -> dict[str, Field]:
    """Every field by each of its names."""
    return {name: field for field in fields for name in (field.name, *field.also)}


def hint_for(field: Field, catalogue: Catalogue) -> str:
    """The possible values of a field, where it is one of a few names."""
    try:
        field.read("?", catalogue)
    except Bad as bad:
        return bad.hint
    return ""


def named_after(file: str) -> str:
    """The name of a roster that has none, from that of its file."""
    words = re.sub(r"[^\w]+|_", " ", Path(file).stem).strip()
    return words[:1].upper() + words[1:] or "Roster"
