"""Combats staged for questions and worked examples: on the map of a scenario, or on a bit of ground of one kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.models.maps import Map
from ibbprint.catalogue.source import at_one_place
from ibbprint.dice import SeededDice
from ibbprint.engine.space import OFF
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where
from ibbprint.systems.printed.rules import combat
from ibbprint.systems.printed.rules.attacks import Assault, Odds, weigh
from ibbprint.systems.printed.rules.compiled import Fight
from ibbprint.systems.printed.rules.forces import FULL, REDUCED, Kind
from ibbprint.systems.printed.rules.sequence import DRAWN
from ibbprint.systems.printed.rules.setting import Setting
from ibbprint.systems.printed.rules.state import Battle, Counter, State
from ibbprint.systems.printed.rules.turn import FLOW

CENTRE, RING = "0404", ("0403", "0503", "0504", "0405", "0304", "0303")
"""The hex of the target on the staged ground, and those around it."""
SIZE = 7
_ITEM = regex(r"(?:([0-9]{1,2})\s+)?(?:(reduced|full)\s+)?([A-Za-z0-9][\w-]*?)(?:@(\w+))?")
MOST_WAYS = 3
"""Retreats that are tried of one unit: what a result does to strengths rarely depends on the way."""


class NamedUnits(NamedTuple):
    """Units as a question names them: how many, of which kind, on which side up, in which hex."""

    number: int
    id: str
    step: int
    hex: str


def parse_item(text: str) -> NamedUnits | None:
    """`2 regiment`, `reduced spears`, `bombard@0505` taken apart; None for what names no unit."""
    match = _ITEM.fullmatch(text.strip())
    if match is None:
        return None
    return NamedUnits(int(match[1] or 1), match[3], REDUCED if match[2] == "reduced" else FULL, match[4] or "")


def on_ground(setting: Setting, terrain: str, across: Sequence[str], place: str) -> Setting:
    """The same rules on a small map: terrain around a hex with hexsides on all its sides, and a place in it."""
    hexsides = {kind: [f"{CENTRE} {ring}" for ring in RING] for kind in across}
    lines = ["." * SIZE] * SIZE
    model = Map(
        id="staged",
        title="Staged",
        columns=SIZE,
        rows=SIZE,
        legend={".": terrain},
        terrain=lines,
        hexsides=hexsides,
        places={place: [CENTRE]} if place else {},
        shifted="even",
    )
    board = HexMap(model, at_one_place(Where("staged")), setting.folder.kinds)
    scenario = replace(
        setting.scenario,
        map=board,
        forces=(),
        outline=setting.scenario.outline.model_copy(update={"held": {}, "victory": []}),
    )
    result = Setting(setting.folder, setting.section, scenario, board, Report())
    result.catalogue = setting.catalogue
    return result


def staged(setting: Setting, turn: int, side: int, fight: Fight) -> State:
    """An empty game in the phase of that combat."""
    state = State(setting, SeededDice("odds"))
    state.turn, state.phase, state.begun = turn, "fight", True
    for at, op in enumerate(setting.program):
        if op.do == "fight" and op.side in (side, DRAWN) and (op.fight or setting.first_fight) == fight.id:
            state.op = at
            break
    state.holders.update(setting.held)
    return state


def add(state: State, kind: Kind, side: int, hex: int, *, step: int = FULL, condition: str = "") -> Counter:
    """Put a counter on the map of a staged game."""
    number = len(state.counters)
    unit = Counter(f"{kind.id}-{number + 1}", number, kind, side)
    unit.step = step if kind.steps == 2 else FULL
    unit.state = condition
    state.counters.append(unit)
    state.put(unit, hex)
    column = state.setting.program[state.op].cup_at if 0 <= state.op < len(state.setting.program) else -1
    if column >= 0 and side == 0:
        state.group = str(kind.values.get(state.setting.program[column].cup, ""))
    return unit


def place(
    state: State,
    items: Sequence[tuple[NamedUnits, Kind]],
    side: int,
    hexes: Sequence[int],
    hex_of: Callable[[str], int],
    condition: str = "",
) -> list[Counter]:
    """Put named units on the map: in the hexes that they name, the others one in each of these, the last for the rest.

    Leaders are in no `condition`.
    """
    result: list[Counter] = []
    at = 0
    for item, kind in items:
        for _ in range(item.number):
            hex = hex_of(item.hex) if item.hex else hexes[min(at, len(hexes) - 1)]
            unit_state = "" if kind.leader else condition
            result.append(add(state, kind, side, hex, step=item.step, condition=unit_state))
            at += not item.hex
    return result


def assault(state: State, fight: Fight, units: Sequence[Counter], targets: Sequence[Counter], table: str) -> Assault:
    """An attack of these counters, the leaders among them leading."""
    leader = next((unit for unit in units if unit.kind.leader), None)
    defending_leader = next((unit for unit in targets if unit.kind.leader), None)
    return Assault(
        fight,
        tuple(unit for unit in units if not unit.kind.leader),
        tuple(dict.fromkeys(unit.hex for unit in targets)),
        tuple(unit for unit in targets if not unit.kind.leader),
        leader,
        defending_leader,
        table,
    )


class Outcome(NamedTuple):
    """The losses and retreats that a code causes at least, for all choices of owners."""

    loses: bool
    """The defenders lose a step."""
    eliminated: bool
    """A defending unit is eliminated."""
    empty: bool
    """No defending unit is left in the hex."""
    attacker: bool
    """The attackers lose a step or a unit."""
    chosen: bool = False
    """An owner has a choice on which it depends."""


def outcomes(state: State, attack: Assault, odds: Odds) -> Mapping[str, Outcome]:
    """The outcome of each code, by the code that plays it: the least over all choices of owners."""
    result = {}
    for code in dict.fromkeys(odds.chances(attack.fight)):
        twin = state.twin()
        twin.battle = Battle(
            attack.fight,
            tuple(unit.number for unit in attack.attackers),
            attack.hexes,
            tuple(unit.number for unit in attack.targets),
            attack.table,
            stage="clauses",
            code=code,
            clauses=attack.fight.effects[code],
        )
        ends = list(_ends(twin, attack, 0))
        least = [all(answers) for answers in zip(*ends, strict=True)]
        possible = [any(answers) for answers in zip(*ends, strict=True)]
        result[code] = Outcome(least[0], least[1], least[2], least[3], least != possible)
    return result


def _ends(state: State, attack: Assault, deep: int) -> list[tuple[bool, bool, bool, bool]]:
    """The ends of a combat, one for every way to answer its questions."""
    battle = state.battle
    while battle is not None and battle.stage == "clauses":
        if state.questions:
            question = state.questions[0]
            kind = FLOW.questions[question.kind]
            if kind.void is not None and kind.void(state, question):
                state.questions.pop(0)
                continue
            choices = list(kind.choices(state, question))
            if len(choices) > 1 and deep < MOST_TOGETHER:
                if question.kind == "retreat":
                    choices = choices[:MOST_WAYS]
                ends = []
                for choice in choices:
                    twin = state.twin()
                    FLOW.answer(twin, twin.questions.pop(0), choice)
                    ends += _ends(twin, attack, deep + 1)
                return ends
            state.questions.pop(0)
            if choices:
                FLOW.answer(state, question, choices[0])
            elif kind.no_choice is not None:
                kind.no_choice(state, question)
        else:
            combat.resume(state)
    return [_end(state, attack)]


MOST_TOGETHER = 4
"""How many answers deep choices are followed."""


def _end(state: State, attack: Assault) -> tuple[bool, bool, bool, bool]:
    def has_losses(units: Sequence[Counter]) -> bool:
        return any((counter := state.counters[unit.number]).hex == OFF or counter.step != unit.step for unit in units)

    targets = [state.counters[unit.number] for unit in attack.targets]
    eliminated = any(unit.place == "dead" for unit in targets)
    empty = all(unit.hex not in attack.hexes for unit in targets)
    return has_losses(attack.targets), eliminated, empty, has_losses(attack.attackers)


def chances(state: State, attack: Assault) -> tuple[Odds, dict[str, Fraction]]:
    """An attack weighed, with the exact chance of each code."""
    odds = weigh(state, attack)
    return odds, odds.chances(attack.fight)
