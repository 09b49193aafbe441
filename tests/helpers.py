"""What several tests need: kits as the command line makes them, and files read without the project's own readers."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib
import importlib.util
import inspect
import io
import math
import os
import pickle
import pkgutil
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from unittest import mock

import pytest
import yaml

import ibbprint
from ibbprint.catalogue.layers import templates_of
from ibbprint.cli import designing, run
from ibbprint.cli.typer_calls import application
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.engine.rolls import AppliedModifier
from ibbprint.entry import STOPPED
from ibbprint.jobs.kits import title_of
from ibbprint.materials import Kit
from ibbprint.press.book import BookOptions, MadeBook, make_book
from ibbprint.press.paper import PAPERS
from ibbprint.press.watching import Watched
from ibbprint.problems import Problem, Report
from ibbprint.systems import games
from tests.waiting import PATIENCE_S

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "ibbprint" / "systems" / "ibb" / "data"
SCENARIOS = ROOT / "scenarios" / "ibb"
TEMPLATES = ROOT / "templates"
app = application()
SOAK = bool(os.environ.get("IBBPRINT_SOAK"))
"""True when the long run is wanted: more cases, every value."""

KITS = ("defend-the-bridge", "hastings", "stirling")
FOLDERS = {"tin-road": ROOT / "tests" / "folders" / "tin-road"}
"""Games that are folders, by the names of their kits."""
EXPANSION = ROOT / "tests" / "folders" / "deep-winter"
"""An expansion of The Tin Road."""
OTHER_GAMES = {"ayrenes-woods": "ayrenes-woods", **dict.fromkeys(FOLDERS, "printed")}
"""A scenario of every other game, and its game: what all games promise is looked at in their kits too."""
PAPER_NAMES = ("a4", "letter")
KITS_ON_PAPER = (
    [(kit, paper) for kit in KITS for paper in PAPER_NAMES]
    if SOAK
    else [("defend-the-bridge", "a4"), ("hastings", "letter"), ("stirling", "a4")]
)
"""Every scenario, and every paper; each on each in the long tests."""
PAPER_OF = dict(reversed(KITS_ON_PAPER))
"""The first paper that each of these kits is printed on: whoever looks at a whole one looks at that."""
COUNTER_MM = 15.9
PARTS = ("counters", "markers", "crt")
"""What most tests print: a whole kit has a map and booklets too, which take ten times as long."""
CUT_OUT = {
    "ayrenes-woods": ("counters", "chits", "markers", "crt", "armies", "track"),
    "tin-road": ("counters", "leaders", "mules", "markers", "events"),
}
"""The parts with pieces and cards of other games, by scenario."""


CHASE = ROOT / "tests" / "chase_package"
"""Hounds and Hare, a game with an engine in a package of somebody else."""
SALLY = ROOT / "tests" / "sally_package"
"""Sally Port, another one, which has army lists too."""


def code_lines(text: str) -> int:
    """Lines of Python, blank ones, comments and docstrings left out."""
    docs: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        first = node.body[0] if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            docs.update(range(first.lineno, (first.end_lineno or 0) + 1))
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    return sum(bool(line) and not line.startswith("#") and number not in docs for number, line in lines)


@cache
def every_game() -> Mapping[str, Game]:
    """The games that are installed, and `CHASE` and `SALLY`, which are not: what all games promise, they promise."""
    return {**games(), "chase": _game_in(CHASE / "chase"), "sally": _game_in(SALLY / "sally")}


def _game_in(package: Path) -> Game:
    """The game of a package that is not installed."""
    path = package / "__init__.py"
    spec = importlib.util.spec_from_file_location(package.name, path, submodule_search_locations=[str(package)])
    assert spec is not None
    assert spec.loader is not None
    sys.modules[package.name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game: Game = module.game
    return game


@cache
def every_scenario() -> Mapping[str, Game]:
    """Every scenario that can be played as it stands, by its id, with its game."""
    return {
        item.id: game
        for game in every_game().values()
        if game.offers(Game.open)
        for item in game.list((), Report())
        if item.kind == "scenario" and item.file.parent.name != "as-printed"
    }


Given = ParamSpec("Given")
Result = TypeVar("Result")


def kept(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """`functools.cache`, for which an argument that is left out is the same as its default written out."""
    known, signature = cache(function), inspect.signature(function)

    @wraps(function)
    def call(*arguments: Given.args, **named: Given.kwargs) -> Result:
        bound = signature.bind(*arguments, **named)
        bound.apply_defaults()
        return known(*bound.args, **bound.kwargs)

    return call


def game_of(scenario: str, game: str = "") -> Game:
    """The game of a scenario of the tests; of one that a pack brings, the game that is named."""
    return games()[game or OTHER_GAMES.get(scenario, "ibb")]


def packs_of(scenario: str, packs: Sequence[Path] = ()) -> tuple[Path, ...]:
    """The packs that a kit is made with: a game that is a folder lies under all others."""
    return (*([FOLDERS[scenario]] if scenario in FOLDERS else []), *packs)


def folders_of(scenario: str, packs: Sequence[Path] = (), game: str = "") -> list[Path]:
    """Where the templates of a kit are looked for."""
    return [*map(templates_of, reversed(packs_of(scenario, packs))), *game_of(scenario, game).template_folders]


def named(scenario: str) -> str:
    """What a command is given for the kit of that name: a scenario, or the folder of a game."""
    return str(FOLDERS.get(scenario, scenario))


def make_kit(
    scenario: str, *, packs: Sequence[Path] = (), rules: Mapping[str, str] | None = None, game: str = "", **options: Any
) -> tuple[Kit | None, Report]:
    """The bill of materials of a scenario, and what was said of it; `options` are others of `KitOptions`.

    One without packs is made once a process.
    """
    if packs or scenario in FOLDERS:
        return _make_kit(scenario, packs, rules or {}, game, options)
    kit, output = _known_kit(scenario, tuple((rules or {}).items()), game, tuple(sorted(options.items())))
    report = Report()
    report.add_all(output)
    return kit, report


def _make_kit(
    scenario: str, packs: Sequence[Path], rules: Mapping[str, str], game: str, options: Mapping[str, Any]
) -> tuple[Kit | None, Report]:
    report = Report()
    settings = KitOptions(packs_of(scenario, packs), dict(rules), **options)
    return game_of(scenario, game).kit(scenario, settings, report), report


@cache
def _known_kit(
    scenario: str, rules: tuple[tuple[str, str], ...], game: str, options: tuple[tuple[str, Any], ...]
) -> tuple[Kit | None, tuple[Problem, ...]]:
    kit, report = _make_kit(scenario, (), dict(rules), game, dict(options))
    return kit, tuple(report)


def print_kit(
    scenario: str,
    *,
    packs: Sequence[Path] = (),
    only: Sequence[str] = (),
    paper: str = "a4",
    rules: Mapping[str, str] | None = None,
    game: str = "",
    designer: bool = False,
) -> tuple[MadeBook | None, Report]:
    """A kit as a PDF, by the same steps as `ibbprint kit`."""
    settings = {"designer": designer, "only": frozenset(only)}
    result, report = _make_kit(scenario, packs, rules or {}, game, settings)
    if result is None or not report.ok:
        return None, report
    title = title_of(game_of(scenario, game))
    options = BookOptions(PAPERS[paper], frozenset(only), dict(rules or {}), game=title)
    return make_book(result, options, folders_of(scenario, packs, game), report), report


USUAL = {"paper": "a4"}
KITS_SHARED = "IBBPRINT_TEST_KITS"
"""The variable that names the folder of the kits that are kept, while several processes run the tests."""


def printed(scenario: str, *, anew: bool = False, **options: Any) -> MadeBook:
    """A kit that must come out; the report is shown when it does not.

    One without packs is printed once and kept, for all that run these tests, but not where a test says `anew`.
    """
    settings = {name: value for name, value in options.items() if value and value != USUAL.get(name)}
    settings = {
        name: tuple(sorted(value.items())) if isinstance(value, dict) else value for name, value in settings.items()
    }
    settings |= {name: tuple(sorted(settings[name])) for name in ("only",) if name in settings}
    if settings.get("game") == OTHER_GAMES.get(scenario, "ibb"):
        del settings["game"]
    return (_printed if anew or "packs" in settings else _kept)(scenario, **settings)


def _printed(scenario: str, *, rules: Sequence[tuple[str, str]] = (), **options: Any) -> MadeBook:
    book, report = print_kit(scenario, rules=dict(rules), **options)
    assert book is not None, "\n".join(map(str, report))
    return book


@cache
def _kept(scenario: str, **options: Any) -> MadeBook:
    shared = os.environ.get(KITS_SHARED)
    if shared is None:
        return _printed(scenario, **options)
    name = hashlib.sha256(repr((scenario, sorted(options.items()))).encode()).hexdigest()
    file = Path(shared) / name
    with contextlib.suppress(FileNotFoundError):
        known: MadeBook = pickle.loads(file.read_bytes())
        return known
    result = _printed(scenario, **options)
    temporary = file.with_suffix(f".{os.getpid()}")  # nobody reads half a file
    temporary.write_bytes(pickle.dumps(result._replace(symbols=frozenset(result.symbols))))
    temporary.replace(file)
    return result


def run_cli(
    *arguments: str, cwd: Path | None = None, path: Sequence[Path] = (), **environment: str
) -> subprocess.CompletedProcess[str]:
    """`ibbprint` in a process of its own; `path` is put before everything else that Python can import."""
    settings = {**os.environ, **environment}
    settings["PYTHONPATH"] = os.pathsep.join(map(str, [*path, ROOT]))
    return subprocess.run(
        [sys.executable, "-m", "ibbprint", *arguments],
        cwd=cwd,
        env=settings,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=False,
    )


def call_cli(*arguments: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """The same in this process, in a fraction of the time: whatever does not hang on a process of its own."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n", write_through=True) for _ in range(2))
    with (
        contextlib.chdir(cwd or Path.cwd()),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.dict(os.environ, environment),
        mock.patch.object(sys, "argv", ["ibbprint", *arguments]),
    ):
        code: object = 0
        try:
            run()
        except SystemExit as end:
            code = end.code or 0
        except KeyboardInterrupt:  # as `ibbprint.cli.main` answers it
            code = STOPPED
    assert isinstance(code, int), code
    lines = [stream.buffer.getvalue().decode("utf-8") for stream in (out, err)]  # type: ignore[attr-defined]
    return subprocess.CompletedProcess(arguments, code, *lines)


def call_cli_with(package: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The same with a package of somebody else, as if it were installed: games are looked for anew before and after."""
    with mock.patch.object(sys, "path", [str(package), *sys.path]):
        games.cache_clear()  # type: ignore[attr-defined]
        try:
            return call_cli(*arguments)
        finally:
            games.cache_clear()  # type: ignore[attr-defined]


def refused_playtest(scenario: str, *arguments: str) -> str:
    """What is said of a playtest that is refused before its first game."""
    result = call_cli("playtest", scenario, *arguments, cwd=ROOT)
    assert result.returncode == 2, result.stderr
    assert not result.stdout
    return result.stderr


@cache
def import_all() -> None:
    """Import every module of ibbprint."""
    for module in pkgutil.walk_packages(ibbprint.__path__, "ibbprint."):
        importlib.import_module(module.name)


def watch_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `ibbprint watch` look at the files once and end.

    By private names: nothing but Ctrl-C ends the command, and its loop waits and looks again until then.
    """

    def once(packs: tuple[Path, ...], _output: Path, watched: Watched, *_prints: object) -> None:
        designing._round(packs, watched, [])

    monkeypatch.setattr(designing, "_watch", once)


@cache
def by(modifier: int) -> tuple[AppliedModifier, ...]:
    """A modifier of a die, whatever it is."""
    return (AppliedModifier("", "", "die", modifier),)


def plain(path: Path) -> Any:
    """A YAML file as text and lists, every scalar a string, read without the project's reader."""
    return yaml.load(path.read_text(encoding="utf-8"), yaml.CBaseLoader)  # builds nothing but text


def quick_load(text: str | bytes) -> Any:
    """What `yaml.safe_load` makes of a text, in a tenth of the time."""
    return yaml.load(text, yaml.CSafeLoader)


Over = Mapping[str, Mapping[str, dict[str, Any]]]
"""Entries laid over the shipped ones, by kind and id, as a designer's pack does it."""
NOTHING: Over = {}


@cache
def _shipped(kind: str) -> dict[str, dict[str, Any]]:
    key = {"scatter": "roll", "scout": "range"}.get(kind, "id")
    return {entry[key]: entry for entry in plain(DATA / f"{kind}.yaml")[kind]}


def entries(kind: str, over: Over = NOTHING) -> dict[str, dict[str, Any]]:
    """The entries of one kind of catalogue file, by id, in the order of the file, with what lies over them."""
    return {**_shipped(kind), **over.get(kind, {})}


def as_printed(value: object) -> str:
    """A value as a text has it: a number below nought has a minus, not a hyphen."""
    return re.sub(r"^-(?=\d)", "–", str(value))


def filled(text: str, own: Mapping[str, Any], over: Over = NOTHING) -> str:
    """A text of the catalogue with its figures, looked up in the plain files."""

    def one(match: re.Match[str]) -> str:
        path = match[1].split(".")
        if path[0] in own:
            return str(own[path[0]])
        entry = entries(path[0], over)[path[1]]
        return str(entry[path[2] if len(path) > 2 else "value"])

    return re.sub(r"\{([\w.-]+)\}", one, text)


def make_pack(folder: Path, files: Mapping[str, Any] | None = None, *, game: str = "ibb") -> Path:
    """A designer's pack with these files: text as it is, anything else as YAML."""
    folder.mkdir(parents=True, exist_ok=True)
    head = {"pack.yaml": {"pack": {"id": "test-pack", "title": "A test", "game": game}}}
    for name, content in {**head, **(files or {})}.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            shutil.copy(content, target)
        elif isinstance(content, str):
            target.write_text(content, encoding="utf-8")
        else:
            text = yaml.dump(content, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False)  # the quick one
            target.write_text(text, encoding="utf-8")
    return folder


# --- the order of battle, read without the project's readers ---------------------------------------------------------


@dataclass(frozen=True)
class Expected:
    """One counter or chit that a scenario asks for: what must stand on it, and the symbols drawn on it."""

    id: str
    side: str
    what: str
    tokens: tuple[str, ...]
    symbols: tuple[str, ...]


DIE = 6


def summonings(rating: int, spell: Mapping[str, Any]) -> int:
    """How many castings of a summoning one caster can keep up at a time, upkeep counted (R-126, R-143)."""
    cost, upkeep, number = int(spell["cost"]), int(spell["upkeep"]), 0
    while (number + 1) * cost + upkeep * number * (number + 1) // 2 <= rating:
        number += 1
    return number


def summoned(data: Mapping[str, Any], side: str, over: Over = NOTHING) -> list[str]:
    """The units that casters of a side can call up, by their ids: the most that the die brings, for each casting."""
    units, figures = entries("units", over), entries("figures", over)
    results = []
    for spell in entries("spells", over).values():
        if "summons" not in spell:
            continue
        casters = [f for f in data["forces"] if f["side"] == side and units[f["unit"]].get("kind") == spell["caster"]]
        ratings = [int(units[f["unit"]]["rating"]) for f in casters for _ in range(int(f.get("count", 1)))]
        together = sum(ratings) - len(ratings) * int(figures["pool-overhead"]["value"]) if len(ratings) > 1 else 0
        castings = sum(summonings(rating, spell) for rating in ratings) or int(together >= int(spell["cost"]))
        results += [spell["summons"]] * castings * math.ceil(DIE / int(figures["goons-die-divisor"]["value"]))
    return results


def head_of(scenario: str) -> dict[str, Any]:
    """The title and edition of a kit, from its file as plain data."""
    if scenario in FOLDERS:
        return dict(plain(FOLDERS[scenario] / "game.yaml")["game"])
    return dict(battle(scenario)["scenario"])


def battle(scenario: str) -> dict[str, Any]:
    """The scenario's file as plain data."""
    folder = SCENARIOS.parent / OTHER_GAMES.get(scenario, SCENARIOS.name)
    result: dict[str, Any] = plain(folder / f"{scenario}.yaml")
    return result


def expected_pieces(
    scenario: str, *, spent: str = "", over: Over = NOTHING, data: Mapping[str, Any] | None = None
) -> list[Expected]:
    """Every counter, exchange counter and chit of a scenario.

    `spent` is the end of the id of spent spearmen, `over` what lies over the catalogue, `data` another scenario's text.
    """
    data = data or battle(scenario)
    letters = {f["id"]: f["letter"] for f in data["formations"]}
    source = _Asked(entries("units", over), entries("abilities", over), spent)
    results: list[Expected] = []
    for side in data["sides"]:
        number = 0
        for force in (f for f in data["forces"] if f["side"] == side["id"]):
            unit = source.units[force["unit"]]
            unit = unit | {"symbol": force.get("symbol") or unit.get("symbol")}
            if unit.get("kind") == "equipment":
                continue
            name = force.get("short") or force.get("name") or unit["short"]
            for _ in range(int(force.get("count", 1))):
                number += 1
                identity = f"{side['letter']}{number}"
                letter = [letters[force["formation"]]] if "formation" in force else []
                results += source.pieces(identity, side["id"], name, unit, force.get("rating"), letter)
        for called in summoned(data, side["id"], over):
            number += 1
            unit = source.units[called]
            results += source.pieces(f"{side['letter']}{number}", side["id"], unit["short"], unit, None, [])
    return results


@dataclass(frozen=True)
class _Asked:
    """What one unit of an order of battle asks for."""

    units: Mapping[str, dict[str, Any]]
    abilities: Mapping[str, dict[str, Any]]
    spent: str

    def pieces(
        self, identity: str, side: str, name: str, unit: dict[str, Any], rating: str | None, letter: list[str]
    ) -> list[Expected]:
        kind, symbol = unit.get("kind", "troops"), unit["symbol"]

        def chit(figure: str) -> Expected:
            tokens = tuple(str(token) for token in (identity, name, figure) if token)
            return Expected(identity, side, "chit", tokens, (symbol, "cup"))

        if kind in ("captain", "wizard", "priest"):
            tokens = (identity, name, str(unit["rating"]), *letter)
            return [Expected(identity, side, "leader", tokens, (symbol,)), chit(unit["rating"])]
        if kind == "engine":
            tokens = (identity, name, _figures(unit), str(unit["attack_stone"]), str(unit["range"]), *letter)
            return [Expected(identity, side, "engine", tokens, (symbol, "missile"))]
        assert kind == "troops", kind
        figures, quality = _figures(unit), str(unit["quality"])
        if rating is not None:
            figures, _, quality = rating.partition(" Q")
        results = [self.troops(identity, side, "unit", name, unit, figures, quality, letter)]
        mounts = [u for u in self.units.values() if u.get("becomes") == unit["id"] and u["on"] == "dismounted"]
        if "becomes" in unit or mounts:
            other = mounts[0] if mounts else self.units[unit["becomes"] + (self.spent if unit["on"] == "spent" else "")]
            results.append(
                self.troops(identity, side, "exchange", other["short"], other, _figures(other), quality, letter)
            )
        if {"engineering", "hidden-scouting"} & set(unit.get("abilities", ())):
            results.append(chit(""))
        return results

    def troops(
        self,
        identity: str,
        side: str,
        what: str,
        name: str,
        unit: dict[str, Any],
        figures: str,
        quality: str,
        letter: list[str],
    ) -> Expected:
        tokens, symbols = [identity, name, figures, quality, *letter], [unit["symbol"]]
        if "range" in unit:
            tokens.append(f"{unit['range']}×{unit['shots']}" if "shots" in unit else str(unit["range"]))
            symbols.append("missile")
        for ability in unit.get("abilities", ()):
            entry = self.abilities[ability]
            if ability == "missile" and "range" in unit:
                continue  # the arrow over the range stands for it
            symbols.append(entry["symbol"])
        return Expected(identity, side, what, tuple(tokens), tuple(symbols))


def _figures(unit: Mapping[str, Any]) -> str:
    return f"{unit['attack']}-{unit['defence']}-{unit['movement']}"
