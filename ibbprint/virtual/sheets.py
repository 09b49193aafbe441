"""Faces in rows on large pictures, as decks of cards and other virtual tables take them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ibbprint.virtual.pictures import Component, Face, Pictures

MOST_COLUMNS, MOST_ROWS = 10, 7
MOST_SIDE = 4096
"""pixels"""
COLUMNS = ("sheet", "column", "row", "width_px", "height_px", "side", "id", "section", "name", "count")
MANIFEST = "manifest.csv"


class Sheet(NamedTuple):
    """A sheet of faces of one size, row by row; of a deck, its `back` and the pile whose it is."""

    face: Face
    columns: int
    rows: int
    components: tuple[Component, ...]
    back: Face
    pile: str = ""


def laid(components: Sequence[Component], pictures: Pictures, pile: str = "") -> list[Sheet]:
    """Sheets of components of one size, each copy by itself where they are of a pile; the last is cut to fit."""
    if not components:
        return []
    wide, high = components[0].front.width, components[0].front.height
    columns, rows = max(1, min(MOST_COLUMNS, MOST_SIDE // wide)), max(1, min(MOST_ROWS, MOST_SIDE // high))
    copies = [component for component in components for _ in range(component.record.count if pile else 1)]
    sheets: list[Sheet] = []
    for start in range(0, len(copies), columns * rows):
        batch = tuple(copies[start : start + columns * rows])
        across = min(columns, len(batch))
        down = -(-len(batch) // across)
        face = pictures.add(
            joined([pictures.files[component.front.picture] for component in batch], across, (wide, high))
        )
        sheets.append(Sheet(face, across, down, batch, components[0].back or components[0].front, pile))
    return sheets


def joined(faces: Sequence[bytes], columns: int, size: tuple[int, int]) -> bytes:
    """Pictures of one size in rows, as one picture."""
    from PIL import Image

    rows = -(-len(faces) // columns)
    image = Image.new("RGBA", (columns * size[0], rows * size[1]), (255, 255, 255, 0))
    for number, data in enumerate(faces):
        with Image.open(io.BytesIO(data)) as picture:
            image.paste(picture.convert("RGBA"), (number % columns * size[0], number // columns * size[1]))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def sheet_files(components: Iterable[Component], pictures: Pictures) -> Mapping[str, bytes]:
    """Sheets of all fronts and all backs, those of one size together, with a manifest of their places."""
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(COLUMNS)
    sizes: dict[tuple[int, int], list[tuple[Component, str, Face]]] = {}
    for component in components:
        for side, face in (("front", component.front), ("back", component.back)):
            if face is not None:
                sizes.setdefault((face.width, face.height), []).append((component, side, face))
    files: dict[str, bytes] = {}
    for number, ((wide, high), all_of_a_size) in enumerate(sizes.items(), start=1):
        columns, most_rows = max(1, min(MOST_COLUMNS, MOST_SIDE // wide)), max(1, min(MOST_ROWS, MOST_SIDE // high))
        unique = list(dict.fromkeys(face.picture for _, _, face in all_of_a_size))
        places: dict[str, tuple[str, int, int]] = {}
        for start in range(0, len(unique), columns * most_rows):
            batch = unique[start : start + columns * most_rows]
            name = f"sheet-{number:02}-{start // (columns * most_rows) + 1:02}.png"
            across = min(columns, len(batch))
            files[name] = joined([pictures.files[picture] for picture in batch], across, (wide, high))
            for index, picture in enumerate(batch):
                places[picture] = (name, index % across, index // across)
        for component, side, face in all_of_a_size:
            name, column, row = places[face.picture]
            record = component.record
            rows.writerow(
                [name, column, row, wide, high, side, record.id, record.section, component.name, record.count]
            )
    files[MANIFEST] = table.getvalue().encode("utf-8-sig")
    return files
