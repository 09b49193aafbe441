"""Army lists of the element battle: as players post them, in YAML, made up by the rules, and made up with one fault."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.catalogue.documents import made_of
from ibbprint.dice import SeededDice
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.lists import ArmyRequest, Checked, ListChecker
from ibbprint.problems import Report
from ibbprint.systems import games
from tests.element_table import DATA, TROOPS, change_entry
from tests.helpers import ROOT, call_cli

POSTED = ROOT / "tests" / "lists" / "elements"
FILES = sorted(path.stem for path in POSTED.glob("*.txt"))
GAME = games()["element-battle"]
MADE = 300
"""So many lists are made up."""


@cache
def checker() -> ListChecker:
    report = Report()
    result = GAME.checker(KitOptions(), report)  # type: ignore[attr-defined]
    assert result is not None, report
    results: ListChecker = result
    return results


def judged(text: str | bytes, name: str = "list.txt") -> tuple[Checked, Report]:
    report = Report()
    document = made_of(text if isinstance(text, bytes) else text.encode(), name, report)
    assert document is not None
    return checker().check([document], report), report


def found_in(report: Report, *, notes: bool = True) -> list[str]:
    """Every finding: its place, severity, rule and words."""
    return [
        f"{entry.where.line}:{entry.where.column} {entry.severity.word} {entry.rule.removeprefix('element-battle:')}: "
        f"{entry.message}"
        for entry in report.as_added
        if notes or entry.severity.word != "note"
    ]


def rules_in(report: Report) -> list[str]:
    """Severity and rule of each finding that is not only a note."""
    return [re.sub(r"^\S+ |: .*", "", item) for item in found_in(report, notes=False)]


def elements(checked: Checked) -> list[int]:
    return [sum(row.number for row in army.rows if row.id and row.id != "stronghold") for army in checked.armies]


# --- as posted ------------------------------------------------------------------------------------------------------


@cache
def expected() -> Mapping[str, Mapping[str, Any]]:
    result: Mapping[str, Mapping[str, Any]] = yaml.safe_load((POSTED / "expected.yaml").read_text("utf-8"))
    return result


def test_the_folder_is_stated_whole() -> None:
    """Every posted list has its outcome, and there are more than forty."""
    assert sorted(expected()) == FILES
    assert len(FILES) > 40


@pytest.mark.parametrize("name", FILES)
def test_a_posted_list_gives_exactly_what_is_stated(name: str) -> None:
    """The points and elements of each army, and every finding with its place and words."""
    checked, report = judged((POSTED / f"{name}.txt").read_bytes(), f"{name}.txt")
    target = expected()[name]
    got = [{"points": army.total, "elements": n} for army, n in zip(checked.armies, elements(checked), strict=True)]
    assert got == target["armies"]
    assert found_in(report) == target.get("found", [])


@pytest.mark.parametrize("name", ["envelope", "by-its-game-line", "stars-behind-counts", "mire-host", "csv"])
def test_the_game_of_a_list_is_told_from_its_words(name: str) -> None:
    """`check` is given nothing but the file."""
    result = call_cli("check", str(POSTED / f"{name}.txt"))
    assert result.returncode == 0, result.stdout + result.stderr
    assert "legal, 24 AP" in result.stdout


def test_a_list_of_another_game_stays_one_of_that() -> None:
    """Lists of Itty Bitty Battles are not read as elements, though some words are the same."""
    posted = sorted((POSTED.parent / "posted").glob("[0-9]*"))[:12]
    for path in posted:
        result = call_cli("check", str(path), "--json")
        assert "element-battle" not in result.stdout, path


def test_a_word_that_two_games_know_needs_a_game_line(tmp_path: Path) -> None:
    for line, output in (("Game: element-battle\n", "is not a troop type"), ("Game: ibb\n", "ibb:")):
        path = tmp_path / "list.txt"
        path.write_text(f"{line}Title: Horse\n3 Dragoons\n", encoding="utf-8")
        result = call_cli("check", path.name, cwd=tmp_path)
        assert output in result.stdout + result.stderr


# --- the armies of the specification --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "number", "breaks", "dear", "line"),
    [
        ("deep-delve", 11, 6, 7, 10),
        ("mire-host", 13, 7, 4, 13),
        ("cloud-court", 10, 5, 9, 9),
        ("twelve-kings", 9, 5, 15, 9),
        ("adern-with-half-points", 11, 6, 4, 9),
    ],
)
def test_the_sample_armies(name: str, number: int, breaks: int, dear: int, line: int) -> None:
    """H-X19 and H-X23: elements, when they break, dear points; in how many lines they deploy (H-71)."""
    checked, report = judged((POSTED / f"{name}.txt").read_bytes())
    facts = " ".join(fact.text for fact in checked.armies[0].facts)
    assert f"{number} elements: broken when {breaks} are lost." in facts
    assert f"Dear elements: {dear} of 12 AP." in facts
    assert f"Deployed: {line} in the first line." in facts
    errors = [rule for rule in rules_in(report) if rule.startswith("error")]
    assert errors == (["error H-02 dear"] if name == "twelve-kings" else [])


def test_what_check_prints_of_the_sample_armies(tmp_path: Path) -> None:
    """Rows H-X19, H-X23 and H-X24 by the command: elements and when they break, dear points, first lines, verdict."""
    hordes = tmp_path / "hordes.txt"
    hordes.write_text("24 Hordes (general)\n", encoding="utf-8")
    names = ("adern-with-half-points", "mire-host", "cloud-court", "twelve-kings")
    result = call_cli("check", *(str(POSTED / f"{name}.txt") for name in names), str(hordes))
    assert result.returncode == 1
    text = " ".join(result.stdout.split())
    assert re.findall(r"(\d+) elements: broken when (\d+)", text) == [
        ("11", "6"),
        ("13", "7"),
        ("10", "5"),
        ("9", "5"),
        ("24", "12"),
    ]
    assert re.findall(r"Dear elements: (\d+) of 12 AP", text) == ["4", "4", "9", "15", "0"]
    assert re.findall(r"Deployed: (\d+)", text)[-1] == "15"
    assert "15 in the first line and 9 in the second line" in text
    assert re.findall(r": (legal|not legal), 24 AP", text) == ["legal", "legal", "legal", "not legal", "legal"]
    assert "cost 15 AP, 3 over 12" in text
    for number, fits in ((45, True), (46, False)):
        hordes.write_text(f"Points: 60\n{number} Hordes (general)\n", encoding="utf-8")
        text = " ".join(call_cli("check", str(hordes)).stdout.split())
        assert "Deployed: 15 in the first line" in text
        assert ("deeper than 600 paces" in text) is not fits


def test_hordes_deploy_in_lines_of_fifteen() -> None:
    """H-X24: 15 and 9; three lines of hordes fit the zone, four do not."""
    checked, report = judged("24 Hordes (general)\n")
    assert "Deployed: 15 in the first line and 9 in the second line." in checked.armies[0].facts[2].text
    assert not report.errors
    for number, fits in ((45, True), (46, False)):
        (army,) = judged(f"Points: 60\n{number} Hordes (general)\n")[0].armies
        assert ("deeper than 600 paces" in army.facts[2].text) is not fits


# --- YAML -----------------------------------------------------------------------------------------------------------

AS_YAML = """army_list: {title: Reed Kings, game: element-battle}
armies:
  - name: The Reeds
    role: defender
    entries:
      - {type: Spears, count: 5, general: true}
      - {type: riders, count: 2, options: [good in woods], price: 2.5, sum: 5}
      - "2 x Shooters 4"
      - {type: Magician, name: Old Ashwin}
      - Lurkers
      - {type: Stronghold}
"""


def test_a_list_in_yaml() -> None:
    """Fields and lines of text, side by side."""
    checked, report = judged(AS_YAML, "list.yaml")
    assert [army.total for army in checked.armies] == [24]
    assert elements(checked) == [11]
    assert found_in(report) == ["10:9 note H-80: Lurker without a number counts as one."]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("type: riders", "type: raidres", "7:16 error H-76 type: 'raidres' is not a troop type."),
        ("good in woods", "god in woods", "7:44 error ref:option: there is no option 'god in woods'."),
        ("price: 2.5", "price: 3", "7:67 warning H-80: the list says 3 AP each, the table 2.5."),
        ("general: true", "general: false", "3:5 error H-02 general: the army has no general."),
        ("2 x Shooters 4", "4 x Shooters 8", "3:5 error H-02 ap: the army costs 28 AP, 4 over 24."),
    ],
)
def test_a_fault_in_yaml_is_found_at_its_field(old: str, new: str, said: str) -> None:
    _, report = judged(AS_YAML.replace(old, new, 1), "list.yaml")
    assert said in found_in(report)
    assert sum(problem.severity.word == "error" for problem in report) <= 1


def test_a_wrong_field_is_told_with_the_nearest() -> None:
    _, report = judged(AS_YAML.replace("count: 5", "cuont: 5", 1), "list.yaml")
    (error,) = report.errors
    assert str(error).startswith("list.yaml:6:24: error: cuont is not a field here. Did you mean count?")


def test_a_wrong_list_in_yaml_is_read_by_the_game_that_it_names(tmp_path: Path) -> None:
    """In braces, too, and where nothing else can be read."""
    path = tmp_path / "list.yaml"
    path.write_text(AS_YAML.replace("count: 5", "count: five", 1).replace("type: riders", "typ: riders"), "utf-8")
    result = call_cli("check", str(path))
    assert result.returncode == 1
    text = " ".join(result.stdout.split())
    assert "count must be a whole number, not 'five'" in text
    assert "typ is not a field here. Did you mean type?" in text


# --- made up --------------------------------------------------------------------------------------------------------


@cache
def themes() -> tuple[str, ...]:
    data = yaml.safe_load((DATA / "army-themes.yaml").read_text("utf-8"))
    return tuple(theme["id"] for theme in data["army-themes"])


@cache
def made(number: int) -> str:
    """An army of each theme in turn, some for the defender, some of another total."""
    theme = themes()[number % len(themes())]
    request = ArmyRequest(
        budget=(24, 24, 36, 18)[number % 4], seed=f"made-{number}", theme=theme, role="defender" if number % 3 else ""
    )
    text: str = GAME.army(request, KitOptions(), Report())  # type: ignore[attr-defined]
    return text


def test_armies_made_up_are_legal() -> None:
    """Three hundred of them, each to the last point, with no error and no warning."""
    for number in range(MADE):
        checked, report = judged(made(number))
        (army,) = checked.armies
        assert not rules_in(report), (number, str(report))
        assert army.legal
        assert army.total == army.limit
    assert len({made(number) for number in range(MADE)}) > MADE * 0.95


class Lines:
    """A made-up list, to plant a fault in."""

    def __init__(self, text: str, dice: SeededDice) -> None:
        self.lines = text.splitlines()
        self.dice = dice
        self.points = float(next((x.split()[1] for x in self.lines if x.startswith("Points:")), 24))

    def one(self, *, general: bool = False, least: int = 1) -> int:
        """The place of some entry."""
        able = [
            n
            for n, line in enumerate(self.lines)
            if (result := re.match(r"(\d+) x ", line)) and ("(general)" in line) is general and int(result[1]) >= least
        ]
        return able[self.dice.roll(len(able)) - 1]

    def allow(self, more: float) -> None:
        """Write down so many points more than the army costs."""
        head = f"Points: {self.points + more:g}"
        self.lines = [head, *(line for line in self.lines if not line.startswith("Points:"))]

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def _over(made: Lines) -> list[str]:
    made.lines.append("3 x Riders 6")
    return ["error H-02 ap"]


def _under(made: Lines) -> list[str]:
    made.allow(5)
    return ["warning H-02 ap"]


def _no_general(made: Lines) -> list[str]:
    made.lines = [line.replace(" (general)", "") for line in made.lines]
    return ["error H-02 general"]


def _second_general(made: Lines) -> list[str]:
    made.allow(2)
    made.lines.append("1 x Blade (general) 2")
    return ["error H-02 general"]


def _no_leader(made: Lines) -> list[str]:
    at = made.one(general=True)
    cost = int(made.lines[at].split()[-1])
    made.lines[at : at + 1] = ["1 x Lurker (general) 1", *(["1 x Lurker 1"] * (cost - 1))]
    return ["error H-04"]


def _unknown(made: Lines) -> list[str]:
    at = made.one()
    made.lines[at] = re.sub(r" x [A-Za-z ]+", " x Zeppelins ", made.lines[at])
    return ["error H-76 type"]


def _half_of_one(made: Lines) -> list[str]:
    at = made.one(general=True)
    made.lines[at] = re.sub(r"^1 x", "1.5 x", made.lines[at])
    return ["error H-76 count"]


def _wrong_price(made: Lines) -> list[str]:
    at = made.one()
    made.lines[at] = re.sub(r"\d+$", "17", made.lines[at])
    return ["warning H-80"]


def _wrong_total(made: Lines) -> list[str]:
    made.lines.append("Total: 3 AP")
    return ["warning H-80"]


def _two_strongholds(made: Lines) -> list[str]:
    made.lines = [line for line in made.lines if line != "Stronghold"] + ["2 x Stronghold"]
    return ["error H-02 stronghold"]


def _castle_leads(made: Lines) -> list[str]:
    made.lines = [line.replace(" (general)", "") for line in made.lines if line != "Stronghold"]
    made.lines.append("Stronghold (general)")
    return ["error H-02 stronghold"]


def _dear(made: Lines) -> list[str]:
    made.allow(16)
    made.lines.append("4 x Behemoths 16")
    return ["error H-02 dear"]


def _adds_nothing(made: Lines) -> list[str]:
    made.allow(2.5)
    made.lines.append("1 x Beast, good in woods 2.5")
    return ["warning H-77"]


FAULTS: tuple[Callable[[Lines], list[str]], ...] = (
    _over,
    _under,
    _no_general,
    _second_general,
    _no_leader,
    _unknown,
    _half_of_one,
    _wrong_price,
    _wrong_total,
    _two_strongholds,
    _castle_leads,
    _dear,
    _adds_nothing,
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__.strip("_"))
def test_one_planted_fault_is_the_one_finding(fault: Callable[[Lines], list[str]]) -> None:
    """Each of three hundred lists has one fault of thirteen kinds, and exactly that finding."""
    at = FAULTS.index(fault)
    for number in range(at, MADE, len(FAULTS)):
        lines = Lines(made(number), SeededDice(f"fault {number}"))
        expected = fault(lines)
        checked, report = judged(lines.text)
        assert rules_in(report) == expected, (lines.text, str(report))
        assert checked.armies[0].legal is not expected[0].startswith("error")


@given(st.sampled_from(sorted(set(TROOPS) - {"stronghold"})), st.integers(1, 9), st.booleans())
def test_the_price_of_an_entry(name: str, count: int, woods: bool) -> None:
    """`cost` tells the points of the table, and half a point for good in woods."""
    entry = f"{count} x {name.replace('-', ' ')}{', good in woods' if woods else ''}"
    priced = checker().cost(entry, report := Report())
    assert not report.errors
    assert priced is not None
    assert priced.sum == count * (TROOPS[name].ap + 0.5 * woods)


# --- the commands ---------------------------------------------------------------------------------------------------


def test_the_commands_for_lists(tmp_path: Path) -> None:
    """`army` makes a list up, `check` finds it legal and hashes it, `cost` tells a price, `roster` prints it."""
    result = call_cli("army", "--game", "element-battle", "--theme", themes()[1], "--seed", "tonight")
    assert result.returncode == 0, result.stderr
    path = tmp_path / "army.txt"
    path.write_text(result.stdout, encoding="utf-8")
    data = json.loads(call_cli("check", str(path), "--json").stdout)
    again = json.loads(call_cli("check", str(path), "--json").stdout)
    assert data == again
    assert call_cli("cost", "8 x blades (general)", "--game", "element-battle").stdout.startswith(
        "8 × Blades, general  5/3: 2 AP each, 16 in all"
    )
    result = call_cli("roster", str(path), "-o", str(tmp_path))
    assert result.returncode == 0, result.stderr
    assert list(tmp_path.glob("*-roster.pdf"))


def test_no_army_comes_to_a_sum_that_there_is_not() -> None:
    """Points beyond a table, and a theme that is none, are refused in a sentence."""
    for words, output in (
        (("--points", "5000"), "more than a table has room for"),
        (("--theme", "submarines"), "there is no theme 'submarines'"),
        (("--role", "umpire"), "there is no role 'umpire'"),
    ):
        result = call_cli("army", "--game", "element-battle", *words)
        assert result.returncode == 2
        assert output in result.stderr


def test_a_pack_sets_prices_and_the_cap(tmp_path: Path) -> None:
    """Heroes at 3 in a pack: the dear elements of Twelve Kings cost 12, and the army 21."""
    change_entry(tmp_path, "troops", "hero", ap=3)
    report = Report()
    result = GAME.checker(KitOptions((tmp_path,)), report)  # type: ignore[attr-defined]
    document = made_of((POSTED / "twelve-kings.txt").read_bytes(), "twelve-kings.txt", report)
    checked = result.check([document], report)
    assert checked.armies[0].total == 21
    assert "error" not in " ".join(rules_in(report))


def test_findings_stand_below_the_entry_that_they_are_about(tmp_path: Path) -> None:
    """Of several entries on a line each has its own below it; what was meant is the likest name of all."""
    army = tmp_path / "one.txt"
    army.write_text("Dwarfs\n6 x Bd, 2 x Shx, 1 x Art, 1x Hero (Gen), 3 lurker 4\n", encoding="utf-8")
    result = call_cli("check", army.name, cwd=tmp_path)
    assert result.returncode == 1
    text = " ".join(result.stdout.split())  # where the lines break depends on the length of the path
    begins = ["2 Blades", "2 2 x Shx", "'Shx' is not a", "2 Artillery", "2 Hero", "2 Lurkers", "the list says 4"]
    places = [text.index(begin) for begin in begins]
    assert places == sorted(places)
    assert "Did you mean Shooters?" in text


@pytest.mark.parametrize(
    ("entry", "code", "said"),
    [
        ("God general", 2, "Gods cannot be general. Mark another element. [element-battle:H-04]"),
        ("2 Dragons, gen", 0, "some sources do not let Dragons be general. Ask your opponent. [element-battle:H-04]"),
        ("Stronghold (general)", 2, "a stronghold cannot be the general. [element-battle:H-02 stronghold]"),
        ("3 Ents", 2, "The types of troops: ibbprint kit element-battle --all --only troops"),
        ("2 Shoters", 2, "Did you mean Shooters?"),
        ("Hero general 4", 0, ""),
    ],
)
def test_the_price_of_an_entry_comes_with_what_is_wrong_with_it(entry: str, code: int, said: str) -> None:
    result = call_cli("cost", "--game", "element-battle", entry)
    assert (result.returncode, bool(result.stdout)) == (code, not code)
    assert said in result.stderr


def test_a_list_that_is_not_there_is_no_scenario(tmp_path: Path) -> None:
    """A kit is asked for by the name of a file that somebody misspelt."""
    result = call_cli("kit", "nosuch.txt", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert "nosuch.txt: error: there is no such file. [read:file]" in result.stderr


def test_what_still_fits_is_within_the_cap_that_was_agreed_on(tmp_path: Path) -> None:
    """With the usual cap 12 points of dear elements leave no room for one more; with 18 they do."""
    army = "Blades (general) 2\n3 x Hero 12\n3 x Spears 6\n"
    for head, output in (("", "fits: Flyer, Knight or Rider (2)."), ("Dear: 18\n", "fits: God, Dragon or Hero (4).")):
        (tmp_path / "list.txt").write_text(f"{head}{army}", encoding="utf-8")
        flat = " ".join(call_cli("check", str(tmp_path / "list.txt")).stdout.split())
        assert output in flat


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("Roman army, 24 points.", "Roman army"),
        ("Army name: Sea Raiders", "Sea Raiders"),
        ("[24 AP] Who goes there?", "Who goes there?"),
    ],
)
def test_the_title_is_what_a_line_says_besides_its_sum(line: str, title: str, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(f"{line}\nKnights (general) 2\n6 x Blades\n", encoding="utf-8")
    assert call_cli("check", str(tmp_path / "list.txt")).stdout.splitlines()[0] == title


def test_no_rule_is_broken_at_its_hyphens(tmp_path: Path) -> None:
    """Three full lines of Hordes: their fact is as long as a line of the report."""
    (tmp_path / "list.txt").write_text("Points: 60\n44 x Hordes\nBlades (general)\n", encoding="utf-8")
    output = call_cli("check", str(tmp_path / "list.txt")).stdout
    assert "[element-battle:H-71]" in output
    assert not [line for line in output.splitlines() if line.endswith("-")]


def test_one_element_is_not_several() -> None:
    """An army of one element breaks when it is lost."""
    checked, _ = judged(b"Knights (general)\n")
    assert checked.armies[0].facts[0].text == "1 element: broken when 1 is lost."
