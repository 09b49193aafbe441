"""The commands: parse, call, show. No logic.

Exit codes: 0 done, 1 problems found, 2 wrong usage.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from ibbprint import __version__
from ibbprint.problems import MOST_SHOWN, Report, Severity, Where, did_you_mean, nearest, offending_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ibbprint.catalogue.documents import Document
    from ibbprint.systems.api import CheckedScenario, CheckingGame, Game, KitOptions, Opened, Playing

Able = TypeVar("Able")

app = typer.Typer(
    name="ibbprint",
    help="Print hex-and-counter games as kits to cut out, from the catalogue that their rules are played with.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Packs = Annotated[
    list[Path] | None, typer.Option("--pack", metavar="DIR", help="A designer's pack, laid over the shipped catalogue.")
]

Force = Annotated[
    bool, typer.Option("--force", help="Go on where the set-up does not keep the rules; a kit tells it on a page.")
]


def main() -> None:
    """Run the command line and end the process.

    It ends without taking every object apart first, which would be a twentieth of a short run.
    """
    try:
        run()
    except SystemExit as end:
        if end.code is not None and not isinstance(end.code, int):
            raise
        try:
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:  # there is none where the caller has closed it
                    stream.flush()
        except OSError as fault:
            _cannot_tell(fault)
        os._exit(end.code or 0)
    except OSError as fault:
        _cannot_tell(fault)


def _cannot_tell(fault: OSError) -> None:
    """End because what was to be said cannot be written: the disk is full, or nobody reads it any more."""
    if fault.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EPIPE, errno.EBADF):
        raise fault
    if fault.errno != errno.EPIPE:
        with contextlib.suppress(OSError):
            sys.stderr.write(f"ibbprint: cannot write the output: {(fault.strerror or 'no room').lower()}.\n")
            sys.stderr.flush()
    os._exit(1)


def run() -> None:
    """Run the command line; SystemExit at its end."""
    # Starting up makes many objects that stay: looking through them again and again takes a tenth of a short run.
    gc.set_threshold(200_000, 20, 20)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # or it reads about every installed package
    app()


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ibbprint {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    pass


@app.command()
def kit(
    scenario: Annotated[
        str, typer.Argument(help="The id of a scenario (see: ibbprint list), or its file; with --all that of a game.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="The folder that the PDF is written to.")
    ] = Path("output"),
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    only: Annotated[str, typer.Option(metavar="PARTS", help="Only these parts, e.g. counters,markers,crt.")] = "",
    pack: Packs = None,
    rule: Annotated[
        list[str] | None, typer.Option("--rule", metavar="ID=VALUE", help="A disputed rule, played another way.")
    ] = None,
    booklet: Annotated[
        bool, typer.Option("--booklet", help="Lay the rules out for folding into a booklet, not page by page.")
    ] = False,
    poster: Annotated[bool, typer.Option("--poster", help="The map as one large page, not as sheets to join.")] = False,
    map_style: Annotated[str, typer.Option(help="How the map is drawn: atlas or schematic (less ink).")] = "atlas",
    set_up: Annotated[bool, typer.Option("--set-up", help="Print the set-up of the scenario on the map.")] = False,
    whole: Annotated[
        bool, typer.Option("--all", help="All that a game's catalogue has, for battles of your own: kit ibb --all.")
    ] = False,
    force: Force = False,
) -> None:
    """Print the kit of a scenario, or of a whole game, as one PDF."""
    from ibbprint.components.style import MAP_LOOKS
    from ibbprint.press.book import BookOptions, make_book
    from ibbprint.press.output import file_name, write_whole
    from ibbprint.press.paper import PAPERS
    from ibbprint.systems.api import KitOptions

    if paper.lower() not in PAPERS:
        _usage(f"there is no paper {paper!r}.", did_you_mean(paper.lower(), PAPERS))
    if map_style not in MAP_LOOKS:
        _usage(f"there is no map style {map_style!r}.", did_you_mean(map_style, MAP_LOOKS))
    rules = dict(_rule(text) for text in rule or [])
    packs = tuple(pack or ())
    report = Report()
    _not_a_game(scenario, whole)
    game = _game_named(scenario) if whole else _game_of(scenario, packs, report)
    if game is None:
        _finish(report)
        return
    wanted = frozenset(part.strip() for part in only.split(",") if part.strip())
    made = game.kit(scenario, KitOptions(packs, rules, only=wanted, whole=whole, force=force), report)
    if made is None or not report.ok:
        _finish(report)
        return
    known = [section.id for section in made.sections]
    for part in sorted(wanted - set(known)):
        _usage(f"the kit of {made.id} has no part {part!r}.", did_you_mean(part, known))
    folders = [*(p / "templates" for p in reversed(packs)), *game.template_folders]
    layers = frozenset({"set-up"} if set_up else ())
    how = BookOptions(PAPERS[paper.lower()], wanted, rules, booklet, poster, map_style, layers)
    book = make_book(made, how, folders, report)
    if book is None:
        _finish(report)
        return
    target = output / file_name(made, how)
    if not write_whole(target, book.pdf, report):
        _finish(report)
        return
    _show(report, Severity.WARNING)
    counts = "".join(f", {count} {name}" for name, count in book.counts.items())
    pages = f"{book.pages} page{'s' if book.pages != 1 else ''}"
    typer.echo(f"{target}: {pages}{counts}; edition {made.edition}, {book.stamp}")


@app.command()
def preview(
    piece: Annotated[str, typer.Argument(help="The id of a piece, unit, marker or card: T1, heavy-cavalry-q3, crt.")],
    scenario: Annotated[str, typer.Option("--scenario", "-s", metavar="ID", help="The scenario, or its file.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="A file that ends in .svg, .png or .pdf.")
    ] = None,
    back: Annotated[bool, typer.Option("--back", help="The other side.")] = False,
    dpi: Annotated[int, typer.Option(min=20, max=2400, help="Pixels an inch of a PNG.")] = 300,
    pack: Packs = None,
) -> None:
    """Draw one face or card of a kit by itself."""
    from ibbprint.press.output import write_whole
    from ibbprint.press.preview import ENDINGS, NotThere, draw, find, write
    from ibbprint.systems.api import KitOptions

    if output is not None and output.suffix.lower() not in ENDINGS:
        _usage(f"a preview cannot be written as {output.name!r}.", f"Known: {', '.join(ENDINGS)}.")
    packs = tuple(pack or ())
    report = Report()
    game = _game_of(scenario, packs, report)
    made = None if game is None else game.kit(scenario, KitOptions(packs), report)
    if game is None or made is None or not report.ok:
        _finish(report)
        return
    try:
        sight = find(made, piece, back=back)
    except NotThere as missing:
        _usage(str(missing), missing.hint)
        return
    drawing = draw(sight, [*(p / "templates" for p in reversed(packs)), *game.template_folders], report)
    target = output or Path("output") / f"{made.id}-{sight.id}{'-back' if back else ''}.svg"
    data = None if drawing is None else write(drawing, f"{made.title}: {sight.id}", target.suffix.lower(), dpi, report)
    if data is None or not write_whole(target, data, report):
        _finish(report)
        return
    _show(report, Severity.WARNING)
    typer.echo(f"{target}: {sight.size_mm[0]:g} x {sight.size_mm[1]:g} mm")


@app.command("list")
def list_(pack: Packs = None) -> None:
    """Show the games, their scenarios and maps, and the packs."""
    from ibbprint.systems import games

    report = Report()
    packs = tuple(pack or ())
    for game in games().values():
        typer.echo(f"{game.id}: {game.title}")
        for item in game.list(packs, report):
            typer.echo(f"  {item.kind:<9} {item.id:<32} {item.title}")
    for folder in packs:
        typer.echo(f"pack: {folder}")
    _finish(report, ".")


@app.command()
def schema(
    kind: Annotated[str, typer.Argument(help="A kind of file, e.g. units, scenario, map.")] = "",
    game: Annotated[str, typer.Option(help="The game; needed when more than one has this kind of file.")] = "",
) -> None:
    """Print the JSON Schema of a kind of file; without a kind, the names of the kinds."""
    from ibbprint.components.style import StyleFile
    from ibbprint.systems import games

    if game and game not in games():
        _usage(f"there is no game {game!r}.", did_you_mean(game, games()))
    chosen = [games()[game]] if game else [each for each in games().values() if not kind or kind in each.schemas]
    schemas = {name: model for each in chosen or games().values() for name, model in each.schemas.items()}
    schemas["style"] = StyleFile
    if not kind:
        typer.echo("\n".join(sorted(schemas)))
        return
    if kind not in schemas:
        _usage(f"there is no kind of file {kind!r}.", did_you_mean(kind, schemas, most=99))
    import json  # only here

    made = schemas[kind].model_json_schema()
    typer.echo(json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **made}, indent=2))


@app.command(add_help_option=False, context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def odds(context: typer.Context) -> None:
    """Tell the exact chances of an attack or of any other roll: ibbprint odds --help."""
    from ibbprint.asking import Given, commands, with_subject
    from ibbprint.reports.odds_report import as_json, as_text
    from ibbprint.systems import games
    from ibbprint.systems.api import BadQuestion, KitOptions, OddsRequest, tells_odds

    arguments = list(context.args)
    able = {id: each for id, each in games().items() if tells_odds(each)}
    game = _one_of(able, _given(arguments, "--game"))

    def answer(request: OddsRequest, given: Given) -> None:
        report = Report()
        try:
            made = game.odds(request, KitOptions(given.packs, dict(_rule(text) for text in given.rules)), report)
        except BadQuestion as bad:
            _usage(str(bad), bad.hint)
            return
        if made is None or not report.ok:
            _finish(report, ".")
            return
        _show(report, Severity.WARNING)
        typer.echo(as_json(made) if given.json else as_text(made, "█" if _can_show("█") else "#"))

    commands(game.subjects, answer)(with_subject(arguments, game.subjects), prog_name="ibbprint odds")


Lists = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE...",
        help="Army lists, as plain text or YAML (- is standard input); or scenarios, by their ids or files.",
    ),
]
OneList = Annotated[
    str, typer.Argument(metavar="LIST", help="An army list, as plain text or YAML; - is standard input.")
]
GameName = Annotated[str, typer.Option("--game", metavar="GAME", help="The game, where the list does not name it.")]
RuleValues = Annotated[
    list[str] | None, typer.Option("--rule", metavar="ID=VALUE", help="A disputed rule, played another way.")
]
ForProgram = Annotated[bool, typer.Option("--json", help="For a program.")]


@app.command()
def check(
    files: Lists = None,
    defender: Annotated[
        str, typer.Option(metavar="LIST", help="Judge two lists as a pair, in which this one defends.")
    ] = "",
    pair: Annotated[bool, typer.Option("--pair", help="Judge two lists as a pair, in a meeting engagement.")] = False,
    as_printed: Annotated[
        bool, typer.Option("--as-printed", help="Check the set-up as the source has it, with no ruling applied.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="Show what is in order in a scenario too.")] = False,
    fix: Annotated[
        Path | None, typer.Option("--fix", metavar="OUT", help="Write the scenario with the obvious repairs made.")
    ] = None,
    explain: Annotated[
        str, typer.Option(metavar="ID", help="Show the rule or the check that a finding rests on, by its id.")
    ] = "",
    game: GameName = "",
    pack: Packs = None,
    rule: RuleValues = None,
    json: ForProgram = False,
) -> None:
    """Check army lists and scenarios: what is wrong, and why. Exit code 1 if anything is not legal.

    Of a list it says what each entry is and costs; of a scenario whether the set-up and the victory are possible.
    """
    from ibbprint.reports import list_report
    from ibbprint.systems.api import BadQuestion

    if explain and _explained(explain.strip(), game):
        explain = "" if files else " "
    elif explain:
        show_rule(explain.strip(), game, "", rule, pack, json)
    if not files:
        if not explain:
            _usage("check wants a file.", "For example: ibbprint check my-army.txt")
        return
    scenarios = [name for name in files if as_printed or _is_scenario(name, tuple(pack or ()))]
    if scenarios:
        if len(scenarios) < len(files):
            _usage("check takes lists or scenarios, not both at once.")
        names = [f"{name}-as-printed" if as_printed and "/" not in name else name for name in scenarios]
        _check_scenarios(names, game, _kit_options(tuple(pack or ()), _rules(rule)), fix, json, every)
        return
    report = Report()
    documents = _documents(files, report)
    if fix is not None and documents:
        _usage("--fix mends scenarios, not army lists.")
    checked = None
    if documents:
        checker = _checks(documents, game, report)
        opened = None if checker is None else checker.checker(_kit_options(tuple(pack or ()), _rules(rule)), report)
        try:
            if opened is not None:
                checked = opened.check(documents, report, defender=defender, paired=pair)
        except BadQuestion as bad:
            _usage(str(bad), bad.hint)
    if checked is None and not json:
        _finish(report, ".")
        return
    if checked is None:
        from ibbprint.systems.api import Checked

        checked = Checked(())
    typer.echo(list_report.as_json(checked, report) if json else list_report.as_text(checked, report))
    if not report.ok:
        raise typer.Exit(1)


@app.command()
def roster(
    file: OneList,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="The folder that the PDF is written to.")
    ] = Path("output"),
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    game: GameName = "",
    pack: Packs = None,
    rule: RuleValues = None,
) -> None:
    """Print a checked army list with its faces, verdict and hash, as proof for the opponent."""
    from ibbprint.press.book import BookOptions, make_book
    from ibbprint.press.output import file_name, write_whole
    from ibbprint.press.paper import PAPERS

    if paper.lower() not in PAPERS:
        _usage(f"there is no paper {paper!r}.", did_you_mean(paper.lower(), PAPERS))
    report = Report()
    packs, rules = tuple(pack or ()), _rules(rule)
    documents = _documents([file], report)
    able = _checks(documents, game, report) if documents else None
    made = None if able is None else able.roster(documents[0], _kit_options(packs, rules), report)
    if able is None or made is None:
        _finish(report)
        return
    folders = [*(p / "templates" for p in reversed(packs)), *able.template_folders]
    how = BookOptions(PAPERS[paper.lower()], frozenset(section.id for section in made.sections), rules)
    printing = Report()
    book = make_book(made, how, folders, printing)
    target = output / file_name(made, how)
    if book is None or not write_whole(target, book.pdf, printing):
        _finish(printing)
        return
    _show(report, Severity.WARNING)
    typer.echo(f"{target}: {book.pages} page{'s' if book.pages != 1 else ''}; edition {made.edition}, {book.stamp}")
    if not report.ok:
        raise typer.Exit(1)


@app.command()
def army(
    budget: Annotated[int, typer.Option(min=1, max=100_000, metavar="N", help="The agreed budget in gold.")],
    theme: Annotated[
        str, typer.Option(help="A race, an arm or a kind of army; a wrong one is answered with those there are.")
    ] = "",
    role: Annotated[str, typer.Option(help="attacker or defender; without it, for a meeting engagement.")] = "",
    seed: Annotated[str, typer.Option(metavar="S", help="The same seed gives the same army.")] = "1",
    game: GameName = "",
    pack: Packs = None,
    rule: RuleValues = None,
) -> None:
    """Make up a legal army list, written as the plain text that check reads."""
    from ibbprint.systems import games
    from ibbprint.systems.api import ArmyRequest, BadQuestion, checks_lists

    report = Report()
    able = _one_of({id: each for id, each in games().items() if checks_lists(each)}, game)
    try:
        request = ArmyRequest(budget, theme, role, seed)
        made = able.army(request, _kit_options(tuple(pack or ()), _rules(rule)), report)
    except BadQuestion as bad:
        _usage(str(bad), bad.hint)
        return
    if made is None:
        _finish(report)
        return
    typer.echo(made.rstrip("\n"))


@app.command()
def battle(
    lists: Annotated[
        list[str], typer.Argument(metavar="LIST...", help="Two army lists, as plain text or YAML; - is standard input.")
    ],
    kind: Annotated[
        str, typer.Option(help="meeting or attack; without it an attack if somebody defends.", metavar="KIND")
    ] = "",
    defender: Annotated[str, typer.Option(metavar="LIST", help="The one of the two that defends.")] = "",
    map: Annotated[str, typer.Option("--map", metavar="NAME", help="The map (see: ibbprint list).")] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file, or a folder for it.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there already.")] = False,
    game: GameName = "",
    pack: Packs = None,
    rule: RuleValues = None,
) -> None:
    """Make a scenario of two army lists, which check, kit and play take as it is, and which you can edit."""
    from ibbprint.press.output import write_whole
    from ibbprint.systems.api import BadQuestion, BattleRequest, makes_battles

    if len(lists) == 2 and lists[0] == lists[1]:
        _usage(
            f"{lists[0]} cannot fight itself.", "Name two lists; for a battle of like armies make a copy of the file."
        )
    if len(lists) > 2:
        _usage(f"a battle is between two lists, and here are {len(lists)}.")
    if output is not None and output.suffix not in (".yaml", ".yml") and not output.is_dir():
        _usage(f"a scenario is a .yaml file, not {output.name!r}.")
    report = Report()
    documents = _documents(lists, report)
    able = _checks(documents, game, report) if report.ok else None
    if able is None:
        _finish(report)
        return
    if not makes_battles(able):
        _usage(f"{able.title} makes no battles of lists.")
        return
    try:
        options = _kit_options(tuple(pack or ()), _rules(rule))
        made = able.battle(documents, BattleRequest(kind, defender, map), options, report)
    except BadQuestion as bad:
        _usage(str(bad), bad.hint)
        return
    if made is None or not report.ok:
        _finish(report)
        return
    target = output or Path(f"{made.id}.yaml")
    target = target / f"{made.id}.yaml" if target.is_dir() else target
    if not force and (target.exists() or target.is_symlink()):
        _usage(f"{target} is there already.", "Name another file with -o, or write over it with --force.")
    if not write_whole(target, made.text.encode(), report):
        _finish(report)
        return
    _show(report, Severity.WARNING)
    places = ", ".join(made.places)
    typer.echo(f"{target}: {made.title}; {made.kind}, {made.map}, {made.turns} turns, for: {places}")


@app.command()
def cost(
    entry: Annotated[list[str], typer.Argument(metavar="ENTRY...", help="An entry of a list: 3x Light Infantry Q3.")],
    game: GameName = "",
    pack: Packs = None,
    json: ForProgram = False,
) -> None:
    """Tell what an entry of an army list costs, and why."""
    from ibbprint.reports import list_report
    from ibbprint.systems import games
    from ibbprint.systems.api import checks_lists

    report = Report()
    able = _one_of({id: each for id, each in games().items() if checks_lists(each)}, game)
    priced = able.cost(" ".join(entry), _kit_options(tuple(pack or ()), {}), report)
    if priced is None:
        _finish(report, ".")
        return
    _show(report, Severity.WARNING)
    typer.echo(list_report.price_json(priced) if json else list_report.price_text(priced))


def _explained(id: str, wanted: str) -> bool:
    """Show the check of that id; False when there is none."""
    from ibbprint.reports.setup_report import explained
    from ibbprint.systems import games
    from ibbprint.systems.api import checks_scenarios

    for game in games().values():
        if (not wanted or game.id == wanted) and checks_scenarios(game):
            for each in game.scenario_checks:
                if each.id == id:
                    typer.echo(explained(each))
                    return True
    return False


def _is_scenario(name: str, packs: tuple[Path, ...]) -> bool:
    """Whether a scenario is meant: an id, or a file that holds one or is said to."""
    from ibbprint.catalogue.source import is_file
    from ibbprint.systems import games

    path = Path(name)
    if path.suffix in (".yaml", ".yml") and is_file(path):
        return _holds_scenario(path)
    if is_file(path) or name == "-":
        return False
    known = [item.id for game in games().values() for item in game.list(packs, Report()) if item.kind == "scenario"]
    return name in known or (not path.suffix and nearest(name, known) is not None)


def _holds_scenario(path: Path) -> bool:
    """Whether a YAML file has the head of a scenario, sound or not."""
    from ibbprint.catalogue.source import decode, read_bytes

    raw = read_bytes(path, str(path), Report())
    text = None if raw is None else decode(raw, str(path), Report())
    lines = (text or "").splitlines()
    return any(line.startswith(("scenario:", '"scenario":', "{scenario:", '{"scenario":')) for line in lines)


def _check_scenarios(
    names: list[str], wanted: str, options: KitOptions, fix: Path | None, json: bool, every: bool
) -> None:
    """Check scenarios, show what was found, write the repaired file if that is wanted."""
    from ibbprint.reports import setup_report
    from ibbprint.systems.api import checks_scenarios

    if fix is not None and len(names) > 1:
        _usage("--fix mends one scenario at a time.")
    report = Report()
    checked: list[CheckedScenario] = []
    for name in names:
        game = _game_named(wanted) if wanted else _game_of(name, options.packs, report)
        if game is not None and not checks_scenarios(game):
            _usage(f"{game.title} has no checks of scenarios.")
        made = game.check_scenario(name, options, report) if game is not None and checks_scenarios(game) else None
        if made is not None:
            checked.append(made)
    as_told = setup_report.as_json(checked, report) if json else setup_report.as_text(checked, report, all_=every)
    typer.echo(as_told)
    if fix is not None:
        _fix(checked, report, fix)
    if not setup_report.sound(checked, report):
        raise typer.Exit(1)


def _fix(checked: list[CheckedScenario], report: Report, target: Path) -> None:
    """Write the one file that was checked with its obvious repairs, and say what they are."""
    from ibbprint.catalogue.mending import from_problem, mend_file
    from ibbprint.press.output import write_whole

    mends = [mend for problem in report if (mend := from_problem(problem)) is not None]
    mends += [f.mend for each in checked for f in each.findings if f.mend is not None]
    files = {mend.where.file for mend in mends}
    if not files:
        typer.echo("There is no obvious repair; nothing was written.", err=True)
        return
    source = Path(min(files, key=lambda name: (not name.endswith((".yaml", ".yml")), name)))
    content, done = mend_file(source, mends)
    quiet = Report()
    if target.resolve() == source.resolve():
        _usage("--fix writes another file than the one that was checked.")
    if not done or not write_whole(target, content, quiet):
        _show(quiet, Severity.WARNING)
        return
    for mend in done:
        typer.echo(f"{mend.where}: {mend.old} -> {mend.new} ({mend.what})", err=True)
    typer.echo(f"{target}: {len(done)} repair{'s' if len(done) != 1 else ''}; check it again.", err=True)


def _documents(files: list[str], report: Report) -> list[Document]:
    """The files that can be read, as documents."""
    from ibbprint.catalogue.documents import MOST_BYTES, STANDARD_INPUT, made_of, read_document

    found = []
    for name in dict.fromkeys(files):
        if name == STANDARD_INPUT:
            made = made_of(sys.stdin.buffer.read(MOST_BYTES + 1), "standard input", report)
        else:
            made = read_document(Path(name), report)
        if made is not None and made.text.startswith("ibbprint game "):
            hint = f"To tell it and to check it: ibbprint replay {name}"
            report.error(Where(made.name, 1, 1), "read:list", "this is a saved game, not an army list.", hint)
        elif made is not None:
            found.append(made)
    return found


def _checks(documents: list[Document], wanted: str, report: Report) -> CheckingGame | None:
    """The game that the lists belong to: the one that is asked for, the one that they name, or the only one."""
    from ibbprint.systems import games
    from ibbprint.systems.api import checks_lists

    able = {id: each for id, each in games().items() if checks_lists(each)}
    if wanted or not able:
        return _one_of(able, wanted)
    named = {document.game: document for document in documents if document.game is not None}
    for name, document in named.items():
        if name not in able:
            message = f"there is no game {name!r} whose lists can be checked."
            report.error(Where(document.name), "read:game", message, did_you_mean(name, able))
            return None
    if len(named) > 1:
        report.error(Where(documents[0].name), "read:game", f"these are lists of {' and '.join(map(str, named))}.")
        return None
    if not named and len(able) > 1:
        hint = f"Write a line Game: {next(iter(able))}, or use --game. {did_you_mean('', able)}"
        report.error(Where(documents[0].name), "read:game", "the list does not name its game.", hint)
        return None
    return able[next(iter(named))] if named else next(iter(able.values()))


def _rules(given: list[str] | None) -> dict[str, str]:
    return dict(_rule(text) for text in given or [])


rules_app = typer.Typer(
    name="rules", help="List the rulings and switches of a game, or show one.", invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip
app.add_typer(rules_app)

System = Annotated[str, typer.Option("--system", "--game", metavar="GAME", help="The game, where there are several.")]
Rules = Annotated[
    list[str] | None, typer.Option("--rule", metavar="ID=VALUE", help="A disputed rule, played another way.")
]
OfScenario = Annotated[
    str, typer.Option("--scenario", "-s", metavar="ID", help="Switches stand as this scenario has them.")
]
Json = Annotated[bool, typer.Option("--json", help="For a program.")]


@rules_app.callback()
def rules(
    context: typer.Context,
    system: System = "",
    switches: Annotated[bool, typer.Option("--switches", help="Only the switches, with their values.")] = False,
    scenario: OfScenario = "",
    rule: Rules = None,
    pack: Packs = None,
    json: Json = False,
) -> None:
    """List the rulings of a game (see: rules show ID), or with --switches those that can be played another way."""
    if context.invoked_subcommand is not None:
        return
    from ibbprint.reports import rules_report
    from ibbprint.systems import games
    from ibbprint.systems.api import KitOptions, has_rules

    report = Report()
    game = _one_of({id: each for id, each in games().items() if has_rules(each)}, system)
    options = KitOptions(tuple(pack or ()), dict(_rule(text) for text in rule or ()))
    found = game.rules(scenario, options, report)
    if found is None:
        _finish(report, ".")
        return
    chosen = [each for each in found if each.switch is not None] if switches else found
    if json:
        typer.echo(rules_report.listing_json(chosen))
    else:
        typer.echo(rules_report.switches(chosen) if switches else rules_report.listing(chosen))


@rules_app.command("show")
def show_rule(
    id: Annotated[str, typer.Argument(help="The id of a rule, as the list has it or as a note names it in brackets.")],
    system: System = "",
    scenario: OfScenario = "",
    rule: Rules = None,
    pack: Packs = None,
    json: Json = False,
) -> None:
    """Show one ruling: its text, its switch, what it is tied to, and what of the catalogue it touches."""
    from ibbprint.reports import rules_report
    from ibbprint.systems import games
    from ibbprint.systems.api import KitOptions, has_rules

    report = Report()
    game = _one_of({id: each for id, each in games().items() if has_rules(each)}, system)
    found = game.rule(id, scenario, KitOptions(tuple(pack or ()), dict(_rule(text) for text in rule or ())), report)
    if found is None:
        _finish(report, ".")
        return
    typer.echo(rules_report.whole_json(found) if json else rules_report.whole(found))


MapsTo = Annotated[
    Path | None,
    typer.Option("--map-every-turn", metavar="DIR", help="Draw the map with the counters on it, a PDF a turn."),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object with every event, in place of the report.")]
Brief = Annotated[bool, typer.Option("--brief", help="Only how it stood after each turn, and the result.")]


@app.command()
def play(
    scenario: Annotated[str, typer.Argument(help="The id of a scenario (see: ibbprint list), or its file.")],
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed and policies give the same game.")] = 1,
    policy: Annotated[
        str, typer.Option(metavar="A=NAME,B=NAME", help="greedy or random for each side, by its id or as A, B, ...")
    ] = "greedy",
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Save the game, an action a line.")
    ] = None,
    map_every_turn: MapsTo = None,
    pack: Packs = None,
    rule: Rules = None,
    force: Force = False,
    json: AsJson = False,
    brief: Brief = False,
) -> None:
    """Play a scenario from its set-up to its end, and tell it as a battle report."""
    from ibbprint.playtest.games import play_game
    from ibbprint.playtest.policies import Misnamed, by_side, policies
    from ibbprint.playtest.saved import Head, Recorder
    from ibbprint.press.output import write_whole

    packs, rules = tuple(pack or ()), dict(_rule(text) for text in rule or [])
    report = Report()
    found = _opened(scenario, packs, rules, report, force=force)
    if found is None:
        _finish(report, "; nothing was played.")
        return
    game, opened = found
    names = by_side(policy, list(opened.sides))
    if isinstance(names, Misnamed):
        _usage(names.message, names.hint)
        return
    recorder = Recorder(Head(scenario, seed, tuple(map(str, packs)), rules, names))
    played = play_game(opened, seed, policies(names, seed), True, recorder.note)
    if save is not None:
        write_whole(save, recorder.text(played).encode(), report)
    _tell(game, opened, played, seed, names, packs, map_every_turn, json, brief, report)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game that was saved with: ibbprint play --save FILE.")],
    map_every_turn: MapsTo = None,
    pack: Packs = None,
    json: AsJson = False,
    brief: Brief = False,
) -> None:
    """Play a saved game again, every action checked, and tell it as a battle report."""
    from ibbprint.playtest import saved

    report = Report()
    read = saved.read_saved(file, report)
    if read is None:
        _finish(report, "; nothing was played.")
        return
    packs = saved.pack_paths(read, file, pack or ())
    found = _opened(saved.scenario_of(read, file), packs, dict(read.head.rules), report, force=True)
    if found is None:
        _finish(saved.in_the_file(report, read), "; nothing was played.")
        return
    game, opened = found
    played = saved.replay(read, opened, report, file)
    if played is None:
        _finish(report, "; nothing was told.")
        return
    _tell(game, opened, played, read.head.seed, read.head.policies, packs, map_every_turn, json, brief, report)


def _opened(
    scenario: str, packs: tuple[Path, ...], rules: dict[str, str], report: Report, *, force: bool = False
) -> tuple[Game, Opened] | None:
    """The scenario, ready to be played, and its game; None with what is wrong in the report."""
    from ibbprint.systems.api import PlayableGame

    game = _game_of(scenario, packs, report)
    if game is not None and not isinstance(game, PlayableGame):
        _usage(f"{game.title} has no rules engine, so it cannot be played.")
    options = _kit_options(packs, rules)._replace(force=force)
    opened = game.open(scenario, options, report) if isinstance(game, PlayableGame) else None
    return None if game is None or opened is None else (game, opened)


def _kit_options(packs: tuple[Path, ...], rules: dict[str, str]) -> KitOptions:
    from ibbprint.systems.api import KitOptions

    return KitOptions(packs, rules)


def _tell(
    game: Game, opened: Opened, played: Playing, seed: int, names: Mapping[str, str], packs: tuple[Path, ...],
    maps: Path | None, json: bool, brief: bool, report: Report,
) -> None:  # fmt: skip
    """Show a game that has been played, draw its maps, and stop with what is wrong."""
    from ibbprint.reports.battle_report import battle_json, battle_report

    told = battle_json(opened, played, seed, names) if json else battle_report(opened, played, seed, names, brief=brief)
    typer.echo(told.rstrip("\n"))
    board = played.board() if maps is not None and report.ok else None
    if maps is not None and board is not None:
        from ibbprint.press.turn_maps import write_maps

        folders = [*(p / "templates" for p in reversed(packs)), *game.template_folders]
        for path in write_maps(board, opened.title, maps, folders, report):
            typer.echo(str(path), err=True)
    _finish(report, ".")


def _not_a_game(name: str, whole: bool) -> None:
    """Tell who names a game where a scenario is wanted how its whole catalogue is printed."""
    from ibbprint.systems import games

    if not whole and name in games() and not Path(name).exists():
        _usage(f"{name} is a game, not a scenario.", f"For its whole catalogue: ibbprint kit {name} --all")


def _game_named(name: str) -> Game | None:
    """The game of that id; a wrong one is a wrong call."""
    from ibbprint.systems import games

    known = games()
    if name not in known:
        _usage(f"there is no game {name!r}.", did_you_mean(name, known))
    return known.get(name)


def _one_of(able: Mapping[str, Able], name: str) -> Able:
    """The game of that name, or the first, among those that can do what is asked."""
    if name and name not in able:
        _usage(f"there is no game {name!r} for this.", did_you_mean(name, able))
    if not able:
        _usage("no game can do this.")
    return able[name] if name else next(iter(able.values()))


def _given(arguments: list[str], option: str) -> str:
    """The value of an option among arguments that are yet to be parsed."""
    for at, argument in enumerate(arguments):
        if argument.startswith(f"{option}="):
            return argument.partition("=")[2]
        if argument == option and at + 1 < len(arguments):
            return arguments[at + 1]
    return ""


def _can_show(text: str) -> bool:
    """Whether the terminal has the characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _game_of(scenario: str, packs: tuple[Path, ...], report: Report) -> Game | None:
    """The game that has the scenario: the one that its file or pack names, else the one that lists it."""
    from ibbprint.systems import games

    known = games()
    for path, keys in [(Path(scenario), ("scenario", "game")), *((p / "pack.yaml", ("pack", "game")) for p in packs)]:
        name = _named_in(path, keys)
        if name is not None and name in known:
            return known[name]
    if len(known) == 1:
        return next(iter(known.values()))
    listed = _game_of_list(Path(scenario), known)
    if listed is not None:
        return listed
    names: list[str] = []
    for game in known.values():
        names += [item.id for item in game.list(packs, Report()) if item.kind == "scenario"]
        if scenario in names:
            return game
    report.error(Where(scenario), "read:scenario", f"there is no scenario {scenario!r}.", did_you_mean(scenario, names))
    return None


def _game_of_list(path: Path, known: Mapping[str, Game]) -> Game | None:
    """The game of a file that may be an army list: the one that it names, else the only one that checks lists."""
    from ibbprint.catalogue.documents import read_document
    from ibbprint.catalogue.source import is_file
    from ibbprint.systems.api import checks_lists

    document = read_document(path, Report()) if is_file(path) else None
    if document is None:
        return None
    able = [each for each in known.values() if checks_lists(each)]
    if document.game is not None or document.is_yaml:
        return known.get(document.game or "")
    return able[0] if len(able) == 1 else None


def _named_in(path: Path, keys: tuple[str, str]) -> str | None:
    from ibbprint.catalogue.source import is_file, read_yaml

    if path.suffix != ".yaml" or not is_file(path):
        return None
    source = read_yaml(path, Report())
    data = source.data if source is not None else None
    inner = data.get(keys[0]) if isinstance(data, dict) else None
    name = inner.get(keys[1]) if isinstance(inner, dict) else None
    return name if isinstance(name, str) else None


def _rule(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        _usage(f"--rule takes ID=VALUE, not {text!r}.", "For example: --rule R-22=3-2-4")
    return name.strip(), value.strip()


def _usage(message: str, hint: str = "") -> None:
    """Say what was wrong with the call, and stop with 2."""
    typer.echo(f"ibbprint: {message} {hint}".rstrip(), err=True)
    raise typer.Exit(2)


def _show(report: Report, least: Severity) -> None:
    shown = [problem for problem in report if problem.severity <= least]
    for problem in shown[:MOST_SHOWN]:
        typer.echo(str(problem), err=True)
        line = offending_line(problem.where)
        if line is not None:
            typer.echo(line, err=True)
    if len(shown) > MOST_SHOWN:
        typer.echo(f"... and {len(shown) - MOST_SHOWN} more.", err=True)


def _finish(report: Report, outcome: str = "; nothing was written.") -> None:
    """Show what was found and stop: 1 if anything is an error."""
    _show(report, Severity.WARNING)
    errors = len(report.errors)
    if errors:
        typer.echo(f"{errors} problem{'s' if errors != 1 else ''}{outcome}", err=True)
        raise typer.Exit(1)


if __name__ == "__main__":
    main()
