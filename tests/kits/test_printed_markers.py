"""The sheets of markers: as many of each as its formula says of the scenario, with the reasons beside them."""

from __future__ import annotations

import math
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import NOTHING, SCENARIOS, Over, battle, entries, filled, make_pack, plain, printed
from tests.pdf import Document, read_pdf
from tests.sheets import Slot, head, sheets_of, slots

BY_HAND = {
    # Defend the Bridge, worked out with pencil: 18 units of troops (10 and 8), 7 turns, 4 formations, 1 heavy cavalry,
    # 6 with a range (slingers, crossbows and 4 spearmen), 1 engineer, 1 engine, 1 priest and no wizard,
    # 2 bridges and 1 village hex, 4 forces set up on a bank.
    "disorganised": 9,  # half of 18
    "berserk": 3,  # a sixth of 18
    "rally-attempt": 5,  # a quarter of 18 is 4½
    "balked": 1,  # the heavy cavalry
    "acted": 3,  # a sixth of 18; two who could shoot at the one charge are fewer
    "moved": 1,  # one formation with heavy cavalry
    "shot-used": 4,  # four spearmen
    "under-fire": 5,  # four formations and one priest; seven could shoot
    "charged": 2,  # two formations may stand in the one hex that is charged
    "lost-unit": 5,  # a quarter of 18
    "fear": 1,  # one priest can strike one formation
    "fort-1": 2,  # one engineer, 7 turns: two levels
    "works-1": 1,
    "works-3": 1,
    "works-5": 1,  # 7 turns are enough for the second level
    "rubble": 3,  # two bridges and the village, for there is an engine
    "prayer": 1,
    "wahoo": 1,
    "glamour": 2,  # two areas for the priest
    "bank-north": 4,
    "turn": 1,
}


def face(marker: dict[str, Any], over: Over = NOTHING) -> tuple[str, ...]:
    """What stands on a marker: its name and, if it has one, its figure."""
    return tuple(sorted(text for text in (marker["name"], filled(marker.get("figure", ""), marker, over)) if text))


def symbols(marker: dict[str, Any], over: Over = NOTHING) -> list[str]:
    """The symbol of a marker and, if its figure changes something in a combat, the sign of what it changes."""
    changes = marker.get("changes", "")
    if by := re.fullmatch(r"\{modifiers\.([\w-]+)\.changes\}", changes):
        changes = entries("modifiers", over)[by[1]].get("changes", "die")
    return [marker["symbol"], *([f"sign-{changes}"] if changes else [])]


def shown(slot: Slot) -> tuple[str, ...]:
    return tuple(sorted(slot.texts))


def facts(scenario: str) -> dict[str, int]:
    """What formulas may count, counted here from the plain files."""
    data, units = battle(scenario), entries("units")
    forces = [(units[f["unit"]], int(f.get("count", 1)), f) for f in data["forces"]]

    def count(test: Any) -> int:
        return sum(n for unit, n, force in forces if test(unit, force))

    def troops(test: Any) -> int:
        return count(lambda u, f: u.get("kind", "troops") == "troops" and test(u))

    kinds: Counter[str] = Counter()
    for unit, number, _ in forces:
        kinds[unit.get("kind", "troops")] += number
    hexmap = plain(SCENARIOS / "maps" / f"{data['scenario']['map']}.yaml")["map"]
    village = [letter for letter, ground in hexmap["legend"].items() if ground == "village"]
    summon = int(entries("spells")["summon-primal-goons"]["cost"])
    raising = int(entries("spells")["summon-the-walking-dead"]["cost"])
    wizards = [(f["side"], int(u["rating"])) for u, _, f in forces if u.get("kind") == "wizard"]
    assert len({side for side, _ in wizards}) == len(wizards), "no side here has two who could pool their mana"
    conditions = [item for level in data["victory"] for item in level["all"]]
    return {
        "units": kinds["troops"],
        "shooters": troops(lambda u: "range" in u),
        "spearmen": troops(lambda u: "shots" in u),
        "horse": troops(lambda u: u["arm"] == "horse"),
        "heavy_horse": troops(lambda u: "charge" in u.get("abilities", ())),
        "dragoons": troops(lambda u: u.get("on") == "dismounted"),
        "engineers": troops(lambda u: "engineering" in u.get("abilities", ())),
        "scouts": troops(lambda u: "hidden-scouting" in u.get("abilities", ())),
        "engines": count(lambda u, f: u.get("kind") == "engine" and u["direct_fire"] == "false"),
        "bombards": count(lambda u, f: u.get("kind") == "engine" and u["direct_fire"] == "true"),
        "captains": kinds["captain"],
        "wizards": kinds["wizard"],
        "priests": kinds["priest"],
        "casters": kinds["wizard"] + kinds["priest"],
        "leaders": kinds["captain"] + kinds["wizard"] + kinds["priest"],
        "formations": len(data["formations"]),
        "sides": len(data["sides"]),
        "turns": int(data["scenario"]["turns"]),
        "summoners": count(lambda u, f: u.get("kind") == "wizard" and int(u["rating"]) >= summon),
        "risen": sum(max(0, rating - raising) for _, rating in wizards),
        "water_setups": count(lambda u, f: "bank" in f),
        "structures": len(hexmap["bridges"])
        + sum(row.count(letter) for row in hexmap["terrain"] for letter in village),
        **{
            name: int(entries("figures")[figure]["value"])
            for name, figure in (
                ("fort_turns", "fort-1-turns"),
                ("fort_2_turns", "fort-2-turns"),
                ("pontoon_turns", "pontoon-turns"),
            )
        },
        "losers": len({condition["side"] for condition in conditions if condition["kind"] == "strength-lost"}),
        "petards": 0,
        "fort_levels": 0,
    }


def worked_out(scenario: str, over: Over = NOTHING) -> dict[str, int]:
    """Every marker's formula as Python reads it, over the facts counted above."""
    names: dict[str, Any] = {name: Fraction(value) for name, value in facts(scenario).items()}
    names.update(ceil=math.ceil, floor=math.floor, min=min, max=max)
    result = {}
    for marker in entries("markers", over).values():
        result[marker["id"]] = int(eval(marker["count"], {"__builtins__": {}}, names))  # our own file
    return result


def test_formulas_give_what_was_worked_out_by_hand() -> None:
    """For Defend the Bridge the formulas of the catalogue come to the numbers that were worked out with pencil."""
    assert {name: count for name, count in worked_out("defend-the-bridge").items() if count} == BY_HAND


def check_counts(scenario: str, document: Document, over: Over) -> None:
    """The sheets hold each marker exactly as often as its formula says, and no other marker."""
    counts = Counter(shown(slot) for front, _ in sheets_of(document, "Markers") for slot in slots(front))
    expected: Counter[tuple[str, ...]] = Counter()
    for name, count in worked_out(scenario, over).items():
        expected[face(entries("markers", over)[name], over)] += count
    assert counts == +expected


def check_sides(document: Document, over: Over) -> None:
    """Behind each marker lies what `back` names, or the same marker again, each with its symbols."""
    markers = entries("markers", over)
    by_face = {face(m, over): m for m in markers.values()}
    for front, back in sheets_of(document, "Markers"):
        for slot in slots(front):
            turned = slot.box.mirrored(back.width)
            other = next(s for s in slots(back) if abs(s.box.left - turned.left) + abs(s.box.top - turned.top) < 0.02)
            marker = by_face[shown(slot)]
            behind = markers[marker["back"]] if "back" in marker else marker
            assert shown(other) == face(behind, over)
            assert slot.symbols == symbols(marker, over)
            assert other.symbols == symbols(behind, over)


def check_reasons(scenario: str, document: Document, over: Over) -> None:
    """A sheet of text names each marker of the kit with its number, its formula and the reason for it."""
    pages = [page for page in document.pages if "how many, and why" in head(page)]
    assert pages
    text = " ".join(page.text for page in pages)
    total = 0
    for name, count in worked_out(scenario, over).items():
        marker = entries("markers", over)[name]
        if count:
            total += count
            assert marker["rule"] in text
            for words in (marker["name"], marker["why"]):
                missing = [word for word in words.split() if word.strip(",.;:") not in text]
                assert not missing, (name, missing)
    assert f"{total} markers" in text
    assert over or f"units = {facts(scenario)['units']} " in text


def test_each_marker_is_printed_as_often_as_its_formula_says(scenario: str, marker_document: Document) -> None:
    """The sheets hold each marker exactly as often as its formula says of the scenario, and no other marker."""
    check_counts(scenario, marker_document, NOTHING)


def test_the_back_of_each_marker_is_the_one_the_catalogue_names(marker_document: Document) -> None:
    """Behind each marker lies what `back` names, or the same marker again, each with its symbols."""
    check_sides(marker_document, NOTHING)


def test_the_reasons_are_printed_with_the_numbers_for_whoever_asks(scenario: str) -> None:
    """A sheet of text names each marker of the kit with its number, its formula and the reason for it."""
    check_reasons(scenario, read_pdf(printed(scenario, only=["reasons"]).pdf), NOTHING)


@pytest.mark.parametrize(("formula", "count"), [("units", 18), ("2 * sides + 1", 5), ("0", 0), ("ceil(units / 7)", 3)])
def test_a_changed_formula_changes_the_sheet(formula: str, count: int, tmp_path: Path) -> None:
    """A designer who changes the formula of one marker gets another number of it and the same of all others."""
    changed = {**entries("markers")["berserk"], "count": formula}
    pack = make_pack(tmp_path / "pack", {"markers.yaml": {"markers": [changed]}})
    document = read_pdf(printed("defend-the-bridge", packs=[pack], only=["markers"]).pdf)
    counts = Counter(shown(slot) for front, _ in sheets_of(document, "Markers") for slot in slots(front))
    assert counts[face(changed)] == count
    assert sum(counts.values()) == sum(BY_HAND.values()) - BY_HAND["berserk"] + count
