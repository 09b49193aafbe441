"""What a module costs: processor time beside that of the commands that draw the same things, and its size."""

from __future__ import annotations

import csv
import io
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT, SOAK

pytestmark = pytest.mark.skipif(not SOAK, reason="real pictures of whole games take a minute; see make soak")
PIECES = 600
MOST_BYTES = 6_000_000
MORE = 2.0
"""Seconds that a module may take beyond the commands that draw what is in it, as the specification allows."""


def effort(*arguments: str | Path) -> float:
    """Processor seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "ibbprint", *map(str, arguments)], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.fixture
def six_hundred(tmp_path: Path) -> Path:
    """A game of files with so many different counters."""
    folder = tmp_path / "ferry-point"
    shutil.copytree(ROOT / "tests" / "folders" / "ferry-point", folder)
    file = folder / "crews.csv"
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    more = [{**rows[n % len(rows)], "id": f"crew-{n}", "name": f"Crew {n}"} for n in range(PIECES - len(rows))]
    text = io.StringIO()
    table = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows([*rows, *more])
    file.write_text(text.getvalue(), encoding="utf-8")
    return folder


def test_a_game_of_600_pieces_takes_at_most_twice_its_faces(six_hundred: Path, tmp_path: Path) -> None:
    """And would be allowed the time of its map as well. The least of two runs each, in turns."""
    pairs = [
        (
            effort("export", "vassal", six_hundred, "-o", tmp_path / f"{n}.vmod"),
            effort("faces", six_hundred, "-o", tmp_path / f"faces-{n}"),
        )
        for n in range(2)
    ]
    module, faces = (min(times) for times in zip(*pairs, strict=True))
    assert module <= 2 * faces


def test_defend_the_bridge_takes_little_more_than_its_faces_map_and_rules(tmp_path: Path) -> None:
    module = effort("export", "vassal", "defend-the-bridge", "-o", tmp_path / "bridge.vmod")
    parts = (
        effort("faces", "defend-the-bridge", "-o", tmp_path / "faces"),
        effort("map", "show", "forest-map-one", "-o", tmp_path / "map.png"),
        effort("kit", "defend-the-bridge", "--only", "rules", "-o", tmp_path / "rules.pdf"),
    )
    assert module <= sum(parts) + MORE
    assert (tmp_path / "bridge.vmod").stat().st_size < MOST_BYTES


def test_real_pictures_are_the_same_bytes_in_two_processes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        effort("export", "vassal", "two-villages", "-o", tmp_path / f"{name}.vmod")
    assert (tmp_path / "a.vmod").read_bytes() == (tmp_path / "b.vmod").read_bytes()
