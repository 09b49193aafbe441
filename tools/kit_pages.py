"""Finds pages, pieces and words in a printed PDF by the kit's own marks, for the pictures of README and docs.

Pages are found by their heads, pieces by the cuts that the PDF keeps, words by their text; so a picture shows the same
thing wherever the next layout puts it. What is not there ends the tool with a message.
"""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
from PIL import Image, ImageOps

from ibbprint.press.cut_data import read_cuts

MM_PER_INCH = 25.4
MARKS_MM = 7.0
"""How far crop marks reach from what they cut."""
CAPTION_MM = 9.2
"""How far above its pieces the caption of a group begins."""
HEAD_RULE_MM = 2.2
"""How far under the words of the head its rule has ended."""
PAPER = 5
"""What has less ink than this, of 255, is paper."""
HEAD = re.compile(r"[^:\r\n]+: (?P<head>.+?)\s+(?:(?:changes since \S+|\w+=\w+(?:, \w+=\w+)*) · )*page \d")
"""What every sheet of a kit has at its head: the kit, what is on the sheet, perhaps since when and by which rules."""
SIDE_BY_SIDE = re.compile(r", with |, (?!sheet )| and ")

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in mm from the upper left corner of the page."""


def heads_of(first_line: str) -> set[str]:
    """What a page with this first line says it shows, in small letters: its whole head, and each part of it."""
    result = HEAD.match(first_line)
    if result is None:
        return set()
    head = result["head"].lower()
    return {head, *SIDE_BY_SIDE.split(head)}


def around(boxes: list[Box], *, sides: float = MARKS_MM, above: float = CAPTION_MM, below: float = MARKS_MM) -> Box:
    """The box round some boxes, with room for their marks and their caption."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts) - sides, min(tops) - above, max(rights) + sides, max(bottoms) + below


def first_row(boxes: list[Box]) -> list[Box]:
    """The boxes that are level with the topmost one."""
    top = min(box[1] for box in boxes)
    return [box for box in boxes if abs(box[1] - top) < 1.0]


def upper_left(boxes: list[Box]) -> tuple[float, float]:
    """Where the first of what is cut out of a page begins."""
    return min(box[0] for box in boxes), min(box[1] for box in boxes)


def trimmed(image: Image.Image, margin: int) -> Image.Image:
    """The image without the white paper round what is printed, but for a margin."""
    ink = ImageOps.invert(image.convert("L")).point(lambda dark: 255 * (dark > PAPER)).getbbox()
    if ink is None:
        return image
    left, top, right, bottom = ink
    wide, high = image.size
    return image.crop(
        (max(0, left - margin), max(0, top - margin), min(wide, right + margin), min(high, bottom + margin))
    )


class Printed:
    """A printed PDF and where things are in it; its pages are numbered from 1."""

    def __init__(self, pdf: bytes | Path) -> None:
        data = pdf.read_bytes() if isinstance(pdf, Path) else pdf
        self.document = pypdfium2.PdfDocument(data)
        self.cuts = read_cuts(data)

    def text(self, number: int) -> str:
        """The text of a page."""
        result: str = self.document[number - 1].get_textpage().get_text_range()
        return result

    def headed(self, head: str, words: str = "") -> int:
        """The first page that says at its head that it shows this, alone or with other parts, and holds the words."""
        for number in range(1, len(self.document) + 1):
            text = self.text(number)
            if head.lower() in heads_of(text.partition("\n")[0]) and words in text:
                return number
        raise SystemExit(f"no page is headed {head!r} and holds {words!r}")

    def bookmarked(self, title: str) -> int:
        """The page to which the bookmark of this title leads."""
        for mark in self.document.get_toc():
            to = mark.get_dest()
            if mark.get_title() == title and to is not None:
                return int(to.get_index()) + 1
        raise SystemExit(f"no bookmark is called {title!r}")

    def with_pieces(self) -> int:
        """The first page out of which something is cut."""
        for number in sorted(self.cuts):
            if any(own.boxes for own in self.cuts[number]):
                return number
        raise SystemExit("nothing is cut out of any page")

    def pieces(self, number: int) -> list[Box]:
        """What is cut out of a page."""
        boxs = [box for own in self.cuts.get(number, ()) for box in own.boxes]
        if not boxs:
            raise SystemExit(f"nothing is cut out of page {number}")
        return boxs

    def words(self, number: int, text: str) -> Box:
        """Where the words first are on a page."""
        page = self.document[number - 1]
        texts = page.get_textpage()
        result = texts.search(text, match_case=True).get_next()
        if result is None:
            raise SystemExit(f"page {number} does not hold {text!r}")
        boxes = [texts.get_charbox(index) for index in range(result[0], result[0] + result[1])]
        high = page.get_height()
        lefts, bottoms, rights, tops = zip(*boxes, strict=True)
        mm = MM_PER_INCH / 72
        return min(lefts) * mm, (high - max(tops)) * mm, max(rights) * mm, (high - min(bottoms)) * mm

    def below_head(self, number: int) -> float:
        """Where the head of a page has ended, with its rule."""
        return self.words(number, f"page {number} of")[3] + HEAD_RULE_MM

    def picture(self, number: int, dpi: float, box: Box | None = None) -> Image.Image:
        """A page as pdfium renders it, whole or cut to a box."""
        image: Image.Image = self.document[number - 1].render(scale=dpi / 72).to_pil().convert("RGB")
        if box is None:
            return image
        left, top, right, bottom = (round(v * dpi / MM_PER_INCH) for v in box)
        return image.crop((max(0, left), max(0, top), min(image.width, right), min(image.height, bottom)))

    def group(self, head: str, dpi: float) -> Image.Image:
        """All that is cut out of the page with this head, with its marks and captions."""
        number = self.headed(head)
        left, top, right, bottom = around(self.pieces(number))
        bleed = max(own.bleed for own in self.cuts[number])  # marks and captions keep off it
        top = max(self.below_head(number), top - bleed)
        return self.picture(number, dpi, (left - bleed, top, right + bleed, bottom + bleed))
