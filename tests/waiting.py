"""Waiting for what another process does, however slow the machine is."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from typing import Any

PATIENCE_S = 900
"""How long a test waits for another process. A guard against waiting for ever; it measures nothing."""


def until(done: Callable[[], bool], process: subprocess.Popen[Any] | None = None) -> None:
    """Wait for something that comes by itself, and fail at once where `process`, which should do it, has ended."""
    deadline = time.monotonic() + PATIENCE_S
    while not done():
        assert process is None or process.poll() is None or done(), "the process has ended"
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.02)
