"""The bill in the making: what every part of it reads, and the records it has so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ibbprint.engine.bill import KitBill
from ibbprint.problems import Where
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.models.scenarios import Scenario
from ibbprint.systems.ibb.scenarios import Battle


class Bill(KitBill[Battle, Catalogue]):
    """A scenario's bill of materials, filled by the parts of this package one after another."""

    @property
    def scenario(self) -> Scenario:
        return self.battle.scenario

    @property
    def whole(self) -> bool:
        """True for the kit of the whole catalogue, which belongs to no scenario."""
        return self.options.whole


class Places(Mapping[str, Where]):
    """Where values were written, looked up when somebody asks: for most of many hundred counters nobody does."""

    def __init__(self, ask: Mapping[str, Callable[[], Where]]) -> None:
        self._ask = ask

    def __getitem__(self, name: str) -> Where:
        return self._ask[name]()

    def __contains__(self, name: object) -> bool:
        return name in self._ask

    def __iter__(self) -> Iterator[str]:
        return iter(self._ask)

    def __len__(self) -> int:
        return len(self._ask)
