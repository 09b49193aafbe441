"""The map of a scenario as a record for the press, with its set-up as a layer."""

from __future__ import annotations

from collections.abc import Iterable

from ibbprint.catalogue.boards import Sort, sort_of
from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.models.maps import Area
from ibbprint.catalogue.rulebook import THEMES
from ibbprint.engine import parts
from ibbprint.engine.parts import SET_UP
from ibbprint.materials import Origins
from ibbprint.materials.boards import Board, GoalMark, KeyEntry, Layer, Stander, StandMark, ZoneMark
from ibbprint.phrases import listed
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.facts import lines_face_down
from ibbprint.systems.ibb.kit import crossings
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.counters import counter_ids
from ibbprint.systems.ibb.models.scenarios import Force, Scenario
from ibbprint.systems.ibb.models.units import Engine, Equipment, Leader, Troops
from ibbprint.systems.ibb.models.victory import Condition, Holds, HoldsPlaces, NoneOn, StrengthAcross, StrengthIn
from ibbprint.systems.ibb.scenarios import Battle, Line
from ibbprint.systems.ibb.victory_words import place_name


def objectives(battle: Battle) -> tuple[GoalMark, ...]:
    """Every place that a level of victory names, once, in the order of the levels; each has at least one hex.

    The far bank that a strength must reach is not marked: everybody sees where it is.
    """
    marks: dict[tuple[str, ...], GoalMark] = {}
    if battle.map is None:
        return ()
    for level in battle.scenario.victory:
        for condition in level.all:
            for goal in _marks_of(battle, condition):
                hexes = tuple(name for name in goal.hexes if name in battle.map.grid)
                if hexes:
                    marks.setdefault(hexes, goal._replace(hexes=hexes))
    return tuple(marks.values())


def _marks_of(battle: Battle, condition: Condition) -> Iterable[GoalMark]:
    if isinstance(condition, Holds):
        return [GoalMark(place_name(battle, name) or name, (name,)) for name in condition.hexes]
    if isinstance(condition, HoldsPlaces):
        return [GoalMark(place.name, tuple(place.hexes)) for place in condition.places]
    if isinstance(condition, StrengthAcross):
        crossings = [crossing for crossing in battle.scenario.crossings if crossing.id in condition.crossings]
        return [
            GoalMark(place_name(battle, crossing.bridge) or crossing.name, (crossing.bridge,)) for crossing in crossings
        ]
    if isinstance(condition, StrengthIn) and condition.hexes:
        place = condition.place
        return [GoalMark(place[:1].upper() + place[1:], tuple(condition.hexes), beyond=True)]
    if isinstance(condition, NoneOn) and battle.map is not None:
        area = battle.map.area_named(condition.area)
        return [GoalMark(area.name, _hexes(battle.map, area))] if area is not None else []
    return []


def _hexes(on: HexMap, area: Area) -> tuple[str, ...]:
    """All hexes of an area, those that it names first: the star is drawn in the first."""
    own_hexes = [*area.hexes, *([] if area.land_with is None else [area.land_with])]
    return tuple(dict.fromkeys([*own_hexes, *sorted(on.area(area.id) or ())]))


_ON_TOP = (Troops, Engine, Leader, Equipment)
"""What is on top in a hex of the set-up."""
_NOWHERE = "No place given"


def make_board(bill: Bill) -> Board | None:
    """The map as a record; None when the scenario has none."""
    result = bill.battle.map
    if result is None or bill.board is not None:
        return bill.board
    grounds = bill.catalogue.terrain
    sorts = sorts_of(bill.catalogue, result.model.theme)
    board = parts.map_record(bill, result, sorts, _set_up(bill), more_origins=_origins(bill), grounds=grounds)
    head = bill.scenario.scenario
    spare = parts.turn_track(head.turns, bill.options.counter_mm) if head.turn_track else ()
    bill.board = board._replace(spare=spare)
    return bill.board


def sorts_of(catalogue: Catalogue, theme: str | None = None) -> list[Sort]:
    """The kinds of ground as maps show them; those of a theme as its country calls them, with the name in the rules."""
    sorts = [sort_of(ground, "water" if ground.water else "clear") for ground in catalogue.terrain]
    country = None if theme is None else catalogue.shelf(THEMES).get(theme)
    called = {} if country is None else {cover.ground: cover.called for cover in country.covers if cover.called}
    return [
        sort._replace(name=f"{called[sort.id]} ({sort.name.lower()})") if sort.id in called else sort for sort in sorts
    ]


def _origins(bill: Bill) -> Origins:
    """The place where each text of the set-up was written, by the text."""
    result = {}
    for line in bill.battle.lines:
        field = "short" if line.force.short else "name"
        named_here = line.force.short or line.force.name
        result[named_here or line.unit.short] = line.at(field) if named_here else line.where
    for index, zone in enumerate(bill.scenario.zones):
        result[zone.name] = bill.battle.source.where("zones", index, "name")
    return result


def any_groups(board: Board) -> bool:
    """True when the set-up has stacks, later arrivals or zones, which a diagram shows apart from the map."""
    layer = next(layer for layer in board.layers if layer.id == SET_UP)
    return any(zone.standers for zone in layer.zones) or any(
        s.turn or sum(stander.number for stander in s.standers) > 1 for s in layer.stands
    )


def _place(line: Line, battle: Battle) -> Force:
    """The line that says where a line stands: itself, or the friend that it stands with."""
    force = line.force
    if force.hexes or force.zone is not None or force.stacked_with is None:
        return force
    friends = [item.force for item in battle.side_lines(force.side) if item.force.hexes or item.force.zone is not None]
    by_name = [friend for friend in friends if force.stacked_with == friend.name]
    by_unit = [friend for friend in friends if force.stacked_with == friend.unit]
    return next(iter([*by_name, *by_unit]), force)


def _set_up(bill: Bill) -> Layer:
    """The diagram of the set-up and the arrivals: a mark for each hex, side and turn, and one for each zone."""
    scenario = bill.scenario
    zones = {zone.id: zone for zone in scenario.zones}
    hidden = {id(line) for line in lines_face_down(bill.battle, bill.catalogue)}
    letters = {formation.id: formation.letter for formation in scenario.formations}
    ids = counter_ids(bill.battle)
    stands: dict[tuple[str, str, str, int], list[tuple[int, Stander]]] = {}
    marked: dict[tuple[str, tuple[str, ...], str, str, int], list[Stander]] = {}
    for side in scenario.sides:
        for line, line_ids in zip(bill.battle.side_lines(side.id), ids[side.id], strict=True):
            force = line.force
            stander = Stander(
                symbol=line.unit.symbol,
                name=force.short or force.name or line.unit.short,
                ids=line_ids or ("",) * force.count,
                letter=letters.get(force.formation or "", ""),
                lone=isinstance(line.unit, Leader),
                face_down=id(line) in hidden,
                bank=force.bank or "",
                ratings=_ratings(line),
            )
            place = _place(line, bill.battle)
            if len(place.hexes) == 1:
                rank = _ON_TOP.index(type(line.unit))
                stands.setdefault((place.hexes[0], side.id, side.livery, force.turn), []).append((rank, stander))
                continue
            zone = zones.get(place.zone or "")
            hexes = tuple(zone.hexes if zone is not None else place.hexes)
            name = zone.name if zone is not None else listed(sorted(place.hexes), "or") or _NOWHERE
            marked.setdefault((name, hexes, side.id, side.livery, force.turn), []).append(stander)
    return Layer(
        SET_UP,
        "Set-up",
        (
            *(
                ZoneMark(name, livery, hexes, tuple(marks), turn)
                for (name, hexes, _, livery, turn), marks in marked.items()
            ),
            *crossings.zones(bill),
        ),
        tuple(
            StandMark(name, livery, tuple(item for _, item in sorted(marks, key=lambda pair: pair[0])), turn)
            for (name, _, livery, turn), marks in stands.items()
        ),
        key_of(scenario),
        goals=objectives(bill.battle),
    )


def _ratings(line: Line) -> str:
    """The figures on the face of a line's counter: attack, defence and movement, or the rating of a leader."""
    unit, rated = line.unit, line.rated
    if isinstance(unit, Leader):
        return str(unit.rating)
    if isinstance(unit, Engine):
        return f"{unit.attack}-{unit.defence}-{unit.movement}"
    return f"{rated.attack}-{rated.defence}-{rated.movement}" if rated is not None else ""


def key_of(scenario: Scenario) -> tuple[KeyEntry, ...]:
    """The key of the scenario's maps: each side with its formations."""
    return tuple(
        KeyEntry(
            side.livery,
            side.letter,
            side.name,
            tuple((f.letter, f.name) for f in scenario.formations if f.side == side.id),
        )
        for side in scenario.sides
    )
