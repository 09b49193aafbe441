"""Fixtures of the tests in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.table.browsing import CHROMIUM, Table


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    """Lays tables, and ends what a failed test left of them."""
    tables: list[Table] = []

    def laid(*words: str) -> Table:
        tables.append(Table(tmp_path, *words))
        return tables[-1]

    yield laid
    for table in tables:
        if table.process.poll() is None:
            table.end()
        if table.process.stdout is not None:
            table.process.stdout.close()


@pytest.fixture(scope="module")  # its event loop would be in the way of tests of other modules
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    with playwright.sync_playwright() as running:
        try:
            browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        except playwright.Error as fault:
            pytest.skip(f"Chromium does not start here: {str(fault).splitlines()[0]}")
        yield browser
        browser.close()
