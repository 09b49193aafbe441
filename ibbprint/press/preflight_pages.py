"""Preflight, page by page: what is painted on each page is measured against the limits, and the worst is kept.

`preflight` makes verdicts on the file of these findings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot
from statistics import median_low
from typing import Any, NamedTuple

from ibbprint.budget import Budget
from ibbprint.drawing.areas import Box, common
from ibbprint.drawing.colour import contrast, of_channels
from ibbprint.drawing.pdf_painted import Ink, PdfPage, Picture, Words
from ibbprint.materials.cuts import Outline, room_inside
from ibbprint.press.bleed import HAIR_MM
from ibbprint.press.cut_data import KeptCuts
from ibbprint.press.preflight_bleed import BleedZone
from ibbprint.press.preflight_boxes import SLACK_MM, room
from ibbprint.press.preflight_ground import Ground, Grounds, is_white, seen_box

SMALL_PT = 12.0
"""Black type up to this size overprints; white letters under it close up on four inks."""
INK = 0.03
"""Less of an ink than this is none."""
LARGE_PT, LARGE_BOLD_PT = 18.0, 14.0
"""From which size type counts as large, so that less contrast does (WCAG 2)."""
LONGEST = 40
MOST_CUTS = 4000
"""So many pieces of a page are heeded."""
MOST_LOOKS = 5_000_000


class Limits(NamedTuple):
    """The limits for a file: points, mm, percent, WCAG contrast, pixels an inch."""

    least_pt: float = 5.0
    safe_mm: float = 0.7
    bleed_mm: float = 3.0
    most_ink: float = 240.0
    contrast: float = 4.5
    contrast_large: float = 3.0
    pixels: float = 200.0


LIMITS = Limits()


@dataclass(slots=True)
class Findings:
    """The faults of one kind, page by page, with the worst of them."""

    places: list[int] = field(default_factory=list)
    worst: tuple[float, str, int] | None = None

    def add(self, page: int, how_bad: float, label: str) -> None:
        self.places.append(page)
        if self.worst is None or how_bad > self.worst[0]:
            self.worst = (how_bad, label, page)

    @property
    def pages(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.places))


class PageFindings:
    """The findings on the pages of one PDF, which may be added to page by page."""

    def __init__(self, limits: Limits, cuts: Mapping[int, Sequence[KeptCuts]], press: bool) -> None:
        self.limits = limits
        self.cuts = cuts
        self.press = press
        self.small, self.faint, self.near = Findings(), Findings(), Findings()
        self.least: tuple[float, str, int] | None = None
        """The smallest type: its size, a line of it, and the page."""
        self.lowest: float | None = None
        """The lowest contrast."""
        self.nearest: float | None = None
        """The smallest distance of words from a cut, mm."""
        self.inks: dict[str, set[int]] = {}
        self.too_much = Findings()
        self.most = 0.0
        """The most ink on one spot, percent."""
        self.fonts: dict[str, tuple[bool, set[int]]] = {}
        self.clear: dict[str, set[int]] = {}
        self.coarse = Findings()
        self.pictures = 0
        self.unread_ink = False
        self.knocked_out, self.closing_up = Findings(), Findings()
        self.short, self.strange = Findings(), Findings()
        self.zones: set[int] = set()

    def add(self, page: PdfPage) -> None:
        """Check everything that is painted on one page."""
        for name, font in page.fonts.items():
            self.fonts.setdefault(name, (font.embedded, set()))[1].add(page.number)
        for effect in page.seen_through:
            self.clear.setdefault(effect, set()).add(page.number)
        grounds = Grounds(page)
        records = self.cuts.get(page.number, [])
        cuts = [box for record in records for box in record.boxes]
        if not 0 < len(cuts) <= MOST_CUTS:
            cuts, records = (
                [page.trim or page.media],
                [record._replace(boxes=[page.trim or page.media]) for record in records[:1]],
            )
        shapes = {box: record.outline for record in records if record.shape for box in record.boxes}
        looks = Budget(MOST_LOOKS, "it has too many pieces and too many words")
        for index, painted in enumerate(page.painted):
            box = seen_box(painted, page.media)
            if box is None and not (isinstance(painted, Words) or _is_line(painted)):
                continue
            for ink in _inks_of(painted):
                self.ink(ink, page.number)
            if isinstance(painted, Picture):
                self.picture(painted, page.number)
            elif isinstance(painted, Words) and painted.shown and box is not None:
                looks.spend(len(cuts))
                self.words(painted, box, cuts, page.number, shapes)
                under = _under(box, index, grounds)
                self.against_ground(painted, under, page.number)
                self.plates(painted, under, page.number)
        for record in records or [KeptCuts(cuts, room(page))]:
            self.bleed(page, record, grounds)

    def bleed(self, page: PdfPage, record: KeptCuts, grounds: Grounds) -> None:
        """Check the paint around the cuts: as far out as a print shop asks, or as the file itself has bleed."""
        wide = self.limits.bleed_mm if self.press else record.bleed
        if wide <= HAIR_MM:
            return
        self.zones.add(page.number)
        zone = BleedZone(page, record.boxes, wide, record.outline)
        shortfall = zone.shortfall(grounds)
        if shortfall is not None:
            ends = "at the cut" if shortfall.reach < HAIR_MM else f"{shortfall.reach:.1f} mm past it"
            place = f"{shortfall.x:.0f} mm from the left and {shortfall.y:.0f} mm from the top"
            self.short.add(page.number, -shortfall.reach, f"{ends}, {place}")
        for away, painted in zone.strangers():
            label = _quoted(painted.text) if isinstance(painted, Words) else "a mark or a shape"
            self.strange.add(page.number, -away, f"{label}, {away:.1f} mm from the cut")

    def ink(self, ink: Ink, page: int) -> None:
        self.inks.setdefault(ink.space, set()).add(page)
        if ink.space == "cmyk" and ink.channels:
            total = 100 * sum(ink.channels)
            self.most = max(self.most, total)
            if total > self.limits.most_ink + 0.01:
                self.too_much.add(page, total, " ".join(f"{100 * channel:g}" for channel in ink.channels))

    def picture(self, picture: Picture, page: int) -> None:
        if picture.kind != "picture":
            return
        self.pictures += 1
        self.unread_ink = self.unread_ink or any(ink.space == "cmyk" and not ink.channels for ink in picture.inks)
        a, b, c, d, _, _ = picture.matrix
        wide, high = hypot(a, b), hypot(c, d)
        if wide > 0 and high > 0 and all(picture.pixels):
            pixels = 25.4 * min(picture.pixels[0] / wide, picture.pixels[1] / high)
            if pixels < self.limits.pixels:
                self.coarse.add(page, -pixels, f"{pixels:.0f} pixels an inch")

    def words(self, words: Words, box: Box, cuts: Sequence[Box], page: int, shapes: Mapping[Box, Outline]) -> None:
        """Check the size of a line of text, and its distance from the cut."""
        excerpt = _quoted(words.text)
        if self.least is None or words.size < self.least[0] - 0.005:
            self.least = (words.size, excerpt, page)
        if words.size < self.limits.least_pt - 0.005:
            self.small.add(page, -words.size, f"{excerpt} has {words.size:.2g} pt")
        left, top, right, bottom = box
        trim = _cut_out(box, cuts)
        if trim is None:
            return  # outside of what is cut out: a caption, a mark
        room = min(left - trim[0], top - trim[1], trim[2] - right, trim[3] - bottom)
        if trim in shapes:
            size = (trim[2] - trim[0], trim[3] - trim[1])
            corners = ((x - trim[0], y - trim[1]) for x in (left, right) for y in (top, bottom))
            room = min(room_inside(shapes[trim], *size, x, y) for x, y in corners)
        self.nearest = room if self.nearest is None else min(self.nearest, room)
        if room < self.limits.safe_mm - SLACK_MM:
            message = (
                f"{excerpt} is {room:.1f} mm from the cut" if room > SLACK_MM else f"the cut goes through {excerpt}"
            )
            self.near.add(page, -room, message)

    def against_ground(self, words: Words, under: Sequence[Ground], page: int) -> None:
        """Check the contrast of a line of text: in the middle of the places along it, so that no single mark
        decides.
        """
        colour = _as_rgb(words.ink)
        if colour is None or words.alpha < 1:
            return
        grounds = [_as_rgb(ground.ink) for ground in under if ground.ink is not None]
        items = [contrast(colour, ground) for ground in grounds if ground is not None]
        if not items:
            return
        stands_out = median_low(items)
        self.lowest = stands_out if self.lowest is None else min(self.lowest, stands_out)
        bold = "bold" in words.font.name.lower()
        large = words.size >= (LARGE_BOLD_PT if bold else LARGE_PT)
        least_contrast = self.limits.contrast_large if large else self.limits.contrast
        if stands_out < least_contrast - 0.01:
            self.faint.add(page, -stands_out, f"{_quoted(words.text)} has {stands_out:.1f} to 1")

    def plates(self, words: Words, under: Sequence[Ground], page: int) -> None:
        """Check small type against plates that are a little out of register."""
        if words.size > SMALL_PT:
            return
        label = f"{_quoted(words.text)} of {words.size:.2g} pt"
        if _is_black(words.ink) and not words.over and sum(map(_is_coloured, under)) > 1:
            self.knocked_out.add(page, -words.size, label)
        if is_white(words.ink) and sum(ground.ink is not None and _inks(ground.ink) > 3 for ground in under) > 1:
            self.closing_up.add(page, -words.size, label)


def _under(box: Box, index: int, grounds: Grounds) -> list[Ground]:
    """The ground of a line of text that is painted as number `index`, at five places along it."""
    left, top, right, bottom = box
    result: list[Ground] = []
    for share in (0.1, 0.3, 0.5, 0.7, 0.9):
        x, y = left + share * (right - left), (top + bottom) / 2
        if right - left < bottom - top:
            x, y = (left + right) / 2, top + share * (bottom - top)
        result.append(grounds.at(x, y, index))
    return result


def _is_black(ink: Ink) -> bool:
    """Whether an ink is black alone, or nearly all of it."""
    if ink.space == "cmyk" and len(ink.channels) == 4:
        return max(ink.channels[:3]) < INK and ink.channels[3] > 0.95
    return ink.space == "gray" and bool(ink.channels) and ink.channels[0] < 0.05


def _inks(ink: Ink) -> int:
    """The number of inks of a colour."""
    return sum(channel >= INK for channel in ink.channels) if ink.space == "cmyk" else 0


def _is_coloured(ground: Ground) -> bool:
    """Whether letters that knock out of a ground would leave white beside them: it has another ink than black."""
    if ground.ink is None:
        return ground.painted
    return ground.ink.space == "cmyk" and max(ground.ink.channels[:3], default=0.0) >= INK


def _cut_out(box: Box, cuts: Sequence[Box]) -> Box | None:
    """The piece that has most of a line of text; None for a line that is not cut out."""
    best: Box | None = None
    largest = 0.0
    for cut in cuts:
        left, top, right, bottom = common(box, cut)
        area = (right - left) * (bottom - top) if left < right and top < bottom else 0.0
        if area > largest:
            best, largest = cut, area
    return best


def _inks_of(painted: Any) -> Iterator[Ink]:
    if isinstance(painted, Words):
        if painted.shown:
            yield painted.ink
    elif isinstance(painted, Picture):
        yield from painted.inks
    else:
        yield from (ink for ink in (painted.fill, painted.stroke) if ink is not None)


def _is_line(painted: Any) -> bool:
    """A straight line has no breadth of its own, so that its box may be empty."""
    return getattr(painted, "stroke", None) is not None


def _as_rgb(ink: Ink) -> str | None:
    """A colour as a screen shows it, roughly; None where that cannot be known."""
    channels: tuple[float, ...]
    if ink.space == "gray" and len(ink.channels) == 1:
        channels = ink.channels * 3
    elif ink.space == "rgb" and len(ink.channels) == 3:
        channels = ink.channels
    elif ink.space == "cmyk" and len(ink.channels) == 4:
        black = 1 - ink.channels[3]
        channels = tuple((1 - channel) * black for channel in ink.channels[:3])
    else:
        return None
    return of_channels(min(1.0, max(0.0, channel)) for channel in channels)


def _quoted(text: str) -> str:
    plain = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return f'"{plain}"' if len(plain) <= LONGEST else f'"{plain[: LONGEST - 1]}…"'
