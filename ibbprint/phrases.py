"""Words and numbers as sentences have them: lists, capitals, signs. Knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

MINUS = "–"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def counted(number: int, noun: str) -> str:
    """`1 unit`, `2 units`."""
    return f"{number} {noun}{'s' * (number != 1)}"


def games_of(number: int) -> str:
    """`1 game`, `20 games`."""
    return counted(number, "game")


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """The text without its capital; an abbreviation keeps them."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def inside(name: str) -> str:
    """A name inside a sentence: its own article is small."""
    return small(name) if name.lower().startswith("the ") else name


def side_inside(name: str) -> str:
    """The name of a side inside a sentence, with an article and its capitals: `the Reds`."""
    return inside(name) if name.lower().startswith("the ") else f"the {name}"


def the(name: str) -> str:
    """A name inside a sentence, with an article: `the lower bridge`."""
    return inside(name) if name.lower().startswith("the ") else f"the {small(name)}"


def possessive(name: str) -> str:
    return f"{name}’s"


def bracketed(rules: Sequence[str]) -> str:
    """Ids of rules behind what rests on them: ` [R-74 G-20]`."""
    return f" [{' '.join(dict.fromkeys(rules))}]" if rules else ""


def a_number(number: int) -> str:
    """`a 7`, `an 8`, `an 11`."""
    return f"{'an' if str(number).startswith('8') or number in (11, 18) else 'a'} {number}"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def percent(chance: str) -> str:
    """A chance in percent, to a tenth: `16.7%`."""
    share = Fraction(chance or "0") * 100
    return f"{float(share):.1f}".removesuffix(".0") + "%"


def change(changes: str, amount: int) -> str:
    """A modifier as an order: `add 4 to the attack`, `subtract 2` from the die, `1 column left`.

    `changes` is `column` for a shift, above 0 to the right, `die`, or the name of a strength.
    """
    if changes == "column":
        return f"{counted(abs(amount), 'column')} {'right' if amount > 0 else 'left'}"
    words = f"add {amount}" if amount >= 0 else f"subtract {-amount}"
    return words if changes == "die" else f"{words} {'to' if amount >= 0 else 'from'} the {changes}"


_PARTS = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def mixed(amount: Fraction) -> str:
    """A number that may have a fraction: `5`, `5½`, `5 1/3`."""
    integer, part = divmod(amount, 1)
    if not part:
        return str(integer)
    if part in _PARTS:
        return f"{integer or ''}{_PARTS[part]}"
    return f"{integer} {part}" if integer else str(part)


def figure(amount: float) -> str:
    """A number as it is printed, with a true minus sign."""
    return f"{MINUS}{-amount}" if amount < 0 else str(amount)


def signed(amount: int) -> str:
    """A number as it is printed, with its sign whatever it is."""
    return f"{MINUS}{-amount}" if amount < 0 else f"+{amount}"
