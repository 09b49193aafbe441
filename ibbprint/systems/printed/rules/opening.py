"""Opening a scenario for play: the section, the map and the forces of a folder as a setting."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.catalogue.maps import HexMap
from ibbprint.problems import Report, did_you_mean
from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.rules.reading import read_section
from ibbprint.systems.printed.rules.setting import Setting
from ibbprint.systems.printed.scenarios import Scenario

DOCS = "docs/rules-of-your-own.md"


def setting_of(folder: Folder, scenario: Scenario, rules: Mapping[str, str], report: Report) -> Setting | None:
    """A scenario ready for play; None with what is wrong in the report."""
    section = read_section(folder, rules, report)
    if section is None:
        return None
    if scenario.map is None:
        if scenario.head.map is None:
            message = "play needs a map: add map: to the scenario."
            report.error(scenario.source.where("scenario"), "play:scenario", message)
        return None
    if not isinstance(scenario.map, HexMap):
        space = scenario.map.model.space
        message = f"this is a map of {space}: such maps are printed and checked, but not yet played."
        report.error(scenario.source.where("scenario", "map"), "play:scenario", message)
        return None
    for placed in scenario.forces:
        table = folder.table(section.play.units.table)
        if table is not None and placed.force.unit not in table.rows and table.whole:
            hint = did_you_mean(placed.force.unit, table.rows)
            message = f"there is no unit {placed.force.unit!r} in {table.name}."
            report.error(placed.where("unit"), "play:unit", message, hint)
    setting = Setting(folder, section, scenario, scenario.map, report)
    return setting if report.ok else None
