"""Which reading of a list is meant where its words allow several: the one that leaves the least to object to.

A line may be a title or a unit, a bare number a count or a price, a run of words one entry or two. Each combination of
such readings is judged as a whole list: the prices and sums that the poster wrote, the budget and the rules of armies
speak for one and against another. Where two agree equally well and buy different things, none is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import Any, Generic, NamedTuple

from ibbprint.engine.lists.records import ArmyList, F, U
from ibbprint.problems import Report, Severity

MOST_READINGS = 16
"""Combinations that are tried: four doubts with two readings each. Lists have seldom more than two."""

Place = tuple[int, int, str]
"""The line of a doubt, its offset in it, and what it is about."""
Choices = Mapping[Place, str]
"""The reading that is taken at each place."""

COUNT, PRICE = "count", "price"
TITLE, UNIT = "title", "unit"
UNCLEAR = "unclear"
"""The reading that buys nothing, and says why."""


class Doubt(NamedTuple):
    """A place with several readings. `usual` is the one that wins a draw, if any does; `first` is tried first."""

    readings: tuple[str, ...]
    usual: str = ""
    first: str = ""


class Reading(NamedTuple, Generic[U, F]):
    """A whole list as read with some choices, and the problems of reading it."""

    army_list: ArmyList[U, F] | None
    report: Report
    doubts: Mapping[Place, Doubt]
    choices: Choices
    sum_rules: frozenset[str]
    """The rules of warnings about prices, sums and the budget: no other says anything of how a list is meant."""


Read = Callable[[Choices], Reading[Any, Any]]
Judge = Callable[[ArmyList[Any, Any]], Report]


class _Tried(NamedTuple):
    objections: tuple[int, int, int]
    bought: tuple[object, ...]
    choices: Choices


def choose(reading: Reading[U, F], read: Read, judge: Judge) -> Reading[U, F]:
    """The reading of a list that leaves the fewest errors and warnings; places that stay open buy nothing."""
    doubts = dict(reading.doubts)
    usual_first = all(doubt.usual and doubt.usual == doubt.first for doubt in doubts.values())
    if usual_first and reading.army_list is not None and _objections(reading, judge)[:2] == (0, 0):
        return reading
    tried: list[_Tried] = []
    for choices in islice(_combinations(doubts), MOST_READINGS):
        other = read(choices)
        if other.army_list is None:
            continue
        doubts |= other.doubts
        tried.append(_Tried(_objections(other, judge), _bought(other.army_list), choices))
    if not tried:
        return reading
    least = min(one.objections[:2] for one in tried)
    best = [one for one in tried if one.objections[:2] == least]
    usual = min(one.objections[2] for one in best)
    best = [one for one in best if one.objections[2] == usual]
    first = best[0]
    open_places = {
        place
        for other in best
        if other.bought != first.bought
        for place in first.choices
        if other.choices.get(place) != first.choices[place]
    }
    return read({**first.choices, **dict.fromkeys(open_places, UNCLEAR)})


def _combinations(doubts: Mapping[Place, Doubt]) -> Iterator[Choices]:
    """Every way to choose; where there are too many, doubts of one kind are chosen alike, as in a column."""
    places = list(doubts)
    if 2 ** len(places) <= MOST_READINGS:
        for choice in product(*(doubts[place].readings for place in places)):
            yield dict(zip(places, choice, strict=True))
        return
    kinds = list(dict.fromkeys(doubts[place].readings for place in places))
    for alike in product(*kinds):
        chosen = dict(zip(kinds, alike, strict=True))
        yield {place: chosen[doubts[place].readings] for place in places}


def _objections(reading: Reading[Any, Any], judge: Judge) -> tuple[int, int, int]:
    """How many errors and warnings a reading leaves, and how many of its choices are not the usual ones."""
    assert reading.army_list is not None
    problems = [*reading.report.as_added, *judge(reading.army_list).as_added]
    errors = sum(problem.severity is Severity.ERROR for problem in problems)
    warnings = sum(problem.severity is Severity.WARNING and problem.rule in reading.sum_rules for problem in problems)
    unusual = sum(
        bool(doubt.usual) and reading.choices.get(place, doubt.usual) != doubt.usual
        for place, doubt in reading.doubts.items()
    )
    return errors, warnings, unusual


def _bought(army_list: ArmyList[Any, Any]) -> tuple[object, ...]:
    """What a reading buys, whatever lines it stands on."""
    return tuple(
        tuple(sorted((str(getattr(entry.unit, "id", "")), entry.count) for entry in army.entries))
        for army in army_list.armies
    )


__all__ = ["COUNT", "PRICE", "TITLE", "UNCLEAR", "UNIT", "Choices", "Doubt", "Place", "Reading", "choose"]
