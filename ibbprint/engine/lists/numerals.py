"""Numbers in words, and the many signs that stand for a few: texts of the same length, in which no column moves."""

from __future__ import annotations

import re

from ibbprint.patterns import regex

_SIGNS = str.maketrans(
    {
        "×": "x",
        "✕": "x",
        "✖": "x",
        "‐": "-",
        "‑": "-",
        "‒": "-",
        "–": "-",
        "—": "-",
        "−": "-",
        "\u00a0": " ",
        "\t": " ",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "`": "'",
        "…": ".",
        "□": "☐",
        "❏": "☐",
        "❑": "☐",
        "⬜": "☐",
    }
)
"""What stands for the same sign in what players post."""
_ODD = regex(r"[^\x20-\x7e\w•·☐]")
"""Signs that say nothing in a list: emoji, dingbats, arrows, what joins them, and those of other scripts."""

_BALLOT = regex(r"^([\s>*•+-]*)(?:[☒🗷]\ufe0f?\s*|[✕✖]\ufe0f?\s+)(?=\w)")
"""A box with a cross before an entry: nobody knows whether that ticks it or strikes it out, as for an empty one."""
_ARROW = regex(r"(?<=[\w)\]])(\s*)[→⇒\u2794\u279c\u27a1](?=\s*\w)")
"""An arrow between words: what is before it becomes what is behind it."""

_ONES = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: number for number, word in enumerate(_ONES, start=1)} | {
    word: 10 * number for number, word in enumerate(_TENS, start=2)
}
_UP_TO_99 = rf"(?:(?:{'|'.join(_TENS)})(?:[ -](?:{'|'.join(_ONES[:9])}))?|{'|'.join(sorted(_ONES, key=len)[::-1])})"
_NUMERAL = regex(
    rf"(?<![\w-])(?:(?:(a|{'|'.join(_ONES[:9])}) +)?(hundred)(?:(?: +and)? +({_UP_TO_99}))?|({_UP_TO_99}))"
    r"(?![\w'])(?!-[a-z])",
    re.IGNORECASE,
)
_BEGUN = "|".join([*_ONES[:10], "eleven", "twel", "teen", *_TENS, "hundred"])
_ANY = regex(_BEGUN, re.IGNORECASE)
_ANY_SMALL = regex(_BEGUN)
"""The same in small letters, which is found much sooner."""


def spaced(text: str) -> str:
    """The text with the usual signs in place of the many that stand for them."""
    if text.isascii():
        return text.replace("\t", " ").replace("`", "'")
    text = _BALLOT.sub(_as_box, text)
    return _ODD.sub(" ", _ARROW.sub(r"\1>", text).translate(_SIGNS))


def _as_box(match: re.Match[str]) -> str:
    return f"{match[1]}☐".ljust(len(match[0]))


def digits(text: str, fill: str = " ") -> str:
    """The text with its numbers in figures, filled up with blanks: `forty-two gold` is `42        gold`."""
    if not (_ANY_SMALL.search(text.lower()) if text.isascii() else _ANY.search(text)):
        return text
    return _NUMERAL.sub(lambda match: _in_figures(match).ljust(len(match[0]), fill), text)


def _in_figures(match: re.Match[str]) -> str:
    number = _value(match[4]) if match[4] else 100 * (_VALUES.get((match[1] or "a").lower(), 1)) + _value(match[3])
    return str(number)


def _value(words: str | None) -> int:
    return sum(_VALUES[word] for word in re.split("[ -]", words.lower())) if words else 0


__all__ = ["digits", "spaced"]
