"""The notation of money in a game: the word for it, and sums that may have halves."""

from __future__ import annotations

from typing import NamedTuple

from ibbprint.digits import are_digits

WHOLE = r"[0-9]{1,6}"
HALVES = r"(?:[0-9]{1,4}(?:[.,][0-9](?![0-9])|½)?|½)"
"""Sums as patterns: whole ones, and such as 2.5 or 2½."""


class Money(NamedTuple):
    """The money of a game's lists. `words` are patterns for the word, `letter` one that stands only behind a sum."""

    noun: str
    words: str
    letter: str = ""
    number: str = WHOLE

    @property
    def has_halves(self) -> bool:
        """Whether sums may have halves."""
        return self.number == HALVES

    @property
    def all_words(self) -> str:
        """The words and the letter, as a pattern."""
        return f"(?:{self.words}{f'|{self.letter}' if self.letter else ''})"


def amount_of(text: str) -> float:
    """A sum as a number: 90, or 2.5; a whole one is an int. Halves are exact."""
    if are_digits(text):
        return int(text)
    value = float(text.replace(",", ".").replace("½", ".5"))
    return int(value) if value.is_integer() else value


__all__ = ["HALVES", "WHOLE", "Money", "amount_of"]
