"""The faults of players of the element battle, counted by side from the events of a game.

A wargamer looks for them in a battle report: elements in contact that do not fight, elements and groups that dawdle,
generals who do not lead, lone charges, and lines that break up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt
from typing import Any

from ibbprint.engine.lattice import Block, Heading, Rect, gaps, is_beside, is_within
from ibbprint.engine.state import Event
from ibbprint.systems.element_battle.rules import ground
from ibbprint.systems.element_battle.rules.stands import Stand
from ibbprint.systems.element_battle.rules.state import FROG, Element, State

IDLE = 3
"""The turns of its side in a row after which an element that does nothing is idle."""
BEHIND = 20
"""The cells by which a general is farther from the enemy than his army on average who stays behind: 400 paces."""
COUNTED = {
    "element turns": "elements at the ends of their turns",
    "idle": f"of them idle: nothing done in {IDLE} turns running, though PIPs were left for it",
    "waits": "of the idle: an enemy within its move",
    "untouched": "elements whose front touched an enemy and that did not fight",
    "on a flank": "of those: on the flank or rear of enemies who fought others (H-26)",
    "general turns": "turns of a general",
    "behind": f"of them with the general {BEHIND} cells or more farther from the enemy than his army on average",
    "alone": "of them with nobody beside him and an enemy who can come to him",
    "generals lost": "generals lost",
    "lost alone": "of them with nobody beside them",
    "charges": "charges",
    "lone": "of them by one element at an enemy with support, and nobody with it",
    "moves": "moves of one element without a charge",
    "leaves line": "of them out of a line, to stand alone where an enemy can come",
    "bad going": "of them into bad going that hinders it, where an enemy can come",
    "held": "shots held",
}
"""What is counted, in the order of the report."""
Places = Mapping[str, Block]


@dataclass
class Turn:
    """One turn, from its events."""

    side: int
    pips: int = 0
    places: dict[str, Block] = field(default_factory=dict)
    """The places at the end of the movement."""
    moves: list[Event] = field(default_factory=list)
    busy: set[str] = field(default_factory=set)
    """Whoever moved, shot, cast or turned."""
    fights: set[frozenset[str]] = field(default_factory=set)
    lost: list[str] = field(default_factory=list)


def counts(state: State, events: Sequence[Event]) -> Iterator[tuple[str, int]]:
    """What a game shows, each by its name in `COUNTED` and the number of the side."""
    elements = {element.key: element for element in state.elements}
    generals = [next((e.key for e in state.elements if e.side == side and e.general), "") for side in range(2)]
    quiet: dict[str, int] = {}
    turn, stands = Turn(0), dict[str, Block]()
    for event in events:
        if event.kind == "turn":
            turn = Turn(state.setting.sides.index(event.values["side"]), places=dict(stands))
        _take(turn, event)
        if event.kind not in ("ready", "turn-over", "over"):
            continue
        before, stands = stands, _places(event)
        if event.kind == "ready":
            continue
        watch = _Watch(state, elements, turn, before, stands, generals)
        yield from watch.moves()
        yield from watch.contacts()
        yield from watch.generals()
        yield from watch.idle(quiet)


def _places(event: Event) -> dict[str, Block]:
    return {
        key: Block(Rect(x1, y1, x2, y2), Heading[heading.upper()])
        for key, (x1, y1, x2, y2, heading, fate, _) in event.values["stands"].items()
        if fate != FROG
    }


def _take(turn: Turn, event: Event) -> None:
    """Note an event of a turn."""
    values, kind = event.values, event.kind
    if kind == "pips":
        turn.pips = values["die"]
    elif kind in ("moves", "charges", "breaks-off"):
        turn.pips -= values["pips"]
        turn.busy.update(values["units"])
        turn.moves.append(event)
        _move(turn.places, values)
    elif kind == "marks":
        turn.pips -= values["number"]
    elif kind == "appears":
        turn.pips -= 1
        turn.busy.add(values["unit"])
    elif kind in ("shooting", "spell", "faces"):
        turn.busy.add(values["unit"])
        turn.pips -= kind == "spell"
    elif kind == "combat":
        turn.fights.add(frozenset((values["unit"], values["target"])))
    elif kind == "lost":
        turn.lost.append(values["unit"])


def _move(places: dict[str, Block], values: Mapping[str, Any]) -> None:
    """Set movers where their move ends; a group keeps its heading and goes as far as its first element."""
    units = values["units"]
    x, y = map(int, values["place"].split(","))
    heading = Heading[values["heading"].upper()]
    first = places[units[0]]
    if len(units) > 1:
        dx, dy = x - first.rect.x1, y - first.rect.y1
        for key in units:
            places[key] = places[key]._replace(rect=places[key].rect.moved(dx, dy))
        return
    wide, deep = first.rect.wide, first.rect.deep
    if (heading - first.heading) % 2:
        wide, deep = deep, wide
    places[units[0]] = Block(Rect(x, y, x + wide, y + deep), heading)


class _Watch:
    """One turn with where everybody stood before it, after the movement and after it."""

    def __init__(
        self,
        state: State,
        elements: Mapping[str, Element],
        turn: Turn,
        before: Places,
        after: Places,
        generals: Sequence[str],
    ) -> None:
        self.state, self.elements, self.turn, self.before, self.after = state, elements, turn, before, after
        self.leaders = generals
        self.side = turn.side

    def _of(self, places: Places, side: int) -> list[str]:
        """The elements of a side, its stronghold left out."""
        return [key for key in places if self.elements[key].side == side and not self.elements[key].is_place]

    def _beside(self, places: Places, key: str, keys: Sequence[str]) -> bool:
        return any(other != key and is_beside(places[other].rect, places[key].rect) for other in keys)

    def _reach(self, key: str) -> int:
        return self.state.setting.rates(self.elements[key].kind).good

    def _threatened(self, places: Places, key: str) -> bool:
        """Whether an enemy is near enough to come to an element in the open."""
        enemies = self._of(places, 1 - self.elements[key].side)
        return any(is_within(places[enemy].rect, places[key].rect, self._reach(enemy)) for enemy in enemies)

    def moves(self) -> Iterator[tuple[str, int]]:
        """Charges and moves of the turn, as everybody stands once all have moved."""
        places, side = self.turn.places, self.side
        mine, theirs = self._of(places, side), self._of(places, 1 - side)
        for event in self.turn.moves:
            units, targets = event.values["units"], event.values["targets"]
            if event.kind == "charges":
                yield "charges", side
                enemy = targets[0]
                with_it = [key for key in mine if key not in units and is_beside(places[key].rect, places[enemy].rect)]
                alone = len(units) == 1 and not with_it and not self._beside(places, units[0], mine)
                if alone and not self.elements[enemy].is_place and self._beside(places, enemy, theirs):
                    yield "lone", side
            elif event.kind == "moves" and len(units) == 1 and units[0] in places:
                yield "moves", side
                yield from self._wanders(units[0], mine)

    def _wanders(self, key: str, mine: Sequence[str]) -> Iterator[tuple[str, int]]:
        """Whether a move of one element breaks a line, or ends in bad going before an enemy."""
        places, side = self.turn.places, self.side
        if not self._threatened(places, key):
            return
        was = self.before.get(key)
        friends = [other for other in mine if other in self.before]
        in_line = was is not None and any(
            self.before[other].heading == was.heading and is_beside(self.before[other].rect, was.rect)
            for other in friends
            if other != key
        )
        if in_line and not self._beside(places, key, mine):
            yield "leaves line", side
        element = self.elements[key]
        stand = Stand(element.kind, options=element.options)
        kinds = () if element.flies else self.state.setting.kinds_under(places[key].rect)
        if any(kind.going == "bad" and not stand.at_home_in(kind) for kind in kinds):
            yield "bad going", side

    def contacts(self) -> Iterator[tuple[str, int]]:
        """Elements of both sides whose front touches an enemy when the turn is over, and that did not fight in it."""
        fought = frozenset().union(*self.turn.fights)
        for key, block in self.after.items():
            element = self.elements[key]
            if element.is_place or key in fought:
                continue
            touched = [
                enemy
                for enemy, other in self.after.items()
                if self.elements[enemy].side != element.side and block.touches_ahead(other.rect)
            ]
            if touched:
                yield "untouched", element.side
                if all(enemy in fought and not self.after[enemy].touches_ahead(block.rect) for enemy in touched):
                    yield "on a flank", element.side

    def generals(self) -> Iterator[tuple[str, int]]:
        """The general of the side whose turn it is, once all have moved; generals of both sides who fall."""
        places, side = self.turn.places, self.side
        key = self.leaders[side]
        if key in places:
            yield "general turns", side
            mine, theirs = self._of(places, side), self._of(places, 1 - side)
            away = {own: min((_apart(places[own], places[enemy]) for enemy in theirs), default=0.0) for own in mine}
            others = [away[own] for own in mine if own != key]
            if others and away[key] >= BEHIND + fsum(others) / len(others):
                yield "behind", side
            if not self._beside(places, key, mine) and self._threatened(places, key):
                yield "alone", side
        for number, key in enumerate(self.leaders):
            if key in self.turn.lost and key in places:
                yield "generals lost", number
                if not self._beside(places, key, self._of(places, number)):
                    yield "lost alone", number

    def idle(self, quiet: dict[str, int]) -> Iterator[tuple[str, int]]:
        """Elements that did nothing for some turns of their side, though there were PIPs for it each time.

        `quiet` are those turns by element. One out of command needs two PIPs.
        """
        places, side = self.turn.places, self.side
        fought = frozenset().union(*self.turn.fights)
        general = places.get(self.leaders[side])
        for key in self._of(self.after, side):
            yield "element turns", side
            block = places.get(key)
            if block is None or key in self.turn.busy or key in fought:
                quiet[key] = 0
                continue
            far = general is None or ground.is_beyond(self.state, general, block.rect)
            quiet[key] = quiet.get(key, 0) + 1 if self.turn.pips >= (2 if far else 1) else 0
            if quiet[key] >= IDLE:
                yield "idle", side
                enemies = self._of(places, 1 - side)
                if any(is_within(block.rect, places[enemy].rect, self._reach(key)) for enemy in enemies):
                    yield "waits", side


def _apart(a: Block, b: Block) -> float:
    """The cells between two blocks."""
    dx, dy = gaps(a.rect, b.rect)
    return sqrt(dx * dx + dy * dy)
