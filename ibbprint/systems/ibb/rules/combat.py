"""An attack against a hex, from strengths to results: the only place where the combat table is used.

`weigh` says how an attack stands, with every modifier and its rules; `Combat.throw` rolls it; `apply` does what it
says. The odds of an attack are `Combat.throw` with dice that enumerate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from ibbprint.dice import Dice, chances
from ibbprint.engine import rolls
from ibbprint.engine.rolls import AppliedModifier
from ibbprint.systems.ibb.results import DISORGANISED, ELIMINATED, NOTHING
from ibbprint.systems.ibb.rules import control, morale
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Counter, State

HAND_TO_HAND = frozenset(("melee", "mounted", "charge"))
"""Attacks whose attackers take what the table gives them; all others strike from afar (R-82)."""
FIRE = frozenset(("fire", "opportunity", "bombard"))


SPECIAL = "scenario:"
"""Before the id of a special rule of the scenario, among the modifiers of an attack."""


class Scene(NamedTuple):
    """The setting of an attack, as far as it matters to the table."""

    row: str
    fort: int = 0
    rubble: bool = False
    engineers: bool = False
    wahoo: bool = False
    bonus: tuple[tuple[str, int, tuple[str, ...]], ...] = ()
    """Special rules of the scenario by id: die points in the attacker's favour, and the rules they rest on."""
    structure: bool = False
    """A bridge or village is in the hex (R-36)."""


class Combat(NamedTuple):
    """An attack as weighed: the sums, the row, the modifiers."""

    kind: str
    attack: int
    defence: int
    row: str
    die: int
    shift: int
    used: tuple[AppliedModifier, ...]

    def column(self, setting: Setting) -> int:
        return setting.column(self.row, self.attack, self.defence, self.shift)

    def throw(self, setting: Setting, dice: Dice) -> tuple[int, int, str]:
        """The die as rolled, the die as modified, and the result."""
        rolled = dice.roll(setting.crt.faces)
        modified, result = self.falls(setting, rolled)
        return rolled, modified, result

    def falls(self, setting: Setting, rolled: int) -> tuple[int, str]:
        """The die as modified and the result, for a die as rolled."""
        modified = setting.crt.die(rolled, self.die)
        return modified, setting.crt.result(self.column(setting), modified)

    def promises(self, setting: Setting) -> bool:
        """Whether some result hurts the defenders alone."""
        codes = (self.falls(setting, rolled)[1] for rolled in range(1, setting.crt.faces + 1))
        return any(effect.defender != NOTHING == effect.attacker for effect in map(setting.results.effect, codes))


def melee_strength(setting: Setting, unit: Counter, turn: int) -> int:
    """Attack hand to hand: missile troops are halved, rage is added after it (A-30, R-23, G-17)."""
    figures = setting.figures
    strength = unit.kind.attack
    if unit.kind.missile:
        strength = max(figures.minimum_attack, strength // figures.missile_melee_divisor)
    return strength + rage(setting, unit, turn)


def missile_strength(setting: Setting, unit: Counter, turn: int) -> int:
    """Attack with missiles: the attack as printed, rage added."""
    return unit.kind.attack + rage(setting, unit, turn)


def rage(setting: Setting, unit: Counter, turn: int) -> int:
    """The strength that Berserk adds to an attack (A-134, R-120)."""
    return setting.modifiers["berserk"].amount if unit.berserk == turn and "berserk" in setting.modifiers else 0


def defence(setting: Setting, unit: Counter, turn: int) -> int:
    """Defence after disorder and a balked charge, never below the least (G-43)."""
    strength = unit.kind.defence
    if unit.disorganised >= 0:
        strength -= setting.modifiers["disorganised"].amount
    if unit.balked == turn:
        strength -= setting.modifiers["balked"].amount
    return max(setting.figures.minimum_defence, strength)


def weigh(
    setting: Setting,
    kind: str,
    attackers: Sequence[Counter],
    supporters: Sequence[Counter],
    defenders: Sequence[Counter],
    scene: Scene,
    turn: int,
    strength: int | None = None,
) -> Combat:
    """An attack with all that bears on it. `strength` is given for spells and engines, else it is summed (A-75)."""
    used: list[AppliedModifier] = []
    modifiers, figures = setting.modifiers, setting.figures

    def add(id: str, sign: int) -> None:
        used.append(setting.used(id, sign))

    attack = strength if strength is not None else _attack(setting, kind, attackers, supporters, turn)
    if strength is None:
        # It is in the sum already; it is named, that the working can be followed.
        for unit in (*attackers, *supporters):
            if rage(setting, unit, turn):
                add("berserk", 1)
    if kind == "opportunity":
        m = modifiers["opportunity-fire"]
        attack = max(figures.minimum_attack, attack - m.amount)
        add("opportunity-fire", -1)
    if kind == "charge" and "charge" in modifiers:
        attack += modifiers["charge"].amount
        add("charge", 1)
    total = 0
    # What disorder takes off is in the defence already; it is named, that the working can be followed.
    for unit in defenders:
        reduced = defence(setting, unit, turn)
        total += reduced
        reduction = unit.kind.defence - reduced
        if reduction > 0:  # a defence that is printed below the least is raised to it, and nothing is taken off
            name = "disorganised" if unit.disorganised >= 0 else "balked"
            used.append(
                AppliedModifier(name, modifiers[name].name, "defence", -reduction, tuple(modifiers[name].rules))
            )
    _die_modifiers(setting, kind, attackers, defenders, scene, used, add)
    if scene.fort >= figures.fort_levels:
        add("fort-2", -1)
    if defenders and all(unit.routed for unit in defenders):
        add("routed", 1)
    die = rolls.total(used)
    shift = rolls.total(used, "column")
    return Combat(kind, attack, total, scene.row, die, shift, tuple(used))


def _attack(setting: Setting, kind: str, attackers: Sequence[Counter], supporters: Sequence[Counter], turn: int) -> int:
    if kind in ("fire", "opportunity"):
        return sum(missile_strength(setting, unit, turn) for unit in attackers)
    total = sum(melee_strength(setting, unit, turn) for unit in attackers)
    return total + sum(missile_strength(setting, unit, turn) for unit in supporters)


def _die_modifiers(
    setting: Setting,
    kind: str,
    attackers: Sequence[Counter],
    defenders: Sequence[Counter],
    scene: Scene,
    used: list[AppliedModifier],
    add: Callable[[str, int], None],
) -> None:
    if scene.fort:
        if kind in FIRE:
            add("fort-1-fire", 1)
        elif kind != "spell":
            add("fort-1-melee", 1)
    if scene.rubble and defenders and all(unit.kind.infantry for unit in defenders):
        add("rubble", 1)
    if scene.engineers and kind in HAND_TO_HAND | {"fire"} and (scene.fort or scene.structure):
        add("engineers", -1)
    if kind in HAND_TO_HAND:
        ours = anti_cavalry(attackers) and any(u.kind.cavalry for u in defenders)
        theirs = anti_cavalry(defenders) and any(u.kind.cavalry for u in attackers)
        if ours != theirs:
            add("anti-cavalry", -1 if ours else 1)
    if kind == "charge" and "charge-die" in setting.modifiers:
        add("charge-die", -1)
    if scene.wahoo:
        add("wahoo", -1)
    for id, amount, rules in scene.bonus:
        used.append(AppliedModifier(f"{SPECIAL}{id}", "Special rule of the scenario", "die", -amount, rules))


def anti_cavalry(units: Sequence[Counter]) -> bool:
    """Whether spears not yet thrown or pikes are among the units."""
    return any(u.kind.anti_cavalry for u in units)


def scene_at(
    state: State,
    h: int,
    side: int,
    kind: str,
    attackers: Sequence[Counter] = (),
    defenders: Sequence[Counter] | None = None,
) -> Scene:
    """The scene of an attack by `side` on a hex; the enemy units in it defend, unless told else."""
    setting, ground = state.setting, state.ground
    if defenders is None:
        defenders = [u for u in state.troops(h) if u.side != side]
    row = ground.row[h]
    if defenders and all(u.bank != -1 for u in defenders):
        row = ground.kinds["clear"].crt_row
    bonus = setting.melee_bonus[side] if kind == "melee" else ()
    return Scene(
        row,
        state.forts.get(h, 0),
        h in ground.changes.rubble,
        any(u.kind.engineer and u.side == side and not u.in_disorder for a in attackers for u in state.here(a.hex)),
        state.wahoo.get(side) == state.turn,
        bonus,
        h in ground.structures,
    )


def literal(state: State) -> bool:
    """Whether results strike those who fight from afar like anybody else: the switch shooters (R-82)."""
    return state.setting.switches["shooters"] == "literal"


def effect(state: State, kind: str, result: str) -> str:
    """The result that applies: for attackers from afar the attacker's half is left out (R-82)."""
    if kind in HAND_TO_HAND or literal(state):
        return result
    return state.setting.results.spared(result)


def splatted(setting: Setting, result: str) -> str:
    """The result for units that are splatted: disorder eliminates them (A-162)."""
    disorder = setting.results.effect(result).defender == DISORGANISED
    return setting.results.code(defender=ELIMINATED) if disorder else result


def apply(
    state: State,
    combat: Combat,
    result: str,
    attackers: Sequence[Counter],
    supporters: Sequence[Counter],
    defenders: Sequence[Counter],
    rules: tuple[str, ...] = (),
) -> None:
    """Do what a result says, to everyone who took part (A-79, A-80, R-82)."""
    does = state.setting.results.effect(effect(state, combat.kind, result))
    exposed = list(attackers) if combat.kind in HAND_TO_HAND else []
    if literal(state):
        exposed = [*attackers, *supporters]
    for units, becomes in ((defenders, does.defender), (exposed, does.attacker)):
        for unit in units:
            if becomes == ELIMINATED:
                control.remove(state, unit, "combat", ("A-80",))
            elif becomes == DISORGANISED:
                morale.disorganise(state, unit, rules)


def strike(
    state: State,
    kind: str,
    attackers: Sequence[Counter],
    supporters: Sequence[Counter],
    target: int,
    side: int,
    *,
    strength: int | None = None,
    defenders: Sequence[Counter] | None = None,
    splat: bool = False,
    by: str = "",
) -> str:
    """Weigh an attack on a hex, roll it and apply it; the result. All in the hex defend unless told else (R-80)."""
    if defenders is None:
        defenders = [u for u in state.troops(target) if u.side != side and not u.hidden]
    if not defenders:
        return "-"
    for unit in defenders:
        control.turn_up(state, unit, "attacked", ("R-08",))
    for unit in (*attackers, *supporters):
        control.turn_up(state, unit, "attacking", ("R-08",))
    scene = scene_at(state, target, side, kind, attackers, defenders)
    combat = weigh(state.setting, kind, attackers, supporters, defenders, scene, state.turn, strength)
    if combat.attack < 1:
        return "-"
    rolled, modified, result = combat.throw(state.setting, state.dice)
    if splat:
        result = splatted(state.setting, result)
    note(state, kind, attackers, supporters, defenders)
    if state.events is not None:
        state.tell(
            "combat",
            rolls.rules_of(combat.used),
            attack=kind,
            by=by,
            side=state.setting.sides[side],
            attackers=[u.key for u in attackers],
            supporters=[u.key for u in supporters],
            defenders=[u.key for u in defenders],
            hex=state.ground.names[target],
            strengths=(combat.attack, combat.defence),
            row=combat.row,
            column=combat.column(state.setting),
            modifiers=list(rolls.modifier_values(combat.used)),
            die=rolled,
            held=modified,
            result=result,
            effect=effect(state, kind, result),
            splat=splat,
            chances=[(code, str(share)) for code, share in odds_of(state.setting, combat)],
        )
    apply(state, combat, result, attackers, supporters, defenders)
    return result


def note(
    state: State, kind: str, attackers: Sequence[Counter], supporters: Sequence[Counter], defenders: Sequence[Counter]
) -> None:
    """Record for later dice who fought, was shot at or was charged (A-55, A-57, R-204), and whose works stopped."""
    turn = state.turn
    note_fighting(state, (*attackers, *supporters, *defenders))
    if kind in HAND_TO_HAND:
        for unit in (*attackers, *defenders):
            unit.engaged = turn
    for unit in defenders:
        if kind in FIRE or supporters:
            unit.shot_at = turn
            for leader in state.here(unit.hex):
                if leader.side == unit.side and leader.kind.leader:
                    leader.shot_at = turn
        if kind == "charge":
            unit.charged = turn
        if kind != "spell" and unit.works[0] == "fort":
            unit.works = (unit.works[0], unit.works[1], 0)


def note_fighting(state: State, units: Sequence[Counter]) -> None:
    """Note who fights, and which leaders stand next to it now, whatever becomes of those who do (A-152)."""
    for unit in units:
        unit.fought = state.turn
    hexes = {unit.hex for unit in units if unit.hex != OFF}
    near = hexes.union(*[state.ground.next[h] for h in hexes])
    for leader in state.units:
        if leader.hex in near and leader.kind.leader:
            leader.near_fighting = state.turn


def odds_of(setting: Setting, combat: Combat) -> list[tuple[str, Fraction]]:
    """The exact chance of each result, from the same throw that play makes, in the order of the table's codes."""
    values = chances(lambda dice: combat.throw(setting, dice)[2])
    return [(code, values[code]) for code in setting.result_names if code in values]
