"""The command that checks army lists and scenarios."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ibbprint.cli.packs import (
    Packs,
    is_no_pack,
    is_pack,
    missing_symbols,
    needless,
    of_known_games,
    own_scenarios,
    unread_files,
)
from ibbprint.cli.rules import show_rule
from ibbprint.cli.saying import say, say_text
from ibbprint.cli.shared import (
    PIPED,
    GameName,
    Json,
    Rules,
    checking_game,
    finish,
    game_named,
    game_of,
    options_of,
    read_documents,
    rule_values,
    show,
    usage,
)
from ibbprint.problems import Report, Severity, nearest

PRINTED = ("print:", "draw:")
"""How the ids of warnings begin that only printing can give."""
_RULE = re.compile(r"(?:\w+:)?[A-Za-z]{1,2}-?\d+$")

if TYPE_CHECKING:
    from ibbprint.engine.api.checking import CheckedScenario
    from ibbprint.engine.api.kits import KitOptions

Lists = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE...",
        help="Army lists in plain text or YAML (- is standard input), or scenarios by id or file.",
    ),
]


def check(
    files: Lists = None,
    defender: Annotated[
        str, typer.Option(metavar="LIST", help="Check two lists as a pair, with this one defending.")
    ] = "",
    pair: Annotated[bool, typer.Option("--pair", help="Check two lists as a pair for a meeting engagement.")] = False,
    as_printed: Annotated[
        bool, typer.Option("--as-printed", help="Check the set-up as originally printed, with no rulings applied.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="Also show the checks that a scenario passes.")] = False,
    fix: Annotated[
        Path | None, typer.Option("--fix", metavar="OUT", help="Write the scenario with the obvious mistakes repaired.")
    ] = None,
    explain: Annotated[
        str,
        typer.Option(metavar="ID", help="Explain the rule or check behind a finding, by id; list: show all checks."),
    ] = "",
    game: GameName = "",
    pack: Packs = None,
    rule: Rules = None,
    json: Json = False,
) -> None:
    """Check army lists and scenarios, and explain what is wrong. Exit code 1 if anything is illegal.

    Of a list it says what each entry is and costs; of a scenario whether the set-up and the victory are possible.
    """
    from ibbprint.catalogue.source import is_file
    from ibbprint.engine.api.odds import BadQuestion
    from ibbprint.reports import list_report

    if explain:
        _explain(explain.strip(), game, rule, pack, json)
    if not files:
        if not explain:
            usage("check needs a file.", "For example: ibbprint check my-army.txt")
        return
    files, pack = _scenarios_of_packs(files, pack or [])
    scenarios = [name for name in files if as_printed or _is_scenario(name, tuple(pack))]
    if scenarios:
        if len(scenarios) < len(files):
            usage("check takes lists or scenarios, not both at once.")
        named = {name: as_printed and "/" not in name and not is_file(Path(name)) for name in scenarios}
        names = [f"{name}-as-printed" if by_id else name for name, by_id in named.items()]
        _check_scenarios(names, game, options_of(pack, rule_values(rule)), fix, json, every)
        return
    report = Report()
    documents = read_documents(files, report)
    if [document.name for document in documents] == [PIPED] and _has_head(documents[0].text):
        _check_piped(documents[0].text, game, options_of(pack, rule_values(rule)), fix, json, every)
        return
    if fix is not None and documents:
        usage("--fix repairs scenarios, not army lists.")
    checked = None
    if documents:
        checker = checking_game(documents, game, report)
        opened = None if checker is None else checker.checker(options_of(pack, rule_values(rule)), report)
        try:
            if opened is not None:
                whom = PIPED if defender == "-" else defender
                checked = opened.check(documents, report, defender=whom, paired=pair)
        except BadQuestion as bad:
            usage(str(bad), bad.hint)
    if checked is None and not json:
        finish(report, ".")
        return
    if checked is None:
        from ibbprint.engine.api.lists import Checked

        checked = Checked(())
    say_text(list_report.as_json(checked, report) if json else list_report.as_text(checked, report))
    if not report.ok:
        raise typer.Exit(1)


def _scenarios_of_packs(files: list[str], packs: list[Path]) -> tuple[list[str], list[Path]]:
    """The files with the scenarios of a pack in the place of its folder, and the packs with that folder on top."""
    named: list[str] = []
    report = Report()
    for name in files:
        if is_no_pack(name, packs, report):
            continue
        if not is_pack(name):
            named.append(name)
            continue
        of_known_games([Path(name)])
        packs = [*(pack for pack in packs if pack != Path(name)), Path(name)]
        own = own_scenarios(Path(name), packs)
        if not own:
            usage(f"{name} contains no scenario.", "Name one (see: ibbprint list).")
        named += own
    finish(report, ".")
    return named, packs


def _explain(id: str, wanted: str, rule: list[str] | None, pack: list[Path] | None, json: bool) -> None:
    """Show the check or the rule of that id; with `list` all checks. What is neither is a wrong call."""
    from ibbprint.engine.api.checking import checks_scenarios
    from ibbprint.reports import setup_report
    from ibbprint.systems import games

    able = [game for game in games().values() if (not wanted or game.id == wanted) and checks_scenarios(game)]
    checks = {each.id: each for game in able if checks_scenarios(game) for each in game.scenario_checks}
    if id in checks:
        say_text(setup_report.explained_json(checks[id]) if json else setup_report.explained(checks[id]))
    elif id == "list":
        say_text(setup_report.listing_json(checks.values()) if json else setup_report.listing(checks.values()))
    elif _RULE.match(id):
        show_rule(id, wanted, "", rule, pack, json)
    else:
        near = nearest(id, checks)
        hint = f"Did you mean {near}?" if near else "Checks: ibbprint check --explain list. Rules: ibbprint rules."
        usage(f"there is no check or rule {id!r}.", hint)


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
    return _has_head(text or "")


def _has_head(text: str) -> bool:
    heads = ("scenario:", '"scenario":', "{scenario:", '{"scenario":')
    return any(line.startswith(heads) for line in text.splitlines())


def _check_piped(text: str, wanted: str, options: KitOptions, fix: Path | None, json: bool, every: bool) -> None:
    """Check a scenario that was piped in. It has no folder, and so no table (CSV) beside it."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "scenario.yaml"
        path.write_text(text, encoding="utf-8")
        _check_scenarios([str(path)], wanted, options, fix, json, every, piped=True)


def _check_scenarios(
    names: list[str], wanted: str, options: KitOptions, fix: Path | None, json: bool, every: bool,
    *, piped: bool = False,
) -> None:  # fmt: skip
    """Check scenarios, show what was found, write the repaired file if that is wanted."""
    from ibbprint.engine.api.checking import checks_scenarios
    from ibbprint.reports import setup_report

    if fix is not None and len(names) > 1:
        usage("--fix repairs one scenario at a time.")
    report = Report()
    checked: list[CheckedScenario] = []
    for name in names:
        game = game_named(wanted) if wanted else game_of(name, options.packs, report)
        if game is not None and not checks_scenarios(game):
            usage(f"{game.title} cannot check scenarios.")
        made = game.check_scenario(name, options, report) if game is not None and checks_scenarios(game) else None
        if made is not None:
            checked.append(made)
        if game is not None:
            unread_files(game, options.packs, name, report)
            missing_symbols(game, options, report)
    told, found = (checked, report) if not piped else setup_report.renamed(checked, report, names[0], PIPED)
    say_text(setup_report.as_json(told, found) if json else setup_report.as_text(told, found, all_=every))
    if not json:
        needless(report, PRINTED)
    if fix is not None:
        _fix(checked, report, names[0], fix, piped)
    if not setup_report.sound(checked, report):
        raise typer.Exit(1)


def _fix(checked: list[CheckedScenario], report: Report, asked: str, target: Path, piped: bool) -> None:
    """Write one file that was checked with its obvious repairs, and say what they are and what is left elsewhere.

    That is the scenario; or a table of the pack (units.csv), where OUT is one.
    """
    from ibbprint.catalogue.mending import from_problem, mend_file
    from ibbprint.catalogue.source import same_file
    from ibbprint.press.output import write_whole

    mends = [mend for problem in report if (mend := from_problem(problem)) is not None]
    mends += [f.mend for each in checked for f in each.findings if f.mend is not None]
    files = sorted(
        {mend.where.file for mend in mends},
        key=lambda name: (Path(name) != Path(asked), "scenarios" not in Path(name).parts, name),
    )
    if not files:
        say("There is no obvious repair; nothing was written.", err=True)
        return
    alike = [name for name in files if _ending(name) == _ending(str(target))]
    if not alike:
        say(f"The repairs are to {files[0]}: name a {_ending(files[0])} file for them.", err=True)
        return
    source = Path(alike[0])
    if same_file(target, source):
        usage("--fix must write to a different file.")
    quiet = Report()
    content, done = mend_file(source, mends, quiet)
    if not done or not write_whole(target, content, quiet):
        show(quiet, Severity.WARNING)
        return
    made = {mend.where for mend in done}
    for mend in dict.fromkeys(mends):
        where = mend.where._replace(file=PIPED) if piped else mend.where
        if mend in done:
            say(f"{where}: {mend.old} -> {mend.new} ({mend.what})", err=True)
        elif mend.where.file == alike[0] and mend.where not in made:
            say(f"{where}: left unchanged, with no place for it: {mend.new} ({mend.what})", err=True)
    say(f"{target}: {len(done)} repair{'s' if len(done) != 1 else ''}; check it again.", err=True)
    for name in files:
        if name != alike[0]:
            how = f"check it again with --fix OUT{_ending(name)} once {target.name} has replaced the original"
            say(f"{name}: another file needs repairs too; {how}.", err=True)


def _ending(name: str) -> str:
    ending = Path(name).suffix.lower()
    return ".yaml" if ending == ".yml" else ending
