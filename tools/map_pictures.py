"""Make the pictures of docs/maps.md from the examples of maps: `make pictures`.

They are maps as `ibbprint preview` draws them, cut to what they show.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from PIL import Image
from typer.testing import CliRunner

from ibbprint.cli.typer_calls import application
from tools.kit_pages import MM_PER_INCH
from tools.pictures import FOLDER

EXAMPLES = Path(__file__).resolve().parent.parent / "docs" / "examples"
PICTURES = {
    "maps-polder": ("waterline", "polder", 75, None),
    "maps-hamlet": ("waterline", "hamlet", 110, (0, 0, 150, 62)),
    "maps-island": ("many-maps", "island", 70, None),
    "maps-duchies": ("many-maps", "duchies", 70, None),
    "maps-railways": ("many-maps", "railways", 70, None),
    "maps-bailey": ("many-maps", "bailey", 70, None),
    "maps-harbour": ("many-maps", "harbour", 70, None),
}
"""The name of each picture, its example, its map, its dots an inch, and the box in mm that it is cut to."""

COLOURS = 128
"""Of those that cover the whole range, moved to where most pixels are: no channel is off by more than 20 of 255. The
median cut is off by 68 with as many, and makes a thin line grey, such as the sea route of maps-railways."""


def main() -> None:
    """Write every picture into docs/pictures."""
    with tempfile.TemporaryDirectory() as folder:
        for name, (example, map, dpi, box) in PICTURES.items():
            drawn = Path(folder) / "map.png"
            words = ["preview", map, "-s", str(EXAMPLES / example), "-o", str(drawn), "--dpi", str(dpi)]
            ran = CliRunner().invoke(application(), words)
            if ran.exit_code:
                raise SystemExit(ran.output)
            with Image.open(drawn) as image:
                cut = image.convert("RGB")
                if box is not None:
                    left, top, right, bottom = (round(v * dpi / MM_PER_INCH) for v in box)
                    cut = cut.crop((left, top, right, bottom))
                cut.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2).save(FOLDER / f"{name}.png", optimize=True)
            print(f"{name}.png: {cut.size[0]} x {cut.size[1]}")


if __name__ == "__main__":
    main()
