"""The picture book of a game: one page, complete in itself, with the map after every turn and the story."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ibbprint.press.picture_book import Line, picture_book
from ibbprint.problems import Report
from tests.helpers import TEMPLATES, app

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
    made = picture_book(text, [Line("turn", "heading", text), Line("move", "item", text)], None, [TEMPLATES], report)
    assert made is not None
    reader = Reader(made.decode())
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
