"""The rules: what changes in a game, what may be done in it, and what an attack comes to."""

from dataclasses import dataclass, field

from ibbprint.engine import state as engine
from ibbprint.engine.flow import Flow, Phase
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.rolls import AppliedModifier, Roll, rules_of
from ibbprint.engine.space import reach, space_of
from ibbprint.engine.state import NOBODY, OWN, UNCOUNTED, Action, Part
from ibbprint.engine.verbs import AIM, NONE, WAY, FormRules, Notation, Verb
from sally.catalogue import Catalogue
from sally.models import SIDES, Unit

FRESH, MOVED, DONE = range(3)
ATTACKERS, DEFENDERS = range(2)


class Refused(Refusal):
    game = Catalogue.GAME


class Setting:
    """What never changes in a game."""

    sides = SIDES

    def __init__(self, battle, catalogue):
        self.battle, self.catalogue, self.figures = battle, catalogue, catalogue.figures
        self.turns = battle.scenario.scenario.turns
        self.space = space_of(battle.map.grid)
        self.ground = [catalogue.ground[battle.map.terrain[name]] for name in self.space.names]
        self.steps = [[(there, self.ground[there].cost) for there in near] for near in self.space.near]
        self.losses = -(-len(battle.of(SIDES[0])) * catalogue.figures["thirds"] // 3)


@dataclass(slots=True, eq=False)
class Counter(Part):
    key: str
    unit: Unit = field(metadata=UNCOUNTED)
    hex: int
    side: int
    done: int = FRESH
    shaken: bool = False
    gone: bool = False


@dataclass(slots=True, eq=False)
class State(engine.State):
    side: int = 0
    winner: int = NOBODY
    counters: list[Counter] = field(default_factory=list, metadata=OWN)

    def standing(self, side):
        """The counters of a side that are on the map, guns that are not spiked among them."""
        return [counter for counter in self.counters if counter.side == side and not counter.gone]

    def controlled(self, side):
        """The hexes next to units of a side that stop whoever comes there (S-03)."""
        near = self.setting.space.near
        return {hex for counter in self.standing(side) if not counter.unit.gun for hex in near[counter.hex]}

    def moment(self, kind, *rules, **more):
        names = self.setting.space.names
        stands = {counter.key: names[counter.hex] for counter in self.counters if not counter.gone}
        self.tell(kind, rules, number=self.turn, stands=stands, **more)


def set_up(state):
    index = state.setting.space.index
    state.counters = [
        Counter(place.key, place.unit, index[place.hex], SIDES.index(place.unit.side))
        for place in state.setting.battle.places
    ]
    state.moment("ready")
    new_turn(state)


def new_turn(state):
    state.turn, state.phase = state.turn + 1, "act"
    state.tell("turn", number=state.turn, of=state.setting.turns)
    new_half(state)


def new_half(state):
    for counter in state.counters:
        counter.done = FRESH
    state.tell("half", side=SIDES[state.side])


# --- attacks ----------------------------------------------------------------------------------------------------


def strength(counter, figures):
    return counter.unit.strength - counter.shaken * figures["shaken"]


def weighed(state, attacker, target):
    """The roll of an attack (S-04 to S-07, S-09, S-10)."""
    figures, used = state.setting.figures, []
    ground, near = state.setting.ground[target.hex], state.setting.space.near[target.hex]
    if ground.cover:
        used.append(AppliedModifier(ground.id, ground.name, "die", ground.cover, ("S-06",)))
    if attacker.hex in near:
        friends = sum(
            friend.hex in near and friend is not attacker and not friend.shaken and not friend.unit.gun
            for friend in state.standing(attacker.side)
        )
        if friends and state.setting.catalogue.in_force({"support": "on"}):
            used.append(AppliedModifier("support", "support", "die", -min(friends, figures["support"]), ("S-05",)))
        if target.unit.gun and attacker.unit.spikes:
            used.append(AppliedModifier("tools", "tools", "die", -attacker.unit.spikes, ("S-10",)))
    needs = figures["even"] + strength(attacker, figures) - strength(target, figures)
    return Roll(needs, figures["die"], tuple(used), always=1, never=figures["die"])


def fight(state, attacker, target):
    """Roll an attack, and say what came of it: `spiked`, `destroyed`, `shaken`, `thrown-back` or `missed` (S-08)."""
    rolled = weighed(state, attacker, target).throw(state.dice)
    if rolled.passed:
        outcome = hit(target)
    elif rolled.die == rolled.roll.never and attacker.hex in state.setting.space.near[target.hex]:
        outcome = "thrown-back"
        hit(attacker)
    else:
        outcome = "missed"
    attacker.done = DONE
    names, rules = state.setting.space.names, rules_of(rolled.roll.used, "S-04")
    values = {"unit": attacker.key, "target": target.key, "hex": names[target.hex], "outcome": outcome}
    state.tell("attack", rules, **values, **rolled.values())
    return outcome


def hit(counter):
    if counter.unit.gun or counter.shaken:
        counter.gone = True
        return "spiked" if counter.unit.gun else "destroyed"
    counter.shaken = True
    return "shaken"


def targets(state, counter):
    """Whom a unit may attack from where it is (S-04, S-07)."""
    far = state.setting.space.distances(counter.hex)
    for enemy in () if counter.shaken or counter.unit.gun else state.standing(1 - counter.side):
        if far[enemy.hex] <= 1 or (far[enemy.hex] <= counter.unit.range and not enemy.unit.gun):
            yield enemy


# --- what may be done -------------------------------------------------------------------------------------------


def ways(state, counter):
    """The ways that a unit may go (S-03)."""
    taken = {other.hex for other in state.counters if not other.gone}
    stops = state.controlled(1 - counter.side)
    stopping = [hex in stops for hex in range(state.setting.space.size)]
    hexes = reach(counter.hex, counter.unit.movement, state.setting.steps, shut=taken, stops=stopping)
    return [hexes.way(end) for end in hexes.costs if end != counter.hex]


def own_actions(state, n):
    """What a counter may do now."""
    counter = state.counters[n]
    if counter.gone or counter.side != state.side or counter.done == DONE:
        return
    if counter.done == FRESH:
        if counter.shaken and counter.hex not in state.controlled(1 - counter.side):
            yield Action("rally", (n,))
        yield from (Action("move", (n,), way) for way in ways(state, counter))
    yield from (Action("attack", (n,), (enemy.hex,)) for enemy in targets(state, counter))


def actions(state):
    for n in range(len(state.counters)):
        yield from own_actions(state, n)
    yield Action("end")


RULES = {"move": "S-03", "attack": "S-04", "rally": "S-09", "end": "S-02"}


def check(state, action):
    if action.verb == "end" or action in own_actions(state, action.counters[0]):
        return None
    return Refused(RULES[action.verb], f"{state.counters[action.counters[0]].key} cannot {action.verb} so now")


def do(state, action):
    if action.verb == "end":
        end(state)
        return
    counter = state.counters[action.counters[0]]
    if action.verb == "move":
        counter.hex, counter.done = action.path[-1], MOVED
        state.tell("moves", ("S-03",), unit=counter.key, hex=state.setting.space.names[counter.hex])
    elif action.verb == "rally":
        counter.shaken, counter.done = False, DONE
        state.tell("rally", ("S-09",), unit=counter.key)
    else:
        target = next(enemy for enemy in state.standing(1 - counter.side) if enemy.hex == action.path[0])
        fight(state, counter, target)
        decide(state)


def decide(state):
    """Whether the sortie is decided at once (S-01)."""
    spiked = sum(counter.gone and counter.unit.gun for counter in state.counters)
    lost = sum(counter.gone and counter.side == ATTACKERS for counter in state.counters)
    if spiked >= state.setting.figures["guns-to-spike"]:
        over(state, ATTACKERS, "guns")
    elif lost >= state.setting.losses:
        over(state, DEFENDERS, "losses")


def end(state):
    state.side = 1 - state.side
    if state.side == DEFENDERS:
        new_half(state)
    elif state.turn == state.setting.turns:
        over(state, DEFENDERS, "time")
    else:
        state.moment("turn-over")
        new_turn(state)


def over(state, winner, why):
    state.over, state.winner = True, winner
    state.moment("over", "S-01", why=why, winner=SIDES[winner], loser=SIDES[1 - winner])


VERBS = {"move": Verb(hexes=WAY), "attack": Verb(hexes=AIM), "rally": Verb(), "end": Verb(NONE)}
NOTATION = Notation(VERBS, FormRules("S-02", "S-02", "S-03"), Refused, lambda state: state.setting.space.names)
PHASES = {"act": Phase(lambda state: False, lambda state: state.side, actions, check, do)}
FLOW = Flow(PHASES, {}, NOTATION.form, Refused, over="S-01")
