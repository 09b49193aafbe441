"""Signs on the page: a minus is a minus, never a hyphen; the two hyphens of a command can be told from a dash."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers import call_cli, entries, make_pack, printed
from tests.pdf import Document, read_pdf

HYPHEN = re.compile(r"(?:^|[\s(\[“”:,;=+±/×])-(?=\d)")
"""A hyphen where a minus is meant: before a figure, after nothing that it could join to it."""
OPTION = re.compile(r"(?:^|\s)--[a-z]")


def typed(document: Document) -> list[str]:
    """The runs with a hyphen for a minus, but for those in bold, which are commands to be typed."""
    runs = [run for page in document.pages for run in page.runs]
    return [run.text for run in runs if HYPHEN.search(run.text) and not OPTION.search(run.text)]


def thin(document: Document) -> list[str]:
    """The runs with an option of a command that are not bold."""
    runs = [run for page in document.pages for run in page.runs]
    return [run.text for run in runs if OPTION.search(run.text) and "Bold" not in run.font.name]


def test_no_hyphen_stands_for_a_minus(any_book: tuple[str, str, Document]) -> None:
    """Every negative number of a kit has the minus that its modifiers have; every option is set in bold."""
    _, _, document = any_book
    assert typed(document) == []
    assert thin(document) == []


def test_a_pack_s_negative_figures_have_the_same_minus(tmp_path: Path) -> None:
    """A figure that is filled into a text has a true minus, on the card, in the list and in any other number."""
    spell = entries("spells")["fearball"]
    own = {
        **spell,
        "save": {"kind": "quality", "modifier": -3},
        "text": "Save at {save.modifier}, I said {save.modifier}.",
    }
    pack = make_pack(tmp_path / "own", {"spells.yaml": {"spells": [own]}})
    document = read_pdf(printed("hastings", packs=(pack,), only=("spells",)).pdf)
    assert typed(document) == []
    text = re.sub(r"\s+", " ", " ".join(page.text for page in document.pages))
    assert text.count("I said –3.") >= 2


@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_the_scales_of_the_calibration_sheet_have_a_minus(tmp_path: Path, orientation: str) -> None:
    """What is read off the scales has a minus; what is to be typed has a hyphen, and is bold."""
    result = call_cli("calibrate", "--orientation", orientation, "-o", str(tmp_path))
    assert result.returncode == 0, result.stderr
    (product,) = tmp_path.glob("*.pdf")
    document = read_pdf(product.read_bytes())
    runs = [run for page in document.pages for run in page.runs]
    assert {"–10", "–5", "+5", "+10"} <= {run.text for run in runs}
    assert typed(document) == []
    assert thin(document) == []
    commands = "back-offset 0.5,-1" if orientation == "portrait" else "landscape-back-offset 1,0.5"
    assert any(commands in run.text for run in runs)
