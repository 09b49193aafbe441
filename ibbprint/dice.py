"""All chance of a game goes through one `Dice`: seeded for play, scripted for tests, enumerating for exact odds.

The code that resolves an attack asks the dice it is given, so that its odds come from itself and from no second copy.
Knows no game. Promises that a seed gives the same throws in any process: it uses `random.Random.random` alone.
"""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Protocol, TypeVar

Outcome = TypeVar("Outcome", bound=Hashable)


_SPOKEN = "bcdfghjkmnpqrstvwxz23456789"
"""What is not mistaken for something else, on paper or aloud."""


class Dice(Protocol):
    """What a game may ask of chance."""

    def roll(self, faces: int) -> int:
        """One die: 1 to `faces`, all alike."""

    def successes(self, number: int, chance: Fraction) -> int:
        """How many of `number` like throws succeed that each succeed with `chance`."""

    def copy(self) -> Dice:
        """Dice of their own that will throw what these would; TypeError for dice that cannot be had twice."""


class SeededDice:
    """Dice from a seed. A copy goes on with the same throws; `state` and `restore` keep them in a save."""

    __slots__ = ("_stream",)

    def __init__(self, seed: int | str) -> None:
        self._stream = random.Random(int.from_bytes(hashlib.sha256(_bytes(str(seed))).digest()[:8], "big"))

    def roll(self, faces: int) -> int:
        return int(self._stream.random() * faces) + 1

    def successes(self, number: int, chance: Fraction) -> int:
        level = float(chance)
        return sum(1 for _ in range(number) if self._stream.random() < level)

    def same(self, other: SeededDice) -> bool:
        """Whether other dice will throw what these would: none of them has been thrown since one was a copy."""
        return self._stream.getstate() == other._stream.getstate()

    def copy(self) -> SeededDice:
        """Dice that will throw what these would."""
        twin = SeededDice.__new__(SeededDice)
        twin._stream = random.Random()
        twin._stream.setstate(self._stream.getstate())
        return twin


def seed_of(seed: int | str, game: int) -> str:
    """The seed of game number `game` of a run with `seed`; runs of any length agree on it."""
    return hashlib.sha256(_bytes(f"{seed}:{game}")).hexdigest()[:16]


def drawn_seed() -> str:
    """A seed that nobody chose, short enough to be read out: `4tk-9wr`. No vowel, so it spells no word."""
    return "-".join("".join(secrets.choice(_SPOKEN) for _ in range(3)) for _ in range(2))


def _bytes(seed: str) -> bytes:
    """Any text is a seed, half a character of a broken terminal too."""
    return seed.encode("utf-8", "surrogatepass")


class OutOfScript(Exception):
    """Scripted dice were asked for more throws than they hold, or for one that cannot be."""


class ScriptedDice:
    """Dice that throw what a test says, in order."""

    __slots__ = ("_remaining",)

    def __init__(self, throws: Sequence[int]) -> None:
        self._remaining = list(throws)

    def roll(self, faces: int) -> int:
        if not self._remaining:
            raise OutOfScript(f"a die of {faces} faces was rolled after the script had ended")
        thrown = self._remaining.pop(0)
        if not 1 <= thrown <= faces:
            raise OutOfScript(f"the script has {thrown} for a die of {faces} faces")
        return thrown

    def successes(self, number: int, chance: Fraction) -> int:
        if not self._remaining:
            raise OutOfScript(f"{number} throws were made after the script had ended")
        return self._remaining.pop(0)

    def copy(self) -> ScriptedDice:
        return ScriptedDice(self._remaining)

    @property
    def left(self) -> int:
        """How many throws the script still holds."""
        return len(self._remaining)


class _Branching:
    """Dice that follow one path through all that may fall, and remember what else there was."""

    __slots__ = ("at", "chance", "path")

    def __init__(self, path: list[list[tuple[int, Fraction]]]) -> None:
        self.path = path
        self.at = 0
        self.chance = Fraction(1)

    def _next(self, choices: Callable[[], list[tuple[int, Fraction]]]) -> int:
        if self.at == len(self.path):
            self.path.append(choices())
        thrown, chance = self.path[self.at][-1]
        self.at += 1
        self.chance *= chance
        return thrown

    def roll(self, faces: int) -> int:
        return self._next(lambda: [(face, Fraction(1, faces)) for face in range(faces, 0, -1)])

    def successes(self, number: int, chance: Fraction) -> int:
        def binomial() -> list[tuple[int, Fraction]]:
            each = [(k, comb(number, k) * chance**k * (1 - chance) ** (number - k)) for k in range(number, -1, -1)]
            return [(k, share) for k, share in each if share]

        return self._next(binomial)

    def copy(self) -> Dice:
        raise TypeError("dice that try every way they may fall cannot be had twice")


def chances(
    play: Callable[[Dice], Outcome], watch: Callable[[Fraction], None] | None = None
) -> dict[Outcome, Fraction]:
    """The exact chance of everything that `play` can return; the chances add up to 1.

    `play` is called once for every way the dice may fall, so it must do the same with the same throws,
    and change nothing outside itself. `watch` is called after each way with the chance of all ways so far;
    it may raise to give up.
    """
    result: dict[Outcome, Fraction] = {}
    covered = Fraction(0)
    path: list[list[tuple[int, Fraction]]] = []
    while True:
        dice = _Branching(path)
        outcome = play(dice)
        result[outcome] = result.get(outcome, Fraction(0)) + dice.chance
        if watch is not None:
            covered += dice.chance
            watch(covered)
        while path:
            path[-1].pop()
            if path[-1]:
                break
            path.pop()
        if not path:
            return result


@dataclass(frozen=True, slots=True)
class Spread:
    """Every number that some dice can come to, and in how many of `of` ways, all of them alike.

    What `chances` finds by trying every way, this finds by adding up: 100d6 has more ways than can be tried.
    """

    ways: Mapping[int, int]
    of: int

    @classmethod
    def fixed(cls, number: int) -> Spread:
        """A number that is no die."""
        return cls({number: 1}, 1)

    @classmethod
    def die(cls, faces: int) -> Spread:
        return cls(dict.fromkeys(range(1, faces + 1), 1), faces)

    def plus(self, other: Spread, sign: int = 1) -> Spread:
        """Both added; with the sign -1, the other taken off."""
        totals: dict[int, int] = {}
        for first, ways in self.ways.items():
            for second, more in other.ways.items():
                total = first + sign * second
                totals[total] = totals.get(total, 0) + ways * more
        return Spread(dict(sorted(totals.items())), self.of * other.of)

    def at_least(self, number: int) -> Fraction:
        """The chance of that number or more."""
        return Fraction(sum(ways for each, ways in self.ways.items() if each >= number), self.of)

    def at_most(self, number: int) -> Fraction:
        """The chance of that number or less."""
        return Fraction(sum(ways for each, ways in self.ways.items() if each <= number), self.of)

    def exactly(self, number: int) -> Fraction:
        return Fraction(self.ways.get(number, 0), self.of)

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(number * ways for number, ways in self.ways.items()), self.of)


def thrown(number: int, faces: int) -> Spread:
    """The sum of like dice, each found from the one before: a window of as many sums as a die has faces moves on."""
    ways = [1]
    for _ in range(number):
        within, longer = 0, []
        for at in range(len(ways) + faces - 1):
            within += ways[at] if at < len(ways) else 0
            within -= ways[at - faces] if at >= faces else 0
            longer.append(within)
        ways = longer
    return Spread({number + at: count for at, count in enumerate(ways)}, faces**number)


def thrown_and_kept(number: int, faces: int, keep: int, *, highest: bool = True) -> Spread:
    """The sum of the highest of like dice, or of the lowest: face by face, how many dice show it and are kept."""
    states = {(0, 0): 1}  # dice that have shown their face, the sum of those that are kept: ways
    for face in range(faces, 0, -1) if highest else range(1, faces + 1):
        further: dict[tuple[int, int], int] = {}
        for (shown, total), ways in states.items():
            for more in range(number - shown + 1):
                counted = min(more, max(keep - shown, 0))
                state = (shown + more, total + counted * face)
                further[state] = further.get(state, 0) + ways * comb(number - shown, more)
        states = further
    return Spread({total: states[number, total] for shown, total in sorted(states) if shown == number}, faces**number)


def succeeding(number: int, ways: int, faces: int) -> Spread:
    """How many of `number` throws succeed, each on `ways` of its `faces` equal results."""
    return Spread(
        {k: comb(number, k) * ways**k * (faces - ways) ** (number - k) for k in range(number + 1)}, faces**number
    )
