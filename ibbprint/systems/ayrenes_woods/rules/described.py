"""Units as a player types them in a question: `2 elf-a 8, dwarf B 5 berserk, C 3 disordered`."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, TypeAlias

from ibbprint.engine import odds
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.engine.described import Description, Number
from ibbprint.patterns import regex
from ibbprint.systems.ayrenes_woods.catalogue import GAME, Catalogue
from ibbprint.systems.ayrenes_woods.models import Unit
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ORDERED, ROUTED

Query: TypeAlias = odds.Query[Catalogue]
STATES = {word: word for word in ("berserk", "disordered", "routed", "doubled")}
"""Words that say how a unit is; doubled: in a Holy War."""
STRENGTH = Number("([0-9]+)", 0, 99)
"""The figure of a combat chit."""
EXAMPLE = "For example: dwarf-b 6 berserk vs elf-a 8, or A 9 vs B 5."
_JOINED = regex(r"\b([A-Za-z])([0-9]{1,2})\b")
"""`A9` is A 9."""


class Described(NamedTuple):
    """Several units: their number, the entry of the unit list, the strength on their chit, their states.

    `people` is empty where only a letter was written: then nothing counts that belongs to a people.
    """

    text: str
    number: int
    unit: Unit
    people: str
    strength: int | None
    states: frozenset[str]

    @property
    def state(self) -> int:
        """The state in which play has them."""
        return ROUTED if "routed" in self.states else DISORDERED if "disordered" in self.states else ORDERED


def read_side(query: Query, text: str) -> list[Described]:
    """Every item of a side. Raises Stopped when all are read, if anything is wrong with any."""
    return query.each(partial(read_item, query), odds.items(text))


def read_item(query: Query, text: str) -> Described:
    """Read an item, in any order: a count, the unit by id, name, or letter with or without its people, its strength.

    Raises Stopped.
    """
    words = Description(query, text)
    words.rest = _JOINED.sub(r"\1 \2", words.rest.replace("/", " "))
    number, states, strength = words.count(), words.states(STATES), words.number("the figure of a chit", STRENGTH)
    hint = f"Write a unit and the figure of its chit. {EXAMPLE}"
    if words.take(STRENGTH.words):
        raise BadQuestion(f"{text!r} names no unit.", hint)
    unit, people = words.unit(
        partial(_unit, query.catalogue), query.catalogue.units.entries, states=STATES, example=hint
    )
    return Described(text, number, unit, people, strength, states)


def _unit(catalogue: Catalogue, name: str) -> tuple[Unit, str] | None:
    """The unit of that name and its people: nobody's where only a letter is written."""
    plain = name.lower()
    for unit in catalogue.units:
        if plain in (unit.id, unit.name.lower()):
            return unit, unit.people
    people, _, letter = plain.replace("-", " ").rpartition(" ")
    same_letter = [unit for unit in catalogue.units if unit.letter.lower() == letter]
    if not people:
        # Of a bare letter it is not known whose it is: one that does not shoot stands for it.
        shooting = {people.id for people in catalogue.peoples if people.arrows}
        plainest = sorted(same_letter, key=lambda unit: unit.people in shooting)
        return (plainest[0], "") if plainest else None
    nation = catalogue.people_called(people)
    units = [unit for unit in same_letter if nation is not None and unit.people == nation.id]
    return (units[0], units[0].people) if units else None


def chit_of(query: Query, item: Described) -> int:
    """The kind of chit that gives an item its strength (A-R34). Raises Stopped."""
    letter, chits = item.unit.letter, query.catalogue.chits
    if item.strength is None:
        raise BadQuestion(f"{item.text!r} has no strength.", f"Write the figure of its combat chit. {EXAMPLE}")
    kind = next((number for number, chit in enumerate(chits) if chit.strength(letter) == item.strength), None)
    if kind is None:
        strengths = ", ".join(map(str, sorted({chit.strength(letter) for chit in chits})))
        message = f"no combat chit gives {letter} units {item.strength}."
        query.refuse(item.text, f"{GAME}:A-R34", message, f"They have {strengths}.")
    return kind
