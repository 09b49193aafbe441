"""Cross-references of themes and place names: grounds, letters, shares, tables of names, the words in their
patterns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from ibbprint.catalogue.rulebook import PLACE_NAMES, THEMES, Catalogue
from ibbprint.engine.land.gates import shares_of
from ibbprint.patterns import regex
from ibbprint.problems import Report, did_you_mean

if TYPE_CHECKING:
    from ibbprint.catalogue.layers import Entry
    from ibbprint.catalogue.models.themes import PlaceNames, Theme

WORDS = ("own", "head", "end", "water", "village", "side", "ends")
"""The words that a pattern of a place name may have."""
_WORD = regex(r"\{(\w*)\}")

Path = tuple[str | int, ...]


def check_themes(catalogue: Catalogue, grounds: Collection[str]) -> None:
    """Report unknown names in themes and place names, and themes that no map can keep to."""
    for entry in catalogue.shelf(THEMES).entries.values():
        _check_theme(catalogue, entry, grounds)
    for entry in catalogue.shelf(PLACE_NAMES).entries.values():
        _check_names(catalogue, entry)


def _check_theme(catalogue: Catalogue, entry: Entry[Theme], grounds: Collection[str]) -> None:
    _check_grounds(catalogue.report, entry, grounds)
    _check_covers(catalogue.report, entry)
    _check_roads(catalogue.report, entry, grounds)
    _check_titles(catalogue.report, entry)
    for path, (fewest, highest) in _numbers(entry.value):
        if fewest > highest:
            message = f"the fewest, {fewest}, are more than the most, {highest}."
            catalogue.report.error(entry.where(*path), "theme:number", message)


def _check_grounds(report: Report, entry: Entry[Theme], grounds: Collection[str]) -> None:
    """Every ground is one of the game, and no letter stands for two."""
    letters: dict[str, str] = {}
    for path, ground, letter in _grounds(entry.value):
        if ground not in grounds:
            hint = did_you_mean(ground, grounds)
            report.error(entry.where(*path, "ground"), "ref:terrain", f"there is no terrain {ground!r}.", hint)
        if letters.setdefault(letter, ground) != ground:
            message = f"the letter {letter!r} already stands for {letters[letter]}."
            report.error(entry.where(*path, "letter"), "map:letter", message)


def _check_covers(report: Report, entry: Entry[Theme]) -> None:
    """Covers lie on ground that comes before them, and leave some of it."""
    theme = entry.value
    laid = [theme.ground]
    for index, cover in enumerate(theme.covers):
        if cover.over is not None and cover.over not in laid:
            hint = did_you_mean(cover.over, laid)
            message = f"{cover.ground} covers {cover.over}, which must come before it in the list."
            report.error(entry.where("covers", index, "over"), "theme:cover", message, hint)
        laid.append(cover.ground)
    for ground, share in shares_of(theme).items():
        if share < 0:
            message = f"more than all of {ground} is covered: {-share} percent of the land too much."
            report.error(entry.where("covers"), "theme:share", message)


def _check_roads(report: Report, entry: Entry[Theme], grounds: Collection[str]) -> None:
    """Rivers and villages have roads; what becomes of ground under a road is a ground."""
    theme = entry.value
    if theme.roads is None:
        if theme.river is not None:
            message = "a river needs roads to cross it, and this theme has none."
            report.error(entry.where("river"), "theme:roads", message, "Add roads: {}")
        if theme.villages is not None:
            message = "villages need roads, and this theme has none."
            report.error(entry.where("villages"), "theme:roads", message, "Add roads: {}")
        return
    for before, after in theme.roads.through.items():
        for ground in (before, after):
            if ground not in grounds:
                where = entry.where("roads", "through", before)
                report.error(where, "ref:terrain", f"there is no terrain {ground!r}.", did_you_mean(ground, grounds))


def _check_titles(report: Report, entry: Entry[Theme]) -> None:
    """Titles name what maps of the theme can have."""
    theme = entry.value
    words = {ground for _, ground, _ in _grounds(theme)}
    words |= set() if theme.roads is None else set(theme.roads.through.values())
    words |= {word for word, part in (("river", theme.river), ("village", theme.villages)) if part is not None}
    for index, title in enumerate(theme.titles):
        for word in _WORD.findall(title):
            if word not in words:
                message = f"{{{word}}} in the title is not found on maps of this theme."
                report.error(entry.where("titles", index), "read:placeholder", message, did_you_mean(word, words))


def _grounds(theme: Theme) -> Iterator[tuple[Path, str, str]]:
    """Every ground that a theme names, with its letter and the way to its entry."""
    yield (), theme.ground, theme.letter
    parts = {"sea": theme.sea, "river": theme.river, "streams": theme.streams, "villages": theme.villages}
    for name, part in parts.items():
        if part is not None:
            yield (name,), part.ground, part.letter
    for index, cover in enumerate(theme.covers):
        yield ("covers", index), cover.ground, cover.letter


def _numbers(theme: Theme) -> Iterator[tuple[Path, tuple[int, int]]]:
    if theme.river is not None:
        yield ("river", "crossings"), theme.river.crossings
    if theme.roads is not None:
        yield ("roads", "exits"), theme.roads.exits
    for name, part in (("streams", theme.streams), ("bournes", theme.bournes), ("villages", theme.villages)):
        if part is not None:
            yield (name, "number"), part.number


def _check_names(catalogue: Catalogue, entry: Entry[PlaceNames]) -> None:
    country, report = entry.value, catalogue.report
    for kind, patterns in country.patterns.items():
        for index, pattern in enumerate(patterns):
            where = entry.where("patterns", kind, index)
            words = _WORD.findall(pattern)
            for word in words:
                if word not in WORDS:
                    report.error(
                        where,
                        "read:placeholder",
                        f"{{{word}}} in the pattern names nothing.",
                        did_you_mean(word, WORDS),
                    )
            plain = kind.removeprefix("large-").removeprefix("through-")
            if "own" in words and not (country.words.get(plain) or country.words.get(kind)):
                report.error(
                    where, "place-names:words", f"there are no words for {plain}.", f"Add words: {{{plain}: [...]}}"
                )
            if "head" in words and not (country.heads and country.ends.get("any")):
                report.error(
                    where, "place-names:words", "a name of {head} and {end} needs heads, and ends for any place."
                )
