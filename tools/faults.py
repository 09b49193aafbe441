"""The faults that reviews of battle reports have named, counted by side: what a sensible player does not do.

For Itty Bitty Battles and the Battle of Ayrene's Woods; in other games there is nothing to count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ibbprint.systems.ayrenes_woods.rules import attacks as woods_attacks
from ibbprint.systems.ayrenes_woods.rules import combat as woods
from ibbprint.systems.ayrenes_woods.rules.appraisal import Appraiser
from ibbprint.systems.ayrenes_woods.rules.state import State as WoodsState
from ibbprint.systems.element_battle.rules import shooting
from ibbprint.systems.element_battle.rules.state import State as ElementState
from ibbprint.systems.ibb.rules import combat, engines, goals
from ibbprint.systems.ibb.rules.state import Counter as Unit
from ibbprint.systems.ibb.rules.state import State as IbbState
from tools import element_faults

SHARED_SPELL = "yawning-chasm"
"""The spell that two casters of Stirling Bridge are there to share."""
LONE = Fraction(1, 3)
"""The odds at which, or below which, an attack by one unit is a fault, as far as it can know them: chits are drawn when
the fight begins, so that an undrawn one counts as the mean of its class."""
COUNTED = {
    "own bridge": "shots at a bridge that the side must cross itself",
    "own troops": "shots at a place with own troops in it",
    "structures": "shots at structures in all",
    "pontoons": "pontoon bridges begun that cannot be finished",
    "hopeless": "hand-to-hand attacks in which no result hurts the defender alone",
    "hand-to-hand": "hand-to-hand attacks in all",
    "never act": "units that neither move, attack nor rally in a whole game",
    "units": "units in all",
    "own spells": "own units struck by own spells",
    "chasm": f"games in which {SHARED_SPELL} is tried",
    "lone": "attacks by one unit at 1:3 or worse, berserk ones left out",
    "attacks": "attacks in all",
    **{f"element {what}": words for what, words in element_faults.COUNTED.items()},
}
"""What is counted, in the order of the report."""


class Faults:
    """Counts of faults, by what and side, in one game after another."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()

    def note(self, game: Any, action: Any) -> None:
        """See an action before it is done."""
        state = game.state
        if isinstance(state, IbbState):
            for what in _ibb(state, action):
                self.counts[what, game.to_move] += 1
        elif isinstance(state, WoodsState) and action.verb == "fight":
            for what in _woods(state):
                self.counts[what, game.to_move] += 1
        elif isinstance(state, ElementState) and action.verb == shooting.HOLD:
            self.counts["element held", game.to_move] += 1

    def end(self, game: Any) -> None:
        """A game is over; its events are kept."""
        state = game.state
        if isinstance(state, ElementState):
            for what, number in element_faults.counts(state, game.events):
                self.counts[f"element {what}", game.sides[number]] += 1
        if not isinstance(state, IbbState):
            return
        sides = {unit.key: game.sides[unit.side] for unit in state.units}
        for event in game.events:
            if event.kind == "combat" and event.values["attack"] == "spell":
                side = event.values["side"]
                self.counts["own spells", side] += sum(sides[key] == side for key in event.values["defenders"])
        for side in {sides[e.values["casters"][0]] for e in game.events if e.kind == "cast" and _is_shared(e.values)}:
            self.counts["chasm", side] += 1
        rallying = {event.values["unit"] for event in game.events if event.kind == "rally"}
        for unit in state.units:
            if unit.original.troops and not unit.expires:
                acts = max(unit.moved, unit.attacked) >= 0 or unit.key in rallying
                self.counts["units", game.sides[unit.side]] += 1
                self.counts["never act", game.sides[unit.side]] += not acts

    def lines(self) -> Iterator[str]:
        """A line for everything that was counted."""
        for what, words in COUNTED.items():
            by_side = [f"{side} {number}" for (kind, side), number in self.counts.items() if kind == what]
            if by_side:
                yield f"{words}: {', '.join(by_side)}"


def _is_shared(values: Any) -> bool:
    return bool(values.get("spell") == SHARED_SPELL)


def _ibb(state: IbbState, action: Any) -> Iterator[str]:
    act = state.activation
    if act is None or state.questions:
        return
    if action.verb == "bombard" and action.word == engines.STRUCTURE:
        h = action.path[0]
        yield "structures"
        if h in goals.bridges_to_cross(state.setting, act.side):
            yield "own bridge"
        if any(unit.side == act.side for unit in state.here(h)):
            yield "own troops"
    elif action.verb == "bridge":
        left = state.setting.turns - state.turn + 1
        if left < state.setting.figures.pontoon_turns:
            yield "pontoons"
    elif action.verb == "resolve":
        kind, target, attackers, supporters = _declared(state)
        defenders = [u for u in state.troops(target) if u.side != act.side and not u.hidden]
        if kind in combat.HAND_TO_HAND and defenders:
            yield "hand-to-hand"
            scene = combat.scene_at(state, target, attackers[0].side, kind, attackers)
            weighed = combat.weigh(state.setting, kind, attackers, supporters, defenders, scene, state.turn)
            if not weighed.promises(state.setting):
                yield "hopeless"


def _declared(state: IbbState) -> tuple[str, int, list[Unit], list[Unit]]:
    """The attack that comes next: its kind, where, and who."""
    act = state.acting
    if act.attack is not None:
        attack = act.attack
        return attack.kind, attack.target, state.those(attack.attackers), state.those(attack.supporters)
    assert act.charge is not None
    return "charge", state.units[act.charge.target].hex, state.those(act.charge.paths), []


def _woods(state: WoodsState) -> Iterator[str]:
    """The battles that an activation is about to fight."""
    weights = Appraiser(state)
    for battle in woods_attacks.battles(state.acting):
        attackers, defenders = woods.fighting(state, battle), woods.standing(state, battle)
        if defenders:
            yield "attacks"
            attack, defence = (sum(map(weights.strength, units), Fraction(0)) for units in (attackers, defenders))
            if len(attackers) == 1 and attack <= LONE * defence and not attackers[0].berserk:
                yield "lone"
