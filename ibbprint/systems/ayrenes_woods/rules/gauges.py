"""Rout levels as gauges: an army wins when its enemy has lost more points than his rout level (A-51)."""

from __future__ import annotations

from functools import partial

from ibbprint.engine.api.gauges import Gauge
from ibbprint.phrases import side_inside
from ibbprint.systems.ayrenes_woods.rules.setting import Setting
from ibbprint.systems.ayrenes_woods.rules.victory import lost


def gauges_of(setting: Setting) -> list[Gauge]:
    """A gauge for each side: the points that its enemy has lost."""
    return [
        Gauge(
            side,
            f"points of victory lost by {side_inside(setting.armies[1 - number].name)}",
            "more than",
            setting.armies[1 - number].rout_level,
            partial(lost, side=1 - number),
            written=("armies", 1 - number, "rout_level"),
        )
        for number, side in enumerate(setting.sides)
    ]
