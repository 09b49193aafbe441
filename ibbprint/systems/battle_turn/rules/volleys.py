"""Phase 1: whom a unit can shoot at, and the volleys (B-07 to B-10, B-58, B-59)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ibbprint.digits import are_digits
from ibbprint.engine.lattice import Arc, squared
from ibbprint.engine.rolls import Roll, modifier_values, rules_of
from ibbprint.engine.state import Action
from ibbprint.systems.battle_turn.rules import fates, formation, ground, shooting
from ibbprint.systems.battle_turn.rules.state import Refused, State, Unit

SHOOT, WAIT = "shoot", "wait"


class Volley(NamedTuple):
    """A volley of a unit: its dice, the score to hit, the score to kill."""

    dice: int
    hit: Roll
    kill: Roll
    band: str

    @property
    def mean(self) -> Fraction:
        """The kills on average."""
        return self.dice * self.hit.chance * self.kill.chance


def choices(state: State, unit: Unit) -> Iterator[Action]:
    """The choice to wait, or a target with one volley, two, or all that are left."""
    yield Action(WAIT, (unit.id,))
    if check_shooter(state, unit) is not None:
        return
    sky = state.setting.figures["sky-least"]
    for target in state.units_of(1 - unit.side):
        if check_target(state, unit, target) is None:
            for volleys in sorted({1, min(sky, unit.volleys), unit.volleys}):
                yield Action(SHOOT, (unit.id,), (), f"{target.key}:{volleys}")


def check_shooter(state: State, unit: Unit) -> Refused | None:
    """Check that a unit can shoot at all: the refusal, or None."""
    if unit.kind.missile is None:
        return Refused("B-58", f"{unit.key} has no missile weapon")
    if not unit.volleys:
        return Refused("B-07", f"{unit.key} has no volleys left")
    if formation.foes(state, unit):
        return Refused("B-58", f"{unit.key} is in contact, and cannot shoot")
    return None


def check_target(state: State, unit: Unit, target: Unit) -> Refused | None:
    """Check that a unit that can shoot can shoot at that enemy: the refusal, or None."""
    if band(state, unit, target) is None:
        return Refused("B-08", f"{target.key} is out of range")
    if unit.block.arc(target.rect) is not Arc.FRONT:
        return Refused("B-50", f"{target.key} is not in the front arc of {unit.key}")
    if formation.foes(state, target):
        return Refused("B-58", f"{target.key} is in contact: nobody shoots at it")
    if not ground.sees(state, unit, target):
        return Refused("B-59", f"{unit.key} cannot see {target.key}")
    return None


def check(state: State, unit: Unit, action: Action) -> Refused | None:
    """Check that a unit may shoot this way: the refusal, or None."""
    if action.verb == WAIT:
        return None
    target = aimed(state, action)
    if target is None or target.side == unit.side or not target.stands:
        return Refused("B-58", f"shoot names an enemy unit and the volleys, as B4:2, not {action.word!r}")
    refused = check_shooter(state, unit) or check_target(state, unit, target)
    if refused is not None:
        return refused
    volleys = action.word.partition(":")[2] or "1"
    if not are_digits(volleys) or not 1 <= int(volleys) <= unit.volleys:
        return Refused("B-07", f"{unit.key} may shoot 1 to {unit.volleys} volleys, not {volleys}")
    return None


def aimed(state: State, action: Action) -> Unit | None:
    """The unit that is shot at."""
    key = action.word.partition(":")[0]
    return next((unit for unit in state.units if unit.key == key), None)


def band(state: State, unit: Unit, target: Unit) -> str | None:
    """The range of a target: short, long, or None out of range (B-08, B-58)."""
    assert unit.kind.missile is not None, "the unit shoots"
    return shooting.reach(state.setting.catalogue, unit.kind.missile, squared(unit.rect, target.rect))


def volley(state: State, unit: Unit, target: Unit, volleys: int) -> Volley:
    """The volley of a unit at a target in range."""
    catalogue, figures = state.setting.catalogue, state.setting.figures
    result, cover = band(state, unit, target), ground.cover(state, unit.block, target)
    assert unit.kind.missile is not None, "the unit shoots"
    assert result is not None, "the target is in range"
    higher = [shooting.HIGHER] if ground.higher(state, unit, target) else []
    hits = [
        *([shooting.LONG] if result == "long" else []),
        *([shooting.SKY] if volleys >= figures["sky-least"] else []),
        *([shooting.DISORGANISED] if unit.disorganised else []),
        *([shooting.WAVERING] if unit.wavers else []),
        *higher,
    ]
    kills = [*([shooting.SHIELD] if target.kind.shield else []), *([cover] if cover else []), *higher]
    shooters = min(unit.figures, figures["shooting-ranks"] * unit.front)
    return Volley(
        shooting.dice(shooters, volleys),
        shooting.to_hit(catalogue, unit.kind.quality, hits),
        shooting.to_kill(catalogue, unit.kind.missile, target.kind.armour, kills),
        result,
    )


def do(state: State, unit: Unit, action: Action) -> None:
    """Shoot, or wait."""
    if action.verb == WAIT:
        return
    target = aimed(state, action)
    assert target is not None, "the target exists"
    volleys = int(action.word.partition(":")[2] or "1")
    result = volley(state, unit, target, volleys)
    unit.volleys -= volleys
    hits = state.dice.successes(result.dice, result.hit.chance)
    kills = state.dice.successes(hits, result.kill.chance)
    before = target.figures
    killed = formation.strike_off(state, target, kills)
    unit.killed += killed
    fates.credit(state, unit, killed)
    state.tell(
        "volley",
        rules_of((*result.hit.used, *result.kill.used), "B-58", "B-R05"),
        unit=unit.key,
        target=target.key,
        dice=result.dice,
        volleys=volleys,
        hits=hits,
        kills=killed,
        fallen=before - target.figures,
        range=result.band,
        hit=str(result.hit.chance),
        kill=str(result.kill.chance),
        modifiers=modifier_values((*result.hit.used, *result.kill.used)),
    )
    if not target.stands:
        fates.wiped_out(state, target)
