"""`ibbprint generate`: any text is a seed, the same seed makes the same, and what was made is taken as it is.

What a game makes of its tables is looked at in the tests of the game; here it is what all games promise.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.main import get_command
from typer.testing import CliRunner

import ibbprint
from ibbprint.dice import drawn_seed
from ibbprint.engine.api.generating import Generated, GenerateRequest, seed_slug
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.jobs.generating import written
from ibbprint.problems import BadRequest, Report
from tests.helpers import CHASE, SOAK, app, call_cli, every_game, quick_load, run_cli

ABLE = sorted(id for id, game in every_game().items() if game.offers(Game.generate))
ODD_SEEDS = (
    "",
    "1",
    "-7",
    "tonight",
    "Zwei Dörfer",
    "日本",
    "a\nb",
    "../../x",
    "'; rm",
    "\x1b[31m",
    "x" * 3000,
    "\udc80",
)
"""Anything that a keyboard, a script or a broken terminal hands over."""
PIECES = {"element-battle": "tiles"}
"""The part of a kit with the pieces, where that is not `counters`."""


def in_process(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own that finds the game of somebody else too."""
    return run_cli(*arguments, path=[CHASE], cwd=cwd)


def said_of(game: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A command about a game: in this process, which is quicker, unless it is the game of somebody else."""
    return in_process(*arguments, cwd=cwd) if game == "chase" else call_cli(*arguments, cwd=cwd)


def quick(game: str) -> tuple[str, ...]:
    """Options for a look at fewer games, where a game looks at what it makes."""
    able = every_game()[game]
    assert able.offers(Game.generate)
    return ("--look", "2") if "look" in [option.name for option in able.offer.options] else ()


def make(game: str, seed: str) -> Generated:
    report = Report()
    able = every_game()[game]
    assert able.offers(Game.generate)
    scenario = able.generate(GenerateRequest(seed), KitOptions(), report)
    assert scenario is not None, report
    assert report.ok
    return scenario


@pytest.fixture
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("game", ABLE)
class TestEveryGame:
    """Every game that makes scenarios up, whosever package it is in."""

    @pytest.mark.parametrize("seed", ODD_SEEDS, ids=map(ascii, (seed[:12] for seed in ODD_SEEDS)))
    def test_any_text_is_a_seed(self, game: str, seed: str) -> None:
        """It makes the same twice; names of files and ids are such as every system and file takes."""
        kit = make(game, seed)
        assert kit == make(game, seed)
        assert kit.seed == seed
        assert re.fullmatch(r"[a-z0-9][a-z0-9-]{0,59}", kit.id)
        for name in kit.files:
            assert re.fullmatch(r"[A-Za-z0-9][\w./-]{0,120}", name)
            assert ".." not in name

    def test_another_seed_makes_another(self, game: str) -> None:
        assert len({tuple(make(game, f"seed {n}").files.values()) for n in range(8)}) > 1

    def test_each_roll_names_its_row(self, game: str) -> None:
        """Every die shows what it can show, and falls on a row with an id and words."""
        for roll in make(game, "rows").rolls:
            assert roll.row
            assert roll.words
            assert roll.table
            assert all(text >= 1 for text in roll.shown)

    def test_what_is_made_checks_clean_and_plays(self, game: str, tmp_path: Path) -> None:
        """The file that the command writes, in another process; told, and again as JSON."""
        result = in_process("generate", game, *quick(game), "--seed", "tonight", "-o", "made.yaml", cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        assert "seed tonight" in result.stdout
        again = said_of(game, "generate", game, *quick(game), "--seed", "tonight", "--json", cwd=tmp_path)
        data = json.loads(again.stdout)
        (path,) = tmp_path.iterdir()
        files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
        assert sorted(data["files"].values()) == sorted(each.read_text(encoding="utf-8") for each in files)
        checked = said_of(game, "check", path.name, cwd=tmp_path)
        assert checked.returncode == 0, checked.stdout
        if every_game()[game].offers(Game.open):  # others are printed and checked
            assert said_of(game, "play", path.name, "--brief", cwd=tmp_path).returncode == 0

    def test_its_kit_is_made_on_the_spot(self, game: str, tmp_path: Path) -> None:
        """`kit GAME --seed` prints what `generate` writes: the same bytes, and nothing but the PDF is left."""
        only = () if (SOAK and not quick(game)) or game == "chase" else ("--only", PIECES.get(game, "counters"))
        assert said_of(game, "generate", game, "--seed", "table", "-o", "made.yaml", cwd=tmp_path).returncode == 0
        result = in_process("kit", game, "--seed", "table", *only, "-o", "one", cwd=tmp_path)
        two = said_of(game, "kit", "made.yaml", *only, "-o", "two", cwd=tmp_path)
        assert result.returncode == two.returncode == 0, result.stderr + two.stderr
        (first,), (second,) = (tmp_path / "one").iterdir(), (tmp_path / "two").iterdir()
        assert first.name == second.name
        assert first.read_bytes() == second.read_bytes()


class TestSeeds:
    def test_one_that_is_drawn_is_told_and_makes_the_same_again(self, tmp_path: Path) -> None:
        drawn = in_process("generate", "chase", "-o", "drawn.yaml", cwd=tmp_path)
        (seed,) = re.findall(r"; seed (\S+)$", drawn.stdout, re.MULTILINE)
        assert in_process("generate", "chase", "--seed", seed, "-o", "again.yaml", cwd=tmp_path).returncode == 0
        assert (tmp_path / "drawn.yaml").read_bytes() == (tmp_path / "again.yaml").read_bytes()
        printed = in_process("kit", "chase", cwd=tmp_path)
        assert re.search(r"^Made up with the seed (\S+); to print it again: --seed \1$", printed.stdout, re.MULTILINE)

    def test_those_that_are_drawn_are_short_differ_and_spell_no_word(self) -> None:
        drawn = {drawn_seed() for _ in range(200)}
        assert len(drawn) == 200
        assert all(re.fullmatch(r"[b-df-hj-np-tv-z2-9]{3}-[b-df-hj-np-tv-z2-9]{3}", seed) for seed in drawn)

    @pytest.mark.parametrize("seed", ODD_SEEDS, ids=map(ascii, (seed[:12] for seed in ODD_SEEDS)))
    def test_every_command_with_a_seed_takes_any_text(self, seed: str, tmp_path: Path) -> None:
        """A game that was played with it replays from its file, and an army is made up again from it."""
        saved = tmp_path / "a.game"
        played = call_cli(
            "play", "two-villages", f"--seed={seed}", "--policy", "random", "--save", str(saved), "--json"
        )
        assert played.returncode == 0, played.stderr
        assert json.loads(played.stdout)["seed"] == seed
        replayed = call_cli("replay", str(saved), "--json")
        assert replayed.returncode == 0, replayed.stderr
        assert json.loads(replayed.stdout) == json.loads(played.stdout)
        army, again = (call_cli("army", "--budget", "60", f"--seed={seed}") for _ in range(2))
        assert army.returncode == 0, army.stderr
        assert army.stdout == again.stdout

    def test_no_command_takes_numbers_alone(self) -> None:
        """So a new command cannot ask for a number either."""
        with_seed = {
            name: option.bare_type()
            for name, command in get_command(app).commands.items()  # type: ignore[attr-defined]
            for option in command.params
            if "--seed" in option.opts
        }
        assert with_seed == dict.fromkeys(("kit", "army", "play", "playtest", "table"), "str")
        assert "--seed" in in_process("generate", "chase", "--help").stdout
        for name in {*ABLE} - {"chase"}:
            assert "--seed" in CliRunner().invoke(app, ["generate", name, "--help"]).stdout

    def test_a_number_and_its_digits_are_one_seed(self) -> None:
        assert ibbprint.play("two-villages", seed=3).saved == ibbprint.play("two-villages", seed="3").saved

    @given(st.text(max_size=60))
    def test_each_is_part_of_an_id(self, seed: str) -> None:
        slug = seed_slug(seed)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug)
        assert len(f"chase-{slug}") <= 60

    @given(st.text(max_size=12), st.text(max_size=12))
    def test_two_never_share_an_id(self, one: str, other: str) -> None:
        assert one == other or seed_slug(one) != seed_slug(other)

    def test_a_step_that_is_settled_moves_no_other(self) -> None:
        """The places of a chase are the same whoever hunts."""
        chase = every_game()["chase"]
        assert chase.offers(Game.generate)
        results = []
        for hound in ("greyhound", "bloodhound"):
            scenario = chase.generate(GenerateRequest("x", {"hound": hound}), KitOptions(), Report())
            assert scenario is not None
            results.append(quick_load(next(iter(scenario.files.values()))))
            assert scenario.rolls[0].shown == ()
        assert results[0]["units"][1]["hexes"] == results[1]["units"][1]["hexes"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("generate", "chess"), "there is no game 'chess' that can roll up scenarios. Did you mean chase?"),
        (("generate", "chase", "--hond", "x"), "no such option: --hond"),
        (("generate", "chase", "--hound", "hare"), "there is no hound 'hare'."),
        (("generate", "chase", "--seed", "1", "-o", "there.yaml"), "there.yaml already exists."),
        (("generate", "chase", "-o", "made.txt"), "a scenario is a .yaml file, not 'made.txt'."),
        (("kit", "heath", "--seed", "1"), "--seed rolls up a scenario, so name a game that can do so"),
        (
            ("kit", "--all", "chase", "--seed", "1"),
            "--seed rolls up one scenario, and --all prints the whole catalogue.",
        ),
    ],
)
def test_a_call_that_makes_no_sense_writes_nothing(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    (tmp_path / "there.yaml").write_text("mine")
    result = in_process(*words, cwd=tmp_path)
    assert result.returncode == 2
    assert message in result.stderr
    assert [each.name for each in tmp_path.iterdir()] == ["there.yaml"]
    assert (tmp_path / "there.yaml").read_text() == "mine"


def test_it_writes_over_a_file_only_when_told_to(tmp_path: Path) -> None:
    (tmp_path / "there.yaml").write_text("mine")
    assert in_process("generate", "chase", "--force", "--quiet", "-o", "there.yaml", cwd=tmp_path).returncode == 0
    assert "game: chase" in (tmp_path / "there.yaml").read_text()


@pytest.mark.usefixtures("_here")
class TestSeveralFiles:
    """What is made of several files is a folder with all of them, or none."""

    made = Generated("s", "ford-s", "The Ford", {"pack.yaml": b"pack", "maps/ford.yaml": b"map"})

    def test_it_gets_a_folder(self) -> None:
        assert written(self.made, Path(), False, Report()) == Path("ford-s")
        assert Path("ford-s/maps/ford.yaml").read_bytes() == b"map"
        assert written(self.made, Path("other"), False, Report()) == Path("other")
        assert {each.name for each in Path("other").iterdir()} == {"pack.yaml", "maps"}

    def test_it_goes_into_no_folder_that_is_there(self) -> None:
        Path("there").mkdir()
        with pytest.raises(BadRequest, match="there already exists"):
            written(self.made, Path("there"), False, Report())
        assert written(self.made, Path("there"), True, Report()) == Path("there")

    def test_it_is_written_whole_or_not_at_all(self) -> None:
        Path("there/maps").mkdir(parents=True)
        Path("there/maps/ford.yaml").mkdir()
        report = Report()
        assert written(self.made, Path("there"), True, report) is None
        assert not report.ok
        assert not Path("there/pack.yaml").exists()


@pytest.fixture
def chase_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game of somebody else in this process."""
    from ibbprint import systems

    monkeypatch.setattr(systems, "games", every_game)
    yield
    assert "chase" in sys.modules


@pytest.mark.usefixtures("_here", "chase_installed")
class TestPython:
    def test_it_makes_what_the_command_makes(self) -> None:
        scenario = ibbprint.generate("chase", seed="tonight", hound="greyhound")
        assert scenario.ok
        assert scenario.seed == "tonight"
        assert scenario.save() == Path("chase-tonight.yaml")
        assert scenario.save() is None
        assert "already exists" in str(scenario.report)
        result = in_process("generate", "chase", "--seed", "tonight", "--hound", "greyhound", "--json", cwd=Path.cwd())
        assert json.loads(result.stdout) == json.loads(scenario.json)

    def test_a_number_is_a_seed_too(self) -> None:
        assert ibbprint.generate("chase", seed=7).files == ibbprint.generate("chase", seed="7").files

    @pytest.mark.parametrize(
        ("game", "options", "message"),
        [
            ("chess", {}, "there is no game 'chess' for this."),
            ("chase", {"seed": 1.5}, "seed is a text or a whole number, not 1.5."),
            ("chase", {"speed": 3}, "scenarios of chase have no option 'speed'."),
            ("chase", {"hound": None, "force": True}, "scenarios of chase have no option 'force'."),
        ],
    )
    def test_what_makes_no_sense_is_in_the_report(self, game: str, options: dict[str, object], message: str) -> None:
        scenario = ibbprint.generate(game, **options)  # type: ignore[arg-type]
        assert message in str(scenario.report)
        assert scenario.made is None

    def test_a_kit_has_the_seed_that_was_drawn(self) -> None:
        result = ibbprint.kit("chase", only="counters")
        assert result.ok, result.report
        again = ibbprint.kit("chase", only="counters", seed=result.seed)
        assert again.pdf == result.pdf


def test_no_game_of_ours_takes_a_scenario_for_a_game() -> None:
    """A file that is called like a game is the scenario that is meant."""
    assert call_cli("kit", "ibb").returncode == 2
