"""The unit list as an index: which entry somebody means by a few words and figures.

Promises: an entry that fits one unit is that unit, however its words are ordered or shortened; one that fits several
is a problem that names them (G-40); a near miss proposes a unit; nothing is guessed.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ibbprint.phrases import listed
from ibbprint.problems import Problem, Severity, Where
from ibbprint.systems.ibb.catalogue import GAME, RACES, Catalogue
from ibbprint.systems.ibb.facts import figure
from ibbprint.systems.ibb.lists.records import Written, label, rating_of
from ibbprint.systems.ibb.models.units import AnyUnit, Engine, Leader, Troops

_STOP = frozenset(
    re.findall(
        r"\w+",
        "of the and with unit units counter counters company companies squad squads regiment group groups "
        "band bands body single man men smc smcs smu smus leader rating rated level levels lvl mana spirit "
        "prayer prayers strength troop troops x each gold gp points pts called named class rank them",
    )
)
"""Words that tell no unit from another."""
_ENTRY = "{entry}"
"""What stands in a message for the words of the entry, as the player wrote them."""
_SHORT = {"lt": "light", "lgt": "light", "hvy": "heavy", "med": "medium", "xbow": "crossbow", "xbowmen": "crossbowmen"}
"""Abbreviations that are no beginnings of their words."""
_ARMS = {"foot": ("foot", "infantry"), "horse": ("horse", "cavalry", "mounted"), "missile": ("missile",)}
_ROUGH = frozenset({"human archers"})
"""Names by which a unit is meant only with its own figures: with any others they are no entry (G-04)."""
_KIN = {"rabble": "militia"}
"""Words that are no entry, and the one that is nearest to them (G-04)."""
_RATING_RULES = ("R-43", "R-27")
"""What a rating that is not the unit list's rests on, where a unit has a ruling of its own; else R-45."""
_NEAR = 0.75
_LEAST_LETTERS = 5
"""A shorter word is taken for one of the unit list only if it has all its letters."""
_MOST_NAMED = 6
_MOST_KEPT = 50_000

_WORD = re.compile(r"[^\W_]+")


class Said(NamedTuple):
    """A finding that waits for its place: `part` names the field of `Written` that it is about, or counts its words."""

    severity: Severity
    rule: str
    message: str
    hint: str = ""
    part: str | int = ""

    def at(self, where: Where, written: Written) -> Problem:
        """The finding on that entry."""
        message = self.message
        if _ENTRY in message:
            message = message.replace(_ENTRY, repr(_short(written.as_written)))
        return Problem(self.severity, where, self.rule, message, self.hint)

    def offset(self, written: Written) -> int:
        """Where in the text of an entry that is which it is about."""
        if isinstance(self.part, int):
            return written.places[self.part] if self.part < len(written.places) else written.place
        return written.at.get(self.part, written.place)


class Found(NamedTuple):
    """What an entry means: its unit, how many, the rating it was given, and what there is to say of it."""

    unit: AnyUnit | None
    many: int
    rating: str = ""
    said: tuple[Said, ...] = ()
    meant: AnyUnit | None = None
    """The unit that it was probably meant to be, where it is none."""


class Index:
    """The entries of a unit list by their words. Made once for a catalogue; what was looked up is remembered."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.races: dict[str, str] = {}
        """The words for a race: `elven` is the word of elves."""
        for race in catalogue.shelf(RACES):
            for name in (race.name, race.id, *race.aliases):
                for word in _WORD.findall(name.lower()):
                    self.races[singular(word)] = race.id
        self.units: list[AnyUnit] = list(catalogue.units)
        self.fort_levels = figure(catalogue, "fort-levels")
        self.by_id = {unit.id: unit for unit in self.units}
        self.names: dict[frozenset[str], dict[int, str]] = {}
        """The words of each name: the numbers of the units that bear it, with the name as written."""
        self.plain: list[frozenset[frozenset[str]]] = []
        """The words of each unit's own name, races not made one: whatever else it is called by is an alias."""
        self.traits: list[frozenset[str]] = []
        """Words that are true of a unit without being its name: race, weight, arm, abilities."""
        self.rough = {self.words(_WORD.findall(name)) for name in _ROUGH}
        abilities = {ability.id: _WORD.findall(ability.name.lower()) for ability in catalogue.abilities}
        for number, unit in enumerate(self.units):
            for name in (unit.name, *unit.aliases, unit.id.replace("-", " ")):
                words = self.words(self._of_name(unit, name))
                if words:
                    self.names.setdefault(words, {}).setdefault(number, name)
            own = self._of_name(unit, unit.name)
            self.plain.append(frozenset({frozenset(singular(word) for word in own if word not in _STOP)}))
            said = [getattr(unit, "weight", ""), *_ARMS.get(getattr(unit, "arm", ""), ()), unit.kind]
            race = getattr(unit, "race", None)
            said += [*(word for ability in getattr(unit, "abilities", ()) for word in abilities.get(ability, ()))]
            self.traits.append(self.words(said) | ({race} if race else frozenset()))
        self.vocabulary = frozenset().union(*self.names, *self.traits)
        self.spelling = sorted(self.vocabulary | self.races.keys())
        """Every word as somebody may have meant to spell it."""
        self.by_letter: dict[str, list[str]] = {}
        """The same by their first letters: a slip of the finger seldom spares the others and changes that."""
        for word in self.spelling:
            self.by_letter.setdefault(word[0], []).append(word)
        self.by_word: dict[str, set[frozenset[str]]] = {}
        """The names in which a word stands."""
        for words in self.names:
            for word in words:
                self.by_word.setdefault(word, set()).add(words)
        self._close: dict[str, list[str]] = {}
        self._expanded: dict[str, str] = {}
        self._kept: dict[tuple[object, ...], Found] = {}

    def _of_name(self, unit: AnyUnit, name: str) -> list[str]:
        """The words of a name; a leader's number is not one of them."""
        words = _WORD.findall(name.lower())
        return [w for w in words if not w.isdecimal()] if isinstance(unit, Leader) else words

    def words(self, words: Iterable[str]) -> frozenset[str]:
        """Words without those that say nothing, singular, each race with one word."""
        made = set()
        for word in words:
            if word and word not in _STOP:
                one = singular(word)
                made.add(self.races.get(one, one))
        return frozenset(made)

    # --- looking up -------------------------------------------------------------------------------------------------

    def find(self, written: Written) -> Found:
        """What an entry means."""
        key = written.asked
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = self._find(written)
        return found

    def of_unit(self, unit: AnyUnit, written: Written) -> Found:
        """An entry that names its unit by id; its figures must agree."""
        number = next(n for n, each in enumerate(self.units) if each is unit)
        own = self._of_name(unit, unit.name)
        return self._chosen(written._replace(words=tuple(own)), {number: self.words(own)}, False)

    def _find(self, written: Written) -> Found:
        words, expanded = self._read(written.words)
        if not words and written.rating is not None:
            return self._rated(written)
        named = self._meaning(words)
        return self._chosen(written, named, expanded) if named else self._not_named(written, words)

    def sure(self, written: Written) -> bool:
        """Whether an entry is one unit; what it may have been meant for is not looked for, which takes long."""
        words = self._read(written.words)[0]
        if not words:
            return written.rating is not None and self.find(written).unit is not None
        return bool(self._meaning(words)) and self.find(written).unit is not None

    def wordless(self, written: Written) -> bool:
        """Whether nothing in it could be a name."""
        return not self._read(written.words)[0]

    def whole(self, written: Written) -> bool:
        """Whether it names units, and each of its words is a part of that."""
        return bool(self._named(self._read(written.words)[0]))

    def common(self, written: Written) -> bool:
        """Whether the words are such as several names share, and no name themselves: `cavalry`."""
        words, _ = self._read(written.words)
        return bool(words) and words <= self.vocabulary and not words <= set(self.races.values())

    def names_within(self, written: Written) -> bool:
        """Whether some of the words are the whole name of a unit: `heavy infantry block`."""
        words, _ = self._read(written.words)
        return any(name <= words for word in words for name in self.by_word.get(word, ()))

    def leads(self, unit: AnyUnit | None) -> bool:
        """Whether it is one man, who may have a name."""
        return isinstance(unit, Leader)

    def misspelt(self, written: Written) -> bool:
        """Whether the words are as a whole a name, or like one: none of them is like nothing in the unit list (G-60).

        A mere race, or words that several names share (`cavalry`), are none.
        """
        words, _ = self._read(written.words)
        if not words or words <= set(self.races.values()):
            return False
        if self._named(words):
            return True
        if words <= self.vocabulary:
            return False
        if not all(map(self._typed, words)):
            return False
        return bool(self._meant(written, words))

    def _typed(self, word: str) -> bool:
        """Whether a word is one of the unit list with a slip of the finger: what is merely like one may be anything."""
        if word in self.vocabulary or word in self.races:
            return True
        alike = self.by_letter.get(word[0], ())
        if len(word) < _LEAST_LETTERS:
            return any(len(known) == len(word) and sorted(known) == sorted(word) for known in alike)
        most = 1 if len(word) < 6 else 2
        return any(slips(word, known) <= most for known in alike)

    def abbreviated(self, written: Written) -> AnyUnit | None:
        """The leader of whom an entry has the first letter and the rating: `C5`."""
        word = written.words[0] if written.words else ""
        if len(word) != 2 or not word[1].isdecimal():
            return None
        leaders = (unit for unit in self._buyable() if isinstance(unit, Leader))
        return next((unit for unit in leaders if f"{unit.kind[0]}{unit.rating}" == word), None)

    def _near(self, word: str) -> list[str]:
        """The word that another one may have been meant to be."""
        near = self._close.get(word)
        if near is None and word.isdecimal():
            return []
        if near is None:
            if len(self._close) >= _MOST_KEPT:
                self._close.clear()
            near = self._close[word] = difflib.get_close_matches(word[:40], self.spelling, 1, _NEAR)
        return near

    def _rated(self, written: Written) -> Found:
        """An entry that is a rating alone (G-59)."""
        quality, count = written.quality, written.many or 1
        shown = "-".join(map(str, written.rating or ())) + (f" Q{quality}" if quality is not None else "")
        fits = [unit for unit in self._buyable() if _figures(unit) == written.rating]
        fits = [unit for unit in fits if quality is None or getattr(unit, "quality", None) == quality]
        names = [label(unit) for unit in fits]
        # off G-59: if True:
        if not fits:
            near = min(self._buyable(), key=lambda unit: _distance(unit, written))
            message, hint = f"nothing on the price list is rated {shown}.", f"Did you mean {_with_rating(near)}?"
            return Found(None, count, "", (Said(Severity.ERROR, f"{GAME}:R-200", message, hint, "rating"),))
        if len(fits) > 1:
            message = f"{shown} is the rating of more than one unit."
            return Found(
                None,
                count,
                "",
                (Said(Severity.ERROR, f"{GAME}:R-200", message, f"Write {listed(names, 'or')}.", "rating"),),
                fits[0],
            )
        numbers = [n for n, unit in enumerate(self.units) if unit is fits[0]]
        found = self._chosen(written, dict.fromkeys(numbers, frozenset[str]()), True)
        said = Said(Severity.NOTE, f"{GAME}:R-04", f"{shown} is the rating of {names[0]}.", part="rating")
        return found._replace(said=(said, *found.said))

    def _meaning(self, words: frozenset[str]) -> dict[int, frozenset[str]]:
        """The units that the words name, beside words that are a leader's own name."""
        named = self._named(words)
        if not named and len(words) > 1:  # a leader may be called by a name that is no word of any unit
            known = frozenset(word for word in words if word in self.vocabulary)
            named = {n: known for n in self._named(known) if isinstance(self.units[n], Leader)}
        return named

    def _read(self, given: Sequence[str]) -> tuple[frozenset[str], bool]:
        """The words as the index knows them, abbreviations written out; whether there were any."""
        made: set[str] = set()
        expanded = False
        for word in given:
            if word in _STOP:
                continue
            one = singular(word)
            one = self.races.get(one, one)
            if one not in self.vocabulary:
                longer = self._expanded.get(one)
                if longer is None:
                    longer = _SHORT.get(one, one)
                    if longer == one and len(one) >= 3:
                        fits = [known for known in self.vocabulary if known.startswith(one)]
                        longer = fits[0] if len(fits) == 1 else one
                    if len(self._expanded) < _MOST_KEPT:
                        self._expanded[one] = longer
                expanded = expanded or longer != one
                one = longer
            made.add(one)
        return frozenset(made), expanded

    def _named(self, words: frozenset[str]) -> dict[int, frozenset[str]]:
        """The units that the words name: their whole name is there, and what is there besides is true of them."""
        found: dict[int, frozenset[str]] = {}
        if not words:
            return found
        exact = self.names.get(words)
        if exact:
            return dict.fromkeys(exact, words)
        least = len(words)
        names = {name for word in words for name in self.by_word.get(word, ()) if name <= words}
        for name in names:
            beside = words - name
            if len(beside) > least:
                continue
            for number in self.names[name]:
                if beside <= self.traits[number]:
                    if len(beside) < least:
                        least = len(beside)
                        found.clear()
                    found[number] = name
        return found

    def _chosen(self, written: Written, named: dict[int, frozenset[str]], expanded: bool) -> Found:
        """The one of the named units that has the figures."""
        priced = [n for n in named if self.units[n].listed and self.units[n].price is not None]
        said: list[Said] = []
        if not priced:
            name = self.units[next(iter(named))].name
            said.append(Said(Severity.ERROR, f"{GAME}:R-200", f"{name} cannot be bought: they only appear in play."))
            return Found(None, written.many or 1, "", tuple(said))
        numbers = priced
        units = [self.units[number] for number in numbers]
        rating = ""
        if all(isinstance(unit, Leader) for unit in units):
            number = written.number if written.number is not None else written.quality
            part = "number" if written.number is not None else "quality"
            leaders = [unit for unit in units if isinstance(unit, Leader)]
            exact: list[AnyUnit] = [u for u in leaders if u.rating == number]
            if number is not None and not exact:
                near = min(leaders, key=lambda u: abs(u.rating - number))
                return self._refused(
                    written, f"no {leaders[0].kind} of rating {_short(str(number))} can be bought.", near, leaders, part
                )
            if number is not None:
                units = exact
            count, more = self._number(written._replace(number=written.second, second=None), units, "second")
            said += more
        else:
            count, more = self._number(written, units, "number")
            said += more
            picked = self._by_figures(written, units, named, numbers)
            if isinstance(picked, Found):
                return picked
            units, rating, more = picked
            said += more
        if len(units) > 1:
            return Found(None, written.many or 1, "", (self._several(units),), units[0])
        unit = units[0]
        if not 1 <= count <= 500:
            said.append(
                Said(
                    Severity.ERROR,
                    "read:value",
                    f"invalid count {_short(str(count))}.",
                    "Write a number from 1 to 500.",
                    "many" if written.many is not None else "number",
                )
            )
            count = min(max(count, 0), 500)
        said += self._alias(written, unit, named, expanded)
        said += _reach(written, unit)
        said += _prices(written, unit, count)
        return Found(unit, count, rating, tuple(said))

    def _by_figures(
        self, written: Written, units: list[AnyUnit], named: dict[int, frozenset[str]], numbers: Sequence[int]
    ) -> Found | tuple[list[AnyUnit], str, list[Said]]:
        """Troops and engines that have the quality and the rating; a rating that none has overrides the list's."""
        quality, rating = written.quality, written.rating
        said: list[Said] = []
        fit = [u for u in units if quality is None or not isinstance(u, Troops) or u.quality == quality]
        if quality is not None and not 1 <= quality <= 9:
            near = self._nearest_quality(units, quality)
            return self._refused(written, f"there is no quality {quality}.", near, units, "quality")
        rough = any(named[number] in self.rough for number in numbers)
        if rating is None:
            if not fit:
                near = self._nearest_quality(units, quality)
                return self._refused(
                    written, f"{near.name} of quality {quality} cannot be bought.", near, units, "quality"
                )
            return fit, "", said
        exact = [u for u in fit if _figures(u) == rating]
        if exact:
            return exact, "", said
        alike = [u for u in units if _figures(u) == rating]
        shown = "-".join(map(str, rating)) + (f" Q{quality}" if quality is not None else "")
        near = self._nearest_quality(fit or units, quality)
        if (alike and not fit) or rough or not isinstance(near, Troops):
            near = self._nearest_quality(alike or units, quality)
            return self._refused(written, f"{near.name} rated {shown} cannot be bought.", near, units, "rating")
        if len(fit) > 1:
            return fit, "", said
        rule = next((rule for rule in _RATING_RULES if rule in near.rules), "R-45")
        message = f"the rating {shown} is not that of the unit list, {rating_of(near)}."
        said.append(Said(Severity.WARNING, f"{GAME}:{rule}", message, f"It is priced as {label(near)}.", "rating"))
        return list[AnyUnit]([near]), shown, said

    def _nearest_quality(self, units: Sequence[AnyUnit], quality: int | None) -> AnyUnit:
        return min(units, key=lambda u: abs(getattr(u, "quality", 0) - (quality or 0)))

    def _number(self, written: Written, units: Sequence[AnyUnit], part: str) -> tuple[int, list[Said]]:
        """How many: a number that is no leader's rating says it, unless it is the price."""
        number, second = written.number, written.second
        if number is None:
            return (1 if written.many is None else written.many), []
        gold = {u.price.gold for u in units if u.price is not None}
        if written.many is None:
            if part == "second" and number in gold:
                return 1, []  # `Captain 4 (8)`
            if second is None or second in gold | {g * number for g in gold}:
                return number, []
            number, part, count = second, "second", number
        elif all("R-198" in u.rules for u in units) and number <= self.fort_levels:
            return written.many * number, []  # level 2 on one hex is two levels (G-34)
        elif number in gold | {g * written.many for g in gold}:
            return written.many, []
        else:
            count = written.many
        message = f"it is not clear what the number {_short(str(number))} means."
        hint = "Write x3 for how many, Q3 for a quality."
        return count, [Said(Severity.ERROR, "read:value", message, hint, part)]

    def _alias(self, written: Written, unit: AnyUnit, named: dict[int, frozenset[str]], expanded: bool) -> list[Said]:
        """A note where a unit is called by another name than its own."""
        number = next(n for n, each in enumerate(self.units) if each is unit)
        plain = frozenset(singular(word) for word in written.words if word not in _STOP and not word.isdecimal())
        own = next(iter(self.plain[number]))
        if not named[number]:
            return []  # a rating alone
        if own <= plain or (expanded and self.words(own) <= self._read(written.words)[0]):
            return []
        used = self.names.get(named[number], {}).get(number, "")
        if not used or (self.words(self._of_name(unit, unit.name)) == named[number] and expanded):
            return []
        shown = " ".join(used.split() if len(written.words) > len(used.split()) else written.words)
        shown = used if used.lower() == shown else shown
        rule = "R-21" if "R-21" in unit.rules else "R-04"
        return [Said(Severity.NOTE, f"{GAME}:{rule}", f"{_short(shown)!r} is another name for {unit.name}.")]

    # --- what names nothing -----------------------------------------------------------------------------------------

    def _several(self, units: Sequence[AnyUnit]) -> Said:
        names = [label(unit) for unit in units]
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        shown = f"{', '.join(names[:_MOST_NAMED])}{more}" if more else listed(names, "or")
        return Said(Severity.ERROR, f"{GAME}:G-40", f"{_ENTRY} fits more than one unit.", f"Write {shown}.")

    def _refused(self, written: Written, message: str, near: AnyUnit, offered: Sequence[AnyUnit], part: str) -> Found:
        others = len({label(unit) for unit in offered}) > 1
        hint = f"Did you mean {label(near)}?"
        if others and isinstance(near, Leader):
            ratings = sorted(u.rating for u in offered if isinstance(u, Leader))
            hint += f" There are {ratings[0]} to {ratings[-1]}."
        return Found(None, written.many or 1, "", (Said(Severity.ERROR, f"{GAME}:R-200", message, hint, part),), near)

    def _not_named(self, written: Written, words: frozenset[str]) -> Found:
        """Words that are no unit's whole name: those that they are a part of, or that they were meant to be."""
        count = written.many or 1
        if not words:
            said = Said(Severity.ERROR, f"{GAME}:R-200", "no unit is named here.", "Write the name of a unit.")
            return Found(None, count, "", (said,))
        fits = self._figured(written, self._partly(words))
        if len(fits) > 1:
            return Found(None, count, "", (self._several(fits),), fits[0])
        if not fits:
            short = self.abbreviated(written)
            fits = [short] if short else self._meant(written, frozenset(_KIN.get(word, word) for word in words))
        hint = f"Did you mean {listed([label(unit) for unit in fits[:_MOST_NAMED]], 'or')}?" if fits else ""
        message = f"there is no unit {_ENTRY} on the price list."
        said = Said(Severity.ERROR, f"{GAME}:R-200", message, hint, self._wrong(written))
        return Found(None, count, "", (said,), fits[0] if fits else None)

    def _wrong(self, written: Written) -> int:
        """Which of the words is to blame: the first that no name has, or the first of all."""
        for number, word in enumerate(written.words):
            if word not in _STOP and not self._read((word,))[0] <= self.vocabulary:
                return number
        return 0

    def _buyable(self) -> list[AnyUnit]:
        return [unit for unit in self.units if unit.listed and unit.price is not None]

    def _partly(self, words: frozenset[str]) -> list[AnyUnit]:
        """The units of whose name or traits all the words are, and of whose name at least one is."""
        found: dict[int, None] = {}
        for name, units in self.names.items():
            if words & name:
                for number in units:
                    unit = self.units[number]
                    if unit.listed and unit.price is not None and words <= name | self.traits[number]:
                        found[number] = None
        return [self.units[number] for number in sorted(found)]

    def _figured(self, written: Written, units: list[AnyUnit]) -> list[AnyUnit]:
        """Those of the units that have the figures, or all of them where none has."""
        tests: list[Callable[[AnyUnit], bool]] = []
        if written.quality is not None:
            tests.append(lambda u: getattr(u, "quality", None) == written.quality)
        if written.rating is not None:
            tests.append(lambda u: _figures(u) == written.rating)
        if written.number is not None:
            tests.append(lambda u: not isinstance(u, Leader) or u.rating == written.number)
        for test in tests:
            units = [unit for unit in units if test(unit)] or units
        return units

    def _meant(self, written: Written, words: frozenset[str]) -> list[AnyUnit]:
        """The units that misspelt words were meant to name."""
        if len(words) > 12 or any(len(word) > 40 for word in words):
            return []
        mended = set()
        for word in words:
            if word in self.vocabulary:
                mended.add(word)
            elif len(word) >= 4:
                near = self._near(word)
                mended.update(self.races.get(right, right) for right in near)
        right = frozenset(mended)
        named = [self.units[n] for n in self._named(right) if self.units[n].listed and self.units[n].price is not None]
        if not named:
            named = self._partly(right) if right else []
        if not named:
            spelt = {" ".join(sorted(name)): name for name in self.names}
            close = difflib.get_close_matches(" ".join(sorted(words)), spelt, 1, _NEAR)
            units = self.names[spelt[close[0]]] if close else {}
            named = [self.units[n] for n in units if self.units[n].listed and self.units[n].price is not None]
        return self._figured(written, named)


def singular(word: str) -> str:
    """One word for all its forms: `archers`, `cavalries`, `zombies` (as `zombie`), `spearman` (as `spearmen`)."""
    if word.endswith("man") and len(word) > 4:
        return f"{word[:-3]}men"
    if word.endswith(("ies", "ie")) and len(word) > 4:
        return f"{word[: word.rindex('ie')]}y"
    if word.endswith("s") and len(word) > 2 and not word.endswith("ss"):
        return word[:-1]
    return word


def slips(word: str, meant: str) -> int:
    """How many letters are wrong, missing, too many or exchanged with their neighbour; 3 for all that are more."""
    if abs(len(word) - len(meant)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for i, letter in enumerate(word, 1):
        last, row = row, [i]
        for j, other in enumerate(meant, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == meant[j - 2] and word[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = last
    return min(row[-1], 3)


def _figures(unit: AnyUnit) -> tuple[int, int, int] | None:
    return (unit.attack, unit.defence, unit.movement) if isinstance(unit, Troops | Engine) else None


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


def _reach(written: Written, unit: AnyUnit) -> list[Said]:
    """A warning where the list gives another range than the unit list has."""
    own = getattr(unit, "range", None)
    if written.reach is None or written.reach == own:
        return []
    message = f"the range {written.reach} is not that of the unit list, {'none' if own is None else own}."
    return [Said(Severity.WARNING, f"{GAME}:R-45", message, part="reach")]


def _prices(written: Written, unit: AnyUnit, count: int) -> list[Said]:
    """A warning where the list states another price than the unit list has (G-50)."""
    if unit.price is None or written.each is written.sum is written.price is None:
        return []
    gold = unit.price.gold
    wrong = []
    if written.each is not None and written.each != gold:
        wrong.append((f"{written.each} gold each", gold, "each"))
    if written.sum is not None and written.sum != gold * count:
        wrong.append((f"{written.sum} gold", gold * count, "sum"))
    if written.price is not None and written.price not in (gold, gold * count):
        wrong.append((f"{written.price} gold", gold * count, "price"))
    return [
        Said(
            Severity.WARNING, f"{GAME}:R-196", f"the list says {said}, the price list {right}.",
            "The price list applies.", part,
        )
        for said, right, part in wrong
    ]  # fmt: skip


def _distance(unit: AnyUnit, written: Written) -> tuple[int, int]:
    """How far a unit's figures are from those that are written."""
    own = _figures(unit)
    if own is None or written.rating is None:
        return 1000, 0
    apart = sum(abs(a - b) for a, b in zip(own, written.rating, strict=True))
    return apart, abs(getattr(unit, "quality", 0) - (written.quality or 0)) if written.quality is not None else 0


def _with_rating(unit: AnyUnit) -> str:
    return f"{label(unit)} ({rating_of(unit).partition(' Q')[0]})"
