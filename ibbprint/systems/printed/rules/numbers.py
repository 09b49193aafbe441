"""Numbers as tables print them: fractions, signs, multipliers, costs of movement, dice."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ibbprint.dice import Dice
from ibbprint.patterns import regex
from ibbprint.tables import Number as Number
from ibbprint.tables import plain as plain

_NUMBER = regex(r"([+-]?)([0-9]{1,6})(?:/([0-9]{1,4})|[.,]([0-9]{1,4}))?")
_TIMES = regex(r"[x×](.+)")
_DICE = regex(r"([0-9]{0,2})[dD]([0-9]{1,3})")
PROHIBITED = ("no", "–", "—", "-", "P")
NO_COST = "Write 2, 1/2, +1, x2, all, no, or 2 stop."


def number(text: object) -> Number | None:
    """The number that a text is: `2`, `1/2`, `+1`, `−3`, `1.5`; None for any other text."""
    match = _NUMBER.fullmatch(plain(str(text)))
    if match is None or (match[3] and not int(match[3])):
        return None
    value = Fraction(int(match[2]), int(match[3] or 1))
    if match[4]:
        value += Fraction(int(match[4]), 10 ** len(match[4]))
    return whole(-value if match[1] == "-" else value)


def whole(value: Number) -> Number:
    """A number as an int where it is one."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def as_text(value: Number) -> str:
    """A number as people read it: 8½ is `8 1/2`."""
    if isinstance(value, int):
        return str(value)
    over, rest = divmod(abs(value.numerator), value.denominator)
    text = f"{over} {rest}/{value.denominator}" if over else f"{rest}/{value.denominator}"
    return f"-{text}" if value < 0 else text


class Change(NamedTuple):
    """An operation on a number: `x1/2`, `+2`, or a number in its place."""

    times: Number | None = None
    plus: Number = 0
    instead: Number | None = None

    def of(self, value: Number) -> Number:
        """The number as changed."""
        if self.instead is not None:
            return self.instead
        return whole(value * self.times) if self.times is not None else value + self.plus

    @property
    def text(self) -> str:
        """The amount as it is written."""
        if self.times is not None:
            return f"x{as_text(self.times)}"
        return (
            as_text(self.instead)
            if self.instead is not None
            else f"{'+' if self.plus >= 0 else ''}{as_text(self.plus)}"
        )

    @property
    def parts(self) -> int:
        """The divisor that points need so that nothing is rounded."""
        values = (self.times, self.plus, self.instead)
        return max(value.denominator for value in values if isinstance(value, int | Fraction))


def change(text: str) -> Change | None:
    """An amount taken apart: `x2` and `x1/2` multiply, `+1` and `-1` are added, a number takes the place."""
    text = plain(text)
    times = _TIMES.fullmatch(text)
    if times:
        factor = number(times[1])
        return None if factor is None or factor < 0 else Change(times=factor)
    value = number(text)
    if value is None:
        return None
    return Change(plus=value) if text[0] in "+-" else Change(instead=value)


@dataclass(frozen=True, slots=True)
class Cost:
    """A cell of costs. `points` are added, or with `times` those of the terrain multiplied."""

    points: Number = 0
    times: Number | None = None
    takes_all: bool = False
    """It takes the whole allowance, as the first step."""
    shut: bool = False
    stop: bool = False


FREE, SHUT = Cost(), Cost(shut=True)


def cost(text: str) -> Cost | None:
    """A cell of costs; None for what is none. An empty cell costs nothing."""
    text = text.strip()
    if text in PROHIBITED:
        return SHUT
    first, _, rest = text.partition(" ")
    stop = rest.strip() == "stop" or text == "stop"
    if (rest and not stop) or not text:
        return FREE if not text else None
    if first == "all":
        return Cost(takes_all=True, stop=stop)
    if first == "stop":
        return Cost(stop=True)
    result = change(first)
    if result is None or result.plus < 0 or (result.instead or 0) < 0:
        return None
    if result.times is not None:
        return Cost(times=result.times, stop=stop)
    return Cost(result.plus if result.instead is None else result.instead, stop=stop)


class DiceOf(NamedTuple):
    """Dice of one kind whose sum is thrown."""

    number: int
    faces: int

    @property
    def sums(self) -> range:
        return range(self.number, self.number * self.faces + 1)

    def throw(self, dice: Dice) -> int:
        """The sum of a throw."""
        return sum(dice.roll(self.faces) for _ in range(self.number))

    def __str__(self) -> str:
        return f"{'' if self.number == 1 else self.number}d{self.faces}"


def dice_of(text: str) -> DiceOf | None:
    """`2d6` as dice; None for what is none, or more than ten dice, or a die of one face."""
    match = _DICE.fullmatch(text.strip())
    result = None if match is None else DiceOf(int(match[1] or 1), int(match[2]))
    return result if result and 1 <= result.number <= 10 and 2 <= result.faces <= 100 else None
