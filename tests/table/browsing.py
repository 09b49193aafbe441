"""A real browser at a served table, for tests: Chromium is that of the system.

Every test skips with a reason where there is no playwright, no Chromium, or one that does not start.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE_MS = 60_000
LOOK_MS = 40


class Table:
    """A table that the command serves, and where Ctrl-C saves its game."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.file = folder / "table.game"
        command = [
            sys.executable,
            "-m",
            "ibbprint",
            *(words if words[0] == "map" else ("table", *words)),
            "--no-browser",
        ]
        command += [] if words[0] == "map" else ["--save", str(self.file)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
        assert self.process.stdout is not None
        self.links: list[str] = []
        while match := re.search(r"http://\S+", self.process.stdout.readline()):
            self.links.append(match[0])

    def end(self) -> str:
        """The saved game; nothing of a map."""
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=PATIENCE_MS / 1000)
        return self.file.read_text(encoding="utf-8") if self.file.exists() else ""


def opened(browser: Any, link: str, faults: list[str], **options: Any) -> Any:
    """The page of a link, with its map; what goes wrong in its scripts is noted among the faults."""
    page = browser.new_page(viewport={"width": 1024, "height": 768}, **options)
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.goto(link)
    page.wait_for_selector("#choices h2, #tools button")
    return page


def middle(page: Any, cell: str) -> tuple[float, float]:
    """The middle of a cell on the screen."""
    box = page.locator(f'.cell[data-cell="{cell}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def until(page: Any, true: Callable[[], object]) -> None:
    """Wait until something is true of a page; its policy forbids scripts that Playwright would wait with inside it."""
    for _ in range(PATIENCE_MS // LOOK_MS):
        if true():
            return
        page.wait_for_timeout(LOOK_MS)
    raise AssertionError(page.inner_text("body"))


def shown(page: Any) -> tuple[str, int]:
    """The number of the game that a page shows, and how much of the story."""
    number, letters = page.evaluate(
        "[document.body.dataset.number, document.getElementById('story').textContent.length]"
    )
    return number, letters


def settled(page: Any) -> str:
    """Wait until the person must decide or the game is over; the words at the top."""
    turn = re.compile(r"is over|You are (.*)\. (?:Turn .*|Set-up); \1 decides")
    until(page, lambda: turn.search(page.inner_text("#moment")))
    return str(page.inner_text("#moment"))
