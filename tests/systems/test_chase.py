"""A game with an engine in somebody else's package: in 330 lines it has everything that a command asks for."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from tests.helpers import CHASE, ROOT, call_cli_with, code_lines, run_cli
from tests.pdf import Document, read_pdf
from tests.sheets import head, sheets_of, slots

PACKAGE = CHASE / "chase"
HEATH = PACKAGE / "scenarios" / "heath.yaml"
MOST_LINES = 330
"""A game of two kinds of counters and one die is no longer than this in Python, with its models."""
WORDS = re.compile(r"\b(chase|hounds?|hares?|greyhounds?|bloodhounds?|thickets?)\b", re.IGNORECASE)


def asked(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A command that finds the game, and which it does without complaint."""
    ran = call_cli_with(CHASE, *arguments)
    assert ran.returncode == 0, ran.stderr
    return ran


def caught(*arguments: str) -> Fraction:
    """The chance that a hound catches the hare, as `odds` gives it to programs."""
    rows = json.loads(asked("odds", "catch", *arguments, "--json").stdout)["results"]
    return Fraction(next(row["chance"] for row in rows if row["id"] == "caught"))


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack in which a greyhound catches with 5 or less."""
    folder = tmp_path_factory.mktemp("keen")
    (folder / "pack.yaml").write_text("pack: {id: keen, title: Keen hounds, game: chase}\n")
    units = (PACKAGE / "data" / "units.yaml").read_text(encoding="utf-8").splitlines()
    line = next(line for line in units if "greyhound" in line)
    (folder / "units.yaml").write_text("units:\n" + line.replace("catch: 2", "catch: 5") + "\n")
    return folder


def printed(folder: Path, *arguments: str) -> Document:
    asked("kit", "heath", *arguments, "-o", str(folder))
    (result,) = folder.glob("*.pdf")
    return read_pdf(result.read_bytes())


def counters(document: Document) -> Counter[tuple[str, ...]]:
    """What is written on each counter of a kit."""
    pages = [front for front, _ in sheets_of(document, "Counters")]
    return Counter(tuple(sorted(slot.texts)) for page in pages for slot in slots(page))


class TestGame:
    """The game lists, checks, prints, plays, replays, tells, answers odds and rules, under switches and packs."""

    def test_it_is_listed(self) -> None:
        """With its scenario and its map, which stand in its own folder."""
        output = run_cli("list", path=[CHASE]).stdout  # in a process of its own, as somebody has it who installed it
        assert "chase: Hounds and Hare" in output
        assert re.search(r"scenario +heath +A Hare on the Heath", output)
        assert re.search(r"map +small-heath +The Small Heath", output)

    @pytest.mark.parametrize(
        ("written", "instead", "place", "message"),
        [
            ("unit: greyhound", "unit: grayhound", "4:12", "Did you mean greyhound?"),
            ('"0504"', '"1004"', "3:26", "hex 1004 is not on the map, which goes from 0101 to 0907."),
            ('"0107"', '"0101"', "5:", "somebody is in 0101 already."),
            ("unit: hare", "unit: bloodhound", "2:1", "there must be one hare."),
            ("small-heath,", "small-heat,", "1:", "Did you mean small-heath?"),
        ],
    )
    def test_a_mistake_is_told_at_its_place(
        self, tmp_path: Path, written: str, instead: str, place: str, message: str
    ) -> None:
        """At line and column of the scenario, whether it was found in reading or by a check of the game."""
        file = tmp_path / "mine.yaml"
        text = HEATH.read_text(encoding="utf-8").removeprefix("# Three hounds and a hare on the heath.\n")
        assert written in text
        file.write_text(text.replace(written, instead, 1), encoding="utf-8")
        ran = call_cli_with(CHASE, "check", str(file))
        assert ran.returncode == 1
        report = ran.stdout + ran.stderr
        assert f"mine.yaml:{place}" in report
        assert message in report

    def test_its_kit_is_printed(self, tmp_path: Path) -> None:
        """Every counter with its numbers, every hex of the map once, and a sheet with its rules, read back."""
        document = printed(tmp_path)
        assert document.title == "Hounds and Hare: A Hare on the Heath"
        assert counters(document) == Counter(
            tuple(sorted(item))
            for item in (
                ("R1", "3", "Hare"),
                ("G1", "2", "3", "Greyhound"),
                ("B1", "4", "2", "Bloodhound"),
                ("B2", "4", "2", "Bloodhound"),
            )
        )
        board = next(page for page in document.pages if ": The Small Heath" in head(page))
        named = Counter(run.text for run in board.runs if re.fullmatch(r"\d{4}", run.text))
        assert named == Counter(f"{column:02}{row:02}" for column in range(1, 10) for row in range(1, 8))
        sheet = next(page for page in document.pages if ": Scenario sheet" in head(page))
        assert "It rolls a die of 6 faces" in " ".join(sheet.text.split())
        assert "add 1 to the die." in " ".join(sheet.text.split())

    def test_the_same_seed_gives_the_same_game(self, tmp_path: Path) -> None:
        """Twice the same report and the same saved game; it replays to the same report, and another seed is another."""
        saved = [tmp_path / f"{n}.game" for n in range(2)]
        first, second = (asked("play", "heath", "--seed", "3", "--save", str(path)).stdout for path in saved)
        assert first == second
        assert saved[0].read_text() == saved[1].read_text()
        assert asked("replay", str(saved[0])).stdout == first
        assert asked("play", "heath", "--seed", "4").stdout != first

    def test_it_is_told_from_its_sentences(self) -> None:
        """Each sentence of a report comes from its telling.yaml, with names, numbers and rules filled in."""
        output = asked("play", "heath", "--seed", "3").stdout
        assert output.startswith("A Hare on the Heath\n=====")
        assert "Turn 1 of 6" in output
        assert re.search(r"The bloodhound B\d (ran to|needed 4)", output)
        assert re.search(r"\[C-03\]", output)
        assert re.search(r"(The hounds won|That was a day for the hounds)\. \[C-01\]", output)

    def test_it_is_played_many_times(self) -> None:
        """Though it calls no roll: a playtest counts its counters by their ids and their sides."""
        data = json.loads(asked("playtest", "heath", "--games", "4", "--json").stdout)
        sides = {key: counter["side"] for key, counter in data["counters"].items()}
        assert sides == {"R1": "hare", "G1": "hounds", "B1": "hounds", "B2": "hounds"}
        assert sum(side["games"] for side in data["wins"].values()) == 4

    def test_its_map_shows_every_turn(self, tmp_path: Path) -> None:
        """The moments of a game are drawn on its map, by what its events say."""
        asked("play", "heath", "--seed", "3", "--map-every-turn", str(tmp_path))
        names = sorted(path.name for path in tmp_path.iterdir())
        assert len(names) == 5
        assert "set-up" in names[-1] + names[0]

    def test_what_is_no_action_is_told(self, tmp_path: Path) -> None:
        """A saved game with a wrong action stops there, at line and column, with the rule and what would be legal."""
        path = tmp_path / "wrong.game"
        path.write_text("ibbprint game 2\nscenario: heath\nseed: 3\n\ncatch G1\n")
        ran = call_cli_with(CHASE, "replay", str(path))
        assert ran.returncode == 1
        assert "wrong.game:5:1" in ran.stderr
        assert "nobody can catch so now" in ran.stderr
        assert "[chase:C-03]" in ran.stderr

    def test_its_odds_are_exact(self) -> None:
        """A hound rolls its number or less with six faces: 2/6 and 4/6 in the field, one face fewer in a thicket."""
        assert caught("greyhound") == Fraction(2, 6)
        assert caught("bloodhound") == Fraction(4, 6)
        assert caught("greyhound", "--terrain", "thicket") == Fraction(1, 6)
        assert caught("bloodhound", "--terrain", "thicket") == Fraction(3, 6)
        ran = call_cli_with(CHASE, "odds", "catch", "grayhound")
        assert ran.returncode == 2
        assert "Did you mean greyhound?" in ran.stderr

    def test_its_rules_can_be_looked_up(self) -> None:
        """All of them, and one with its switch, its figures filled in, and what it touches."""
        listed = asked("rules", "--game", "chase").stdout
        assert all(f"C-0{n}" in listed for n in range(1, 5))
        assert "It rolls a die of 6" in " ".join(asked("rules", "show", "C-03", "--game", "chase").stdout.split())
        output = asked("rules", "show", "C-04", "--game", "chase").stdout
        assert "Switch shelter" in output
        assert re.search(r"terrain +thicket +Thicket", output)

    def test_a_switch_changes_odds_and_print(self, tmp_path: Path) -> None:
        """Without shelter a thicket is as the field, in odds and on the sheet; the report says how it was played."""
        assert caught("greyhound", "--terrain", "thicket", "--rule", "shelter=off") == Fraction(2, 6)
        sheet = next(page for page in printed(tmp_path, "--rule", "C-04=off").pages if ": Scenario sheet" in head(page))
        assert "add 1" not in sheet.text
        assert "shelter=off" in asked("play", "heath", "--seed", "3", "--rule", "shelter=off").stdout

    def test_a_pack_changes_print_play_and_odds_together(self, tmp_path: Path, pack: Path) -> None:
        """One number in a pack's unit list is on the counter, in the roll that is told, and in the chance."""
        assert ("3", "5", "G1", "Greyhound") in counters(printed(tmp_path, "--pack", str(pack)))
        assert caught("greyhound", "--pack", str(pack)) == Fraction(5, 6)
        for seed in range(20):
            output = asked("play", "heath", "--seed", str(seed), "--pack", str(pack), "--json").stdout
            tries = [event["values"] for event in json.loads(output)["events"] if event["kind"] == "catch"]
            needs = {item["needs"] for item in tries if item["unit"] == "G1"}
            if needs:
                assert needs == {5}
                return
        raise AssertionError("no greyhound tried")


def test_it_is_short() -> None:
    """What a game adds to the engine stays within a budget, which holds the engine to what it promises."""
    assert sum(code_lines(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")) <= MOST_LINES


def test_nothing_shared_knows_it() -> None:
    """No word of the game stands in the code or the templates that come with ibbprint."""
    for folder in (ROOT / "ibbprint", ROOT / "templates"):
        for path in folder.rglob("*"):
            if path.suffix in (".py", ".j2"):
                assert not WORDS.search(path.read_text(encoding="utf-8")), path
