"""The modules that several tests look into, made once."""

from __future__ import annotations

import pytest

from tests.virtual_modules import Module, module


@pytest.fixture(scope="session")
def bridge(tmp_path_factory: pytest.TempPathFactory) -> Module:
    """Defend the Bridge without charts and rules."""
    return module("defend-the-bridge", folder=tmp_path_factory.mktemp("bridge"), no_booklet=True)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Module:
    """Two Villages with charts and rules, whose booklet is the quickest to set."""
    return module("two-villages", folder=tmp_path_factory.mktemp("whole"), dpi=72)
