"""Tables of dice as a player reads them: exactly, at least, at most. Knows no game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ibbprint.dice_words import Expression
from ibbprint.materials import Fields
from ibbprint.reports.layout import WIDTH, width_of, wrapped
from ibbprint.reports.odds_report import bar

DECIMALS = 2
LONGEST_FRACTION = 13
"""A longer fraction is no help to anybody who reads it; programs get it whole."""


@dataclass(frozen=True, slots=True)
class DiceRow(Fields):
    """A line of a table in words: the result, and its chances in percent."""

    result: str
    exactly: str
    at_least: str = ""
    at_most: str = ""


@dataclass(frozen=True, slots=True)
class DiceTable(Fields):
    """A table of dice: the results of a roll, or for a roll against another the higher one (`contest`)."""

    words: str
    mean: str
    rows: tuple[DiceRow, ...]
    contest: bool


def table_of(expression: Expression) -> DiceTable:
    """The table of an expression with its chances in percent, rounded half up and never to what they are not."""
    spread = expression.margin
    if expression.against is not None:
        chances = [chance for _, _, chance in _contest(expression)]
        percentages = percents(chances)
        rows = tuple(
            DiceRow(words, text) for (_, words, _), text in zip(_contest(expression), percentages, strict=True)
        )
        return DiceTable(expression.words, "", rows, contest=True)
    columns = [[ask(n) for n in spread.ways] for ask in (spread.exactly, spread.at_least, spread.at_most)]
    wide = len(spread.ways)
    percentages = percents([chance for column in columns for chance in column])
    parts = zip(spread.ways, percentages[:wide], percentages[wide : 2 * wide], percentages[2 * wide :], strict=True)
    rows = tuple(DiceRow(str(result), *text) for result, *text in parts)
    return DiceTable(expression.words, _number(spread.mean), rows, contest=False)


def percents(chances: Iterable[Fraction]) -> list[str]:
    """Chances in percent, all with as many decimals as they need, at most two: 16.67, but 3 where all are whole.

    What may happen is never shown as 0, and what may not as 100.
    """
    all_chances = list(chances)
    places = next(
        (n for n in range(DECIMALS) if all((chance * 100 * 10**n).denominator == 1 for chance in all_chances)), 2
    )
    return [_percent(chance, places) for chance in all_chances]


def _percent(chance: Fraction, places: int) -> str:
    units = 10**places
    rounded = int(chance * 100 * units + Fraction(1, 2))
    if 0 < chance < 1 and rounded in (0, 100 * units):
        edge = 1 if rounded == 0 else 100 * units - 1
        return f"{'<' if rounded == 0 else '>'}{edge / units:.{places}f}"
    return f"{rounded // units}" + (f".{rounded % units:0{places}d}" if places else "")


def _number(value: Fraction) -> str:
    return f"{float(value):.2f}".removesuffix("0").removesuffix("0").removesuffix(".")


def _contest(expression: Expression) -> list[tuple[str, str, Fraction]]:
    """The chances of who is higher: its id, in words, its chance. Then the two most probable scores, which hold the
    tie.
    """
    spread, against = expression.margin, expression.against
    assert against is not None
    fixed = len(against.spread.ways) == 1
    total = against.words
    words = (
        (f"more than {total}", f"exactly {total}", f"less than {total}", f"{total} or more", f"{total} or less")
        if fixed
        else (
            "the first is higher",
            "both are equal",
            "the second is higher",
            "the first is not lower",
            "the second is not lower",
        )
    )
    chances = spread.at_least(1), spread.exactly(0), spread.at_most(-1), spread.at_least(0), spread.at_most(0)
    ids = ("higher", "tie", "lower", "not_lower", "not_higher")
    return list(zip(ids, words, chances, strict=True))


def as_text(expression: Expression, width: int = WIDTH) -> str:
    """A table for the terminal: fractions where they can be read, percentages, bars."""
    table, spread = table_of(expression), expression.margin
    exact = [c for _, _, c in _contest(expression)] if table.contest else [spread.exactly(n) for n in spread.ways]
    fractions = [str(chance) for chance in exact]
    if max(map(len, fractions)) > LONGEST_FRACTION:
        fractions = [""] * len(fractions)
    bars = [bar(chance, width) for chance in exact]
    long, longest = max(map(len, fractions)), max(map(len, bars))
    head = wrapped(f"{table.words}: {table.mean} on average" if table.mean else table.words, width, rest="  ")
    if table.contest:
        # The blanks between the parts, the percentage and its sign take 16 columns.
        names = [wrapped(row.result, width - 16 - long - longest, rest="  ") for row in table.rows]
        wide = max(width_of(line) for lines in names for line in lines)
        entries = [
            [
                f"  {first}{' ' * (wide - width_of(first))}  {fraction:>{long}}  {row.exactly:>6}%  {marks}".rstrip(),
                *(f"  {line}" for line in continuation),
            ]
            for (first, *continuation), row, fraction, marks in zip(names, table.rows, fractions, bars, strict=True)
        ]
        won, at_least = ([line for entry in part for line in entry] for part in (entries[:3], entries[3:]))
        return "\n".join([*head, "", *won, "", *at_least])
    wide = max(len(row.result) for row in table.rows)
    titles = f"  {'':>{wide}}  {'exactly':>{long + (10 if long else 8)}}  {'at least':>8}  {'at most':>8}"
    room = width - width_of(titles) - 2
    lines = [
        f"  {row.result:>{wide}}  {fraction:>{long}}{'  ' if long else ''}{row.exactly:>6}%  {row.at_least:>6}%"
        f"  {row.at_most:>6}%  {marks if longest <= room else ''}".rstrip()
        for row, fraction, marks in zip(table.rows, fractions, bars, strict=True)
    ]
    return "\n".join([*head, "", titles, *lines])


def as_json(expressions: Iterable[Expression]) -> str:
    """The tables for programs: every chance as a fraction in text and as a percentage."""
    return json.dumps([_plain(expression) for expression in expressions], indent=2, ensure_ascii=False)


def _plain(expression: Expression) -> dict[str, Any]:
    spread = expression.margin
    if expression.against is not None:
        chances = {id: _chance(chance) for id, _, chance in _contest(expression)}
        return {"expression": expression.words, "mean": str(expression.rolled.spread.mean), **chances}
    rows = [
        {
            "result": number,
            "exactly": _chance(spread.exactly(number)),
            "at_least": _chance(spread.at_least(number)),
            "at_most": _chance(spread.at_most(number)),
        }
        for number in spread.ways
    ]
    return {"expression": expression.words, "mean": str(spread.mean), "results": rows}


def _chance(chance: Fraction) -> dict[str, Any]:
    return {"chance": str(chance), "percent": round(float(chance * 100), 4)}
