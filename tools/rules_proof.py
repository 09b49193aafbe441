"""`make rules-mutate` and `make rules-coverage`: that every rule that can be acted on is held by a test that names it.

The engine marks the one place of each rule with a comment, `# off R-11: <what the line below would be without it>`;
For a block (`if ...:`) one line may stand for all of it. Places in the data and in the scenarios, which are to be
read without such comments, stand in `tests/rules_in_data.yaml`.
A test names the rules it holds: `@pytest.mark.rule("R-11")`. Games share ids, so each game has its own tests (`GAMES`).
`mutate` puts each replacement in, one after the other, in a copy of the project; a test that names the rule must fail.
`coverage` fails for a rule with neither a mark nor a place in `tests/rules_not_acted_on.yaml`, which gives the reason.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import io
import multiprocessing
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = ROOT / "ibbprint" / "systems"
TESTS = ROOT / "tests"
RULE = r"[A-Z]{1,2}-[A-Z]?\d+"
MARK = re.compile(rf"^\s*# off ((?:{RULE} ?)+): (.*)$")
NAMED = re.compile(r"""pytest\.mark\.rule\(([^)]*)\)""")
PATIENCE = 90
"""Seconds of work after which the tests of a mutant are taken to hang."""
MEMORY = 3 << 30
RELOADED = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
PRELOADED = (
    "hypothesis.strategies",
    "pydantic",
    "jinja2.sandbox",
    "markdown_it",
    "pikepdf",
    "pypdfium2",
)


class Game(NamedTuple):
    """One game: its folder, the files of its tests, its two lists."""

    id: str
    folder: str
    tests: str
    in_data: str = "rules_in_data.yaml"
    not_acted_on: str = "rules_not_acted_on.yaml"


GAMES = (
    Game("ibb", "ibb", "test_*.py"),
    Game("ayrenes-woods", "ayrenes_woods", "test_aw_*.py", "aw_rules_in_data.yaml", "aw_rules_not_acted_on.yaml"),
)
"""The games; a file of tests belongs to the last one whose pattern it fits."""


class Mark(NamedTuple):
    """One place of some rules: its file and the line above it, and what the line would be without them."""

    file: Path
    line: int
    rules: tuple[str, ...]
    instead: str
    game: str = GAMES[0].id


def marks() -> list[Mark]:
    """Every mark in the engines and in the catalogues, game by game, by file and line."""
    found = []
    for game in GAMES:
        folder = SYSTEMS / game.folder
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.yaml")]):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                match = MARK.match(line)
                if match:
                    found.append(Mark(path, number, tuple(match[1].split()), match[2], game.id))
        found += _data_marks(game)
    return found


def _data_marks(game: Game) -> Iterator[Mark]:
    """The places that `tests/rules_in_data.yaml` names: after a line (`after`) the first that holds a text (`text`)."""
    for place in yaml.safe_load((TESTS / game.in_data).read_text(encoding="utf-8")) or ():
        path = ROOT / place["file"]
        lines = path.read_text(encoding="utf-8").splitlines()
        start = 0
        if "after" in place:
            start = next((n for n, line in enumerate(lines, start=1) if line.strip() == place["after"]), len(lines))
        number = next((n for n, line in enumerate(lines) if n >= start and place["text"] in line), None)
        if number is None:
            raise SystemExit(f"{place['rules']}: {path.relative_to(ROOT)} has no {place['text']!r} any more")
        instead = lines[number].strip().replace(place["text"], place["instead"])
        yield Mark(path, number, tuple(place["rules"].split()), instead, game.id)


def mutated(mark: Mark) -> str:
    """The file with the marked line replaced. Inside brackets that is one line, else the whole logical line."""
    lines = mark.file.read_text(encoding="utf-8").splitlines()
    first = mark.line
    while MARK.match(lines[first]):  # several marks may stand above one line
        first += 1
    last = first + 1
    if mark.file.suffix == ".py":
        last = _end_of_logical_line("\n".join(lines) + "\n", first)
        if lines[last - 1].rstrip().endswith(":") and not mark.instead.endswith(":"):
            depth = len(lines[first]) - len(lines[first].lstrip())
            while last < len(lines) and (
                not lines[last].strip() or len(lines[last]) - len(lines[last].lstrip()) > depth
            ):
                last += 1
    indent = re.match(r"\s*", lines[first])
    assert indent is not None
    made = [*lines[:first], indent[0] + mark.instead, *lines[last:]]
    text = "\n".join(made) + "\n"
    if mark.file.suffix == ".py":
        ast.parse(text)  # a replacement that is no Python is a fault of the mark
    return text


@cache  # a file has many marks
def _tokens(text: str) -> tuple[tokenize.TokenInfo, ...]:
    return tuple(tokenize.generate_tokens(io.StringIO(text).readline))


def _end_of_logical_line(text: str, comment: int) -> int:
    depth, started = 0, False
    for token in _tokens(text):
        if token.type == tokenize.OP and token.start[0] <= comment:
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token.string, 0)
        if token.start[0] <= comment or token.type in (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT):
            continue
        if depth > 0:
            return comment + 1
        started = True
        if token.type == tokenize.NEWLINE and started:
            return token.start[0]
    return comment + 1


def tests_by_rule(game: Game) -> dict[str, set[Path]]:
    """The files of the tests of a game that name each rule."""
    found: dict[str, set[Path]] = {}
    for path in TESTS.glob(game.tests):
        if [one for one in GAMES if path.match(one.tests)][-1] is not game:
            continue
        for match in NAMED.finditer(path.read_text(encoding="utf-8")):
            for rule in re.findall(RULE, match[1]):
                found.setdefault(rule, set()).add(path)
    return found


def known_rules(game: Game) -> list[str]:
    """Every statement, ruling and settlement."""
    data = SYSTEMS / game.folder / "data"
    files = [path for kind in ("statements", "rulings") if (path := data / f"{kind}.yaml").exists()]
    return [rule["id"] for path in files for rule in yaml.safe_load(path.read_text(encoding="utf-8"))[path.stem]]


def not_acted_on(game: Game) -> dict[str, str]:
    """The rules that nothing can be done about, with the reason."""
    text = (TESTS / game.not_acted_on).read_text(encoding="utf-8")
    return {str(k): str(v) for k, v in yaml.safe_load(text).items()}


def coverage() -> int:
    """Say which rules have no mark, no test, or both a mark and a reason for having none; 1 if there are any."""
    faults = [f"{game.id}: {fault}" for game in GAMES for fault in _uncovered(game)]
    for fault in faults:
        print(fault)
    for game in GAMES:
        counted = len(_marked(game) & set(known_rules(game)))
        print(f"{game.id}: {counted} rules have their place, {len(not_acted_on(game))} cannot be acted on.")
    print(f"{len(faults)} faults.")
    return 1 if faults else 0


def _marked(game: Game) -> set[str]:
    return {rule for mark in marks() if mark.game == game.id for rule in mark.rules}


def _uncovered(game: Game) -> Iterator[str]:
    """What is wrong with the rules of a game."""
    marked, tested, excused, known = _marked(game), tests_by_rule(game), not_acted_on(game), known_rules(game)
    for rule in known:
        if rule in marked and rule not in tested:
            yield f"{rule} is marked in the engine, but no test names it"
        elif rule in marked and rule in excused:
            yield f"{rule} is marked in the engine, and has a reason not to be: {excused[rule]}"
        elif rule not in marked and rule not in excused:
            yield f"{rule} has neither a place in the engine nor a reason for having none"
    for rule in sorted((marked | set(excused) | set(tested)) - set(known)):
        yield f"{rule} is no rule"


def mutate(wanted: list[str], of: str = "") -> int:
    """Try every mark, or those of some rules, or of one game; 1 if a rule is held by no test that names it."""
    tested = {game.id: tests_by_rule(game) for game in GAMES}
    jobs = [
        (mark._replace(rules=rules), sorted({p.name for rule in rules for p in tested[mark.game].get(rule, ())}))
        for mark in marks()
        if (not of or mark.game == of) and (rules := tuple(rule for rule in mark.rules if not wanted or rule in wanted))
    ]
    for module in PRELOADED:
        importlib.import_module(module)
    with tempfile.TemporaryDirectory(prefix="ibbprint-mutants-") as folder:
        _copy(Path(folder) / "fresh")
        # What is imported is compiled once. The forked workers have all libraries at hand, and a copy each.
        collect = [sys.executable, "-m", "pytest", "-qq", "--collect-only", "-p", "no:cacheprovider"]
        files = [f"tests/{name}" for name in sorted({name for _, names in jobs for name in names})]
        around = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        subprocess.run(
            [*collect, *files], cwd=Path(folder) / "fresh", stdout=subprocess.DEVNULL, check=True, env=around
        )
        with multiprocessing.get_context("fork").Pool(os.cpu_count(), _begin, (Path(folder),)) as pool:
            told = {name: _told(jobs, name) for _, names in jobs for name in names}
            whole = [(rules, name) for name, rules in sorted(told.items())]
            faults = [fault for found in pool.imap(_sound, whole) for fault in found]
            if not faults:
                faults = [fault for found in _shown(pool.imap(_try, jobs), len(jobs)) for fault in found]
    for fault in faults:
        print(fault)
    # A rule with several places is held when each of its places is.
    rules = {(mark.game, rule) for mark, _ in jobs for rule in mark.rules}
    print(f"{len(jobs)} mutants of {len(rules)} rules, {len(faults)} live.")
    return 1 if faults else 0


def _told(jobs: list[tuple[Mark, list[str]]], name: str) -> tuple[str, ...]:
    """The rules whose tests a file has."""
    return tuple({rule for mark, names in jobs if name in names for rule in mark.rules})


def _copy(to: Path) -> None:
    for folder in ("ibbprint", "tests", "templates", "scenarios"):
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
    assert not [name for name in sys.modules if name.startswith("ibbprint.systems")]


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
    said = Path("said").read_text(encoding="utf-8")
    if os.WEXITSTATUS(status) not in (0, 1):
        return [f"{place}: the tests of {' '.join(mark.rules)} could not be run:\n{said[-1500:]}"]
    held = Path("held").read_text(encoding="utf-8").split()
    return [f"{place}: without {rule} every test that names it passes" for rule in mark.rules if rule not in held]


def _run(rules: tuple[str, ...], files: list[str]) -> None:
    """In a process of its own: the tests that name the rules, until one of each has failed."""
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with Path("said").open("w") as said:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
    sys.dont_write_bytecode = True
    watch = _Watch(rules)
    quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=short", "-W", RELOADED]
    code = 9
    try:
        code = int(pytest.main([*quiet, *(f"tests/{name}" for name in files)], plugins=[watch]))
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
    """`mutate [ID ...]` or `coverage`."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("what", choices=("mutate", "coverage"))
    parser.add_argument("rules", nargs="*", help="only these rules")
    parser.add_argument("--game", default="", choices=[game.id for game in GAMES], help="only those of this game")
    given = parser.parse_intermixed_args()
    return coverage() if given.what == "coverage" else mutate(given.rules, given.game)


if __name__ == "__main__":
    raise SystemExit(main())
