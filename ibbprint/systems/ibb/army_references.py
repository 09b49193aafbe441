"""References of the themes of armies and of the phrases of made-up scenarios: to units, spells, facts and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Any

from ibbprint.catalogue.layers import Entry
from ibbprint.phrases import capital
from ibbprint.problems import did_you_mean
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.models.army_themes import FACTS, WORDS, ArmyTheme, Quarrel, Saying
from ibbprint.systems.ibb.models.units import Leader, Troops

OF_A_SIDE = frozenset({"army", "enemy", "captain", "number", "most"})
"""The words that are known where one side is told of."""
EVERYWHERE = frozenset(WORDS) - OF_A_SIDE
NEEDED = {"melee-bonus": "amount", "caster-may-not-cast": "spell"}
"""What a quarrel of a kind cannot do without."""


def check_army_themes(catalogue: Catalogue) -> None:
    """Report what entries of army-themes, sayings and quarrels name and there is not."""
    for theme in catalogue.army_themes.entries.values():
        _theme(theme, catalogue)
    for saying in catalogue.sayings.entries.values():
        words = WORDS if saying.value.part == "army" else EVERYWHERE
        _facts(saying, catalogue)
        for index, text in enumerate(saying.value.say):
            _words(saying, ("say", index), text, words, catalogue)
    for quarrel in catalogue.quarrels.entries.values():
        _facts(quarrel, catalogue)
        needed = NEEDED.get(quarrel.value.kind)
        if needed is not None and getattr(quarrel.value, needed) is None:
            message = f"a quarrel of the kind {quarrel.value.kind} needs {needed}."
            catalogue.report.error(quarrel.where("kind"), f"ref:{needed}", message)
        _words(quarrel, ("text",), quarrel.value.text, OF_A_SIDE, catalogue)
        for index, text in enumerate(quarrel.value.why):
            _words(quarrel, ("why", index), text, OF_A_SIDE, catalogue)


def _theme(entry: Entry[ArmyTheme], catalogue: Catalogue) -> None:
    """Captains are captains, bands are of troops, and everything can be bought."""
    theme, units, report = entry.value, catalogue.units, catalogue.report
    for steps, name in _units(theme):
        unit = units.get(name)
        if unit is None:
            continue  # `check_names` reports it
        in_a_band = steps[0] == "bands"
        where = entry.where(*steps, key=in_a_band)
        if unit.price is None or not unit.listed:
            report.error(where, "ref:unit", f"{unit.name} cannot be bought.", "Give it a price, or choose another.")
        elif steps[0] == "ranks" and not (isinstance(unit, Leader) and unit.kind == "captain"):
            report.error(where, "ref:unit", f"{unit.name} is not a captain.", "Write for example captain-3.")
        elif in_a_band and not (isinstance(unit, Troops) and unit.arm != "special"):
            report.error(where, "ref:unit", f"{unit.name} cannot be in a formation.", "Put it under extras.")


def _units(theme: ArmyTheme) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for index, name in enumerate(theme.ranks):
        yield ("ranks", index), name
    for index, band in enumerate(theme.bands):
        for name in band.units:
            yield ("bands", index, "units", name), name
    for index, extra in enumerate(theme.extras):
        for number, name in enumerate(extra.units):
            yield ("extras", index, "units", number), name


def _facts(entry: Entry[Saying] | Entry[Quarrel], catalogue: Catalogue) -> None:
    for field in ("when", "unless"):
        for index, name in enumerate(getattr(entry.value, field)):
            if name not in FACTS:
                hint = did_you_mean(name, FACTS)
                catalogue.report.error(entry.where(field, index), "ref:fact", f"there is no fact {name!r}.", hint)


def _words(
    entry: Entry[Any], steps: tuple[str | int, ...], text: str, allowed: Iterable[str], catalogue: Catalogue
) -> None:
    """A text names no word that is not known there; `{one}` and `{One}` are one word."""
    words = {form for word in allowed for form in (word, capital(word))}
    try:
        names = [name for _, name, *_ in Formatter().parse(text) if name is not None]
    except ValueError:
        message = "a brace in this text is not closed."
        catalogue.report.error(entry.where(*steps), "ref:word", message, "Write words as {army}.")
        return
    for name in names:
        if name not in words:
            hint = did_you_mean(name, words, most=0)
            catalogue.report.error(entry.where(*steps), "ref:word", f"there is no word {{{name}}}.", hint)
