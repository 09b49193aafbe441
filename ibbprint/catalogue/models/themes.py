"""Themes of maps that are made from a seed, and the words that their names are made of."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated, Literal

from pydantic import Field

from ibbprint.catalogue.models import Id, Line, Names, Text, Title
from ibbprint.catalogue.validate import Model, empty_dict, empty_list

Percent = Annotated[int, Field(ge=0, le=100)]
Way = Literal["across", "down", "bend"]
Rank = Literal["high", "low", "wet", "fringe", "bank"]
Letter = Annotated[str, Text(pattern=r"^[^\s\"'\\]$")]
Words = list[Annotated[str, Text(min_length=1, max_length=14)]]
Pattern = Annotated[str, Text(min_length=1, max_length=40)]


class Relief(Model):
    """The shape of the land: rises every `coarse` hexes and smaller ones every `fine`, and ridges on top of them.

    A ridge is `length` percent of the longer way across the map, `width` hexes from its spine to its foot, and lifts
    the land by `lift` in a thousand. With `gap` it has one low place that a road goes through.
    """

    coarse: int = Field(default=8, ge=2, le=40)
    fine: int = Field(default=4, ge=1, le=20)
    ridges: int = Field(default=0, ge=0, le=4)
    length: int = Field(default=60, ge=10, le=200)
    width: int = Field(default=4, ge=1, le=20)
    lift: int = Field(default=500, ge=0, le=3000)
    gap: bool = False


class Sea(Model):
    """Sea along one side of the map, over a share of it in percent."""

    ground: Id
    share: Percent
    letter: Letter = "~"


def every_way() -> list[Way]:
    return ["across", "down", "bend"]


class River(Model):
    """The main water of a map: it runs right across it, or into the sea where there is one.

    It goes across the map, down it, or from one side to the next (bend). `crossings` are the bridges and fords that
    roads make, the fewest and the most; of `fords` in a hundred is the crossing a ford.
    """

    ground: Id
    letter: Letter = "r"
    ways: list[Way] = Field(default_factory=every_way, min_length=1)
    crossings: tuple[Annotated[int, Field(ge=1, le=3)], Annotated[int, Field(ge=1, le=3)]] = (1, 3)
    fords: Percent = 35
    valley: int = Field(default=3, ge=0, le=20)


class Streams(Model):
    """Waters that rise on the map and run into the main one: the fewest and the most, each of `least` hexes or more."""

    ground: Id
    letter: Letter = "s"
    number: tuple[Annotated[int, Field(ge=0, le=4)], Annotated[int, Field(ge=0, le=4)]] = (1, 2)
    least: int = Field(default=3, ge=2, le=40)


class Bournes(Model):
    """Streams along the sides of hexes, for games that have them: from the edge of the map inwards, or right across.

    `reach` is how far they come in, in percent of the way across.
    """

    kind: Literal["stream", "river"] = "stream"
    number: tuple[Annotated[int, Field(ge=0, le=6)], Annotated[int, Field(ge=0, le=6)]] = (2, 2)
    reach: Annotated[int, Field(ge=10, le=100)] = 35


class Cover(Model):
    """A ground that covers a share of the land in percent, in patches of at least `patch` hexes.

    It goes where the land is highest (high), lowest (low) or wettest (wet), on the fringe of what was laid before it,
    or on the banks of waters (bank); `scatter` percent of that is luck, which changes every `grain` hexes. `over` is
    the ground that it takes the place of (nothing: that of the theme). `heart` keeps it off the edge of that ground,
    as a crest keeps inside its hill. `called` is what the key of the map calls it, where that is not the ground's name:
    the jungle of a desert is an oasis.
    """

    ground: Id
    letter: Letter
    share: Percent
    by: Rank
    patch: int = Field(default=3, ge=1, le=60)
    grain: int = Field(default=4, ge=1, le=20)
    scatter: Percent = 20
    over: Id | None = None
    heart: bool = False
    called: Annotated[str, Text(min_length=1, max_length=20)] | None = None


class Roads(Model):
    """Roads that join the edges of the map with each other and with the settlements.

    `exits` are the fewest and the most roads that leave the map. `through` says what ground becomes where a road runs
    through it: a mountain a pass.
    """

    exits: tuple[Annotated[int, Field(ge=2, le=8)], Annotated[int, Field(ge=2, le=8)]] = (3, 5)
    through: dict[Id, Id] = Field(default_factory=empty_dict)


class Villages(Model):
    """Settlements on the roads, the fewest and the most."""

    ground: Id
    letter: Letter = "V"
    number: tuple[Annotated[int, Field(ge=1, le=9)], Annotated[int, Field(ge=1, le=9)]] = (2, 3)


class Theme(Model):
    """A sort of country that maps are made of. Shares are of the land: of all hexes without a water running through.

    Numbers are those of a map of 22 by 16 hexes; a larger one has more.

    `ground` is what is left when all else is laid, `names` the table of place names, `titles` what the map may be
    called, by what is on it: `{village} Vale`.
    """

    id: Id
    name: Title
    text: Line
    ground: Id
    letter: Letter = "."
    names: Annotated[Id, Names("place-names", "place-names", "there are no place names {name!r}.")]
    titles: list[Pattern] = Field(min_length=1)
    relief: Relief = Relief()
    sea: Sea | None = None
    river: River | None = None
    streams: Streams | None = None
    bournes: Bournes | None = None
    covers: list[Cover] = Field(default_factory=empty_list)
    roads: Roads | None = None
    villages: Villages | None = None


class PlaceNames(Model):
    """The naming of places in a country: patterns for each kind of place, and the words that they are made of.

    A kind is a ground, or `bridge`, `ford`, `road`, `bourne`; for a large patch `large-woods` is tried first, and
    `through-road` for a road right across the map. A pattern may have `{own}`, one of the `words` of its kind;
    `{head}{end}`, the two parts of a village’s name (`ends` by what it adjoins, `any` where nothing does); `{water}`,
    the bare name of a river; `{village}`, a village near the place; `{side}`, the side of the map that it is on or
    that a road leaves by; `{ends}`, the two that a road joins. A village’s name never has two parts of a group of
    `alike`, and do not meet in two letters of `stumbles`. A patch of a ground gets a name if it has at least `least`
    hexes, and at most `most` patches do.
    """

    id: Id
    name: Title
    waters: Words = Field(min_length=1)
    heads: Words = Field(default_factory=empty_list)
    ends: dict[Id, Words] = Field(default_factory=empty_dict)
    words: dict[Id, Words] = Field(default_factory=empty_dict)
    alike: list[Words] = Field(default_factory=empty_list)
    stumbles: list[Annotated[str, Text(min_length=2, max_length=2)]] = Field(default_factory=empty_list)
    least: dict[Id, Annotated[int, Field(ge=1, le=99)]] = Field(default_factory=empty_dict)
    most: dict[Id, Annotated[int, Field(ge=0, le=99)]] = Field(default_factory=empty_dict)
    patterns: dict[Id, list[Pattern]]
