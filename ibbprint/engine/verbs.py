"""Actions as text and back, by a table of verbs: `move R3 1707-1608`, `melee R2 -> 1507`, `cast S31 fireball -> 0912`.

The form is `verb [counters] [word] [way] [-> target]`: counters joined by `+`, hexes by `-`.  Where only one counter
can be meant its hex may stand for it: `move 1707-1608`, `melee 1506 -> 1507`.  A saved game is made of such lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ibbprint.digits import are_digits
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.state import Action, State
from ibbprint.problems import did_you_mean

StateT = TypeVar("StateT", bound=State)
NONE, ONE, SOME = (0, 0), (1, 1), (1, 99)
"""How many counters an action names, at least and at most."""
WAY, AIM = "way", "aim"
"""Hexes that are gone to, or aimed at: those stand behind an arrow."""


@dataclass(frozen=True, slots=True)
class Verb:
    """The parts of an action with this verb."""

    counters: tuple[int, int] = ONE
    hexes: str = ""
    """WAY, AIM, or nothing for none."""
    word: str = ""
    """What its word is (`spell`, `corner`), nothing for none; `counter` is one that stands behind the arrow."""
    answer: bool = False
    """It is said only in answer to a question."""
    say: str = ""
    """What a player reads in its place, where the verb alone says too little; the rest of the action follows."""
    reads: Callable[[str], str] | None = None
    """What a player reads in place of its word."""
    rule: str = ""
    """The rule that says what it does, for a player who has not met it."""
    works: bool = False
    """It is aimed at a place, but attacks nobody: a bridge is built there."""
    settles: bool = False
    """It throws the dice for attacks that were declared before, one by one."""


@dataclass(frozen=True, slots=True)
class FormRules:
    """The rules that say what actions there are, and how counters and places are named.

    `place` is the pattern of a place’s name, `places` says it in words; `cell` is what a place is called. Without a
    pattern names are as those of the map: letters, digits and signs in the order of its first name.
    """

    action: str
    counter: str
    hex: str
    place: str = "[0-9]{4}"
    places: str = "hexes of four digits, column and row"
    cell: str = "hex"


class Notation(Generic[StateT]):
    """The actions of a game as text."""

    def __init__(
        self,
        verbs: Mapping[str, Verb],
        rules: FormRules,
        refused: type[Refusal],
        names: Callable[[StateT], Sequence[str]],
        words: Callable[[StateT, str], Iterable[str]] = lambda state, kind: (),
    ) -> None:
        """`names` are those of the hexes by number; `words` gives those known of a kind, as verbs name it."""
        self.verbs = verbs
        self.rules = rules
        self.refused = refused
        self.names = names
        self.words = words

    def place(self, state: StateT) -> str:
        """The pattern of a place’s name in this game."""
        return self.rules.place or _shape(self.names(state)[0])

    def text(self, state: StateT, action: Action) -> str:
        """An action as it is written in a saved game."""
        names, counters = self.names(state), state.counters
        verb = self.verbs.get(action.verb)
        exists = all(0 <= i < len(counters) for i in action.counters) and all(0 <= h < len(names) for h in action.path)
        if verb is None or not exists:
            return f"{action.verb} ..."
        keys = "+".join(counters[i].key for i in action.counters)
        path = "-".join(names[h] for h in action.path)
        if verb.word == "counter":
            parts = [keys, path, "->", action.word]
        elif verb.hexes == AIM and path:
            parts = [keys, action.word, "->", path]
        else:
            parts = [keys, action.word, path]
        return " ".join(filter(None, (action.verb, *parts)))

    def parse(self, state: StateT, line: str, legal: Callable[[], Iterable[Action]]) -> Action:
        """The action that a line means; the game's Refusal is raised where it means none.

        `legal` gives the actions to choose among, for lines that name a hex in place of a counter.
        """
        return _Reader(self, state, line, legal).read()

    def form(self, state: StateT, action: Action) -> Refusal | None:
        """Check that the form of an action is complete: the refusal, or None.

        Whoever checks after this may take for granted that its counters and hexes exist, and that one is named wherever
        one must be.
        """
        name, numbers, path, word = action
        verb = self.verbs.get(name)
        if verb is None or verb.answer:
            return self.refused(self.rules.action, f"nobody can {name} now")
        if not all(0 <= i < len(state.counters) for i in numbers):
            return self.refused(self.rules.counter, "there is no such counter")
        if not all(0 <= h < len(self.names(state)) for h in path):
            return self.refused(self.rules.hex, f"there is no such {self.rules.cell}")
        least, highest = verb.counters
        if not least <= len(numbers) <= highest:
            number = {NONE: "no counter", ONE: "one counter"}.get(verb.counters, "a counter")
            keys = " and ".join(state.counters[i].key for i in numbers) or "none"
            return self.refused(self.rules.action, f"{name} names {number}, not {keys}")
        if path and not verb.hexes:
            message = f"{name} needs no {self.rules.cell}: leave out {self.names(state)[path[0]]}"
            return self.refused(self.rules.action, message)
        if word and not verb.word:
            return self.refused(self.rules.action, f"{word!r} means nothing after {name}")
        return None


class _Reader(Generic[StateT]):
    """Reads one line."""

    def __init__(
        self, notation: Notation[StateT], state: StateT, line: str, legal: Callable[[], Iterable[Action]]
    ) -> None:
        self.notation = notation
        self.legal = legal
        self.state = state
        self.words = line.split()
        self.place = notation.place(state)
        self.way = re.compile(f"{self.place}(-{self.place})*", 0 if notation.rules.place else re.IGNORECASE)
        self.keys: dict[str, int] = {}
        for number, counter in enumerate(state.counters):
            self.keys.setdefault(counter.key.upper(), number)

    def refuse(self, rule: str, message: str) -> Refusal:
        return self.notation.refused(rule, message)

    def read(self) -> Action:
        notation, rules = self.notation, self.notation.rules
        if not self.words:
            raise self.refuse(rules.action, "an action is missing")
        name, rest = self.words[0].lower(), self.words[1:]
        verb = notation.verbs.get(name)
        if verb is None:
            hint = did_you_mean(name, notation.verbs, most=99)
            raise self.refuse(rules.action, f"{self.words[0]!r} is not an action. {hint}")
        rest, target = self.split(rest)
        numbers: tuple[int, ...] = ()
        path: tuple[int, ...] = ()
        choice = ""
        for word in rest:
            if self.way.fullmatch(word) and (notation.rules.place or numbers or not self.counters(word)):
                if path:
                    raise self.refuse(rules.action, f"{word!r} is a second path: name only one")
                path = self.hexes(word)
            elif not numbers and (result := self.counters(word)):
                numbers = result
            elif not choice:
                choice = word
            elif verb.counters != NONE and not numbers:
                raise self.no_counter(choice)
            else:
                raise self.refuse(rules.action, f"{word!r} is an unexpected word")
        if target and verb.word == "counter":
            choice = target
        elif target:
            if not self.way.fullmatch(target):
                raise self.refuse(rules.action, f"{target!r} cannot be a target: expected {rules.places}")
            if path and (numbers or len(path) > 1 or verb.hexes != AIM):
                place = self.notation.names(self.state)[path[0]]
                message = f"{place} before the arrow is one thing too many: name the counter, or its {rules.cell}"
                raise self.refuse(rules.action, message)
            if path:
                numbers = (self.only(name, path[0]),)
            path = self.hexes(target)
        if choice and not verb.word:
            if verb.hexes == WAY and are_digits(choice[0]):
                message = f"{choice!r} is not a path: {rules.places}, with - between them"
                raise self.refuse(rules.hex, message)
            if numbers or verb.counters == NONE:
                raise self.refuse(rules.action, f"{choice!r} means nothing after {name}")
            raise self.no_counter(choice)
        if not numbers and verb.counters != NONE:
            if not path or verb.hexes == AIM:
                example = self.state.counters[0].key
                raise self.refuse(rules.action, f"{name} what? Name a counter, for example {example}")
            numbers = (self.only(name, path[0]),)
        return Action(name, numbers, path, self.known_word(verb, choice))

    def split(self, rest: list[str]) -> tuple[list[str], str]:
        """The words before the arrow, and the one word behind it; empty where there is no arrow."""
        if "->" not in rest:
            return rest, ""
        at = rest.index("->")
        behind = rest[at + 1 :]
        if len(behind) != 1:
            text = " ".join(behind) or "nothing"
            message = f"one {self.notation.rules.cell} or counter goes after the arrow, not {text!r}"
            raise self.refuse(self.notation.rules.action, message)
        return rest[:at], behind[0]

    def counters(self, word: str) -> tuple[int, ...]:
        """The counters that a word names; none where one of them does not exist."""
        result = tuple(self.keys.get(key.upper(), -1) for key in word.split("+"))
        return () if -1 in result else result

    def no_counter(self, word: str) -> Refusal:
        keys = [counter.key for counter in self.state.counters]
        return self.refuse(self.notation.rules.counter, f"there is no counter {word!r}. {did_you_mean(word, keys)}")

    def known_word(self, verb: Verb, word: str) -> str:
        """The known word, whatever its capitals and the text behind a colon; an unknown word as written."""
        words = {item.lower(): item for item in self.notation.words(self.state, verb.word)} if word else {}
        name, colon, rest = word.partition(":")
        return f"{words.get(name.lower(), name)}{colon}{rest}"

    def hexes(self, word: str) -> tuple[int, ...]:
        names = self.notation.names(self.state)
        index = {name.upper(): number for number, name in enumerate(names)}
        places = re.findall(self.place, word, 0 if self.notation.rules.place else re.IGNORECASE)
        for name in places:
            if name.upper() not in index:
                first, *_, last = sorted(names, key=_halves)
                message = f"{self.notation.rules.cell} {name} is not on the map, which goes from {first} to {last}"
                raise self.refuse(self.notation.rules.hex, message)
        return tuple(index[name.upper()] for name in places)

    def only(self, verb: str, h: int) -> int:
        """The one counter in a hex that can do this."""
        able = {
            action.counters[0]: None
            for action in self.legal()
            if action.verb == verb and action.counters and self.state.counters[action.counters[0]].hex == h
        }
        if len(able) == 1:
            return next(iter(able))
        name = self.notation.names(self.state)[h]
        if not able:
            raise self.refuse(self.notation.rules.action, f"nobody in {name} can {verb} now")
        keys = ", ".join(self.state.counters[i].key for i in able)
        raise self.refuse(self.notation.rules.action, f"several counters in {name} can {verb}: name one of {keys}")


def _halves(name: str) -> list[tuple[int, str]]:
    """The column and the row of a place, for finding the first and the last."""
    return [(len(half), half) for half in re.findall("[0-9]+|[A-Za-z]+", name)]


def _shape(name: str) -> str:
    """The pattern of names like this one: `A1` is letters, then digits."""
    parts = re.findall("[0-9]+|[A-Za-z]+|.", name)
    return "".join(
        "[0-9]{1,4}" if are_digits(part) else "[A-Z]{1,4}" if part.isalpha() else re.escape(part) for part in parts
    )
