"""Fetches the independent reader of modules that tests/virtual/test_witness.py asks, if it can be had.

    python -m tools.witness

It is pywargame, which is run and never shipped (CC BY-SA 4.0). It is installed without what it needs for other work,
into .venv/witness. Its code is of Python 3.12 (an f-string with a backslash in it), so the test runs it with such a
Python, which may be another than that of the tests.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from os import environ
from pathlib import Path

READER = "pywargame==0.8.0"
FOLDER = Path(__file__).parents[1] / ".venv" / "witness"
LEAST = (3, 12)
NAMES = ("python3.12", "python3.13", "python3.14")


def newer_pythons() -> Iterator[str]:
    """Programs that may be a Python new enough: this one, those on the path, those of pyenv."""
    yield sys.executable
    yield from (result for name in NAMES if (result := shutil.which(name)))
    versions = Path(environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    yield from (str(path) for path in sorted(versions.glob("3.*/bin/python")))


def newer_python() -> str:
    """A Python that can run the reader; empty where there is none."""
    asked = f"import sys; sys.exit(sys.version_info < {LEAST})"
    for program in newer_pythons():
        result = subprocess.run([program, "-I", "-c", asked], capture_output=True, timeout=60, check=False)
        if result.returncode == 0:
            return program
    return ""


def main() -> int:
    """Install the reader, or say why it cannot be had; that is no failure."""
    if not newer_python():
        print(f"There is no Python {'.'.join(map(str, LEAST))} or later here, which the reader needs.")
        return 0
    if (FOLDER / "pywargame").is_dir():
        return 0
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
    result = subprocess.run([*pip, "--target", str(FOLDER), READER], capture_output=True, text=True, check=False)
    if result.returncode:
        print(f"{READER} cannot be had here: {result.stderr.strip().splitlines()[-1:]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
