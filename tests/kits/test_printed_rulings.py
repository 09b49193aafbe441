"""What the rulings on the printed scenarios settle is found in them as printed, and only noted in ours (G-03)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from ibbprint.engine.api.checking import Finding
from ibbprint.problems import Severity
from tests.helpers import KITS, ROOT, quick_load
from tests.systems.ibb.test_set_ups import found

NOT_FOUND: Mapping[str, str] = quick_load((ROOT / "tests/kits/rulings_not_found.yaml").read_text(encoding="utf-8"))
RULINGS = {
    f"R-{number}": scenario
    for scenario, numbers in (
        ("defend-the-bridge", range(160, 169)),
        ("hastings", range(169, 178)),
        ("stirling", range(178, 188)),
    )
    for number in numbers
}
"""Each ruling with the scenario that it is on (C.13 to C.15)."""
CHECKS = {
    "R-160": "stacking-engines",
    "R-161": "no-captain",
    "R-162": "place-open",
    "R-163": "formation-apart",
    "R-164": "leader-alone",
    "R-165": "arrival-captain",
    "R-166": "victory-end",
    "R-167": "victory-share",
    "R-168": "victory-both",
    "R-169": "count-or-rating",
    "R-170": "zone-parts",
    "R-171": "room",
    "R-172": "no-captain",
    "R-173": "room",
    "R-174": "rating-none",
    "R-175": "place-open",
    "R-176": "victory-both",
    "R-177": "victory-share",
    "R-178": "place-none",
    "R-179": "spell-apart",
    "R-180": "spell-class",
    "R-181": "formation-captain",
    "R-182": "victory-leader",
    "R-183": "victory-area",
    "R-184": "victory-share",
    "R-185": "not-played",
    "R-186": "set-up-order",
}
"""The check that finds what each ruling settles."""


@cache
def findings(scenario: str) -> tuple[Finding, ...]:
    return tuple(found(scenario))


def naming(scenario: str, ruling: str) -> list[Finding]:
    return [f for f in findings(scenario) if ruling in f.rulings and f.problem.severity is not Severity.OK]


@pytest.mark.rule("G-03")
@pytest.mark.parametrize("ruling", RULINGS)
def test_each_ruling_is_found_as_printed_or_has_a_reason_why_not(ruling: str) -> None:
    """Never both. What is found is found by the check that looks for it, in the scenario that the ruling is on."""
    result = naming(f"{RULINGS[ruling]}-as-printed", ruling)
    assert bool(result) != (ruling in NOT_FOUND), [f.problem for f in result]
    if result:
        assert CHECKS[ruling] in {finding.check for finding in result}
    else:
        assert len(NOT_FOUND[ruling].split()) > 10


@pytest.mark.rule("G-03")
@pytest.mark.parametrize("ruling", [ruling for ruling in RULINGS if ruling not in NOT_FOUND])
def test_each_finding_is_a_note_that_names_its_ruling_where_it_is_applied(ruling: str) -> None:
    """In the scenario ready for play what the ruling settled is a note, and its words name the ruling."""
    notes = naming(RULINGS[ruling], ruling)
    assert notes
    assert {f.problem.severity for f in notes} == {Severity.NOTE}
    assert all(ruling in f"{f.problem.rule} {f.problem.hint}" for f in notes), [f.problem for f in notes]


@pytest.mark.rule("G-03")
def test_the_list_of_what_cannot_be_found_has_no_strangers() -> None:
    """Only rulings on the printed scenarios stand in it."""
    assert set(NOT_FOUND) <= set(RULINGS)


@pytest.mark.rule("G-03")
@pytest.mark.parametrize("scenario", KITS)
def test_nothing_worse_than_a_note_is_left(scenario: str) -> None:
    """The shipped scenario has no error and no warning, and its set-up as printed has both or warnings at least."""
    assert {f.problem.severity for f in findings(scenario)} <= {Severity.NOTE, Severity.OK}
    assert min(f.problem.severity for f in findings(f"{scenario}-as-printed")) is Severity.ERROR


@pytest.mark.parametrize(
    ("scenario", "ruling", "parts"),
    [
        ("hastings", "R-169", ("'5 captain' can mean one captain of rating 5, or 5 captains of any rating.",)),
        ("hastings", "R-170", ("is in 2 parts", "Ridge Line can use only one", "0410-0509-0510; 1210-1211-1310")),
        ("hastings", "R-176", ("minor with minor", "0910 and 1110 against 0610 and 1111")),
        ("hastings", "R-177", ("50% of the strength of Nor’Men can mean 42 points or 41 rounded down",)),
        ("hastings", "R-186", ("22 units to place", "28 units to place", "Select, Feared would be first")),
        ("stirling", "R-179", ("Yawning Chasm costs 6, the strongest caster has 3; without a hex: wizard",)),
        ("stirling", "R-183", ("which hexes Skatch must have left", "Hoar Ridge (18 hexes), Core of the crest (12")),
        ("stirling", "R-184", ("25% of the strength of Aenglish can mean 10 points or 11 with the engine.",)),
        ("stirling", "R-185", ("the special rule hatred is in words only",)),
        ("defend-the-bridge", "R-167", ("75% of the strength", "20 points, 19 rounded down or 22 with the engine")),
    ],
)
def test_what_is_left_open_is_worked_out(scenario: str, ruling: str, parts: tuple[str, ...]) -> None:
    """The readings, hexes and numbers follow from the data of part E."""
    lines = [f"{f.problem.message} {f.working}" for f in naming(f"{scenario}-as-printed", ruling)]
    assert any(all(part in text for part in parts) for text in lines), lines


def test_each_room_is_settled_by_its_own_ruling() -> None:
    """The line of the axemen by R-171, the centre of the Nor'Men by R-173, and neither by the other's."""
    rooms = {f.rulings for f in findings("hastings-as-printed") if f.check == "room"}
    assert rooms == {("R-171",), ("R-173",)}
