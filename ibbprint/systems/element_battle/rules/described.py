"""Descriptions of elements in questions: `Knights general, charging`, `Blades in a wood, overlapped`."""

from __future__ import annotations

import re
from functools import cached_property, partial
from typing import TypeAlias

from ibbprint.digits import are_digits
from ibbprint.engine import odds
from ibbprint.engine.described import Description, Phrase
from ibbprint.patterns import regex
from ibbprint.problems import did_you_mean
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.models.troops import Option, Terrain, Troop
from ibbprint.systems.element_battle.names import Names, any_of
from ibbprint.systems.element_battle.rules.combat import FLANK
from ibbprint.systems.element_battle.rules.stands import Stand

Query: TypeAlias = odds.Query[Catalogue]
EXAMPLE = "For example: Knights charging vs Spears in a wood"
ALL = frozenset({"all", "everybody", "everything", "every type"})
"""In the place of an enemy: every type there is."""
STATES = (
    "general",
    "uphill",
    "supported",
    "second rank",
    "charging",
    "overlapped",
    "flanked",
    "touched",
    "good",
    "woods",
    "cleric",
    "stronghold",
    "water",
)
"""Words that say how an element stands, for whoever misspells one."""

_TIMES = {"once": 1, "twice": 2, "thrice": 3, "both": 2, "two": 2, "three": 3, "four": 4}
_ONE = regex(r"^\s*1\s+(?=[^\W\d_])")
_OVERLAPPED = (
    r"overlapped(?:\s*(?:on\s+)?(?:x\s*)?(?:([0-9]|once|twice|thrice|both|two|three|four)"
    r"(?:\s*(?:times|sides?|flanks?))?|(?:one|a|the|its)\s+(?:side|flank)))?"
)
_TOUCHED = (
    r"(?:(?:flank|rear|side)\s+)?(?:touched|contacted|flanked)"
    r"(?:\s+(?:on|in)\s+(?:the\s+|a\s+|one\s+|its\s+)?(?:flank|rear|side|left|right))?"
)
_CLIMBING = r"(?:charging|charges|charged|charge|attacking|fighting|shooting|going|moving) (?:up|down)-?(?:hill|slope)"
"""An element that climbs stands lower; `uphill` alone means the one that stands higher."""
_NEAR = r"(?:near|by|beside|close to)\s+(?:(?:an?|the|his|its)\s+)?(?:own\s+)?"
_OPEN = "good going|the open|open|road"


def _overlap(stand: Stand, match: re.Match[str]) -> Stand:
    """The number of overlapped sides, of left, right and rear: one where no number is written."""
    times = match[1] or "once"
    return stand._replace(flanks=stand.flanks + (int(times) if are_digits(times) else _TIMES[times]))


def _with_option(option: Option, stand: Stand, _: re.Match[str]) -> Stand:
    return stand._replace(options=(*stand.options, option))


_PHRASES = (
    Phrase[Stand]("general|gen|c-?in-?c", lambda stand, _: stand._replace(general=True)),
    Phrase[Stand]("charging|charges|charged|charge", lambda stand, _: stand._replace(charged=True)),
    Phrase[Stand](
        "uphill|upslope|on the upper side|(?:defending|above) (?:a|the) (?:bank|riverbank|hill)",
        lambda stand, _: stand._replace(higher=True),
    ),
    Phrase[Stand](_OVERLAPPED, _overlap),
    Phrase[Stand]("(?:across|over) (?:the )?(?:water|river)", lambda stand, _: stand._replace(across_water=True)),
)


class Reader:
    """Reads descriptions over the catalogue of a question."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self.catalogue = query.catalogue
        self.names = Names(query.catalogue)
        self.grounds: dict[str, Terrain] = {}
        for ground in self.catalogue.terrain:
            for name in (ground.id, ground.name, *ground.names):
                self.grounds[name.lower()] = ground
        bad = next((ground for ground in self.catalogue.terrain if ground.going == "bad" and not ground.cover), None)
        if bad is not None:
            self.grounds["bad going"] = bad

    def stand(self, text: str) -> Stand:
        """One element and how it stands. Raises Stopped."""
        return self._stand(Description(self.query, _ONE.sub("", text)))

    def several(self, text: str) -> list[Stand]:
        """Elements that shoot or cast together: `2 Shooters, Artillery`. Raises Stopped."""

        def read(item: str) -> list[Stand]:
            words = Description(self.query, item)
            return words.count() * [self._stand(words)]

        return [stand for group in self.query.each(read, odds.items(text)) for stand in group]

    def _stand(self, words: Description) -> Stand:
        match = next(iter(self.names.find(words.rest)), None)
        if match is None:
            hint = did_you_mean(words.name, [troop.name for troop in self.catalogue.troops.values()], most=0)
            self.query.refuse(words.text, "ref:type", f"{words.name!r} is not a troop type.", hint or EXAMPLE)
        stand = Stand(match.troop)
        if stand.troop.hides and "water lurker" in words.name.lower().replace("-", " "):
            stand = stand.on(next((ground for ground in self.grounds.values() if ground.water), None))
        words.rest = f"{words.rest[: match.start]} {words.rest[match.end :]}"
        climbing = words.take(_CLIMBING)
        if climbing is not None:
            hint = "Write uphill with the one who stands higher: Knights charging vs Spears uphill"
            self.query.refuse(words.text, "read:words", f"who is higher, if it is {climbing[0]}?", hint)
        stand = words.apply(self._phrases, stand)
        ground = words.named(self.grounds)
        if ground is not None:
            stand = stand.on(ground)
        else:
            words.take(_OPEN)
        self._check(words, stand)
        return stand

    @cached_property
    def _phrases(self) -> tuple[Phrase[Stand], ...]:
        """The phrases about an element: those with names of this catalogue, and those of any."""
        options = [
            Phrase(re.escape(name.lower()), partial(_with_option, option))
            for option in self.catalogue.options
            for name in option.names
        ]
        ground = rf"(?:\s*(?:in|on)\s+(?:an?\s+|the\s+)?(?P<ground>{any_of(self.grounds)}))?"
        ranks = rf"(?:(?:with\s+)?(?:a\s+)?second\s+ranks?|(?:two|2)\s+ranks){ground}"
        return (
            *options,
            Phrase(rf"(?P<touched>{_TOUCHED}\s+(?=by))?{_NEAR}(?P<type>{self.names.words})", self._near, often=True),
            Phrase(_TOUCHED, lambda stand, _: self._touch(stand), often=True),
            Phrase(ranks, self._second, often=True),
            Phrase(r"(?:two|2)\s+deep|supported", lambda stand, _: stand._replace(second=True), often=True),
            *_PHRASES,
        )

    def _near(self, stand: Stand, match: re.Match[str]) -> Stand:
        """`near a Cleric`, `near his stronghold`, `touched by Knights`."""
        troop = self.names.get(match["type"])
        assert troop is not None
        if match["touched"]:
            return self._touch(stand, troop)
        return stand._replace(at_home=True) if troop.is_place else stand._replace(guarded=stand.guarded or troop.guards)

    def _touch(self, stand: Stand, enemy: Troop | None = None) -> Stand:
        """Flank or rear is touched, and by whom: each counts, and bars the recoil. Nobody named: foot."""
        if enemy is None:
            enemy = next(troop for troop in self.catalogue.fighting if troop.arm == "foot" and not troop.uncrushed)
        return stand._replace(flanks=stand.flanks + 1, touching=(*stand.touching, enemy))

    def _second(self, stand: Stand, match: re.Match[str]) -> Stand:
        """A second rank, and where it stands if that is said right behind: `second rank in a wood`."""
        ground = match["ground"]
        return stand._replace(second=True, second_ground=self.grounds[ground] if ground else stand.second_ground)

    def _check(self, words: Description, stand: Stand) -> None:
        """Refuse words that say nothing, and more flanks than there are (H-25). Raises Stopped."""
        number = words.take(r"[+-]?([0-9]+)")
        if number is not None:
            hint = f"Elements fight one to one: leave out the {number[1]}, or write supported for a second rank. "
            hint += "Only shooters and casters add up: ibbprint odds shooting 2 Shooters vs Blades"
            message = f"only one element fights at a time, not {number[1]}."
            self.query.refuse(words.text, "read:words", message, hint)
        words.finish([*STATES, *self.grounds], counts=STATES, to="to an element")
        flank = self.catalogue.factors.get(FLANK)
        if flank is not None and stand.flanks > flank.most:
            message = f"{stand.flanks} sides are overlapped or touched, and {flank.most} are the most that count."
            self.query.refuse(words.text, "H-25", message, "They are left, right and rear.")
