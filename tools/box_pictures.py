"""Make the pictures of docs/the-box.md: pages of kits as an older checkout prints them, beside today's.

    python -m tools.box_pictures --before CHECKOUT [NAME ...]

The other checkout prints with its own environment (`make .venv/.dev-installed` there). A page is found by words on it,
so that it may be another page of today's kit. With names, only those pictures are made.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
MM_PER_INCH = 25.4
GAP = 10
GROUND = (214, 211, 204)
COLOURS = 64
OWN = "slack-water"
HIGH = 560
"""The height of both pages, pixels, unless a picture says otherwise."""
Box = tuple[float, float, float, float]


class Page(NamedTuple):
    """The page of a kit that has some words on it, `nth` of those that have; nothing where no such page was printed."""

    words: str
    nth: int = 0


class Shown(NamedTuple):
    """A picture: its name, the kit, the page before and the page after, and what of them is shown, mm (None: all).

    The kit is as the command has it, or `OWN`, the game that `new` writes. `high` is the height of both, pixels.
    """

    name: str
    kit: str
    before: Page
    after: Page
    box: Box | None = None
    after_box: Box | None = None
    high: int = HIGH


SHOWN = (
    Shown("aid", "defend-the-bridge", Page(": Player aid"), Page(": Player aid")),
    Shown("first-turn", "ayrenes-woods", Page("Index", 1), Page("A first turn", 1)),
    Shown("notes", "ayrenes-woods", Page(": Notes"), Page(": Notes"), (0, 0, 210, 64), None, 260),
    Shown("odds", "deep-delve", Page("Odds in close combat"), Page("Odds in close combat")),
    Shown("rolled", "microbattle --seed tonight", Page(": Scenario sheet"), Page(": Scenario sheet")),
    Shown("own-set-up", OWN, Page(": The Drowned Road"), Page(": The Drowned Road")),
    Shown("percent", "ayrenes-woods", Page(": Notes"), Page(": Notes"), (105, 280, 90, 12), None, 72),
    Shown("victory", "ayrenes-woods", Page("lose the battle when"), Page("lose the battle when")),
    Shown("facing", "ayrenes-woods", Page("Facing"), Page("Facing")),
    Shown("cover", "hastings", Page("An ibbprint edition"), Page("An ibbprint edition"), (0, 0, 149, 210)),
    Shown("set-up", "defend-the-bridge", Page(": Set-up diagram"), Page(": Set-up diagram")),
    Shown("woods-set-up", "ayrenes-woods", Page(": Set-up diagram"), Page(": Set-up diagram")),
    Shown("counters", "defend-the-bridge", Page("Army of King Tudwall: 1"), Page("Tudwallish: 1")),
    Shown("sheets", "hastings", Page("Chits for the Cup"), Page("Chits for the Cup")),
    Shown("first-page", "defend-the-bridge", Page("How to print and cut"), Page("How to print and cut")),
    Shown("cards", "stirling", Page("Fist of"), Page("Fist of")),
    Shown("map", "ayrenes-woods", Page(": Ayrene’s Woods, sheet A1"), Page(": Ayrene’s Woods, sheet A1")),
    Shown("element-cover", "deep-delve", Page("How to print and cut"), Page(": Cover")),
)


@cache
def printed(checkout: Path, kit: str, folder: Path) -> Path:
    """A kit as a checkout prints it; raises CalledProcessError where that does not end well."""
    result = folder / kit.partition(" ")[0]
    program = checkout / ".venv" / "bin" / "ibbprint"
    results: list[str | Path] = [*kit.split()]
    if kit == OWN:
        results = [folder / "new" / OWN]
        (folder / "new").mkdir(parents=True)
        start: list[str | Path] = [program, "new", results[0], "--game", "printed"]
        subprocess.run(start, cwd=checkout, check=True, capture_output=True)
    order: list[str | Path] = [program, "kit", *results, "-o", result]
    subprocess.run(order, cwd=checkout, check=True, capture_output=True)
    (pdf,) = result.rglob("*.pdf")
    return pdf


def picture(pdf: Path, wanted: Page, box: Box | None, pixels: int) -> Image.Image:
    """The page of a PDF that has the words on it. Raises LookupError where none has."""
    with pypdfium2.PdfDocument(pdf) as document:
        having = [page for page in document if wanted.words in page.get_textpage().get_text_bounded()]
        if len(having) <= wanted.nth:
            raise LookupError(f"{pdf.name} has no page with {wanted.words!r}")
        page = having[wanted.nth]
        high = page.get_size()[1] if box is None else box[3] * 72 / MM_PER_INCH
        image: Image.Image = page.render(scale=pixels / high).to_pil().convert("RGB")
    if box is None:
        return image
    unit = pixels / box[3]
    left, top, wide, tall = (round(side * unit) for side in box)
    return image.crop((left, top, min(image.width, left + wide), min(image.height, top + tall)))


def pair(before: Image.Image, after: Image.Image) -> Image.Image:
    """Two pages side by side."""
    result = Image.new("RGB", (before.width + after.width + 3 * GAP, before.height + 2 * GAP), GROUND)
    result.paste(before, (GAP, GAP))
    result.paste(after, (before.width + 2 * GAP, GAP))
    return result.quantize(COLOURS)


def pictures(before: Path, names: Sequence[str]) -> Iterator[tuple[str, Image.Image]]:
    """Every picture that is asked for with its name."""
    with tempfile.TemporaryDirectory() as folder:
        for text in SHOWN:
            if names and text.name not in names:
                continue
            prints = [
                printed(checkout, text.kit, Path(folder, name))
                for checkout, name in ((before, "before"), (ROOT, "after"))
            ]
            old = picture(prints[0], text.before, text.box, text.high)
            new = picture(prints[1], text.after, text.after_box or text.box, text.high)
            yield text.name, pair(old, new)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--before", type=Path, required=True, help="the older checkout, with its environment")
    parser.add_argument("names", nargs="*", choices=[[], *(text.name for text in SHOWN)], help="only these")
    options = parser.parse_args()
    for name, image in pictures(options.before.resolve(), options.names):
        image.save(FOLDER / f"box-{name}.png", optimize=True)


if __name__ == "__main__":
    main()
