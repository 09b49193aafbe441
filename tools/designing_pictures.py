"""Make the pictures of docs/designing.md from the example pack: `make pictures`.

Like those of the README they are pages and faces as they are printed, cut to what they show.
"""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image
from typer.testing import CliRunner

from ibbprint.cli import application
from tools.pictures import FOLDER, MM_PER_INCH

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "docs" / "examples" / "salt-marsh"
COLOURS = 96

Box = tuple[float, float, float, float]


def run(*arguments: str) -> None:
    """A command of ibbprint, which must end well."""
    done = CliRunner().invoke(application(), arguments)
    if done.exit_code:
        raise SystemExit(done.output)


def save(image: Image.Image, name: str) -> None:
    image.convert("RGB").quantize(COLOURS).save(FOLDER / f"{name}.png", optimize=True)
    print(f"{name}.png: {image.size[0]} x {image.size[1]}")


def page(pdf: Path, head: str, box: Box, dpi: int, name: str) -> None:
    """A part of the page that is headed so; the box is in mm."""
    document = pypdfium2.PdfDocument(io.BytesIO(pdf.read_bytes()))
    found = next(each for each in document if f": {head} " in each.get_textpage().get_text_range().splitlines()[0])
    image: Image.Image = found.render(scale=dpi / 72).to_pil()
    save(image.crop(tuple(round(v * dpi / MM_PER_INCH) for v in box)), name)  # type: ignore[arg-type]


def main() -> None:
    """Write every picture into docs/pictures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pack = folder / "salt-marsh"
        shutil.copytree(EXAMPLE, pack)
        kit = ["kit", "low-tide", "--pack", str(pack), "-o", str(folder)]
        run(*kit)
        whole = (folder / "low-tide.pdf").rename(folder / "before.pdf")
        page(whole, "Counters", (15, 15, 195, 75), 110, "salt-marsh-counters")
        page(whole, "The Salt Marsh, sheet A1 (1 of 2)", (10, 18, 105, 110), 80, "salt-marsh-map")
        for piece, side in (("lamp-bearers-q2", ()), ("brine-lash-wardens", ()), ("M2", ("--back",))):
            face = folder / f"{piece}{''.join(side)}.png"
            run(
                "preview",
                piece,
                "-s",
                "low-tide",
                "--pack",
                str(pack),
                "-o",
                str(face),
                "--dpi",
                "110" if "lash" in piece else "200",
                *side,
            )
            with Image.open(face) as image:
                save(image, f"salt-marsh-{piece}{''.join(side).replace('--', '-')}")
        units = pack / "units.csv"
        units.write_text(units.read_text(encoding="utf-8").replace("heavy,4,5,3,4", "heavy,4,6,3,4"), encoding="utf-8")
        run(*kit, "--only", "counters", "--changed-since", str(whole))
        changes = folder / "low-tide-counters-changes.pdf"
        page(changes, "What has changed", (5, 5, 205, 58), 80, "salt-marsh-changes")
        page(changes, "Counters", (55, 5, 200, 50), 90, "salt-marsh-changed-counters")
        run("new", str(folder / "my-pack"))
        run("kit", "goose-common", "--pack", str(folder / "my-pack"), "-o", str(folder), "--only", "counters")
        page(folder / "goose-common-counters.pdf", "Counters", (30, 15, 180, 75), 90, "new-pack-counters")


if __name__ == "__main__":
    main()
