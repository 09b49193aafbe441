"""An element as it is in a combat: what counts for and against it, and nothing of where it stands."""

from __future__ import annotations

from typing import NamedTuple, Self

from ibbprint.systems.element_battle.models.troops import Option, Terrain, Troop


class Stand(NamedTuple):
    """One side of a combat. `ground` is the terrain under its base, None in the open.

    `flanks` are how many of left, right and rear are overlapped or touched; `touching` the enemies who touch it there,
    which bars its recoil (H-26). `charged` says that it moved into this enemy in the same turn (H-18).
    """

    troop: Troop
    general: bool = False
    options: tuple[Option, ...] = ()
    ground: Terrain | None = None
    higher: bool = False
    flanks: int = 0
    touching: tuple[Troop, ...] = ()
    second: bool = False
    second_ground: Terrain | None = None
    stuck: bool = False
    """Whether it has no room to go back, whoever touches it."""
    charged: bool = False
    aids: int = 0
    """How many others help it to shoot or cast."""
    across_water: bool = False
    guarded: bool = False
    at_home: bool = False
    """Whether its stronghold is near by."""

    @property
    def signature(self) -> tuple[object, ...]:
        """All that it is, as a key: two stands with the same fight alike."""
        troop, general, options, ground, higher, flanks, touching, second, second_ground, *rest = self
        return (
            troop.id,
            general,
            tuple([option.id for option in options]) if options else (),
            None if ground is None else ground.id,
            higher,
            flanks,
            tuple([neighbour.id for neighbour in touching]) if touching else (),
            second,
            None if second_ground is None else second_ground.id,
            *rest,
        )

    def on(self, ground: Terrain | None) -> Self:
        """A copy of the stand on other ground."""
        return self._replace(ground=ground)

    @property
    def flies(self) -> bool:
        return self.troop.arm == "aerial"

    @property
    def in_bad_going(self) -> bool:
        """Whether it stands in bad going; aerials stand in none (H-74)."""
        return not self.flies and self.ground is not None and self.ground.going == "bad"

    @property
    def in_water(self) -> bool:
        return not self.flies and self.ground is not None and self.ground.water

    @property
    def in_cover(self) -> bool:
        return not self.flies and self.ground is not None and self.ground.cover

    @property
    def is_foot(self) -> bool:
        """Whether its enemies have their bonus against foot."""
        return self.troop.arm == "foot"

    def bonus(self, enemy: Stand) -> int:
        """Its bonus against an enemy (H-R22)."""
        return self.troop.foot if enemy.is_foot else self.troop.others

    def at_home_in(self, ground: Terrain) -> bool:
        """Whether bad going is none for its combat (H-50, H-77)."""
        return self.troop.steady or any(ground.id in option.steady_in for option in self.options)
