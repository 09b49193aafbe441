"""The poster: as large as the map, or on the paper that is asked for; never on another one without a word."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from ibbprint.press.paper import LARGE, PAPERS
from tests.helpers import call_cli, named
from tests.pdf import MM, kept_cuts

EDGE = 6.5
"""What a home printer does not reach, mm."""
SCHEMATIC = ("--map-style", "schematic")
"""The look of a map that is drawn soonest; its size is that of the other."""
NEEDS = re.compile(r"needs a page of (\d+) x (\d+) mm")


def poster(tmp_path: Path, *options: str, only: str = "map", scenario: str = "hastings") -> tuple[int, str, list[Path]]:
    """Exit code, what was said, and the files that a call has left."""
    folder = tmp_path / ("out-" + "-".join(options).replace("/", ""))
    result = call_cli("kit", named(scenario), "--only", only, "--poster", *SCHEMATIC, *options, "-o", str(folder))
    return result.returncode, result.stdout + result.stderr, sorted(folder.glob("*.pdf"))


def sizes(path: Path) -> list[tuple[float, float, float, float]]:
    """Width and height of each page, and of what is cut out of it where that is known (else of the page), in mm."""
    with pikepdf.open(path) as document:
        kept = kept_cuts(document)
        cuts = {number: own["cuts"][0] for number, own in kept.items()}
        return [
            (
                float(page.MediaBox[2]) * MM,
                float(page.MediaBox[3]) * MM,
                *(
                    (lambda box: (box[2] - box[0], box[3] - box[1]))(
                        cuts.get(str(number), [float(value) * MM for value in page.MediaBox])
                    )
                ),
            )
            for number, page in enumerate(document.pages, start=1)
        ]


@pytest.mark.parametrize("scenario", ["hastings", "ayrenes-woods", "tin-road"])
def test_a_poster_is_as_large_as_the_map_or_on_the_paper_asked_for(tmp_path: Path, scenario: str) -> None:
    """Without --paper the page follows the map, and its file names no paper; on A2 the same map is on a page of A2."""
    code, _, (own,) = poster(tmp_path, scenario=scenario)
    assert code == 0
    assert own.name == f"{scenario}-map-poster-schematic.pdf"
    ((wide, high, map_wide, map_high),) = sizes(own)
    assert wide == pytest.approx(map_wide + 2 * EDGE, abs=0.01)
    code, output, (file,) = poster(tmp_path, "--paper", "a2", scenario=scenario)
    assert code == 0
    assert "warning" not in output
    assert "a2" in file.name
    ((wide, high, *printed),) = sizes(file)
    assert sorted((wide, high)) == pytest.approx([420, 594], abs=0.01)
    assert printed == pytest.approx([map_wide, map_high], abs=0.01)


@pytest.mark.parametrize(("paper", "size"), [("arch-c", (457.2, 609.6)), ("arch-d", (609.6, 914.4))])
def test_a_poster_fits_on_american_papers(tmp_path: Path, paper: str, size: tuple[float, float]) -> None:
    """Architectural papers, such as 18 by 24 inches, have names; the map on them is as large as on its own page."""
    _, _, (own,) = poster(tmp_path)
    as_large = sizes(own)[0][2:]
    code, output, (result,) = poster(tmp_path, "--paper", paper)
    assert (code, "warning" in output) == (0, False)
    assert paper in result.name
    ((wide, high, *printed),) = sizes(result)
    assert sorted((wide, high)) == pytest.approx(size, abs=0.01)
    assert printed == pytest.approx(as_large, abs=0.01)


def test_a_paper_that_is_too_small_is_refused_and_those_that_would_do_are_named(tmp_path: Path) -> None:
    """A3 is refused with the size that is needed; exactly that size will do, and a millimetre less will not."""
    code, output, files = poster(tmp_path, "--paper", "a3")
    assert (code, files) == (1, [])
    match = NEEDS.search(output)
    assert match is not None, output
    assert "A3 has 297 x 420 mm" in output
    wide, high = map(int, match.groups())
    for least, expected in (((wide, high), 0), ((wide - 1, high), 1), ((wide, high - 1), 1)):
        code, _, files = poster(tmp_path, "--paper", f"{least[0]}x{least[1]}mm")
        assert (code, len(files)) == (expected, 1 - expected), least
    fits = re.search(r"It fits on ([^.]*)\.", output)
    assert fits is not None
    named = set(re.split(", | or ", fits[1]))
    for paper in (*PAPERS.values(), *LARGE.values()):
        sides, least_sides = sorted((paper.width, paper.height)), sorted((wide, high))
        assert (paper.title in named) == (sides[0] >= least_sides[0] and sides[1] >= least_sides[1]), paper


def test_what_the_refusal_proposes_works(tmp_path: Path) -> None:
    """With smaller counters the hexes are smaller, and the whole map is on a page of A3."""
    code, _, (result,) = poster(tmp_path, "--paper", "a3", "--counter-size", "10")
    assert code == 0
    ((wide, high, *_),) = sizes(result)
    assert sorted((wide, high)) == pytest.approx([297, 420], abs=0.01)


def test_beside_other_sheets_a_poster_of_its_own_size_is_said_to_be_one(tmp_path: Path) -> None:
    """The paper of a kit is that of its sheets: a map that is larger has a page of its own size, with a warning."""
    code, output, (result,) = poster(tmp_path, "--paper", "letter", only="map,crt")
    assert code == 0
    assert NEEDS.search(output)
    assert "warning" in output
    assert "printed on a larger page" in output
    results = {(round(wide, 1), round(high, 1)) for wide, high, *_ in sizes(result)}
    assert (215.9, 279.4) in results
    assert len(results) == 2


def test_page_1_says_how_large_the_poster_is(tmp_path: Path) -> None:
    """The pages for another paper are named with what that paper measures."""
    assert call_cli("kit", "two-villages", "--poster", "-o", str(tmp_path)).returncode == 0
    (path,) = tmp_path.glob("*.pdf")
    (size,) = {(round(wide), round(high)) for wide, high, *_ in sizes(path)} - {(210, 297), (297, 210)}
    text = pypdfium2.PdfDocument(path)[0].get_textpage().get_text_range()
    assert f"for a poster of {size[0]} × {size[1]} mm" in " ".join(text.split())


def test_hex_numbers_keep_as_far_from_a_joint_as_a_print_shop_asks(tmp_path: Path) -> None:
    assert call_cli("new", "mine", "--game", "printed", cwd=tmp_path).returncode == 0
    assert call_cli("kit", "mine", "--press", "--only", "map", "-o", "map.pdf", cwd=tmp_path).returncode == 0
    assert "nearer than" not in call_cli("preflight", "map.pdf", cwd=tmp_path).stdout
