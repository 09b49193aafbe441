"""Playing scenarios, and replaying saved games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ibbprint.engine.api.kits import Game
from ibbprint.jobs import fields
from ibbprint.jobs.fields import Named, OptionRecord, flag, option, python_call
from ibbprint.jobs.games import options_of
from ibbprint.jobs.on_paper import FULL_INK, InkGiven, InkOptions, ink_options, inking
from ibbprint.jobs.packs import template_folders
from ibbprint.jobs.reporting import Result
from ibbprint.jobs.targets import Target, scenario_meant
from ibbprint.problems import BadRequest, Report, Stopped
from ibbprint.reports.layout import WIDTH

if TYPE_CHECKING:
    from ibbprint.engine.session import Opened, Playing
    from ibbprint.playtest.saved import Head
    from ibbprint.press.picture_book import Line
    from ibbprint.reports.battle_report import Story


SCENARIO_HELP = "The id of a scenario (see: ibbprint list), its file, or a pack with only one."


@dataclass(frozen=True, eq=False)
class PlayOrder(OptionRecord):
    """The order for a played scenario."""

    scenario: Named = option("", Named, words=str, help=SCENARIO_HELP, completes="scenario")
    _: KW_ONLY
    seed: fields.Seed = fields.seed("1", help="Any text; the same seed and policies always give the same game.")
    policies: fields.Policies = fields.policies(usual="greedy")
    packs: fields.Folders = fields.packs()
    rules: fields.Switches = fields.rules()
    force: bool = flag("--force", "Play even if the set-up breaks the rules.")


@dataclass(frozen=True, eq=False)
class ReplayOrder(OptionRecord):
    """The order for replaying a saved game."""

    file: Named = field(
        metadata=fields.argument(Named, words=Path, help="A game saved with ibbprint play --save FILE.")
    )
    _: KW_ONLY
    ink: InkGiven = ink_options("ink", "palette")
    packs: fields.Folders = fields.packs()


@dataclass(frozen=True, slots=True)
class Battle:
    """A game that was played: the game in its last state, and how it was begun."""

    game: Game
    opened: Opened[Any]
    played: Playing
    head: Head
    packs: tuple[Path, ...]

    @property
    def story(self) -> Story:
        """The game, to be told."""
        from ibbprint.reports.battle_report import Story

        return Story(self.opened, self.played, self.head.seed, self.head.policies, self.head.rules)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Play(Result):
    """A game that was played; no battle where it could not be, with the reason in the report."""

    battle: Battle | None = None
    saved: str = ""
    """The game as a file that `ibbprint replay` reads, one action per line; empty after `replay`, which reads one."""
    opened: bool = False
    """Whether the scenario could be opened, even if a saved game of it could not be played to its end."""
    ink: InkOptions = FULL_INK
    """The inks and colours of its maps, picture book and booklet."""

    @property
    def result(self) -> Any:
        """The result: `levels` by side and `winner`, None for a draw. None where nothing was played."""
        return None if self.battle is None else self.battle.played.result

    @property
    def events(self) -> Sequence[Any]:
        """The events in order, each with the rules it rests on."""
        return () if self.battle is None else self.battle.played.events

    @property
    def text(self) -> str:
        """The battle report."""
        return self.shown()

    @property
    def json(self) -> str:
        """The events as `ibbprint play --json` writes them."""
        return "" if self.battle is None else self.battle.story.json()

    def __str__(self) -> str:
        return self.text or Result.__str__(self)

    def shown(self, *, brief: bool = False, width: int = WIDTH) -> str:
        """The battle report in so many columns; when `brief`, the state of play after each turn and the result."""
        return "" if self.battle is None else self.battle.story.text(brief=brief, width=width)

    def maps(self, folder: Named) -> list[Path]:
        """Draw the map with all counters after each turn, one PDF per turn, all or nothing.

        Gives the files; none, with the reason in the report, where something is wrong.
        """
        board = self.battle.played.board() if self.battle is not None else None
        if self.battle is None or board is None:
            return []
        from ibbprint.press.turn_maps import write_maps

        drawing = Report()
        folders = template_folders(self.battle.game, self.battle.packs, drawing)
        title = self.battle.opened.title
        written = []
        if folders is not None:
            inks = inking(self.ink, folders)
            written = write_maps(board, title, Path(folder), folders, drawing, inking=inks)
        self.report.add_all(drawing)
        return written

    def picture_book(self) -> bytes:
        """The game as one page of HTML, complete in itself: the story, and the map after every turn.

        Empty, with the reason in the report, where something is wrong.
        """
        at = self.battle
        if at is None:
            return b""
        from ibbprint.press.picture_book import picture_book

        drawing = Report()
        folders = template_folders(at.game, at.packs, drawing)
        page = None
        if folders is not None:
            board, inks = at.played.board(), inking(self.ink, folders)
            page = picture_book(at.opened.title, self._story(at), board, folders, drawing, inks)
        self.report.add_all(drawing)
        return page or b""

    def pdf(self, paper: str = "", *, booklet: bool = False) -> bytes:
        """The game as a booklet: the story, and the map after every turn; with `booklet` imposed for folding.

        Empty, with the reason in the report, where something is wrong. Raises BadRequest for an unknown paper.
        """
        from ibbprint.jobs.on_paper import PaperOptions, on_paper

        drawing = Report()
        on = on_paper(PaperOptions(paper), [], drawing, booklet=booklet)
        at = self.battle
        if at is None or on is None:
            return b""
        from ibbprint.press.story_book import story_pdf

        folders = template_folders(at.game, at.packs, drawing)
        data = b""
        if folders is not None:
            board, story, inks = at.played.board(), self._story(at), inking(self.ink, folders)
            data = story_pdf(at.opened.title, story, board, on.paper, folders, drawing, folded=booklet, inking=inks)
        self.report.add_all(drawing)
        return data

    def _story(self, at: Battle) -> list[Line]:
        from ibbprint.press.picture_book import Line

        return [Line(*line) for line in at.story.lines()]


def check_pictures(drawn: bool, ink: InkOptions) -> None:
    """Raise BadRequest for options of ink where no picture is drawn."""
    if not drawn and ink != FULL_INK:
        option = "--palette" if ink.palette else "--ink"
        raise BadRequest(f"{option} is for the pictures of --html, --pdf or --map-every-turn: name one.", option=option)


def check_booklet(pdf: bool, paper: str, folded: bool) -> None:
    """Raise BadRequest for options of the booklet without --pdf, or an unknown paper."""
    from ibbprint.jobs.on_paper import PaperOptions, on_paper

    if not pdf and (paper or folded):
        option = "--paper" if paper else "--booklet"
        raise BadRequest(f"{option} is for the booklet of --pdf: name its file with --pdf.", option=option)
    if pdf:
        on_paper(PaperOptions(paper), [], Report(), booklet=folded)


@python_call(PlayOrder, Play)
def play(order: PlayOrder) -> Play:
    """Play a scenario from set-up to its last turn. The same seed, any text or number, and policies give the same game.

    `policies` are `greedy`, `planner`, `random` or `commander:500` (any number of playouts): for everybody, or by
    side, `{"A": "random", "english": "greedy"}`.
    With `force` a set-up that breaks the rules is played all the same.
    """
    return played(order)


def played(order: PlayOrder) -> Play:
    """The game of an order. Raises BadRequest and Stopped."""
    from ibbprint.playtest.policies import by_side, play_game, policies, studied
    from ibbprint.playtest.saved import Head, Recorder

    selection = scenario_meant(str(order.scenario), order.packs)
    scenario, packs, report = selection.scenario, selection.packs, Report()
    try:
        game, opened = opened_scenario(scenario, packs, order.rules, report, force=order.force)
    except Stopped:
        return Play(report)
    names = by_side(order.policies, opened.sides)
    recorder = Recorder(Head(scenario, order.seed, tuple(map(str, packs)), order.rules, names))
    ended = play_game(opened, order.seed, policies(names, order.seed, studied(opened, names)), True, recorder.note)
    battle = Battle(game, opened, ended, recorder.head, packs)
    return Play(report, battle, recorder.text(ended), opened=True)


@python_call(ReplayOrder, Play)
def replay(order: ReplayOrder) -> Play:
    """Play a saved game again, every action checked. `ink` has the colours of its maps, picture book and booklet."""
    return replayed(order)


def replayed(order: ReplayOrder) -> Play:
    """A saved game, played again. Raises BadRequest."""
    from ibbprint.playtest import saved

    report, file = Report(), Path(order.file)
    read = saved.read_saved(file, report)
    if read is None:
        return Play(report)
    packs = saved.pack_paths(read, file, order.packs)
    scenario = saved.scenario_of(read, file)
    try:
        game, opened = opened_scenario(scenario, packs, dict(read.head.rules), report, force=True)
    except Stopped:
        return Play(saved.in_the_file(report, read))
    ended = saved.replay(read, opened, report, file)
    if ended is None:
        return Play(report, opened=True)
    return Play(report, Battle(game, opened, ended, read.head, packs), opened=True, ink=order.ink)


def opened_scenario(
    scenario: str, packs: tuple[Path, ...], rules: Mapping[str, str], report: Report, *, force: bool
) -> tuple[Game, Opened[Any]]:
    """The scenario, ready to be played, and its game. Raises Stopped with the report where something is wrong."""
    selection = Target(scenario, packs)
    game = selection.game
    report.add_all(selection.report)
    if game is None:
        raise Stopped(report)
    if not game.offers(Game.open):
        raise BadRequest(f"{game.title} has no rules engine, so it cannot be played.")
    opened = game.open(scenario, replace(options_of(packs, rules), force=force), report)
    if opened is None:
        raise Stopped(report)
    return game, opened
