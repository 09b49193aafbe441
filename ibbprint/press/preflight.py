"""Preflight: a finished PDF, from whatever program, looked through before it is printed.

Every file is asked: are the fonts in it, is the type large enough and does it stand out from its ground, do words keep
off the cut, does colour run past it, is anything transparent or on layers. A file for a print shop is held to PDF/X-1a
besides: four inks and not too much of them, bleed, the marks of the standard, black type that overprints. Which it is,
the file says itself, or the caller. Pages that are too complex to be judged are named; the rest is judged all the same.
"""

from __future__ import annotations

import io
import logging
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import hypot
from pathlib import Path
from statistics import median_low
from typing import Any, NamedTuple

from ibbprint.budget import Budget, TooMuch
from ibbprint.catalogue.source import read_bytes
from ibbprint.drawing.areas import Box, common
from ibbprint.drawing.colour import contrast, of_channels
from ibbprint.drawing.pdf_pages import Ink, PdfPage, Picture, Reader, Words
from ibbprint.drawing.pdf_streams import unpacked
from ibbprint.materials.cuts import Outline, room_inside
from ibbprint.press.bleed import HAIR_MM
from ibbprint.press.cut_data import KeptCuts, read_cuts
from ibbprint.press.preflight_bleed import BleedZone
from ibbprint.press.preflight_boxes import SLACK_MM, faults, room
from ibbprint.press.preflight_ground import Ground, Grounds, is_white, seen_box
from ibbprint.press.workshop import Progress, silent
from ibbprint.problems import Report, Severity, Where

VERSIONS = {"PDF/X-1a:2001": ("1.3",), "PDF/X-1a:2003": ("1.3", "1.4")}
"""The versions of PDF that each version of PDF/X-1a is made of."""
ICC_REGISTRY = "color.org"
SMALL_PT = 12.0
"""Black type up to this size overprints; white letters under it close up on four inks."""
INK = 0.03
"""Less of an ink than this is none."""
LARGE_PT, LARGE_BOLD_PT = 18.0, 14.0
"""From which size type counts as large, so that less contrast does (WCAG 2)."""
LONGEST = 40
MOST_BYTES = 500_000_000
MOST_PAGES = 5000
MOST_CUTS = 4000
"""So many pieces of a page are heeded."""
MOST_LOOKS = 5_000_000
MOST_METADATA = 4_000_000
LINES = ("line is", "lines are")


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


class Check(NamedTuple):
    """A check: its verdict in a sentence, and the pages with faults."""

    id: str
    severity: Severity
    message: str
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Preflight:
    """The findings on a file. `press` says that it was held to the rules of a print shop."""

    file: str
    pages: int
    press: bool
    checks: list[Check]

    @property
    def ok(self) -> bool:
        return all(check.severity is not Severity.ERROR for check in self.checks)


def preflight(
    path: Path, report: Report, *, press: bool = False, limits: Limits = LIMITS, progress: Progress = silent
) -> Preflight | None:
    """All findings on a PDF, or None with the reason in the report.

    A file that says of itself that it is PDF/X is held to the rules of a print shop, any other when `press` is True.
    """
    import pikepdf

    where = Where(str(path))
    raw = read_bytes(path, str(path), report, most=MOST_BYTES)
    if raw is None:
        return None
    with _mendings() as mended:
        try:
            pdf = pikepdf.open(io.BytesIO(raw))
        except pikepdf.PasswordError:
            hint = "Print it to a new PDF without one."
            report.error(where, "read:pdf", "the PDF is locked with a password.", hint)
            return None
        except (pikepdf.PdfError, *_DAMAGE):
            report.error(where, "read:pdf", "this is not a readable PDF.", "Preflight looks at finished PDFs.")
            return None
        try:
            with pdf:
                if len(pdf.pages) > MOST_PAGES:
                    raise TooMuch(f"it has more than {MOST_PAGES:,} pages")
                return _Look(pdf, str(path), press, limits, read_cuts(raw), len(raw), mended).all(progress)
        except TooMuch as fault:
            report.error(where, "read:pdf", f"{fault}.", "Preflight looks at what can be printed.")
        except (pikepdf.PdfError, *_DAMAGE):
            report.error(where, "read:pdf", "the PDF is damaged.", "Export it again from the program that made it.")
        return None


@contextmanager
def _mendings() -> Iterator[Sequence[object]]:
    """Collect the repairs of pikepdf while it reads: it warns and logs, which is reported in our own words instead."""
    logged: list[object] = []
    log, handler = logging.getLogger("pikepdf"), logging.Handler()
    handler.emit = logged.append  # type: ignore[assignment, method-assign]
    log.addHandler(handler)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = lambda *args: logged.append(args)
            yield logged
    finally:
        log.removeHandler(handler)


_DAMAGE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What reading a damaged file ends in, beside the reader's own errors."""


@dataclass(slots=True)
class _Findings:
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


class _Look:
    """The examination of one PDF."""

    def __init__(
        self,
        pdf: Any,
        file: str,
        press: bool,
        limits: Limits,
        cuts: Mapping[int, Sequence[KeptCuts]],
        size: int,
        mended: Sequence[object] = (),
    ) -> None:
        self.pdf = pdf
        self.size = size
        self.mended = mended
        self.cuts = cuts
        self.file = file
        self.limits = limits
        info = pdf.trailer.get("/Info")
        self.info: Any = info if info is not None else {}
        version = str(self.info.get("/GTS_PDFXVersion", ""))
        self.standard = str(self.info.get("/GTS_PDFXConformance", version)) or _of_metadata(pdf)
        self.press = press or bool(self.standard)
        self.checks: list[Check] = []
        self.small, self.faint, self.near = _Findings(), _Findings(), _Findings()
        self.least: tuple[float, str, int] | None = None
        self.lowest: float | None = None
        self.nearest: float | None = None
        self.inks: dict[str, set[int]] = {}
        self.too_much = _Findings()
        self.most = 0.0
        self.fonts: dict[str, tuple[bool, set[int]]] = {}
        self.clear: dict[str, set[int]] = {}
        self.coarse = _Findings()
        self.pictures = 0
        self.unread_ink = False
        self.knocked_out, self.closing_up = _Findings(), _Findings()
        self.short, self.strange = _Findings(), _Findings()
        self.zones: set[int] = set()
        self.complex: dict[int, str] = {}
        self.damaged: list[int] = []

    def all(self, progress: Progress) -> Preflight:
        from pikepdf import PdfError

        reader = Reader(self.pdf, self.size)
        frames: list[PdfPage] = []
        for number in range(1, len(self.pdf.pages) + 1):
            progress("looking through the pages", number, len(self.pdf.pages))
            try:
                frames.append(reader.frame(number))
                self.page(reader.page(number))
            except TooMuch as fault:
                self.complex[number] = str(fault)
            except (PdfError, *_DAMAGE):
                self.damaged.append(number)
        if len(self.damaged) == len(self.pdf.pages):
            raise ValueError("nothing can be read")
        self.version()
        if self.press:
            self.marks()
        self.about_complex()
        self.about_fonts()
        self.about_boxes(frames)
        self.about_bleed()
        self.about_text()
        self.about_plates()
        self.about_inks()
        self.about_the_rest()
        return Preflight(self.file, len(self.pdf.pages), self.press, self.checks)

    def say(self, id: str, message: str, severity: Severity = Severity.OK, pages: Iterable[int] = ()) -> None:
        self.checks.append(Check(id, severity, message, tuple(sorted(pages))))

    def judge(self, id: str, findings: _Findings, which: tuple[str, str], wrong: str, bad: Severity, fine: str) -> None:
        """Report the number of findings that are `wrong`, `which` for one and for several; without any, `fine`."""
        if findings.worst:
            number = len(findings.places)
            self.say(id, f"{number} {which[number > 1]} {wrong}; {_worst(findings)}.", bad, findings.pages)
        elif fine:
            self.say(id, fine)

    # --- page by page -----------------------------------------------------------------------------------------------

    def page(self, page: PdfPage) -> None:
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
        for index, thing in enumerate(page.painted):
            box = seen_box(thing, page.media)
            if box is None and not (isinstance(thing, Words) or _is_line(thing)):
                continue
            for ink in _inks_of(thing):
                self.ink(ink, page.number)
            if isinstance(thing, Picture):
                self.picture(thing, page.number)
            elif isinstance(thing, Words) and thing.shown and box is not None:
                looks.spend(len(cuts))
                self.words(thing, box, cuts, page.number, shapes)
                under = _under(box, index, grounds)
                self.against_ground(thing, under, page.number)
                self.plates(thing, under, page.number)
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
        for away, thing in zone.strangers():
            label = _quoted(thing.text) if isinstance(thing, Words) else "a mark or a shape"
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

    # --- the file as a whole ----------------------------------------------------------------------------------------

    def version(self) -> None:
        result = f"PDF {self.pdf.pdf_version}"
        if not self.press:
            self.say("version", result)
            return
        allowed = VERSIONS.get(self.standard)
        if allowed is None:
            message = (
                f"{self.standard}, {result}" if self.standard else f"{result}; it does not say that it is PDF/X-1a"
            )
            self.say("version", f"{message}. It was checked as PDF/X-1a.", Severity.ERROR)
        elif self.pdf.pdf_version not in allowed:
            message = f"{self.standard} is PDF {' or '.join(allowed)}; this is {result}."
            self.say("version", message, Severity.ERROR)
        elif self.pdf.is_encrypted:
            self.say("version", f"{self.standard}, {result}, but locked. A print shop's file is not.", Severity.ERROR)
        else:
            self.say("version", f"{self.standard}, {result}")

    def marks(self) -> None:
        """Check the parts of the document beside its pages that PDF/X-1a asks for."""
        lacking = [key[1:] for key in ("/Title", "/CreationDate", "/ModDate") if not str(self.info.get(key, ""))]
        if str(self.info.get("/Trapped", "")) not in ("/True", "/False"):
            lacking.append("Trapped (true or false)")
        if self.pdf.trailer.get("/ID") is None:
            lacking.append("ID")
        if lacking:
            self.say("marks", f"missing: {', '.join(lacking)}.", Severity.ERROR)
        else:
            trapped = str(self.info.get("/Trapped"))[1:].lower()
            self.say("marks", f"title, dates and ID are there; trapped: {trapped}")
        intents = [i for i in self.pdf.Root.get("/OutputIntents", []) if str(i.get("/S", "")) == "/GTS_PDFX"]
        if len(intents) != 1:
            self.say("condition", f"{len(intents)} printing conditions are named; there must be one.", Severity.ERROR)
            return
        intent = intents[0]
        name, registry = str(intent.get("/OutputConditionIdentifier", "")), str(intent.get("/RegistryName", ""))
        if not name:
            self.say("condition", "the printing condition has no name.", Severity.ERROR)
        elif "/DestOutputProfile" not in intent and ICC_REGISTRY not in registry:
            message = f"{name} is neither named from the ICC's registry nor described by a profile."
            self.say("condition", message, Severity.ERROR)
        else:
            self.say("condition", f"{name}, {'with its profile' if '/DestOutputProfile' in intent else registry}")

    def about_fonts(self) -> None:
        lacking = {name: pages for name, (embedded, pages) in self.fonts.items() if not embedded}
        if lacking:
            pages = {page for group in lacking.values() for page in group}
            message = f"not in the file: {', '.join(sorted(lacking))}. The printer would substitute others."
            self.say("fonts", message, Severity.ERROR, pages)
        else:
            names = sorted(self.fonts)
            self.say("fonts", f"{len(names)}, all of them in the file: {', '.join(names)}" if names else "none")

    def about_complex(self) -> None:
        if self.damaged:
            message = f"{_pages(len(self.damaged))} cannot be read, and so cannot be judged."
            self.say("damage", message, Severity.ERROR, self.damaged)
        elif self.mended:
            message = (
                "parts of it are damaged and were repaired as far as possible; a printer may repair them differently."
            )
            self.say("damage", message, Severity.WARNING)
        if self.complex:
            number = min(self.complex)
            which = f"{_pages(len(self.complex))} {'is' if len(self.complex) == 1 else 'are'}"
            message = f"{which} too complex to be judged; on page {number}, {self.complex[number]}."
            self.say("complexity", message, Severity.ERROR, self.complex)

    def about_boxes(self, pages: Sequence[PdfPage]) -> None:
        result = list(faults(pages))
        for message, numbers, sure in result:
            bad = Severity.ERROR if sure else Severity.WARNING
            self.say("boxes", message, bad if self.press else Severity.NOTE, numbers)
        if not result:
            self.say("boxes", "the TrimBox is the sheet on every page")
        rooms = {page.number: room(page) for page in pages if page.trim is not None}
        narrow = [number for number, wide in rooms.items() if wide < self.limits.bleed_mm - SLACK_MM]
        least = min(rooms.values(), default=0.0)
        if self.press and narrow:
            message = f"colour may run only {least:.2g} mm past the cut; {self.limits.bleed_mm:g} mm is required."
            self.say("bleed", message, Severity.ERROR, narrow)
        elif rooms:
            self.say("bleed", f"{least:.2g} mm or more on every page")

    def about_bleed(self) -> None:
        """Report on the paint around the cuts; files that are to have no bleed get no report."""
        bad = Severity.ERROR if self.press else Severity.WARNING
        if self.short.worst:
            message = f"colour at the cut ends too soon on {_pages(len(self.short.pages))}; {_worst(self.short)}."
            self.say("edges", message, bad, self.short.pages)
        elif self.zones:
            self.say("edges", "all colour at the cut runs on into the bleed")
        self.judge(
            "bleed zone",
            self.strange,
            ("thing in the bleed is", "things in the bleed are"),
            "no part of what is cut out",
            bad,
            "nothing but colour from what is cut out" if self.zones else "",
        )

    def about_plates(self) -> None:
        bad = Severity.WARNING if self.press else Severity.NOTE
        self.judge(
            "overprint",
            self.knocked_out,
            ("line of small black type does", "lines of small black type do"),
            "not overprint the colour under it",
            bad,
            "small black type on colour overprints" if self.press else "",
        )
        self.judge(
            "reversed",
            self.closing_up,
            ("line of small white type is", "lines of small white type are"),
            "on four inks",
            bad,
            "at most three inks under small white type" if self.press else "",
        )

    def about_text(self) -> None:
        if self.least is None:
            self.say("text", "none")
            return
        size, excerpt, page = self.least
        fine = f"the smallest has {size:.3g} pt: {excerpt}, page {page}"
        self.judge("text", self.small, LINES, f"under {self.limits.least_pt:g} pt", Severity.ERROR, fine)
        fine = "" if self.lowest is None else f"{self.lowest:.1f} to 1 or more"
        self.judge("contrast", self.faint, LINES, "hard to read on what is under the letters", Severity.WARNING, fine)
        wrong = f"nearer than {self.limits.safe_mm:g} mm to the cut"
        fine = "" if self.nearest is None else f"text keeps {self.nearest:.1f} mm from the cut"
        self.judge("safe zone", self.near, LINES, wrong, Severity.WARNING, fine)

    def about_inks(self) -> None:
        words = {
            "gray": "black",
            "rgb": "red, green and blue",
            "cmyk": "four inks",
            "spot": "spot colours",
            "pattern": "patterns",
            "other": "others",
        }
        used = [words[space] for space in words if space in self.inks]
        strange = {space: pages for space, pages in self.inks.items() if space in ("rgb", "other")}
        if self.press and strange:
            pages = {page for group in strange.values() for page in group}
            message = "red, green and blue on " if "rgb" in strange else "colours that are not inks on "
            self.say("colours", f"{message}{_pages(len(pages))}; a print shop has four inks.", Severity.ERROR, pages)
        else:
            self.say("colours", ", ".join(used) or "none")
        if self.too_much.worst:
            total, label, page = self.too_much.worst
            message = f"up to {total:.0f}% on one spot ({label}, page {page}); {self.limits.most_ink:g}% is the most."
            self.say("ink", message, Severity.ERROR if self.press else Severity.WARNING, self.too_much.pages)
        elif "cmyk" in self.inks:
            caveat = "; the inks of pictures were not looked into" if self.unread_ink else ""
            self.say("ink", f"at most {self.most:.0f}% on one spot{caveat}")
        elif "rgb" in self.inks:
            self.say("ink", "the printer decides: the colours are not inks")
        else:
            self.say("ink", "black alone")

    def about_the_rest(self) -> None:
        bad = Severity.ERROR if self.press else Severity.NOTE
        if self.clear:
            pages = {page for group in self.clear.values() for page in group}
            self.say("transparency", f"{'; '.join(sorted(self.clear))}.", bad, pages)
        else:
            self.say("transparency", "none")
        layers = self.pdf.Root.get("/OCProperties")
        if layers is not None:
            number = len(layers.get("/OCGs", []))
            self.say("layers", f"{number} layer{'' if number == 1 else 's'} that can be hidden.", bad)
        else:
            self.say("layers", "none")
        active = sorted(set(_active(self.pdf)))
        if active and self.press:
            self.say("active", f"{', '.join(active)}: a print shop's file must have none of them.", Severity.ERROR)
        elif active:
            self.say("active", f"{', '.join(active)}; these do not print", Severity.NOTE)
        fine = f"{self.pictures}, all of {self.limits.pixels:g} pixels an inch or more" if self.pictures else ""
        self.judge("pictures", self.coarse, ("picture is", "pictures are"), "coarse", Severity.WARNING, fine)


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


def _inks_of(thing: Any) -> Iterator[Ink]:
    if isinstance(thing, Words):
        if thing.shown:
            yield thing.ink
    elif isinstance(thing, Picture):
        yield from thing.inks
    else:
        yield from (ink for ink in (thing.fill, thing.stroke) if ink is not None)


def _is_line(thing: Any) -> bool:
    """A straight line has no breadth of its own, so that its box may be empty."""
    return getattr(thing, "stroke", None) is not None


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


def _active(pdf: Any) -> Iterator[str]:
    """The actions and requests of a PDF besides being printed."""
    root = pdf.Root
    names = root.get("/Names", {})
    if "/JavaScript" in names:
        yield "scripts"
    if "/EmbeddedFiles" in names:
        yield "files within the file"
    if "/AA" in root or (root.get("/OpenAction") is not None and hasattr(root.OpenAction, "keys")):
        yield "actions"
    if "/AcroForm" in root:
        yield "forms to fill in"
    for page in pdf.pages:
        if "/AA" in page.obj:
            yield "actions"
        for note in page.obj.get("/Annots", []):
            if str(note.get("/Subtype", "")) not in ("/TrapNet", "/PrinterMark"):
                yield "links and notes"


def _of_metadata(pdf: Any) -> str:
    """The version of PDF/X in the XMP metadata, where later versions keep it."""
    stream = pdf.Root.get("/Metadata")
    if stream is None:
        return ""
    try:
        text = unpacked(stream, MOST_METADATA)[:50_000].decode("utf-8", "replace")
    except TooMuch:
        return ""
    match = re.search(r'GTS_PDFXVersion(?:="|[^<>"]*(?:"[^"]*"[^<>"]*)*>)([^"<]{1,20})', text)
    return match[1] if match else ""


def _quoted(text: str) -> str:
    plain = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return f'"{plain}"' if len(plain) <= LONGEST else f'"{plain[: LONGEST - 1]}…"'


def _pages(number: int) -> str:
    return f"{number} page{'' if number == 1 else 's'}"


def _worst(findings: _Findings) -> str:
    assert findings.worst is not None
    return f"the worst on page {findings.worst[2]}: {findings.worst[1]}"
