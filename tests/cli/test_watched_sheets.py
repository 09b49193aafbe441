"""Maps and sheets of text on the page of a pack that is watched: there as soon as their own files are saved."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from ibbprint.engine.api.kits import KitOptions
from ibbprint.press.watching import Watched
from ibbprint.problems import Report
from ibbprint.shipped import shipped
from ibbprint.systems import games
from tests.helpers import ROOT
from tests.waiting import PATIENCE_S, until

THAW = ROOT / "docs" / "examples" / "long-thaw"


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_round_names_the_sections_whose_map_or_text_it_found_changed(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(THAW, tmp_path / "pack"))

    def make(sections: frozenset[str], report: Report) -> Any:
        return games()["printed"].kit("", KitOptions((pack,), only=sections), report)

    watched = Watched(make, [pack, pack / "templates", shipped("templates")], tmp_path / "page")
    assert watched.open(Report())
    rounds = []
    for file, old, new in (
        ("maps/valley.yaml", '"..f....h...."', '"..f....hh..."'),
        ("texts/charts.md.j2", "## Combat", "## How to fight"),
        ("game.yaml", "title: Player aid", "title: Player’s aid"),
    ):
        watched.round()
        edit(pack / file, old, new)
        watched.round(anew=file.endswith(".j2"))
        rounds.append(watched.changed_sections)
        watched.round()
        assert watched.changed_sections == []
    maps = {board.section for board in make(frozenset(), Report()).boards}
    assert maps
    assert maps <= set(rounds[0])  # a sheet whose values have the map in them may be there as well
    assert rounds[1] == ["charts"]
    assert rounds[2] == ["charts"]


def _state(page: Path) -> dict[str, Any]:
    file = page / "state.js"
    text = file.read_text(encoding="utf-8") if file.is_file() else "state({});\n"
    result: dict[str, Any] = json.loads(text.removeprefix("state(").rstrip(";\n")[:-1])
    return result


def test_a_map_is_on_the_page_before_the_whole_kit_is_printed_again(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(THAW, tmp_path / "pack"))
    page = tmp_path / "out" / "long-thaw-watch"
    command = [sys.executable, "-m", "ibbprint", "watch", str(pack), "-o", str(tmp_path / "out")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        try:
            until(lambda: _whole(_state(_found(tmp_path, page))), process)
            page = _found(tmp_path, page)
            edit(pack / "maps" / "valley.yaml", '"..f....h...."', '"..f....hh..."')
            until(lambda: _state(page)["changedSheets"], process)
            text = _state(page)
            assert text["busy"]  # the whole kit is still to come
            files = [file for file, title, *_ in text["sheets"] if title in text["changedSheets"]]
            assert files
            assert all(file.startswith("soon/") and (page / file).is_file() for file in files)
            until(lambda: not _state(page)["busy"], process)
            assert not [file for file, *_ in _state(page)["sheets"] if file.startswith("soon/")]
            process.send_signal(signal.SIGINT)
            process.wait(timeout=PATIENCE_S)
        finally:
            process.kill()
    assert process.returncode == 0


def _whole(state: dict[str, Any]) -> bool:
    """Whether the page shows the sheets of a whole kit."""
    return bool(state.get("sheets")) and not state["busy"]


def _found(tmp_path: Path, usual: Path) -> Path:
    """The folder of the page, whatever the watched game is called."""
    return next((file.parent for file in tmp_path.glob("out/*/state.js")), usual)
