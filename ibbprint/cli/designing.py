"""The commands of designers: new, units, watch."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ibbprint.cli.offered import info_of
from ibbprint.cli.parameters import argument_info, option_info
from ibbprint.cli.saying import say, say_text, width
from ibbprint.cli.shared import AGame, Packs, Rules, finish, packs_of_known_games, rule_values, show, usage
from ibbprint.engine.api.kits import Game
from ibbprint.jobs import on_paper
from ibbprint.jobs.games import game_named, one_of, options_of
from ibbprint.jobs.on_paper import InkOptions, PaperOptions, inking
from ibbprint.jobs.packs import template_folders, unread_files
from ibbprint.jobs.targets import game_of_pack, with_on_top
from ibbprint.problems import Report, Severity, did_you_mean
from ibbprint.undisturbed import end_by_ctrl_c, go_on, was_pressed

if TYPE_CHECKING:
    from ibbprint.materials import Kit
    from ibbprint.press.watching import Reprint, Watched

LOOK_EVERY = 0.05
"""Seconds between two looks at the files."""
SETTLED = 0.02
"""A file that has not changed for so long is taken to be written whole."""
SOON = "soon"
"""The folder beside the page for the sheets that are printed before the whole kit."""


def new(
    folder: Annotated[Path, argument_info(metavar="DIR", help="The folder to make; it must not exist yet.")],
    game: AGame = "",
) -> None:
    """Start a pack, or with --game printed a game of your own: tables, a map, faces and symbols, ready to print."""
    from ibbprint.catalogue.source import is_there
    from ibbprint.press.output import is_empty_folder, write_folder
    from ibbprint.systems import games_with

    report = Report()
    able = one_of(games_with(Game.starter), game)
    if is_there(folder) and not is_empty_folder(folder):
        usage(f"{folder} already exists.", "Name a new or empty folder; nothing is overwritten.")
    files = able.starter(folder.resolve().name, shlex.quote(str(folder)), report)
    if files is None or not write_folder(folder, files, report):
        finish(report)
        return
    for name in files:
        say(f"  {folder / name}")
    say(f"{folder}: {len(files)} files; begin with {folder / 'README.md'}")


def units(
    csv: Annotated[bool, option_info("--csv", help="Write a spreadsheet table (CSV), which a pack can use.")] = False,
    output: Annotated[
        Path | None,
        option_info("--output", "-o", metavar="FILE", help="The .csv file to write; it must not exist yet."),
    ] = None,
    game: AGame = "",
    pack: Packs = None,
) -> None:
    """Show the units of a game, or write them as a table for editing: ibbprint units --csv -o all-units.csv."""
    from ibbprint.catalogue.source import is_there
    from ibbprint.reports import unit_list
    from ibbprint.systems import games_with

    if output is not None and output.suffix.lower() != ".csv":
        usage(f"the table is a .csv file, not {output.name!r}.")
    if output is not None and is_there(output):
        usage(f"{output} already exists.", "Name another file; nothing is overwritten.")
    report = Report()
    able = one_of(games_with(Game.units), game)
    rows = able.units(options_of(pack, {}), report)
    if rows is None or not report.ok:
        finish(report)
        return
    show(report, Severity.WARNING)
    if output is not None:
        from ibbprint.press.output import write_whole

        # The mark at the beginning tells a spreadsheet that the file is UTF-8.
        if not write_whole(output, unit_list.as_csv(rows).encode("utf-8-sig"), report):
            finish(report)
            return
        say(f"{output}: {len(rows)} units")
    else:
        say_text((unit_list.as_csv(rows) if csv else unit_list.as_text(rows, able.unit_fields, width())).rstrip("\n"))


def watch(
    folder: Annotated[
        Path, argument_info(metavar="DIR", help="The pack, or the folder of a game of your own.")
    ] = Path(),
    scenario: Annotated[
        str,
        option_info(
            "--scenario",
            "-s",
            metavar="ID",
            help="The scenario to show; if not given, the pack's first, or the whole game.",
        ),
    ] = "",
    output: Annotated[
        Path, option_info("--output", "-o", metavar="DIR", help="The folder for the page and the PDF.")
    ] = Path("output"),
    counter_size: Annotated[str, info_of(PaperOptions, "counter_size")] = "",
    ink: Annotated[str, info_of(InkOptions, "ink")] = "full",
    palette: Annotated[str, info_of(InkOptions, "palette")] = "",
    pack: Annotated[
        list[Path] | None,
        option_info("--pack", metavar="DIR", help="A pack to load before this one.", callback=packs_of_known_games),
    ] = None,
    rule: Rules = None,
) -> None:
    """Show a pack or a game of your own in a browser, and redraw what a saved file changes, until Ctrl-C.

    Every face appears at once, then the map and the sheets of text whose own files were saved; the whole kit follows.
    A fault takes the place of the picture.
    """
    from ibbprint.catalogue.layers import read_pack
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.press.watching import Reprint, Watched

    report = Report()
    rules = rule_values(rule)
    size = on_paper.counter_size(counter_size)
    if read_pack(folder, report) is None:
        finish(report)
        return
    packs = with_on_top(str(folder), pack or ())
    game = game_named(game_of_pack(folder, report) or "")
    scenario_name = _scenario(packs, folder, game, scenario)
    folders = template_folders(game, packs, report)
    if folders is None:
        finish(report)
        return
    inks = inking(InkOptions(ink, palette), folders)

    page, board = output / f"{Path(scenario_name).stem}-watch", on_paper.usual_board()

    def make(sections: frozenset[str], into: Report) -> Kit | None:
        if not sections:
            unread_files(game, packs, scenario_name, into, page)
        return game.kit(scenario_name, KitOptions(packs, rules, size, board, only=sections), into)

    watched = Watched(make, folders, page, inks)
    print_options = {"--counter-size": counter_size, "--ink": ink, "--palette": palette}
    reprint = Reprint(_kit_command(scenario_name, page, packs, rules, print_options))
    soon = Reprint(_kit_command(scenario_name, page / SOON, packs, rules, print_options))
    if not watched.open(report):
        finish(report)
        return
    say(f"{folder}: open {watched.first.resolve().as_uri()} in a browser; Ctrl-C ends.")
    try:
        _watch(packs, output, watched, reprint, soon)
    except KeyboardInterrupt:
        go_on()
        say("")
    finally:
        reprint.stop()
        soon.stop()
        watched.end()


def _kit_command(
    scenario: str, page: Path, packs: tuple[Path, ...], rules: Mapping[str, str], print_options: Mapping[str, str]
) -> list[str]:
    """The command that prints the whole kit into the folder of the page."""
    # -P: Python would look for modules in the current folder first, which may be the pack.
    command = [sys.executable, "-P", "-m", "ibbprint", "kit", scenario, "-o", str(page), "--svg"]
    command += [word for pack in packs for word in ("--pack", str(pack))]
    command += [word for name, value in rules.items() for word in ("--rule", f"{name}={value}")]
    return command + [word for name, value in print_options.items() if value for word in (name, value)]


def _scenario(packs: tuple[Path, ...], folder: Path, game: Game, name: str) -> str:
    """The scenario of that name, or the first of the folder; exits with 2 where there is none."""
    from ibbprint.catalogue.source import is_file

    report = Report()
    printable = [item for item in game.list(packs, report) if item.prints]
    if name:
        ids = [item.id for item in printable]
        if name not in ids and not is_file(Path(name)):
            usage(f"there is no scenario {name!r}.", did_you_mean(name, ids))
        return name
    in_pack = [item.id for item in printable if folder in item.file.parents]
    if not in_pack:
        finish(report)
        hint = did_you_mean("", [item.id for item in printable])
        usage(f"{folder} contains no scenario.", f"Name one with --scenario. {hint}")
    return in_pack[0]


def _watch(packs: tuple[Path, ...], output: Path, watched: Watched, reprint: Reprint, soon: Reprint) -> None:
    """Look at the files until somebody ends it. What is written to `output` may be inside a pack, or be the pack.

    Sections whose maps or texts have changed are printed `soon`, by themselves, and the whole kit after them.
    """
    from ibbprint.press.watching import snapshot

    def look() -> dict[str, tuple[int, int]]:
        return snapshot(packs, but=[output, watched.page])

    signal.signal(signal.SIGINT, end_by_ctrl_c)  # even where a shell has had it ignored: nothing else ends this
    before: dict[str, tuple[int, int]] = {}
    while not was_pressed():
        current = look()
        deleted = bool(before) and not watched.first.is_file()
        if current != before or (deleted and watched.open(Report())):
            while (later := _after(SETTLED, look)) != current:
                current = later
            changed = sorted(set(dict(current.items() ^ before.items())))
            _round(packs, watched, changed if before else [])
            before = current
            if watched.changed_sections:
                reprint.stop()
                soon.start("--only", ",".join(watched.changed_sections))
            else:
                reprint.start()
            watched.begin_printing()
        if soon.ended() is not None:
            watched.printed_soon(watched.page / SOON)
            reprint.start()
        result = reprint.ended()
        if result is not None:
            say(watched.printed(result))
            watched.tell()
        time.sleep(LOOK_EVERY)


def _after(seconds: float, look: Callable[[], dict[str, tuple[int, int]]]) -> dict[str, tuple[int, int]]:
    time.sleep(seconds)
    return look()


def _round(packs: tuple[Path, ...], watched: Watched, changed: list[str]) -> None:
    """Look at the files once more, and say on one line what came of it."""
    from ibbprint.components.pack_files import is_look

    start = time.perf_counter()
    done = watched.round(anew=any(is_look(pack, Path(name)) for pack in packs for name in changed))
    took = time.perf_counter() - start
    names = ", ".join(_short(Path(name), packs) for name in changed[:3])
    names += f" and {len(changed) - 3} more" if len(changed) > 3 else ""
    faces = f"{done.drawn} face{'s' if done.drawn != 1 else ''} drawn in {took:.2f} s"
    say(f"{names or 'all'}: {faces}")
    report = Report()
    for problem in done.problems:
        report.add(problem)
    show(report, Severity.WARNING)


def _short(path: Path, packs: tuple[Path, ...]) -> str:
    """A file as it is called within the uppermost pack, or with the name of a lower one."""
    if packs[-1] in path.parents:
        return str(path.relative_to(packs[-1]))
    return next((str(path.relative_to(pack.parent)) for pack in packs if pack in path.parents), str(path))
