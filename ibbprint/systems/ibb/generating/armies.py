"""An army of a theme: a legal list within two gold of what it may cost, as plain text that `check` reads.

Promises: the checker has nothing but notes for it; the same dice give the same list.
An army on request is of such a theme or of a plain kind: a race, an arm, magic or siege.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import cycle
from typing import NamedTuple, TypeVar

from ibbprint.catalogue.documents import Document
from ibbprint.dice import SeededDice
from ibbprint.engine.api.generating import stream
from ibbprint.engine.api.lists import ArmyRequest
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.engine.words import words_of
from ibbprint.problems import Report, Severity, nearest
from ibbprint.systems.ibb.catalogue import GAME
from ibbprint.systems.ibb.lists.checker import Checker
from ibbprint.systems.ibb.lists.findings import casts
from ibbprint.systems.ibb.lists.generate import ROLES, counted, make_army, themes
from ibbprint.systems.ibb.lists.records import Army, ArmyList, label
from ibbprint.systems.ibb.models.army_themes import ArmyTheme, Band
from ibbprint.systems.ibb.models.units import AnyUnit

WITHIN = 2
"""Gold that may be left."""
TRIES = 60
GOLD_A_CAPTAIN = 40
TWO_CAPTAINS = 55
"""With so much gold an army has two captains at least."""
MOST_CAPTAINS = 6
DEAREST_SHARE = 8
"""A captain costs at most one part in so many of the gold, if there is one at that price."""
FIGURES = " ({})"
"""How the figures of a unit are written behind its name."""

Item = TypeVar("Item")


class Raised(NamedTuple):
    """An army that was raised: its list as text and as read, what its side is called, its theme."""

    theme: ArmyTheme
    people: str
    text: str
    made: ArmyList
    army: Army


class _Formation(NamedTuple):
    name: str
    captain: AnyUnit
    leader: str
    band: Band
    units: list[AnyUnit]


def raise_army(
    theme: ArmyTheme, budget: int, role: str, seed: str, reserved: Sequence[str], checker: Checker
) -> Raised | None:
    """An army of a theme, for a budget (of which an attacker spends a multiple); None where none can be had for it.

    `reserved` are names that the army must not use: those of the other side and of its captains and formations.
    """
    gold = budget * (checker.judge.attacker if role == "attacker" else 1)
    for number in range(TRIES):
        dice = stream(seed, f"army {number}")
        people = one_of(dice, [name for name in theme.people if name not in reserved] or theme.people)
        pair = _Raising(theme, gold, checker, dice, reserved).make()
        if pair is None:
            continue
        text = _written(*pair, people, budget, role)
        report = Report()
        ((read, army),) = checker.read([Document(f"{people}.txt", text)], report)
        (judged,) = checker.judged([(read, army)], report)
        fair = all(problem.severity is Severity.NOTE for problem in report)
        if fair and 0 <= gold - judged.total <= WITHIN:
            return Raised(theme, people, text, read, army)
    return None


def least_gold(theme: ArmyTheme, checker: Checker) -> int:
    """The gold that the smallest army of a theme costs: its cheapest captain with as many of its cheapest units as
    he needs.
    """
    units = checker.catalogue.units
    captain = min(_gold(units[id]) for id in theme.ranks)
    return captain + checker.judge.formation * min(_gold(units[id]) for id in theme.bands[0].units)


class _Raising:
    def __init__(
        self, theme: ArmyTheme, gold: int, checker: Checker, dice: SeededDice, reserved: Sequence[str]
    ) -> None:
        self.theme = theme
        self.gold = self.left = gold
        self.units = checker.catalogue.units
        self.least = max(1, checker.judge.formation)
        self.dice = dice
        self.taken = set(reserved)

    def make(self) -> tuple[list[_Formation], list[AnyUnit]] | None:
        """Formations with their captains, and what belongs to none; None where the dice led into a corner."""
        formations = self._formations()
        extras = [] if formations is None else self._extras(formations)
        if formations is None or not self._filled(formations):
            return None
        return formations, extras

    def _formations(self) -> list[_Formation] | None:
        least = 2 if self.gold >= TWO_CAPTAINS else 1
        limit = min(MOST_CAPTAINS, max(least, self.gold // GOLD_A_CAPTAIN))
        number = max(least, limit - (self.dice.roll(3) == 1))
        bands = [band for band, _ in zip(cycle(self.theme.bands), range(number), strict=False)]
        formations: list[_Formation] = []
        for band in bands:
            captain = self._captain(number)
            leader = self._name(self.theme.captains)
            name = self._name([entry for entry in band.names if "{captain}" not in entry or leader])
            if leader is None or name is None:
                return None
            formations.append(_Formation(name.replace("{captain}", leader), captain, leader, band, []))
            self.left -= _gold(captain)
        for formation in formations:
            cheapest = min((self.units[id] for id in formation.band.units), key=_gold)
            for _ in range(self.least):
                affordable = [
                    id for id in formation.band.units if _gold(self.units[id]) <= self.left - self._reserve(formations)
                ]
                item = self._weighted(formation.band, affordable) if affordable else cheapest
                formation.units.append(item)
                self.left -= _gold(item)
        return formations if self.left >= 0 else None

    def _reserve(self, formations: Sequence[_Formation]) -> int:
        """The gold that must be kept for the units still to be bought after the next one."""
        missing = [
            min(_gold(self.units[id]) for id in formation.band.units) * (self.least - len(formation.units))
            for formation in formations
        ]
        return sum(missing) - max(missing, default=0) // self.least

    def _captain(self, number: int) -> AnyUnit:
        ranks = [self.units[id] for id in self.theme.ranks]
        dear = self.gold // number // DEAREST_SHARE
        return one_of(self.dice, [unit for unit in ranks if _gold(unit) <= dear] or [min(ranks, key=_gold)])

    def _name(self, names: Sequence[str]) -> str | None:
        """A name that nobody has yet."""
        free = [name for name in names if name not in self.taken]
        if not free:
            return None
        name = one_of(self.dice, free)
        if "{captain}" not in name:
            self.taken.add(name)
        return name

    def _extras(self, formations: Sequence[_Formation]) -> list[AnyUnit]:
        """The extras of an army besides its formations; of two casters of one kind the first."""
        result: list[AnyUnit] = []
        for extra in self.theme.extras:
            units = [self.units[id] for id in extra.units]
            cost = sum(map(_gold, units))
            is_drawn = self.dice.roll(100) <= extra.percent
            is_double = any(casts(item) and casts(unit) for item in result for unit in units)
            if is_drawn and not is_double and cost * 100 <= self.gold * extra.share and cost <= self.left:
                result += units
                self.left -= cost
        return result

    def _filled(self, formations: Sequence[_Formation]) -> bool:
        """Spend what is left on units, so that no more than `WITHIN` remains; False where that cannot be."""
        offered = {id for formation in formations for id in formation.band.units}
        prices = sorted({_gold(self.units[id]) for id in offered})
        can = [True, *(False for _ in range(self.left))]
        for sum_ in range(1, self.left + 1):
            can[sum_] = any(price <= sum_ and can[sum_ - price] for price in prices)
        goals = [sum_ for sum_ in range(max(0, self.left - WITHIN), self.left + 1) if can[sum_]]
        if not goals:
            return False
        gold = one_of(self.dice, goals)
        while gold:
            ranked = sorted(formations, key=lambda formation: len(formation.units))
            for formation in ranked:
                fit = [
                    id
                    for id in formation.band.units
                    if _gold(self.units[id]) <= gold and can[gold - _gold(self.units[id])]
                ]
                if fit:
                    unit = self._weighted(formation.band, fit)
                    formation.units.append(unit)
                    gold -= _gold(unit)
                    break
            else:
                return False
        return True

    def _weighted(self, band: Band, ids: Sequence[str]) -> AnyUnit:
        weighted = [id for id in ids for _ in range(band.units[id])]
        return self.units[one_of(self.dice, weighted)]


def _written(formations: Sequence[_Formation], extras: Sequence[AnyUnit], people: str, budget: int, role: str) -> str:
    """The army as a plain list; specialists stand above the first heading, for they are in no formation (G-57)."""
    head = [f"Game: {GAME}", f"Title: The {people}", f"Budget: {budget}"]
    head += [f"Role: {role}"] if role else []
    lines = [*head, *(["", *counted(extras, FIGURES)] if extras else [])]
    for formation in formations:
        units = sorted(formation.units, key=lambda unit: list(formation.band.units).index(unit.id))
        lines += [
            "",
            f"## {formation.name}",
            f'{label(formation.captain)} "{formation.leader}"',
            *counted(units, FIGURES),
        ]
    return "\n".join(lines) + "\n"


def _gold(unit: AnyUnit) -> int:
    return unit.price.gold if unit.price is not None else 0


def one_of(dice: SeededDice, items: Sequence[Item]) -> Item:
    """Choose one of several things, each with the same chance."""
    return items[dice.roll(len(items)) - 1] if len(items) > 1 else items[0]


WITH = {"magic": "Any troops, with wizards and priests", "siege": "Any troops, with engines"}
"""What the kinds of armies are."""


def army_themes(checker: Checker) -> Sequence[tuple[str, str]]:
    """Every theme with what it is, and what a scenario makes of it, if that is another one."""
    full = [(theme.id, theme.text) for theme in checker.catalogue.army_themes]
    races = {race.id for race in checker.catalogue.races}
    words = words_of(checker.catalogue)
    plain = ((id, words.id("theme", id)) for id in dict.fromkeys(themes(checker).values()))
    scenario = "; for a scenario the same as"
    return [*full, *((id, f"{_described(id, races)}{f'{scenario} {same}' if same else ''}.") for id, same in plain)]


def _described(theme: str, races: Collection[str]) -> str:
    return WITH.get(theme) or f"Only troops of this {'race' if theme in races else 'arm'}"


def army_on_request(request: ArmyRequest, checker: Checker) -> str:
    """The list of an army as plain text. Raises BadQuestion where there can be none."""
    shelf = checker.catalogue.army_themes
    name, role = request.theme.strip().lower(), request.role.strip().lower()
    words = themes(checker)
    if name and name not in shelf and name not in words:
        name = words_of(checker.catalogue).id("theme", name) or name
    if name and name not in shelf and name not in words:
        names = [id for id, _ in army_themes(checker)]
        near = nearest(name, [*names, *words])
        hint = f"{f'Did you mean {near}? ' if near else ''}Known: {', '.join(names)}."
        raise BadQuestion(f"there is no theme {request.theme!r}.", hint)
    if name not in shelf or request.budget is None or (role and role not in ROLES):
        return make_army(request, checker)
    theme = shelf[name]
    raised = raise_army(theme, request.budget, role, f"army:{request.seed}", (), checker)
    if raised is None:
        least = least_gold(theme, checker)
        hint = f"The smallest costs {least} gold." if request.budget < least else "Try another budget."
        raise BadQuestion(f"no army of this theme is possible for {request.budget} gold.", hint)
    return raised.text
