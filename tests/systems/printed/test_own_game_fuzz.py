"""Games of one's own, army lists, rosters and maps, made from a grammar or a seed and then spoilt a little.

Most are accepted before they are spoilt, so what is spoilt gets past the first check. Each ends with what was asked
for or with errors at their places, never with an exception, and within bounds of processor time. `make soak` tries
20,000 games, each as it was made and once spoilt, and shows how many were accepted.
"""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path

import pytest

import ibbprint
from ibbprint.jobs.reporting import Result
from tests.helpers import SOAK, call_cli
from tests.jobs.test_checker_fuzz import spoilt
from tests.own_games import own_game, spoilt_game, write
from tests.own_rosters import FORMS, roster
from tests.spoiling import bounded, seeds, show

MANY, PARTS = (20_000, 40) if SOAK else (24, 1)
PRINTED = 10
"""Every so many games are printed as well."""
LEAST_SHARE = 0.9
"""Of the games of the grammar at least so many are well."""


def is_well(made: Result, seed: int) -> bool:
    """Whether nothing was wrong; what was has its place and its sentence."""
    for problem in made.report:
        assert problem.where.file, (seed, str(problem))
        assert problem.message.endswith((".", "?")), (seed, str(problem))
    return made.ok


@pytest.mark.parametrize("part", range(PARTS))
def test_games_of_a_grammar_are_accepted_and_spoilt_ones_checked_and_printed_or_reported(
    part: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = {"made": 0, "accepted": 0, "spoilt": 0, "accepted all the same": 0, "printed": 0}
    folder, out = tmp_path / "mill", tmp_path / "out"
    for seed in seeds(MANY, part, PARTS):
        dice = random.Random(seed)
        whole = own_game(dice)
        for files, result, accepted in (
            (whole, "made", "accepted"),
            (spoilt_game(whole, dice), "spoilt", "accepted all the same"),
        ):
            shutil.rmtree(folder, ignore_errors=True)
            write(files, folder)
            with bounded():
                well = is_well(ibbprint.check(str(folder)), seed)
                counts[result] += 1
                counts[accepted] += well
                if seed % PRINTED == 0:
                    kit = ibbprint.kit(str(folder), output=out)
                    assert is_well(kit, seed) == (kit.path is not None), seed
                    counts["printed"] += kit.ok
    show("games", counts, capsys)
    assert counts["accepted"] >= LEAST_SHARE * counts["made"], counts
    assert counts["printed"]


# --- maps and army lists ----------------------------------------------------------------------------------------------

ARMIES = {"ibb": 60, "element-battle": 40}
"""Games that make up legal lists, with a budget for them."""


@cache
def army(game: str, seed: int) -> str:
    result = call_cli("army", "--game", game, "--budget", str(ARMIES[game]), "--seed", str(seed))
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("game", ARMIES)
def test_spoilt_lists_that_were_legal_are_checked_or_reported(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    counts = {"spoilt": 0, "legal": 0}
    for seed in range(MANY):
        dice = random.Random(seed)
        text = army(game, seed % 4)
        with bounded():
            if seed < 4:
                assert is_well(ibbprint.check(text=text, game=game), seed), seed
            counts["legal"] += is_well(ibbprint.check(text=spoilt(text, dice, 2), game=game), seed)
            counts["spoilt"] += 1
    show(f"lists of {game}", counts, capsys)
    assert counts["legal"] < counts["spoilt"]


@pytest.mark.parametrize("form", FORMS)
def test_rosters_of_a_grammar_are_accepted_and_spoilt_ones_checked_or_reported(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = {"made": 0, "accepted": 0, "spoilt": 0, "accepted all the same": 0}
    path = tmp_path / f"roster{FORMS[form]}"
    for seed in range(MANY):
        dice = random.Random(seed)
        whole = roster(dice, form)
        for text, result, accepted in (
            (whole, "made", "accepted"),
            (spoilt(whole, dice, 2), "spoilt", "accepted all the same"),
        ):
            path.write_text(text, encoding="utf-8")
            with bounded():
                counts[accepted] += is_well(ibbprint.check(str(path), game="battle-turn"), seed)
            counts[result] += 1
    show(f"rosters as {form}", counts, capsys)
    assert counts["accepted"] >= LEAST_SHARE * counts["made"], counts
    assert counts["accepted all the same"] < counts["spoilt"]


@cache
def map_of(seed: int) -> str:
    result = ibbprint.new_map(seed=str(seed))
    assert result.ok, [*map(str, result.report)]
    return result.text


def test_spoilt_maps_that_were_fit_to_fight_on_are_checked_or_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "field.yaml"
    counts = {"spoilt": 0, "fit": 0}
    for seed in range(MANY):
        dice = random.Random(seed)
        for text in (map_of(seed % 4), spoilt(map_of(seed % 4), dice, 2)):
            path.write_text(text, encoding="utf-8")
            with bounded():
                fit = is_well(ibbprint.check_map(path), seed)
            if text == map_of(seed % 4):
                assert fit, seed
            else:
                counts["spoilt"] += 1
                counts["fit"] += fit
    show("maps", counts, capsys)
    assert counts["fit"] < counts["spoilt"]
