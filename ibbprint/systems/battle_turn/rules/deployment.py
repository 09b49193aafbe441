"""Deployment: the default places of armies, and those that a scenario gives (B-47, B-49)."""

from __future__ import annotations

from ibbprint.engine.lattice import Block, Heading, Rect
from ibbprint.engine.state import NOBODY
from ibbprint.systems.battle_turn.models import front_of, rank_depth, ranks_of, volleys_of
from ibbprint.systems.battle_turn.rules import fates
from ibbprint.systems.battle_turn.rules.setting import SOUTH, Setting
from ibbprint.systems.battle_turn.rules.state import Leader, State, Unit
from ibbprint.systems.battle_turn.scenarios import UnitPlace


def blocks(setting: Setting, side: int) -> dict[str, Block]:
    """The start of each unit of a side, by its printed id: in a row, centred, unless the scenario gives a place
    (B-49).
    """
    figures, places = setting.figures, setting.battle.of(side)
    wide = sum(front_of(place.unit, figures) for place in places) + figures["gap"] * (len(places) - 1)
    x = (setting.table.wide - wide) // 2
    result = {}
    for place in places:
        front = front_of(place.unit, figures)
        depth = ranks_of(place.unit, figures) * rank_depth(place.unit, figures)
        result[place.key] = _placed(place, front, depth) or _in_row(setting, side, x, front, depth)
        x += front + figures["gap"]
    return result


def _placed(place: UnitPlace, front: int, depth: int) -> Block | None:
    """The block where a scenario places a unit; None where it does not."""
    item = place.placed
    if item is None:
        return None
    heading = Heading[item.facing.upper()]
    wide, deep = (depth, front) if heading % 2 else (front, depth)
    return Block(Rect(item.x, item.y, item.x + wide, item.y + deep), heading)


def _in_row(setting: Setting, side: int, x: int, front: int, depth: int) -> Block:
    """A place with its front on the line as far from the own edge as may be."""
    zone = setting.zone(side)
    if side == SOUTH:
        return Block(Rect(x, zone.y2 - depth, x + front, zone.y2), Heading.NORTH)
    return Block(Rect(x, zone.y1, x + front, zone.y1 + depth), Heading.SOUTH)


def deploy(state: State) -> None:
    """Set up both armies, their leaders with their units."""
    setting = state.setting
    where = {key: block for side in range(2) for key, block in blocks(setting, side).items()}
    for id, place in enumerate(setting.battle.units):
        kind, block = place.unit, where[place.key]
        volleys = volleys_of(kind, setting.catalogue.volleys)
        state.units.append(
            Unit(id, place.key, place.side, kind, block, kind.figures, kind.orders, volleys, kind.standard, block.rect)
        )
    ids = {unit.key: unit.id for unit in state.units}
    for number, led in enumerate(setting.battle.leaders):
        commands = tuple(ids[key] for key in led.commands)
        leader = Leader(number, led.key, led.side, led.leader, commands)
        state.leaders.append(leader)
        unit = state.units[ids[led.joins]] if led.joins is not None else next(state.units_of(led.side))
        if led.alone:
            leader.unit, leader.cell = NOBODY, fates.behind(state, unit)
        if leader.cell is None:
            leader.unit = unit.id
