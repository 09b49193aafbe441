"""What it costs to stand where enemies can come next, as greedy play prices it in army points."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ibbprint.engine.lattice import Arc, Rect, squared
from ibbprint.systems.element_battle.rules import contact, ground, weights
from ibbprint.systems.element_battle.rules.prospects import Prospects
from ibbprint.systems.element_battle.rules.state import Element

FLANKS = 2
"""The flanks of an element."""


class Dangers:
    """The prices of places for the side of some prospects, before the enemies who stand on the table.

    `prices` and `threats` are those that are known: of elements by their places and open flanks, and of places.
    """

    def __init__(
        self,
        prospects: Prospects,
        enemies: Sequence[Element],
        prices: dict[tuple[int, Rect, int], float],
        threats: dict[Rect, frozenset[int]],
    ) -> None:
        self.state, self.prospects, self.enemies = prospects.state, prospects, enemies
        self.wary = max(0.0, 1.0 - weights.FADES * self.state.turn)
        self._dear = self.state.setting.figures["dear-from"]
        self._prices, self._threats = prices, threats

    def price(self, element: Element) -> float:
        """The price of an element's place where enemies can come next: of the going under it.

        Of the general, of his open flanks too; of him and of dear elements with nobody beside them, of the whole fight.
        """
        # In the open nothing counts but the flanks of the general and of dear elements.
        is_dear = element.general or element.kind.ap >= self._dear
        if not is_dear and not self.state.setting.kinds_under(element.block.rect):
            return 0.0
        open_flanks = contact.open_flanks(element, self.prospects.friends) if is_dear else 0
        key = element.id, element.block.rect, open_flanks
        price = self._prices.get(key)
        if price is None:
            price = self._prices[key] = self._priced(element, open_flanks)
        return price

    def _priced(self, element: Element, open_flanks: int) -> float:
        threats = self.threats(element.block.rect)
        if not threats:
            return 0.0
        terrain, prospects = ground.under(self.state, element), self.prospects
        flanks, alone = overlapped(open_flanks, threats), open_flanks == FLANKS
        if element.general and alone:
            return self.wary * weights.ALONE * prospects.worst(element, terrain, flanks, threats)
        if element.general:
            return self.wary * weights.LEADING * prospects.price(element, terrain, flanks, threats)
        price = self.wary * weights.DANGER * prospects.price(element, terrain, 0, threats)
        if not alone:
            return price
        return max(price, weights.LONELY * prospects.worst(element, terrain, flanks, threats, stuck=flanks > 0))

    def threats(self, rect: Rect) -> frozenset[int]:
        """The enemies who can come to a place in their next turn, by number."""
        threats = self._threats.get(rect)
        if threats is None:
            threats = self._threats[rect] = frozenset(enemy.id for enemy in self.enemies if self._comes(enemy, rect))
        return threats

    def _comes(self, enemy: Element, rect: Rect) -> bool:
        setting, way = self.state.setting, squared(enemy.block.rect, rect)
        reach = setting.rates(enemy.kind).good
        if way > reach**2:
            return False
        return way <= (reach - setting.turning) ** 2 or enemy.block.arc(rect) is Arc.FRONT


def overlapped(open_flanks: int, threats: Collection[int]) -> int:
    """The open flanks that others than the opponent can overlap."""
    return min(open_flanks, max(0, len(threats) - 1))
