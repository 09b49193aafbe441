"""Whatever is done to a list or a scenario, checking it gives a report or a clear error, and soon.

`make soak` checks 100,000 of them.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.catalogue.documents import MOST_BYTES, made_of
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.engine.api.lists import ListChecker
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.problems import Report
from ibbprint.systems import games
from tests.effort import yard
from tests.helpers import KITS, ROOT, SCENARIOS, SOAK

LISTS = sorted(path for path in (ROOT / "tests/lists/cases").iterdir() if path.stat().st_size < 3000)
BASE = ROOT / "tests/corpus/set_ups/base.yaml"
SET_UPS = [*(SCENARIOS / f"{id}.yaml" for id in KITS), *(SCENARIOS / "as-printed" / f"{id}.yaml" for id in KITS)]
MANY_LISTS, MANY_SCENARIOS, PARTS = (70_000, 30_000, 100) if SOAK else (2500, 120, 4)
PATIENCE = 2000
"""Yards of the processor's time (`tests.effort`) after which a check is taken to hang."""

BITS = (
    "\t",
    "×",
    "x",
    "-1",
    "Q",
    "@",
    "=",
    "((((",
    "9" * 9,
    "**",
    "##",
    ":",
    "# ",
    "free",
    "with",
    "\r",
    "é",
    "ﬁ",
    "| ",
    '"',
)


def mutated(text: str, dice: random.Random) -> str:
    """A list with some pieces changed, lost, doubled or put elsewhere."""
    for _ in range(dice.randint(1, 8)):
        at = dice.randrange(len(text) + 1)
        to = min(len(text), at + dice.randint(0, 12))
        kind = dice.randrange(5)
        if kind == 0:
            text = text[:at] + text[to:]
        elif kind == 1:
            text = text[:at] + dice.choice(BITS) + text[at:]
        elif kind == 2:
            text = text[:at] + text[at:to] * dice.randint(2, 20) + text[to:]
        elif kind == 3:
            lines = text.split("\n")
            dice.shuffle(lines)
            text = "\n".join(lines)
        else:
            text = text[:at] + chr(dice.choice((32, 65, 0x2014, 0x3000, 0x1F600, 92, 39, 123, 91))) + text[to:]
    return text


WORDS = (
    "0101",
    "2015",
    "9999",
    "0",
    "1",
    "2",
    "6",
    "40",
    "500",
    "no",
    "yes",
    "north",
    "''",
    "[]",
    "{}",
    "",
    "axemen-q4",
    "wizard-7",
    "captain-5",
    "siege-engine",
    "minor",
    "major",
    "99%",
    "101%",
    "crest",
    "line",
    "R-49",
)


def spoilt(text: str, dice: random.Random, most: int = 6) -> str:
    """The text with a few words replaced, exchanged, or lines left out or doubled."""
    for _ in range(dice.randint(1, most)):
        lines = text.split("\n")
        at = dice.randrange(len(lines))
        kind = dice.random()
        if kind < 0.15:
            del lines[at]
        elif kind < 0.3:
            lines.insert(at, lines[dice.randrange(len(lines))])
        else:
            words = list(re.finditer(r"[\w.%-]+", lines[at]))
            if words:
                word = dice.choice(words)
                others = re.findall(r"[\w.%-]+", dice.choice(lines)) or ["x"]
                new = dice.choice(WORDS) if dice.random() < 0.5 else dice.choice(others)
                lines[at] = lines[at][: word.start()] + new + lines[at][word.end() :]
        text = "\n".join(lines)
    return text


@cache
def checker() -> ListChecker:
    """The catalogue opened once for all lists."""
    ibb = games()["ibb"]
    assert ibb.offers(Game.checker)
    result = ibb.checker(KitOptions(), Report())
    assert result is not None
    return result


@cache
def scenarios() -> Game:
    ibb = games()["ibb"]
    assert ibb.offers(Game.check_scenario)
    return ibb


@cache
def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def seeds(many: int, part: int) -> range:
    return range(many * part // PARTS, many * (part + 1) // PARTS)


@pytest.mark.parametrize("part", range(PARTS))
def test_mutated_lists_give_reports(part: int) -> None:
    """A mutated list has armies whose sums are right, or errors; each finding has a place and a sentence."""
    most = PATIENCE * yard()
    for seed in seeds(MANY_LISTS, part):
        dice = random.Random(seed)
        path = dice.choice(LISTS)
        raw = mutated(text_of(path), dice).encode("utf-8", "surrogatepass")
        report, begun = Report(), time.process_time()
        document = made_of(raw, path.name, report)
        armies = ()
        if document is not None:
            try:
                armies = checker().check([document], report).armies
            except BadQuestion:
                continue
        assert armies or not report.ok, seed
        for army in armies:
            assert army.total == sum(row.sum or 0 for row in army.rows), seed
        for problem in report:
            assert problem.where.line > 0, (seed, problem)
            assert problem.message.endswith("."), (seed, problem)
        assert time.process_time() - begun < most, seed


@pytest.mark.parametrize("part", range(PARTS))
def test_mutated_scenarios_give_reports(part: int, tmp_path: Path) -> None:
    """A spoilt scenario is looked at, or has errors; each finding has a place and a sentence."""
    path, most = tmp_path / "spoilt.yaml", PATIENCE * yard()
    for seed in seeds(MANY_SCENARIOS, part):
        dice = random.Random(seed)
        text = text_of(BASE if dice.random() < 0.4 else dice.choice(SET_UPS))
        path.write_text(spoilt(text, dice), encoding="utf-8")
        report, begun = Report(), time.process_time()
        result = scenarios().check_scenario(str(path), KitOptions(), report)
        assert time.process_time() - begun < most, seed
        assert result is not None or not report.ok, seed
        for problem in [*report, *(finding.problem for finding in (result.findings if result else ()))]:
            assert problem.where.line > 0 or not problem.where.file.endswith("spoilt.yaml"), (seed, problem)
            assert problem.message, seed


@given(seed=st.integers(0, 2**32))
def test_a_mutated_list_is_printed_or_told(seed: int) -> None:
    """Whatever is done to a list of the corpus, it becomes a roster and counters, or there are errors."""
    from ibbprint.systems.ibb.lists.checker import Checker
    from ibbprint.systems.ibb.lists.roster import make_list_kit, make_roster

    dice = random.Random(seed)
    path = dice.choice(LISTS)
    raw = mutated(text_of(path), dice).encode("utf-8", "surrogatepass")
    document = made_of(raw, path.name, Report())
    opened = checker()
    assert isinstance(opened, Checker)
    if document is None:
        return
    for make in (make_roster, make_list_kit):
        report = Report()
        try:
            assert make(document, opened, KitOptions(only=frozenset({"counters"})), report) or not report.ok
        except BadQuestion:
            return


# --- files that mean harm ---

HOSTILE = {
    "alias-bomb.yaml": "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(f"b{i}: &b{i} [*a,*a]\n" for i in range(200)),
    "brackets.yaml": "army_list: " + "[" * 100_000,
    "long-line.txt": "Light Infantry " * 700_000,
    "long-line-within.txt": "x" * (MOST_BYTES - 10),
    "digits.txt": "9" * (MOST_BYTES - 10),
    "spaces.txt": "Captain" + " " * (MOST_BYTES - 10),
    "many-lines.txt": "2 Lihgt Infnatry Qq3 of the thrid ragiment\n" * 5000,
    "many-unknown.txt": "".join(f"{i}x {'abcdefgh'[i % 8] * 9} {i} ligth infntry\n" for i in range(1900)),
    "yaml-many.yaml": "army_list: {title: X}\narmies:\n  - entries:\n" + "      - Ligth Infntry\n" * 1900,
    "yaml-different.yaml": "army_list: {title: X}\narmies:\n  - entries:\n"
    + "".join(f"      - Ligth Infntry {'abcdefgh'[i % 8]}{i}q of the {i}th\n" for i in range(1900)),
    "quotes.txt": '"' * 390 + "\n" + "(" * 390 + "\n" + "-" * 200 + "x\n" + "1-" * 190 + "\n" + "* - " * 90 + "\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_soon_and_in_little_room(name: str, tmp_path: Path) -> None:
    """Bombs, endless lines and heaps of nonsense end with 1 after about a second, in 100 MiB, in a process each."""
    path = tmp_path / name
    path.write_text(HOSTILE[name], encoding="utf-8")
    _refused([str(path)])


SCENARIO = BASE.read_text(encoding="utf-8").replace("{id: trial", "{id: trial, game: ibb")
HOSTILE_SCENARIOS = {
    "aliases": "scenario: &a [x,x,x,x]\n" + "".join(f"b{i}: &b{i} [*a,*a]\n" for i in range(200)),
    "brackets": "scenario: " + "[" * 100_000,
    "long-line": "scenario:\n  id: " + "x" * 5_000_000,
    "unknown-units": SCENARIO + "".join(f"  - {{side: red, unit: axmen-{i}-qq, zone: feld{i}}}\n" for i in range(3000)),
    "unknown-fields": SCENARIO.replace("special: []", "".join(f"feld{i}: {i}\n" for i in range(5000))),
    "many-goals": SCENARIO.replace(
        "victory:\n",
        "victory:\n"
        + '  - {side: red, level: minor, text: x, all: [{kind: holds, side: red, hexes: ["2115"]}]}\n' * 1000,
    ),
    "full-zone": SCENARIO.replace(
        '"0513", "0613", "0713"', ", ".join(f'"{c:02d}{r:02d}"' for c in range(1, 21) for r in range(1, 16))
    )
    + "".join(
        f"  - {{side: red, unit: {unit}, count: {count}, zone: field}}\n"
        for unit, count in (("axemen-q4", 60), ("elf-rangers-q3", 61), ("pikemen-q3", 500), ("spearmen-q2", 33))
    ),
}


@pytest.mark.parametrize("name", HOSTILE_SCENARIOS)
def test_a_hostile_scenario_is_refused_soon_and_in_little_room(name: str, tmp_path: Path) -> None:
    """The same of scenarios: bombs, heaps of nonsense, armies that no zone holds."""
    path = tmp_path / f"{name}.yaml"
    path.write_text(HOSTILE_SCENARIOS[name], encoding="utf-8")
    _refused([str(path)])


@pytest.mark.parametrize("name", ["binary.txt", "binary.yaml", "no-ending"])
def test_a_binary_file_is_refused(name: str, tmp_path: Path) -> None:
    """Bytes that are no text are told as that."""
    path = tmp_path / name
    path.write_bytes(random.Random(7).randbytes(200_000))
    assert "read:encoding" in _refused([str(path)]) + "read:character"


def _refused(arguments: Sequence[str]) -> str:
    """Check in a process of its own and with bounds, which must end with 1 and cost little; what it said."""
    program = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (100, 100))\n"
        "resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
        "from ibbprint.cli import run\n"
        "sys.argv = ['ibbprint', 'check', *sys.argv[1:]]\n"
        "code = 0\n"
        "try:\n    run()\n"
        "except SystemExit as end:\n    code = end.code\n"
        "used = resource.getrusage(resource.RUSAGE_SELF)\n"
        "from pathlib import Path\n"
        "status = Path('/proc/self/status')\n"  # ru_maxrss is inherited from the process that started this one
        "lines = status.read_text().splitlines() if status.exists() else []\n"
        "room = next((int(line.split()[1]) for line in lines if line.startswith('VmHWM')), 0)\n"
        "print('used', used.ru_utime + used.ru_stime, room, code, file=sys.stderr)\n"
    )
    before = yard()
    result = subprocess.run(
        [sys.executable, "-c", program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in result.stderr
    _, seconds, room, code = result.stderr.rsplit("\n", 2)[-2].split()
    assert code == "1", result.stdout + result.stderr
    assert float(seconds) < 100 * max(before, yard())
    assert int(room) < 100 * 1024
    return result.stdout + result.stderr
