"""Scenarios made up by a game: rolled, reported, and written where `check`, `kit` and `play` find them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ibbprint.engine.api.kits import Game
from ibbprint.jobs.fields import Named, Packs, name_of, of_type, options_given, paths, rule_values
from ibbprint.jobs.games import generating_game, options_of
from ibbprint.jobs.reporting import Reported, Result
from ibbprint.problems import BadRequest, Progress, Report, silent
from ibbprint.reports.layout import WIDTH

if TYPE_CHECKING:
    from ibbprint.engine.api.generating import Generated, GenerateRequest
    from ibbprint.engine.session import Playing


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Generation(Result):
    """A scenario that was made up; nothing was made where something is wrong, which is in the report."""

    made: Generated | None = None
    proved: str = ""
    """What games proved of it, in sentences; empty where nobody asked whether it is fair."""

    @property
    def seed(self) -> str:
        """The seed that makes it again, given or drawn; empty where nothing was made."""
        return "" if self.made is None else self.made.seed

    @property
    def files(self) -> Mapping[str, bytes]:
        """The bytes of its files by their names: one scenario, or the files of a pack."""
        return {} if self.made is None else self.made.files

    @property
    def text(self) -> str:
        """The rolls, as `ibbprint generate` shows them."""
        return self.shown()

    def shown(self, width: int = WIDTH) -> str:
        """The rolls in so many columns."""
        from ibbprint.reports.generating_report import as_text

        return "" if self.made is None else as_text(self.made, width)

    @property
    def json(self) -> str:
        """The rolls, as `ibbprint generate --json` writes them."""
        from ibbprint.reports.generating_report import as_json

        return "" if self.made is None else as_json(self.made)

    def __str__(self) -> str:
        return self.text or Result.__str__(self)

    def save(self, path: Named = ".", *, force: bool = False) -> Path | None:
        """Write it, all or nothing: one file as `path`, or under its own name into a folder; several as a folder.

        Gives what `check`, `kit` and `play` take; None, with the reason in the report, where it cannot be written or,
        without `force`, where something is there already.
        """
        with Reported(self.report):
            return None if self.made is None else written(self.made, Path(name_of("output", path)), force, self.report)
        return None


def generate(
    game: str,
    *,
    seed: str | int | None = None,
    packs: Packs = (),
    rules: Mapping[str, object] | None = None,
    **options: Any,
) -> Generation:
    """A scenario made up by a game: `generate("microbattle", seed="tonight", kind="seize")`.

    Any text or number is a seed; without one, one is drawn. The options are those of `ibbprint generate GAME --help`:
    a flag is True, and a hyphen in a name is an underscore.
    """
    report = Report()
    with Reported(report):
        able = generating_game(name_of("game", game))
        values = options_given(options, able.offer.options, f"scenarios of {able.id} have")
        if seed is not None:
            of_type("seed", seed, str | int)
        request = request_of(None if seed is None else str(seed), values)
        return generated(able, request, paths(packs), rule_values(rules))
    return Generation(report)


def request_of(seed: str | None, options: Mapping[str, Any]) -> GenerateRequest:
    """A request with the seed that was given, or with one that is drawn."""
    from ibbprint.dice import drawn_seed
    from ibbprint.engine.api.generating import GenerateRequest

    return GenerateRequest(drawn_seed() if seed is None else seed, options)


def generated(
    game: Game, request: GenerateRequest, packs: Sequence[Path], rules: Mapping[str, str], progress: Progress = silent
) -> Generation:
    """Have a game make a request. Raises BadRequest."""
    report = Report()
    playing = partial(_greedy_games, game, tuple(packs), rules, request.seed, progress)
    result = game.generate(request._replace(games=playing), options_of(packs, rules), report)
    return Generation(report, result)


def _greedy_games(
    game: Game,
    packs: tuple[Path, ...],
    rules: Mapping[str, str],
    seed: str,
    progress: Progress,
    files: Mapping[str, bytes],
    games: int,
) -> Iterator[Playing]:
    """Games of a scenario that was made up, played greedily on both sides; its files are nowhere afterwards."""
    from ibbprint.dice import seed_of
    from ibbprint.playtest.policies import USUAL, play_game, policies

    assert game.offers(Game.open)
    with TemporaryDirectory(prefix="ibbprint-") as folder:
        for name, data in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        scenarios = [name for name in files if name.startswith("scenarios/")] or list(files)
        pack = (Path(folder),) if len(files) > 1 else ()
        opened = game.open(str(Path(folder, scenarios[0])), options_of((*packs, *pack), rules), Report())
        if opened is None:
            return
        for number in range(games):
            progress("greedy games", number, games)
            game_seed = seed_of(f"look:{seed}", number)
            yield play_game(opened, game_seed, policies(dict.fromkeys(opened.sides, USUAL), game_seed), listen=True)


def refuse_taken(game: Game, target: Path, force: bool) -> None:
    """Raise BadRequest for a place that is taken, where that is known before anything is made."""
    from ibbprint.catalogue.source import is_folder

    if target != Path() and (game.offer.folder or not is_folder(target)):
        _refuse_taken(target, force)


def _refuse_taken(target: Path, force: bool) -> None:
    from ibbprint.catalogue.source import is_there

    if not force and is_there(target):
        hint = "Name another with -o, or overwrite it with --force."
        raise BadRequest(f"{target} already exists.", hint, "--output")


def _refuse_strangers(target: Path, files: set[Path]) -> None:
    """Raise BadRequest for a folder with other files, or with another scenario: two in one folder are no pack."""
    from ibbprint.catalogue.source import is_folder
    from ibbprint.press.output import is_unfinished

    if not is_folder(target) or not any(path.is_file() and not is_unfinished(path) for path in target.rglob("*")):
        return
    scenarios = sorted(path for path in target.glob("scenarios/*") if path not in files and not is_unfinished(path))
    if scenarios:
        message = f"{target} holds another scenario: {scenarios[0].relative_to(target)}."
        raise BadRequest(message, "Name another folder with -o, or remove this one first.", "--output")
    if target / "pack.yaml" in files and not (target / "pack.yaml").exists():
        message = f"{target} holds other files, and no scenario."
        raise BadRequest(message, "Name another folder with -o.", "--output")


def written(result: Generated, target: Path, force: bool, report: Report) -> Path | None:
    """Write the generated files; see `Generation.save`. Raises BadRequest for a place that is wrong or taken."""
    from ibbprint.catalogue.source import is_folder
    from ibbprint.press.output import Outbox, is_empty_folder, plain_name

    if result.is_folder:
        if target == Path():
            target = Path(plain_name(result.id))
        files = {target / name: data for name, data in result.files.items()}
        _refuse_strangers(target, set(files))
    else:
        ((name, data),) = result.files.items()
        if is_folder(target) or not target.suffix:
            target = target / name
        elif target.suffix not in (".yaml", ".yml"):
            raise BadRequest(f"a scenario is a .yaml file, not {target.name!r}.", option="--output")
        files = {target: data}
    _refuse_taken(target, force)
    with Outbox(report) as outbox:
        if result.is_folder and (not target.exists() or is_empty_folder(target)):  # no half of a pack is ever there
            ready = outbox.put_folder(target, result.files)
        else:
            ready = all(outbox.put(path, data) for path, data in files.items())
        return target if ready and outbox.publish() else None
