"""The commands: parse, call, show. No logic.

Exit codes: 0 done, 1 problems found, 2 wrong usage.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ibbprint import __version__
from ibbprint.problems import MOST_SHOWN, Report, Severity, Where, did_you_mean, offending_line

if TYPE_CHECKING:
    from ibbprint.systems.api import Game

app = typer.Typer(
    name="ibbprint",
    help="Print hex-and-counter games as kits to cut out, from the catalogue that their rules are played with.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Packs = Annotated[
    list[Path] | None, typer.Option("--pack", metavar="DIR", help="A designer's pack, laid over the shipped catalogue.")
]


def main() -> None:
    """Run the command line."""
    app()


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ibbprint {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    pass


@app.command()
def kit(
    scenario: Annotated[str, typer.Argument(help="The id of a scenario (see: ibbprint list), or its file.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="The folder that the PDF is written to.")
    ] = Path("output"),
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    only: Annotated[str, typer.Option(metavar="PARTS", help="Only these parts, e.g. counters,markers,crt.")] = "",
    pack: Packs = None,
    rule: Annotated[
        list[str] | None, typer.Option("--rule", metavar="ID=VALUE", help="A disputed rule, played another way.")
    ] = None,
) -> None:
    """Print the kit of a scenario as one PDF."""
    from ibbprint.press.book import BookOptions, make_book
    from ibbprint.press.output import write_whole
    from ibbprint.press.paper import PAPERS
    from ibbprint.systems.api import KitOptions

    if paper.lower() not in PAPERS:
        _usage(f"there is no paper {paper!r}.", did_you_mean(paper.lower(), PAPERS))
    rules = dict(_rule(text) for text in rule or [])
    packs = tuple(pack or ())
    report = Report()
    game = _game_of(scenario, packs, report)
    if game is None:
        _finish(report)
        return
    made = game.kit(scenario, KitOptions(packs, rules), report)
    if made is None or not report.ok:
        _finish(report)
        return
    known = [section.id for section in made.sections]
    wanted = frozenset(part.strip() for part in only.split(",") if part.strip())
    for part in sorted(wanted - set(known)):
        _usage(f"a kit has no part {part!r}.", did_you_mean(part, known))
    folders = [*(p / "templates" for p in reversed(packs)), *game.template_folders]
    book = make_book(made, BookOptions(PAPERS[paper.lower()], wanted, rules), folders, report)
    if book is None:
        _finish(report)
        return
    parts = [made.id, *(part for part in known if part in wanted), *([paper.lower()] if paper.lower() != "a4" else [])]
    target = output / f"{'-'.join(parts)}.pdf"
    if not write_whole(target, book.pdf, report):
        _finish(report)
        return
    _show(report, Severity.WARNING)
    counts = ", ".join(f"{count} {name}" for name, count in book.counts.items())
    typer.echo(f"{target}: {book.pages} pages, {counts}; edition {made.edition}, {book.stamp}")


@app.command("list")
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
    _finish(report)


@app.command()
def schema(
    kind: Annotated[str, typer.Argument(help="A kind of file, e.g. units, scenario, map.")] = "",
    game: Annotated[str, typer.Option(help="The game; needed when more than one has this kind of file.")] = "",
) -> None:
    """Print the JSON Schema of a kind of file; without a kind, the names of the kinds."""
    from ibbprint.systems import games

    if game and game not in games():
        _usage(f"there is no game {game!r}.", did_you_mean(game, games()))
    chosen = [games()[game]] if game else [each for each in games().values() if not kind or kind in each.schemas]
    schemas = {name: model for each in chosen or games().values() for name, model in each.schemas.items()}
    if not kind:
        typer.echo("\n".join(sorted(schemas)))
        return
    if kind not in schemas:
        _usage(f"there is no kind of file {kind!r}.", did_you_mean(kind, schemas, most=99))
    made = schemas[kind].model_json_schema()
    typer.echo(json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", **made}, indent=2))


def _game_of(scenario: str, packs: tuple[Path, ...], report: Report) -> Game | None:
    """The game that has the scenario: the one that its file or pack names, else the one that lists it."""
    from ibbprint.systems import games

    known = games()
    for path, keys in [(Path(scenario), ("scenario", "game")), *((p / "pack.yaml", ("pack", "game")) for p in packs)]:
        name = _named_in(path, keys)
        if name is not None and name in known:
            return known[name]
    if len(known) == 1:
        return next(iter(known.values()))
    names: list[str] = []
    for game in known.values():
        names += [item.id for item in game.list(packs, Report()) if item.kind == "scenario"]
        if scenario in names:
            return game
    report.error(Where(scenario), "read:scenario", f"there is no scenario {scenario!r}.", did_you_mean(scenario, names))
    return None


def _named_in(path: Path, keys: tuple[str, str]) -> str | None:
    from ibbprint.catalogue.source import read_yaml

    if path.suffix != ".yaml" or not path.is_file():
        return None
    source = read_yaml(path, Report())
    data = source.data if source is not None else None
    inner = data.get(keys[0]) if isinstance(data, dict) else None
    name = inner.get(keys[1]) if isinstance(inner, dict) else None
    return name if isinstance(name, str) else None


def _rule(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        _usage(f"--rule takes ID=VALUE, not {text!r}.", "For example: --rule R-22=3-2-4")
    return name.strip(), value.strip()


def _usage(message: str, hint: str = "") -> None:
    """Say what was wrong with the call, and stop with 2."""
    typer.echo(f"ibbprint: {message} {hint}".rstrip(), err=True)
    raise typer.Exit(2)


def _show(report: Report, least: Severity) -> None:
    shown = [problem for problem in report if problem.severity <= least]
    for problem in shown[:MOST_SHOWN]:
        typer.echo(str(problem), err=True)
        line = offending_line(problem.where)
        if line is not None:
            typer.echo(line, err=True)
    if len(shown) > MOST_SHOWN:
        typer.echo(f"... and {len(shown) - MOST_SHOWN} more.", err=True)


def _finish(report: Report) -> None:
    """Show what was found and stop: 1 if anything is an error."""
    _show(report, Severity.WARNING)
    errors = len(report.errors)
    if errors:
        typer.echo(f"{errors} problem{'s' if errors != 1 else ''}; nothing was written.", err=True)
        raise typer.Exit(1)


if __name__ == "__main__":
    main()
