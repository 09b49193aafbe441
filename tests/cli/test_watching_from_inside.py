"""`ibbprint watch` from inside a pack: what lies in the folder is data, and its own output is no change."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.helpers import FOLDERS, ROOT, SOAK
from tests.waiting import PATIENCE_S, until


class Example(NamedTuple):
    """What is watched: its folder, its kit, and the map of the kit."""

    folder: Path
    kit: str
    map: str


GAME = Example(FOLDERS["tin-road"], "tin-road", "pass")
PACK = Example(ROOT / "docs" / "examples" / "salt-marsh", "low-tide", "salt-marsh")
"""Its kit takes six times as long to print."""
MODULES = (
    "ibbprint",
    "typer",
    "jinja2",
    "reportlab",
    "sitecustomize",
    "usercustomize",
    "yaml",
    "site",
    "json",
    "encodings",
)
"""Packages of these names are imported by ibbprint or by Python itself when it starts."""


class Desk:
    """A pack in which `ibbprint watch` runs, and the page that it writes into `output` there."""

    def __init__(self, example: Example, pack: Path, process: subprocess.Popen[str]) -> None:
        self.example = example
        self.pack = pack
        self.process = process
        self.page = pack / "output" / f"{example.kit}-watch"

    @property
    def state(self) -> dict[str, Any]:
        """What the page shows; empty before the first round."""
        try:
            text = (self.page / "state.js").read_text(encoding="utf-8")
        except OSError:
            return {}
        data: dict[str, Any] = json.loads(text.removeprefix("state(").rstrip(";\n")[:-1])
        return data

    def until(self, done: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Wait for the page to come to it; the state in which it has."""
        results: list[dict[str, Any]] = []

        def has_come() -> bool:
            state = self.state
            results.append(state)
            return bool(state and done(state))

        until(has_come, self.process)
        return results[-1]

    def end(self) -> str:
        """Ctrl-C, and what the command said on its terminal."""
        self.process.send_signal(signal.SIGINT)
        output, _ = self.process.communicate(timeout=PATIENCE_S)
        return output


@pytest.fixture(params=[GAME, PACK] if SOAK else [GAME], ids=lambda example: example.kit)
def desk(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Desk]:
    """A pack, or a game of one's own, full of packages that betray themselves when they are imported."""
    pack = tmp_path / "pack"
    shutil.copytree(request.param.folder, pack)
    for name in MODULES:
        (pack / name).mkdir()
        (pack / name / "__init__.py").write_text(f"open({str(tmp_path / name)!r}, 'w').close()\n")
    (pack / "evil-1.0.dist-info").mkdir()
    (pack / "evil-1.0.dist-info" / "entry_points.txt").write_text("[ibbprint.games]\nevil = json:dumps\n")
    ignored = signal.signal(signal.SIGINT, signal.default_int_handler)  # as in a job in the background
    command = [sys.executable, "-P", "-m", "ibbprint", "watch"]
    process = subprocess.Popen(command, cwd=pack, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    signal.signal(signal.SIGINT, ignored)
    with process:
        try:
            yield Desk(request.param, pack, process)
        finally:
            process.kill()


def test_a_watched_pack_is_data_and_its_output_no_change(desk: Desk, tmp_path: Path) -> None:
    """No module of the pack is imported, the kit is printed once and not for ever, and its sheets are on the page.

    A saved map draws its sheets again; in the soak, a page that is deleted comes back whole.
    """
    pdf = f"{desk.example.kit}.pdf"
    state = desk.until(lambda state: state["sheets"] and not state["busy"])
    assert state["printing"][1] == pdf
    titles = [title for _, title, *_ in state["sheets"]]
    assert not any("Counters" in title for title in titles), "pieces are shown one by one"
    for file, _, width, height, _ in state["sheets"]:
        assert (desk.page / file).read_bytes().startswith(b"<?xml")
        assert min(width, height) >= 200
    assert state["changedSheets"] == []

    version = state["version"]
    map_file = desk.pack / "maps" / f"{desk.example.map}.yaml"
    text = map_file.read_text(encoding="utf-8")
    title = next(line for line in text.splitlines() if line.strip().startswith("title:"))
    assert any(title.partition(": ")[2] in output for output in titles)
    saved = tmp_path / "saved.yaml"
    saved.write_text(text.replace(title, "  title: The Drowned Fen"), encoding="utf-8")
    saved.replace(map_file)  # at once: half a file, looked at between two writings, would be a round more
    state = desk.until(lambda state: not state["busy"] and any("Drowned Fen" in s[1] for s in state["sheets"]))
    assert state["version"] != version
    assert any("Drowned Fen" in title for title in state["changedSheets"])
    assert 0 < len(state["changedSheets"]) < len(titles), "sheets of text are as before"

    if SOAK:
        (desk.pack / "output").rename(tmp_path / "deleted")
        state = desk.until(
            lambda state: desk.page.joinpath("index.html").is_file() and state["sheets"] and not state["busy"]
        )
    for _, faces in state["groups"]:
        for _, label, _, _, digest, _ in faces:
            assert (desk.page / "faces" / f"{digest}.js").is_file(), label
    assert (desk.page / pdf).is_file()

    message = desk.end()
    assert desk.process.returncode == 0
    rounds = 3 if SOAK else 2
    assert len([line for line in message.splitlines() if "faces drawn" in line or "face drawn" in line]) == rounds
    assert [name for name in MODULES if (tmp_path / name).exists()] == []
    assert len([line for line in message.splitlines() if f"{pdf}: " in line]) == rounds
    assert "evil" not in message.replace("evil-1.0.dist-info: warning: nothing reads this folder", "")
