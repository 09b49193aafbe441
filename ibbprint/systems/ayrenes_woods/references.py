"""Cross-references of the catalogue of Battle of Ayrene's Woods: chits and classes, the combat table, themes of
maps.
"""

from __future__ import annotations

from ibbprint.catalogue.rulebook import PLACE_NAMES, THEMES
from ibbprint.engine.references import check_looks, check_results
from ibbprint.systems.ayrenes_woods.catalogue import GAME, Catalogue


def check_references(catalogue: Catalogue) -> None:
    """The chits must fit their classes, the tables must be whole, and the themes must have their ground."""
    report = catalogue.report
    if catalogue.touched(Catalogue.terrain.files):
        check_looks(catalogue, Catalogue.terrain)
    for entry in catalogue.combat_chits.entries.values():
        for unit_class in catalogue.classes:
            strength = entry.value.strength(unit_class.id)
            if not unit_class.low <= strength <= unit_class.high:
                report.error(
                    entry.where(unit_class.id.lower()),
                    f"{GAME}:A-R34",
                    f"the chit {entry.value.id} gives {unit_class.id} units {strength}.",
                    f"They have {unit_class.low} to {unit_class.high}.",
                )
    table = catalogue.layers.single(Catalogue.crt)
    if table is not None:
        check_results(table, len(table.value.odds), table.value.lowest, report)
    if catalogue.touched((*THEMES.files, *PLACE_NAMES.files)):
        from ibbprint.engine.land.references import check_themes

        check_themes(catalogue, catalogue.ground("hex"))
