"""The worked examples of the booklet: what the code that plays answers to a few questions, never typed.

The situations are chosen here; every circumstance, number to roll and chance is asked for.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ibbprint.engine.api.odds import OddsAnswer, OddsRequest
from ibbprint.engine.odds import answered
from ibbprint.phrases import listed, mixed, ordinal, small
from ibbprint.problems import BadRequest, Report
from ibbprint.systems.microbattle.kit.bill import Bill
from ibbprint.systems.microbattle.rules.odds import SUBJECTS


def examples(bill: Bill) -> dict[str, Any]:
    """All examples, from one catalogue and its switches; None for one that this catalogue cannot show."""
    made = _Examples(bill)
    return {
        "test": made.test(),
        "activation": made.activation(),
        "march": made.march(),
        "charge": made.charge(),
        "volley": made.volley(),
        "shaken": made.shaken(),
        "morale": made.morale(),
    }


class _Examples:
    def __init__(self, bill: Bill) -> None:
        self.bill = bill

    def ask(self, subject: str, words: str = "", **options: Any) -> OddsAnswer | None:
        """The answer to a question; None where this catalogue has none."""
        asked = {name.replace("_", "-"): value for name, value in options.items()}
        try:
            return answered(SUBJECTS, OddsRequest(subject, words, asked), self.bill.catalogue, Report())
        except BadRequest:
            return None

    def test(self) -> dict[str, str] | None:
        """A TEST with two circumstances for it and one against it."""
        found = self.ask("attack", "infantry vs infantry disordered", on="woods", friend=True)
        if found is None:
            return None
        counted = [one for one in found.modifiers if one.changes != "die"]
        for_it = [small(one.name) for one in counted if one.amount > 0]
        against = [small(one.name) for one in counted if one.amount < 0]
        level = next((small(one.name) for one in found.modifiers if one.changes == "die"), "")
        if (len(for_it), len(against)) != (2, 1) or not level:
            return None
        ours, theirs = (army.letter for army in self.bill.battle.armies)
        return {
            "attacker": f"{ours}1", "friend": f"{ours}2", "target": f"{theirs}1", "for": listed(for_it),
            "against": listed(against), "level": level, "passes": small(found.facts[0].text),
        }  # fmt: skip

    def activation(self) -> dict[str, str] | None:
        """How many units a good commander gets going, and a beaten army."""
        fresh = self.ask("activation", commander="good", units=7)
        beaten = self.ask("activation", units=3, start=7)
        if fresh is None or beaten is None:
            return None
        return {
            "fewest": fresh.rows[0].id,
            "most": fresh.rows[-1].id,
            "mean": mixed(Fraction(fresh.figures["mean"])),
            "beaten": mixed(Fraction(beaten.figures["mean"])),
            "none": str(_chance(beaten, "0")),
        }

    def march(self) -> dict[str, str] | None:
        """How far light infantry gets on the march."""
        away = self.bill.catalogue.figures["march-distance"] + 1
        found = self.ask("move", "light infantry", enemy=away)
        if found is None or [row.id for row in found.rows] != ["2", "3"]:
            return None
        least, most = found.rows
        return {"away": str(away), "least": least.id, "most": most.id, "chance": str(most.chance)}

    def charge(self) -> dict[str, str] | None:
        """Cavalry against guns in the open."""
        found = self.ask("attack", "cavalry vs artillery")
        eased = found is not None and any(one.changes == "die" and one.amount > 0 for one in found.modifiers)
        return self._fight(found) if found is not None and eased else None

    def volley(self) -> dict[str, str] | None:
        """Infantry fires at cavalry beside it."""
        found = self.ask("attack", "infantry vs cavalry", fire=1)
        told = None if found is None else self._fight(found)
        return told if told is not None and told["attacker"] == "0" else None

    def shaken(self) -> dict[str, str] | None:
        """The same charge against guns that are disordered already."""
        found = self.ask("attack", "cavalry vs artillery disordered")
        told = None if found is None else self._fight(found)
        return told if told is not None and told["destroyed"] != "0" else None

    def _fight(self, found: OddsAnswer) -> dict[str, str]:
        sums = {row.id: str(row.chance) for row in found.sums}
        return {
            "passes": small(found.facts[0].text),
            "target": sums["target-marker"],
            "destroyed": sums["target-destroyed"],
            "attacker": sums["attacker-marker"],
        }

    def morale(self) -> dict[str, str] | None:
        """An army of seven that goes on losing units."""
        found = self.ask("morale", units=7)
        if found is None or not found.sums:
            return None
        first = found.sums[0]
        return {
            "from": ordinal(int(first.id.rpartition("-")[2])),
            "first": str(first.chance),
            "second": str(found.sums[1].chance),
        }


def _chance(found: OddsAnswer, id: str) -> Fraction:
    return next((row.chance for row in found.rows if row.id == id), Fraction(0))
