"""Measuring against another checkout."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import against


def test_a_checkout_that_has_no_such_players_is_told_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    (tmp_path / "ibbprint.py").touch()  # found first, and no package
    monkeypatch.setattr(against, "HERE", tmp_path)
    line = against.compare(tmp_path, "hastings", "random", 1, 2)
    assert line.split()[:7] == ["hastings", "the", "other", "checkout", "cannot", "play", "it:"]
    assert "ModuleNotFoundError" in line
    assert "\n" not in line
