"""What a game offers: the `Game` protocol, through which the commands reach every game alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeGuard, runtime_checkable

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ibbprint.catalogue.documents import Document
    from ibbprint.catalogue.mending import Mend
    from ibbprint.materials import Kit
    from ibbprint.materials.boards import Board
    from ibbprint.problems import Problem, Report, Where


COUNTER_MM = 15.9
"""The side of a counter for which faces are drawn."""


class KitOptions(NamedTuple):
    """What the caller asks of a kit: packs (the last on top), rule switches, the side of a counter in mm.

    `only` names the sections that will be printed (none: all); a game may leave the others empty, but lists them.
    `whole` asks for the kit of the game's whole catalogue, which belongs to no scenario.
    `force` goes on where a check of the set-up finds errors: they are warnings then, and printed with the kit.
    """

    packs: tuple[Path, ...] = ()
    rules: Mapping[str, str] = MappingProxyType({})
    counter_mm: float = COUNTER_MM
    only: frozenset[str] = frozenset()
    whole: bool = False
    force: bool = False

    def wants(self, section: str) -> bool:
        return not self.only or section in self.only


class Listed(NamedTuple):
    """One line of `ibbprint list`: what it is, its id, title and file."""

    kind: str
    id: str
    title: str
    file: Path


class Told(NamedTuple):
    """Something that happened, put into words: its kind, the words for its sentences, the rules it rests on."""

    kind: str
    words: Mapping[str, str]
    rules: tuple[str, ...] = ()


class Telling(NamedTuple):
    """How a kind of thing is told: sentences to choose among, with places for words in braces.

    `place` says where it stands: a heading, the start of a paragraph, an item under it, figures under an item, or on
    the same line as what went before. What is `brief` is told in a summary as well.
    """

    place: str
    say: tuple[str, ...]
    brief: bool = False


class Playing(Protocol):
    """A game in play. Actions are small data of the game's own; they print and parse, so a game is a text file."""

    @property
    def sides(self) -> Sequence[str]:
        """The ids of the sides, in the order of the scenario."""

    @property
    def to_move(self) -> str | None:
        """The side that must decide; None when the game is over."""

    @property
    def turn(self) -> int:
        """The number of the turn, 0 while setting up."""

    def candidates(self) -> Sequence[Any]:
        """The actions to choose among, all of them legal, in a fixed order."""

    def text(self, action: Any) -> str:
        """An action as one line of text."""

    def parse(self, line: str) -> Any:
        """The action that a line means; ValueError if it means none."""

    def is_legal(self, action: Any) -> Problem | None:
        """Why an action is not legal now, with its rule; None when it is."""

    def fault(self, line: str) -> Problem | None:
        """Why a line is no action that is legal now: the rule, the column, what is near; None when it is one."""

    def apply(self, action: Any) -> None:
        """Do it and play on to the next decision; ValueError, with the state unchanged, when it is not legal."""

    def play(self, action: Any) -> None:
        """Do one of the `candidates`, unchecked."""

    def appraise(self, actions: Sequence[Any]) -> Sequence[float]:
        """How good each of the candidates looks for the side to move, by rules of thumb: higher is better."""

    @property
    def is_over(self) -> bool:
        """True when nothing more can be decided."""

    @property
    def result(self) -> Any:
        """How it stands: `levels` by side and `winner`, None for a draw."""

    @property
    def events(self) -> Sequence[Any]:
        """What happened, in order, in a game that was begun with a listener."""

    def tale(self) -> Sequence[Told]:
        """The events in words, those that belong together put together; at the end how it stands, and why."""

    def board(self) -> Board | None:
        """The map, with a layer for the set-up and one for the end of each turn that shows where everybody stood."""

    def copy(self, seed: int | str | None = None) -> Playing:
        """A game that goes on by itself; with a seed it has dice of its own."""

    def view(self, side: str) -> Playing:
        """The game as one side sees it."""

    def fingerprint(self) -> str:
        """A short hash of the whole state."""


@runtime_checkable
class Game(Protocol):
    """A game is a folder: its models, data, checks and bill of materials behind this interface.

    It may have a whole number `order` besides: games stand in its order, the lowest first, those without one last.
    """

    @property
    def id(self) -> str:
        """The short name by which files and commands know it."""

    @property
    def title(self) -> str:
        """The name as printed."""

    @property
    def template_folders(self) -> Sequence[Path]:
        """Folders of the game's own templates, first found first used."""

    @property
    def schemas(self) -> Mapping[str, type[BaseModel]]:
        """The model of each kind of file that the game reads, by the kind's name."""

    def list(self, packs: Sequence[Path], report: Report) -> Sequence[Listed]:
        """The scenarios and maps of the game and of the packs."""

    def kit(self, scenario: str, options: KitOptions, report: Report) -> Kit | None:
        """The bill of materials of a scenario (an id, or a file), or None with errors in the report."""


class Opened(Protocol):
    """A scenario that is ready to be played, any number of times."""

    @property
    def title(self) -> str:
        """The scenario's title."""

    @property
    def id(self) -> str:
        """The scenario's id."""

    @property
    def sides(self) -> Mapping[str, str]:
        """The name of each side by its id, in the order of the scenario."""

    @property
    def rules(self) -> Mapping[str, str]:
        """The switches of disputed rules as they stand."""

    @property
    def not_played(self) -> Sequence[str]:
        """What is printed for it and passed over by the engine, in words."""

    @property
    def telling(self) -> Mapping[str, Telling]:
        """How each kind of `Told` is told."""

    def start(self, seed: int | str, *, listen: bool = False) -> Playing:
        """A new game. The same seed and actions give the same game; events are kept when somebody listens."""


@runtime_checkable
class PlayableGame(Game, Protocol):
    """A game with a rules engine."""

    def open(self, scenario: str, options: KitOptions, report: Report) -> Opened | None:
        """A scenario (an id, or a file) to be played, or None with errors in the report."""


# --- odds -------------------------------------------------------------------------------------------------------


class AskOption(NamedTuple):
    """An option that a question may have: a flag, a number, a text, or texts that may be given again and again."""

    name: str
    help: str
    kind: Literal["flag", "number", "text", "texts"] = "text"
    metavar: str = ""


class Subject(NamedTuple):
    """One thing whose chances can be asked for. `words` names what is typed after it; nothing when it takes none."""

    id: str
    help: str
    words: str = ""
    words_help: str = ""
    options: tuple[AskOption, ...] = ()


class OddsRequest(NamedTuple):
    """A question: its subject, the words typed after it, and the options that were given, by name.

    A flag is True, a number an int, texts a tuple; what was not given is not there.
    """

    subject: str
    words: str = ""
    options: Mapping[str, Any] = MappingProxyType({})


class OddsRow(NamedTuple):
    """One thing that can happen: its short code, its name, what it does in words, its exact chance."""

    id: str
    name: str
    words: str
    chance: Fraction


class OddsModifier(NamedTuple):
    """One thing that counts: what it changes, by how much as applied, and its rules."""

    id: str
    name: str
    changes: str
    amount: int
    rules: tuple[str, ...]


class Fact(NamedTuple):
    """One sentence on how the answer came about, with its rules."""

    text: str
    rules: tuple[str, ...] = ()


class OddsGrid(NamedTuple):
    """One thing against all others: groups of columns with their heads, and a line for each of the others.

    A cell is None where there can be no such attack.
    """

    groups: tuple[tuple[str, tuple[str, ...]], ...]
    lines: tuple[tuple[str, str, tuple[tuple[Fraction, ...] | None, ...]], ...]
    """Id, name, and for each group its chances."""


class OddsAnswer(NamedTuple):
    """The chances of a question. `rows` exclude each other and add up to 1; `sums` are chances of several at once."""

    subject: str
    title: str
    rows: tuple[OddsRow, ...] = ()
    sums: tuple[OddsRow, ...] = ()
    facts: tuple[Fact, ...] = ()
    modifiers: tuple[OddsModifier, ...] = ()
    notes: tuple[Fact, ...] = ()
    figures: Mapping[str, Any] = MappingProxyType({})
    """What a program may want by name: attack, defence, odds, row, column."""
    grid: OddsGrid | None = None


class BadQuestion(ValueError):
    """A question that is put wrongly: no fault of any file."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class OddsGame(Game, Protocol):
    """A game that tells exact chances, worked out by the code that plays."""

    @property
    def subjects(self) -> Sequence[Subject]:
        """What can be asked; the first is meant when none is named."""

    def odds(self, request: OddsRequest, options: KitOptions, report: Report) -> OddsAnswer | None:
        """The chances, or None with errors in the report; BadQuestion when the question cannot be understood."""


def tells_odds(game: Game) -> TypeGuard[OddsGame]:
    """Whether a game can be asked for odds. (Asking the protocol itself would call every property of the game.)"""
    return hasattr(type(game), "odds")


# --- rulings ----------------------------------------------------------------------------------------------------


class SwitchState(NamedTuple):
    """A choice between readings of a rule: its name, what stands, what stands unless chosen, what each value means."""

    rule: str
    name: str
    value: str
    default: str
    values: Mapping[str, str]


class Touched(NamedTuple):
    """A thing of the catalogue, or a scenario, that a rule bears on."""

    kind: str
    id: str
    name: str


class RuleText(NamedTuple):
    """A ruling, settlement or statement. `related` are other rules: how they are tied to it, id and title."""

    id: str
    title: str
    tag: str
    topic: str
    text: str = ""
    source: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()
    related: tuple[tuple[str, str, str], ...] = ()
    switch: SwitchState | None = None
    touches: tuple[Touched, ...] = ()


class RuledGame(Game, Protocol):
    """A game whose rulings can be looked up."""

    def rules(self, scenario: str, options: KitOptions, report: Report) -> Sequence[RuleText] | None:
        """Every ruling in order, without what it touches, or None with errors in the report.

        Switches stand as the scenario (nothing: none) and the options have them.
        """

    def rule(self, name: str, scenario: str, options: KitOptions, report: Report) -> RuleText | None:
        """One rule with all that is known of it, or None with errors in the report."""


def has_rules(game: Game) -> TypeGuard[RuledGame]:
    """Whether the rulings of a game can be looked up."""
    return hasattr(type(game), "rules")


# --- checking a scenario ----------------------------------------------------------------------------------------


class CheckText(NamedTuple):
    """A check that a game makes: its id, title, what it looks at and why, the rules it rests on."""

    id: str
    title: str
    text: str
    rules: tuple[str, ...] = ()


class Finding(NamedTuple):
    """What a check of a set-up found: which check, on which topic, the problem, the places on the map, the working.

    `rulings` are those that settle it; `settled` is True where the scenario names one of them, and it is a note then.
    """

    check: str
    topic: str
    problem: Problem
    places: tuple[str, ...] = ()
    working: str = ""
    rulings: tuple[str, ...] = ()
    settled: bool = False
    mend: Mend | None = None


class CheckedScenario(NamedTuple):
    """A scenario that was checked: what was found, in the order of the file."""

    id: str
    title: str
    findings: tuple[Finding, ...]


class ScenarioChecker(Game, Protocol):
    """A game that checks the set-ups and the victory conditions of its scenarios."""

    @property
    def scenario_checks(self) -> Sequence[CheckText]:
        """Every check, in the order in which they are made."""

    def check_scenario(self, scenario: str, options: KitOptions, report: Report) -> CheckedScenario | None:
        """What is found in a scenario (an id, or a file); faults of reading go into the report.

        None where nothing of it could be read.
        """


def checks_scenarios(game: Game) -> TypeGuard[ScenarioChecker]:
    """Whether a game checks scenarios."""
    return hasattr(type(game), "check_scenario")


# --- army lists -------------------------------------------------------------------------------------------------


class CheckedRow(NamedTuple):
    """One entry of a list: what was written, what it is, and its price; None where that could not be made out."""

    where: Where
    written: str
    id: str
    name: str
    rating: str
    number: int
    price: int | None
    sum: int | None
    formation: str = ""
    called: str = ""
    """Who it is, where the list says."""


class CheckedArmy(NamedTuple):
    """One side of a list, judged. `limit` is what it may spend, None where no budget is known."""

    file: str
    title: str
    name: str
    edition: str
    role: str
    budget: int | None
    limit: int | None
    total: int
    rows: tuple[CheckedRow, ...]
    facts: tuple[Fact, ...]
    """What a player wants to know besides: how the budget comes about, free forts, what the casters can do."""
    errors: int
    warnings: int
    hash: str
    """Changes whenever the entries, the budget, the role, the rules, the edition or the verdict change."""

    @property
    def legal(self) -> bool:
        return not self.errors


class Checked(NamedTuple):
    """What was made of some lists: the armies in order; what was found is in the report."""

    armies: tuple[CheckedArmy, ...]


class ListChecker(Protocol):
    """A catalogue that is open, against which any number of lists can be checked."""

    def check(
        self, documents: Sequence[Document], report: Report, *, defender: str = "", paired: bool = False
    ) -> Checked:
        """Judge lists. `defender` names the one of two (its file, or the army) that defends against the other.

        With `paired` two armies are judged as a pair; BadQuestion where that cannot be done.
        """


class ArmyRequest(NamedTuple):
    """An army that is wished for: its budget, its theme (nothing: anything), its role, and the seed of its making."""

    budget: int
    theme: str = ""
    role: str = ""
    seed: int | str = 1


class Priced(NamedTuple):
    """What an entry costs and why."""

    id: str
    name: str
    rating: str
    number: int
    price: int
    sum: int
    working: str
    bounds: tuple[int, int] | None
    reconstructed: bool
    rules: tuple[str, ...]
    facts: tuple[Fact, ...] = ()


class BattleRequest(NamedTuple):
    """A battle that is wished for between two lists: its kind, who defends (a file, or an army), its map, its file.

    What is not said follows from the lists, or is the first that there is.
    """

    kind: str = ""
    defender: str = ""
    map: str = ""
    file: str = ""
    """Where it will be written, for what the file says of itself; without it by the id of the scenario."""


class MadeBattle(NamedTuple):
    """A scenario made from two lists: its id, title, kind, map and turns, what is fought for, and the file's text."""

    id: str
    title: str
    kind: str
    map: str
    turns: int
    places: tuple[str, ...]
    text: str


class CheckingGame(Game, Protocol):
    """A game that checks army lists."""

    def checker(self, options: KitOptions, report: Report) -> ListChecker | None:
        """The open catalogue, or None with errors in the report."""

    def roster(self, document: Document, options: KitOptions, report: Report) -> Kit | None:
        """A checked list as sheets to be printed, or None with errors in the report.

        What is wrong with the list itself is on the sheets.
        """

    def army(self, request: ArmyRequest, options: KitOptions, report: Report) -> str | None:
        """A legal list as plain text, or None with errors in the report; BadQuestion where there can be none."""

    def cost(self, entry: str, options: KitOptions, report: Report) -> Priced | None:
        """What an entry costs, or None with errors in the report."""


def checks_lists(game: Game) -> TypeGuard[CheckingGame]:
    """Whether army lists can be checked."""
    return hasattr(type(game), "checker")


class BattleGame(CheckingGame, Protocol):
    """A game that makes scenarios of army lists."""

    def battle(
        self, documents: Sequence[Document], request: BattleRequest, options: KitOptions, report: Report
    ) -> MadeBattle | None:
        """A scenario of two lists, or None with errors in the report; BadQuestion where none can be meant."""


def makes_battles(game: object) -> TypeGuard[BattleGame]:
    """Whether a game makes scenarios of army lists."""
    return hasattr(type(game), "battle")


# --- designers --------------------------------------------------------------------------------------------------


class StarterGame(Game, Protocol):
    """A game that gives designers a small pack to begin with."""

    def starter(self, name: str, folder: str, report: Report) -> Mapping[str, bytes] | None:
        """The files of a small pack that prints, checks and plays as it is, by their names in the pack.

        `name` is that of its folder and goes into its id and title, `folder` is how the folder is called in commands.
        """


def starts_packs(game: Game) -> TypeGuard[StarterGame]:
    """Whether a game gives designers a small pack to begin with."""
    return hasattr(type(game), "starter")


class UnitListGame(Game, Protocol):
    """A game that shows its unit list."""

    def units(self, options: KitOptions, report: Report) -> Sequence[Mapping[str, str]] | None:
        """The units in the order of the list, a row each: the fields that a unit has, as a spreadsheet holds them.

        The rows are what a pack's table of units is read from. None with errors in the report.
        """


def lists_units(game: Game) -> TypeGuard[UnitListGame]:
    """Whether a game shows its unit list."""
    return hasattr(type(game), "units")
