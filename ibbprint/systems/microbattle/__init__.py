"""MicroBattle: its models, data, checks and rules. The only name for outside is `game`."""

from __future__ import annotations

from typing import Any

from ibbprint.engine.game import Generator


class MicroBattle(Generator[Any, Any, Any]):
    """The game as the commands see it."""

    id = "microbattle"
    title = "MicroBattle"
    order = 3
    rule_ids = "M-16 and M-R15"


game = MicroBattle()
