"""The command that makes scenarios up: generate, with a command for each game that can."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ibbprint.cli.examples import epilogue
from ibbprint.cli.offered import PACKS, RULES, chosen, parameters, show_themes
from ibbprint.cli.parameters import Exit, Parameter, argument_info, for_typer, option_info, with_parameters
from ibbprint.cli.progress import progress
from ibbprint.cli.saying import say, say_text, width
from ibbprint.cli.shared import finish, packs_of_known_games, rule_values, show
from ibbprint.engine.api.lists import LIST
from ibbprint.jobs.games import game_called, generating_games, options_of
from ibbprint.jobs.generating import generated, refuse_taken, request_of, written
from ibbprint.problems import BadRequest, Progress, Severity, did_you_mean

if TYPE_CHECKING:
    from ibbprint.engine.api.generating import GenerateRequest
    from ibbprint.engine.api.kits import Game
    from ibbprint.jobs.generating import Generation


def game_ids(incomplete: str) -> list[str]:
    """The games that make up scenarios, for the shell to complete."""
    return [id for id in generating_games() if id.startswith(incomplete)]


SEED = Parameter(
    "seed",
    str | None,
    option_info(
        "--seed",
        metavar="TEXT",
        help="Any text; the same seed always makes the same scenario. Drawn at random if not given.",
    ),
    None,
)
SHARED = (
    SEED,
    Parameter(
        "output",
        Path,
        option_info(
            "--output",
            "-o",
            metavar="PATH",
            show_default=False,
            help="The file to write, or the folder to write it to.",
        ),
        Path(),
    ),
    Parameter(
        "fair",
        int | None,
        option_info(
            "--fair", metavar="POINTS", help="Make it fair within 5 or 10 points, and certify it by hundreds of games."
        ),
        None,
    ),
    Parameter(
        "most_games",
        int | None,
        option_info("--most-games", metavar="N", help="With --fair: the most games; 12000 for 5 points, else 4000."),
        None,
    ),
    Parameter("force", bool, option_info("--force", help="Overwrite existing files."), False),
    Parameter("quiet", bool, option_info("--quiet", help="Do not list the rolls."), False),
    Parameter("json", bool, option_info("--json", help="Print every roll and file as JSON; write no file."), False),
    PACKS,
    RULES,
)
"""The options that generate has for every game."""


def generate(words: Annotated[list[str] | None, argument_info(metavar="GAME", autocompletion=game_ids)] = None) -> None:
    """Roll up a scenario, list the rolls, and write it for check, kit and play: see generate --help."""
    able = generating_games()
    first, *arguments = words or ["--help"]
    first = game_called(first, able) if not first.startswith("-") else first
    if first not in able and first not in ("-h", "--help"):
        raise BadRequest(f"there is no game {first!r} that can roll up scenarios.", did_you_mean(first, able))
    import typer

    from ibbprint.cli.typer_calls import called

    app = typer.Typer(
        name="generate",
        add_completion=False,
        pretty_exceptions_enable=False,
        help="Roll up a scenario that is ready for check, kit and play.",
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog=epilogue("generate"),
    )

    # With a callback there are commands even where there is but one game.
    @app.callback()
    def _nothing() -> None:
        pass

    for id, game in able.items():
        app.command(id, help=game.offer.help)(for_typer(_command(game)))
    code = called(app, [first, *arguments], "ibbprint generate")
    if code:
        raise Exit(code)


def _command(game: Game) -> Callable[..., None]:
    options = game.offer.options

    def make(**values: Any) -> None:
        from ibbprint.reports.generating_report import seed_told

        packs = tuple(packs_of_known_games(values["pack"]) or ())
        themes = values.get("option_theme")
        if LIST in (themes if isinstance(themes, Sequence) and not isinstance(themes, str) else (themes,)):
            show_themes(game, options_of(packs, rule_values(values["rule"])))
            return
        if not values["json"]:
            refuse_taken(game, values["output"], values["force"])
        request = request_of(values["seed"], chosen(options, values))
        with progress() as showing:
            generation = _generation(game, request, packs, values, showing)
        if generation.made is None or not generation.ok:
            finish(generation.report)
            return
        if values["json"]:
            say_text(generation.json)
            return
        path = written(generation.made, values["output"], values["force"], generation.report)
        if path is None:
            finish(generation.report)
            return
        show(generation.report, Severity.WARNING)
        if not values["quiet"]:
            say_text(f"{generation.shown(width())}\n")
        say(f"{path}: {generation.made.title}; seed {seed_told(generation.seed)}")
        if generation.proved:
            say(generation.proved)
        if generation.made.with_kit:
            _print(path, packs, values["rule"])

    return with_parameters(make, [*parameters(options), *SHARED])


def _generation(
    game: Game, request: GenerateRequest, packs: tuple[Path, ...], values: dict[str, Any], showing: Progress
) -> Generation:
    """What a game makes up: the first that comes, or until one is fair."""
    rules, points, most = rule_values(values["rule"]), values["fair"], values["most_games"]
    if points is None:
        if most is not None:
            raise BadRequest("--most-games is for a certificate.", "Add --fair 5 or --fair 10.", "--most-games")
        return generated(game, request, packs, rules, showing)
    from ibbprint.jobs.generating_fair import generated_fair

    return generated_fair(game, request, packs, rules, points, most, None, showing)


def _print(path: Path, packs: tuple[Path, ...], rules: list[str] | None) -> None:
    """Print the kit of what was made, into the folder that it was written to."""
    from ibbprint.jobs.kits import KitOrder, KitSeries

    folder = path if path.is_dir() else path.parent
    with progress() as showing:
        kit = KitSeries(KitOrder(packs=packs, rules=rule_values(rules), output=folder / "output")).make(
            str(path), showing
        )
    show(kit.report, Severity.WARNING)
    if kit.path is None:
        finish(kit.report)
    say(f"{kit.path}: {kit.summary}")
