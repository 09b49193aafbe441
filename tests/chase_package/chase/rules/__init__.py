"""The rules: what changes in a game, what may be done in it, and the die that catches the hare."""

from dataclasses import dataclass, field

from chase.catalogue import Catalogue
from chase.models import HARE, SIDES
from chase.scenarios import Place
from ibbprint.engine import state as engine
from ibbprint.engine.flow import Flow, Phase
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.rolls import AppliedModifier, Roll, rules_of
from ibbprint.engine.space import reach, space_of
from ibbprint.engine.state import OWN, UNCOUNTED, Action, Part
from ibbprint.engine.verbs import NONE, WAY, FormRules, Notation, Verb

READY, MOVED, TRIED = range(3)


class Refused(Refusal):
    game = Catalogue.GAME


class Setting:
    sides = SIDES

    def __init__(self, battle, catalogue):
        self.battle, self.catalogue, self.turns = battle, catalogue, battle.scenario.scenario.turns
        self.space = space_of(battle.map.grid)
        self.ground = [catalogue.terrain[battle.map.terrain[name]] for name in self.space.names]


@dataclass(slots=True, eq=False)
class Counter(Part):
    key: str
    place: Place = field(metadata=UNCOUNTED)
    hex: int
    side: int
    done: int = READY


@dataclass(slots=True, eq=False)
class State(engine.State):
    side: int = 0
    caught: bool = False
    counters: list[Counter] = field(default_factory=list, metadata=OWN)

    @property
    def hare(self):
        return next(counter for counter in self.counters if counter.side == SIDES.index(HARE))

    def moment(self, kind, *rules, **more):
        stands = {counter.key: self.setting.space.names[counter.hex] for counter in self.counters}
        self.tell(kind, rules, number=self.turn, stands=stands, **more)


def set_up(state):
    for place in state.setting.battle.places:
        state.counters.append(
            Counter(place.key, place, state.setting.space.index[place.hex], SIDES.index(place.unit.side))
        )
    state.moment("ready")
    new_turn(state)


def new_turn(state):
    state.turn, state.phase = state.turn + 1, "run"
    state.tell("turn", number=state.turn, of=state.setting.turns)


def catching(catalogue, hound, ground):
    """The roll of a hound for the hare on some ground (C-03, C-04)."""
    used = (AppliedModifier(ground.id, ground.name, "die", ground.shelter, tuple(ground.rules)),)
    return Roll(hound.catch, catalogue.figures["catch-die"], used if ground in catalogue.shelters else ())


def ways(state, counter):
    taken, near = {item.hex for item in state.counters}, state.setting.space.near
    steps = [[(n, 1) for n in six if n not in taken] for six in near]
    hexes = reach(counter.hex, counter.place.unit.movement, steps)
    return [hexes.way(end) for end in hexes.costs if end != counter.hex]


def actions(state):
    for n, item in enumerate(state.counters):
        if item.side == state.side and item.done < TRIED:
            yield from (Action("move", (n,), way) for way in ([] if item.done else ways(state, item)))
            if item.place.unit.catch and state.hare.hex in state.setting.space.near[item.hex]:
                yield Action("catch", (n,))
    yield Action("end")


def check(state, action):
    rule = "C-03" if action.verb == "catch" else "C-02"
    return None if action in actions(state) else Refused(rule, f"nobody can {action.verb} so now")


def do(state, action):
    for item in (state.counters[n] for n in action.counters):
        {"move": move, "catch": catch}[action.verb](state, item, action)
    if action.verb == "end" or state.caught:
        end(state)


def move(state, one, action):
    one.hex, one.done = action.path[-1], MOVED
    state.tell("moves", ("C-02",), unit=one.key, hex=state.setting.space.names[one.hex])


def catch(state, one, action):
    rolled = catching(state.setting.catalogue, one.place.unit, state.setting.ground[state.hare.hex]).throw(state.dice)
    one.done, state.caught = TRIED, rolled.passed
    state.tell("catch", rules_of(rolled.roll.used, "C-03"), unit=one.key, **rolled.values())


def end(state):
    state.side = 1 - state.side
    for counter in state.counters:
        counter.done = READY
    if state.caught or (state.turn == state.setting.turns and not state.side):
        state.over = True
        state.moment("over", "C-01", winner=SIDES[state.caught])
    elif not state.side:
        state.moment("turn-over")
        new_turn(state)


VERBS = {"move": Verb(hexes=WAY), "catch": Verb(), "end": Verb(NONE)}
NOTATION = Notation(VERBS, FormRules("C-02", "C-02", "C-02"), Refused, lambda state: state.setting.space.names)
PHASES = {"run": Phase(lambda state: False, lambda state: state.side, actions, check, do)}
FLOW = Flow(PHASES, {}, NOTATION.form, Refused, over="C-01")
