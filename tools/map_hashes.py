"""Write map_hashes.yaml: for each theme the first figures of the hash of every map of the seeds 1 to 200.

Whoever changes how maps are made, on purpose, writes it anew (`make map-hashes`); the tests hold every machine to it.
It says what these maps are like as well: a map that failed a gate would stop it.
"""

from __future__ import annotations

import hashlib
import sys
import textwrap
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from ibbprint.catalogue.maps import HexMap
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.engine.api.land import Country
from ibbprint.engine.land.gates import shares_of
from ibbprint.engine.land.making import MadeMap, make_map
from ibbprint.problems import Report
from ibbprint.systems import games

FILE = Path(__file__).resolve().parent.parent / "tests" / "components" / "maps" / "map_hashes.yaml"
SEEDS = range(1, 201)
HEAD = """\
# The hashes of maps that are made from a seed: of each theme the seeds 1 to 200, the first eight figures of the SHA-256
# of the file, in the size of the game. Made by `make map-hashes`; any other machine must come to the same.
"""
Ground = tuple[tuple[str, tuple[str, ...]], ...]


class Survey(NamedTuple):
    """The maps of a theme: their hashes, and what is told of them."""

    hashes: str
    told: str


def countries() -> dict[str, Country]:
    """The ground of every game that makes maps."""
    result = {game.id: game.country(KitOptions(), Report()) for game in games().values() if game.offers(Game.country)}
    return {id: country for id, country in result.items() if country is not None}


def hash_of(made: MadeMap) -> str:
    return hashlib.sha256(made.text.encode()).hexdigest()[:8]


def ground(found: HexMap) -> Ground:
    """What lies in each hex, and which of its sides are under water."""
    wet: dict[str, list[str]] = {}
    for pair in found.streams:
        for name in pair:
            wet.setdefault(name, []).append("".join(sorted(pair)))
    return tuple((kind, tuple(sorted(wet.get(name, ())))) for name, kind in found.terrain.items())


def most_alike(maps: Sequence[HexMap]) -> float:
    """How much of their ground the two have in common that are most alike, in percent."""
    grounds = [ground(each) for each in maps]
    pairs = (sum(map(Ground.__eq__, item, other)) * 100 / len(item) for item, other in combinations(grounds, 2))
    return max(pairs, default=0.0)


def farthest_off(maps: Sequence[MadeMap], wanted: dict[str, int]) -> float:
    """How far the share of a ground is off that of the theme at the worst, in points of a hundred."""
    return max(abs(dict(map.judged.shares).get(kind, 0) / 10 - share) for map in maps for kind, share in wanted.items())


def survey(of: tuple[str, str]) -> Survey:
    """Make every map of a theme. Raises AssertionError where one fails a gate."""
    country = countries()[of[0]]
    theme = country.themes[of[1]]
    results: list[MadeMap] = []
    started = time.process_time()
    for seed in SEEDS:
        report = Report()
        board = make_map(country, theme, str(seed), country.size, "", report)
        assert board is not None, "\n".join(map(str, report))
        results.append(board)
    spent = (time.process_time() - started) / len(results)
    message = (
        f"{of[0]} {of[1]}: {len(results)} maps passed every gate, {sum(each.tries == 1 for each in results)} at the "
        f"first try; {spent:.3f} s each; shares off by {farthest_off(results, shares_of(theme)):.1f} points at most; "
        f"no two alike in more than {most_alike([each.map for each in results]):.0f}%"
    )
    return Survey(" ".join(map(hash_of, results)), message)


def main() -> int:
    every = [(game, theme.id) for game, country in countries().items() for theme in country.themes]
    lines = [HEAD]
    with ProcessPoolExecutor() as workers:
        for (game, theme), result in zip(every, workers.map(survey, every), strict=True):
            wrapped = textwrap.fill(result.hashes, 120, initial_indent="  ", subsequent_indent="  ")
            lines.append(f"{game} {theme}: >-\n{wrapped}\n")
            print(result.told, flush=True)
    FILE.write_text("".join(lines), encoding="utf-8")
    print(FILE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
