"""Make the pictures of docs/virtual-table.md from a module as `export vassal` writes it: `make pictures`.

What VASSAL would show is put together from the module alone: the picture of the board, and on it that of each piece
where its text says; for one side a masked piece is the back that its mask names.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from PIL import Image

from ibbprint.virtual.traits import Trait, slot_traits
from tools.designing_pictures import COLOURS, run
from tools.ink_pictures import beside
from tools.pictures import FOLDER

SCENARIO, ENEMY = "defend-the-bridge", "Rotwangi"
STACKED = (4, -6)
"""How far a piece lies from the one below it, pixels."""
TABLE_WIDE = 760
"""Pixels of the picture of the whole table."""
TAG = "VASSAL.build."


class Module:
    """A module, and what is seen of it."""

    def __init__(self, data: bytes) -> None:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            self.files = {name: archive.read(name) for name in archive.namelist()}
        self.root = ElementTree.fromstring(self.files["buildFile.xml"])

    def picture(self, name: str) -> Image.Image:
        with Image.open(io.BytesIO(self.files[f"images/{name}"])) as image:
            return image.convert("RGBA")

    def pieces(self) -> list[list[Trait]]:
        """The traits of every piece that is set up, the lowest of each stack first."""
        stacks = self.root.iter(f"{TAG}module.map.SetupStack")
        return [slot_traits(slot.text or "") for stack in stacks for slot in stack]

    def seen(self, traits: Sequence[Trait], side: str) -> Image.Image:
        """A piece as a side sees it."""
        mask = next((trait for trait in traits if trait.id == "obs"), None)
        if mask is not None and mask.state["by"] not in ("null", side):
            return self.picture(str(mask.values["picture"]))
        return self.picture(str(traits[-1].values["picture"]))

    def table(self, side: str) -> Image.Image:
        """The board with everything on it as a side sees it."""
        board = next(self.root.iter(f"{TAG}module.map.boardPicker.Board"))
        whole = self.picture(board.get("image") or "")
        lying: dict[tuple[int, int], int] = {}
        for traits in self.pieces():
            piece, state = self.seen(traits, side), traits[-1].state
            at = int(str(state["x"])), int(str(state["y"]))
            below = lying.get(at, 0)
            lying[at] = below + 1
            x, y = (at[0] - piece.width // 2 + STACKED[0] * below, at[1] - piece.height // 2 + STACKED[1] * below)
            whole.alpha_composite(piece, (max(x, 0), max(y, 0)))
        for pile in self.root.iter(f"{TAG}module.map.DrawPile"):
            back = self.picture(str(slot_traits(pile[0].text or "")[0].values["picture"]))
            at = int(pile.get("x") or 0) - back.width // 2, int(pile.get("y") or 0) - back.height // 2
            whole.alpha_composite(back, at)
        return whole.convert("RGB")

    def box(self, name: str) -> tuple[int, int, int, int]:
        """Where a box is on the board."""
        zones = self.root.iter(f"{TAG}module.map.boardPicker.board.mapgrid.Zone")
        path = next(zone.get("path") or "" for zone in zones if zone.get("name") == name)
        places = [tuple(map(int, point.split(","))) for point in path.split(";")]
        (left, top), (right, foot) = places[0], places[2]
        return left - 6, top - 6, right + 6, foot + 6

    def states(self, name: str) -> list[Image.Image]:
        """A piece without and with each of the layers of its states."""
        traits = next(some for some in self.pieces() if str(some[-1].values["name"]).endswith(name))
        plain = self.picture(str(traits[-1].values["picture"]))
        result = [plain]
        for layer in (trait for trait in traits if trait.id == "emb2"):
            pictures = layer.values["pictures"]
            assert isinstance(pictures, tuple)
            badge, item = self.picture(pictures[-1]), plain.copy()
            x, y = int(str(layer.values["x"])), int(str(layer.values["y"]))
            item.alpha_composite(badge, ((item.width - badge.width) // 2 + x, (item.height - badge.height) // 2 + y))
            result.append(item)
        return result

    def chart(self, name: str) -> Image.Image:
        charts = self.root.iter(f"{TAG}widget.Chart")
        return self.picture(next(chart.get("fileName") or "" for chart in charts if chart.get("chartName") == name))


def save(image: Image.Image, name: str, colours: int = COLOURS) -> None:
    image.convert("RGB").quantize(colours).save(FOLDER / f"virtual-table-{name}.png", optimize=True)
    print(f"virtual-table-{name}.png: {image.size[0]} x {image.size[1]}")


def main() -> None:
    """Write every picture into docs/pictures."""
    with TemporaryDirectory() as name:
        target = Path(name) / "module.vmod"
        run("export", "vassal", SCENARIO, "-o", str(target))
        module = Module(target.read_bytes())
    table = module.table(ENEMY)
    save(table.resize((TABLE_WIDE, table.height * TABLE_WIDE // table.width), Image.Resampling.LANCZOS), "table", 96)
    box = module.box("Turn 3")
    save(beside([module.table(side).crop(box) for side in ("Tudwallish", ENEMY)]), "hidden")
    save(beside([picture.convert("RGB") for picture in module.states("R1")]), "states")
    chart = module.chart("Chances of combat")
    save(chart.resize((TABLE_WIDE, chart.height * TABLE_WIDE // chart.width), Image.Resampling.LANCZOS), "chances", 32)


if __name__ == "__main__":
    main()
