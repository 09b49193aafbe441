"""Names of counters and hexes in battle reports: `King Tudwall’s heavy cavalry`, `the lower bridge (1707)`.

Promises: the same counter has the same name all through a game; counters that would share a name add their ids.
"""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ibbprint.catalogue.models.telling import TelledAs
from ibbprint.engine.narration import Naming
from ibbprint.phrases import listed, possessive, small
from ibbprint.systems.ibb.facts import in_text
from ibbprint.systems.ibb.rules.ground import Ground
from ibbprint.systems.ibb.rules.state import Counter, State
from ibbprint.systems.ibb.scenarios import Line


class Name(NamedTuple):
    """A name in its parts: owner, kind, and the whole it belongs to."""

    before: str
    core: str
    after: str = ""

    def __str__(self) -> str:
        return f"{self.before}{self.core}{self.after}"


class Names(Naming):
    """The names of all counters and hexes of one game."""

    def __init__(self, state: State, telling: Mapping[str, TelledAs]) -> None:
        super().__init__(telling)
        self.state = state
        self.setting = state.setting
        self.counters = {unit.key: unit for unit in state.units}
        self._known: dict[str, Name] = {}

    # --- counters ----------------------------------------------------------------------------------------------

    def of(self, keys: Iterable[str], *, among: str = "", by_name: Collection[str] = ()) -> str:
        """The names of several counters, those of one master together.

        Those of the formation `among`, and those in `by_name`, whom the text has named already, are called without the
        name of their master.
        """
        groups: dict[tuple[str, str], dict[str, list[str]]] = {}
        for key in dict.fromkeys(keys):
            name = self.name(key)
            unit = self.counters.get(key)
            if unit is not None and unit.kind.troops and among and unit.formation == among:
                name = name._replace(before="the ", after="")
            elif name.after and key in by_name:
                name = name._replace(after="")
            elif key in by_name and name.before and unit is not None and unit.kind.troops:
                name = name._replace(before="the ")
            same = groups.setdefault((name.before, name.after), {})
            same.setdefault(name.core, []).append(key)
        items: list[str] = []
        for (before, after), cores in groups.items():
            parts = [self._with_ids(core, ids) for core, ids in cores.items()]
            if len(parts) > 1 and before == "the " and any(" and " in item for item in parts):
                # `the pikemen S1 and S2, and the archers`, but `the pikemen and archers`.
                items += [f"{before}{item}" for item in parts]
                items[-1] += after
            else:
                items.append(f"{before}{_joined(parts)}{after}")
        return _joined(items)

    def _with_ids(self, core: str, keys: Sequence[str]) -> str:
        if self.number.get(core, 0) < 2:
            return core
        unit = self.counters.get(keys[0])
        # Troops are many already (`pikemen`); a leader or an engine is one thing.
        item = unit is not None and not unit.kind.troops and len(keys) > 1
        return f"{core}{'s' if item else ''} {listed(runs(keys))}"

    def name(self, key: str) -> Name:
        result = self._known.get(key)
        if result is None:
            unit = self.counters.get(key)
            result = self._known[key] = Name("", key) if unit is None else self._name(unit)
        return result

    @cached_property
    def number(self) -> Mapping[str, int]:
        """The number of counters of the same kind, under any leader."""
        return Counts(self.name(key).core for key in self.counters)

    def _name(self, unit: Counter) -> Name:
        line = self.line(unit)
        own_name = line.force.name if line is not None else None
        if unit.kind.leader:
            if own_name is None:
                return Name("the ", unit.kind.leader, f" of the {self.side(unit.side)}")
            return Name("the ", small(own_name)) if is_office(own_name) else Name("", own_name)
        if own_name is not None:
            return Name("", small(own_name)) if own_name.lower().startswith("the ") else Name("the ", own_name)
        core = self._small(unit.original.name)
        if unit.summoner >= 0:
            return Name(f"{self._owner(self.state.units[unit.summoner])} ", core)
        formation = next((f for f in self.setting.scenario.formations if f.id == unit.formation), None)
        if formation is None:
            return Name("the ", core, f" of the {self.side(unit.side)}")
        if formation.captain is not None and not is_office(formation.captain):
            return Name(f"{possessive(formation.captain)} ", core)
        if formation.name.lower().removeprefix("the ") == core.lower():
            return Name("the ", core)
        return Name("the ", core, f" of {with_article(formation.name)}")

    def _owner(self, unit: Counter) -> str:
        return possessive(str(self.name(unit.key)))

    def line(self, unit: Counter) -> Line | None:
        """The line of the order of battle that a counter came from; None for summoned ones."""
        place = self.setting.places.get(unit.id)
        return None if place is None else place.line

    def side(self, side: int | str) -> str:
        """A side in short: its name as far as the first comma."""
        sides = self.setting.scenario.sides
        result = sides[side] if isinstance(side, int) else next((s for s in sides if s.id == side), None)
        return str(side) if result is None else result.name.partition(",")[0]

    @cached_property
    def _proper(self) -> frozenset[str]:
        """Words of the names of peoples, which keep their capitals."""
        return frozenset(word for side in self.setting.scenario.sides for word in side.name.split())

    def _small(self, text: str) -> str:
        return " ".join(small(word) if word.istitle() and word not in self._proper else word for word in text.split())

    # --- hexes -------------------------------------------------------------------------------------------------

    def place(self, name: str) -> str:
        """A hex by what is there: a bridge or place by its name, a road or water, else the kind of ground."""
        ground: Ground = self.setting.ground
        model = ground.map.model
        for bridge in model.bridges:
            if bridge.hex == name:
                return self.phrase("place-named", name=in_text(model, bridge.name), hex=name)
        terrain = ground.map.terrain.get(name)
        if terrain is None:
            return name
        area = self._area_names.get(name)
        if area is not None:
            return self.phrase("place-named", name=in_text(model, area), hex=name)
        for kind, courses in (("place-water", model.waters), ("place-road", model.roads)):
            for course in courses:
                if name in course.hexes and (kind == "place-water" or terrain == "clear"):
                    return self.phrase(kind, name=in_text(model, course.name), hex=name)
        return self.phrase(
            f"ground-{terrain}" if f"ground-{terrain}" in self.telling else "place-ground",
            name=small(ground.kinds[terrain].name),
            hex=name,
        )

    @cached_property
    def _area_names(self) -> Mapping[str, str]:
        """The hexes of each area that is exactly one patch of one ground, with its name: that is a place."""
        hexmap = self.setting.ground.map
        areas = [area for area in hexmap.model.areas if frozenset(area.hexes) in hexmap.patches]
        return {name: area.name for area in areas for name in area.hexes if hexmap.terrain[area.hexes[0]] != "clear"}


def _joined(groups: Sequence[str]) -> str:
    """Groups in one list, a comma before the last where a group is a list itself."""
    if len(groups) > 1 and any(" and " in group for group in groups):
        return f"{', '.join(groups[:-1])}, and {groups[-1]}"
    return listed(groups)


def is_office(name: str) -> bool:
    """Whether a leader is called by what he does (`Captain of the line`), not by a name of his own."""
    later_words = name.split()[1:]
    return bool(later_words) and all(word == word.lower() for word in later_words)


def with_article(name: str) -> str:
    """The name of a formation inside a sentence: `the West Ridge`, `Bows and Foot`."""
    if name.lower().startswith("the "):
        return small(name)
    return name if " and " in name else f"the {name}"


def runs(keys: Sequence[str]) -> list[str]:
    """Ids in few words: `S1–S4`, `S7`."""
    items: list[list[str]] = []
    for key in sorted(keys, key=id_of):
        letters, number = id_of(key)
        if items and id_of(items[-1][-1]) == (letters, number - 1):
            items[-1].append(key)
        else:
            items.append([key])
    return [part for run in items for part in ([f"{run[0]}–{run[-1]}"] if len(run) > 2 else run)]


def id_of(key: str) -> tuple[str, int]:
    letters = key.rstrip("0123456789")
    return letters, int(key[len(letters) :] or 0)
