"""Combat results tables."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated

from pydantic import Field

from ibbprint.catalogue.models import Id, Line, Played, RuleId, Text, Title
from ibbprint.catalogue.validate import Model, empty_list


class ResultRow(Model):
    """One terrain row of a combat results table: the odds printed from the first column on."""

    id: Id
    name: Title
    odds: list[Annotated[str, Text(pattern=r"^[1-9]\d*-[1-9]\d*$")]] = Field(min_length=1)


class ResultCode(Model):
    """What a result does: its code in the table and its words."""

    id: Annotated[str, Text(min_length=1, max_length=6)]
    name: Title
    text: Line
    play: Played = "full"


class ResultTable(Model):
    """A combat results table: odds by terrain pick a column, the die picks the row.

    Every row of `results` (one a face of the die, from 1 up) has as many entries as there are columns.
    """

    title: Title
    columns: int = Field(ge=1, le=40)
    rows: list[ResultRow] = Field(min_length=1)
    results: list[list[str]] = Field(min_length=2)
    codes: list[ResultCode] = Field(min_length=1)
    rules: list[RuleId] = Field(default_factory=empty_list)
