"""The digits that count in a file or a call: 0 to 9. Python's own tests of digits take those of every script."""

from __future__ import annotations

DIGITS = frozenset("0123456789")
LONGEST = 1_000
"""No number that anybody means has more digits; `int` refuses 4,300."""


def are_digits(text: str) -> bool:
    """True for 1 to `LONGEST` of the digits 0 to 9; false for superscripts and for the digits of other scripts."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST


def has_digit(text: str) -> bool:
    """Whether one of the digits 0 to 9 is anywhere in a text."""
    return not DIGITS.isdisjoint(text)
