"""The one account of a folder: whatever is read of it, and whatever is worked out from that, is charged here first.

A step is some 40 bytes that are kept, or some 0.5 microseconds; the prices below were measured on tables, conditions,
forces and formulas that do nothing else. The whole account is about 3 seconds and 200 MB. It counts work and ignores
the clock, so a game is accepted or refused on every machine alike.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NoReturn

from ibbprint.budget import Budget, TooMuch
from ibbprint.problems import Report, Where, did_you_mean

MOST_STEPS = 5_000_000
"""Steps for a folder and its expansions. The largest game of the tests, The Tin Road, takes some 60,000."""
MOST_COMPARED = 50_000
"""Names that misspelt ones are compared with, for hints. Each takes up to 30 microseconds; later faults get no hint."""

FILE = 1_000
"""A file, whatever is in it: it is looked for in every folder, opened and decoded."""
VALUE = 8
"""A value of a file, with its place."""
CELL = 8
"""A cell of a table, be it empty: it is typed, and copied for faces and texts."""
PART = 500
"""A part of the kit, with its section."""
ROW = 8
"""A row that a part or an entry picks or passes over."""
TEST = 8
"""A comparison in a condition, for each row."""
FORCE = 80
"""A force: a record of its own, and its copy for texts."""
LETTER = 10
"""A character of a formula, for each scenario that it is worked out for: to parse it takes most of that."""
HEX_NAME = 35
"""A hex that an entry or its cell names: it is split off, looked up, checked, and kept with its force.

To read 120,000 of them takes some 5 microseconds and 360 bytes each, which would be 10 steps; but what is done with
them afterwards (stacks, the set-up, the kit) is charged nowhere else, and makes it 25 microseconds in `check`.
"""
COPY = 4
"""A value on a record that is printed."""
HEX = 4
"""A hex of a map, or a counter on it, each time that the map is made."""


PLACE = 12_000
"""A place of a map of areas: to compare the outline of one of 300 mm with those round it takes some 6 milliseconds."""


class Overdrawn(Exception):
    """The account is used up, which was reported: nothing more is read."""


class Ledger:
    """The account of a folder. `charge` is called before the work is done."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.steps = Budget(MOST_STEPS, f"reading this game takes more than {MOST_STEPS:,} steps of work")
        self._compared = Budget(MOST_COMPARED, "")

    def charge(self, steps: int, where: Callable[[], Where]) -> None:
        """Take steps for an entry. Raises Overdrawn with the place of the entry in the report when none are left."""
        try:
            self.steps.spend(steps)
        except TooMuch as fault:
            self._refuse(f"{fault}; they ran out at this entry.", where())

    def _refuse(self, message: str, where: Where) -> NoReturn:
        self.report.error(where, "read:size", message, "Shorten its tables, or give it fewer parts and forces.")
        raise Overdrawn

    def hint(self, word: str, names: Collection[str], *, most: int = 8) -> str:
        """The hint for a misspelt name, as `did_you_mean` gives it; nothing after `MOST_COMPARED` comparisons."""
        try:
            self._compared.spend(len(names))
        except TooMuch:
            return ""
        return did_you_mean(word, names, most=most)
