"""The kit of Battle of Ayrene's Woods: what is printed is what the catalogue says, and nothing blind can be told."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import ImageChops

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.odds import OddsRequest
from ibbprint.materials import Kit, by_name
from ibbprint.systems.ayrenes_woods import game
from tests.helpers import CUT_OUT, ROOT, SCENARIOS, make_kit, plain, print_kit, printed
from tests.pdf import Document, Renderer, read_pdf
from tests.sheets import Slot, sheets_of, slots

GAME = "ayrenes-woods"
FILES = ROOT / "ibbprint" / "systems" / "ayrenes_woods" / "data"
SCENARIO = SCENARIOS.parent / GAME / "ayrenes-woods.yaml"
MAP = SCENARIOS.parent / GAME / "maps" / "ayrenes-woods-aw-r1.yaml"


def data(kind: str) -> list[dict[str, Any]]:
    """The entries of a file of the catalogue, as plain text."""
    result: list[dict[str, Any]] = plain(FILES / f"{kind}.yaml")[kind]
    return result


@cache
def kit(**rules: str) -> Kit:
    result, report = make_kit(GAME, game=GAME, rules=rules)
    assert result is not None, list(map(str, report))
    return result


@cache
def document(*only: str, designer: bool = False, **rules: str) -> Document:
    """Some parts of the kit; those that are cut out share their sheets where more than one of them is asked for."""
    return read_pdf(printed(GAME, game=GAME, only=only or CUT_OUT[GAME], rules=rules, designer=designer).pdf)


def words(*only: str, designer: bool = False, **rules: str) -> str:
    """All text of some parts, spaces evened out; what the margins of a designer's kit say is among it."""
    return " ".join(" ".join(page.text for page in document(*only, designer=designer, **rules).pages).split())


def pairs(section: str) -> list[tuple[Slot, Slot]]:
    """Each piece of a section with its back."""
    results = []
    for front, back in sheets_of(document(section.lower()), section):
        behind = slots(back)
        for slot in slots(front):
            turned = slot.box.mirrored(back.width)
            results.append(
                (
                    slot,
                    next(
                        s for s in behind if abs(s.box.left - turned.left) < 0.1 and abs(s.box.top - turned.top) < 0.1
                    ),
                )
            )
    return results


# --- counters -------------------------------------------------------------------------------------------------------


def test_the_kit_has_the_200_counters_of_the_component_list() -> None:
    """40 units, 8 leaders and 8 to replace them, 19 chits for the cup, 48 combat chits, 12 spells, 65 markers."""
    result = kit()
    number = Counter[str]()
    for piece in result.pieces:
        number[piece.face.rpartition("/")[2].split(".")[0]] += piece.count
    assert number == {"unit": 40, "leader": 16, "activation": 19, "combat-chit": 48, "spell-chit": 12, "marker": 65}
    markers = {piece.id: piece.count for piece in result.pieces if piece.face.endswith("/marker.svg.j2")}
    assert markers == {"disordered": 24, "routed": 16, "berserk": 20, "turn": 1, "vp": 4}
    assert sum(number.values()) == 200
    total = sum(
        len(front.pieces)
        for part in ("Counters", "Chits", "Markers")
        for front, _ in sheets_of(document(part.lower()), part)
    )
    assert total == 200
    cut = sum(len(page.cuts) for page in document("counters", "chits", "markers").pages if "backs" not in page.head)
    assert cut == 200, "together on shared sheets none is lost"


def test_every_unit_bears_its_class_movement_name_and_command() -> None:
    """Each unit of the scenario is there once, with the figures of the unit list, in the colour of its command."""
    units = {unit["id"]: unit for unit in data("units")}
    expected = Counter[tuple[str, ...]]()
    for command in plain(SCENARIO)["commands"]:
        numbered = [line["unit"] for line in command["units"] for _ in range(int(line.get("count", 1)))]
        for number, name in enumerate(numbered, start=1):
            unit = units[name]
            expected[f"{command['letter']}{number}", unit["letter"], unit["movement"], unit["name"]] += 1
    counts = Counter(tuple(sorted(slot.texts)) for slot, _ in pairs("Counters"))
    assert sum(expected.values()) == 40
    for item in expected:
        assert counts[tuple(sorted(item))] == 1, item


def test_every_leader_bears_his_rating_and_his_star() -> None:
    """A leader shows rating and movement, a caster a star besides; for each there is one without a name, rated 0."""
    for command in plain(SCENARIO)["commands"]:
        leader, key = command["leader"], f"{command['letter']}L"
        (own,) = [slot for slot, _ in pairs("Counters") if key in slot.texts]
        assert leader["rating"] in own.texts
        assert leader.get("short", leader["name"]) in own.texts
        assert ("device-star" in own.symbols) == (leader.get("caster") == "true")
        (spare,) = [slot for slot, _ in pairs("Counters") if f"{key}*" in slot.texts]
        assert "0" in spare.texts
        assert "device-star" not in spare.symbols


def test_a_leader_has_as_many_chits_as_his_rating_and_they_bear_no_figures() -> None:
    """The cup is filled from ratings (A-R03), and its chits say whose they are without a number (A-R04)."""
    fronts = [slot for slot, back in pairs("Chits") if "cup" in back.symbols]
    for command in plain(SCENARIO)["commands"]:
        name = command["leader"].get("short", command["leader"]["name"])
        own = [slot for slot in fronts if name in slot.texts]
        assert len(own) == int(command["leader"]["rating"])
        assert all(slot.texts.count(command["letter"]) == 1 for slot in own)
    assert not any(re.search(r"\d", text) for slot in fronts for text in slot.texts)


def test_combat_chits_bear_the_strengths_of_every_class() -> None:
    """Each chit of the mix is there as often as the file says, with a figure for each class; another mix is another."""
    assert Counter(_strengths(slot) for slot, back in pairs("Chits") if "strength" in back.symbols) == {
        tuple((letter.upper(), chit[letter]) for letter in "abc"): int(chit["copies"]) for chit in data("combat-chits")
    }
    mixed = [piece for piece in kit(chit_mix="mixed64").pieces if piece.face.endswith("combat-chit.svg.j2")]
    assert sum(piece.count for piece in mixed) == 64


def _strengths(slot: Slot) -> tuple[tuple[str, str], ...]:
    rows = sorted(slot.runs, key=lambda run: (round(run.y, 1), run.x))
    return tuple((rows[i].text, rows[i + 1].text) for i in range(0, len(rows), 2))


def test_spell_chits_are_those_of_each_people() -> None:
    """Six for each army, each spell as often as its people has it."""
    blocks: dict[str, Counter[str]] = {}
    for piece in kit().pieces:
        if piece.face.endswith("spell-chit.svg.j2"):
            blocks.setdefault(piece.block, Counter())[by_name(piece.values)["spell"]["id"]] += piece.count
    for army in plain(SCENARIO)["armies"]:
        expected = {s["id"]: int(s["copies"][army["people"]]) for s in data("spells") if army["people"] in s["copies"]}
        assert blocks[f"spell-chit-{army['id']}"] == expected
        assert sum(expected.values()) == 6


def test_what_is_drawn_blind_cannot_be_told_by_its_back() -> None:
    """All chits of the cup have one back, so have all combat chits and all spells of an army; the pools differ."""
    pools: dict[str, list[Slot]] = {}
    for front, back in pairs("Chits"):
        army = next((a["name"] for a in plain(SCENARIO)["armies"] if a["name"] in back.texts), "")
        pools.setdefault(f"{'-'.join(back.symbols)} {army}", []).append(back)
        assert not set(front.texts) & {text for text in back.texts if text != army}
    assert sorted(len(pool) for pool in pools.values()) == [6, 6, 19, 48]
    for pool in pools.values():
        assert len({slot.alike() for slot in pool}) == 1
    with Renderer(document("chits").data) as renderer:
        for pool in pools.values():
            first, *others = [renderer.part(slot.page.number, slot.box.grown(-0.3), 120) for slot in pool]
            for other in others:
                assert ImageChops.difference(first, other).convert("L").getextrema() in ((0, 0), (0, 1))


# --- cards and sheets -----------------------------------------------------------------------------------------------


def test_the_combat_card_is_the_table_that_is_played_with() -> None:
    """All 80 results stand in their line and column, under the odds and beside the die."""
    table = plain(FILES / "crt.yaml")["crt"]
    page = next(page for page in document("crt").pages if "CRT" in page.text and "or less" in page.text)
    large = [run for run in page.runs if run.size > 10.5]
    codes = [run for run in large if re.fullmatch("[AD][DRE]|NE", run.text)]
    assert len(codes) == 80
    # The card lies across the page: its lines run along the paper's upright side.
    down = codes[0].along[1]
    ordered = sorted(codes, key=lambda run: (round(-run.x * down), run.y * down))
    assert [run.text for run in ordered] == [code for line in table["results"] for code in line]
    heads = sorted((run for run in large if ":" in run.text), key=lambda run: run.y * down)
    assert [run.text for run in heads] == ["1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1"]


def _of_catalogue() -> Mapping[str, list[str]]:
    """What must be read on which part: every modifier, ground, spell, class, step of the turn."""
    combat = [item["name"] for item in data("modifiers") if item["to"] == "combat" and "when" not in item]
    checks = [entry["name"] for entry in data("modifiers") if entry["to"] in ("exit", "rally", "morale")]
    return {
        "crt": combat + checks + [one["name"] for one in data("terrain")],
        "crib": combat + checks + [one["name"] for one in data("turn")] + [one["name"] for one in data("spells")],
        "armies": [one["name"] for one in data("spells")] + [element["name"] for element in data("units")],
        "rules": combat + checks + [one["name"] for one in data("spells")] + [one["name"] for one in data("turn")],
    }


@pytest.mark.parametrize("part", ["crt", "crib", "armies", "rules"])
def test_everything_of_the_catalogue_is_printed(part: str) -> None:
    """Cards, crib and booklet name every modifier in force, every ground and spell, every part of the turn."""
    text = words(part)
    for name in _of_catalogue()[part]:
        assert name in text, name


def test_aid_and_booklet_name_the_die_that_a_battle_is_fought_with() -> None:
    """Both say to roll a six-sided die for a battle, which is the die that the game throws."""
    figures = plain(ROOT / "ibbprint" / "systems" / "ayrenes_woods" / "data" / "figures.yaml")["figures"]
    (faces,) = [int(figure["value"]) for figure in figures if figure["id"] == "combat-die"]
    assert faces == 6
    aids = words("crib")
    assert aids.count("Roll a six-sided die and apply the modifiers.") == 2
    assert "Roll a six-sided die, apply the modifiers" in words("rules")


def test_nothing_asks_for_cards_that_the_kit_does_not_have() -> None:
    """Spells and combat strengths are on chits: no text tells the players to have cards ready."""
    assert not re.search(r"\bcards?\b", words("scenario", "rules", "crib"))


def test_the_aid_of_each_army_has_two_pages() -> None:
    """There is a player aid for each army, one sheet of paper each."""
    counts = Counter(re.findall(r"Player aid: (\w+)", " ".join(page.head for page in document("crib").pages)))
    assert counts == {army["name"]: 2 for army in plain(SCENARIO)["armies"]}


def test_facing_is_printed_where_it_is_played() -> None:
    """Flank and rear are nowhere unless facing is chosen; then card, crib and booklet have them."""
    for part in ("crt", "crib", "rules"):
        assert "Attack through a flank" not in words(part)
        assert "Attack through a flank" in words(part, facing="on")


def test_points_and_rout_levels_come_from_the_files() -> None:
    """The track says what a unit of each class is worth; it and the scenario sheet say when an army has lost."""
    classes = {entry["id"]: entry["points"] for entry in data("classes")}
    levels = [army["rout_level"] for army in plain(SCENARIO)["armies"]]
    for letter, points in classes.items():
        assert f"{letter} unit {points}" in words("track")
    for level in levels:
        for part in ("track", "scenario"):
            assert re.search(rf"\b{level}\b", words(part)), (level, part)
    last = plain(SCENARIO)["scenario"]["turns"]
    assert f"{last} last" in words("track") or f"last {last}" in words("track")


def test_what_is_lost_and_made_up_anew_is_marked() -> None:
    """A designer's map, scenario sheet and booklet say reconstruction, and his crib has the house rulings."""
    assert "reconstruction" in words("map", designer=True).lower()
    assert "Reconstruction" in words("scenario", designer=True)
    assert "reconstruction" in words("rules", designer=True)
    assert "house ruling" in words("rules", designer=True)
    for ruling in data("rulings"):
        if ruling["tag"] in ("house", "reconstruction"):
            assert ruling["id"] in words("crib", designer=True), ruling["id"]
            assert ruling["id"] in words("notes"), ruling["id"]


def test_rules_in_the_margin_are_rules() -> None:
    """Every id in the booklet's margin is one that can be looked up."""
    known = {ruling["id"] for ruling in data("rulings")}
    names = set(re.findall(r"\bA-R?\d{2}\b", words("rules", designer=True)))
    assert names <= known
    assert len(names) > 80


def test_examples_are_what_the_engine_answers() -> None:
    """The chances in the booklet are those that `odds` tells."""
    text = words("rules")

    def chance(subject: str, said: str, row: int = 0, **options: Any) -> str:
        options = {name.replace("_", "-"): value for name, value in options.items()}
        from ibbprint.problems import Report

        answer = game.odds(OddsRequest(subject, said, options), KitOptions(), Report())
        assert answer is not None
        share: Fraction = answer.rows[row].chance
        return (
            f"once in {share.denominator}"
            if share.numerator == 1
            else (f"{share.numerator} times in {share.denominator}")
        )

    assert f"6 or less: {chance('zoc-exit', 'B', leader=True)}" in text
    assert f"it would be {chance('zoc-exit', 'B')}" in text
    assert f"6 or less, {chance('rally', 'B', leader='stacked')}" in text
    assert re.search(rf"kills him ?, {chance('leader-loss', '')}", text)
    assert f"no harm {chance('arrows', 'A')}, disorder {chance('arrows', 'A', 1)}" in text
    assert f"DD {chance('attack', 'A 8, B 6 vs B 4', terrain='woods', leader=True, no_arrows=True)}" in text


# --- the map --------------------------------------------------------------------------------------------------------


def test_the_map_has_streams_and_silhouettes() -> None:
    """Every hex has its number; each command's letter stands in each of its hexes; the streams have their names."""
    document = read_pdf(printed(GAME, game=GAME, only=["map"]).pdf)
    plain_map = plain(MAP)["map"]
    texts = Counter(run.text for page in document.pages for run in page.runs)
    grid = [f"{c:02d}{r:02d}" for c in range(1, 21) for r in range(1, 17)]
    assert all(texts[name] >= 1 for name in grid)
    board = kit().boards[0]
    assert {start.letter: (start.hexes, start.leader) for start in board.starts} == {
        start["letter"]: (tuple(start["hexes"]), start["leader"]) for start in plain_map["starts"]
    }
    assert sum(len(course.sides) for course in board.side_courses) == 24
    for start in plain_map["starts"]:
        assert texts[start["letter"]] >= len(start["hexes"]) + 1  # and once in the legend
    letters = "".join(run.text for page in document.pages for run in page.runs if len(run.text) == 1)
    assert letters.count("B") > 0
    for command in plain(SCENARIO)["commands"]:
        assert next(s for s in plain_map["starts"] if s["id"] == command["start"])["letter"] == command["letter"]


# --- a designer's pack ----------------------------------------------------------------------------------------------

PACK: Mapping[str, Any] = {
    "pack.yaml": {"pack": {"id": "fen", "title": "The Fen", "game": GAME, "edition": "3"}},
    "peoples.yaml": {
        "peoples": [
            {
                "id": "marshfolk",
                "name": "Marshfolk",
                "one": "marshman",
                "of": "marsh",
                "arrows": True,
                "hand": 1,
                "leader_movement": 5,
            },
            {"id": "raider", "name": "Raiders", "one": "raider", "of": "raider", "hand": 1, "leader_movement": 7},
        ]
    },
    "units.yaml": {
        "units": [
            {
                "id": "reeds",
                "name": "Reed men",
                "people": "marshfolk",
                "letter": "B",
                "movement": 3,
                "symbol": "spearmen",
            },
            {
                "id": "riders",
                "name": "Grey riders",
                "people": "raider",
                "letter": "A",
                "movement": 9,
                "symbol": "light-cavalry",
            },
        ]
    },
    "spells.yaml": {
        "spells": [
            {
                "id": "fog",
                "name": "Rising fog",
                "short": "Fog",
                "effect": "steady",
                "copies": {"marshfolk": 2, "raider": 1},
                "target": "none",
                "reach": "command",
                "lasts": "turn",
                "text": "Within {figures.command-radius} hexes.",
            }
        ]
    },
    "terrain.yaml": {
        "terrain": [{"id": "bog", "name": "Bog", "look": "marsh", "cost": 2, "costs_of": {"marshfolk": 1}, "shift": -1}]
    },
    "maps/fen.yaml": {
        "map": {
            "id": "fen",
            "title": "The Fen",
            "game": GAME,
            "columns": 6,
            "rows": 7,
            "layout": "flat-top",
            "shifted": "odd",
            "legend": {".": "clear", "b": "bog"},
            "terrain": ["......", "..bb..", "......", "......", ".bb...", "......", "......"],
            "hexside_waters": [{"id": "ditch", "name": "Ditch", "sides": ["0104 S", "0204 S", "0304 S", "0304 SE"]}],
            "starts": [
                {"id": "reed", "title": "Reed", "livery": "reed", "hexes": ["0202", "0302"], "leader": "0302"},
                {
                    "id": "host",
                    "title": "Host",
                    "livery": "violet",
                    "letter": "H",
                    "hexes": ["0206", "0306"],
                    "leader": "0206",
                },
            ],
        }
    },
    "templates/style.yaml": {
        "style": {
            "liveries": {
                "reed": {
                    "fill": "#88aa33",
                    "panel": "#f4f8e0",
                    "band": "#2c3a08",
                    "device": "device-thistle",
                    "corners": "round",
                }
            }
        }
    },
    "scenarios/fen.yaml": {
        "scenario": {"id": "fen", "title": "Fight in the Fen", "game": GAME, "map": "fen", "turns": 5, "edition": "3"},
        "armies": [
            {"id": "folk", "people": "marshfolk", "name": "Fenmen", "edge": "north", "rout_level": 5},
            {"id": "band", "people": "raider", "name": "Reavers", "edge": "south", "rout_level": 7},
        ],
        "commands": [
            {
                "id": "reed",
                "army": "folk",
                "name": "Reed",
                "letter": "E",
                "livery": "reed",
                "start": "reed",
                "leader": {"name": "Old Moss", "rating": 2, "caster": True},
                "units": [{"unit": "reeds", "count": 2}],
            },
            {
                "id": "host",
                "army": "band",
                "name": "Host",
                "letter": "H",
                "livery": "violet",
                "start": "host",
                "leader": {"name": "Ulf", "rating": 3, "caster": True},
                "units": [{"unit": "riders", "count": 2}],
            },
        ],
    },
}


@pytest.fixture(scope="module")
def fen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Document]:
    """A pack with other peoples, units, colours, spells, ground and a flat-topped map, printed whole."""
    folder = tmp_path_factory.mktemp("pack") / "fen"
    for name, content in PACK.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(yaml.safe_dump(content, allow_unicode=True, sort_keys=False), encoding="utf-8")
    book, report = print_kit("fen", game=GAME, packs=[folder])
    assert book is not None, "\n".join(map(str, report))
    return folder, read_pdf(book.pdf)


def test_a_pack_prints_with_its_own_units_commands_and_map(fen: tuple[Path, Document]) -> None:
    """Names, numbers, colours and ground of the pack stand on counters, chits, cards, sheets and the map."""
    _, document = fen
    text = " ".join(" ".join(page.text for page in document.pages).split())
    for expected in (
        "Reed men",
        "Grey riders",
        "Old Moss",
        "Ulf",
        "Fog",
        "Rising fog",
        "Within 4 hexes.",
        "Bog",
        "2, marshfolk 1",
        "Fenmen",
        "Reavers",
        "Fight in the Fen",
        "edition 3",
        "Hexside stream",
    ):
        assert expected in text, expected
    assert "Dwarves" not in text
    assert "Berserk." not in text  # nobody here can
    assert "Each marsh unit that is attacked" in text
    ids = Counter(text for front, _ in sheets_of(document, "Counters") for slot in slots(front) for text in slot.texts)
    assert all(ids[name] == 1 for name in ("E1", "E2", "H1", "H2", "EL", "HL"))
    assert [start.letter for start in _pack_kit(fen[0]).boards[0].starts] == ["E", "H"]  # the map gives one of them
    cup = [piece for piece in _pack_kit(fen[0]).pieces if piece.face.endswith("activation.svg.j2")]
    assert sum(piece.count for piece in cup) == 5


def test_the_berserk_markers_of_a_battle_without_berserkers_are_left_out(fen: tuple[Path, Document]) -> None:
    """Markers are counted by their formulas over this battle: 4 units, 2 armies, nobody who can go berserk."""
    counts = {piece.id: piece.count for piece in _pack_kit(fen[0]).pieces if piece.face.endswith("/marker.svg.j2")}
    assert counts == {"disordered": 3, "routed": 2, "turn": 1, "vp": 4}


def _pack_kit(folder: Path) -> Kit:
    result, report = make_kit("fen", game=GAME, packs=[folder])
    assert result is not None, list(map(str, report))
    return result


def test_a_silhouette_with_another_letter_than_its_counters_is_told(fen: tuple[Path, Document], tmp_path: Path) -> None:
    """Where the map gives a start a letter that its command does not have, the place on the map is told."""
    pack = Path(shutil.copytree(fen[0], tmp_path / "other"))
    path = pack / "maps" / "fen.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("letter: H", "letter: X"), encoding="utf-8")
    _, report = make_kit("fen", game=GAME, packs=[pack])
    (output,) = [problem for problem in report if problem.rule == "map:start"]
    assert output.message == "the silhouettes of Host show X, but the counters that start there show H."
    assert output.where.file.endswith("fen.yaml")
    assert report.ok


def test_the_same_kit_gives_the_same_bytes() -> None:
    """Twice made, twice the same."""
    item = printed(GAME, game=GAME, only=["chits", "map"]).pdf
    assert item == printed(GAME, game=GAME, only=["chits", "map"], anew=True).pdf


def test_the_whole_game_is_its_one_battle() -> None:
    """`--all` prints everything that the catalogue has: for this game that is its battle."""
    from ibbprint.problems import Report

    whole = game.kit("", KitOptions(whole=True), Report())
    assert whole is not None
    assert [(p.id, p.count) for p in whole.pieces] == [(p.id, p.count) for p in kit().pieces]


def test_the_columns_of_the_notes_end_together() -> None:
    """The page of notes has as much text at the right as at the left, to within two lines."""
    (page,) = document("notes").pages[-1:]
    lines = [run for run in page.runs if 45 < run.y < page.height - 20]
    left, right = ([run.y for run in lines if (run.x > page.width / 2) == side] for side in (False, True))
    assert abs(max(left) - max(right)) < 10
