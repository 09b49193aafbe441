"""The checks of set-ups and of victory: a corpus of small battles, the printed scenarios, repairs, the command.

`corpus/set_ups/base.yaml` is a battle in which nothing is wrong; `cases.yaml` says what is done to it and everything
that must then be found. The comparison is of exact sets: what is not stated must not be said.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from ibbprint.catalogue.mending import Mend, mended
from ibbprint.engine.api.checking import CheckedScenario, CheckText, Finding
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.problems import Report, Severity, Where
from ibbprint.reports.setup_report import errata, explained
from ibbprint.systems import games
from tests.effort import at_most
from tests.helpers import KITS, ROOT, app

FOLDER = ROOT / "tests" / "corpus" / "set_ups"
BASE = (FOLDER / "base.yaml").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Case:
    """A battle: texts of the base to replace (each must stand there once), lines of forces to add, what is found.

    `printed` is what is replaced in the set-up as the source prints it, for a battle that has one.
    """

    id: str
    expected: Sequence[str]
    edit: Sequence[Sequence[str]] = ()
    forces: Sequence[str] = ()
    in_order: Sequence[str] = field(default=())
    printed: Sequence[Sequence[str]] = ()

    def text(self, *, as_printed: bool = False) -> str:
        text = BASE
        for old, new in self.printed if as_printed else self.edit:
            assert text.count(old) == 1, f"{self.id}: {old!r} stands {text.count(old)} times in the base"
            text = text.replace(old, new)
        return text + "".join(f"  - {line}\n" for line in self.forces)


@cache
def cases() -> Mapping[str, Case]:
    """Every case by its id."""
    entries = yaml.load((FOLDER / "cases.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    results = {entry["id"]: Case(**entry) for entry in entries}
    assert len(results) == len(entries), "a case stands there twice"
    return results


def game() -> Game:
    ibb = games()["ibb"]
    assert ibb.offers(Game.check_scenario)
    return ibb


def checked(scenario: str, **rules: str) -> tuple[CheckedScenario | None, Report]:
    """What is found in a scenario, and what was said of its file."""
    report = Report()
    return game().check_scenario(scenario, KitOptions(rules=rules), report), report


def found(scenario: str, **rules: str) -> list[Finding]:
    result, _ = checked(scenario, **rules)
    assert result is not None
    return list(result.findings)


def told(made: CheckedScenario | None, report: Report) -> list[str]:
    """Findings as the corpus writes them; those of reading by their rules. What is in order is left out."""
    findings = [] if made is None else made.findings
    ours = {f.problem for f in findings}
    lines = [f"{f.check} {f.problem.severity.word} {f.problem.where.line}" for f in findings if f.problem.severity < 3]
    return sorted(lines + [f"{p.rule} {p.severity.word} {p.where.line}" for p in report if p not in ours])


@pytest.mark.parametrize("name", cases())
def test_each_set_up_gives_exactly_its_findings(name: str, tmp_path: Path) -> None:
    """Check, severity and line of everything that is found are those that the case states, no more and no less."""
    case = cases()[name]
    path = tmp_path / "trial.yaml"
    path.write_text(case.text(), encoding="utf-8")
    if case.printed:
        (tmp_path / "as-printed").mkdir()
        (tmp_path / "as-printed/trial.yaml").write_text(case.text(as_printed=True), encoding="utf-8")
    result, report = checked(str(path))
    assert told(result, report) == sorted(case.expected)
    if case.in_order:
        assert result is not None
        right = [f"{f.check} {f.problem.where.line}" for f in result.findings if f.problem.severity is Severity.OK]
        assert sorted(right) == sorted(case.in_order)


def test_every_check_has_a_case() -> None:
    """There are more than 80 cases; a check that no file of the corpus brings out fails."""
    assert len(cases()) > 80
    seen = {line.split()[0] for case in cases().values() for line in (*case.expected, *case.in_order)}
    assert {check.id for check in game().scenario_checks} - seen == set()


def test_every_check_says_what_it_is_for() -> None:
    """Each has a title, a sentence and rules, and `check --explain` shows them; what is no check is a rule.

    The game goes before the id where another one has a check of that id.
    """
    ids = Counter(
        check.id for each in games().values() if each.offers(Game.check_scenario) for check in each.scenario_checks
    )
    for check in game().scenario_checks:
        assert check.title
        assert check.text.endswith(".")
        assert check.rules
        assert all(re.fullmatch(r"[ARG]-\d+", rule) for rule in check.rules)
        result = CliRunner().invoke(app, ["check", "--explain", check.id])
        assert result.exit_code == 0
        before = "ibb:" if ids[check.id] > 1 else ""
        assert result.output.startswith(f"{before}{check.id}  {check.title}\n")
        assert result.output.count("  rules: ") == ids[check.id]
    assert CliRunner().invoke(app, ["check", "--explain", "R-74"]).output.startswith("R-74")


def test_an_id_that_is_none_is_answered_with_the_nearest() -> None:
    """`check --explain` knows checks and rules, lists the checks, and proposes what a wrong id may have meant."""
    for words, code, message in (
        (["rooom"], 2, "there is no check or rule 'rooom'. Did you mean room?"),
        (["xyzzy"], 2, "Checks: ibbprint check --explain list. Rules: ibbprint rules."),
        (["R-9999"], 2, "there is no rule 'R-9999'"),
        (["r-74"], 0, "R-74  "),
        (["list"], 0, "room               Room in the zones\n"),
        (["list"], 0, "ibb:\n  "),
        (["ibb:room"], 0, "room  Room in the zones\n"),
        (["printed:room"], 2, "there is no check or rule 'printed:room'. Did you mean room?"),
        (["room", "--json"], 0, '"rules": ['),
    ):
        result = CliRunner().invoke(app, ["check", "--explain", *words])
        assert result.exit_code == code, result.output
        assert message in result.output
    data = json.loads(CliRunner().invoke(app, ["check", "--explain", "list", "--json"]).output)
    able = [each for each in games().values() if each.offers(Game.check_scenario)]
    assert [each["id"] for each in data] == [check.id for each in able for check in each.scenario_checks]


def test_checks_of_one_id_are_told_apart_by_their_games() -> None:
    """Where two games have a check of that id, both are shown; one that rests on no rules names none."""
    item, other = CheckText("names", "Names", "Names are known."), CheckText("names", "Titles", "Titles are.", ("A-1",))
    assert explained({"ours": [item], "theirs": [other]}).splitlines() == [
        "ours:names  Names",
        "  Names are known.",
        "theirs:names  Titles",
        "  Titles are.",
        "  rules: A-1",
    ]
    assert explained({"ours": [item], "theirs": []}) == "names  Names\n  Names are known."


# --- the printed scenarios --------------------------------------------------------------------------------------

ROWS = """
note    | 2009                     | Heavy Cavalry 4 + Siege Engine 3 + Engineers 1 = 8 > 6; without engine 5
warning | 2009                     | The King’s Own = Heavy Cavalry alone
error   | 2007 1906 1907 1807 1808 | 5 units; connected to The Prince’s Host, so R-49 gives them to Prince Loholt; rating 2 orders them one time in three
warning | 1906                     | 2-2-4 Q2 v. 3-2-4 Q3
warning | 2009                     | -> 1-1-5 Q3
warning | 1607                     | 3-4-4 Q4 v. 3-3-4 Q4
warning | 1403                     | 2-2-4 Q2 v. 3-2-4 Q2
warning | 1606                     | -> 3-3-5 Q2
error   | 1403 1606                | 1403 to 1606: distance 4, water between
warning | 1506 1407                |
note    | 1906 1506 1306 1606      | bank given: 1906 S, 1506 S, 1306 N, 1606 S
note    | 1707                     |
note    | 1807 1808                | 1807 next to 1707; 1808 next to 1707
note    |                          | distance to the nearest enemy at most: Tudwallish 3, Rotwangi 5; limit 7
warning | 1306                     | no friendly unit in 1306; nearest 1407, adjacent
error   | 2008                     | 3 + 3 = 6, legal only if 2008 is empty; adjacent to 2009, 2007 and 1907
warning |                          | javelinmen = spearmen
ok      | 1707 1608 1507           | chain 1707-1608-1507 adjacent; each adjacent to 1607 (Dwarven Axemen, Rotwang)
ok      | 1506 1407                | 1506-1407 adjacent
ok      | 2009                     | in its hex: Engineers
"""  # noqa: E501
"""The set-up report of E.1, row by row: severity, hexes, working."""
CHECKS = """
stacking-engines formation-small no-captain rating-odd rating-none rating-odd rating-odd rating-none formation-apart
place-open bank on-objective in-zoc face-down leader-alone arrival-captain alias formation-chain formation-chain
engine-served
"""


def test_defend_the_bridge_as_printed_gives_the_twenty_rows() -> None:
    """The set-up report has the rows of E.1 with their severities, hexes and working, and no others."""
    rows = [[cell.strip() for cell in row.split("|")] for row in ROWS.strip().splitlines()]
    assert len(rows) == 20
    names = sorted([check, *row] for check, row in zip(CHECKS.split(), rows, strict=True))
    result = [
        [f.check, f.problem.severity.word, " ".join(f.places), f.working]
        for f in found("defend-the-bridge-as-printed")
        if f.topic == "set-up"
    ]
    assert sorted(result) == names


def test_engines_that_count_make_the_first_row_an_error() -> None:
    """With `engines_stack: count` hex 2009 is too full (G-56), and a game and a strict kit are refused."""
    rows = found("defend-the-bridge", **{"R-17": "count"})
    errors = [f for f in rows if f.problem.severity is Severity.ERROR]
    assert [(f.check, f.places) for f in errors] == [("stacking", ("2009",))]
    for command in (["kit", "--strict"], ["play"]):
        result = CliRunner().invoke(app, [command[0], "defend-the-bridge", *command[1:], "--rule", "R-17=count"])
        assert result.exit_code == 1
        assert "too much strength in 2009" in result.output


@pytest.mark.parametrize(
    ("scenario", "check", "rulings", "parts"),
    [
        ("hastings", "room", "R-171", ("45 for 6 hexes", "left over: 3 Dwarven Axemen, strength 9", "8 hexes of 6")),
        ("hastings", "room", "R-173", ("strength 47 for 6 hexes of 6, 36 in all", "10 hexes of 6")),
        ("hastings", "no-captain", "R-172", ("no captain for Spearmen", "4 units")),
        ("hastings", "place-open", "R-175", ("0414",)),
        ("hastings", "rating-none", "R-174", ("Hobbit Slingers", "2-2-3 Q2")),
        ("hastings", "victory-share", "R-177", ("50% of 83 = 41.5 -> 42",)),
        ("hastings", "victory-share", "R-177", ("65% of 62 = 40.3 -> 41",)),
        ("hastings", "victory-both", "R-168", ("minor with minor",)),
        ("stirling", "room-core", "R-191", ("14 hexes are needed, and it has 12",)),
        ("stirling", "spell-class", "R-180", ("Yawning Chasm is for a priest: the side has a wizard only",)),
        ("stirling", "rating-none", "R-180", ("'wizard' has no rating",)),
        ("stirling", "victory-leader", "R-182", ("Wallish",)),
        ("stirling", "formation-captain", "R-181", ("Elf Rangers",)),
        ("stirling", "place-none", "R-178", ("6 Elf Rangers",)),
        ("stirling", "victory-share", "R-184", ("25% of 40 = 10 -> 10 (with the engine 10.75)",)),
        ("stirling", "victory-both", "R-168", ("major with minor",)),
        ("defend-the-bridge", "victory-share", "R-167", ("75% of 26 = 19.5 -> 20 (with the engine 21.75)",)),
        ("defend-the-bridge", "victory-share", "R-167", ("60% of 26 = 15.6 -> 16 (with the engine 17.4)",)),
        ("defend-the-bridge", "victory-both", "R-168", ("minor with minor",)),
        ("defend-the-bridge", "victory-gap", "R-168", ("11 to 15 over upper decide nothing",)),
        ("defend-the-bridge", "victory-end", "R-166", ("Over the lower bridge",)),
    ],
)
def test_what_the_rulings_had_to_settle(scenario: str, check: str, rulings: str, parts: Sequence[str]) -> None:
    """What follows from the data of E.1 to E.3 is found as printed, worked out, with the ruling that repairs it."""
    for finding in found(f"{scenario}-as-printed"):
        text = f"{finding.problem.message} {finding.working}"
        if finding.check == check and all(part in text for part in parts):
            assert rulings in finding.rulings
            return
    pytest.fail(f"no finding {check} with {parts}")


@pytest.mark.rule("G-03")
@pytest.mark.parametrize("scenario", KITS)
def test_a_shipped_scenario_has_no_error_and_a_note_for_each_that_was_settled(scenario: str) -> None:
    """Nothing but notes is left, and every fault of the set-up as printed is one that names its ruling (G-03)."""
    here = found(scenario)
    assert [f.problem for f in here if f.problem.severity <= Severity.WARNING] == []
    notes = [f for f in here if f.settled]
    assert all(f.rulings for f in notes)
    for printed in found(f"{scenario}-as-printed"):
        if printed.problem.severity <= Severity.WARNING:
            assert any(
                (f.check == printed.check and (set(f.places) & set(printed.places) or not printed.places))
                or f.problem.message.endswith(printed.problem.message)
                for f in notes
            ), printed.problem


def test_a_placement_is_given_where_there_is_room() -> None:
    """The example keeps the limit in every hex and places every counter: Stirling's nine hexes, of which seven do."""
    rooms = [f for f in found("stirling") if f.check == "room"]
    aenglish = next(f for f in rooms if "Aenglish" in f.problem.message)
    assert aenglish.problem.severity is Severity.OK
    assert "strength 40 in 9 hexes" in aenglish.problem.message
    assert len(aenglish.places) == 7
    assert sum(int(n or 1) for n in re.findall(r"(\d*) ?(?:Elf Rangers)", aenglish.working)) == 6


def test_the_errata_page_is_current() -> None:
    """docs/errata.md is what `make errata` would write now."""
    result = [checked(f"{id}-as-printed")[0] for id in KITS]
    text = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
    assert text == errata(each for each in result if each is not None)
    for part in ("19.5 -> 20", "15.6 -> 16", "41.5 -> 42", "R-171", "R-173", "R-180", "R-191"):
        assert part in text


# --- room, fast -------------------------------------------------------------------------------------------------


def test_thirty_counters_in_twenty_hexes_are_answered_quickly(tmp_path: Path) -> None:
    """A placement or a proof takes some 2 s of work at most, whether they go in or one of them does not."""
    zone = ", ".join(f'"{column:02d}{row:02d}"' for row in (11, 12, 13, 14) for column in (3, 4, 5, 6, 7))
    for pikes, rangers in ((16, 14), (18, 12), (20, 10), (21, 9), (15, 15)):
        text = BASE.replace('"0513", "0613", "0713"', zone)
        text = text.replace("axemen-q4, count: 4", f"pikemen-q3, count: {pikes}")
        text += f"  - {{side: red, unit: elf-rangers-q3, count: {rangers}, zone: field, formation: band}}\n"
        path = tmp_path / "room.yaml"
        path.write_text(text, encoding="utf-8")
        with at_most(yards=200):
            rooms = [f for f in found(str(path)) if f.check == "room"]
        assert len(rooms) == 1
        assert rooms[0].problem.severity is (Severity.ERROR if pikes > 20 else Severity.OK), rooms[0].working
        assert rooms[0].working.startswith("to place: " if pikes > 20 else "for example ")


# --- the command ------------------------------------------------------------------------------------------------


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, case: str) -> str:
    (folder / "trial.yaml").write_text(cases()[case].text(), encoding="utf-8")
    return "trial.yaml"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["defend-the-bridge"], 0),
        (["defend-the-bridge", "--as-printed"], 1),
        (["defend-the-bridge-as-printed"], 1),
        (["hastings", "stirling"], 0),
        (["hastings", "--game", "nothing"], 2),
        (["hastings", "stirling", "--fix", "x.yaml"], 2),
        (["hastings", "--no-such-option"], 2),
    ],
)
def test_the_exit_code_tells_what_was_found(arguments: Sequence[str], code: int, here: Path) -> None:
    """0 where nothing is an error, 1 where something is, 2 for a wrong call."""
    result = CliRunner().invoke(app, ["check", *arguments])
    assert result.exit_code == code, result.output
    assert list(here.iterdir()) == []


def test_json_has_everything(here: Path) -> None:
    """`--json` gives every finding with check, place, hexes, working and repair."""
    result = CliRunner().invoke(app, ["check", write(here, "bank-none"), "--json"])
    data = json.loads(result.output)
    assert data["ok"] is True
    row = next(f for f in data["scenarios"][0]["findings"] if f["check"] == "bank-none")
    assert (row["severity"], row["file"], row["line"], row["hexes"]) == ("warning", "trial.yaml", 21, ["1506"])
    assert row["repair"] == {"old": "blue", "new": "blue, bank: south", "what": "the bank its friends are on"}


def test_the_last_line_counts_what_reading_found_too(here: Path) -> None:
    """Faults of reading and of the set-up are counted together, and nothing is called sound that was not looked at."""
    (here / "trial.yaml").write_text(
        BASE.replace("{id: trial", "{id: trial, game: ibb").replace("map: forest-map-one", "map: forest-map-on")
    )
    message = CliRunner().invoke(app, ["check", "trial.yaml"]).output
    assert message.endswith("Fix this first; until then not everything can be checked.\n\nIn all: 1 error\n")
    CliRunner().invoke(app, ["check", write(here, "reading-zone")])
    message = CliRunner().invoke(app, ["check", "trial.yaml"]).output
    assert re.search(r"\n\nIn all: [1-9]\d* errors?(, .*)?\n$", message), message


def test_a_scenario_is_checked_from_standard_input(here: Path) -> None:
    """`check -` takes a scenario as it takes a list, tells it by that name, and mends it."""
    text = cases()["reading-zone"].text().replace("{id: trial", "{id: trial, game: ibb")
    result = CliRunner().invoke(app, ["check", "-", "--fix", "mended.yaml"], input=text)
    assert result.exit_code == 1
    assert "standard input:19:" in result.output
    assert "mended.yaml: 1 repair" in result.output
    assert "/tmp" not in result.output
    assert (here / "mended.yaml").read_text(encoding="utf-8") == text.replace("feild", "field")
    data = json.loads(CliRunner().invoke(app, ["check", "-", "--json"], input=text).output)
    assert [p["file"] for p in data["problems"]] == ["standard input"]


def test_a_file_is_checked_as_it_is_with_as_printed(here: Path) -> None:
    """`--as-printed` of a file is the file, with or without a folder before its name."""
    name = write(here, "legal")
    for path in (name, f"./{name}"):
        result = CliRunner().invoke(app, ["check", path, "--as-printed"])
        assert result.exit_code == 0, result.output


def test_what_is_in_order_is_shown_on_request(here: Path) -> None:
    """Without --all only findings are listed; with it also the example placement and how soon a hex is reached."""
    short = CliRunner().invoke(app, ["check", write(here, "legal")]).output
    whole = CliRunner().invoke(app, ["check", "trial.yaml", "--all"]).output
    assert "for example 0513" not in short
    assert "for example 0513 2 Dwarven Axemen" in whole
    assert "Light Infantry can be there by turn 1" in whole


@pytest.mark.parametrize(
    ("case", "line", "becomes"),
    [
        ("reading-unit", 19, "unit: axemen-q4,"),
        ("reading-zone", 19, "zone: field,"),
        ("reading-hex", 17, 'hexes: ["2013"]'),
        ("reading-quality", 21, "unit: spearmen-q2,"),
        ("rating-without-quality", 19, "rating: 3-4-4 Q4,"),
        ("bank-none", 21, "{side: blue, bank: south, unit: slingers-q2,"),
        ("no-captain-near", 21, "{side: blue, formation: foot, unit: slingers-q2,"),
    ],
)
def test_fix_writes_the_smallest_repair_elsewhere(case: str, line: int, becomes: str, here: Path) -> None:
    """One place is changed, comments and all the rest stay, and the fault is gone from the new file."""
    path = here / "trial.yaml"
    path.write_text(cases()[case].text().replace("special: []", "special: [] # a comment"), encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    result = CliRunner().invoke(app, ["check", "trial.yaml", "--fix", "mended.yaml"])
    assert "mended.yaml: 1 repair; check it again." in result.output
    assert path.read_text(encoding="utf-8") == before
    old, new = before.splitlines(), (here / "mended.yaml").read_text(encoding="utf-8").splitlines()
    assert [n for n, (a, b) in enumerate(zip(old, new, strict=True), start=1) if a != b] == [line]
    assert becomes in new[line - 1]
    after = told(*checked("mended.yaml"))
    wrong = [row for row in cases()[case].expected if " note " not in row and "rating-odd" not in row]
    assert not set(wrong) & set(after)


TABLE = """side,unit,count,hexes,zone,formation,name,bank
blue,light-infantry-q2,2,1013,,foot,,
blue,captain-4,,1013,,foot,Bertram,
red,axmen-q4,4,,field,band,,
red,captain-3,,,feild,band,Rollo
blue,slingers-q2,,1506,,foot,"Götz, ""the Sling"" ",
"""


def test_fix_mends_the_table_of_a_set_up(here: Path) -> None:
    """A set-up in CSV is mended cell by cell, its letters and line ends kept; OUT says which of the files is meant."""
    head = BASE[: BASE.index("forces:")].replace("{id: trial", "{id: trial, game: ibb")
    (here / "trial.yaml").write_text(f"{head}forces: forces.csv\n", encoding="utf-8")
    raw = TABLE.replace("\n", "\r\n").encode("cp1252")
    (here / "forces.csv").write_bytes(raw)
    other = CliRunner().invoke(app, ["check", "trial.yaml", "--fix", "mended.yaml"])
    assert "The repairs are to forces.csv: name a .csv file for them." in other.output
    result = CliRunner().invoke(app, ["check", "trial.yaml", "--fix", "mended.csv"])
    assert "mended.csv: 3 repairs; check it again." in result.output, result.output
    text = raw.replace(b"axmen", b"axemen").replace(b"feild", b"field").replace(b'Sling"" ",', b'Sling"" ",south')
    assert (here / "mended.csv").read_bytes() == text
    (here / "forces.csv").write_bytes(raw.replace(b",bank", b""))
    result = CliRunner().invoke(app, ["check", "trial.yaml", "--fix", "less.csv"])
    assert "not written, as it has no place there" in result.output


@pytest.mark.parametrize("first", ["", "sep=\t\r\n"])
def test_fix_keeps_a_table_in_unicode_text(first: str, here: Path) -> None:
    """A table in UTF-16 with tabs, as spreadsheets save "Unicode text", is mended in the same letters.

    So is one whose first line names what parts the cells.
    """
    head = BASE[: BASE.index("forces:")].replace("{id: trial", "{id: trial, game: ibb")
    (here / "trial.yaml").write_text(f"{head}forces: forces.csv\n", encoding="utf-8")
    table = first + TABLE.replace(",", "\t").replace("\n", "\r\n")
    (here / "forces.csv").write_text(table, encoding="utf-16", newline="")
    result = CliRunner().invoke(app, ["check", "trial.yaml", "--fix", "mended.csv"])
    assert "mended.csv: 3 repairs; check it again." in result.output, result.output
    text = table.replace("axmen", "axemen").replace("feild", "field").replace('Sling"" "\t', 'Sling"" "\tsouth')
    assert (here / "mended.csv").read_bytes() == text.encode("utf-16")


def test_fix_tells_of_repairs_in_another_file(here: Path) -> None:
    """One file is written: what is to be mended in a table of the pack is told, and mended where OUT is a table."""
    (here / "pack").mkdir()
    (here / "pack/pack.yaml").write_text("pack: {id: mine, title: Mine, game: ibb}\n")
    table = "id,name,short,symbol,arm,attack,defence,movement,quality,abilities\n"
    (here / "pack/units.csv").write_text(f"{table}guard,Guard,Guard,heavy-infantry,foot,4,3,3,4,hill-peple\n")
    (here / "trial.yaml").write_text(
        cases()["reading-unit"].text().replace("{id: trial", "{id: trial, game: ibb"), encoding="utf-8"
    )
    ask = ["check", "trial.yaml", "--pack", "pack", "--fix"]
    first = CliRunner().invoke(app, [*ask, "mended.yaml"]).output
    assert "pack/units.csv: another file needs repairs too; check it again with --fix OUT.csv" in first
    assert "axemen-q4," in (here / "mended.yaml").read_text()
    CliRunner().invoke(app, [*ask, "units.csv"])
    assert (here / "units.csv").read_text().endswith("hill-people\n")


def test_fix_adds_a_captain_and_a_field_in_a_block(here: Path) -> None:
    """A captain who is free becomes the formation's; a mapping over several lines gets a line more."""
    text = (
        cases()["legal"]
        .text()
        .replace(", captain: Bertram", "")
        .replace('name: Bertram, hexes: ["1013"], formation: foot', 'name: Bertram, hexes: ["1013"]')
    )
    text = text.replace(
        "  - {id: foot, side: blue, name: Blue Foot, letter: A}\n",
        "  - id: foot\n    side: blue # ours\n    name: Blue Foot\n    letter: A\n",
    )
    (here / "trial.yaml").write_text(text, encoding="utf-8")
    CliRunner().invoke(app, ["check", "trial.yaml", "--fix", "mended.yaml"])
    new = (here / "mended.yaml").read_text(encoding="utf-8")
    assert "    side: blue # ours\n    captain: Bertram\n" in new
    assert not [row for row in told(*checked("mended.yaml")) if "formation-captain" in row]


def test_fix_leaves_alone_what_it_cannot_place() -> None:
    """A repair whose place holds something else is not made, and two at one place are one."""
    text = "a: [one, two]\n"
    wrong = Mend(Where("f", 1, 5), "two", "three", "")
    right = Mend(Where("f", 1, 10), "two", "three", "")
    assert mended(text, [wrong, Mend(Where("f", 9, 1), "a", "b", "")]) == (text, [])
    assert mended(text, [right, right, right._replace(new="four")]) == ("a: [one, three]\n", [right])


def test_fix_does_not_write_over_the_file_and_says_when_there_is_nothing(here: Path) -> None:
    """The file that is checked is never the target; with nothing to repair nothing is written."""
    over = CliRunner().invoke(app, ["check", write(here, "reading-unit"), "--fix", "trial.yaml"])
    assert over.exit_code == 2
    none = CliRunner().invoke(app, ["check", write(here, "legal"), "--fix", "mended.yaml"])
    assert "There is no obvious repair" in none.output
    assert [p.name for p in here.iterdir()] == ["trial.yaml"]


def test_a_game_is_stopped_by_errors_and_forced_on_request(here: Path) -> None:
    """A set-up with an error is not played, but with --force."""
    name = write(here, "room-over")
    assert CliRunner().invoke(app, ["play", name, "--brief"]).exit_code == 1
    forced = CliRunner().invoke(app, ["play", name, "--brief", "--policy", "random", "--force"])
    assert forced.exit_code == 0, forced.output


def test_warnings_do_not_stop_a_kit_and_are_not_told_there(here: Path) -> None:
    """A kit is not the place for warnings of a set-up: `check` tells them."""
    result = CliRunner().invoke(app, ["kit", write(here, "rating-odd"), "-o", "kits", "--only", "crt"])
    assert result.exit_code == 0, result.output
    assert "the unit list has" not in result.output
