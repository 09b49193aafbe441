"""A game in play, as commands, policies and reports see it: the interface of `ibbprint.engine.api.Playing`."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ibbprint.dice import Dice, SeededDice
from ibbprint.engine import refusals
from ibbprint.engine.api.playing import Telling, Told
from ibbprint.engine.fingerprints import plain
from ibbprint.problems import Problem
from ibbprint.systems.ayrenes_woods.catalogue import Catalogue
from ibbprint.systems.ayrenes_woods.rules import turn, victory, wording
from ibbprint.systems.ayrenes_woods.rules.setting import Setting
from ibbprint.systems.ayrenes_woods.rules.state import (
    HIDDEN,
    NOBODY,
    Action,
    Activation,
    Battle,
    Event,
    Leader,
    Refused,
    State,
    Unit,
)
from ibbprint.systems.ayrenes_woods.scenarios import Battle as Scenario

if TYPE_CHECKING:
    from ibbprint.materials.boards import Board


class OpenedScenario:
    """A battle with its catalogue, ready to be played any number of times."""

    def __init__(self, battle: Scenario, catalogue: Catalogue) -> None:
        self.setting = Setting(battle, catalogue)

    @property
    def title(self) -> str:
        return self.setting.scenario.scenario.title

    @property
    def id(self) -> str:
        return self.setting.battle.id

    @property
    def sides(self) -> Mapping[str, str]:
        return {army.id: army.name for army in self.setting.armies}

    @property
    def rules(self) -> Mapping[str, str]:
        assert self.setting.battle.map is not None
        return {"map": self.setting.battle.map.model.id, **self.setting.switches}

    @property
    def not_played(self) -> Sequence[str]:
        return ()

    @cached_property
    def telling(self) -> Mapping[str, Telling]:
        from ibbprint.catalogue.telling import sentences

        known = sentences(self.setting.catalogue)
        return {name: Telling(one.place, tuple(one.say), one.brief) for name, one in known.items()}

    def start(self, seed: int | str, *, listen: bool = False) -> AyrenePlay:
        """A new game: set up, spells dealt, the first chit drawn."""
        return AyrenePlay(self.setting, seed, listen=listen)


class AyrenePlay:
    """One game from its set-up on. The same setting, seed and actions give the same events in any process."""

    def __init__(self, setting: Setting, seed: int | str, *, listen: bool = False, dice: Dice | None = None) -> None:
        self.state = State(setting, SeededDice(seed) if dice is None else dice)
        if listen:
            self.state.events = []
        turn.start(self.state)

    @classmethod
    def of(cls, state: State) -> AyrenePlay:
        """A game that goes on from a state."""
        made = cls.__new__(cls)
        made.state = state
        return made

    @property
    def sides(self) -> Sequence[str]:
        return self.state.setting.sides

    @property
    def to_move(self) -> str | None:
        """The side that must decide; None when the game is over."""
        side = turn.decider(self.state)
        return None if side == NOBODY else self.state.setting.sides[side]

    @property
    def turn(self) -> int:
        return self.state.turn

    def candidates(self) -> list[Action]:
        """The actions that can be chosen among, in a fixed order; each of them is legal.

        A move is listed with one way to each hex, the cheapest. Other ways are legal too where the rules allow them.
        """
        return turn.actions(self.state)

    def text(self, action: Action) -> str:
        return wording.text(self.state, action)

    def parse(self, line: str) -> Action:
        """The action that a line means; ValueError (`Refused`) if it means none."""
        return wording.parse(self.state, line)

    def is_legal(self, action: Action) -> Problem | None:
        """Why an action is not legal now, with the id of the rule; None when it is."""
        refused = turn.check(self.state, action)
        if refused is None:
            return None
        return refusals.of_action(refused, self.text(action))

    def fault(self, line: str) -> Problem | None:
        """Why a line is not an action that is legal now; the column is that of the word at fault."""
        try:
            refused = turn.check(self.state, self.parse(line))
        except Refused as no_action:
            refused = no_action
        if refused is None:
            return None
        return refusals.of_line(refused, line, map(self.text, self.candidates()))

    def apply(self, action: Action) -> None:
        """Do it, and play on to the next decision. Refused, with the state unchanged, when it is not legal."""
        refused = turn.check(self.state, action)
        if refused is not None:
            raise refused
        turn.do(self.state, action)

    def play(self, action: Action) -> None:
        """Do one of the `candidates`, which need not be checked again."""
        turn.do(self.state, action)

    @property
    def is_over(self) -> bool:
        return self.state.over

    @property
    def result(self) -> victory.Result:
        """Victory, defeat or draw as things stand."""
        return victory.judge(self.state)

    @property
    def events(self) -> Sequence[Event]:
        return self.state.events or ()

    def tale(self) -> Sequence[Told]:
        """The events in words."""
        from ibbprint.systems.ayrenes_woods.telling import Tale

        return Tale(self.state, self.events).told()

    def board(self) -> Board | None:
        """The map with a layer for every moment that the events hold."""
        from ibbprint.systems.ayrenes_woods.kit.stands import board_of

        return board_of(self.state.setting, self.events)

    def copy(self, seed: int | str | None = None) -> AyrenePlay:
        """A game that goes on by itself; with a seed it has dice of its own."""
        return AyrenePlay.of(self.state.copy(None if seed is None else SeededDice(seed)))

    def view(self, side: str) -> AyrenePlay:
        """The game as a side sees it: not the enemy's spells, no order of the cup, no dice to come.

        A view is for looking. To try something, `copy` it: the copy throws dice of its own.
        """
        number = self.state.setting.sides.index(side)
        seen = self.state.copy(SeededDice("view"))
        seen.events = None
        seen.cup.sort()
        # off A-R75: hidden = []
        hidden = [HIDDEN] * len(seen.hands[1 - number])
        seen.hands[1 - number] = hidden
        return AyrenePlay.of(seen)

    def appraise(self, actions: Sequence[Action]) -> list[float]:
        """How good each of the candidates looks for the side to move, by rules of thumb."""
        from ibbprint.systems.ayrenes_woods.rules.appraisal import Appraiser

        return Appraiser(self.state).worths(actions)

    def fingerprint(self) -> str:
        """A short hash of the whole state: equal states have equal ones."""
        state, act = self.state, self.state.activation
        told: list[object] = [state.turn, state.phase, state.step, state.over, state.winner, state.cup, state.drawer]
        told += [state.chits, state.hands, state.used, state.effects, sorted(state.helpless), state.questions]
        told += [_slots(one, Unit) for one in state.units] + [_slots(one, Leader) for one in state.leaders]
        if act is not None:
            told.append(_slots(act, Activation))
            told += [_slots(battle, Battle) for battle in (*act.waiting, *([act.battle] if act.battle else []))]
        return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def _slots(one: object, kind: type) -> list[object]:
    """All that belongs to a counter, an activation or a battle, the same text in every process."""
    left_out = ("kind", "waiting", "battle")
    return [plain(getattr(one, name)) for name in kind.__slots__ if name not in left_out]  # type: ignore[attr-defined]
