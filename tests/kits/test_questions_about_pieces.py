"""What a reader asked who played Defend the Bridge from paper alone, and where the kit answers it."""

from __future__ import annotations

import re

import pytest

from tests.sheets import whole_kit

KIT = "defend-the-bridge"
ANSWERS = {
    "how long a Distraction lasts": r"to next orders",
    "what a caster does at a charge": r"A caster who has not yet cast may cast a fast spell that strikes the cavalry",
    "a captain without units": r"attaches others like any captain \(chapter 4\), for a turn at a time",
    "which turn track": r"Turn is on the turn track of the map, or of the scenario sheet if the map has none",
    "which turn track, on the scenario sheet": r"Turns \(if the map has no turn track\)",
    "a unit lost with its captain": r"The units that a captain loses with his life count for nobody",
    "links of the chain": r"An attached unit may link the next",
    "attaching engineers": r"Engineers, scouts and summoned units are never attached",
    "attached units under a spell": r"a unit that has no formation is by itself, attached or not",
    "attached units under a Distraction": r"A unit of it must be within range, and attached ones do not count",
    "markers that run out": r"use coins if they run out",
    "cavalry and infantry against pikes": r"one unit of cavalry among the enemies in the fight is enough",
    "Routed shooters": r"No enemy shooter, Routed or not, has a unit of the formation within range",
    "tracks at set-up": r"Put Turn on the first box of its track, and Mana or Prayers on the rating of each caster",
    "a priest who is carried": r"may carry its captain, and any wizard or priest who has not moved this turn, out of "
    r"the hex where it starts",
    "units that are still to come": r"the movement of its slowest unit on the map",
    "from the bank into water or onto a bridge": r"onto the far bank, but not onto a bridge or into other water",
    "a bank and a wader in a hex": r"attacks there use the clear row if every unit in the hex has a bank",
    "engines and the count of a fort": r"A turn in which they attack, rally, serve an engine in fire or support",
    "the target of a balk": r"The target does not count as charged, nor the cavalry as moved",
    "two formations in a charged hex": r"mark every formation with a unit in the hex Charged",
    "who is infantry": r"infantry is everybody else, shooters and dismounted dragoons too, but not engineers or scouts",
    "reinforcements of which only some fit": r"come on in their hex, one after another",
    "where a refusing unit may end": r"outside every enemy zone of control with room for them",
}


def kit_in_words() -> str:
    """The words of the whole kit, line after line."""
    return re.sub(r"\s+", " ", " ".join(page.text for page in whole_kit(KIT).pages))


@pytest.mark.parametrize("question", ANSWERS)
def test_paper_answers_what_a_player_asks_of_his_pieces(question: str) -> None:
    assert re.search(ANSWERS[question], kit_in_words()), question
