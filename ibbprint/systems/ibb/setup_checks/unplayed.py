"""Findings on parts that the kit of the scenario prints and the engine does not play."""

from __future__ import annotations

from ibbprint.engine.checkbook import Draft, Drafts
from ibbprint.problems import Severity
from ibbprint.systems.ibb.not_played import unplayed
from ibbprint.systems.ibb.setup_checks.set_up import Chapter, SetUp

OWN = {"special rule": "a rule in words", "marker": "a marker of the pack"}
"""What needs no `play: ignored` to be the players' own affair."""
BOOK = Chapter()


@BOOK.check("not-played", "Printed, but not played", "R-185 R-200")
def not_played(look: SetUp) -> Drafts:
    """The engine does not play what a pack marks with play: ignored, or a special rule in words."""
    for part in unplayed(look.battle, look.catalogue):
        in_words = look.printed and part.what == "special rule"
        why = "in words only, so the program cannot play it" if in_words else "printed, but not played"
        yield Draft(
            Severity.WARNING if in_words else Severity.NOTE,
            part.where,
            f"{part.words} is {why}.",
            rule="R-200",
            working=OWN.get(part.what, "play: ignored"),
            rulings=("R-185",) if in_words else (),
        )
