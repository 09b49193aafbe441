"""A table to try the rules of Ayrene's Woods on: the shipped map with no counter on it, and dice that a test says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ibbprint.dice import ScriptedDice
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.state import Event
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.systems.ayrenes_woods.play import AyrenePlay
from ibbprint.systems.ayrenes_woods.rules import attacks, cup, fight, leaders, turn
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.setting import Setting
from ibbprint.systems.ayrenes_woods.rules.state import Activation, Leader, State, Unit

GAME: Any = games()["ayrenes-woods"]
BATTLE = "ayrenes-woods"


@cache
def _setting(rules: tuple[tuple[str, str], ...]) -> Setting:
    report = Report()
    opened = GAME.open(BATTLE, KitOptions((), dict(rules)), report)
    assert opened is not None, "\n".join(map(str, report))
    setting: Setting = opened.setting
    return setting


def shipped(rules: Mapping[str, str] | None = None) -> Setting:
    """The setting of the battle, under some switches."""
    return _setting(tuple(sorted((rules or {}).items())))


class Table:
    """A game in which a test sets the counters down and throws the dice."""

    def __init__(self, *throws: int, **rules: str) -> None:
        self.setting = shipped(rules)
        self.state: State = AyrenePlay.begin(self.setting, 1).state
        self.state.events, self.state.questions, self.state.cup = [], [], []
        self.state.hands, self.state.used, self.state.activation = [[], []], [[], []], None
        for unit in self.state.units:
            self.state.put(unit, OFF)
        for leader in self.state.leaders:
            leader.alive, leader.hex = False, OFF
        self.state.turn, self.state.phase, self.state.drawer = 1, "activation", 0
        self.throws(*throws)

    def throws(self, *throws: int) -> None:
        """The dice that will fall from here on."""
        self.state.dice = ScriptedDice(throws)

    @property
    def left(self) -> int:
        """Dice of the script that have not been thrown."""
        dice = self.state.dice
        assert isinstance(dice, ScriptedDice)
        return dice.left

    @property
    def play(self) -> AyrenePlay:
        return AyrenePlay(self.state)

    @property
    def active(self) -> Activation:
        assert self.state.activation is not None
        return self.state.activation

    # --- counters ------------------------------------------------------------------------------------------------

    def unit(self, key: str) -> Unit:
        entries = self.state.named(key)
        assert isinstance(entries, Unit), key
        return entries

    def leader(self, key: str) -> Leader:
        entries = self.state.named(key)
        assert isinstance(entries, Leader), key
        return entries

    def put(self, key: str, hex: str, strength: int | None = None, state: int = 0, **more: Any) -> Unit:
        """A unit in a hex, with the chit that gives it so much, if one is named."""
        unit = self.unit(key)
        self.state.put(unit, self.hex(hex))
        unit.state = state
        if strength is not None:
            chits = self.setting.chits
            unit.chit = next(n for n, chit in enumerate(chits) if chit.strength(unit.kind.letter) == strength)
            self.state.chits[unit.chit] -= 1
        for name, value in more.items():
            setattr(unit, name, value)
        return unit

    def lead(self, key: str, hex: str) -> Leader:
        """A leader in a hex."""
        leader = self.leader(key)
        leader.alive, leader.hex = True, self.hex(hex)
        return leader

    def hex(self, name: str) -> int:
        return self.setting.ground.index[name]

    def where(self, key: str) -> str:
        """The hex of a counter; nothing when it is off the map."""
        counter = self.state.named(key)
        assert counter is not None
        return "" if counter.hex == OFF else self.setting.ground.names[counter.hex]

    # --- playing -------------------------------------------------------------------------------------------------

    def act(self, command: str) -> Activation:
        """The command of that id acts."""
        number = next(n for n, item in enumerate(self.setting.commands) if item.id == command)
        cup.begin(self.state, number, None)
        return self.active

    def do(self, line: str) -> None:
        """An action that is legal."""
        play = self.play
        problem = play.fault(line)
        assert problem is None, str(problem)
        play.apply(play.parse(line))

    def refused(self, line: str) -> str:
        """The rule that forbids an action; nothing when it is legal."""
        problem = self.play.fault(line)
        return "" if problem is None else problem.rule.partition(":")[2]

    def lines(self, *verbs: str) -> list[str]:
        """The candidates as text, those with these verbs."""
        play = self.play
        return [play.text(action) for action in play.candidates() if not verbs or action.verb in verbs]

    def fight(self) -> None:
        """Fight what has been declared, as far as nobody has to choose."""
        act = self.active
        act.phase = "fight"
        act.waiting = attacks.battles(act)
        self.run()

    def battle(self, *lines: str) -> None:
        """Declare these attacks and fight them."""
        for line in lines:
            self.do(f"attack {line}")
        self.fight()

    def run(self) -> None:
        act, state = self.active, self.state
        while act.battle is not None or act.waiting or state.questions:
            if state.questions:
                result = turn.FLOW.choices(state, state.questions[0])
                if len(result) > 1:
                    return
                if result:
                    self.answer_alone(self.play.text(result[0]))
                    continue
                question = state.questions.pop(0)
                if question.kind == "join":
                    leaders.join(state, state.leader(question.counter))
            elif act.battle is None:
                act.battle = act.waiting.pop(0)
            else:
                fight.advance(state, act)

    def answer(self, line: str) -> None:
        """Answer the question that is asked, and go on."""
        assert self.refused(line) == "", self.play.fault(line)
        self.answer_alone(line)
        self.run()

    def answer_alone(self, line: str) -> None:
        """Answer the question that is asked, and nothing more: the activation stays as it is to be looked at."""
        turn.FLOW.answer(self.state, self.state.questions.pop(0), self.play.parse(line))

    # --- what was told -------------------------------------------------------------------------------------------

    def told(self, kind: str) -> list[Event]:
        return [event for event in self.state.events or () if event.kind == kind]

    def last(self, kind: str) -> dict[str, Any]:
        """The values of the last event of a kind."""
        return self.told(kind)[-1].values

    def used(self, kind: str = "combat") -> dict[str, int]:
        """What counted in the last event of a kind."""
        return {id: amount for id, _, amount in self.last(kind)["modifiers"]}
