"""Count the sheets and the ink of four kits, here and in another checkout: the table in docs/printing.md.

    python -m tools.sheets_and_ink --before CHECKOUT

CHECKOUT has a `.venv` with ibbprint in it. Ink is what ghostscript measures (its device `ink_cov`): percent of a page
covered by cyan, magenta, yellow and black together, added up over the pages, so 100 is a page of solid black. Backs are
the pages whose head says so. Needs `gs` on the PATH.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import pypdfium2

ROOT = Path(__file__).resolve().parent.parent
KITS = ("defend-the-bridge", "hastings", "stirling", "ayrenes-woods")
HEAD_POINTS = 60.0
"""How far down a page its head may be."""


class Kit(NamedTuple):
    """The double-sided sheets of a kit, and its ink in all and on backs, in percent of a page."""

    sheets: int
    ink: float
    backs: float


def measured(pdf: Path) -> Kit:
    """What a printed kit takes."""
    ran = subprocess.run(
        ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-r72", "-sDEVICE=ink_cov", "-sOutputFile=-", str(pdf)],
        check=True,
        capture_output=True,
        text=True,
    )
    ink = [sum(map(float, line.split()[:4])) for line in ran.stdout.splitlines() if line.strip()]
    with pypdfium2.PdfDocument(pdf) as document:
        heads = [_head(page) for page in document]
    assert len(heads) == len(ink), pdf
    backs = sum(item for item, head in zip(ink, heads, strict=True) if "backs" in head)
    return Kit((len(heads) + 1) // 2, sum(ink), backs)


def _head(page: pypdfium2.PdfPage) -> str:
    width, height = page.get_size()
    return str(page.get_textpage().get_text_bounded(0, height - HEAD_POINTS, width, height))


def printed(checkout: Path, kit: str, folder: Path, *options: str) -> Kit:
    """A kit printed with a checkout's own environment."""
    program = checkout / ".venv" / "bin" / "ibbprint"
    subprocess.run([program, "kit", kit, "-o", folder, *options], check=True, capture_output=True, cwd=checkout)
    (pdf,) = folder.rglob("*.pdf")
    return measured(pdf)


def main() -> None:
    """Print the table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", type=Path, required=True, metavar="CHECKOUT")
    before = parser.parse_args().before.resolve()
    print("| Kit | Sheets before | now | Ink before | now | Ink of backs before | now |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for kit in KITS:
        with tempfile.TemporaryDirectory() as raised, tempfile.TemporaryDirectory() as other:
            old, new = printed(before, kit, Path(raised)), printed(ROOT, kit, Path(other))
        print(
            f"| {kit} | {old.sheets} | {new.sheets} | {old.ink:.0f} | {new.ink:.0f}"
            f" | {old.backs:.0f} | {new.backs:.0f} |"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
