"""The catalogue of the element battle: the shipped files with designers' packs laid over them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Kind
from ibbprint.catalogue.rulebook import CREDITS, FIGURES, MARKERS, PARTS
from ibbprint.catalogue.rulebook import RULINGS as RULINGS
from ibbprint.catalogue.rulebook import WORDS as WORDS
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

TROOPS = Kind("troops", Troop, nested=True)
OPTIONS = Kind("options", Option)
OUTCOMES = Kind("outcomes", Outcome)
TIES = Kind("ties", Tie)
FACTORS = Kind("factors", Factor)
TERRAIN = Kind("terrain", Terrain)
TURN = Kind("turn", Step)
PASSING = Kind("passing", Passage)
BUMPS = Kind("bumps", Bump)
GROUND = Kind("ground", GroundRow)
THEMES = Kind("army-themes", Theme, nested=True)

KINDS: Mapping[str, Kind[Any]] = {
    kind.name: kind
    for kind in (
        TROOPS, OPTIONS, OUTCOMES, TIES, FACTORS, TERRAIN, TURN, PASSING, BUMPS, GROUND, THEMES, FIGURES, MARKERS,
        RULINGS, CREDITS, PARTS, WORDS,
    )
}  # fmt: skip
"""Every kind of file of the catalogue, by its name."""
NAMED: Mapping[str, Kind[Any]] = {"unit": TROOPS, "terrain": TERRAIN, "theme": THEMES}
"""Whose entries players name, by the kind of word."""


class Catalogue(rulebook.Catalogue):
    """The whole catalogue; a kind is read when it is first asked for."""

    GAME = GAME
    DATA = DATA
    KINDS = KINDS
    NAMED = NAMED

    @cached_property
    def troops(self) -> Mapping[str, Troop]:
        """Every type by its id, with the moves that the switches give it (H-05)."""
        shelf = self.shelf(TROOPS)
        if self.chosen.get("movement") != "army-lists":
            return {troop.id: troop for troop in shelf}
        made = {}
        for troop in shelf:
            other = shelf.get(troop.swaps_moves_with or "")
            moves = {} if other is None else {"good": other.good, "bad": other.bad, "road": other.road}
            made[troop.id] = troop.model_copy(update=moves)
        return made

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
        """How many lost elements are half of an army (H-35)."""
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
