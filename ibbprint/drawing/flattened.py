"""Transparency of pictures flattened onto what is below them, for files that know none.

Where a picture is opaque it stays as it is, and where nothing of it is seen it leaves what is there. Its soft edges are
mixed with what is below, which is drawn in the pixels of the picture: areas, gradients, lines and other pictures, but
not words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from math import hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

from ibbprint.drawing.areas import polygons
from ibbprint.drawing.inks import Inks
from ibbprint.drawing.pdf_images import of_inks
from ibbprint.drawing.png_rows import Packed
from ibbprint.drawing.shapes import (
    CURRENT,
    IDENTITY,
    Drawing,
    Gradient,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Segment,
    Use,
    apply,
    inverted,
    moved,
    multiply,
)

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels

UNSEEN = 4
"""Of 255: what is less opaque is not seen."""
GRADIENT_CELLS = 32
"""A gradient is worked out at so many places along each side of the picture over it."""
_WHITE = "#ffffff"


class _Below(NamedTuple):
    """Something that was painted: what takes it to mm, the clips that it is seen through, in mm, and `currentColor`."""

    item: Path | Image
    matrix: Matrix
    clips: tuple[Sequence[Segment], ...]
    colour: str


class Flattener:
    """Flattens drawings for these inks. What is alike is worked out once."""

    def __init__(self, inks: Inks) -> None:
        self.inks = inks
        self._latest: dict[str, tuple[Pixels, Pixels]] = {}
        """The last picture in inks with what is opaque of it, by its digest."""
        self._done: dict[tuple[str, str], Packed] = {}

    def __call__(self, drawing: Drawing) -> Drawing:
        """The drawing with the plates of each picture that is seen through; the same one where it has none."""
        if not _seen_through(drawing.items):
            return drawing
        items = self._items(drawing.items, IDENTITY, (), _WHITE, [])
        return Drawing(drawing.width, drawing.height, items, drawing.plain, drawing.shared, drawing.title)

    def _items(
        self,
        items: Sequence[Item],
        matrix: Matrix,
        clips: tuple[Sequence[Segment], ...],
        colour: str,
        below: list[_Below],
    ) -> list[Item]:
        """The items, flattened onto what is `below`, to which they are added."""
        result: list[Item] = []
        for item in items:
            if isinstance(item, Group):
                inner = multiply(matrix, item.matrix)
                inner_clips = clips if item.clip is None else (*clips, moved(item.clip, inner))
                item = Group(
                    self._items(item.items, inner, inner_clips, colour, below), item.matrix, item.opacity, item.clip
                )
            elif isinstance(item, Use):
                item_colour = colour if item.colour == CURRENT else item.colour
                used = item.drawing
                inside = self._items(used.items, multiply(matrix, item.matrix), clips, item_colour, below)
                if _seen_through(used.items):
                    item = Use(
                        Drawing(used.width, used.height, inside, used.plain, title=used.title), item.matrix, item.colour
                    )
            elif isinstance(item, Image):
                if item.raster.transparent:
                    item = item._replace(plates=self._plates(item, matrix, below))
                below.append(_Below(item, matrix, clips, colour))
            elif isinstance(item, Path):
                below.append(_Below(item, matrix, clips, colour))
            result.append(item)
        return result

    def _plates(self, image: Image, matrix: Matrix, below: Sequence[_Below]) -> Packed:
        """A picture in inks, mixed with what is below."""
        from PIL import Image as Pillow

        raster = image.raster
        if raster.digest not in self._latest:
            from ibbprint.drawing.plates import as_inks, in_inks  # only a picture in inks pays for it

            self._latest = {raster.digest: (as_inks(in_inks(raster, self.inks)), raster.pixels().getchannel("A"))}
        pixels, alpha = self._latest[raster.digest]
        wide, high = raster.stored
        lie = multiply(matrix, multiply(image.matrix, multiply(raster.lie, (1 / wide, 0.0, 0.0, 1 / high, 0.0, 0.0))))
        back = inverted(lie)
        ground = (
            Pillow.new("CMYK", pixels.size, (0, 0, 0, 0)) if back is None else self._ground(pixels.size, back, below)
        )
        key = (raster.digest, hashlib.sha256(ground.tobytes()).hexdigest())
        if key not in self._done:
            mixed = Pillow.composite(pixels, ground, alpha)
            unseen = alpha.point(lambda value: 255 * (value < UNSEEN)).convert("1", dither=Pillow.Dither.NONE)
            self._done[key] = of_inks(mixed, unseen)
        return self._done[key]

    def _ground(self, size: tuple[int, int], back: Matrix | None, below: Sequence[_Below]) -> Pixels:
        """The pixels below a picture, in its own grid; `back` maps mm to these. None below flat items."""
        from PIL import Image as Pillow

        ground = Pillow.new("CMYK", size, (0, 0, 0, 0))
        for layer in below if back is not None else ():
            assert back is not None
            to_pixels = multiply(back, layer.matrix)
            if isinstance(layer.item, Image):
                self._paint_image(ground, layer.item, to_pixels, _window(size, back, layer.clips))
            else:
                self._paint_path(ground, layer.item, to_pixels, layer, back)
        return ground

    def _paint_path(self, ground: Pixels, path: Path, to_pixels: Matrix, layer: _Below, back: Matrix) -> None:
        from PIL import ImageChops, ImageDraw

        style = path.style
        outline = moved(path.segments, to_pixels)
        wide, high = ground.size
        points = [point for polygon in polygons(outline) for point in polygon]
        a, b, c, d, _, _ = to_pixels
        pen = style.stroke_width * sqrt(abs(a * d - b * c)) if style.stroke is not None else 0.0
        if not points or not (
            min(x for x, _ in points) - pen < wide
            and max(x for x, _ in points) + pen > 0
            and min(y for _, y in points) - pen < high
            and max(y for _, y in points) + pen > 0
        ):
            return
        window = _window(ground.size, back, layer.clips)
        if style.fill is not None:
            mask = _mask(ground.size, outline, even_odd=style.even_odd)
            mask = mask if window is None else ImageChops.multiply(mask, window)
            if isinstance(style.fill, Gradient):
                ground.paste(self._shaded(ground.size, style.fill, to_pixels), mask=mask)
            else:
                ground.paste(self._ink(style.fill, layer.colour), mask=mask)
        if style.stroke is not None:
            lines = _empty(ground.size)
            draw = ImageDraw.Draw(lines)
            for polygon in polygons(outline):
                draw.line(polygon, fill=255, width=max(1, round(pen)), joint="curve")
            lines = lines if window is None else ImageChops.multiply(lines, window)
            ground.paste(self._ink(style.stroke, layer.colour), mask=lines)

    def _ink(self, colour: str, current: str) -> tuple[int, ...]:
        return tuple(round(255 * channel) for channel in self.inks.channels(current if colour == CURRENT else colour))

    def _shaded(self, size: tuple[int, int], gradient: Gradient, to_pixels: Matrix) -> Pixels:
        """A gradient over all of the pixels."""
        from PIL import Image as Pillow

        cells = Pillow.new("CMYK", (GRADIENT_CELLS, GRADIENT_CELLS))
        back = inverted(multiply(to_pixels, gradient.matrix))
        if back is not None:
            for x in range(GRADIENT_CELLS):
                for y in range(GRADIENT_CELLS):
                    share = ((x + 0.5) / GRADIENT_CELLS * size[0], (y + 0.5) / GRADIENT_CELLS * size[1])
                    cells.putpixel((x, y), self._of_gradient(gradient, *apply(back, *share)))
        return cells.resize(size, Pillow.Resampling.BICUBIC)

    def _of_gradient(self, gradient: Gradient, x: float, y: float) -> tuple[int, ...]:
        """The inks of a gradient at a place of its own space."""
        if gradient.kind == "linear":
            x1, y1, x2, y2 = gradient.geometry
            length = (x2 - x1) ** 2 + (y2 - y1) ** 2
            at = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length if length else 1.0
        else:
            cx, cy, radius = gradient.geometry[:3]
            at = hypot(x - cx, y - cy) / radius if radius else 1.0
            if len(gradient.geometry) > 3 and radius:
                at = _from_focus(gradient.geometry, x, y)
        stops = sorted(gradient.stops, key=lambda stop: stop[0])
        at = min(max(at, stops[0][0]), stops[-1][0])
        before = max((stop for stop in stops if stop[0] <= at), key=lambda stop: stop[0])
        after = min((stop for stop in stops if stop[0] >= at), key=lambda stop: stop[0])
        share = (at - before[0]) / (after[0] - before[0]) if after[0] > before[0] else 0.0
        first, last = self._ink(before[1], _WHITE), self._ink(after[1], _WHITE)
        return tuple(round(a + (b - a) * share) for a, b in zip(first, last, strict=True))

    def _paint_image(self, ground: Pixels, image: Image, to_pixels: Matrix, window: Pixels | None) -> None:
        from PIL import Image as Pillow
        from PIL import ImageChops

        raster = image.raster
        wide, high = raster.stored
        lie = multiply(
            to_pixels, multiply(image.matrix, multiply(raster.lie, (1 / wide, 0.0, 0.0, 1 / high, 0.0, 0.0)))
        )
        back = inverted(lie)
        if back is None:
            return
        a, b, c, d, e, f = back
        alpha = raster.pixels().getchannel("A") if raster.transparent else Pillow.new("L", (wide, high), 255)

        def laid(pixels: Pixels) -> Pixels:
            data = (a, c, e, b, d, f)
            return pixels.transform(ground.size, Pillow.Transform.AFFINE, data, Pillow.Resampling.BILINEAR)

        mask = laid(alpha)
        mask = mask if window is None else ImageChops.multiply(mask, window)
        if mask.getbbox() is not None:
            from ibbprint.drawing.plates import as_inks, in_inks  # only a picture in inks pays for it

            ground.paste(laid(as_inks(in_inks(raster, self.inks))), mask=mask)


def _empty(size: tuple[int, int]) -> Pixels:
    from PIL import Image as Pillow

    return Pillow.new("L", size, 0)


def _window(size: tuple[int, int], back: Matrix, clips: Sequence[Sequence[Segment]]) -> Pixels | None:
    """The pixels inside of all clips; None for all."""
    from PIL import ImageChops

    result: Pixels | None = None
    for clip in clips:
        mask = _mask(size, moved(clip, back), even_odd=False)
        result = mask if result is None else ImageChops.multiply(result, mask)
    return result


def _mask(size: tuple[int, int], outline: Sequence[Segment], *, even_odd: bool) -> Pixels:
    """The pixels inside an outline."""
    from PIL import ImageChops, ImageDraw

    parts = [polygon for polygon in polygons(outline) if len(polygon) > 2]
    clockwise, anticlockwise = _empty(size), _empty(size)
    for polygon in parts:
        if len(parts) == 1:
            ImageDraw.Draw(clockwise).polygon(polygon, fill=1)
            continue
        mask = _empty(size)
        ImageDraw.Draw(mask).polygon(polygon, fill=1)
        if even_odd or _area(polygon) > 0:
            clockwise = ImageChops.add(clockwise, mask)
        else:
            anticlockwise = ImageChops.add(anticlockwise, mask)
    turns = ImageChops.difference(clockwise, anticlockwise)
    return turns.point([255 * (value % 2 if even_odd else value > 0) for value in range(256)])


def _area(polygon: Sequence[tuple[float, float]]) -> float:
    pairs = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)


def _seen_through(items: Sequence[Item]) -> bool:
    """Whether there is a picture among the items that is seen through, and not flattened."""
    return any(image.plates is None and image.raster.transparent for image in images_of(items))


def images_of(items: Sequence[Item]) -> Iterator[Image]:
    """The pictures of pixels among some items, those in symbols too."""
    for item in items:
        if isinstance(item, Image):
            yield item
        elif isinstance(item, Group):
            yield from images_of(item.items)
        elif isinstance(item, Use):
            yield from images_of(item.drawing.items)


def _from_focus(geometry: Sequence[float], x: float, y: float) -> float:
    """The distance of a place between the focus and the circle of a radial gradient, 1 on the circle."""
    cx, cy, radius, fx, fy = geometry
    dx, dy, ex, ey = x - fx, y - fy, fx - cx, fy - cy
    a, b, c = dx * dx + dy * dy, dx * ex + dy * ey, ex * ex + ey * ey - radius * radius
    if a == 0:
        return 0.0
    to_circle = (-b + sqrt(max(b * b - a * c, 0.0))) / a
    return 1 / to_circle if to_circle > 0 else 1.0
