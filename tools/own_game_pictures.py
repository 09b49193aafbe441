"""Make the pictures of docs/a-game-of-your-own.md from the game that `new --game printed` writes: `make pictures`.

They are faces and pages as they are printed, cut to what they show.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from PIL import Image

from tools.designing_pictures import COLOURS, run
from tools.ink_pictures import beside
from tools.kit_pages import MM_PER_INCH, Printed
from tools.pictures import FOLDER

GAME = "slack-water"
BOOKLET_PAGES = (
    ("rules", "Rules", "Rules of play"),
    ("rules", "3 The tide", "3 The tide"),
    ("rules", "7 Results", "What happens"),
    ("example", "12 A turn played out", "as Crown combat begins"),
)
"""The picture, the chapter by its bookmark, and words of the page that is shown."""


def save(image: Image.Image, name: str, colours: int = COLOURS) -> None:
    image.convert("RGB").quantize(colours).save(FOLDER / f"{GAME}-{name}.png", optimize=True)
    print(f"{GAME}-{name}.png: {image.size[0]} x {image.size[1]}")


def printed(folder: Path, what: str, *options: str) -> Printed:
    """A part of the kit."""
    run("kit", str(folder / GAME), "--only", what, *options, "-o", str(folder / what))
    (pdf,) = (folder / what).glob("*.pdf")
    return Printed(pdf)


def face(folder: Path, what: str, *options: str, dpi: int) -> Image.Image:
    """A face as `ibbprint preview` draws it."""
    target = folder / "face.png"
    run("preview", what, "-s", str(folder / GAME), *options, "--dpi", str(dpi), "-o", str(target))
    with Image.open(target) as image:
        return image.convert("RGB")


def half_with(rules: Printed, chapter: str, words: str, dpi: int) -> Image.Image:
    """The page of the rules that holds the words: a half of the sheet on which the chapter begins."""
    number = rules.bookmarked(chapter)
    sheet = rules.picture(number, dpi)
    middle = sheet.width // 2
    left = middle if rules.words(number, words)[0] * dpi / MM_PER_INCH > middle else 0
    return sheet.crop((left, 0, left + middle, sheet.height))


def main() -> None:
    """Write every picture into docs/pictures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run("new", str(folder / GAME), "--game", "printed")
        counters = printed(folder, "counters")
        save(counters.group("Counters", 110), "counters")
        sides = [(what, *side) for what in ("guard", "bowmen", "bombard", "reed") for side in ((), ("--back",))]
        save(beside([face(folder, *side, dpi=160) for side in sides]), "backs")
        cards = (("fascines",), ("ambush",), ("ambush", "--back"))
        save(beside([face(folder, *card, dpi=110) for card in cards]), "cards")
        save(printed(folder, "map", "--poster").picture(1, 80), "map", 128)
        charts = printed(folder, "charts")
        save(charts.picture(charts.bookmarked("Player aid"), 80, (8, 14, 202, 240)), "aid")
        rules = printed(folder, "rules")
        halves = [(name, half_with(rules, chapter, words, 70)) for name, chapter, words in BOOKLET_PAGES]
        save(beside([half for name, half in halves if name == "rules"]), "rules")
        save(beside([half for name, half in halves if name == "example"]), "example", 128)


if __name__ == "__main__":
    main()
