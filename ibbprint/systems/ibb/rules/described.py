"""A side of a fight as a player types it, read as units: `2 axemen-q4 disorganised, elven archers support`."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, TypeAlias

from ibbprint.digits import are_digits
from ibbprint.engine import odds
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.engine.described import Description
from ibbprint.patterns import regex
from ibbprint.problems import Report, Stopped, Where
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.models.scenarios import Force
from ibbprint.systems.ibb.models.units import AnyUnit, Equipment, Troops
from ibbprint.systems.ibb.scenarios import resolve

Query: TypeAlias = odds.Query[Catalogue]
EXAMPLE = "For example: heavy-cavalry-q3 vs 'light-infantry-q2, pikemen-q3 disorganised', or 7 vs 3."
DISORGANISED, ROUTED, BERSERK, BALKED, SUPPORT = "disorganised", "routed", "berserk", "balked", "support"
NOW = "now"
"""Disorganised in this very turn, not in an earlier one."""
STATES = {**{word: word for word in (DISORGANISED, ROUTED, BERSERK, BALKED)}, SUPPORT: r"(?:in\s+)?support"}
_RATING = r"([0-9]{1,2}-[0-9]{1,2}-[0-9]{1,2})(?:\s*q([0-9]))?"
_QUALITY = "q([0-9])"
_FRACTION = regex(r"[0-9]+[.,][0-9]+")
_LONGEST_NAME = 80
"""Letters of a name that are compared with those of the unit list: the longest there has 31."""
_UNIT = "Write a unit, for example 2 axemen-q4 disorganised."


class Described(NamedTuple):
    """An item of a side: a number of counters of a unit, or a bare strength; `states` are words of `STATES` and
    `NOW`.
    """

    text: str
    number_of: int
    unit: AnyUnit | None
    number: int | None
    rating: str | None
    states: frozenset[str]


def read_side(query: Query, text: str) -> list[Described]:
    """Every item of a side. Raises Stopped when all are read, if anything is wrong with any."""
    return query.each(partial(read_item, query), odds.items(text))


def read_item(query: Query, text: str) -> Described:
    """Read an item: a count, the unit by id, name or alias, its rating or quality, its states, in any order.

    Raises Stopped.
    """
    words = Description(query, text)
    this_turn = words.take("this turn") is not None
    uncounted, count = words.rest, words.count()
    counted = words.rest != uncounted
    rated = words.take(_RATING)
    numbers, quality = rated.groups() if rated is not None else (None, None)
    if quality is None and (alone := words.take(_QUALITY)) is not None:
        quality = alone[1]
    states, name = words.states(STATES), words.name
    if counted and not name:  # `4 support` is no four of nothing, but a strength
        count, name = 1, str(count)
    states |= {NOW} if this_turn and DISORGANISED in states else set()
    if are_digits(name) and len(name) <= 3 and not numbers and not quality:
        return Described(text, count, None, int(name), None, states)
    if _FRACTION.fullmatch(name):
        raise BadQuestion(f"a strength is a whole number, not {name!r}.")
    unit = _unit(words, numbers, quality)
    if isinstance(unit, Equipment):
        query.refuse(text, f"{GAME}:A-85", f"{unit.name} is not a unit and does not fight.")
    rating = None
    if isinstance(unit, Troops) and (numbers or quality):
        rating = f"{numbers or f'{unit.attack}-{unit.defence}-{unit.movement}'} Q{quality or unit.quality}"
    return Described(text, count, unit, None, rating, states)


def _unit(words: Description, numbers: str | None, quality: str | None) -> AnyUnit:
    """The unit that a scenario would understand by the name and the rating. Raises Stopped."""
    units, name, findings = words.query.catalogue.units, words.name_left(_UNIT), Report()
    rating = None
    if numbers or quality:
        # A quality alone tells entries of one name apart as well: the other figures then fit none of them.
        rating = f"{numbers or '0-0-0'} Q{quality}" if quality else numbers

    def find(name: str, rating: str | None, report: Report) -> AnyUnit | None:
        return resolve(Force(side=GAME, unit=name[:_LONGEST_NAME], rating=rating), units, Where(words.text), report)

    unit = find(name, rating, findings)
    if unit is None:
        words.check_state(partial(find, rating=None, report=Report()), STATES)
        words.query.report.add_all(findings.as_added)
        raise Stopped(words.query.report)
    return unit
