"""What each game offers to bring a scenario nearer to even: every change does what its words say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copytree

import pytest

from ibbprint.engine.api.evening import STEPS, Edit
from ibbprint.jobs.certifying import drafts_of
from ibbprint.jobs.drafts import Draft, edited, with_record
from ibbprint.jobs.fair_search import Drafts
from ibbprint.jobs.targets import scenario_meant
from ibbprint.jobs.variants import Variant
from tests.helpers import ROOT, quick_load

MARSH = """\
scenario: {id: marsh-road, title: The Marsh Road, game: battle-turn}
armies:
  - {roster: tanners}
  - {roster: reeves}
rosters:
  - id: tanners
    name: The Tanners
    letter: T
    livery: forest
    leaders: [{name: Goody Ash, role: warchief, leadership: 3}]
    units:
      - {name: Hides, command: Goody Ash, figures: 10, quality: average, temperament: tribal, armour: light, weapon: hand, orders: attack}
      - {name: Vats, command: Goody Ash, figures: 8, worth: 2, quality: elite, temperament: disciplined, armour: heavy, weapon: hand, orders: attack}
  - id: reeves
    name: The Reeves
    letter: R
    livery: slate
    leaders: [{name: Reeve Holt, role: warchief, leadership: 3}]
    units:
      - {name: Bailiffs, command: Reeve Holt, figures: 12, quality: poor, temperament: disciplined, armour: medium, weapon: spear, orders: hold}
"""  # noqa: E501
MILLS = """\
scenario: {id: three-mills, title: Three Mills, game: microbattle, kind: seize, point: "4,5"}
terrain:
  - {quarter: sw, ground: clear}
  - {quarter: se, ground: clear}
  - {quarter: nw, ground: clear}
  - {quarter: ne, ground: clear}
armies:
  - id: millers
    name: The Millers
    letter: M
    livery: forest
    commander: {quality: average, square: "3,2"}
    units:
      - {unit: infantry, squares: ["2,2", "3,2"]}
      - {unit: cavalry, squares: ["6,1", "5,1"]}
  - id: carters
    name: The Carters
    letter: C
    livery: slate
    commander: {quality: poor, square: "4,7"}
    units:
      - {unit: infantry, squares: ["4,7", "5,7", "2,7"]}
      - {unit: artillery, squares: ["3,8"]}
"""
QUALITIES = ("poor", "average", "veteran", "elite")


def opened(path: Path, folder: Path, packs: Sequence[Path] = ()) -> Drafts:
    return drafts_of(Variant("", str(path), tuple(packs)), folder, force=False)


def made(drafts: Drafts) -> Mapping[str, tuple[str, str, Draft]]:
    """The changed scenarios by the words of their change, each with its step and whom it is to help."""
    result = {}
    for change in drafts.original.opened.changes:
        draft = drafts.changed(drafts.original, change.edits, change.words)
        if draft is not None:
            assert draft.words == (change.words,)
            result[change.words] = change.step, change.helps, draft
    assert result
    return result


def in_order(drafts: Drafts) -> bool:
    steps = [STEPS.index(change.step) for change in drafts.original.opened.changes]
    return steps == sorted(steps)


def units(draft: Draft, side: int) -> int:
    return sum(start.side == side for start in draft.opened.setting.starts)


def test_microbattle_offers_the_other_point_commanders_and_a_unit_more_or_fewer(tmp_path: Path) -> None:
    path = tmp_path / "three-mills.yaml"
    path.write_text(MILLS)
    drafts = opened(path, tmp_path / "drafts")
    every = made(drafts)
    assert in_order(drafts)

    def strength(draft: Draft, side: int) -> tuple[int, int]:
        battle = draft.opened.battle
        return battle.commanders[side].activates, len(battle.of(side))

    before = [strength(drafts.original, side) for side in range(2)]
    for words, (step, helps, draft) in every.items():
        after = [strength(draft, side) for side in range(2)]
        if step == "objective":
            assert draft.opened.setting.point != drafts.original.opened.setting.point
            assert (after, helps) == (before, "")
            continue
        better = [new > old for new, old in zip(after, before, strict=True)]
        worse = [new < old for new, old in zip(after, before, strict=True)]
        assert sum(better) + sum(worse) == 1, words
        assert helps == ("millers" if better[0] or worse[1] else "carters"), words
    assert every.keys() == {
        "the key point in 3,4 instead of 4,5",
        "commander of the Millers: good instead of average",
        "commander of the Millers: poor instead of average",
        "commander of the Carters: average instead of poor",
        "3 infantry instead of 2 for the Millers",
        "1 cavalry instead of 2 for the Millers",
        "4 infantry instead of 3 for the Carters",
        "2 infantry instead of 3 for the Carters",
        "2 artillery instead of 1 for the Carters",
    }


def test_the_battle_turn_offers_other_qualities_and_figures_of_its_own_rosters(tmp_path: Path) -> None:
    path = tmp_path / "marsh-road.yaml"
    path.write_text(MARSH)
    drafts = opened(path, tmp_path / "drafts")
    assert in_order(drafts)

    def worth(draft: Draft, side: int) -> tuple[int, int]:
        listed = [place.unit for place in draft.opened.battle.of(side)]
        return sum(QUALITIES.index(unit.quality) for unit in listed), sum(unit.total_worth for unit in listed)

    for words, (_, helps, draft) in made(drafts).items():
        gains = [
            sum(new > old for new, old in zip(worth(draft, side), worth(drafts.original, side), strict=True))
            - sum(new < old for new, old in zip(worth(draft, side), worth(drafts.original, side), strict=True))
            for side in range(2)
        ]
        assert helps == ("tanners" if gains[0] > gains[1] else "reeves"), words
    words = [change.words for change in drafts.original.opened.changes]
    assert words[0] == "Vats of the Tanners: veteran instead of elite"  # dearest first; nobody is better than elite
    assert "Bailiffs of the Reeves: average instead of poor" in words
    assert "15 figures of Bailiffs instead of 12 for the Reeves" in words
    assert "7 figures of Bailiffs instead of 12 for the Reeves" not in words


def test_a_battle_turn_with_rosters_of_other_files_is_left_as_it_is(tmp_path: Path) -> None:
    drafts = opened(Path("the-moon-at-the-gate"), tmp_path)
    assert not list(drafts.original.opened.changes)


def test_an_element_battle_offers_other_types_for_the_same_points(tmp_path: Path) -> None:
    drafts = opened(Path("deep-delve"), tmp_path)

    def points(draft: Draft, side: int) -> float:
        groups = draft.opened.battle.sides[side].groups
        return float(sum(group.troop.ap * group.count for group in groups))

    for _, helps, draft in made(drafts).values():
        assert helps == ""  # only games can tell
        assert [points(draft, side) for side in range(2)] == [points(drafts.original, side) for side in range(2)]


# --- games of files ---------------------------------------------------------------------------------------------------


def two_fords(folder: Path, victory: str = "", **changed: tuple[str, str]) -> Path:
    """A copy of Two Fords with values of its scenario changed, and ways to win of its own."""
    copytree(ROOT / "tests/systems/printed/two-fords", folder)
    path = folder / "scenarios/fords.yaml"
    text = path.read_text()
    for old, new in changed.values():
        assert old in text
        text = text.replace(old, new)
    path.write_text(text + victory)
    return folder


def drafts_in(folder: Path, place: Path) -> Drafts:
    meant = scenario_meant(str(folder), ())
    return opened(Path(meant.scenario), place, meant.packs)


def test_a_game_of_files_offers_turns_arrivals_and_units_of_which_it_has_several(tmp_path: Path) -> None:
    folder = two_fords(tmp_path / "game", foot=("{unit: b-1, hexes", "{unit: b-1, count: 2, hexes"))
    drafts = drafts_in(folder, tmp_path / "drafts")
    every = made(drafts)
    assert in_order(drafts)
    by_words = {
        words: (helps, units(draft, 0) - units(drafts.original, 0), units(draft, 1) - units(drafts.original, 1))
        for words, (step, helps, draft) in every.items()
        if step == "gold"
    }
    assert by_words == {
        "3 of 1 Blue Foot instead of 2 for the Blues": ("blue", 0, 1),
        "1 of 1 Blue Foot instead of 2 for the Blues": ("red", 0, -1),
    }
    arrivals = {words: (helps, draft) for words, (step, helps, draft) in every.items() if step == "army"}
    assert [(words, helps) for words, (helps, _) in arrivals.items()] == [
        ("Red Horse of the Reds in turn 1 instead of 2", "red"),
        ("Red Horse of the Reds in turn 3 instead of 2", "blue"),
    ]
    turns = [
        next(start.turn for start in draft.opened.setting.starts if start.kind.id == "r-h")
        for _, draft in arrivals.values()
    ]
    assert turns == [1, 3]


OWN_VICTORY = """\
victory:
  - {side: red, at: once, lost: {side: blue, of: units, at_least: "6"}}
  - {side: red, at: end, lost: {side: blue, of: strength, at_least: 40%}}
  - {side: blue, at: end}
"""


def test_thresholds_at_the_end_stand_in_a_scenario_with_ways_to_win_of_its_own(tmp_path: Path) -> None:
    drafts = drafts_in(two_fords(tmp_path / "game", OWN_VICTORY), tmp_path / "drafts")
    scenario = drafts.original.opened
    assert scenario.decided_by_gauges
    assert [gauge.written for gauge in scenario.gauges] == [(), ("victory", 1, "lost", "at_least")]
    assert [scenario.winner_if(met) for met in ([True, False], [False, True], [False, False])] == ["red", "red", "blue"]
    text = edited(drafts.files.text, [Edit(scenario.gauges[1].written, "25")])
    assert quick_load(text)["victory"][1]["lost"]["at_least"] == "25%"


@pytest.mark.parametrize(
    "victory",
    [
        # what is judged at the end hides what may have ended the game sooner
        """victory:
  - {side: red, at: end, lost: {side: blue, at_least: '2'}}
  - {side: blue, at: once, lost: {side: red, at_least: '2'}}
""",
        # nobody's gauge
        "victory:\n  - {side: draw, at: end, lost: {side: blue, at_least: '2'}}\n  - {side: red, at: end}\n",
    ],
)
def test_ways_to_win_that_the_end_of_a_game_does_not_tell_are_not_cut(tmp_path: Path, victory: str) -> None:
    drafts = drafts_in(two_fords(tmp_path / "game", victory), tmp_path / "drafts")
    assert not drafts.original.opened.decided_by_gauges


def test_a_head_in_braces_takes_a_certificate_and_another_after_it() -> None:
    text = "scenario: {id: a, title: A, turns: 8}  # short\nforces: []\n"
    record = {"side": "Reds", "games": [{"games": 3, "wins": 1}, {"games": 4, "wins": 2}], "alike": True}
    for games in (3, 20):
        record["games"][0]["games"] = games  # type: ignore[index]
        text = with_record(text, "playtests", {**record, "changes": ["7 turns instead of 8"]}, "a-fair-5")
    read = quick_load(text)
    assert read["scenario"] == {
        "id": "a-fair-5",
        "title": "A",
        "turns": 8,
        "playtests": {
            "side": "Reds",
            "games": [{"games": 20, "wins": 1}, {"games": 4, "wins": 2}],
            "alike": True,
            "changes": ["7 turns instead of 8"],
        },
    }
    assert "# short" in text
    assert read["forces"] == []
