"""The worked examples of a booklet."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated

from pydantic import Field

from ibbprint.catalogue.models import Id, Line
from ibbprint.catalogue.validate import Model, empty_dict

Option = Annotated[int | bool | str, Field(union_mode="left_to_right")]
"""An option of a question: a number, a flag or a text."""


class Example(Model):
    """A question about odds that a booklet asks and answers: its subject, the words after it, and its options.

    `options` are as the command takes them; of those that are `numbers` the number is a formula over the figures of
    the game, with _ for - in their ids: `march_distance + 1`.
    """

    id: Id
    ask: Id
    words: Line | None = None
    options: dict[Id, Option] = Field(default_factory=empty_dict)
    numbers: dict[Id, Line] = Field(default_factory=empty_dict)
