"""The models that games share: rulings and switches, result tables, markers, maps, figures."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from ibbprint.catalogue.validate import Model, empty_list

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=60)]
"""The name by which files refer to a thing: small letters, digits, hyphens."""

HexName = Annotated[str, StringConstraints(pattern=r"^\d{4}$")]
"""A hex as CCRR, always text."""

Colour = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]

RuleId = Annotated[str, StringConstraints(pattern=r"^[A-Z]{1,4}-[A-Z]?\d{1,3}$")]
"""The id of a statement, ruling or settlement inside its game: `R-74`."""

Title = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Line = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Prose = Annotated[str, StringConstraints(min_length=1, max_length=4000)]


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
    tag: Literal["reading", "contradiction", "slip", "gap", "lost", "reconstruction", "kept", "settlement"]
    source: list[str] = Field(default_factory=empty_list)
    statements: list[RuleId] = Field(default_factory=empty_list)
    settled_by: list[RuleId] = Field(default_factory=empty_list)
    settles: list[RuleId] = Field(default_factory=empty_list)
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
