"""What is printed and not played: nothing of that sort is silent.

The engine knows what is shipped by its id, abilities also where a kind of ground names them, and spells where it can
tell what they do. A pack's own entry of which it knows nothing must say `play: ignored`, and is then told by the
checker, on the counter sheet and in the report of a game. A pack's own markers are the players' to lay: they need no
such word, and are told with the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from ibbprint.catalogue.layers import Entry, Kind, Layer, Layers
from ibbprint.problems import Report, Where
from ibbprint.systems.ibb.catalogue import (
    ABILITIES,
    CRT,
    DATA,
    MARKERS,
    MODIFIERS,
    PROCEDURE,
    SEGMENTS,
    SPELLS,
    TERRAIN,
    TURN,
    Catalogue,
)
from ibbprint.systems.ibb.facts import can_cast
from ibbprint.systems.ibb.models.units import AnyUnit
from ibbprint.systems.ibb.results import effect_of
from ibbprint.systems.ibb.scenarios import Battle

BY_ID: tuple[tuple[Kind[Any], str], ...] = (
    (ABILITIES, "ability"),
    (SPELLS, "spell"),
    (MODIFIERS, "modifier"),
    (SEGMENTS, "segment"),
    (PROCEDURE, "step of combat"),
    (TURN, "step of the turn"),
)
"""Kinds of which the engine knows each entry by its id, and the word for one."""
RULE = "play:unknown"


class Unplayed(NamedTuple):
    """Something printed that the engine passes over: what it is, its name, whose it is, where the pack says so."""

    what: str
    name: str
    units: tuple[str, ...]
    where: Where

    @property
    def words(self) -> str:
        """`the ability Lantern (Lamp Bearers)`."""
        return f"the {self.what} {self.name}" + (f" ({', '.join(self.units)})" if self.units else "")


def check_played(catalogue: Catalogue) -> None:
    """Every entry of a pack that the engine would pass over says so itself: an error at each that does not."""
    for kind, word in BY_ID:
        if not catalogue.touched(kind.files):
            continue
        known = _shipped(kind)
        for name, entry in catalogue.shelf(kind).entries.items():
            if name not in known and entry.value.play == "full" and not _played(catalogue, kind, entry):
                also = ", or let a kind of ground name it under ignored_by" if kind is ABILITIES else ""
                catalogue.report.error(
                    entry.where("id"), RULE, f"the engine has no {word} {name!r}, so it would never be played.",
                    f"Write play: ignored, and it is still printed{also}.",
                )  # fmt: skip
    if catalogue.touched(CRT.files):
        _check_codes(catalogue)


def _check_codes(catalogue: Catalogue) -> None:
    """The results of a pack's own combat table say what they do, or are results that the engine knows."""
    table = catalogue.layers.single(CRT)
    if table is None:
        return
    for index, code in enumerate(table.value.codes):
        if effect_of(code) is None:
            catalogue.report.error(
                table.where("codes", index, "id"), RULE,
                f"the engine has no result {code.id!r}, so it would do nothing in play.",
                "Write what becomes of each side, such as attacker: disorganised or defender: eliminated, "
                "or play: ignored, and it is still printed.",
            )  # fmt: skip


@cache
def _shipped(kind: Kind[Any]) -> frozenset[str]:
    """The ids of a kind that are shipped: the engine knows each."""
    return frozenset(Layers([Layer(DATA)], Report()).shelf(kind).entries)


def _played(catalogue: Catalogue, kind: Kind[Any], entry: Entry[Any]) -> bool:
    """Whether the engine can play an entry of a pack though it does not know its id."""
    if kind is ABILITIES:
        return any(entry.value.id in ground.ignored_by for ground in catalogue.shelf(TERRAIN))
    if kind is SPELLS:
        from ibbprint.systems.ibb.rules.spells import effect

        return effect(entry.value) is not None
    return False


def ignored_abilities(catalogue: Catalogue) -> frozenset[str]:
    """The abilities that packs want printed and not played."""
    return frozenset(ability.id for ability in catalogue.abilities if ability.play == "ignored")


def unplayed_abilities(catalogue: Catalogue, units: Sequence[AnyUnit]) -> list[Unplayed]:
    """The abilities of some units that are not played, with the units that have each."""
    ignored = ignored_abilities(catalogue)
    if not ignored:
        return []
    having: dict[str, dict[str, None]] = {}
    for unit in units:
        for ability in getattr(unit, "abilities", ()):
            if ability in ignored:
                having.setdefault(ability, {})[unit.name] = None
    shelf = catalogue.abilities
    return [Unplayed("ability", shelf[id].name, tuple(names), shelf.where(id, "play")) for id, names in having.items()]


def unplayed(battle: Battle, catalogue: Catalogue) -> list[Unplayed]:
    """All that the kit of a scenario prints and the engine passes over."""
    return [
        *unplayed_abilities(catalogue, [line.unit for line in battle.lines]),
        *_entries(battle, catalogue),
        *(
            Unplayed("special rule", rule.id, (), battle.source.where("special", index, "text"))
            for index, rule in enumerate(battle.scenario.special)
            if rule.kind == "text"
        ),
    ]


def _entries(battle: Battle, catalogue: Catalogue) -> Iterator[Unplayed]:
    """Spells that somebody can cast, and what every kit has: markers, modifiers, steps, results."""
    for kind, word in BY_ID[1:]:
        if not catalogue.touched(kind.files):
            continue
        for entry in catalogue.shelf(kind).entries.values():
            one = entry.value
            if one.play != "ignored" or (kind is SPELLS and not _castable(battle, catalogue, one)):
                continue
            yield Unplayed(word, one.name, (), entry.where("play"))
    if catalogue.touched(MARKERS.files):
        known = _shipped(MARKERS)
        for entry in catalogue.shelf(MARKERS).entries.values():
            if entry.value.id not in known:
                yield Unplayed("marker", entry.value.name, (), entry.where("id"))
    table = catalogue.layers.single(CRT) if catalogue.touched(CRT.files) else None
    for index, code in enumerate(table.value.codes if table is not None else ()):
        if table is not None and code.play == "ignored":
            yield Unplayed("result", code.id, (), table.where("codes", index, "play"))


def _castable(battle: Battle, catalogue: Catalogue, spell: Any) -> bool:
    return any(can_cast(battle, catalogue, side.id, spell.caster, spell.cost) for side in battle.scenario.sides)
