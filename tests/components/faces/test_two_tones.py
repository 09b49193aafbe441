"""Symbols in two tones: `data-tones` asks for them, and whose symbol it is decides which drawing that is."""

from __future__ import annotations

from pathlib import Path

import pytest

from ibbprint.components.faces.faces import TWO_TONE, Symbols
from ibbprint.drawing.filled import filled
from ibbprint.drawing.shapes import Drawing
from ibbprint.drawing.svg_events import Fault
from ibbprint.drawing.svg_reader import read_svg
from ibbprint.problems import Report
from tests.helpers import TEMPLATES

LIGHT, DARK, ON = "#fff4d6", "#111111", "#ffffff"
SQUARE = "M10 10h80v80h-80z"
PLAIN = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path fill="currentColor" d="{SQUARE}"/></svg>'
TONED = PLAIN.replace("</svg>", '<path d="M20 20h9v9h-9z"/></svg>')
NAMES = sorted(path.stem for path in (TEMPLATES / "symbols" / TWO_TONE).glob("*.svg"))


def face(symbol: str, symbols: Symbols, tones: str = f"{LIGHT} {DARK}") -> tuple[Drawing, list[Fault]]:
    use = f'<use href="symbol:{symbol}" width="9" height="9" fill="{ON}" data-tones="{tones}"/>'
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{use}</svg>'
    return read_svg(text, symbols=symbols, size=(10, 10))


def colours(drawing: Drawing) -> set[str]:
    return {str(item.paint) for item in filled(drawing)}


def folder(path: Path, **files: str) -> Path:
    for name, text in files.items():
        target = path / "symbols" / f"{name.replace('__', '/')}.svg"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return path


def test_tones_colour_the_drawing_in_two_tones(tmp_path: Path) -> None:
    symbols = Symbols([folder(tmp_path, horn=PLAIN, **{"two-tone__horn": TONED})], Report())
    drawing, faults = face("horn", symbols)
    assert not faults
    assert colours(drawing) == {LIGHT, DARK}
    assert {"horn", f"{TWO_TONE}/horn"} <= set(symbols.texts), "a kit's hash has both"


def test_a_symbol_without_one_is_as_before(tmp_path: Path) -> None:
    drawing, faults = face("horn", Symbols([folder(tmp_path, horn=PLAIN)], Report()))
    assert not faults
    assert colours(drawing) == {ON}


def test_a_pack_that_draws_the_symbol_anew_hides_both(tmp_path: Path) -> None:
    """A pack with axemen of its own gets those, not the two tones of the shipped ones."""
    drawing, _ = face("axemen", Symbols([folder(tmp_path, axemen=PLAIN), TEMPLATES], Report()))
    assert colours(drawing) == {ON}


def test_without_tones_the_plain_one_is_drawn() -> None:
    use = '<use href="symbol:axemen" width="9" fill="#123456"/>'
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{use}</svg>'
    drawing, _ = read_svg(text, symbols=Symbols([TEMPLATES], Report()), size=(10, 10))
    assert colours(drawing) == {"#123456"}


@pytest.mark.parametrize("tones", ["#fff4d6", "#fff4d6 none", "#fff4d6 #111111 #222222", "pale dark"])
def test_tones_are_two_colours(tones: str) -> None:
    _, faults = face("axemen", Symbols([TEMPLATES], Report()), tones)
    assert [fault.rule for fault in faults] == ["draw:value"]


def test_the_folder_is_no_name_of_a_symbol() -> None:
    symbols = Symbols([TEMPLATES], Report())
    face("axemen", symbols)
    assert symbols(f"{TWO_TONE}/axemen") is None
    assert not any(TWO_TONE in name for name in symbols.names())


@pytest.mark.parametrize("name", NAMES)
def test_the_shipped_ones_have_a_plain_one_and_two_colours(name: str) -> None:
    report = Report()
    symbols = Symbols([TEMPLATES], report)
    assert name in symbols.names()
    drawing, faults = face(name, symbols)
    assert report.ok
    assert not faults
    assert colours(drawing) == {LIGHT, DARK}


def test_there_are_a_dozen() -> None:
    assert len(NAMES) >= 12
