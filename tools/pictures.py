"""Make the pictures of the README from the pages of freshly printed kits: `make pictures`.

Pictures are pages of the PDFs as pdfium renders them, cut to what they show; nothing is drawn by hand.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

from ibbprint.engine.api.kits import KitOptions
from ibbprint.press.book import BookOptions, make_book
from ibbprint.press.paper import PAPERS
from ibbprint.press.slots import room_for_board
from ibbprint.problems import Report
from ibbprint.systems import games

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
MM_PER_INCH = 25.4


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: the page of a kit headed `page`, cut to a box in mm."""

    name: str
    scenario: str
    page: str
    box: tuple[float, float, float, float]
    dpi: int = 110
    turn: int = 0


PICTURES = (
    Picture("counters", "defend-the-bridge", "Counters", (15, 15, 195, 160), 140),
    Picture("markers", "defend-the-bridge", "Markers", (15, 15, 195, 130), 110),
    Picture("combat-results", "defend-the-bridge", "CRT", (28, 40, 182, 258), 100, 90),
    Picture("map", "defend-the-bridge", "Forest Map One, sheet A2 (2 of 4)", (10, 18, 200, 210), 100),
    Picture("ayrenes-woods", "ayrenes-woods", "Counters", (8, 12, 202, 68), 110),
    Picture("microbattle", "the-long-road", "Counters and Markers", (8, 12, 202, 122), 110),
    Picture("element-battle", "deep-delve", "Element tiles, Markers and Measuring gauges", (8, 12, 139, 174), 100),
    Picture("element-battle-table", "deep-delve", "Table and deployment", (8, 14, 202, 238), 70),
    Picture("microbattle-board", "the-long-road", "Board", (6, 16, 204, 278), 56),
)


def kit_pdf(scenario: str) -> bytes:
    """A shipped scenario's kit on A4."""
    report = Report()
    game = next(each for each in games().values() if scenario in {item.id for item in each.list((), report)})
    kit = game.kit(scenario, KitOptions(board_mm=room_for_board(PAPERS["a4"])), report)
    book = make_book(kit, BookOptions(PAPERS["a4"]), game.template_folders, report) if kit is not None else None
    if book is None:
        raise SystemExit("\n".join(map(str, report)))
    return book.pdf


def page_with_head(document: Any, head: str) -> Any:
    """The first page whose head is that of the kit followed by the words, in capital or small letters."""
    wanted = re.compile(rf"^[^:\r\n]+: {re.escape(head)}\s+page \d", re.IGNORECASE)
    for page in document:
        if wanted.search(page.get_textpage().get_text_range()):
            return page
    raise SystemExit(f"no page is headed {head!r}")


def main() -> None:
    """Write every picture into docs/pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    pdfs = {scenario: kit_pdf(scenario) for scenario in dict.fromkeys(p.scenario for p in PICTURES)}
    for picture in PICTURES:
        document = pypdfium2.PdfDocument(io.BytesIO(pdfs[picture.scenario]))
        image: Image.Image = page_with_head(document, picture.page).render(scale=picture.dpi / 72).to_pil()
        image = image.crop(tuple(round(v * picture.dpi / MM_PER_INCH) for v in picture.box))  # type: ignore[arg-type]
        if picture.turn:
            image = image.rotate(picture.turn, expand=True)
        image.quantize(128).save(FOLDER / f"{picture.name}.png", optimize=True)
        print(f"{picture.name}.png: {image.size[0]} x {image.size[1]}")


if __name__ == "__main__":
    main()
