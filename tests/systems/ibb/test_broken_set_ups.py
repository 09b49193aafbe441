"""A set-up that breaks the rules stops `check` and `play`; a kit prints it, with a first page of what it breaks."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml
from typer.testing import CliRunner

from tests.helpers import ROOT, app, make_pack

BROKEN = """
scenario: {id: geese, title: The Night of the Geese, map: forest-map-one, turns: 4}
sides:
  - {id: hither, name: Hither, army: The Levy of Hither Barrow, letter: H, livery: crimson}
  - {id: nether, name: Nether, army: The Levy of Nether Barrow, letter: N, livery: azure}
formations:
  - {id: levy, side: hither, name: Hither Levy, letter: A, captain: Hulda}
  - {id: folk, side: nether, name: Nether Folk, letter: A, captain: Wilm}
forces:
  - {side: hither, unit: wizard-3, name: Hulda, hexes: ["1013"], formation: levy}
  - {side: hither, unit: axemen-q4, count: 3, hexes: ["1013"], formation: levy}
  - {side: hither, unit: siege-engine, hexes: ["1506"]}
  - {side: nether, unit: captain-3, name: Wilm, hexes: ["0513"], formation: folk}
  - {side: nether, unit: light-infantry-q2, hexes: ["1013"], formation: folk}
  - {side: nether, unit: light-infantry-q2, rating: 3-2-5 Q2, hexes: ["0513"], formation: folk}
victory:
  - {side: hither, level: minor, all: [{kind: strength-lost, side: nether, at_least: "3"}], text: The geese are gone.}
  - {side: nether, level: minor, all: [{kind: reached, side: hither, level: minor, met: no}], text: They are not.}
"""
"""Four kinds of broken rules (A-13, A-25, R-46, G-26), and a rating that is merely doubtful."""
BREACHES = {
    "A-13": ("", "line 6", "Hulda is a wizard: only a captain leads a formation."),
    "A-25": ("1013", "line 10", "Too much strength in 1013: 3 Dwarven Axemen of 3 = 9, and a hex holds 6."),
    "R-46": ("1506", "line 11", "No engine can be brought into 1506: river."),
    "G-26": ("1013", "line 13", "Light Infantry cannot be set up in 1013: Hulda of Hither is there."),
}
"""By rule: hexes, the line of the file, what the page says."""
AW = ROOT / "scenarios" / "ayrenes-woods" / "ayrenes-woods.yaml"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with the broken scenario in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "geese.yaml").write_text(BROKEN.lstrip(), encoding="utf-8")
    return tmp_path


def ask(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


def printed(folder: Path) -> Path:
    (result,) = folder.glob("*.pdf")
    return result


def words_of(pdf: Path, page: int = 0) -> str:
    return " ".join(pypdfium2.PdfDocument(pdf)[page].get_textpage().get_text_range().split())


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_first_page_lists_what_is_wrong_where_and_by_which_rule(paper: str, here: Path) -> None:
    """The kit prints with exit 0; each breach is a row of its first page, and one line of the terminal says so."""
    answer = ask("kit", "geese.yaml", "-o", "kits", "--paper", paper, "--only", "findings,scenario")
    assert answer.exit_code == 0, answer.output
    lines = [line for line in answer.output.splitlines() if "breaks the rules" in line]
    assert lines == ["The set-up breaks the rules in 4 places: see the first page, or run `ibbprint check geese.yaml`."]
    text = words_of(printed(here / "kits"))
    assert text.startswith("The Night of the Geese: Findings page 1 of")
    assert "Rules that this set-up breaks" in text
    assert "breaks the rules in 4 places" in text
    assert "Line numbers refer to geese.yaml." in text
    for rule, (hexes, line, message) in BREACHES.items():
        row = rf"{hexes}{';' if hexes else ''} ?{line} {re.escape(message)} [^|]*? {rule}\b"
        assert re.search(row, text), (rule, text)
    assert "Worth a second look" in text
    assert "Light Infantry 3-2-5 Q2: the unit list has" in text


def test_the_page_comes_before_the_instructions_and_can_be_thrown_away(here: Path) -> None:
    """In a whole kit it is page 1, and the instructions begin on a sheet of their own."""
    assert ask("kit", "geese.yaml", "-o", "kits").exit_code == 0
    pdf = printed(here / "kits")
    assert "Rules that this set-up breaks" in words_of(pdf)
    assert words_of(pdf, 1) == ""
    assert "How to print and cut" in words_of(pdf, 2)
    pages = len(pypdfium2.PdfDocument(pdf))
    assert f"{(pages + 1) // 2} double-sided sheets" in words_of(pdf, 2)


def test_a_kit_that_keeps_the_rules_has_no_such_page_nor_line(here: Path) -> None:
    """Warnings alone make no page; there is no part `findings` to ask for."""
    answer = ask("kit", "hastings", "-o", "kits", "--only", "scenario", "--strict")
    assert answer.exit_code == 0
    assert "breaks" not in answer.output
    assert ask("kit", "hastings", "-o", "kits", "--only", "findings").exit_code == 2


def test_strict_refuses_and_names_every_breach(here: Path) -> None:
    """With --strict nothing is written, exit 1, each breach at its place; with --force as well it is a wrong call."""
    answer = ask("kit", "geese.yaml", "-o", "kits", "--strict")
    assert answer.exit_code == 1
    for rule, (_, line, message) in BREACHES.items():
        assert re.search(
            rf"geese.yaml:{line[5:]}:\d+: error: (?i:{re.escape(message)})[^\n]* \[ibb:{rule}\]", answer.output
        )
    assert "4 errors; nothing was written." in answer.output
    assert not (here / "kits").exists()
    assert ask("kit", "geese.yaml", "-o", "kits", "--strict", "--force").exit_code == 2


def test_force_is_still_taken_and_changes_nothing(here: Path) -> None:
    """A kit with --force is the same, byte for byte, wherever it is printed; --help says that it is not needed."""
    (here / "other").mkdir()
    (here / "other" / "geese.yaml").write_text(BROKEN.lstrip(), encoding="utf-8")
    for folder, words in (("a", ["geese.yaml"]), ("b", ["geese.yaml", "--force"]), ("c", ["other/geese.yaml"])):
        assert ask("kit", *words, "-o", folder, "--only", "findings").exit_code == 0
    assert len({printed(here / folder).read_bytes() for folder in "abc"}) == 1
    help = " ".join(re.sub(r"[│╭╮╰╯─]", " ", ask("kit", "--help").output).split())
    assert (
        "Not needed: a kit prints even if the set-up breaks the rules, and lists the problems on its first page."
        in help
    )


def test_check_and_play_are_still_stopped(here: Path) -> None:
    """`check` and `play` end with 1; `play --force` plays, as ever."""
    assert ask("check", "geese.yaml").exit_code == 1
    stopped = ask("play", "geese.yaml", "--brief")
    assert stopped.exit_code == 1
    assert "4 errors; nothing was played." in stopped.output
    forced = ask("play", "geese.yaml", "--brief", "--force", "--policy", "random")
    assert forced.exit_code == 0, forced.output


@pytest.mark.parametrize("command", ["kit", "faces", "preview"])
@pytest.mark.parametrize(
    ("right", "wrong", "rule"),
    [
        ("unit: axemen-q4", "unit: axmen-q4", "R-200"),
        (
            'hexes: ["0513"], formation: folk}\n  - {side: nether, unit: l',
            'hexes: ["9913"], formation: folk}\n  - {side: nether, unit: l',
            "map:hex",
        ),
    ],
)
def test_what_cannot_be_printed_still_stops(command: str, right: str, wrong: str, rule: str, here: Path) -> None:
    """An unknown unit and a hex that is not on the map end with 1, with --force too; what else is wrong is told."""
    text = (here / "geese.yaml").read_text(encoding="utf-8")
    assert text.count(right) == 1
    (here / "geese.yaml").write_text(text.replace(right, wrong), encoding="utf-8")
    words = ["N1", "-s", "geese.yaml", "-o", "n.svg"] if command == "preview" else ["geese.yaml", "-o", "out"]
    for more in ([],) if command == "preview" else ([], ["--force"]):
        answer = ask(command, *words, *more)
        assert answer.exit_code == 1, answer.output
        assert rule in answer.output
        assert "1 error; nothing was written." in answer.output
    assert [path.name for path in here.iterdir()] == ["geese.yaml"]


def test_faces_and_previews_print_with_one_line_of_warning(here: Path) -> None:
    """The line names the check to run, packs and rules included; --only counters does not look at the set-up."""
    pack = make_pack(here / "my pack")
    faces = ask("faces", "geese.yaml", "-o", "out", "--as", "svg", "--pack", str(pack), "--rule", "R-17=count")
    assert faces.exit_code == 0, faces.output
    check = f"`ibbprint check geese.yaml --pack '{pack}' --rule R-17=count`"
    assert f"The set-up breaks the rules in 4 places: to see where, run {check}." in faces.output
    assert len(list((here / "out").rglob("*.svg"))) > 10
    answer = ask("preview", "N1", "-s", "geese.yaml", "-o", "n.svg")
    assert answer.exit_code == 0, answer.output
    assert "breaks the rules in 4 places: to see where, run `ibbprint check geese.yaml`." in answer.output
    assert (here / "n.svg").exists()
    quiet = ask("kit", "geese.yaml", "-o", "kits", "--only", "counters")
    assert "breaks" not in quiet.output


def test_a_part_without_the_page_says_where_to_look(here: Path) -> None:
    """Where the page is not printed (--only scenario, --changed-since) the line does not promise it."""
    answer = ask("kit", "geese.yaml", "-o", "kits", "--only", "scenario")
    assert "in 4 places: to see where, run `ibbprint check geese.yaml`." in answer.output
    before = printed(here / "kits")
    again = ask("kit", "geese.yaml", "-o", "more", "--only", "scenario", "--changed-since", str(before))
    assert again.exit_code == 0, again.output
    assert "in 4 places: to see where" in again.output


def test_names_cannot_break_the_table(here: Path) -> None:
    """Names with bars and stars stand on the page as they were written."""
    text = (here / "geese.yaml").read_text(encoding="utf-8").replace("name: Hither, ", 'name: "Hi|th *er*", ')
    (here / "geese.yaml").write_text(text, encoding="utf-8")
    assert ask("kit", "geese.yaml", "-o", "kits", "--only", "findings").exit_code == 0
    assert "Hulda of Hi|th *er* is there." in words_of(printed(here / "kits"))


def test_findings_of_several_files_name_their_files(here: Path) -> None:
    """Where the order of battle is a table of its own, each row says which file its line is in."""
    text = (here / "geese.yaml").read_text(encoding="utf-8")
    head, _, rest = text.partition("forces:\n")
    table = "side,unit,name,count,hexes,formation\n" + "".join(
        f"{row}\n"
        for row in (
            "hither,wizard-3,Hulda,1,1013,levy",
            "hither,axemen-q4,,3,1013,levy",
            "nether,captain-3,Wilm,1,0513,folk",
            "nether,light-infantry-q2,,1,0513,folk",
        )
    )
    (here / "forces.csv").write_text(table, encoding="utf-8")
    (here / "geese.yaml").write_text(f"{head}forces: forces.csv\n{rest[rest.index('victory:') :]}", encoding="utf-8")
    assert ask("kit", "geese.yaml", "-o", "kits", "--only", "findings").exit_code == 0
    text = words_of(printed(here / "kits"))
    assert "geese.yaml, line 6 Hulda is a wizard" in text
    assert "1013; forces.csv, line 3 Too much strength" in text


def test_a_set_up_as_printed_prints_and_is_not_played_without_its_places(here: Path) -> None:
    """What the source leaves without a hex can be printed, but no --force gives it one: said, with no traceback."""
    answer = ask("kit", "hastings-as-printed", "-o", "kits", "--only", "counters,scenario,findings")
    assert answer.exit_code == 0, answer.output
    assert "breaks the rules in 3 places" in answer.output
    played = ask("play", "hastings-as-printed", "--force")
    assert played.exit_code == 1
    assert isinstance(played.exception, SystemExit)
    assert "elven archers has neither hexes nor a zone." in played.output


def test_a_hundred_breaches_are_counted(here: Path) -> None:
    """The page lists the first fifty and counts the others, and every row is inside the paper."""
    rows = "".join(
        f'  - {{side: hither, unit: axemen-q4, count: 3, hexes: ["{column:02}{row:02}"], formation: levy}}\n'
        for column in (2, 4, 6, 8, 10, 12)
        for row in range(1, 11)
    )
    text = (here / "geese.yaml").read_text(encoding="utf-8").replace("victory:", f"{rows}victory:")
    (here / "geese.yaml").write_text(text, encoding="utf-8")
    answer = ask("kit", "geese.yaml", "-o", "kits", "--only", "findings")
    match = re.search(r"in (\d+) places", answer.output)
    assert match is not None
    pdf = printed(here / "kits")
    text = " ".join(words_of(pdf, page) for page in range(len(pypdfium2.PdfDocument(pdf))))
    assert f"And {int(match[1]) - 50} more." in text


# --- the other game ---------------------------------------------------------------------------------------------


def _no_star(data: dict[str, Any]) -> None:
    del data["commands"][1]["leader"]["caster"]


def _edges(data: dict[str, Any]) -> None:
    data["armies"][1]["edge"] = "north"


def _leader_alone(data: dict[str, Any]) -> None:
    data["commands"][0]["leader"]["hex"] = "1001"


def _two_in_a_hex(data: dict[str, Any]) -> None:
    data["commands"][0]["units"] = [{"unit": "elf-a", "hexes": ["1006"]}, {"unit": "elf-b", "hexes": ["1006"]}]


def _no_place(data: dict[str, Any]) -> None:
    _two_in_a_hex(data)
    data["commands"][0]["units"][1]["hexes"] = ["1007"]
    del data["commands"][0]["start"]


def _both(data: dict[str, Any]) -> None:
    _no_star(data)
    _edges(data)


@pytest.mark.parametrize(
    ("change", "rules", "play"),
    [
        (_no_star, ["A-R54"], 0),
        (_edges, ["A-R40"], 0),
        (_leader_alone, ["A-R07"], 0),
        (_both, ["A-R40", "A-R54"], 0),
        (_two_in_a_hex, ["A-R22"], 1),
        (_no_place, ["A-R07"], 1),
    ],
)
def test_ayrenes_woods_prints_what_it_would_not_play(
    change: Callable[[dict[str, Any]], None], rules: list[str], play: int, here: Path
) -> None:
    """The same page in the other game; --strict refuses; `play --force` plays what it always did, and no more."""
    data = yaml.load(AW.read_text(encoding="utf-8"), yaml.BaseLoader)
    change(data)
    data["scenario"]["turns"] = "1"
    (here / "woods.yaml").write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    answer = ask("kit", "woods.yaml", "-o", "kits", "--only", "findings")
    assert answer.exit_code == 0, answer.output
    assert (
        f"The set-up breaks the rules in {'one place' if len(rules) == 1 else f'{len(rules)} places'}" in answer.output
    )
    text = words_of(printed(here / "kits"))
    assert all(re.search(rf"\b{rule}\b", text.partition("Worth a second look")[0]) for rule in rules), text
    assert ask("kit", "woods.yaml", "-o", "none", "--strict").exit_code == 1
    assert not (here / "none").exists()
    assert ask("check", "woods.yaml").exit_code == 1
    assert ask("play", "woods.yaml").exit_code == 1
    assert ask("play", "woods.yaml", "--force", "--brief").exit_code == play


def test_ayrenes_woods_stops_at_what_cannot_be_printed(here: Path) -> None:
    """A unit of the other people and a hex off the map stop the kit, and the broken rule is told with them."""
    data = yaml.load(AW.read_text(encoding="utf-8"), yaml.BaseLoader)
    _no_star(data)
    data["commands"][0]["units"][1] = {"unit": "elf-b", "hexes": ["2101"]}
    (here / "woods.yaml").write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    answer = ask("kit", "woods.yaml", "-o", "kits")
    assert answer.exit_code == 1
    assert "hex 2101 is not on the map" in answer.output
    assert "warning: Elves must have one spellcaster" in answer.output
    assert "1 error; nothing was written." in answer.output
