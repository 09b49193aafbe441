"""The bill of materials of a scenario: every counter, chit, marker, card and sheet, as records for the press."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.bill import GameOpener, beyond_ascii, is_ascii
from ibbprint.engine.parts import RULES
from ibbprint.materials import NONE, Kit, Origins
from ibbprint.problems import Report, Where
from ibbprint.systems.ibb.catalogue import DATA, Catalogue
from ibbprint.systems.ibb.kit.bill import Bill, Places
from ibbprint.systems.ibb.scenarios import Battle


def make_kit(
    battle: Battle, catalogue: Catalogue, options: KitOptions, report: Report, open_game: GameOpener = None
) -> Kit:
    """Make the kit of a scenario, or with `options.whole` of everything in the catalogue."""
    bill = Bill(battle, catalogue, options, report)
    bill.open_game = open_game
    bill.fill()
    bill.drop_empty()
    # The booklet shows every unit and ability, other parts those of the battle.
    units = None if options.wants(RULES.id) else {line.unit.id for line in battle.lines}
    liveries = bill.liveries("sides", [side.livery for side in battle.scenario.sides])
    return bill.as_kit(_words(bill), liveries, named_symbols(catalogue, units))


def named_symbols(catalogue: Catalogue, units: Collection[str] | None = None) -> Origins:
    """The places where packs name the symbols of these units, or of all units; looked up when asked for."""
    if len(catalogue.layers.layers) == 1:
        return NONE
    shipped = str(DATA)
    return Places(
        {
            entry.value.symbol: partial(entry.where, "symbol")
            for kind in (Catalogue.units, Catalogue.abilities, Catalogue.markers, Catalogue.spells)
            if catalogue.touched(kind.files)
            for entry in catalogue.shelf(kind).entries.values()
            if entry.value.symbol is not None
            and not entry.source.file.startswith(shipped)
            and (units is None or entry.value.id in units)
        }
    )


def _words(bill: Bill) -> Origins:
    """The places of words in the scenario, its order of battle and its units for which the fonts may lack
    characters.
    """
    places: dict[str, Where] = {}
    for line in bill.battle.lines:
        unit, force = line.unit, line.force
        if not is_ascii(unit.name, unit.short):
            entry = bill.catalogue.units.entries[unit.id]
            places |= beyond_ascii(entry.source, {"name": unit.name, "short": unit.short}, entry.path)
        # the order of battle may be a table of its own
        if line.source is not bill.battle.source and not is_ascii(force.name, force.note):
            places |= beyond_ascii(line.source, {"name": force.name, "note": force.note}, line.path)
    return {**places, **beyond_ascii(bill.battle.source, bill.battle.source.data)}
