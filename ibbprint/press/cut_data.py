"""The cuts of the pieces of each sheet, kept in the PDF: its TrimBox is the sheet, as print shops want it.

Preflight reads them again, to measure how far the text of each piece is from its own cuts and whether its colour runs
past them. Whatever else wants the places of pieces reads them too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from ibbprint.drawing.private_data import read_kept
from ibbprint.materials.cuts import Outline, Shape

if TYPE_CHECKING:
    from ibbprint.drawing.areas import Box

CUTS_KEPT_AS = "IbbprintCuts"
MOST_BYTES = 4_000_000
MOST_BLEED_MM = 50.0


class KeptCuts(NamedTuple):
    """A cut-out of a page: left, top, right and bottom, mm from its top left, its bleed in mm, and its shape."""

    boxes: Sequence[Box]
    bleed: float = 0.0
    shape: Shape = ""

    @property
    def outline(self) -> Outline:
        return Outline(self.shape)


def cuts_as_bytes(cuts: Mapping[int, Sequence[KeptCuts]], margin: float) -> bytes:
    """The cuts of each page, measured from the top left of the trimmed page, which has a margin in mm, to be kept.

    Those of a page with several bleeds are kept in as many records.
    """
    by_page = {
        str(number): [
            {
                "bleed": round(record.bleed, 3),
                "cuts": [[round(value + margin, 3) for value in box] for box in record.boxes],
                **({"shape": record.shape} if record.shape else {}),
            }
            for record in records
        ]
        for number, records in cuts.items()
    }
    plain = {number: records[0] if len(records) == 1 else records for number, records in by_page.items()}
    return json.dumps(plain, separators=(",", ":")).encode()


def read_cuts(pdf: bytes) -> dict[int, list[KeptCuts]]:
    """The cuts of each page, measured from the top left of the MediaBox; none where none are kept.

    What is there and makes no sense is passed over: it may be anybody's file.
    """
    data = read_kept(pdf, CUTS_KEPT_AS, MOST_BYTES)
    try:
        by_page = json.loads(data or b"{}").items()
        return {
            int(number): [_read(item) for item in (record if isinstance(record, list) else [record])]
            for number, record in by_page
        }
    except (ValueError, TypeError, AttributeError, KeyError, OverflowError, RecursionError):
        return {}


def _read(record: Any) -> KeptCuts:
    boxes = [(float(left), float(top), float(right), float(bottom)) for left, top, right, bottom in record["cuts"]]
    bleed = float(record["bleed"])
    if not all(isfinite(value) for box in boxes for value in box) or not 0 <= bleed < MOST_BLEED_MM:
        raise ValueError("invalid cut lines")
    shape = record.get("shape", "")
    if shape not in get_args(Shape):
        raise ValueError("no such shape")
    return KeptCuts(boxes, bleed, shape)
