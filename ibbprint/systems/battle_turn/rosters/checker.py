"""The checker of rosters: the catalogue opened once, against which they are judged one after another."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from ibbprint.catalogue.documents import Document
from ibbprint.engine.api.lists import Checked, CheckedArmy, CheckedRow
from ibbprint.engine.api.odds import BadQuestion, Fact
from ibbprint.problems import Report, Severity
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.rosters.judging import front_of_row, problems
from ibbprint.systems.battle_turn.rosters.reading import is_roster, read_roster
from ibbprint.systems.battle_turn.rosters.records import Row, Written

NO_COMMAND = "no command"
"""What is written over units that are in nobody's."""
EDITION = "1"
"""Raised when a roster that was sound no longer is, or the other way round."""


class Checker:
    """See `ListChecker`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def known(self, document: Document) -> int:
        """How many rows of a document are leaders and units; all of a roster that cannot be read, and at least 1."""
        if not is_roster(document):
            return 0
        made = read_roster(document, self.catalogue, Report())
        return max(1, len(document.text.splitlines()) if made is None else len(made.leaders) + len(made.units))

    def check(
        self, documents: Sequence[Document], report: Report, *, defender: str = "", paired: bool = False
    ) -> Checked:
        """Judge rosters, each for itself: none of them attacks or defends, and nothing is bought."""
        if defender or paired:
            raise BadQuestion("rosters of this game are checked one by one.", "Leave out --pair and --defender.")
        found = [self._checked(document, report) for document in documents]
        return Checked(tuple(army for army in found if army is not None))

    def read(self, document: Document, report: Report) -> Written | None:
        """A document as a roster with everything that is wrong with it in the report."""
        made = read_roster(document, self.catalogue, report)
        if made is not None:
            for problem in problems(made, self.catalogue):
                report.add(problem)
        return made

    def _checked(self, document: Document, report: Report) -> CheckedArmy | None:
        own = Report()
        made = self.read(document, own)
        report.add_all(own)
        return None if made is None else self.army(made, own)

    def army(self, made: Written, own: Report) -> CheckedArmy:
        """A roster as it is shown; `own` has what was found in it."""
        rows = tuple(self._row(row) for row in made.units)
        errors = sum(problem.severity is Severity.ERROR for problem in own)
        warnings = sum(problem.severity is Severity.WARNING for problem in own)
        total = sum(row.sum or 0 for row in rows)
        text = "\0".join(map(str, (EDITION, errors, made.head, *(row.values for row in (*made.leaders, *made.units)))))
        hash = hashlib.sha256(text.encode()).hexdigest()[:8]
        return CheckedArmy(
            made.file, made.name, made.name, EDITION, "", None, None, total, rows, tuple(self._facts(made)), errors,
            warnings, hash, "worth",
        )  # fmt: skip

    def _row(self, row: Row) -> CheckedRow:
        figures, worth = row.get("figures"), row.get("worth", 1)
        total = None if figures is None or "worth" in row.faulty else figures * worth
        quality = self.catalogue.qualities.get(row.get("quality", ""))
        return CheckedRow(
            row.where, row.name, row.name, row.name, "?" if quality is None else quality.name.lower(), figures or 0,
            worth, total, str(row.get("command", "") or NO_COMMAND),
        )  # fmt: skip

    def _facts(self, made: Written) -> list[Fact]:
        """What a player wants to know besides: who leads, how wide the army is, when it is beaten."""
        leaders = [_leader(row) for row in made.leaders if "name" in row.values]
        found = [Fact(f"Led by {', '.join(leaders)}.")] if leaders else []
        figures = self.catalogue.figures
        fronts = [front for row in made.units if (front := front_of_row(row, figures)) is not None]
        if fronts:
            wide = sum(fronts) + figures["gap"] * (len(fronts) - 1)
            count = sum(row.get("figures", 0) for row in made.units)
            found.append(Fact(
                f"{count} figures, {sum(fronts)} inches of front, {wide} with the gaps, on a table of "
                f"{figures['table-width']}.", ("B-47", "B-49"),
            ))  # fmt: skip
        total = sum(row.get("figures", 0) * row.get("worth", 1) for row in made.units)
        lost = -(-total // figures["defeat-share"])
        if total:
            found.append(Fact(f"It is beaten once {lost} worth is dead or routed.", ("B-40", "B-67")))
        return found


def _leader(row: Row) -> str:
    role = str(row.get("role", "leader")).replace("-", " ")
    number = row.get("leadership")
    return f"{row.name} ({role}{'' if number is None else f', {number}'})"
