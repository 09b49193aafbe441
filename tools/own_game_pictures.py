"""Make the pictures of docs/a-game-of-your-own.md from the game that `new --game printed` writes: `make pictures`.

They are faces and pages as they are printed, cut to what they show; pages of the booklet are turned upright.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

from tools.designing_pictures import COLOURS, Box, run
from tools.ink_pictures import beside
from tools.pictures import FOLDER, MM_PER_INCH

GAME = "slack-water"
A5 = (148.0, 210.0)
OUTSIDE_MM = 11.0
"""How wide the strip at the outer edge of a page is in which the sheet has its head and its ruler."""


def save(image: Image.Image, name: str, colours: int = COLOURS) -> None:
    image.convert("RGB").quantize(colours).save(FOLDER / f"{GAME}-{name}.png", optimize=True)
    print(f"{GAME}-{name}.png: {image.size[0]} x {image.size[1]}")


def page(pdf: Path, number: int, dpi: int, box: Box | None = None) -> Image.Image:
    """A page of a kit, or a part of it; the box is in mm."""
    image: Image.Image = pypdfium2.PdfDocument(io.BytesIO(pdf.read_bytes()))[number - 1].render(scale=dpi / 72).to_pil()
    return image if box is None else image.crop(tuple(round(v * dpi / MM_PER_INCH) for v in box))  # type: ignore[arg-type]


def printed(folder: Path, what: str, *options: str) -> Path:
    """A part of the kit."""
    run("kit", str(folder / GAME), "--only", what, *options, "-o", str(folder / what))
    (pdf,) = (folder / what).glob("*.pdf")
    return pdf


def face(folder: Path, what: str, *options: str, dpi: int) -> Image.Image:
    """A face as `ibbprint preview` draws it."""
    target = folder / "face.png"
    run("preview", what, "-s", str(folder / GAME), *options, "--dpi", str(dpi), "-o", str(target))
    with Image.open(target) as image:
        return image.convert("RGB")


def booklet(folder: Path, dpi: int) -> list[Image.Image]:
    """The pages of the rules in the order in which they are read, without what stands outside of them."""
    pdf = printed(folder, "rules")
    pages: list[Image.Image] = []
    wide, high, outside = (round(v * dpi / MM_PER_INCH) for v in (A5[0], A5[1], OUTSIDE_MM))
    for number in range(1, len(pypdfium2.PdfDocument(io.BytesIO(pdf.read_bytes()))) + 1):
        sheet = page(pdf, number, dpi).rotate(90 if number % 2 else -90, expand=True)
        pages.append(sheet.crop((outside, 0, wide, high)))
        pages.append(sheet.crop((sheet.size[0] - wide, 0, sheet.size[0] - outside, high)))
    return pages


def main() -> None:
    """Write every picture into docs/pictures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run("new", str(folder / GAME), "--game", "printed")
        counters = printed(folder, "counters")
        save(page(counters, 1, 110, (14, 14, 196, 84)), "counters")
        sides = [(what, *side) for what in ("guard", "bowmen", "bombard", "reed") for side in ((), ("--back",))]
        save(beside([face(folder, *side, dpi=160) for side in sides]), "backs")
        cards = (("fascines",), ("ambush",), ("ambush", "--back"))
        save(beside([face(folder, *card, dpi=110) for card in cards]), "cards")
        save(page(printed(folder, "map", "--poster"), 1, 80), "map", 128)
        save(page(printed(folder, "charts"), 1, 80, (8, 14, 202, 240)), "aid")
        pages = booklet(folder, 70)
        save(beside([pages[0], pages[2], pages[4]]), "rules")
        save(pages[6], "example", 128)


if __name__ == "__main__":
    main()
