"""Make the pictures of docs/before-and-after.md: the same pieces, printed by an older checkout and by this one.

    python -m tools.before_and_after --before CHECKOUT

The other checkout prints with its own environment (`make .venv/.dev-installed` there). Each picture has the older print
on the left and this one on the right: above a piece of the sheet in colour at 300 dpi, below the same in grey at 72.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
MM_PER_INCH = 25.4
SHARP, COARSE = 300, 72
GAP = 16
GROUND = (214, 211, 204)
COLOURS = 48
WIDE, HIGH = 62.0, 40.0
"""What is shown of a sheet, mm."""
HEAD_MM = 18.0
"""The head of a sheet, which is not shown, mm."""
PAPER = 250
"""What is lighter than this in grey is paper."""


class Shown(NamedTuple):
    """A picture: its name, the kit, what the head of the page says, one of several wordings; where it begins.

    `left` is how far right of the outermost ink the older print and this one begin, mm.
    """

    name: str
    kit: str
    heads: tuple[str, ...]
    left: tuple[float, float] = (0.0, 0.0)


SHOWN = (
    Shown("counters", "defend-the-bridge", (": Counters",), (35.0, 0.0)),
    Shown("aid", "defend-the-bridge", (": Player aid", ": Crib sheet")),
    Shown("map", "defend-the-bridge", (", sheet A1",)),
)


def printed(checkout: Path, kit: str, folder: Path) -> Path:
    """The kit as a checkout prints it; raises CalledProcessError where that does not end well."""
    command = [str(checkout / ".venv" / "bin" / "ibbprint"), "kit", kit, "-o", str(folder)]
    subprocess.run(command, cwd=checkout, check=True, capture_output=True)
    return folder / f"{kit}.pdf"


def found(pdf: Path, heads: tuple[str, ...]) -> pypdfium2.PdfPage:
    """The first page whose head has one of the wordings, no back of a sheet. Raises SystemExit where there is none."""
    for page in pypdfium2.PdfDocument(pdf):
        head = page.get_textpage().get_text_range()[:160].partition("\n")[0]
        if "backs" not in head and any(each in head for each in heads):
            return page
    raise SystemExit(f"{pdf}: no page is headed {' or '.join(heads)}")


def piece(page: pypdfium2.PdfPage, dpi: int, left_mm: float) -> Image.Image:
    """The upper left corner of what is below the head of a page."""
    image: Image.Image = page.render(scale=dpi / 72).to_pil().convert("RGB")
    unit = dpi / MM_PER_INCH
    below = image.crop((0, round(HEAD_MM * unit), image.width, image.height))
    box = below.convert("L").point(lambda light: 255 * (light < PAPER)).getbbox()
    left, top = (box[0], box[1]) if box else (0, 0)
    left, top = left + round(left_mm * unit), top + round(HEAD_MM * unit)
    return image.crop((left, top, left + round(WIDE * unit), top + round(HIGH * unit)))


def pair(before: Path, after: Path, shown: Shown) -> Image.Image:
    """Both prints side by side, sharp in colour above, coarse in grey below."""
    pages = list(zip((found(pdf, shown.heads) for pdf in (before, after)), shown.left, strict=True))
    sharp = [piece(page, SHARP, left) for page, left in pages]
    rows = [sharp, [piece(page, COARSE, left).convert("L").convert("RGB") for page, left in pages]]
    wide, high = rows[0][0].size
    low = rows[1][0].height
    made = Image.new("RGB", (2 * wide + 3 * GAP, high + low + 3 * GAP), GROUND)
    for column in range(2):
        left = GAP + column * (wide + GAP)
        made.paste(rows[0][column], (left, GAP))
        made.paste(rows[1][column], (left, high + 2 * GAP))
    return made.quantize(COLOURS)


def pictures(before: Path) -> Iterator[tuple[str, Image.Image]]:
    """Every picture with its name; each kit is printed once by each checkout."""
    with tempfile.TemporaryDirectory() as folder:
        kits = {shown.kit for shown in SHOWN}
        pdfs = {
            (kit, side): printed(checkout, kit, Path(folder, side))
            for kit in sorted(kits)
            for side, checkout in (("before", before), ("after", ROOT))
        }
        for shown in SHOWN:
            yield shown.name, pair(pdfs[shown.kit, "before"], pdfs[shown.kit, "after"], shown)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--before", type=Path, required=True, help="the older checkout, with its environment")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, image in pictures(parser.parse_args().before.resolve()):
        image.save(FOLDER / f"before-and-after-{name}.png", optimize=True)


if __name__ == "__main__":
    main()
