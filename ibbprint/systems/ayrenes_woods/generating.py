"""Battles made up: the armies of the battle, in other woods and with other starts, as the folder of a pack."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.writing import template
from ibbprint.dice import seed_of
from ibbprint.engine.api.generating import Generated, GenerateRequest, Offer, RollMade, seed_slug, stream
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.odds import AskOption
from ibbprint.engine.land.making import make_map
from ibbprint.engine.scenario_files import read_head
from ibbprint.phrases import inside, listed
from ibbprint.problems import BadRequest, Report, did_you_mean
from ibbprint.showing import on_one_line
from ibbprint.systems.ayrenes_woods.catalogue import DATA, GAME, Catalogue
from ibbprint.systems.ayrenes_woods.land import Country
from ibbprint.systems.ayrenes_woods.models import Scenario
from ibbprint.systems.ayrenes_woods.scenarios import FILES

GROUND = AskOption("ground", "The kind of woods; rolled if not given.", metavar="THEME")
OFFER = Offer("Make up a new battle: other woods, other bournes, other starts.", (GROUND,), folder=True)
COMMANDS = "\narmies:\n"
"""Where the armies begin in the file of the battle: from there on it is taken over as it is."""
LARGE = 8
"""A wood of so many hexes is worth a name in the background."""
MOST_NAMED = 2


def generate(request: GenerateRequest, catalogue: Catalogue, options: KitOptions, report: Report) -> Generated | None:
    """The battle on a map of the seed; BadRequest for an unknown sort of woods."""
    path = FILES.find(GAME, options.packs, report)
    head = None if path is None else read_head(Scenario, path, Catalogue.KINDS, report)
    if path is None or head is None:
        return None
    country = Country(catalogue, head[0])
    themes = country.themes
    ground = request.options.get(GROUND.name, "")
    if ground and ground not in themes:
        raise BadRequest(f"there is no ground {ground!r}.", did_you_mean(ground, themes.entries), "--ground")
    die = stream(request.seed, "ground").roll(len(themes))
    theme = themes[ground] if ground else list(themes)[die - 1]
    result = make_map(country, theme, seed_of(f"map:{request.seed}", 0), country.size, "", report)
    if result is None:
        return None
    id, title = f"woods-{seed_slug(request.seed)}", f"Battle of {result.map.model.title}"[:80]
    values = {
        "id": id,
        "title": title,
        "game": GAME,
        "map": result.map.model.id,
        "turns": head[0].scenario.turns,
        "rules": options.rules,
        "again": _again(request, options),
        "applies": head[0].scenario.applies,
        "woods": listed(_woods(result.map)),
        "bournes": len(result.map.model.hexside_waters),
        "theme": theme.text,
        "armies": path.read_text(encoding="utf-8").partition(COMMANDS)[2],
    }
    files = {
        "pack.yaml": template(DATA / "generated-pack.yaml.j2").render(values).encode(),
        f"scenarios/{id}.yaml": template(DATA / "generated.yaml.j2").render(values).encode(),
        f"maps/{result.map.model.id}.yaml": result.text.encode(),
    }
    dice = () if ground else (die,)
    rolls = [RollMade("Woods", f"d{len(themes)}" if dice else "", dice, "themes", theme.id, theme.text)]
    return Generated(
        request.seed, id, title, files, rolls, [f"Every command starts on its silhouettes on {title[10:]}."]
    )


def _woods(on: HexMap) -> Sequence[str]:
    """The names of the largest woods, as far as they have any."""
    areas = [
        (len(area.hexes), area.name)
        for area in on.model.areas
        if len(area.hexes) >= LARGE and {on.terrain[hex] for hex in area.hexes} == {"woods"}
    ]
    return [inside(name) for _, name in sorted(areas, key=lambda pair: (-pair[0], pair[1]))[:MOST_NAMED]]


def _again(request: GenerateRequest, options: KitOptions) -> str:
    """The command that makes the same again."""
    words = ["ibbprint", "generate", GAME]
    words += [word for name, value in request.options.items() for word in (f"--{name}", str(value))]
    words += [word for pack in options.packs for word in ("--pack", str(pack))]
    words += [word for name, value in options.rules.items() for word in ("--rule", f"{name}={value}")]
    return on_one_line(shlex.join([*words, f"--seed={request.seed}"]))
