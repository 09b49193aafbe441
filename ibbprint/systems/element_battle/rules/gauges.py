"""A broken army as gauges: half of its elements lost, or its general (H-33, H-34)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ibbprint.engine.api.gauges import Gauge, percent_of
from ibbprint.phrases import side_inside
from ibbprint.systems.element_battle.rules.setting import Setting
from ibbprint.systems.element_battle.rules.state import State
from ibbprint.systems.element_battle.rules.victory import general_is_lost


def gauges_of(setting: Setting) -> list[Gauge]:
    """Two gauges for each side: the share of its enemy's elements that is lost, and the enemy's general.

    Either breaks the enemy only while he has lost more elements than this side.
    """
    names = [side_inside(side.army.name) for side in setting.battle.sides]
    least = 100 / setting.figures["broken"]
    result = []
    for number, side in enumerate(setting.sides):
        enemy = names[1 - number]
        result += [
            Gauge(side, f"elements of {enemy} lost", "at least", least, _share_lost(1 - number), percent=True),
            Gauge(side, f"generals of {enemy} lost", "at least", 1, _general(1 - number)),
        ]
    return result


def _share_lost(side: int) -> Callable[[State], Fraction]:
    return lambda state: percent_of(state.lost(side), state.setting.starts[side])


def _general(side: int) -> Callable[[State], int]:
    return lambda state: int(general_is_lost(state, side))
