"""What readers asked who had nothing but the kit of Defend the Bridge, and where it is answered now."""

from __future__ import annotations

import re

import pytest

from tests.sheets import whole_kit

KIT = "defend-the-bridge"
ANSWERS = {
    "a Routed unit with friends in its hex": r"toward the nearest friends in another hex who are not Routed "
    r"themselves; those in its own hex do not hold it",
    "who may attack a bridge": r"Only engines attack them, by themselves, in the clear row",
    "what Exk does to a bridge": r"De or Exk leaves rubble; no other result does anything",
    "whether the rubble of a bridge is land": r"Rubble of a bridge is water with no road: units wade through it, "
    r"engines cannot",
    "the cost of rubble": r"Rubble costs 3 movement to enter",
    "whether a Routed unit marches": r"A Routed unit only runs and rallies: it does not move with its formation",
    "twice Disorganised, in the booklet": r"the CRT disorganises twice in one turn ?, in attacks or by "
    r"spells, is Routed",
    "twice Disorganised, on the aid": r"A unit that this table disorganises 2 times in one turn is Routed",
    "the markers of units without a captain": r"A unit without a captain has them beside itself; they count for "
    r"the captain who attaches it",
    "units without a captain at set-up": r"Nobody else is assigned to him, but when his chit is drawn",
    "rout and water": r"enters no enemy zone of control, no hex with an enemy and no water, not even the rubble of a "
    r"bridge\. Bridges are open to it like roads, and out of a water hex it runs to either side",
    "a leader whose cavalry refuses battle": r"Everybody else, leaders too, stays and is attacked; leaders left alone "
    r"are removed",
    "Prince Loholt when T9 refuses": r"Stays if T9 refuses battle; alone, he is then lost",
    "the two helps of a priest": r"In every check, unless a leader lends his whole rating instead",
    "the rating of R10": r"R10 Dismounted Dragoons 2-2-4 Q2 .{0,40}Use this rating, not the unit list’s",
}


def kit_in_words() -> str:
    """The words of the whole kit, line after line."""
    return re.sub(r"\s+", " ", " ".join(page.text for page in whole_kit(KIT).pages))


@pytest.mark.parametrize("question", ANSWERS)
def test_paper_answers_what_players_of_the_first_turn_asked(question: str) -> None:
    assert re.search(ANSWERS[question], kit_in_words()), question


def test_no_word_is_used_that_no_sheet_of_the_kit_explains() -> None:
    """The old text calls the spearmen javelinmen; only the page of notes, which is about that text, may."""
    pages = [page for page in whole_kit(KIT).pages if "notes" not in page.head.lower()]
    assert len(pages) > 20
    assert not [page.number for page in pages if "javelin" in page.text.lower()]
