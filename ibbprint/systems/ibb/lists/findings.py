"""The findings of an army list, each with its rule (G-16); what is in order is not a finding.

Every figure comes from the catalogue: prices from the unit list, multiples and ratios from its figures.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice
from typing import TypeGuard

from ibbprint.engine.api.odds import Fact
from ibbprint.engine.lists.checker import Verdict
from ibbprint.engine.lists.records import Formation
from ibbprint.phrases import capital, listed
from ibbprint.problems import Report, Severity, Where
from ibbprint.systems.ibb.catalogue import GAME, Catalogue, casters_of, figure
from ibbprint.systems.ibb.lists.dialect import FREE
from ibbprint.systems.ibb.lists.records import Army, Entry, by_heading, counts_as_unit, engineers, label, regular
from ibbprint.systems.ibb.models.magic import Spell
from ibbprint.systems.ibb.models.units import AnyUnit, Engine, Equipment, Leader
from ibbprint.systems.ibb.not_played import ignored_abilities, unplayed_abilities

_MOST_OFFERED = 3
_MOST_MEMORIES = 5000


class Judge:
    """The rules of lists over one catalogue, made once for any number of lists."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.spells: list[Spell] = list(catalogue.spells)
        self.attacker = figure(catalogue, "attacker-budget")
        self.fort_units = figure(catalogue, "free-fort-units")
        self.petards = figure(catalogue, "petards-per-engineer")
        self.formation = figure(catalogue, "minimum-formation")
        self.overhead = figure(catalogue, "pool-overhead")
        bought = [(unit.price.gold, unit) for unit in catalogue.units if unit.listed and unit.price is not None]
        self.offers = sorted(bought, key=lambda offer: -offer[0])
        self.spell_words = {_plain(spell.name): spell for spell in self.spells}
        self.spell_words |= {_plain(spell.id): spell for spell in self.spells}
        self.barred = [spell for spell in self.spells if "R-158" in spell.rules]
        self.ruled = frozenset(u.id for u in catalogue.units if isinstance(u, Engine) or _is_petard(u) or casts(u))
        """The units that rules of engines, petards and magic are about."""
        self.any_ignored = bool(ignored_abilities(catalogue))
        self.castable = lru_cache(maxsize=_MOST_MEMORIES)(self._castable)

    # --- one army ---------------------------------------------------------------------------------------------------

    def judge(self, army: Army, report: Report, *, limit: float | None = None) -> Verdict:
        """Add every finding on an army to the report. `limit` is its limit on spending, where a pair decides that."""
        total = army.cost
        facts: list[Fact] = []
        if limit is None and army.allowance is not None:
            limit = army.allowance.value
        elif limit is None and army.budget is not None:
            limit = army.budget.value * (self.attacker if army.role == "attacker" else 1)
        self._doubled(army, limit, report)
        ruled = self._ruled(army)
        broken = self._broken(army, ruled, facts)
        self.money(army, total, limit, broken, report)
        report.add_all(broken.as_added)
        self.magic(ruled, report)
        if self.any_ignored:
            units = [entry.unit for entry in army.entries if entry.unit is not None]
            unplayed = unplayed_abilities(self.catalogue, units)
            facts += [Fact(f"{capital(item.words)} is printed, but not played.") for item in unplayed]
        return Verdict(total, limit, tuple(facts))

    def _ruled(self, army: Army) -> list[Entry]:
        """The entries of which the rules of engineers, forts and magic say anything: most troops they pass over."""
        return [entry for entry in army.entries if self._is_ruled(entry)]

    def _is_ruled(self, entry: Entry) -> bool:
        ratings = entry.written.own
        beside = ratings.free or ratings.spells or entry.written.asides
        return entry.unit is not None and (bool(beside) or entry.unit.id in self.ruled)

    def _doubled(self, army: Army, limit: float | None, report: Report) -> None:
        """A note where an attacker's list names the agreed budget and not what he may spend (G-58)."""
        agreed = army.budget
        if army.role != "attacker" or army.allowance is not None or agreed is None or limit is None:
            return
        if limit == agreed.value * self.attacker:
            message = f"{agreed.value} gold is read as the agreed budget: the attacker may spend {limit}."
            report.note(agreed.where, f"{GAME}:G-58", message)

    def money(self, army: Army, total: float, limit: float | None, broken: Report, report: Report) -> None:
        """Check the sums and the limit of a list. The entry to leave out may break no more rules than `broken`."""
        for stated, right in army.wrong_sums():
            message = f"the list says {stated.value} gold in all, the price list {right}."
            report.warning(stated.where, f"{GAME}:R-196", message, "The price list applies.")
        if limit is None:
            return
        stated_limit = army.allowance or army.budget
        # A budget that is above several sides is no place to say something of one of them.
        where = stated_limit.where if stated_limit is not None and stated_limit.where >= army.where else army.where
        if total > limit:
            twice = army.role == "attacker" and army.allowance is None
            times = f" as the attacker’s {self.attacker} times the budget" if twice else ""
            report.error(
                where,
                f"{GAME}:A-184",
                f"the army costs {total} gold, {total - limit} over its limit of {limit}{times}.",
                self._cut(army, total - limit, broken),
            )
        elif total < limit and army.entries and all(entry.price is not None for entry in army.entries):
            spare = limit - total  # with an entry that has no price nobody knows what is left
            report.note(where, f"{GAME}:A-184", f"{spare} gold to spare.", self._offer(army, spare))

    def _cut(self, army: Army, over: float, broken: Report) -> str:
        """The entry to leave out: the cheapest that is enough and whose loss breaks no other rule."""
        enough = [entry for entry in army.entries if entry.unit is not None and (entry.price or 0) >= over]
        errors, warnings = _severities(broken)
        for entry in sorted(enough, key=lambda entry: entry.price or 0):
            rest_of_army = army.less(entry)
            errors_left, warnings_left = _severities(self._broken(rest_of_army, self._ruled(rest_of_army), []))
            if errors_left <= errors and warnings_left <= warnings and entry.unit is not None:
                return f"Leave out one {label(entry.unit)}."
        return ""

    def _broken(self, army: Army, ruled: Sequence[Entry], facts: list[Fact]) -> Report:
        """The findings of the rules of captains, engineers and forts in an army."""
        report = Report()
        self.captains(army, report)
        self.engineers(army, ruled, report)
        self.forts(army, ruled, report, facts)
        return report

    def _offer(self, army: Army, gold: float) -> str:
        """The dearest that spare gold still buys and the list may have."""
        may = (
            f"{label(unit)} ({price})" for price, unit in self.offers if 0 < price <= gold and self._may_add(army, unit)
        )
        names = list(islice(may, _MOST_OFFERED))
        return f"That is enough for {listed(names, 'or')}." if names else "Nothing on the price list is that cheap."

    def _may_add(self, army: Army, unit: AnyUnit) -> bool:
        if isinstance(unit, Engine):
            return _many(army, engineers) > 0
        if _is_petard(unit):
            return _many(army, _is_petard) < _many(army, engineers) * self.petards
        return True

    # --- captains and formations ------------------------------------------------------------------------------------

    def captains(self, army: Army, report: Report) -> None:
        """Regular units need a captain (R-49), captains units (R-206), and formations two units each (R-48).

        A formation is a heading with regular units under it; captains elsewhere stand outside all formations (G-57).
        """
        under, units, specialists = by_heading(army)
        captains = {number: [entry for entry in group for _ in range(entry.count)] for number, group in under.items()}
        unread: dict[int | None, int] = {}
        for entry in army.entries:
            if entry.unit is None and (entry.likely is None or regular(entry.likely)):
                unread[entry.formation] = unread.get(entry.formation, 0) + entry.count
        for formation in army.uncounted:  # as many as a formation needs
            unread[formation] = unread.get(formation, 0) + self.formation
        formations = [number for number in dict.fromkeys([*units, *unread]) if number is not None]
        outside = [entry for number, group in captains.items() if number not in formations for entry in group]
        pairs: list[tuple[list[Entry], int]] = []
        for number in formations:
            led = units.get(number, [])
            if number in captains:
                self._group(captains[number], led, report, unread.get(number, 0))
            elif led:
                captain = outside.pop(0) if outside else None
                self._unled(army.formations[number], led, captain, report)
                if captain is not None:
                    pairs.append(([captain], number))
        self._specialists(army, specialists, report)
        unled = units.get(None, [])
        if unled and not captains:
            count = sum(entry.count for entry in unled)
            subject = f"{_units(count)} need{'s' if count == 1 else ''}"
            report.error(
                unled[0].where, f"{GAME}:R-49", f"{subject} a captain to act, and there is none.", "Buy a captain."
            )
            return
        if outside and not unled and not unread.get(None) and pairs:
            # Captains who are left over share the largest formation that has none of its own.
            largest = max(pairs, key=lambda group: sum(entry.count for entry in units[group[1]]))
            largest[0].extend(outside)
            outside = []
        for leaders, number in pairs:
            self._group(leaders, units[number], report, unread.get(number, 0))
        if outside:
            self._group(outside, unled, report, unread.get(None, 0))

    def _unled(self, formation: Formation, units: Sequence[Entry], captain: Entry | None, report: Report) -> None:
        """A formation without a captain: an error, unless one who stands outside all formations may lead it (G-57)."""
        number = sum(entry.count for entry in units)
        subject = f"{formation.name}: {_units(number)} need{'s' if number == 1 else ''} a captain to act"
        if captain is None:
            hint = "Buy a captain, or write the units under another heading."
            report.error(formation.where, f"{GAME}:R-49", f"{subject}, and none is left.", hint)
            return
        assert captain.unit is not None
        called = label(captain.unit)
        name = f"{captain.written.name}, {called}" if captain.written.name else called
        message = f"{subject}; {name} (line {captain.where.line}) is outside all formations and may lead them."
        report.warning(formation.where, f"{GAME}:R-49", message, f"Write him under {formation.name}.")

    def _specialists(self, army: Army, specialists: Sequence[Entry], report: Report) -> None:
        """Engineers, scouts and engines under a heading are in no formation all the same (G-57)."""
        for entry in specialists:
            unit = entry.unit
            if entry.formation is None or unit is None:
                continue
            rule = "A-43" if engineers(unit) or isinstance(unit, Engine) else "A-44"
            name = army.formations[entry.formation].name
            message = f"{label(unit)} is a specialist, needs no captain and is not part of {name}."
            report.warning(entry.where, f"{GAME}:{rule}", message, "Write it outside the formations.")

    def _group(self, captains: Sequence[Entry], units: Sequence[Entry], report: Report, unread: int) -> None:
        """Captains, each as often as he was bought, and those whom they lead."""
        leaders = len(captains)
        # A unit that could not be read is reported as that; it is not missing besides.
        number = sum(entry.count for entry in units) + unread
        if number < leaders:
            idle = leaders - number
            report.warning(
                captains[-1].where,
                f"{GAME}:R-206",
                f"{idle} captain{'s have' if idle > 1 else ' has'} no unit to lead.",
                "Buy units, or fewer captains.",
            )
        elif number < leaders * self.formation:
            where = units[0].where if units and leaders == 1 else captains[-1].where
            message = (
                f"a formation of 1 unit is below {self.formation}."
                if leaders == 1
                else f"{number} units are too few for {leaders} formations of {self.formation}."
            )
            report.warning(where, f"{GAME}:R-48", message)

    # --- engineers and their works ----------------------------------------------------------------------------------

    def engineers(self, army: Army, ruled: Sequence[Entry], report: Report) -> None:
        """Only engineers serve engines (A-101), a unit of them one at a time; petards need engineers too (R-202)."""
        engines = [entry for entry in ruled if isinstance(entry.unit, Engine)]
        petards = [entry for entry in ruled if _is_petard(entry.unit)]
        if not (engines or petards):
            return
        served = _many(army, engineers)
        idle, free = [], served
        for entry in engines:
            count = max(0, entry.count - free)
            free = max(0, free - entry.count)
            if count:
                idle.append((entry, count))
        if idle:
            names = listed([_counted(entry, count) for entry, count in idle])
            where = idle[0][0].where
            if not served:
                message = f"nobody serves {names}: there are no engineers."
                report.error(where, f"{GAME}:A-101", message, "Buy engineers.")
            else:
                message = (
                    f"{_units(served)} of engineers can serve {served} engine{'s' if served > 1 else ''} at a time"
                )
                warning = f"{message}; nobody is left for {names}."
                report.warning(where, f"{GAME}:A-101", warning, "Buy engineers.")
        mines = sum(entry.count for entry in petards)
        allowed = served * self.petards
        if mines > allowed:
            report.error(
                petards[-1].where,
                f"{GAME}:R-202",
                f"{mines} petard{'s' if mines > 1 else ''}, but {_units(served)} of engineers may have {allowed}.",
                "Buy engineers, or fewer petards.",
            )

    def forts(self, army: Army, ruled: Sequence[Entry], report: Report, facts: list[Fact]) -> None:
        """Free levels of forts are the defender's, one for every so many units (G-34); nothing else is free."""
        allowed = self.free_levels(army)
        stated = army.numbers.get(FREE)
        claimed = stated.value if stated is not None else 0
        where: Where | None = stated.where if stated is not None else None
        for entry in ruled:
            if not entry.written.own.free or entry.unit is None:
                continue
            if is_fort(entry.unit):
                claimed += entry.count
                where = entry.place("free")
            else:
                message = f"{label(entry.unit)} cannot be free: only fort levels can."
                hint = f"It costs {entry.unit.price.gold} gold." if entry.unit.price is not None else ""
                report.error(entry.place("free"), f"{GAME}:R-198", message, hint)
        if not allowed and (where is None or claimed <= allowed):
            return
        units = _many(army, counts_as_unit)
        if allowed:
            text = f"{_units(units)}: {allowed} free fort level{'s' if allowed > 1 else ''}, {claimed} taken."
            facts.append(Fact(text, (f"{GAME}:R-198", f"{GAME}:G-34")))
        if where is not None and claimed > allowed:
            why = f"{_units(units)} may have {allowed}" if army.role == "defender" else "only a defender may have any"
            report.error(
                where,
                f"{GAME}:R-198",
                f"{claimed} free fort level{'s' if claimed > 1 else ''}, but {why}.",
                "Buy the others." if army.role == "defender" else "Buy them, or write: Role: defender",
            )

    def free_levels(self, army: Army) -> int:
        """The levels of forts that a defender has for nothing (G-34)."""
        if army.role != "defender" or not self.fort_units:
            return 0
        return _many(army, counts_as_unit) // self.fort_units

    # --- magic ------------------------------------------------------------------------------------------------------

    def magic(self, ruled: Sequence[Entry], report: Report) -> None:
        for entry in ruled:
            if entry.unit is not None and (entry.written.own.spells or entry.written.asides):
                self._named_spells(entry, entry.unit, report)
        casters = [(entry, entry.unit) for entry in ruled if casts(entry.unit)]
        if not casters:
            return
        ratings: dict[str, list[int]] = {}
        for entry, unit in casters:
            ratings.setdefault(unit.kind, []).extend([unit.rating] * entry.count)
        for entry, unit in casters:
            castable = self.castable(unit.kind, tuple(sorted(ratings[unit.kind])), unit.rating)
            report.note(entry.where, f"{GAME}:R-145", castable)
        for spell in self.barred:
            rival = "priest" if spell.caster == "wizard" else "wizard"
            if ratings.get(rival) and casters_of(ratings.get(spell.caster, ()), self.overhead, spell.cost):
                at = next(entry.where for entry, unit in casters if unit.kind == rival)
                report.warning(
                    at,
                    f"{GAME}:R-158",
                    f"while a {rival} of its own side is on the map, no {spell.caster} can cast {spell.name}.",
                )

    def _castable(self, caster: str, all_ratings: tuple[int, ...], rating: int) -> str:
        """The spells that a caster can ever cast, alone and pooled with all others of his class, in words."""
        spells = [spell for spell in self.spells if spell.caster == caster]
        alone = [spell for spell in spells if casters_of((rating,), self.overhead, spell.cost)]
        # A caster who would bring nothing to a pool but its overhead helps nobody.
        helps = len(all_ratings) > 1 and rating > self.overhead
        pooled = [s for s in spells if s not in alone and helps and casters_of(all_ratings, self.overhead, s.cost)]
        if not alone and not pooled:
            return f"{caster} {rating} can cast nothing, alone or pooled."
        parts = [f"alone {_spells(alone)}" if alone else "alone nothing"]
        if pooled:
            parts.append(f"pooled {_spells(pooled)}")
        return f"{caster} {rating} can cast {'; '.join(parts)}."

    def _named_spells(self, entry: Entry, unit: AnyUnit, report: Report) -> None:
        """Spells that the list names must be there, and of the caster's class (R-180)."""
        for name in (*entry.written.own.spells, *entry.written.asides):
            spell = self._spell(name)
            if spell is None and (name in entry.written.asides or not casts(unit)):
                continue  # `2 pikemen with blue shields`, `wizard 6 (the old man)`
            if spell is None:
                near = difflib.get_close_matches(_plain(name)[:60], self.spell_words, 1, 0.6)
                hint = f"Did you mean {self.spell_words[near[0]].name}?" if near else ""
                report.error(entry.place(name), "ref:spell", f"there is no spell {name[:40]!r}.", hint)
            elif not isinstance(unit, Leader) or unit.kind != spell.caster:
                report.warning(
                    entry.place(name),
                    f"{GAME}:R-180",
                    f"{label(unit)} cannot cast {spell.name}: it is for {spell.caster}s.",
                )

    def _spell(self, name: str) -> Spell | None:
        plain = _plain(name)
        result = self.spell_words.get(plain)
        if result is not None or len(plain) < 4:
            return result
        # `Yawning Chasm` and `the Dead`: a part of one spell's name.
        part = [spell for words, spell in self.spell_words.items() if plain.removeprefix("the ") in words]
        unique = {spell.id: spell for spell in part}
        return next(iter(unique.values())) if len(unique) == 1 else None

    # --- a pair -----------------------------------------------------------------------------------------------------

    def limits(self, attacker: Army, defender: Army, report: Report) -> tuple[float | None, float | None]:
        """The limits on spending of attacker and defender, B being the defender's budget or else what he has spent
        (G-35).
        """
        base = defender.allowance or defender.budget or attacker.budget
        budget = base.value if base is not None else None
        if budget is None and attacker.allowance is not None and self.attacker:
            budget = attacker.allowance.value // self.attacker
        spent = defender.cost
        allowed = (budget if budget is not None else spent) * self.attacker
        if base is None and budget is not None:
            return attacker.allowance.value if attacker.allowance is not None else allowed, budget
        stated = attacker.allowance or attacker.budget
        right = (allowed,) if attacker.allowance is not None else (budget, allowed)
        if stated is not None and budget is not None and stated.value not in right:
            report.error(
                stated.where,
                f"{GAME}:A-184",
                f"the attacker's budget is {stated.value} here, but the agreed budget is {budget}.",
                f"He may spend {allowed}: {self.attacker} times the budget.",
            )
        return allowed, budget

    def meeting(self, first: Army, second: Army, report: Report) -> None:
        """Check that both sides of a meeting engagement have the same budget (A-184)."""
        item, budget = first.budget, second.budget
        if item is not None and budget is not None and item.value != budget.value:
            report.error(
                budget.where,
                f"{GAME}:A-184",
                f"the budget is {budget.value} here and {item.value} for {first.name}: "
                "in a meeting engagement they are equal.",
                "Name the one that defends, or agree on a budget.",
            )


def _counted(entry: Entry, count: int) -> str:
    """`the siege engine`, `2 of the bombards (line 7)`: engines of an entry."""
    assert entry.unit is not None
    name = entry.unit.name.lower()
    engines = f"the {name}" if count == entry.count == 1 else f"{count} {name}{'s' if count > 1 else ''}"
    return f"{engines} (line {entry.where.line})"


def _many(army: Army, test: Callable[[AnyUnit | None], bool]) -> int:
    """The number of counters of an army that pass a test."""
    return sum(entry.count for entry in army.entries if test(entry.unit))


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("-", " ").split())


def _units(number: int) -> str:
    return "1 unit" if number == 1 else f"{number} units"


def casts(unit: AnyUnit | None) -> TypeGuard[Leader]:
    return isinstance(unit, Leader) and unit.kind != "captain"


def _is_petard(unit: AnyUnit | None) -> bool:
    return isinstance(unit, Equipment) and "R-202" in unit.rules


def is_fort(unit: AnyUnit | None) -> bool:
    return isinstance(unit, Equipment) and "R-198" in unit.rules


def _severities(report: Report) -> tuple[int, int]:
    """The number of errors and of warnings."""
    severities = [problem.severity for problem in report.as_added]
    return severities.count(Severity.ERROR), severities.count(Severity.WARNING)


def _spells(spells: Sequence[Spell]) -> str:
    return ", ".join(f"{spell.name} ({spell.cost})" for spell in spells)
