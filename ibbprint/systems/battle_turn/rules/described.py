"""What a player types for troops in a question: `10 average bow, long range`, `Great Axes in two ranks`.

Troops are a unit of a roster by its name, or words for what they are; more words say how they stand. Whatever is not
said is usual: average disciplined troops with hand weapons and light armour, without shields.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ibbprint.phrases import listed
from ibbprint.problems import Report, Where, nearest
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.models import OrdersId, Unit, front_of, ranks_of
from ibbprint.systems.battle_turn.rules import melee, shooting

_WORD = re.compile(r"[^\W_]+")
_ARTICLES = frozenset(
    (
        "a",
        "an",
        "and",
        "are",
        "armour",
        "armoured",
        "at",
        "back",
        "by",
        "each",
        "figure",
        "figures",
        "has",
        "have",
        "in",
        "is",
        "its",
        "men",
        "of",
        "on",
        "or",
        "orders",
        "quality",
        "that",
        "the",
        "their",
        "them",
        "they",
        "this",
        "to",
        "troops",
        "turn",
        "under",
        "unit",
        "units",
        "was",
        "weapon",
        "weapons",
        "were",
        "when",
        "who",
        "with",
    )
)
MOST = 400
"""Figures, dice and worth that can be asked about at most."""

STATES: Mapping[str, str] = {
    shooting.LONG: r"long[- ]range|at long|long",
    "short-range": r"short[- ]range|at short|short",
    shooting.HIGHER: r"higher ground|uphill|higher|(?:on|down from) (?:a|the) hill|downhill",
    shooting.SOFT: r"soft[- ]cover|soft|(?:in|behind) (?:a |the )?(?:woods?|hedge)",
    shooting.HARD: r"hard[- ]cover|hard|(?:in|behind) (?:a |the )?(?:wall|building|house)",
    "wavering": r"wavering",
    "disorganised": r"disorgani[sz]ed",
    "defends-standard": r"defend(?:s|ing)? (?:its|the|their|his) standard",
    "standard-lost": r"(?:lost (?:its|the|their|his) standard|standard (?:is |was )?(?:lost|taken))",
    "standard": r"(?:carr(?:y|ies|ying) )?(?:a |the |its )?standard",
    "two-ranks": r"(?:two|2|both)[- ]ranks?|second[- ]rank|two[- ]deep",
    "shaken": r"shaken",
    "bloodlust": r"blood[- ]?lust",
    "lost-more": r"lost more|more lost",
    "killed-more": r"killed more|more killed",
    "lost-half": r"(?:lost )?(?:over|above|more than) (?:50 ?%|50 per ?cent|half)(?: lost)?",
    "lost-quarter": r"(?:lost )?(?:over|above|more than) (?:25 ?%|25 per ?cent|a quarter)(?: lost)?",
    "hero": r"hero(?:es)?",
    "leader": r"war[- ]?chief|battle[- ]?leader|leader",
    "other-race": r"(?:an)?other race|of another race",
    "attached": r"attached|joined to a unit",
    "in-person": r"in person|himself|personally",
    "fanatic-attack": r"fanatics? (?:told )?(?:to )?attack",
    "bannerman": r"banner(?:man)?",
    "warchief-killed": r"war[- ]?chief (?:is |was )?(?:killed|dead)|(?:killed|dead) war[- ]?chief",
    "boast-broken": r"boast (?:is |was )?broken|broken boast",
    "boast-good": r"boast (?:is |was )?(?:still )?good|good boast|boast holds",
}
"""How players write what may be so, longest first where one holds another."""
_SPOKEN: Mapping[str, str] = {
    "defends-standard": "defending its standard",
    "lost-half": "over 50%",
    "lost-quarter": "over 25%",
    "fanatic-attack": "fanatics to attack",
}
"""How a hint writes what may be so, where that is not its id without hyphens."""
_NUMBERS: Mapping[str, str] = {
    "volleys": r"([0-9]{1,3})\s+volleys?",
    "files": r"([0-9]{1,3})\s+files?|files?\s+([0-9]{1,3})",
    "worth": r"worth\s+(?:of\s+)?([0-9]{1,3})|([0-9]{1,3})\s+worth",
    "strength": r"strength\s+([+-]?[0-9]{1,2})",
    "resilience": r"resilience\s+([+-]?[0-9]{1,2})",
    "figures": r"([0-9]{1,3})\s+(?:figures|men)\b|^\s*([0-9]{1,3})\b",
}


@dataclass(frozen=True, slots=True)
class Troops:
    """Troops of a question. `worth` is that of a figure; `contact` what is in contact, where the question says it."""

    name: str = ""
    figures: int | None = None
    worth: int = 1
    front: int | None = None
    ranks: int = 1
    quality: str = "average"
    temperament: str = "disciplined"
    armour: str = "light"
    weapon: str = "hand"
    missile: str | None = None
    shield: bool = False
    strength: int = 0
    resilience: int = 0
    champion: bool = False
    standard: bool = False
    orders: OrdersId | None = None
    volleys: int | None = None
    files: int | None = None
    contact: int | None = None
    states: frozenset[str] = frozenset()

    def so(self, *words: str) -> tuple[str, ...]:
        """Which of these is so."""
        return tuple(word for word in words if word in self.states)

    @property
    def worth_in_contact(self) -> int:
        """What fights: what is said, or the files that are said, or the front, with the second rank if it fights."""
        if self.contact is not None:
            return self.contact
        files = self.files if self.files is not None else self.front
        if files is None:
            return 1 if self.figures is None else self.figures * self.worth
        deep = min(2, self.ranks) if melee.TWO_RANKS in self.states else 1
        return min(files * deep, self.figures or files * deep) * self.worth


def known_units(catalogue: Catalogue) -> dict[str, Unit]:
    """Every unit of the rosters of the catalogue, by its name in small letters."""
    return {unit.name.lower(): unit for roster in catalogue.rosters for unit in roster.units}


def troops(text: str, catalogue: Catalogue, report: Report, allowed: Collection[str]) -> Troops | None:
    """The troops that a text describes; None with what is wrong in the report. `allowed` are the states that count."""
    reader = _Reader(text, catalogue)
    made = reader.read(allowed)
    left = reader.left()
    if left:
        near = nearest(left, [*allowed, *reader.vocabulary])
        counts = listed(sorted(map(spoken, allowed)))
        hint = f"Did you mean {spoken(near)}?" if near else f"What counts here: {counts}." if counts else ""
        report.error(Where(text.strip() or "?"), "read:words", f"{left!r} makes no difference here.", hint)
        return None
    return made


def spoken(id: str) -> str:
    """A state as a question writes it."""
    return _SPOKEN.get(id, id.replace("-", " ")) if id in STATES else id


def _with_number(made: Troops, field: str, number: int) -> Troops:
    given: dict[str, Any] = {field: number}
    return replace(made, **given)


class _Reader:
    """A text from which words are taken until none is left."""

    def __init__(self, text: str, catalogue: Catalogue) -> None:
        self.text = f" {text.lower().strip()} "
        self.catalogue = catalogue
        self.named: dict[str, Mapping[str, str]] = {
            "quality": {one.id: one.name.lower() for one in catalogue.qualities.values()},
            "temperament": {one.id: one.name.lower() for one in catalogue.temperaments},
            "armour": {one.id: one.name.lower() for one in catalogue.armour},
            "weapon": {one.id: one.name.lower() for one in catalogue.weapons},
            "orders": {one.id: one.name.lower() for one in catalogue.orders},
        }

    @property
    def vocabulary(self) -> list[str]:
        """The words for what troops are."""
        return [word for each in self.named.values() for word in each]

    def read(self, allowed: Collection[str]) -> Troops:
        made = self._unit()
        states = {word for word, pattern in STATES.items() if word in allowed and self._take(rf"(?:{pattern})")}
        if "shield" in allowed:
            states |= {"shield"} if made.shield else set()
        if self._take(r"(?:no|without) shields?|unshielded"):
            made = replace(made, shield=False)
        elif self._take(r"shields?|shielded"):
            made = replace(made, shield=True)
        made = replace(made, states=frozenset(states), standard="standard" in states or made.standard)
        return self._named(self._numbers(made))

    def _unit(self) -> Troops:
        """The unit of a roster that is named, or usual troops."""
        units = known_units(self.catalogue)
        for name in sorted(units, key=len, reverse=True):
            if self._take(rf"{re.escape(name)}"):
                return of_unit(units[name], self.catalogue)
        return Troops()

    def _numbers(self, made: Troops) -> Troops:
        if self._take("champions?"):
            made = replace(made, champion=True)
        for name, pattern in _NUMBERS.items():
            found = re.search(rf"(?<![\w-])(?:{pattern})", self.text)
            if found is not None:
                self._drop(found)
                number = max(-9, min(int(next(group for group in found.groups() if group)), MOST))
                made = _with_number(made, "contact" if name == "worth" else name, number)
        return made

    def _named(self, made: Troops) -> Troops:
        found: dict[str, Any] = {}
        for field, names in self.named.items():
            for id in sorted(names, key=len, reverse=True):
                written = rf"(?:{re.escape(names[id])}|{re.escape(id)}(?:s|men|ers)?)"
                if self._take(written.replace(r"\-", "[- ]").replace(r"\ ", "[- ]")):
                    shoots = field == "weapon" and self.catalogue.weapons[id].missile
                    found.setdefault("missile" if shoots else field, id)
        return replace(made, **found)

    def _take(self, pattern: str) -> bool:
        found = re.search(rf"(?<![\w-]){pattern}(?![\w-])", self.text)
        if found is None:
            return False
        self._drop(found)
        return True

    def _drop(self, found: re.Match[str]) -> None:
        self.text = f"{self.text[: found.start()]} {self.text[found.end() :]}"

    def left(self) -> str:
        """The first word that nothing was made of; nothing where all count."""
        return next((word for word in _WORD.findall(self.text) if word not in _ARTICLES), "")


def of_unit(unit: Unit, catalogue: Catalogue) -> Troops:
    """A unit of a roster as troops of a question."""
    figures = catalogue.figures
    return Troops(
        unit.name,
        unit.figures,
        unit.worth,
        front_of(unit, figures),
        ranks_of(unit, figures),
        unit.quality,
        unit.temperament,
        unit.armour,
        unit.weapon,
        unit.missile,
        unit.shield,
        unit.strength,
        unit.resilience,
        unit.champion,
        unit.standard,
        unit.orders,
    )
