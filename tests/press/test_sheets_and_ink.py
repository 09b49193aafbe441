"""How much paper and ink the kits take, on the finished PDFs of whole kits."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PIL import ImageChops, ImageStat

from ibbprint.jobs.kits import KitOrder, KitSeries
from ibbprint.jobs.on_paper import InkOptions, PaperOptions
from ibbprint.press.manifest import changes, read_manifest
from ibbprint.problems import Report
from tests.helpers import SOAK, every_scenario, kept, make_kit, printed
from tests.pdf import Document, read_pdf
from tests.sheets import head, whole_kit

MOST_SHEETS = {"defend-the-bridge": 13, "hastings": 16, "stirling": 14, "ayrenes-woods": 12}
"""On A4, both sides, with the instructions, a player aid for each of the two players, and a first turn."""
OF_OTHER_GAMES = {
    "the-long-road": 6,
    "two-villages": 6,
    "deep-delve": 11,
    "the-moon-at-the-gate": 9,
    "the-inn-at-three-roads": 9,
}
"""The same for kits of the other games, with the first turn: without it they took 6, 6, 10, 8 and 8."""
DPI = 36


@kept
def whole(scenario: str, paper: str = "a4", backs: str = "") -> bytes:
    """A whole kit as it is printed for players; with the usual backs, the one that other tests look at."""
    if not backs:
        return printed(scenario, paper=paper).pdf
    kit = KitSeries(KitOrder(paper=PaperOptions(paper), ink=InkOptions(backs=backs))).make(scenario)
    assert kit.ok, str(kit)
    return kit.pdf


def read(scenario: str, paper: str = "a4") -> Document:
    return whole_kit(scenario, paper)


def backs_ink(pdf: bytes) -> float:
    """How dark the pages of backs are, all pages added up."""
    result = 0.0
    with pypdfium2.PdfDocument(pdf) as document:
        for page in read_pdf(pdf).pages:
            if "backs" in head(page):
                picture = document[page.number - 1].render(scale=DPI / 72).to_pil().convert("CMYK").convert("RGB")
                result += sum(ImageStat.Stat(ImageChops.invert(picture)).mean)
    return result


def test_the_kits_that_are_looked_at_are_those_of_the_command() -> None:
    assert KitSeries(KitOrder()).make("ayrenes-woods").pdf == whole("ayrenes-woods")


@pytest.mark.parametrize("scenario", MOST_SHEETS)
def test_a_kit_takes_no_more_sheets_than_promised(scenario: str) -> None:
    """The README's table of sheets, with two player aids in each kit."""
    document = read(scenario)
    assert (len(document.pages) + 1) // 2 <= MOST_SHEETS[scenario]
    assert sum("Player aid" in head(page) for page in document.pages) == 4


@pytest.mark.parametrize("scenario", OF_OTHER_GAMES)
def test_kits_of_other_games_too(scenario: str) -> None:
    document = whole_kit(scenario, game=every_scenario()[scenario].id)
    assert (len(document.pages) + 1) // 2 <= OF_OTHER_GAMES[scenario]


@pytest.mark.parametrize("scenario", ["the-long-road", "two-villages"])
def test_a_board_of_one_sheet_is_behind_the_instructions(scenario: str) -> None:
    """No side is empty, and nothing that is read during the game is on the back of the board."""
    heads = [head(page) for page in whole_kit(scenario, game="microbattle").pages]
    assert "How to print" in heads[0]
    assert "Board" in heads[1]
    assert all(page.text.strip() for page in whole_kit(scenario, game="microbattle").pages)


def test_a_board_stays_on_a_front_where_it_would_save_nothing() -> None:
    """A battle that was rolled up has no first turn, so that the scenario sheet is behind the instructions."""
    kit = KitSeries(KitOrder(seed="paper")).make("microbattle")
    assert kit.ok, str(kit)
    heads = [head(page) for page in read_pdf(kit.pdf).pages]
    assert "Scenario sheet" in heads[1]
    assert next(number for number, title in enumerate(heads) if "Board" in title) % 2 == 0


@pytest.mark.parametrize("scenario", MOST_SHEETS)
def test_each_part_has_a_bookmark_where_its_pieces_begin(scenario: str) -> None:
    """Counters, chits, markers, templates and cards: also those that share a sheet, or that are below a map."""
    document = read(scenario)
    kit, _ = make_kit(scenario)
    assert kit is not None
    cut_out = {record.section for record in (*kit.pieces, *kit.cards)}
    parts = [section.title for section in kit.sections if section.id in cut_out and not section.extra]
    assert len(parts) >= 3
    heads = [head(page).lower() for page in document.pages]
    for part in parts:
        (number,) = [number for title, number in document.bookmarks if title == part]
        there = [page.number for page in document.pages if page.cuts and part.lower() in heads[page.number - 1]]
        assert number == there[0]


@pytest.mark.parametrize("scenario", MOST_SHEETS if SOAK else ["hastings", "ayrenes-woods"])
def test_white_backs_take_much_less_ink_than_full_ones(scenario: str) -> None:
    """Less than half where counters are many; markers, which are pale on full backs too, make the difference less."""
    white, full = backs_ink(whole(scenario)), backs_ink(whole(scenario, backs="full"))
    assert 0 < white < {"ayrenes-woods": 0.56}.get(scenario, 0.5) * full


def test_the_style_of_a_pack_may_ask_for_full_backs(tmp_path_factory: pytest.TempPathFactory) -> None:
    """`backs: full` in its style.yaml prints them as `--backs full` does; `--backs white` still wins."""
    pack = tmp_path_factory.mktemp("pack")
    (pack / "pack.yaml").write_text("pack: {id: inky, title: Inky, game: ibb}\n", encoding="utf-8")
    (pack / "templates").mkdir()
    (pack / "templates" / "style.yaml").write_text("style: {backs: full}\n", encoding="utf-8")

    def made(backs: str, packs: tuple[Path, ...]) -> float:
        order = KitOrder(ink=InkOptions(backs=backs), only="counters", packs=packs)
        kit = KitSeries(order).make("stirling")
        assert kit.ok, str(kit)
        return backs_ink(kit.pdf)

    full = made("full", ())
    assert made("", (pack,)) == pytest.approx(full, rel=0.02)
    assert made("white", (pack,)) < 0.6 * full


def test_wrong_backs_are_refused() -> None:
    with pytest.raises(Exception, match="there are no backs 'blue'"):
        KitSeries(KitOrder(ink=InkOptions(backs="blue"))).make("stirling")


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "hastings"])
def test_notes_are_below_another_text(scenario: str) -> None:
    """They have no page of their own where a text leaves room for them, and the set-up diagram is on a back."""
    pages = read(scenario).pages
    (notes,) = [page for page in pages if "with notes" in head(page)]
    assert "Rulings behind this battle" in notes.text
    (diagram,) = [page for page in pages if "Set-up diagram" in head(page)]
    assert diagram.number % 2 == 0


def test_notes_below_another_text_are_part_of_its_page(tmp_path: Path) -> None:
    """`--changed-since` prints that page again where the notes change: here, where there were none."""
    order = KitOrder(notes=False)
    kit = KitSeries(order).make("defend-the-bridge")
    manifests = []
    for name, pdf in (("with", whole("defend-the-bridge")), ("without", kit.pdf)):
        path = tmp_path / f"{name}.pdf"
        path.write_bytes(pdf)
        manifest = read_manifest(path, "defend-the-bridge", Report())
        assert manifest is not None
        manifests.append(manifest)
    (page,) = [page for page in changes(*manifests, ["scenario", "crib"]) if page.page]
    assert page.name.partition("/")[0] in ("scenario", "crib")


@pytest.mark.parametrize("scenario", MOST_SHEETS if SOAK else ["hastings"])
def test_letter_needs_no_more_than_two_sheets_more(scenario: str) -> None:
    assert (len(read(scenario, "letter").pages) + 1) // 2 <= MOST_SHEETS[scenario] + 2
