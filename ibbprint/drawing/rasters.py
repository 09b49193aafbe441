"""Pictures of pixels: a PNG, JPEG or WebP file as it is, what it shows, and its colours as they are printed.

Pillow decodes them, and is imported when the first picture is opened. A `Raster` keeps the bytes of its file and no
pixels: a kit may have hundreds. Pixels are of 8 bits, in grey, in red, green and blue, or in four inks, and may have
transparency.
"""

from __future__ import annotations

import hashlib
import io
import struct
import warnings
import zlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.drawing.colour import of_channels
from ibbprint.drawing.png_rows import Malformed, Packed, data_of_rows, has_profile, head_of_png, says_how_held, unpacked

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels

    from ibbprint.drawing.shapes import Matrix

FORMATS = ("PNG", "JPEG", "WEBP")
MOST_PIXELS = 25_000_000
"""Pixels of a picture: A3 at 300 an inch has 17 million. To decode so many takes about a second and 200 MB."""
_LIES: dict[int, Matrix] = {
    1: (1, 0, 0, 1, 0, 0),
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, 1, 1, 0, 0, 0),
    6: (0, 1, -1, 0, 1, 0),
    7: (0, -1, -1, 0, 1, 1),
    8: (0, -1, 1, 0, 0, 1),
}
"""What takes the unit square of the pixels of a file to that of the picture, by the orientation that its EXIF says."""
_ORIENTATION = 0x0112
_OTHERS = {
    b"GIF8": "GIF",
    b"BM": "BMP",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"%PDF": "PDF",
    b"8BPS": "Photoshop",
    b"gimp xcf": "GIMP",
    b"\0\0\0\x0cjP": "JPEG 2000",
    b"<svg": "SVG",
    b"<?xml": "SVG",
}
"""Files that are often given the name of a picture that can be printed, by their first bytes."""
_BROKEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    MemoryError,
    NotImplementedError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""What decoding a damaged file ends in."""


class Unreadable(ValueError):
    """A file that is no picture that can be printed: a sentence that says why, and a hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Tone(NamedTuple):
    """What is done to the pixels of all pictures: the share of white that is mixed in, and how far they are stretched
    to the whole range from black to white."""

    white: float = 0.0
    contrast: float = 0.0


AS_IT_IS = Tone()


class Raster:
    """A picture of `width` by `height` pixels, as it is seen: turned as its EXIF says.

    `format` is one of `FORMATS`; `mode` that of its pixels, as Pillow names it: L, LA, RGB, RGBA or CMYK. `frames` is
    how many pictures the file holds, of which the first counts. `digest` is a hash of the file.
    """

    __slots__ = (
        "_again",
        "_data",
        "_late",
        "_mean",
        "digest",
        "file",
        "foreign_profile",
        "format",
        "frames",
        "height",
        "lie",
        "mode",
        "profile",
        "rows",
        "width",
    )

    def __init__(
        self,
        data: bytes,
        file: str = "",
        digest: str = "",
        again: Callable[[], bytes] | None = None,
        late: Callable[[Unreadable], Exception] | None = None,
        *,
        keep: bool = True,
    ) -> None:
        """Looks for damage; `file` is what messages call the file. Raises Unreadable.

        `digest` is the SHA-256 of the data in hexadecimal, where that is known. `again` reads the file once more, sees
        to it that it is the same, raises Unreadable otherwise, and may run in any thread: with it the data is kept only
        where `keep` says so, and until `forget`. The sums of a PNG that a PDF can hold as it is are compared, but its
        rows are unpacked once, when they are needed: a program that wrote nonsense with the right sums is found out
        then, and what `late` makes of that is raised; without it, Unreadable. All data of other files is read at once.
        """
        self._data: bytes | None = data if keep or again is None else None
        self._again = again
        self._late = late
        self._mean = ""
        self.file = file
        self.digest = (digest or hashlib.sha256(data).hexdigest())[:32]
        self.rows: Packed | None = None
        """Of a PNG that a PDF can hold as it is, how its rows are packed, without their data."""
        self.profile: bytes | None = None
        sound = _sound_rows(data)
        if sound is not None:
            self.rows, self.mode = sound
            self.format, self.frames, self.lie, size = "PNG", 1, _LIES[1], self.rows.size
            if has_profile(data):
                with _opened(data) as opened:
                    self.profile = opened.info.get("icc_profile") or None
        else:
            with _opened(data) as opened:
                size = opened.size
                self.profile = opened.info.get("icc_profile") or None  # decoded pixels have none
                self.mode = _checked(opened)
                # From here on: who asks first decodes the file and forgets what was wrong.
                self.format = "JPEG" if opened.format == "MPO" else str(opened.format)
                self.frames = 1 if opened.format == "MPO" else int(getattr(opened, "n_frames", 1))
                self.lie = _LIES.get(_orientation(opened), _LIES[1])
        space = _space_of(self.profile or b"")
        if space != self.mode.removesuffix("A"):
            self.profile = None
        self.foreign_profile = space in ("RGB", "CMYK") and self.mode not in ("L", "LA") and self.profile is None
        """Whether the file has a colour profile, but of other colours than its own; it is left out."""
        self.width, self.height = size if self.lie[1] == 0 else size[::-1]

    def _bytes(self) -> bytes:
        """The bytes of the file. Raises Unreadable."""
        data = self._data
        if data is None:
            assert self._again is not None
            data = self._again()
        return data

    def forget(self) -> None:
        """Keep the data no longer if it can be read again: for who has written it."""
        if self._again is not None:
            self._data = None

    @property
    def mean(self) -> str:
        """Its colour from afar."""
        if not self._mean:
            self._mean = _mean(self.pixels())
        return self._mean

    @property
    def transparent(self) -> bool:
        """Whether anything of it may be seen through."""
        return self.mode in ("LA", "RGBA")

    @property
    def stored(self) -> tuple[int, int]:
        """Width and height of the pixels as they are in the file."""
        return (self.width, self.height) if self.lie[1] == 0 else (self.height, self.width)

    @property
    def from_pixels(self) -> Matrix:
        """The matrix from the pixels of the file to the unit square of the picture."""
        wide, high = self.stored
        a, b, c, d, e, f = self.lie
        return a / wide, b / wide, c / high, d / high, e, f

    def pixels(self) -> Pixels:
        """Its pixels as they are in the file, in `mode`."""
        try:
            with _opened(self._bytes()) as file:
                return _plain(file)
        except Unreadable as fault:
            raise self.late(fault) from None

    def filtered(self) -> Iterator[bytes]:
        """The filtered rows of a PNG that has `rows`, in pieces. Raises Unreadable."""
        assert self.rows is not None
        return _filtered(self.rows, data_of_rows(self._bytes()))

    def sound_rows(self) -> list[memoryview]:
        """The packed rows of a PNG that has `rows`, in pieces. Raises Unreadable."""
        assert self.rows is not None
        data = data_of_rows(self._bytes())
        for _ in _filtered(self.rows, data):
            pass  # the proof that there is no damage, of which nothing is kept
        return data

    def as_it_is(self) -> bytes:
        """The bytes of the file, without damage. Raises Unreadable."""
        if self.rows is not None:
            self.sound_rows()
        return self._bytes()

    def sound(self) -> bytes:
        """The bytes of the file, for who reads it without looking for damage. Raises what `late` makes of that."""
        try:
            return self.as_it_is()
        except Unreadable as fault:
            raise self.late(fault) from None

    def late(self, fault: ValueError) -> Exception:
        """What is raised of a fault that shows only when the picture is printed."""
        return self._late(fault) if self._late is not None and isinstance(fault, Unreadable) else fault

    def on_screen(self, tone: Tone = AS_IT_IS) -> Pixels:
        """Its pixels in red, green and blue or in grey, with what is transparent; a profile that it has is heeded."""
        pixels = self.pixels()
        bands = pixels.split()
        alpha = bands[-1] if self.transparent else None
        solid = pixels.convert(pixels.mode.removesuffix("A")) if alpha is not None else pixels
        solid = toned(_in_rgb(solid, self.profile), tone)
        if alpha is not None:
            solid.putalpha(alpha)
        return solid

    def png(self, tone: Tone = AS_IT_IS, *, grey: bool = False) -> bytes:
        """As a PNG file, turned as it is seen."""
        from PIL import Image

        pixels = self.on_screen(tone)
        if grey:
            pixels = pixels.convert("LA" if self.transparent else "L")
        turned = {
            _LIES[2]: Image.Transpose.FLIP_LEFT_RIGHT,
            _LIES[3]: Image.Transpose.ROTATE_180,
            _LIES[4]: Image.Transpose.FLIP_TOP_BOTTOM,
            _LIES[5]: Image.Transpose.TRANSPOSE,
            _LIES[6]: Image.Transpose.ROTATE_270,
            _LIES[7]: Image.Transpose.TRANSVERSE,
            _LIES[8]: Image.Transpose.ROTATE_90,
        }.get(self.lie)
        return as_png(pixels if turned is None else pixels.transpose(turned))


PACKING = 2
"""How hard pixels are packed. Of a photograph of 600 x 600, 1 takes 13 ms and leaves 193 kB, 2 the same and 190 kB, 3
takes 19 ms and leaves 172 kB, 6 takes 51 ms and leaves 156 kB."""


def as_png(pixels: Pixels) -> bytes:
    """Pixels as a PNG file, without anything that says when or by what it was made."""
    buffer = io.BytesIO()
    pixels.save(buffer, "PNG", icc_profile=None, compress_level=PACKING)
    return buffer.getvalue()


def toned(pixels: Pixels, tone: Tone) -> Pixels:
    """Opaque pixels in a tone."""
    from PIL import Image, ImageOps

    if tone.contrast:
        pixels = Image.blend(pixels, ImageOps.autocontrast(pixels, cutoff=1), tone.contrast)
    if tone.white:
        pixels = pixels.point([round(value + (255 - value) * tone.white) for value in range(256)] * len(pixels.mode))
    return pixels


def _opened(data: bytes) -> Pixels:
    """The file with its head read. Raises Unreadable."""
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what is odd about a file that can be read all the same
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            file = Image.open(io.BytesIO(data), formats=FORMATS)
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise Unreadable(f"the picture has more than {MOST_PIXELS:,} pixels.", _SMALLER) from None
    except UnidentifiedImageError:
        raise _unknown(data) from None
    except _BROKEN:
        raise Unreadable(DAMAGED, _AGAIN) from None
    if file.width * file.height > MOST_PIXELS:
        message = f"the picture has {file.width:,} x {file.height:,} pixels, more than {MOST_PIXELS:,}."
        raise Unreadable(message, _SMALLER)
    return file


DAMAGED = "the picture is damaged."
ENDS = "the picture ends before it is complete."
_AGAIN = "Save it again from the program that made it."
_SMALLER = "Make it smaller: 300 pixels an inch are enough."


def _unknown(data: bytes) -> Unreadable:
    """The message on a file that begins like none that can be printed."""
    if not data:
        return Unreadable("the file is empty.", _AGAIN)
    kind = next((name for start, name in _OTHERS.items() if data.startswith(start)), "")
    if data[4:8] == b"ftyp":
        kind = "AVIF" if data[8:11] == b"avi" else "HEIC" if data[8:10] in (b"he", b"mi") else "film"
    if kind == "SVG":
        return Unreadable("this is an SVG file.", "Give its name the ending .svg.")
    if kind:
        article = "an" if kind == "AVIF" else "a"
        return Unreadable(f"this is {article} {kind} file, which cannot be printed.", "Save it as PNG, JPEG or WebP.")
    if data.startswith((b"\x89PNG", b"\xff\xd8", b"RIFF")):
        return Unreadable(DAMAGED, _AGAIN)
    return Unreadable("this is not a picture.", "Save it as PNG, JPEG or WebP.")


CHECKED_AT = 8
"""A JPEG is checked at so small a share of its size: all of its data is read, and fewer pixels are made of it."""


def _sound_rows(data: bytes) -> tuple[Packed, str] | None:
    """The rows of a PNG without their data, where they are all there and the picture is not turned; and its mode."""
    rows = head_of_png(data)
    if rows is None or rows.size[0] * rows.size[1] > MOST_PIXELS or says_how_held(data):
        return None
    mode = "L" if rows.channels == 1 and not rows.palette else "RGB"
    if rows.channels == 4:
        from ibbprint.drawing.png_planes import is_opaque, shows_at_once  # only who opens such a picture pays for it

        packed = data_of_rows(data)
        try:
            if shows_at_once(rows, packed) or not is_opaque(rows, b"".join(unpacked(rows, packed))):
                mode = "RGBA"
        except Malformed:
            return None
    return rows, mode


def _filtered(rows: Packed, data: list[memoryview]) -> Iterator[bytes]:
    """The filtered rows of a PNG with this data, in pieces. Raises Unreadable."""
    try:
        yield from unpacked(rows, data)
    except Malformed as fault:
        raise Unreadable(ENDS if fault.ends else DAMAGED, _AGAIN) from None


def _checked(file: Pixels) -> str:
    """The mode of the pixels of an opened file, which is decoded to its end. Raises Unreadable."""
    if file.format in ("JPEG", "MPO"):
        file.draft(None, (max(1, file.width // CHECKED_AT), max(1, file.height // CHECKED_AT)))
    return _plain(file).mode


def _plain(file: Pixels) -> Pixels:
    """The pixels of an opened file, decoded to its end, in one of the modes of a `Raster`. Raises Unreadable."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            file.load()
            return _converted(file)
    except _BROKEN as fault:
        if "truncated" in str(fault) or "end of" in str(fault):
            raise Unreadable(ENDS, _AGAIN) from None
        raise Unreadable(DAMAGED, _AGAIN) from None


def _converted(file: Pixels) -> Pixels:
    """Decoded pixels of any mode in one of those of a `Raster`; a transparency that hides nothing is left out."""
    mode, cut_out = file.mode, "transparency" in file.info
    if mode.startswith("I") or mode == "F":
        pixels = file.convert("I").point(_of_16_bits).convert("L")
    elif mode in ("RGBA", "LA") or mode in ("L", "RGB", "CMYK"):
        pixels = file.convert("LA" if mode == "L" else "RGBA") if cut_out and mode in ("L", "RGB") else file
    elif mode == "1":
        pixels = file.convert("LA" if cut_out else "L")
    elif mode in ("P", "PA") and (cut_out or mode == "PA"):
        pixels = file.convert("RGBA")
    else:
        pixels = file.convert("RGB")
    if pixels.mode in ("LA", "RGBA") and pixels.getextrema()[-1] == (255, 255):
        pixels = pixels.convert(pixels.mode[:-1])
    pixels.info = {}
    return pixels


def _of_16_bits(value: Any) -> Any:
    return value * (1 / 257) + 0


def _orientation(file: Pixels) -> int:
    """The orientation that the EXIF of a file says; 1 where it says none, or is broken."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return int(file.getexif().get(_ORIENTATION, 1))
    except _BROKEN:
        return 1


def _mean(pixels: Pixels) -> str:
    """The colour of pixels from afar, without regard to what is transparent."""
    from PIL import Image

    rgb = pixels.convert("RGB") if pixels.mode != "CMYK" else _of_inks(pixels)
    point: Any = rgb.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
    return of_channels(channel / 255 for channel in point)


# --- colours ------------------------------------------------------------------------------------------------------


def _in_rgb(pixels: Pixels, profile: bytes | None) -> Pixels:
    """Opaque pixels in grey or in red, green and blue, as the profile of their file describes them."""
    if pixels.mode == "L":
        return pixels
    if profile is not None and not is_srgb(profile):
        result = _through(pixels, profile)
        if result is not None:
            return result
    return pixels if pixels.mode == "RGB" else _of_inks(pixels)


def _through(pixels: Pixels, profile: bytes) -> Pixels | None:
    """The pixels of a profile in sRGB; None where the profile is broken, or one of other pixels."""
    from PIL import ImageCms

    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        return ImageCms.profileToProfile(pixels, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, *_BROKEN):
        return None


def _space_of(profile: bytes) -> str:
    """The mode of the pixels that a profile describes; empty for what is no profile."""
    return profile[16:20].decode("latin-1").rstrip() if profile[36:40] == b"acsp" else ""


def is_srgb(profile: bytes) -> bool:
    """Whether a profile describes what a screen shows anyway."""
    return b"sRGB" in profile or b"s\0R\0G\0B" in profile


def _of_inks(pixels: Pixels) -> Pixels:
    """Four inks without a profile as a screen shows them: what black leaves of each colour."""
    from PIL import Image, ImageChops

    cyan, magenta, yellow, black = (ImageChops.invert(band) for band in pixels.split())
    return Image.merge("RGB", [ImageChops.multiply(band, black) for band in (cyan, magenta, yellow)])
