"""The commands that print: kit, preview; and that tell what there is to print: list, schema."""

# No `from __future__ import annotations` here: typer would evaluate each of them from its text, at every start.

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

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
from ibbprint.cli.packs import (
    Meant,
    Packs,
    needless,
    scenario_meant,
    tell_faults_of_faces,
    tell_unused_symbols,
    unread_files,
)
from ibbprint.cli.picks import Only, parts, picked
from ibbprint.cli.progress import progress
from ibbprint.cli.saying import say, say_text
from ibbprint.cli.shared import (
    Dpi,
    Folder,
    Force,
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
from ibbprint.engine.api.kits import COUNTER_MM, KitOptions
from ibbprint.problems import MOST_SHOWN, Problem, Report, Severity, Where, did_you_mean

if TYPE_CHECKING:
    from ibbprint.engine.api.kits import Game
    from ibbprint.materials import Kit
    from ibbprint.press.book import MadeBook
    from ibbprint.press.cutting import CutSheet
    from ibbprint.press.inking import Inking
    from ibbprint.press.manifest import Change, Manifest
    from ibbprint.press.output import Outbox


def kit(
    scenarios: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SCENARIO...",
            help="The id of a scenario (see: ibbprint list), its file, or a pack with only one; with --all a game.",
        ),
    ] = None,
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
    only: Only = "",
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
    strict: Annotated[bool, typer.Option("--strict", help="Print nothing if the set-up breaks the rules.")] = False,
    force: Force = False,
) -> None:
    """Print the kit of a scenario, or of a whole game, as one PDF; of several, a PDF each."""
    from ibbprint.components.style import MAP_LOOKS

    if map_style not in MAP_LOOKS:
        usage(f"there is no map style {map_style!r}.", did_you_mean(map_style, MAP_LOOKS))
    if svg and press:
        usage("--svg cannot be used with --press: an SVG has no printing inks.")
    rules = rule_values(rule)
    wanted, kinds = parts(only)
    if kinds and changed_since is not None:
        usage("--changed-since compares whole parts.", "Leave the kind after the colon out of --only.")
    if strict and force:
        usage("--strict and --force ask for opposite things.", "Use one of them.")
    if whole and not scenarios:
        usage("--all needs the name of a game.", "For example: ibbprint kit ibb --all")
    if changed_since is not None and len(scenarios or ()) > 1:
        usage("--changed-since compares one kit at a time.")
    told: set[Problem] = set()
    made: set[Path] = set()
    failed = False
    for name in scenarios or [""]:
        meant = Meant(name, tuple(pack or ())) if whole else scenario_meant(name, pack or ())
        refuse_a_game(meant.scenario, whole)
        report = Report()
        game = game_named(name) if whole else game_of(*meant, report)
        outcome = f"{name}: " if len(scenarios or ()) > 1 else ""
        try:
            if game is None:
                finish(report, known=told, whose=outcome)
                continue
            folders = template_folders(game, meant.packs)
            on = on_paper(
                folders, paper=paper, orientation=orientation, counter_size=counter_size, duplex=duplex,
                printer=printer, bleed=bleed, gutter=gutter, marks=marks, corner_radius=corner_radius, layout=layout,
                cut_files=cut_files, booklet=booklet,
            )  # fmt: skip
            asked = KitOptions(meant.packs, rules, on.counter_mm or COUNTER_MM, only=wanted, whole=whole)
            inks = inking(folders, ink=ink, palette=palette, press=press, spares=spares)
            chosen = {
                "--poster": poster, "--set-up": set_up, "--booklet": booklet, "--map-style": map_style != MAP_LOOKS[0],
            }  # fmt: skip
            order = _Order(
                meant.scenario, game, folders, asked, on, inks, kinds, chosen, map_style, cut_files, svg, changed_since,
                output, strict, bool(paper),
            )  # fmt: skip
            _print(order, report, told, made, outcome)
        except typer.Exit as ended:
            if ended.exit_code != 1:
                raise
            failed = True
        told.update(report)
    if failed:
        raise typer.Exit(1)


class _Order(NamedTuple):
    """A kit as it is wanted: the scenario and its game, and what the options come to."""

    scenario: str
    game: "Game"
    folders: Sequence[Path]
    asked: KitOptions
    on: OnPaper
    inks: "Inking"
    kinds: Mapping[str, list[str]]
    chosen: Mapping[str, bool]
    map_style: str
    cut_files: bool
    svg: bool
    changed_since: Path | None
    output: Path
    strict: bool
    paper_asked: bool

    @property
    def wanted(self) -> frozenset[str]:
        return self.asked.only


def _print(order: _Order, report: Report, told: Collection[Problem], written: set[Path], whose: str) -> None:
    """Print one kit; stops with 1 where something is wrong. `told` was shown, `written` printed, in the same run."""
    from ibbprint.components.style import MAP_LOOKS
    from ibbprint.press.book import BookOptions, make_book
    from ibbprint.press.output import Outbox, file_name
    from ibbprint.press.paper import BadOption

    on, wanted, since = order.on, order.wanted, None
    made = order.game.kit(order.scenario, order.asked, report)
    unread_files(order.game, order.asked.packs, order.scenario, report, order.output)
    for breach in made.breaches if made is not None and order.strict else ():
        report.add(breach)
    if made is None or not report.ok:
        tell_faults_of_faces(order.game, order.scenario, order.asked, order.folders, order.inks, report)
        finish(report, known=told, whose=whose)
        return
    made = picked(made, wanted, order.kinds)
    _fill_slots(on, made, wanted)
    idle = _tell_idle(made, wanted, [name for name, asked in order.chosen.items() if asked], report)
    does = {name: asked and name not in idle for name, asked in order.chosen.items()}
    if order.changed_since is not None:
        since = _printed_before(order.changed_since, made, report)
    how = BookOptions(
        on.paper, wanted, order.asked.rules, does["--booklet"], does["--poster"],
        order.map_style if does["--map-style"] else MAP_LOOKS[0], frozenset({"set-up"} if does["--set-up"] else ()),
        since, on.duplex, on.trimming, on.printer, slots=on.slots, targets=order.cut_files, counter_mm=on.counter_mm,
        inking=order.inks, kinds=tuple(name for names in order.kinds.values() for name in names),
        poster_paper=on.paper if does["--poster"] and order.paper_asked else None,
    )  # fmt: skip
    target = order.output / file_name(made, how)
    if target in written:
        message = f"another scenario of this call has the id {made.id} too, so one kit would overwrite the other."
        report.error(Where(order.scenario), "print:file", message, "Print them into different folders.")
        finish(report, known=told, whose=whose)
    try:
        with progress() as showing:
            book = make_book(made, how, order.folders, report, showing)
    except BadOption as wrong:
        usage(str(wrong), wrong.hint)
    if book is None:
        tell_faults_of_faces(order.game, order.scenario, order.asked, order.folders, order.inks, report)
        finish(report, known=told, whose=whose)
        return
    listed = since is None and (not wanted or "findings" in wanted)
    if since is not None and not book.pages:
        show(report, Severity.WARNING, told)
        tell_breaches(made, order.scenario, order.asked.packs, order.asked.rules)
        say(f"nothing has changed since {order.changed_since}, {since.stamp}; nothing was written.")
        return
    if since is None:
        tell_unused_symbols(book.symbols, order.asked.packs, order.folders, order.inks, report)
    written.add(target)
    with Outbox(report) as outbox:
        cuts = _write_cuts(target, book.cuts, outbox) if outbox.put(target, book.pdf) else None
        drawn = _write_svg(target, book, outbox) if order.svg and report.ok else None
        if report.ok:
            outbox.publish()
    finish(report, known=told, whose=whose)
    tell_breaches(made, order.scenario, order.asked.packs, order.asked.rules, listed=listed)
    if not wanted and since is None:
        needless(report)
    _tell_changes(book.changes)
    named = [(count, name if count != 1 else name.removesuffix("s")) for name, count in book.counts.items()]
    counts = "".join(f", {count} {name}" for count, name in named)
    pages = f"{book.pages} page{'s' if book.pages != 1 else ''}"
    say(f"{target}: {pages}{counts}; edition {made.edition}, {book.stamp}")
    if drawn is not None:
        say(f"{drawn}: {pages} as SVG")
    if cuts is not None:
        say(f"{cuts}: the cuts of {len(book.cuts)} sheet{'s' if len(book.cuts) != 1 else ''}, as SVG and DXF")


def _write_svg(target: Path, book: "MadeBook", outbox: "Outbox") -> Path:
    """Each page beside the PDF, in a folder of its own."""
    from ibbprint.drawing.svg import to_svg
    from ibbprint.phrases import listed
    from ibbprint.press.sheet_drawings import sheet_drawings
    from ibbprint.press.svg_pages import INDEX, index_of

    folder = target.with_name(f"{target.stem}-svg")
    lacking: dict[str, int] = {}
    with progress() as told:
        for sheet, (drawing, lost) in zip(book.sheets, sheet_drawings(book.pdf), strict=True):
            told("writing pages as SVG", sheet.number, book.pages)
            if lost:
                lacking[str(sheet.number)] = lost
            if not outbox.put(folder / sheet.file, to_svg(drawing, fonts_inside=True).encode()):
                return folder
    if lacking:
        number = sum(lacking.values())
        things, them = ("one thing", "it") if number == 1 else (f"{number} things", "them")
        on = f"on page{'s' if len(lacking) > 1 else ''} {listed(list(lacking))}"
        message = f"{things} {on} cannot be written as SVG; the PDF has {them}."
        outbox.report.warning(Where(str(folder)), "print:svg", message)
    outbox.put(folder / INDEX, index_of(book.sheets))
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
    sizes = {p.size_mm for p in kit.pieces if not wanted or p.section in wanted}
    sizes |= {c.size_mm for c in kit.cards if c.marks and (not wanted or c.section in wanted)}
    if not any(slots.takes(w, h) or slots.takes(h, w) for w, h in sizes):
        there = ", ".join(f"{w:g} x {h:g}" for w, h in sorted(sizes))
        what = f"nothing fits the slots of {slots.id}, {slots.width:g} x {slots.height:g} mm."
        usage(what, f"The kit has: {there} mm.")


def _write_cuts(target: Path, cuts: Sequence["CutSheet"], outbox: "Outbox") -> Path | None:
    """The cuts of each sheet beside the PDF, two files a sheet; the folder, or None where there are none."""
    if not cuts:
        return None
    from ibbprint.press import cutting

    folder = target.with_name(f"{target.stem}-cuts")
    for sheet in cuts:
        name = f"page-{sheet.number:02}"
        if not outbox.put(folder / f"{name}.svg", cutting.to_svg(sheet).encode()):
            return None
        if not outbox.put(folder / f"{name}.dxf", cutting.to_dxf(sheet).encode("ascii")):
            return None
    return folder


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
        say(f"  {change.label}: {change.was} -> {change.now}")
    if len(changes) > MOST_SHOWN:
        say(f"  ... and {len(changes) - MOST_SHOWN} more.")


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
    from ibbprint.press.output import plain_name, write_whole
    from ibbprint.press.preview import ENDINGS, draw, find, write
    from ibbprint.press.records import NotThere

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
    name = plain_name(f"{made.id}-{sight.id}{'-back' if back else ''}")
    target = output or Path("output") / f"{name}.svg"
    data = None if drawing is None else write(drawing, f"{made.title}: {sight.id}", target.suffix.lower(), dpi, report)
    if data is None or not write_whole(target, data, report):
        finish(report)
        return
    show(report, Severity.WARNING)
    tell_breaches(made, scenario, packs, rules)
    say(f"{target}: {sight.size_mm[0]:g} x {sight.size_mm[1]:g} mm")


def list_(pack: Packs = None) -> None:
    """List the games, with their scenarios and maps, and the packs."""
    from ibbprint.systems import games

    report = Report()
    packs = tuple(pack or ())
    for game in games().values():
        say(f"{game.id}: {game.title}")
        for item in game.list(packs, report):
            say(f"  {item.kind:<9} {item.id:<32} {item.title}")
    for folder in packs:
        say(f"pack: {folder}")
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
        say_text("\n".join(sorted(schemas)))
        return
    if kind not in schemas:
        usage(f"there is no kind of file {kind!r}.", did_you_mean(kind, schemas, most=99))
    import json  # only here

    made = schemas[kind].model_json_schema()
    say_text(json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **made}, indent=2))
