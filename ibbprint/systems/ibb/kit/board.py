"""The map of a scenario as a record for the press, with its set-up as a layer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from ibbprint.catalogue.layers import Shelf
from ibbprint.catalogue.maps import HexMap
from ibbprint.materials import Look, Origins
from ibbprint.materials.boards import Board, Course, Ground, Layer, PlaceName, Span, StandMark, ZoneMark
from ibbprint.systems.ibb.catalogue import TERRAIN
from ibbprint.systems.ibb.kit.bill import Bill, hex_mm
from ibbprint.systems.ibb.kit.sections import MAP
from ibbprint.systems.ibb.models import Terrain
from ibbprint.systems.ibb.scenarios import Line

SET_UP = "set-up"
"""The id of the layer that shows where everything stands at the start."""

_LOOKS = frozenset(get_args(Look))
_LIKE: Mapping[str, Look] = {"swamp": "marsh", "forest": "woods", "slope": "hill", "lake": "water", "sea": "water"}
_FEET = "One hex is 50 feet"


def add_board(bill: Bill) -> None:
    """The map of the scenario, if it has one that is sound."""
    bill.sections.append(MAP)
    board = make_board(bill)
    if board is not None:
        bill.boards.append(board)


def make_board(bill: Bill) -> Board | None:
    """The map as a record; None when the scenario has none."""
    found = bill.battle.map
    if found is None:
        return None
    model = found.model
    note = " ".join((model.note or "").split())
    used = dict.fromkeys(found.terrain.values())
    shelf: Shelf[Terrain] = bill.catalogue.shelf(TERRAIN)
    grounds = _grounds([t for t in shelf if t.id in used])
    looks = {ground.id: ground.look for ground in grounds}
    courses = [
        Course(w.id, w.name, _kind(found, looks, w.hexes), tuple(w.hexes), w.joins) for w in model.waters
    ]  # fmt: skip
    courses += [Course(r.id, r.name, "road", tuple(r.hexes)) for r in model.roads]
    return Board(
        id=model.id,
        section=MAP.id,
        title=model.title,
        subtitle="A reconstruction" if model.reconstruction else "",
        note=note,
        grid=found.grid,
        grounds=grounds,
        terrain=found.terrain,
        courses=tuple(courses),
        bridges=tuple(Span(b.id, b.name, b.hex) for b in model.bridges),
        names=_names(found, looks),
        hex_mm=hex_mm(bill.options),
        counter_mm=bill.options.counter_mm,
        scale=_FEET,
        layers=(_set_up(bill),),
        origins=_origins(bill, found, note),
    )


def _origins(bill: Bill, found: HexMap, note: str) -> Origins:
    """Where each text that the map bears was written, by the text."""
    model, where = found.model, found.source.where
    made = {model.title: where("map", "title"), note: where("map", "note")}
    named = {
        "waters": [water.name for water in model.waters],
        "bridges": [bridge.name for bridge in model.bridges],
        "areas": [area.name for area in model.areas],
    }
    for kind, names in named.items():
        for index, name in enumerate(names):
            made[name] = where("map", kind, index, "name")
    for index, zone in enumerate(bill.scenario.zones):
        made[zone.name] = bill.battle.source.where("zones", index, "name")
    return made


def look_of(terrain: Terrain) -> Look:
    """How a terrain is drawn: as it says itself, else by its id, else as water or as clear ground."""
    if terrain.look is not None:
        return terrain.look
    if terrain.id in _LOOKS:
        return terrain.id  # type: ignore[return-value]
    return _LIKE.get(terrain.id, "water" if terrain.water else "clear")


def _grounds(terrains: list[Terrain]) -> tuple[Ground, ...]:
    """The kinds of ground of a map, each with a letter of its own: of its name, as far as they go round."""
    taken: set[str] = set()
    made: list[Ground] = []
    for terrain in terrains:
        look = look_of(terrain)
        letter = "" if look == "clear" and terrain.id == "clear" else _letter(terrain.name, taken)
        taken.add(letter)
        made.append(Ground(terrain.id, terrain.name, look, letter))
    return tuple(made)


def _letter(name: str, taken: set[str]) -> str:
    letters = [c for c in name if c.isalnum() and c.isascii()]
    singles = [c.upper() for c in letters]
    pairs = [singles[0] + c.lower() for c in letters[1:]] if letters else []
    return next((c for c in (*singles[:1], *pairs, *singles[1:]) if c not in taken), name[:3])


def _kind(found: HexMap, looks: Mapping[str, Look], hexes: list[str]) -> Literal["river", "stream"]:
    streams = sum(looks[found.terrain[name]] == "stream" for name in hexes)
    return "stream" if 2 * streams > len(hexes) else "river"


def _names(found: HexMap, looks: Mapping[str, Look]) -> tuple[PlaceName, ...]:
    """Bridges, and each area that is exactly one patch of one ground other than clear: that is a place."""
    made = [PlaceName(bridge.name, (bridge.hex,)) for bridge in found.model.bridges]
    by_ground: dict[str, set[str]] = {}
    for name, terrain in found.terrain.items():
        by_ground.setdefault(terrain, set()).add(name)
    patches = [
        frozenset(patch)
        for terrain, hexes in by_ground.items()
        if looks[terrain] != "clear"
        for patch in found.grid.connected(hexes)
    ]
    areas = [area for area in found.model.areas if area.hexes and frozenset(area.hexes) in patches]
    return (*made, *(PlaceName(area.name, tuple(area.hexes)) for area in areas))


def _set_up(bill: Bill) -> Layer:
    """Where everything stands at the start: each given hex with what stands there, each zone once."""
    scenario = bill.scenario
    liveries = {side.id: side.livery for side in scenario.sides}
    letters = {side.id: side.letter for side in scenario.sides}
    used: dict[tuple[str, str], None] = {}
    stands: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    for line in bill.battle.lines:
        force = line.force
        if force.zone is not None:
            used[(force.zone, force.side)] = None
        for name in force.hexes:
            words, notes = stands.setdefault((name, force.side), ([], []))
            words.append(_words(line))
            if force.turn:
                notes.append(f"turn {force.turn}")
    zones = {zone.id: zone for zone in scenario.zones}
    return Layer(
        SET_UP,
        "Set-up",
        tuple(
            ZoneMark(zones[zone].name, liveries[side], tuple(zones[zone].hexes)) for zone, side in used if zone in zones
        ),
        tuple(
            StandMark(name, liveries[side], letters[side], tuple(words), ", ".join(dict.fromkeys(notes)))
            for (name, side), (words, notes) in stands.items()
        ),
        tuple((side.livery, side.army) for side in scenario.sides),
    )


def _words(line: Line) -> str:
    force = line.force
    name = force.short or force.name or line.unit.short
    return f"{force.count} × {name}" if force.count > 1 and len(force.hexes) == 1 else name
