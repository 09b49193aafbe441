"""Words as players spell them: one form of each, and how far a slip of the finger goes."""

from __future__ import annotations

from collections.abc import Iterable


def singular(word: str) -> str:
    """The singular of a word in any form: `archers`, `ponies`, `zombies` (as `zomby`), `swordsman` (as `swordsmen`)."""
    if word.endswith("man") and len(word) > 4:
        return f"{word[:-3]}men"
    if word.endswith(("ies", "ie")) and len(word) > 4:
        return f"{word[: word.rindex('ie')]}y"
    if word.endswith("s") and len(word) > 2 and not word.endswith("ss"):
        return word[:-1]
    return word


class Spelling:
    """Words, to be asked whether another one is one of them with a slip of the finger: never in the first letter."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_letter: dict[str, list[tuple[str, int]]] = {}
        """By their first letters, each with the set of its letters."""
        for word in sorted(words):
            self._by_letter.setdefault(word[0], []).append((word, _letters(word)))

    def is_near(self, word: str, most: int) -> bool:
        """Whether a word is at most so many slips away from one of these."""
        letters = _letters(word)
        return any(
            # A slip takes one letter at most from the set and brings one at most: this is sooner known.
            (letters ^ known_letters).bit_count() <= 2 * most and slips(word, known) <= most
            for known, known_letters in self._by_letter.get(word[0], ())
        )


def _letters(word: str) -> int:
    """The letters of a word as a set of bits; letters of other scripts may share one."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) & 63)
    return bits


def slips(word: str, meant: str) -> int:
    """The number of letters that are wrong, missing, extra or swapped with their neighbour; 3 for all beyond."""
    if abs(len(word) - len(meant)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for i, letter in enumerate(word, 1):
        last, row = row, [i]
        for j, other in enumerate(meant, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == meant[j - 2] and word[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = last
    return min(row[-1], 3)


__all__ = ["Spelling", "singular", "slips"]
