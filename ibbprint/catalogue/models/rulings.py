"""Rulings, the switches that some of them are, and the statements of the rules that they concern."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import Id, Line, Prose, RuleId, RuleIds, Text, Title, Words
from ibbprint.catalogue.validate import Model, empty_list


class Switch(Model):
    """A disputed ruling as an option: its name, what each value means, and the value when nobody chooses.

    Where another value needs other `pieces` than those of the kit, no booklet offers it.
    """

    name: Annotated[str, Text(pattern=r"^[a-z][a-z_]*$")]
    default: str
    values: dict[str, Line] = Field(min_length=2)
    pieces: bool = False


class Ruling(Model):
    """A decision about the rules, in our words.

    `tag` is its sort; `source` names lines of the original text; `statements` the statements that it concerns.
    """

    id: RuleId
    title: Title
    topic: Id
    tag: Literal[
        "reading",
        "contradiction",
        "slip",
        "gap",
        "lost",
        "reconstruction",
        "kept",
        "settlement",
        "statement",
        "house",
        "supported",
    ]
    source: Words = Field(default_factory=empty_list)
    statements: RuleIds = Field(default_factory=empty_list)
    settled_by: RuleIds = Field(default_factory=empty_list)
    settles: RuleIds = Field(default_factory=empty_list)
    text: Prose
    switch: Switch | None = None


class Statement(Model):
    """A statement of the source about the rules, in our words, before any ruling on it.

    `source` names lines of the original text.
    """

    id: RuleId
    title: Title = "A statement of the rules"
    text: Prose
    source: Words = Field(default_factory=empty_list)
