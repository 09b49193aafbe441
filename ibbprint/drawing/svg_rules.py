"""The subset of SVG that is read: which elements, which attributes of each, and what may stand inside what."""

from __future__ import annotations

from xml.parsers import expat

from ibbprint.drawing import svg_properties

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"

PAINT = {
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
    "fill-rule",
    "fill-opacity",
    "stroke-opacity",
    "opacity",
    "color",
    "clip-path",
    "transform",
}
FONT = {"font-family", "font-size", "font-weight", "font-style", "font-variant", "text-anchor", "letter-spacing"}
EVERY = {"id", "style", "data-at", "class", "version"}
GEOMETRY: dict[str, set[str]] = {
    "svg": {"width", "height", "viewBox", "data-safe"},
    "g": set(),
    "defs": set(),
    "rect": {"x", "y", "width", "height", "rx", "ry"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "polyline": {"points"},
    "polygon": {"points"},
    "path": {"d"},
    "text": {"x", "y", "dx", "dy", "data-fit", "data-fit-min", "data-box", "data-stand", "data-halo"},
    "tspan": {"x", "y", "dx", "dy"},
    "textPath": {"href", "startOffset"},
    "use": {"x", "y", "width", "height", "href", "data-tones"},
    "image": {"x", "y", "width", "height", "href", "preserveAspectRatio", "data-crop", "data-radius"},
    "clipPath": set(),
    "pattern": {
        "x",
        "y",
        "width",
        "height",
        "viewBox",
        "patternUnits",
        "patternContentUnits",
        "patternTransform",
        "href",
    },
    "linearGradient": {"x1", "y1", "x2", "y2", "gradientUnits", "gradientTransform", "spreadMethod", "href"},
    "radialGradient": {"cx", "cy", "r", "fx", "fy", "gradientUnits", "gradientTransform", "spreadMethod", "href"},
    "stop": {"offset", "stop-color", "stop-opacity"},
}
"""Every element that is drawn, with the attributes that it has beside `PAINT`, `FONT` and `EVERY`."""
SILENT = {"title", "desc", "metadata"}
"""Elements that are not seen."""
STORED = {"filter", "font", "hatch", "marker", "mask", "meshgradient", "symbol"}
"""Elements that are seen only where another uses them, which cannot be printed."""
WHOLE = {"transform", "opacity", "clip-path"}
NOT_WHOLE = {"tspan", "textPath", "stop", "defs", "clipPath", "pattern", "linearGradient", "radialGradient"}
"""Elements that cannot be turned, faded or clipped by themselves."""
GRADIENTS = {"linearGradient", "radialGradient"}
HOLDERS = {"svg", "g", "defs", "clipPath", "pattern"}
"""Elements that hold any others but those of `_ONLY_INSIDE`."""
_INSIDE: dict[str, set[str]] = {
    "text": {"tspan", "textPath"},
    "tspan": {"tspan"},
    "linearGradient": {"stop"},
    "radialGradient": {"stop"},
}
"""What may stand in the elements that do not hold just any; all that are neither here nor in `HOLDERS` hold none."""
_ONLY_INSIDE = {"tspan", "textPath", "stop"}
LEAVES = {"rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "use", "image", "text"}
"""Elements that are what their attributes (and, for text, the words) say, and nothing more."""
INHERITED = ((PAINT | FONT) - WHOLE) | svg_properties.OF_SHAPES | set(svg_properties.OF_TEXT)
"""What an element takes from those around it."""
OF_A_SHAPE = (PAINT - WHOLE) | svg_properties.OF_SHAPES
"""What of that a shape needs."""


def fits(tag: str, parent: str) -> bool:
    """True when the element may stand in the one around it: elsewhere it would be lost, or is not what it seems."""
    if parent in HOLDERS:
        return tag not in _ONLY_INSIDE
    return tag in _INSIDE.get(parent, ()) or tag in SILENT


def allowed(name: str, tag: str) -> bool:
    """True when the element may have the attribute."""
    return name in GEOMETRY[tag] or name in PAINT or name in EVERY or name in FONT


UNCLOSED = {
    expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH],
    expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS],
    expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN],
}
"""The complaints of expat that come of an element that is not closed."""


def xml_sentence(code: int) -> str:
    """The complaint of expat, in our words."""
    return {
        expat.errors.XML_ERROR_NO_ELEMENTS: "there is no drawing here.",
        expat.errors.XML_ERROR_UNCLOSED_TOKEN: "a < is not closed with a >.",
        expat.errors.XML_ERROR_UNDEFINED_ENTITY: "an & must be written &amp;, or be part of an XML entity.",
        expat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE: "an attribute appears twice in one element.",
        expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT: "there is something after the end of the drawing.",
        expat.errors.XML_ERROR_UNBOUND_PREFIX: "a prefix with a colon has no xmlns:prefix.",
    }.get(expat.errors.messages[code], "this is not XML: check the brackets < >, the quotes, and & (write &amp;).")
