"""The unit list as an index: which entry somebody means by a few words and figures.

Promises: an entry that fits one unit is that unit, however its words are ordered or shortened; one that fits several
is a problem that names them (G-40); a near miss proposes a unit; nothing is guessed.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from ibbprint.digits import are_digits, has_digit
from ibbprint.engine.lists import match as lists
from ibbprint.engine.lists.counting import Counted, Part, counted, excess
from ibbprint.engine.lists.match import ENTRY, EntryFinding, Words, short
from ibbprint.engine.lists.spelling import Likeness, Spelling, singular
from ibbprint.engine.words import short_words
from ibbprint.phrases import listed
from ibbprint.problems import Severity
from ibbprint.systems.ibb.catalogue import GAME, Catalogue, figure
from ibbprint.systems.ibb.lists.entry_fits import (
    STOP,
    WORD,
    EntryMatch,
    can_buy,
    distance_of,
    doubles,
    figures_of,
    is_choice,
    nearest_quality,
    no_unit,
    of_name,
    price_findings,
    rating_text,
    reach_findings,
    repeats,
    with_figures,
    with_rating,
)
from ibbprint.systems.ibb.lists.records import Written, label, rating_of
from ibbprint.systems.ibb.models.units import AnyUnit, Leader, Troops

_ARMS = {"foot": ("foot", "infantry"), "horse": ("horse", "cavalry", "mounted"), "missile": ("missile",)}
_ROUGH = frozenset({"human archers"})
"""Names by which a unit is meant only with its own figures: with any others they are no entry (G-04)."""
_KIN = {"rabble": "militia"}
"""Words that are no entry, and the one that is nearest to them (G-04)."""
USUAL_RACE = Troops.model_fields["race"].default
"""The race of a unit that names none."""
_RATING_RULES = ("R-43", "R-27")
"""What a rating that is not the unit list's rests on, where a unit has a ruling of its own; else R-45."""
_NEAR = 0.75
_LEAST_LETTERS = 5
"""A shorter word is taken for one of the unit list only if it has all its letters."""
_MOST_ALIKE = 3
"""Nobody buys more leaders of one rating: a higher number that is their price is nothing else."""
_MOST_NAMED = 6
_MOST_KEPT = 50_000


class Index:
    """The entries of a unit list by their words. Made once for a catalogue; look-ups are remembered."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.races: dict[str, str] = {}
        """The words for a race: `elven` is the word of elves."""
        for race in catalogue.races:
            for name in (race.name, race.id, *race.aliases):
                for word in WORD.findall(name.lower()):
                    self.races[singular(word)] = race.id
        self.short = short_words(catalogue)
        """Abbreviations that are no beginnings of their words."""
        self.race_ids = frozenset(self.races.values())
        self.units: list[AnyUnit] = list(catalogue.units)
        self.by_id = {unit.id: unit for unit in self.units}
        self.buyable = [unit for unit in self.units if can_buy(unit)]
        self.fort_levels = figure(catalogue, "fort-levels")
        self.names: dict[frozenset[str], dict[str, str]] = {}
        """The words of each name: the units that have it, with the name as written."""
        self.traits: dict[str, frozenset[str]] = {}
        """Words that are true of a unit without being its name: race, weight, arm, abilities."""
        self.rough = {self._told_apart(WORD.findall(name)) for name in _ROUGH}
        abilities = {ability.id: WORD.findall(ability.name.lower()) for ability in catalogue.abilities}
        for unit in self.units:
            for name in (unit.name, *unit.aliases, unit.id.replace("-", " ")):
                words = self._told_apart(of_name(unit, name))
                if words:
                    self.names.setdefault(words, {}).setdefault(unit.id, name)
            weight = getattr(unit, "weight", "none")
            traits = ["" if weight == "none" else weight, *_ARMS.get(getattr(unit, "arm", ""), ()), unit.kind]
            people = getattr(unit, "race", None)
            traits += [*(word for ability in getattr(unit, "abilities", ()) for word in abilities.get(ability, ()))]
            self.traits[unit.id] = self._told_apart(traits) | ({people} if people else frozenset())
        self.vocabulary = frozenset().union(*self.names, *self.traits.values())
        self.spelling = sorted(self.vocabulary | self.races.keys())
        """Every word as somebody may have meant to spell it."""
        self.by_letter: dict[str, list[str]] = {}
        """The same by their first letters: a slip of the finger seldom spares the others and changes that."""
        for word in self.spelling:
            self.by_letter.setdefault(word[0], []).append(word)
        self.near = Spelling(self.spelling)
        self.by_word: dict[str, set[frozenset[str]]] = {}
        """The names in which a word stands."""
        for words in self.names:
            for word in words:
                self.by_word.setdefault(word, set()).add(words)
        self.words = lru_cache(maxsize=_MOST_KEPT)(self._words)
        """The words of an entry, looked up."""
        self.is_typed = lru_cache(maxsize=_MOST_KEPT)(self._is_typed)
        self.likest = lru_cache(maxsize=_MOST_KEPT)(self._likest)
        self._ordered = sorted(self.vocabulary)
        self._expanded: dict[str, str] = {}
        self._cache: dict[tuple[object, ...], EntryMatch] = {}

    def _told_apart(self, words: Iterable[str]) -> frozenset[str]:
        """Words without those that say nothing, singular, each race with one word."""
        singulars = (singular(word) for word in words if word and word not in STOP)
        return frozenset(self.races.get(item, item) for item in singulars)

    # --- words ------------------------------------------------------------------------------------------------------

    def _words(self, words: Sequence[str]) -> Words:
        kinds, expanded = self._written_out(words)
        if not kinds or (kinds not in self.names and repeats(words)) or doubles(words):
            return Words(kinds, expanded)
        matches = led = self._units_named(kinds)
        mine = kinds & self.vocabulary
        if not matches and mine and len(kinds) > 1 and not any(map(has_digit, kinds)):
            led = {id: mine for id in self._units_named(mine) if isinstance(self.by_id[id], Leader)}
        return Words(
            kinds,
            expanded,
            matches,
            led,
            len(mine) == len(kinds) and not kinds <= self.race_ids,
            bool(matches) or any(name <= kinds for word in mine for name in self.by_word.get(word, ())),
        )

    def is_known(self, word: str) -> bool:
        """Whether a word is one of a unit's, or one that says nothing."""
        return self._written_out((word,))[0] <= self.vocabulary

    def _written_out(self, words: Sequence[str]) -> tuple[frozenset[str], bool]:
        """The words as the index knows them, and whether any of them was an abbreviation."""
        result: set[str] = set()
        expanded = False
        for word in words:
            if word in STOP:
                continue
            item = singular(word)
            item = self.races.get(item, item)
            if item not in self.vocabulary:
                longer = self._expanded.get(item)
                if longer is None:
                    longer = self.short.get(item, item)
                    if longer == item and len(item) >= 3:
                        longer = self._begun(item) or item
                    if len(self._expanded) < _MOST_KEPT:
                        self._expanded[item] = longer
                expanded = expanded or longer != item
                item = longer
            result.add(item)
        return frozenset(result), expanded

    def _begun(self, item: str) -> str | None:
        """The only word that begins so; None where there is none or are several."""
        at = bisect.bisect_left(self._ordered, item)
        fits = [word for word in self._ordered[at : at + 2] if word.startswith(item)]
        return fits[0] if len(fits) == 1 else None

    def _units_named(self, words: frozenset[str]) -> dict[str, frozenset[str]]:
        """The units that the words name: they hold its whole name, and the other words are traits of it."""
        exact = self.names.get(words)
        if exact:
            return dict.fromkeys(exact, words)
        result: dict[str, frozenset[str]] = {}
        least = len(words)
        for name in {name for word in words for name in self.by_word.get(word, ()) if name <= words}:
            beside = words - name
            if len(beside) > least:
                continue
            for id in self.names[name]:
                if beside <= self.traits[id]:
                    if len(beside) < least:
                        least = len(beside)
                        result.clear()
                    result[id] = name
        return result

    def misspelt(self, words: Words) -> bool:
        """Whether the words are as a whole a name, or like one: none of them is like nothing in the unit list (G-60).

        A mere race, or words that several names share (`cavalry`), are none.
        """
        if not words.known or words.known <= self.race_ids:
            return False
        if words.named or words.common:
            return bool(words.named)
        return all(map(self.is_typed, words.known)) and bool(self._units_meant(words.known))

    def _is_typed(self, word: str) -> bool:
        """Whether a word is one of the unit list with a slip of the finger; other likeness does not count."""
        if word in self.vocabulary or word in self.races:
            return True
        candidates = self.by_letter.get(word[0], ())
        if len(word) < _LEAST_LETTERS:
            return any(len(candidate) == len(word) and sorted(candidate) == sorted(word) for candidate in candidates)
        limit = 1 if len(word) < 6 else 2
        return self.near.is_near(word, limit)

    # --- looking up -------------------------------------------------------------------------------------------------

    def find(self, written: Written, words: Words | None = None) -> EntryMatch:
        """Look up the units that an entry means; `words` are its words, if they have been looked up already."""
        key = written.asked
        if not written.number is written.second is None:
            key = (*key, written.text)  # what a bare number means depends on what stands around it
        result = self._cache.get(key)
        if result is None:
            if len(self._cache) >= _MOST_KEPT:
                self._cache.clear()
            result = self._cache[key] = self._find(written, words or self.words(written.words))
        return result

    def _find(self, written: Written, words: Words) -> EntryMatch:
        if not words.known and written.own.rating is not None:
            return self._rated(written)
        if words.led and not words.named and self._has_title(written):
            return self._not_named(written, words.known)
        return self._chosen(written, words, words.led) if words.led else self._not_named(written, words.known)

    def _has_title(self, written: Written) -> bool:
        """Whether a counted leader has a word before him that no leader has: `1 x Rune Priest 3` is no priest."""
        counted = written.many is not None and not written.casual
        return counted and bool(written.words) and not self._written_out(written.words[:1])[0] <= self.vocabulary

    def sure(self, written: Written, words: Words) -> EntryMatch | None:
        """Look up the one unit that an entry means, without near misses, which take long."""
        if words.led or (not words.known and written.own.rating is not None):
            result = self.find(written, words)
            return result if result.unit is not None else None
        return None

    def of_unit(self, unit: AnyUnit, written: Written) -> EntryMatch:
        """An entry that names its unit by id; its figures must agree."""
        name_words = of_name(unit, unit.name)
        written = written._replace(words=tuple(name_words))
        return self._chosen(written, Words(), {unit.id: self._told_apart(name_words)})

    def abbreviated(self, written: Written) -> AnyUnit | None:
        """The leader of whom an entry has the first letter and the rating: `C5`."""
        word = written.words[0] if written.words else ""
        if len(word) != 2 or not are_digits(word[1]):
            return None
        leaders = (unit for unit in self.buyable if isinstance(unit, Leader))
        return next((unit for unit in leaders if f"{unit.kind[0]}{unit.rating}" == word), None)

    def _rated(self, written: Written) -> EntryMatch:
        """An entry that is a rating alone (G-59)."""
        quality = written.own.quality
        rating = rating_text(written)
        fits = [unit for unit in self.buyable if figures_of(unit) == written.own.rating]
        fits = [unit for unit in fits if quality is None or getattr(unit, "quality", None) == quality]
        if not fits:
            near = min(self.buyable, key=lambda unit: distance_of(unit, written))
            hint = f"Did you mean {with_rating(near)}?"
            return no_unit(written, f"nothing on the price list is rated {rating}.", hint, "rating")
        names = [label(unit) for unit in fits]
        if len(fits) > 1:
            message = f"{rating} is the rating of more than one unit."
            return no_unit(written, message, f"Write {listed(names, 'or')}.", "rating", fits[0])
        result = self._chosen(written, Words(expanded=True), {fits[0].id: frozenset()})
        remark = EntryFinding(Severity.NOTE, f"{GAME}:R-04", f"{rating} is the rating of {names[0]}.", part="rating")
        return result._replace(remarks=(remark, *result.remarks))

    def _chosen(self, written: Written, words: Words, matches: Mapping[str, frozenset[str]]) -> EntryMatch:
        """The one of the named units that has the figures."""
        units = self._of_ids(matches)
        if not units:
            name = self.by_id[next(iter(matches))].name
            return no_unit(written, f"{name} cannot be bought: they only appear in play.")
        remarks: list[EntryFinding] = []
        rating = ""
        leaders = [unit for unit in units if isinstance(unit, Leader)]
        if len(leaders) == len(units):
            part = "number" if written.number is not None else "quality"
            number = written.number if written.number is not None else written.own.quality
            if number is not None:
                units = [unit for unit in leaders if unit.rating == number]
                if not units:
                    near = min(leaders, key=lambda u: abs(u.rating - number))
                    message = f"no {leaders[0].kind} of rating {short(str(number))} can be bought."
                    return self._refused(written, message, near, leaders, part)
            read = self._number(written, units, "second", remarks)
        else:
            read = self._number(written, units, "number", remarks)
            rough = any(matches[unit.id] in self.rough for unit in units)
            picked = self._by_figures(written, units, rough, remarks)
            if isinstance(picked, lists.EntryMatch):
                return picked
            units, rating = picked
        if len(units) > 1:
            return self._several(written, units)
        unit = units[0]
        if read.unclear:
            return EntryMatch(None, read.count or 1, remarks=tuple(remarks), likely=unit, unclear=read.unclear)
        count = read.count if read.count is not None else 1 if written.many is None else written.many
        if not 1 <= count <= 500:
            message, part = f"invalid count {short(str(count))}.", "many" if written.many is not None else "number"
            remarks.append(EntryFinding(Severity.ERROR, "read:value", message, "Write a number from 1 to 500.", part))
            count = min(max(count, 0), 500)
        remarks += self._alias(written, words, unit, matches[unit.id])
        remarks += reach_findings(written, unit)
        wrong = price_findings(written, unit, count, read)
        remarks += wrong
        price = 0 if written.own.free or unit.price is None else unit.price.gold
        over = excess(written, read.stated, price, count) if wrong else 0
        single = read.doubt == "second"
        return EntryMatch(unit, count, price, rating, tuple(remarks), doubt=read.doubt, single=single, excess=over)

    def _of_ids(self, ids: Iterable[str]) -> list[AnyUnit]:
        """The units with these ids that can be bought."""
        return [unit for unit in map(self.by_id.__getitem__, ids) if can_buy(unit)]

    def _by_figures(
        self, written: Written, units: list[AnyUnit], rough: bool, remarks: list[EntryFinding]
    ) -> EntryMatch | tuple[list[AnyUnit], str]:
        """Troops and engines that have the quality and the rating; a rating that none has overrides the list's.

        With `rough` the name is meant only with the unit's own figures.
        """
        quality, rating = written.own.quality, written.own.rating
        fit = [u for u in units if quality is None or not isinstance(u, Troops) or u.quality == quality]
        if quality is not None and not 1 <= quality <= 9:
            near = nearest_quality(units, quality)
            return self._refused(written, f"there is no quality {quality}.", near, units, "quality")
        if rating is None:
            if fit:
                return fit, ""
            near = nearest_quality(units, quality)
            return self._refused(written, f"{near.name} of quality {quality} cannot be bought.", near, units, "quality")
        exact = [u for u in fit if figures_of(u) == rating]
        if exact:
            return exact, ""
        near = nearest_quality(fit or units, quality)
        rated = [u for u in units if figures_of(u) == rating]
        written_rating = rating_text(written)
        if (rated and not fit) or rough or not isinstance(near, Troops):
            near = nearest_quality(rated or units, quality)
            return self._refused(
                written, f"{near.name} rated {written_rating} cannot be bought.", near, units, "rating"
            )
        if len(fit) > 1:
            return fit, ""
        rule = next((rule for rule in _RATING_RULES if rule in near.rules), "R-45")
        message = f"the rating {written_rating} is not that of the unit list, {rating_of(near)}."
        remarks.append(
            EntryFinding(Severity.WARNING, f"{GAME}:{rule}", message, f"It is priced as {label(near)}.", "rating")
        )
        return list[AnyUnit]([near]), written_rating

    def _number(self, written: Written, units: Sequence[AnyUnit], part: Part, remarks: list[EntryFinding]) -> Counted:
        """The count of an entry, from a number that is no leader's rating; other numbers go into `remarks`."""
        gold = {u.price.gold for u in units if u.price is not None}
        number, count = getattr(written, part), written.many
        is_fort = all("R-198" in unit.rules for unit in units)
        if count is not None and number is not None and is_fort and number <= self.fort_levels:
            return Counted(count * number)  # level 2 on one hex is two levels (G-34)
        read = counted(written, part, gold)
        if count is None and number is not None and is_choice(written, part):
            read = Counted(None, unclear=part)  # `Captain 3/4`, `LI Q2/3`
        elif part == "second" and count is None and read.doubt == part and self._counts_others(written):
            read = Counted(None, unclear=part)  # `Wizard 4 with 2 bodyguards`
        if read.doubt == "second" and number in gold:
            read = Counted(None, number, part, doubt=part if number <= _MOST_ALIKE else "")  # `Captain 4 (8)`
        if read.unclear:
            message = f"it is not clear what the number {short(str(getattr(written, read.unclear)))} means."
            hint = "Write x3 for how many, Q3 for a quality."
            remarks.append(EntryFinding(Severity.ERROR, "read:value", message, hint, read.unclear))
        return read

    def _counts_others(self, written: Written) -> bool:
        """Whether a number behind a leader's rating stands before a word that no unit has."""
        words = zip(written.words, written.places, strict=True)
        return any(place > written.at["second"] and not self.is_known(word) for word, place in words)

    def _alias(self, written: Written, words: Words, unit: AnyUnit, match: frozenset[str]) -> list[EntryFinding]:
        """A note where a unit is called by another name than its own."""
        name_words = of_name(unit, unit.name)
        written_words = {singular(word) for word in written.words if word not in STOP and not are_digits(word)}
        # The words of its own name, races not made one: whatever else it is called by is an alias.
        if not match or {singular(word) for word in name_words if word not in STOP} <= written_words:
            return []
        apart = self._told_apart(name_words)
        used = self.names.get(match, {}).get(unit.id, "")
        if not used or (words.expanded and (apart <= words.known or apart == match)):
            return []
        alias = " ".join(used.split() if len(written.words) > len(used.split()) else written.words)
        alias = used if used.lower() == alias else alias
        rule = "R-21" if "R-21" in unit.rules else "R-04"
        return [EntryFinding(Severity.NOTE, f"{GAME}:{rule}", f"{short(alias)!r} is another name for {unit.name}.")]

    # --- what names nothing -----------------------------------------------------------------------------------------

    def _several(self, written: Written, units: Sequence[AnyUnit]) -> EntryMatch:
        names = [label(unit) for unit in units]
        ending = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        choices = f"{', '.join(names[:_MOST_NAMED])}{ending}" if ending else listed(names, "or")
        remark = EntryFinding(Severity.ERROR, f"{GAME}:G-40", f"{ENTRY} fits more than one unit.", f"Write {choices}.")
        return EntryMatch(None, written.many or 1, remarks=(remark,), likely=units[0])

    def _refused(
        self, written: Written, message: str, near: AnyUnit, offered: Sequence[AnyUnit], part: str
    ) -> EntryMatch:
        hint = f"Did you mean {label(near)}?"
        if isinstance(near, Leader) and len({label(unit) for unit in offered}) > 1:
            ratings = sorted(u.rating for u in offered if isinstance(u, Leader))
            hint += f" There are {ratings[0]} to {ratings[-1]}."
        return no_unit(written, message, hint, part, near)

    def _not_named(self, written: Written, words: frozenset[str]) -> EntryMatch:
        """Words that are no unit's whole name: those that they are a part of, or that they were meant to be."""
        if not words:
            return no_unit(written, "no unit is named here.", "Write the name of a unit.")
        fits = with_figures(written, self._partly(words))
        if len(fits) > 1:
            return self._several(written, fits)
        if not fits:
            abbreviated = self.abbreviated(written)
            near = (
                [abbreviated] if abbreviated else self._meant_of_race(frozenset(_KIN.get(word, word) for word in words))
            )
            fits = near if abbreviated else with_figures(written, near)
        hint = f"Did you mean {listed([label(unit) for unit in fits[:_MOST_NAMED]], 'or')}?" if fits else ""
        message = f"there is no unit {ENTRY} on the price list."
        return no_unit(written, message, hint, self._wrong(written), fits[0] if fits else None)

    def _wrong(self, written: Written) -> int:
        """The index of the wrong word: the first that no name has, or the first of all."""
        for number, word in enumerate(written.words):
            if word not in STOP and not self._written_out((word,))[0] <= self.vocabulary:
                return number
        return 0

    def _partly(self, words: frozenset[str]) -> list[AnyUnit]:
        """The units of whose name or traits all the words are, and of whose name at least one is."""
        names = [(name, ids) for name, ids in self.names.items() if words & name]
        result = {id for name, ids in names for id in ids if words <= name | self.traits[id]}
        return [unit for unit in self.buyable if unit.id in result]

    def _meant_of_race(self, words: frozenset[str]) -> list[AnyUnit]:
        """The units that misspelt words were meant to name, none of them of another race than the words name."""
        races = words & self.race_ids
        if not races or words == races:
            return self._units_meant(words)
        groups = (self._units_meant(subset) for subset in (words, words - races))
        fits = (
            [unit for unit in units if getattr(unit, "race", USUAL_RACE) in (USUAL_RACE, *races)] for units in groups
        )
        return next(filter(None, fits), [])

    def _units_meant(self, words: frozenset[str]) -> list[AnyUnit]:
        """The units that misspelt words were meant to name."""
        if len(words) > 12 or any(len(word) > 40 for word in words):
            return []
        mended = set()
        for word in words:
            if word in self.vocabulary:
                mended.add(word)
            elif len(word) >= 4 and (right := self.likest(word)) is not None:
                mended.add(self.races.get(right, right))
        name = frozenset(mended)
        units = (self._of_ids(self._units_named(name)) or self._partly(name)) if name else []
        if not units:
            names, likeness = self._whole_names
            close = likeness.likest(" ".join(sorted(words)), _NEAR)
            units = self._of_ids(self.names[names[close]]) if close is not None else []
        return units

    @cached_property
    def _whole_names(self) -> tuple[dict[str, frozenset[str]], Likeness]:
        """The names with their words in the order of the alphabet."""
        names = {" ".join(sorted(name)): name for name in self.names}
        return names, Likeness(names)

    @cached_property
    def _likeness(self) -> Likeness:
        return Likeness(self.spelling)

    def _likest(self, word: str) -> str | None:
        """The word that another one may have been meant to be."""
        return None if are_digits(word) else self._likeness.likest(word[:40], _NEAR)
