"""Slack Water, the game that `ibbprint new --game printed` writes: what its kit promises to whoever plays it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from ibbprint.systems.printed.starter import FOLDER, starter
from tests.helpers import call_cli
from tests.pdf import Document, read_pdf

COUNTED = (
    r"(?m)^#+ \d+ .*$",
    r"(?m)^\d\. ",
    r"[Cc]hapter \d+",
    r"figure:\S+",
    r"It is turn 2\b",
    r"shows [35]:",
    r"rolls a 4:",
    r"(?m)^\*\*[123] ",
    r"A4|A5",
    r'"#[0-9a-f]{6}"|#[0-9a-f]{6}',
    r"```track \d+",
)
"""What is no figure of the rules: numbers of chapters and steps, hexes of pictures, the dice of examples."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, data in starter("slack-water", "slack-water").items():
        path = tmp_path / "slack-water" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return tmp_path / "slack-water"


def printed(folder: Path, only: str) -> Document:
    ran = call_cli("kit", str(folder), "--only", only, "-o", str(folder.parent / "out"), cwd=folder.parent)
    assert ran.returncode == 0, ran.stderr
    (pdf,) = (folder.parent / "out").glob("*.pdf")
    document = read_pdf(pdf.read_bytes())
    shutil.rmtree(folder.parent / "out")
    return document


def words(document: Document) -> str:
    """All that is printed, in the order in which it is set, as one line."""
    text = " ".join(text for page in document.pages for text in page.texts)
    return re.sub(r" (?=[.,:;])", "", " ".join(text.split()))


@pytest.mark.parametrize("name", ["rules", "charts", "drowned-road"])
def test_no_figure_is_typed_in_a_text(name: str) -> None:
    """What is left without the values of the template has no figure that is in a table or in a file of the map."""
    text = (FOLDER / "texts" / f"{name}.md.j2").read_text(encoding="utf-8")
    text = re.sub(r"(?s)\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", text)
    for each in COUNTED:
        text = re.sub(each, "", text)
    assert re.findall(r".{0,30}\d.{0,30}", text) == []


def test_the_rules_fill_eight_pages_and_the_aid_one(folder: Path) -> None:
    """The booklet is two sheets, folded; the player aid is a single side."""
    rules = words(printed(folder, "rules"))
    assert [number for number in range(1, 16) if f" {number} " not in rules] == []
    assert len(printed(folder, "rules").pages) == 4
    assert len([page for page in printed(folder, "charts").pages if page.texts]) == 1


def test_the_examples_follow_the_tables(folder: Path) -> None:
    """The worked examples are right, and when a strength or a result changes, so do they."""
    rules = words(printed(folder, "rules"))
    assert "8 less 3 is 5: column +5" in rules
    assert "The Crown rolls a 4: DR. The defenders retreat" in rules
    assert "The difference is +6: column +5." in rules
    assert "The die shows 3: DR." in rules  # they retreat, and the attackers advance
    assert "they use its last column, +8. The die shows 5: D2." in rules  # two steps are lost, and they retreat
    units, crt = folder / "units.csv", folder / "tables" / "crt.csv"
    units.write_text(units.read_text(encoding="utf-8").replace("infantry,4,2", "infantry,5,2"), encoding="utf-8")
    crt.write_text(crt.read_text(encoding="utf-8").replace("4,–,–,EX,DR,DR", "4,–,–,EX,DR,A1"), encoding="utf-8")
    changed = words(printed(folder, "rules"))
    assert "has a strength of 5 and 4 movement points" in changed
    assert "10 less 3 is 7: column +5" in changed
    assert "The Crown rolls a 4: A1. The attackers lose one step." in changed


def test_what_the_aid_says_of_ground_and_units_is_in_the_files(folder: Path) -> None:
    """A cost or a shift that is changed is changed in rules and aid alike."""
    terrain = folder / "terrain.yaml"
    text = terrain.read_text(encoding="utf-8")
    terrain.write_text(text.replace('crown: "3", marsh: "1"', 'crown: "4", marsh: "1"'), encoding="utf-8")
    assert "Fen 4 1 Cavalry only along the causeway" in words(printed(folder, "charts"))
    rules = words(printed(folder, "rules"))
    assert "Fen 4 1 Cavalry only along the causeway" in rules
    assert "The fen costs you 1 and the Crown 4" in rules


def test_the_symbols_of_units_are_as_large_as_those_of_published_games(folder: Path) -> None:
    """On a counter of 15.9 mm each is 7 mm or more, the longer way."""
    small = {}
    for row in (folder / "units.csv").read_text(encoding="utf-8").splitlines()[1:]:
        id = row.partition(",")[0]
        small[id] = max(extent(folder, id))
    assert {id: size for id, size in small.items() if size < 7} == {}


def extent(folder: Path, id: str) -> tuple[float, float]:
    """Width and height in mm of what is drawn between the name and the figures of a counter's front."""
    from PIL import Image

    target = folder.parent / "face.png"
    ran = call_cli("preview", id, "-s", str(folder), "--dpi", "254", "-o", str(target), cwd=folder.parent)
    assert ran.returncode == 0, ran.stderr
    with Image.open(target) as image:
        face = image.convert("RGB").crop((4, 29, 155, 115))
    ground = face.getpixel((0, 40))
    marks = [(x, y) for x in range(face.width) for y in range(face.height) if face.getpixel((x, y)) != ground]
    across, down = [x for x, _ in marks], [y for _, y in marks]
    return (max(across) - min(across)) / 10, (max(down) - min(down)) / 10
