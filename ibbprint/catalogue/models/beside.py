"""What a map has in the margin round it: tracks, boxes, tables, its legend, its title."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated

from pydantic import Field

from ibbprint.catalogue.models import Colour, FromCell, Id, Text, Title, words
from ibbprint.catalogue.validate import Model, empty_dict
from ibbprint.materials.beside import Anchor, Shown, Side

MOST_BESIDE = 60
"""Things beside a map: more than a sheet has room for."""
BESIDE_KINDS = ("turns", "track", "box", "table", "show")
Shift = Annotated[list[Annotated[float, Field(ge=-600, le=600)]], Field(min_length=2, max_length=2)]
Millimetres = Annotated[float, Field(ge=4, le=600)]


class BesideEntry(Model):
    """A thing in the margin of a map: `turns`, a `track`, a `box`, a `table`, or what the map has anyway (`show`).

    `turns` is their number or the id of a scenario, `track` a range such as `0-30` or a table whose first column has
    the figures and whose second has the notes, `box` the words in it, `table` the name of a table. `at` is where it
    is: a side of the map and an end of it, as `top-left`; a track that goes round corners has its sides in order.
    `cell` is the side of the boxes of a track, `size` the width and height of a box, `lines` in how many lines a track
    is laid, all in mm; `offset` moves it right and down from its place.
    """

    turns: Annotated[str, Text(min_length=1, max_length=60)] | None = None
    track: Annotated[str, Text(min_length=1, max_length=60)] | None = None
    box: Title | None = None
    table: Id | None = None
    show: Shown | None = None
    at: Annotated[list[Anchor], Field(min_length=1, max_length=4), FromCell(words)]
    title: Title | None = None
    notes: Annotated[dict[Annotated[str, Text(max_length=6)], Title], Field(max_length=200)] = Field(
        default_factory=empty_dict
    )
    cell: Annotated[float, Field(ge=8, le=60)] | None = None
    lines: Annotated[int, Field(ge=1, le=20)] | None = None
    size: Annotated[list[Millimetres], Field(min_length=2, max_length=2)] | None = None
    colour: Colour | None = None
    offset: Shift | None = None


Besides = Annotated[list[BesideEntry], Field(max_length=MOST_BESIDE)]
Margins = dict[Side, Annotated[float, Field(ge=0, le=400)]]


def no_margins() -> Margins:
    """Margins that are as wide as what is in them."""
    return {}
