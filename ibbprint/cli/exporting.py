"""The commands for print shops and services: preflight, faces."""

# No `from __future__ import annotations` here: each of them would be evaluated from its text, at every start.

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ibbprint.cli.parameters import Exit, argument_info, option_info
from ibbprint.cli.progress import progress
from ibbprint.cli.saying import folds, say, say_text, width
from ibbprint.cli.shared import Force, Json, finish, takes, tell_breaches, usage
from ibbprint.problems import Report, Severity

if TYPE_CHECKING:
    from ibbprint.jobs.faces import FacesOrder
    from ibbprint.press.preflight import Preflight


UNFOLDED = 10_000
"""A width at which a line of the check stays whole, as programs that read it expect."""


def preflight(
    file: Annotated[Path, argument_info(metavar="FILE", help="A PDF from ibbprint or any other program.")],
    press: Annotated[
        bool,
        option_info("--press", help="Apply print-shop rules even if the file does not claim to be for a print shop."),
    ] = False,
    safe: Annotated[float, option_info("--safe", metavar="MM", help="How far text must stay from the cut line.")] = 0.7,
    bleed: Annotated[
        float, option_info("--bleed", metavar="MM", help="How far colour must run past the cut line.")
    ] = 3.0,
    most_ink: Annotated[
        float, option_info("--most-ink", metavar="PERCENT", help="The most ink allowed on one spot.")
    ] = 240.0,
    least_text: Annotated[float, option_info("--least-text", metavar="PT", help="The smallest type allowed.")] = 5.0,
    json: Json = False,
) -> None:
    """Check a PDF before printing: fonts, boxes, text, contrast, ink, transparency, layers."""
    from ibbprint.press.preflight import preflight as look
    from ibbprint.press.preflight_pages import Limits

    for name, value, limit in (
        ("--safe", safe, 50),
        ("--bleed", bleed, 50),
        ("--most-ink", most_ink, 400),
        ("--least-text", least_text, 72),
    ):
        if not 0 <= value <= limit:
            usage(f"{name} cannot be {value:g}.", f"Use 0 to {limit}.")
    report = Report()
    limits = Limits(least_pt=least_text, safe_mm=safe, bleed_mm=bleed, most_ink=most_ink)
    with progress() as report_progress:
        result = look(file, report, press=press, limits=limits, progress=report_progress)
    if result is None:
        finish(report, ".")
        return
    say_text(_as_json(result) if json else _as_text(result, width() if folds() else UNFOLDED))
    if not result.ok:
        raise Exit(1)


def _as_text(result: "Preflight", columns: int) -> str:
    """A row a check, what is wrong first."""
    from ibbprint.reports.layout import table, wrapped

    errors = sum(check.severity is Severity.ERROR for check in result.checks)
    warnings = sum(check.severity is Severity.WARNING for check in result.checks)
    kind = "for a print shop" if result.press else "for a printer of your own"
    lines = wrapped(f"{result.file}: {result.pages} page{'s' if result.pages != 1 else ''}, {kind}", columns, rest="  ")
    rows = [
        (f"{check.severity.word:<7}", check.id, f"{check.message}{f' [{_pages(check.pages)}]' if check.pages else ''}")
        for check in sorted(result.checks, key=lambda check: check.severity)
    ]
    lines += table(rows, columns, heads=0, indent="  ")
    counted = ((errors, "error"), (warnings, "warning"))
    items = [f"{number} {word}{'s' if number != 1 else ''}" for number, word in counted if number]
    return "\n".join([*lines, ", ".join(items) + "." if items else "Nothing is wrong."])


def _pages(pages: tuple[int, ...]) -> str:
    """Page numbers, runs of them together: pages 3, 5 to 9."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    items = [f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    ending = f" and {len(items) - 12} more" if len(items) > 12 else ""
    return f"page{'s' if len(pages) > 1 else ''} {', '.join(items[:12])}{ending}"


def _as_json(result: "Preflight") -> str:
    import json

    checks = [
        {"id": check.id, "severity": check.severity.word, "message": check.message, "pages": list(check.pages)}
        for check in result.checks
    ]
    values = {"file": result.file, "pages": result.pages, "press": result.press, "ok": result.ok, "checks": checks}
    return json.dumps(values, indent=2, ensure_ascii=False)


@takes("faces", "FacesOrder")
def faces(order: "FacesOrder", force: Force = False) -> None:
    """Write every counter, marker and card to a separate file, with a table of them all."""
    from ibbprint.jobs.faces import write_faces

    with progress() as report_progress:
        result = write_faces(order, report_progress)
    finish(result.report)
    tell_breaches(result.breaches, result.scenario, result.packs, order.rules)
    files = f"{result.files} file{'s' if result.files != 1 else ''}"
    things = f"{result.things} pieces and cards" if result.things != 1 else "one piece or card"
    say(f"{result.folder}: {files} of {things}, and a table, manifest.csv")
