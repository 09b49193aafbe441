"""The spells step (H-R15 to H-R18, H-37, H-65, H-83)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ibbprint.engine.lattice import is_within
from ibbprint.engine.state import Action
from ibbprint.systems.element_battle.rules import contact, fighting, ground, moving, pips, staging
from ibbprint.systems.element_battle.rules.combat import SPELL
from ibbprint.systems.element_battle.rules.state import Element, Refused, State

CAST, END = "cast", "end"


def may_cast(state: State, caster: Element) -> bool:
    """Whether an element of the mover’s may cast: who has not moved, not cast, and is not in close combat."""
    able = caster.kind.casts and caster.stands and caster.side == state.side
    return able and not (caster.moved or caster.cast or contact.is_engaged(state, caster))


def cost(state: State, casters: Sequence[Element]) -> int:
    """The PIPs of a spell: each who casts pays his own (H-R08, H-R11, H-65)."""
    catalogue = state.setting.catalogue
    return sum(pips.cost(catalogue, "pips-spell", far=ground.is_far(state, [caster])) for caster in casters)


def targets(state: State, caster: Element) -> Iterator[Element]:
    """The targets of a caster: any direction, seen or not, no stronghold, nobody in close combat (H-65)."""
    reach = state.setting.spell_range
    for target in state.of(1 - caster.side):
        if target.is_place or not is_within(caster.rect, target.rect, reach):
            continue
        if not contact.is_engaged(state, target):
            yield target


def actions(state: State) -> list[Action]:
    """A spell of each caster at each target, alone and with all others who reach it; frogs; the end."""
    result = []
    casters = [element for element in state.of(state.side) if state.pips and may_cast(state, element)]
    aimed: dict[str, list[Element]] = {}
    for caster in casters:
        for target in targets(state, caster):
            aimed.setdefault(target.key, []).append(caster)
    for key, able in aimed.items():
        groups = [[caster] for caster in able] + ([able] if len(able) > 1 else [])
        result += [
            Action(CAST, tuple(caster.id for caster in together), (), key)
            for together in groups
            if cost(state, together) <= state.pips
        ]
    return [*result, *(moving.marks(state) if state.pips else ()), Action(END)]


def check(state: State, action: Action) -> Refused | None:
    """Why something may not be done in the spells step, or None."""
    if action.verb == END:
        return None
    casters = [state.elements[id] for id in action.counters]
    strange = next((caster for caster in casters if caster.side != state.side), None)
    if strange is not None:
        return Refused("H-R08", f"{strange.key} is not yours")
    if action.verb == moving.MARK:
        return moving.check_mark(state, casters[0], action.word)
    if action.verb != CAST:
        return Refused("H-R08", f"nobody can {action.verb} now. Cast, or end the step")
    for caster in casters:
        if not may_cast(state, caster):
            rule = "H-83" if not caster.kind.casts else "H-37" if caster.cast else "H-R16" if caster.moved else "H-65"
            return Refused(rule, f"{caster.key} cannot cast now")
        if action.word not in {target.key for target in targets(state, caster)}:
            return Refused("H-65", f"{caster.key} cannot cast at {action.word or 'nobody'}")
    price = cost(state, casters)
    if price > state.pips:
        return Refused("H-R08", f"that costs {price} PIPs, and {state.pips} are left")
    return None


def do(state: State, action: Action) -> None:
    """Cast a spell, or mark a frog."""
    if action.verb == moving.MARK:
        moving.do(state, action)
        return
    casters = [state.elements[id] for id in action.counters]
    target = next(element for element in state.elements if element.key == action.word)
    state.pips -= cost(state, casters)
    for caster in casters:
        caster.cast = True
    stands = staging.in_spell(state, casters, target)
    main = max(casters, key=lambda caster: (caster.kind.id == stands[0].troop.id, caster.general == stands[0].general))
    fighting.rolled(state, SPELL, (main, target), stands)
