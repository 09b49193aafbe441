"""Maps from a seed: what every map of every theme promises, what each gate refuses, and the commands `map`.

`map_hashes.yaml` has the hashes of 200 maps of each theme, and whatever machine makes them must come to the same; the
soak makes all of them, a usual run the first few.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import ibbprint
from ibbprint.catalogue.maps import HexMap, map_in
from ibbprint.catalogue.models.themes import Theme
from ibbprint.catalogue.source import parse_yaml
from ibbprint.dice import seed_of
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.engine.api.land import Country
from ibbprint.engine.land.draft import Draft
from ibbprint.engine.land.gates import judged, shares_of
from ibbprint.engine.land.making import MadeMap, drafted, make_map
from ibbprint.engine.land.naming import LONGEST, echoes
from ibbprint.engine.land.references import check_themes
from ibbprint.jobs.maps import ShowOrder, shown_map
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.systems.ayrenes_woods.catalogue import Catalogue as AyrenesCatalogue
from ibbprint.systems.ibb.catalogue import Catalogue
from tests.helpers import ROOT, SOAK, call_cli, make_pack, printed, quick_load, run_cli
from tests.pdf import read_pdf
from tools.map_hashes import hash_of, most_alike

HASHES: dict[str, str] = quick_load((Path(__file__).parent / "map_hashes.yaml").read_text(encoding="utf-8"))
THEMES = [tuple(name.split()) for name in HASHES]
SEEDS = range(1, 201) if SOAK else range(1, 4)
MAPS = [(game, theme, seed) for game, theme in THEMES for seed in SEEDS]


@cache
def country(game: str) -> Country:
    report = Report()
    able = games()[game]
    assert able.offers(Game.country)
    result = able.country(KitOptions(), report)
    assert result is not None, "\n".join(map(str, report))
    return result


@cache
def made(game: str, theme: str, seed: int | str) -> MadeMap:
    report, land = Report(), country(game)
    board = make_map(land, land.themes[theme], str(seed), land.size, "", report)
    assert board is not None, "\n".join(map(str, report))
    return board


def drawn(theme: Theme, seed: str = "7") -> Draft:
    return drafted(country("ibb"), theme, seed, (22, 16))


def every(what: str) -> Iterator[tuple[str, HexMap]]:
    """The maps of a game, each with what it is called in a failure."""
    for game, theme, seed in MAPS:
        if game == what:
            yield f"{theme} {seed}", made(game, theme, seed).map


def read(text: str, game: str = "ibb") -> HexMap:
    """A map that was edited by hand."""
    report = Report()
    source = parse_yaml(text, "edited.yaml", report)
    assert source is not None
    result = map_in(source, report)
    assert result is not None, "\n".join(map(str, report))
    sound = country(game).read(*result, report)
    assert sound is not None, "\n".join(map(str, report))
    return sound


def faults(text: str, theme: str = "", game: str = "ibb") -> list[tuple[str, str]]:
    """The gates that an edited map does not come through, and the message of each fault."""
    land = country(game)
    result = judged(read(text, game), land, land.themes[theme] if theme else None).faults
    return [(fault.gate, fault.message) for fault in result]


def gates(text: str, theme: str = "", game: str = "ibb") -> dict[str, str]:
    """The same, with one message of each gate."""
    return dict(faults(text, theme, game))


def sides_of(found: HexMap, hex: str) -> list[str]:
    """The sides of the map that a hex is on."""
    column, row = int(hex[:2]), int(hex[2:])
    at = {"North": row == 1, "South": row == found.grid.rows, "West": column == 1, "East": column == found.grid.columns}
    return [side for side, here in at.items() if here]


# --- what every map promises -------------------------------------------------------------------------------------


class TestEveryMap:
    def test_every_theme_has_its_hashes(self) -> None:
        """No theme is forgotten in the list, and each has two hundred."""
        there = [
            (game.id, theme.id)
            for game in games().values()
            if game.offers(Game.country)
            for theme in country(game.id).themes
        ]
        assert there == THEMES
        assert {len(text.split()) for text in HASHES.values()} == {200}

    @pytest.mark.parametrize(("game", "theme"), THEMES)
    def test_the_same_seed_gives_the_same_bytes_everywhere(self, game: str, theme: str) -> None:
        """The file of each seed has the hash that was committed."""
        hashes = HASHES[f"{game} {theme}"].split()
        results = {seed: hash_of(made(game, theme, seed)) for seed in SEEDS}
        assert results == {seed: hashes[seed - 1] for seed in SEEDS}

    def test_another_process_makes_the_same(self, tmp_path: Path) -> None:
        """With other hashes of texts, and from the command line."""
        for number in ("1", "2"):
            result = run_cli("map", "new", "--seed", "1", "-o", f"{number}.yaml", cwd=tmp_path, PYTHONHASHSEED=number)
            assert result.returncode == 0, result.stderr
        assert (tmp_path / "1.yaml").read_bytes() == (tmp_path / "2.yaml").read_bytes()

    @pytest.mark.parametrize(("game", "theme"), THEMES)
    def test_each_comes_through_the_gates_and_keeps_its_shares(self, game: str, theme: str) -> None:
        """The map of the file, read again, has no fault, and each ground is within 3 points of its theme."""
        expected = shares_of(country(game).themes[theme])
        for seed in SEEDS:
            scenario = made(game, theme, seed)
            assert gates(scenario.text, theme, game) == {}, seed
            shares = dict(scenario.judged.shares)
            off = {ground: shares.get(ground, 0) - 10 * share for ground, share in expected.items()}
            assert all(abs(points) <= 30 for points in off.values()), (seed, off)

    @pytest.mark.parametrize(("game", "theme"), THEMES)
    def test_no_two_are_alike(self, game: str, theme: str) -> None:
        """No pair has more than 85% of its hexes in common: their ground, and the water along their sides."""
        assert most_alike([made(game, theme, seed).map for seed in SEEDS]) <= 85

    def test_a_river_has_one_to_three_crossings(self) -> None:
        """Every theme with a river or a brook across it, and the bridge or ford is where the road goes over it."""
        for game, theme, seed in MAPS:
            scenario = made(game, theme, seed)
            if country(game).themes[theme].river is not None:
                assert 1 <= scenario.judged.crossings <= 3, (theme, seed)
            roads = {name for road in scenario.map.model.roads for name in road.hexes}
            assert scenario.map.bridges <= roads & scenario.map.water, (theme, seed)

    def test_no_road_stops_nowhere_and_no_water_in_a_field(self) -> None:
        """A road ends at the edge or at another road; a river runs from edge to edge or into the sea."""
        for name, result in every("ibb"):
            model, grid = result.model, result.grid
            for road in model.roads:
                others = {h for other in model.roads if other is not road for h in other.hexes}
                for end, inner in ((road.hexes[0], road.hexes[1]), (road.hexes[-1], road.hexes[-2])):
                    assert end in others or grid.leads_out(end, inner), (name, road.name)
            for number, water in enumerate(model.waters):
                end, inner = water.hexes[-1], water.hexes[-2]
                assert water.joins is not None or grid.leads_out(end, inner), (name, water.name)
                if number == 0:
                    assert grid.leads_out(water.hexes[0], water.hexes[1]), (name, water.name)

    def test_a_water_never_touches_itself(self) -> None:
        for name, result in every("ibb"):
            for water in result.model.waters:
                for place, item in enumerate(water.hexes):
                    assert not set(result.grid.neighbours(item)) & set(water.hexes[place + 2 :]), (name, water.name)

    def test_no_crest_stands_at_the_water(self) -> None:
        """The river runs round the heights."""
        for name, result in every("ibb"):
            crest = {h for h, kind in result.terrain.items() if kind == "crest"}
            assert not crest & result.grid.near(result.water, 1), name

    def test_woods_and_hills_are_patches(self) -> None:
        """Hardly a wood or a height of one hex: what is laid later may cut one off, and no more than that.

        A hill and the crest on it are one height.
        """
        for name, result in every("ibb"):
            for kinds in (("woods",), ("hill", "crest"), ("crest",), ("marsh",), ("jungle",), ("mountain",)):
                groups = result.grid.connected(h for h, ground in result.terrain.items() if ground in kinds)
                assert sum(len(group) == 1 for group in groups) <= 1, (name, kinds)

    def test_villages_are_on_roads_and_apart(self) -> None:
        for name, result in every("ibb"):
            villages = [h for h, kind in result.terrain.items() if kind == "village"]
            assert len(villages) <= len(result.terrain) // 60, name
            assert set(villages) <= {h for road in result.model.roads for h in road.hexes}, name
            assert all(result.grid.distance(a, b) >= 4 for a, b in combinations(villages, 2)), name

    def test_names_fit_what_they_adjoin(self) -> None:
        """None twice, none too long; -bridge is at a bridge, -ford at a ford, and every village has one."""
        for name, result in every("ibb"):
            model, grid = result.model, result.grid
            names = [each.name for each in (*model.waters, *model.bridges, *model.roads, *model.areas)]
            assert len({each.casefold() for each in names}) == len(names), name
            labels = [each.name for each in (*model.waters, *model.bridges)]
            labels += [area.name for area in model.areas if area.hexes]
            assert all(0 < len(label) <= LONGEST for label in labels), (name, labels)
            single = {area.hexes[0]: area.name for area in model.areas if len(area.hexes) == 1}
            for h in (h for h, kind in result.terrain.items() if kind == "village"):
                near = set(grid.neighbours(h))
                assert not single[h].endswith("bridge") or near & result.bridges, (name, single[h])
                assert not single[h].endswith("ford") or near & result.fords, (name, single[h])
                assert not single[h].endswith("haven") or any(result.terrain[n] == "sea" for n in near), (
                    name,
                    single[h],
                )
            assert set(result.fords) <= set(single), name

    def test_no_name_says_a_thing_twice(self) -> None:
        """No Birchmoor Moor, in titles either."""
        assert echoes("Birchmoor Moor")
        assert not echoes("Netherheath Moor")
        for name, result in (*every("ibb"), *every("ayrenes-woods")):
            model = result.model
            places = [area for area in model.areas if area.hexes]
            for each in (model.title, *(thing.name for thing in (*model.waters, *model.bridges, *places))):
                assert not echoes(each), (name, each)

    def test_roads_are_called_after_what_is_on_them(self) -> None:
        """After a village on it, a side that it leaves by, or the two sides that it joins right across."""
        sides = ("North", "South", "East", "West")
        for name, result in every("ibb"):
            villages = {area.name: area.hexes[0] for area in result.model.areas if len(area.hexes) == 1}
            for road in result.model.roads:
                word = road.name.removesuffix(" road").removesuffix(" track")
                assert word != road.name, (name, road.name)
                assert word not in villages or villages[word] in road.hexes, (name, road.name)
                ends = {side for h in (road.hexes[0], road.hexes[-1]) for side in sides_of(result, h)}
                assert {each.title() for each in word.split("–")} & set(sides) <= ends, (name, road.name)

    def test_marches_to_the_main_place_are_even(self) -> None:
        """Both zones are as large as they must be, far enough apart, and within a turn of the place."""
        for game, theme, seed in MAPS:
            scenario = made(game, theme, seed)
            meeting = scenario.judged.meeting
            assert meeting is not None
            assert meeting.named
            assert abs(meeting.turns[0] - meeting.turns[1]) <= 1, (theme, seed)
            if game == "ibb":
                assert [len(zone) for zone in meeting.zones] == [10, 10]
                assert min(scenario.map.grid.distance(a, b) for a in meeting.zones[0] for b in meeting.zones[1]) >= 8


# --- chance ------------------------------------------------------------------------------------------------------


class TestStreams:
    """A change in one step moves no other."""

    def test_other_villages_move_no_ground(self) -> None:
        theme = country("ibb").themes["valley"]
        assert theme.villages is not None
        fewer = theme.model_copy(update={"villages": theme.villages.model_copy(update={"number": (1, 1)})})
        item, other = drawn(theme), drawn(fewer)
        assert len(other.villages) == 1 < len(item.villages)
        assert (item.height, item.links, [r.hexes for r in item.runs]) == (
            other.height,
            other.links,
            [r.hexes for r in other.runs],
        )
        plain = [["clear" if kind == "village" else kind for kind in draft.terrain] for draft in (item, other)]
        assert plain[0] == plain[1]

    def test_fords_for_bridges_move_nothing_else(self) -> None:
        theme = country("ibb").themes["hills"]
        assert theme.river is not None
        dry = theme.model_copy(update={"river": theme.river.model_copy(update={"fords": 0})})
        wet = theme.model_copy(update={"river": theme.river.model_copy(update={"fords": 100})})
        item, other = drawn(dry, "3"), drawn(wet, "3")
        assert (item.terrain, item.links) == (other.terrain, other.links)
        assert not any(crossing.ford for crossing in item.crossings)
        assert other.crossings
        assert all(crossing.ford for crossing in other.crossings)

    def test_another_cover_leaves_river_and_hills_where_they_are(self) -> None:
        theme = country("ibb").themes["valley"]
        covers = [c.model_copy(update={"share": 30}) if c.ground == "woods" else c for c in theme.covers]
        item, other = drawn(theme), drawn(theme.model_copy(update={"covers": covers}))
        for kind in ("river", "stream", "hill", "crest"):
            assert [h for h, k in enumerate(item.terrain) if k == kind] == [
                h for h, k in enumerate(other.terrain) if k == kind
            ]

    def test_other_names_move_nothing(self) -> None:
        theme = country("ibb").themes["heath"]
        item, other = drawn(theme), drawn(theme.model_copy(update={"names": "sands"}))
        assert (item.terrain, item.links) == (other.terrain, other.links)
        assert not {v.name for v in item.villages} & {v.name for v in other.villages}

    @given(st.text(max_size=40))
    @settings(max_examples=15 if SOAK else 4)
    def test_any_text_is_a_seed(self, seed: str) -> None:
        """Whatever is typed makes a map, and the same one again."""
        texts = [ibbprint.new_map("heath", seed=seed, size="16x12") for _ in range(2)]
        assert texts[0].ok, str(texts[0])
        assert texts[0].text == texts[1].text
        assert texts[0].seed == seed

    @pytest.mark.parametrize("seed", ["", "-7", "日本", "a\nb", "'; rm -rf", "\x1b[31m", "x" * 3000, "\udc80", '"'])
    def test_odd_seeds_leave_a_file_that_is_read_again(self, seed: str, tmp_path: Path) -> None:
        new = ibbprint.new_map("forest", seed=seed)
        path = new.save(tmp_path)
        assert path is not None, str(new)
        assert ibbprint.check_map(path).ok

    @pytest.mark.parametrize(
        ("game", "theme", "seed"), [("ibb", "marsh", "my evening; 'tis"), ("ayrenes-woods", "glades", "-3 x")]
    )
    def test_the_command_in_the_note_makes_the_map_again(
        self, game: str, theme: str, seed: str, tmp_path: Path
    ) -> None:
        """Whatever the game, the size and the signs in the seed, and whatever the file is called."""
        new = ibbprint.new_map(theme, seed=seed.replace("'", ""), size="18x14", game=game)
        note = " ".join(quick_load(new.text)["map"]["note"].split())
        command = note.partition("ibbprint ")[2].removesuffix(".")
        result = call_cli(*shlex.split(command), "-o", "again.yaml", cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        assert (tmp_path / "again.yaml").read_text(encoding="utf-8") == new.text

    def test_without_a_seed_one_is_drawn_and_told(self) -> None:
        item, other = ibbprint.new_map(), ibbprint.new_map()
        assert item.seed != other.seed
        assert ibbprint.new_map(seed=item.seed).text == item.text


# --- gates -------------------------------------------------------------------------------------------------------


def with_rows(text: str, change: Any) -> str:
    """The map with each row of its ground changed: `change(number, row)`."""
    number = 0

    def one(found: re.Match[str]) -> str:
        nonlocal number
        number += 1
        return f'    - "{change(number, found[1])}"'

    return re.sub(r'^    - "([^" ]+)"(?= # row)', one, text, flags=re.MULTILINE)


class TestGates:
    """Each gate, on a map that a designer has edited by hand."""

    text = property(lambda self: made("ibb", "valley", 3).text)

    def test_the_map_is_sound_before(self) -> None:
        assert gates(self.text, "valley") == {}

    def test_land_that_nobody_can_walk_to(self) -> None:
        """Without roads nothing leads over the river."""
        cut = re.sub(r"^  bridges:\n(    - .*\n)+", "", self.text, flags=re.MULTILINE)
        cut = re.sub(r"^  roads:\n(    .*\n)+(?=  areas)", "", cut, flags=re.MULTILINE)
        result = gates(cut, "valley")
        assert re.fullmatch(
            r"\d+ hexes of land, among them \d{4}, cannot be reached on foot from the rest of the map\.", result["foot"]
        )
        assert result["crossings"] == "nothing leads from bank to bank; a map of the theme valley has 1 to 3 crossings."

    def test_more_crossings_than_a_river_should_have(self) -> None:
        model = read(self.text).model
        river = model.waters[0].hexes
        more = "".join(f'    - {{id: more-{h}, name: Bridge {h}, hex: "{h}"}}\n' for h in river[5:17:3])
        result = gates(self.text.replace("  bridges:\n", f"  bridges:\n{more}"), "valley")
        assert re.match(
            r"\d bridges and fords lead from bank to bank; a map of the theme valley has 1 to 3", result["crossings"]
        )

    def test_no_land_at_all(self) -> None:
        sea = re.sub(r"^  (waters|bridges|roads|areas):\n(    .*\n)+", "", self.text, flags=re.MULTILINE)
        sea = with_rows(sea, lambda _, row: "~" * len(row)).replace(
            '    ".": clear\n', '    ".": clear\n    "~": sea\n'
        )
        assert gates(sea) == {"land": "the map has no land."}

    def test_no_room_for_two_armies(self) -> None:
        """Land in the middle alone: each army needs ten hexes, eight apart."""
        bare = re.sub(r"^  (waters|bridges|roads|areas):\n(    .*\n)+", "", self.text, flags=re.MULTILINE)
        bare = bare.replace('    ".": clear\n', '    ".": clear\n    "~": sea\n')
        island = with_rows(bare, lambda n, row: "~" * 8 + "." * 5 + "~" * 9 if 6 <= n <= 10 else "~" * 22)
        message = (
            "the map has no room for two armies: each needs 10 connected hexes of dry land, 8 hexes from the other’s"
        )
        assert gates(island)["zones"].startswith(message)

    def test_marches_that_are_not_even(self) -> None:
        """The dwarves of Ayrene’s Woods start behind a wood, the elves before the middle."""
        text = made("ayrenes-woods", "old-wood", 1).text
        wall = with_rows(text, lambda n, row: "w" * 20 if 8 <= n <= 14 else "." * 20)
        wall = re.sub(r"^  (hexside_waters|areas):\n(    .*\n)+", "", wall, flags=re.MULTILINE)
        result = gates(wall, game="ayrenes-woods")
        assert re.fullmatch(
            r"one army marches \d turns? to the ground between the armies and the other \d turns, "
            r"and no other place is fairer\.",
            result["marches"],
        )

    def test_silhouettes_that_are_too_few(self) -> None:
        text = made("ayrenes-woods", "glades", 1).text
        fewer = re.sub(r"    - \{id: red,[^}]*\}\n", "", text)
        assert gates(fewer, game="ayrenes-woods")["zones"].startswith(
            "the map has no room for two armies: the commands"
        )

    def test_a_name_twice_and_a_village_without_one(self) -> None:
        model = read(self.text).model
        village = next(area for area in model.areas if len(area.hexes) == 1)
        twice = self.text.replace(f"name: {village.name}\n", f"name: {model.bridges[0].name}\n")
        assert gates(twice)["names"] == (
            f"the name {model.bridges[0].name} is given twice: to {model.bridges[0].id} and to {village.id}."
        )
        nameless = re.sub(rf"    - id: {village.id}\n      name: .*\n      hexes: .*\n", "", self.text)
        assert gates(nameless)["names"] == f"the village in {village.hexes[0]} has no name."

    def test_a_road_that_stops_nowhere(self) -> None:
        road = next(r for r in read(self.text).model.roads if len(r.hexes) > 6)
        match = re.search(rf"id: {road.id}\n.*\n(      hexes: \[(?:.|\n)*?\]\n)", self.text)
        assert match is not None
        short = ", ".join(f'"{h}"' for h in road.hexes[:3])
        messages = faults(self.text.replace(match[1], f"      hexes: [{short}]\n"))
        assert ("roads", f"{road.name} stops in open country, in {road.hexes[2]}.") in messages

    def test_a_ring_road_stops_nowhere(self) -> None:
        """It ends where it begins."""
        ring = '  roads:\n    - {id: ring, name: Ring, hexes: ["1010", "1110", "1111", "1011", "1010"]}\n'
        assert not [output for _, output in faults(self.text.replace("  roads:\n", ring)) if output.startswith("Ring ")]

    def test_ground_that_is_not_the_theme_s(self) -> None:
        """Hills made clear are noticed where the file names its theme, and only there."""
        flat = with_rows(self.text, lambda _, row: row.replace("h", "."))
        assert re.fullmatch(
            r"(clear|hill) covers .*% of the land; the theme valley has .*%\.", gates(flat, "valley")["shares"]
        )
        assert "shares" not in gates(flat)


# --- themes ------------------------------------------------------------------------------------------------------

LAKES: dict[str, Any] = {
    "id": "moor",
    "name": "Moor",
    "text": "Rain falls on the moor.",
    "ground": "brush",
    "letter": "b",
    "names": "norse",
    "titles": ["{marsh}", "The moor"],
    "relief": {"coarse": 5, "fine": 2},
    "covers": [
        {"ground": "marsh", "letter": "m", "share": 31, "by": "low", "patch": 2},
        {"ground": "crest", "letter": "c", "share": 6, "by": "high", "patch": 3},
    ],
    "roads": {"exits": [2, 2]},
    "villages": {"ground": "village", "number": [1, 1]},
}
DROWNED = {"sea": {"ground": "sea", "share": 95}, "covers": [], "titles": ["Isle"]}
"""So little land that no two armies have room on it."""
NORSE: dict[str, Any] = {
    "id": "norse",
    "name": "Norse",
    "waters": ["Elv"],
    "heads": ["Hafn", "Grund"],
    "ends": {"any": ["vik", "dal"]},
    "words": {"marsh": ["Troll", "Svart"], "crest": ["Ulv"], "road": ["Hest"]},
    "patterns": {"village": ["{head}{end}"], "marsh": ["{own}myr"], "crest": ["{own}fjell"], "road": ["{own}vei"]},
}


def theme_pack(folder: Path, theme: dict[str, Any] | None = None, names: dict[str, Any] | None = None) -> Path:
    """A pack with the moor and its names, changed so; a field changed to None is left out."""
    changed = {**LAKES, **(theme or {})}
    themes = {"themes": [{key: value for key, value in changed.items() if value is not None}]}
    return make_pack(folder, {"themes.yaml": themes, "place-names.yaml": {"place-names": [{**NORSE, **(names or {})}]}})


class TestThemes:
    def test_a_pack_adds_a_theme_and_names(self, tmp_path: Path) -> None:
        """Other grounds, shares and words than the shipped ones make a map that keeps to them."""
        pack = theme_pack(tmp_path / "pack")
        new = ibbprint.new_map("moor", seed="rain", size="24x13", packs=pack)
        assert new.ok, str(new)
        assert new.made is not None
        shares = dict(new.made.judged.shares)
        assert abs(shares["marsh"] - 310) <= 30
        assert abs(shares["crest"] - 60) <= 30
        model = new.made.map.model
        assert (model.columns, model.rows) == (24, 13)
        named = {area.name for area in model.areas}
        assert named <= {"Hafnvik", "Hafndal", "Grundvik", "Grunddal", "Trollmyr", "Svartmyr", "Ulvfjell"}
        assert any(name.endswith("myr") for name in named)

    def test_a_pack_changes_a_shipped_theme(self, tmp_path: Path) -> None:
        shipped = quick_load((Path(ibbprint.__file__).parent / "systems/ibb/data/themes.yaml").read_text())["themes"]
        heath = next(theme for theme in shipped if theme["id"] == "heath")
        heath["covers"] = [{"ground": "swamp", "letter": "S", "share": 40, "by": "wet"}]
        heath["titles"] = ["{village} Heath"]
        pack = make_pack(tmp_path / "pack", {"themes.yaml": {"themes": [heath]}})
        new = ibbprint.new_map("heath", seed=1, packs=pack)
        assert new.made is not None, str(new)
        assert 370 <= dict(new.made.judged.shares)["swamp"] <= 430

    @pytest.mark.parametrize(
        ("theme", "names", "wrong"),
        [
            ({"ground": "brsh"}, {}, "there is no terrain 'brsh'. Did you mean brush? [ref:terrain]"),
            (
                {"roads": {"through": {"crst": "hill"}}},
                {},
                "there is no terrain 'crst'. Did you mean crest? [ref:terrain]",
            ),
            (
                {"roads": None, "villages": None, "river": {"ground": "river"}},
                {},
                "a river needs roads to cross it, and this theme has none. Add roads: {} [theme:roads]",
            ),
            (
                {"titles": ["The {mash}"]},
                {},
                "{mash} in the title is not found on maps of this theme. Did you mean marsh? [read:placeholder]",
            ),
            (
                {"titles": ["{river} Vale"], "covers": []},
                {},
                "{river} in the title is not found on maps of this theme. Known: brush, village. [read:placeholder]",
            ),
            ({"names": "nors"}, {}, "there are no place names 'nors'. Did you mean norse? [ref:place-names]"),
            ({"roads": None}, {}, "villages need roads, and this theme has none. Add roads: {} [theme:roads]"),
            ({"letter": "m"}, {}, "the letter 'm' already stands for brush. [map:letter]"),
            (
                {"covers": [{"ground": "crest", "letter": "c", "share": 6, "by": "high", "over": "hill"}]},
                {},
                "crest covers hill, which must come before it in the list. Known: brush. [theme:cover]",
            ),
            (
                {
                    "covers": [
                        {"ground": "woods", "letter": "w", "share": 80, "by": "wet"},
                        {"ground": "hill", "letter": "h", "share": 33, "by": "high"},
                    ]
                },
                {},
                "more than all of brush is covered: 13 percent of the land too much. [theme:share]",
            ),
            ({"roads": {"exits": [5, 3]}}, {}, "the fewest, 5, are more than the most, 3. [theme:number]"),
            (
                {},
                {"patterns": {"village": ["{hed}{end}"]}},
                "{hed} in the pattern names nothing. Did you mean head? [read:placeholder]",
            ),
            (
                {},
                {"patterns": {"woods": ["{own} Wood"]}},
                "there are no words for woods. Add words: {woods: [...]} [place-names:words]",
            ),
            ({}, {"ends": {}}, "a name of {head} and {end} needs heads, and ends for any place. [place-names:words]"),
        ],
    )
    def test_a_wrong_theme_is_told_at_its_place(
        self, theme: dict[str, Any], names: dict[str, Any], wrong: str, tmp_path: Path
    ) -> None:
        new = ibbprint.new_map("moor", packs=theme_pack(tmp_path / "pack", theme, names))
        assert wrong in [str(problem).partition(": error: ")[2] for problem in new.report.errors]
        assert all(problem.where.line > 0 for problem in new.report.errors)
        assert not new.text

    def test_wrong_values_are_told_with_line_and_column(self, tmp_path: Path) -> None:
        """All in one run, each with what was expected."""
        theme = (
            "themes:\n  - id: moor\n    name: Moor\n    text: Rain.\n    ground: brush\n    names: shire\n"
            "    titles: []\n    relief: {coarse: 1, ridges: many}\n    river: {ground: river, ways: [sideways]}\n"
            "    covers:\n      - {ground: marsh, letter: mm, share: 131, by: lov}\n    rods: {}\n"
        )
        new = ibbprint.new_map("moor", packs=make_pack(tmp_path / "pack", {"themes.yaml": theme}))
        lines = [
            f"{problem.where.line}:{problem.where.column} {problem.message} {problem.hint}".strip()
            for problem in new.report.errors
        ]
        assert lines == [
            "7:13 titles needs 1 or more entries; it has 0.",
            "8:22 coarse must be at least 2, not 1.",
            "8:33 ridges must be a whole number, not 'many'.",
            "9:35 ways (1) must be across, down or bend, not 'sideways'.",
            "11:33 'mm' is not a valid letter. Write one letter or other character; no space, quote or backslash.",
            "11:44 share must be at most 100, not 131.",
            "11:53 by must be high, low, wet, fringe or bank, not 'lov'. Did you mean low?",
            "12:5 rods is not a field here. Did you mean roads?",
        ]

    def test_the_theme_and_the_names_of_the_docs(self, tmp_path: Path) -> None:
        """What docs/maps-from-a-seed.md shows makes a map with those shares and names."""
        page = (ROOT / "docs" / "maps-from-a-seed.md").read_text(encoding="utf-8")
        theme, names = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
        files = {"themes.yaml": theme.replace("names: shire", "names: north"), "place-names.yaml": names}
        new = ibbprint.new_map("wild-wood", seed=5, packs=make_pack(tmp_path / "pack", files))
        assert new.made is not None, str(new)
        assert abs(dict(new.made.judged.shares)["woods"] - 450) <= 30
        model = new.made.map.model
        assert model.waters[0].name in {"The Elv", "The Glomma", "The Rauma"}
        assert not model.bridges
        assert {area.name.partition(" ")[2] for area in model.areas if area.hexes} <= {"", "Wood", "Ford"}
        assert not [road.name for road in model.roads if re.search(r"\d", road.name)]

    def test_shipped_themes_are_sound(self) -> None:
        """What is checked of packs is true of what is shipped."""
        report = Report()
        catalogue = Catalogue.open((), (), report)
        ayrenes = AyrenesCatalogue.open((), (), report)
        assert catalogue is not None
        assert ayrenes is not None
        check_themes(catalogue, catalogue.terrain.entries)
        check_themes(ayrenes, ayrenes.ground("hex"))
        assert report.ok, "\n".join(map(str, report))

    @pytest.mark.parametrize(
        ("theme", "gate", "wrong"),
        [
            ({"sea": {"ground": "sea", "share": 100}}, "map:land", "the map has no land."),
            (DROWNED, "map:zones", "the map has no room for two armies: each needs 10"),
            ({"villages": None, "covers": [], "titles": ["Moor"]}, "map:names", "the best place to fight for, in "),
        ],
    )
    def test_a_theme_that_no_map_can_be_made_of(
        self, theme: dict[str, Any], gate: str, wrong: str, tmp_path: Path
    ) -> None:
        """All of it sea; too little land; nothing on it that has a name: the gate that failed is told."""
        new = ibbprint.new_map("moor", seed=4, packs=theme_pack(tmp_path / "pack", theme))
        (problem,) = new.report.errors
        assert problem.rule == gate
        assert re.fullmatch(
            r"none of 20 maps of the theme moor, 22 by 16 hexes, was good enough: \d+ of them failed because "
            rf"{re.escape(wrong)}.*",
            problem.message,
        )
        assert not new.text

    @given(st.data())
    @settings(max_examples=60 if SOAK else 5, phases=[Phase.explicit, Phase.generate])
    def test_any_theme_makes_a_map_or_says_why_not(self, data: st.DataObject) -> None:
        """Whatever the numbers of a theme, and however small the map: no fault of ours, and no map before a gate."""
        shared = st.integers(0, 100)
        few = st.tuples(st.integers(1, 3), st.integers(1, 3)).map(sorted)
        shares = data.draw(st.lists(st.integers(0, 30), max_size=3))
        ranks = st.sampled_from(["high", "low", "wet", "fringe", "bank"])
        changed: dict[str, Any] = {
            "covers": [
                {
                    "ground": ground,
                    "letter": letter,
                    "share": share,
                    "by": data.draw(ranks),
                    "patch": data.draw(st.integers(1, 60)),
                    "heart": data.draw(st.booleans()),
                }
                for ground, letter, share in zip(("hill", "woods", "marsh"), "hwm", shares, strict=False)
            ],
            "relief": {
                "ridges": data.draw(st.integers(0, 4)),
                "gap": data.draw(st.booleans()),
                "length": data.draw(st.integers(10, 200)),
            },
            "sea": data.draw(st.none() | shared.map(lambda share: {"ground": "sea", "share": share})),
            "river": data.draw(st.none() | st.fixed_dictionaries({"ground": st.just("river"), "crossings": few})),
            "streams": data.draw(st.none() | st.fixed_dictionaries({"ground": st.just("stream"), "number": few})),
            "bournes": data.draw(st.none() | st.fixed_dictionaries({"number": few, "reach": st.integers(10, 100)})),
            "roads": {"exits": data.draw(st.tuples(st.integers(2, 8), st.integers(2, 8)).map(sorted))},
            "titles": ["The moor"],
            "names": "shire",
        }
        model = Theme.model_validate({**LAKES, **changed})
        report, land = Report(), country("ibb")
        size = data.draw(st.tuples(st.integers(8, 20), st.integers(8, 20)))
        board = make_map(land, model, "any", size, "", report)
        assert (board is None) == (not report.ok)
        if board is None:
            assert all(problem.rule.startswith("map:") for problem in report.errors), "\n".join(map(str, report))
        else:
            assert judged(read(board.text), land, model).faults == ()

    @pytest.mark.parametrize("size", [(16, 12), (30, 22), (13, 21)])
    def test_other_sizes(self, size: tuple[int, int]) -> None:
        """A larger map has more villages, and all gates hold."""
        report, land = Report(), country("ibb")
        board = make_map(land, land.themes["valley"], "s", size, "", report)
        assert board is not None, "\n".join(map(str, report))
        assert (board.map.grid.columns, board.map.grid.rows) == size
        assert board.judged.faults == ()


# --- the commands ------------------------------------------------------------------------------------------------


class TestCommands:
    def test_new_show_check(self, tmp_path: Path) -> None:
        """A map that is made is found in order, and drawn in every format."""
        result = call_cli("map", "new", "--seed", "evening", "--ground", "coast", "-o", "bay.yaml", cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        assert result.stdout.splitlines()[-1] == "bay.yaml: seed evening. See it: ibbprint map show bay.yaml"
        checked = call_cli("map", "check", "bay.yaml", cwd=tmp_path)
        assert checked.returncode == 0, checked.stderr
        assert checked.stdout.splitlines()[-1] == "Fit to fight on."
        for ending, begins in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")):
            text = call_cli("map", "show", "bay.yaml", "-o", f"bay.{ending}", "--dpi", "30", cwd=tmp_path)
            assert text.returncode == 0, text.stderr
            assert (tmp_path / f"bay.{ending}").read_bytes().startswith(begins)

    def test_the_file_names_itself(self, tmp_path: Path) -> None:
        """Without -o it is called by the map's id, in the current folder or in one that is named."""
        (tmp_path / "maps").mkdir()
        result = call_cli("map", "new", "--seed", "5", "-o", "maps", cwd=tmp_path)
        ((path),) = (tmp_path / "maps").iterdir()
        assert result.stdout.splitlines()[-1].startswith(f"maps/{path.name}: seed 5.")
        assert quick_load(path.read_text())["map"]["id"] == path.stem
        again = call_cli("map", "new", "--seed", "5", "-o", "maps", cwd=tmp_path)
        assert (again.returncode, again.stderr) == (
            2,
            f"ibbprint: maps/{path.name} already exists. Name another with -o, or overwrite it with --force.\n",
        )
        assert call_cli("map", "new", "--seed", "5", "-o", "maps", "--force", cwd=tmp_path).returncode == 0

    @pytest.mark.parametrize(
        ("words", "code", "wrong"),
        [
            ("new --ground vally", 2, "ibbprint: there is no ground 'vally'. Did you mean valley?"),
            ("new --size 22by16", 2, "ibbprint: a size is columns and rows, not '22by16'. For example: --size 22x16"),
            ("new --size 4x99", 2, "ibbprint: a map has 8 to 60 columns and rows, not 4 x 99."),
            ("new -o map.png", 2, "ibbprint: a map is a .yaml file, not 'map.png'."),
            ("new --game chess", 2, "ibbprint: there is no game 'chess' for this. Known: ayrenes-woods, ibb."),
            ("show forest-map-two", 2, "ibbprint: there is no map 'forest-map-two'. Did you mean forest-map-one?"),
            (
                "show forest-map-one -o map.gif",
                2,
                "ibbprint: a map cannot be drawn as 'map.gif'. Known: .png, .svg, .pdf.",
            ),
            ("show forest-map-one --dpi 3", 2, "ibbprint: invalid resolution: 3 dpi. Use 20 to 2400."),
            (
                "show forest-map-one --dpi 2400",
                2,
                (
                    "ibbprint: at 2400 dpi this map is a picture of 34373 x 33428 pixels, which is too large. "
                    "Use --dpi 708 at most, or -o with .svg or .pdf."
                ),
            ),
            ("check nothing.yaml", 1, "nothing.yaml: error: there is no such file. [read:file]"),
        ],
    )
    def test_wrong_usage(self, words: str, code: int, wrong: str, tmp_path: Path) -> None:
        result = call_cli("map", *words.split(), cwd=tmp_path)
        assert result.returncode == code
        assert result.stderr.splitlines()[0] == wrong
        assert list(tmp_path.iterdir()) == []

    def test_a_map_too_small_says_which_gate_failed(self, tmp_path: Path) -> None:
        """After 20 tries nothing is written."""
        result = call_cli("map", "new", "--size", "9x8", "--seed", "2", cwd=tmp_path)
        assert result.returncode == 1
        assert re.match(
            r"valley 9x8: error: none of 20 maps of the theme valley, 9 by 8 hexes, was good enough: \d+ of them "
            r"failed because the map has no room for two armies: .* \[map:zones\]\n",
            result.stderr,
        )
        assert list(tmp_path.iterdir()) == []

    def test_check_tells_every_fault_of_an_edited_map_at_its_place(self, tmp_path: Path) -> None:
        text = made("ibb", "valley", 3).text.replace("theme: valley", "theme: desert")
        (tmp_path / "edited.yaml").write_text(text, encoding="utf-8")
        result = call_cli("map", "check", "edited.yaml", cwd=tmp_path)
        assert result.returncode == 1
        line = next(n for n, row in enumerate(text.splitlines(), start=1) if row.endswith("# row 01"))
        assert f"edited.yaml:{line}:" in result.stderr
        assert result.stderr.count("[map:shares]") == len(re.findall(r"covers", result.stderr)) >= 2
        data = json.loads(call_cli("map", "check", "edited.yaml", "--json", cwd=tmp_path).stdout)
        assert data["ok"] is False
        assert {finding["rule"] for finding in data["findings"]} == {"map:shares"}
        assert data["battle"]["turns"]

    def test_check_tells_the_faults_of_several_gates_at_once(self, tmp_path: Path) -> None:
        """A name given twice and a road cut short, each at its line; exit 1."""
        text = made("ibb", "heath", 3).text
        model = read(text).model
        villages = [area.name for area in model.areas if len(area.hexes) == 1]
        road = next(each for each in model.roads if len(each.hexes) > 6)
        match = re.search(rf"id: {road.id}\n.*\n(      hexes: \[(?:.|\n)*?\]\n)", text)
        assert match is not None
        short = ", ".join(f'"{h}"' for h in road.hexes[:3])
        text = text.replace(match[1], f"      hexes: [{short}]\n")
        text = text.replace(f"name: {villages[1]}\n", f"name: {villages[0]}\n")
        (tmp_path / "edited.yaml").write_text(text, encoding="utf-8")
        result = call_cli("map", "check", "edited.yaml", cwd=tmp_path)
        assert result.returncode == 1
        rows = text.splitlines()
        cut = next(n for n, row in enumerate(rows, start=1) if row == f"      hexes: [{short}]")
        twice = [n for n, row in enumerate(rows, start=1) if row == f"      name: {villages[0]}"][1]
        assert re.search(
            rf"edited\.yaml:{cut}:\d+: error: .* stops in open country, in {road.hexes[2]}\.", result.stderr
        )
        assert re.search(rf"edited\.yaml:{twice}:\d+: error: the name {villages[0]} is given twice", result.stderr)

    def test_an_unknown_theme_or_game_is_told(self, tmp_path: Path) -> None:
        text = made("ibb", "valley", 3).text
        (tmp_path / "a.yaml").write_text(text.replace("theme: valley", "theme: vallei"), encoding="utf-8")
        (tmp_path / "b.yaml").write_text(text.replace("game: ibb", "game: ibbs"), encoding="utf-8")
        assert (
            "there is no theme 'vallei'. Did you mean valley? [ref:theme]"
            in call_cli("map", "check", "a.yaml", cwd=tmp_path).stderr
        )
        assert (
            "there is no game 'ibbs'. Did you mean ibb? [read:game]"
            in call_cli("map", "check", "b.yaml", cwd=tmp_path).stderr
        )

    @pytest.mark.parametrize("id", ["forest-map-one", "ayrenes-woods-aw-r1"])
    def test_shipped_maps_come_through(self, id: str) -> None:
        assert call_cli("map", "check", id).returncode == 0

    def test_python_makes_shows_and_checks(self, tmp_path: Path) -> None:
        new = ibbprint.new_map("pass", seed=3)
        path = new.save(tmp_path / "pass.yaml")
        assert path is not None
        assert ibbprint.check_map(path).text.splitlines()[0] == f"{new.title}, pass, 22 x 16 hexes"
        assert ibbprint.show_map(path)._repr_svg_() is not None
        assert not ibbprint.new_map("pas").ok
        assert not ibbprint.check_map(tmp_path / "none.yaml").ok


# --- played and printed --------------------------------------------------------------------------------------------


def words_of(path: Path) -> str:
    return " ".join(run.text for page in read_pdf(path.read_bytes()).pages for run in page.runs)


class TestInUse:
    def test_a_battle_of_lists_is_fought_on_it(self, tmp_path: Path) -> None:
        """`battle --map` takes a made-up map of a pack, and the battle is checked and played to its end."""
        pack = make_pack(tmp_path / "pack", {"maps/m.yaml": made("ibb", "marsh", 2).text})
        for seed in ("1", "2"):
            army = call_cli("army", "--budget", "60", "--seed", seed)
            (tmp_path / f"{seed}.txt").write_text(army.stdout, encoding="utf-8")
        id = made("ibb", "marsh", 2).id
        result = call_cli("battle", "1.txt", "2.txt", "--map", id, "--pack", "pack", "-o", "b.yaml", cwd=tmp_path)
        assert result.returncode == 0, result.stderr
        assert call_cli("check", "b.yaml", "--pack", str(pack), cwd=tmp_path).returncode == 0
        played = call_cli("play", "b.yaml", "--pack", str(pack), "--seed", "1", "--policy", "greedy", cwd=tmp_path)
        assert played.returncode == 0, played.stderr
        kit = ibbprint.kit(str(tmp_path / "b.yaml"), packs=pack, only=["map"])
        assert kit.ok, str(kit)
        (tmp_path / "kit.pdf").write_bytes(kit.pdf)
        villages = {area.name for area in made("ibb", "marsh", 2).map.model.areas if len(area.hexes) == 1}
        message = words_of(tmp_path / "kit.pdf")
        assert not [name for name in villages if name not in message]

    def test_ayrene_s_battle_is_fought_on_it(self, tmp_path: Path) -> None:
        """The silhouettes fit the armies of the scenario: it is found in order, and played."""
        scenario = made("ayrenes-woods", "bournes", 2)
        pack = make_pack(tmp_path / "pack", {"maps/m.yaml": scenario.text}, game="ayrenes-woods")
        on = ("--rule", f"map={scenario.id}", "--pack", str(pack))
        checked = call_cli("check", "ayrenes-woods", *on, cwd=tmp_path)
        assert checked.returncode == 0, checked.stdout
        played = call_cli("play", "ayrenes-woods", *on, "--seed", "1", cwd=tmp_path)
        assert played.returncode == 0, played.stderr
        kit = ibbprint.kit("ayrenes-woods", packs=pack, rules={"map": scenario.id}, only=["map"])
        assert kit.ok, str(kit)
        (tmp_path / "kit.pdf").write_bytes(kit.pdf)
        assert f"{scenario.title}, sheet A1" in words_of(tmp_path / "kit.pdf")

    def test_fords_are_drawn_and_named(self, tmp_path: Path) -> None:
        """A road through water without a bridge is a ford: in the legend, and with its name beside it."""
        first = next(each for seed in range(1, 30) if (each := made("ibb", "forest", seed)).map.fords)
        (tmp_path / "m.yaml").write_text(first.text, encoding="utf-8")
        drawn = shown_map(ShowOrder(tmp_path / "m.yaml", format="pdf"))
        (tmp_path / "m.pdf").write_bytes(drawn.data)
        texts = [run.text for run in read_pdf(drawn.data).pages[0].runs]
        assert "Ford" in texts
        names = {area.hexes[0]: area.name for area in first.map.model.areas if len(area.hexes) == 1}
        assert {names[h] for h in first.map.fords} <= set(texts)

    def test_every_village_and_the_river_have_their_names_on_the_map(self, tmp_path: Path) -> None:
        scenario = made("ibb", "valley", 1)
        (tmp_path / "m.yaml").write_text(scenario.text, encoding="utf-8")
        texts = [
            run.text for run in read_pdf(shown_map(ShowOrder(tmp_path / "m.yaml", format="pdf")).data).pages[0].runs
        ]
        villages = [
            area.name
            for area in scenario.map.model.areas
            if scenario.map.terrain[(area.hexes or ["0101"])[0]] == "village"
        ]
        assert villages
        assert set(villages) <= set(texts)

    def test_the_key_calls_ground_as_the_country_does(self) -> None:
        """What the rules know as jungle is an oasis in a desert: the key has both names; elsewhere it has one."""
        for theme, expected, other in (("desert", "Oasis (jungle)", "Jungle"), ("valley", "Woods", "Oasis (jungle)")):
            names = {ground.name for ground in country("ibb").board(made("ibb", theme, 1).map, 15.9).grounds}
            assert expected in names
            assert other not in names


class TestSea:
    """Nobody enters the sea, and only maps that have it tell of it."""

    @pytest.fixture
    def bay(self, tmp_path: Path) -> tuple[Path, str, HexMap]:
        scenario = made("ibb", "coast", 1)
        pack = make_pack(tmp_path / "pack", {"maps/m.yaml": scenario.text})
        for seed in ("1", "2"):
            (tmp_path / f"{seed}.txt").write_text(
                call_cli("army", "--budget", "40", "--seed", seed).stdout, encoding="utf-8"
            )
        result = call_cli(
            "battle", "1.txt", "2.txt", "--map", scenario.id, "--pack", "pack", "-o", "b.yaml", cwd=tmp_path
        )
        assert result.returncode == 0, result.stderr
        return pack, str(tmp_path / "b.yaml"), scenario.map

    def test_nobody_moves_into_it(self, bay: tuple[Path, str, HexMap]) -> None:
        """No move that is legal in a whole game ends there or leads through it."""
        pack, scenario, result = bay
        sea = {h for h, kind in result.terrain.items() if kind == "sea"}
        game = ibbprint.play(scenario, packs=pack, seed=1, policies="random")
        assert game.ok, str(game)
        named = re.findall(r"\b\d{4}\b", game.games[0].saved if hasattr(game, "games") else str(game))
        assert not sea & set(named)

    def test_the_player_aid_tells_of_it_here_and_nowhere_else(
        self, bay: tuple[Path, str, HexMap], tmp_path: Path
    ) -> None:
        pack, scenario, _ = bay
        kit = ibbprint.kit(scenario, packs=pack, only=["crib"])
        assert kit.ok, str(kit)
        (tmp_path / "kit.pdf").write_bytes(kit.pdf)
        assert "Nobody enters it" in words_of(tmp_path / "kit.pdf")
        texts = [run.text for page in read_pdf(printed("hastings", only=("crib",)).pdf).pages for run in page.runs]
        assert "Sea" not in texts


def test_a_change_of_the_text_of_a_theme_changes_no_step() -> None:
    """Words are no chance: a theme with another text makes the same ground."""
    theme = country("ibb").themes["pass"]
    item, other = drawn(theme), drawn(theme.model_copy(update={"text": "Mountains."}))
    assert item.terrain == other.terrain
    assert [a for a, _ in pairwise(item.roads)] == [a for a, _ in pairwise(other.roads)]
    assert seed_of("1", 0) != seed_of("1", 1)
    assert sys.version_info >= (3, 11)
