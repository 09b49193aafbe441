"""PIPs: what things cost, and how long a frog takes."""

from __future__ import annotations

from typing import NamedTuple

from ibbprint.dice import Dice
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.patterns import regex
from ibbprint.phrases import capital
from ibbprint.systems.element_battle.catalogue import Catalogue

EXAMPLE = "For example: 2 groups, 1 far group, 1 spell, 3 for a frog"
_PARTS = regex(r"\s*(?:,|;|\+|\band\b)\s*")
_WISH = regex(
    r"(?:(?P<n>[0-9]{1,2}|an?|one|two|three)\s+)?(?P<far>(?:far|distant|unseen|out of command|out of range)\s+)?"
    r"(?P<what>pips?|groups?|moves?|elements?|columns?|spells?|lurkers?|frogs?|(?:pips?\s+)?(?:for|on|to)\s+(?:an?|the)\s+frog)"
    r"(?P<away>\s+(?:far|out of command|out of range|out of sight))?"
)
_ROLLED = regex(r"(?P<n>[0-9]{1,2})\s+pips?\s+(?:(?:be\s+)?enough\s+)?for\s+(?!an?\s+frog|the\s+frog)(?P<wanted>.+)")
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}


class Wish(NamedTuple):
    """An expense of PIPs: its cost in all, and the reason."""

    cost: int
    words: str
    rules: tuple[str, ...]


def rolled(text: str) -> tuple[int | None, str]:
    """The PIPs that are there already, if a text says so, and what they are wanted for: `4 pips for 3 groups`."""
    match = _ROLLED.fullmatch(text.strip().lower())
    return (None, text) if match is None else (int(match["n"]), match["wanted"])


def wishes(text: str, catalogue: Catalogue) -> list[Wish]:
    """The wishes of a player for PIPs, read from a text."""
    return [_wish(part, catalogue) for part in _PARTS.split(text.strip().lower()) if part]


def _wish(text: str, catalogue: Catalogue) -> Wish:
    match = _WISH.fullmatch(text.strip())
    if match is None:
        raise BadQuestion(f"{text[:40]!r} is not something to spend PIPs on.", EXAMPLE)
    digits = match["n"]
    number = 1 if digits is None else _NUMBERS.get(digits) or int(digits)
    action, far = match["what"], bool(match["far"] or match["away"])
    if action.startswith("pip") and "frog" not in action:
        return Wish(number, f"{number} PIPs.", ("H-R06",))
    if "frog" in action:
        return Wish(number, f"{number} for a frog.", ("H-R18",))
    if action.startswith("lurker"):
        price, rule = cost(catalogue, "pips-lurkers", far=False), "H-40"
    elif action.startswith("spell"):
        price, rule = cost(catalogue, "pips-spell", far=far), "H-R11" if far else "H-R08"
    else:
        price, rule = cost(catalogue, "pips-group", far=far), "H-R11" if far else "H-R07"
    name = f"{'far ' if far else ''}{action.rstrip('s')}{'s' if number != 1 else ''}"
    words = f"{number} {name} at {price}: {number * price}."
    return Wish(number * price, capital(words), (rule,))


def cost(catalogue: Catalogue, figure: str, *, far: bool) -> int:
    """The PIPs of a move or a spell, in command or out of it (H-R11)."""
    return catalogue.figures["pips-far" if far else figure]


def turns_of_frog(
    catalogue: Catalogue, dice: Dice, marked: int, spend: int | None, *, at_once: bool, limit: int
) -> int:
    """The turn in which a frog turns back that gets all PIPs, or `spend` a turn; 0 where that is after `limit`."""
    needed, faces = catalogue.figures["frog-pips"], catalogue.figures["die"]
    for turn in range(1, limit + 1):
        pips = min(dice.roll(faces), spend or faces)
        marked = pips if at_once else marked + pips
        if marked >= needed:
            return turn
    return 0
