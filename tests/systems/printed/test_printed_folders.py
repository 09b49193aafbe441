"""Games made of files: what the folder prints, what the commands make of it, and a corpus of wrong folders.

`corpus/printed` has a small game, `ford`, and says how it is broken and every finding that this must give: the
comparison is exact.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from ibbprint.problems import Report
from tests.catalogue.test_error_corpus import told
from tests.catalogue.test_spreadsheets import sheet
from tests.helpers import ROOT, call_cli

CORPUS = ROOT / "tests" / "corpus" / "printed"


def ford(folder: Path) -> Path:
    """The small game of the corpus as the folder `pack`."""
    return Path(shutil.copytree(CORPUS / "ford", folder / "pack"))


@cache
def cases() -> Mapping[str, Mapping[str, Any]]:
    """Every wrong folder by its id."""
    values: dict[str, Mapping[str, Any]] = {}
    for path in sorted(CORPUS.glob("*.yaml")):
        for case in yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader):
            assert case["id"] not in values, f"{path.name}: the case {case['id']} stands there twice"
            values[case["id"]] = case
    return values


def broken(case: Mapping[str, Any], folder: Path) -> None:
    """The small game as a case breaks it."""
    pack = ford(folder)
    for name, changes in case.get("edit", {}).items():
        text = (pack / name).read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, f"{case['id']}: {old!r} stands {text.count(old)} times in {name}"
            text = text.replace(old, new)
        (pack / name).write_text(text, encoding="utf-8")
    for name in case.get("remove", ()):
        (pack / name).unlink()
    for name, text in case.get("write", {}).items():
        (pack / name).parent.mkdir(parents=True, exist_ok=True)
        (pack / name).write_bytes(text.encode(case.get("encoding", "utf-8")))
    for name, parts in case.get("repeat", {}).items():
        (pack / name).write_text("".join(text * times for text, times in parts), encoding="utf-8")
    for name, goal in case.get("link", {}).items():
        (pack / name).unlink(missing_ok=True)
        (pack / name).symlink_to(goal)


@pytest.mark.parametrize("name", cases())
def test_each_wrong_folder_gives_exactly_its_findings(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command says what the case states, no more and no less, with place, rule, words and hint."""
    from ibbprint.jobs.kits import KitOrder, KitSeries
    from ibbprint.problems import Stopped

    case = cases()[name]
    monkeypatch.chdir(tmp_path)
    broken(case, tmp_path)
    packs = tuple(Path(each) for each in case.get("packs", ()))
    order = KitOrder(packs=packs, only=case.get("only", "counters"))
    try:
        report: Report = KitSeries(order).make(case.get("named", "pack")).report
    except Stopped as stopped:
        report = stopped.report
    results = [told(problem) for problem in report]
    text = yaml.safe_dump(results, allow_unicode=True, sort_keys=False, width=10_000)
    assert sorted(map(str, results)) == sorted(map(str, case["expected"])), f"found instead:\n{text}"


def test_there_are_many_wrong_folders() -> None:
    """The corpus has at least forty wrong folders, each of which says something."""
    assert sum(bool(case["expected"]) for case in cases().values()) >= 40


def said(*arguments: str, cwd: Path) -> str:
    """What a command says, which must succeed."""
    ran = call_cli(*arguments, cwd=cwd)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout + ran.stderr


def test_the_starter_prints_without_a_word_of_complaint(tmp_path: Path) -> None:
    """`new --game printed` writes a game that prints whole, with every part; `check` only says what is not played."""
    said("new", "neap", "--game", "printed", cwd=tmp_path)
    out = said("kit", "neap", cwd=tmp_path)
    assert "20 counters, 12 markers, 12 events, 1 map" in out
    assert "warning" not in out
    checked = said("check", "neap", cwd=tmp_path)
    assert "warning" not in checked
    assert checked.count("not played: ") == 2
    assert "\n2 notes" in checked


def test_a_face_sees_its_row_its_side_and_the_back_too(tmp_path: Path) -> None:
    """The front has the full strength of its row, the back the reduced one, in the livery of the side."""
    from tests.pdf import read_pdf
    from tests.sheets import sheets_of, slots

    ford(tmp_path)
    said("kit", "pack", "--only", "counters", "-o", "out", cwd=tmp_path)
    document = read_pdf((tmp_path / "out" / "ford-counters.pdf").read_bytes())
    ((front, back),) = sheets_of(document, "Counters")
    fronts = [text for slot in slots(front, 15.9) for text in slot.texts]
    backs = [text for slot in slots(back, 15.9) for text in slot.texts]
    assert fronts.count("4-4") == 5
    assert backs.count("2-4") == 5
    assert fronts.count("Spears") == backs.count("Spears") == 5


def kit_of(folder: Path, scenario: str = "", *packs: str) -> Any:
    """The bill of materials of the game in a folder."""
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.systems.printed import game

    report = Report()
    kit = game.kit(scenario, KitOptions((folder, *map(Path, packs))), report)
    assert kit is not None, list(report)
    return kit


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_new_column_is_a_new_name_in_a_face(tmp_path: Path) -> None:
    """A column that game.yaml does not name is text, and an empty cell of it is an empty text."""
    pack = ford(tmp_path)
    lines = (pack / "units.csv").read_text(encoding="utf-8").splitlines()
    more = [f"{lines[0]},armour", f"{lines[1]},3", *(f"{line}," for line in lines[2:])]
    (pack / "units.csv").write_text("\n".join(more), encoding="utf-8")
    values = {piece.id: piece.values for piece in kit_of(pack).pieces}
    assert values["crown-foot"]["armour"] == "3"
    assert values["crown-guard"]["armour"] == ""
    assert values["crown-foot"]["side"]["livery"] == "crimson"
    assert values["crown-foot"]["count"] == 5


def test_a_semicolon_table_with_a_mark_and_blank_rows_is_read(tmp_path: Path) -> None:
    """A table as a German spreadsheet saves it gives the same pieces."""
    pack = ford(tmp_path)
    before = [(piece.id, piece.count, dict(piece.values)) for piece in kit_of(pack).pieces]
    lines = (pack / "units.csv").read_text(encoding="utf-8").replace(",", ";").splitlines()
    text = "\r\n".join([lines[0], ";" * 7, *lines[1:5], "", ";" * 7, *lines[5:]])
    (pack / "units.csv").write_bytes(text.encode("utf-8-sig"))
    assert [(piece.id, piece.count, dict(piece.values)) for piece in kit_of(pack).pieces] == before


def test_a_spreadsheet_is_read_as_a_table(tmp_path: Path) -> None:
    """An .xlsx gives the same pieces as the CSV; a fault in it is told at row and column of its cell."""
    pack = ford(tmp_path)
    before = [(piece.id, piece.count) for piece in kit_of(pack).pieces]
    rows: list[list[object]] = [
        [int(cell) if cell.isdigit() else cell or None for cell in line.split(",")]
        for line in (pack / "units.csv").read_text(encoding="utf-8").splitlines()
    ]
    (pack / "units.csv").unlink()
    sheet(pack / "units.xlsx", [rows[0], [], *rows[1:]])
    assert [(piece.id, piece.count) for piece in kit_of(pack).pieces] == before
    rows[2][4] = "six"
    sheet(pack / "units.xlsx", rows)
    ran = call_cli("kit", "pack", cwd=tmp_path)
    assert "pack/units.xlsx:3:5: error: strength must be a whole number, not 'six'." in ran.stderr
    rows[2][4] = 6
    sheet(pack / "units.xlsx", [*rows, ["Notes", None, None]], merge="A12:C12")
    assert "pack/units.xlsx:12:1: error: the cells A12:C12 are merged." in call_cli("kit", "pack", cwd=tmp_path).stderr


def test_counts_are_formulas_over_the_scenario(tmp_path: Path) -> None:
    """A count may be a formula: over the scenario with the most, or over the one that is asked for."""
    pack = ford(tmp_path)
    text = (pack / "scenarios" / "causeway.yaml").read_text(encoding="utf-8")
    lines = text.replace("id: causeway", "id: skirmish").splitlines()
    (pack / "scenarios" / "skirmish.yaml").write_text("\n".join(lines[:5]), encoding="utf-8")
    assert {piece.id: piece.count for piece in kit_of(pack).pieces}["spent"] == 5
    assert {piece.id: piece.count for piece in kit_of(pack, "skirmish").pieces}["spent"] == 1


def test_a_part_picks_rows(tmp_path: Path) -> None:
    """`units where side = crown and strength > 4` prints those rows alone."""
    pack = ford(tmp_path)
    change(pack / "game.yaml", "pieces: units,", "pieces: units where side = crown and strength > 4,")
    (pack / "scenarios" / "causeway.yaml").unlink()
    (pack / "markers.csv").write_text("id,name,symbol,colour\nturn,Turn,turn,#dcd6c8\n", encoding="utf-8")
    change(pack / "texts" / "charts.md.j2", "range(1, scenarios[0].turns + 1)", "range(1, 9)")
    assert [piece.id for piece in kit_of(pack).pieces if piece.section == "counters"] == ["crown-guard", "crown-guns"]


def test_numbered_pieces_know_their_number(tmp_path: Path) -> None:
    """With `numbered` every copy is a piece of its own, and all of them go by the id of their row."""
    pack = ford(tmp_path)
    change(pack / "game.yaml", "back: unit-back,", "back: unit-back, numbered: yes,")
    foot = [piece for piece in kit_of(pack).pieces if piece.values.get("unit") == "crown-foot"]
    assert [piece.values["number"] for piece in foot] == [1, 2, 3, 4, 5]
    assert [piece.count for piece in foot] == [1] * 5


def test_an_expansion_lies_over_the_game(tmp_path: Path) -> None:
    """A folder over a game replaces rows and parts of the same id and adds others."""
    ford(tmp_path)
    winter = tmp_path / "winter"
    winter.mkdir()
    (winter / "game.yaml").write_text(
        "game: {id: winter, title: Winter, over: ford}\n"
        "parts:\n  - {id: sledges, pieces: sledges, face: marker, count: 2}\n",
        encoding="utf-8",
    )
    (winter / "sledges.csv").write_text("id,name,symbol,colour\nsledge,Sledge,turn,#ffffff\n", encoding="utf-8")
    rows = "id,name,side,symbol,strength,movement,weak,count\ncrown-guard,Ice Guard,crown,pikemen,7,4,3,1\n"
    (winter / "units.csv").write_text(rows, encoding="utf-8")
    out = said("kit", "pack", "--pack", "winter", cwd=tmp_path)
    assert "20 counters, 9 markers" in out
    assert "2 sledges" in out
    pieces = {piece.id: piece for piece in kit_of(tmp_path / "pack", "", str(winter)).pieces}
    assert pieces["crown-guard"].values["name"] == "Ice Guard"
    assert said("kit", "winter", "--pack", "pack", cwd=tmp_path).splitlines()[0].startswith("output/winter.pdf")


def test_every_command_takes_the_folder(tmp_path: Path) -> None:
    """list, faces, preview, `--only` and `--changed-since` ask for no pack; a changed cell is told by its name."""
    pack = ford(tmp_path)
    assert "causeway" in said("list", "pack", cwd=tmp_path)
    assert "faces" in said("faces", "pack", "-o", "faces", cwd=tmp_path)
    said("preview", "crown-foot", "-s", "pack", cwd=tmp_path)
    said("kit", "pack", cwd=tmp_path)
    assert "5 counters" in said("kit", "pack", "--only", "counters:crown-foot", cwd=tmp_path)
    change(pack / "units.csv", "pikemen,6,4", "pikemen,7,4")
    assert "strength 6" in said("kit", "pack", "--changed-since", "output/ford.pdf", "-o", "new", cwd=tmp_path)


def test_a_game_needs_no_scenario_and_no_map(tmp_path: Path) -> None:
    """A game.yaml, a table and a face are enough."""
    pack = tmp_path / "pack"
    (pack / "faces").mkdir(parents=True)
    (pack / "game.yaml").write_text(
        "game: {id: small, title: Small}\nparts:\n  - {id: tiles, pieces: tiles, face: tile, size: 25}\n",
        encoding="utf-8",
    )
    (pack / "tiles.csv").write_text("id,name\none,One\ntwo,Two\n", encoding="utf-8")
    face = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 25 25"><rect x="-4" y="-4" width="33" height="33" '
    face += 'fill="#ffffff"/><text x="3" y="12" font-size="9pt">{{ name }}</text></svg>'
    (pack / "faces" / "tile.svg.j2").write_text(face, encoding="utf-8")
    assert "2 tiles" in said("kit", "pack", cwd=tmp_path)


@pytest.mark.parametrize(("word", "near"), [("rws.units", "rows"), ("widht", "width"), ("bled", "bleed")])
def test_a_face_that_misspells_what_every_face_knows_is_told_the_name(word: str, near: str, tmp_path: Path) -> None:
    face = ford(tmp_path) / "faces" / "unit.svg.j2"
    face.write_text(face.read_text(encoding="utf-8").replace("{{ name }}", f"{{{{ {word} }}}}"), encoding="utf-8")
    ran = call_cli("check", "pack", cwd=tmp_path)
    assert f"is not known here. Did you mean {near}?" in ran.stdout


def test_the_checker_tells_what_printing_would(tmp_path: Path) -> None:
    """`check` tells names that faces, cards and texts have wrong, and that the set-up is sound; it writes nothing."""
    pack = ford(tmp_path)
    for name, old, new in (
        ("markers.csv", "spent,Spent,routed", "spent,Spent,ruoted"),
        ("faces/unit.svg.j2", "{{ name }}", "{{ nmae }}"),
    ):
        (pack / name).write_text((pack / name).read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    ran = call_cli("check", "pack", cwd=tmp_path)
    assert ran.returncode == 1
    assert "there is no symbol 'ruoted'. Did you mean routed?" in ran.stdout
    assert "the name nmae is not known here. Did you mean name?" in ran.stdout
    assert "Nothing else was found." in ran.stdout
    assert sorted(tmp_path.rglob("*")) == before


def test_a_table_among_words_is_a_table(tmp_path: Path) -> None:
    """`{{ table(...) }}` and `{{ track(...) }}` in the midst of a paragraph print as they do by themselves."""
    from tests.pdf import read_pdf

    pack = ford(tmp_path)
    text = 'Divide. {{ table("results") }} Then roll. {{ track(range(1, 4)) }} Done.\n'
    (pack / "texts" / "charts.md.j2").write_text(text, encoding="utf-8")
    said("kit", "pack", "--only", "charts", "-o", "out", cwd=tmp_path)
    words = " ".join(page.text for page in read_pdf((tmp_path / "out" / "ford-charts.pdf").read_bytes()).pages)
    assert "Both sides lose a step." in words
    assert "Then roll." in words
    assert "|" not in words
    assert "track" not in words


EFFECTS = """Terrain,Movement cost,Effect on combat,Reinforcements arriving,Supply,Line of sight
Clear,1,none,yes,yes,clear
Fortification,1,"Attackers lose one column, defender ignores retreats",no,no,blocked
"""
RESULTS = (
    "Die,Disorganisation,Counterattack,Breakthrough,Exploitation,Reinforcement,Withdrawal,Surrender\n1,A,B,C,D,E,F,G\n"
)


def words_of_charts(folder: Path, columns: int, aid: str) -> list[str]:
    """The words of a sheet with two tables whose columns have long names, as the lines of the PDF have them."""
    from tests.pdf import read_pdf

    pack = ford(folder)
    (pack / "tables" / "effects.csv").write_text(EFFECTS, encoding="utf-8")
    (pack / "tables" / "wide.csv").write_text(RESULTS, encoding="utf-8")
    text = '{{ table("effects") }}\n\n{{ table("wide", {"A": "#ffcc00"}) }}\n'
    (pack / "texts" / "charts.md.j2").write_text(text, encoding="utf-8")
    line = next(
        line for line in (pack / "game.yaml").read_text(encoding="utf-8").splitlines() if "text: charts" in line
    )
    change(pack / "game.yaml", line, f"  - {{id: charts, text: charts, columns: {columns}, aid: {aid}}}")
    said("kit", "pack", "--only", "charts", "-o", "out", cwd=folder)
    pages = read_pdf((folder / "out" / "ford-charts.pdf").read_bytes()).pages
    return [word for page in pages for run in page.runs for word in run.text.split()]


@pytest.mark.parametrize("aid", ["yes", "no"])
def test_long_names_of_columns_make_the_type_smaller_and_are_whole(aid: str, tmp_path: Path) -> None:
    """In two columns, every word of a chart with six columns is in one piece."""
    words = words_of_charts(tmp_path, 2, aid)
    for word in (
        "Terrain",
        "Movement",
        "Reinforcements",
        "arriving",
        "Supply",
        "Fortification",
        "blocked",
        "Attackers",
    ):
        assert word in words, word


def test_names_of_columns_that_fit_at_no_size_are_hyphenated(tmp_path: Path) -> None:
    """Eight long names in half the width of a page: short words are whole, long ones divided with a hyphen."""
    words = words_of_charts(tmp_path, 2, "yes")
    assert "Die" in words
    for name in RESULTS.splitlines()[0].split(",")[1:]:
        parts = [n for n in range(3, len(name) - 2) if f"{name[:n]}-" in words and name[n:] in words]
        assert name in words or parts, (name, words)


def test_a_table_with_far_too_many_columns_for_its_text_is_told(tmp_path: Path) -> None:
    """In three columns its words are in pieces, which the designer had better know."""
    words_of_charts(tmp_path, 3, "yes")
    ran = call_cli("kit", "pack", "--only", "charts", "-o", "out", cwd=tmp_path)
    assert "warning: a table has 8 columns where there is room for fewer, so its words are broken." in ran.stderr


def test_a_unit_that_no_part_prints_is_not_called_unknown(tmp_path: Path) -> None:
    """A scenario needs a row of the table that the parts leave out; a name that is in no table has its neighbour."""
    pack = ford(tmp_path)
    change(pack / "game.yaml", "pieces: units,", "pieces: units where strength > 4,")
    output = call_cli("check", "pack", cwd=tmp_path).stdout
    assert "'crown-foot' is in the table units, but no part prints it." in output
    assert "Let the pieces of a part pick it, or leave it out here." in output
    assert "there is no unit 'crown-foot'" not in output
