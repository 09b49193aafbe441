"""The unit list against the price list, the ladders, the names, races and abilities that the rules give."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ibbprint.catalogue.layers import Shelf
from ibbprint.problems import Report, Where
from ibbprint.shipped import shipped
from ibbprint.systems.ibb.catalogue import DATA, Catalogue
from ibbprint.systems.ibb.models.scenarios import Force
from ibbprint.systems.ibb.models.units import AnyUnit, Engine, Equipment, Leader, Price, Troops
from ibbprint.systems.ibb.references import check_references
from ibbprint.systems.ibb.scenarios import read_battle, resolve

# The price list in order: entry, rating, lowest and highest price that the damaged list allows, gold.
PRICE_LIST = [
    ("light-infantry-q2", "3-2-4 Q2", 1, 10, 6),
    ("light-infantry-q3", "3-2-4 Q3", 1, 10, 7),
    ("ranger-infantry-q3", "3-2-4 Q3", 1, 10, 8),
    ("elf-rangers-q3", "2-2-5 Q3", 1, 10, 8),
    ("axemen-q4", "3-3-4 Q4", 11, 20, 11),
    ("heavy-infantry-q3", "3-3-3 Q3", 1, 10, 8),
    ("elven-heavy-infantry-q3", "3-2-4 Q3", 1, 10, 7),
    ("spearmen-q2", "2-2-4 Q2", 1, 10, 6),
    ("spearmen-q1", "2-2-4 Q1", 1, 10, 5),
    ("pikemen-q3", "4-3-2 Q3", 1, 10, 9),
    ("slingers-q2", "2-2-3 Q2", 1, 10, 6),
    ("elven-archers-q3", "3-2-4 Q3", 1, 10, 9),
    ("crossbowmen-q3", "3-2-4 Q3", 1, 10, 9),
    ("light-cavalry-q2", "2-1-6 Q2", 1, 10, 7),
    ("light-cavalry-q3", "2-1-6 Q3", 1, 10, 8),
    ("dragoons-q2", "3-3-5 Q2", 1, 10, 9),
    ("dragoons-q3", "3-3-5 Q3", 1, 10, 10),
    ("heavy-cavalry-q3", "4-3-6 Q3", 11, 20, 14),
    ("scouts-q2", "1-1-5 Q2", 1, 10, 5),
    ("scouts-q3", "1-1-5 Q3", 1, 10, 7),
    ("engineers-q3", "1-1-5 Q3", 1, 10, 8),
    ("bombard", "engine 5/5-0-2", 1, 10, 10),
    ("siege-engine", "engine 3/5-0-2", 1, 10, 6),
    ("captain-2", "captain 2", 1, 10, 2),
    ("captain-3", "captain 3", 1, 10, 5),
    ("captain-4", "captain 4", 1, 10, 8),
    ("captain-5", "captain 5", 11, 20, 11),
    ("wizard-3", "wizard 3", 1, 10, 8),
    ("wizard-4", "wizard 4", 11, 20, 11),
    ("wizard-5", "wizard 5", 11, 20, 14),
    ("wizard-6", "wizard 6", 11, 20, 17),
    ("wizard-7", "wizard 7", 11, 20, 20),
    ("priest-2", "priest 2", 1, 10, 8),
    ("priest-3", "priest 3", 11, 20, 11),
    ("priest-4", "priest 4", 11, 20, 14),
    ("priest-5", "priest 5", 11, 20, 17),
    ("priest-6", "priest 6", 11, 20, 20),
    ("priest-7", "priest 7", 21, 30, 23),
    ("petard", "equipment", 1, 10, 5),
    ("fort-level", "equipment", 1, 10, 3),
]

# What only play brings about: spent spearmen (R-22 and its switch), dragoons on foot, goons.
UNLISTED = {
    "spearmen-q2-spent": "2-2-4 Q2",
    "spearmen-q1-spent": "2-2-4 Q1",
    "spearmen-q2-spent-3-2-4": "3-2-4 Q2",
    "spearmen-q1-spent-3-2-4": "3-2-4 Q1",
    "dragoons-q2-dismounted": "3-2-4 Q2",
    "dragoons-q3-dismounted": "3-2-4 Q3",
    "primal-goons-q2": "3-2-4 Q2",
}

# What an entry is exchanged for, and when.
BECOMES = {
    "spearmen-q2": ("spearmen-q2-spent", "spent"),
    "spearmen-q1": ("spearmen-q1-spent", "spent"),
    "dragoons-q2": ("dragoons-q2-dismounted", "dismounted"),
    "dragoons-q3": ("dragoons-q3-dismounted", "dismounted"),
}

# Range, shots, segment.
SHOOTERS: dict[str, tuple[int, int | None, str]] = {
    "spearmen-q2": (1, 2, "green"),
    "spearmen-q1": (1, 2, "green"),
    "slingers-q2": (1, None, "green"),
    "elven-archers-q3": (2, None, "red"),
    "crossbowmen-q3": (2, None, "red"),
    "bombard": (4, None, "red"),
    "siege-engine": (3, None, "green"),
}

# Who has which ability.
HAVE = {
    "missile": {
        "spearmen-q2",
        "spearmen-q1",
        "slingers-q2",
        "elven-archers-q3",
        "crossbowmen-q3",
        "bombard",
        "siege-engine",
    },
    "charge": {"heavy-cavalry-q3"},
    "scout-contact": {"light-cavalry-q2", "light-cavalry-q3"},
    "hidden-scouting": {"scouts-q2", "scouts-q3"},
    "refuse-battle": {"light-cavalry-q2", "light-cavalry-q3", "scouts-q2", "scouts-q3"},
    "dismount": {"dragoons-q2", "dragoons-q3", "dragoons-q2-dismounted", "dragoons-q3-dismounted"},
    "ranger": {"ranger-infantry-q3", "elf-rangers-q3", "scouts-q3"},
    "hill-people": {"axemen-q4"},
    "anti-cavalry": {"spearmen-q2", "spearmen-q1", "pikemen-q3"},
    "engineering": {"engineers-q3"},
}

# The symbol of each ability (A-36, A-37, A-39 and the list of symbols).
SIGNS = {
    "missile": "missile",
    "charge": "lance",
    "scout-contact": "binoculars",
    "hidden-scouting": "hidden-scout",
    "refuse-battle": "refuse-battle",
    "dismount": "boot",
    "ranger": "ranger-hat",
    "hill-people": "hill-helm",
    "anti-cavalry": "spear",
    "engineering": "pick",
}

ARMS = {
    "foot": {
        "light-infantry-q2",
        "light-infantry-q3",
        "ranger-infantry-q3",
        "elf-rangers-q3",
        "axemen-q4",
        "heavy-infantry-q3",
        "elven-heavy-infantry-q3",
        "spearmen-q2",
        "spearmen-q1",
        "pikemen-q3",
        *UNLISTED,
    },
    "missile": {"slingers-q2", "elven-archers-q3", "crossbowmen-q3"},
    "horse": {"light-cavalry-q2", "light-cavalry-q3", "dragoons-q2", "dragoons-q3", "heavy-cavalry-q3"},
    "special": {"scouts-q2", "scouts-q3", "engineers-q3"},
}

RACE_OF = {
    "elf-rangers-q3": "elf",
    "elven-heavy-infantry-q3": "elf",
    "elven-archers-q3": "elf",
    "axemen-q4": "dwarf",
    "slingers-q2": "halfling",
}
"""Everybody else is human (G-30)."""

# A name as a list or scenario may have it, the rating beside it, and the entry it means.
NAMES = [
    ("cleric 4", None, "priest-4"),
    ("Priest 4", None, "priest-4"),
    ("elf archers", None, "elven-archers-q3"),
    ("elvish archers", None, "elven-archers-q3"),
    ("Elven Archers", None, "elven-archers-q3"),
    ("halfling slingers", None, "slingers-q2"),
    ("hobbit slingers", "2-2-3 Q2", "slingers-q2"),
    ("elven rangers", None, "elf-rangers-q3"),
    ("dwarf axemen", "3-4-4 Q4", "axemen-q4"),
    ("javelinmen", "2-2-4 Q2", "spearmen-q2"),
    ("spearmen", "2-2-4Q2", "spearmen-q2"),
    ("spearmen", "2-2-4 Q1", "spearmen-q1"),
    ("militia javelin troops", "2-2-4 Q1", "spearmen-q1"),
    ("militia javelin troops", None, "spearmen-q1"),  # G-04
    ("militia javelin", None, "spearmen-q1"),
    ("militia spearmen", None, "spearmen-q1"),
    ("human archers", None, "crossbowmen-q3"),
    ("human crossbowmen", None, "crossbowmen-q3"),
    ("light infantry", "3-2-4 Q3", "light-infantry-q3"),  # G-40: not the ranger
    ("light infantry", "3-2-4Q2", "light-infantry-q2"),
    ("heavy infantry", None, "heavy-infantry-q3"),  # G-40: not elven
    ("rangers", "2-2-5Q3", "elf-rangers-q3"),
    ("rangers", "2-2-5", "elf-rangers-q3"),
    ("ranger infantry", "3-2-4 Q3", "ranger-infantry-q3"),
    ("heavy_cavalry", None, "heavy-cavalry-q3"),
    ("dragoon dismounted", "2-2-4 Q2", "dragoons-q2-dismounted"),
    ("siege train", None, "engineers-q3"),
    ("engineer", None, "engineers-q3"),
]

# A unit without a rating takes the lowest quality.
UNRATED = [("dragoon", "dragoons-q2"), ("spearmen", "spearmen-q1"), ("engineers", "engineers-q3")]

# Names that mean no entry, or more than one, with the rule and what the message must name.
NO_ENTRY = [
    ("militia", "ibb:R-200", ("militia",)),
    ("rabble", "ibb:R-200", ("rabble",)),
    ("captain 6", "ibb:R-200", ("Captain",)),
    ("wizard 2", "ibb:R-200", ("Wizard",)),
    ("light infantry", "ibb:G-40", ("light-infantry-q2", "light-infantry-q3")),
    ("rangers", "ibb:G-40", ("ranger-infantry-q3", "elf-rangers-q3")),
    ("wizard", "ibb:G-40", ("no rating", "wizard-3", "wizard-4", "wizard-5", "wizard-6", "wizard-7")),
    ("clerics", "ibb:G-40", ("no rating", "priest-2", "priest-7")),
    ("Captain", "ibb:G-40", ("no rating", "captain-2", "captain-5")),
]

# The numbers of the restated rules that exist (A-136 to 139, 154 to 159 and 175 to 179 are unused), and of the rulings.
STATEMENTS = {*range(1, 136), *range(140, 154), *range(160, 175), *range(180, 186)}
RULINGS = set(range(1, 208))
SETTLEMENTS = range(1, 67)


@cache
def catalogue() -> Catalogue:
    report = Report()
    result = Catalogue.open((), (), report)
    assert result is not None
    check_references(result)
    assert [str(problem) for problem in report] == []
    return result


def units() -> Shelf[AnyUnit]:
    return catalogue().units


def rating(unit: AnyUnit) -> str:
    if isinstance(unit, Troops):
        return f"{unit.attack}-{unit.defence}-{unit.movement} Q{unit.quality}"
    if isinstance(unit, Engine):
        return f"engine {unit.attack}/{unit.attack_stone}-{unit.defence}-{unit.movement}"
    return f"{unit.kind} {unit.rating}" if isinstance(unit, Leader) else "equipment"


def price(unit: AnyUnit) -> Price:
    assert unit.price is not None
    return unit.price


def abilities(unit: AnyUnit) -> list[str]:
    return [] if isinstance(unit, Equipment) else unit.abilities


def test_price_list_order() -> None:
    """The listed entries are the forty of the price list, in its order; the rest is not for sale."""
    assert [unit.id for unit in units() if unit.listed] == [row[0] for row in PRICE_LIST]
    assert [unit.id for unit in units() if not unit.listed] == list(UNLISTED)
    assert all(unit.price is None for unit in units() if not unit.listed)


@pytest.mark.rule("R-196", "R-197")
@pytest.mark.parametrize(("entry", "rated", "low", "high", "gold"), PRICE_LIST, ids=[row[0] for row in PRICE_LIST])
def test_price_list_entry(entry: str, rated: str, low: int, high: int, gold: int) -> None:
    """Each entry has its printed rating, the bounds of its damaged price, and the reconstructed price, marked so."""
    unit = units()[entry]
    assert rating(unit) == rated
    paid = price(unit)
    assert (paid.low, paid.high, paid.gold) == (low, high, gold)
    assert low <= gold <= high
    assert paid.reconstructed


def pick(entry: str, **expected: object) -> tuple[str, dict[str, object]]:
    return entry, expected


# What the rules say of single units, entry by entry.
SAID = [
    pytest.param(*pick("light-infantry-q2", attack=3, defence=2, weight="light"), marks=pytest.mark.rule("A-46")),
    pytest.param(*pick("axemen-q4", quality=4, abilities=["hill-people"]), marks=pytest.mark.rule("A-47")),
    pytest.param(*pick("axemen-q4", attack=3, defence=3, movement=4), marks=pytest.mark.rule("R-43")),
    pytest.param(*pick("axemen-q4", weight="medium"), marks=pytest.mark.rule("R-41")),
    pytest.param(*pick("heavy-infantry-q3", attack=3, defence=3, weight="heavy"), marks=pytest.mark.rule("A-48")),
    pytest.param(*pick("elven-heavy-infantry-q3", defence=2, weight="heavy"), marks=pytest.mark.rule("A-49")),
    pytest.param(*pick("pikemen-q3", abilities=["anti-cavalry"], defence=3), marks=pytest.mark.rule("A-50", "R-42")),
    pytest.param(*pick("spearmen-q2", arm="foot", shots=2), marks=pytest.mark.rule("R-23", "A-30", "A-33")),
    pytest.param(*pick("slingers-q2", arm="missile", attack=2), marks=pytest.mark.rule("A-31", "A-32")),
    pytest.param(*pick("slingers-q2", range=1, segment="green"), marks=pytest.mark.rule("R-28")),
    pytest.param(*pick("slingers-q2", abilities=["missile"]), marks=pytest.mark.rule("R-30")),
    pytest.param(*pick("elven-archers-q3", range=2, defence=2, arm="missile"), marks=pytest.mark.rule("A-28", "A-29")),
    pytest.param(*pick("elven-archers-q3", movement=4), marks=pytest.mark.rule("R-47")),
    pytest.param(*pick("crossbowmen-q3", attack=3, defence=2, quality=3), marks=pytest.mark.rule("R-27")),
    pytest.param(*pick("crossbowmen-q3", range=2, segment="red"), marks=pytest.mark.rule("R-28", "A-28")),
    pytest.param(
        *pick("light-cavalry-q2", attack=2, defence=1, abilities=["scout-contact", "refuse-battle"]),
        marks=pytest.mark.rule("A-37"),
    ),
    pytest.param(*pick("light-cavalry-q2", arm="horse"), marks=pytest.mark.rule("A-35")),
    pytest.param(*pick("dragoons-q2", attack=3, movement=5, arm="horse"), marks=pytest.mark.rule("R-31", "A-35")),
    pytest.param(
        *pick("dragoons-q2-dismounted", attack=3, defence=2, movement=4, quality=2), marks=pytest.mark.rule("R-32")
    ),
    pytest.param(
        *pick("heavy-cavalry-q3", attack=4, movement=6, abilities=["charge"]), marks=pytest.mark.rule("A-36", "A-91")
    ),
    pytest.param(*pick("scouts-q2", attack=1, defence=1, movement=5), marks=pytest.mark.rule("A-44")),
    pytest.param(*pick("engineers-q3", attack=1, defence=1, movement=5), marks=pytest.mark.rule("A-51")),
]


@pytest.mark.parametrize(("entry", "expected"), SAID)
def test_what_the_rules_say_of_a_unit(entry: str, expected: dict[str, object]) -> None:
    """Ratings, arms, ranges and abilities are those that the statements and rulings name."""
    assert {name: getattr(units()[entry], name) for name in expected} == expected


def test_bounds_by_glyphs() -> None:
    """Twenty-eight prices had one numeral, eleven two, one three: up to 10, 20 and 30 gold (R-197)."""
    highs = [price(unit).high for unit in units() if unit.listed]
    assert [highs.count(10), highs.count(20), highs.count(30)] == [28, 11, 1]


SPECIALS = {"ranger": 1, "hill-people": 1, "charge": 2, "scout-contact": 1, "hidden-scouting": 2, "engineering": 4}


def by_formula(unit: AnyUnit) -> int | None:
    if isinstance(unit, Leader):
        return 3 * unit.rating + {"captain": -4, "wizard": -1, "priest": 2}[unit.kind]
    if isinstance(unit, Engine):
        return 2 * unit.attack
    if isinstance(unit, Equipment):
        return None
    special = sum(SPECIALS.get(ability, 0) for ability in unit.abilities)
    if unit.range == 2 or (unit.range == 1 and unit.shots is None):
        special += 2
    elif unit.range == 1:
        special += 1  # spears: the anti-cavalry point included
    elif "anti-cavalry" in unit.abilities:
        special += 1
    if {"refuse-battle", "scout-contact"} <= set(unit.abilities):
        special += 1  # the scouts' refusal is in their hidden scouting
    return unit.attack + 2 * unit.defence + unit.movement + unit.quality - 7 + special


def test_price_formula() -> None:
    """Attack + 2 x defence + movement + quality - 7 + specials, and the ladders of the leaders, give every price."""
    worked = {unit.id: by_formula(unit) for unit in units() if unit.listed}
    assert {k: v for k, v in worked.items() if v is not None} == {
        unit.id: price(unit).gold for unit in units() if unit.listed and not isinstance(unit, Equipment)
    }


def test_price_workings() -> None:
    """The working that stands beside a price comes to that price."""
    for unit in units():
        if unit.price is None or isinstance(unit, Equipment):
            continue
        working = unit.price.working or ""
        terms = re.sub(r"[a-z ,]+\+", "+", working).replace("–", "-")
        total = 0
        for sign, first, _, second in re.findall(r"([+-]?)(\d+)(×(\d+))?", terms):
            total += (-1 if sign == "-" else 1) * int(first) * int(second or 1)
        assert total == unit.price.gold, working


def test_better_is_dearer() -> None:
    """Of two entries that differ only in quality the better one costs more, by 1 gold a step."""
    listed = [unit for unit in units() if isinstance(unit, Troops) and unit.listed]
    pairs = [
        (entry, two)
        for entry in listed
        for two in listed
        if entry.name == two.name and two.quality == entry.quality + 1 and set(entry.abilities) == set(two.abilities)
    ]
    assert {(element.id, two.id) for element, two in pairs} == {
        ("light-infantry-q2", "light-infantry-q3"),
        ("spearmen-q1", "spearmen-q2"),
        ("light-cavalry-q2", "light-cavalry-q3"),
        ("dragoons-q2", "dragoons-q3"),
    }
    assert all(price(two).gold == price(item).gold + 1 for item, two in pairs)
    assert price(units()["scouts-q3"]).gold == price(units()["scouts-q2"]).gold + 2  # a step and the hat
    assert price(units()["ranger-infantry-q3"]).gold == price(units()["light-infantry-q3"]).gold + 1


LADDERS = {
    "captain": {2: 2, 3: 5, 4: 8, 5: 11},
    "wizard": {3: 8, 4: 11, 5: 14, 6: 17, 7: 20},
    "priest": {2: 8, 3: 11, 4: 14, 5: 17, 6: 20, 7: 23},
}


@pytest.mark.parametrize("kind", list(LADDERS))
def test_leader_ladders(kind: str) -> None:
    """Captains cost 3N - 4, wizards 3N - 1, priests 3N + 2; every rating that the list offers is there."""
    golds = {unit.rating: price(unit).gold for unit in units() if isinstance(unit, Leader) and unit.kind == kind}
    assert golds == LADDERS[kind]


def test_shooters() -> None:
    """Exactly these shoot, at these ranges, with these shots, in these segments."""
    results = {
        unit.id: (unit.range, getattr(unit, "shots", None), unit.segment)
        for unit in units()
        if isinstance(unit, Troops | Engine) and unit.range is not None
    }
    assert results == SHOOTERS
    assert [(unit.id, unit.direct_fire) for unit in units() if isinstance(unit, Engine)] == [
        ("bombard", True),
        ("siege-engine", False),
    ]


def test_arms() -> None:
    """Every unit is foot, missile, horse or special as the rules name it; spearmen are foot (R-23)."""
    values: dict[str, set[str]] = {}
    for unit in units():
        if isinstance(unit, Troops):
            values.setdefault(unit.arm, set()).add(unit.id)
    assert values == ARMS
    weights = {unit.id: unit.weight for unit in units() if isinstance(unit, Troops)}
    assert {k for k, v in weights.items() if v == "medium"} == {"axemen-q4", "pikemen-q3"}
    assert {k for k, v in weights.items() if v == "heavy"} == {
        "heavy-infantry-q3",
        "elven-heavy-infantry-q3",
        "heavy-cavalry-q3",
    }


@pytest.mark.parametrize("ability", list(HAVE))
def test_who_has_an_ability(ability: str) -> None:
    """Each ability belongs to exactly the units that the rules give it, with its own symbol."""
    assert {unit.id for unit in units() if ability in abilities(unit)} == HAVE[ability]
    entry = catalogue().abilities[ability]
    assert entry.symbol == SIGNS[ability]


def test_abilities_complete() -> None:
    """There is no ability beside those."""
    assert list(catalogue().abilities.entries) == list(HAVE)


@pytest.mark.rule("R-22", "R-32", "A-185", "R-201")
def test_exchanges() -> None:
    """Spent and dismounted counters have their own ratings, and `becomes` leads to them (R-22, R-32)."""
    assert {u.id: (u.becomes, u.on) for u in units() if isinstance(u, Troops) and u.becomes is not None} == BECOMES
    assert {name: rating(units()[name]) for name in UNLISTED} == UNLISTED
    for name, (target, when) in BECOMES.items():
        before, after = units()[name], units()[target]
        assert isinstance(before, Troops)
        assert isinstance(after, Troops)
        assert (after.quality, after.range, after.shots) == (before.quality, None, None)
        assert after.abilities == (["dismount"] if when == "dismounted" else [])
        assert (after.arm, after.weight) == ("foot", "light")


def test_no_exchange_breaks_stacking() -> None:
    """With the switches at their defaults no exchange raises an attack strength (R-19)."""
    for name, (target, _) in BECOMES.items():
        before, after = units()[name], units()[target]
        assert isinstance(before, Troops)
        assert isinstance(after, Troops)
        assert after.attack <= before.attack


def test_races() -> None:
    """Elves, dwarves and halflings are those that the rules name; everybody else is human (G-30)."""
    races = {u.id: u.race for u in units() if isinstance(u, Troops | Leader) and u.race != "human"}
    assert races == RACE_OF


def test_antipathies() -> None:
    """Elves and dwarves, elves and orcs cannot bear each other, both ways, and nobody else (R-60)."""
    races = catalogue().races
    assert list(races.entries) == ["human", "elf", "dwarf", "halfling", "orc"]
    pairs = {(race.id, other) for race in races for other in race.antipathy}
    assert pairs == {("elf", "dwarf"), ("dwarf", "elf"), ("elf", "orc"), ("orc", "elf")}


def find_unit(word: str, rated: str | None = None, unrated: bool = False) -> tuple[str | None, Report]:
    report = Report()
    force = Force.model_validate({"side": "s", "unit": word, "rating": rated, "unrated": unrated})
    result = resolve(force, units(), Where("list.yaml", 1, 1), report)
    return (None if result is None else result.id), report


@pytest.mark.rule("R-04", "R-21", "R-26", "R-40", "G-04", "G-40")
@pytest.mark.parametrize(("word", "rated", "entry"), NAMES)
def test_names_and_aliases(word: str, rated: str | None, entry: str) -> None:
    """Either word of a pair, and a name told apart by its rating, means the one right entry."""
    result, report = find_unit(word, rated)
    assert (result, [str(problem) for problem in report]) == (entry, [])


@pytest.mark.parametrize("entry", [row[0] for row in PRICE_LIST] + list(UNLISTED))
def test_ids_resolve(entry: str) -> None:
    """An id always means its own entry."""
    assert find_unit(entry)[0] == entry


@pytest.mark.parametrize(("word", "entry"), UNRATED)
def test_unrated_units(word: str, entry: str) -> None:
    """A unit that the scenario leaves unrated takes the list's rating, the lowest quality if it has several (R-45)."""
    assert find_unit(word, unrated=True)[0] == entry


@pytest.mark.rule("R-200", "G-40", "R-40")
@pytest.mark.parametrize(("word", "rule", "named"), NO_ENTRY)
def test_names_that_mean_nothing(word: str, rule: str, named: tuple[str, ...]) -> None:
    """What is not for sale or fits several entries is an error that names the rule and the entries it could be."""
    result, report = find_unit(word)
    assert result is None
    (problem,) = report.errors
    assert problem.rule == rule
    text = f"{problem.message} {problem.hint}"
    assert problem.hint
    assert [name for name in named if name not in text] == []


def scenario_files() -> list[Path]:
    return sorted((shipped("scenarios") / "ibb").glob("*.yaml"))


@pytest.mark.parametrize("path", scenario_files(), ids=lambda path: str(path.stem))
def test_scenario_units_exist(path: Path) -> None:
    """Every unit that a shipped scenario names stands in the unit list."""
    report = Report()
    battle = read_battle(path, catalogue(), (), report)
    assert battle is not None
    assert [str(problem) for problem in report] == []
    assert isinstance(battle.scenario.forces, list)
    assert [line.unit.id for line in battle.lines] == [force.unit for force in battle.scenario.forces]


def test_symbols_exist() -> None:
    """Every symbol that a unit, ability or marker names is a drawing."""
    drawn = {path.stem for path in (shipped("templates") / "symbols").glob("*.svg")}
    named = {unit.symbol for unit in units()}
    named |= {ability.symbol for ability in catalogue().abilities}
    named |= {marker.symbol for marker in catalogue().markers}
    assert named - drawn == set()
    assert all(unit.symbol == unit.kind for unit in units() if isinstance(unit, Leader))


def texts_with_rules() -> Iterator[Path]:
    yield from (*DATA.glob("*.yaml"), *DATA.glob("*.j2"))
    yield from (shipped("scenarios") / "ibb").rglob("*.yaml")
    yield from (shipped("templates") / "ibb").rglob("*.j2")
    yield from DATA.parent.rglob("*.py")


def test_rule_ids_exist() -> None:
    """Every rule id that a file of the game names, in its data or its words, is one that there is."""
    known = {"A": STATEMENTS, "R": RULINGS, "G": SETTLEMENTS}
    wrong = [
        f"{path.name}: {letter}-{number}"
        for path in texts_with_rules()
        for letter, number in re.findall(r"\b([ARG])-(\d{2,3})\b", path.read_text(encoding="utf-8"))
        if int(number) not in known[letter]
    ]
    assert wrong == []


def test_count_of_files() -> None:
    """The search for rule ids sees the thirty catalogue files, six scenarios and the map."""
    names = [path.name for path in texts_with_rules() if path.suffix == ".yaml"]
    assert len(names) == 30 + 6 + 1
