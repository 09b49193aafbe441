"""The commands that print: kit, preview; and that tell what there is to print: list, schema."""

# No `from __future__ import annotations` here: typer would evaluate each of them from its text, at every start.

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ibbprint.cli.on_ink import ForPress, InkName, PaletteName, Spares, inking
from ibbprint.cli.on_paper import (
    BleedMm,
    CornerRadius,
    CounterSize,
    CutFiles,
    DuplexWay,
    GutterMm,
    LayoutName,
    MarksWay,
    OnPaper,
    Orientation,
    PaperName,
    PrinterName,
    counter_mm,
    on_paper,
)
from ibbprint.cli.progress import progress
from ibbprint.cli.shared import (
    Dpi,
    Folder,
    Force,
    Packs,
    Rules,
    check_dpi,
    finish,
    game_named,
    game_of,
    refuse_a_game,
    rule_values,
    show,
    tell_breaches,
    template_folders,
    usage,
)
from ibbprint.problems import MOST_SHOWN, Report, Severity, Where, did_you_mean

if TYPE_CHECKING:
    from ibbprint.materials import Kit
    from ibbprint.press.book import MadeBook
    from ibbprint.press.cutting import CutSheet
    from ibbprint.press.manifest import Change, Manifest


def kit(
    scenario: Annotated[
        str, typer.Argument(help="The id of a scenario (see: ibbprint list) or its file; with --all, the id of a game.")
    ],
    output: Folder = Path("output"),
    paper: PaperName = "",
    orientation: Orientation = "",
    counter_size: CounterSize = "",
    duplex: DuplexWay = "long-edge",
    printer: PrinterName = "",
    bleed: BleedMm = None,
    gutter: GutterMm = None,
    marks: MarksWay = "crop",
    corner_radius: CornerRadius = 0.0,
    layout: LayoutName = "",
    cut_files: CutFiles = False,
    ink: InkName = "full",
    palette: PaletteName = "",
    press: ForPress = False,
    spares: Spares = 0,
    svg: Annotated[bool, typer.Option("--svg", help="Write each page as SVG too.")] = False,
    only: Annotated[
        str,
        typer.Option(
            metavar="PARTS", help="Print only these parts: counters,crt. Or one kind of piece: counters:UNIT."
        ),
    ] = "",
    pack: Packs = None,
    rule: Rules = None,
    booklet: Annotated[
        bool, typer.Option("--booklet", help="Impose the rules for folding into a booklet instead of page by page.")
    ] = False,
    poster: Annotated[
        bool,
        typer.Option("--poster", help="Print the map in one piece: on --paper if given, else as large as it is."),
    ] = False,
    map_style: Annotated[str, typer.Option(help="The look of the map: atlas, or schematic to save ink.")] = "atlas",
    set_up: Annotated[bool, typer.Option("--set-up", help="Print the scenario's set-up on the map.")] = False,
    whole: Annotated[
        bool,
        typer.Option("--all", help="Print everything in a game's catalogue, for battles you make up: kit ibb --all."),
    ] = False,
    changed_since: Annotated[
        Path | None,
        typer.Option("--changed-since", metavar="KIT.pdf", help="Print only what has changed since this earlier kit."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Print nothing if the set-up breaks the rules, and say what it breaks.")
    ] = False,
    force: Force = False,
) -> None:
    """Print the kit of a scenario, or of a whole game, as one PDF."""
    from ibbprint.components.style import MAP_LOOKS
    from ibbprint.press.book import BookOptions, make_book
    from ibbprint.press.output import file_name, write_whole
    from ibbprint.press.paper import BadOption
    from ibbprint.press.picking import pick
    from ibbprint.press.records import NotThere
    from ibbprint.systems.api.kits import COUNTER_MM, KitOptions

    if map_style not in MAP_LOOKS:
        usage(f"there is no map style {map_style!r}.", did_you_mean(map_style, MAP_LOOKS))
    rules = rule_values(rule)
    packs = tuple(pack or ())
    report = Report()
    refuse_a_game(scenario, whole)
    game = game_named(scenario) if whole else game_of(scenario, packs, report)
    if game is None:
        finish(report)
        return
    wanted, kinds = _parts(only)
    if kinds and changed_since is not None:
        usage("--changed-since compares whole parts.", "Leave the kind after the colon out of --only.")
    folders = template_folders(game, packs)
    on = on_paper(
        folders, paper=paper, orientation=orientation, counter_size=counter_size, duplex=duplex, printer=printer,
        bleed=bleed, gutter=gutter, marks=marks, corner_radius=corner_radius, layout=layout, cut_files=cut_files,
        booklet=booklet,
    )  # fmt: skip
    asked = KitOptions(packs, rules, on.counter_mm or COUNTER_MM, only=wanted, whole=whole)
    inks = inking(folders, ink=ink, palette=palette, press=press, spares=spares)
    if strict and force:
        usage("--strict and --force ask for opposite things.", "Use one of them.")
    if svg and press:
        usage("--svg does not go with --press: an SVG has no printing inks.")
    made = game.kit(scenario, asked, report)
    if made is not None and strict:
        for breach in made.breaches:
            report.add(breach)
    if made is None or not report.ok:
        finish(report)
        return
    known = [section.id for section in made.sections]
    for part in sorted(wanted - set(known)):
        usage(f"the kit of {made.id} has no part {part!r}.", did_you_mean(part, known, most=99))
    try:
        made = pick(made, kinds)
    except NotThere as missing:
        usage(str(missing), missing.hint)
    _fill_slots(on, made, wanted)
    chosen = {"--poster": poster, "--set-up": set_up, "--booklet": booklet, "--map-style": map_style != MAP_LOOKS[0]}
    idle = _tell_idle(made, wanted, [name for name, asked in chosen.items() if asked], report)
    poster, set_up, booklet = (chosen[name] and name not in idle for name in ("--poster", "--set-up", "--booklet"))
    map_style = MAP_LOOKS[0] if "--map-style" in idle else map_style
    since = None if changed_since is None else _printed_before(changed_since, made, report)
    layers = frozenset({"set-up"} if set_up else ())
    how = BookOptions(
        on.paper, wanted, rules, booklet, poster, map_style, layers, since, on.duplex, on.trimming, on.printer,
        slots=on.slots, targets=cut_files, counter_mm=on.counter_mm, inking=inks,
        kinds=tuple(name for names in kinds.values() for name in names),
        poster_paper=on.paper if poster and paper else None,
    )  # fmt: skip
    try:
        with progress() as told:
            book = make_book(made, how, folders, report, told)
    except BadOption as wrong:
        usage(str(wrong), wrong.hint)
    if book is None:
        finish(report)
        return
    listed = since is None and (not wanted or "findings" in wanted)
    if since is not None and not book.pages:
        show(report, Severity.WARNING)
        tell_breaches(made, scenario, packs, rules)
        typer.echo(f"nothing has changed since {changed_since}, {since.stamp}; nothing was written.")
        return
    target = output / file_name(made, how)
    if not write_whole(target, book.pdf, report):
        finish(report)
        return
    cuts = _write_cuts(target, book.cuts, report)
    drawn = _write_svg(target, book, report) if svg else None
    if report.errors:
        finish(report)
        return
    show(report, Severity.WARNING)
    tell_breaches(made, scenario, packs, rules, listed=listed)
    _tell_changes(book.changes)
    named = [(count, name if count != 1 else name.removesuffix("s")) for name, count in book.counts.items()]
    counts = "".join(f", {count} {name}" for count, name in named)
    pages = f"{book.pages} page{'s' if book.pages != 1 else ''}"
    typer.echo(f"{target}: {pages}{counts}; edition {made.edition}, {book.stamp}")
    if drawn is not None:
        typer.echo(f"{drawn}: {pages} as SVG")
    if cuts is not None:
        typer.echo(f"{cuts}: the cuts of {len(book.cuts)} sheet{'s' if len(book.cuts) != 1 else ''}, as SVG and DXF")


def _write_svg(target: Path, book: "MadeBook", report: Report) -> Path:
    """Each page beside the PDF, in a folder of its own."""
    from ibbprint.drawing.svg import to_svg
    from ibbprint.press.output import write_whole
    from ibbprint.press.sheet_drawings import sheet_drawings
    from ibbprint.press.svg_pages import INDEX, index_of

    folder = target.with_name(f"{target.stem}-svg")
    with progress() as told:
        for sheet, (drawing, lost) in zip(book.sheets, sheet_drawings(book.pdf), strict=True):
            told("writing pages as SVG", sheet.number, book.pages)
            if lost:
                what = "a gradient or picture" if lost == 1 else f"{lost} gradients or pictures"
                message = f"{what} cannot be written as SVG; the PDF has it."
                report.warning(Where(f"page {sheet.number}"), "print:svg", message)
            if not write_whole(folder / sheet.file, to_svg(drawing, fonts_inside=True).encode(), report):
                return folder
    write_whole(folder / INDEX, index_of(book.sheets), report)
    return folder


_FOR = {"--poster": "map", "--set-up": "map", "--map-style": "map", "--booklet": "rules booklet"}
"""What an option is for."""


def _tell_idle(kit: "Kit", wanted: frozenset[str], given: Sequence[str], report: Report) -> list[str]:
    """Say which of the options change nothing, because what they are for is not printed."""
    sections = {"map": {one.section for one in kit.boards}, "rules booklet": {one.section for one in kit.booklets}}
    idle = [name for name in given if not (sections[_FOR[name]] & wanted if wanted else sections[_FOR[name]])]
    for option in idle:
        message = f"no {_FOR[option]} is printed, so {option} changes nothing."
        report.warning(Where(option), "print:option", message)
    return idle


def _fill_slots(on: OnPaper, kit: "Kit", wanted: frozenset[str]) -> None:
    """Stop when a layout was asked for that nothing of the kit fits."""
    slots = on.slots
    if slots is None:
        return
    sizes = {(p.size_mm, p.size_mm) for p in kit.pieces if not wanted or p.section in wanted}
    sizes |= {c.size_mm for c in kit.cards if c.marks and (not wanted or c.section in wanted)}
    if not any(slots.takes(w, h) or slots.takes(h, w) for w, h in sizes):
        there = ", ".join(f"{w:g} x {h:g}" for w, h in sorted(sizes))
        what = f"nothing goes into the slots of {slots.id}, {slots.width:g} x {slots.height:g} mm."
        usage(what, f"There is: {there} mm.")


def _write_cuts(target: Path, cuts: Sequence["CutSheet"], report: Report) -> Path | None:
    """The cuts of each sheet beside the PDF, two files a sheet; the folder, or None where there are none."""
    if not cuts:
        return None
    from ibbprint.press import cutting
    from ibbprint.press.output import write_whole

    folder = target.with_name(f"{target.stem}-cuts")
    for sheet in cuts:
        name = f"page-{sheet.number:02}"
        if not write_whole(folder / f"{name}.svg", cutting.to_svg(sheet).encode(), report):
            return None
        if not write_whole(folder / f"{name}.dxf", cutting.to_dxf(sheet).encode("ascii"), report):
            return None
    return folder


def _parts(only: str) -> tuple[frozenset[str], dict[str, list[str]]]:
    """The parts that --only names, and the kinds that it names of some of them."""
    from ibbprint.press.picking import parse

    try:
        return parse(only)
    except ValueError as half:
        usage(f"--only takes PART or PART:KIND, not {str(half)!r}.", "For example: --only counters:heavy-cavalry-q3")


def _printed_before(path: Path, kit: "Kit", report: Report) -> "Manifest":
    """What the PDF of an earlier printout holds; stops where it does not say so."""
    from ibbprint.press.manifest import read_manifest

    found = read_manifest(path, kit.id, report)
    if found is None:
        finish(report)
        raise typer.Exit(1)
    return found


def _tell_changes(changes: Sequence["Change"]) -> None:
    """What was and is, a line each; the printed list has all of them."""
    for change in changes[:MOST_SHOWN]:
        typer.echo(f"  {change.label}: {change.was} -> {change.now}")
    if len(changes) > MOST_SHOWN:
        typer.echo(f"  ... and {len(changes) - MOST_SHOWN} more.")


def preview(
    piece: Annotated[str, typer.Argument(help="The id of a piece, unit, marker or card: T1, heavy-cavalry-q3, crt.")],
    scenario: Annotated[
        str, typer.Option("--scenario", "-s", metavar="ID", help="The id of the scenario, or its file.")
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write; .svg, .png or .pdf.")
    ] = None,
    back: Annotated[bool, typer.Option("--back", help="Draw the back.")] = False,
    dpi: Dpi = 300,
    counter_size: CounterSize = "",
    ink: InkName = "full",
    palette: PaletteName = "",
    pack: Packs = None,
    rule: Rules = None,
) -> None:
    """Draw a single counter, marker or card."""
    from ibbprint.press.output import write_whole
    from ibbprint.press.preview import ENDINGS, draw, find, write
    from ibbprint.press.records import NotThere
    from ibbprint.systems.api.kits import KitOptions

    check_dpi(dpi)
    if output is not None and output.suffix.lower() not in ENDINGS:
        usage(f"a preview cannot be written as {output.name!r}.", f"Known: {', '.join(ENDINGS)}.")
    size = counter_mm(counter_size)
    packs = tuple(pack or ())
    report = Report()
    game = game_of(scenario, packs, report)
    rules = rule_values(rule)
    made = None if game is None else game.kit(scenario, KitOptions(packs, rules, size), report)
    if game is None or made is None or not report.ok:
        finish(report)
        return
    try:
        sight = find(made, piece, back=back)
    except NotThere as missing:
        usage(str(missing), missing.hint)
    folders = template_folders(game, packs)
    drawing = draw(sight, folders, report, inking(folders, ink=ink, palette=palette))
    target = output or Path("output") / f"{made.id}-{sight.id}{'-back' if back else ''}.svg"
    data = None if drawing is None else write(drawing, f"{made.title}: {sight.id}", target.suffix.lower(), dpi, report)
    if data is None or not write_whole(target, data, report):
        finish(report)
        return
    show(report, Severity.WARNING)
    tell_breaches(made, scenario, packs, rules)
    typer.echo(f"{target}: {sight.size_mm[0]:g} x {sight.size_mm[1]:g} mm")


def list_(pack: Packs = None) -> None:
    """List the games, with their scenarios and maps, and the packs."""
    from ibbprint.systems import games

    report = Report()
    packs = tuple(pack or ())
    for game in games().values():
        typer.echo(f"{game.id}: {game.title}")
        for item in game.list(packs, report):
            typer.echo(f"  {item.kind:<9} {item.id:<32} {item.title}")
    for folder in packs:
        typer.echo(f"pack: {folder}")
    finish(report, ".")


def schema(
    kind: Annotated[str, typer.Argument(help="A kind of file, such as units, scenario or map.")] = "",
    game: Annotated[str, typer.Option(help="The game, if more than one has this kind of file.")] = "",
) -> None:
    """Print the JSON Schema of a kind of file. Without a kind, list the kinds."""
    from ibbprint.components.style import StyleFile
    from ibbprint.press.layouts import LayoutFile
    from ibbprint.systems import games

    if game and game not in games():
        usage(f"there is no game {game!r}.", did_you_mean(game, games()))
    chosen = [games()[game]] if game else [each for each in games().values() if not kind or kind in each.schemas]
    # Where games have kinds of one name, that of the first is meant.
    able = reversed(chosen or list(games().values()))
    schemas = {name: model for each in able for name, model in each.schemas.items()}
    schemas["style"] = StyleFile
    schemas["layout"] = LayoutFile
    if not kind:
        typer.echo("\n".join(sorted(schemas)))
        return
    if kind not in schemas:
        usage(f"there is no kind of file {kind!r}.", did_you_mean(kind, schemas, most=99))
    import json  # only here

    made = schemas[kind].model_json_schema()
    typer.echo(json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **made}, indent=2))
