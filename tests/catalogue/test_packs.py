"""What a designer stumbles over: each fault is told where it is, as what it is, and with all others in one run."""

from __future__ import annotations

import ast
import contextlib
import csv
import re
import shutil
import signal
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import pytest
import typer.main
import yaml
from typer.testing import CliRunner, Result

from ibbprint.cli import designing, generating, odds
from ibbprint.cli.offered import parameters as offered
from ibbprint.cli.parameters import for_typer, with_parameters
from ibbprint.engine.api.kits import Game
from ibbprint.press import watching
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.systems.ibb.models.scenarios import Force
from tests.helpers import ROOT, app, call_cli, make_pack, quick_load, watch_once
from tests.pdf import read_pdf

EXAMPLE = ROOT / "docs" / "examples" / "salt-marsh"


def cli(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


@pytest.fixture(scope="module")
def new_pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "mypack"
    assert cli("new", str(folder)).exit_code == 0
    return folder


@pytest.fixture
def pack(new_pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new pack in the folder that the commands are called in."""
    shutil.copytree(new_pack, tmp_path / "mypack")
    monkeypatch.chdir(tmp_path)
    return Path("mypack")


def put(path: Path, text: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


GAMES = "ayrenes-woods, battle-turn, element-battle, ibb, microbattle"


def problems(said: str) -> list[str]:
    """The lines that tell of a problem, without their place in brackets."""
    return [line.rpartition(" [")[0] for line in said.splitlines() if re.search(r": (error|warning|note): ", line)]


# --- the game of a pack ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        "kit s1 --pack mypack",
        "kit mypack",
        "kit --pack mypack",
        "check goose-common --pack mypack",
        "check mypack",
        "watch mypack",
        "list --pack mypack",
        "units --pack mypack",
        "odds 7 vs 3 --pack mypack",
        "rules --pack mypack",
        "play mypack",
        "faces mypack",
        "preview M1 -s s1 --pack mypack",
    ],
)
def test_a_pack_of_an_unknown_game_says_so(call: str, pack: Path) -> None:
    """Nothing else is said of it: neither that the scenario is not there, nor that the pack is of another game."""
    change(pack / "pack.yaml", "game: ibb", "game: hedgerow")
    result = cli(*call.split())
    assert result.exit_code == 1
    place = next(n for n, line in enumerate((pack / "pack.yaml").read_text().splitlines(), 1) if "hedgerow" in line)
    assert problems(result.output) == [
        f"mypack/pack.yaml:{place}:9: error: there is no game 'hedgerow'. Known: {GAMES}."
    ]


def test_the_nearest_game_is_named_and_a_scenario_of_an_unknown_one_says_so_too(pack: Path) -> None:
    change(pack / "scenarios" / "goose-common.yaml", "  id: goose-common", "  id: goose-common\n  game: ayrene-woods")
    (text,) = problems(cli("kit", "mypack/scenarios/goose-common.yaml", "--pack", "mypack").output)
    assert "there is no game 'ayrene-woods'. Did you mean ayrenes-woods?" in text
    assert f"Known: {GAMES}." in text
    assert text.startswith("mypack/scenarios/goose-common.yaml:")


# --- a table of one's own -------------------------------------------------------------------------------------------

TABLE = """crt:
  title: My table
  columns: 2
  rows:
    - {id: open, name: Open, odds: ["1-1", "2-1"]}
    - {id: woods, name: Woods, odds: ["1-1", "2-1"]}
  results: [["-", "-"], ["-", "Exk"]]
  codes:
    - {id: "-", name: No effect, text: Nothing happens.}
    - {id: Exk, name: Both, text: Both are gone.}
"""


def test_what_a_table_of_a_pack_lacks_is_told_at_the_table_once(pack: Path) -> None:
    """The shipped kinds of ground are not at fault: every row that they take and it has not is named, with them."""
    put(pack / "crt.yaml", TABLE)
    result = cli("kit", "mypack", "--only", "crt")
    (text,) = [line for line in problems(result.output) if ": error:" in line]
    assert text.startswith("mypack/crt.yaml:4:3: ")
    assert "the table lacks rows that terrain needs: 'clear' (Clear" in text
    assert "'woods'" not in text, "it has this row"
    assert "ibbprint/systems" not in result.output


def test_ground_of_the_same_pack_that_takes_no_row_of_the_table_is_at_fault_itself(pack: Path) -> None:
    rows = "".join(f'    - {{id: {row}, name: {row}, odds: ["1-1", "2-1"]}}\n' for row in ("clear", "rough", "marsh"))
    put(pack / "crt.yaml", TABLE.replace('    - {id: open, name: Open, odds: ["1-1", "2-1"]}\n', rows))
    put(
        pack / "terrain.yaml",
        "terrain:\n  - {id: clear, name: Clear, cost: 1, penalty: 0, crt_row: claer, rules: [A-71]}\n",
    )
    lines = [line for line in problems(cli("kit", "mypack", "--only", "crt").output) if "claer" in line]
    assert len(lines) == 1
    assert lines[0].startswith("mypack/terrain.yaml:2:")


# --- the order of battle as a table ---------------------------------------------------------------------------------


def test_the_table_of_an_order_of_battle_in_the_docs_prints_as_it_says(pack: Path) -> None:
    """Every column that it explains is one, and each row is so many counters."""
    text = (
        (ROOT / "docs" / "designing.md").read_text(encoding="utf-8").partition("### The order of battle as a table")[2]
    )
    table = re.findall(r"```csv\n(.*?)```", text, re.DOTALL)[0]
    put(pack / "scenarios" / "forces.csv", table)
    scenario = pack / "scenarios" / "goose-common.yaml"
    written = scenario.read_text(encoding="utf-8")
    put(scenario, re.sub(r"\nforces:\n(  - .*\n)+", "\nforces: forces.csv\n", written))
    result = cli("kit", "mypack", "--only", "counters", "-o", "kits")
    assert result.exit_code == 0, result.output
    chits = 2
    counts = [int(row["count"] or 1) for row in csv.DictReader(table.splitlines())]
    assert f"{sum(counts) + chits} counters" in result.output
    explained = {
        name
        for cell in re.findall(r"^\| (`.*?) \|", text.partition("### A face")[0], re.MULTILINE)
        for name in re.findall(r"`(\w+)`", cell)
    }
    assert explained == set(Force.model_fields)


COLUMNS = ("side", "unit", "count", "hexes", "formation", "name", "rating")
ROWS = (
    ("hither", "village-elder", "", "0304", "hither-levy", "Dame Oda", ""),
    ("Hither", "millers-q2", "two", "303", "hither-levy", "", "2-2"),
    ("hither", "hedge-bows-q2", "many", "0399", "hither-mob", "", ""),
    ("nether", "village-elder", "", "0904", "nether-levy", "Old Wilm", "3-4-4 Q2"),
    ("nether", "trolls", "3", "0905 0399", "nether-levy", "", ""),
)
"""An order of battle in which most rows have faults, some more than one."""


def _order_of_battle(pack: Path, form: str, rows: Sequence[Sequence[str]] = ROWS, tail: str = "") -> None:
    """Give the scenario of a pack these rows as its forces, in a table or a list."""
    scenario = pack / "scenarios" / "goose-common.yaml"
    cells = [{name: cell for name, cell in zip(COLUMNS, row, strict=True) if cell} for row in rows]
    forces: Any = "forces.csv"
    if form == "table":
        lines = (COLUMNS, *rows)
        put(pack / "scenarios" / forces, "".join(f"{','.join(line)}\n" for line in lines) + tail)
    else:
        forces = [{**row, "hexes": row["hexes"].split()} for row in cells]
    text = scenario.read_text(encoding="utf-8")
    result = yaml.safe_dump({"forces": forces}, default_style='"', sort_keys=False)
    put(scenario, re.sub(r"\nforces:\n(  - .*\n)+", lambda _: f"\n{result}", text))


@pytest.mark.parametrize("form", ["table", "list"])
@pytest.mark.parametrize("command", ["check", "kit", "play"])
def test_every_fault_of_a_row_is_told_in_one_run_and_nothing_is_found_in_what_is_left(
    form: str, command: str, pack: Path
) -> None:
    """A table and a list of forces are told alike; no finding rests on a line that could not be read."""
    _order_of_battle(pack, form)
    result = cli(command, "goose-common", "--pack", "mypack")
    assert result.exit_code == 1
    names = sorted(line.partition("error: ")[2] for line in problems(result.output))
    assert [line.partition(". ")[0].rstrip(".") for line in names] == [
        "'2-2' is not a valid rating",
        "'303' is not a valid hex",
        "'Hither' is not a valid id",
        "count must be a whole number, not 'many'",
        "count must be a whole number, not 'two'",
        "hex 0399 is not on the map, which goes from 0101 to 1108",
        "hex 0399 is not on the map, which goes from 0101 to 1108",
        "there is no formation 'hither-mob'",
        "there is no unit 'trolls'",
        "village-elder has no rating of this kind",
    ]
    assert "Set-up:" not in result.output
    assert "Did you mean hither?" in result.output


def test_a_table_that_breaks_off_has_no_findings(pack: Path) -> None:
    """The rows below quotes that are never closed are not read: nothing is found in those above."""
    _order_of_battle(pack, "table", (ROWS[0],), tail='"nether,pitchforks-q1\n')
    result = cli("check", "mypack")
    assert len(problems(result.output)) == 1
    assert "Set-up:" not in result.output


def test_a_leader_is_not_alone_where_a_unit_of_his_side_is_not_known(pack: Path) -> None:
    unknown = ("hither", "trolls", "1", "0304", "hither-levy", "", "")
    _order_of_battle(pack, "table", (ROWS[0], unknown, (*ROWS[3][:6], "")))
    result = cli("check", "mypack")
    assert "there is no unit 'trolls'" in result.output
    assert "Dame Oda, a captain, is alone" not in result.output
    assert "Old Wilm, a captain, is alone" in result.output


@pytest.mark.parametrize(
    ("form", "hint"),
    [("table", "Format the column as text. Did you mean 0303?"), ("list", 'in quotes. Did you mean "0303"?')],
)
def test_a_hex_that_lost_its_first_0_gets_the_advice_for_its_file(form: str, hint: str, pack: Path) -> None:
    """Quotes are for YAML; a column of a spreadsheet is formatted as text."""
    _order_of_battle(pack, form)
    (message,) = [line for line in problems(cli("check", "mypack").output) if "'303'" in line]
    assert message.endswith(hint)


def test_a_faulty_row_of_units_is_a_unit_all_the_same(pack: Path) -> None:
    """Who names it is not told that there is none, and who misspells it is told its name; one fault is told once."""
    change(pack / "units.csv", "Millers,axemen,troops,foot,medium,3,", "Millers,axemen,troops,foot,medium,three,")
    assert [line.partition("error: ")[2] for line in problems(cli("check", "mypack").output)] == [
        "attack must be a whole number, not 'three'."
    ]
    change(pack / "scenarios" / "goose-common.yaml", "unit: millers-q2", "unit: miller-q2")
    assert "there is no unit 'miller-q2'. Did you mean millers-q2?" in cli("check", "mypack").output


def test_a_row_without_an_id_may_be_any_unit(pack: Path) -> None:
    change(pack / "units.csv", "\nmillers-q2,", "\n,")
    (message,) = problems(cli("check", "mypack").output)
    assert message.endswith("id is empty in this row.")


def test_an_unknown_game_hides_nothing_else_of_the_head_of_a_pack(pack: Path) -> None:
    """pack.yaml is told as a whole in one run."""
    put(pack / "pack.yaml", "pack:\n  id: mypack\n  titel: My Pack\n  game: ibc\n")
    for command in ("check", "kit"):
        assert [line.partition(":")[2] for line in problems(cli(command, "mypack").output)] == [
            "3:3: error: titel is not a field here. Did you mean title?",
            f"4:9: error: there is no game 'ibc'. Did you mean ibb? Known: {GAMES}.",
        ]


def test_check_tells_of_a_symbol_that_is_nowhere(pack: Path) -> None:
    """As kit does, without drawing; of a unit too that the scenario does not use."""
    assert cli("check", "mypack").exit_code == 0
    change(pack / "units.csv", ",axemen,", ",axmen,")
    result = cli("check", "mypack")
    assert result.exit_code == 1
    assert "units.csv:5:28: error: there is no symbol 'axmen'. Did you mean axemen? [draw:symbol]" in result.output
    change(pack / "units.csv", ",axmen,", ",axemen,")
    put(pack / "templates" / "symbols" / "goose.svg", "<svg/>")
    change(pack / "units.csv", ",heavy-infantry,", ",gose,")
    assert "there is no symbol 'gose'. Did you mean goose?" in cli("check", "mypack").output


# --- files that nothing reads ---------------------------------------------------------------------------------------

UNREAD: Mapping[str, str] = {
    "templates/ibb/units.svg.j2": "Did you mean ibb/unit.svg.j2?",
    "templates/unit.svg.j2": "Did you mean ibb/unit.svg.j2?",
    "templates/styles.yaml": "Did you mean style.yaml?",
    "templates/symbols/horse.png": "This folder is for files that end in .svg.",
    "templates/pallettes": "Did you mean palettes?",
    "template": "Did you mean templates?",
    "designers-notes.md.j2": "A template needs the name of a shipped one.",
    "horse.svg": "A symbol belongs in templates/symbols/, a picture in pictures/.",
    "scenarios/other.yml": "Call it other.yaml.",
    "scenarios/forces.csv": "A scenario names its table: forces: forces.csv.",
    "maps/other.yml": "Call it other.yaml.",
    "more.ods": "Save it as a table too: more.csv.",
}
READ_OR_ASIDE = (
    "templates/ibb/leader.svg.j2",
    "templates/mine/rim.svg.j2",
    "templates/style.yaml",
    "templates/symbols/horse.svg",
    "templates/palettes/dusk.yaml",
    "README.md",
    "LICENSE.txt",
    ".gitignore",
    ".git/config",
    "units.ods",
    "units.csv~",
    "templates/ibb/.unit.svg.j2.swp",
    "monday.pdf",
    "output/kit.pdf",
)


def unread(pack: Path) -> None:
    for name in UNREAD:
        put(pack / name if Path(name).suffix else pack / name / "x.yaml")
    for name in READ_OR_ASIDE:
        if name != "templates/style.yaml":
            put(pack / name)
    change(pack / "templates/ibb/unit.svg.j2", "<svg", '{% include "mine/rim.svg.j2" %}<svg')


@pytest.fixture
def one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """watch looks at the files once."""

    watch_once(monkeypatch)


@pytest.mark.parametrize("call", ["kit mypack --only counters", "check mypack", "watch mypack"])
def test_files_of_a_pack_that_nothing_reads_are_named_with_what_may_be_meant(
    call: str, pack: Path, one_round: None
) -> None:
    unread(pack)
    lines = {
        line.partition(": ")[0]: line.rpartition(". ")[0].rpartition(" reads this ")[2] and line
        for line in cli(*call.split()).output.splitlines()
        if "nothing reads" in line
    }
    assert set(lines) == {f"mypack/{name}" for name in UNREAD}
    for name, hint in UNREAD.items():
        noun = "file" if Path(name).suffix else "folder"
        assert lines[f"mypack/{name}"] == f"mypack/{name}: warning: nothing reads this {noun}. {hint} [read:unread]"


class NoReprint:
    """In place of the printing of the whole kit: it counts how often it is begun, and never ends."""

    begun = 0

    def __init__(self, _: object) -> None:
        type(self).begun = 0

    def start(self) -> None:
        type(self).begun += 1

    def ended(self) -> None:
        return None

    def stop(self) -> None:
        return None


@pytest.mark.parametrize(("place", "call"), [(".", "watch mypack -o mypack"), ("mypack", "watch -o .")])
def test_the_page_of_a_watched_pack_may_be_right_in_the_pack(
    place: str, call: str, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is drawn once, not for ever because of its own files, and is no file that nothing reads; nor is a kit's."""
    looks: list[float] = []

    def sleep(seconds: float) -> None:
        looks.append(seconds)
        if len(looks) > 8:
            raise KeyboardInterrupt

    handler = signal.getsignal(signal.SIGINT)
    with monkeypatch.context() as patched, contextlib.chdir(place):
        patched.setattr(watching, "Reprint", NoReprint)
        patched.setattr(designing.time, "sleep", sleep)
        text = cli(*call.split()).output
    signal.signal(signal.SIGINT, handler)
    assert NoReprint.begun == 1, text
    assert text.count("faces drawn") == 1, text
    assert "nothing reads" not in text
    printed = cli("kit", "mypack", "--only", "counters", "-o", "mypack/goose-common-watch").output
    assert "nothing reads" not in printed


def test_the_example_and_a_new_pack_have_no_file_that_nothing_reads(pack: Path) -> None:
    for folder in (str(pack), str(EXAMPLE)):
        assert "nothing reads" not in cli("check", folder).output


# --- what was read once ---------------------------------------------------------------------------------------------


def silence(pack: Path, *words: str) -> None:
    change(pack / "pack.yaml", "game: ibb", f"game: ibb\n  silence: [{', '.join(repr(each) for each in words)}]")


def test_a_warning_that_was_read_can_be_silenced_by_its_id_or_its_words(pack: Path) -> None:
    put(pack / "horse.svg")
    put(pack / "more.ods")
    silence(pack, "horse.svg: warning: nothing reads")
    for call in (("check", "mypack"), ("kit", "mypack", "--only", "counters")):
        result = cli(*call)
        assert result.exit_code == 0
        assert "horse.svg" not in result.output
        assert "more.ods" in result.output, "the other is told"
    change(pack / "pack.yaml", "'horse.svg: warning: nothing reads'", "'read:unread'")
    assert "nothing reads" not in cli("check", "mypack").output


def test_a_silenced_warning_that_there_is_no_longer_is_a_note(pack: Path) -> None:
    silence(pack, "there was a ghost", "print:bleed")
    lines = [line for line in cli("check", "mypack").output.splitlines() if "no warning with" in line]
    assert len(lines) == 1, "what only printing warns of is not told by check"
    assert re.match(r"mypack/pack\.yaml:\d+:13: note: .*'there was a ghost'\. Remove it from silence\.", lines[0])
    assert "ghost" not in cli("kit", "mypack", "--only", "counters").output, "a part does not give every warning"


def test_an_error_cannot_be_silenced(pack: Path) -> None:
    change(pack / "units.csv", ",foot,", ",feet,")
    silence(pack, "read:value", "units.csv")
    result = cli("kit", "mypack", "--only", "counters")
    assert result.exit_code == 1
    assert "units.csv" in result.output


# --- all faults in one run ------------------------------------------------------------------------------------------


def break_everything(pack: Path) -> list[str]:
    """Faults that are found by reading, by filling in templates and by drawing; where each is told."""
    change(pack / "units.csv", ",foot,", ",feet,")
    table = (pack / "units.csv").read_text(encoding="utf-8").splitlines()
    cells = table[2].split(",")
    cells[2] = "An extraordinarily long name that fits on no counter"
    put(pack / "units.csv", "\n".join([*table[:2], ",".join(cells), *table[3:]]) + "\n")
    symbol = min((pack / "templates" / "symbols").glob("*.svg"))
    change(symbol, "<path", '<path filter="url(#x)"')
    put(pack / "templates/ibb/leader.svg.j2", "<svg>{% if %}</svg>")
    put(pack / "templates/style.yaml", "style: {ink: reddish}\n")
    faces = "templates/ibb/unit.svg.j2"
    change(pack / faces, "</svg>", "{{ atack }}</svg>")
    return [
        "units.csv:2:",
        "units.csv:3:",
        f"templates/symbols/{symbol.name}:",
        "templates/ibb/leader.svg.j2:1:",
        "templates/style.yaml:1:",
        faces,
    ]


@pytest.mark.parametrize("call", ["kit mypack", "kit mypack --only counters", "faces mypack"])
def test_what_only_drawing_finds_is_told_with_what_is_wrong_in_the_files(call: str, pack: Path) -> None:
    """Until everything is mended each run tells of everything: nothing comes to light only after another mending."""
    places = break_everything(pack)
    change(pack / "templates/ibb/unit.svg.j2", "{{ atack }}", "")  # it would hide what does not fit
    result = cli(*call.split())
    assert result.exit_code == 1
    messages = problems(result.output)
    for place in places[:-1]:
        assert any(line.startswith(f"mypack/{place}") and ": error:" in line for line in messages), (
            place,
            result.output,
        )


def test_a_wrong_name_in_a_template_is_told_with_a_wrong_cell_and_a_wrong_style(pack: Path) -> None:
    change(pack / "units.csv", ",foot,", ",feet,")
    change(pack / "templates/ibb/unit.svg.j2", "</svg>", "{{ atack }}</svg>")
    put(pack / "templates/style.yaml", "style: {ink: reddish}\n")
    result = cli("kit", "mypack", "--only", "counters")
    assert "units.csv:2:" in result.output
    assert "style.yaml:1:" in result.output
    assert "the name atack is not known here. Did you mean attack?" in result.output


def test_the_other_game_tells_both_as_well(pack: Path) -> None:
    put(Path("elves/pack.yaml"), "pack: {id: elves, title: Elves, game: ayrenes-woods}\n")
    put(Path("elves/markers.yaml"), "markers:\n  - {id: 7}\n")
    face = (ROOT / "templates/ayrenes-woods/leader.svg.j2").read_text(encoding="utf-8")
    put(Path("elves/templates/ayrenes-woods/leader.svg.j2"), face.replace("</svg>", "{{ raiting }}</svg>"))
    result = cli("kit", "ayrenes-woods", "--pack", "elves")
    assert result.exit_code == 1
    messages = problems(result.output)
    assert any(line.startswith("elves/markers.yaml:2:") for line in messages)
    assert any("the name raiting is not known here." in line for line in messages)


# --- the calls ------------------------------------------------------------------------------------------------------


def test_a_pack_with_one_scenario_needs_no_other_name(pack: Path) -> None:
    for call in (["mypack"], ["--pack", "mypack"], ["goose-common", "--pack", "mypack"]):
        result = cli("kit", *call, "--only", "counters", "-o", "kits")
        assert result.exit_code == 0, result.output
        assert "kits/goose-common-counters.pdf: " in result.output
    text = (pack / "scenarios" / "goose-common.yaml").read_text(encoding="utf-8")
    put(pack / "scenarios" / "second.yaml", text.replace("id: goose-common\n", "id: second\n", 1))
    result = cli("kit", "mypack")
    assert (result.exit_code, result.output) == (
        2,
        "ibbprint: mypack has several scenarios. Name one of them: goose-common, second.\n",
    )
    assert cli("kit").exit_code == 2
    assert "a scenario is missing" in cli("kit").output


def test_several_kits_are_printed_by_one_call_each_into_its_file(tmp_path: Path) -> None:
    result = cli("kit", "hastings", "ayrenes-woods", str(EXAMPLE), "--only", "counters", "-o", str(tmp_path))
    assert result.exit_code == 0, result.output
    names = ["ayrenes-woods-counters.pdf", "hastings-counters.pdf", "low-tide-counters.pdf"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert len([line for line in result.output.splitlines() if " pages, " in line]) == 3


def test_one_faulty_scenario_of_several_hides_nothing_of_the_others(pack: Path) -> None:
    """The sound ones are printed, the faults of each are told, and the exit code is that of a fault."""
    text = (pack / "scenarios" / "goose-common.yaml").read_text(encoding="utf-8")
    for name, turns in (("one", "turns: none"), ("two", "turns: many")):
        changed = re.sub(r"turns: \d+", turns, text.replace("id: goose-common\n", f"id: {name}\n", 1), count=1)
        put(pack / "scenarios" / f"{name}.yaml", changed)
    put(pack / "horse.svg")
    calls = ("one", "goose-common", "two")
    result = cli("kit", *calls, "--pack", "mypack", "--only", "counters", "-o", "kits")
    assert result.exit_code == 1
    assert [path.name for path in Path("kits").iterdir()] == ["goose-common-counters.pdf"]
    for name in ("one", "two"):
        assert f"mypack/scenarios/{name}.yaml:" in result.output
        assert f"{name}: 1 error; nothing was written." in result.output
    assert result.output.count("horse.svg") == 1, "what is the same for all is told once"
    result = cli("kit", "goose-common", "mypack/scenarios/goose-common.yaml", "--pack", "mypack", "--only", "counters")
    assert result.exit_code == 1
    assert "another scenario of this call has the id goose-common too" in result.output


@pytest.mark.parametrize("command", ["kit", "faces"])
def test_a_faulty_symbol_that_nothing_uses_is_a_warning_whether_the_rest_is_sound_or_not(
    command: str, pack: Path
) -> None:
    """And no error; one that a unit uses is an error in both runs, and told once."""
    symbols, units = pack / "templates" / "symbols", pack / "units.csv"
    put(symbols / "gander.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<image/></svg>')
    call = (command, "mypack", "--only", "counters", "-o", "out")
    place = "mypack/templates/symbols/gander.svg:2:1"
    sound = cli(*call)
    assert sound.exit_code == 0, sound.output
    change(units, "light,4,2,8,3", "light,4,2,x,3")
    faulty = cli(*call)
    assert faulty.exit_code == 1
    for result in (sound, faulty):
        assert result.output.count(f"{place}: warning: ") == result.output.count("gander.svg") == 1, result.output
        assert "Nothing that is printed uses it." in result.output
    change(units, "light,4,2,x,3", "light,4,2,8,3")
    change(units, "axemen", "gander")
    used = cli(*call)
    assert used.exit_code == 1
    assert used.output.count(f"{place}: error: ") == used.output.count("gander.svg") == 1, used.output


def test_the_faces_of_one_unit_are_written(tmp_path: Path) -> None:
    result = cli("faces", "defend-the-bridge", "--only", "counters:pikemen-q3", "--as", "svg", "-o", str(tmp_path))
    other = cli(
        "faces",
        "defend-the-bridge",
        "--only",
        "counters:pikemen-q3,markers:acted",
        "--as",
        "svg",
        "-o",
        str(tmp_path / "b"),
    )
    rows = (tmp_path / "manifest.csv").read_text(encoding="utf-8-sig").splitlines()[1:]
    assert result.exit_code == other.exit_code == 0
    assert "2 files of one piece or card, and a table" in result.output
    assert rows
    assert all(",counters,Pikemen," in row for row in rows)
    assert {path.name for path in (tmp_path / "b").iterdir()} == {"counters", "markers", "manifest.csv"}
    wrong = cli("faces", "defend-the-bridge", "--only", "counters:pikmen-q3")
    assert (wrong.exit_code, "Did you mean pikemen-q3?" in wrong.output) == (2, True)


def test_watch_shows_a_pack_over_another(pack: Path, one_round: None) -> None:
    """The faces are those of the scenario of the one on top, and its units those of both."""
    put(Path("over/pack.yaml"), "pack: {id: over, title: Over, game: ibb}\n")
    text = (pack / "scenarios" / "goose-common.yaml").read_text(encoding="utf-8")
    put(Path("over/scenarios/over.yaml"), text.replace("id: goose-common\n", "id: over\n", 1))
    result = cli("watch", "over", "--pack", "mypack", "-o", "page")
    assert result.exit_code == 0, result.output
    assert re.search(r"all: [1-9]\d* faces drawn", result.output)
    assert ": error:" not in result.output
    assert ": error:" in cli("watch", "over", "-o", "page").output, "alone it lacks the units of the other"


# --- the scale of a map ---------------------------------------------------------------------------------------------


def test_the_scale_on_a_map_is_what_its_file_says(pack: Path) -> None:
    """With a figure of the rules, in words of one's own, or none."""
    map_file = pack / "maps" / "goose-common.yaml"
    written = 'scale: "One hex is {figures.hex-feet} feet"'
    for scale, printed in (
        (written, "One hex is 50 feet."),
        ("scale: A hex is a morning's walk", "A hex is a morning's walk."),
        ("", "hexes of 20 mm"),
    ):
        text = map_file.read_text(encoding="utf-8")
        put(map_file, text.replace(written, scale, 1))
        result = cli("kit", "mypack", "--only", "map", "--poster", "-o", "kits")
        assert result.exit_code == 0, result.output
        words = " ".join(
            text
            for page in read_pdf(Path("kits/goose-common-map-poster.pdf").read_bytes()).pages
            for text in page.text.split()
        )
        assert printed in words
        assert ("feet" in words) == ("feet" in scale)
        put(map_file, text)


# --- hints ----------------------------------------------------------------------------------------------------------

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
REACHED: Mapping[str, tuple[str, ...]] = {
    # a module that speaks of options: the commands in which its words can be read
    "odds.py": ("odds",),
    "jobs/lists.py:checking_game": ("check", "roster", "battle"),
    "jobs/games.py:rule_value": ("kit", "faces", "preview", "watch", "play", "check", "roster", "army", "battle"),
    "cli/designing.py:_kit_command": ("kit",),
    "jobs/games.py:game_named": ("check", "roster"),
    "jobs/games.py:one_of": ("units", "army", "odds", "rules"),
    "jobs/games.py:refuse_a_game": ("kit",),
    "jobs/kits.py": ("kit",),
    "jobs/on_paper.py:_counter_size": ("kit", "faces", "preview", "watch"),
    "jobs/on_paper.py": ("kit",),
    "jobs/faces.py:check_dpi": ("faces", "preview"),
    "jobs/faces.py": ("faces",),
    "jobs/checks.py": ("check",),
    "jobs/repairs.py": ("check",),
    "press/picking.py": ("kit", "faces"),
    "press/paper.py": ("kit", "calibrate"),
    "press/layouts.py": ("kit",),
    "press/slots.py": ("kit",),
    "press/printers.py:read_printer": ("kit", "calibrate"),
    "press/inking.py:check": ("kit",),
    "playtest/policies.py": ("play",),
    "press/book.py": ("kit",),
    "press/booklet.py": ("kit",),
    "press/packing.py": ("kit",),
    "press/calibration.py": ("calibrate",),
    "press/printers.py:measuring": ("calibrate",),
    "press/printers.py": ("printer",),
    "press/faces_export.py": ("faces",),
    "press/inking.py": ("kit", "faces"),
    "systems/ibb/rules/odds.py": ("odds",),
    "systems/ibb/rules/odds_attacks.py": ("odds",),
    "systems/ibb/rules/staged_attacks.py": ("odds",),
    "systems/ayrenes_woods/rules/odds.py": ("odds",),
    "systems/ibb/lists/battle/making.py": ("battle",),
    "reports/rules_report.py:matches": ("rules find",),
    "reports/rules_report.py:show_command": ("rules show",),
    "reports/rules_report.py": ("kit", "play", "check"),
    "jobs/rulings.py": ("rules", "rules show", "rules find"),
}
"""Commands are named where the words have no command of their own (`ibbprint kit ... --all`)."""


def parameters() -> dict[str, set[str]]:
    """The options of every command; of `odds` and `generate`, those of each game as well: `odds ibb`."""
    group = typer.main.get_command(app)
    assert isinstance(group, click.Group) or hasattr(group, "commands")
    result = {}
    for name, command in group.commands.items():
        result[name] = options_of(command)
        for inner, under in getattr(command, "commands", {}).items():
            result[f"{name} {inner}"] = options_of(under)
    for id, game in games().items():
        if game.offers(Game.odds):
            subjects = typer.main.get_command(odds.commands(game, lambda *_: None))
            queries = getattr(subjects, "commands", {}).values()
            result[f"odds {id}"] = set().union(*map(options_of, queries))
        if game.offers(Game.generate):
            product = typer.Typer()
            product.command()(
                for_typer(with_parameters(lambda **_: None, [*generating.SHARED, *offered(game.offer.options)]))
            )
            result[f"generate {id}"] = options_of(typer.main.get_command(product))
    for command in ("odds", "generate"):
        result[command] |= set().union(*(of for name, of in result.items() if name.startswith(f"{command} ")))
    return result


def options_of(command: Any) -> set[str]:
    return {option for each in command.params for option in each.opts if option.startswith("--")}


def room_of(module: str) -> tuple[str, ...]:
    """The commands in which the words of a game’s room can be read."""
    match = re.fullmatch(r"systems/(\w+)/(generating|rules/odds)\b.*", module)
    if match is None:
        return ()
    game, command = match[1].replace("_", "-"), "odds" if "odds" in match[2] else "generate"
    return (f"{command} {game}",)


def said_of_options() -> Iterator[tuple[str, str, str, int]]:
    """Every text of the program that names an option: its module, the function it stands in, the text and its line."""
    for path in sorted((ROOT / "ibbprint").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if OPTION.search(source):
            module = path.relative_to(ROOT / "ibbprint").as_posix()
            for function, text, line in texts(ast.parse(source), ""):
                if OPTION.search(text):
                    yield module, function, text, line


def texts(node: ast.AST, function: str) -> Iterator[tuple[str, str, int]]:
    """The texts in a piece of a program, but for what explains it and for the options themselves."""
    if isinstance(node, ast.FunctionDef):
        function = node.name
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Call) and re.fullmatch(
        r"typer\.\w+|fields\.\w+|option|flag|Option|\w+_info", ast.unparse(node.func)
    ):
        return
    if isinstance(node, ast.JoinedStr):
        yield function, ast.unparse(node), node.lineno
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield function, node.value, node.lineno
    else:
        for child in ast.iter_child_nodes(node):
            yield from texts(child, function)


def test_every_hint_names_options_that_the_command_has() -> None:
    """A text names an option of the command that is written before it, or of every command in which it can be read."""
    known = parameters()
    every = set().union(*known.values()) | {"--help", "--version", "--traceback"}
    checked = 0
    for module, function, text, line in said_of_options():
        named = re.search(r"ibbprint (map \w+|\w+)", text)
        for option in OPTION.findall(text):
            assert option in every, f"{module}:{line}: no command has {option}"
            commands = REACHED.get(f"{module}:{function}") or REACHED.get(module)
            if named is not None and named[1] in known:
                commands = (named[1],)
            elif commands is None:
                own = tuple(c for c in known if _module_of(c) == module and c == function.rstrip("_"))
                commands = own or room_of(module)
            for command in commands:
                assert option in known[command] | {"--help"}, f"{module}:{line}: {command} has no {option}"
                checked += 1
    assert checked > 60


def _module_of(command: str) -> str:
    from ibbprint.cli.commands import COMMANDS

    return f"cli/{COMMANDS[command].module}.py" if command in COMMANDS else "cli/rules.py"


@pytest.mark.parametrize(
    "call",
    [
        "kit hastings --poster --only counters",
        "kit hastings --duplex none --only counters",
        "kit ibb",
        "kit hastings --booklet --duplex fold",
        "kit hastings --only counters:",
        "kit hastings --press --ink grey",
        "kit hastings --layout cards-poker --gutter 2",
        "kit hastings --counter-size 9 --only counters",
        "kit hastings --rule R-22",
        "faces hastings --only counters:",
        "faces hastings --press",
        "faces hastings --only crt --dpi 2400",
        "faces hastings --rule R-22",
        "watch EMPTY",
        "preview T1 -s hastings --rule x",
        "check --fix a.yaml LIST",
        "check --explain nothing",
        "check LIST LIST2 --fix a.yaml",
        "army --budget 9 --rule x",
        "battle LIST LIST",
        "battle LIST LIST2 --defender LIST --kind meeting",
        "battle LIST LIST2 --kind attack",
        "battle LIST LIST2 -o THERE",
        "printer",
        "printer x --scale 1",
        "play hastings --rule x",
        "odds morale",
        "odds 7 vs 3 --modifier lost-unit=x",
        "units --output THERE",
        "kit hastings defend-the-bridge --changed-since x.pdf",
    ],
)
def test_what_a_wrong_call_is_told_names_options_of_that_command(call: str, pack: Path) -> None:
    put(Path("LIST.txt"), "Budget: 40\n2 Light Infantry Q3\nCaptain 3\n")
    put(Path("LIST2.txt"), "Budget: 40\n2 Light Infantry Q3\nCaptain 3\n")
    put(Path("THERE.yaml"), "x")
    put(Path("EMPTY/pack.yaml"), "pack: {id: empty, title: Empty, game: ibb}\n")
    words = call.replace("LIST2", "LIST2.txt").replace("LIST ", "LIST.txt ").replace("THERE", "THERE.yaml").split()
    words = ["LIST.txt" if word == "LIST" else word for word in words]
    output = [] if words[0] not in ("kit", "faces") else ["-o", "kits"]
    result = cli(*words, *output)
    known = parameters()
    for sentence in re.split(r"\n|(?<=[.:]) (?=[A-Z])", result.output):
        other = re.search(r"ibbprint (\w+)", sentence)
        command = other[1] if other and other[1] in known else words[0]
        if command == "odds":
            continue
        for option in OPTION.findall(sentence):
            assert option in known[command] | {"--help"}, f"{command} has no {option}: {sentence}"


# --- figures of the rules --------------------------------------------------------------------------------------------

NO_FIGURES = {
    "ibb": ("hastings", "missile-melee-divisor", 0, "from 1 to 9999"),
    "ayrenes-woods": ("ayrenes-woods", "combat-die", 1, "from 2 to 100"),
    "microbattle": ("two-villages", "initiative-die", 1, "from 2 to 100"),
    "element-battle": ("deep-delve", "cell", 0, "from 1 to 9999"),
    "battle-turn": ("the-moon-at-the-gate", "defeat-share", 0, "from 1 to 9999"),
}
"""By game: a scenario, a figure that a rule divides by or a die has as its faces, what it cannot be, what it can."""


@pytest.mark.parametrize("game", NO_FIGURES)
@pytest.mark.parametrize("command", ["check", "kit", "odds"])
def test_a_figure_that_no_rule_can_use_is_an_error_at_its_place(command: str, game: str, tmp_path: Path) -> None:
    """Whatever bounds the entry of the pack gives itself."""
    scenario, figure, value, bounds = NO_FIGURES[game]
    entry = {"id": figure, "value": value, "least": 0, "rule": "X-01", "text": "Something else."}
    pack = make_pack(tmp_path / "p", {"figures.yaml": {"figures": [entry]}}, game=game)
    words = ("--game", game, "1", "vs", "1") if command == "odds" else (scenario,)
    ran = call_cli(command, *words, "--pack", str(pack), cwd=tmp_path)
    assert ran.returncode == 1
    text = ran.stdout + ran.stderr
    assert "failed while it worked" not in text
    assert re.search(rf"figures.yaml:3:10:\s+error:\s+{figure}\s+must\s+be\s+{bounds},\s+not\s+{value}\.", text), text


def test_every_shipped_figure_is_within_its_bounds() -> None:
    for id in NO_FIGURES:
        game = games()[id]
        for figure in game.catalogue_class.open((), (), Report()).figure_entries:  # type: ignore[attr-defined]
            assert figure.least <= figure.value <= figure.most, (id, figure.id)


@pytest.mark.parametrize(
    ("switch", "said"),
    [
        (None, "M-03 has the option disorder_limit, which a pack cannot leave out."),
        ({"name": "disorder_limit", "default": "", "values": {"2": "Two.", "3": "Three."}}, "cannot be ''"),
        ({"name": "disorder_limit", "default": "9", "values": {"2": "Two.", "9": "Nine."}}, "cannot be '9'."),
    ],
)
def test_a_pack_cannot_have_options_that_its_game_does_not_play(
    switch: dict[str, Any] | None, said: str, tmp_path: Path
) -> None:
    shipped = quick_load((ROOT / "ibbprint/systems/microbattle/data/rulings.yaml").read_text(encoding="utf-8"))
    ruling = next(ruling for ruling in shipped["rulings"] if ruling["id"] == "M-03")
    entry = {key: value for key, value in {**ruling, "switch": switch}.items() if value is not None}
    pack = make_pack(tmp_path / "p", {"rulings.yaml": {"rulings": [entry]}}, game="microbattle")
    ran = call_cli("kit", "two-villages", "--pack", str(pack), "--only", "counters", cwd=tmp_path)
    assert ran.returncode == 1
    assert said in ran.stderr
    assert "failed while it worked" not in ran.stderr
