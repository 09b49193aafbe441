"""Counters on pieces of maps, and the values that texts of a game made of files see, on the small game of the tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.helpers import call_cli
from tests.pdf import Page, read_pdf
from tests.systems.printed.test_printed_folders import CORPUS, kit_of

FIGHT = "unit,hex,back\ncrown-foot,0304,\ncrown-guard,0304,\ncrown-horse,0504,yes\n"


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    """The game with a page of a text of ours, and a table that lays three counters out."""
    pack = Path(shutil.copytree(CORPUS / "ford", tmp_path / "pack"))
    (pack / "tables" / "fight.csv").write_text(FIGHT, encoding="utf-8")
    return pack


def page(pack: Path, text: str) -> Page:
    """The page that the text becomes."""
    (pack / "texts" / "charts.md.j2").write_text(text, encoding="utf-8")
    ran = call_cli("kit", "pack", "--only", "charts", "-o", "out", cwd=pack.parent)
    assert ran.returncode == 0, ran.stderr
    (pdf,) = (pack.parent / "out").glob("*.pdf")
    return read_pdf(pdf.read_bytes()).pages[0]


def places(found: Page, text: str) -> list[tuple[float, float]]:
    return [run.box.centre for run in found.runs if run.text == text]


def test_a_table_lays_counters_on_a_piece_of_a_map(ford: Path) -> None:
    """Each stands in its hex with the face that is up, those of a stack one below the other; others stay away."""
    result = page(ford, "# Fight\n\n![Here](figure:map:0203-0605:fight)\n")
    ((foot_x, foot_y),) = places(result, "4-4")
    ((guard_x, guard_y),) = places(result, "6-4")
    ((horse_x, horse_y),) = places(result, "2-7")
    assert places(result, "4-7") == []
    (here,), (there,) = places(result, "0304"), places(result, "0504")
    assert horse_x - (foot_x + guard_x) / 2 == pytest.approx(there[0] - here[0], abs=0.5)
    assert horse_y == pytest.approx((foot_y + guard_y) / 2, abs=0.5)
    assert guard_x > foot_x
    assert guard_y != pytest.approx(foot_y, abs=1.0)
    assert places(page(ford, "# Land\n\n![Here](figure:map:0203-0605)\n"), "4-4") == []


@pytest.mark.parametrize("name", ["map:0203-0605:fights", "map:0203:fight", "map:0203-0699:fight", "map::fight"])
def test_a_piece_that_is_not_there_is_an_error_at_its_place(name: str, ford: Path) -> None:
    (ford / "texts" / "charts.md.j2").write_text(f"# Fight\n\n![Here](figure:{name})\n", encoding="utf-8")
    ran = call_cli("kit", "pack", "--only", "charts", cwd=ford.parent)
    assert ran.returncode == 1
    assert f"pack/texts/charts.md.j2:3:9: error: there is no figure 'figure:{name}'." in ran.stderr


def test_what_a_table_lays_where_nothing_is_is_an_error_at_its_cell(ford: Path) -> None:
    """A hex that is not on the map, a counter that nobody prints; what no text shows may say what it likes."""
    (ford / "tables" / "fight.csv").write_text("unit,hex\ncrown-foot,3404\ncrown-fot,0304\n", encoding="utf-8")
    (ford / "tables" / "arrivals.csv").write_text("unit,hex\nnobody,anywhere\n", encoding="utf-8")
    (ford / "texts" / "charts.md.j2").write_text("# Fight\n\n![](figure:map:0203-0605:fight)\n", encoding="utf-8")
    ran = call_cli("kit", "pack", "--only", "charts", cwd=ford.parent)
    assert ran.returncode == 1
    assert "pack/tables/fight.csv:2:12: error: hex 3404 is not on the map. [ref:hex]" in ran.stderr
    assert "pack/tables/fight.csv:3:1: error: there is no counter 'crown-fot'. Did you mean crown-foot?" in ran.stderr
    assert "2 errors" in ran.stderr


def test_texts_see_rows_by_their_ids_places_of_maps_and_the_game(ford: Path) -> None:
    """So a text types no figure: it names the row, the place, the limit."""
    board = ford / "maps" / "causeway.yaml"
    places = "  places:\n    town: [0302 Alder Mill, 1105 Stow]\n"
    board.write_text(board.read_text(encoding="utf-8") + places, encoding="utf-8")
    text = (
        "# Sums\n\n{{ rows.units['crown-foot'].strength + rows.units['crown-guard'].weak }} of {{ game.stacking }},"
        " {{ rows.terrain.fen.cost.move }}; {% for p in maps.causeway.places %}{{ p.name }} {{ p.hex }}, {% endfor %}"
        "{{ maps.causeway.columns * maps.causeway.rows }} hexes\n"
    )
    assert "7 of 2, 3; Alder Mill 0302, Stow 1105, 120 hexes" in " ".join(page(ford, text).text.split())


def test_a_row_that_is_not_there_is_an_error_at_its_place(ford: Path) -> None:
    (ford / "texts" / "charts.md.j2").write_text("# Sums\n\n{{ rows.units.foot.strength }}\n", encoding="utf-8")
    ran = call_cli("kit", "pack", "--only", "charts", cwd=ford.parent)
    assert ran.returncode == 1
    assert "pack/texts/charts.md.j2:3:" in ran.stderr
    assert "foot" in ran.stderr


def test_without_a_scenario_counts_know_the_counters_of_the_tables(ford: Path) -> None:
    """What has a side is a counter: 20 of them, so the five Spent markers are a quarter; cards are none."""
    (ford / "scenarios" / "causeway.yaml").unlink()
    for text in ("causeway", "charts"):
        (ford / "texts" / f"{text}.md.j2").write_text("# Nothing\n", encoding="utf-8")
    (ford / "texts" / "rules.md.j2").write_text("# Nothing\n", encoding="utf-8")
    markers = ford / "markers.csv"
    markers.write_text(markers.read_text(encoding="utf-8") + "marsh,Marsh,turn,#ffffff,marsh\n", encoding="utf-8")
    counts = {piece.id: piece.count for piece in kit_of(ford).pieces}
    assert counts["spent"] == 5
    assert counts["marsh"] == 10
