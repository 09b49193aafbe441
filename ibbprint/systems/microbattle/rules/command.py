"""Command: initiative, activation, where the commanders are, rallying, and the morale of an army."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ibbprint.engine.rolls import rules_of
from ibbprint.engine.state import NOBODY, Action
from ibbprint.engine.victory import finish
from ibbprint.systems.microbattle.rules import circumstances
from ibbprint.systems.microbattle.rules.movement import check_arrival
from ibbprint.systems.microbattle.rules.setting import FIRST, SECOND, Setting
from ibbprint.systems.microbattle.rules.state import DESTROYED, WAITING, Refused, State, Unit

KEEP = Action("keep")


def initiative(state: State) -> int:
    """The side that goes first in a turn: the higher die; equal ones are rolled again (M-R12, M-10)."""
    faces = state.setting.figures["initiative-die"]
    rolled: list[tuple[int, int]] = []
    while not rolled or rolled[-1][0] == rolled[-1][1]:
        rolled.append((state.dice.roll(faces), state.dice.roll(faces)))
    first = FIRST if rolled[-1][0] > rolled[-1][1] else SECOND
    state.tell("initiative", ("M-R12",), side=state.setting.sides[first], dice=rolled)
    return first


# --- activation -------------------------------------------------------------------------------------------------


class Activation(NamedTuple):
    """A roll of activation: the die, what the commander and a beaten army change, how many units may act."""

    die: int
    quality: int
    half: int
    units: int


def under_half(state: State, side: int) -> bool:
    """Whether an army has fewer than half its units left (M-R14, M-11)."""
    return 2 * (state.starts[side] - state.lost(side)) < state.starts[side]


def activation(state: State, side: int) -> Activation:
    """The number of units that a side may activate (M-R14): never below 0, nor above its units (M-11, M-40)."""
    figures, quality = state.setting.figures, state.quality(side)
    die = state.dice.roll(figures["activation-die"])
    bonus = 0 if quality is None else state.setting.catalogue.commanders[quality].activates
    half = figures["half-army"] if under_half(state, side) else 0
    return Activation(die, bonus, half, max(0, min(die + bonus + half, len(ready(state, side)))))


def ready(state: State, side: int) -> list[Unit]:
    """The units of a side that may be activated: those on the board, and reserves that may arrive."""
    able = [unit for unit in state.units if unit.side == side and unit.id not in state.done]
    return [unit for unit in able if unit.stands or (unit.fate == WAITING and check_arrival(state, unit) is None)]


# --- commanders -------------------------------------------------------------------------------------------------


def rides(state: State) -> list[Action]:
    """The units that the commander may go to at the start of his side's turn, and staying where he is (M-38)."""
    id = state.commanders[state.side]
    if id == NOBODY or not state.units[id].stands:
        return []
    far = state.setting.space.distances(state.units[id].hex)
    within = state.setting.figures["commander-squares"]
    numbers = [unit.id for unit in state.units_of(state.side) if unit.id != id and far[unit.hex] <= within]
    return [*(Action("join", (item,)) for item in numbers), KEEP] if numbers else []


def ride(state: State, action: Action) -> None:
    if action != KEEP:
        join(state, state.side, action.counters[0], "commander-rides", "M-38")


def join(state: State, side: int, unit: int, kind: str, rule: str) -> None:
    """Let a commander be with another unit, and tell it as that kind of event."""
    state.leads(side, unit)
    setting = state.setting
    state.tell(kind, (rule,), side=setting.sides[side], unit=state.units[unit].key, commander=setting.commander(side))


def bereave(state: State, unit: Unit, square: int, *, destroyed: bool) -> None:
    """Whether the commander of a unit that is gone from a square joins another (M-39): of a destroyed one by TEST."""
    side = unit.side
    if state.commanders[side] != unit.id:
        return
    far = state.setting.space.distances(square)
    heirs = sorted(state.units_of(side), key=lambda item: (far[item.hex], item.id))
    if destroyed and heirs:
        rolled = circumstances.roll(state.setting, ()).throw(state.dice)
        state.tell("commander-tests", ("M-39",), side=state.setting.sides[side], unit=unit.key, **rolled.values())
        if not rolled.passed:
            heirs = []
    if heirs:
        join(state, side, heirs[0].id, "commander-joins", "M-39")
    else:
        state.leads(side, NOBODY)
        lost = state.setting.commander(side)
        state.tell("commander-lost", ("M-39",), side=state.setting.sides[side], unit=unit.key, commander=lost)


# --- rally ------------------------------------------------------------------------------------------------------


def rallies(state: State, unit: Unit) -> Iterator[Action]:
    if check_rally(state, unit) is None:
        yield Action("rally", (unit.id,))


def check_rally(state: State, unit: Unit) -> Refused | None:
    """Check that a unit can try to rally (M-R20, M-25): the refusal, or None."""
    if not unit.markers:
        return Refused("M-R20", f"{unit.key} has no disorder marker")
    if state.quality(unit.side) is None:
        return Refused("M-39", "an army without its commander does not rally")
    if state.rallies >= state.setting.figures["rallies"]:
        return Refused("M-25", "the commander has had a unit rally in this turn")
    return None


def do_rally(state: State, unit: Unit, action: Action) -> None:
    state.rallies += 1
    rolled = circumstances.weigh(state, "rally", unit).throw(state.dice)
    if rolled.passed:
        unit.markers -= 1
    state.tell(
        "rally",
        rules_of(rolled.roll.used, "M-R20"),
        unit=unit.key,
        commander=state.setting.commander(unit.side),
        **rolled.values(),
    )


# --- morale -----------------------------------------------------------------------------------------------------


def destroy(state: State, unit: Unit, *rules: str, cornered: bool = False) -> None:
    """Take a destroyed unit off the board, with all that follows for its commander and its army."""
    square = unit.hex
    state.remove(unit, DESTROYED)
    names = state.setting.space.names
    state.tell("destroyed", (*rules, "M-03"), unit=unit.key, square=names[square], cornered=cornered)
    bereave(state, unit, square, destroyed=True)
    morale(state, unit)


def morale(state: State, unit: Unit) -> None:
    """The army morale TEST for a unit lost, from half the army on (M-R30, M-26, M-27); failing loses the battle."""
    side, lost = unit.side, state.lost(unit.side)
    if not any(member.fate == WAITING or member.stands for member in state.units if member.side == side):
        finish(state, 1 - side, "wiped-out", "M-26", "M-48")
    elif lost >= breaks_from(state.setting, state.starts[side]):
        rolled = circumstances.weigh(state, "morale", unit).throw(state.dice)
        state.tell(
            "morale",
            rules_of(rolled.roll.used, "M-R30"),
            side=state.setting.sides[side],
            lost=lost,
            units=state.starts[side],
            **rolled.values(),
        )
        if not rolled.passed:
            finish(state, 1 - side, "broken", "M-R31", "M-48")


def breaks_from(setting: Setting, units: int) -> int:
    """The number of units lost from which an army of so many TESTs its morale (M-26): half of them, rounded up."""
    return -(-units // setting.figures["morale-divisor"])
