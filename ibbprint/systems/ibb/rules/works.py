"""Engineers' works: forts, pontoon bridges, petards.

Where the source and the rulings are silent, this is how it is played:

* Engineers set to a work go on with it every turn until they leave the hex, finish it, or are set to another. They may
  be set to a work once a turn, also in the turn in which they came; that turn does not count (A-97).
* A turn in which engineers fight by choice, or in which an engine in their hex was served, does not count for
  a fort, but takes nothing away: only being attacked does (R-105). Two engineers in a hex dig no faster than one.
* A fort is not dug in water nor on a bridge (A-96). When a structure falls, a fort in its hex stays.
* Seven turns in all for the second level are turns of the same engineers without a break. Level 1 dug by others, or
  bought, is not taken off them (G-28).
* The crew of a pontoon is counted in the End phase of each turn, when the checks are over: engineers in good order who
  neither moved, attacked, rallied nor served an engine, and enough captains and infantry with them inside the stacking
  limit. A turn without that restarts the ten, because they are consecutive (A-106).
* A pontoon is laid in the engineers' own hex or the next; not over the rubble of a bridge, nor in a chasm. Woods are
  woods and jungle.
* A petard is set off in place of the engineers' attack of the turn (R-88). A dud keeps the engineers who tried it from
  trying again (G-14). "With it for a full turn" means that the last complete turn was spent in the hex (R-110).
* The owner of a structure is the other side, no matter who is there (A-118). Whatever stands on it when it falls stays,
  in the rubble (R-113). Engineers step back out of open water and enemy zones; they stay if there is no such hex.
"""

from __future__ import annotations

from fractions import Fraction

from ibbprint.dice import chances
from ibbprint.engine.state import Action, Question
from ibbprint.systems.ibb.catalogue import DIE
from ibbprint.systems.ibb.models.tables import PetardResult
from ibbprint.systems.ibb.rules import control, movement, ordered_moves, orders
from ibbprint.systems.ibb.rules.counters import Figures, Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Activation, Counter, Refused, State, Unfit

FORT, PONTOON = "fort", "pontoon"
NOTHING = ("", OFF, 0)
"""No work."""


# --- what engineers may be set to -------------------------------------------------------------------------------


def actions(state: State, act: Activation) -> list[Action]:
    """Every work that the engineers of the activation can be set to, and every petard they can set off."""
    if act.mode != "engineers":
        return []
    result: list[Action] = []
    for unit in state.present(act.members):
        h, engineers = unit.hex, (unit.id,)
        result.append(Action("dig", engineers))
        result += [Action("bridge", engineers, (n,)) for n in (h, *state.ground.next[h])]
        result.append(Action("petard", engineers, (h,)))
    return [action for action in result if check(state, act, action) is None]


def check(state: State, act: Activation, action: Action) -> Refused | None:
    """Check that a work is legal now: the refusal, or None."""
    verb = action.verb
    if verb != "dig" and len(action.path) != 1:
        return Refused("A-41", f"a {verb} has one hex: name it after an arrow")
    unit = state.units[action.counters[0]]
    if (refused := _check_worker(state, act, unit)) is not None:
        return refused
    if verb == "dig":
        return _check_dig(state, unit)
    if verb == "bridge":
        return _check_bridge(state, unit, action.path[0])
    return _check_petard(state, act, unit, action.path[0])


def do(state: State, act: Activation, action: Action) -> None:
    """Set engineers to a work, or set a petard off."""
    unit = state.units[action.counters[0]]
    names = state.ground.names
    if action.verb == "petard":
        _set_off(state, act, unit)
        return
    unit.set_to = state.turn
    if action.verb == "dig":
        unit.works = (FORT, unit.hex, 0)
        state.tell("digs", ("A-97", "R-103"), unit=unit.key, hex=names[unit.hex])
    else:
        unit.works = (PONTOON, action.path[0], 0)
        state.tell("bridges", ("A-106",), unit=unit.key, hex=names[action.path[0]])


def _check_worker(state: State, act: Activation, unit: Counter) -> Refused | None:
    """Check whether a counter may do any work in this activation."""
    if act.mode != "engineers" or unit.id not in act.members or unit.hex == OFF:
        refusal = Refused if unit.kind.engineer else Unfit
        return refusal("A-41", f"{unit.key} is not one of the engineers whose turn it is")
    if unit.routed:
        return Refused("R-124", f"{unit.key} is Routed")
    return ordered_moves.idle(state, unit)


def _check_new(state: State, unit: Counter, work: tuple[str, int]) -> Refused | None:
    if unit.works[:2] == work:
        return Refused("R-103", f"{unit.key} is already doing that work")
    if unit.set_to == state.turn:
        return Refused("R-103", f"{unit.key} has already been set to work this turn")
    return None


def _check_dig(state: State, unit: Counter) -> Refused | None:
    hex, name = unit.hex, state.ground.names[unit.hex]
    if hex in state.ground.wet:
        return Refused("A-96", f"{name} is water or a bridge: nobody can dig there")
    if state.forts.get(hex, 0) >= state.setting.figures.fort_levels:
        return Refused("A-96", f"the fort in {name} already has its highest level")
    return _check_new(state, unit, (FORT, hex))


def _check_bridge(state: State, unit: Counter, h: int) -> Refused | None:
    ground, name = state.ground, state.ground.names[h]
    if h not in (unit.hex, *ground.next[unit.hex]):
        return Refused("A-106", f"{name} is not next to {unit.key}")
    if h not in ground.water or h in ground.changes.rubble or h in ground.shut:
        return Refused("A-106", f"{name} is not open water")
    if not woods_near(state, h):
        far = state.setting.figures.pontoon_woods_distance
        return Refused("A-106", f"no woods are within {far} hexes of {name}")
    return _check_new(state, unit, (PONTOON, h))


def woods_near(state: State, h: int) -> bool:
    """Whether woods are near enough for the timber of a pontoon bridge (A-106)."""
    ground = state.ground
    near = ground.within(h, state.setting.figures.pontoon_woods_distance)
    return any(ground.kinds[ground.terrain[n]].crt_row == "woods" for n in near)


def _check_petard(state: State, act: Activation, unit: Counter, h: int) -> Refused | None:
    name = state.ground.names[h]
    if h not in state.ground.structures:
        return Refused("R-110", f"no bridge or structure is in {name}: petards need one")
    if h != unit.hex:
        return Refused("A-104", f"{unit.key} is not in {name}")
    if state.petards[unit.side] < 1:
        return Refused("A-104", "no petard is left")
    if act.start.get(unit.id) != h or full_turns(state, unit) < state.setting.figures.petard_turns:
        return Refused("R-110", f"{unit.key} has not been in {name} for a full turn")
    if unit.engaged == state.turn:
        return Refused("A-104", f"{unit.key} is in melee")
    if unit.attacked == state.turn:
        return Refused("R-88", f"{unit.key} has already attacked this turn")
    if unit.waits > state.turn:
        return Refused("G-14", f"the powder is damp: {unit.key} may try again in turn {unit.waits}")
    return orders.no_fighting(act)


def full_turns(state: State, unit: Counter) -> int:
    """The number of complete turns before this one that a unit has spent in its hex."""
    return state.turn - 1 - max(unit.moved, unit.ran, unit.turn - 1, 0)


def after_move(state: State, action: Action) -> None:
    """End the unfinished work of units that leave their hex (A-97)."""
    for i in action.counters:
        state.units[i].works = NOTHING


# --- petards ----------------------------------------------------------------------------------------------------


def petard_result(setting: Setting, engineer: int, owner: int) -> PetardResult:
    """The result of the dice of the engineer and of the owner (A-105)."""
    return next(result for result in setting.petard if engineer in result.engineer and owner in result.owner)


def petard_chances(setting: Setting) -> dict[str, Fraction]:
    """The exact chance of each result of a petard, by its id."""
    return chances(lambda dice: petard_result(setting, dice.roll(DIE), dice.roll(DIE)).id)


def _set_off(state: State, act: Activation, unit: Counter) -> None:
    """The duel of the engineers and the owner of the structure (A-105, A-118)."""
    h, turn = unit.hex, state.turn
    control.turn_up(state, unit, "petard", ("R-08",))
    act.fought = True
    unit.attacked = turn
    rolled, against = state.dice.roll(DIE), state.dice.roll(DIE)
    result = petard_result(state.setting, rolled, against)
    owner = (unit.side + 1) % len(state.setting.sides)
    state.tell(
        "petard",
        ("A-104", "A-118", *result.rules),
        unit=unit.key,
        hex=state.ground.names[h],
        die=rolled,
        owner=state.setting.sides[owner],
        against=against,
        result=result.id,
        chances=[(id, str(share)) for id, share in petard_chances(state.setting).items()],
    )
    if result.petard_spent:
        state.petards[unit.side] -= 1
    if result.wait_turns:
        unit.waits = turn + result.wait_turns
    if result.engineer_lost:
        control.remove(state, unit, "petard", tuple(result.rules))
    if result.structure_destroyed:
        destroy(state, h)
    if result.steps_back and unit.hex != OFF:
        choices = tuple(Action("back", (unit.id,), path) for path in ways_back(state, unit, result.steps_back))
        state.questions.append(Question("step-back", unit.side, unit.id, choices))


def ways_back(state: State, unit: Counter, steps: int) -> list[tuple[int, ...]]:
    """The paths out of enemy zones of control, a step for each hex, the start among them."""
    open_to = control.way_out(state, unit.side)
    paths: list[tuple[int, ...]] = [(unit.hex,)]
    for _ in range(steps):
        paths = [(*path, n) for path in paths for n in state.ground.next[path[-1]] if n not in path and open_to(n)]
    ends = {path[-1]: path for path in paths if control.fits(state, unit, path[-1])}
    return [ends[h] for h in sorted(ends)]


def destroy(state: State, h: int) -> None:
    """A bridge or structure becomes rubble. What stands there stays (A-108, R-113)."""
    changes = state.ground.changes
    state.change_ground(changes._replace(rubble=changes.rubble | {h}, pontoons=changes.pontoons - {h}))
    state.tell("destroyed", ("A-108", "R-113"), hex=state.ground.names[h])


def ways_to_step_back(state: State, question: Question) -> tuple[Action, ...]:
    """The paths by which engineers may step back from a petard."""
    return question.choices


def step_back(state: State, question: Question, action: Action) -> None:
    """Step back from a petard."""
    unit = state.units[question.counter]
    for h in action.path[1:]:
        movement.step(state, unit, h)
    unit.moved = state.turn
    unit.works = NOTHING
    state.tell("steps-back", ("A-105",), unit=unit.key, way=[state.ground.names[h] for h in action.path])
    control.meet(state, unit)


# --- the End phase ----------------------------------------------------------------------------------------------


def end_phase(state: State) -> None:
    """Engineers who were left in peace count the turn (G-27, R-103)."""
    for unit in state.units:
        name, site, turns = unit.works
        if not name:
            continue
        hex = unit.hex
        if hex == OFF or unit.ran == state.turn or (name == FORT and site != hex):
            unit.works = NOTHING
        elif name == FORT:
            if quiet(state, unit):
                unit.works = (FORT, site, turns + 1)
                _raise_fort(state, site, turns + 1)
        elif site not in state.ground.water:
            unit.works = NOTHING
        elif building(state, unit) and crewed(state, unit):
            unit.works = (PONTOON, site, turns + 1)
            if turns + 1 >= state.setting.figures.pontoon_turns:
                _lay_pontoon(state, unit, site)
        else:
            unit.works = (PONTOON, site, 0)


def _idle(state: State, unit: Counter) -> bool:
    """Neither moved nor attacked nor rallied this turn, nor served an engine."""
    turn = state.turn
    if turn in (unit.moved, unit.attacked, unit.rallying):
        return False
    return not any(u.kind.engine and u.attacked == turn for u in state.here(unit.hex))


def quiet(state: State, unit: Counter) -> bool:
    """Whether a turn counts for a fort: nothing done, and nothing suffered (A-97, A-100)."""
    return unit.fought != state.turn and _idle(state, unit)


def in_time(state: State, unit: Counter, verb: str) -> bool:
    """Whether engineers who are set to a work now, and left in peace, finish some of it before the game is over.

    A pontoon bridge asks for its crew from the first turn on (A-106).
    """
    figures = state.setting.figures
    turns = state.setting.turns - state.turn + (unit.moved != state.turn)
    return turns >= figures.fort_1_turns if verb == "dig" else turns >= figures.pontoon_turns and crewed(state, unit)


def fort_level(figures: Figures, turns: int) -> int:
    """The level that so many quiet turns bring (A-97, R-103)."""
    return sum(turns >= needed for needed in (figures.fort_1_turns, figures.fort_2_turns)[: figures.fort_levels])


def _raise_fort(state: State, h: int, turns: int) -> None:
    level = fort_level(state.setting.figures, turns)
    if level <= state.forts.get(h, 0):
        return
    state.forts[h] = level
    state.version += 1
    state.tell("fort", ("A-96", "A-97", "A-121", "R-103"), hex=state.ground.names[h], level=level)
    if level >= state.setting.figures.fort_levels:
        for unit in state.here(h):
            if unit.works[0] == FORT:
                unit.works = NOTHING


def building(state: State, unit: Counter) -> bool:
    """Whether engineers went on with a pontoon bridge this turn, under attack or not (A-107)."""
    return _idle(state, unit) and not unit.in_disorder


def crewed(state: State, unit: Counter) -> bool:
    """Whether a captain and enough infantry stand with the engineers, inside the stacking limit (A-106, R-111)."""
    figures = state.setting.figures
    if control.overfull(state, unit):
        return False
    friends = [u for u in state.here(unit.hex) if u.side == unit.side]
    captains = sum(u.kind.leader == "captain" for u in friends)
    infantry = sum(u.kind.infantry for u in friends)
    return captains >= figures.pontoon_captains and infantry >= figures.pontoon_infantry


def _lay_pontoon(state: State, unit: Counter, site: int) -> None:
    changes = state.ground.changes
    state.change_ground(changes._replace(pontoons=changes.pontoons | {site}))
    state.tell("pontoon", ("A-106", "R-112"), unit=unit.key, hex=state.ground.names[site])
    for builder in state.units:
        if builder.works[:2] == (PONTOON, site):
            builder.works = NOTHING
