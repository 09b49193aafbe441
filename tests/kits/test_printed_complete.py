"""The kit is complete: what scenario and rules can bring on the table, or send a player to look up, is in the PDF.

What must be there is worked out here from the plain files and from the rules, never from the kit: which units stand
there and what they turn into, which spells somebody can pay for and what they leave behind, how long engineers can dig.
Three shipped scenarios and a pack with units, spells, markers, tables and a map of its own go through the same checks.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from tests.card import crt
from tests.helpers import (
    COUNTER_MM,
    DATA,
    KITS,
    KITS_ON_PAPER,
    NOTHING,
    SCENARIOS,
    Expected,
    Over,
    as_printed,
    battle,
    entries,
    expected_pieces,
    make_pack,
    plain,
    printed,
    summoned,
)
from tests.kits.test_printed_sheets import HEX, cards, order, pages, special, tight, words
from tests.pdf import Document, Page, read_pdf
from tests.sheets import Slot, check_symbols, matched, sheets_of, slots, whole_kit

DIE = 6
LEADERS = ("captain", "wizard", "priest")
SWITCHES = {"charge_bonus": "strength", "berserk": "one", "ball_radius": "less-one"}
"""The switches as nobody chose otherwise, those that entries of the catalogue hang on."""


# --- a game as its files tell it ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    """A scenario with the catalogue and the map it is played with, as plain data."""

    name: str
    data: dict[str, Any]
    map: dict[str, Any]
    over: Over = field(default_factory=lambda: NOTHING)
    packs: tuple[Path, ...] = ()

    def all(self, kind: str) -> dict[str, dict[str, Any]]:
        return entries(kind, self.over)

    def figure(self, name: str) -> int:
        return int(self.all("figures")[name]["value"])

    def forces(self, side: str = "") -> Iterator[tuple[dict[str, Any], int, dict[str, Any]]]:
        """Each line of the order of battle: its unit, how many, and the line itself."""
        for force in self.data["forces"]:
            if not side or force["side"] == side:
                yield self.all("units")[force["unit"]], int(force.get("count", 1)), force

    def count(self, test: Callable[[dict[str, Any]], bool]) -> int:
        return sum(number for unit, number, _ in self.forces() if test(unit))

    @cached_property
    def troops(self) -> int:
        return self.count(is_troops)

    def able(self, ability: str) -> int:
        return self.count(lambda unit: ability in unit.get("abilities", ()))

    @property
    def turns(self) -> int:
        return int(self.data["scenario"]["turns"])

    def ratings(self, side: str, kind: str) -> list[int]:
        """The numbers of a side's wizards or priests."""
        return [int(u["rating"]) for u, n, _ in self.forces(side) for _ in range(n) if u.get("kind") == kind]

    def payers(self, side: str, spell: Mapping[str, Any]) -> int:
        """How many of a side can cast a spell at once: each who can pay alone, or one if pooling is needed (R-129)."""
        ratings, cost = self.ratings(side, spell["caster"]), int(spell["cost"])
        alone = sum(rating >= cost for rating in ratings)
        pooled = len(ratings) > 1 and sum(ratings) - len(ratings) * self.figure("pool-overhead") >= cost
        return alone or int(pooled)

    @cached_property
    def usable(self) -> list[tuple[dict[str, Any], str]]:
        """Every spell with the name of each side that can cast it, by its power or by a rule of the scenario."""
        granted = {(rule["side"], rule.get("spell")) for rule in self.data.get("special", ())}
        return [
            (spell, side["name"])
            for side in self.data["sides"]
            for spell in self.all("spells").values()
            if self.payers(side["id"], spell) or (side["id"], spell["id"]) in granted
        ]

    def can_use(self, *names: str) -> bool:
        return any(spell["id"] in names for spell, _ in self.usable)

    @cached_property
    def thrown(self) -> bool:
        return any(spell["thrown"] == "true" for spell, _ in self.usable)

    @cached_property
    def terrain(self) -> dict[str, str]:
        """The id of the ground of each hex."""
        return {
            f"{column:02d}{row:02d}": self.map["legend"][letter]
            for row, line in enumerate(self.map["terrain"], start=1)
            for column, letter in enumerate(line, start=1)
        }

    def in_force(self, kind: str) -> dict[str, dict[str, Any]]:
        return {
            name: entry
            for name, entry in self.all(kind).items()
            if all(SWITCHES[switch] == value for switch, value in entry.get("when", {}).items())
        }

    def told(self, text: str, own: Mapping[str, Any]) -> str:
        """A text with its figures: fields of the entry itself, and of entries of other files."""

        def one(match: re.Match[str]) -> str:
            name, *choice = match[1].split("|")
            if choice:
                number = as_printed(own[name])
                return f"{number} {choice[number != '1']}"
            path = name.split(".")
            value: Any = own
            if path[0] not in own:
                value, path = self.all(path[0])[path[1]], path[2:] or ["value"]
            for step in path:
                value = value[int(step)] if isinstance(value, list) else value[step]
            return as_printed(value)

        return re.sub(r"\{([\w.|-]+)\}", one, text)


def is_troops(unit: Mapping[str, Any]) -> bool:
    return bool(unit.get("kind", "troops") == "troops")


def is_engine(unit: Mapping[str, Any]) -> bool:
    return unit.get("kind") == "engine"


# --- a pack of our own ----------------------------------------------------------------------------------------------


def troops(name: str, called: str, figures: str, **more: Any) -> dict[str, Any]:
    """A unit of our own: `figures` are `4-3-6 Q3`."""
    attack, defence, movement, quality = re.findall(r"\d+", figures)
    ratings = {"attack": attack, "defence": defence, "movement": movement, "quality": quality}
    return {"id": name, "name": called, "short": called, "arm": "foot", **ratings, **more}


def leader(kind: str, name: str, called: str, rating: int) -> dict[str, Any]:
    return {"id": name, "kind": kind, "name": called, "short": called, "symbol": kind, "rating": str(rating)}


OWN_UNITS = (
    troops("fen-riders", "Fen Riders", "4-3-6 Q3", symbol="heavy-cavalry", arm="horse", abilities=["charge"]),
    troops(
        "reed-men",
        "Reed Men",
        "2-2-4 Q2",
        symbol="spearmen",
        range="1",
        shots="3",
        segment="green",
        abilities=["missile", "anti-cavalry"],
        becomes="reed-stumps",
        on="spent",
    ),
    troops("reed-stumps", "Reed Stumps", "1-2-5 Q2", symbol="light-infantry-spent", listed="false"),
    troops(
        "punters",
        "Punters",
        "2-3-5 Q2",
        symbol="dragoons",
        arm="horse",
        abilities=["dismount"],
        becomes="waders",
        on="dismounted",
    ),
    troops("waders", "Waders", "2-2-3 Q2", symbol="dragoons-dismounted", abilities=["dismount"], listed="false"),
    troops("moles", "Moles", "1-1-5 Q3", symbol="engineers", arm="special", abilities=["engineering"]),
    troops("sneaks", "Sneaks", "1-1-5 Q2", symbol="scouts", arm="special", abilities=["hidden-scouting"]),
    troops("marsh-men", "Marsh Men", "2-1-4 Q1", symbol="summoned", listed="false"),
    {
        "id": "mangonel",
        "kind": "engine",
        "name": "Mangonel",
        "short": "Mangonel",
        "symbol": "siege-engine",
        "attack": "2",
        "attack_stone": "4",
        "defence": "0",
        "movement": "2",
        "range": "4",
        "direct_fire": "false",
        "segment": "green",
        "abilities": ["missile"],
    },
    leader("captain", "reeve", "Reeve", 4),
    leader("wizard", "hag", "Hag", 7),
    leader("priest", "friar", "Friar", 2),
)
PRINTED: Mapping[str, str] = dict.fromkeys(
    ("speed", "type", "cost", "save", "spillover", "upkeep", "duration", "template"), ""
)
OWN_SPELLS = (
    {
        "id": "rain-of-frogs",
        "name": "Rain of Frogs",
        "caster": "priest",
        "speed": "fast",
        "cost": "3",
        "save": {"kind": "quality", "modifier": "-2"},
        "spillover": "true",
        "upkeep": "0",
        "turns": "3",
        "templates": ["puddle"],
        "target": "area",
        "thrown": "true",
        "strengths": ["7", "5"],
        "printed": dict(PRINTED),
        "text": "Frogs with strength {strengths.0}, then {strengths.1}, for {turns} turns.",
        "rules": ["Z-901"],
    },
    {
        "id": "call-the-marsh",
        "name": "Call the Marsh",
        "caster": "wizard",
        "speed": "slow",
        "cost": "2",
        "save": {"kind": "none"},
        "spillover": "false",
        "upkeep": "1",
        "turns": "5",
        "target": "none",
        "thrown": "false",
        "summons": "marsh-men",
        "printed": dict(PRINTED),
        "text": "Marsh Men rise and cost {upkeep} mana.",
        "rules": ["Z-902"],
    },
)
OWN_CHANGES: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "figures": {
        name: {"value": value}
        for name, value in (
            ("fort-1-turns", "3"),
            ("fort-2-turns", "5"),
            ("pontoon-turns", "8"),
            ("fizzle-success", "5"),
            ("pool-overhead", "0"),
            ("goons-die-divisor", "3"),
            ("captain-foot", "5"),
            ("rout-hexes", "4"),
        )
    },
    "modifiers": {
        "under-fire": {"amount": "3"},
        "caster-moved": {"amount": "4"},
        "near-fighting": {"amount": "5"},
        "priest-morale": {"amount": "2"},
        "charge": {"amount": "6"},
        "fort-1-melee": {"amount": "3"},
    },
    "terrain": {"woods": {"cost": "5"}},
    "scatter": {"4": {"name": "Into the reeds"}},
    "petard": {"dud": {"name": "Frog in it", "text": "A frog sits in the powder."}},
    "scout": {"2": {"formation_from": "3"}},
    "segments": {"red": {"name": "Scarlet"}},
}
OWN_MAP = {
    "id": "fen",
    "title": "The Fen",
    "game": "ibb",
    "columns": "9",
    "rows": "7",
    "legend": {".": "clear", "w": "woods", "q": "quag", "r": "river", "B": "river", "V": "village"},
    "terrain": ["....r....", ".w..r.q..", ".ww.r.qq.", ".V..B....", "....r....", "....r....", "....r...."],
    "waters": [{"id": "lode", "name": "The Lode", "hexes": [f"05{row:02d}" for row in range(1, 8)]}],
    "bridges": [{"id": "plank", "name": "Plank", "hex": "0504"}],
    "roads": [{"id": "causeway", "name": "Causeway", "hexes": ["0204", "0304", "0404", "0504", "0604", "0704"]}],
}
OWN_SCENARIO = {
    "scenario": {
        "id": "frog-war",
        "title": "The Frog War",
        "game": "ibb",
        "map": "fen",
        "turns": "9",
        "background": "Nobody wins a war over frogs.",
    },
    "sides": [
        {"id": "wet", "name": "Wet", "army": "The Wet Army", "letter": "W", "livery": "forest"},
        {"id": "dry", "name": "Dry", "army": "The Dry Army", "letter": "D", "livery": "amber"},
    ],
    "formations": [
        {"id": "mud", "side": "wet", "name": "The Mud", "letter": "M", "captain": "Eel"},
        {"id": "dust", "side": "dry", "name": "The Dust", "letter": "K", "captain": "Dune"},
    ],
    "zones": [{"id": "shore", "name": "Shore", "hexes": ["0405", "0406", "0407"]}],
    "forces": [
        {"side": "wet", "unit": "reed-men", "count": "3", "zone": "shore", "formation": "mud"},
        {"side": "wet", "unit": "reeve", "name": "Eel", "hexes": ["0405"], "formation": "mud"},
        {"side": "wet", "unit": "friar", "count": "2", "hexes": ["0405"]},
        {"side": "wet", "unit": "moles", "count": "2", "hexes": ["0302"]},
        {"side": "wet", "unit": "mangonel", "hexes": ["0302"]},
        {"side": "wet", "unit": "petard", "count": "2", "hexes": ["0302"]},
        {
            "side": "dry",
            "unit": "fen-riders",
            "count": "2",
            "rating": "3-3-6 Q4",
            "hexes": ["0702", "0703"],
            "formation": "dust",
        },
        {"side": "dry", "unit": "reeve", "name": "Dune", "hexes": ["0703"], "formation": "dust"},
        {"side": "dry", "unit": "punters", "hexes": ["0501"], "bank": "east", "formation": "dust"},
        {"side": "dry", "unit": "waders", "hexes": ["0801"], "turn": "2", "formation": "dust"},
        {"side": "dry", "unit": "sneaks", "hexes": ["0605"]},
        {"side": "dry", "unit": "hag", "hexes": ["0704"]},
    ],
    "victory": [
        {
            "side": "wet",
            "level": "minor",
            "text": "The plank.",
            "all": [{"kind": "holds", "side": "wet", "hexes": ["0504"]}],
        },
        {
            "side": "dry",
            "level": "major",
            "text": "Their strength.",
            "all": [{"kind": "strength-lost", "side": "wet", "at_least": "40%"}, {"kind": "dead", "names": ["Eel"]}],
        },
    ],
    "special": [{"id": "croak", "kind": "text", "side": "wet", "text": "Croaking counts for nothing."}],
}


def own_game(folder: Path) -> Game:
    """A pack that lies over the shipped files, and the game that is made of it."""
    over: dict[str, dict[str, dict[str, Any]]] = {
        "units": {str(unit["id"]): unit for unit in OWN_UNITS},
        "spells": {str(spell["id"]): spell for spell in OWN_SPELLS},
        "area-templates": {
            "puddle": {
                "id": "puddle",
                "name": "Puddle",
                "shape": "ball",
                "ranks": [
                    {"distance": "0", "numerator": "1", "denominator": "1"},
                    {"distance": "1", "numerator": "2", "denominator": "3"},
                ],
            }
        },
        "markers": {
            "frogs": {
                "id": "frogs",
                "name": "Frogs",
                "symbol": "walking-dead",
                "colour": "magic",
                "count": "2 * priests",
                "why": "Two rains can lie at a time.",
                "rule": "Z-901",
            }
        },
    }
    for kind, changes in OWN_CHANGES.items():
        key = {"scatter": "roll", "scout": "range"}.get(kind, "id")
        shelf = {entry[key]: entry for entry in plain(DATA / f"{kind}.yaml")[kind]}
        over[kind] = {name: {**shelf[name], **change} for name, change in changes.items()}
    quag = {"id": "quag", "name": "Quagmire", "look": "marsh", "cost": "4", "crt_row": "marsh", "bars_charge": "true"}
    over["terrain"]["quag"] = quag
    files: dict[str, Any] = {f"{kind}.yaml": {kind: list(shelf.values())} for kind, shelf in over.items()}
    files |= {"maps/fen.yaml": {"map": OWN_MAP}, "scenarios/frog-war.yaml": OWN_SCENARIO}
    return Game("frog-war", OWN_SCENARIO, OWN_MAP, over, (make_pack(folder / "frogs", files),))


# --- the finished PDF -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Printed:
    """A game and its kit: every page but the map's as shapes and text, the map's as the text of its sheets."""

    game: Game
    document: Document
    map_text: str

    def words(self, title: str) -> str:
        return words(self.document, title)


def print_whole(game: Game) -> Printed:
    """The kit in one PDF, the sheets of the map put by where nothing else is on them."""
    paper = dict(KITS_ON_PAPER).get(game.name, "a4")
    if game.packs:
        document = read_pdf(printed(game.name, packs=game.packs, paper=paper).pdf)
    else:
        document = whole_kit(game.name, paper)
    title = game.map["title"]
    map_text = " ".join(page.text for page in document.pages if f": {title}" in page.head)
    rest: list[Page] = []
    for number in range(0, len(document.pages), 2):
        sheet = document.pages[number : number + 2]
        if f": {title}" not in sheet[0].head or ", with " in sheet[0].head:
            rest += sheet
    pages = tuple(replace(page, number=number) for number, page in enumerate(rest, start=1))
    return Printed(game, replace(document, pages=pages), map_text)


def part_of(game: Game, section: str) -> Document:
    """One part of a kit by itself."""
    return read_pdf(printed(game.name, packs=game.packs, only=(section,)).pdf)


@pytest.fixture(scope="module", params=[*KITS, "frog-war"])
def kit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """The kits of the three scenarios and of our own."""
    name = str(request.param)
    if name == "frog-war":
        return print_whole(own_game(tmp_path_factory.mktemp("own")))
    data = battle(name)
    hexmap = plain(SCENARIOS / "maps" / f"{data['scenario']['map']}.yaml")["map"]
    return print_whole(Game(name, data, hexmap))


# --- counters -------------------------------------------------------------------------------------------------------


def test_every_counter_and_chit_is_there(kit: Printed) -> None:
    """Each unit set up or coming later, what it is exchanged for, what can be summoned, and a chit for all who draw."""
    game = kit.game
    expected = expected_pieces(game.name, over=game.over, data=game.data)
    assert count_of(expected, "chit") == game.count(lambda unit: unit.get("kind") in LEADERS) + game.able(
        "engineering"
    ) + game.able("hidden-scouting")
    changing = game.count(lambda unit: "becomes" in unit) + game.count(lambda unit: mounts(game, unit))
    assert count_of(expected, "exchange") == changing
    check_symbols(matched(expected, part_of(game, "counters")))


def count_of(pieces: list[Expected], what: str) -> int:
    return sum(piece.what == what for piece in pieces)


def mounts(game: Game, unit: Mapping[str, Any]) -> bool:
    """True for units on foot that can mount: another entry becomes them by dismounting (R-33)."""
    return any(u.get("becomes") == unit["id"] and u["on"] == "dismounted" for u in game.all("units").values())


# --- markers --------------------------------------------------------------------------------------------------------


def quiet_turns(game: Game) -> int:
    """The most quiet turns that engineers have behind them with work not done yet: one less than the last goal."""
    goals = [game.figure("fort-1-turns"), game.figure("fort-2-turns"), game.figure("pontoon-turns")]
    return max([goal - 1 for goal in goals if goal <= game.turns], default=0)


def works(turn: int) -> Callable[[Game], int]:
    """How many engineers can have so many quiet turns behind them."""
    return lambda game: game.able("engineering") if turn <= quiet_turns(game) else 0


def structures(game: Game) -> int:
    return len(game.map["bridges"]) + sum(ground == "village" for ground in game.terrain.values())


def forts(game: Game) -> int:
    """Levels that the engineers can dig, each with a turn to walk to the next place (A-97)."""
    if game.turns < (first := game.figure("fort-1-turns")):
        return 0
    return game.able("engineering") * max(1, game.turns // (first + 1))


def risen(game: Game) -> int:
    """The dead that the wizards of one side can raise: the mana that is left after the spell, summed over sides."""
    spell, most = game.all("spells")["summon-the-walking-dead"], 0
    for side in game.data["sides"]:
        ratings = game.ratings(side["id"], "wizard")
        pooled = [sum(ratings) - len(ratings) * game.figure("pool-overhead")] if len(ratings) > 1 else []
        most += max([0, *(total - int(spell["cost"]) for total in (*ratings, *pooled))])
    return most


def castings(game: Game) -> int:
    """Summonings that can be in force at a time."""
    divisor = game.figure("goons-die-divisor")
    return sum(
        len(called) // math.ceil(DIE / divisor)
        for called in (summoned(game.data, side["id"], game.over) for side in game.data["sides"])
    )


def heavy(game: Game) -> int:
    return game.able("charge")


def shooters(game: Game) -> int:
    return game.count(lambda unit: is_engine(unit) or (is_troops(unit) and "range" in unit))


def formations(game: Game) -> int:
    return len(game.data["formations"])


def frightening(game: Game) -> int:
    """Formations that fear or confusion can weigh on: all, if somebody can cast such a spell (R-57)."""
    frightening = any("{modifiers.fear-or-confusion.amount}" in spell["text"] for spell, _ in game.usable)
    return 1 if frightening else 0


def losers(game: Game) -> int:
    """Sides of which a victory asks how much strength they have lost (R-167)."""
    conditions = (item for level in game.data["victory"] for item in level["all"])
    return len({entry["side"] for entry in conditions if entry["kind"] == "strength-lost"})


def bought(game: Game, what: str) -> int:
    return game.count(lambda unit: unit["id"] == what)


NEEDED: Mapping[str, Callable[[Game], int]] = {
    # A share of the units: nearly all of them would never be in this state at once.
    "disorganised": lambda game: math.ceil(game.troops / 3),
    "routed": lambda game: math.ceil(game.troops / 3),
    "berserk": lambda game: math.ceil(game.troops / 6),
    "rally-attempt": lambda game: math.ceil(game.troops / 6),
    "lost-unit": lambda game: math.ceil(game.troops / 6),
    "acted": lambda game: math.ceil(game.troops / 6),
    # One for each that can be in this state.
    "balked": heavy,
    "moved": lambda game: min(formations(game), heavy(game)),
    "charged": lambda game: min(formations(game), heavy(game)),
    "under-fire": lambda game: min(formations(game), shooters(game)),
    "shot-used": lambda game: game.count(lambda unit: is_troops(unit) and int(unit.get("shots", 1)) > 1),
    "hidden": lambda game: game.able("hidden-scouting"),
    "fear": frightening,
    "confusion": frightening,
    "bank-north": lambda game: sum("bank" in force for _, _, force in game.forces()),
    "bank-south": lambda game: sum("bank" in force for _, _, force in game.forces()),
    # What engineers make, and what their engines and petards leave.
    "fort-1": lambda game: forts(game) + bought(game, "fort-level"),
    "fort-2": lambda game: game.able("engineering") if game.turns >= game.figure("fort-2-turns") else 0,
    **{f"works-{turn}": works(turn) for turn in range(1, 10)},
    "pontoon": lambda game: game.able("engineering") * (game.turns // game.figure("pontoon-turns")),
    "petard": lambda game: bought(game, "petard"),
    "petard-dud": lambda game: bought(game, "petard"),
    "rubble": lambda game: structures(game) if game.count(is_engine) + bought(game, "petard") else 0,
    # Magic: what casters keep count of, and what each spell leaves behind.
    "mana": lambda game: game.count(lambda unit: unit.get("kind") == "wizard"),
    "mana-cast": lambda game: game.count(lambda unit: unit.get("kind") == "wizard"),
    "prayer": lambda game: game.count(lambda unit: unit.get("kind") == "priest"),
    "prayer-said": lambda game: game.count(lambda unit: unit.get("kind") == "priest"),
    "wahoo": lambda game: len({side for spell, side in game.usable if spell["id"] == "wahoo"}),
    "glamour": lambda game: (
        int(game.all("spells")["anti-magickal-glamour"]["turns"])
        * sum(game.payers(side["id"], game.all("spells")["anti-magickal-glamour"]) for side in game.data["sides"])
    ),
    "chasm": lambda game: (
        int(game.all("spells")["yawning-chasm"]["turns"])
        * sum(game.payers(side["id"], game.all("spells")["yawning-chasm"]) for side in game.data["sides"])
    ),
    "summons": castings,
    "raised": risen,
    "frogs": lambda game: 2 * game.count(lambda unit: unit.get("kind") == "priest"),
    # The course of the game.
    "turn": lambda game: 1,
    "strength-lost": lambda game: 2 * losers(game),
    "strength-lost-tens": lambda game: losers(game),
}
"""Every marker of the rules, and how many of it this game can need at a time at least."""


def test_every_marker_that_can_be_placed_is_there(kit: Printed) -> None:
    """Each marker that a state, a work or a spell of this game puts down is on a sheet, often enough."""
    game, result = kit.game, Counter[tuple[str, ...]]()
    for front, back in sheets_of(kit.document, "Markers"):
        for slot in slots(front):
            behind = next(
                s
                for s in slots(back)
                if abs(s.box.left - slot.box.mirrored(back.width).left) < 0.02 and abs(s.box.top - slot.box.top) < 0.02
            )
            result.update({shown(slot), shown(behind)})
    markers = game.all("markers")
    assert set(markers) <= set(NEEDED), "a marker of the catalogue whose need is not thought out here"
    for name, need in NEEDED.items():
        if name in markers:
            figure = game.told(markers[name].get("figure", ""), markers[name])
            face = tuple(sorted(text for text in (markers[name]["name"], figure) if text))
            assert result[face] >= need(game), (name, result[face], need(game))


def shown(slot: Slot) -> tuple[str, ...]:
    return tuple(sorted(slot.texts))


# --- spells ---------------------------------------------------------------------------------------------------------


def test_each_usable_spell_has_its_card_on_each_side(kit: Printed) -> None:
    """A card for every spell that a caster of a side can use, with its text and figures, and a line in the list."""
    game, result = kit.game, Counter[tuple[str, str]]()
    names = {spell["name"]: spell for spell in game.all("spells").values()}
    sides = {side["name"] for side in game.data["sides"]}
    document = part_of(game, "spells") if game.usable else None
    for lines in cards(document) if document is not None else ():
        text = tight("".join(lines))
        # the cost is in the corner under the thumb, ahead of the name
        name = max((name for name in names if text.startswith(tight(names[name]["cost"] + name))), key=len)
        (side,) = sides & set(lines)
        result[name, side] += 1
        assert tight(game.told(names[name]["text"], names[name])) in text, name
        for item in ("cost", *(["turns"] if "turns" in names[name] else [])):
            assert names[name][item] in text
        assert "/".join(names[name].get("strengths", ())) in text, (name, text)
    assert result == Counter((spell["name"], side) for spell, side in game.usable)
    if game.usable:
        listing = words(part_of(game, "spell-list"), "Spells and prayers")
        for spell, _ in game.usable:
            assert tight(f"{spell['name']}. {game.told(spell['text'], spell)}") in listing


def test_each_template_of_a_usable_spell_is_there_in_full(kit: Printed) -> None:
    """Every shape that a usable spell asks for is drawn with all its hexes, each as large as a hex of the map.

    It has its fractions where one of these spells has a strength to divide.
    """
    game = kit.game
    needed = sorted({name for spell, _ in game.usable for name in spell.get("templates", ())})
    drawn = pages(part_of(game, "templates"), "Area templates") if needed else []
    texts = Counter(text for page in drawn for text in page.texts)
    hexes = Counter[Fraction]()
    for name in needed:
        template = game.all("area-templates")[name]
        assert texts[template["name"]] == 2, name  # over it and on it
        graded = any(spell.get("strengths") and name in spell.get("templates", ()) for spell, _ in game.usable)
        for rank in template["ranks"]:
            distance = int(rank["distance"])
            count = (6 * distance or 1) if template["shape"] == "ball" else distance
            hexes[Fraction(int(rank["numerator"]), int(rank["denominator"])) if graded else Fraction(1)] += count
    sizes = [s.outline.height for page in drawn for s in page.shapes if s.fill and s.outline.height > COUNTER_MM]
    assert sum(abs(size - HEX) < 0.01 for size in sizes) == hexes.total()
    for part, count in hexes.items():
        if part != 1:
            below = sum(number for other, number in hexes.items() if other.denominator == part.denominator)
            assert texts[str(part.denominator)] >= below >= count, part


# --- tables ---------------------------------------------------------------------------------------------------------


def rolls(game: Game) -> set[str]:
    """The rolls whose modifiers somebody of this game looks up."""
    result = {"combat", "activation", "morale"}
    if game.usable:
        result.add("fizzle")
    if game.thrown:
        result.add("accuracy")
    return result


def haters(game: Game) -> int:
    """Whether somebody meets an enemy of a race that his own hates, or a special rule says that armies do."""
    races = {
        side["id"]: {unit.get("race", "human") for unit, _, _ in game.forces(side["id"]) if is_troops(unit)}
        for side in game.data["sides"]
    }
    hated = {race: set(entry.get("antipathy", ())) for race, entry in game.all("races").items()}
    return any(rule["kind"] == "antipathy" for rule in game.data.get("special", ())) or any(
        hated[race] & members
        for side, own in races.items()
        for race in own
        for other, members in races.items()
        if other != side
    )


BROUGHT_BY: Mapping[str, Callable[[Game], int]] = {
    **dict.fromkeys(("fort-1-melee", "fort-1-fire"), lambda game: forts(game) + bought(game, "fort-level")),
    "fort-2": lambda game: NEEDED["fort-2"](game) + bought(game, "fort-level"),
    "engineers": lambda game: game.able("engineering"),
    "anti-cavalry": lambda game: game.able("anti-cavalry") * game.count(lambda unit: unit.get("arm") == "horse"),
    **dict.fromkeys(("charge", "charge-die", "balked"), heavy),
    "opportunity-fire": lambda game: heavy(game) * game.count(lambda unit: is_troops(unit) and "range" in unit),
    **dict.fromkeys(("charged", "balked-morale"), heavy),
    "pikes-charged": lambda game: heavy(game) * game.able("anti-cavalry"),
    "under-fire": shooters,
    "fear-or-confusion": lambda game: len(game.usable),
    **dict.fromkeys(("wahoo", "priest-morale"), lambda game: game.count(lambda unit: unit.get("kind") == "priest")),
    "caster-under-fire": shooters,
    "caster-charged": heavy,
    "antipathy": haters,
}
"""What a battle must have for a modifier to occur; any battle in which somebody makes its roll has the others."""


def can_occur(game: Game, modifier: str) -> bool:
    return bool(BROUGHT_BY.get(modifier, lambda _: 1)(game))


def test_every_modifier_that_can_count_is_on_the_crib(kit: Printed) -> None:
    """Orders, combat and morale always, casting where somebody casts: sign, amount, name and condition of each.

    What a switch has put out of force is not there, nor what nobody in the battle can bring about.
    """
    game, text = kit.game, kit.words("Player aid")
    in_force = game.in_force("modifiers")
    for name, modifier in game.all("modifiers").items():
        if modifier["to"] in rolls(game):
            condition = re.escape(tight(game.told(modifier["text"], modifier)))
            line = re.escape(tight(order(modifier) + modifier["name"])) + r"[a-z,]*\." + condition
            assert bool(re.search(line, text)) is (name in in_force and can_occur(game, name)), name


def test_every_ground_of_the_map_has_its_line(kit: Printed) -> None:
    """Each kind of ground that the map has stands in the crib's table with its cost and its row of the combat table."""
    game, text = kit.game, kit.words("Player aid")
    rows = {row["id"]: row["name"].split(",")[0] for row in crt()["rows"]}
    names = set(game.terrain.values())
    assert len(names) >= 5
    for name in names:
        ground = game.all("terrain")[name]
        # Kinds of ground that do the same share a line.
        line = (
            re.escape(tight(ground["name"]))
            + r"[A-Za-z,]*?"
            + ground["cost"]
            + re.escape(tight(rows[ground["crt_row"]]))
        )
        assert re.search(line, text), name


def looked_up(game: Game) -> Iterator[str]:
    """What the crib must answer in this game, in its words, with the figures as the files have them."""
    figure = game.figure
    yield f"An unmodified {figure('activation-always')} always brings orders"
    yield f"a captain moves {figure('captain-foot')}, or {figure('captain-mounted')} if he starts with cavalry"
    yield f"at most {figure('stacking-limit')} points of printed attack"
    yield f"A unit makes at most {figure('attacks-per-turn')} attack a turn"
    yield f"An unmodified {figure('morale-always-fails')} always fails"
    yield f"divides its quality by {figure('routed-quality-divisor')}"
    yield f"runs up to {figure('rout-hexes')} hexes"
    yield f"A unit that this table disorganises {figure('rout-disorganisations')} times in one turn is Routed"
    yield f"quality {figure('berserk-quality')} or better that rolls an unmodified {figure('berserk-roll')}"
    for segment in game.all("segments").values():
        yield f"{segment['number']} {segment['name']} {segment['text']}"
    for unit, _, _ in game.forces():
        if "range" in unit:
            segment = game.all("segments")[unit["segment"]]
            shots = unit.get("shots", "no limit")
            yield f"{unit['name']} {unit['range']} {shots} {segment['number']} {segment['name']}"
        if is_engine(unit):
            yield f"{unit['name'].lower()} {unit['attack']} ({unit['attack_stone']})"
    if shooters(game):
        yield f"divide a shooter’s attack by {figure('missile-melee-divisor')}, rounding down"
    if heavy(game):
        yield f"at least {figure('charge-hexes')} hexes, each nearer the target"
    if game.able("refuse-battle"):
        yield f"retreat up to {figure('refuse-battle-hexes')} hexes"
    if any("bank" in force for _, _, force in game.forces()):
        yield f"pays {figure('bank-crossing')} extra if its first step is onto dry land of the far bank"
    if game.able("engineering"):
        yield f"{figure('fort-1-turns')} turns of undisturbed work for level 1, {figure('fort-2-turns')} in all"
        if game.turns >= figure("pontoon-turns"):
            yield f"{figure('pontoon-turns')} turns in a row, with {figure('pontoon-captains')} captain"
        yield f"defence {figure('structure-defence')}, attacked by itself"
    if bought(game, "petard"):
        for result in game.all("petard").values():
            yield f"{result['name']}. {game.told(result['text'], result)}"
    if game.able("hidden-scouting"):
        for chance in game.all("scout").values():
            faces = [
                first + (f"–{DIE}" if int(first) < DIE else "")
                for first in (chance["formation_from"], chance["scout_from"])
            ]
            yield " ".join((chance["range"], *faces))
    if game.usable:
        yield f"a die up to {figure('fizzle-success')} succeeds"
        yield f"each loses {figure('pool-overhead')}"
    if game.thrown:
        yield f"an unmodified {figure('accuracy-always-misses')} always scatters"
        yield f"{figure('scatter-hexes')} hex from the target"
        for result in game.all("scatter").values():
            yield f"{result['roll']} {result['name'].lower()}"


def test_everything_that_is_looked_up_is_on_the_crib(kit: Printed) -> None:
    """Orders, movement, morale, missiles, engineers, petards, scouts, magic and scatter: each figure and each table."""
    text = kit.words("Player aid")
    missing = [words for words in looked_up(kit.game) if tight(words) not in text]
    assert not missing


# --- the scenario and the map ---------------------------------------------------------------------------------------


def test_the_scenario_sheet_has_armies_victory_and_turns(kit: Printed) -> None:
    """Each line of the order of battle with number and place, each condition of victory, a box for each turn."""
    game, text = kit.game, kit.words("Scenario sheet")
    zones = {zone["id"]: zone for zone in game.data.get("zones", ())}
    for unit, count, force in game.forces():
        name = force.get("name") or (unit["short"] if unit.get("kind") in LEADERS else unit["name"])
        place = " or ".join(force.get("hexes", ())) or zones[force["zone"]]["name"]
        turn = f"turn{force['turn']}:" if "turn" in force else ""
        assert re.search(
            re.escape(tight(name)) + r".{0,40}?" + str(count) + r"\d*" + re.escape(turn + tight(place)), text
        ), force
    for zone in zones.values():
        assert tight(f"{zone['name']}: {', '.join(zone['hexes'])}") in text
    for level in game.data["victory"]:
        side = next(side["name"] for side in game.data["sides"] if side["id"] == level["side"])
        assert tight(f"{side} {level['level'].capitalize()}") in text
        for condition in level["all"]:
            for message in (
                condition.get("at_least"),
                condition.get("at_most"),
                *condition.get("hexes", ()),
                *condition.get("names", ()),
            ):
                assert message is None or tight(message) in text, condition
    for rule in game.data.get("special", ()):
        assert tight(special(rule)) in text
    large = [run.text for page in pages(kit.document, "Scenario sheet") for run in page.runs if run.size > 19]
    assert [text for text in large if text.isdigit()] == [str(turn) for turn in range(1, game.turns + 1)]
    assert all(text.isdigit() or game.data.get("crossings") for text in large)  # or whom to cross off


def test_the_map_has_every_hex_and_its_names(kit: Printed) -> None:
    """Every hex has its number on the sheets of the map; title, bridges and the kinds of ground are named there."""
    game = kit.game
    names = set(re.findall(r"(?<![0-9a-z])\d{4}(?![0-9a-z])", kit.map_text))
    assert set(game.terrain) <= names
    text = tight(kit.map_text).lower()
    for name in (
        game.map["title"],
        *(bridge["name"] for bridge in game.map["bridges"]),
        *(game.all("terrain")[ground]["name"] for ground in set(game.terrain.values())),
    ):
        assert tight(name).lower() in text, name


def test_booklet_and_aid_teach_all_of_it(kit: Printed) -> None:
    """The aid has every ground of the map, every modifier of combat and every shooter that there is; the booklet has
    the rest."""
    game = kit.game
    text = tight(" ".join(page.text for page in kit.document.pages if page.runs_of)).lower()
    rules = text[text.index("1welcome") :]
    aid = tight(" ".join(page.text for page in pages(kit.document, "Player aid"))).lower()
    for name in set(game.terrain.values()):
        assert tight(game.all("terrain")[name]["name"]).lower() in aid
    for modifier in game.in_force("modifiers").values():
        if modifier["to"] in ("activation", "fizzle", "morale"):
            assert tight(f"{modifier['name']}. {game.told(modifier['text'], modifier)}").lower() in rules
        elif modifier["to"] == "combat":
            taught = tight(f"{modifier['text'].partition('{')[0]}").lower() in aid
            assert taught == can_occur(game, modifier["id"]), modifier["id"]
    for unit, _, _ in game.forces():
        if is_troops(unit) and "range" in unit:
            assert tight(unit["name"]).lower() in aid
