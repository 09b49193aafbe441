"""What greedy play does in the movement step: single moves, and attacks of several on one enemy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.lattice import Rect, span
from ibbprint.engine.state import Action
from ibbprint.systems.element_battle.rules import contact, ground, marching, moving, ways
from ibbprint.systems.element_battle.rules.appraisal import Appraiser
from ibbprint.systems.element_battle.rules.marching import Leg, March, Obstacles, placed
from ibbprint.systems.element_battle.rules.state import Element, State
from ibbprint.systems.element_battle.rules.ways import Way

TOGETHER = 3
"""How many moves an attack on one enemy has at most: no more PIPs are left for it in an average turn."""
CHOICES = 5
"""The moves up to an enemy that are looked at together, the best alone first."""


@dataclass(slots=True, eq=False)
class Step:
    """A move that may be made, and its gain by itself, for each PIP."""

    action: Action
    elements: list[Element]
    result: March
    cost: int
    worth: float


def best(state: State, leaning: Leaning = USUAL) -> list[Action]:
    """The moves that look best in the movement step, of those that are worth a look."""
    judge = Appraiser(state, leaning)
    worths: dict[Action, float] = {Action(moving.END): 0.0}
    steps = []
    for action, result in likely(judge.state, judge):
        if action in worths:
            continue
        if result is None:
            worths[action] = judge.worth(action)
        else:
            elements = [judge.state.elements[id] for id in action.counters]
            worths[action] = judge.comes_to(elements, result)
            steps.append(Step(action, elements, result, judge.cost(elements), worths[action]))
    for step, worth in attacks(judge, steps):
        worths[step.action] = max(worths[step.action], worth)
    highest = max(worths.values())
    return [action for action, worth in worths.items() if worth == highest]


def attacks(judge: Appraiser, steps: Sequence[Step]) -> Iterator[tuple[Step, float]]:
    """First moves of attacks of several on one enemy, and what the whole attack gains for each PIP."""
    if judge.state.pips < 2:
        return
    touching = [(enemies, step) for step in steps if (enemies := judge.beside(step.result.blocks))]
    beside = sorted(touching, key=lambda item: -item[1].worth)
    priced: dict[frozenset[Step], float] = {}
    for enemy in judge.enemies:
        near = [step for enemies, step in beside if enemy.id in enemies][:CHOICES]
        for first in near:
            if any(target == enemy.id for _, target in first.result.met):
                yield first, _carried_on(judge, [first], near, priced)


def _carried_on(
    judge: Appraiser, attack: list[Step], near: Sequence[Step], priced: dict[frozenset[Step], float]
) -> float:
    """The gain of an attack for each PIP, with the moves that add most to it; `priced` are the gains known so far."""
    worth = attack[0].worth
    while len(attack) < TOGETHER:
        best: Step | None = None
        for step in near:
            if not _goes_with(judge, attack, step):
                continue
            moves = frozenset((*attack, step))
            if moves not in priced:
                priced[moves] = _together(judge, [*attack, step])
            if priced[moves] > worth:
                worth, best = priced[moves], step
        if best is None:
            break
        attack = [*attack, best]
    return worth


def _goes_with(judge: Appraiser, attack: Sequence[Step], step: Step) -> bool:
    """Whether a move can still be made after others: by others, for the PIPs that are left, past where those stand."""
    if sum(earlier.cost for earlier in attack) + step.cost > judge.state.pips:
        return False
    for earlier in attack:
        if any(element in earlier.elements for element in step.elements):
            return False
        if any(block.rect.overlaps(place) for block in earlier.result.blocks for place in step.result.way):
            return False
    return True


def _together(judge: Appraiser, attack: Sequence[Step]) -> float:
    """The gain of moves made together, for each PIP."""
    elements = [element for step in attack for element in step.elements]
    blocks = [block for step in attack for block in step.result.blocks]
    met = frozenset[tuple[int, int]]().union(*(step.result.met for step in attack))
    cost = sum(step.cost for step in attack)
    return judge.for_each_pip(judge.change(elements, blocks, met), cost, elements)


def likely(state: State, judge: Appraiser) -> Iterator[tuple[Action, March | None]]:
    """Moves worth a look, with what comes of them: groups as far ahead as they may, contacts, and turns to an enemy.

    Of several ways of an element to one place there is the first.
    """
    movers = [element for element in state.of(state.side) if moving.may_move(state, element)]
    led: set[int] = set()
    trials = Trials(state)
    for group in moving.proposed_groups(state, [element for element in movers if not judge.fronts(element)]):
        if judge.cost(group) <= state.pips:
            result = trials.ahead(group)
            if result is not None:
                yield moving.ahead(state, group, result), result
                led.update(element.id for element in group)
                short = trials.short(group, result)
                if short is not None:
                    yield moving.ahead(state, group, short), short
            if result is None or result.met:
                yield from _without_general(state, judge, trials, group)
    for element in movers:
        far = judge.distance(element.rect, element)
        if (element.id in led and far > _reach(state, [element])) or judge.cost([element]) > state.pips:
            continue
        yield from _alone(judge, trials, element, far)
    for action in (*moving.appearances(state, judge.is_ambush), *moving.marks(state)):
        yield action, None


def _alone(judge: Appraiser, trials: Trials, element: Element, far: float) -> Iterator[tuple[Action, March]]:
    """Moves of one element, so many cells away from the enemy."""
    state = judge.state
    ends = {element.block}
    blocked = True
    if not judge.fronts(element):
        result = trials.ahead([element])
        if result is not None:
            ends.update(result.blocks)
            blocked = False
            yield moving.ahead(state, [element], result), result
            short = trials.short([element], result)
            if short is not None:
                ends.update(short.blocks)
                yield moving.ahead(state, [element], short), short
    for way in _tried(judge, element, far, blocked):
        # Where it comes by another way already it need not go again.
        outcome = None if way.end in ends else trials.march(element, way)
        if outcome is not None and outcome.blocks[0] not in ends:
            ends.add(outcome.blocks[0])
            yield Action(moving.MOVE, (element.id,), (), marching.written(state.setting, way.legs)), outcome


def _tried(judge: Appraiser, element: Element, far: float, blocked: bool) -> Iterator[Way]:
    """Ways of one element to try besides the move ahead, which may be blocked."""
    setting, block = judge.state.setting, element.block
    reach = ground.reach(setting, element)
    if judge.fronts(element):
        for cells in (marching.BREAK_OFF, reach):
            yield Way(block.shifted(-cells), (Leg(marching.BACK, cells),))
        return
    if far <= reach:
        yield from judge.contacts(element)
        yield from overlaps(judge, element)
    yield from guards(judge, element)
    # Who holds up its own line steps aside well before it comes to blows.
    if far <= 2 * setting.rates(element.kind).most and (far > reach or blocked):
        aside = min(setting.aside, reach)
        yield Way(block.shifted(0, -aside), (Leg(marching.LEFT, aside),))
        yield Way(block.shifted(0, aside), (Leg(marching.RIGHT, aside),))
    yield from wheels(judge, element)


def _without_general(
    state: State, judge: Appraiser, trials: Trials, group: Sequence[Element]
) -> Iterator[tuple[Action, March]]:
    """The parts of a group that comes to blows or is held up, ahead without its general: he need not risk himself."""
    followers = [element for element in group if not element.general]
    if len(followers) == len(group):
        return
    for part in contact.groups(followers):
        if len(part) > 1 and judge.cost(part) <= state.pips:
            result = trials.ahead(part)
            if result is not None:
                yield moving.ahead(state, part, result), result


class Trials:
    """Moves of one moment that are tried; what comes of each is kept for as long as nobody moves where it leads."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._known = state.setting.marches.renewed(
            {element.id: _stands(state, element) for element in state.standing()}
        )
        self._placed = placed(state)
        self._obstacles: dict[tuple[int, ...], Obstacles] = {}

    def obstacles(self, movers: Sequence[Element]) -> Obstacles:
        """The obstacles that an element or a group can meet."""
        key = tuple(mover.id for mover in movers)
        if key not in self._obstacles:
            self._obstacles[key] = Obstacles(self.state, movers, _reach(self.state, movers), self._placed)
        return self._obstacles[key]

    def ahead(self, movers: Sequence[Element]) -> March | None:
        """The longest move ahead of an element or a group."""
        key = tuple(mover.id for mover in movers)
        item = self._known.get(key)
        if item is None:
            item = self._known[key] = moving.farthest(self.state, movers, self.obstacles(movers))
        return item[0]

    def short(self, movers: Sequence[Element], contact: March) -> March | None:
        """The move ahead that stops where no enemy whom a longer one meets could charge next; None where none does."""
        setting, elements = self.state.setting, self.state.elements
        reach = max([setting.rates(elements[enemy].kind).good for _, enemy in contact.met], default=0)
        cells = contact.cells - reach - 1
        if not contact.met or cells <= 0:
            return None
        key = (tuple(mover.id for mover in movers), cells)
        item = self._known.get(key)
        if item is None:
            item = self._known[key] = moving.ahead_by(self.state, movers, cells, self.obstacles(movers))
        return item[0]

    def march(self, element: Element, way: Way) -> March | None:
        """A move of one element; None where it is not legal."""
        key = (element.id, way.legs)
        item = self._known.get(key)
        if item is None:
            item = self._known[key] = self._walked(element, way)
        return item[0]

    def _walked(self, element: Element, way: Way) -> tuple[March | None, Rect]:
        """What comes of a move of one element, and the area that it hangs on."""
        obstacles, aside = self.obstacles([element]), way.legs[0].kind
        # Of the ways that need not be gone, most end where somebody stands.
        if obstacles.standing_in(way.end.rect):
            return None, way.end.rect
        if aside in (marching.LEFT, marching.RIGHT) and not obstacles.engaged:
            # In a line nobody can step aside at all.
            step = span(element.rect, element.block.shifted(0, 1 if aside == marching.RIGHT else -1).rect)
            if obstacles.blocking(element, element.block, step):
                return None, step
        result, area = marching.walk(self.state, element, way.legs, obstacles)
        return (result if isinstance(result, March) else None), area


def _stands(state: State, element: Element) -> tuple[Rect, tuple[object, ...]]:
    """The place of an element, with all that matters to elements that would pass it."""
    fights = element.flies and contact.is_engaged(state, element)
    return element.block.rect, (element.block.heading, element.kind.id, fights)


def _reach(state: State, elements: Sequence[Element]) -> int:
    """The cells that the fastest of some elements may go."""
    return max([ground.reach(state.setting, element) for element in elements])


def overlaps(judge: Appraiser, element: Element) -> Iterator[Way]:
    """Ways to the places from which an element overlaps an enemy whom a friend meets front to front (H-57)."""
    for enemy, sides in judge.flanking(element):
        if judge.may_be_met(enemy, element):
            yield from sides


def guards(judge: Appraiser, element: Element) -> Iterator[Way]:
    """Ways to either side of a general who stands alone where enemies can come to him."""
    general = judge.general
    if general is None or general is element or not judge.formation.is_forsaken:
        return
    setting = judge.state.setting
    limits = ways.Limits.of(setting, element)
    for cells in (-setting.base, setting.base):
        end = general.block.shifted(0, cells)
        for legs in ways.ways_to(element.block, end, *limits):
            yield Way(end, legs)


def wheels(judge: Appraiser, element: Element) -> Iterator[Way]:
    """The turn after which an element has the shortest way, by itself and with what is left of the move ahead."""
    rates, turning = judge.state.setting.rates(element.kind), judge.state.setting.turning
    kind = judge.turn(element)
    if kind is None:
        return
    end = marching.turned(element.block, kind)
    yield Way(end, (Leg(kind),))
    for cells in sorted({rates.good - turning, (rates.bad or 0) - turning}):
        if cells > 0:
            yield Way(end.shifted(cells), (Leg(kind), Leg(marching.AHEAD, cells)))
