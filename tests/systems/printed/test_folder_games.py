"""Games that are folders, with the commands of an evening: what a save changes, parts of a part, schemas, expansions.

What holds for every game is tested where the shipped games are, with The Tin Road among them (`tests/folders`). Here is
what hangs on its own tables.
"""

from __future__ import annotations

import csv
import json
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from ibbprint.components.pack_files import is_look
from ibbprint.engine.api.kits import KitOptions
from ibbprint.materials import Kit, by_name
from ibbprint.problems import Report
from ibbprint.systems.printed import game
from tests.cli.test_designing import Desk
from tests.helpers import EXPANSION, FOLDERS, call_cli, named, printed
from tests.pdf import read_pdf
from tests.press.test_changed_since import Evening, heads, listed
from tests.sheets import sheets, sheets_of, slots

TIN = FOLDERS["tin-road"]


def said(*arguments: str | Path, cwd: Path | None = None) -> str:
    """What a command says, which must succeed."""
    ran = call_cli(*map(str, arguments), cwd=cwd)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout + ran.stderr


def kit_of(*folders: Path, scenario: str = "") -> Kit:
    """The bill of materials of a game and what lies over it, about which there is nothing to say."""
    report = Report()
    kit = game.kit(scenario, KitOptions(folders), report)
    assert kit is not None, list(map(str, report))
    assert list(map(str, report)) == []
    return kit


def values(kit: Kit) -> dict[str, Any]:
    return {each.id: by_name(each.values) for each in (*kit.pieces, *kit.cards)}


# --- what has changed -----------------------------------------------------------------------------------------------

PARTS = "counters,mules,markers,events"


def test_a_changed_cell_prints_its_counters_alone(tmp_path: Path) -> None:
    """A number in a table prints the counters of that row, and tells was and is by the name of its column."""
    evening = Evening(tmp_path, "tin-road")
    base = evening.base(only=PARTS)
    evening.edit("units.csv", "slings,Slings,clans,foot,slingers,2,5", "slings,Slings,clans,foot,slingers,3,5")
    output, document = evening.changed(base, only=PARTS)
    assert heads(document) == ["What has changed", "Counters"]
    assert [slot.texts[0] for front, _ in sheets_of(document, "Counters") for slot in slots(front)] == ["Slings"] * 3
    assert "Slings: fight 2 -> fight 3" in output
    assert "fight 3" in listed(document)


def test_a_new_row_and_a_number_more_are_printed_alone(tmp_path: Path) -> None:
    """A row that is new, one more of a numbered set, and a card more; what is gone is told."""
    evening = Evening(tmp_path, "tin-road")
    base = evening.base(only=PARTS)
    evening.edit("mules.yaml", "load: 3, count: 2", "load: 3, count: 3")
    evening.edit("events.csv", "fog,Low cloud", "snow,First snow,,The pass is closed for a turn.,1\nfog,Low cloud")
    evening.edit("events.csv", "cousins,Cousins", "kin,Kin")
    output, document = evening.changed(base, only=PARTS)
    assert heads(document) == ["What has changed", "Mules and events"]
    ((front, _),) = sheets_of(document, "Mules")
    assert [slot.texts for slot in slots(front)] == [["3", "Silver 3"]]
    cards = [cut for cut in front.cuts if (cut.width, cut.height) == pytest.approx((63, 88))]
    assert len(front.cuts) == 1 + len(cards)
    names = [next(run.text for run in front.runs if run.box.inside(card)) for card in cards]
    assert names == ["First snow", "Kin"]
    assert "First snow: – -> new" in output
    assert "Cousins: there -> take it out" in output


def test_nothing_has_changed_where_a_table_is_saved_in_another_form(tmp_path: Path) -> None:
    """The same rows as YAML or with semicolons print the same counters."""
    evening = Evening(tmp_path, "tin-road")
    base = evening.base(only=PARTS)
    text = (evening.pack / "units.csv").read_text(encoding="utf-8")
    (evening.pack / "units.csv").write_bytes(text.replace(",", ";").replace("\n", "\r\n").encode("utf-8-sig"))
    rows = (evening.pack / "events.csv").read_text(encoding="utf-8")
    table = [{name: cell for name, cell in row.items() if cell} for row in csv.DictReader(rows.splitlines())]
    (evening.pack / "events.csv").unlink()
    (evening.pack / "events.yaml").write_text(yaml.safe_dump({"events": table}), encoding="utf-8")
    code, output = evening.kit("--changed-since", str(base), only=PARTS)
    assert (code, "nothing has changed since" in output) == (0, True), output


# --- watch ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path, "tin-road")
    assert desk.round() > 12
    return desk


def test_a_saved_cell_draws_its_faces_alone(desk: Desk) -> None:
    """Front and back of a unit, and no other face; the page tells what was and what is."""
    before = desk.faces
    desk.edit("units.csv", "axemen,4,5,2,4", "axemen,5,5,3,4")
    assert desk.round() == 2
    changed = {label for label in desk.faces if desk.faces[label] != before[label]}
    assert {label for label in changed if not label.startswith("back of")} == {"Axes"}
    (change,) = (change for change in desk.state["changes"] if change["label"] == "Axes")
    assert (change["was_words"], change["now_words"]) == ("fight 4; tired 2", "fight 5; tired 3")


def test_a_new_row_comes_onto_the_page(desk: Desk) -> None:
    """A row more in a table is a face more, without anything else being saved; a row less is gone."""
    path = desk.pack / "units.csv"
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "hounds,Hounds,clans,foot,scouts,1,8,,2\n", encoding="utf-8")
    desk.round()
    assert "Hounds" in desk.faces
    path.write_text(text, encoding="utf-8")
    desk.round()
    assert "Hounds" not in desk.faces


def test_new_files_come_onto_the_page(desk: Desk) -> None:
    """A table and a face that were named before they were there: first the fault, then the picture."""
    desk.edit("game.yaml", "parts:\n", "parts:\n  - {id: huts, pieces: huts, face: hut, count: 3}\n")
    desk.round(anew=True)
    problems = [problem for _, problem, *_ in desk.state["problems"]]
    assert any("there is no table 'huts'" in problem for problem in problems), problems
    assert any("there is no file faces/hut.svg.j2." in problem for problem in problems), problems
    (desk.pack / "huts.csv").write_text("id,name\nhut,Goat hut\n", encoding="utf-8")
    shutil.copy(desk.pack / "faces" / "mule-back.svg.j2", desk.pack / "faces" / "hut.svg.j2")
    desk.edit("faces/hut.svg.j2", "style.liveries[side.livery]", "style.liveries.heather")
    desk.round(anew=True)
    assert "Goat hut hut" in desk.faces
    assert desk.state["problems"] == []


@pytest.mark.parametrize(
    ("name", "look"),
    [
        ("faces/unit.svg.j2", True),
        ("symbols/mule.svg", True),
        ("style.yaml", True),
        ("palettes/dusk.yaml", True),
        ("texts/rules.md.j2", True),
        ("units.csv", False),
        ("game.yaml", False),
        ("maps/pass.yaml", False),
        ("tables/crt.csv", False),
    ],
)
def test_only_what_faces_are_drawn_with_draws_all_of_them_anew(name: str, look: bool) -> None:
    """Templates, symbols and styles are read again for all faces, tables are not."""
    assert is_look(TIN, TIN / name) is look


# --- what nothing reads ---------------------------------------------------------------------------------------------


def unread(*arguments: str | Path, cwd: Path) -> list[str]:
    return [line for line in said(*arguments, cwd=cwd).splitlines() if "[read:unread]" in line]


def test_symbols_of_which_nothing_is_drawn_are_named(tmp_path: Path) -> None:
    """By `check` and by the kit of the whole game; one that nearly has the name of a shipped one is meant to be it."""
    shutil.copytree(TIN, tmp_path / "game")
    symbols = tmp_path / "game" / "symbols"
    for name in ("spare", "pikeman"):
        shutil.copy(symbols / "mule.svg", symbols / f"{name}.svg")
    hints = {"pikeman": "Did you mean pikemen?", "spare": "Draw it in a face or a text, or remove it."}
    lines = [
        f"game/symbols/{name}.svg: warning: nothing draws this symbol. {hint} [read:unread]"
        for name, hint in hints.items()
    ]
    assert unread("check", "game", cwd=tmp_path) == lines
    assert unread("kit", "game", "-o", "out", cwd=tmp_path) == lines
    for some in (("--only", "counters"), ("--map-style", "schematic")):
        assert unread("kit", "game", *some, "-o", "out", cwd=tmp_path) == []
    assert unread("kit", "inn", "--pack", "game", "-o", "out", cwd=tmp_path) == []


@pytest.mark.parametrize(
    "shown",
    [
        '{{ table("winds") }}',
        "{{ rows.winds|length }}",
        "{% for wind in winds %}{% endfor %}",
        "{{ tables[0:] }}",
        '{% set name = "wi" ~ "nds" %}{{ table(name) }}',
        '{{ track("winds", "force") }}',
    ],
)
def test_a_table_that_a_text_names_is_read(shown: str, tmp_path: Path) -> None:
    """However it does so; a table of which a text has only the word is not."""
    shutil.copytree(TIN, tmp_path / "game")
    (tmp_path / "game" / "tables" / "winds.csv").write_text("force,name\n1,Breeze\n", encoding="utf-8")
    path = tmp_path / "game" / "texts" / "rules.md.j2"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}\nThe winds blow.\n", encoding="utf-8")
    (line,) = unread("kit", "game", "--only", "counters", "-o", "out", cwd=tmp_path)
    assert line.startswith("game/tables/winds.csv: warning: nothing reads this file.")
    path.write_text(f"{text}\n{shown}\n", encoding="utf-8")
    assert unread("kit", "game", "--only", "counters", "-o", "out", cwd=tmp_path) == []


def test_a_table_that_a_count_names_is_read(tmp_path: Path) -> None:
    shutil.copytree(TIN, tmp_path / "game")
    (tmp_path / "game" / "tables" / "winds.csv").write_text("force,name\n1,Breeze\n", encoding="utf-8")
    path = tmp_path / "game" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    more = "parts:\n  - {id: flags, pieces: markers, face: marker, count: rows(winds)}\n"
    path.write_text(text.replace("parts:\n", more), encoding="utf-8")
    assert unread("kit", "game", "--only", "counters", "-o", "out", cwd=tmp_path) == []


# --- parts of a part, schemas ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("only", "count"),
    [("counters:pikes", 3), ("counters:Pikes", 3), ("mules:tin", 4), ("mules:tin-3", 1), ("events:slide", 2)],
)
def test_a_kind_is_printed_by_itself(only: str, count: int, tmp_path: Path) -> None:
    """`--only PART:ROW` prints the copies of a row; of a numbered set also one."""
    text = said("kit", TIN, "--only", only, "-o", tmp_path)
    part = only.partition(":")[0]
    assert f"{count} {part if count > 1 else part.removesuffix('s')}" in text


def test_a_row_that_a_part_has_not_is_told(tmp_path: Path) -> None:
    ran = call_cli("kit", named("tin-road"), "--only", "counters:pike", "-o", str(tmp_path))
    assert ran.returncode == 2
    assert "the part counters of tin-road has no 'pike'. Did you mean pikes?" in ran.stderr


FILES = {
    "game": "game.yaml",
    "terrain": "terrain.yaml",
    "hexsides": "hexsides.yaml",
    "lines": "lines.yaml",
    "places": "places.yaml",
    "scenario": "scenarios/first-snow.yaml",
    "style": "style.yaml",
}


@pytest.mark.parametrize("kind", FILES)
def test_its_files_are_valid_by_the_printed_schema(kind: str) -> None:
    """An editor that checks against `ibbprint schema KIND --game printed` finds nothing wrong with a sound file."""
    options = [] if kind == "style" else ["--game", "printed"]
    schema = json.loads(said("schema", kind, *options))
    Draft202012Validator.check_schema(schema)
    data = yaml.load((TIN / FILES[kind]).read_text(encoding="utf-8"), yaml.CSafeLoader)
    errors = [
        f"{'/'.join(map(str, each.path))}: {each.message[:200]}"
        for each in Draft202012Validator(schema).iter_errors(data)
    ]
    assert errors == []


@pytest.mark.parametrize(
    ("old", "new"), [("numbered: yes", "numbred: yes"), ("face: unit,", ""), ("size: poker", "size: [1, 2]")]
)
def test_the_schema_refuses_what_the_reader_refuses(old: str, new: str, tmp_path: Path) -> None:
    schema = Draft202012Validator(json.loads(said("schema", "game", "--game", "printed")))
    text = (TIN / "game.yaml").read_text(encoding="utf-8")
    assert old in text
    assert not schema.is_valid(yaml.load(text.replace(old, new), yaml.CSafeLoader))


# --- the set-up -----------------------------------------------------------------------------------------------------


def stands(folder: Path) -> dict[str, set[tuple[str, str]]]:
    """What the map of First Snow shows in each hex: symbols and names."""
    layers = [layer for board in kit_of(folder, scenario="first-snow").boards for layer in board.layers]
    return {mark.hex: {(item.symbol, item.name) for item in mark.standers} for layer in layers for mark in layer.stands}


def test_the_set_up_takes_the_symbol_of_any_column_of_that_type(tmp_path: Path) -> None:
    """A column of another name whose type is `symbol` shows the same set-up."""
    pack = Path(shutil.copytree(TIN, tmp_path / "game"))
    before = stands(pack)
    assert ("pikemen", "Pikes") in {each for what in before.values() for each in what}
    for name, old, new in (
        ("units.csv", ",symbol,", ",badge,"),
        ("game.yaml", "symbol: symbol, fight", "badge: symbol, fight"),
        ("faces/unit.svg.j2", "{{ symbol }}", "{{ badge }}"),
        ("faces/unit-back.svg.j2", "{{ symbol }}", "{{ badge }}"),
    ):
        text = (pack / name).read_text(encoding="utf-8")
        assert old in text or "back" in name
        (pack / name).write_text(text.replace(old, new), encoding="utf-8")
    assert stands(pack) == before


def test_units_without_a_symbol_are_in_the_set_up_all_the_same(tmp_path: Path) -> None:
    """By their names, in the colours of their sides; the small map has the hex on a counter that shows nothing else."""
    pack = Path(shutil.copytree(TIN, tmp_path / "game"))
    before = stands(pack)
    text = (pack / "game.yaml").read_text(encoding="utf-8")
    (pack / "game.yaml").write_text(text.replace("symbol: symbol, fight", "badge: text, fight"), encoding="utf-8")
    table = (pack / "units.csv").read_text(encoding="utf-8").replace(",symbol,", ",badge,")
    (pack / "units.csv").write_text(table, encoding="utf-8")
    assert stands(pack) == {hex: {("", name) for _, name in what} for hex, what in before.items()}


# --- names along hexsides -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["atlas", "schematic"])
def test_a_river_along_hexsides_has_its_name_written_along_it_once(style: str, tmp_path: Path) -> None:
    """`label` of a kind in hexsides.yaml: letter by letter beside the line; the legend has the name of the kind."""
    said("new", "fen", "--game", "printed", cwd=tmp_path)
    for label, expected in (("", 0), (", label: The Ree Water", 1)):
        path = tmp_path / "fen" / "hexsides.yaml"
        path.write_text(
            f"hexsides:\n  - {{id: river, name: River, like: river{label}}}\n"
            "  - {id: dyke, name: Dyke, like: wall}\n",
            encoding="utf-8",
        )
        said("preview", "reedmere", "-s", "fen", "-o", "map.pdf", "--map-style", style, cwd=tmp_path)
        (page,) = read_pdf((tmp_path / "map.pdf").read_bytes()).pages
        letters = "".join(run.text for run in page.runs if len(run.text) == 1 and "Italic" in run.font.name)
        assert letters.count("TheReeWater") == expected
        assert "River" in page.texts


def test_a_label_that_the_fonts_lack_is_told_where_it_is_written(tmp_path: Path) -> None:
    said("new", "fen", "--game", "printed", cwd=tmp_path)
    path = tmp_path / "fen" / "hexsides.yaml"
    path.write_text(
        'hexsides:\n  - {id: river, name: River, like: river, label: "川"}\n  - {id: dyke, name: Dyke, like: wall}\n',
        encoding="utf-8",
    )
    ran = call_cli("kit", "fen", "--only", "map", cwd=tmp_path)
    assert ran.returncode == 1
    assert ran.stderr.startswith("fen/hexsides.yaml:2:50: error:"), ran.stderr


# --- layouts --------------------------------------------------------------------------------------------------------


def test_what_fits_the_slots_of_a_layout_goes_there_and_all_else_is_printed_as_usual(tmp_path: Path) -> None:
    """Counters in a die of one's own, and the oblong mules edge to edge on a sheet that follows."""
    pack = Path(shutil.copytree(TIN, tmp_path / "game"))
    (pack / "layouts").mkdir()
    (pack / "layouts" / "die.yaml").write_text(
        "layout:\n  id: die\n  title: A die\n  paper: a4\n  slot: {width: 17, height: 17}\n"
        "  grid: {columns: 5, rows: 9, left: 40, top: 30, step_x: 25, step_y: 25}\n",
        encoding="utf-8",
    )
    said("kit", "game", "--layout", "die", "--only", "counters,mules", "-o", "out", cwd=tmp_path)
    (path,) = (tmp_path / "out").glob("*.pdf")
    document = read_pdf(path.read_bytes())
    ((first, _),), ((second, _),) = sheets_of(document, "Counters"), sheets_of(document, "Mules")
    corners = [(round(slot.box.left, 1), round(slot.box.top, 1)) for slot in slots(first, 17)]
    assert corners == [(40 + 25 * (n % 5), 30 + 25 * (n // 5)) for n in range(16)]
    lefts = sorted({round(cut.left, 1) for cut in second.cuts})
    assert len(second.cuts) == 6
    assert {round(b - a, 1) for a, b in pairwise(lefts)} == {22.0}


# --- expansions -----------------------------------------------------------------------------------------------------


def test_an_expansion_adds_rows_parts_and_scenarios() -> None:
    """New units among the old ones, a part of its own, a scenario with a sheet of its own; all else is the game's."""
    below, kit = kit_of(TIN), kit_of(TIN, EXPANSION)
    assert set(values(below)) < set(values(kit))
    assert set(values(kit)) - set(values(below)) == {"skis", "sledge-1", "sledge-2"}
    assert [section.id for section in kit.sections] == [
        *[section.id for section in below.sections if section.id != "scenarios"],
        "sledges",
        "scenarios",
    ]
    assert [text.title for text in kit.texts if text.section == "scenarios"] == ["First Snow", "The Blizzard"]
    assert (kit.id, kit.title, kit.edition) == ("deep-winter", "The Tin Road: Deep Winter", "0.1")


def test_a_row_of_an_expansion_keeps_the_cells_that_it_does_not_give() -> None:
    """A table with two columns changes one cell: name, side and number of the card are the game's."""
    fog = values(kit_of(TIN, EXPANSION))["fog"]
    assert fog["text"] == "No unit shoots this turn or the next."
    assert (fog["name"], fog["count"]) == ("Low cloud", 1)
    (card,) = (card for card in kit_of(TIN, EXPANSION).cards if card.id == "fog")
    assert card.origins["text"].file.endswith("deep-winter/events.csv")
    assert card.origins["name"].file.endswith("tin-road/events.csv")


def test_a_new_row_has_the_columns_of_the_game() -> None:
    """A row of an expansion has every column that faces may name, and the game's rows have those that are new."""
    skis = values(kit_of(TIN, EXPANSION))["skis"]
    assert (skis["fight"], skis["side"]["livery"], skis["count"]) == (2, "heather", 2)


def test_faces_and_colours_of_an_expansion_take_the_place_of_the_game_s(tmp_path: Path) -> None:
    """Its marker is drawn for the game's rows; its copper is what the Company wears; the game's heather is left."""
    for part in ("counters", "markers"):
        said("kit", EXPANSION, "--pack", TIN, "-o", tmp_path, "--only", part)

    def grounds(document: Any) -> list[Any]:
        return [slot.shapes[0].fill for front, _ in sheets(document) for slot in slots(front)]

    def new(part: str) -> list[Any]:
        return grounds(read_pdf((tmp_path / f"deep-winter-{part}.pdf").read_bytes()))

    assert len(set(grounds(read_pdf(printed("tin-road", only=("markers",)).pdf)))) == 3
    assert len(set(new("markers"))) == 1
    copper, heather = "#e3b08f", "#cdb6dd"
    colours = {tuple(round(int(text[i : i + 2], 16) / 255, 2) for i in (1, 3, 5)) for text in (copper, heather)}
    assert {tuple(round(part, 2) for part in fill) for fill in new("counters")} == colours


def test_scenarios_of_game_and_expansion_are_printed_and_checked(tmp_path: Path) -> None:
    """Each by its id, the game with it or without; counts that hang on the scenario follow it."""
    folders = ("--pack", TIN, "--pack", EXPANSION)
    assert "3 caches" not in said("kit", "blizzard", *folders, "-o", tmp_path)
    assert (tmp_path / "blizzard.pdf").is_file()
    assert "Nothing was found." in said("check", "inn", *folders)
    assert "Nothing was found." in said("check", EXPANSION, "--pack", TIN)
    listing = said("list", *folders)
    assert all(name in listing for name in ("tin-road", "deep-winter", "first-snow", "inn", "blizzard", "pass"))
    winter = {marker.id: marker.count for marker in kit_of(TIN, EXPANSION, scenario="blizzard").pieces}
    assert winter["winded"] == 3
    assert {marker.id: marker.count for marker in kit_of(TIN, EXPANSION, scenario="inn").pieces}["winded"] == 6


def test_the_folders_may_come_in_either_order(tmp_path: Path) -> None:
    """Whichever is named as the game, the expansion lies on top."""
    text = said("kit", EXPANSION, "--pack", TIN, "-o", tmp_path / "a", "--only", "counters")
    two = said("kit", TIN, "--pack", EXPANSION, "-o", tmp_path / "b", "--only", "counters")
    assert text.replace("/a/", "/b/") == two
    name = "deep-winter-counters.pdf"
    assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_an_expansion_over_an_expansion(tmp_path: Path) -> None:
    """A third folder over the same game lies over both: it changes a row of the second."""
    third = tmp_path / "thaw"
    third.mkdir()
    (third / "game.yaml").write_text('game: {id: thaw, title: Thaw, edition: "2", over: tin-road}\n', encoding="utf-8")
    (third / "units.csv").write_text("id,move\nskis,3\npikes,5\n", encoding="utf-8")
    kit = kit_of(TIN, EXPANSION, third)
    assert (values(kit)["skis"]["move"], values(kit)["skis"]["fight"], values(kit)["pikes"]["move"]) == (3, 2, 5)
    assert kit.id == "thaw"


# --- what is meant by a name ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("here", "name"), [("", "game/scenarios/inn.yaml"), ("game", "scenarios/inn.yaml"), ("game/scenarios", "inn.yaml")]
)
def test_the_file_of_a_scenario_finds_its_game(here: str, name: str, tmp_path: Path) -> None:
    """A scenario is in the folder `scenarios` of its game: the file is enough for `kit`, `check` and `preview`."""
    shutil.copytree(TIN, tmp_path / "game")
    cwd = tmp_path / here
    assert "inn-counters.pdf" in said("kit", name, "--only", "counters", "-o", tmp_path / "out", cwd=cwd)
    assert said("check", name, cwd=cwd).startswith("Night at the Inn (inn)\n\nNothing was found.")
    said("preview", "pikes", "-s", name, "-o", tmp_path / "pikes.svg", cwd=cwd)


def test_a_scenario_of_an_expansion_finds_its_folder_over_the_game(tmp_path: Path) -> None:
    """Its own folder lies on top; the game under it has to be named."""
    path = EXPANSION / "scenarios" / "blizzard.yaml"
    assert "blizzard-sledges.pdf" in said("kit", path, "--pack", TIN, "--only", "sledges", "-o", tmp_path)
    ran = call_cli("kit", str(path), "-o", str(tmp_path))
    assert ran.returncode == 1
    assert "this is an expansion of tin-road. Add the folder of tin-road with --pack." in ran.stderr


def test_a_faulty_scenario_file_is_told_by_its_game(tmp_path: Path) -> None:
    """A file that cannot be read is told as the game tells it, and so are the game's other faults."""
    pack = Path(shutil.copytree(TIN, tmp_path / "game"))
    (pack / "scenarios" / "inn.yaml").write_text("scenario: {id: inn, title: The Inn, mapp: pass}\n", encoding="utf-8")
    ran = call_cli("kit", "game/scenarios/inn.yaml", cwd=tmp_path)
    assert ran.returncode == 1
    assert ran.stderr.startswith("game/scenarios/inn.yaml:1:37: error: mapp is not a field here. Did you mean map?")
    assert ran.stderr.endswith("\n1 error; nothing was written.\n")


@pytest.mark.parametrize(("name", "where"), [("pack.yaml", "pack/pack.yaml:1:41"), ("scenarios/a.yaml", "a.yaml:1:38")])
def test_who_names_a_game_made_of_files_is_told_where_to_write(name: str, where: str, tmp_path: Path) -> None:
    """A pack.yaml, or a scenario beside it, that says `game: tin-road`: such a game knows no packs."""
    shutil.copytree(TIN, tmp_path / "tin-road")
    head, title = ("pack", "My pack!") if name == "pack.yaml" else ("scenario", "A")
    path = tmp_path / "pack" / name
    path.parent.mkdir(parents=True)
    path.write_text(f"{head}: {{id: mine, title: {title}, game: tin-road}}\n", encoding="utf-8")
    ran = call_cli("kit", "pack" if name == "pack.yaml" else "pack/scenarios/a.yaml", cwd=tmp_path)
    assert ran.returncode == 1
    assert f"{where}: error: there is no game 'tin-road'. tin-road is a game made of files" in ran.stderr


def test_corners_are_measured_by_the_counters_of_the_game(tmp_path: Path) -> None:
    """Counters of 17 mm take a radius of 8.4 mm, and not one of 9."""
    options = ("--only", "counters", "--gutter", "4", "-o", str(tmp_path))
    said("kit", TIN, "--corner-radius", "8.4", *options)
    ran = call_cli("kit", named("tin-road"), "--corner-radius", "9", *options)
    assert ran.returncode == 2
    assert "a corner radius of 9 mm is more than half a counter of 17 mm." in ran.stderr


@pytest.mark.parametrize("command", ["kit", "watch", "list", "check", "faces", "preview", "new"])
def test_the_help_says_where_a_game_of_ones_own_goes(command: str) -> None:
    """Each command that takes the folder says so where a user looks."""
    assert "game of your own" in " ".join(said(command, "--help").replace("│", " ").split()).replace(
        "games of", "game of"
    )


@pytest.mark.parametrize("command", ["play", "roster", "cost", "battle"])
def test_what_such_a_game_cannot_do_is_told(command: str, tmp_path: Path) -> None:
    """No traceback, and exit code 1 or 2."""
    ran = call_cli(command, named("tin-road"), *([named("tin-road")] if command == "battle" else []), cwd=tmp_path)
    assert ran.returncode in (1, 2)
    assert ran.stderr.strip()


# --- chits ----------------------------------------------------------------------------------------------------------


def first_page(folder: Path, folder_of_prints: Path) -> str:
    said("kit", folder, "-o", folder_of_prints)
    (result,) = folder_of_prints.glob("*.pdf")
    return " ".join(read_pdf(result.read_bytes()).pages[0].text.split())


def test_a_part_says_that_its_pieces_are_chits(tmp_path: Path) -> None:
    """Page 1 says how to keep what is drawn blind where `chits: yes` stands, and makes no guess at names."""
    blind = "Chits drawn blind from the same cup or bowl all have the same back."
    pack = Path(shutil.copytree(TIN, tmp_path / "game"))
    game = pack / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("{id: markers, pieces", "{id: chits, pieces"), encoding="utf-8")
    assert blind not in first_page(pack, tmp_path / "without")
    game.write_text(text.replace("{id: mules,", "{id: mules, chits: yes,"), encoding="utf-8")
    assert blind in first_page(pack, tmp_path / "with")
