"""The book of checks: what is found in a set-up names a check of the game, and rulings may settle it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ibbprint.catalogue.layers import Shelf
from ibbprint.catalogue.mending import Mend
from ibbprint.engine.api.checking import CheckText, Finding
from ibbprint.phrases import listed
from ibbprint.problems import Problem, Severity, Where, did_you_mean

SET_UP, VICTORY = "set-up", "victory"
"""The topics of findings."""


class Findings:
    """What is found in one set-up, in the order in which it is found. A finding names a check of the game's book."""

    def __init__(self, game: str, book: Iterable[CheckText]) -> None:
        self.game = game
        self.findings: list[Finding] = []
        self._checks = frozenset(check.id for check in book)

    def find(
        self, check: str, severity: Severity, where: Where, rule: str, message: str, hint: str = "", *,
        places: Sequence[str] = (), working: str = "", rulings: Sequence[str] = (), settled: bool = False,
        mend: Mend | None = None, topic: str = SET_UP,
    ) -> None:  # fmt: skip
        """Note a finding; a `rule` without the name of a game or a reader before it is the game's own."""
        assert check in self._checks, check
        problem = Problem(severity, where, rule if ":" in rule else f"{self.game}:{rule}", message, hint)
        self.findings.append(Finding(check, topic, problem, tuple(places), working, tuple(rulings), settled, mend))

    def error(self, check: str, where: Where, rule: str, message: str, hint: str = "") -> None:
        self.find(check, Severity.ERROR, where, rule, message, hint)

    def named(self, check: str, names: Iterable[str], shelf: Shelf[Any], word: str, at: Callable[[int], Where]) -> None:
        """An error for each name in a list of the scenario that the catalogue has no `word` of; `at` is its place."""
        for index, name in enumerate(names):
            if not shelf.knows(name):
                hint = did_you_mean(name, shelf.names)
                self.error(check, at(index), f"ref:{word}", f"there is no {word} {name!r}.", hint)

    def warning(self, check: str, where: Where, rule: str, message: str, hint: str = "") -> None:
        self.find(check, Severity.WARNING, where, rule, message, hint)


def settling(rulings: Sequence[str], named: Sequence[Sequence[str]]) -> list[str]:
    """Which of the rulings settle a finding: those that are named, where each list of rules names one of them.

    `named` are the rules of everything that the finding is about; none settles it where there are no lists.
    """
    if not named or not all(set(rules) & set(rulings) for rules in named):
        return []
    return [rule for rule in rulings if any(rule in rules for rules in named)]


def settled_by(rulings: Sequence[str]) -> str:
    """The hint that names the rulings: they settle it."""
    return f"{listed(rulings)} settle{'s' if len(rulings) == 1 else ''} it."


def in_order(found: Iterable[Finding]) -> list[Finding]:
    """Each finding once, in the order of the file."""

    def key(finding: Finding) -> tuple[object, ...]:
        return finding.problem.where, finding.problem.severity, finding.check, finding.problem.message

    return sorted(dict.fromkeys(found), key=key)
