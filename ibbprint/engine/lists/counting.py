"""The roles of an entry's bare numbers, count or price: `Slingers 6`, `8 AP Spears (4)`, `3 Spears (5)`.

A bare number has no sign that says what it is. Each reading that the price list confirms is taken; where none is, a
number that is set off from the words is a wrong price, and any other is unexplained. A single bare number may be
either, and what the rest of the list adds up to decides (`evidence`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from ibbprint.digits import has_digit
from ibbprint.engine.api.lists import amount
from ibbprint.engine.lists.match import EntryFinding
from ibbprint.engine.lists.records import Written
from ibbprint.patterns import regex
from ibbprint.problems import Severity

Part = Literal["number", "second"]
"""The field of `Written` in which a bare number is."""
_NUMBER = regex(r"^\w+")
_PIECES = regex(r"(?:x|stands?|units?|bases?|elements?|counters?|blocks?|pieces?|of\s+them)\b")
_TIMES = regex(r"\s*[x*×]\s*")
_SIGNS = ("(", "[", "{", "=", ":", "|", ",", "@", "..")
"""What stands before a number that is set off from the words of its entry, but for dashes and wide blanks."""
_WIDE = regex(r"[ \t]{2}|\t")


@dataclass(frozen=True, slots=True)
class Counted:
    """The numbers of an entry. `count` is None where no number gives it."""

    count: int | None
    stated: float | None = None
    """A bare number that is a price or a sum."""
    at: str = ""
    """The part that `stated` is in."""
    unclear: str = ""
    """The part of a number that nothing explains."""
    doubt: str = ""
    """The part of a single bare number that is either the count or the price of one."""


def counted(written: Written[Any], part: Part, prices: Collection[float]) -> Counted:
    """Tell count and price apart among the bare numbers of an entry, from `part` on.

    `prices` are those that one of it may cost, of each unit that the words allow.
    """
    numbers = [(name, getattr(written, name)) for name in ("number", "second")]
    numbers = [(name, value) for name, value in numbers if value is not None and (part == "number" or name == "second")]
    if written.many is None:
        return _uncounted(written, numbers, prices)
    if (
        not numbers
        and not written.signed
        and not written.casual
        and written.price is written.each is written.sum is None
    ):
        leads = written.at.get("many") == written.start or is_set_off(written, "many")
        return Counted(written.many, doubt="many" if leads and written.many in prices else "")
    return _beside_count(written, written.many, numbers, prices)


def _sums(count: int, prices: Collection[float]) -> set[float]:
    """The price of one and of all."""
    return {*prices, *(price * count for price in prices)}


def _uncounted(written: Written[Any], numbers: list[tuple[str, int]], prices: Collection[float]) -> Counted:
    """The numbers of an entry without a count."""
    if not numbers:
        return Counted(None)
    (name, first), *rest = numbers
    if rest:
        second_name, second = rest[0]
        if written.price is not None and first * second == written.price:  # `Riders 2 4 8`: each, how many, the sum
            return Counted(second, first, name) if first in prices else Counted(first, second, second_name)
        if second in _sums(first, prices):
            return Counted(first, second, second_name)
        if first in _sums(second, prices):
            return Counted(second, first, name)
        if is_set_off(written, second_name):
            return Counted(first, second, second_name)
        return Counted(first, unclear=second_name)
    stated = [sum for sum in (written.price, written.each, written.sum) if sum is not None]
    if not stated:
        return Counted(first, doubt=name)
    if written.each is None and first in prices and first in stated and not _is_of_all(first, prices, stated):
        return Counted(None, first, name)  # the same price twice
    return Counted(first)


def _is_of_all(count: int, prices: Collection[float], stated: Collection[float]) -> bool:
    """Whether one of the stated sums is the price of all of them together."""
    return any(count * price in stated for price in prices)


def _beside_count(
    written: Written[Any], count: int, numbers: list[tuple[str, int]], prices: Collection[float]
) -> Counted:
    """The numbers of an entry that has a count."""
    stated: tuple[float | None, str] = (None, "")
    for name, number in numbers:
        if count in prices and _TIMES.fullmatch(written.text[_end(written, name) : written.at.get("many", 0)].lower()):
            return Counted(number, count, "many")  # `Blades 6 x 2`: six at 2
        if number in _sums(count, prices):
            stated = number, name
            if written.price is not None and written.price not in _sums(count, prices):
                return Counted(count, *stated, unclear="price")  # `3 Beasts 6 71`
        elif any(count == number * price for price in prices) and written.price is None and _may_count(written, name):
            return Counted(number, count, "many")  # `8 Spears (4)`: four for eight
        elif number == count and is_set_off(written, name):
            continue  # the same count again: `3 Spears (3)`
        elif is_set_off(written, name):
            stated = number, name
        else:
            return Counted(count, unclear=name)
    return Counted(count, *stated)


def _may_count(written: Written[Any], part: str) -> bool:
    """Whether a bare number may be the count beside another one without a sign: no word goes on from it."""
    behind = _NUMBER.sub("", written.text[written.at[part] :], count=1).lstrip()
    return not written.signed and (not behind[:1].isalpha() or _PIECES.match(behind.lower()) is not None)


def excess(written: Written[Any], stated: float | None, price: float, count: int) -> float:
    """The gold by which a list overprices an entry: a count at a price, with a bare number that is a sum."""
    right = price * count
    if written.sum is not None:
        return written.sum - right
    if written.each is not None:
        return written.each * count - right
    sum = stated if written.price is None else written.price
    return 0 if sum is None or sum == price else sum - right


def _end(written: Written[Any], part: str) -> int:
    """The end of a bare number."""
    return written.at[part] + len(str(getattr(written, part)))


def is_set_off(written: Written[Any], part: str) -> bool:
    """Whether a bracket, a dash, dots or wide blanks part a number from what stands before it."""
    at = written.at.get(part)
    if at is None:
        return False
    before = written.text[:at].rstrip()
    if before.endswith(",") and len(before) == at and has_digit(before[-2:-1]):
        return False  # `2,5 Pikemen`
    if before.endswith(_SIGNS) or _WIDE.search(written.text, len(before), at):
        return True
    dashed = before.removesuffix(">")
    word = dashed.rstrip("-")
    return len(word) < len(dashed) and word[-1:].isspace()


def wrong_prices(
    written: Written[Any], read: Counted, price: float, count: int, money: str, table: str, rule: str
) -> list[EntryFinding]:
    """A warning, by that rule, for each price and sum of an entry that is not that of the `table` of prices.

    `price` is what one costs by the table.
    """
    if read.stated is written.each is written.sum is written.price is None:
        return []
    total = price * count
    stated = (
        (read.stated, "", (price, total), total, read.at),
        (written.each, " each", (price,), price, "each"),
        (written.sum, "", (total,), total, "sum"),
        (written.price, "", (price, total), total, "price"),
    )
    return [
        EntryFinding(
            Severity.WARNING,
            rule,
            f"the list says {amount(sum)} {money}{of_one}, the {table} {amount(right)}.",
            f"The {table} applies.",
            part,
        )
        for sum, of_one, either, right, part in stated
        if sum is not None and sum not in either
    ]


def as_count(written: Written[Any], part: str) -> Written[Any]:
    """The entry, read so that its bare number says how many there are."""
    if part == "many":
        return written._replace(signed=True)
    places = {**written.at, "many": written.at[part]}
    return _without(written, part)._replace(many=getattr(written, part), at=places)


def as_price(written: Written[Any], part: str) -> Written[Any]:
    """The entry, read so that it is one, and its bare number is the price."""
    places = {**written.at, "price": written.at[part]}
    return _without(written, part)._replace(many=1, price=getattr(written, part), at=places)


def as_sum(written: Written[Any], part: str) -> Written[Any]:
    """The entry, read so that its bare number is what all of it costs."""
    places = {**written.at, "sum": written.at[part]}
    return _without(written, part)._replace(sum=getattr(written, part), at=places)


def _without(written: Written[Any], part: str) -> Written[Any]:
    """The entry without one of its bare numbers."""
    return written._replace(number=None) if part == "number" else written._replace(second=None)


__all__ = ["Counted", "Part", "as_count", "as_price", "as_sum", "counted", "excess", "is_set_off", "wrong_prices"]
