"""The models that games share, a module for each subject; here, the texts and lists that all models hold.

Making a class of pydantic takes time: import what you need from its module, and no others are made.
"""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core.core_schema import CoreSchema, no_info_before_validator_function, str_schema


class Text:
    """Marks a text by its pattern and its length, as pydantic's `StringConstraints`, which cost more at every start."""

    def __init__(
        self, *, pattern: str | None = None, min_length: int | None = None, max_length: int | None = None
    ) -> None:
        self.pattern = pattern
        self.min_length = min_length
        self.max_length = max_length

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return str_schema(pattern=self.pattern, min_length=self.min_length, max_length=self.max_length)


Id = Annotated[str, Text(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=60)]
"""The name by which files refer to a thing: small letters, digits, hyphens."""


class Names(NamedTuple):
    """Marks a field whose names are entries of the kind of file `to`: one name, a list, or the keys of a mapping.

    `word` is what such an entry is called, in the message and in the id of the fault (`ref:race`). `message` may use
    `{word}`, `{name}`, `{to}` and the fields of the entry (`{entry.name}`); `see` is the command that shows all names,
    `also` what may stand there besides. `catalogue.names` looks the names up.
    """

    to: str
    word: str
    message: str = "there is no {word} {name!r}."
    see: str = ""
    also: tuple[str, ...] = ()

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The schema of the field, which says where its names are listed."""
        return {**handler(schema), "description": f"From {self.to}."}


HexName = Annotated[str, Text(pattern=r"^[0-9]{4}$")]
"""A hex as CCRR, always text."""

CellName = Annotated[str, Text(pattern=r"^([0-9]{4}|[0-9]{1,2},[0-9]{1,2})$")]
"""A hex as CCRR, or a square as column, comma, row; always text."""

_CELL = r"([0-9]{4}|[0-9]{1,2},[0-9]{1,2})"
SIDE = rf"^{_CELL}( (N|S|E|W|NE|NW|SE|SW))+$|^{_CELL} {_CELL}$"
STRETCH = rf"^((N|S|E|W|NE|NW|SE|SW) )?{_CELL}( ({_CELL}|\.\.\.))*( (N|S|E|W|NE|NW|SE|SW))?$"
PLACE = rf"^{_CELL}( \S.*)?$"
"""What maps say of sides, lines and places, as patterns; see `models.maps`."""

Colour = Annotated[str, Text(pattern=r"^#[0-9a-fA-F]{6}$")]

RuleId = Annotated[str, Text(pattern=r"^[A-Z]{1,4}-[A-Z]?[0-9]{1,3}$")]
"""The id of a statement, ruling or settlement inside its game: capitals, a hyphen, a number."""

Played = Literal["full", "ignored"]
"""Whether a game's engine plays an entry, or it is only printed because a pack says so."""

Title = Annotated[str, Text(min_length=1, max_length=80)]
Line = Annotated[str, Text(min_length=1, max_length=400)]
Prose = Annotated[str, Text(min_length=1, max_length=4000)]


class FromCell:
    """Marks a list that a cell of a spreadsheet may hold as one text, which `read` takes apart.

    Its JSON Schema takes both. Pydantic's own mark for this makes a second schema at every start for what is seldom
    asked for.
    """

    def __init__(self, read: Callable[[Any], Any]) -> None:
        self.read = read

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_before_validator_function(self.read, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [handler(schema), {"type": "string"}]}


def words(value: Any) -> Any:
    """A cell of a spreadsheet holds a list as words, with commas or bars between them."""
    return re.findall(r"[^\s,;|]+", value) if isinstance(value, str) else value


def _phrases(value: Any) -> Any:
    """A cell of a spreadsheet holds names that may have spaces: `heavy horse; knights`."""
    if isinstance(value, str):
        return [phrase.strip() for phrase in value.replace(",", ";").split(";") if phrase.strip()]
    return value


def sentences(value: Any) -> Any:
    """A cell of a spreadsheet holds sentences parted by upright bars."""
    return [item.strip() for item in value.split("|") if item.strip()] if isinstance(value, str) else value


Words = Annotated[list[str], FromCell(words)]
Ids = Annotated[list[Id], FromCell(words)]
Numbers = Annotated[list[int], FromCell(words)]
Phrases = Annotated[list[Title], FromCell(_phrases)]
RuleIds = Annotated[list[RuleId], FromCell(words)]
Sentences = Annotated[list[Line], FromCell(sentences)]
