"""What the kit of the scenario prints and the engine does not play."""

from __future__ import annotations

from ibbprint.problems import Severity
from ibbprint.systems.ibb.not_played import unplayed
from ibbprint.systems.ibb.setup_checks.set_up import SetUp

OWN = {"special rule": "a rule in words", "marker": "a marker of the pack"}
"""What needs no `play: ignored` to be the players' own affair."""


def check(look: SetUp) -> None:
    for one in unplayed(look.battle, look.catalogue):
        if look.printed and one.what == "special rule":
            look.add(
                "not-played", Severity.WARNING, one.where, "R-200",
                f"{one.words} is in words only, so the program cannot play it.", working=OWN[one.what],
                rulings=("R-185",),
            )  # fmt: skip
            continue
        look.add(
            "not-played", Severity.NOTE, one.where, "R-200", f"{one.words} is printed, but not played.",
            working=OWN.get(one.what, "play: ignored"),
        )  # fmt: skip
