"""Make the pictures of paper, sides, sizes and cuts in docs/printing.md, on the pack of the example: `make pictures`.

Pictures are pages that the commands of that page print, as pdfium renders them, cut and set side by side, and the file
for the cutting machine as cairo draws it; nothing is drawn by hand.
"""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from typer.testing import CliRunner

from ibbprint.cli.typer_calls import application
from tools.kit_pages import Printed, upper_left
from tools.pictures import FOLDER

ROOT = Path(__file__).resolve().parent.parent
MARSH = ROOT / "docs" / "examples" / "salt-marsh"
LOW_TIDE = ("kit", "low-tide", "--pack", str(MARSH))
GAP = 14
GROUND = (214, 211, 204)
COLOURS = 64


def run(output: Path, *arguments: str) -> Path:
    """A command of ibbprint, which must end well; the PDF that it writes into a folder of its own."""
    output.mkdir()
    result = CliRunner().invoke(application(), [*arguments, "-o", str(output)])
    if result.exit_code:
        raise SystemExit(f"ibbprint {' '.join(arguments)}\n{result.output}")
    return next(output.glob("*.pdf"))


def page(pdf: Path, number: int, dpi: float) -> Image.Image:
    """A whole page."""
    return Printed(pdf).picture(number, dpi)


def cut_out_of(pdf: Path, dpi: float, back: bool = False) -> Image.Image:
    """The first page out of which something is cut, or what is behind it."""
    printed = Printed(pdf)
    return printed.picture(printed.with_pieces() + back, dpi)


def corner(pdf: Path, dpi: float, wide: float, high: float) -> Image.Image:
    """The upper left corner of what is cut out on the first such page, with its marks and its caption."""
    printed = Printed(pdf)
    number = printed.with_pieces()
    left, top = upper_left(printed.pieces(number))
    above = max(printed.below_head(number), top - 10)
    return printed.picture(number, dpi, (left - 8, above, left - 8 + wide, top - 10 + high))


def beside(images: Sequence[Image.Image]) -> Image.Image:
    """Pictures in a row on a ground that shows where paper ends."""
    high = max(image.height for image in images) + 2 * GAP
    wide = sum(image.width + GAP for image in images) + GAP
    result = Image.new("RGB", (wide, high), GROUND)
    x = GAP
    for image in images:
        result.paste(image, (x, GAP))
        x += image.width + GAP
    return result


def save(name: str, image: Image.Image) -> None:
    target = FOLDER / f"printing-{name}.png"
    image.quantize(COLOURS).save(target, optimize=True)
    print(f"{target.name}: {image.size[0]} x {image.size[1]}, {target.stat().st_size // 1024} kB")


def papers(work: Path) -> None:
    """The same counters on papers of several sizes, at one scale."""
    ways = (("a3", "landscape"), ("letter", "portrait"), ("a5", "portrait"), ("120x180mm", "landscape"))
    only = ("--only", "markers")
    result = [run(work / f"p-{p}", *LOW_TIDE, *only, "--paper", p, "--orientation", way) for p, way in ways]
    save("papers", beside([cut_out_of(pdf, 24) for pdf in result]))


def sizes(work: Path) -> None:
    """Some counters at the usual sizes."""
    results = []
    for mm in (12.7, 15, 15.9, 19):
        pdf = run(work / f"s-{mm}", *LOW_TIDE, "--only", "markers", "--counter-size", str(mm))
        results.append(corner(pdf, 100, 8 + 2.25 * mm, 10 + mm + 5))
    save("sizes", beside(results))


def duplexes(work: Path) -> None:
    """Front and back of a sheet, turned along either edge; and a sheet that is folded."""
    results = []
    for way in ("long-edge", "short-edge"):
        pdf = run(work / way, *LOW_TIDE, "--only", "counters", "--duplex", way)
        results += [cut_out_of(pdf, 30, back) for back in (False, True)]
    save("duplex", beside(results))
    pdf = run(work / "fold", *LOW_TIDE, "--only", "counters", "--duplex", "fold")
    save("fold", beside([cut_out_of(pdf, 55)]))


def cuts(work: Path) -> None:
    """Marks, gutter, bleed and round corners; the file for a cutting machine."""
    results = []
    for marks in ("crop", "lines", "both", "none"):
        pdf = run(work / f"m-{marks}", *LOW_TIDE, "--only", "counters", "--marks", marks)
        results.append(corner(pdf, 80, 50, 34))
    save("marks", beside(results))
    more = ("--only", "counters", "--gutter", "6", "--bleed", "3", "--corner-radius", "2")
    pdf = run(work / "corners", *LOW_TIDE, *more)
    save("corners", corner(pdf, 100, 95, 62))
    pdf = run(work / "cut", *LOW_TIDE, *more, "--cut-files")
    import cairosvg

    svg = next(pdf.parent.rglob("*.svg")).read_bytes()
    drawn = Image.open(io.BytesIO(cairosvg.svg2png(svg, dpi=96, output_width=340, background_color="white")))
    save("cut-files", beside([cut_out_of(pdf, 41.1), drawn.convert("RGB")]))


def layouts(work: Path) -> None:
    """Counters on a sheet of labels, cards in a die."""
    labels = run(work / "labels", *LOW_TIDE, "--only", "markers", "--layout", "labels-15", "--duplex", "none")
    cards = run(work / "cards", *LOW_TIDE, "--only", "spells", "--layout", "cards-poker", "--marks", "lines")
    save("layouts", beside([cut_out_of(pdf, 36) for pdf in (labels, cards)]))


def measuring(work: Path) -> None:
    """The calibration sheets, both sides."""
    for name, way in (("calibrate", "portrait"), ("calibrate-landscape", "landscape")):
        pdf = run(work / name, "calibrate", "--orientation", way)
        save(name, beside([page(pdf, 1, 50), page(pdf, 2, 50)]))


def main() -> None:
    """Write every picture into docs/pictures."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = os.environ["APPDATA"] = folder  # nobody's own printers
        work = Path(folder)
        for make in (papers, sizes, duplexes, cuts, layouts, measuring):
            make(work)


if __name__ == "__main__":
    main()
