"""The commands that open the browser: table, map edit."""

# No `from __future__ import annotations` here: each of them would be evaluated from its text, at every start.

from pathlib import Path
from typing import Annotated

from ibbprint.cli.parameters import option_info
from ibbprint.cli.saying import say
from ibbprint.cli.shared import finish, takes
from ibbprint.jobs.tables import ENDING, MapTableOrder, TableOrder, links, map_laid, table_laid
from ibbprint.problems import Report

FOLDER = Path("output")


@takes("tables", "TableOrder", after={"save": "against"})
def table(
    order: TableOrder,
    save: Annotated[
        Path | None,
        option_info("--save", metavar="FILE", help=f"Where Ctrl-C saves the game; output/NAME{ENDING} if not given."),
    ] = None,
) -> None:
    """Play in the browser against the program, or two people against each other; Ctrl-C saves the game."""
    from ibbprint.press.output import plain_name, write_whole

    report = Report()
    laid = table_laid(order, report)
    from ibbprint.table.running import serve

    def ready(port: int) -> None:
        for name, link in links(laid, port):
            say(f"{name}: {link}")
        say("Ctrl-C saves the game and ends.")
        if not order.no_browser:
            import webbrowser

            webbrowser.open_new_tab(links(laid, port)[0][1])

    text = serve(laid.game, laid.sitting, laid.seats, order.port, ready)
    target = save or laid.file or _free(FOLDER, plain_name(Path(laid.sitting.scenario).stem))
    if text and write_whole(target, text.encode(), report):
        say(f"saved: {target}")
    finish(report, ".")


@takes("tables", "MapTableOrder")
def edit_map(order: MapTableOrder) -> None:
    """Paint a map in the browser; the file is written at every stroke and stays as you wrote it, comments and all."""
    report = Report()
    laid = map_laid(order, report)
    from ibbprint.table.running import serve

    def ready(port: int) -> None:
        [(name, link)] = links(laid, port)
        say(f"{name}: {link}")
        say("Every stroke is written to the file. Ctrl-C ends.")
        if not order.no_browser:
            import webbrowser

            webbrowser.open_new_tab(link)

    serve(laid.game, laid.sitting, laid.seats, order.port, ready)


def _free(folder: Path, name: str) -> Path:
    """A file of this name that is not there yet."""
    path, number = folder / f"{name}{ENDING}", 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}{ENDING}"
    return path
