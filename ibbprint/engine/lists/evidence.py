"""Evidence for readings of a list where its words allow several: the reading with the least objections wins.

A line may be a title or a unit, a bare number a count or a price, a run of words one entry or two. Each combination of
such readings is judged as a whole list: the prices and sums that the poster wrote, the budget and the rules of armies
speak for one and against another. A wrong price, a wrong sum and a budget that is overspent speak equally loud. Where
two readings agree equally well and buy different things, none is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from math import prod
from typing import Any, Generic, NamedTuple

from ibbprint.engine.lists.records import ArmyList, Entry, F, U
from ibbprint.problems import Problem, Report, Severity, Where

MOST_READINGS = 16
"""Combinations that are tried: four doubts with two readings each. Lists have seldom more than two."""

MOST_WEIGHED, HIGHEST_WEIGHED = 60, 2_000
"""Doubts, and a sum, up to which every way to the sum is looked for: no army that is played has more."""
SPENT = 0.95
"""The share of a budget from which on it is as good as spent; what is above may be as far from it."""
MOST_ALIKE = 4
"""Ways to one sum that are kept: more than one is a draw."""

Place = tuple[int, int, str]
"""The line of a doubt, its offset in it, and what it is about."""
Choices = Mapping[Place, str]
"""The reading that is taken at each place."""

COUNT, PRICE = "count", "price"
TITLE, UNIT = "title", "unit"
UNCLEAR = "unclear"
"""The reading that buys nothing, and says why."""


class Doubt(NamedTuple):
    """A place with several readings. `usual` is the one that wins a draw, if any does; `first` is tried first.

    A `weak` usual reading is only that of other lines, and wins where the sums do not speak against it.
    """

    readings: tuple[str, ...]
    usual: str = ""
    first: str = ""
    costs: tuple[float, ...] = ()
    """What the entry costs in each of the readings, where that is all in which they differ."""
    weak: bool = False
    never: str = ""
    """The reading that is not taken though it is best: then the place stays open."""

    @property
    def first_cost(self) -> float:
        """The cost of the entry in the reading that is tried first."""
        return self.costs[self.readings.index(self.first)]


class Reading(NamedTuple, Generic[U, F]):
    """A whole list as read with some choices, and the problems of reading it."""

    army_list: ArmyList[U, F] | None
    report: Report
    doubts: Mapping[Place, Doubt]
    choices: Choices
    sum_rules: frozenset[str]
    """The rules of warnings about prices, sums and the budget: no other says anything of how a list is meant."""
    budget_rule: str
    """The rule of the error that a list costs more than its budget."""
    targets: tuple[float, ...]
    """Sums that the whole list may be meant to come to: its total, its budget."""
    by_itself: Choices
    """The choices that would change nothing, at each place where that is known of one."""


Read = Callable[[Choices], Reading[Any, Any]]
Judge = Callable[[ArmyList[Any, Any]], Report]


class Objections(NamedTuple):
    """The objections to a reading, the worst first."""

    errors: int
    """But for a budget that is overspent."""
    sums: int
    """How many prices, sums and budgets do not agree with what is bought."""
    unusual: int
    """How many of its choices are not the usual ones, where those are no weak ones."""
    away: int
    """How far it is from the sums that the list may be meant to come to: 0 for none, 1 for little, 2 for more."""
    unlike: int
    """How many of its choices are not the usual ones, where those are weak."""

    @property
    def are_none(self) -> bool:
        """Whether nothing but its sum may speak against it."""
        return not (self.errors or self.sums or self.unusual or self.unlike)


class _Tried(NamedTuple):
    objections: Objections
    reading: Reading[Any, Any]
    choices: Choices


def choose(reading: Reading[U, F], read: Read, judge: Judge) -> Reading[U, F]:
    """The reading of a list that leaves the fewest errors and warnings; places that stay open buy nothing.

    `reading` is the one without choices.
    """
    doubts = reading.doubts
    usual_first = all(doubt.usual and doubt.usual == doubt.first for doubt in doubts.values())
    objections = _objections(reading, judge) if usual_first or reading.by_itself.keys() == doubts.keys() else None
    weak = any(doubt.weak for doubt in doubts.values())
    if (
        usual_first
        and objections is not None
        and not (objections.errors or objections.sums or (objections.away and weak))
    ):
        return reading
    combinations = _combinations(reading)
    tried: dict[int, _Tried] = {}
    least_errors: int | None = None
    for number in sorted(range(len(combinations)), key=lambda number: _unfamiliar(combinations[number], doubts)):
        choices = combinations[number]
        if objections is not None and choices == reading.by_itself:  # it is read already
            unusual, unlike = _unusual(choices, doubts), _unusual(choices, doubts, weak=True)
            trial = _Tried(objections._replace(unusual=unusual, unlike=unlike), reading, choices)
        else:
            trial_reading = read(choices)
            if trial_reading.army_list is None or (
                least_errors is not None and _errors(trial_reading.report) > least_errors
            ):
                continue
            trial = _Tried(_objections(trial_reading, judge), trial_reading, choices)
        if (
            trial.objections.are_none
            and not (weak and trial.objections.away)
            and all(doubt.usual for doubt in doubts.values())
        ):
            # Another one that is as good makes the usual choice at each place that it comes to: it reads the same.
            return trial.reading
        tried[number] = trial
        least_errors = min(trial_reading.objections.errors for trial_reading in tried.values())
    if not tried:
        return reading
    fewest = min(trial.objections for trial in tried.values())
    best = [tried[number] for number in sorted(tried) if tried[number].objections == fewest]
    first, *rivals = best
    bought = _bought(first.reading) if rivals else ()
    open_places = {
        place
        for trial_reading in rivals
        if _bought(trial_reading.reading) != bought
        for place in first.choices
        if trial_reading.choices.get(place) != first.choices[place]
    }
    open_places |= {place for place, choice in first.choices.items() if choice == doubts[place].never}
    return read({**first.choices, **dict.fromkeys(open_places, UNCLEAR)}) if open_places else first.reading


def _unusual(choices: Choices, doubts: Mapping[Place, Doubt], *, weak: bool = False) -> int:
    """The number of choices that are not the usual ones, among the weak ones or the others."""
    return sum(
        bool(doubt.usual) and doubt.weak == weak and choices.get(place, doubt.usual) != doubt.usual
        for place, doubt in doubts.items()
    )


def _unfamiliar(choices: Choices, doubts: Mapping[Place, Doubt]) -> int:
    """The number of unusual choices, weak or not: readings with the fewest are tried first."""
    return _unusual(choices, doubts) + _unusual(choices, doubts, weak=True)


def _errors(report: Report) -> int:
    return sum(problem.severity is Severity.ERROR for problem in report.as_added)


def _combinations(reading: Reading[Any, Any]) -> Sequence[Choices]:
    """All combinations of choices; where there are too many, those that add up to a stated sum, and the uniform ones.

    In a uniform one, doubts of one kind are chosen alike, as in a column.
    """
    doubts = reading.doubts
    places = list(doubts)
    if prod(len(doubt.readings) for doubt in doubts.values()) <= MOST_READINGS:
        return tuple(
            dict(zip(places, choice, strict=True)) for choice in product(*(doubts[at].readings for at in places))
        )
    kinds = list(dict.fromkeys(doubts[place].readings for place in places))
    uniform = [
        {place: chosen[doubts[place].readings] for place in places}
        for readings in islice(product(*kinds), MOST_READINGS)
        for chosen in [dict(zip(kinds, readings, strict=True))]
    ]
    priced = [place for place in places if doubts[place].costs]
    usual = {place: doubts[place].usual or doubts[place].first or doubts[place].readings[0] for place in places}
    return [*({**usual, **combination} for combination in _that_agree(reading, priced)), *uniform][: 2 * MOST_READINGS]


def _that_agree(reading: Reading[Any, Any], places: Sequence[Place]) -> Sequence[Choices]:
    """Choices at some places with which the list adds up to one of its sums: a few for each sum."""
    highest = max(reading.targets, default=0)
    if reading.army_list is None or len(reading.army_list.armies) != 1 or not places:
        return []
    if len(places) > MOST_WEIGHED or highest > HIGHEST_WEIGHED:
        return []
    doubts = reading.doubts
    spent = reading.army_list.armies[0].cost
    base = spent - sum(doubts[place].first_cost for place in places)
    combinations: dict[float, list[dict[Place, str]]] = {base: [{}]}
    for place in places:
        further: dict[float, list[dict[Place, str]]] = {}
        for cost, chosen in combinations.items():
            for choice, added in zip(doubts[place].readings, doubts[place].costs, strict=True):
                if cost + added <= highest:
                    options = further.setdefault(cost + added, [])
                    options += [{**combination, place: choice} for combination in chosen[: MOST_ALIKE - len(options)]]
        combinations = further
    return [combination for target in dict.fromkeys(reading.targets) for combination in combinations.get(target, ())]


def _objections(reading: Reading[Any, Any], judge: Judge) -> Objections:
    """The objections to a reading.

    The sums of a list may reckon with an entry that is wrong by itself or not: what speaks less against it counts.
    """
    army_list = reading.army_list
    assert army_list is not None
    problems = [*reading.report.as_added, *judge(army_list).as_added]
    errors = [p for p in problems if p.severity is Severity.ERROR and p.rule != reading.budget_rule]
    sums, away = _wrong_sums(reading, army_list, problems), _away(reading, army_list)
    sound = _without_wrong(army_list, errors) if errors and (sums or away) else None
    if sound is not None:
        sound_problems = [*reading.report.as_added, *judge(sound).as_added]
        sums, away = min((sums, away), (_wrong_sums(reading, sound, sound_problems), _away(reading, sound)))
    choices, doubts = reading.choices, reading.doubts
    return Objections(len(errors), sums, _unusual(choices, doubts), away, _unusual(choices, doubts, weak=True))


def _wrong_sums(reading: Reading[U, F], army_list: ArmyList[U, F], problems: Sequence[Problem]) -> int:
    """The number of problems with prices, sums and the budget.

    A total is no further one where it only adds up line prices that are wrong.
    """
    wrong = sum(
        problem.rule in reading.sum_rules
        if problem.severity is Severity.WARNING
        else problem.severity is Severity.ERROR and problem.rule == reading.budget_rule
        for problem in problems
    )
    added_up = sum(
        bool(army.excess) and army.total is not None and army.total.value == army.cost + army.excess
        for army in army_list.armies
    )
    return wrong - added_up


def _without_wrong(army_list: ArmyList[U, F], errors: Sequence[Problem]) -> ArmyList[U, F] | None:
    """The list with nothing to pay for its entries with errors; None where they cost nothing."""
    places = [problem.where for problem in errors]
    wrong = {
        id(entry)
        for army in army_list.armies
        for entry in army.entries
        if entry.cost and any(_is_in(place, entry) for place in places)
    }
    if not wrong:
        return None
    armies = [
        replace(army, entries=[replace(entry, price=None) if id(entry) in wrong else entry for entry in army.entries])
        for army in army_list.armies
    ]
    return replace(army_list, armies=armies)


def _is_in(place: Where, entry: Entry[Any, Any]) -> bool:
    """Whether a place is in the text of an entry."""
    if place.line != entry.where.line:
        return False
    first = entry.where.column - (entry.written.place - entry.written.start)
    return first <= place.column < first + len(entry.text)


def _away(reading: Reading[U, F], army_list: ArmyList[U, F]) -> int:
    """The distance of a reading from the sums that it may aim at: players spend what they have.

    Above or below is the same here: that a budget is overspent is one of the wrong sums.
    """
    spent = [army.cost for army in army_list.armies]
    if any(total in reading.targets for total in spent):
        return 0
    near = (abs(total - target) <= (1 - SPENT) * target for target in reading.targets for total in spent)
    return 1 if any(near) else 2


def _bought(reading: Reading[Any, Any]) -> tuple[object, ...]:
    """The purchases of a reading, whatever lines they are on."""
    assert reading.army_list is not None
    return tuple(
        tuple(sorted((str(getattr(entry.unit, "id", "")), entry.count) for entry in army.entries))
        for army in reading.army_list.armies
    )


__all__ = ["COUNT", "PRICE", "TITLE", "UNCLEAR", "UNIT", "Choices", "Doubt", "Place", "Reading", "choose"]
