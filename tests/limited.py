"""Python in a process that may have so much memory, and no more."""

from __future__ import annotations

import subprocess
import sys

from tests.helpers import ROOT
from tests.waiting import PATIENCE_S


def limited(script: str, *, megabytes: int) -> str:
    """What the script prints; a test fails here if it fails."""
    before = f"import resource\nresource.setrlimit(resource.RLIMIT_AS, ({megabytes * 1_000_000},) * 2)\n"
    result = subprocess.run(
        [sys.executable, "-c", before + script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert result.returncode == 0, result.stderr[-2000:]
    return result.stdout.strip()
