"""NATO symbols: counters from the columns of a table, symbols in lines of text, and what is wrong with a name."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from ibbprint.components.faces.faces import Symbols
from ibbprint.components.nato.drawn import Signs
from ibbprint.drawing.shapes import Drawing, Group, Item
from ibbprint.drawing.shapes import Path as Outline
from ibbprint.materials.signs import sign_name
from ibbprint.problems import Report
from tests.helpers import ROOT, call_cli, quick_load

TEMPLATES = ROOT / "templates"
GAME = ROOT / "tests" / "corpus" / "printed" / "sedge-line"
SHARP_MM, CLOSEST_MM = 0.2, 8.0
"""The thinnest line that laser printers hold, and the smallest symbol that is promised to have none thinner."""


@pytest.fixture(scope="module")
def signs() -> Signs:
    return Signs([TEMPLATES], Report())


def drawn(name: str, folders: Sequence[Path] = (TEMPLATES,)) -> Drawing:
    report = Report()
    drawing = Symbols(folders, report)(name)
    assert drawing is not None, name
    assert report.ok, report
    return drawing


def outlines(items: Sequence[Item]) -> list[Outline]:
    result: list[Outline] = []
    for each in items:
        result += outlines(each.items) if isinstance(each, Group) else [each] if isinstance(each, Outline) else []
    return result


def spoil(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def copy(folder: Path) -> Path:
    return Path(shutil.copytree(GAME, folder / GAME.name))


def test_there_are_at_least_40_branches_and_12_sizes_and_each_is_drawn_differently(signs: Signs) -> None:
    """In each frame: a sign that two branches share would mean two things."""
    branches, sizes = signs.names("branches"), signs.names("sizes")
    assert len(branches) >= 40
    assert len(sizes) >= 12
    for side in signs.names("affiliations"):
        names = [sign_name(branch, "", side) for branch in branches] + [
            sign_name("infantry", size, side) for size in sizes
        ]
        names += [sign_name("infantry", "corps", side, mod) for mod in signs.names("modifiers") if mod != "mounted"]
        texts = [signs.svg(name, {}) for name in names]
        assert None not in texts
        assert len({text for text, _ in filter(None, texts)}) == len(names)


def test_no_line_of_a_symbol_of_8_mm_is_too_thin_to_be_printed_and_none_leaves_it(signs: Signs) -> None:
    for branch in signs.names("branches"):
        for side in signs.names("affiliations"):
            drawing = drawn(sign_name(branch, "region", side, ["headquarters", "reinforced-and-reduced", "task-force"]))
            scale = CLOSEST_MM / drawing.width
            paths = outlines(drawing.items)
            (whole,) = drawing.items
            assert isinstance(whole, Group)
            assert whole.clip is None, "something is cut off at its edge"
            assert min(path.style.stroke_width for path in paths if path.style.stroke) * scale >= SHARP_MM, branch


def test_words_of_the_files_belong_to_one_thing_of_their_kind_only() -> None:
    groups = quick_load((TEMPLATES / "nato.yaml").read_text(encoding="utf-8"))["nato"]
    for group in ("branches", "sizes", "modifiers", "affiliations"):
        words = [name.replace("-", " ") for name in groups[group]]
        words += [
            alias.replace("-", " ").lower() for each in groups[group].values() for alias in each.get("aliases", ())
        ]
        assert sorted(words) == sorted(set(words)), group


def test_other_names_and_another_order_of_words_give_the_same_symbol(signs: Signs) -> None:
    first = signs.svg("nato(mechanised-infantry, battalion, hostile, headquarters)", {})
    for name in ("nato(Mech Inf, enemy, hq, bn)", "nato(panzergrenadiers, mod=HQ, side=foe, size=Bn)"):
        assert signs.svg(name, {}) == first


def test_a_table_with_branch_and_size_prints_60_counters_and_a_text_shows_symbols_in_its_lines(tmp_path: Path) -> None:
    target = tmp_path / "kit.pdf"
    result = call_cli("kit", str(GAME), "-o", str(target))
    assert (result.returncode, result.stderr) == (0, "")
    assert "60 units" in result.stdout
    again = call_cli("kit", str(GAME), "-o", str(tmp_path / "again.pdf"))
    assert again.returncode == 0
    assert target.read_bytes() == (tmp_path / "again.pdf").read_bytes()
    faces = tmp_path / "faces"
    assert call_cli("faces", str(GAME), "--as", "svg", "--only", "units", "-o", str(faces)).returncode == 0
    of_units = {path.name: path.read_text(encoding="utf-8") for path in faces.rglob("*.svg")}
    assert len(of_units) == 60
    assert (
        len({re.sub(r"<text.*?</text>|<title>.*?</title>", "", text, flags=re.DOTALL) for text in of_units.values()})
        > 50
    )


def test_a_wrong_word_is_an_error_where_it_was_written_with_the_nearest_one(tmp_path: Path) -> None:
    """In a cell, in game.yaml, in a line of text, on a face."""
    game = copy(tmp_path)
    faults = (
        (
            "units.csv",
            ",armour,regiment,",
            ",armor tank,regiment,",
            "6:24",
            "branch 'armor tank'. Did you mean armoured",
        ),
        ("units.csv", ",battery,", ",batery,", "19:45", "size 'batery'. Did you mean battery?"),
        ("units.csv", ",wheeled,", ",weeled,", "9:39", "modifier 'weeled'. Did you mean wheeled?"),
        ("game.yaml", ": hostile", ": hostil", "5:72", "affiliation 'hostil'. Did you mean hostile?"),
        ("texts/notes.md.j2", "(armour)", "(armur)", "3:8", "branch 'armur'. Did you mean armour?"),
        ("texts/notes.md.j2", "hostile", "hostle", "3:81", "affiliation or modifier 'hostle'. Did you mean hostile?"),
    )
    for file, old, new, _, _ in faults:
        spoil(game / file, old, new)
    result = call_cli("kit", str(game), "-o", str(tmp_path / "kit.pdf"))
    assert result.returncode == 1
    text = " ".join(result.stderr.split())
    for file, _, _, place, message in faults:
        kind = "size, " if "or modifier" in message else ""
        assert f"{game / file}:{place}: error: NATO symbols have no {kind}{message}" in text
    assert not (tmp_path / "kit.pdf").exists()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("nato('')", "the NATO symbol names no branch. Write nato(infantry)."),
        ("nato(branch, fill='blue')", "the fill of a NATO symbol is #rrggbb or none, not 'blue'."),
        ("nato(branch, sise=size)", "the template cannot be filled in"),
    ],
)
def test_a_call_that_makes_no_sense_is_an_error_at_its_line(tmp_path: Path, call: str, message: str) -> None:
    game = copy(tmp_path)
    spoil(game / "faces" / "unit.svg.j2", "nato()", call)
    result = call_cli("preview", "A", "-s", str(game), "-o", str(tmp_path / "a.svg"))
    assert result.returncode == 1
    assert f"unit.svg.j2:7:1: error: {message}" in result.stderr


def test_a_folder_adds_branches_and_a_fault_in_its_strokes_is_told_at_its_line(tmp_path: Path) -> None:
    """Only what is added is written; everything else stays as it is shipped."""
    game = copy(tmp_path)
    units = (game / "units.csv").read_text(encoding="utf-8")
    (game / "units.csv").write_text(units.replace(",militia,", ",camels,"), encoding="utf-8")
    own = game / "nato.yaml"
    own.write_text('nato:\n  branches:\n    camels: {strokes: "M-60 30L0-40L60 30", of: [cavalry]}\n', encoding="utf-8")
    result = call_cli("kit", str(game), "-o", str(tmp_path / "kit.pdf"))
    assert (result.returncode, result.stderr) == (0, "")
    listed = call_cli("symbols", "camel", "--scenario", str(game))
    assert "camels" in listed.stdout
    for wrong, message in (
        ('strokes: "M-60 30L0"', "nato.yaml:3:23: error: strokes: L in the path data takes 2 numbers, not 1."),
        ("of: [camels]", "nato.yaml:3:18: error: the branch 'camels' is drawn with itself."),
        ("of: [cavalri]", "nato.yaml:3:18: error: there is no branch 'cavalri'. Did you mean cavalry?"),
        ("stroke: M0 0", "nato.yaml:3:14: error: stroke is not a field here. Did you mean strokes?"),
        ("letters: Ä", "nato.yaml:3:23: error: 'Ä' is not a valid letters."),
    ):
        own.write_text(f"nato:\n  branches:\n    camels: {{{wrong}}}\n", encoding="utf-8")
        result = call_cli("kit", str(game), "-o", str(tmp_path / "kit.pdf"))
        assert result.returncode == 1, wrong
        assert message in " ".join(result.stderr.split())


def test_without_a_nato_symbol_nothing_of_them_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    symbols = Symbols([TEMPLATES], Report())
    monkeypatch.setattr("ibbprint.components.nato.drawn.read_nato", lambda *_: pytest.fail("nato.yaml was read"))
    assert symbols("axemen") is not None
    assert symbols.missing("axmen") is None
