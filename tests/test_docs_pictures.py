"""The pictures of README and docs: each that a page names is there, and each that is there is named and small."""

from __future__ import annotations

import re
from pathlib import Path

from tests.helpers import ROOT, make_kit

PICTURES = ROOT / "docs" / "pictures"
MOST_BYTES = 150_000


def named() -> dict[Path, str]:
    """The files that the pages show as pictures, and the words under each."""
    found: dict[Path, str] = {}
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for words, link in re.findall(r"!\[([^\]]*)\]\(([^)\s]+\.png)\)", page.read_text(encoding="utf-8")):
            found[(page.parent / link).resolve()] = words
    return found


def test_every_picture_that_a_page_names_is_there_and_every_other_way_round() -> None:
    """No picture is missing, and none lies about that no page shows."""
    assert {str(path.relative_to(ROOT)) for path in named()} == {
        str(path.relative_to(ROOT)) for path in PICTURES.iterdir()
    }


def test_every_picture_says_in_words_what_it_shows_and_is_small() -> None:
    """For those who cannot see it, and for those who fetch the project."""
    assert [path.name for path, words in named().items() if not words.strip()] == []
    assert [path.name for path in PICTURES.iterdir() if path.stat().st_size > MOST_BYTES] == []


def test_the_pages_that_are_shown_are_pages_of_kits() -> None:
    """`make pictures` looks for pages by their heads: each is that of a part of a kit, a map, or what has changed."""
    heads = set()
    for tool in (ROOT / "tools").glob("*pictures.py"):
        heads |= set(
            re.findall(r'(?:part\([^,"]+|Picture\("[^"]+", "[^"]+"), "([^"]+)"', tool.read_text(encoding="utf-8"))
        )
    assert len(heads) == 12
    shown = {
        "defend-the-bridge": "ibb", "ayrenes-woods": "ayrenes-woods", "the-long-road": "microbattle",
        "deep-delve": "element-battle",
    }  # fmt: skip
    kits = [make_kit(scenario, game=game)[0] for scenario, game in shown.items()]
    known = {section.title for kit in kits if kit is not None for section in kit.sections} | {"What has changed"}
    known |= {text.title for kit in kits if kit is not None for text in kit.texts}
    known |= {board.title for kit in kits if kit is not None for board in kit.boards if not board.framed}
    parts = [part for head in heads - known if ", sheet " not in head for part in re.split(", | and ", head)]
    assert [part for part in parts if part not in known] == []
