"""What a player types for units in a question: `2 elf-a 8, dwarf B 5 berserk, C 3 disordered`."""

from __future__ import annotations

import re
from typing import NamedTuple

from ibbprint.digits import are_digits
from ibbprint.engine import odds
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.problems import Report, Where, did_you_mean, nearest
from ibbprint.systems.ayrenes_woods.catalogue import GAME, Catalogue
from ibbprint.systems.ayrenes_woods.models import Unit
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ORDERED, ROUTED

_COUNT = re.compile(r"^([0-9]{1,2})\s*[x×]?\s+(?=\D)")
_JOINED = re.compile(r"\b([A-Za-z])([0-9]{1,2})\b")
"""`A9` is A 9."""
STATES = ("berserk", "disordered", "routed", "doubled")
"""Words that say how a unit is; doubled: in a Holy War."""
EXAMPLE = "For example: dwarf-b 6 berserk vs elf-a 8, or A 9 vs B 5."


class Described(NamedTuple):
    """Some units: how many, the entry of the unit list, the strength on their chit, their states.

    `people` is empty where only a letter was written: then nothing counts that belongs to a people.
    """

    text: str
    number: int
    unit: Unit
    people: str
    strength: int | None
    states: frozenset[str]


def sides(words: str) -> tuple[str, str]:
    """The attackers' and the defenders' part of an attack."""
    return odds.sides(words, EXAMPLE)


def read_side(text: str, catalogue: Catalogue, report: Report) -> list[Described]:
    """Every item of a side; what is wrong with any is in the report."""
    found = (read_item(item, catalogue, report) for item in odds.items(text))
    return [item for item in found if item is not None]


def read_item(text: str, catalogue: Catalogue, report: Report) -> Described | None:
    """One item, in a free order: a count, the unit by id, name, or letter with or without its people, its strength."""
    counted = _COUNT.match(text.strip())
    rest = text.strip()[counted.end() :] if counted else text.strip()
    words = _JOINED.sub(r"\1 \2", rest.replace("(", " ").replace(")", " ").replace("/", " ")).split()
    states = {word.lower() for word in words if word.lower() in STATES}
    numbers = [word for word in words if are_digits(word)]
    name = " ".join(word for word in words if word.lower() not in STATES and not are_digits(word))
    if len(numbers) > 1 or not name:
        raise BadQuestion(f"{text!r} names no unit.", f"Write a unit and the figure of its chit. {EXAMPLE}")
    found = _unit(name, catalogue)
    if found is None:
        last = name.split()[-1]
        meant = nearest(last, STATES) if len(name.split()) > 1 else None
        hint = f"Did you mean {meant}?" if meant else did_you_mean(name, catalogue.units.entries)
        report.error(Where(text), "ref:unit", f"there is no unit {name!r}.", hint)
        return None
    unit, people = found
    strength = int(numbers[0]) if numbers else None
    return Described(text, int(counted[1]) if counted else 1, unit, people, strength, frozenset(states))


def _unit(name: str, catalogue: Catalogue) -> tuple[Unit, str] | None:
    units = catalogue.units
    plain = name.lower()
    for unit in units:
        if plain in (unit.id, unit.name.lower()):
            return unit, unit.people
    people, _, letter = plain.replace("-", " ").rpartition(" ")
    alike = [unit for unit in units if unit.letter.lower() == letter]
    if not people:
        # Of a bare letter it is not known whose it is: one that does not shoot stands for it.
        shooting = {one.id for one in catalogue.peoples if one.arrows}
        plainest = sorted(alike, key=lambda unit: unit.people in shooting)
        return (plainest[0], "") if plainest else None
    named = catalogue.people_called(people)
    own = [unit for unit in alike if named is not None and unit.people == named.id]
    return (own[0], own[0].people) if own else None


def state_of(item: Described) -> int:
    """The state in which an item was described."""
    return ROUTED if "routed" in item.states else DISORDERED if "disordered" in item.states else ORDERED


def chit_of(item: Described, catalogue: Catalogue, report: Report) -> int | None:
    """Which kind of chit gives an item its strength; None with the reason in the report."""
    letter = item.unit.letter
    if item.strength is None:
        raise BadQuestion(f"{item.text!r} has no strength.", f"Write the figure of its combat chit. {EXAMPLE}")
    for number, chit in enumerate(catalogue.chits):
        if chit.strength(letter) == item.strength:
            return number
    known = sorted({chit.strength(letter) for chit in catalogue.chits})
    report.error(
        Where(item.text),
        f"{GAME}:A-R34",
        f"no combat chit gives {letter} units {item.strength}.",
        f"They have {', '.join(map(str, known))}.",
    )
    return None
