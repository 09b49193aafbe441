"""Who starts where in every shipped scenario, without a picture: the rows of the acceptance table, by scenario."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.materials import Kit
from ibbprint.materials.tabletop import Tabletop
from ibbprint.problems import Report
from ibbprint.systems import games


@cache
def kit(game: str, scenario: str, *rules: tuple[str, str]) -> Kit:
    only = frozenset({"counters", "chits", "markers", "spells", "templates", "labels", "orders", "tiles"})
    report = Report()
    result = games()[game].kit(scenario, KitOptions(only=only, rules=dict(rules), tabletop=True), report)
    assert result is not None, str(list(report))
    return result


def table(game: str, scenario: str, *rules: tuple[str, str]) -> Tabletop:
    result = kit(game, scenario, *rules).tabletop
    assert result is not None
    return result


def piled(game: str, scenario: str) -> dict[str, int]:
    counts = {f"{p.section}/{p.id}": p.count for p in (*kit(game, scenario).pieces, *kit(game, scenario).cards)}
    return {pile.name: sum(counts[key] for key in pile.pieces) for pile in table(game, scenario).piles}


def words(some: Tabletop) -> Counter[str]:
    return Counter(change.word for changes in some.becomes.values() for change in changes)


@pytest.mark.parametrize(
    ("scenario", "hexes", "boxed", "turns", "changes", "cup", "spells", "templates"),
    [
        ("defend-the-bridge", 22, {"T": 2}, 7, {"Spent": 4, "Mounted": 1, "Dismounted": 1}, 6, [5], 2),
        ("hastings", 3, {"S": 31, "N": 34}, 8, {"Spent": 4, "Dismounted": 8}, 15, [10, 9], 3),
        ("stirling", 2, {"S": 23, "A": 20}, 6, {"Dismounted": 3}, 8, [7], 2),
    ],
)
def test_itty_bitty_battles(
    scenario: str,
    hexes: int,
    boxed: dict[str, int],
    turns: int,
    changes: dict[str, int],
    cup: int,
    spells: list[int],
    templates: int,
) -> None:
    """Pieces on hexes and in boxes by the letters of their sides, exchanges, Cup, spell decks, templates, turns."""
    some = table("ibb", scenario)
    assert sum(bool(start.hex) for start in some.starts) == hexes
    assert Counter(start.piece.split("/")[1][0] for start in some.starts if start.box) == boxed
    assert (some.turns, words(some)) == (turns, changes)
    piles = piled("ibb", scenario)
    assert piles.pop("The Cup") == cup
    assert sorted(piles.values(), reverse=True) == spells
    assert sum(card.section == "templates" for card in kit("ibb", scenario).cards) == templates


def test_hastings_has_seven_boxes() -> None:
    boxes = Counter(box.side for box in table("ibb", "hastings").boxes)
    assert sorted(boxes.values()) == [3, 4]


def test_ayrenes_woods() -> None:
    some = table("ayrenes-woods", "ayrenes-woods")
    assert len(some.starts) == 48
    assert len({start.hex for start in some.starts}) == 40
    assert not any(start.masked for start in some.starts)
    assert (some.turns, words(some), some.facings) == (13, {"Replaced": 8}, 0)
    assert piled("ayrenes-woods", "ayrenes-woods") == {
        "The cup": 19,
        "Combat chits": 48,
        "Spells: Elves": 6,
        "Spells: Dwarves": 6,
    }
    assert table("ayrenes-woods", "ayrenes-woods", ("facing", "on")).facings == 6


@pytest.mark.parametrize(("scenario", "number"), [("two-villages", 13), ("the-long-road", 11)])
def test_microbattle_stands_in_as_many_squares_and_every_back_is_a_state(scenario: str, number: int) -> None:
    some = table("microbattle", scenario)
    assert len({start.hex for start in some.starts}) == len(some.starts) == number
    assert (some.covers, some.reverse, some.renewed) == (frozenset(), "Done", True)


def test_the_moon_at_the_gate_has_its_labels_and_orders() -> None:
    """Every label at its spot of the table."""
    some = table("battle-turn", "the-moon-at-the-gate")
    assert sum(start.spot is not None for start in some.starts) == len(some.starts) == 12
    assert sorted(piled("battle-turn", "the-moon-at-the-gate").values()) == [18, 18]


def test_deep_delve_has_its_tiles() -> None:
    """Without the table itself. Every tile of the kit that is set up by hand, frogs too."""
    some = table("element-battle", "deep-delve")
    tiles = [piece for piece in kit("element-battle", "deep-delve").pieces if piece.section == "tiles"]
    assert len(some.starts) == sum(piece.count for piece in tiles)


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "hastings", "stirling"])
def test_what_is_set_up_drawn_and_exchanged_is_all_that_the_kit_counts(scenario: str) -> None:
    """Set-up, piles and exchanges make up the counters of the kit, but for what a spell calls up."""
    some, whole = table("ibb", scenario), kit("ibb", scenario)
    counts = Counter(start.piece for start in some.starts)
    counts.update(change.piece for changes in some.becomes.values() for change in changes)
    counters = {f"{p.section}/{p.id}" for p in whole.pieces if p.section == "counters" and not p.chit}
    called = {f"{p.section}/{p.id}" for p in whole.pieces if p.why.startswith("R-155")}
    assert set(counts) == counters - called
    assert set(counts.values()) == {1}


@pytest.mark.parametrize(("game", "scenario"), [("ibb", "defend-the-bridge"), ("ayrenes-woods", "ayrenes-woods")])
def test_pieces_and_sides_are_those_of_a_game_in_play(game: str, scenario: str) -> None:
    """As the roll call of a session that has just been opened has them."""
    opened = games()[game].open(scenario, KitOptions(), Report())
    assert opened is not None
    session = opened.start("1")
    some = table(game, scenario)
    mine = {start.piece.split("/")[1].upper(): start.side for start in some.starts}
    names = {seat.name: seat.id for seat in some.seats}
    theirs = {present.key.upper(): names.get(present.side, present.side) for present in session.roll_call()}
    assert mine == {key: side for key, side in theirs.items() if key in mine}
    assert set(mine) <= set(theirs)
