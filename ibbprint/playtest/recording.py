"""A played game as plain numbers, small enough to send between processes and to keep by the thousand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from ibbprint.engine.api.gauges import Gauge
from ibbprint.engine.api.playing import Result
from ibbprint.engine.api.watching import Watched
from ibbprint.engine.session import Opened, Playing
from ibbprint.engine.state import Event
from ibbprint.playtest.policies import Policy, play_on

STANDS = "stands"
"""The value of a moment that holds the place of each counter on the map."""


class Service(TypedDict):
    """The record of a counter in a game."""

    acts: int
    """The actions that it was named in."""
    turns: int
    """The turns at whose end it was on the map."""
    idle: int
    """Of those, the turns in which it took no action of its side."""
    lost: int
    """The turn in which it was eliminated, 0 if it was not."""
    attacks: int
    """The attacks, shots and spells in which it took part."""
    kills: int
    """Enemies eliminated by its attacks, those of several attackers counted for each of them."""
    orders: int
    refused: int
    """Its rolls for orders, and those of them that failed."""


class Casts(TypedDict):
    """The record of a spell of a side in a game."""

    cast: int
    failed: int
    """Of those, the casts that fizzled."""
    kills: int
    """Enemies that it eliminated."""


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
    figures: list[list[float]]
    """The figure of each gauge of the scenario at the same moments."""
    pieces: dict[str, Service]
    spells: dict[str, Casts]
    """The spells that were cast, as `spell_key` names them."""
    losses: dict[str, list[int]]
    """The counters of each side that were eliminated in a place."""
    presence: dict[str, list[int]]
    """The counters of each side in a place, added up over the moments."""
    markers: dict[str, int]
    """The most of each marker on the table at once."""
    happened: dict[str, int]
    """How often each kind of event was reported, those of several ways by their way."""
    decided: list[str]
    """What was met at the end, in words."""
    end: str
    """The fingerprint of the end."""


def spell_key(side: str, spell: str) -> str:
    """The name of a side's spell among records."""
    return f"{side}/{spell}"


def margin(result: Result, side: str) -> float:
    """The lead of a side over the best of the others: in levels where the game counts them, else 1, 0 or -1."""
    levels = result.levels
    if all(isinstance(level, int) for level in levels.values()):
        return float(levels[side] - max(level for rival, level in levels.items() if rival != side))
    return 0.0 if result.winner is None else 1.0 if result.winner == side else -1.0


def score(winner: str | None, side: str) -> float:
    """1 for a win, 0 for a loss, a half for a draw."""
    return 0.5 if winner is None else float(winner == side)


def play_and_record(opened: Opened[Any], seed: str, policies: Mapping[str, Policy]) -> Record:
    """Play a game to its end and put it down."""
    game = opened.start(seed, listen=True)
    recorder = _Recorder(game, opened.watched, opened.gauges)
    play_on(game, policies, noted=recorder.note)
    return recorder.record(seed)


class _Recorder:
    def __init__(self, game: Playing, watched: Watched, gauges: Sequence[Gauge]) -> None:
        self.game = game
        self.gauges = gauges
        self.figures: list[list[float]] = [[] for _ in gauges]
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
        self.struck: Sequence[str] = ()
        """Who struck back at him."""
        self.foes: dict[str, dict[str, None]] = {}
        """Who attacked a counter in this turn, where results come later."""
        self.casting: str | None = None
        """The spell that he cast."""
        self.spells: dict[str, Casts] = {}
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
        for presence in self.game.roll_call():
            if presence.key not in self.services:
                self.services[presence.key] = Service(
                    acts=0, turns=0, idle=0, lost=0, attacks=0, kills=0, orders=0, refused=0
                )
                self.side_of[presence.key] = self.sides.index(presence.side)

    def note(self, game: Playing, action: Any) -> None:
        """An action that is about to be done, when what the last one did has been told."""
        self.look()
        self.actions += 1
        if action.counters and action.verb not in self.watched.passes:
            self.enroll()
            everybody = game.roll_call()
            for key in dict.fromkeys(everybody[number].key for number in action.counters):
                self._act(key)

    def _act(self, key: str) -> None:
        self.acted.add(key)
        self.services[key]["acts"] += 1

    def look(self) -> None:
        """Read what has happened since the last look."""
        events = self.game.events
        for event in events[self.read :]:
            way = event.values.get(self.watched.ways.get(event.kind, ""))
            self.happened[event.kind if way is None else f"{event.kind}-{way}"] += 1
            for key in _ids(event, self.watched.acts):
                self._act(key)
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
        for gauge, figures in zip(self.gauges, self.figures, strict=True):
            figures.append(float(gauge.figure(self.game.state)))
        counts = [0] * len(self.sides)
        for key, stands in event.values[STANDS].items():
            place = stands if isinstance(stands, str) else _middle(*stands[:4])
            side = self.side_of[key]
            counts[side] += 1
            self.places[key] = place
            self.presence.setdefault(place, [0] * len(self.sides))[side] += 1
            self._serve(key, event)
        for along in self.watched.along:
            for key in event.values[along]:
                self._serve(key, event)
        self.left.append(counts)
        self.acted.clear()
        self.foes.clear()

    def _serve(self, key: str, event: Event) -> None:
        """A turn more, unless it is the set-up."""
        if event.turn:
            self.services[key]["turns"] += 1
            self.services[key]["idle"] += key not in self.acted

    def _removal(self, event: Event) -> None:
        key = event.values.get(self.watched.removes.get(event.kind, ""))
        if key is None or key not in self.services:
            return
        side = self.side_of[key]
        self.services[key]["lost"] = event.turn
        place = event.values.get("hex") or event.values.get("square") or self.places.get(key, "")
        self.losses.setdefault(place, [0] * len(self.sides))[side] += 1
        for striker in self._by(key, event):
            if self.side_of.get(striker, side) != side:
                self.services[striker]["kills"] += 1
        if self.casting is not None and self.side_of[self.striking[0]] != side:
            self.spells[self.casting]["kills"] += 1

    def _by(self, key: str, event: Event) -> Iterable[str]:
        """The counters that eliminated a counter; a leader falls to those who attacked his unit."""
        if self.watched.targets:
            return self.foes.get(key) or self.foes.get(event.values.get("unit") or "") or ()
        return self.struck if key in self.striking else self.striking

    def _attack(self, event: Event) -> None:
        strikers = _ids(event, self.watched.attacks)
        if not strikers:
            return
        self.striking = strikers
        self.struck = _ids(event, self.watched.strikes_back)
        for key in _ids(event, self.watched.targets):
            self.foes.setdefault(key, {}).update(dict.fromkeys(strikers))
        for striker in strikers:
            if striker in self.services:
                self.services[striker]["attacks"] += 1
        self._cast(event)

    def _cast(self, event: Event) -> None:
        spell = event.values.get(self.watched.spells.get(event.kind, ""))
        self.casting = None if spell is None else spell_key(self.sides[self.side_of[self.striking[0]]], spell)
        if self.casting is not None:
            casts = self.spells.setdefault(self.casting, Casts(cast=0, failed=0, kills=0))
            casts["cast"] += 1
            casts["failed"] += not event.values.get("passed", True)

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
            figures=self.figures,
            pieces=self.services,
            spells=self.spells,
            losses=self.losses,
            presence=self.presence,
            markers=dict(self.markers),
            happened=dict(self.happened),
            decided=list(self.game.decided()),
            end=self.game.fingerprint(),
        )


def _middle(x1: int, y1: int, x2: int, y2: int) -> str:
    """The middle of a block on a table, to a whole unit."""
    return f"{(x1 + x2) // 2},{(y1 + y2) // 2}"


def _ids(event: Event, value_names: Mapping[str, str]) -> Sequence[str]:
    """The counters in the value that is named for this kind of event; none where there is no such value."""
    result = event.values.get(value_names.get(event.kind, ""))
    return [] if not result else [result] if isinstance(result, str) else list(result)
