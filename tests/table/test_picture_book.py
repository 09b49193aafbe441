"""The picture book of a game: one page, complete in itself, with the map after every turn and the story."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pikepdf
import pytest
from typer.testing import CliRunner

from ibbprint.press.picture_book import Line, picture_book
from ibbprint.problems import Report
from tests.helpers import TEMPLATES, app
from tests.pdf import read_pdf

MOST_BYTES = 1_000_000
TURNS = 6


class Reader(HTMLParser):
    """The elements of a page, by their names, with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("book") / "my.game"
    words = ["play", "the-long-road", "--seed", "book", "--save", str(file), "--brief"]
    assert CliRunner().invoke(app, words).exit_code == 0
    return file


@pytest.fixture(scope="module")
def page(game: Path) -> str:
    book = game.with_suffix(".html")
    result = CliRunner().invoke(app, ["replay", str(game), "--html", str(book), "--brief"])
    assert result.exit_code == 0, result.output
    return book.read_text(encoding="utf-8")


def test_every_turn_has_its_map_and_its_story(page: str) -> None:
    sections = page.split("<section")[2:]
    assert len(sections) == TURNS
    for number, section in enumerate(sections, start=1):
        assert f"<figcaption>After turn {number}</figcaption>" in section
        assert f"Turn {number}" in section
        assert section.count("<svg") == 1
        assert section.count("<p") > 2


def test_the_page_is_complete_in_itself_and_runs_nothing(page: str) -> None:
    elements = Reader(page).elements
    names = {tag for tag, _ in elements}
    assert names.isdisjoint({"script", "link", "iframe", "object", "embed", "base", "foreignobject"})
    for _, attributes in elements:
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        for name in ("href", "src", "xlink:href"):
            assert (attributes.get(name) or "#").startswith("#")
    policy = next(value["content"] or "" for tag, value in elements if tag == "meta" and "http-equiv" in value)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "script-src" not in policy
    assert "unsafe" not in policy
    assert len(page.encode()) < MOST_BYTES


def test_every_name_that_a_map_uses_is_defined_once_in_the_page(page: str) -> None:
    defined = re.findall(r'\bid="([^"]+)"', page)
    used = set(re.findall(r'href="#([^"]+)"', page)) | set(re.findall(r"url\(#([^)]+)\)", page))
    assert len(defined) == len(set(defined))
    assert used <= set(defined)


def test_the_same_game_gives_the_same_page(game: Path, page: str) -> None:
    again = game.with_name("again.html")
    CliRunner().invoke(app, ["replay", str(game), "--html", str(again), "--brief"])
    assert again.read_text(encoding="utf-8") == page


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "<!-- pages --><b>", "\"' onload=x &amp;"])
def test_words_of_a_pack_are_never_markup(text: str) -> None:
    report = Report()
    result = picture_book(text, [Line("turn", "heading", text), Line("move", "item", text)], None, [TEMPLATES], report)
    assert result is not None
    reader = Reader(result.decode())
    assert "script" not in {tag for tag, _ in reader.elements}
    assert "b" not in {tag for tag, _ in reader.elements}
    assert reader.words.count(text) == 6  # the title and the headline, both in the contents, the heading, the story


def test_a_faulty_game_writes_no_page(tmp_path: Path, game: Path) -> None:
    broken = tmp_path / "broken.game"
    broken.write_text(game.read_text(encoding="utf-8").replace("move", "fly", 1), encoding="utf-8")
    result = CliRunner().invoke(app, ["replay", str(broken), "--html", str(tmp_path / "no.html")])
    assert result.exit_code == 1
    assert not (tmp_path / "no.html").exists()


def test_the_extra_of_the_table_is_not_needed(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "starlette", None)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = CliRunner().invoke(app, ["replay", str(game), "--html", str(tmp_path / "a.html"), "--brief"])
    assert result.exit_code == 0


@pytest.fixture(scope="module")
def booklet(game: Path) -> Path:
    file = game.with_suffix(".pdf")
    result = CliRunner().invoke(app, ["replay", str(game), "--pdf", str(file), "--brief"])
    assert result.exit_code == 0, result.output
    return file


def test_the_booklet_has_a_page_for_every_turn_and_tells_the_same_story(booklet: Path, page: str) -> None:
    words = " ".join(run.text for page in read_pdf(booklet.read_bytes()).pages for run in page.runs)
    message = Reader(page.partition("<section")[2]).words
    for turn in range(1, TURNS + 1):
        assert f"Turn {turn}" in words
        assert f"After turn {turn}" in words
    sentences = [each.strip() for each in re.findall(r"[A-Z][^.!?]{20,60}[.!?]", " ".join(message.split()))][:20]
    assert len(sentences) > 5
    squeezed = words.replace(" ", "")
    assert sum(each.replace(" ", "") in squeezed for each in sentences) > len(sentences) * 0.8


def test_the_same_game_gives_the_same_booklet_and_a_folded_one_has_half_as_many_sides(
    game: Path, booklet: Path
) -> None:
    again, folded = game.with_name("again.pdf"), game.with_name("folded.pdf")
    for target, more in ((again, []), (folded, ["--booklet", "--paper", "letter"])):
        result = CliRunner().invoke(app, ["replay", str(game), "--pdf", str(target), "--brief", *more])
        assert result.exit_code == 0, result.output
    assert again.read_bytes() == booklet.read_bytes()
    with pikepdf.open(folded) as pdf:
        assert len(pdf.pages) % 2 == 0
        assert [float(side) for side in pdf.pages[0].mediabox][2:] in ([612.0, 792.0], [792.0, 612.0])


@pytest.mark.parametrize(
    ("words", "option"),
    [(["--booklet"], "--booklet"), (["--paper", "a4"], "--paper"), (["--pdf", "x.pdf", "--paper", "vellum"], "vellum")],
)
def test_options_of_a_booklet_that_make_no_sense_end_with_2(game: Path, words: list[str], option: str) -> None:
    result = CliRunner().invoke(app, ["replay", str(game), *words])
    assert result.exit_code == 2
    assert option in result.output
    assert "Traceback" not in result.output


def test_the_inks_of_a_kit_are_those_of_the_picture_book(game: Path, tmp_path: Path) -> None:
    book = tmp_path / "grey.html"
    result = CliRunner().invoke(app, ["replay", str(game), "--html", str(book), "--ink", "grey", "--brief"])
    assert result.exit_code == 0, result.output
    maps = re.findall(r"<svg.*?</svg>", book.read_text(encoding="utf-8"), re.DOTALL)
    colours = re.findall(r"#([0-9a-f]{6})\b", "".join(maps))
    assert len(set(colours)) > 3
    assert all(each[:2] == each[2:4] == each[4:] for each in colours)


@pytest.mark.parametrize("words", [["--ink", "grey"], ["--palette", "contrast"]])
def test_inks_without_a_picture_are_a_mistake_that_is_named(game: Path, words: list[str]) -> None:
    result = CliRunner().invoke(app, ["replay", str(game), "--brief", *words])
    assert result.exit_code == 2
    assert "--html" in result.output
