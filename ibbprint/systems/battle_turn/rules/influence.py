"""Phase 5: a leader tries to bring a unit back to its senses (B-R25 to B-R32)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ibbprint.dice import Dice, chances
from ibbprint.engine.rolls import AppliedModifier, Roll, total
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.rules.weighing import weigh

CHANGES = "leadership"
"""What the modifiers of this table change."""
Came = Literal["success", "failure", "disaster"]


@dataclass(frozen=True, slots=True)
class Influence:
    """A try before the die falls: it succeeds at or under `leadership`; high above it goes horribly wrong (B-24)."""

    leadership: int
    used: tuple[AppliedModifier, ...]
    faces: int
    disaster: int
    margin: int

    def result(self, die: int) -> Came:
        if die >= self.disaster or die - self.leadership >= self.margin:
            return "disaster"
        return "success" if die <= self.leadership else "failure"

    def throw(self, dice: Dice) -> tuple[int, Came]:
        """Throw the die, and give it with its result."""
        die = dice.roll(self.faces)
        return die, self.result(die)

    @property
    def chances(self) -> dict[Came, Fraction]:
        return chances(lambda dice: self.throw(dice)[1])


def influence(catalogue: Catalogue, leadership: int, true: Iterable[str] = ()) -> Influence:
    """The try of a leader. What may be so: bannerman, other-race. Leadership may sink to 0 and below (B-25)."""
    figures, used = catalogue.figures, weigh(catalogue, "influence", true, CHANGES)
    return Influence(
        leadership + total(used, CHANGES), used, figures["die"], figures["disaster-die"], figures["disaster-margin"]
    )


def save(catalogue: Catalogue, least: int | None) -> Roll | None:
    """The throw that saves a leader's life; None for one who has none (B-26)."""
    return None if least is None else Roll(least, catalogue.figures["die"], at_least=True)
