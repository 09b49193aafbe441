"""The fonts of packs: files in the folder `fonts` beside game.yaml or pack.yaml, and what texts and maps are set in.

A font has the name that its file gives. Without such a folder a command reads and imports nothing here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ibbprint.budget import Budget, TooMuch
from ibbprint.catalogue.art_files import MOST_FONTS, fonts_in, fonts_of
from ibbprint.catalogue.source import inside, read_bytes
from ibbprint.drawing import fonts
from ibbprint.drawing.families import BOLD, NORMAL, SHIPPED, Families, Wish, parted
from ibbprint.drawing.kept import kept
from ibbprint.drawing.own_fonts import OWN, OwnFont, Unusable
from ibbprint.fonts import FAMILY, SMALLCAPS_FAMILY
from ibbprint.problems import Report, Where

MOST_BYTES = 32_000_000
"""Bytes of a font; one of all Chinese characters has 25 million."""
MOST_OF_ALL_BYTES = 200_000_000
RULE = "read:font"
OF_TEXTS, OF_HEADINGS, OF_MAPS = "texts", "headings", "maps"
ROLES = (OF_TEXTS, OF_HEADINGS, OF_MAPS)
"""What `type:` of a style names families for."""


@kept(32)
def _opened(data: bytes) -> OwnFont:
    """A font by its bytes: who reads a folder again does not read its fonts again. Raises Unusable."""
    font = OwnFont(data)
    OWN[OWN.put(font.cut(NORMAL))].check()
    return font


class Typography(NamedTuple):
    """The styles of texts: plain, bold, italic, both; of headings, and of those on a coloured bar; of names on maps;
    and of what stands beside pieces on their sheets: plain, bold, small capitals.

    `maps` has the style of water, place, region and title in place of the shipped one, where a game names one; and, by
    the shipped styles, those that take what they lack from the game's fonts.
    """

    texts: tuple[str, str, str, str] = fonts.CONDENSED
    heading: str = "bold"
    bar: str = "smallcaps"
    maps: Mapping[str, str] | None = None
    sheets: tuple[str, str, str] = ("regular", "bold", "smallcaps")

    def load(self) -> None:
        """Make all styles known to ReportLab."""
        fonts.load_faces(self.texts)
        for style in (self.heading, self.bar, *self.sheets):
            fonts.load(style)


USUAL = Typography()
_SHIPPED_ON_MAPS = {
    "regular": ([FAMILY], Wish()),
    "bold": ([FAMILY], Wish(BOLD)),
    "italic": ([FAMILY], Wish(italic=True)),
    "smallcaps": ([SMALLCAPS_FAMILY], Wish()),
}
"""The shipped styles that a map is lettered in, as they are asked for."""
_ON_MAPS = {"water": Wish(italic=True), "place": Wish(500), "region": Wish(600), "title": Wish(600)}
"""The cuts that stand for the shipped ones on maps."""


def read_families(folders: Sequence[Path], report: Report) -> Families:
    """The families of some template folders, the uppermost first; faults of fonts are in the report."""
    files = [(folder, path) for folder in map(fonts_of, folders) for path in fonts_in(folder)]
    if not files:
        return SHIPPED
    budget = Budget(MOST_OF_ALL_BYTES, f"the fonts together have more than {MOST_OF_ALL_BYTES:,} bytes")
    if len(files) > MOST_FONTS:
        where = Where(str(files[MOST_FONTS][1]))
        report.error(where, "read:size", f"the folders have more than {MOST_FONTS} fonts.", "Remove those not used.")
    own_fonts: list[OwnFont] = []
    refused = len(files) > MOST_FONTS
    names: dict[tuple[str, float, bool], Path] = {}
    for folder, path in files[:MOST_FONTS]:
        font = _read(folder, path, budget, report)
        if font is None:
            refused = True
            continue
        cut = (font.family.casefold(), font.weights.least, font.italic)
        same = names.get(cut)
        if same is not None and same.parent == path.parent:
            message = f"{same.name} calls itself {font.family}, of the same weight and slant, too."
            report.error(Where(str(path)), RULE, message, "Remove one of them.")
        elif same is None:  # a pack's goes before that of what it lies over
            names[cut] = path
            own_fonts.append(font)
    return Families(own_fonts, refused)


def _read(folder: Path, path: Path, budget: Budget, report: Report) -> OwnFont | None:
    file = str(path)
    if not inside(folder.parent, path):
        report.error(Where(file), "read:pack", "this font points outside its pack.", "Copy it in.")
        return None
    raw = read_bytes(path, file, report, most=MOST_BYTES)
    if raw is None:
        return None
    try:
        budget.spend(len(raw))
        font = _opened(raw)
    except TooMuch as fault:
        report.error(Where(file), "read:size", f"{fault}.", "Remove those not used.")
        return None
    except Unusable as fault:
        report.error(Where(file), RULE, str(fault), fault.hint)
        return None
    return font


def typography_of(type_names: Mapping[str, str | Sequence[str]], families: Families) -> Typography:
    """The typography for the families that `type:` of a style names. Raises UnknownFamily."""
    texts, headings, maps = (listed(type_names.get(role, "")) for role in ROLES)
    title = headings or texts
    heading = families.style(title, Wish(BOLD)) if title else USUAL.heading
    four = families.four(texts, Wish()) if texts else USUAL.texts
    plain, bold, capitals = USUAL.sheets
    return Typography(
        four,
        heading,
        heading if title else USUAL.bar,
        {
            **({part: families.style(maps, wish) for part, wish in _ON_MAPS.items()} if maps else {}),
            **{style: families.style(*arguments) for style, arguments in _SHIPPED_ON_MAPS.items()},
        },
        (_before(plain, four[0]), _before(bold, four[1], heading), _before(capitals, four[1], heading)),
    )


def _before(first: str, *fallbacks: str) -> str:
    """A style, with the faces of others for the characters that it lacks."""
    return fonts.NEXT.join(dict.fromkeys([first, *(face for style in fallbacks for face in style.split(fonts.NEXT))]))


def listed(value: str | Sequence[str]) -> Sequence[str]:
    """The families of one role."""
    return parted(value) if isinstance(value, str) else value


__all__ = ["ROLES", "USUAL", "Typography", "listed", "read_families", "typography_of"]
