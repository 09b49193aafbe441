"""Figures of a few hexes for booklets of rules: a block of ground in tones, and arrows."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from ibbprint.materials.booklets import FigureArrow

Tone = Literal["clear", "zone", "water", "woods", "full", "part"]


def block(
    columns: range, rows: range, tones: Mapping[Tone, Collection[str]] | None = None, drop: Collection[str] = ()
) -> dict[str, Tone]:
    """A block of clear hexes without those to be dropped, some of them in other tones."""
    hexes = [f"{column:02d}{row:02d}" for column in columns for row in rows]
    made: dict[str, Tone] = {name: "clear" for name in hexes if name not in drop}
    for tone, named in (tones or {}).items():
        made.update((name, tone) for name in named if name in made)
    return made


def arrow(way: str, kind: Literal["move", "fire", "charge"] = "move") -> FigureArrow:
    """An arrow through hexes: `0103 0203`."""
    return FigureArrow(tuple(way.split()), kind)
