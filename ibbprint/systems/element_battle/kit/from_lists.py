"""Army lists, and the whole catalogue, as battles, so that their tiles are printed like those of a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ibbprint.catalogue.documents import Document
from ibbprint.catalogue.source import at_one_place
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.lists import Judged, amount
from ibbprint.engine.lists.files import printable, slug
from ibbprint.problems import Problem, Report, Where
from ibbprint.systems.element_battle.catalogue import GAME, Catalogue
from ibbprint.systems.element_battle.kit.bill import Bill
from ibbprint.systems.element_battle.lists.checker import Checker
from ibbprint.systems.element_battle.lists.records import Army as ListArmy
from ibbprint.systems.element_battle.lists.records import ArmyList
from ibbprint.systems.element_battle.models.scenarios import Army, Head, Scenario
from ibbprint.systems.element_battle.scenarios import Battle, Group, Side

LIVERIES = ("crimson", "azure", "forest", "amber", "violet", "slate")


def bill_of(
    document: Document, checker: Checker, options: KitOptions, report: Report, *, findings_report: Report | None = None
) -> Bill | None:
    """The bill of a list. What names no type stops it; what breaks a rule of armies is on the roster alone.

    All findings go into `findings_report`, if there is one.
    """
    quiet = Report()
    armies = checker.read([document], quiet)
    read = list(quiet.errors)
    judged = checker.judged(armies, quiet)
    for problem in quiet.as_added:
        if findings_report is not None:
            findings_report.add(problem)
        elif problem in read:
            report.add(problem)
    if not armies or (findings_report is None and read):
        return None
    result = armies[0][0]
    title, edition = (
        printable(result.title or " and ".join(army.name for _, army in armies[:2])),
        printable(result.edition, 20),
    )
    head = Head(id=slug(title, GAME), title=title, edition=edition)
    sides = [
        _side(n, army, _edge(n, [army for _, army in armies]), checker.catalogue) for n, (_, army) in enumerate(armies)
    ]
    battle = _battle(head, sides, armies[0][1].where)
    bill = Bill(battle, checker.catalogue, options, report, kit_sort="list")
    findings = tuple(quiet)
    bill.verdicts = [
        Judged(item, findings if len(judged) == 1 else _findings_of(findings, armies, n))
        for n, item in enumerate(judged)
    ]
    return bill


def _findings_of(
    findings: Sequence[Problem], armies: Sequence[tuple[ArmyList, ListArmy]], n: int
) -> tuple[Problem, ...]:
    """The findings in the part of a document that is one army's."""
    begins = [army.where for _, army in armies]
    ends = begins[n + 1 :]
    return tuple(
        problem for problem in findings if problem.where >= begins[n] and not any(problem.where >= end for end in ends)
    )


def _battle(head: Head, sides: Sequence[Side], where: Where) -> Battle:
    # One army alone is no scenario: a scenario of two is asked for everywhere else.
    scenario = Scenario.model_construct(scenario=head, terrain=[], armies=[side.army for side in sides])
    return Battle(scenario, at_one_place(where), (), tuple(sides))


def _edge(number: int, armies: Sequence[ListArmy]) -> Literal["attacker", "defender"]:
    """On whose edge of the table an army is drawn: on its own, or across from the other one where it has no role."""
    roles = [army.role for army in armies]
    if roles[number]:
        return "defender" if roles[number] == "defender" else "attacker"
    across = len(armies) == 2 and (roles[1 - number] == "attacker" or (number == 1 and not roles[0]))
    return "defender" if across else "attacker"


def _side(number: int, army: ListArmy, edge: Literal["attacker", "defender"], catalogue: Catalogue) -> Side:
    groups = tuple(
        Group(
            entry.unit,
            max(entry.count, 0),
            entry.written.own.general,
            entry.written.own.options,
            entry.where,
            printable(entry.written.name),
        )
        for entry in army.entries
        if entry.unit is not None
    )
    stronghold = catalogue.stronghold
    if army.role != "attacker" and stronghold is not None and not any(group.troop.is_place for group in groups):
        groups += (Group(stronghold, 1, False, (), army.where),)  # it may have to defend
    result = Army.model_construct(
        role=edge,
        name=printable(army.name),
        livery=LIVERIES[number % len(LIVERIES)],
        elements=[],
        stands=[],
        stronghold=None,
    )
    return Side(result, number, groups, (), catalogue, undecided=not army.role)


def verdicts_of(battle: Battle, catalogue: Catalogue, options: KitOptions) -> list[Judged]:
    """The armies of a scenario as the checker of lists judges them."""
    from ibbprint.systems.element_battle.checks import as_list

    checker = Checker(catalogue, options)
    result = ArmyList(str(battle.source.file), battle.scenario.scenario.title)
    verdicts = []
    for side in battle.sides:
        report = Report()
        army = as_list(battle, side)
        result.armies = [army]
        (judged,) = checker.judged([(result, army)], report)
        verdicts.append(Judged(judged, tuple(report)))
    return verdicts


def whole_bill(catalogue: Catalogue, options: KitOptions, report: Report) -> Bill:
    """One element of every type, for those who make up armies."""
    groups = tuple(Group(troop, 1, False, (), Where(GAME)) for troop in catalogue.fighting)
    army = Army.model_construct(
        role="defender", name="Every type", livery=LIVERIES[0], elements=[], stands=[], stronghold=None
    )
    head = Head(id=GAME, title=f"Element battle, {amount(catalogue.figures['points'])} points")
    battle = _battle(head, [Side(army, 0, groups, (), catalogue)], Where(GAME))
    return Bill(battle, catalogue, options, report, kit_sort="whole")
