"""A pack from a stranger does no harm: what it must not do is refused with its place, what it may do is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from ibbprint.components.faces import work
from ibbprint.components.faces.faces import Symbols
from ibbprint.components.faces.templates import marked
from ibbprint.components.style import read_style
from ibbprint.components.text import booklet_pages
from ibbprint.components.text.markdown import MAX_CHARACTERS, MAX_COLUMNS, MAX_PARAGRAPH, MAX_PARTS, MAX_ROWS
from ibbprint.components.text.prose import Setting, lay_out
from ibbprint.drawing.svg_events import LONGEST_MESSAGE, MAX_FAULTS
from ibbprint.drawing.svg_memory import Memory
from ibbprint.drawing.svg_reader import read_svg
from ibbprint.problems import Report, Where
from ibbprint.svg_path import MAX_SEGMENTS
from tests.helpers import TEMPLATES, call_cli

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9">'
MUCH = 100_000


def drawn(inside: str) -> list[str]:
    """What is said of a drawing, read as faces are: with a memory, then with the place of each element."""
    text = f"{HEAD}{inside}</svg>"
    _, faults = read_svg(text, size=(9, 9), memory=Memory())
    if faults:
        _, placed = read_svg(marked(text, 0), size=(9, 9))
        assert placed
    assert all(len(fault.message) <= LONGEST_MESSAGE + 10 for fault in faults)
    return [fault.message for fault in faults]


def rect(attribute: str, value: str) -> str:
    return f'<rect width="9" height="9" {attribute}="{value}"/>'


def path(data: str) -> str:
    return f'<path d="{data}"/>'


def chain(links: int) -> str:
    """A gradient with colours, and one before it for each link, which takes them from the next."""
    linked = [f'<linearGradient id="a{i}" href="#a{i + 1}"/>' for i in range(links)]
    return "".join(linked) + f'<linearGradient id="a{links}">{"<stop/>" * 2}</linearGradient>'


SHADE = '<linearGradient id="a">' + '<stop offset="0"/>' * 1000 + "</linearGradient>"
SHADED = '<rect width="1" height="1" fill="url(#a0)"/>'
TRANSFORMS = "rotate(1) " * 1000
CLIP = '<clipPath id="a">' + '<rect width="1" height="1"/>' * 5000 + "</clipPath>"
REFUSED = {
    "blanks-before-a-transform": (rect("transform", " " * MUCH + "x"), "is not a transform"),
    "commas-in-a-transform": (rect("transform", "," * MUCH), "is not a transform"),
    "brackets-in-a-transform": (rect("transform", "a(" * MUCH), "is not a transform"),
    "letters-in-a-transform": (rect("transform", "a" * MUCH), "is not a transform"),
    "a-transform-that-grows": (rect("transform", "scale(9)" * 1000), "too large"),
    "many-transforms": (rect("transform", TRANSFORMS + "rotate(1)"), "a transform has more than 1,000 parts"),
    "a-transform-used-again-and-again": (
        f'<g id="a" transform="{TRANSFORMS}">{rect("x", "1")}</g>' + '<use href="#a"/>' * 5000,
        "all uses counted",
    ),
    "words-used-again-and-again": (
        f'<text id="a" x="1" y="5" font-size="1">{"a<!---->" * MUCH}</text>' + '<use href="#a"/>' * 5000,
        "all uses counted",
    ),
    "a-gradient-of-a-chain-of-gradients": (chain(17) + SHADED, "goes through more than 16 others"),
    "a-gradient-used-again-and-again": (
        f'<linearGradient id="a0" gradientTransform="{TRANSFORMS}">{"<stop/>" * 2}</linearGradient>' + SHADED * 5000,
        "all uses counted",
    ),
    "figures-of-a-length": (rect("x", "1" * MUCH), "too large"),
    "figures-before-a-letter": (rect("x", "1" * MUCH + "y"), "is not a length"),
    "figures-of-a-list": (rect("stroke-dasharray", "1" * MUCH + "y"), "is not a number"),
    "figures-of-a-fraction": (rect("opacity", "1" * MUCH + "y"), "is not a number from 0 to 1"),
    "blanks-after-a-length": (rect("x", "1" + " " * MUCH + "x"), "is not a length"),
    "a-colour-of-many-letters": (rect("fill", "#" * MUCH), "is not a colour"),
    "many-dashes": (rect("stroke-dasharray", "1 " * MUCH), "at most 32 lengths"),
    "many-styles": (rect("style", "fil:red;" * MUCH), "cannot be printed"),
    "a-path-of-many-pieces": (path("M0 0" + "h1" * MUCH), f"more than {MAX_SEGMENTS:,} pieces"),
    "a-path-that-is-closed-again-and-again": (path("M0 0" + "z" * MUCH), f"more than {MAX_SEGMENTS:,} pieces"),
    "signs-in-a-path": (path("M0 0L" + "+" * MUCH), "broken at"),
    "a-gradient-of-many-stops": (SHADE + '<rect width="1" height="1" fill="url(#a)"/>' * 3000, "at most 64"),
    "a-clip-path-of-many-shapes": (CLIP + '<rect width="1" height="1" clip-path="url(#a)"/>' * 400, "all uses counted"),
    "a-path-used-again-and-again": (
        '<g id="a">' + path("M0 0" + "h1" * 40_000) + "</g>" + '<use href="#a"/>' * 100,
        "more than 1,000,000 points",
    ),
    "comments-that-are-not-closed": ("<!--" * MUCH, "not XML"),
    "many-unknown-elements": ("<recta/>" * 1000, "cannot be printed"),
    "letters-that-no-font-has": ('<text x="1" y="5">' + "漢" * MUCH + "</text>", "the font has no character"),
}
DRAWN = {
    "many-arcs": path("M0 0" + "A1 1 0 0 1 5 5 " * 9000),
    "an-arc-of-hardly-any-radius": path("M0 0A1e-300 1e-300 0 0 0 5 5"),
    "an-arc-of-no-radius": path("M0 0A1e-320 1e-320 0 0 0 5 5A0 0 0 0 0 6 6"),
    "an-arc-to-where-it-is": path("M5 5A1 1 0 0 0 5 5"),
    "an-arc-that-is-very-flat": path("M0 0A1e5 1e-5 0 1 0 5 5"),
    "as-many-transforms-as-may-be": rect("transform", TRANSFORMS),
    "as-many-gradients-in-a-chain-as-may-be": chain(16) + SHADED,
    "gradients-that-all-take-their-colours-from-one": (
        chain(1) + "".join(f'<linearGradient id="b{i}" href="#a1"/>' for i in range(8000)) + SHADED * 8000
    ),
    "many-pieces": path("M0 0" + "h1" * 40_000),
    "many-words": '<text x="1" y="5" font-size="1">' + "word " * MUCH + "</text>",
    "a-place-that-is-none-of-ours": rect("data-at", "0:99999999999999999999:3"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_drawing_that_is_too_much_is_refused_with_a_sentence(case: str) -> None:
    """Soon, with a place, and with no more faults than a report shows."""
    inside, sentence = REFUSED[case]
    result = drawn(inside)
    assert 0 < len(result) <= MAX_FAULTS
    assert any(sentence in message for message in result), result[:3]


@pytest.mark.parametrize("case", DRAWN)
def test_a_drawing_that_may_be_is_drawn(case: str) -> None:
    assert drawn(DRAWN[case]) == []


def test_what_is_used_again_and_has_a_fault_is_told_once() -> None:
    """A path that is broken at its end is not looked through for every use of it."""
    text = drawn(f'<path id="a" d="M0 0L{"1 1 " * 40_000}X"/>' + '<use href="#a"/>' * 100)
    assert len(text) == 2, text  # where it stands, and where it is used


def test_a_symbol_in_very_many_looks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A colour for each use: the symbol is read for each of them, but not for ever."""
    monkeypatch.setattr("ibbprint.components.faces.faces.MAX_DRESSED_ELEMENTS", 1000)
    (tmp_path / "symbols").mkdir()
    (tmp_path / "symbols" / "one.svg").write_text(f"{HEAD}{rect('x', '1') * 100}</svg>", encoding="utf-8")
    report = Report()
    symbols = Symbols([tmp_path], report)
    drawings = [symbols("one", {"fill": f"#{number:06x}"}) for number in range(100)]
    assert len(set(map(id, drawings))) == 11  # ten of them, and nothing for all the others
    (problem,) = report
    assert "in all their looks" in problem.message


def test_drawings_that_use_what_comes_later_count_for_the_limit_of_all_drawings() -> None:
    memory = Memory()
    later = '<use href="#a"/>' * 10 + '<g id="a">' + rect("x", "1") * 10 + "</g>"
    _, faults = read_svg(f"{HEAD}{later}</svg>", size=(9, 9), memory=memory)
    assert not faults
    assert memory.elements > 110


def test_drawings_that_share_a_memory_have_a_limit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """What no two faces have in common is not kept without end."""
    monkeypatch.setattr("ibbprint.drawing.svg_events.MAX_POINTS", 5000)
    memory = Memory()
    results = []
    for number in range(20):
        _, faults = read_svg(f"{HEAD}{path(f'M{number} 0' + 'h1' * 400)}</svg>", size=(9, 9), memory=memory)
        results += [fault.message for fault in faults]
    assert results
    assert all("all drawings together have more than 5,000 points" in message for message in results)


@pytest.mark.parametrize("at", ["0:99999999999999999999999:3", "x:y", "1", "::", "0:1:2:3", "-1:2:3", "7:7:7"])
def test_a_place_that_a_stranger_wrote_leads_nowhere(at: str, tmp_path: Path) -> None:
    """A symbol with a `data-at` and a fault of its own is told at its own lines, however often it is asked for."""
    (tmp_path / "symbols").mkdir()
    file = tmp_path / "symbols" / "one.svg"
    file.write_text(f'{HEAD}\n{{#<rect data-at="{at}" width="1" height="1" foo="1"/>#}}</svg>', encoding="utf-8")
    report = Report()
    symbols = Symbols([tmp_path], report)
    assert symbols("one") is not None
    assert symbols("one") is not None
    assert {problem.where.file for problem in report} == {str(file)}
    assert {problem.where.line for problem in report} == {1, 2}  # the braces stand in the svg, which begins on line 1
    assert [problem.where.line for problem in report if "foo" in problem.message] == [2]


def test_a_symbol_that_fails_is_not_taken_for_one_that_uses_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "symbols").mkdir()
    (tmp_path / "symbols" / "one.svg").write_text(f"{HEAD}</svg>", encoding="utf-8")
    symbols = Symbols([tmp_path], Report())

    def broken(*_: object, **__: object) -> None:
        raise ValueError("broken")

    with monkeypatch.context() as patched:
        patched.setattr("ibbprint.components.faces.faces.read_symbol", broken)
        with pytest.raises(ValueError, match="broken"):
            symbols("one")
    assert symbols("one") is not None


# --- sheets of text ------------------------------------------------------------------------------------------------


def laid_out(markdown: str, file: Path, columns: int = 1) -> list[str]:
    """What is said of a text: each problem, without the file."""
    style = read_style([TEMPLATES / "ibb", TEMPLATES / "common", TEMPLATES], Report())
    assert style is not None
    file.write_text(markdown, encoding="utf-8")
    report = Report()
    lay_out(markdown, style, (10, 10, 190, 270), 297, Where(str(file), 1, 1), report, Setting(columns))
    return [f"{problem.where.line}: {problem.message}" for problem in report]


def table(columns: int, rows: int) -> str:
    return "|a" * columns + "|\n" + "|-" * columns + "|\n" + ("|b" * columns + "|\n") * rows


TEXTS = {
    "a-wide-table": ("x\n\n" + table(200, 5), f"3: the table has more than {MAX_COLUMNS} columns."),
    "many-rows": (table(1, MAX_ROWS), f"more than {MAX_ROWS:,} rows together."),
    "many-entities": ("x\n\n" + "&a" * MUCH, f"3: a paragraph or cell is longer than {MAX_PARAGRAPH:,} characters."),
    "a-box-with-a-long-title": (
        "```note " + "word " * 2500 + "\nWords.\n```",
        f"1: a paragraph or cell is longer than {MAX_PARAGRAPH:,} characters.",
    ),
    "many-brackets": ("<a " * MUCH, f"1: a paragraph or cell is longer than {MAX_PARAGRAPH:,} characters."),
    "a-track-of-many-boxes": (
        "x\n\n```track\n" + "1\n" * MUCH + "```\n",
        f"3: a paragraph or cell is longer than {MAX_PARAGRAPH:,} characters.",
    ),
    "very-many-pictures-that-are-not-closed": (
        "![" * (MAX_CHARACTERS // 2 - 100),
        f"1: a paragraph or cell is longer than {MAX_PARAGRAPH:,} characters.",
    ),
    "many-rules": ("***\n\n" * 50_000, f"the text has more than {MAX_PARTS:,} paragraphs, headings, items and rules."),
    "a-long-text": ("word " * (MAX_CHARACTERS // 4), f"1: the text is longer than {MAX_CHARACTERS:,} characters."),
}


@pytest.mark.parametrize("case", TEXTS)
def test_a_text_that_is_too_much_is_refused_at_its_line(case: str, tmp_path: Path) -> None:
    text, output = TEXTS[case]
    (result,) = laid_out(text, tmp_path / "x.md")
    assert output in result


def test_a_box_of_the_booklet_has_the_limits_of_a_text() -> None:
    """What is too much in a fence is told as well, not raised."""
    style = read_style([TEMPLATES / "ibb", TEMPLATES / "common", TEMPLATES], Report())
    assert style is not None
    for columns, errors in ((2, 0), (200, 1)):
        report = Report()
        text = f"# A\n\n```example Title\n{table(columns, 2)}```\n"
        booklet_pages.lay_out(text, style, {}, {}, 20, True, lambda _: None, {}, Where("x.md", 1, 1), report)
        assert len(report) == errors
        assert all("more than 40 columns" in problem.message for problem in report)


def test_a_table_with_more_columns_than_fit_is_refused(tmp_path: Path) -> None:
    """Forty columns on a sheet, twenty in each of two columns of it; one more is a message, not a traceback."""
    assert laid_out(table(MAX_COLUMNS, 2), tmp_path / "x.md") == []
    (result,) = laid_out(table(MAX_COLUMNS, 2), tmp_path / "x.md", columns=2)
    assert "no more than 21 fit side by side" in result


@pytest.mark.parametrize(
    "text", ["[" * 3000, "![a](" * 1000, "*a**" * 2000, ">" * 9000 + "a", "* " * 4000 + "a", "`a``" * 2000]
)
def test_marks_that_are_never_closed_are_set_as_they_are(text: str, tmp_path: Path) -> None:
    assert laid_out(text, tmp_path / "x.md") == []


# --- whole packs ---------------------------------------------------------------------------------------------------


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert call_cli("new", "p").returncode == 0
    return tmp_path / "p"


DOUBLED = "{% set x=[1] %}{% set y=[1] %}" + "{% set x=[x,x] %}{% set y=[y,y] %}" * 40
FACES = {
    "set-double": "{% set x %}aaaaaaaaaa{% endset %}" + "{% set x %}{{x}}{{x}}{% endset %}" * 30,
    "include-self": '{% set n=40 %}{% include "ibb/b.j2" %}',
    "block-self": "".join(
        f"{{% block b{i} %}}{{{{ self.b{i + 1}() }}}}{{{{ self.b{i + 1}() }}}}{{% endblock %}}" for i in range(40)
    )
    + "{% block b40 %}{% endblock %}",
    "nested-list": DOUBLED + "{{ x }}",
    "nested-cmp": DOUBLED + "{% if x==y %}{% endif %}",
}


@pytest.mark.parametrize("case", FACES)
def test_a_pack_whose_faces_ask_for_too_much_is_refused(case: str, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole command: one problem, at the template, and nothing printed; the corpus has the usual limit."""
    monkeypatch.setattr(work, "MOST_STEPS", 200_000)
    face = pack / "templates" / "ibb" / "unit.svg.j2"
    face.write_text(FACES[case] + face.read_text(encoding="utf-8"), encoding="utf-8")
    twice = "{% include 'ibb/b.j2' %}" * 2
    (face.parent / "b.j2").write_text(f"{{% set n=n-1 %}}{{% if n>0 %}}{twice}{{% endif %}}", encoding="utf-8")
    result = call_cli("kit", "goose-common", "--pack", str(pack), "--only", "counters", "-o", "o")
    assert result.returncode == 1
    assert "Traceback" not in result.stderr + result.stdout
    name = "b.j2" if case == "include-self" else "unit.svg.j2"
    assert f"p/templates/ibb/{name}:1:1: error: the template cannot be filled in: it takes more than 200,000 steps" in (
        result.stderr + result.stdout
    )
    assert not list(pack.parent.glob("o/*.pdf"))


def test_a_pack_whose_crib_has_a_wide_table_is_refused(pack: Path) -> None:
    (pack / "templates" / "ibb" / "crib.md.j2").write_text(table(2000, 50), encoding="utf-8")
    result = call_cli("kit", "goose-common", "--pack", str(pack), "--only", "crib", "-o", "o")
    assert result.returncode == 1
    assert "p/templates/ibb/crib.md.j2:1:1: error: the table has more than 40 columns." in result.stderr + result.stdout
