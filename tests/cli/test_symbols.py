"""`ibbprint symbols`: every name is listed within the width, drawn on the sheet, and on the page of the docs."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from ibbprint.components.faces.faces import Symbols
from ibbprint.jobs.browsing import SymbolsOrder, as_text, browsed
from ibbprint.problems import BadRequest, Report, did_you_mean
from tests.helpers import ROOT, call_cli
from tests.pdf import read_pdf
from tests.pictured import game, photograph, saved
from tools import symbols_page

TEMPLATES = ROOT / "templates"


def test_the_list_has_every_name_in_lines_no_wider_than_asked() -> None:
    kinds = browsed(SymbolsOrder()).kinds
    named = [entry.name for kind in kinds for entry in kind.entries]
    assert set(Symbols([TEMPLATES], Report()).names()) <= set(named)
    for width in (60, 100, 200):
        text = as_text(kinds, width)
        assert max(map(len, text.splitlines())) <= width
        words = " ".join(text.split()).replace(",", " ")
        assert [name for name in named if f" {name} " not in f" {words} "] == []


def test_the_contact_sheet_has_every_name_once_and_as_many_pages_as_it_says(tmp_path: Path) -> None:
    target = tmp_path / "sheet.pdf"
    result = call_cli("symbols", "nato", "-o", str(target))
    assert result.returncode == 0, result.stderr
    kinds = browsed(SymbolsOrder("nato")).kinds
    sheet = read_pdf(target.read_bytes())
    assert f"{sum(len(kind.entries) for kind in kinds)} symbols, {len(sheet.pages)} pages" in result.stdout
    flat = "".join(sheet.text.split())
    assert [entry.name for kind in kinds for entry in kind.entries if entry.name not in flat] == []


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_picture_of_some_symbols_is_written(tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"some.{ending}"
    result = call_cli("symbols", "device-lion", "-o", str(target))
    assert result.returncode == 0, result.stderr
    assert target.read_bytes()[:5] in (b"\x89PNG\r", b"<?xml")
    assert "1 symbol" in result.stdout


def test_a_word_that_nothing_is_called_is_answered_with_the_nearest() -> None:
    with pytest.raises(BadRequest) as caught:
        browsed(SymbolsOrder("spearmn"))
    assert caught.value.hint == "Did you mean spearmen?"
    with pytest.raises(BadRequest) as caught:
        browsed(SymbolsOrder("qqqq"))
    assert caught.value.hint == "See: ibbprint symbols"
    result = call_cli("symbols", "-o", "symbols.doc")
    assert (result.returncode, "Known: pdf, png, svg." in result.stderr) == (2, True)


def test_docs_symbols_md_is_what_the_program_has() -> None:
    """What `make symbols-page` would write is what is there."""
    assert symbols_page.page() == symbols_page.PAGE.read_text(encoding="utf-8")


def test_no_hint_cuts_a_list_without_saying_where_the_rest_is() -> None:
    many = [f"name-{number}" for number in range(40)]
    assert did_you_mean("xyz", many) == f"Known: {', '.join(sorted(many))}."
    assert did_you_mean("xyz", many, see="ibbprint list") == "See: ibbprint list"
    assert "more" not in did_you_mean("xyz", [f"name-{number}" for number in range(400)])


def test_a_scenario_that_is_not_there_is_an_error() -> None:
    result = call_cli("symbols", "--scenario", "hasting")
    assert result.returncode == 2
    assert "there is no scenario 'hasting'. Did you mean hastings" in result.stderr


def test_the_pictures_of_a_folder_are_listed_and_drawn(tmp_path: Path) -> None:
    badge = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    files: dict[str, str | bytes] = {
        "pictures/half-track.jpg": saved(photograph(), "JPEG"),
        "pictures/badge.svg": badge,
    }
    folder = game(tmp_path, files)
    listed = call_cli("symbols", "pictures", "-s", "motor", cwd=tmp_path).stdout
    assert listed.splitlines()[1:] == ["  badge, car, half-track"]
    assert "Pictures (1)" in call_cli("symbols", "half", "-s", "motor", cwd=tmp_path).stdout
    assert "Pictures (3)" in call_cli("symbols", "-s", "motor", cwd=tmp_path).stdout
    result = call_cli("symbols", "pictures", "-s", "motor", "-o", "art.pdf", cwd=tmp_path)
    assert "3 symbols, 1 page" in result.stdout
    with pikepdf.open(tmp_path / "art.pdf") as pdf:
        assert sorted(int(image.Width) for image in pdf.pages[0].get_images().values()) == [240, 600]
    (folder / "pictures" / "half-track.jpg").write_bytes(b"no picture")
    result = call_cli("symbols", "pictures", "-s", "motor", "-o", "art.png", cwd=tmp_path)
    assert (result.returncode, "half-track.jpg: error: this is not a picture." in result.stderr) == (1, True)
    assert not (tmp_path / "art.png").exists()


def test_a_folder_without_pictures_says_where_they_belong() -> None:
    result = call_cli("symbols", "pictures")
    assert result.returncode == 2
    assert "there are no pictures here. They are files in the folder pictures;" in result.stderr
