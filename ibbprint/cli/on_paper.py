"""The options of how things are put on paper, and what they come to: paper, sides, cuts, printer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from ibbprint.cli.shared import finish, usage
from ibbprint.problems import Report, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ibbprint.press.layouts import SlotLayout
    from ibbprint.press.paper import Paper
    from ibbprint.press.printers import Printer
    from ibbprint.press.slots import Trimming

PRESETS_MM = (12.7, 15.0, 15.9, 19.0)
"""The usual sides of counters."""
LEAST_COUNTER_MM, MOST_COUNTER_MM = 8.0, 100.0
A4 = "a4"

PaperName = Annotated[
    str,
    typer.Option(
        "--paper",
        metavar="NAME|WxH",
        help="a3, a4, a5, letter, legal, tabloid, a2, a1, a0, or a size such as 210x330mm.",
        show_default=A4,
    ),
]
Orientation = Annotated[str, typer.Option("--orientation", metavar="WAY", help="portrait or landscape.")]
CounterSize = Annotated[
    str,
    typer.Option(
        "--counter-size",
        metavar="MM",
        help="12.7, 15, 15.9, 19 or any size from 8 to 100; hexes scale to match.",
        show_default="15.9",
    ),
]
DuplexWay = Annotated[
    str,
    typer.Option("--duplex", metavar="WAY", help="long-edge, short-edge, fold, fronts-then-backs or none."),
]
PrinterName = Annotated[
    str, typer.Option("--printer", metavar="NAME", help="Correct for this printer (see: ibbprint printer).")
]
BleedMm = Annotated[
    float | None, typer.Option("--bleed", metavar="MM", help="How far colour runs past the cut line.", show_default="2")
]
GutterMm = Annotated[
    float | None,
    typer.Option(
        "--gutter", metavar="MM", help="Gap between pieces; 0 means neighbours share a cut.", show_default="0"
    ),
]
MarksWay = Annotated[str, typer.Option("--marks", metavar="WAY", help="crop, lines, both or none.")]
CornerRadius = Annotated[
    float, typer.Option("--corner-radius", metavar="MM", help="Round the corners and print a cut line.")
]
LayoutName = Annotated[
    str,
    typer.Option(
        "--layout", metavar="NAME|FILE", help="Place pieces for a die cutter or label sheet (see: schema layout)."
    ),
]
CutFiles = Annotated[
    bool, typer.Option("--cut-files", help="Write cut lines as SVG and DXF, and print registration marks.")
]


class OnPaper(NamedTuple):
    """What the options come to. `counter_mm` is None where no size was asked for."""

    paper: Paper
    duplex: str
    trimming: Trimming
    printer: Printer | None
    slots: SlotLayout | None
    counter_mm: float | None


def on_paper(
    folders: Sequence[Path], *, paper: str = "", orientation: str = "", counter_size: str = "",
    duplex: str = "long-edge", printer: str = "", bleed: float | None = None, gutter: float | None = None,
    marks: str = "crop", corner_radius: float = 0.0, layout: str = "", cut_files: bool = False, booklet: bool = False,
) -> OnPaper:  # fmt: skip
    """The options worked out; stops with 2 at the first that makes no sense."""
    from ibbprint.engine.api.kits import COUNTER_MM
    from ibbprint.press.duplex import DUPLEX, two_sided
    from ibbprint.press.paper import BadOption, paper_of
    from ibbprint.press.slots import MARKS, Spacing, Trimming, area_of, fits

    if duplex not in DUPLEX:
        usage(f"there is no duplex mode {duplex!r}.", did_you_mean(duplex, DUPLEX))
    if marks not in MARKS:
        usage(f"there are no cut marks {marks!r}.", did_you_mean(marks, MARKS))
    if booklet and not two_sided(duplex):
        usage(f"--booklet needs both sides of the paper, so it cannot be used with --duplex {duplex}.")
    try:
        slots = _layout(layout, folders) if layout else None
        sheet = paper_of(paper or (slots.paper.name if slots else A4), orientation)
        own = _printer(printer) if printer else None
        sheet = own.on(sheet) if own else sheet
        trimming = Trimming(bleed, gutter, marks, corner_radius)
        trimming.check()
        size = _counter_size(counter_size) if counter_size else None
        if slots is not None:
            if (sheet.width, sheet.height) != (slots.paper.width, slots.paper.height):
                usage(f"the layout {slots.id} is for {slots.paper.title}, not for {sheet.title}.")
            if gutter is not None:
                usage("--gutter cannot be used with --layout, which already places each piece.")
            if duplex == "fold":
                usage("--duplex fold cannot be used with --layout: a sheet of slots has no second half.")
            if cut_files:
                usage("--cut-files cannot be used with --layout: its slots are already cut.")
            slots.check_reach(sheet)
            size = _size_of(slots, size)
    except BadOption as wrong:
        usage(str(wrong), wrong.hint)
    area = area_of(sheet, half=duplex == "fold", targets=cut_files)
    if area.width < LEAST_COUNTER_MM or area.height < LEAST_COUNTER_MM:
        usage(f"a margin of {sheet.edge:g} mm leaves nothing of {sheet.title}.")
    if size is not None and slots is None and not fits((size, size), area, Spacing.of(trimming)):
        half = " folded in two" if duplex == "fold" else ""
        usage(f"a counter of {size:g} mm does not fit on {sheet.title}{half}.", "Choose a larger paper.")
    side = size or COUNTER_MM
    if 2 * corner_radius > side + 1e-9:
        usage(f"a corner radius of {corner_radius:g} mm is more than half a counter of {side:g} mm.")
    return OnPaper(sheet, duplex, trimming, own, slots, size)


def _layout(name: str, folders: Sequence[Path]) -> SlotLayout:
    from ibbprint.press.layouts import read_layout

    report = Report()
    found = read_layout(name, folders, report)
    if found is None:
        finish(report)
        raise typer.Exit(1)
    return found


def _printer(name: str) -> Printer:
    from ibbprint.press.printers import read_printer

    report = Report()
    found = read_printer(name, report)
    if found is None:
        finish(report)
        raise typer.Exit(1)
    return found


def counter_mm(text: str) -> float:
    """The side of counters that was asked for, or the usual one; stops with 2 where it makes no sense."""
    from ibbprint.engine.api.kits import COUNTER_MM
    from ibbprint.press.paper import BadOption

    try:
        return _counter_size(text) if text else COUNTER_MM
    except BadOption as wrong:
        usage(str(wrong), wrong.hint)


def _counter_size(text: str) -> float:
    from ibbprint.press.paper import BadOption

    given = text.strip().lower().removesuffix("mm").strip().replace(",", ".")
    try:
        size = float(given)
    except ValueError:
        size = float("nan")
    if not LEAST_COUNTER_MM <= size <= MOST_COUNTER_MM:
        usual = ", ".join(f"{preset:g}" for preset in PRESETS_MM)
        between = f"{LEAST_COUNTER_MM:g} to {MOST_COUNTER_MM:g} mm"
        raise BadOption(f"invalid counter size {text!r}: use {between} (usual sizes: {usual}).")
    return size


def _size_of(slots: SlotLayout, asked: float | None) -> float | None:
    """The size of counters for a layout: that of its slots if they are square, and nothing else."""
    if not slots.square:
        return asked
    if asked is not None and not slots.takes(asked, asked):
        usage(f"the layout {slots.id} has slots of {slots.width:g} mm, so counters cannot be {asked:g} mm.")
    return slots.width
