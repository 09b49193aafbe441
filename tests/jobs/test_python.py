"""What Python can ask for: docs/python.md is true, results say what is wrong, and nothing is printed or raised."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import ibbprint
from ibbprint.cli import maps
from ibbprint.cli.commands import COMMANDS
from ibbprint.cli.offered import complete
from ibbprint.cli.parameters import parameters_of
from ibbprint.cli.shared import ORDER
from tests.helpers import ROOT, call_cli

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
LIST = "Game: ibb\nBudget: 60\n\nCaptain 3\n3 Light Infantry Q3\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_code_of_the_page_runs_and_says_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    """Block after block in one session, as in a notebook; what is indented after a block is what it prints."""
    blocks = re.findall(r"```python\n((?s:.*?))```\n\n((?:    .*\n)*)", PAGE)
    assert len(blocks) == PAGE.count("```python")
    session: dict[str, Any] = {}
    for code, text in blocks:
        exec(compile(code, "docs/python.md", "exec"), session)
        message = capsys.readouterr().out
        if text:
            assert message == re.sub("(?m)^    ", "", text)
    assert Path("kits/bridge.pdf").read_bytes() == Path("kits/defend-the-bridge-counters-letter.pdf").read_bytes()


def test_the_page_names_all_that_is_offered_and_nothing_else() -> None:
    table = PAGE.partition("## The names")[2]
    named = set(re.findall(r"`(\w+)`", table)) - {"ibbprint"}
    assert named | {"__version__"} == set(ibbprint.__all__) == set(dir(ibbprint))
    for name in ibbprint.__all__:
        assert getattr(ibbprint, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'kti'"):
        ibbprint.kti  # type: ignore[attr-defined]  # noqa: B018


def test_importing_ibbprint_imports_nothing_else_of_it() -> None:
    """A script pays for what it uses."""
    program = "import sys, ibbprint; print(*sorted(name for name in sys.modules if name.startswith('ibbprint')))"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert result.stdout.split() == ["ibbprint", "ibbprint.version"]


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (("defend-the-bridge", "--only", "crt"), {"only": "crt"}),
        (
            ("defend-the-bridge", "--only", "crt", "--paper", "letter", "--ink", "grey"),
            {"only": ["crt"], "paper": "letter", "ink": "grey"},
        ),
        (
            ("defend-the-bridge", "--only", "crt", "--cut-files", "--svg", "--gutter", "2"),
            {"only": "crt", "paper": ibbprint.PaperOptions(gutter=2.0, cut_files=True), "svg": True},
        ),
    ],
)
def test_a_kit_is_the_one_that_the_command_prints(words: tuple[str, ...], options: Mapping[str, Any]) -> None:
    """The same bytes in the same files, in memory, saved, and written at once."""
    result = call_cli("kit", *words, "-o", "cli")
    assert result.returncode == 0, result.stderr
    product = ibbprint.kit("defend-the-bridge", **options)
    assert product.ok
    assert product.save("saved") == Path("saved") / product.name
    assert ibbprint.kit("defend-the-bridge", output="at-once", **options).path == Path("at-once") / product.name
    assert contents(Path("cli")) == contents(Path("saved")) == contents(Path("at-once"))
    assert product.pdf == Path("saved", product.name).read_bytes()
    assert f"{Path('cli') / product.name}: {product.summary}" in result.stdout


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


THREADS = """
import hashlib, ibbprint, time
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from markdown_it.ruler import Ruler
from reportlab.pdfbase import ttfonts
from ibbprint.components.maps import stamps as map_stamps

def slowed(work, every, calls=count()):
    def slow(*args):
        if next(calls) % every == 0:
            time.sleep(0.0002)
        return work(*args)
    return slow

for name in ("read_ushort", "read_short", "skip"):
    setattr(ttfonts.TTFontParser, name, slowed(getattr(ttfonts.TTFontParser, name), 10))
map_stamps._stamp = slowed(map_stamps._stamp, 1)
Ruler.__compile__ = slowed(Ruler.__compile__, 1)
with ThreadPoolExecutor(3) as pool:
    made = pool.map(lambda _: ibbprint.kit("stirling", only=["rules", "map"]), range(3))
    print(*(hashlib.sha256(each.pdf).hexdigest() for each in made))
"""


def test_kits_made_in_threads_are_those_made_one_by_one() -> None:
    """In a process that has drawn nothing yet, so that every thread wants the fonts and the trees of the map first.

    To read and to draw them takes so long that every thread is in the midst of it when another begins.
    """
    result = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, cwd=ROOT)
    assert result.returncode == 0, result.stderr
    alone = hashlib.sha256(ibbprint.kit("stirling", only=["rules", "map"]).pdf).hexdigest()
    assert result.stdout.split() == [alone] * 3


def test_a_kit_that_could_not_be_saved_can_be_saved_elsewhere() -> None:
    """The reason is in the report; so it is with the maps of a game."""
    Path("file").touch()
    result = ibbprint.kit("stirling", only="crt")
    assert result.save("file/kits") is None
    assert "file/kits" in str(result.report)
    assert result.save("kits") == Path("kits", result.name)
    assert contents(Path("kits")) == {result.name: result.pdf}
    game = ibbprint.play("stirling")
    assert game.maps("file/maps") == []
    assert not game.ok
    drawn = game.maps("maps")
    assert drawn
    assert sorted(drawn) == sorted(Path("maps").iterdir())


def test_the_faces_of_a_pack_with_one_scenario_need_no_other_name() -> None:
    pack = ROOT / "docs" / "examples" / "salt-marsh"
    face = ibbprint.preview("M1", pack)
    assert face.ok, face
    assert face.data == ibbprint.preview("M1", "low-tide", packs=pack).data


def test_the_report_of_a_checked_scenario_has_every_finding() -> None:
    """So `ok` is what the report says, and each finding is in it once."""
    result = ibbprint.check("hastings-as-printed")
    assert not result.ok
    assert not result.report.ok
    assert len(result.report) == len(result.findings) > 0
    problems = [finding.problem for each in result.scenarios or () for finding in each.findings]
    assert {each for each in problems if each.severity <= ibbprint.Severity.NOTE} <= set(result.report)


def test_a_report_shows_a_finding_on_each_line() -> None:
    """As whoever types its name in a notebook sees it."""
    assert repr(ibbprint.Report()) == "Nothing is wrong."
    report = ibbprint.check("none.txt", "neither.txt").report
    assert repr(report).splitlines() == [str(problem) for problem in report]
    assert len(report) == 2


def test_a_text_that_no_file_can_hold_is_read_all_the_same() -> None:
    """Half a character raises nothing."""
    assert not ibbprint.check(text="Captain \ud800").ok


NO_PACK = "nopack: error: there is no such folder. A pack is a folder with a pack.yaml. [read:pack]"


def wrongly(function: Any, *given: Any, **named: Any) -> Any:
    """A call with values of types that the function does not take."""
    return lambda: function(*given, **named)


WRONG_TYPES = [
    (wrongly(ibbprint.kit, None), "ibbprint: error: scenario is a name or a path, not None."),
    (wrongly(ibbprint.kit, "stirling", only=None), "--only: error: only is a text or several, not None."),
    (wrongly(ibbprint.kit, "stirling", only=[1]), "--only: error: only is a text or several, not [1]."),
    (wrongly(ibbprint.kit, "stirling", packs=None), "--pack: error: packs is a folder or several, not None."),
    (wrongly(ibbprint.kit, "stirling", packs=[None]), "--pack: error: "),
    (wrongly(ibbprint.kit, "stirling", paper=None), "--paper: error: paper is a name or PaperOptions, not None."),
    (wrongly(ibbprint.kit, "stirling", ink=7), "--ink: error: ink is a name or InkOptions, not 7."),
    (wrongly(ibbprint.kit, "stirling", rules="R-22=3-2-4"), "--rule: error: rules is a dictionary such as "),
    (wrongly(ibbprint.kit, "stirling", map_style=None), "--map-style: error: map_style is a text, not None."),
    (wrongly(ibbprint.kit, "stirling", poster="yes"), "--poster: error: poster is True or False, not 'yes'."),
    (wrongly(ibbprint.kit, "stirling", whole="yes"), "--all: error: whole is True or False, not 'yes'."),
    (wrongly(ibbprint.kit, "stirling", output=3), "--output: error: output is a name or a path, not 3."),
    (wrongly(ibbprint.kit, "stirling", changed_since=3), "--changed-since: error: "),
    (
        wrongly(ibbprint.kit, "stirling", paper=wrongly(ibbprint.PaperOptions, bleed="2")()),
        "--bleed: error: bleed is a number or None, not '2'.",
    ),
    (
        wrongly(ibbprint.kit, "stirling", paper=wrongly(ibbprint.PaperOptions, counter_size=None)()),
        "--counter-size: error: counter_size is a number or a text, not None.",
    ),
    (
        wrongly(ibbprint.kit, "stirling", ink=wrongly(ibbprint.InkOptions, spares="2")()),
        "--spares: error: spares is a whole number, not '2'.",
    ),
    (wrongly(ibbprint.preview, None, "stirling"), "ibbprint: error: piece is a text, not None."),
    (wrongly(ibbprint.preview, "T1", None), "ibbprint: error: scenario is a name or a path, not None."),
    (wrongly(ibbprint.preview, "T1", "stirling", dpi="300"), "--dpi: error: dpi is a whole number, not '300'."),
    (wrongly(ibbprint.preview, "T1", "stirling", format=None), "format: error: format is a text, not None."),
    (wrongly(ibbprint.show_map, "forest-map-one", format=3), "format: error: format is a text, not 3."),
    (wrongly(ibbprint.check, None), "ibbprint: error: file is a name or a path, not None."),
    (wrongly(ibbprint.check, text=5), "ibbprint: error: text is a list or a scenario as text, not 5."),
    (wrongly(ibbprint.check, "hastings", defender=None), "--defender: error: defender is a text, not None."),
    (wrongly(ibbprint.play, "stirling", seed=1.5), "--seed: error: seed is a text or a whole number, not 1.5."),
    (wrongly(ibbprint.play, "stirling", seed=True), "--seed: error: seed is a text or a whole number, not True."),
    (wrongly(ibbprint.play, "stirling", policies=None), "--policy: error: policies is a name or a dictionary such as"),
    (wrongly(ibbprint.replay, None), "ibbprint: error: file is a name or a path, not None."),
    (wrongly(ibbprint.odds, None), "ibbprint: error: subject is a text, not None."),
    (wrongly(ibbprint.odds, "attack", None), "ibbprint: error: words is a text, not None."),
    (wrongly(ibbprint.odds, "scout", range=True), "--range: error: range is a whole number, not True."),
    (wrongly(ibbprint.odds, "orders", "4", modifier=[None]), "--modifier: error: modifier is a text or several"),
]
"""Calls with values of the wrong type: each names its option as the command line does."""


@pytest.mark.parametrize(
    ("result", "says"),
    [
        (lambda: ibbprint.kit(), "ibbprint: error: a scenario is missing."),
        (lambda: ibbprint.kit("stirlin"), "Did you mean stirling? [read:scenario]"),
        (lambda: ibbprint.kit("stirling", paper="a44"), "--paper: error: there is no paper 'a44'."),
        (lambda: ibbprint.kit("stirling", paper=ibbprint.PaperOptions(counter_size=3)), "--counter-size: error: "),
        (lambda: ibbprint.kit("stirling", ink="red"), "--ink: error: there is no ink 'red'."),
        (lambda: ibbprint.kit("stirling", only="countres"), "--only: error: the kit of stirling has no part"),
        (lambda: ibbprint.kit("stirling", map_style="x"), "--map-style: error: "),
        (lambda: ibbprint.kit("stirling", packs="nopack"), NO_PACK),
        (lambda: ibbprint.kit("stirling", changed_since="x.pdf"), "x.pdf: error: there is no such file."),
        (lambda: ibbprint.preview("T99", "stirling"), "has no piece or card 'T99'"),
        (lambda: ibbprint.preview("T1", "stirling", dpi=1), "--dpi: error: invalid resolution"),
        (lambda: ibbprint.check(), "ibbprint: error: check needs a file."),
        (lambda: ibbprint.check("-"), "ibbprint: error: nothing is piped in."),
        (lambda: ibbprint.check("none.txt"), "none.txt: error: there is no such file."),
        (lambda: ibbprint.check(text=LIST, game="x"), "--game: error: there is no game 'x'"),
        (lambda: ibbprint.play("stirling", policies={"Z": "greedy"}), "--policy: error: there is no side 'Z'."),
        (lambda: ibbprint.play("stirling-as-printed"), "error: "),
        (lambda: ibbprint.replay("none.game"), "none.game: error: there is no such file."),
        (lambda: ibbprint.odds("joust"), "there are no odds for 'joust'."),
        (lambda: ibbprint.odds("attack", "pikemen-q3 vs pikemen-q3", terain="hill"), "--terain: error: "),
        (lambda: ibbprint.odds("morale", "pikemen-q3", captain="three"), "captain is a whole number, not 'three'."),
        (lambda: ibbprint.odds("attack", "pikemen-q3"), "the question does not say who attacks whom."),
        (lambda: ibbprint.odds("scout", range=0), "scouts do not roll at range 0."),
        (lambda: ibbprint.preview("T1", "ibb"), "ibb is a game, not a scenario."),
        (lambda: ibbprint.preview("T1", "stirling", format="gif"), "format: error: a preview cannot be written as"),
        *WRONG_TYPES,
    ],
)
def test_what_is_wrong_is_in_the_report(result: Any, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No exception, nothing printed, nothing written, however the call is wrong."""
    outcome = result()
    assert not outcome.ok
    assert says in str(outcome)
    assert says in str(outcome.report.errors[0])
    assert capsys.readouterr() == ("", "")
    assert not list(Path().iterdir())


def test_a_scenario_can_be_checked_as_text() -> None:
    """It is found as it would be in its file, and called standard input, like one that is piped in."""
    text = (ROOT / "scenarios" / "ibb" / "stirling.yaml").read_text(encoding="utf-8")
    assert ibbprint.check(text=text).ok
    report = ibbprint.check(text=text.replace("game: ibb", "game: ibb\n  colour: red"))
    assert [problem.where.file for problem in report.findings if problem.severity is ibbprint.Severity.ERROR] == [
        "standard input"
    ]


def test_a_game_is_the_one_that_the_command_plays() -> None:
    run = call_cli("play", "stirling", "--seed", "5", "--policy", "A=random", "--save", "cli.game")
    assert run.returncode == 0, run.stderr
    game = ibbprint.play("stirling", seed=5, policies={"A": "random"})
    assert game.saved == Path("cli.game").read_text(encoding="utf-8")
    assert game.text.rstrip("\n") in run.stdout
    again = ibbprint.replay("cli.game")
    assert (again.result, list(again.events), again.text) == (game.result, list(game.events), game.text)


COMPLETED = {
    ("ibbprint", "pre"): ["preview", "preflight"],
    ("ibbprint", "kit", "--pal"): ["--palette"],
    ("ibbprint", "kit", "stirl"): ["stirling", "stirling-as-printed"],
    ("ibbprint", "preview", "T1", "--scenario", "hast"): ["hastings", "hastings-as-printed"],
    ("ibbprint", "check", "defend-the-bridge", "stirling-"): ["stirling-as-printed"],
    ("ibbprint", "rules", "sh"): ["show"],
    ("ibbprint", "odds", "mor"): ["morale"],
    ("ibbprint", "odds", "morale", "mor"): [],
}


def test_bash_completes_commands_options_and_scenarios() -> None:
    """The script that --show-completion gives bash asks ibbprint for the words, which bash then has in COMPREPLY."""
    folder = Path(sys.executable).parent
    env = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    script = 'eval "$(ibbprint --show-completion bash)"\n'
    for words in COMPLETED:
        script += f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _ibbprint_completion ibbprint\n"
        script += 'echo "${COMPREPLY[*]}"\n'
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, env=env)
    assert [line.split() for line in result.stdout.splitlines()] == list(COMPLETED.values()), result.stderr


def _commands() -> dict[str, Any]:
    """Every command by its name, with what it takes; those in groups too."""
    result = {
        name: getattr(import_module(f"ibbprint.cli.{item.module}"), item.function) for name, item in COMMANDS.items()
    }
    result |= {
        "map new": maps.new_map,
        "map show": maps.show_map,
        "map check": maps.check_map,
        "map import": maps.import_map,
        "map export": maps.export_map,
    }
    return {name: command for name, command in result.items() if hasattr(command, "takes")}


@pytest.mark.parametrize("name", sorted(_commands()))
def test_a_command_takes_the_record_that_its_function_names(name: str) -> None:
    """Nothing but this ties the two together, for the record is looked up when the command is called."""
    command = _commands()[name]
    named = command.__annotations__[ORDER]
    assert (named if isinstance(named, str) else named.__name__) == command.takes.record
    parameters = [each.name for each in parameters_of(complete(command))]
    assert len(parameters) == len(set(parameters))
    for own, before in command.takes.after.items():
        assert parameters.index(own) == parameters.index(before) + 1


@pytest.mark.parametrize("function", [ibbprint.kit, ibbprint.preview, ibbprint.play, ibbprint.show_map])
def test_a_call_that_no_signature_allows_is_named_with_its_function(function: Any) -> None:
    with pytest.raises(TypeError, match=rf"^{function.__name__}\(\) got an unexpected keyword argument 'colour'$"):
        function("T1", colour="red")
    with pytest.raises(TypeError, match=rf"^{function.__name__}\(\) too many positional arguments$"):
        function("T1", "hastings", "red")
