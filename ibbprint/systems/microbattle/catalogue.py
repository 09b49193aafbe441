"""The catalogue of MicroBattle: the shipped files with designers' packs laid over them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Kind
from ibbprint.catalogue.rulebook import TELLING
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


class Catalogue(rulebook.Catalogue):
    """The whole catalogue; a kind is read when it is first asked for."""

    GAME = GAME
    DATA = Path(__file__).resolve().parent / "data"

    units = Kind(Unit)
    commanders = Kind(Commander)
    ground = Kind(Ground)
    quarters = Kind(Quarter)
    levels = Kind(Level)
    circumstances = Kind(Circumstance)
    kinds_of_battle = Kind(BattleKind, nested=True, name="kinds")
    tables = Kind(DiceTable, nested=True)
    sizes = Kind(Size)
    muster = Kind(Levy)
    steps = Kind(Step)
    telling = TELLING

    NAMED: ClassVar[Mapping[str, Kind[Any]]] = {"unit": units, "terrain": ground, "commander": commanders}

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
