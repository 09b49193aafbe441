"""Phase 3: how many dice strike, what hits and what kills (B-R12 to B-R18)."""

from __future__ import annotations

from collections.abc import Iterable

from ibbprint.engine.rolls import AppliedModifier, Roll
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.rules.shooting import kill_roll
from ibbprint.systems.battle_turn.rules.weighing import weigh

DISORGANISED = "disorganised"
TWO_RANKS = "two-ranks"
NO_SHIELD = "no-shield"
BLOODLUST = "bloodlust"
DEFENDS_STANDARD = "defends-standard"


def dice(catalogue: Catalogue, worth: int, *, champion: bool = False, attack: bool = False) -> int:
    """The dice of so much worth in contact, with a champion, under ATTACK orders (B-R12 to B-R14, B-12)."""
    figures = catalogue.figures
    number = worth + (figures["champion-dice"] if champion else 0)
    return number + (number // figures["attack-dice"] if attack else 0)


def against(catalogue: Catalogue, quality: str, enemy: str) -> tuple[str, ...]:
    """The facts of two qualities compared: higher-quality, lower-quality or nothing (B-13)."""
    gap = catalogue.qualities[quality].modifier - catalogue.qualities[enemy].modifier
    if not gap:
        return ()
    return ("higher-quality",) if gap > 0 else ("lower-quality",)


def to_hit(catalogue: Catalogue, quality: str, enemy: str, true: Iterable[str] = ()) -> Roll:
    """The throw to hit of each die, by the qualities of both.

    What may be so: disorganised, two-ranks, no-shield (of the enemy).
    """
    used = weigh(catalogue, "melee-hit", (*against(catalogue, quality, enemy), *true))
    return Roll(catalogue.hit_target, catalogue.figures["die"], used, at_least=True)


def to_kill(
    catalogue: Catalogue, weapon: str, armour: str, strength: int, resilience: int, true: Iterable[str] = ()
) -> Roll:
    """The throw to kill of each hit: the attacker's strength, the target's resilience (B-R17).

    What may be so: bloodlust, defends-standard.
    """
    ratings = (
        AppliedModifier("strength", "Strength", "die", strength, ("B-R17", "B-16")),
        AppliedModifier("resilience", "Resilience of the target", "die", -resilience, ("B-R17", "B-16")),
    )
    used = (*(item for item in ratings if item.amount), *weigh(catalogue, "melee-kill", true))
    return kill_roll(catalogue, catalogue.weapons[weapon].kills[armour], used)
