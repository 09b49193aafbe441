"""Printing kits: the PDF of a scenario or of a whole game, and what goes beside it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.engine.api.kits import Game
from ibbprint.jobs import fields
from ibbprint.jobs.beside import beside, pdf_named, write
from ibbprint.jobs.fields import Named, OptionRecord, flag, option, python_call
from ibbprint.jobs.games import game_named, game_that_makes_up, refuse_a_game
from ibbprint.jobs.on_paper import (
    MAP_STYLE,
    InkGiven,
    OnPaper,
    PaperGiven,
    fit_corners,
    ink_options,
    inking,
    map_style_option,
    on_paper,
    paper_options,
)
from ibbprint.jobs.packs import (
    tell_faults_of_faces,
    tell_undrawn_symbols,
    tell_unused_symbols,
    template_folders,
    unread_files,
)
from ibbprint.jobs.reporting import Result
from ibbprint.jobs.targets import Target, scenario_meant
from ibbprint.problems import BadRequest, Problem, Progress, Report, Stopped, Where, did_you_mean, silent

if TYPE_CHECKING:
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.materials import Card, Kit, Piece
    from ibbprint.press.book import BookOptions, MadeBook
    from ibbprint.press.inking import Inking
    from ibbprint.press.manifest import Change, Manifest


def _yes(text: str) -> bool:
    """Whether `--notes` says yes. Raises BadRequest."""
    if text not in ("yes", "no"):
        raise BadRequest(f"--notes takes yes or no, not {text!r}.", "Leave it out to get the page.", "--notes")
    return text == "yes"


@dataclass(frozen=True, eq=False)
class KitOrder(OptionRecord):
    """The order for a kit. Without `output` nothing is written."""

    scenario: Named = option("", Named)
    _: KW_ONLY
    paper: PaperGiven = paper_options()
    ink: InkGiven = ink_options()
    only: fields.Names = fields.names((), "--only", metavar="PARTS", help=fields.ONLY_HELP)
    packs: fields.Folders = fields.packs()
    rules: fields.Switches = fields.rules()
    booklet: bool = flag("--booklet", "Impose the rules for folding into a booklet instead of page by page.", off=True)
    poster: bool = flag(
        "--poster", "Print the map in one piece: on --paper if given, else as large as it is.", off=True
    )
    map_style: str = map_style_option()
    set_up: bool = flag("--set-up", "Print the scenario's set-up on the map.", off=True)
    whole: bool = flag("--all", "Print everything in a game's catalogue, for battles you make up: kit ibb --all.")
    svg: bool = flag("--svg", "Write each page as SVG too.")
    changed_since: fields.MaybePath = fields.path(
        "--changed-since", metavar="KIT.pdf", help="Print only what has changed since this earlier kit."
    )
    strict: bool = flag("--strict", "Print nothing if the set-up breaks the rules.")
    output: fields.MaybePath = fields.output("DIR|FILE.pdf", "A folder for the PDF, or the .pdf file itself.", "output")
    seed: fields.MaybeSeed = fields.seed(
        None, help="With a game instead of a scenario: print one made up from this seed."
    )
    designer: bool = flag("--designer", "Print the ids of rules where they apply, not on a page of notes at the end.")
    given: frozenset[str] = field(default=frozenset(), metadata={fields.OF_COMMANDS: True})
    notes: bool = flag(
        "--notes",
        "The page of notes at the end: rulings and reconstructions.",
        default=True,
        metavar="yes|no",
        words=str,
        usual="yes",
        read=_yes,
    )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MadeKit(Result):
    """A printed kit. Without a PDF either something is an error, or nothing has changed since the earlier printout.

    `breaches` are the rules that the set-up breaks; `breaches_listed` where its first page lists them.
    """

    scenario: str = ""
    packs: tuple[Path, ...] = ()
    name: str = ""
    """What the file is called: `defend-the-bridge-letter.pdf`."""
    pdf: bytes = b""
    pages: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many there are of each kind of thing: counters, markers, cards."""
    edition: str = ""
    stamp: str = ""
    """The eight characters on every page, which change when anything that is printed changes."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """What goes beside the PDF: pages (`svg/page-01.svg`) and cuts (`cuts/page-01.dxf`)."""
    cut_sheets: int = 0
    changes: Sequence[Change] = ()
    listed: Sequence[Change] = ()
    """The changes as they are listed: since a printout of another layout, what only looks different by parts."""
    since: str = ""
    """The stamp of the earlier printout that this one was compared with."""
    breaches: Sequence[Problem] = ()
    breaches_listed: bool = False
    needless: Sequence[Problem] = ()
    """Notes: what a pack silences although there is no such warning."""
    path: Path | None = None
    """Where the PDF was written."""
    seed: str = ""
    """The seed of a scenario that was made up for this kit."""
    known: frozenset[Problem] = frozenset()
    """Findings of this report that an earlier kit of the series had as well."""

    @property
    def summary(self) -> str:
        """Pages, things, edition and stamp, in a few words."""
        counted = [(count, name if count != 1 else name.removesuffix("s")) for name, count in self.counts.items()]
        counts = "".join(f", {count} {name}" for count, name in counted)
        return f"{self.pages} page{'s' if self.pages != 1 else ''}{counts}; edition {self.edition}, {self.stamp}"

    def __str__(self) -> str:
        """The name and the summary of the printout, and every finding."""
        result = Result.__str__(self)
        return f"{self.name}: {self.summary}\n{result}" if self.pages else result

    def save(self, path: Named = ".") -> Path | None:
        """Write the PDF, and what goes beside it, into a folder or as a .pdf file; all or nothing.

        Gives where the PDF is now; None where there is none, or with the reason in the report. It can be tried again.
        """
        target = Path(path)
        target = target if target.suffix.lower() == ".pdf" else target / self.name
        saving = Report()
        written = bool(self.pdf) and write(target, self.pdf, self.files.items(), saving)
        self.report.add_all(saving)
        return target if written else None


@python_call(KitOrder, MadeKit)
def kit(order: KitOrder) -> MadeKit:
    """The kit of a scenario (its id, its file, or a pack with only one) as a PDF, in memory.

    `scenario` may be a game that makes scenarios up: one is made for this kit, with the `seed` or with one that is
    drawn. `paper` and `ink` are a name, or all options of their kind. With `whole`, `scenario` names a game, and
    everything in its catalogue is printed. `only` names parts: `"counters"`, `["markers:lost-unit"]`. With
    `changed_since`, the PDF of an earlier kit, only what has changed is printed. With `output`, a folder or a .pdf
    file, the kit is written there too. With `designer` the ids of rules are printed where they apply, in place of the
    page of `notes`.
    """
    return KitSeries(order).make(str(order.scenario))


def check_map_style(name: str) -> None:
    """Raises BadRequest for a look that no map has."""
    from ibbprint.components.style import MAP_LOOKS

    if name not in MAP_LOOKS:
        raise BadRequest(f"there is no map style {name!r}.", did_you_mean(name, MAP_LOOKS), "--map-style")


class KitSeries:
    """Kits made one after another, none written over another; what the reports of earlier ones had is known.

    Raises BadRequest for an order that makes no sense.
    """

    def __init__(self, order: KitOrder) -> None:
        from ibbprint.press.picking import parse

        check_map_style(order.map_style)
        if order.svg and order.ink.press:
            raise BadRequest("--svg cannot be used with --press: an SVG has no printing inks.", option="--svg")
        self.order = order
        self.parts, self.kinds = parse(order.only)
        if self.kinds and order.changed_since is not None:
            hint = "Leave the kind after the colon out of --only."
            raise BadRequest("--changed-since compares whole parts.", hint, "--changed-since")
        self.places: Mapping[str, Where] = {}
        """Where files ask for options, by their names."""
        self._reported: set[Problem] = set()
        self._written: set[Path] = set()

    def refuse(self, scenarios: Iterable[str]) -> None:
        """Raise BadRequest, before the first is printed, if the seed that was given makes none of them up."""
        for scenario in scenarios if self.order.seed is not None else ():
            game_that_makes_up(scenario, self.order.seed, whole=self.order.whole)

    def make(self, scenario: str, progress: Progress = silent) -> MadeKit:
        """The next kit. Raises BadRequest for wrong options, and Stopped for unreadable files."""
        order = self.order
        able = game_that_makes_up(scenario, order.seed, whole=order.whole)
        if able is not None:
            return self._made_up(able, progress)
        selection = (
            Target(game_named(scenario).id, order.packs) if order.whole else scenario_meant(scenario, order.packs)
        )
        if not order.whole:
            refuse_a_game(selection.scenario)
        return self._make(selection, progress)

    def report_on(self, selection: Target) -> Report:
        """The problems of printing a kit, which is not kept."""
        return self._make(selection, silent).report

    def _made_up(self, game: Game, progress: Progress) -> MadeKit:
        """The kit of a scenario that is made up for it, and kept nowhere."""
        from tempfile import TemporaryDirectory

        from ibbprint.jobs.generating import generated, request_of, written

        order = self.order
        generation = generated(game, request_of(order.seed, {}), order.packs, order.rules)
        if generation.made is None:
            return MadeKit(generation.report)
        with TemporaryDirectory(prefix="ibbprint-") as folder:
            place = Path(folder, generation.made.id) if generation.made.is_folder else Path(folder)
            path = written(generation.made, place, False, generation.report)
            if path is None:
                return MadeKit(generation.report)
            selection = scenario_meant(str(path), order.packs)
            return replace(self._make(selection, progress), seed=generation.seed)

    def _make(self, selection: Target, progress: Progress) -> MadeKit:
        report, reported = Report(), frozenset(self._reported)
        try:
            return self._as_files_ask(selection, report, progress)
        except Stopped as stopped:
            if stopped.report is not report:
                raise
            return MadeKit(report, selection.scenario, selection.packs, known=reported)
        finally:
            self._reported.update(report)

    def _as_files_ask(self, selection: Target, report: Report, progress: Progress) -> MadeKit:
        """The kit with the options that the files of its game ask for, where the order leaves them open."""
        from ibbprint.jobs.print_options import asked_by_files, with_options

        file_options = {} if self.order.whole else asked_by_files(selection)
        if not file_options:
            return self._printed(selection, report, progress)
        series = copy(self)
        series.order, series.places = with_options(self.order, file_options, report)
        try:
            return series._printed(selection, report, progress)
        except BadRequest as wrong:
            if wrong.option not in series.places:
                raise
            report.error(series.places[wrong.option], "read:value", str(wrong), wrong.hint)
            raise Stopped(report) from None

    def _printed(self, selection: Target, report: Report, progress: Progress) -> MadeKit:
        """The kit, printed. Raises Stopped with the report where something is wrong, as the steps below do."""
        from ibbprint.press.book import make_book
        from ibbprint.press.workshop import file_name

        ready = self._ready(selection, report)
        kit = self._kit(selection, ready, report)
        book_options = self._book_options(ready, kit, report)
        output = self.order.output or Path()
        target = pdf_named(output, "a kit") or output / file_name(kit, book_options)
        if target in self._written:
            message = f"another scenario of this call has the id {kit.id} too, so one kit would overwrite the other."
            report.error(Where(selection.scenario), "print:file", message, "Print them into different folders.")
            raise Stopped(report)
        book_options = replace(book_options, game=title_of(ready.game))
        book = make_book(kit, book_options, ready.folders, report, progress)
        if book is None:
            tell_faults_of_faces(ready.game, selection.scenario, ready.options, ready.folders, ready.inks, report)
            raise Stopped(report)
        if book_options.since is None:
            tell_unused_symbols(book.symbols, selection.packs, ready.folders, ready.inks, report)
            if not self.parts and book_options.map_style == MAP_STYLE:
                tell_undrawn_symbols(ready.game, selection, book.symbols, report)
        files: dict[str, bytes] = {}
        if book.pages:
            self._out(target, book, files, report, progress)
        return self._result(selection, kit, book_options, book, target, files, report)

    def _ready(self, selection: Target, report: Report) -> _Ready:
        """The game and the options worked out."""
        from ibbprint.engine.api.kits import KitOptions
        from ibbprint.press.slots import room_for_board

        order = self.order
        game = game_named(selection.scenario) if order.whole else selection.game
        report.add_all(selection.report)
        folders = None if game is None else template_folders(game, selection.packs, report)
        on = None if folders is None else on_paper(order.paper, folders, report, booklet=order.booklet)
        if game is None or folders is None or on is None:
            raise Stopped(report)
        options = KitOptions(
            selection.packs,
            order.rules,
            on.counter_mm,
            room_for_board(on.paper),
            only=self.parts,
            whole=order.whole,
            base_mm=order.paper.base,
            designer=order.designer,
            notes=order.notes,
        )
        return _Ready(game, folders, options, on, inking(order.ink, folders))

    def _kit(self, selection: Target, ready: _Ready, report: Report) -> Kit:
        """The bill of materials, of the parts that are wanted."""
        from ibbprint.press.picking import pick

        kit = ready.game.kit(selection.scenario, ready.options, report)
        unread_files(ready.game, selection.packs, selection.scenario, report, self.order.output)
        for breach in kit.breaches if kit is not None and self.order.strict else ():
            report.add(breach)
        if kit is None or not report.ok:
            tell_faults_of_faces(ready.game, selection.scenario, ready.options, ready.folders, ready.inks, report)
            raise Stopped(report)
        kit = pick(kit, self.parts, self.kinds)
        _fit_slots(ready.on, kit, self.parts)
        pieces = (piece for piece in kit.pieces if not self.parts or piece.section in self.parts)
        fit_corners(ready.on.trimming.radius, (side for piece in pieces for side in piece.size_mm))
        return kit

    def _book_options(self, ready: _Ready, kit: Kit, report: Report) -> BookOptions:
        """The options of the press for the kit; the earlier printout must be one of the same kit."""
        from ibbprint.press.book import BookOptions

        order, on = self.order, ready.on
        switches = {
            "--poster": order.poster,
            "--set-up": order.set_up,
            "--booklet": order.booklet,
            "--map-style": order.map_style != MAP_STYLE,
            "--base": order.paper.base is not None,
        }
        names_given = [name for name, is_on in switches.items() if is_on]
        does = _effective(names_given, self.places, kit, self.parts, report)
        since: Manifest | None = None
        if order.changed_since is not None:
            from ibbprint.press.manifest import read_manifest

            since = read_manifest(order.changed_since, kit.id, report)
            if since is None:
                raise Stopped(report)
        return BookOptions(
            on.paper,
            self.parts,
            order.rules,
            booklet="--booklet" in does,
            poster="--poster" in does,
            poster_paper=on.paper if "--poster" in does and order.paper.paper else None,
            map_style=order.map_style if "--map-style" in does else MAP_STYLE,
            layers=frozenset({"set-up"} if "--set-up" in does else ()),
            since=since,
            duplex=on.duplex,
            trimming=on.trimming,
            printer=on.printer,
            slots=on.slots,
            targets=order.paper.cut_files,
            counter_mm=on.counter_mm,
            inking=ready.inks,
            kinds=tuple(name for names in self.kinds.values() for name in names),
            designer=order.designer,
        )

    def _out(self, target: Path, book: MadeBook, files: dict[str, bytes], report: Report, progress: Progress) -> None:
        """Make what goes beside the PDF, and write all of it where that is wanted."""

        def files_beside() -> Iterator[tuple[str, bytes]]:
            for name, data in beside(book, target, self.order.svg, report, progress):
                files[name] = data
                yield name, data

        if self.order.output is None:
            files.update(files_beside())
        elif write(target, book.pdf, files_beside(), report):
            self._written.add(target)
        else:
            raise Stopped(report)

    def _result(
        self,
        selection: Target,
        kit: Kit,
        book_options: BookOptions,
        book: MadeBook,
        target: Path,
        files: Mapping[str, bytes],
        report: Report,
    ) -> MadeKit:
        """The result in one record."""
        everything = not self.parts and book_options.since is None
        return MadeKit(
            report,
            selection.scenario,
            selection.packs,
            target.name,
            book.pdf,
            book.pages,
            book.counts,
            kit.edition,
            book.stamp,
            files,
            len(book.cuts),
            book.changes,
            book.listed,
            since=book_options.since.stamp if book_options.since is not None else "",
            breaches=kit.breaches,
            breaches_listed=book_options.since is None and (not self.parts or "findings" in self.parts),
            needless=[note for _, note in report.needless()] if everything else [],
            path=target if book.pages and self.order.output is not None else None,
            known=frozenset(self._reported),
        )


@dataclass(frozen=True, slots=True)
class _Ready:
    """A game, and the options of a kit worked out."""

    game: Game
    folders: Sequence[Path]
    options: KitOptions
    on: OnPaper
    inks: Inking


_FOR = {
    "--poster": "map",
    "--set-up": "map",
    "--map-style": "map",
    "--booklet": "rules booklet",
    "--base": "element tile",
}
"""What an option is for."""


def _effective(
    names: Sequence[str], by_files: Container[str], kit: Kit, parts: frozenset[str], report: Report
) -> list[str]:
    """The options that change something; a warning for each that was typed and of which nothing is printed."""
    based: list[Piece | Card] = [*kit.pieces, *kit.cards] if kit.on_bases else []
    sections = {
        "map": {board.section for board in kit.boards},
        "rules booklet": {booklet.section for booklet in kit.booklets},
        "element tile": {item.section for item in based},
    }
    result = []
    for name in names:
        present = sections[_FOR[name]]
        if present & parts if parts else present:
            result.append(name)
        elif name not in by_files:
            message = f"no {_FOR[name]} is printed, so {name} changes nothing."
            report.warning(Where(name), "print:option", message)
    return result


def _fit_slots(on: OnPaper, kit: Kit, parts: frozenset[str]) -> None:
    """Raise BadRequest where a layout was asked for that nothing of the kit fits."""
    slots = on.slots
    if slots is None:
        return
    sizes = {p.size_mm for p in kit.pieces if not parts or p.section in parts}
    sizes |= {c.size_mm for c in kit.cards if c.marks and (not parts or c.section in parts)}
    if not any(slots.takes(w, h) or slots.takes(h, w) for w, h in sizes):
        kit_sizes = ", ".join(f"{w:g} x {h:g}" for w, h in sorted(sizes))
        message = f"nothing fits the slots of {slots.id}, {slots.width:g} x {slots.height:g} mm."
        raise BadRequest(message, f"The kit has: {kit_sizes} mm.", "--layout")


def title_of(game: Game) -> str:
    """The title of a game by itself; nothing for a game that is a folder, whose kits have its name."""

    return "" if game.offers(Game.read_files) else game.title.partition(":")[0]
