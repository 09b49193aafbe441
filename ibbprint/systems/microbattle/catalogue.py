"""The catalogue of MicroBattle: the shipped files with designers' packs laid over them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Kind
from ibbprint.catalogue.rulebook import CREDITS as CREDITS
from ibbprint.catalogue.rulebook import FIGURES as FIGURES
from ibbprint.catalogue.rulebook import MARKERS as MARKERS
from ibbprint.catalogue.rulebook import PARTS as PARTS
from ibbprint.catalogue.rulebook import RULINGS as RULINGS
from ibbprint.catalogue.rulebook import TELLING as TELLING
from ibbprint.catalogue.rulebook import WORDS as WORDS
from ibbprint.squaregrid import SquareGrid
from ibbprint.systems.microbattle.models import (
    BattleKind,
    Circumstance,
    Commander,
    DiceTable,
    Ground,
    Level,
    Levy,
    Quarter,
    Size,
    Step,
    Unit,
)

GAME = "microbattle"

UNITS = Kind("units", Unit)
COMMANDERS = Kind("commanders", Commander)
GROUND = Kind("ground", Ground)
QUARTERS = Kind("quarters", Quarter)
LEVELS = Kind("levels", Level)
CIRCUMSTANCES = Kind("circumstances", Circumstance)
KINDS_OF_BATTLE = Kind("kinds", BattleKind, nested=True)
TABLES = Kind("tables", DiceTable, nested=True)
SIZES = Kind("sizes", Size)
MUSTER = Kind("muster", Levy)
STEPS = Kind("steps", Step)

KINDS: Mapping[str, Kind[Any]] = {
    kind.name: kind
    for kind in (
        UNITS, COMMANDERS, GROUND, QUARTERS, LEVELS, CIRCUMSTANCES, KINDS_OF_BATTLE, TABLES, SIZES, MUSTER, STEPS,
        FIGURES, MARKERS, CREDITS, PARTS, RULINGS, TELLING, WORDS,
    )
}  # fmt: skip
"""Every kind of file of the catalogue, by its name."""
NAMED: Mapping[str, Kind[Any]] = {"unit": UNITS, "terrain": GROUND, "commander": COMMANDERS}
"""Whose entries players name, by the kind of word."""


class Catalogue(rulebook.Catalogue):
    """The whole catalogue; a kind is read when it is first asked for."""

    GAME = GAME
    DATA = Path(__file__).resolve().parent / "data"
    KINDS = KINDS
    NAMED = NAMED

    @cached_property
    def grid(self) -> SquareGrid:
        """The board (M-06)."""
        columns, _, rows = self.chosen["grid"].partition("x")
        return SquareGrid(int(columns), int(rows))

    @property
    def turns(self) -> int:
        """The turns of a battle (M-29)."""
        return int(self.chosen["turns"])

    @property
    def disorder_limit(self) -> int:
        """The disorder markers that destroy a unit (M-03)."""
        return int(self.chosen["disorder_limit"])
