"""The command that shows what faces and texts can name: symbols."""

# No `from __future__ import annotations` here: each of them would be evaluated from its text, at every start.

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ibbprint.cli.parameters import option_info
from ibbprint.cli.progress import waiting
from ibbprint.cli.saying import say, say_text, width
from ibbprint.cli.shared import finish, show, takes, usage
from ibbprint.problems import Severity

if TYPE_CHECKING:
    from ibbprint.jobs.browsing import SymbolsOrder


@takes("browsing", "SymbolsOrder", after={"output": "scenario"})
def symbols(
    order: "SymbolsOrder",
    output: Annotated[
        Path | None, option_info("--output", "-o", metavar="FILE", help="Write a contact sheet; .pdf, .png or .svg.")
    ] = None,
) -> None:
    """List the symbols and NATO symbols that faces and texts can show, or print them as a contact sheet."""
    from ibbprint.jobs.browsing import FORMATS, as_text, browsed
    from ibbprint.press.output import write_whole

    format = "" if output is None else output.suffix.lower().removeprefix(".")
    if output is not None and format not in FORMATS:
        usage(f"a contact sheet cannot be written as {output.name!r}.", f"Known: {', '.join(FORMATS)}.")
    with waiting("Drawing"):
        result = browsed(replace(order, format=format))
    if not result.kinds:
        finish(result.report)
        return
    if output is None:
        show(result.report, Severity.WARNING)
        say_text(as_text(result.kinds, width()))
        return
    if not result.data or not result.report.ok or not write_whole(output, result.data, result.report):
        finish(result.report)
        return
    show(result.report, Severity.WARNING)
    number = sum(len(kind.entries) for kind in result.kinds)
    pages = f", {result.pages} page{'s' if result.pages != 1 else ''}" if format == "pdf" else ""
    say(f"{output}: {number} symbol{'s' if number != 1 else ''}{pages}")
