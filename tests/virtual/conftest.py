"""The module that several tests look into, made once."""

from __future__ import annotations

import pytest

from tests.virtual_modules import Module, module


@pytest.fixture(scope="session")
def bridge(tmp_path_factory: pytest.TempPathFactory) -> Module:
    """Defend the Bridge without charts and rules."""
    return module("defend-the-bridge", folder=tmp_path_factory.mktemp("bridge"), no_booklet=True)


@pytest.fixture(scope="session")
def whole_bridge(tmp_path_factory: pytest.TempPathFactory) -> Module:
    """Defend the Bridge with charts and rules."""
    return module("defend-the-bridge", folder=tmp_path_factory.mktemp("whole-bridge"))
