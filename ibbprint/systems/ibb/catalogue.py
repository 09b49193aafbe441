"""The catalogue of Itty Bitty Battles: the shipped files with designers' packs laid over them, and what ties them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Entry, Kind, Layers, Shelf
from ibbprint.catalogue.rulebook import FIGURES as FIGURES
from ibbprint.catalogue.rulebook import MARKERS as MARKERS
from ibbprint.catalogue.rulebook import RULINGS as RULINGS
from ibbprint.catalogue.rulebook import STATEMENTS as STATEMENTS
from ibbprint.catalogue.rulebook import TELLING as TELLING
from ibbprint.problems import Report, Where, did_you_mean

if TYPE_CHECKING:
    from ibbprint.systems.ibb.models.magic import AreaTemplate, Spell
    from ibbprint.systems.ibb.models.named import Ability, Race, Segment
    from ibbprint.systems.ibb.models.tables import (
        Modifier,
        PetardResult,
        ResultTable,
        ScatterResult,
        ScoutChance,
        Step,
        Term,
    )
    from ibbprint.systems.ibb.models.terrain import Terrain
    from ibbprint.systems.ibb.models.units import AnyUnit

GAME = "ibb"
UNIT_LIST = "ibbprint units"
"""The command that shows every unit and its price."""
DIE = 6
"""Faces of the one ordinary die that the game is played with."""
DATA = Path(__file__).resolve().parent / "data"
MODELS = "ibbprint.systems.ibb.models"

UNITS: Kind[AnyUnit] = Kind("units", f"{MODELS}.units:Unit")
ABILITIES: Kind[Ability] = Kind("abilities", f"{MODELS}.named:Ability")
RACES: Kind[Race] = Kind("races", f"{MODELS}.named:Race")
TERMS: Kind[Term] = Kind("terms", f"{MODELS}.tables:Term")
TERRAIN: Kind[Terrain] = Kind("terrain", f"{MODELS}.terrain:Terrain")
SEGMENTS: Kind[Segment] = Kind("segments", f"{MODELS}.named:Segment")
PROCEDURE: Kind[Step] = Kind("procedure", f"{MODELS}.tables:Step")
TURN: Kind[Step] = Kind("turn", f"{MODELS}.tables:Step")
MODIFIERS: Kind[Modifier] = Kind("modifiers", f"{MODELS}.tables:Modifier")
SCATTER: Kind[ScatterResult] = Kind("scatter", f"{MODELS}.tables:ScatterResult", key="roll")
PETARD: Kind[PetardResult] = Kind("petard", f"{MODELS}.tables:PetardResult")
SCOUT: Kind[ScoutChance] = Kind("scout", f"{MODELS}.tables:ScoutChance", key="range")
AREA_TEMPLATES: Kind[AreaTemplate] = Kind("area-templates", f"{MODELS}.magic:AreaTemplate")
SPELLS: Kind[Spell] = Kind("spells", f"{MODELS}.magic:Spell")
CRT: Kind[ResultTable] = Kind("crt", f"{MODELS}.tables:ResultTable", single=True)

KINDS: Mapping[str, Kind[Any]] = {
    kind.name: kind
    for kind in (
        UNITS, ABILITIES, RACES, TERMS, TERRAIN, SEGMENTS, PROCEDURE, TURN, MODIFIERS, FIGURES, SCATTER, PETARD,
        SCOUT, AREA_TEMPLATES, SPELLS, MARKERS, RULINGS, STATEMENTS, TELLING, CRT,
    )
}  # fmt: skip
"""Every kind of file of the catalogue, by its name."""


class Catalogue(rulebook.Catalogue):
    """The whole catalogue; a kind is read when it is first asked for."""

    KINDS = KINDS

    @cached_property
    def units(self) -> Shelf[AnyUnit]:
        return self.layers.shelf(UNITS)

    @cached_property
    def abilities(self) -> Shelf[Ability]:
        return self.layers.shelf(ABILITIES)

    @cached_property
    def templates(self) -> Mapping[str, Entry[AreaTemplate]]:
        """The area templates that the switches leave, by id and by the name that spells have for them (R-136)."""
        found = {}
        for entry in self.layers.shelf(AREA_TEMPLATES).entries.values():
            # off G-15 R-136: if not entry.value.id.endswith("-number"):
            if self.in_force(entry.value.when):
                for value in ("", *entry.value.when.values()):
                    found[entry.value.id.removesuffix(f"-{value}")] = entry
        return found

    @cached_property
    def crt(self) -> ResultTable | None:
        entry = self.layers.single(CRT)
        return None if entry is None else entry.value


def open_layers(packs: Sequence[Path], report: Report) -> Layers | None:
    """The shipped files and the packs on them, or None when a pack cannot be used."""
    return rulebook.open_layers(DATA, GAME, KINDS, packs, report)


def choose(layers: Layers, wanted: Sequence[tuple[str, str, Where]], report: Report) -> Mapping[str, str]:
    """The switches as they stand, given what is wanted (name or ruling id, value, where it was asked for)."""
    return rulebook.choose(layers, GAME, wanted, report)


def open_catalogue(packs: Sequence[Path], wanted: Sequence[tuple[str, str, Where]], report: Report) -> Catalogue | None:
    """The catalogue with these packs and switches, or None when a pack cannot be used."""
    layers = open_layers(packs, report)
    if layers is None:
        return None
    return Catalogue(layers, choose(layers, wanted, report))


TABLES = (*CRT.files, *TERRAIN.files)
"""The files of a pack that can part the kinds of ground from their rows of the combat table, and from abilities."""
SHAPES = AREA_TEMPLATES.files
OF_SPELLS = (*SPELLS.files, *SHAPES)
_SHAPE_OF = {"area": "ball", "cone": "cone"}
"""The shape of template that the target of a spell wants."""


def check_references(catalogue: Catalogue) -> None:
    """What the entries of the unit list name must exist: abilities, races, exchanges."""
    catalogue.read_packs()
    report, units = catalogue.report, catalogue.units
    races = catalogue.shelf(RACES)
    segments = catalogue.shelf(SEGMENTS)
    abilities = catalogue.abilities
    for name, entry in units.entries.items():
        unit = entry.value
        for index, ability in enumerate(getattr(unit, "abilities", ())):
            if not abilities.knows(ability):
                report.error(
                    entry.where("abilities", index), "ref:ability", f"there is no ability {ability!r}.",
                    did_you_mean(ability, abilities.names),
                )  # fmt: skip
        race = getattr(unit, "race", None)
        if race is not None and not races.knows(race):
            report.error(
                entry.where("race"), "ref:race", f"there is no race {race!r}.", did_you_mean(race, races.names)
            )
        segment = getattr(unit, "segment", None)
        if segment is not None and not segments.knows(segment):
            report.error(
                entry.where("segment"), "ref:segment", f"there is no segment {segment!r}.",
                did_you_mean(segment, segments.names),
            )  # fmt: skip
        if getattr(unit, "arm", None) == "missile" and getattr(unit, "range", None) is None:
            report.error(
                entry.where("arm"), "ref:range", f"{unit.name} are missile troops without a range.",
                "Add the field range: how many hexes they shoot.",
            )  # fmt: skip
        becomes = getattr(unit, "becomes", None)
        if becomes is not None and not units.knows(becomes):
            report.error(
                entry.where("becomes"), "ref:unit", f"{name} becomes {becomes!r}, which is not a unit.",
                did_you_mean(becomes, units.names, see=UNIT_LIST),
            )  # fmt: skip
    for people in races.entries.values():
        for index, other in enumerate(people.value.antipathy):
            if not races.knows(other):
                report.error(
                    people.where("antipathy", index), "ref:race", f"there is no race {other!r}.",
                    did_you_mean(other, races.names),
                )  # fmt: skip
    _check_telling(catalogue)
    if len(catalogue.layers.layers) > 1:
        # only packs can bring what the engine or the rulings do not know
        from ibbprint.systems.ibb.named_rulings import check_named_rulings
        from ibbprint.systems.ibb.played import check_played

        check_played(catalogue)
        check_named_rulings(catalogue)
    if catalogue.touched(TABLES):
        _check_tables(catalogue, report)
    if catalogue.touched(SHAPES):
        _check_shapes(catalogue, report)
    if catalogue.touched(OF_SPELLS):
        _check_spells(catalogue, report)


def _check_spells(catalogue: Catalogue, report: Report) -> None:
    """What a spell is laid with and whom it summons must exist, and a spell over an area has a shape of its sort."""
    shapes = catalogue.shelf(AREA_TEMPLATES).entries
    for entry in catalogue.shelf(SPELLS).entries.values():
        spell: Spell = entry.value
        wanted = _SHAPE_OF.get(spell.target)
        if wanted and not spell.templates and spell.play == "full":
            one = next((name for name, shape in shapes.items() if shape.value.shape == wanted), wanted)
            report.error(
                entry.where("target"), "ref:template",
                f"{spell.name} has the target {spell.target} and names no area template.",
                f"Name one, for example: templates: [{one}].",
            )  # fmt: skip
        for index, name in enumerate(spell.templates):
            where = entry.where("templates", index)
            if name not in shapes:
                if not catalogue.shelf(AREA_TEMPLATES).knows(name):
                    message = f"there is no area template {name!r}."
                    report.error(where, "ref:template", message, did_you_mean(name, shapes))
            elif wanted and shapes[name].value.shape != wanted:
                shape = shapes[name].value.shape
                report.error(
                    where, "ref:template", f"{spell.name} has the target {spell.target}, and {name} is a {shape}.",
                    f"Name a {wanted}, or write target: {next(t for t, s in _SHAPE_OF.items() if s == shape)}.",
                )  # fmt: skip
        if spell.summons is not None and not catalogue.units.knows(spell.summons):
            report.error(
                entry.where("summons"), "ref:unit", f"{spell.name} summons {spell.summons!r}, which is not a unit.",
                did_you_mean(spell.summons, catalogue.units.names, see=UNIT_LIST),
            )  # fmt: skip


def _check_shapes(catalogue: Catalogue, report: Report) -> None:
    """The ranks of area templates: a cone starts next to the caster (G-10), and no strength is more than the whole."""
    for entry in catalogue.shelf(AREA_TEMPLATES).entries.values():
        template: AreaTemplate = entry.value
        for index, rank in enumerate(template.ranks):
            if template.shape == "cone" and rank.distance == 0:
                report.error(
                    entry.where("ranks", index, "distance"), "ref:template",
                    f"{template.name} is a cone, and a cone starts at distance 1.",
                    "Write 1 for the hex next to the caster.",
                )  # fmt: skip
            if rank.numerator > rank.denominator:
                report.error(
                    entry.where("ranks", index, "numerator"), "ref:template",
                    f"{template.name} has the strength {rank.numerator}/{rank.denominator}, more than the whole.",
                    "Write a fraction from 1/9 to 1/1.",
                )  # fmt: skip


def _check_telling(catalogue: Catalogue) -> None:
    if catalogue.touched(TELLING.files):
        from ibbprint.systems.ibb.sentences import check_telling

        check_telling(catalogue)


def _check_tables(catalogue: Catalogue, report: Report) -> None:
    """The combat table is whole (every line as long as it has columns, every code explained), and terrain fits it."""
    entry = catalogue.layers.single(CRT)
    if entry is None:
        return
    crt: ResultTable = entry.value
    codes = [code.id for code in crt.codes]
    for index, line in enumerate(crt.results):
        if len(line) != crt.columns:
            report.error(
                entry.where("results", index), "ref:crt",
                f"the line for die {index + 1} has {len(line)} results, the table has {crt.columns} columns.",
            )  # fmt: skip
        for place, code in enumerate(line):
            if code not in codes:
                report.error(
                    entry.where("results", index, place), "ref:crt", f"the result {code!r} is not among the codes.",
                    did_you_mean(code, codes),
                )  # fmt: skip
    for index, row in enumerate(crt.rows):
        if len(row.odds) > crt.columns:
            report.error(
                entry.where("rows", index, "odds"), "ref:crt",
                f"the row {row.name} has {len(row.odds)} odds, the table has {crt.columns} columns.",
            )  # fmt: skip
    rows = [row.id for row in crt.rows]
    lacking: dict[str, list[str]] = {}
    for ground in catalogue.shelf(TERRAIN).entries.values():
        for index, ability in enumerate(ground.value.ignored_by):
            if not catalogue.abilities.knows(ability):
                report.error(
                    ground.where("ignored_by", index), "ref:ability", f"there is no ability {ability!r}.",
                    did_you_mean(ability, catalogue.abilities.names),
                )  # fmt: skip
        if ground.value.crt_row in rows:
            continue
        if catalogue.layers.below(ground.source, entry.source):  # the table is the newer, so it must fit the ground
            lacking.setdefault(ground.value.crt_row, []).append(ground.value.name)
        else:
            report.error(
                ground.where("crt_row"), "ref:crt-row",
                f"{ground.value.name} takes the row {ground.value.crt_row!r}, which the CRT does not have.",
                did_you_mean(ground.value.crt_row, rows),
            )  # fmt: skip
    if lacking:
        names = "; ".join(f"{row!r} ({', '.join(grounds)})" for row, grounds in lacking.items())
        report.error(
            entry.where("rows", key=True), "ref:crt-row", f"the table lacks rows that terrain needs: {names}.",
            "Add them, or give this terrain another crt_row in your terrain.yaml.",
        )  # fmt: skip
