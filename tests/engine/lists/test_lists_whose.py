"""Whose a list is that names no game: games are asked what they know of it only where a cheap sign says they may."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from benchmarks.lists import made_up
from ibbprint.catalogue.documents import Document, read_document
from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.engine.api.lists import ListChecker
from ibbprint.jobs import games as asked
from ibbprint.jobs.checks import check
from ibbprint.problems import Report
from ibbprint.systems import games, games_with
from tests.helpers import ROOT

FILES = sorted(path for path in (ROOT / "tests" / "lists").rglob("*") if path.is_file() and path.suffix != ".md")


def _checker(id: str) -> ListChecker:
    opened = games()[id].checker(KitOptions(), Report())
    assert opened is not None
    return opened


@pytest.mark.parametrize("id", ["element-battle", "battle-turn"])
def test_a_game_without_a_sign_of_it_in_a_list_knows_no_entry_of_it(id: str) -> None:
    game, checker = games()[id], _checker(id)
    documents = [document for path in FILES if (document := read_document(path, Report())) is not None]
    without = [document for document in documents if not game.most_listed(document)]
    assert len(without) > 100
    assert [document.name for document in without if checker.count_signs(document)] == []


@pytest.mark.parametrize("id", ["ibb", "element-battle", "battle-turn"])
def test_no_game_knows_more_of_a_list_than_it_says_before_it_opens_its_catalogue(id: str) -> None:
    game, checker, dice = games()[id], _checker(id), random.Random(35)
    documents = [document for path in FILES if (document := read_document(path, Report())) is not None]
    documents += [Document(f"{index}.txt", made_up(dice)) for index in range(50)]
    lines = [line for document in documents for line in document.text.splitlines()]
    for index in range(100):  # lines of all games, mixed: entries of a game among those of others
        documents.append(Document(f"mixed-{index}.txt", "\n".join(dice.sample(lines, dice.randrange(1, 12)))))
    over = [document.name for document in documents if checker.count_signs(document) > game.most_listed(document)]
    assert over == []


@pytest.mark.parametrize("written", ["4 x {}", "4x{}", "- [b]{}[/b] x 3", "**{}**, 2", "| 3 | {} |", "__{}__", "{}12"])
def test_every_name_of_a_type_of_troops_is_a_sign_however_it_is_marked(written: str) -> None:
    from ibbprint.systems.element_battle.catalogue import Catalogue
    from ibbprint.systems.element_battle.names import Names

    game = games()["element-battle"]
    catalogue = Catalogue.open((), (), Report())
    assert catalogue is not None
    for name in Names(catalogue).by_name:
        for text in (name, name.upper(), name.title().replace(" ", "-")):
            assert game.most_listed(Document("list.txt", f"My army\n{written.format(text)}\n")), text


def test_a_list_without_a_sign_of_another_game_opens_no_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    able = {id: game for id, game in games_with(Game.checker).items() if id in ("ibb", "element-battle", "battle-turn")}
    for game in able.values():
        monkeypatch.setattr(type(game), "checker", lambda *_: pytest.fail("a catalogue was opened"))
    document = Document(str(Path("army.txt")), "Budget: 60\n\nCaptain 3\n3 Light Infantry Q3\n")
    game = asked.game_by_words([document], able)
    assert game is not None
    assert game.id == "ibb"


def test_the_head_of_a_game_made_of_files_is_checked_as_its_folder_is_and_is_no_list() -> None:
    folder = ROOT / "tests" / "folders" / "tin-road"
    report = check(folder / "game.yaml")
    assert report.ok
    assert report.scenarios is not None
    assert report.text == check(folder).text
