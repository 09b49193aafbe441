"""A checked scenario as text in a terminal, as JSON for a program, and as a page of errata. Knows no game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ibbprint.catalogue.mending import Mend
from ibbprint.engine.api.checking import CheckedScenario, CheckText, Finding
from ibbprint.problems import MOST_SHOWN, Problem, Report, Severity, offending_line
from ibbprint.reports.layout import WIDTH, columns, counted, wrapped
from ibbprint.reports.layout import plain as plain_problem

ItemT = TypeVar("ItemT", Problem, Mend)

PROSE = 96
"""The longest line of what a check looks at, in a terminal of any width."""
TOPICS = {"set-up": "Set-up", "victory": "Victory"}


def renamed(
    checked: Sequence[CheckedScenario], report: Report, file: str, name: str
) -> tuple[list[CheckedScenario], Report]:
    """The scenarios and the report with another name for a file that was made only for checking."""

    def rename(about: ItemT) -> ItemT:
        where = about.where
        return about._replace(where=where._replace(file=name)) if where.file == file else about

    def rename_finding(finding: Finding) -> Finding:
        mend = finding.mend
        return finding._replace(problem=rename(finding.problem), mend=None if mend is None else rename(mend))

    result = Report()
    for problem in report.as_added:
        result.add(rename(problem))
    return [scenario._replace(findings=tuple(map(rename_finding, scenario.findings))) for scenario in checked], result


def reading(checked: Sequence[CheckedScenario], report: Report) -> list[Problem]:
    """The problems of reading that are no findings as well."""
    problems = {finding.problem for scenario in checked for finding in scenario.findings}
    return [problem for problem in report if problem not in problems]


def sound(checked: Sequence[CheckedScenario], report: Report) -> bool:
    """Whether nothing found is an error."""
    errors = [f for scenario in checked for f in scenario.findings if f.problem.severity is Severity.ERROR]
    return report.ok and not errors


def as_text(
    checked: Sequence[CheckedScenario], report: Report, *, all_: bool = False, width: int = WIDTH, fold: bool = False
) -> str:
    """The findings topic by topic; with `all_` also the checks that are passed.

    A fault of a file is a line that begins with its place, for editors; with `fold` it wraps like everything else.
    """
    parts = []
    problems = reading(checked, report)
    if problems:
        shown_first = [line for problem in problems[:MOST_SHOWN] for line in _problem(problem, width, fold)]
        ending = [f"... and {len(problems) - MOST_SHOWN} more."] if len(problems) > MOST_SHOWN else []
        parts.append("\n".join([*shown_first, *ending]))
    for scenario in checked:
        findings_shown = [f for f in scenario.findings if all_ or f.problem.severity is not Severity.OK]
        lines = wrapped(f"{scenario.title} ({scenario.id})", width, rest="  ")
        for topic, title in TOPICS.items():
            findings = [f for f in findings_shown if f.topic == topic]
            if findings:
                lines += ["", f"{title}:"]
                lines += [line for finding in findings[:MOST_SHOWN] for line in _finding(finding, width)]
                lines += [f"  ... and {len(findings) - MOST_SHOWN} more."] if len(findings) > MOST_SHOWN else []
        lines += ["", counted(f.problem for f in findings_shown) or _nothing(problems)]
        parts.append("\n".join(lines))
    if problems:
        own_problems = [
            f.problem
            for scenario in checked
            for f in scenario.findings
            if all_ or f.problem.severity is not Severity.OK
        ]
        parts.append(f"In all: {counted([*problems, *own_problems])}" if checked else counted(problems))
    return "\n\n".join(parts)


def _nothing(read: Sequence[Problem]) -> str:
    """The sentence for a scenario without findings, after the report on its files and on drawing them."""
    if any(problem.severity is Severity.ERROR and not problem.rule.startswith("draw:") for problem in read):
        return "Fix this first; until then not everything can be checked."
    return "Nothing else was found." if read else "Nothing was found."


def _problem(problem: Problem, width: int, fold: bool) -> list[str]:
    line = offending_line(problem.where, width)
    items = wrapped(str(problem), width, rest="  ") if fold else [str(problem)]
    return [*items, *([line] if line is not None else [])]


def _finding(finding: Finding, width: int) -> list[str]:
    def under(text: str, rest: int) -> list[str]:
        return wrapped(text, width, first=" " * 10, rest=" " * rest)

    problem = finding.problem
    head = f"  {problem.severity.word:<8}{' '.join(finding.places[:8])}{' ...' if len(finding.places) > 8 else ''}"
    lines = wrapped(problem.message, width, first=f"{head.rstrip()}  " if finding.places else head, rest=" " * 10)
    lines += under(f"{problem.where}  [{problem.rule}] {finding.check}", 12)
    if finding.working:
        lines += under(f"working: {finding.working}", 12)
    if problem.hint:
        lines += under(problem.hint, 12)
    elif finding.rulings and problem.severity <= Severity.WARNING:
        lines += under(f"see {', '.join(finding.rulings)}", 12)
    return lines


def as_json(checked: Sequence[CheckedScenario], report: Report) -> str:
    """The findings as JSON, with the checks that are passed."""
    values = {
        "ok": sound(checked, report),
        "problems": [plain_problem(problem) for problem in reading(checked, report)],
        "scenarios": [
            {"id": scenario.id, "title": scenario.title, "findings": [plain(finding) for finding in scenario.findings]}
            for scenario in checked
        ],
    }
    return json.dumps(values, indent=2, ensure_ascii=False)


def plain(finding: Finding) -> dict[str, Any]:
    """A finding for a program."""
    mend = finding.mend
    return {
        "check": finding.check,
        "topic": finding.topic,
        **plain_problem(finding.problem),
        "hexes": list(finding.places),
        "working": finding.working,
        "rulings": list(finding.rulings),
        "settled": finding.settled,
        "repair": None if mend is None else {"old": mend.old, "new": mend.new, "what": mend.reason},
    }


Checks = Mapping[str, Sequence[CheckText]]
"""The checks of games, by the ids of the games."""


def explained(checks: Checks, width: int = WIDTH) -> str:
    """The purposes of checks; those of several games that have one id are told apart by their games."""
    prose = min(width, PROSE)
    lines: list[str] = []
    several = sum(map(bool, checks.values())) > 1
    for game, check in _each(checks):
        lines += wrapped(f"{f'{game}:' if several else ''}{check.id}  {check.title}", width, rest="  ")
        lines += wrapped(check.text, prose, first="  ", rest="  ")
        lines += wrapped(f"rules: {', '.join(check.rules)}", prose, first="  ", rest="    ") if check.rules else []
    return "\n".join(lines)


def explained_json(checks: Checks) -> str:
    """One check as JSON, or the list of those that have one id."""
    items = [{"game": game, **check._asdict()} for game, check in _each(checks)]
    return json.dumps(items[0] if len(items) == 1 else items, indent=2, ensure_ascii=False)


def listing(checks: Checks, width: int = WIDTH) -> str:
    """A row a check, under the game that makes it."""
    rows = [(check.id, check.title) for _, check in _each(checks)]
    shape = columns(rows, width, heads=0, indent="  ") if rows else None
    groups = (
        [f"{game}:", *(line for check in checks_of_game for line in shape.lines((check.id, check.title)))]
        for game, checks_of_game in checks.items()
        if checks_of_game and shape is not None
    )
    return "\n".join(line for group in groups for line in group)


def listing_json(checks: Checks) -> str:
    """The checks as JSON, with texts and rules."""
    return json.dumps(
        [{"game": game, **check._asdict()} for game, check in _each(checks)], indent=2, ensure_ascii=False
    )


def _each(checks: Checks) -> Iterator[tuple[str, CheckText]]:
    return ((game, check) for game, checks_of_game in checks.items() for check in checks_of_game)


# --- errata -----------------------------------------------------------------------------------------------------

HEAD = """# Errata of the printed scenarios

This page is made by `make errata` from the scenarios as the source prints them, and a test holds it current.
Each finding is one of `ibbprint check ID --as-printed`, with its working and the rulings that settle it.
What a ruling says is shown by `ibbprint rules show ID`.
"""


def errata(checked: Iterable[CheckedScenario]) -> str:
    """The findings of several scenarios as a page."""
    return "\n".join([HEAD, *("\n".join(_section(scenario)) for scenario in checked)])


def _section(scenario: CheckedScenario) -> list[str]:
    lines = [f"## {scenario.title}", ""]
    for topic, title in TOPICS.items():
        findings = [f for f in scenario.findings if f.topic == topic]
        findings.sort(key=lambda f: (f.problem.severity, f.problem.where))
        if not findings:
            continue
        lines += [f"### {title}", "", "| severity | hexes | finding | working | settled by |", "|---|---|---|---|---|"]
        for finding in findings:
            problem = finding.problem
            repaired = ", ".join(finding.rulings) if problem.severity is not Severity.OK else ""
            cells = (
                problem.severity.word,
                ", ".join(finding.places),
                f"{problem.message} ({finding.check})",
                finding.working,
                repaired,
            )
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        lines.append("")
    return lines
