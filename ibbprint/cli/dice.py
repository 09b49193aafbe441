"""The command that works out the chances of any dice: dice."""

# No `from __future__ import annotations` here: each of them would be evaluated from its text, at every start.

from pathlib import Path
from typing import Annotated

from ibbprint.cli.offered import info_of
from ibbprint.cli.parameters import argument_info, option_info
from ibbprint.cli.saying import say, say_text, width
from ibbprint.cli.shared import Json, finish, show, usage
from ibbprint.jobs.on_paper import PaperOptions
from ibbprint.problems import Severity, did_you_mean

OPTIONS = ("--json", "--output", "--paper", "--help")


def dice(
    expression: Annotated[
        list[str],
        argument_info(
            metavar="EXPRESSION...",
            help="2d6, d6+d10, d66, 3d6kh2 (keep the highest two), '2d10 vs 12', 'successes(5, 4+ on d6)'.",
        ),
    ],
    output: Annotated[
        Path | None, option_info("--output", "-o", metavar="FILE", help="Print the tables as cards, a .pdf file.")
    ] = None,
    paper: Annotated[str, info_of(PaperOptions, "paper")] = "",
    json: Json = False,
) -> None:
    """Work out the exact chances of any dice roll: exactly, at least and at most each result."""
    from ibbprint.dice_words import texts_of
    from ibbprint.jobs.dice_tables import tables_of
    from ibbprint.press.output import write_whole

    wrong = next((word for word in expression if word.startswith("--")), None)
    if wrong is not None:
        usage(f"there is no option {wrong!r}.", did_you_mean(wrong, OPTIONS))
    if output is not None and output.suffix.lower() != ".pdf":
        usage(f"the cards go into a .pdf file, not {output.name!r}.")
    tables = tables_of(texts_of(expression))
    if not tables.ok:
        finish(tables.report, ".")
    say_text(tables.json if json else tables.shown(width()))
    if output is None:
        return
    pdf = tables.cards(paper)
    if not pdf or not write_whole(output, pdf, tables.report):
        finish(tables.report)
        return
    show(tables.report, Severity.WARNING)
    cards = "1 card" if len(tables.expressions) == 1 else f"{len(tables.expressions)} cards"
    say(f"{output}: {cards}", err=json)
