"""What a kit says to those who do not see it: a tree of all that is printed, with words for every picture."""

from __future__ import annotations

import csv
import io
import re
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest

import ibbprint
from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.drawing.shapes import Drawing, Style, Text, rectangle
from ibbprint.drawing.shapes import Path as Shape
from ibbprint.drawing.svg_reader import read_svg
from ibbprint.drawing.tagging import LONGEST_ALT, Element, Tags, said_of
from ibbprint.jobs.on_paper import InkOptions, PaperOptions
from tests.helpers import FOLDERS, make_pack, printed
from tests.tagged import Node, faults, marked, opened, tree

OWN = "tin-road"


def whole(kit: str) -> Node:
    """The tree of a whole kit."""
    with opened(printed(kit).pdf) as pdf:
        return tree(pdf)


def pictures(top: Node) -> list[str]:
    return [node.alt for node in top.walk() if node.kind == "Figure"]


@pytest.mark.parametrize("kit", ["defend-the-bridge", OWN])
def test_all_that_is_printed_is_read_once_or_is_for_the_eye_alone(kit: str) -> None:
    """Each mark is in one element of its page, nothing is painted outside of marks, each picture has words."""
    assert faults(printed(kit).pdf) == []


@pytest.mark.parametrize(
    "options",
    [
        {"booklet": True, "only": "rules"},
        {"only": "map", "poster": True},
        {"designer": True, "only": "crib"},
        {"only": ["counters", "markers"], "paper": PaperOptions(duplex="fold")},
        {"only": "counters", "paper": PaperOptions("letter", duplex="short-edge", bleed=2.0)},
    ],
    ids=lambda options: " ".join(options),
)
def test_so_it_is_in_whatever_way_a_kit_is_printed(options: dict[str, object]) -> None:
    result = ibbprint.kit("defend-the-bridge", **options)  # type: ignore[arg-type]
    assert result.pdf, result.report
    assert faults(result.pdf) == []


def test_every_counter_is_named_with_its_numbers_front_and_back() -> None:
    top = whole("defend-the-bridge")
    images = pictures(top)
    figures = "attack 3, defence 4, movement 4, quality 4, Hill People; formation A, The Warlord’s Band"
    assert images.count(f"Front: Axemen R4, Rotwangi: {figures}") == 1
    fronts = [alt for alt in images if alt.startswith("Front:") and ", Rotwangi:" in alt and "chit for" not in alt]
    assert images.count("Back: Rotwangi, face down") == len(fronts) > 8
    assert images.count("Front: Disorganised –2, marker") == images.count("Back: Routed, marker") > 1


def test_counters_of_a_pack_are_named_as_the_pack_names_them(tmp_path: Path) -> None:
    """A face with a title is read by it, whatever is printed on it."""
    face = tmp_path / "pack" / "templates" / "ibb" / "back.svg.j2"
    pack = make_pack(tmp_path / "pack", {})
    face.parent.mkdir(parents=True, exist_ok=True)
    face.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 15.9 15.9">\n'
        "<title>\n  Nobody knows\n  who of {{ side.name }} &amp; Co.</title>\n"
        '<rect x="-3" y="-3" width="22" height="22" fill="#dddddd"/></svg>',
        encoding="utf-8",
    )
    result = ibbprint.kit("defend-the-bridge", only="counters", packs=[pack])
    assert result.pdf, result.report
    with opened(result.pdf) as pdf:
        assert "Back: Nobody knows who of Tudwallish & Co." in pictures(tree(pdf))


def test_faces_without_titles_are_read_as_they_are_printed() -> None:
    """Every unit of a game of our own, whose faces have no titles."""
    rows = list(csv.DictReader((FOLDERS[OWN] / "units.csv").read_text(encoding="utf-8").splitlines()))
    images = pictures(whole(OWN))
    for row in rows:
        assert any(alt.startswith("Front: ") and row["name"] in alt for alt in images), row["name"]


@pytest.mark.parametrize("kit", ["defend-the-bridge", OWN])
def test_headings_are_read_in_the_order_of_the_booklet(kit: str) -> None:
    """The bookmarks are parts of the tree in their order, and no level of headings is left out."""
    pdf = printed(kit).pdf
    with opened(pdf) as file:
        top = tree(file)
        parts = [str(entry.title) for entry in file.open_outline().root]
    titles = iter(word for node in top.walk() if node.title for word in re.split(", | and ", node.title.lower()))
    assert all(words in titles for part in parts for words in re.split(", | and ", part.lower()))
    levels = [int(node.kind[1]) for node in top.walk() if re.fullmatch(r"H\d", node.kind)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_a_booklet_that_is_folded_is_read_page_by_page() -> None:
    """Its pages lie on the sheets in another order."""
    read = []
    for folded in (False, True):
        result = ibbprint.kit("defend-the-bridge", only="rules", booklet=folded)
        assert result.pdf, result.report
        with opened(result.pdf) as pdf:
            read.append([(node.kind, node.alt) for node in tree(pdf).walk()])
    assert read[0] == read[1]


def test_tables_are_read_as_tables() -> None:
    """Rows of one table have as many cells; cells of its head say so."""
    tables = [node for node in whole("defend-the-bridge").walk() if node.kind == "Table"]
    assert len(tables) > 20
    for table in tables:
        assert {row.kind for row in table.kids} == {"TR"}
        assert len({len(row.kids) for row in table.kids}) == 1
        assert {cell.kind for row in table.kids for cell in row.kids} <= {"TH", "TD"}


def test_each_sheet_of_a_map_is_a_picture() -> None:
    alts = [alt for alt in pictures(whole("defend-the-bridge")) if ", sheet " in alt]
    assert len(alts) > 1
    assert all(alt.endswith(f"{number} of {len(alts)}") for number, alt in enumerate(alts, start=1))
    poster = ibbprint.kit("defend-the-bridge", only="map", poster=True)
    with opened(poster.pdf or b"") as pdf:
        assert pictures(tree(pdf)) == [alts[0].partition(", sheet")[0]]


def test_maps_with_counters_say_who_is_where() -> None:
    """The set-up on the map, and each stack of its diagram."""
    result = ibbprint.kit("defend-the-bridge", only="map", poster=True, set_up=True)
    with opened(result.pdf or b"") as pdf:
        (output,) = pictures(tree(pdf))
    stack = "2009: Heavy Cav T1, Engineers T4, Siege Engine T3, King Tudwall T2"
    assert output.startswith("Map of Forest Map One, Set-up: ")
    assert stack in output
    assert stack in pictures(whole("defend-the-bridge"))


def test_a_file_for_a_print_shop_has_no_tree() -> None:
    """PDF/X-1a is read by presses alone."""
    result = ibbprint.kit("defend-the-bridge", only="counters", ink=InkOptions(press=True))
    assert result.pdf, result.report
    with opened(result.pdf) as pdf:
        assert "/StructTreeRoot" not in pdf.Root
        assert all(not marked(page).numbers for page in pdf.pages)


def test_the_same_kit_has_the_same_bytes() -> None:
    pdfs = [ibbprint.kit("two-villages").pdf for _ in range(2)]
    assert pdfs[0] == pdfs[1]


def test_what_is_said_of_a_picture() -> None:
    """Its title; without one the words on it, lines that look alike as one sentence; of a long text the beginning."""
    lines = [Text(1, y, words, "regular", 2) for y, words in ((3, "Fear no"), (6, "evil"))]
    name = Text(1, 1, "Psalm", "bold", 3)
    assert said_of(Drawing(9, 9, [name, *lines])) == "Psalm, Fear no evil"
    assert said_of(Drawing(9, 9, [name, *lines], title="A psalm")) == "A psalm"
    writer = PdfWriter(Book("Psalms"))
    writer.begin_page(60, 40, label="1")
    writer.draw(Drawing(9, 9, [Shape(rectangle(0, 0, 9, 9), Style())], title="(\\" + "ä" * LONGEST_ALT), 1, 1)
    writer.end_page()
    with pikepdf.open(io.BytesIO(writer.bytes())) as pdf:
        (alt,) = pictures(tree(pdf))
    assert alt.startswith("(\\ää")
    assert len(alt) < LONGEST_ALT + 9


def test_of_elements_within_each_other_only_the_innermost_has_the_words() -> None:
    """Who hears a list of pictures hears each once."""
    writer = PdfWriter(Book("Birds"))
    writer.begin_page(60, 40, label="1")
    for bird in ("A rail", "A coot"):
        with writer.tags.content("LI", bird):
            pass
    writer.end_page()
    with pikepdf.open(io.BytesIO(writer.bytes())) as pdf:
        lines = [(node.kind, node.alt) for node in tree(pdf).walk() if node.kind.startswith("L")]
    assert lines == [("L", ""), ("LI", ""), ("LBody", "A rail"), ("LI", ""), ("LBody", "A coot")]


def test_words_of_several_lines_are_read_as_they_are_written() -> None:
    """A carriage return in a string of a PDF would else be read as another character."""
    words = "(Coot)\rand\r\nrail\n\\"
    writer = PdfWriter(Book("Birds"))
    writer.begin_page(60, 40, label="1")
    writer.draw(Drawing(9, 9, [Shape(rectangle(0, 0, 9, 9), Style())], title=words), 1, 1)
    writer.end_page()
    with pikepdf.open(io.BytesIO(writer.bytes())) as pdf:
        assert pictures(tree(pdf)) == [words]


def test_what_fails_while_it_is_drawn_is_closed_all_the_same() -> None:
    """The marks of a page are whole after an error within them, and what follows is in its own place."""
    written: list[str] = []
    tags = Tags(written.append)
    tags.begin_page()
    drawing = Drawing(9, 9, [], title="Coot")
    for within in (lambda: tags.content("P"), tags.artifact, lambda: tags.figure(drawing), lambda: tags.sign("rail")):
        with pytest.raises(ZeroDivisionError), tags.group("Sect"), within():
            raise ZeroDivisionError
    with tags.content("H1"):
        pass
    begun = [item for item in written if item.endswith(("BDC", "BMC"))]
    assert len(begun) == written.count("EMC") == 5
    assert [kid.kind for kid in tags.root.kids if isinstance(kid, Element)] == ["Sect", "Sect", "H1"]


def test_only_the_title_of_the_whole_drawing_is_its_title() -> None:
    """Drawing programs give titles to parts as well."""
    drawing, wrong = read_svg(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"><desc>odd</desc>'
        "<title>Heron</title><g><title>Leg</title><rect width='3' height='3'/></g></svg>"
    )
    assert not wrong
    assert drawing.title == "Heron"
