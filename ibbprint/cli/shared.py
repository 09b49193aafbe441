"""What the commands share: how they end, which game is meant, the options that many have."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, TypeVar

import typer

from ibbprint.cli.saying import say, say_text
from ibbprint.problems import MOST_SHOWN, Problem, Report, Severity, Where, did_you_mean, offending_line

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ibbprint.catalogue.documents import Document
    from ibbprint.engine.api.kits import Game, KitOptions
    from ibbprint.engine.api.lists import CheckingGame
    from ibbprint.materials import Kit

Able = TypeVar("Able")

PIPED = "standard input"
"""What problems call that which is piped in."""

Rules = Annotated[
    list[str] | None, typer.Option("--rule", metavar="ID=VALUE", help="Play a disputed rule another way.")
]
Force = Annotated[
    bool,
    typer.Option(
        "--force",
        help="Not needed: a kit prints even if the set-up breaks the rules, and lists the problems on its first page.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")]
Folder = Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder for the PDF.")]
GameName = Annotated[str, typer.Option("--game", metavar="GAME", help="The game, if the list does not name it.")]
AGame = Annotated[
    str, typer.Option("--game", metavar="GAME", help="The game; if not given, the first one that can do this.")
]
Dpi = Annotated[int, typer.Option("--dpi", help="Resolution of a PNG, 20 to 2400 dpi.")]


def usage(message: str, hint: str = "") -> NoReturn:
    """Say what was wrong with the call, and stop with 2."""
    say(f"ibbprint: {message} {hint}".rstrip(), err=True)
    raise typer.Exit(2)


def check_dpi(dpi: int) -> None:
    """Stop with 2 where so many pixels an inch make no sense."""
    if not 20 <= dpi <= 2400:
        usage(f"invalid resolution: {dpi} dpi.", "Use 20 to 2400.")


def show(report: Report, least: Severity, known: Collection[Problem] = ()) -> None:
    """Show what was found, but for what is known from before."""
    shown = [problem for problem in report if problem.severity <= least and problem not in known]
    for problem in shown[:MOST_SHOWN]:
        say(str(problem), err=True)
        line = offending_line(problem.where)
        if line is not None:
            say_text(line, err=True)
    if len(shown) > MOST_SHOWN:
        say(f"... and {len(shown) - MOST_SHOWN} more.", err=True)


def finish(
    report: Report, outcome: str = "; nothing was written.", known: Collection[Problem] = (), whose: str = ""
) -> None:
    """Show what was found, but for what is known from before, and stop: 1 if anything is an error.

    `whose` begins the last line, where it is one of several.
    """
    show(report, Severity.WARNING, known)
    errors = len(report.errors)
    if errors:
        say(f"{whose}{errors} problem{'s' if errors != 1 else ''}{outcome}", err=True)
        raise typer.Exit(1)


def tell_breaches(
    kit: Kit, scenario: str, packs: Sequence[Path], rules: Mapping[str, str], *, listed: bool = False
) -> None:
    """Say on one line that the set-up breaks rules, and where they are listed: with `listed` on the first page too."""
    if not kit.breaches:
        return
    number = len(kit.breaches)
    places = "in one place" if number == 1 else f"in {number} places"
    check = ["ibbprint", "check", scenario, *(word for pack in packs for word in ("--pack", str(pack)))]
    check += [word for name, value in rules.items() for word in ("--rule", f"{name}={value}")]
    see = "see the first page, or run" if listed else "to see where, run"
    say(f"The set-up breaks the rules {places}: {see} `{shlex.join(check)}`.", err=True)


def rule_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        usage(f"--rule takes ID=VALUE, not {text!r}.", "For example: --rule R-22=3-2-4")
    return name.strip(), value.strip()


def rule_values(given: Sequence[str] | None) -> dict[str, str]:
    return dict(rule_value(text) for text in given or [])


def options_of(packs: Sequence[Path] | None, rules: Mapping[str, str]) -> KitOptions:
    from ibbprint.engine.api.kits import KitOptions

    return KitOptions(tuple(packs or ()), rules)


def template_folders(game: Game, packs: Sequence[Path] | None) -> list[Path]:
    """Where templates, symbols and styles are looked for: the uppermost pack first, the game's own last.

    Stops with 1 where a pack has something else in the place of its folders.
    """
    from ibbprint.catalogue.layers import has_sound_folders

    report = Report()
    for pack in packs or ():
        has_sound_folders(pack, report)
    finish(report)
    return [*(pack / "templates" for pack in reversed(packs or ())), *game.template_folders]


def game_of(scenario: str, packs: tuple[Path, ...], report: Report) -> Game | None:
    """The game that has the scenario: the one that its file or pack names, else the one that lists it."""
    from ibbprint.catalogue.layers import read_pack
    from ibbprint.catalogue.source import is_there
    from ibbprint.cli.packs import game_of_file, game_of_pack, is_no_pack
    from ibbprint.systems import games

    known = games()
    if is_no_pack(scenario, packs, report):
        return None
    said = len(report)
    name = game_of_file(Path(scenario), report)
    for pack in packs:
        if name is None and len(report) == said:
            name = game_of_pack(pack, report)
    if name is not None:
        return known[name]
    if len(report) > said:
        return None
    if len(known) == 1:
        return next(iter(known.values()))
    for game in known.values():
        if _ships(game, scenario):
            return game
    listed = _game_of_list(Path(scenario), known)
    if listed is not None:
        return listed
    names: list[str] = []
    for game in known.values():
        names += [item.id for item in game.list(packs, Report()) if item.kind == "scenario"]
        if scenario in names:
            return game
    if Path(scenario).suffix or is_there(Path(scenario)) or any(read_pack(pack, Report()) is None for pack in packs):
        # A file that names no game, or a pack that cannot be read: the first game says what is wrong with it.
        return next(iter(known.values()), None)
    report.error(Where(scenario), "read:scenario", f"there is no scenario {scenario!r}.", did_you_mean(scenario, names))
    return None


def _ships(game: Game, scenario: str) -> bool:
    """Whether a file of that name lies among the shipped scenarios of the game: sooner than opening all of them."""
    from ibbprint.catalogue.source import is_file
    from ibbprint.shipped import shipped

    folder, name = shipped("scenarios") / game.id, f"{scenario.removesuffix('-as-printed')}.yaml"
    return not set(scenario) & set("/\\.") and any(is_file(each / name) for each in (folder, folder / "as-printed"))


def _game_of_list(path: Path, known: Mapping[str, Game]) -> Game | None:
    """The game of a file that may be an army list: the one that it names, else the only one that checks lists."""
    from ibbprint.catalogue.source import is_file
    from ibbprint.engine.api.lists import checks_lists

    if not is_file(path):
        return None
    from ibbprint.catalogue.documents import read_document

    document = read_document(path, Report())
    if document is None:
        return None
    able = [each for each in known.values() if checks_lists(each)]
    if document.game is not None or document.is_yaml:
        return known.get(document.game or "")
    return able[0] if len(able) == 1 else None


def refuse_a_game(name: str, whole: bool) -> None:
    """Tell who names a game where a scenario is wanted how its whole catalogue is printed."""
    from ibbprint.catalogue.source import is_there
    from ibbprint.systems import games

    if whole or name not in games() or is_there(Path(name)):
        return
    scenarios = [item.id for item in games()[name].list((), Report()) if item.kind == "scenario"]
    if name not in scenarios:
        usage(f"{name} is a game, not a scenario.", f"For its whole catalogue: ibbprint kit {name} --all")


def game_named(name: str) -> Game | None:
    """The game of that id; a wrong one is a wrong call."""
    from ibbprint.systems import games

    known = games()
    if name not in known:
        from ibbprint.cli.packs import known_games

        usage(f"there is no game {name!r}.", known_games(name))
    return known.get(name)


def one_of(able: Mapping[str, Able], name: str) -> Able:
    """The game of that name, or the first, among those that can do what is asked."""
    if name and name not in able:
        usage(f"there is no game {name!r} for this.", did_you_mean(name, able))
    if not able:
        usage("no game can do this.")
    return able[name] if name else next(iter(able.values()))


def piped(most: int) -> bytes:
    """What is piped in, at most so many bytes; stops with 2 where standard input is closed or is a folder."""
    if sys.stdin is None:
        usage("nothing is piped in: standard input is closed.")
    try:
        return sys.stdin.buffer.read(most)
    except OSError as fault:
        usage(f"standard input cannot be read: {(fault.strerror or 'the system refused').lower()}.")


def read_documents(files: list[str], report: Report) -> list[Document]:
    """The files that can be read, as documents."""
    from ibbprint.catalogue.documents import MOST_BYTES, STANDARD_INPUT, made_of, read_document

    found = []
    for name in dict.fromkeys(files):
        if name == STANDARD_INPUT:
            made = made_of(piped(MOST_BYTES + 1), PIPED, report)
        else:
            made = read_document(Path(name), report)
        if made is not None and made.text.startswith("ibbprint game "):
            hint = f"To replay and check it: ibbprint replay {name}"
            report.error(Where(made.name, 1, 1), "read:list", "this is a saved game, not an army list.", hint)
        elif made is not None:
            found.append(made)
    return found


def checking_game(documents: list[Document], wanted: str, report: Report) -> CheckingGame | None:
    """The game that the lists belong to: the one that is asked for, the one that they name, or the only one."""
    from ibbprint.engine.api.lists import checks_lists
    from ibbprint.systems import games

    able = {id: each for id, each in games().items() if checks_lists(each)}
    if wanted or not able:
        return one_of(able, wanted)
    named = {document.game: document for document in documents if document.game is not None}
    for name, document in named.items():
        if name not in able:
            message = f"there is no game {name!r} whose lists can be checked."
            report.error(Where(document.name), "read:game", message, did_you_mean(name, able))
            return None
    if len(named) > 1:
        report.error(Where(documents[0].name), "read:game", f"these lists are for {' and '.join(map(str, named))}.")
        return None
    if not named and len(able) > 1:
        hint = f"Write a line Game: {next(iter(able))}, or use --game. {did_you_mean('', able)}"
        report.error(Where(documents[0].name), "read:game", "the list does not name its game.", hint)
        return None
    return able[next(iter(named))] if named else next(iter(able.values()))
