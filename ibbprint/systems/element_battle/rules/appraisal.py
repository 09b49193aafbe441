"""Rules of thumb for greedy play: what a choice gains on average in army points, and where it brings an element."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cached_property
from math import fsum, sqrt
from operator import add

from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.lattice import Arc, Block, Heading, Rect, gaps, is_within, span, to_north
from ibbprint.engine.state import Action
from ibbprint.systems.element_battle.rules import (
    contact,
    facing,
    fighting,
    ground,
    magic,
    marching,
    moving,
    shooting,
    staging,
    ways,
    weights,
)
from ibbprint.systems.element_battle.rules.combat import SHOOTING, SPELL
from ibbprint.systems.element_battle.rules.contact import Fight
from ibbprint.systems.element_battle.rules.dangers import Dangers, overlapped
from ibbprint.systems.element_battle.rules.formation import Formation
from ibbprint.systems.element_battle.rules.marching import March
from ibbprint.systems.element_battle.rules.prospects import Prospects
from ibbprint.systems.element_battle.rules.state import Element, State
from ibbprint.systems.element_battle.rules.turn import FLOW
from ibbprint.systems.element_battle.rules.ways import Way

FAR = 10**6
"""More cells than there are."""
UNMET = frozenset[int]()


class Appraiser:
    """Judges the actions of one moment for the side that must decide.

    It sets elements elsewhere to look at a move and puts them back, so it needs no copy of the state.
    """

    def __init__(self, state: State, leaning: Leaning = USUAL) -> None:
        self.leaning = leaning
        self.state = state
        self.catalogue = state.setting.catalogue
        self.side = side = FLOW.decider(state)
        late = max(0, state.turn - weights.PATIENCE)
        caution = max(weights.LEAST, weights.CAUTION - weights.RISKS * late)
        self.prospects = prospects = Prospects(self.state, side, caution)
        self.enemies, self.friends = prospects.enemies, prospects.friends
        self.targets = [enemy for enemy in self.enemies if not enemy.is_place]
        self.eager = (weights.EAGER + weights.BOLDER * late) * leaning.bold
        self._places: dict[tuple[int, Block], float] = {}
        self._stays: dict[int, float] = {}
        self._fronts: dict[int, Sequence[Element]] = {}
        self._costs: dict[tuple[int, ...], int] = {}
        self._struck: dict[int, bool] = {}
        self._joined: dict[int, bool] = {}
        self._astray: dict[Rect, bool] = {}
        self._ready: dict[int, frozenset[int]] = {}
        foes = tuple((enemy.id, enemy.block) for enemy in self.enemies)
        memories = [memory.under(foes) for memory in state.setting.foes[side]]
        self._around, self._turned, self._ways, self._flanking, self._reached, threats, *memories = memories
        self._far, self._cells, self._ambushes = memories
        prices = state.setting.dangers[side].under((foes, state.turn, prospects.losses))
        self.dangers = Dangers(prospects, self.targets, prices, threats)
        self.general = state.general(side)
        self.formation = Formation(self.dangers, self.general)
        self._beyond = state.setting.commands[side].under(None if self.general is None else self.general.block)

    @cached_property
    def _outlooks(self) -> dict[Hashable, tuple[float, Rect]]:
        """The outlooks and the worths of boxes that are known: whoever judges no move has no need of them.

        They are asked for before anybody is set elsewhere.
        """
        stood = {
            element.id: (element.block.rect, (element.block.heading, element.charged, element.kind.id, element.general))
            for element in self.state.standing()
        }
        return self.state.setting.outlooks[self.side].renewed(stood, self.prospects.worth_of)

    def worths(self, actions: Sequence[Action]) -> list[float]:
        return [self.worth(action) for action in actions]

    def worth(self, action: Action) -> float:
        judge: Mapping[str, Callable[[Action], float]] = {
            moving.MOVE: self.move,
            moving.APPEAR: self.appearance,
            moving.MARK: self.mark,
            magic.CAST: self.spell,
            shooting.SHOOT: self.shot,
            fighting.FIGHT: self.fight,
            facing.FACE: self.face,
        }
        return judge[action.verb](action) if action.verb in judge else 0.0

    # --- fights -------------------------------------------------------------------------------------------------

    def fight(self, action: Action) -> float:
        pair = next(pair for pair in self.state.fights if fighting.written(self.state, Fight(*pair)) == action)
        return self.prospects.meets(self.state.elements[pair[0]], self.state.elements[pair[1]])

    def shot(self, action: Action) -> float:
        """The gain of one more shooter at a target."""
        state = self.state
        target = self._by_key(action.word)
        aiming = [state.elements[shooter] for shooter, aimed in state.aims if aimed == target.id]
        shooter = state.elements[action.counters[0]]
        gain = self._shooting([*aiming, shooter], target) - (self._shooting(aiming, target) if aiming else 0.0)
        return -1.0 if self.leaning.holds else 0.01 + gain

    def _shooting(self, shooters: Sequence[Element], target: Element) -> float:
        return self.prospects.gain(SHOOTING, (shooters[0], target), staging.in_shot(self.state, shooters, target))

    def spell(self, action: Action) -> float:
        casters, target = [self.state.elements[id] for id in action.counters], self._by_key(action.word)
        gain = self.prospects.gain(SPELL, (casters[0], target), staging.in_spell(self.state, casters, target))
        return gain - 0.02 * len(casters)

    def face(self, action: Action) -> float:
        element, enemy = self.state.elements[action.counters[0]], self._by_key(action.word)
        before = element.block
        places = {foe.key: block for foe, block in moving.facing_choices(self.state, element)}
        element.block = places[action.word]
        gain = self.prospects.meets(element, enemy)
        element.block = before
        return gain

    def _by_key(self, key: str) -> Element:
        return next(element for element in self.state.elements if element.key == key)

    # --- moves --------------------------------------------------------------------------------------------------

    def mark(self, action: Action) -> float:
        element = self.state.elements[action.counters[0]]
        return (
            weights.FROG
            * self.prospects.worth_of[element.id]
            * int(action.word)
            / self.state.setting.figures["frog-pips"]
        )

    def appearance(self, action: Action) -> float:
        """A lurker comes out to strike from behind, where nobody who can come to it next would beat it."""
        element = self.state.elements[action.counters[0]]
        block = moving.appearing(self.state, element, action)
        if not self.is_ambush(block):
            return -0.1
        threats = self.dangers.threats(block.rect)
        waits, element.block = element.block, block
        terrain, flanks = ground.under(self.state, element), contact.open_flanks(element, self.friends)
        element.block = waits
        risk = self.prospects.worst(element, terrain, overlapped(flanks, threats), threats)
        return weights.BEHIND - weights.NEARER * self.distance(block.rect, element) - risk

    def is_ambush(self, block: Block) -> bool:
        """Whether a place is near the flank or the rear of an enemy."""
        ambush = self._ambushes.get(block)
        if ambush is None:
            ambush = self._ambushes[block] = any(
                is_within(enemy.block.rect, block.rect, weights.AMBUSH) and enemy.block.arc(block.rect) is not Arc.FRONT
                for enemy in self.targets
            )
        return ambush

    def move(self, action: Action) -> float:
        """The gain of a move: fights that it brings about, or cells nearer to the enemy."""
        elements = [self.state.elements[id] for id in action.counters]
        return self.comes_to(elements, moved(self.state, action))

    def comes_to(self, elements: Sequence[Element], result: March) -> float:
        """The gain of a move with a known result, for each PIP; a loss counts once for each PIP."""
        gain = self.change(elements, result.blocks, result.met)
        if len(elements) == 1 and not result.met and self._has_neighbours(elements[0]):
            gain -= weights.APART
        gain -= self.formation.price(elements, result)
        return self.for_each_pip(gain, self.cost(elements), elements)

    def for_each_pip(self, gain: float, cost: int, elements: Sequence[Element]) -> float:
        """A gain for each PIP, less the best spell if its caster moves or no PIPs are left for it (H-R16)."""
        worth = gain / cost if gain > 0 else gain * cost
        spell, price, casters = self._best_spell
        if price and (self.state.pips - cost < price or any(element.id in casters for element in elements)):
            worth -= spell
        return worth

    @cached_property
    def _best_spell(self) -> tuple[float, int, tuple[int, ...]]:
        """The gain for each PIP of the best spell that can be cast if nobody moves, its PIPs, and who casts it."""
        best: tuple[float, int, tuple[int, ...]] = 0.0, 0, ()
        for action in magic.actions(self.state) if self.state.setting.casts else ():
            if action.verb == magic.CAST:
                price = magic.cost(self.state, [self.state.elements[id] for id in action.counters])
                best = max(best, (self.spell(action) / price, price, action.counters))
        return best

    def change(self, elements: Sequence[Element], blocks: Sequence[Block], met: Collection[tuple[int, int]]) -> float:
        """The change in worth if elements move to other places and meet enemies there."""
        concerned = self.concerned([*[element.block for element in elements], *blocks])
        gain = -fsum([self.stay(element) for element in elements])
        if concerned:
            gain -= fsum([self.outlook(enemy) for enemy in concerned])
        gain += fsum([self.place(element, block) for element, block in zip(elements, blocks, strict=True)])
        before = [(element.block, element.charged) for element in elements]
        for element, block in zip(elements, blocks, strict=True):
            element.block = block
            element.charged = frozenset([enemy for mover, enemy in met if mover == element.id]) if met else UNMET
        gain -= fsum([self.dangers.price(element) for element in elements])
        if concerned:
            moved = tuple(sorted([(element.id, element.block, element.charged) for element in elements]))
            gain += fsum([self.outlook(enemy, moved) for enemy in concerned])
        for element, (block, charged) in zip(elements, before, strict=True):
            element.block, element.charged = block, charged
        return gain + self.eager * len(met)

    def stay(self, element: Element) -> float:
        """The worth of the place where an element stands before any move, less its price."""
        worth = self._stays.get(element.id)
        if worth is None:
            worth = self._stays[element.id] = self.place(element, element.block) - self.dangers.price(element)
        return worth

    def concerned(self, blocks: Sequence[Block]) -> list[Element]:
        """The enemies whose fights hang on who stands in some places.

        They are those beside them, and those beside such with somebody of this side beside them before any move.
        """
        touching = self.beside(blocks)
        if not touching:
            return []
        elements = self.state.elements
        near = set(touching)
        for id in touching:
            near.update(self._approached.intersection(self._beside(elements[id].block.rect)))
        return [enemy for enemy in self.enemies if enemy.id in near]

    @cached_property
    def _approached(self) -> frozenset[int]:
        """The enemies whom anybody of this side touches before any move, at a corner too, by number."""
        return frozenset(self.beside([friend.block for friend in self.friends]))

    def beside(self, blocks: Sequence[Block]) -> Collection[int]:
        """The enemies who touch some blocks, at a corner too, by number."""
        return {id for block in blocks for id in self._beside(block.rect)}

    def _beside(self, rect: Rect) -> Sequence[int]:
        """The enemies who touch a rectangle, at a corner too, by number."""
        touching = self._around.get(rect)
        if touching is None:
            touching = self._around[rect] = tuple([enemy.id for enemy in contact.beside(rect, self.enemies)])
        return touching

    def outlook(self, enemy: Element, moved: tuple[object, ...] = ()) -> float:
        """The gain of the fights with an enemy, after a move of some elements: where they stand, and on whom."""
        key = (enemy.id, moved)
        item = self._outlooks.get(key)
        if item is None:
            item = self._outlooks[key] = self.prospects.outlook_over(enemy)
        return item[0]

    def may_be_met(self, enemy: Element, mover: Element) -> bool:
        """Whether a friend’s front touches an enemy, or a friend besides the mover could still move up to him."""
        if self.is_struck(enemy):
            return True
        ready = self._ready.get(enemy.id)
        if ready is None:
            ready = self._ready[enemy.id] = frozenset(friend.id for friend, ids in self._unmoved if enemy.id in ids)
        return len(ready) > (mover.id in ready)

    def is_struck(self, enemy: Element) -> bool:
        """Whether a friend’s front touches an enemy before any move."""
        if enemy.id not in self._struck:
            self._struck[enemy.id] = any(
                enemy.id in self._beside(friend.block.rect) and contact.strikes(friend, enemy)
                for friend in self.friends
            )
        return self._struck[enemy.id]

    @cached_property
    def _unmoved(self) -> list[tuple[Element, frozenset[int]]]:
        """Friends who may still move freely, and the enemies to whom it is not too far, by number."""
        return [
            (friend, self._in_reach(friend))
            for friend in self.friends
            if moving.may_move(self.state, friend) and not self.fronts(friend)
        ]

    def _in_reach(self, friend: Element) -> frozenset[int]:
        reach = ground.reach(self.state.setting, friend)
        key = friend.rect, reach
        enemies = self._reached.get(key)
        if enemies is None:
            ways = self._away(friend.rect)
            enemies = self._reached[key] = frozenset([enemy for enemy, cells in ways.items() if cells <= reach])
        return enemies

    def fronts(self, element: Element) -> Sequence[Element]:
        """The enemies that the front of an element touches before any move."""
        if element.id not in self._fronts:
            touching = self._beside(element.block.rect)
            self._fronts[element.id] = contact.fronts(self.state, element) if touching else []
        return self._fronts[element.id]

    def cost(self, elements: Sequence[Element]) -> int:
        """The PIPs of a move, looked up once for each element or group."""
        key = tuple([element.id for element in elements])
        if key not in self._costs:
            far = ground.is_far(self.state, elements, self._is_beyond)
            self._costs[key] = moving.cost(self.state, elements, far=far)
        return self._costs[key]

    def _has_neighbours(self, element: Element) -> bool:
        joined = self._joined.get(element.id)
        if joined is None:
            neighbours = self.formation.neighbours(element)
            joined = any(contact.are_joined(element.block, friend.block) for friend in neighbours)
            self._joined[element.id] = joined
        return joined

    def distance(self, rect: Rect, element: Element) -> float:
        """The cells to the nearest enemy; the stronghold counts for whoever may take it."""
        ways = self._away(rect)
        return min([ways[enemy.id] for enemy in self.targets] if element.flies else ways.values(), default=0.0)

    def _away(self, rect: Rect) -> Mapping[int, float]:
        """The cells from a place to each enemy, by number."""
        ways = self._far.get(rect)
        if ways is None:
            x1, y1, x2, y2 = rect
            ways = self._far[rect] = {}
            for enemy in self.enemies:
                left, bottom, right, top = enemy.block.rect
                dx = left - x2 if left > x2 else x1 - right if x1 > right else 0
                dy = bottom - y2 if bottom > y2 else y1 - top if y1 > top else 0
                ways[enemy.id] = sqrt(dx * dx + dy * dy)
        return ways

    def contacts(self, element: Element) -> Sequence[Way]:
        """Ways into contact with every enemy who is near enough."""
        key = element.id, element.block
        paths = self._ways.get(key)
        if paths is None:
            paths = self._ways[key] = list(ways.contacts(self.state.setting, element, self.enemies))
        return paths

    def flanking(self, element: Element) -> Sequence[tuple[Element, Sequence[Way]]]:
        """The enemies whom an element could overlap, were a friend before them, with the ways there (H-57)."""
        key = element.id, element.block
        items = self._flanking.get(key)
        if items is None:
            setting = self.state.setting
            limits = ways.Limits.of(setting, element)
            near = element.rect.grown(limits.longest + 1)
            enemies = contact.inside(near, self.targets)
            paths = ((enemy.id, ways.alongside(element.block, enemy.block, setting.base, limits)) for enemy in enemies)
            items = self._flanking[key] = [(enemy, sides) for enemy, sides in paths if sides]
        return [(self.state.elements[enemy], sides) for enemy, sides in items]

    def turn(self, element: Element) -> str | None:
        """The turn on the spot after which an element has the shortest way.

        None where no turn shortens it, or the enemy that suits it best is ahead, or so little aside as it may step.
        """
        block = element.block
        sums = list(map(add, self._cells_from(block, element), self._focuses[element.flies]))
        if not sums:
            return None
        enemy = (self.targets if element.flies else self.enemies)[sums.index(min(sums))]
        theirs, mine = self._enemies_to(block.heading)[enemy.id], to_north(block.rect, block.heading)
        if theirs.y1 >= mine.y2 and gaps(mine, theirs)[0] <= self.state.setting.aside:
            return None
        ways = {kind: self.way(marching.turned(element.block, kind), element) for kind in marching.QUARTERS}
        best = min(ways, key=lambda kind: ways[kind])
        return best if ways[best] < self._here[element.id] else None

    def way(self, block: Block, element: Element) -> float:
        """The cells that an element has to go to the enemy that suits it best: ahead, aside, and for a turn."""
        return min(map(add, self._cells_from(block, element), self._focuses[element.flies]), default=0.0)

    def _cells_from(self, block: Block, element: Element) -> Sequence[float]:
        """`_ways_from`, kept until an enemy moves."""
        key = element.id, block
        cells = self._cells.get(key)
        if cells is None:
            cells = self._cells[key] = self._ways_from(block, element)
        return cells

    def _ways_from(self, block: Block, element: Element) -> Sequence[float]:
        """The cells to each enemy whom an element may go for, with the detour that it would make to avoid him."""
        detours, places = self.prospects.detours(element), self._enemies_to(block.heading)
        if element.flies:
            places = {enemy.id: places[enemy.id] for enemy in self.targets}
        cells = ways.lengths(self.state.setting, block, places.values())
        return [way + detours[id] for way, id in zip(cells, places, strict=True)]

    @cached_property
    def _focuses(self) -> Sequence[Sequence[float]]:
        """The focus on each enemy whom an element may go for: one on foot or mounted, or a flyer."""
        return [[self.focus[enemy.id] for enemy in enemies] for enemies in (self.enemies, self.targets)]

    @cached_property
    def focus(self) -> Mapping[int, float]:
        """The cells added to the distance of each enemy, by its distance from the army as a whole."""
        rows = [self._away(friend.block.rect) for friend in self.friends]
        means = {
            enemy.id: weights.FOCUS * fsum(row[enemy.id] for row in rows) / len(rows)
            - weights.HUNTS * self.prospects.worth_of[enemy.id]
            for enemy in self.enemies
        }
        least = min(means.values())
        return {id: mean - least for id, mean in means.items()}

    def _enemies_to(self, heading: Heading) -> Mapping[int, Rect]:
        """The place of each enemy as seen towards a heading, by number."""
        places = self._turned.get(heading)
        if places is None:
            places = self._turned[heading] = {enemy.id: to_north(enemy.block.rect, heading) for enemy in self.enemies}
        return places

    def place(self, element: Element, block: Block) -> float:
        """The worth of an element's place: near to an enemy, or with one in its box where it shoots."""
        key = (element.id, block)
        worth = self._places.get(key)
        if worth is None:
            way = self._here[element.id] if block is element.block else self.way(block, element)
            least = self.pace - (0.0 if element.general else weights.SLACK)
            worth = -weights.NEARER * self.leaning.haste * (weights.LAGS * way + (1 - weights.LAGS) * max(way, least))
            if element.kind.range:
                worth += self.in_box(element, block)
            worth -= weights.FORLORN * self.out_of_command(element, block)
            self._places[key] = worth
        return worth

    @cached_property
    def pace(self) -> float:
        """The cells that the army has to go to the enemy on average."""
        return fsum(self._here.values()) / len(self.friends)

    @cached_property
    def _here(self) -> Mapping[int, float]:
        """The cells that each friend has to go from where it stands before any move, by number."""
        return {friend.id: self.way(friend.block, friend) for friend in self.friends}

    def out_of_command(self, element: Element, block: Block) -> int:
        """The elements too far from the general with an element there: itself, or all if it is the general."""
        if self.general is None:
            return 0
        if element.general:
            companions = (friend for friend in self.friends if friend is not element)
            return sum((self._is_beyond(block, friend.block.rect) for friend in companions), 0)
        far = self._astray.get(block.rect)
        if far is None:
            far = self._astray[block.rect] = self._is_beyond(self.general.block, block.rect)
        return int(far)

    def _is_beyond(self, general: Block, rect: Rect) -> bool:
        """`ground.is_beyond`, kept until the general moves: only the strongholds count besides, and the terrain."""
        far = self._beyond.get((general, rect))
        if far is None:
            far = self._beyond[general, rect] = ground.is_beyond(self.state, general, rect)
        return far

    def in_box(self, element: Element, block: Block) -> float:
        """The worth of the targets in its box; artillery that has moved does not shoot."""
        before, moved = element.block, element.moved
        key = element.id, block, moved or block != before
        item = self._outlooks.get(key)
        if item is None:
            element.block, element.moved = block, key[2]
            worth = weights.SHOT * any(True for _ in shooting.targets(self.state, element))
            # Whoever stands there may hide a target; whoever stands beside a target may fight him.
            area = span(block.rect, ground.box(self.state, element)).grown(2 * self.state.setting.longest)
            element.block, element.moved = before, moved
            item = self._outlooks[key] = worth, area
        return item[0]


def moved(state: State, action: Action) -> March:
    """The result of a legal move."""
    result = moving.moved(state, [state.elements[id] for id in action.counters], action.word)
    assert isinstance(result, March), "a candidate is legal"
    return result
