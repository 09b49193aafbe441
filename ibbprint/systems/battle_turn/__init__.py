"""The Battle Turn: its models, data, checks and rules. The only name for outside is `game`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ibbprint.engine.game import GameFolder

if TYPE_CHECKING:
    from ibbprint.engine.api.checking import Finding


class BattleTurn(GameFolder[Any, Any, Any]):
    """The game as the commands see it."""

    id = "battle-turn"
    title = "The Battle Turn: play aid"
    order = 5
    rule_ids = "B-19 and B-R20"

    def leaves_a_game(self, finding: Finding) -> bool:
        from ibbprint.systems.battle_turn.checks import FATAL

        return finding.check not in FATAL

    def leaves_a_kit(self, finding: Finding) -> bool:
        return self.leaves_a_game(finding)


game = BattleTurn()
