"""What the kit of the scenario prints and the engine does not play."""

from __future__ import annotations

from ibbprint.problems import Severity
from ibbprint.systems.ibb.not_played import unplayed
from ibbprint.systems.ibb.setup_checks.set_up import SetUp

OWN = {"special rule": "a rule in words", "marker": "a marker of the pack"}
"""What needs no `play: ignored` to be the players' own affair."""


def check(look: SetUp) -> None:
    for one in unplayed(look.battle, look.catalogue):
        in_words = look.printed and one.what == "special rule"
        why = "in words only, so the program cannot play it" if in_words else "printed, but not played"
        look.add(
            "not-played", Severity.WARNING if in_words else Severity.NOTE, one.where, "R-200", f"{one.words} is {why}.",
            working=OWN.get(one.what, "play: ignored"), rulings=("R-185",) if in_words else (),
        )  # fmt: skip
