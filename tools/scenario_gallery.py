"""Write the three scenarios of docs/scenarios-from-a-seed.md, with their seeds: `make gallery` makes them again."""

from __future__ import annotations

import io
import shlex
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml
from PIL import Image

import ibbprint
from ibbprint.jobs.maps import ShowOrder, shown_map
from tools.gallery import COLOURS, DPI, PICTURES, ROOT, between

PAGE = ROOT / "docs" / "scenarios-from-a-seed.md"
SCENARIOS: tuple[dict[str, Any], ...] = (
    {"seed": "ford", "kind": "meeting", "look": 4},
    {"seed": "wall", "kind": "attack", "budget": 60, "look": 4},
    {"seed": "two-banks", "kind": "crossing", "look": 4},
)


def shown(options: dict[str, Any]) -> str:
    """A scenario as the page has it: a picture of its map, the command, its background, who fights, what was seen."""
    result = ibbprint.generate("ibb", **options)
    assert result.made is not None, str(result.report)
    files = result.made.files
    scenario = yaml.safe_load(files[f"scenarios/{result.made.id}.yaml"])
    words = " ".join(f"--{name} {shlex.quote(str(value))}" for name, value in options.items())
    armies = " against ".join(side["name"] for side in scenario["sides"])
    return "\n".join(
        [
            f"### {result.made.title}",
            "",
            f"![{result.made.title}](pictures/{_picture(result.made.id, files)})",
            f"*{armies}*: `ibbprint generate ibb {words}`",
            "",
            " ".join(scenario["scenario"]["background"].split()),
            "",
            *(f"* {note}" for note in result.made.notes),
            "",
        ]
    )


def _picture(id: str, files: Any) -> str:
    """The map, drawn into the pictures."""
    ((name, data),) = [(name, data) for name, data in files.items() if name.startswith("maps/")]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, Path(name).name)
        path.write_bytes(data)
        drawn = shown_map(ShowOrder(path, format="png", dpi=DPI, game="ibb"))
    picture = f"scenario-{id}.png"
    Image.open(io.BytesIO(drawn.data)).convert("RGB").quantize(COLOURS).save(PICTURES / picture, optimize=True)
    return picture


def main() -> int:
    for path in PICTURES.glob("scenario-*.png"):
        path.unlink()
    body = "\n".join(shown(dict(options)) for options in SCENARIOS)
    PAGE.write_text(between(PAGE.read_text(encoding="utf-8"), "scenarios", body), encoding="utf-8")
    print(PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
