"""One game played and put down as plain numbers, small enough to send between processes and to keep by the thousand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from ibbprint.engine.api.playing import Opened, Playing, Result
from ibbprint.engine.api.watching import Watched
from ibbprint.engine.state import Event
from ibbprint.playtest.games import play_on
from ibbprint.playtest.policies import Policy

STANDS = "stands"
"""The value of a moment that holds the place of each counter on the map."""


class Service(TypedDict):
    """What one counter did in a game."""

    acts: int
    """The actions that it was named in."""
    turns: int
    """The turns at whose end it was on the map."""
    idle: int
    """Of those, the turns in which it took no action of its side."""
    lost: int
    """The turn in which it was eliminated, 0 if it was not."""
    kills: int
    """Enemies eliminated by its attacks, those of several attackers counted for each of them."""
    orders: int
    refused: int
    """Its rolls for orders, and those of them that failed."""


class Record(TypedDict):
    """A game as numbers. Every key is text, so that it is the same after a journey through JSON."""

    seed: str
    levels: dict[str, Any]
    winner: str | None
    turns: int
    actions: int
    margins: list[float]
    """How far the first side was ahead at the set-up and after each turn, in levels of victory."""
    left: list[list[int]]
    """The counters of each side on the map at the same moments."""
    pieces: dict[str, Service]
    losses: dict[str, list[int]]
    """The counters of each side that were eliminated in a place."""
    presence: dict[str, list[int]]
    """The counters of each side in a place, added up over the moments."""
    markers: dict[str, int]
    """The most of each marker on the table at once."""
    happened: dict[str, int]
    """How often each kind of event was told."""
    end: str
    """The fingerprint of the end."""


def margin(result: Result, side: str) -> float:
    """How far a side is ahead of the best of the others: in levels where the game counts them, else 1, 0 or -1."""
    levels = result.levels
    if all(isinstance(level, int) for level in levels.values()):
        return float(levels[side] - max(level for other, level in levels.items() if other != side))
    return 0.0 if result.winner is None else 1.0 if result.winner == side else -1.0


def score(winner: str | None, side: str) -> float:
    """1 for a win, 0 for a loss, a half for a draw."""
    return 0.5 if winner is None else float(winner == side)


def play_and_record(opened: Opened, seed: str, policies: Mapping[str, Policy]) -> Record:
    """Play a game to its end and put it down."""
    game = opened.start(seed, listen=True)
    recorder = _Recorder(game, opened.watched)
    play_on(game, policies, noted=recorder.note)
    return recorder.record(seed)


class _Recorder:
    def __init__(self, game: Playing, watched: Watched) -> None:
        self.game = game
        self.watched = watched
        self.sides = list(game.sides)
        self.read = 0
        """The events that have been read."""
        self.actions = 0
        self.margins: list[float] = []
        self.left: list[list[int]] = []
        self.services: dict[str, Service] = {}
        self.side_of: dict[str, int] = {}
        self.acted: set[str] = set()
        """Who has acted in this turn."""
        self.striking: Sequence[str] = ()
        """Who attacked last."""
        self.places: dict[str, str] = {}
        """Where each counter was last seen."""
        self.losses: dict[str, list[int]] = {}
        self.presence: dict[str, list[int]] = {}
        self.markers: Counter[str] = Counter()
        self.happened: Counter[str] = Counter()
        self.enroll()
        self.look()

    def enroll(self) -> None:
        """Take in counters that are new, such as summoned ones."""
        for one in self.game.roll_call():
            if one.key not in self.services:
                self.services[one.key] = Service(acts=0, turns=0, idle=0, lost=0, kills=0, orders=0, refused=0)
                self.side_of[one.key] = self.sides.index(one.side)

    def note(self, game: Playing, action: Any) -> None:
        """An action that is about to be done, when what the last one did has been told."""
        self.look()
        self.actions += 1
        if action.who:
            self.enroll()
            everybody = game.roll_call()
            for key in dict.fromkeys(everybody[number].key for number in action.who):
                self.acted.add(key)
                self.services[key]["acts"] += 1

    def look(self) -> None:
        """Read what has happened since the last look."""
        events = self.game.events
        for event in events[self.read :]:
            self.happened[event.kind] += 1
            if STANDS in event.values:
                self._moment(event)
            self._removal(event)
            self._attack(event)
            self._order(event)
        self.read = len(events)
        for marker, number in self.game.markers().items():
            self.markers[marker] = max(self.markers[marker], number)

    def _moment(self, event: Event) -> None:
        self.enroll()
        self.margins.append(margin(self.game.result, self.sides[0]))
        here = [0] * len(self.sides)
        for key, stands in event.values[STANDS].items():
            place = stands if isinstance(stands, str) else ",".join(map(str, stands[:2]))
            side = self.side_of[key]
            here[side] += 1
            self.places[key] = place
            self.presence.setdefault(place, [0] * len(self.sides))[side] += 1
            if event.turn:
                self.services[key]["turns"] += 1
                self.services[key]["idle"] += key not in self.acted
        self.left.append(here)
        self.acted.clear()

    def _removal(self, event: Event) -> None:
        key = event.values.get(self.watched.removes.get(event.kind, ""))
        if key is None or key not in self.services:
            return
        side = self.side_of[key]
        self.services[key]["lost"] = event.turn
        place = event.values.get("hex") or event.values.get("square") or self.places.get(key, "")
        self.losses.setdefault(place, [0] * len(self.sides))[side] += 1
        for striker in self.striking:
            if self.side_of.get(striker, side) != side:
                self.services[striker]["kills"] += 1

    def _attack(self, event: Event) -> None:
        found = event.values.get(self.watched.attacks.get(event.kind, ""))
        if found is not None:
            self.striking = [found] if isinstance(found, str) else list(found)

    def _order(self, event: Event) -> None:
        key = event.values.get(self.watched.orders.get(event.kind, ""))
        if key in self.services:
            self.services[key]["orders"] += 1
            self.services[key]["refused"] += not event.values["passed"]

    def record(self, seed: str) -> Record:
        """The game, which is over."""
        self.look()
        result = self.game.result
        return Record(
            seed=seed,
            levels=dict(result.levels),
            winner=result.winner,
            turns=self.game.turn,
            actions=self.actions,
            margins=self.margins,
            left=self.left,
            pieces=self.services,
            losses=self.losses,
            presence=self.presence,
            markers=dict(self.markers),
            happened=dict(self.happened),
            end=self.game.fingerprint(),
        )
