"""A limit to the work that is spent on somebody else's file, so that none takes hours or all of the memory."""

from __future__ import annotations


class TooMuch(ValueError):
    """More than is read. The message says of what, in words that end a sentence."""


class Budget:
    """So many steps may be taken, whatever they are taken for: `spend` raises TooMuch when they are used up."""

    __slots__ = ("label", "remaining")

    def __init__(self, most: int, label: str) -> None:
        self.remaining = most
        self.label = label

    def spend(self, steps: int = 1) -> None:
        self.remaining -= steps
        if self.remaining < 0:
            raise TooMuch(self.label)
