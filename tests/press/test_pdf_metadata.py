"""What a PDF says of itself: the titles of game and kit, in its information and in XMP."""

from __future__ import annotations

import io

import pikepdf
import pytest

import ibbprint
from ibbprint.drawing.pdf import Book, PdfWriter
from tests.helpers import FOLDERS

TITLES = {
    "defend-the-bridge": "Itty Bitty Battles: Defend the Bridge",
    "hastings": "Itty Bitty Battles: Hastings in a Fantastic Vein",
    "two-villages": "MicroBattle: Two Villages",
}


def opened(scenario: str, **options: object) -> pikepdf.Pdf:
    result = ibbprint.kit(scenario, only="counters", **options)  # type: ignore[arg-type]
    assert result.pdf, result.report
    return pikepdf.open(io.BytesIO(result.pdf))


@pytest.mark.parametrize("scenario", TITLES)
def test_a_kit_has_the_title_of_its_game_and_its_own(scenario: str) -> None:
    """In the document information, where viewers look, and in XMP, where libraries do."""
    with opened(scenario) as pdf:
        assert str(pdf.docinfo["/Title"]) == TITLES[scenario]
        with pdf.open_metadata() as raised:
            assert raised["dc:title"] == TITLES[scenario]
            assert "en-GB" in raised["dc:language"]
        assert str(pdf.Root["/Lang"]) == "en-GB"


def test_a_game_that_is_a_folder_gives_its_kits_its_name() -> None:
    result = ibbprint.kit(str(FOLDERS["tin-road"]), only="counters")
    assert result.pdf, result.report
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        assert "made of files" not in str(pdf.docinfo["/Title"])


def test_what_means_something_in_xml_is_text_in_a_title() -> None:
    writer = PdfWriter(Book("Cats & <Dogs>", "a & b"))
    writer.begin_page(60, 40, label="1")
    writer.end_page()
    with pikepdf.open(io.BytesIO(writer.bytes())) as pdf, pdf.open_metadata() as raised:
        assert raised["dc:title"] == "Cats & <Dogs>"
