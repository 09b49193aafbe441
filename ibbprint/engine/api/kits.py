"""What every command needs from a game: its files, its names, and its kits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeGuard, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Collection

    from pydantic import BaseModel

    from ibbprint.materials import Kit
    from ibbprint.problems import Report


COUNTER_MM = 15.9
"""The side of a counter for which faces are drawn."""


@dataclass(frozen=True, slots=True)
class KitOptions:
    """The caller’s options for a kit: packs (the last on top), rule switches, the side of a counter in mm.

    `counter_size` is None where no size is asked for: counters are as large as the game says then. `board_mm` is the
    width and height that one sheet of the paper has for a board (None: there is no paper), for games that fill it.
    `only` names the sections that will be printed (none: all); a game may leave the others empty, but lists them.
    `whole` asks for the kit of the game's whole catalogue, which belongs to no scenario.
    `designer` asks for the ids of rules where they apply; a player's kit has them on its page of notes, which
    `notes` leaves out.
    `points` is what each army of a list may spend that does not say it itself. `base_mm` is the width of the bases of
    elements, in games that have such.
    `force` plays a set-up that breaks the rules: its errors are warnings then. A kit never needs it (`Kit.breaches`).
    """

    packs: tuple[Path, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    counter_size: float | None = None
    board_mm: tuple[float, float] | None = None
    only: frozenset[str] = frozenset()
    whole: bool = False
    force: bool = False
    designer: bool = False
    notes: bool = True
    points: float | None = None
    base_mm: float | None = None

    @property
    def counter_mm(self) -> float:
        """The side of counters where a game does not say how large its own are."""
        return COUNTER_MM if self.counter_size is None else self.counter_size

    def wants(self, section: str) -> bool:
        return not self.only or section in self.only


class Listed(NamedTuple):
    """One line of `ibbprint list`: what it is, its id, title and file.

    The kind `game` is a folder that is a game by itself.
    """

    kind: str
    id: str
    title: str
    file: Path

    @property
    def prints(self) -> bool:
        """Whether it has a kit: a scenario, or a whole game."""
        return self.kind in ("scenario", "game")


@runtime_checkable
class Game(Protocol):
    """A game is a folder: its models, data, checks and bill of materials behind this interface.

    It may have a whole number `order` besides: games stand in its order, the lowest first, those without one last.
    """

    @property
    def id(self) -> str:
        """The short name by which files and commands know it."""

    @property
    def title(self) -> str:
        """The name as printed."""

    @property
    def template_folders(self) -> Sequence[Path]:
        """Folders of the game's own templates, first found first used."""

    @property
    def schemas(self) -> Mapping[str, type[BaseModel]]:
        """The model of each kind of file that the game reads, by the kind's name."""

    def list(self, packs: Sequence[Path], report: Report) -> Sequence[Listed]:
        """The scenarios and maps of the game and of the packs."""

    def kit(self, scenario: str, options: KitOptions, report: Report) -> Kit | None:
        """The bill of materials of a scenario (an id, or a file), or None with errors in the report.

        A set-up that breaks the rules is printed all the same, with the broken rules in `Kit.breaches`.
        """


@dataclass(frozen=True, slots=True)
class FilesRead:
    """The files that a folder game reads.

    `named` are those that it looks for by their names, whether they are there or not; `optional` are among them, and
    nobody misses one. `offered` are tables that only a template may name. Where faults may hide further names, it is
    not `whole`.
    """

    named: Collection[Path]
    optional: Collection[Path]
    offered: Collection[Path]
    whole: bool


class FolderGame(Game, Protocol):
    """A game of which each folder with a `game.yaml` is a game by itself."""

    def read_files(self, packs: Sequence[Path]) -> FilesRead | None:
        """The files of such folders that it reads, but for symbols and styles; None where it can read none."""


def reads_folders(game: Game) -> TypeGuard[FolderGame]:
    """Whether a folder can be a game by itself through this game."""
    return hasattr(type(game), "read_files")
