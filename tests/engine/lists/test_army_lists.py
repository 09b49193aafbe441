"""Army lists: read as players write them, judged exactly, printed, made up; and no file can do the checker harm."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from ibbprint.catalogue.documents import Document, made_of
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.lists import ArmyRequest, Checked
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.materials import value_of
from ibbprint.problems import Report, Severity
from ibbprint.systems import games
from tests.helpers import DATA, ROOT, app, plain, run_cli
from tests.pdf import read_pdf
from tests.waiting import PATIENCE_S

LISTS = ROOT / "tests" / "lists"
CASES = sorted((LISTS / "cases").iterdir())
SOURCES = [
    *sorted((ROOT / "ibbprint/systems/ibb/lists").glob("*.py")),
    *sorted((ROOT / "ibbprint/engine/lists").glob("*.py")),
    ROOT / "ibbprint/catalogue/documents.py",
]
BUYABLE = [u for u in plain(DATA / "units.yaml")["units"] if u.get("listed") != "false" and "price" in u]
LEGAL = "Budget: 64\nCaptain 4\n3x Light Infantry Q3\n2 Elven Archers\n1 Wizard 4\n"
NO_ERRORS: frozenset[Severity] = frozenset({Severity.NOTE})


@cache
def expected() -> dict[str, list[str]]:
    """The findings that are stated for each list of the corpus."""
    result: dict[str, list[str]] = yaml.load((LISTS / "expected.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    return result


@cache
def checker(*packs: Path) -> Any:
    """The catalogue opened once for all tests."""
    report = Report()
    result = games()["ibb"].checker(KitOptions(packs), report)  # type: ignore[attr-defined]
    assert result is not None, list(map(str, report))
    return result


def checked(text: str, name: str = "list.txt", *packs: Path, **how: Any) -> tuple[Checked, Report]:
    """A list judged, and what was found."""
    report = Report()
    return checker(*packs).check([Document(name, text)], report, **how), report


def findings(report: Report) -> list[str]:
    """Findings as the corpus states them."""
    return sorted(f"{p.where.line} {p.severity.word} {p.rule}" for p in report)


def rules(text: str) -> list[str]:
    """The rules of the errors and warnings of a list."""
    return [p.rule for p in checked(text)[1] if p.severity is not Severity.NOTE]


def entry(text: str) -> tuple[str, int]:
    """The unit that an entry means, and how many."""
    result, report = checked(text)
    assert result.armies, list(map(str, report))
    (row,) = result.armies[0].rows
    return row.id, row.number


# --- the corpus -------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-184", "R-198", "R-202", "G-16", "G-34", "G-35", "G-50", "R-199")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_each_list_gives_exactly_its_findings(path: Path) -> None:
    """A list of the corpus gives the findings that are stated for it, with line, severity and rule, and no others."""
    report = Report()
    document = made_of(path.read_bytes(), path.name, report)
    if document is not None:
        checker().check([document], report)
    assert findings(report) == sorted(expected()[path.name]), "\n".join(map(str, report))
    for problem in report:
        assert problem.where.file == path.name
        assert problem.where.line >= 1
        assert problem.where.column >= 1
        assert problem.message.endswith(".")


def test_the_corpus_is_large_and_stated_whole() -> None:
    """There are more than 45 lists, and every one has its findings stated, if only that there are none."""
    assert len(CASES) > 45
    assert sorted(expected()) == [path.name for path in CASES]


def test_every_check_has_a_list_in_the_corpus() -> None:
    """Each rule that a check of lists can name is found in some list of the corpus."""
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    stated = {f"ibb:{rule}" for rule in re.findall(r'\{GAME\}:([ARG]-\d+)"', source)}
    stated |= {f"ibb:{rule}" for rule in re.findall(r'"(R-\d+)"', source)} - {"ibb:R-198", "ibb:R-202", "ibb:R-158"}
    stated |= set(re.findall(r'"((?:read|ref):[a-z-]+)"', source))
    # R-197 and G-34 and G-35 explain and find nothing.
    stated -= {"ibb:R-197", "ibb:G-34", "ibb:G-35"}
    results = {line.split()[2] for lines in expected().values() for line in lines}
    assert sorted(stated - results) == []


@pytest.mark.rule("G-16")
def test_every_severity_is_as_settled() -> None:
    """Errors, warnings and notes are those of G-16."""
    by_rule: dict[str, set[str]] = {}
    for lines in expected().values():
        for line in lines:
            _, severity, rule = line.split()
            by_rule.setdefault(rule.removeprefix("ibb:"), set()).add(severity)
    errors = {"G-40", "R-202", "R-198"}
    warnings = {"R-48", "R-158", "R-206", "R-27", "R-43", "R-45", "R-180", "R-196", "A-43", "A-44"}
    notes = {"R-04", "R-21", "R-145", "G-58"}
    for target, names in (("error", errors), ("warning", warnings), ("note", notes)):
        assert {name: by_rule[name] for name in names} == {name: {target} for name in names}
    assert by_rule["A-184"] == {"error", "note"}
    assert by_rule["A-101"] == by_rule["R-49"] == by_rule["R-200"] == {"error", "warning"}


# --- names ------------------------------------------------------------------------------------------------------


def _figure(unit: dict[str, Any]) -> str:
    return "" if unit.get("kind", "troops") != "troops" else f" Q{unit['quality']}"


@pytest.mark.parametrize("unit", BUYABLE, ids=lambda unit: unit["id"])
def test_every_entry_is_known_by_each_of_its_names(unit: dict[str, Any]) -> None:
    """The name of an entry and each alias, with its quality, mean that entry, in any case, order and number."""
    for name in [unit["name"], *unit.get("aliases", [])]:
        if name == "rangers":
            continue  # two entries are called so
        expected = unit["id"]
        for text in (
            f"{name}{_figure(unit)}",
            f"2x {name.upper()}{_figure(unit)}",
            f"{name.lower()}{_figure(unit)} x3",
        ):
            assert entry(text)[0] == expected, text
        words = name.split()
        if not words[-1].isdigit():
            assert entry(f"{', '.join(reversed(words))}{_figure(unit)}")[0] == expected


@pytest.mark.parametrize("unit", BUYABLE, ids=lambda unit: unit["id"])
def test_a_misspelt_name_proposes_the_entry(unit: dict[str, Any]) -> None:
    """A name with two letters changed about is an error whose hint is the entry, never another unit taken for it."""
    name = unit["name"]
    figure = _figure(unit)
    start = 1 if len(name.split()[0]) > 3 else name.index(" ") + 2
    wrong = name[:start] + name[start + 1] + name[start] + name[start + 2 :]
    if wrong == name:
        wrong = name[: start + 1] + name[start + 2] + name[start + 1] + name[start + 3 :]
    _, report = checked(f"{wrong}{figure}\nCaptain 2\nCaptain 2")
    problem = next(p for p in report if p.rule == "ibb:R-200")
    assert f"{name}{figure}" in problem.hint, str(problem)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("3x 3-2-4 Infantry, Light, Quality 3", ("light-infantry-q3", 3)),
        ("2 Elven Archers", ("elven-archers-q3", 2)),
        ("SMC Wizard 5", ("wizard-5", 1)),
        ("heavy cav q3 x2", ("heavy-cavalry-q3", 2)),
        ("Captain (4)", ("captain-4", 1)),
        ("3xPikemen", ("pikemen-q3", 3)),
        ("6 LI Q2 @ 6 = 36", ("light-infantry-q2", 6)),
        ("- two dragoons, TQ: 3", ("dragoons-q3", 2)),
        ("7) 2 × 4–3–6 Heavy Horse", ("heavy-cavalry-q3", 2)),
        ("• 4 Spearmen (quality 1)", ("spearmen-q1", 4)),
        ("Wizard, level 7", ("wizard-7", 1)),
        ("2 forts", ("fort-level", 2)),
        ("light infantry 3-2-4-2", ("light-infantry-q2", 1)),
        ("King Tudwall, captain 4", ("captain-4", 1)),
    ],
)
def test_sane_spellings_are_understood(text: str, wanted: tuple[str, int]) -> None:
    """An entry is understood however its parts are ordered and marked."""
    assert entry(text) == wanted


@pytest.mark.rule("G-40")
def test_what_fits_two_units_names_both() -> None:
    """An entry that fits several units is an error whose hint names each of them."""
    for text, names in (
        ("light infantry", ["Light Infantry Q2", "Light Infantry Q3"]),
        ("rangers", ["Ranger Infantry Q3", "Elf Rangers Q3"]),
        ("archers q3", ["Elven Archers Q3", "Crossbowmen Q3"]),
    ):
        _, report = checked(text)
        (problem,) = report.errors
        assert problem.rule == "ibb:G-40"
        assert all(name in problem.hint for name in names)


def test_text_and_yaml_are_judged_alike() -> None:
    """The same army as plain text and as YAML has the same sum, hash and findings."""
    text = "Title: Host\nBudget: 60\nSide: Reds\n2x Light Infantry Q3\nCaptain 4\nWizard 4\n2 Petards\n"
    data = {
        "army_list": {"title": "Host", "budget": 60},
        "armies": [
            {
                "name": "Reds",
                "entries": [
                    {"unit": "light-infantry-q3", "count": 2},
                    "Captain 4",
                    {"unit": "wizard", "rank": 4},
                    {"unit": "petard", "count": 2},
                ],
            }
        ],
    }
    item, first = checked(text)
    other, second = checked(yaml.safe_dump(data, sort_keys=False), "list.yaml")
    assert (item.armies[0].total, item.armies[0].hash) == (other.armies[0].total, other.armies[0].hash)
    assert [(p.severity, p.rule, p.message) for p in sorted(first, key=str)] == [
        (p.severity, p.rule, p.message) for p in sorted(second, key=str)
    ] or sorted(p.message for p in first) == sorted(p.message for p in second)


def test_the_schema_takes_what_the_reader_takes() -> None:
    """`ibbprint schema army-list` accepts the sound YAML lists of the corpus and refuses those of a wrong shape."""
    result = CliRunner().invoke(app, ["schema", "army-list"])
    assert result.exit_code == 0
    schema = Draft202012Validator(json.loads(result.output))
    for path in CASES:
        stated = {line.split()[2] for line in expected()[path.name]}
        if path.suffix == ".yaml" and stated.isdisjoint({f"read:{x}" for x in UNREADABLE}):
            misshapen = not stated.isdisjoint({"read:field", "read:value", "read:list"})
            assert schema.is_valid(plain_numbers(path)) != misshapen, path.name


UNREADABLE = ("yaml", "duplicate-key", "documents", "depth", "alias", "tag")


def plain_numbers(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)


# --- rules are asked, not copied --------------------------------------------------------------------------------


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack with units, prices and figures of its own."""
    folder = tmp_path / "frost"
    folder.mkdir()
    (folder / "pack.yaml").write_text("pack: {id: frost, title: Frost, game: ibb}\n", encoding="utf-8")
    (folder / "units.csv").write_text(
        "id,name,short,symbol,arm,attack,defence,movement,quality,abilities,price,aliases\n"
        "ice-guard,Ice Guard,Ice Guard,heavy-infantry,foot,4,3,3,4,hill-people,12,frost men\n"
        "light-infantry-q3,Light Infantry,Light Inf,light-infantry,foot,3,2,4,3,,9,LI\n"
        "snow-sappers,Snow Sappers,Sappers,engineers,special,1,1,5,2,engineering,4,\n",
        encoding="utf-8",
    )
    (folder / "figures.yaml").write_text(
        "figures:\n"
        "  - {id: attacker-budget, value: 3, rule: A-184, text: Three times.}\n"
        "  - {id: free-fort-units, value: 2, rule: R-198, text: Two units.}\n"
        "  - {id: petards-per-engineer, value: 2, rule: R-202, text: Two petards.}\n",
        encoding="utf-8",
    )
    return folder


def test_a_pack_brings_units_prices_and_figures(pack: Path) -> None:
    """A pack's units are bought at its prices, and budgets, forts and petards follow its figures."""
    text = "Budget: 20\nRole: attacker\nCaptain 2\n2 Ice Guard\nLight Infantry Q3\nsnow sappers\n2 petards\nfrost men\n"
    result, report = checked(text, "list.txt", pack)
    army = result.armies[0]
    assert (army.limit, army.total) == (60, 2 + 24 + 9 + 4 + 10 + 12)
    assert findings(report) == ["1 error ibb:A-184", "1 note ibb:G-58", "8 note ibb:R-04"]
    _, forts = checked("Role: defender\nCaptain 2\n4 Ice Guard\n2 free forts\n", "list.txt", pack)
    assert findings(forts) == []
    _, forts = checked("Role: defender\nCaptain 2\n4 Ice Guard\n3 free forts\n", "list.txt", pack)
    assert findings(forts) == ["4 error ibb:R-198"]


def test_a_near_miss_of_a_packs_unit_proposes_it(pack: Path) -> None:
    """Hints know the units of a pack."""
    _, report = checked("Captain 2\n2 Ice Gard\n", "list.txt", pack)
    assert [p.hint for p in report.errors] == ["Did you mean Ice Guard Q4?"]


@pytest.mark.parametrize("unit", BUYABLE, ids=lambda unit: unit["id"])
def test_cost_tells_the_price_of_the_unit_list(unit: dict[str, Any]) -> None:
    """`ibbprint cost` answers with price, working, bounds and that it is reconstructed, for every entry."""
    result = CliRunner().invoke(app, ["cost", f"2x {unit['name']}{_figure(unit)}", "--json"])
    assert result.exit_code == 0, result.output
    message, price = json.loads(result.output), unit["price"]
    assert (message["id"], message["price"], message["sum"]) == (unit["id"], int(price["gold"]), 2 * int(price["gold"]))
    assert message["bounds"] == [int(price["low"]), int(price["high"])]
    assert (message["working"], message["reconstructed"]) == (price["working"], True)


def test_cost_in_words() -> None:
    """The answer says what it costs, how that is worked out, what is known and what is not; a wrong entry is told."""
    result = CliRunner().invoke(app, ["cost", "3x", "heavy", "cav"])
    assert result.exit_code == 0
    for words in ("14 gold each, 42 in all", "4+6+6+3–7, charge +2 = 14", "from 11 to 20", "ibb:R-197", "ibb:R-196"):
        assert words in result.output
    assert CliRunner().invoke(app, ["cost", "light infantry"]).exit_code == 2
    assert CliRunner().invoke(app, ["cost"]).exit_code == 2


def test_cost_of_a_file_names_the_command_for_a_whole_list(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("3x Heavy Cavalry Q3\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["cost", str(path)])
    assert result.exit_code == 2
    assert f"cost takes an entry of a list, not {path}. For a whole list: ibbprint check {path}." in result.output


# --- magic ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-129")
def test_castable_spells_are_those_that_the_ratings_pay_for() -> None:
    """What a caster can cast alone and pooled is worked out from costs and overhead, for every two casters."""
    spells = plain(DATA / "spells.yaml")["spells"]
    figures = {f["id"]: int(f["value"]) for f in plain(DATA / "figures.yaml")["figures"]}
    for kind, lowest in (("wizard", 3), ("priest", 2)):
        for item in range(lowest, 8):
            for other in range(lowest, 8):
                _, report = checked(f"{kind} {item}\n{kind} {other}\n")
                first = next(p.message for p in report if p.where.line == 1 and p.rule == "ibb:R-145")
                alone, _, pooled = first.partition("; pooled")
                together = item + other - 2 * figures["pool-overhead"]
                for spell in (s for s in spells if s["caster"] == kind):
                    name, cost = f"{spell['name']} (", int(spell["cost"])
                    assert (name in alone) == (cost <= item), first
                    assert (name in pooled) == (item < cost <= max(together, other)), first


# --- the command ------------------------------------------------------------------------------------------------


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, given: str | None = None) -> Any:
    return CliRunner().invoke(app, list(arguments), input=given)


def test_exit_codes(here: Path) -> None:
    """0 for a legal list, 1 for one with errors or that is not there, 2 for a wrong call."""
    (here / "good.txt").write_text(LEGAL)
    (here / "bad.txt").write_text("3x Light Infantry Q3\n")
    (here / "warned.txt").write_text("Captain 2\nLight Infantry Q2\n")
    assert run("check", "good.txt").exit_code == 0
    assert run("check", "warned.txt").exit_code == 0
    assert run("check", "bad.txt").exit_code == 1
    assert run("check", "good.txt", "bad.txt").exit_code == 1
    assert run("check", "nowhere.txt").exit_code == 1
    assert run("check", ".").exit_code == 1
    assert run("check").exit_code == 2
    assert run("check", "good.txt", "--defender", "other.txt").exit_code == 2
    assert run("check", "good.txt", "--game", "chess").exit_code == 2


def test_the_table_shows_entries_prices_and_what_is_wrong(here: Path) -> None:
    """Each entry stands with count, price and sum; a finding stands under its entry with place, rule and hint."""
    (here / "a.txt").write_text("Budget: 30\nCaptain 4\n2 Elven Archers\n2 Light Infantry Q1\n")
    text = run("check", "a.txt").output
    assert re.search(r" 3  Elven Archers Q3 +3-2-4 +2 +9 +18\n", text)
    assert re.search(r"4  2 Light Infantry Q1 .*\?\n +a\.txt:4:18: error: [^\[]*\[ibb:R-200\]", text)
    assert "26 of 30, 4 left" in text
    assert "not legal" in text


def test_standard_input_and_json(here: Path) -> None:
    """`-` reads standard input; --json gives every finding with its place, rule and hint, and every row."""
    result = run("check", "-", "--json", given="Budget: 7\nCaptain 4\n2 Elven Archars\n")
    assert result.exit_code == 1
    data = json.loads(result.output)
    assert data["legal"] is False
    assert [(f["line"], f["severity"], f["rule"]) for f in data["findings"]] == [
        (1, "error", "ibb:A-184"),
        (3, "error", "ibb:R-200"),
    ]
    assert data["findings"][1]["hint"] == "Did you mean Elven Archers Q3?"
    assert [row["sum"] for row in data["armies"][0]["rows"]] == [8, None]
    assert json.loads(run("check", "nowhere.txt", "--json").output)["legal"] is False


def test_explain_shows_the_rule(here: Path) -> None:
    """`check --explain ID` prints the ruling that a finding rests on, however its id is written."""
    for name in ("R-200", "ibb:R-200", "r200"):
        result = run("check", "--explain", name)
        assert result.exit_code == 0
        assert "What is not on the price list" in result.output
    assert run("check", "--explain", "R-9999").exit_code == 2


@pytest.mark.rule("G-35")
def test_a_pair_is_judged_against_the_defenders_budget(here: Path) -> None:
    """With --defender the other list may spend twice the defender's budget, one gold more is an error."""
    (here / "b.txt").write_text("Budget: 18\nCaptain 2\n2 Heavy Infantry\n")
    (here / "a.txt").write_text("Captain 2\n4 Heavy Infantry\nfort level\n")
    assert run("check", "a.txt", "b.txt").exit_code == 0
    result = run("check", "a.txt", "b.txt", "--defender", "b.txt")
    assert result.exit_code == 1
    assert "costs 37 gold, 1 over its limit of 36" in result.output
    (here / "a.txt").write_text("Captain 2\n4 Heavy Infantry\n1 Captain 2\n")
    assert "36 of 36" in run("check", "a.txt", "b.txt", "--defender", "b.txt").output


@pytest.mark.parametrize("command", ["check", "battle"])
def test_the_defender_is_one_of_the_lists(command: str, here: Path) -> None:
    """A defender that is none of the lists is a wrong call that names them; one that cannot be read is told as that."""
    (here / "a.txt").write_text("Captain 2\n2 Heavy Infantry\n")
    (here / "b.txt").write_text("Captain 2\n3 Heavy Infantry\n")
    wrong = run(command, "a.txt", "b.txt", "--defender", "c.txt")
    assert wrong.exit_code == 2, wrong.output
    assert "'c.txt' is none of these armies. Name the defender as 'a.txt' or 'b.txt'." in wrong.output
    (here / "b.txt").write_text("Captain 2\n3 Heavy Infnatry\n")
    assert run(command, "a.txt", "b.txt", "--defender", "c.txt").exit_code == 2
    missing = run(command, "a.txt", "none.txt", "--defender", "none.txt")
    assert missing.exit_code == 1
    assert "none.txt: error: there is no such file." in missing.output


def test_the_game_is_named_by_the_list_or_is_the_only_one(here: Path) -> None:
    """A list of a game that nobody has is an error with its place."""
    result = run("check", "-", given="Game: chess\nCaptain 4\n")
    assert result.exit_code == 1
    assert "there is no game 'chess'" in result.output


def test_a_list_finds_its_game_among_several(here: Path) -> None:
    """With a second game installed a list goes to the one that it names, or to the only one that checks lists."""
    (here / "a.txt").write_text(f"Title: Host\n{LEGAL}")
    (here / "b.txt").write_text(f"Game: ibb\nTitle: Host\n{LEGAL}")
    toys = [ROOT / "tests" / "toygame_package"]
    for name in ("a.txt", "b.txt"):
        assert run_cli("check", name, cwd=here, path=toys).returncode == 0
        result = run_cli("kit", name, "--only", "counters", cwd=here, path=toys)
        assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "LICENSE", "pyproject.toml"])
def test_a_file_that_is_no_list_is_told_once(name: str) -> None:
    """What is something else than a list gives one finding, and not one a line."""
    result = run("check", str(ROOT / name))
    assert result.exit_code == 1
    text = " ".join(result.output.split())
    assert text.count("error:") == 1, text
    assert "this is not an army list: line " in text
    assert "Write an entry a line: 3x Light Infantry Q3" in text


def test_a_list_with_mistakes_is_a_list() -> None:
    """Where anything is known, or is only misspelt, the lines that name no unit are told."""
    result, report = checked("Captain 4\nlorem ipsum\ndolor sit\n2 Pikemen\namet consectetur\nadipisci elit\n")
    assert findings(report) == [f"{line} warning ibb:R-200" for line in (2, 3, 5, 6)]
    assert not result.passed
    _, report = checked("3 Lihgt Infantry\n2 Elven Acrhers\n4 Pikmen Q3\n2 nonsense\n3 more nonsense\n")
    assert len(report) == 5


def test_what_is_told_of_a_forums_list_has_its_column() -> None:
    """Marks of forums and tables move no column: a finding stands under what it is about."""
    _, report = checked("[b]Budget:[/b] 5\n[list]\n  [*]2x Lihgt Infantry[/list]\nCaptain 4\n[*][i]1 Pikemen[/i]\n")
    assert [(p.where.line, p.where.column) for p in report] == [(1, 16), (3, 9)]
    _, report = checked("Unit;Count\n;\n  Pikmen;3\nCaptain 4;1\n", "a.csv")
    assert [(p.where.line, p.where.column, p.hint) for p in report] == [(3, 3, "Did you mean Pikemen Q3?")]


@pytest.mark.parametrize("letters", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_lists_are_read_in_the_letters_that_programs_save(letters: str) -> None:
    """A name with an accent is the same name in UTF-8 with and without mark, in Windows' letters and in UTF-16."""
    report = Report()
    document = made_of("Götz: Captain 4\r\n2 Pikemen\r\n".encode(letters), "a.txt", report)
    assert document is not None
    (army,) = checker().check([document], report).armies
    assert [row.called for row in army.rows] == ["Götz", ""]
    assert len(report) == 0


@pytest.mark.parametrize(
    ("end", "place"), [(b"\xe4", (2, 4)), ("\udc00 Pikemen".encode("utf-16-le", "surrogatepass"), (2, 4))]
)
def test_a_list_in_broken_utf_16_is_told_where_it_breaks(end: bytes, place: tuple[int, int]) -> None:
    """What its mark promises and the bytes do not keep is an error with its place, not a list with odd letters."""
    report = Report()
    assert made_of("Captain 4\r\n2 P".encode("utf-16") + end, "a.txt", report) is None
    (problem,) = report
    assert ((problem.where.line, problem.where.column), problem.rule) == (place, "read:encoding")


def test_a_spreadsheet_of_an_army_may_be_unicode_text() -> None:
    """UTF-16 with tabs, as spreadsheets save "Unicode text": faults are told at their cells."""
    report = Report()
    document = made_of("Unit\tCount\r\nPikemen\t2\r\nCaptaim 4\t1\r\n".encode("utf-16"), "a.csv", report)
    assert document is not None
    checker().check([document], report)
    assert [(p.where.line, p.where.column, p.hint) for p in report.errors] == [
        (2, 1, "Buy a captain."),
        (3, 1, "Did you mean Captain 4?"),
    ]


def test_the_hash_is_of_what_was_bought(here: Path) -> None:
    """Comments, order and spelling leave the hash as it is; entries, budget, role and verdict change it."""

    def of(text: str) -> str:
        return str(checked(text)[0].armies[0].hash)

    first = of(LEGAL)
    assert of("# hello\n" + LEGAL.replace("2 Elven Archers", "elf archers x2")) == first
    lines = LEGAL.splitlines()
    assert of("\n".join([*lines[:1], *reversed(lines[1:])])) == first
    for other in (
        LEGAL.replace("2 Elven", "1 Elven"),
        LEGAL.replace("64", "65"),
        "Role: attacker\n" + LEGAL,
        LEGAL + "2 petards\n",
    ):
        assert of(other) != first


# --- armies made up ---------------------------------------------------------------------------------------------


THEMES = ("", "elves", "dwarves", "halflings", "human", "horse", "foot", "missile", "magic", "siege")


@pytest.mark.parametrize("theme", THEMES)
def test_a_made_up_army_is_legal_and_spends_its_budget(theme: str) -> None:
    """For many budgets and seeds the list has no error and no warning, and leaves at most two gold."""
    game: Any = games()["ibb"]
    for number in range(12):
        budget, role = 40 + 13 * number, ("", "attacker", "defender")[number % 3]
        request = ArmyRequest(budget, theme, role, number)
        text = game.army(request, KitOptions(), Report())
        result, report = checked(text)
        assert {p.severity for p in report} <= NO_ERRORS, "\n".join([text, *map(str, report)])
        army = result.armies[0]
        assert army.limit is not None
        assert 0 <= army.limit - army.total <= 2, text
        assert text == game.army(request, KitOptions(), Report())


@pytest.mark.parametrize(
    ("theme", "title"),
    [("elf", "Elf army"), ("elves", "Elf army"), ("dwarven", "Dwarf army"), ("horse", "Horse army"), ("", "Army")],
)
def test_a_made_up_army_is_called_as_its_theme_is(theme: str, title: str) -> None:
    game: Any = games()["ibb"]
    text = game.army(ArmyRequest(90, theme, "", "1"), KitOptions(), Report())
    assert f"Title: {title}, 90 gold, seed 1" in text.split("\n")


@pytest.mark.parametrize("theme", THEMES)
def test_there_is_an_army_for_every_budget_from_the_least(theme: str) -> None:
    """From the least budget that the refusal names, every budget has an army."""
    game: Any = games()["ibb"]
    opened = checker()
    with pytest.raises(BadQuestion) as refused:
        game.army(ArmyRequest(1, theme), KitOptions(), Report())
    least = int(re.findall(r"costs (\d+) gold", refused.value.hint)[0])
    from ibbprint.systems.ibb.lists.generate import make_army

    for budget in range(least, least + 40):
        result, report = checked(make_army(ArmyRequest(budget, theme, "", budget), opened))
        assert report.ok
        assert 0 <= budget - result.armies[0].total <= 2


def test_armies_differ_by_seed() -> None:
    """Ten seeds give more than five armies."""
    game: Any = games()["ibb"]
    result = {game.army(ArmyRequest(120, seed=seed), KitOptions(), Report()).split("\n", 2)[2] for seed in range(10)}
    assert len(result) > 5


def test_an_army_that_cannot_be_is_refused() -> None:
    """Too small a budget, an unknown theme or role are wrong calls, with what would be right."""
    game: Any = games()["ibb"]
    for request, hint in (
        (ArmyRequest(5), "12 gold"),
        (ArmyRequest(90, "elvs"), "Did you mean elves?"),
        (ArmyRequest(90, "", "bystander"), "Known"),
        (ArmyRequest(10**9), "At most"),
    ):
        with pytest.raises(BadQuestion) as refused:
            game.army(request, KitOptions(), Report())
        assert hint in f"{refused.value} {refused.value.hint}"
    assert run("army", "--budget", "5").exit_code == 2
    assert run("army", "--budget", "90", "--theme", "siege").exit_code == 0


# --- on paper ---------------------------------------------------------------------------------------------------


def test_a_roster_is_one_or_two_pages_with_verdict_budget_and_hash(here: Path) -> None:
    """The roster shows every entry, the sum, the verdict, the hash of the check, and is the same bytes every time."""
    (here / "a.txt").write_text(f"Title: The Host\n{LEGAL}")
    assert run("roster", "a.txt", "-o", "one").exit_code == 0
    assert run("roster", "a.txt", "-o", "two").exit_code == 0
    data = (here / "one/the-host-roster.pdf").read_bytes()
    assert data == (here / "two/the-host-roster.pdf").read_bytes()
    document = read_pdf(data)
    assert len(document.pages) in (1, 2)
    text = " ".join(text for page in document.pages for text in page.texts)
    army = checked(f"Title: The Host\n{LEGAL}", "a.txt")[0].armies[0]
    for words in (army.hash, "legal", "Elven Archers Q3", "58", "64", "edition 1"):
        assert words in text, words


def test_a_roster_shows_each_counter_once_and_how_many_there_are(here: Path) -> None:
    """Under a heading of their own, above the findings: entries that look alike are added up, equipment has no face."""
    entries = "Captain 4\n3 pikemen\n2 crossbowmen\n4 pikemen\n1 engineers\n1 petard\n"
    (here / "a.txt").write_text(f"Title: Host\nBudget: 200\n{entries}")
    run("roster", "a.txt")
    (page,) = read_pdf((here / "output/host-roster.pdf").read_bytes()).pages
    under = [run.text for run in sorted(page.runs, key=lambda run: run.x) if re.fullmatch(r"\d+ ×", run.text)]
    assert under == ["1 ×", "7 ×", "2 ×", "1 ×"]
    tops = {run.text: run.y for run in page.runs if run.text in ("Counters", "Findings", "7 ×", "Total")}
    assert sorted(tops, key=lambda name: tops[name]) == ["Total", "Counters", "7 ×", "Findings"]


def test_a_roster_of_an_illegal_list_says_so(here: Path) -> None:
    """A list with errors is printed with them, as not legal, and the exit code is 1; one that cannot be read is not."""
    (here / "a.txt").write_text("Title: Host\nBudget: 20\n3x Light Infantry Q3\n")
    assert run("roster", "a.txt").exit_code == 1
    document = read_pdf((here / "output/host-roster.pdf").read_bytes())
    text = " ".join(text for page in document.pages for text in page.texts)
    assert "not legal" in text
    assert "R-49" in text
    (here / "b.txt").write_bytes(b"\0\0")
    assert run("roster", "b.txt", "-o", "b").exit_code == 1
    assert not (here / "b").exists()


def test_a_roster_that_cannot_be_written_has_its_verdict_all_the_same(here: Path) -> None:
    (here / "a.txt").write_text("Title: Host\nBudget: 20\n3x Light Infantry Q3\n")
    (here / "file").touch()
    result = run("roster", "a.txt", "-o", "file")
    assert result.exit_code == 1
    assert "R-49" in result.output
    assert "host-roster.pdf" not in {path.name for path in here.rglob("*")}
    assert "file: error: " in result.output


@pytest.mark.parametrize(("entries", "most"), [(30, 2), (41, 2), (120, 2), (200, 2), (600, 20)])
def test_a_roster_of_many_entries_keeps_to_two_pages(entries: int, most: int, here: Path) -> None:
    """Two columns and smaller type, but never below 7 pt; what still does not fit is said, and all of it is there."""
    units = ("Light Infantry Q2", "Elven Archers", "Pikemen", "Heavy Cavalry Q3", "Elf Rangers")
    lines = [f"{1 + n % 4} {units[n % 5]}" if n % 6 else f"## Wing {n}\nCaptain {2 + n % 4}" for n in range(entries)]
    (here / "a.txt").write_text("Title: Host\n" + "\n".join(lines))
    result = run("roster", "a.txt")
    assert result.exit_code == 0, result.output
    document = read_pdf((here / "output/host-roster.pdf").read_bytes())
    assert len(document.pages) <= most
    assert ("too long for two" in result.output) == (len(document.pages) > 2)
    runs = [run for page in document.pages for run in page.runs if run.text.strip()]
    table = [run for run in runs if re.fullmatch(r"[A-Z][a-z]+( [A-Z][a-z]+)* Q?\d|\d-\d-\d", run.text)]
    assert min(run.size for run in table) >= 7
    assert sum(run.text.startswith("Captain") for run in table) == -(-entries // 6)


def test_a_roster_calls_only_made_up_prices_a_reconstruction(pack: Path, here: Path) -> None:
    """The prices of a pack are its own: nothing, or only those with a star, is called a reconstruction."""
    cases = (
        ("Captain 4\n2 Pikemen\n", "Prices are a reconstruction."),
        ("Captain 4\n2 Ice Guard\n", "Prices with a * are a reconstruction."),
        ("Snow Sappers\n", ""),
    )
    for text, words in cases:
        (here / "a.txt").write_text(f"Title: Host\n{text}")
        assert run("roster", "a.txt", "--pack", str(pack)).exit_code == 0
        message = " ".join(
            t for page in read_pdf((here / "output/host-roster.pdf").read_bytes()).pages for t in page.texts
        )
        assert words in message
        assert ("reconstruction" in message) == bool(words)
        assert ("8*" in message) == ("*" in words)
        assert "12*" not in message


def test_a_roster_shows_errors_before_notes(here: Path) -> None:
    """Of more findings than there is room for, the errors are there, and the others are counted."""
    lines = [*("Wizard 5" for _ in range(20)), "Captain 4", "2 Pikemen", "2 Lihgt Infantry Q3"]
    (here / "a.txt").write_text("Title: Host\n" + "\n".join(lines))
    assert run("roster", "a.txt").exit_code == 1
    pages = read_pdf((here / "output/host-roster.pdf").read_bytes()).pages
    message = " ".join(text for page in pages for text in page.texts)
    assert "Did you mean Light Infantry Q3?" in message
    assert "And 5 more." in message


def test_the_kit_of_a_list_has_its_counters(here: Path) -> None:
    """`kit LIST` prints a counter for all that was bought, and no map; of a list with errors nothing."""
    (here / "a.txt").write_text(f"Title: Host\n{LEGAL}")
    game: Any = games()["ibb"]
    report = Report()
    kit = game.kit("a.txt", KitOptions(), report)
    assert report.ok
    bought = [p for p in kit.pieces if p.why.startswith("order of battle")]
    assert sorted(value_of(p.values, "unit") for p in bought) == sorted(
        ["captain-4", *["light-infantry-q3"] * 3, *["elven-archers-q3"] * 2, "wizard-4"]
    )
    assert not kit.boards
    result = run("kit", "a.txt", "--only", "counters")
    assert result.exit_code == 0, result.output
    assert (here / "output/host-counters.pdf").is_file()
    (here / "a.txt").write_text("3x Light Infantry Q3\n")
    assert run("kit", "a.txt").exit_code == 1


# --- harm -------------------------------------------------------------------------------------------------------


def test_names_cannot_harm_a_page(here: Path) -> None:
    """Markdown, templates, tags and letters that no font has, in title and names, are printed as they stand or as ?."""
    (here / "a.txt").write_text(
        "Title: # Boo {{ 7*7 }} [x](figure:faces) <b> 😀\nSide: ![x](figure:nothing) | `code`\n## Wing | ``` page\n"
        '"a | b [l](http://x)" Captain 4\nThe Very Long Name of a Captain: Captain 3\n4 Light Infantry Q3\n',
        encoding="utf-8",
    )
    for command in (["roster", "a.txt"], ["kit", "a.txt", "--only", "counters"]):
        result = run(*command)
        assert result.exit_code == 0, result.output
    document = read_pdf(next((here / "output").glob("*roster.pdf")).read_bytes())
    message = " ".join(text for page in document.pages for text in page.texts)
    assert "{{ 7*7 }} [x](figure:faces) <b> ?" in message


def test_a_kit_of_too_many_counters_is_refused(here: Path) -> None:
    """Nobody waits for half a million counters."""
    (here / "a.txt").write_text("Captain 4\n" + "500 Light Infantry Q3\n" * 1000)
    result = run("kit", "a.txt")
    assert result.exit_code == 1
    assert "more than a kit can have" in result.output
    assert run("roster", "a.txt").exit_code == 0


@pytest.mark.parametrize("page", ["README.md", "docs/army-lists.md"])
def test_the_pages_show_what_is_printed(page: str, here: Path) -> None:
    """The list in the README and in the page on lists gives the table under it."""
    text = (ROOT / page).read_text(encoding="utf-8")
    part = text[text.index("# Check an army list") :]
    _, text, _, table, *_ = part.split("```\n", 4)
    command, _, expected = table.partition("\n")
    (here / "wallish.txt").write_text(text)
    result = run(*command.removeprefix("$ ibbprint ").split())
    assert result.output == expected
    assert result.exit_code == 1


def test_endless_standard_input_is_read_no_further_than_the_bound() -> None:
    """What comes through standard input is cut off at the bound."""
    result = subprocess.run(
        [sys.executable, "-m", "ibbprint", "check", "-"],
        cwd=ROOT,
        input="x" * 10_000_000,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert result.returncode == 1
    assert "more than 256 kB" in result.stderr


def test_the_whole_process_needs_little() -> None:
    """`ibbprint check LIST` imports nothing of print and nothing of the engine."""
    program = (
        "import sys\n"
        "from ibbprint.cli import run\n"
        "sys.argv = ['ibbprint', 'check', sys.argv[1]]\n"
        "try:\n    run()\nexcept SystemExit:\n    pass\n"
        "print(sorted(m for m in sys.modules if m.startswith(('reportlab', 'jinja2', 'ibbprint.press', "
        "'ibbprint.components', 'ibbprint.systems.ibb.rules', 'ibbprint.systems.ibb.kit', 'rich'))))\n"
    )
    path = LISTS / "cases" / "01-as-the-issue-spells-it.txt"
    result = subprocess.run(
        [sys.executable, "-c", program, str(path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.rstrip().endswith("[]"), result.stdout[-500:]
