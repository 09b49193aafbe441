"""Phase 1: how many dice shoot, what hits and what kills (B-R02 to B-R08)."""

from __future__ import annotations

from collections.abc import Iterable

from ibbprint.engine.rolls import AppliedModifier, Roll
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.rules.weighing import of_quality, weigh

LONG = "long-range"
SKY = "blackening-the-sky"
DISORGANISED = "disorganised"
WAVERING = "wavering"
HIGHER = "higher-ground"
SHIELD = "shield"
SOFT = "soft-cover"
HARD = "hard-cover"


def dice(figures: int, volleys: int = 1) -> int:
    """The dice of so many figures that shoot so many volleys at once (B-R02, B-R03)."""
    return figures * volleys


def reach(catalogue: Catalogue, weapon: str, square: int) -> str | None:
    """`short` or `long` by the square of the distance in inches; None beyond the range (B-08, Z.8)."""
    item = catalogue.weapons[weapon]
    if square <= item.short_range**2:
        return "short"
    return "long" if square <= item.long_range**2 else None


def to_hit(catalogue: Catalogue, quality: str, true: Iterable[str] = ()) -> Roll:
    """The throw to hit of each figure.

    What may be so: long-range, blackening-the-sky, disorganised, wavering (shaken or in bloodlust), higher-ground.
    """
    used = (*of_quality(catalogue, quality, "B-R04"), *weigh(catalogue, "shooting-hit", true))
    return Roll(catalogue.hit_target, catalogue.figures["die"], used, at_least=True)


def to_kill(catalogue: Catalogue, weapon: str, armour: str, true: Iterable[str] = ()) -> Roll:
    """The throw to kill of each hit. What may be so: shield, soft-cover, hard-cover, higher-ground."""
    used = weigh(catalogue, "shooting-kill", true)
    return kill_roll(catalogue, catalogue.weapons[weapon].shoots[armour], used)


def kill_roll(catalogue: Catalogue, score: int, used: Iterable[AppliedModifier]) -> Roll:
    """A throw to kill: one die always does, and one never, whatever else counts (B-R06, B-06)."""
    figures = catalogue.figures
    return Roll(
        score, figures["die"], tuple(used), always=figures["kill-always"], never=figures["kill-never"], at_least=True
    )
