"""What several tests need: kits as the command line makes them, and files read without the project's own readers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from ibbprint.materials import Kit
from ibbprint.press.book import BookOptions, MadeBook, make_book
from ibbprint.press.paper import PAPERS
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.systems.api import KitOptions

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "ibbprint" / "systems" / "ibb" / "data"
SCENARIOS = ROOT / "scenarios" / "ibb"
TEMPLATES = ROOT / "templates"
SOAK = bool(os.environ.get("IBBPRINT_SOAK"))
"""True when the long run is wanted: more cases, every value."""

KITS = ("defend-the-bridge", "hastings", "stirling")
PAPER_NAMES = ("a4", "letter")
COUNTER_MM = 15.9


def make_kit(
    scenario: str, *, packs: Sequence[Path] = (), rules: Mapping[str, str] | None = None, game: str = "ibb"
) -> tuple[Kit | None, Report]:
    """The bill of materials of a scenario, and what was said of it."""
    report = Report()
    return games()[game].kit(scenario, KitOptions(tuple(packs), dict(rules or {})), report), report


def print_kit(
    scenario: str,
    *,
    packs: Sequence[Path] = (),
    only: Sequence[str] = (),
    paper: str = "a4",
    rules: Mapping[str, str] | None = None,
    game: str = "ibb",
) -> tuple[MadeBook | None, Report]:
    """A kit as a PDF, by the same steps as `ibbprint kit`."""
    made, report = make_kit(scenario, packs=packs, rules=rules, game=game)
    if made is None or not report.ok:
        return None, report
    folders = [*(pack / "templates" for pack in reversed(packs)), *games()[game].template_folders]
    options = BookOptions(PAPERS[paper], frozenset(only), dict(rules or {}))
    return make_book(made, options, folders, report), report


def printed(scenario: str, **options: Any) -> MadeBook:
    """A kit that must come out; the report is shown when it does not."""
    book, report = print_kit(scenario, **options)
    assert book is not None, "\n".join(map(str, report))
    return book


def run_cli(
    *arguments: str, cwd: Path | None = None, path: Sequence[Path] = (), **environment: str
) -> subprocess.CompletedProcess[str]:
    """`ibbprint` in a process of its own; `path` is put before everything else that Python can import."""
    settings = {**os.environ, **environment}
    settings["PYTHONPATH"] = os.pathsep.join(map(str, [*path, ROOT]))
    return subprocess.run(
        [sys.executable, "-m", "ibbprint", *arguments],
        cwd=cwd,
        env=settings,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@cache
def plain(path: Path) -> Any:
    """A YAML file as text and lists, every scalar a string, read without the project's reader."""
    return yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506  # builds nothing but text


@cache
def entries(kind: str) -> dict[str, dict[str, Any]]:
    """The shipped entries of one kind of catalogue file, by id."""
    return {entry["id"]: entry for entry in plain(DATA / f"{kind}.yaml")[kind]}


def make_pack(folder: Path, files: Mapping[str, Any] | None = None, *, game: str = "ibb") -> Path:
    """A designer's pack with these files: text as it is, anything else as YAML."""
    folder.mkdir(parents=True, exist_ok=True)
    head = {"pack.yaml": {"pack": {"id": "test-pack", "title": "A test", "game": game}}}
    for name, content in {**head, **(files or {})}.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            shutil.copy(content, target)
        elif isinstance(content, str):
            target.write_text(content, encoding="utf-8")
        else:
            target.write_text(yaml.safe_dump(content, allow_unicode=True, sort_keys=False), encoding="utf-8")
    return folder
