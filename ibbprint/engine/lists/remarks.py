"""Remarks: lines about an army, or under it, that no entry has."""

from __future__ import annotations

import re

from ibbprint.patterns import regex

_WORD = regex(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_TALK = frozenset(
    _WORD.findall(
        "i me my mine myself we us our you your they their he him his she her it its who what when where why how "
        "am is are was were be been will would shall should can could may might must do does did don't have has had "
        "this that there here not no never always nothing but because if so to from for by at on about "
        "please thank thanks cheers regards greetings sincerely yours best luck hello hi dear bye ps see say post "
        "sent soon later talk written painted comments welcome good happy yes sorry"
    )
)
"""Words of sentences, greetings and signatures. Words that a unit's name may have (`of`, `the`, `with`) are none."""


def is_talk(text: str) -> bool:
    """Whether a line that names no entry is conversation."""
    plain = text.rstrip()
    if plain.endswith(("!", "?", "…", "...", ",")):
        return True
    words = _WORD.findall(plain.lower())
    return not _TALK.isdisjoint(words) or (plain.endswith(".") and len(words) > 2)


_GREETING = frozenset(
    _WORD.findall("best cheers regards thanks greetings yours sincerely bye good luck kind warm wishes")
)


def is_greeting(text: str) -> bool:
    """Whether words are how people end a post: `Best regards`."""
    words = _WORD.findall(text.lower())
    return bool(words) and _GREETING.issuperset(words)


_OPENING = regex(r"\s*(?:dear|hi|hello|hey|hallo|moin|good\s+(?:morning|evening))\b[^,:]{0,30}[,!]?\s*", re.IGNORECASE)


def opens_letter(text: str) -> bool:
    """Whether a line is how people begin a letter: `Dear all,`."""
    return _OPENING.fullmatch(text) is not None
