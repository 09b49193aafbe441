"""Lists by somebody who has not read the reader: verdict, total, what each line buys, and every error and warning.

tests/lists/as_posted/README.md says how they came about and how their outcome is stated.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
import yaml

from ibbprint.catalogue.documents import made_of
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.lists import Checked, ListChecker
from ibbprint.problems import Problem, Report, Severity
from ibbprint.reports.list_report import as_text
from ibbprint.systems import games
from tests.helpers import ROOT

FOLDER = ROOT / "tests" / "lists" / "as_posted"
WHOLE_ARMY = frozenset({"A-184", "H-02"})
GAMES = {"ibb": "ibb", "elements": "element-battle"}


@cache
def checker(game: str) -> ListChecker:
    report = Report()
    opened: ListChecker | None = games()[game].checker(KitOptions(), report)  # type: ignore[attr-defined]
    assert opened is not None, report
    return opened


@cache
def expected(folder: str) -> dict[str, dict[str, Any]]:
    stated: dict[str, dict[str, Any]] = yaml.load(
        (FOLDER / folder / "expected.yaml").read_text("utf-8"), yaml.CSafeLoader
    )
    return stated


LISTS = [(folder, name) for folder in GAMES for name in expected(folder)]


def judged(folder: str, name: str) -> tuple[Checked, Report, list[str]]:
    report = Report()
    document = made_of((FOLDER / folder / name).read_bytes(), name, report)
    assert document is not None
    checked = checker(GAMES[folder]).check([document], report)
    return checked, report, re.split("\r\n|\r|\n", document.text)


def bought(text: str) -> dict[str, int]:
    """`3 spears, 2 warband` as counts by id."""
    counts: dict[str, int] = {}
    for part in text.split(","):
        count, id = part.split("(")[0].split()
        counts[id] = counts.get(id, 0) + int(count)
    return counts


def _is_of_army(problem: Problem, rule: str) -> bool:
    """Whether it is that finding about the whole army: at its title, or at the line that names what it may spend."""
    return rule in WHOLE_ARMY and rule in problem.rule


def verdict(checked: Checked, report: Report) -> str:
    if not report.ok:
        return "not legal"
    return "legal" if all(army.legal for army in checked.armies) else "cannot be judged"


@pytest.mark.parametrize("folder", GAMES)
def test_every_list_as_posted_has_its_outcome_stated(folder: str) -> None:
    files = sorted(path.name for path in (FOLDER / folder).iterdir() if path.name[0].isdigit())
    assert sorted(expected(folder)) == files
    assert len(files) > 80
    assert len({stated["style"] for stated in expected(folder).values()}) >= 8


@pytest.mark.parametrize(("folder", "name"), LISTS)
def test_a_list_as_posted_has_the_verdict_total_entries_and_findings_of_a_fair_opponent(folder: str, name: str) -> None:
    checked, report, lines = judged(folder, name)
    stated = expected(folder)[name]
    output = "\n".join([as_text(checked, report), *map(str, report)])
    assert verdict(checked, report) == stated["verdict"], output
    total = stated["total"]
    totals = [army.total for army in checked.armies]
    assert totals == total if isinstance(total, list) else sum(totals) == total, output
    rows: dict[int, dict[str, int]] = {}
    for army in checked.armies:
        for row in army.rows:
            if row.id:
                line = rows.setdefault(row.where.line, {})
                line[row.id] = line.get(row.id, 0) + row.number
    assert rows == {line: bought(text) for line, text in stated["read"].items()}, output
    problems = [problem for problem in report if problem.severity <= Severity.WARNING]
    for finding in stated["findings"]:
        fitting = [
            problem
            for problem in problems
            if problem.severity.word == finding["severity"]
            and (problem.where.line == finding["line"] or _is_of_army(problem, finding["rule"]))
        ]
        assert fitting, f"{finding} is not reported\n{output}"
        problems.remove(fitting[0])
    assert not problems, output
    assert len(lines) >= len(rows)
