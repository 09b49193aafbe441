"""`ibbprint rules find`: rules looked up by the words that players type."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.engine.api.rules import RuleText
from ibbprint.engine.rule_search import search, stem, synonym_groups
from ibbprint.problems import Report
from ibbprint.systems import games
from tests.helpers import call_cli, make_pack

WIDTH = 80


@cache
def books() -> Mapping[str, Sequence[RuleText]]:
    """Every rule of every game."""
    result = {
        id: game.rulebook("", KitOptions(()), Report()) for id, game in games().items() if game.offers(Game.rules)
    }
    return {id: book for id, book in result.items() if book is not None}


def best(query: str, number: int = 3) -> list[str]:
    """The first rules for a query, `game: ...` before it for one game, as game:id."""
    game, colon, words = query.rpartition(": ")
    result = search(words, {game: books()[game]} if colon else books())
    return [f"{match.game}:{match.rule.id}" for match in result.matches[:number]]


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("stacking", "ibb:A-25"),
        ("ibb: overstacked", "ibb:A-25"),
        ("stack limits", "ibb:A-25"),
        ("zoc", "ibb:A-22"),
        ("ZOCs", "ayrenes-woods:A-R19"),
        ("leaving a zoc", "ibb:R-11"),
        ("zones of control and rivers", "ibb:R-13"),
        ("berserk", "ibb:A-134"),
        ("going berserk", "ayrenes-woods:A-24"),
        ("LOS", "ibb:R-92"),
        ("microbattle: can I see him", "microbattle:M-30"),
        ("ibb: disrupted", "ibb:A-131"),
        ("shaken units", "ibb:A-131"),
        ("how do routed units move?", "ibb:R-123"),
        ("element-battle: routing", "element-battle:H-R30"),
        ("failed morale", "ibb:R-115"),
        ("rallying", "ibb:A-114"),
        ("microbattle: rally", "microbattle:M-R20"),
        ("opportunity fire", "ibb:A-93"),
        ("defensive fire", "ibb:A-93"),
        ("CRT", "ibb:A-80"),
        ("odds rounding", "ibb:A-77"),
        ("off the table odds", "ibb:R-77"),
        ("column shifts", "ibb:R-84"),
        ("spearmen vs cavalry", "ibb:A-34"),
        ("pikes", "ibb:A-50"),
        ("who can charge", "ibb:A-91"),
        ("charge distance", "ibb:R-93"),
        ("advance after combat", "ibb:R-83"),
        ("ibb: evade", "ibb:R-35"),
        ("reinforcements blocked", "ibb:R-70"),
        ("slowest unit in formation", "ibb:A-70"),
        ("road movement", "ibb:R-65"),
        ("who sets up first", "ibb:R-186"),
        ("fizzle", "ibb:A-144"),
        ("pooling spells", "ibb:A-125"),
        ("ibb: fireballs", "ibb:A-165"),
        ("saves", "ibb:R-139"),
        ("scatters", "ibb:A-153"),
        ("siege artillery", "ibb:A-102"),
        ("how long does it take to dig in", "ibb:A-97"),
        ("using petards", "ibb:A-104"),
        ("ambush by scouts", "ibb:A-19"),
        ("face-down counters", "ibb:R-07"),
        ("captain killed", "ibb:R-50"),
        ("chit pull", "ibb:R-53"),
        ("ayrenes-woods: command range", "ayrenes-woods:A-R23"),
        ("ayrenes-woods: leader dies", "ayrenes-woods:A-R44"),
        ("element-battle: pips", "element-battle:H-R06"),
        ("element-battle: draws on equal totals", "element-battle:H-R24"),
        ("element-battle: camp", "element-battle:H-R32"),
        ("frogs", "element-battle:H-R18"),
        ("battle-turn: general killed", "battle-turn:B-R31"),
        ("battle-turn: new orders", "battle-turn:B-R22"),
        ("microbattle: stacking", "microbattle:M-17"),
        ("victory tie both sides win", "ibb:R-168"),
        ("r-74", "ibb:R-74"),
    ],
)
def test_a_players_words_bring_the_rule_among_the_first_three(query: str, wanted: str) -> None:
    assert wanted in best(query), best(query, 6)


@pytest.mark.parametrize("query", ["stacking zoc", "charge cavalry woods", "morale captain priest"])
def test_rules_with_all_the_words_come_before_those_with_some(query: str) -> None:
    numbers = [match.words for match in search(query, books()).matches]
    assert numbers[0] > numbers[-1]
    assert numbers == sorted(numbers, reverse=True)


def test_a_title_comes_before_a_text() -> None:
    """A rule that is about a thing, before one that only mentions it."""
    rules = [RuleText("X-1", "Ponds", "", "", "Newts swim."), RuleText("X-2", "Newts", "", "", "They swim.")]
    assert [match.rule.id for match in search("newt", {"pond": rules}).matches] == ["X-2", "X-1"]
    assert [match.rule.id for match in search("swimming", {"pond": rules}).matches] == ["X-1", "X-2"]


@pytest.mark.parametrize(
    "forms",
    [
        "stack stacks stacked stacking",
        "charge charges charged charging",
        "move moves moved moving",
        "retreat retreats retreating",
        "stop stopped stopping",
        "army armies",
        "loss losses",
        "rally rallies",
    ],
)
def test_endings_make_no_difference(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


def test_words_that_are_alike_bring_the_same_rules() -> None:
    """Whichever of them a player uses; capitals, plurals and hyphens make no difference."""
    assert best("zoc", 1) == best("zones of control", 1) == best("Zone-of-Control", 1) == best("EZOC", 1)
    assert "ibb:A-131" in {*best("ibb: disorganized")} & {*best("ibb: disordered")} & {*best("ibb: disrupted")}
    assert all(stem in group for stem, group in synonym_groups().items())


def test_a_short_word_does_not_begin_another() -> None:
    """`los` is line of sight, not losing."""
    assert "element-battle:H-R25" not in best("los", 10)


# --- the command ------------------------------------------------------------------------------------------------


def test_the_list_names_game_and_id_and_the_command_to_read_the_first() -> None:
    result = call_cli("rules", "find", "stacking")
    lines = result.stdout.splitlines()
    assert (result.returncode, result.stderr) == (0, "")
    assert lines[0].split(maxsplit=2) == ["printed", "P-30", "Stacking"]
    assert lines[-1] == "To read one: ibbprint rules show P-30 --game printed"
    assert call_cli(*lines[-1].split()[4:]).stdout.startswith("P-30  Stacking")


@pytest.mark.parametrize(
    "words",
    [("die",), ("stacking",), ("the", "set-up", "of", "engines", "in", "printed", "hexes"), ("formation", "xyzzy")],
)
def test_everything_fits_eighty_columns(words: tuple[str, ...]) -> None:
    result = call_cli("rules", "find", "--all", *words)
    assert result.returncode == 0
    assert max(map(len, result.stdout.splitlines())) <= WIDTH
    several = call_cli("rules", "show", "A-20")
    assert max(map(len, several.stderr.splitlines())) <= WIDTH


def test_the_best_are_shown_and_all_on_request() -> None:
    best_only = call_cli("rules", "find", "units").stdout.splitlines()
    every = call_cli("rules", "find", "units", "--all").stdout.splitlines()
    assert len(best_only) < 20 < 100 < len(every)
    assert "the best 15 above; --all lists every one." in best_only[-2]
    assert best_only[:15] == every[:15] or [line.split()[:2] for line in best_only[:15]] == [
        line.split()[:2] for line in every[:15]
    ]


def test_the_game_limits_the_search() -> None:
    data = json.loads(call_cli("rules", "find", "morale", "--game", "microbattle", "--json").stdout)
    assert {each["game"] for each in data} == {"microbattle"}
    assert data[0]["id"] == "M-R30"
    assert data[0]["text"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("stakcing",), "no rule speaks of 'stakcing'. Did you mean stacking?"),
        (("beserk", "--game", "ibb"), "no rule of Itty Bitty Battles speaks of 'beserk'. Did you mean berserk?"),
        (("qqqq",), "no rule speaks of 'qqqq'. Try one word, such as stacking or zoc."),
        (("zoc", "--game", "chess"), "there is no game 'chess' for this."),
        ((), "missing argument 'words'"),
    ],
)
def test_what_no_rule_speaks_of_is_a_wrong_call_with_the_nearest_word(arguments: tuple[str, ...], said: str) -> None:
    result = call_cli("rules", "find", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_a_word_that_no_rule_has_is_told_beside_the_others() -> None:
    result = call_cli("rules", "find", "morale", "checkk")
    assert result.returncode == 0
    assert "No rule has 'checkk'. Did you mean check?" in result.stdout


@pytest.mark.parametrize(("name", "said"), [("stacking", "To look up words: ibbprint rules find stacking")])
def test_a_word_in_the_place_of_an_id_is_sent_to_the_search(name: str, said: str) -> None:
    assert said in call_cli("rules", "show", name).stderr


def test_the_rules_of_a_pack_are_found_and_its_command_names_the_pack(tmp_path: Path) -> None:
    """A pack's ruling is found among those of its game; the other games are searched all the same."""
    own = {
        "id": "X-01",
        "title": "Herons on the marsh",
        "topic": "units",
        "tag": "house",
        "text": "They wade, and stack.",
    }
    pack = str(make_pack(tmp_path / "marsh", {"rulings.yaml": {"rulings": [own]}}, game="ayrenes-woods"))
    assert call_cli("rules", "find", "herons").returncode == 2
    result = call_cli("rules", "find", "herons", "--pack", pack)
    lines = result.stdout.splitlines()
    assert lines[0].split(maxsplit=2) == ["ayrenes-woods", "X-01", "Herons on the marsh"]
    command = result.stdout.partition("To read one: ")[2].split()
    assert " ".join(command) == f"ibbprint rules show X-01 --game ayrenes-woods --pack {pack}"
    assert "They wade" in call_cli(*command[1:]).stdout
    every = call_cli("rules", "find", "stack", "--all", "--pack", pack).stdout
    assert "X-01" in every
    assert "A-25" in every


def test_a_broken_pack_is_told(tmp_path: Path) -> None:
    pack = str(make_pack(tmp_path / "marsh", {"rulings.yaml": "rulings: [{id: X-01}]"}))
    result = call_cli("rules", "find", "stacking", "--pack", pack)
    assert (result.returncode, result.stdout) == (1, "")
    assert "rulings.yaml:1" in result.stderr


def test_a_game_made_of_files_has_no_rulings_to_look_up() -> None:
    result = call_cli("rules", "find", "stacking", "--pack", "docs/examples/waterline")
    assert (result.returncode, result.stdout) == (2, "")
    assert "waterline has no play: section, so it is printed only." in result.stderr
