"""Types of the keys of the section `play:`, for its models."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Any

from ibbprint.catalogue.models import FromCell, Id, Text, words
from ibbprint.catalogue.validate import Model
from ibbprint.systems.printed.models import HexTexts, OwnId

Figure = Annotated[str, Text(min_length=1, max_length=80)]
"""A number, or the address of a printed cell."""
Cond = Annotated[str, Text(min_length=1, max_length=400)]
"""A condition on a unit."""
ColumnName = Annotated[str, Text(min_length=1, max_length=60)]
Cell = Annotated[str, Text(min_length=1, max_length=40)]
"""A cost or an amount as tables print it: `2`, `+1`, `x1/2`, `no`."""
Hexes = HexTexts
GroundIds = Annotated[list[Id], FromCell(words)]
OwnIds = Annotated[list[OwnId], FromCell(words)]
YesNo = bool
Amount = Annotated[str, Text(min_length=1, max_length=60)]
"""An amount of a modifier: a figure, a key such as `cost.shift`, or a column."""


class Ruled(Model):
    """A section that may say which paragraph of the printed rules it is."""

    rule: Annotated[str, Text(min_length=1, max_length=20)] | None = None


def alone(value: Any) -> Any:
    """A thing that may stand alone as a list of one."""
    return value if isinstance(value, list) else [value]
