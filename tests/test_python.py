"""What Python can ask for: docs/python.md is true, results say what is wrong, and nothing is printed or raised."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import ibbprint
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
    for code, shown in blocks:
        exec(compile(code, "docs/python.md", "exec"), session)
        said = capsys.readouterr().out
        if shown:
            assert said == re.sub("(?m)^    ", "", shown)
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
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == ["ibbprint", "ibbprint.version"]


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (("defend-the-bridge", "--only", "crt"), {"only": "crt"}),
        (("defend-the-bridge", "--only", "crt", "--paper", "letter", "--ink", "grey"),
         {"only": ["crt"], "paper": "letter", "ink": "grey"}),
        (("defend-the-bridge", "--only", "crt", "--cut-files", "--svg", "--gutter", "2"),
         {"only": "crt", "paper": ibbprint.PaperOptions(gutter=2.0, cut_files=True), "svg": True}),
    ],
)  # fmt: skip
def test_a_kit_is_the_one_that_the_command_prints(words: tuple[str, ...], options: Mapping[str, Any]) -> None:
    """The same bytes in the same files, in memory, saved, and written at once."""
    done = call_cli("kit", *words, "-o", "cli")
    assert done.returncode == 0, done.stderr
    made = ibbprint.kit("defend-the-bridge", **options)
    assert made.ok
    assert made.save("saved") == Path("saved") / made.name
    assert ibbprint.kit("defend-the-bridge", output="at-once", **options).path == Path("at-once") / made.name
    assert contents(Path("cli")) == contents(Path("saved")) == contents(Path("at-once"))
    assert made.pdf == Path("saved", made.name).read_bytes()
    assert f"{Path('cli') / made.name}: {made.summary}" in done.stdout


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


NO_PACK = "nopack: error: there is no such folder. A pack is a folder with a pack.yaml. [read:pack]"


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
        (lambda: ibbprint.odds("melee"), "there are no odds for 'melee'."),
        (lambda: ibbprint.odds("attack", "pikemen-q3 vs pikemen-q3", terain="hill"), "--terain: error: "),
        (lambda: ibbprint.odds("morale", "pikemen-q3", captain="three"), "captain is a whole number, not 'three'."),
        (lambda: ibbprint.odds("attack", "pikemen-q3"), "an attack is two sides with vs between them"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_in_the_report(result: Any, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No exception, nothing printed, nothing written, however the call is wrong."""
    made = result()
    assert not made.ok
    assert says in str(made)
    assert says in str(made.report.errors[0])
    assert capsys.readouterr() == ("", "")
    assert not list(Path().iterdir())


def test_a_scenario_can_be_checked_as_text() -> None:
    """It is found as it would be in its file, and called standard input, like one that is piped in."""
    text = (ROOT / "scenarios" / "ibb" / "stirling.yaml").read_text(encoding="utf-8")
    assert ibbprint.check(text=text).ok
    found = ibbprint.check(text=text.replace("game: ibb", "game: ibb\n  colour: red"))
    assert [problem.where.file for problem in found.findings if problem.severity is ibbprint.Severity.ERROR] == [
        "standard input"
    ]


def test_a_game_is_the_one_that_the_command_plays() -> None:
    done = call_cli("play", "stirling", "--seed", "5", "--policy", "A=random", "--save", "cli.game")
    assert done.returncode == 0, done.stderr
    game = ibbprint.play("stirling", seed=5, policies={"A": "random"})
    assert game.saved == Path("cli.game").read_text(encoding="utf-8")
    assert game.text.rstrip("\n") in done.stdout
    again = ibbprint.replay("cli.game")
    assert (again.result, list(again.events), again.text) == (game.result, list(game.events), game.text)


COMPLETED = {
    ("ibbprint", "pre"): ["preview", "preflight"],
    ("ibbprint", "kit", "--pal"): ["--palette"],
    ("ibbprint", "kit", "stirl"): ["stirling", "stirling-as-printed"],
    ("ibbprint", "preview", "T1", "--scenario", "hast"): ["hastings", "hastings-as-printed"],
    ("ibbprint", "check", "defend-the-bridge", "stirling-"): ["stirling-as-printed"],
    ("ibbprint", "rules", "sh"): ["show"],
}


def test_bash_completes_commands_options_and_scenarios() -> None:
    """The script that --show-completion gives bash asks ibbprint for the words, which bash then has in COMPREPLY."""
    folder = Path(sys.executable).parent
    env = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    script = 'eval "$(ibbprint --show-completion bash)"\n'
    for words in COMPLETED:
        script += f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _ibbprint_completion ibbprint\n"
        script += 'echo "${COMPREPLY[*]}"\n'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, env=env)
    assert [line.split() for line in done.stdout.splitlines()] == list(COMPLETED.values()), done.stderr
