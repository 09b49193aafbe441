"""The report on a made-up scenario for a player: each roll, and the row that it fell on. Knows no game."""

from __future__ import annotations

import json
import shlex
from typing import Any

from ibbprint.engine.api.generating import Generated, RollMade
from ibbprint.reports.layout import WIDTH, width_of, wrapped
from ibbprint.reports.odds_report import PROSE, ids
from ibbprint.showing import on_one_line

LONGEST_SEED = 60
"""The letters of a seed that are shown; a file has all of them."""
NARROWEST_WORDS = 30
"""What a roll came to stands below the dice where less room than this is left beside them."""


def as_text(result: Generated, width: int = WIDTH) -> str:
    """Title and seed, a line for each roll, and the notes."""
    width = min(width, PROSE)
    wide = max((width_of(_label(roll)) for roll in result.rolls), default=0)
    dice = max((len(_dice(roll)) for roll in result.rolls), default=0)
    beside = width - wide - dice - 6 >= NARROWEST_WORDS
    lines = [*wrapped(f"{result.title} (seed {seed_told(result.seed)})", width, rest="  "), ""]
    for roll in result.rolls:
        label, words = _label(roll), f"{roll.words} {ids(roll.rules)}".rstrip()
        if beside:
            head = f"  {label}{' ' * (wide - width_of(label))}  {_dice(roll):<{dice}}  "
            lines += wrapped(words, width, first=head, rest=" " * width_of(head))
        else:
            lines += wrapped(f"{label}  {_dice(roll)}", width, first="  ", rest="    ")
            lines += wrapped(words, width, first=" " * 6, rest=" " * 6)
    for note in result.notes:
        lines += ["", *wrapped(note, width, first="  ", rest="  ")]
    return "\n".join(lines)


def seed_told(seed: str) -> str:
    """A seed as it can be typed again, in quotes where it needs them; of a long one the beginning."""
    text = seed if len(seed) <= LONGEST_SEED else f"{seed[:LONGEST_SEED]}..."
    return shlex.quote(on_one_line(text))


def _as_data(roll: RollMade) -> dict[str, Any]:
    """A roll as JSON has it, in the names of its format."""
    names = {"purpose": "what"}
    data = {names.get(name, name): value for name, value in roll._asdict().items()}
    return {**data, "shown": list(roll.shown), "rules": list(roll.rules)}


def _label(roll: RollMade) -> str:
    return f"{roll.purpose}, {roll.place}" if roll.place else roll.purpose


def _dice(roll: RollMade) -> str:
    """The dice and what they showed; a row that was chosen has none."""
    return f"{roll.dice}: {' '.join(map(str, roll.shown))}" if roll.shown else "chosen"


def as_json(result: Generated) -> str:
    """The scenario as JSON, with the text of each file."""
    values: dict[str, Any] = {
        "id": result.id,
        "title": result.title,
        "seed": result.seed,
        "rolls": [_as_data(roll) for roll in result.rolls],
        "notes": list(result.notes),
        "files": {name: data.decode("utf-8", "replace") for name, data in result.files.items()},
    }
    return json.dumps(values, indent=2, ensure_ascii=False)
