"""Rosters as battles, so that what belongs to them is printed like that of a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ibbprint.catalogue.documents import Document
from ibbprint.catalogue.source import at_one_place
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.lists import Judged
from ibbprint.problems import Report, Where
from ibbprint.systems.battle_turn.catalogue import GAME, Catalogue
from ibbprint.systems.battle_turn.kit.bill import Bill
from ibbprint.systems.battle_turn.models import Roster, Scenario, ScenarioHead
from ibbprint.systems.battle_turn.rosters.checker import EDITION, Checker
from ibbprint.systems.battle_turn.rosters.judging import problems
from ibbprint.systems.battle_turn.rosters.records import of_roster
from ibbprint.systems.battle_turn.scenarios import Battle, Side, UnitPlace, keyed_units, leaders_of, side_of


def bill_of(
    document: Document, checker: Checker, options: KitOptions, report: Report, *, tell_findings: bool
) -> Bill | None:
    """The bill of a roster in a file; None where it cannot be read, with the reasons in the report.

    What breaks a rule is on its sheet; with `tell_findings` it goes into the report too.
    """
    findings = Report()
    judged = checker.read(document, findings)
    rosters = [roster for item in judged if (roster := item.roster.roster()) is not None]
    if not judged or len(rosters) < len(judged):
        report.add_all(findings)
        if report.ok:
            report.error(Where(document.name), "read:roster", "there is no roster in this file.")
        return None
    if tell_findings:
        report.add_all(findings)
    written = [item.roster for item in judged]
    title = " and ".join(roster.name for roster in rosters)
    places = [[[row.at("name") for row in rows] for rows in (item.leaders, item.units)] for item in written]
    bill = _bill(rosters, title, rosters[0].id, written[0].where, checker.catalogue, options, report, places)
    bill.verdicts = [Judged(checker.army(item.roster, item.problems), tuple(item.problems)) for item in judged]
    bill.dressed = {
        roster.livery: item.places.get("livery", item.where) for roster, item in zip(rosters, written, strict=True)
    }
    return bill


def whole_bill(catalogue: Catalogue, options: KitOptions, report: Report) -> Bill:
    """The bill of every roster of the catalogue."""
    rosters = list(catalogue.rosters)
    bill = _bill(rosters, "The Battle Turn: every roster", GAME, Where(GAME), catalogue, options, report)
    bill.verdicts = verdicts_of(bill.battle, catalogue)
    return bill


def verdicts_of(battle: Battle, catalogue: Catalogue) -> list[Judged]:
    """The rosters of a battle as the checker judges them."""
    checker = Checker(catalogue)
    result = []
    for number, army in enumerate(battle.armies):
        written = of_roster(army.roster, partial(battle.source.where, "armies", number))
        report = Report()
        for problem in problems(written, catalogue):
            report.add(problem)
        result.append(Judged(checker.army(written, report)._replace(name=army.name), tuple(report)))
    return result


def _bill(
    rosters: Sequence[Roster],
    title: str,
    id: str,
    where: Where,
    catalogue: Catalogue,
    options: KitOptions,
    report: Report,
    places: Sequence[Sequence[Sequence[Where]]] = (),
) -> Bill:
    """The bill of some rosters; `places` says where the leaders and the units of each were written."""
    source = at_one_place(where)
    sides = [_side(roster, number) for number, roster in enumerate(rosters)]
    units = tuple(UnitPlace(key, n, unit, where) for n, side in enumerate(sides) for key, unit in keyed_units(side))
    leaders = tuple(place for n, side in enumerate(sides) for place in leaders_of(side, n, source))
    if places:
        written = [[where for roster in places for where in roster[part]] for part in (0, 1)]
        leaders = tuple(item._replace(where=where) for item, where in zip(leaders, written[0], strict=True))
        units = tuple(item._replace(where=where) for item, where in zip(units, written[1], strict=True))
    # A roster alone is no scenario: a scenario of two is asked for everywhere else.
    scenario = Scenario.model_construct(
        scenario=ScenarioHead(id=id, title=title[:80], edition=EDITION), terrain=[], armies=[], rosters=list(rosters)
    )
    battle = Battle(scenario, source, (), tuple(sides), units, leaders)
    return Bill(battle, catalogue, options, report, kit_sort="whole" if options.whole else "list")


def _side(roster: Roster, number: int) -> Side:
    letter = roster.letter if number < 2 else chr(ord("A") + number)
    return side_of(roster, letter=letter, name=roster.name)
