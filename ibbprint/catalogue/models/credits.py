"""Whose game it is, as its kits say."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from pydantic import Field

from ibbprint.catalogue.models import Id, Line
from ibbprint.catalogue.validate import Model


class Credit(Model):
    """Whose game it is, for the first page of every kit and the cover of its rules. Only the first entry is printed.

    The cover also says for how many `players` it is, how many `minutes` a battle takes, and from what `age` on;
    what is left out is not printed.
    """

    id: Id
    text: Line
    players: Line = ""
    minutes: int = Field(0, ge=0, le=6000)
    age: int = Field(0, ge=0, le=99)
