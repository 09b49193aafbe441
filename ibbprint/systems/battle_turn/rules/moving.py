"""Phase 2: units by their orders, then the leaders of their side; who halted reorganises (B-36, B-51 to B-57)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ibbprint.engine.state import Action
from ibbprint.systems.battle_turn.rules import advance, command, fates, formation, manoeuvre, marching
from ibbprint.systems.battle_turn.rules.initiative import changing_ranks, may_change
from ibbprint.systems.battle_turn.rules.state import ATTACK, BLOODLUST, OK, SHAKEN, Refused, State, Unit

ADVANCE = "advance"
"""The march that nobody chooses."""
UNIT_MOVES = frozenset((manoeuvre.STAY, manoeuvre.MOVE, manoeuvre.TURN, manoeuvre.FACE, manoeuvre.REFORM))
VERBS = UNIT_MOVES | {command.JOIN, command.RIDE}


def movers(state: State) -> Iterator[int]:
    """A side's units, then its leaders, then the other side's (B-43)."""
    for side in state.order:
        yield from (unit.id for unit in state.units_of(side))
        yield from (len(state.units) + leader.id for leader in state.leading(side))


def choices(state: State, counter: int) -> Iterable[Action]:
    """The actions of a unit or a leader; a single one for a unit that is bound to advance."""
    if counter >= len(state.units):
        leader = state.leader(counter)
        return command.rides(state, leader) if leader.leads else ()
    unit = state.units[counter]
    if not unit.stands:
        return ()
    if goes_by_itself(unit) and not formation.foes(state, unit):
        return (Action(ADVANCE, (counter,)),)
    return manoeuvre.choices(state, unit)


def goes_by_itself(unit: Unit) -> bool:
    """Whether a unit goes for the enemy, whatever its side would like (B-55, B-57)."""
    return unit.condition == BLOODLUST or (unit.orders == ATTACK and unit.condition != SHAKEN)


def check(state: State, counter: int, action: Action) -> Refused | None:
    """Check that a unit or a leader may move this way: the refusal, or None."""
    if counter >= len(state.units):
        return command.check_ride(state, state.leader(counter), action)
    if action.verb not in UNIT_MOVES:
        return Refused("B-66", f"{action.verb} is for leaders")
    return manoeuvre.check(state, state.units[counter], action)


def do(state: State, counter: int, action: Action) -> None:
    """Move a unit or a leader; leaders alone whom it comes upon are dealt with (B-62)."""
    if counter >= len(state.units):
        command.do_ride(state, state.leader(counter), action)
        return
    unit = state.units[counter]
    touched = bool(formation.foes(state, unit))
    unit.moved = touched or action.verb != manoeuvre.STAY
    if unit.condition == OK and not touched:
        unit.shown = unit.orders
    if action.verb == ADVANCE:
        _do_advance(state, unit)
    elif action.verb == manoeuvre.MOVE:
        block = manoeuvre.destination(state, unit, action)
        assert block is not None, "the move is legal"
        unit.block = block
        _tell_move(state, unit, "moves", "B-57" if unit.condition == SHAKEN else "B-56")
    elif action.verb == manoeuvre.TURN:
        unit.block = dict(marching.turns(state, unit))[action.word]
        _tell_move(state, unit, "turns", "B-51", turn=action.word)
    elif action.verb == manoeuvre.FACE:
        unit.block = dict(marching.facings(state, unit))[action.word]
        _tell_move(state, unit, "faces", "B-52", turn=action.word)
    elif action.verb == manoeuvre.REFORM:
        _do_reform(state, unit, int(action.word))
    if unit.moved:
        fates.reached(state, unit)


def _tell_move(state: State, unit: Unit, kind: str, rule: str, **values: object) -> None:
    place = state.setting.names[state.setting.cell(unit.rect.x1, unit.rect.y1)]
    state.tell(kind, (rule,), unit=unit.key, place=place, heading=unit.block.heading.name.lower(), **values)


def _do_advance(state: State, unit: Unit) -> None:
    plan = advance.advance(state, unit)
    if plan is None or plan.block == unit.block:
        unit.moved = False
        state.tell("held-up", ("B-55",), unit=unit.key)
        return
    turned = plan.block.heading != unit.block.heading
    unit.block = plan.block
    touched = [enemy.key for enemy in formation.fronts(state, unit)]
    wild = unit.condition == BLOODLUST
    _tell_move(
        state,
        unit,
        "charges" if touched else "advances",
        "B-57" if wild else "B-55",
        side=unit.side,
        wild=wild,
        turn=plan.turn,
        turned=turned,
        targets=touched,
    )


def _do_reform(state: State, unit: Unit, front_wanted: int) -> None:
    """Throw for how many figures change rank, and change as far as that goes (B-R11, B-37)."""
    score = changing_ranks(state.setting.catalogue, unit.kind.quality)
    thrown = score.throw(state.dice)
    before = unit.front
    front = manoeuvre.reformed(state, unit, front_wanted, may_change(thrown.score))
    unit.block = formation.laid_out(state, unit, front)
    state.tell(
        "reforms",
        ("B-R11", "B-37"),
        unit=unit.key,
        die=thrown.die,
        score=thrown.score,
        before=before,
        front=front,
        wanted=front_wanted,
    )


def reorganise(state: State) -> None:
    """Units that have halted out of contact recover, if their condition is ok (B-36)."""
    for unit in state.standing():
        if unit.disorganised and unit.condition == OK and not unit.moved and not formation.foes(state, unit):
            unit.disorganised = False
            state.tell("reorganises", ("B-36",), unit=unit.key)
        unit.moved = False
