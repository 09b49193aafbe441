"""What a player types for an element in a question: `Knights general, charging`, `Blades in a wood, overlapped`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ibbprint.digits import are_digits
from ibbprint.engine import odds
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.phrases import listed
from ibbprint.problems import Report, Where, did_you_mean, nearest
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.models.troops import Terrain, Troop
from ibbprint.systems.element_battle.names import Names
from ibbprint.systems.element_battle.rules.combat import FLANK
from ibbprint.systems.element_battle.rules.stands import Stand

EXAMPLE = "For example: Knights charging vs Spears in a wood"
ALL = frozenset({"all", "everybody", "everything", "every type"})
"""In the place of an enemy: every type there is."""

_WORD = re.compile(r"[^\W_]+")
_ARTICLES = frozenset(
    [
        "a",
        "an",
        "the",
        "in",
        "on",
        "and",
        "with",
        "of",
        "his",
        "her",
        "its",
        "by",
        "at",
        "is",
        "are",
        "who",
        "while",
        "being",
        "to",
        "from",
    ]
)
_TIMES = {"once": 1, "twice": 2, "thrice": 3, "both": 2, "two": 2, "three": 3, "four": 4}
STATES = (
    "general",
    "uphill",
    "supported",
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
_Change = Callable[[Stand, "re.Match[str]"], Stand]


def _flanks(stand: Stand, found: re.Match[str]) -> Stand:
    """So many of left, right and rear: overlapped once where nothing is said."""
    said = next((group for group in found.groups() if group), "once")
    return replace(stand, flanks=stand.flanks + (int(said) if are_digits(said) else _TIMES.get(said, 1)))


_HOW = (
    r"(?:\s*(?:on\s+)?(?:x\s*)?(?:([0-9]|once|twice|thrice|both|two|three|four)(?:\s*(?:times|sides?|flanks?))?"
    r"|(?:one|a|the|its)\s+(?:side|flank)))?"
)
_CHANGES: tuple[tuple[re.Pattern[str], _Change], ...] = (
    (re.compile(r"\b(?:general|gen|c-?in-?c)\b"), lambda s, _: replace(s, general=True)),
    (re.compile(r"\b(?:charging|charges|charged|charge)\b"), lambda s, _: replace(s, charged=True)),
    (
        re.compile(r"\b(?:uphill|upslope|on the upper side|(?:defending|above) (?:a|the) (?:bank|riverbank|hill))\b"),
        lambda s, _: replace(s, higher=True),
    ),
    (re.compile(r"\b(?:overlapped)\b" + _HOW), _flanks),
    (re.compile(r"\b(?:across|over) (?:the )?(?:water|river)\b"), lambda s, _: replace(s, across_water=True)),
)
_ONE = re.compile(r"^\s*1\s+(?=[^\W\d_])")
_CLIMBING = re.compile(
    r"\b(?:charging|charges|charged|charge|attacking|fighting|shooting|going|moving) (?:up|down)-?(?:hill|slope)\b"
)
"""Who goes up a hill stands lower, and `uphill` alone is said of who stands higher."""
_TOUCHED = re.compile(
    r"\b(?:(?:flank|rear|side)\s+)?(?:touched|contacted|flanked)\b"
    r"(?:\s+(?:on|in)\s+(?:the\s+|a\s+|one\s+|its\s+)?(?:flank|rear|side|left|right))?"
)
_BY = re.compile(r"\s+by\s+(?:an?\s+|the\s+)?")
_SECOND = re.compile(r"\b(?:(?:with\s+)?(?:a\s+)?second\s+ranks?|(?:two|2)\s+(?:deep|ranks)|supported)\b")
_NEAR = re.compile(r"\b(?:near|by|beside|close to)\s+(?:a\s+|the\s+|his\s+|its\s+|an?\s+own\s+|own\s+)?")


class Reader:
    """Reads descriptions over one catalogue."""

    def __init__(self, catalogue: Catalogue, report: Report) -> None:
        self.catalogue = catalogue
        self.report = report
        self.names = Names(catalogue)
        self.options = {name.lower(): option for option in catalogue.options for name in option.names}
        self.grounds: dict[str, Terrain] = {}
        for ground in catalogue.terrain:
            for name in (ground.id, ground.name, *ground.names):
                self.grounds[name.lower()] = ground
        bad = next((ground for ground in catalogue.terrain if ground.going == "bad" and not ground.cover), None)
        if bad is not None:
            self.grounds["bad going"] = bad

    def stand(self, text: str) -> Stand | None:
        """An element and how it stands; None with what is wrong in the report."""
        text = _ONE.sub("", text)
        troop, rest = self._troop(text)
        if troop is None:
            hint = did_you_mean(text.strip(), [one.name for one in self.catalogue.troops.values()], most=0)
            self.report.error(Where(text), "ref:type", f"{text.strip()!r} names no type of troops.", hint or EXAMPLE)
            return None
        stand = Stand(troop)
        if troop.hides and "water lurker" in " ".join(_WORD.findall(text.lower())):
            stand = stand.on(next((ground for ground in self.grounds.values() if ground.water), None))
        return self._states(stand, rest, text)

    def _troop(self, text: str) -> tuple[Troop | None, str]:
        """The first type that is named, and the text without it."""
        found = next(iter(self.names.find(text)), None)
        if found is None:
            return None, text
        return found.troop, f"{text[: found.start]} {text[found.end :]}"

    def _states(self, stand: Stand, rest: str, text: str) -> Stand | None:
        rest = f" {rest.lower()} "
        climbing = _CLIMBING.search(rest)
        for name, option in self.options.items():
            if name in rest:
                rest, stand = rest.replace(name, " "), replace(stand, options=(*stand.options, option))
        near = _NEAR.search(rest)
        while near is not None:
            rest, stand = self._near(stand, rest, near)
            near = _NEAR.search(rest, near.start() + 1)
        while (second := _SECOND.search(rest)) is not None:
            rest, stand = self._second(replace(stand, second=True), rest, second)
        for pattern, change in _CHANGES:
            found = pattern.search(rest)
            if found is not None:
                stand, rest = change(stand, found), _without(rest, found)
        rest, stand = self._touching(stand, rest)
        rest, stand = self._ground(stand, rest)
        wrong = (
            self._wrong(stand, rest)
            if climbing is None
            else (
                "read:words",
                f"who is higher, if it is {climbing[0]}?",
                "Write uphill with the one who stands higher: Knights charging vs Spears uphill",
            )
        )
        if wrong is not None:
            self.report.error(Where(text), *wrong)
            return None
        return stand

    def _wrong(self, stand: Stand, rest: str) -> tuple[str, str, str] | None:
        """The rule, the message and the hint for words that say nothing, and for more flanks than there are."""
        left = next((word for word in _WORD.findall(rest) if word not in _ARTICLES), None)
        if left is None:
            flank = self.catalogue.factors.get(FLANK)
            if flank is None or stand.flanks <= flank.most:
                return None
            message = f"{stand.flanks} sides are overlapped or touched, and {flank.most} are the most that count."
            return "H-25", message, "They are left, right and rear."
        near = nearest(left, [*STATES, *self.grounds])
        hint = f"Did you mean {near}?" if near else f"What can count: {listed(STATES)}."
        if are_digits(left):
            hint = f"Elements fight one to one: leave out the {left}, or write supported for a second rank. "
            hint += "Only shooters and casters add up: ibbprint odds shooting 2 Shooters vs Blades"
            return "read:words", f"only one element fights at a time, not {left}.", hint
        return "read:words", f"{left!r} makes no difference to an element.", hint

    def _near(self, stand: Stand, rest: str, near: re.Match[str]) -> tuple[str, Stand]:
        """`near a Cleric`, `near his stronghold`."""
        behind = rest[near.end() :]
        found = next(iter(self.names.find(behind)), None)
        if found is None or found.start:
            return rest, stand
        rest = f"{rest[: near.start()]} {behind[found.end :]}"
        if found.troop.is_place:
            return rest, replace(stand, at_home=True)
        return rest, replace(stand, guarded=stand.guarded or found.troop.guards)

    def _second(self, stand: Stand, rest: str, second: re.Match[str]) -> tuple[str, Stand]:
        """A second rank, and where it stands if that is said right behind: `second rank in a wood`."""
        behind = rest[second.end() :]
        for name, ground in self.grounds.items() if "rank" in second[0] else ():
            found = re.match(rf"\s*(?:in|on)\s+(?:an?\s+|the\s+)?{re.escape(name)}\b", behind)
            if found is not None:
                return f"{rest[: second.start()]} {behind[found.end() :]}", replace(stand, second_ground=ground)
        return f"{rest[: second.start()]} {behind}", stand

    def _touching(self, stand: Stand, rest: str) -> tuple[str, Stand]:
        """Flank and rear that are touched, and by whom: each counts, and bars the recoil. Nobody named: foot."""
        while (found := _TOUCHED.search(rest)) is not None:
            behind = rest[found.end() :]
            by = _BY.match(behind)
            named = next(iter(self.names.find(behind)), None)
            if by is not None and named is not None and named.start == by.end():
                other, behind = named.troop, behind[named.end :]
            else:
                other = next(one for one in self.catalogue.fighting if one.arm == "foot" and not one.uncrushed)
            stand = replace(stand, flanks=stand.flanks + 1, touching=(*stand.touching, other))
            rest = f"{rest[: found.start()]} {behind}"
        return rest, stand

    def _ground(self, stand: Stand, rest: str) -> tuple[str, Stand]:
        for name in sorted(self.grounds, key=len, reverse=True):
            found = re.search(rf"\b{re.escape(name)}\b", rest)
            if found is not None:
                return _without(rest, found), stand.on(self.grounds[name])
        open_ = re.search(r"\b(?:good going|the open|open|road)\b", rest)
        return (rest if open_ is None else _without(rest, open_)), stand


def _without(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}"


def sides(words: str) -> tuple[str, str]:
    """The two sides of a combat."""
    return odds.sides(words, EXAMPLE)


def several(text: str, reader: Reader) -> list[Stand]:
    """Elements that shoot or cast together: `2 Shooters, Artillery`."""
    made: list[Stand] = []
    for item in odds.items(text):
        counted = re.match(r"\s*([0-9]{1,2})\s*[x×]?\s+", item)
        number = int(counted[1]) if counted else 1
        if not number:
            raise BadQuestion(f"{item!r} is nobody.", "Write a number above 0.")
        stand = reader.stand(item[counted.end() :] if counted else item)
        if stand is not None:
            made += [stand] * number
    return made
