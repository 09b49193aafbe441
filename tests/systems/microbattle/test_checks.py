"""MicroBattle: what `ibbprint check` finds in scenarios changed by hand, with its ruling, and what `--fix` repairs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report
from tests.helpers import call_cli, make_pack
from tests.micro_table import BATTLE, DEFENSE, ESCAPE, FOLDER, GAME, KINDS, RED, Edits, written


def found(path: Path) -> list[tuple[str, str, str]]:
    """Severity, rule and message of everything that is found in a scenario."""
    report = Report()
    checked = GAME.check_scenario(str(path), KitOptions(), report)
    assert checked is not None
    problems = [*report, *(finding.problem for finding in checked.findings)]
    return [(item.severity.name.lower(), item.rule.removeprefix("microbattle:"), item.message) for item in problems]


def test_the_command_says_the_same(tmp_path: Path) -> None:
    """`ibbprint check` has what is found, in text and as JSON, with its place; errors end with 1, doubts with 0."""
    path = written(tmp_path, CASES["out of its rows"][0])
    ran = call_cli("check", str(path), COLUMNS="400")  # the path may be long
    assert ran.returncode == 1
    assert f"{path}:36:42  [microbattle:M-29] rows" in ran.stdout
    ran = call_cli("check", str(written(tmp_path, CASES["armies that differ"][0])), "--json")
    assert ran.returncode == 0
    (finding,) = json.loads(ran.stdout)["scenarios"][0]["findings"]
    assert (finding["check"], finding["severity"]) == ("level", "warning")


@pytest.mark.rule("M-26", "M-37", "M-36", "M-51")
@pytest.mark.parametrize(("id", "sizes", "breaks"), [("two-villages", "7 6", "4 3"), ("the-long-road", "6 5", "3 3")])
def test_the_sample_battles_are_legal(id: str, sizes: str, breaks: str) -> None:
    """M-X27: nothing is found; 7, 6, 6, 5 units; they may break from 4, 3, 3, 3 lost."""
    assert found(FOLDER / f"{id}.yaml") == []
    ran = call_cli("play", id, "--json", "--policy", "random")
    ready = next(event for event in json.loads(ran.stdout)["events"] if event["kind"] == "ready")
    stands = ready["values"]["stands"]
    assert [sum(key[0] == letter for key in stands) for letter in "BR"] == [int(n) for n in sizes.split()]
    output = call_cli("play", id, "--brief", "--policy", "random").stdout
    for number in breaks.split():
        assert f"lost {number}" in output


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_battle_can_be_legal(kind: str, tmp_path: Path) -> None:
    """The armies of Two Villages, set up as each scenario asks."""
    assert found(written(tmp_path, KINDS[kind])) == []


LIGHT_TROOPS = """
      - {unit: light-infantry, squares: ["5,8"]}
      - {unit: light-cavalry, squares: ["6,8"]}"""
FOUR_TYPES = "cavalry, artillery, light infantry and light cavalry"
CASES: dict[str, tuple[Edits, list[tuple[str, str, str]]]] = {
    "ground moved": (
        (('["3,3"]', '["3,4"]'),),
        [("error", "M-36", "built-up area in the south-west quarter does not take 3,4: it takes 3,3.")],
    ),
    "ground short": (
        (('["2,6", "3,6"]', '["2,6"]'),),
        [("error", "M-36", "woods in the north-west quarter also takes 3,6.")],
    ),
    "ground unwritten takes its usual squares": ((('woods, squares: ["2,6", "3,6"]', "woods"),), []),
    "ground of one's own": (
        (
            (
                "  - {quarter: se, ground: clear}",
                '  - {quarter: se, ground: clear}\n  - {ground: rough, squares: ["6,5"]}',
            ),
        ),
        [],
    ),
    "a quarter twice": (
        (("quarter: se", "quarter: sw"),),
        [("error", "M-05", "the south-west quarter already has a roll.")],
    ),
    "a quarter twice, whose squares fit no other": (
        (('{quarter: nw, ground: woods, squares: ["2,6", "3,6"]}', '{quarter: sw, ground: hill, squares: ["2,6"]}'),),
        [
            ("warning", "M-05", "there is no roll for the north-west quarter."),
            ("error", "M-05", "the south-west quarter already has a roll."),
            ("error", "M-36", "hill in the south-west quarter does not take 2,6: it takes 2,2, 3,2, 2,3, 3,3."),
            ("error", "M-36", "hill in the south-west quarter also takes 3,2, 2,3, 3,3."),
        ],
    ),
    "armies in one colour and of one name": (
        (("livery: crimson", "livery: azure"), ("The Red Army", "The Blue Army")),
        [
            ("warning", "read:duplicate-id", "both armies have the livery azure, so their counters look alike."),
            (
                "warning",
                "read:duplicate-id",
                "both armies have the name The Blue Army, so nobody can tell them apart in a report.",
            ),
        ],
    ),
    "a primary type that is none": (
        (('square: "4,7"}', 'square: "4,7"}\n    secondary: [cavalry, gunners]\n    primary: infantry'),),
        [
            ("error", "ref:unit", "there is no unit 'gunners'."),
            ("error", "M-07", "The Red Army does not roll for artillery."),
        ],
    ),
    "no terrain": (
        ((BATTLE[BATTLE.index("terrain:") : BATTLE.index("armies:")], ""),),
        [("warning", "M-05", "there is no roll for the south-west, south-east, north-west and north-east quarters.")],
    ),
    "too many of the primary type": (
        ((RED, '["2,7", "3,7", "4,7", "5,7", "6,7"]'),),
        [("error", "M-R10", "The Red Army has 5 infantry, but the dice give 2 to 4.")],
    ),
    "levelled": (((RED, '["2,7", "3,7", "4,7", "5,7", "6,7"]'), ('"4,7"}', '"4,7"}\n    levelled: 1')), []),
    "too few of it": (
        ((RED, '["2,7"]'), ('square: "4,7"', 'square: "2,7"')),
        [
            ("warning", "M-09", "the armies have 7 and 3 units, but may differ by 1 at most."),
            ("error", "M-R10", "The Red Army has 1 infantry, but the dice give 2 to 4."),
        ],
    ),
    "too many of a secondary type": (
        (('cavalry, squares: ["1,7"]', 'cavalry, squares: ["1,7", "1,8", "2,8"]'),),
        [
            ("warning", "M-09", "the armies have 7 and 8 units, but may differ by 1 at most."),
            ("error", "M-R10", "The Red Army has 3 cavalry, but the dice give 0 to 2."),
        ][1:],
    ),
    "two types of light troops": (
        (('artillery, squares: ["3,1"]', 'light-cavalry, squares: ["3,1"]'),),
        [("error", "M-37", "The Blue Army has light infantry and light cavalry, but may roll only one of them.")],
    ),
    "four types besides the primary one": (
        (
            ('square: "4,7"}', 'square: "4,7"}\n    secondary: [cavalry, artillery, light-infantry, light-cavalry]'),
            ('artillery, squares: ["4,8"]}', f'artillery, squares: ["4,8"]}}{LIGHT_TROOPS}'),
        ),
        [("error", "M-07", f"The Red Army has {FOUR_TYPES} besides its primary type, but may roll only 3 of them.")],
    ),
    "types of its own": (
        (('square: "4,7"}', 'square: "4,7"}\n    primary: cavalry\n    secondary: [infantry]'),),
        [
            ("error", "M-R10", "The Red Army has 4 infantry, but the dice give 0 to 2."),
            ("error", "M-R10", "The Red Army has 1 cavalry, but the dice give 2 to 4."),
            ("error", "M-07", "The Red Army does not roll for artillery."),
        ],
    ),
    "out of its rows": (
        (('"6,2"', '"6,3"'),),
        [("error", "M-29", "B6 starts in 6,3, but its army sets up in row 1 or 2, counted from its own base line.")],
    ),
    "two in a square": ((('"6,2"', '"4,2"'),), [("error", "M-17", "B6 cannot start in 4,2: B3 is already there.")]),
    "off the board": (
        (('"6,2"', '"7,2"'),),
        [("error", "M-35", "square 7,2 is not on the board, which goes from 1,1 to 6,8.")],
    ),
    "in the water": (
        (("quarter: se, ground: clear", "quarter: se, ground: water"),),
        [("error", "M-16", "B3 starts in 4,2, which is water.")],
    ),
    "a commander alone": (
        (('square: "4,7"', 'square: "4,6"'),),
        [("error", "M-38", "the commander of The Red Army starts in 4,6, where he has no unit.")],
    ),
    "a commander nowhere": (
        (('average, square: "4,7"', "average"),),
        [("error", "M-38", "the commander of The Red Army has no square.")],
    ),
    "a reserve in a clash": (
        (('artillery, squares: ["4,8"]', "artillery, reserve: 1"),),
        [("error", "M-46", "R6 is in reserve, but in this kind of battle every unit starts on the board.")],
    ),
    "two who block": (
        (*ESCAPE[:1], (f"squares: {RED}", 'squares: ["4,6", "2,6"], reserve: 2'), *ESCAPE[2:]),
        [("error", "M-46", "the defender starts with 2 units on the board, but must start with 1.")],
    ),
    "a blocker too far forward": (
        (
            *ESCAPE[:1],
            (f"squares: {RED}", 'squares: ["4,5"], reserve: 3'),
            *ESCAPE[2:4],
            ('square: "4,7"', 'square: "4,5"'),
        ),
        [("error", "M-29", "R1 starts in 4,5, but its army sets up in row 3, counted from its own base line.")],
    ),
    "no key point": ((("kind: clash", "kind: seize"),), [("error", "M-45", "there is no key point.")]),
    "no token": ((("kind: clash", "kind: retrieve"),), [("error", "M-45", "there is no token.")]),
    "a key point elsewhere": (
        (("kind: clash", 'kind: seize\n  point: "1,4"'),),
        [("error", "M-45", "the point is 1,4, but must be 3,4 or 4,5.")],
    ),
    "a key point in a clash": (
        (("kind: clash", 'kind: clash\n  point: "3,4"'),),
        [("warning", "M-45", "this kind of battle has no key point or token, so 3,4 means nothing.")],
    ),
    "nothing prepared": (
        (("kind: clash", "kind: defense"),),
        [
            ("error", "M-47", "there are no prepared squares."),
            ("error", "M-36", "woods in the north-west quarter does not take 2,6: it takes 3,6."),
        ],
    ),
    "prepared elsewhere": (
        (("kind: clash", 'kind: defense\n  prepared: ["2,6", "5,5"]'), *DEFENSE[1:]),
        [
            ("error", "M-47", "the prepared position does not take 5,5: it takes 2,6, 5,6."),
            ("error", "M-29", "no unit of the defender is in the prepared square 5,5."),
            ("error", "M-29", "R2 starts in 5,6, but its army sets up in row 1 or 2, counted from its own base line."),
        ],
    ),
    "prepared and not held": (
        (*DEFENSE[:1], DEFENSE[2]),
        [
            ("error", "M-29", "no unit of the defender is in the prepared square 2,6."),
            ("error", "M-29", "no unit of the defender is in the prepared square 5,6."),
        ],
    ),
    "armies that differ": (
        (
            ('cavalry, squares: ["5,2", "6,2"]', 'cavalry, squares: ["5,2"]'),
            (RED, '["2,7", "3,7"]'),
            ('square: "4,7"', 'square: "2,7"'),
        ),
        [("warning", "M-09", "the armies have 6 and 4 units, but may differ by 1 at most.")],
    ),
    "they may in a defense": (
        (*DEFENSE[:1], (RED, '["2,6", "5,6"]'), DEFENSE[2], ('square: "4,7"', 'square: "2,6"')),
        [],
    ),
    "a letter twice": (
        (("letter: R", "letter: B"),),
        [("error", "read:duplicate-id", "both armies have the letter B.")],
    ),
    "a circumstance that is none": (
        (("kind: clash", "kind: clash\n  circumstances: [uphil]"),),
        [("error", "ref:circumstance", "there is no circumstance 'uphil'.")],
    ),
    "a ruling that is none": ((("[M-36, M-37]", "[M-99]"),), [("error", "ref:rule", "there is no rule 'M-99'.")]),
}


@pytest.mark.rule(
    "M-R09",
    "M-R10",
    "M-R11",
    "M-05",
    "M-06",
    "M-07",
    "M-09",
    "M-16",
    "M-17",
    "M-29",
    "M-35",
    "M-36",
    "M-37",
    "M-38",
    "M-45",
    "M-46",
    "M-47",
)
@pytest.mark.parametrize("case", CASES)
def test_what_is_found(case: str, tmp_path: Path) -> None:
    """Each change finds what it breaks, and nothing else."""
    edits, expected = CASES[case]
    assert sorted(found(written(tmp_path, edits))) == sorted(expected)


@pytest.mark.parametrize(
    ("edits", "rule"),
    [
        ((("kind: clash", "kind: clsh"),), "ref:kind"),
        ((('quality: average, square: "4,7"', 'quality: avrage, square: "4,7"'),), "ref:quality"),
        ((("unit: light-infantry", "unit: light-infntry"),), "ref:unit"),
        ((("ground: woods", "ground: wods"),), "ref:ground"),
        ((("quarter: nw", "quarter: nv"),), "ref:quarter"),
        ((('"2,6", "3,6"', '"2,6", "3,9"'),), "map:square"),
        ((('"3,3"]', '"3-3"]'),), "read:value"),
        ((("letter: R", "letter: Red"),), "read:value"),
        ((("kind: clash", "kind: clash\n  rules: {turns: 11}"),), "microbattle:M-29"),
        ((("kind: clash", "kind: clash\n  rules: {wind: strong}"),), "rule:switch"),
    ],
)
def test_what_cannot_be_read(edits: Edits, rule: str, tmp_path: Path) -> None:
    """Names that there are not, and values that are none, are told with their place and the nearest."""
    path = written(tmp_path, edits)
    ran = call_cli("check", str(path))
    assert ran.returncode == 1
    assert f"[{rule}]" in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("edits", "mended"),
    [
        ((('["3,3"]', '["2,2"]'),), '["3,3"]'),
        ((('["2,6", "3,6"]', '["2,7", "3,7"]'),), '["2,6", "3,6"]'),
        ((('"6,2"', '"6,5"'),), '"6,2"'),
        ((('["5,2", "6,2"]', '["6,2", "6,2"]'),), '["6,2", "6,1"]'),
        ((('"5,2", "6,2"', '"6,3", "6,4"'),), '"6,2", "6,1"'),
        ((('square: "4,7"', 'square: "4,6"'),), 'square: "4,7"'),
        ((("kind: clash", 'kind: seize\n  point: "4,4"'),), 'point: "4,5"'),
        ((("kind: clash", "kind: clsh"),), "kind: clash"),
        ((("quarter: se, ground: clear", "quarter: se, ground: water"),), '"3,2", "4,1"'),
        ((('"3,3"', '"3.3"'),), '["3,3"]'),
        ((('"3,3"', '"C3"'),), '["3,3"]'),
        ((("quarter: se", "quarter: sw"),), "{quarter: se, ground: clear}"),
        ((("quarter: ne", "quarter: nw"),), '{quarter: ne, ground: built-up, squares: ["4,6"]}'),
        ((("kind: clash", "kind: defense"), *DEFENSE[1:]), 'kind: defense\n  prepared: ["2,6", "5,6"]\n'),
    ],
)
def test_repairs(edits: Edits, mended: str, tmp_path: Path) -> None:
    """`--fix` puts what stands wrong in the nearest place that will do; what it writes is sound."""
    target = tmp_path / "mended.yaml"
    ran = call_cli("check", str(written(tmp_path, edits)), "--fix", str(target))
    assert ran.returncode == 1
    assert mended in target.read_text(encoding="utf-8")
    assert found(target) == []


def test_what_is_doubtful_stops_nothing_and_what_is_wrong_can_be_forced(tmp_path: Path) -> None:
    """Play refuses a set-up that breaks the rules, and plays it with --force; without a key point it never does."""
    path = written(tmp_path, CASES["out of its rows"][0])
    assert call_cli("play", str(path)).returncode == 1
    assert call_cli("play", str(path), "--force", "--brief", "--policy", "random").returncode == 0
    assert call_cli("play", str(written(tmp_path, CASES["armies that differ"][0])), "--brief").returncode == 0
    path = written(tmp_path, CASES["no key point"][0])
    assert call_cli("play", str(path), "--force").returncode == 1


def pack(folder: Path, files: dict[str, Any]) -> Path:
    return make_pack(folder / "pack", files, game="microbattle")


@pytest.mark.parametrize(
    ("name", "entry", "rule"),
    [
        (
            "tables",
            {
                "id": "light",
                "name": "Light",
                "faces": 6,
                "of": "units",
                "rows": [{"rolls": [1, 2, 3, 4, 5], "gives": "cavalry"}],
            },
            "M-R09",
        ),
        (
            "tables",
            {
                "id": "light",
                "name": "Light",
                "faces": 2,
                "of": "units",
                "rows": [{"rolls": [1, 2], "gives": "hussars"}],
            },
            "ref:gives",
        ),
        (
            "tables",
            {"id": "point", "name": "Point", "faces": 1, "of": "squares", "rows": [{"rolls": [1], "gives": "middle"}]},
            "ref:square",
        ),
        (
            "tables",
            {"id": "light", "name": "Light", "faces": 1, "of": "units", "rows": [{"rolls": [1], "table": "light"}]},
            "ref:table",
        ),
        ("muster", {"id": "guns", "name": "Guns", "role": "secondary", "unit": "cannon"}, "ref:unit"),
        (
            "circumstances",
            {
                "id": "mud",
                "name": "Mud",
                "to": ["move"],
                "gives": "disadvantage",
                "own": {"on": ["mud"]},
                "text": "Mud.",
            },
            "ref:ground",
        ),
        ("telling", {"id": "leaves", "place": "on", "say": ["{nobody} left.", "{unit} left."]}, "read:placeholder"),
    ],
)
def test_faults_of_packs(name: str, entry: dict[str, Any], rule: str, tmp_path: Path) -> None:
    """Tables with a face in no row, names that there are not and tables in a ring are told at their place."""
    folder = pack(tmp_path, {f"{name}.yaml": {name: [entry]}})
    ran = call_cli("check", "two-villages", "--pack", str(folder))
    assert ran.returncode == 1
    assert f"{name}.yaml:" in ran.stdout + ran.stderr
    assert rule in ran.stdout + ran.stderr


def test_a_pack_changes_play_and_odds_together(tmp_path: Path) -> None:
    """Infantry that shoots two squares does so in the odds, and a circumstance of a pack counts."""
    infantry = {
        "id": "infantry",
        "name": "Infantry",
        "short": "Inf.",
        "symbol": "heavy-infantry",
        "moves": 1,
        "fire": 2,
        "text": "Fires.",
    }
    mud = {
        "id": "mud",
        "name": "Mud",
        "to": ["move"],
        "gives": "disadvantage",
        "own": {"off": ["hill"]},
        "text": "Mud.",
    }
    folder = pack(tmp_path, {"units.yaml": {"units": [infantry]}, "circumstances.yaml": {"circumstances": [mud]}})
    options = ("--game", "microbattle", "--pack", str(folder))
    assert call_cli("odds", "attack", "infantry vs cavalry", "--fire", "2", *options).returncode == 0
    assert "1/3" in call_cli("odds", "move", "infantry", "--into", "woods", *options).stdout
