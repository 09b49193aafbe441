"""Write tests/map_hashes.yaml: for each theme the first figures of the hash of every map of the seeds 1 to 200.

Whoever changes how maps are made, on purpose, writes it anew (`make map-hashes`); the tests hold every machine to it.
"""

from __future__ import annotations

import hashlib
import sys
import textwrap
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from ibbprint.jobs.maps import made_map
from ibbprint.problems import Report
from ibbprint.systems import games

FILE = Path(__file__).resolve().parent.parent / "tests" / "map_hashes.yaml"
SEEDS = range(1, 201)
HEAD = """\
# The hashes of maps that are made from a seed: of each theme the seeds 1 to 200, the first eight figures of the SHA-256
# of the file, in the size of the game. Made by `make map-hashes`; any other machine must come to the same.
"""


def themes() -> list[tuple[str, str]]:
    """Every theme of every game that makes maps."""
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.engine.api.land import has_land

    found = []
    for game in games().values():
        country = game.country(KitOptions(), Report()) if has_land(game) else None
        found += [(game.id, theme.id) for theme in (country.themes if country is not None else ())]
    return found


def map_hash(game: str, theme: str, seed: int) -> str:
    """The hash of one map."""
    new = made_map(theme, str(seed), "", game, ())
    assert new.made is not None, str(new)
    return hashlib.sha256(new.text.encode()).hexdigest()[:8]


def hashes(theme: tuple[str, str]) -> str:
    return " ".join(map_hash(*theme, seed) for seed in SEEDS)


def main() -> int:
    every = themes()
    with ProcessPoolExecutor() as workers:
        made = list(workers.map(hashes, every))
    lines = [HEAD]
    for (game, theme), text in zip(every, made, strict=True):
        wrapped = textwrap.fill(text, 120, initial_indent="  ", subsequent_indent="  ")
        lines.append(f"{game} {theme}: >-\n{wrapped}\n")
    FILE.write_text("".join(lines), encoding="utf-8")
    print(FILE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
