"""The seven spells: hands, casting, what lasts and for whom, taking back."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.rolls import draw_kind
from ibbprint.engine.state import NOBODY, Action, Question
from ibbprint.problems import did_you_mean
from ibbprint.systems.ayrenes_woods.models import Spell, pool
from ibbprint.systems.ayrenes_woods.rules import control
from ibbprint.systems.ayrenes_woods.rules.ground import OFF
from ibbprint.systems.ayrenes_woods.rules.state import (
    DISORDERED,
    HIDDEN,
    NONE,
    ROUTED,
    Battle,
    Effect,
    Leader,
    Refused,
    State,
    Unit,
)

WOODS = "woods"


def deal(state: State) -> None:
    """Each side draws its hand blindly from a pool of its own (A-R75, A-65); the rest stays out of play."""
    spells = list(state.setting.spells.values())
    for side, people in enumerate(state.setting.peoples):
        remaining = pool(people, spells)
        for _ in range(people.hand):
            drawn = draw_kind(remaining, state.dice)
            remaining[drawn] -= 1
            state.hands[side].append(spells[drawn].id)
        state.hands[side].sort()


def deal_unseen(state: State) -> None:
    """Draw by lot what is in a hand that cannot be seen, out of what is not known to be elsewhere."""
    spells = list(state.setting.spells.values())
    for side, people in enumerate(state.setting.peoples):
        if HIDDEN not in state.hands[side]:
            continue
        remaining = pool(people, spells)
        for id in (*state.used[side], *(item for item in state.hands[side] if item != HIDDEN)):
            number = next(n for n, spell in enumerate(spells) if spell.id == id)
            remaining[number] = max(0, remaining[number] - 1)
        hand = [item for item in state.hands[side] if item != HIDDEN]
        while len(hand) < len(state.hands[side]) and any(remaining):
            drawn = draw_kind(remaining, state.dice)
            remaining[drawn] -= 1
            hand.append(spells[drawn].id)
        state.hands[side] = sorted(hand)


def caster_of(state: State, side: int) -> Leader | None:
    """The spellcaster of a side, while he lives (A-39)."""
    return next((leader for leader in state.leaders if leader.side == side and leader.caster and leader.alive), None)


def able(state: State, side: int) -> Leader | None:
    """The spellcaster of a side if he can cast now (A-38)."""
    caster = caster_of(state, side)
    return None if caster is None or control.is_routed(state, caster) else caster


def under(state: State, unit: Unit, effect: str) -> bool:
    """Whether a spell of its own side holds for a unit: of the caster's colour and in his radius, but for Brother."""
    for lasting in state.effects:
        if lasting.effect != effect or lasting.turn != state.turn:
            continue
        caster = state.leaders[lasting.command]
        # A spell that lasts ends with its caster, one without a radius too.
        if caster.side != unit.side or not caster.caster:
            continue
        if effect == "brother":
            return True
        if caster.command == unit.command and control.within(state, unit, caster):
            return True
    return False


def has_brother(state: State, unit: Unit) -> bool:
    """Whether a unit has a comrade next to it that is not routed (A-36)."""
    return under(state, unit, "brother") and any(friend.state != ROUTED for friend in state.comrades(unit))


# --- casting ----------------------------------------------------------------------------------------------------


def castings(state: State, side: int, moment: str, battle: Battle | None = None) -> Iterator[Action]:
    """The castings open to a side. `moment` is move, declare or battle in an activation, or rally."""
    caster = able(state, side)
    if caster is None:
        return
    for name in dict.fromkeys(state.hands[side]):
        if name == HIDDEN:
            continue
        spell = state.setting.spells[name]
        if not fits(state, spell, caster, moment, battle):
            continue
        if spell.target == "none":
            yield Action("cast", (caster.id,), (), name)
            continue
        for unit in targets(state, spell, caster, battle):
            if spell.effect == "teleport":
                yield from (Action("cast", (caster.id,), (unit.hex, h), name) for h in landings(state, unit))
            else:
                yield Action("cast", (caster.id,), (unit.hex,), name)


def fits(state: State, spell: Spell, caster: Leader, moment: str, battle: Battle | None) -> bool:
    """Whether the text of a spell applies at this moment (A-R63)."""
    act = state.activation
    is_own_turn = act is not None and state.setting.side_of[act.command] == caster.side
    if not is_own_turn and not spell.any_time:
        return False
    if spell.effect == "teleport":
        return moment == "move" and act is not None and act.command == caster.command and act.only == NOBODY
    if spell.effect == "double":
        return battle is not None
    if spell.effect == "redraw":
        return moment != "rally" and sum(state.chits) > 0
    # Twice the same spell in one turn would do nothing more.
    return (moment != "rally" or spell.effect == "steady") and _effect(state, spell, caster) not in state.effects


def _effect(state: State, spell: Spell, caster: Leader) -> Effect:
    """The effect of a spell that is cast now, and the turn of it."""
    turn = state.turn + 1 if spell.lasts == "next-turn" else state.turn
    return Effect(spell.effect, caster.command, turn)


def targets(state: State, spell: Spell, caster: Leader, battle: Battle | None) -> list[Unit]:
    """The units that a spell can be cast on."""
    units = []
    for unit in state.units:
        is_own = unit.command == caster.command
        if unit.hex == OFF or not (is_own or (spell.reach == "command-or-enemy" and unit.side != caster.side)):
            continue
        if not control.within(state, unit, caster):
            continue
        if spell.target == "unit-in-battle":
            fights = battle is not None and unit.id in {*battle.attackers, *battle.targets} - battle.doubled
            units += [unit] if fights and unit.state != ROUTED else []
        elif spell.target == "unit-with-chit":
            units += [unit] if unit.chit != NONE else []
        elif state.ground.terrain[unit.hex] == WOODS and unit.state != ROUTED and not unit.halted:
            units.append(unit)
    return units


def landings(state: State, unit: Unit) -> list[int]:
    """The empty wood hexes in which a unit can appear: anywhere, in an enemy's zone too (A-33)."""
    ground, north = state.ground, state.setting.north[unit.side]
    rows = ground.to_edge(unit.hex, north)
    return [
        h
        for h, kind in enumerate(ground.terrain)
        if kind == WOODS and h not in state.at and not any(state.leaders_at(h))
        if unit.state != DISORDERED or ground.to_edge(h, north) < rows
    ]


def check_cast(state: State, side: int, moment: str, battle: Battle | None, action: Action) -> Refused | None:
    """Check that a spell can be cast this way: the refusal, or None."""
    if action in castings(state, side, moment, battle):
        return None
    spell = state.setting.spells.get(action.word)
    if spell is None:
        hint = did_you_mean(action.word, state.setting.spells)
        return Refused("A-R54", f"there is no spell {action.word!r}. {hint}")
    if action.word not in state.hands[side]:
        return Refused("A-R75", f"{spell.name} is not in the hand")
    if able(state, side) is None:
        return Refused("A-38", "the caster is dead, or with a routed unit")
    return Refused(spell.rules[0] if spell.rules else "A-R63", f"{spell.name} cannot be cast so now")


def cast(state: State, side: int, action: Action) -> None:
    """Cast a spell: the chit is used up until it is taken back (A-28)."""
    caster, spell = able(state, side), state.setting.spells[action.word]
    assert caster is not None
    state.hands[side].remove(spell.id)
    state.used[side].append(spell.id)
    names = [state.ground.names[h] for h in action.path]
    unit = state.unit_at(action.path[0]) if action.path else None
    on = "" if unit is None else unit.key
    state.tell("cast", tuple(spell.rules), caster=caster.key, spell=spell.id, at=names, unit=on)
    if unit is None:
        state.effects.append(_effect(state, spell, caster))
    elif spell.effect == "teleport":
        state.put(unit, action.path[1])
        unit.halted = True
        if state.setting.facing:
            state.questions.append(Question("face", side, unit.id))
        if state.activation is not None:
            state.activation.begun = True
    elif spell.effect == "redraw":
        redraw(state, unit)
    else:
        state.fought.doubled |= {unit.id}


def redraw(state: State, unit: Unit) -> None:
    """A new chit is drawn first, then the old one goes back (A-35)."""
    old = unit.chit
    unit.chit = draw_kind(state.chits, state.dice)
    state.chits[unit.chit] -= 1
    state.chits[old] += 1
    tell_chit(state, unit, ("A-R58", "A-35"))


def tell_chit(state: State, unit: Unit, rules: tuple[str, ...]) -> None:
    strength = state.setting.chits[unit.chit].strength(unit.kind.letter)
    state.tell("chit", rules, unit=unit.key, chit=state.setting.chits[unit.chit].id, strength=strength)


def end_turn(state: State) -> None:
    """Spells of the turn are over."""
    state.effects = [lasting for lasting in state.effects if lasting.turn > state.turn]


# --- taking back ------------------------------------------------------------------------------------------------


def regains(state: State, side: int) -> list[Action]:
    """The spells of which a side can take one back in the rally phase (A-R71, A-29, A-30)."""
    caster = caster_of(state, side)
    if caster is None or any(state.near(caster.hex, side)):
        return []
    return [Action("regain", (caster.id,), (), name) for name in sorted(set(state.used[side]))]


def regain(state: State, side: int, action: Action) -> None:
    """A caster takes a spell back, and helps nobody to rally (A-69)."""
    caster = caster_of(state, side)
    assert caster is not None
    state.used[side].remove(action.word)
    state.hands[side] = sorted([*state.hands[side], action.word])
    state.helpless |= {caster.command}
    state.tell("regains", ("A-R71", "A-69"), caster=caster.key, spell=action.word)
