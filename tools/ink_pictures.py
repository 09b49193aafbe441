"""Make the pictures of ink, palettes, press and faces in docs/printing.md, on the pack of the example: `make pictures`.

Pictures are pages of freshly printed PDFs as pdfium renders them, and faces as `ibbprint faces` writes them, set side
by side; nothing is drawn by hand.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from typer.testing import CliRunner

from ibbprint.cli.typer_calls import application
from ibbprint.drawing.png import to_png
from ibbprint.drawing.svg_reader import read_svg
from ibbprint.engine.api.kits import KitOptions
from ibbprint.press.book import BookOptions, make_book
from ibbprint.press.faces_export import Wish, export_faces
from ibbprint.press.inking import Inking
from ibbprint.press.paper import PAPERS
from ibbprint.problems import Report
from ibbprint.systems import games
from tools.kit_pages import MM_PER_INCH, Box, Printed, around, upper_left
from tools.pictures import FOLDER

ROOT = Path(__file__).resolve().parent.parent
MARSH = ROOT / "docs" / "examples" / "salt-marsh"
SCENARIO = "low-tide"
GAP = 12


def template_folders() -> list[Path]:
    return [MARSH / "templates", *games()["ibb"].template_folders]


def printed(inking: Inking, part: str) -> Printed:
    """A part of the kit."""
    report = Report()
    kit = games()["ibb"].kit(SCENARIO, KitOptions((MARSH,), only=frozenset({part})), report)
    options = BookOptions(PAPERS["a4"], frozenset({part}), inking=inking)
    book = make_book(kit, options, template_folders(), report) if kit is not None else None
    if book is None:
        raise SystemExit("\n".join(map(str, report)))
    return Printed(book.pdf)


def counters(inking: Inking, dpi: int) -> Image.Image:
    """All counters of the kit, with their marks and captions."""
    return printed(inking, "counters").group("Counters", dpi)


def of_map(inking: Inking, sheet: str, corner: Box, dpi: int) -> Image.Image:
    """A piece of a map sheet; the box is measured from the upper left corner of what is cut out."""
    kit = printed(inking, "map")
    number = kit.headed(f"The Salt Marsh, sheet {sheet}")
    left, top = upper_left(kit.pieces(number))
    return kit.picture(number, dpi, (left + corner[0], top + corner[1], left + corner[2], top + corner[3]))


def beside(images: Sequence[Image.Image]) -> Image.Image:
    """Pictures in a row on white."""
    result = Image.new("RGB", (sum(i.width + GAP for i in images) - GAP, max(i.height for i in images)), "white")
    x = 0
    for image in images:
        result.paste(image, (x, 0))
        x += image.width + GAP
    return result


def below(images: Sequence[Image.Image]) -> Image.Image:
    """Pictures one under the other on white."""
    result = Image.new("RGB", (max(i.width for i in images), sum(i.height + GAP for i in images) - GAP), "white")
    y = 0
    for image in images:
        result.paste(image, (0, y))
        y += image.height + GAP
    return result


def faces() -> Image.Image:
    """Four fronts and backs as a print-on-demand service gets them, with 3 mm of bleed."""
    with tempfile.TemporaryDirectory() as name:
        report = Report()
        kit = games()["ibb"].kit(SCENARIO, KitOptions((MARSH,)), report)
        wish = Wish(dpi=150, bleed=3.0, only=frozenset({"counters"}))
        if kit is None or export_faces(kit, wish, Path(name), template_folders(), report) is None:
            raise SystemExit("\n".join(map(str, report)))
        return beside(
            [
                Image.open(Path(name) / "counters" / f"{id}-{side}.png").convert("RGB")
                for id in ("M1", "M6", "V2", "V4")
                for side in ("front", "back")
            ]
        )


def shop_joint() -> Image.Image:
    """The joint of two map sheets for a print shop: the right edge of one, the left edge of the next."""
    kit = printed(Inking(press=True), "map")
    left, right = (kit.headed(f"The Salt Marsh, sheet {of}") for of in ("A1 (1 of 2)", "A2 (2 of 2)"))
    (_, top, cut, _), (start, *_) = around(kit.pieces(left), sides=0, above=0), around(kit.pieces(right), sides=0)
    above, below_it = top + 15, top + 72
    return beside(
        [
            kit.picture(left, 90, (cut - 45, above, cut + 8, below_it)),
            kit.picture(right, 90, (start - 8, above, start + 45, below_it)),
        ]
    )


def of_svg() -> Image.Image:
    """A part of the sheet of counters, enlarged from its SVG."""
    with tempfile.TemporaryDirectory() as name:
        kit = ("kit", SCENARIO, "--pack", str(MARSH), "--only", "counters", "--svg", "-o", name)
        result = CliRunner().invoke(application(), kit)
        if result.exit_code:
            raise SystemExit(result.output)
        svg = min(Path(name).rglob("*.svg")).read_text(encoding="utf-8")
        sheet = Printed(next(Path(name).glob("*.pdf")))
        left, top = upper_left(sheet.pieces(sheet.headed("Counters")))
    read, faults = read_svg(svg, fit_text=False)
    if faults:
        raise SystemExit("\n".join(map(str, faults)))
    drawn = Image.open(io.BytesIO(to_png(read, 250))).convert("RGB")
    return drawn.crop(tuple(round(v * 250 / MM_PER_INCH) for v in (left - 6, top - 6, left + 51, top + 20)))  # type: ignore[arg-type]


def main() -> None:
    """Write every picture into docs/pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    piece: Box = (2.5, 33, 101, 148)
    palettes = ("antique", "bright", "contrast", "lantern")
    values = {
        "ink": below([counters(Inking(ink), 90) for ink in ("full", "low", "grey")]),
        "palettes": beside([of_map(Inking(palette=name), "A1 (1 of 2)", piece, 60) for name in palettes]),
        "palette-lantern": counters(Inking(palette="lantern"), 90),
        "spares": counters(Inking(spares=2), 75),
        "press": counters(Inking(press=True), 90),
        "preflight": shop_joint(),
        "svg": of_svg(),
        "faces": faces(),
    }
    for name, image in values.items():
        image.quantize(128).save(FOLDER / f"printing-{name}.png", optimize=True)
        print(f"printing-{name}.png: {image.size[0]} x {image.size[1]}")


if __name__ == "__main__":
    main()
