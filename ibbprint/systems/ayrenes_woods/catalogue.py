"""The catalogue of Battle of Ayrene's Woods: the shipped files with designers' packs laid over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Kind, Layers
from ibbprint.catalogue.rulebook import FIGURES as FIGURES
from ibbprint.catalogue.rulebook import MARKERS as MARKERS
from ibbprint.catalogue.rulebook import RULINGS as RULINGS
from ibbprint.catalogue.rulebook import TELLING as TELLING
from ibbprint.problems import Report, Where, did_you_mean

if TYPE_CHECKING:
    from ibbprint.systems.ayrenes_woods.models import (
        CombatChit,
        CombatTable,
        Modifier,
        People,
        Spell,
        Step,
        Terrain,
        Unit,
        UnitClass,
    )

GAME = "ayrenes-woods"
DATA = Path(__file__).resolve().parent / "data"
MODELS = "ibbprint.systems.ayrenes_woods.models"

PEOPLES: Kind[People] = Kind("peoples", f"{MODELS}:People")
CLASSES: Kind[UnitClass] = Kind("classes", f"{MODELS}:UnitClass")
UNITS: Kind[Unit] = Kind("units", f"{MODELS}:Unit")
CHITS: Kind[CombatChit] = Kind("combat-chits", f"{MODELS}:CombatChit")
SPELLS: Kind[Spell] = Kind("spells", f"{MODELS}:Spell")
TERRAIN: Kind[Terrain] = Kind("terrain", f"{MODELS}:Terrain")
MODIFIERS: Kind[Modifier] = Kind("modifiers", f"{MODELS}:Modifier")
TURN: Kind[Step] = Kind("turn", f"{MODELS}:Step")
CRT: Kind[CombatTable] = Kind("crt", f"{MODELS}:CombatTable", single=True)

KINDS: Mapping[str, Kind[Any]] = {
    kind.name: kind
    for kind in (
        PEOPLES, CLASSES, UNITS, CHITS, SPELLS, TERRAIN, MODIFIERS, FIGURES, TURN, MARKERS, RULINGS, TELLING, CRT,
    )
}  # fmt: skip
"""Every kind of file of the catalogue, by its name."""


class Catalogue(rulebook.Catalogue):
    """The whole catalogue; a kind is read when it is first asked for."""

    KINDS = KINDS

    @cached_property
    def figures(self) -> Mapping[str, int]:
        """Every figure by its id."""
        return {figure.id: figure.value for figure in self.shelf(FIGURES)}

    @cached_property
    def chits(self) -> Sequence[CombatChit]:
        """The combat chits of the mix that is played with."""
        # off A-05: return list(self.shelf(CHITS))
        return [chit for chit in self.shelf(CHITS) if self.in_force({"chit_mix": chit.mix})]

    @cached_property
    def crt(self) -> CombatTable | None:
        entry = self.layers.single(CRT)
        return None if entry is None else entry.value

    def ground(self, kind: str) -> dict[str, Terrain]:
        """The kinds of hexes (`hex`), or of sides of hexes (`side`), by their id."""
        return {ground.id: ground for ground in self.shelf(TERRAIN) if ground.kind == kind}


def open_layers(packs: Sequence[Path], report: Report) -> Layers | None:
    """The shipped files and the packs on them, or None when a pack cannot be used."""
    return rulebook.open_layers(DATA, GAME, KINDS, packs, report)


def choose(layers: Layers, wanted: Sequence[tuple[str, str, Where]], report: Report) -> Mapping[str, str]:
    """The switches as they stand, given what is wanted (name or ruling id, value, where it was asked for)."""
    return rulebook.choose(layers, GAME, wanted, report)


def check_references(catalogue: Catalogue) -> None:
    """What the entries name must exist, and the tables must be whole; packs are read as far as they go."""
    catalogue.read_packs()
    report = catalogue.report
    for entry in catalogue.shelf(UNITS).entries.values():
        _known(entry.value.people, PEOPLES, entry.where("people"), "people", catalogue)
        _known(entry.value.letter, CLASSES, entry.where("letter"), "class", catalogue)
    for entry in catalogue.shelf(SPELLS).entries.values():
        for people in entry.value.copies:
            _known(people, PEOPLES, entry.where("copies", people, key=True), "people", catalogue)
    for entry in catalogue.shelf(TERRAIN).entries.values():
        for people in entry.value.costs_of:
            _known(people, PEOPLES, entry.where("costs_of", people, key=True), "people", catalogue)
    for entry in catalogue.shelf(PEOPLES).entries.values():
        for index, ground in enumerate(entry.value.sure_footed):
            _known(ground, TERRAIN, entry.where("sure_footed", index), "terrain", catalogue)
    for entry in catalogue.shelf(CHITS).entries.values():
        for unit_class in catalogue.shelf(CLASSES):
            strength = entry.value.strength(unit_class.id)
            if not unit_class.low <= strength <= unit_class.high:
                report.error(
                    entry.where(unit_class.id.lower()), f"{GAME}:A-R34",
                    f"the chit {entry.value.id} gives {unit_class.id} units {strength}.",
                    f"They have {unit_class.low} to {unit_class.high}.",
                )  # fmt: skip
    _check_table(catalogue)
    if catalogue.touched(TELLING.files):
        from ibbprint.systems.ayrenes_woods.sentences import check_sentences

        check_sentences(catalogue)


def _known(name: str, kind: Kind[Any], where: Where, what: str, catalogue: Catalogue) -> None:
    shelf = catalogue.shelf(kind)
    if not shelf.knows(name):
        catalogue.report.error(where, f"ref:{what}", f"there is no {what} {name!r}.", did_you_mean(name, shelf.names))


def _check_table(catalogue: Catalogue) -> None:
    """Every line of the combat table is as long as it has columns, every code explained, the odds in order."""
    entry = catalogue.layers.single(CRT)
    if entry is None:
        return
    table: CombatTable = entry.value
    codes = [code.id for code in table.codes]
    for index, line in enumerate(table.results):
        if len(line) != len(table.odds):
            catalogue.report.error(
                entry.where("results", index), "ref:crt",
                f"the line for die {table.lowest + index} has {len(line)} results, "
                f"the table has {len(table.odds)} columns.",
            )  # fmt: skip
        for place, code in enumerate(line):
            if code not in codes:
                catalogue.report.error(
                    entry.where("results", index, place), "ref:crt", f"the result {code!r} is not among the codes.",
                    did_you_mean(code, codes),
                )  # fmt: skip


def open_catalogue(packs: Sequence[Path], wanted: Sequence[tuple[str, str, Where]], report: Report) -> Catalogue | None:
    """The catalogue with these packs and switches, or None when a pack cannot be used."""
    layers = open_layers(packs, report)
    return None if layers is None else Catalogue(layers, choose(layers, wanted, report))
