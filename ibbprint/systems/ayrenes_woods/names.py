"""Names of counters and hexes in battle reports.

`The elven guard G1 and G2`, `Pankow`, `Ayrene’s Wood (0904)`, `clear ground by the East Bourne, 1507`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cached_property

from ibbprint.catalogue.models.telling import TelledAs
from ibbprint.engine.narration import Naming
from ibbprint.phrases import inside, listed, small
from ibbprint.systems.ayrenes_woods.rules.setting import Setting

CLEAR = "clear"
CLOSE, NEAR = 1, 3
"""Hexes to a landmark: ground by it, ground near it; what is farther off is in some direction from it."""
WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class Names(Naming):
    """The names of all counters and hexes of a battle."""

    def __init__(self, setting: Setting, telling: Mapping[str, TelledAs]) -> None:
        super().__init__(telling)
        self.setting = setting
        self.units = {place.key: place for place in setting.battle.units}
        self.leaders = {place.key: place for place in setting.battle.leaders}
        assert setting.battle.map is not None
        self._map = setting.battle.map
        self._areas = {name: area.name for area in self._map.model.areas for name in area.hexes}

    def of(self, keys: Iterable[str]) -> str:
        """The names of several counters, units of one kind together."""
        groups: dict[str, list[str]] = {}
        for key in dict.fromkeys(keys):
            place = self.units.get(key)
            groups.setdefault(self.leader(key) if place is None else f"the {small(place.unit.name)}", []).append(key)
        return listed(
            [name if keys[0] not in self.units else f"{name} {listed(keys)}" for name, keys in groups.items()]
        )

    def leader(self, key: str, *, replaced: bool = False) -> str:
        """A leader by his name, in the middle of a sentence."""
        place = self.leaders.get(key)
        if place is None:
            return key
        name = place.command.leader.name
        if replaced:
            return f"the new leader of {place.command.name}"
        return inside(name)

    def side(self, army: str) -> str:
        """An army in the middle of a sentence."""
        return small(self.setting.battle.armies[army].name)

    def place(self, name: str) -> str:
        """A hex by the wood that it is in, clear ground by what is near it, else by its number."""
        return self._place(name)[1]

    def where(self, name: str) -> str:
        """The place with its preposition: `in`, `on`, `at`."""
        kind, place = self._place(name)
        return self.phrase(f"where-{kind}", place=place)

    def beside(self, name: str) -> str:
        """The name of the landmark near a clear hex, without its number; the whole name of any other place."""
        kind, place = self._place(name)
        return place.removesuffix(name) if kind == "clear" else place

    def number(self, name: str) -> str:
        """A hex by its number alone."""
        return self.phrase("place-hex", hex=name)

    def at_number(self, name: str) -> str:
        """The number of a hex with its preposition."""
        return self.phrase("where-hex", place=self.number(name))

    def _place(self, name: str) -> tuple[str, str]:
        """The kind of a place (named, clear, hex) and its name."""
        area = self._areas.get(name)
        if area is not None:
            return "named", self.phrase("place-named", name=inside(area), hex=name)
        near = self._nearest(name) if self._map.terrain.get(name) == CLEAR else None
        if near is None:
            return "hex", self.phrase("place-hex", hex=name)
        landmark, nearest_hex, far = near
        if far <= CLOSE:
            return "clear", self.phrase("place-by", near=landmark, hex=name)
        if far <= NEAR:
            return "clear", self.phrase("place-near", near=landmark, hex=name)
        return "clear", self.phrase("place-off", near=landmark, way=self._way(nearest_hex, name), hex=name)

    def _nearest(self, name: str) -> tuple[str, str, int] | None:
        """The nearest stream or wood, its nearest hex and how far off it is; of several as near the first of the map.

        A hex on the bank of a stream is as near to it as one next to a wood is to the wood.
        """
        items = [
            (self._map.grid.distance(name, nearest_hex) + off, order, landmark, nearest_hex)
            for order, (landmark, hexes, off) in enumerate(self._landmarks)
            for nearest_hex in hexes
        ]
        if not items:
            return None
        far, _, landmark, nearest_hex = min(items)
        return landmark, nearest_hex, far

    @cached_property
    def _landmarks(self) -> tuple[tuple[str, tuple[str, ...], int], ...]:
        """The landmarks that clear ground is named after: name, hexes, and an addition to their distance."""
        model = self._map.model
        waters = ((w.name, {h for pair in self._map.pairs(w) for h in pair}, 1) for w in model.hexside_waters)
        areas = ((area.name, area.hexes, 0) for area in model.areas)
        return tuple((inside(name), tuple(sorted(hexes)), off) for name, hexes, off in (*waters, *areas) if hexes)

    def _way(self, start: str, end: str) -> str:
        """The point of the compass in which a hex is from another, north at the top of the map."""
        (x0, y0), (x1, y1) = self._map.grid.centre(start, 1.0), self._map.grid.centre(end, 1.0)
        turn = math.degrees(math.atan2(x1 - x0, y0 - y1)) % 360
        return WINDS[round(turn / 45) % len(WINDS)]
