"""How well a unit fits an entry of a list: its figures, reach and price, and the words of its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from ibbprint.digits import are_digits
from ibbprint.engine.lists import match as lists
from ibbprint.engine.lists.counting import Counted, Part, wrong_prices
from ibbprint.engine.lists.match import EntryFinding
from ibbprint.engine.lists.spelling import singular
from ibbprint.patterns import regex
from ibbprint.problems import Severity
from ibbprint.systems.ibb.catalogue import GAME
from ibbprint.systems.ibb.lists.records import Written, label, rating_of
from ibbprint.systems.ibb.models.units import AnyUnit, Engine, Leader, Troops

STOP = frozenset(
    re.findall(
        r"\w+",
        "of the and with unit units counter counters company companies squad squads regiment group groups "
        "band bands team teams crew crews party parties detachment section patrol body single man men "
        "smc smcs smu smus leader rating ratings rated rtg rat level levels lvl mana spirit "
        "his her their prayer prayers strength troop troops x each gold gp points pts called named class rank them",
    )
)
"""Words that tell no unit from another."""
WORD = regex(r"[^\W_]+")
EntryMatch = lists.EntryMatch[AnyUnit]
_CHOICE = regex(r"(?<![-/])\b[a-z]*[0-9]\s*(?:[/&]|\b(?:and|or|to)\b)\s*$", re.IGNORECASE)
"""What stands before the second of two numbers to choose from."""


def can_buy(unit: AnyUnit) -> bool:
    return unit.listed and unit.price is not None


def nearest_quality(units: Sequence[AnyUnit], quality: int | None) -> AnyUnit:
    return min(units, key=lambda u: abs(getattr(u, "quality", 0) - (quality or 0)))


def rating_text(written: Written) -> str:
    """The rating of an entry as it is printed: `3-2-4 Q3`."""
    rating = "-".join(map(str, written.own.rating or ()))
    return f"{rating} Q{written.own.quality}" if written.own.quality is not None else rating


def with_figures(written: Written, units: list[AnyUnit]) -> list[AnyUnit]:
    """The units that have the figures, or all units where none has."""
    tests: list[Callable[[AnyUnit], bool]] = []
    if written.own.quality is not None:
        tests.append(lambda u: getattr(u, "quality", None) == written.own.quality)
    if written.own.rating is not None:
        tests.append(lambda u: figures_of(u) == written.own.rating)
    if written.number is not None:
        tests.append(lambda u: not isinstance(u, Leader) or u.rating == written.number)
    for test in tests:
        units = [unit for unit in units if test(unit)] or units
    return units


def figures_of(unit: AnyUnit) -> tuple[int, int, int] | None:
    return (unit.attack, unit.defence, unit.movement) if isinstance(unit, Troops | Engine) else None


def reach_findings(written: Written, unit: AnyUnit) -> list[EntryFinding]:
    """A warning where the list gives another range than the unit list has."""
    right = getattr(unit, "range", None)
    if written.own.reach is None or written.own.reach == right:
        return []
    message = f"the range {written.own.reach} is not that of the unit list, {'none' if right is None else right}."
    return [EntryFinding(Severity.WARNING, f"{GAME}:R-45", message, part="reach")]


def price_findings(written: Written, unit: AnyUnit, count: int, read: Counted) -> list[EntryFinding]:
    """A warning where the list states another price than the unit list has (G-50)."""
    if unit.price is None or written.own.free:
        return []
    return wrong_prices(written, read, unit.price.gold, count, "gold", "price list", f"{GAME}:R-196")


def distance_of(unit: AnyUnit, written: Written) -> tuple[int, int]:
    """The distance between a unit's figures and the written ones."""
    figures = figures_of(unit)
    if figures is None or written.own.rating is None:
        return 1000, 0
    apart = sum(abs(a - b) for a, b in zip(figures, written.own.rating, strict=True))
    return apart, abs(
        getattr(unit, "quality", 0) - (written.own.quality or 0)
    ) if written.own.quality is not None else 0


def with_rating(unit: AnyUnit) -> str:
    return f"{label(unit)} ({rating_of(unit).partition(' Q')[0]})"


def is_choice(written: Written, part: Part) -> bool:
    """Whether a number is one of two to choose from, behind another and a sign or word for that."""
    return _CHOICE.search(written.text[: written.at[part]]) is not None


def repeats(words: Sequence[str]) -> bool:
    """Whether a telling word is there twice, as in no name: `2 ranger infantry light infantry`."""
    telling = [singular(word) for word in words if word not in STOP]
    return len(set(telling)) < len(telling)


def doubles(words: Sequence[str]) -> bool:
    """Whether a telling word, or all of them, are there twice in a row: `Pikemen Pikemen`."""
    telling = [singular(word) for word in words if word not in STOP]
    half = len(telling) // 2
    repeated = half > 0 and telling[:half] == telling[half:]
    return repeated or any(item == following and not are_digits(item) for item, following in pairwise(telling))


def of_name(unit: AnyUnit, name: str) -> list[str]:
    """The words of a name; a leader's number is not one of them."""
    words = WORD.findall(name.lower())
    return [w for w in words if not are_digits(w)] if isinstance(unit, Leader) else words


def no_unit(
    written: Written, message: str, hint: str = "", part: str | int = "", nearest: AnyUnit | None = None
) -> EntryMatch:
    remark = EntryFinding(Severity.ERROR, f"{GAME}:R-200", message, hint, part)
    return EntryMatch(None, written.many or 1, remarks=(remark,), likely=nearest)
