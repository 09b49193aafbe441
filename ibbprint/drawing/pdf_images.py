"""Pictures of pixels as image XObjects of a PDF, in the inks of the file.

The data of a JPEG goes into the file as it is wherever its colours may stay as they are, and so does that of a PNG;
one with transparency is parted into colours and a soft mask. Anything else is packed again, without loss.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from ibbprint.drawing.inks import SPACES, Inks
from ibbprint.drawing.late_data import Late, LateData, Pieces, Work
from ibbprint.drawing.png_rows import Packed, rows_of_png
from ibbprint.drawing.rasters import AS_IT_IS, Raster, as_png, is_srgb

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels

_CHANNELS = {"L": 1, "RGB": 3, "CMYK": 4}


def packed(raster: Raster, inks: Inks) -> Packed:
    """A picture in these inks."""
    plain = inks.tone == AS_IT_IS
    if plain and raster.format == "JPEG" and (as_it_is := _of_jpeg(raster, inks)) is not None:
        return as_it_is
    if plain and raster.format == "PNG" and (as_it_is := _of_png(raster, inks)) is not None:
        return as_it_is
    if inks.mode == "cmyk":
        from ibbprint.drawing.plates import in_inks  # only a print shop's file pays for it

        return _packed_anew(in_inks(raster, inks))
    pixels = raster.on_screen(inks.tone)
    alpha = pixels.getchannel("A") if raster.transparent else None
    solid = pixels.convert("L" if inks.mode == "grey" or pixels.mode in ("L", "LA") else "RGB")
    result = _packed_anew(solid)
    return result if alpha is None else result._replace(mask=_packed_anew(alpha))


def _of_jpeg(raster: Raster, inks: Inks) -> Packed | None:
    """The data of a JPEG untouched; None where its colours must be others."""
    if raster.mode == "L" or (raster.mode == "RGB" and inks.mode == "rgb"):
        profile = raster.profile if raster.mode == "RGB" and raster.profile and not is_srgb(raster.profile) else b""
        late = Late(Work(lambda: _forgotten(raster, ([raster.as_it_is()],)), raster.late))
        return Packed(raster.stored, _CHANNELS[raster.mode], b"", "DCTDecode", profile=profile, late=late)
    if raster.mode == "CMYK" and inks.mode == "cmyk":
        from ibbprint.drawing.plates import most_ink

        if most_ink(raster.pixels()) <= inks.most:
            return Packed(
                raster.stored, 4, raster.sound(), "DCTDecode", inverted=True
            )  # as Adobe's programs write them
    return None


def _of_png(raster: Raster, inks: Inks) -> Packed | None:
    """The data of a PNG untouched; None where that is none of a PDF's, or where its colours must be others."""
    rows = raster.rows
    if rows is None or (raster.profile is not None and not is_srgb(raster.profile)):
        return None
    if inks.mode != "rgb" and (rows.channels != 1 or rows.palette):
        return None
    if rows.channels < 4:
        return rows._replace(late=Late(Work(lambda: _forgotten(raster, (raster.sound_rows(),)), raster.late)))
    work = Work(lambda: _forgotten(raster, _parted(raster)), raster.late)
    mask = rows._replace(channels=1, late=Late(work, 1)) if raster.transparent else None
    return rows._replace(channels=3, late=Late(work), mask=mask)


def _forgotten(raster: Raster, data: tuple[Pieces, ...]) -> tuple[Pieces, ...]:
    """The data of a picture, which need not be kept beside the file that it goes into."""
    raster.forget()
    return data


def _parted(raster: Raster) -> tuple[Pieces, ...]:
    """The packed rows of the colours of a PNG, and those of its transparency if it has any. Raises Unreadable."""
    from ibbprint.drawing.png_planes import parted  # only pictures with transparency pay for it

    assert raster.rows is not None
    return tuple([part] for part in parted(raster.rows, raster.filtered(), opaque=not raster.transparent))


def _packed_anew(pixels: Pixels) -> Packed:
    """Opaque pixels without loss: filtered as a PNG is, which packs them better; but no PNG has four inks."""
    if pixels.mode != "CMYK":
        result = rows_of_png(as_png(pixels))
        assert result is not None
        return result
    return Packed(pixels.size, _CHANNELS[pixels.mode], zlib.compress(pixels.tobytes()))


def of_inks(pixels: Pixels, unseen: Pixels) -> Packed:
    """Pixels in four inks with what is not seen of them: without transparency, either they are or they are not."""
    mask = Packed(pixels.size, 1, zlib.compress(unseen.tobytes()), bits=1)
    return _packed_anew(pixels)._replace(mask=mask, stencil=True)


def put(canvas: Any, name: str, image: Packed, late_data: LateData) -> str:
    """Put an image into a ReportLab document under a name; how pages call it. Its late data is added to the others."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFStream

    document = canvas._doc

    def stream(data: bytes, entries: dict[str, Any]) -> Any:
        return PDFStream(PDFDictionary(entries), data, filters=[])

    def space(part: Packed) -> Any:
        device = f"/{SPACES[3 if part.palette else part.channels]}"
        if part.palette:
            return f"[/Indexed {device} {len(part.palette) // 3 - 1} <{part.palette.hex()}>]"
        if part.profile:
            from reportlab.pdfbase.pdfdoc import PDFArray

            described = {"N": part.channels, "Alternate": device, "Filter": "/FlateDecode"}
            return PDFArray(["/ICCBased", document.Reference(stream(zlib.compress(part.profile), described))])
        return device

    def written(part: Packed, *, stencil: bool = False) -> Any:
        width, height = part.size
        entries: dict[str, Any] = {
            "Type": "/XObject",
            "Subtype": "/Image",
            "Width": width,
            "Height": height,
            "BitsPerComponent": part.bits,
            "Filter": f"/{part.filter}",
        }
        if stencil:
            entries["ImageMask"] = "true"
        else:
            entries["ColorSpace"] = space(part)
        if part.predicted:
            entries["DecodeParms"] = (
                f"<</Predictor 15/Colors {part.channels}/BitsPerComponent {part.bits}/Columns {width}>>"
            )
        if part.inverted:
            entries["Decode"] = f"[{' '.join(['1 0'] * part.channels)}]"
        if part.mask is not None:
            mask = document.Reference(written(part.mask, stencil=part.stencil))
            entries["Mask" if part.stencil else "SMask"] = mask
        if part.late is None:
            return stream(part.data, entries)
        late_data.add(part.late.work)
        return _late_stream()(entries, part.late, late_data)

    document.addForm(name, written(image))
    result: str = document.getXObjectName(name)
    return result


@cache
def _late_stream() -> Any:
    """The class of streams whose data is made when it is written, and then forgotten."""
    from reportlab.pdfbase.pdfdoc import PDFStream
    from reportlab.pdfbase.pdfdoc import format as formatted

    class LateStream(PDFStream):
        def __init__(self, entries: dict[str, Any], late: Late, late_data: LateData) -> None:
            super().__init__(None, None, filters=[])
            self.entries, self.late, self.late_data = entries, late, late_data

        def pieces(self, document: Any) -> Iterator[Any]:
            """The stream as it is written, in pieces, of which none is a copy."""
            data = self.late_data.data(self.late)
            entries = self.entries | {"Length": sum(map(len, data))}
            yield b"<<"
            for key, value in entries.items():  # ReportLab's dictionaries take a tenth of a second for 200 pictures
                plain = isinstance(value, (str, int))
                yield b"/%b %b" % (key.encode(), str(value).encode() if plain else formatted(value, document))
            yield b">>\nstream\n"
            yield from data
            yield b"endstream\n"

        def format(self, document: Any) -> Any:
            return b"".join(self.pieces(document))

    return LateStream
