"""Make the pictures of docs/maps.md from the example of maps: `make pictures`.

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

EXAMPLE = Path(__file__).resolve().parent.parent / "docs" / "examples" / "waterline"
PICTURES = {"maps-polder": ("polder", 75, None), "maps-hamlet": ("hamlet", 110, (0, 0, 150, 62))}
"""The name of each picture, its map, its dots an inch, and the box in mm that it is cut to."""


def main() -> None:
    """Write every picture into docs/pictures."""
    with tempfile.TemporaryDirectory() as folder:
        for name, (map, dpi, box) in PICTURES.items():
            drawn = Path(folder) / "map.png"
            words = ["preview", map, "-s", str(EXAMPLE), "-o", str(drawn), "--dpi", str(dpi)]
            ran = CliRunner().invoke(application(), words)
            if ran.exit_code:
                raise SystemExit(ran.output)
            with Image.open(drawn) as image:
                cut = image.convert("RGB")
                if box is not None:
                    left, top, right, bottom = (round(v * dpi / MM_PER_INCH) for v in box)
                    cut = cut.crop((left, top, right, bottom))
                cut.quantize(96).save(FOLDER / f"{name}.png", optimize=True)
            print(f"{name}.png: {cut.size[0]} x {cut.size[1]}")


if __name__ == "__main__":
    main()
