"""Moves that a side chooses: turns, changes of ranks, moves under OPPOSE, going back when shaken (B-56, B-57)."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.digits import are_digits
from ibbprint.engine.lattice import Block, Heading, Rect, is_within, squared
from ibbprint.engine.state import Action
from ibbprint.systems.battle_turn.rules import formation, marching
from ibbprint.systems.battle_turn.rules.advance import nearest
from ibbprint.systems.battle_turn.rules.marching import March, Stand
from ibbprint.systems.battle_turn.rules.state import OPPOSE, SHAKEN, Refused, State, Unit

STAY, MOVE, TURN, FACE, REFORM = "stay", "move", "turn", "face", "reform"
HEADINGS = tuple(heading.name.lower() for heading in Heading)
"""The headings as actions name them."""


# --- what a side may choose -------------------------------------------------------------------------------------


def choices(state: State, unit: Unit) -> Iterator[Action]:
    """The actions of a unit that is not bound to advance; the first is to stay."""
    yield Action(STAY, (unit.id,))
    if formation.foes(state, unit):
        if not formation.fronts(state, unit):
            yield from (Action(FACE, (unit.id,), (), word) for word, _ in marching.facings(state, unit))
        return
    if unit.condition == SHAKEN or unit.orders == OPPOSE:
        march = marching.march(state, unit)
        yield from (_to(state, unit, march.block(end)) for end in _ends(state, unit, march))
    yield from (Action(TURN, (unit.id,), (), word) for word, _ in marching.turns(state, unit))
    if unit.condition != SHAKEN:
        yield from (Action(REFORM, (unit.id,), (), str(front)) for front in _fronts(state, unit))


def _to(state: State, unit: Unit, block: Block) -> Action:
    return Action(MOVE, (unit.id,), (state.setting.cell(block.rect.x1, block.rect.y1),))


def _fronts(state: State, unit: Unit) -> list[int]:
    """The usual other fronts: the narrowest for each number of ranks."""
    most_ranks = state.setting.figures["max-ranks"]
    return [front for front in formation.fronts_of(unit.figures, most_ranks).values() if front != unit.front]


def _ends(state: State, unit: Unit, march: March) -> list[Stand]:
    """The ends among which the program chooses (B-56): back, cover or height, long range, short range, ahead."""
    start = marching.stand_of(unit.block)
    allowed = sorted(end for end in march.ends if end != start and check_end(state, unit, march.block(end)) is None)
    enemy = nearest(state, unit)
    if enemy is None or not allowed:
        return []
    away = {end: squared(march.block(end).rect, enemy.rect) for end in allowed}
    cost = {end: march.ends[end][0] for end in allowed}
    stands = [max(allowed, key=lambda end: (away[end], -cost[end]))]
    if unit.condition == SHAKEN:
        return stands
    good = [end for end in allowed if is_sheltered(state, march.block(end).rect)]
    stands += sorted(good, key=lambda end: (cost[end], end))[:1]
    if unit.kind.missile is not None:
        weapon = state.setting.catalogue.weapons[unit.kind.missile]
        for inches in (weapon.long_range, weapon.short_range):
            near = [end for end in allowed if away[end] <= inches**2]
            stands += sorted(near, key=lambda end: (-away[end], cost[end], end))[:1]
    stands.append(min(allowed, key=lambda end: (away[end], cost[end])))
    return list(dict.fromkeys(stands))


def is_sheltered(state: State, rect: Rect) -> bool:
    """Whether half of a place or more is on a hill, or in what gives cover."""
    pieces = [
        Rect(ground.x1, ground.y1, ground.x2, ground.y2)
        for ground in state.setting.battle.terrain
        if ground.kind.rise or (ground.kind.cover != "none" and not ground.kind.cross)
    ]
    return any(2 * rect.common(piece) >= rect.wide * rect.deep for piece in pieces)


# --- what the rules allow ---------------------------------------------------------------------------------------


def check_end(state: State, unit: Unit, block: Block) -> Refused | None:
    """Check that a unit may end its move there (B-56, B-57): the refusal, or None."""
    enemies = list(state.units_of(1 - unit.side))
    if unit.condition == SHAKEN:
        if any(squared(block.rect, enemy.rect) < squared(unit.rect, enemy.rect) for enemy in enemies):
            return Refused("B-57", f"{unit.key} is shaken, and would come nearer to an enemy")
        return None
    if any(block.touches_ahead(enemy.rect) for enemy in enemies):
        return Refused("B-56", f"{unit.key} has OPPOSE orders, and may not make contact")
    leash = state.setting.figures["oppose-leash"]
    if unit.kind.missile is None and not is_within(block.rect, unit.home, leash):
        return Refused("B-56", f"{unit.key} has OPPOSE orders, and stays within {leash} inches of where it began")
    return None


def check(state: State, unit: Unit, action: Action) -> Refused | None:
    """Check that a unit may take an action in the movement phase: the refusal, or None."""
    verb = action.verb
    if verb == STAY:
        return None
    touched = bool(formation.foes(state, unit))
    if verb == FACE:
        if not touched or formation.fronts(state, unit):
            return Refused("B-52", f"{unit.key} is not in contact only on its flank or rear")
        if action.word not in (word for word, _ in marching.facings(state, unit)):
            return Refused("B-52", f"{unit.key} has no enemy to face {action.word}, or no room")
        return None
    if touched:
        return Refused("B-52", f"{unit.key} is in contact, and stays")
    if verb == TURN:
        if action.word not in (word for word, _ in marching.turns(state, unit)):
            return Refused("B-51", f"{unit.key} has no room to {action.word}")
        return None
    if verb == REFORM:
        return _check_reform(state, unit, action)
    return _check_move(state, unit, action)


def _check_reform(state: State, unit: Unit, action: Action) -> Refused | None:
    if unit.condition == SHAKEN:
        return Refused("B-57", f"{unit.key} is shaken, and cannot change its ranks")
    most_ranks = state.setting.figures["max-ranks"]
    least = formation.ranks(unit.figures, most_ranks)
    if not are_digits(action.word) or not least <= int(action.word) <= unit.figures:
        return Refused("B-47", f"{unit.key} may have a front of {least} to {unit.figures}, not {action.word!r}")
    if int(action.word) == unit.front:
        return Refused("B-47", f"{unit.key} already has a front of {unit.front}")
    return None


def _check_move(state: State, unit: Unit, action: Action) -> Refused | None:
    if unit.condition != SHAKEN and unit.orders != OPPOSE:
        return Refused("B-56", f"{unit.key} has HOLD orders: it turns or changes its ranks, and nothing else")
    if len(action.path) != 1:
        return Refused("B-51", f"move names the place for the south-west corner of {unit.key}")
    if action.word and action.word not in HEADINGS:
        return Refused("B-51", f"{action.word!r} is not a heading: {', '.join(HEADINGS)}")
    block = destination(state, unit, action)
    if block is None:
        return Refused("B-51", f"{unit.key} cannot reach {state.setting.names[action.path[0]]}")
    return check_end(state, unit, block)


def destination(state: State, unit: Unit, action: Action) -> Block | None:
    """The end of a move with its turns on the way; None where the unit does not get there."""
    march, end = _marched(state, unit, action)
    return march.block(end) if end in march.ends and end != marching.stand_of(unit.block) else None


def inches(state: State, unit: Unit, action: Action) -> int:
    """The inches that a legal move takes of the allowance of a unit, turns on the way included (B-51)."""
    march, end = _marched(state, unit, action)
    return march.ends[end][0]


def _marched(state: State, unit: Unit, action: Action) -> tuple[March, Stand]:
    """Everywhere that a unit gets by such a move, and where it would end."""
    heading = unit.block.heading if not action.word else Heading[action.word.upper()]
    end = marching.Stand(heading, *state.setting.corner(action.path[0]))
    return marching.march(state, unit, may_turn=bool(action.word)), end


# --- doing it ---------------------------------------------------------------------------------------------------


def reformed(state: State, unit: Unit, front: int, may: int) -> int:
    """The front nearest to what was wanted that so many figures changing rank can make, and that has room (B-37)."""
    standing = marching.obstacles(state, unit)
    most_ranks = state.setting.figures["max-ranks"]

    def is_possible(tried: int) -> bool:
        if formation.ranks(unit.figures, tried) > most_ranks:
            return False
        fits = marching.is_free(state, formation.laid_out(state, unit, tried).rect, standing)
        return fits and formation.changing(unit.figures, unit.front, tried) <= may

    step = 1 if front < unit.front else -1
    return next((tried for tried in range(front, unit.front, step) if is_possible(tried)), unit.front)
