"""The pictures of README and docs: each that a page names is there, and each that is there is named and small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers import ROOT, call_cli, make_kit
from tools.designing_pictures import PANEL
from tools.kit_pages import Printed, heads_of
from tools.own_game_pictures import BOOKLET_PAGES

PICTURES = ROOT / "docs" / "pictures"
MOST_BYTES = 150_000


def printed(folder: Path, *arguments: str) -> Printed:
    """A kit as the command prints it."""
    into = folder / str(len(list(folder.iterdir())))
    result = call_cli("kit", *arguments, "-o", str(into))
    assert result.returncode == 0, result.stderr
    return Printed(next(into.glob("*.pdf")))


def named() -> dict[Path, str]:
    """The files that the pages show as pictures, and the words under each."""
    values: dict[Path, str] = {}
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for words, link in re.findall(r"!\[([^\]]*)\]\(([^)\s]+\.png)\)", page.read_text(encoding="utf-8")):
            values[(page.parent / link).resolve()] = words
    return values


def test_every_picture_that_a_page_names_is_there_and_every_other_way_round() -> None:
    """No picture is missing, and none lies about that no page shows."""
    assert {str(path.relative_to(ROOT)) for path in named()} == {
        str(path.relative_to(ROOT)) for path in PICTURES.iterdir()
    }


def test_every_picture_says_in_words_what_it_shows_and_is_small() -> None:
    """For those who cannot see it, and for those who fetch the project."""
    assert [path.name for path, words in named().items() if not words.strip()] == []
    assert [path.name for path in PICTURES.iterdir() if path.stat().st_size > MOST_BYTES] == []


def test_what_the_pictures_look_for_is_in_a_kit_as_printed(tmp_path: Path) -> None:
    """Heads, bookmarks, words and pieces that `make pictures` goes by are in the example's kit and the new game's."""
    marsh = ("low-tide", "--pack", str(ROOT / "docs" / "examples" / "salt-marsh"))
    kit = printed(tmp_path, *marsh)
    assert len(kit.pieces(kit.headed("Counters"))) > len(kit.pieces(kit.headed("Spell book"))) > 0
    assert kit.with_pieces() == kit.headed("Markers") == kit.bookmarked("Area templates")
    for sheet in ("A1 (1 of 2)", "A2 (2 of 2)"):
        assert kit.pieces(kit.headed(f"The Salt Marsh, sheet {sheet}"))
    assert kit.headed("Scenario sheet", "Printed here, but not played by") > 0
    changed = printed(tmp_path, *marsh, "--only", "crib,templates", "--rule", "ball_radius=number")
    left, top, right, bottom = changed.words(changed.headed("Player aid", PANEL), PANEL)
    assert 0 < left < right
    assert 0 < top < bottom
    assert changed.group("Area templates", 20).width > 0
    call_cli("new", str(tmp_path / "ferry"), "--game", "printed")
    own = printed(tmp_path, str(tmp_path / "ferry"), "--only", "rules,charts")
    for _, chapter, words in BOOKLET_PAGES:
        assert own.words(own.bookmarked(chapter), words)
    assert own.bookmarked("Player aid") == 1


def test_a_page_or_piece_that_is_not_there_ends_the_tool_with_its_name(tmp_path: Path) -> None:
    """No picture is made of another page than the one that was meant."""
    marsh = printed(tmp_path, "low-tide", "--pack", str(ROOT / "docs" / "examples" / "salt-marsh"), "--only", "crib")
    with pytest.raises(SystemExit, match="no page is headed 'Counter sheet'"):
        marsh.headed("Counter sheet")
    with pytest.raises(SystemExit, match="no bookmark is called 'Counters'"):
        marsh.bookmarked("Counters")
    with pytest.raises(SystemExit, match="page 1 does not hold 'elephants'"):
        marsh.words(1, "elephants")
    with pytest.raises(SystemExit, match="nothing is cut out of page 1"):
        marsh.pieces(1)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("Ford: Counters page 1 of 2", {"counters"}),
        ("Ford: Counters, markers and cards page 7 of 18", {"counters", "markers", "cards"}),
        ("Ford: Weir, sheet A1 (1 of 2), with spells page 1 of 2", {"weir, sheet a1 (1 of 2)", "spells"}),
        ("Ford: Player aid ball=one, morale=any · page 3 of 5", {"player aid"}),
        ("Ford: Counters changes since 0a1b2c · page 3 of 4", {"counters"}),
        ("Contents", set()),
    ],
)
def test_a_sheet_is_found_by_each_thing_that_its_head_names(line: str, parts: set[str]) -> None:
    """Sheets that several parts share, that only hold changes, or that follow a switch are found as well."""
    assert heads_of(line) >= parts
    assert bool(heads_of(line)) == bool(parts)


def test_the_pages_that_are_shown_are_pages_of_kits() -> None:
    """`make pictures` looks for pages by their heads: each is that of a part of a kit, a map, or what has changed."""
    heads = set()
    for tool in (ROOT / "tools").glob("*pictures.py"):
        heads |= set(
            re.findall(
                r'(?:\.(?:headed|group)\(|Picture\("[^"]+", "[^"]+", )"([^"]+)"', tool.read_text(encoding="utf-8")
            )
        )
    assert len(heads) == 13
    values = {
        "defend-the-bridge": "ibb",
        "ayrenes-woods": "ayrenes-woods",
        "the-long-road": "microbattle",
        "deep-delve": "element-battle",
    }
    kits = [make_kit(scenario, game=game)[0] for scenario, game in values.items()]
    known = {section.title for kit in kits if kit is not None for section in kit.sections} | {"What has changed"}
    known |= {text.title for kit in kits if kit is not None for text in kit.texts}
    known |= {board.title for kit in kits if kit is not None for board in kit.boards if not board.framed}
    parts = [part for head in heads - known if ", sheet " not in head for part in re.split(", | and ", head)]
    small = {title.lower() for title in known}  # after the first thing that a head names it goes on in small letters
    assert [part for part in parts if part.lower() not in small] == []
