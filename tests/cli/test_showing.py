"""Nothing that a stranger wrote steers the terminal, and a terminal that knows few letters gets the nearest signs."""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import re
import shutil
import sys
from pathlib import Path
from subprocess import PIPE, Popen
from unittest import mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ibbprint import cli
from ibbprint.cli import run
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.press.manifest import KEPT_AS, Manifest, PrintedThing
from ibbprint.problems import Problem, Severity, Where
from ibbprint.showing import WHERE_LACKING, nearest_sign, on_one_line, visible
from tests.helpers import ROOT, call_cli

STEERING = "\x1b]0;PWN\x07\x1b[31m\x9b2J\x7f\u202egnp\u2066\u200b\ufeff\u00ad"
"""A window title, red, clear the screen, and the signs that turn words round or cannot be seen."""
UNSEEN = "\u200b\u202e\u2066\u3164\ufeff\U000e0041"
FEW_LETTERS = ("ascii", "cp437", "cp850", "latin-1", "koi8-r", "cp932", "cp1252")


def is_harmless(text: str) -> bool:
    """Nothing but signs that are seen, blanks and line ends."""
    return all(c.isprintable() or c in "\n\t\u00a0\u2009\u202f\u3000" for c in text) and not set(UNSEEN) & set(text)


# --- what steers is written out -----------------------------------------------------------------------------------


@given(st.text(st.characters(codec=None)) | st.text(st.sampled_from(STEERING + UNSEEN + "a \n’")))
@example(STEERING)
@example("\ud800\udcff")
def test_no_text_steers_a_terminal(text: str) -> None:
    """Whatever the text, what is shown of it has no control character, no sign that turns words, no half of a pair."""
    output = visible(text)
    for char in output:
        assert char in "\n\t" or char.isprintable() or (char.isspace() and ord(char) > 127), repr(char)
    assert not set(UNSEEN) & set(output)
    assert "\n" not in on_one_line(text)
    assert "\t" not in on_one_line(text)
    assert visible(output) == output


@given(st.text(st.sampled_from("Ayrene’s Woods — 1/6 … ½ ×█→ éñß")))
def test_what_can_be_seen_stays_as_it_is(text: str) -> None:
    """Words, accents, dashes, bars and blanks are shown as they are."""
    assert visible(text) == text


WORDS = st.text(st.characters(codec=None), max_size=6)


@given(st.recursive(WORDS, lambda inner: st.dictionaries(WORDS, inner), max_leaves=6))
def test_json_means_the_same_when_it_is_shown(data: object) -> None:
    """What steers is written in JSON's own way, so a program reads what it would have read."""
    assert json.loads(visible(json.dumps(data, ensure_ascii=False))) == data


def test_a_problem_is_one_line_whatever_is_in_it() -> None:
    """A name with a line break in it cannot pass for a second message."""
    problem = Problem(Severity.ERROR, Where("a\nx: error: all is lost\x1b[2J", 3, 4), "read:x", "what\r\n?", "\u202e!")
    assert str(problem) == r"a\nx: error: all is lost\u001b[2J:3:4: error: what\u000d\n? \u202e! [read:x]"


def test_all_that_is_said_goes_through_one_place() -> None:
    """No other module of the program writes to a stream or echoes."""
    writers = {"ibbprint/cli/saying.py", "ibbprint/cli/progress.py", "ibbprint/cli/__init__.py"}
    text = re.compile(r"(?<![\w.])print\(|\becho\(|\bsys\.std(?:out|err)\.(?:buffer\.)?write")
    paths = sorted((ROOT / "ibbprint").rglob("*.py"))
    results = {path.relative_to(ROOT).as_posix() for path in paths if text.search(path.read_text(encoding="utf-8"))}
    assert "ibbprint/cli/__init__.py" in results
    assert results <= writers


def _manifest(path: Path) -> Path:
    """A PDF that names its kit, edition and pieces as no kit does."""
    writer = PdfWriter(Book("kept"))
    writer.begin_page(50, 50, label="1")
    writer.end_page()
    things = {f"counters/{STEERING}": PrintedThing(STEERING, 1, "x", {STEERING: STEERING})}
    writer.keep(KEPT_AS, Manifest("skirmish", STEERING, STEERING, STEERING, things, {}).to_bytes())
    path.write_bytes(writer.bytes())
    return path


BASE = ROOT / "tests" / "corpus" / "base"
ENTRIES = 'armies:\n  - entries:\n      - "3 {0}Light Infantry"\n'
YAML_LIST = 'army_list: {{title: "A{0}", game: ibb, budget: 90}}\n' + ENTRIES
SAVED = "ibbprint game 2\nscenario: stirling{0}\nseed: 7\n\nmove {0}\n"
KIT = ["kit", "skirmish", "--pack", "base", "--only"]
SAYING = {
    "a file that is not there": ["check", f"{STEERING}.txt"],
    "a scenario that is not there": ["kit", STEERING],
    "an option that is none": ["kit", f"--{STEERING}"],
    "a command that is none": [STEERING],
    "a rule": ["kit", "stirling", "--rule", f"R-22={STEERING}"],
    "a part": ["kit", "stirling", "--only", STEERING],
    "a printer": ["printer", STEERING],
    "a palette": ["kit", "stirling", "--palette", STEERING],
    "a layout": ["kit", "stirling", "--layout", STEERING],
    "a pack": ["list", "--pack", STEERING],
    "an entry": ["cost", STEERING],
    "a question": ["odds", "attack", STEERING, "vs", "3"],
    "an escape in a list": ["check", "escape.yaml"],
    "an escape in a list, as JSON": ["check", "--json", "escape.yaml"],
    "signs that turn words, in a list": ["check", "turned.yaml"],
    "a plain list": ["check", "plain.txt"],
    "a saved game": ["replay", "saved.game"],
    "the title of a pack's scenario": ["list", "--pack", "pack"],
    "a title in a game that is told": ["check", "skirmish", "--pack", "pack", "--all"],
    "a printout with odd labels": [
        "kit",
        "skirmish",
        "--pack",
        "base",
        "--only",
        "counters",
        "--changed-since",
        "k.pdf",
    ],
    "a folder to write to": [*KIT, "crt", "-o", f"out\n{STEERING}"],
}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of files whose every text tries to steer."""
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "escape.yaml").write_text(YAML_LIST.format("\\e]0;PWN\\a\\e[31m"), encoding="utf-8")
    (folder / "turned.yaml").write_text(YAML_LIST.format("\u202egnp\u200b\u2066"), encoding="utf-8")
    (folder / "plain.txt").write_text(f"Title: {STEERING}\n3 {STEERING} Infantry\n", encoding="utf-8")
    (folder / "saved.game").write_text(SAVED.format(STEERING), encoding="utf-8")
    pack = folder / "pack"
    shutil.copytree(BASE, pack)
    scenario = pack / "scenarios" / "skirmish.yaml"
    head = scenario.read_text(encoding="utf-8")
    assert "title: A Skirmish at the Ford" in head
    scenario.write_text(head.replace("title: A Skirmish", "title: A \u202eSkir\u200bmish"), encoding="utf-8")
    (folder / "base").symlink_to(BASE)
    _manifest(folder / "k.pdf")
    return folder


@pytest.mark.parametrize("what", SAYING)
def test_no_message_steers_a_terminal(what: str, hostile: Path) -> None:
    """Arguments, names, titles, lists, saved games, printouts: both streams hold nothing but what can be seen."""
    result = call_cli(*SAYING[what], cwd=hostile)
    assert result.stdout + result.stderr
    assert is_harmless(result.stdout), repr(result.stdout)
    assert is_harmless(result.stderr), repr(result.stderr)
    assert "Traceback" not in result.stderr


def test_a_character_that_steers_is_told_at_its_place(hostile: Path) -> None:
    """In YAML, where it can be written as an escape, and in a saved game."""
    message = "error: the character U+001B is not allowed"
    assert f"escape.yaml:1:20: {message}" in call_cli("check", "escape.yaml", cwd=hostile).stdout
    assert f"saved.game:2:19: {message}" in call_cli("replay", "saved.game", cwd=hostile).stderr


# --- terminals that know few letters ------------------------------------------------------------------------------


def said(letters: str, *arguments: str) -> str:
    """What a command says on streams of an encoding."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=letters, write_through=True) for _ in range(2))
    argv = mock.patch.object(sys, "argv", ["ibbprint", *arguments])
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.suppress(SystemExit), argv:
        run()
    return b"".join(stream.buffer.getvalue() for stream in (out, err)).decode(letters)  # type: ignore[attr-defined]


@pytest.mark.parametrize("letters", FEW_LETTERS)
def test_every_terminal_gets_words_that_it_can_show(letters: str) -> None:
    """Lists, odds with their bars, rulings and a battle report come out in every code page, with no question mark."""
    assert "Battle of Ayrene" in said(letters, "list")
    odds = said(letters, "odds", "attack", "7", "vs", "3")
    assert "####" in odds or "████" in odds
    assert "?" not in odds
    rules = said(letters, "rules", "show", "R-74")
    assert "R-74" in rules
    for text in (said(letters, "kit", "nowhere’s"), said(letters, "kit", "no such thing — 日本")):
        assert "there is no scenario" in text


@pytest.mark.parametrize("letters", FEW_LETTERS)
@given(text=st.text(st.characters(codec=None)))
def test_any_text_can_be_written_in_any_letters(letters: str, text: str) -> None:
    """No sign makes a stream fail, and what the stream knows stays as it is."""
    written = text.encode(letters, WHERE_LACKING)
    known = text.encode(letters, "ignore").decode(letters) == text
    assert not known or written.decode(letters) == text


@pytest.mark.parametrize(
    ("char", "sign"),
    [
        ("’", "'"),
        ("“", '"'),
        ("–", "-"),
        ("—", "-"),
        ("−", "-"),
        ("•", "*"),
        ("·", "."),
        ("█", "#"),
        ("½", "1/2"),
        ("¾", "3/4"),
        ("é", "e"),
        ("Å", "A"),
        ("ñ", "n"),
        ("ő", "o"),
        ("×", "x"),
        ("≥", ">="),
        ("…", "..."),
        ("→", "->"),
        ("ß", "ss"),
        ("ﬁ", "fi"),
        ("日", "?"),
        ("🐉", "?"),
        ("\u00a0", " "),
    ],
)
def test_the_nearest_sign(char: str, sign: str) -> None:
    """Quotes, dashes, bullets, bars, fractions, arrows and accents have a plain form; what has none is a ?."""
    assert nearest_sign(char) == sign


SIGNS = "symbol_sheets.py"
"""Lists the signs of the font of signs for paper."""


def test_the_signs_that_we_print_all_have_a_plain_form() -> None:
    """No text of the shipped data and templates turns into question marks on a plain terminal."""
    texts = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "ibbprint").rglob("*.py")) if p.name != SIGNS]
    texts += [p.read_text(encoding="utf-8") for p in sorted((ROOT / "ibbprint").rglob("*.yaml"))]
    texts += [p.read_text(encoding="utf-8") for p in sorted((ROOT / "scenarios").rglob("*.yaml"))]
    used = {char for text in texts for char in text if not char.isascii() and char.isprintable()}
    assert "’" in used
    assert {char for char in used if nearest_sign(char) == "?"} <= {"¿"}


def test_files_stay_utf_8(tmp_path: Path) -> None:
    """What is written with -o does not hang on the terminal."""
    with contextlib.chdir(tmp_path):
        said("ascii", "units", "--csv", "-o", "plain.csv")
        said("utf-8", "units", "--csv", "-o", "rich.csv")
    assert (tmp_path / "plain.csv").read_bytes() == (tmp_path / "rich.csv").read_bytes()
    codecs.decode((tmp_path / "plain.csv").read_bytes(), "utf-8-sig")


def test_who_stops_reading_hears_nothing_more() -> None:
    """A pipe that is closed early ends the command without a word."""
    with Popen([sys.executable, "-m", "ibbprint", "rules"], cwd=ROOT, stdout=PIPE, stderr=PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        text = process.stderr.read()
    assert text == b""


def test_letters_of_windows_may_be_piped_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard input that is no UTF-8 is read as Windows writes it; what is no text at all is told."""
    for raw, expected in ((b"Title: R\xe4uber\n3 Light Infantry Q3\n", "Räuber"), (bytes(range(256)) * 9, "error")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        result = call_cli("check", "-")
        assert expected in result.stdout + result.stderr


def test_nothing_can_be_piped_in_where_standard_input_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is a wrong call."""
    monkeypatch.setattr(sys, "stdin", None)
    result = call_cli("check", "-")
    assert (result.returncode, "standard input is closed" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (OSError("cairo cannot write", 11), "ibbprint: cannot write the output: cairo cannot write.\n"),
        (PermissionError(13, "Permission denied", "a\nb"), r"ibbprint: cannot use a\nb: permission denied." + "\n"),
        (BrokenPipeError(32, "Broken pipe"), ""),
        (MemoryError(), "ibbprint: there is not enough memory for this.\n"),
    ],
)
def test_what_the_system_refuses_is_told_in_one_line(
    fault: Exception, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Even where no command has reckoned with it there is no traceback, and 1 is the end."""

    def refused() -> None:
        raise fault

    monkeypatch.setattr(cli, "run", refused)
    monkeypatch.setattr(cli.os, "_exit", sys.exit)
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert (end.value.code, capsys.readouterr().err) == (1, said)
