"""Cards, texts and counts of a game made of files: words in boxes, icons, tables, tracks, contents, figures, backs.

The game is `folders/ferry-point`, which has nothing that is shipped.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ibbprint.drawing import fonts
from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report
from ibbprint.systems.printed import game
from tests.helpers import ROOT, call_cli
from tests.pdf import MM, Document, Page, Run, Shape, grey, luminance, read_pdf

FERRY = ROOT / "tests" / "folders" / "ferry-point"
FLAME = (0xF0 / 255, 0xB4 / 255, 0x29 / 255)
"""The colour of the light in the lamp: nothing else of the game has it."""
FLAME_HIGH, FLAME_TOP = 0.30, 0.45
"""How high the light is in the symbol, and how far below its top."""


def copied(folder: Path) -> Path:
    """The game in a folder where it may be changed."""
    shutil.copytree(FERRY, folder / "ferry")
    return folder / "ferry"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def made(folder: Path, out: Path, *more: str) -> Document:
    """The kit of a folder; it must have no faults."""
    ran = call_cli("kit", str(folder), "-o", str(out), *more)
    assert ran.returncode == 0, ran.stderr
    assert "error" not in ran.stderr
    (path,) = out.glob("*.pdf")
    return read_pdf(path.read_bytes())


@cache
def ferry(*parts: str) -> Document:
    """The whole kit as it is, or some parts of it."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        return made(FERRY, Path(folder), *(word for part in parts for word in ("--only", part)))


@cache
def night() -> Document:
    """The cards alone, on paper on which they are upright."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        return made(FERRY, Path(folder), "--only", "night", "--paper", "a3")


def faults(folder: Path, *more: str) -> list[str]:
    """What a kit of a folder is refused for, each on its line without the quoted cell."""
    ran = call_cli("kit", folder.name, *more, cwd=folder.parent)
    assert ran.returncode == 1, ran.stdout
    return [line for line in ran.stderr.splitlines() if ": error: " in line]


def pages(document: Document, title: str) -> list[Page]:
    """The pages whose head has the title."""
    return [page for page in document.pages if f": {title}" in page.head]


def run_of(page: Page, text: str) -> Run:
    """The first line of text that begins so."""
    return next(run for run in page.runs if run.text.startswith(text))


def flames(page: Page) -> list[Shape]:
    """The lights of the lamps on a page, in the order of printing."""
    return [shape for shape in page.shapes if shape.fill is not None and shape.fill == pytest.approx(FLAME, abs=0.01)]


def face_of(run: Run) -> str:
    return run.font.name.removeprefix("IbbCondensed-")


# --- words on cards -----------------------------------------------------------------------------------------------


def test_a_card_has_wrapped_text_with_bold_italic_lists_and_icons() -> None:
    """The words of a cell come out in their faces, line under line in their box, an icon as high as the line."""
    page = pages(night(), "Night cards")[0]
    half = run_of(page, "half")
    assert face_of(half) == "Bold"
    assert face_of(run_of(page, "Free Traders")) == "Italic"
    bullets = [run for run in page.runs if run.text == "•"]
    items = [run_of(page, "the"), run_of(page, "then the Excise")]
    assert [round(run.y, 2) for run in bullets] == [round(run.y, 2) for run in items]
    assert len({round(run.x - bullet.x, 2) for run, bullet in zip(items, bullets, strict=True)}) == 1
    left = run_of(page, "No crew").x
    lines = [run for run in page.runs if abs(run.x - left) < 0.01 and round(run.size, 1) == 9]
    steps = {round(b.y - a.y, 2) for a, b in pairwise(lines) if b.y - a.y < 8}
    assert min(steps) == pytest.approx(9 * MM * 1.2, abs=0.01)


def test_an_icon_stands_on_its_line_in_its_word() -> None:
    """On a card and on a sheet: as high as the type, level with the capitals, between the words around it."""
    cap = fonts.cap_height("regular")
    for part, title, before, after in (
        ("night", "Night cards", "Light a", "on the shore"),
        ("aid", "Player aid", "A", "lets"),
    ):
        page = pages(night() if part == "night" else ferry(part), title)[0]
        first = next(run for run in page.runs if run.text.strip() == before and run.size < 12)
        line = [run for run in page.runs if abs(run.y - first.y) < 0.1 and run.x > first.x]
        behind = next(run for run in line if run.text.strip().startswith(after))
        (flame,) = [
            shape
            for shape in flames(page)
            if abs(shape.box.centre[1] - first.y) < 3
            and first.x < shape.box.left < behind.x + 0.5
            and shape.box.left - first.x < 20
        ]
        size = first.size * MM
        assert flame.box.height == pytest.approx(FLAME_HIGH * size, rel=0.02)
        top = first.y + ((1 - cap) / 2 - 1 + FLAME_TOP) * size
        assert flame.box.top == pytest.approx(top, abs=0.03)


def test_an_icon_has_the_colour_of_its_words() -> None:
    """What the symbol leaves open takes the colour of the text: that of a title, and that of a paragraph."""
    page = pages(ferry(), "Player aid")[0]
    for words in ("Ferry Point ", " lets "):
        run = next(each for each in page.runs if each.text == words)
        (flame,) = [each for each in flames(page) if abs(each.box.centre[1] - run.y) < 3]
        lamp = next(each for each in reversed(page.shapes[: page.shapes.index(flame)]) if each.fill is not None)
        assert lamp.fill == pytest.approx(run.fill, abs=0.001)


def test_a_colon_begins_no_icon_where_it_should_not() -> None:
    r"""`10:30`, `2:1`, code and `\:` print as they are written."""
    aid = pages(ferry(), "Player aid")[0].text
    assert "Roll at 10:30, at 1:1 or at 3-1." in aid
    assert ":lamp: in code is a word, and so is :lamp:." in aid
    assert "10:30 at night" in " ".join(page.text for page in pages(ferry("night"), "Night cards"))


def test_a_text_that_is_too_long_gets_smaller_and_then_is_told_at_every_cell(tmp_path: Path) -> None:
    """A long name is set smaller; names that no size makes fit are told together, each at line and column."""
    folder = copied(tmp_path)
    change(folder / "crews.csv", "Cutter,", "The Revenue Cutter,")
    page = pages(made(folder, tmp_path / "one", "--only", "boats"), "Boats")[0]
    short, long = run_of(page, "Fast Gig"), run_of(page, "The Revenue")
    assert 5 <= long.size < short.size
    assert round(short.size) == 8
    for old in ("The Revenue Cutter", "Lugger", "Riders", "Batmen"):
        change(folder / "crews.csv", f",{old},", f",{old} of the Unbelievable Antwerpians,")
    change(folder / "night.csv", "No crew", "No crew at all" + " of those who are still on the water" * 20)
    messages = faults(folder)
    assert [line.partition(" error")[0] for line in messages] == [
        "ferry/crews.csv:2:8:",
        "ferry/crews.csv:4:8:",
        "ferry/crews.csv:6:8:",
        "ferry/crews.csv:9:8:",
        "ferry/night.csv:2:13:",
    ]
    assert all("[draw:fit]" in line for line in messages)
    assert "does not fit its box of 15 x 5 mm: even at 5 pt it is 6.2 mm high." in messages[0]
    assert "does not fit its box of 36 x 40 mm: even at 7 pt" in messages[-1]  # the template's own limit


@pytest.mark.parametrize("way", ["--counter-size", "game.yaml"])
def test_a_larger_counter_gives_more_room(way: str, tmp_path: Path) -> None:
    """What is refused on a counter of 17 mm is printed on one of 26 mm, asked for or stated, at 5 points or more."""
    folder = copied(tmp_path)
    change(folder / "crews.csv", "Lugger", "Lugger of the Unbelievable Antwerpians")
    assert len(faults(folder, "--only", "boats")) == 1
    if way == "game.yaml":
        change(folder / "game.yaml", "counter: 17", "counter: 26")
    more = ("--counter-size", "26") if way == "--counter-size" else ()
    page = pages(made(folder, tmp_path / "out", "--only", "boats", *more), "Boats")[0]
    assert run_of(page, "Lugger of").size >= 5


def test_an_unknown_icon_is_told_at_its_place_with_the_nearest(tmp_path: Path) -> None:
    """In a card's cell, in a table that a text prints, in a text, in game.yaml: all in one run."""
    folder = copied(tmp_path)
    change(folder / "night.csv", "and no :lamp:", "and no :lmp: and no :zzz:")
    change(folder / "tables" / "tides.csv", "10,high", "10,:huor:")
    change(folder / "texts" / "aid.md.j2", "A **lit** :lamp:", "A **lit** :cutte:")
    change(folder / "game.yaml", "title: Ferry Point", "title: 'Ferry :csk: Point'")
    messages = faults(folder)
    assert [(line.partition(": error: ")[0], line.partition(": error: ")[2]) for line in messages] == [
        ("ferry/game.yaml:2:32", "there is no icon 'csk'. Did you mean cask? [draw:icon]"),
        ("ferry/night.csv:2:13", "there is no icon 'lmp'. Did you mean lamp? [draw:icon]"),
        (
            "ferry/night.csv:2:13",
            r"there is no icon 'zzz'. Name one (see: ibbprint symbols), or write \: for a colon. [draw:icon]",
        ),
        ("ferry/tables/tides.csv:3:4", "there is no icon 'huor'. Did you mean hour? [draw:icon]"),
        ("ferry/texts/aid.md.j2:7:11", "there is no icon 'cutte'. Did you mean cutter? [draw:icon]"),
    ]


def test_what_players_typed_may_have_words_between_colons(tmp_path: Path) -> None:
    """A list with smileys is a roster as before: only who makes a game means icons."""
    (tmp_path / "list.txt").write_text("Goblins :smile:\n\n3x Light Infantry Q3\n", encoding="utf-8")
    ran = call_cli("roster", "list.txt", "-o", "out", cwd=tmp_path)
    assert "draw:icon" not in ran.stderr
    (path,) = (tmp_path / "out").glob("*.pdf")
    assert ":smile:" in read_pdf(path.read_bytes()).text


def test_a_spreadsheet_keeps_the_lines_of_its_cells_and_makes_no_dates(tmp_path: Path) -> None:
    """A list typed with line breaks is a list on the card; a ratio that became a time of day is told at its cell."""
    from datetime import time

    from openpyxl import Workbook

    folder = copied(tmp_path)
    (folder / "night.csv").unlink()
    book = Workbook()
    book.active.append(["id", "name", "text"])
    book.active.append(["signal", "A signal", "Light a lamp:\n- the Free Traders move;\n- the Excise moves."])
    book.save(folder / "night.xlsx")
    change(folder / "texts" / "rules.md.j2", "(figure:night:fog)", "(figure:night:signal)")
    page = pages(made(folder, tmp_path / "out", "--only", "night"), "Night cards")[0]  # the only card of its deck
    assert page.texts.count("•") == 2
    book.active.append(["tide", "Tide", time(2, 1)])
    book.save(folder / "night.xlsx")
    (fault,) = faults(folder)
    assert fault.startswith(
        "ferry/night.xlsx:3:3: error: the spreadsheet has turned this cell into a date or a time: 02:01"
    )


# --- counts, numbers, backs ---------------------------------------------------------------------------------------


def kit_of(folder: Path) -> Any:
    report = Report()
    kit = game.kit("", KitOptions((folder,)), report)
    assert kit is not None, list(report)
    return kit


def test_counts_sum_columns_over_the_scenario_and_over_tables() -> None:
    """The counts of ferry-point, worked out from its tables by hand."""
    counts = {piece.id: piece.count for piece in kit_of(FERRY).pieces}
    assert counts["cask"] == 2 * 4 + 4 * 1 + 1 * 3 + 7  # the Free Traders' power, and the rows of tides
    assert counts["lamp"] == -(-(2 * 5 + 2 + 2 * 3 + 3 * 2 + 2 * 4 + 4 * 1 + 3) // 4)
    assert counts["hour"] == 6 - 5  # the best pace of all crews, those of no scenario as well


def test_a_count_that_names_no_column_is_told_at_its_cell(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    change(folder / "tokens.csv", "sum(free.power)", "sum(free.powr)")
    (fault,) = faults(folder)
    assert fault.startswith("ferry/tokens.csv:2:16: error: 'sum(free.powr) + rows(tides)': free.powr is not a column")
    assert "Did you mean free.power?" in fault


def test_a_filter_may_have_or_and_brackets() -> None:
    """`kind = boat and (power >= 3 or name = 'Fast Gig')` picks what it says."""
    boats = [piece.values["unit"] for piece in kit_of(FERRY).pieces if piece.section == "boats"]
    assert sorted(set(boats)) == ["cutter", "gig", "lugger"]


def test_each_numbered_card_knows_its_place_in_the_deck() -> None:
    """Two copies of a row are 1 and 2 of 5 on their cards, and 1 and 2 of 2 of their kind."""
    cards = [card for card in kit_of(FERRY).cards if card.section == "night"]
    lines = [(card.id, card.values["number"], card.values["count"], card.values["position"]) for card in cards]
    assert lines[:3] == [("fog-1", 1, 2, 1), ("fog-2", 2, 2, 2), ("signal-1", 1, 1, 3)]
    page = pages(night(), "Night cards")[0]
    assert [text for text in page.texts if " of 5" in text] == [f"{n} of 5" for n in range(1, 6)]


def test_backs_are_reduced_generic_or_not_there() -> None:
    """A back has its row's worn power; all cards share one back; tokens have none, and no page for it."""
    front, back = pages(ferry("boats"), "Boats")
    assert front.texts.count("5-4") == back.texts.count("3") == 2
    cards = pages(ferry("night"), "Night cards")
    assert [run.text for run in cards[1].runs if "Ferry Point" in run.text][1:] == ["Ferry Point"] * 5
    assert len(pages(ferry("tokens"), "Tokens")) == 1


def test_a_card_with_ground_to_its_edges_shows_where_to_cut() -> None:
    """The colour of a card runs past its cut, and ends where its marks begin: none is covered by a neighbour."""
    page = pages(night(), "Night cards")[0]
    cut = page.cuts[0]
    grounds = [shape.box for shape in page.shapes if shape.fill is not None and shape.box.width > 40]
    assert min(box.left for box in grounds) == pytest.approx(cut.left - 2.0, abs=0.02)
    marks = [shape for shape in page.shapes if shape.stroke is not None and max(shape.box.width, shape.box.height) < 3]
    assert len(marks) >= 2 * (5 + 1 + 2)  # five cards in a row share their cuts
    for mark in marks:
        assert not any(box.grown(-0.1).meets(mark.box) for box in grounds)


# --- charts, tracks, booklets -------------------------------------------------------------------------------------


def test_a_chart_has_its_heads_as_written_and_tinted_cells_that_can_be_read_in_grey() -> None:
    """1:2 and 3-1 are no times and no dates; the same result has the same tint, each readable in colour and grey."""
    page = pages(ferry(), "Player aid")[0]
    heads = [run for run in page.runs if re.fullmatch(r"\d[:-]\d", run.text)]
    assert [run.text for run in heads] == ["1:2", "1:1", "2:1", "3-1"]
    assert len({round(b.middle - a.middle, 1) for a, b in pairwise(heads)}) == 1  # columns of one width
    tints: dict[str, set[Any]] = {}
    for run in page.runs:
        if run.text.strip() in ("taken", "sunk", "away"):
            ground = page.ground((run.middle, run.y - 0.5), run.order, run.piece)
            tints.setdefault(run.text.strip(), set()).add(tuple(round(channel, 2) for channel in ground))
            light, dark = sorted((luminance(ground), luminance(run.fill)), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 4.5
            assert abs(grey(ground) - grey(run.fill)) > 0.4
    assert {name: len(result) for name, result in tints.items()} == {"taken": 1, "sunk": 1, "away": 1}
    assert len({round(grey(next(iter(tint))), 1) for tint in tints.values()}) == 3


def test_a_track_has_a_box_for_each_row_and_tints_what_it_is_told_to() -> None:
    """Seven hours in boxes of 17 mm, the two of low water on a ground of their own, notes and casks under them."""
    page = pages(ferry(), "Player aid")[0]
    figures = [run for run in page.runs if round(run.size) == 20][:7]
    assert [run.text for run in figures] == ["9", "10", "11", "12", "1", "2", "3"]
    steps = {round(b.middle - a.middle, 1) for a, b in pairwise(figures[:4])}
    assert steps == {18.0}  # a box and the gap to the next
    grounds = [page.ground((run.middle, run.y - 8), run.order, run.piece) for run in figures]
    tinted = [run.text for run, ground in zip(figures, grounds, strict=True) if ground[2] < 0.6]
    assert tinted == ["12", "1"]
    for run in figures:
        notes = [each.text for each in page.runs if abs(each.middle - run.middle) < 1 and 0 < each.y - run.y < 9]
        assert (
            notes
            == {
                "9": ["high", "2"],
                "10": ["high", "1"],
                "11": ["ebb", "1"],
                "12": ["low"],
                "1": ["low", "3"],
                "2": ["flood", "1"],
                "3": ["high"],
            }[run.text]
        )


def test_what_does_not_fit_a_box_of_a_track_is_an_error(tmp_path: Path) -> None:
    """Nothing of a note is left out in silence."""
    folder = copied(tmp_path)
    change(folder / "tables" / "tides.csv", "2,flood", "2,flood" + " that runs up the river" * 4)
    messages = faults(folder)
    assert [line.partition(" error")[0] for line in messages] == ["ferry/tables/tides.csv:7:3:"] * 2  # on two tracks
    assert messages[0].endswith("does not fit a box of 15 mm. Make the boxes larger. [draw:fit]")


def small_pages(document: Document) -> Mapping[int, list[Run]]:
    """The words of each page of the booklet by its printed number."""
    result: dict[int, list[Run]] = {}
    for page in document.pages:
        sides: dict[bool, list[Run]] = {}
        for run in page.runs:
            if page.width > page.height:
                sides.setdefault(run.x > page.width / 2, []).append(run)
        for upper in sides.values():
            numbers = [
                int(run.text)
                for run in upper
                if round(run.size, 1) == 9 and run.text.isdigit() and face_of(run) == "Bold"
            ]
            if numbers:
                result[numbers[0]] = upper
    return result


def in_text(run: Run) -> bool:
    """Whether a run is no head of a page."""
    return face_of(run) != "SmallCaps"


def test_the_contents_name_the_page_of_every_chapter_and_section(tmp_path: Path) -> None:
    """Each line of the contents ends in the page on which its heading stands, however long the text is."""
    folder = copied(tmp_path)
    change(folder / "texts" / "rules.md.j2", "## Light", ("Nobody lights a lamp. " * 300 + "\n\n") * 2 + "\n\n## Light")
    for document in (ferry(), made(folder, tmp_path / "out", "--only", "rules")):
        pages = small_pages(document)
        for title in ("What is on the table", "Boats", "Cards", "The night", "Light", "The end of the night"):
            (line,) = [run for run in pages[2] if run.text.strip() == title and run.size < 8.2 and in_text(run)]
            (number,) = [
                int(run.text)
                for run in pages[2]
                if abs(run.y - line.y) < 0.3 and abs(run.x - line.x) < 130 and run.text.isdigit()
            ]
            heads = [(page, run) for page, runs in pages.items() for run in runs if run.text.strip() == title]
            assert [page for page, run in heads if face_of(run) == "Bold" and run.size > 9] == [number], title
    assert max(pages) > 6


def test_texts_show_faces_pieces_of_the_map_and_symbols() -> None:
    """A boat's two sides, a card, the map round the ferry with its name, a lamp, and the set-up."""
    pages = small_pages(ferry())
    words = {number: {run.text.strip() for run in runs} for number, runs in pages.items()}
    assert {"5-4", "3", "A cutter, and what is left of it", "0603", "The ferry"} <= words[2]
    assert "0101" not in words[2]
    assert {"Sea fog", "1 of 5"} <= words[3]
    assert {"A lamp", "The night begins", "0101", "0907"} <= words[5]


def test_a_figure_that_there_is_not_is_told_with_the_nearest(tmp_path: Path) -> None:
    """A row that is misspelt, a hex off the map, a symbol nobody has, a figure among words: each at its line."""
    folder = copied(tmp_path)
    rules = folder / "texts" / "rules.md.j2"
    change(rules, "(figure:boats:cutter:both)", "(figure:boats:cuter)")
    change(rules, "(figure:river:0502-0704)", "(figure:river:0502-9904)")
    change(rules, "Each boat has a number.", "Each boat has a ![number](figure:symbol:lamp).")
    results = [line.partition("rules.md.j2:")[2] for line in faults(folder)]
    assert len(results) == 3, results
    assert results[0].startswith("6:37: error: there is no figure 'figure:boats:cuter'. Did you mean boats:cutter")
    assert results[1].startswith("8:27: error: a figure cannot share its paragraph with words.")
    assert results[2].startswith("12:14: error: there is no figure 'figure:river:0502-9904'.")


# --- too much -----------------------------------------------------------------------------------------------------

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
MUCH: Mapping[str, tuple[Sequence[str], str]] = {
    "a-cell-of-a-million-characters": (("night.csv", 'x,X,"' + "word " * 200_000 + '",1\n'), "a cell is far too long"),
    "a-text-of-a-million-characters": (("texts/aid.md.j2", "\n\n" + "word " * 200_000), "is larger than"),
    "a-thousand-icons-of-one-word": (("night.csv", "x,X," + "a:lamp:" * 1000 + "a,1\n"), "does not fit its box"),
    "a-thousand-unknown-icons": (
        ("night.csv", "x,X," + " ".join(f":a{n}:" for n in range(1000)) + ",1\n"),
        "there is no icon 'a102'",
    ),
    "marks-without-end": (("night.csv", "x,X," + "*a_" * 3300 + ",1\n"), "does not fit its box"),
    "a-symbol-that-is-its-own-icon": (
        ("symbols/hour.svg", SVG.format('<text data-box="0 0 9 9">:hour:</text>')),
        "the symbol 'hour' uses itself",
    ),
    "a-track-without-end": (("texts/aid.md.j2", "\n\n{{ track(range(0, 5000), size=8) }}\n"), "10,000 characters"),
    "a-fence-of-boxes-of-no-size": (("texts/aid.md.j2", "\n\n```track 0\n1\n```\n"), "must be at least 5 mm wide"),
    "boxes-of-no-size": (("texts/aid.md.j2", "\n\n{{ track(range(0, 9), size=0.001) }}\n"), "8 to 80 mm"),
}


@pytest.mark.parametrize("name", MUCH)
def test_too_much_is_refused(name: str, tmp_path: Path) -> None:
    """Whatever a cell or a text holds, the kit ends with errors that say why."""
    (file, text), expected = MUCH[name]
    folder = copied(tmp_path)
    with (folder / file).open("w" if file.endswith(".svg") else "a", encoding="utf-8") as opened:
        opened.write(text)
    assert any(expected in line for line in faults(folder)), faults(folder)


def test_icons_use_icons_only_so_deep(tmp_path: Path) -> None:
    """A symbol with an icon in it that has an icon in it, a thousand times over, is refused where it is too deep."""
    folder = copied(tmp_path)
    for number in range(1000):
        text = f'<text data-box="0 0 9 9" font-size="1">:hour:</text><text data-box="0 0 9 9">:n{number + 1}:</text>'
        (folder / "symbols" / f"n{number}.svg").write_text(SVG.format(text), encoding="utf-8")
    change(folder / "night.csv", ":cutter:", ":n0:")
    assert any("more than 16 deep" in line for line in faults(folder))


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ('data-box="1 1 0 5"', "data-box must be four numbers, left top width height"),
        ('data-box="1 1 5"', "data-box must be four numbers, left top width height"),
        ('data-box="1 1 9 9" x="3"', "x does not go with data-box"),
        ('data-box="1 1 9 9" data-fit="3"', "data-fit does not go with data-box"),
        ('data-box="1 1 9 9" data-stand="centre"', "data-stand must be top, middle or bottom"),
        ('data-box="1 1 9 9" data-fit-min="-1"', "data-fit-min must be more than 0"),
    ],
)
def test_a_box_that_makes_no_sense_is_told_in_the_template(attributes: str, expected: str, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    change(folder / "faces" / "token.svg.j2", '<text x="8.5" y="14"', f"<text {attributes}")
    assert all(
        line.startswith("ferry/faces/token.svg.j2:4:1: error: <text>: ") and expected in line for line in faults(folder)
    )
