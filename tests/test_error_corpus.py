"""The corpus of wrong files: `corpus/base` is a pack that prints, `corpus/cases` says what is broken in it.

Each case states every finding it must give: file, line, column, severity, rule, message and hint.
The comparison is of exact sets: what is not stated must not be said.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from ibbprint.cli import app
from ibbprint.problems import Problem, Report, Severity
from tests.helpers import ROOT, TEMPLATES, make_kit, print_kit, run_cli

CORPUS = Path(__file__).resolve().parent / "corpus"
BASE = CORPUS / "base"
FOREIGN = ("Traceback", "pydantic", "jinja2.", "Jinja", "errors.pydantic.dev", "For further information", "Error:")
"""Words of the libraries below us that no player may ever read."""


@dataclass(frozen=True, slots=True)
class Case:
    """One broken pack: what is done to the base pack, what is asked for, and everything that must be found."""

    id: str
    expected: Sequence[Mapping[str, str]] = ()
    edit: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)
    """Texts to replace, by file; each must stand there exactly once."""
    write: Mapping[str, str] = field(default_factory=dict)
    """Files to write: their text."""
    encoding: Mapping[str, str] = field(default_factory=dict)
    """The encoding of a file that is written in another one than UTF-8."""
    bytes: Mapping[str, str] = field(default_factory=dict)
    """Files to write: their bytes in hexadecimal."""
    repeat: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """Files too long to write out: pairs of a text and how often it comes."""
    link: Mapping[str, str] = field(default_factory=dict)
    """Symbolic links and where they lead."""
    remove: Sequence[str] = ()
    scenario: str = "skirmish"
    packs: Sequence[str] = ("pack",)
    only: Sequence[str] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    shape: Mapping[str, str] = field(default_factory=dict)
    """Files that the JSON Schema of their kind must refuse."""
    good: bool = False
    """True when the kit is printed all the same."""


@cache
def cases() -> Mapping[str, Case]:
    """Every case by its id."""
    found: dict[str, Case] = {}
    for path in sorted((CORPUS / "cases").glob("*.yaml")):
        for entry in yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader):
            case = Case(**entry)
            assert case.id not in found, f"{path.name}: the case {case.id} stands there twice"
            found[case.id] = case
    return found


def build(case: Case, folder: Path) -> None:
    """The folder as the case wants it: the base pack in `pack`, broken as told."""
    pack = folder / "pack"
    shutil.copytree(BASE, pack)
    for name, changes in case.edit.items():
        path = pack / name
        text = path.read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, f"{case.id}: {old!r} stands {text.count(old)} times in {name}"
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    for name in case.remove:
        path = pack / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    contents = {name: text.encode(case.encoding.get(name, "utf-8")) for name, text in case.write.items()}
    contents |= {name: bytes.fromhex(text) for name, text in case.bytes.items()}
    contents |= {name: "".join(text * times for text, times in parts).encode() for name, parts in case.repeat.items()}
    for name, content in contents.items():
        path = pack / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for name, goal in case.link.items():
        (pack / name).unlink(missing_ok=True)
        (pack / name).symlink_to(goal)


def told(problem: Problem) -> dict[str, str]:
    """A finding as the corpus writes it."""
    at = str(problem.where).replace(str(TEMPLATES), "TEMPLATES").removeprefix("pack/")
    found = {"at": at, "rule": problem.rule, "message": problem.message.replace(str(TEMPLATES), "TEMPLATES")}
    if problem.hint:
        found["hint"] = problem.hint
    if problem.severity is not Severity.ERROR:
        found["severity"] = problem.severity.word
    return found


def listed(findings: Sequence[Mapping[str, str]]) -> str:
    """Findings as they can be pasted into a case."""
    return yaml.safe_dump([dict(f) for f in findings], allow_unicode=True, sort_keys=False, width=10_000)


def _whole(wanted: dict[str, str], found: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """A hint that ends in … is the beginning of one that lists what the shipped catalogue happens to hold."""
    hint = wanted.get("hint", "")
    if hint.endswith("…"):
        starts = (f["hint"] for f in found if f.get("hint", "").startswith(hint[:-1]))
        return {**wanted, "hint": next(starts, hint)}
    return wanted


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command(case: Case, output: Path) -> list[str]:
    """The case as a command line."""
    parts = ["kit", case.scenario, "-o", str(output)]
    for pack in case.packs:
        parts += ["--pack", pack]
    if case.only:
        parts += ["--only", ",".join(case.only)]
    for name, value in case.rules.items():
        parts += ["--rule", f"{name}={value}"]
    return parts


@pytest.mark.parametrize("name", cases())
def test_each_wrong_pack_gives_exactly_its_findings(name: str, here: Path) -> None:
    """A broken pack gives the findings that its case states, no more and no less, with their places and words."""
    case = cases()[name]
    build(case, here)
    book, report = print_kit(
        case.scenario, packs=[Path(p) for p in case.packs], only=case.only, rules=case.rules
    )  # fmt: skip
    found = [told(problem) for problem in report]
    wanted = [_whole(dict(finding), found) for finding in case.expected]
    assert sorted(map(str, found)) == sorted(map(str, wanted)), f"found instead:\n{listed(found)}"
    assert (book is not None) == case.good


@pytest.mark.parametrize("name", cases())
def test_each_wrong_pack_leaves_what_was_printed_before(name: str, here: Path) -> None:
    """The command ends with 1, says it in our own words only, and neither harms the earlier PDF nor leaves a file."""
    case = cases()[name]
    build(case, here)
    output = here / "kits"
    output.mkdir()
    for earlier in ("skirmish.pdf", "skirmish-markers.pdf"):
        (output / earlier).write_bytes(b"printed yesterday")
    result = CliRunner().invoke(app, command(case, output))
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code == (0 if case.good else 1), result.output
    for word in FOREIGN:
        assert word not in result.output
    if case.good:
        return
    assert {p.name: p.read_bytes() for p in output.iterdir()} == dict.fromkeys(
        ("skirmish.pdf", "skirmish-markers.pdf"), b"printed yesterday"
    )
    for finding in case.expected:
        assert finding["message"].replace("TEMPLATES", str(TEMPLATES)) in result.output
