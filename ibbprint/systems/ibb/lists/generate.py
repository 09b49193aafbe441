"""Armies made up: a legal list within two gold of its budget, written as the plain text that `check` reads.

Promises: the same budget, theme, role and seed give the same list; the checker finds nothing wrong with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.catalogue.documents import Document
from ibbprint.dice import SeededDice
from ibbprint.engine.api.lists import ArmyRequest
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.phrases import capital
from ibbprint.problems import Report, Severity, did_you_mean
from ibbprint.showing import on_one_line
from ibbprint.systems.ibb.catalogue import GAME
from ibbprint.systems.ibb.lists.checker import Checker
from ibbprint.systems.ibb.lists.findings import casts
from ibbprint.systems.ibb.lists.records import engineers, is_captain, label, rating_of, regular
from ibbprint.systems.ibb.models.units import AnyUnit, Engine, Troops

WITHIN = 2
"""Gold that may be left."""
TRIES = 240
STRICT = 60
"""The tries in which the captain must have a moderate price; after them any captain will do."""
GOLD_A_CAPTAIN = 45
MOST_CAPTAINS = 6
DEAREST_SHARE = 3
"""A captain, caster or engine costs at most one part in so many of the budget."""
MOST_GOLD = 20_000
KINDS = ("magic", "siege")
ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
ROLES = ("attacker", "defender")


class _Pool(NamedTuple):
    """The units and leaders that a theme may buy."""

    regulars: Sequence[AnyUnit]
    specialists: Sequence[AnyUnit]
    casters: Sequence[AnyUnit]
    engines: Sequence[AnyUnit]


def make_army(request: ArmyRequest, checker: Checker) -> str:
    """A list as plain text; BadQuestion when there can be none."""
    role = request.role.strip().lower()
    if request.budget is None:
        raise BadQuestion("an army needs a budget.", "For example: --budget 90")
    if role and role not in ROLES:
        raise BadQuestion(f"there is no role {request.role!r}.", did_you_mean(role, ROLES))
    budget = request.budget * (checker.judge.attacker if role == "attacker" else 1)
    if budget > MOST_GOLD:
        raise BadQuestion(f"{budget} gold is more than an army on a table can cost.", f"At most {MOST_GOLD}.")
    pool = _pool(request.theme, checker)
    maker = _Maker(pool, checker, budget)
    for number in range(TRIES):
        dice = SeededDice(f"army:{request.seed}:{request.budget}:{request.theme}:{role}:{number}")
        result = maker.make(dice, strict=number < STRICT)
        if result is None:
            continue
        text = _written(result, request, role, _called(request.theme, checker))
        report = Report()
        checked = checker.check([Document("army", text)], report)
        sound = all(problem.severity is Severity.NOTE for problem in report)
        if sound and 0 <= budget - checked.armies[0].total <= WITHIN:
            return text
    least = maker.least()
    hint = f"The cheapest army of this kind costs {least} gold." if budget < least else "Try another budget."
    raise BadQuestion(f"no army of this kind comes within {WITHIN} gold of {budget}.", hint)


def themes(checker: Checker) -> dict[str, str]:
    """The themes by every word for them: races, arms, and kinds of army."""
    races: dict[str, str] = {
        word.lower(): race.id
        for race in checker.catalogue.races
        if any(getattr(unit, "race", "") == race.id and regular(unit) for unit in _bought(checker))
        for word in (race.id, race.name, *race.aliases)
    }
    arms: dict[str, str] = {
        unit.arm: unit.arm for unit in _bought(checker) if isinstance(unit, Troops) and regular(unit)
    }
    return {**races, **arms, **{kind: kind for kind in KINDS}}


def _bought(checker: Checker) -> list[AnyUnit]:
    return [unit for unit in checker.index.units if unit.listed and unit.price is not None and unit.price.gold > 0]


def _pool(theme: str, checker: Checker) -> _Pool:
    by_name = themes(checker)
    kind = by_name.get(theme.strip().lower()) if theme.strip() else ""
    if kind is None:
        names = sorted(set(by_name.values()))
        near = did_you_mean(theme.strip().lower(), by_name, most=0)
        raise BadQuestion(f"there is no theme {theme!r}.", near or f"Known: {', '.join(names)}.")
    units = _bought(checker)
    anybody = kind in ("", *KINDS)
    return _Pool(
        [u for u in units if regular(u) and (anybody or kind in (getattr(u, "race", ""), getattr(u, "arm", "")))],
        [u for u in units if isinstance(u, Troops) and not regular(u) and (anybody or u.race == kind)],
        [u for u in units if casts(u) and kind in ("", "magic")],
        [u for u in units if isinstance(u, Engine) and kind == "siege"],
    )


class _Made(NamedTuple):
    """An army: formations with their captains, and what belongs to none."""

    formations: list[tuple[AnyUnit, list[AnyUnit]]]
    loose: list[AnyUnit]


class _Maker:
    def __init__(self, pool: _Pool, checker: Checker, budget: int) -> None:
        self.pool = pool
        self.budget = budget
        self.least_units = max(1, checker.judge.formation)
        self.captains = [unit for unit in _bought(checker) if is_captain(unit)]

    def least(self) -> int:
        """The gold of one captain and as many units as a formation needs."""
        cheapest = [min(map(_gold, units), default=0) for units in (self.captains, self.pool.regulars)]
        extra = 0
        if self.pool.engines:
            extra = min(map(_gold, self.pool.engines)) + min(map(_gold, self._engineers()), default=0)
        elif not self.pool.regulars:
            return 0
        return cheapest[0] + self.least_units * cheapest[1] + extra

    def _engineers(self) -> list[AnyUnit]:
        return [unit for unit in self.pool.specialists if engineers(unit)]

    def make(self, dice: SeededDice, *, strict: bool) -> _Made | None:
        """Make one army, or return None when the dice led into a corner."""
        if not self.captains or not self.pool.regulars:
            return None
        gold_left = self.budget
        loose: list[AnyUnit] = []
        dear = max(gold_left // DEAREST_SHARE, min(map(_gold, self.captains)))
        if self.pool.engines:
            engine, crew = _any(dice, self.pool.engines), _any(dice, self._engineers())
            if engine is None or crew is None:
                return None
            loose += [crew, engine]
            gold_left -= _gold(crew) + _gold(engine)
        caster = _any(dice, [u for u in self.pool.casters if _gold(u) <= dear])
        if caster is not None and gold_left > 2 * GOLD_A_CAPTAIN // 3 + _gold(caster):
            loose.append(caster)
            gold_left -= _gold(caster)
        most_captains = min(MOST_CAPTAINS, max(1, gold_left // GOLD_A_CAPTAIN))
        number = dice.roll(most_captains) if most_captains > 1 else 1
        number = max(number, most_captains // 2, 1)
        formations: list[tuple[AnyUnit, list[AnyUnit]]] = []
        # What the cheapest of all that must still be bought would cost: so much is kept back.
        unit_gold, captain_gold = min(map(_gold, self.pool.regulars)), min(map(_gold, self.captains))
        reserve = number * (captain_gold + self.least_units * unit_gold)
        for _ in range(number):
            reserve -= captain_gold
            most_gold = min(gold_left - reserve, dear // 2) if strict else gold_left - reserve
            captain = _any(dice, [u for u in self.captains if _gold(u) <= most_gold])
            if captain is None:
                return None
            formations.append((captain, []))
            gold_left -= _gold(captain)
        for _, units in formations:
            for _ in range(self.least_units):
                reserve -= unit_gold
                item = _any(dice, [u for u in self.pool.regulars if _gold(u) <= gold_left - reserve])
                if item is None:
                    return None
                units.append(item)
                gold_left -= _gold(item)
        filling = self._filling(gold_left, dice)
        if filling is None:
            return None
        turn = 0
        for unit in filling:
            if regular(unit):
                formations[turn % number][1].append(unit)
                turn += 1
            else:
                loose.append(unit)
        return _Made(formations, loose)

    def _filling(self, gold: int, dice: SeededDice) -> list[AnyUnit] | None:
        """Units that together cost that much gold, or up to two less, chosen evenly among all that still add up."""
        if gold < 0:
            return None
        offered = [*self.pool.regulars, *(unit for unit in self.pool.specialists if not engineers(unit))]
        can = [True, *(False for _ in range(gold))]
        prices = sorted({_gold(unit) for unit in offered})
        for sum in range(1, gold + 1):
            can[sum] = any(price <= sum and can[sum - price] for price in prices)
        goals = [sum for sum in range(max(0, gold - WITHIN), gold + 1) if can[sum]]
        if not goals:
            return None
        remaining = goals[dice.roll(len(goals)) - 1] if len(goals) > 1 else goals[0]
        chosen: list[AnyUnit] = []
        scouts = 0
        while remaining:
            fit = [u for u in offered if _gold(u) <= remaining and can[remaining - _gold(u)]]
            few = [u for u in fit if regular(u) or scouts < 1] or fit
            unit = _any(dice, few)
            assert unit is not None
            scouts += not regular(unit)
            chosen.append(unit)
            remaining -= _gold(unit)
        return chosen


def _gold(unit: AnyUnit) -> int:
    return unit.price.gold if unit.price is not None else 0


def _any(dice: SeededDice, units: Sequence[AnyUnit]) -> AnyUnit | None:
    if len(units) < 2:
        return units[0] if units else None
    return units[dice.roll(len(units)) - 1]


def _called(theme: str, checker: Checker) -> str:
    """The name of an army of a theme: `Elf army`, `Horse army`."""
    word = themes(checker).get(theme.strip().lower(), "")
    name = next((race.name for race in checker.catalogue.races if race.id == word), capital(word))
    return f"{name} army" if name else "Army"


def _written(result: _Made, request: ArmyRequest, role: str, called: str) -> str:
    """The army as a plain list."""
    head = [f"Game: {GAME}", f"Title: {_title(request, called)}", f"Budget: {request.budget}"]
    if role:
        head.append(f"Role: {role}")
    # Specialists stand in no formation (G-57), so above the first heading.
    lines = [*head, *(["", *counted(result.loose)] if result.loose else [])]
    for number, (captain, units) in enumerate(result.formations):
        lines += ["", f"## {ORDINALS[number]} formation", label(captain), *counted(units)]
    return "\n".join(lines) + "\n"


def _title(request: ArmyRequest, called: str) -> str:
    seed = on_one_line(" ".join(str(request.seed).split()))
    return f"{called}, {request.budget} gold, seed {seed}"[:60].strip()


def counted(units: Sequence[AnyUnit], figures: str = " {}") -> list[str]:
    """An entry a line: `3x Light Infantry Q3 3-2-4`, or with the figures written another way."""
    counts: dict[str, tuple[AnyUnit, int]] = {}
    for unit in units:
        counts[unit.id] = (unit, counts.get(unit.id, (unit, 0))[1] + 1)
    lines = []
    for unit, count in counts.values():
        rating = figures.format(rating_of(unit).partition(" Q")[0]) if isinstance(unit, Troops) else ""
        lines.append(f"{count}x {label(unit)}{rating}")
    return lines
