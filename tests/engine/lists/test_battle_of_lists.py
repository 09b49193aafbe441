"""Battles of army lists: two lists become a scenario that check, kit and play take as it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from ibbprint.catalogue.documents import Document
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.lists import ArmyRequest, BattleRequest, MadeBattle
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.hexgrid import HexGrid
from ibbprint.playtest.policies import play_game, policies
from ibbprint.problems import Report, Severity
from ibbprint.systems import games
from ibbprint.systems.ibb.lists.battle import make_battle
from ibbprint.systems.ibb.lists.generate import make_army
from tests.helpers import SCENARIOS, app, plain, print_kit

GAME: Any = games()["ibb"]
APART = 8
PACK_UNITS = """units:
  - {id: goblins-q2, name: Goblins, short: Goblins, symbol: light-infantry, arm: foot, weight: light, attack: 2,
     defence: 1, movement: 5, quality: 2, price: {gold: 4}}
  - {id: trolls-q4, name: Trolls, short: Trolls, symbol: heavy-infantry, arm: foot, weight: heavy, attack: 6,
     defence: 6, movement: 3, quality: 4, price: {gold: 20}}
"""
GOBLINS = (
    "Title: Goblins\nBudget: 90\nGrishnak: captain 4\ncaptain 2\n"
    "Left wing:\n5x goblins\n2 trolls\nRight wing:\n3 goblins"
)


@cache
def army(theme: str, role: str = "", budget: int = 90, seed: int = 1) -> str:
    """A legal list."""
    return make_army(ArmyRequest(budget, theme, role, seed), checker())


@cache
def checker() -> Any:
    """The shipped catalogue, opened once."""
    return GAME.checker(KitOptions(), Report())


def made(
    lists: Sequence[str], packs: Sequence[Path] = (), rules: dict[str, str] | None = None, **asked: str
) -> tuple[MadeBattle | None, Report]:
    """A battle of two lists, and what was said of it."""
    report = Report()
    documents = [Document(f"{name}.txt", text) for name, text in zip("ab", lists, strict=False)]
    if not packs and not rules:
        return make_battle(documents, BattleRequest(**asked), checker(), report), report
    return GAME.battle(documents, BattleRequest(**asked), KitOptions(tuple(packs), rules or {}), report), report


def battle(lists: Sequence[str], packs: Sequence[Path] = (), **asked: Any) -> MadeBattle:
    """A battle that there must be."""
    result, report = made(lists, packs, **asked)
    assert result is not None, list(map(str, report))
    return result


def data(text: str) -> dict[str, Any]:
    """A scenario read without the project's reader."""
    result: dict[str, Any] = yaml.load(text, yaml.BaseLoader)
    return result


def pack(
    folder: Path, layout: str = "pointy-top", rows: Sequence[str] = ("....w.........w..", "..........w......") * 8
) -> Path:
    """A pack with two units and a map, that has a village in the middle if it is large enough."""
    lines = list(rows)
    if len(lines) > 9:
        lines[8] = lines[8][:8] + "V" + lines[8][9:]
    (folder / "maps").mkdir(parents=True)
    (folder / "pack.yaml").write_text("pack: {id: mine, title: Mine, game: ibb}\n", encoding="utf-8")
    (folder / "units.yaml").write_text(PACK_UNITS, encoding="utf-8")
    drawn = "".join(f'    - "{line}"\n' for line in lines)
    (folder / "maps/heath.yaml").write_text(
        f"map:\n  id: heath\n  title: The Heath\n  game: ibb\n  columns: {len(lines[0])}\n  rows: {len(lines)}\n"
        f"  layout: {layout}\n  shifted: even\n"
        f'  legend: {{".": clear, w: woods, V: village, r: river}}\n  terrain:\n{drawn}',
        encoding="utf-8",
    )
    return folder


def taken(found: MadeBattle, folder: Path, packs: Sequence[Path] = (), *, play: bool = True) -> dict[str, Any]:
    """Hold a battle to its promise: checked without an error or a warning, made into a kit, and played to its end."""
    path = folder / f"{found.id}.yaml"
    path.write_text(found.text, encoding="utf-8")
    options, report = KitOptions(tuple(packs)), Report()
    checked = GAME.check_scenario(str(path), options, report)
    assert [f.problem for f in checked.findings if f.problem.severity <= Severity.WARNING] == []
    kit = GAME.kit(str(path), options, report)
    assert kit is not None, list(map(str, report))
    opened = GAME.open(str(path), options, report)
    assert opened is not None, list(map(str, report))
    if play:
        played = play_game(opened, 1, policies(dict.fromkeys(opened.sides, "greedy"), 1), False)
        assert played.is_over
    assert len(report) == 0
    return data(found.text)


def between(scenario: dict[str, Any], grid: HexGrid) -> int:
    """How far the zones of the two sides are apart."""
    zones = {zone["id"]: zone["hexes"] for zone in scenario["zones"]}
    first, second = (zones[side["id"]] for side in scenario["sides"])
    return min(grid.distance(a, b) for a in first for b in second)


FOREST = plain(SCENARIOS / "maps/forest-map-one.yaml")["map"]
GRID = HexGrid(int(FOREST["columns"]), int(FOREST["rows"]))
PAIRS: list[tuple[str, list[str], dict[str, str]]] = [
    ("meeting", [army("elves"), army("horse")], {}),
    ("meeting-magic-siege", [army("magic"), army("siege")], {"kind": "meeting"}),
    ("meeting-large", [army("", budget=150, seed=3), army("foot", budget=150, seed=4)], {}),
    ("attack", [army("horse", "attacker"), army("elves", "defender")], {}),
    ("attack-engines", [army("siege", "defender"), army("siege", "attacker")], {"kind": "attack"}),
    ("attack-said", [army("elves"), army("foot")], {"kind": "attack", "defender": "a.txt"}),
]


@pytest.mark.parametrize(("lists", "asked"), [p[1:] for p in PAIRS], ids=[p[0] for p in PAIRS])
def test_two_lists_are_a_battle_that_every_command_takes(
    lists: list[str], asked: dict[str, Any], tmp_path: Path
) -> None:
    """What battle makes is checked without a warning, printed and played, on ground that is eight hexes apart."""
    scenario = taken(battle(lists, **asked), tmp_path)
    assert between(scenario, GRID) >= APART
    for zone in scenario["zones"]:
        assert zone["id"].endswith("-engines") or len(GRID.connected(zone["hexes"])) == 1
    for field in ("id", "name", "letter", "livery"):
        assert len({side[field] for side in scenario["sides"]}) == 2
    named = [force["name"] for force in scenario["forces"] if "name" in force]
    assert len(named) == len(set(named))


@pytest.mark.parametrize("layout", ["pointy-top", "flat-top"])
def test_a_pack_with_its_own_units_and_map_has_its_battle(layout: str, tmp_path: Path) -> None:
    """Units and map of a pack are used, whichever way its hexes stand; and the shipped map if that is asked for."""
    packs = [pack(tmp_path / "mine", layout)]
    for options in ({}, {"defender": "a.txt"}, {"map": "forest-map-one"}):
        fight = battle([GOBLINS, army("elves")], packs, **options)
        scenario = taken(fight, tmp_path, packs, play=options == {} and layout == "pointy-top")
        grid = GRID if "map" in options else HexGrid(17, 16, layout, "even")  # type: ignore[arg-type]
        assert scenario["scenario"]["map"] == options.get("map", "heath")
        assert between(scenario, grid) >= APART
        assert {force["unit"] for force in scenario["forces"]} >= {"goblins-q2", "trolls-q4"}
        assert "Village in 0909" in fight.places or "map" in options


@pytest.mark.rule("G-48")
def test_lists_that_nobody_named_are_the_first_and_the_second_army() -> None:
    """A generated title and files called a and b name nobody; a title of one's own does, and so does a telling file."""
    lists = army("", seed=1), army("", seed=2)
    sides = data(battle(lists).text)["sides"]
    assert [side["name"] for side in sides] == ["First army", "Second army"]
    titled = f"Title: The Grey Host\n{lists[0].split(chr(10), 2)[2]}"
    assert [side["name"] for side in data(battle((titled, lists[1])).text)["sides"]] == ["The Grey Host", "Second army"]
    files = [Document("/tmp/wallish.txt", lists[0]), Document("list-2.txt", lists[1])]
    result = make_battle(files, BattleRequest(), checker(), Report())
    assert result is not None
    assert [side["name"] for side in data(result.text)["sides"]] == ["Wallish", "Second army"]


def test_long_names_make_a_title_that_a_scenario_may_have() -> None:
    """Two armies with names of 36 letters and more are a battle like any other; its title is cut."""
    lists = [
        f"Title: The {number} Host of All the Woods and Hills\n{army('foot').split(chr(10), 2)[2]}"
        for number in ("First", "Other")
    ]
    fight = battle(lists)
    assert data(fight.text)["scenario"]["title"] == fight.title
    assert len(fight.title) == 80


def test_every_counter_of_a_list_is_in_the_battle_once() -> None:
    """The units, leaders and engines of the lists are those of the scenario, each under its captain."""
    scenario = data(battle([army("siege"), army("magic")]).text)
    for text, side in zip((army("siege"), army("magic")), scenario["sides"], strict=True):
        total = sum(
            int(line.split("x")[0]) if line[0].isdigit() else 1
            for line in text.splitlines()[4:]
            if line and line[0] != "#"
        )
        forces = [force for force in scenario["forces"] if force["side"] == side["id"]]
        assert sum(int(force.get("count", 1)) for force in forces) == total
    captains = {f["name"]: f["formation"] for f in scenario["forces"] if f["unit"].startswith("captain")}
    assert {f["captain"]: f["id"] for f in scenario["formations"]} == captains


def test_captains_share_the_units_that_stand_under_none() -> None:
    """Captains under no heading lead what is under none, evenly; a name that is given twice becomes two."""
    message = "Title: One\nOlaf: captain 4\ncaptain 3\nLeft:\n4 heavy infantry\nRight:\n3 spearmen Q2"
    two = "Title: Two\nOlaf: captain 5\n2 heavy infantry\n[Reserve]\n2 archers elven"
    scenario = data(battle([message, two]).text)
    led: dict[str, int] = {}
    for force in scenario["forces"]:
        if not force["unit"].startswith("captain"):
            led[force["formation"]] = led.get(force["formation"], 0) + int(force.get("count", 1))
    assert led == {"one-1": 3, "one-2": 4, "two-1": 4}
    assert [f["captain"] for f in scenario["formations"]] == ["Olaf", "Berengar", "Olaf 2"]


@pytest.mark.rule("G-49")
def test_a_defender_holds_his_place_behind_free_forts() -> None:
    """A defender has a level for every three units, and the place that is fought for is in his zone (G-34)."""
    for defender in ("a.txt", "b.txt"):
        scenario = data(battle([army("elves"), army("foot")], defender=defender).text)
        side = scenario["sides"]["ab".index(defender[0])]["id"]
        own = [force for force in scenario["forces"] if force["side"] == side]
        units = sum(int(f.get("count", 1)) for f in own if not f["unit"].startswith(("captain", "fort")))
        forts = [force for force in scenario["forces"] if force["unit"] == "fort-level"]
        assert [(f["side"], int(f.get("count", 1)), len(set(f["hexes"]))) for f in forts] == [
            (side, units // 3, units // 3)
        ]
        zone = next(zone["hexes"] for zone in scenario["zones"] if zone["id"] == side)
        held = next(level["all"][0]["hexes"] for level in scenario["victory"] if level["side"] == side)
        assert set(held) | set(forts[0]["hexes"]) <= set(zone)
        assert held[0] in forts[0]["hexes"]
        assert scenario["scenario"]["first_to_set_up"] == side


@pytest.mark.rule("G-49")
def test_victory_is_over_named_hexes_and_strength_lost() -> None:
    """Both sides want the same named place of the map, so that they cannot both win; then the enemy's strength."""
    fight = battle([army("elves"), army("horse")])
    scenario = data(fight.text)
    levels = {(level["side"], level["level"]): level["all"] for level in scenario["victory"]}
    sides = [side["id"] for side in scenario["sides"]]
    first, second = (levels[side, "minor"] for side in sides)
    assert first[0]["kind"] == second[0]["kind"] == "holds"
    assert first[0]["hexes"] == second[0]["hexes"] == ["1013"]
    assert fight.places[0] == "Mickle Cross"
    for side, enemy in (sides, sides[::-1]):
        assert {"kind": "strength-lost", "side": enemy, "at_least": "50%"} in levels[side, "major"]


def test_the_same_lists_give_the_same_bytes() -> None:
    """Nothing in the file hangs on chance, the folder or the time."""
    lists = [army("magic"), army("")]
    assert battle(lists).text == battle(lists).text
    assert max(map(len, battle(lists).text.splitlines())) <= 120


def test_switches_of_the_lists_are_those_of_the_scenario() -> None:
    """What a list chooses stands in the scenario, whichever of its names it uses; lists that disagree are told."""
    item, two = "Rule: R-17=count\n" + army("siege"), "Rule: engines_stack=free\n" + army("horse")
    assert data(battle([item, army("horse")]).text)["scenario"]["rules"] == {"engines_stack": "count"}
    result, report = made([item, two])
    assert result is None
    assert [p.rule for p in report.errors] == ["rule:switch"]
    assert made([item, two], rules={"engines_stack": "free"})[0] is not None


@pytest.mark.parametrize(
    ("lists", "asked", "word"),
    [
        ([army("elves"), army("horse")], {"map": "forest-map-on"}, "forest-map-one"),
        ([army("elves"), army("horse")], {"kind": "atack"}, "attack"),
        ([army("elves"), army("horse")], {"kind": "attack"}, "--defender a.txt or b.txt"),
        ([army("elves"), army("horse")], {"kind": "meeting", "defender": "a.txt"}, "--defender"),
        ([army("elves"), army("horse")], {"defender": "c.txt"}, "a.txt"),
        ([army("elves")], {}, "two lists"),
    ],
)
def test_a_wrong_question_is_answered_with_a_right_one(lists: list[str], asked: dict[str, str], word: str) -> None:
    """A map, a kind, a defender that there is not: the nearest one is named."""
    with pytest.raises(BadQuestion) as bad:
        made(lists, **asked)  # type: ignore[arg-type]
    assert word in bad.value.hint


@pytest.mark.parametrize(
    ("lists", "asked", "rule"),
    [
        (["3x elfen archurs\ncaptain 3", army("horse")], {}, "ibb:R-200"),
        (["3x heavy infantry", army("horse")], {}, "ibb:R-49"),
        ([army("elves"), army("horse", budget=120)], {}, "ibb:A-184"),
        ([army("elves", "attacker"), army("horse")], {"kind": "meeting"}, "ibb:A-184"),
        (["captain 3", army("horse")], {}, "ibb:R-176"),
        (["captain 3\n150 heavy cavalry q3", "captain 3\n150 heavy cavalry q3"], {}, "ibb:G-48"),
        (["captain 3\n260 spearmen Q2", "captain 3\n2 heavy infantry"], {}, "ibb:G-48"),
    ],
)
def test_lists_that_make_no_battle_are_refused_with_their_findings(
    lists: list[str], asked: dict[str, str], rule: str
) -> None:
    """Errors of the lists, unequal budgets, and more counters than the map or a table has room for."""
    result, report = made(lists, **asked)  # type: ignore[arg-type]
    assert result is None
    assert rule in [problem.rule for problem in report.errors]


def test_a_map_without_room_is_told_and_a_narrow_one_brings_the_zones_nearer(tmp_path: Path) -> None:
    """Where eight hexes are not to be had there is a warning; where there is no ground at all, an error."""
    lists = [army("elves"), army("horse")]
    narrow = [pack(tmp_path / "narrow", rows=["." * 8] * 5)]
    result, report = made(lists, narrow)
    assert result is not None
    assert [(p.severity, p.rule) for p in report if p.severity <= Severity.WARNING] == [(Severity.WARNING, "ibb:G-48")]
    scenario = taken(result, tmp_path, narrow, play=False)
    assert 2 <= between(scenario, HexGrid(8, 5, "pointy-top", "even")) < APART
    for name, rows in (("tiny", ["...", "..."]), ("wet", ["rrr", "rrr"]), ("dot", ["."])):
        result, report = made(lists, [pack(tmp_path / name, rows=rows)])
        assert result is None
        assert "ibb:G-48" in [problem.rule for problem in report.errors], list(map(str, report))


def test_a_printed_battle_comes_out_as_a_pdf(tmp_path: Path) -> None:
    """The counters, the sheet and the diagram of a battle of lists are drawn, third formations with elf rangers too."""
    wings = "".join(f"[Wing {n}]\ncaptain 3\n1 elf-rangers-q3\n1 pikes\n" for n in range(1, 5))
    path = tmp_path / "b.yaml"
    path.write_text(battle([f"Title: Wings\n{wings}", f"Title: Others\n{wings}"]).text, encoding="utf-8")
    book, report = print_kit(str(path), only=["counters", "scenario"])
    assert book is not None, list(map(str, report))


def call(folder: Path, *words: str, text: str | None = None) -> tuple[int, str]:
    """The command in this process."""
    result = CliRunner().invoke(app, ["battle", *words], input=text)
    return result.exit_code, result.output


def test_the_command_writes_a_file_and_never_over_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is named by the sides or by -o; one that is there stays, unless it is forced; exit codes are 0, 1, 2."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("a.txt", army("elves")), ("b.txt", army("horse")), ("bad.txt", "3x elfen archurs\ncaptain 3")):
        Path(name).write_text(text, encoding="utf-8")
    code, output = call(tmp_path, "a.txt", "b.txt")
    assert (code, Path("elf-against-horse.yaml").exists()) == (0, True), output
    content = Path("elf-against-horse.yaml").read_bytes()
    Path("elf-against-horse.yaml").write_bytes(b"mine")
    assert call(tmp_path, "a.txt", "b.txt")[0] == 2
    assert Path("elf-against-horse.yaml").read_bytes() == b"mine"
    assert b"ibbprint kit elf-against-horse.yaml" in content
    assert call(tmp_path, "a.txt", "b.txt", "-o", "my sunday.yaml")[0] == 0
    assert "ibbprint kit 'my sunday.yaml'\n" in Path("my sunday.yaml").read_text(encoding="utf-8")
    assert call(tmp_path, "a.txt", "b.txt", "--force")[0] == 0
    assert Path("elf-against-horse.yaml").read_bytes() == content
    Path("folder").mkdir()
    assert call(tmp_path, "a.txt", "-", "-o", "folder", text=army("horse"))[0] == 0
    assert Path("folder/elf-against-horse.yaml").exists()
    for words, code in (
        (("a.txt", "./a.txt"), 2),
        (("a.txt", "a.txt"), 2),
        (("a.txt", "b.txt", "-o", "x.txt"), 2),
        (("a.txt", "b.txt", "bad.txt"), 2),
        (("a.txt", "b.txt", "--map", "nix", "-o", "x.yaml"), 2),
        (("a.txt", "bad.txt", "-o", "x.yaml"), 1),
        (("a.txt", "none.txt", "-o", "x.yaml"), 1),
    ):
        result, output = call(tmp_path, *words)
        assert result == code, output
        assert "Traceback" not in output
    assert not Path("x.yaml").exists()
