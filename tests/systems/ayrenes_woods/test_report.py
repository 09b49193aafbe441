"""Ayrene's Woods told: the sentences are whole, a game is saved and replayed to the same end, its maps are drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest
from typer.testing import CliRunner

from ibbprint.catalogue.sentences import shipped, words
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.session import Opened, Playing
from ibbprint.engine.state import Event
from ibbprint.playtest.policies import play_game, policies
from ibbprint.problems import Report
from ibbprint.reports.battle_report import Story
from ibbprint.systems.ayrenes_woods import narration
from ibbprint.systems.ayrenes_woods.rules import victory
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, ORDERED, ROUTED
from tests.aw_table import BATTLE, GAME, Table
from tests.helpers import ROOT, app, call_cli, make_pack, run_cli

TELLING = ROOT / "ibbprint" / "systems" / "ayrenes_woods" / "data" / "telling.yaml"


def opened(*packs: Path, **rules: str) -> Opened:
    report = Report()
    catalogue = GAME.open(BATTLE, KitOptions(packs, rules), report)
    assert catalogue is not None, "\n".join(map(str, report))
    return catalogue  # type: ignore[no-any-return]


def played(which: Opened, seed: int, policy: str = "greedy") -> Playing:
    return play_game(which, seed, policies(dict.fromkeys(which.sides, policy), seed), True)


@pytest.mark.parametrize("rules", [{}, {"facing": "on"}, {"result_scope": "one_owner_choice"}])
def test_every_event_has_words_of_its_own(rules: dict[str, str]) -> None:
    """Nothing is told by its bare values, and each `EventWords` has just the words that its sentences may use."""
    which = opened(**rules)
    known = {id: words(entry) for id, entry in shipped(which.catalogue).items()}
    tale = played(which, 1, "random" if "facing" in rules else "greedy").tale()
    assert "event" not in {message.kind for message in tale}
    for passage in tale:
        assert set(passage.words) == set(known[passage.kind])


def test_an_event_that_nobody_knows_is_told_by_its_values() -> None:
    table = Table()
    message = narration.Tale(table.state, [Event("comet", 1, ("A-R01",), {"tail": "long"})]).passages()
    assert any(item.kind == "event" and item.words["what"] == "Comet: tail long" for item in message)


def test_a_report_reads_as_a_story() -> None:
    """Title, armies, every turn, the standing after it, the outcome; names, hexes and rules in the sentences."""
    which = opened()
    game = played(which, 1)
    text = Story(which, game, 1, dict.fromkeys(which.sides, "greedy")).text()
    assert text.startswith("Battle of Ayrene’s Woods\n====")
    assert f"Turn {game.turn} of 13" in text
    assert text.count("After turn") == game.turn - 1
    for part in ("Pankow", "the Grey Thane", "[A-R36 A-14]", "Chances: ", "column 1:1", "points"):
        assert part in text, part
    assert "{" not in text
    brief = Story(which, game, 1, dict.fromkeys(which.sides, "greedy")).text(brief=True)
    assert len(brief) < len(text) / 4


def fought(*throws: int) -> Table:
    """Red R1 (8) over the stream at a disordered elf of 5 and a berserk one, told from the first chit on."""
    table = Table(*throws)
    table.put("R1", "0409", 8)
    table.put("G4", "0408", 5, DISORDERED, kind=table.unit("R3").kind)
    table.lead("RL", "0411")
    table.act("red")
    table.battle("R1 -> 0408")
    return table


def test_the_tale_says_what_halves_and_lowers_each_strength() -> None:
    """Over a stream, in disorder, berserk and in the Holy War: unit, figure of the chit, what it counts, and why."""
    table = fought(3)
    lines = {entry.kind: entry.words for entry in narration.Tale(table.state, table.state.events or ()).passages()}
    assert lines["combat-strengths"]["each"] == (
        "R1 counts 4, not 8: halved for attacking across a stream [A-R31 A-21]; "
        "G4 counts 2½, not 5: halved in disorder [A-R38 A-13]"
    )
    assert (lines["combat-odds"]["attack"], lines["combat-odds"]["defence"]) == ("4", "2½")
    table = Table(3)
    table.put("R1", "1011", 8)
    table.put("G4", "1010", 5, kind=table.unit("R3").kind, berserk=True)
    table.lead("RL", "1013")
    table.act("red")
    table.battle("R1")
    lines = {item.kind: item.words for item in narration.Tale(table.state, table.state.events or ()).passages()}
    lower = table.setting.chits[table.unit("G4").chit].strength("C")
    assert lines["combat-strengths"]["each"] == (
        f"G4 counts {lower}, not 5: one letter lower while berserk [A-R53 A-23]"
    )
    table = Table(3)
    table.put("R1", "1011", 8)
    table.put("G4", "1010", 5, kind=table.unit("R3").kind)
    table.lead("RL", "1013")
    table.act("red")
    table.battle("R1")
    kinds = {passage.kind for passage in narration.Tale(table.state, table.state.events or ()).passages()}
    assert "combat" in kinds
    assert "combat-strengths" not in kinds, "nothing to say where all count what their chits show"


@pytest.mark.parametrize(
    ("hex", "place", "where"),
    [
        ("0904", "Ayrene’s Wood (0904)", "in Ayrene’s Wood (0904)"),
        ("0809", "the Bourne Wood (0809)", "in the Bourne Wood (0809)"),
        ("1607", "clear ground by the East Bourne, 1607", "on clear ground by the East Bourne, 1607"),
        ("1608", "clear ground by the East Bourne, 1608", "on clear ground by the East Bourne, 1608"),
        ("0613", "clear ground by the South Wood, 0613", "on clear ground by the South Wood, 0613"),
        ("1310", "clear ground near the Middle Wood, 1310", "on clear ground near the Middle Wood, 1310"),
        ("1214", "clear ground south of the Middle Wood, 1214", "on clear ground south of the Middle Wood, 1214"),
        ("0101", "clear ground north-west of the West Wood, 0101", "on clear ground north-west of the West Wood, 0101"),
    ],
)
def test_hexes_are_called_after_what_is_near(hex: str, place: str, where: str) -> None:
    """A wood by its name, clear ground by the nearest stream or wood, far off by its direction; always its number."""
    table = Table()
    names = narration.Tale(table.state, ()).names
    assert (names.place(hex), names.where(hex)) == (place, where)


def test_every_hex_of_the_map_has_a_name_of_its_own() -> None:
    """No two hexes share one, and each is in its name once."""
    table = Table()
    names = narration.Tale(table.state, ()).names
    results = {names.place(name): name for name in table.setting.ground.names}
    assert len(results) == len(table.setting.ground.names)
    assert all(place.count(name) == 1 for place, name in results.items())


def test_a_landmark_is_named_once_in_a_list_of_moves() -> None:
    """The second unit that goes to the same stream is told by the number of its hex."""
    table = Table()
    moves = [
        Event("moves", 1, ("A-R16",), {"unit": unit, "way": ["0306", end], "stopped": stopped})
        for unit, end, stopped in (("G1", "0408", False), ("G2", "0508", True), ("G3", "1607", False))
    ]
    lines = [passage for passage in narration.Tale(table.state, moves).passages() if passage.kind == "moves"]
    assert lines[0].words["each"] == (
        "the elven guard G1 to clear ground by the West Bourne, 0408; the elven guard G2 up to the enemy at 0508; "
        "the elven guard G3 to clear ground by the East Bourne, 1607"
    )


def test_a_pack_tells_it_in_its_own_words(tmp_path: Path) -> None:
    """Its sentences are used; what is wrong with them is told at their place."""
    sound = {"telling": [{"id": "berserk", "place": "item", "say": ["{units} saw red!", "Red saw {units}!"]}]}
    pack = make_pack(tmp_path / "sound", {"telling.yaml": sound}, game="ayrenes-woods")
    which = opened(pack)
    assert which.telling["berserk"].say[0] == "{units} saw red!"
    alone = {"id": "berserk", "place": "item", "say": ["{unit} saw red!"]}
    wrong = {"telling": [alone, {"id": "berserc", "place": "part", "say": ["x"]}]}
    pack = make_pack(tmp_path / "wrong", {"telling.yaml": wrong}, game="ayrenes-woods")
    report = Report()
    assert GAME.open(BATTLE, KitOptions((pack,)), report) is None
    text = "\n".join(map(str, report))
    for part in (
        "{unit} in the sentence names nothing. Did you mean units?",
        "has one sentence",
        "no event has the name 'berserc'",
    ):
        assert part in text


def test_a_saved_game_is_replayed_to_the_same_end(tmp_path: Path) -> None:
    """In another process, with another order of hashes."""
    runner = CliRunner()
    path = tmp_path / "a.game"
    arguments = ["--rule", "facing=on", "--policy", "random", "--seed", "4", "--save", str(path)]
    first = runner.invoke(app, ["play", BATTLE, *arguments])
    assert first.exit_code == 0, first.output
    again = run_cli("replay", str(path), PYTHONHASHSEED="9")
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.split("\n\n", 2)[2] == first.output.split("\n\n", 2)[2]
    text = path.read_text(encoding="utf-8")
    assert "rule: facing=on" in text
    line = next(line for line in text.splitlines() if line.startswith("activate"))
    path.write_text(text.replace(line, "activate XL", 1), encoding="utf-8")
    broken = runner.invoke(app, ["replay", str(path)])
    assert broken.exit_code == 1
    assert "there is no counter 'XL'" in broken.output


def test_json_and_maps(tmp_path: Path) -> None:
    """One object with every event and the result; a PDF a turn with whoever stands on the map."""
    result = call_cli("play", BATTLE, "--seed", "5", "--json", "--map-every-turn", str(tmp_path / "maps"))
    assert result.returncode == 0, result.stderr
    data = json.loads(result.stdout)
    turns = sum(event["kind"] in ("turn-over", "over") for event in data["events"])
    assert data["result"]["winner"] in ("elves", "dwarves", None)
    assert len(list((tmp_path / "maps").glob("*.pdf"))) == turns + 1
    for name, head in (("set-up", "Set-up"), *((f"turn-{n:02}", f"After turn {n}") for n in range(1, turns + 1))):
        with pypdfium2.PdfDocument(tmp_path / "maps" / f"{name}.pdf") as document:
            words = document[0].get_textpage().get_text_bounded()
        assert head in words, "the picture says which turn it shows"
        assert "Battle of Ayrene’s Woods" in words
    board = played(opened(), 2).board()
    assert board is not None
    text = [id for mark in board.layers[0].stands for item in mark.standers for id in item.ids]
    assert len(text) == len(set(text)) == 48


def test_points_that_may_come_back_are_not_told_as_lost_so_far() -> None:
    """The points of routed units count as long as they are routed, so the sum can fall: it says what counts."""
    table = Table()
    table.put("R1", "0409", 8, ROUTED)
    side = table.unit("R1").side
    points = victory.lost(table.state, side)
    table.unit("R1").state = ORDERED
    assert victory.lost(table.state, side) < points
    which = opened()
    message = Story(which, played(which, 1), 1, dict.fromkeys(which.sides, "greedy")).text()
    assert "eliminated or routed" in " ".join(message.split())
    assert "lost so far" not in " ".join(message.split())
