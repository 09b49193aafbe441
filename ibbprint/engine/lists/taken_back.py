"""Words beside an entry that take it back or leave it open: `(dropped)`, `- maybe`, `: none`, `, was 4`.

Knows no unit. Promises: only the first words of a remark decide, so that `painted before the war was lost` stays one.
"""

from __future__ import annotations

import re

from ibbprint.digits import DIGITS, has_digit
from ibbprint.engine.lists.numerals import digits, spaced
from ibbprint.patterns import regex

_FILLER = (
    r"(?:(?:now|was|were|been|being|got|have|has|had|but|both|all|they|it|these|this|i|we|still|just|then|since|"
    r"actually|sadly|sorry|is|are|to\s+be|will\s+be|edit)\b[\s:,]*)*"
)
_END = r"(?=\W*$|\s*[,.;!(]|\s+(?:for|from|to|in|at|this|by|because|as|again|today|now|since|if|on|out|instead)\b)"
_GONE = (
    r"dropped|removed|deleted|cut|cancell?ed|scrapped|scratched|scratch\s+(?:that|this|those|them)|struck(?:\s+out)?|"
    r"crossed(?:\s+out)?|benched|withdrawn|discarded|rejected|skipped|skip|omitted|omit|unused|ignored?|replaced|swapped|"
    r"sold(?=\W*$)|void|left\s+(?:out|behind|off|at\s+home)|(?:stays?|stayed)\s+(?:at\s+)?home|out(?=\W*$)|gone|none|nil|nope|zero|"
    r"do(?:es)?n['’]?t\s+count|(?:not|never)\s+(?:bought|taken|used|included|counted|fielded|brought|bringing|coming|"
    r"in(?:\s+the)?(?:\s+army|\s+list)?|here|this\s+time|today|available|any\s*more|yet(?:\s+bought)?|sure|decided)|no\s+longer(?:\s+\w+)?"
)
_OPEN = (
    r"maybe|perhaps|possibly|probably|optional(?:ly)?|option|tb[acd]|undecided|unsure|pending|provisional(?:ly)?|"
    r"alternatives?|alternatively|substitutes?|either"
)
_IF = r"if\s+(?:there|points?|gold|money|i|we|it|he|she|possible|allowed|needed|room|enough|not)\b"
_OTHER = (
    r"(?:was|were|minus|less|plus|make\s+(?:it|that|them)|made|actually|now|no|nope|rather|sorry|should\s+be|changed|change|"
    r"reduced|increased|raised|cut|up|down|instead\s+of|originally|formerly|previously|before|used\s+to\s+be|edit)\b"
    r"[\s:,]*(?:(?:it|that|was|were|to|from|down|up|by|be|only|of|the|my|our|his|her|about)\b\s*)*(?:x\s*)?[0-9]{1,3}(?:\s*x)?(?![\w.:/%-])"
    r"(?!\s*(?:mm|cm|years?|hours?|games?|turns?|months?|weeks?|days?|gold|gp|pts?|points?|ap|hex|paces)\b)"
)
_TAKES_BACK = regex(rf"^\W*{_FILLER}(?:(?:{_GONE}|{_OPEN}){_END}|{_IF}|{_OTHER})", re.IGNORECASE)
_BEGINS = frozenset("abcdefghijklmnoprstuvwz")
_TAIL = regex(r"(?<=[\w)\]])[\s:=-]{1,4}(none|nil|nope|(?:minus|less)\s+[0-9]{1,3})\W*$", re.IGNORECASE)
"""What takes back the name right before it, without a mark between."""
_AROUND = " -([{)]}*.,:;"
_ENDS = ("none", "nil", "nope")


_SAME = (
    r"(?:the\s+)?same\s+again|ditto|(?:all|both|everything|the\s+lot|each)"
    r"(?:\s+of\s+(?:it|that|this|them|these|those|the\s+above))?\s+(?:again|twice|doubled|x\s*[0-9]+|[0-9]+\s*(?:x|times))"
    r"|(?:another|[0-9]{1,2}|one)\s+of\s+the\s+same|another\s+(?:[0-9]{1,2}|of\s+(?:each|those|these|them))"
)
_MORE = r"(?:another|[0-9]{1,2}|a\s+few|some)\s+more"
_AND = r"\W*(?:(?:and|plus|then)\s+)?"
_AGAIN = regex(rf"{_AND}(?:{_SAME})\W*", re.IGNORECASE)
_BUYS_MORE = regex(rf"{_AND}(?:{_SAME}|{_MORE})\W*", re.IGNORECASE)


def takes_back(remark: str) -> bool:
    """Whether a remark beside an entry says that it is not in the army, may not be, or has another count."""
    plain = spaced(remark).strip(" \t,;:()[]{}-.*").lower()
    if not plain or plain[0] not in _BEGINS:
        return False
    if _AGAIN.fullmatch(digits(plain)):
        return True
    return _TAKES_BACK.match(digits(plain) if not has_digit(plain) else plain) is not None


def buys_more(text: str) -> bool:
    """Whether a text buys more of what stands before it, and does not name it: `same again`, `plus one more`."""
    return _BUYS_MORE.fullmatch(digits(text)) is not None


def taken_back_at(text: str) -> int:
    """Where words begin that take back the name right before them, as in `Slingers none`; -1 where there are none."""
    low = text.rstrip(_AROUND).lower()
    if not (low.endswith(_ENDS) or (low[-1:] in DIGITS and ("minus" in low or "less" in low))):
        return -1
    match = _TAIL.search(text)
    return -1 if match is None else match.start(1)


__all__ = ["buys_more", "taken_back_at", "takes_back"]
