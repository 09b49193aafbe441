"""Hounds and Hare, a game with an engine in a package of somebody else; `Generator` goes through its rooms."""

from pathlib import Path

from ibbprint.engine.game import Generator


class Chase(Generator):
    id = "chase"
    title = "Hounds and Hare"
    home = Path(__file__).parent
    rule_ids = "C-01"


game = Chase()
