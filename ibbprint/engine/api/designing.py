"""What a game offers to designers: a pack to begin with, its unit list, faces while files are faulty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeGuard

from ibbprint.engine.api.kits import Game

if TYPE_CHECKING:
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.materials import Kit, Origins
    from ibbprint.problems import Report


class StarterGame(Game, Protocol):
    """A game that gives designers a small pack to begin with."""

    def starter(self, name: str, folder: str, report: Report) -> Mapping[str, bytes] | None:
        """The files of a small pack that prints, checks and plays as it is, by their names in the pack.

        `name` is that of its folder and goes into its id and title, `folder` is how the folder is called in commands.
        """


def has_example(game: Game) -> TypeGuard[ExampleGame]:
    """Whether the docs have an example of this game that somebody must write first."""
    return hasattr(game, "example")


def starts_packs(game: Game) -> TypeGuard[StarterGame]:
    """Whether a game gives designers a small pack to begin with."""
    return hasattr(type(game), "starter")


class ExampleGame(StarterGame, Protocol):
    """A game whose small pack is the example of the docs, under one name."""

    example: str
    """What the docs call it; there is no such scenario until somebody writes the pack."""


class UnitListGame(Game, Protocol):
    """A game that shows its unit list."""

    unit_fields: ClassVar[Mapping[str, str]]
    """What a player is shown of a unit: the fields of its row in their order, each with its heading."""

    def units(self, options: KitOptions, report: Report) -> Sequence[Mapping[str, str]] | None:
        """The units in the order of the list, a row each: the fields that a unit has, as a spreadsheet holds them.

        The rows are what a pack's table of units is read from. None with errors in the report.
        """


def lists_units(game: Game) -> TypeGuard[UnitListGame]:
    """Whether a game shows its unit list."""
    return hasattr(type(game), "units")


class SymbolsGame(Game, Protocol):
    """A game whose packs name symbols in their tables."""

    def named_symbols(self, options: KitOptions) -> Origins:
        """Where packs name the symbols of what is sound in their tables; nothing where the catalogue cannot be read."""


def names_symbols(game: Game) -> TypeGuard[SymbolsGame]:
    """Whether the packs of a game name symbols in their tables."""
    return hasattr(type(game), "named_symbols")


class SoundFacesGame(Game, Protocol):
    """A game that supplies everything that can be drawn in spite of faults in its files."""

    def sound_faces(self, scenario: str, options: KitOptions) -> Kit | None:
        """The kit of what is sound: pieces and cards, and texts that show none of what is not; None for too little.

        It is for finding what is wrong with faces and texts in the same run, not for print.
        """


def draws_what_is_sound(game: Game) -> TypeGuard[SoundFacesGame]:
    """Whether a game supplies faces in spite of faults in its files."""
    return hasattr(type(game), "sound_faces")
