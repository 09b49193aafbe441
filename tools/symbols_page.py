"""Make docs/symbols.md and its pictures, every symbol that faces and texts can name: `make symbols-page`.

The lists and the pictures are those of `ibbprint symbols`. A test compares the page with the program.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from ibbprint.jobs.browsing import SymbolsOrder, browsed
from ibbprint.press.symbol_sheets import Kind

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "symbols.md"
PICTURES = ROOT / "docs" / "pictures"
DPI = 96
COLOURS = 64
"""So many colours a picture has: enough for lines on two grounds."""
HEAD = """# Symbols

This page is made from the program by `make symbols-page`.
`ibbprint symbols` lists the same in the terminal, `ibbprint symbols -o symbols.pdf` prints it as a contact sheet, \
and `ibbprint symbols nato` or `ibbprint symbols horse` shows a part of it.
With `--scenario` and the folder of a game of your own, or with `--pack`, the symbols, fonts and pictures of that \
folder are among them.

A symbol takes the colour of the `fill` of its `<use>`, in a text that of the words.
[a-game-of-your-own.md](a-game-of-your-own.md#counters-a-table-and-a-face) shows how a face draws one, \
[a-game-of-your-own.md](a-game-of-your-own.md#nato-symbols) how NATO symbols come from a table.
"""
PARTS = (
    ("symbols", "Shipped symbols", "The shipped symbols"),
    ("branches", "NATO symbols: branches", "The branches, of a friend as on a counter of 15.9 mm, of an enemy at 8 mm"),
    ("sizes", "NATO symbols: sizes", "The sizes, from team to command"),
    ("modifiers", "NATO symbols: modifiers", "The modifiers, on infantry and on artillery"),
    ("affiliations", "NATO symbols: affiliations", "The frames of friends, enemies, neutrals and unknown units"),
    ("signs", "Signs", "Arrows, stars, suits, dice, fractions and others"),
)
"""The word that picks each list, the heading, and what its picture shows."""


def lists(word: str) -> Sequence[Kind]:
    """What `ibbprint symbols` lists."""
    return browsed(SymbolsOrder(word)).kinds


def page() -> str:
    """The whole page."""
    lines = [HEAD]
    for word, heading, shows in PARTS:
        (kind,) = lists(word)
        lines += [f"## {heading}\n", f"`{kind.usage}`\n", f"![{shows}](pictures/symbols-{word}.png)\n"]
        if any(entry.also for entry in kind.entries):
            lines += ["| name | also |", "|---|---|"]
            lines += [f"| `{entry.name}` | {', '.join(entry.also)} |" for entry in kind.entries]
        else:
            lines.append(", ".join(f"`{entry.name}`" for entry in kind.entries))
        lines.append("")
    return "\n".join(lines)


def picture(word: str) -> bytes:
    """The contact sheet of a list."""
    sheet = browsed(SymbolsOrder(word, format="png", dpi=DPI)).data
    into = io.BytesIO()
    Image.open(io.BytesIO(sheet)).convert("RGB").quantize(COLOURS).save(into, "PNG", optimize=True)
    return into.getvalue()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    for word, _, _ in PARTS:
        (PICTURES / f"symbols-{word}.png").write_bytes(picture(word))
