"""The finished PDF as a book: sheets that can be printed on both sides, cut along marks, and measured with a ruler."""

from __future__ import annotations

import os
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from tests.helpers import (
    COUNTER_MM,
    CUT_OUT,
    KITS,
    PARTS,
    TEMPLATES,
    battle,
    head_of,
    make_kit,
    make_pack,
    named,
    plain,
    print_kit,
    printed,
    run_cli,
)
from tests.pdf import Box, Document, Page, Renderer, Shape, read_pdf
from tests.sheets import head, sheets, slots

EDGE = 6.5
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SIZES_OF_PIECES = {"The Tin Road": {(17.0, 17.0), (22.0, 17.0)}}


def lines(page: Page) -> list[tuple[Box, Shape]]:
    """Every straight line that is ruled on the page itself, not in a counter."""
    return [
        (shape.outline, shape)
        for shape in page.shapes_of.get(None, [])
        if shape.fill is None and [step for step, _ in shape.local] == ["m", "l"]
    ]


WHITE = (1.0, 1.0, 1.0)


# --- the paper ------------------------------------------------------------------------------------------------------


def test_pages_have_exactly_the_size_of_the_paper(any_book: tuple[str, str, Document]) -> None:
    """A4 is 210 x 297 mm and Letter 215.9 x 279.4 mm, to a thousandth of a mm; maps and booklets may be across."""
    _, paper, document = any_book
    for page in document.pages:
        across = (", sheet " in head(page) or page.of_booklet or not page.runs) and page.width > page.height
        size = SIZES[paper][::-1] if across else SIZES[paper]
        assert (page.width, page.height) == pytest.approx(size, abs=0.001)


def test_an_empty_back_is_as_large_as_its_front(any_book: tuple[str, str, Document]) -> None:
    """Nothing at all is printed on a side that stays empty, and it is turned as its front is."""
    pages = any_book[2].pages
    empty = [page for page in pages if not page.runs and not page.shapes]
    assert empty
    for page in empty:
        front = pages[page.number - 2]
        assert page.number % 2 == 0
        assert (page.width, page.height) == (front.width, front.height)
        assert front.runs


def test_the_instructions_list_the_empty_sides(any_book: tuple[str, str, Document]) -> None:
    """Page 1 names each side that stays empty, and no other."""
    pages = any_book[2].pages
    match = re.search(r"Pages? ([\d, and]+) (?:is|are) empty", pages[0].text)
    assert match is not None
    assert [int(number) for number in re.findall(r"\d+", match[1])] == [page.number for page in pages if not page.runs]


def test_the_trim_is_the_sheet(any_document: Document) -> None:
    """Every page is trimmed to its paper, not to what is cut out of it."""
    for page in any_document.pages:
        assert page.trim.inside(page.media, 0.001)
        assert page.media.inside(page.trim, 0.001)


def test_boxes_lie_inside_each_other(any_document: Document) -> None:
    """Each page has a TrimBox inside its BleedBox inside its MediaBox; on sheets the cuts that are kept hold all
    counters, which run as far past them as the file says."""
    sizes = SIZES_OF_PIECES.get(any_document.title, {(COUNTER_MM, COUNTER_MM)})
    assert {tuple(round(x, 3) for x in slot.size) for page in any_document.pages for slot in slots(page)} == sizes
    for page in any_document.pages:
        assert page.has_trim
        assert page.trim.inside(page.bleed, 0.001)
        assert page.bleed.inside(page.media, 0.001)
        for slot in slots(page):
            assert any(slot.box.inside(cut, 0.01) and cut.inside(slot.box, 0.01) for cut in page.cuts)
            assert slot.piece.clip.inside(page.block.grown(page.kept_bleed), 0.05)
            assert slot.box.inside(slot.piece.clip, 0.001)


def test_nothing_is_drawn_where_printers_cannot_print(any_document: Document) -> None:
    """All ink stays 6.5 mm from every edge of the paper."""
    for page in any_document.pages:
        room = page.media.grown(-EDGE)
        for shape in page.shapes:
            assert shape.box.inside(room, 0.001), (page.number, shape.box)
        for run in page.runs:
            assert run.box.inside(room, 0.001), (page.number, run.text)


def test_colour_runs_past_the_cut(any_document: Document) -> None:
    """Round a block colour runs on for 2 mm; inside it neighbours share the cut and overlap by no more than 0.1 mm.

    A white back has a frame, 1 mm or more within the cut.
    """
    for front, back in sheets(any_document):
        for page in (front, back):
            boxes = [slot.box for slot in slots(page)]
            for slot in slots(page):
                b, c = slot.box, slot.piece.clip
                middle, centre = b.centre
                for past, beyond in (
                    (b.left - c.left, (b.left - 1, centre)),
                    (c.right - b.right, (b.right + 1, centre)),
                    (b.top - c.top, (middle, b.top - 1)),
                    (c.bottom - b.bottom, (middle, b.bottom + 1)),
                ):
                    if any(other.holds(beyond) for other in boxes):
                        assert 0 <= round(past, 3) <= 0.1
                    else:
                        assert past == pytest.approx(2, abs=0.001)
                    first = slot.shapes[0]
                    assert first.fill is not None
                    if page is front or first.fill != WHITE:
                        assert c.inside(first.outline, 0.001), "the ground does not reach the bleed"
                    else:
                        assert first.outline.inside(b, -1), "the frame of a white back is where a knife may stray"


def test_every_cut_has_a_mark_at_both_ends(any_document: Document) -> None:
    """Each edge of each counter has two marks in line with it, one at either end, 3 mm long and outside the bleed."""
    for front, _ in sheets(any_document):
        marks = [box for box, _ in lines(front) if 2.9 < max(box.width, box.height) < 3.1]
        upright = [m for m in marks if m.width < 0.01]
        level = [m for m in marks if m.height < 0.01]
        for slot in slots(front):
            b = slot.box
            for x in (b.left, b.right):
                there = [m for m in upright if abs(m.left - x) < 0.01]
                assert any(m.bottom <= b.top for m in there), (slot.texts, "above")
                assert any(m.top >= b.bottom for m in there), (slot.texts, "below")
            for y in (b.top, b.bottom):
                there = [m for m in level if abs(m.top - y) < 0.01]
                assert any(m.right <= b.left for m in there), (slot.texts, "left")
                assert any(m.left >= b.right for m in there), (slot.texts, "right")
            assert not any(m.meets(slot.piece.clip) for m in marks)


@pytest.mark.parametrize(
    ("kit", "part", "size"),
    [("hastings", "crt", (148, 210)), ("ayrenes-woods", "crt", (148, 210)), ("tin-road", "events", (63, 88))],
)
def test_cards_have_marks_at_their_corners(kit: str, part: str, size: tuple[int, int]) -> None:
    """Two marks are at each corner of the block, in line with the cuts, and backs are on their fronts."""
    front, back = read_pdf(printed(kit, only=(part,)).pdf).pages[:2]
    marks = [box for box, _ in lines(front)]
    trim = front.block
    corners = [
        (x, y, across, down)
        for x, across in ((trim.left, -3), (trim.right, 3))
        for y, down in ((trim.top, -3), (trim.bottom, 3))
        if any(cut.grown(0.01).holds((x, y)) for cut in front.cuts)
    ]
    assert len(corners) >= 3  # the last row may be shorter
    for x, y, across, down in corners:
        above, beside = (x, y + down), (x + across, y)
        assert any(abs(m.left - x) < 0.01 and m.width < 0.01 and m.grown(0.01).holds(above) for m in marks)
        assert any(abs(m.top - y) < 0.01 and m.height < 0.01 and m.grown(0.01).holds(beside) for m in marks)
    assert {tuple(sorted(round(x, 2) for x in (cut.width, cut.height))) for cut in front.cuts} == {size}
    assert back.number == front.number + 1
    turned = back.block.mirrored(back.width)
    assert (turned.left, turned.top, turned.right, turned.bottom) == pytest.approx(
        (trim.left, trim.top, trim.right, trim.bottom), abs=0.01
    )


def test_the_ruler_is_100_mm_long(any_book: tuple[str, str, Document]) -> None:
    """Each printed page but player aids has one bar of exactly 100 mm, ticks 10 mm apart; no booklet has."""
    document = any_book[2]
    for page in document.pages:
        if page.of_booklet or ": Player aid" in head(page):
            assert "This bar is 100 mm" not in page.text
            continue
        if not page.runs:
            assert not page.shapes, "an empty side has nothing on it"
            continue
        bars = [box for box, _ in lines(page) if abs(box.width - 100) < 0.001 and box.height < 0.001]
        assert len(bars) == 1, page.number
        ticks = sorted(
            box.left
            for box, _ in lines(page)
            if box.width < 0.001 and abs(box.bottom - bars[0].top) < 0.001 and box.left < bars[0].right + 0.1
        )
        assert ticks == pytest.approx([bars[0].left + 10 * n for n in range(11)], abs=0.001)
        assert "100 mm" in page.text


# --- the book -------------------------------------------------------------------------------------------------------


def test_every_page_says_what_it_is(any_book: tuple[str, str, Document]) -> None:
    """Title, page n of m, edition and hash are at the head of every page that has anything on it, but for booklets."""
    scenario, _, document = any_book
    title = head_of(scenario)["title"]
    edition = head_of(scenario).get("edition", "1")
    total = len(document.pages)
    for page in document.pages:
        if not page.runs or page.of_booklet:
            continue
        line = head(page)
        assert title in line, page.number
        assert f"page {page.number} of {total}" in line
        assert f"edition {edition}" in line
        assert re.search(r"\b[0-9a-f]{8}\b", line)
        assert document.keywords in line


def test_backs_follow_their_fronts(any_book: tuple[str, str, Document]) -> None:
    """Printed on both sides, every front is the front of a sheet and the next page its back."""
    document = any_book[2]
    names = [re.sub(r"page \d+ of.*", "", head(page)).strip() for page in document.pages]
    for number, name in enumerate(names, start=1):
        if re.search(r"\bbacks?\b", name):
            assert number % 2 == 0, name
            assert name.startswith(names[number - 2]), (names[number - 2], name)
    items = list(sheets(document))
    assert items
    for front, back in items:
        assert front.number % 2
        assert back.number == front.number + 1
        assert names[back.number - 1] == f"{names[front.number - 1]}: backs"


def test_the_book_can_be_found_through(any_book: tuple[str, str, Document]) -> None:
    """The PDF has a title, a language, page labels from 1 on, and a bookmark for each part that leads to its page."""
    scenario, _, document = any_book
    title = head_of(scenario)["title"]
    assert document.title == (f"Itty Bitty Battles: {title}" if scenario in KITS else title)
    assert document.language.startswith("en")
    assert document.labels == tuple(str(page.number) for page in document.pages)
    pages = [number for _, number in document.bookmarks]
    assert pages == sorted(pages)
    assert document.bookmarks[0] == ("How to print and cut", 1)
    for title, number in document.bookmarks:
        page = document.pages[number - 1]
        assert page.of_booklet or title.lower() in head(page).lower() or not page.runs, title
    heads = [head(page).lower() for page in document.pages if page.number % 2 and page.cuts]
    for part in ("counters", "markers"):
        assert any(part in item for item in heads), f"no sheet says that it has {part}"


def test_instructions_come_from_the_kits_own_numbers(book: tuple[str, str, Document]) -> None:
    """The first page says how to print and cut, with the sheets, the paper and the counts of this very kit."""
    scenario, paper, document = book
    text = document.pages[0].text
    assert {"a4": "A4", "letter": "Letter"}[paper] in text
    assert "actual size" in text
    assert "long edge" in text
    assert f"{COUNTER_MM} mm" in text
    kit, _ = make_kit(scenario)
    assert kit is not None
    for title in ("Counters", "Markers"):
        count = sum(piece.count for piece in kit.pieces if piece.section == title.lower())
        chits = sum(piece.count for piece in kit.pieces if piece.section == title.lower() and piece.block == "cup")
        many = f"{count} ({chits} chits)" if chits else str(count)
        (listed,) = re.findall(rf"{title} {re.escape(many)} pages? ((?:\d+(?:–\d+)?(?:, )?)+)", text)
        numbers = [tuple(map(int, part.split("–"))) for part in listed.strip(", ").split(", ")]
        named = {number for item in numbers for number in range(item[0], item[-1] + 1)}
        assert named == {page.number for page in document.pages if title.lower() in page.head.lower()}
    assert f"{(len(document.pages) + 1) // 2} double-sided sheets" in text


# --- fonts and pictures ---------------------------------------------------------------------------------------------


def test_all_fonts_are_embedded_subsets(any_book: tuple[str, str, Document]) -> None:
    """Every font that a page names is inside the file as a subset; no Helvetica is asked for."""
    document = any_book[2]
    for page in document.pages:
        assert page.fonts
        for font in page.fonts:
            assert font.embedded, (page.number, font.base)
            assert font.subset, (page.number, font.base)
            assert "Helvetica" not in font.base
    assert b"/Helvetica" not in document.data


def test_there_is_no_raster(any_book: tuple[str, str, Document]) -> None:
    """Everything is drawn with lines and letters: there is no picture in the file."""
    document = any_book[2]
    assert [page.images for page in document.pages] == [0] * len(document.pages)
    assert b"/Subtype /Image" not in document.data


def test_no_character_is_missing(any_book: tuple[str, str, Document]) -> None:
    """Every character that is printed has a glyph in its font, and can be copied out as text."""
    document = any_book[2]
    for page in document.pages:
        for run in page.runs:
            assert "\x00" not in run.text, (page.number, run.text)
            assert "\ufffd" not in run.text, (page.number, run.text)
            name = run.font
            for code in set(run.codes):
                subset = name.unicode.get(code)
                assert subset, (page.number, run.text, code)


def test_two_readers_see_the_same_text(any_document: Document) -> None:
    """pdfium, an engine of its own, reads every run of text that the content streams draw."""
    with Renderer(any_document.data) as renderer:
        for page in any_document.pages:
            seen = re.sub(r"\s+", "", renderer.text(page.number)).replace("\x02", "-").replace("\ufffe", "-")
            for run in page.runs:
                assert re.sub(r"\s+", "", run.text) in seen, (page.number, run.text)


# --- the same bytes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kit", ["defend-the-bridge", "tin-road"])
def test_the_same_input_gives_the_same_bytes(kit: str) -> None:
    """Printed twice in one process, a kit is the same to the byte."""
    assert printed(kit, anew=True).pdf == printed(kit).pdf


@pytest.mark.parametrize("name", [*KITS[:2], "tin-road"])
def test_the_same_bytes_whatever_surrounds_the_run(name: str, tmp_path: Path) -> None:
    """Another folder, time zone, locale and order of hashing than those of this process change no byte of the PDF."""
    surroundings = {"PYTHONHASHSEED": "4242", "TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONUTF8": "1"}
    parts = CUT_OUT.get(name, PARTS)
    ran = run_cli("kit", named(name), "-o", "made", "--only", ",".join(parts), cwd=tmp_path, **surroundings)
    assert ran.returncode == 0, ran.stderr
    data = next((tmp_path / "made").glob("*.pdf")).read_bytes()
    assert data == printed(name, only=parts).pdf
    assert os.fsencode(str(tmp_path)) not in data


def _stamp(**options: object) -> str:
    return printed(str(options.pop("name", "defend-the-bridge")), **{"only": PARTS, **options}).stamp


def _units(change: dict[str, object]) -> dict[str, object]:
    from tests.helpers import entries

    return {"units": [{**entries("units")["axemen-q4"], **change}]}


SCENARIO = "defend-the-bridge"


def _scenario_text(old: str, new: str) -> str:
    from tests.helpers import SCENARIOS

    text = (SCENARIOS / f"{SCENARIO}.yaml").read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new)


def _template_text(name: str, old: str, new: str) -> str:
    text = (TEMPLATES / name).read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new)


INPUTS: dict[str, dict[str, object]] = {
    "a unit's short name": {"units.yaml": _units({"short": "Choppers"})},
    "a scenario's rating": {"scenarios/d.yaml": _scenario_text("rating: 3-4-4 Q4", "rating: 3-4-5 Q4")},
    "a scenario's title": {"scenarios/d.yaml": _scenario_text("title: Defend the Bridge", "title: Hold the Bridge")},
    "a caption (the name of a side)": {"scenarios/d.yaml": _scenario_text("name: Tudwallish", "name: Mob")},
    "a colour": {"templates/style.yaml": {"style": {"cup": "#123456"}}},
    "a colour of the furniture": {"templates/style.yaml": {"style": {"ink": "#101010"}}},
    "a template of a back": {
        "templates/common/chit-back.svg.j2": _template_text(
            "common/chit-back.svg.j2", "7.95, 7.95, 8.8", "7.95, 7.95, 8.7"
        )
    },
    "a symbol": {"templates/symbols/axemen.svg": TEMPLATES / "symbols" / "spear.svg"},
    "the symbol on a back": {"templates/symbols/device-wolf.svg": TEMPLATES / "symbols" / "device-lion.svg"},
    "the page of instructions": {
        "templates/common/how-to-print.md.j2": _template_text("common/how-to-print.md.j2", "Print one sheet", "Print 1")
    },
}


@pytest.mark.parametrize("what", INPUTS)
def test_the_hash_changes_with_every_input(what: str, tmp_path: Path) -> None:
    """Whatever is changed that can be seen on paper, the hash on every page is another one."""
    pack = make_pack(tmp_path / "pack", INPUTS[what])
    only = () if "instructions" in what else ("counters",)
    assert _stamp(packs=[pack], only=only) != _stamp(only=only)


@pytest.mark.parametrize(
    "options",
    [
        {"paper": "letter"},
        {"only": ["counters"]},
        {"rules": {"R-22": "3-2-4"}},
        {"rules": {"mana": "turn"}},
        {"name": "stirling"},
    ],
    ids=str,
)
def test_the_hash_changes_with_every_option(options: dict[str, object]) -> None:
    """Paper, parts, switches and scenario all show in the hash, even a switch that no counter shows."""
    assert _stamp(**options) != _stamp()


def test_the_hash_does_not_change_for_nothing(tmp_path: Path) -> None:
    """A pack that changes nothing, and a comment in a file, leave the hash as it is."""
    pack = make_pack(tmp_path / "pack", {"scenarios/d.yaml": _scenario_text("# Defend", "# Now: Defend")})
    assert _stamp(packs=[pack]) == _stamp()


# --- options --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("only", "there", "absent"),
    [
        (["counters"], ["Counters"], ["Markers", "CRT"]),
        (["markers"], ["Markers"], ["Counters", "CRT"]),
        (["crt"], ["CRT"], ["Counters", "Markers"]),
        (["counters", "crt"], ["Counters", "CRT"], ["Markers"]),
    ],
)
def test_only_prints_the_parts_asked_for(only: list[str], there: list[str], absent: list[str]) -> None:
    """`--only` prints the named parts just as they are in the whole kit, and no page of the others."""
    whole, document = read_pdf(printed("stirling", only=PARTS).pdf), read_pdf(printed("stirling", only=only).pdf)
    titles = " ".join(title for title, _ in document.bookmarks).lower()
    heads = " ".join(head(page) for page in document.pages).lower()
    for part in there:
        assert part.lower() in titles
        assert part.lower() in heads
    for part in absent:
        assert part.lower() not in titles
        assert part.lower() not in heads
    assert len(document.pages) <= len(whole.pages)
    own, before = (
        Counter(run.text for page in item.pages for run in page.runs if run.piece is not None)
        for item in (document, whole)
    )
    assert own
    assert own <= before


def test_a_switch_changes_what_is_printed() -> None:
    """With R-22 at 3-2-4 every spent counter shows 3-2-4, and nothing else about the counters changes."""
    usual, other = (
        read_pdf(printed("hastings", only=["counters"], rules=rules).pdf) for rules in (None, {"R-22": "3-2-4"})
    )

    def figures(document: Document) -> list[list[str]]:
        return [slot.texts for page, _ in sheets(document) for slot in slots(page)]

    changed = [(a, b) for a, b in zip(figures(usual), figures(other), strict=True) if a != b]
    spearmen = sum(int(f.get("count", 1)) for f in battle("hastings")["forces"] if f["unit"].startswith("spearmen"))
    assert len(changed) == spearmen == 4
    for before, after in changed:
        assert "Spent" in before
        assert [("3-2-4" if text == "2-2-4" else text) for text in before] == after


def test_a_switch_changes_the_card() -> None:
    """With charge_bonus at die the card takes the charge off the die and no longer adds it to the attack."""
    rules = {"charge_bonus": "die"}
    usual, other = (read_pdf(printed("stirling", only=["crt"], rules=r).pdf).pages[-1].text for r in (None, rules))
    assert "charge_bonus=die" in other
    assert usual.count("Charge") == other.count("Charge")
    by_id = {m["id"]: m for m in plain_modifiers()}
    for entry, there, absent in (("charge", usual, other), ("charge-die", other, usual)):
        line = f"{CARD_SIGNS[entry]}{by_id[entry]['amount']} {by_id[entry]['name']} {by_id[entry]['text']}"
        assert line in there
        assert line not in absent


CARD_SIGNS = {"charge": "+", "charge-die": "–"}
"""What helps the attacker is added to his strength, and comes off the die."""


def plain_modifiers() -> list[dict[str, str]]:
    from tests.helpers import DATA

    result: list[dict[str, str]] = plain(DATA / "modifiers.yaml")["modifiers"]
    return result


def test_a_rule_that_is_none_prints_nothing() -> None:
    """An unknown switch or value is an error with its place, and no PDF."""
    for rules in ({"R-999": "x"}, {"R-22": "9-9-9"}):
        book, report = print_kit("stirling", rules=rules)
        assert book is None
        assert not report.ok


def test_every_counter_has_the_size_that_was_asked_for() -> None:
    """The records say 15.9 mm and the slots on paper lie 15.9 mm apart, block by block."""
    kit, _ = make_kit("stirling")
    assert kit is not None
    assert {piece.size_mm for piece in kit.pieces} == {(COUNTER_MM, COUNTER_MM)}
    front = next(sheets(read_pdf(printed("stirling", only=PARTS).pdf)))[0]
    row = sorted(slot.box.left for slot in slots(front) if abs(slot.box.top - slots(front)[0].box.top) < 0.01)
    steps = [b - a for a, b in pairwise(row)]
    between_blocks = [step for step in steps if step > 1.5 * COUNTER_MM]
    assert len(between_blocks) < 2
    steps = [step for step in steps if step not in between_blocks]
    assert steps == pytest.approx([COUNTER_MM] * len(steps), abs=0.001)
    assert len(steps) > 6
