"""The catalogue of Battle of Ayrene's Woods: the shipped files with designers' packs laid over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Kind
from ibbprint.catalogue.rulebook import CREDITS as CREDITS
from ibbprint.catalogue.rulebook import FIGURES as FIGURES
from ibbprint.catalogue.rulebook import MARKERS as MARKERS
from ibbprint.catalogue.rulebook import PARTS as PARTS
from ibbprint.catalogue.rulebook import PLACE_NAMES as PLACE_NAMES
from ibbprint.catalogue.rulebook import RULINGS as RULINGS
from ibbprint.catalogue.rulebook import TELLING as TELLING
from ibbprint.catalogue.rulebook import THEMES as THEMES
from ibbprint.catalogue.rulebook import WORDS as WORDS
from ibbprint.systems.ayrenes_woods.models import (
    CombatChit,
    CombatTable,
    Modifier,
    People,
    Spell,
    Step,
    Terrain,
    Unit,
    UnitClass,
)

GAME = "ayrenes-woods"
DATA = Path(__file__).resolve().parent / "data"

PEOPLES = Kind("peoples", People)
CLASSES = Kind("classes", UnitClass)
UNITS = Kind("units", Unit)
CHITS = Kind("combat-chits", CombatChit)
SPELLS = Kind("spells", Spell)
TERRAIN = Kind("terrain", Terrain)
MODIFIERS = Kind("modifiers", Modifier)
TURN = Kind("turn", Step)
CRT = Kind("crt", CombatTable, single=True)

KINDS: Mapping[str, Kind[Any]] = {
    kind.name: kind
    for kind in (
        PEOPLES, CLASSES, UNITS, CHITS, SPELLS, TERRAIN, MODIFIERS, FIGURES, TURN, MARKERS, RULINGS, TELLING, THEMES,
        PLACE_NAMES, CREDITS, PARTS, CRT, WORDS,
    )
}  # fmt: skip
"""Every kind of file of the catalogue, by its name."""
NAMED: Mapping[str, Kind[Any]] = {"unit": UNITS, "terrain": TERRAIN, "people": PEOPLES}
"""Whose entries players name, by the kind of word."""


class Catalogue(rulebook.Catalogue):
    """The whole catalogue; a kind is read when it is first asked for."""

    GAME = GAME
    DATA = DATA
    KINDS = KINDS
    NAMED = NAMED

    def people_called(self, name: str) -> People | None:
        """The people that players call so."""
        from ibbprint.engine.words import words_of

        peoples = self.shelf(PEOPLES)
        return peoples.get(name) or peoples.get(words_of(self).id("people", name) or "")

    @cached_property
    def chits(self) -> Sequence[CombatChit]:
        """The combat chits of the mix that is played with."""
        return [chit for chit in self.shelf(CHITS) if self.in_force({"chit_mix": chit.mix})]

    @cached_property
    def crt(self) -> CombatTable | None:
        entry = self.layers.single(CRT)
        return None if entry is None else entry.value

    def ground(self, kind: str) -> dict[str, Terrain]:
        """The kinds of hexes (`hex`), or of sides of hexes (`side`), by their id."""
        return {ground.id: ground for ground in self.shelf(TERRAIN) if ground.kind == kind}
