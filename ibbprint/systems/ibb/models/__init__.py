"""What the files of Itty Bitty Battles hold, a module for each subject; here, what the models of several hold.

Making a class of pydantic takes time: import what you need from its module, and no others are made.
"""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Any

from ibbprint.catalogue.models import FromCell, Id, Text, Title, words

ShortName = Annotated[str, Text(min_length=1, max_length=22)]


def _phrases(value: Any) -> Any:
    """A cell of a spreadsheet holds names that may have spaces: `heavy horse; knights`."""
    if isinstance(value, str):
        return [phrase.strip() for phrase in value.replace(",", ";").split(";") if phrase.strip()]
    return value


Ids = Annotated[list[Id], FromCell(words)]
Phrases = Annotated[list[Title], FromCell(_phrases)]
Numbers = Annotated[list[int], FromCell(words)]
