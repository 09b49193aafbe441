"""The catalogue of The Battle Turn: the shipped files with designers' packs laid over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Kind
from ibbprint.catalogue.rulebook import CREDITS, FIGURES, PARTS, TELLING
from ibbprint.catalogue.rulebook import MARKERS as MARKERS
from ibbprint.catalogue.rulebook import RULINGS as RULINGS
from ibbprint.catalogue.rulebook import WORDS as WORDS
from ibbprint.systems.battle_turn.models import (
    Armour,
    Boast,
    CommandResult,
    ConditionKind,
    Modifier,
    Orders,
    OrdersResult,
    Phase,
    Quality,
    Roster,
    Spelling,
    Temperament,
    Terrain,
    Weapon,
)

GAME = "battle-turn"
ALSO = ("the-battle-turn",)
"""What else a roster may call the game, written as ids are."""

QUALITIES = Kind("qualities", Quality)
TEMPERAMENTS = Kind("temperaments", Temperament)
ARMOUR = Kind("armour", Armour)
WEAPONS = Kind("weapons", Weapon)
MODIFIERS = Kind("modifiers", Modifier)
ORDERS = Kind("orders", Orders)
ORDERS_RESULTS = Kind("orders-results", OrdersResult)
COMMAND_RESULTS = Kind("command-results", CommandResult)
CONDITIONS = Kind("conditions", ConditionKind)
BOASTS = Kind("boasts", Boast)
PHASES = Kind("phases", Phase)
TERRAIN = Kind("terrain", Terrain)
ROSTERS = Kind("rosters", Roster, nested=True)
SPELLINGS = Kind("spellings", Spelling)

KINDS: Mapping[str, Kind[Any]] = {
    kind.name: kind
    for kind in (
        QUALITIES, TEMPERAMENTS, ARMOUR, WEAPONS, MODIFIERS, ORDERS, ORDERS_RESULTS, COMMAND_RESULTS, CONDITIONS,
        BOASTS, PHASES, TERRAIN, ROSTERS, SPELLINGS, FIGURES, MARKERS, CREDITS, PARTS, RULINGS, TELLING, WORDS,
    )
}  # fmt: skip
"""Every kind of file of the catalogue, by its name."""
NAMED: Mapping[str, Kind[Any]] = {"weapon": WEAPONS, "armour": ARMOUR, "terrain": TERRAIN}
"""Whose entries players name, by the kind of word."""


class Catalogue(rulebook.Catalogue):
    """The whole catalogue; a kind is read when it is first asked for."""

    GAME = GAME
    DATA = Path(__file__).resolve().parent / "data"
    KINDS = KINDS
    NAMED = NAMED

    # --- troops and tables by their ids -------------------------------------------------------------------------

    @cached_property
    def qualities(self) -> Mapping[str, Quality]:
        """Every quality, the best first."""
        return {one.id: one for one in sorted(self.shelf(QUALITIES), key=lambda one: -one.modifier)}

    @cached_property
    def temperaments(self) -> Mapping[str, Temperament]:
        return {one.id: one for one in self.shelf(TEMPERAMENTS)}

    @cached_property
    def weapons(self) -> Mapping[str, Weapon]:
        return {one.id: one for one in self.shelf(WEAPONS)}

    @cached_property
    def orders(self) -> Mapping[str, Orders]:
        return {one.id: one for one in self.shelf(ORDERS)}

    @cached_property
    def phases(self) -> Mapping[str, Phase]:
        """The phases of a turn, in their order."""
        return {one.id: one for one in sorted(self.shelf(PHASES), key=lambda one: one.number)}

    @cached_property
    def modifiers(self) -> Mapping[str, tuple[Modifier, ...]]:
        """The modifiers of every table."""
        found: dict[str, list[Modifier]] = {}
        for one in self.shelf(MODIFIERS):
            found.setdefault(one.table, []).append(one)
        return {table: tuple(each) for table, each in found.items()}

    @cached_property
    def orders_results(self) -> Sequence[OrdersResult]:
        """What becomes of new orders, from the best score down."""
        return sorted(self.shelf(ORDERS_RESULTS), key=lambda one: -one.least)

    @cached_property
    def command_results(self) -> Sequence[CommandResult]:
        """What a command test does, from the best score down."""
        return sorted(self.shelf(COMMAND_RESULTS), key=lambda one: -one.least)

    # --- switches -----------------------------------------------------------------------------------------------

    @cached_property
    def hit_target(self) -> int:
        """The score that hits, in both phases (B-01)."""
        return int(self.chosen["hit_target"])

    @cached_property
    def cumulative_losses(self) -> bool:
        """Whether losses above a quarter and above a half both count in the combat test (B-19)."""
        return self.chosen["casualty_mods"] == "cumulative"

    @cached_property
    def panic_of_army(self) -> bool:
        """Whether a unit that routs by influence has the whole army tested, not its command (B-27)."""
        return self.chosen["panic_scope"] == "army"

    @cached_property
    def volleys(self) -> int:
        """The volleys of a unit whose roster does not say (B-07)."""
        return int(self.chosen["volleys"])

    @cached_property
    def turns(self) -> int:
        """The turns of a battle (B-40)."""
        return int(self.chosen["turns"])
