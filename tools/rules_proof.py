"""`make rules-mutate` and `make rules-coverage`: that every rule that can be acted on is held by a test that names it.

The engine marks the one place of each rule with a comment, `# off R-11: <what the line below would be without it>`;
catalogue files mark their figures in the same way. For a block (`if ...:`) one line may stand for all of it.
A test names the rules it holds: `@pytest.mark.rule("R-11")`.
`mutate` puts each replacement in, one after the other, in a copy of the project; a test that names the rule must fail.
`coverage` fails for a rule with neither a mark nor a place in `tests/rules_not_acted_on.yaml`, which gives the reason.
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import yaml

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "ibbprint" / "systems"
TESTS = ROOT / "tests"
MARK = re.compile(r"^\s*# off ((?:[A-Z]{1,2}-\d+ ?)+): (.*)$")
NAMED = re.compile(r"""pytest\.mark\.rule\(([^)]*)\)""")
UNUSED = {*range(136, 140), *range(154, 160), *range(175, 180)}
STATEMENTS = [f"A-{n:02d}" for n in range(1, 186) if n not in UNUSED]


class Mark(NamedTuple):
    """One place of some rules: its file and line, and what the line below would be without them."""

    file: Path
    line: int
    rules: tuple[str, ...]
    instead: str


def marks() -> list[Mark]:
    """Every mark in the engine and in the catalogue, by file and line."""
    found = []
    for path in sorted([*GAMES.rglob("*.py"), *GAMES.rglob("*.yaml")]):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            match = MARK.match(line)
            if match:
                found.append(Mark(path, number, tuple(match[1].split()), match[2]))
    return found


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


def _end_of_logical_line(text: str, comment: int) -> int:
    depth, started = 0, False
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
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


def tests_by_rule() -> dict[str, set[Path]]:
    """The files of the tests that name each rule."""
    found: dict[str, set[Path]] = {}
    for path in TESTS.glob("test_*.py"):
        for match in NAMED.finditer(path.read_text(encoding="utf-8")):
            for rule in re.findall(r"[A-Z]{1,2}-\d+", match[1]):
                found.setdefault(rule, set()).add(path)
    return found


def known_rules() -> list[str]:
    """Every statement, ruling and settlement."""
    data = yaml.safe_load((GAMES / "ibb" / "data" / "rulings.yaml").read_text(encoding="utf-8"))
    return [*STATEMENTS, *(ruling["id"] for ruling in data["rulings"])]


def not_acted_on() -> dict[str, str]:
    """The rules that nothing can be done about, with the reason."""
    text = (TESTS / "rules_not_acted_on.yaml").read_text(encoding="utf-8")
    return {str(k): str(v) for k, v in yaml.safe_load(text).items()}


def coverage() -> int:
    """Say which rules have no mark, no test, or both a mark and a reason for having none; 1 if there are any."""
    marked = {rule for mark in marks() for rule in mark.rules}
    tested, excused = tests_by_rule(), not_acted_on()
    faults = []
    for rule in known_rules():
        if rule in marked and rule not in tested:
            faults.append(f"{rule} is marked in the engine, but no test names it")
        elif rule in marked and rule in excused:
            faults.append(f"{rule} is marked in the engine, and has a reason not to be: {excused[rule]}")
        elif rule not in marked and rule not in excused:
            faults.append(f"{rule} has neither a place in the engine nor a reason for having none")
    faults += [f"{rule} is no rule" for rule in sorted((marked | set(excused) | set(tested)) - set(known_rules()))]
    for fault in faults:
        print(fault)
    counted = len(marked & set(known_rules()))
    print(f"{counted} rules have their place, {len(excused)} cannot be acted on, {len(faults)} faults.")
    return 1 if faults else 0


def _try(mark: Mark, rule: str, files: set[Path]) -> str | None:
    """None when a test that names the rule fails without it; else what is wrong."""
    place = f"{mark.file.relative_to(ROOT)}:{mark.line}"
    try:
        text = mutated(mark)
    except SyntaxError as fault:
        return f"{place}: without {rule} the file is no Python: {fault}"
    with tempfile.TemporaryDirectory(prefix="ibbprint-mutant-") as name:
        copy = Path(name)
        for folder in ("ibbprint", "tests", "templates", "scenarios"):
            shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        (copy / mark.file.relative_to(ROOT)).write_text(text, encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            f"--rule={rule}",
        ]
        command += [str(copy / path.relative_to(ROOT)) for path in sorted(files)]
        around = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        ran = subprocess.run(command, cwd=copy, env=around, capture_output=True, text=True, check=False)
    if ran.returncode == 1:
        return None
    if ran.returncode == 0:
        return f"{place}: without {rule} every test that names it still passes"
    return f"{place}: the tests of {rule} could not be run:\n{ran.stdout[-800:]}{ran.stderr[-800:]}"


def mutate(wanted: list[str]) -> int:
    """Try every mark, or those of some rules; 1 if a rule is held by no test that names it."""
    tested = tests_by_rule()
    jobs = [(mark, rule) for mark in marks() for rule in mark.rules if not wanted or rule in wanted]

    def one(job: tuple[Mark, str]) -> str | None:
        mark, rule = job
        if rule not in tested:
            return f"{mark.file.relative_to(ROOT)}:{mark.line}: no test names {rule}"
        return _try(mark, rule, tested[rule])

    # A rule with several places is held when each of its places is.
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        faults = [fault for fault in _shown(pool.map(one, jobs), len(jobs)) if fault is not None]
    for fault in faults:
        print(fault)
    print(f"{len(jobs)} mutants of {len({rule for _, rule in jobs})} rules, {len(faults)} live.")
    return 1 if faults else 0


def _shown(results: Iterator[str | None], count: int) -> Iterator[str | None]:
    for number, result in enumerate(results, start=1):
        if sys.stderr.isatty():
            print(f"\r{number} of {count}", end="", file=sys.stderr)
        yield result


def main() -> int:
    """`mutate [ID ...]` or `coverage`."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("what", choices=("mutate", "coverage"))
    parser.add_argument("rules", nargs="*", help="only these rules")
    given = parser.parse_args()
    return coverage() if given.what == "coverage" else mutate(given.rules)


if __name__ == "__main__":
    raise SystemExit(main())
