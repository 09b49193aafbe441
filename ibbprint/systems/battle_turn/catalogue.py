"""The catalogue of The Battle Turn: the shipped files with designers' packs laid over them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Kind
from ibbprint.catalogue.rulebook import TELLING
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


class Catalogue(rulebook.Catalogue):
    """The whole catalogue; a kind is read when it is first asked for."""

    GAME = GAME
    DATA = Path(__file__).resolve().parent / "data"

    quality_entries = Kind(Quality, name="qualities")
    temperaments = Kind(Temperament)
    armour = Kind(Armour)
    weapons = Kind(Weapon)
    modifier_entries = Kind(Modifier, name="modifiers")
    orders = Kind(Orders)
    orders_result_entries = Kind(OrdersResult, name="orders-results")
    command_result_entries = Kind(CommandResult, name="command-results")
    conditions = Kind(ConditionKind)
    boasts = Kind(Boast)
    phase_entries = Kind(Phase, name="phases")
    terrain = Kind(Terrain)
    rosters = Kind(Roster, nested=True)
    spellings = Kind(Spelling)
    telling = TELLING

    NAMED: ClassVar[Mapping[str, Kind[Any]]] = {"weapon": weapons, "armour": armour, "terrain": terrain}

    def proper_names(self) -> Iterable[str]:
        return (unit.name for roster in self.rosters for unit in roster.units)

    # --- troops and tables by their ids -------------------------------------------------------------------------

    @cached_property
    def qualities(self) -> Mapping[str, Quality]:
        """Every quality, the best first."""
        return {entry.id: entry for entry in sorted(self.quality_entries, key=lambda item: -item.modifier)}

    @cached_property
    def phases(self) -> Mapping[str, Phase]:
        """The phases of a turn, in their order."""
        return {entry.id: entry for entry in sorted(self.phase_entries, key=lambda item: item.number)}

    @cached_property
    def modifiers(self) -> Mapping[str, tuple[Modifier, ...]]:
        """The modifiers of every table."""
        values: dict[str, list[Modifier]] = {}
        for entry in self.modifier_entries:
            values.setdefault(entry.table, []).append(entry)
        return {table: tuple(modifiers) for table, modifiers in values.items()}

    @cached_property
    def orders_results(self) -> Sequence[OrdersResult]:
        """The results of new orders, from the best score down."""
        return sorted(self.orders_result_entries, key=lambda item: -item.least)

    @cached_property
    def command_results(self) -> Sequence[CommandResult]:
        """The results of a command test, from the best score down."""
        return sorted(self.command_result_entries, key=lambda item: -item.least)

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
