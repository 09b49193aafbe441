"""The conditions on every finished map, and on an edited map before it is worth playing on.

The gates look at the finished map, never at how it was made, so no later step can undo what an earlier one promised.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.models.maps import Area, Bridge, HexsideWater, Road, Water
from ibbprint.catalogue.models.themes import Theme
from ibbprint.engine.api.land import Country, Meeting
from ibbprint.phrases import listed

MOST_CROSSINGS = 3
OFF = 3
"""The largest difference between the share of a ground and that of its theme, in points of a hundred."""
LATE = 1
"""The most turns by which one side may reach the contested place later."""


class Fault(NamedTuple):
    """The reason why a map fails a gate, and the fields of its file at fault."""

    gate: str
    message: str
    hint: str = ""
    path: tuple[str | int, ...] = ()


class Judged(NamedTuple):
    """A map with the faults that the gates found, its meeting place, shares of ground and crossings."""

    faults: tuple[Fault, ...]
    meeting: Meeting | None
    """Where armies would fight: the best place for both, if there is one."""
    shares: tuple[tuple[str, int], ...]
    """What each ground covers of the land, in tenths of a percent, the largest first."""
    crossings: int
    """Bridges and fords between the banks of waters that part the land."""


def judged(hex_map: HexMap, country: Country, theme: Theme | None) -> Judged:
    """A map before the gates: of its theme, where it has one."""
    look = _Look(hex_map, country)
    faults = [*look.on_foot(), *look.over_water(theme), *look.ends_of_roads(), *look.names()]
    if theme is not None and look.land:
        faults += look.keeps_shares(theme)
    meeting = _evenest(country.meetings(hex_map)) if look.land else None
    faults += look.meets(meeting)
    return Judged(tuple(faults), meeting, look.shares, look.crossings)


def _evenest(meetings: Iterable[Meeting]) -> Meeting | None:
    """The first meeting that is even and named; else the evenest."""
    best: Meeting | None = None
    for meeting in meetings:
        if meeting.named and _odds(meeting) <= LATE:
            return meeting
        if best is None or _odds(meeting) < _odds(best):
            best = meeting
    return best


def _odds(meeting: Meeting) -> int:
    """The difference in turns between the arrivals of the two sides."""
    return abs(meeting.turns[0] - meeting.turns[1])


class _Look:
    def __init__(self, hex_map: HexMap, country: Country) -> None:
        self.map = hex_map
        self.country = country
        self.grid = hex_map.grid
        terrain = hex_map.terrain
        self.dry = [h for h in self.grid.hexes if h not in hex_map.water]
        self.land = [h for h in self.dry if terrain[h] in country.prices]
        """The hexes without water that somebody can enter."""
        self.over = hex_map.bridges | hex_map.fords
        """Bridges and fords."""
        self.banks = self.grid.connected(self.land)
        bank = {h: number for number, group in enumerate(self.banks) for h in group}
        joining = [h for h in sorted(self.over) if len({bank[n] for n in self.grid.neighbours(h) if n in bank}) > 1]
        self.crossings = len(joining)
        self.settled = {theme.villages.ground for theme in country.themes if theme.villages is not None}
        """The grounds of settlements."""
        counts: dict[str, int] = {}
        for h in self.land:
            counts[terrain[h]] = counts.get(terrain[h], 0) + 1
        ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        self.shares = tuple((kind, number * 1000 // len(self.land)) for kind, number in ranked)

    def on_foot(self) -> Iterator[Fault]:
        """All land is joined, over bridges and fords where there is water between."""
        if not self.land:
            yield Fault("land", "the map has no land.", "Make some of its hexes ground that can be entered.")
            return
        for group in self.grid.connected([*self.land, *self.over])[1:]:
            dry = sorted(group - self.map.water)
            if dry:
                hexes = f"{len(dry)} hexes of land, among them {dry[0]}," if len(dry) > 1 else f"the land in {dry[0]}"
                message = f"{hexes} cannot be reached on foot from the rest of the map."
                yield Fault("foot", message, "Run a road across the water there, over a bridge or through a ford.")

    def over_water(self, theme: Theme | None) -> Iterator[Fault]:
        """A river of the theme is crossed by roads, and not everywhere."""
        if theme is None or theme.river is None or theme.roads is None or not self.land:
            return
        if not 1 <= self.crossings <= MOST_CROSSINGS:
            subject = f"{self.crossings} bridges and fords lead" if self.crossings else "nothing leads"
            message = f"{subject} from bank to bank; a map of the theme {theme.id} has 1 to {MOST_CROSSINGS} crossings."
            yield Fault("crossings", message, path=("roads",))

    def ends_of_roads(self) -> Iterator[Fault]:
        """Every road ends at the edge of the map, at another road or in a settlement."""
        roads = self.map.model.roads
        for index, road in enumerate(roads):
            joined = {name for second in roads if second is not road for name in second.hexes}
            for path in (road.hexes, road.hexes[::-1]):
                name, inner, *rest = path
                ends = self.map.terrain[name] in self.settled or self.grid.leads_out(name, inner)
                if ends or name in joined or name in rest:
                    continue
                message = f"{road.name} stops in open country, in {name}."
                hint = "Extend it to the edge of the map or to another road, or put a village there."
                yield Fault("roads", message, hint, ("roads", index, "hexes"))

    def meets(self, meeting: Meeting | None) -> Iterator[Fault]:
        """Two armies have room, and a place with a name that both reach in about the same time."""
        if not self.land:
            return
        if meeting is None:
            yield Fault("zones", f"the map has no room for two armies: {self.country.armies}.")
            return
        item, second = meeting.turns
        if abs(item - second) > LATE:
            far = f"one army marches {_turns(item)} to {meeting.place} and the other {_turns(second)}"
            yield Fault("marches", f"{far}, and no other place is fairer.")
        elif not meeting.named:
            message = f"the best place to fight for, in {meeting.hex}, has no name."
            yield Fault("names", message, "Name it under areas: {id: ..., name: ..., hexes: [...]}", ("areas",))

    def names(self) -> Iterator[Fault]:
        """No name twice, and none missing that a victory condition could want: villages, bridges, waters."""
        model = self.map.model
        owners: dict[str, str] = {}
        kinds: dict[str, Sequence[Water | Bridge | Road | Area | HexsideWater]] = {
            "waters": model.waters,
            "bridges": model.bridges,
            "roads": model.roads,
            "areas": model.areas,
            "hexside_waters": model.hexside_waters,
        }
        for kind, entries in kinds.items():
            for index, entry in enumerate(entries):
                key = entry.name.casefold()
                if key in owners:
                    message = f"the name {entry.name} is given twice: to {owners[key]} and to {entry.id}."
                    yield Fault("names", message, path=(kind, index, "name"))
                owners.setdefault(key, entry.id)
        single = {area.hexes[0] for area in model.areas if len(area.hexes) == 1}
        bare = [h for h in self.land if self.map.terrain[h] in self.settled and h not in single]
        if bare:
            which = f"the village in {bare[0]} has" if len(bare) == 1 else f"the villages in {listed(bare)} have"
            message = f"{which} no name."
            yield Fault("names", message, "Name it under areas: {id: ..., name: ..., hexes: [...]}", ("areas",))

    def keeps_shares(self, theme: Theme) -> Iterator[Fault]:
        """Each ground has its share of the land."""
        counts = dict(self.shares)
        for ground, share in shares_of(theme).items():
            covered = counts.get(ground, 0)
            if abs(covered - 10 * share) > 10 * OFF:
                message = (
                    f"{ground} covers {covered // 10}.{covered % 10}% of the land; the theme {theme.id} has {share}%."
                )
                yield Fault("shares", message, path=("terrain",))


def shares_of(theme: Theme) -> dict[str, int]:
    """The share of each ground of a theme when all is laid, in percent of the land."""
    result = {theme.ground: 100}
    for cover in theme.covers:
        under = cover.over or theme.ground
        result[under] = result.get(under, 0) - cover.share
        result[cover.ground] = result.get(cover.ground, 0) + cover.share
    return result


def _turns(number: int) -> str:
    return "1 turn" if number == 1 else f"{number} turns"
