"""What a battle report calls counters and hexes: `the elven guard G1 and G2`, `Pankow`, `Ayrene’s Wood (0904)`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ibbprint.catalogue.models.telling import TelledAs
from ibbprint.phrases import listed, small
from ibbprint.systems.ayrenes_woods.rules.setting import Setting


class Names:
    """The names of all counters and hexes of a battle."""

    def __init__(self, setting: Setting, telling: Mapping[str, TelledAs]) -> None:
        self.setting = setting
        self.telling = telling
        self.units = {place.key: place for place in setting.battle.units}
        self.leaders = {place.key: place for place in setting.battle.leaders}
        assert setting.battle.map is not None
        self._areas = {name: area.name for area in setting.battle.map.model.areas for name in area.hexes}

    def of(self, keys: Iterable[str]) -> str:
        """Some counters by name, units of one kind together."""
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
        return small(name) if name.lower().startswith("the ") else name

    def side(self, army: str) -> str:
        """An army in the middle of a sentence."""
        return small(self.setting.battle.armies[army].name)

    def place(self, name: str) -> str:
        """A hex by the wood that it lies in, else by its number."""
        area = self._areas.get(name)
        if area is None:
            return self._said("place-hex", hex=name)
        return self._said("place-named", name=small(area) if area.startswith("The ") else area, hex=name)

    def _said(self, kind: str, **words: str) -> str:
        return self.telling[kind].say[0].format_map(words)
