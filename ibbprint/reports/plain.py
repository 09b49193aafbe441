"""Problems as plain data, for programs. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ibbprint.problems import Problem, Severity


def plain(problem: Problem) -> dict[str, Any]:
    """A problem for a program: every command with `--json` tells it so."""
    return {
        "severity": problem.severity.word,
        "file": problem.where.shown,
        "line": problem.where.line,
        "column": problem.where.column,
        "rule": problem.rule,
        "message": problem.message,
        "hint": problem.hint,
    }


def counted(problems: Iterable[Problem]) -> str:
    """`2 errors, 1 warning, 3 notes, 4 in order`, or nothing where there are none."""
    found = list(problems)
    words = []
    for severity in Severity:
        number = sum(p.severity is severity for p in found)
        if number:
            one = "in order" if severity is Severity.OK else severity.word
            plural = number != 1 and severity is not Severity.OK
            words.append(f"{number} {one}{'s' if plural else ''}")
    return ", ".join(words)
