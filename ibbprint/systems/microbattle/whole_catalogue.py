"""The whole catalogue as if two armies had all of it: what the kit for battles that are rolled by hand is made from."""

from __future__ import annotations

from ibbprint.catalogue.source import parse_yaml
from ibbprint.catalogue.validate import build
from ibbprint.problems import Report
from ibbprint.systems.microbattle.catalogue import GAME, Catalogue
from ibbprint.systems.microbattle.models import Scenario
from ibbprint.systems.microbattle.scenarios import ARMIES, Battle, read_battle

TITLE = "MicroBattle: battles of your own"


def whole_battle(catalogue: Catalogue) -> Battle:
    """Two armies with as many units of each type as can be rolled, on a board without ground; nobody has a place."""
    number = max(size.greatest for size in catalogue.sizes)
    kind = next(iter(catalogue.kinds_of_battle)).id
    quality = next(iter(catalogue.commanders)).id
    lines = ["scenario:", f"  {{id: {GAME}-all, title: '{TITLE}', game: {GAME}, kind: {kind}}}", "armies:"]
    for id, name, letter, livery in ARMIES:
        lines += [f"  - id: {id}", f"    name: {name}", f"    letter: {letter}", f"    livery: {livery}"]
        lines += [f"    commander: {{quality: {quality}}}", "    units:"]
        lines += [f"      - {{unit: {unit.id}, reserve: {number}}}" for unit in catalogue.units]
    source = parse_yaml("\n".join(lines) + "\n", GAME, Report())
    assert source is not None
    scenario = build(Scenario, source, (), source.data, Report())
    assert scenario is not None
    battle = read_battle((scenario, source), catalogue, (), Report())
    assert battle is not None
    return battle
