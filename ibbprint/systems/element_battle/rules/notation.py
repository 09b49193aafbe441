"""The verbs of the game: `move A1+A2 ahead200`, `move A3 turn-left,ahead40`, `shoot D7 -> A4`, `fight A1 -> D2`."""

from __future__ import annotations

from collections.abc import Iterable

from ibbprint.engine.verbs import NONE, SOME, WAY, FormRules, Notation, Verb
from ibbprint.systems.element_battle.rules import facing, fighting, magic, moving, shooting
from ibbprint.systems.element_battle.rules.state import Refused, State

_COUNTER = "counter"
VERBS = {
    moving.MOVE: Verb(SOME, word="legs"),
    moving.APPEAR: Verb(hexes=WAY, word="heading"),
    moving.MARK: Verb(word="pips"),
    moving.END: Verb(NONE),
    facing.FACE: Verb(word=_COUNTER, answer=True),
    magic.CAST: Verb(SOME, word=_COUNTER),
    shooting.SHOOT: Verb(word=_COUNTER),
    shooting.HOLD: Verb(),
    fighting.FIGHT: Verb(word=_COUNTER),
}
_RULES = FormRules(
    action="H-70",
    counter="H-70",
    hex="H-51",
    place="[0-9]{1,3},[0-9]{1,3}",
    places="cells of 20 paces, from the west and from the south: 40,50",
    cell="cell",
)


def _words(state: State, kind: str) -> Iterable[str]:
    if kind == _COUNTER:
        return [element.key for element in state.elements]
    return moving.HEADINGS if kind == "heading" else ()


NOTATION: Notation[State] = Notation(VERBS, _RULES, Refused, lambda state: state.setting.names, _words)
"""The actions of the game as text."""
