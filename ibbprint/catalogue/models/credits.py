"""Whose game it is, as its kits say."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from ibbprint.catalogue.models import Id, Line
from ibbprint.catalogue.validate import Model


class Credit(Model):
    """A line on the first page of every kit: who made the game, where it was published. Only the first is printed."""

    id: Id
    text: Line
