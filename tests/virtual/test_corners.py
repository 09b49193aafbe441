"""Small games of files at the corners: without a map, with maps of every kind, with names in Cyrillic letters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ibbprint.jobs.exports import Exported, ExportOrder, exported_sheets, exported_tts, exported_vassal
from ibbprint.problems import BadRequest
from tests.helpers import call_cli
from tests.virtual_modules import Module, quick_pictures

FACE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12">
<rect width="12" height="12" fill="#dde6f0"/>
<text x="6" y="7" text-anchor="middle" font-size="2" fill="#111111">{{ power }}</text>
</svg>
"""
MARK = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12">
<rect width="12" height="12" fill="#cc4422"/></svg>
"""
MAPS = {
    "areas": """map:
  id: ground
  title: The Fords
  space: areas
  width: 120
  height: 60
  areas:
    - {id: east-ford, name: East Ford, outline: [[60, 0], [120, 0], [120, 60], [60, 60]]}
    - {id: west-ford, name: West Ford, outline: [[0, 0], [60, 0], [60, 60], [0, 60]]}
""",
    "points": """map:
  id: ground
  title: The Fords
  space: points
  width: 120
  height: 60
  points:
    - {id: east-ford, name: East Ford, at: [90, 30]}
    - {id: west-ford, name: West Ford, at: [30, 30]}
  links:
    - {from: east-ford, to: west-ford, kind: road}
""",
    "free": """map:
  id: ground
  title: The Fords
  space: free
  width: 120
  height: 60
  points:
    - {id: east-ford, name: East Ford, at: [90, 30], holding: yes, size: [40, 30]}
    - {id: west-ford, name: West Ford, at: [30, 30], holding: yes, size: [40, 30]}
""",
    "squares": """map:
  id: ground
  title: The Fords
  space: squares
  columns: 5
  rows: 4
  hex_mm: 25
  legend: {".": open}
  terrain: [".....", ".....", ".....", "....."]
""",
}
PLACES = {"squares": ("2,3", "4,1")}
GRIDS = {"areas": "RegionGrid", "points": "RegionGrid", "free": "RegionGrid", "squares": "SquareGrid"}


def game(folder: Path, space: str) -> Path:
    """A game with two pieces of each side and a state, on a map of that kind; on none where it is empty."""
    first, second = PLACES.get(space, ("east-ford", "west-ford"))
    files = {
        "game.yaml": f"""game: {{id: ferries, title: Ferries, counter: 12}}
sides:
  - {{id: north, name: Север, livery: azure}}
  - {{id: south, name: Юг, livery: amber}}
columns:
  troops: {{side: side, power: 1-9{", at: place" if space else ""}}}
parts:
  - {{id: troops, pieces: troops, face: troop, group: side}}
  - {{id: marks, pieces: marks, face: mark}}
{"  - {id: map, map: ground}" if space else ""}
""",
        "faces/troop.svg.j2": FACE,
        "faces/mark.svg.j2": MARK,
        "troops.csv": f"id,name,side,power{',at' if space else ''}\n"
        + "".join(
            f"{id},{name},{side},{power}{f',{chr(34)}{place}{chr(34)}' if space else ''}\n"
            for id, name, side, power, place in (
                ("horse", "Конный полк", "north", 7, first),
                ("foot", "Foot", "north", 4, first),
                ("guns", "Пушки", "south", 3, second),
            )
        ),
        "marks.csv": "id,name,on_unit,count\nfled,Бегство,yes,2\nfire,Fire,,5\n",
        "scenarios/dawn.yaml": f"""scenario: {{id: dawn, title: Рассвет{", map: ground" if space else ""}, turns: 6}}
forces:
  - {{pieces: troops{", at: at" if space else ""}}}
""",
    }
    if space:
        files["maps/ground.yaml"] = MAPS[space]
    if space == "squares":
        files["terrain.yaml"] = "terrain:\n  - {id: open, name: Meadow, look: clear}\n"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def exported(folder: Path, space: str) -> tuple[Exported, Path]:
    target = folder / "out.vmod"
    with quick_pictures():
        result = exported_vassal(ExportOrder((str(game(folder / "ferries", space)),), output=target))
    assert result.ok, str(result)
    return result, target


@pytest.mark.parametrize("space", GRIDS)
def test_a_map_of_any_kind_has_its_places_by_their_printed_names(space: str, tmp_path: Path) -> None:
    some = Module(exported(tmp_path, space)[1].read_bytes())
    stands = sorted((stack.get("location") or "", len(pieces)) for stack, pieces in some.stacks())
    names = PLACES.get(space, ("East Ford", "West Ford"))
    assert stands == sorted(zip(names, (2, 1), strict=True))
    zone = some.all("module.map.boardPicker.board.mapgrid.Zone")[0]
    assert zone[0].tag.endswith(GRIDS[space])
    if GRIDS[space] == "RegionGrid":
        assert sorted(region.get("name") or "" for region in zone[0]) == sorted(names)


@pytest.mark.parametrize("space", GRIDS)
def test_a_map_of_any_kind_has_its_points_to_snap_to(space: str, tmp_path: Path) -> None:
    target = tmp_path / "out"
    with quick_pictures():
        result = exported_tts(ExportOrder((str(game(tmp_path / "ferries", space)),), output=target))
    assert result.ok, str(result)
    save = json.loads(next(target.rglob("*.json")).read_text(encoding="utf-8"))
    assert len(save["ObjectStates"][0]["AttachedSnapPoints"]) == (20 if space == "squares" else 2)
    assert {"Конный полк", "Пушки"} <= {each["Nickname"] for each in save["ObjectStates"]}


def test_without_a_map_there_are_the_palette_the_dice_and_one_warning(tmp_path: Path) -> None:
    result, target = exported(tmp_path, "")
    assert [(problem.rule, problem.message) for problem in result.report] == [
        ("export:map", "there is no map: the pieces, the charts and the dice are all that the table has.")
    ]
    some = Module(target.read_bytes())
    names = {slot.element.get("entryName") for slot in some.slots}
    assert {"Конный полк", "Foot", "Пушки", "Fire (5)"} <= names
    assert some.all("module.DiceButton")


def test_states_of_a_game_of_ones_own_are_layers_of_its_units_alone(tmp_path: Path) -> None:
    some = Module(exported(tmp_path, "points")[1].read_bytes())
    with_state = {slot.name for slot in some.slots if any("+ (Бегство)" in kind for kind, _ in _fields(slot))}
    assert with_state == {"Конный полк", "Foot", "Пушки"}
    assert not any("Fire)" in part for slot in some.slots for kind, _ in slot.traits for part in kind)


def _fields(slot: object) -> list[tuple[str, str]]:
    return [("|".join(kind), "|".join(state)) for kind, state in slot.traits]  # type: ignore[attr-defined]


def test_a_state_that_is_no_yes_is_a_fault_at_its_cell(tmp_path: Path) -> None:
    folder = game(tmp_path / "ferries", "points")
    marks = folder / "marks.csv"
    marks.write_text(marks.read_text(encoding="utf-8").replace("yes", "yse"), encoding="utf-8")
    result = call_cli("export", "vassal", str(folder), cwd=tmp_path)
    assert result.returncode == 1
    assert "marks.csv:2:" in result.stderr
    assert "on_unit must be yes" in result.stderr
    assert not (tmp_path / "output").exists()


def test_the_folder_of_one_export_is_not_overwritten_by_another(tmp_path: Path) -> None:
    folder, target = game(tmp_path / "ferries", "points"), tmp_path / "out"
    order = ExportOrder((str(folder),), output=target)
    with quick_pictures():
        assert exported_tts(order).ok
        before = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}
        with pytest.raises(BadRequest, match="another kind of export"):
            exported_sheets(order)
        assert exported_tts(order).ok
    assert before == {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}


def test_a_folder_is_no_module_whatever_it_is_called(tmp_path: Path) -> None:
    folder, target = game(tmp_path / "ferries", "points"), tmp_path / "north.vmod"
    target.mkdir()
    with pytest.raises(BadRequest, match="a module is one file"):
        exported_vassal(ExportOrder((str(folder),), output=target))
    assert not list(target.iterdir())


LIST = """The Host of {name}
Budget: 90

Left wing:
{name}: Captain 4
3x 3-2-4 Infantry, Light, Quality 3
2 Elven Archers

Right wing:
captain 3
heavy cav q3 x2
1 Elven Archers Q3
"""


def test_an_army_list_is_in_the_box_of_its_side_and_two_are_a_battle(tmp_path: Path) -> None:
    for name in ("Odo", "Ubba"):
        (tmp_path / f"{name}.txt").write_text(LIST.format(name=name), encoding="utf-8")
    lists = tuple(str(tmp_path / f"{name}.txt") for name in ("Odo", "Ubba"))
    modules = []
    for number, names in enumerate((lists[:1], lists)):
        target = tmp_path / f"{number}.vmod"
        with quick_pictures():
            result = exported_vassal(ExportOrder(names, output=target, no_booklet=True))
        assert result.ok, str(result)
        assert result.pieces > 0
        modules.append(Module(target.read_bytes()))
    sides = [[entry.text for entry in some.all("module.PlayerRoster")[0]] for some in modules]
    assert [len(some) for some in sides] == [1, 2]
    assert all(stack.get("useGridLocation") == "false" for stack, _ in modules[0].stacks())


def test_a_list_that_is_not_legal_is_exported_by_force_alone(tmp_path: Path) -> None:
    (tmp_path / "dear.txt").write_text(
        "The Dear Host\nBudget: 2\n\nLeft wing:\nOdo: Captain 4\n3x 3-2-4 Infantry, Light, Quality 3\n",
        encoding="utf-8",
    )
    run = call_cli("export", "vassal", "dear.txt", "--no-booklet", cwd=tmp_path)
    assert (run.returncode, (tmp_path / "output").exists()) == (1, False)
    assert "--force" in run.stderr
    target = tmp_path / "dear.vmod"
    with quick_pictures():
        result = exported_vassal(ExportOrder((str(tmp_path / "dear.txt"),), output=target, force=True, dpi=72))
    assert result.ok, str(result)
    assert [(problem.rule, problem.severity.word) for problem in result.report] == [("ibb:A-184", "warning")]
    some = Module(target.read_bytes())
    assert "breaks the rules in 1 place" in (some.root.get("description") or "")
    assert {"Findings", "Chances of combat"} <= {chart.get("chartName") for chart in some.all("widget.Chart")}
    assert sum(len(pieces) for _, pieces in some.stacks()) == 4
