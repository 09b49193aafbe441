"""A map from a seed: every step in its order, the gates behind them, and another seed where one is not come through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from ibbprint.catalogue.maps import HexMap, map_in
from ibbprint.catalogue.models.themes import PlaceNames, Theme
from ibbprint.catalogue.source import parse_yaml
from ibbprint.dice import seed_of
from ibbprint.engine.api.land import Country
from ibbprint.engine.land.bournes import run_bournes
from ibbprint.engine.land.courses import degrees
from ibbprint.engine.land.covers import lay_covers
from ibbprint.engine.land.draft import Draft, Patch
from ibbprint.engine.land.gates import Fault, Judged, judged
from ibbprint.engine.land.naming import give_names
from ibbprint.engine.land.relief import flood_sea, raise_land
from ibbprint.engine.land.roads import lay_roads
from ibbprint.engine.land.waters import run_river, run_streams
from ibbprint.engine.land.written import as_file, map_id
from ibbprint.hexgrid import HexGrid
from ibbprint.problems import Report, Where

APART = 4
"""Steps between two villages."""
EACH = 60
"""How many hexes there must be for each village."""


def found_villages(draft: Draft) -> None:
    """Settle the best places on the roads."""
    villages = draft.theme.villages
    if villages is None:
        return
    lots = draft.lots("villages")
    count = min(draft.scaled(lots.between(*villages.number)), max(1, draft.size // EACH))
    ways = degrees(draft)
    crossings = {crossing.hex for crossing in draft.crossings}
    luck = {h: lots.below(160) for h in sorted(ways)}
    water = draft.water
    rim = set(draft.edge_of) | draft.next_to(draft.edge_of)
    plain = draft.price.get(draft.theme.ground, 100)
    able = [h for h in sorted(ways) if h not in water | rim and draft.price.get(draft.terrain[h], plain) <= plain]
    chosen: list[int] = []

    def worth(h: int) -> int:
        bridgehead = sum(n in crossings for n in draft.space.near[h] if (min(h, n), max(h, n)) in draft.links)
        open_land = sum(draft.price.get(draft.terrain[n], plain) <= plain for n in draft.space.near[h])
        first = draft.central(h) // 3 if not chosen else 12 * min(8, draft.apart(h, chosen))
        return 140 * (ways[h] > 2) + 90 * bridgehead + 12 * open_land + first + luck[h]

    # A road that ends on the map ends at a village.
    chosen += [h for h in sorted(ways) if ways[h] == 1 and h not in draft.edge_of]
    while len(chosen) < count:
        sites = [h for h in able if draft.apart(h, chosen) >= APART]
        if not sites:
            break
        chosen.append(max(sites, key=lambda h: (worth(h), -h)))
    for h in chosen:
        draft.terrain[h] = villages.ground
        draft.villages.append(Patch(villages.ground, [h]))


MOST_TRIES = 20
STEPS: tuple[Callable[[Draft], None], ...] = (
    raise_land,
    flood_sea,
    run_river,
    run_streams,
    run_bournes,
    lay_covers,
    lay_roads,
    found_villages,
)


class MadeMap(NamedTuple):
    """A map that passed every gate: its id and title, the file, the map itself, and its measures."""

    id: str
    title: str
    text: str
    map: HexMap
    judged: Judged
    tries: int


def make_map(
    country: Country, theme: Theme, seed: str, size: tuple[int, int], file: str, report: Report
) -> MadeMap | None:
    """The map of a seed; None with the gates that stopped every try in the report."""
    failed: Counter[str] = Counter()
    last: dict[str, Fault] = {}
    for number in range(MOST_TRIES):
        draft = drafted(country, theme, seed_of(seed, number), size)
        result = _judged(draft, country, seed, file, number + 1, report)
        if result is None:
            return None
        if not result.judged.faults:
            return result
        for fault in result.judged.faults:
            last[fault.gate] = fault
        failed.update(list(dict.fromkeys(fault.gate for fault in result.judged.faults)))
    gate, times = failed.most_common(1)[0]
    columns, rows = size
    report.error(
        Where(file or f"{theme.id} {columns}x{rows}"),
        f"map:{gate}",
        f"none of {MOST_TRIES} maps of the theme {theme.id}, {columns} by {rows} hexes, was good enough: "
        f"{times} of them failed because {last[gate].message}",
        "Try another seed, a larger map or another theme.",
    )
    return None


def drafted(country: Country, theme: Theme, seed: str, size: tuple[int, int]) -> Draft:
    """The map of one sub-seed, before the gates."""
    layout, shifted = country.layout
    draft = Draft(theme, HexGrid(*size, layout, shifted), f"{theme.id} {seed}", country.prices)
    for step in STEPS:
        step(draft)
    names: PlaceNames = country.place_names[theme.names]
    give_names(draft, names)
    return draft


def _judged(draft: Draft, country: Country, seed: str, file: str, tries: int, report: Report) -> MadeMap | None:
    """The draft as a file, read back like any other, before the gates; None where the theme makes no sound map."""
    id = map_id(draft)
    file = file or f"{id}.yaml"
    text = as_file(draft, country, country.starts(draft), seed)
    source = parse_yaml(text, file, report)
    read = None if source is None else map_in(source, report)
    result = None if read is None else country.read(*read, report)
    return (
        None if result is None else MadeMap(id, draft.title, text, result, judged(result, country, draft.theme), tries)
    )
