"""The sentences of battle reports."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import Id, Ids, Sentences, Text
from ibbprint.catalogue.validate import Model, empty_list


class TelledAs(Model):
    """The wording of one kind of event in a battle report.

    `say` are sentences to choose among, so that a report does not repeat itself; words in braces are filled in.
    `place` says where a sentence goes: as a heading, at the start of a paragraph, as an item under it, as figures
    under an item, or on the same line as what went before. A `part` is not a sentence but goes into one.
    What is `brief` is in a short report too.

    The other fields are the game's own, and a pack leaves them out. An entry is for the events of its name, or the kind
    of `event`; with `when` only for those of which that value holds (`passed`), or is just that (`why=edge`). Events of
    the kind that come one after another become one entry where the values under `together` are alike, `all` in any
    case. `also` are words that a pack may use beside those of the shipped sentences.
    """

    id: Id
    place: Literal["title", "heading", "paragraph", "item", "under", "on", "part"]
    say: Sentences = Field(min_length=1)
    brief: bool = False
    event: Id | None = None
    when: Annotated[str, Text(pattern=r"^[a-z_]+(=[a-z-]+)?$", max_length=60)] | None = None
    together: Ids | None = None
    also: Ids = Field(default_factory=empty_list)
