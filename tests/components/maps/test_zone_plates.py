"""The plates of zones on a set-up map, each with its number in a disc that runs over its left and upper edges."""

from __future__ import annotations

from itertools import permutations

import pytest

from ibbprint.components.maps.drawing import scene_of
from ibbprint.components.maps.zone_plates import badge_radius, labels, plate_size
from ibbprint.materials.boards import Layer, Stander, ZoneMark
from tests.components.maps.test_names_and_joints import GRID, STYLE, heath

HEXES = tuple(name for name in GRID.hexes if "04" <= name[:2] <= "07" and "03" <= name[2:] <= "06")


def muster(number: int) -> Layer:
    """A number of zones of one side in the same few hexes, with one to four kinds of troops each."""
    kinds = ("Spearmen", "Axemen", "Slingers", "Drummers")
    zones = tuple(
        ZoneMark(
            f"Muster {at}", "crimson", HEXES, tuple(Stander("spear", kind, ("S1",)) for kind in kinds[: 1 + at % 4])
        )
        for at in range(number)
    )
    return Layer("set-up", "Set-up", zones)


@pytest.mark.parametrize("number", [2, 4, 6, 8])
@pytest.mark.parametrize("hex_mm", [20.0, 24.0])
def test_no_disc_with_the_number_of_a_zone_hides_what_another_plate_says(number: int, hex_mm: float) -> None:
    """Where there is room for all plates there is room for their discs: none runs over the plate of another zone."""
    layer = muster(number)
    board = heath()._replace(layers=(layer,))
    scene = scene_of(board, STYLE, hex_mm)
    radius = badge_radius(scene)
    hidden = []
    for (item, (x, y)), (other, (u, v)) in permutations(labels(scene, layer), 2):
        (wide, tall), (broad, high) = plate_size(scene, item), plate_size(scene, other)
        disc = x - wide / 2 - 0.7 * radius, y - tall / 2
        if abs(disc[0] - u) < broad / 2 + radius and abs(disc[1] - v) < high / 2 + radius:
            hidden.append((item.name, other.name))
    assert hidden == []
