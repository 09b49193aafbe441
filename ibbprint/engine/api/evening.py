"""What a game may change in a scenario to bring its sides nearer to even, besides thresholds of victory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ibbprint.phrases import counted

Step = Literal["turns", "objective", "army", "gold"]
STEPS: tuple[Step, ...] = ("turns", "objective", "army", "gold")
"""The order in which changes are tried: measured, gold moves fairness least, and thresholds of victory most."""


class Edit(NamedTuple):
    """A value of the scenario's file, by its place, with its new text; that of a list is YAML in brackets."""

    place: tuple[str | int, ...]
    value: str


class Change(NamedTuple):
    """A change that is tried, in words for the sheet of the scenario: `7 turns instead of 6`."""

    step: Step
    words: str
    edits: tuple[Edit, ...]
    helps: str = ""
    """The id of the side that it makes stronger, which need not be tried where that side wins more; empty where only
    games can tell.
    """


OTHER_TURNS = (1, -1, 2, -2)
"""The most turns that are added, the smallest change first."""


def turns_changed(turns: int) -> Iterator[Change]:
    """Variants of a scenario with a few more or fewer turns."""
    for difference in OTHER_TURNS:
        if turns + difference > 0:
            words = f"{counted(turns + difference, 'turn')} instead of {turns}"
            yield Change("turns", words, (Edit(("scenario", "turns"), str(turns + difference)),))
