"""Tables of the element battle made up: rolls as often as the exact chances say, and what is made is legal."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import ibbprint
from ibbprint.dice import chances
from ibbprint.engine.api.generating import Generated, GenerateRequest
from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report
from ibbprint.systems import games
from tests.element_table import TROOPS
from tests.helpers import SOAK, call_cli
from tests.pdf import read_pdf

F = Fraction
GAME = games()["element-battle"]
MANY = 6000 if SOAK else 300
CHECKED = 300 if SOAK else 100
SURE = 4.0
"""A deviate farther out than this comes once in thirty thousand seeds."""
BAD = {"wood", "rough", "marsh", "steep-hill"}


@cache
def catalogue() -> Any:
    return GAME.sound_catalogue(KitOptions(), Report())  # type: ignore[attr-defined]


def made(seed: str, **options: Any) -> Generated:
    from ibbprint.systems.element_battle.generating import generate

    report = Report()
    scenario = generate(GenerateRequest(seed, options), catalogue(), KitOptions(), report)
    assert scenario is not None, report
    return scenario


@cache
def many() -> tuple[Generated, ...]:
    return tuple(made(f"counted {number}") for number in range(MANY))


def scenario(found: Generated) -> dict[str, Any]:
    ((_, data),) = found.files.items()
    return read(data)


@lru_cache(maxsize=MANY)
def read(data: bytes) -> dict[str, Any]:
    result: dict[str, Any] = yaml.load(data, yaml.CSafeLoader)
    return result


def rows(found: Generated, table: str) -> list[str]:
    return [roll.row for roll in found.rolls if roll.table == table]


def kinds(found: Generated) -> list[str]:
    """The kinds of terrain that were rolled, whether they found room or not."""
    return ids_of_kinds([roll.words for roll in found.rolls if roll.purpose == "Kind"])


def ids_of_kinds(words: Sequence[str]) -> list[str]:
    ids = {"Wood": "wood", "Rough ground": "rough", "Marsh": "marsh", "Gentle hill": "gentle-hill"}
    return [ids.get(word, word.lower().replace(" ", "-")) for word in words]


def chi_square(found: Mapping[Any, int], expected: Mapping[Any, Fraction]) -> float:
    """How far counts are from what is expected, in spreads of a normal deviate (Wilson and Hilferty)."""
    assert set(found) <= {key for key, chance in expected.items() if chance}
    total = sum(found.values())
    parts = [(found.get(key, 0), float(chance * total)) for key, chance in expected.items() if chance]
    assert all(target >= 5 for _, target in parts)
    square = sum((count - wanted) ** 2 / wanted for count, wanted in parts)
    spread = 2 / (9 * (len(parts) - 1))
    return ((square / (len(parts) - 1)) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)


# --- what is rolled agrees with the exact chances -------------------------------------------------------------------


def test_bad_going_is_rolled_as_often_as_its_faces_say() -> None:
    """H-X33: 2 to 6 pieces with 13, 62, 96, 56 and 16 of 243, four on average."""
    expected = {n: F(ways, 243) for n, ways in zip(range(2, 7), (13, 62, 96, 56, 16), strict=True)}
    assert sum(n * chance for n, chance in expected.items()) == 4
    assert chi_square(Counter(sum(kind in BAD for kind in kinds(each)) for each in many()), expected) < SURE


def test_rivers_are_rolled_as_often_as_their_faces_say() -> None:
    """H-X33: none on 2275 of 3888 tables; a second one is a road."""
    without = F(2275, 3888)
    counts = Counter("river" in kinds(each) for each in many())
    assert chi_square(counts, {False: without, True: 1 - without}) < SURE
    for each in many():
        rolled = kinds(each)
        assert rolled.count("river") <= 1
        assert "road" not in rolled or rolled.index("river") < rolled.index("road")


def test_the_command_rolls_bad_going_and_rivers_as_often(tmp_path: Path) -> None:
    """Row H-X33: so few tables that the rarest numbers are counted with their neighbours."""
    tables = []
    for number in range(20):
        result = call_cli("generate", "element-battle", "--seed", f"counted {number}", "--json", cwd=tmp_path)
        rolls = json.loads(result.stdout)["rolls"]
        tables.append(ids_of_kinds([roll["words"] for roll in rolls if roll["what"] == "Kind"]))
    bad = [sum(kind in BAD for kind in table) for table in tables]
    assert set(bad) <= set(range(2, 7))
    few, four, many = F(75, 243), F(96, 243), F(72, 243)
    assert chi_square(Counter(min(max(number, 3), 5) for number in bad), {3: few, 4: four, 5: many}) < SURE
    without = F(2275, 3888)
    assert chi_square(Counter("river" in table for table in tables), {False: without, True: 1 - without}) < SURE


def test_the_number_of_pieces_their_kinds_and_sides() -> None:
    """H-55: 4 to 6 pieces, the two tables of kinds, three lengths of side."""
    third, sixth = F(1, 3), F(1, 6)
    assert (
        chi_square(Counter(row for each in many() for row in rows(each, "pieces")), dict.fromkeys("456", third)) < SURE
    )
    near = Counter(row for each in many() for row in rows(each, "terrain-near"))
    assert chi_square(near, {"near-wood": F(1, 2), "near-rough": third, "near-steep": sixth}) < SURE
    other = Counter(row for each in many() for row in rows(each, "terrain-other"))
    values = {"wood": third, "rough": sixth, "marsh": sixth, "hill": sixth, "river": sixth}
    assert chi_square(other, values) < SURE
    sides = Counter(die for each in many() for roll in each.rolls if roll.purpose == "Sides" for die in roll.shown)
    assert chi_square(sides, dict.fromkeys((1, 2, 3), third)) < SURE


def test_the_edge_and_the_defender() -> None:
    """H-X34: the attacker gets the edge that he wants one time in two; either side defends as often."""
    faces = Counter(roll.shown[-1] for each in many() for roll in each.rolls if roll.purpose == "Edge")
    assert chi_square(faces, chances(lambda dice: dice.roll(6))) < SURE
    got = Counter(_wanted_edge(each) == rows(each, "edges")[0] for each in many())
    assert chi_square(got, {True: F(1, 2), False: F(1, 2)}) < SURE
    sides = Counter(row for each in many() for row in rows(each, "defender"))
    assert chi_square(sides, dict.fromkeys(sides, F(1, 2))) < SURE


def _wanted_edge(found: Generated) -> str:
    """The edge with least bad going in its zone, reckoned from the file, turned back to how it was rolled."""
    got, turns = rows(found, "edges")[0], ("south", "west", "north", "east")
    bad = {}
    for quarter, name in enumerate(turns):  # in the file the attacker's edge is south
        bad[turns[(quarter + turns.index(got)) % 4]] = sum(
            _in_zone(piece, name) for piece in scenario(found)["terrain"] if piece["kind"] in BAD
        )
    return min(("north", "east", "south", "west"), key=lambda name: bad[name])


def _in_zone(piece: Mapping[str, int], edge: str) -> int:
    left, low = piece["x"], piece["y"]
    right, high = left + piece["width"], low + piece["depth"]
    zone = {"south": (0, 120, 0, 30), "north": (0, 120, 90, 120), "west": (0, 30, 0, 120), "east": (90, 120, 0, 120)}
    x0, x1, y0, y1 = zone[edge]
    return max(0, min(right, x1) - max(left, x0)) * max(0, min(high, y1) - max(low, y0))


# --- what is made ---------------------------------------------------------------------------------------------------


def test_tables_keep_the_rules_of_terrain() -> None:
    """H-53: areas on the table, 8 cells apart and from the edges; two of bad going near the middle; no overlap."""
    for each in many()[:300]:
        pieces = scenario(each)["terrain"]
        areas = [piece for piece in pieces if piece["kind"] not in ("river", "road")]
        for number, item in enumerate(areas):
            assert 8 <= item["x"] <= 112 - item["width"]
            assert 8 <= item["y"] <= 112 - item["depth"]
            assert {item["width"], item["depth"]} <= {10, 15, 20}
            assert all(_gap(item, other) >= 8 for other in areas[:number])
        for run in (entry for entry in pieces if entry["kind"] in ("river", "road")):
            assert 120 in (run["width"], run["depth"])
            assert all(_gap(run, area) >= 0 for area in areas)
        left_out = sum("left out" in note for note in each.notes)
        assert len(pieces) == len(kinds(each)) - left_out


def _gap(one: Mapping[str, int], other: Mapping[str, int]) -> int:
    """How many cells lie between two pieces in the direction in which they are farther apart; below 0: overlap."""
    across = max(one["x"] - other["x"] - other["width"], other["x"] - one["x"] - one["width"])
    along = max(one["y"] - other["y"] - other["depth"], other["y"] - one["y"] - one["depth"])
    return max(across, along)


def test_armies_are_legal_and_spend_all() -> None:
    """24 points to the last, 12 at most in dear elements, one general; reckoned from a table that was typed anew."""
    for each in many()[:300]:
        for army in scenario(each)["armies"]:
            costs = [(TROOPS[element["type"]].ap, element.get("count", 1)) for element in army["elements"]]
            assert sum(ap * count for ap, count in costs) == 24
            assert sum(ap * count for ap, count in costs if ap >= 3) <= 12
            assert sum(item.get("general", False) for item in army["elements"]) == 1


def test_what_is_made_checks_clean(tmp_path: Path) -> None:
    """No error in any: 100 of them, 300 in the long run; a piece that found no room is the only thing to tell."""
    for number, each in enumerate(many()[:CHECKED]):
        ((name, data),) = each.files.items()
        path = tmp_path / name
        path.write_bytes(data)
        report = Report()
        checked = GAME.check_scenario(str(path), KitOptions(), report)  # type: ignore[attr-defined]
        assert checked is not None, report
        lines = [finding for finding in checked.findings if finding.problem.severity <= 1]
        left_out = any("left out" in note for note in each.notes)
        assert not lines or (left_out and all(line.check.startswith("terrain") for line in lines)), (number, lines)


def test_the_same_seed_makes_the_same_and_a_theme_moves_no_terrain() -> None:
    item, other = made("tonight"), made("tonight")
    assert item.files == other.files
    themed = made("tonight", theme=("forest", "undead"))
    assert scenario(themed)["terrain"] == scenario(item)["terrain"]


def test_points_and_themes_on_the_command_line(tmp_path: Path) -> None:
    """`--points 36 --theme`: the file, its rolls as JSON, and the sheet, printed on the spot."""
    path = tmp_path / "made.yaml"
    result = call_cli("generate", "element-battle", "--seed", "tonight", "--points", "36", "-o", str(path))
    assert result.returncode == 0, result.stderr
    assert "Edge" in result.stdout
    assert yaml.safe_load(path.read_text("utf-8"))["scenario"]["points"] == 36
    again = json.loads(call_cli("generate", "element-battle", "--seed", "tonight", "--points", "36", "--json").stdout)
    assert yaml.safe_load(next(iter(again["files"].values()))) == yaml.safe_load(path.read_text("utf-8"))
    assert call_cli("check", str(path)).returncode == 0


def test_a_table_is_printed_on_the_spot() -> None:
    """`kit element-battle --seed`: both armies on their sheet, each piece of terrain with its letter and place."""
    result = made("tonight")
    kit = ibbprint.kit("element-battle", seed="tonight", only="scenario,roster")
    assert kit.ok, kit.report
    assert kit.pdf
    text = read_pdf(kit.pdf).text
    assert "made with the seed “tonight”" in text
    for army in scenario(result)["armies"]:
        assert army["name"] in text
    for piece in scenario(result)["terrain"]:
        assert f"{piece['width'] * 20} x {piece['depth'] * 20}" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--points", "1"), "no army of this kind costs 1 point."),
        (("--points", "900"), "more than a table has room for"),
        (("--theme", "submarines"), "there is no theme 'submarines'"),
        (("--theme", "sky", "--theme", "city", "--theme", "sky"), "two armies, not 3 themes"),
    ],
)
def test_what_cannot_be_made_is_refused(words: tuple[str, ...], said: str) -> None:
    result = call_cli("generate", "element-battle", "--seed", "x", *words)
    assert result.returncode == 2
    assert said in result.stderr
