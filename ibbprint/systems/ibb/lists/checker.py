"""The checker: the price list opened once, against which lists are judged one after another."""

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
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.lists.dialect import FREE, Dialect
from ibbprint.systems.ibb.lists.entries import Index
from ibbprint.systems.ibb.lists.findings import Judge
from ibbprint.systems.ibb.lists.records import Army, ArmyList, Entry, Ratings, label, rating_of
from ibbprint.systems.ibb.lists.written import taken_apart
from ibbprint.systems.ibb.models.units import AnyUnit


class Checker(checker.Checker[AnyUnit, Ratings]):
    """See `ListChecker`."""

    edition = "3"
    catalogue: Catalogue
    dialect: Dialect

    def __init__(self, catalogue: Catalogue, options: KitOptions) -> None:
        self.index = Index(catalogue)
        super().__init__(catalogue, options, Pieces(Dialect(self.index)))
        self.judge = Judge(catalogue)
        self._shown = {unit.id: (label(unit), rating_of(unit).partition(" Q")[0]) for unit in self.index.units}

    def read_yaml(self, document: Document, report: Report) -> ArmyList | None:
        from ibbprint.systems.ibb.lists.yaml_lists import read_yaml_list  # plain text does without models

        return read_yaml_list(document, self.dialect, report)

    def verdict(self, army: Army, report: Report, limit: float | None) -> Verdict:
        verdict = self.judge.judge(army, report, limit=limit)
        return verdict._replace(facts=(*self._budget(army, verdict.limit), *verdict.facts))

    def pair(self, army: Army, opponent: Army, report: Report) -> dict[int, float | None]:
        if {army.role, opponent.role} == {"attacker", "defender"}:
            attacker, guard = (army, opponent) if army.role == "attacker" else (opponent, army)
            allowed, budget = self.judge.limits(attacker, guard, report)
            return {id(attacker): allowed, id(guard): budget}
        if army.role:
            report.error(
                opponent.where,
                f"{GAME}:A-184",
                f"both armies are the {army.role}.",
                "One attacks and the other defends; in a meeting engagement neither has a role.",
            )
            return {}
        self.judge.meeting(army, opponent, report)
        return {}

    def row(self, army: Army, entry: Entry) -> CheckedRow:
        id, name, rating = "", entry.text, ""
        if entry.unit is not None:
            id = entry.unit.id
            name, rating = self._shown[id]
        return CheckedRow(
            entry.where,
            entry.text,
            id,
            name,
            entry.rating or rating,
            entry.count,
            entry.price,
            None if entry.price is None else entry.cost,
            army.heading(entry),
            entry.written.name,
        )

    def prices(self) -> Iterable[str]:
        return (f"{u.id}={u.price.gold}" for u in self.index.units if u.listed and u.price is not None)

    def bought(self, army: Army, entry: Entry) -> str:
        name = entry.unit.id if entry.unit is not None else f"? {entry.text}"
        return f"{name} {entry.rating} {entry.written.own.free} {army.heading(entry)}"

    def beside(self, army: Army) -> Iterable[str]:
        return (str(army.numbers[FREE].value if FREE in army.numbers else 0),)

    def _budget(self, army: Army, limit: float | None) -> list[Fact]:
        """The way in which the limit on spending was worked out."""
        if limit is None or army.role != "attacker" or army.allowance is not None:
            return []
        budget = limit // self.judge.attacker if self.judge.attacker else limit
        words = f"The attacker may spend {self.judge.attacker} × {budget} = {limit} gold."
        return [Fact(words, (f"{GAME}:A-184", f"{GAME}:G-35"))]

    # --- one entry --------------------------------------------------------------------------------------------------

    def cost(self, entry: str, report: Report) -> Priced | None:
        """The cost of an entry, with its parts."""
        where = Where(entry.strip()[:60] or "the entry")
        written = taken_apart(entry[:400])
        unit_of_id = self.index.by_id.get(entry.strip())
        result = (
            self.index.find(written)
            if unit_of_id is None
            else self.index.of_unit(unit_of_id, written._replace(number=None))
        )
        for remark in result.remarks:
            report.add(remark.at(where, written))
        unit = result.unit
        if unit is None or unit.price is None or not report.ok:
            return None
        price = unit.price
        bounds = (price.low, price.high) if price.low is not None and price.high is not None else None
        return Priced(
            unit.id,
            label(unit),
            rating_of(unit),
            result.many,
            price.gold,
            price.gold * result.many,
            price.working or "",
            bounds,
            price.reconstructed,
            tuple(f"{GAME}:{rule}" for rule in unit.rules),
            tuple(self._why(bounds, price.reconstructed)),
        )

    def _why(self, bounds: tuple[int, int] | None, reconstructed: bool) -> list[Fact]:
        facts = []
        if bounds is not None:
            facts.append(
                Fact(f"The damaged price list shows that it is from {bounds[0]} to {bounds[1]}.", (f"{GAME}:R-197",))
            )
        if reconstructed:
            facts.append(Fact("The price itself is a reconstruction.", (f"{GAME}:R-196",)))
        return facts


__all__ = ["Checker"]
