"""Where the pieces of each sheet are cut out, kept in the PDF: a sheet's TrimBox is the box round all of them.

Preflight reads them again, to measure how far the text of each piece is from its own cuts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ibbprint.drawing.kept import read_kept

if TYPE_CHECKING:
    from ibbprint.drawing.pdf_pages import Box

CUTS_KEPT_AS = "IbbprintCuts"
MOST_BYTES = 4_000_000


def cuts_as_bytes(cuts: Mapping[int, Sequence[Sequence[float]]], margin: float) -> bytes:
    """The cuts of each page, x, y, width and height in mm from the top left of the trimmed page, to be kept."""
    placed = {
        str(number): [[round(x + margin, 3), round(y + margin, 3), round(w, 3), round(h, 3)] for x, y, w, h in boxes]
        for number, boxes in cuts.items()
    }
    return json.dumps(placed, separators=(",", ":")).encode()


def read_cuts(pdf: bytes) -> dict[int, list[Box]]:
    """The cuts of each page as left, top, right, bottom in mm from the top left of the page; none where none are kept.

    What is there and makes no sense is passed over: it may be anybody's file.
    """
    data = read_kept(pdf, CUTS_KEPT_AS, MOST_BYTES)
    try:
        told = json.loads(data or b"{}")
        return {
            int(number): [(float(x), float(y), float(x) + float(w), float(y) + float(h)) for x, y, w, h in boxes]
            for number, boxes in told.items()
        }
    except (ValueError, TypeError, AttributeError, RecursionError):
        return {}
