"""The pages on how the program is built: a short map, and not one name in them of something that is gone."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

import pytest

from tests.helpers import ROOT, SALLY, code_lines

MAP, REASONS, HOW_TO = (
    ROOT / "docs" / "architecture.md",
    ROOT / "docs" / "architecture-reasons.md",
    ROOT / "CONTRIBUTING.md",
)
MOST_LINES = 120
"""A newcomer reads the map in ten minutes."""
SYSTEMS = ROOT / "ibbprint" / "systems"
SHOWN = ("ibbprint", "templates", "scenarios", "tests", "tools", "benchmarks", "docs")
FILE = re.compile(r"(?<![\w*./-])((?:[\w-]+/)*[\w-]+\.(?:py|yaml\.j2|yaml|svg\.j2|svg|md\.j2|md))\b(?!\.\w)")
"""Files as the pages write them, with some of the folders that they are in."""
MODULE = re.compile(
    r"`((?:catalogue|components|drawing|engine|jobs|materials|playtest|press|reports|systems|cli)(?:\.(?!py`)\w+)+)`"
)
OF_SOMEBODY = {"game.yaml", "pack.yaml", "style.yaml", "YOUR-COPY.yaml", "words.yaml", "rules_not_acted_on.yaml"}
"""Files that a game or a pack may have."""


@cache
def files() -> str:
    """Every file of the project, each behind a slash and before a line end."""
    paths = (path for name in SHOWN for path in (ROOT / name).rglob("*") if path.is_file())
    return "".join(f"/{path.relative_to(ROOT).as_posix()}\n" for path in [*paths, *ROOT.glob("*.*")])


def test_the_map_is_short() -> None:
    assert len(MAP.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_the_map_has_every_room() -> None:
    """Each package and module at the top of the program."""
    text = MAP.read_text(encoding="utf-8")
    rooms = [path.name for path in (ROOT / "ibbprint").iterdir() if path.suffix == ".py" or path.is_dir()]
    hidden = ("__init__.py", "__main__.py", "__pycache__", "py.typed", "version.py")
    assert [room for room in rooms if room not in hidden and room not in text] == []


@pytest.mark.parametrize("page", [MAP, REASONS, HOW_TO], ids=lambda page: page.name)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    named = set(FILE.findall(page.read_text(encoding="utf-8"))) - OF_SOMEBODY
    assert [name for name in sorted(named) if f"/{name}\n" not in files()] == []


@pytest.mark.parametrize("page", [MAP, REASONS, HOW_TO], ids=lambda page: page.name)
def test_every_module_and_every_name_in_it_is_there(page: Path) -> None:
    for name in sorted(set(MODULE.findall(page.read_text(encoding="utf-8"))) - {"catalogue.units"}):  # a shelf
        assert resolve_name(f"ibbprint.{name}") is not None


@pytest.mark.parametrize("page", [MAP, REASONS, HOW_TO], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """To a file that is there, and to a heading in it."""
    for target in re.findall(r"[^!]\[[^]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        name, _, heading = target.partition("#")
        file = page.parent / name if name else page
        assert file.is_file(), target
        headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in headings}
        assert not heading or heading in anchors, target


@pytest.mark.parametrize(
    ("column", "package", "share"),
    [(4, SALLY / "sally", 0.1), (5, SYSTEMS / "ayrenes_woods", 0.25)],
    ids=("small", "whole"),
)
def test_the_rooms_are_as_large_as_the_page_says(column: int, package: Path, share: float) -> None:
    """CONTRIBUTING.md names every room of a game, and how large it is in a small game and in a large one."""
    lines = HOW_TO.read_text(encoding="utf-8").splitlines()
    rows = [line.split("|") for line in lines if re.match(r"\| `\w[\w.]*`( \(files\))? \|", line)]
    is_files = {cells[1].strip(): "(files)" in cells[1] for cells in rows}
    message = {cells[1].strip(): int(cells[column]) for cells in rows}
    result = dict.fromkeys(message, 0)
    for path in package.rglob("*"):
        if not path.is_file() or path.suffix == ".pyc":
            continue
        parts = path.relative_to(package).with_suffix("").parts
        room = {"names": "narration"}.get(parts[0], parts[0])
        room = ".".join(parts) if f"`{'.'.join(parts)}`" in message else room
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".py":
            result[f"`{room}`"] += code_lines(text)
        else:
            result[f"`{room}` (files)"] += len(text.splitlines())
    for room, number in result.items():
        if is_files[room] and not number:
            continue  # they are in the folders of ibbprint
        assert number == pytest.approx(message[room], rel=share, abs=2), room
