"""Every command that README.md and docs/*.md name is run, in a folder set up as the text around it says."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import uvicorn
from typer.testing import CliRunner

from ibbprint.drawing import png
from ibbprint.drawing.png import to_png
from ibbprint.drawing.shapes import Drawing
from ibbprint.engine.session import Opened, Playing
from ibbprint.jobs import certifying, export_kits, export_tables, exports, generating_fair, playtest_games
from ibbprint.playtest import outcome, policies
from ibbprint.playtest.commander import AS_USUAL
from ibbprint.playtest.recording import Record, play_and_record
from ibbprint.press import book, faces_export, turn_maps
from ibbprint.problems import Report
from ibbprint.systems.ibb import generating
from ibbprint.systems.ibb.generating.looking import Look
from ibbprint.virtual.pictures import Face, Pictures
from ibbprint.virtual.plan import Scene
from tests.helpers import ROOT, SOAK, app, print_kit, quick_load, watch_once

DOCUMENTS = [
    "README.md",
    "CONTRIBUTING.md",
    *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").glob("*.md"))),
    *(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs" / "examples").rglob("*.md"))),
]
EXAMPLE = "docs/examples/salt-marsh"
ENDS_WITH_1: Mapping[tuple[str, str], str] = {
    ("docs/checking.md", "ibbprint check hastings --as-printed"): "the set-up as printed has errors, which are shown",
    ("docs/commands.md", "ibbprint preflight KIT.pdf --press"): "a kit for a printer at home is not for a print shop",
    ("docs/errata.md", "ibbprint check ID --as-printed"): "the same",
}
"""Commands that find something wrong, because the text says so."""
INSTEAD: Mapping[str, str] = {
    "ibbprint COMMAND --help": "ibbprint kit --help",
    "ibbprint schema KIND": "ibbprint schema units",
    "ibbprint check ID --as-printed": "ibbprint check hastings --as-printed",
    "ibbprint rules show ID": "ibbprint rules show R-74",
    "ibbprint watch upper --pack lower": f"ibbprint watch my-pack --pack {EXAMPLE}",
    "ibbprint map check FILE": "ibbprint map check tonight.yaml",
    "ibbprint preflight FILE": "ibbprint preflight output/low-tide-press.pdf",
    "ibbprint playtest hastings --games 20000 --cluster tcp://192.168.1.20:8786 --log hastings.jsonl": (
        "ibbprint playtest hastings --games 20000 --log hastings.jsonl"
    ),
    "ibbprint symbols pictures -s slack-water -o art.pdf": (
        "ibbprint symbols pictures -s docs/examples/many-maps -o art.pdf"
    ),
    "ibbprint help COMMAND": "ibbprint help kit",
    "ibbprint preflight KIT.pdf": "ibbprint preflight printed-on-monday.pdf",
    "ibbprint preflight KIT.pdf --press": "ibbprint preflight printed-on-monday.pdf --press",
    "ibbprint kit ... --changed-since KIT.pdf": (
        f"ibbprint kit low-tide --pack {EXAMPLE} --changed-since printed-on-monday.pdf"
    ),
}
"""What stands for something of the reader's own, and what it is here."""
MENDED = ("Write `1 Elven Archers` in line 12", "1 archers Q3", "1 Elven Archers")
"""Where a page has the reader mend the list that it shows with a fault in it."""
WALLISH = "ibbprint check wallish.txt"
A_FEW_GAMES = 1
"""So many games of a playtest are played."""
A_FEW = 12
"""So many actions of a game are played where the whole game is not wanted."""


class Written(NamedTuple):
    """A command as it is written, and where; `alone` in a block of commands, not in a sentence."""

    words: str
    line: int
    alone: bool


def commands(text: str) -> list[Written]:
    """Every command of a document: `$ ` before it and what stands two blanks after it are no part of it."""
    results = []
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            begun = re.match(r"(?:\$ )?(?:\.venv/bin/)?((?:ibbprint|make) \S.*)", line.strip())
            if begun:
                results.append(Written(re.split(r" {2,}", begun[1])[0], number, alone=True))
        else:
            inside = re.findall(r"`(?:\.venv/bin/)?((?:ibbprint|make) [^`]+)`", line)
            results += [Written(words, number, alone=False) for words in inside]
    return results


def call(*words: str) -> None:
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output


LIST = "Host {}\nBudget: 60\n\nCaptain 3\n3 Light Infantry Q3\n2 Heavy Cavalry Q3\n"


def set_up(folder: Path, text: str) -> None:
    """What the document says that the reader has: a pack, a scenario, lists, a saved game, an earlier printout."""
    (folder / "docs").symlink_to(ROOT / "docs")
    for name in ("a", "b", "mine", "yours"):
        Path(f"{name}.txt").write_text(LIST.format(name), encoding="utf-8")
    blocks = re.findall(r"```\n(.*?)```", text, re.DOTALL)
    Path("wallish.txt").write_text(next((b for b in blocks if b.startswith("The Host of Wallish")), ""))
    Path("iron-hall.txt").write_text("".join(re.findall(r"```\n(Battle Turn roster: .*?)```", text, re.DOTALL)))
    Path("bell.txt").write_text(next((b for b in blocks if b.startswith("The Company of the Bell")), ""))
    shutil.copyfile(ROOT / "scenarios" / "ibb" / "stirling.yaml", "my-battle.yaml")
    if "my-army.csv" in text:
        corpus = quick_load((ROOT / "tests" / "corpus" / "battle_turn" / "rosters.yaml").read_text(encoding="utf-8"))
        for name in ("my-army", "mine", "theirs"):
            Path(f"{name}.csv").write_text(corpus["table"], encoding="utf-8")
    if "my-pack" in text:
        call("new", "my-pack")
        Path("my-pack/scenarios/goose-common.yaml").rename("my-pack/scenarios/my-battle.yaml")
        changed = Path("my-pack/scenarios/my-battle.yaml").read_text(encoding="utf-8")
        Path("my-pack/scenarios/my-battle.yaml").write_text(changed.replace("id: goose-common", "id: my-battle", 1))
    if "slack-water" in text:
        call("new", "slack-water", "--game", "printed")
        Path("night-tide").mkdir()
        Path("night-tide/game.yaml").write_text("game: {id: night-tide, title: Night Tide, over: slack-water}\n")
        result, report = print_kit("", packs=[Path("slack-water")], only=["counters"], game="printed")
        assert result is not None, list(report)
        Path("monday.pdf").write_bytes(result.pdf)
    if "hexwright-files" in text:
        Path("mygame/maps").mkdir(parents=True)
        railways = (ROOT / "docs" / "examples" / "many-maps" / "maps" / "railways.yaml").read_text(encoding="utf-8")
        ridge = railways.replace("id: railways", "id: ridge", 1).replace("title: The Railways", "title: Ridge", 1)
        Path("mygame/maps/ridge.yaml").write_text(ridge, encoding="utf-8")
        call("map", "export", "mygame/maps/ridge.yaml", "--as", "wright", "-o", "hexwright-files")
    if "my.game" in text:
        call("play", "stirling", "--save", "my.game")
    if "KIT.pdf" in text or "printed-on-monday.pdf" in text:
        result, report = print_kit("low-tide", packs=[ROOT / EXAMPLE], only=["counters"])
        assert result is not None, list(report)
        Path("printed-on-monday.pdf").write_bytes(result.pdf)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a command is done, but watch looks once.

    Kits and maps are drawn, battles studied, games ended, and a battle played again for a playtest, in long tests only.
    """
    watch_once(monkeypatch)
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)  # else a table would be served until Ctrl-C
    if SOAK:
        return
    monkeypatch.setattr(policies, "play_game", begun)
    monkeypatch.setattr(playtest_games, "play_and_record", once)
    for job in (certifying, generating_fair):  # other processes would play every game of a search
        monkeypatch.setattr(job, "processes", lambda _: 1)
    monkeypatch.setattr(certifying, "BUDGETS", dict.fromkeys(certifying.BUDGETS, certifying.LEAST_BUDGET))
    monkeypatch.setattr(policies, "study", lambda *_: AS_USUAL)
    monkeypatch.setattr(generating, "looked_at", lambda *_: Look(0, {}, {}, 0, 0))
    monkeypatch.setattr(outcome.Length, "most", A_FEW_GAMES)
    monkeypatch.setattr(book, "make_book", lambda *_, **__: small_book())
    monkeypatch.setattr(faces_export, "export_faces", lambda *_, **__: faces_export.Exported(1, 1))
    monkeypatch.setattr(png, "to_png", lambda *_, **__: to_png(Drawing(1, 1)))
    monkeypatch.setattr(turn_maps, "write_maps", lambda *_, **__: [])
    monkeypatch.setattr(exports, "drawn_table", undrawn)


def undrawn(
    _order: object, opened: Sequence[export_kits.Opened], dpi: int, report: Report, *_: object, **__: object
) -> export_tables.Drawn:
    """Kits on a virtual table without a picture."""
    scenes = [Scene(each.kit, {}, None, None) for each in opened]
    return export_tables.Drawn(scenes, Pictures(dpi, report), Face("moved.png", 1, 1), notes=[[] for _ in opened])


@cache
def small_book() -> book.MadeBook:
    result, report = print_kit("stirling", only=["crt"])
    assert result is not None, list(report)
    return result


def begun(opened: Opened, seed: int, policies: Mapping[str, Any], listen: bool = False, noted: Any = None) -> Playing:
    """The first actions of a game."""
    game = opened.start(seed, listen=listen)
    for _ in range(A_FEW):
        side = game.to_move
        assert side is not None
        action = policies[side].choose(game.view(side) if policies[side].looks else game)
        if noted is not None:
            noted(game, action)
        game.play(action)
    return game


PLAYED: dict[str, Record] = {}
"""A game of each battle that some document has playtested, by the text of its file."""


def once(opened: Opened, seed: str, policies: Mapping[str, Any]) -> Record:
    """A game of a playtest: the first of its battle is played to its end, and is taken for all others.

    It is taken under other switches, numbers and policies too, under which the battle has the same counters.
    """
    battle = repr(opened.battle.source.data)
    if battle not in PLAYED:
        PLAYED[battle] = play_and_record(opened, seed, policies)
    return {**PLAYED[battle], "seed": seed}


@cache
def knows_how(words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["make", "-n", *shlex.split(words)[1:]], cwd=ROOT, capture_output=True, text=True)


def fault(name: str, written: Written) -> str:
    """Run a command; what is wrong with how it ends, or nothing."""
    if written.words.startswith("make "):  # what it makes is tested elsewhere; here, that it knows how
        result = knows_how(written.words)
        return "" if result.returncode == 0 else f"{name}:{written.line}: {result.stderr}"
    meant = INSTEAD.get(written.words, written.words)
    words = shlex.split(meant)[1:]
    if not written.alone and len(words) < 3 and not any(set(word) & set("-./") for word in words):
        words.append("--help")  # a sentence speaks of the command
    if words[0] == "new":
        shutil.rmtree(words[1], ignore_errors=True)
    ended = CliRunner().invoke(app, words)
    code = int((name, written.words) in ENDS_WITH_1)
    if ended.exit_code == code and isinstance(ended.exception, SystemExit | None):
        return ""
    text = ended.output[-400:] if isinstance(ended.exception, SystemExit) else repr(ended.exception)
    return f"{name}:{written.line}: {written.words}\n  ends with {ended.exit_code}, not {code}: {text}"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_command_of_a_document_does_what_the_text_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    text = (ROOT / name).read_text(encoding="utf-8")
    set_up(tmp_path, text)
    mended = next((number for number, line in zip(count(1), text.splitlines()) if MENDED[0] in line), 0)
    faults = []
    for each in commands(text):
        sound = each.words != WALLISH or each.line > mended
        if mended and each.line > mended:
            Path("wallish.txt").write_text(Path("wallish.txt").read_text().replace(*MENDED[1:]))
        result = fault(name, each)
        if sound == bool(result):
            faults.append(result or f"{name}:{each.line}: {each.words} finds nothing wrong")
    assert not faults, "\n".join(faults)


def shown_answers(text: str) -> list[tuple[str, str]]:
    """Each command that a document shows with its answer, `$ ` before it; `...` in the answer is anything."""
    blocks = re.findall(r"```\n\$ (ibbprint .*)\n((?:.*\n)+?)```", text)
    return [(words, answer) for words, answer in blocks if answer.strip()]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_answer_that_a_document_shows_is_the_one_that_comes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    """Word for word, with the places in files."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / name).read_text(encoding="utf-8")
    set_up(tmp_path, text)
    printed = shown_answers(text)
    assert len(printed) == text.count("\n$ ibbprint ")
    for words, answer in printed:
        message = " ".join(CliRunner().invoke(app, shlex.split(words)[1:]).output.replace(f"{ROOT}/", "").split())
        parts = (re.escape(" ".join(part.split())) for part in answer.split("..."))
        assert re.search(" ?.*? ?".join(parts), message), f"{name}: {words}\n{message}"


def test_the_commands_of_every_kind_of_place_are_found() -> None:
    """Blocks with and without fences, prompts, sentences; what is explained beside a command is left out."""
    block = "```\n$ ibbprint kit a  the kit\nibbprint: no\nmake x\n```\n"
    text = f"    ibbprint list\n{block}Say `ibbprint check` or `make y`."
    assert [each.words for each in commands(text)] == [
        "ibbprint list",
        "ibbprint kit a",
        "make x",
        "ibbprint check",
        "make y",
    ]
    every = [each.words for name in DOCUMENTS for each in commands((ROOT / name).read_text(encoding="utf-8"))]
    assert len(every) > 100
    assert set(INSTEAD) <= set(every), "what stands for something else is in no document any longer"
    assert {words for _, words in ENDS_WITH_1} <= set(every)
