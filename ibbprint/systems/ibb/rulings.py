"""The rulings as they are looked up, under the switches of a scenario."""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.engine import rulebook
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.rules import RuleText
from ibbprint.problems import Report, Where
from ibbprint.systems.ibb.catalogue import Catalogue, choose, open_layers
from ibbprint.systems.ibb.scenarios import FILES, find, read_head


def all_rules(scenario: str, options: KitOptions, report: Report) -> Sequence[RuleText] | None:
    """Every ruling, in the order of the file."""
    catalogue = _open(scenario, options, report)
    if catalogue is None:
        return None
    found = rulebook.texts(catalogue)
    return found if report.ok else None


def one_rule(name: str, scenario: str, options: KitOptions, report: Report) -> RuleText | None:
    """One ruling, settlement or statement with all that is tied to it."""
    catalogue = _open(scenario, options, report)
    if catalogue is None:
        return None
    return rulebook.look_up(name, catalogue, FILES, options.packs, "R-74, G-20 and A-54", report)


def _open(scenario: str, options: KitOptions, report: Report) -> Catalogue | None:
    """The catalogue with the switches of a scenario and of the options; the options go first."""
    layers = open_layers(options.packs, report)
    if layers is None:
        return None
    wanted: list[tuple[str, str, Where]] = []
    if scenario:
        path = find(scenario, options.packs, report)
        head = read_head(path, report) if path is not None else None
        if head is None:
            return None
        wanted += [(k, v, head[1].where("scenario", "rules", k)) for k, v in head[0].scenario.rules.items()]
    wanted += [(k, v, Where(f"--rule {k}={v}")) for k, v in options.rules.items()]
    catalogue = Catalogue(layers, choose(layers, wanted, report))
    return catalogue if report.ok else None
