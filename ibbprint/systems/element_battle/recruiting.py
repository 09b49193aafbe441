"""Armies made up: as many points as are agreed to the last, within the cap of dear elements, with a general.

Promises: the same dice, theme and points give the same army, and it is legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ibbprint.dice import Dice, SeededDice
from ibbprint.engine.api.lists import ArmyRequest
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.engine.words import theme_called, themes_taken
from ibbprint.problems import did_you_mean
from ibbprint.systems.element_battle.catalogue import GAME, Catalogue
from ibbprint.systems.element_battle.models.troops import Theme, Troop
from ibbprint.systems.element_battle.names import name_of

MOST_POINTS = 200
"""More than that no table has room for."""


class Recruited(NamedTuple):
    """An army: its title, who leads, and everybody else by type, in the order of the types."""

    title: str
    general: Troop
    ranks: tuple[tuple[Troop, int], ...]

    @property
    def lines(self) -> list[tuple[Troop, int, bool]]:
        """Its entries: the type, how many, and whether it is the general."""
        return [(self.general, 1, True), *((troop, count, False) for troop, count in self.ranks)]


def theme_of(catalogue: Catalogue, name: str) -> Theme:
    """The theme that is named; the first where none is. Raises BadQuestion."""
    shelf = catalogue.army_themes
    if not name.strip():
        name = next(iter(shelf)).id
    theme: Theme = shelf[name if name in shelf else theme_called(catalogue, name.strip())]
    return theme


def recruit(catalogue: Catalogue, theme: Theme, points: int, dice: Dice) -> Recruited:
    """An army of a theme. Raises BadQuestion where no army costs exactly these points."""
    if points > MOST_POINTS:
        raise BadQuestion(f"{points} points are more than a table has room for.", f"At most {MOST_POINTS}.")
    return _Recruiter(catalogue, theme, points).make(dice)


class _Recruiter:
    def __init__(self, catalogue: Catalogue, theme: Theme, points: int) -> None:
        figures = catalogue.figures
        self.theme, self.points = theme, points
        self.dear_from = figures["dear-from"]
        self.room = max(0, min(figures["dear-cap"], points - figures["cheap-least"]))
        troops = catalogue.troops
        self.offers = [(troops[id], weight) for id, weight in theme.weights.items() if _has_whole_price(troops[id])]
        self.generals = [
            troops[id] for id in theme.generals if _has_whole_price(troops[id]) and troops[id].leads == "yes"
        ]
        self.prices = sorted({int(troop.ap) for troop, _ in self.offers})
        self.reaches = lru_cache(maxsize=None)(self._reaches)

    def _reaches(self, points: int, room: int) -> bool:
        """Whether the points that are left can be spent to the last, with that room for dear elements."""
        return not points or any(self._fits(price, points, room) for price in self.prices)

    def _fits(self, price: int, points: int, room: int) -> bool:
        """Whether something of that price can be bought, and all that is left then be spent."""
        if price > points or (price >= self.dear_from and price > room):
            return False
        return self.reaches(points - price, self._after(price, room))

    def _after(self, price: float, room: int) -> int:
        return room - int(price) if price >= self.dear_from else room

    def make(self, dice: Dice) -> Recruited:
        generals = [troop for troop in self.generals if self._fits(int(troop.ap), self.points, self.room)]
        if not generals:
            raise BadQuestion(
                f"no army of this kind costs {self.points} point{'s' if self.points != 1 else ''}.",
                "Try another number, or another theme.",
            )
        general = generals[dice.roll(len(generals)) - 1]
        points, room = self.points - int(general.ap), self._after(general.ap, self.room)
        counts: dict[str, int] = {}
        while points:
            troop = _drawn(
                [(item, weight) for item, weight in self.offers if self._fits(int(item.ap), points, room)], dice
            )
            counts[troop.id] = counts.get(troop.id, 0) + 1
            points, room = points - int(troop.ap), self._after(troop.ap, room)
        ranks = tuple((troop, counts[troop.id]) for troop, _ in self.offers if troop.id in counts)
        return Recruited(self.theme.titles[dice.roll(len(self.theme.titles)) - 1], general, ranks)


def _has_whole_price(troop: Troop) -> bool:
    """Whether it costs whole points, so that armies come out."""
    return troop.ap > 0 and float(troop.ap).is_integer()


def _drawn(offers: Sequence[tuple[Troop, int]], dice: Dice) -> Troop:
    """One of the offers, each as likely as its weight."""
    thrown = dice.roll(sum(weight for _, weight in offers))
    for troop, weight in offers:
        thrown -= weight
        if thrown <= 0:
            return troop
    raise AssertionError("a die showed more than its faces")


ROLES = ("attacker", "defender")


def make_army(request: ArmyRequest, catalogue: Catalogue) -> str:
    """A list as plain text; BadQuestion when there can be none."""
    role = request.role.strip().lower()
    if role and role not in ROLES:
        raise BadQuestion(f"there is no role {request.role!r}.", did_you_mean(role, ROLES))
    usual = catalogue.figures["points"]
    points = request.budget or usual
    theme = theme_of(catalogue, request.theme)
    result = recruit(catalogue, theme, points, SeededDice(f"army:{request.seed}:{points}:{theme.id}:{role}"))
    head = [f"Game: {GAME}", f"Title: {result.title}"]
    head += [f"# {remark}" for remark in themes_taken(catalogue, [request.theme])]
    head += [f"Points: {points}"] if points != usual else []
    head += [f"Role: {role.capitalize()}"] if role else []
    stronghold = catalogue.stronghold
    lines = ["", *([stronghold.one] if role == "defender" and stronghold is not None else [])]
    for troop, count, leads in result.lines:
        name = f"{count} x {name_of(troop, count=count)}"
        lines.append(f"{name}{' (general)' if leads else ''} {int(troop.ap) * count}")
    return "\n".join([*head, *lines]) + "\n"
