"""The words of text rosters: those of the catalogue, the names of the fields, and what players write besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ibbprint.engine.lists.lexicon import Lexicon, by_name
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.rosters.fields import LEADER, ROLES, UNIT, sort_of

VALUE, LABEL, FILLER, DENIAL = "value", "label", "filler", "denial"
RANKS = "ranks"
"""What is no field, but says how wide a unit is."""
_NO_FIELD: Mapping[str, str] = {"none": FILLER, "not": DENIAL}
"""The fields of spellings that are none, with what their words are."""


class Sense(NamedTuple):
    """The sense of a phrase: a value of a field, or a name of it; a filler says nothing, a denial turns what
    follows.
    """

    kind: str
    field: str = ""
    value: str = ""


def lexicon_of(catalogue: Catalogue) -> Lexicon[Sense]:
    """Every phrase that a text roster may have."""
    return Lexicon([*_entries(catalogue), *_fields(), *_races(catalogue), *_spellings(catalogue)])


def _entries(catalogue: Catalogue) -> Iterator[tuple[str, Sense]]:
    shelves: Mapping[str, Mapping[str, str]] = {
        "role": ROLES,
        "orders": {order.id: order.name for order in catalogue.orders},
        **{
            field: {item.id: item.name for item in catalogue.shelf(kind)}
            for field, kind in (
                ("quality", Catalogue.quality_entries),
                ("temperament", Catalogue.temperaments),
                ("armour", Catalogue.armour),
                ("weapon", Catalogue.weapons),
                ("boast", Catalogue.boasts),
            )
        },
    }
    for field, names in shelves.items():
        for phrase, id in by_name(names):
            yield phrase, Sense(VALUE, field, id)


def _fields() -> Iterator[tuple[str, Sense]]:
    for field in (*LEADER, *UNIT):
        for name in (field.name, *field.also):
            sense = Sense(VALUE, field.name, "yes") if sort_of(field) == "flag" else Sense(LABEL, field.name)
            yield name.replace("_", " "), sense


def _races(catalogue: Catalogue) -> Iterator[tuple[str, Sense]]:
    for roster in catalogue.rosters:
        for race in dict.fromkeys(
            (roster.race, *(row.race for row in roster.leaders), *(row.race for row in roster.units))
        ):
            if race is not None:
                for name in {race, race_of_one(race)}:
                    yield name, Sense(VALUE, "race", race)


def _spellings(catalogue: Catalogue) -> Iterator[tuple[str, Sense]]:
    for spelling in catalogue.spellings:
        for phrase in spelling.words:
            if spelling.field in _NO_FIELD:
                yield phrase, Sense(_NO_FIELD[spelling.field])
            elif spelling.means is None:
                yield phrase, Sense(LABEL, spelling.field)
            else:
                yield phrase, Sense(VALUE, spelling.field, spelling.means)
        if spelling.field == "race" and spelling.means is not None:
            for name in (spelling.means, race_of_one(spelling.means)):
                yield name, Sense(VALUE, "race", spelling.means)


def race_of_one(race: str) -> str:
    """The singular of a race, by which races are compared: `dwarf` for `Dwarves`, `orc` for `orcs`."""
    small = " ".join(race.lower().split())
    if small.endswith("ves"):
        return f"{small[:-3]}f"
    return small.removesuffix("s")
