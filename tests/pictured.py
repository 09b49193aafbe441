"""Pictures that tests make for themselves, and small games that print them."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

SOLDIER = (60, 90, 40)


def vehicle(size: tuple[int, int] = (240, 160), colour: tuple[int, int, int] = SOLDIER) -> Image.Image:
    """An armoured car on a transparent ground, with soft edges."""
    wide, high = size[0] * 2, size[1] * 2
    image = Image.new("RGBA", (wide, high), (*colour, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((wide * 0.1, high * 0.4, wide * 0.9, high * 0.75), high * 0.1, fill=(*colour, 255))
    draw.rectangle((wide * 0.35, high * 0.2, wide * 0.65, high * 0.45), fill=(*colour, 255))
    for share in (0.22, 0.5, 0.78):
        x, y, r = wide * share, high * 0.75, high * 0.12
        draw.ellipse((x - r, y - r, x + r, y + r), fill=(30, 30, 30, 255))
    return image.resize(size, Image.Resampling.LANCZOS)


def photograph(size: tuple[int, int] = (600, 400), seed: int = 0) -> Image.Image:
    """Hills under a sky, with some grain: no two pixels beside each other are quite alike."""
    wide, high = size
    sky = Image.linear_gradient("L").resize(size)
    grain = Image.effect_noise(size, 12) if seed == 0 else Image.effect_mandelbrot(size, (-3, -2, 1, 2 + seed / 99), 40)
    image = Image.merge(
        "RGB", (sky.point(lambda v: 120 + v // 3), sky.point(lambda v: 150 + v // 4), Image.blend(sky, grain, 0.3))
    )
    ImageDraw.Draw(image).polygon(
        [(0, high), (0, high * 0.6), (wide * 0.4, high * 0.4), (wide, high * 0.7), (wide, high)], fill=(70, 100, 50)
    )
    return image


def saved(image: Image.Image, format: str = "PNG", **options: Any) -> bytes:
    """The bytes of a picture in a file."""
    buffer = io.BytesIO()
    image.save(buffer, format, **options)
    return buffer.getvalue()


GAME = """game:
  id: {id}
  title: {title}
  counter: 16
sides:
  - {{id: red, name: Red, livery: crown}}
columns:
  units: {{art: picture?}}
parts:
  - {{id: counters, pieces: units, face: unit}}
"""
STYLE = 'style:\n  liveries:\n    crown: {fill: "#a3262a", panel: "#f7e3d2", band: "#5a1210", device: device-crown}\n'
FACE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" data-safe="0.8">
<rect x="-4" y="-4" width="24" height="24" fill="#c9b27c"/>
{% if art %}<image href="picture:{{ art }}" x="2" y="1.5" width="12" height="9"/>{% endif %}
<text x="8" y="14.6" font-size="9pt" text-anchor="middle" fill="#111111">{{ name }}</text>
</svg>
"""
UNITS = "id,name,count,art\ncar,Car,3,car\nfoot,Foot,2,\n"


def game(folder: Path, files: Mapping[str, str | bytes] | None = None, name: str = "motor") -> Path:
    """A game made of files with counters that have a picture; `files` are added to it, or take the place of its own."""
    base: dict[str, str | bytes] = {
        "game.yaml": GAME.format(id=name, title=name.title()),
        "style.yaml": STYLE,
        "faces/unit.svg.j2": FACE,
        "units.csv": UNITS,
        "pictures/car.png": saved(vehicle()),
    }
    for path, content in {**base, **(files or {})}.items():
        file = folder / name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder / name


def face(inside: str, size: int = 16) -> str:
    """A face on a sand-coloured ground."""
    ground = f'<rect x="-4" y="-4" width="{size + 8}" height="{size + 8}" fill="#c9b27c"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">{ground}{inside}</svg>'
