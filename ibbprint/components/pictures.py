"""The pictures of packs: files in the folder `pictures` beside game.yaml or pack.yaml, each read once.

A picture is called as its file is, without the ending. Pixels (PNG, JPEG, WebP) become a `Raster`, an SVG a drawing.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import ceil, hypot
from pathlib import Path

from ibbprint.budget import Budget, TooMuch
from ibbprint.catalogue.art_files import OF_PIXELS, pictures_in, pictures_of
from ibbprint.catalogue.source import decode, inside, read_bytes
from ibbprint.drawing.rasters import Raster, Unreadable
from ibbprint.drawing.shapes import IDENTITY, Drawing, Group, Image, Item, Matrix, Use, multiply
from ibbprint.problems import Report, Stopped, Where

MOST_BYTES = 20_000_000
"""Bytes of a picture of pixels."""
KEPT_BYTES = 64_000_000
"""Bytes of pictures that are kept until they are written; the files of more are read again then."""
MOST_SVG_BYTES = 4_000_000
MOST_OF_ALL_BYTES = 400_000_000
MOST_OF_ALL_PIXELS = 1_000_000_000
"""Of all pictures of a run; 200 of 600 x 600 have 72 million, and to decode them takes some 2 seconds."""
MOST_DEEP = 4
"""How deep SVG pictures may use one another."""

ReadSvg = Callable[[str, str], Drawing]
"""Makes a drawing of the text of an SVG, its faults in the report at the place that is named."""


class Pictures:
    """The pictures of some template folders, the uppermost first. What is wrong with one is reported once.

    `read_svg` makes drawings of those that are SVG.
    """

    def __init__(self, folders: Sequence[Path], report: Report, read_svg: ReadSvg) -> None:
        self.folders = [pictures_of(folder) for folder in folders]
        self.report = report
        self.read_svg = read_svg
        self.digests: dict[str, str] = {}
        """A hash of the file of each picture that was asked for, by its name."""
        self.paths: dict[str, str] = {}
        """The file of each, as messages show it."""
        self._known: dict[str, Raster | Drawing | None] = {}
        self._bytes = Budget(MOST_OF_ALL_BYTES, f"the pictures together have more than {MOST_OF_ALL_BYTES:,} bytes")
        self._pixels = Budget(MOST_OF_ALL_PIXELS, f"the pictures together have more than {MOST_OF_ALL_PIXELS:,} pixels")
        self._kept_bytes = 0
        self._sound_folders: dict[Path, bool] = {}
        """Whether files in a folder that are no links are in its pack: the folder itself may be one."""
        self._reading: list[str] = []
        self._files: list[Mapping[str, list[Path]]] | None = None

    @property
    def transparent(self) -> bool:
        """Whether any of those that were asked for is seen through."""
        return any(isinstance(art, Raster) and art.transparent for art in self._known.values())

    def names(self) -> list[str]:
        """The names of all pictures."""
        return sorted({name for files in self._folders for name in files})

    @property
    def _folders(self) -> list[Mapping[str, list[Path]]]:
        """The files of each folder by the names of their pictures."""
        if self._files is None:
            self._files = [pictures_in(folder) for folder in self.folders]
        return self._files

    def __call__(self, name: str) -> Raster | Drawing | None:
        """The picture of this name; None where there is none. One that cannot be read is an empty drawing.

        ValueError for an SVG that would have no end.
        """
        if name in self._reading:
            raise ValueError(f"the picture {name!r} uses itself")
        if name not in self._known:
            if len(self._reading) >= MOST_DEEP:
                raise ValueError(f"pictures use pictures more than {MOST_DEEP} deep")
            self._reading.append(name)
            self._known[name] = self._find(name)
            self._reading.pop()
        return self._known[name]

    def _find(self, name: str) -> Raster | Drawing | None:
        files = next((files[name] for files in self._folders if name in files), None)
        if files is None:
            return None
        path = files[0]
        shown = self.paths[name] = str(path)
        self.digests[name] = ""
        if len(files) > 1:
            same = files[1].stem == name
            why = "a picture has one file" if same else "Windows and macOS take both names for one"
            message = f"{files[1].name} exists too: {why}."
            self.report.error(Where(shown), "read:picture", message, "Rename one of them, or remove it.")
            return _NOTHING
        if not self._inside(path):
            self.report.error(Where(shown), "read:pack", "this picture points outside its pack.", "Copy it in.")
            return _NOTHING
        of_pixels = path.suffix.lower() in OF_PIXELS
        raw = read_bytes(path, shown, self.report, most=MOST_BYTES if of_pixels else MOST_SVG_BYTES)
        if raw is None:
            return _NOTHING
        self.digests[name] = hashlib.sha256(raw).hexdigest()
        try:
            self._bytes.spend(len(raw))
            return self._pixels_of(raw, path, self.digests[name]) if of_pixels else self._vectors_of(raw, shown)
        except TooMuch as fault:
            self.report.error(Where(shown), "read:size", f"{fault}.", "Make them smaller, or use fewer.")
        except Unreadable as fault:
            self.report.error(Where(shown), "read:picture", str(fault), fault.hint)
        return _NOTHING

    def _inside(self, path: Path) -> bool:
        """Whether a file in one of the folders, links followed, does not leave the pack that the folder is in."""
        if path.is_symlink():
            return inside(path.parent.parent, path)
        if path.parent not in self._sound_folders:
            self._sound_folders[path.parent] = inside(path.parent.parent, path)
        return self._sound_folders[path.parent]

    def prove(self) -> None:
        """Report those that turn out to be damaged only when they are printed, for who prints nothing."""
        for art in self._known.values():
            if isinstance(art, Raster):
                with contextlib.suppress(Stopped):
                    art.sound()

    def _pixels_of(self, raw: bytes, path: Path, digest: str) -> Raster:
        """Raises TooMuch and Unreadable."""
        from ibbprint.drawing.flate import crc32  # only kits with pictures pay for it

        shown = str(path)
        self._kept_bytes += len(raw)
        again, late = partial(_again, path, crc32(raw)), partial(self._unprintable, shown)
        raster = Raster(raw, shown, digest, again, late, keep=self._kept_bytes <= KEPT_BYTES)
        self._pixels.spend(raster.width * raster.height)
        if raster.frames > 1:
            message = f"the picture has {raster.frames} frames; the first is printed."
            self.report.warning(Where(shown), "read:picture", message, "Save that one alone.")
        if raster.foreign_profile:
            message = "the picture has a colour profile that is not of its colours, and is printed without it."
            self.report.warning(Where(shown), "read:picture", message, f"Save it again in {_COLOURS[raster.mode]}.")
        return raster

    def _unprintable(self, shown: str, fault: Unreadable) -> Stopped:
        """What is raised of a picture that turns out to be damaged when it is printed; reported."""
        self.report.error(Where(shown), "read:picture", str(fault), fault.hint)
        return Stopped(self.report)

    def _vectors_of(self, raw: bytes, shown: str) -> Drawing:
        text = decode(raw, shown, self.report)
        return _NOTHING if text is None else self.read_svg(text, shown)


def _again(path: Path, sum_of: int) -> bytes:
    """The bytes of a picture that was read before. Raises Unreadable where it is another one by now."""
    from ibbprint.drawing.flate import crc32

    raw = read_bytes(path, str(path), Report(), most=MOST_BYTES)
    if raw is None or crc32(raw) != sum_of:
        raise Unreadable("the picture has changed while the kit was printed.", "Print it again.")
    return raw


_COLOURS = {"RGB": "RGB with an RGB profile", "RGBA": "RGB with an RGB profile", "CMYK": "CMYK with a CMYK profile"}
_NOTHING = Drawing(1, 1)
"""In place of a picture that cannot be read."""


LEAST_PIXELS = 200
"""Pixels an inch: with fewer, pixels are seen at the distance at which counters are read."""


def tell_coarse(drawing: Drawing, report: Report, least: int = LEAST_PIXELS) -> None:
    """Warn of each picture of pixels that has fewer than the `least` an inch where the drawing prints it."""
    for raster, wide, high in _printed(drawing.items, IDENTITY):
        if wide > 0 and high > 0:
            pixels = 25.4 * min(raster.width / wide, raster.height / high)
            if pixels < least:
                needed = " x ".join(f"{ceil(side * least / 25.4):,}" for side in (wide, high))
                message = f"the picture has {pixels:.0f} pixels an inch as it is printed."
                hint = f"Under {least} it looks coarse: save it with {needed} pixels or more."
                report.warning(Where(raster.file), "print:pixels", message, hint)


def _printed(items: Sequence[Item], matrix: Matrix) -> Iterator[tuple[Raster, float, float]]:
    """The pictures of pixels among some items, each as wide and high as it is printed, mm."""
    for item in items:
        if isinstance(item, Image):
            a, b, c, d, _, _ = multiply(matrix, item.matrix)
            yield item.raster, hypot(a, b), hypot(c, d)
        elif isinstance(item, Group):
            yield from _printed(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Use):
            yield from _printed(item.drawing.items, multiply(matrix, item.matrix))
