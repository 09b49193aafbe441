"""The models that games share: rulings and switches, result tables, markers, maps, figures."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from ibbprint.catalogue.validate import Model, empty_dict, empty_list

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=60)]
"""The name by which files refer to a thing: small letters, digits, hyphens."""

HexName = Annotated[str, StringConstraints(pattern=r"^\d{4}$")]
"""A hex as CCRR, always text."""

Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]

RuleId = Annotated[str, StringConstraints(pattern=r"^[A-Z]{1,4}-[A-Z]?\d{1,3}$")]
"""The id of a statement, ruling or settlement inside its game: `R-74`."""

Played = Literal["full", "ignored"]
"""Whether a game's engine plays an entry, or it is only printed because a pack says so."""

Title = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Line = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Prose = Annotated[str, StringConstraints(min_length=1, max_length=4000)]


def _words(value: Any) -> Any:
    """A cell of a spreadsheet holds a list as words, with commas or bars between them."""
    return re.findall(r"[^\s,;|]+", value) if isinstance(value, str) else value


def _sentences(value: Any) -> Any:
    """A cell of a spreadsheet holds sentences parted by upright bars."""
    return [one.strip() for one in value.split("|") if one.strip()] if isinstance(value, str) else value


Words = Annotated[list[str], BeforeValidator(_words, json_schema_input_type=list[str] | str)]
RuleIds = Annotated[list[RuleId], BeforeValidator(_words, json_schema_input_type=list[RuleId] | str)]
Sentences = Annotated[list[Line], BeforeValidator(_sentences, json_schema_input_type=list[Line] | str)]


# --- rulings ----------------------------------------------------------------------------------------------------


class Switch(Model):
    """A disputed ruling as an option: its name, what each value means, and the value when nobody chooses."""

    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z_]*$")]
    default: str
    values: dict[str, Line] = Field(min_length=2)


class Ruling(Model):
    """One decision about the rules, in our words.

    `tag` says of which sort it is; `source` names lines of the original text; `statements` the statements it bears on.
    """

    id: RuleId
    title: Title
    topic: Id
    tag: Literal[
        "reading", "contradiction", "slip", "gap", "lost", "reconstruction", "kept", "settlement", "statement", "house",
        "supported",
    ]  # fmt: skip
    source: Words = Field(default_factory=empty_list)
    statements: RuleIds = Field(default_factory=empty_list)
    settled_by: RuleIds = Field(default_factory=empty_list)
    settles: RuleIds = Field(default_factory=empty_list)
    text: Prose
    switch: Switch | None = None


# --- figures and tables -----------------------------------------------------------------------------------------


class Figure(Model):
    """One number of the rules that is not in a table: printed and applied from here."""

    id: Id
    value: int
    rule: RuleId
    text: Line
    reconstructed: bool = False


class ResultRow(Model):
    """One terrain row of a combat results table: the odds printed from the first column on."""

    id: Id
    name: Title
    odds: list[Annotated[str, StringConstraints(pattern=r"^[1-9]\d*-[1-9]\d*$")]] = Field(min_length=1)


class ResultCode(Model):
    """What a result does: its code in the table and its words."""

    id: Annotated[str, StringConstraints(min_length=1, max_length=6)]
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


# --- markers ----------------------------------------------------------------------------------------------------


class Marker(Model):
    """A marker that the rules can place, and how many a kit holds.

    `count` is a formula over the facts of a scenario (see the game's list of names); `why` says its reason in words.
    `back` names the marker on its other side; without it both sides are alike.
    `when` limits it to one value of a switch.
    `figure` is set large: at most four characters, once a placeholder in it is filled in (`{modifiers.wahoo.amount}`).
    """

    id: Id
    name: Annotated[str, StringConstraints(min_length=1, max_length=24)]
    symbol: Id
    colour: Id
    count: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    why: Line
    rule: RuleId
    figure: Annotated[str, StringConstraints(max_length=60)] = ""
    back: Id | None = None
    when: dict[str, str] = Field(default_factory=empty_dict)


# --- battle reports ----------------------------------------------------------------------------------------------


class TelledAs(Model):
    """How a battle report tells one kind of thing that happens.

    `say` are sentences to choose among, so that a report does not repeat itself; words in braces are filled in.
    `place` says where a sentence stands: as a heading, at the start of a paragraph, as an item under it, as figures
    under an item, or on the same line as what went before. A `part` is no sentence but goes into one.
    What is `brief` is told in a short report too.
    """

    id: Id
    place: Literal["title", "heading", "paragraph", "item", "under", "on", "part"]
    say: Sentences = Field(min_length=1)
    brief: bool = False


# --- maps -------------------------------------------------------------------------------------------------------


class Water(Model):
    """A river or stream: its hexes in order, from spring (or map edge) to where it ends or joins another."""

    id: Id
    name: Title
    hexes: list[HexName] = Field(min_length=1)
    joins: HexName | None = None


class Road(Model):
    """A road through the middle of its hexes, in order."""

    id: Id
    name: Title
    hexes: list[HexName] = Field(min_length=2)


class Bridge(Model):
    """A bridge in a water hex."""

    id: Id
    name: Title
    hex: HexName


class Area(Model):
    """A named set of hexes: listed, or all the dry land that can be reached from one hex without crossing water."""

    id: Id
    name: Title
    hexes: list[HexName] = Field(default_factory=empty_list)
    land_with: HexName | None = None


HexSide = Annotated[str, StringConstraints(pattern=r"^\d{4} (N|S|E|W|NE|NW|SE|SW)$")]
"""One side of a hex: the hex and the direction, `0108 SW`."""


class HexsideWater(Model):
    """A stream or river that runs along the sides of hexes, between them.

    A side may be named from either of its hexes. Directions are E, W, NE, NW, SE, SW on a pointy-top map and
    N, S, NE, NW, SE, SW on a flat-top one.
    """

    id: Id
    name: Title
    kind: Literal["stream", "river"] = "stream"
    sides: list[HexSide] = Field(min_length=1)


class Start(Model):
    """Hexes printed with the silhouettes of what starts in them, in the colours of a livery.

    `letter` stands on each, so that starts are told apart without colour (nothing: letters of the title).
    `leader` is the hex in which a leader begins.
    """

    id: Id
    title: Title
    livery: Id
    letter: Annotated[str, StringConstraints(max_length=3)] = ""
    hexes: list[HexName] = Field(min_length=1)
    leader: HexName | None = None


class Map(Model):
    """A map of hexes.

    `terrain` has one line a row and one letter a hex; `legend` says what each letter is.
    `shifted` says which columns (flat-top) or rows (pointy-top) stand half a hex lower, or to the right.
    """

    id: Id
    title: Title
    game: Id
    reconstruction: bool = False
    note: Prose | None = None
    columns: int = Field(ge=1, le=99)
    rows: int = Field(ge=1, le=99)
    layout: Literal["flat-top", "pointy-top"] = "flat-top"
    shifted: Literal["odd", "even"] = "odd"
    legend: dict[Annotated[str, StringConstraints(min_length=1, max_length=1)], Id]
    terrain: list[str]
    waters: list[Water] = Field(default_factory=empty_list)
    bridges: list[Bridge] = Field(default_factory=empty_list)
    roads: list[Road] = Field(default_factory=empty_list)
    areas: list[Area] = Field(default_factory=empty_list)
    hexside_waters: list[HexsideWater] = Field(default_factory=empty_list)
    starts: list[Start] = Field(default_factory=empty_list)


class MapFile(Model):
    """A file in a `maps` folder."""

    map: Map


# --- packs ------------------------------------------------------------------------------------------------------


class Pack(Model):
    """What a designer's pack says of itself."""

    id: Id
    title: Title
    game: Id
    edition: Annotated[str, StringConstraints(min_length=1, max_length=20)] = "1"


class PackFile(Model):
    """The file `pack.yaml` of a pack."""

    pack: Pack
