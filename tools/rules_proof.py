"""`make rules-mutate` and `make rules-coverage`: that every rule that can be acted on is held by a test that names it.

`tests/rules_in_engine.yaml` and `tests/rules_in_data.yaml` give the one place of each rule in the code and in the data,
and what the line would be without the rule; for a block (`if ...:`) one line may replace all of it. A line of code is
found by its text and by the function it is in, not by its number; an entry that fits no line, or two, is a fault.
A test names the rules it holds: `@pytest.mark.rule("R-11")`. Games share ids, so each game has its own tests (`GAMES`).
`mutate` puts each replacement in, one after the other, in a copy of the project; a test that names the rule must fail.
`coverage` fails for a rule with neither a place nor a reason for having none in `tests/rules_not_acted_on.yaml`.
`where` shows the places of rules.
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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = ROOT / "ibbprint" / "systems"
ENGINE = ROOT / "ibbprint" / "engine"
TESTS = ROOT / "tests"
RULE = r"[A-Z]{1,2}-[A-Z]?\d+"
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
    """One game: its folder, the files of its tests, its three lists."""

    id: str
    folder: str
    tests: str
    in_engine: str = "rules_in_engine.yaml"
    in_data: str = "rules_in_data.yaml"
    not_acted_on: str = "rules_not_acted_on.yaml"


GAMES = (
    Game("ibb", "ibb", "test_*.py"),
    Game(
        "ayrenes-woods",
        "ayrenes_woods",
        "test_aw_*.py",
        "aw_rules_in_engine.yaml",
        "aw_rules_in_data.yaml",
        "aw_rules_not_acted_on.yaml",
    ),
    Game(
        "microbattle",
        "microbattle",
        "test_micro_*.py",
        "micro_rules_in_engine.yaml",
        "micro_rules_in_data.yaml",
        "micro_rules_not_acted_on.yaml",
    ),
    Game(
        "battle-turn",
        "battle_turn",
        "test_bt_*.py",
        "bt_rules_in_engine.yaml",
        "bt_rules_in_data.yaml",
        "bt_rules_not_acted_on.yaml",
    ),
)
"""The games; a file of tests belongs to the last one whose pattern it fits."""


class Mark(NamedTuple):
    """One place of some rules: its file and line, and what that line would be without them."""

    file: Path
    line: int
    rules: tuple[str, ...]
    instead: str
    game: str = GAMES[0].id


class Line(NamedTuple):
    """A line of code: its file and number, the function or class it is in (`State.called`), its text stripped."""

    file: Path
    number: int
    within: str
    text: str


class Entry(NamedTuple):
    """What `tests/rules_in_engine.yaml` says of one place; `at` is the entry's own file and line."""

    at: str
    rules: str
    file: Path
    within: str
    after: str
    line: str
    instead: str


def marks() -> list[Mark]:
    """Every mark in the engines and in the catalogues, game by game; SystemExit names the entries without a place."""
    found, faults = [], []
    for game in GAMES:
        files = [path for folder in (SYSTEMS / game.folder, ENGINE) for path in sorted(folder.rglob("*.py"))]
        for entry in entries(TESTS / game.in_engine):
            try:
                line = place(entry, files)
                found.append(Mark(line.file, line.number, tuple(entry.rules.split()), entry.instead, game.id))
            except LookupError as fault:
                faults.append(str(fault))
        for data in data_entries(TESTS / game.in_data):
            try:
                found.append(data_mark(data, game.id))
            except LookupError as fault:
                faults.append(str(fault))
    if faults:
        raise SystemExit("\n".join(faults))
    return found


def entries(path: Path) -> Iterator[Entry]:
    """The entries of a list of places in the code, in its order."""
    loader = yaml.BaseLoader(path.read_text(encoding="utf-8"))  # every value is text: `pass`, `0`
    sections = loader.get_single_node()
    for file, section in sections.value if sections else ():
        for node in section.value:
            at = f"{_named(path)}:{node.start_mark.line + 1}"
            given = {str(key): str(value) for key, value in loader.construct_mapping(node).items()}
            if not {"rules", "line", "instead"} <= given.keys() <= {"rules", "in", "after", "line", "instead"}:
                raise SystemExit(
                    f"{at}: expected rules, line, instead and perhaps in and after, not {', '.join(given)}"
                )
            within, after = given.get("in", ""), given.get("after", "")
            yield Entry(at, given["rules"], ROOT / file.value, within, after, given["line"], given["instead"])


def place(entry: Entry, files: Iterable[Path]) -> Line:
    """The line an entry means, in its file or else in the one other file it fits; LookupError for none or several."""
    found = _fitting(entry, entry.file) or [line for path in files for line in _fitting(entry, path)]
    if len(found) == 1:
        return found[0]
    wanted = f"{entry.within}: {entry.line}"
    if found:
        shown, why = found, "fits several lines; give a line above the right one as `after`"
    else:
        near = [
            line
            for path in dict.fromkeys((entry.file, *files))
            for line in _lines(path)
            if path == entry.file or entry.within == line.within or entry.line == line.text
        ]
        near.sort(key=lambda line: -SequenceMatcher(None, wanted, f"{line.within}: {line.text}").ratio())
        shown, why = near[:3], f"is not in {_named(entry.file)}" + (f" after `{entry.after}`" if entry.after else "")
    places = "".join(f"\n    {_named(line.file)}:{line.number}: {line.within}: {line.text}" for line in shown)
    raise LookupError(f"{entry.at}: {entry.rules}: `{wanted}` {why}{'' if found else '; nearest'}:{places}")


def _fitting(entry: Entry, path: Path) -> list[Line]:
    """The lines of a file that an entry fits: with `after`, the first below each such line."""
    body = [line for line in _lines(path) if line.within == entry.within]
    starts = [n for n, line in enumerate(body, start=1) if line.text == entry.after]
    if not entry.after:
        return [line for line in body if line.text == entry.line]
    below = (next((line for line in body[start:] if line.text == entry.line), None) for start in starts)
    return list(dict.fromkeys(line for line in below if line))


@cache
def _lines(path: Path) -> tuple[Line, ...]:
    """The lines of a file that are not blank; none if there is no such file."""
    if not path.exists():
        return ()
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    within = [""] * len(lines)

    def name(node: ast.AST, outer: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = outer
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                inner = f"{outer}.{child.name}" if outer else child.name
                first = min(each.lineno for each in (child, *child.decorator_list)) - 1
                last = child.end_lineno or first
                within[first:last] = [inner] * (last - first)
            if not isinstance(child, ast.expr):
                name(child, inner)

    name(ast.parse(text, str(path)), "")
    return tuple(Line(path, n, within[n - 1], line.strip()) for n, line in enumerate(lines, start=1) if line.strip())


def _named(path: Path) -> str:
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def data_entries(path: Path) -> Sequence[Mapping[str, str]]:
    """The entries of a list of places in the data, in its order."""
    return yaml.safe_load(path.read_text(encoding="utf-8")) or ()


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
    instead = lines[number - 1].strip().replace(place["text"], place["instead"])
    return Mark(path, number, tuple(place["rules"].split()), instead, game)


def mutated(mark: Mark) -> str:
    """The file with the marked line replaced. Inside brackets that is one line, else the whole logical line."""
    lines = mark.file.read_text(encoding="utf-8").splitlines()
    first, last = mark.line - 1, mark.line
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


def _end_of_logical_line(text: str, above: int) -> int:
    depth = 0
    for token in _tokens(text):
        if token.start[0] <= above:
            if token.type == tokenize.OP:
                depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token.string, 0)
        elif depth > 0:
            break
        elif token.type == tokenize.NEWLINE:
            return token.start[0]
    return above + 1


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
    """Say which rules have no place, no test, or both a place and a reason for having none; 1 if there are any."""
    faults = [f"{game.id}: {fault}" for game in GAMES for fault in _uncovered(game)]
    for fault in faults:
        print(fault)
    for game in GAMES:
        counted = len(_marked(game) & set(known_rules(game)))
        print(f"{game.id}: {counted} rules have their place, {len(not_acted_on(game))} cannot be acted on.")
    print(f"{len(faults)} faults.")
    return 1 if faults else 0


def where(wanted: list[str], of: str = "") -> int:
    """Print where rules act, and each line with and without them; 1 if one of the wanted acts nowhere."""
    shown: set[str] = set()
    for mark in marks():
        if (of and mark.game != of) or (wanted and not set(wanted) & set(mark.rules)):
            continue
        shown.update(mark.rules)
        line = mark.file.read_text(encoding="utf-8").splitlines()[mark.line - 1].strip()
        print(f"{_named(mark.file)}:{mark.line}: {mark.game} {' '.join(mark.rules)}\n  - {line}\n  + {mark.instead}")
    nowhere = [rule for rule in wanted if rule not in shown]
    for rule in nowhere:
        reasons = (
            why for game in GAMES if game.id == (of or game.id) for id, why in not_acted_on(game).items() if id == rule
        )
        print(f"{rule} acts nowhere: {next(reasons, 'there is no such rule')}")
    return 1 if nowhere else 0


def _marked(game: Game) -> set[str]:
    return {rule for mark in marks() if mark.game == game.id for rule in mark.rules}


def _uncovered(game: Game) -> Iterator[str]:
    """What is wrong with the rules of a game."""
    marked, tested, excused, known = _marked(game), tests_by_rule(game), not_acted_on(game), known_rules(game)
    for rule in known:
        if rule in marked and rule not in tested:
            yield f"{rule} has its place, but no test names it"
        elif rule in marked and rule in excused:
            yield f"{rule} has its place, and a reason for having none: {excused[rule]}"
        elif rule not in marked and rule not in excused:
            yield f"{rule} has neither a place nor a reason for having none"
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
