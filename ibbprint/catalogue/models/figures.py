"""Figures of the rules."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated

from pydantic import Field

from ibbprint.catalogue.models import Id, Line, RuleId
from ibbprint.catalogue.validate import Model

Number = Annotated[int, Field(ge=-9999, le=9999)]


class Figure(Model):
    """A number of the rules that is not in a table: printed and applied from here.

    `least` and `most` bound what a pack may make of it: those of the shipped entry count, not those of the pack.
    """

    id: Id
    value: Number
    least: Number = 0
    most: Number = 9999
    rule: RuleId
    text: Line
    reconstructed: bool = False
