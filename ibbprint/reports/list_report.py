"""A checked army list as a table in a terminal, and as JSON for a program. Knows no game."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from ibbprint.digits import are_digits
from ibbprint.engine.api.lists import Checked, CheckedArmy, CheckedRow, PassedLine, Priced, amount
from ibbprint.engine.api.odds import Fact
from ibbprint.phrases import bracketed
from ibbprint.problems import Problem, Report, Severity
from ibbprint.reports.plain import counted, plain

WIDTH = 100
NAME = 46


def as_text(checked: Checked, report: Report) -> str:
    """Each army as a table: its entries with what is wrong under them, the sum, the verdict."""
    told: set[Problem] = set()
    problems = list(report)
    parts = ["\n".join(_army(army, problems, told)) for army in checked.armies]
    if checked.passed:
        parts.append("\n".join(_passed(checked)))
    rest = [problem for problem in problems if problem not in told]
    if rest:
        indent = 8 if checked.armies else 0
        parts.append("\n".join(line for problem in rest for line in _finding(problem, indent)))
    parts.append(verdict(checked, report))
    return "\n\n".join(parts)


def _army(army: CheckedArmy, problems: Sequence[Problem], told: set[Problem]) -> list[str]:
    name = army.name if army.name == army.title or not army.title else f"{army.title}: {army.name}"
    about = [part for part in (army.role, f"budget {amount(army.budget)}" if army.budget is not None else "") if part]
    found = [f"{name} ({', '.join(about)})" if about else name, army.file]
    wide = min(max((len(row.whole_name) for row in army.rows), default=5), NAME)
    found.append(f"  {'line':>4}  {'entry':<{wide}}  {'rating':<9}  {'count':>5}  {'each':>5}  {'sum':>6}")
    formation = ""
    by_place: dict[tuple[str, int], list[Problem]] = {}
    for problem in problems:
        by_place.setdefault((problem.where.file, problem.where.line), []).append(problem)
    for row, behind in zip_longest(army.rows, army.rows[1:]):
        if row.formation != formation:
            formation = row.formation
            found.append(f"  {'':>4}  {formation or 'no formation'}:")
        found.append(_row(row, wide))
        for problem in by_place.get((row.where.file, row.where.line), ()):
            of_next = behind is not None and row.where < behind.where <= problem.where
            if problem not in told and not of_next:
                told.add(problem)
                found += _finding(problem)
    limit = "" if army.limit is None else f" of {amount(army.limit)}"
    left = ""
    if army.limit is not None:
        spare = army.limit - army.total
        left = f", {amount(spare)} left" if spare >= 0 else f", {amount(-spare)} over"
    found.append(f"  {'':>4}  {'total':<{wide}}  {'':<9}  {'':>5}  {'':>5}  {amount(army.total):>6}{limit}{left}")
    found += _facts(army.facts)
    return found


def _passed(checked: Checked) -> list[str]:
    """The lines that are no entries, and what each was taken for."""
    files = list(dict.fromkeys(line.where.shown for line in checked.passed))
    found = []
    for file in files:
        said = [f"line {line.where.line}: read as {line.kind}" for line in checked.passed if line.where.shown == file]
        name = f"{file}: " if len(files) > 1 or len(checked.armies) > 1 else ""
        found += textwrap.wrap(
            f"{name}{'; '.join(said)}", WIDTH, initial_indent="        ", subsequent_indent="          "
        )
    return found


def _row(row: CheckedRow, wide: int) -> str:
    name, (price, total) = row.whole_name, row.amounts
    name = name if len(name) <= wide else f"{name[: wide - 1]}…"
    return f"  {row.where.line:>4}  {name:<{wide}}  {row.rating:<9}  {row.number:>5}  {price:>5}  {total:>6}"


def _finding(problem: Problem, indent: int = 8) -> list[str]:
    return textwrap.wrap(
        str(problem), WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2), break_on_hyphens=False,
        break_long_words=True,
    )  # fmt: skip


def _facts(facts: Iterable[Fact], indent: str = " " * 8, hanging: str = " " * 10) -> list[str]:
    """Facts, each with the rules it rests on, from a new line on."""
    return [
        line for fact in facts
        for line in textwrap.wrap(
            f"{fact.text}{bracketed(fact.rules)}", WIDTH, initial_indent=indent, subsequent_indent=hanging,
            break_on_hyphens=False,
        )
    ]  # fmt: skip


def verdict(checked: Checked, report: Report) -> str:
    """One line an army: legal or not, and the hash by which a printed roster is known."""
    lines = []
    for army in checked.armies:
        what = "legal" if army.legal else "not legal"
        lines.append(f"{army.name}: {what}, {amount(army.total)} {army.money}; edition {army.edition}, {army.hash}")
    lines.append(counted(p for p in report if p.severity <= Severity.WARNING) or "Nothing is wrong.")
    return "\n".join(lines)


def as_json(checked: Checked, report: Report) -> str:
    """The same for programs."""
    made = {
        "legal": report.ok,
        "armies": [_plain(army) for army in checked.armies],
        "passed_over": [_line(line) for line in checked.passed],
        "findings": [plain(problem) for problem in report],
    }
    return json.dumps(made, indent=2, ensure_ascii=False)


def _line(line: PassedLine) -> dict[str, Any]:
    place = {"file": line.where.shown, "line": line.where.line, "column": line.where.column}
    return {**place, "read_as": line.kind, "text": line.text}


def findings_json(report: Report) -> str:
    """What is wrong, where there is nothing else to tell."""
    return json.dumps({"findings": [plain(problem) for problem in report]}, indent=2, ensure_ascii=False)


def _plain(army: CheckedArmy) -> dict[str, Any]:
    rows = []
    for row in army.rows:
        one = {name: value for name, value in row._asdict().items() if name != "where"}
        rows.append({"line": row.where.line, "column": row.where.column, **one})
    facts = [{"text": fact.text, "rules": list(fact.rules)} for fact in army.facts]
    return {**army._asdict(), "rows": rows, "facts": facts, "legal": army.legal}


# --- what an entry costs ----------------------------------------------------------------------------------------


def price_text(priced: Priced) -> str:
    """What an entry costs and why."""
    each = f"{amount(priced.price)} {priced.money}"
    head = f"{priced.name}{f'  {priced.rating}' if priced.rating else ''}: {each}"
    if priced.number != 1:
        head = f"{priced.number} × {head} each, {amount(priced.sum)} in all"
    lines = [head]
    if priced.working:
        comes_to = f" = {amount(priced.price)}" if are_digits(priced.working[0]) else ""
        lines.append(f"  {priced.working}{comes_to}")
    lines += _facts(priced.facts, "  ", "")
    if priced.rules:
        lines.append(f"  Rules: {', '.join(priced.rules)}.")
    return "\n".join(lines)


def price_json(priced: Priced) -> str:
    """The same for programs."""
    made = priced._asdict()
    made["facts"] = [{"text": fact.text, "rules": list(fact.rules)} for fact in priced.facts]
    return json.dumps(made, indent=2, ensure_ascii=False)
