"""The commands about the printer: calibrate prints the sheet that it is measured with, printer keeps what was found."""

# No `from __future__ import annotations` here: each of them would be evaluated from its text, at every start.

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ibbprint.cli.parameters import argument_info, option_info
from ibbprint.cli.saying import say, say_text
from ibbprint.cli.shared import FolderOrPdf, finish, takes, usage
from ibbprint.jobs.on_paper import PaperOptions, on_paper
from ibbprint.problems import Report, Where

if TYPE_CHECKING:
    from ibbprint.press.printers import Printer


@takes("on_paper", "PaperOptions", only=("paper", "orientation", "duplex", "printer"))
def calibrate(*, output: FolderOrPdf = Path("output"), order: PaperOptions) -> None:
    """Print a sheet for measuring your printer: its scale, its margins, and how far its backs are off."""
    from ibbprint.jobs.beside import pdf_named
    from ibbprint.press.calibration import calibration_sheet
    from ibbprint.press.output import plain_name, write_whole
    from ibbprint.shipped import shipped

    report = Report()
    target = pdf_named(output, "a calibration sheet")
    on = on_paper(order, [], report)
    if on is None:
        finish(report)
        return
    result = calibration_sheet(on.paper, on.duplex, [shipped("templates")], report, on.printer)
    parts = ["calibration", on.paper.name, *(["landscape"] if on.paper.lies_across else []), on.duplex]
    file_name = plain_name("-".join([*parts, *([on.printer.name] if on.printer else [])]))
    target = target or output / f"{file_name}.pdf"
    if result is None or not write_whole(target, result, report):
        finish(report)
        return
    say(f"{target}: print it at actual size, measure it, and store what you find: ibbprint printer NAME ...")


def printer(
    name: Annotated[
        str, argument_info(help="Any name you like, such as office-laser. Without a name: list all printers.")
    ] = "",
    back_offset: Annotated[
        str | None, option_info("--back-offset", metavar="X,Y", help="How far backs are off: mm to the right, mm down.")
    ] = None,
    landscape_back_offset: Annotated[
        str | None, option_info("--landscape-back-offset", metavar="X,Y", help="The same on landscape sheets.")
    ] = None,
    scale: Annotated[
        str | None,
        option_info("--scale", metavar="S", help="What 100 mm measures on your paper: 99.6, or 179.4/180,250.5/250."),
    ] = None,
    margin: Annotated[
        str | None, option_info("--margin", metavar="MM", help="The strip along the edges that it cannot print on.")
    ] = None,
    forget: Annotated[bool, option_info("--forget", help="Forget this printer.")] = False,
) -> None:
    """Store what you measured on a printer, show it, or list the known printers."""
    from ibbprint.catalogue.source import is_there
    from ibbprint.press import printers
    from ibbprint.press.output import write_whole

    changes = any(option is not None for option in (back_offset, landscape_back_offset, scale, margin))
    report = Report()
    if not name:
        if changes or forget:
            usage("printer needs a name.", "For example: ibbprint printer office-laser --back-offset 0.5,-1")
        _list()
        return
    path = printers.path_of(name)
    old = printers.read_printer(name, report) if is_there(path) else None
    if not report.ok and not forget and not changes:
        finish(report)
        return
    if forget:
        if changes:
            usage("--forget removes the whole profile.", "Leave out the other options, or leave out --forget.")
        if not is_there(path):
            printers.read_printer(name, report)
        try:
            path.unlink()
        except OSError as fault:
            usage(f"{path} cannot be removed: {(fault.strerror or 'the system refused').lower()}.")
        say(f"{name}: forgotten ({path})")
        return
    if not changes:
        result = printers.read_printer(name, report)
        if result:
            say_text(f"{path}\n{printers.to_yaml(result)}".rstrip("\n"))
        return
    updated = old or printers.Printer(name)
    if back_offset is not None:
        updated = updated._replace(offset=printers.read_offset(back_offset))
    if landscape_back_offset is not None:
        offset = printers.read_offset(landscape_back_offset, "--landscape-back-offset")
        updated = updated._replace(landscape_offset=offset)
    if scale is not None:
        updated = updated._replace(scale=printers.read_scale(scale))
    if margin is not None:
        updated = updated._replace(margin=printers.read_margin(margin))
    findings = Report()  # what was wrong in the old file is gone with it
    if not write_whole(path, printers.to_yaml(updated).encode(), findings):
        finish(findings)
        return
    say(f"{path}: {_describe(updated)}")
    if printers.at_odds(updated) and updated.offset is not None:
        (x, y), fitting = updated.offset, printers.turned_offsets(updated.offset)
        expected = f"{x:g},{y:g} upright means about {' or '.join(f'{a:g},{b:g}' for a, b in fitting)} on landscape"
        message = f"the back offsets of upright and of landscape sheets do not match: {expected}."
        hint = "Measure both sheets again, holding each the right way up."
        findings.warning(Where("--landscape-back-offset"), "print:printer", message, hint)
        finish(findings)


def _list() -> None:
    from ibbprint.press import printers

    names = printers.printer_names()
    if not names:
        say("no printer is stored yet: measure one with ibbprint calibrate")
    report = Report()
    for name in names:
        result = printers.read_printer(name, report)
        if result is not None:
            say(f"{name}: {_describe(result)}")
    finish(report, ".")


def _describe(printer: "Printer") -> str:
    """The settings of a printer, in one line."""
    across, down = printer.scale
    offsets = (("backs", printer.offset), ("landscape backs", printer.landscape_offset))
    backs = "".join(f"{which} {_off(*offset)}, " for which, offset in offsets if offset is not None)
    scale = f"{across:g}%" if across == down else f"{across:g}% across, {down:g}% down"
    margin = "" if printer.margin is None else f", margin {printer.margin:g} mm"
    return f"{backs}scale {scale}{margin}"


def _off(x: float, y: float) -> str:
    return f"{abs(x):g} mm {'left' if x < 0 else 'right'} and {abs(y):g} mm {'up' if y < 0 else 'down'}"
