"""Where a line is parted: at its commas, slashes, dashes, arrows, tabs, and at `and` and `with`.

Knows no unit. Promises: what is in brackets or quotes stays together.
"""

from __future__ import annotations

import re

from ibbprint.engine.lists.numerals import digits
from ibbprint.patterns import regex

_BETWEEN = regex(
    r"(?=[\s,;+&|/:=>-])(?:\s*+(?:(,(?![0-9]{3}\b)|[;+&|])|(?<![0-9])(?<!\bw)(/)(?![0-9])|([-=]+>))\s*"
    r"|\s++(?:(/)\s*|(-+)\s+|(>)\s+|(and|und)\s+|(with|plus)\s+(?=\(?[0-9]))"
    r"|(?<!\bw)(/)\s+|(:)(?![0-9])\s*|[^\S\t]*+(\t)\s*)"
    r"|(?:(?<=[^\W\d_]{4})|(?<=[^\W_]\s[0-9])|(?<=\s[qQ][0-9])|(?<=[)\]]))(\.)\s+"
    r"(?=[0-9]{1,3}_*\s*x?\s*[^\W\d_]{2})(?![0-9]+\s*(?:in|all|total|altogether|gold|gp|points?|pts?|ap|army|each)\b)"
)
"""The last alternative is the end of a sentence before a count: `Colonel 4. 3 Guards`."""
_PARTED = regex(r"[,;+&|/:\t>-]|\.\s|and|und|with|plus", re.IGNORECASE)
"""Without one of these a line has one part."""
_GROUPED = regex(r'\([^()]*\)|\[[^\[\]]*\]|"[^"]*"')


ARROW = ">"


def parts_of(text: str, raw: str) -> list[tuple[int, int, str]]:
    """The parts of a line between commas and the like: where each begins and ends, and what parts it from the last.

    Nothing where all of it is one part. `raw` is the text with its tabs.
    """
    if not _PARTED.search(raw):
        return []
    if raw is not text:
        text = "".join("\t" if sign == "\t" else letter for sign, letter in zip(raw, text, strict=False))
    masked = digits(text, "_")
    if "(" in text or "[" in text or '"' in text:
        masked = _GROUPED.sub(lambda group: "_" * len(group[0]), masked)
    result, begin, after = [], 0, ""
    for between in _BETWEEN.finditer(masked):
        if masked[begin : between.start()].strip():
            result.append((begin, between.start(), after))
        sign = between[between.lastindex or 0]
        begin, after = between.end(), ARROW if sign.endswith(">") else "," if sign == "." else sign[:1]
    if masked[begin:].strip():
        result.append((begin, len(text), after))
    return result


__all__ = ["ARROW", "parts_of"]
