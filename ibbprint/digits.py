"""The digits that count in a file or a call: 0 to 9. Python's own tests of digits take those of every script."""

from __future__ import annotations

import re
from collections.abc import Callable
from unicodedata import digit, numeric

DIGITS = frozenset("0123456789")
LONGEST = 1_000
"""No number that anybody means has more digits; `int` refuses 4,300."""


def are_digits(text: str) -> bool:
    """True for 1 to `LONGEST` of the digits 0 to 9; false for superscripts and for the digits of other scripts."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST


def has_digit(text: str) -> bool:
    """Whether one of the digits 0 to 9 is anywhere in a text."""
    return not DIGITS.isdisjoint(text)


WRITE_DIGITS = "Write numbers with the digits 0 to 9."
"""The hint where somebody has used others."""
_ODD_WORD = r"\w*[^\W\x00-\x7f]\w*"
"""Not compiled here: every command imports this module, and hardly any list has such a word."""


def has_other_digit(text: str) -> bool:
    """Whether a digit other than 0 to 9 is anywhere in a text: of another script, raised, in a circle."""
    return not text.isascii() and any(not sign.isascii() and digit(sign, None) is not None for sign in text)


def number_in_other_digits(text: str) -> str:
    """The first word of a text that is a number with such digits, alone or beside an x: `２`, `２7`, `x２`, not `Q３`.

    Empty where there is none.
    """
    return _number(text, digit)


def number_in_signs(text: str) -> str:
    """The same for a number with a fraction or a Roman numeral in one sign, too: `2½`, `½`, `Ⅱ`."""
    return _number(text, numeric)


def _number(text: str, value: Callable[[str, None], float | None]) -> str:
    """The first word, without x at its ends, whose signs all have a value, and not all of them are 0 to 9."""
    for word in () if text.isascii() else re.findall(_ODD_WORD, text):
        signs = word.strip("xX")
        if not signs.isascii() and all(value(sign, None) is not None for sign in signs):
            return str(word)
    return ""
