"""The verbs of the game: `shoot A5 -> B4:2`, `move A5 43,15`, `turn A1 wheel-left`, `order AW+A2 hold`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ibbprint.engine.verbs import NONE, ONE, WAY, FormRules, Notation, Verb
from ibbprint.systems.battle_turn.rules import command, fighting, manoeuvre, marching, moving, volleys
from ibbprint.systems.battle_turn.rules.state import Refused, State

TWO = (2, 2)
"""A leader and a unit."""
FIRST, SECOND = "first", "second"
VERBS: Mapping[str, Verb] = {
    volleys.SHOOT: Verb(word="counter", say="Shoot volleys:", rule="B-07"),
    volleys.WAIT: Verb(say="Do not shoot:"),
    FIRST: Verb(NONE, answer=True),
    SECOND: Verb(NONE, answer=True),
    moving.ADVANCE: Verb(),
    manoeuvre.STAY: Verb(rule="B-56"),
    manoeuvre.MOVE: Verb(hexes=WAY, word="heading", rule="B-56"),
    manoeuvre.TURN: Verb(word="turn", reads=marching.described, rule="B-51"),
    manoeuvre.FACE: Verb(word="face", rule="B-52"),
    manoeuvre.REFORM: Verb(word="front", say="Change ranks:", reads=lambda word: f"{word} in front", rule="B-R11"),
    command.JOIN: Verb(TWO),
    command.RIDE: Verb(hexes=WAY),
    fighting.RANKS: Verb(word="ranks"),
    fighting.SEIZE: Verb(word="counter"),
    fighting.FORGO: Verb(),
    command.ORDER: Verb(TWO, word="orders", rule="B-R24"),
    command.KEEP: Verb(say="Keep its orders:"),
    command.SWAY: Verb(TWO, say="Steady:", rule="B-R27"),
    command.REST: Verb(ONE, say="Steady nobody:"),
}
_RULES = FormRules(
    action="B-66",
    counter="B-66",
    hex="B-47",
    place="[0-9]{1,2},[0-9]{1,2}",
    places="cells, inches from the west and from the south: 43,15",
    cell="cell",
)
_WORDS: Mapping[str, tuple[str, ...]] = {
    "turn": marching.WORDS,
    "heading": manoeuvre.HEADINGS,
    "face": ("left", "right", "about"),
    "ranks": (fighting.ONE, fighting.TWO),
    "orders": command.ORDERS,
}


def _words(state: State, kind: str) -> Iterable[str]:
    if kind == "counter":
        return [unit.key for unit in state.units]
    return _WORDS.get(kind, ())


NOTATION: Notation[State] = Notation(VERBS, _RULES, Refused, lambda state: state.setting.names, _words)
"""The actions of the game as text."""
