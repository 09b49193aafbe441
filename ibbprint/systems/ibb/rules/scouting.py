"""Scouts under their HIDDEN marker, what they find and who finds them; light cavalry that bumps into the hidden.

Where the source and the rulings are silent, this is how it is played:

* A scout takes its marker whenever it moves in its own activation; it may put it down at any time of that activation,
  to fight or to have a zone of control (A-18). An unmasked scout does not take the marker again while an enemy unit is
  within the range at which scouts are found: it moves face up, and turns up the units that it comes next to (R-08).
* The target is the nearest face-down stack; among equals the first by hex is taken, and in the stack the first unit
  whose formation the scout has not yet neared so far (G-13). A unit of no formation is one by itself (R-09).
* What a scout turns up has a zone of control at once: in it the scout stops (A-23).
* The draw-off of light cavalry is asked when its move is over; it is one a move.
"""

from __future__ import annotations

from ibbprint.engine.rolls import chance_text
from ibbprint.engine.state import Action, Question
from ibbprint.systems.ibb.catalogue import DIE
from ibbprint.systems.ibb.rules import control
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Activation, Counter, Refused, State

# --- the table --------------------------------------------------------------------------------------------------


def scout_sees(setting: Setting, distance: int, rolled: int) -> bool:
    """Whether a scout's die turns up the formation at this range (A-19)."""
    return distance in setting.scouting and rolled >= setting.scouting[distance].formation_from


def scout_seen(setting: Setting, distance: int, rolled: int) -> bool:
    """Whether the other side's die unmasks the scout at this range (A-19)."""
    return distance in setting.scouting and rolled >= setting.scouting[distance].scout_from


def slips_away(scout: Counter, rolled: int) -> bool:
    """Whether the desperation roll of an unmasked scout lets it stay hidden (A-20)."""
    return rolled <= scout.kind.quality


# --- the marker -------------------------------------------------------------------------------------------------


def hide(state: State, scout: Counter) -> None:
    """A scout takes the HIDDEN marker as it begins to move (A-18)."""
    if not scout.kind.scout or scout.hidden or watched(state, scout):
        return
    scout.hidden = True
    scout.face_down = scout.unmasked = scout.drew_off = False
    state.version += 1
    state.tell("hides", ("A-18",), unit=scout.key, hex=state.ground.names[scout.hex])


def watched(state: State, scout: Counter) -> bool:
    """Whether an unmasked scout is still too near the enemy to go into hiding again (R-39, R-08)."""
    row, far = state.ground.distances(scout.hex), max(state.setting.scouting, default=0)
    near = (u for u in state.enemies_of(scout.side) if not u.hidden and row[u.hex] <= far)
    return scout.unmasked and any(near)


def actions(state: State, act: Activation) -> list[Action]:
    """A hidden scout may show itself."""
    if act.mode != "scout":
        return []
    result = (Action("show", (i,)) for i in act.members)
    return [action for action in result if check(state, act, action) is None]


def check(state: State, act: Activation, action: Action) -> Refused | None:
    """Check that a scout can show itself: the refusal, or None."""
    unit = state.units[action.counters[0]]
    if act.mode != "scout" or unit.id not in act.members or unit.hex == OFF or not unit.hidden:
        return Refused("A-18", f"{unit.key} is not an active hidden scout")
    return None


def do(state: State, act: Activation, action: Action) -> None:
    """Show itself."""
    unit = state.units[action.counters[0]]
    _drop(state, unit)
    state.tell("shows", ("A-18",), unit=unit.key, hex=state.ground.names[unit.hex])
    control.meet(state, unit)


def _drop(state: State, scout: Counter) -> None:
    scout.hidden = False
    state.version += 1


# --- on the way -------------------------------------------------------------------------------------------------


def step(state: State, scout: Counter, came_from: int) -> bool:
    """A hidden scout has come one hex farther: roll if it has come to a nearer range (R-38). True ends its move."""
    row, before = state.ground.distances(scout.hex), state.ground.distances(came_from)
    unseen = [u for u in state.alive() if u.face_down and u.side != scout.side]
    near = min((row[u.hex] for u in unseen), default=0)
    rolled_for = state.scouted.get(scout.id, frozenset())
    if near not in state.setting.scouting:
        return False
    for unit in sorted(unseen, key=lambda u: (row[u.hex], u.hex, u.id)):
        if row[unit.hex] > near:
            break
        key = (_first_of(state, unit), row[unit.hex])
        if before[unit.hex] > row[unit.hex] and key not in rolled_for:
            state.scouted[scout.id] = rolled_for | {key}
            return _look(state, scout, unit, row[unit.hex])
    return False


def _first_of(state: State, unit: Counter) -> int:
    """The first counter of a unit's formation, which stands for it."""
    if not unit.formation:
        return unit.id
    return next(u.id for u in state.units if u.side == unit.side and u.formation == unit.formation)


def _look(state: State, scout: Counter, unit: Counter, distance: int) -> bool:
    """Both sides roll, and both may succeed, the formation first (A-18, R-38). True ends the scout's move."""
    setting, names = state.setting, state.ground.names
    rolled, against = state.dice.roll(DIE), state.dice.roll(DIE)
    sees, spotted = scout_sees(setting, distance, rolled), scout_seen(setting, distance, against)
    state.tell(
        "scouts",
        ("A-18", "A-19", "R-38", "G-13"),
        unit=scout.key,
        hex=names[scout.hex],
        range=distance,
        target=names[unit.hex],
        die=rolled,
        against=against,
        sees=sees,
        seen=spotted,
        chance=chance_text(state, DIE, lambda die: scout_sees(setting, distance, die)),
        risk=chance_text(state, DIE, lambda die: scout_seen(setting, distance, die)),
    )
    if sees:
        control.turn_up_formation(state, unit)
    if spotted:
        _unmask(state, scout)
        return True
    return sees and bool(control.enemy_zones(state, scout.side)[scout.hex])


def _unmask(state: State, scout: Counter) -> None:
    """An unmasked scout rolls in desperation: it stays hidden where it is, or stands there for all to see (R-39)."""
    rolled = state.dice.roll(DIE)
    stays = slips_away(scout, rolled)
    state.tell(
        "unmasked",
        ("A-20", "R-39", "G-13"),
        unit=scout.key,
        hex=state.ground.names[scout.hex],
        die=rolled,
        needs=scout.kind.quality,
        stays=stays,
        chance=chance_text(state, DIE, lambda die: slips_away(scout, die)),
    )
    if not stays:
        scout.unmasked = True
        _drop(state, scout)
        control.meet(state, scout)


# --- light cavalry ----------------------------------------------------------------------------------------------


def contact(state: State, unit: Counter) -> None:
    """A unit has turned up a hidden one by moving next to it: light cavalry may draw off at once (A-17, R-34)."""
    if "scout-contact" in unit.kind.abilities and not any(q.counter == unit.id for q in state.questions):
        state.questions.append(Question("draw-off", unit.side, unit.id))
