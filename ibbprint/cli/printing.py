"""The commands that print: kit, preview; and that tell what there is to print: list, schema."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ibbprint.cli.shared import (
    Folder,
    Force,
    Packs,
    Rules,
    finish,
    game_named,
    game_of,
    refuse_a_game,
    rule_values,
    show,
    usage,
)
from ibbprint.problems import Report, Severity, did_you_mean


def kit(
    scenario: Annotated[
        str, typer.Argument(help="The id of a scenario (see: ibbprint list), or its file; with --all that of a game.")
    ],
    output: Folder = Path("output"),
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    only: Annotated[str, typer.Option(metavar="PARTS", help="Only these parts, e.g. counters,markers,crt.")] = "",
    pack: Packs = None,
    rule: Rules = None,
    booklet: Annotated[
        bool, typer.Option("--booklet", help="Lay the rules out for folding into a booklet, not page by page.")
    ] = False,
    poster: Annotated[bool, typer.Option("--poster", help="The map as one large page, not as sheets to join.")] = False,
    map_style: Annotated[str, typer.Option(help="How the map is drawn: atlas or schematic (less ink).")] = "atlas",
    set_up: Annotated[bool, typer.Option("--set-up", help="Print the set-up of the scenario on the map.")] = False,
    whole: Annotated[
        bool, typer.Option("--all", help="All that a game's catalogue has, for battles of your own: kit ibb --all.")
    ] = False,
    force: Force = False,
) -> None:
    """Print the kit of a scenario, or of a whole game, as one PDF."""
    from ibbprint.components.style import MAP_LOOKS
    from ibbprint.press.book import BookOptions, make_book
    from ibbprint.press.output import file_name, write_whole
    from ibbprint.press.paper import PAPERS
    from ibbprint.systems.api import KitOptions

    if paper.lower() not in PAPERS:
        usage(f"there is no paper {paper!r}.", did_you_mean(paper.lower(), PAPERS))
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
    wanted = frozenset(part.strip() for part in only.split(",") if part.strip())
    made = game.kit(scenario, KitOptions(packs, rules, only=wanted, whole=whole, force=force), report)
    if made is None or not report.ok:
        finish(report)
        return
    known = [section.id for section in made.sections]
    for part in sorted(wanted - set(known)):
        usage(f"the kit of {made.id} has no part {part!r}.", did_you_mean(part, known))
    folders = [*(p / "templates" for p in reversed(packs)), *game.template_folders]
    layers = frozenset({"set-up"} if set_up else ())
    how = BookOptions(PAPERS[paper.lower()], wanted, rules, booklet, poster, map_style, layers)
    book = make_book(made, how, folders, report)
    if book is None:
        finish(report)
        return
    target = output / file_name(made, how)
    if not write_whole(target, book.pdf, report):
        finish(report)
        return
    show(report, Severity.WARNING)
    counts = "".join(f", {count} {name}" for name, count in book.counts.items())
    pages = f"{book.pages} page{'s' if book.pages != 1 else ''}"
    typer.echo(f"{target}: {pages}{counts}; edition {made.edition}, {book.stamp}")


def preview(
    piece: Annotated[str, typer.Argument(help="The id of a piece, unit, marker or card: T1, heavy-cavalry-q3, crt.")],
    scenario: Annotated[str, typer.Option("--scenario", "-s", metavar="ID", help="The scenario, or its file.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="A file that ends in .svg, .png or .pdf.")
    ] = None,
    back: Annotated[bool, typer.Option("--back", help="The other side.")] = False,
    dpi: Annotated[int, typer.Option(min=20, max=2400, help="Pixels an inch of a PNG.")] = 300,
    pack: Packs = None,
) -> None:
    """Draw one face or card of a kit by itself."""
    from ibbprint.press.output import write_whole
    from ibbprint.press.preview import ENDINGS, NotThere, draw, find, write
    from ibbprint.systems.api import KitOptions

    if output is not None and output.suffix.lower() not in ENDINGS:
        usage(f"a preview cannot be written as {output.name!r}.", f"Known: {', '.join(ENDINGS)}.")
    packs = tuple(pack or ())
    report = Report()
    game = game_of(scenario, packs, report)
    made = None if game is None else game.kit(scenario, KitOptions(packs), report)
    if game is None or made is None or not report.ok:
        finish(report)
        return
    try:
        sight = find(made, piece, back=back)
    except NotThere as missing:
        usage(str(missing), missing.hint)
    drawing = draw(sight, [*(p / "templates" for p in reversed(packs)), *game.template_folders], report)
    target = output or Path("output") / f"{made.id}-{sight.id}{'-back' if back else ''}.svg"
    data = None if drawing is None else write(drawing, f"{made.title}: {sight.id}", target.suffix.lower(), dpi, report)
    if data is None or not write_whole(target, data, report):
        finish(report)
        return
    show(report, Severity.WARNING)
    typer.echo(f"{target}: {sight.size_mm[0]:g} x {sight.size_mm[1]:g} mm")


def list_(pack: Packs = None) -> None:
    """Show the games, their scenarios and maps, and the packs."""
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
    kind: Annotated[str, typer.Argument(help="A kind of file, e.g. units, scenario, map.")] = "",
    game: Annotated[str, typer.Option(help="The game; needed when more than one has this kind of file.")] = "",
) -> None:
    """Print the JSON Schema of a kind of file; without a kind, the names of the kinds."""
    from ibbprint.components.style import StyleFile
    from ibbprint.systems import games

    if game and game not in games():
        usage(f"there is no game {game!r}.", did_you_mean(game, games()))
    chosen = [games()[game]] if game else [each for each in games().values() if not kind or kind in each.schemas]
    schemas = {name: model for each in chosen or games().values() for name, model in each.schemas.items()}
    schemas["style"] = StyleFile
    if not kind:
        typer.echo("\n".join(sorted(schemas)))
        return
    if kind not in schemas:
        usage(f"there is no kind of file {kind!r}.", did_you_mean(kind, schemas, most=99))
    import json  # only here

    made = schemas[kind].model_json_schema()
    typer.echo(json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **made}, indent=2))
