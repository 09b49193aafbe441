"""Phase 3: who strikes whom, all at once; standards; the combat test (B-11 to B-23, B-44, B-53, B-64)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ibbprint.engine.rolls import Roll, modifier_values, rules_of
from ibbprint.engine.state import Action
from ibbprint.systems.battle_turn.rules import combat_throw, fates, formation, melee
from ibbprint.systems.battle_turn.rules.state import HERO, OK, ROUTED, State, Unit
from ibbprint.systems.battle_turn.rules.weighing import Score

RANKS, SEIZE, FORGO = "ranks", "seize", "forgo"
ONE, TWO = "one", "two"
ROUT = "routed"


class Strike(NamedTuple):
    """The strike of a unit at one enemy: its dice, the score to hit, the score to kill."""

    unit: int
    enemy: int
    dice: int
    hit: Roll
    kill: Roll

    @property
    def mean(self) -> Fraction:
        """The kills on average."""
        return self.dice * self.hit.chance * self.kill.chance


# --- what is declared -------------------------------------------------------------------------------------------


def rank_choices(state: State, unit: Unit) -> Iterator[Action]:
    """The choice to strike with the figures that touch an enemy, or with those behind them too (B-53)."""
    if has_second(state, unit):
        yield Action(RANKS, (unit.id,), (), ONE)
        yield Action(RANKS, (unit.id,), (), TWO)


def has_second(state: State, unit: Unit) -> bool:
    return any(pool.behind for pool in formation.pools(state, unit, formation.foes(state, unit)))


def declare_ranks(state: State, unit: Unit, action: Action) -> None:
    if action.word == TWO:
        state.ranks |= {unit.id}


def standard_choices(state: State, unit: Unit) -> Iterator[Action]:
    """The choice to seize the standard of an enemy that the unit strikes, or not (B-64)."""
    struck = [state.units[pool.enemy] for pool in formation.pools(state, unit, formation.foes(state, unit))]
    bearers = [enemy for enemy in struck if enemy.standard]
    if bearers:
        yield Action(FORGO, (unit.id,))
        yield from (Action(SEIZE, (unit.id,), (), enemy.key) for enemy in bearers)


def declare_standard(state: State, unit: Unit, action: Action) -> None:
    if action.verb == SEIZE:
        enemy = next(item for item in state.units if item.key == action.word)
        state.seizing |= {(unit.id, enemy.id)}
        state.tell("seizes", ("B-64",), unit=unit.key, target=enemy.key)


# --- the strikes ------------------------------------------------------------------------------------------------


def strikes(state: State, unit: Unit) -> list[Strike]:
    """The strikes of a unit, as declared; extra dice go at the enemy that most of its figures strike (B-12)."""
    catalogue, kind = state.setting.catalogue, unit.kind
    pools = formation.pools(state, unit, formation.foes(state, unit))
    if not pools:
        return []
    two = unit.id in state.ranks
    worth = {pool.enemy: (pool.touching + (pool.behind if two else 0)) * kind.worth for pool in pools}
    everything = melee.dice(catalogue, sum(worth.values()), champion=kind.champion, attack=unit.orders == "attack")
    main_enemy = max(worth, key=lambda id: (worth[id], -id))
    worth[main_enemy] += everything - sum(worth.values())
    result = []
    for id, number in worth.items():
        enemy = state.units[id]
        hits = [
            *([melee.DISORGANISED] if unit.disorganised else []),
            *([melee.TWO_RANKS] if two and any(pool.behind for pool in pools) else []),
            *([] if enemy.kind.shield else [melee.NO_SHIELD]),
        ]
        kills = [
            *([melee.BLOODLUST] if unit.condition == "bloodlust" else []),
            *([melee.DEFENDS_STANDARD] if (id, unit.id) in state.seizing else []),
        ]
        hit = melee.to_hit(catalogue, kind.quality, enemy.kind.quality, hits)
        kill = melee.to_kill(catalogue, kind.weapon, enemy.kind.armour, kind.strength, enemy.kind.resilience, kills)
        result.append(Strike(unit.id, id, number, hit, kill))
    return result


def fight(state: State) -> None:
    """All strikes are thrown before anybody falls (B-44); then standards are lost and the fallen taken off."""
    result = [
        item
        for side in (state.first, 1 - state.first)
        for unit in state.units_of(side)
        for item in strikes(state, unit)
    ]
    if result:
        state.tell("combat", ("B-44",), units=len({number for item in result for number in (item.unit, item.enemy)}))
    thrown = []
    for strike in result:
        hits = state.dice.successes(strike.dice, strike.hit.chance)
        thrown.append((strike, hits, state.dice.successes(hits, strike.kill.chance)))
    killed: dict[tuple[int, int], int] = {}
    for strike, hits, kills in thrown:
        unit, enemy = state.units[strike.unit], state.units[strike.enemy]
        unit.fought = enemy.fought = True
        before, stood = enemy.figures, enemy.stands
        losses = formation.strike_off(state, enemy, kills) if stood else 0
        killed[strike.unit, strike.enemy] = losses
        unit.killed += losses
        fates.credit(state, unit, losses)
        state.tell(
            "melee",
            rules_of((*strike.hit.used, *strike.kill.used), "B-53", "B-R16"),
            unit=unit.key,
            target=enemy.key,
            dice=strike.dice,
            hits=hits,
            kills=losses,
            fallen=before - enemy.figures,
            hit=str(strike.hit.chance),
            kill=str(strike.kill.chance),
            modifiers=modifier_values((*strike.hit.used, *strike.kill.used)),
        )
    _standards(state, killed)
    for unit in state.units:
        if unit.fought and not unit.figures and unit.fate != ROUTED:
            fates.wiped_out(state, unit)
            unit.fought = False


def _standards(state: State, killed: dict[tuple[int, int], int]) -> None:
    """A standard is lost to whoever went for it and killed more worth than he lost (B-64)."""
    for id, owner in sorted(state.seizing):
        losses = sum(worth for (_, enemy), worth in killed.items() if enemy == id)
        if killed.get((id, owner), 0) > losses and state.units[owner].standard:
            state.units[owner].standard = False
            state.tell("standard-lost", ("B-64",), unit=state.units[owner].key, target=state.units[id].key)


# --- the combat test --------------------------------------------------------------------------------------------


def tested(state: State) -> Iterator[Unit]:
    """The units that take a combat test: those that fought, and those that lost over a quarter to shooting (B-18)."""
    quarter = state.setting.figures["quarter"]
    for side in (state.first, 1 - state.first):
        for unit in state.units_of(side):
            if unit.fought or 100 * unit.lost > quarter * unit.began:
                yield unit


def score(state: State, unit: Unit) -> Score:
    """The combat test of a unit as things stand (B-R20)."""
    catalogue = state.setting.catalogue
    leaders = state.with_unit(unit)
    words = [
        *combat_throw.losses(catalogue, unit.lost, unit.began, unit.killed),
        unit.orders,
        *([unit.condition] if unit.condition != OK else []),
        *(["standard"] if unit.standard else ["standard-lost"] if unit.kind.standard else []),
        *(["hero"] if any(leader.kind.role == HERO for leader in leaders) else []),
        *(["leader"] if any(leader.kind.role != HERO for leader in leaders) else []),
    ]
    return combat_throw.score(catalogue, unit.kind.quality, words)


def tests(state: State) -> None:
    """The combat tests of the turn."""
    for unit in list(tested(state)):
        rolled = score(state, unit)
        thrown = rolled.throw(state.dice)
        result = combat_throw.result(state.setting.catalogue, unit.kind.temperament, thrown.score)
        state.tell(
            "combat-test",
            rules_of(rolled.used, "B-R21"),
            unit=unit.key,
            die=thrown.die,
            score=thrown.score,
            came=result,
            was=unit.condition,
            modifiers=modifier_values(rolled.used),
        )
        if result == ROUT:
            fates.rout(state, unit, "B-R21")
        elif result != OK:
            fates.waver(unit, result)
