"""Whatever stands in a template or style, the answer is a drawing or problems with places: nothing else, and soon.

The templates are made from a grammar, so most are accepted and what draws them is tried too; `-rP` shows how many.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from ibbprint.components.faces.faces import Faces, Symbols
from ibbprint.components.faces.templates import Templates
from ibbprint.components.style import Style, read_style
from ibbprint.components.text.prose import Setting, lay_out
from ibbprint.drawing.svg import to_svg
from ibbprint.problems import Report, Where, offending_line
from tests import fuzzed
from tests.helpers import SOAK, TEMPLATES

CASES = 20_000 if SOAK else 80
SHIPPED = [TEMPLATES / "ibb", TEMPLATES / "common", TEMPLATES]
VALUES = {
    "attack": 3,
    "defence": 2,
    "movement": 6,
    "name": "Hill Guards",
    "short": "Grd",
    "i": 1,
    "abilities": ["charge", "ranger"],
    "side": {"name": "Red", "livery": "red"},
}


@pytest.fixture(scope="module")
def style() -> Style:
    result = read_style(SHIPPED, Report())
    assert result is not None
    return result


def sound(report: Report, file: Path) -> bool:
    """True when nothing was said; else each problem has to be one for people, with a place in the file."""
    for problem in report:
        assert Path(problem.where.file).name == file.name, problem
        assert problem.where.line >= 1, problem
        assert problem.message.endswith("."), problem
        assert len(problem.message) < 700, problem
        assert "object at 0x" not in problem.message, problem
        offending_line(problem.where)
    return not len(report)


def tried(name: str, make: Callable[[random.Random], str], accepts: Callable[[str], bool]) -> None:
    """Each text is accepted or refused as it should be; at least half of them are accepted."""
    accepted = 0
    for seed in range(CASES):
        dice = random.Random(f"{name} {seed}")
        text = fuzzed.changed(dice, make(dice))
        try:
            accepted += accepts(text)
        except Exception as fault:
            raise AssertionError(f"{name} {seed}: {fault!r}\n{text}") from fault
    print(f"{name}: {accepted} of {CASES} accepted")
    assert accepted > CASES / 2, f"{accepted} of {CASES} accepted"


def test_any_face_is_drawn_or_refused(tmp_path: Path, style: Style) -> None:
    file = tmp_path / "x.svg.j2"

    def accepts(text: str) -> bool:
        file.write_text(text, encoding="utf-8", newline="")
        report = Report()
        faces = Faces(Templates([tmp_path, *SHIPPED], style, report), Symbols(SHIPPED, report), report)
        drawing = faces.face("x.svg.j2", VALUES, (16, 16), {})
        assert (drawing is None) == bool(report.errors)
        if drawing is not None:
            to_svg(drawing)
        return sound(report, file)

    tried("face", fuzzed.face, accepts)


def test_any_sheet_is_set_or_refused(tmp_path: Path, style: Style) -> None:
    file = tmp_path / "x.md.j2"

    def accepts(text: str) -> bool:
        file.write_text(text, encoding="utf-8", newline="")
        report = Report()
        templates = Templates([tmp_path], style, report)
        loaded = templates.load("x.md.j2", Where(str(file), 1, 1))
        filled = None if loaded is None else templates.render(loaded, VALUES)
        assert (filled is None) == bool(report.errors)
        if filled is not None:
            lay_out(filled, style, (10, 10, 190, 270), 297, Where(str(file), 1, 1), report, Setting(2, aid=True))
        return sound(report, file)

    tried("sheet", fuzzed.sheet, accepts)


def test_any_style_is_read_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "style.yaml"

    def accepts(text: str) -> bool:
        file.write_text(text, encoding="utf-8", newline="")
        report = Report()
        style = read_style([tmp_path, *SHIPPED], report)
        assert (style is None) <= bool(report.errors)
        return sound(report, file)

    tried("style", fuzzed.styled, accepts)
