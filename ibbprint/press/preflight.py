"""Preflight: a finished PDF, from whatever program, looked through before it is printed.

Every file is asked: are the fonts in it, is the type large enough and does it stand out from its ground, does words'
distance from the cut do, is anything transparent or on layers. A file for a print shop is held to PDF/X-1a besides:
four inks and not too much of them, bleed, the marks of the standard. Which it is, the file says itself, or the caller.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median_low
from typing import Any, NamedTuple

from ibbprint.catalogue.source import read_bytes
from ibbprint.drawing.colour import contrast
from ibbprint.drawing.pdf_pages import Box, Ink, PdfPage, Picture, Reader, Words, common
from ibbprint.press.kept_cuts import read_cuts
from ibbprint.press.preflight_ground import Grounds, seen_box
from ibbprint.press.workshop import Progress, silent
from ibbprint.problems import Report, Severity, Where

VERSIONS = {"PDF/X-1a:2001": ("1.3",), "PDF/X-1a:2003": ("1.3", "1.4")}
"""The versions of PDF that each version of PDF/X-1a is made of."""
ICC_REGISTRY = "color.org"
SLACK = 0.02
"""What a distance may fall short of by rounding, mm."""
LARGE_PT, LARGE_BOLD_PT = 18.0, 14.0
"""From which size type counts as large, so that less contrast does (WCAG 2)."""
LONGEST = 40
MOST_BYTES = 500_000_000


class Limits(NamedTuple):
    """What is asked of a file: points, mm, percent, WCAG contrast, pixels an inch."""

    least_pt: float = 5.0
    safe_mm: float = 0.7
    bleed_mm: float = 3.0
    most_ink: float = 240.0
    contrast: float = 4.5
    contrast_large: float = 3.0
    pixels: float = 200.0


LIMITS = Limits()


class Check(NamedTuple):
    """One thing that was looked at: how it stands, in a sentence, and the pages where it is not in order."""

    id: str
    severity: Severity
    said: str
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Preflight:
    """What was found in a file. `press` says that it was held to the rules of a print shop."""

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
    """Everything that there is to say of a PDF, or None with the reason in the report.

    A file that says of itself that it is PDF/X is held to the rules of a print shop, any other when `press` is True.
    """
    import pikepdf

    where = Where(str(path))
    raw = read_bytes(path, str(path), report, most=MOST_BYTES)
    if raw is None:
        return None
    try:
        pdf = pikepdf.open(io.BytesIO(raw))
    except pikepdf.PasswordError:
        report.error(where, "read:pdf", "the PDF is locked with a password.", "Print it into a new PDF without one.")
        return None
    except (pikepdf.PdfError, OSError, ValueError):
        report.error(where, "read:pdf", "this is no PDF that can be read.", "Preflight looks at finished PDFs.")
        return None
    with pdf:
        try:
            return _Look(pdf, str(path), press, limits, read_cuts(raw)).all(progress)
        except (pikepdf.PdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as fault:
            said = str(fault) if type(fault).__name__ == "TooMuch" else "the PDF is damaged"
            report.error(where, "read:pdf", f"{said}.", "Make it anew with the program that it comes from.")
            return None


@dataclass(slots=True)
class _Findings:
    """What is wrong in one way, page by page, with the worst of it."""

    places: list[int] = field(default_factory=list)
    worst: tuple[float, str, int] | None = None

    def add(self, page: int, how_bad: float, what: str) -> None:
        self.places.append(page)
        if self.worst is None or how_bad > self.worst[0]:
            self.worst = (how_bad, what, page)

    @property
    def pages(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.places))


class _Look:
    """One PDF being looked through."""

    def __init__(self, pdf: Any, file: str, press: bool, limits: Limits, cuts: Mapping[int, Sequence[Box]]) -> None:
        self.pdf = pdf
        self.cuts = cuts
        self.file = file
        self.limits = limits
        info = pdf.trailer.get("/Info")
        self.info: Any = info if info is not None else {}
        version = str(self.info.get("/GTS_PDFXVersion", ""))
        self.standard = str(self.info.get("/GTS_PDFXConformance", version)) or _of_metadata(pdf)
        self.press = press or bool(self.standard)
        self.checks: list[Check] = []
        self.small, self.faint, self.faint_large, self.near = _Findings(), _Findings(), _Findings(), _Findings()
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

    def all(self, progress: Progress) -> Preflight:
        reader = Reader(self.pdf)
        boxes: list[tuple[int, Box, Box | None, Box | None]] = []
        for page in reader.pages():
            progress("looking through the pages", page.number, len(self.pdf.pages))
            boxes.append((page.number, page.media, page.trim, page.bleed))
            self.page(page)
        self.version()
        if self.press:
            self.marks()
        self.about_fonts()
        self.about_boxes(boxes)
        self.about_text()
        self.about_inks()
        self.about_the_rest()
        return Preflight(self.file, len(boxes), self.press, self.checks)

    def say(self, id: str, said: str, severity: Severity = Severity.OK, pages: Iterable[int] = ()) -> None:
        self.checks.append(Check(id, severity, said, tuple(sorted(pages))))

    # --- page by page -----------------------------------------------------------------------------------------------

    def page(self, page: PdfPage) -> None:
        """Look at what is painted on one page."""
        for name, font in page.fonts.items():
            self.fonts.setdefault(name, (font.embedded, set()))[1].add(page.number)
        for said in page.seen_through:
            self.clear.setdefault(said, set()).add(page.number)
        grounds: Grounds | None = None
        cuts = self.cuts.get(page.number) or [page.trim or page.media]
        for index, thing in enumerate(page.painted):
            box = seen_box(thing, page.media)
            if box is None and not (isinstance(thing, Words) or _is_line(thing)):
                continue
            for ink in _inks_of(thing):
                self.ink(ink, page.number)
            if isinstance(thing, Picture):
                self.picture(thing, page.number)
            elif isinstance(thing, Words) and thing.shown and box is not None:
                grounds = grounds or Grounds(page)
                self.words(thing, box, cuts, page.number)
                self.against_ground(thing, index, box, grounds, page.number)

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
        left, top, right, bottom = picture.box
        if right > left and bottom > top and all(picture.pixels):
            pixels = 25.4 * min(picture.pixels[0] / (right - left), picture.pixels[1] / (bottom - top))
            if pixels < self.limits.pixels:
                self.coarse.add(page, -pixels, f"{pixels:.0f} pixels an inch")

    def words(self, words: Words, box: Box, cuts: Sequence[Box], page: int) -> None:
        """How large a line of text is, and how near to the cut."""
        shown = _short(words.text)
        if self.least is None or words.size < self.least[0] - 0.005:
            self.least = (words.size, shown, page)
        if words.size < self.limits.least_pt - 0.005:
            self.small.add(page, -words.size, f"{shown} has {words.size:.2g} pt")
        left, top, right, bottom = box
        trim = _cut_out(box, cuts)
        if trim is None:
            return  # outside of what is cut out: a caption, a mark
        room = min(left - trim[0], top - trim[1], trim[2] - right, trim[3] - bottom)
        self.nearest = room if self.nearest is None else min(self.nearest, room)
        if room < self.limits.safe_mm - SLACK:
            told = f"{shown} is {room:.1f} mm from the cut" if room > SLACK else f"the cut goes through {shown}"
            self.near.add(page, -room, told)

    def against_ground(self, words: Words, index: int, box: Box, grounds: Grounds, page: int) -> None:
        """How well a line of text stands out: in the middle of five places along it, so that no single mark decides."""
        colour = _as_rgb(words.ink)
        if colour is None or words.alpha < 1:
            return
        left, top, right, bottom = box
        found: list[float] = []
        for share in (0.1, 0.3, 0.5, 0.7, 0.9):
            x, y = left + share * (right - left), (top + bottom) / 2
            if right - left < bottom - top:
                x, y = (left + right) / 2, top + share * (bottom - top)
            ground = grounds.at(x, y, index)
            under = None if ground is None else _as_rgb(ground)
            if under is not None:
                found.append(contrast(colour, under))
        if not found:
            return
        stands_out = median_low(found)
        self.lowest = stands_out if self.lowest is None else min(self.lowest, stands_out)
        bold = "bold" in words.font.name.lower()
        large = words.size >= (LARGE_BOLD_PT if bold else LARGE_PT)
        wanted = self.limits.contrast_large if large else self.limits.contrast
        if stands_out < wanted - 0.01:
            self.faint.add(page, -stands_out, f"{_short(words.text)} has {stands_out:.1f} to 1")

    # --- the file as a whole ----------------------------------------------------------------------------------------

    def version(self) -> None:
        made = f"PDF {self.pdf.pdf_version}"
        if not self.press:
            self.say("version", made)
            return
        allowed = VERSIONS.get(self.standard)
        if allowed is None:
            said = f"{self.standard}, {made}" if self.standard else f"{made}; it does not say that it is PDF/X-1a"
            self.say("version", f"{said}. PDF/X-1a is what was looked for.", Severity.ERROR)
        elif self.pdf.pdf_version not in allowed:
            said = f"{self.standard} is PDF {' or '.join(allowed)}; this is {made}."
            self.say("version", said, Severity.ERROR)
        elif self.pdf.is_encrypted:
            self.say("version", f"{self.standard}, {made}, but locked. A print shop's file is not.", Severity.ERROR)
        else:
            self.say("version", f"{self.standard}, {made}")

    def marks(self) -> None:
        """What PDF/X-1a asks of the document beside its pages."""
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
            said = f"{name} is neither named from the ICC's registry nor described by a profile."
            self.say("condition", said, Severity.ERROR)
        else:
            self.say("condition", f"{name}, {'with its profile' if '/DestOutputProfile' in intent else registry}")

    def about_fonts(self) -> None:
        lacking = {name: pages for name, (embedded, pages) in self.fonts.items() if not embedded}
        if lacking:
            pages = {page for some in lacking.values() for page in some}
            said = f"not in the file: {', '.join(sorted(lacking))}. The printer would take others."
            self.say("fonts", said, Severity.ERROR, pages)
        else:
            names = sorted(self.fonts)
            self.say("fonts", f"{len(names)}, all of them in the file: {', '.join(names)}" if names else "none")

    def about_boxes(self, boxes: Sequence[tuple[int, Box, Box | None, Box | None]]) -> None:
        none = [number for number, _, trim, _ in boxes if trim is None]
        outside: list[int] = []
        short: list[int] = []
        least: float | None = None
        for number, media, trim, bleed in boxes:
            if trim is None:
                continue
            if not _inside(trim, bleed or media) or (bleed is not None and not _inside(bleed, media)):
                outside.append(number)
            around = bleed or trim
            room = min(trim[0] - around[0], trim[1] - around[1], around[2] - trim[2], around[3] - trim[3])
            least = room if least is None else min(least, room)
            if room < self.limits.bleed_mm - SLACK:
                short.append(number)
        bad = Severity.ERROR if self.press else Severity.NOTE
        if outside:
            self.say("boxes", "the TrimBox does not lie in the BleedBox, or that not on the paper.", bad, outside)
        if none:
            said = "pages have no TrimBox: nobody is told where they are cut, and the whole page counts."
            self.say("boxes", f"{len(none)} {said}" if len(none) > 1 else f"1 {said.replace('pages have', 'page has')}",
                     bad, none)  # fmt: skip
        if not outside and not none:
            self.say("boxes", "every page says where it is cut")
        if self.press and short:
            said = (
                f"colour may run only {max(0.0, least or 0.0):.2g} mm past the cut; {self.limits.bleed_mm:g} are asked."
            )
            self.say("bleed", said, Severity.ERROR, short)
        elif least is not None:
            self.say("bleed", f"{max(0.0, least):.2g} mm or more on every page")

    def about_text(self) -> None:
        if self.least is None:
            self.say("text", "none")
            return
        size, shown, page = self.least
        if self.small.worst:
            said = f"{_count(self.small, 'line')} under {self.limits.least_pt:g} pt; {_worst(self.small)}."
            self.say("text", said, Severity.ERROR, self.small.pages)
        else:
            self.say("text", f"the smallest has {size:.3g} pt: {shown}, page {page}")
        if self.faint.worst:
            said = f"{_count(self.faint, 'line')} hard to read on the ground; {_worst(self.faint)}."
            self.say("contrast", said, Severity.WARNING, self.faint.pages)
        elif self.lowest is not None:
            self.say("contrast", f"{self.lowest:.1f} to 1 or more")
        if self.near.worst:
            said = (
                f"{_count(self.near, 'line')} nearer than {self.limits.safe_mm:g} mm to the cut; {_worst(self.near)}."
            )
            self.say("safe zone", said, Severity.WARNING, self.near.pages)
        elif self.nearest is not None:
            self.say("safe zone", f"text keeps {self.nearest:.1f} mm from the cut")

    def about_inks(self) -> None:
        words = {"gray": "black", "rgb": "red, green and blue", "cmyk": "four inks", "spot": "spot colours",
                 "pattern": "patterns", "other": "others"}  # fmt: skip
        used = [words[space] for space in words if space in self.inks]
        strange = {space: pages for space, pages in self.inks.items() if space in ("rgb", "other")}
        if self.press and strange:
            pages = {page for some in strange.values() for page in some}
            said = "red, green and blue on " if "rgb" in strange else "colours that are no inks on "
            self.say("colours", f"{said}{_pages(len(pages))}; a print shop has four inks.", Severity.ERROR, pages)
        else:
            self.say("colours", ", ".join(used) or "none")
        if self.too_much.worst:
            total, what, page = self.too_much.worst
            said = f"up to {total:.0f} % on one spot ({what}, page {page}); {self.limits.most_ink:g} % is the most."
            self.say("ink", said, Severity.ERROR if self.press else Severity.WARNING, self.too_much.pages)
        elif "cmyk" in self.inks:
            more = "; the inks of pictures were not looked into" if self.unread_ink else ""
            self.say("ink", f"at most {self.most:.0f} % on one spot{more}")
        elif "rgb" in self.inks:
            self.say("ink", "the printer decides: the colours are no inks")
        else:
            self.say("ink", "black alone")

    def about_the_rest(self) -> None:
        bad = Severity.ERROR if self.press else Severity.NOTE
        if self.clear:
            pages = {page for some in self.clear.values() for page in some}
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
            self.say("active", f"{', '.join(active)}: a print shop's file has none of them.", Severity.ERROR)
        elif active:
            self.say("active", f"{', '.join(active)}; paper has none of it", Severity.NOTE)
        if self.coarse.worst:
            said = f"{_count(self.coarse, 'picture')} coarse; {_worst(self.coarse)}."
            self.say("pictures", said, Severity.WARNING, self.coarse.pages)
        elif self.pictures:
            self.say("pictures", f"{self.pictures}, all of {self.limits.pixels:g} pixels an inch or more")


def _cut_out(box: Box, cuts: Sequence[Box]) -> Box | None:
    """The piece that has most of a line of text; None for a line that is not cut out."""
    best: Box | None = None
    most = 0.0
    for cut in cuts:
        left, top, right, bottom = common(box, cut)
        area = (right - left) * (bottom - top) if left < right and top < bottom else 0.0
        if area > most:
            best, most = cut, area
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
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, channel))):02x}" for channel in channels)


def _active(pdf: Any) -> Iterator[str]:
    """What a PDF can do or ask beside being printed."""
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
    text = stream.read_bytes()[:200_000].decode("utf-8", "replace")
    found = re.search(r'GTS_PDFXVersion(?:="|[^<>"]*(?:"[^"]*"[^<>"]*)*>)([^"<]{1,20})', text)
    return found[1] if found else ""


def _inside(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0] - SLACK
        and inner[1] >= outer[1] - SLACK
        and inner[2] <= outer[2] + SLACK
        and inner[3] <= outer[3] + SLACK
    )


def _short(text: str) -> str:
    said = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return f'"{said}"' if len(said) <= LONGEST else f'"{said[: LONGEST - 1]}…"'


def _pages(number: int) -> str:
    return f"{number} page{'' if number == 1 else 's'}"


def _count(found: _Findings, what: str) -> str:
    number = len(found.places)
    return f"{number} {what}{' is' if number == 1 else 's are'}"


def _worst(found: _Findings) -> str:
    assert found.worst is not None
    return f"the worst on page {found.worst[2]}: {found.worst[1]}"
