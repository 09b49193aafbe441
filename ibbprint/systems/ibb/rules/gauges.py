"""The conditions of victory of a scenario as gauges: figures with thresholds, in the amounts that its file states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from ibbprint.engine.api.gauges import Gauge, percent_of
from ibbprint.phrases import listed, side_inside, small
from ibbprint.systems.ibb.facts import in_text
from ibbprint.systems.ibb.models.victory import (
    LEVELS,
    Condition,
    Dead,
    Holds,
    HoldsPlaces,
    NoneOn,
    Reached,
    StrengthAcross,
    StrengthIn,
    StrengthLost,
    VictoryLevel,
    thresholds,
)
from ibbprint.systems.ibb.rules import victory
from ibbprint.systems.ibb.rules.state import State
from ibbprint.systems.ibb.scenarios import Battle
from ibbprint.systems.ibb.victory_words import place_name


def gauges_of(battle: Battle) -> list[Gauge]:
    """The gauges of each side, its lowest level first; a condition that only names another level has none."""
    return [gauge for place in _places_of(battle) for gauge in _gauges(battle, *place)]


def winner_if(battle: Battle, met: Sequence[bool]) -> str | None:
    """Who wins a game at whose end these gauges are met, in the order of `gauges_of`; None for a draw."""
    places = [condition for _, _, condition in _places_of(battle)]
    every = [condition for condition in places for _ in thresholds(condition)]
    failed = {id(condition) for condition, holds in zip(every, met, strict=True) if not holds}
    sides = [side.id for side in battle.scenario.sides]
    return victory.graded(battle.scenario.victory, sides, lambda condition: id(condition) not in failed).winner


def _places_of(battle: Battle) -> Iterator[tuple[VictoryLevel, tuple[str | int, ...], Condition]]:
    """Every condition with its level and its place in the file: side by side, the lowest level first."""
    sides = [side.id for side in battle.scenario.sides]
    ordered = sorted(
        enumerate(battle.scenario.victory), key=lambda item: (sides.index(item[1].side), LEVELS.index(item[1].level))
    )
    for number, level in ordered:
        for at, condition in enumerate(level.all):
            yield level, ("victory", number, "all", at), condition


def _gauges(battle: Battle, level: VictoryLevel, place: tuple[str | int, ...], condition: Condition) -> Iterator[Gauge]:
    for bound, amount in thresholds(condition):
        share, field = amount.endswith("%"), bound.replace(" ", "_")
        label = counted(battle, condition, share=share)
        yield Gauge(
            level.side,
            label,
            bound,
            int(amount.rstrip("%")),
            _figure(condition, share),
            share,
            f"{level.level} victory",
            (*place, field) if field in type(condition).model_fields else (),
        )


def _figure(condition: Condition, share: bool) -> Callable[[State], Fraction]:
    """The figure of a condition in a state: as it is, or as a share of the strength of the army that it is about."""

    def figure(state: State) -> Fraction:
        value = victory.figure(state, condition)
        if not share:
            return Fraction(value)
        assert isinstance(condition, StrengthAcross | StrengthIn | StrengthLost)
        return percent_of(value, victory.army(state, state.setting.sides.index(condition.side)))

    return figure


def counted(battle: Battle, condition: Condition, *, share: bool = False) -> str:
    """What the figure of a condition counts: `points of attack strength of the Tudwallish over the lower bridge`."""
    names = {side.id: side.name for side in battle.scenario.sides}
    if isinstance(condition, Dead):
        return (
            f"dead leaders of {listed(condition.names)}" if len(condition.names) > 1 else f"{condition.names[0]} dead"
        )
    assert not isinstance(condition, Reached)
    name = side_inside(names[condition.side])
    strength = f"{'attack strength' if share else 'points of attack strength'} of {name}"
    if isinstance(condition, StrengthAcross):
        crossings = {crossing.id: crossing.name for crossing in battle.scenario.crossings}
        return f"{strength} {listed([small(crossings.get(item, item)) for item in condition.crossings])}"
    if isinstance(condition, StrengthLost):
        return f"{strength} lost"
    if isinstance(condition, StrengthIn):
        return f"{strength} {small(condition.place)}"
    if isinstance(condition, Holds):
        return f"hexes held by {name}, of {listed([_place(battle, hex) for hex in condition.hexes])}"
    if isinstance(condition, HoldsPlaces):
        places = listed([place.name for place in condition.places])
        ahead = "more than the enemy holds" if condition.how_many == "more" else ""
        return f"places held by {name}{f', {ahead}' if ahead else ''}, of {places}"
    return f"unrouted units of {name} on {_area(battle, condition)}"


def _place(battle: Battle, hex: str) -> str:
    name = place_name(battle, hex)
    return f"{name} ({hex})" if name else hex


def _area(battle: Battle, condition: NoneOn) -> str:
    area = condition.area or "the map"
    if battle.map is None:
        return area
    result = battle.map.area_named(area)
    return in_text(battle.map.model, result.name if result is not None else area)
