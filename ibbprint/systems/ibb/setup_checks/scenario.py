"""A scenario checked as a whole: its set-up, and what the rulings settled in the set-up as printed (G-03)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ibbprint.catalogue.source import is_file
from ibbprint.engine.api.checking import CheckText, Finding
from ibbprint.engine.checkbook import SET_UP, in_order, settled_by
from ibbprint.problems import Problem, Report, Severity
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.scenarios import Battle, as_battle, read_head
from ibbprint.systems.ibb.setup_checks import BOOK, findings

PRINTED = "-as-printed"
CHECKS = (
    *BOOK.texts,
    CheckText(
        "settled",
        "Settled by a ruling",
        "A finding in the set-up as printed, and the ruling by which this scenario settles it.",
        ("G-03",),
    ),
)
"""Every check of a scenario."""


def checked(battle: Battle, catalogue: Catalogue, packs: Sequence[Path], report: Report) -> list[Finding]:
    """All findings on a scenario; in one that applies rulings also those that the rulings settled."""
    result = [*findings(battle, catalogue), *_unread(report)]
    counterpart = _beside(battle, catalogue, packs)
    if counterpart is None:
        return in_order(result)
    if battle.scenario.scenario.as_printed:
        return in_order([_ruled(finding, counterpart[0]) for finding in result])
    printed = [_ruled(f, battle) for f in [*findings(counterpart[0], catalogue), *_unread(counterpart[1])]]
    return in_order([*result, *_settled(battle, result, printed)])


def _unread(report: Report) -> list[Finding]:
    """Units that reading could not recognise from their words alone; R-180 settles who the casters are."""
    return [
        Finding("rating-none", SET_UP, problem, rulings=("R-180", "R-45"))
        for problem in report
        if problem.rule == f"{GAME}:G-40"
    ]


def _beside(battle: Battle, catalogue: Catalogue, packs: Sequence[Path]) -> tuple[Battle, Report] | None:
    """The set-up as printed of a scenario that applies rulings, or the other way round, if it is in its place."""
    head = battle.scenario.scenario
    path = Path(battle.source.file)
    if head.as_printed:
        beside, id = path.parent.parent / path.name, head.id.removesuffix(PRINTED)
    elif head.applies:
        beside, id = path.parent / "as-printed" / path.name, f"{head.id}{PRINTED}"
    else:
        return None
    report = Report()
    read = read_head(beside, report) if is_file(beside) else None
    if read is None or read[0].scenario.id != id:
        return None
    battle = as_battle(beside, *read, catalogue, packs, report)
    return None if battle.unread else (battle, report)


def _ruled(finding: Finding, played: Battle) -> Finding:
    """A finding in the set-up as printed with those of its rulings that the scenario to be played names for it."""
    applies = played.scenario.scenario.applies
    rulings = [rule for rule in finding.rulings if rule in applies]
    zones = {zone.id: zone.rules for zone in played.scenario.zones}
    formations = {formation.id: formation.rules for formation in played.scenario.formations}
    applied: set[str] = set()
    places = set(finding.places)
    near = {zone.id for zone in played.scenario.zones if places & set(zone.hexes)}
    applied.update(*(zones[id] for id in near))
    for line in played.lines:
        force = line.force
        if places & set(force.hexes) or force.zone in near or line.unit.name in finding.problem.message:
            applied.update(force.rules, zones.get(force.zone or "", ()), formations.get(force.formation or "", ()))
    nearer = [rule for rule in rulings if rule in applied]
    return finding._replace(rulings=tuple(nearer or rulings))


def _settled(battle: Battle, current: Sequence[Finding], printed: Sequence[Finding]) -> list[Finding]:
    """Findings on the set-up as printed that are settled here: a note at the ruling that settled each."""
    applies = battle.scenario.scenario.applies
    result = []
    for finding in printed:
        if finding.problem.severity > Severity.WARNING or not finding.rulings:
            continue
        if any(_are_same(finding, present) for present in current):
            continue
        by = finding.rulings
        where = battle.source.where("scenario", "applies", applies.index(by[0]))
        problem = Problem(
            Severity.NOTE, where, f"{GAME}:{by[0]}", f"as printed: {finding.problem.message}", settled_by(by)
        )
        result.append(Finding("settled", finding.topic, problem, finding.places, finding.working, by, settled=True))
    return result


def _are_same(a: Finding, b: Finding) -> bool:
    """Whether two findings are one: of the same check, about the same hexes or in the same words."""
    if a.check != b.check or b.problem.severity > Severity.NOTE:
        return False
    return bool(set(a.places) & set(b.places)) or a.problem.message == b.problem.message
