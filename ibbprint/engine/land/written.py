"""A finished map as the file that people read and edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from ibbprint.catalogue.validate import slug
from ibbprint.catalogue.writing import template
from ibbprint.engine.land.draft import Bourne, Draft
from ibbprint.engine.land.naming import side_of
from ibbprint.patterns import regex

if TYPE_CHECKING:
    from jinja2 import Template

    from ibbprint.catalogue.models.maps import Start
    from ibbprint.engine.api.land import Country

LONGEST_ID = 60
BRIDGED = "BXYZ"
"""Letters for the grounds of waters where a bridge crosses them."""
_PLAIN = regex(r"[A-Za-z0-9 .,:;_+-]{1,60}")


class Ids:
    """Ids made of names, no two alike."""

    def __init__(self) -> None:
        self.given: set[str] = set()

    def of(self, name: str) -> str:
        plain = slug(name.replace("’", ""))[:LONGEST_ID] or "place"
        id = next(candidate for candidate in _numbered(plain) if candidate not in self.given)
        self.given.add(id)
        return id


def _numbered(plain: str) -> Iterator[str]:
    yield plain
    number = 2
    while True:
        yield f"{plain}-{number}"
        number += 1


def map_id(draft: Draft) -> str:
    """The id of a map: its title."""
    return Ids().of(draft.title)


def as_file(draft: Draft, country: Country, starts: Sequence[Start], seed: str) -> str:
    """The text of the map's file. `seed` is what the caller was given."""
    theme, grid, names = draft.theme, draft.grid, draft.space.names
    layout, shifted = country.layout
    legend, rows = _terrain(draft)
    plain_seed = seed if _PLAIN.fullmatch(seed) else ""
    command = (
        f"ibbprint map new --game {country.game} --ground {theme.id} --seed {quote(plain_seed)} "
        f"--size {grid.columns}x{grid.rows}"
    )
    return _template().render(
        {
            "title": draft.title,
            "id": map_id(draft),
            "game": country.game,
            "theme": theme.id,
            "theme_text": theme.text,
            "seed": f"the seed “{plain_seed}”" if plain_seed else "a seed",
            "lie": _lie(layout, shifted),
            "scale": country.scale,
            "layout": layout,
            "shifted": shifted,
            "note": f"{theme.text} The map was made from a seed{f': {command}' if plain_seed else ''}.",
            "columns": grid.columns,
            "rows": grid.rows,
            "legend": legend,
            "terrain": rows,
            "tens": "".join(f"{column // 10}" for column in range(1, grid.columns + 1)),
            "units": "".join(f"{column % 10}" for column in range(1, grid.columns + 1)),
            "directions": grid.directions,
            "starts": [start.model_dump() for start in starts],
            "bournes": _bournes(draft),
            **_lines(draft),
            **_areas(draft, names),
        }
    )


def _lie(layout: str, shifted: str) -> str:
    """The layout of the hexes, in a sentence."""
    if layout == "flat-top":
        return f"Columns run from top to bottom; the {shifted} ones are shifted down by half a hex."
    return f"The hexes have a point at the top; the {shifted} rows are shifted to the right by half a hex."


def _terrain(draft: Draft) -> tuple[dict[str, str], list[str]]:
    """The legend and the rows. A hex with a bridge has a letter of its own, so that it is seen in the file."""
    theme = draft.theme
    letters = {theme.ground: theme.letter}
    for part in (theme.sea, theme.river, theme.streams, *theme.covers, theme.villages):
        if part is not None:
            letters.setdefault(part.ground, part.letter)
    through = theme.roads.through if theme.roads is not None else {}
    for ground in through.values():
        letters.setdefault(ground, next(c for c in ground.upper() + ground if c not in letters.values()))
    bridges = {crossing.hex for crossing in draft.crossings if not crossing.ford}
    bridged: dict[str, str] = {}
    for h in sorted(bridges):
        free = (c for c in BRIDGED if c not in (*letters.values(), *bridged.values()))
        if draft.terrain[h] not in bridged:
            bridged[draft.terrain[h]] = next(free)
    used = set(draft.terrain)
    legend = {letter: ground for ground, letter in letters.items() if ground in used}
    legend |= {letter: ground for ground, letter in bridged.items()}
    line = [bridged[kind] if h in bridges else letters[kind] for h, kind in enumerate(draft.terrain)]
    wide = draft.grid.columns
    return legend, ["".join(line[at : at + wide]) for at in range(0, len(line), wide)]


def _lines(draft: Draft) -> dict[str, Any]:
    """Waters, bridges and roads."""
    names = draft.space.names
    water, bridge, road = Ids(), Ids(), Ids()
    return {
        "waters": [
            {
                "id": water.of(run.name),
                "name": run.name,
                "hexes": [names[h] for h in run.hexes],
                "joins": None if run.joins is None else names[run.joins],
            }
            for run in draft.runs
        ],
        "bridges": [
            {"id": bridge.of(crossing.name), "name": crossing.name, "hex": names[crossing.hex]}
            for crossing in draft.crossings
            if not crossing.ford
        ],
        "roads": [
            {"id": road.of(name), "name": name, "hexes": [names[h] for h in way]}
            for name, way in zip(draft.road_names, draft.roads, strict=True)
        ],
    }


def _areas(draft: Draft, names: Sequence[str]) -> dict[str, Any]:
    """The named areas: villages, fords, patches of ground, and the banks of a river that parts the map."""
    ids = Ids()
    fords = [(crossing.name, [crossing.hex]) for crossing in draft.crossings if crossing.ford]
    places = [*((v.name, v.hexes) for v in draft.villages), *fords, *((p.name, p.hexes) for p in draft.patches)]
    areas = [{"id": ids.of(name), "name": name, "hexes": [names[h] for h in hexes]} for name, hexes in places]
    return {"areas": areas, "banks": list(_banks(draft, ids, names))}


def _banks(draft: Draft, ids: Ids, names: Sequence[str]) -> Iterator[dict[str, str]]:
    """The land on either side of the main water, where no other water parts it."""
    if not draft.runs:
        return
    land = draft.groups(draft.land)
    if len(land) != 2:
        return
    river = draft.runs[0].name
    river = f"the {river[4:]}" if river.startswith("The ") else f"the {river}"
    sides = [side_of(draft, group) for group in land]
    if sides[0] == sides[1]:
        return
    for side, group in zip(sides, land, strict=True):
        yield {"id": ids.of(side.lower()), "name": f"{side} of {river}", "hex": names[group[len(group) // 2]]}


def _bournes(draft: Draft) -> list[Mapping[str, Any]]:
    ids = Ids()
    return [
        {"id": ids.of(bourne.name), "name": bourne.name, "kind": bourne.kind, "sides": list(_sides(draft, bourne))}
        for bourne in draft.bournes
    ]


def _sides(draft: Draft, bourne: Bourne) -> Iterator[str]:
    """The sides as files name them: a hex, and the direction of the other."""
    space, directions = draft.space, draft.grid.directions
    for a, b in bourne.sides:
        yield f"{space.names[a]} {directions[space.around[a].index(b)]}"


@cache
def _template() -> Template:
    return template(Path(__file__).with_name("map.yaml.j2"))
