"""A leader or a unit in the words of a player: which words are its name, and what each of the others says.

Every word and number of an entry is read, or is a fault at its place. Where the name ends is the only question: of all
places where it may, the one counts that leaves the fewest faults.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ibbprint.engine.lists.lexicon import Token
from ibbprint.systems.battle_turn.rosters.entry_text import Reading, Span, Text
from ibbprint.systems.battle_turn.rosters.entry_words import COUNTS, EntryReader
from ibbprint.systems.battle_turn.rosters.fields import LEADER, UNIT, Field
from ibbprint.systems.battle_turn.rosters.vocabulary import Vocabulary
from ibbprint.systems.battle_turn.rosters.words import FILLER, VALUE

_OF_LEADERS = frozenset(("role", "leadership", "save", "joins", "boast"))
"""Fields that no unit has."""
_SEGMENTS = 4
"""The name is in one of the first so many parts."""


class Entries(Vocabulary):
    """The reader of entries."""

    def read(self, text: Text) -> Reading:
        """The reading of an entry with the fewest faults: as a unit, or as a leader if it speaks of his rank."""
        unit = self.best(text, UNIT)
        if not unit.weight or not self._leads(text):
            return unit
        leader = self.best(text, LEADER)
        return leader if leader.weight <= unit.weight else unit

    def _leads(self, text: Text) -> bool:
        """Whether there is a word for the rank of a leader, or for what only leaders have."""
        spans = self.spans(text, range(0), LEADER)
        if any(sense.field in _OF_LEADERS for span in spans for sense in span.senses):
            return True
        return any(self._is_slip_of_role(text.tokens[span.first]) for span in spans if not span.senses)

    def _is_slip_of_role(self, token: Token) -> bool:
        phrase = self.lexicon.misspelt(token.key) if token.kind == "word" else None
        return phrase is not None and any(sense.field == "role" for sense in self.lexicon.meanings(phrase))

    def best(self, text: Text, fields: tuple[Field, ...]) -> Reading:
        """The reading of these fields with the fewest faults."""
        best: tuple[tuple[float, int, int], Reading] | None = None
        for region in self._regions(text, fields):
            reading = EntryReader(self, text, fields, region).read()
            rank = (reading.weight, region.start, -len(region))
            if best is None or rank < best[0]:
                best = (rank, reading)
        return EntryReader(self, text, fields, range(0)).read() if best is None else best[1]

    def bare(self, text: Text, fields: tuple[Field, ...]) -> Reading:
        """The reading of words that go on with an entry whose name is known."""
        return EntryReader(self, text, fields, range(0)).read()

    # --- where the name may be --------------------------------------------------------------------------------------

    def _regions(self, text: Text, fields: tuple[Field, ...]) -> Iterator[range]:
        """Every run of tokens that may be the name."""
        tokens, parts = text.tokens, dict[int, list[int]]()
        for at, token in enumerate(tokens):
            if not text.parts[at] and (token.kind != "sign" or token.key in "-'&"):
                parts.setdefault(text.part_of[at], []).append(at)
        if text.lines[0].columns:  # of a table: the cell of the name, which a colon follows
            yield from (range(run[0], run[-1] + 1) for run in parts.values() if self._has_colon(text, run))
            return
        runs = [run for run in parts.values() if any(tokens[at].kind != "sign" for at in run)]
        spans = {span.first: span for span in self.spans(text, range(0), fields)}
        for number, run in enumerate(runs):
            plain = any(at in spans and not spans[at].senses and tokens[at].kind == "word" for at in run)
            if number and number >= _SEGMENTS and not plain:
                continue
            yield from self._in_part(text, run, spans, fields, alone=number == 0)
            if number >= _SEGMENTS or (number == 0 and plain and self._has_colon(text, run)):
                break

    @staticmethod
    def _has_colon(text: Text, run: Sequence[int]) -> bool:
        """Whether a colon stands behind a part."""
        end = run[-1] + 1
        return end < len(text.tokens) and text.tokens[end].key == ":"

    def _in_part(
        self, text: Text, run: Sequence[int], spans: Mapping[int, Span], fields: tuple[Field, ...], *, alone: bool
    ) -> Iterator[range]:
        """The runs of one part: behind a count or words that are read, before a number or words that are read."""
        tokens = text.tokens
        end = run[-1] + 1
        colon = alone and self._has_colon(text, run)
        starts = [
            (spans[at].last, True)
            for at in run
            if at in spans and any(item.field == "role" for item in spans[at].senses)
        ]
        praised = False
        at = run[0]
        while at < end:
            starts.append((at, praised))
            span = spans.get(at)
            if span is None:
                break
            if not span.senses and tokens[at].kind == "word" and tokens[at].key not in COUNTS:
                if not self.slips_for(tokens[at], fields):
                    break
                praised = True
            if colon and span.sense(VALUE) is not None and span.senses[0].field != "role":
                break
            praised = praised or any(sense.field in ("quality", "temperament", "role") for sense in span.senses)
            praised = praised or (span.sense(VALUE) is None and praised)
            at = span.last
        for start, after_praise in starts:
            valued = any(spans[first].sense(VALUE) is not None for first in range(run[0], start) if first in spans)
            if (
                start >= end
                or tokens[start].kind != "word"
                or (valued and not after_praise)
                or tokens[start].key in ("x", "of")
            ):
                continue
            for last in range(start, end):
                if tokens[last].kind == "sign" or not self._may_end(text, last + 1, end, spans, colon=colon):
                    continue
                if tokens[last].key == "x" and last + 1 < end and tokens[last + 1].kind == "number":
                    continue
                yield range(start, last + 1)

    def _may_end(self, text: Text, at: int, end: int, spans: Mapping[int, Span], *, colon: bool) -> bool:
        """Whether a name may end before that token: at the end of its part, before a number, before what is read."""
        if at >= end:
            return True
        token = text.tokens[at]
        if token.kind == "number" or (token.key == "x" and at + 1 < end and text.tokens[at + 1].kind == "number"):
            return True
        if token.kind == "sign":
            return at + 1 < end and text.tokens[at + 1].kind == "number"
        span = spans.get(at)
        if colon or span is None or not span.senses:
            return False
        return any(
            sense.field not in ("weapon", "missile", "race") and sense.kind != FILLER for sense in span.senses
        ) or (span.sense(FILLER) is not None and self._may_end(text, span.last, end, spans, colon=colon))


__all__ = ["Entries"]
