"""Cross-references of the catalogue of Itty Bitty Battles: tables, spells, and the parts of packs that the engine
plays.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ibbprint.catalogue.layers import Entry, Kind
from ibbprint.catalogue.rulebook import PLACE_NAMES, THEMES
from ibbprint.engine.references import check_looks, check_results
from ibbprint.problems import Report, did_you_mean
from ibbprint.systems.ibb.catalogue import DATA, Catalogue
from ibbprint.systems.ibb.not_played import BY_ID, shipped_ids
from ibbprint.systems.ibb.results import effect_of

if TYPE_CHECKING:
    from ibbprint.systems.ibb.models.magic import AreaTemplate, Spell
    from ibbprint.systems.ibb.models.tables import ResultTable

MADE_UP = (*Catalogue.army_themes.files, *Catalogue.sayings.files, *Catalogue.quarrels.files)
TABLES = (*Catalogue.crt.files, *Catalogue.terrain.files)
"""The files of a pack that can part the kinds of ground from their rows of the combat table, and from abilities."""
SHAPES = Catalogue.area_templates.files
OF_SPELLS = (*Catalogue.spells.files, *SHAPES)
RULE = "play:unknown"
"""The id of what a pack adds and the engine cannot play."""
_SHAPE_OF = {"area": "ball", "cone": "cone"}
"""The shape of template that the target of a spell wants."""


def check_references(catalogue: Catalogue) -> None:
    """Report what of packs fits neither its tables nor the engine."""
    report = catalogue.report
    for entry in catalogue.units.entries.values():
        unit = entry.value
        if getattr(unit, "arm", None) == "missile" and getattr(unit, "range", None) is None:
            report.error(
                entry.where("arm"),
                "ref:range",
                f"{unit.name} are missile troops without a range.",
                "Add the field range: how many hexes they shoot.",
            )
    if catalogue.touched((*THEMES.files, *PLACE_NAMES.files)):
        from ibbprint.engine.land.references import check_themes

        check_themes(catalogue, catalogue.terrain.entries)
    if catalogue.touched(MADE_UP):
        from ibbprint.systems.ibb.army_references import check_army_themes

        check_army_themes(catalogue)
    if len(catalogue.layers.layers) > 1:
        # only packs can bring what the engine or the rulings do not know
        _check_played(catalogue)
        _check_rulings(catalogue)
    if catalogue.touched(TABLES):
        check_looks(catalogue, Catalogue.terrain)
        _check_tables(catalogue, report)
    if catalogue.touched(SHAPES):
        _check_shapes(catalogue, report)
    if catalogue.touched(OF_SPELLS):
        _check_spells(catalogue, report)


def _check_rulings(catalogue: Catalogue) -> None:
    """Every ruling or settlement (R-nn, G-nn) that an entry of a pack says it rests on is one."""
    shipped = f"{DATA}{os.sep}"
    references = [
        (rule, entry.where("rules", index))
        for kind in Catalogue.KINDS.values()
        if not kind.single and catalogue.touched(kind.files)
        for entry in catalogue.shelf(kind).entries.values()
        if not entry.source.file.startswith(shipped)
        for index, rule in enumerate(getattr(entry.value, "rules", ()))
        if rule[0] in "RG"
    ]
    if not references:
        return
    shelf = catalogue.rulings
    for rule, where in references:
        if not shelf.knows(rule):
            hint = did_you_mean(rule, shelf.entries)
            catalogue.report.error(where, "ref:ruling", f"there is no ruling {rule!r}.", hint)


def _check_played(catalogue: Catalogue) -> None:
    """Every entry of a pack that the engine would pass over says so itself: an error at each that does not."""
    for kind, word in BY_ID:
        if not catalogue.touched(kind.files):
            continue
        shipped = shipped_ids(kind)
        for name, entry in catalogue.shelf(kind).entries.items():
            if name not in shipped and entry.value.play == "full" and not _played(catalogue, kind, entry):
                also = ", or let a kind of ground name it under ignored_by" if kind is Catalogue.abilities else ""
                catalogue.report.error(
                    entry.where("id"),
                    RULE,
                    f"the engine has no {word} {name!r}, so it would never be played.",
                    f"Write play: ignored, and it is still printed{also}.",
                )
    if catalogue.touched(Catalogue.crt.files):
        _check_codes(catalogue)


def _check_codes(catalogue: Catalogue) -> None:
    """The results of a pack's own combat table say what they do, or are results that the engine knows."""
    table = catalogue.layers.single(Catalogue.crt)
    if table is None:
        return
    for index, code in enumerate(table.value.codes):
        if effect_of(code) is None:
            catalogue.report.error(
                table.where("codes", index, "id"),
                RULE,
                f"the engine has no result {code.id!r}, so it would do nothing in play.",
                "Say what happens to each side, such as attacker: disorganised or defender: eliminated, "
                "or play: ignored, and it is still printed.",
            )


def _played(catalogue: Catalogue, kind: Kind[Any], entry: Entry[Any]) -> bool:
    """Whether the engine can play an entry of a pack though it does not know its id."""
    if kind is Catalogue.abilities:
        return any(entry.value.id in ground.ignored_by for ground in catalogue.terrain)
    if kind is Catalogue.spells:
        from ibbprint.systems.ibb.rules.spells import effect  # with the engine, which few commands need

        return effect(entry.value) is not None
    return False


def _check_spells(catalogue: Catalogue, report: Report) -> None:
    """A spell over an area names a template, and templates of the shape that its target wants."""
    shapes = catalogue.area_templates.entries
    for entry in catalogue.spells.entries.values():
        spell: Spell = entry.value
        shape_needed = _SHAPE_OF.get(spell.target)
        if shape_needed and not spell.templates and spell.play == "full":
            item = next((name for name, shape in shapes.items() if shape.value.shape == shape_needed), shape_needed)
            report.error(
                entry.where("target"),
                "ref:template",
                f"{spell.name} has the target {spell.target} but has no area template.",
                f"Name one, for example: templates: [{item}].",
            )
        for index, name in enumerate(spell.templates):
            shape = shapes[name].value.shape if name in shapes else shape_needed
            if shape_needed and shape != shape_needed:
                report.error(
                    entry.where("templates", index),
                    "ref:template",
                    f"{spell.name} has the target {spell.target}, and {name} is a {shape}.",
                    f"Name a {shape_needed}, or write target: {next(t for t, s in _SHAPE_OF.items() if s == shape)}.",
                )


def _check_shapes(catalogue: Catalogue, report: Report) -> None:
    """The ranks of area templates: a cone starts next to the caster (G-10), and no strength is more than the whole."""
    for entry in catalogue.area_templates.entries.values():
        template: AreaTemplate = entry.value
        for index, rank in enumerate(template.ranks):
            if template.shape == "cone" and rank.distance == 0:
                report.error(
                    entry.where("ranks", index, "distance"),
                    "ref:template",
                    f"{template.name} is a cone, and a cone starts at distance 1.",
                    "Write 1 for the hex next to the caster.",
                )
            if rank.numerator > rank.denominator:
                report.error(
                    entry.where("ranks", index, "numerator"),
                    "ref:template",
                    f"{template.name} has the strength {rank.numerator}/{rank.denominator}, more than the whole.",
                    "Write a fraction from 1/9 to 1/1.",
                )


def _check_tables(catalogue: Catalogue, report: Report) -> None:
    """The combat table is whole (every line as long as it has columns, every code explained), and terrain fits it."""
    entry = catalogue.layers.single(Catalogue.crt)
    if entry is None:
        return
    crt: ResultTable = entry.value
    check_results(entry, crt.columns, 1, report)
    for index, row in enumerate(crt.rows):
        if len(row.odds) > crt.columns:
            report.error(
                entry.where("rows", index, "odds"),
                "ref:crt",
                f"the row {row.name} has {len(row.odds)} odds, the table has {crt.columns} columns.",
            )
    rows = [row.id for row in crt.rows]
    lacking: dict[str, list[str]] = {}
    for ground in catalogue.terrain.entries.values():
        if ground.value.crt_row in rows:
            continue
        if catalogue.layers.below(ground.source, entry.source):  # the table is the newer, so it must fit the ground
            lacking.setdefault(ground.value.crt_row, []).append(ground.value.name)
        else:
            report.error(
                ground.where("crt_row"),
                "ref:crt-row",
                f"{ground.value.name} takes the row {ground.value.crt_row!r}, which the CRT does not have.",
                did_you_mean(ground.value.crt_row, rows),
            )
    if lacking:
        names = "; ".join(f"{row!r} ({', '.join(grounds)})" for row, grounds in lacking.items())
        report.error(
            entry.where("rows", key=True),
            "ref:crt-row",
            f"the table lacks rows that terrain needs: {names}.",
            "Add them, or give this terrain another crt_row in your terrain.yaml.",
        )
