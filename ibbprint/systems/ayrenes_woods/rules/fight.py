"""The course of a battle: chits, spells, arrows, the table, the leaders. It stops at every choice."""

from __future__ import annotations

from ibbprint.engine.rolls import modifier_values
from ibbprint.engine.state import Action, Question
from ibbprint.systems.ayrenes_woods.rules import arrows, attacks, combat, control, leaders, magic, results
from ibbprint.systems.ayrenes_woods.rules.state import ROUTED, Activation, Battle, State, Unit

STEPS = ("begin", "attacker-spells", "defender-spells", "arrows", "odds", "leaders", "over")


def advance(state: State, act: Activation) -> None:
    """Play the battle on by a step, or ask a question."""
    battle = act.battle
    assert battle is not None
    if battle.step == "begin":
        attacks.prune(state, battle)
        combat.draw_chits(state, battle)
        battle.step = "attacker-spells" if battle.attackers else "over"
    elif battle.step in ("attacker-spells", "defender-spells"):
        active_side = state.setting.side_of[act.command]
        side = active_side if battle.step == "attacker-spells" else 1 - active_side
        if any(magic.castings(state, side, "battle", battle)):
            state.questions.append(Question("spell", side))
        else:
            _next(battle)
    elif battle.step == "arrows":
        _arrows(state, battle)
    elif battle.step == "odds":
        _odds(state, battle)
    elif battle.step == "leaders":
        _leaders(state, battle)
    else:
        act.battle = None


def _next(battle: Battle) -> None:
    battle.step = STEPS[STEPS.index(battle.step) + 1]


def passed(state: State) -> None:
    """A side casts nothing more before this battle."""
    if state.activation is not None and state.activation.battle is not None:
        _next(state.activation.battle)


def _arrows(state: State, battle: Battle) -> None:
    waiting = arrows.shooters(state, battle)
    if not waiting:
        attacks.prune(state, battle)
        _next(battle)
        return
    shooter = waiting[0]
    marks = arrows.marks(state, battle, shooter)
    if len(marks) > 1:
        state.questions.append(Question("shoot", shooter.side, shooter.id))
    else:
        arrows.shoot(state, battle, shooter, marks[0])


def _odds(state: State, battle: Battle) -> None:
    """Routed targets are gone; for the others the die is thrown."""
    if battle.pending:
        _apply(state, battle, battle.pending)
        return
    clear_routed(state, battle)
    defenders = combat.standing(state, battle)
    if not battle.attackers or not defenders:
        battle.step = "over"
        return
    battle.struck = tuple(
        leader.command
        for unit in (*combat.fighting(state, battle), *defenders)
        for leader in control.stacked_leaders(state, unit)
    )
    weighed = combat.weigh(state, battle)
    thrown = combat.throw(state, weighed)
    state.tell(
        "combat",
        ("A-R36", "A-14"),
        attackers=[u.key for u in combat.fighting(state, battle)],
        defenders=[u.key for u in defenders],
        hex=state.ground.names[defenders[0].hex],
        strengths=(str(weighed.attack), str(weighed.defence)),
        parts=[(s.unit.key, s.printed, str(s.value), list(s.causes)) for s in weighed.strengths],
        odds=state.setting.crt.odds[weighed.start - 1],
        column=weighed.column,
        played=state.setting.crt.odds[weighed.column - 1],
        shift=weighed.shift,
        modifiers=modifier_values(weighed.used),
        die=thrown.die,
        held=thrown.held,
        result=thrown.code,
        chances=[(code, str(share)) for code, share in combat.odds(state, weighed).items()],
    )
    _apply(state, battle, thrown.code)


def clear_routed(state: State, battle: Battle) -> None:
    """Routed targets are eliminated without a roll, and whoever attacked nobody else leaves the battle (A-16, A-74)."""
    for unit in [unit for unit in state.those(battle.targets) if unit.state == ROUTED]:
        results.eliminate(state, unit, "attacked", ("A-R42", "A-16"))
    attacks.prune(state, battle)


def suffering(state: State, battle: Battle, code: str) -> list[Unit]:
    """The units of the side that a result strikes."""
    side = state.setting.codes[code].side
    if side == "nobody":
        return []
    return combat.fighting(state, battle) if side == "attacker" else combat.standing(state, battle)


def _apply(state: State, battle: Battle, code: str) -> None:
    units = suffering(state, battle, code)
    if not units:
        _next(battle)
        return
    if state.setting.one_suffers and len(units) > 1:
        battle.pending = code
        state.questions.append(Question("suffer", units[0].side))
        return
    units = list(units)
    _next(battle)
    results.strike(state, units, state.setting.codes[code].does)


def suffer(state: State, question: Question, action: Action) -> None:
    """The one unit that its owner chose suffers (A-17)."""
    battle = state.fought
    does, battle.pending = state.setting.codes[battle.pending].does, ""
    _next(battle)
    results.strike(state, [state.units[action.counters[0]]], does)


def _leaders(state: State, battle: Battle) -> None:
    """Each leader who took part rolls once; who has lost the unit under him joins another (A-R44, A-46)."""
    struck, battle.struck = battle.struck, ()
    for command in struck:
        leader = state.leaders[command]
        if leader.alive and leaders.survives(state, leader, ("A-R44",)):
            unit = state.unit_at(leader.hex)
            if unit is None or unit.side != leader.side:
                leaders.join(state, leader)
    _next(battle)
