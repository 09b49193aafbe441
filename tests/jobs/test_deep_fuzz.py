"""Files that are nearly right get far into the program: a saved game into its replay, a printout into the comparison.

What is spoilt is what comes after the heads, so that most of the files are read and much of each is used. `make soak`
spoils 20,000 of each sort, and shows how many got how far.
"""

from __future__ import annotations

import json
import random
import re
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.engine.session import Opened, Playing
from ibbprint.playtest import saved
from ibbprint.press.manifest import KEPT_AS, Change, Manifest, changes, read_manifest
from ibbprint.problems import Report
from tests.engine.test_play_properties import opened
from tests.helpers import SOAK, every_scenario, printed
from tests.spoiling import seeds, show, spoil

SCENARIOS = tuple(every_scenario())
MANY, PARTS = (20_000, 40) if SOAK else (48, 1)
ACTIONS = 150
"""A saved game that is spoilt has so many actions: set-up and a turn or two."""
LEAST_SHARE = 0.3
"""Of what is spoilt, at least so much must get far."""


# --- saved games --------------------------------------------------------------------------------------------------


@cache
def game_of(scenario: str, seed: int) -> tuple[Opened, str]:
    """A shipped scenario, and the saved text of a game of it that random players have begun."""
    which, stream = opened(scenario), random.Random(seed)
    game = which.start(seed, listen=True)
    recorder = saved.Recorder(saved.Head(scenario, str(seed)))
    for _ in range(ACTIONS):
        if game.is_over:
            break
        actions = game.candidates()
        action = actions[int(stream.random() * len(actions))]
        recorder.note(game, action)
        game.play(action)
    return which, recorder.text(game)


def spoilt(text: str, dice: random.Random) -> str:
    """The game with an action or two changed, lost, doubled, exchanged or made of the words of others."""
    lines = text.split("\n")
    first = next(at for at, line in enumerate(lines) if line.startswith("begins:")) + 1
    acts = [at for at in range(first, len(lines)) if lines[at] and not lines[at].startswith(("#", "ends"))]
    words = [word for at in acts for word in lines[at].split()]
    for _ in range(dice.randint(1, 2)):
        at, other = dice.choice(acts), dice.choice(acts)
        own = lines[at].split() or ["pass"]
        place, kind = dice.randrange(len(own)), dice.randrange(8)
        if kind == 0:
            lines[at] = ""
        elif kind == 1:
            lines[at] += f"\n{lines[other]}"
        elif kind == 2:
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == 3:
            own[place] = dice.choice(words)
        elif kind == 4:
            own[place] = re.sub(r"\d", lambda _: str(dice.randrange(10)), own[place])
        elif kind == 5:
            own.insert(place, dice.choice(words))
        elif kind == 6:
            del own[place]
        else:
            own[place] += dice.choice(("-0101", "x", "=", "9" * 30, "é", "-", ",", "/"))
        if kind > 2:
            lines[at] = " ".join(own)
    return "\n".join(lines)


class Counted:
    """A scenario that counts the actions that are done in its games."""

    def __init__(self, which: Opened) -> None:
        self.which = which
        self.sides = which.sides
        self.done = 0

    def start(self, seed: int, *, listen: bool = False) -> Any:
        game = self.which.start(seed, listen=listen)
        play = game.play

        def counting(action: Any) -> Any:
            self.done += 1
            return play(action)

        return _Wrapped(game, counting)


class _Wrapped:
    """A game in which `play` is another function."""

    def __init__(self, game: Playing, play: Any) -> None:
        self._game = game
        self.play = play

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


@pytest.mark.parametrize("part", range(PARTS))
def test_spoilt_games_are_replayed_as_far_as_they_go(
    part: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every one is played to its end or to a fault at a line of it; most are played for many actions."""
    path = tmp_path / "spoilt.game"
    counts = {"spoilt": 0, "read": 0, "played for 10 actions": 0, "played through": 0}
    for seed in seeds(MANY, part, PARTS):
        dice = random.Random(seed)
        which, text = game_of(SCENARIOS[seed % len(SCENARIOS)], seed % 8 // 4)
        path.write_text(spoilt(text, dice), encoding="utf-8")
        report = Report()
        counts["spoilt"] += 1
        read = saved.read_saved(path, report)
        if read is None:
            assert not report.ok, seed
            continue
        counts["read"] += 1
        counted: Any = Counted(which)
        played = saved.replay(read, counted, report, path)
        assert (played is not None) == report.ok, seed
        for problem in report:
            assert problem.where.line > 0, (seed, str(problem))
            assert problem.message.endswith((".", "?")), (seed, str(problem))
        counts["played for 10 actions"] += counted.done >= 10
        counts["played through"] += played is not None
    show("saved games", counts, capsys)
    assert counts["read"] > 0.9 * counts["spoilt"]
    assert counts["played for 10 actions"] > LEAST_SHARE * counts["spoilt"]


# --- printouts ----------------------------------------------------------------------------------------------------


@cache
def manifest() -> dict[str, Any]:
    """What a real printout says of itself."""
    pdf = printed("stirling", only=("counters", "crt")).pdf
    from ibbprint.drawing.private_data import read_kept

    data = read_kept(pdf, KEPT_AS, 50_000_000)
    assert data is not None
    result: dict[str, Any] = json.loads(data)
    return result


def spoilt_data(data: Any, dice: random.Random) -> Any:
    """The data with a few values replaced, left out, doubled or exchanged, of pieces that were drawn another way."""
    data = json.loads(json.dumps(data))
    for thing in data["things"].values():
        thing[2] = thing[2] if dice.random() < 0.7 else "another"
    for _ in range(dice.randint(1, 4)):
        spoil(data, dice)
    return data


def pdf_with(name: str, data: bytes) -> bytes:
    """A PDF that carries these data."""
    writer = PdfWriter(Book("kept"))
    writer.begin_page(50, 50, label="1")
    writer.end_page()
    writer.keep(name, data)
    return writer.bytes()


@cache
def empty_pdf() -> tuple[bytes, bytes]:
    """What stands before and after the data of a PDF that carries some."""
    mark = b"these data" * 10
    packed = zlib.compress(mark)
    before, result, after = pdf_with(KEPT_AS, mark).partition(packed)
    assert result
    return before, after


@pytest.mark.parametrize("part", range(PARTS))
def test_spoilt_printouts_are_compared_or_told(part: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A PDF whose manifest was tampered with is compared with the kit as it is, or an error at the file."""
    path = tmp_path / "spoilt.pdf"
    counts = {"spoilt": 0, "read": 0, "with changes": 0}
    now = _as_manifest(manifest(), tmp_path)
    before, after = empty_pdf()
    for seed in seeds(MANY, part, PARTS):
        dice = random.Random(seed)
        data = json.dumps(spoilt_data(manifest(), dice)).encode()
        pdf = before + zlib.compress(data, 1) + after
        if dice.random() < 0.2:  # and a byte of the file itself
            at = dice.randrange(len(pdf))
            pdf = pdf[:at] + bytes([dice.randrange(256)]) + pdf[at + 1 :]
        path.write_bytes(pdf)
        counts["spoilt"] += 1
        report = Report()
        read = read_manifest(path, "stirling", report)
        assert (read is not None) == report.ok, seed
        if read is None:
            assert [problem.where.file for problem in report] == [str(path)], seed
            continue
        counts["read"] += 1
        result = changes(read, now, ["counters", "crt"])
        counts["with changes"] += bool(result)
        assert all(
            isinstance(change, Change) and len(change.label + change.was + change.now) < 9000 for change in result
        )
        assert all(change.copies <= 100_000 for change in result), seed
    show("printouts", counts, capsys)
    assert counts["read"] > LEAST_SHARE * counts["spoilt"]
    assert counts["with changes"] > LEAST_SHARE * counts["spoilt"]


def _as_manifest(data: Any, folder: Path) -> Manifest:
    path = folder / "now.pdf"
    path.write_bytes(pdf_with(KEPT_AS, json.dumps(data).encode()))
    read = read_manifest(path, "stirling", Report())
    assert read is not None
    return read
