"""The verbs of the game: `move B2 2,2-2,3`, `fire B2 -> 2,4`, `melee B5 -> 6,4`, `rally B1`."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.engine.verbs import AIM, NONE, WAY, FormRules, Notation, Verb
from ibbprint.systems.microbattle.rules.state import Refused, State

VERBS: Mapping[str, Verb] = {
    "join": Verb(answer=True),
    "keep": Verb(NONE, answer=True),
    "move": Verb(hexes=WAY),
    "stay": Verb(),
    "rally": Verb(),
    "leave": Verb(hexes=WAY),
    "enter": Verb(hexes=WAY),
    "end": Verb(NONE),
    "fire": Verb(hexes=AIM, answer=True),
    "melee": Verb(hexes=AIM, answer=True),
    "hold": Verb(answer=True),
    "evade": Verb(answer=True),
    "stand": Verb(answer=True),
    "follow": Verb(answer=True),
    "halt": Verb(answer=True),
}
_RULES = FormRules(
    action="M-40",
    counter="M-40",
    hex="M-35",
    place="[0-9]{1,2},[0-9]{1,2}",
    places="squares, column and row: 3,4",
    cell="square",
)
NOTATION: Notation[State] = Notation(VERBS, _RULES, Refused, lambda state: state.setting.space.names)
"""The actions of the game as text."""
