"""The options of how things are put on paper and with which ink, and what they come to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ibbprint.jobs.fields import Converted, flag, option, parts
from ibbprint.problems import BadRequest, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from ibbprint.press.inking import Inking
    from ibbprint.press.layouts import SlotLayout
    from ibbprint.press.paper import Paper
    from ibbprint.press.printers import Printer
    from ibbprint.press.slots import Trimming
    from ibbprint.problems import Report

PRESETS_MM = (12.7, 15.0, 15.9, 19.0)
"""The usual sides of counters."""
LEAST_COUNTER_MM, MOST_COUNTER_MM = 8.0, 100.0
LEAST_BASE_MM, MOST_BASE_MM = 25.0, 60.0
A4 = "a4"
MAP_STYLE = "atlas"


def counter_size_option() -> str | float:
    """A field of the size of counters."""
    return option(
        "",
        str | float,
        "--counter-size",
        metavar="MM",
        words=str,
        shown="15.9, or as the game says",
        help="12.7, 15, 15.9, 19 or any size from 8 to 100; hexes scale to match.",
    )


def map_style_option() -> str:
    """A field of the look of maps."""
    return option(MAP_STYLE, str, "--map-style", help="The look of the map: atlas, or schematic to save ink.")


@dataclass(frozen=True, slots=True)
class PaperOptions:
    """The options of paper. Lengths in mm; each option is that of `ibbprint kit --help`.

    `paper` is a name or a size (`letter`, `210x330mm`), `layout` the name or the file of a die cutter's or label
    sheet's slots, `printer` one that was measured, `counter_size` the side of a counter, `base` the width of a base in
    games of elements on bases.
    """

    paper: str = option(
        "",
        str,
        "--paper",
        metavar="NAME|WxH",
        shown="a4",
        help="a3, a4, a5, letter, legal, tabloid, a2, a1, a0, arch-a to arch-e, or a size such as 210x330mm.",
    )
    orientation: str = option("", str, "--orientation", metavar="WAY", help="portrait or landscape.")
    counter_size: str | float = counter_size_option()
    duplex: str = option(
        "long-edge", str, "--duplex", metavar="WAY", help="long-edge, short-edge, fold, fronts-then-backs or none."
    )
    printer: str = option(
        "", str, "--printer", metavar="NAME", help="Correct for this printer (see: ibbprint printer)."
    )
    bleed: float | None = option(
        None, float | None, "--bleed", metavar="MM", help="How far colour runs past the cut line.", shown="2"
    )
    gutter: float | None = option(
        None,
        float | None,
        "--gutter",
        metavar="MM",
        help="Gap between pieces; 0 means neighbours share a cut.",
        shown="0",
    )
    marks: str = option("crop", str, "--marks", metavar="WAY", help="crop, lines, both or none.")
    corner_radius: float = option(
        0.0, float, "--corner-radius", metavar="MM", help="Round the corners and print a cut line."
    )
    layout: str = option(
        "",
        str,
        "--layout",
        metavar="NAME|FILE",
        help="Place pieces for a die cutter or label sheet (see: schema layout).",
    )
    cut_files: bool = flag("--cut-files", "Write cut lines as SVG and DXF, and print registration marks.", off=True)
    base: float | None = option(
        None, float | None, "--base", metavar="MM", help="The width of an element's base, 25 to 60.", shown="40"
    )


@dataclass(frozen=True, slots=True)
class InkOptions:
    """The options of ink: `full`, `low` or `grey`, a palette; `press` for a print shop, with its inks.

    `spares` is how many more are printed of every counter and marker. `backs` are `white` with a badge or `full` of
    colour; empty: as the style says.
    """

    ink: str = option("full", str, "--ink", metavar="HOW", help="full, low (pale areas) or grey (black ink only).")
    palette: str = option(
        "", str, "--palette", metavar="NAME", help="Other colours: antique, bright, contrast, or a palette from a pack."
    )
    press: bool = flag("--press", "Make a file for a print shop: CMYK, PDF/X-1a, 3 mm bleed.", off=True)
    spares: int = option(0, int, "--spares", metavar="N", help="Print N spares of every counter and marker.")
    backs: str = option(
        "", str, "--backs", metavar="HOW", help="white (a badge in a frame, to save ink) or full.", shown="white"
    )


A4_PAPER, FULL_INK = PaperOptions(), InkOptions()
"""What is printed on and with, where nothing is asked for."""

PaperGiven = Converted[str | PaperOptions, PaperOptions]
InkGiven = Converted[str | InkOptions, InkOptions]


def paper_options(*only: str) -> PaperGiven:
    """A field of all options of paper, or of a name of one; the command line has all of them, or only some."""
    result: PaperGiven = parts(PaperOptions, "", "str | PaperOptions", only or None)
    return result


def ink_options(*only: str) -> InkGiven:
    """A field of all options of ink, or of a name of one; the command line has all of them, or only some."""
    result: InkGiven = parts(InkOptions, "full", "str | InkOptions", only or None)
    return result


def usual_board() -> tuple[float, float]:
    """The most that a board may take of a sheet of the usual paper, mm: faces seen without a kit are as large as on
    it.
    """
    from ibbprint.press.paper import paper_of
    from ibbprint.press.slots import room_for_board

    return room_for_board(paper_of(A4))


def inking(options: InkOptions, folders: Sequence[Path]) -> Inking:
    """The options of ink worked out. Raises BadRequest. `folders` are the template folders."""
    from ibbprint.components.style import palettes
    from ibbprint.press.inking import Inking

    result = Inking(options.ink, options.palette, options.press, options.spares, options.backs)
    result.check(palettes(folders) if options.palette else [])
    return result


class OnPaper(NamedTuple):
    """The resolved options of paper."""

    paper: Paper
    duplex: str
    trimming: Trimming
    printer: Printer | None
    slots: SlotLayout | None
    counter_mm: float | None


def _slots(layout: str, folders: Sequence[Path], report: Report) -> SlotLayout | None:
    from ibbprint.press.layouts import read_layout  # its models are made when they are wanted

    return read_layout(layout, folders, report)


def _printer(name: str, report: Report) -> Printer | None:
    from ibbprint.press.printers import read_printer

    return read_printer(name, report)


def on_paper(
    options: PaperOptions, folders: Sequence[Path], report: Report, *, booklet: bool = False
) -> OnPaper | None:
    """The options of paper worked out; None with the faults of a layout's or printer's file in the report.

    Raises BadRequest at the first option that makes no sense.
    """
    from ibbprint.press.paper import DUPLEX, paper_of, two_sided
    from ibbprint.press.slots import MARKS, Trimming

    duplex = options.duplex
    if duplex not in DUPLEX:
        raise BadRequest(f"there is no duplex mode {duplex!r}.", did_you_mean(duplex, DUPLEX), "--duplex")
    if options.marks not in MARKS:
        raise BadRequest(f"there are no cut marks {options.marks!r}.", did_you_mean(options.marks, MARKS), "--marks")
    if booklet and not two_sided(duplex):
        message = f"--booklet needs both sides of the paper, so it cannot be used with --duplex {duplex}."
        raise BadRequest(message, option="--booklet")
    slots = _slots(options.layout, folders, report) if options.layout else None
    if options.layout and slots is None:
        return None
    sheet = paper_of(options.paper or (slots.paper.name if slots else A4), options.orientation)
    printer = _printer(options.printer, report) if options.printer else None
    if options.printer and printer is None:
        return None
    sheet = printer.on(sheet) if printer else sheet
    trimming = Trimming(options.bleed, options.gutter, options.marks, options.corner_radius)
    trimming.check()
    size = counter_size(options.counter_size)
    if options.base is not None and not LEAST_BASE_MM <= options.base <= MOST_BASE_MM:
        usual = f"{LEAST_BASE_MM:g} to {MOST_BASE_MM:g} mm (usual widths: 25, 40, 60)"
        message = f"invalid base {options.base:g}: use {usual}."
        raise BadRequest(message, option="--base")
    if slots is not None:
        _check_layout(slots, sheet, options)
        size = _size_of(slots, size)
    _check_sizes(sheet, trimming, size, options, in_slots=slots is not None)
    return OnPaper(sheet, duplex, trimming, printer, slots, size)


def _check_layout(slots: SlotLayout, sheet: Paper, options: PaperOptions) -> None:
    """Raise BadRequest for options that a layout excludes."""
    if (sheet.width, sheet.height) != (slots.paper.width, slots.paper.height):
        message = f"the layout {slots.id} is for {slots.paper.title}, not for {sheet.title}."
        raise BadRequest(message, option="--layout")
    if options.gutter is not None:
        message = "--gutter cannot be used with --layout, which already places each piece."
        raise BadRequest(message, option="--gutter")
    if options.duplex == "fold":
        message = "--duplex fold cannot be used with --layout: a sheet of slots has no second half."
        raise BadRequest(message, option="--duplex")
    if options.cut_files:
        message = "--cut-files cannot be used with --layout: its slots are already cut."
        raise BadRequest(message, option="--cut-files")
    slots.check_reach(sheet)


def _check_sizes(
    sheet: Paper, trimming: Trimming, size: float | None, options: PaperOptions, *, in_slots: bool
) -> None:
    """Raise BadRequest for counters that do not fit on the sheet."""
    from ibbprint.press.packing import fits
    from ibbprint.press.slots import Spacing, area_of

    fold = options.duplex == "fold"
    area = area_of(sheet, half=fold, targets=options.cut_files)
    if area.width < LEAST_COUNTER_MM or area.height < LEAST_COUNTER_MM:
        raise BadRequest(f"a margin of {sheet.edge:g} mm leaves nothing of {sheet.title}.", option="--printer")
    if size is not None and not in_slots and not fits((size, size), area, Spacing.from_trimming(trimming)):
        half = " folded in two" if fold else ""
        message = f"a counter of {size:g} mm does not fit on {sheet.title}{half}."
        raise BadRequest(message, "Choose a larger paper.", "--counter-size")


def fit_corners(radius: float, sides: Iterable[float]) -> None:
    """Raise BadRequest for corners that do not fit on pieces with these sides, mm."""
    side = min(sides, default=2 * radius)
    if 2 * radius > side + 1e-9:
        message = f"a corner radius of {radius:g} mm is more than half a counter of {side:g} mm."
        raise BadRequest(message, option="--corner-radius")


def counter_size(value: str | float) -> float | None:
    """The side of counters that was asked for, in mm; None where none was. Raises BadRequest."""
    if value == "":
        return None
    written = str(value).strip().lower().removesuffix("mm").strip().replace(",", ".")
    size = float(written) if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{0,20})?", written) else float("nan")
    if not LEAST_COUNTER_MM <= size <= MOST_COUNTER_MM:
        usual = ", ".join(f"{preset:g}" for preset in PRESETS_MM)
        between = f"{LEAST_COUNTER_MM:g} to {MOST_COUNTER_MM:g} mm"
        message = f"invalid counter size {value!r}: use {between} (usual sizes: {usual})."
        raise BadRequest(message, option="--counter-size")
    return size


def _size_of(slots: SlotLayout, requested_mm: float | None) -> float | None:
    """The size of counters for a layout: that of its slots if they are square, and nothing else."""
    if not slots.square:
        return requested_mm
    if requested_mm is not None and not slots.takes(requested_mm, requested_mm):
        message = f"the layout {slots.id} has slots of {slots.width:g} mm, so counters cannot be {requested_mm:g} mm."
        raise BadRequest(message, option="--counter-size")
    return slots.width
