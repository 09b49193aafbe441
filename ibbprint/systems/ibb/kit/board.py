"""The map of a scenario as a record for the press, with its set-up as a layer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from ibbprint.catalogue.layers import Shelf
from ibbprint.catalogue.maps import HexMap
from ibbprint.materials import Look, Origins
from ibbprint.materials.boards import (
    Board,
    Course,
    Ground,
    KeyEntry,
    Layer,
    PlaceName,
    Span,
    Stander,
    StandMark,
    ZoneMark,
)
from ibbprint.systems.ibb.catalogue import TERRAIN
from ibbprint.systems.ibb.facts import face_down, figure
from ibbprint.systems.ibb.kit.bill import Bill, hex_mm
from ibbprint.systems.ibb.kit.counters import counter_ids
from ibbprint.systems.ibb.kit.sections import MAP
from ibbprint.systems.ibb.models import Engine, Equipment, Force, Leader, Terrain, Troops
from ibbprint.systems.ibb.scenarios import Battle, Line

SET_UP = "set-up"
"""The id of the layer that shows where everything stands at the start."""

_LOOKS = frozenset(get_args(Look))
_LIKE: Mapping[str, Look] = {"swamp": "marsh", "forest": "woods", "slope": "hill", "lake": "water", "sea": "water"}
_ON_TOP = (Troops, Engine, Leader, Equipment)
"""What lies on top in a hex of the set-up."""
_NOWHERE = "No place given"


def add_board(bill: Bill) -> None:
    """The map of the scenario, if it has one that is sound."""
    bill.sections.append(MAP)
    board = make_board(bill)
    if board is not None:
        bill.boards.append(board)


def make_board(bill: Bill) -> Board | None:
    """The map as a record; None when the scenario has none."""
    found = bill.battle.map
    if found is None or bill.board is not None:
        return bill.board
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
    bill.board = Board(
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
        scale=f"One hex is {figure(bill.catalogue, 'hex-feet')} feet",
        layers=(_set_up(bill),),
        origins=_origins(bill, found, note),
    )
    return bill.board


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
    for line in bill.battle.lines:
        field = "short" if line.force.short else "name"
        named_here = line.force.short or line.force.name
        made[named_here or line.unit.short] = line.at(field) if named_here else line.where
    for index, zone in enumerate(bill.scenario.zones):
        made[zone.name] = bill.battle.source.where("zones", index, "name")
    return made


def any_groups(board: Board) -> bool:
    """True when the set-up has stacks, later arrivals or zones, which a diagram shows apart from the map."""
    layer = next(layer for layer in board.layers if layer.id == SET_UP)
    return bool(layer.zones) or any(s.turn or sum(one.number for one in s.what) > 1 for s in layer.stands)


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


def _place(line: Line, battle: Battle) -> Force:
    """The line that says where a line stands: itself, or the friend that it stands with."""
    force = line.force
    if force.hexes or force.zone is not None or force.stacked_with is None:
        return force
    friends = [one.force for one in battle.side_lines(force.side) if one.force.hexes or one.force.zone is not None]
    named = [one for one in friends if force.stacked_with == one.name]
    alike = [one for one in friends if force.stacked_with == one.unit]
    return next(iter([*named, *alike]), force)


def _set_up(bill: Bill) -> Layer:
    """Where everything stands at the start and where it arrives: a mark a hex, a side and a turn, and one a zone."""
    scenario = bill.scenario
    zones = {zone.id: zone for zone in scenario.zones}
    hidden = {id(line) for line in face_down(bill.battle, bill.catalogue)}
    letters = {formation.id: formation.letter for formation in scenario.formations}
    ids = counter_ids(bill.battle)
    stands: dict[tuple[str, str, str, int], list[tuple[int, Stander]]] = {}
    marked: dict[tuple[str, tuple[str, ...], str, str, int], list[Stander]] = {}
    for side in scenario.sides:
        for line, own in zip(bill.battle.side_lines(side.id), ids[side.id], strict=True):
            force = line.force
            stander = Stander(
                symbol=line.unit.symbol,
                name=force.short or force.name or line.unit.short,
                ids=own or ("",) * force.count,
                letter=letters.get(force.formation or "", ""),
                lone=isinstance(line.unit, Leader),
                face_down=id(line) in hidden,
                bank=force.bank or "",
            )
            place = _place(line, bill.battle)
            if len(place.hexes) == 1:
                rank = _ON_TOP.index(type(line.unit))
                stands.setdefault((place.hexes[0], side.id, side.livery, force.turn), []).append((rank, stander))
                continue
            zone = zones.get(place.zone or "")
            hexes = tuple(zone.hexes if zone is not None else place.hexes)
            name = zone.name if zone is not None else " or ".join(place.hexes) or _NOWHERE
            marked.setdefault((name, hexes, side.id, side.livery, force.turn), []).append(stander)
    return Layer(
        SET_UP,
        "Set-up",
        tuple(
            ZoneMark(name, livery, hexes, tuple(what), turn) for (name, hexes, _, livery, turn), what in marked.items()
        ),
        tuple(
            StandMark(name, livery, tuple(one for _, one in sorted(what, key=lambda pair: pair[0])), turn)
            for (name, _, livery, turn), what in stands.items()
        ),
        tuple(
            KeyEntry(
                side.livery,
                side.letter,
                side.name,
                tuple((f.letter, f.name) for f in scenario.formations if f.side == side.id),
            )
            for side in scenario.sides
        ),
    )
