"""`python -m benchmarks.pictures`: 200 counters with a different picture of 600 x 600 each, and the same without.

Pictures are soft clouds with the grain of a photograph; of the transparent ones an ellipse with a soft edge is seen.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

from benchmarks.measure import Failed, surroundings
from benchmarks.promises import PICTURES, PICTURES_MIB

COUNT, SIDE = 200, 600
NONE = "none"
GRAIN = 0.12
"""How much of a picture is noise: PNG files of 600 kB, and of 420 kB where they are transparent."""
FACE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ width + 2 * bleed }}" height="{{ height + 2 * bleed }}"
 fill="#ddd8aa"/>
%s<text x="8" y="15" font-size="3" text-anchor="middle">{{ name }}</text>
</svg>
"""
SHOWN = '<image href="picture:{{ art }}" x="3" y="2" width="10" height="10"/>\n'


def write_game(folder: Path, kind: str) -> Path:
    """A game of `COUNT` counters whose pictures are of one of the kinds of `PICTURES`, or which has none."""
    for name in ("faces", "pictures"):
        (folder / name).mkdir(parents=True)
    art = "text" if kind == NONE else "picture"
    (folder / "game.yaml").write_text(
        "game: {id: pictured, title: Pictured, counter: 16}\n"
        f"columns: {{units: {{art: {art}}}}}\nparts: [{{id: counters, pieces: units, face: unit}}]\n"
    )
    (folder / "faces" / "unit.svg.j2").write_text(FACE % ("" if kind == NONE else SHOWN))
    (folder / "units.csv").write_text("id,name,art\n" + "".join(f"u{n},U{n},p{n}\n" for n in range(COUNT)))
    chance = random.Random(36)
    for number in range(COUNT if kind != NONE else 0):
        picture, path = _picture(chance), folder / "pictures" / f"p{number}"
        if kind == "JPEG":
            picture.save(path.with_suffix(".jpg"), quality=88)
            continue
        picture = _cut_out(picture, chance) if kind != "PNG" else picture
        picture.save(path.with_suffix(".png"))
    return folder


def _picture(chance: random.Random) -> Image.Image:
    def cloud(cells: int) -> Image.Image:
        few = Image.frombytes("L", (cells, cells), chance.randbytes(cells * cells))
        return few.resize((SIDE, SIDE), Image.Resampling.BICUBIC)

    clouds = Image.merge("RGB", (cloud(12), cloud(9), cloud(7)))
    grain = Image.merge("RGB", [Image.effect_noise((SIDE, SIDE), 30) for _ in range(3)])
    return Image.blend(clouds, grain, GRAIN)


def _cut_out(picture: Image.Image, chance: random.Random) -> Image.Image:
    mask = Image.new("L", picture.size)
    ImageDraw.Draw(mask).ellipse((40, chance.randrange(60, 110), SIDE - 40, SIDE - 60), fill=255)
    mask = mask.filter(ImageFilter.GaussianBlur(4))
    result = Image.composite(picture, Image.new("RGB", picture.size), mask.point([255 * (n > 0) for n in range(256)]))
    result.putalpha(mask)
    return result


def _measured(game: Path, around: dict[str, str], runs: int) -> tuple[float, float, float]:
    """The seconds of the processor that the kit takes and those that one waits, medians of some runs, and the most
    memory in MiB."""
    command = [sys.executable, "-m", "ibbprint", "kit", str(game), "-o", str(game.parent / "out.pdf")]
    seconds, waits, peak = list[float](), list[float](), 0.0
    for _ in range(runs + 1):
        begun = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=around)
        _, status, used = os.wait4(process.pid, 0)
        waits.append(time.perf_counter() - begun)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise Failed(f"{' '.join(command)} ended with {process.returncode}")
        seconds.append(used.ru_utime + used.ru_stime)
        peak = max(peak, used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10))
    return statistics.median(seconds[1:]), statistics.median(waits[1:]), peak


def show(folder: Path, runs: int) -> None:
    """Print a line for each kind of pictures."""
    around = surroundings(folder / "bytecode")
    print(f"{COUNT} counters with a picture of {SIDE} x {SIDE} each, {runs} runs, {os.cpu_count()} processors")
    base, base_wait = 0.0, 0.0
    for kind in (NONE, *PICTURES):
        seconds, wait, peak = _measured(write_game(folder / kind / "game", kind), around, runs)
        base, base_wait = base or seconds, base_wait or wait
        ratio = f"{seconds / base:.2f} times (promised: at most {PICTURES[kind]})" if kind != NONE else ""
        waited = f"one waits {wait:.2f} s, {wait / base_wait:.2f} times"
        print(f"{kind:<18}{seconds:>8.2f} s {peak:>6.0f} MiB (at most {PICTURES_MIB}); {waited}  {ratio}".rstrip())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="ibbprint-bench-") as name:
        show(Path(name), 3)
