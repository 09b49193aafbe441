"""The view of a side: a separate state that holds only what the side can see, at any depth.

Enemy counters are face down (A-16), are not on the map yet, or, while armies are set up, stand where nobody is near
enough to see their faces (A-15). A view has something there instead, under its mask. So that
nobody can tell which counter of the order of battle it is, those of an army that cannot be seen take the numbers that
they have among them in the order of their masks; the order of battle is only the side's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace

from ibbprint.engine.state import Question
from ibbprint.problems import Report
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.models.units import Troops
from ibbprint.systems.ibb.rules import deploy
from ibbprint.systems.ibb.rules.counters import Kind, Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import UNKNOWN, Activation, Attack, Charge, Counter, Derived, State


def seen(state: State, side: int) -> State:
    """The same game as a side sees it, for looking at: what it knows of the setting, no dice, nobody listening.

    It shares with the game what the side can see: nothing of it may be changed.
    """
    twin = state.shown(side)
    twin.setting = known(state.setting, side)
    twin.ground = twin.setting.ground_after(state.ground.changes)
    twin.petards = [number_left if number == side else 0 for number, number_left in enumerate(state.petards)]
    fresh = state.phase != "set-up"
    twin.zoc = {side: state.zoc[side]} if fresh and side in state.zoc else {}
    if fresh:
        state.cache_of(side)  # what the side works out on this view it knows on the next one
    twin.reaches = {side: state.reaches[side]} if fresh else {}
    twin.masks, twin.opinions_in_views = {}, {}
    twin.opinions = {side: state.opinions_in_views.setdefault(side, Derived())}
    masks = _masks(state, twin.setting, side)
    if masks is None:
        twin.units, twin.cup = list(state.units), sorted(state.cup)
    else:
        masks.lay_over(state, twin)
    return twin


def _masks(state: State, setting: Setting, side: int) -> _Masks | None:
    """The masks of those whom a side cannot see, if any, made once for as long as these stay where they are."""
    setting_up = state.phase == "set-up"
    # While armies are set up one's own may come to see more, too.
    mark = setting_up, state.mark(side) + (state.stamps[side] if setting_up else 0)
    entry = state.masks.setdefault(side, Derived())
    if entry.marks != mark:
        armies = [army for army in range(len(setting.sides)) if setting_up and army != side]
        watched = {army: {unit.hex for unit in state.enemies_of(army)} for army in armies}
        away = [unit for unit in state.units if unit.side != side and (setting_up or unit.face_down or unit.hex == OFF)]
        hidden = [unit for unit in away if not unit.dead and _unseen(state, unit, watched)]
        stand = [(unit.id, unit.hex, unit.mask) for unit in hidden]
        entry.marks = mark
        if entry.what is None or entry.what[0] != stand:
            entry.what = stand, _Masks(setting, side, hidden) if hidden else None
    masks: _Masks | None = entry.what[1]
    return masks


def _unseen(state: State, unit: Counter, watched: Mapping[int, Collection[int]]) -> bool:
    """Whether its enemies cannot see what a counter is that is still in the game.

    `watched` are the hexes of the enemies of each army, while armies are set up.
    """
    if unit.hex == OFF:
        # Those who were summoned and have gone again were seen.
        return not unit.expires
    if unit.kind.troops and unit.side in watched:
        return unit.face_down or not deploy.in_sight(state.setting, (unit.hex,), watched[unit.side])
    return unit.face_down


class _Masks:
    """The counters that a side cannot see, and where they come in all that a state says of counters."""

    def __init__(self, setting: Setting, side: int, hidden: Iterable[Counter]) -> None:
        self.side = side
        self.number: dict[int, int] = {}
        """The number in the view of each counter that cannot be seen."""
        self.something: list[Counter] = []
        """What is in the view in the place of each."""
        self.hexes: set[int] = set()
        """Where they stand."""
        self._stacks: dict[tuple[int, ...], tuple[int, ...]] = {}
        """The numbers in the view of those who stand together or are on a chit."""
        armies: dict[int, list[Counter]] = {}
        for unit in hidden:
            armies.setdefault(unit.side, []).append(unit)
        for army in armies.values():
            places = [unit.id for unit in army]
            for place, unit in zip(places, sorted(army, key=lambda u: (len(u.mask), u.mask)), strict=True):
                self.number[unit.id] = place
                self.something.append(_something(setting, unit, place))
                self.hexes.add(unit.hex)
        self.hexes.discard(OFF)
        self._over = (-1, 0)
        """How often counters had moved, and how many there were, when the masks were laid over them."""
        self._units: list[Counter] = []
        self._at: dict[int, tuple[int, ...]] = {}
        self._cup: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = [], []
        """The chits in the cup, and what is known of them."""

    def lay_over(self, state: State, twin: State) -> None:
        """Put what cannot be seen out of sight in a state that is still like the game's own."""
        if self._over != (mark := (state.steps, len(state.units))):
            self._lay(state)
            self._over = mark
        twin.units, twin.at = self._units, self._at
        # Whom a scout has neared he knows by formations, which nobody else may.
        twin.scouted = {i: formations for i, formations in state.scouted.items() if state.units[i].side != self.side}
        # Whoever knows which counter a chit moves knows what kind of counter it is.
        if self._cup[0] != state.cup:
            self._cup = state.cup.copy(), sorted(map(self.known, state.cup))
        twin.cup = self._cup[1]
        if state.placing:
            twin.placing = self.placing(state)
        if state.questions:
            twin.questions = [self.question(state, question) for question in state.questions]
        if state.activation is not None:
            twin.activation = self.activation(state.activation)

    def _lay(self, state: State) -> None:
        """Lay the masks over counters and hexes; this holds until somebody moves or comes."""
        self._units = list(state.units)
        for unit in self.something:
            self._units[unit.id] = unit
        # In what order armies were set up tells what they are.
        self._at = dict(sorted(state.at.items()))
        for h in self.hexes:
            self._at[h] = self.all(state.at[h])

    def known(self, ids: Sequence[int]) -> tuple[int, ...]:
        """The counters that the side can see."""
        if self.number.keys().isdisjoint(ids):
            return tuple(ids)
        return tuple([i for i in ids if i not in self.number])

    def all(self, ids: Sequence[int]) -> tuple[int, ...]:
        """Everybody, by their numbers in the view: those who can be seen in order, then the others."""
        ids = tuple(ids)
        result = self._stacks.get(ids)
        if result is None:
            result = (*self.known(ids), *sorted(self.number[i] for i in ids if i in self.number))
            self._stacks[ids] = result
        return result

    def placing(self, state: State) -> list[int]:
        """The counters still to be set up, an army after the other."""
        waiting: dict[int, list[int]] = {}
        for i in state.placing:
            waiting.setdefault(state.units[i].side, []).append(i)
        return [i for army in waiting.values() for i in self.all(army)]

    def question(self, state: State, question: Question) -> Question:
        if question.counter not in self.number:
            return question
        army = state.units[question.counter].side
        return Question(UNKNOWN, question.side, min(i for i in self.number if state.units[i].side == army), ())

    def activation(self, act: Activation) -> Activation:
        """An activation; of an enemy formation those that have been seen to move or attack, and no others unseen."""
        is_own = act.side == self.side
        if is_own and act.attack is None and act.charge is None:
            return act
        twin = act.copy()
        if not is_own:
            twin.members = self.known(act.members)
            twin.start = {i: act.start[i] for i in act.start if i not in self.number}
            twin.movers = self.all(act.movers)
            twin.stayed = True
        if twin.attack is not None:
            self.attack(twin.attack)
        if twin.charge is not None:
            self.charge(twin.charge)
        return twin

    def attack(self, attack: Attack) -> None:
        attack.attackers, attack.supporters = list(self.all(attack.attackers)), list(self.all(attack.supporters))
        attack.asked = self.known(attack.asked)

    def charge(self, charge: Charge) -> None:
        charge.target = self.number.get(charge.target, charge.target)
        charge.asked = self.known(charge.asked)
        charge.paths = {self.number.get(i, i): path for i, path in charge.paths.items()}
        charge.ridden = tuple(self.number.get(i, i) for i in charge.ridden)
        charge.shaken = frozenset(self.number.get(i, i) for i in charge.shaken)


def _something(setting: Setting, unit: Counter, number: int) -> Counter:
    """A counter as those see it who cannot see its face: something stands there, or is still to come."""
    fresh = Counter(number, unit.mask, UNKNOWN, unit.side, _plainest(setting))
    fresh.hex, fresh.face_down = unit.hex, True
    return fresh


def _plainest(setting: Setting) -> Kind:
    """The stand-in for an unseen unit: the plainest of the unit list."""
    if setting.unknown is None:
        plain = min(
            (u for u in setting.catalogue.units if isinstance(u, Troops) and u.arm == "foot" and not u.abilities),
            key=lambda u: (abs(u.attack - u.defence), u.quality, u.id),
        )
        setting.unknown = Kind(plain, setting.segments)
        setting.unknown.entry = setting.unknown.name = UNKNOWN
    return setting.unknown


def known(setting: Setting, side: int) -> Setting:
    """The setting as a side knows it: all that both sides may read, and of the counters to be set up only its own.

    Nothing of it is worked out by others: what somebody has looked up tells what he has.
    """
    result = setting.seen_by.get(side)
    if result is None:
        result = setting.seen_by[side] = _known(setting, side)
    return result


def _known(setting: Setting, side: int) -> Setting:
    name, battle = setting.sides[side], setting.battle
    assert battle.map is not None
    formations = [formation for formation in battle.scenario.formations if formation.side == name]
    scenario = battle.scenario.model_copy(update={"forces": [], "zones": [], "formations": formations})
    # The text of the scenario has the order of battle; a report may quote it.
    catalogue = Catalogue(setting.catalogue.layers.telling(Report()), setting.catalogue.chosen)
    result = Setting(replace(battle, scenario=scenario, source=battle.map.source, lines=(), lost=()), catalogue)
    anywhere = deploy.Place(tuple(range(result.ground.size)))
    for id, place in setting.places.items():
        if place.line is None or place.line.force.side != name:
            result.places[id] = anywhere
        else:
            result.places[id] = mine = copy(place)
            mine.line = None
    result.seen_by[side] = result
    return result
