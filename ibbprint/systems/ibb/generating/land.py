"""The map of a made-up scenario: a new one from the seed, or an existing one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ibbprint.catalogue.map_checks import check_map
from ibbprint.catalogue.maps import HexMap, read_map
from ibbprint.catalogue.source import read_bytes
from ibbprint.dice import seed_of
from ibbprint.engine.api.generating import RollMade, stream
from ibbprint.engine.land.making import make_map
from ibbprint.problems import BadRequest, Report, did_you_mean
from ibbprint.systems.ibb.catalogue import Catalogue, figure
from ibbprint.systems.ibb.generating import kinds
from ibbprint.systems.ibb.generating.ground import crossings
from ibbprint.systems.ibb.generating.wishes import NEW, Wish
from ibbprint.systems.ibb.land import Country
from ibbprint.systems.ibb.lists.battle.field import Finder
from ibbprint.systems.ibb.rules.ground import Ground
from ibbprint.systems.ibb.scenarios import listed

MOST_MAPS = 5
SMALL = (18, 13)
"""Columns and rows of a map for an evening."""
LARGER = ((200, (26, 18)), (400, (30, 22)))
"""With more gold than this on the dearer side, a new map has so many columns and rows."""


class Land(NamedTuple):
    """A map, its file for the pack (None: it comes with the game or a pack), and how it was come by."""

    map: HexMap
    data: bytes | None
    rolls: tuple[RollMade, ...]


def lands(
    wish: Wish, kind: str, seed: str, catalogue: Catalogue, packs: tuple[Path, ...], report: Report
) -> Iterator[Land]:
    """Maps that suit the kind of battle, the one of the seed first; none with the reason in the report."""
    if wish.map != NEW:
        land = _existing_map(wish.map, catalogue, packs, report)
        if land is not None:
            yield land
        return
    country = Country(catalogue)
    if wish.ground and wish.ground not in country.themes:
        hint = did_you_mean(wish.ground, country.themes.entries)
        raise BadRequest(f"there is no ground {wish.ground!r}.", hint, "--ground")
    fit = [theme for theme in country.themes if kind != kinds.CROSSING or theme.river is not None]
    if wish.ground and wish.ground not in [theme.id for theme in fit]:
        hint = f"Grounds with a river: {', '.join(theme.id for theme in fit)}."
        raise BadRequest(f"there is no river on the ground {wish.ground}, so nothing to cross.", hint, "--ground")
    die = stream(seed, "ground").roll(len(fit))
    theme = country.themes[wish.ground] if wish.ground else fit[die - 1]
    faces = () if wish.ground else (die,)
    rolls = (RollMade("Ground", f"d{len(fit)}" if faces else "", faces, "themes", theme.id, theme.name),)
    failed = Report()
    for number in range(MOST_MAPS):
        result = make_map(country, theme, seed_of(f"map:{seed}", number), _size(wish, kind), "", failed)
        if result is not None and (kind != kinds.CROSSING or crossings(_finder(result.map, catalogue)) is not None):
            yield Land(result.map, result.text.encode(), rolls)
    if failed.errors:
        report.add(failed.errors[-1])


def has_water(wish: Wish, catalogue: Catalogue, packs: tuple[Path, ...]) -> bool:
    """Whether the ground that is wished for may have a water to cross; what is wrong with it is reported elsewhere."""
    if wish.map == NEW:
        theme = catalogue.themes.get(wish.ground)
        return theme is None or theme.river is not None
    land = _existing_map(wish.map, catalogue, packs, Report())
    return land is not None and crossings(_finder(land.map, catalogue)) is not None


def _size(wish: Wish, kind: str) -> tuple[int, int]:
    if wish.evening and kind != kinds.BREAKTHROUGH:
        return SMALL
    gold = wish.budget * (2 if kind in kinds.WITH_ROLES else 1)
    return next((size for least, size in reversed(LARGER) if gold > least), Country.size)


def _existing_map(name: str, catalogue: Catalogue, packs: tuple[Path, ...], report: Report) -> Land | None:
    """A map that there is, by its id or its file."""
    maps = {item.id: item.file for item in listed(packs, Report()) if item.kind == "map"}
    is_file = name.endswith((".yaml", ".yml")) or "/" in name or "\\" in name
    if not is_file and name not in maps:
        raise BadRequest(f"there is no map {name!r}.", did_you_mean(name, [NEW, *maps]), "--map")
    path = Path(name) if is_file else maps[name]
    read = read_map(path, report)
    result = None if read is None else check_map(*read, catalogue.terrain.entries, report)
    data = read_bytes(path, str(path), report) if result is not None and is_file else None
    return None if result is None else Land(result, data, ())


def _finder(hexmap: HexMap, catalogue: Catalogue) -> Finder:
    figures, terrain = catalogue.figures, catalogue.terrain
    ground = Ground(hexmap, {kind.id: kind for kind in terrain}, figures["road-divisor"], figures["bank-crossing"])
    return Finder(hexmap, ground, {kind.id: kind.name for kind in terrain}, figure(catalogue, "set-up-distance"))
