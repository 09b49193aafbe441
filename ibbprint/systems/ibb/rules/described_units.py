"""What a player types for one side of a fight, as units: `2 axemen-q4 disorganised, elven archers support`."""

from __future__ import annotations

import re
from typing import NamedTuple

from ibbprint.digits import are_digits
from ibbprint.engine import odds
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.problems import Report, Where, did_you_mean, nearest
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.models.scenarios import Force
from ibbprint.systems.ibb.models.units import AnyUnit, Equipment, Troops
from ibbprint.systems.ibb.scenarios import resolve

_TOO_MANY = re.compile(r"[0-9]{3,}\s*[x×]?\s+(?=\D)")
_COUNT = re.compile(r"([0-9]{1,2})\s*[x×]?\s+(?=\D)")
_RATING = re.compile(r"(?<![\w-])([0-9]{1,2}-[0-9]{1,2}-[0-9]{1,2})(?:\s*[Qq]([0-9]))?(?![\w-])")
_FRACTION = re.compile(r"[0-9]+[.,][0-9]+")
_QUALITY = re.compile(r"(?<![\w-])[Qq]([0-9])(?![\w-])")

DISORGANISED, ROUTED, BERSERK, BALKED, SUPPORT = "disorganised", "routed", "berserk", "balked", "support"
NOW = "now"
"""Disorganised in this very turn, not in an earlier one."""
STATES = (DISORGANISED, ROUTED, BERSERK, BALKED, SUPPORT)
_TYPED = str.maketrans({**dict.fromkeys("‐‑‒–—−", "-"), **dict.fromkeys('“”„«»"', " "), "\u00a0": " "})
"""Hyphens and quotation marks as a word processor or a telephone writes them."""
_THIS_TURN = re.compile(r"\s*\bthis turn\b", re.IGNORECASE)


class Described(NamedTuple):
    """One item of a side: so many counters of a unit, or a bare number; `states` are words of `STATES` and `NOW`."""

    text: str
    number_of: int
    unit: AnyUnit | None
    number: int | None
    rating: str | None
    states: frozenset[str]


def sides(words: str) -> tuple[str, str]:
    """The attacker's and the defender's part of a described attack."""
    return odds.sides(
        words, "For example: heavy-cavalry-q3 vs 'light-infantry-q2, pikemen-q3 disorganised', or 7 vs 3."
    )


def read_side(text: str, catalogue: Catalogue, report: Report) -> list[Described]:
    """Every item of a side; what is wrong with any is in the report."""
    found = (read_item(item, catalogue, report) for item in odds.items(text))
    return [item for item in found if item is not None]


def read_item(text: str, catalogue: Catalogue, report: Report) -> Described | None:
    """One item: a count, the unit by id, name or alias, its rating or quality, its states, in a free order."""
    now = bool(_THIS_TURN.search(text))
    rest = _THIS_TURN.sub("", text).translate(_TYPED).strip(" ‘’‚'`")
    count = 1
    if _TOO_MANY.match(rest):
        raise BadQuestion(f"{text!r} is too many.", "Write a count of at most 99, for example 2 axemen-q4.")
    counted = _COUNT.match(rest)
    if counted:
        count, rest = int(counted[1]), rest[counted.end() :]
    rated, quality = _RATING.search(rest), None
    if rated:
        rest, quality = rest[: rated.start()] + rest[rated.end() :], rated[2]
    alone = _QUALITY.search(rest)
    if alone and quality is None:
        rest, quality = rest[: alone.start()] + rest[alone.end() :], alone[1]
    words = rest.replace("(", " ").replace(")", " ").split()
    states = {w.lower() for w in words if w.lower() in STATES}
    name = " ".join(w for w in words if w.lower() not in STATES and w.lower() != "in")
    if counted and not name:  # `4 support` is no four of nothing, but a strength
        count, name = 1, counted[1]
    if now and DISORGANISED in states:
        states.add(NOW)
    if are_digits(name) and len(name) <= 3 and not rated and not alone:
        return Described(text, count, None, int(name), None, frozenset(states))
    if _FRACTION.fullmatch(name):
        raise BadQuestion(f"a strength is a whole number, not {name!r}.")
    if not name or not count:
        raise BadQuestion(f"{text!r} names no unit.", "Write a unit, for example 2 axemen-q4 disorganised.")
    unit = _unit(text, name, rated[1] if rated else None, quality, catalogue, report)
    if unit is None:
        return None
    if isinstance(unit, Equipment):
        report.error(Where(text), f"{GAME}:A-85", f"{unit.name} is not a unit and does not fight.")
        return None
    rating = None
    if isinstance(unit, Troops) and (rated or quality):
        numbers = rated[1] if rated else f"{unit.attack}-{unit.defence}-{unit.movement}"
        rating = f"{numbers} Q{quality or unit.quality}"
    return Described(text, count, unit, None, rating, frozenset(states))


def _unit(
    text: str, name: str, numbers: str | None, quality: str | None, catalogue: Catalogue, report: Report
) -> AnyUnit | None:
    """The unit that a scenario would understand by the name and the rating."""
    rating = None
    if numbers or quality:
        # A quality alone tells entries of one name apart as well: the other figures then fit none of them.
        rating = f"{numbers or '0-0-0'} Q{quality}" if quality else numbers
    said = Report()
    found = resolve(Force(side=GAME, unit=name[:80], rating=rating), catalogue.units, Where(text), said)
    if found is None:
        less, _, last = name.rpartition(" ")
        meant = nearest(last, STATES)
        if less and meant and resolve(Force(side=GAME, unit=less[:80]), catalogue.units, Where(text), Report()):
            report.error(Where(text), "read:value", f"a unit cannot be {last!r}.", did_you_mean(last, STATES))
        else:
            for problem in said:
                report.add(problem)
    return found
