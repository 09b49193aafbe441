"""Small drawings that a map uses many times: crowns, peaks, tufts, roofs. Each stands round its middle at (6, 6) mm.

Light falls from the top left. Sizes are for a hex of 20 mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ibbprint.components.maps.curves import closed_curve, polygon, r2, through
from ibbprint.components.maps.lattice import Point, chance, swing
from ibbprint.components.style import GroundStyle, MapStyle
from ibbprint.drawing.colour import mix
from ibbprint.drawing.kept import kept
from ibbprint.drawing.shapes import Drawing, Item, Path, Segment, Style, Use

MIDDLE = 6.0


def use(stamp: Drawing, x: float, y: float, scale: float) -> Use:
    """A stamp with its middle at (x, y), to a tenth of a mm: a map has thousands, and nobody measures a tree."""
    return Use(stamp, (r2(scale), 0.0, 0.0, r2(scale), round(x - MIDDLE * scale, 1), round(y - MIDDLE * scale, 1)))


def _stamp(items: Sequence[Item]) -> Drawing:
    return Drawing(2 * MIDDLE, 2 * MIDDLE, list(items))


def _at(points: Sequence[Point]) -> list[Point]:
    return [(x + MIDDLE, y + MIDDLE) for x, y in points]


def _filled(colour: str) -> Style:
    return Style(fill=colour)


def _pen(colour: str, width: float) -> Style:
    return Style(fill=None, stroke=colour, stroke_width=width, cap=1, join=1)


def _blob(x: float, y: float, radius: float, lobes: int, key: int, depth: float = 0.14) -> tuple[Segment, ...]:
    """A round thing with a lobed outline."""
    points: list[Point] = []
    turn = chance(key, 3) * math.tau
    for i in range(2 * lobes):
        r = radius * (1 + (depth if i % 2 else -depth) * (0.6 + 0.8 * chance(key, i)))
        a = turn + math.pi * i / lobes
        points.append((x + r * math.cos(a), y + r * math.sin(a)))
    return closed_curve(_at(points))


def _crown(x: float, y: float, radius: float, lobes: int, key: int) -> tuple[Segment, ...]:
    """A round thing with a scalloped outline, as leafy trees have from above."""
    turn = chance(key, 3) * math.tau
    angles = [turn + math.tau * (i + 0.3 * swing(key, i)) / lobes for i in range(lobes)]
    pairs: list[Segment] = [("M", _r(x + radius * 0.86 * math.cos(angles[0]), y + radius * 0.86 * math.sin(angles[0])))]
    for i, a in enumerate(angles):
        b = angles[(i + 1) % lobes] + (math.tau if i + 1 == lobes else 0.0)
        out = radius * (1.22 + 0.12 * chance(key, i, 4))
        item = _r(x + out * math.cos(a + (b - a) * 0.22), y + out * math.sin(a + (b - a) * 0.22))
        two = _r(x + out * math.cos(b - (b - a) * 0.22), y + out * math.sin(b - (b - a) * 0.22))
        end = _r(x + radius * 0.86 * math.cos(b), y + radius * 0.86 * math.sin(b))
        pairs.append(("C", (*item, *two, *end)))
    pairs.append(("Z", ()))
    return tuple(pairs)


@kept(32)
def crowns(fill: str, light: str, dark: str) -> tuple[Drawing, ...]:
    """Crowns of leafy trees, four kinds: shadow, crown, the light on it."""
    drawings: list[Drawing] = []
    for kind, radius in enumerate((1.6, 1.35, 1.8, 1.15)):
        lit = mix(light, fill, 0.42)
        drawings.append(
            _stamp(
                [
                    Path(_crown(0.28, 0.34, radius, 6, kind), _filled(dark)),
                    Path(_crown(-0.04, -0.04, radius * 0.97, 6, kind), _filled(light)),
                    Path(_crown(-0.3 * radius, -0.32 * radius, radius * 0.42, 4, kind + 9), _filled(lit)),
                ]
            )
        )
    return tuple(drawings)


@kept(32)
def palms(fill: str, light: str, dark: str) -> tuple[Drawing, ...]:
    """Stars of fronds seen from above, two kinds."""
    drawings: list[Drawing] = []
    for kind, radius in enumerate((1.9, 1.5)):
        segments: list[Segment] = []
        for i in range(7):
            a = math.tau * i / 7 + kind * 0.4
            tip = (radius * math.cos(a), radius * math.sin(a) * 0.9)
            bow = (0.55 * radius * math.cos(a + 0.35), 0.55 * radius * math.sin(a + 0.35) * 0.9)
            segments += through(_at([(0, 0), bow, tip]))
        drawings.append(_stamp([Path(tuple(segments), _pen(dark, 0.42)), Path(tuple(segments), _pen(light, 0.16))]))
    return tuple(drawings)


@kept(32)
def bushes(fill: str, light: str, dark: str) -> tuple[Drawing, ...]:
    """Low bushes: a few dots each, three kinds."""
    drawings: list[Drawing] = []
    for kind in range(3):
        items: list[Item] = [Path(_blob(0.1, 0.12, 0.62 - 0.08 * kind, 4, kind + 20), _filled(dark))]
        items.append(Path(_blob(-0.06, -0.06, 0.52 - 0.08 * kind, 4, kind + 20), _filled(light)))
        for i in range(1 + kind):
            a = math.tau * chance(kind, i, 5)
            items.append(Path(_blob(1.15 * math.cos(a), 0.9 * math.sin(a), 0.24, 3, kind + i), _filled(dark)))
        drawings.append(_stamp(items))
    return tuple(drawings)


@kept(32)
def peaks(fill: str, light: str, dark: str) -> tuple[Drawing, ...]:
    """Mountain peaks, foot at the middle, five kinds: a lit face, a face in shadow, ribs that run down both."""
    drawings: list[Drawing] = []
    shade, line, veil = mix(dark, fill, 0.42), mix(dark, "#2b2118", 0.35), mix(fill, dark, 0.16)
    for kind, (half, height) in enumerate(((4.1, 7.0), (3.4, 5.8), (3.8, 6.3), (2.8, 4.6), (4.4, 6.0))):
        lean = 0.5 * swing(kind, 1)
        tip = (lean, -height)
        left: list[Point] = [
            (-half, 0.3),
            (-half * 0.66, -height * (0.27 + 0.06 * swing(kind, 2))),
            (-half * 0.36, -height * (0.56 + 0.06 * swing(kind, 3))),
            (-half * 0.2 + lean * 0.5, -height * 0.72),
        ]
        right: list[Point] = [
            (half * 0.24 + lean * 0.5, -height * (0.7 + 0.05 * swing(kind, 4))),
            (half * 0.44, -height * (0.5 + 0.05 * swing(kind, 5))),
            (half * 0.72, -height * (0.25 + 0.06 * swing(kind, 6))),
            (half, 0.3),
        ]
        spine: list[Point] = [
            (lean + 0.28 * half * swing(kind, 7) * 0.4, -height * 0.74),
            (lean * 0.5 + half * 0.13, -height * 0.52),
            (lean * 0.4 - half * 0.1, -height * 0.3),
            (half * 0.08, 0.2),
        ]
        items: list[Item] = [
            Path(tuple(polygon(_at([*left, tip, *right, (half * 0.4, 0.75), (-half * 0.4, 0.7)]))), _filled(veil)),
            Path(tuple(polygon(_at([*left, tip, *spine]))), _filled(light)),
            Path(tuple(polygon(_at([tip, *right, (half * 0.45, 0.5), *reversed(spine)]))), _filled(shade)),
        ]
        ribs: list[Segment] = []
        for i in range(4):
            share = 0.24 + 0.17 * i
            x0 = tip[0] + (half - tip[0]) * share * 0.95
            y0 = tip[1] * (1 - share)
            drop = height * (0.2 + 0.08 * chance(kind, i, 8))
            ribs += [("M", _r(x0, y0)), ("L", _r(x0 - 0.16 * drop, y0 + min(drop, -y0 * 0.9)))]
        for i in range(2):
            share = 0.35 + 0.22 * i
            x0 = tip[0] + (-half - tip[0]) * share * 0.92
            y0 = tip[1] * (1 - share)
            ribs += [("M", _r(x0, y0)), ("L", _r(x0 + 0.3, y0 + min(height * 0.14, -y0 * 0.8)))]
        items.append(Path(tuple(ribs), _pen(line, 0.13)))
        outline: list[Segment] = [("L" if i else "M", _r(x, y)) for i, (x, y) in enumerate([*left, tip, *right])]
        items.append(Path(tuple(outline), _pen(line, 0.2)))
        inner: list[Segment] = [("L" if i else "M", _r(x, y)) for i, (x, y) in enumerate([tip, *spine[:3]])]
        items.append(Path(tuple(inner), _pen(line, 0.14)))
        drawings.append(_stamp(items))
    return tuple(drawings)


def _r(x: float, y: float) -> Point:
    return r2(x + MIDDLE), r2(y + MIDDLE)


@kept(32)
def tufts(fill: str, light: str, dark: str) -> tuple[Drawing, ...]:
    """Tufts of reed over a line of water, three kinds."""
    drawings: list[Drawing] = []
    for kind in range(3):
        blades: list[Segment] = []
        for i in range(5 - kind % 2):
            x = -0.9 + 0.45 * i
            lean = 0.42 * (i - 2) / 2 + 0.12 * swing(kind, i)
            high = 1.5 - 0.22 * abs(i - 2) + 0.25 * chance(kind, i, 2)
            blades += [("M", _r(x * 0.55, 0)), ("L", _r(x * 0.55 + lean, -high))]
        water: list[Segment] = [
            ("M", _r(-1.7, 0.12)),
            ("L", _r(1.4, 0.12)),
            ("M", _r(-0.7, 0.62)),
            ("L", _r(1.9, 0.62)),
        ]
        drawings.append(_stamp([Path(tuple(water), _pen(light, 0.24)), Path(tuple(blades), _pen(dark, 0.19))]))
    return tuple(drawings)


@kept(32)
def grass(fill: str, light: str, dark: str) -> tuple[Drawing, ...]:
    """Grass, faint: a few blades, tufts bent by the wind, a low bank with blades along it, the heads of flowers."""
    drawings: list[Drawing] = []
    for kind in range(2):
        blades: list[Segment] = []
        for i in range(3 + kind):
            x = -0.5 + 0.42 * i
            blades += [("M", _r(x, 0)), ("L", _r(x + 0.22 * (i - 1), -0.75 - 0.2 * chance(kind, i, 71)))]
        drawings.append(_stamp([Path(tuple(blades), _pen(light, 0.17))]))
    for lean in (1.0, -1.0):  # bent by the wind
        bent: list[Segment] = []
        for i in range(4):
            x = lean * (0.3 * i - 0.5)
            tip, bow = (x + lean * (0.45 + 0.15 * i), -0.95 + 0.16 * i), (x + lean * 0.1, -0.6)
            bent += through(_at([(x, 0.0), bow, tip]))
        drawings.append(_stamp([Path(tuple(bent), _pen(light, 0.17))]))
    bank: list[Segment] = list(through(_at([(-1.6, 0.25), (-0.5, -0.1), (0.6, -0.12), (1.7, 0.2)])))
    for i in range(5):
        bank += [("M", _r(-1.1 + 0.55 * i, 0.02)), ("L", _r(-1.0 + 0.58 * i, -0.5 - 0.25 * chance(i, 72)))]
    drawings.append(_stamp([Path(tuple(bank), _pen(light, 0.15))]))
    heads = [_blob(0.75 * swing(i, 73), -0.5 - 0.3 * chance(i, 74), 0.17, 3, i) for i in range(3)]
    drawings.append(_stamp([Path(head, _filled(mix(light, dark, 0.35))) for head in heads]))
    return tuple(drawings)


def patch(x: float, y: float, radius: float, key: int) -> tuple[Segment, ...]:
    """A patch of other growth on open ground: a flat, lobed outline about a point of the map."""
    points: list[Point] = []
    turn = chance(key, 81) * math.tau
    for i in range(9):
        a = turn + math.tau * i / 9
        r = radius * (0.72 + 0.5 * chance(key, i, 82))
        points.append((x + 1.25 * r * math.cos(a), y + 0.8 * r * math.sin(a)))
    return closed_curve(points, coarse=True)


@kept(32)
def dunes(fill: str, light: str, dark: str) -> tuple[Drawing, ...]:
    """Dunes and grains of sand: two dunes, one scatter of grains."""
    drawings: list[Drawing] = []
    for kind in range(2):
        w = 3.0 - 0.7 * kind
        arc = tuple(through(_at([(-w, 0.5), (-w * 0.35, -0.55), (w * 0.25, -0.5), (w, 0.6)])))
        lee = tuple(through(_at([(w * 0.05, -0.5), (w * 0.3, 0.15), (w * 0.2, 0.8)])))
        drawings.append(_stamp([Path(arc, _pen(light, 0.3)), Path(lee, _pen(light, 0.2))]))
    grains = [
        Path(_blob(2.4 * swing(i, 31), 2.4 * swing(i, 32), 0.15 + 0.06 * chance(i, 33), 3, i), _filled(dark))
        for i in range(7)
    ]
    return (*drawings, _stamp(grains))


@kept(32)
def stones(fill: str, light: str, dark: str) -> tuple[Drawing, ...]:
    """Broken stones, three kinds."""
    drawings: list[Drawing] = []
    for kind in range(3):
        items: list[Item] = []
        for i in range(3):
            x, y, r = 1.1 * swing(kind, i, 1), 0.9 * swing(kind, i, 2), 0.55 + 0.35 * chance(kind, i, 3)
            corners = [
                (x + r * math.cos(a + 0.5 * swing(kind, i, k)), y + 0.8 * r * math.sin(a + 0.5 * swing(kind, i, k)))
                for k, a in enumerate((0.3, 1.6, 2.9, 4.1, 5.2))
            ]
            shape = tuple(polygon(_at(corners)))
            items.append(Path(shape, Style(fill=light, stroke=dark, stroke_width=0.16)))
        drawings.append(_stamp(items))
    return tuple(drawings)


@kept(32)
def knolls(fill: str, light: str, dark: str) -> tuple[Drawing, ...]:
    """Swells of the ground inside a hill: a brow with strokes below it, three kinds."""
    drawings: list[Drawing] = []
    for kind in range(3):
        w = 3.1 - 0.5 * kind
        brow = [(-w, 0.9), (-w * 0.62, -0.1), (-w * 0.1, -0.62), (w * 0.42, -0.35), (w * 0.8, 0.55)]
        strokes: list[Segment] = []
        for i in range(8):
            t = i / 7
            x = w * (-0.2 + 1.02 * t)
            y = -0.5 + 1.15 * t**1.7
            drop = (1.0 + 0.5 * chance(kind, i)) * (1.25 - 0.7 * abs(t - 0.55))
            strokes += _stroke((x + MIDDLE, y + 0.15 + MIDDLE), (x + drop * 0.62 + MIDDLE, y + drop + MIDDLE), 0.3)
        body = [("C", v) if k == "C" else (k, v) for k, v in through(_at(brow))]
        back = through(
            _at([(x, y + 0.02 + 0.14 * (1 - abs(i - 2) / 2)) for i, (x, y) in enumerate(brow)][::-1]), start=False
        )
        drawings.append(_stamp([Path(tuple(strokes), _filled(light)), Path((*body, *back, ("Z", ())), _filled(dark))]))
    return tuple(drawings)


def _stroke(thick: Point, thin: Point, width: float) -> list[Segment]:
    """A stroke that is `width` mm thick where it begins and ends in a point."""
    dx, dy = thin[0] - thick[0], thin[1] - thick[1]
    length = math.hypot(dx, dy) or 1.0
    ax, ay = -dy / length * width / 2, dx / length * width / 2
    return [
        ("M", (r2(thick[0] + ax), r2(thick[1] + ay))),
        ("L", (r2(thin[0]), r2(thin[1]))),
        ("L", (r2(thick[0] - ax), r2(thick[1] - ay))),
        ("Z", ()),
    ]


stroke = _stroke


@kept(32)
def houses(wall: str, roof: str, dark: str) -> tuple[Drawing, ...]:
    """Houses seen from the south-east and from above, three kinds, and a church."""
    drawings: list[Drawing] = []
    far = mix(roof, "#ffffff", 0.22)
    edge = _pen(mix(dark, "#000000", 0.2), 0.13)
    for w, d, h in ((2.3, 1.2, 0.8), (1.8, 1.1, 0.7), (1.5, 1.3, 0.75)):
        drawings.append(_stamp(_house(0, 0, w, d, h, wall, roof, far, edge, dark)))
    tower = polygon(_at([(-2.1, 0.4), (-2.1, -2.0), (-1.0, -2.0), (-1.0, 0.4)]))
    spire = polygon(_at([(-2.3, -1.9), (-1.55, -4.3), (-0.8, -1.9)]))
    shade = polygon(_at([(-1.55, -4.3), (-0.8, -1.9), (-1.4, -1.9)]))
    church = [
        *_house(0.4, 0, 2.6, 1.2, 0.95, wall, roof, far, edge, dark),
        Path(tuple(tower), Style(fill=wall, stroke=edge.stroke, stroke_width=0.13, join=1)),
        Path(tuple(spire), Style(fill=far, stroke=edge.stroke, stroke_width=0.13, join=1)),
        Path(tuple(shade), _filled(roof)),
    ]
    drawings.append(_stamp(church))
    return tuple(drawings)


def _house(
    x: float, y: float, w: float, d: float, h: float, wall: str, roof: str, far: str, edge: Style, dark: str
) -> list[Item]:
    left, right = x - w / 2, x + w / 2
    front = polygon(_at([(left, y), (left, y - h), (right, y - h), (right, y)]))
    near_roof = polygon(
        _at(
            [
                (left - 0.15, y - h + 0.08),
                (left + 0.3, y - h - d * 0.75),
                (right + 0.3, y - h - d * 0.75),
                (right + 0.15, y - h + 0.08),
            ]
        )
    )
    far_roof = polygon(
        _at(
            [
                (left + 0.3, y - h - d * 0.75),
                (right + 0.3, y - h - d * 0.75),
                (right + 0.15, y - h - d),
                (left + 0.4, y - h - d),
            ]
        )
    )
    door = polygon(_at([(x - 0.18, y), (x - 0.18, y - h * 0.6), (x + 0.18, y - h * 0.6), (x + 0.18, y)]))
    shadow = polygon(_at([(left, y), (right, y), (right + 0.75, y - 0.3), (right + 0.75, y - h - 0.1), (right, y - h)]))
    pen = {"stroke": edge.stroke, "stroke_width": edge.stroke_width, "join": 1}
    return [
        Path(tuple(shadow), _filled(mix(dark, wall, 0.55))),
        Path(tuple(front), Style(fill=wall, **pen)),  # type: ignore[arg-type]
        Path(tuple(far_roof), Style(fill=far, **pen)),  # type: ignore[arg-type]
        Path(tuple(near_roof), Style(fill=roof, **pen)),  # type: ignore[arg-type]
        Path(tuple(door), _filled(dark)),
    ]


Maker = Callable[[str, str, str], tuple[Drawing, ...]]


def make(maker: Maker, look: GroundStyle) -> tuple[Drawing, ...]:
    """The stamps of a maker in the colours of a ground."""
    return maker(look.fill, look.light, look.dark)


def house_stamps(style: MapStyle) -> tuple[Drawing, ...]:
    village = style.grounds["village"]
    return houses("#f6efe0", village.light, village.dark)


__all__ = [
    "MIDDLE",
    "bushes",
    "crowns",
    "dunes",
    "grass",
    "house_stamps",
    "knolls",
    "make",
    "palms",
    "patch",
    "peaks",
    "stones",
    "stroke",
    "tufts",
    "use",
]
