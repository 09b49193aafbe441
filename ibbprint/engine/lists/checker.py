"""The checker of a game's lists: a catalogue opened once, against which lists are judged one after another."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Generic, NamedTuple

from ibbprint.catalogue.documents import Document, holds_list
from ibbprint.catalogue.rulebook import Catalogue, choose
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.lists import Checked, CheckedArmy, CheckedRow, PassedLine
from ibbprint.engine.api.odds import BadQuestion, Fact
from ibbprint.engine.lists.dialect import Dialect
from ibbprint.engine.lists.pieces import Pieces
from ibbprint.engine.lists.reading import read_plain_list
from ibbprint.engine.lists.records import Army, ArmyList, Entry, F, Stated, U
from ibbprint.problems import Report, Severity, Where


class Verdict(NamedTuple):
    """The verdict on an army; `facts` are other points of interest to a player."""

    total: float
    limit: float | None
    facts: tuple[Fact, ...] = ()


class Checker(ABC, Generic[U, F]):
    """See `ListChecker`; a game says how an army is judged, and what two armies mean for each other."""

    def __init__(self, catalogue: Catalogue, options: KitOptions, pieces: Pieces[U, F]) -> None:
        self.catalogue = catalogue
        self.options = options
        self.pieces = pieces
        self.dialect: Dialect[U, F] = pieces.dialect

    # --- what a game says -------------------------------------------------------------------------------------------

    def read_yaml(self, document: Document, report: Report) -> ArmyList[U, F] | None:
        """A YAML document as a list, or None with its faults in the report; without more, lists are plain text."""
        report.error(Where(document.name), "read:list", "lists of this game are plain text.", self.dialect.how)
        return None

    @abstractmethod
    def verdict(self, army: Army[U, F], report: Report, limit: float | None) -> Verdict:
        """Add every finding on an army to the report. `limit` is its limit on spending, where a pair decides that."""

    def pair(self, army: Army[U, F], opponent: Army[U, F], report: Report) -> dict[int, float | None]:
        """The limits on spending of two opposing armies, by their `id`, where they depend on each other."""
        return {}

    @abstractmethod
    def row(self, army: Army[U, F], entry: Entry[U, F]) -> CheckedRow:
        """An entry as it is shown."""

    edition: ClassVar[str]
    """The edition of the checks: raised when a list that was legal no longer is, or the other way round."""

    @abstractmethod
    def prices(self) -> Iterable[str]:
        """The prices of everything, for the hashes of lists."""

    @abstractmethod
    def bought(self, army: Army[U, F], entry: Entry[U, F]) -> str:
        """An entry for the hash of its list, without how many it is."""

    def beside(self, army: Army[U, F]) -> Iterable[str]:
        """Other inputs of the hash of a list."""
        return ()

    # --- what follows -----------------------------------------------------------------------------------------------

    @cached_property
    def _ground(self) -> hashlib._Hash:
        """The hash of what every list of the checker is judged by, to go on from."""
        packs = [Path(pack).name for pack in self.options.packs]
        rules = [f"{name}={value}" for name, value in sorted(self.options.rules.items())]
        return hashlib.sha256("\n".join([self.dialect.game, self.edition, *packs, *rules, *self.prices()]).encode())

    def count_signs(self, document: Document) -> int:
        """The number of signs in a document for this game: its entries, the name in its title, the money of its
        sums.
        """
        army_list = self._read(document, Report())
        if army_list is None:
            return 0
        signs = sum(entry.unit is not None for army in army_list.armies for entry in army.entries)
        if not signs or document.is_yaml:
            return signs
        if self.dialect.is_named_in(document.text):
            return signs + document.text.count("\n") + 1
        return signs + (signs + 1) // 2 * self.dialect.has_its_money(document.text)

    def _read(self, document: Document, report: Report) -> ArmyList[U, F] | None:
        """A document as a list, or None with what stopped the reading in the report."""
        if document.is_yaml or holds_list(document):
            return self.read_yaml(document, report)
        return read_plain_list(document, self.pieces, report, self._objections)

    def _objections(self, army_list: ArmyList[U, F]) -> Report:
        """The problems of the armies of a list, each judged by itself."""
        report = Report()
        for army in army_list.armies:
            self.verdict(army, report, None)
        return report

    def read(self, documents: Sequence[Document], report: Report) -> list[tuple[ArmyList[U, F], Army[U, F]]]:
        """Every army of the documents; the switches that a list chooses are checked."""
        pairs: list[tuple[ArmyList[U, F], Army[U, F]]] = []
        for document in documents:
            result = self._read(document, report)
            if result is None:
                continue
            for army in result.armies:
                if self.options.points is not None and not self.dialect.has_points(army):
                    army.budget = Stated(self.options.points, Where("--points"))
            if result.rules:
                choices = [(name, value, where) for name, (value, where) in result.rules.items()]
                choose(self.catalogue.layers, self.dialect.game, choices, report)
            pairs += [(result, army) for army in result.armies]
        return pairs

    def check(
        self, documents: Sequence[Document], report: Report, *, defender: str = "", paired: bool = False
    ) -> Checked:
        """Judge lists, each for itself, or two armies against each other."""
        pairs = self.read(documents, report)
        armies = self.judged(pairs, report, defender=defender, paired=paired)
        lists = {id(army): army for army, _ in pairs}.values()
        passed = [PassedLine(line.where, line.kind, line.text) for item in lists for line in item.passed]
        return Checked(tuple(armies), tuple(passed))

    def judged(
        self,
        pairs: Sequence[tuple[ArmyList[U, F], Army[U, F]]],
        report: Report,
        *,
        defender: str = "",
        paired: bool = False,
    ) -> list[CheckedArmy]:
        """The armies, judged."""
        limits: dict[int, float | None] = {}
        # Two armies of one document belong together; of several documents only where that is asked for.
        if paired or defender or (len(pairs) == 2 and pairs[0][0] is pairs[1][0]):
            limits = self._paired(pairs, defender, report)
        return [self._judged(item, army, report, limits.get(id(army))) for item, army in pairs]

    def _paired(
        self, pairs: Sequence[tuple[ArmyList[U, F], Army[U, F]]], defender: str, report: Report
    ) -> dict[int, float | None]:
        defenders = [army for entry, army in pairs if defender and _is_named(entry.file, army.name, defender)]
        unread = {problem.where.file for problem in report.as_added} - {entry.file for entry, _ in pairs}
        if defender and not defenders and pairs and not any(_is_named(file, "", defender) for file in unread):
            names = " or ".join(dict.fromkeys(repr(entry.file) for entry, _ in pairs))
            raise BadQuestion(f"{defender!r} is none of these armies.", f"Name the defender as {names}.")
        if len(pairs) != 2:
            if not report.ok:
                return {}  # one of them could not be read: that is reported
            verb_and_number = "is 1" if len(pairs) == 1 else f"are {len(pairs)}"
            raise BadQuestion(f"a pair is two armies, but there {verb_and_number}.", "Name two lists of one side each.")
        if defender:
            if len(defenders) != 1:
                names = " or ".join(repr(army.name) for _, army in pairs)
                raise BadQuestion(f"{defender!r} fits both armies.", f"Name the defender as {names}.")
            for _, army in pairs:
                army.role = "defender" if army is defenders[0] else "attacker"
        (_, item), (_, opponent) = pairs
        for army, against in ((item, opponent), (opponent, item)):
            if against.role and not army.role:  # who stands against an attacker defends, and the other way round
                army.role = "defender" if against.role == "attacker" else "attacker"
        return self.pair(item, opponent, report)

    def _judged(self, result: ArmyList[U, F], army: Army[U, F], report: Report, limit: float | None) -> CheckedArmy:
        severities = [  # what was wrong with reading it
            problem.severity
            for problem in report.as_added
            if problem.where.file == result.file and _belongs(result, army, problem.where)
        ]
        findings = Report()
        verdict = self.verdict(army, findings, limit) if army.entries or not result.left_open else Verdict(0, None)
        for problem in findings.as_added:
            report.add(problem)
            severities.append(problem.severity)
        errors = severities.count(Severity.ERROR)
        return CheckedArmy(
            result.file,
            result.title,
            army.name,
            result.edition,
            army.role,
            army.budget.value if army.budget is not None else None,
            verdict.limit,
            verdict.total,
            tuple(self.row(army, entry) for entry in army.entries),
            verdict.facts,
            errors,
            severities.count(Severity.WARNING),
            self._hash(result, army, verdict, errors),
            self.dialect.money.noun,
            result.left_open,
        )

    def _hash(self, result: ArmyList[U, F], army: Army[U, F], verdict: Verdict, errors: int) -> str:
        bought: dict[str, int] = {}
        for entry in army.entries:
            key = self.bought(army, entry)
            bought[key] = bought.get(key, 0) + entry.count
        head = [result.edition, army.name, army.role, str(verdict.limit), str(verdict.total), str(errors == 0)]
        head += [f"{name}={value}" for name, (value, _) in sorted(result.rules.items())]
        parts = ("", *head, *self.beside(army), *(f"{count} {key}" for key, count in sorted(bought.items())))
        digest = self._ground.copy()
        digest.update("\0".join(parts).encode())
        return digest.hexdigest()[:8]


def _belongs(result: ArmyList[U, F], army: Army[U, F], where: Where) -> bool:
    """Whether a place is inside an army's part of its document; what stands before all of them is everybody's."""
    if len(result.armies) == 1:
        return True
    begins = [later.where for later in result.armies]
    return where < min(begins) or (army.where <= where and not any(army.where < later <= where for later in begins))


def _is_named(file: str, army: str, name: str) -> bool:
    """Whether an army is meant by its file or by its own name."""
    path = Path(file)
    return name in (file, path.name, path.stem) or name.lower() == army.lower()


__all__ = ["Checker", "Verdict"]
