"""The checker of rosters: the catalogue opened once, against which they are judged one after another."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from ibbprint.catalogue.documents import Document
from ibbprint.engine.api.lists import Checked, CheckedArmy, CheckedRow, PassedLine
from ibbprint.engine.api.odds import BadQuestion, Fact
from ibbprint.problems import Problem, Report, Severity, Where
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.rosters.judging import front_of_row, problems
from ibbprint.systems.battle_turn.rosters.reading import is_roster, read_rosters
from ibbprint.systems.battle_turn.rosters.records import Row, Written
from ibbprint.systems.battle_turn.rosters.signs import is_text
from ibbprint.systems.battle_turn.rosters.text import TextReader

NO_COMMAND = "no command"
"""What is written over units that are in nobody's."""
EDITION = "1"
"""Raised when a roster that was sound no longer is, or the other way round."""


class Judged(NamedTuple):
    """A roster, and what is wrong with it."""

    roster: Written
    problems: list[Problem]


class Checker:
    """See `ListChecker`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    @cached_property
    def _reader(self) -> TextReader:
        return TextReader(self.catalogue)

    def count_signs(self, document: Document) -> int:
        """The number of rows of a document that are leaders or units; all rows if it cannot be read or names the
        game.
        """
        if not is_roster(document):
            return 0
        lines = len(document.text.splitlines())
        items = read_rosters(document, self._reader, Report())
        if is_text(document):
            return lines if items else 1
        return max(1, sum(len(item.leaders) + len(item.units) for item in items) if items else lines)

    def check(
        self, documents: Sequence[Document], report: Report, *, defender: str = "", paired: bool = False
    ) -> Checked:
        """Judge rosters, each for itself: none of them attacks or defends, and nothing is bought."""
        if defender or paired:
            raise BadQuestion("rosters of this game are checked one by one.", "Leave out --pair and --defender.")
        judged = [item for document in documents for item in self.read(document, report)]
        passed = [PassedLine(*line) for item in judged for line in item.roster.passed]
        return Checked(tuple(self.army(item.roster, item.problems) for item in judged), tuple(passed))

    def read(self, document: Document, report: Report) -> list[Judged]:
        """The rosters of a document, each with everything that is wrong with it; the report has that, too."""
        findings = Report()
        items = read_rosters(document, self._reader, findings)
        result = [Judged(roster, []) for roster in items]
        for problem in findings.as_added:
            for item in result:
                if _belongs(problem.where, item.roster, items):
                    item.problems.append(problem)
        report.add_all(findings.as_added)
        for item in result:
            item.problems.extend(problems(item.roster, self.catalogue))
            report.add_all(item.problems)
        return result

    def army(self, roster: Written, findings: Iterable[Problem]) -> CheckedArmy:
        """A roster as it is shown, with the findings on it."""
        rows = tuple(self._row(row) for row in roster.units)
        severities = [problem.severity for problem in dict.fromkeys(findings)]
        errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
        total = sum(row.sum or 0 for row in rows)
        text = "\0".join(
            map(str, (EDITION, errors, roster.head, *(row.values for row in (*roster.leaders, *roster.units))))
        )
        hash = hashlib.sha256(text.encode()).hexdigest()[:8]
        return CheckedArmy(
            roster.file,
            roster.name,
            roster.name,
            EDITION,
            "",
            None,
            None,
            total,
            rows,
            tuple(self._facts(roster)),
            errors,
            warnings,
            hash,
            "worth",
        )

    def _row(self, row: Row) -> CheckedRow:
        figures, worth = row.get("figures"), row.get("worth", 1)
        total = None if figures is None or "worth" in row.faulty else figures * worth
        quality = self.catalogue.qualities.get(row.get("quality", ""))
        return CheckedRow(
            row.where,
            row.name,
            row.name,
            row.name,
            "?" if quality is None else quality.name.lower(),
            figures or 0,
            worth,
            total,
            str(row.get("command", "") or NO_COMMAND),
        )

    def _facts(self, result: Written) -> list[Fact]:
        """Other facts for a player: the leaders, the width of the army, the losses that defeat it."""
        leaders = [_leader(row) for row in result.leaders if "name" in row.values]
        facts = [Fact(f"Led by {', '.join(leaders)}.")] if leaders else []
        figures = self.catalogue.figures
        fronts = [front for row in result.units if (front := front_of_row(row, figures)) is not None]
        if fronts:
            wide = sum(fronts) + figures["gap"] * (len(fronts) - 1)
            count = sum(row.get("figures", 0) for row in result.units)
            facts.append(
                Fact(
                    f"{count} figures, {sum(fronts)} inches of front, {wide} with the gaps, on a table of "
                    f"{figures['table-width']}.",
                    ("B-47", "B-49"),
                )
            )
        total = sum(row.get("figures", 0) * row.get("worth", 1) for row in result.units)
        to_lose = -(-total // figures["defeat-share"])
        if total:
            facts.append(Fact(f"It is beaten once {to_lose} worth is dead or routed.", ("B-40", "B-67")))
        return facts


def _leader(row: Row) -> str:
    role = str(row.get("role", "leader")).replace("-", " ")
    number = row.get("leadership")
    return f"{row.name} ({role}{'' if number is None else f', {number}'})"


def _belongs(where: Where, roster: Written, result: Sequence[Written]) -> bool:
    """Whether a place is in a roster's part of its document; what stands before all of them is the first one's."""
    if len(result) == 1:
        return True
    begun = [candidate for candidate in result if candidate.where.line <= where.line]
    return roster is (begun[-1] if begun else result[0])
