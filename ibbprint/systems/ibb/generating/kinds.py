"""The kinds of battle that are made up (G-49, G-66): who defends, and what each level of victory asks for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from ibbprint.phrases import listed

MEETING, ATTACK, CROSSING, BREAKTHROUGH = "meeting", "attack", "crossing", "breakthrough"
KINDS = (MEETING, ATTACK, CROSSING, BREAKTHROUGH)
WORDS = {
    MEETING: "a meeting engagement",
    ATTACK: "an attack",
    CROSSING: "a fight for the crossings",
    BREAKTHROUGH: "a breakthrough",
}
WITH_ROLES = (ATTACK, BREAKTHROUGH)
"""Kinds in which the first army attacks, with a multiple of the gold, and the second defends."""
LOSS = "50%"
RULES = ("R-168", "R-187", "G-49")
MORE_RULES = ("R-168", "R-187", "G-66")


class Side(NamedTuple):
    """A side as conditions of victory name it."""

    id: str
    name: str
    strength: int
    """The attack strength of its units, which a share is of."""


class Goal(NamedTuple):
    """A place to hold: its name in a sentence, its hex, and all hexes in which a unit holds it, that one first."""

    name: str
    hexes: tuple[str, ...]

    @property
    def hex(self) -> str:
        return self.hexes[0]

    @property
    def with_hex(self) -> str:
        """With its hex, so that nobody has to look for it."""
        return self.name if self.hex in self.name else f"{self.name} ({self.hex})"


def levels(
    kind: str, sides: Sequence[Side], goals: Sequence[Goal], behind: Sequence[tuple[str, ...]], line: str
) -> list[dict[str, Any]]:
    """The levels of victory of both sides. `behind` are the hexes beyond the line, or one beyond the water."""
    if kind == BREAKTHROUGH:
        return _breakthrough(sides, behind[0], line)
    if kind == CROSSING:
        over = _over(sides, goals, behind[0][0])
        crossing = (_crossing(sides[n], sides[1 - n], goals, behind[n]) for n in (0, 1))
        return [level for tie, won in zip(over, crossing, strict=True) for level in (tie, *won)]
    return [level for n in (0, 1) for level in _holding(sides[n], sides[1 - n], goals)]


def _level(side: Side, level: str, text: str, rules: Sequence[str], *conditions: dict[str, Any]) -> dict[str, Any]:
    return {"side": side.id, "level": level, "all": list(conditions), "text": text, "rules": list(rules)}


def _reached(side: Side, level: str) -> dict[str, Any]:
    return {"kind": "reached", "side": side.id, "level": level}


def _holding(side: Side, enemy: Side, goals: Sequence[Goal]) -> list[dict[str, Any]]:
    """Victory conditions of holding: one place, then the enemy’s losses, then the other places as well."""
    first, *extra_goals = goals
    holds = {"kind": "holds", "side": side.id, "hexes": [first.hex]}
    losses = {"kind": "strength-lost", "side": enemy.id, "at_least": LOSS}
    minor = f"The {side.name} have an unrouted unit at {first.with_hex} at the end."
    major = f"The minor victory is won, and the {enemy.name} lost at least this share of their strength."
    result = [
        _level(side, "minor", minor, (*RULES, "R-176"), holds),
        _level(side, "major", major, (*RULES, "G-52"), _reached(side, "minor"), losses),
    ]
    if extra_goals:
        where = listed([goal.with_hex for goal in extra_goals])
        text = f"The major victory is won, and the {side.name} hold {where} as well."
        further = {"kind": "holds", "side": side.id, "hexes": [goal.hex for goal in extra_goals]}
        result.append(_level(side, "incredible", text, (*RULES, "R-176"), _reached(side, "major"), further))
    return result


def _over(sides: Sequence[Side], goals: Sequence[Goal], far_bank: str) -> list[dict[str, Any]]:
    """A level for each side that decides where neither holds more crossings: by the strength of the first at one of
    them, or over the water. Half of such battles would be drawn without it.
    """
    first, other = sides
    where = f"at {listed([goal.name for goal in goals], 'or')} or on the far bank"
    hexes = list(dict.fromkeys(hex for goal in goals for hex in goal.hexes))
    rules = (*MORE_RULES, "G-52")
    place = {"kind": "strength-in", "side": first.id, "place": where, "hexes": hexes, "land_with": far_bank}
    words = f"of the attack strength of the {first.name} is {where} at the end."
    return [
        _level(first, "minor", f"At least half {words}", rules, {**place, "at_least": "50%"}),
        _level(other, "minor", f"Less than half {words}", rules, {**place, "less_than": "50%"}),
    ]


def _crossing(side: Side, enemy: Side, goals: Sequence[Goal], far_bank: Sequence[str]) -> list[dict[str, Any]]:
    """More of the crossings, then all of them with a third of the strength over the water."""
    places = [{"name": goal.name, "hexes": list(goal.hexes)} for goal in goals]
    where = listed([goal.with_hex for goal in goals])
    item = len(goals) == 1
    third = math.ceil(side.strength / 3)
    holding = {"kind": "holds-places", "side": side.id, "how_many": "more", "places": places}
    return [
        _level(
            side,
            "major",
            f"The {side.name} hold {where}, and the {enemy.name} do not."
            if item
            else f"The {side.name} hold more of these crossings than the {enemy.name}: {where}.",
            MORE_RULES,
            holding,
        ),
        _level(
            side,
            "incredible",
            f"The major victory is won{'' if item else ', all the crossings are held'}, and a third of "
            f"the strength of the {side.name} is on the far bank.",
            MORE_RULES,
            _reached(side, "major"),
            {**holding, "how_many": "all"},
            {
                "kind": "strength-in",
                "side": side.id,
                "place": "on the far bank",
                "land_with": far_bank[0],
                "at_least": str(third),
            },
        ),
    ]


def _breakthrough(sides: Sequence[Side], behind: Sequence[str], line: str) -> list[dict[str, Any]]:
    """Victory conditions by how much of the attacker gets beyond the line."""
    attacker, defender = sides
    condition = {"kind": "strength-in", "side": attacker.id, "place": f"beyond {line}", "hexes": list(behind)}
    rules = (*MORE_RULES, "G-52")
    words = f"of the attack strength of the {attacker.name} is beyond {line} at the end."
    return [
        _level(attacker, "minor", f"At least half {words}", rules, {**condition, "at_least": "50%"}),
        _level(attacker, "major", f"At least three quarters {words}", rules, {**condition, "at_least": "75%"}),
        _level(defender, "minor", f"Less than half {words}", rules, {**condition, "less_than": "50%"}),
        _level(defender, "major", f"Less than a quarter {words}", rules, {**condition, "less_than": "25%"}),
    ]
