"""Attacks: who may attack whom, and what an attack comes to: strengths, column, shifts, chances (P-40 to P-49)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ibbprint.engine.once import kept
from ibbprint.engine.picking import cell
from ibbprint.engine.rolls import AppliedModifier, total
from ibbprint.engine.space import OFF
from ibbprint.systems.printed.rules.compiled import SHIFT, STRENGTH, Fight, ModifierRule, TableRule
from ibbprint.systems.printed.rules.ground import Ground
from ibbprint.systems.printed.rules.numbers import Change, Number, change, number, whole
from ibbprint.systems.printed.rules.state import Counter, Refused, State
from ibbprint.tables import Columns, Start

ATTACKERS, DEFENDERS = "attackers", "defenders"
MOST_TOGETHER = 5
"""Units that are listed together as candidates; any number may attack or advance."""


class Assault(NamedTuple):
    """An attack that is weighed: who, from where, on what, led by whom. A hex may be OFF where there is no map."""

    fight: Fight
    attackers: tuple[Counter, ...]
    hexes: tuple[int, ...]
    targets: tuple[Counter, ...]
    leader: Counter | None = None
    other_leader: Counter | None = None
    table: str = ""


class Odds(NamedTuple):
    """The odds of an attack: strengths, start column in the table, shifts and column; None for no effect."""

    columns: Columns
    attack: Number
    defence: Number
    start: Start
    used: tuple[AppliedModifier, ...]
    shift: int
    die: int
    column: int | None

    @property
    def head(self) -> str:
        return "" if self.column is None else self.columns.heads[self.column]

    def more(self, shift: int, die: int = 0) -> Odds:
        """The odds with more column shifts and a larger die modifier."""
        shift += self.shift
        return self._replace(shift=shift, die=self.die + die, column=self.columns.column(self.start, shift))

    def code(self, fight: Fight, rolled: int) -> str:
        """The code for a sum of the dice as it fell."""
        return fight.no_effect if self.column is None else self.columns.code(self.column, rolled + self.die)

    def chances(self, fight: Fight) -> dict[str, Fraction]:
        """The exact chance of each code."""
        if self.column is None:
            return {fight.no_effect: Fraction(1)}
        key = (self.columns.name, self.column, self.die)
        column = self.column
        return kept(fight.spreads, key, lambda: self.columns.chances(column, fight.sums, self.die))


def near_ones(state: State, assault: Assault) -> list[tuple[Counter, int]]:
    """The attackers that are adjacent, each with the hex of the target that it is adjacent to (P-48)."""
    near = state.setting.space.near
    return [(unit, hex) for unit in assault.attackers for hex in assault.hexes if hex in near[unit.hex]]


def weigh(state: State, assault: Assault) -> Odds:
    """An attack in the order of P-41: strengths, column, shifts, dice. It is worked out once until anything changes."""
    odds: Odds | None = state.cache.get(assault)
    if odds is None:
        odds = state.cache[assault] = _weighed(state, assault)
    return odds


def _weighed(state: State, assault: Assault) -> Odds:
    fight = assault.fight
    crossing = [
        (unit, frozenset(state.setting.ground.crossed(unit.hex, hex))) for unit, hex in near_ones(state, assault)
    ]
    used: list[AppliedModifier] = []
    changed: list[tuple[ModifierRule, Change]] = []
    for rule in fight.modifiers:
        for id, text, amount in _amounts(state, assault, rule, crossing):
            name = f"{text} ({rule.model.rule})" if rule.model.rule else text
            if isinstance(amount, Change):
                changed.append((rule, amount))
                used.append(AppliedModifier(id, f"{name} {amount.text}", STRENGTH, 0, ("P-41",)))
            else:
                signed = -amount if rule.model.side == DEFENDERS else amount
                used.append(
                    AppliedModifier(id, name, "column" if rule.changes == SHIFT else "die", signed, _rules(rule))
                )
    attack = _strength(state, assault, assault.attackers, changed, attack=True, crossing=crossing)
    defence = _strength(state, assault, assault.targets, changed, attack=False, crossing=crossing)
    columns = table_of(state, assault).columns
    start = columns.start(attack, defence)
    shift, die = total(used, "column"), total(used)
    return Odds(columns, attack, defence, start, tuple(used), shift, die, columns.column(start, shift))


def _rules(rule: ModifierRule) -> tuple[str, ...]:
    id = {"terrain": "P-43", "place": "P-43", "hexside": "P-44", "leader": "P-45"}.get(rule.model.of, "P-46")
    return (id,)


def table_of(state: State, assault: Assault) -> TableRule:
    """The table that an attack is resolved on: the one chosen, else the first whose conditions hold."""
    tables = assault.fight.tables
    chosen = next((rule for rule in tables if rule.name == assault.table), None)
    if chosen is not None:
        return chosen
    for rule in tables:
        if rule.when is not None and not rule.when.in_turn(state.setting, state.turn):
            continue
        if rule.units is None or all(state.fits(unit, rule.units) for unit in assault.attackers):
            return rule
    return tables[-1]


# --- strengths ------------------------------------------------------------------------------------------------------


def _strength(
    state: State,
    assault: Assault,
    units: Sequence[Counter],
    changed: Sequence[tuple[ModifierRule, Change]],
    *,
    attack: bool,
    crossing: Sequence[tuple[Counter, frozenset[str]]],
) -> Number:
    """The strengths of a side with their multipliers, summed."""
    side = ATTACKERS if attack else DEFENDERS
    of_side = [(rule, amount) for rule, amount in changed if rule.model.side == side]
    sum_: Number = 0
    for unit in units:
        value = state.strength(unit, assault.fight.id, attack=attack) or 0
        for rule, amount in of_side:
            if (rule.model.each or _alone(rule)) and _concerned(state, rule, unit, crossing, attack=attack):
                value = amount.of(value)
        sum_ += value
    for rule, amount in of_side:
        if not rule.model.each and not _alone(rule):
            sum_ = amount.of(sum_)
    return whole(sum_)


def _alone(rule: ModifierRule) -> bool:
    """Whether each attacker across a hexside is affected alone (P-44)."""
    return rule.model.of == "hexside" and not rule.model.all


def _concerned(
    state: State, rule: ModifierRule, unit: Counter, crossing: Sequence[tuple[Counter, frozenset[str]]], *, attack: bool
) -> bool:
    condition = rule.attackers if attack else rule.defenders
    if condition is not None and not state.fits(unit, condition):
        return False
    if _alone(rule) and attack:
        sides = [kinds for attacker, kinds in crossing if attacker is unit]
        return bool(sides) and all(kinds & rule.ids if rule.ids else kinds for kinds in sides)
    return True


# --- modifiers ------------------------------------------------------------------------------------------------------


def _amounts(
    state: State, assault: Assault, rule: ModifierRule, crossing: Sequence[tuple[Counter, frozenset[str]]]
) -> Iterator[tuple[str, str, int | Change]]:
    """The modifiers of a rule that count: id, name, amount."""
    model = rule.model
    if rule.when is not None and not rule.when.in_turn(state.setting, state.turn):
        return
    if not _fit(state, rule, assault.attackers, rule.attackers, attackers=True):
        return
    if not _fit(state, rule, assault.targets, rule.defenders, attackers=False):
        return
    if rule.waived_by is not None and any(state.fits(unit, rule.waived_by) for unit, _ in crossing):
        return
    if model.of in ("terrain", "place"):
        yield from _of_ground(state, assault, rule)
    elif model.of == "hexside":
        yield from _of_sides(state, assault, rule, crossing)
    elif model.of == "leader":
        leader = assault.leader if model.side == ATTACKERS else assault.other_leader
        if leader is not None:
            yield from _counted(rule, leader.kind.name, _plain(rule, leader))
    elif model.of == "column":
        units = assault.attackers if model.side == ATTACKERS else assault.targets
        values = [int(number(cell(unit.kind.values, rule.column)) or 0) for unit in units]
        value = max(values, default=0) if model.best else sum(values)
        yield from _counted(rule, rule.name, Change(plus=value) if rule.changes == STRENGTH else value)
    elif model.of == "stack":
        units = assault.attackers if model.side == ATTACKERS else assault.targets
        count = len({unit.hex for unit in units}) if model.per == "hexes" else len(units)
        if count >= rule.from_:
            yield from _counted(rule, rule.name, _plain(rule))
    else:
        yield from _counted(rule, rule.name, _plain(rule))


def _fit(state: State, rule: ModifierRule, units: Sequence[Counter], condition: object, *, attackers: bool) -> bool:
    """Whether the units of a side fit: all of them, or with `all: no` one; with `each` those that do are affected."""
    if condition is None:
        return True
    is_own_side = rule.model.side == (ATTACKERS if attackers else DEFENDERS)
    if rule.changes == STRENGTH and is_own_side and rule.model.each:
        return any(state.fits(unit, condition) for unit in units)
    return (all if rule.model.all else any)(state.fits(unit, condition) for unit in units)


def _counted(rule: ModifierRule, name: str, amount: int | Change) -> Iterator[tuple[str, str, int | Change]]:
    if isinstance(amount, Change) or amount:
        yield rule.model.id, name, amount


def _plain(rule: ModifierRule, unit: Counter | None = None) -> int | Change:
    """An amount that is no key of the ground: a number, a change of strength, or the column of a unit."""
    if rule.column and unit is not None:
        value = int(number(cell(unit.kind.values, rule.column)) or 0)
        return Change(plus=value) if rule.changes == STRENGTH else value
    if rule.changes == STRENGTH:
        return rule.strength
    return int(rule.amount or 0)


def keyed(ground: Ground, rule: ModifierRule, file: str, id: str) -> int | Change:
    """The amount that an entry of the ground has for a modifier."""
    if not rule.key:
        return _plain(rule)
    amount = rule.cells.get((file, id))
    if amount is None:
        text = ground.written(file, id, rule.key)
        strength = rule.changes == STRENGTH
        amount = ((change(text) if text else None) or Change(plus=0)) if strength else int(number(text or 0) or 0)
        rule.cells[file, id] = amount
    return amount


def _of_ground(state: State, assault: Assault, rule: ModifierRule) -> Iterator[tuple[str, str, int | Change]]:
    """Terrain or place of the defenders' hex; of several hexes the one that is best for them (P-43)."""
    ground, terrain = state.setting.ground, rule.model.of == "terrain"
    file = "terrain" if terrain else "places"
    items: list[tuple[str, int | Change]] = []
    for hex in assault.hexes:
        kinds = (ground.terrain[hex],) if terrain else ground.places.get(hex, ())
        items += [(id, keyed(ground, rule, file, id)) for id in kinds if not rule.ids or id in rule.ids]
    sign = -1 if rule.model.side == DEFENDERS else 1
    numbers = [(id, amount) for id, amount in items if isinstance(amount, int)]
    changes = [(id, amount) for id, amount in items if isinstance(amount, Change)]
    chosen: tuple[str, int | Change] | None = None
    if numbers:
        chosen = min(numbers, key=lambda item: sign * item[1])
    elif changes:
        chosen = min(changes, key=lambda item: sign * float(item[1].of(100)))
    if chosen is not None:
        entry, amount = ground.entry(file, chosen[0]), chosen[1]
        if isinstance(amount, Change) or amount:
            yield rule.model.id, rule.model.name or entry.name, amount


def _of_sides(
    state: State, assault: Assault, rule: ModifierRule, crossing: Sequence[tuple[Counter, frozenset[str]]]
) -> Iterator[tuple[str, str, int | Change]]:
    """Hexsides that every adjacent attacker attacks across, each kind (P-44)."""
    if not crossing:
        return
    if assault.fight.model.ranged.shifts and len({unit.key for unit, _ in crossing}) < len(assault.attackers):
        return
    kinds = sorted(frozenset().union(*(sides for _, sides in crossing)))
    for kind in kinds:
        if rule.ids and kind not in rule.ids:
            continue
        if all(kind in sides for _, sides in crossing) or (_alone(rule) and rule.changes == STRENGTH):
            amount = keyed(state.setting.ground, rule, "hexsides", kind)
            if isinstance(amount, Change) or amount:
                yield rule.model.id, rule.model.name or state.setting.ground.entry("hexsides", kind).name, amount
            if _alone(rule) and rule.changes == STRENGTH:
                return


# --- legality -------------------------------------------------------------------------------------------------------


def may_attack(state: State, unit: Counter, fight: Fight) -> Refused | None:
    """Why a unit may not attack in this phase; None where it may, if it has a target."""
    key = unit.key
    if unit.kind.leader:
        return Refused("P-40", f"{key} is a leader and does not attack by himself")
    if not state.acts(unit):
        return Refused("P-13", f"{key} may not attack in this phase")
    if unit.fought:
        return Refused("P-40", f"{key} has attacked already")
    if unit.no_attack:
        return Refused("P-40", f"{key} may not attack after its move")
    if unit.state and not state.setting.states[unit.state].attacks:
        return Refused("P-40", f"{key} is {unit.state} and may not attack")
    if state.strength(unit, fight.id, attack=True) is None or (fight.who and not state.fits(unit, fight.who)):
        return Refused("P-40", f"{key} cannot attack")
    supply = state.setting.play.supply
    if supply is not None and "attack" in supply.needed_for and not state.in_supply(unit):
        return Refused("P-70", f"{key} is out of supply and may not attack")
    return None


def reaches(state: State, unit: Counter, hex: int, fight: Fight) -> Refused | None:
    """Why a unit may not attack into a hex from where it is; None where it may."""
    space, key = state.setting.space, unit.key
    far = space.distances(unit.hex)[hex]
    if far > max(1, unit.kind.range[unit.step]):
        where = f"{state.name(hex)} is {far} hexes from {key}"
        reach = unit.kind.range[unit.step]
        return Refused("P-48", where if reach <= 1 else f"{where}, whose range is {reach}")
    if far > 1:
        return None
    for rule in fight.barriers:
        across = rule.bars(state, unit, unit.hex, hex)
        if across is not None:
            side = f"across the {state.setting.ground.entry('hexsides', min(across)).name} " if across else ""
            return Refused("P-24", f"{key} may not attack {side}into {state.name(hex)}")
    return None


def check_assault(state: State, assault: Assault) -> Refused | None:
    """Why an attack is not legal; None where it is."""
    fight = assault.fight
    if not assault.attackers:
        return Refused("P-40", "nobody attacks: name a unit")
    if not assault.hexes:
        return Refused("P-40", "name the hex that is attacked")
    if not assault.targets:
        return Refused("P-40", f"no enemy unit is in {state.name(assault.hexes[0])}")
    for unit in assault.attackers:
        refused = may_attack(state, unit, fight)
        if refused is not None:
            return refused
    for hex in assault.hexes:
        if not state.units_in(hex, 1 - assault.attackers[0].side):
            return Refused("P-40", f"no enemy unit is in {state.name(hex)}")
        if fight.model.target != "unit" and hex in state.attacked:
            return Refused("P-40", f"{state.name(hex)} has been attacked already")
        for unit in assault.attackers:
            refused = reaches(state, unit, hex, fight)
            if refused is not None:
                return refused
    if fight.model.target == "unit":
        for target in assault.targets:
            if target.number in state.attacked:
                return Refused("P-40", f"{target.key} has been attacked already")
    return check_odds(state, assault)


def check_odds(state: State, assault: Assault) -> Refused | None:
    """Why units that may attack there may not with this leader, or with so little; None where they may."""
    fight, leader = assault.fight, assault.leader
    if leader is not None:
        if not leads(state, leader, [unit.hex for unit in assault.attackers]):
            return Refused("P-45", f"{leader.key} cannot lead this attack")
        if not led_by(fight, ATTACKERS):
            return Refused("P-45", "leaders do not change this combat")
    odds = weigh(state, assault)
    if odds.columns.refuses(odds.start):
        by = {"odds": "odds", "difference": "difference", "strength": "strength"}[odds.columns.by]
        head = odds.columns.heads[0]
        return Refused("P-42", f"{by} {odds.start.text.replace('+', '')} is below {head}")
    return None


def leads(state: State, leader: Counter, hexes: Iterable[int]) -> bool:
    """Whether a leader may help a combat of units in these hexes."""
    if not leader.kind.leader or leader.hex == OFF or leader.spent >= state.setting.leader_uses:
        return False
    return leader.hex in set(hexes) and not (leader.state and not state.setting.states[leader.state].attacks)


def led_by(fight: Fight, side: str) -> bool:
    """Whether leaders of a side change a combat."""
    return any(rule.model.of == "leader" and rule.model.side == side for rule in fight.modifiers)


def assault_of(
    state: State, fight: Fight, numbers: Sequence[int], hexes: Sequence[int], argument: str = ""
) -> Assault | Refused:
    """The attack that an action means."""
    units = [state.counters[number] for number in numbers]
    leaders = [unit for unit in units if unit.kind.leader]
    attackers = tuple(unit for unit in units if not unit.kind.leader)
    if len(leaders) > 1:
        return Refused("P-45", "one leader helps an attack")
    if len(hexes) > 1 and fight.model.target != "hexes":
        return Refused("P-40", f"an attack has one hex, not {len(hexes)}")
    side = attackers[0].side if attackers else state.side
    targets = tuple(unit for hex in hexes for unit in state.units_in(hex, 1 - side))
    table = ""
    if fight.model.target == "unit":
        chosen = [unit for unit in targets if unit.key == argument]
        if not chosen and len(targets) == 1:
            chosen = list(targets)
        if not chosen and targets:
            keys = ", ".join(unit.key for unit in targets)
            return Refused("P-40", f"name the unit that is attacked: {keys}")
        targets = tuple(chosen)
    elif fight.model.choose == "attacker":
        names = [rule.name for rule in fight.tables]
        if argument not in names:
            return Refused("P-49", f"name the table: {' or '.join(names)}")
        table = argument
    elif argument:
        return Refused("P-40", f"{argument!r} means nothing in an attack")
    return Assault(fight, attackers, tuple(hexes), targets, leaders[0] if leaders else None, None, table)


def fight_of(state: State) -> Fight:
    """The combat of this phase."""
    return state.setting.fights[state.phase_op.fight or state.setting.first_fight]


def able(state: State, fight: Fight) -> list[Counter]:
    """The units that may attack now, as far as they have a target."""
    units = (unit for unit in state.counters if unit.side == state.side and unit.hex != OFF)
    return kept(
        state.cache, ("able", fight.id), lambda: [unit for unit in units if may_attack(state, unit, fight) is None]
    )


def target_hexes(state: State, fight: Fight) -> list[int]:
    """The enemy hexes that some unit may attack, in their order."""
    enemy = sorted(state.occupied(1 - state.side))
    units = able(state, fight)
    return [
        hex
        for hex in enemy
        if (fight.model.target == "unit" or hex not in state.attacked)
        and any(reaches(state, unit, hex, fight) is None for unit in units)
    ]
