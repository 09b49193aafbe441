"""The findings of an army list, each with its rule and a code for what of it is broken (H-76)."""

from __future__ import annotations

from ibbprint.engine.api.lists import amount
from ibbprint.engine.api.odds import Fact
from ibbprint.engine.lists.checker import Verdict
from ibbprint.engine.lists.match import EntryFinding
from ibbprint.phrases import counted, listed
from ibbprint.problems import Report, Severity
from ibbprint.systems.element_battle.catalogue import GAME, Catalogue
from ibbprint.systems.element_battle.deployment import lines_of
from ibbprint.systems.element_battle.lists.records import DEAR, Army, Entry
from ibbprint.systems.element_battle.models.troops import Troop
from ibbprint.systems.element_battle.names import name_of

AP, DEAR_RULE = f"{GAME}:H-02 ap", f"{GAME}:H-02 dear"
GENERAL, STRONGHOLD = f"{GAME}:H-02 general", f"{GAME}:H-02 stronghold"
LEADER, CHEAP, SUM = f"{GAME}:H-04", f"{GAME}:H-03", f"{GAME}:H-80"


class Judge:
    """The rules of armies over one catalogue, made once for any number of lists."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.points: float = catalogue.figures["points"]
        self.cap: float = catalogue.figures["dear-cap"]
        self.dear_from = catalogue.figures["dear-from"]
        self.cheap_least = catalogue.figures["cheap-least"]
        self.frogs = frozenset(troop.id for troop in catalogue.troops.values() if troop.can_be_frog)

    def judge(self, army: Army, report: Report) -> Verdict:
        """Add every finding on an army to the report."""
        limit = army.budget.value if army.budget is not None else self.points
        cap = army.numbers[DEAR].value if DEAR in army.numbers else self.cap
        total = army.cost
        unread = any(entry.unit is None for entry in army.entries)
        self._sums(army, report)
        self._points(army, total, (limit, cap), report, unread=unread)
        self._dear(army, cap, total, report, unread=unread)
        self._general(army, report, unread=unread)
        self._strongholds(army, report)
        return Verdict(total, limit, tuple(self._facts(army, cap)))

    def _sums(self, army: Army, report: Report) -> None:
        """The sums that a list states (H-80)."""
        for stated, right in army.wrong_sums():
            message = f"the list says {amount(stated.value)} AP in all, the table {amount(right)}."
            report.warning(stated.where, SUM, message, "The table applies.")

    def _points(self, army: Army, total: float, bounds: tuple[float, float], report: Report, *, unread: bool) -> None:
        """The total against what the army may cost; `bounds` are that limit and the cap on dear elements."""
        limit, cap = bounds
        where = army.where if army.budget is None else army.budget.where
        if total > limit:
            message = f"the army costs {amount(total)} AP, {amount(total - limit)} over {amount(limit)}."
            report.error(where, AP, message, self._spoken(army, total, limit) or self._cut(army, total - limit))
        elif total < limit and not unread:
            message = f"the army costs {amount(total)} AP: {amount(limit - total)} of {amount(limit)} are left."
            report.warning(where, AP, message, self._offer(army, limit - total, cap))

    def _spoken(self, army: Army, total: float, limit: float) -> str:
        """The advice where the title, or the list's own sum, states another total (H-81)."""
        for stated, label in ((army.allowance, "title"), (army.total, "list’s own sum")):
            if stated is not None and stated.value > limit:
                points = amount(stated.value)
                how = f"write a line Points: {points}, or use --points {points}."
                return f"The {label} speaks of {points} AP: for that, {how}"
        return ""

    def _cut(self, army: Army, over: float) -> str:
        """The entries to leave out: the cheapest that are enough, without the general."""
        led = [entry for entry in army.entries if entry.written.own.general]
        fixed = led[0] if len(led) == 1 and led[0].count == 1 else None
        bought = [entry for entry in army.entries if entry.unit is not None and entry is not fixed]
        enough = [entry for entry in bought if (entry.price or 0) >= over]
        if not enough:
            return ""
        least = min(enough, key=lambda entry: entry.price or 0)
        assert least.unit is not None
        leads = any(entry.unit is least.unit for entry in led)
        return f"Leave out one {name_of(least.unit)}{', but not the general' if leads else ''}."

    def _offer(self, army: Army, remaining: float, cap: float) -> str:
        """The dearest that still goes in."""
        room = cap - sum(entry.cost for entry in army.entries if self._is_dear(entry))
        fits = [
            troop
            for troop in self.catalogue.fighting
            if troop.ap <= remaining and (troop.ap <= room or not self.catalogue.is_dear(troop))
        ]
        dearest = max((troop.ap for troop in fits), default=0)
        names = [name_of(troop) for troop in fits if troop.ap == dearest][:3]
        return f"One more element fits: {listed(names, 'or')} ({amount(dearest)})." if names else ""

    def _is_dear(self, entry: Entry) -> bool:
        return entry.unit is not None and self.catalogue.is_dear(entry.unit)

    def _dear(self, army: Army, cap: float, total: float, report: Report, *, unread: bool) -> None:
        """Check the total cost of dear elements; the error stands at the element that exceeds the cap."""
        entries = [entry for entry in army.entries if self._is_dear(entry)]
        dear, spent = sum(entry.cost for entry in entries), 0.0
        if dear > cap:
            message = f"elements of {self.dear_from} AP and more cost {amount(dear)} AP, {amount(dear - cap)} over"
            for entry in entries:
                spent += entry.cost
                if spent > cap:
                    hint = "Take fewer of them, or agree on another cap with a line Dear: N."
                    report.error(entry.where, DEAR_RULE, f"{message} {amount(cap)}.", hint)
                    return
        elif total - dear < self.cheap_least and not unread:
            message = f"elements below {self.dear_from} AP cost {amount(total - dear)} AP"
            report.warning(army.where, CHEAP, f"{message}: some sources want {self.cheap_least}.")

    def _general(self, army: Army, report: Report, *, unread: bool) -> None:
        """Exactly one general, of a type that may lead (H-02, H-04)."""
        led = [entry for entry in army.entries if entry.written.own.general]
        if not led and not unread:
            hint = "Mark one element: 8 x Blades (general)"
            report.error(army.where, GENERAL, "the army has no general.", hint)
        for entry in led[1:]:
            first = led[0].where.line
            message = f"a second general; the first is on line {first}."
            hint = "An army has one. A second army begins with a line Army: NAME."
            report.error(entry.place("general"), GENERAL, message, hint)
        for entry in led:
            remark = None if entry.unit is None else of_general(entry.unit)
            if remark is not None:
                report.add(remark.at(entry.place("general"), entry.written))

    def _strongholds(self, army: Army, report: Report) -> None:
        """One at most, whatever it looks like (H-78)."""
        entries = [entry for entry in army.entries if entry.unit is not None and entry.unit.is_place]
        number = sum(entry.count for entry in entries)
        if number > 1:
            where = entries[0].where if entries[0].count > 1 else entries[1].where
            report.error(where, STRONGHOLD, f"{number} strongholds: an army has one at most.")

    # --- what a player wants to know besides ----------------------------------------------------------------------

    def _facts(self, army: Army, cap: float) -> list[Fact]:
        elements = elements_of(army)
        number = len(elements)
        if not number:
            return []
        breaks = self.catalogue.breaks_at(number)
        dear = sum(entry.cost for entry in army.entries if self._is_dear(entry))
        are = "is" if breaks == 1 else "are"
        facts = [
            Fact(f"{counted(number, 'element')}: broken when {breaks} {are} lost.", (f"{GAME}:H-35",)),
            Fact(f"Dear elements: {amount(dear)} of {amount(cap)} AP.", (f"{GAME}:H-02",)),
        ]
        lines, fits = lines_of(elements, self.catalogue)
        if lines:
            words = listed(
                [
                    f"{len(line)} in the {_ORDINALS[n] if n < len(_ORDINALS) else 'next'} line"
                    for n, line in enumerate(lines)
                ]
            )
            room = "" if fits else f" That is deeper than {self.catalogue.figures['deploy']} paces."
            facts.append(Fact(f"Deployed: {words}.{room}", (f"{GAME}:H-71",)))
        entries = ((entry.unit, entry.count) for entry in army.entries)
        frogs = sum(count for unit, count in entries if unit and not unit.is_place and unit.id in self.frogs)
        if frogs:
            words = "One of them can become a frog" if frogs == 1 else f"{frogs} of them can become frogs"
            facts.append(Fact(f"{words}.", (f"{GAME}:H-R18",)))
        return facts


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def of_general(troop: Troop) -> EntryFinding | None:
    """The remark on a general of that type; None for a type that may lead (H-02, H-04)."""
    name = name_of(troop, count=2)
    if troop.is_place:
        return EntryFinding(Severity.ERROR, STRONGHOLD, "a stronghold cannot be the general.")
    if troop.leads == "no":
        return EntryFinding(Severity.ERROR, LEADER, f"{name} cannot be general.", "Mark another element.")
    if troop.leads == "doubtful":
        return EntryFinding(
            Severity.WARNING, LEADER, f"some sources do not let {name} be general.", "Ask your opponent."
        )
    return None


def elements_of(army: Army) -> list[Troop]:
    """Every element of an army, in the order of its list; strongholds are none."""
    return [
        entry.unit
        for entry in army.entries
        if entry.unit is not None and not entry.unit.is_place
        for _ in range(entry.count)
    ]


__all__ = ["Judge", "elements_of", "of_general"]
