"""Make the pictures of docs/before-and-after.md: the same pieces, printed by an older checkout and by this one.

    python -m tools.before_and_after --before CHECKOUT

The other checkout prints with its own environment (`make .venv/.dev-installed` there). Each picture has the older print
on the left and this one on the right: above a piece of the sheet sharp and in colour, below the same in grey at 72 dpi.
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
COARSE = 72
GAP = 16
GROUND = (214, 211, 204)
COLOURS = 48
HEAD_MM = 18.0
"""The head of a sheet, which is not shown, mm."""
PAPER = 250
"""What is lighter than this in grey is paper."""


class Print(NamedTuple):
    """Where a print shows a piece: on which page, from 0; how far right of and below the outermost ink it begins, mm.

    `turned` is by how many degrees the page is turned back to be upright.
    """

    page: int = 0
    right: float = 0.0
    down: float = 0.0
    turned: int = 0


class Shown(NamedTuple):
    """A picture: its name, the kit and its part, where the older print and this one show it, its size and sharpness."""

    name: str
    kit: str
    part: str
    before: Print = Print()
    after: Print = Print()
    size: tuple[float, float] = (62.0, 36.0)
    dpi: int = 300


SHOWN = (
    Shown("counters", "defend-the-bridge", "counters", Print(right=39, down=3), Print(right=9, down=0)),
    Shown("army", "defend-the-bridge", "counters", Print(right=34), Print(right=4), (122.0, 44.0), 110),
    Shown("card", "defend-the-bridge", "spells", Print(2, 43.5, 100.0, 90), Print(right=5), (61.0, 86.0), 150),
    Shown("aid", "defend-the-bridge", "crib"),
    Shown("cover", "defend-the-bridge", "rules", Print(right=6, turned=90), Print(right=-3), (138.0, 192.0), 80),
    Shown("map", "defend-the-bridge", "map"),
    Shown("woods-counters", "ayrenes-woods", "counters", Print(right=14), Print(right=14)),
    Shown("woods-map", "ayrenes-woods", "map", Print(2, 52.0, 55.0), Print(0, 52.0, 55.0), (93.0, 60.0), 200),
)


def printed(checkout: Path, kit: str, part: str, folder: Path) -> Path:
    """A part of a kit as a checkout prints it; raises CalledProcessError where that does not end well."""
    command = [str(checkout / ".venv" / "bin" / "ibbprint"), "kit", kit, "--only", part, "-o", str(folder)]
    subprocess.run(command, cwd=checkout, check=True, capture_output=True)
    return folder / f"{kit}-{part}.pdf"


def piece(pdf: Path, where: Print, size: tuple[float, float], dpi: int) -> Image.Image:
    """A piece of a page, from where its ink below the head begins."""
    unit = dpi / MM_PER_INCH
    page = pypdfium2.PdfDocument(pdf)[where.page]
    image: Image.Image = (
        page.render(scale=dpi / 72, rotation=where.turned and 360 - where.turned).to_pil().convert("RGB")
    )
    head = 0 if where.turned else round(HEAD_MM * unit)
    below = image.crop((0, head, image.width, image.height))
    box = below.convert("L").point(lambda light: 255 * (light < PAPER)).getbbox()
    left, top = (box[0], box[1]) if box else (0, 0)
    left, top = left + round(where.right * unit), top + head + round(where.down * unit)
    return image.crop((left, top, left + round(size[0] * unit), top + round(size[1] * unit)))


def pair(before: Path, after: Path, shown: Shown) -> Image.Image:
    """Both prints side by side, sharp in colour above, coarse in grey below."""
    prints = ((before, shown.before), (after, shown.after))
    sharp = [piece(pdf, where, shown.size, shown.dpi) for pdf, where in prints]
    coarse = [piece(pdf, where, shown.size, COARSE).convert("L").convert("RGB") for pdf, where in prints]
    wide, high = sharp[0].size
    result = Image.new("RGB", (2 * wide + 3 * GAP, high + coarse[0].height + 3 * GAP), GROUND)
    for column in range(2):
        left = GAP + column * (wide + GAP)
        result.paste(sharp[column], (left, GAP))
        result.paste(coarse[column], (left, high + 2 * GAP))
    return result.quantize(COLOURS)


def pictures(before: Path) -> Iterator[tuple[str, Image.Image]]:
    """Every picture with its name."""
    with tempfile.TemporaryDirectory() as folder:
        for text in SHOWN:
            pdfs = [
                printed(checkout, text.kit, text.part, Path(folder, side))
                for side, checkout in (("before", before), ("after", ROOT))
            ]
            yield text.name, pair(pdfs[0], pdfs[1], text)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--before", type=Path, required=True, help="the older checkout, with its environment")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, image in pictures(parser.parse_args().before.resolve()):
        image.save(FOLDER / f"before-and-after-{name}.png", optimize=True)


if __name__ == "__main__":
    main()
