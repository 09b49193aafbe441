"""The narration of a game: its events put into words, what belongs together put together. Knows no game.

A game derives `Narration` and says what its own words are; telling.yaml has the sentences, and which events they tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from ibbprint.catalogue.models.telling import TelledAs
from ibbprint.catalogue.rulebook import Catalogue
from ibbprint.engine.api.playing import EventWords
from ibbprint.engine.state import Event, State
from ibbprint.phrases import bracketed, capital, figure, listed, percent, signed

StateT = TypeVar("StateT", bound=State)
ALL = "all"
"""What an entry names for `together` where no value of its events need be alike."""


class Naming:
    """The names of counters and places in a story, with the parts of sentences that telling.yaml has for them."""

    def __init__(self, telling: Mapping[str, TelledAs]) -> None:
        self.telling = telling

    def phrase(self, kind: str, **words: str) -> str:
        """A part of a sentence."""
        return self.telling[kind].say[0].format_map(words)


class Narration(Naming, Generic[StateT]):
    """Tells the events of one game, in order: every event is reported, or left out on purpose.

    A method `tell_KIND` tells a run of events of that kind (an underscore in its name is a hyphen in the kind).
    A kind without one is told by the entry of telling.yaml for it, whose words come from the values of the events
    (`word`). Each `EventWords` has exactly the words that the sentences of its entry may use.
    """

    THROWERS: ClassVar[tuple[str, ...]] = ("unit", "leader")
    """The values of an event that say for whom one die is thrown."""
    LEFT_OUT: ClassVar[frozenset[str]] = frozenset()
    """Events that are not told: the next one tells them again, or a summary does."""

    def __init__(self, state: StateT, events: Sequence[Event]) -> None:
        self.catalogue: Catalogue = state.setting.catalogue
        wording = self.catalogue.wording
        super().__init__(wording.telling)
        self.words, self.entries = wording.words, wording.entries
        self.state = state
        self.events = events
        self.next = 0
        """Where the events go on behind those that are being told."""

    def passages(self) -> list[EventWords]:
        """The whole story, from the armies to the result."""
        result = [*self.before()]
        self.next = 0
        while self.next < len(self.events):
            run = self._run(self.next)
            self.next += len(run)
            if run[0].kind not in self.LEFT_OUT:
                result += self.tell(run)
        if not self.events or self.events[-1].kind != "over":
            result += self.so_far()
        return result

    def _run(self, at: int) -> Sequence[Event]:
        """The event and those right after it that are reported with it."""
        end = at + 1
        while end < len(self.events) and self.together(self.events[at], end):
            end += 1
        return self.events[at:end]

    def together(self, first: Event, at: int) -> bool:
        """Whether the event at this place is reported with those before it, of which this is the first."""
        event = self.events[at]
        fields = next((entry.together for entry in self.entries.get(first.kind, ()) if entry.together), None)
        return (
            first.kind == event.kind
            and fields is not None
            and all(first.values.get(name) == event.values.get(name) for name in fields if name != ALL)
        )

    def tell(self, run: Sequence[Event]) -> Iterator[EventWords]:
        """The sentences for events that are reported together."""
        first = run[0]
        teller: Callable[[Sequence[Event]], Iterator[EventWords]] | None
        teller = getattr(self, f"tell_{first.kind.replace('-', '_')}", None)
        entry = next((entry for entry in self.entries.get(first.kind, ()) if _tells(entry, first)), None)
        if teller is not None:
            yield from teller(run)
        elif entry is not None:
            yield self.entry(run, entry.id)
        else:
            yield from map(self._plain, run)

    def _plain(self, event: Event) -> EventWords:
        """An event that has no entry, by its values."""
        texts = {name: self.in_words(value) for name, value in event.values.items()}
        values = ", ".join(f"{name} {text}" for name, text in texts.items() if text)
        words = capital(event.kind.replace("-", " "))
        return self.new_entry("event", event.rules, what=f"{words}: {values}" if values else words)

    # --- what a game says of itself ----------------------------------------------------------------------------

    def before(self) -> Iterator[EventWords]:
        """The sentences before the first event."""
        raise NotImplementedError

    def so_far(self) -> Iterator[EventWords]:
        """The standing of an unfinished game: the turn that it is in, unless a game has more."""
        yield self.new_entry("so-far", number=str(self.state.turn))

    def ending(self, why: str, winner: str, loser: str) -> str:
        """The end of a game, in the sentence for that reason (`outcome-WHY`), which may name either side."""
        return self.phrase(f"outcome-{why}", winner=winner, loser=loser)

    def modifier(self, id: str) -> tuple[str, Sequence[str]]:
        """The name of a modifier inside a sentence, and its rules."""
        raise NotImplementedError

    def word(self, name: str, run: Sequence[Event]) -> str:
        """A word of a sentence from the values of events; a KeyError where telling.yaml names one that they lack."""
        return self.in_words(run[0].values[name])

    def in_words(self, value: Any) -> str:
        """A value of an event as it is said."""
        if isinstance(value, bool) or value is None:
            return ""
        if isinstance(value, list | tuple):
            return listed([text for item in value if (text := self.in_words(item))])
        return str(value)

    # --- sentences and their parts -----------------------------------------------------------------------------

    def new_entry(self, kind: str, rules: Sequence[str] = (), **words: str) -> EventWords:
        """An entry with its words, the rules among them."""
        return EventWords(kind, {**words, "rules": bracketed(rules)}, tuple(rules))

    def entry(self, run: Sequence[Event], kind: str = "", **words: str) -> EventWords:
        """An entry with the words given, the others from the values of the events, and their rules."""
        kind = kind or run[0].kind
        return self.new_entry(kind, run[0].rules, **self._filled(kind, run, words))

    def part(self, kind: str, run: Sequence[Event], **words: str) -> str:
        """A part of a sentence, with its words as `entry` has them."""
        return self.phrase(kind, **self._filled(kind, run, words))

    def each(self, part: str, run: Sequence[Event]) -> list[str]:
        """A part of a sentence for each of some events."""
        return [self.part(part, [event]) for event in run]

    def _filled(self, kind: str, run: Sequence[Event], words: Mapping[str, str]) -> dict[str, str]:
        names = [name for name in self.words[kind] if name != "rules"]
        return {name: words[name] if name in words else self.word(name, run) for name in names}

    def headed(self, title: str, background: str | None) -> Iterator[EventWords]:
        """The title of a scenario, and what led to it."""
        yield self.new_entry("scenario", title=title)
        if background:
            yield self.new_entry("background", text=" ".join(background.split()))

    def throw(self, event: Event) -> str:
        """What is known of a throw before its die falls: the number that it needs, its chance, its modifiers.

        Empty for an event without a number or modifiers. Who throws at a table reads it before he confirms.
        """
        values, items = event.values, []
        if "needs" in values:
            thrower = next((self.in_words(values[name]) for name in self.THROWERS if values.get(name)), "")
            number = f"{thrower}: " if thrower else "needs "
            items.append(f"{number}{values['needs']} or less on the die, a chance of {percent(values['chance'])}")
        aids = self.aids(event)
        if aids:
            items.append(f"modifiers: {aids}")
        return capital(f"{'; '.join(items)}.") if items else ""

    def aids(self, event: Event) -> str:
        """The modifiers of a throw, by name."""
        return ", ".join(self._modifiers(event.values.get("modifiers", ())))

    def modifiers(self, used: Sequence[tuple[str, str, int]], together: str = "part-modifiers") -> str:
        """Modifiers (id, changed value, amount) by name, with the value that they change and their rules."""
        items = self._modifiers(used)
        return self.phrase(together, list=", ".join(items)) if items else ""

    def _modifiers(self, used: Sequence[tuple[str, str, int]]) -> Sequence[str]:
        amounts: dict[tuple[str, str], int] = {}
        for id, changes, amount in used:
            amounts[id, changes] = amounts.get((id, changes), 0) + amount
        items = []
        for (id, changes), amount in amounts.items():
            name, rules = self.modifier(id)
            kind = "part-modifier" if changes == "die" else f"part-modifier-{changes}"
            items.append(self.phrase(kind, name=name, amount=self.amount(changes, amount), rules=bracketed(rules)))
        return items

    def amount(self, changes: str, amount: int) -> str:
        """The amount of a modifier, in words."""
        return signed(amount)

    def fell(self, die: int, value: int) -> str:
        """A die as it fell, and the value that it counts as."""
        return f"{die}{self.phrase('part-counts', held=figure(value))}" if value != die else str(die)


def _tells(entry: TelledAs, event: Event) -> bool:
    """Whether an entry is for this event of its kind: the value named under `when` is true, or the one given."""
    name, _, expected = (entry.when or "").partition("=")
    return not name or (event.values[name] == expected if expected else bool(event.values[name]))
