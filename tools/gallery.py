"""Write the gallery of docs/maps-from-a-seed.md: maps with their seeds, and what maps are like in numbers.

`make gallery` makes it again; nothing in it is drawn or counted by hand.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from ibbprint.catalogue.maps import HexMap
from ibbprint.jobs.maps import MapOrder, NewMapOrder, ShowOrder, checked_map, made_map, shown_map

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "maps-from-a-seed.md"
PICTURES = ROOT / "docs" / "pictures"
MAPS = (
    ("ibb", "valley", "4"),
    ("ibb", "valley", "6"),
    ("ibb", "forest", "3"),
    ("ibb", "hills", "8"),
    ("ibb", "marsh", "2"),
    ("ibb", "coast", "2"),
    ("ibb", "coast", "8"),
    ("ibb", "heath", "7"),
    ("ibb", "pass", "2"),
    ("ibb", "pass", "9"),
    ("ibb", "desert", "8"),
    ("ayrenes-woods", "old-wood", "3"),
)
THEMES = ("valley", "forest", "hills", "marsh", "coast", "heath", "pass", "desert")
COUNTED = range(1, 21)
"""The seeds of the maps that are counted for the table."""
DPI, COLOURS = 26, 96
HEIGHTS = ("hill", "crest", "mountain", "pass")
WOODS = ("woods", "jungle")


class Like(NamedTuple):
    """What a map is like: shares in percent of the land, numbers of patches, hexes of roads and waters."""

    woods: float
    heights: float
    clear: float
    patches: int
    largest: int
    water: int
    road: int
    villages: int
    crossings: int


def like(found: HexMap, crossings: int) -> Like:
    terrain, grid = found.terrain, found.grid
    land = [h for h in grid.hexes if h not in found.water and terrain[h] != "sea"]

    def share(kinds: Sequence[str]) -> float:
        return sum(terrain[h] in kinds for h in land) * 100 / len(land)

    groups = [
        group for kinds in (WOODS, HEIGHTS) for group in grid.connected(h for h in grid.hexes if terrain[h] in kinds)
    ]
    roads = {h for road in found.model.roads for h in road.hexes}
    villages = sum(kind == "village" for kind in terrain.values())
    return Like(
        share(WOODS),
        share(HEIGHTS),
        share(("clear", "desert")),
        len(groups),
        max(map(len, groups), default=0),
        len(found.water),
        len(roads),
        villages,
        crossings,
    )


COLUMNS = ("woods %", "heights %", "open %", "patches", "largest", "water", "road", "villages", "crossings")


def table() -> Iterator[str]:
    """Forest Map One, and the mean of the maps of each theme."""
    yield f"| | {' | '.join(COLUMNS)} |"
    yield "|---|" + "--:|" * len(COLUMNS)
    known = checked_map(MapOrder("forest-map-one"))
    assert known.found is not None
    assert known.judged is not None
    yield row("Forest Map One", [like(known.found, known.judged.crossings)])
    for theme in THEMES:
        mades = [made_map(NewMapOrder(theme, seed=str(seed), game="ibb")).made for seed in COUNTED]
        yield row(theme, [like(each.map, each.judged.crossings) for each in mades if each is not None])


def row(name: str, maps: Sequence[Like]) -> str:
    means = [sum(values) / len(values) for values in zip(*maps, strict=True)]
    return f"| {name} | " + " | ".join(f"{mean:.0f}" if mean >= 10 else f"{mean:.1f}" for mean in means) + " |"


def picture(game: str, theme: str, seed: str) -> tuple[str, str]:
    """Draw a map into the pictures; its title, and what the page says of it."""
    new = made_map(NewMapOrder(theme, seed=seed, game=game))
    assert new.made is not None, str(new)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{new.id}.yaml"
        file.write_text(new.text, encoding="utf-8")
        output = shown_map(ShowOrder(file, format="png", dpi=DPI, game=game))
    image = Image.open(io.BytesIO(output.data)).convert("RGB").quantize(COLOURS)
    name = f"map-{theme}-{seed}.png"
    image.save(PICTURES / name, optimize=True)
    of = f" --game {game}" if game != "ibb" else ""
    return (
        name,
        f"![{new.title}](pictures/{name})\n*{new.title}*: `ibbprint map new{of} --ground {theme} --seed {seed}`\n",
    )


def between(text: str, name: str, body: str) -> str:
    """The page with what is between two marks put anew."""
    begin, end = f"<!-- {name}: made by make gallery -->", f"<!-- end of {name} -->"
    assert begin in text
    assert end in text
    return re.sub(f"{begin}.*?{end}", lambda _: f"{begin}\n{body}\n{end}", text, flags=re.DOTALL)


def main() -> int:
    for path in PICTURES.glob("map-*.png"):
        path.unlink()
    output = "\n".join(picture(*each)[1] for each in MAPS)
    text = between(PAGE.read_text(encoding="utf-8"), "numbers", "\n".join(table()))
    PAGE.write_text(between(text, "maps", output), encoding="utf-8")
    print(PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
