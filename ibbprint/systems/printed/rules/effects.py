"""Effects of results as clauses: `both lose 1`, `defenders lose 1, retreat`, `attackers lose 1 or retreat 2`."""

from __future__ import annotations

from typing import NamedTuple

from ibbprint.patterns import regex

_WHO = ("attackers", "defenders", "both")
_LOSE = regex(r"(each )?lose ([0-9]{1,2})")
_RETREAT = regex(r"retreat(?: ([0-9]{1,2}))?")
_EITHER = regex(r"lose ([0-9]{1,2}) or retreat(?: ([0-9]{1,2}))?")
_BECOME = regex(r"become ([a-z0-9][a-z0-9-]*)")
HINT = "Write: defenders eliminated."


class Clause(NamedTuple):
    """One act of a side: `number` steps or hexes, 0 where the code names none; the `state` that units become."""

    who: str
    act: str
    number: int = 0
    hexes: int = 0
    state: str = ""


def clauses(text: str) -> tuple[Clause, ...] | None:
    """The clauses of an effect in their order, `both` as the defenders and then the attackers (P-52); None for none."""
    text = " ".join(text.split())
    if text == "nothing":
        return ()
    result: list[Clause] = []
    side_word = ""
    for part in text.split(","):
        words = part.strip()
        first, _, effect = words.partition(" ")
        if first in _WHO:
            side_word, words = first, effect.strip()
        clause = _clause(side_word, words) if side_word else None
        if clause is None:
            return None
        sides = ("defenders", "attackers") if side_word == "both" else (side_word,)
        result += [clause._replace(who=side) for side in sides]
    return tuple(result)


def _clause(part: str, words: str) -> Clause | None:
    either, lose, retreat, become = (pattern.fullmatch(words) for pattern in (_EITHER, _LOSE, _RETREAT, _BECOME))
    if either:
        return Clause(part, "either", int(either[1]), int(either[2] or 0))
    if lose:
        return Clause(part, "each" if lose[1] else "lose", int(lose[2]))
    if retreat:
        return Clause(part, "retreat", hexes=int(retreat[1] or 0))
    if become:
        return Clause(part, "become", state=become[1])
    if words in ("eliminated", "match", "match half"):
        return Clause(part, words.replace(" ", "-"))
    return None


def in_words(effect: tuple[Clause, ...]) -> str:
    """An effect as a sentence of a rulebook: `The defenders lose 1 step and retreat`."""
    if not effect:
        return "Nothing happens"
    parts: list[str] = []
    last = ""
    for clause in effect:
        act = {
            "lose": f"lose {clause.number} step{'s' if clause.number != 1 else ''}",
            "each": f"lose {clause.number} step{'s' if clause.number != 1 else ''} each",
            "retreat": f"retreat{f' {clause.hexes} hexes' if clause.hexes > 1 else ''}",
            "eliminated": "are eliminated",
            "match": "lose at least as much strength as the enemy",
            "match-half": "lose at least half as much strength as the enemy",
            "become": f"become {clause.state}",
            "either": f"lose {clause.number} or retreat {clause.hexes or ''}".strip(),
        }[clause.act]
        parts.append(act if clause.who == last else f"the {clause.who} {act}")
        last = clause.who
    text = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return text[0].upper() + text[1:]
