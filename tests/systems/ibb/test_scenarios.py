"""The three scenarios, shipped and as printed: order of battle, victory, rulings applied, facts and findings."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ibbprint.catalogue.formula import evaluate
from ibbprint.problems import Report, Severity, Where
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.checks import check_battle
from ibbprint.systems.ibb.facts import MEANINGS, facts
from ibbprint.systems.ibb.models.scenarios import Zone
from ibbprint.systems.ibb.models.units import Engine, Leader
from ibbprint.systems.ibb.models.victory import Condition, Dead, Holds, NoneOn, StrengthAcross, StrengthLost
from ibbprint.systems.ibb.scenarios import Battle, Line, find, read_battle
from ibbprint.systems.ibb.setup_checks import CERTAIN, findings
from tests.helpers import app

SHIPPED = ("defend-the-bridge", "hastings", "stirling")
PRINTED = tuple(f"{name}-as-printed" for name in SHIPPED)

# Side, unit, rating in force, count, where, formation, turn, bank, name. `-` is nothing.
ORDER = {
    "defend-the-bridge": """
        tudwall heavy-cavalry-q3        4-3-6Q3 1 2009 king     0 -     -
        tudwall captain-4               -       1 2009 king     0 -     King Tudwall
        tudwall siege-engine            -       1 2009 -        0 -     -
        tudwall engineers-q3            1-1-5Q3 1 2009 -        0 -     -
        tudwall slingers-q2             2-2-3Q2 1 2007 prince   0 -     -
        tudwall crossbowmen-q3          2-2-4Q2 1 1906 prince   0 south -
        tudwall spearmen-q2             2-2-4Q2 1 1907 prince   0 -     -
        tudwall pikemen-q3              4-3-2Q3 1 1807 prince   0 -     -
        tudwall light-cavalry-q2        2-1-6Q2 1 1806 prince   0 -     -
        tudwall captain-2               -       1 1806 prince   0 -     Prince Loholt
        tudwall heavy-infantry-q3       3-3-3Q3 1 1808 prince   0 -     -
        tudwall light-infantry-q2       3-2-4Q2 2 2008 king     3 -     -
        rotwang spearmen-q2             2-2-4Q2 1 1707 warlord  0 -     -
        rotwang spearmen-q2             2-2-4Q2 1 1608 warlord  0 -     -
        rotwang spearmen-q2             2-2-4Q2 1 1507 warlord  0 -     -
        rotwang axemen-q4               3-4-4Q4 1 1607 warlord  0 -     -
        rotwang captain-4               -       1 1607 warlord  0 -     Rotwang
        rotwang light-infantry-q2       3-2-4Q2 1 1506 cuthbert 0 south -
        rotwang light-infantry-q2       3-2-4Q2 1 1407 cuthbert 0 -     -
        rotwang captain-3               -       1 1407 cuthbert 0 -     Sir Cuthbert
        rotwang priest-3                -       1 1306 -        0 north Father Bone
        rotwang dragoons-q2-dismounted  2-2-4Q2 1 1403 -        0 -     -
        rotwang dragoons-q2             3-3-5Q2 1 1606 -        0 south -
    """,
    "hastings": """
        select axemen-q4                3-4-4Q4 15 line       core         0 - -
        select captain-5                -        1 line       core         0 - Captain of the line
        select light-infantry-q2        3-2-4Q2  3 ridge-west west         0 - -
        select captain-3                -        1 ridge-west west         0 - Captain of the west ridge
        select light-infantry-q2        3-2-4Q2  3 ridge-east east         0 - -
        select captain-3                -        1 ridge-east east         0 - Captain of the east ridge
        select spearmen-q1              2-2-4Q1  4 crest      -            0 - -
        select priest-4                 -        2 line       -            0 - -
        select wizard-5                 -        1 line       -            0 - -
        normen dragoons-q2              3-3-5Q2  5 left       left         0 - -
        normen elven-archers-q3         3-2-4Q3  2 0414       left         0 - -
        normen captain-3                -        1 0414       left         0 - Captain of the left wing
        normen heavy-cavalry-q3         4-3-6Q3  5 centre     centre-horse 0 - -
        normen dragoons-q3              3-3-5Q3  3 centre     centre-horse 0 - -
        normen elven-heavy-infantry-q3  3-2-4Q3  3 centre     centre-foot  0 - -
        normen elven-archers-q3         3-2-4Q3  3 centre     centre-foot  0 - -
        normen wizard-4                 -        1 centre     -            0 - -
        normen priest-4                 -        3 centre     -            0 - -
        normen captain-4                -        1 centre     centre-horse 0 - Cavalry captain of the centre
        normen captain-4                -        1 centre     centre-foot  0 - Infantry captain of the centre
        normen light-cavalry-q2         2-1-6Q2  3 right      right-horse  0 - -
        normen slingers-q2              2-2-3Q2  3 right      right-foot   0 - -
        normen ranger-infantry-q3       3-2-4Q3  1 right      right-foot   0 - -
        normen captain-2                -        1 right      right-horse  0 - Cavalry captain of the right
        normen captain-3                -        1 right      right-foot   0 - Infantry captain of the right
    """,
    "stirling": """
        skatch   axemen-q4         3-3-4Q4 15 crest-core  axes          0 - -
        skatch   captain-5         -        1 crest-core  axes          0 - Wallish
        skatch   pikemen-q3        4-3-2Q3  3 flank-west  pikes-west    0 - -
        skatch   captain-4         -        1 flank-west  pikes-west    0 - Captain of the pikes
        skatch   pikemen-q3        4-3-2Q3  3 flank-east  pikes-east    0 - -
        skatch   priest-4          -        2 0810        -             0 - -
        aenglish elven-archers-q3  3-2-4Q3  3 facing-line bows-and-foot 0 - -
        aenglish light-infantry-q3 3-2-4Q3  3 facing-line bows-and-foot 0 - -
        aenglish elf-rangers-q3    2-2-5Q3  6 facing-line rangers       0 - -
        aenglish dragoons-q2       3-3-5Q2  3 facing-line dragoons      0 - -
        aenglish engineers-q3      1-1-5Q3  1 facing-line -             0 - -
        aenglish siege-engine      -        1 facing-line -             0 - -
        aenglish captain-4         -        1 facing-line bows-and-foot 0 - Captain of bows and foot
        aenglish captain-4         -        1 facing-line rangers       0 - Captain of the rangers
        aenglish captain-4         -        1 facing-line dragoons      0 - Edmund
    """,
    "defend-the-bridge-as-printed": """
        tudwall heavy-cavalry-q3        4-3-6Q3 1 2009 king     0 -     -
        tudwall captain-4               -       1 2009 king     0 -     King Tudwall
        tudwall siege-engine            -       1 2009 -        0 -     -
        tudwall engineers-q3            1-1-5Q3 1 2009 -        0 -     -
        tudwall slingers-q2             2-2-3Q2 1 2007 -        0 -     -
        tudwall crossbowmen-q3          2-2-4Q2 1 1906 -        0 south -
        tudwall spearmen-q2             2-2-4Q2 1 1907 -        0 -     -
        tudwall pikemen-q3              4-3-2Q3 1 1807 -        0 -     -
        tudwall light-cavalry-q2        2-1-6Q2 1 1806 prince   0 -     -
        tudwall captain-2               -       1 1806 prince   0 -     Prince Loholt
        tudwall heavy-infantry-q3       3-3-3Q3 1 1808 -        0 -     -
        tudwall light-infantry-q2       3-2-4Q2 2 2008 -        3 -     -
        rotwang spearmen-q2             2-2-4Q2 1 1707 warlord  0 -     -
        rotwang spearmen-q2             2-2-4Q2 1 1608 warlord  0 -     -
        rotwang spearmen-q2             2-2-4Q2 1 1507 warlord  0 -     -
        rotwang axemen-q4               3-4-4Q4 1 1607 warlord  0 -     -
        rotwang captain-4               -       1 1607 warlord  0 -     Rotwang
        rotwang light-infantry-q2       3-2-4Q2 1 1506 cuthbert 0 south -
        rotwang light-infantry-q2       3-2-4Q2 1 1407 cuthbert 0 -     -
        rotwang captain-3               -       1 -    cuthbert 0 -     Sir Cuthbert
        rotwang priest-3                -       1 1306 -        0 north Father Bone
        rotwang dragoons-q2-dismounted  2-2-4Q2 1 1403 brothers 0 -     -
        rotwang dragoons-q2             3-3-5Q2 1 1606 brothers 0 south -
    """,
    "hastings-as-printed": """
        select axemen-q4                3-4-4Q4 15 line   core         0 - -
        select captain-5                -        1 line   core         0 - Captain of the line
        select light-infantry-q2        3-2-4Q2  3 ridge  ridge        0 - -
        select captain-3                -        1 ridge  ridge        0 - Captain of the ridge line
        select spearmen-q1              2-2-4Q1  4 crest  -            0 - -
        select priest-4                 -        2 -      -            0 - -
        select wizard-5                 -        1 -      -            0 - -
        normen dragoons-q2              3-3-5Q2  5 left   left         0 - -
        normen elven-archers-q3         3-2-4Q3  2 -      left         0 - -
        normen captain-3                -        1 0414   left         0 - Captain of the left wing
        normen heavy-cavalry-q3         4-3-6Q3  5 centre centre-horse 0 - -
        normen dragoons-q3              3-3-5Q3  3 centre centre-horse 0 - -
        normen elven-heavy-infantry-q3  3-2-4Q3  3 centre centre-foot  0 - -
        normen elven-archers-q3         3-2-4Q3  3 centre centre-foot  0 - -
        normen wizard-4                 -        1 centre -            0 - -
        normen priest-4                 -        3 centre -            0 - -
        normen captain-4                -        1 centre centre-horse 0 - Cavalry captain of the centre
        normen captain-4                -        1 centre centre-foot  0 - Infantry captain of the centre
        normen light-cavalry-q2         2-1-6Q2  3 right  right-horse  0 - -
        normen slingers-q2              2-2-3Q2  3 right  right-foot   0 - -
        normen ranger-infantry-q3       3-2-4Q3  1 right  right-foot   0 - -
        normen captain-2                -        1 right  right-horse  0 - Cavalry captain of the right
        normen captain-3                -        1 right  right-foot   0 - Infantry captain of the right
    """,
    "stirling-as-printed": """
        skatch   axemen-q4         3-3-4Q4 15 crest -         0 - -
        skatch   pikemen-q3        4-3-2Q3  3 crest pikes-one 0 - -
        skatch   pikemen-q3        4-3-2Q3  3 crest pikes-two 0 - -
        skatch   captain-5         -        1 -     -         0 - -
        skatch   captain-4         -        1 -     -         0 - -
        aenglish elven-archers-q3  3-2-4Q3  3 -     archers   0 - -
        aenglish elf-rangers-q3    2-2-5Q3  6 -     rangers   0 - -
        aenglish light-infantry-q3 3-2-4Q3  3 -     foot      0 - -
        aenglish dragoons-q2       3-3-5Q2  3 -     dragoons  0 - -
        aenglish engineers-q3      1-1-5Q3  1 -     -         0 - -
        aenglish siege-engine      -        1 -     -         0 - -
        aenglish captain-4         -        3 -     -         0 - -
    """,
}

CREST = "0410 0509 0510 0610 0611 0710 0711 0810 0811 0910 0911 1010 1011 1110 1111 1210 1211 1310"
CORE = "0610 0611 0710 0711 0810 0811 0910 0911 1010 1011 1110 1111"

ZONES = {
    "defend-the-bridge": {},
    "hastings": {
        "line": CORE,
        "ridge-west": "0410 0509 0510",
        "ridge-east": "1210 1211 1310",
        "crest": CREST,
        "left": "0312 0413 0512",
        "centre": "0613 0614 0713 0714 0813 0814 0615 0715 0815 0914",
        "right": "1113 1214 1313 1413",
    },
    "stirling": {
        "crest-core": CORE,
        "flank-west": "0410 0509 0510",
        "flank-east": "1210 1211 1310",
        "facing-line": "0514 0614 0714 0814 0914 1014 1114 1214 1314",
    },
    "defend-the-bridge-as-printed": {},
    "hastings-as-printed": {
        "line": "0610 0710 0811 0910 1011 1111",
        "ridge": "0410 0509 0510 1210 1211 1310",
        "crest": CREST,
        "left": "0312 0413 0512",
        "centre": "0613 0614 0713 0714 0813 0814",
        "right": "1113 1214 1313 1413",
    },
    "stirling-as-printed": {"crest": CREST},
}

# Turns, sides in order (the first sets up first, R-186), captains of the formations.
HEADS = {
    "defend-the-bridge": (
        7,
        "tudwall rotwang",
        {"king": "King Tudwall", "prince": "Prince Loholt", "warlord": "Rotwang", "cuthbert": "Sir Cuthbert"},
    ),
    "hastings": (
        8,
        "select normen",
        {
            "core": "Captain of the line",
            "west": "Captain of the west ridge",
            "east": "Captain of the east ridge",
            "left": "Captain of the left wing",
            "centre-horse": "Cavalry captain of the centre",
            "centre-foot": "Infantry captain of the centre",
            "right-horse": "Cavalry captain of the right",
            "right-foot": "Infantry captain of the right",
        },
    ),
    "stirling": (
        6,
        "skatch aenglish",
        {
            "axes": "Wallish",
            "pikes-west": "Captain of the pikes",
            "pikes-east": None,
            "bows-and-foot": "Captain of bows and foot",
            "rangers": "Captain of the rangers",
            "dragoons": "Edmund",
        },
    ),
}

# Attack strength: all of it, what is there at the start, and with the engine besides (part E of the rules).
STRENGTH = {
    ("defend-the-bridge", "tudwall"): (26, 20, 29),
    ("defend-the-bridge", "rotwang"): (20, 20, 20),
    ("hastings", "select"): (71, 71, 71),
    ("hastings", "normen"): (83, 83, 83),
    ("stirling", "skatch"): (69, 69, 69),
    ("stirling", "aenglish"): (40, 40, 43),
    ("hastings-as-printed", "select"): (62, 62, 62),
}

# The levels of victory: side and level, then each condition as a line.
VICTORY = {
    "defend-the-bridge": {
        "tudwall minor": ["across tudwall lower >= 75%"],
        "tudwall major": ["across tudwall upper >= 60%"],
        "tudwall incredible": ["reached tudwall major yes", "dead any Rotwang, Sir Cuthbert"],
        "rotwang minor": ["across tudwall lower+upper <= 10"],
        "rotwang major": ["reached rotwang minor yes", "dead all King Tudwall, Prince Loholt"],
    },
    "hastings": {
        "select minor": ["holds select 0910 1110"],
        "select major": ["reached select minor yes", "lost normen >= 50%"],
        "normen minor": ["holds normen 0610 1111"],
        "normen major": ["reached normen minor yes", "lost select >= 65%"],
    },
    "stirling": {
        "aenglish minor": ["none skatch on crest"],
        "aenglish major": ["reached aenglish minor yes", "dead all Wallish"],
        "skatch minor": ["reached aenglish minor no"],
        "skatch major": ["lost aenglish >= 25%", "dead all Edmund"],
    },
}
# The source gives the Skatch their minor victory when the Aenglish have neither of theirs.
AS_PRINTED_SKATCH = ["reached aenglish minor no", "reached aenglish major no"]

CROSSINGS = {"lower": ("1707", "1607 1608", None, "tudwall-side"), "upper": ("1406", "1305 1405 1505", "north", None)}

SPECIAL = {
    ("antipathy", "skatch", "aenglish", None, None),
    ("antipathy", "aenglish", "skatch", None, None),
    ("melee-bonus", "skatch", "aenglish", 1, None),
    ("caster-may-cast", "skatch", None, None, "yawning-chasm"),
    ("shared-hex", "skatch", None, None, None),
}

# The rulings on each scenario (C.13, C.14, C.15 of the rules): all of them are applied.
SCENARIO_RULINGS = {"defend-the-bridge": range(160, 169), "hastings": range(169, 178), "stirling": range(178, 188)}
NOT_APPLIED: dict[str, str] = {}
"""Rulings on a scenario that it need not name, with the reason."""

# Counted by hand on the orders of battle.
FACTS = {
    "defend-the-bridge": {
        "units": 18,  # 8 + 2 reinforcements of Tudwall; 8 of Rotwang
        "shooters": 6,
        "spearmen": 4,
        "horse": 3,
        "heavy_horse": 1,
        "dragoons": 1,
        "anti_cavalry": 5,  # four javelinmen, the pikes
        "refusers": 1,
        "engineers": 1,
        "engines": 1,
        "captains": 4,
        "priests": 1,
        "casters": 1,
        "leaders": 5,
        "formations": 4,
        "sides": 2,
        "turns": 7,
        "water_setups": 4,
        "structures": 3,
        "spells_lasting": 2,  # Distraction and Glamour of a priest of 3
    },
    "hastings": {
        "units": 53,  # 15 + 6 + 4 and 7 + 14 + 7
        "shooters": 12,
        "spearmen": 4,
        "horse": 16,
        "heavy_horse": 5,
        "dragoons": 8,
        "anti_cavalry": 4,
        "refusers": 3,
        "haters": 23,  # 2 + 3 + 3 elves, 15 dwarves
        "losers": 2,  # half of the Normen, 65% of the Select
        "captains": 8,
        "wizards": 2,
        "priests": 5,
        "casters": 7,
        "leaders": 15,
        "formations": 8,
        "sides": 2,
        "turns": 8,
        "summoners": 2,
        "structures": 3,
        "spells_lasting": 6,  # Fearball, Goons; Lightning, Distraction, Glamour; two priests of 4 share a Chasm
    },
    "stirling": {
        "units": 37,  # 15 + 6 and 3 + 3 + 6 + 3 + 1
        "shooters": 3,
        "horse": 3,
        "dragoons": 3,
        "anti_cavalry": 6,
        "haters": 37,  # everybody, by a special rule
        "losers": 1,  # a quarter of the Aenglish
        "engineers": 1,
        "engines": 1,
        "captains": 5,
        "priests": 2,
        "casters": 2,
        "leaders": 7,
        "formations": 6,
        "sides": 2,
        "turns": 6,
        "structures": 3,
        "spells_lasting": 4,  # Lightning, Distraction, Glamour, and the shared Chasm
    },
}

WORKS = {"fort_turns": 2, "fort_2_turns": 7, "pontoon_turns": 10}

# What the present checks find: rule and message. A shipped scenario is without any finding.
FINDINGS = {
    "defend-the-bridge-as-printed": set[tuple[str, str]](),
    "hastings-as-printed": set[tuple[str, str]](),
    "stirling-as-printed": {("ibb:G-40", "'wizard' has no rating, and the unit list has several.")},
}


@cache
def catalogue(**switched: str) -> Catalogue:
    report = Report()
    result = Catalogue.open((), [(name, value, Where("test")) for name, value in switched.items()], report)
    assert result is not None
    assert [str(problem) for problem in report] == []
    return result


@cache
def battle(name: str) -> tuple[Battle, Report]:
    report = Report()
    path = find(name, (), report)
    assert path is not None
    scenario = read_battle(path, catalogue(), (), report)
    assert scenario is not None
    check_battle(scenario, catalogue(), report)
    return scenario, report


def shown(line: Line) -> tuple[str, ...]:
    """A line of the order of battle as the tables above write it."""
    force, rated = line.force, line.rated
    rating = "-" if rated is None else f"{rated.attack}-{rated.defence}-{rated.movement}Q{rated.quality}"
    place = "+".join(force.hexes) or force.zone or "-"
    return (
        force.side,
        line.unit.id,
        rating,
        str(force.count),
        place,
        force.formation or "-",
        str(force.turn),
        force.bank or "-",
        force.name or "-",
    )


def expected(name: str) -> list[tuple[str, ...]]:
    rows = [row.split(maxsplit=8) for row in ORDER[name].strip().splitlines()]
    return [tuple(row) for row in rows]


@pytest.mark.rule("R-162", "R-163", "R-169", "R-170", "R-172", "R-174", "R-175", "R-179", "R-180", "R-181")
@pytest.mark.parametrize("name", SHIPPED + PRINTED)
def test_order_of_battle(name: str) -> None:
    """Every line has its unit, rating, number, place, formation, turn and bank, and there is no other line."""
    results = [shown(line) for line in battle(name)[0].lines]
    assert sorted(results) == sorted(expected(name))


@pytest.mark.rule("R-171", "R-173")
@pytest.mark.parametrize("name", SHIPPED + PRINTED)
def test_zones(name: str) -> None:
    """The set-up zones are those of the rules; every one is used."""

    def hexes(zone: Zone) -> str:
        return " ".join(zone.hexes)

    result = battle(name)[0]
    assert {zone.id: hexes(zone) for zone in result.scenario.zones} == ZONES[name]
    assert {line.force.zone for line in result.lines if line.force.zone} == set(ZONES[name])


@pytest.mark.rule("A-180", "A-181", "A-182", "R-161", "R-182")
@pytest.mark.parametrize("name", SHIPPED)
def test_heads(name: str) -> None:
    """Map, turns, sides, who sets up first and who leads which formation are those of the rules."""
    scenario = battle(name)[0].scenario
    turns, sides, captains = HEADS[name]
    assert (scenario.scenario.map, scenario.scenario.turns) == ("forest-map-one", turns)
    assert " ".join(side.id for side in scenario.sides) == sides
    assert scenario.scenario.first_to_set_up == sides.split()[0]
    assert {formation.id: formation.captain for formation in scenario.formations} == captains
    assert not scenario.scenario.as_printed
    assert scenario.scenario.rules == {}


@pytest.mark.parametrize(("name", "side"), list(STRENGTH))
def test_strengths(name: str, side: str) -> None:
    """The attack strength of each army, whole, at the start, and with its engine, is that of the rules."""
    lines = list(battle(name)[0].side_lines(side))
    whole = sum(line.stacking * line.force.count for line in lines)
    start = sum(line.stacking * line.force.count for line in lines if line.force.turn == 0)
    engines = sum(line.unit.attack * line.force.count for line in lines if isinstance(line.unit, Engine))
    assert (whole, start, whole + engines) == STRENGTH[name, side]


@pytest.mark.rule("R-207")
def test_armies_are_called_as_printed() -> None:
    """Display names are those of the source, ids have no punctuation."""
    names = {side.id: side.name for name in SHIPPED for side in battle(name)[0].scenario.sides}
    assert names == {
        "tudwall": "Tudwallish",
        "rotwang": "Rotwangi",
        "select": "Select, Feared",
        "normen": "Nor’Men",
        "skatch": "Skatch",
        "aenglish": "Aenglish",
    }


def test_stacked_casters() -> None:
    """In Hastings the Select's casters start with the highest captain; in Stirling the engine with its engineers."""
    hastings = [line for line in battle("hastings")[0].lines if line.force.stacked_with]
    assert [(line.unit.id, line.force.stacked_with) for line in hastings] == [
        ("priest-4", "Captain of the line"),
        ("wizard-5", "Captain of the line"),
    ]
    stirling = [line for line in battle("stirling")[0].lines if line.force.stacked_with]
    assert [(line.unit.id, line.force.stacked_with) for line in stirling] == [("siege-engine", "engineers-q3")]


def test_printed_ratings_hold() -> None:
    """Just four lines of the shipped scenarios override the unit list: crossbows, axemen twice, dragoons on foot."""
    results = [
        (name, line.unit.id, line.force.rating)
        for name in SHIPPED
        for line in battle(name)[0].lines
        if line.force.rating
    ]
    assert results == [
        ("defend-the-bridge", "crossbowmen-q3", "2-2-4 Q2"),
        ("defend-the-bridge", "axemen-q4", "3-4-4 Q4"),
        ("defend-the-bridge", "dragoons-q2-dismounted", "2-2-4 Q2"),
        ("hastings", "axemen-q4", "3-4-4 Q4"),
    ]


def condition(c: Condition) -> str:
    if isinstance(c, StrengthAcross):
        bound = f">= {c.at_least}" if c.at_least else f"<= {c.at_most}"
        return f"across {c.side} {'+'.join(c.crossings)} {bound}"
    if isinstance(c, Dead):
        return f"dead {c.how_many} {', '.join(c.names)}"
    if isinstance(c, Holds):
        return f"holds {c.side} {' '.join(c.hexes)}"
    if isinstance(c, StrengthLost):
        return f"lost {c.side} >= {c.at_least}"
    if isinstance(c, NoneOn):
        return f"none {c.side} on {c.area}"
    return f"reached {c.side} {c.level} {'yes' if c.met else 'no'}"


@pytest.mark.parametrize("name", SHIPPED + PRINTED)
def test_victory(name: str) -> None:
    """Each side's levels of victory have exactly the conditions of the rules."""
    levels = battle(name)[0].scenario.victory
    results = {f"{level.side} {level.level}": [condition(c) for c in level.all] for level in levels}
    values = dict(VICTORY[name.removesuffix("-as-printed")])
    if name == "stirling-as-printed":
        values["skatch minor"] = AS_PRINTED_SKATCH
        values["aenglish minor"] = ["none skatch on None"]  # the source names no hexes
    assert results == values
    assert len(levels) == len(results)


def test_crossings() -> None:
    """Over a bridge is who stepped off it on the far side and ends beyond it; the print does not say where (G-36)."""
    shipped = {c.id: c for c in battle("defend-the-bridge")[0].scenario.crossings}
    assert {k: (c.bridge, " ".join(c.onto), c.ends_in, c.ends_outside) for k, c in shipped.items()} == CROSSINGS
    printed = battle("defend-the-bridge-as-printed")[0].scenario.crossings
    assert [(c.ends_in, c.ends_outside) for c in printed] == [(None, None), (None, None)]


def test_special_rules() -> None:
    """Stirling alone has rules of its own: antipathy both ways, the Skatch in melee, the shared Chasm."""
    results = {(s.kind, s.side, s.against, s.amount, s.spell) for s in battle("stirling")[0].scenario.special}
    assert results == SPECIAL
    assert battle("defend-the-bridge")[0].scenario.special == []
    assert battle("hastings")[0].scenario.special == []


@pytest.mark.parametrize("name", SHIPPED)
def test_rulings_are_applied(name: str) -> None:
    """Every ruling on a scenario is applied in it, and every ruling that one of its lines names is too."""
    scenario = battle(name)[0].scenario
    applied = set(scenario.scenario.applies)
    assert len(applied) == len(scenario.scenario.applies)
    assert [r for n in SCENARIO_RULINGS[name] if (r := f"R-{n}") not in applied | set(NOT_APPLIED)] == []
    named = {rule for line in battle(name)[0].lines for rule in line.force.rules}
    for parts in (scenario.formations, scenario.zones, scenario.victory, scenario.special):
        named |= {rule for part in parts for rule in part.rules}
    assert {rule for rule in named if rule[0] in "RG"} - applied == set()


@pytest.mark.parametrize("name", PRINTED)
def test_as_printed_applies_nothing(name: str) -> None:
    """A scenario as printed says so, and applies no ruling."""
    scenario = battle(name)[0].scenario
    assert scenario.scenario.as_printed
    assert scenario.scenario.applies == []
    assert [force for force in scenario.forces if not isinstance(force, str) and force.rules] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_has_no_findings(name: str) -> None:
    """A shipped scenario reads without an error or a warning."""
    assert [str(problem) for problem in battle(name)[1] if problem.severity.word != "note"] == []


@pytest.mark.parametrize("name", PRINTED)
def test_printed_findings(name: str) -> None:
    """A scenario as printed reads to the end, with exactly the findings that the checks of the reader give."""
    results = {(problem.rule, problem.message) for problem in battle(name)[1]}
    assert results == FINDINGS[name]
    result = battle(name)[0]
    assert isinstance(result.scenario.forces, list)
    assert len(result.lines) == len(result.scenario.forces) - len(FINDINGS[name])
    assert result.map is not None


def test_printed_casters() -> None:
    """The line that cannot be resolved is the two unrated wizards of Stirling, which R-180 makes priests."""
    result = battle("stirling-as-printed")[0]
    assert isinstance(result.scenario.forces, list)
    resolved = [line.force for line in result.lines]
    (lost,) = [force for force in result.scenario.forces if force not in resolved]
    assert (lost.side, lost.unit, lost.count, lost.unrated) == ("skatch", "wizard", 2, True)


@pytest.mark.rule("R-17", "G-56")
def test_engines_counted() -> None:
    """With engines counted for stacking hex 2009 is over the limit: 4 + 3 + 1 (R-17, G-56)."""
    results = findings(battle("defend-the-bridge")[0], catalogue(engines_stack="count"))
    (problem,) = [f.problem for f in results if f.problem.severity is Severity.ERROR]
    assert problem.message == (
        "too much strength in 2009: Heavy Cavalry 4 + Siege Engine 3 + Engineers 1 = 8, and a hex holds 6."
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_facts(name: str) -> None:
    """The facts that the markers are counted by are those counted by hand; what is not named is none."""
    result = facts(battle(name)[0], catalogue())
    assert set(result) == set(MEANINGS)
    assert {fact: value for fact, value in result.items() if value} == {**FACTS[name], **WORKS}


SKIRMISH = """
scenario: {id: skirmish, title: A skirmish, map: forest-map-one, turns: 4}
sides:
  - {id: one, name: One, army: Army One, letter: O, livery: crimson}
  - {id: two, name: Two, army: Army Two, letter: T, livery: azure}
forces:
"""


def skirmish(folder: Path, *forces: str) -> tuple[dict[str, int], Report]:
    """The facts of a scenario with these lines, and what is found in it."""
    path, report = folder / "skirmish.yaml", Report()
    path.write_text(SKIRMISH + "".join(f"  - {{{line}}}\n" for line in forces), encoding="utf-8")
    scenario = read_battle(path, catalogue(), (), report)
    assert scenario is not None
    check_battle(scenario, catalogue(), report)
    for finding in findings(scenario, catalogue()):
        if finding.check in CERTAIN and finding.problem.severity is Severity.ERROR:
            report.add(finding.problem)
    return facts(scenario, catalogue()), report


# Markers whose number the rules settle, for Defend the Bridge, Hastings and Stirling.
MARKER_COUNTS = {
    "balked": (1, 5, 0),  # each heavy cavalry
    "shot-used": (4, 4, 0),  # each spearmen
    "hidden": (0, 0, 0),
    "works-1": (1, 0, 1),  # the first and second quiet turn
    "works-3": (1, 0, 0),  # a second level takes seven turns
    "works-5": (1, 0, 0),
    "works-7": (0, 0, 0),  # a pontoon bridge takes ten
    "works-9": (0, 0, 0),
    "pontoon": (0, 0, 0),
    "petard": (0, 0, 0),
    "fort-1": (2, 0, 2),
    "rubble": (3, 0, 3),  # two bridges and the village, where there is an engine
    "mana": (0, 2, 0),
    "prayer": (1, 5, 2),
    "wahoo": (1, 2, 2),
    "glamour": (2, 10, 4),  # two prayers of one priest can be in force
    "summons": (0, 2, 0),
    "raised": (0, 0, 0),
    "bank-north": (4, 0, 0),
    "turn": (1, 1, 1),
    "strength-lost": (0, 4, 2),  # no victory at the bridge asks for losses
}


def test_marker_counts() -> None:
    """A kit holds as many of each marker as the rules can place, where they settle it; a back is not counted."""
    shelf = catalogue().markers
    known = [facts(battle(name)[0], catalogue()) for name in SHIPPED]
    results = {marker: tuple(evaluate(shelf[marker].count, fact) for fact in known) for marker in MARKER_COUNTS}
    assert results == MARKER_COUNTS
    backs = {marker.back for marker in shelf if marker.back}
    assert {marker.id for marker in shelf if marker.count == "0"} == backs


# Wizards of one side, how many summonings they can keep up, and how many dead can rise (R-129, R-143, R-158, G-37).
WIZARDS = [
    ("wizard-3", 1, 1, 0),
    ("wizard-5", 1, 1, 0),
    ("wizard-6", 1, 1, 0),  # pays all he has
    ("wizard-7", 1, 2, 1),  # a second one, for 3, after upkeep of 1 for the first
    ("wizard-3", 2, 2, 0),  # 2 + 2 is less than 6
    ("wizard-4", 2, 2, 0),  # 3 + 3 just pays
    ("wizard-7", 2, 4, 6),
    ("wizard-7", 3, 6, 12),
]


@pytest.mark.parametrize(("unit", "count", "summoners", "risen"), WIZARDS)
def test_summonings(unit: str, count: int, summoners: int, risen: int, tmp_path: Path) -> None:
    """How many can be summoned at a time, and how many dead can rise, follow from the wizards' numbers."""
    result, report = skirmish(tmp_path, f'side: one, unit: {unit}, count: {count}, hexes: ["0113"]')
    assert report.ok
    assert (result["summoners"], result["risen"]) == (summoners, risen)


# Where the foe of a unit at 0113 is set up, and how many units start face down (A-15, G-39).
FACE_DOWN = [
    ('side: two, unit: scouts-q2, hexes: ["0813"]', 0),  # 7 hexes
    ('side: two, unit: scouts-q2, hexes: ["0913"]', 2),  # 8 hexes
    ('side: two, unit: captain-2, name: Alone, hexes: ["0213"]', 0),  # no unit to be hidden from
    ('side: two, unit: scouts-q2, hexes: ["0213"], turn: 2', 0),  # a reinforcement
]


@pytest.mark.parametrize(("foe", "face_down"), FACE_DOWN)
def test_face_down(foe: str, face_down: int, tmp_path: Path) -> None:
    """Units start face down with the nearest enemy unit 8 hexes off or more, and face up at 7 or nearer."""
    result, report = skirmish(tmp_path, 'side: one, unit: pikemen-q3, hexes: ["0113"]', foe)
    assert report.ok
    assert result["face_down"] == face_down


# A wrong line, the rule that its finding names, and words of its message.
FAULTS = [
    ('unit: pikemen-q3, hexes: ["0113"], count: 2', "ibb:A-25", "2 Pikemen of 4 = 8, and a hex holds 6."),
    ('unit: pikemen-q3, hexes: ["0113"], bank: north', "ibb:R-69", "no water runs through 0113"),
    ('unit: pikemen-q3, hexes: ["2113"]', "map:hex", "goes from 0101 to 2015"),
    ('unit: pikemen-q3, hexes: ["0113"], turn: 5', "ref:turn", "turn 5 never comes"),
    ('unit: pikemen-q3, hexes: ["0113"], formation: none', "ref:formation", "no formation 'none'"),
    ('unit: captain-2, rating: 3-2-4, hexes: ["0113"]', "ref:rating", "captain-2"),
    ("unit: pikemen-q3", "ref:place", "neither hexes nor a zone"),
]


@pytest.mark.parametrize(("line", "rule", "words"), FAULTS)
def test_faults_name_their_rule(line: str, rule: str, words: str, tmp_path: Path) -> None:
    """A line of an order of battle that cannot be is an error with its rule and the figures that show why."""
    _, report = skirmish(tmp_path, f"side: one, {line}")
    (problem,) = report.errors
    assert problem.rule == rule
    assert words in problem.message


def test_letters_tell_formations_apart() -> None:
    """On each side every formation has a letter of its own, and the sides have letters of their own."""
    for name in SHIPPED:
        scenario = battle(name)[0].scenario
        assert max(Counter((f.side, f.letter) for f in scenario.formations).values()) == 1
        assert max(Counter(side.letter for side in scenario.sides).values()) == 1
        assert max(Counter(side.livery for side in scenario.sides).values()) == 1


@pytest.mark.parametrize("name", SHIPPED)
def test_every_captain_is_somebody(name: str) -> None:
    """Every captain has a name, no two leaders the same one, and leads the formation that he stands in."""
    result = battle(name)[0]
    captains = {f.captain: f.id for f in result.scenario.formations if f.captain}
    results = {
        line.force.name: line.force.formation
        for line in result.lines
        if isinstance(line.unit, Leader) and line.unit.kind == "captain"
    }
    assert results == captains


def test_list_shows_all() -> None:
    """`ibbprint list` shows the three scenarios, the three as printed, and the map, with their titles."""
    result = CliRunner().invoke(app, ["list"])
    assert result.exit_code == 0
    own = result.stdout.partition("ibb: Itty Bitty Battles\n")[2].partition("\nayrenes-woods:")[0]
    rows = [line.split(maxsplit=2) for line in own.splitlines() if line.startswith("  ")]
    assert [row for row in rows if row[0] in ("scenario", "map")] == [
        ["scenario", "defend-the-bridge", "Defend the Bridge"],
        ["scenario", "hastings", "Hastings in a Fantastic Vein"],
        ["scenario", "stirling", "Stirling, with Fireballs and Earthquakes"],
        ["scenario", "defend-the-bridge-as-printed", "Defend the Bridge (as printed)"],
        ["scenario", "hastings-as-printed", "Hastings in a Fantastic Vein (as printed)"],
        ["scenario", "stirling-as-printed", "Stirling, with Fireballs and Earthquakes (as printed)"],
        ["map", "forest-map-one", "Forest Map One"],
    ]
