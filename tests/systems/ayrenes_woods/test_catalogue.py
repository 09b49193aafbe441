"""Ayrene's Woods: the shipped battle is sound, what is wrong with another is told at its place, rulings are found."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator as Validator
from typer.testing import CliRunner

from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report, Severity
from ibbprint.systems.ayrenes_woods.catalogue import Catalogue
from ibbprint.systems.ayrenes_woods.scenarios import Battle
from tests.aw_table import BATTLE, GAME, shipped
from tests.helpers import ROOT, app, make_pack

SHIPPED = ROOT / "scenarios" / "ayrenes-woods"
DATA = ROOT / "ibbprint" / "systems" / "ayrenes_woods" / "data"


def read(name: str, *packs: Path, **rules: str) -> tuple[Battle, Catalogue]:
    report = Report()
    assert GAME.open(name, KitOptions(packs, rules), report) is not None, "\n".join(map(str, report))
    text = GAME.read(name, KitOptions(packs, rules), report)
    return text.battle, text.catalogue


def plain() -> dict[str, Any]:
    result: dict[str, Any] = yaml.load((SHIPPED / "ayrenes-woods.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    return result


def findings(tmp_path: Path, change: Callable[[dict[str, Any]], None], *packs: Path) -> list[tuple[str, str, str]]:
    """What is found in the shipped battle after a change: severity, rule, message."""
    data = plain()
    change(data)
    path = tmp_path / "changed.yaml"
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    report = Report()
    GAME.open(str(path), KitOptions(packs), report)
    assert all(problem.where.line for problem in report if problem.where.file == str(path))
    return [(p.severity.word, p.rule.removeprefix("ayrenes-woods:"), p.message) for p in report]


# --- as shipped -------------------------------------------------------------------------------------------------


def test_nothing_is_wrong_with_the_shipped_battle() -> None:
    report = Report()
    assert GAME.open(BATTLE, KitOptions(), report) is not None
    assert list(report) == []


@pytest.mark.rule("A-R05", "A-R54", "A-04", "A-02", "A-03")
def test_the_armies_of_the_reconstruction() -> None:
    """Twenty units a side, 8/7/5 and 6/8/6, leaders of 4 3 2 2 and 3 2 2 1, one star each."""
    battle, catalogue = read(BATTLE)
    for army, letters, ratings in (("elves", (8, 7, 5), [4, 3, 2, 2]), ("dwarves", (6, 8, 6), [3, 2, 2, 1])):
        units = [place.unit.letter for place in battle.units if place.command.army == army]
        assert tuple(units.count(letter) for letter in "ABC") == letters
        commands = list(battle.of(army))
        assert [command.leader.rating for command in commands] == ratings
        assert [command.leader.caster for command in commands].count(True) == 1
        assert battle.points(army, catalogue) == 2 * battle.armies[army].rout_level
    assert {place.unit.id: place.unit.movement for place in battle.units} == {
        "elf-a": 5,
        "elf-b": 5,
        "elf-c": 6,
        "dwarf-a": 4,
        "dwarf-b": 4,
        "dwarf-c": 4,
    }
    assert {leader.movement for leader in battle.leaders} == {6}


def test_the_spells_and_the_map() -> None:
    """Six chits a side of seven spells; 41 wood hexes, 24 sides with a stream, 40 silhouettes."""
    battle, catalogue = read(BATTLE)
    for people in ("elf", "dwarf"):
        assert sum(spell.copies.get(people, 0) for spell in catalogue.spells) == 6
    assert battle.map is not None
    assert list(battle.map.terrain.values()).count("woods") == 41
    assert len(battle.map.streams) == 24
    assert sum(len(start.hexes) for start in battle.map.starts.values()) == 40


@pytest.mark.rule("A-01")
def test_another_map_by_the_switch(tmp_path: Path) -> None:
    """--rule map=ID plays the battle on another map; one that is not there is told."""
    text = (SHIPPED / "maps" / "ayrenes-woods-aw-r1.yaml").read_text(encoding="utf-8")
    bare = text.replace("id: ayrenes-woods-aw-r1", "id: bare").replace("title: Ayrene’s Woods", "title: Bare")
    pack = make_pack(tmp_path / "pack", {"maps/bare.yaml": bare}, game="ayrenes-woods")
    for name in ("map", "A-01"):
        battle, _ = read(BATTLE, pack, **{name: "bare"})
        assert battle.map is not None
        assert battle.map.model.id == "bare"
    report = Report()
    assert GAME.open(BATTLE, KitOptions(rules={"map": "bear"}), report) is None
    assert "there is no map 'bear'" in str(next(iter(report)))


def test_a_map_for_another_kind_of_game(tmp_path: Path) -> None:
    """Hexes on a side are refused where facing needs a point; roads are told to be only printed."""
    text = (SHIPPED / "maps" / "ayrenes-woods-aw-r1.yaml").read_text(encoding="utf-8")
    flat = text.replace("id: ayrenes-woods-aw-r1", "id: flat").replace("pointy-top", "flat-top")
    flat = flat[: flat.index("  hexside_waters:")] + flat[flat.index("  starts:") :]
    flat = flat.replace("  starts:", '  roads: [{id: lane, name: Lane, hexes: ["0101", "0102"]}]\n  starts:')
    pack = make_pack(tmp_path / "pack", {"maps/flat.yaml": flat}, game="ayrenes-woods")
    report = Report()
    assert GAME.open(BATTLE, KitOptions((pack,), {"map": "flat"}), report) is not None
    assert GAME.open(BATTLE, KitOptions((pack,), {"map": "flat", "facing": "on"}), report) is None
    results = {(p.severity, p.rule.partition(":")[2]) for p in report}
    assert results >= {(Severity.ERROR, "A-R26"), (Severity.WARNING, "A-R31")}


# --- what is wrong ----------------------------------------------------------------------------------------------


def _star(data: dict[str, Any]) -> None:
    data["commands"][0]["leader"]["caster"] = "true"


def _no_star(data: dict[str, Any]) -> None:
    del data["commands"][1]["leader"]["caster"]


def _level(data: dict[str, Any]) -> None:
    data["armies"][0]["rout_level"] = "40"


def _edges(data: dict[str, Any]) -> None:
    data["armies"][1]["edge"] = "north"


def _off_its_colour(data: dict[str, Any]) -> None:
    data["commands"][0]["units"][1] = {"unit": "elf-b", "hexes": ["1801"]}


def _off_the_map(data: dict[str, Any]) -> None:
    data["commands"][0]["units"][1] = {"unit": "elf-b", "hexes": ["2101"]}


def _leader_alone(data: dict[str, Any]) -> None:
    data["commands"][0]["leader"]["hex"] = "1001"


def _too_many(data: dict[str, Any]) -> None:
    data["commands"][0]["units"][0]["count"] = "5"


def _foreign(data: dict[str, Any]) -> None:
    data["commands"][0]["units"][1]["unit"] = "dwarf-b"


def _misspelt(data: dict[str, Any]) -> None:
    data["commands"][0]["units"][1]["unit"] = "elf-bb"
    data["commands"][1]["army"] = "elfs"
    data["commands"][2]["start"] = "silber"
    data["armies"][1]["people"] = "dwarfs"
    data["scenario"]["applies"] = ["A-99"]


def _rating(data: dict[str, Any]) -> None:
    data["commands"][0]["leader"]["rating"] = "5"


@pytest.mark.rule("A-R05", "A-R54", "A-04", "A-02", "A-R22", "A-R07", "A-R23")
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (_star, [("error", "A-R54", "must have one spellcaster")]),
        (_no_star, [("error", "A-R54", "they have 0 (none)")]),
        (_level, [("warning", "A-02", "worth 88 points, and rout beyond 40")]),
        (_edges, [("error", "A-R40", "to the same edge")]),
        (_off_its_colour, [("warning", "A-R06", "not on a silhouette"), ("warning", "A-R23", "out of command")]),
        (_off_the_map, [("warning", "A-R06", "not on a silhouette"), ("error", "map:hex", "2101 is not on the map")]),
        (_leader_alone, [("error", "A-R07", "does not start on a unit"), ("warning", "A-R23", "")]),
        (_too_many, [("error", "A-R06", "no silhouette left")]),
        (_foreign, [("error", "ref:people", "do not fight for")]),
        (
            _misspelt,
            [
                ("error", "ref:unit", "'elf-bb'"),
                ("error", "ref:army", "'elfs'"),
                ("error", "ref:start", "'silber'"),
                ("error", "ref:people", "'dwarfs'"),
                ("error", "ref:rule", "A-99"),
            ],
        ),
        (_rating, [("error", "read:value", "rating must be at most 4, not 5")]),
    ],
)
def test_what_is_wrong_is_told(
    change: Callable[[dict[str, Any]], None], expected: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    """Each fault with its rule, at its place."""
    results = findings(tmp_path, change)
    for severity, rule, says in expected:
        assert any(s == severity and r == rule and says in message for s, r, message in results), results


def test_going_on_all_the_same(tmp_path: Path) -> None:
    """With --force a battle without a caster is played; what cannot be played is refused even then."""
    data = plain()
    _no_star(data)
    data["scenario"]["turns"] = "1"
    path = tmp_path / "forced.yaml"
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    runner = CliRunner()
    assert runner.invoke(app, ["play", str(path)]).exit_code == 1
    result = runner.invoke(app, ["play", str(path), "--force", "--brief"])
    assert result.exit_code == 0
    assert "warning: Elves must have one spellcaster" in result.output
    _too_many(data)
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    assert runner.invoke(app, ["play", str(path), "--force"]).exit_code == 1


@pytest.mark.rule("A-R22")
def test_one_unit_a_hex(tmp_path: Path) -> None:
    """Two units with hexes of their own in one place."""

    def change(data: dict[str, Any]) -> None:
        data["commands"][0]["units"] = [
            {"unit": "elf-a", "count": "3", "hexes": ["0906", "1006", "1106"]},
            {"unit": "elf-b", "hexes": ["1006"]},
            {"unit": "elf-c"},
        ]

    assert ("error", "A-R22", "G2 is already in 1006.") in findings(tmp_path, change)


@pytest.mark.rule("A-R75", "A-65", "A-05", "A-03", "A-R34")
def test_what_is_wrong_with_a_pack_is_told(tmp_path: Path) -> None:
    """A hand larger than the pool, too few chits, a chit out of its bounds, a unit that cannot enter woods."""

    def entries(kind: str) -> list[dict[str, Any]]:
        text = (DATA / f"{kind}.yaml").read_text(encoding="utf-8")
        return yaml.load(text, yaml.BaseLoader)[kind]  # type: ignore[no-any-return]

    peoples, chits, units = entries("peoples"), entries("combat-chits"), entries("units")
    peoples[0]["hand"] = "7"
    chits[0]["copies"] = "2"
    chits[1]["copies"] = "2"
    chits[2]["a"] = "11"
    units[3]["movement"] = "2"
    pack = make_pack(
        tmp_path / "pack",
        {
            "peoples.yaml": {"peoples": peoples},
            "combat-chits.yaml": {"combat-chits": chits},
            "units.yaml": {"units": units},
        },
        game="ayrenes-woods",
    )
    report = Report()
    GAME.open(BATTLE, KitOptions((pack,)), report)
    messages = {(p.severity, p.rule.partition(":")[2]): p.message for p in report}
    assert "Elves draw 7 spells from a pool of 6." in messages[Severity.ERROR, "A-R75"]
    assert "28 combat chits for 40 units" in messages[Severity.ERROR, "A-05"]
    assert "gives A units 11" in messages[Severity.ERROR, "A-R34"]
    assert "cannot enter woods" in messages[Severity.WARNING, "A-03"]


def test_a_battle_of_ones_own(tmp_path: Path) -> None:
    """Other armies, other letters, a shorter game, units with hexes of their own: it is played to its end."""
    data = plain()
    data["scenario"] = {
        "id": "brawl",
        "title": "The Brawl",
        "game": "ayrenes-woods",
        "map": "ayrenes-woods-aw-r1",
        "turns": "2",
    }
    data["armies"][0]["rout_level"], data["armies"][1]["rout_level"] = "14", "14"
    data["commands"] = [
        {
            "id": "moss",
            "army": "elves",
            "name": "Moss",
            "letter": "M",
            "livery": "forest",
            "leader": {"name": "Ilse", "rating": "3", "caster": "true", "hex": "1002"},
            "units": [
                {"unit": "elf-a", "count": "4", "hexes": ["1002", "1102", "1202", "0902"]},
                {"unit": "elf-c", "count": "2", "hexes": ["1003", "1103"]},
            ],
        },
        {
            "id": "rust",
            "army": "dwarves",
            "name": "Rust",
            "letter": "U",
            "livery": "crimson",
            "leader": {"name": "Knut", "rating": "3", "caster": "true", "hex": "1006"},
            "units": [
                {"unit": "dwarf-a", "count": "4", "hexes": ["1006", "1106", "1206", "0906"]},
                {"unit": "dwarf-c", "count": "2", "hexes": ["1007", "1107"]},
            ],
        },
    ]
    path = tmp_path / "brawl.yaml"
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    result = CliRunner().invoke(app, ["play", str(path), "--seed", "5"])
    assert result.exit_code == 0, result.output
    assert result.output.startswith("The Brawl\n")
    assert "Turn 2 of 2" in result.output or "have won" in result.output


# --- rulings ----------------------------------------------------------------------------------------------------


def test_every_statement_and_ruling_is_there() -> None:
    """A-R01 to A-R75 and A-01 to A-75, each with a text whose figures can be filled in."""
    _, catalogue = read(BATTLE)
    results = [*(f"A-R{n:02}" for n in range(1, 76)), *(f"A-{n:02}" for n in range(1, 76))]
    assert [ruling.id for ruling in catalogue.rulings] == results
    report = Report()
    result = GAME.rules("", KitOptions(), report)
    assert report.ok
    assert not [rule.id for rule in result if "{" in rule.text]


@pytest.mark.rule("A-07", "A-09", "A-17", "A-05")
@pytest.mark.parametrize(
    ("rule", "name", "values"),
    [
        ("A-01", "map", ["ayrenes-woods-aw-r1"]),
        ("A-05", "chit_mix", ["aligned48", "mixed64"]),
        ("A-07", "facing", ["off", "on"]),
        ("A-09", "odds_rounding", ["down", "nearest"]),
        ("A-17", "result_scope", ["all", "one_owner_choice"]),
    ],
)
def test_the_parameters_are_switches(rule: str, name: str, values: list[str]) -> None:
    """Each parameter by its ruling, with its values; the first is the usual one, and stands."""
    for query in (rule, name, f"ayrenes-woods:{rule.lower()}"):
        result = GAME.rule(query, "", KitOptions(), Report())
        assert result is not None
        assert (result.id, result.switch.name, list(result.switch.values)) == (rule, name, values)
        assert result.switch.value == result.switch.default == values[0]
    setting = shipped()
    assert (setting.facing, setting.one_suffers, setting.to_nearest) == (False, False, False)


def test_the_command_shows_a_rule_of_either_game() -> None:
    """A rule that one game alone has is found; of one that both have, the game must be named."""
    runner = CliRunner()
    assert "A-R36  Odds" in runner.invoke(app, ["rules", "show", "A-R36"]).output
    assert "Several shifts" in runner.invoke(app, ["rules", "show", "ayrenes-woods:A-12"]).output
    assert "Several shifts" in runner.invoke(app, ["rules", "show", "A-12", "--game", "ayrenes-woods"]).output
    assert "Several shifts" in runner.invoke(app, ["rules", "show", "A-12", "--scenario", "ayrenes-woods"]).output
    either = runner.invoke(app, ["rules", "show", "A-12"])
    assert either.exit_code == 2
    assert "ibbprint rules show A-12 --game ayrenes-woods" in either.output
    assert "Sign of die modifiers" in runner.invoke(app, ["rules", "show", "R-74"]).output
    missing = runner.invoke(app, ["rules", "show", "Q-99"])
    assert (missing.exit_code, "there is no rule 'Q-99'" in missing.output) == (2, True)


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        *((path.stem, path) for path in sorted(DATA.glob("*.yaml"))),
        ("scenario", SHIPPED / "ayrenes-woods.yaml"),
        ("map", SHIPPED / "maps" / "ayrenes-woods-aw-r1.yaml"),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else value,
)
def test_each_shipped_file_is_valid_under_its_schema(kind: str, path: Path) -> None:
    """The JSON Schema of a kind of file, as `ibbprint schema --game ayrenes-woods` writes it, takes ours."""
    schema = json.loads(CliRunner().invoke(app, ["schema", kind, "--game", "ayrenes-woods"]).output)
    errors = [f"{'/'.join(map(str, e.path))}: {e.message[:200]}" for e in Validator(schema).iter_errors(typed(path))]
    assert errors == []


def typed(path: Path) -> Any:
    """A file as an editor reads it that knows YAML: numbers are numbers, what is in quotes is text."""
    return yaml.load(path.read_text(encoding="utf-8"), _Editor)


class _Editor(yaml.SafeLoader):
    """YAML 1.2: `on` and `off` are text."""


_Editor.yaml_implicit_resolvers = {
    letter: [(tag, pattern) for tag, pattern in result if tag != "tag:yaml.org,2002:bool" or letter in "tTfF"]
    for letter, result in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
