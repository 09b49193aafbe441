"""`make rules-mutate` and `make rules-coverage`: that every rule that can be acted on is held by a test that names it.

`rules_in_engine.yaml` and `rules_in_data.yaml` in `tests/systems/GAME` give the one place of each rule in the code and
in the data, and what would stand there without the rule; for a block (`if ...:`) a statement may replace all of it. A
place in the code is found by its syntax tree and the function it is in (`tools/code_places.py`), so that layout, names
and modules may change; what `instead` has in common with `code` is written as the engine has it. An entry that fits no
place, or two, is a fault.
A test names the rules it holds: `@pytest.mark.rule("R-11")`. Games share ids, so each game has its own tests (`GAMES`).
`mutate` puts each replacement in, one after the other, in a copy of the project; a test that names the rule must fail.
`coverage` fails for a rule with neither a place nor a reason for having none in `rules_not_acted_on.yaml`.
`where` shows the places of rules.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import multiprocessing
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from tools.code_places import Code, Match, NoPattern, codes, matches, modules_of, one_line, pattern, replaced

# The loaders in C are several times as quick, but not every build of PyYAML has them.
BaseLoader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = ROOT / "ibbprint" / "systems"
ENGINE = ROOT / "ibbprint" / "engine"
TESTS = ROOT / "tests"
RULE = r"[A-Z]{1,2}-[A-Z]?\d+"
NAMED = re.compile(r"""pytest\.mark\.rule\(([^)]*)\)""")
PATIENCE = 90
"""Seconds of work after which the tests of a mutant are taken to hang."""
MEMORY = 3 << 30
TELLING = 3
"""How many names and values code must hold to be known again in a function that has another name."""
RELOADED = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
PRELOADED = ("hypothesis.strategies", "pydantic", "jinja2.sandbox", "markdown_it", "pikepdf", "pypdfium2")


class Game(NamedTuple):
    """One game: its id and its folder in `ibbprint/systems` and `tests/systems`.

    Of one that is not `whole` only some rules have their places listed: those that its engine acts on in play.
    """

    id: str
    folder: str
    whole: bool = True

    @property
    def tests(self) -> Path:
        """The folder of the game's own tests and of its three lists."""
        return TESTS / "systems" / self.folder

    def list_of(self, name: str) -> Path:
        """The file of one list, such as `rules_in_engine`."""
        return self.tests / f"{name}.yaml"


IBB = Game("ibb", "ibb")
GAMES = (
    IBB,
    Game("ayrenes-woods", "ayrenes_woods"),
    Game("microbattle", "microbattle"),
    Game("battle-turn", "battle_turn"),
    Game("element-battle", "element_battle", whole=False),
    Game("printed", "printed"),
)
"""The games whose rules are proved. Tests outside the folders of all games name rules of Itty Bitty Battles."""


class Mark(NamedTuple):
    """One place of some rules: what stands there, and which bytes of the file would be what without them."""

    file: Path
    line: int
    rules: tuple[str, ...]
    code: str
    first: int
    last: int
    instead: str
    game: str = GAMES[0].id


class Entry(NamedTuple):
    """What `rules_in_engine.yaml` says of one place; `at` is the entry's own file and line."""

    at: str
    rules: str
    file: Path
    within: str
    under: str
    code: str
    instead: str


def marks() -> list[Mark]:
    """Every mark in the engines and in the catalogues, game by game; SystemExit names the entries without a place."""
    every, faults = [], []
    for game in GAMES:
        files = _files(game)
        for entry in entries(game.list_of("rules_in_engine")):
            try:
                every.append(code_mark(entry, files, game.id))
            except LookupError as fault:
                faults.append(str(fault))
        for data in data_entries(game.list_of("rules_in_data")):
            try:
                every.append(data_mark(data, game.id))
            except LookupError as fault:
                faults.append(str(fault))
    if faults:
        raise SystemExit("\n".join(faults))
    return every


def _files(game: Game) -> list[Path]:
    return [path for folder in (SYSTEMS / game.folder, ENGINE) for path in sorted(folder.rglob("*.py"))]


def entries(path: Path) -> Iterator[Entry]:
    """The entries of a list of places in the code, in its order."""
    loader = BaseLoader(path.read_text(encoding="utf-8"))  # every value is text: `pass`, `0`
    sections = loader.get_single_node()
    for file, section in sections.value if sections else ():
        for node in section.value:
            at = f"{_named(path)}:{node.start_mark.line + 1}"
            given = {str(key): str(value) for key, value in loader.construct_mapping(node).items()}
            if not {"rules", "code", "instead"} <= given.keys() <= {"rules", "in", "under", "code", "instead"}:
                raise SystemExit(
                    f"{at}: expected rules, code, instead and perhaps in and under, not {', '.join(given)}"
                )
            within, under = given.get("in", ""), given.get("under", "")
            yield Entry(at, given["rules"], ROOT / file.value, within, under, given["code"], given["instead"])


def code_mark(entry: Entry, files: Sequence[Path], game: str) -> Mark:
    """The place of an entry, and what its file would be without the rules. LookupError for none or several places."""
    match = place(entry, files)
    try:
        first, last, instead = replaced(match, pattern(entry.code), entry.instead)
    except NoPattern as fault:
        raise LookupError(f"{entry.at}: {entry.rules}: {fault}") from None
    code = match.code
    return Mark(code.file, code.line, tuple(entry.rules.split()), one_line(code), first, last, instead, game)


def place(entry: Entry, files: Sequence[Path]) -> Match:
    """The one place that an entry means; LookupError for none or several, with the nearest of the others."""
    try:
        expected, _ = pattern(entry.code), entry.under and pattern(entry.under)
    except NoPattern as fault:
        raise LookupError(f"{entry.at}: {entry.rules}: {fault}") from None
    text = f"{entry.within}: {entry.code}" if entry.within else entry.code
    every = tuple(dict.fromkeys((entry.file, *files)))
    modules = modules_of(every)
    searched: Sequence[Code] = ()
    for searched, may_rename, anchors in _searches(entry, every):
        fitting = matches(expected, searched, modules, under=entry.under, may_rename=may_rename, anchors=anchors)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            places = "".join(map(_shown_code, (match.code for match in fitting)))
            raise LookupError(
                f"{entry.at}: {entry.rules}: `{text}` fits several places; give the function as `in`, "
                f"or what the right one is under as `under`:{places}"
            )
    near = [code for code in searched or _codes(every) if isinstance(code.node, ast.stmt)]
    near.sort(key=lambda code: -SequenceMatcher(None, entry.code, one_line(code)).ratio())
    why = f"is not in {_named(entry.file)}" + (f" under `{entry.under}`" if entry.under else "")
    raise LookupError(f"{entry.at}: {entry.rules}: `{text}` {why}; nearest:{''.join(map(_shown_code, near[:3]))}")


def _searches(entry: Entry, files: Sequence[Path]) -> Iterator[tuple[Sequence[Code], bool, int]]:
    """Where to look for an entry, in this order; whether local names may be others there; the least of its anchors.

    The function may have moved to another module; the class around it may have another name. If nothing has the name of
    the function any more, all of the game is searched, for code that is more than a common phrase.
    """
    if not entry.within:
        for may_rename in (False, True):
            yield _codes(files[:1]), may_rename, 0
            yield _codes(files), may_rename, 0
        return
    for name in dict.fromkeys((entry.within, entry.within.rpartition(".")[2])):
        for some in (files[:1], files[1:]):
            if searched := _codes(some, name):
                yield searched, False, 0
                yield searched, True, 0
                return
    yield _codes(files), False, TELLING


def _codes(files: Sequence[Path], within: str = "") -> Sequence[Code]:
    return [code for path in files for code in codes(path, within)]


def _shown_code(code: Code) -> str:
    within = f"{code.scope.within}: " if code.scope.within else ""
    return f"\n    {_named(code.file)}:{code.line}: {within}{one_line(code)}"


def _named(path: Path) -> str:
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def data_entries(path: Path) -> Sequence[Mapping[str, str]]:
    """The entries of a list of places in the data, in its order."""
    return yaml.load(path.read_text(encoding="utf-8"), SafeLoader) or ()


def data_mark(place: Mapping[str, str], game: str) -> Mark:
    """The line that an entry means: after a line (`after`) the first that holds `text`. LookupError for none."""
    path = ROOT / place["file"]
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    start = 0
    if "after" in place:
        start = next((n for n, line in enumerate(lines, start=1) if line.strip() == place["after"]), len(lines))
    number = next((n for n, line in enumerate(lines, start=1) if n > start and place["text"] in line), None)
    if number is None:
        raise LookupError(f"{place['rules']}: {_named(path)} has no {place['text']!r} any more")
    code = lines[number - 1].strip()
    instead = code.replace(place["text"], place["instead"])
    first = len("".join(f"{line}\n" for line in lines[: number - 1]).encode())
    first += len(lines[number - 1]) - len(lines[number - 1].lstrip())
    return Mark(path, number, tuple(place["rules"].split()), code, first, first + len(code.encode()), instead, game)


def mutated(mark: Mark) -> str:
    """The file without the rules of a mark."""
    raw = mark.file.read_bytes()
    text = (raw[: mark.first] + mark.instead.encode() + raw[mark.last :]).decode()
    if mark.file.suffix == ".py":
        ast.parse(text)  # a replacement that is no Python is a fault of the mark
    return text


def tests_by_rule(game: Game) -> dict[str, set[Path]]:
    """The files of the tests of a game that name each rule."""
    others = [other.tests for other in GAMES if other is not game]
    foreign = {rule for other in GAMES if other is not game for rule in known_rules(other)} - {*known_rules(game)}
    files: dict[str, set[Path]] = {}
    for path in (TESTS if game is IBB else game.tests).rglob("test_*.py"):
        if path.parent in others:
            continue
        for match in NAMED.finditer(path.read_text(encoding="utf-8")):
            for rule in re.findall(RULE, match[1]):
                if rule not in foreign:  # a test outside the folders may be of another game's lists
                    files.setdefault(rule, set()).add(path)
    return files


def known_rules(game: Game) -> list[str]:
    """Every statement, ruling and settlement."""
    data = SYSTEMS / game.folder / "data"
    files = [path for kind in ("statements", "rulings") if (path := data / f"{kind}.yaml").exists()]
    return [rule["id"] for path in files for rule in yaml.load(path.read_text(encoding="utf-8"), SafeLoader)[path.stem]]


def not_acted_on(game: Game) -> dict[str, str]:
    """The rules that nothing can be done about, with the reason."""
    text = game.list_of("rules_not_acted_on").read_text(encoding="utf-8")
    return {str(k): str(v) for k, v in yaml.load(text, SafeLoader).items()}


def coverage() -> int:
    """Say which rules have no place, no test, or both a place and a reason for having none; 1 if there are any."""
    marked = _marked()
    faults = [f"{game.id}: {fault}" for game in GAMES for fault in _uncovered(game, marked[game.id])]
    for fault in faults:
        print(fault)
    for game in GAMES:
        counted = len(marked[game.id] & set(known_rules(game)))
        print(f"{game.id}: {counted} rules have their place, {len(not_acted_on(game))} cannot be acted on.")
    print(f"{len(faults)} faults.")
    return 1 if faults else 0


def where(wanted: list[str], of: str = "") -> int:
    """Print where rules act, and each line with and without them; 1 if one of the wanted acts nowhere."""
    names: set[str] = set()
    for mark in marks():
        if (of and mark.game != of) or (wanted and not set(wanted) & set(mark.rules)):
            continue
        names.update(mark.rules)
        print(f"{_named(mark.file)}:{mark.line}: {mark.game} {' '.join(mark.rules)}")
        print(f"  - {mark.code}\n  + {mark.instead}")
    nowhere = [rule for rule in wanted if rule not in names]
    for rule in nowhere:
        reasons = (
            why for game in GAMES if game.id == (of or game.id) for id, why in not_acted_on(game).items() if id == rule
        )
        print(f"{rule} acts nowhere: {next(reasons, 'there is no such rule')}")
    return 1 if nowhere else 0


def _marked() -> dict[str, set[str]]:
    """The rules of each game that have a place."""
    marked: dict[str, set[str]] = {game.id: set() for game in GAMES}
    for mark in marks():
        marked[mark.game].update(mark.rules)
    return marked


def _uncovered(game: Game, marked: set[str]) -> Iterator[str]:
    """What is wrong with the rules of a game."""
    tested, excused, known = tests_by_rule(game), not_acted_on(game), known_rules(game)
    for rule in known:
        if rule in marked and rule not in tested:
            yield f"{rule} has its place, but no test names it"
        elif rule in marked and rule in excused:
            yield f"{rule} has its place, and a reason for having none: {excused[rule]}"
        elif game.whole and rule not in marked and rule not in excused:
            yield f"{rule} has neither a place nor a reason for having none"
    for rule in sorted((marked | set(excused) | set(tested)) - set(known)):
        yield f"{rule} is no rule"


def mutate(wanted: list[str], of: str = "") -> int:
    """Try every mark, or those of some rules, or of one game; 1 if a rule is held by no test that names it."""
    tested = {game.id: tests_by_rule(game) for game in GAMES}
    jobs = [
        (
            mark._replace(rules=rules),
            sorted({_named(path) for rule in rules for path in tested[mark.game].get(rule, ())}),
        )
        for mark in marks()
        if (not of or mark.game == of) and (rules := tuple(rule for rule in mark.rules if not wanted or rule in wanted))
    ]
    for module in PRELOADED:
        importlib.import_module(module)
    with tempfile.TemporaryDirectory(prefix="ibbprint-mutants-") as folder:
        _copy(Path(folder) / "fresh")
        # What is imported is compiled once. The forked workers have all libraries at hand, and a copy each.
        collect = [sys.executable, "-m", "pytest", "-qq", "--collect-only", "-p", "no:cacheprovider"]
        files = sorted({name for _, names in jobs for name in names})
        around = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        subprocess.run(
            [*collect, *files], cwd=Path(folder) / "fresh", stdout=subprocess.DEVNULL, check=True, env=around
        )
        with multiprocessing.get_context("fork").Pool(os.cpu_count(), _begin, (Path(folder),)) as pool:
            lines = {name: _told(jobs, name) for _, names in jobs for name in names}
            whole = [(rules, name) for name, rules in sorted(lines.items())]
            faults = [fault for results in pool.imap(_sound, whole) for fault in results]
            if not faults:
                faults = [fault for result in _shown(pool.imap(_try, jobs), len(jobs)) for fault in result]
    for fault in faults:
        print(fault)
    # A rule with several places is held when each of its places is.
    tried = {(mark.game, rule) for mark, _ in jobs for rule in mark.rules}
    print(f"{len(jobs)} mutants of {len(tried)} rules, {len(faults)} live.")
    return 1 if faults else 0


def _told(jobs: list[tuple[Mark, list[str]]], name: str) -> tuple[str, ...]:
    """The rules whose tests a file has."""
    return tuple({rule for mark, names in jobs if name in names for rule in mark.rules})


def _copy(to: Path) -> None:
    for folder in ("ibbprint", "tests", "templates", "scenarios", "docs/examples"):
        shutil.copytree(ROOT / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", to)


def _begin(folder: Path) -> None:
    own = folder / str(os.getpid())
    shutil.copytree(folder / "fresh", own)
    os.chdir(own)
    sys.path[:] = [str(own), *(path for path in sys.path if path not in ("", str(ROOT), str(ROOT / "tools")))]
    # What knows no game has no rules: it need not be loaded anew for every mutant.
    for module in ("ibbprint.press.book", "ibbprint.catalogue.layers", "ibbprint.tables"):
        importlib.import_module(module)
    assert not [name for name in sys.modules if name.startswith(("ibbprint.systems", "ibbprint.engine"))]


def _sound(job: tuple[tuple[str, ...], str]) -> list[str]:
    """What is wrong with a file of tests as things stand: a test that fails anyhow holds no rule."""
    rules, name = job
    status = _forked(rules, [name])
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) in (0, 5):
        return []
    return [f"{name} fails as things stand:\n{Path('said').read_text(encoding='utf-8')[-1500:]}"]


def _forked(rules: tuple[str, ...], files: list[str]) -> int:
    child = os.fork()
    if not child:
        _run(rules, files)
    return os.waitpid(child, 0)[1]


def _try(job: tuple[Mark, list[str]]) -> list[str]:
    """What is wrong with the rules of a mark: nothing, when for each of them a test that names it fails."""
    mark, files = job
    name = mark.file.relative_to(ROOT)
    place = f"{name}:{mark.line}"
    try:
        text = mutated(mark._replace(file=name))
    except SyntaxError as fault:
        return [f"{place}: the file is no Python without {' '.join(mark.rules)}: {fault}"]
    if not files:
        return [f"{place}: no test names {rule}" for rule in mark.rules]
    before = name.read_text(encoding="utf-8")
    name.write_text(text, encoding="utf-8")
    for stale in (name.parent / "__pycache__").glob(f"{name.stem}.*"):
        stale.unlink()
    status = _forked(mark.rules, files)
    name.write_text(before, encoding="utf-8")
    if os.WIFSIGNALED(status):
        # A game that never ends is a failure too; anything else is not.
        return [] if os.WTERMSIG(status) == signal.SIGXCPU else [f"{place}: its tests were killed"]
    message = Path("said").read_text(encoding="utf-8")
    if os.WEXITSTATUS(status) not in (0, 1):
        return [f"{place}: the tests of {' '.join(mark.rules)} could not be run:\n{message[-1500:]}"]
    held = Path("held").read_text(encoding="utf-8").split()
    return [f"{place}: without {rule} every test that names it passes" for rule in mark.rules if rule not in held]


def _run(rules: tuple[str, ...], files: list[str]) -> None:
    """In a process of its own: the tests that name the rules, until one of each has failed."""
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with Path("said").open("w") as raised:
        os.dup2(raised.fileno(), 1)
        os.dup2(raised.fileno(), 2)
    sys.dont_write_bytecode = True
    watch = _Watch(rules)
    quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=short", "-W", RELOADED]
    code = 9
    try:
        code = int(pytest.main([*quiet, *files], plugins=[watch]))
        assert sys.modules["ibbprint"].__file__ == str(Path.cwd() / "ibbprint" / "__init__.py")
        Path("held").write_text(" ".join(sorted(watch.held)), encoding="utf-8")
    finally:
        os._exit(code)


class _Watch:
    """Picks the tests that name some rules, and notes which rules are held: a test that names them has failed."""

    def __init__(self, rules: tuple[str, ...]) -> None:
        self.rules = frozenset(rules)
        self.named: dict[str, frozenset[str]] = {}
        self.held: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            self.named[item.nodeid] = self.rules & {rule for mark in item.iter_markers("rule") for rule in mark.args}
        items[:] = [item for item in items if self.named[item.nodeid]]

    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        return True if self.named[item.nodeid] <= self.held else None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.held |= self.named[report.nodeid]


def _shown(results: Iterator[list[str]], count: int) -> Iterator[list[str]]:
    for number, result in enumerate(results, start=1):
        if sys.stderr.isatty():
            print(f"\r{number} of {count}", end="", file=sys.stderr)
        yield result


def main() -> int:
    """`mutate [ID ...]`, `coverage` or `where [ID ...]`."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("what", choices=("mutate", "coverage", "where"))
    parser.add_argument("rules", nargs="*", help="only these rules")
    parser.add_argument("--game", default="", choices=[game.id for game in GAMES], help="only those of this game")
    given = parser.parse_intermixed_args()
    if given.what == "coverage":
        return coverage()
    return (mutate if given.what == "mutate" else where)(given.rules, given.game)


if __name__ == "__main__":
    raise SystemExit(main())
