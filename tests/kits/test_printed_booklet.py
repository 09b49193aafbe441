"""The rules booklet: folded it reads from cover to cover, its figures are the catalogue's, its examples worked out."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.materials import value_of
from ibbprint.materials.booklets import Booklet
from ibbprint.press.booklet import Side, impose, placed
from ibbprint.press.paper import PAPERS
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.systems.ibb.kit.booklet_examples import CASTER, GRID, TARGET
from ibbprint.tables import Table
from tests.helpers import DATA, PAPER_NAMES, call_cli, entries, kept, make_kit, make_pack, plain, printed, quick_load
from tests.looked_up import look_up
from tests.pdf import Document, Page, Run, read_pdf
from tests.sheets import symbol_outlines

SCENARIO = "defend-the-bridge"
SMALLEST_PT = 7.0
PAGE_MM = (148.0, 210.0)
ACCENT = tuple(int("7a2e1d"[n : n + 2], 16) / 255 for n in (0, 2, 4))
"""The colour of page numbers."""


@kept
def booklet_document(paper: str = "a4", folded: bool = True, designer: bool = False) -> Document:
    return read_pdf(book(paper=paper, folded=folded, designer=designer))


def book(
    *,
    paper: str = "a4",
    folded: bool = True,
    packs: tuple[Path, ...] = (),
    scenario: str = SCENARIO,
    designer: bool = False,
    **rules: str,
) -> bytes:
    """The rules alone, as a PDF."""
    from ibbprint.press.book import BookOptions, make_book
    from ibbprint.systems import games

    kit, report = make_kit(scenario, packs=packs, rules=rules, designer=designer, only=frozenset(["rules"]))
    assert kit is not None, "\n".join(map(str, report))
    folders = [*(pack / "templates" for pack in reversed(packs)), *games()["ibb"].template_folders]
    result = make_book(kit, BookOptions(PAPERS[paper], frozenset(["rules"]), rules, folded), folders, report)
    assert result is not None, "\n".join(map(str, report))
    return result.pdf


def text_of(*packs: Path, **rules: str) -> str:
    """All words of the booklet, in reading order as good as may be."""
    document = read_pdf(book(packs=packs, **rules))
    return " ".join(page.text for page in document.pages)


@cache
def usual_text() -> str:
    return " ".join(page.text for page in booklet_document().pages)


@cache
def the_booklet(*rules: tuple[str, str]) -> Booklet:
    kit, report = make_kit(SCENARIO, rules=dict(rules), only=frozenset(["rules"]))
    assert kit is not None, "\n".join(map(str, report))
    return kit.booklets[0]


# --- pages and folding ----------------------------------------------------------------------------------------------


def numbers(page: Page) -> list[Run]:
    """The page numbers of the small pages that lie on a side of a sheet."""
    return [
        run
        for run in page.runs
        if re.fullmatch(r"\d{1,2}", run.text)
        and run.size == pytest.approx(9, abs=0.01)
        and run.fill == pytest.approx(ACCENT, abs=0.01)
    ]


@pytest.mark.parametrize("paper", PAPER_NAMES)
@pytest.mark.parametrize("folded", [True, False])
def test_the_booklet_fills_whole_sheets(paper: str, folded: bool) -> None:
    """The booklet has 8 to 16 pages, a multiple of 4, two on each side of a sheet."""
    document = booklet_document(paper, folded)
    small = 2 * len(document.pages)
    assert small % 4 == 0
    assert 8 <= small <= 16
    names = sorted(int(run.text) for page in document.pages for run in numbers(page))
    assert names == list(range(2, 2 + len(names)))  # the cover has no number, nor have empty pages at the end
    assert len(names) >= small - 4


@pytest.mark.parametrize("pages", [4, 8, 12, 16, 20])
def test_folded_sheets_read_in_order(pages: int) -> None:
    """Sheets laid on each other and folded give the pages 1, 2, 3 ...; both sides of a leaf have the same way up."""
    for paper in PAPERS.values():
        assert folded_order(impose(pages, folded=True), paper.name) == list(range(1, pages + 1))


def folded_order(sides: list[Side], paper_name: str) -> list[int]:
    """Fold the sheets in thought: the page seen on each side of each leaf, from the cover on.

    The paper is held across. A place on the back of a sheet is behind the place of the front that mirrors it about the
    level middle, since the printer turns the sheet along its long edge. The fold is the upright middle.
    """
    paper = PAPERS[paper_name].across()

    def look(side: Side) -> dict[str, tuple[int, tuple[float, float]]]:
        """For each half of the side: which page is there and where its head points."""
        values: dict[str, tuple[int, tuple[float, float]]] = {}
        for number, right in ((side.left, False), (side.right, True)):
            a, b, c, d, e, f = placed(side, right, paper, folded=True, level=True)
            x, y = PAGE_MM[0] / 2, PAGE_MM[1] / 2
            middle = (a * x + c * y + e, b * x + d * y + f)
            half = "left" if middle[0] < paper.width / 2 else "right"
            assert half not in values
            values[half] = (number, (-c, -d))  # the way up on the page, on the sheet
        return values

    first_halves: list[tuple[int, int]] = []
    second_halves: list[tuple[int, int]] = []
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        assert front.front
        assert not back.front
        before, behind = look(front), look(back)
        for half in ("left", "right"):
            (number, up), (other, other_up) = before[half], behind[half]
            assert up == pytest.approx((other_up[0], -other_up[1])), "the two sides of a leaf are not the same way up"
            assert up == pytest.approx((0.0, -1.0))
            if half == "right":
                first_halves.append((number, other))  # cover side outwards: recto is on the front
            else:
                second_halves.append((other, number))
    # Sheet one is outermost: its first leaf comes first, its second leaf last.
    leaves = first_halves + second_halves[::-1]
    return [page for leaf in leaves for page in leaf]


def test_imposition_is_the_printers_own() -> None:
    """Sixteen pages lie as 16|1, 2|15, 14|3, 4|13, 12|5, 6|11, 10|7, 8|9."""
    pairs = [(side.left, side.right) for side in impose(16, folded=True)]
    assert pairs == [(16, 1), (2, 15), (14, 3), (4, 13), (12, 5), (6, 11), (10, 7), (8, 9)]


def test_page_by_page_is_in_reading_order() -> None:
    """Without folding the pages follow each other, two a side."""
    assert [(s.left, s.right) for s in impose(8, folded=False)] == [(1, 2), (3, 4), (5, 6), (7, 8)]
    with pytest.raises(ValueError, match="whole sheets"):
        impose(10, folded=True)


@pytest.mark.parametrize("paper", PAPER_NAMES)
@pytest.mark.parametrize("folded", [True, False])
def test_numbers_are_where_the_imposition_says(paper: str, folded: bool) -> None:
    """On the finished PDF each page number is in its half of the sheet; only backs that are folded are upside down."""
    document = booklet_document(paper, folded)
    sides = impose(2 * len(document.pages), folded)
    for page, side in zip(document.pages, sides, strict=True):
        turned = folded and not side.front
        assert page.width > page.height
        for run in numbers(page):
            right = int(run.text) == side.right
            assert int(run.text) in (side.left, side.right)
            assert (run.box.centre[0] > page.width / 2) == (right != turned)
            assert run.along == pytest.approx((-1.0, 0.0) if turned else (1.0, 0.0), abs=1e-6)


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "fronts-then-backs", "none"])
def test_every_word_is_upright_as_it_is_shown(duplex: str) -> None:
    """Page by page, and folded where the printer turns sheets along the short edge, a screen shows nothing turned."""
    kit, report = make_kit(SCENARIO, only=frozenset(["rules"]))
    assert kit is not None
    from ibbprint.press.book import BookOptions, make_book

    for folded in (False, True) if duplex == "short-edge" else (False,):
        how = BookOptions(PAPERS["a4"], frozenset(["rules"]), {}, folded, duplex=duplex)
        result = make_book(kit, how, games()["ibb"].template_folders, report)
        assert result is not None
        for page in read_pdf(result.pdf).pages:
            assert all(run.along == pytest.approx((1.0, 0.0), abs=1e-6) for run in page.runs)


@pytest.mark.parametrize("folded", [True, False])
def test_nothing_is_printed_beside_the_small_pages(folded: bool) -> None:
    """No head, no ruler, no hash on a sheet of the booklet: all that is printed is inside its two pages of A5."""
    for page in booklet_document("a4", folded).pages:
        left = (page.width / 2 - PAGE_MM[0]) * (0.2 if page.width < 300 else 1.0)
        for run in page.runs:
            assert left <= run.box.left
            assert run.box.right <= page.width - left
            assert "page " not in run.text.lower() or "of 8" not in run.text
            assert "actual size" not in run.text


@pytest.mark.parametrize("paper", ["a3", "tabloid"])
def test_larger_paper_has_trim_marks_of_a5(paper: str) -> None:
    """Where paper is larger than two pages of A5, marks beyond their corners and the fold show where to cut."""
    page = booklet_document(paper, True).pages[0]
    left, top = page.width / 2 - PAGE_MM[0], (page.height - PAGE_MM[1]) / 2
    drawn = [s for s in page.shapes if s.clip is None]
    outside = [
        s.box
        for s in drawn
        if s.box.bottom < top or s.box.top > page.height - top or s.box.right < left or s.box.left > page.width - left
    ]
    upright = sorted({round(box.centre[0], 1) for box in outside if box.height > 1})
    level = sorted({round(box.centre[1], 1) for box in outside if box.width > 1})
    assert upright == pytest.approx([left, page.width / 2, page.width - left], abs=0.1)
    assert level == pytest.approx([top, page.height - top], abs=0.1)
    assert len(outside) == 10


@pytest.mark.parametrize("paper", PAPER_NAMES)
@pytest.mark.parametrize("folded", [True, False])
def test_nothing_of_the_booklet_is_lost_at_the_edges(paper: str, folded: bool) -> None:
    """All ink stays where printers can print, and every word stays in its own half of the sheet."""
    for page in booklet_document(paper, folded).pages:
        room = page.media.grown(-6.5)
        for shape in page.shapes:
            assert shape.box.inside(room, 0.001), (page.number, shape.box)
        for run in page.runs:
            assert run.box.inside(room, 0.001), (page.number, run.text)
            assert run.box.right < page.width / 2 or run.box.left > page.width / 2, (page.number, run.text)


def test_text_is_large_enough_to_read() -> None:
    """No text of the booklet is smaller than 7 pt, and nearly all of it is at least 7.4."""
    for page in booklet_document().pages:
        for run in page.runs:
            assert run.size >= SMALLEST_PT - 1e-3, (page.number, run.text, run.size)


def test_fonts_are_embedded_and_nothing_is_raster() -> None:
    """Fonts are embedded subsets, there is no picture, and no character is missing."""
    for page in booklet_document().pages:
        assert page.images == 0
        for font in page.fonts:
            assert font.embedded
            assert font.subset
        for run in page.runs:
            assert "�" not in run.text


def test_the_same_bytes() -> None:
    """Printed twice the booklet is the same to the byte; folded or not it has another stamp."""
    assert book() == booklet_document().data
    assert booklet_document(folded=True).keywords != booklet_document(folded=False).keywords


def test_only_rules_prints_the_booklet_alone() -> None:
    """`--only rules` has the bookmark Rules, its chapters below it, and no other; it starts with the cover."""
    document = read_pdf(printed(SCENARIO, only=["rules"]).pdf)
    assert [title for title, _ in document.bookmarks] == ["Rules"]
    assert [title for title, _ in document.chapters["Rules"]][:2] == ["1 Welcome", "2 The counters"]
    assert "Rules of play" in document.pages[0].text or "Rules of Play" in document.pages[0].text


def test_the_command_folds(tmp_path: Path) -> None:
    """`kit SCENARIO --only rules --booklet` writes the very pages that are tested here."""
    ran = call_cli("kit", SCENARIO, "--only", "rules", "--booklet", "-o", str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    result, own = read_pdf((tmp_path / f"{SCENARIO}-rules-booklet.pdf").read_bytes()), booklet_document()
    assert [page.text.replace(result.keywords, own.keywords) for page in result.pages] == [
        page.text for page in own.pages
    ]


def test_instructions_name_the_booklet() -> None:
    """The page of instructions says how many sheets the booklet has and what to do with them."""
    text = read_pdf(printed(SCENARIO).pdf).pages[0].text
    sides = len(booklet_document().pages)
    assert f"The last {sides // 2} sheets hold {2 * sides} small pages, two side by side" in text
    assert "Turn the sheets over like the pages of a wall calendar" in text


# --- ids and marks --------------------------------------------------------------------------------------------------

RULINGS = {entry["id"]: entry for entry in plain(DATA / "rulings.yaml")["rulings"]}


def margin_notes() -> list[list[str]]:
    """The notes of the templates, each a list of ids."""
    from tests.helpers import TEMPLATES

    results: list[list[str]] = []
    for path in sorted((TEMPLATES / "ibb" / "booklet").glob("*.md.j2")):
        text = re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        matches = re.findall(r"(?<![{%])\{([A-Z]-\d+[^{}]*)\}", text)
        results += [[part.strip() for part in note.split(",")] for note in matches]
    return results


def test_ids_in_the_margin_are_rulings() -> None:
    """Every id beside a paragraph is a ruling or settlement of the catalogue, and stands in the PDF."""
    text = " ".join(page.text for page in booklet_document(designer=True).pages)
    notes = margin_notes()
    assert len(notes) > 80
    for note in notes:
        for item in note:
            assert item in RULINGS or item == "reconstruction", item
    names = set(re.findall(r"\b[RG]-\d\d+\b", text))
    assert names <= set(RULINGS)
    assert len(names) > 120


def test_reconstructions_are_marked() -> None:
    """Wherever a ruling stands that made something up anew, the margin says so."""
    lost = {name for name, entry in RULINGS.items() if entry["tag"] in ("reconstruction", "lost")}
    assert set(the_booklet().marked) == lost
    total = sum(1 for note in margin_notes() if "reconstruction" in note or lost.intersection(note))
    document = booklet_document(designer=True)
    marks = [run for page in document.pages for run in page.runs if run.text == "reconstruction" and run.size < 7.1]
    assert len(marks) == total >= 10


def test_reconstructed_figures_stand_beside_a_mark() -> None:
    """The rulings of figures that are reconstructed all bear the mark wherever they are cited."""
    for figure in entries("figures").values():
        if figure.get("reconstructed") == "true":
            citing = [note for note in margin_notes() if figure["rule"] in note]
            assert citing, figure["id"]
            lost = RULINGS[figure["rule"]]["tag"] in ("reconstruction", "lost")
            assert lost or all("reconstruction" in note for note in citing), figure["id"]


# --- figures from the catalogue -------------------------------------------------------------------------------------


def changed(kind: str, name: str, **change: Any) -> dict[str, Any]:
    return {f"{kind}.yaml": {kind: [{**entries(kind)[name], **change}]}}


def crt_with(row: int, column: int, result: str) -> dict[str, Any]:
    crt = quick_load((DATA / "crt.yaml").read_text(encoding="utf-8"))
    crt["crt"]["results"][row - 1][column - 1] = result
    return {"crt.yaml": crt}


CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "stacking limit": (changed("figures", "stacking-limit", value="9"), r"at most 9 points of attack"),
    "stacking example": (changed("figures", "stacking-limit", value="9"), r"2 \+ 2 \+ 3 = 7\. Legal"),
    "rout move": (changed("figures", "rout-hexes", value="5"), r"up to 5 hexes toward the nearest friends"),
    "activation modifier": (
        changed("modifiers", "under-fire", amount="3"),
        r"\+3 and \+1\. He rolls 3, and 3 \+ 4 = 7",
    ),
    "combat modifier": (changed("modifiers", "charge", amount="5"), r"4 \+ 5 = 9 to 3 is 3-1"),
    "terrain cost": (changed("terrain", "woods", cost="3"), r"1 \+ 3 \+ 1 = 5\. That is too far"),
    "a cell of the table": (crt_with(1, 4, "Ae"), r"The die shows 1\. Result Ae *\. Every attacking unit"),
    "a unit's attack": (changed("units", "heavy-infantry-q3", attack="4"), r"4 \+ 3 = 7 against 3"),
    "missile halving": (changed("figures", "missile-melee-divisor", value="3"), r"divides its attack by 3"),
    "refuse battle": (changed("figures", "refuse-battle-hexes", value="4"), r"retreat up to 4 hexes"),
    "a spell's cost": (changed("spells", "fearball", cost="3"), r"3 mana are gone, 2 are left"),
    "fizzle": (changed("figures", "fizzle-success", value="3"), r"It fizzles"),
    "a fort's turns": (changed("figures", "fort-1-turns", value="3"), r"After 3 such turns"),
    "quality divisor": (changed("figures", "routed-quality-divisor", value="3"), r"quality divided by 3"),
    "a quality": (changed("units", "elf-rangers-q3", quality="5"), r"Elf Rangers 2-2-5 Q5 "),
    "a range": (changed("units", "elven-archers-q3", range="3"), r"range 3 ?\) are 3 hexes from"),
    "the scout's chance": (
        {"scout.yaml": {"scout": [{"range": "3", "formation_from": "5", "scout_from": "6"}]}},
        r"3 5–6 6 2 5–6 6",
    ),
}


@pytest.fixture(scope="module")
def changed_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The booklet with all the changes in one pack."""
    files: dict[str, Any] = {}
    for change, _ in CHANGES.values():
        for file, content in change.items():
            if file == "crt.yaml":
                files[file] = content
                continue
            kind = file.removesuffix(".yaml")
            known = files.setdefault(file, {kind: []})[kind]
            known += [entry for entry in content[kind] if entry not in known]
    return text_of(make_pack(tmp_path_factory.mktemp("changes") / "pack", files))


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_figure_is_seen(what: str, changed_text: str) -> None:
    """A value changed in a pack shows in the words and examples of the booklet, which did not have it before."""
    _, pattern = CHANGES[what]
    assert not re.search(pattern, usual_text()), "this would be found without any change"
    assert re.search(pattern, changed_text)


SWITCHES = {
    "engines_stack=count": r"engines count their attack",
    "spent_spearmen=3-2-4": r"Spent Spearmen , 3-2-4",
    "terrain_cost=turn": r"less the largest number in the terrain table",
    "shooters=literal": r"Shooters share the risk",
    "charge_bonus=die": r"Subtract 4 from the die, once",
    "morale_failure=any": r"it is Routed",
    "mana=turn": r"It comes back at the start of each turn",
}


@cache
def switched_text() -> str:
    """The booklet with every switch turned; in Hastings, which has no engine that could overfill a hex."""
    rules = {"berserk": "never", **dict(switch.split("=") for switch in SWITCHES)}
    return " ".join(page.text for page in read_pdf(book(scenario="hastings", **rules)).pages)


@pytest.mark.parametrize("switch", SWITCHES)
def test_switches_are_followed(switch: str) -> None:
    """A rule played another way reads another way."""
    assert not re.search(SWITCHES[switch], usual_text())
    assert re.search(SWITCHES[switch], switched_text())


def test_switched_rules_are_named() -> None:
    """The booklet says with which choices it was printed; with the usual ones it says nothing."""
    assert "printed with other choices than usual" not in usual_text()
    assert "printed with other choices than usual" in switched_text()
    assert "What a wizard’s number is" in switched_text()


def test_no_berserk_where_it_is_ruled_out() -> None:
    """With R-119 at never, no paragraph tells of going Berserk, and the modifier is gone."""
    assert "goes berserk" in usual_text()
    assert "goes berserk" not in switched_text()
    assert "For each Berserk attacker" not in switched_text()


def test_larger_balls_are_drawn_larger() -> None:
    """With R-136 at number the drawing of Ball 2 has its outer ring as well."""
    usual, larger = the_booklet().figures["scatter"][0], the_booklet(("ball_radius", "number")).figures["scatter"][0]

    def struck(figure: Any) -> int:
        return sum(tone in ("full", "part") for tone in figure.hexes.values())

    assert (struck(usual), struck(larger)) == (7, 19)


# --- symbols and troops ---------------------------------------------------------------------------------------------


def exchanged(unit: Mapping[str, Any]) -> dict[str, Any]:
    """What a unit's counter is exchanged for, as nobody chose otherwise."""
    return entries("units").get(str(unit.get("becomes")), {})


def troops() -> list[dict[str, Any]]:
    """Every entry of the list that fights, and what it is exchanged for."""
    listed = [u for u in entries("units").values() if u.get("listed") != "false"]
    fighting = [u for u in listed if u.get("kind", "troops") in ("troops", "engine")]
    return fighting + [other for unit in fighting if (other := exchanged(unit))]


def named_symbols() -> set[tuple[str, str]]:
    """Each symbol that a counter can bear, with the word that must stand beside it."""
    leaders = [u for u in entries("units").values() if u.get("kind") in ("captain", "wizard", "priest")]
    result = {(item["name"], item["symbol"]) for item in (*entries("abilities").values(), *troops())}
    return result | {(leader["short"], leader["symbol"]) for leader in leaders} | {("Wall", "wall")}


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "hastings"])
def test_every_symbol_is_drawn_beside_its_name(scenario: str) -> None:
    """The legend draws each ability, the troop table each kind of troops and engine, and the leaders are drawn too."""
    outlines = {name: steps[0] for name, steps in symbol_outlines()}
    document = read_pdf(book(scenario=scenario))
    for word, symbol in named_symbols():
        beside = [
            shape
            for page in document.pages
            for run in page.runs
            if run.text == word and "Bold" in run.font.name
            for shape in page.shapes
            if shape.local == outlines[symbol]
            and abs(shape.box.centre[1] - run.box.centre[1]) < 2.6
            and abs(shape.box.centre[0] - run.box.centre[0]) < 40
        ]
        assert beside, (word, symbol)
        for shape in beside:
            assert 1.5 < max(shape.box.width, shape.box.height) < 5.5


def test_symbols_lie_on_the_tint_of_their_row() -> None:
    """A symbol of a table is drawn after the ground of its row, so that none is hidden."""
    outlines = {name: steps[0] for name, steps in symbol_outlines()}
    expected = {outlines[symbol] for _, symbol in named_symbols()}
    count = 0
    for page in booklet_document(folded=False).pages:
        grounds = [s for s in page.shapes if s.fill is not None and s.box.width > 40 and 3 < s.box.height < 9]
        for shape in page.shapes:
            if shape.local in expected:
                under = [g for g in grounds if shape.box.inside(g.box, 1.5)]
                count += len(under)
                assert all(ground.order < shape.order for ground in under)
    assert count >= 10


def test_every_kind_of_troops_has_its_line() -> None:
    """Name, rating and all qualities of every kind of troops and engine stand in a line with what it is good for."""
    text = usual_text()
    rated: dict[tuple[str, str], list[int]] = {}
    for unit in troops():
        numbers = "-".join(unit[name] for name in ("attack", "defence", "movement"))
        rated.setdefault((unit["name"], numbers), []).extend([int(unit["quality"])] if "quality" in unit else [])
    assert len(rated) >= 20
    for (name, numbers), result in rated.items():
        qualities = ", ".join(map(str, sorted(set(result))))
        line = f"{name} {numbers}" + (f" Q{qualities}" if qualities else "")
        assert re.search(re.escape(line) + r" [A-Z][a-z]*\W+\w+", text), line


def test_the_foot_of_page_2_has_edition_and_hash(tmp_path: Path) -> None:
    """The foot of page 2 has edition and hash, the hash of the very PDF; another catalogue gives another one."""
    for document in (booklet_document(folded=True), booklet_document(folded=False)):
        stamp = f"edition 1 · {document.keywords}"
        assert [run.text for page in document.pages for run in page.runs].count(stamp) == 1
        assert stamp in [run.text for page in document.pages for run in page.runs if "Contents" in page.texts]
    other = read_pdf(book(packs=(make_pack(tmp_path / "pack", changed("figures", "rout-hexes", value="5")),)))
    assert other.keywords != booklet_document(folded=False).keywords
    assert f"edition 1 · {other.keywords}" in [run.text for page in other.pages for run in page.runs]


def test_the_booklet_says_what_can_wait() -> None:
    """It is the rules of every battle, and names the chapters that this one does not need; a whole game needs all."""
    assert "rules for every battle of the game" in usual_text()
    assert "no hidden armies or scouts, so chapter 13 can wait" in usual_text()
    kit, report = make_kit(SCENARIO)
    assert kit is not None, list(map(str, report))
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.systems import games

    whole = games()["ibb"].kit("ibb", KitOptions(whole=True, only=frozenset(["rules"])), report)
    assert whole is not None
    assert whole.booklets[0].values["general"] == []


# --- worked examples ------------------------------------------------------------------------------------------------

CRT = plain(DATA / "crt.yaml")["crt"]
TABLE = Table({row["id"]: row["odds"] for row in CRT["rows"]}, CRT["results"])


def ratings(name: str) -> tuple[int, int]:
    unit = entries("units")[name]
    return int(unit["attack"]), int(unit["defence"])


def example(name: str) -> Mapping[str, Any]:
    result: Mapping[str, Any] = the_booklet().values["ex"][name]
    return result


def test_the_melee_is_worked_out() -> None:
    """Heavy and light infantry against pikes in woods: strengths, odds, column and result are the table's own."""
    words = example("melee")
    attack = ratings("heavy-infantry-q3")[0] + ratings("light-infantry-q2")[0]
    look = look_up(TABLE, "woods", attack, ratings("pikemen-q3")[1], words["rolled"])
    assert (words["attack"], words["defence"]) == (look.attack, look.defence)
    assert (words["odds"], words["column"], words["result"]) == (str(look.odds), look.column, look.result)
    assert words["open_result"] == look_up(TABLE, "clear", attack, look.defence, words["rolled"]).result
    assert f"{attack} to {look.defence} is {look.odds}" in usual_text()


def test_the_fort_is_worked_out() -> None:
    """Engineers against a fort of level 2: one column left, the die one lower in all."""
    words = example("fort")
    attack = sum(ratings(name)[0] for name in ("axemen-q4", "light-infantry-q2"))  # engineers act on their own chit
    look = look_up(TABLE, "clear", attack, ratings("light-infantry-q2")[1], words["rolled"], modifier=1 - 2, shift=-1)
    assert (words["start"], words["column"], words["die"], words["result"]) == (
        look.start,
        look.column,
        look.die,
        look.result,
    )


def test_support_and_halving_are_worked_out() -> None:
    """Archers support with 3, shoot with 3, and fight in melee with 1 (R-29, R-90)."""
    words = example("support")
    bows, friend, target = ratings("elven-archers-q3")[0], ratings("heavy-infantry-q3")[0], 2
    assert words["halved"] == max(1, bows // 2) == 1
    assert words["joint"]["odds"] == str(look_up(TABLE, "clear", bows + friend, target, 1).odds)
    assert words["melee"]["odds"] == str(look_up(TABLE, "clear", friend + 1, target, 1).odds)
    chances = TABLE.chances("clear", bows + friend, target)
    assert words["joint_good"] == 6 * sum(c for r, c in chances.items() if r in ("Dd", "De", "Exd", "Exk"))


def test_the_charge_is_worked_out() -> None:
    """Heavy cavalry 4 and 4 against 3 is 2-1 on clear ground, column 6 (R-95); pikes add one to the die (R-42)."""
    words = example("charge")
    home = look_up(TABLE, "clear", 4 + 4, 3, 1)
    assert (words["home"]["odds"], words["home"]["start"], words["home"]["result"]) == ("2-1", 6, home.result)
    assert words["ride"] == 3
    fire = look_up(TABLE, "clear", 3 - 1, 3, words["fire"]["rolled"])
    assert (words["fire"]["odds"], words["fire"]["column"]) == (str(fire.odds), fire.column)


def test_the_bonus_against_horse_shows() -> None:
    """The charge at three units of spearmen hurts them less often for their bonus, and the cavalry more often."""
    match = re.search(
        r"Against three units of spearmen \( ?2-2-4 each ?\) the same charge is 8 to 6, 1-1, and their bonus adds 1 to"
        r" the die\. Without it they would be hurt on (\d) rolls in 6 and the cavalry on (\d) in 6; with it they are"
        r" hurt on (\d) in 6 and the cavalry on (\d) in 6",
        tidy(usual_text()),
    )
    assert match is not None
    for number, (modifier, whom) in enumerate(itertools.product((0, 1), ("D", "A")), start=1):
        chances = TABLE.chances("clear", 8, 6, modifier=modifier).items()
        assert int(match[number]) == 6 * sum(chance for result, chance in chances if result[0] in (whom, "E"))
    assert int(match[3]) < int(match[1])
    assert int(match[4]) > int(match[2])


def tidy(text: str) -> str:
    """The words without the blanks that stand round bold ones, and without the notes in the margin."""
    return re.sub(r" ([.,;:)])", r"\1", re.sub(r"\s+", " ", text))


def test_where_a_pack_makes_no_difference_the_examples_say_so(tmp_path: Path) -> None:
    """With a table of one result and troubles that cost nothing no example claims that something helps."""
    crt = quick_load((DATA / "crt.yaml").read_text(encoding="utf-8"))
    crt["crt"]["results"] = [["Exd"] * len(row) for row in crt["crt"]["results"]]
    names = ("under-fire", "lost-unit")
    even = {"modifiers": [{**entries("modifiers")[name], "amount": "0"} for name in names]}
    text = tidy(text_of(make_pack(tmp_path / "even", {"crt.yaml": crt, "modifiers.yaml": even})))
    assert "He succeeds on 4 rolls in 6, the same as without the modifiers" in text
    assert "and the same die would give the same result" in text
    assert "with this table the bows change nothing" in text
    assert "With this table that changes nothing: their chance of being hurt is 6 in 6" in text
    assert "Choose your ground well" not in text


def test_chances_are_told_in_one_way() -> None:
    """A chance on a die is so many in 6, everywhere in the booklet; what an example compares is never equal."""
    text = tidy(usual_text())
    assert "out of 6" not in text
    assert "faces" not in text
    compared = re.findall(r"on (\d) rolls in 6; without the modifiers it would be (\d) in 6", text)
    compared += re.findall(
        r"hurt on (\d) rolls in 6 and the cavalry on \d in 6; with it they are hurt on (\d) in 6", text
    )
    assert len(compared) >= 2
    assert all(item != other for item, other in compared)


def test_the_first_chapter_names_everybody_who_has_a_chit() -> None:
    """Whoever has a chit among the pieces of any battle is named where chits are introduced, and in the turn."""
    report = Report()
    kit = games()["ibb"].kit("ibb", KitOptions(only=frozenset({"counters"}), whole=True), report)
    assert kit is not None, list(map(str, report))
    drawn = {str(value_of(piece.values, "symbol")) for piece in kit.pieces if piece.block == "cup"}
    words = {unit["symbol"]: re.sub(r"s$", "", unit["symbol"]) for unit in entries("units").values()}
    assert {"captain", "wizard", "priest", "engineers"} <= drawn
    text = tidy(usual_text())
    chits = text[text.index("The chits: small squares") :][:260]
    minute = text[text.index("Each turn all chits go into the Cup") :][:290]
    turn = text[text.index("Put one chit into the Cup for") :][:120]
    for symbol in drawn | {"scouts"}:
        for place in (chits, minute, turn):
            assert words[symbol] in place, (symbol, place)


def test_the_charge_by_the_other_ruling() -> None:
    """With R-95 at die nothing is added to the attack, and 4 comes off the die."""
    text = the_booklet(("charge_bonus", "die")).values["ex"]["charge"]
    look = look_up(TABLE, "clear", 4, 3, 1, modifier=-4)
    assert (text["home"]["odds"], text["home"]["die"], text["home"]["result"]) == ("1-1", 1, look.result)


def test_orders_and_morale_are_counted() -> None:
    """A captain 4 with two troubles is obeyed on 1 and 2; quality 2 holds on 1 and 2, with a captain 4 on 1 to 5."""
    orders, morale = example("orders"), example("morale")
    assert (orders["good"], orders["untroubled"], orders["passed"]) == (2, 4, False)
    assert (morale["plain"], morale["rallied"], morale["routed"]) == (2, 5, 1)


def test_the_scatter_is_worked_out() -> None:
    """Forward continues the throw (G-11), and a 3 lands one step to the left of it."""
    words = example("magic")
    # On along the line from the caster is where the distance to him grows most.
    beyond = [GRID.centre(name, 1.0) for name in GRID.neighbours(TARGET)]
    way = max(range(6), key=lambda n: math.dist(GRID.centre(CASTER, 1.0), beyond[n]))
    assert GRID.step(TARGET, way) is not None
    assert words["landed"] == GRID.step(TARGET, (way - 1) % 6)
    assert GRID.distance(CASTER, TARGET) == words["distance"]
    assert (words["fizzle_good"], words["accuracy_good"], words["left"]) == (3, 5, 1)


def test_petard_ways_are_all_36() -> None:
    """The table of the petard counts every pair of dice once: 4, 8, 8, 15 and 1."""
    ways = [line["ways"] for line in the_booklet().values["petard"]]
    assert sum(ways) == 36
    assert sorted(ways) == [1, 4, 8, 8, 15]


# --- contents, index, cover -----------------------------------------------------------------------------------------


def small_pages(document: Document) -> dict[int, list[Run]]:
    """The words of each small page by its number; the cover is page 1."""
    values: dict[int, list[Run]] = {1: []}
    for page in document.pages:
        for right in (False, True):
            runs = [run for run in page.runs if (run.x > page.width / 2) == right]
            own = [int(run.text) for run in runs if run in numbers(page)]
            values[own[0] if own else 1] = runs
    return values


def is_title(run: Run) -> bool:
    """Whether a run is the heading of a chapter."""
    return run.size > 13 and run.fill == pytest.approx(ACCENT, abs=0.01)


def test_contents_and_outline_lead_to_every_chapter() -> None:
    """Each chapter is in the contents with the page that its heading is on, and in the outline below Rules."""
    document = booklet_document(folded=False)
    pages = small_pages(document)
    heads = {run.text: number for number, runs in pages.items() for run in runs if is_title(run) and number > 1}
    assert len(heads) >= 16
    listed = [run for run in pages[2] if run.y > 12 and run.size < 8.5 and run.text in heads]
    assert {run.text for run in listed} == set(heads)
    for line in listed:
        beside = [r for r in pages[2] if abs(r.y - line.y) < 0.3 and r.x > line.x and r.text.isdigit()]
        assert int(min(beside, key=lambda r: r.x).text) == heads[line.text], line.text
    chapters = document.chapters["Rules"]
    assert [title for title, _ in chapters] == list(heads)
    assert [sheet for _, sheet in chapters] == [(heads[title] + 1) // 2 for title, _ in chapters]


def test_the_index_names_pages_that_have_the_word() -> None:
    """Every word of the index is on each of the pages that it names, and the index is in alphabetical order."""
    pages = small_pages(booklet_document(folded=False))
    last = max(pages)
    start = next(n for n, run in enumerate(pages[last]) if run.text == "Index" and is_title(run))
    lines = re.findall(
        r"([A-Za-z][A-Za-z -]*?) (\d[\d, ]*)",
        " ".join(run.text for run in pages[last][start + 1 :] if 7.5 < run.size < 7.7),
    )
    assert len(lines) > 50
    named = [word.lower() for word, _ in lines]
    assert named == sorted(named)
    for word, where in lines:
        stem = word.lower().split()[-1][:4]
        for number in re.findall(r"\d+", where):
            text = tidy(" ".join(run.text for run in pages[int(number)])).lower()
            assert stem in text or word in ("dismounting", "gets home"), (word, number)


def test_the_cover_says_for_whom_and_how_long(tmp_path: Path) -> None:
    """Players, minutes and age are those of credits.yaml; a pack that changes them changes the cover."""

    def words(*packs: Path) -> str:
        document = read_pdf(book(packs=packs, folded=False))
        page = document.pages[0]
        return " ".join(run.text for run in page.runs if run.x < page.width / 2)

    assert "for 2 players · about 90 minutes · ages 12 and up" in tidy(words())
    mine = {"credits": [{"id": "ibb", "text": "By nobody in particular.", "players": "3 to 5", "minutes": 240}]}
    other = tidy(words(make_pack(tmp_path / "box", {"credits.yaml": mine})))
    assert "for 3 to 5 players · about 240 minutes" in other
    assert "ages" not in other
    assert "By nobody in particular." in other


# --- the example of a turn ------------------------------------------------------------------------------------------


def chapter_16(*packs: Path) -> str:
    text = tidy(text_of(*packs)) if packs else tidy(usual_text())
    pieces = [
        part
        for part in re.split(r"(?=First chit|Next chit:|End phase\.)", text)
        if "chit" in part[:12] or "End phase." in part[:12]
    ]
    return " ".join(pieces)


def test_the_turn_is_played_by_the_engine() -> None:
    """Fire and melee of turn 1 are what the table gives for these strengths and dice; orders and checks as well."""
    message = chapter_16()
    fire, melee = look_up(TABLE, "clear", 2, 2, 1), look_up(TABLE, "clear", 4 + 3, 1, 5)
    assert f"(T6) shoot at 1707: 2 to 2 is 1-1, column {fire.column} in the row" in message
    assert f"The die shows 1: {fire.result}" in message
    assert f"attack 1707: 7 to 1 is 7-1 (modifier: disorganised), column {melee.column} in the row" in message
    assert "Disorganised twice in one turn, the spearmen (R1) are Routed" in message
    assert "His rating is 4 and he rolls 5; –1 (out of missile range) makes 4: his formation has orders" in message
    assert "more than 3: no orders" in message
    assert "Rotwang subtracts 4, which makes 1: they pass" in message
    assert message.count("He could attach the dragoons (R11) first, but does not.") == 1


def test_another_catalogue_plays_another_turn(tmp_path: Path) -> None:
    """With another table the same shot has another result, and the example says where it must end."""
    changes = {
        "modifiers.yaml": {"modifiers": [{**entries("modifiers")["out-of-range"], "amount": "0"}]},
        "crt.yaml": crt_with(1, 5, "De")["crt.yaml"],
    }
    message = chapter_16(make_pack(tmp_path / "other", changes))
    assert "The die shows 1: De. " in message
    assert "The spearmen (R1) are removed." in message
    assert "takes another course here, so the example ends" in tidy(text_of(make_pack(tmp_path / "again", changes)))


def test_a_catalogue_without_the_units_prints_without_the_turn(tmp_path: Path) -> None:
    """A scenario of a pack whose list lacks the units of the example still has its rules; nothing claims a turn."""
    gone = {
        "example-turn.yaml": {"example-turn": [{**entry, "chit": "Z9"} for entry in entries("example-turn").values()]}
    }
    text = text_of(make_pack(tmp_path / "gone", gone))
    assert "A turn of Defend the Bridge" not in text
    assert "chapter 16" not in text
    assert "Index" in text


def test_the_figures_of_the_turn_show_where_everybody_is() -> None:
    """Both pairs of maps have the counters at their places: the Routed unit with its mark, the king at the end."""
    first, second = the_booklet().figures["turn-begins"], the_booklet().figures["turn-ends"]

    def places(figure: Any) -> dict[str, tuple[str, str]]:
        return {token.values.id: (token.hex, token.values.mark) for token in figure.tokens}

    assert places(first[0])["R1"] == ("1707", "")
    assert places(first[1])["R1"] == ("1607", "R")
    assert places(second[1])["R1"] == ("1607", "D")
    assert (places(second[0])["T2"][0], places(second[1])["T2"][0]) == ("2009", "1907")
    assert {arrow.kind for arrow in (*first[0].arrows, *first[1].arrows)} == {"move", "fire", "melee"}


def test_only_the_booklet_of_the_battle_that_it_plays_says_to_set_it_up() -> None:
    """The turn played through needs counters that other kits do not have: they say that it is another battle's."""
    own, other = (" ".join(read_pdf(book(scenario=name)).text.split()) for name in (SCENARIO, "stirling"))
    assert "Set up the battle and follow on your map" in own
    assert "another battle" not in own
    assert "This is the first turn of another battle." in other
    assert "Set up the battle and follow" not in other
