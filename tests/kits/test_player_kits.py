"""A player's kit and a designer's: ids of rules stand on the page of notes, or where they apply (G-65)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.helpers import ROOT, SOAK, call_cli, make_kit, printed
from tests.pdf import Document, Page, Run, read_pdf
from tests.sheets import head, whole_kit

IDS = re.compile(r"\b(?:[AGR]-\d{2,3}|A-R\d{2}|M-R?\d{2}|B-\d{2}|H-\d{2})\b")
SCAFFOLDING = re.compile("reconstruction|house list", re.IGNORECASE)
KITS = (
    "defend-the-bridge",
    *(("hastings", "stirling") if SOAK else ()),
    "ayrenes-woods",
    "two-villages",
    "deep-delve",
    "the-moon-at-the-gate",
)
"""A kit of each game; in the long tests those of all its battles."""
GAMES = {
    "ayrenes-woods": "ayrenes-woods",
    "two-villages": "microbattle",
    "deep-delve": "element-battle",
    "the-moon-at-the-gate": "battle-turn",
}
WITH_NOTES = ("defend-the-bridge", "hastings", "stirling", "ayrenes-woods")
"""Kits whose notes say what is reconstructed."""
TITLE_PT = 15
"""The title of a sheet of text is larger than this; the name of a part in the instructions is not."""


def _read(scenario: str, **options: object) -> Document:
    game = GAMES.get(scenario, "ibb")
    return read_pdf(printed(scenario, game=game, **options).pdf) if options else whole_kit(scenario, game=game)


def _notes(document: Document) -> str:
    return " ".join(_parted(page)[1] for page in document.pages).strip()


def _all_else(document: Document) -> str:
    return " ".join(_parted(page)[0] for page in document.pages)


def _parted(page: Page) -> tuple[str, str]:
    """What is on a page beside the notes, and the notes: a page by themselves, or the foot of another."""
    if ": Notes" in head(page):
        return "", page.text
    if ", with notes" not in head(page):
        return page.text, ""
    (start,) = [n for n, run in enumerate(page.runs) if run.text == "Notes" and run.size >= TITLE_PT]
    above, notes = page.runs[:start], page.runs[start:]
    assert all(run.y >= notes[0].y for run in notes), "the notes are below all else"
    return _said(above), _said(notes)


def _said(runs: Sequence[Run]) -> str:
    return " ".join(run.text for run in runs)


@pytest.mark.parametrize("scenario", KITS)
def test_a_players_kit_has_ids_on_its_page_of_notes_only(scenario: str) -> None:
    """No counter, card, map, sheet or page of rules for players has an id of a rule or the word reconstruction."""
    text = _all_else(_read(scenario))
    assert IDS.findall(text) == []
    assert SCAFFOLDING.findall(text) == []


@pytest.mark.parametrize("scenario", [item for item in WITH_NOTES if item in KITS])
def test_the_page_of_notes_has_what_the_battle_rests_on(scenario: str) -> None:
    """Rulings that the scenario applies, what is reconstructed, and how the map came about; none with --notes no."""
    document = _read(scenario)
    notes = _notes(document)
    assert len(set(IDS.findall(notes))) >= 5
    assert "Rulings behind this battle" in notes
    assert "Reconstructed" in notes
    assert "The original map is lost" in notes
    assert len(document.pages) <= len(_read(scenario, designer=True).pages) + 2


def test_a_designers_kit_has_them_in_place() -> None:
    """Hundreds of ids beside what rests on them, and no page of notes."""
    document = _read("defend-the-bridge", designer=True)
    assert _notes(document) == ""
    assert len(IDS.findall(document.text)) > 200


@pytest.mark.parametrize("scenario", [*WITH_NOTES, "two-villages", "deep-delve", "the-moon-at-the-gate"])
def test_every_game_leaves_its_page_of_notes_out(scenario: str) -> None:
    """With the notes there is one section of that name with a text; without them it is empty."""
    for notes in (True, False):
        kit, report = make_kit(scenario, game=GAMES.get(scenario, "ibb"), only=frozenset({"notes"}), notes=notes)
        assert kit is not None, list(map(str, report))
        assert [text.title for text in kit.texts] == (["Notes"] if notes else [])


def test_notes_can_be_left_out(tmp_path: Path) -> None:
    """--notes no prints the kit without the page; anything but yes and no is refused."""
    pack = str(ROOT / "docs" / "examples" / "salt-marsh")
    call = ("kit", "low-tide", "--pack", pack, "--only", "notes,crib", "-o", str(tmp_path))
    assert call_cli(*call).returncode == 0
    assert ": Notes" in read_pdf((tmp_path / "low-tide-crib-notes.pdf").read_bytes()).text
    assert call_cli(*call, "--notes", "no").returncode == 0
    assert ": Notes" not in read_pdf((tmp_path / "low-tide-crib-notes.pdf").read_bytes()).text
    refused = call_cli(*call, "--notes", "maybe")
    assert refused.returncode == 2
    assert "--notes takes yes or no, not 'maybe'." in refused.stderr
