"""The options of how much ink is printed and which, and what they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ibbprint.cli.shared import usage

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ibbprint.press.inking import Inking

InkName = Annotated[str, typer.Option("--ink", metavar="HOW", help="full, low (pale areas) or grey (black ink only).")]
PaletteName = Annotated[
    str,
    typer.Option(
        "--palette", metavar="NAME", help="Other colours: antique, bright, contrast, or a palette from a pack."
    ),
]
ForPress = Annotated[bool, typer.Option("--press", help="Make a file for a print shop: CMYK, PDF/X-1a, 3 mm bleed.")]
Spares = Annotated[int, typer.Option("--spares", metavar="N", help="Print N spares of every counter and marker.")]


def inking(
    folders: Sequence[Path], *, ink: str = "full", palette: str = "", press: bool = False, spares: int = 0
) -> Inking:
    """The options worked out; stops with 2 where they make no sense."""
    from ibbprint.components.style import palettes
    from ibbprint.press.inking import Inking
    from ibbprint.press.paper import BadOption

    made = Inking(ink, palette, press, spares)
    try:
        made.check(palettes(folders) if palette else [])
    except BadOption as wrong:
        usage(str(wrong), wrong.hint)
    return made
