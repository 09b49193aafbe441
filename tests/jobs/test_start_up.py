"""A command imports what it uses, and little else: how much is counted, never timed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from benchmarks.lists import LIST
from benchmarks.packs import write_pack
from benchmarks.promises import COSTS, MODULES
from tests.helpers import ROOT

PRINT = ("ibbprint.press", "ibbprint.components", "ibbprint.drawing", "reportlab", "jinja2", "PIL")
PLAY = ("ibbprint.playtest", "ibbprint.engine.session", "ibbprint.engine.flow", "ibbprint.engine.verbs")
_LINE = re.compile(r"import time:\s+[0-9]+ \|\s+[0-9]+ \| +(\S+)")


@cache
def imported(*words: str) -> list[str]:
    """The modules that a command imports, each as often as `python -X importtime` names it."""
    around = {**os.environ, "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-X", "importtime", "-m", "ibbprint", *words]
    ran = subprocess.run(command, capture_output=True, text=True, env=around, check=True)
    return _LINE.findall(ran.stderr)


def of(names: tuple[str, ...], modules: list[str]) -> list[str]:
    """Those of the modules that are one of these, or in one of these."""
    return [module for module in modules if any(module == name or module.startswith(f"{name}.") for name in names)]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a list and a pack of counters."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "list.txt").write_text(LIST, encoding="utf-8")
    write_pack(folder / "pack", 20)
    return folder


def counters(made: Path) -> list[str]:
    return imported("kit", "bench", "--pack", str(made / "pack"), "--only", "counters", "-o", str(made))


def test_checking_a_list_imports_nothing_of_print_play_or_typer(made: Path) -> None:
    modules = imported("check", str(made / "list.txt"))
    assert "ibbprint.engine.lists.reading" in modules
    assert (
        of((*PRINT, *PLAY, "typer", "ibbprint.systems.ibb.models.scenarios", "ibbprint.catalogue.maps"), modules) == []
    )


def test_odds_import_nothing_of_print_or_typer() -> None:
    assert of((*PRINT, "typer", "ibbprint.playtest"), imported("odds", "7", "vs", "3", "--terrain", "woods")) == []


def test_printing_counters_imports_nothing_of_play_and_no_rules_of_the_game(made: Path) -> None:
    modules = counters(made)
    assert "ibbprint.press.book" in modules
    unwanted = ("typer", "urllib.request", "ibbprint.systems.ibb.rules", "ibbprint.systems.ibb.play")
    assert of((*PLAY, *unwanted), modules) == []


def test_printing_counters_imports_no_more_modules_than_is_promised(made: Path) -> None:
    assert len(counters(made)) <= MODULES


def test_the_version_is_told_without_typer_and_without_models() -> None:
    assert of(("typer", "pydantic", "yaml", "ibbprint.engine", "ibbprint.jobs"), imported("--version")) == []


def test_the_docs_say_of_every_command_what_it_may_cost() -> None:
    text = (ROOT / "docs" / "architecture-reasons.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+) \| ([0-9a-f]{8}|[0-9a-f]{7}) \| ([0-9.]+) \|$", text, re.MULTILINE)
    assert rows == [(cost.title, cost.revision, f"{cost.most:.2f}") for cost in COSTS]
