"""Siege engines and bombards: what their engineers can make them fire at, and what that does.

Where the source and the rulings are silent, this is how it is played:

* Engineers of the activation, in good order, serve every engine in their hex (A-101, R-106). Each engine makes one
  attack a turn, fire or support (R-88). It may fire after a move as well as before one (R-61).
* Engines of one kind of segment that reach the same hex may fire as one attack, their strengths added (R-81).
* At troops behind field works a siege engine uses its plain attack; the larger one is for structures of stone, and so
  not for pontoons (A-102). Troops in a village without a fort are not a target for it (R-73).
* A structure is attacked by itself: no fort and no troops in the hex count, only what helps the attacker's whole side
  (R-107). An exchange counts as De here as in all fire (R-82): at 5 to 5 nothing else on the Clear row brings one down.
* Whose structure it is, or who stands there, does not matter; the engine's own hex is not a target.
"""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.engine.state import Action
from ibbprint.systems.ibb.results import ELIMINATED, Results
from ibbprint.systems.ibb.rules import attacks, combat, orders, works
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Activation, Counter, Refused, State, Unfit

STRUCTURE = "structure"
"""What is fired at, besides units: the bridge or village itself."""


def actions(state: State, act: Activation) -> list[Action]:
    """Every shot of every engine that the engineers of the activation serve, alone and all together."""
    if act.mode != "engineers" or not orders.can_fight(act):
        return []
    result: list[Action] = []
    together: dict[tuple[int, int, str], list[int]] = {}
    for engine in _served(state, act):
        for h, target in sorted([*((h, "") for h in state.at), *((h, STRUCTURE) for h in state.ground.structures)]):
            if _check_shot(state, act, engine, h, target) is None:
                result.append(Action("bombard", (engine.id,), (h,), target))
                together.setdefault((engine.kind.segment, h, target), []).append(engine.id)
    result += [
        Action("bombard", tuple(crews), (h,), target) for (_, h, target), crews in together.items() if len(crews) > 1
    ]
    return result


def _served(state: State, act: Activation) -> list[Counter]:
    """The engines that engineers of the activation can serve."""
    hexes = sorted({u.hex for u in state.present(act.members)})
    return [u for h in hexes for u in state.here(h) if u.kind.engine and serves(state, act, u)]


def serves(state: State, act: Activation, engine: Counter) -> bool:
    """Whether engineers whose turn it is are with an engine, in good order (A-101)."""
    crew = [u for u in state.here(engine.hex) if u.id in act.members and u.side == engine.side]
    return act.mode == "engineers" and any(not u.in_disorder for u in crew)


def check(state: State, act: Activation, action: Action) -> Refused | None:
    """Check that engines may fire: the refusal, or None."""
    if not action.counters or len(set(action.counters)) < len(action.counters) or len(action.path) != 1:
        return Refused("A-101", "name each engine once, and the hex that they fire at")
    if (refused := orders.no_fighting(act)) is not None:
        return refused
    engines = state.those(action.counters)
    for engine in engines:
        if (refused := _check_shot(state, act, engine, action.path[0], action.word)) is not None:
            return refused
    if len({engine.kind.segment for engine in engines}) > 1:
        return Refused("R-72", "they do not fire in the same segment")
    return None


def _check_shot(state: State, act: Activation, engine: Counter, h: int, target: str) -> Refused | None:
    """Check that an engine may fire at a hex: at the units there, or at the structure."""
    kind, name = engine.kind, state.ground.names[h]
    if not kind.engine:
        return Unfit("A-101", f"{engine.key} is not an engine that can fire")
    if engine.hex == OFF or engine.side != act.side:
        return Refused("A-101", f"{engine.key} is not an engine that can fire")
    if not serves(state, act, engine):
        return Refused("A-101", f"no active engineers in good order serve {engine.key}")
    if engine.attacked == state.turn:
        return Refused("R-88", f"{engine.key} has already attacked this turn")
    if (refused := attacks.check_room(state, engine)) is not None:
        return refused
    if not 0 < state.ground.distance(engine.hex, h) <= kind.range:
        return Refused("R-46", f"{engine.key} has a range of {kind.range} hexes, and {name} is out of it")
    if target == STRUCTURE:
        if h not in state.ground.structures:
            return Refused("R-107", f"no bridge or structure is in {name}")
    elif target:
        return Refused("A-117", f"engines fire at units or at a structure, not at {target}")
    elif not attacks.target_here(state, h, act.side):
        return Refused("R-203", f"no enemy unit to fire at is in {name}")
    elif not kind.direct and not state.forts.get(h):
        return Refused("R-73", f"{engine.key} fires at structures and fortified hexes only, and {name} is neither")
    return attacks.in_order(act, kind.segment, h)


def strength(state: State, engines: Sequence[Counter], h: int, target: str) -> int:
    """The attack of engines: their larger one against stone (A-102)."""
    stone = target == STRUCTURE and h not in state.ground.changes.pontoons
    return sum(engine.kind.attack_stone if stone else engine.kind.attack for engine in engines)


def at_structure(state: State, engines: Sequence[Counter], h: int, side: int) -> combat.Combat:
    """An attack on a structure as weighed: by itself, on the Clear row (R-107)."""
    setting = state.setting
    scene = combat.Scene(state.ground.kinds["clear"].crt_row, wahoo=state.wahoo.get(side) == state.turn)
    attack = strength(state, engines, h, STRUCTURE)
    fight = combat.weigh(setting, "bombard", engines, [], [], scene, state.turn, attack)
    return fight._replace(defence=setting.figures.structure_defence)


def brings_down(results: Results, result: str) -> bool:
    """Whether a result of the table destroys a structure (R-107, R-82)."""
    return results.effect(result).defender == ELIMINATED


def do(state: State, act: Activation, action: Action) -> None:
    """Fire."""
    engines = state.those(action.counters)
    h, segment = action.path[0], engines[0].kind.segment
    for engine in engines:
        engine.attacked = state.turn
        attacks.show_crew(state, engine)
    combat.note_fighting(state, engines)
    act.fought = True
    act.segment = segment
    act.attacked = act.attacked | {(segment, h)}
    if action.word == STRUCTURE:
        _batter(state, engines, h, act.side)
    else:
        combat.strike(state, "bombard", engines, [], h, act.side, strength=strength(state, engines, h, ""))


def _batter(state: State, engines: Sequence[Counter], h: int, side: int) -> None:
    """Roll the attack on a structure; De leaves rubble, everything else nothing (R-107)."""
    fight = at_structure(state, engines, h, side)
    rolled, modified, result = fight.throw(state.setting, state.dice)
    if state.events is not None:
        state.tell(
            "combat",
            ("A-117", "R-107", *(rule for u in fight.used for rule in u.rules)),
            attack="bombard",
            by="",
            side=state.setting.sides[side],
            attackers=[u.key for u in engines],
            supporters=[],
            defenders=[],
            hex=state.ground.names[h],
            strengths=(fight.attack, fight.defence),
            row=fight.row,
            column=fight.column(state.setting),
            modifiers=[(u.id, u.changes, u.amount) for u in fight.used],
            die=rolled,
            held=modified,
            result=result,
            chances=[(code, str(share)) for code, share in combat.odds_of(state.setting, fight)],
        )
    if brings_down(state.setting.results, result):
        works.destroy(state, h)
