"""Elements on the table as a combat sees them: everything that counts, from where they stand.

The `Stand`s are those that odds are asked with, so a fight in play and a question typed by hand are weighed alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.engine.lattice import Rect, Sight, is_within
from ibbprint.systems.element_battle.models.troops import Terrain
from ibbprint.systems.element_battle.rules import contact, ground
from ibbprint.systems.element_battle.rules.combat import main_of, on_slopes
from ibbprint.systems.element_battle.rules.stands import Stand
from ibbprint.systems.element_battle.rules.state import Element, State


def _plain(state: State, element: Element, *, cover: bool = False) -> Stand:
    """An element and the ground that it stands in."""
    terrain = ground.under(state, element, cover=cover)
    return Stand(element.kind, general=element.general, options=element.options, ground=terrain)


def in_fight(state: State, mine: Element, theirs: Element) -> tuple[Stand, Stand]:
    """Two elements in close combat; who is not in the water that its enemy is in is on the bank (H-54)."""
    grounds = ground.under(state, mine), ground.under(state, theirs)
    stand, enemy_stand = _fighter(state, mine, theirs, *grounds), _fighter(state, theirs, mine, *grounds[::-1])
    return on_slopes(stand, enemy_stand)


def _fighter(state: State, element: Element, enemy: Element, terrain: Terrain | None, its: Terrain | None) -> Stand:
    """One of two in close combat, by the terrain under either."""
    press = contact.pressed(state, element, enemy)
    friend = contact.second_rank(state, element)
    return Stand(
        element.kind,
        general=element.general,
        options=element.options,
        ground=terrain,
        higher=_wades(enemy, its) and not _wades(element, terrain),
        flanks=len(press.sides),
        touching=tuple(touched.kind for touched in press.touching),
        second=friend is not None,
        second_ground=None if friend is None else ground.under(state, friend),
        charged=enemy.id in element.charged,
    )


def _wades(element: Element, terrain: Terrain | None) -> bool:
    return not element.flies and terrain is not None and terrain.water


def in_shot(state: State, shooters: Sequence[Element], target: Element) -> tuple[Stand, Stand]:
    """The shooters at a target as one stand, aided by the others, and the target (H-48)."""
    return _aided([_plain(state, shooter) for shooter in shooters], _plain(state, target, cover=True))


def in_spell(state: State, casters: Sequence[Element], target: Element) -> tuple[Stand, Stand]:
    """The casters at a target as one stand, and the target with the elements that ward it (H-22)."""
    aura = state.setting.aura
    friends = [friend for friend in state.of(target.side) if is_within(friend.rect, target.rect, aura)]
    stand = _plain(state, target, cover=True)._replace(
        guarded=any(friend.kind.guards for friend in friends), at_home=any(friend.is_place for friend in friends)
    )
    active, stand = _aided([_plain(state, caster) for caster in casters], stand)
    line = spell_line(casters[0].rect, target.rect)
    return active, stand._replace(across_water=any(line.passes(water) for water in state.setting.water))


def _aided(active: Sequence[Stand], target: Stand) -> tuple[Stand, Stand]:
    return main_of(active, target)._replace(aids=len(active) - 1), target


def spell_line(caster: Rect, target: Rect) -> Sight:
    """From the middle of a caster to the nearest point of a target, in half cells."""
    x, y = caster.x1 + caster.x2, caster.y1 + caster.y2
    to_x = min(max(x, 2 * target.x1), 2 * target.x2)
    to_y = min(max(y, 2 * target.y1), 2 * target.y2)
    return Sight(x, y, to_x - x, to_y - y)
