"""Hounds and Hare, a game with an engine in a package of somebody else; `GameFolder` goes through its rooms."""

from pathlib import Path

from ibbprint.engine.game import GameFolder


class Chase(GameFolder):
    id = "chase"
    title = "Hounds and Hare"
    home = Path(__file__).parent
    rule_ids = "C-01"


game = Chase()
