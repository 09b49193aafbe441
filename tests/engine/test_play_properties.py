"""What every game in play promises, whatever it is: random play of all scenarios through `Playing` alone."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.engine.session import Opened, Playing
from ibbprint.engine.state import Part
from ibbprint.problems import Report
from ibbprint.reports.battle_report import Story
from ibbprint.systems import games
from tests.helpers import SOAK, every_scenario
from tests.systems.printed.played import played_folders

SCENARIOS = sorted([*every_scenario(), *played_folders()])
SEEDS = range(20 if SOAK else 1)
LONGEST = 400
"""So many decisions of a game are looked at: enough for several turns of each."""


@cache
def opened(scenario: str) -> Opened:
    """A scenario of whatever game has it."""
    folder, report = played_folders().get(scenario), Report()
    game = games()["printed"] if folder is not None else every_scenario()[scenario]
    assert game.offers(Game.open)
    catalogue = game.open(scenario, KitOptions(() if folder is None else (folder,)), report)
    assert catalogue is not None, "\n".join(map(str, report))
    return catalogue


def choose(stream: random.Random, actions: Sequence[Any]) -> Any:
    return actions[int(stream.random() * len(actions))]


def played(scenario: str, seed: int, decisions: int = LONGEST) -> Playing:
    """A game after so many random decisions, or at its end."""
    game, stream = opened(scenario).start(seed, listen=True), random.Random(seed)
    for _ in range(decisions):
        if game.is_over:
            break
        game.play(choose(stream, game.candidates()))
    return game


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", SEEDS)
def test_candidates_are_legal_and_can_be_written_down(scenario: str, seed: int) -> None:
    """Each is there once, is legal, prints and parses; a written one is no fault; somebody is to move."""
    game, stream = opened(scenario).start(seed), random.Random(seed)
    for _ in range(LONGEST // 4):
        if game.is_over:
            break
        actions = game.candidates()
        assert actions
        assert len(set(actions)) == len(actions)
        assert game.to_move in game.sides
        for action in {choose(stream, actions) for _ in range(8)}:
            assert game.is_legal(action) is None, game.text(action)
            assert game.parse(game.text(action)) == action
            assert game.fault(game.text(action)) is None
        game.apply(choose(stream, actions))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_same_seed_and_actions_give_the_same_game(scenario: str) -> None:
    """Events and state are the same; a copy goes on alike, and leaves the first where it was."""
    first, second = played(scenario, 3), played(scenario, 3)
    assert first.events == second.events
    assert first.fingerprint() == second.fingerprint()
    assert played(scenario, 4).fingerprint() != first.fingerprint()
    middle = played(scenario, 5, LONGEST // 8)
    if middle.is_over:  # a short game
        middle = played(scenario, 5, LONGEST // 40)
    twin, before = middle.copy(), middle.fingerprint()
    assert twin.fingerprint() == before
    stream = random.Random(9)
    chosen = []
    for _ in range(20):
        if not twin.is_over:
            chosen.append(choose(stream, twin.candidates()))
            twin.play(chosen[-1])
    assert middle.fingerprint() == before
    for action in chosen:
        middle.play(action)
    assert middle.fingerprint() == twin.fingerprint()


def parts_of(state: Any) -> Iterator[tuple[Any, dataclasses.Field[Any], Any]]:
    """Every field of every part of a state: the part, the field, its value."""
    waiting = [state]
    while waiting:
        part = waiting.pop()
        for field in dataclasses.fields(part):
            value = getattr(part, field.name)
            yield part, field, value
            inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
            waiting += [each for each in inside if isinstance(each, Part)]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_copy_shares_nothing_that_changes(scenario: str) -> None:
    """No list, dictionary or part of a state is in its copy too, unless a field says that it belongs to all."""
    for seed in range(3):
        state = played(scenario, seed, 60 * seed).state  # type: ignore[attr-defined]  # a view of any engine's game
        own = {id(value) for _, _, value in parts_of(state.twin()) if isinstance(value, list | dict | set | Part)}
        for part, item, value in parts_of(state):
            assert id(value) not in own, f"{type(part).__name__}.{item.name} needs OWN"
            if isinstance(value, list | dict | set | Part) and item.name != "events":
                assert "own" in item.metadata, f"{type(part).__name__}.{item.name} needs OWN"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_fingerprint_hangs_on_every_field(scenario: str) -> None:
    """Whatever changes in a state, but for what a field leaves untold, changes its fingerprint."""
    game = played(scenario, 2, 60)
    state = game.state  # type: ignore[attr-defined]
    before = game.fingerprint()
    fields = set()
    for part, item, value in parts_of(state):
        if (type(part), item.name) in fields or "uncounted" in item.metadata or hasattr(value, "fingerprint_values"):
            continue
        fields.add((type(part), item.name))
        setattr(part, item.name, ("something", "else"))
        assert game.fingerprint() != before, f"{type(part).__name__}.{item.name}"
        setattr(part, item.name, value)
    assert len(fields) > 10
    assert game.fingerprint() == before


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_refused_raises_and_changes_nothing(scenario: str) -> None:
    """Actions of other moments are refused with a rule of the game, and the state stays as it was."""
    game, stream = opened(scenario).start(6), random.Random(6)
    known: list[Any] = []
    refused = 0
    for _ in range(80):
        if game.is_over:
            break
        actions = game.candidates()
        known += [choose(stream, actions) for _ in range(3)]
        before = game.fingerprint()
        for action in (choose(stream, known) for _ in range(4)):
            problem = game.is_legal(action)
            if problem is not None:
                assert ":" in problem.rule
                with pytest.raises(ValueError, match=problem.rule.partition(":")[2]):
                    game.apply(action)
                assert game.fingerprint() == before
                refused += 1
        game.apply(choose(stream, actions))
    assert refused > 20


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_view_is_for_looking(scenario: str) -> None:
    """Its candidates are those of the game, it can be appraised, and playing on in a copy of it changes nothing."""
    game, stream = opened(scenario).start(7), random.Random(7)
    for _ in range(40):
        if game.is_over or game.to_move is None:
            break
        actions, before = game.candidates(), game.fingerprint()
        view = game.view(game.to_move)
        assert view.candidates() == actions
        assert len(view.appraise(actions)) == len(actions)
        copy = view.copy(1)
        copy.play(choose(stream, actions))
        assert game.fingerprint() == before
        game.play(choose(stream, actions))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_that_happens_is_told(scenario: str) -> None:
    """Each `EventWords` has its sentences, and all the words that they use; a game that is over has a result."""
    which = opened(scenario)
    game = played(scenario, 8)
    for passage in game.tale():
        for say in which.telling[passage.kind].say:
            assert say.format_map(passage.words)
    assert set(game.result.levels) == set(which.sides)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_report_reads_from_the_title_on_and_is_the_same_every_time(scenario: str) -> None:
    """Another reader gets the same text, no line is longer than 100 letters, and nothing is left to be filled in."""
    which, first = opened(scenario), played(scenario, 8)
    names = dict.fromkeys(which.sides, "random")
    message = Story(which, first, 8, names).text()
    assert message == Story(opened(scenario), played(scenario, 8), 8, names).text()
    assert message.startswith(f"{which.title}\n{'=' * len(which.title)}\n")
    assert max(map(len, message.splitlines())) <= 100
    assert not set("{}") & set(message)
