"""tests/few.yaml, which says how many cases a test runs in `make test`, names tests that there are."""

from __future__ import annotations

import ast

from tests.conftest import few_cases
from tests.helpers import ROOT, quick_load


def test_every_test_with_few_cases_is_there() -> None:
    """A test that was renamed or moved takes its line with it."""
    files = quick_load((ROOT / "tests" / "few.yaml").read_text(encoding="utf-8"))
    missing = []
    for file, tests in files.items():
        names = set()
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8")) if (ROOT / file).is_file() else ast.Module([], [])
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                names.add(node.name)
            elif isinstance(node, ast.ClassDef):
                names |= {f"{node.name}::{test.name}" for test in node.body if isinstance(test, ast.FunctionDef)}
        missing += [f"{file}::{test}" for test in tests if test not in names]
    assert missing == []


def test_the_limits_are_whole_numbers() -> None:
    """0 leaves a test to the soak."""
    assert all(type(cases) is int and cases >= 0 for cases in few_cases().values())
