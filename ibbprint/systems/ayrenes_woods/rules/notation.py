"""The verbs of the game: `move R3 0911-0910`, `attack R3 -> 0910`, `cast BL holy-war -> 1006`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ibbprint.engine.verbs import AIM, NONE, WAY, FormRules, Notation, Verb
from ibbprint.systems.ayrenes_woods.rules import control
from ibbprint.systems.ayrenes_woods.rules.state import Refused, State

VERBS: Mapping[str, Verb] = {
    "pass": Verb(NONE, answer=True),
    "fight": Verb(NONE),
    "end": Verb(NONE),
    "activate": Verb(answer=True),
    "decline": Verb(answer=True),
    "appoint": Verb(answer=True),
    "berserk": Verb(),
    "battle": Verb(),
    "suffer": Verb(answer=True),
    "move": Verb(hexes=WAY),
    "turn": Verb(word="corner"),
    "attack": Verb(hexes=AIM),
    "cast": Verb(hexes=AIM, word="spell"),
    "join": Verb(hexes=WAY, answer=True),
    "regain": Verb(word="spell", answer=True),
    "shoot": Verb(hexes=AIM, answer=True),
}


def _names(state: State) -> tuple[str, ...]:
    return state.ground.names


def _words(state: State, kind: str) -> Iterable[str]:
    return control.CORNERS if kind == "corner" else state.setting.spells


NOTATION = Notation(VERBS, FormRules(action="A-R12", counter="A-R12", hex="A-R16"), Refused, _names, _words)
"""The actions of the game as text."""
