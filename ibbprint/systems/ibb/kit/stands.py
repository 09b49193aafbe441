"""The map of a game in play, with a layer for every moment of the tale: where each counter was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ibbprint.engine.parts import with_moments
from ibbprint.materials.boards import Board, Stander, StandMark
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.board import key_of, make_board

if TYPE_CHECKING:
    from ibbprint.engine.state import Event
    from ibbprint.systems.ibb.rules.counters import Setting
    from ibbprint.systems.ibb.rules.deploy import Place
    from ibbprint.systems.ibb.rules.state import Counter


def board_of(setting: Setting, events: Iterable[Event], units: Sequence[Counter]) -> Board | None:
    """The map of the scenario, its set-up left out and the moments of a game laid over it instead."""
    board = make_board(Bill.unprinted(setting.battle, setting.catalogue))
    return with_moments(board, events, lambda event: _stands(setting, event, units), key_of(setting.scenario))


def _stands(setting: Setting, event: Event, units: Sequence[Counter]) -> Iterator[StandMark]:
    scenario, hidden = setting.scenario, event.values["hidden"]
    letters = {formation.id: formation.letter for formation in scenario.formations}
    stands: dict[tuple[str, str], list[tuple[Counter, Stander]]] = {}
    for unit in units:
        name = event.values["stands"].get(unit.key)
        if name is None:
            continue
        stander = Stander(
            symbol=unit.original.symbol,
            name=_short_name(setting, unit),
            ids=(unit.key,),
            letter=letters.get(unit.formation, ""),
            lone=bool(unit.kind.leader),
            face_down=unit.key in hidden,
        )
        stands.setdefault((name, scenario.sides[unit.side].livery), []).append((unit, stander))
    return (StandMark(name, livery, tuple(_together(standers))) for (name, livery), standers in stands.items())


def _short_name(setting: Setting, unit: Counter) -> str:
    place: Place | None = setting.places.get(unit.id)
    if place is None or place.line is None:
        return unit.name
    force = place.line.force
    return force.short or force.name or place.line.unit.short


def _together(standers: Sequence[tuple[Counter, Stander]]) -> list[Stander]:
    """The counters of a hex in drawing order: troops on top, engines under them, leaders last; like counters in one
    line.
    """
    values: dict[Stander, list[str]] = {}
    for _, item in sorted(standers, key=lambda pair: (bool(pair[0].kind.leader), pair[0].kind.engine, pair[0].id)):
        values.setdefault(item._replace(ids=()), []).extend(item.ids)
    return [stander._replace(ids=tuple(ids)) for stander, ids in values.items()]
