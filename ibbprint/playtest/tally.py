"""Many games added up: what is kept grows with the counters and hexes of the scenario, not with the games."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ibbprint.engine.api.watching import Present
from ibbprint.playtest.recording import Record, Service, score
from ibbprint.playtest.statistics import Interval, mean, share


@dataclass(slots=True)
class Career:
    """The record of a counter in all games."""

    games: int = 0
    """The games in which it was on the map at the end of a turn, or was lost before that."""
    turns: int = 0
    idle: int = 0
    never: int = 0
    """The games in which it stood on the map at the end of a turn and took no action at all."""
    lost: Counter[int] = field(default_factory=Counter)
    """The games in which it was eliminated, by turn."""
    attacks: int = 0
    harmless: int = 0
    """The games in which it attacked nobody."""
    kills: int = 0
    orders: int = 0
    refused: int = 0

    @property
    def losses(self) -> int:
        """The games in which it was eliminated."""
        return sum(self.lost.values())


@dataclass(slots=True)
class Magic:
    """The record of a spell of a side in all games."""

    games: int = 0
    """The games in which it was cast."""
    cast: int = 0
    failed: int = 0
    kills: int = 0


@dataclass(slots=True)
class Extreme:
    """The game that went furthest for a side: its seed replays it."""

    seed: str = ""
    margin: float = float("-inf")


class Tally:
    """The games of one pairing of policies so far."""

    def __init__(self, sides: Sequence[str], roll: Sequence[Present]) -> None:
        self.sides = list(sides)
        self.roll = {presence.key: presence for presence in roll}
        self.games = 0
        self.scores: array[float] = array("d")
        """1, 1/2 or 0 for the first side, game by game; what pairs and stopping rules need."""
        self.margins: array[float] = array("d")
        """The margin at the end, for the first side, game by game."""
        self.balances: array[float] = array("d")
        """The counters of the first side that are left at the end, less those of the others, game by game."""
        self.refusals: array[float] = array("d")
        """The orders that were refused, game by game."""
        self.winners: Counter[str | None] = Counter()
        self.levels: dict[str, Counter[str]] = {side: Counter() for side in sides}
        self.lengths: Counter[int] = Counter()
        self.actions = 0
        self.ahead: list[Counter[float]] = []
        """The margins of the first side at the set-up and after each turn; a game that is over stays as it ended."""
        self.left: list[list[Counter[int]]] = []
        """The counters of each side on the map at the same moments."""
        self.figures: list[list[Counter[float]]] = []
        """The figures of each gauge at the same moments; a game that is over stays as it ended."""
        self.ends: list[array[float]] = []
        """The figure of each gauge at the end, game by game."""
        self.careers: dict[str, Career] = {presence.key: Career() for presence in roll}
        self.spells: dict[str, Magic] = {}
        """The spells that were cast, as `spell_key` names them."""
        self.losses: dict[str, list[int]] = {}
        self.presence: dict[str, list[int]] = {}
        self.markers: dict[str, Counter[int]] = {}
        """How many of each marker a game needed, by how often."""
        self.happened: Counter[str] = Counter()
        """In how many games a kind of event was reported."""
        self.decided: Counter[str] = Counter()
        """In how many games something was met that decided it, in words."""
        self.extremes = {side: Extreme() for side in sides}
        self.courses: array[int] = array("Q")
        """A hash of all that happened, game by game: in games with equal ones a change did nothing."""

    def add(self, record: Record) -> None:
        """Add one game."""
        self.games += 1
        first = self.sides[0]
        self.scores.append(score(record["winner"], first))
        self.margins.append(record["margins"][-1])
        first_side, *enemies = record["left"][-1]
        self.balances.append(first_side - sum(enemies))
        self.refusals.append(sum(service["refused"] for service in record["pieces"].values()))
        self.courses.append(course(record))
        self.winners[record["winner"]] += 1
        for side, level in record["levels"].items():
            self.levels[side][str(level)] += 1
        self.lengths[record["turns"]] += 1
        self.actions += record["actions"]
        _lay(self.ahead, record["margins"], self.games)
        self._lay_left(record["left"])
        while len(self.figures) < len(record["figures"]):
            self.figures.append([])
            self.ends.append(array("d"))
        for moments, figures in zip(self.figures, record["figures"], strict=True):
            _lay(moments, figures, self.games)
        for ends, figures in zip(self.ends, record["figures"], strict=True):
            ends.append(figures[-1])
        for key, service in record["pieces"].items():
            self._serve(key, service)
        for name, casts in record["spells"].items():
            magic = self.spells.setdefault(name, Magic())
            magic.games += 1
            magic.cast += casts["cast"]
            magic.failed += casts["failed"]
            magic.kills += casts["kills"]
        for mine, its in ((self.losses, record["losses"]), (self.presence, record["presence"])):
            for place, numbers in its.items():
                sums = mine.setdefault(place, [0] * len(self.sides))
                for at, number in enumerate(numbers):
                    sums[at] += number
        for marker, reached in record["markers"].items():
            self.markers.setdefault(marker, Counter())[reached] += 1
        self.happened.update(record["happened"].keys())
        self.decided.update(record["decided"])
        for side in self.sides:
            ahead = record["margins"][-1] * (1 if side == first else -1)
            if ahead > self.extremes[side].margin:
                self.extremes[side] = Extreme(record["seed"], ahead)

    def _serve(self, key: str, service: Service) -> None:
        career = self.careers.setdefault(key, Career())
        present = bool(service["turns"] or service["lost"])
        career.games += present
        career.turns += service["turns"]
        career.idle += service["idle"]
        career.never += bool(service["turns"]) and not service["acts"]
        if service["lost"]:
            career.lost[service["lost"]] += 1
        career.attacks += service["attacks"]
        career.harmless += present and not service["attacks"]
        career.kills += service["kills"]
        career.orders += service["orders"]
        career.refused += service["refused"]

    def _lay_left(self, numbers: Sequence[Sequence[int]]) -> None:
        while len(self.left) < len(numbers):
            last = self.left[-1] if self.left else [Counter() for _ in self.sides]
            self.left.append([Counter(item) for item in last])
        for moment, counts in enumerate(self.left):
            for side, count in enumerate(counts):
                count[numbers[min(moment, len(numbers) - 1)][side]] += 1

    def won(self, side: str) -> Interval:
        """The share of games that a side wins, a draw half a win for each of two."""
        wins = self.winners[side] + self.winners[None] / 2
        return share(wins, self.games)

    @property
    def reach(self) -> float:
        """The furthest that a game has left a side ahead, in levels of victory; a level at least can be won."""
        return max([1.0, *map(abs, self.margins)])

    def average(self) -> Interval:
        """The average lead of the first side, in levels of victory."""
        return mean(self.margins, self.reach)

    def drawn(self) -> Interval:
        """The share of games without a winner."""
        return share(self.winners[None], self.games)


def _lay(moments: list[Counter[float]], values: Sequence[float], games: int) -> None:
    """Add a game's values at each moment; where one game is shorter than another, its last value holds on."""
    while len(moments) < len(values):
        moments.append(Counter(moments[-1]) if moments else Counter())
    for number, moment in enumerate(moments):
        moment[values[min(number, len(values) - 1)]] += 1
    assert all(moment.total() == games for moment in moments)


def quantile(counts: Mapping[Any, int], part: float) -> float:
    """The smallest value that at least that part of the counts do not exceed. Raises ValueError for no counts."""
    total = sum(counts.values())
    if not total:
        raise ValueError("no quantile of nothing")
    run = 0
    for value in sorted(counts):
        run += counts[value]
        if run >= part * total:
            return float(value)
    raise AssertionError("some value has the last of the counts")


def course(record: Record) -> int:
    """A number that is the same for games in which the same things happened, in the same places, to the same end.

    The fingerprint of the end will not do: it knows the ratings of counters, whether they mattered or not; nor will
    figures, which are shares of those ratings.
    """
    values = {name: value for name, value in record.items() if name not in ("seed", "end", "figures")}
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
