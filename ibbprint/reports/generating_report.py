"""How a scenario was made up, as a player reads it: each roll, and the row that it fell on. Knows no game."""

from __future__ import annotations

import json
import shlex
import textwrap
from typing import Any

from ibbprint.engine.api.generating import Generated, RollMade
from ibbprint.reports.odds_report import WIDTH, ids
from ibbprint.showing import on_one_line

LONGEST_SEED = 60
"""The letters of a seed that are shown; a file has all of them."""


def as_text(made: Generated) -> str:
    """Title and seed, a line for each roll, and the notes."""
    wide = max((len(_what(roll)) for roll in made.rolls), default=0)
    dice = max((len(_dice(roll)) for roll in made.rolls), default=0)
    lines = [f"{made.title} (seed {seed_told(made.seed)})", ""]
    for roll in made.rolls:
        head = f"  {_what(roll):<{wide}}  {_dice(roll):<{dice}}  "
        lines += textwrap.wrap(
            f"{roll.words} {ids(roll.rules)}".rstrip(), WIDTH,
            initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False,
        )  # fmt: skip
    for note in made.notes:
        lines += ["", *textwrap.wrap(note, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)]
    return "\n".join(lines)


def seed_told(seed: str) -> str:
    """A seed as it can be typed again, in quotes where it needs them; of a long one the beginning."""
    shown = seed if len(seed) <= LONGEST_SEED else f"{seed[:LONGEST_SEED]}..."
    return shlex.quote(on_one_line(shown))


def _what(roll: RollMade) -> str:
    return f"{roll.what}, {roll.place}" if roll.place else roll.what


def _dice(roll: RollMade) -> str:
    """The dice and what they showed; a row that was chosen has none."""
    return f"{roll.dice}: {' '.join(map(str, roll.shown))}" if roll.shown else "chosen"


def as_json(made: Generated) -> str:
    """The same for programs, with the text of each file."""
    whole: dict[str, Any] = {
        "id": made.id,
        "title": made.title,
        "seed": made.seed,
        "rolls": [{**roll._asdict(), "shown": list(roll.shown), "rules": list(roll.rules)} for roll in made.rolls],
        "notes": list(made.notes),
        "files": {name: data.decode("utf-8", "replace") for name, data in made.files.items()},
    }
    return json.dumps(whole, indent=2, ensure_ascii=False)
