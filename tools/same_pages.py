"""Compare the drawn pages of every shipped kit before and after a change.

    python tools/same_pages.py print BEFORE [--kits NAMES]  with the environment of the earlier checkout
    python tools/same_pages.py print AFTER [--kits NAMES]   with that of the later one
    python tools/same_pages.py compare BEFORE AFTER [--pictures DIR]

`print` prints each kit of `KITS` with the ibbprint of the Python that runs it.  `compare` draws the pages with pdfium,
pairs those that are alike, and lists the pages that differ, that are new and that are gone.  Page numbers, edition and
check code in a sheet's head are painted over first: they change with any change.  Exit code 1 if any page differs.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image, ImageChops, ImageDraw

ROOT = Path(__file__).resolve().parent.parent
MARSH = ("low-tide", "--pack", str(ROOT / "docs" / "examples" / "salt-marsh"))
WATERLINE = ("waterline", "--pack", str(ROOT / "docs" / "examples" / "waterline"))
TIN_ROAD = ("tin-road", "--pack", str(ROOT / "tests" / "folders" / "tin-road"))
STARTER = "starter"
SCENARIOS = ("defend-the-bridge", "hastings", "stirling", "ayrenes-woods")
SMALLER = ("two-villages", "the-long-road", "deep-delve", "the-moon-at-the-gate", "the-inn-at-three-roads")
EXTRAS = {
    "two-villages": "reasons,cards",
    "deep-delve": "reasons,troops",
    "the-inn-at-three-roads": "reasons",
    "ayrenes-woods": "reasons,crt,armies,track",
    "hastings": "reasons,crt",
}
"""Of each game, a scenario and the parts that are printed only when asked for."""
PAPERS = ("a4", "letter", "a3")
KITS: Mapping[str, tuple[str, ...]] = {
    **{f"{name}-{paper}": (name, "--paper", paper) for name in SCENARIOS for paper in PAPERS},
    **{f"{name}-press": (name, "--press") for name in SCENARIOS},
    "all-a4": ("ibb", "--all"),
    "all-letter": ("ibb", "--all", "--paper", "letter"),
    "salt-marsh-a4": MARSH,
    "salt-marsh-press": (*MARSH, "--press"),
    "starter-a4": (STARTER,),
    **{f"{name}-a4": (name,) for name in SMALLER},
    **{f"{name}-extras": (name, "--only", only, "--designer") for name, only in EXTRAS.items()},
    "two-villages-letter": ("two-villages", "--paper", "letter", "--counter-size", "19"),
    "microbattle-a4": ("microbattle", "--all"),
    "element-battle-a4": ("element-battle", "--all"),
    "battle-turn-a4": ("battle-turn", "--all"),
    "element-list": (str(ROOT / "tests" / "lists" / "elements" / "called-by-its-name.txt"),),
    "battle-turn-roster": (str(ROOT / "tests" / "lists" / "as_posted" / "rosters" / "001-heather-men.txt"),),
    "waterline-a4": WATERLINE,
    "waterline-press": (*WATERLINE, "--press", "--counter-size", "19"),
    "tin-road-a4": TIN_ROAD,
    "bridge-booklet": ("defend-the-bridge", "--booklet"),
    "bridge-poster": ("defend-the-bridge", "--only", "map", "--poster", "--set-up"),
    "bridge-low": ("defend-the-bridge", "--ink", "low", "--palette", "contrast", "--map-style", "schematic"),
    "bridge-fold": ("defend-the-bridge", "--duplex", "fold"),
    "stirling-grey": ("stirling", "--ink", "grey", "--counter-size", "19", "--corner-radius", "2"),
}
"""What is printed: the words after `ibbprint kit`; `starter` is the pack that `ibbprint new` writes."""

DPI = 72
ALIKE = 24
"""Two pixels are alike when no channel differs by more: antialiasing at an edge that moved by less than a hundredth."""
STAMP = re.compile(r"(?:page \d+ of \d+ · )?edition \S+ · [0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it is drawn: its heading, the fingerprint of its pixels, its number from 1."""

    number: int
    heading: str
    fingerprint: str


def print_kits(folder: Path, wanted: str = "") -> None:
    """Every kit into a PDF of its name in `folder`, or those whose names begin so; stops at the first that fails."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        starter = Path(scratch) / STARTER
        _ibbprint(scratch, "new", str(starter))
        scenario = next((starter / "scenarios").glob("*.yaml")).stem
        for name, words in KITS.items():
            if not name.startswith(tuple(wanted.split(","))):
                continue
            words = (scenario, "--pack", str(starter)) if words == (STARTER,) else words
            printed = Path(scratch) / name
            _ibbprint(scratch, "kit", *words, "-o", str(printed))
            next(printed.glob("*.pdf")).replace(folder / f"{name}.pdf")


def _ibbprint(folder: str, *words: str) -> None:
    result = subprocess.run(
        [sys.executable, "-P", "-m", "ibbprint", *words], cwd=folder, capture_output=True, text=True
    )
    if result.returncode:
        raise SystemExit(f"ibbprint {' '.join(words)}\n{result.stdout}{result.stderr}")


def drawn(document: Any, number: int) -> Image.Image:
    """A page in RGB at `DPI`, its stamps painted over."""
    page = document[number - 1]
    image: Image.Image = page.render(scale=DPI / 72).to_pil().convert("RGB")
    brush = ImageDraw.Draw(image)
    across, up = image.width / page.get_width(), image.height / page.get_height()
    for left, bottom, right, top in _stamps(page):
        brush.rectangle(
            (left * across - 1, image.height - top * up - 1, right * across + 1, image.height - bottom * up + 1),
            fill="white",
        )
    return image


def _stamps(page: Any) -> Iterator[tuple[float, float, float, float]]:
    text = page.get_textpage()
    for result in STAMP.finditer(text.get_text_range()):
        boxes = [text.get_charbox(each) for each in range(*result.span())]
        left, bottom, right, top = zip(*boxes, strict=True)
        yield min(left), min(bottom), max(right), max(top)


def pages(file: Path) -> list[Page]:
    """The pages of a kit, with their headings and fingerprints."""
    document = pypdfium2.PdfDocument(file)
    results = []
    for number in range(1, len(document) + 1):
        words = document[number - 1].get_textpage().get_text_range().split("\r\n")[0]
        heading = STAMP.sub("", words).split(": ", 1)[-1].strip()
        results.append(Page(number, heading, hashlib.sha256(drawn(document, number).tobytes()).hexdigest()))
    return results


def compare_kit(before: Path, after: Path, pictures: Path | None) -> list[str]:
    """One line for each page that differs between two prints of a kit."""
    if not (before.is_file() and after.is_file()):
        return [f"{before.name}: only printed {'before' if before.is_file() else 'after'}"]
    old, new = pages(before), pages(after)
    matcher = difflib.SequenceMatcher(None, [p.fingerprint for p in old], [p.fingerprint for p in new], autojunk=False)
    lines: list[str] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        gone, come = old[a:b], new[c:d]
        headings = difflib.SequenceMatcher(None, [p.heading for p in gone], [p.heading for p in come], autojunk=False)
        for same, e, f, g, h in headings.get_opcodes():
            if same == "equal" or (same == "replace" and f - e == h - g):
                for item, other in zip(gone[e:f], come[g:h], strict=True):
                    lines += _differing(before, after, item, other, pictures)
            else:
                lines += [f"{before.stem}: page {p.number} is gone: {p.heading}" for p in gone[e:f]]
                lines += [f"{before.stem}: page {p.number} is new: {p.heading}" for p in come[g:h]]
    return lines


def _differing(before: Path, after: Path, old: Page, new: Page, pictures: Path | None) -> list[str]:
    item, other = drawn(pypdfium2.PdfDocument(before), old.number), drawn(pypdfium2.PdfDocument(after), new.number)
    if item.size != other.size:
        return [f"{before.stem}: page {old.number} was {item.size}, page {new.number} is {other.size}: {new.heading}"]
    difference = ImageChops.difference(item, other).convert("L").point(lambda value: 255 if value > ALIKE else 0)
    box = difference.getbbox()
    if box is None:
        return []
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
        beside = Image.new("RGB", (item.width * 2 + 10, item.height), "black")
        beside.paste(item, (0, 0))
        beside.paste(other, (item.width + 10, 0))
        beside.save(pictures / f"{before.stem}-{new.number:02}.png")
    pixels = difference.histogram()[255]
    return [f"{before.stem}: page {old.number} -> {new.number} differs in {pixels} pixels within {box}: {new.heading}"]


def main() -> int:
    """Print or compare; 0 if all pages are alike."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    printing = verbs.add_parser("print")
    printing.add_argument("folder", type=Path)
    printing.add_argument("--kits", default="", help="only those whose names begin so, parted by commas")
    comparing = verbs.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.add_argument("--pictures", type=Path, help="where pairs of pages that differ are kept, side by side")
    asked = parser.parse_args()
    if asked.verb == "print":
        print_kits(asked.folder, asked.kits)
        return 0
    files = sorted({path.name for folder in (asked.before, asked.after) for path in folder.glob("*.pdf")})
    with ProcessPoolExecutor() as workers:
        tasks = [workers.submit(compare_kit, asked.before / f, asked.after / f, asked.pictures) for f in files]
        lines = [line for task in tasks for line in task.result()]
    print("\n".join(lines) or f"{len(files)} kits, every page drawn alike")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
