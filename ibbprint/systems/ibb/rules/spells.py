"""The effects of each spell once it has landed: saves, attacks, fear, confusion, summoning, chasms, wards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from ibbprint.engine.rolls import Roll, chance_text
from ibbprint.engine.state import Action, Question
from ibbprint.systems.ibb.catalogue import DIE
from ibbprint.systems.ibb.models.magic import AreaTemplate, Spell
from ibbprint.systems.ibb.rules import areas, combat, control, morale, movement
from ibbprint.systems.ibb.rules.counters import Kind
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import NEVER, Counter, Lasting, State

CHASM, WARD, SUMMONS = "chasm", "ward", "summons"
DEAD = "summon-the-walking-dead"


class Aimed(NamedTuple):
    """A spell on its way: who casts it with whom, and at what."""

    spell: Spell
    casters: tuple[Counter, ...]
    """The one who casts it, then those who pool with him."""
    point: areas.Point
    """Where its middle lies; for a cone, where it starts."""
    template: AreaTemplate | None = None
    direction: int = 0
    units: tuple[Counter, ...] = ()
    """The units that are named: one, or those of a chain in order."""

    @property
    def caster(self) -> Counter:
        return self.casters[0]


# --- where a spell works ----------------------------------------------------------------------------------------


def warded(state: State) -> frozenset[int]:
    """The hexes where no lasting spell can be laid (R-157)."""
    return frozenset(h for lasting in state.lasting if lasting.kind == WARD for h in lasting.hexes)


def area(state: State, aimed: Aimed) -> areas.Area:
    """The hexes that a spell with a template reaches."""
    assert aimed.template is not None
    spell = aimed.spell
    if aimed.template.shape == "cone":
        ranks = areas.cone(state.ground, aimed.point, aimed.direction, aimed.template, spell.spillover)
    else:
        ranks = areas.ball(state.ground, aimed.point, aimed.template, spell.spillover)
    if spell.turns is not None:
        kept_out = warded(state)
        return {h: rank for h, rank in ranks.items() if h not in kept_out}
    return ranks


def in_area(state: State, aimed: Aimed, hexes: Iterable[int]) -> list[Counter]:
    """The units under a template, whatever their side (A-151, R-138)."""
    return [u for h in hexes for u in state.troops(h)]


def lone_leaders(state: State, h: int) -> list[Counter]:
    """Captains and casters in a hex who have no unit of their side with them: a template kills them (R-203)."""
    with_troops = {u.side for u in state.troops(h)}
    return [u for u in state.here(h) if u.kind.leader and u.side not in with_troops]


def kill_lone_leaders(state: State, aimed: Aimed, hexes: Iterable[int]) -> None:
    """An attacking spell strikes some hexes: leaders alone in them are dead, the caster himself too (R-203, R-138).

    No die is rolled: leaders have neither a defence nor a quality to save with (A-146). Spells that disorganise or
    rout do not touch them, because leaders are never shaken (A-146), and those in a stack share its fate (R-87).
    """
    for leader in [leader for h in hexes for leader in lone_leaders(state, h)]:
        control.remove(state, leader, "spell", ("A-146", "R-138", "R-203"))


def strengths(spell: Spell, reached: areas.Area, least: int) -> dict[int, int]:
    """The strength of an attacking spell in each hex that it can do anything in."""
    result = {}
    for h, rank in reached.items():
        if len(spell.strengths) > 1:
            strength = spell.strengths[0] if areas.full(rank) else spell.strengths[1]
        else:
            strength = areas.strength(spell.strengths[0], rank)
        if strength >= least:
            result[h] = strength
    return result


def formation(state: State, unit: Counter) -> list[Counter]:
    """The units of a unit's formation that are on the map; an unassigned unit is by itself."""
    same = (u for u in state.alive() if u.kind.troops and u.side == unit.side and u.formation == unit.formation)
    return list(same) if unit.formation else [unit]


# --- saves ------------------------------------------------------------------------------------------------------


def save_roll(quality: int, modifier: int) -> Roll:
    """The die with which a unit saves: no higher than its quality, which the spell's modifier changes (R-140)."""
    needed = quality + modifier
    return Roll(needed, DIE)


def resists(state: State, spell: Spell, units: Sequence[Counter], modifier: int) -> bool:
    """Roll a save, of a unit or of a formation on its best quality (R-139)."""
    quality = max(u.kind.quality for u in units)
    roll = save_roll(quality, modifier)
    rolled = roll.throw(state.dice)
    state.tell(
        "save",
        tuple(dict.fromkeys(("R-139", *spell.rules))),
        spell=spell.id,
        units=[u.key for u in units],
        die=rolled.die,
        needs=roll.needs,
        modifier=modifier,
        passed=rolled.passed,
        chance=roll.chance_text(state),
    )
    return rolled.passed


def unsaved(state: State, spell: Spell, units: Sequence[Counter]) -> list[Counter]:
    """The units that fail their saves; each rolls for itself (R-139, G-21)."""
    if spell.save.kind != "quality":
        return list(units)
    return [u for u in units if not resists(state, spell, own(u, units), spell.save.modifier)]


def own(unit: Counter, units: Sequence[Counter]) -> Sequence[Counter]:
    """Whose quality a unit saves with: its own (G-21)."""
    return (unit,)


# --- attacks ----------------------------------------------------------------------------------------------------


def reveal(state: State, units: Iterable[Counter]) -> None:
    for unit in units:
        control.turn_up(state, unit, "attacked", ("R-08",))


def attack(state: State, aimed: Aimed, h: int, strength: int, units: Sequence[Counter], splat: bool = False) -> None:
    """A spell's attack on units of one hex: saves first, then one roll against those that did not save (R-144)."""
    spell, side = aimed.spell, aimed.caster.side
    reveal(state, units)
    struck = unsaved(state, spell, units)
    for group in [struck]:
        if group:
            combat.strike(state, "spell", (), (), h, side, strength=strength, defenders=group, splat=splat, by=spell.id)


def blast(state: State, aimed: Aimed) -> None:
    """Big Bang Boomeroo and Fireball: every hex under the template, the nearest first (A-160, A-165)."""
    least = state.setting.figures.spell_minimum_strength
    struck = strengths(aimed.spell, area(state, aimed), least)
    kill_lone_leaders(state, aimed, struck)
    for h, strength in struck.items():
        units = in_area(state, aimed, (h,))
        if units:
            attack(state, aimed, h, strength, units)


def fist(state: State, aimed: Aimed) -> None:
    """Fist of Righteousness: everyone in one hex together, which is its template (A-161, R-147)."""
    h = areas.hex_at(state.ground, aimed.point)
    assert h is not None
    kill_lone_leaders(state, aimed, (h,))
    units = state.troops(h)
    if units:
        attack(state, aimed, h, aimed.spell.strengths[0], units)


def splat(state: State, aimed: Aimed) -> None:
    """Giant Splat: one unit; Disorganised is Eliminated (A-162, R-148)."""
    unit = aimed.units[0]
    units: Sequence[Counter] = (unit,)
    attack(state, aimed, unit.hex, aimed.spell.strengths[0], units, splat=True)


def chain(state: State, aimed: Aimed) -> None:
    """Chain Lightning: unit by unit with less and less strength (A-166, R-152, G-22)."""
    for unit, strength in zip(aimed.units, aimed.spell.strengths, strict=False):
        if unit.hex != OFF:
            attack(state, aimed, unit.hex, strength, (unit,))


# --- fear and confusion -----------------------------------------------------------------------------------------


def fear(state: State, aimed: Aimed) -> None:
    """Fearball: everyone under it is Disorganised without a save, then each must roll its quality or rout (A-164)."""
    units = in_area(state, aimed, area(state, aimed))
    reveal(state, units)
    for unit in units:
        unit.shaken = True
        morale.disorganise(state, unit, ("A-164", "R-150"), combat=False)
    for unit in units:
        if not unit.routed and not unit.dead and not resists(state, aimed.spell, (unit,), 0):
            morale.rout(state, unit, ("A-164", "R-150"))


def confuse(state: State, aimed: Aimed, units: Sequence[Counter], spared: frozenset[int] = frozenset()) -> None:
    """A formation rolls against its best quality, or all its units are Disorganised and confused (R-153, R-156)."""
    spell = aimed.spell
    struck = [unit for unit in units if unit.hex not in spared]
    reveal(state, struck)
    if resists(state, spell, units, spell.save.modifier):
        return
    for unit in struck:
        unit.shaken = True
        morale.disorganise(state, unit, tuple(spell.rules), combat=False)


def vegetate(state: State, aimed: Aimed) -> None:
    """Vegetative Chain Reaction: every formation with a unit under the template (A-167, R-153)."""
    met: set[int] = set()
    for unit in in_area(state, aimed, area(state, aimed)):
        if unit.id not in met:
            units = formation(state, unit)
            met.update(u.id for u in units)
            confuse(state, aimed, units)


def distract(state: State, aimed: Aimed) -> None:
    """Distraction: one formation (A-170, R-156)."""
    confuse(state, aimed, formation(state, aimed.units[0]), warded(state))


# --- help -------------------------------------------------------------------------------------------------------


def wahoo(state: State, aimed: Aimed) -> None:
    """Wahoo: the side's attacks are the better for the rest of the turn (A-163, R-149)."""
    state.wahoo[aimed.caster.side] = state.turn
    state.tell("wahoo", ("A-163", "R-149"), side=state.setting.sides[aimed.caster.side])


def rally(state: State, aimed: Aimed) -> None:
    """Rally: Disorganised and Routed markers of the own side come off (A-168, R-154)."""
    for unit in in_area(state, aimed, area(state, aimed)):
        if unit.side == aimed.caster.side and unit.in_disorder:
            unit.routed, unit.disorganised = False, NEVER
            state.version += 1
            state.tell("rallied", ("A-168", "R-154"), unit=unit.key, now="good order")


# --- the land ---------------------------------------------------------------------------------------------------


def lasts_until(state: State, spell: Spell) -> int:
    """The last turn of a lasting spell: the turn of casting is its first (R-143)."""
    return state.turn + (spell.turns or 1) - 1


def open_chasm(state: State, aimed: Aimed) -> None:
    """Yawning Chasm: everything there is lost, and nothing can enter until it closes (A-173, R-159)."""
    hexes = frozenset(area(state, aimed))
    names = _names(state, hexes)
    state.tell("chasm", ("A-173", "R-159"), hexes=names, until=lasts_until(state, aimed.spell))
    for h in sorted(hexes):
        for unit in state.here(h):
            control.remove(state, unit, "chasm", ("A-173", "R-159"))
    if hexes:
        state.lasting.append(Lasting(CHASM, aimed.spell.id, lasts_until(state, aimed.spell), hexes))
        _lay_chasms(state)


def _names(state: State, hexes: Iterable[int]) -> list[str]:
    return sorted(state.ground.names[h] for h in hexes)


def _lay_chasms(state: State) -> None:
    """The land as the chasms that are open make it."""
    hexes = frozenset(h for lasting in state.lasting if lasting.kind == CHASM for h in lasting.hexes)
    if hexes != state.ground.changes.chasm:
        state.change_ground(state.ground.changes._replace(chasm=hexes))


def glamour(state: State, aimed: Aimed) -> None:
    """Anti-Magickal Glamour: lasting spells end under it, and none can be laid there for a while (A-171, R-157)."""
    assert aimed.template is not None
    covered = frozenset(areas.ball(state.ground, aimed.point, aimed.template, aimed.spell.spillover))
    free = frozenset(area(state, aimed))
    state.tell("glamour", ("A-171", "R-157"), hexes=_names(state, covered), until=lasts_until(state, aimed.spell))
    for number, lasting in enumerate(list(state.lasting)):
        if lasting.kind == CHASM:
            state.lasting[number] = lasting._replace(hexes=lasting.hexes - covered)
    for unit in state.units:
        if unit.expires and unit.hex in covered:
            vanish(state, unit, ("A-171", "R-157"))
    if free:
        state.lasting.append(Lasting(WARD, aimed.spell.id, lasts_until(state, aimed.spell), free))
    tidy(state)
    _lay_chasms(state)


# --- summoned units ---------------------------------------------------------------------------------------------


def summon_goons(state: State, aimed: Aimed) -> None:
    """Summon Primal Goons: one to three units, with the caster or next to him (A-169, R-155)."""
    rolled = state.dice.roll(DIE)
    by = state.setting.figures.goons_die_divisor
    number = -(-rolled // by)
    state.tell(
        "goons",
        ("A-169", "R-155"),
        caster=aimed.caster.key,
        die=rolled,
        number=number,
        chance=chance_text(state, DIE, lambda die: -(-die // by) == number),
    )
    _call(state, aimed, "summon", number)


def raise_dead(state: State, aimed: Aimed) -> None:
    """Summon the Walking Dead: as many as the casters have mana left (A-172, R-158, G-37)."""
    number = sum(caster.mana for caster in aimed.casters)
    _call(state, aimed, "raise", min(number, len(fallen(state))))


def _call(state: State, aimed: Aimed, kind: str, number: int) -> None:
    """Note the spell and ask, for one unit after another, where it appears."""
    casters = tuple(caster.id for caster in aimed.casters)
    state.lasting.append(Lasting(SUMMONS, aimed.spell.id, lasts_until(state, aimed.spell), casters=casters))
    caster = aimed.caster
    state.questions += [Question(kind, caster.side, caster.id)] * number


def fallen(state: State) -> list[Counter]:
    """The dead who can be raised, of either side; not those who stand again already, nor what was itself summoned."""
    raised = {u.raised for u in state.units if u.raised != OFF and u.hex != OFF}
    return [u for u in state.units if u.dead and u.original.troops and not u.expires and u.id not in raised]


def free_for(state: State, caster: Counter, kind: Kind, hexes: Iterable[int]) -> list[int]:
    """The hexes in which a unit that a caster summons can appear: allowed to it, and within stacking."""
    probe = Counter(len(state.units), "", "", caster.side, kind)
    kept_out = warded(state)
    return [
        h
        for h in hexes
        if h not in kept_out
        and not state.enemies_in(h, caster.side)
        and movement.may_enter(state, probe, h) is None
        and control.fits(state, probe, h)
    ]


def room_for_goons(state: State, caster: Counter, spell: Spell) -> list[int]:
    """The hexes where the next of the goons can appear: with the caster or next to him only (R-155, G-61)."""
    ground, kind = state.ground, state.setting.listed(spell.summons or "")
    return free_for(state, caster, kind, sorted((caster.hex, *ground.next[caster.hex])))


def room_for_dead(state: State, caster: Counter, kind: Kind) -> list[int]:
    """The hexes where one of the dead can rise: next to the caster, else the nearest legal ones (R-158, G-55)."""
    ground = state.ground
    result = free_for(state, caster, kind, sorted(ground.next[caster.hex]))
    if not result:
        row = ground.distances(caster.hex)
        legal = free_for(state, caster, kind, (h for h in range(ground.size) if row[h] > 1))
        nearest = min((row[h] for h in legal), default=0)
        result = [h for h in legal if row[h] == nearest]
    return result


def no_room(state: State, question: Question) -> None:
    """Drop a goon for which there is no hex (G-61)."""
    state.tell("no-room", ("R-155", "G-61"), caster=state.units[question.counter].key)


def _group(state: State, caster: int) -> int:
    """The number of the spell with which a caster is summoning: his last."""
    return max(n for n, lasting in enumerate(state.lasting) if lasting.kind == SUMMONS and lasting.casters[0] == caster)


def appear(state: State, caster: Counter, kind: Kind, h: int, raised: Counter | None = None) -> Counter:
    """A summoned unit comes on to the map."""
    number = _group(state, caster.id)
    lasting = state.lasting[number]
    side = state.setting.scenario.sides[caster.side]
    count = 1 + sum(u.side == caster.side for u in state.units)
    while state.named(f"{side.letter}{count}") is not None:
        count += 1
    unit = Counter(len(state.units), f"{side.letter}{count}", kind.name, caster.side, kind)
    unit.summoner, unit.expires = caster.id, lasting.until
    unit.upkeep = state.setting.spells[lasting.spell].upkeep
    if raised is not None:
        unit.raised, unit.name = raised.id, raised.name
    state.units.append(unit)
    state.lasting[number] = lasting._replace(units=(*lasting.units, unit.id))
    state.put(unit, h)
    rules = ("A-172", "R-158") if raised is not None else ("A-169", "R-155")
    state.tell(
        "summoned",
        rules,
        unit=unit.key,
        name=unit.name,
        hex=state.ground.names[h],
        caster=caster.key,
        until=lasting.until,
        raised=raised.key if raised is not None else None,
    )
    control.meet(state, unit)
    return unit


def summon_choices(state: State, question: Question) -> tuple[Action, ...]:
    """The choices of a hex for the next goon."""
    caster = state.units[question.counter]
    spell = state.setting.spells[state.lasting[_group(state, caster.id)].spell]
    return tuple(Action("summon", (caster.id,), (h,), spell.id) for h in room_for_goons(state, caster, spell))


def raise_choices(state: State, question: Question) -> tuple[Action, ...]:
    """The choices of the next to rise and its hex: one of each kind that has fallen on either side, or an end.

    Those of a kind are alike, so that the first of them stands for all.
    """
    caster = state.units[question.counter]
    dead = fallen(state)
    first = {(u.side, id(u.original)): u for u in reversed(dead)}
    actions: list[Action] = []
    for unit in sorted(first.values(), key=lambda u: u.id):
        hexes = room_for_dead(state, caster, unit.original)
        actions += [Action("raise", (caster.id,), (h,), unit.key) for h in hexes]
    return (*actions, Action("enough", (caster.id,))) if actions else ()


def vanish(state: State, unit: Counter, rules: tuple[str, ...]) -> None:
    """A summoned unit goes as it came: nobody in its hex shares its fate."""
    state.tell("vanishes", rules, unit=unit.key, hex=state.ground.names[unit.hex])
    state.put(unit, OFF)
    unit.dead = True
    unit.routed, unit.disorganised, unit.face_down = False, NEVER, False


def end(state: State, lasting: Lasting, rules: tuple[str, ...]) -> None:
    """A lasting spell is over."""
    state.lasting.remove(lasting)
    for unit in state.present(lasting.units):
        vanish(state, unit, rules)
    values = {CHASM: "chasm-closes", WARD: "glamour-ends"}
    if lasting.kind in values:
        state.tell(values[lasting.kind], rules, hexes=_names(state, lasting.hexes))
    _lay_chasms(state)


def tidy(state: State) -> None:
    """Forget spells of which nothing is left."""
    state.lasting = [lasting for lasting in state.lasting if lasting.hexes or state.present(lasting.units)]


# --- which spell does what --------------------------------------------------------------------------------------

Effect = Callable[[State, Aimed], None]

BY_ID: dict[str, Effect] = {
    "giant-splat": splat,
    "wahoo": wahoo,
    "fearball": fear,
    "vegetative-chain-reaction": vegetate,
    "rally": rally,
    "distraction": distract,
    "anti-magickal-glamour": glamour,
    DEAD: raise_dead,
    "yawning-chasm": open_chasm,
}
"""Spells with a way of their own."""

SHAKING: Collection[Effect] = (fear, vegetate, distract)
"""The effects that a formation feels until its next orders (R-57)."""

BY_TARGET: dict[str, Effect] = {"cone": blast, "area": blast, "hex": fist, "chain": chain}
"""What a spell with strengths does at its kind of target, a pack's own spells too."""


def shakes(spell: Spell) -> bool:
    """Whether a spell leaves fear or confusion, which stays until the formation next rolls for orders (R-57)."""
    return effect(spell) in SHAKING


def effect(spell: Spell) -> Effect | None:
    """The effect of a spell; None for a spell of a pack that the engine cannot play."""
    if spell.play == "ignored":
        return None
    if spell.id in BY_ID:
        return BY_ID[spell.id]
    if spell.strengths and spell.target in BY_TARGET:
        return BY_TARGET[spell.target]
    return summon_goons if spell.summons is not None else None
