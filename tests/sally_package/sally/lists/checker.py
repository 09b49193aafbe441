"""What is wrong with an army list: entries that name no unit, prices, sums, sides, and how many of each."""

from collections import Counter

from ibbprint.engine.api.lists import CheckedRow, Priced
from ibbprint.engine.api.odds import Fact
from ibbprint.engine.lists import checker, dialect
from ibbprint.engine.lists.checker import Verdict
from ibbprint.engine.lists.money import Money
from ibbprint.engine.lists.pieces import Pieces
from ibbprint.engine.lists.price_list import PriceList
from ibbprint.phrases import counted, small
from ibbprint.problems import Where
from sally.catalogue import Catalogue, bounds
from sally.models import NAMES

CROWNS = Money("crowns", "crowns?|cr")
BUYING, UNITS = "sally:S-11", "sally:S-12"


class Dialect(dialect.Dialect):
    """See `engine.lists.dialect`."""

    game, data, money = Catalogue.GAME, Catalogue.DATA, CROWNS
    unknown, unclear, sum_rules = UNITS, UNITS, frozenset((BUYING,))
    how = "Write an entry a line: 4 x Grenadiers"
    offers = "The units of both sides: ibbprint kit breach --only aid"
    no_list = "too many entries name no unit: this is not an army list."


class Checker(checker.Checker):
    """See `engine.api.lists.ListChecker`."""

    edition = "1"

    def __init__(self, catalogue, options):
        index = PriceList(catalogue.units, CROWNS, UNITS, BUYING, ("company", "companies", "regiment", "regiments"))
        super().__init__(catalogue, options, Pieces(Dialect(index)))

    def verdict(self, army, report, limit):
        total, bought = sum(entry.cost for entry in army.entries), [entry for entry in army.entries if entry.unit]
        budget = army.budget or army.allowance
        most = budget.value if budget else self.catalogue.figures["budget"]
        if total > most:
            message = f"the army costs {total:g} crowns, {total - most:g} over {most:g}."
            report.error(budget.where if budget else army.where, BUYING, message, "Take something out.")
        if army.total and army.total.value != total:
            message = f"the list says {army.total.value:g} crowns in all, the price list {total:g}."
            report.warning(army.total.where, BUYING, message, "The price list applies.")
        if bought:
            self._judge_units(army, bought, report)
        return Verdict(total, most, (Fact(f"{counted(sum(entry.count for entry in bought), 'unit')}.", (BUYING,)),))

    def _judge_units(self, army, bought, report):
        """One side, and as many of each type as there may be (S-11, S-12)."""
        side = bought[0].unit.side
        for entry in bought:
            if entry.unit.side != side:
                message = f"{small(NAMES[side])} has no {small(entry.unit.name)}."
                report.error(entry.where, BUYING, message, "The other side goes into a list of its own.")
        counts = Counter()
        for entry in bought:
            counts[entry.unit.id] += entry.count
        for unit, message in self.catalogue.out_of_bounds(side, counts):
            if counts[unit.id] > unit.most or len(bought) == len(
                army.entries
            ):  # one that is not read may be the missing
                where = next((entry.where for entry in reversed(bought) if entry.unit is unit), army.where)
                report.error(where, UNITS, message)

    def row(self, army, entry):
        unit, heading = entry.unit, army.heading(entry)
        id, name, rating = (unit.id, unit.name, str(unit.strength)) if unit else ("", entry.text, "")
        price, cost = (entry.price, entry.cost) if unit else (None, None)
        return CheckedRow(entry.where, entry.text, id, name, rating, entry.count, price, cost, heading)

    def prices(self):
        return (f"{unit.id}={unit.price}" for unit in self.catalogue.units)

    def bought(self, army, entry):
        return entry.unit.id if entry.unit else f"? {entry.text}"

    def cost(self, entry, report):
        """What an entry costs and why; None with what is wrong with it in the report."""
        written = self.dialect.taken_apart(entry)
        match = self.dialect.index.find(written)
        for remark in match.remarks:
            report.add(remark.at(Where(entry), written))
        if match.unit is None:
            return None
        unit, number = match.unit, match.many
        facts, working = (Fact(f"{bounds(unit).capitalize()}.", (UNITS,)),), f"{unit.price} by the price list"
        cost, rating = unit.price * number, str(unit.strength)
        return Priced(
            unit.id, unit.name, rating, number, unit.price, cost, working, None, False, (BUYING,), facts, CROWNS.noun
        )
