"""What one side is shown of a game, as plain values for the page: nothing that its view does not hold.

A side reads the sentences of the story that name no counter hidden from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ibbprint.engine.api.playing import EventWords
from ibbprint.engine.session import Opened, Playing
from ibbprint.engine.state import Action, Event
from ibbprint.engine.verbs import AIM
from ibbprint.materials.boards import Spot
from ibbprint.patterns import regex
from ibbprint.phrases import mixed
from ibbprint.reports.battle_report import Teller
from ibbprint.table.answering import Json

EVERYTHING = ""
"""The side of those who see all: of a replay."""
MASK = "?"
"""In the name of a counter that a side cannot see."""
SO_FAR = "so-far"
"""How it stands begins with this sentence; in a game that says no more, the page knows it already."""
_WORD = regex(r"[\w?]+")
_PLACE = regex(r"[0-9]{4}|[0-9]{1,2},[0-9]{1,2}")


class SideView:
    """A game as a side sees it; EVERYTHING shows the game itself."""

    def __init__(self, opened: Opened[Any], game: Playing, side: str) -> None:
        self.opened = opened
        self.game = game
        self.side = side
        self.view = game if side == EVERYTHING else game.view(side)
        self.state = self.view.state
        self.names = game.notation.names(self.state)
        self.present = {item.key: item for item in self.view.roll_call()}

    def place(self, number: int) -> str:
        """The name of a place by its number; empty off the map."""
        return self.names[number] if 0 <= number < len(self.names) else ""

    def counters(self) -> list[Json]:
        """Every counter: key, name, side, place and the signs that lie on it."""
        signs, described = self.view.signs(), self.view.described()
        result = []
        for number, counter in enumerate(self.state.counters):
            known = self.present.get(counter.key)
            place = self.place(counter.hex)
            item: Json = {
                "id": number,
                "key": counter.key,
                "name": known.name if known is not None and MASK not in counter.key else "",
                "side": self.game.sides[counter.side],
                "place": place,
                "signs": list(signs.get(counter.key, ())),
            }
            if MASK not in counter.key and counter.key in described:
                item["figures"] = described[counter.key]
            if counter.key in self.spots:
                item["spot"] = on_table(self.spots[counter.key])
            result.append(item)
        return result

    def choices(self) -> list[Json]:
        """The legal actions of the side, in the order of the engine; none while another side decides."""
        if self.side == EVERYTHING or self.game.to_move != self.side:
            return []
        return [self.choice(number, action) for number, action in enumerate(self.view.candidates())]

    def choice(self, number: int, action: Action) -> Json:
        verb = self.game.notation.verbs.get(action.verb)
        target = action.word if verb is not None and verb.word == "counter" else ""
        word = "" if target else action.word
        return {
            "id": number,
            "verb": action.verb,
            "say": "" if verb is None else verb.say,
            "text": self.view.text(action),
            "who": list(action.counters),
            "way": [self.place(hex) for hex in action.path],
            "aim": bool(verb is not None and (verb.hexes == AIM or target)),
            "works": bool(verb is not None and verb.works),
            "target": target,
            "word": verb.reads(word) if word and verb is not None and verb.reads is not None else word,
            "rule": "" if verb is None else verb.rule,
            "cost": self.cost(action),
            "ends": [] if verb is None or verb.hexes == AIM or target else self.ends(action),
        }

    def still_open(self) -> Json:
        """What the side may still do in its activation, in words with their rules; empty while another one decides."""
        text, rules = self.view.still_open() if self.game.to_move == self.side else ("", ())
        return {"text": text, "rules": list(rules)}

    def cost(self, action: Action) -> str:
        """What a move takes, with its unit: `3½ points`; empty where it takes nothing."""
        cost = self.view.cost(action)
        return "" if cost is None else f"{mixed(cost)} {self.view.COSTS[cost > 1 or not cost]}"

    @cached_property
    def spots(self) -> Mapping[str, Spot]:
        """Where counters stand on a table without cells, by their keys."""
        return self.view.spots()

    def ends(self, action: Action) -> list[list[float]]:
        """Where the counters of a move would stand, on a table without cells; nothing where dice decide that."""
        if not self.spots or not action.counters:
            return []
        game = self.view.copy(0)
        game.state.events = []
        dice = game.state.dice.copy()
        game.flow.do_while(game.state, action, lambda: False)
        if not game.state.dice.same(dice):
            return []
        after = game.spots()
        keys = [self.state.counters[number].key for number in action.counters]
        return [on_table(after[key]) for key in keys if key in after and after[key] != self.spots.get(key)]

    def question(self) -> str:
        """What must be decided before play goes on, in words; empty where nothing is asked."""
        questions = self.state.questions
        if not questions or self.game.to_move is None:
            return ""
        return self.game.flow.questions[questions[0].kind].about

    def hidden(self) -> frozenset[str]:
        """The keys of the counters whose names the side cannot see."""
        if self.side == EVERYTHING:
            return frozenset()
        shown = {counter.key for counter in self.state.counters}
        return frozenset(counter.key for counter in self.game.state.counters) - shown

    @cached_property
    def is_partial(self) -> bool:
        """Whether the enemy hides anything from the side: units, orders, spells. A guess at it changes the view."""
        if self.side == EVERYTHING:
            return False
        return bool(self.view.guess(0).fingerprint() != self.view.copy(0).fingerprint())


def on_table(spot: Spot) -> list[float]:
    """The middle of a base, its width, its depth and its heading, as the page has them."""
    return [spot.x, spot.y, spot.width, spot.height, spot.heading]


def story(side_view: SideView, seed: str) -> tuple[list[Json], list[Json]]:
    """The sentences of the report that a side may read: their place on the page, words, rules, and places named.

    What the report ends with while a game goes on, how it stands, comes by itself. A sentence that names an enemy
    counter which the side cannot see now, by its key or its name, is left out.
    """
    game, opened = side_view.game, side_view.opened
    keys = side_view.hidden()
    called = {item.key: item.name for item in game.roll_call()}
    shown = {name for key, name in called.items() if key not in keys}
    secret = {called[key] for key in keys if called.get(key)} - shown
    teller = Teller(opened.telling, seed)
    places = frozenset(side_view.names)
    sentences: list[Json] = []
    stands: list[Json] = []
    into = sentences
    for item in game.tale():
        text = teller.sentence(item)
        if item.kind == SO_FAR:
            into = stands
        if keys.isdisjoint(_WORD.findall(text)) and not any(name in text for name in secret):
            into.append(_sentence(opened, item, text, places))
    return sentences, stands if len(stands) > 1 else []


def _sentence(opened: Opened[Any], item: EventWords, text: str, places: frozenset[str]) -> Json:
    named = [name for name in dict.fromkeys(_PLACE.findall(text)) if name in places]
    return {
        "kind": item.kind,
        "put": opened.telling[item.kind].place,
        "text": text,
        "rules": list(item.rules),
        "places": named,
    }


def thrown(events: Sequence[Event]) -> list[int]:
    """The dice of the last event that names any."""
    for event in reversed(events):
        for name in ("dice", "die", "roll", "rolls"):
            value = event.values.get(name)
            if isinstance(value, int) and not isinstance(value, bool):
                return [value]
            if isinstance(value, list | tuple) and value and all(isinstance(item, int) for item in value):
                return list(value)
    return []
