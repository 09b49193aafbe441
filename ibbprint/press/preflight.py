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
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ibbprint.budget import TooMuch
from ibbprint.catalogue.source import read_bytes
from ibbprint.drawing.pdf_pages import Reader
from ibbprint.drawing.pdf_painted import PdfPage
from ibbprint.drawing.pdf_streams import unpacked
from ibbprint.press.cut_data import KeptCuts, read_cuts
from ibbprint.press.preflight_boxes import SLACK_MM, faults, room
from ibbprint.press.preflight_pages import LIMITS, Findings, Limits, PageFindings
from ibbprint.problems import Progress, Report, Severity, Where, silent

VERSIONS = {"PDF/X-1a:2001": ("1.3",), "PDF/X-1a:2003": ("1.3", "1.4")}
"""The versions of PDF that each version of PDF/X-1a is made of."""
ICC_REGISTRY = "color.org"
MOST_BYTES = 500_000_000
MOST_PAGES = 5000
MOST_METADATA = 4_000_000
LINES = ("line is", "lines are")


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
        self.file = file
        self.limits = limits
        info = pdf.trailer.get("/Info")
        self.info: Any = info if info is not None else {}
        version = str(self.info.get("/GTS_PDFXVersion", ""))
        self.standard = str(self.info.get("/GTS_PDFXConformance", version)) or _of_metadata(pdf)
        self.press = press or bool(self.standard)
        self.checks: list[Check] = []
        self.pages = PageFindings(limits, cuts, self.press)
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
                self.pages.add(reader.page(number))
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

    def judge(self, id: str, findings: Findings, which: tuple[str, str], wrong: str, bad: Severity, fine: str) -> None:
        """Report the number of findings that are `wrong`, `which` for one and for several; without any, `fine`."""
        if findings.worst:
            number = len(findings.places)
            self.say(id, f"{number} {which[number > 1]} {wrong}; {_worst(findings)}.", bad, findings.pages)
        elif fine:
            self.say(id, fine)

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
        lacking = {name: pages for name, (embedded, pages) in self.pages.fonts.items() if not embedded}
        if lacking:
            pages = {page for group in lacking.values() for page in group}
            message = f"not in the file: {', '.join(sorted(lacking))}. The printer would substitute others."
            self.say("fonts", message, Severity.ERROR, pages)
        else:
            names = sorted(self.pages.fonts)
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
        if self.pages.short.worst:
            message = (
                f"colour at the cut ends too soon on {_pages(len(self.pages.short.pages))}; {_worst(self.pages.short)}."
            )
            self.say("edges", message, bad, self.pages.short.pages)
        elif self.pages.zones:
            self.say("edges", "all colour at the cut runs on into the bleed")
        self.judge(
            "bleed zone",
            self.pages.strange,
            ("thing in the bleed is", "things in the bleed are"),
            "no part of what is cut out",
            bad,
            "nothing but colour from what is cut out" if self.pages.zones else "",
        )

    def about_plates(self) -> None:
        bad = Severity.WARNING if self.press else Severity.NOTE
        self.judge(
            "overprint",
            self.pages.knocked_out,
            ("line of small black type does", "lines of small black type do"),
            "not overprint the colour under it",
            bad,
            "small black type on colour overprints" if self.press else "",
        )
        self.judge(
            "reversed",
            self.pages.closing_up,
            ("line of small white type is", "lines of small white type are"),
            "on four inks",
            bad,
            "at most three inks under small white type" if self.press else "",
        )

    def about_text(self) -> None:
        if self.pages.least is None:
            self.say("text", "none")
            return
        size, excerpt, page = self.pages.least
        fine = f"the smallest has {size:.3g} pt: {excerpt}, page {page}"
        self.judge("text", self.pages.small, LINES, f"under {self.limits.least_pt:g} pt", Severity.ERROR, fine)
        fine = "" if self.pages.lowest is None else f"{self.pages.lowest:.1f} to 1 or more"
        self.judge(
            "contrast", self.pages.faint, LINES, "hard to read on what is under the letters", Severity.WARNING, fine
        )
        wrong = f"nearer than {self.limits.safe_mm:g} mm to the cut"
        fine = "" if self.pages.nearest is None else f"text keeps {self.pages.nearest:.1f} mm from the cut"
        self.judge("safe zone", self.pages.near, LINES, wrong, Severity.WARNING, fine)

    def about_inks(self) -> None:
        words = {
            "gray": "black",
            "rgb": "red, green and blue",
            "cmyk": "four inks",
            "spot": "spot colours",
            "pattern": "patterns",
            "other": "others",
        }
        used = [words[space] for space in words if space in self.pages.inks]
        strange = {space: pages for space, pages in self.pages.inks.items() if space in ("rgb", "other")}
        if self.press and strange:
            pages = {page for group in strange.values() for page in group}
            message = "red, green and blue on " if "rgb" in strange else "colours that are not inks on "
            self.say("colours", f"{message}{_pages(len(pages))}; a print shop has four inks.", Severity.ERROR, pages)
        else:
            self.say("colours", ", ".join(used) or "none")
        if self.pages.too_much.worst:
            total, label, page = self.pages.too_much.worst
            message = f"up to {total:.0f}% on one spot ({label}, page {page}); {self.limits.most_ink:g}% is the most."
            self.say("ink", message, Severity.ERROR if self.press else Severity.WARNING, self.pages.too_much.pages)
        elif "cmyk" in self.pages.inks:
            caveat = "; the inks of pictures were not looked into" if self.pages.unread_ink else ""
            self.say("ink", f"at most {self.pages.most:.0f}% on one spot{caveat}")
        elif "rgb" in self.pages.inks:
            self.say("ink", "the printer decides: the colours are not inks")
        else:
            self.say("ink", "black alone")

    def about_the_rest(self) -> None:
        bad = Severity.ERROR if self.press else Severity.NOTE
        if self.pages.clear:
            pages = {page for group in self.pages.clear.values() for page in group}
            self.say("transparency", f"{'; '.join(sorted(self.pages.clear))}.", bad, pages)
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
        fine = (
            f"{self.pages.pictures}, all of {self.limits.pixels:g} pixels an inch or more"
            if self.pages.pictures
            else ""
        )
        self.judge("pictures", self.pages.coarse, ("picture is", "pictures are"), "coarse", Severity.WARNING, fine)


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


def _pages(number: int) -> str:
    return f"{number} page{'' if number == 1 else 's'}"


def _worst(findings: Findings) -> str:
    assert findings.worst is not None
    return f"the worst on page {findings.worst[2]}: {findings.worst[1]}"
