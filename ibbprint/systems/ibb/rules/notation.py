"""The verbs of the game: `move R3 1707-1608-1507`, `melee R2 -> 1507`, `cast S31 fireball -> 0912`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ibbprint.engine.verbs import AIM, NONE, SOME, WAY, FormRules, Notation, Verb
from ibbprint.systems.ibb.rules.engines import STRUCTURE
from ibbprint.systems.ibb.rules.state import Refused, State

MOUNTED_RULE = "A-95"
"""What tells mounted combat from melee."""

VERBS: Mapping[str, Verb] = {
    "order": Verb(NONE, say="Give the order: a die decides whether they obey"),
    "resolve": Verb(NONE, say="Fight the attack that is declared", settles=True),
    "end": Verb(NONE, say="End this activation"),
    "attach": Verb(say="Take along in this activation:"),
    "rally": Verb(),
    "stand": Verb(answer=True, say="Stand and fight:"),
    "hold": Verb(answer=True, say="Do nothing:"),
    "halt": Verb(answer=True, say="Stay where it is:"),
    "wait": Verb(answer=True, say="Come in later:"),
    "dig": Verb(say="Dig in:"),
    "dismount": Verb(),
    "mount": Verb(),
    "show": Verb(say="Turn face up:"),
    "pay": Verb(SOME, word="upkeep", answer=True, say="Pay the upkeep with"),
    "lapse": Verb(word="upkeep", answer=True, say="Let the spell lapse:"),
    "enough": Verb(answer=True, say="No more targets for"),
    "move": Verb(SOME, WAY),
    "place": Verb(hexes=WAY),
    "refuse": Verb(hexes=WAY, answer=True, say="Refuse battle:"),
    "rout": Verb(hexes=WAY, answer=True),
    "enter": Verb(hexes=WAY, answer=True),
    "charge": Verb(hexes=WAY, word="counter"),
    "raise": Verb(hexes=WAY, word="dead unit", answer=True),
    "summon": Verb(hexes=WAY, word="spell", answer=True),
    "back": Verb(hexes=WAY, answer=True, say="Step back:"),
    "bombard": Verb(SOME, AIM, word="target"),
    "bridge": Verb(hexes=AIM, say="Build a bridge:", works=True),
    "cast": Verb(SOME, AIM, word="spell"),
    "fire": Verb(hexes=AIM),
    "melee": Verb(hexes=AIM, say="Melee, the last segment:"),
    "mounted": Verb(hexes=AIM, say="Fight mounted, before any melee:", rule=MOUNTED_RULE),
    "petard": Verb(hexes=AIM),
    "shoot": Verb(hexes=AIM, answer=True),
    "support": Verb(hexes=AIM),
}


def _names(state: State) -> tuple[str, ...]:
    return state.ground.names


def _words(state: State, kind: str) -> Iterable[str]:
    """The words of a kind: spells, what is fired at besides units, counters by their ids and masks."""
    if kind == "spell":
        return state.setting.spells
    if kind == "target":
        return (STRUCTURE,)
    return [name for unit in state.units for name in (unit.key, unit.mask)]


NOTATION = Notation(VERBS, FormRules(action="A-63", counter="A-05", hex="A-02"), Refused, _names, _words)
"""The actions of the game as text."""
