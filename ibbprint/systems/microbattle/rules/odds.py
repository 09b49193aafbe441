"""Exact chances of whatever is rolled for, from the code that rolls it: no rule is written down here a second time.

A question is staged on a `Field`; then the play is done once for every way the dice can fall (`dice.chances`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from ibbprint.dice import Dice, chances
from ibbprint.engine.api.odds import AskOption, BadQuestion, Fact, OddsAnswer, OddsRow
from ibbprint.engine.odds import either, items, mean, numbered, subject, sum_of
from ibbprint.phrases import capital, listed
from ibbprint.problems import did_you_mean, nearest
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.models import Levy
from ibbprint.systems.microbattle.muster import muster, roll
from ibbprint.systems.microbattle.rules import odds_command, odds_fights
from ibbprint.systems.microbattle.rules.odds_fights import Query

# --- armies -----------------------------------------------------------------------------------------------------

MOST_TYPES = 5


@subject(
    "army",
    "The size of an army, or the chance of rolling a given army.",
    "[UNITS]",
    "Nothing, or the number of units of each type: '3 infantry, 2 cavalry, 1 artillery, 1 light'.",
    options=(
        AskOption("primary", "How many primary types it has; 1 if not given.", "number", "N"),
        AskOption("secondary", "How many secondary types it has; 3 if not given.", "number", "N"),
    ),
)
def army(query: Query) -> OddsAnswer:
    catalogue = query.catalogue
    lines = [
        line
        for role, usual in (("primary", 1), ("secondary", 3))
        for line in _lines(catalogue, role, query.number(role, usual, MOST_TYPES))
    ]
    if query.words:
        return _one_army(query, lines)
    sizes = chances(lambda dice: sum(muster(catalogue, line, dice).number for line in lines))
    pairs = {(size, other): sizes[size] * sizes[other] for size in sizes for other in sizes}
    sums = (
        sum_of(pairs, lambda pair: pair[0] == pair[1], "equal", "Two such armies are equal"),
        sum_of(pairs, lambda pair: abs(pair[0] - pair[1]) <= 1, "within-1", "They differ by at most 1"),
        sum_of(pairs, lambda pair: abs(pair[0] - pair[1]) <= 2, "within-2", "They differ by at most 2"),
    )
    facts = (Fact(f"{mean(sizes)} units on average.", ("M-R10", "M-37")),)
    return query.answer(
        "The size of an army", numbered(sizes, "unit"), sums, facts=facts, figures={"mean": str(mean(sizes))}
    )


_ROLLED = Fact("The number of each type is rolled by itself.", ("M-R10", "M-37"))


def _lines(catalogue: Catalogue, role: str, number: int) -> Sequence[Levy]:
    """The first lines of the muster of a role, beginning anew where it has fewer."""
    lines = [line for line in catalogue.muster if line.role == role]
    return [lines[n % len(lines)] for n in range(number)]


def _one_army(query: Query, lines: Sequence[Levy]) -> OddsAnswer:
    """The chance of an army that is named type by type; `light` is light troops of either type."""
    catalogue, units = query.catalogue, query.catalogue.units
    army: Counter[str] = Counter()
    for item in items(query.words):
        match = re.fullmatch(r"([0-9]{1,2})\s+([a-z][a-z -]*)", item.strip().lower())
        name = match[2].strip().replace(" ", "-") if match else item
        if match is None or name not in (*units.entries, "light"):
            hint = did_you_mean(name, [*units.entries, "light"])
            raise BadQuestion(f"{item!r} is not a number and a type of unit.", hint)
        army[name] += int(match[1])

    def rolled(dice: Dice) -> bool:
        counts: Counter[str] = Counter()
        for line in lines:
            levied = muster(catalogue, line, dice)
            if levied.number:
                counts["light" if "light" in army and units[levied.unit].light else levied.unit] += levied.number
        return +counts == +army

    title = f"An army of {query.words.strip()}"
    return query.passed(title, chances(rolled), ("this", "This army"), ("other", "Another"), facts=(_ROLLED,))


# --- tables -----------------------------------------------------------------------------------------------------


@subject(
    "tables",
    "What the set-up tables give.",
    "[ROWS]",
    "Nothing, or the results you want, one roll for each: 'seize, hill', 'average, average'.",
    options=(
        AskOption("times", "Roll this many times for a single result: 4 for the quarters of the board.", "number", "N"),
    ),
)
def tables(query: Query) -> OddsAnswer:
    shelf = query.catalogue.tables
    behind = {row.table for entry in shelf for row in entry.rows}
    results_of = {entry.id: _results(query.catalogue, entry.id) for entry in shelf if entry.id not in behind}
    if not query.words:
        sums = [
            OddsRow(f"{id}-{outcome}", f"{shelf[id].name}: {outcome}", "", chance)
            for id, results in results_of.items()
            for outcome, chance in results.items()
        ]
        return query.answer("The tables of set-up", sums=sums)
    chance = Fraction(1)
    names = [item.strip().lower().replace(" ", "-") for item in re.split(r"[;+]|,\s", query.words)]
    for name in names:
        gave = next((results for results in results_of.values() if name in results), None)
        if gave is None:
            known = {outcome for results in results_of.values() for outcome in results}
            near = nearest(name, known)
            hint = f"Did you mean {near}?" if near else f"The tables give {listed(sorted(known))}."
            raise BadQuestion(f"no table gives {name!r}.", hint)
        chance *= gave[name]
    times, title = query.number("times", 1, 20), capital(", ".join(names))
    if times == 1:
        several = len(names) > 1
        yes, no = ("All of them come up", "They do not") if several else ("It comes up", "It does not")
        return query.passed(title, either(chance), ("yes", yes), ("no", no))
    often = chances(lambda dice: dice.successes(times, chance))
    some = sum_of(often, bool, "some", "At least once")
    return query.answer(f"{title}, in {times} tries", numbered(often, "time"), (some,))


def _results(catalogue: Catalogue, table: str) -> dict[str, Fraction]:
    """The chance of everything that a table gives."""
    return chances(lambda dice: roll(catalogue, table, dice)[0])


SUBJECTS = (
    odds_fights.attack,
    odds_command.test,
    odds_fights.defeat,
    odds_command.activation,
    odds_command.morale,
    odds_command.commander,
    odds_command.rally,
    odds_command.move,
    army,
    tables,
)
"""What can be asked; the first needs no naming."""
