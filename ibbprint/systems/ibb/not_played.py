"""The printed parts that are not played: none of them is silent.

The engine knows what is shipped by its id, abilities also where a kind of ground names them, and spells where it can
tell what they do. A pack's own entry of which it knows nothing must say `play: ignored`, and is then told by the
checker, on the counter sheet and in the report of a game. A pack's own markers are the players' to lay: they need no
such word, and are named with the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.catalogue.layers import Kind, Layer, Layers
from ibbprint.problems import Report, Where
from ibbprint.systems.ibb.catalogue import DATA, Catalogue

if TYPE_CHECKING:
    from ibbprint.systems.ibb.models.units import AnyUnit
    from ibbprint.systems.ibb.scenarios import Battle

BY_ID: tuple[tuple[Kind[Any], str], ...] = (
    (Catalogue.abilities, "ability"),
    (Catalogue.spells, "spell"),
    (Catalogue.modifiers, "modifier"),
    (Catalogue.segments, "segment"),
    (Catalogue.procedure, "step of combat"),
    (Catalogue.turn, "step of the turn"),
)
"""Kinds of which the engine knows each entry by its id, and the word for one."""


class Unplayed(NamedTuple):
    """A printed part that the engine ignores: its kind, its name, its side, and where the pack declares it."""

    what: str
    name: str
    units: tuple[str, ...]
    where: Where

    @property
    def words(self) -> str:
        """`the ability Lantern (Lamp Bearers)`."""
        return f"the {self.what} {self.name}" + (f" ({', '.join(self.units)})" if self.units else "")


@cache
def shipped_ids(kind: Kind[Any]) -> frozenset[str]:
    """The ids of a kind that are shipped: the engine knows each."""
    return frozenset(Layers([Layer(DATA)], Report()).shelf(kind).entries)


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
    from ibbprint.systems.ibb.facts import is_castable  # lists have no scenario, and do without all that reads one

    for kind, word in BY_ID[1:]:
        if not catalogue.touched(kind.files):
            continue
        for entry in catalogue.shelf(kind).entries.values():
            item = entry.value
            if item.play != "ignored" or (kind is Catalogue.spells and not is_castable(battle, catalogue, item)):
                continue
            yield Unplayed(word, item.name, (), entry.where("play"))
    if catalogue.touched(Catalogue.markers.files):
        shipped = shipped_ids(Catalogue.markers)
        for entry in catalogue.markers.entries.values():
            if entry.value.id not in shipped:
                yield Unplayed("marker", entry.value.name, (), entry.where("id"))
    table = catalogue.layers.single(Catalogue.crt) if catalogue.touched(Catalogue.crt.files) else None
    for index, code in enumerate(table.value.codes if table is not None else ()):
        if table is not None and code.play == "ignored":
            yield Unplayed("result", code.id, (), table.where("codes", index, "play"))
