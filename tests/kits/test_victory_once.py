"""Who wins is said in one place of a kit: on the scenario sheet, or on the player aid of a kit without one."""

from __future__ import annotations

import pytest

from ibbprint.jobs.kits import KitOrder, KitSeries
from tests.helpers import every_scenario
from tests.pdf import read_pdf
from tests.sheets import head, whole_kit

SHEET = "Scenario sheet"
SAID = {
    "defend-the-bridge": (
        SHEET,
        [
            "The higher level wins",
            "The Tudwallish have at least 75% of their attack strength",
            "The Rotwangi win a Minor Victory.",
        ],
    ),
    "ayrenes-woods": (SHEET, ["elves lose the battle when", "dwarves lose the battle when", "the battle is a draw"]),
    "the-long-road": (SHEET, ["off the board over the enemy’s base line.", "An army that breaks loses at once"]),
    "deep-delve": (
        "Table and deployment",
        ["Capture the enemy’s stronghold", "You win at the end of a turn", "the battle is a draw"],
    ),
    "the-moon-at-the-gate": (SHEET, ["a side loses if half of its starting worth", "after 12 turns"]),
}
"""For a kit of each game the sheet and what it says, beginnings of sentences or whole ones."""


def tight(text: str) -> str:
    """A text without white space and without the division of lines."""
    return "".join(text.split())


@pytest.mark.parametrize("scenario", SAID)
def test_a_condition_of_victory_is_on_one_page(scenario: str) -> None:
    sheet, sentences = SAID[scenario]
    document = whole_kit(scenario, game=every_scenario()[scenario].id)
    for sentence in sentences:
        having = [page for page in document.pages if tight(sentence) in tight(page.text)]
        assert [sheet in head(page) for page in having] == [True], sentence
        assert tight(having[0].text).count(tight(sentence)) == 1, sentence


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("element-battle", "Capture the enemy’s stronghold"),
        ("battle-turn", "a side loses if half of its starting worth"),
    ],
)
def test_the_aid_says_it_where_there_is_no_scenario_sheet(game: str, sentence: str) -> None:
    kit = KitSeries(KitOrder(whole=True, only=("crib",))).make(game)
    assert kit.ok, str(kit)
    pages = read_pdf(kit.pdf).pages
    assert any(tight(sentence) in tight(page.text) for page in pages)
