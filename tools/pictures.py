"""Make the pictures of the README from the pages of freshly printed kits: `make pictures`.

Pictures are pages of the PDFs as pdfium renders them, cut to what they show; nothing is drawn by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from ibbprint.engine.api.kits import KitOptions
from ibbprint.press.book import BookOptions, make_book
from ibbprint.press.paper import PAPERS
from ibbprint.press.slots import room_for_board
from ibbprint.problems import Report
from ibbprint.systems import games
from tools.kit_pages import MM_PER_INCH, Printed, trimmed

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
MARGIN = 2.0
"""White round a picture, mm."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: the page of a kit headed `page`, cut to a box in mm; of a `part` alone where one is named."""

    name: str
    scenario: str
    page: str
    box: tuple[float, float, float, float]
    dpi: int = 110
    turn: int = 0
    part: str = ""


PICTURES = (
    Picture("counters", "defend-the-bridge", "Counters", (4, 11.6, 206, 160), 130, part="counters"),
    Picture("markers", "defend-the-bridge", "Markers", (4, 11.6, 206, 130), 110, part="markers"),
    Picture("combat-results", "defend-the-bridge", "CRT", (4, 16, 206, 270), 100, 90, part="crt"),
    Picture("map", "defend-the-bridge", "Forest Map One, sheet A2 (2 of 4)", (10, 18, 200, 210), 100),
    Picture("ayrenes-woods", "ayrenes-woods", "Counters", (8, 12, 202, 68), 110, part="counters"),
    Picture("microbattle", "the-long-road", "Counters and markers", (8, 12, 202, 122), 110),
    Picture("element-battle", "deep-delve", "Element tiles, markers and measuring gauges", (8, 12, 139, 174), 100),
    Picture("element-battle-table", "deep-delve", "Table and deployment", (8, 14, 202, 238), 70),
    Picture("microbattle-board", "the-long-road", "Board", (6, 16, 204, 278), 56),
)


def kit_pdf(scenario: str, part: str = "") -> bytes:
    """A shipped scenario's kit on A4, or a part of it."""
    report = Report()
    game = next(each for each in games().values() if scenario in {item.id for item in each.list((), report)})
    kit = game.kit(scenario, KitOptions(board_mm=room_for_board(PAPERS["a4"])), report)
    options = BookOptions(PAPERS["a4"], frozenset({part} if part else ()))
    book = make_book(kit, options, game.template_folders, report) if kit is not None else None
    if book is None:
        raise SystemExit("\n".join(map(str, report)))
    return book.pdf


COVERS = ("defend-the-bridge", "hastings", "stirling", "ayrenes-woods", "the-long-road", "two-villages")
"""The battles whose covers stand side by side in one picture."""
COVER_MM = (148.0, 210.0)
COVER_DPI = 58
COVERS_ACROSS = 3


def covers() -> Image.Image:
    """The covers of the shipped booklets, side by side."""
    result = [
        Printed(kit_pdf(scenario, "rules")).picture(1, COVER_DPI, (0.0, 0.0, *COVER_MM)).convert("RGB")
        for scenario in COVERS
    ]
    wide, high = result[0].size
    rows = -(-len(result) // COVERS_ACROSS)
    whole = Image.new("RGB", (wide * COVERS_ACROSS, high * rows), "white")
    for number, cover in enumerate(result):
        whole.paste(cover, (number % COVERS_ACROSS * wide, number // COVERS_ACROSS * high))
    return whole


def main() -> None:
    """Write every picture into docs/pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    kits = {asked: Printed(kit_pdf(*asked)) for asked in dict.fromkeys((p.scenario, p.part) for p in PICTURES)}
    for picture in PICTURES:
        kit = kits[picture.scenario, picture.part]
        image = kit.picture(kit.headed(picture.page), picture.dpi, picture.box)
        image = trimmed(image, round(MARGIN * picture.dpi / MM_PER_INCH))
        if picture.turn:
            image = image.rotate(picture.turn, expand=True)
        image.quantize(128).save(FOLDER / f"{picture.name}.png", optimize=True)
        print(f"{picture.name}.png: {image.size[0]} x {image.size[1]}")
    image = covers()
    image.quantize(128).save(FOLDER / "covers.png", optimize=True)
    print(f"covers.png: {image.size[0]} x {image.size[1]}")


if __name__ == "__main__":
    main()
