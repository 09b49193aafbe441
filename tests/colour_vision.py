"""How colours look to people who see colours otherwise, and how far two colours are apart. Independent of the project.

Colour blindness after Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency" (IEEE TVCG 15:6, 2009), severity 1.0, on linear light. Differences by CIEDE2000 (CIE 142-2001; the formulas
as Sharma, Wu and Dalal give them, 2005), in the light of D65.
"""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]

MACHADO: dict[str, tuple[Triple, Triple, Triple]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
VISIONS = ("usual", *MACHADO)


def _linear(colour: str) -> Triple:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return r, g, b


def seen(colour: str, vision: str = "usual") -> Triple:
    """The linear light of `#rrggbb` as somebody with that kind of vision sees it."""
    light = _linear(colour)
    if vision == "usual":
        return light
    r, g, b = (sum(m * v for m, v in zip(row, light, strict=True)) for row in MACHADO[vision])
    return tuple(min(1.0, max(0.0, c)) for c in (r, g, b))  # type: ignore[return-value]


def lab(light: Triple) -> Triple:
    """CIELAB of linear sRGB light under D65."""
    r, g, b = light
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(first: Triple, second: Triple) -> float:
    """The difference of two colours in CIELAB; about 1 can just be seen, side by side."""
    l1, a1, b1 = first
    l2, a2, b2 = second
    middle = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(middle**7 / (middle**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = (degrees(atan2(b, a)) % 360 if (a or b) else 0.0 for a, b in ((a1, b1), (a2, b2)))
    dl, dc = l2 - l1, c2 - c1
    dh = 0.0
    if c1 * c2:
        dh = h2 - h1
        dh += -360 if dh > 180 else 360 if dh < -180 else 0
    big_dh = 2 * sqrt(c1 * c2) * sin(radians(dh) / 2)
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    if not c1 * c2:
        hm = h1 + h2
    elif abs(h1 - h2) <= 180:
        hm = (h1 + h2) / 2
    else:
        hm = (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    t = (
        1
        - 0.17 * cos(radians(hm - 30))
        + 0.24 * cos(radians(2 * hm))
        + 0.32 * cos(radians(3 * hm + 6))
        - 0.20 * cos(radians(4 * hm - 63))
    )
    turn = 30 * exp(-(((hm - 275) / 25) ** 2))
    rc = 2 * sqrt(cm**7 / (cm**7 + 25**7))
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -sin(radians(2 * turn)) * rc
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (big_dh / sh) ** 2 + rt * (dc / sc) * (big_dh / sh))


def apart(first: str, second: str, vision: str = "usual") -> float:
    """How far two `#rrggbb` are apart for that kind of vision."""
    return ciede2000(lab(seen(first, vision)), lab(seen(second, vision)))
