"""A game in play, as the commands, policies and reports see it: the interface of `ibbprint.engine.api.Playing`."""

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
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.rules import sight, turn, victory, wording
from ibbprint.systems.ibb.rules.counters import Kind, Setting
from ibbprint.systems.ibb.rules.state import Action, Activation, Attack, Charge, Counter, Event, Refused, State
from ibbprint.systems.ibb.scenarios import Battle

if TYPE_CHECKING:
    from ibbprint.materials.boards import Board


class OpenedScenario:
    """A scenario with its catalogue, ready to be played any number of times."""

    def __init__(self, battle: Battle, catalogue: Catalogue) -> None:
        self.setting = Setting(battle, catalogue)

    @property
    def title(self) -> str:
        return self.setting.scenario.scenario.title

    @property
    def id(self) -> str:
        return self.setting.battle.id

    @property
    def sides(self) -> Mapping[str, str]:
        return {side.id: side.name for side in self.setting.scenario.sides}

    @property
    def rules(self) -> Mapping[str, str]:
        return self.setting.switches

    @property
    def not_played(self) -> Sequence[str]:
        return self.setting.not_played

    @cached_property
    def telling(self) -> Mapping[str, Telling]:
        from ibbprint.catalogue.telling import sentences

        known = sentences(self.setting.catalogue)
        return {name: Telling(one.place, tuple(one.say), one.brief) for name, one in known.items()}

    def start(self, seed: int | str, *, listen: bool = False) -> IbbPlay:
        """A new game: set up as far as nobody has a choice."""
        return IbbPlay(self.setting, seed, listen=listen)


class IbbPlay:
    """One game from its set-up on. The same setting, seed and actions give the same events in any process."""

    def __init__(self, setting: Setting, seed: int | str, *, listen: bool = False, dice: Dice | None = None) -> None:
        self.state = State(setting, SeededDice(seed) if dice is None else dice)
        if listen:
            self.state.events = []
        turn.start(self.state, SeededDice(f"lots:{seed}"))

    @classmethod
    def of(cls, state: State) -> IbbPlay:
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
        return None if side < 0 else self.state.setting.sides[side]

    @property
    def turn(self) -> int:
        return self.state.turn

    def candidates(self) -> list[Action]:
        """The actions that can be chosen among, in a fixed order; each of them is legal.

        A move is listed with one way to each hex, the cheapest; a spell with the targets at which it can touch
        somebody. Other ways and targets are legal too where the rules allow them.
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
        """The levels of victory as things stand."""
        return victory.judge(self.state)

    @property
    def events(self) -> Sequence[Event]:
        return self.state.events or ()

    def tale(self) -> Sequence[Told]:
        """The events in words."""
        from ibbprint.systems.ibb.telling import Tale

        return Tale(self.state, self.events).told()

    def board(self) -> Board | None:
        """The map with a layer for every moment that the events hold."""
        from ibbprint.systems.ibb.kit.stands import board_of

        return board_of(self.state.setting, self.events, self.state.units)

    def copy(self, seed: int | str | None = None) -> IbbPlay:
        """A game that goes on by itself; with a seed it has dice of its own."""
        return IbbPlay.of(self.state.copy(None if seed is None else SeededDice(seed)))

    def view(self, side: str) -> IbbPlay:
        """The game as a side sees it, and nothing else (`sight`): no faces of face-down units nor which of the order
        of battle they are, no future dice, no order of the Cup.

        A view is for looking and shares what it shows with the game. To try something, `copy` it: the copy guesses
        what cannot be seen, and throws dice of its own. Who lies face down goes by its mask (`B?3`), in the actions of
        the game as well.
        """
        return IbbPlay.of(sight.seen(self.state, self.state.setting.sides.index(side)))

    def appraise(self, actions: Sequence[Action]) -> list[float]:
        """How good each of the candidates looks for the side to move, by rules of thumb."""
        from ibbprint.systems.ibb.rules.appraisal import Appraiser

        return Appraiser(self.state).worths(actions)

    def fingerprint(self) -> str:
        """A short hash of the whole state: equal states have equal ones."""
        state, act = self.state, self.state.activation
        told: list[object] = [state.turn, state.phase, state.over, state.cup, state.placing, state.petards]
        told += [sorted(state.forts.items()), sorted(state.wahoo.items()), sorted(state.losses.items())]
        told += [sorted(changed) for changed in state.ground.changes]
        told += [plain(lasting) for lasting in state.lasting]
        told += [plain(question) for question in state.questions]
        for part in (act, act and act.attack, act and act.charge):
            told += [(name, plain(getattr(part, name))) for name in _slots(part) if name not in _PARTS]
        told += [[plain(getattr(u, name)) for name in Counter.__slots__ if name not in _UNTOLD] for u in state.units]
        told += [_face(u.kind) for u in state.units]
        return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


_UNTOLD = ("kind", "original", "mask")
"""What of a counter is told otherwise (by its face), or is the lots' and tells nothing of the game."""
_PARTS = ("attack", "charge")
"""What of an activation is told by itself."""


def _slots(part: Activation | Attack | Charge | None) -> tuple[str, ...]:
    """The names of all that belongs to a part of a state; none where there is no such part."""
    return () if part is None else part.__slots__


def _face(kind: Kind) -> tuple[object, ...]:
    """What stands on a counter: two of one entry may be rated otherwise."""
    return kind.entry, kind.attack, kind.defence, kind.movement, kind.quality
