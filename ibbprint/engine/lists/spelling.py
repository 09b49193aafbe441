"""Words as players spell them: one form of each, and how far a slip of the finger goes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import SequenceMatcher


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

    def is_near(self, word: str, limit: int) -> bool:
        """Whether a word is at most `limit` slips away from one of these."""
        letters = _letters(word)
        return any(
            # A slip takes one letter at most from the set and brings one at most: this is sooner known.
            (letters ^ known_letters).bit_count() <= 2 * limit and slips(word, candidate) <= limit
            for candidate, known_letters in self._by_letter.get(word[0], ())
        )


class Likeness:
    """Names, to be asked which of them is most like a text.

    The answer is that of `difflib.get_close_matches`, sooner: the letters that two texts share are counted as bits, and
    only names with enough of them are compared at all, the likeliest first.
    """

    def __init__(self, names: Collection[str]) -> None:
        self._bits: dict[tuple[str, int], int] = {}
        """A bit for the first, second and further time that a letter stands in a name."""
        for name in names:
            for part in _numbered(name):
                self._bits.setdefault(part, 1 << len(self._bits))
        self._names = [(name, len(name), self._shared(name)) for name in names]

    def _shared(self, text: str) -> int:
        """The letters of a text that names have, as a set of bits."""
        bits = 0
        for part in _numbered(text):
            bits |= self._bits.get(part, 0)
        return bits

    def likest(self, text: str, least: float) -> str | None:
        """The name most like a text, if it is as like as `least` (0 to 1) or more."""
        letters, length = self._shared(text), len(text)
        bounds = [(2 * (letters & bits).bit_count() / (length + long), name) for name, long, bits in self._names]
        matcher = SequenceMatcher(b=text)
        best: tuple[float, str] | None = None
        for bound, name in sorted((pair for pair in bounds if pair[0] >= least), reverse=True):
            if bound < (least if best is None else best[0]):
                break
            matcher.set_seq1(name)
            candidate = matcher.ratio(), name
            if candidate[0] >= least and (best is None or candidate > best):
                best = candidate
        return None if best is None else best[1]


def _numbered(text: str) -> list[tuple[str, int]]:
    """The letters of a text, each with how many of the same stand before it."""
    counts: dict[str, int] = {}
    result = []
    for letter in text:
        counts[letter] = counts.get(letter, -1) + 1
        result.append((letter, counts[letter]))
    return result


def _letters(word: str) -> int:
    """The letters of a word as a set of bits; letters of other scripts may share one."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) & 63)
    return bits


def slips(word: str, target: str) -> int:
    """The number of letters that are wrong, missing, extra or swapped with their neighbour; 3 for all beyond."""
    if abs(len(word) - len(target)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(target) + 1))
    for i, letter in enumerate(word, 1):
        last, row = row, [i]
        for j, sign in enumerate(target, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != sign))
            if i > 1 and j > 1 and letter == target[j - 2] and word[i - 2] == sign:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = last
    return min(row[-1], 3)


__all__ = ["Likeness", "Spelling", "singular", "slips"]
