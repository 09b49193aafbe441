"""Sally Port, a small game in somebody else's package, with army lists: a sortie from a besieged town."""

from pathlib import Path

from ibbprint.engine.game import ArmyLists, GameFolder


class SallyPort(ArmyLists, GameFolder):
    id = "sally"
    title = "Sally Port"
    home = Path(__file__).parent
    rule_ids = "S-01 and S-12"


game = SallyPort()
