"""What fights promise on average, in army points: the worth of elements, their mean losses, the outlook on an enemy."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from ibbprint.engine.lattice import Rect, span
from ibbprint.systems.element_battle.models.troops import Terrain
from ibbprint.systems.element_battle.rules import contact, moving, retreats
from ibbprint.systems.element_battle.rules.combat import BOTH, CLOSE, DESTROYED, SUPPORT, outcomes, weigh
from ibbprint.systems.element_battle.rules.stands import Stand
from ibbprint.systems.element_battle.rules.state import Element, State
from ibbprint.systems.element_battle.rules.weights import DETOUR

CAPTURE = 12.0
"""The worth of the stronghold, in army points: as much as half an army."""
POINTS = 0.25
"""The worth of an army point beyond the share of its army that an element is."""
LEADS = 5.0
"""The worth of a general’s element beyond its points while its loss would not yet end the battle. By 60 games as
attacker against random play: 50 won with 5, 46 with 3."""
CAREFUL = 3.0
"""How many times over a side counts the loss of its own general. With 1, he went into even fights, and greedy play lost
9 of 40 games to random play that way. By 60 games as attacker 41 were won with 2, 48 with 3, 43 with 1.5: with 2 he
still gambled on the enemy’s general, one against six."""
SHAKEN = {"recoil": 0.1, "flee": 0.35}
"""The share of its worth that an element loses by going back, where it has room to."""


class Mean(NamedTuple):
    """The mean losses of a kind of fight, for each of its sides."""

    shares: tuple[float, ...]
    """The share of its worth that it loses."""
    deaths: tuple[float, ...]
    """How often it dies with a second rank behind it."""
    backs: tuple[float, ...]
    """How often it goes back."""


class Prospects:
    """The fights of one side in a state, which may be changed meanwhile: nothing of where elements stand is kept."""

    def __init__(self, state: State, side: int, caution: float = 1.0) -> None:
        self.state, self.side, self.caution = state, side, caution
        self.enemies = state.of(1 - side)
        self.friends = [friend for friend in state.of(side) if not friend.is_place]
        self.losses = losses = tuple([state.lost(player) for player in range(2)])
        broken = state.setting.figures["broken"]
        self._loses = [losses[player] >= losses[1 - player] for player in range(2)]
        self._half = [(losses[player] + 1) * broken >= state.setting.starts[player] for player in range(2)]
        self._looked: list[Rect] = []
        self.worth_of = state.setting.prices[side].under((losses, caution))
        if not self.worth_of:
            self.worth_of.update((element.id, self._worth(element)) for element in state.elements)

    # --- the worth of elements ----------------------------------------------------------------------------------

    def _worth(self, element: Element) -> float:
        """The cost of losing an element now: of the battle, where the loss breaks the army (H-R33)."""
        side = element.side
        worth = self.usual_worth(element)
        if element.is_place:
            return worth
        if self._loses[side] and (element.general or self._half[side]):
            worth = max(worth, CAPTURE)
        if side == self.side:
            worth *= CAREFUL if element.general else self.caution
        return worth

    def usual_worth(self, element: Element) -> float:
        """The cost of losing an element while its army is far from breaking."""
        cache = self.state.setting.worths
        worth = cache.get(element.id)
        if worth is None:
            worth = cache[element.id] = self._usual(element)
        return worth

    def _usual(self, element: Element) -> float:
        if element.is_place:
            return CAPTURE
        part = CAPTURE / self.state.setting.catalogue.breaks_at(self.state.setting.starts[element.side])
        return part + POINTS * element.kind.ap + LEADS * element.general

    # --- one fight ----------------------------------------------------------------------------------------------

    def gain(self, way: str, elements: tuple[Element, Element], stands: tuple[Stand, Stand]) -> float:
        """The mean gain of a fight for the first of two elements, in army points."""
        shares = losses(self.state, way, stands).shares
        return shares[1] * self.worth_of[elements[1].id] - shares[0] * self.worth_of[elements[0].id]

    def price(self, element: Element, terrain: Terrain | None, flanks: int, enemies: Collection[int]) -> float:
        """What the ground under an element and its open flanks add to the worst fight with any of some enemies."""
        return self.worst(element, terrain, flanks, enemies) - self.worst(element, None, 0, enemies)

    def worst(
        self, element: Element, terrain: Terrain | None, flanks: int, enemies: Collection[int], *, stuck: bool = False
    ) -> float:
        """The loss on average in the worst fight with any of some enemies in the open; 0 where none is lost.

        With `stuck` the element has no room to go back.
        """
        return max((0.0, *(self._cost(element, terrain, flanks, enemy, stuck) for enemy in enemies)))

    def _cost(self, element: Element, terrain: Terrain | None, flanks: int, enemy: int, stuck: bool) -> float:
        cache = self.state.setting.bouts
        key = element.id, None if terrain is None else terrain.id, flanks, enemy, stuck
        opponent = self.state.elements[enemy]
        shares = cache.get(key)
        if shares is None:
            stand = Stand(element.kind, element.general, element.options, terrain, flanks=flanks, stuck=stuck)
            other = Stand(opponent.kind, opponent.general, opponent.options)
            shares = cache[key] = losses(self.state, CLOSE, (stand, other)).shares
        return shares[0] * self.worth_of[element.id] - shares[1] * self.worth_of[enemy]

    def meets(self, mine: Element, theirs: Element) -> float:
        """The gain of a close combat.

        Who has no room to recoil dies instead, a supporting second rank dies with the first, and whoever is crushed by
        one who goes back dies too.
        """
        state = self.state
        self._looked += (mine.block.rect, theirs.block.rect)
        stands = retreats.in_fight(state, mine, theirs, self._looked)
        mean = losses(state, CLOSE, stands)
        gain = mean.shares[1] * self.worth_of[theirs.id] - mean.shares[0] * self.worth_of[mine.id]
        for number, (element, stand, sign) in enumerate(zip((mine, theirs), stands, (-1, 1), strict=True)):
            if stand.second and (behind := contact.second_rank(state, element)):
                gain += sign * mean.deaths[number] * self.worth_of[behind.id]
            if element.kind.crushes and mean.backs[number]:
                crushed = retreats.crushed_by(state, element)
                gain += mean.backs[number] * fsum(
                    self.worth_of[victim.id] * (-1 if victim.side == self.side else 1) for victim in crushed
                )
        return gain

    def detours(self, element: Element) -> Mapping[int, float]:
        """The cells that an element would rather go to another enemy who suits it better; once for each battle."""
        cache = self.state.setting.detours
        if element.id not in cache:
            gains = {}
            for enemy in self.state.elements:
                if enemy.side != element.side:
                    shares = losses(self.state, CLOSE, (_bare(element), _bare(enemy))).shares
                    worths = self.usual_worth(element), self.usual_worth(enemy)
                    gains[enemy.id] = shares[1] * worths[1] - shares[0] * worths[0]
            best = max(gains.values())
            cache[element.id] = {id: DETOUR * (best - gain) for id, gain in gains.items()}
        return cache[element.id]

    # --- all that touches an enemy ------------------------------------------------------------------------------

    def outlook_over(self, enemy: Element) -> tuple[float, Rect]:
        """The outlook on an enemy, and the area that it hangs on: of who neither stands nor would stand there, nothing.

        Whoever hangs on the flanks of somebody who fights touches him, and is held by others who touch that one: one
        base from him at most. So are those whom he bumps into, and those who fight with them touch the ground behind
        him that he looked at or are one base from it. Who turns to face goes one base aside at most, and they with him.
        """
        self._looked.clear()
        gain, longest = self.outlook(enemy), self.state.setting.longest
        area = enemy.block.rect
        for rect in self._looked:
            area = span(area, rect.grown(longest))
        return gain, area

    def outlook(self, enemy: Element) -> float:
        """The gain of all close combats with an enemy as everybody stands, once he has turned to face (H-26, H-61)."""
        near = contact.beside(enemy.block.rect, self.friends)
        if not near:
            return 0.0
        striking = [friend for friend in near if contact.strikes(friend, enemy)]
        struck = [friend for friend in near if contact.strikes(enemy, friend)]
        if not striking and not struck:
            return 0.0
        if enemy.is_place:
            return fsum(self.meets(friend, enemy) for friend in striking)
        if not struck:
            return self._turned(enemy, striking)
        mutual = [friend for friend in striking if friend in struck]
        gain = fsum(self.meets(friend, enemy) for friend in mutual or striking)
        for friend in struck:
            self._looked.append(friend.block.rect)
            if friend not in striking and not contact.faces_enemy(self.state, friend):
                gain += self.meets(friend, enemy)
        return gain

    def _turned(self, enemy: Element, striking: Sequence[Element]) -> float:
        """The gain against an enemy whose front touches nobody: he turns to whom he likes best, if he has room."""
        before = enemy.block
        self._looked.append(before.rect.grown(self.state.setting.longest))
        gains = []
        for friend, block in moving.facing_choices(self.state, enemy):
            enemy.block = block
            gains.append(self.meets(friend, enemy))
            enemy.block = before
        return min(gains) if gains else fsum(self.meets(friend, enemy) for friend in striking)


def _bare(element: Element) -> Stand:
    """An element in the open, with nobody beside it."""
    return Stand(element.kind, general=element.general)


def losses(state: State, way: str, stands: tuple[Stand, Stand]) -> Mean:
    """The mean losses of a kind of fight, worked out once for each."""
    cache = state.setting.losses
    key = (way, stands[0].signature, stands[1].signature)
    mean = cache.get(key)
    if mean is None:
        mean = cache[key] = _mean(state, way, stands)
    return mean


def _mean(state: State, way: str, stands: tuple[Stand, Stand]) -> Mean:
    catalogue = state.setting.catalogue
    loss_of = {outcome.id: 1.0 for outcome in catalogue.outcomes if outcome.lost or outcome.id == "captured"} | SHAKEN
    supported = [any(used.id == SUPPORT for used in side) for side in weigh(catalogue, way, *stands).used]
    shares, deaths, backs = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
    for result, chance in outcomes(catalogue, way, *stands).items():
        if result.outcome == BOTH:
            shares = [total + float(chance) for total in shares]
        elif result.side is not None:
            shares[result.side] += float(chance) * loss_of.get(result.outcome, 0.0)
            if supported[result.side] and result.outcome == DESTROYED:
                deaths[result.side] += float(chance)
            if result.outcome in SHAKEN:
                backs[result.side] += float(chance)
    return Mean(tuple(shares), tuple(deaths), tuple(backs))
