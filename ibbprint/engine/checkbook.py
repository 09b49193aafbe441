"""The book of checks of a game: each check is one function, with its title and its rules, that yields findings.

@BOOK.check("edges", "Two edges", RULE)
def edges(look: SetUp) -> Drafts:
    '''One army routs to the north, the other to the south.'''
    if len({army.edge for army in look.battle.scenario.armies}) < 2:
        yield error(look.where("armies", 1, "edge"), "both armies rout to the same edge.")

The docstring is the text of the check, which players read with `check --explain`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from ibbprint.catalogue.layers import Shelf
from ibbprint.catalogue.mending import Mend
from ibbprint.catalogue.source import Source
from ibbprint.engine.api.checking import CheckText, Finding
from ibbprint.engine.references import named, twice
from ibbprint.phrases import listed
from ibbprint.problems import Problem, Severity, Where, did_you_mean

SET_UP, VICTORY = "set-up", "victory"
"""The topics of findings."""


class Leaves(IntEnum):
    """The uses of a set-up that are left when a check finds an error."""

    NOTHING = 0
    A_KIT = 1
    A_GAME = 2
    """A kit and, for those who insist, a game."""


class Draft(NamedTuple):
    """A finding as a check words it; the book adds the game and what the check says of itself.

    Without `check` it is of the check that yields it; without `rule` it rests on the first rule of its check, or on the
    check itself. A rule without the name of a game or a reader before it is the game's own. Without `rulings`, those
    that the check names settle it. `named` are the lists of rules of everything that it is about (see `settling`).
    """

    severity: Severity
    where: Where
    message: str
    hint: str = ""
    check: str = ""
    rule: str = ""
    places: Sequence[str] = ()
    working: str = ""
    rulings: Sequence[str] | None = None
    named: Sequence[Sequence[str]] = ()
    mend: Mend | None = None


Drafts: TypeAlias = Iterator[Draft]

error = partial(Draft, Severity.ERROR)
warning = partial(Draft, Severity.WARNING)
note = partial(Draft, Severity.NOTE)
fine = partial(Draft, Severity.OK)
"""What was looked at and is in order."""


def drafted(problem: Problem) -> Draft:
    """The problem of a reader or another judge as a draft."""
    return Draft(problem.severity, problem.where, problem.message, problem.hint, rule=problem.rule)


class Written(Protocol):
    """A scenario with the file that it is written in."""

    @property
    def scenario(self) -> Any: ...

    @property
    def source(self) -> Source: ...


BattleT = TypeVar("BattleT", bound=Written)
CatalogueT = TypeVar("CatalogueT")
LookT = TypeVar("LookT")


class SetUp(Generic[BattleT, CatalogueT]):
    """A set-up as checks see it; a game derives from it to compute once what several of its checks ask."""

    def __init__(self, battle: BattleT, catalogue: CatalogueT) -> None:
        self.battle = battle
        self.catalogue = catalogue

    def where(self, *path: str | int, key: bool = False) -> Where:
        return self.battle.source.where(*path, key=key)

    def twice(self, field: str) -> Iterator[tuple[Where, Any]]:
        """The values of a field of the scenario (see `references.named`) that have stood there before, with places."""
        return ((self.where(*steps), value) for steps, value in twice(self.battle.scenario, field))

    def unknown_names(self, field: str, shelf: Shelf[Any], word: str) -> Drafts:
        """An error for each name in a field of the scenario that the catalogue has no `word` of."""
        for steps, name in named(self.battle.scenario, field):
            if not shelf.knows(name):
                hint = did_you_mean(name, shelf.names)
                yield error(self.where(*steps), f"there is no {word} {name!r}.", hint, rule=f"ref:{word}")


class Check(NamedTuple):
    """A check as the book has it: its text, and what holds for all its findings."""

    text: CheckText
    settled_by: Sequence[str]
    leaves: Leaves
    topic: str


class Book(Generic[LookT]):
    """The checks of a game. They are listed as they are written, and made in the order of their functions.

    `look` makes what the checks look at, of whatever `findings` is given. `leaves` holds for each check that does not
    say itself what its errors leave.
    """

    def __init__(
        self, game: str, look: Callable[..., LookT], leaves: Leaves = Leaves.A_GAME, topic: str = SET_UP
    ) -> None:
        self.game = game
        self._topic = topic
        self._look = look
        self._leaves = leaves
        self._checks: dict[str, Check] = {}
        self._makers: dict[Callable[[LookT], Drafts], tuple[str, Callable[[LookT], bool]]] = {}
        """The functions, each with the check of findings that name none, and with the condition to call it at all."""

    def check(
        self,
        id: str,
        title: str,
        rules: str = "",
        *,
        text: str = "",
        settled_by: Sequence[str] = (),
        leaves: Leaves | None = None,
        when: Callable[[LookT], bool] = lambda _: True,
    ) -> Callable[[Callable[[LookT], Drafts]], Callable[[LookT], Drafts]]:
        """A check that is made when a condition holds. Its text is the docstring of its function unless it is given.

        One function may have several checks: its findings are of the topmost unless they name another one.
        """

        def declare(function: Callable[[LookT], Drafts]) -> Callable[[LookT], Drafts]:
            words = text or " ".join((function.__doc__ or title).split())
            self._checks[id] = check._replace(text=CheckText(id, title, words, tuple(rules.split())))
            self._makers[function] = id, when
            return function

        level = self._leaves if leaves is None else leaves
        check = self._checks[id] = Check(CheckText(id, title, text), settled_by, level, self._topic)
        return declare

    def add(self, chapter: Book[LookT]) -> None:
        """Add the checks of a module, to be made after those that are here."""
        self._checks |= chapter._checks
        self._makers |= chapter._makers

    def including(self, book: Book[Any]) -> Callable[[Callable[[LookT], Drafts]], Callable[[LookT], Drafts]]:
        """Declare a function that yields the drafts of another book, which looks at a part of the set-up."""
        self._checks |= book._checks

        def declare(function: Callable[[LookT], Drafts]) -> Callable[[LookT], Drafts]:
            self._makers[function] = "", lambda _: True
            return function

        return declare

    @property
    def texts(self) -> tuple[CheckText, ...]:
        return tuple(check.text for check in self._checks.values())

    def leaves_a_kit(self, finding: Finding) -> bool:
        return self._checks[finding.check].leaves >= Leaves.A_KIT

    def leaves_a_game(self, finding: Finding) -> bool:
        return self._checks[finding.check].leaves >= Leaves.A_GAME

    def findings(self, *parts: Any) -> list[Finding]:
        """All findings, in the order of the file."""
        look = self._look(*parts)
        return in_order(self.finding(look, draft) for draft in self.drafts(look))

    def drafts(self, look: LookT) -> Drafts:
        """The findings of the checks, one check after the other, each with its check and its rule."""
        for function, (id, when) in self._makers.items():
            for draft in function(look) if when(look) else ():
                check = draft.check or id
                yield draft._replace(check=check, rule=draft.rule or (*self._checks[check].text.rules, check)[0])

    def finding(self, look: LookT, draft: Draft) -> Finding:
        """A finding of the game from the draft of one of its checks."""
        check = self._checks[draft.check]
        rule = draft.rule if ":" in draft.rule else f"{self.game}:{draft.rule}"
        problem = Problem(draft.severity, draft.where, rule, draft.message, draft.hint)
        rulings = tuple(check.settled_by if draft.rulings is None else draft.rulings)
        places = tuple(draft.places)
        return Finding(draft.check, check.topic, problem, places, draft.working, rulings, mend=draft.mend)


def settling(rulings: Sequence[str], rule_lists: Sequence[Sequence[str]]) -> list[str]:
    """The rulings that settle a finding: those that each of the lists of rules names.

    `rule_lists` are the rules of all units that the finding is about; nothing settles it where there are no lists.
    """
    if not rule_lists or not all(set(rules) & set(rulings) for rules in rule_lists):
        return []
    return [rule for rule in rulings if any(rule in rules for rules in rule_lists)]


def settled_by(rulings: Sequence[str]) -> str:
    """The hint that names the rulings: they settle it."""
    return f"{listed(rulings)} settle{'s' if len(rulings) == 1 else ''} it."


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Each finding once, in the order of the file."""

    def key(finding: Finding) -> tuple[object, ...]:
        return finding.problem.where, finding.problem.severity, finding.check, finding.problem.message

    return sorted(dict.fromkeys(findings), key=key)
