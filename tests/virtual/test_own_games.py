"""A game of files with everything that a table can have: two combats, masks, a Cup and piles, decks, tracks, boxes."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.odds import OddsRequest
from ibbprint.jobs.exports import ExportOrder, exported_tts, exported_vassal
from ibbprint.materials.tabletop import Tabletop
from ibbprint.problems import Report
from ibbprint.systems.printed import game
from tests.lettered import font_file
from tests.virtual_modules import Module, Slot, quick_pictures

FACE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 14 14">
<rect width="14" height="14" fill="{colour}"/>
<text x="7" y="8" text-anchor="middle" font-family="Salt Letters" font-size="3" fill="#111111">{text}</text>
</svg>
"""
FILES = {
    "game.yaml": """game: {id: salt-pans, title: Salt Pans, counter: 14, hex: 21, stacking: 3}
sides:
  - {id: dyke, name: Dyke Wardens, livery: azure}
  - {id: heath, name: Heath Riders, livery: amber}
columns:
  troops: {side: side, kind: [foot, scout], guns: 0-9, attack: 1-9, weak: 1-9?, movement: 1-9}
  omens: {side: side}
parts:
  - {id: troops, pieces: troops where kind = foot, face: troop, back: worn, group: side}
  - {id: scouts, pieces: troops where kind = scout, face: troop, back: cloak, group: side, hidden: yes}
  - {id: marks, pieces: marks, face: mark}
  - {id: signals, title: Signals, pieces: signals, face: mark, chits: yes}
  - {id: omens, title: Omens, pieces: omens, face: mark, group: side, chits: yes}
  - {id: day, title: Day cards, cards: day, face: card, back: card-back, size: mini}
  - {id: night, title: Night cards, cards: night, face: card, back: card-back, size: mini}
  - {id: map, map: pans}
  - {id: aid, title: Player aid, text: aid, aid: yes}
play:
  turns: turns
  units: {table: troops, attack: {shot: guns, charge: attack}, defence: attack, reduced: weak,
          states: {soaked: {attack: no, marker: puddle, recover: {dice: 1d8, at_least: 5}}}}
  sequence: [{for: [dyke, heath], phases: [arrive, move, {do: fight, combat: shot}, {do: fight, combat: charge}]}]
  movement: {cost_of: move}
  combats:
    shot:
      table: gunfire
      by: strength
      modifiers: [{id: fen, of: terrain, die: cost.aim}]
      results: {miss: nothing, wet: defenders become soaked, hit: defenders lose 1}
    charge:
      table: push
      by: odds
      results: {fall: attackers retreat 1, back: defenders retreat 1, rout: defenders eliminated}
  retreat: {}
  victory: [{side: heath, at: end}]
""",
    "troops.csv": """id,name,side,kind,guns,attack,weak,movement
spade,Spade Company,dyke,foot,2,4,2,3
sluice,Sluice Guard,dyke,foot,3,5,3,2
moth,Moth,dyke,scout,0,1,,5
plough,Plough Band,heath,foot,1,3,,4
lark,Lark,heath,scout,0,1,,5
owl,Owl,heath,scout,0,2,,5
""",
    "marks.csv": "id,name,count\npuddle,Soaked,4\nsmoke,Smoke,7\n",
    "signals.csv": "id,name,count\nbell,Bell,3\nhorn,Horn,2\n",
    "omens.csv": "id,name,side,count\nheron,Heron,dyke,2\nraven,Raven,heath,4\n",
    "day.csv": "id,name\ntide,Tide\nwind,Wind\n",
    "night.csv": "id,name\nfog,Fog\nfrost,Frost\nstar,Star\n",
    "terrain.yaml": """terrain:
  - {id: open, name: Open pans, look: clear, cost: {move: 1, aim: 0}}
  - {id: fen, name: Fen, look: marsh, cost: {move: 2, aim: -1}}
""",
    "maps/pans.yaml": """map:
  id: pans
  title: The Pans
  columns: 5
  rows: 4
  legend: {".": open, f: fen}
  terrain: [".....", "..f..", ".f...", "....."]
""",
    "tables/turns.csv": "turn,tide\n1,high\n2,low\n3,high\n4,low\n5,low\n",
    "tables/gunfire.csv": "1d10,1,3,6\n≤1,miss,miss,wet\n2-6,miss,wet,hit\n7+,wet,hit,hit\n",
    "tables/push.csv": "2d6,1:2,1:1,2:1\n2-4,fall,fall,back\n5-9,fall,back,back\n10-12,back,back,rout\n",
    "texts/aid.md.j2": "# Turns\n\n```track\nturns\n```\n",
    "scenarios/ebb.yaml": """scenario: {id: ebb, title: Ebb, map: pans, turns: 5}
forces:
  - {unit: spade, hexes: "0102", back: yes}
  - {unit: sluice, count: 2, hexes: "0103 0104"}
  - {unit: moth, in: terrain fen}
  - {unit: plough, count: 3, in: "0501 0502", each: 2}
  - {unit: lark, hexes: "0503"}
  - {unit: owl, hexes: "0504", turn: 2}
  - {unit: plough, pool: yes}
""",
    "faces/troop.svg.j2": FACE.format(colour="#dde6f0", text="{{ attack }}"),
    "faces/worn.svg.j2": FACE.format(colour="#c0c8d0", text="{{ weak }}"),
    "faces/cloak.svg.j2": FACE.format(colour="#445566", text=""),
    "faces/mark.svg.j2": FACE.format(colour="#e8e0c0", text="{{ name }}"),
    "faces/card.svg.j2": FACE.format(colour="#f4f0e0", text="{{ name }}").replace("14 14", "44 67"),
    "faces/card-back.svg.j2": FACE.format(colour="#203040", text="").replace("14 14", "44 67"),
}


def salt_pans(folder: Path) -> Path:
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "fonts").mkdir()
    (folder / "fonts" / "letters.ttf").write_bytes(font_file("Salt Letters"))
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return salt_pans(tmp_path_factory.mktemp("own") / "salt-pans")


@pytest.fixture(scope="module")
def pans(folder: Path) -> Module:
    target = folder.parent / "salt-pans.vmod"
    with quick_pictures():
        result = exported_vassal(ExportOrder((str(folder),), output=target))
    assert result.ok, str(result)
    assert not list(result.report), str(result)
    return Module(target.read_bytes())


@pytest.fixture(scope="module")
def table(folder: Path) -> Tabletop:
    kit = game.kit("ebb", KitOptions((folder,), tabletop=True), Report())
    assert kit is not None
    assert kit.tabletop is not None
    return kit.tabletop


def standing(some: Module) -> dict[str, list[Slot]]:
    """The pieces of each hex, and of each box."""
    boxes = {}
    for zone in some.all("module.map.boardPicker.board.mapgrid.Zone"):
        corners = [tuple(map(int, point.split(","))) for point in (zone.get("path") or "").split(";")]
        boxes[zone.get("name") or ""] = (min(corners), max(corners))
    result: dict[str, list[Slot]] = {}
    for stack, pieces in some.stacks():
        place = stack.get("location") or ""
        if stack.get("useGridLocation") == "false":
            x, y = int(stack.get("x") or 0), int(stack.get("y") or 0)
            place = next(name for name, ((x1, y1), (x2, y2)) in boxes.items() if x1 <= x <= x2 and y1 <= y <= y2)
        result.setdefault(place, []).extend(pieces)
    return result


def test_the_chances_are_those_that_odds_gives_for_each_table(folder: Path, table: Tabletop) -> None:
    for name, combat in (("gunfire", "shot"), ("push", "charge")):
        request = OddsRequest("attack", "", {"table": name, "combat": combat})
        answer = game.odds(request, KitOptions((folder,)), Report())
        assert answer is not None
        assert answer.grid is not None
        (_, codes), *_ = answer.grid.groups
        chart = next(each for each in table.chances if each.of == name and "thrown" in each.title)
        assert tuple(code for code, _ in chart.results) == codes
        assert [(label, chances) for (label,), chances in chart.lines] == [
            (head, cells[0]) for head, _, cells in answer.grid.lines
        ]


def test_dice_that_a_combat_modifies_are_shown_modified_and_others_as_they_fall(table: Tabletop) -> None:
    shot = [each for each in table.chances if each.of == "gunfire"]
    assert [each.title.partition(" ")[0] for each in shot] == ["The", "Die", "Die", "Die", "Die"]
    assert shot[0].lines[0][1] == (Fraction(6, 10), Fraction(4, 10), Fraction(0)), "1 to 6 miss, 7 to 10 soak"
    up = next(each for each in shot if each.title == "Die +1")
    assert up.lines[0][1] == (Fraction(5, 10), Fraction(5, 10), Fraction(0))
    charge = [each for each in table.chances if each.of == "push"]
    assert [each.title for each in charge] == ["The dice as thrown (2d6)"]
    assert charge[0].labelled == ("Odds",)
    assert charge[0].lines[2][1][-1] == Fraction(6, 36), "10 or more with two dice"


def test_each_combat_table_has_a_chart_and_each_roll_its_dice(pans: Module) -> None:
    charts = [chart.get("chartName") or "" for chart in pans.all("widget.Chart")]
    assert charts == ["Chances of combat: gunfire", "Chances of combat: push", "Player aid"]
    assert [die.get("name") for die in pans.all("module.DiceButton")] == ["d10", "2d6", "d8"]
    assert pans.all("module.turn.CounterTurnLevel")[0].get("loopLimit") == "5"


def test_who_may_choose_where_to_begin_lies_in_a_box_that_names_the_hexes(pans: Module, table: Tabletop) -> None:
    notes = {box.name: box.note for box in table.boxes if box.kind == "set-up"}
    assert notes == {
        "To be set up: Dyke Wardens": "0302 0203, one in a hex",
        "To be set up: Heath Riders": "0501 0502, at most 2 in a hex",
    }
    places = standing(pans)
    assert [slot.name for slot in places["To be set up: Heath Riders"]] == ["Plough Band"] * 3
    assert [slot.name for slot in places["Replacements: Heath Riders"]] == ["Plough Band"]
    assert "set up anywhere in a zone are in the box of that zone" in (pans.root.get("description") or "")


def test_hidden_pieces_of_a_box_and_of_a_later_turn_are_masked_and_those_on_the_map_are_not(pans: Module) -> None:
    places = standing(pans)
    hidden = {place: [slot.name for slot in slots if slot.hidden_by] for place, slots in places.items()}
    assert {place: names for place, names in hidden.items() if names} == {
        "To be set up: Dyke Wardens": ["Moth"],
        "Turn 2": ["Owl"],
    }
    assert [("obs" in slot.ids, slot.hidden_by) for slot in places["0503"]] == [(True, "")]


def test_a_unit_that_begins_reduced_shows_its_back(pans: Module, folder: Path) -> None:
    levels = {
        slot.name: state for slot in (*standing(pans)["0102"], *standing(pans)["0103"]) for state in _levels(slot)
    }
    assert levels == {"Spade Company": "2", "Sluice Guard": "1"}
    with quick_pictures():
        assert exported_tts(ExportOrder((str(folder),), output=folder.parent / "tts")).ok
    save = json.loads(next((folder.parent / "tts").rglob("*.json")).read_text(encoding="utf-8"))
    tilted = {each["Nickname"] for each in save["ObjectStates"] if each["Transform"]["rotZ"]}
    assert tilted - {""} == {"Spade Company", "Day cards", "Night cards"}, "and what is hidden has no name"


def _levels(slot: Slot) -> list[str]:
    return [state[0] for kind, state in slot.traits if kind[0] == "emb2" and "Turn over" in kind]


def test_a_state_of_play_is_a_layer_of_units_by_its_marker(pans: Module) -> None:
    with_state = {
        slot.name for slot in pans.slots if any("+ (Soaked)" in part for kind, _ in slot.traits for part in kind)
    }
    assert with_state == {"Spade Company", "Sluice Guard", "Moth", "Plough Band", "Lark", "Owl"}
    assert not any("Smoke)" in part for slot in pans.slots for kind, _ in slot.traits for part in kind)


def test_the_cup_the_piles_of_a_side_and_every_deck_are_drawn_from(pans: Module) -> None:
    piles = {
        pile.get("name"): (len(pile), pile.get("deckOwners") if pile.get("deckRestrictAccess") == "true" else "")
        for pile in pans.all("module.map.DrawPile")
    }
    assert piles == {
        "Signals": (5, ""),
        "Omens: Dyke Wardens": (2, "Dyke Wardens"),
        "Omens: Heath Riders": (4, "Heath Riders"),
        "Day cards": (2, ""),
        "Night cards": (3, ""),
    }


def test_faces_are_set_in_the_fonts_of_the_folder(folder: Path, tmp_path: Path) -> None:
    """The same face with the letters of the folder, and without them, is not the same picture."""
    only = {"only": ("troops",), "no_booklet": True, "dpi": 72}
    assert exported_vassal(ExportOrder((str(folder),), output=tmp_path / "with.vmod", **only)).ok
    bare = salt_pans(tmp_path / "bare")
    for face in (bare / "faces").iterdir():
        face.write_text(re.sub(' font-family="[^"]*"', "", face.read_text(encoding="utf-8")), encoding="utf-8")
    assert exported_vassal(ExportOrder((str(bare),), output=tmp_path / "without.vmod", **only)).ok
    pictures = []
    for name in ("with", "without"):
        some = Module((tmp_path / f"{name}.vmod").read_bytes())
        pictures.append({slot.name: slot.of("piece")[0][3] for slot in some.slots if slot.name == "Sluice Guard"})
    assert pictures[0].keys() == pictures[1].keys() == {"Sluice Guard"}
    assert pictures[0] != pictures[1]


def test_rules_of_play_with_faults_leave_out_the_chances_with_a_warning(tmp_path: Path) -> None:
    folder = salt_pans(tmp_path / "salt-pans")
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(text.replace("table: push", "table: pull"), encoding="utf-8")
    line = text[: text.index("play:")].count("\n") + 1
    report = Report()
    kit = game.kit("ebb", KitOptions((folder,), tabletop=True), report)
    assert kit is not None
    assert kit.tabletop is not None
    assert kit.tabletop.chances == ()
    assert [(each.rule, each.where.line) for each in report] == [("export:chances", line)]


def test_a_game_without_rules_of_play_has_no_chances_and_no_warning(tmp_path: Path) -> None:
    folder = salt_pans(tmp_path / "salt-pans")
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(text.partition("play:\n")[0], encoding="utf-8")
    report = Report()
    kit = game.kit("ebb", KitOptions((folder,), tabletop=True), report)
    assert kit is not None
    assert kit.tabletop is not None
    assert (kit.tabletop.chances, list(report)) == ((), [])
    notes = {box.name: box.note for box in kit.tabletop.boxes if box.kind == "set-up"}
    assert notes["To be set up: Dyke Wardens"] == "terrain fen", "nothing reads it, so it is as it is written"
