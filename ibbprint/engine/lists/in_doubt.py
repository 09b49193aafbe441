"""Entries that nobody can be sure of: a correction in brackets, a guess for a count, an empty box, a Roman numeral.

Promises: such an entry is wrong, with a message that quotes the words in doubt; the same words where they say nothing
of what is bought (`3 pikemen - Legion II`) are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Generic, NamedTuple

from ibbprint.digits import DIGITS, WRITE_DIGITS, are_digits, has_digit
from ibbprint.engine.lists.dialect import Dialect
from ibbprint.engine.lists.match import EntryFinding, EntryMatch, Words, short
from ibbprint.engine.lists.numerals import digits
from ibbprint.engine.lists.records import F, U, Written
from ibbprint.engine.lists.taken_back import taken_back_at, takes_back
from ibbprint.patterns import regex
from ibbprint.problems import Severity

_ROUND = regex(r"\([^()]*\)|\[[^\[\]]*\]")
_CORRECTS = regex(
    r"[(\[](?=[^()\[\]]*(?<![0-9])[0-9]{1,2}(?![0-9]))[^()\[\]]*(?:\b(?:should|make|now|was|were|or|may\s*be|perhaps|plus|"
    r"minus|more|less|fewer|changed?|actually|sorry|rather|from|better|if|when|edit(?:ed)?|not|never|no longer|"
    r"instead|(?:second|next|other)\s+(?:game|battle|round|list|army|match))\b"
    r"|[0-9]\s*[-=]*>\s*[0-9]|(?<=[(\[])\s*[+-]\s?[0-9]{1,2}(?=\s*[)\]])"
    r"|\bx\s?[0-9]+\s+(?!stand|unit|base|counter|block|piece|regiment|of )[^\W\d])[^()\[\]]*[)\]]",
    re.IGNORECASE,
)
"""A small number in brackets with a word that may make it another count: `(should be 3)`."""
_DENIED = regex(
    r"[(\[]\s*(?:not|never|no longer|instead of|rather than)\s+[0-9]{1,3}(?![0-9])[^()0-9\[\]]*[)\]]", re.IGNORECASE
)
"""A number in brackets that is said not to be meant."""
_CHOICE = regex(r"[(\[]\s*(?:or|and/or|alternatively|otherwise)\b([^()\[\]]*)[)\]]", re.IGNORECASE)
_ROUGH = regex(
    r"(?<![\w~])~[0-9]{1,3}(?![0-9])|(?<![\w.,])[0-9]{1,3}\s*\?(?=\s*\w)"
    r"|(?<![\w.,+/])[0-9]{1,2}\s?\+\s?[0-9]{1,2}(?=\s+[^\W\d]|\s*[)\]]?\s*$)|(?<=[\w)])\s?\?+\s*$"
    r"|(?<=[\s:])[0-9]{1,2}\s-[0-9](?=\s*$)|(?<=[\sx(\[])[0-9]{1,2}[-–][0-9]{1,2}(?=\s*[)\]]?\s*$)"
)
"""A number that is a guess, a sum or a range."""
_EMPTY_BOX = regex(r"\s*(?:\[\s?\]|☐)\s*")
"""A box that somebody may tick, in brackets or as a sign."""
_NUMERAL = (
    r"(?<!\[)X{1,3}(?:IX|IV|V?I{0,3})|IX|IV|VI{0,3}|I{1,3}"
    r"|x{1,3}(?:ix|iv|v?i{1,3}|v)|ix|iv|vi{1,3}|ii{1,2}"
)
_ROMAN = regex(rf"^\W*({_NUMERAL})[.)]?(?:\s*[xX])?\W+([^\W\d_]+)|([^\W_]+)\W+(?:[xX]\s*)?({_NUMERAL})\W*$")
"""A Roman numeral before the words of a text or behind them, and the word beside it."""
_DIGITS_OF_ROME = frozenset("IVXivx")
"""One of these is the first or the last sign of a text with such a numeral, but for `_AROUND_NUMERAL`."""
_AROUND_NUMERAL = " -([{)]}*.,:;"
_YEAR = 100
"""Such a number in a remark is no count."""
_SENTENCE = regex(r"[.!]\s")
_ORDINAL = regex(r"^\W*([0-9]{1,3}(?:st|nd|rd|th))\b", re.IGNORECASE)
_LETTER_FOR_DIGIT = regex(r"(?<![\w])(?=[0-9OoIl]*[0-9])(?=[0-9]*[OoIl])[0-9OoIl]{2,3}(?![\w])")
"""A number with a letter that looks like one of its digits: `1O`, `l2`."""


_EQUAL = regex(r"\s*([0-9]{1,3})\s*(?:=|x?\s*(?:of\s+)?each\b(?:\s+of\b)?[\s:,-]*)\s*(?=[^\W\d_])", re.IGNORECASE)
_TALLY = regex(r"(?<=[\w)\]])\s+((?:\|\s?){2,}|/{2,})\s*$")
_MAY_DOUBT = regex(r"[(\[☐?~+]|[0-9](?:[OoIl–-]|\s-[0-9]|st|nd|rd|th)|[OoIl][0-9]", re.IGNORECASE)
"""Without one of these a text has no box, no brackets, no guess, no ordinal and no letter for a digit."""


class Doubtful(NamedTuple, Generic[U, F]):
    """An entry in doubt as read; it is right where the doubtful words are denied."""

    is_right: bool
    written: Written[F]
    words: Words
    match: EntryMatch[U]


class InDoubt(Generic[U, F]):
    """Finds the doubtful entries of one dialect."""

    def __init__(self, dialect: Dialect[U, F]) -> None:
        self.dialect = dialect
        self.index = dialect.index

    def find(self, text: str) -> Doubtful[U, F] | None:
        """The doubt about a text read as one entry; None where there is none, or where it names no unit."""
        result: Doubtful[U, F] | None = None
        inner = text.strip(_AROUND_NUMERAL)
        if _MAY_DOUBT.search(text):
            if _EMPTY_BOX.match(text):
                result = self._unticked(text)
            if result is None and "~~" in text:
                result = self._half_struck(text)
            if result is None and ("(" in text or "[" in text):
                result = self._corrected(text)
            result = result or self._roughly(text) or self._ordinal(text) or self._letter(text)
        if result is None and (inner[:1] in _DIGITS_OF_ROME or inner[-1:] in _DIGITS_OF_ROME):
            result = self.roman(text)
        if result is None and inner[:1] in DIGITS and ("=" in text or "each" in text):
            result = self._equal(text)
        if result is None and text.rstrip()[-1:] in ("|", "/"):
            result = self._tallied(text)
        return result or self._taken_back(text)

    def _read(self, text: str) -> tuple[Written[F], Words, EntryMatch[U]] | None:
        """A text as one entry, or None where it is none."""
        written = self.dialect.taken_apart(text)
        words = self.index.words(written.words)
        result = self.index.sure(written, words)
        return None if result is None or result.unit is None else (written, words, result)

    def _wrong(
        self, text: str, message: Callable[[Written[F], bool], str], hint: str, count: int = 1
    ) -> Doubtful[U, F] | None:
        """An entry that is wrong for the reason that `message` gives, from the entry and whether it is a person."""
        written = self.dialect.taken_apart(text)
        words = self.index.words(written.words)
        result = self.index.sure(written, words) or self.index.find(written, words)
        if result.unit is None and (result.likely is None or not words.hold_name or not self.index.misspelt(words)):
            return None
        remark = EntryFinding(
            Severity.ERROR,
            self.dialect.unclear,
            message(written, self.dialect.is_person(result.unit or result.likely)),
            hint,
        )
        return Doubtful(
            False, written, words, EntryMatch(None, count, remarks=(remark,), likely=result.unit or result.likely)
        )

    def _unticked(self, text: str) -> Doubtful[U, F] | None:
        """An entry behind an empty box to tick, as in `[ ] 4 pikemen`."""
        box = _EMPTY_BOX.match(text)
        assert box is not None
        return self._wrong(
            " " * box.end() + text[box.end() :],
            lambda written, _: (
                f"the box before {short(written.as_written)!r} is not ticked: nothing says whether it is in the army."
            ),
            "Tick it, [x], or leave it out.",
        )

    def _half_struck(self, text: str) -> Doubtful[U, F] | None:
        """An entry at two tildes that no others end: `~~2 pikemen`."""
        return self._wrong(
            text.replace("~~", "  "),
            lambda written, _: f"'~~' may strike out {short(written.as_written)!r}: it is not closed.",
            "Take it away, or leave the entry out.",
        )

    def _corrected(self, text: str) -> Doubtful[U, F] | None:
        """An entry with another count in brackets, as in `2 pikemen (should be 3)`; it is right for `(not 3)`.

        So is one with another entry there, or with words that take it back.
        """
        groups = [group[0] for group in _ROUND.finditer(text)]
        remarks = [group for group in groups if self._changes(group)]
        numbered = [group for group in groups if has_digit(digits(group))]
        if not remarks and not numbered:
            return None
        less = _ROUND.sub(lambda group: " " * len(group[0]) if group[0] in remarks else group[0], text)
        if not remarks:
            remarks = [group for group in numbered if self._is_other_entry(group, text)]
            if not remarks:
                return None
            less = text.replace(remarks[0], " " * len(remarks[0]), 1)
        read = self._read(less)
        if read is None:
            return None
        written, words, result = read
        if all(_DENIED.match(remark) for remark in remarks):
            return Doubtful(True, written, words, result)
        message = f"{short(remarks[0])} beside {short(written.as_written)!r} may change what is in the army."
        fault = EntryFinding(
            Severity.ERROR, self.dialect.unclear, message, "Write how many you bring, and remarks behind a #."
        )
        return Doubtful(False, written, words, EntryMatch(None, result.many, remarks=(fault,), likely=result.unit))

    def _changes(self, group: str) -> bool:
        """Whether the words in brackets may change the count of what stands before them, or take it back."""
        asks = group[1:-1].rstrip().endswith("?")
        return asks or _CORRECTS.match(digits(group)) is not None or takes_back(group) or self._is_choice(group)

    def _is_choice(self, remark: str) -> bool:
        """Whether brackets hold something else that may be bought instead: `(or javelins)`."""
        choice = _CHOICE.match(remark)
        if choice is None:
            return False
        words = self.index.words(self.dialect.taken_apart(choice[1]).words)
        return words.hold_name or self.index.misspelt(words)

    def _is_other_entry(self, group: str, text: str) -> bool:
        """Whether brackets hold another entry with a count than what they stand beside: `10 Blades (5 Spears)`."""
        inner = self.dialect.taken_apart(group[1:-1])
        words = self.index.words(inner.words)
        if not words.hold_name or min(inner.many or _YEAR, inner.number or _YEAR) >= _YEAR:
            return False
        beside = self._read(text.replace(group, " " * len(group), 1))
        if beside is None:
            return False
        written, _, result = beside
        inside = self.index.sure(inner, words) or self.index.find(inner, words)
        if (inside.unit or inside.likely) is not result.unit:
            return True
        counted = written.many is not None or written.number is not None
        return inside.unit is not None and counted and inside.many != result.many

    def _roughly(self, text: str) -> Doubtful[U, F] | None:
        """An entry with a number that is a guess, a sum or a range: `~3 pikemen`, `3? pikemen`, `2+1 pikemen`."""
        rough = _ROUGH.search(text)
        if rough is None or (rough[0].strip("? ") == "" and _SENTENCE.search(text)):
            return None
        return self._wrong(
            text[: rough.start()] + " " * len(rough[0]) + text[rough.end() :],
            lambda _, person: f"{rough[0].strip()!r} does not say {'who it is' if person else 'how many there are'}.",
            "Write one number.",
        )

    def roman(self, text: str) -> Doubtful[U, F] | None:
        """An entry with a Roman numeral right beside its name, which may be its count or its rating.

        None for any other, as for `3 pikemen - Legion II`.
        """
        match = _ROMAN.search(text)
        if match is None:
            return None
        at, word = (1, match[2]) if match[1] else (4, match[3])
        numeral, near = match[at], self.index.words((word.lower(),))
        if not (near.hold_name or near.common or are_digits(word)):
            return None
        less = text[: match.start(at)] + " " * len(numeral) + text[match.end(at) :]
        written = self.dialect.taken_apart(less)
        words = self.index.words(written.words)
        result = self.index.sure(written, words) or self.index.find(written, words)
        person = self.dialect.is_person(result.unit or result.likely)
        if not words.hold_name or (has_count(written) and not person):
            return None
        remark = EntryFinding(Severity.ERROR, self.dialect.unclear, f"{numeral!r} is not a number here.", WRITE_DIGITS)
        return Doubtful(
            False, written, words, EntryMatch(None, 1, remarks=(remark,), likely=result.unit or result.likely)
        )

    def _ordinal(self, text: str) -> Doubtful[U, F] | None:
        """A name behind an ordinal, which may be its own or a count: `1st Pikemen`."""
        ordinal = _ORDINAL.match(text)
        if ordinal is None:
            return None
        unnumbered = " " * ordinal.end() + text[ordinal.end() :]
        read = self._read(unnumbered)
        if read is None or has_count(read[0]):
            return None
        name = read[0].as_written
        return self._wrong(
            unnumbered,
            lambda *_: f"{ordinal[1]!r} does not say how many {short(name)!r} there are.",
            f"Write 1x {short(name)}, and behind it its own name in brackets.",
        )

    def _equal(self, text: str) -> Doubtful[U, F] | None:
        """A name without a count behind a number and `=` or `each`, which is how many or the price: `3 = Bowmen`.

        Of a leader, who is bought alone, it is the price.
        """
        equal = _EQUAL.match(text)
        if equal is None:
            return None
        less = f"{' ' * equal.start(1)}[{equal[1]}]".ljust(equal.end()) + text[equal.end() :]
        read = self._read(less)
        if read is None or has_count(read[0]._replace(price=None)):
            return None
        if self.dialect.is_single(read[2].unit) or read[0].own.flags:
            return Doubtful(True, *read)
        return self._wrong(
            less,
            lambda written, _: f"{equal[1]!r} before {short(written.as_written)!r} is how many or the price.",
            f"Write {equal[1]}x before the name for how many, or @ {equal[1]} behind it for the price.",
        )

    def _tallied(self, text: str) -> Doubtful[U, F] | None:
        """A name with strokes behind it that may count it: `Pikemen ||`."""
        tally = _TALLY.search(text)
        if tally is None or "|" in text[: tally.start()]:
            return None
        read = self._read(text[: tally.start()])
        if read is None or has_count(read[0]):
            return None
        return self._wrong(
            text[: tally.start()],
            lambda written, _: f"{tally[1]!r} behind {short(written.as_written)!r} may be how many there are.",
            "Write the number in figures before the name.",
        )

    def _letter(self, text: str) -> Doubtful[U, F] | None:
        """A count with a letter for one of its digits: `1O Slingers`."""
        slip = _LETTER_FOR_DIGIT.search(text)
        if slip is None:
            return None
        return self._wrong(
            text[: slip.start()] + " " * len(slip[0]) + text[slip.end() :],
            lambda *_: f"{slip[0]!r} is not a number here: it has a letter in it.",
            WRITE_DIGITS,
        )

    def _taken_back(self, text: str) -> Doubtful[U, F] | None:
        """A name with a word right behind it that takes it back: `Slingers none`, `3 Pikemen minus 1`."""
        at = taken_back_at(text)
        if at < 0:
            return None
        back = text[at:].strip()
        return self._wrong(
            text[:at].rstrip(" :=-"),
            lambda written, _: f"{back!r} beside {short(written.as_written)!r} may change what is in the army.",
            "Write how many you bring, or leave the line out.",
        )


def has_count(written: Written[F]) -> bool:
    """Whether it has a count or a price, or a number that is one of them."""
    return written.number is not None or not written.many is written.price is written.each is written.sum is None


__all__ = ["Doubtful", "InDoubt", "has_count"]
