"""Covers are composed from the battle: its land, its banners, its loudest units, an hour from its title."""

from __future__ import annotations

from typing import Any

import pytest

from ibbprint.engine.cover import ARRAYS, FOREGROUNDS, HORIZONS, HOURS, STANDS, Host, composed
from tests.helpers import make_kit

MICRO = ("two-villages", "the-long-road")
SHIPPED = ("defend-the-bridge", "hastings", "stirling", "ayrenes-woods", *MICRO)


def cover_of(scenario: str) -> tuple[Any, Any]:
    """The kit, and what its cover is composed of."""
    kit, report = make_kit(scenario, game="microbattle" if scenario in MICRO else "")
    assert kit is not None, list(report)
    return kit, kit.booklets[0].values["cover"]


def test_no_two_covers_are_alike() -> None:
    covers = [cover_of(scenario)[1] for scenario in SHIPPED]
    designs = [(cover["hour"], tuple(cover["lots"]), cover["water"], str(cover["hosts"])) for cover in covers]
    assert len(set(designs)) == len(SHIPPED)
    assert len({cover["hour"] for cover in covers}) > 2
    assert {cover["hour"] for cover in covers} <= set(HOURS)


def test_covers_are_not_composed_alike() -> None:
    """Beside each other no two have their armies, their horizon and their foreground in the same places."""
    scenes = [cover_of(scenario)[1]["scene"] for scenario in SHIPPED]
    assert len({str((scene["near"], scene["arrays"], scene["front"])) for scene in scenes}) == len(SHIPPED)
    assert len({scene["near"] for scene in scenes}) > 2
    assert len({scene["front"] for scene in scenes}) > 1
    assert max(scene["horizon"] for scene in scenes) - min(scene["horizon"] for scene in scenes) > 0.15


def test_a_title_may_place_the_armies_of_a_cover_in_every_way() -> None:
    """Of two hundred titles each way of standing, drawing up and foreground comes up, and either army on the left."""
    scenes = [composed(f"Battle {number}", None, ())["scene"] for number in range(200)]
    assert {scene["near"] for scene in scenes} == set(STANDS)
    assert {number for scene in scenes for number in scene["arrays"]} == set(range(ARRAYS))
    assert {scene["front"] for scene in scenes} == set(FOREGROUNDS)
    assert {scene["turned"] for scene in scenes} == {True, False}
    assert all(HORIZONS[0] <= scene["horizon"] <= HORIZONS[1] for scene in scenes)


@pytest.mark.parametrize("scenario", SHIPPED)
def test_a_cover_shows_the_battle_and_no_other(scenario: str) -> None:
    """Every symbol on it is on a counter of that side of the kit; so no engine where nobody has one."""
    kit, cover = cover_of(scenario)
    symbols = {piece.values["symbol"] for piece in kit.pieces if "symbol" in piece.values}
    for host in cover["hosts"]:
        assert host["symbols"], scenario
        assert set(host["symbols"]) <= symbols
    assert ("siege-engine" in str(cover["hosts"])) <= ("siege-engine" in symbols)


def test_a_bridge_is_on_the_cover_where_it_is_fought_for() -> None:
    """Three battles are on one map with bridges; one of them is about them."""
    bridges = {scenario: cover_of(scenario)[1]["bridge"] for scenario in SHIPPED[:3]}
    assert bridges == {"defend-the-bridge": True, "hastings": False, "stirling": False}


def test_the_title_is_the_seed() -> None:
    """The same title is the same picture; another title is another, over the same land and armies."""
    hosts = [Host("slate", [("pick", 3.0), ("spear", 9.0), ("pick", 1.0)]), Host("amber", [("lance", 2.0)])]
    first, again, other = (composed(title, None, hosts) for title in ("Low Tide", "Low Tide", "High Tide"))
    assert first == again
    assert first["lots"] != other["lots"]
    assert first["scene"] != other["scene"]
    assert first["hosts"] == other["hosts"]
    assert first["hosts"][0] == {"livery": "slate", "symbols": ["spear", "pick"]}
    assert first["water"] == ""
    assert not first["bridge"]
    assert not any(first["land"].values())
