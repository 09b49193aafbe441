"""Packs to measure with: as many different units as wanted, each once on the table, in two armies."""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from pathlib import Path

SYMBOLS = (
    "axemen",
    "archers",
    "crossbowmen",
    "heavy-cavalry",
    "heavy-infantry",
    "light-cavalry",
    "light-infantry",
    "pikemen",
    "scouts",
    "slingers",
    "spearmen",
    "rangers",
)
NAMES = ("Guards", "Levies", "Riders", "Wardens", "Hillmen")
SHORT = ("Grd", "Levy", "Rid", "Wdn", "Hill")
ABILITIES = ("charge", "scout-contact", "refuse-battle", "ranger", "hill-people", "anti-cavalry")
MOST_SIDE = 99
"""The longest side of a map in hexes."""


@dataclass(frozen=True, slots=True)
class BenchPack:
    """A pack on the disk and the scenario in it that uses every unit once."""

    folder: Path
    scenario: str
    units: Path
    rows: int


def write_pack(folder: Path, rows: int) -> BenchPack:
    """A pack with `rows` units, no two alike, a map with a hex for each, and a scenario; the same bytes every time."""
    side = max(6, math.ceil(math.sqrt(rows * 1.3)))
    if side > MOST_SIDE:
        raise ValueError(f"{rows} units need a map of {side} by {side} hexes; a map has at most {MOST_SIDE}")
    (folder / "scenarios").mkdir(parents=True)
    (folder / "maps").mkdir()
    (folder / "pack.yaml").write_text(f"pack:\n  id: bench\n  title: {rows} units\n  game: ibb\n", encoding="utf-8")
    (folder / "maps" / "bench-field.yaml").write_text(_map(side), encoding="utf-8")
    (folder / "scenarios" / "bench.yaml").write_text(_SCENARIO, encoding="utf-8")
    units = folder / "units.csv"
    _table(units, [_unit(number) for number in range(rows)])
    _table(folder / "scenarios" / "bench.csv", [_force(number, rows, side) for number in range(rows)])
    return BenchPack(folder, "bench", units, rows)


def _table(path: Path, rows: list[dict[str, object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def _unit(number: int) -> dict[str, object]:
    shoots = number % 4 == 0
    abilities = [ABILITIES[(number + step) % len(ABILITIES)] for step in range(number % (2 if shoots else 3))]
    return {
        "id": f"bench-{number + 1}",
        "name": f"{NAMES[number % len(NAMES)]} {number + 1}",
        "short": f"{SHORT[number % len(SHORT)]} {number + 1}",
        "symbol": SYMBOLS[number % len(SYMBOLS)],
        "arm": "missile" if shoots else "foot",
        "attack": 1 + number % 5,
        "defence": 1 + number // 5 % 4,
        "movement": 3 + number // 20 % 4,
        "quality": 1 + number % 6,
        "range": 2 + number % 3 if shoots else "",
        "shots": 1 + number % 5 if shoots and number % 8 == 0 else "",
        "abilities": ", ".join(["missile"] * shoots + abilities),
        "price.gold": 4 + number % 17,
        "note": "Made to be measured.",
    }


def _force(number: int, rows: int, side: int) -> dict[str, object]:
    """The armies stand at opposite ends of the map."""
    first = number < rows / 2
    place = number if first else side * side - 1 - (number - math.ceil(rows / 2))
    row, column = divmod(place, side)
    return {
        "side": "reds" if first else "blues",
        "unit": f"bench-{number + 1}",
        "hexes": f"{column + 1:02d}{row + 1:02d}",
        "formation": f"{'red' if first else 'blue'}-{'abc'[number % 3]}" if number % 4 else "",
    }


def _map(side: int) -> str:
    rows = "".join(f'    - "{"." * side}"\n' for _ in range(side))
    return (
        f"map:\n  id: bench-field\n  title: A field\n  game: ibb\n  columns: {side}\n  rows: {side}\n"
        f'  legend: {{".": clear}}\n  terrain:\n{rows}'
    )


_SCENARIO = """scenario:
  id: bench
  title: Bench
  map: bench-field
  turns: 7
sides:
  - {id: reds, name: Reds, army: The Red Army, letter: R, livery: crimson}
  - {id: blues, name: Blues, army: The Blue Army, letter: B, livery: azure}
formations:
  - {id: red-a, side: reds, name: First, letter: A}
  - {id: red-b, side: reds, name: Second, letter: B}
  - {id: red-c, side: reds, name: Third, letter: C}
  - {id: blue-a, side: blues, name: First, letter: A}
  - {id: blue-b, side: blues, name: Second, letter: B}
  - {id: blue-c, side: blues, name: Third, letter: C}
forces: bench.csv
"""
