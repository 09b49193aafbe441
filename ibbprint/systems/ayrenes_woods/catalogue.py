"""The catalogue of Battle of Ayrene's Woods: the shipped files with designers' packs laid over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Kind, Single
from ibbprint.catalogue.rulebook import PLACE_NAMES, TELLING, THEMES
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


class Catalogue(rulebook.Catalogue):
    """The whole catalogue; a kind is read when it is first asked for."""

    GAME = GAME
    DATA = DATA

    peoples = Kind(People)
    classes = Kind(UnitClass)
    units = Kind(Unit)
    combat_chits = Kind(CombatChit)
    spells = Kind(Spell)
    terrain = Kind(Terrain)
    modifiers = Kind(Modifier)
    turn = Kind(Step)
    crt = Single(CombatTable)
    telling = TELLING
    themes = THEMES
    place_names = PLACE_NAMES

    NAMED: ClassVar[Mapping[str, Kind[Any]]] = {"unit": units, "terrain": terrain, "people": peoples}

    def people_called(self, name: str) -> People | None:
        """The people that players call so."""
        from ibbprint.engine.words import words_of

        peoples = self.peoples
        return peoples.get(name) or peoples.get(words_of(self).id("people", name) or "")

    @cached_property
    def chits(self) -> Sequence[CombatChit]:
        """The combat chits of the mix that is played with."""
        return [chit for chit in self.combat_chits if self.in_force({"chit_mix": chit.mix})]

    def ground(self, kind: str) -> dict[str, Terrain]:
        """The kinds of hexes (`hex`), or of sides of hexes (`side`), by their id."""
        return {ground.id: ground for ground in self.terrain if ground.kind == kind}
