"""What a table in the browser takes: `python -m benchmarks.table [SCENARIO] [CLICKS]`.

Clicks follow the hints, in the Chromium of the system: what it takes from a click to the answer on the page, how long
the other side’s turn takes, how large the page is, and how memory grows, on the page and in both processes.
"""

from __future__ import annotations

import importlib
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

SCENARIO, CLICKS = "hastings", 200
EARLY = 50
"""Memory is compared with that after so many clicks: before, things are still read and drawn for the first time."""
LOOK_MS = 5
PATIENCE_MS = 40_000
NUMBER = "document.body.dataset.number + document.getElementById('story').textContent.length"


@dataclass
class Figures:
    """Milliseconds of each click until the page shows its answer and of each wait for the enemy; MB early and late."""

    clicks: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    page_mb: list[float] = field(default_factory=list)
    heap_mb: list[float] = field(default_factory=list)
    processes_mb: list[float] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """The figures in words."""
        yield f"{len(self.clicks)} clicks: {median(self.clicks):.0f} ms in the middle, {max(self.clicks):.0f} at worst"
        if self.waits:
            middle, worst = median(self.waits) / 1000, max(self.waits) / 1000
            yield f"the enemy, {len(self.waits)} times: {middle:.1f} s in the middle, {worst:.1f} s at worst"
        yield f"the page: {self.page_mb[0]:.2f} MB"
        yield f"memory of the page: {self.heap_mb[0]:.1f} MB early, {self.heap_mb[-1]:.1f} MB late"
        yield f"memory of the processes: {self.processes_mb[0]:.0f} MB early, {self.processes_mb[-1]:.0f} MB late"


def chromium() -> str | None:
    """The Chromium of the system."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def served(*words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process of a command that serves a page, and its first link; it is ended afterwards."""
    command = [sys.executable, "-m", "ibbprint", *words, "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    link = re.search(r"http://\S+", process.stdout.readline())
    try:
        assert link is not None
        yield process, link[0]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()


def resident_mb(process: int) -> float:
    """The memory of a process and its children, MB."""
    kids = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    pages = sum(int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in (process, *map(int, kids)))
    return pages * 4096 / 1e6


def until(page: Any, true: Any) -> float:
    """Milliseconds until something is true of the page."""
    begun = time.perf_counter()
    while not true():
        if (time.perf_counter() - begun) * 1000 > PATIENCE_MS:
            raise TimeoutError(page.inner_text("body"))
        page.wait_for_timeout(LOOK_MS)
    return (time.perf_counter() - begun) * 1000


def clicked(page: Any, button: Any) -> float:
    """Milliseconds from a click until the page shows its answer."""
    before, confirms = page.evaluate(NUMBER), page.locator("#go").is_visible()
    begun = time.perf_counter()
    button.click()
    until(page, lambda: page.evaluate(NUMBER) != before or (not confirms and page.locator("#go").is_visible()))
    return (time.perf_counter() - begun) * 1000


def measured(scenario: str = SCENARIO, clicks: int = CLICKS) -> Figures:
    """The figures of so many clicks, or of a game to its end."""
    sync_playwright: Any = importlib.import_module("playwright.sync_api").sync_playwright  # the tests do without it
    figures = Figures()
    with served("table", scenario, "--save", "/dev/null") as (process, link), sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1024, "height": 768})
        sizes: list[int] = []
        page.on("response", lambda response: sizes.append(int(response.headers.get("content-length") or 0)))
        page.goto(link)
        page.wait_for_selector("#choices h2")
        page.wait_for_timeout(500)
        figures.page_mb.append(sum(sizes) / 1e6)
        tools = page.context.new_cdp_session(page)
        turn = re.compile(r"is over|You are (.*)\. Turn .*; \1 decides")
        while len(figures.clicks) < clicks:
            waited = until(page, lambda: turn.search(page.inner_text("#moment")))
            if waited > LOOK_MS * 4:
                figures.waits.append(waited)
            if "over" in page.inner_text("#moment"):
                break
            if page.locator("#ask [data-choice]").count() and page.locator("#ask").is_visible():
                button = page.locator("#ask [data-choice]").first
            else:
                page.click("#hint")
                until(page, lambda: page.evaluate("document.activeElement.dataset.choice !== undefined"))
                button = page.locator("[data-choice]:focus")
            figures.clicks.append(clicked(page, button))
            if page.locator("#go").is_visible():
                figures.clicks.append(clicked(page, page.locator("#go")))
            if len(figures.clicks) >= (EARLY if not figures.heap_mb else clicks):
                figures.heap_mb.append(_heap_mb(tools))
                figures.processes_mb.append(resident_mb(process.pid))
        figures.heap_mb.append(_heap_mb(tools))
        figures.processes_mb.append(resident_mb(process.pid))
        browser.close()
    return figures


def _heap_mb(tools: Any) -> float:
    tools.send("HeapProfiler.collectGarbage")
    return float(tools.send("Runtime.getHeapUsage")["usedSize"]) / 1e6


if __name__ == "__main__":
    scenario, clicks = [*sys.argv[1:], SCENARIO, str(CLICKS)][:2] if len(sys.argv) != 2 else (sys.argv[1], str(CLICKS))
    print("\n".join(measured(scenario, int(clicks)).lines()))
