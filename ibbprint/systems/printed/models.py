"""Models of the files of a game made of files: its game.yaml, its ground, its scenarios."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag

from ibbprint.catalogue.csv_source import MAX_COLUMNS
from ibbprint.catalogue.models import CellName, FromCell, Id, Line, Prose, Text, Title, words
from ibbprint.catalogue.models.grounds import GroundKind, LineKind, PlaceKind, SideKind
from ibbprint.catalogue.models.parts import AnyPart, Name
from ibbprint.catalogue.models.playtests import Playtests
from ibbprint.catalogue.validate import Model, empty_dict, empty_list
from ibbprint.engine.api.kits import COUNTER_MM

MOST_OF_A_KIND = 500
OwnId = Annotated[str, Text(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]*$", max_length=60)]
"""What tables name their rows and sides by: `us-rifle`, `G-XLVIII`, `German`."""


def _column(value: Any) -> Any:
    """The name of a type as a list of one; a list of one text as that text twice, to tell it from a type."""
    if isinstance(value, list):
        value = ["?" if text == "" else text for text in value]
    if isinstance(value, list) and len(value) == 1:
        return value * 2
    return [value] if isinstance(value, str) else value


MOST_SIDES, MOST_TEXTS, MOST_GROUNDS = 60, 100, 300
"""Sides of a game, texts that a column allows, and entries of a file of the ground; each error message names them."""
Column = Annotated[list[Annotated[str, Text(max_length=100)]], Field(max_length=MOST_TEXTS), FromCell(_column)]
"""What a column holds: a type, or a list of texts that may be there; `?` or "" among these lets a cell be empty."""
Edition = Annotated[str, Text(min_length=1, max_length=20)]


class OwnGame(Model):
    """The head of the folder. `counter` is the side of a counter, `hex` a hex from flat to flat, both in mm.

    `stacking` is how many counters may be in a hex; `over` the id of the game that this is an expansion of.
    `credit` is printed on the first page: whose game it is.
    `silence` names warnings not to repeat: by the id in their brackets, or by some of their words.
    """

    id: Id
    title: Title
    edition: Edition = "1"
    over: Id | None = None
    counter: Annotated[float, Field(ge=8, le=60)] = COUNTER_MM
    hex: Annotated[float, Field(ge=8, le=120)] | None = None
    stacking: Annotated[int, Field(ge=1, le=99)] | None = None
    credit: Line | None = None
    silence: list[Annotated[str, Text(min_length=4, max_length=200)]] = Field(default_factory=empty_list)


class Side(Model):
    """A side: what the column `side` of a table names, and the livery that it wears.

    `affiliation` is the frame of its NATO symbols: friend, hostile, neutral or unknown.
    """

    id: OwnId
    name: Title
    livery: Id
    affiliation: Id | None = None


class GameHead(Model):
    """The file `game.yaml` without its parts. `print` has options of `ibbprint kit` by their names, without hyphens
    before them, and `profile`: an ICC file in the folder, by which pictures become a print shop's inks. `play` has the
    rules by which the game is played (`play_models`); it is read when somebody plays.
    """

    game: OwnGame
    sides: list[Side] = Field(default_factory=empty_list, max_length=MOST_SIDES)
    print: Annotated[dict[Id, Annotated[str, Text(max_length=60)]], Field(max_length=30)] = Field(
        default_factory=empty_dict
    )
    columns: dict[Name, Annotated[dict[str, Column], Field(max_length=MAX_COLUMNS)]] = Field(default_factory=empty_dict)
    play: dict[str, Any] | None = None


class GameFile(GameHead):
    """The file `game.yaml`, which makes a folder a game.

    `columns` gives columns of tables a type: `text`, `number`, `whole`, `0-9` (from 0 to 9), a list of what may be
    there, `side`, `hex`, `place`, `symbol`, `picture`, or the name of a table that has the row. With `?` behind it a
    cell may be empty.
    """

    parts: list[AnyPart] = Field(min_length=1)


class GameOutline(GameHead):
    """The same file, its parts not yet looked at."""

    parts: list[dict[str, Any]] = Field(default_factory=empty_list)


class Costs(Model):
    """The costs of a kind of ground, and its description, for the texts."""

    cost: dict[str, str] = Field(default_factory=empty_dict)
    text: Prose | None = None


class Terrain(GroundKind, Costs):
    """A kind of ground and how it is drawn."""


class Hexside(SideKind, Costs):
    """A kind of line along the sides of hexes, and how it is drawn."""


class MapLine(LineKind, Costs):
    """A kind of line through hexes, and how it is drawn."""


class Place(PlaceKind, Costs):
    """A kind of place and its mark."""


class TerrainFile(Model):
    """The file `terrain.yaml`."""

    terrain: list[Terrain] = Field(min_length=1, max_length=MOST_GROUNDS)


class HexsidesFile(Model):
    """The file `hexsides.yaml`."""

    hexsides: list[Hexside] = Field(default_factory=empty_list, max_length=MOST_GROUNDS)


class LinesFile(Model):
    """The file `lines.yaml`."""

    lines: list[MapLine] = Field(default_factory=empty_list, max_length=MOST_GROUNDS)


class PlacesFile(Model):
    """The file `places.yaml`."""

    places: list[Place] = Field(default_factory=empty_list, max_length=MOST_GROUNDS)


GROUND_FILES: Mapping[str, type[Model]] = {
    "terrain": TerrainFile,
    "hexsides": HexsidesFile,
    "lines": LinesFile,
    "places": PlacesFile,
}
"""What a folder says of maps: the files, without their ending, that hold a list of their name."""


HexTexts = Annotated[
    list[Annotated[str, Text(min_length=1, max_length=200)]],
    FromCell(lambda value: value if isinstance(value, list) else [value]),
]
"""Hexes as the map prints them, or by kind: `place village`."""


class ScenarioHead(Model):
    """The head of a scenario."""

    id: Id
    title: Title
    map: Name | None = None
    turns: Annotated[int, Field(ge=1, le=200)] | None = None
    text: Name | None = None
    playtests: Playtests | None = None
    evening: Playtests | None = None


class Force(Model):
    """Counters of a kind: how many there are, the hexes in which they begin, or the turn in which they come.

    In play their owner may place them in the set-up, at most `each` in a hex of those that `in` names; they may begin
    on their `back`, or wait in the `pool` of replacements.
    """

    unit: OwnId
    side: OwnId | None = None
    count: Annotated[int, Field(ge=1, le=MOST_OF_A_KIND)] = 1
    hexes: Annotated[list[CellName], FromCell(words)] = Field(default_factory=empty_list)
    turn: Annotated[int, Field(ge=0, le=200)] = 0
    placed_in: Annotated[Line | None, Field(alias="in")] = None
    each: Annotated[int, Field(ge=1, le=99)] = 1
    back: bool = False
    pool: bool = False


class PickedForces(Model):
    """A counter of every row that is picked, as for a part of the kit: `units where start = map`.

    Each begins in the hexes of its column `at`, or comes in the `turn`; a column `count` says how many there are. The
    rest is as for one force.
    """

    pieces: Line
    at: Annotated[str, Text(min_length=1, max_length=60)] | None = None
    turn: Annotated[int, Field(ge=0, le=200)] = 0
    placed_in: Annotated[Line | None, Field(alias="in")] = None
    each: Annotated[int, Field(ge=1, le=99)] = 1
    back: bool = False
    pool: bool = False


def kind_of_force(data: Any) -> str:
    """The kind of an entry: which of the two models it is."""
    return "picked" if isinstance(data, dict) and "pieces" in data else "named"


AnyForce = Annotated[
    Annotated[Force, Tag("named")] | Annotated[PickedForces, Tag("picked")], Discriminator(kind_of_force)
]


class ScenarioInPlay(Model):
    """The parts of a scenario that only play reads: who holds places, the order of the set-up, its own victory."""

    scenario: ScenarioHead
    held: dict[OwnId, HexTexts] = Field(default_factory=empty_dict)
    set_up: Annotated[list[OwnId], FromCell(words)] = Field(default_factory=empty_list)
    victory: list[dict[str, Any]] = Field(default_factory=empty_list)


class ScenarioFile(ScenarioInPlay):
    """A file in the folder `scenarios`: who fights, how many, where. `forces` is a list, or the name of a table."""

    forces: Annotated[list[AnyForce], FromCell(lambda value: value)] = Field(default_factory=empty_list)


class ScenarioOutline(ScenarioInPlay):
    """The same file, its forces not yet looked at."""

    forces: Any = Field(default_factory=empty_list)


TYPES = ("text", "number", "whole", "side", "hex", "place", "symbol", "picture")
"""The types of columns that have names."""
