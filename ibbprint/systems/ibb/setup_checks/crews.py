"""Engines and the engineers who serve them: in one hex, perhaps in one hex, or apart."""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.engine.checkbook import Draft, Drafts, fine, note, warning
from ibbprint.phrases import listed
from ibbprint.problems import Severity
from ibbprint.systems.ibb.rules import deploy
from ibbprint.systems.ibb.rules.state import Counter
from ibbprint.systems.ibb.scenarios import Line
from ibbprint.systems.ibb.setup_checks.formations import hexes
from ibbprint.systems.ibb.setup_checks.set_up import Chapter, SetUp, how_far, several

BOOK = Chapter()


@BOOK.check(
    "engine-alone",
    "An engine without engineers",
    "A-101 R-46 R-78",
    text="Engineers in its hex serve and move an engine.",
    settled_by=("A-101", "R-46", "R-78"),
)
@BOOK.check(
    "engine-together",
    "An engine to be set up with its engineers",
    "A-101 R-46",
    text="Where an engine and its engineers choose their hexes, the players must put them in the same one.",
)
@BOOK.check(
    "engine-place",
    "An engine whose place with its engineers is open",
    "A-101 R-46 R-178",
    text="If the text gives no hex to an engine or to its engineers, they are in one hex all the same.",
    settled_by=("R-178", "R-205"),
)
@BOOK.check("engine-served", "An engine with its engineers", "A-101 R-46")
def serving(look: SetUp) -> Drafts:
    """Engineers in its hex serve and move an engine."""
    for line, units in look.lines:
        if units[0].kind.engine and line.force.side not in look.unknown:
            yield from _crew(look, line, units[0])


def _crew(look: SetUp, line: Line, engine: Counter) -> Drafts:
    """The engineers of one engine: in its hex, perhaps in its hex, out of it, or none at all."""
    name, spots = engine.kind.name, look.spots(engine)
    engineers = [u for u in look.units if u.kind.engineer and u.side == engine.side]
    by_spots = {look.spots(u): u for u in reversed(engineers) if u.turn == engine.turn}
    crew = sorted(by_spots.values(), key=lambda u: u.id)
    shared = {u.id: [h for h in sorted(spots & look.spots(u)) if look.served_in(h, engine, u)] for u in crew}
    beside = [u for u in crew if shared[u.id] and _together(look, engine, u)]
    open_to = sorted({h for hexes in shared.values() for h in hexes})
    if not engineers:
        message = f"{name} without engineers: {look.side_names[engine.side]} has none."
        yield _alone(look, line, engine, message, look.grave)
    elif beside:
        yield fine(
            line.where,
            f"{name} has engineers in its hex.",
            check="engine-served",
            places=look.at(hexes(look, [engine])),
            working="in its hex: " + ", ".join(map(look.called, beside)),
        )
    elif open_to:
        company = listed(list(dict.fromkeys(look.called(u) for u in crew if shared[u.id])), "or")
        yield note(
            line.where,
            f"set up {name} in one hex with {company}, who serve and move it.",
            check="engine-together",
            rule="R-46",
            places=look.at(open_to),
            working=f"{several(len(open_to), 'hex is', 'hexes are')} open to both",
        )
    elif spots and any(look.spots(u) for u in engineers):
        yield _alone(look, line, engine, f"{name} without engineers in its hex.", Severity.WARNING, engineers)
    elif look.printed:
        possible = look.at(sorted(spots or {h for u in crew for h in look.spots(u)}))
        company = listed(list(dict.fromkeys(map(look.called, engineers))), "or")
        place = f"in {listed(possible, 'or')}" if possible else "with no hex given for either"
        yield warning(
            line.where,
            f"{name} must be in one hex with {company}, {place}.",
            check="engine-place",
            rule="R-46",
            places=possible,
        )


def _together(look: SetUp, engine: Counter, engineers: Counter) -> bool:
    """Whether engineers are set up in the hex of an engine in any case: it is fixed, or one joins the other."""
    if len(look.spots(engine)) == 1 and look.spots(engine) == look.spots(engineers):
        return True
    for unit, companion in ((engine, engineers), (engineers, engine)):
        name = look.force(unit).stacked_with
        if name is not None and deploy.companion(look.state, unit, name) is companion:
            return True
    return False


def _alone(
    look: SetUp, line: Line, engine: Counter, message: str, severity: Severity, engineers: Sequence[Counter] = ()
) -> Draft:
    """An engine that nobody serves, and where the nearest engineers are."""
    spots = look.spots(engine)
    row = look.ground.distances(min(spots)) if len(spots) == 1 else []
    far = [(row[h], h, unit) for unit in engineers for h in look.spots(unit)] if row else []
    working = ""
    if far:
        distance, h, near = min(far, key=lambda candidate: (*candidate[:2], candidate[2].id))
        where = f"in {look.names[h]}, {how_far(distance)}" if distance else f"in {look.names[h]}"
        when = f", from turn {near.turn}" if near.turn > engine.turn else ""
        working = f"nearest {look.called(near)} {where}{when}"
    places = look.at(hexes(look, [engine]))
    return Draft(severity, line.where, message, places=places, working=working, named=[line.force.rules])
