"""The map of a scenario as a record for the press: with its silhouettes, it is the set-up as well."""

from __future__ import annotations

from ibbprint.catalogue.boards import Sort, look_of
from ibbprint.engine import parts
from ibbprint.engine.parts import SET_UP
from ibbprint.materials.boards import Board, KeyEntry, Layer, Stander, StandMark
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.kit.counters import CAPTAIN, CASTER


def add_board(bill: Bill) -> None:
    parts.add_map(bill, make_board(bill))


def make_board(bill: Bill) -> Board | None:
    """The map as a record; None when the scenario has none that is sound."""
    found = bill.battle.map
    if found is None or bill.board is not None:
        return bill.board
    grounds = bill.catalogue.ground("hex").values()
    letters = {command.start: command.letter for command in bill.scenario.commands if command.start is not None}
    for index, start in enumerate(found.model.starts):
        own = letters.get(start.id, start.letter)
        if start.letter and start.letter != own:
            bill.report.warning(
                found.source.where("map", "starts", index, "letter"), "map:start",
                f"the silhouettes of {start.title} show {start.letter}, but the counters that start there show {own}.",
            )  # fmt: skip
    sorts = [Sort(ground.id, ground.name, look_of(ground.id, ground.look)) for ground in grounds]
    bill.board = parts.map_record(bill, found, sorts, _set_up(bill), letters=letters)
    return bill.board


def _set_up(bill: Bill) -> Layer:
    """Where every unit and leader stands when nobody moves the units of a command about on its silhouettes."""
    stands: dict[tuple[str, str], list[Stander]] = {}
    for leader in bill.battle.leaders:
        if leader.hex is not None:
            symbol = CASTER if leader.command.leader.caster else CAPTAIN
            made = Stander(symbol, leader.command.leader.label, (leader.key,), lone=True)
            stands.setdefault((leader.hex, leader.command.livery), []).append(made)
    for place in bill.battle.units:
        if place.hex is not None:
            made = Stander(place.unit.symbol, f"{place.unit.letter}: {place.unit.name}", (place.key,))
            stands.setdefault((place.hex, place.command.livery), []).append(made)
    key = [KeyEntry(c.livery, c.letter, c.name) for army in bill.scenario.armies for c in bill.battle.of(army.id)]
    marks = tuple(StandMark(name, livery, tuple(what)) for (name, livery), what in stands.items())
    return Layer(SET_UP, "Set-up", (), marks, tuple(key))
