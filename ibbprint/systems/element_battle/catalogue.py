"""The catalogue of the element battle: the shipped files with designers' packs laid over them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Kind
from ibbprint.systems.element_battle.models.troops import (
    Bump,
    Factor,
    GroundRow,
    Option,
    Outcome,
    Passage,
    Step,
    Terrain,
    Theme,
    Tie,
    Troop,
)

GAME = "element-battle"
DATA = Path(__file__).resolve().parent / "data"


class Catalogue(rulebook.Catalogue):
    """The whole catalogue; a kind is read when it is first asked for."""

    GAME = GAME
    DATA = DATA

    troop_entries = Kind(Troop, nested=True, name="troops")
    options = Kind(Option)
    outcomes = Kind(Outcome)
    ties = Kind(Tie)
    factors = Kind(Factor)
    terrain = Kind(Terrain)
    turn = Kind(Step)
    passing = Kind(Passage, nested=True)
    bumps = Kind(Bump)
    ground = Kind(GroundRow)
    army_themes = Kind(Theme, nested=True)
    telling = rulebook.TELLING

    NAMED: ClassVar[Mapping[str, Kind[Any]]] = {"unit": troop_entries, "terrain": terrain, "theme": army_themes}

    @cached_property
    def troops(self) -> Mapping[str, Troop]:
        """Every type by its id, with the moves that the switches give it (H-05)."""
        shelf = self.troop_entries
        if self.chosen.get("movement") != "army-lists":
            return {troop.id: troop for troop in shelf}
        result = {}
        for troop in shelf:
            partner = shelf.get(troop.swaps_moves_with or "")
            moves = {} if partner is None else {"good": partner.good, "bad": partner.bad, "road": partner.road}
            result[troop.id] = troop.model_copy(update=moves)
        return result

    @cached_property
    def fighting(self) -> list[Troop]:
        """Every type but strongholds, in the order of the file."""
        return [troop for troop in self.troops.values() if not troop.is_place]

    @cached_property
    def stronghold(self) -> Troop | None:
        """The type of a stronghold."""
        return next((troop for troop in self.troops.values() if troop.is_place), None)

    def is_dear(self, troop: Troop) -> bool:
        """Whether its elements count toward the cap; half points do not make one dear (H-02, H-77)."""
        return troop.ap >= self.figures["dear-from"]

    def breaks_at(self, elements: int) -> int:
        """The number of lost elements that is half of an army (H-35)."""
        return -(-elements // self.figures["broken"])

    @property
    def frog_at_once(self) -> bool:
        """Whether a frog needs all its PIPs in one turn (H-32)."""
        return self.chosen.get("frog") == "single_turn"

    def cells(self, figure: str) -> int:
        """A distance of the rules in cells of the table."""
        return self.figures[figure] // self.figures["cell"]

    def mm(self, paces: float, base_mm: float) -> float:
        """A distance on a table with bases of that width (H-46)."""
        return paces * base_mm / self.figures["base"]
