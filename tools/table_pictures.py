"""Make the pictures of docs/table.md: screenshots of `ibbprint table` and `map edit` in the Chromium of this machine.

Not in `make pictures`, for it needs playwright and a Chromium: `python -m tools.table_pictures`.
"""

from __future__ import annotations

import shutil
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from benchmarks.table import chromium, served
from tests.helpers import ROOT
from tools.pictures import FOLDER

WIDTH, HEIGHT = 1024, 700
COLOURS = 96
PATIENCE_MS = 120_000
MOST_MOVES = 60
MAP = ROOT / "docs" / "examples" / "waterline"
EDITED, TOOL = "maps/polder.yaml", "side dike"


def save(page: Any, name: str) -> None:
    """A screenshot in few colours, so that the repository stays small."""
    with Image.open(BytesIO(page.screenshot())) as image:
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)
    print(f"{name}.png: {(FOLDER / f'{name}.png').stat().st_size // 1000} kB")


def take(page: Any, link: str) -> None:
    """The table at its beginning, and the odds of the first attack that the hints lead to."""
    page.goto(link)
    page.wait_for_selector("#hint:not([disabled])")
    page.wait_for_selector("#choices [data-choice], #choices button")
    save(page, "table")
    for _ in range(MOST_MOVES):
        page.wait_for_selector("#hint:not([disabled])")
        number = page.evaluate("document.body.dataset.number")
        page.click("#hint")
        page.wait_for_selector("[data-choice]:focus")
        page.locator("[data-choice]:focus").click()
        page.wait_for_timeout(500)
        if page.locator("#go").is_visible():
            if "column" in page.inner_text("#ask"):
                save(page, "table-odds")
                return
            page.click("#go")
        while page.evaluate("document.body.dataset.number") == number:
            page.wait_for_timeout(50)


def edit(page: Any, link: str) -> None:
    """The map editor with a tool for hexsides taken up."""
    page.goto(link)
    page.locator(f"[data-tool='{TOOL}']").click()
    page.mouse.move(0, 0)
    save(page, "map-editor")


def main() -> None:
    """Write all three pictures into docs/pictures."""
    from playwright.sync_api import sync_playwright

    if chromium() is None:
        raise SystemExit("there is no Chromium on this machine")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.set_default_timeout(PATIENCE_MS)
        with served("table", "defend-the-bridge", "--save", "/dev/null") as (_, link):
            take(page, link)
        # On a copy: the editor writes the file that it opens.
        game = shutil.copytree(MAP, Path(folder) / MAP.name)
        with served("map", "edit", str(game / EDITED)) as (_, link):
            edit(page, link)
        browser.close()


if __name__ == "__main__":
    main()
