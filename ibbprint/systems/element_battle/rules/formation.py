"""What it costs to break up a line before the enemy, as greedy play prices it in army points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ibbprint.engine.lattice import Block, is_beside
from ibbprint.systems.element_battle.rules import contact, weights
from ibbprint.systems.element_battle.rules.dangers import Dangers
from ibbprint.systems.element_battle.rules.marching import March
from ibbprint.systems.element_battle.rules.stands import Stand
from ibbprint.systems.element_battle.rules.state import Element

OPEN, AT_HOME, HINDERED = range(3)
"""The going under an element: good, bad where it is at home, and bad going that hinders it in a fight."""


class Formation:
    """The prices of the moves of one side at one moment, where enemies can come to their ends next."""

    def __init__(self, dangers: Dangers, general: Element | None) -> None:
        self.dangers, self.general = dangers, general
        self.friends, self.state = dangers.prospects.friends, dangers.state
        self._firm = max(0.0, 1.0 - weights.LOOSENS * max(0, self.state.turn - weights.PATIENCE))
        self._neighbours: dict[int, list[Element]] = {}

    def price(self, elements: Sequence[Element], result: March) -> float:
        """The price of a move: of a general who is left alone or joined, and of one element that leaves its line."""
        price = self._beside_general(elements, result)
        if len(elements) > 1:
            return price
        (element,), (block,) = elements, result.blocks
        if not (element.general or self.neighbours(element)) or not self.dangers.threats(block.rect):
            return price
        going = OPEN if result.met else self._going(element, block)
        if going == HINDERED and self._going(element, element.block) != HINDERED:
            price += weights.MIRED * self._firm
        # In a wood where it is at home it needs nobody beside it: whoever comes there is the worse for it.
        if going == AT_HOME or self._beside(block, element):
            return price
        if element.general:
            return price + weights.UNGUARDED
        if not result.met:
            return price + weights.STRAY * self._firm
        return price + (0.0 if self._is_helped(element, result) else weights.LONE_CHARGE * self._firm)

    def neighbours(self, element: Element) -> list[Element]:
        """The friends beside an element before any move."""
        neighbours = self._neighbours.get(element.id)
        if neighbours is None:
            neighbours = self._neighbours[element.id] = self._beside(element.block, element)
        return neighbours

    def _beside(self, block: Block, element: Element) -> list[Element]:
        """The friends beside a place, but for an element."""
        return [friend for friend in contact.beside(block.rect, self.friends) if friend is not element]

    def _going(self, element: Element, block: Block) -> int:
        kinds = () if element.flies else self.state.setting.kinds_under(block.rect)
        bad = [kind for kind in kinds if kind.going == "bad"]
        if not bad:
            return OPEN
        stand = Stand(element.kind, options=element.options)
        return AT_HOME if all(stand.at_home_in(kind) for kind in bad) else HINDERED

    def _is_helped(self, element: Element, result: March) -> bool:
        """Whether a charge meets a stronghold, an enemy with a friend at him already, or one with nobody beside him."""
        enemies = [self.state.elements[enemy] for _, enemy in result.met]
        return any(
            enemy.is_place
            or self._beside(enemy.block, element)
            or all(other is enemy for other in contact.beside(enemy.block.rect, self.dangers.enemies))
            for enemy in enemies
        )

    def _beside_general(self, elements: Sequence[Element], result: March) -> float:
        """The price of a move that takes the last friends away from the general where enemies can come to him.

        One that ends beside a general who stands alone there gains as much.
        """
        general = self.general
        if general is None or general in elements:
            return 0.0
        beside, place = self.neighbours(general), general.block.rect
        joins = any(is_beside(block.rect, place) for block in result.blocks)
        if self.is_forsaken:
            return -weights.FORSAKEN if joins else 0.0
        leaves = not joins and beside and all(friend in elements for friend in beside)
        return weights.FORSAKEN if leaves and self.dangers.threats(place) else 0.0

    @cached_property
    def is_forsaken(self) -> bool:
        """Whether the general has nobody beside him before any move where enemies can come to him."""
        general = self.general
        return general is not None and not self.neighbours(general) and bool(self.dangers.threats(general.block.rect))
