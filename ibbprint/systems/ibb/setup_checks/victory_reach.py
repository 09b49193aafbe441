"""Whether the places of conditions of victory can be reached, by whom, and how soon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ibbprint.engine.checkbook import VICTORY, Draft, Drafts, error, fine
from ibbprint.phrases import listed
from ibbprint.problems import Severity
from ibbprint.systems.ibb.models.victory import Holds, HoldsPlaces, NoneOn, StrengthAcross, StrengthIn
from ibbprint.systems.ibb.rules import victory
from ibbprint.systems.ibb.rules.state import Counter
from ibbprint.systems.ibb.setup_checks.march import March, by_turn
from ibbprint.systems.ibb.setup_checks.set_up import Chapter, SetUp, several
from ibbprint.systems.ibb.setup_checks.victory import Aim, aims, need, troops

BOOK = Chapter(VICTORY)


@BOOK.check(
    "victory-reach",
    "Out of reach",
    "R-52 R-64 R-65 R-187",
    text="Some unit that counts must be able to reach the objective in time, with nobody in its way.",
)
@BOOK.check("victory-march", "How soon an objective is reached", "R-52 R-64 R-65")
def reaching(look: SetUp) -> Drafts:
    """The first turn in which an objective can be reached, with nobody in the way."""
    march = March(look)
    for aim in aims(look):
        yield from _reaching(look, march, aim)


def _reaching(look: SetUp, march: March, aim: Aim) -> Drafts:
    """Findings on the units that can reach the places of a condition, and by which turn."""
    condition, index = aim.condition, look.ground.index
    side_name = getattr(condition, "side", None)
    if side_name not in look.setting.sides or side_name in look.unplaced:
        return
    side = look.number(str(side_name))
    if isinstance(condition, Holds):
        for place, name in enumerate(condition.hexes):
            if name in index:
                yield _soonest(march, aim, ("hexes", place), troops(look, side), {index[name]}, name, (name,))
    elif isinstance(condition, HoldsPlaces):
        for place, spot in enumerate(condition.places):
            goal = {index[name] for name in spot.hexes if name in index}
            if goal:
                at, able = ("places", place), troops(look, side)
                yield _soonest(march, aim, at, able, goal, spot.name, spot.hexes)
    elif isinstance(condition, StrengthIn) and condition.at_least is not None:
        yield from _strength_in(look, march, aim, condition, side)
    elif isinstance(condition, StrengthAcross) and condition.at_least is not None:
        yield from _strength(look, march, aim, condition, side)
    elif isinstance(condition, NoneOn) and condition.area is not None and look.battle.map is not None:
        area = look.battle.map.area(condition.area) or frozenset()
        hexes = {index[name] for name in area if name in index}
        goal = hexes | {n for h in hexes for n in look.ground.next[h]}
        enemies = [u for s in range(len(look.side_names)) if s != side for u in troops(look, s)]
        if enemies and not look.unplaced.intersection(look.setting.sides):
            yield _soonest(march, aim, ("area",), enemies, goal, condition.area, (), "the area ")


def _soonest(
    march: March,
    aim: Aim,
    at: tuple[str | int, ...],
    units: Sequence[Counter],
    goal: set[int],
    label: str,
    places: Sequence[str],
    kind: str = "",
) -> Draft:
    """The unit that can be in one of these hexes first, or that none of them can."""
    soonest = [(turn, u.id) for u in units if (turn := march.soonest(u, goal)) is not None]
    if not soonest:
        turns = several(aim.look.setting.turns, "turn")
        message = f"nobody who counts can reach {kind}{label} in {turns}, for the {aim.name}."
        return error(aim.where(*at), message, rule="R-64", places=places)
    turn, id = min(soonest)
    unit = aim.look.units[id]
    when = f"by turn {turn}" if turn else "at the set-up"
    return fine(
        aim.where(*at),
        f"{label}, for the {aim.name}: {aim.look.called(unit)} can be there {when}.",
        check="victory-march",
        rule="R-64",
        places=places,
        working=f"{unit.key} {aim.look.called(unit)} {when} of {aim.look.setting.turns}",
    )


def _strength(look: SetUp, march: March, aim: Aim, condition: StrengthAcross, side: int) -> Drafts:
    """Whether enough strength can be over the crossings in time."""
    crossings = {crossing.id for crossing in look.scenario.crossings}
    if not condition.crossings or not set(condition.crossings) <= crossings or condition.at_least is None:
        return
    least = need(look, condition.at_least, side)
    if least > victory.army(look.state, side):
        return
    units = troops(look, side)
    soonest = {u.id: march.across(u, condition.crossings) for u in units}
    bridges = [crossing.bridge for crossing in look.scenario.crossings if crossing.id in condition.crossings]
    over = f"can be over {listed(condition.crossings)}"
    yield _enough(aim, units, soonest, least, over, "crossings", bridges)


def _strength_in(look: SetUp, march: March, aim: Aim, condition: StrengthIn, side: int) -> Drafts:
    """Whether enough strength can be in a place in time."""
    names = [*condition.hexes, *([] if condition.land_with is None else [condition.land_with])]
    if not set(names) <= set(look.ground.index):
        return
    goal = victory.hexes_of(look.ground, condition)
    least = need(look, condition.at_least or "0", side)
    if not goal or least > victory.army(look.state, side):
        return
    units = troops(look, side)
    soonest = {u.id: march.soonest(u, goal) for u in units}
    yield _enough(aim, units, soonest, least, f"can be {condition.place}", "place", ())


def _enough(
    aim: Aim,
    units: Sequence[Counter],
    soonest: Mapping[int, int | None],
    least: int,
    over: str,
    field: str,
    places: Sequence[str],
) -> Draft:
    """Whether enough strength can be at the goal in time."""
    points = {u.id: victory.counted(u) for u in units}
    turn = by_turn(soonest, points, least)
    when = {i: "never" if first is None else f"turn {first}" for i, first in soonest.items()}
    if turn is not None:
        check, severity, message = "victory-march", Severity.OK, f"strength {least} {over} by turn {turn}"
    else:
        can = sum(points[i] for i, first in soonest.items() if first is not None)
        check, severity = "victory-reach", Severity.ERROR
        message = f"only strength {can} of {least} {over} in {several(aim.look.setting.turns, 'turn')}"
    return Draft(
        severity,
        aim.where(field),
        f"{message}, for the {aim.name}.",
        check=check,
        rule="R-64",
        places=places,
        working=", ".join(f"{u.key} {aim.look.called(u)} {when[u.id]}" for u in units),
    )
