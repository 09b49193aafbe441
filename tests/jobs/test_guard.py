"""Faults of ibbprint itself: one message with the file that was being read, and the traceback for who asks for it."""

from __future__ import annotations

import ast
import re
from itertools import cycle, product
from pathlib import Path

import pytest

import ibbprint
from ibbprint.cli.guard import as_problem
from ibbprint.digits import LONGEST, WRITE_DIGITS, are_digits, number_in_other_digits
from ibbprint.problems import MOST_KEPT, BadRequest, Report, Where, shortened
from tests.helpers import ROOT, SOAK, call_cli

PACKAGE = ROOT / "ibbprint"


def broken(monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    """A reader of tables that fails."""

    def fail(*_: object) -> None:
        raise fault

    for module in ("spreadsheets", "csv_source"):  # the first has the reader of the second, and keeps what it imports
        monkeypatch.setattr(f"ibbprint.catalogue.{module}.table_of", fail)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    assert call_cli("new", "g", "--game", "printed", cwd=tmp_path).returncode == 0
    return tmp_path / "g"


@pytest.mark.parametrize(
    "fault", [KeyError("attacks"), RecursionError("too deep"), ValueError("\x1b[31m " + "9" * 900)]
)
@pytest.mark.parametrize("command", ["check", "kit", "faces"])
def test_an_unforeseen_fault_is_one_message_with_the_file(
    command: str, fault: Exception, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch, fault)
    ran = call_cli(command, "g", cwd=game.parent)
    assert ran.returncode == 1
    assert re.fullmatch(r"g/[\w/-]+\.csv: error: ibbprint failed while it worked on this: .*\n", ran.stderr)
    assert f"`ibbprint --traceback {command} g`" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert "\x1b" not in ran.stderr
    assert len(ran.stderr) < 600


def test_the_traceback_is_shown_to_who_asks_for_it(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, KeyError("attacks"))
    ran = call_cli("--traceback", "check", "g", cwd=game.parent)
    assert ran.returncode == 1
    assert ran.stderr.startswith("Traceback (most recent call last):")
    assert ran.stderr.splitlines()[-1].startswith("g/")


def test_the_traceback_is_in_the_help_and_changes_nothing_else() -> None:
    assert "--traceback" in call_cli("--help").stdout
    assert call_cli("--traceback", "list").stdout == call_cli("list").stdout


def test_a_fault_without_a_file_still_names_ibbprint() -> None:
    assert str(as_problem(LookupError("nothing"), "list")).startswith("ibbprint: error: ibbprint failed")


# --- reports -------------------------------------------------------------------------------------------------------


def test_a_report_keeps_so_many_problems_and_says_that_there_are_more() -> None:
    report = Report()
    for line in range(MOST_KEPT + 50):
        report.warning(Where("a.csv", line + 1, 1), "read:value", "wrong")
    assert len(report) == MOST_KEPT + 1
    assert not report.ok
    assert [str(problem) for problem in report.errors] == [
        f"a.csv: error: there are more than {MOST_KEPT:,} problems; the others are left out. [read:size]"
    ]


def test_a_report_shortens_a_message_that_quotes_too_much() -> None:
    report = Report()
    report.error(Where("a.csv"), "read:value", "x" * 1_000_000)
    assert len(str(report)) < 3_000


# --- digits --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["0", "12", "0610", "9" * LONGEST])
def test_digits_are_what_int_reads(text: str) -> None:
    assert are_digits(text)
    assert int(text) >= 0


@pytest.mark.parametrize(
    "text", ["", "²", "٣", "१२", "１", "1\u0660", "½", "Ⅷ", "①", "-1", "+1", "1_0", " 1", "9" * 5_000]
)
def test_other_signs_are_no_digits(text: str) -> None:
    assert not are_digits(text)


DIGITS = re.compile(r"\\d|isdigit|isdecimal|isnumeric")
"""What makes a module worth parsing."""


def digits_of_every_script(path: Path) -> list[str]:
    r"""Where a module uses `\d` in a pattern, but for a class of what is no letter, or `isdigit` and its like."""
    lines = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr in ("isdigit", "isdecimal", "isnumeric"):
            lines.append(node.lineno)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            lines += [node.lineno] * (r"\d" in node.value.replace(r"[^\W\d", ""))
    return [f"{path.relative_to(PACKAGE)}:{line}" for line in lines]


def test_no_module_judges_input_by_the_digits_of_every_script() -> None:
    modules = list(PACKAGE.rglob("*.py"))
    assert len(modules) > 400
    suspects = [path for path in modules if DIGITS.search(path.read_text(encoding="utf-8"))]
    places = [place for path in suspects for place in digits_of_every_script(path)]
    assert len(places) == 1, places
    assert places[0].startswith("digits.py:")


SIGNS = ["１", "٣", "²", "९"]
PLACES = ["squares", "hexes", "size", "counter", "map", "count", "type"]
MISPLACED = list(product(SIGNS, PLACES)) if SOAK else list(zip(cycle(SIGNS), PLACES, strict=False))


@pytest.mark.parametrize(("sign", "place"), MISPLACED)
def test_a_digit_of_another_script_is_refused_at_its_place(sign: str, place: str, game: Path) -> None:
    """In a game of one's own and in a scenario of MicroBattle."""
    if place == "squares":
        result = game.parent / "b.yaml"
        assert call_cli("generate", "microbattle", "--seed", "a", "-o", str(result)).returncode == 0
        text = result.read_text(encoding="utf-8")
        result.write_text(re.sub(r'(squares: \[")[0-9]', rf"\g<1>{sign}", text), encoding="utf-8")
        ran = call_cli("check", str(result))
    else:
        changes = {
            "hexes": ("scenarios/drowned-road.yaml", r'(hexes: \[?"?)[0-9]', rf"\g<1>{sign}"),
            "size": ("game.yaml", r"(?m)^(\s+counter: )[0-9]+", rf"\g<1>{sign}"),
            "counter": ("game.yaml", r"(?m)^(\s+hex: )[0-9]+", rf"\g<1>{sign}"),
            "map": ("maps/drowned-road.yaml", r"(columns: )[0-9]+", rf"\g<1>{sign}"),
            "count": ("scenarios/drowned-road.yaml", r"(turns: )[0-9]+", rf"\g<1>{sign}"),
            "type": ("game.yaml", r"(strength: )[0-9]-9", rf"\g<1>{sign}-9"),
        }
        file, old, new = changes[place]
        path = game / file
        if not path.exists():
            path = next((game / "maps").glob("*.yaml"))
        text = path.read_text(encoding="utf-8")
        changed = re.sub(old, new, text)
        if changed == text:
            pytest.skip("the starter has no such field")
        path.write_text(changed, encoding="utf-8")
        ran = call_cli("check", "g", cwd=game.parent)
    message = ran.stdout + ran.stderr
    assert ran.returncode == 1, message
    assert "failed while it worked" not in message
    assert ": error: " in message


@pytest.mark.parametrize("value", ["²", "+-3", "9" * 5_000])
def test_a_number_of_a_question_is_one_or_a_wrong_call(value: str) -> None:
    ran = call_cli("odds", "7", "vs", "3", "--advantages", value, "--game", "microbattle")
    assert (ran.returncode, "call:fault" in ran.stderr) == (2, False), ran.stderr[:300]


def test_a_fault_shows_only_the_begin_of_a_long_command() -> None:
    assert len(as_problem(ValueError("x"), "odds " + "9" * 5_000).hint) < 400


# --- what messages quote ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        f"there is no unit '{'x' * 5_000}'.",
        f"there is no unit {'long name ' * 500!r}.",
        f"""there is no unit {"it's long " * 500!r}.""",
        f"there is no option --{'x' * 5_000}.",
        f"there is no map {'a/' * 5_000}.",
    ],
)
def test_a_message_shows_the_beginning_of_a_long_word_or_quotation(said: str) -> None:
    for text in (shortened(said), str(BadRequest(said)), reported(said)):
        assert len(text) < 200
        assert text.startswith("there is no ")
        assert "…" in text


def reported(said: str) -> str:
    report = Report()
    report.error(Where("a.csv"), "read:value", said, said)
    (problem,) = report
    return problem.message if len(problem.hint) < 200 else problem.hint


@pytest.mark.parametrize(
    "said",
    [
        "a table has at most 500 columns, and this row has 600. Remove the empty columns, please, all of them. " * 3,
        "players' words are in words.yaml; a side's name isn't. " * 4,
        f"there is no file '{'folder/' * 9}map.yaml'. See /{'folder/' * 20}map.yaml",
    ],
)
def test_a_message_of_ordinary_words_is_shown_whole(said: str) -> None:
    assert shortened(said) == said


@pytest.mark.parametrize(
    "words",
    [
        ("kit", "x" * 3_000),
        ("kit", "hastings", f"--{'x' * 3_000}"),
        ("x" * 3_000,),
        ("rules", "show", "x" * 3_000),
        ("generate", "ibb", "--theme", "x" * 3_000),
        ("map", "show", "x" * 3_000),
        ("preview", "x" * 3_000),
        ("check", "--game", "x" * 3_000, "a.txt"),
        ("odds", "x" * 900),
        ("playtest", "hastings", "--vary", "x" * 3_000),
    ],
    ids=lambda words: " ".join(words)[:24],
)
def test_no_command_echoes_all_of_a_long_word(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("3 Pikemen\n", encoding="utf-8")
    ran = call_cli(*words, cwd=tmp_path)
    assert ran.returncode in (1, 2)
    assert "x" * 300 not in ran.stdout + ran.stderr


# --- digits in lists -------------------------------------------------------------------------------------------------


ROSTER = "Battle Turn roster: A\nRace: frogs\nWarchief Croak, leadership 3\n"


LISTED = [
    ("ibb", "Game: ibb\nBudget: 90\n1 Captain 5\n3 Pikemen Q3\n{} Pikemen Q3\n"),
    ("ibb", "Game: ibb\nBudget: 90\n1 Captain 5\n3 Pikemen Q3\nPikemen Q3 x{}\n"),
    ("ibb", "Game: ibb\nBudget: 90\n1 Captain 5\n3 Pikemen Q{}\n"),
    ("ibb", "Game: ibb\nunit,count\nCaptain 5,1\nPikemen Q3,{}\n"),
    ("element-battle", "Game: hott\n1 Hero General\n{} Spears\n"),
    ("element-battle", "Game: hott\n1 Hero General\nSpears {}\n"),
    ("element-battle", "Game: hott\n1 Hero General\n\n{}x Spears\n"),
    ("element-battle", "Game: hott\n1 Hero General\n3 Blades\n\n{} Spaers\n"),
    ("element-battle", "Game: hott\n1 Hero General\n3 Blades, {} Spears\n"),
    ("battle-turn", f"{ROSTER}  Reeds: {{}} poor tribal, light armour, spears, oppose\n"),
    ("battle-turn", f"{ROSTER}  Reeds: 8 poor tribal, light armour, spears, oppose\n{{}} Leapers\n"),
]
SIGNED = [(*of, sign) for of, sign in (product(LISTED, SIGNS) if SOAK else zip(LISTED, cycle(SIGNS), strict=False))]


@pytest.mark.parametrize(("game", "text", "sign"), SIGNED)
def test_a_number_in_digits_of_another_script_is_an_error_that_says_so(game: str, text: str, sign: str) -> None:
    """It counts nothing, and the list is not legal."""
    line = next(number for number, each in enumerate(text.splitlines(), start=1) if "{}" in each)
    check = ibbprint.check(text=text.format(sign), game=game)
    assert any(problem.where.line == line and problem.hint.endswith(WRITE_DIGITS) for problem in check.report.errors)
    assert check.lists
    rows = [row for army in check.lists.armies for row in army.rows if row.where.line == line]
    assert not any(row.sum for row in rows if sign in row.name)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("２ Spears", "２"),
        ("Spears, ２7", "２7"),
        ("x２ Spears", "x２"),
        ("3 Spears", ""),
        ("Pikemen Q３", ""),
        ("Spears² of the Æthel", ""),
        ("½ of them", ""),
        ("第２軍", ""),
    ],
)
def test_a_number_is_a_word_of_digits_and_no_part_of_one(text: str, word: str) -> None:
    assert number_in_other_digits(text) == word
