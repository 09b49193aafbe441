"""The words that a roster may have: those of the catalogue, and the names of the army as far as they are known."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ibbprint.budget import Budget
from ibbprint.engine.lists.lexicon import Lexicon, Token, tokens_of
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.rosters.entry_text import Span, Text
from ibbprint.systems.battle_turn.rosters.fields import UNIT, Field
from ibbprint.systems.battle_turn.rosters.words import DENIAL, FILLER, RANKS, VALUE, Sense

_MOST_STEPS = 60_000
"""Steps for one pass over a text, of which there are two: the first learns the names of leaders and units.

A reading of an entry takes a step for each of its words and signs and, because words are looked for in runs, a
hundredth of the square of their number. Each way to read an entry is a reading. A roster of 40 lines takes some 8,000.
"""


class Vocabulary:
    """The words of a catalogue; and the names that the army has, as far as they are known."""

    def __init__(self, catalogue: Catalogue, lexicon: Lexicon[Sense]) -> None:
        self.catalogue = catalogue
        self.lexicon = lexicon
        self.leaders: Collection[str] = ()
        self.leader_keys: Sequence[list[str]] = ()
        self.unit_keys: Sequence[list[str]] = ()
        self.begin()

    def begin(self) -> None:
        """Begin with a text: what it takes is counted from here on."""
        self.steps = Budget(_MOST_STEPS, "the roster takes more work than is done for one; it ran out at this line")

    def know(self, leaders: Collection[str], units: Collection[str]) -> None:
        """Names that may stand behind `under` and `joins`."""
        self.leaders = leaders
        self.leader_keys, self.unit_keys = [*map(_keys, leaders)], [*map(_keys, units)]

    def slips_for(self, token: Token, fields: tuple[Field, ...]) -> bool:
        """Whether a word is a slip away from a word for a value of such an entry, and no word of a roster itself."""
        if token.kind != "word" or self.lexicon.at([token], 0) is not None:
            return False
        names = {field.name for field in fields}
        phrase = self.lexicon.misspelt(token.key)
        return phrase is not None and any(
            sense.field in names and sense.kind == VALUE for sense in self.lexicon.meanings(phrase)
        )

    def spans(self, text: Text, name: range, fields: tuple[Field, ...]) -> list[Span]:
        """The tokens outside the name in the phrases that they make, as far as such an entry has them."""
        names = {field.name for field in fields} | ({RANKS} if fields is UNIT else set())
        result = []
        tokens = text.tokens
        at = 0
        while at < len(tokens):
            if at in name:
                at = name.stop
                continue
            last = name.start if at < name.start else len(tokens)
            phrase = self.lexicon.at(tokens[:last], at) if tokens[at].kind != "sign" else None
            if phrase is not None:
                senses = tuple(
                    sense for sense in phrase.meanings if sense.field in names or sense.kind in (FILLER, DENIAL)
                )
                if senses or phrase.length == 1:
                    result.append(Span(at, at + phrase.length, senses))
                    at += phrase.length
                    continue
            result.append(Span(at, at + 1))
            at += 1
        return result


def _keys(name: str) -> list[str]:
    return [token.key for token in tokens_of(name)]
