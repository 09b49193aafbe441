"""The checker: the types of troops opened once, against which lists are judged one after another."""

from __future__ import annotations

from collections.abc import Iterable

from ibbprint.catalogue.documents import Document
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.lists import CheckedRow, Priced
from ibbprint.engine.api.odds import Fact
from ibbprint.engine.lists import checker
from ibbprint.engine.lists.checker import Verdict
from ibbprint.engine.lists.pieces import Pieces
from ibbprint.problems import Report, Where
from ibbprint.systems.element_battle.catalogue import GAME, Catalogue
from ibbprint.systems.element_battle.lists.dialect import Dialect
from ibbprint.systems.element_battle.lists.entries import Index
from ibbprint.systems.element_battle.lists.findings import Judge, of_general
from ibbprint.systems.element_battle.lists.records import Army, ArmyList, Entry, Marks, bonus, label
from ibbprint.systems.element_battle.models.troops import Troop


class Checker(checker.Checker[Troop, Marks]):
    """See `ListChecker`."""

    edition = "2"
    catalogue: Catalogue
    dialect: Dialect

    def __init__(self, catalogue: Catalogue, options: KitOptions) -> None:
        self.index = Index(catalogue)
        super().__init__(catalogue, options, Pieces(Dialect(self.index)))
        self.judge = Judge(catalogue)

    def read_yaml(self, document: Document, report: Report) -> ArmyList | None:
        from ibbprint.systems.element_battle.lists.yaml_lists import read_yaml_list

        return read_yaml_list(document, self.dialect, report)

    def verdict(self, army: Army, report: Report, limit: float | None) -> Verdict:
        return self.judge.judge(army, report)

    def pair(self, army: Army, opponent: Army, report: Report) -> dict[int, float | None]:
        if army.role and army.role == opponent.role:
            hint = "One attacks, the other defends; without roles a die decides."
            report.error(opponent.where, f"{GAME}:H-56", f"both armies are the {army.role}.", hint)
        return {}

    def row(self, army: Army, entry: Entry) -> CheckedRow:
        id, name, rating = "", entry.text, ""
        if entry.unit is not None:
            id, rating = entry.unit.id, bonus(entry.unit)
            name = label(entry.unit, entry.written.own, entry.count)
        return CheckedRow(
            entry.where,
            entry.text,
            id,
            name,
            rating,
            entry.count,
            entry.price,
            None if entry.price is None else entry.cost,
            army.heading(entry),
            entry.written.name,
        )

    def prices(self) -> Iterable[str]:
        yield from (f"{troop.id}={troop.ap:g}" for troop in self.catalogue.troops.values())
        yield from (f"{option.id}={option.ap:g}" for option in self.catalogue.options)

    def bought(self, army: Army, entry: Entry) -> str:
        name = entry.unit.id if entry.unit is not None else f"? {entry.text}"
        return f"{name} {' '.join(entry.written.own.flags)}"

    # --- one entry --------------------------------------------------------------------------------------------------

    def cost(self, entry: str, report: Report) -> Priced | None:
        """The cost of an entry, with the reasons."""
        where = Where(entry.strip()[:60] or "the entry")
        written = self.dialect.taken_apart(entry[:400])
        result = self.index.find(written)
        troop = result.unit
        for remark in result.remarks:
            hint = remark.hint or (self.dialect.offers if troop is None else "")
            report.add(remark._replace(hint=hint).at(where, written))
        leads = of_general(troop) if troop is not None and written.own.general else None
        if leads is not None:
            report.add(leads.at(where, written))
        if troop is None or result.price is None or not report.ok:
            return None
        marks, parts = written.own, [f"{troop.ap:g} for the type"]
        parts += [f"{option.ap:g} for {option.name}" for option in marks.options if not troop.is_place]
        rules = [rule for option in marks.options for rule in option.rules]
        working = " + ".join(parts)
        facts = []
        if self.catalogue.is_dear(troop):
            words = f"It is dear: elements of {self.judge.dear_from} AP and more may cost {self.judge.cap} AP in all."
            facts.append(Fact(words, (f"{GAME}:H-02",)))
        return Priced(
            troop.id,
            label(troop, marks, result.many),
            bonus(troop),
            result.many,
            result.price,
            result.price * result.many,
            working,
            None,
            False,
            tuple(f"{GAME}:{rule}" for rule in dict.fromkeys(("H-02", *rules))),
            tuple(facts),
            self.dialect.money.noun,
        )


__all__ = ["Checker"]
