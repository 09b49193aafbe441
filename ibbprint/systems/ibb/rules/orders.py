"""The Cup and what comes out of it: who acts on a chit, the captain's die, and what its orders allow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ibbprint.engine.rolls import AppliedModifier, Roll
from ibbprint.engine.rolls import draw as draw_chit
from ibbprint.systems.ibb.catalogue import DIE
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Activation, Counter, Refused, State


def fill_cup(state: State) -> None:
    """Put a chit in the Cup for every captain, wizard, priest, group of engineers and scout on the map (A-52, R-37)."""
    cup: list[tuple[int, ...]] = []
    groups: dict[tuple[int, int], list[int]] = {}
    for unit in state.units:
        if unit.hex == OFF or unit.expires:
            # Summoned units, engineers and scouts among them, act on the chit of their summoner.
            continue
        if unit.kind.engineer:
            groups.setdefault((unit.side, unit.hex), []).append(unit.id)
        elif unit.kind.leader or unit.kind.scout:
            cup.append((unit.id,))
    state.cup = [*cup, *map(tuple, groups.values())]


def draw(state: State) -> None:
    """Draw a chit; whoever is on it acts. The chits of the dead are wasted."""
    chit = draw_chit(state.cup, state.dice)
    alive = state.present(chit)
    if not alive:
        return
    first = alive[0]
    state.tell("drawn", ("A-53", "R-53"), units=[u.key for u in alive], side=state.setting.sides[first.side])
    if first.kind.leader == "captain":
        state.activation = Activation(first.side, "captain", first.id, ())
        gather(state, state.activation)
        if not state.activation.members and not attachable(state, state.activation):
            state.activation.ordered = True
    elif first.kind.leader:
        members = tuple(u.id for u in state.units if u.summoner == first.id and u.hex != OFF)
        state.activation = Activation(first.side, "caster", first.id, members)
    else:
        mode = "scout" if first.kind.scout else "engineers"
        state.activation = Activation(first.side, mode, OFF, tuple(u.id for u in alive))
    begin(state, state.activation)


def begin(state: State, act: Activation) -> None:
    """Note where everybody stands, and whether the formation has stood still (R-100)."""
    act.start = {i: state.units[i].hex for i in act.everybody}
    act.stayed = all(state.units[i].moved < state.turn - 1 for i in act.members)


def gather(state: State, act: Activation) -> None:
    """The units that are the captain's this turn: those named for him that nobody else has led (R-49, R-62)."""
    captain = act.leader
    act.members = tuple(
        u.id
        for u in state.units
        if u.hex != OFF
        and u.kind.troops
        and u.acted != state.turn
        and (u.led == captain or (u.led == OFF and u.captain == captain))
    )
    for i in act.members:
        state.units[i].led = captain


def attachable(state: State, act: Activation) -> list[Counter]:
    """Unassigned units that are connected to the formation: the owner may take them in (R-49, G-23)."""
    hexes = {u.hex for u in state.those(act.everybody)}
    near = hexes | {n for h in hexes for n in state.ground.next[h]}
    return [
        u
        for u in state.units
        if u.hex in near
        and u.side == act.side
        and u.kind.troops
        and u.captain == OFF
        and u.led == OFF
        and u.acted != state.turn
        and not u.kind.engineer
        and not u.kind.scout
        and not u.expires
    ]


def attach(state: State, act: Activation, unit: Counter) -> None:
    act.members = (*act.members, unit.id)
    unit.led = act.leader
    begin(state, act)
    state.tell("attached", ("R-49", "G-23"), unit=unit.key, captain=state.units[act.leader].key)


# --- the captain's die ------------------------------------------------------------------------------------------


def on_the_die(setting: Setting, id: str, times: int = 1) -> AppliedModifier:
    """A modifier of a die that must not be high, as it counts: down for whoever rolls, up against him (R-74)."""
    m = setting.modifiers[id]
    sign = -1 if m.favours == "roller" else 1
    return AppliedModifier(id, m.name, "die", sign * m.amount * times, tuple(m.rules))


def order_modifiers(state: State, act: Activation) -> list[AppliedModifier]:
    """The modifiers of the captain's die, each with its rules (A-55 to A-61)."""
    members = state.those(act.members)
    captain = state.units[act.leader]
    # What was done to a formation was done to it, though the unit that suffered it is no more.
    fallen = [u for u in state.units if u.dead and captain.formation and u.formation == captain.formation]
    last = state.turn - 1
    used: list[AppliedModifier] = []

    def add(id: str, times: int = 1) -> None:
        used.append(on_the_die(state.setting, id, times))

    if any(u.shot_at == last for u in (*members, *fallen)):
        add("under-fire")
    if any(u.shaken for u in members):
        add("fear-or-confusion")
    charged = any(u.charged == last for u in (*members, *fallen))
    if charged:
        add("charged")
    losses = state.losses.get(last, ()).count(captain.formation) if captain.formation else 0
    if losses:
        add("lost-unit", losses)
    if members and shooter_in_range(state, act.side, members) is None:
        add("out-of-range")
    if charged and members and all(u.kind.anti_cavalry for u in members):
        add("pikes-charged")
    if _antipathy(state, act.side, members):
        add("antipathy")
    return used


def shooter_in_range(state: State, side: int, members: Sequence[Counter]) -> Counter | None:
    """The first enemy unit that can shoot and has one of the units in its range; None without any (R-58, G-29).

    Face-down units are not counted (G-63), as for antipathy: a captain's die would reveal that they can shoot (A-16).
    """
    for enemy in state.alive():
        kind = enemy.kind
        if enemy.side == side or not kind.range or not kind.direct:
            continue
        if enemy.face_down:
            continue
        if kind.engine and not served(state, enemy):
            continue
        row = state.ground.distances(enemy.hex)
        if any(row[u.hex] <= kind.range for u in members):
            return enemy
    return None


def served(state: State, engine: Counter) -> bool:
    """Whether an engine has engineers in its hex who can work it (A-101, R-106)."""
    return any(u.kind.engineer and u.side == engine.side and not u.in_disorder for u in state.here(engine.hex))


def _antipathy(state: State, side: int, members: list[Counter]) -> bool:
    """Whether an enemy that the formation cannot bear is near: by race, or by the scenario's special rule (G-30)."""
    setting = state.setting
    armies = {
        (setting.sides.index(rule.side), setting.sides.index(rule.against))
        for rule in setting.scenario.special
        if rule.kind == "antipathy" and rule.against is not None
    }
    far = setting.figures.antipathy_distance
    for enemy in state.enemies_of(side):
        if enemy.face_down:
            continue
        army = not armies.isdisjoint(((side, enemy.side), (enemy.side, side)))
        row = state.ground.distances(enemy.hex)
        for unit in members:
            hates = army or (unit.kind.race, enemy.kind.race) in setting.antipathy
            if hates and row[unit.hex] <= far:
                return True
    return False


def captains_roll(setting: Setting, rating: int, used: Iterable[AppliedModifier] = ()) -> Roll:
    """The die that brings orders. An unmodified 1 always does (A-54, R-54, R-56)."""
    always = setting.figures.activation_always
    return Roll(rating, DIE, tuple(used), always=always)


def roll_orders(state: State, act: Activation) -> None:
    """The captain tries to order his formation (A-54)."""
    captain = state.units[act.leader]
    roll = captains_roll(state.setting, captain.kind.rating, order_modifiers(state, act))
    rolled = roll.throw(state.dice)
    members = state.those(act.members)
    for unit in members:
        unit.shaken, unit.acted = False, state.turn
    act.ordered = True
    state.tell(
        "orders",
        ("A-54", *(rule for u in roll.used for rule in u.rules)),
        captain=captain.key,
        **rolled.values(),
        modifier=roll.modifier,
        chance=roll.chance_text(state),
        units=[u.key for u in members],
    )
    if not rolled.passed:
        act.mode = "idle"


# --- how a formation moves --------------------------------------------------------------------------------------


def can_move(act: Activation) -> bool:
    """Moving and fighting come in either order, each of them once (A-63, R-61)."""
    if act.mode == "idle" or not act.ordered or act.attack is not None or act.charge is not None:
        return False
    return not (act.fought and act.moved_first)


def can_fight(act: Activation) -> bool:
    """Whether the activation may still make attacks or cast (A-63, R-61)."""
    return act.mode != "idle" and act.ordered and not act.moved_after


def no_moving(act: Activation) -> Refused | None:
    """Check that the activation may still move: the refusal, or None."""
    if can_move(act):
        return None
    if act.attack is not None or act.charge is not None:
        return Refused("R-61", "fight the attack that is declared first: nobody moves in between")
    if act.mode == "idle" or not act.ordered:
        return _idle(act)
    return Refused("R-61", "they moved before they fought: moving and fighting come once each, in either order")


def no_fighting(act: Activation) -> Refused | None:
    """Check that the activation may still fight: the refusal, or None."""
    if can_fight(act):
        return None
    if act.mode == "idle" or not act.ordered:
        return _idle(act)
    return Refused("R-61", "they fought before they moved, and moving ended that: each comes once, in either order")


def _idle(act: Activation) -> Refused:
    """The refusal of a formation without orders, or one whose order failed or whose charge balked."""
    if not act.ordered:
        return Refused("A-54", "the captain must roll for orders first")
    return Refused("R-55", "the order failed, or the charge balked: units in disorder may rally, the others do nothing")
