"""An attack staged on a field, and all that can come of it: weighed, thrown and applied by the code that plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from ibbprint.engine.odds import outcomes
from ibbprint.engine.rolls import AppliedModifier
from ibbprint.engine.state import Action
from ibbprint.systems.ibb.catalogue import GAME
from ibbprint.systems.ibb.models.units import Troops
from ibbprint.systems.ibb.rules import attacks, charge, combat, control, engines, orders
from ibbprint.systems.ibb.rules.combat import Combat
from ibbprint.systems.ibb.rules.counters import WHITE, Kind
from ibbprint.systems.ibb.rules.described import BALKED, BERSERK, DISORGANISED, NOW, ROUTED, SUPPORT, Described, Query
from ibbprint.systems.ibb.rules.field import OURS, THEIRS, TURN, Field, put
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Activation, Attack, Counter, Refused, State

MELEE, MOUNTED, CHARGE, FIRE, OPPORTUNITY, BOMBARD, SPELL = (
    "melee",
    "mounted",
    "charge",
    "fire",
    "opportunity",
    "bombard",
    "spell",
)
KINDS: Mapping[str, str] = {
    MELEE: "melee",
    MOUNTED: "mounted combat",
    CHARGE: "charge",
    FIRE: "fire",
    OPPORTUNITY: "fire at a charge",
    BOMBARD: "fire of engines",
    SPELL: "spell",
}
"""The kinds of attack that the combat table is used for, in words."""

UNHURT, SHAKEN, FLED, LOST = "unhurt", "Disorganised", "Routed", "eliminated"


Placed: TypeAlias = Sequence[tuple[Described, Counter]]
"""Counters on the field, each with the item of the question that it comes from."""


class Fight(NamedTuple):
    """An attack that is ready to be rolled: who takes part, by number, and how it has been weighed."""

    field: Field
    state: State
    kind: str
    attackers: tuple[int, ...]
    supporters: tuple[int, ...]
    defenders: tuple[int, ...]
    combat: Combat


class Outcome(NamedTuple):
    """The outcome of an attack: the result of the table, and the fate of every unit, in their order."""

    result: str
    defenders: tuple[str, ...]
    attackers: tuple[str, ...]
    supporters: tuple[str, ...]


def outcomes_of(fight: Fight) -> dict[Outcome, Fraction]:
    """All outcomes of an attack with their chances: it is rolled and applied once for every fall of the dice."""

    def play(state: State) -> Outcome:
        _, _, result = fight.combat.throw(state.setting, state.dice)
        ours, support, theirs = map(state.those, (fight.attackers, fight.supporters, fight.defenders))
        combat.apply(state, fight.combat, result, ours, support, theirs)
        fates = (tuple(fate(fight.state.units[u.id], u) for u in group) for group in (theirs, ours, support))
        return Outcome(result, *fates)

    return outcomes(fight.state, play)


def fate(before: Counter, after: Counter) -> str:
    """The fate of a counter."""
    if after.dead:
        return LOST
    if after.routed and not before.routed:
        return FLED
    return SHAKEN if after.disorganised == TURN and not after.routed and before.disorganised != TURN else UNHURT


def staged(query: Query, field: Field) -> State:
    """The field with nobody on it, with the fort and the Wahoo that were asked for."""
    state = field.stage()
    state.forts[field.middle] = query.options.get("fort", 0)
    if query.has("wahoo"):
        state.wahoo[OURS] = TURN
    return state


def stage(query: Query, field: Field, kind: str, ours: Sequence[Described], theirs: Sequence[Described]) -> Fight:
    """Set an attack up. Raises Stopped when there can be no such attack."""
    state = staged(query, field)
    defenders = place(query, field, state, kind, theirs, THEIRS)
    placed = place(query, field, state, kind, ours, OURS)
    supporters = [(item, unit) for item, unit in placed if SUPPORT in item.states]
    attackers = [(item, unit) for item, unit in placed if SUPPORT not in item.states]
    if query.has("engineers"):
        _add_engineers(query, field, state, [unit for _, unit in attackers])
    strike, shoot = [unit for _, unit in attackers if not unit.kind.leader], [unit for _, unit in supporters]
    struck = [unit for _, unit in defenders if unit.kind.troops]
    if not strike:
        query.error(words(ours), f"{GAME}:A-73", "there is no attacker: leaders do not fight.")
    if not struck:
        query.error(words(theirs), f"{GAME}:A-146", "there is no unit to attack, only leaders or engines.")
    query.check()
    obstacle = charge.bar(state, field.middle) if kind in (CHARGE, OPPORTUNITY) else ""
    if obstacle:
        into = "into" if kind == CHARGE else "through"
        query.refuse(words(theirs), f"{GAME}:R-99", f"no charge goes {into} {obstacle}.")
    _refuse(query, field, state, kind, attackers, supporters)
    strength = engines.strength(state, strike, field.middle, "") if kind in (SPELL, BOMBARD) else None
    scene = combat.scene_at(state, field.middle, OURS, kind, strike)
    weighed = combat.weigh(field.setting, kind, strike, shoot, struck, scene, TURN, strength)
    if weighed.attack < 1:
        query.refuse(words(ours), f"{GAME}:A-75", "an attack needs a strength of at least 1.")
    strikers, support, enemy = (tuple(unit.id for unit in group) for group in (strike, shoot, struck))
    return Fight(field, state, kind, strikers, support, enemy, changed(query, weighed))


def changed(query: Query, weighed: Combat) -> Combat:
    """An attack with what the player adds of his own."""
    die, shift = query.options.get("die", 0), query.options.get("shift", 0)
    added = (
        AppliedModifier("die", "Your own modifier", "die", die),
        AppliedModifier("shift", "Your own shift", "column", shift),
    )
    used = (*weighed.used, *(modifier for modifier in added if modifier.amount))
    return weighed._replace(die=weighed.die + die, shift=weighed.shift + shift, used=used)


def place(query: Query, field: Field, state: State, kind: str, items: Sequence[Described], side: int) -> Placed:
    """The counters of a side: defenders in the middle, attackers round it as near as their weapons need them."""
    placed = []
    for item in items:
        if item.number is not None:
            unit_kind = field.strength(item.number, attacks=side == OURS, mounted=kind in (MOUNTED, CHARGE))
        else:
            assert item.unit is not None
            unit_kind = field.kind(item.unit, item.rating)
        for _ in range(item.number_of):
            unit = put(state, unit_kind, side, _hexes(field, state, kind, item, unit_kind, side))
            mark(query, unit, item)
            placed.append((item, unit))
            if unit_kind.engine and side == OURS:
                _serve(query, field, state, unit)
    return placed


def _hexes(field: Field, state: State, kind: str, item: Described, unit_kind: Kind, side: int) -> list[int]:
    if side == THEIRS:
        return [field.middle]
    # A bare strength stands by itself, so that it crowds nobody.
    free = [h for h in field.round if h not in state.at]
    if item.number is not None:
        return free
    afar = unit_kind.range > 1 and (kind in (FIRE, OPPORTUNITY, BOMBARD) or SUPPORT in item.states)
    if not afar:
        return sorted(field.near)
    # Shooters and engines leave the hexes next to the enemy to the others.
    return [h for h in reversed(field.round) if 1 < field.far[h] <= unit_kind.range]


def mark(query: Query, unit: Counter, item: Described) -> None:
    """Put the states of an item on its counter; report those that exclude each other."""
    states = item.states
    if DISORGANISED in states:
        unit.disorganised = TURN if NOW in states else TURN - 1
    unit.routed = ROUTED in states
    if BERSERK in states:
        unit.berserk = TURN
    if BALKED in states:
        unit.balked = TURN
    if DISORGANISED in states and ROUTED in states:
        query.error(item.text, f"{GAME}:A-132", "a unit is Disorganised or Routed, not both.")


def _engineers(query: Query, field: Field) -> Kind | None:
    """The first engineers of the unit list; None where they are reported as missing."""
    for unit in query.catalogue.units:
        if isinstance(unit, Troops) and unit.listed and field.kind(unit).engineer:
            return field.kind(unit)
    query.error("--engineers", f"{GAME}:A-42", "no unit of the list has the ability of engineers.")
    return None


def _add_engineers(query: Query, field: Field, state: State, attackers: Sequence[Counter]) -> None:
    """Engineers with the attackers, who make room for them."""
    kind = _engineers(query, field)
    if kind is None or not attackers:
        return
    added = put(state, kind, OURS, [unit.hex for unit in attackers])
    if not control.too_many(state, control.stack(state, added.hex, OURS)):
        return
    # The attackers fill their hex: one of them goes to another as near as this, and leaves the engineers its room.
    far = field.far
    for unit in reversed([unit for unit in attackers if unit.hex == added.hex][1:]):
        near = [h for h in field.round if far[h] == far[added.hex] and control.fits(state, unit, h)]
        if near:
            state.put(unit, near[0])
            return


def _serve(query: Query, field: Field, state: State, engine: Counter) -> None:
    """An engine has the engineers with it that it needs (A-101)."""
    kind = _engineers(query, field)
    if kind is not None and not orders.served(state, engine):
        put(state, kind, OURS, [engine.hex])


def _refuse(query: Query, field: Field, state: State, kind: str, attackers: Placed, supporters: Placed) -> None:
    """Say who may not attack so, for the reasons of play. Raises Stopped if anybody may not."""
    units = [unit for _, unit in (*attackers, *supporters)]
    act = activation(state, units, "engineers" if kind == BOMBARD else "captain")
    for item, unit in attackers:
        if item.number is None and not unit.kind.leader:
            tell_why(query, item, _refused(field, state, act, kind, unit))
    if supporters:
        if kind == MELEE:
            act.attack = Attack(MELEE, WHITE, field.middle)
            act.attack.attackers = [unit.id for _, unit in attackers]
        for item, unit in supporters:
            if item.number is None or kind != MELEE:
                tell_why(query, item, attacks.check_support(state, act, unit, field.middle))
    query.check()


def activation(state: State, units: Sequence[Counter], mode: str = "captain") -> Activation:
    """The turn of some units, to act as they like; of the crews in their stead for engines."""
    crews = [unit for unit in state.units if unit.kind.engineer and unit.side == OURS]
    ids = [unit.id for unit in (crews if mode == "engineers" else units)]
    act = Activation(OURS, mode, OFF, tuple(ids))
    act.ordered = True
    orders.begin(state, act)
    return act


def tell_why(query: Query, item: Described, refused: Refused | None) -> None:
    """Report why play refuses what an item is to do, if it does."""
    if refused is not None:
        query.error(item.text, f"{GAME}:{refused.rule}", f"{refused.message}.")


def _refused(field: Field, state: State, act: Activation, kind: str, unit: Counter) -> Refused | None:
    if kind == SPELL:
        return Refused("A-73", f"{unit.key} is not a spell: write the strength of the spell")
    if kind == BOMBARD:
        return engines.check(state, act, Action("bombard", (unit.id,), (field.middle,)))
    refused = charge.may_charge(state, act, unit) if kind == CHARGE else attacks.may_attack(state, act, unit)
    if refused is not None or kind == CHARGE:
        return refused
    if kind in (FIRE, OPPORTUNITY):
        return attacks.check_fire(state, act, unit, field.middle)
    return attacks.check_hand(state, act, unit, field.middle, kind)


def words(items: Sequence[Described]) -> str:
    """The items as they were typed."""
    return ", ".join(item.text for item in items) or "nothing"
