"""Rosters of The Battle Turn as players post them, from tests/lists/as_posted/rosters: read, judged, nothing left over.

They were written without a look at the reader. expected.yaml states what each line is, and every finding.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ibbprint.catalogue.documents import Document, made_of
from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Problem, Report, Severity
from ibbprint.systems.battle_turn import game
from ibbprint.systems.battle_turn.models import Unit
from ibbprint.systems.battle_turn.rosters.checker import Checker
from tests.helpers import ROOT, call_cli, quick_load

POSTED = ROOT / "tests" / "lists" / "as_posted" / "rosters"
FILES = sorted(path.name for path in POSTED.iterdir() if path.name[0].isdigit())
FIELDS_LEFT_OUT = {"worth": 1, "volleys": None, "strength": 0, "resilience": 0, "frontage": None}
FLAGS = ("shield", "standard", "champion", "mounted")
BEFORE = ("boast", "Warchief", "Battle leader")
"""What a finding may point at in place of the word behind it."""


@cache
def expected() -> dict[str, dict[str, Any]]:
    stated: dict[str, dict[str, Any]] = quick_load((POSTED / "expected.yaml").read_text("utf-8"))
    return stated


@cache
def checker() -> Checker:
    result = game.checker(KitOptions(), Report())
    assert result is not None
    return result


def document(name: str) -> Document:
    report = Report()
    result = made_of((POSTED / name).read_bytes(), name, report)
    assert result is not None, list(report)
    return result


def lines_of(name: str) -> list[str]:
    return re.split("\r\n|\r|\n", document(name).text)


def points_at(problem: Problem, words: str, line: str) -> bool:
    """Whether a finding points into these words, or at what stands right before them."""
    column = problem.where.column - 1
    starts = [result.start() for result in re.finditer(re.escape(words), line)]
    return any(at <= column < at + len(words) or line[column:at].strip() in BEFORE for at in starts)


def words_of(unit: Unit) -> set[str]:
    """A unit in the words of expected.yaml: those that it need not have, too."""
    text = {unit.quality, unit.temperament, unit.armour, unit.weapon, unit.orders}
    text |= {flag for flag in FLAGS if getattr(unit, flag)}
    text |= {unit.missile} if unit.missile else set()
    return text | {
        f"{field} {getattr(unit, field)}" for field, usual in FIELDS_LEFT_OUT.items() if getattr(unit, field) != usual
    }


def words_in(text: str) -> set[str]:
    return {" ".join(result[0].split()) for result in re.finditer(r"[a-z-]+ \d+|[a-z-]+", text)}


@pytest.mark.parametrize("name", FILES)
def test_a_posted_roster_is_read_line_by_line(name: str) -> None:
    """Each leader and each unit with its number; the title; the worth of all units without an error."""
    stated, report = expected()[name], Report()
    judged = checker().read(document(name), report)
    wrong = {problem.where.line for problem in report if problem.severity is Severity.ERROR}
    read, worth = {}, 0
    for verdict in judged:
        for row in verdict.roster.leaders:
            read[row.where.line] = f"{row.get('role', '?')} {row.name}"
        for row in verdict.roster.units:
            read[row.where.line] = f"{row.get('figures', '?')} {row.name}"
            if row.where.line not in wrong:
                worth += row.get("figures", 0) * row.get("worth", 1)
    target = {line: words for line, words in stated["read"].items() if line not in wrong}
    assert {line: words for line, words in read.items() if line not in wrong} == target
    assert worth == stated["total"]
    assert judged[0].roster.name == stated["title"]


@pytest.mark.parametrize("name", FILES)
def test_every_finding_of_a_posted_roster_is_at_its_words(name: str) -> None:
    """Exactly the stated errors and warnings; the verdict follows."""
    stated, report = expected()[name], Report()
    checker().check([document(name)], report)
    lines = lines_of(name)
    left = [problem for problem in report if problem.severity in (Severity.ERROR, Severity.WARNING)]
    for finding in stated["findings"]:
        fits = [
            problem
            for problem in left
            if problem.where.line == finding["line"]
            and problem.severity.word == finding["severity"]
            and points_at(problem, finding["at"], lines[finding["line"] - 1])
        ]
        assert fits, (finding, [str(problem) for problem in left])
        left.remove(fits[0])
    assert not left, [str(problem) for problem in left]
    assert report.ok == (stated["verdict"] == "legal")


@pytest.mark.parametrize("name", [name for name in FILES if expected()[name].get("fields")])
def test_the_words_of_a_posted_unit_are_its_fields(name: str) -> None:
    """And no field besides, where all of them are stated."""
    judged = checker().read(document(name), Report())
    (roster,) = [verdict.roster for verdict in judged]
    rows = {row.where.line: row for row in roster.units}
    for line, text in expected()[name]["fields"].items():
        unit = Unit.model_construct(**rows[line].values)
        if len(words_in(text)) > 2:
            assert words_of(unit) == words_in(text), line
        else:
            assert words_in(text) <= words_of(unit), line


@pytest.mark.parametrize("name", FILES)
def test_no_line_of_a_posted_roster_is_passed_in_silence(name: str) -> None:
    """Each line is an entry, a header, at fault, or named among those that were passed over."""
    report = Report()
    checked = checker().check([document(name)], report)
    judged = checker().read(document(name), Report())
    named = {problem.where.line for problem in report} | {line.where.line for line in checked.passed}
    for verdict in judged:
        named |= {row.where.line for row in (*verdict.roster.leaders, *verdict.roster.units)}
        named |= {where.line for where in verdict.roster.places.values()}
    for number, line in enumerate(lines_of(name), 1):
        header = re.match(r"[\W]*(game|total worth|race)\b", line, re.IGNORECASE)
        markup = re.fullmatch(r"\[/?list\]|\|.*\|", line.strip())
        assert number in named or header or markup or not re.search(r"\w", line), (number, line)


@pytest.mark.parametrize("name", FILES)
def test_the_game_of_a_posted_roster_needs_no_option(name: str, tmp_path: Path) -> None:
    """`check` knows it by the line that names it, and ends with 1 where the roster is not legal."""
    ran = call_cli("check", str(POSTED / name), cwd=tmp_path)
    assert ran.returncode == int(expected()[name]["verdict"] != "legal"), ran.stdout + ran.stderr
    assert " worth; edition" in ran.stdout or expected()[name]["verdict"] == "cannot be judged"
