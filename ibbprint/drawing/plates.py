"""Pictures of pixels in the four inks of a print shop, with no more ink on one spot than it takes.

Red, green and blue become inks by the profile of the printing condition (LittleCMS, through Pillow) or, without one, by
the rule of `colour.cmyk`. What is grey stays grey: black ink alone. Inks that a file has already are kept.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from ibbprint.drawing.rasters import Raster

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels

    from ibbprint.drawing.inks import Inks


def in_inks(raster: Raster, inks: Inks) -> Pixels:
    """The pixels of a picture in grey or in four inks, without what is transparent of it."""
    from PIL import Image

    if raster.mode == "CMYK" and not any(inks.tone):
        return limited(raster.pixels(), inks.most)
    solid = raster.on_screen(inks.tone)
    if raster.transparent:  # what nobody sees may have any colour
        alpha = solid.getchannel("A")
        solid = solid.convert(solid.mode.removesuffix("A"))
        solid.paste(255 if solid.mode == "L" else (255, 255, 255), mask=alpha.point(lambda value: 255 * (value == 0)))
    if solid.mode == "L" or _is_grey(solid):
        return solid.convert("L")
    if inks.profile:
        return limited(_by_profile(solid, inks.profile), inks.most)
    return Image.merge("CMYK", _by_rule(solid, inks.most))


def as_inks(grey_or_inks: Pixels) -> Pixels:
    """Pixels in four inks, of which grey ones take black alone."""
    from PIL import Image, ImageChops

    if grey_or_inks.mode == "CMYK":
        return grey_or_inks
    no_ink = Image.new("L", grey_or_inks.size, 0)
    return Image.merge("CMYK", (no_ink, no_ink, no_ink, ImageChops.invert(grey_or_inks)))


def limited(pixels: Pixels, limit: int) -> Pixels:
    """The pixels with at most so many percent of ink on one spot: the three colours are lowered alike."""
    from PIL import Image

    bands = pixels.split()
    return Image.merge("CMYK", (*_lowered(bands[:3], bands[3], limit), bands[3]))


def most_ink(pixels: Pixels) -> float:
    """The most ink on one spot of pixels in four inks, in percent."""
    from PIL import ImageMath

    cyan, magenta, yellow, black = pixels.split()
    total: Any = ImageMath.lambda_eval(
        lambda bands: bands["c"] + bands["m"] + bands["y"] + bands["k"], c=cyan, m=magenta, y=yellow, k=black
    )
    return float(total.getextrema()[1]) / 2.55


def _lowered(colours: tuple[Pixels, ...], black: Pixels, limit: int) -> list[Pixels]:
    """Three colours with no more ink together than black leaves."""
    from PIL import ImageMath

    bands = dict(zip("cmy", colours, strict=True))
    room = int(2.55 * limit)
    result = []
    for name in bands:

        def share(values: dict[str, Any], name: str = name) -> Any:
            total, ink_left = values["c"] + values["m"] + values["y"], room - values["k"]
            return values[name] * values["min"](total, ink_left) / values["max"](total, 1)

        result.append(ImageMath.lambda_eval(share, **bands, k=black).convert("L"))
    return result


def _by_rule(pixels: Pixels, limit: int) -> list[Pixels]:
    """Red, green and blue as four inks by the rule of `colour.cmyk`."""
    from PIL import ImageChops, ImageMath

    colours = [ImageChops.invert(band) for band in pixels.split()]
    black = ImageChops.darker(ImageChops.darker(colours[0], colours[1]), colours[2])

    def spread(values: dict[str, Any]) -> Any:
        return (values["c"] - values["k"]) * 255 / values["max"](255 - values["k"], 1)

    colours = [ImageMath.lambda_eval(spread, c=band, k=black).convert("L") for band in colours]
    return [*_lowered((colours[0], colours[1], colours[2]), black, limit), black]


def _by_profile(pixels: Pixels, profile: bytes) -> Pixels:
    """Red, green and blue as the inks that a profile says, relative to the white of the paper."""
    from PIL import ImageCms

    result = ImageCms.profileToProfile(
        pixels,
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(io.BytesIO(profile)),
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        "CMYK",
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    assert result is not None
    return result


def is_profile_of_inks(profile: bytes) -> bool:
    """Whether a file is an ICC profile of a printing condition in four inks."""
    return profile[36:40] == b"acsp" and profile[12:16] == b"prtr" and profile[16:20] == b"CMYK"


def _is_grey(pixels: Pixels) -> bool:
    from PIL import ImageChops

    red, green, blue = pixels.split()
    return ImageChops.difference(red, green).getbbox() is None and ImageChops.difference(red, blue).getbbox() is None
