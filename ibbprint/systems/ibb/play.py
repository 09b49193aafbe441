"""A game in play: how it begins, what a side sees, how a report words it."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from ibbprint.dice import SeededDice
from ibbprint.engine import session
from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.api.playing import Result
from ibbprint.engine.api.watching import Present, Role, Spell, Watched
from ibbprint.engine.state import Action, Event
from ibbprint.systems.ibb.models.victory import LEVELS
from ibbprint.systems.ibb.rules import attacks, casters, deploy, ordered_moves, sight, turn, victory
from ibbprint.systems.ibb.rules.appraisal import Appraiser
from ibbprint.systems.ibb.rules.counters import Kind, Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.notation import MOUNTED_RULE, NOTATION
from ibbprint.systems.ibb.rules.spells import effect
from ibbprint.systems.ibb.rules.state import Counter, State

if TYPE_CHECKING:
    from ibbprint.engine.api.evening import Change, Edit
    from ibbprint.engine.api.gauges import Gauge
    from ibbprint.engine.api.odds import Fact
    from ibbprint.engine.api.planning import Planning
    from ibbprint.materials.boards import Board
    from ibbprint.systems.ibb.narration import Tale


def on_the_table(state: State) -> Mapping[str, int]:
    """The number of each marker of the catalogue that is on the table now, by its id."""
    return Tally(_all(state))


def _all(state: State) -> Iterator[str]:
    for unit in state.units:
        yield from _on(state, unit)
    for level in state.forts.values():
        yield f"fort-{level}"


def _on(state: State, unit: Counter) -> Iterator[str]:
    """The ids of the markers that lie on a counter."""
    turn = state.turn
    if unit.hex == OFF:
        return
    if unit.routed:
        yield "routed"
    elif unit.disorganised >= 0:
        yield "disorganised"
    if unit.berserk == turn:
        yield "berserk"
    if unit.balked == turn:
        yield "balked"
    if unit.rallying == turn:
        yield "rally-attempt"
    if unit.hidden:
        yield "hidden"
    if unit.kind.limited and unit.shots < unit.kind.shots:
        yield "shot-used"
    work, _, quiet = unit.works
    if work and quiet:
        yield f"works-{quiet}"


AT_WORK = "at work"
"""What is said of engineers who have begun a work; the printed marker counts the quiet turns behind them."""


class IbbPlay(session.Session[State]):
    """A game from its set-up on.

    A view (`sight`) has no faces of face-down units, nor which of the order of battle they are: who lies face down goes
    by its mask (`B?3`), in the actions of the game as well. A view shares what it shows with the game; a copy of it
    guesses what cannot be seen.
    """

    state_class = State
    flow = turn.FLOW
    notation = NOTATION

    def set_up(self, seed: int | str) -> None:
        deploy.muster(self.state, SeededDice(f"lots:{seed}"))

    @property
    def result(self) -> Result:
        """The levels of victory as things stand."""
        return victory.judge(self.state)

    def narration(self, events: Sequence[Event]) -> Tale:
        from ibbprint.systems.ibb.narration import Tale

        return Tale(self.state, events)

    def decided(self) -> Sequence[str]:
        return [item.words["condition"] for item in self.last_told() if item.kind == "condition-met"]

    def board(self) -> Board | None:
        from ibbprint.systems.ibb.kit.stands import board_of

        return board_of(self.state.setting, self.events, self.state.units)

    def roll_call(self) -> Sequence[Present]:
        sides = self.sides
        return [
            Present(unit.key, unit.name, unit.original.entry, sides[unit.side], _role(unit.original))
            for unit in self.state.units
        ]

    def markers(self) -> Mapping[str, int]:
        return on_the_table(self.state)

    def signs(self) -> Mapping[str, Sequence[str]]:
        return {unit.key: signs for unit in self.state.units if (signs := [*_on(self.state, unit), *_begun(unit)])}

    def place_signs(self) -> Mapping[str, Sequence[str]]:
        state, names = self.state, self.state.ground.names
        changes = state.ground.changes
        signs = [(h, f"fort-{level}") for h, level in state.forts.items()]
        signs += [(h, "pontoon") for h in changes.pontoons]
        signs += [(h, "rubble") for h in changes.rubble] + [(h, "chasm") for h in changes.chasm]
        result: dict[str, list[str]] = {}
        for h, sign in sorted(signs):
            result.setdefault(names[h], []).append(sign)
        return result

    def cost(self, action: Action) -> Fraction | None:
        act = turn.at_will(self.state)
        return None if act is None or action.verb != "move" else ordered_moves.cost(self.state, act, action)

    def still_open(self) -> tuple[str, Sequence[str]]:
        return turn.still_open(self.state)

    def declared(self) -> Action | None:
        act = self.state.activation
        attack = None if act is None else act.attack
        return None if attack is None else Action(attack.kind, tuple(attack.attackers), (attack.target,))

    def about(self, action: Action) -> tuple[str, Sequence[str]]:
        setting = self.state.setting
        if action.verb in attacks.SEGMENT and any(unit.kind.cavalry for unit in self.state.those(action.counters)):
            return setting.catalogue.statements[MOUNTED_RULE].text, (MOUNTED_RULE, "R-81")
        spell = setting.spells.get(action.word.partition(":")[0])
        if spell is None:
            return "", ()
        text = setting.catalogue.text(spell.text, spell, setting.catalogue.spells.where(spell.id, "text"))
        return f"{spell.name}: {text}", spell.rules

    def cup(self) -> Sequence[str]:
        """Engineers share a chit; a chit of somebody who lies face down is blank in a view."""
        units = self.state.units
        return sorted("+".join(units[number].key for number in chit) for chit in self.state.cup)

    def seen(self, side: int) -> State:
        return sight.seen(self.state, side)

    def appraise(self, actions: Sequence[Action]) -> list[float]:
        return Appraiser(self.state).worths(actions)

    def best(self, leaning: Leaning = USUAL) -> Sequence[Action]:
        if self.state.phase == "set-up":
            return Appraiser(self.state).best_places()
        act = turn.at_will(self.state)
        return super().best() if act is None else Appraiser(self.state, leaning).best(act)

    @property
    def occasion(self) -> object:
        act = turn.at_will(self.state)
        return None if act is None else (self.turn, act.side, act.mode, act.leader, act.everybody)

    def planning(self) -> Planning | None:
        from ibbprint.systems.ibb.rules.planning import planning

        return planning(self.state)

    def evaluate(self, side: str) -> float:
        from ibbprint.systems.ibb.rules.evaluation import evaluate

        return evaluate(self.state, self.sides.index(side))

    def guess(self, seed: int | str) -> IbbPlay:
        from ibbprint.systems.ibb.rules.guessing import guess

        return IbbPlay(guess(self.state, SeededDice(seed)))


def _begun(unit: Counter) -> Iterator[str]:
    work, _, quiet = unit.works
    if work and not quiet and unit.hex != OFF:
        yield AT_WORK


def _role(kind: Kind) -> Role:
    return "leader" if kind.leader else "engine" if kind.engine else "unit"


NOTABLE = {
    "orders": "a roll for orders",
    "combat-charge": "a charge that struck home",
    "refuses": "a refused battle",
    "combat-opportunity": "a shot at chargers",
    "combat-bombard": "a bombardment",
    "cast": "a spell",
    "scouts": "a scouting party",
    "digs": "digging in",
    "berserk": "a unit going berserk",
    "routed": "a rout",
    "rallied": "a rally",
}
"""What a designer misses when it never comes about, where anybody in the scenario can do it."""


class OpenedScenario(session.Opened[Setting]):
    """A scenario with its catalogue, ready to be played any number of times."""

    setting_class = Setting
    session = IbbPlay

    @property
    def grounds(self) -> Mapping[str, Fact]:
        from ibbprint.systems.ibb.kit.phrases import ground_fact

        return {terrain.id: ground_fact(self.setting.catalogue, terrain) for terrain in self.setting.catalogue.terrain}

    @cached_property
    def watched(self) -> Watched:
        kinds = [unit.original for unit in self.start("watched").state.units]
        able = {
            "orders": any(kind.leader == "captain" for kind in kinds),
            "scouts": any(kind.scout for kind in kinds),
            "combat-charge": any(kind.charges for kind in kinds),
            "combat-bombard": any(kind.engine for kind in kinds),
            "combat-opportunity": any(kind.charges for kind in kinds),
            "cast": bool(self.spells),
            "refuses": any(kind.refuses for kind in kinds),
            "digs": any(kind.engineer for kind in kinds),
        }
        return Watched(
            removes={"removed": "unit"},
            attacks={"combat": "attackers", "cast": "casters"},
            orders={"orders": "captain"},
            ways={"combat": "attack"},
            spells={"cast": "spell"},
            weakens=("attack",),
            passes=("hold", "halt", "stand", "wait", "rout"),
            notable={kind: words for kind, words in NOTABLE.items() if able.get(kind, True)},
        )

    @cached_property
    def spells(self) -> Sequence[Spell]:
        """The spells that the engine plays and the casters of a side may cast and can pay for, all of them together."""
        setting, state = self.setting, self.start("spells").state
        paying = [unit for unit in state.units if unit.kind.leader and casters.points(unit) > 0]
        result = []
        for number, side in enumerate(setting.scenario.sides):
            for spell in setting.spells.values():
                able = [
                    unit
                    for unit in paying
                    if unit.side == number and casters.may_cast(setting, side.id, unit.kind.leader or "", spell)
                ]
                if effect(spell) is not None and able and casters.enough(setting, spell, able):
                    result.append(Spell(spell.id, spell.name, side.id))
        return result

    @property
    def sides(self) -> Mapping[str, str]:
        return {side.id: side.name for side in self.setting.scenario.sides}

    @property
    def level_names(self) -> Sequence[str]:
        return ("no victory", *(f"{level} victory" for level in LEVELS))

    @cached_property
    def gauges(self) -> Sequence[Gauge]:
        from ibbprint.systems.ibb.rules.gauges import gauges_of

        return gauges_of(self.setting.battle)

    def winner_if(self, met: Sequence[bool]) -> str | None:
        from ibbprint.systems.ibb.rules.gauges import winner_if

        return winner_if(self.setting.battle, met)

    def restated(self, edits: Sequence[Edit]) -> Sequence[Edit]:
        from ibbprint.engine.api.evening import Edit
        from ibbprint.systems.ibb.victory_words import each_in_words

        victory = self.setting.scenario.victory
        numbers = dict.fromkeys(int(edit.place[1]) for edit in edits if edit.place[0] == "victory")
        return [
            Edit(("victory", number, "text"), " ".join(each_in_words(self.setting.battle, victory[number])))
            for number in numbers
        ]

    @property
    def changes(self) -> Sequence[Change]:
        from ibbprint.systems.ibb.rules.evening import changes

        return (*super().changes, *changes(self.setting.battle, self.setting.catalogue))

    @property
    def planning_sides(self) -> Collection[str]:
        from ibbprint.systems.ibb.rules.goals import own_strength

        setting = self.setting
        return [side for number, side in enumerate(setting.sides) if any(own_strength(setting, number))]

    @property
    def decided_by_gauges(self) -> bool:
        return not self.setting.scenario.scenario.as_printed  # which may not say where, and is then never met

    @property
    def not_played(self) -> Sequence[str]:
        return self.setting.not_played
