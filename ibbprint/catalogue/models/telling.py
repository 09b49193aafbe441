"""The sentences of battle reports."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Literal

from pydantic import Field

from ibbprint.catalogue.models import Id, Sentences
from ibbprint.catalogue.validate import Model


class TelledAs(Model):
    """How a battle report words one kind of event.

    `say` are sentences to choose among, so that a report does not repeat itself; words in braces are filled in.
    `place` says where a sentence goes: as a heading, at the start of a paragraph, as an item under it, as figures
    under an item, or on the same line as what went before. A `part` is not a sentence but goes into one.
    What is `brief` is in a short report too.
    """

    id: Id
    place: Literal["title", "heading", "paragraph", "item", "under", "on", "part"]
    say: Sentences = Field(min_length=1)
    brief: bool = False
