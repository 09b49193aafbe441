"""The option --only: parts of a kit, and kinds of pieces in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ibbprint.cli.shared import usage
from ibbprint.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ibbprint.materials import Kit

Only = Annotated[
    str,
    typer.Option(
        "--only", metavar="PARTS", help="Print only these parts: counters,crt. Or one kind of piece: counters:UNIT."
    ),
]


def parts(only: str) -> tuple[frozenset[str], dict[str, list[str]]]:
    """The parts that --only names, and the kinds that it names of some of them; stops with 2 at half a name."""
    from ibbprint.press.picking import parse

    try:
        return parse(only)
    except ValueError as half:
        usage(
            f"--only takes PART or PART:KIND, not {str(half)!r}.",
            "Write the id of a unit, marker or card after the colon: --only counters:UNIT",
        )


def picked(kit: Kit, wanted: frozenset[str], kinds: Mapping[str, list[str]]) -> Kit:
    """The kit with the kinds that are wanted; stops with 2 where it has no such part or kind."""
    from ibbprint.press.picking import pick
    from ibbprint.press.records import NotThere

    known = [section.id for section in kit.sections]
    for part in sorted(wanted - set(known)):
        usage(f"the kit of {kit.id} has no part {part!r}.", did_you_mean(part, known, most=99))
    try:
        return pick(kit, kinds)
    except NotThere as missing:
        usage(str(missing), missing.hint)
