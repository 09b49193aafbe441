"""Boxes that are cut out, folded and glued: a tuck box for a deck, a lid for a tray of counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ibbprint.materials import FaceValues, Origins
from ibbprint.materials.cuts import USUAL, Cut

CartonKind = Literal["tuck", "lid"]
PANELS: Mapping[CartonKind, tuple[str, ...]] = {
    "tuck": ("front", "back", "left", "right", "top", "bottom"),
    "lid": ("top", "front", "back", "left", "right"),
}
"""The faces of each kind of box, by their names."""


@dataclass(frozen=True, slots=True, eq=False)
class Carton:
    """A box to be folded. Width, height and depth in mm are those of what it holds; `board_mm` is its cardboard.

    A tuck box stands with its front to the player: its depth is the height of the deck. Of a lid, width and height are
    those of the tray seen from above, and the depth is how far it reaches down. `panels` has the template and values of
    each face that is printed. `cut` has its paper. `origins` says where the part was written.
    """

    id: str
    section: str
    title: str
    kind: CartonKind
    size_mm: tuple[float, float, float]
    board_mm: float
    panels: Mapping[str, tuple[str, FaceValues]]
    cut: Cut = USUAL
    origins: Origins = field(default_factory=dict)
