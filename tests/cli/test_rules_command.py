"""`ibbprint rules`: every ruling listed, the switches as they stand, and all that is tied to one of them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.rules import RuleText
from ibbprint.problems import Report
from ibbprint.reports.rules_report import listing, rule_json, rule_text, switches
from ibbprint.systems import games
from tests.helpers import DATA, KITS, ROOT, SCENARIOS, call_cli, entries, make_pack, plain
from tests.waiting import PATIENCE_S

IBB: Any = games()["ibb"]
RULINGS = entries("rulings")
KINDS = ("units", "abilities", "races", "terms", "terrain", "segments", "modifiers", "spells", "procedure", "turn")
"""Kinds of files whose entries name their rules in a list."""


@cache
def listed(scenario: str = "", **rules: str) -> tuple[RuleText, ...]:
    """All rulings, with the switches of a scenario and of the caller."""
    report = Report()
    result = IBB.rules(scenario, KitOptions((), rules), report)
    assert result is not None, "\n".join(map(str, report))
    return tuple(result)


@cache
def shown(name: str, packs: tuple[Path, ...] = (), scenario: str = "") -> RuleText:
    """One rule."""
    report = Report()
    result: RuleText | None = IBB.rule(name, scenario, KitOptions(packs), report)
    assert result is not None, "\n".join(map(str, report))
    return result


def standing(scenario: str = "", **rules: str) -> dict[str, str]:
    """What every switch stands at, by its ruling."""
    return {rule.id: rule.switch.value for rule in listed(scenario, **rules) if rule.switch is not None}


def test_every_ruling_is_listed() -> None:
    """One line each, in the order of the file, with id, tag and title."""
    lines = listing(listed()).splitlines()
    assert [line.split()[0] for line in lines] == list(RULINGS)
    assert all(r["tag"] in line and r["title"] in line for r, line in zip(RULINGS.values(), lines, strict=True))
    assert max(map(len, lines)) <= 100


@pytest.mark.rule("G-15")
def test_the_switches_stand_at_their_defaults() -> None:
    """G-15: nine switches, each with what its values mean, the default first and marked."""
    assert standing() == {
        "R-17": "free",
        "R-22": "2-2-4",
        "R-64": "hex",
        "R-82": "immune",
        "R-95": "strength",
        "R-115": "six",
        "R-119": "one",
        "R-126": "pool",
        "R-136": "less-one",
    }
    text = " ".join(switches(listed()).split())
    assert text.count("(the usual one)") == text.count(" * ") == 9
    assert "{" not in text


def test_a_switch_follows_the_scenario_and_the_caller(tmp_path: Path) -> None:
    """A scenario's rules turn a switch, and --rule goes before them, by ruling or by name."""
    assert standing(**{"R-95": "die"})["R-95"] == "die"
    assert standing(mana="turn")["R-126"] == "turn"
    text = (SCENARIOS / "stirling.yaml").read_text(encoding="utf-8")
    changed = text.replace("scenario:\n", "scenario:\n  rules: {R-119: never, R-82: literal}\n", 1)
    assert changed != text
    own = tmp_path / "own.yaml"
    own.write_text(changed, encoding="utf-8")
    result = standing(str(own), **{"R-82": "immune"})
    assert (result["R-119"], result["R-82"], result["R-17"]) == ("never", "immune", "free")


@pytest.mark.parametrize("name", ["R-74", "r-74", "R74", "ibb:R-74", " r74 "])
def test_an_id_may_be_written_in_several_ways(name: str) -> None:
    """Small letters, without the hyphen, with the name of the game."""
    assert shown(name).id == "R-74"


@pytest.mark.parametrize(("name", "id"), [("mana", "R-126"), ("G-1", "G-01"), ("r1", "R-01"), ("a-54", "A-54")])
def test_switches_and_short_numbers_are_names_too(name: str, id: str) -> None:
    """A switch's own name, and a number without its nought."""
    assert shown(name).id == id


@pytest.mark.parametrize("id", [*sorted(RULINGS)[::8], "R-11", "R-22", "R-136", "G-15", "G-33", "G-35"])
def test_a_ruling_is_shown_whole(id: str) -> None:
    """Title, whole text, source, statements, switch; all settlements and settled rulings, with their titles."""
    rule, entry = shown(id), RULINGS[id]
    assert (rule.title, rule.tag) == (entry["title"], entry["tag"])
    assert list(rule.source) == list(entry.get("source") or [])
    assert list(rule.statements) == list(entry.get("statements") or [])
    ties = {(tie, other) for tie, other, _ in rule.related}
    assert {("settled by", other) for other in entry.get("settled_by") or []} <= ties
    assert {("settles", other) for other in entry.get("settles") or []} <= ties
    assert all(title == RULINGS.get(other, {"title": ""})["title"] for _, other, title in rule.related)
    assert max(map(len, rule_text(rule).splitlines())) <= 100


def test_the_text_of_every_ruling_is_whole() -> None:
    """Every word of every ruling is on the screen, with its figures filled in, in lines of at most 100 characters."""
    for rule in listed():
        text = rule_text(rule)
        assert max(map(len, text.splitlines())) <= 100
        assert " ".join(rule.text.split()) in " ".join(text.split())
        assert "{" not in text


@pytest.mark.parametrize("id", ["R-24", "R-95", "G-19", "R-204", "A-94", "A-19", "R-02"])
def test_what_a_rule_touches(id: str) -> None:
    """Every entry of the plain data files that names the rule, and no other, is in the list."""
    expected = {
        (kind, name) for kind in KINDS for name, entry in entries(kind).items() if id in (entry.get("rules") or [])
    }
    touched = {(each.kind, each.id) for each in shown(id).touches if each.kind in KINDS}
    assert touched == expected


def test_figures_markers_tables_and_scenarios_are_touched() -> None:
    """A figure and a marker by their one rule, the combat table by its list, a scenario by what it applies."""
    assert ("figures", "minimum-defence") in {(t.kind, t.id) for t in shown("R-78").touches}
    assert ("crt", "crt") in {(t.kind, t.id) for t in shown("R-85").touches}
    marker = next(iter(entries("markers").values()))
    assert ("markers", marker["id"]) in {(t.kind, t.id) for t in shown(marker["rule"]).touches}
    for kit in KITS:
        for id in plain(SCENARIOS / f"{kit}.yaml")["scenario"]["applies"]:
            assert ("scenario", kit) in {(t.kind, t.id) for t in shown(id).touches}


def test_a_statement_is_known_by_what_names_it() -> None:
    """A statement has no ruling of its own: the rulings that bear on it are told, and what of the data it touches."""
    result = shown("A-54")
    bearing = {id for id, entry in RULINGS.items() if "A-54" in (entry.get("statements") or [])}
    assert {other for _, other, _ in result.related} == bearing
    assert ("units", "captain-2") in {(t.kind, t.id) for t in result.touches}


def test_a_packs_own_ruling_and_entries_are_found(tmp_path: Path) -> None:
    """A ruling that a pack adds, with a switch, and a unit of the pack that names it."""
    pack = make_pack(
        tmp_path / "pack",
        {
            "rulings.yaml": {
                "rulings": [
                    {
                        "id": "X-01",
                        "title": "Do ice guards melt",
                        "topic": "units",
                        "tag": "gap",
                        "text": "They do not.",
                        "switch": {
                            "name": "melting",
                            "default": "no",
                            "values": {"no": "They stay.", "soon": "They melt."},
                        },
                    }
                ]
            },
            "units.yaml": {
                "units": [
                    {
                        "id": "ice-guard",
                        "name": "Ice Guard",
                        "short": "Ice",
                        "symbol": "heavy-infantry",
                        "arm": "foot",
                        "attack": 3,
                        "defence": 3,
                        "movement": 3,
                        "quality": 3,
                        "rules": ["X-01"],
                    }
                ]
            },
        },
    )
    result = shown("x1", (pack,))
    assert [(t.kind, t.id, t.name) for t in result.touches] == [("units", "ice-guard", "Ice Guard")]
    assert result.switch is not None
    assert (result.switch.name, result.switch.value) == ("melting", "no")


def test_a_rule_for_programs() -> None:
    """JSON has every field by name."""
    data = json.loads(rule_json(shown("R-22")))
    assert data["switch"]["values"].keys() == {"2-2-4", "3-2-4"}
    assert {"kind": "units", "id": "spearmen-q2", "name": "Spearmen"} in data["touches"]
    assert {"tie": "settled by", "id": "G-15", "title": RULINGS["G-15"]["title"]} in data["related"]
    assert data["source"] == RULINGS["R-22"]["source"]


def named_rules(game: str) -> dict[str, str]:
    """Every rule id that the code, the data, the scenarios and the templates of a game write down, with a file."""
    code = ROOT / "ibbprint" / "systems" / game.replace("-", "_")
    folders = [code, ROOT / "templates" / game, SCENARIOS.parent / game]
    return {
        id: path.name
        for folder in folders
        for path in sorted(folder.rglob("*.*"))
        if path.suffix in (".py", ".yaml", ".j2", ".csv")
        for id in re.findall(r"(?<![\w-])[A-Z]-[A-Z]?\d{2,3}(?![\w-])", path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("game", ["ibb", "ayrenes-woods"])
def test_every_rule_that_can_be_named_has_a_text(game: str) -> None:
    """What a check, a finding, an event or a page calls by its id can be looked up, and says something."""
    data = ROOT / "ibbprint" / "systems" / game.replace("-", "_") / "data"
    files = [path for kind in ("rulings", "statements") if (path := data / f"{kind}.yaml").exists()]
    texts = {item["id"]: item["text"] for path in files for item in plain(path)[path.stem]}
    named = named_rules(game)
    assert len(named) > 100
    assert {id: file for id, file in named.items() if not texts.get(id)} == {}


def test_every_finding_of_the_corpus_names_a_rule_with_a_text() -> None:
    """Every list of the corpus and every shipped scenario is checked: each rule among the findings has a text."""
    lists = [path for path in sorted((ROOT / "tests" / "lists" / "cases").iterdir()) if path.is_file()]
    result = [call_cli("check", str(path)) for path in (*lists, *(SCENARIOS / f"{kit}.yaml" for kit in KITS))]
    ids = {id for each in result for id in re.findall(r"\b[A-Z]-[A-Z]?\d{2,3}\b", each.stdout + each.stderr)}
    texts = {rule["id"]: rule["text"] for kind in ("rulings", "statements") for rule in entries(kind).values()}
    assert len(ids) > 40
    unknown = {"R-999"}  # which one of the lists asks for, and is told that there is no such rule
    assert [id for id in sorted(ids - unknown) if not texts.get(id)] == []


@pytest.mark.parametrize(
    ("id", "part"), [("A-91", "Only heavy cavalry charges"), ("G-61", "do not appear"), ("G-66", "breakthrough")]
)
def test_statements_and_late_settlements_are_shown_with_their_text(id: str, part: str) -> None:
    assert part in shown(id).text


def test_a_rule_of_two_games_names_both_and_the_game_chooses() -> None:
    """`rules show a-71` is a wrong call that gives each title with its command; those commands show the rules."""
    both = call_cli("rules", "show", "a-71")
    assert (both.returncode, both.stdout) == (2, "")
    assert both.stderr.splitlines() == [
        "ibbprint: a-71 is a rule in 2 games. Type one of:",
        "  Movement costs of terrain, and roads (Itty Bitty Battles)",
        "    ibbprint rules show A-71 --game ibb",
        "  Obligations with facing (Battle of Ayrene’s Woods)",
        "    ibbprint rules show A-71 --game ayrenes-woods",
    ]
    for line in both.stderr.splitlines()[2::2]:
        assert call_cli(*line.split()[1:]).stdout.startswith("A-71  ")
    assert "front hexes" in call_cli("rules", "show", "A-71", "--system", "ayrenes-woods").stdout
    assert "Movement penalties" in call_cli("rules", "show", "IBB:a71").stdout


@pytest.mark.parametrize(
    ("arguments", "title"),
    [
        (("ayrenes-woods:A-12",), "Several shifts"),
        (("A-12", "--game", "ibb"), "Facing of the counters"),
        (("A-12", "--scenario", "hastings"), "Facing of the counters"),
        (("A-R12",), "Move, then fight"),
        (("M-12",), "Once a turn"),
    ],
)
def test_a_rule_is_shown_of_the_game_that_is_meant(arguments: tuple[str, ...], title: str) -> None:
    """Named before the id or by the option, by the scenario, or because no other game has the id."""
    result = call_cli("rules", "show", *arguments)
    assert (result.returncode, title in result.stdout.splitlines()[0]) == (0, True), result.stderr


def test_a_switch_of_two_games_is_chosen_too() -> None:
    result = call_cli("rules", "show", "turns")
    assert result.returncode == 2
    assert "ibbprint rules show M-29 --game microbattle" in result.stderr
    assert "ibbprint rules show B-40 --game battle-turn" in result.stderr


def test_the_pack_decides_whose_rule_is_shown(tmp_path: Path) -> None:
    """A-12 with a pack of Ayrene's Woods is a rule of Ayrene's Woods; its rulings are listed."""
    own = {
        "id": "A-99",
        "title": "Elves by moonlight",
        "topic": "units",
        "tag": "house",
        "text": "They see in the dark.",
    }
    pack = make_pack(tmp_path / "moon", {"rulings.yaml": {"rulings": [own]}}, game="ayrenes-woods")
    assert "Several shifts" in call_cli("rules", "show", "A-12", "--pack", str(pack)).stdout
    assert "Elves by moonlight" in call_cli("rules", "--pack", str(pack)).stdout


def test_every_statement_has_a_title_of_its_own() -> None:
    """Short enough for a line, and no two alike."""
    titles = [entry.get("title", "") for entry in entries("statements").values()]
    assert len(titles) == len(set(titles)) == 170
    assert all(3 <= len(title) <= 56 for title in titles)
    assert shown("A-54").title == "The captain’s roll for orders"
    assert shown("A-54").tag == "statement"


@pytest.mark.parametrize(
    ("arguments", "code", "out", "err"),
    [
        ((), 0, "R-01", ""),
        (("--switches",), 0, "engines_stack", ""),
        (("--switches", "--rule", "R-95=die", "--scenario", "hastings", "--system", "ibb"), 0, "* die", ""),
        (("--json",), 0, '"id": "G-56"', ""),
        (("show", "R-74"), 0, "R-74", ""),
        (("show", "R-22", "--json"), 0, '"spent_spearmen"', ""),
        (("show", "R-999"), 2, "", "there is no rule"),
        (("show", "mna"), 2, "", "there is no rule"),
        (("show", "R-22", "--rule", "R-22=4-4-4"), 2, "", "cannot be"),
        (("--scenario", "hastngs"), 2, "", "Did you mean hastings?"),
        (("--pack", "nowhere"), 1, "", "no such folder"),
        (("show",), 2, "", "rules show"),
        (("shw", "R-74"), 2, "", "shw"),
        (("--system", "chess"), 2, "", "there is no game"),
        (("--rule", "R-22"), 2, "", "--rule takes"),
    ],
)
def test_the_command(arguments: tuple[str, ...], code: int, out: str, err: str) -> None:
    """Exit 0 with what was asked, 1 for a pack that cannot be read, 2 for a wrong call, or a rule that is not there."""
    result = call_cli("rules", *arguments, COLUMNS="120")
    assert result.returncode == code, result.stderr
    assert out in result.stdout
    assert err in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [("rules",), ("list",), ("play", "stirling", "--json"), ("--version",)])
def test_a_full_disk_is_told_in_a_sentence(arguments: tuple[str, ...]) -> None:
    """What cannot be written ends with 1 and one line, not with a traceback."""
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "ibbprint", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            timeout=PATIENCE_S,
            check=False,
        )
    assert result.returncode == 1
    assert result.stderr == "ibbprint: cannot write the output: no space left on device.\n"


def test_a_program_without_its_fonts_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the package was copied and not installed, that is one line and no traceback."""
    from ibbprint import cli
    from ibbprint.fonts import FontsNotMade

    def not_made() -> None:
        raise FontsNotMade("fonts are made when ibbprint is installed")

    def end(code: int) -> None:
        raise SystemExit(code)

    monkeypatch.setattr(cli, "run", not_made)
    monkeypatch.setattr("os._exit", end)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 1
    assert capsys.readouterr().err == "ibbprint: fonts are made when ibbprint is installed\n"


def test_nobody_need_listen() -> None:
    """With its output closed beforehand the program ends as it would have."""
    shut = "import runpy, sys; sys.stdout = None; runpy.run_module('ibbprint', run_name='__main__')"
    result = subprocess.run(
        [sys.executable, "-c", shut, "--version"],
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_a_saved_game_is_no_army_list(tmp_path: Path) -> None:
    """It is told in one line how it is read, not as so many unknown units."""
    (tmp_path / "my.game").write_text("ibbprint game 2\nscenario: stirling\nseed: 1\n", encoding="utf-8")
    result = call_cli("check", "my.game", cwd=tmp_path, COLUMNS="120")
    assert (result.returncode, result.stdout) == (1, "")
    assert "my.game:1:1: error: this is a saved game, not an army list. To replay and check it" in result.stderr
    assert "ibbprint replay my.game" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("kit", "ibb"), 2, "ibbprint: ibb is a game, not a scenario. For its whole catalogue: ibbprint kit ibb --all"),
        (("check", "nowhere.yaml", "--fix", "out.yaml"), 1, "nowhere.yaml: error: there is no such file. [read:file]"),
    ],
)
def test_a_wrong_call_is_told_what_is_wrong_with_it(arguments: tuple[str, ...], code: int, said: str) -> None:
    """A game in the place of a scenario, and a file to be mended that is not there."""
    result = call_cli(*arguments, COLUMNS="120")
    assert (result.returncode, "Traceback" in result.stderr) == (code, False)
    assert said in result.stderr


@pytest.mark.parametrize(("name", "near"), [("R-999", "R-99"), ("manna", "mana"), ("G-97", "G-")])
def test_a_misspelt_rule_has_its_nearest(name: str, near: str) -> None:
    """An id or a switch that is not there is answered with one that is like it."""
    report = Report()
    assert IBB.rule(name, "", KitOptions(), report) is None
    assert f"Did you mean {near}" in str(report.errors[0])


def test_the_data_file_is_the_one_that_is_read() -> None:
    """The list is as long as the file of rulings."""
    assert len(listed()) == len(plain(DATA / "rulings.yaml")["rulings"])
