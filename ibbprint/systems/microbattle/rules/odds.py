"""Exact chances of whatever is rolled for, from the code that rolls it: no rule is written down here a second time.

A question is staged on a `Field`; then the play is done once for every way the dice can fall (`dice.chances`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from ibbprint.dice import Dice, chances
from ibbprint.engine.api.odds import AskOption, BadQuestion, Fact, OddsAnswer, OddsRequest, OddsRow, Subject
from ibbprint.engine.odds import Answerer, answered, items, share
from ibbprint.phrases import capital, listed
from ibbprint.problems import Report, did_you_mean, nearest
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.models import Levy
from ibbprint.systems.microbattle.muster import muster, roll
from ibbprint.systems.microbattle.rules import odds_command, odds_fights
from ibbprint.systems.microbattle.rules.odds_fights import at_most

_MORE = (
    AskOption("advantages", "Advantages in addition to those of the house list.", "number", "N"),
    AskOption("disadvantages", "Disadvantages in addition to those of the house list.", "number", "N"),
)
_COMMANDER = AskOption(
    "commander",
    "The commander: poor, average, good or lost; average if not given.",
    metavar="QUALITY",
    names="commander",
)
_STAND = AskOption("stand", "Light units never evade.", "flag")
_PLACE = (
    AskOption("on", "The ground that it is on: woods ...; clear if not given.", metavar="GROUND", names="terrain"),
    AskOption("prepared", "It is in a prepared position.", "flag"),
    AskOption("behind", "A friendly unit is directly behind it.", "flag"),
    AskOption("cornered", "It has no square to retreat to.", "flag"),
)
SUBJECTS = (
    Subject(
        "attack", "An attack, with what it does to both sides.", "ATTACKER vs DEFENDER",
        "Two units, disordered if you say so: 'cavalry vs artillery', 'infantry vs light infantry disordered'.",
        (
            AskOption("fire", "The attacker fires from this distance; melee if not given.", "number", "SQUARES"),
            AskOption("from", "The ground that the attacker is on.", metavar="GROUND", names="own-terrain"),
            AskOption("on", "The ground that the defender is on.", metavar="GROUND", names="terrain"),
            AskOption("prepared", "The defender is in a prepared position.", "flag"),
            AskOption("friend", "Another unit of the attacker’s army is adjacent to the defender.", "flag"),
            AskOption("behind", "A friendly unit is directly behind the defender.", "flag"),
            AskOption("cornered", "The defender has no square to retreat to.", "flag"),
            AskOption("own-behind", "A friendly unit is directly behind the attacker.", "flag"),
            AskOption("own-cornered", "The attacker has no square to retreat to.", "flag"),
            *_MORE, _STAND,
        ),
        "infantry vs cavalry",
    ),
    Subject(
        "test", "A TEST under any number of advantages and disadvantages.",
        options=(AskOption("advantages", "How many advantages.", "number", "N"),
                 AskOption("disadvantages", "How many disadvantages.", "number", "N")),
    ),
    Subject("defeat", "What happens to a defeated unit; to every type if you name none.", "[UNIT]",
            "The unit, disordered if you say so: light infantry disordered.", (*_PLACE, *_MORE, _STAND)),
    Subject(
        "activation", "How many units a side may activate.",
        options=(_COMMANDER, AskOption("units", "The units that it has; 6 if not given.", "number", "N"),
                 AskOption("start", "The units that it began with; the same number if not given.", "number", "N")),
    ),
    Subject(
        "morale", "At which loss an army breaks.",
        options=(_COMMANDER, AskOption("units", "The units that it began with; 7 if not given.", "number", "N"),
                 AskOption("lost", "The units that it has lost so far.", "number", "N"),
                 AskOption("losing", "How many it loses now; all that are left if not given.", "number", "N")),
    ),
    Subject("commander", "Whether a commander survives when his unit is destroyed.",
            options=(AskOption("times", "How often that happens.", "number", "N"),)),
    Subject("rally", "A rally TEST.",
            options=(_COMMANDER, AskOption("away", "Squares to the commander; 0 if not given.", "number", "SQUARES"))),
    Subject(
        "move", "How far a unit gets, or whether it gets into rough ground.", "UNIT", "The unit: light infantry.",
        (
            AskOption("from", "The square that it starts from; 3,4 if not given.", metavar="SQUARE"),
            AskOption("enemy", "Squares to the nearest enemy; far away if not given.", "number", "SQUARES"),
            AskOption("into", "The ground of the next square, which it wants to enter.", metavar="GROUND",
                      names="terrain"),
            AskOption("tries", "How many turns it tries.", "number", "N"),
        ),
    ),
    Subject(
        "army", "The size of an army, or the chance of rolling a given army.", "[UNITS]",
        "Nothing, or the number of units of each type: '3 infantry, 2 cavalry, 1 artillery, 1 light'.",
        (AskOption("primary", "How many primary types it has; 1 if not given.", "number", "N"),
         AskOption("secondary", "How many secondary types it has; 3 if not given.", "number", "N")),
    ),
    Subject(
        "tables", "What the set-up tables give.", "[ROWS]",
        "Nothing, or the results you want, one roll for each: 'seize, hill', 'average, average'.",
        (AskOption("times", "Roll this many times for a single result: 4 for the quarters of the board.",
                   "number", "N"),),
    ),
)  # fmt: skip
"""What can be asked; the first needs no naming."""


def answer(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    """The answer to a question, or None with errors in the report."""
    return answered(_ANSWERS, request, catalogue, report)


# --- armies -----------------------------------------------------------------------------------------------------

MOST_TYPES = 5


def _army(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    lines = [
        line
        for role, usual in (("primary", 1), ("secondary", 3))
        for line in _lines(catalogue, role, at_most(request.options, role, MOST_TYPES, usual))
    ]
    if request.words:
        return _one_army(request, lines, catalogue)
    found = chances(lambda dice: sum(muster(catalogue, line, dice).number for line in lines))
    rows = tuple(OddsRow(str(n), f"{n} unit{'s' * (n != 1)}", "", found[n]) for n in sorted(found))
    apart = {gap: sum((found[a] * found[b] for a in found for b in found if abs(a - b) <= gap), Fraction(0))
             for gap in (0, 1, 2)}  # fmt: skip
    sums = (
        OddsRow("equal", "Two such armies are equal", "", apart[0]),
        OddsRow("within-1", "They differ by at most 1", "", apart[1]),
        OddsRow("within-2", "They differ by at most 2", "", apart[2]),
    )
    mean = sum((n * chance for n, chance in found.items()), Fraction(0))
    facts = (Fact(f"{mean} units on average.", ("M-R10", "M-37")),)
    return OddsAnswer("army", "The size of an army", rows, sums, facts, figures={"mean": str(mean)})


_ROLLED = Fact("The number of each type is rolled by itself.", ("M-R10", "M-37"))


def _lines(catalogue: Catalogue, role: str, number: int) -> Sequence[Levy]:
    """So many lines of the muster of a role, beginning anew where it has fewer."""
    lines = [line for line in catalogue.muster if line.role == role]
    return [lines[n % len(lines)] for n in range(number)]


def _one_army(request: OddsRequest, lines: Sequence[Levy], catalogue: Catalogue) -> OddsAnswer:
    """The chance of an army that is named type by type; `light` is light troops of either type."""
    units = {unit.id: unit for unit in catalogue.units}
    wanted: Counter[str] = Counter()
    for item in items(request.words):
        match = re.fullmatch(r"([0-9]{1,2})\s+([a-z][a-z -]*)", item.strip().lower())
        name = match[2].strip().replace(" ", "-") if match else item
        if match is None or name not in (*units, "light"):
            hint = did_you_mean(name, [*units, "light"])
            raise BadQuestion(f"{item!r} is not a number and a type of unit.", hint)
        wanted[name] += int(match[1])
    either = "light" in wanted

    def rolled(dice: Dice) -> bool:
        found: Counter[str] = Counter()
        for line in lines:
            one = muster(catalogue, line, dice)
            if one.number:
                found["light" if either and units[one.unit].light else one.unit] += one.number
        return +found == +wanted

    chance = chances(rolled).get(True, Fraction(0))
    rows = (OddsRow("this", "This army", "", chance), OddsRow("other", "Another", "", 1 - chance))
    return OddsAnswer("army", f"An army of {request.words.strip()}", rows, facts=(_ROLLED,))


# --- tables -----------------------------------------------------------------------------------------------------


def _tables(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    tables = catalogue.tables
    behind = {row.table for table in tables for row in table.rows}
    found = {table.id: _given(catalogue, table.id) for table in tables if table.id not in behind}
    if not request.words:
        sums = tuple(
            OddsRow(f"{id}-{gives}", f"{tables[id].name}: {gives}", "", chance)
            for id, gave in found.items()
            for gives, chance in gave.items()
        )
        return OddsAnswer("tables", "The tables of set-up", sums=sums)
    chance, names = (
        Fraction(1),
        [item.strip().lower().replace(" ", "-") for item in re.split(r"[;+]|,\s", request.words)],
    )
    for name in names:
        gave = next((one for one in found.values() if name in one), None)
        if gave is None:
            known = {gives for one in found.values() for gives in one}
            near = nearest(name, known)
            hint = f"Did you mean {near}?" if near else f"The tables give {listed(sorted(known))}."
            raise BadQuestion(f"no table gives {name!r}.", hint)
        chance *= gave[name]
    times = at_most(request.options, "times", 20, 1)
    if times == 1:
        yes = OddsRow("yes", "All of them come up" if len(names) > 1 else "It comes up", "", chance)
        return OddsAnswer(
            "tables",
            capital(", ".join(names)),
            (yes, OddsRow("no", "They do not" if len(names) > 1 else "It does not", "", 1 - chance)),
        )
    often = chances(lambda dice: dice.successes(times, chance))
    rows = tuple(OddsRow(str(n), f"{n} time{'s' * (n != 1)}", "", often[n]) for n in sorted(often))
    some = OddsRow("some", "At least once", "", share(often, bool))
    return OddsAnswer("tables", f"{capital(', '.join(names))}, in {times} tries", rows, (some,))


def _given(catalogue: Catalogue, table: str) -> dict[str, Fraction]:
    """The chance of everything that a table gives."""
    return chances(lambda dice: roll(catalogue, table, dice)[0])


_ANSWERS: Mapping[str, Answerer[Catalogue]] = {
    "attack": odds_fights.attack, "defeat": odds_fights.defeat, "test": odds_command.test,
    "activation": odds_command.activation, "morale": odds_command.morale, "commander": odds_command.commander,
    "rally": odds_command.rally, "move": odds_command.move, "army": _army, "tables": _tables,
}  # fmt: skip
