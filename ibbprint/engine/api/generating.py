"""The interface of a game that makes up scenarios: the options of a request, and the result.

Everything that is made depends only on the seed, the options and the files of the game: the same seed gives the same
bytes in any process. Each step rolls dice from a stream named by the seed and the step (`stream`), so an option that
settles one step moves no other.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.dice import SeededDice

if TYPE_CHECKING:
    from ibbprint.engine.api.odds import AskOption
    from ibbprint.engine.session import Playing

LONGEST_SLUG = 30


class Offer(NamedTuple):
    """The kinds of scenarios that a game makes up, in a sentence for the help, with its options besides a seed, packs
    and rules.

    `on_the_spot`: `ibbprint kit GAME` without more means a scenario that is made up for this one kit. `folder`: it
    always makes several files. `rerolled` are the options that keep all but the armies of a seed, and the name of the
    option for the seed of the rest; a game without them makes up another scenario altogether.
    """

    help: str
    options: tuple[AskOption, ...] = ()
    on_the_spot: bool = False
    folder: bool = False
    rerolled: tuple[Mapping[str, str], str] | None = None


Games = Callable[[Mapping[str, bytes], int], Iterator["Playing"]]
"""The given number of greedy games of a generated scenario, from its files, one after another."""


class GenerateRequest(NamedTuple):
    """A request: the seed, any text, and the options that were given, by name.

    A flag is True, a number an int, texts a tuple; what was not given is not there. `games` plays what was made up,
    for a game that looks at it before anybody else does; None where nobody wants that.
    """

    seed: str
    options: Mapping[str, Any] = MappingProxyType({})
    games: Games | None = None


class RollMade(NamedTuple):
    """Dice rolled on a table: the purpose, the dice, the result and its row, in words.

    `table` and `row` are ids for programs; `place` tells rolls for the same thing apart (`SW`, `side 1`).
    Where an option settled the row there are no dice and nothing `shown`.
    """

    purpose: str
    dice: str
    shown: tuple[int, ...]
    table: str
    row: str
    words: str
    place: str = ""
    rules: tuple[str, ...] = ()


class Generated(NamedTuple):
    """A scenario that was made up, which `check`, `kit` and `play` take as it is.

    `files` are the bytes of its files by their names. One file is written where the caller says, or under its name;
    several are a folder with the name `id`, which is a pack: their names may have folders (`maps/ford.yaml`).
    """

    seed: str
    id: str
    title: str
    files: Mapping[str, bytes]
    rolls: Sequence[RollMade] = ()
    notes: Sequence[str] = ()
    """What else a player wants to know of how it was made, a sentence each."""
    with_kit: bool = False
    """Whether its kit is wanted with it."""

    @property
    def is_folder(self) -> bool:
        return len(self.files) > 1


def stream(seed: str, step: str) -> SeededDice:
    """The dice of one step, independent of the rolls in other steps."""
    return SeededDice(f"generate:{step}:{seed}")


def seed_slug(seed: str) -> str:
    """Any seed as part of an id: itself if it is one, else its plain characters and figures that tell it apart."""
    plain = re.sub(r"[^a-z0-9]+", "-", seed.lower()).strip("-")[:LONGEST_SLUG].strip("-")
    if plain and plain == seed:
        return plain
    return f"{plain}-{hashlib.sha256(seed.encode('utf-8', 'surrogatepass')).hexdigest()[:6]}".lstrip("-")
