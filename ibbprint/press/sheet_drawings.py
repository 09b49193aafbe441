"""The pages of a finished kit as drawings, for SVG: read back from the PDF, so that they show what it prints.

Promises every path, gradient and word at its place in its colour, words in the fonts of the kit. It is for PDFs of our
own: gradients of a kind that only other programs write are left out, and `lost` says so.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Sequence
from math import hypot, isclose
from typing import Any, NamedTuple

from ibbprint.drawing import fonts
from ibbprint.drawing.areas import common
from ibbprint.drawing.colour import BLACK, of_channels
from ibbprint.drawing.own_fonts import OWN
from ibbprint.drawing.pdf_pages import Reader
from ibbprint.drawing.pdf_painted import Clip, Ink, Painted, PdfPage, Picture, Shape, Words
from ibbprint.drawing.rasters import Raster, Unreadable, as_png
from ibbprint.drawing.shapes import (
    IDENTITY,
    Drawing,
    Gradient,
    Group,
    Image,
    Item,
    Path,
    Style,
    Text,
    inverted,
    multiply,
)
from ibbprint.fonts import FACES

FONTS = {face.file.removesuffix(".ttf"): style for style, face in FACES.items()}
"""The styles by the names of our fonts in a PDF."""


class SheetDrawing(NamedTuple):
    """A page: its drawing, and the parts of it that could not be drawn."""

    drawing: Drawing
    lost: int


def sheet_drawings(pdf: bytes, numbers: Collection[int] | None = None) -> Iterator[SheetDrawing]:
    """Every page of a PDF of our own as a drawing of the size of the paper, or those of these numbers, from 1."""
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as opened:
        images: dict[tuple[int, int], Raster | None] = {}
        reader = Reader(opened, len(pdf))
        for number in range(1, len(opened.pages) + 1) if numbers is None else sorted(numbers):
            yield _drawing(reader.page(number), images)


def _drawing(page: PdfPage, images: dict[tuple[int, int], Raster | None]) -> SheetDrawing:
    """A page; `images` are the pictures of all pages so far, by the numbers of their objects."""
    drawing = Drawing(page.media[2], page.media[3])
    missing = 0
    at: tuple[Clip, ...] = ()
    group = drawing.items  # things in a row under the same clips share a group
    for painted in page.painted:
        if _hidden(painted, page):
            continue
        item, clips = _item(painted, images), painted.clips
        if isinstance(painted, Picture) and painted.image is None:
            clips = clips[:-1]  # the innermost is the outline that the gradient fills
        if clips != at:
            at, group = clips, _opened(drawing.items, _needed(clips, page))
        if item is None:
            missing += 1
        else:
            group.append(item)
    drawing.items[:] = [item for item in drawing.items if not isinstance(item, Group) or item.items]
    return SheetDrawing(drawing, missing)


def _hidden(painted: Painted, page: PdfPage) -> bool:
    """Whether nothing of a thing can be seen: most of a map lies beyond each of its sheets."""
    by = (
        painted.width
        if isinstance(painted, Shape)
        else painted.size * fonts.POINT
        if isinstance(painted, Words)
        else 0.0
    )
    left, top, right, bottom = painted.box
    window = common(painted.window, page.media)
    visible = common((left - by, top - by, right + by, bottom + by), window)
    return visible[0] > visible[2] or visible[1] > visible[3]


def _needed(clips: Sequence[Clip], page: PdfPage) -> list[Clip]:
    """The clips that hide anything: a form's own box is often larger than the page."""
    left, top, right, bottom = page.media
    return [
        clip
        for clip in clips
        if not (
            len(clip.path.segments) == 5
            and clip.box[0] <= left
            and clip.box[1] <= top
            and clip.box[2] >= right
            and clip.box[3] >= bottom
        )
    ]


def _opened(items: list[Item], clips: Sequence[Clip]) -> list[Item]:
    """The innermost of the groups for these clips, new at the end of the items."""
    for clip in clips:
        group = Group(clip=clip.segments)
        items.append(group)
        items = group.items
    return items


def _item(painted: Painted, images: dict[tuple[int, int], Raster | None]) -> Item | None:
    if isinstance(painted, Shape):
        style = Style(
            fill=None if painted.fill is None else _hex(painted.fill),
            stroke=None if painted.stroke is None else _hex(painted.stroke),
            stroke_width=painted.width,
            even_odd=painted.even_odd,
            cap=painted.cap,
            join=painted.join,
            dash=painted.dash,
            fill_opacity=painted.alpha,
            stroke_opacity=painted.alpha,
            miter=painted.miter,
        )
        return Path(painted.segments, style)
    if isinstance(painted, Words):
        return _text(painted)
    if painted.image is not None:
        return _image(painted, images)
    outline = painted.clips[-1] if painted.clips else None
    gradient = None if painted.shading is None else _gradient(painted.shading, painted.inks[0].space)
    if gradient is None or outline is None:
        return None
    if outline.matrix != painted.matrix:  # an ellipse is a circle under a transform that its outline does not have
        back = inverted(outline.matrix)
        if back is None or gradient.kind == "linear":
            return None
        gradient = gradient._replace(matrix=multiply(back, painted.matrix))
    style = Style(fill=gradient, even_odd=outline.even_odd, fill_opacity=painted.alpha)
    return Group([Path(outline.path.segments, style)], outline.matrix)


def _image(painted: Picture, images: dict[tuple[int, int], Raster | None]) -> Item | None:
    """A picture as `drawing.pdf_images` writes them; None for any other."""
    key = painted.image.objgen
    if key not in images:
        images[key] = _raster(painted.image)
    raster = images[key]
    if raster is None:
        return None
    lie = (1.0, 0.0, 0.0, -1.0, 0.0, 1.0)  # the pixels of a PDF lie with the y axis down in a square with the axis up
    return Image(raster, multiply(painted.matrix, lie))


def _raster(image: Any) -> Raster | None:
    import pikepdf

    try:
        mask = image.get("/SMask")
        if mask is None and str(image.get("/Filter", "")) == "/DCTDecode":
            raster = Raster(bytes(image.read_raw_bytes()))
            raster.lie = IDENTITY  # the page turns it
            raster.width, raster.height = int(image.Width), int(image.Height)
            return raster
        pixels = pikepdf.PdfImage(image).as_pil_image()
        if mask is not None:
            pixels = pixels.convert("RGB")
            pixels.putalpha(pikepdf.PdfImage(mask).as_pil_image().convert("L"))
        return Raster(as_png(pixels))
    except (Unreadable, NotImplementedError, ValueError, pikepdf.PdfError):
        return None


def _gradient(shading: Any, space: str) -> Gradient | None:
    """A gradient as `drawing.pdf` writes them; None for any other."""
    points = tuple(float(value) for value in shading.get("/Coords", ()))
    function = shading.get("/Function")
    kind = int(shading.get("/ShadingType", 0))
    if list(shading.get("/Extend", ())) != [True, True] or not hasattr(function, "get"):
        return None
    steps = list(function.get("/Functions", [function]))
    bounds = [0.0, *(float(value) for value in function.get("/Bounds", ())), 1.0]
    if len(bounds) != len(steps) + 1 or any(int(step.get("/N", 0)) != 1 for step in steps):
        return None
    stops = tuple(
        (place, _hex(Ink(space, tuple(float(value) for value in step.get(end, ())))))
        for number, step in enumerate(steps)
        for place, end in ((bounds[number], "/C0"), (bounds[number + 1], "/C1"))
    )
    stops = tuple(dict.fromkeys(stops))
    if kind == 2 and len(points) == 4:
        return Gradient("linear", points, stops)
    if kind == 3 and len(points) == 6 and points[:3] == (*points[3:5], 0.0):
        return Gradient("radial", points[3:], stops)
    return None


def _text(words: Words) -> Item | None:
    style = FONTS.get(words.font.name) or OWN.named().get(words.font.name)
    if style is None or not words.shown:
        return None
    a, b, c, d, e, f = words.matrix
    size = hypot(a, b)
    fill = _hex(words.ink)

    def line(x: float, y: float) -> list[Item]:
        """The line in one piece, or word by word where blanks are wider than usual."""
        parts = words.text.split(" ") if words.word_space else [words.text]
        result: list[Item] = []
        for part in parts:
            result.append(Text(x, y, part, style, size, fill, spacing=words.letter_space, opacity=words.alpha))
            x += fonts.width(f"{part} ", style, size) + words.letter_space * (len(part) + 1) + words.word_space
        return result

    if isclose(b, 0, abs_tol=1e-6) and isclose(c, 0, abs_tol=1e-6) and isclose(a, d, rel_tol=1e-4) and a > 0:
        items = line(e, f)
        return items[0] if len(items) == 1 else Group(items)
    return Group(line(0.0, 0.0), (a / size, b / size, c / size, d / size, e, f))


def _hex(ink: Ink) -> str:
    channels = ink.channels * 3 if ink.space == "gray" else ink.channels
    if ink.space not in ("gray", "rgb") or len(channels) != 3:
        return BLACK
    return of_channels(channels)
