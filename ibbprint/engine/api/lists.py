"""The interface of a game that checks army lists: lists judged, made, priced and made into battles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from ibbprint.catalogue.documents import Document
    from ibbprint.engine.api.odds import Fact
    from ibbprint.problems import Problem, Report, Where


LIST = "list"
"""What `--theme` takes to show every theme."""


def amount(value: float) -> str:
    """A price or a sum as people read it: 24, 2.5. Prices are whole or have halves, which are exact."""
    return f"{value:.12g}"


class CheckedRow(NamedTuple):
    """An entry of a list: as written, as understood, and its price; None where it was not understood."""

    where: Where
    written: str
    id: str
    name: str
    rating: str
    number: int
    price: float | None
    sum: float | None
    formation: str = ""
    called: str = ""
    """Who it is, where the list says."""

    @property
    def whole_name(self) -> str:
        return f"{self.called}: {self.name}" if self.called else self.name

    @property
    def amounts(self) -> tuple[str, str]:
        """The price of one and of all, as people read them."""
        price = "?" if self.price is None else "free" if self.price == 0 else amount(self.price)
        return price, "?" if self.sum is None else amount(self.sum)


class CheckedArmy(NamedTuple):
    """A judged side of a list. `limit` is its limit on spending, None where no budget is known."""

    file: str
    title: str
    name: str
    edition: str
    role: str
    budget: float | None
    limit: float | None
    total: float
    rows: tuple[CheckedRow, ...]
    facts: tuple[Fact, ...]
    """What a player wants to know besides: how the budget comes about, free forts, what the casters can do."""
    errors: int
    warnings: int
    hash: str
    """Changes whenever the entries, the budget, the role, the rules, the edition or the verdict change."""
    money: str = "gold"
    """What its prices are in."""
    left_open: int = 0
    """How many lines leave open what is bought: ranges, alternatives. Then nobody can judge it."""

    @property
    def legal(self) -> bool:
        return not self.errors and not self.left_open

    @property
    def verdict(self) -> str:
        """`legal`, `not legal`, or `cannot be judged`."""
        return "legal" if self.legal else "not legal" if self.errors else "cannot be judged"


class Judged(NamedTuple):
    """A judged army, with the findings about it."""

    army: CheckedArmy
    findings: tuple[Problem, ...]


class PassedLine(NamedTuple):
    """A line of a list that is neither an entry nor a header, and how it was understood: `a heading`."""

    where: Where
    kind: str
    text: str


class Checked(NamedTuple):
    """The result for several lists: the armies in order; the problems are in the report.

    `passed` are the lines that were passed over, so that nobody wonders what became of them.
    """

    armies: tuple[CheckedArmy, ...]
    passed: tuple[PassedLine, ...] = ()


class ListChecker(Protocol):
    """An open catalogue, against which any number of lists can be checked."""

    def check(
        self, documents: Sequence[Document], report: Report, *, defender: str = "", paired: bool = False
    ) -> Checked:
        """Judge lists. `defender` names the one of two (its file, or the army) that defends against the other.

        With `paired` two armies are judged as a pair; BadQuestion where that cannot be done.
        """

    def count_signs(self, document: Document) -> int:
        """The number of entries of a document that are like those of this game's lists."""


class ArmyRequest(NamedTuple):
    """A request for an army: its budget (None: the usual one), theme (nothing: anything), role and seed."""

    budget: int | None
    theme: str = ""
    role: str = ""
    seed: int | str = 1


class Priced(NamedTuple):
    """The price of an entry with its parts."""

    id: str
    name: str
    rating: str
    number: int
    price: float
    sum: float
    working: str
    bounds: tuple[int, int] | None
    reconstructed: bool
    rules: tuple[str, ...]
    facts: tuple[Fact, ...] = ()
    money: str = "gold"


class BattleRequest(NamedTuple):
    """A request for a battle between two lists: its kind, who defends (a file, or an army), its map, its file.

    What is not said follows from the lists, or is the first that there is.
    """

    kind: str = ""
    defender: str = ""
    map: str = ""
    file: str = ""
    """Where it will be written, for what the file says of itself; without it by the id of the scenario."""


class MadeBattle(NamedTuple):
    """A scenario made from two lists: its id, title, kind, map, turns and goals, and the file's text."""

    id: str
    title: str
    kind: str
    map: str
    turns: int
    places: tuple[str, ...]
    text: str
