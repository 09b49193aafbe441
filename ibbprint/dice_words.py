"""Dice as players write them, `3d6kh2+1 vs 12`: read once, thrown with any `Dice`, and told by exact chances.

Knows no game. What is too much to be worked out is refused before it is begun.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ibbprint.dice import Dice, Spread, succeeding, thrown, thrown_and_kept
from ibbprint.patterns import regex
from ibbprint.problems import Problem, Report, Severity, Where, nearest

MOST_DICE = 1_000
MOST_FACES = 1_000
MOST_RESULTS = 1_000
"""A longer table is read by nobody, and its chances need hundreds of digits."""
MOST_STEPS = 400_000
"""What keeping some of many dice may cost; 10d20kh5 takes 110,000."""
MOST_CHARACTERS = 400
MOST_EXPRESSIONS = 50
RULE = "read:dice"
EXAMPLES = "For example: 2d6, d6+d10, 3d6kh2, 2d10 vs 12 or successes(5, 4+ on d6)."


@dataclass(frozen=True, slots=True)
class Rolled:
    """Something that comes to a number: its words, what it may come to, and how it is thrown."""

    words: str
    spread: Spread
    throw: Callable[[Dice], int]


@dataclass(frozen=True, slots=True)
class Expression:
    """What was asked for: a roll, and with `vs` what it is held against."""

    rolled: Rolled
    against: Rolled | None = None

    @property
    def words(self) -> str:
        return self.rolled.words if self.against is None else f"{self.rolled.words} vs {self.against.words}"

    @property
    def margin(self) -> Spread:
        """By how much the roll is higher than what it is held against."""
        return self.rolled.spread if self.against is None else self.rolled.spread.plus(self.against.spread, -1)


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


class _Fault(Exception):
    """What cannot be read, and at which column."""

    def __init__(self, column: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.column, self.message, self.hint = column, message, hint


_TOKENS = regex(
    r"(?P<blank>\s+)|(?P<dice>[0-9]*d(?:[0-9]+|%)(?:[a-z]+[0-9]*)?(?![a-z0-9%]))|(?P<number>[0-9]+)|(?P<word>[a-z][a-z0-9%]*)|(?P<sign>[-+−–(),])",
    re.IGNORECASE | re.ASCII,
)
_DICE = regex(r"(?P<number>[0-9]*)d(?P<faces>[0-9]+|%)(?:(?P<which>[a-z]+)(?P<keep>[0-9]*))?", re.ASCII)
DIGITS = {"66": 2, "666": 3}
"""Dice of 6 that are read as figures: how many of them."""
AGAINST = ("vs", "versus", "against")
_UNFINISHED = regex(r"(?:[-+−–,]|\b(?:vs|versus|against|on))\s*$", re.IGNORECASE)
_GOES_ON = regex(r"\s*(?:[-+−–,)]|(?:vs|versus|against|on)\b)", re.IGNORECASE)
"""The end of a text that the next word belongs to, and the beginning of a word that belongs to the text before it."""
_TOO_MANY = f"one run makes at most {MOST_EXPRESSIONS} tables."
_WORDS = ("d6", "d10", "vs", "successes")


def texts_of(arguments: Iterable[str]) -> list[str]:
    """The words of a command line as texts of their own: `2d10 vs 12` is one with quotes and without."""
    result: list[str] = []
    for argument in arguments:
        last = result[-1] if result else ""
        if last.count("(") > last.count(")") or _UNFINISHED.search(last) or (result and _GOES_ON.match(argument)):
            result[-1] += f" {argument}"
        else:
            result.append(argument)
    return result


def read_each(texts: Sequence[str], report: Report) -> list[Expression]:
    """The expressions of several texts; faults go into the report, the first of each text with its column in it."""
    if len(texts) > MOST_EXPRESSIONS:
        report.error(Where("dice", 1, 1), RULE, _TOO_MANY)
        return []
    known = len(report.errors)
    result = [each for text in texts for each in read_dice(text, report)]
    if len(result) > MOST_EXPRESSIONS:
        report.error(Where("dice", 1, 1), RULE, _TOO_MANY)
    return result if len(report.errors) == known else []


def read_dice(text: str, report: Report) -> list[Expression]:
    """The expressions of a text, one after another; faults go into the report with their column."""
    try:
        if len(text) > MOST_CHARACTERS * MOST_EXPRESSIONS:
            raise _Fault(1, f"this is too long: an expression has at most {MOST_CHARACTERS} characters.")
        return _Reader(text).all()
    except _Fault as fault:
        shown = text if 0 < len(text) <= 60 else "dice"
        report.add(Problem(Severity.ERROR, Where(shown, 1, fault.column), RULE, fault.message, fault.hint))
        return []


class _Reader:
    """Reads tokens from left to right; an expression ends where the next begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(_tokens(text))
        self.at = 0
        self.dice = 0

    @property
    def next(self) -> _Token:
        return self.tokens[self.at]

    def all(self) -> list[Expression]:
        result: list[Expression] = []
        lacking: _Fault | None = None
        while self.next.kind != "end":
            self.dice, begun = 0, self.next.column
            result.append(self.expression())
            if not self.dice and lacking is None:  # told last: `2x6` has a worse fault than that 2 is no roll
                lacking = _Fault(begun, f"there are no dice in {result[-1].words!r}.", EXAMPLES)
            if len(result) > MOST_EXPRESSIONS:
                raise _Fault(self.next.column, _TOO_MANY)
        if not result:
            raise _Fault(1, "there are no dice here.", EXAMPLES)
        if lacking is not None:
            raise lacking
        return result

    def expression(self) -> Expression:
        rolled = self.sum()
        if not self.takes(*AGAINST):
            return Expression(rolled)
        begun = self.next.column
        against = self.sum()
        _bounded(len(rolled.spread.ways) + len(against.spread.ways), begun)
        return Expression(rolled, against)

    def sum(self) -> Rolled:
        sign = -1 if self.takes("-") else 1
        total = self.term()
        if sign < 0:
            total = _joined(_number(0), total, -1, f"-{total.words}")
        while self.next.text in ("+", "-"):
            sign = 1 if self.next.text == "+" else -1
            self.at += 1
            begun, other = self.next.column, self.term()
            _bounded(len(total.spread.ways) + len(other.spread.ways), begun)
            total = _joined(total, other, sign, f"{total.words}{'+' if sign > 0 else '-'}{other.words}")
        return total

    def term(self) -> Rolled:
        token = self.next
        self.at += 1
        if token.kind == "dice":
            return self.like_dice(token)
        if token.kind == "number":
            return _number(_bounded_number(token, 1_000_000, "a number"))
        if token.text == "successes":
            return self.successes()
        if token.kind == "end":
            raise _Fault(token.column, "something is missing here.", EXAMPLES)
        raise _Fault(token.column, f"{token.text!r} is not a dice roll.", _hint_for(token.text))

    def like_dice(self, token: _Token) -> Rolled:
        match = _DICE.fullmatch(token.text)
        assert match is not None
        column = token.column
        number = _bounded_number(_Token("number", match["number"] or "1", column), MOST_DICE, "the number of dice")
        self.dice += number
        if self.dice > MOST_DICE:
            raise _Fault(column, f"this rolls {self.dice} dice; the most is {MOST_DICE}.")
        sides = "100" if match["faces"] == "%" else match["faces"]
        at = _Token("number", sides, column + match.start("faces"))
        faces = _bounded_number(at, MOST_FACES, "the number of faces")
        if not faces or not number:
            lacking = "a die needs at least one face" if not faces else "a roll needs at least one die"
            raise _Fault(column if faces else at.column, f"{lacking}, so nobody can roll {token.text}.")
        if match["faces"] in DIGITS:
            return self.digits(match, column, number)
        words = f"{number if number > 1 else ''}d{faces}"
        if match["which"] is None:
            _bounded(number * (faces - 1) + 1, column)
            return Rolled(words, thrown(number, faces), lambda dice: sum(dice.roll(faces) for _ in range(number)))
        return self.kept(match, column, number, faces, words)

    def digits(self, match: re.Match[str], column: int, number: int) -> Rolled:
        """`d66`: dice of 6 that are read as the figures of a number, 11 to 66."""
        many, words = DIGITS[match["faces"]], f"d{match['faces']}"
        if number > 1 or match["which"] is not None:
            message = f"{words} is {many} six-sided dice read as the digits of one number."
            raise _Fault(column, message, f"Roll {words} once, or roll {many}d6.")
        self.dice += many - 1
        spread = Spread.die(6)
        for _ in range(many - 1):
            tens = Spread({10 * shown: ways for shown, ways in spread.ways.items()}, spread.of)
            spread = tens.plus(Spread.die(6))

        def throw(dice: Dice) -> int:
            return int("".join(str(dice.roll(6)) for _ in range(many)))

        return Rolled(words, spread, throw)

    def kept(self, match: re.Match[str], column: int, number: int, faces: int, words: str) -> Rolled:
        which, amount = match["which"], match["keep"] or "1"
        if which not in ("kh", "kl"):
            near = "kl" if "l" in which else "kh"
            hint = f"Did you mean {near}{amount}? kh{amount} keeps the highest, kl{amount} the lowest."
            message = f"{which + match['keep']!r} does not say which dice to keep."
            raise _Fault(column + match.start("which"), message, hint)
        at = _Token("number", amount, column + match.start("keep"))
        keep = _bounded_number(at, MOST_DICE, "the number of dice to keep")
        if not 1 <= keep <= number:
            raise _Fault(at.column, f"you cannot keep {keep} of {number} dice.", f"Keep 1 to {number}.")
        if faces * number * number * keep * faces // 2 > MOST_STEPS:
            raise _Fault(column, f"{words}{which}{keep} is too much to work out.", "Use fewer dice, or fewer faces.")
        highest = which == "kh"

        def throw(dice: Dice) -> int:
            each = sorted((dice.roll(faces) for _ in range(number)), reverse=highest)
            return sum(each[:keep])

        return Rolled(f"{words}{which}{keep}", thrown_and_kept(number, faces, keep, highest=highest), throw)

    def successes(self) -> Rolled:
        """`(5, 4+ on d6)`: how many of five throws of a d6 come to 4 or more; `4-` is 4 or less."""
        self.needs("(")
        number = _bounded_number(self.number(), MOST_RESULTS - 1, "the number of rolls")
        self.needs(",")
        target = _bounded_number(self.number(), 1_000_000, "a number")
        sign = self.next
        if sign.text not in ("+", "-"):
            message = f"{target} needs a sign here: {target}+ for {target} or more, {target}- for {target} or less."
            raise _Fault(sign.column, message)
        self.at += 1
        self.needs("on")
        begun, each = self.next.column, self.sum()
        self.needs(")")
        if len(str(each.spread.of)) * number > 20_000:
            raise _Fault(begun, "this is too much to work out.", "Use fewer rolls, or fewer dice.")

        def hit(score: int) -> bool:
            return score >= target if sign.text == "+" else score <= target

        ways = sum(count for score, count in each.spread.ways.items() if hit(score))
        return Rolled(
            f"successes({number}, {target}{sign.text} on {each.words})",
            succeeding(number, ways, each.spread.of),
            lambda dice: sum(hit(each.throw(dice)) for _ in range(number)),
        )

    def takes(self, *words: str) -> bool:
        if self.next.text not in words:
            return False
        self.at += 1
        return True

    def needs(self, word: str) -> None:
        if not self.takes(word):
            instead = f"not {self.next.text!r}" if self.next.text else "but the text ends"
            near = f" Did you mean {word}?" if self.next.kind == "word" else ""
            raise _Fault(
                self.next.column, f"expected {word!r} here, {instead}.", f"For example: successes(5, 4+ on d6).{near}"
            )

    def number(self) -> _Token:
        token = self.next
        if token.kind != "number":
            instead = f"not {token.text!r}" if token.text else "but the text ends"
            raise _Fault(token.column, f"expected a number here, {instead}.", "For example: successes(5, 4+ on d6).")
        self.at += 1
        return token


def _tokens(text: str) -> Iterator[_Token]:
    at = 0
    while at < len(text):
        match = _TOKENS.match(text, at)
        if match is None:
            raise _Fault(at + 1, f"{text[at]!r} means nothing in a dice roll.", EXAMPLES)
        if match.lastgroup != "blank":
            written = match[0].lower()
            yield _Token(str(match.lastgroup), "-" if written in "−–" else written, at + 1)
        at = match.end()
    yield _Token("end", "", len(text) + 1)


def _hint_for(word: str) -> str:
    """The hint for a word that is no roll: the nearest, or how rolls are written."""
    if word in AGAINST:
        return "Compare a roll with one number or one roll: 2d10 vs 12."
    near = nearest(word, _WORDS)
    return f"Did you mean {near}?" if near else EXAMPLES


def _bounded_number(token: _Token, most: int, quantity: str) -> int:
    if len(token.text) > len(str(most)) + 5 or int(token.text) > most:
        shown = token.text if len(token.text) <= 12 else f"{token.text[:9]}..."
        raise _Fault(token.column, f"{quantity} is at most {most:,}, not {shown}.")
    return int(token.text)


def _bounded(results: int, column: int) -> None:
    if results > MOST_RESULTS:
        message = f"this has {results:,} different results; a table has at most {MOST_RESULTS:,}."
        raise _Fault(column, message, "Use fewer dice, or fewer faces.")


def _number(number: int) -> Rolled:
    return Rolled(str(number), Spread.fixed(number), lambda _: number)


def _joined(first: Rolled, second: Rolled, sign: int, words: str) -> Rolled:
    add = operator.add if sign > 0 else operator.sub
    spread = first.spread.plus(second.spread, sign)
    return Rolled(words, spread, lambda dice: add(first.throw(dice), second.throw(dice)))
