"""Output fits the terminal, whatever its width, and nothing of it is lost; exit codes; help; the page of commands."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.cli import maps, playing
from ibbprint.cli.examples import EXAMPLES
from ibbprint.cli.progress import waiting
from ibbprint.problems import Where, offending_line
from ibbprint.reports.layout import table, width_of, wrapped
from tests.helpers import ROOT, call_cli
from tools import commands_page

WIDTHS = (60, 72, 80, 132)
PIPE = 100
LONG = "Guardsmen of the Lighthouses beyond the Northern Sea"
WIDE = "長い夜の守り手"
UNITS = f"""units:
  - {{id: guardsmen-of-the-seven-lighthouses-q3, name: "{LONG}", short: Guards, symbol: spearmen, kind: troops,
     arm: foot, weight: heavy, attack: 3, defence: 3, movement: 3, quality: 3, price: {{gold: 9}}, rules: []}}
"""
LIST = f"""Host of everybody who lives between the hills and the sea and was at home that morning {WIDE}
Budget: 90

Captain 3 "Ethelred of the Long and Winding Title"
3 {LONG}
2 Haevy Cavalry Q3
1 Light Infantry Q3
"""


def printed(*words: str, width: int, **environment: str) -> str:
    return call_cli(*words, COLUMNS=str(width), **environment).stdout


# --- paragraphs and tables --------------------------------------------------------------------------------------


@given(st.text(alphabet="ab-/é夜 \u0301", max_size=200), st.integers(12, 90))
def test_a_paragraph_fits_its_width_and_keeps_every_letter(text: str, width: int) -> None:
    lines = wrapped(text, width, first="  - ", rest="    ")
    assert all(width_of(line) <= width for line in lines)
    assert "".join("".join(lines).removeprefix("  - ").split()) == "".join(text.split())


@given(
    st.lists(st.lists(st.text(alphabet="ab-夜 ", max_size=30), min_size=4, max_size=4), min_size=1, max_size=5),
    st.integers(24, 90),
)
def test_a_table_fits_its_width_and_keeps_every_letter(rows: list[list[str]], width: int) -> None:
    """Its first column may come again with those that stand below."""
    lines = table(rows, width, right={1}, indent="  ")
    assert all(width_of(line) <= width for line in lines)
    have, want = Counter("".join(lines).replace(" ", "")), Counter("".join(map("".join, rows)).replace(" ", ""))
    assert not want - have


def test_a_table_without_room_wraps_in_its_cells_and_keeps_its_columns() -> None:
    rows = [["id", "name"], ["guards", "Guards of the northern lighthouses"], ["riders", "Riders"]]
    assert table(rows, 30) == [
        "id      name",
        "guards  Guards of the northern",
        "          lighthouses",
        "riders  Riders",
    ]


def test_a_figure_is_not_parted_from_its_percent() -> None:
    """Nor where a text of a designer has a blank between them."""
    assert wrapped("clear 42.7 %, crest 6.5 %, brush", 25) == ["clear 42.7 %, crest", "6.5 %, brush"]
    assert wrapped("clear 42.7%, crest 6.5%, brush", 23) == ["clear 42.7%, crest", "6.5%, brush"]


def test_a_path_that_is_too_long_is_broken_at_its_folders() -> None:
    assert wrapped("see /home/somebody/wargames/armies/host.txt", 20, rest="  ") == [
        "see",
        "  /home/somebody/",
        "  wargames/armies/",
        "  host.txt",
    ]


def test_an_excerpt_that_does_not_fit_says_that_it_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "long.yaml"
    file.write_text("a" * 80 + "here" + "b" * 80)
    text, caret = (offending_line(Where(str(file), 1, 81), 60) or "").splitlines()
    assert len(text) <= 60
    assert text.strip()[0] == text[-1] == "…"
    assert text[caret.index("^") :].startswith("here")


# --- every command ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack and a list with long names, and a saved game."""
    result = tmp_path_factory.mktemp("terminal")
    (result / "pack").mkdir()
    (result / "pack" / "pack.yaml").write_text(f"pack: {{id: far-north, title: {LONG}, game: ibb}}\n")
    (result / "pack" / "units.yaml").write_text(UNITS)
    (result / "host.txt").write_text(LIST)
    assert call_cli("play", "the-long-road", "--save", "my.game", cwd=result).returncode == 0
    assert call_cli("calibrate", "-o", "my.pdf", cwd=result).returncode == 0
    return result


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is played once, and a map drawn once, for all widths."""
    for module, name in ((playing, "played"), (playing, "replayed"), (maps, "shown_map")):
        if hasattr(module, name):
            monkeypatch.setattr(module, name, once(getattr(module, name)))
    from ibbprint.jobs import playtests

    monkeypatch.setattr(playtests, "playtested", once(playtests.playtested))


KEPT: dict[tuple[str, str], Any] = {}


def once(job: Callable[..., Any]) -> Callable[..., Any]:
    """The job with what it gave the first time that it was called for a file or a scenario."""

    def kept(order: Any, *rest: Any) -> Any:
        key = (job.__name__, str(order.scenario if hasattr(order, "scenario") else order.file))
        if key not in KEPT:
            KEPT[key] = job(order, *rest)
        return KEPT[key]

    return kept


COMMANDS = (
    "list",
    "list ibb",
    "units",
    "units --pack pack",
    "units --game ayrenes-woods",
    "units --game microbattle",
    "units --game element-battle",
    "units --game battle-turn",
    "odds 7 vs 3 --terrain woods",
    "odds attack --table pikes",
    "odds --game element-battle knights vs spears",
    "odds --game microbattle infantry vs cavalry",
    "rules",
    "rules --switches",
    "rules --game battle-turn",
    "rules show R-74",
    "rules show A-01 --game ayrenes-woods",
    "check stirling",
    "check hastings-as-printed",
    "check host.txt",
    "check host.txt --pack pack",
    "check --explain list",
    "check --explain room",
    "cost 3x Light Infantry Q3",
    f"cost 3x {LONG} Q3 --pack pack",
    "play the-long-road",
    "play the-long-road --brief",
    "replay my.game",
    "playtest the-long-road --games 2 --jobs 1",
    "map check forest-map-one",
    "preflight my.pdf",
    "dice 2d10kh1 '3d6 vs 2d10'",
    "army --theme list",
)


def words_of(text: str) -> Counter[str]:
    """Letters and figures, without what follows the width: blanks, bars, lines under headings, colons at a break."""
    return Counter(re.sub(r"[\s█#=:]|-{4,}", "", text))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_line_fits_and_nothing_is_lost(
    command: str, folder: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 60, 72, 80 and 132 columns no line is longer, and every letter of the output in a pipe is there."""
    monkeypatch.chdir(folder)
    words = [word.strip("'") for word in re.findall(r"'[^']*'|\S+", command)]
    piped = call_cli(*words).stdout
    assert piped
    assert max(map(width_of, piped.splitlines())) <= PIPE
    for width in WIDTHS:
        text = printed(*words, width=width)
        assert [line for line in text.splitlines() if width_of(line) > width] == []
        if width < PIPE:
            assert not words_of(piped) - words_of(text), width


@pytest.mark.parametrize("width", ["20", "59", "60"])
def test_a_terminal_below_60_columns_is_taken_for_one_of_60(width: str) -> None:
    assert call_cli("rules", COLUMNS=width).stdout == printed("rules", width=60)


@pytest.mark.parametrize("width", ["", "0", "-5", "wide", "²"])
def test_a_width_that_is_none_is_that_of_a_pipe(width: str) -> None:
    assert call_cli("rules", COLUMNS=width).stdout == printed("rules", width=PIPE)


def test_reports_keep_their_prose_to_a_readable_line_on_a_wide_terminal(folder: Path, quick: None) -> None:
    text = printed("play", "the-long-road", width=132)
    assert max(map(width_of, text.splitlines())) <= PIPE


def in_terminal(columns: int, *words: str) -> str:
    """What a terminal of that width is sent."""
    main, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    with subprocess.Popen(
        [sys.executable, "-m", "ibbprint", *words], stdout=end, stderr=end, stdin=end, cwd=ROOT, env=environment
    ) as process:
        os.close(end)
        message = b""
        while True:
            try:
                more = os.read(main, 65536)
            except OSError:  # how a terminal ends
                break
            if not more:
                break
            message += more
    os.close(main)
    assert process.returncode is not None
    return message.decode().replace("\r\n", "\n")


def test_the_size_of_the_terminal_decides() -> None:
    """The same as with COLUMNS; a message wraps as well, between its words."""
    assert in_terminal(72, "rules") == printed("rules", width=72)
    lines = in_terminal(66, "list", "custard").splitlines()
    assert len(lines) > 1
    assert max(map(width_of, lines)) <= 66
    assert " ".join(map(str.strip, lines)) == call_cli("list", "custard").stderr.strip()


# --- exit codes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        "kit orks",
        "play orks",
        "playtest orks",
        "check orks",
        "faces orks",
        "preview T1 -s orks",
        "rules -s orks",
        "playtest stirling --vs orks",
        "odds orks vs pikemen-q3",
        "odds morale orks",
        "cost orks",
        "cost 3 captains",
        "odds --game element-battle orks vs spears",
        "odds --game ayrenes-woods orks vs dwarf-a",
        "odds --game microbattle orks vs infantry",
        "cost orks --game element-battle",
        "odds pikemen-q3 vs 3 --terrain custard",
        "odds orders 3 --modifier custard",
        "rules show R-999",
        "check --explain R-999",
        "kit stirling --rule R-999=1",
        "kit stirling --rule R-22=9",
        "play stirling --rule R-999=1",
        "check stirling --rule R-999=1",
        "odds 7 vs 3 --rule R-999=1",
        "playtest stirling --vary R-999=1",
        "map show custard",
        "map check custard",
        "army --theme custard",
        "army --theme custard --game element-battle",
        "generate ibb --theme custard",
        "map new --ground custard",
        "generate microbattle --kind custard",
        "schema custard",
        "preview custard",
        "preview custard -s stirling",
        "kit stirling --only custard",
        "kit stirling --paper custard",
        "calibrate --paper custard",
        "list custard",
        "units --game custard",
        "dice custard",
        "kit stirling --printer custard",
        "play stirling --policy custard",
        "new somewhere --game custard",
        "custard",
        "help custard",
    ],
)
def test_a_call_that_names_what_there_is_not_ends_with_2(command: str, tmp_path: Path) -> None:
    ended = call_cli(*command.split(), cwd=tmp_path)
    assert (ended.returncode, ended.stdout if "stirling --rule" not in command else "") == (2, ""), ended.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "command",
    [
        "check bad.txt",
        "check nowhere.txt",
        "kit broken.yaml",
        "check broken.yaml",
        "check hastings-as-printed",
        "kit stirling --pack nowhere",
        "replay bad.txt",
        "roster bad.txt",
        "preflight bad.txt",
        "watch nowhere",
        "map check broken.yaml",
        "battle bad.txt good.txt",
    ],
)
def test_a_file_with_faults_ends_with_1(command: str, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("Game: ibb\nBudget: 60\n\nCaptain 3\n3 Orks\n")
    (tmp_path / "good.txt").write_text("Game: ibb\nBudget: 60\n\nCaptain 3\n3 Light Infantry Q3\n")
    (tmp_path / "broken.yaml").write_text("scenario: {id: broken, game: ibb}\n")
    assert call_cli(*command.split(), cwd=tmp_path).returncode == 1


# --- what a player types ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "row"),
    [
        ("ibb", "light-infantry-q2 Light Infantry 3 2 4 2 6"),
        ("ayrenes-woods", "elf-c Elven scouts elf C 6"),
        ("microbattle", "light-cavalry Light cavalry 2 2 yes"),
        ("element-battle", "knights Knights mounted 3 4 300 200 2"),
        ("battle-turn", "Iron Hall Bowmen Old Borri 10 average disciplined light hand bow"),
    ],
)
def test_units_shows_the_troops_of_every_game(game: str, row: str) -> None:
    lines = printed("units", "--game", game, width=132).splitlines()
    assert row in [" ".join(line.split()) for line in lines]


def test_list_shows_one_game() -> None:
    every, item = call_cli("list").stdout, call_cli("list", "ayrenes-woods").stdout
    assert item in every
    assert "ibb:" in every
    assert "ibb:" not in item
    assert "ayrenes-woods-aw-r1" in item


def test_a_card_of_a_catalogue_needs_no_scenario(tmp_path: Path) -> None:
    result = call_cli("preview", "fireball", "-o", "fireball.svg", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "fireball.svg").read_text().startswith("<?xml")


def test_the_words_of_a_scenario_may_stand_apart(tmp_path: Path) -> None:
    result = call_cli("kit", "Defend", "the", "bridge", "--only", "crt", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert [path.name for path in (tmp_path / "output").iterdir()] == ["defend-the-bridge-crt.pdf"]
    assert "defend-the-bridge" in call_cli("play", "defend", "the", "bridge").stderr


@pytest.mark.parametrize("words", ["", "army", "faces", "kit", "playtest", "printer", "map show"])
def test_a_help_of_60_columns_has_every_letter_of_a_wide_one(words: str) -> None:
    narrow, wide = (call_cli(*words.split(), "--help", COLUMNS=str(columns)).stdout for columns in (60, 200))
    assert max(map(len, narrow.splitlines())) <= 60 < max(map(len, wide.splitlines()))
    assert Counter(filter(str.isalnum, narrow)) == Counter(filter(str.isalnum, wide))


@pytest.mark.parametrize("words", ["kit", "map show", "rules", ""])
def test_help_is_a_command_as_well(words: str) -> None:
    assert call_cli("help", *words.split()).stdout == call_cli(*words.split(), "--help").stdout


def test_the_options_of_kit_come_in_groups() -> None:
    output = call_cli("kit", "--help").stdout
    for head in ("Paper and printer", "Ink and colours", "Counters and map", "What is printed"):
        assert head in output


def test_army_takes_the_themes_that_generate_takes_and_lists_them() -> None:
    listed = [line.split()[0] for line in call_cli("generate", "ibb", "--theme", "list").stdout.splitlines()]
    text = [line.split()[0] for line in call_cli("army", "--theme", "list").stdout.splitlines()]
    assert "elven-host" in listed
    assert set(listed) == set(text)
    assert {"elf", "dwarf", "horse"} <= set(text)
    army = call_cli("army", "--theme", "elven-host", "--budget", "90").stdout
    assert "Elven Heavy Infantry" in army
    assert all(theme in call_cli("army", "--theme", "orcs").stderr for theme in text)


def test_a_made_up_army_of_a_theme_is_legal(tmp_path: Path) -> None:
    (tmp_path / "army.txt").write_text(call_cli("army", "--theme", "horse-army", "--budget", "80").stdout)
    assert call_cli("check", "army.txt", cwd=tmp_path).returncode == 0


# --- work that takes long ---------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_long_step_shows_its_seconds_on_a_terminal_and_wipes_them_off(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with waiting("Drawing the map", patience_s=0.001):
        while "Drawing the map" not in terminal.getvalue():
            pass
    assert re.search(r"\rDrawing the map \.\.\. \d+ s", terminal.getvalue())
    assert terminal.getvalue().endswith(" \r")


def test_a_long_step_says_nothing_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    with waiting("Drawing the map", patience_s=0.0):
        pass
    assert file.getvalue() == ""


# --- the page of commands ---------------------------------------------------------------------------------------


@cache
def commands() -> dict[str, Any]:
    return commands_page.commands()


def test_the_page_of_commands_is_current() -> None:
    """What `make commands-page` would write is what is there."""
    assert commands_page.page() == commands_page.PAGE.read_text(encoding="utf-8")


def test_every_command_has_examples_and_no_example_is_of_another() -> None:
    assert list(EXAMPLES) == list(commands())
    for name, examples in EXAMPLES.items():
        assert examples
        assert all(f"{each.words} ".startswith(f"{name} ") for each in examples)


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_the_help_of_a_command_shows_its_examples(name: str) -> None:
    text = " ".join(call_cli(*name.split(), "--help", COLUMNS="200").stdout.split())
    for example in EXAMPLES[name]:
        assert f"ibbprint {example.words}: {example.does}" in text
