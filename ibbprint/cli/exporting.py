"""The commands for print shops and services: preflight, faces."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ibbprint.cli.on_ink import ForPress, InkName, PaletteName, inking
from ibbprint.cli.on_paper import CounterSize, counter_mm
from ibbprint.cli.packs import Packs, scenario_meant, tell_faults_of_faces, tell_unused_symbols
from ibbprint.cli.picks import Only, parts, picked
from ibbprint.cli.progress import progress
from ibbprint.cli.saying import say, say_text
from ibbprint.cli.shared import (
    Dpi,
    Force,
    Json,
    Rules,
    check_dpi,
    finish,
    game_of,
    refuse_a_game,
    rule_values,
    show,
    tell_breaches,
    template_folders,
    usage,
)
from ibbprint.problems import Report, Severity, did_you_mean

if TYPE_CHECKING:
    from ibbprint.press.preflight import Preflight


def preflight(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A PDF from ibbprint or any other program.")],
    press: Annotated[
        bool,
        typer.Option("--press", help="Apply print-shop rules even if the file does not claim to be for a print shop."),
    ] = False,
    safe: Annotated[
        float, typer.Option("--safe", metavar="MM", help="How far text must stay from the cut line.")
    ] = 0.7,
    bleed: Annotated[
        float, typer.Option("--bleed", metavar="MM", help="How far colour must run past the cut line.")
    ] = 3.0,
    most_ink: Annotated[
        float, typer.Option("--most-ink", metavar="PERCENT", help="The most ink allowed on one spot.")
    ] = 240.0,
    least_text: Annotated[float, typer.Option("--least-text", metavar="PT", help="The smallest type allowed.")] = 5.0,
    json: Json = False,
) -> None:
    """Check a PDF before printing: fonts, boxes, text, contrast, ink, transparency, layers."""
    from ibbprint.press.preflight import Limits
    from ibbprint.press.preflight import preflight as look

    for name, value, most in (("--safe", safe, 50), ("--bleed", bleed, 50), ("--most-ink", most_ink, 400),
                              ("--least-text", least_text, 72)):  # fmt: skip
        if not 0 <= value <= most:
            usage(f"{name} cannot be {value:g}.", f"Use 0 to {most}.")
    report = Report()
    limits = Limits(least_pt=least_text, safe_mm=safe, bleed_mm=bleed, most_ink=most_ink)
    with progress() as told:
        found = look(file, report, press=press, limits=limits, progress=told)
    if found is None:
        finish(report, ".")
        return
    say_text(_as_json(found) if json else _as_text(found))
    if not found.ok:
        raise typer.Exit(1)


def _as_text(found: Preflight) -> str:
    """A line a check, what is wrong first."""
    errors = sum(check.severity is Severity.ERROR for check in found.checks)
    warnings = sum(check.severity is Severity.WARNING for check in found.checks)
    kind = "for a print shop" if found.press else "for a printer of your own"
    lines = [f"{found.file}: {found.pages} page{'s' if found.pages != 1 else ''}, {kind}"]
    wide = max(len(check.id) for check in found.checks)
    for check in sorted(found.checks, key=lambda check: check.severity):
        pages = f" [{_pages(check.pages)}]" if check.pages else ""
        lines.append(f"  {check.severity.word:<7}  {check.id:<{wide}}  {check.said}{pages}")
    counted = ((errors, "error"), (warnings, "warning"))
    told = [f"{number} {word}{'s' if number != 1 else ''}" for number, word in counted if number]
    return "\n".join([*lines, ", ".join(told) + "." if told else "Nothing is wrong."])


def _pages(pages: tuple[int, ...]) -> str:
    """Page numbers, runs of them together: pages 3, 5 to 9."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    told = [f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    more = f" and {len(told) - 12} more" if len(told) > 12 else ""
    return f"page{'s' if len(pages) > 1 else ''} {', '.join(told[:12])}{more}"


def _as_json(found: Preflight) -> str:
    import json

    checks = [
        {"id": check.id, "severity": check.severity.word, "message": check.said, "pages": list(check.pages)}
        for check in found.checks
    ]
    told = {"file": found.file, "pages": found.pages, "press": found.press, "ok": found.ok, "checks": checks}
    return json.dumps(told, indent=2, ensure_ascii=False)


def faces(
    scenario: Annotated[
        str, typer.Argument(help="The id of a scenario (see: ibbprint list), its file, or a pack with only one.")
    ] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="The folder for the files.")
    ] = None,
    format: Annotated[str, typer.Option("--as", metavar="FORMAT", help="png, svg or pdf.")] = "png",
    dpi: Dpi = 300,
    bleed: Annotated[
        float | None,
        typer.Option("--bleed", metavar="MM", help="How far colour runs past the cut line: 0, or 3 mm with --press."),
    ] = None,
    counter_size: CounterSize = "",
    only: Only = "",
    ink: InkName = "full",
    palette: PaletteName = "",
    press: ForPress = False,
    pack: Packs = None,
    rule: Rules = None,
    force: Force = False,
) -> None:
    """Write every counter, marker and card to a separate file, with a table of them all."""
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.press.face_files import FORMATS
    from ibbprint.press.faces_export import Wish, export_faces
    from ibbprint.press.output import plain_name
    from ibbprint.press.paper import BadOption

    if format not in FORMATS:
        usage(f"faces cannot be written as {format!r}.", did_you_mean(format, FORMATS))
    check_dpi(dpi)
    if bleed is not None and not 0 <= bleed <= 10:
        usage(f"invalid bleed: {bleed:g} mm.", "Use 0 to 10 mm.")
    if press and format != "pdf":
        usage(f"--press goes with --as pdf: a {format.upper()} has no printing inks.")
    size = counter_mm(counter_size)
    rules = rule_values(rule)
    wanted, kinds = parts(only)
    scenario, packs = scenario_meant(scenario, pack or ())
    report = Report()
    refuse_a_game(scenario, False)
    game = game_of(scenario, packs, report)
    asked = KitOptions(packs, rules, size, only=wanted)
    made = None if game is None else game.kit(scenario, asked, report)
    if game is None or made is None or not report.ok:
        if game is not None:
            folders = template_folders(game, packs)
            inks = inking(folders, ink=ink, palette=palette, press=press)
            tell_faults_of_faces(game, scenario, asked, folders, inks, report)
        finish(report)
        return
    made = picked(made, wanted, kinds)
    there = {piece.section for piece in made.pieces} | {card.section for card in made.cards}
    if wanted and not wanted & there:
        usage(f"there are no faces in {', '.join(sorted(wanted))}.")
    folders = template_folders(game, packs)
    wish = Wish(format, dpi, bleed, wanted, inking(folders, ink=ink, palette=palette, press=press))
    folder = output or Path("output") / plain_name(f"{made.id}-faces")
    try:
        with progress() as told:
            done = export_faces(made, wish, folder, folders, report, told)
    except BadOption as wrong:
        usage(str(wrong), wrong.hint)
    if done is None:
        finish(report)
        return
    tell_unused_symbols(done.symbols, packs, folders, wish.inking, report)
    show(report, Severity.WARNING)
    tell_breaches(made, scenario, packs, rules)
    files = f"{done.files} file{'s' if done.files != 1 else ''}"
    things = f"{done.things} pieces and cards" if done.things != 1 else "one piece or card"
    say(f"{folder}: {files} of {things}, and a table, manifest.csv")
