"""The command that works out tables of dice: dice."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ibbprint.cli.offered import as_typer
from ibbprint.cli.saying import say, say_text, width
from ibbprint.cli.shared import Json, finish, show, usage
from ibbprint.jobs.on_paper import PaperOptions
from ibbprint.problems import Severity, did_you_mean

OPTIONS = ("--json", "--output", "--paper", "--help")


def dice(
    expression: Annotated[
        list[str],
        typer.Argument(
            metavar="EXPRESSION...",
            help="2d6, d6+d10, d66, 3d6kh2 (keep the highest two), '2d10 vs 12', 'successes(5, 4+ on d6)'.",
        ),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Print the tables as cards, a .pdf file.")
    ] = None,
    paper: Annotated[str, as_typer(PaperOptions, "paper")] = "",
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
    made = tables_of(texts_of(expression))
    if not made.ok:
        finish(made.report, ".")
    say_text(made.json if json else made.shown(width()))
    if output is None:
        return
    pdf = made.cards(paper)
    if not pdf or not write_whole(output, pdf, made.report):
        finish(made.report)
        return
    show(made.report, Severity.WARNING)
    cards = "1 card" if len(made.expressions) == 1 else f"{len(made.expressions)} cards"
    say(f"{output}: {cards}", err=json)
