"""Army lists as players post them: what is read of each, what is found and where, and what becomes of every other line.

tests/lists/posted/README.md says how the lists came about and how their outcome is stated.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest
import yaml

from ibbprint.catalogue.documents import made_of
from ibbprint.engine.api.lists import Checked
from ibbprint.problems import Problem, Report, Severity
from ibbprint.reports.list_report import as_json, as_text
from tests.engine.lists.test_army_lists import checker
from tests.helpers import ROOT

POSTED = ROOT / "tests" / "lists" / "posted"
FILES = sorted(path.name for path in POSTED.iterdir() if path.name[0].isdigit())
SILENT = frozenset({"mark-up", "table header", "comment", "budget", "role", "side", "free forts", "total"})
"""Lines of these kinds need not be named."""
STATED_NOTES = frozenset({"R-04", "R-21", "G-58"})
COUNT = re.compile(r"[\s(]*\w+\W*x?\s*")


@cache
def expected() -> dict[str, dict[str, Any]]:
    result: dict[str, dict[str, Any]] = yaml.load((POSTED / "expected.yaml").read_text("utf-8"), yaml.CSafeLoader)
    return result


@cache
def judged(name: str) -> tuple[Checked, Report, tuple[str, ...]]:
    """A list checked, what was found, and its lines."""
    report = Report()
    document = made_of((POSTED / name).read_bytes(), name, report)
    assert document is not None
    return checker().check([document], report), report, tuple(re.split("\r\n|\r|\n", document.text))


def points_at(problem: Problem, words: str, lines: tuple[str, ...]) -> bool:
    """Whether a finding points into these words of its line, or at the count right before them."""
    line, column = lines[problem.where.line - 1], problem.where.column - 1
    starts = [result.start() for result in re.finditer(re.escape(words), line)]
    return any(
        at <= column < at + len(words) or (column < at and COUNT.fullmatch(line[column:at]) is not None)
        for at in starts
    )


def fits(problem: Problem, stated: dict[str, Any], lines: tuple[str, ...]) -> bool:
    """Whether a finding is the one that is stated: severity, rule, place, and what it must name."""
    rule = problem.rule.removeprefix("ibb:")
    same = rule == stated["rule"] or (rule, stated["rule"]) == ("G-40", "R-200")
    return (
        same
        and problem.severity.word == stated["severity"]
        and problem.where.line == stated["line"]
        and points_at(problem, str(stated["at"]), lines)
        and all(str(name).lower() in str(problem).lower() for name in stated.get("names", ()))
    )


def test_the_folder_is_stated_whole() -> None:
    """Every posted list has its outcome, and there are more than sixty."""
    assert sorted(expected()) == FILES
    assert len(FILES) > 60


@pytest.mark.rule("G-16", "G-50", "G-57", "G-58", "G-59", "G-60")
@pytest.mark.parametrize("name", FILES)
def test_a_posted_list_gives_exactly_what_is_stated(name: str) -> None:
    """Entries, totals, limits, verdict, every finding at its word, and what each line passed over was taken for."""
    result, report, lines = judged(name)
    target = expected()[name]
    text = as_text(result, report)
    read: dict[int, list[str]] = {}
    for army in result.armies:
        for row in army.rows:
            if row.id:
                read.setdefault(row.where.line, []).append(f"{row.number} {row.id}")
    stated = {
        line: each if isinstance(each, list) else re.split(r",\s*", each) for line, each in target["read"].items()
    }
    assert read == stated, text
    totals, limits = [army.total for army in result.armies], [army.limit for army in result.armies]
    assert target["total"] in (totals, *totals[: len(totals) == 1]), text
    if "limit" in target:
        assert target["limit"] in (limits, *limits[: len(limits) == 1]), text
    assert report.ok == (target["verdict"] == "legal"), text
    left = [p for p in report if p.severity is not Severity.NOTE or p.rule.removeprefix("ibb:") in STATED_NOTES]
    for each in target["findings"]:
        match = next((problem for problem in left if fits(problem, each, lines)), None)
        assert match is not None, f"{each}\n{text}"
        left.remove(match)
    assert [p for p in left if not any(fits(p, each, lines) for each in target.get("may", ()))] == [], text
    # The words before the entries of a line are said to be a heading, and the line is not passed over.
    passed = {line.where.line: line.kind.split()[-1] for line in result.passed if line.kind != "a heading with entries"}
    for each in target["passed_over"]:
        ways = each["as"] if isinstance(each["as"], list) else [each["as"]]
        kind = passed.pop(each["line"], None)
        assert kind in ways or (kind is None and SILENT.intersection(ways)), f"{each}\n{text}"
    # A line in doubt has its warning and is nothing else besides.
    assert {line: kind for line, kind in passed.items() if kind not in SILENT} == {}, text


@pytest.mark.parametrize("name", FILES)
def test_text_and_json_say_the_same(name: str) -> None:
    """Each finding, its place and rule, each sum, and each line passed over stand in the text as in the JSON."""
    result, report, _ = judged(name)
    text, data = as_text(result, report), json.loads(as_json(result, report))
    plain = re.sub(r"\s+", "", text)
    for finding in data["findings"]:
        place = f"{finding['file']}:{finding['line']}:{finding['column']}: {finding['severity']}: {finding['message']}"
        hint = f" {finding['hint']}" if finding["hint"] else ""
        assert re.sub(r"\s+", "", f"{place}{hint} [{finding['rule']}]") in plain
    assert plain.count(f"{name}:") >= len(data["findings"])
    for line in data["passed_over"]:
        assert re.sub(r"\s+", "", f"line {line['line']}: read as {line['read_as']}") in plain
    for army in data["armies"]:
        assert f"{army['total']} gold; edition" in text
        for row in army["rows"]:
            assert row["sum"] is None or re.search(rf"^ *{row['line']} .* (?:{row['sum']}) *$", text, re.MULTILINE)
