"""How a battle stands in words: at the end of each turn, in the midst of one, and at the end with the reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ibbprint.engine.api.playing import EventWords
from ibbprint.engine.narration import Narration
from ibbprint.engine.state import Event
from ibbprint.systems.ibb.models.victory import LEVELS, HoldsPlaces, StrengthAcross, StrengthIn, StrengthLost
from ibbprint.systems.ibb.names import Names
from ibbprint.systems.ibb.rules import victory
from ibbprint.systems.ibb.rules.state import State
from ibbprint.systems.ibb.victory_words import each_in_words


class Standings(Narration[State]):
    """Tells how a battle stands: losses and strengths, the level of victory, and its conditions."""

    def __init__(self, state: State, events: Sequence[Event]) -> None:
        super().__init__(state, events)
        self.setting = state.setting
        self.names = Names(state, self.telling)
        self.formation = ""
        """The formation that acts, whose men are called without their captain's name."""
        self.fallen: list[str] = []
        """Who has been lost in this turn."""
        self.checking = False
        self.acting: list[str] = []
        """Whose chit it was."""
        self.known: set[str] = set()
        """Who has been named in this item."""

    def called(self, keys: Sequence[str]) -> str:
        """Counters by name; who has been named in this item already, and who acts, is called in short."""
        result = self.names.of(keys, among=self.formation, by_name=self.known)
        self.known.update(keys)
        return result

    def tell_turn_over(self, run: Sequence[Event]) -> Iterator[EventWords]:
        yield from self._standings(run[0].values)
        yield self.new_entry("outlook", outcome=self.outcome(run[0].values["levels"], run[0].values["winner"]))

    def _standings(self, values: Mapping[str, Any]) -> Iterator[EventWords]:
        self.formation, self.acting = "", []
        yield self.new_entry("turn-over", number=str(values["number"]))
        for number, side in enumerate(self.setting.scenario.sides):
            self.known = set()
            keys_of_side = {key for key, unit in self.names.counters.items() if unit.side == number}
            losses = [key for key in self.fallen if key in keys_of_side]
            remaining, total = values["strength"][side.id]
            parts = {
                kind: self.phrase(f"part-{kind}", units=self.called(keys)) if keys else ""
                for kind in ("disorganised", "routed")
                for keys in [[key for key in values[kind] if key in keys_of_side]]
            }
            yield self.new_entry(
                "standing",
                side=side.name,
                left=str(remaining),
                whole=str(total),
                **parts,
                lost=self.phrase("part-lost", units=self.called(losses)) if losses else self.phrase("part-none-lost"),
            )

    def outcome(self, reached: Mapping[str, int], winner: str | None) -> str:
        """The winner and the level of victory, in a few words."""
        best = max(reached.values(), default=0)
        if winner is None:
            return self.phrase("outcome-even", level=LEVELS[best - 1]) if best else self.phrase("outcome-drawn")
        words = {"level": LEVELS[best - 1], "side": self.names.side(winner)}
        losers = [side for side, level in reached.items() if side != winner and level]
        if not losers:
            return self.phrase("outcome-won", **words)
        loser = max(losers, key=lambda side: reached[side])
        return self.phrase("outcome-both", **words, other=LEVELS[reached[loser] - 1], loser=self.names.side(loser))

    def tell_over(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        yield from self._standings(values)
        yield self.entry(run, outcome=self.outcome(values["levels"], values["winner"]))
        yield from self._why()

    def so_far(self) -> Iterator[EventWords]:
        """The turn in which the game is, who is ahead and why."""
        outcome = self.outcome(*victory.judge(self.state))
        yield self.new_entry("so-far", number=str(self.state.turn), outcome=outcome)
        yield from self._why()

    def _why(self) -> Iterator[EventWords]:
        """The reasons of the result: every level of victory with its conditions, and whether they are met."""
        names = {side.id: side.name for side in self.setting.scenario.sides}
        for level in self.setting.scenario.victory:
            won = all(victory.met(self.state, item) for item in level.all)
            kind = "level-reached" if won else "level-missed"
            yield self.new_entry(kind, level.rules, side=names[level.side], level=level.level)
            for condition, text in zip(level.all, each_in_words(self.setting.battle, level), strict=True):
                met = victory.met(self.state, condition)
                kind = "condition-met" if met else "condition-missed"
                yield self.new_entry(kind, condition=self._with_places(text), now=self._present_value(condition))
        for number, side in enumerate(self.setting.scenario.sides):
            self.known = set()
            dead = [unit.key for unit in self.state.units if unit.side == number and unit.dead]
            if dead:
                yield self.new_entry("fallen", side=self.names.side(side.id), units=self.called(dead))

    def _with_places(self, text: str) -> str:
        """A text with the hexes that it names called by what is there."""
        hexes_on_map = self.setting.ground.index
        text = re.sub(r"\bin (each of )?(?=[0-9]{4}\b)", r"at \1", text)  # a place is no hex that one stands in
        hexes = r"(?<!\()\b[0-9]{4}\b"  # one in brackets stands behind the name of its place
        return re.sub(hexes, lambda match: self.names.place(match[0]) if match[0] in hexes_on_map else match[0], text)

    def _present_value(self, condition: Any) -> str:
        """The present value of a count of strength: at the end, or as far as the game has come."""
        if not isinstance(condition, HoldsPlaces | StrengthAcross | StrengthIn | StrengthLost):
            return ""
        side = self.setting.sides.index(condition.side)
        if isinstance(condition, StrengthAcross):
            amount = victory.across(self.state, side, condition.crossings)
        elif isinstance(condition, StrengthIn):
            amount = victory.strength_in(self.state, side, condition)
        elif isinstance(condition, HoldsPlaces):
            amount = victory.held(self.state, side, condition)
        else:
            amount = victory.lost(self.state, side)
        return self.phrase("part-now" if self.state.over else "part-now-so-far", amount=str(amount))
