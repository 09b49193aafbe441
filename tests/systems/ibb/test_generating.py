"""Scenarios of Itty Bitty Battles that nobody wrote: legal, clean, playable, and with no sentence that is false."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pypdfium2
import pytest

import ibbprint
from ibbprint.catalogue.documents import Document
from ibbprint.catalogue.map_checks import check_map
from ibbprint.catalogue.maps import HexMap, map_in
from ibbprint.catalogue.source import parse_yaml
from ibbprint.engine.api.generating import Generated, GenerateRequest
from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report, Severity
from ibbprint.systems import games
from ibbprint.systems.ibb.army_references import EVERYWHERE
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.generating import kinds
from ibbprint.systems.ibb.generating.looking import EARLY, as_sentence, looked_at
from ibbprint.systems.ibb.models.army_themes import WORDS
from ibbprint.systems.ibb.models.units import Engine, Leader, Troops
from ibbprint.systems.ibb.rules import victory
from tests.helpers import SOAK, call_cli, make_pack, quick_load
from tests.ibb_table import Table, battle

GAME: Any = games()["ibb"]
KINDS = kinds.KINDS
SEEDS = range(50 if SOAK else 2)
MADE = [(kind, f"seed {n}") for kind in KINDS for n in SEEDS]
BRIDGE, BESIDE = "1707", ("1706", "1806", "1807", "1708", "1607", "1606")


@cache
def catalogue() -> Catalogue:
    result = Catalogue.open((), (), Report())
    assert result is not None
    return result


@cache
def make(seed: str, **options: Any) -> Generated:
    report = Report()
    scenario: Generated | None = GAME.generate(GenerateRequest(seed, options), KitOptions(), report)
    assert scenario is not None, report
    assert report.ok
    return scenario


def scenario_of(made: Generated) -> dict[str, Any]:
    result: dict[str, Any] = quick_load(made.files[f"scenarios/{made.id}.yaml"])
    return result


def map_of(made: Generated) -> HexMap:
    (name,) = (name for name in made.files if name.startswith("maps/"))
    report = Report()
    source = parse_yaml(made.files[name].decode(), name, report)
    assert source is not None
    read = map_in(source, report)
    assert read is not None
    field = check_map(*read, catalogue().terrain.entries, report)
    assert field is not None, report
    return field


def written(made: Generated, folder: Path) -> Path:
    for name, data in made.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def prose(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(("kind", "seed"), MADE)
class TestEveryScenario:
    def test_it_checks_clean_and_is_played_to_its_end(self, kind: str, seed: str, tmp_path: Path) -> None:
        """Nothing but notes in the set-up, and nothing at all in either list; greedy play ends on the last turn."""
        kit = make(seed, kind=kind)
        folder = written(kit, tmp_path / "made")
        checked = ibbprint.check(folder)
        assert [str(problem) for problem in checked.report if problem.severity is not Severity.NOTE] == []
        for army in folder.glob("*.txt"):
            assert ibbprint.check(army).ok
        played = ibbprint.play(folder, seed=seed)
        assert played.ok
        assert played.battle is not None
        assert played.battle.played.is_over
        assert played.battle.played.turn == scenario_of(kit)["scenario"]["turns"]

    def test_its_armies_are_legal_and_come_within_two_gold(self, kind: str, seed: str) -> None:
        kit = make(seed, kind=kind)
        checker = GAME.checker(KitOptions(), Report())
        documents = [Document(name, data.decode()) for name, data in kit.files.items() if name.endswith(".txt")]
        assert len(documents) == 2
        report = Report()
        armies = checker.check(documents, report, paired=True).armies
        assert report.ok
        attacker = {"attacker": 180, "defender": 90, "": 90}
        assert all(attacker[army.role] - 2 <= army.total <= attacker[army.role] for army in armies)
        assert sorted(army.role for army in armies) == (
            ["attacker", "defender"] if kind in ("attack", "breakthrough") else ["", ""]
        )

    def test_what_is_fought_for_has_a_name_on_the_map(self, kind: str, seed: str) -> None:
        kit = make(seed, kind=kind)
        on, scenario = map_of(kit), scenario_of(kit)
        named = {hex for area in on.model.areas for hex in area.hexes} | on.bridges
        held = [
            hex
            for level in scenario["victory"]
            for element in level["all"]
            if element["kind"] == "holds"
            for hex in element["hexes"]
        ]
        assert set(held) <= named
        places = [place for level in scenario["victory"] for item in level["all"] for place in item.get("places", ())]
        assert {place["hexes"][0] for place in places} <= named
        assert len(scenario.get("special", ())) <= 1
        names = [side["name"] for side in scenario["sides"]] + [
            formation["captain"] for formation in scenario["formations"]
        ]
        names += [entry["name"] for entry in scenario["formations"]]
        assert len(names) == len(set(names))

    def test_no_sentence_is_false(self, kind: str, seed: str) -> None:
        """Each sentence of the background is one of sayings.yaml, and what it says holds by a second reckoning."""
        kit = make(seed, kind=kind)
        witness = Witness(kit, kind)
        left = prose(scenario_of(kit)["scenario"]["background"])
        data = Path(kinds.__file__).parents[1] / "data"
        known = {text: saying.id for saying in catalogue().sayings if saying.part != "title" for text in saying.say}
        quarrels = quick_load((data / "quarrels.yaml").read_text(encoding="utf-8"))["quarrels"]
        known |= {why: rule["id"] for rule in quarrels for why in rule["why"]}
        special = [rule["id"] for rule in scenario_of(kit).get("special", ())]
        results = []
        while left:
            values = [(match, id) for text, id in known.items() if (match := re.match(pattern(text) + "(?: |$)", left))]
            assert values, left
            match, id = max(values, key=lambda pair: pair[0].end())
            left = left[match.end() :]
            results.append(id)
            if id in special:
                special.remove(id)
                continue
            check = getattr(witness, id.replace("-", "_"), None)
            assert check is not None, f"nobody knows whether {id} is true"
            assert check({name: value for name, value in match.groupdict().items() if value}), (id, match[0])
        assert len(results) >= 3
        assert not special


def pattern(text: str) -> str:
    """A saying as an expression that finds what was made of it; a word that comes twice must be the same twice."""
    seen: set[str] = set()

    def group(found: re.Match[str]) -> str:
        name = found[1].lower()
        if name in seen:
            return "[^.!?]+?"
        seen.add(name)
        return f"(?P<{name}>[^.!?]+?)"

    parts = re.split(r"(\{\w+\})", text)
    return "".join(re.sub(r"\{(\w+)\}", group, part) if part.startswith("{") else re.escape(part) for part in parts)


class Witness:
    """Reckons from the files alone whether a saying is true."""

    def __init__(self, made: Generated, kind: str) -> None:
        self.kind = kind
        self.map = map_of(made)
        self.scenario = scenario_of(made)
        self.sides = self.scenario["sides"]
        units = catalogue().units
        self.units: dict[str, list[Any]] = {side["name"]: [] for side in self.sides}
        ids = {side["id"]: side["name"] for side in self.sides}
        for force in self.scenario["forces"]:
            self.units[ids[force["side"]]] += [units[force["unit"]]] * force.get("count", 1)
        self.attacker, self.defender = (side["name"] for side in self.sides)
        conditions = [item for level in self.scenario["victory"] for item in level["all"]]
        self.goals = [hex for condition in conditions if condition["kind"] == "holds" for hex in condition["hexes"]]
        self.crossings = {place["name"]: place["hexes"] for entry in conditions for place in entry.get("places", ())}

    # --- armies

    def of(self, words: Mapping[str, str]) -> list[Any]:
        """The units of the army that is told of."""
        if "army" in words:
            name = words["army"].lower().removeprefix("the ")
            return next(units for side, units in self.units.items() if side.lower() == name)
        side = next(
            formation["side"] for formation in self.scenario["formations"] if formation["captain"] == words["captain"]
        )
        return next(self.units[item["name"]] for item in self.sides if item["id"] == side)

    def troops(self, words: Mapping[str, str]) -> list[Troops]:
        return [unit for unit in self.of(words) if isinstance(unit, Troops) and unit.arm != "special"]

    def most(self, words: Mapping[str, str], is_one: Callable[[Troops], bool]) -> bool:
        troops = self.troops(words)
        return 2 * sum(map(is_one, troops)) >= len(troops)

    def mostly_horse(self, words: Mapping[str, str]) -> bool:
        return self.most(words, lambda unit: unit.arm == "horse")

    def all_foot(self, words: Mapping[str, str]) -> bool:
        no_horse = all(unit.arm != "horse" for unit in self.troops(words))
        return no_horse and self.most(words, lambda unit: unit.movement <= 3)

    def many_shooters(self, words: Mapping[str, str]) -> bool:
        return self.most(words, lambda unit: (unit.range or 0) >= 2)

    def veterans(self, words: Mapping[str, str]) -> bool:
        return self._number(words) and self.most(words, lambda unit: unit.quality >= 4)

    def green(self, words: Mapping[str, str]) -> bool:
        return self._number(words) and self.most(words, lambda unit: unit.quality <= 2)

    def _number(self, words: Mapping[str, str]) -> bool:
        numbers = [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
        number = sum(isinstance(unit, Troops) for unit in self.of(words))
        message = words["number"].lower()
        return message == (numbers[number] if number < len(numbers) else str(number))

    def plain_army(self, words: Mapping[str, str]) -> bool:
        counts = Counter(unit.name.lower() for unit in self.of(words) if isinstance(unit, Troops))
        by_id = Counter(unit.id for unit in self.of(words) if isinstance(unit, Troops))
        commonest = [id for id, number in by_id.items() if number == max(by_id.values())]
        names = {catalogue().units[id].name.lower() for id in commonest}
        return self._number(words) and words["most"] in names and words["most"] in counts

    def has_bombard(self, words: Mapping[str, str]) -> bool:
        return any(unit.id == "bombard" for unit in self.of(words))

    def has_siege_engine(self, words: Mapping[str, str]) -> bool:
        engines = [unit.id for unit in self.of(words) if isinstance(unit, Engine)]
        return engines == ["siege-engine"] and any(unit.id == "engineers-q3" for unit in self.of(words))

    def _casters(self, words: Mapping[str, str], kind: str) -> list[int]:
        return [unit.rating for unit in self.of(words) if isinstance(unit, Leader) and unit.kind == kind]

    def has_wizard(self, words: Mapping[str, str]) -> bool:
        return bool(self._casters(words, "wizard"))

    def has_great_wizard(self, words: Mapping[str, str]) -> bool:
        return max(self._casters(words, "wizard")) >= 6

    def few_with_great_wizard(self, words: Mapping[str, str]) -> bool:
        item, other = (sum(isinstance(unit, Troops) for unit in units) for units in self.units.values())
        mine = sum(isinstance(unit, Troops) for unit in self.of(words))
        return self.has_great_wizard(words) and mine == min(item, other) and item != other

    def has_priest(self, words: Mapping[str, str]) -> bool:
        return bool(self._casters(words, "priest"))

    def has_pikes(self, words: Mapping[str, str]) -> bool:
        return self.most(words, lambda unit: "pikemen" in unit.id)

    def has_charge(self, words: Mapping[str, str]) -> bool:
        return any(unit.id.startswith("heavy-cavalry") for unit in self.troops(words))

    def has_scouts(self, words: Mapping[str, str]) -> bool:
        return any(unit.id.startswith("scouts") for unit in self.of(words))

    # --- ground

    def place(self, name: str) -> str:
        """The hex of a named place."""
        named = {area.name.lower(): area.hexes for area in self.map.model.areas if area.hexes}
        named |= {bridge.name.lower(): [bridge.hex] for bridge in self.map.model.bridges}
        hexes = named[name.lower()] if name.lower() in named else named[name.lower().removeprefix("the ")]
        aims = [*self.goals, *(hexes[0] for hexes in self.crossings.values())]
        return next(hex for hex in aims if hex in hexes)

    def round(self, name: str) -> list[str]:
        """The ground of the hexes within two of a place."""
        grid, here = self.map.grid, self.place(name)
        return [self.map.terrain[hex] for hex in grid.hexes if 0 < grid.distance(here, hex) <= 2]

    def meeting_village(self, words: Mapping[str, str]) -> bool:
        return self.kind == "meeting" and self.map.terrain[self.place(words["goal"])] == "village"

    def meeting_crossing(self, words: Mapping[str, str]) -> bool:
        return self.kind == "meeting" and self.place(words["goal"]) in self.map.bridges

    def meeting_height(self, words: Mapping[str, str]) -> bool:
        return self.kind == "meeting" and self.map.terrain[self.place(words["goal"])] in ("hill", "crest")

    def meeting_any(self, _words: Mapping[str, str]) -> bool:
        return self.kind == "meeting"

    def attack_dug_in(self, words: Mapping[str, str]) -> bool:
        forts = [force["side"] for force in self.scenario["forces"] if force["unit"] == "fort-level"]
        return self.kind == "attack" and set(forts) == {self.sides[1]["id"]} and self._attacker_first(words)

    def attack_plain(self, words: Mapping[str, str]) -> bool:
        return self.kind == "attack" and self._attacker_first(words)

    def _attacker_first(self, words: Mapping[str, str]) -> bool:
        return words.get("one", self.attacker).lower().endswith(self.attacker.lower())

    def _over(self) -> set[str]:
        """Bridges and fords with land of both armies beside them."""
        ids = {side["id"] for side in self.sides}
        zones = [zone["hexes"][0] for zone in self.scenario["zones"] if zone["id"] in ids]
        shut = self.map.water | {hex for hex, kind in self.map.terrain.items() if kind == "sea"}
        groups = self.map.grid.connected([hex for hex in self.map.grid.hexes if hex not in shut])
        banks = [next(group for group in groups if zone in group) for zone in zones]
        assert banks[0] != banks[1]
        near = self.map.grid.neighbours
        return {
            hex for hex in self.map.bridges | self.map.fords if all(any(n in bank for n in near(hex)) for bank in banks)
        }

    def crossing_one(self, words: Mapping[str, str]) -> bool:
        return self.kind == "crossing" and self._over() == {self.place(words["goal"])} and self._water(words)

    def crossing_any(self, words: Mapping[str, str]) -> bool:
        return self.kind == "crossing" and self._water(words)

    def crossing_several(self, words: Mapping[str, str]) -> bool:
        hexes = {hexes[0] for hexes in self.crossings.values()}
        return self.kind == "crossing" and hexes <= self._over() and len(hexes) > 1 and self._water(words)

    def _water(self, words: Mapping[str, str]) -> bool:
        name = words["river"].lower().removeprefix("the ")
        waters = [water for water in self.map.model.waters if water.name.lower().removeprefix("the ") == name]
        return len(waters) == 1 and {hexes[0] for hexes in self.crossings.values()} <= set(waters[0].hexes)

    def river_between(self, words: Mapping[str, str]) -> bool:
        self._over()
        return len(self.map.model.waters) == 1

    def breakthrough(self, words: Mapping[str, str]) -> bool:
        return self.kind == "breakthrough" and self._attacker_first(words)

    def woods_round_goal(self, words: Mapping[str, str]) -> bool:
        grounds = self.round(words["goal"])
        return 2 * grounds.count("woods") >= len(grounds)

    def open_round_goal(self, words: Mapping[str, str]) -> bool:
        grounds = self.round(words["goal"])
        return 4 * sum(kind in ("clear", "desert") for kind in grounds) >= 3 * len(grounds)

    def hill_near_goal(self, words: Mapping[str, str]) -> bool:
        return sum(kind in ("hill", "crest", "mountain") for kind in self.round(words["goal"])) >= 3

    def more_places(self, words: Mapping[str, str]) -> bool:
        """The incredible victory of either side names these places, and the main one is not among them."""
        levels = [level for level in self.scenario["victory"] if level["level"] == "incredible"]
        others = words["others"].replace(" and ", ", ").split(", ")
        named_hexes = [hex for level in levels for item in level["all"] for hex in item.get("hexes", ())]
        hexes = {self.place(name) for name in others}
        return len(levels) == 2 and hexes == set(named_hexes) and self.place(words["goal"]) not in hexes

    # --- time

    def sooner(self, words: Mapping[str, str]) -> bool:
        return int(words["soon"]) < int(words["late"]) <= self.scenario["scenario"]["turns"]

    def short(self, words: Mapping[str, str]) -> bool:
        return int(words["turns"]) == self.scenario["scenario"]["turns"]


# --- wishes -----------------------------------------------------------------------------------------------------


def test_a_theme_makes_the_army_that_it_names() -> None:
    """The first of two attacks; of one that is not named another is chosen."""
    scenario = scenario_of(make("themes", kind="attack", budget=60, theme="halfling-muster,siege-train"))
    themes = {theme.id: theme for theme in catalogue().army_themes}
    attacker, defender = (side["name"] for side in scenario["sides"])
    assert attacker in themes["halfling-muster"].people
    assert defender in themes["siege-train"].people
    assert scenario["scenario"]["first_to_set_up"] == scenario["sides"][1]["id"]
    only = scenario_of(make("themes", kind="meeting", budget=60, theme=",crusade"))
    assert only["sides"][1]["name"] in themes["crusade"].people
    assert only["sides"][0]["name"] not in themes["crusade"].people


def test_two_armies_of_one_theme_share_no_name() -> None:
    scenario = scenario_of(make("twins", kind="meeting", budget=60, theme="horse-army,horse-army"))
    names = [side["name"] for side in scenario["sides"]] + [
        formation["captain"] for formation in scenario["formations"]
    ]
    assert len(names) == len(set(names))


def test_the_map_is_kept_and_the_rest_rolled_anew() -> None:
    first = make("seed 0", kind="meeting")
    again = [make("seed 0", kind="meeting", keep="map", anew=anew) for anew in ("one", "two")]
    maps = {
        tuple(data for name, data in product.files.items() if name.startswith("maps/")) for product in (first, *again)
    }
    assert len(maps) == 1
    armies = [[data for name, data in result.files.items() if name.endswith(".txt")] for result in (first, *again)]
    assert armies[0] != armies[1] != armies[2]
    assert any("--anew=one" in note for note in again[0].notes)


def test_the_armies_are_kept_and_the_rest_rolled_anew() -> None:
    first, again = make("seed 0", kind="meeting"), make("seed 0", kind="meeting", keep="armies", anew="one")
    for name, data in first.files.items():
        if name.endswith(".txt"):
            assert again.files[name] == data
    assert [name for name in again.files if name.startswith("maps/")] != [
        n for n in first.files if n.startswith("maps/")
    ]


def test_turns_are_those_that_are_asked_for() -> None:
    assert scenario_of(make("turns", kind="meeting", budget=60, turns=11))["scenario"]["turns"] == 11


@pytest.mark.parametrize("kind", KINDS)
def test_a_map_that_there_is_will_do(kind: str) -> None:
    """Forest Map One has all it takes for each kind, and its places are called as it calls them."""
    kit = make("woods", kind=kind, budget=50, map="forest-map-one")
    assert not any(name.startswith("maps/") for name in kit.files)
    assert scenario_of(kit)["scenario"]["map"] == "forest-map-one"


def test_a_map_of_ones_own_goes_into_the_pack(tmp_path: Path) -> None:
    new = ibbprint.new_map("heath", seed="own")
    path = new.save(tmp_path)
    assert path is not None
    kit = make("own", budget=50, map=str(path))
    assert kit.files[f"maps/{new.id}.yaml"] == path.read_bytes()
    assert scenario_of(kit)["scenario"]["map"] == new.id


def test_nothing_is_told_of_the_enemy_when_it_is_to_be_quiet(tmp_path: Path) -> None:
    result = call_cli(
        "generate", "ibb", "--seed", "dusk", "--kind", "meeting", "--look", "0", "--quiet", "-o", str(tmp_path / "made")
    )
    assert result.returncode == 0
    (line,) = result.stdout.splitlines()
    assert line == f"{tmp_path / 'made'}: {make('dusk', kind='meeting').title}; seed dusk"


def test_an_evening_has_few_activations_and_its_kit(tmp_path: Path) -> None:
    """One command: the scenario, and the PDF in its folder, which check passes over."""
    result = call_cli(
        "generate",
        "ibb",
        "--seed",
        "dusk",
        "--evening",
        "--look",
        "2",
        "--kind",
        "meeting",
        "-o",
        str(tmp_path / "made"),
    )
    assert result.returncode == 0, result.stderr
    text = prose(result.stdout)
    assert int(re.findall(r"more than (\d+) activations", text)[0]) <= 60
    assert "does not prove balance" in text
    (pdf,) = (tmp_path / "made" / "output").glob("*.pdf")
    assert pdf.read_bytes().startswith(b"%PDF")
    assert ibbprint.check(tmp_path / "made").ok


# --- the look ---------------------------------------------------------------------------------------------------


NAMES = {"a": "Ants", "b": "Bees"}


def games_of(*results: tuple[str | None, int, int], drawn: int = 3) -> Callable[..., Iterator[Any]]:
    """Games that end so: who wins, and the levels of both."""

    def games(_files: Mapping[str, bytes], number: int) -> Iterator[Any]:
        for winner, item, other in results[:number]:
            events = [SimpleNamespace(kind="drawn", values={"side": "a"})] * drawn
            result = SimpleNamespace(winner=winner, levels={"a": item, "b": other})
            yield SimpleNamespace(result=result, events=events, turn=6)

    return games


@pytest.mark.parametrize(
    ("results", "reason"),
    [
        ([("a", 1, 0)] * 10 + [("b", 0, 1)] * 10, ""),
        ([("b", 1, 2)] * 2 + [("a", 2, 1)] * 18, ""),
        ([("b", 0, 1)] + [("a", 2, 1)] * 19, "the Ants won 19 of the 20 games that were not drawn"),
        ([("b", 0, 1)] + [(None, 0, 0)] * 9 + [("a", 2, 1)] * 9, ""),
        ([(None, 0, 1)] * 9 + [("a", 2, 1)] * 12, "the Ants won 12 of the 12 games that were not drawn"),
        ([("a", 1, 0)] * 20, f"the Ants won all of {EARLY} games"),
        ([(None, 0, 0)] * 20, f"the Ants reached no objective in {EARLY} games"),
        ([("a", 1, 0), (None, 0, 0)] * 10, f"the Bees reached no objective in {EARLY} games"),
    ],
)
def test_what_is_plainly_lopsided_is_thrown_away(results: list[tuple[str | None, int, int]], reason: str) -> None:
    assert looked_at({}, games_of(*results), len(results), False, NAMES).reason == reason


def test_a_long_battle_is_none_for_an_evening() -> None:
    games = games_of(*[("a", 1, 0), ("b", 0, 1)] * 5, drawn=61)
    assert looked_at({}, games, 10, False, NAMES).reason == ""
    assert looked_at({}, games, 10, True, NAMES).reason == "a side had 61 activations, and an evening has 60"


def test_what_was_seen_is_said_in_a_sentence() -> None:
    look = looked_at({}, games_of(("a", 1, 0), ("b", 0, 1), (None, 0, 0)), 3, False, NAMES)
    assert as_sentence(look, NAMES) == (
        "In 3 greedy games the Ants won 1, the Bees won 1 and 1 was drawn; no side had more than 3 activations. "
        "A quick look with simple play does not prove balance."
    )


# --- victory (G-66) ---------------------------------------------------------------------------------------------


def places_of(how_many: str = "more") -> dict[str, Any]:
    places = [{"name": "Lower bridge", "hexes": [BRIDGE, *BESIDE]}, {"name": "The crest", "hexes": ["0910"]}]
    return {"kind": "holds-places", "side": "reds", "how_many": how_many, "places": places}


def judged(conditions: list[dict[str, Any]], **places: str) -> bool:
    """Whether the Reds win with R1, R2 and B1 in these hexes."""
    forces = [
        {"side": "reds", "unit": "heavy-infantry-q3", "hexes": ["0201"], "count": 2},
        {"side": "blues", "unit": "heavy-infantry-q3", "hexes": ["2015"]},
    ]
    level = {"side": "reds", "level": "minor", "all": conditions, "text": "As it says."}
    table = Table(battle(forces, victory=[level]))
    for key, name in places.items():
        table.put(key, name)
    return table.play.result.winner == "reds"


@pytest.mark.rule("G-66")
def test_a_crossing_is_held_from_it_or_beside_it_and_more_must_be_held_than_by_the_enemy() -> None:
    assert judged([places_of()], R1="1706")
    assert judged([places_of()], R1=BRIDGE)
    assert not judged([places_of()], R1="1705")
    assert not judged([places_of()], R1="1706", B1="1607")
    assert judged([places_of()], R1=BRIDGE, B1="1607")
    assert not judged([places_of()], R1="1607", B1=BRIDGE)
    assert judged([places_of()], R1="1706", R2="0910", B1="1607")
    assert not judged([places_of("all")], R1="1706")
    assert not judged([places_of("all")], R1="1706", R2="0910", B1="1607")
    assert judged([places_of("all")], R1=BRIDGE, R2="0910", B1="1607")


@pytest.mark.rule("G-66")
@pytest.mark.parametrize(("how_many", "figure"), [("all", 1), ("more", 0)])
def test_of_all_places_those_held_count_and_of_more_those_held_beyond_the_enemys(how_many: str, figure: int) -> None:
    """Each side holds one of two places: that is one of all, and none more than the enemy."""
    forces = [
        {"side": "reds", "unit": "heavy-infantry-q3", "hexes": [BRIDGE]},
        {"side": "blues", "unit": "heavy-infantry-q3", "hexes": ["0910"]},
    ]
    level = {"side": "reds", "level": "minor", "all": [places_of(how_many)], "text": "As it says."}
    state = Table(battle(forces, victory=[level])).state
    (goal,) = state.setting.scenario.victory
    assert victory.figure(state, goal.all[0]) == figure


@pytest.mark.rule("G-66")
@pytest.mark.parametrize(
    ("places", "result"),
    [
        ({"R1": "1706", "R2": "1606", "B1": "1607"}, ("reds", 1)),
        ({"R1": "1706", "B1": "1607"}, ("reds", 1)),
        ({}, ("blues", 1)),
        ({"B1": "1607"}, ("blues", 2)),
        ({"R1": BRIDGE, "B1": "1607"}, ("reds", 2)),
    ],
)
def test_a_crossing_that_neither_side_holds_alone_is_decided_by_strength_there_or_over_the_water(
    places: dict[str, str], result: tuple[str, int]
) -> None:
    """Half of the strength of the first side, one unit of two, is enough; who holds the bridge alone wins more."""
    forces = [
        {"side": "reds", "unit": "heavy-infantry-q3", "hexes": ["0201"], "count": 2},
        {"side": "blues", "unit": "heavy-infantry-q3", "hexes": ["2015"]},
    ]
    sides = [kinds.Side("reds", "Reds", 6), kinds.Side("blues", "Blues", 3)]
    goal = kinds.Goal("Lower Bridge", (BRIDGE, *BESIDE))
    levels = kinds.levels(kinds.CROSSING, sides, [goal], [("1608",), ("0201",)], "")
    table = Table(battle(forces, victory=levels))
    for key, name in places.items():
        table.put(key, name)
    judged = table.play.result
    assert (judged.winner, max(judged.levels.values())) == result


@pytest.mark.rule("G-66")
def test_strength_is_counted_beyond_a_line_or_on_a_bank() -> None:
    """Half of six points is one unit; less than half is none; a bank is all the land on its side of the water."""
    line = {"kind": "strength-in", "side": "reds", "place": "beyond the line", "hexes": ["0910", "0911"]}
    half, less = {**line, "at_least": "50%"}, {**line, "less_than": "50%"}
    assert not judged([half])
    assert judged([less])
    assert judged([half], R1="0911")
    assert not judged([less], R1="0911")
    bank = {"kind": "strength-in", "side": "reds", "place": "over the river", "land_with": "1405", "at_least": "6"}
    assert not judged([bank], R1="1405", R2="0910")
    assert judged([bank], R1="1405", R2="1404")


@pytest.mark.rule("G-66")
@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ({"place": "there", "hexes": ["0910"]}, "give either at_least or less_than, not both."),
        ({"place": "there", "at_least": "50%"}, "strength-in needs a place: hexes, or land_with and a hex."),
        ({"place": "there", "hexes": ["0910"], "at_least": "999"}, "999 is more strength than Reds has: 999 of 3."),
        ({"place": "there", "land_with": "9910", "at_least": "1"}, "9910"),
    ],
)
def test_a_condition_that_cannot_be_is_told(condition: dict[str, Any], message: str, tmp_path: Path) -> None:
    scenario = {
        "scenario": {"id": "trial", "title": "Trial", "map": "forest-map-one", "turns": 3},
        "sides": [
            {"id": side, "name": side.title(), "army": side.title(), "letter": side[0].upper(), "livery": livery}
            for side, livery in (("reds", "crimson"), ("blues", "azure"))
        ],
        "forces": [
            {"side": "reds", "unit": "scouts-q3", "hexes": ["0201"], "rating": "3-3-3 Q3"},
            {"side": "blues", "unit": "scouts-q3", "hexes": ["2015"]},
        ],
        "victory": [
            {
                "side": "reds",
                "level": "minor",
                "text": "As it says.",
                "all": [{"kind": "strength-in", "side": "reds", **condition}],
            }
        ],
    }
    path = tmp_path / "trial.yaml"
    path.write_text(json.dumps(scenario), encoding="utf-8")
    checked = ibbprint.check(path)
    assert not checked.ok
    assert message in f"{checked.report} {checked}"


@pytest.mark.rule("G-66")
@pytest.mark.parametrize(
    ("kind", "levels"),
    [
        ("crossing", {("reached", "holds-places", "strength-in"), ("holds-places",), ("strength-in",)}),
        ("breakthrough", {("strength-in",)}),
    ],
)
def test_the_kinds_of_battle_are_won_as_ruled(kind: str, levels: set[tuple[str, ...]]) -> None:
    scenario = scenario_of(make("seed 0", kind=kind))
    assert {tuple(entry["kind"] for entry in level["all"]) for level in scenario["victory"]} == levels
    amounts = [
        item.get("at_least") or item.get("less_than")
        for level in scenario["victory"]
        for item in level["all"]
        if item["kind"] == "strength-in"
    ]
    if kind == "breakthrough":
        assert amounts == ["50%", "75%", "50%", "25%"]


# --- packs ------------------------------------------------------------------------------------------------------

THEME = """
army-themes:
  - id: goblin-mob
    name: Goblin mob
    text: Goblins, and more goblins behind them.
    people: [Cave Goblins, Marsh Goblins]
    captains: [Gnash, Grub, Muck, Snik, Skab, Zog]
    ranks: [captain-2]
    bands: [{names: ["{captain}’s Mob"], units: {light-infantry-q2: 1}}]
"""


def test_a_pack_adds_a_theme_and_a_saying(tmp_path: Path) -> None:
    saying = """
sayings:
  - id: mud
    part: ground
    when: [meeting]
    say: ["It has rained on {goal} for a week."]
"""
    pack = make_pack(tmp_path, {"army-themes.yaml": THEME, "sayings.yaml": saying})
    scenario = ibbprint.generate("ibb", seed="mob", packs=[pack], kind="meeting", theme="goblin-mob", look=0)
    assert scenario.ok, scenario.report
    text = next(data for name, data in scenario.files.items() if name.startswith("scenarios/")).decode()
    assert "Goblins" in text
    assert "’s Mob" in text


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (("light-infantry-q2: 1", "light-infantry-q9: 1"), "there is no unit 'light-infantry-q9'."),
        (("light-infantry-q2: 1", "wizard-4: 1"), "Wizard 4 cannot be in a formation."),
        (("ranks: [captain-2]", "ranks: [pikemen-q3]"), "Pikemen is not a captain."),
        (("light-infantry-q2: 1", "spearmen-q2-spent: 1"), "Spent Spearmen cannot be bought."),
    ],
)
def test_what_a_theme_names_must_be_there(edit: tuple[str, str], message: str, tmp_path: Path) -> None:
    pack = make_pack(tmp_path, {"army-themes.yaml": THEME.replace(*edit)})
    scenario = ibbprint.generate("ibb", packs=[pack])
    assert message in str(scenario.report)
    assert "army-themes.yaml:" in str(scenario.report)


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ('when: [meetin]\n    say: ["Here."]', "there is no fact 'meetin'."),
        ('say: ["At {gaol}."]', "there is no word {gaol}."),
        ('say: ["At {goal."]', "a brace in this text is not closed."),
        ('say: ["{Army} wait."]', "there is no word {Army}."),
    ],
)
def test_what_a_saying_names_must_be_there(field: str, message: str, tmp_path: Path) -> None:
    pack = make_pack(tmp_path, {"sayings.yaml": f"sayings:\n  - id: one\n    part: ground\n    {field}\n"})
    scenario = ibbprint.generate("ibb", packs=[pack])
    assert message in str(scenario.report)


# --- wrong input ------------------------------------------------------------------------------------------------

SEA = "map: {id: all-sea, title: All Sea, game: ibb, columns: 9, rows: 8, legend: {s: sea}, terrain: [%s]}"
TINY = "map: {id: tiny, title: Tiny, game: ibb, columns: 4, rows: 4, legend: {'.': clear}, terrain: [%s]}"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--budget", "7"), 2, "7 gold is too little: the smallest of every army takes up to 27. Use 27 to 300."),
        (("--budget", "9000"), 2, "9000 gold is more than an army on a table can cost."),
        (("--kind", "atack"), 2, "there is no kind of battle 'atack'. Did you mean attack?"),
        (("--theme", "elven-rader"), 2, "there is no theme 'elven-rader'. Did you mean elven-raiders?"),
        (("--theme", "a,b,c"), 2, "a battle has two armies, but you named 3 themes."),
        (("--map", "nowhere"), 2, "there is no map 'nowhere'. Known: forest-map-one, new."),
        (("--map", "nowhere.yaml"), 1, "there is no such file."),
        (("--map", "sea.yaml", "--kind", "meeting"), 1, "the map all-sea has no land to set up on."),
        (("--map", "tiny.yaml", "--kind", "meeting"), 1, "the map tiny has no room for both armies"),
        (("--map", "tiny.yaml", "--kind", "crossing"), 1, "no named bridge or ford joins two large banks."),
        (("--ground", "moon"), 2, "there is no ground 'moon'."),
        (("--ground", "heath", "--kind", "crossing"), 2, "there is no river on the ground heath"),
        (("--ground", "heath", "--map", "tiny.yaml"), 2, "--ground is for a new map."),
        (("--turns", "2"), 2, "--turns takes 3 to 30 turns, not 2."),
        (
            ("--turns", "3", "--kind", "breakthrough", "--theme", "pike-companies", "--seed", "a"),
            1,
            "the march to the battle takes 4 turns, but there are only 3. Use --turns 6, or leave it out.",
        ),
        (("--keep", "roads"), 2, "there is no part to keep 'roads'."),
        (("--anew", "x"), 2, "--anew is the seed for what is rerolled."),
        (("--look", "-1"), 2, "--look takes 0 to 1000 games, not -1."),
        (("--evening", "--look", "0"), 2, "--evening counts activations in games."),
        (("-o", "there"), 2, "there already exists. Name another with -o"),
    ],
)
def test_wrong_input_is_told_and_writes_nothing(
    words: tuple[str, ...], code: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").mkdir()
    Path("sea.yaml").write_text(SEA % ", ".join(["sssssssss"] * 8))
    Path("tiny.yaml").write_text(TINY % ", ".join(['"...."'] * 4))
    look = () if "--look" in words else ("--look", "0")
    result = call_cli("generate", "ibb", *look, *words)
    assert result.returncode == code, result.stdout + result.stderr
    assert message in prose(result.stdout + result.stderr)
    assert sorted(path.name for path in Path().iterdir()) == ["sea.yaml", "there", "tiny.yaml"]
    assert not any(Path("there").iterdir())


def test_a_folder_of_another_scenario_is_left_alone_even_by_force(tmp_path: Path) -> None:
    """The same scenario may be written again; another one, or somebody's own folder, is not mixed up with it."""
    wish = ("generate", "ibb", "--kind", "meeting", "--look", "0", "--quiet", "--force")
    assert call_cli(*wish, "--seed", "a", "-o", "there", cwd=tmp_path).returncode == 0
    assert call_cli(*wish, "--seed", "a", "-o", "there", cwd=tmp_path).returncode == 0
    before = sorted((tmp_path / "there").rglob("*"))
    result = call_cli(*wish, "--seed", "b", "-o", "there", cwd=tmp_path)
    assert result.returncode == 2
    assert "there holds another scenario: scenarios/meeting-a.yaml." in prose(result.stderr)
    assert sorted((tmp_path / "there").rglob("*")) == before
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    result = call_cli(*wish, "--seed", "b", "-o", "mine", cwd=tmp_path)
    assert result.returncode == 2
    assert "mine holds other files, and no scenario." in prose(result.stderr)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]


def test_every_word_that_a_saying_may_use_is_known_where_it_is_said(tmp_path: Path) -> None:
    """A sentence with all the words of an army, one with all the others; each kind of battle has them."""
    others = " ".join(f"{{{word}}}" for word in sorted(EVERYWHERE))
    own = " ".join(f"{{{word}}}" for word in sorted(WORDS))
    sayings = "sayings:\n" + "".join(
        f'  - {{id: {id}, part: {part}, say: ["{text}"]}}\n'
        for id, part, text in (("any", "ground", others), ("plain-army", "army", own))
    )
    pack = make_pack(tmp_path, {"sayings.yaml": sayings})
    for kind in KINDS:
        scenario = ibbprint.generate("ibb", seed="w", kind=kind, look=0, packs=[pack])
        assert scenario.ok, str(scenario.report)


@pytest.mark.parametrize(
    ("quarrel", "message"),
    [
        ("kind: melee-bonus", "a quarrel of the kind melee-bonus needs amount."),
        ("kind: caster-may-not-cast", "a quarrel of the kind caster-may-not-cast needs spell."),
    ],
)
def test_a_quarrel_has_what_its_kind_needs(quarrel: str, message: str, tmp_path: Path) -> None:
    text = f'quarrels:\n  - {{id: row, {quarrel}, text: "They row.", why: "They rowed."}}\n'
    scenario = ibbprint.generate("ibb", packs=[make_pack(tmp_path, {"quarrels.yaml": text})])
    assert message in str(scenario.report)


# --- printed ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "seed"), MADE if SOAK else [("crossing", "seed 0")])
def test_its_kit_is_printed_whole(kind: str, seed: str, tmp_path: Path) -> None:
    """The PDF names both armies, what is fought for and every captain, and reports nothing."""
    result = make(seed, kind=kind)
    kit = ibbprint.kit(written(result, tmp_path / "made"), only=["scenario", "counters", "map"])
    assert kit.ok
    assert [str(problem) for problem in kit.report] == []
    text = prose(" ".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(kit.pdf)))
    scenario = scenario_of(result)
    for side in scenario["sides"]:
        assert side["name"] in text
    for formation in scenario["formations"]:
        assert formation["captain"] in text
    if kind == "crossing":
        places = {
            place["name"] for level in scenario["victory"] for item in level["all"] for place in item.get("places", ())
        }
        assert all(f"{place} (" in text for place in places)
        assert "and the hexes beside it" in text
        assert "while no unrouted enemy is on it or beside it" in text
        assert "on the far bank at the end" in text


# --- Ayrene's Woods ---------------------------------------------------------------------------------------------


def test_other_woods_have_the_same_armies_and_other_starts() -> None:
    """Armies and commands are those of the battle; the map, its woods and its silhouettes change with the seed."""
    able: Any = games()["ayrenes-woods"]
    own = quick_load(able.files.find("ayrenes-woods", (), Report()).read_text(encoding="utf-8"))
    starts = set()
    for seed in ("one", "two"):
        result = able.generate(GenerateRequest(seed), KitOptions(), Report())
        scenario = quick_load(result.files[f"scenarios/{result.id}.yaml"])
        assert scenario["armies"] == own["armies"]
        assert scenario["commands"] == own["commands"]
        (name,) = (name for name in result.files if name.startswith("maps/"))
        on = quick_load(result.files[name])["map"]
        assert scenario["scenario"]["map"] == on["id"]
        starts.add(json.dumps(on["starts"]))
    assert len(starts) == 2


def test_a_ground_that_no_wood_has_is_told() -> None:
    result = call_cli("generate", "ayrenes-woods", "--ground", "glade")
    assert result.returncode == 2
    assert "there is no ground 'glade'. Did you mean glades?" in prose(result.stderr)


def test_backgrounds_have_enough_sentences() -> None:
    """Each kind of battle, army and ground has at least four to choose from, and no two are alike."""
    sayings = [saying for saying in catalogue().sayings if saying.part != "title"]
    texts = [text for saying in sayings for text in saying.say]
    assert len(texts) == len(set(texts)) >= 150
    assert [saying.id for saying in sayings if len(saying.say) < 4] == []
    assert [quarrel.id for quarrel in catalogue().quarrels if len(quarrel.why) < 4] == []
