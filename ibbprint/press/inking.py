"""The inks of a printout: little ink, black alone, a palette, or the four inks of a print shop."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ibbprint.components.style import INKS, Style
from ibbprint.drawing.inks import GREY, RGB, Inks
from ibbprint.drawing.rasters import AS_IT_IS
from ibbprint.press.paper import BadOption
from ibbprint.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ibbprint.drawing.pdfx import Condition

MOST_SPARES = 50
BACKS = ("white", "full")
"""Backs of pieces and cards: white with a badge in a frame of their colour, or all of that colour."""


class Inking(NamedTuple):
    """The ink options: `ink` is one of `INKS`, `palette` the name of one or empty, `spares` more pieces of each kind.

    With `press` the PDF is made for a print shop: four inks, PDF/X-1a, bleed as the style says. `backs` is one of
    `BACKS`; empty: as the style says.
    """

    ink: str = "full"
    palette: str = ""
    press: bool = False
    spares: int = 0
    backs: str = ""

    def check(self, palettes: Sequence[str]) -> None:
        """Raise BadOption for unknown values, and for options that exclude each other."""
        if self.ink not in INKS:
            raise BadOption(f"there is no ink {self.ink!r}.", did_you_mean(self.ink, INKS), "--ink")
        if self.backs and self.backs not in BACKS:
            raise BadOption(f"there are no backs {self.backs!r}.", did_you_mean(self.backs, BACKS), "--backs")
        if self.palette and self.palette not in palettes:
            raise BadOption(f"there is no palette {self.palette!r}.", did_you_mean(self.palette, palettes), "--palette")
        if not 0 <= self.spares <= MOST_SPARES:
            raise BadOption(f"invalid number of spares: {self.spares}.", f"Use 0 to {MOST_SPARES}.", "--spares")
        if self.press and self.ink == "grey":
            message = "--press prints with four inks and --ink grey with one."
            raise BadOption(message, "Leave out one of them.", "--press")

    def bleed(self, requested: float | None, style: Style) -> float | None:
        """The bleed in mm that was asked for; where none was, what a print shop asks for.

        Raises BadOption for less than a print shop asks for.
        """
        least = style.print_shop.bleed
        if self.press and requested is not None and requested < least:
            message = f"a print shop needs {least:g} mm of bleed, not {requested:g}."
            hint = f"Type --bleed {least:g}, or leave bleed out, or lower it in the style’s print_shop."
            raise BadOption(message, hint, "--bleed")
        return least if self.press and requested is None else requested

    @property
    def words(self) -> list[str]:
        """The options that make this printout unusual, for its name and its hash."""
        items = [] if self.ink == "full" else [self.ink]
        items += [self.palette] if self.palette else []
        items += ["press"] if self.press else []
        items += [f"{self.backs}-backs"] if self.backs else []
        return items + ([f"spares-{self.spares}"] if self.spares else [])

    def inks(self, style: Style) -> Inks:
        """The inks of the PDF's colours."""
        if self.press:
            shop = style.print_shop
            colours = {colour.lower(): (c, m, y, k) for colour, (c, m, y, k) in shop.inks.items()}
            return Inks("cmyk", colours, shop.most_ink, style.tone, shop.icc)
        if style.tone != AS_IT_IS:
            return Inks("grey" if self.ink == "grey" else "rgb", tone=style.tone)
        return GREY if self.ink == "grey" else RGB

    def condition(self, style: Style) -> Condition | None:
        """The printing condition that a print shop's file names; None for any other file."""
        if not self.press:
            return None
        from ibbprint.drawing.pdfx import Condition

        shop = style.print_shop
        return Condition(shop.condition, shop.words, shop.registry)


USUAL = Inking()
"""All the ink, in the style's own colours."""
