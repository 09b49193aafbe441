"""A checked list on paper: the roster that proves to an opponent what was checked, and the counters of the army."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ibbprint.catalogue.documents import Document
from ibbprint.engine.api.checking import Finding
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.lists import CheckedArmy, CheckedRow
from ibbprint.engine.breaches import add_to, with_breaches
from ibbprint.engine.lists.files import printable, slug
from ibbprint.materials import Kit, Section, Text, by_name, square
from ibbprint.materials.booklets import FaceFigure, Figure, ShownFace
from ibbprint.problems import Problem, Report, Severity
from ibbprint.systems.ibb.catalogue import GAME
from ibbprint.systems.ibb.kit import make_kit
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.counters import BOUGHT, order_of_battle
from ibbprint.systems.ibb.lists.as_battle import battle_of
from ibbprint.systems.ibb.lists.checker import Checker
from ibbprint.systems.ibb.lists.records import Army, ArmyList, Entry
from ibbprint.systems.ibb.models.units import Equipment

ROSTER = Section("roster", "Roster")
FACES = 1.0
"""How large the faces on a roster are, as a share of a counter."""
PAGES = 2
"""On so many pages the type is made to fit, down to the smallest that can be read; longer lists take more."""
MOST_IN_ONE_COLUMN = 40
"""Entries and findings; with more the page has two columns."""
MOST_COUNTERS = 2000
MOST_FINDINGS = 16
"""What fits on two pages: more findings are counted."""
KIT_PARTS = frozenset({"counters", "markers", "templates", "spells"})


def make_roster(document: Document, checker: Checker, options: KitOptions, report: Report) -> Kit | None:
    """The list as one or two pages, or None when it cannot be read. What is wrong with it stands on the pages."""
    armies = checker.read([document], report)
    if not armies:
        return None
    judged = checker.judged(armies, report)
    result = armies[0][0]
    title, edition = printable(result.title or armies[0][1].name), printable(result.edition, 20)
    faces = _faces(armies, checker, options)
    undecided = any(army.left_open for army in judged)
    values = {
        "title": title,
        "edition": edition,
        "hash": "-".join(army.hash for army in judged),
        "armies": [_army(item, army) for item, (_, army) in zip(judged, armies, strict=True)],
        "verdict": "not legal" if not report.ok else "cannot be judged" if undecided else "legal",
        "findings": [_finding(problem) for problem in _gravest(report)],
        "more": max(0, len(report) - MOST_FINDINGS),
        "rules": [printable(f"{name} = {value}") for name, (value, _) in result.rules.items()],
        "packs": [printable(pack.name) for pack in options.packs],
        "faces": bool(faces),
        "reconstructed": _reconstructed([entry for _, army in armies for entry in army.entries]),
    }
    rows = sum(len(army.entries) + len(army.formations) for _, army in armies)
    is_long = rows + min(len(report), MOST_FINDINGS) > MOST_IN_ONE_COLUMN
    text = Text(
        id="roster",
        section=ROSTER.id,
        title=ROSTER.title,
        template="ibb/roster.md.j2",
        values=values,
        columns=2 if is_long else 1,
        pages=PAGES,
        front=True,
        aid=True,
        figures={"faces": tuple(faces)} if faces else {},
        typed=True,
    )
    return Kit(slug(title, GAME), GAME, title, edition, [ROSTER], texts=[text], undecided=undecided)


def make_list_kit(document: Document, checker: Checker, options: KitOptions, report: Report) -> Kit | None:
    """Make the kit that plays a list: counters, markers, spells with their templates. None if the report has errors.

    With `options.force` an illegal army is made all the same: its errors are warnings, and on a page of the kit.
    """
    armies = checker.read([document], report)
    judged = Report()
    if armies:
        checker.judged(armies, judged)
    findings = [Finding("", "", problem) for problem in judged]
    add_to(report, findings, force=options.force)
    count = sum(entry.count for _, army in armies for entry in army.entries)
    if count > MOST_COUNTERS:
        message = f"{count} counters are more than a kit can have: {MOST_COUNTERS}."
        report.error(armies[0][1].where, "read:size", message, "Check the numbers before the units.")
    if not armies or not report.ok:
        return None
    battle = battle_of(armies, checker, options, report)
    if options.only:
        return make_kit(battle, checker.catalogue, options, report)
    kit = make_kit(battle, checker.catalogue, replace(options, only=KIT_PARTS), report)
    sections = [section if section.id in KIT_PARTS else section._replace(extra=True) for section in kit.sections]
    return with_breaches(replace(kit, sections=sections), findings, tuple)


def _faces(pairs: Sequence[tuple[ArmyList, Army]], checker: Checker, options: KitOptions) -> list[Figure]:
    """A face for each different entry, in the order of the list, and how many of it there are."""
    quiet = Report()
    bill = Bill(battle_of(pairs, checker, options, quiet, full=False), checker.catalogue, options, quiet)
    size = square(bill.options.counter_mm)
    entries = [entry for _, army in pairs for entry in army.entries if entry.unit is not None and entry.count > 0]
    counts = [entry.count for entry in entries if not isinstance(entry.unit, Equipment)]
    bought = [row for row in order_of_battle(bill) if row.why.startswith(BOUGHT)]
    faces: dict[tuple[Any, ...], tuple[ShownFace, int]] = {}
    for row, count in zip(bought, counts, strict=True):
        values = by_name(row.values)
        side = values["side"]["id"]
        key = (side, values["unit"], values["name"], values.get("attack"), values.get("defence"))
        face, before = faces.get(key, (ShownFace(row.face or bill.face("unit"), values, size, FACES), 0))
        faces[key] = face, before + count
    return [FaceFigure((face._replace(caption=f"{count} ×"),)) for face, count in faces.values()]


def _reconstructed(entries: Sequence[Entry]) -> str:
    """Whether the prices are a reconstruction: `all` of them, `some`, or nothing. A pack's own are none."""
    items = [_is_made_up(entry) for entry in entries if entry.unit is not None]
    return "all" if items and all(items) else "some" if any(items) else ""


def _is_made_up(entry: Entry) -> bool:
    return entry.unit is not None and entry.unit.price is not None and entry.unit.price.reconstructed


def _army(army: CheckedArmy, read: Army) -> dict[str, Any]:
    spare = None if army.limit is None else army.limit - army.total
    rows, formation = [], ""
    for row, entry in zip(army.rows, read.entries, strict=True):
        heading = "" if row.formation == formation else row.formation or "no formation"
        formation = row.formation
        rows.append({**_row(row), "heading": printable(heading), "reconstructed": _is_made_up(entry)})
    return {
        **army._asdict(),
        "name": printable(army.name),
        "legal": army.legal,
        "spare": spare,
        "facts": [fact.text for fact in army.facts],
        "rows": rows,
    }


def _row(row: CheckedRow) -> dict[str, Any]:
    price, total = row.amounts
    return {**row._asdict(), "name": printable(row.whole_name), "price": price, "sum": total}


def _gravest(report: Report) -> list[Problem]:
    """The findings that have room, errors before warnings and notes, in the order of the file."""
    problems = sorted(report, key=lambda problem: problem.severity)[:MOST_FINDINGS]
    return [problem for problem in report if problem in problems]


def _finding(problem: Problem) -> dict[str, Any]:
    return {
        "line": problem.where.line,
        "severity": problem.severity.word,
        "bad": problem.severity is not Severity.NOTE,
        "message": printable(f"{problem.message} {problem.hint}".strip(), 500),
        "rule": problem.rule.partition(":")[2] if problem.rule.startswith(f"{GAME}:") else problem.rule,
    }


__all__ = ["make_list_kit", "make_roster"]
