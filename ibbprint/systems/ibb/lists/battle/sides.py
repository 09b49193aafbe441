"""The sides of a battle from two lists: who leads whom, and the lines of the order of battle.

Promises: names of sides and leaders, ids and letters are distinct; every counter of a list is in the battle once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ibbprint.engine.lists.files import printable
from ibbprint.patterns import regex
from ibbprint.systems.ibb.lists.as_battle import short_name
from ibbprint.systems.ibb.lists.dialect import FREE
from ibbprint.systems.ibb.lists.findings import Judge, casts, is_fort
from ibbprint.systems.ibb.lists.records import Army, ArmyList, Entry, by_heading, engineers
from ibbprint.systems.ibb.models.scenarios import Formation
from ibbprint.systems.ibb.models.units import AnyUnit, Engine, Equipment, Leader, Troops
from ibbprint.systems.ibb.whole_catalogue import ARMIES

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CAPTAINS = (
    (
        "Aldwin",
        "Berengar",
        "Cuthwin",
        "Dunstan",
        "Edric",
        "Ferrand",
        "Godric",
        "Hereward",
        "Ingram",
        "Jocelyn",
        "Kenelm",
        "Leofric",
        "Morcar",
        "Norbert",
        "Osric",
        "Percival",
        "Quentin",
        "Roland",
        "Sigbert",
        "Thurstan",
        "Uhtred",
        "Valerian",
        "Wulfric",
        "Xander",
        "Yvain",
        "Zacharias",
    ),
    (
        "Anselm",
        "Bohemund",
        "Conrad",
        "Drogo",
        "Eustace",
        "Fulk",
        "Guiscard",
        "Hugo",
        "Isembard",
        "Jordan",
        "Konstanz",
        "Lothar",
        "Manfred",
        "Nivelon",
        "Odo",
        "Pagan",
        "Quirin",
        "Rainald",
        "Savaric",
        "Tancred",
        "Ulrich",
        "Vivian",
        "Walter",
        "Xerxes",
        "Ysambert",
        "Zeno",
    ),
)
"""Names for captains to whom the lists give none: of each side, by the letter of the formation."""
UNSAID = frozenset({"a", "an", "the", "of", "army", "host", "force", "forces", "my", "list", "side", "in", "and", "to"})
ORDINALS = ("first", "second")
GENERIC = frozenset({"", "army", "army list", "list", "ibb-list"})
MOST_ID = 20
SHORT_NAME = 28


class SideNames(NamedTuple):
    """The names of a side in all places, and its colours; `army` is the longer name."""

    id: str
    name: str
    letter: str
    army: str
    livery: str


@dataclass(frozen=True, slots=True)
class Order:
    """A line of the order of battle without its side and its zone; `group` is the heading that it is written under."""

    group: str
    unit: str
    count: int = 1
    name: str = ""
    short: str = ""
    rating: str = ""
    formation: str = ""
    stacked_with: str = ""
    at_engine: bool = False
    """Whether it stands where an engine does."""
    hexes: Sequence[str] = ()
    rules: Sequence[str] = ()


class Muster(NamedTuple):
    """A side ready for its ground. `bought` and `free` are levels of forts."""

    side: SideNames
    formations: tuple[Formation, ...]
    orders: tuple[Order, ...]
    engines: bool
    """Whether some of it has to stand where engines can."""
    bought: int
    free: int
    fort: str
    """The entry of the unit list that is a level of a fort, where there is any."""


_MADE_UP = regex(r", [0-9]+ gold, seed \S")
"""What `ibbprint army` puts behind the name of an army."""


class _Counter(NamedTuple):
    """A counter of a list."""

    unit: AnyUnit
    entry: Entry


# --- names --------------------------------------------------------------------------------------------------------


def name_sides(pairs: Sequence[tuple[ArmyList, Army]]) -> list[SideNames]:
    """Names, ids and letters of the two sides, all of them distinct."""
    nobody = [f"{word.capitalize()} army" for word in ORDINALS]
    full = [_full_name(item, army) or name for (item, army), name in zip(pairs, nobody, strict=True)]
    pairings = (
        [_shortened(name) for name in full],
        full,
        [_of_file(item) or name for (item, _), name in zip(pairs, full, strict=True)],
    )
    last = [f"{name[:70]} ({word})" for name, word in zip(pairings[-1], ORDINALS, strict=True)]
    armies = next((pairing for pairing in pairings if pairing[0].lower() != pairing[1].lower()), last)
    names = [_people(army) for army in armies]
    if names[0].lower() == names[1].lower():
        names = armies
    ids: list[str] = []
    letters: list[str] = []
    for number, name in enumerate(names):
        id = slug_of(name) or f"army-{number + 1}"
        ids.append(id if id not in ids else f"{id}-{number + 1}")
        letters.append(_letter(name, number, letters))
    liveries = [army.livery for army in ARMIES]
    return [SideNames(*parts) for parts in zip(ids, names, letters, armies, liveries, strict=True)]


def _full_name(result: ArmyList, army: Army) -> str:
    for name in (army.name, result.title):
        if name.split(",")[0].strip().lower() not in GENERIC:
            return printable(" ".join(name.split()))
    return _of_file(result)


def _of_file(army: ArmyList) -> str:
    """The name of a file as that of an army: `my-elves.txt` are `My elves`, `a.txt` and `list-2.txt` are nobody."""
    stem = re.sub(r"[\s_-]+", " ", Path(army.file).stem).strip()
    words = re.findall(r"[^\W\d_]+", stem.lower())
    if not any(len(word) > 2 and word not in UNSAID for word in words):
        return ""
    return printable(stem[:1].upper() + stem[1:60])


def _shortened(name: str) -> str:
    """A name without what follows the first comma, where it is long or made up: the army's, not the list's."""
    head = name.split(",")[0].strip()
    return head if (len(name) > SHORT_NAME or _MADE_UP.search(name)) and len(head) > 2 else name


def _people(army: str) -> str:
    """The name of an army's people: `Army of elves` are the Elves."""
    match = re.fullmatch(r"(?:the )?(?:army|host) of (?:the )?(\S.*)", army, re.IGNORECASE)
    return army if match is None else match[1][:1].upper() + match[1][1:]


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()


def slug_of(name: str) -> str:
    """A name as the id of a side, without the words that every army has."""
    words = re.findall(r"[a-z0-9]+", _plain(name).replace("'", ""))
    items = [word for word in words if word not in UNSAID] or words
    return "-".join(items)[:MOST_ID].strip("-")


def _letter(name: str, number: int, used: Sequence[str]) -> str:
    words = re.findall(r"[a-z]+", _plain(name))
    items = [word for word in words if word not in UNSAID]
    for choices in ("".join(word[0] for word in items), "".join(items), ALPHABET[number:], ALPHABET):
        for letter in choices.upper():
            if letter not in used:
                return letter
    raise AssertionError("there are more sides than letters")


class _Leaders:
    """The names of leaders: those that the lists give, and others where they give none or one twice."""

    def __init__(self, pairs: Sequence[tuple[ArmyList, Army]]) -> None:
        self.listed = {printable(e.written.name).lower() for _, army in pairs for e in army.entries if e.written.name}
        self.taken: set[str] = set()

    def name(self, proposal: str, side: int, number: int) -> str:
        """An unused name: the proposed one, if there is one and it is free."""
        proposal = printable(proposal)[:70]
        if proposal:
            choices: Iterable[str] = [proposal, *(f"{proposal} {numeral}" for numeral in range(2, 1000))]
        else:
            pool = CAPTAINS[side]
            later = (f"{pool[number % len(pool)]} {numeral}" for numeral in range(2, 1000))
            choices = [n for n in (*pool[number:], *pool[:number], *later) if n.lower() not in self.listed]
        for name in choices:
            if name.lower() not in self.taken:
                self.taken.add(name.lower())
                return name
        raise AssertionError("there are more leaders than names")


# --- who leads whom -----------------------------------------------------------------------------------------------


class _Band(NamedTuple):
    """A captain and those whom he leads."""

    heading: str
    captain: _Counter
    units: list[_Counter]


def _bands(army: Army, least: int) -> tuple[list[_Band], list[_Counter], list[_Counter]]:
    """Captains with their units; units without a captain; captains without units.

    A heading with captains is theirs. Captains who have no units under their heading lead those under no captain's.
    """
    under = by_heading(army)
    captains, units = _counters(under.captains), _counters(under.units)
    with_captain = [key for key in captains if key is not None and key in units]
    bands: list[_Band] = []
    idle: list[_Counter] = []
    for key in sorted(with_captain):
        heading = printable(army.formations[key].name)
        result, spare = _shared(heading, captains[key], units[key], least)
        bands += result
        idle += spare
    spare_captains = [counter for key, group in captains.items() if key not in with_captain for counter in group]
    leaderless = [counter for key, group in units.items() if key not in with_captain for counter in group]
    if spare_captains and leaderless:
        result, spare = _shared("", spare_captains, leaderless, least)
        return bands + result, [], idle + spare
    return bands, leaderless, idle + spare_captains


def _counters(entries: Mapping[int | None, Sequence[Entry]]) -> dict[int | None, list[_Counter]]:
    return {key: [counter for entry in group for counter in _each(entry)] for key, group in entries.items()}


def _each(entry: Entry) -> list[_Counter]:
    return [] if entry.unit is None else [_Counter(entry.unit, entry)] * entry.count


def _shared(
    heading: str, captains: Sequence[_Counter], units: Sequence[_Counter], least: int
) -> tuple[list[_Band], list[_Counter]]:
    """Units shared among captains: as many for each, those who march alike together (R-52), none too few (R-48)."""
    number = min(len(captains), max(1, len(units) // max(1, least)))
    best = sorted(range(len(captains)), key=lambda i: (-_rating(captains[i].unit), i))[:number]
    leading = [captains[i] for i in sorted(best)]
    if number > 1:
        units = sorted(units, key=lambda item: -item.unit.movement if isinstance(item.unit, Troops) else 0)
    bands = []
    for i, captain in enumerate(leading):
        start, end = i * len(units) // number, (i + 1) * len(units) // number
        name = f"{heading} {i + 1}" if heading and number > 1 else heading
        bands.append(_Band(name, captain, list(units[start:end])))
    return bands, [captain for i, captain in enumerate(captains) if i not in best]


def _rating(unit: AnyUnit) -> int:
    return unit.rating if isinstance(unit, Leader) else 0


# --- the order of battle ------------------------------------------------------------------------------------------


def muster(pairs: Sequence[tuple[ArmyList, Army]], names: Sequence[SideNames], judge: Judge) -> list[Muster]:
    """Both sides."""
    leaders = _Leaders(pairs)
    return [_Side(army, number, names[number], leaders, judge).muster() for number, (_, army) in enumerate(pairs)]


class _Side:
    def __init__(self, army: Army, number: int, names: SideNames, leaders: _Leaders, judge: Judge) -> None:
        self.army = army
        self.number = number
        self.names = names
        self.leaders = leaders
        self.judge = judge
        self.formations: list[Formation] = []
        self.orders: list[Order] = []

    def muster(self) -> Muster:
        bands, leaderless, idle = _bands(self.army, self.judge.formation)
        for band in bands:
            self._band(band)
        self._add_all("Under no captain: they join a formation that they are next to", leaderless, rules=("R-49",))
        for captain in idle:
            self._leader("Captains without a formation", captain)
        engines = self._specialists()
        counters = [_Counter(entry.unit, entry) for entry in self.army.entries if entry.unit is not None]
        for counter in counters:
            if casts(counter.unit):
                self._caster(counter)
        for counter in counters:
            if isinstance(counter.unit, Equipment) and not is_fort(counter.unit):
                self._add("Equipment", counter.unit, counter.entry.count)
        forts = [item for item in counters if is_fort(item.unit)]
        return Muster(
            self.names,
            tuple(self.formations),
            tuple(self.orders),
            engines,
            sum(fort.entry.count for fort in forts if not fort.entry.written.own.free),
            self._free([fort.entry for fort in forts]),
            forts[0].unit.id if forts else "",
        )

    def _free(self, forts: Sequence[Entry]) -> int:
        """The levels that a defender has for nothing (G-34): as many as his list takes, all where it says nothing."""
        allowed = self.judge.free_levels(self.army)
        levels = sum(entry.count for entry in forts if entry.written.own.free)
        if FREE in self.army.numbers:
            levels += int(self.army.numbers[FREE].value)
        elif not levels:
            return allowed
        return min(levels, allowed)

    def _band(self, band: _Band) -> None:
        number = len(self.formations)
        captain = self.leaders.name(band.captain.entry.written.name, self.number, number)
        letter = ALPHABET[number] if number < len(ALPHABET) else f"{ALPHABET[number // 10 % 26]}{number % 10}"
        names = {formation.name for formation in self.formations}
        name = band.heading or f"{captain}’s men"
        formation = Formation(
            id=f"{self.names.id}-{number + 1}",
            side=self.names.id,
            name=name if name not in names else f"{name[:60]} ({captain[:17]})",
            letter=letter,
            captain=captain,
            rules=["R-48"] if len(band.units) < self.judge.formation else [],
        )
        self.formations.append(formation)
        self._add(formation.name, band.captain.unit, name=captain, formation=formation.id)
        self._add_all(formation.name, band.units, formation=formation.id)

    def _leader(self, group: str, counter: _Counter) -> None:
        name = self.leaders.name(counter.entry.written.name, self.number, len(self.formations))
        self._add(group, counter.unit, name=name)

    def _caster(self, counter: _Counter) -> None:
        group = "Wizards and priests"
        if not counter.entry.written.name:
            self._add(group, counter.unit, counter.entry.count)
            return
        for _ in range(counter.entry.count):
            self._leader(group, counter)

    def _specialists(self) -> bool:
        """Engineers, scouts, engines: each engine in the hex of engineers (A-101). True where there are engines."""
        specialists = [counter for entry in by_heading(self.army).specialists for counter in _each(entry)]
        engines = [specialist.unit for specialist in specialists if isinstance(specialist.unit, Engine)]
        crews = [specialist for specialist in specialists if engineers(specialist.unit)]
        scouts = [
            specialist
            for specialist in specialists
            if not isinstance(specialist.unit, Engine) and not engineers(specialist.unit)
        ]
        serving = crews[: len(engines)]
        several = len(serving) > 1
        group = "Engines and those who serve them"
        names: list[str] = []
        for number, (unit, entry) in enumerate(serving, start=1):
            name = f"{unit.name} {number}" if several else ""
            names.append(name or unit.id)
            self._add(group, unit, name=name, short=unit.short, rating=entry.rating, at_engine=True)
        for number, engine in enumerate(engines):
            served = names[number % len(names)] if names else ""
            self._add(group, engine, stacked_with=served, at_engine=bool(served))
        self._add_all("By themselves", crews[len(engines) :] + scouts)
        return bool(engines)

    def _add_all(
        self, group: str, counters: Sequence[_Counter], *, formation: str = "", rules: Sequence[str] = ()
    ) -> None:
        """Troops with the names that their list gives them, the same in one line."""
        for (unit, entry), count in _runs(counters):
            name = printable(entry.written.name) if isinstance(unit, Troops) else ""
            self._add(group, unit, count, name=name, rating=entry.rating, formation=formation, rules=rules)

    def _add(
        self,
        group: str,
        unit: AnyUnit,
        count: int = 1,
        *,
        name: str = "",
        short: str | None = None,
        rating: str = "",
        formation: str = "",
        stacked_with: str = "",
        at_engine: bool = False,
        rules: Sequence[str] = (),
    ) -> None:
        """A line; its name is shortened for the counter if nothing else is said."""
        own_rating = rating if isinstance(unit, Troops) else ""
        short = (short_name(name, unit) if short is None else short) or ""
        short = "" if short == name or not name else short
        rules = (*rules, *(("R-45",) if own_rating else ()))
        self.orders.append(
            Order(group, unit.id, count, name, short, own_rating, formation, stacked_with, at_engine, rules=rules)
        )


def _runs(counters: Sequence[_Counter]) -> list[tuple[_Counter, int]]:
    """Repeated units as one line each, in the order of the first."""
    counts: dict[tuple[str, str, str], tuple[_Counter, int]] = {}
    for counter in counters:
        key = (counter.unit.id, counter.entry.rating, counter.entry.written.name)
        counts[key] = (counter, counts.get(key, (counter, 0))[1] + 1)
    return list(counts.values())
