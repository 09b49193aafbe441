"""Pictures of pixels as image XObjects of a PDF, in the inks of the file.

The data of a JPEG goes into the file as it is wherever its colours may stay as they are, and so does that of a PNG;
one with transparency is parted into colours and a soft mask. Anything else is packed again, without loss.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
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
        late = Late(Work(lambda: ([raster.as_it_is()],), raster.late))
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
        return rows._replace(late=Late(Work(lambda: (raster.sound_rows(),), raster.late)))
    work = Work(lambda: _parted(raster), raster.late)
    mask = rows._replace(channels=1, late=Late(work, 1)) if raster.transparent else None
    return rows._replace(channels=3, late=Late(work), mask=mask)


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
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream

    document = canvas._doc

    class LateStream(PDFStream):
        """A stream whose data is made when it is written, and then forgotten."""

        def __init__(self, dictionary: Any, late: Late) -> None:
            super().__init__(dictionary, None, filters=[])
            self.late = late

        def pieces(self, document: Any) -> Iterator[Any]:
            """The stream as it is written, in pieces, of which none is a copy."""
            data = late_data.data(self.late)
            length = PDFDictionary({**self.dictionary.dict, "Length": sum(map(len, data))})
            yield b"%b\nstream\n" % length.format(document)
            yield from data
            yield b"endstream\n"

        def format(self, document: Any) -> Any:
            return b"".join(self.pieces(document))

    def stream(data: bytes, entries: dict[str, Any]) -> Any:
        return PDFStream(PDFDictionary(entries), data, filters=[])

    def space(part: Packed) -> Any:
        device = PDFName(SPACES[3 if part.palette else part.channels])
        if part.palette:
            return PDFArray([PDFName("Indexed"), device, len(part.palette) // 3 - 1, f"<{part.palette.hex()}>"])
        if part.profile:
            described = stream(
                zlib.compress(part.profile), {"N": part.channels, "Alternate": device, "Filter": PDFName("FlateDecode")}
            )
            return PDFArray([PDFName("ICCBased"), document.Reference(described)])
        return device

    def written(part: Packed, *, stencil: bool = False) -> Any:
        width, height = part.size
        entries: dict[str, Any] = {
            "Type": PDFName("XObject"),
            "Subtype": PDFName("Image"),
            "Width": width,
            "Height": height,
            "BitsPerComponent": part.bits,
            "Filter": PDFName(part.filter),
        }
        if stencil:
            entries["ImageMask"] = "true"
        else:
            entries["ColorSpace"] = space(part)
        if part.predicted:
            entries["DecodeParms"] = PDFDictionary(
                {"Predictor": 15, "Colors": part.channels, "BitsPerComponent": part.bits, "Columns": width}
            )
        if part.inverted:
            entries["Decode"] = PDFArray([1, 0] * part.channels)
        if part.mask is not None:
            mask = document.Reference(written(part.mask, stencil=part.stencil))
            entries["Mask" if part.stencil else "SMask"] = mask
        result = stream(part.data, entries)
        if part.late is None:
            return result
        late_data.add(part.late.work)
        return LateStream(result.dictionary, part.late)

    document.addForm(name, written(image))
    result: str = document.getXObjectName(name)
    return result
