"""The interface that every command needs from a game: its files, its names, and its kits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection

    from pydantic import BaseModel

    from ibbprint.catalogue.documents import Document
    from ibbprint.engine.api.checking import CheckedScenario, CheckText
    from ibbprint.engine.api.generating import Generated, GenerateRequest, Offer
    from ibbprint.engine.api.land import Country, Palette
    from ibbprint.engine.api.lists import ArmyRequest, BattleRequest, ListChecker, MadeBattle, Priced
    from ibbprint.engine.api.odds import OddsAnswer, OddsRequest, Subject
    from ibbprint.engine.api.rules import RuleText
    from ibbprint.engine.session import Opened
    from ibbprint.engine.words import Words
    from ibbprint.materials import Kit, Origins
    from ibbprint.problems import Report, Where


COUNTER_MM = 15.9
"""The side of a counter for which faces are drawn."""


@dataclass(frozen=True, slots=True)
class KitOptions:
    """The caller’s options for a kit: packs (the last on top), rule switches, the side of a counter in mm.

    `counter_size` is None where no size is asked for: counters are as large as the game says then. `board_mm` is the
    width and height that one sheet of the paper has for a board (None: there is no paper), for games that fill it.
    `only` names the sections that will be printed (none: all); a game may leave the others empty, but lists them.
    `whole` asks for the kit of the game's whole catalogue, which belongs to no scenario.
    `designer` asks for the ids of rules where they apply; a player's kit has them on its page of notes, which
    `notes` leaves out.
    `points` is what each army of a list may spend that does not say it itself. `base_mm` is the width of the bases of
    elements, in games that have such.
    `tabletop` asks for `Kit.tabletop`, how a scenario is laid out on a table.
    `force` plays a set-up that breaks the rules: its errors are warnings then. The kit of a
    scenario never needs it (`Kit.breaches`), that of an army list that is not legal does.
    """

    packs: tuple[Path, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    counter_size: float | None = None
    board_mm: tuple[float, float] | None = None
    only: frozenset[str] = frozenset()
    whole: bool = False
    force: bool = False
    designer: bool = False
    notes: bool = True
    points: float | None = None
    base_mm: float | None = None
    tabletop: bool = False

    @property
    def counter_mm(self) -> float:
        """The side of counters where a game does not say how large its own are."""
        return COUNTER_MM if self.counter_size is None else self.counter_size

    def wants(self, section: str) -> bool:
        return not self.only or section in self.only


class Listed(NamedTuple):
    """A line of `ibbprint list`: its kind, id, title and file.

    The kind `game` is a folder that is a game by itself.
    """

    kind: str
    id: str
    title: str
    file: Path

    @property
    def prints(self) -> bool:
        """Whether it has a kit: a scenario, or a whole game."""
        return self.kind in ("scenario", "game")


@dataclass(frozen=True, slots=True)
class FilesRead:
    """The files that a folder game reads.

    `named` are those that it looks for by their names, whether they are there or not; `optional` are among them, and
    nobody misses one. `offered` are tables that only a template may name. Where faults may hide further names, it is
    not `whole`.
    """

    named: Collection[Path]
    optional: Collection[Path]
    offered: Collection[Path]
    whole: bool


LAST = 99
"""The order of a game that asks for none."""


class Game:
    """A game is a folder: its models, data, checks and bill of materials behind this interface.

    What every game has comes first; the rest a game may leave out (`offers`), and commands say then that it cannot do
    that. `scenario` is an id, or a file. Methods that give None where something is wrong report the errors.
    """

    id: ClassVar[str]
    """The short name by which files and commands know it."""
    title: ClassVar[str]
    """The name as printed."""
    order: ClassVar[int] = LAST
    """Where several games could be meant, the lowest is."""
    example: ClassVar[str] = ""
    """What the docs call its small pack; there is no such scenario until somebody writes the pack."""
    unit_fields: ClassVar[Mapping[str, str]] = {}
    """What a player is shown of a unit: the fields of its row in their order, each with its heading."""

    def offers(self, method: Callable[..., Any]) -> bool:
        """Whether the game has a method that it may leave out: `game.offers(Game.generate)`."""
        return getattr(type(self), method.__name__) is not method

    # --- what every game has ------------------------------------------------------------------------------------

    @property
    def template_folders(self) -> Sequence[Path]:
        """Folders of the game's own templates, first found first used."""
        raise NotImplementedError

    @property
    def schemas(self) -> Mapping[str, type[BaseModel]]:
        """The model of each kind of file that the game reads, by the kind's name."""
        raise NotImplementedError

    def list(self, packs: Sequence[Path], report: Report) -> Sequence[Listed]:
        """The scenarios and maps of the game and of the packs."""
        raise NotImplementedError

    def kit(self, scenario: str, options: KitOptions, report: Report) -> Kit | None:
        """The bill of materials of a scenario, or None.

        A set-up that breaks the rules is printed all the same, with the broken rules in `Kit.breaches`.
        """
        raise NotImplementedError

    @property
    def also(self) -> Sequence[str]:
        """Other names of the game among players."""
        return ()

    # --- packs and their faces ----------------------------------------------------------------------------------

    def read_files(self, packs: Sequence[Path]) -> FilesRead | None:
        """The files that it reads of folders that are games by themselves, but for symbols and styles.

        None where it can read none. Only a game has it of which each folder with a `game.yaml` is a game by itself.
        """
        raise NotImplementedError

    def print_options(self, packs: Sequence[Path]) -> Mapping[str, tuple[str, Where]]:
        """The options of printing that the folders ask for, by their names, each with its place."""
        raise NotImplementedError

    def named_symbols(self, options: KitOptions) -> Origins:
        """The places where packs name the symbols of sound table rows; empty where the catalogue cannot be read."""
        raise NotImplementedError

    def sound_faces(self, scenario: str, options: KitOptions) -> Kit | None:
        """The kit of what is sound: pieces and cards, and texts that show none of what is not; None for too little.

        It is for finding what is wrong with faces and texts in the same run, not for print.
        """
        raise NotImplementedError

    # --- for designers ------------------------------------------------------------------------------------------

    def starter(self, name: str, folder: str, report: Report) -> Mapping[str, bytes] | None:
        """The files of a small pack that prints, checks and plays as it is, by their names in the pack.

        `name` is that of its folder and goes into its id and title, `folder` is how the folder is called in commands.
        """
        raise NotImplementedError

    def units(self, options: KitOptions, report: Report) -> Sequence[Mapping[str, str]] | None:
        """The units in the order of the list, a row each: the fields that a unit has, as a spreadsheet holds them.

        The rows are what a pack's table of units is read from.
        """
        raise NotImplementedError

    def country(self, options: KitOptions, report: Report) -> Country | None:
        """The ground of the game, for maps that are made from a seed, shown and checked by themselves."""
        raise NotImplementedError

    def palette(self, options: KitOptions, report: Report) -> Palette | None:
        """The paints for maps of the game; None with the faults of its files in the report."""
        raise NotImplementedError

    # --- scenarios and rules ------------------------------------------------------------------------------------

    @property
    def scenario_checks(self) -> Sequence[CheckText]:
        """Every check of a scenario, in the order in which they run."""
        return ()

    def check_scenario(self, scenario: str, options: KitOptions, report: Report) -> CheckedScenario | None:
        """The findings in a scenario; faults of reading go into the report. None if nothing of it could be read."""
        raise NotImplementedError

    @property
    def offer(self) -> Offer:
        """The options of `generate`."""
        raise NotImplementedError

    def generate(self, request: GenerateRequest, options: KitOptions, report: Report) -> Generated | None:
        """A scenario made up, or None. Raises BadRequest for options that make no sense together."""
        raise NotImplementedError

    def open(self, scenario: str, options: KitOptions, report: Report) -> Opened[Any] | None:
        """A scenario to be played, by a game with a rules engine."""
        raise NotImplementedError

    @property
    def subjects(self) -> Sequence[Subject]:
        """The subjects of `odds`; the first is the default."""
        return ()

    def odds(self, request: OddsRequest, options: KitOptions, report: Report) -> OddsAnswer | None:
        """Exact chances, worked out by the code that plays. Raises BadQuestion where the question makes no sense."""
        raise NotImplementedError

    def words(self, options: KitOptions, report: Report) -> Words | None:
        """The words that players use for the things of the game and of packs."""
        raise NotImplementedError

    def rules(self, scenario: str, options: KitOptions, report: Report) -> Sequence[RuleText] | None:
        """Every ruling in order, without what it touches.

        Switches stand as the scenario (nothing: none) and the options have them.
        """
        raise NotImplementedError

    def rulebook(self, scenario: str, options: KitOptions, report: Report) -> Sequence[RuleText] | None:
        """Every ruling and every statement of the rules, which are looked up alike."""
        raise NotImplementedError

    def rule(self, name: str, scenario: str, options: KitOptions, report: Report) -> RuleText | None:
        """A rule with everything known about it."""
        raise NotImplementedError

    # --- army lists ---------------------------------------------------------------------------------------------

    def checker(self, options: KitOptions, report: Report) -> ListChecker | None:
        """The open catalogue, against which lists are checked. A game that has it has the next three as well."""
        raise NotImplementedError

    def most_listed(self, document: Document) -> float:
        """No less than what the checker of shipped lists says that it knows of a document, which is found sooner.

        It opens no catalogue. Asked of every game that has a checker, where a list names no game; one of which another
        game knows as much need not open its catalogue, and none that knows 0.
        """
        return inf

    def roster(self, document: Document, options: KitOptions, report: Report) -> Kit | None:
        """A checked list as sheets to be printed, or None. What is wrong with the list itself is on the sheets."""
        raise NotImplementedError

    def army(self, request: ArmyRequest, options: KitOptions, report: Report) -> str | None:
        """A legal list as plain text, or None. Raises BadQuestion where there can be none."""
        raise NotImplementedError

    def cost(self, entry: str, options: KitOptions, report: Report) -> Priced | None:
        """The cost of an entry of a list."""
        raise NotImplementedError

    def army_themes(self, options: KitOptions, report: Report) -> Sequence[tuple[str, str]] | None:
        """Every theme of armies with its description; None with errors."""
        raise NotImplementedError

    def battle(
        self, documents: Sequence[Document], request: BattleRequest, options: KitOptions, report: Report
    ) -> MadeBattle | None:
        """A scenario of two lists, or None. Raises BadQuestion where none can be meant."""
        raise NotImplementedError
