"""Families of fonts by their names: the shipped ones and those of a game, and the style that a text is set in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ibbprint.drawing import fonts
from ibbprint.drawing.own_fonts import OWN, OwnFont
from ibbprint.fonts import DISPLAY_FAMILY, FAMILY, SERIF_CAPS_FAMILY, SERIF_FAMILY, SMALLCAPS_FAMILY, SYMBOLS_FAMILY
from ibbprint.problems import nearest

PRINTED_AS = "Roboto Condensed"
"""The typeface that our fonts are made from: words in it are printed as they look."""
NORMAL, BOLD = 400, 700
LEAST_BOLD = 600
"""From this weight on a shipped family is set in its bold face."""
MOST_IN_LIST = 10
"""Families that a list may name, the first for what it has, each other for what those before it lack."""
_ONE_FACE = {
    SMALLCAPS_FAMILY: "smallcaps",
    SERIF_CAPS_FAMILY: "serifcaps",
    DISPLAY_FAMILY: "display",
    SYMBOLS_FAMILY: "symbols",
}
"""Families of a single face."""
_SHIPPED = (FAMILY, PRINTED_AS, SERIF_FAMILY, *_ONE_FACE)
_CONDENSED = {(False, False): "regular", (True, False): "bold", (False, True): "italic", (True, True): "bolditalic"}
"""The face by: is it bold, is it slanted."""


class Wish(NamedTuple):
    """The cut of a family that a text asks for; the family has the nearest."""

    weight: int = NORMAL
    italic: bool = False
    small_caps: bool = False


class UnknownFamily(ValueError):
    """A family that there is not."""


def parted(text: str) -> list[str]:
    """The names in a list of families as SVG and CSS write it."""
    return [name for part in text.split(",") if (name := " ".join(part.strip(" '\"\t\n").split()))]


class Families:
    """The families that a game can use: its `own` fonts, and the shipped ones.

    A family of its own goes before a shipped one of the same name. What the families that a text names lack comes from
    its own of `last`. `refused` says that a font of the game was refused, with an error of its own: then a family that
    is none of the others, nor like one, may be of that font, and is no second error.
    """

    def __init__(self, fonts_of_game: Sequence[OwnFont] = (), refused: bool = False) -> None:
        self.own = fonts_of_game
        self.refused = refused
        self.last: Sequence[str] = ()
        self._by_name: dict[str, list[OwnFont]] = {}
        for font in fonts_of_game:
            for name in font.families:
                self._by_name.setdefault(name.casefold(), []).append(font)
        self.used: dict[str, OwnFont] = {}
        """The fonts that texts were set in, by their styles."""

    def fall_back(self, names: Sequence[str]) -> None:
        """From now on take what a text's families lack from those of these that are the game's."""
        self.last = [name for name in dict.fromkeys(names) if name.casefold() in self._by_name]

    def names(self) -> list[str]:
        """The names of the families of the game, then that of the shipped one."""
        return [*dict.fromkeys(font.family for font in self.own), PRINTED_AS, SERIF_FAMILY]

    def named_in(self, text: str) -> list[OwnFont]:
        """The fonts of the game whose family a text may name."""
        folded = text.casefold()
        return [font for font in self.own if any(name.casefold() in folded for name in font.families)]

    def style(self, names: Sequence[str], wish: Wish) -> str:
        """The style of a text in the first of these families, the others for what it lacks.

        Raises UnknownFamily where the first is none, and ValueError for small capitals of a family that has none.
        """
        first = names[0] if names else FAMILY
        if not self._knows(first):
            families = self.names()
            near = nearest(first, families)
            if self.refused and near is None:
                return "regular"
            advice = f"did you mean {near}?" if near else f"there are {', '.join(families[:-1])} and {families[-1]}"
            message = f"the font-family {first} cannot be printed: no font in the folder fonts has that name"
            raise UnknownFamily(f"{message} ({advice})")
        styles = [self._face(name, wish) for name in names[:MOST_IN_LIST] if self._knows(name)] or ["regular"]
        styles += [self._face(name, wish._replace(small_caps=False)) for name in self.last]
        return fonts.NEXT.join(dict.fromkeys(styles))

    def four(self, names: Sequence[str], wish: Wish) -> tuple[str, str, str, str]:
        """The styles of a text, of what is bold, of what is italic, and of what is both in it."""
        bold = wish._replace(weight=max(wish.weight, BOLD))
        wishes = (wish, bold, wish._replace(italic=True), bold._replace(italic=True))
        plain, strong, slanted, bold_italic = (self.style(names, variant) for variant in wishes)
        return plain, strong, slanted, bold_italic

    def _knows(self, name: str) -> bool:
        return name.casefold() in self._by_name or name in _SHIPPED

    def _face(self, name: str, wish: Wish) -> str:
        candidates = self._by_name.get(name.casefold())
        if candidates is not None:
            return self._own_face(candidates, wish)
        if name in _ONE_FACE:
            return _ONE_FACE[name]
        if name == SERIF_FAMILY:  # which has one weight
            return "serifcaps" if wish.small_caps else "serifitalic" if wish.italic else "serif"
        return "smallcaps" if wish.small_caps else _CONDENSED[wish.weight >= LEAST_BOLD, wish.italic]

    def _own_face(self, fonts_of: Sequence[OwnFont], wish: Wish) -> str:
        if wish.small_caps:
            raise ValueError(f"{fonts_of[0].family} has no small capitals here: write capitals, smaller")
        slanted = [font for font in fonts_of if font.italic == wish.italic] or list(fonts_of)
        heavier = wish.weight > 500

        def off(font: OwnFont) -> tuple[float, float]:
            nearest = font.weights.nearest(wish.weight)
            return abs(nearest - wish.weight), -nearest if heavier else nearest

        font = min(slanted, key=off)
        style = OWN.put(font.cut(wish.weight))
        self.used[style] = font
        return style


SHIPPED = Families()
"""The shipped families alone."""
