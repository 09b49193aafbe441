"""A game as a folder: described once by its game, and taken from there through every command that all games share.

A game in somebody else's package may be built on it, or offer what `engine.api` asks for in any other way.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from ibbprint.engine.api.kits import Game
from ibbprint.problems import Report, Severity, Where
from ibbprint.shipped import shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from pydantic import BaseModel

    from ibbprint.catalogue.documents import Document
    from ibbprint.catalogue.rulebook import Catalogue, Wish
    from ibbprint.catalogue.source import Source
    from ibbprint.engine.api.checking import CheckedScenario, CheckText, Finding
    from ibbprint.engine.api.generating import Generated, GenerateRequest, Offer
    from ibbprint.engine.api.kits import KitOptions, Listed
    from ibbprint.engine.api.lists import ArmyRequest, Priced
    from ibbprint.engine.api.odds import OddsAnswer, OddsRequest, Subject
    from ibbprint.engine.api.playing import Fought, Headed
    from ibbprint.engine.api.rules import RuleText
    from ibbprint.engine.checkbook import Book
    from ibbprint.engine.scenario_files import ScenarioFiles
    from ibbprint.engine.session import Opened
    from ibbprint.engine.words import Words
    from ibbprint.materials import Kit


ModelT = TypeVar("ModelT", bound="BaseModel")
FoughtT = TypeVar("FoughtT", bound="Fought")
CatalogueT = TypeVar("CatalogueT", bound="Catalogue")


class ReadScenario(NamedTuple, Generic[FoughtT, CatalogueT]):
    """A scenario as read, and the catalogue under it. `sound`: no file but the scenario itself has errors."""

    battle: FoughtT
    catalogue: CatalogueT
    sound: bool


def wishes(rules: Mapping[str, str]) -> list[Wish]:
    """The switches that `--rule` asks for, each with its place for whoever must complain of it."""
    return [(name, value, Where(f"--rule {name}={value}")) for name, value in rules.items()]


class PaperGame(Game, Generic[ModelT, FoughtT, CatalogueT]):
    """A game with a catalogue, scenarios, checks, rules and odds: a package of rooms, its class in the `__init__`.

    The attributes say what the game is; its rooms are modules that have the same names in every game, and each is
    imported when a command needs it, for every command makes every game. A method says which room it goes to, and what
    it takes from there; a game with something else to do overrides it. The rest follows. See `engine.api` for what each
    command is promised.
    """

    home: ClassVar[Path | None] = None
    """The folder of a game in a package of its own, with its `scenarios`, their `maps` in there, and its `templates`.

    None: they come with ibbprint.
    """
    rule_ids: ClassVar[str]
    """How ids of rules are written, for those who misspell one: a few of them, in a list."""
    shows_set_up: ClassVar[frozenset[str]] = frozenset()
    """The sections that show the set-up: a kit without them is made without checking it. Empty: each is checked."""
    told_alike: ClassVar[Mapping[str, str]] = {}
    """Beginnings of ids of sentences, each with the entry of telling.yaml whose words every such id has."""
    tells_doubts: ClassVar[bool] = False
    """Whether kits, and games in play, tell what is doubtful in a set-up, as the checker does."""

    # --- the rooms of a game ------------------------------------------------------------------------------------

    def room(self, module: str, name: str) -> Any:
        """An object of the game's package by module and name. TypeError where it is missing: the game is not whole."""
        home = import_module(f"{type(self).__module__}.{module}")
        if not hasattr(home, name):  # no AttributeError, which would pass for a game that does not offer this
            raise TypeError(f"a game needs {name} in {home.__name__}, or a method that does without it")
        return getattr(home, name)

    @property
    def template_folders(self) -> Sequence[Path]:
        path = shipped("templates") / self.id if self.home is None else self.home / "templates"
        return (path, shipped("templates"))

    @property
    def catalogue_class(self) -> type[CatalogueT]:
        """The catalogue of the game, with its kinds of files: `catalogue.Catalogue`."""
        return cast("type[CatalogueT]", self.room("catalogue", "Catalogue"))

    @property
    def scenario_model(self) -> type[ModelT]:
        """The model of scenario files: `models.Scenario`."""
        return cast("type[ModelT]", self.room("models", "Scenario"))

    def check_references(self, catalogue: CatalogueT) -> None:
        """Report what packs break besides names and sentences: whole tables, places, whatever hangs together.

        `references.check_references(catalogue)`, in a game that has this room.
        """
        if find_spec(f"{type(self).__module__}.references") is not None:
            self.room("references", "check_references")(catalogue)

    def read_battle(
        self,
        path: Path,
        head: tuple[ModelT, Source] | None,
        catalogue: CatalogueT,
        wishes: Sequence[Wish],
        packs: Sequence[Path],
        report: Report,
    ) -> FoughtT | None:
        """The battle of a scenario file; None where nothing can be made of it, with all that is wrong in the report.

        `head` is None where the file has no sound shape, which has been told; nothing is made of that here.
        `scenarios.read_battle(head, catalogue, packs, report)`.
        """
        if head is None:
            return None
        return cast("FoughtT | None", self.room("scenarios", "read_battle")(head, catalogue, packs, report))

    @property
    def book(self) -> Book[Any]:
        """The checks of a set-up: `checks.BOOK`."""
        return cast("Book[Any]", self.room("checks", "BOOK"))

    @property
    def scenario_checks(self) -> Sequence[CheckText]:
        """Every check of a set-up."""
        return self.book.texts

    def findings(self, read: ReadScenario[FoughtT, CatalogueT], report: Report) -> Sequence[Finding]:
        """The findings on a set-up that is to be printed or played."""
        return self.book.findings(read.battle, read.catalogue)

    def checked(
        self, read: ReadScenario[FoughtT, CatalogueT], options: KitOptions, report: Report
    ) -> Sequence[Finding]:
        """The findings that the checker shows on a scenario."""
        return self.findings(read, report)

    def leaves_a_kit(self, finding: Finding) -> bool:
        """Whether a set-up with this error can be printed."""
        return self.book.leaves_a_kit(finding)

    def make_kit(self, battle: FoughtT, catalogue: CatalogueT, options: KitOptions, report: Report) -> Kit:
        """Make the kit of a battle: `kit.make_kit(battle, catalogue, options, report)`."""
        return cast("Kit", self.room("kit", "make_kit")(battle, catalogue, options, report))

    @property
    def subjects(self) -> Sequence[Subject]:
        """`rules.odds.SUBJECTS`."""
        return cast("Sequence[Subject]", self.room("rules.odds", "SUBJECTS"))

    def answer(self, request: OddsRequest, catalogue: CatalogueT, report: Report) -> OddsAnswer | None:
        """The answer to a question, or None with errors in the report: what its subject works out."""
        from ibbprint.engine.odds import answered

        return answered(self.subjects, request, catalogue, report)

    def switches(self, wishes: Sequence[Wish]) -> Sequence[Wish]:
        """The switches of the rulings among all that is asked for with `--rule` and in a scenario."""
        return wishes

    def rule_text(self, text: RuleText, head: ModelT | None, wishes: Sequence[Wish], options: KitOptions) -> RuleText:
        """A rule as it is shown, under the scenario `head` and the switches that are asked for."""
        return text

    # --- what follows -------------------------------------------------------------------------------------------

    @property
    def also(self) -> Sequence[str]:
        from ibbprint.engine.words import game_names

        home = import_module(type(self).__module__).__file__
        return (self.title, *game_names(Path(home or "").parent / "data"))

    def words(self, options: KitOptions, report: Report) -> Words | None:
        from ibbprint.engine.words import words_of

        catalogue = self.sound_catalogue(options, report)
        return None if catalogue is None else words_of(catalogue, [subject.id for subject in self.subjects])

    @property
    def files(self) -> ScenarioFiles:
        from ibbprint.engine.scenario_files import ScenarioFiles

        return ScenarioFiles(self.id, self.home)

    @property
    def schemas(self) -> Mapping[str, type[BaseModel]]:
        from ibbprint.catalogue.models.maps import MapFile
        from ibbprint.catalogue.models.packs import PackFile

        kinds = {name: kind.file_model for name, kind in self.catalogue_class.KINDS.items()}
        return {**kinds, "scenario": self.scenario_model, "map": MapFile, "pack": PackFile}

    def list(self, packs: Sequence[Path], report: Report) -> Sequence[Listed]:
        return self.files.listed(packs, report)

    def kit(self, scenario: str, options: KitOptions, report: Report) -> Kit | None:
        from ibbprint.engine.breaches import add_to, broken, with_breaches

        read = self.read(scenario, options, report)
        if read is None:
            return None
        looked_at = not self.shows_set_up or not options.only or options.only & self.shows_set_up
        findings = self.findings(read, report) if looked_at else ()
        add_to(report, [finding for finding in self._reportable(findings) if not self._is_breach(finding)])
        if not report.ok:
            add_to(report, [finding for finding in broken(findings) if self._is_breach(finding)], force=True)
            return None
        kit = self.make_kit(read.battle, read.catalogue, options, report)
        return with_breaches(kit, findings, lambda: self.scenario_checks)

    def check_scenario(self, scenario: str, options: KitOptions, report: Report) -> CheckedScenario | None:
        from ibbprint.engine.api.checking import CheckedScenario

        read = self.read(scenario, options, report)
        if read is None:
            return None
        head = read.battle.scenario.scenario
        return CheckedScenario(head.id, head.title, tuple(self.checked(read, options, report)))

    def odds(self, request: OddsRequest, options: KitOptions, report: Report) -> OddsAnswer | None:
        catalogue = self.sound_catalogue(options, report)
        return None if catalogue is None else self.answer(request, catalogue, report)

    def rules(self, scenario: str, options: KitOptions, report: Report) -> Sequence[RuleText] | None:
        from ibbprint.engine.rulebook import texts

        return self._texts(texts, scenario, options, report)

    def rulebook(self, scenario: str, options: KitOptions, report: Report) -> Sequence[RuleText] | None:
        from ibbprint.engine.rulebook import every_text

        return self._texts(every_text, scenario, options, report)

    def _texts(
        self, texts: Callable[[CatalogueT], Sequence[RuleText]], scenario: str, options: KitOptions, report: Report
    ) -> Sequence[RuleText] | None:
        result = self._under_switches(scenario, options, report)
        if result is None:
            return None
        catalogue, head, wishes = result
        shown_texts = [self.rule_text(text, head, wishes, options) for text in texts(catalogue)]
        return shown_texts if report.ok else None

    def rule(self, name: str, scenario: str, options: KitOptions, report: Report) -> RuleText | None:
        from ibbprint.engine.rulebook import look_up

        result = self._under_switches(scenario, options, report)
        if result is None:
            return None
        catalogue, head, wishes = result
        text = look_up(name, catalogue, self.files, options.packs, self.rule_ids, report)
        return None if text is None else self.rule_text(text, head, wishes, options)

    # --- reading ------------------------------------------------------------------------------------------------

    def sound_catalogue(self, options: KitOptions, report: Report) -> CatalogueT | None:
        """The catalogue with the packs and switches of the caller; None with errors in the report.

        What is shipped is sound: what its entries name is looked up only where packs lie over it.
        """
        catalogue = self.catalogue_class.open(options.packs, self.switches(wishes(options.rules)), report)
        if catalogue is None:
            return None
        if options.packs:
            self._check_names(catalogue)
        return catalogue if report.ok else None

    def _check_names(self, catalogue: CatalogueT) -> None:
        """Read the packs, and report every unknown name in their entries, sentences and words."""
        from ibbprint.catalogue.names import check_names
        from ibbprint.catalogue.rulebook import TELLING

        catalogue.read_packs()
        check_names(catalogue)
        if TELLING.name in catalogue.KINDS and catalogue.touched(TELLING.files):
            from ibbprint.catalogue.sentences import check_telling

            check_telling(catalogue, self.told_alike)
        self.check_references(catalogue)
        if catalogue.touched(("words.yaml",)):
            from ibbprint.engine.words import check_words

            check_words(catalogue, [subject.id for subject in self.subjects])

    def read(self, scenario: str, options: KitOptions, report: Report) -> ReadScenario[FoughtT, CatalogueT] | None:
        """A scenario (an id, or a file) and the catalogue under it, its set-up unchecked, with faults in the report.

        None where there is nothing of a scenario to look at.
        """
        layers = self.catalogue_class.layers_of(options.packs, report)
        if layers is None:
            return None
        path = self.files.find(scenario, options.packs, report)
        # A fault in one file hides none in the others: all of them are read before the scenario is given up.
        head = None if path is None else self.head(path, report)
        wishes = self._wishes(head, options)
        catalogue = self.catalogue_class.over(layers, self.switches(wishes), report)
        self._check_names(catalogue)
        if path is None:
            return None
        sound = all(problem.where.file == str(path) for problem in report.errors)
        battle = self.read_battle(path, head, catalogue, wishes, options.packs, report)
        return None if battle is None else ReadScenario(battle, catalogue, sound)

    def head(self, path: Path, report: Report) -> tuple[ModelT, Source] | None:
        """A scenario file as a model, or None with its faults in the report."""
        from ibbprint.engine.scenario_files import read_head

        return read_head(self.scenario_model, path, self.catalogue_class.KINDS, report)

    @staticmethod
    def _wishes(head: tuple[ModelT, Source] | None, options: KitOptions) -> Sequence[Wish]:
        """The switches that a scenario and the caller ask for; the caller's come last, and so go first."""
        stated: list[Wish] = []
        if head is not None:
            rules = cast("Headed", head[0]).scenario.rules
            stated = [(name, value, head[1].where("scenario", "rules", name)) for name, value in rules.items()]
        return [*stated, *wishes(options.rules)]

    def _under_switches(
        self, scenario: str, options: KitOptions, report: Report
    ) -> tuple[CatalogueT, ModelT | None, Sequence[Wish]] | None:
        """The catalogue as a scenario (nothing: none) and the caller set its switches, that scenario, and the wishes.

        None with errors in the report.
        """
        layers = self.catalogue_class.layers_of(options.packs, report)
        if layers is None:
            return None
        head = None
        if scenario:
            path = self.files.find(scenario, options.packs, report)
            head = None if path is None else self.head(path, report)
            if head is None:
                return None
        wishes = self._wishes(head, options)
        catalogue = self.catalogue_class.over(layers, self.switches(wishes), report)
        return (catalogue, None if head is None else head[0], wishes) if report.ok else None

    # --- findings -----------------------------------------------------------------------------------------------

    def _reportable(self, findings: Iterable[Finding]) -> Sequence[Finding]:
        """The findings shown on a set-up outside the checker: errors, and doubtful points where the game shows them."""
        worst = Severity.WARNING if self.tells_doubts else Severity.ERROR
        return [finding for finding in findings if finding.problem.severity <= worst]

    def _is_breach(self, finding: Finding) -> bool:
        """Whether a finding is an error against the rules that does not stop a kit."""
        return finding.problem.severity is Severity.ERROR and self.leaves_a_kit(finding)


class GameFolder(PaperGame[ModelT, FoughtT, CatalogueT]):
    """A game folder with an engine: its scenarios can be played."""

    def make_kit(self, battle: FoughtT, catalogue: CatalogueT, options: KitOptions, report: Report) -> Kit:
        """The kit of a battle; the game's function gets `open_game`, which opens the battle for the turn in the kit."""
        make_kit = self.room("kit", "make_kit")
        open_game = partial(self.set_up, battle, catalogue, options, report)
        return cast("Kit", make_kit(battle, catalogue, options, report, open_game))

    def leaves_a_game(self, finding: Finding) -> bool:
        """Whether a set-up with this error can be played by those who insist (`force`)."""
        return self.book.leaves_a_game(finding)

    def set_up(self, battle: FoughtT, catalogue: CatalogueT, options: KitOptions, report: Report) -> Opened[Any] | None:
        """The scenario ready for play, or None with errors in the report: `play.OpenedScenario(battle, catalogue)`."""
        return cast("Opened[Any]", self.room("play", "OpenedScenario")(battle, catalogue)) if report.ok else None

    def open(self, scenario: str, options: KitOptions, report: Report) -> Opened[Any] | None:
        from ibbprint.engine.breaches import add_to

        read = self.read(scenario, options, report)
        if read is None:
            return None
        for finding in self._reportable(self.findings(read, report)):
            add_to(report, [finding], force=options.force and self.leaves_a_game(finding))
        return self.set_up(read.battle, read.catalogue, options, report)


class ArmyLists(PaperGame[ModelT, FoughtT, CatalogueT]):
    """A game whose armies are bought by lists, with the rooms `lists` and `recruiting`, and rosters in its `kit`."""

    def checker(self, options: KitOptions, report: Report) -> Any:
        """An `engine.lists.checker.Checker` of the game, or None: `lists.checker.Checker(catalogue, options)`."""
        catalogue = self.sound_catalogue(options, report)
        return None if catalogue is None else self.room("lists.checker", "Checker")(catalogue, options)

    def cost(self, entry: str, options: KitOptions, report: Report) -> Priced | None:
        """The cost of an entry, as the `cost` of its checker gives it."""
        checker = self.checker(options, report)
        return None if checker is None else cast("Priced | None", checker.cost(entry, report))

    def army(self, request: ArmyRequest, options: KitOptions, report: Report) -> str | None:
        """`recruiting.make_army(request, catalogue)`."""
        catalogue = self.sound_catalogue(options, report)
        return None if catalogue is None else cast("str", self.room("recruiting", "make_army")(request, catalogue))

    def roster(self, document: Document, options: KitOptions, report: Report) -> Kit | None:
        """`kit.make_roster(document, checker, options, report)`."""
        checker = self.checker(options, report)
        if checker is None:
            return None
        return cast("Kit | None", self.room("kit", "make_roster")(document, checker, options, report))


class Generator(GameFolder[ModelT, FoughtT, CatalogueT]):
    """A game folder with one more room, `generating`, in which scenarios are made up."""

    @property
    def offer(self) -> Offer:
        """`generating.OFFER`."""
        return cast("Offer", self.room("generating", "OFFER"))

    def generate(self, request: GenerateRequest, options: KitOptions, report: Report) -> Generated | None:
        """`generating.generate(request, catalogue, options, report)`."""
        catalogue = self.sound_catalogue(options, report)
        if catalogue is None:
            return None
        return cast("Generated | None", self.room("generating", "generate")(request, catalogue, options, report))
