"""Checking army lists and scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.engine.api.kits import Game
from ibbprint.jobs import fields
from ibbprint.jobs.fields import Named, OptionRecord, Packs, flag, name_of, option, wrong
from ibbprint.jobs.games import game_named, options_of
from ibbprint.jobs.lists import PIPED, Piped, checking_game, game_option, nothing_piped, points_option, read_documents
from ibbprint.jobs.packs import is_folder_game, missing_symbols, unread_files
from ibbprint.jobs.reporting import Reported, Result
from ibbprint.jobs.targets import Kind, Target, has_scenario_head, meant_by
from ibbprint.problems import BadRequest, Problem, Report, Severity, Stopped
from ibbprint.reports.layout import WIDTH

if TYPE_CHECKING:
    from ibbprint.catalogue.documents import Document
    from ibbprint.engine.api.checking import CheckedScenario
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.engine.api.lists import Checked, ListChecker

PRINTED = ("print:", "draw:")
"""How the ids of warnings begin that only printing can give."""


@dataclass(frozen=True, eq=False, kw_only=True)
class CheckOrder(OptionRecord):
    """The order for a check: the files, and the options."""

    files: Sequence[str] = ()
    defender: str = option(
        "", str, "--defender", metavar="LIST", help="Check two lists as a pair, with this one defending."
    )
    pair: bool = flag("--pair", "Check two lists as a pair for a meeting engagement.")
    as_printed: bool = flag("--as-printed", "Check the set-up as originally printed, with no rulings applied.")
    repairs: bool = False
    """Whether a repaired file is wanted, which only a single scenario can have."""
    points: float | None = points_option()
    game: str = game_option()
    packs: fields.Folders = fields.packs()
    rules: fields.Switches = fields.rules()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Check(Result):
    """The findings in army lists (`lists`) or in scenarios (`scenarios`). The report has all of them."""

    lists: Checked | None = None
    """The armies with their entries, prices and sums, and the lines that were passed over."""
    scenarios: Sequence[CheckedScenario] | None = None
    """Each scenario with what was looked at, whatever came of it."""
    needless: Sequence[Problem] = ()
    """Notes: what a pack silences although there is no such warning."""
    reading: Report = field(default_factory=Report)
    """What was found while scenarios were read: the rest of the report is in `scenarios` too."""
    asked: str = ""
    """The first of the scenarios, as it was named."""
    piped: str = ""
    """The scenario that was piped in."""

    @property
    def ok(self) -> bool:
        """True when nothing is an error, and every army could be judged."""
        return self.report.ok and all(army.legal for army in self._lists().armies)

    @property
    def findings(self) -> list[Problem]:
        """Every error, warning and note, each once, with its place, its rule and its words: those of the report."""
        return list(self.report)

    @property
    def text(self) -> str:
        """The findings as `ibbprint check` shows them."""
        return self.shown()

    @property
    def json(self) -> str:
        """The findings as `ibbprint check --json` writes them."""
        from ibbprint.reports import list_report, setup_report

        if self.scenarios is not None:
            return setup_report.as_json(self.scenarios, self.reading)
        return list_report.as_json(self._lists(), self.report)

    def shown(self, *, every: bool = False, width: int = WIDTH, fold: bool = False) -> str:
        """The findings in so many columns; with `every`, the checks that a scenario passes as well.

        A fault of a file is one line, unless these are to be folded too.
        """
        from ibbprint.reports import list_report, setup_report

        if self.scenarios is not None:
            return setup_report.as_text(self.scenarios, self.reading, all_=every, width=width, fold=fold)
        return list_report.as_text(self._lists(), self.report, width)

    def _lists(self) -> Checked:
        from ibbprint.engine.api.lists import Checked

        return self.lists or Checked(())

    def __str__(self) -> str:
        return self.text


def check(
    *files: Named,
    text: str | bytes | None = None,
    defender: str = "",
    pair: bool = False,
    as_printed: bool = False,
    game: str = "",
    packs: Packs = (),
    rules: Mapping[str, object] | None = None,
    points: float | None = None,
) -> Check:
    """Check army lists, or scenarios by id or file; `text` is a list or a scenario that is in no file.

    `points` is what each army may spend whose list does not say it. `defender` names the one of two lists that defends
    against the other; with `pair` two are judged as a pair.
    """
    report = Report()
    with Reported(report):
        if not isinstance(text, str | bytes | None):
            raise wrong("text", text, "a list or a scenario as text")
        names = [name_of("file", name) for name in files]
        names += ["-"] if text is not None and "-" not in names else []
        order = CheckOrder(
            files=names,
            defender=defender,
            pair=pair,
            as_printed=as_printed,
            game=game,
            packs=packs,
            rules=rules,
            points=points,
        )
        # Half a character, which no file can hold, is read like any other wrong byte.
        raw = text.encode(errors="surrogatepass") if isinstance(text, str) else text
        return checked(order, nothing_piped if raw is None else lambda _most: raw)
    return Check(report)


def checked(order: CheckOrder, piped: Piped) -> Check:
    """Check the files of an order. Raises BadRequest and Stopped."""
    if not order.files:
        hint = 'For example: ibbprint check my-army.txt, or in Python check("my-army.txt")'
        raise BadRequest("check needs a file.", hint)
    selections = _selections(order.files, order.packs)
    options = options_of(selections[-1].packs, order.rules, order.points)
    scenarios = [selection for selection in selections if order.as_printed or selection.kind is Kind.SCENARIO]
    if scenarios and len(scenarios) < len(selections):
        raise BadRequest("check takes lists or scenarios, not both at once.")
    if scenarios:
        return _scenarios(list(map(_as_printed, scenarios)) if order.as_printed else scenarios, order, options)
    files = [selection.scenario for selection in selections]
    _refuse_unknown(files)
    report = Report()
    documents = read_documents(files, report, piped)
    if [document.name for document in documents] == [PIPED] and has_scenario_head(documents[0].text):
        return _piped_scenario(documents[0].text, order, options)
    if order.repairs and documents:
        raise BadRequest("--fix repairs scenarios, not army lists.", option="--fix")
    return Check(report, _lists(documents, order, options, report) if documents else None)


def _refuse_unknown(files: Sequence[str]) -> None:
    """Raise BadRequest for a word that is neither a file nor a scenario and looks like no file."""
    from ibbprint.catalogue.source import is_there

    for name in files:
        if not Path(name).suffix and not set(name) & set("/\\") and name != "-" and not is_there(Path(name)):
            raise BadRequest(f"there is no file and no scenario {name!r}.", "See: ibbprint list")


def _lists(documents: Sequence[Document], order: CheckOrder, options: KitOptions, report: Report) -> Checked | None:
    """The lists judged; None with the faults in the report."""
    at_hand: dict[str, ListChecker] = {}
    game = checking_game(documents, order.game, report, at_hand)
    opened = at_hand.get(game.id) if game is not None and options == options_of((), {}) else None
    if game is not None and opened is None:
        opened = game.checker(options, report)
    if opened is None:
        return None
    whom = PIPED if order.defender == "-" else order.defender
    return opened.check(documents, report, defender=whom, paired=order.pair)


# --- scenarios --------------------------------------------------------------------------------------------------


def _selections(files: Sequence[str], packs: tuple[Path, ...]) -> list[Target]:
    """The named files, each once and with all packs under it. Raises Stopped for folders that are no packs."""
    selections: list[Target] = []
    for name in files:
        matches = meant_by(name, packs)
        if not matches:
            raise BadRequest(f"{name} contains no scenario.", "Name one (see: ibbprint list).")
        packs = matches[0].packs
        selections += matches
    report = Report()
    for selection in selections:
        report.add_all(selection.report if selection.kind is Kind.FOLDER else ())
    if not report.ok:
        raise Stopped(report)
    over_packs = (
        selection if selection.packs == packs else Target(selection.scenario, packs) for selection in selections
    )
    return list({selection.scenario: selection for selection in over_packs}.values())


def _as_printed(selection: Target) -> Target:
    """The scenario without rulings of one named by its id; a file stays as it is."""
    from ibbprint.catalogue.source import is_file

    by_id = "/" not in selection.scenario and not is_file(Path(selection.scenario))
    return Target(f"{selection.scenario}-as-printed", selection.packs) if by_id else selection


def _piped_scenario(text: str, order: CheckOrder, options: KitOptions) -> Check:
    """Check a scenario that was piped in. It has no folder, and so no table (CSV) beside it."""
    from tempfile import TemporaryDirectory

    from ibbprint.reports.setup_report import renamed

    with TemporaryDirectory() as folder:
        path = Path(folder) / "scenario.yaml"
        path.write_text(text, encoding="utf-8")
        result = _scenarios([Target(str(path), options.packs)], order, options)
    scenarios, reading = renamed(result.scenarios or (), result.reading, str(path), PIPED)
    return replace(_with_findings(scenarios, reading), needless=result.needless, asked=PIPED, piped=text)


def _scenarios(selections: Sequence[Target], order: CheckOrder, options: KitOptions) -> Check:
    """Check scenarios."""
    if order.repairs and len(selections) > 1:
        raise BadRequest("--fix repairs one scenario at a time.", option="--fix")
    report = Report()
    scenarios: list[CheckedScenario] = []
    for selection in selections:
        name, game = selection.scenario, game_named(order.game) if order.game else selection.game
        report.add_all(() if order.game else selection.report)
        if game is None:
            continue
        if not game.offers(Game.check_scenario):
            raise BadRequest(f"{game.title} cannot check scenarios.")
        scenario = game.check_scenario(name, options, report)
        scenarios += [] if scenario is None else [scenario]
        printed = scenario is not None and is_folder_game(game, options.packs)
        if not printed:  # printing says what nothing reads, and reads the folder for it
            unread_files(game, options.packs, name, report)
        missing_symbols(game, options, report)
        if scenario is not None and printed:
            _tell_faults_of_printing(selection, scenario, options, report)
    needless = [note for words, note in report.needless() if not words.startswith(PRINTED)]
    return replace(_with_findings(scenarios, report), needless=needless, asked=selections[0].scenario)


def _tell_faults_of_printing(selection: Target, checked: CheckedScenario, options: KitOptions, report: Report) -> None:
    """Add what only printing finds in a game made of files: in its faces, its texts and their pictures."""
    from ibbprint.jobs.kits import KitOrder, KitSeries

    result = KitSeries(KitOrder(packs=options.packs, rules=options.rules)).report_on(selection)
    reported = {*report, *(finding.problem for finding in checked.findings)}
    for problem in result:
        if problem not in reported and not problem.rule.startswith("print:"):
            report.add(problem)


def _with_findings(scenarios: Sequence[CheckedScenario], reading: Report) -> Check:
    """The findings of reading scenarios and on the scenarios themselves, in one report."""
    report = Report()
    for problem in (*reading, *(finding.problem for scenario in scenarios for finding in scenario.findings)):
        if problem.severity is not Severity.OK:
            report.add(problem)
    return Check(report, scenarios=scenarios, reading=reading)
