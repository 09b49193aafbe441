"""A set-up that breaks the rules: what stops a game does not stop a kit, which lists it on its first page.

Playtesters break rules on purpose. What cannot be printed at all (an unknown unit, a hex that is not on the map) is an
error of reading, and no finding that comes here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ibbprint.engine.api.checking import CheckText, Finding
from ibbprint.materials import Kit, Section, Text, Values
from ibbprint.problems import Report, Severity

FINDINGS = Section("findings", "Findings", ahead=True)
"""The page of what is wrong with the set-up; only a kit whose set-up breaks the rules has it."""
TEMPLATE = "common/findings.md.j2"
MOST_LISTED = 50
"""The page lists this many findings of each kind, and counts the others."""


def broken(findings: Iterable[Finding]) -> list[Finding]:
    """The rules that a set-up breaks, of everything that was found in it, in the order of the file."""
    return _of_severity(findings, Severity.ERROR)


def add_to(report: Report, findings: Iterable[Finding], *, force: bool = False) -> None:
    """Report the broken rules of a set-up as errors that stop the caller; with `force` as warnings."""
    for finding in findings:
        report.add(finding.problem._replace(severity=Severity.WARNING) if force else finding.problem)


def with_breaches(kit: Kit, findings: Sequence[Finding], checks: Callable[[], Iterable[CheckText]]) -> Kit:
    """The kit with the rules that its set-up breaks, and a first page that lists them; the same kit if none is broken.

    Of the `findings` warnings are listed too, but they alone make no page. `checks` gives the checks of the game when
    there is a page to make.
    """
    wrong = broken(findings)
    if not wrong:
        return kit
    doubtful = _of_severity(findings, Severity.WARNING)
    files = {_file(finding) for finding in (*wrong, *doubtful)}
    file = files.pop() if len(files) == 1 else ""
    reasons = {check.id: check.text for check in checks()}
    values = {
        "game": kit.game,
        "title": kit.title,
        "edition": kit.edition,
        "file": file,
        "number": len(wrong),
        "broken": [_row(finding, reasons, file) for finding in wrong[:MOST_LISTED]],
        "unsure": len(doubtful),
        "doubtful": [_row(finding, reasons, file) for finding in doubtful[:MOST_LISTED]],
    }
    page = Text(FINDINGS.id, FINDINGS.id, FINDINGS.title, TEMPLATE, values, front=True, aid=True, typed=True)
    return replace(
        kit,
        sections=[FINDINGS, *kit.sections],
        texts=[page, *kit.texts],
        breaches=tuple(finding.problem for finding in wrong),
    )


def _of_severity(findings: Iterable[Finding], severity: Severity) -> list[Finding]:
    return sorted((f for f in findings if f.problem.severity is severity), key=lambda f: f.problem.where)


def _file(finding: Finding) -> str:
    """The name of a finding's file without its folder: the page is the same wherever the kit is printed."""
    return Path(finding.problem.where.file).name


def _row(finding: Finding, reasons: Mapping[str, str], file: str) -> Values:
    """A finding as the page has it. Its file is in the row unless it is the one that all of them are in."""
    problem = finding.problem
    reason = reasons.get(finding.check, "")
    line = f"line {problem.where.line}" if problem.where.line else ""
    written = ", ".join(part for part in ("" if file else _file(finding), line) if part)
    return {
        "reason": reason.partition(". ")[0].removesuffix(".") + "." if reason else "",
        "where": "; ".join(part for part in (", ".join(finding.places), written) if part),
        "message": problem.message[:1].upper() + problem.message[1:],
        "hint": problem.hint,
        "rule": problem.rule.partition(":")[2] or problem.rule,
    }
