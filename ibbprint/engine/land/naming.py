"""Names for what is on the map, by what it adjoins: no two alike, and none that its label has no room for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from ibbprint.catalogue.models.themes import PlaceNames
from ibbprint.engine.land.draft import Draft, Patch
from ibbprint.engine.land.lots import Lots
from ibbprint.patterns import regex

LONGEST = 14
"""Letters of the longest name that a label has room for."""
UNLABELLED = ("road",)
"""Kinds whose names are in lists and texts, and not on the map."""
LARGE = 14
"""A patch of so many hexes is a large one of its kind."""
LEAST = 4
"""Smaller patches have no name."""
NEAR = 2
"""A place is called after a village that is so near."""
MOST_OF_A_KIND = 5
MOST_CONSONANTS = 4
"""About the joint of a name; more of them nobody can say."""
SIDES = ("North", "South", "East", "West")
OPPOSITE = ({"North", "South"}, {"East", "West"})
_WORD = regex(r"\{(\w+)\}")


class Namer:
    """Gives names of one country; it knows those that it has given."""

    def __init__(self, draft: Draft, country: PlaceNames) -> None:
        self.draft = draft
        self.country = country
        self.given: set[str] = set()
        self.used: set[str] = set()
        """Words that a name was made of: none serves twice."""
        self.villages: list[Patch] = []
        self.water_words: dict[int, list[str]] = {}
        """The bare word of the river or stream in a hex; none where all words were used up."""

    def name(self, kind: str, hexes: Sequence[int], lots: Lots, **extra: Sequence[str]) -> str:
        """A new name for a place; an empty one where every word is used up.

        `extra` are the words of patterns that are true of this place: `water=["Kenn"]`.
        """
        vocabulary = {
            "own": self.country.words.get(kind, ()),
            "village": [v.name for v in self.villages if self.draft.apart(v.hexes[0], hexes) <= NEAR],
            **extra,
        }
        for pattern in self._patterns(kind, len(hexes), bool(extra.get("ends")), lots):
            for values in self._fillings(pattern, vocabulary, hexes, lots):
                result = filled(pattern, values)
                if self._is_good(result, values) and (kind in UNLABELLED or len(result) <= LONGEST):
                    self.given.add(result)
                    self.used |= {value for word, value in values.items() if word in ("own", "head")}
                    return result
        return ""

    def certain(self, kind: str, hexes: Sequence[int], lots: Lots, **extra: Sequence[str]) -> str:
        """A new name for a place that must have one: a number where the country has no words left for it."""
        name = self.name(kind, hexes, lots, **extra)
        if not name:
            numbered = (f"{kind.capitalize()} {number}" for number in count(1))
            name = next(candidate for candidate in numbered if candidate not in self.given)
            self.given.add(name)
        return name

    def _patterns(self, kind: str, size: int, through: bool, lots: Lots) -> Iterator[str]:
        """The patterns in an order drawn by lot: those of a large place, or a road right across, before the rest."""
        special = f"through-{kind}" if through else f"large-{kind}" if size >= LARGE else ""
        for key in (special, kind):
            yield from lots.shuffled(self.country.patterns.get(key, ()))

    def _fillings(
        self, pattern: str, vocabulary: Mapping[str, Sequence[str]], hexes: Sequence[int], lots: Lots
    ) -> Iterator[dict[str, str]]:
        """Every way to fill in a pattern, in an order drawn by lot."""
        words = _WORD.findall(pattern)
        if "head" in words:
            ends = lots.shuffled(self._ends(hexes))
            for head in lots.shuffled(self.country.heads):
                for end in ends:
                    yield {"head": head, "end": end}
        elif not words:
            yield {}
        else:
            for value in lots.shuffled(vocabulary.get(words[0], ())):
                yield {words[0]: value}

    def _ends(self, hexes: Sequence[int]) -> Sequence[str]:
        """The ends of a village's name that are true of it: of what adjoins it, else any."""
        draft, ends = self.draft, self.country.ends
        h = hexes[0]
        neighbours = draft.space.near[h]
        linked = [n for n in neighbours if (min(h, n), max(h, n)) in draft.links]
        crossed = {crossing.hex: "ford" if crossing.ford else "bridge" for crossing in draft.crossings}
        for n in linked:
            if n in crossed:
                return ends.get(crossed[n], ()) or ends["any"]
        kinds = [kind for n in neighbours for kind in (draft.terrain[n],) if kind in ends]
        # One thing beside it says little; two or more hexes of it make the place.
        often = [kind for kind in dict.fromkeys(kinds) if kinds.count(kind) > 1 or kind in ("river", "stream", "sea")]
        return [end for kind in often for end in ends[kind]] or ends["any"]

    def _is_good(self, result: str, values: Mapping[str, str]) -> bool:
        """New, and no tongue-twister: no letter thrice, no word that says itself again."""
        if result in self.given or set(values.values()) & self.used:
            return False
        if "head" in values:
            return self._is_word(values["head"].lower(), values["end"])
        return not echoes(result)

    def _is_word(self, head: str, end: str) -> bool:
        """Whether the two parts of a name go together: they can be said, and do not mean the same."""
        join = head[-1] + end[0]
        if head[-1] == end[0] or head.endswith(end) or join in self.country.stumbles:
            return False
        consonants = re.findall(r"[^aeiouy]", head[-3:] + end[:2])
        return len(consonants) <= MOST_CONSONANTS and not any(
            head in group and end in group for group in self.country.alike
        )


def echoes(name: str) -> bool:
    """Whether the last word of a name says again what one before it does: Birchmoor Moor."""
    *words, last = re.findall(r"[^\W\d_]+", name.lower())
    return any(last in word or word in last for word in words)


def filled(pattern: str, values: Mapping[str, str]) -> str:
    """A pattern with the words put in."""
    return _WORD.sub(lambda match: values[match[1]], pattern)


def give_names(draft: Draft, country: PlaceNames) -> None:
    """Names for waters, villages, crossings, patches and roads, in this order, for the later ones use the earlier."""
    namer = Namer(draft, country)
    _waters(draft, namer, country)
    lots = draft.lots("village names")
    for village in draft.villages:
        village.name = namer.certain("village", village.hexes, lots)
        namer.villages.append(village)
    lots = draft.lots("crossing names")
    for crossing in draft.crossings:
        kind = "ford" if crossing.ford else "bridge"
        crossing.name = namer.certain(kind, [crossing.hex], lots, water=namer.water_words[crossing.hex])
    _patches(draft, namer)
    _roads(draft, namer)
    _title(draft, namer)


def _waters(draft: Draft, namer: Namer, country: PlaceNames) -> None:
    lots = draft.lots("water names")
    bare = lots.shuffled(country.waters)
    for run in draft.runs:
        water = [bare.pop()] if bare else []
        run.name = namer.certain(run.ground, run.hexes, lots, water=water)
        namer.water_words |= dict.fromkeys(run.hexes, water)
    for bourne in draft.bournes:
        hexes = sorted({h for side in bourne.sides for h in side})
        water = [bare.pop()] if bare else []
        bourne.name = namer.certain("bourne", hexes, lots, water=water, side=[side_of(draft, hexes)])


def side_of(draft: Draft, hexes: Sequence[int]) -> str:
    """The side of the map that a place lies towards."""
    wide, high = draft.points[-1]
    x = sum(draft.points[h][0] for h in hexes) * 200 // (len(hexes) * max(1, wide)) - 100
    y = sum(draft.points[h][1] for h in hexes) * 200 // (len(hexes) * max(1, high)) - 100
    if abs(x) >= abs(y):
        return "East" if x > 0 else "West"
    return "South" if y > 0 else "North"


def _patches(draft: Draft, namer: Namer) -> None:
    """The larger patches of each kind of ground, the largest first."""
    lots = draft.lots("patch names")
    kinds = dict.fromkeys([c.ground for c in draft.theme.covers] + sorted(set(draft.terrain)))
    tops: dict[str, list[str]] = {}
    for cover in draft.theme.covers:
        tops.setdefault(cover.over or "", []).append(cover.ground)
    for kind in kinds:
        if kind not in namer.country.patterns or kind in ("village", "river", "stream"):
            continue
        groups = draft.groups(h for h in range(draft.size) if draft.terrain[h] == kind)
        least, limit = namer.country.least.get(kind, LEAST), namer.country.most.get(kind, MOST_OF_A_KIND)
        for hexes in [group for group in groups if len(group) >= least][:limit]:
            if any(draft.terrain[n] in tops.get(kind, ()) for n in draft.next_to(hexes)):
                continue  # the height is called after its crest
            name = namer.name(kind, hexes, lots, side=[side_of(draft, hexes)])
            if name:
                draft.patches.append(Patch(kind, hexes, name))


def _roads(draft: Draft, namer: Namer) -> None:
    """A road that joins opposite sides of the map may be called after them, any road after a village on it."""
    lots = draft.lots("road names")
    for road in draft.roads:
        sides = [draft.edge_of[h][0].capitalize() for h in (road[0], road[-1]) if h in draft.edge_of]
        ends = ["–".join(sorted(sides, key=SIDES.index)).capitalize()] if set(sides) in OPPOSITE else []
        on = [village.name for village in namer.villages if village.hexes[0] in road]
        draft.road_names.append(namer.certain("road", road, lots, village=on, side=sides, ends=ends))


def _title(draft: Draft, namer: Namer) -> None:
    """Name the map: the first pattern of the theme, in random order, for which there is a name."""
    lots = draft.lots("title")
    have: dict[str, str] = {}
    for patch in sorted(draft.patches, key=lambda patch: len(patch.hexes)):
        have[patch.kind] = patch.name
    if draft.villages:
        have["village"] = draft.villages[0].name
    if draft.runs:
        have["river"] = "".join(namer.water_words[draft.runs[0].hexes[0]])
    for pattern in lots.shuffled(draft.theme.titles):
        if all(have.get(word) for word in _WORD.findall(pattern)) and not echoes(filled(pattern, have)):
            draft.title = filled(pattern, have)
            return
    draft.title = f"{draft.theme.name} {draft.villages[0].name if draft.villages else ''}".strip()
