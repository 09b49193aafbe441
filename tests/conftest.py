"""What all tests share: how long property tests run, and the kits that many tests look at."""

from __future__ import annotations

import gc
import hashlib
import os
import random
import signal
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import pytest
import typer.testing
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from ibbprint import dice
from tests.helpers import (
    CUT_OUT,
    KITS_ON_PAPER,
    KITS_SHARED,
    OTHER_GAMES,
    PARTS,
    ROOT,
    SOAK,
    import_all,
    kept,
    printed,
    quick_load,
)
from tests.pdf import Document, read_pdf
from tests.sheets import whole_kit

settings.register_profile("modest", max_examples=10, deadline=None, derandomize=True)
settings.register_profile(
    "soak", max_examples=3000, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("soak" if SOAK else "modest")

# Hypothesis also tries the constants of the modules that happen to be imported. Which these are hangs on the tests that
# ran before in a process, and so would the examples of every property. By a private name: no setting leaves them out.
if not SOAK:
    providers._get_local_constants = lambda: providers._local_constants

# The command line is put together once, not for each of a thousand calls.
# By a private name: Typer's runner has no other place to put a command that is ready.
typer.testing._get_command = cache(typer.testing._get_command)


# A command without a seed draws one by lot, in the tests by the same lot in every run: else one run of many, in which
# two commands draw seeds that give maps of one name, would end otherwise than the others.
LOTS = random.Random()
dice.secrets = LOTS  # type: ignore[attr-defined]


def pytest_runtest_setup(item: pytest.Item) -> None:
    LOTS.seed(item.nodeid)


# Whoever runs the tests has a terminal of some width, and hands it to the processes; output is compared as in a pipe.
os.environ.pop("COLUMNS", None)

# A shell that starts the tests in the background has them ignore Ctrl-C, and so would every process that they stop.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Kits that are kept are many objects: looking through them again and again takes a tenth of the time.
gc.set_threshold(1_000_000, 50, 100)


@pytest.fixture
def monkeypatch(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The usual one, with every module of ibbprint imported: one that is imported while a name is replaced would keep
    what stands in for it, and every later test of the process would get that."""
    import_all()
    return monkeypatch


@pytest.fixture(autouse=True)
def _ctrl_c_as_it_was() -> Iterator[None]:
    """Commands that are called in this process catch Ctrl-C in their own way until they end: no test inherits that."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", default="", help="only the tests that name this rule")
    parser.addoption("--few", action="store_true", help="of tests with many cases, as many as tests/few.yaml says")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--rule R-11` only the tests that name it are run, with `--few` only some cases of those with many."""
    rule = config.getoption("--rule")
    if rule:
        items[:] = [item for item in items if any(rule in mark.args for mark in item.iter_markers("rule"))]
    if config.getoption("--few") and not SOAK:
        kept_items = fewer(items, few_cases())
        config.hook.pytest_deselected(items=[item for item in items if item not in kept_items])
        items[:] = [item for item in items if item in kept_items]


def few_cases() -> dict[str, int]:
    """How many cases of a test run with `--few`, by the id of the test without its cases."""
    files: dict[str, dict[str, int]] = quick_load((ROOT / "tests" / "few.yaml").read_text(encoding="utf-8"))
    return {f"{file}::{test}": cases for file, tests in files.items() for test, cases in tests.items()}


def fewer(items: Iterable[pytest.Item], limits: Mapping[str, int]) -> set[pytest.Item]:
    """The items to run: of a test with a limit, that many of its cases, which have as many values as they can.

    They are drawn by a digest of their ids, so they are the same ones in every run and process.
    """
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    chosen: set[pytest.Item] = set()
    for test, of_test in cases.items():
        if test not in limits:
            chosen.update(of_test)
            continue
        left = sorted(of_test, key=lambda item: hashlib.sha256(item.nodeid.encode()).digest())
        times: Counter[tuple[str, int]] = Counter()  # how often each value of each parameter has been taken
        for _ in range(min(limits[test], len(left))):
            item = min(left, key=lambda item: sum(times[value] for value in values(item)))
            left.remove(item)
            times.update(values(item))
            chosen.add(item)
    return chosen


def values(item: pytest.Item) -> list[tuple[str, int]]:
    """The values of an item's parameters, each by its name and number."""
    assert isinstance(item, pytest.Function)
    return list(item.callspec.indices.items()) if hasattr(item, "callspec") else []


@pytest.fixture(scope="session", autouse=True)
def _kits_are_shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Each kit that is kept is printed by one of the processes that run the tests, and read by the others."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        yield
        return
    folder = tmp_path_factory.getbasetemp().parent / "kits"  # pytest gives each process a folder of its own in it
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(KITS_SHARED, str(folder))
        yield


WHOLE = [f"{kit}-{paper}" for kit, paper in KITS_ON_PAPER]


@kept
def _document(scenario: str, paper: str, only: tuple[str, ...] = PARTS) -> Document:
    return read_pdf(printed(scenario, paper=paper, only=only).pdf)


@pytest.fixture(scope="session", params=WHOLE)
def kit_name(request: pytest.FixtureRequest) -> str:
    """The kits of the three scenarios on two papers, one after the other."""
    return str(request.param)


@pytest.fixture(scope="session")
def scenario(kit_name: str) -> str:
    """The scenario of the kit that is looked at."""
    return kit_name.rpartition("-")[0]


@pytest.fixture(scope="session")
def paper(kit_name: str) -> str:
    """The paper of the kit that is looked at."""
    return kit_name.rpartition("-")[2]


@pytest.fixture(scope="session")
def document(scenario: str, paper: str) -> Document:
    """The counters of a kit as a finished PDF, read back."""
    return _document(scenario, paper, ("counters",))


@pytest.fixture(scope="session")
def marker_document(scenario: str, paper: str) -> Document:
    """The markers of a kit."""
    return _document(scenario, paper, ("markers",))


@pytest.fixture(scope="session")
def crt_document(scenario: str, paper: str) -> Document:
    """The card of combat results of a kit."""
    return _document(scenario, paper, ("crt",))


@pytest.fixture(scope="session", params=[*WHOLE, *(f"{kit}-a4" for kit in OTHER_GAMES)])
def any_document(request: pytest.FixtureRequest) -> Document:
    """What is cut out of a kit, of whatever game, packed together."""
    scenario, _, paper = str(request.param).rpartition("-")
    return _document(scenario, paper, CUT_OUT.get(scenario, PARTS))


@pytest.fixture(scope="session", params=[*WHOLE, *(f"{kit}-a4" for kit in OTHER_GAMES)])
def any_book(request: pytest.FixtureRequest) -> tuple[str, str, Document]:
    """Scenario, paper and PDF of a whole kit, of whatever game."""
    scenario, _, paper = str(request.param).rpartition("-")
    return scenario, paper, whole_kit(scenario, paper)


@pytest.fixture(scope="session", params=WHOLE)
def book(request: pytest.FixtureRequest) -> tuple[str, str, Document]:
    """Scenario, paper and PDF of a whole kit, with all its sheets of text and its map."""
    scenario, _, paper = str(request.param).rpartition("-")
    return scenario, paper, whole_kit(scenario, paper)
