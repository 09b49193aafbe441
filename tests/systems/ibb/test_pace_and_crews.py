"""What a set-up says of mixed formations, of engines and their engineers, and of objectives off a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from ibbprint.engine.api.checking import Finding
from ibbprint.problems import Severity
from tests.systems.ibb.test_set_ups import cases, checked, found


def findings(folder: Path, case: str, check: str) -> list[Finding]:
    """What a check finds in a set-up of the corpus."""
    path = folder / "trial.yaml"
    path.write_text(cases()[case].text(), encoding="utf-8")
    result, _ = checked(str(path))
    assert result is not None
    return [finding for finding in result.findings if finding.check == check]


def words(folder: Path, case: str, check: str) -> tuple[str, str]:
    """Message and working of the only finding of a check."""
    (finding,) = findings(folder, case, check)
    return finding.problem.message, finding.working


@pytest.mark.rule("R-52", "A-70")
def test_a_mixed_formation_moves_at_the_pace_of_its_slowest_unit(tmp_path: Path) -> None:
    """The note names the points and the units that set the pace, and lists the movement of each kind once."""
    assert words(tmp_path, "pace-of-the-slowest", "formation-pace") == (
        "Blue Foot moves at 2, the pace of Pikemen.",
        "movement: Light Infantry 4, Pikemen 2",
    )


@pytest.mark.rule("R-52", "A-70")
def test_reinforcements_change_the_pace_from_the_turn_in_which_they_come(tmp_path: Path) -> None:
    assert words(tmp_path, "pace-later", "formation-pace") == (
        "Blue Foot moves at 4; from turn 4 at 3, the pace of Heavy Infantry.",
        "movement: Light Infantry 4, Heavy Infantry 3",
    )


@pytest.mark.rule("R-52", "A-70")
@pytest.mark.parametrize(
    "case", ["pace-of-one-kind", "pace-without-captain", "pace-of-two-formations", "pace-engineers-and-scouts"]
)
def test_who_marches_alike_apart_or_by_himself_sets_no_pace(case: str, tmp_path: Path) -> None:
    assert findings(tmp_path, case, "formation-pace") == []


@pytest.mark.rule("R-52")
@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        (
            "hastings-as-printed",
            [
                "Centre Horse moves at 5, the pace of Dragoons.",
                "Left Wing moves at 4, the pace of Elven Archers.",
                "Right Foot moves at 3, the pace of Hobbit Slingers.",
            ],
        ),
        ("stirling-as-printed", []),
        (
            "defend-the-bridge",
            [
                "The King’s Own moves at 6; from turn 3 at 4, the pace of Light Infantry.",
                "The Prince’s Host moves at 2, the pace of Pikemen.",
            ],
        ),
    ],
)
def test_the_printed_scenarios_say_which_formations_are_held_back(scenario: str, told: list[str]) -> None:
    paces = [f for f in found(scenario) if f.check == "formation-pace"]
    assert sorted(f.problem.message for f in paces) == told
    assert {f.problem.severity for f in paces} <= {Severity.NOTE}


@pytest.mark.rule("R-46", "A-101")
@pytest.mark.parametrize(
    ("case", "working"),
    [
        ("engine-apart", "nearest Engineers in 1113, adjacent"),
        ("engineers-late", "nearest Engineers in 1015, from turn 2"),
        ("engine-alone", ""),
    ],
)
def test_an_engine_that_nobody_serves_tells_where_the_nearest_engineers_are(
    case: str, working: str, tmp_path: Path
) -> None:
    (finding,) = findings(tmp_path, case, "engine-alone")
    assert finding.problem.severity is Severity.WARNING
    assert finding.working == working


@pytest.mark.rule("R-46", "A-101")
def test_an_engine_and_engineers_who_choose_their_hexes_are_to_be_set_up_together(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, "engine-together", "engine-together")
    assert finding.problem.message == "set up Siege Engine in one hex with Engineers, who serve and move it."
    assert finding.places == ("1214", "1314")
    assert findings(tmp_path, "engine-joins", "engine-together") == []


@pytest.mark.rule("R-46", "A-101")
def test_an_engine_printed_without_a_hex_is_where_its_engineers_are(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, "printed-engine-open", "engine-place")
    assert finding.problem.message == "Bombard must be in one hex with Engineers, in 0514."
    assert (finding.places, finding.rulings) == (("0514",), ("R-178", "R-205"))


@pytest.mark.rule("R-46", "R-178")
def test_the_engine_of_stirling_has_no_hex_as_printed_and_joins_its_engineers_in_ours() -> None:
    """As printed a warning; ours applies the ruling and says so."""
    (finding,) = [f for f in found("stirling-as-printed") if f.check == "engine-place"]
    assert finding.problem.message == "Siege Engine must be in one hex with Engineers, with no hex given for either."
    assert finding.rulings == ("R-178",)
    notes = [f for f in found("stirling") if f.settled and finding.problem.message in f.problem.message]
    assert [(f.problem.severity, f.problem.hint) for f in notes] == [(Severity.NOTE, "R-178 settles it.")]


@pytest.mark.rule("R-171")
def test_an_objective_off_every_shortest_line_is_told_as_printed(tmp_path: Path) -> None:
    """In Hastings 1110; in a set-up of our own a hex beside the line; not where all are on it, nor beside a block."""
    (finding,) = [f for f in found("hastings-as-printed") if f.check == "victory-line"]
    assert finding.places == ("1110",)
    assert (finding.problem.severity, finding.rulings) == (Severity.NOTE, ("R-171",))
    assert finding.working == "on such a line: 0610 0709 0710 0810 0811 0910 0911 1011 1012 1111"
    assert [f for f in found("hastings") if f.check == "victory-line"] == []
    assert words(tmp_path, "printed-line", "victory-line")[0] == (
        "0814, which Reds must hold with 0714, is off every shortest line from 0513 to 0815."
    )
    for case in ("printed-line-of-its-own", "printed-block"):
        assert findings(tmp_path, case, "victory-line") == []
