"""Calls of `ibbprint table` that make no sense: one message that says what to do, and exit 2."""

from __future__ import annotations

import importlib.util
import socket
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.helpers import app


@pytest.mark.parametrize("missing", ["starlette", "uvicorn"])
def test_without_the_extra_one_message_says_how_to_install_it(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = importlib.util.find_spec

    def spec(name: str, *rest: Any) -> Any:
        return None if name == missing else known(name, *rest)

    monkeypatch.setattr(importlib.util, "find_spec", spec)
    result = CliRunner().invoke(app, ["table", "the-long-road", "--no-browser"])
    assert result.exit_code == 2
    assert result.output.count("pip install 'ibbprint[table]'") == 1
    assert "Traceback" not in result.output


def test_a_port_that_is_taken_is_named_with_what_to_do() -> None:
    pytest.importorskip("starlette", reason="the extra ibbprint[table] is not installed")
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = CliRunner().invoke(app, ["table", "the-long-road", "--no-browser", "--port", str(port)])
    assert result.exit_code == 2
    assert f"port {port} is taken" in result.output
    assert "leave --port out" in result.output
    assert "Traceback" not in result.output
