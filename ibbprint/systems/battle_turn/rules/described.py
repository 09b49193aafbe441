"""Troops as a player types them in a question: `10 average bow, long range`, `Great Axes in two ranks`.

Troops are a unit of a roster by its name, or words for what they are; more words say how they stand. Whatever is not
said is usual: average disciplined troops with hand weapons and light armour, without shields.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from ibbprint.engine import odds
from ibbprint.engine.described import FILLERS, Description, Number, Phrase
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.models import OrdersId, Unit, front_of, ranks_of
from ibbprint.systems.battle_turn.rules import melee, shooting

Query: TypeAlias = odds.Query[Catalogue]
MOST = 400
"""Figures, dice and worth that can be asked about at most."""

_FILLERS = rf"{FILLERS}|armour(?:ed)?|back|figures?|men|orders|quality|troops|turn|under|units?|weapons?"
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
_NUMBERS: Mapping[str, Number] = {
    "volleys": Number(r"([0-9]{1,3})\s+volleys?", 0, MOST),
    "files": Number(r"([0-9]{1,3})\s+files?|files?\s+([0-9]{1,3})", 0, MOST),
    "worth": Number(r"worth\s+(?:of\s+)?([0-9]{1,3})|([0-9]{1,3})\s+worth", 0, MOST),
    "strength": Number(r"strength\s+([+-]?[0-9]{1,2})", -9, 9),
    "resilience": Number(r"resilience\s+([+-]?[0-9]{1,2})", -9, 9),
    "figures": Number(r"([0-9]{1,3})\s+(?:figures|men)|^\s*([0-9]{1,3})", 0, MOST),
}
"""How players write the numbers of troops; strength and resilience have the bounds of a roster's."""


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

    def states_among(self, *states: str) -> tuple[str, ...]:
        """The states out of these that the words name."""
        return tuple(state for state in states if state in self.states)

    @property
    def worth_in_contact(self) -> int:
        """The fighting worth: as typed, or of the files as typed, or the front, with the second rank if it fights."""
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


_PHRASES = (
    Phrase[Troops]("(?:no|without) shields?|unshielded", lambda troops, _: replace(troops, shield=False)),
    Phrase[Troops]("shields?|shielded", lambda troops, _: replace(troops, shield=True)),
    Phrase[Troops]("champions?", lambda troops, _: replace(troops, champion=True)),
)


def troops(query: Query, text: str, allowed: Collection[str]) -> Troops:
    """The troops that a text describes; `allowed` are the states that count. Raises Stopped."""
    words, catalogue = Description(query, text), query.catalogue
    unit = words.named(known_units(catalogue))
    described = Troops() if unit is None else of_unit(unit, catalogue)
    states = words.states({state: expression for state, expression in STATES.items() if state in allowed})
    described = replace(described, states=states, standard="standard" in states or described.standard)
    described = words.apply(_PHRASES, described)
    fields: dict[str, Any] = {}
    for name, number in _NUMBERS.items():
        value = words.number(name, number)
        if value is not None:
            fields["contact" if name == "worth" else name] = value
    kinds = tuple(_kinds(catalogue))
    for name, id, expression in kinds:
        if words.take(expression):
            fields.setdefault(name, id)
    counts = [spoken(state) for state in allowed]
    words.finish([*counts, *(id for _, id, _ in kinds)], counts=counts, fillers=_FILLERS)
    return replace(described, **fields)


def spoken(id: str) -> str:
    """A state as a question writes it."""
    return _SPOKEN.get(id, id.replace("-", " "))


def _kinds(catalogue: Catalogue) -> Iterator[tuple[str, str, str]]:
    """The kinds of troops: the field, the id of an entry of the catalogue, and the expression for it."""
    shelves: Mapping[str, Iterable[Any]] = {
        "quality": catalogue.qualities.values(),
        "temperament": catalogue.temperaments,
        "armour": catalogue.armour,
        "weapon": catalogue.weapons,
        "orders": catalogue.orders,
    }
    for field, entries in shelves.items():
        for entry in sorted(entries, key=lambda entry: len(entry.id), reverse=True):
            shoots = field == "weapon" and entry.missile
            yield "missile" if shoots else field, entry.id, _written(entry.name.lower(), entry.id)


@lru_cache(maxsize=256)
def _written(name: str, id: str) -> str:
    """The expression for an entry of this name and id: either, with blanks for hyphens, of one and of several."""
    return re.sub(r"\\[- ]", "[- ]", f"{re.escape(name)}|{re.escape(id)}(?:s|men|ers)?")


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
