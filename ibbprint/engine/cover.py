"""What a cover is composed of: the ground of the map, its waters, both armies' loudest units, and lots from the title.

The template `common/cover-picture.svg.j2` draws it. The same title over the same map and armies is the same picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ibbprint.dice import SeededDice
from ibbprint.materials.boards import Board, Table

LOTS = 96
"""How many numbers between 0 and 1 a cover has to choose by: more than the template asks for."""
FINE = 1000
HOURS = ("dawn", "morning", "noon", "storm", "evening", "dusk", "night")
NEAR = 3
"""How far from a set-up hex the land still belongs to the battle, in steps: about a move."""
FEW_PATCHES = 6.0
"""A table of fewer patches than this is open ground with something on it."""
RANKS = 6
"""The most units of an army on a cover; with fewer kinds they come again, as long as there are any."""
STANDS = ((1.0, 1.0), (1.2, 0.68), (0.68, 1.2), (0.8, 0.8), (1.34, 0.54), (0.54, 1.34))
"""How near the armies are, the left and the right: the nearer the larger. Any two differ at a glance."""
HORIZONS = (0.78, 1.22)
"""How high the land is drawn, by the usual height: lower there is more sky, higher the hills are under the banners."""
ARRAYS = 4
"""The ways in which the units of an army are drawn up on a cover."""
FOREGROUNDS = ("grass", "stones", "fence", "stump")
_LAND = {
    "woods": "woods",
    "jungle": "woods",
    "brush": "brush",
    "hill": "hill",
    "crest": "hill",
    "mountain": "mountain",
    "pass": "mountain",
    "marsh": "marsh",
    "swamp": "marsh",
    "desert": "desert",
    "village": "village",
    "rubble": "brush",
}
"""What a look of the map is in a landscape; of the others nothing is seen."""


class Host(NamedTuple):
    """An army on a cover: its livery, and its kinds of units with how loud each is."""

    livery: str
    units: Sequence[tuple[str, float]]

    def symbols(self) -> list[str]:
        """The symbols of its loudest units, the loudest first, none twice."""
        ranked = sorted(self.units, key=lambda unit: (-unit[1], unit[0]))
        return list(dict.fromkeys(symbol for symbol, _ in ranked))[:RANKS]


def composed(title: str, board: Board | None, hosts: Iterable[Host]) -> dict[str, Any]:
    """The values of a cover: `hour`, `lots`, `land` (shares of 1), `water`, `bridge`, `road`, the two `hosts`, and the
    `scene` that they are in.
    """
    field = None if board is None else _field(board)
    dice = SeededDice(f"cover of {title}")
    hour = HOURS[dice.roll(len(HOURS)) - 1]
    lots = [dice.roll(FINE) / FINE for _ in range(LOTS)]
    return {
        "hour": hour,
        "lots": lots,
        "scene": _scene(dice),
        "land": _shares(board, field),
        "water": _water(board, field),
        "bridge": board is not None and _fought_over_bridge(board),
        "road": board is not None and _passes(board, field, ("road",)),
        "hosts": [{"livery": host.livery, "symbols": host.symbols()} for host in hosts],
    }


def _scene(dice: SeededDice) -> dict[str, Any]:
    """Where the horizon is, how near each army is and how it is drawn up, who is on the left, what is in front."""
    low, high = HORIZONS
    return {
        "horizon": round(low + (high - low) * dice.roll(FINE) / FINE, 3),
        "near": STANDS[dice.roll(len(STANDS)) - 1],
        "arrays": [dice.roll(ARRAYS) - 1, dice.roll(ARRAYS) - 1],
        "turned": dice.roll(2) == 1,
        "front": FOREGROUNDS[dice.roll(len(FOREGROUNDS)) - 1],
    }


def _field(board: Board) -> frozenset[str]:
    """The cells of the battle: those near where units are set up; all cells where no set-up is known."""
    starts = [mark.hex for layer in board.layers for mark in layer.stands]
    starts += [name for layer in board.layers for zone in layer.zones for name in zone.hexes]
    reached = frozenset(name for name in starts if name in board.terrain)
    if not reached or isinstance(board.grid, Table):
        return frozenset(board.terrain)
    for _ in range(NEAR):
        reached |= {near for name in reached for near in board.grid.neighbours(name) if near in board.terrain}
    return reached


def _shares(board: Board | None, field: frozenset[str] | None) -> Mapping[str, float]:
    """The share of the field that each kind of land has, as a landscape shows it."""
    shares = dict.fromkeys(_LAND.values(), 0.0)
    if board is None or field is None:
        return shares
    looks = {ground.id: ground.look for ground in board.grounds}
    covered: Counter[str] = Counter(looks.get(ground, "") for name, ground in board.terrain.items() if name in field)
    total: float = covered.total()
    if isinstance(board.grid, Table):  # whose ground is patches: how many there are says more than how large they are
        covered = Counter(looks.get(patch.ground, "") for patch in board.patches)
        total = max(FEW_PATCHES, covered.total())
    for look, number in covered.items():
        if look in _LAND:
            shares[_LAND[look]] += number / total
    return shares


def _water(board: Board | None, field: frozenset[str] | None) -> str:
    """The greatest water of the field: `sea`, `river`, `stream`, or nothing."""
    if board is None or field is None:
        return ""
    looks = {ground.id: ground.look for ground in board.grounds}
    kinds = {str(looks.get(ground, "")) for name, ground in board.terrain.items() if name in field}
    if kinds & {"sea", "lake"}:
        return "sea"
    if "water" in kinds or _passes(board, field, ("river",)):
        return "river"
    return "stream" if _passes(board, field, ("stream",)) else ""


def _passes(board: Board, field: frozenset[str] | None, kinds: Collection[str]) -> bool:
    """Whether a line of one of these kinds runs through the field, or along a side of one of its cells."""
    through = [set(course.hexes) for course in board.courses if course.kind in kinds]
    along = [{name for pair in course.sides for name in pair} for course in board.side_courses if course.kind in kinds]
    return field is not None and any(field & cells for cells in (*through, *along))


def _fought_over_bridge(board: Board) -> bool:
    """Whether a bridge is an objective, so that it belongs on the cover."""
    goals = {name for layer in board.layers for goal in layer.goals for name in goal.hexes}
    return any(not span.ford and span.hex in goals for span in board.bridges)
