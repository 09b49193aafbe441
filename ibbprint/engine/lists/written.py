"""An entry as a player writes it, taken apart: how many, prices, words; a game finds its own figures between.

Knows no unit. Promises: whatever is found keeps the offset at which it was written, so that a finding can point at it.
"""

from __future__ import annotations

import re

from ibbprint.digits import are_digits, has_digit
from ibbprint.engine.lists.money import Money, amount_of
from ibbprint.engine.lists.numerals import digits, spaced
from ibbprint.engine.lists.records import F, Written
from ibbprint.patterns import regex

_DOZEN = regex(r"^(?:(half|[0-9]{1,3})\s+)?(?:an?\s+|1\s+)?(dozen|pair|couple)\b")
_BULLET = regex(r"^[\s|]*(?:(?:[-*+•·>o]|[0-9]{1,3}[.)])\s+[\s|]*)*")
_STRONG = regex(r"\*\*|__")
_QUOTED = regex(r'"([^"]{1,80})"')
_OF_ONE = r"(?:each|apiece|a\s+piece|per\s+unit|ea)"
_COUNT_FIRST = regex(
    r"^(?:\(?([0-9]+)\)?(?:[x*](?=[\s0-9(]|[a-z]{2})|\s*[x*](?=[\s0-9(]))|x\s*([0-9]+)\b"
    r"|\(?([0-9]+)\)?(?=\s|(?!st\b|nd\b|rd\b|th\b)[a-z]{2})|(an?)\s)\s*"
)
_COUNT_LAST = regex(r"(?:\b[x*]|\*)\s*([0-9]+)\s*\)?\s*$|\b([0-9]+)\s*x\s*\)?\s*$")
_COUNT_NOTED = regex(r"[(\[,;-]\s*(?:x\s*([0-9]+)|([0-9]+)\s*x)\s*[)\]]?")
_COUNT_WITHIN = regex(r"(?:^|[\s0-9])[x*]\s*([0-9]+)\b|\b([0-9]+)\s*x(?=\s+(?![0-9]))")
"""Of two numbers with an x between, the second: the first is a rating or the price of one."""
_OF_PIECES = regex(
    r"(?<![\w-])(?:x\s*)?([0-9]+)\s*x?\s*"
    r"(\b(?:stands?|units?|bases?|counters?|blocks?|pieces?|regiments?|of\s+(?:them|these|those))\b(?:\s+of\b)?)"
)
"""A count with the word for what is counted: `2 stands of pikemen`, `trolls, two of them`.

Not of figures, models or miniatures: of these one unit has several.
"""
_FIGURES = regex(
    r"(?:[(\[,;-]\s{0,3})?(?<![\w-])[0-9]{1,3}\s*(?:x\s*)?(?:figures?|figs?\b\.?|models?|minis?|miniatures?|castings?|men|strong|"
    r"(?:un)?painted|primed|unprimed|based|converted|metals?|plastics?|resins?)\b"
    r"(?:\s*(?:each|in\s+each|per\s+\w+|total|in\s+all|altogether))?\s*[)\]]?"
)
_BY_FIGURES = regex(r"[0-9]\s*(?:x\s*)?(?:fig|mod|mini|cast|men|strong|(?:un)?p[arl]|base|conv|met|res)")
"""The figures that units are made of: they say nothing of how many units there are."""
_WORD = regex(r"[^\W_]+")
_LETTER = regex(r"[^\W\d_]")
_GLUED = regex(r"([^\W\d_]{2,})([0-9]{1,2})")
"""A word with its number: `Cpt4`, `Bd6`."""
_PRICE_FIRST = regex(
    r"^\s*(?:\(\s*([0-9]{1,6})\s*\)\s*(?=[0-9]+\s*x?\s*[^\W\d_])|[\[{]\s*([0-9]{1,6})\s*[\]}](?=\s*\w))"
)
"""A price in brackets before the entry: `(8) 2 x Dragons`, `[8] Hero 4`."""
_PRICE_EQUALS = regex(r"^\s*([0-9]{1,6})\s*=\s*(?=[0-9]+\s*[x*]?\s*[^\W\d_])")
"""A price before the entry: `18 = 2 Pikemen`."""
_TOGETHER = regex(r"(?<![\w.,])([0-9]{1,6})\s*(?:in\s+)?(?:total|all|altogether|together)\b")
_SUM_BEHIND = regex(r"(?<=[^\W_]\.)\s+([0-9]{2,6})\s*(?:(?:in\s+)?(?:total|all)|all\s+in|all\s+told|altogether)\W*$")
"""A sum in a sentence of its own behind the last entry of a line: `slingers x2. 59 all in`."""
_AROUND = " \t,;:-"
_AROUND_COUNT = f"{_AROUND}(["


class Prices:
    """The prices in lists with prices in some money.

    A bare number at the end of an entry that has a count is its price where it is set off: `2x Pikes ..... 16`; with
    `bare_last` a blank is enough.
    """

    def __init__(self, money: Money, *, bare_last: bool = False) -> None:
        words, number = money.all_words, money.number
        self.each = re.compile(
            rf"(?:@|\b(?:à|á|je)\b)\s*({number})\s*{words}?(?!\w)(?:\s*{_OF_ONE}\b)?"
            rf"|(?:\b(?:costs?|costing|priced(?:\s+at)?|at|for|worth)\s+)?(?<!\w)({number})\s*{_OF_ONE}\b"
        )
        self.sum = re.compile(rf"=\s*({number})\s*{words}?(?!\w)")
        self.named = re.compile(
            rf"(?:\b(?:costs?|costing|price|priced(?:\s+at)?|at|for|worth)\s*:?\s+)?"
            rf"(?<!\w)({number})\s*{words}(?!\w)(?:\s*({_OF_ONE})\b|\s*(total|in\s+all|altogether|together)\b)?"
        )
        self.half = re.compile(r"(?<![\w.,])([0-9]{1,4}(?:[.,][0-9]|½)|½)(?![\w.,])") if money.has_halves else None
        # A run of dots or blanks is looked at from its first sign only: no other begins a match that it does not.
        wide = r"(?<!\s)\s++" if bare_last else r"(?<!\s)\s{2,}+"
        self.last = re.compile(rf"(?:(?<!\.)\.{{2,}}+\s*+|\s-\s*+|:\s*+|{wide})({number})\s*+\.?$")


class TakenApart:
    """An entry while it is taken apart. `rest` is its remaining text in small letters, blanks for the parts taken."""

    __slots__ = ("_low", "_prices", "_start", "_sums", "_text", "at", "end", "name", "rest")

    def __init__(self, text: str, prices: Prices) -> None:
        remainder = spaced(text)
        match = _BULLET.match(remainder)
        start = match.end() if match else 0
        remainder = " " * start + remainder[start:]
        if "**" in remainder or "__" in remainder:
            remainder = _STRONG.sub("  ", remainder)
        self.name = ""
        if '"' in remainder:
            quoted = _QUOTED.search(remainder)
            if quoted:
                self.name = quoted[1].strip()
                remainder = without(remainder, quoted)
        low = remainder.lower()
        remainder = (
            low if len(low) == len(remainder) else "".join(c.lower() if len(c.lower()) == 1 else c for c in remainder)
        )
        self.rest, self._low = digits(remainder), low
        self.at: dict[str, int] = {}
        self.end = 0
        self._text, self._start, self._prices = text, start, prices
        self._sums: tuple[float | None, float | None, float | None] = (None, None, None)

    def take(self, pattern: re.Pattern[str], name: str, group: int = 0, *, instead: str = "") -> re.Match[str] | None:
        """Take the match of a pattern, if any, out of the rest, and keep its place by that name."""
        match = pattern.search(self.rest)
        if match:
            self.at[name] = match.start(group)
            self.rest = without(self.rest, match, instead)
        return match

    def written(self, own: F) -> Written[F]:
        """The entry: the count and the words of the rest, and the parts taken before."""
        rest, at, end, low = self.rest, self.at, self.end, self._low
        price, each, total = self._sums
        rest = _less_figures(rest)
        noted, less = _of_pieces(rest)
        count, less = _count(less, at)
        behind = count is None and noted is not None
        if noted is None or behind or int(noted[1]) == count:
            rest = less
        else:  # another count than the one before it: nobody can tell what it is of
            count, rest = _count(rest, at)
        if behind and noted is not None:
            count, at["many"] = int(noted[1]), noted.start(1)
        if count is not None and price is total is None:
            match = self._prices.last.search(rest.rstrip(_AROUND))
            if match and each is None and at["many"] < match.start(1):
                price, at["price"] = amount_of(match[1]), match.start(1)
                rest = rest[: match.start()]
            elif match and each is not None:  # `(9 gp each) ... 27`
                total, at["sum"] = amount_of(match[1]), match.start(1)
                rest = rest[: match.start()]
        signed = (
            count is not None and "x" in low[at["many"] :][:8] and low[at["many"] :].lstrip("(0123456789 ")[:1] in "x*"
        )
        casual = behind or (count == 1 and low[at["many"]].isalpha() and low[at["many"]] != "x")
        words: list[str] = []
        places: list[int] = []
        number: int | None = None
        second: int | None = None
        for each_word in _WORD.finditer(rest):
            word, end = each_word[0], max(end, each_word.end())
            glued = _GLUED.fullmatch(word) if number is None and not word.isalpha() else None
            if word.isalpha():
                words.append(word)
                places.append(each_word.start())
            elif glued:
                words.append(glued[1])
                places.append(each_word.start())
                number, at["number"] = int(glued[2]), each_word.start() + len(glued[1])
            elif are_digits(word) and (number is None or second is None):
                if number is None:
                    number, at["number"] = int(word), each_word.start()
                else:
                    second, at["second"] = int(word), each_word.start()
            elif (
                are_digits(word) and count is price is each is total is None and rest[each_word.start() - 1] in " (|;,"
            ):
                price, at["price"] = amount_of(word), each_word.start()  # `Hero 5 - 1 (11)`
            elif (
                are_digits(word)
                and "price" in at
                and at["price"] > at.get("second", len(rest))
                and total is each is None
            ):
                each, price, at["each"] = price, None, at.pop("price")  # `Hero 5 1 11 11`
                total, at["sum"] = amount_of(word), each_word.start()
            else:
                words.append(word)
                places.append(each_word.start())
        return Written(
            own,
            tuple(words),
            count,
            number,
            second,
            price,
            each,
            total,
            self.name,
            (),
            casual,
            signed,
            self._start,
            tuple(places),
            at,
            self._text,
            end,
        )

    def take_prices(self) -> None:
        """Take out the price that is either that of one or of all, that of one, and that of all."""
        if not (has_digit(self.rest) or "½" in self.rest):
            return
        price = each = total = None
        rest, prices = self.rest, self._prices
        match = _PRICE_FIRST.match(rest) if "(" in rest or "[" in rest or "{" in rest else None
        if match:
            price, self.at["price"] = amount_of(match[1] or match[2]), match.start(1 if match[1] else 2)
            rest = without(rest, match)
        if "=" in rest and price is None:
            match = _PRICE_EQUALS.match(rest)
            if match:
                price, self.at["price"] = amount_of(match[1]), match.start(1)
                rest = without(rest, match)
        if "@" in rest or "ea" in rest or "p" in rest or "je " in rest or not rest.isascii():
            match = prices.each.search(rest)
            if match:
                each = amount_of(match[1] or match[2])
                self.at["each"] = match.start(1 if match[1] else 2)
                rest = without(rest, match)
        if "=" in rest and total is None:
            match = prices.sum.search(rest)
            if match:
                total, rest = amount_of(match[1]), without(rest, match)
                self.at["sum"] = match.start(1)
        match = prices.named.search(rest) if price is None else None
        if match:
            value = amount_of(match[1])
            if match[2]:
                each, self.at["each"] = value, match.start(1)
            elif match[3]:
                total, self.at["sum"] = value, match.start(1)
            else:
                price, self.at["price"] = value, match.start(1)
            rest = without(rest, match)
        if each is not None and total is None:  # `(6 gp each, 12 total)`
            match = _TOGETHER.search(rest) or prices.named.search(rest)
            if match:
                total, self.at["sum"] = amount_of(match[1]), match.start(1)
                rest = without(rest, match)
        match = _SUM_BEHIND.search(rest) if ". " in rest and price is each is total is None else None
        if match:
            total, rest = amount_of(match[1]), without(rest, match)
            self.at["sum"] = match.start(1)
        match = prices.half.search(rest) if prices.half is not None and price is each is total is None else None
        if match:  # no other number has a half
            price, self.at["price"] = amount_of(match[1]), match.start(1)
            rest = without(rest, match)
        self.rest, self._sums = rest, (price, each, total)


def without(text: str, match: re.Match[str], instead: str = "") -> str:
    """The text with blanks where something was found, so that nothing else moves."""
    return f"{text[: match.start()]}{instead.ljust(match.end() - match.start())}{text[match.end() :]}"


def _less_figures(rest: str) -> str:
    """The text without a number of figures behind a unit that has its count besides: `3 pikemen (20 figures)`."""
    match = _FIGURES.search(rest) if _BY_FIGURES.search(rest) else None
    if match is None or _LETTER.search(rest[: match.start()]) is None:
        return rest
    less = without(rest, match)
    return less if has_digit(less) else rest


def _of_pieces(rest: str) -> tuple[re.Match[str] | None, str]:
    """A count of pieces that comes behind other words, and the text without it and without words for pieces."""
    match = _OF_PIECES.search(rest) if has_digit(rest) else None
    if match is None:
        return None, rest
    if rest[: match.start()].strip(_AROUND_COUNT):
        return match, without(rest, match, ",")
    if not _LETTER.search(rest, match.end()):  # `3 units`: those of the entry before, or of none
        return match, without(rest, match)
    return None, f"{rest[: match.start(2)]}{' ' * len(match[2])}{rest[match.end() :]}"  # the count comes first


def _count(rest: str, at: dict[str, int]) -> tuple[int | None, str]:
    """The count, and the text without it."""
    begin = len(rest) - len(rest.lstrip(_AROUND))
    body = rest[begin:].rstrip(_AROUND)
    dozen = _DOZEN.match(body)
    if dozen:
        size = 12 if dozen[2] == "dozen" else 2
        at["many"] = begin
        times = dozen[1] or "1"
        return size // 2 if times == "half" else size * int(times), " " * (begin + dozen.end()) + body[dozen.end() :]
    match = _COUNT_FIRST.match(body)
    if match:
        at["many"] = begin
        return int(match[1] or match[2] or match[3] or 1), " " * (begin + match.end()) + body[match.end() :]
    if "x" not in body and "*" not in body:
        return None, " " * begin + body
    for pattern in (_COUNT_LAST, _COUNT_NOTED, _COUNT_WITHIN):
        match = pattern.search(body)
        if match:
            at["many"] = begin + match.start(1 if match[1] else 2)
            return int(match[1] or match[2]), " " * begin + without(body, match)
    return None, " " * begin + body
