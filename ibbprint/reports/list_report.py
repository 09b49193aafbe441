"""A checked army list as a table in a terminal, and as JSON for a program. Knows no game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from ibbprint.digits import are_digits
from ibbprint.engine.api.lists import Checked, CheckedArmy, CheckedRow, PassedLine, Priced, amount
from ibbprint.engine.api.odds import Fact
from ibbprint.phrases import bracketed
from ibbprint.problems import MOST_SHOWN, Problem, Report, Severity
from ibbprint.reports.layout import WIDTH, Columns, columns, counted, plain, width_of, wrapped

HEADS = (f"{'line':>4}", "entry", f"{'rating':<9}", "count", f"{'each':>5}", f"{'sum':>6}")
FIGURES = (0, 3, 4, 5)
"""The columns of figures, which are aligned right."""
UNDECIDED = "The list leaves open what is in the army: write how many of what you bring."
"""Said of a list that cannot be judged, and has no other fault."""


def as_text(checked: Checked, report: Report, width: int = WIDTH) -> str:
    """Each army as a table: its entries with their findings under them, the sum, the verdict.

    Of many findings the worst are shown and the rest are counted.
    """
    reported: set[Problem] = set()
    problems = list(report)
    hidden = len(problems) - MOST_SHOWN
    if hidden > 0:
        worst = set(sorted(problems, key=lambda problem: problem.severity)[:MOST_SHOWN])
        problems = [problem for problem in problems if problem in worst]
    parts = ["\n".join(_army(army, problems, reported, width)) for army in checked.armies]
    if checked.passed:
        parts.append("\n".join(_passed(checked, width)))
    unplaced = [problem for problem in problems if problem not in reported]
    if unplaced:
        indent = 8 if checked.armies else 0
        parts.append("\n".join(line for problem in unplaced for line in _finding(problem, width, indent)))
    if hidden > 0:
        parts.append(f"... and {hidden} more finding{'s' if hidden > 1 else ''}.")
    parts.append("\n".join(_verdict(checked, report, width)))
    return "\n\n".join(parts)


def _army(army: CheckedArmy, problems: Sequence[Problem], reported: set[Problem], width: int) -> list[str]:
    name = army.name if army.name == army.title or not army.title else f"{army.title}: {army.name}"
    about = [part for part in (army.role, f"budget {amount(army.budget)}" if army.budget is not None else "") if part]
    result = wrapped(f"{name} ({', '.join(about)})" if about else name, width, rest="  ")
    result += wrapped(army.file, width, rest="  ")
    total = ("", "total", "", "", "", amount(army.total))
    shape = columns([HEADS, *map(_cells, army.rows), total], width, right=FIGURES, indent="  ")
    result += shape.lines(HEADS, head=True)
    formation = ""
    by_place: dict[tuple[str, int], list[Problem]] = {}
    for problem in problems:
        by_place.setdefault((problem.where.file, problem.where.line), []).append(problem)
    for row, behind in zip_longest(army.rows, army.rows[1:]):
        if row.formation != formation:
            formation = row.formation
            result += wrapped(f"{formation or 'no formation'}:", width, first=" " * 8, rest=" " * 10)
        result += shape.lines(_cells(row))
        for problem in by_place.get((row.where.file, row.where.line), ()):
            of_next = behind is not None and row.where < behind.where <= problem.where
            if problem not in reported and not of_next:
                reported.add(problem)
                result += _finding(problem, width)
    result += _total(shape, total, army, width)
    result += _facts(army.facts, width)
    return result


def _total(shape: Columns, total: Sequence[str], army: CheckedArmy, width: int) -> list[str]:
    """The sum of an army, and the rest of its limit: on a line below where it does not fit."""
    lines = shape.lines(total)
    if army.limit is None:
        return lines
    spare = army.limit - army.total
    limit, remaining = amount(army.limit), f"{amount(spare)} left" if spare >= 0 else f"{amount(-spare)} over"
    behind = f" of {limit}, {remaining}"
    if width_of(lines[0]) + len(behind) <= width:
        return [lines[0] + behind, *lines[1:]]
    return [*lines, *wrapped(f"limit {limit}, {remaining}", width, first=" " * 8, rest=" " * 10)]


def _passed(checked: Checked, width: int) -> list[str]:
    """The lines that are no entries, and what each was taken for."""
    files = list(dict.fromkeys(line.where.shown for line in checked.passed))
    result = []
    for file in files:
        readings = [
            f"line {line.where.line}: read as {line.kind}" for line in checked.passed if line.where.shown == file
        ]
        name = f"{file}: " if len(files) > 1 or len(checked.armies) > 1 else ""
        result += wrapped(f"{name}{'; '.join(readings)}", width, first=" " * 8, rest=" " * 10)
    return result


def _cells(row: CheckedRow) -> tuple[str, ...]:
    price, total = row.amounts
    return str(row.where.line), row.whole_name, row.rating, str(row.number), price, total


def _finding(problem: Problem, width: int, indent: int = 8) -> list[str]:
    return wrapped(str(problem), width, first=" " * indent, rest=" " * (indent + 2))


def _facts(facts: Iterable[Fact], width: int, first: str = " " * 8, rest: str = " " * 10) -> list[str]:
    """Facts, each with the rules it rests on, from a new line on."""
    return [
        line for fact in facts for line in wrapped(f"{fact.text}{bracketed(fact.rules)}", width, first=first, rest=rest)
    ]


def _verdict(checked: Checked, report: Report, width: int) -> list[str]:
    """A paragraph an army: its verdict, and the hash by which a printed roster is known."""
    lines = []
    for army in checked.armies:
        sentence = (
            f"{army.name}: {army.verdict}, {amount(army.total)} {army.money}; edition {army.edition}, {army.hash}"
        )
        lines += wrapped(sentence, width, rest="  ")
    sound = "Nothing is wrong." if all(army.legal for army in checked.armies) else UNDECIDED
    return [*lines, counted(p for p in report if p.severity <= Severity.WARNING) or sound]


def as_json(checked: Checked, report: Report) -> str:
    """The checked lists as JSON."""
    values = {
        "legal": report.ok and all(army.legal for army in checked.armies),
        "armies": [_plain(army) for army in checked.armies],
        "passed_over": [_line(line) for line in checked.passed],
        "findings": [plain(problem) for problem in report],
    }
    return json.dumps(values, indent=2, ensure_ascii=False)


def _line(line: PassedLine) -> dict[str, Any]:
    place = {"file": line.where.shown, "line": line.where.line, "column": line.where.column}
    return {**place, "read_as": line.kind, "text": line.text}


def findings_json(report: Report) -> str:
    """The problems as JSON, where there is nothing else to report."""
    return json.dumps({"findings": [plain(problem) for problem in report]}, indent=2, ensure_ascii=False)


def _plain(army: CheckedArmy) -> dict[str, Any]:
    rows = []
    for row in army.rows:
        values = {name: value for name, value in row._asdict().items() if name != "where"}
        rows.append({"line": row.where.line, "column": row.where.column, **values})
    facts = [{"text": fact.text, "rules": list(fact.rules)} for fact in army.facts]
    return {**army._asdict(), "rows": rows, "facts": facts, "legal": army.legal, "verdict": army.verdict}


# --- what an entry costs ----------------------------------------------------------------------------------------


def price_text(priced: Priced, width: int = WIDTH) -> str:
    """The price of an entry with its parts."""
    price = f"{amount(priced.price)} {priced.money}"
    head = f"{priced.name}{f'  {priced.rating}' if priced.rating else ''}: {price}"
    if priced.number != 1:
        head = f"{priced.number} × {head} each, {amount(priced.sum)} in all"
    lines = wrapped(head, width, rest="  ")
    if priced.working:
        comes_to = f" = {amount(priced.price)}" if are_digits(priced.working[0]) else ""
        lines += wrapped(f"{priced.working}{comes_to}", width, first="  ", rest="    ")
    lines += _facts(priced.facts, width, "  ", "    ")
    if priced.rules:
        lines += wrapped(f"Rules: {', '.join(priced.rules)}.", width, first="  ", rest="    ")
    return "\n".join(lines)


def price_json(priced: Priced) -> str:
    """The price as JSON."""
    values = priced._asdict()
    values["facts"] = [{"text": fact.text, "rules": list(fact.rules)} for fact in priced.facts]
    return json.dumps(values, indent=2, ensure_ascii=False)
