"""What a table in the browser takes: `python -m benchmarks.table [SCENARIO] [CLICKS]`.

Clicks follow the hints, in the Chromium of the system: what it takes from a click to the frame that shows its answer,
how long all takes that the other side does in a turn, how large the page is, and what page and processes hold in
memory. The page itself takes the time of a click, from the event of the mouse on: what Playwright does before, such as
waiting until a button stands still, is no part of it. Three minutes on a quiet machine.
"""

from __future__ import annotations

import importlib
import os
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

SCENARIO, CLICKS, ROUNDS = "hastings", 200, 200
EARLY = 50
"""Memory is compared with that after so many clicks: before, things are still read and drawn for the first time."""
LOOK_MS = 5
PATIENCE_MS = 40_000
WATCH = """
(() => {
  let clicked = 0;
  window.answered = [];
  addEventListener("click", (event) => {
    if (event.target.closest("[data-choice], #go")) clicked = event.timeStamp;
  }, true);
  const seen = () => {
    const begun = clicked;
    clicked = 0;
    requestAnimationFrame(() => {
      const drawn = new MessageChannel();  // its message comes once the frame has been drawn
      drawn.port1.onmessage = () => window.answered.push(performance.now() - begun);
      drawn.port2.postMessage(0);
    });
  };
  addEventListener("DOMContentLoaded", () => {
    new MutationObserver(() => clicked && seen()).observe(document.body, { attributeFilter: ["data-number"] });
    const odds = () => clicked && document.getElementById("go") && seen();
    new MutationObserver(odds).observe(document.getElementById("ask"), { childList: true });
  });
})();
"""
"""Notes how many milliseconds after each click its answer is on the page: a new state of the game, or the odds."""
ANSWERED = "window.answered"
TURN = re.compile(r"is over|You are (.*)\. (?:Turn .*|Set-up); \1 decides")


@dataclass
class Memory:
    """MB in use on the page after its garbage is gone, and resident in the server and the process of the game; the
    nodes of the page.
    """

    heap: float
    nodes: int
    server: float
    game: float

    def __str__(self) -> str:
        return f"page {self.heap:.1f} MB and {self.nodes} nodes, server {self.server:.1f} MB, game {self.game:.1f} MB"


@dataclass
class Figures:
    """Milliseconds of each click until the page shows its answer, and of waits for the enemy by turns; the page, MB."""

    clicks: list[float] = field(default_factory=list)
    waits: dict[str, float] = field(default_factory=dict)
    page_mb: float = 0.0
    memory: dict[str, Memory] = field(default_factory=dict)
    worked: float = 0.0
    """Seconds of processor time from each click until its answer is there, for all clicks; no hints, no policies."""

    def lines(self) -> Iterator[str]:
        """The figures in words."""
        yield f"{len(self.clicks)} clicks: {median(self.clicks):.0f} ms in the middle, {max(self.clicks):.0f} at worst"
        each = self.worked / len(self.clicks) * 1000
        yield f"processor time a click, until its answer is there: {each:.0f} ms"
        if self.waits:
            middle, worst = median(self.waits.values()) / 1000, max(self.waits.values()) / 1000
            yield f"the enemy’s part of a turn: {middle:.1f} s in the middle of {len(self.waits)}, {worst:.1f} at worst"
        yield f"the page: {self.page_mb:.2f} MB"
        for when, memory in self.memory.items():
            yield f"memory {when}: {memory}"


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
    """The memory of a process, MB."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096 / 1e6


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def worked_s(tools: Any, process: int) -> float:
    """Seconds of processor time of the server, the process of the game, and the main thread of the page."""
    ticks = 0
    for each in (process, *children(process)):
        words = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        ticks += int(words[11]) + int(words[12])  # in user mode and in the kernel
    return ticks / os.sysconf("SC_CLK_TCK") + metric(tools, "TaskDuration")


def metric(tools: Any, name: str) -> float:
    """A figure of the page, from the developer tools of the browser."""
    return float(
        next(each["value"] for each in tools.send("Performance.getMetrics")["metrics"] if each["name"] == name)
    )


def measured_memory(tools: Any, process: int) -> Memory:
    """What page and processes use now; `tools` is the session of the browser's developer tools."""
    tools.send("HeapProfiler.collectGarbage")
    heap = float(tools.send("Runtime.getHeapUsage")["usedSize"]) / 1e6
    nodes = int(metric(tools, "Nodes"))
    return Memory(heap, nodes, resident_mb(process), sum(map(resident_mb, children(process))))


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
    before = len(page.evaluate(ANSWERED))
    button.click()
    until(page, lambda: len(page.evaluate(ANSWERED)) > before)
    return float(page.evaluate(ANSWERED)[before])


def hinted(page: Any) -> Any:
    """The button of what the hint says, once it is shown."""
    page.click("#hint")
    until(page, lambda: page.locator("button.hinted:focus").count())
    return page.locator("button.hinted:focus")


def measured(scenario: str = SCENARIO, clicks: int = CLICKS, rounds: int = ROUNDS) -> Figures:
    """What `clicks` clicks cost, fewer where the game ends first, and `rounds` hints after them."""
    sync_playwright: Any = importlib.import_module("playwright.sync_api").sync_playwright  # the tests do without it
    figures = Figures()
    with served("table", scenario, "--save", "/dev/null") as (process, link), sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1024, "height": 768})
        sizes: list[int] = []
        page.on("response", lambda response: sizes.append(int(response.headers.get("content-length") or 0)))
        page.add_init_script(WATCH)
        page.goto(link)
        page.wait_for_selector("#choices h2")
        page.wait_for_timeout(500)
        figures.page_mb = sum(sizes) / 1e6
        tools = page.context.new_cdp_session(page)
        tools.send("Performance.enable", {"timeDomain": "threadTicks"})

        def click(button: Any) -> None:
            begun = worked_s(tools, process.pid)
            figures.clicks.append(clicked(page, button))
            figures.worked += worked_s(tools, process.pid) - begun

        while len(figures.clicks) < clicks:
            waited = until(page, lambda: TURN.search(page.inner_text("#moment")))
            words = page.inner_text("#moment")
            if "over" in words:
                break
            turn = words.partition("Turn ")[2].partition(";")[0] or "set-up"
            figures.waits[turn] = figures.waits.get(turn, 0.0) + waited
            asked = page.locator("#ask [data-choice]").count() and page.locator("#ask").is_visible()
            click(page.locator("#ask [data-choice]").first if asked else hinted(page))
            if page.locator("#go").is_visible():
                click(page.locator("#go"))
            if len(figures.clicks) >= EARLY and not figures.memory:
                figures.memory[f"after {len(figures.clicks)} clicks"] = measured_memory(tools, process.pid)
        figures.memory[f"after {len(figures.clicks)} clicks"] = measured_memory(tools, process.pid)
        for _ in range(rounds if page.locator("#hint").is_enabled() else 0):
            hinted(page)
            page.keyboard.press("Escape")
        figures.memory[f"after {rounds} hints more"] = measured_memory(tools, process.pid)
        browser.close()
    return figures


if __name__ == "__main__":
    scenario, clicks = [*sys.argv[1:], SCENARIO, str(CLICKS)][:2] if len(sys.argv) != 2 else (sys.argv[1], str(CLICKS))
    print("\n".join(measured(scenario, int(clicks)).lines()))
