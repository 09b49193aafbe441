"""The rulings as they are looked up, under the switches of a scenario. The values of A-01 are the maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ibbprint.engine import rulebook
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.rules import RuleText, SwitchState
from ibbprint.problems import Report, Where
from ibbprint.systems.ayrenes_woods.catalogue import GAME, Catalogue, choose, open_layers
from ibbprint.systems.ayrenes_woods.scenarios import FILES, MAP_RULE, MAP_SWITCH, read_head, without_map

BATTLE = GAME
"""The scenario whose map is the usual one."""


def all_rules(scenario: str, options: KitOptions, report: Report) -> Sequence[RuleText] | None:
    """Every statement and ruling, in the order of the file."""
    opened = _open(scenario, options, report)
    if opened is None:
        return None
    found = [_with_maps(text, opened[1], options) for text in rulebook.texts(opened[0])]
    return found if report.ok else None


def one_rule(name: str, scenario: str, options: KitOptions, report: Report) -> RuleText | None:
    """One statement or ruling with all that is tied to it."""
    opened = _open(scenario, options, report)
    if opened is None:
        return None
    wanted = MAP_RULE if name == MAP_SWITCH else name
    found = rulebook.look_up(wanted, opened[0], FILES, options.packs, "A-12 and A-R36", report)
    return None if found is None else _with_maps(found, opened[1], options)


def _with_maps(text: RuleText, chosen: str, options: KitOptions) -> RuleText:
    if text.id != MAP_RULE:
        return text
    return text._replace(switch=SwitchState(MAP_RULE, MAP_SWITCH, chosen, _usual(options), _maps(options)))


def _maps(options: KitOptions) -> Mapping[str, str]:
    return {item.id: item.title for item in FILES.listed(options.packs, Report()) if item.kind == "map"}


def _usual(options: KitOptions) -> str:
    path = FILES.find(BATTLE, (), Report())
    head = None if path is None else read_head(path, Report())
    return "" if head is None else head[0].scenario.map


def _open(scenario: str, options: KitOptions, report: Report) -> tuple[Catalogue, str] | None:
    """The catalogue with the switches of a scenario and of the options, which go first; and the map played on."""
    layers = open_layers(options.packs, report)
    if layers is None:
        return None
    wanted: list[tuple[str, str, Where]] = []
    usual = _usual(options)
    if scenario:
        path = FILES.find(scenario, options.packs, report)
        head = read_head(path, report) if path is not None else None
        if head is None:
            return None
        usual = head[0].scenario.map
        wanted += [(k, v, head[1].where("scenario", "rules", k)) for k, v in head[0].scenario.rules.items()]
    wanted += [(k, v, Where(f"--rule {k}={v}")) for k, v in options.rules.items()]
    other_map, asked = without_map(wanted)
    catalogue = Catalogue(layers, choose(layers, asked, report))
    return (catalogue, other_map or usual) if report.ok else None
