"""The properties of SVG beside paint and type: which never show, and with which values the others show nothing.

A drawing program writes dozens of them at every element. What changes nothing in the picture is passed over;
what would change it, and cannot be drawn, is a fault where it takes effect.
"""

from __future__ import annotations

from collections.abc import Mapping

UNSEEN = {
    "-inkscape-font-specification",
    "-inkscape-stroke",
    "block-progression",
    "buffered-rendering",
    "color-interpolation-filters",
    "color-profile",
    "color-rendering",
    "cursor",
    "enable-background",
    "filter-blend-mode",
    "filter-gaussianBlur-deviation",
    "flood-color",
    "flood-opacity",
    "font-optical-sizing",
    "font-stretch",
    "font-synthesis",
    "hyphens",
    "image-rendering",
    "isolation",
    "lighting-color",
    "line-break",
    "line-height",
    "mask-type",
    "overflow",
    "overflow-wrap",
    "pointer-events",
    "shape-image-threshold",
    "shape-margin",
    "shape-padding",
    "shape-rendering",
    "solid-color",
    "solid-opacity",
    "tab-size",
    "text-align",
    "text-align-all",
    "text-align-last",
    "text-decoration-color",
    "text-decoration-fill",
    "text-decoration-skip",
    "text-decoration-skip-ink",
    "text-decoration-stroke",
    "text-decoration-style",
    "text-decoration-thickness",
    "text-indent",
    "text-overflow",
    "text-rendering",
    "text-underline-offset",
    "text-underline-position",
    "text-wrap",
    "white-space",
    "white-space-collapse",
    "will-change",
    "word-break",
}
"""Properties that change nothing here, whatever their value: no filters, no lines that break by themselves."""

_NONE = {"none", ""}
_NORMAL = {"normal", ""}
OF_ANY: Mapping[str, set[str]] = {
    "clip": {"auto"},
    "color-interpolation": {"auto", "srgb"},
    "filter": _NONE,
    "marker": _NONE,
    "marker-end": _NONE,
    "marker-mid": _NONE,
    "marker-start": _NONE,
    "mask": _NONE,
    "mix-blend-mode": _NORMAL,
    "vector-effect": _NONE,
}
"""Properties that take effect on the element that has them, with the values that change nothing."""

OF_TEXT: Mapping[str, set[str]] = {
    "alignment-baseline": {"auto", "baseline", "alphabetic"},
    "baseline-shift": {"baseline", "0", "0%"},
    "direction": {"ltr"},
    "dominant-baseline": {"auto", "alphabetic"},
    "font-feature-settings": _NORMAL,
    "font-kerning": {"auto", "normal"},
    "font-palette": _NORMAL,
    "font-size-adjust": _NONE,
    "font-variant-alternates": _NORMAL,
    "font-variant-caps": _NORMAL,
    "font-variant-east-asian": _NORMAL,
    "font-variant-ligatures": _NORMAL,
    "font-variant-numeric": _NORMAL,
    "font-variant-position": _NORMAL,
    "font-variation-settings": _NORMAL,
    "glyph-orientation-horizontal": {"0", "0deg"},
    "glyph-orientation-vertical": {"auto", "0", "0deg"},
    "inline-size": {"auto", "0"},
    "kerning": {"auto"},
    "shape-inside": _NONE,
    "shape-subtract": _NONE,
    "text-decoration": _NONE,
    "text-decoration-line": _NONE,
    "text-orientation": {"mixed"},
    "text-shadow": _NONE,
    "text-transform": _NONE,
    "unicode-bidi": _NORMAL,
    "word-spacing": {"normal", "0", "0px"},
    "writing-mode": {"lr-tb", "lr", "horizontal-tb"},
}
"""Properties that words take from the elements around them, with the values that change nothing."""

OF_SHAPES = {"clip-rule", "paint-order", "stroke-dashoffset", "stroke-miterlimit", "visibility"}
"""Properties that shapes take from the elements around them, beside those of paint."""

OF_STOPS = {"stop-color", "stop-opacity"}
"""Properties that only a stop of a gradient heeds."""

_EDITORS = {
    "baseProfile",
    "contentScriptType",
    "contentStyleType",
    "data-name",
    "lang",
    "role",
    "tabindex",
    "zoomAndPan",
}
_DEFAULTS: Mapping[tuple[str, str], set[str]] = {
    ("svg", "preserveAspectRatio"): {"xMidYMid", "xMidYMid meet"},
    ("svg", "x"): {"0", "0px", "0mm"},
    ("svg", "y"): {"0", "0px", "0mm"},
    ("clipPath", "clipPathUnits"): {"userSpaceOnUse"},
    ("pattern", "preserveAspectRatio"): {"xMidYMid", "xMidYMid meet"},
    ("textPath", "method"): {"align"},
    ("textPath", "spacing"): {"auto", "exact"},
    ("textPath", "side"): {"left"},
    ("radialGradient", "fr"): {"0", "0%"},
    ("tspan", "opacity"): {"1"},
}
"""Attributes of single elements that are written out although they say what is so without them."""


def says_nothing(tag: str, name: str, value: str) -> bool:
    """True when the attribute or property changes nothing in the picture, with this value or with any."""
    plain = value.strip().lower()
    if name in UNSEEN or name in _EDITORS or name.startswith(("aria-", "-inkscape-")):
        return True
    if name in OF_ANY:
        return plain in OF_ANY[name]
    if name in ("clip-path", "transform"):
        return plain in _NONE
    if name in OF_STOPS and tag != "stop":
        return True
    if name == "opacity" and tag == "stop":
        return plain == "1"
    return value.strip() in _DEFAULTS.get((tag, name), ())


def fill_is_last(order: str) -> bool:
    """True for a `paint-order` in which the fill covers the stroke."""
    words = order.split()
    unnamed = [word for word in ("fill", "stroke", "markers") if word not in words]
    full_order = [*words, *unnamed]
    return "normal" not in words and full_order.index("stroke") < full_order.index("fill")


def not_of_text(values: Mapping[str, str]) -> list[str]:
    """The properties of words in this look that cannot be printed, as `property: value`."""
    return [
        f"{name}: {values[name]}"
        for name, plain in OF_TEXT.items()
        if name in values and values[name].strip().lower() not in plain
    ]
