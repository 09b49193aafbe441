"""The sides of a battle from two lists: who leads whom, and the lines of the order of battle.

Promises: names of sides and leaders, ids and letters are distinct; every counter of a list is in the battle once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from ibbprint.systems.ibb.lists.as_battle import printable, short_name
from ibbprint.systems.ibb.lists.findings import is_fort
from ibbprint.systems.ibb.lists.records import Army, ArmyList, Entry, counts_as_unit, engineers, regular
from ibbprint.systems.ibb.models.scenarios import Force, Formation, Side
from ibbprint.systems.ibb.models.units import AnyUnit, Engine, Equipment, Leader, Troops
from ibbprint.systems.ibb.whole_catalogue import ARMIES

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CAPTAINS = (
    ("Aldwin", "Berengar", "Cuthwin", "Dunstan", "Edric", "Ferrand", "Godric", "Hereward", "Ingram", "Jocelyn",
     "Kenelm", "Leofric", "Morcar", "Norbert", "Osric", "Percival", "Quentin", "Roland", "Sigbert", "Thurstan",
     "Uhtred", "Valerian", "Wulfric", "Xander", "Yvain", "Zacharias"),
    ("Anselm", "Bohemund", "Conrad", "Drogo", "Eustace", "Fulk", "Guiscard", "Hugo", "Isembard", "Jordan",
     "Konstanz", "Lothar", "Manfred", "Nivelon", "Odo", "Pagan", "Quirin", "Rainald", "Savaric", "Tancred",
     "Ulrich", "Vivian", "Walter", "Xerxes", "Ysambert", "Zeno"),
)  # fmt: skip
"""Names for captains to whom the lists give none: of each side, by the letter of the formation."""
UNSAID = frozenset({"a", "an", "the", "of", "army", "host", "force", "forces", "my", "list", "side", "in", "and", "to"})
ORDINALS = ("first", "second")
GENERIC = frozenset({"", "army", "army list", "list", "ibb-list"})
MOST_ID = 20
SHORT_NAME = 28


class SideNames(NamedTuple):
    """What a side is called everywhere; `army` is the longer name."""

    id: str
    name: str
    letter: str
    army: str


class Order(NamedTuple):
    """A line of the order of battle without its place; `group` is the heading that it is written under."""

    force: Force
    group: str = ""


class Muster(NamedTuple):
    """One side, ready to be given its ground. `bought` and `free` are levels of forts."""

    side: Side
    formations: tuple[Formation, ...]
    orders: tuple[Order, ...]
    engines: bool
    """Whether some of it has to stand where engines can."""
    bought: int
    free: int
    fort: str
    """The entry of the unit list that is a level of a fort, where there is any."""


class _Counter(NamedTuple):
    """One counter of a list."""

    unit: AnyUnit
    entry: Entry


# --- names --------------------------------------------------------------------------------------------------------


def named(found: Sequence[tuple[ArmyList, Army]]) -> list[SideNames]:
    """Names, ids and letters of the two sides, all of them distinct."""
    nobody = [f"{word.capitalize()} army" for word in ORDINALS]
    full = [_full_name(made, army) or name for (made, army), name in zip(found, nobody, strict=True)]
    armies = [_shortened(name) for name in full]
    if armies[0].lower() == armies[1].lower():
        armies = full
    if armies[0].lower() == armies[1].lower():
        armies = [_of_file(made) or name for (made, _), name in zip(found, full, strict=True)]
    if armies[0].lower() == armies[1].lower():
        armies = [f"{name[:70]} ({word})" for name, word in zip(armies, ORDINALS, strict=True)]
    names = [_people(army) for army in armies]
    if names[0].lower() == names[1].lower():
        names = armies
    ids: list[str] = []
    letters: list[str] = []
    for number, name in enumerate(names):
        id = _slug(name) or f"army-{number + 1}"
        ids.append(id if id not in ids else f"{id}-{number + 1}")
        letters.append(_letter(name, number, letters))
    return [SideNames(*parts) for parts in zip(ids, names, letters, armies, strict=True)]


def _full_name(made: ArmyList, army: Army) -> str:
    for name in (army.name, made.title):
        if name.split(",")[0].strip().lower() not in GENERIC:
            return printable(" ".join(name.split()))
    return _of_file(made)


def _of_file(made: ArmyList) -> str:
    """The name of a file as that of an army: `my-elves.txt` are `My elves`, `a.txt` and `list-2.txt` are nobody."""
    stem = re.sub(r"[\s_-]+", " ", Path(made.file).stem).strip()
    words = re.findall(r"[^\W\d_]+", stem.lower())
    if not any(len(word) > 2 and word not in UNSAID for word in words):
        return ""
    return printable(stem[:1].upper() + stem[1:60])


def _shortened(name: str) -> str:
    """A name without what follows the first comma, where it is long: the army's, not the list's."""
    head = name.split(",")[0].strip()
    return head if len(name) > SHORT_NAME and len(head) > 2 else name


def _people(army: str) -> str:
    """Those of whom an army is: `Army of elves` are the Elves."""
    match = re.fullmatch(r"(?:the )?(?:army|host) of (?:the )?(\S.*)", army, re.IGNORECASE)
    return army if match is None else match[1][:1].upper() + match[1][1:]


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()


def _slug(name: str) -> str:
    words = re.findall(r"[a-z0-9]+", _plain(name).replace("'", ""))
    told = [word for word in words if word not in UNSAID] or words
    return "-".join(told)[:MOST_ID].strip("-")


def _letter(name: str, number: int, taken: Sequence[str]) -> str:
    words = re.findall(r"[a-z]+", _plain(name))
    told = [word for word in words if word not in UNSAID]
    for wanted in ("".join(word[0] for word in told), "".join(told), ALPHABET[number:], ALPHABET):
        for letter in wanted.upper():
            if letter not in taken:
                return letter
    raise AssertionError("there are more sides than letters")


class _Leaders:
    """The names of leaders: those that the lists give, and others where they give none or one twice."""

    def __init__(self, found: Sequence[tuple[ArmyList, Army]]) -> None:
        self.given = {printable(e.written.name).lower() for _, army in found for e in army.entries if e.written.name}
        self.taken: set[str] = set()

    def name(self, wanted: str, side: int, number: int) -> str:
        """A name that nobody has: the wanted one, if there is one and it is free."""
        wanted = printable(wanted)[:70]
        if wanted:
            choices: Iterable[str] = [wanted, *(f"{wanted} {numeral}" for numeral in range(2, 1000))]
        else:
            pool = CAPTAINS[side]
            later = (f"{pool[number % len(pool)]} {numeral}" for numeral in range(2, 1000))
            choices = [n for n in (*pool[number:], *pool[:number], *later) if n.lower() not in self.given]
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
    """Captains with their units; units whom nobody leads; captains who lead nobody.

    A heading with captains is theirs. Captains who have no units under their heading lead those under no captain's.
    """
    captains: dict[int | None, list[_Counter]] = {}
    units: dict[int | None, list[_Counter]] = {}
    for entry in army.entries:
        if entry.unit is None:
            continue
        group = captains if _is_captain(entry.unit) else units if regular(entry.unit) else None
        if group is not None:
            group.setdefault(entry.formation, []).extend([_Counter(entry.unit, entry)] * entry.count)
    own = [key for key in captains if key is not None and key in units]
    bands: list[_Band] = []
    idle: list[_Counter] = []
    for key in sorted(own):
        heading = printable(army.formations[key].name)
        made, left = _shared(heading, captains[key], units[key], least)
        bands += made
        idle += left
    others = [one for key, group in captains.items() if key not in own for one in group]
    lost = [one for key, group in units.items() if key not in own for one in group]
    if others and lost:
        made, left = _shared("", others, lost, least)
        return bands + made, [], idle + left
    return bands, lost, idle + others


def _shared(
    heading: str, captains: Sequence[_Counter], units: Sequence[_Counter], least: int
) -> tuple[list[_Band], list[_Counter]]:
    """Units shared among captains: as many for each, those who march alike together (R-52), none too few (R-48)."""
    number = min(len(captains), max(1, len(units) // max(1, least)))
    best = sorted(range(len(captains)), key=lambda i: (-_rating(captains[i].unit), i))[:number]
    leading = [captains[i] for i in sorted(best)]
    if number > 1:
        units = sorted(units, key=lambda one: -one.unit.movement if isinstance(one.unit, Troops) else 0)
    bands = []
    for i, captain in enumerate(leading):
        start, end = i * len(units) // number, (i + 1) * len(units) // number
        name = f"{heading} {i + 1}" if heading and number > 1 else heading
        bands.append(_Band(name, captain, list(units[start:end])))
    return bands, [captain for i, captain in enumerate(captains) if i not in best]


def _is_captain(unit: AnyUnit) -> bool:
    return isinstance(unit, Leader) and unit.kind == "captain"


def _rating(unit: AnyUnit) -> int:
    return unit.rating if isinstance(unit, Leader) else 0


# --- the order of battle ------------------------------------------------------------------------------------------


def muster(
    found: Sequence[tuple[ArmyList, Army]], names: Sequence[SideNames], *, fort_units: int, least: int
) -> list[Muster]:
    """Both sides. `fort_units` is for how many units a defender has a free level, `least` what a formation needs."""
    leaders = _Leaders(found)
    return [
        _Side(army, number, names[number], leaders).muster(fort_units, least)
        for number, (_, army) in enumerate(found)
    ]  # fmt: skip


class _Side:
    def __init__(self, army: Army, number: int, names: SideNames, leaders: _Leaders) -> None:
        self.army = army
        self.number = number
        self.names = names
        self.leaders = leaders
        self.formations: list[Formation] = []
        self.orders: list[Order] = []

    def muster(self, fort_units: int, least: int) -> Muster:
        bands, lost, idle = _bands(self.army, least)
        for band in bands:
            self._band(band, least)
        for one in _runs(lost):
            self._add(*one, group="Under no captain: they join a formation that they are next to", rules=["R-49"])
        for captain in idle:
            self._leader(captain, "Captains without a formation")
        engines = self._specialists()
        entries = [entry for entry in self.army.entries if entry.unit is not None]
        for entry in entries:
            if isinstance(entry.unit, Leader) and not _is_captain(entry.unit):
                self._caster(entry)
        for entry in entries:
            if isinstance(entry.unit, Equipment) and not is_fort(entry.unit):
                self._add(_Counter(entry.unit, entry), entry.count, group="Equipment")
        forts = [entry for entry in entries if is_fort(entry.unit)]
        side = Side(
            id=self.names.id, name=self.names.name, army=self.names.army, letter=self.names.letter,
            livery=ARMIES[self.number].livery,
        )  # fmt: skip
        return Muster(
            side, tuple(self.formations), tuple(self.orders), engines,
            sum(entry.count for entry in forts if not entry.written.free), self._free(forts, fort_units),
            next((entry.unit.id for entry in forts if entry.unit is not None), ""),
        )  # fmt: skip

    def _free(self, forts: Sequence[Entry], fort_units: int) -> int:
        """The levels that a defender has for nothing (G-34): as many as his list takes, all where it says nothing."""
        if self.army.role != "defender" or not fort_units:
            return 0
        allowed = sum(e.count for e in self.army.entries if counts_as_unit(e.unit)) // fort_units
        taken = sum(entry.count for entry in forts if entry.written.free)
        if self.army.free_forts is not None:
            taken += self.army.free_forts.value
        elif not taken:
            return allowed
        return min(taken, allowed)

    def _band(self, band: _Band, least: int) -> None:
        number = len(self.formations)
        captain = self.leaders.name(band.captain.entry.written.name, self.number, number)
        letter = ALPHABET[number] if number < len(ALPHABET) else f"{ALPHABET[number // 10 % 26]}{number % 10}"
        taken = {formation.name for formation in self.formations}
        name = band.heading or f"{captain}’s men"
        formation = Formation(
            id=f"{self.names.id}-{number + 1}", side=self.names.id,
            name=name if name not in taken else f"{name[:60]} ({captain[:17]})",
            letter=letter, captain=captain, rules=["R-48"] if len(band.units) < least else [],
        )  # fmt: skip
        self.formations.append(formation)
        group = formation.name
        unit = band.captain.unit
        self.orders.append(
            Order(self._force(unit, 1, captain, short_name(captain, unit), formation=formation.id), group)
        )
        for one, count in _runs(band.units):
            self._add(one, count, group=group, formation=formation.id)

    def _leader(self, one: _Counter, group: str) -> None:
        name = self.leaders.name(one.entry.written.name, self.number, len(self.formations))
        self.orders.append(Order(self._force(one.unit, 1, name, short_name(name, one.unit)), group))

    def _caster(self, entry: Entry) -> None:
        assert entry.unit is not None
        group = "Wizards and priests"
        if not entry.written.name:
            self.orders.append(Order(self._force(entry.unit, entry.count), group))
            return
        for _ in range(entry.count):
            self._leader(_Counter(entry.unit, entry), group)

    def _specialists(self) -> bool:
        """Engineers, scouts, engines: each engine in the hex of engineers (A-101). True where there are engines."""
        counters = [
            _Counter(entry.unit, entry) for entry in self.army.entries for _ in range(entry.count)
            if entry.unit is not None
        ]  # fmt: skip
        engines = [one for one in counters if isinstance(one.unit, Engine)]
        crews = [one for one in counters if engineers(one.unit)]
        others = [
            one for one in counters
            if isinstance(one.unit, Troops) and not regular(one.unit) and not engineers(one.unit)
        ]  # fmt: skip
        serving = crews[: len(engines)]
        group = "Engines and those who serve them"
        names: list[str] = []
        for number, crew in enumerate(serving, start=1):
            several = len(serving) > 1
            name = f"{crew.unit.name} {number}" if several else None
            names.append(name or crew.unit.id)
            self.orders.append(
                Order(self._force(crew.unit, 1, name, crew.unit.short if several else None, crew.entry.rating), group)
            )
        for number, engine in enumerate(engines):
            force = self._force(engine.unit, 1)
            if names:
                force = force.model_copy(update={"stacked_with": names[number % len(names)]})
            self.orders.append(Order(force, group))
        for one, count in _runs(crews[len(engines) :] + others):
            self._add(one, count, group="By themselves")
        return bool(engines)

    def _add(
        self, one: _Counter, count: int, *, group: str, formation: str | None = None, rules: Sequence[str] = ()
    ) -> None:
        name = printable(one.entry.written.name) if isinstance(one.unit, Troops) else ""
        short = short_name(name, one.unit) if name else None
        force = self._force(one.unit, count, name or None, short, one.entry.rating, formation, rules)
        self.orders.append(Order(force, group))

    def _force(
        self, unit: AnyUnit, count: int, name: str | None = None, short: str | None = None, rating: str = "",
        formation: str | None = None, rules: Sequence[str] = (),
    ) -> Force:  # fmt: skip
        own = rating if rating and isinstance(unit, Troops) else None
        return Force(
            side=self.names.id, unit=unit.id, count=count, name=name, short=short if short != name else None,
            rating=own, formation=formation, rules=[*rules, *(["R-45"] if own else [])],
        )  # fmt: skip


def _runs(counters: Sequence[_Counter]) -> list[tuple[_Counter, int]]:
    """The same unit again and again as one line, in the order of the first of each."""
    counts: dict[tuple[str, str, str], tuple[_Counter, int]] = {}
    for one in counters:
        key = (one.unit.id, one.entry.rating, one.entry.written.name)
        counts[key] = (one, counts.get(key, (one, 0))[1] + 1)
    return list(counts.values())
