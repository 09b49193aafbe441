"""Relief of open ground: a map without any height has low folds for the eye, a map with hills none but its hills."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from ibbprint.components.maps import atlas
from ibbprint.components.maps.drawing import scene_of
from ibbprint.components.maps.scene import Scene
from ibbprint.components.style import Style, read_style
from ibbprint.drawing.colour import mix
from ibbprint.drawing.shapes import Path
from ibbprint.hexgrid import HexGrid
from ibbprint.materials.boards import Board, Ground
from ibbprint.problems import Report
from tests.helpers import TEMPLATES

HEX = 22.0
HIGH: tuple[Literal["hill", "mountain", "crest", "pass"], ...] = ("hill", "mountain", "crest", "pass")


def style() -> Style:
    result = read_style([TEMPLATES], Report())
    assert result is not None
    return result


def scene(terrain: dict[str, str] | None = None, columns: int = 14, rows: int = 12) -> Scene:
    grid = HexGrid(columns, rows, "pointy-top", "even")
    grounds = [Ground("clear", "Clear", "clear", ""), Ground("woods", "Woods", "woods", "W")]
    grounds += [Ground(look, look.title(), look, look[0].upper()) for look in HIGH]
    board = Board(
        id="made",
        section="map",
        title="Made",
        subtitle="",
        note="",
        grid=grid,
        grounds=tuple(grounds),
        terrain={**dict.fromkeys(grid.hexes, "clear"), **(terrain or {})},
        courses=(),
        bridges=(),
        names=(),
        hex_mm=HEX,
        counter_mm=15.9,
    )
    return scene_of(board, style(), HEX)


def folds(of: Scene) -> list[Any]:
    """The points of all folds."""
    clear = of.ground_style("clear")
    tone = mix(clear.fill, clear.dark, atlas.FOLD_TONE)
    paths = [item for item in atlas.ground(of) if isinstance(item, Path) and item.style.fill == tone]
    return [segment for path in paths for segment in path.segments]


def points(segments: list[Any]) -> list[tuple[float, float]]:
    """Where the lines of segments run from and to."""
    return [(values[-2], values[-1]) for _, values in segments if values]


def test_open_ground_without_heights_has_folds_that_keep_clear_of_numbers() -> None:
    open_ground = scene()
    drawn = points(folds(open_ground))
    assert len(drawn) > 100
    for number in open_ground.numbers:
        left, top, wide, tall = number.box
        assert not [(x, y) for x, y in drawn if left < x < left + wide and top < y < top + tall], number.name


@pytest.mark.parametrize("look", HIGH)
def test_a_map_with_a_height_has_no_folds_beside_it(look: str) -> None:
    """A player takes every slope on it for one that counts."""
    assert folds(scene({"0505": look})) == []


def test_folds_lie_in_the_open_only() -> None:
    """None is drawn in a glade, with woods next to its only hex."""
    grid = HexGrid(14, 12, "pointy-top", "even")
    assert folds(scene({name: "woods" for name in grid.hexes if name != "0606"})) == []


def test_the_same_map_has_the_same_folds() -> None:
    assert folds(scene()) == folds(scene())
