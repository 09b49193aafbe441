"""Defeat as gauges: an army wins when so large a share of its enemy is dead or routed (B-40)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ibbprint.engine.api.gauges import Gauge, percent_of
from ibbprint.phrases import side_inside
from ibbprint.systems.battle_turn.rules.setting import Setting
from ibbprint.systems.battle_turn.rules.state import State


def gauges_of(setting: Setting) -> list[Gauge]:
    """A gauge for each side: the share of its enemy's worth that is gone."""
    names = [army.name for army in setting.battle.armies]
    least = 100 / setting.figures["defeat-share"]
    return [
        Gauge(
            side,
            f"worth of {side_inside(names[1 - number])} dead or routed",
            "at least",
            least,
            _share_gone(1 - number),
            percent=True,
        )
        for number, side in enumerate(setting.sides)
    ]


def _share_gone(side: int) -> Callable[[State], Fraction]:
    return lambda state: percent_of(state.gone(side), state.setting.starts[side])
