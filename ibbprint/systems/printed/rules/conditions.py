"""Conditions on units in play: on the columns of their row, the turn, their state and their hex (P-02)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.engine.picking import Test
from ibbprint.patterns import regex

if TYPE_CHECKING:
    from ibbprint.systems.printed.rules.setting import Setting
    from ibbprint.systems.printed.rules.state import Counter

NOW, IS, AT = "now", "is", "at"
DYNAMIC: Mapping[str, Sequence[str]] = {IS: ("state", "step", "supplied"), AT: ("terrain", "place", "hex")}
"""What may be asked of a unit and of its hex; of `now` the columns of the turn record."""
RESERVED = regex(r"(?<![\w.'\"-])(now|is|at)\.([\w-]+)")
STEPS = ("full", "reduced")


class _Values(NamedTuple):
    """A unit as conditions see it."""

    values: Mapping[str, Any]


class Condition:
    """A condition that remembers its answers, of which there are few: a unit's row, the turn, its state, its hex."""

    def __init__(self, text: str, test: Test, named: set[str]) -> None:
        self.text = text
        self.test = test
        roots = {name.partition(".")[0] for name in named if "." in name}
        self.named = named
        self.now, self.state, self.place = NOW in roots, IS in roots, AT in roots
        self._known: dict[tuple[Any, ...], bool] = {}

    def picks(self, values: Mapping[str, Any]) -> bool:
        """Whether it holds for the row of a unit, whatever happens in play."""
        return self.test(_Values(values))

    def holds(self, unit: Counter, setting: Setting, turn: int, hex: int | None = None, supplied: bool = True) -> bool:
        """Whether it holds for a unit in this turn, in the hex where it is or in another."""
        kind = unit.kind
        at = unit.hex if hex is None else hex
        key = (
            kind.number,
            turn if self.now else 0,
            (unit.step, unit.state, supplied) if self.state else None,
            at if self.place else None,
        )
        answer = self._known.get(key)
        if answer is None:
            values = {**kind.values}
            if self.now:
                values[NOW] = setting.now(turn)
            if self.state:
                values[IS] = {"state": unit.state, "step": STEPS[unit.step], "supplied": "yes" if supplied else "no"}
            if self.place:
                values[AT] = setting.place_values(at)
            answer = self._known[key] = self.test(_Values(values))
        return answer

    def in_turn(self, setting: Setting, turn: int) -> bool:
        """Whether a condition on the turn alone holds."""
        key = (turn,)
        answer = self._known.get(key)
        if answer is None:
            answer = self._known[key] = self.test(_Values({NOW: setting.now(turn)}))
        return answer
