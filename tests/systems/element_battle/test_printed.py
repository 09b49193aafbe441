"""The kit of an army of elements: tiles and gauges to a tenth of a millimetre, player aids, roster, and credits."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import ibbprint
from ibbprint.engine.api.kits import KitOptions
from ibbprint.jobs.on_paper import PaperOptions
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.systems.element_battle.kit.phrases import edge_numbers
from tests.element_table import DATA, TROOPS, change_entry, reckoned
from tests.helpers import ROOT, SOAK, call_cli, kept, plain
from tests.kits import test_printed_legible as legible
from tests.pdf import Box, Document, Page, Run, read_pdf
from tests.sheets import whole_kit

LISTS = ROOT / "tests" / "lists" / "elements"
PAPERS = ("a4", "letter")
BASES = (40, 60, 25)
TITLE = "Hordes of the Things"
NAMES = {
    "god": "Gods",
    "dragon": "Dragons",
    "airboat": "Airboats",
    "flyers": "Flyers",
    "aerial-hero": "Aerial Heroes",
    "hero": "Heroes",
    "paladin": "Paladins",
    "knights": "Knights",
    "riders": "Riders",
    "raiders": "Raiders",
    "behemoth": "Behemoths",
    "beasts": "Beasts",
    "blades": "Blades",
    "spears": "Spears",
    "pikes": "Pikes",
    "hordes": "Hordes",
    "cleric": "Clerics",
    "shooters": "Shooters",
    "warband": "Warband",
    "skirmishers": "Skirmishers",
    "sneakers": "Sneakers",
    "lurkers": "Lurkers",
    "magician": "Magicians",
    "artillery": "Artillery",
    "stronghold": "Strongholds",
}
ONE = {id: name.removesuffix("s") for id, name in NAMES.items()} | {"hero": "Hero", "aerial-hero": "Aerial Hero"}
"""What a tile calls its element."""
SHALLOW = {"blades", "spears", "pikes", "cleric", "shooters", "warband", "skirmishers", "sneakers", "lurkers"}
Cells = tuple[int, int, int, int]
MIDDLING = {"knights", "riders", "raiders", "beasts", "flyers"}
"""Bases 20 and 30 mm deep of the usual width; all others are square (H-07)."""


@cache
@kept
def kit(scenario: str, only: str = "", paper: str = "a4", base: int = 0, pack: str = "") -> Document:
    whole = scenario in games()
    options = PaperOptions(paper=paper, base=base or None)
    result = ibbprint.kit(scenario, only=only, paper=options, packs=pack or (), whole=whole)
    assert result.ok, result.report
    assert result.pdf
    return read_pdf(result.pdf)


def pages(document: Document, title: str) -> list[Page]:
    return [page for page in document.pages if title.lower() in page.head.partition(": ")[2].lower()]


def cut(pages_: list[Page]) -> Iterator[tuple[Box, str, list[Run]]]:
    """What is cut out of pages: its edges, its text from left to right and top to bottom, and the runs of that."""
    for page in pages_:
        for box in page.cuts:
            runs = [run for run in page.runs if run.box.inside(box, 0.1)]
            yield box, " ".join(run.text for run in sorted(runs, key=lambda run: (round(run.y, 1), run.x))), runs


def deep(name: str) -> Fraction:
    """How deep a base is, of its width."""
    return Fraction(1, 2) if name in SHALLOW else Fraction(3, 4) if name in MIDDLING else Fraction(1)


def by_name(text: str) -> str:
    """The type of a tile by its name, which is printed in small capitals at its foot."""
    return next((id for id, name in ONE.items() if re.search(rf"\b{name}\b(?: · \w[\w ]*)? \d+(?:\.5)? AP", text)), "")


# --- tiles ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("base", "paper"), [(base, paper) for base in BASES for paper in PAPERS])
def test_tiles_have_the_size_of_their_bases(base: int, paper: str) -> None:
    """All types, 40, 60 and 25 mm wide, to a tenth of a millimetre."""
    document = kit("element-battle", "tiles", paper, base)
    fronts = [page for page in pages(document, "Element tiles") if "backs" not in page.head]
    seen = Counter()
    for box, text, _ in cut(fronts):
        name = by_name(text)
        if name:
            seen[name] += 1
            assert box.width == pytest.approx(base, abs=0.1), name
            assert box.height == pytest.approx(base * deep(name), abs=0.1), name
    assert set(seen) == set(NAMES) - {"stronghold"}


def test_tiles_say_what_the_tables_say() -> None:
    """Bonus, moves, points of each type, from a table that was typed anew; a wide base has no other words."""
    document = kit("element-battle", "tiles")
    fronts = [page for page in pages(document, "Element tiles") if "backs" not in page.head]
    for _, text, runs in cut(fronts):
        name = by_name(text)
        if not name:
            continue
        row, words = TROOPS[name], [run.text for run in runs]
        assert f"{row.ap} AP" in words, name
        rates = row.moves.split("/")
        if len(set(rates)) == 1:
            assert rates[0] in words, name
            assert {"everywhere", "all"} & set(words), name
        else:
            moves = [run for run in runs if re.fullmatch(r"\d{3,4}|–", run.text)]
            moves.sort(key=lambda run: (round(run.y), run.x))
            assert [run.text for run in moves] == rates, name
        bonus = "".join(
            run.text for run in sorted(runs, key=lambda run: -run.size) if re.fullmatch(r"[\d/]+", run.text)
        )
        expected = f"{row.foot}" if row.foot == row.others else f"{row.foot}/{row.others}"
        big = max(run.size for run in runs)
        assert "".join(run.text for run in sorted((r for r in runs if r.size == big), key=lambda r: r.x)) == expected, (
            name,
            bonus,
        )


def test_symbols_on_square_bases_read_at_arms_length() -> None:
    """The room of an element's symbol is 30% of its face; shallow bases have less, for their outcomes are long."""
    document = kit("element-battle", "tiles")
    seen = set()
    for page in (page for page in pages(document, "Element tiles") if "backs" not in page.head):
        for box, text, _ in cut([page]):
            name = by_name(text)
            if not name or abs(box.width - box.height) > 0.1:
                continue
            side = math.sqrt(0.3 * box.width * box.height)
            room = Box(box.left + 2, box.top + 3, box.left + 2.4 + side, box.top + 3.4 + side)
            drawn = [shape.box for shape in page.shapes if shape.box.inside(room)]
            wide = max(element.right for element in drawn) - min(one.left for one in drawn)
            high = max(entry.bottom for entry in drawn) - min(item.top for item in drawn)
            assert max(wide, high) >= 0.85 * side, name
            seen.add(name)
    assert len(seen) == len(NAMES) - 1 - len(SHALLOW) - len(MIDDLING)


def test_a_list_makes_a_tile_for_each_element(tmp_path: Path) -> None:
    """Eight blades, one of them the general; a stronghold, for the army may have to defend; a frog for the hero."""
    document = kit(str(LISTS / "envelope.txt"), "tiles")
    fronts = [page for page in pages(document, "Element tiles") if "backs" not in page.head]
    texts = [text for _, text, _ in cut(fronts)]
    assert Counter(map(by_name, texts)) == {"blades": 8, "knights": 2, "hero": 1, "": 2}
    assert sum("general" in text for text in texts) == 1
    (stronghold,) = [box for box, text, _ in cut(fronts) if "Stronghold" in text.split()]
    assert (stronghold.width, stronghold.height) == pytest.approx((80, 80), abs=0.1)
    (frog,) = [text for text in texts if "Frog" in text]
    assert "At 6 it turns back." in frog
    assert re.findall(r"\b\d\b", frog.replace("At 6", "")) == list("123456")
    attacker = tmp_path / "attacker.txt"
    attacker.write_text("Role: attacker\n" + (LISTS / "envelope.txt").read_text(), encoding="utf-8")
    assert "Stronghold" not in kit(str(attacker), "tiles").text.split()


@pytest.mark.parametrize("base", BASES)
def test_half_points_are_on_the_tile(base: int) -> None:
    """Riders who are good in woods cost 2.5 and say so."""
    document = kit(str(LISTS / "adern-with-half-points.txt"), "tiles", base=base)
    fronts = [page for page in pages(document, "Element tiles") if "backs" not in page.head]
    riders = [text for _, text, _ in cut(fronts) if "Rider" in text]
    assert len(riders) == 2
    assert all("2.5 AP" in text and "good in woods" in text for text in riders)


def test_there_is_a_frog_only_where_an_enemy_can_make_one(tmp_path: Path) -> None:
    """The hero of Deep Delve has no magician against him, so no frog; with magicians for riders he has one."""
    assert "Frog" not in kit("deep-delve", "tiles").text.split()
    scenario = (ROOT / "scenarios" / "element-battle" / "deep-delve.yaml").read_text(encoding="utf-8")
    assert "type: riders" in scenario
    other = tmp_path / "magicians.yaml"
    scenario = scenario.replace("type: riders", "type: magician").replace("id: deep-delve", "id: magicians")
    other.write_text(scenario, encoding="utf-8")
    parts = kit(str(other), "tiles,markers").text.split()
    assert "Frog" in parts
    assert "Cast" in parts


@pytest.mark.parametrize("base", BASES)
def test_a_frog_that_needs_its_pips_in_one_turn_has_no_boxes(base: int) -> None:
    """H-32 as chosen with --rule: there is nothing to mark."""
    chosen = {"H-32": "single_turn"}
    result = ibbprint.kit(str(LISTS / "envelope.txt"), only="tiles", paper=PaperOptions(base=base), rules=chosen)
    assert result.pdf, result.report
    document = read_pdf(result.pdf)
    (frog,) = [text for _, text, _ in cut(pages(document, "Element tiles")) if "Frog" in text]
    assert "6 PIPs in one turn" in frog
    assert "Mark" not in frog
    assert not re.findall(r"\b[1-5]\b", frog)


@pytest.mark.parametrize("base", BASES)
def test_a_long_name_is_cut_on_tiles(base: int, tmp_path: Path) -> None:
    """The title of a post is the name of its army, on backs and frogs as far as there is room for it."""
    list_ = tmp_path / "post.txt"
    title = "The Most Excellent and Glorious Company of the Western Woods"
    list_.write_text(f"{title}\nHero (general) 4\n10 x Blades 20\n", encoding="utf-8")
    document = kit(str(list_), "tiles", base=base)
    legible.test_no_text_is_smaller_than_5_points(document)
    names = {run.text for page in pages(document, "Element tiles") for run in page.runs if run.text.endswith("…")}
    assert names
    assert all(title.startswith(name[:-1]) and len(name) > 12 for name in names)


def test_markers_are_as_many_as_the_armies_need() -> None:
    """Nobody casts at Deep Delve, and three can shoot."""
    document = kit("deep-delve", "markers")
    (front,) = [page for page in pages(document, "Markers") if "backs" not in page.head]
    assert Counter(text for _, text, _ in cut([front])) == {"General": 2, "Moved": 12, "Shot": 3}


# --- what is measured with ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("base", "paper"), [(base, paper) for base in BASES for paper in PAPERS])
def test_sticks_gauges_and_boxes(base: int, paper: str) -> None:
    """H-X36 and the same for other bases: 600 paces are 150 mm of a base of 40, and 1200 two sticks end to end."""
    document = kit("deep-delve", "gauges,tracks", paper, base)
    results = {text: (box, runs) for box, text, runs in cut(pages(document, "Measuring gauges"))}

    def size(words: str) -> tuple[float, float]:
        (box,) = [box for text, (box, _) in results.items() if all(part in text for part in words.split(": "))]
        return (box.width, box.height) if box.width > box.height or words != "600" else (box.height, box.width)

    mm = base / 160
    (first,) = [text for text in results if "600" in text and "500" in text and "1200" not in text]
    (second,) = [text for text in results if "1200" in text and "PIP" not in text]
    for stick in (first, second):
        box = results[stick][0]
        assert max(box.width, box.height) == pytest.approx(600 * mm, abs=0.1)
        ticks = sorted(
            (run.box.right if box.width > box.height else run.box.bottom)
            for run in results[stick][1]
            if re.fullmatch(r"1?\d00", run.text) and run.size == pytest.approx(9, abs=0.1)
        )
        assert len(ticks) == 6
        assert all(b - a == pytest.approx(100 * mm, abs=0.1) for a, b in pairwise(ticks))
    assert size("160 x 160 paces") == pytest.approx((base, base), abs=0.1)
    assert sorted(size("Shooters: 200 paces")) == pytest.approx(sorted((480 * mm, 200 * mm)), abs=0.1)
    assert sorted(size("Artillery 500 paces")) == pytest.approx(sorted((480 * mm, 500 * mm)), abs=0.1)
    tracks = [runs for _, text, runs in cut(pages(document, "PIP tracks")) if "PIPs" in text]
    assert len(tracks) == 2
    for runs in tracks:
        assert {run.text for run in runs if run.size > 12} == set("123456")


def test_the_command_prints_lengths_and_boxes_to_size(tmp_path: Path) -> None:
    """Row H-X36: 600 paces, 1200 as two sticks, both shooting boxes and the stronghold, in mm."""
    path = tmp_path / "kit.pdf"
    result = call_cli("kit", "deep-delve", "--only", "gauges,tiles", "--output", str(path))
    assert result.returncode == 0, result.stderr
    sizes = {text: (box.width, box.height) for box, text, _ in cut(read_pdf(path.read_bytes()).pages)}
    values = {
        "600 wading": (150, 14),
        "first stick: 1200": (150, 14),
        "Shooters 200 paces": (120, 50),
        "Artillery 500 paces": (120, 125),
        "Stronghold Captured": (80, 80),
    }
    for words, size in values.items():
        printed = [size for text, size in sizes.items() if all(word in text for word in words.split())]
        assert printed == [pytest.approx(size, abs=0.1)], words


def test_the_ticks_of_a_stick_are_drawn_where_the_numbers_stand() -> None:
    """The black and white parts of the first stick end every 25 mm."""
    document = kit("deep-delve", "gauges")
    page = next(page for page in pages(document, "Measuring gauges") if "spells" in page.text)
    (box,) = [box for box, text, _ in cut([page]) if "spells" in text]
    parts = sorted(
        {round(s.box.left - box.left, 1) for s in page.shapes if s.fill and s.box.inside(box.grown(2), 0.05)}
    )
    assert parts == [0.0, 25.0, 50.0, 75.0, 100.0, 125.0]


def test_templates_of_terrain() -> None:
    """Sides of 50 to 100 mm, as the generator rolls; rivers and roads in four parts of 600 paces."""
    document = kit("deep-delve", "terrain")
    names = Counter()
    for box, text, _ in cut(pages(document, "Terrain templates")):
        sides = {round(box.width), round(box.height)}
        kind = re.sub(r"^[\d ]+| \d of 4.*", "", text)
        names[kind] += 1
        assert sides <= ({50, 75, 100} if kind not in ("River", "Road") else {150, 50, 20}), text
    assert names == {"Wood": 3, "Rough ground": 2, "Marsh": 1, "Gentle hill": 1, "Steep hill": 1, "River": 4, "Road": 4}


# --- player aids ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
def test_each_army_has_an_aid_of_two_sides_in_type_that_can_be_read(paper: str) -> None:
    """Battle, and troops, terrain and points: 7.5 points and more under the head, inside the paper, nothing lost."""
    document = kit("deep-delve", "crib", paper)
    aids = pages(document, "Player aid")
    assert len(aids) == 4
    for page in aids:
        body = [run for run in page.runs if run.y > 18]
        assert all(run.size >= 7.49 for run in body), sorted({round(run.size, 1) for run in body})
        assert all(run.box.inside(page.trim, -4) for run in page.runs)
    assert len(pages(kit(str(LISTS / "envelope.txt"), "crib"), "Player aid")) == 2


def test_the_second_side_can_be_printed_alone() -> None:
    """`--only troops`: one page, the same as that of the aid."""
    (page,) = pages(kit("deep-delve", "troops"), "Troops and points")
    (aid,) = [item for item in pages(kit("deep-delve", "crib"), "Player aid")[:2] if "Distances" in titles(item)]
    assert page.text.partition("Element battle")[2] == aid.text.partition("Element battle")[2]


SET_UP = (
    "1. Who defends. Each side rolls a die; the lower defends. Equal dice roll again. "
    "2. Terrain. The defender lays it out on a table 2400 paces square. "
    "3. Edges. The attacker numbers the edges 1, 2, 3 and 4+ as he likes, rolls a die, and gets the edge that it "
    "shows. 4. The defender places his stronghold, in good going and clear of terrain, and deploys first, all within "
    "600 paces of the opposite edge. 5. The attacker deploys within 600 paces of his edge. "
    "6. The defender takes the first turn."
)
"""The set-up in the order in which it is done (H-R01 to H-R05, H-01, H-09, H-56)."""


def set_up_panel(page: Page) -> str:
    """The words of the panel with the set-up, read off its place on the page."""
    head = next(run for run in page.runs if run.text == "Setting up")
    below = next(run for run in page.runs if run.text == "Distances")
    assert abs(head.x - below.x) < 0.2
    runs = [run for run in page.runs if run.x >= head.x - 0.2 and head.y < run.y < below.y and run is not head]
    return " ".join(" ".join(run.text for run in sorted(runs, key=lambda run: (round(run.y, 1), run.x))).split())


@pytest.mark.parametrize(
    ("what", "paper"),
    [("deep-delve", "a4"), ("deep-delve", "letter"), (str(LISTS / "envelope.txt"), "a4"), ("element-battle", "a4")],
)
def test_the_set_up_is_on_the_aid_step_by_step(what: str, paper: str) -> None:
    """Who defends, terrain, edges numbered 1, 2, 3 and 4+, stronghold, 600 paces, first turn: on every second side."""
    aids = pages(kit(what, "crib", paper), "Player aid")
    sides = [page for page in aids if "Setting up" in titles(page)]
    assert len(sides) == len(aids) // 2 > 0
    for page in sides:
        text = re.sub(r"(\d)\. +", r"\1. ", set_up_panel(page)).replace(" .", ".")
        assert text.removeprefix("What the scenario leaves open, in this order: ") == SET_UP


def test_the_figures_of_the_set_up_follow_the_catalogue(tmp_path: Path) -> None:
    """A pack with another table or depth of deployment prints its own; the last edge has all higher faces."""
    for id, value in (("deploy", 500), ("table", 1800)):
        (tmp_path / id).mkdir()
        change_entry(tmp_path / id, "figures", id, value=value)
    texts = {}
    for id in ("deploy", "table"):
        (page,) = pages(kit("element-battle", "troops", pack=str(tmp_path / id)), "Troops and points")
        texts[id] = set_up_panel(page)
    assert texts["deploy"].count("500 paces") == 2
    assert "600" not in texts["deploy"]
    assert "1800 paces square" in texts["table"]
    assert edge_numbers(4) == "1, 2, 3 and 4"
    assert edge_numbers(8) == "1, 2, 3 and 4+"


def titles(page: Page) -> set[str]:
    """The heads of the panels of a page, in the letters in which they were written."""
    return {run.text for run in page.runs if "SmallCaps" in run.font.base}


def test_the_table_of_losers_is_by_their_type() -> None:
    """Every type has its row, in the order of the alphabet, and the row says what the source says."""
    page = pages(kit("deep-delve", "crib"), "Player aid")[0]
    left = next(run.x for run in page.runs if run.text == "Loser")
    heads = [run for run in page.runs if abs(run.x - left) < 0.2 and run.font.base.endswith("Bold")]
    names = " ".join(run.text for run in sorted(heads, key=lambda run: run.y))
    assert all(name in names for name in NAMES.values())
    text = " ".join(page.text.split())
    assert "Half the winner’s total or less: Destroyed unless the row says otherwise" in text
    for row in (
        "Blades Destroyed v Warband; else Recoil",
        "Sneakers Flee",
        "Lurkers Flee the field",
        "Behemoths Flee v Magicians, Dragons or Artillery; else Recoil",
        "Flyers Flee v Magicians; else Recoil Half or less: Destroyed v Heroes, Magicians, aerials or Shooters; else",
    ):
        assert " ".join(row.split()) in text, row


def test_what_becomes_of_losers_is_tinted_with_the_factors_beside() -> None:
    """The worse it is the darker its ground, in the table and in the list; the factors stand at its right."""
    page = pages(kit("deep-delve", "crib"), "Player aid")[0]
    at = {run.text: run for run in page.runs}
    loser, factors = at["The loser"], at["Combat: die + bonus + factors"]
    assert loser.y == pytest.approx(factors.y, abs=0.1)
    assert loser.x < factors.x
    outcomes = plain(DATA / "outcomes.yaml")["outcomes"]
    tones = []
    for outcome in sorted(outcomes, key=lambda one: one["severity"]):
        here = {
            round(sum(page.ground(run.box.centre, run.order, run.piece)), 2)
            for run in page.runs
            if run.text.strip() == outcome["name"]
        }
        assert len(here) == 1, outcome["name"]
        tones.append(here.pop())
    assert tones == sorted(tones, reverse=True)
    assert len(set(tones)) > 4


def test_a_pack_can_make_another_end_the_usual_one(tmp_path: Path) -> None:
    """Where all types flee with half the winner's total, the line above the table says so, and no row does."""
    troops = plain(DATA / "troops.yaml")["troops"]
    changed = [{**unit, "half": [{"result": "flee"}]} for unit in troops]
    (tmp_path / "pack.yaml").write_text("pack: {id: meek, title: Meek, game: element-battle}\n", encoding="utf-8")
    (tmp_path / "troops.yaml").write_text(yaml.safe_dump({"troops": changed}), encoding="utf-8")
    text = " ".join(pages(kit("deep-delve", "crib", pack=str(tmp_path)), "Player aid")[0].text.split())
    assert "Half the winner’s total or less: Flee unless the row says otherwise" in text
    assert "Half or less:" not in text


def test_the_page_of_battle_says_who_counts_as_somebody_else(tmp_path: Path) -> None:
    """Aerial Heroes in the lines of Heroes, and whoever does so in a pack."""
    change_entry(tmp_path, "troops", "sneakers", counts_as="skirmishers")
    for pack, output in (("", []), (str(tmp_path), ["Sneakers count as Skirmishers."])):
        page = pages(kit("deep-delve", "crib", pack=pack), "Player aid")[0]
        text = " ".join(run.text.strip() for run in page.runs)
        assert re.findall(r"[A-Z]\w+(?: [A-Z]\w+)? count as \w+ ?\.", text) == [
            "Aerial Heroes count as Heroes.",
            *output,
        ]


def test_the_page_of_troops_has_every_figure() -> None:
    """Bonus, moves and points of all 25, from a table that was typed anew."""
    (page,) = pages(kit("deep-delve", "troops"), "Troops and points")
    rows: dict[float, list[Run]] = {}
    for run in page.runs:
        if run.x < page.width * 0.6:
            rows.setdefault(round(run.y, 1), []).append(run)
    lines = [sorted(line, key=lambda run: run.x) for line in rows.values()]
    results = {
        re.sub(r" ?\*|,.*", "", line[0].text).strip(): figures
        for line in lines
        if len(figures := [run.text.strip() for run in line if re.fullmatch(r"\d+|–", run.text.strip())]) == 6
    }
    for id, row in TROOPS.items():
        assert results[NAMES[id]] == [str(row.foot), str(row.others), *row.moves.split("/"), str(row.ap)], id


def test_the_printed_odds_are_those_of_the_engine() -> None:
    """Each cell of the table of Deep Delve's blades: how often the enemy and they are lost, in percent."""
    (page,) = pages(kit(str(LISTS / "no-general.txt"), "odds"), "Odds")
    column = next(run for run in page.runs if run.text == "Blades" and run.x > 60)
    for id in TROOPS:
        name = next(run for run in page.runs if run.text == NAMES[id] and run.x < 60)
        cell = "".join(
            run.text
            for run in sorted(page.runs, key=lambda run: run.x)
            if abs(run.y - name.y) < 0.5 and abs(run.middle - column.middle) < 9 and run is not name
        )
        result = reckoned("blades", id)
        theirs, ours = (_lost(result, side) for side in (1, 0))
        assert cell.replace(" ", "") == f"{theirs}/{ours}", id


def _lost(came: dict[tuple[int | None, str], Fraction], side: int) -> str:
    lost = ("destroyed", "ensorcelled", "flee-off", "captured")
    chance = sum(
        (part for (who, what), part in came.items() if what == "both" or (who == side and what in lost)), Fraction(0)
    )
    return str(round(chance * 100)) if chance else "–"


# --- rosters and deployment -----------------------------------------------------------------------------------------


def test_the_roster_has_the_verdict_and_the_hash_that_check_tells() -> None:
    for name, verdict in (("mire-host", "Legal."), ("twelve-kings", "Not legal.")):
        path = LISTS / f"{name}.txt"
        data = json.loads(call_cli("check", str(path), "--json").stdout)
        (page,) = pages(kit(str(path), "roster"), "Roster")
        assert verdict in page.text
        assert data["armies"][0]["hash"] in page.text
        assert "24 of 24 AP" in page.text
    assert "3 over 12" in page.text
    assert "H-02 dear" in page.text


@pytest.mark.parametrize("paper", PAPERS)
def test_the_roster_of_two_armies_is_a_page(paper: str) -> None:
    assert len(pages(kit("deep-delve", "roster", paper), "Roster")) == 1


def test_the_default_deployment_of_the_sample_armies() -> None:
    """H-71, H.6: Deep Delve stands in cells 20 to 100 from the west, Mire Host 8 to 112, Cloud Court 24 to 96."""
    from ibbprint.systems.element_battle.deployment import Fielded, deploy

    catalogue = games()["element-battle"].sound_catalogue(KitOptions(), Report())  # type: ignore[attr-defined]
    armies = {
        (20, 100): "blades*6 shooters*2 artillery hero lurkers",
        (8, 112): "warband*5 behemoth riders*2 hordes*4 skirmishers",
        (24, 96): "aerial-hero flyers*3 spears*4 cleric lurkers",
    }
    for (west, east), army in armies.items():
        troops = [
            catalogue.troops[name]
            for name, _, times in (word.partition("*") for word in army.split())
            for _ in range(int(times or 1))
        ]
        result = deploy([Fielded(troop) for troop in troops], catalogue, (), None, attacker=True)
        boxes = [item.box for item in result.standing]
        assert (min(box.x for box in boxes), max(box.x + box.width for box in boxes)) == (west, east)
        assert {box.y + box.depth for box in boxes} == {30}
        assert len(result.waiting) == ("lurkers" in army)


def test_the_sheet_of_the_table_is_drawn_to_its_cells() -> None:
    """Every piece of terrain of HT-1 and the stronghold are where the file says, 1.4 mm to the cell."""
    (page,) = pages(kit("deep-delve", "scenario"), "Table and deployment")
    side = max((shape.outline for shape in page.shapes if shape.outline.width > 160), key=lambda box: box.width)
    table = next(
        shape.outline
        for shape in page.shapes
        if abs(shape.outline.width - shape.outline.height) < 0.5 and shape.outline.width > 150
    )
    assert side.width >= table.width - 0.5
    cell = table.width / 120

    def drawn(x: int, y: int, width: int, depth: int) -> bool:
        expected = (
            table.left + x * cell,
            table.bottom - (y + depth) * cell,
            table.left + (x + width) * cell,
            table.bottom - y * cell,
        )
        return any(
            (s.outline.left, s.outline.top, s.outline.right, s.outline.bottom) == pytest.approx(expected, abs=0.4)
            for s in page.shapes
        )

    for box in ((30, 50, 20, 15), (75, 55, 20, 15), (52, 75, 14, 13), (8, 68, 12, 15), (52, 104, 16, 16)):
        assert drawn(*box), box
    assert [n for n in range(7) if not drawn(20 + 8 * n, 90, 8, 4)] == []


def test_the_sheet_of_the_table_says_which_symbol_is_which_type() -> None:
    """Every element of both armies by its symbol and name, the general apart from the others of his type."""
    (page,) = pages(kit("deep-delve", "scenario"), "Table and deployment")
    text = " ".join(run.text.strip() for run in sorted(page.runs, key=lambda run: (round(run.y), run.x)))
    for army in (
        ["2 Shooters", "5 Blades", "1 Blade (general)", "1 Artillery", "1 Hero", "1 Lurker"],
        ["2 Riders", "4 Hordes", "4 Warband", "1 Warband (general)", "1 Behemoth", "1 Skirmisher"],
    ):
        assert re.search(" ?, ".join(map(re.escape, army)), text), text


@pytest.mark.parametrize(("x", "right"), [(2, True), (40, True), (52, False), (90, False)])
def test_the_name_of_an_army_is_clear_of_its_stronghold(x: int, right: bool, tmp_path: Path) -> None:
    """Wherever the stronghold is; a name as wide as the table is cut."""
    shipped = (ROOT / "scenarios" / "element-battle" / "deep-delve.yaml").read_text("utf-8")
    name = "W" * 40
    text = shipped.replace("name: Deep Delve\n", f"name: {name}\n    stronghold: {{x: {x}, y: 104}}\n")
    (tmp_path / "moved.yaml").write_text(text, encoding="utf-8")
    (page,) = pages(kit(str(tmp_path / "moved.yaml"), "scenario"), "Table and deployment")
    (run,) = [run for run in page.runs if run.text.startswith("WWW") and "…, defender" in run.text]
    table = next(
        s.outline for s in page.shapes if s.outline.width > 150 and abs(s.outline.width - s.outline.height) < 0.5
    )
    cell = table.width / 120
    assert (run.box.left > table.left + 60 * cell - 10) == right
    assert run.box.right < table.left + x * cell or run.box.left > table.left + (x + 16) * cell


@given(
    st.tuples(*(st.integers(0, 30) for _ in "xy"), *(st.integers(1, 40) for _ in "wd")),
    st.lists(st.tuples(*(st.integers(0, 60) for _ in "xy"), *(st.integers(1, 20) for _ in "wd")), max_size=8),
)
def test_the_letter_of_a_piece_of_terrain_is_clear_of_elements(piece: Cells, taken: list[Cells]) -> None:
    """It is inside its piece, and where nobody stands if there is such a place for it."""
    from ibbprint.systems.element_battle.deployment import Box as Area
    from ibbprint.systems.element_battle.kit.table import free_spot

    area, others = Area(*piece), [Area(*item) for item in taken]
    spot = free_spot(area, others)
    assert area.x <= spot.x <= spot.x + spot.width <= area.x + area.width
    assert area.y <= spot.y <= spot.y + spot.depth <= area.y + area.depth
    free = [
        place
        for x in range(area.x, area.x + area.width - spot.width + 1)
        for y in range(area.y, area.y + area.depth - spot.depth + 1)
        for place in [spot._replace(x=x, y=y)]
        if not any(place.meets(other) for other in others)
    ]
    assert not free or spot in free


PRINTED = [(40, "a4"), (60, "letter"), (25, "letter"), (39, "a4")]


@pytest.mark.parametrize(("base", "paper"), PRINTED if SOAK else PRINTED[::2])
def test_everything_can_be_read(base: int, paper: str) -> None:
    """Size, contrast and room of every text, in a battle and in the whole catalogue, as in the kits of other games."""
    for scenario in ("deep-delve", "element-battle"):
        document = kit(scenario, "", paper, base)
        legible.test_no_text_is_smaller_than_5_points(document)
        legible.test_white_text_is_at_least_6_points_and_bold(document)
        legible.test_text_stands_out_from_its_ground(document)
        legible.test_texts_do_not_run_into_each_other(document)
        legible.test_texts_do_not_run_over_symbols(document)
        legible.test_heads_of_pages_fit(document)


# --- names and credits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["deep-delve", "element-battle", str(LISTS / "cloud-court.txt")])
def test_the_published_title_stands_once_in_the_credit_line(scenario: str) -> None:
    """Once in the whole kit, on its first page, with "not affiliated"; everything else is neutral."""
    document = kit(scenario)
    assert document.text.count(TITLE) == 1
    assert TITLE in document.pages[0].text
    assert document.text.count("not affiliated") == 1
    assert "HOTT" not in document.text


CREDITS = {
    "defend-the-bridge": "Itty Bitty Battles",
    "ayrenes-woods": "Roberto Chiavini",
    "two-villages": "warwithoutminis.blogspot.com",
    "deep-delve": "Wargames Research Group",
}


@pytest.mark.parametrize("scenario", CREDITS)
def test_the_kits_of_all_games_name_whose_they_are(scenario: str) -> None:
    """Z.13: the first page, one line, "not affiliated", rules in our own words."""
    game = {"two-villages": "microbattle", "deep-delve": "element-battle"}.get(scenario, "")
    first = whole_kit(scenario, game=game).pages[0].text
    assert CREDITS[scenario] in first
    assert "not affiliated" in first
    assert "in our own words" in first


def test_every_game_that_is_shipped_has_its_credit() -> None:
    folder = DATA.parent.parent
    for game in ("ibb", "ayrenes_woods", "microbattle", "element_battle"):
        assert (folder / game / "data" / "credits.yaml").is_file(), game


def test_a_pack_changes_the_credit_line(tmp_path: Path) -> None:
    change_entry(tmp_path, "credits", "element-battle", text="The club’s own elements, by Ashwin.")
    first = kit("deep-delve", pack=str(tmp_path)).pages[0].text
    assert "The club’s own elements, by Ashwin." in first
    assert TITLE not in first


def test_rules_are_named_on_the_page_of_notes_only() -> None:
    """G-65."""
    for page in kit("deep-delve").pages:
        assert bool(re.search(r"\bH-R?\d\d\b", page.text)) is (": Notes" in page.head), page.head


# --- as a job -------------------------------------------------------------------------------------------------------


def test_the_same_list_makes_the_same_bytes() -> None:
    item, other = (ibbprint.kit(str(LISTS / "envelope.txt"), only="tiles,roster").pdf for _ in range(2))
    assert item == other


def test_a_base_that_no_element_has_is_refused() -> None:
    for base, output in (("10", "25 to 60 mm"), ("200", "25 to 60 mm"), ("wide", "--base")):
        result = call_cli("kit", "deep-delve", "--base", base)
        assert result.returncode == 2
        assert output in result.stderr


def test_a_base_is_of_games_of_elements_only(tmp_path: Path) -> None:
    """Elsewhere it is told that nothing changes."""
    result = call_cli("kit", "two-villages", "--only", "cards", "--base", "60", "-o", str(tmp_path))
    assert "no element tile is printed, so --base changes nothing" in result.stderr


def test_a_pack_changes_tiles_and_gauges(tmp_path: Path) -> None:
    """Shooters that reach 300 paces have a longer box, and say so on their tile."""
    change_entry(tmp_path, "troops", "shooters", range=300)
    document = kit("deep-delve", "tiles,gauges", pack=str(tmp_path))
    (box,) = [box for box, _, runs in cut(document.pages) if {"Shooters", "300 paces"} <= {run.text for run in runs}]
    assert sorted((box.width, box.height)) == pytest.approx([75, 120], abs=0.1)
    assert "shoots 300" in document.text


def test_sizes_are_listed_as_people_do() -> None:
    """Four sizes of tiles: commas, and a last `and`."""
    page = kit("deep-delve").pages[0]
    (first,) = [run for run in page.runs if "tiles are" in run.text]
    line = sorted((run for run in page.runs if abs(run.y - first.y) < 0.5), key=lambda run: run.x)
    text = re.sub(r" +([,.])", r"\1", " ".join(" ".join(run.text for run in line).split()))
    assert text.endswith("Element tiles are 40 x 20 mm, 40 x 30 mm, squares of 40 mm and squares of 80 mm.")
