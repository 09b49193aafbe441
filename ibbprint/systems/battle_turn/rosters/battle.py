"""A scenario of two rosters, on the terrain of another scenario."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import yaml

from ibbprint.catalogue.documents import Document
from ibbprint.engine.api.lists import BattleRequest, MadeBattle
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.engine.lists.files import slug
from ibbprint.problems import Report
from ibbprint.systems.battle_turn.catalogue import GAME
from ibbprint.systems.battle_turn.models import Roster, Scenario
from ibbprint.systems.battle_turn.rosters.checker import Checker

USUAL = "the-moon-at-the-gate"
"""The scenario whose terrain is taken where none is named."""
LIVERIES = ("azure", "crimson")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def make_battle(
    documents: Sequence[Document], request: BattleRequest, ground: Scenario, checker: Checker, report: Report
) -> MadeBattle | None:
    """The scenario of two rosters on that ground, or None with what is wrong with them in the report."""
    if len(documents) > 2:
        raise BadQuestion(f"a battle takes two rosters, not {len(documents)}.", "Name the files of two.")
    if request.kind or request.defender:
        raise BadQuestion("battles of this game have no kinds, and nobody defends.", "Leave out --kind and --defender.")
    written = [judged.roster for document in documents for judged in checker.read(document, report)]
    rosters = [roster for entry in written if (roster := entry.roster()) is not None]
    if not report.ok or len(rosters) < len(written):
        return None
    if len(rosters) != 2:
        raise BadQuestion(f"a battle takes two rosters, not {len(rosters)}.", "Name the files of two.")
    item, second = rosters[0], _told_apart(rosters[0], rosters[1])
    title = f"{item.name} against {second.name}"[:80]
    id = slug(title, GAME)
    data = {
        "scenario": {"id": id, "title": title, "game": GAME, "edition": "1"},
        "terrain": [piece.model_dump() for piece in ground.terrain],
        "armies": [{"roster": item.id}, {"roster": second.id}],
        "rosters": [_plain(item), _plain(second)],
    }
    head = "# x and y are inches from the south-west corner of the table; the first army has the southern edge.\n"
    text = head + yaml.safe_dump(data, sort_keys=False, width=4000, allow_unicode=True, default_flow_style=None)
    places = ("half of the enemy’s worth",)
    return MadeBattle(id, title, "battle", ground.scenario.title, checker.catalogue.turns, places, text)


def _told_apart(first: Roster, second: Roster) -> Roster:
    """The second roster with an id, a letter and colours that the first has not."""
    changes: dict[str, Any] = {}
    if second.id == first.id:
        changes["id"] = f"{second.id}-2"
    if second.letter == first.letter:
        changes["letter"] = next(letter for letter in LETTERS if letter != first.letter)
    if second.livery == first.livery:
        changes["livery"] = next(livery for livery in LIVERIES if livery != first.livery)
    return second.model_copy(update=changes)


def _plain(roster: Roster) -> dict[str, Any]:
    """A roster as data, without empty fields."""
    return roster.model_dump(exclude_defaults=True) | {"letter": roster.letter, "livery": roster.livery}
