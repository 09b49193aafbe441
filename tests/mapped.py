"""Games with maps of every kind, made by the tests: a picture under hexes, areas traced in an SVG, boxes joined by
lines, squares with walls, a free board.
"""

from __future__ import annotations

import io
import math
import random
from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

HEX_PIXELS = 176
"""The width of a hex on the picture, flat to flat."""
LEFT, TOP = 70, 60
"""The upper left corner of the grid on the picture, before it is turned."""
COLUMNS, ROWS = 22, 15
SIZE = (4000, 3000)
AREAS = [
    "alder",
    "birch",
    "cedar",
    "dogwood",
    "elm",
    "fir",
    "gorse",
    "hazel",
    "ivy",
    "juniper",
    "kale",
    "larch",
    "maple",
    "nettle",
    "oak",
    "pine",
    "quince",
    "rowan",
    "sorrel",
    "thyme",
    "umbel",
    "vetch",
    "willow",
    "yew",
]
BOXES = [
    "Arden",
    "Belmar",
    "Corvo",
    "Drift",
    "Easting",
    "Fallow",
    "Gannet",
    "Harrow",
    "Inver",
    "Jarrow",
    "Kestrel",
    "Lomond",
    "Marrow",
    "Nairn",
    "Orrin",
    "Perth",
    "Quorn",
    "Rannoch",
    "Selkirk",
    "Tarbert",
    "Ullock",
    "Varne",
    "Wexcombe",
    "Yarrow",
    "Zennor",
    "Ashby",
    "Brack",
    "Calder",
]
FACE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 15 15" data-safe="0.8">
<rect x="-4" y="-4" width="23" height="23" fill="#d9d2bd"/>
<text x="7.5" y="9.4" font-size="12pt" text-anchor="middle" fill="#111111">{{ strength }}</text>
</svg>
"""
STYLE = """style:
  liveries:
    slate: {fill: "#5b7c99", panel: "#e3edf5", band: "#1d3346", device: device-crown}
    rust: {fill: "#b5622f", panel: "#f7e6d6", band: "#57290e", device: device-oak}
"""
TEXT = "# {{ scenario.title }}\n\n![Set-up](figure:set-up)\n"


def middle(column: int, row: int) -> tuple[float, float]:
    """The middle of a hex on the picture, odd columns half a hex lower."""
    radius = HEX_PIXELS / math.sqrt(3)
    low = 0.5 if column % 2 else 0.0
    return LEFT + radius * (1 + 1.5 * (column - 1)), TOP + (row - 0.5 + low) * HEX_PIXELS


def turned(point: tuple[float, float], degrees: float) -> tuple[float, float]:
    """A point of the picture when that is turned about its middle, clockwise."""
    angle = math.radians(degrees)
    x, y = point[0] - SIZE[0] / 2, point[1] - SIZE[1] / 2
    x, y = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
    return round(SIZE[0] / 2 + x, 1), round(SIZE[1] / 2 + y, 1)


def country(degrees: float = 0.0) -> bytes:
    """A painted country of 4,000 x 3,000 pixels, a red dot of 12 pixels in the middle of each hex."""
    rng = random.Random(7)
    small = Image.new("RGB", (SIZE[0] // 8, SIZE[1] // 8), "#c9d3a0")
    draw = ImageDraw.Draw(small)
    for _ in range(130):
        x, y, r = rng.randrange(small.width), rng.randrange(small.height), rng.randrange(8, 40)
        fill = rng.choice(["#8fae6a", "#b9c98a", "#d9d0a0", "#7d9b58", "#a9b97a"])
        draw.ellipse((x - r, y - r, x + r, y + 0.7 * r), fill=fill)
    draw.line([(0, 120), (200, 140), (330, 250), (500, 260)], fill="#7fa9c9", width=8)
    image = small.filter(ImageFilter.GaussianBlur(2)).resize(SIZE, Image.Resampling.BILINEAR)
    draw = ImageDraw.Draw(image)
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS + 1):
            x, y = turned(middle(column, row), degrees)
            draw.ellipse((x - 6, y - 6, x + 6, y + 6), fill="#c02010")
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def game_files(map: str, kind: str, starts: Mapping[str, str]) -> dict[str, str]:
    """The files that every game here has: two sides, four counters, a scenario with its set-up in a text."""
    rows = "".join(
        f'{unit},Unit {number},{"North" if number < 3 else "South"},{number},"{at}"\n'
        for number, (unit, at) in enumerate(starts.items(), start=1)
    )
    return {
        "game.yaml": f"""game: {{id: of-{map}, title: The {map.title()} Game, counter: 15}}
sides:
  - {{id: North, name: The North, livery: slate}}
  - {{id: South, name: The South, livery: rust}}
columns:
  units: {{side: side, strength: 1-9, at: {kind}?}}
parts:
  - {{id: counters, pieces: units, face: unit, group: side}}
  - {{id: map, map: {map}}}
""",
        "units.csv": f"id,name,side,strength,at\n{rows}",
        "faces/unit.svg.j2": FACE,
        "style.yaml": STYLE,
        "texts/dawn.md.j2": TEXT,
        "scenarios/dawn.yaml": f"scenario: {{id: dawn, title: Dawn, map: {map}, turns: 6, text: dawn}}\n"
        "forces:\n  - {pieces: units, at: at}\n",
    }


def picture_map(degrees: float = 0.0, more: str = "") -> str:
    """The map of hexes on the painted country."""
    first, last = turned(middle(1, 1), degrees), turned(middle(COLUMNS, ROWS), degrees)
    return f"""map:
  id: bocage
  title: The Hedgerows
  columns: {COLUMNS}
  rows: {ROWS}
  picture: country
  fit: {{"0101": [{first[0]}, {first[1]}], "2215": [{last[0]}, {last[1]}]}}
{more}"""


def area_paths() -> str:
    """24 areas whose outlines meet, as Inkscape saves them: absolute lines, a name on each path."""
    rng = random.Random(5)
    columns, rows, wide, high = 6, 4, 1800, 1200
    corners = {
        (i, k): (
            i * wide / columns + (0 if i in (0, columns) else rng.uniform(-70, 70)),
            k * high / rows + (0 if k in (0, rows) else rng.uniform(-60, 60)),
        )
        for i in range(columns + 1)
        for k in range(rows + 1)
    }

    def side(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[float, float]]:
        low, up = min(a, b), max(a, b)
        if (low[0] == up[0] and low[0] in (0, columns)) or (low[1] == up[1] and low[1] in (0, rows)):
            return []
        own = random.Random(f"{low}{up}")
        (x1, y1), (x2, y2) = corners[low], corners[up]
        bends = [
            (x1 + (x2 - x1) * t + own.uniform(-22, 22), y1 + (y2 - y1) * t + own.uniform(-22, 22))
            for t in (0.25, 0.5, 0.75)
        ]
        return bends if a == low else bends[::-1]

    paths = []
    for number, name in enumerate(AREAS):
        k, i = divmod(number, columns)
        ring = [(i, k), (i + 1, k), (i + 1, k + 1), (i, k + 1)]
        points: list[tuple[float, float]] = []
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
            points += [corners[a], *side(a, b)]
        data = " L ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        paths.append(f'<path id="{name}" style="fill:#88aa66;stroke:#000000" d="M {data} Z"/>')
    return "\n".join(paths)


def areas_svg(paths: str) -> str:
    """A drawing of so many units, 360 x 240 mm."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="360mm" height="240mm" viewBox="0 0 1800 1200">\n'
        f'<g id="layer1">\n{paths}\n<path id="path77" d="M 0,0 L 10,10"/>\n</g>\n</svg>\n'
    )


AREA_MAP = """map:
  id: vale
  title: The Vale
  space: areas
  width: 360
  drawing: vale
  around: sea
  areas:
    - {id: alder, name: Alder Heights, ground: hill, stacking: 3, value: 2}
    - {id: oak, ground: wood, value: 5}
    - {id: kale, name: Kale Market, colour: "#d9c7b8", stacking: 4, value: 10}
    - {id: thyme, ground: marsh}
  links:
    - {from: birch, to: cedar, kind: river}
    - {from: kale, to: juniper, kind: road}
    - {from: alder, to: yew, kind: sea, via: [[900, 40], [1700, 600]]}
  starts:
    - {id: north, title: The North starts, livery: slate, at: [Alder Heights, gorse]}
"""
GROUND = """terrain:
  - {id: open, name: Open, look: clear}
  - {id: wood, name: Wood, look: woods}
  - {id: hill, name: Hill, look: hill}
  - {id: marsh, name: Marsh, look: marsh}
  - {id: sea, name: Sea, look: water}
"""


def point_map() -> dict[str, str]:
    """28 boxes in four rows, joined by roads, a railway and ways over the sea, and two holding boxes."""
    rng = random.Random(3)
    shapes = ("circle", "square", "hex", "diamond")
    rows = []
    for number, name in enumerate(BOXES):
        k, i = divmod(number, 7)
        x, y = 45 + i * 58 + rng.uniform(-9, 9), 40 + k * 62 + rng.uniform(-8, 8)
        worth = ", value: 2" if number % 5 == 0 else ", stacking: 3" if number % 5 == 1 else ""
        shape = shapes[number % 4]
        rows.append(f"    - {{id: {name.lower()}, at: [{x:.0f}, {y:.0f}], shape: {shape}{worth}}}\n")
    rows.append("    - {id: reserve, name: Theatre Reserve, at: [160, 290], holding: yes}\n")
    rows.append("    - {id: at-sea, at: [300, 290], holding: yes, size: [80, 40], ground: sea}\n")
    links = ["from,to,kind"]
    for number, name in enumerate(BOXES):
        k, i = divmod(number, 7)
        if i < 6:
            links.append(f"{name.lower()},{BOXES[number + 1].lower()},{'rail' if k == 1 else 'road'}")
        if k < 3 and (i + k) % 2 == 0:
            links.append(f"{name.lower()},{BOXES[number + 7].lower()},{'sea' if i in (0, 6) else ''}")
    head = "map:\n  id: line\n  title: The Line\n  space: points\n  width: 440\n  height: 320\n"
    head += "  links: routes\n  points:\n"
    return {"maps/line.yaml": head + "".join(rows), "maps/routes.csv": "\n".join(links) + "\n"}


SQUARES = """map:
  id: keep
  title: The Keep
  space: squares
  columns: 12
  rows: 8
  legend: {".": open, w: wood, m: marsh}
  terrain:
    - "....ww......"
    - "....ww...mm."
    - ".........mm."
    - "............"
    - "............"
    - "............"
    - "mm.......www"
    - "mm.......www"
  hexsides:
    wall: ["3,5 N W S", "4,5 N S", "5,5 N E S", "8,4 8,3"]
    river: ["10,6 S", "11,6 S"]
  lines:
    trail: ["W 1,4 ... 12,4 E"]
  places:
    town: ["10,6 Gate House"]
"""

FREE_BOARD = """map:
  id: haven
  title: The Haven
  space: free
  width: 230
  height: 170
  around: sea
  areas:
    - {id: spit, name: Gull Spit, ground: open, outline: [[0, 0], [96, 0], [80, 60], [0, 48]]}
    - {id: reef, ground: marsh, outline: [[150, 90], [205, 84], [214, 130], [160, 138]]}
  points:
    - {id: fort, name: Fort Amity, at: [40, 25], shape: square}
    - {id: anchorage, name: The Anchorage, at: [60, 130], holding: yes, size: [70, 34]}
    - {id: light, name: The Light, at: [190, 40], shape: diamond}
"""
KINDS = ("bocage", "vale", "line", "keep", "haven")


def files_of(kind: str) -> dict[str, str | bytes]:
    """The files of one of the games."""
    if kind == "bocage":
        starts = '  starts:\n    - {id: north, title: The North starts, livery: slate, hexes: ["0203", "0304"]}\n'
        common = game_files(kind, "hex", {"a": "0203", "b": "0304", "c": "1507", "d": "2015"})
        return {**common, "maps/bocage.yaml": picture_map(more=starts), "pictures/country.png": country()}
    if kind == "vale":
        common = game_files(kind, "place", {"a": "Alder Heights", "b": "gorse", "c": "Yew", "d": "kale"})
        more = {"terrain.yaml": GROUND, "maps/vale.yaml": AREA_MAP, "maps/vale.svg": areas_svg(area_paths())}
        return {**common, **more}
    if kind == "line":
        common = game_files(kind, "place", {"a": "Arden", "b": "nairn", "c": "Theatre Reserve", "d": "Yarrow"})
        return {**common, "terrain.yaml": GROUND, **point_map()}
    if kind == "haven":
        common = game_files(kind, "place", {"a": "The Anchorage", "b": "fort", "c": "The Light", "d": "reef"})
        return {**common, "terrain.yaml": GROUND, "maps/haven.yaml": FREE_BOARD}
    common = game_files(kind, "hex", {"a": "2,3", "b": "3,4", "c": "9,5", "d": "1,1"})
    return {**common, "terrain.yaml": GROUND, "maps/keep.yaml": SQUARES}


def made(folder: Path, kind: str, changes: Mapping[str, str | bytes] | None = None) -> Path:
    """One of the games as a folder, with files added or in place of its own."""
    for name, content in {**files_of(kind), **(changes or {})}.items():
        file = folder / kind / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder / kind
