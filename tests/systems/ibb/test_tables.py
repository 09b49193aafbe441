"""The tables of the rules cell by cell: combat results, modifiers, chances, terrain, templates, figures, switches."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from ibbprint.catalogue.rulebook import switches
from ibbprint.problems import Report
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.models.magic import AreaTemplate
from ibbprint.systems.ibb.models.tables import ResultTable

# Odds printed in each terrain row, from column 1 on (B.1).
ODDS = {
    "marsh": "1-6 1-5 1-4 1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1",
    "clear": "1-5 1-4 1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1",
    "desert": "1-5 1-4 1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1",
    "brush": "1-4 1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1",
    "woods": "1-3 1-2 1-1 2-1 3-1 4-1 5-1 6-1",
}

# The column of each odds in marsh, clear, desert, brush, woods, as the worked examples of rounding have them (B.4).
COLUMNS = {
    "1-3": (4, 3, 3, 2, 1),
    "1-2": (5, 4, 4, 3, 2),
    "1-1": (6, 5, 5, 4, 3),
    "2-1": (7, 6, 6, 5, 4),
    "3-1": (8, 7, 7, 6, 5),
    "4-1": (9, 8, 8, 7, 6),
    "5-1": (10, 9, 9, 8, 7),
    "6-1": (11, 10, 10, 9, 8),
}

# Results by die, column 1 to 11 (B.2).
RESULTS = [
    "Ad -  -  Exd Dd  Dd  De  De  De De De",
    "Ad Ad -  Exk Exd Exd Dd  De  De De De",
    "Ae Ad Ad -   Exk Exk Dd  Dd  De De De",
    "Ae Ae Ad Exd -   -   Dd  Dd  Dd Dd De",
    "Ae Ae Ad Ae  Exd -   Exd Dd  Dd Dd Dd",
    "Ae Ae Ae Ad  Ad  Exd -   Exd Dd Dd Dd",
]

STATISTICS = [
    ({"Ad", "Ae", "Exd", "Exk"}, [6, 5, 4, 5, 4, 3, 1, 1, 0, 0, 0]),  # attacker hurt
    ({"Ae", "Exk"}, [4, 3, 1, 2, 1, 1, 0, 0, 0, 0, 0]),  # attacker eliminated
    ({"Dd", "De", "Exd", "Exk"}, [0, 0, 0, 3, 4, 4, 5, 6, 6, 6, 6]),  # defender hurt
    ({"De", "Exk"}, [0, 0, 0, 1, 1, 1, 1, 2, 3, 3, 4]),  # defender eliminated
]

# What each modifier changes, by how much, whom it favours, and under which switch it holds.
MODIFIER_LIST = {
    "combat": [
        ("fort-1-melee", "die", 1, "defender", {}),  # A-98, G-19
        ("fort-1-fire", "die", 2, "defender", {}),
        ("fort-2", "column", 1, "defender", {}),
        ("rubble", "die", 1, "defender", {}),
        ("engineers", "die", 2, "attacker", {}),
        ("anti-cavalry", "die", 1, "owner", {}),  # A-34, G-18
        ("charge", "attack", 4, "attacker", {"charge_bonus": "strength"}),
        ("charge-die", "die", 4, "attacker", {"charge_bonus": "die"}),
        ("disorganised", "defence", 2, "attacker", {}),
        ("balked", "defence", 1, "attacker", {}),
        ("routed", "column", 1, "attacker", {}),
        ("berserk", "attack", 2, "attacker", {"berserk": "one"}),
        ("opportunity-fire", "attack", 1, "defender", {}),
        ("wahoo", "die", 1, "attacker", {}),
    ],
    "activation": [
        ("under-fire", "die", 1, "nobody", {}),
        ("fear-or-confusion", "die", 2, "nobody", {}),
        ("charged", "die", 1, "nobody", {}),
        ("lost-unit", "die", 1, "nobody", {}),
        ("out-of-range", "die", 1, "roller", {}),
        ("pikes-charged", "die", 1, "roller", {}),
        ("antipathy", "die", 1, "roller", {}),
    ],
    "fizzle": [
        ("caster-moved", "die", 1, "nobody", {}),
        ("caster-under-fire", "die", 2, "nobody", {}),
        ("caster-charged", "die", 2, "nobody", {}),
    ],
    "accuracy": [("near-fighting", "die", 1, "nobody", {})],
    "morale": [("priest-morale", "die", 1, "roller", {}), ("balked-morale", "die", 1, "nobody", {})],
    "balk": [],
}

# Steps clockwise from forward for each die (A-153, G-11).
SCATTERING = {1: 0, 2: 1, 3: -1, 4: -2, 5: 2, 6: 3}

# Die of the engineer, die of the owner: how many of 36, and what becomes of structure, engineers and petard.
PETARD_COUNTS = {
    (True, True, True): 4,
    (True, False, True): 8,
    (False, True, True): 8,
    (False, False, False): 16,  # the dud and fifteen times nothing
}

SEGMENT_LIST = [
    (1, "red", "Red"),
    (2, "purple", "Purple"),
    (3, "green", "Green"),
    (4, "gold", "Gold"),
    (5, "white", "White"),
]

# Cost, penalty of the switch terrain_cost, row of the combat table, who ignores it, water, bars charge, bars engines.
TERRAIN_LIST = {
    "clear": (1, 0, "clear", "", False, False, False),
    "woods": (2, 1, "woods", "ranger", False, True, True),
    "jungle": (2, 1, "woods", "ranger", False, True, True),
    "brush": (2, 1, "brush", "ranger", False, False, False),
    "hill": (3, 2, "clear", "hill-people", False, False, False),
    "crest": (3, 2, "clear", "hill-people", False, False, False),
    "mountain": (3, 2, "clear", "hill-people", False, False, False),
    "pass": (3, 2, "clear", "hill-people", False, False, False),
    "river": (3, 2, "marsh", "", True, True, True),
    "stream": (3, 2, "marsh", "", True, True, True),
    "sea": (3, 2, "marsh", "", True, True, True),
    "marsh": (3, 2, "marsh", "", False, True, False),
    "swamp": (3, 2, "marsh", "", False, True, False),
    "desert": (1, 0, "desert", "", False, False, False),
    "village": (1, 0, "clear", "", False, False, False),
    "rubble": (3, 2, "marsh", "", False, True, False),
}

# Hexes of each template and the fraction at each distance (R-136, R-137, G-15).
TEMPLATES = {
    "ball-1": (1, "1"),
    "ball-2": (7, "1 1/2"),
    "ball-3": (19, "1 1 1/2"),
    "cone-a": (3, "1 1/2"),
    "cone-b": (6, "1 1/2 1/3"),
    "cone-c": (10, "1 1/2 1/3 1/4"),
    "ball-1-number": (7, "1 1/2"),
    "ball-2-number": (19, "1 1/2 1/2"),
    "ball-3-number": (37, "1 1 1/2 1/2"),
}

# Every figure: its value and the rule that gives it.
FIGURE_LIST = {
    "unit-men": (50, "A-05"),
    "scout-men": (10, "A-44"),
    "hex-feet": (50, "A-11"),
    "face-up-distance": (7, "A-15"),
    "set-up-distance": (8, "G-48"),
    "zone-hexes": (10, "G-48"),
    "stacking-limit": (6, "A-25"),
    "minimum-formation": (2, "A-10"),
    "antipathy-distance": (2, "A-61"),
    "activation-always": (1, "R-54"),
    "attacks-per-turn": (1, "R-88"),
    "captain-foot": (4, "A-68"),
    "captain-mounted": (6, "A-68"),
    "caster-movement": (4, "A-69"),
    "road-divisor": (2, "R-65"),
    "bank-crossing": (2, "R-69"),
    "minimum-move": (1, "R-66"),
    "refuse-battle-hexes": (2, "R-35"),
    "missile-melee-divisor": (2, "A-30"),
    "minimum-attack": (1, "R-29"),
    "minimum-defence": (1, "R-78"),
    "charge-hexes": (2, "R-93"),
    "rout-disorganisations": (2, "A-132"),
    "structure-defence": (5, "R-107"),
    "routed-quality-divisor": (2, "A-111"),
    "routed-quality-minimum": (1, "A-111"),
    "morale-always-fails": (6, "R-116"),
    "morale-rout": (6, "R-115"),
    "berserk-roll": (1, "R-119"),
    "berserk-quality": (2, "R-119"),
    "rout-hexes": (3, "A-133"),
    "rout-minimum": (1, "R-125"),
    "fort-1-turns": (2, "A-97"),
    "fort-2-turns": (7, "A-97"),
    "fort-levels": (2, "A-96"),
    "pontoon-turns": (10, "A-106"),
    "pontoon-infantry": (2, "A-106"),
    "pontoon-captains": (1, "A-106"),
    "pontoon-woods-distance": (5, "A-106"),
    "petard-turns": (1, "A-104"),
    "casts-per-turn": (1, "R-145"),
    "fizzle-success": (4, "A-144"),
    "accuracy-always-misses": (6, "R-130"),
    "scatter-hexes": (1, "A-153"),
    "pool-overhead": (1, "A-143"),
    "spell-minimum-strength": (1, "A-150"),
    "goons-die-divisor": (2, "A-169"),
    "attacker-budget": (2, "A-184"),
    "free-fort-units": (3, "R-198"),
    "petards-per-engineer": (1, "R-202"),
}

# The switches of G-15: ruling, name, values with the default first.
SWITCHES = [
    ("R-17", "engines_stack", ["free", "count"]),
    ("R-22", "spent_spearmen", ["2-2-4", "3-2-4"]),
    ("R-64", "terrain_cost", ["hex", "turn"]),
    ("R-82", "shooters", ["immune", "literal"]),
    ("R-95", "charge_bonus", ["strength", "die"]),
    ("R-115", "morale_failure", ["six", "any"]),
    ("R-119", "berserk", ["one", "never"]),
    ("R-126", "mana", ["pool", "turn"]),
    ("R-136", "ball_radius", ["less-one", "number"]),
]


@cache
def catalogue() -> Catalogue:
    result = Catalogue.open((), (), Report())
    assert result is not None
    return result


def crt() -> ResultTable:
    table = catalogue().crt
    assert table is not None
    return table


def test_crt_odds() -> None:
    """Each terrain row holds its printed odds, from the first column on."""
    assert {row.id: " ".join(row.odds) for row in crt().rows} == ODDS
    assert crt().columns == 11


def test_crt_columns() -> None:
    """The worked examples of the rules find their odds in the columns that they give."""
    results = {odds: tuple(row.odds.index(odds) + 1 for row in crt().rows) for odds in COLUMNS}
    assert results == COLUMNS


@pytest.mark.rule("R-85")
@pytest.mark.parametrize("die", range(1, 7))
def test_crt_results(die: int) -> None:
    """Each face of the die has its printed result in every column."""
    assert crt().results[die - 1] == RESULTS[die - 1].split()


def test_crt_statistics() -> None:
    """How often each column hurts or eliminates either side is what was counted on the printed table."""
    assert len(crt().results) == 6
    for codes, expected in STATISTICS:
        values = [sum(row[column] in codes for row in crt().results) for column in range(11)]
        assert values == expected, codes


def test_crt_left_is_kinder() -> None:
    """Nothing in column 1 hurts the defender, and nothing in the last three hurts the attacker."""
    assert {row[0] for row in crt().results} == {"Ad", "Ae"}
    assert {code for row in crt().results for code in row[8:]} == {"Dd", "De"}


def test_crt_codes() -> None:
    """Every code of the table is explained, and no other."""
    assert {code for row in crt().results for code in row} == {code.id for code in crt().codes}
    assert len(crt().codes) == 7


@pytest.mark.parametrize("roll", list(MODIFIER_LIST))
def test_modifiers(roll: str) -> None:
    """The modifiers of each roll are those of the rules, with their amounts and the side they help."""
    results = [(m.id, m.changes, m.amount, m.favours, m.when) for m in catalogue().modifiers if str(m.to) == roll]
    assert results == MODIFIER_LIST[roll]


def test_modifier_amounts() -> None:
    """Activation has seven modifiers, fizzling three, accuracy one; what hurts and helps stands as printed."""
    counts = Counter(modifier.to for modifier in catalogue().modifiers)
    assert (counts["activation"], counts["fizzle"], counts["accuracy"]) == (7, 3, 1)
    sign = {"nobody": 1, "roller": -1}
    activation = [sign[m.favours] * m.amount for m in catalogue().modifiers if m.to == "activation"]
    assert activation == [1, 2, 1, 1, -1, -1, -1]


def test_markers_show_their_modifiers() -> None:
    """The figure on a marker is the amount of the modifier that it stands for, with the sign it has for the die."""
    shelf = catalogue().markers
    output = {m.id: catalogue().text(m.figure, m, shelf.where(m.id)) for m in shelf if m.figure}
    works = {f"works-{n}": str(n) for n in range(1, 10)}
    assert output == {
        "disorganised": "–2",
        "berserk": "+2",
        "balked": "–1",
        "charged": "+1",
        "lost-unit": "+1",
        "fear": "+2",
        "confusion": "+2",
        "fort-1": "1",
        "fort-2": "2",
        "wahoo": "–1",
        "strength-lost": "×1",
        "strength-lost-tens": "×10",
        **works,
    }


def test_scatter() -> None:
    """Each die scatters a spell in its own direction, counted clockwise from straight ahead."""
    assert {result.roll: result.turn for result in catalogue().scatter} == SCATTERING


def test_petard_pairs() -> None:
    """The 36 pairs of dice fall 4, 8, 8, 1 and 15: each pair in one entry."""
    entries = list(catalogue().petard)
    pairs = [(engineer, owner) for entry in entries for engineer in entry.engineer for owner in entry.owner]
    assert sorted(pairs) == [(engineer, owner) for engineer in range(1, 7) for owner in range(1, 7)]
    counts: Counter[tuple[bool, bool, bool]] = Counter()
    for entry in entries:
        effect = (entry.structure_destroyed, entry.engineer_lost, entry.petard_spent)
        counts[effect] += len(entry.engineer) * len(entry.owner)
    assert counts == PETARD_COUNTS
    named = Counter({entry.id: len(entry.engineer) * len(entry.owner) for entry in entries})
    assert (named["both-go-up"], named["success"], named["engineer-lost"], named["dud"]) == (4, 8, 8, 1)
    assert named["nothing"] + named["nothing-on-one"] == 15


def test_petard_effects() -> None:
    """Both high: all go up; engineers high: they step back one hex; only the dud, 1 and 1, waits two turns."""
    shelf = catalogue().petard
    assert (shelf["both-go-up"].engineer, shelf["both-go-up"].owner) == ([5, 6], [5, 6])
    assert (shelf["success"].engineer, shelf["success"].owner) == ([5, 6], [1, 2, 3, 4])
    assert (shelf["engineer-lost"].engineer, shelf["engineer-lost"].owner) == ([1, 2, 3, 4], [5, 6])
    assert (shelf["dud"].engineer, shelf["dud"].owner) == ([1], [1])
    assert {entry.id: entry.steps_back for entry in shelf if entry.steps_back} == {"success": 1}
    assert {entry.id: entry.wait_turns for entry in shelf if entry.wait_turns} == {"dud": 2}


def test_scout_table() -> None:
    """At 3, 2 and 1 hexes the formation shows on 6, 5 and 4, the scout on 6, 6 and 5."""
    results = [(row.range, row.formation_from, row.scout_from) for row in catalogue().scout]
    assert results == [(3, 6, 6), (2, 5, 6), (1, 4, 5)]


def test_segments() -> None:
    """The five segments stand in their order: Red, Purple, Green, Gold, White."""
    assert [(s.number, s.id, s.name) for s in catalogue().segments] == SEGMENT_LIST


@pytest.mark.rule("A-112")
def test_steps_are_numbered() -> None:
    """The steps of a combat and of a turn are numbered from 1 without a gap, six and thirteen, in the right order."""
    steps = ["strengths", "column", "roll", "modifiers", "result", "apply"]
    assert [step.id for step in catalogue().procedure] == steps
    assert [step.number for step in catalogue().procedure] == list(range(1, 7))
    assert [step.number for step in catalogue().turn] == list(range(1, 14))


@pytest.mark.rule("R-67")
@pytest.mark.parametrize("name", list(TERRAIN_LIST))
def test_terrain(name: str) -> None:
    """Each terrain has its cost, penalty and row, and bars or spares whom the rules say."""
    t = catalogue().terrain[name]
    ignored = " ".join(t.ignored_by)
    assert (t.cost, t.penalty, t.crt_row, ignored, t.water, t.bars_charge, t.bars_engines) == TERRAIN_LIST[name]


def test_terrain_complete() -> None:
    """There is no terrain beside those, and each row that they name is in the combat table."""
    shelf = catalogue().terrain
    assert list(shelf.entries) == list(TERRAIN_LIST)
    assert {terrain.crt_row for terrain in shelf} == {row.id for row in crt().rows}
    assert all(terrain.cost == terrain.penalty + 1 for terrain in shelf)


def test_rubble_stands_once() -> None:
    """The bonus of infantry in rubble is the same in the terrain and in the modifiers, and no other terrain has one."""
    bonuses = {t.id: t.infantry_defence for t in catalogue().terrain if t.infantry_defence}
    assert bonuses == {"rubble": catalogue().modifiers["rubble"].amount} == {"rubble": 1}


def hexes_of(template: AreaTemplate) -> int:
    if template.shape == "cone":
        return sum(rank.distance for rank in template.ranks)
    return sum(6 * rank.distance or 1 for rank in template.ranks)


@pytest.mark.parametrize("name", list(TEMPLATES))
def test_area_templates(name: str) -> None:
    """Each ball and cone has its number of hexes and its fraction at every distance."""
    template = catalogue().area_templates[name]
    hexes, fractions = TEMPLATES[name]
    assert hexes_of(template) == hexes
    assert [Fraction(r.numerator, r.denominator) for r in template.ranks] == [Fraction(f) for f in fractions.split()]
    first = 1 if template.shape == "cone" else 0
    assert [rank.distance for rank in template.ranks] == list(range(first, first + len(template.ranks)))
    assert template.reconstructed


def test_area_templates_complete() -> None:
    """There are no other templates; the balls belong to one value each of their switch, the cones to both."""
    shelf = catalogue().area_templates
    assert list(shelf.entries) == list(TEMPLATES)
    for template in shelf:
        radius = "number" if template.id.endswith("-number") else "less-one"
        assert template.when == ({} if template.shape == "cone" else {"ball_radius": radius})


@pytest.mark.rule("A-05", "A-11", "A-184", "R-198", "R-202", "G-48")
def test_figures() -> None:
    """Every number that stands in no table has the value of the rules and names the rule that gives it."""
    assert {f.id: (f.value, f.rule) for f in catalogue().figure_entries} == FIGURE_LIST
    invented = {figure.id for figure in catalogue().figure_entries if figure.reconstructed}
    assert invented == {
        "set-up-distance",
        "zone-hexes",
        "structure-defence",
        "morale-rout",
        "berserk-roll",
        "berserk-quality",
    }


def test_switches() -> None:
    """The switches are exactly the nine of the rules, with their names, values and defaults."""
    results = [
        (ruling.id, ruling.switch.name, [ruling.switch.default, *(v for v in ruling.switch.values if v != default)])
        for ruling in catalogue().rulings
        if ruling.switch is not None
        for default in [ruling.switch.default]
    ]
    assert results == SWITCHES
    assert dict(catalogue().chosen) == {name: values[0] for _, name, values in SWITCHES}


def test_conditions_name_switches() -> None:
    """A modifier or template that holds under a switch names one that there is, at a value that it has."""
    known = {name: set(switch.values) for name, (_, switch) in switches(catalogue().layers).items()}
    for entry in [*catalogue().modifiers, *catalogue().area_templates]:
        for name, value in entry.when.items():
            assert value in known[name], entry.id
