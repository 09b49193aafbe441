"""The armies as they begin: the default lines or the places of the scenario, the stronghold, who waits (H-71, H-40)."""

from __future__ import annotations

from ibbprint.engine.lattice import Block, Heading, Rect
from ibbprint.systems.element_battle.rules.setting import LETTERS
from ibbprint.systems.element_battle.rules.state import WAITING, Element, State

NOWHERE = Block(Rect(0, 0, 0, 0), Heading.NORTH)
"""The place of whoever is not on the table."""


def muster(state: State) -> None:
    """Set up both armies, the attacker’s ids with A, the defender’s with D; his stronghold is DS."""
    for number, side in enumerate(state.setting.battle.sides):
        letter = LETTERS[state.setting.sides[number]]
        deployed = side.deployed
        for at, stand in enumerate(deployed.standing, start=1):
            block = Block(stand.box.rect, Heading[stand.facing.upper()])
            _add(
                state, Element(0, f"{letter}{at}", number, stand.troop, block, stand.general, stand.options, stand.name)
            )
        for at, item in enumerate(deployed.waiting, start=len(deployed.standing) + 1):
            waiting = Element(0, f"{letter}{at}", number, item.troop, NOWHERE, item.general, item.options, item.name)
            waiting.fate = WAITING
            _add(state, waiting)
    place = state.setting.catalogue.stronghold
    for number, side in enumerate(state.setting.battle.sides):
        if side.stronghold is not None and place is not None:
            block = Block(side.stronghold.rect, Heading.NORTH)
            _add(state, Element(0, f"{LETTERS[state.setting.sides[number]]}S", number, place, block))


def _add(state: State, element: Element) -> None:
    element.id = len(state.elements)
    state.elements.append(element)
