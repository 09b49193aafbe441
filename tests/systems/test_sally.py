"""A whole small game with army lists in somebody else's package: what it can do, and how few lines it needs."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from unittest import mock

import pytest

from ibbprint.catalogue.documents import Document as ListDocument
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.lists import ArmyRequest, Checked
from ibbprint.engine.api.odds import OddsRequest
from ibbprint.playtest.policies import policies
from ibbprint.playtest.recording import play_and_record
from ibbprint.problems import Report, Severity
from tests.helpers import CHASE, ROOT, SALLY, call_cli, every_game, plain, run_cli
from tests.pdf import Document, read_pdf
from tests.sheets import Slot, head, sheets_of, slots

PACKAGE = SALLY / "sally"
BREACH = PACKAGE / "scenarios" / "breach.yaml"
UNITS = {unit["id"]: unit for unit in plain(PACKAGE / "data" / "units.yaml")["units"]}
MOST_LINES = 1_200
"""Every line of the package: code, data, templates, scenario and map."""
ALIKE = 6
"""So many lines in a row that another game has too are a copy."""


@pytest.fixture(scope="module", autouse=True)
def installed() -> Iterator[None]:
    """The game of somebody else in this process."""
    with mock.patch("ibbprint.systems.games", every_game):
        yield


def asked(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A command that it does without complaint."""
    ran = call_cli(*arguments)
    assert ran.returncode == 0, ran.stderr
    return ran


def test_it_is_found_where_its_package_is() -> None:
    """By its entry point, with its scenario and its map, which stand in its own folder."""
    ran = run_cli("list", path=[SALLY])
    assert "sally: Sally Port" in ran.stdout
    assert re.search(r"scenario +breach +A Sortie at Dawn", ran.stdout)
    assert re.search(r"map +glacis +The Glacis", ran.stdout)


def judged(*lines: str, packs: tuple[Path, ...] = ()) -> tuple[Checked, Report]:
    """A list, checked: its armies, and all that was found."""
    report = Report()
    checker = every_game()["sally"].checker(KitOptions(packs), report)
    assert checker is not None, list(report)
    text = "\n".join(("Game: sally", "Title: The Night Watch", *lines))
    return checker.check([ListDocument("watch.txt", text)], report), report


def found(report: Report) -> list[tuple[int, int, str, str]]:
    """The line and the column, the rule and the words of everything that is worse than a note."""
    worse = [each for each in report if each.severity <= Severity.WARNING]
    return [(each.where.line, each.where.column, each.rule, each.message) for each in worse]


class TestLists:
    """Army lists with prices: what they cost, and what is wrong with them, at the word that is wrong."""

    def test_a_legal_list_is_priced_entry_by_entry(self) -> None:
        """By any of the names that the unit list has for a unit, with counts and prices as players write them."""
        checked, report = judged("", "5 x Grenadiers  25", "4 Fusileers @4 = 16", "sappers x3", "four hussars (20)")
        (army,) = checked.armies
        bought = [(row.id, row.number, row.price, row.sum) for row in army.rows]
        assert bought == [
            ("grenadiers", 5, 5, 25),
            ("fusiliers", 4, 4, 16),
            ("pioneers", 3, 3, 9),
            ("hussars", 4, 5, 20),
        ]
        assert (army.legal, army.total, army.limit, army.money) == (True, 70, 80, "crowns")
        assert found(report) == []

    def test_a_list_over_its_budget_is_told_so_at_the_budget(self) -> None:
        checked, report = judged("Budget: 60", "", "6 x Grenadiers", "7 x Fusiliers", "1 x Pioneers")
        assert not checked.armies[0].legal
        assert found(report) == [(3, 9, "sally:S-11", "the army costs 61 crowns, 1 over 60.")]

    @pytest.mark.parametrize(
        ("line", "column", "message"),
        [
            ("4 x Fusiliers veteran", 15, "the word 'veteran' in 'Fusiliers veteran' means nothing."),
            ("3 x Grenaders", 5, "'Grenaders' names nothing that can be bought."),
            ("2 x Swiss guards", 5, "the garrison has no swiss guards."),
            ("5 x Hussars", 5, "an army has at most 4 hussars, not 5."),
            ("0 x Hussars", 1, "0 is not a possible number."),
        ],
    )
    def test_an_entry_that_cannot_be_bought_is_told_at_its_word(self, line: str, column: int, message: str) -> None:
        checked, report = judged("", "2 x Pioneers", line)
        assert not checked.armies[0].legal
        (error,) = report.errors
        assert (error.where.line, error.where.column, error.message) == (5, column, message)
        assert error.rule in ("sally:S-11", "sally:S-12")

    def test_a_misspelt_unit_is_proposed(self) -> None:
        _, report = judged("", "2 x Pioneers", "3 x Grenaders")
        assert next(iter(report.errors)).hint == "Did you mean grenadiers?"

    def test_an_army_must_have_its_least_of_each_unit(self) -> None:
        """A garrison without pioneers, besiegers without all their guns."""
        assert found(judged("", "5 x Grenadiers")[1]) == [(1, 1, "sally:S-12", "an army has 1 to 4 pioneers, not 0.")]
        guns = found(judged("", "5 x Line foot", "2 x guns")[1])
        assert guns == [(5, 5, "sally:S-12", "an army has 3 to 5 siege guns, not 2.")]

    def test_a_wrong_price_is_a_warning_and_the_price_list_counts(self) -> None:
        checked, report = judged("", "2 x Pioneers 7", "Total: 7")
        assert checked.armies[0].legal
        assert checked.armies[0].total == 6
        assert [message for *_, message in found(report)] == [
            "the list says 7 crowns, the price list 6.",
            "the list says 7 crowns in all, the price list 6.",
        ]

    @pytest.mark.parametrize("seed", range(8))
    @pytest.mark.parametrize("role", ["attacker", "defender"])
    def test_an_army_that_is_made_up_is_legal_and_spends_what_it_can(self, role: str, seed: int) -> None:
        text = every_game()["sally"].army(ArmyRequest(50 + seed, role=role, seed=seed), KitOptions(), Report())
        assert text is not None
        checked, report = judged(*text.splitlines()[1:])
        assert checked.armies[0].legal
        assert found(report) == []
        assert 50 + seed - 3 <= checked.armies[0].total <= 50 + seed

    def test_a_pack_changes_the_price(self, tmp_path: Path) -> None:
        pack = with_unit(tmp_path, "grenadiers", "price: 5", "price: 7")
        assert judged("", "1 x Pioneers", "2 x Grenadiers", packs=(pack,))[0].armies[0].total == 17

    def test_the_commands_check_price_and_print_a_list(self, tmp_path: Path) -> None:
        """A list in crowns is taken for one of this game; its roster has every entry and the verdict."""
        watch = tmp_path / "watch.txt"
        watch.write_text("The Night Watch\n\n5 x Grenadiers 25 crowns\n3 x Pioneers 9 crowns\n", encoding="utf-8")
        assert "legal, 34 crowns" in asked("check", str(watch)).stdout
        asked("roster", str(watch), "-o", str(tmp_path))
        (result,) = tmp_path.glob("*.pdf")
        (page,) = read_pdf(result.read_bytes()).pages
        text = " ".join(page.text.split())
        assert "The Night Watch: legal" in text
        assert "34 of 80 crowns." in text
        assert "Grenadiers 4 3 5 5 25" in text
        assert "20 in all" in asked("cost", "4 x grenadiers", "--game", "sally").stdout


def with_unit(folder: Path, id: str, written: str, instead: str) -> Path:
    """A pack in which one field of a unit is another."""
    pack = folder / "pack"
    pack.mkdir()
    (pack / "pack.yaml").write_text("pack: {id: drill, title: New drill, game: sally}\n", encoding="utf-8")
    lines = (PACKAGE / "data" / "units.yaml").read_text(encoding="utf-8").splitlines()
    line = next(line for line in lines if f"{{id: {id}," in line)
    assert written in line
    (pack / "units.yaml").write_text(f"units:\n{line.replace(written, instead)}\n", encoding="utf-8")
    return pack


@pytest.mark.parametrize(
    ("written", "instead", "place", "message"),
    [
        ('"0203"', '"0202"', (13, 31), "G1 is in 0202 already."),
        ('"0203"', '"0502"', (12, 32), "G1 starts next to L1."),
        ('"0903", "0905", "0907"', '"0903"', (11, 1), "the besiegers have 1 gun, and the garrison must spike 2."),
        ('"0903",', '"1102",', (19, 29), "B1 starts in the open."),
        ("foot,", "swiss,", (16, 27), "an army has at most 4 swiss guards, not 14."),
        ("unit: hussars", "unit: husars", (15, 12), "there is no unit 'husars'."),
        ('"0109"', '"0110"', (13, 63), "hex 0110 is not on the map, which goes from 0101 to 1309."),
        ("glacis\n", "glacier\n", (6, 8), "there is no map 'glacier'."),
    ],
)
def test_a_faulty_set_up_is_told_at_its_place(
    tmp_path: Path, written: str, instead: str, place: tuple[int, int], message: str
) -> None:
    """At line and column of the scenario, whether it was found in reading or by a check of the game."""
    file, text, report = tmp_path / "mine.yaml", BREACH.read_text(encoding="utf-8"), Report()
    assert text.count(written) == 1
    file.write_text(text.replace(written, instead), encoding="utf-8")
    checked = every_game()["sally"].check_scenario(str(file), KitOptions(), report)
    findings = [*report, *(finding.problem for finding in (checked.findings if checked else ()))]
    assert (*place, message) in [(each.where.line, each.where.column, each.message) for each in findings]


def test_the_scenario_is_sound() -> None:
    report = Report()
    checked = every_game()["sally"].check_scenario("breach", KitOptions(), report)
    assert checked is not None
    assert not checked.findings
    assert not list(report)


# --- print ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Document:
    folder = tmp_path_factory.mktemp("sally")
    assert "40 counters" in asked("kit", "breach", "-o", str(folder)).stdout
    return read_pdf((folder / "breach.pdf").read_bytes())


def page_of(document: Document, title: str) -> str:
    """The words of the page of that title."""
    return " ".join(next(page for page in document.pages if f": {title}" in head(page)).text.split())


def counters(document: Document, *, back: bool = False) -> dict[str, Slot]:
    """The counters of the units by their ids: their fronts, or their backs."""
    sheets = [pair[back] for pair in sheets_of(document, "The Glacis, sheet A2")]
    return {slot.id: slot for page in sheets for slot in slots(page) if slot.id}


class TestPrint:
    """The kit: counters, map, rules, player aids and scenario sheet, read back from the PDF."""

    def test_every_counter_has_its_figures_where_the_rules_say(self, kit: Document) -> None:
        """Strength at the lower left, movement at the lower right, and on the back what is left of a unit."""
        lines = plain(BREACH)["units"]
        keys: dict[str, dict[str, str]] = {}
        for line in lines:
            unit = UNITS[line["unit"]]
            keys |= {f"{unit['letter']}{number}": unit for number in range(1, 1 + len(line["hexes"]))}
        fronts, backs = counters(kit), counters(kit, back=True)
        assert len(keys) == 39
        assert set(fronts) == set(backs) == set(keys)
        for key, unit in keys.items():
            assert unit["name"].lower() in [text.lower() for text in fronts[key].texts]
            assert corners(fronts[key]) == (unit["strength"], unit["movement"].replace("0", ""))
            is_gun = unit.get("gun") == "yes"
            assert ("spiked" if is_gun else "shaken") in [text.lower() for text in backs[key].texts]
            assert corners(backs[key])[0] == ("" if is_gun else str(int(unit["strength"]) - 1))

    def test_the_map_has_every_hex_once(self, kit: Document) -> None:
        pages = [page for page in kit.pages if ": The Glacis" in head(page)]
        named = Counter(run.text for page in pages for run in page.runs if re.fullmatch(r"\d{4}", run.text))
        assert set(named) == {f"{column:02}{row:02}" for column in range(1, 14) for row in range(1, 10)}

    def test_the_rules_have_every_figure_from_the_data(self, kit: Document) -> None:
        """And worked examples with exact chances: 3 + 4 - 3 with +1 and -2 on the die, 3 + 2 - 3 with +1 and -2."""
        rules = page_of(kit, "Rules of play")
        for words in (
            "spiked 2 siege guns",
            "Open ground costs 1 movement point, trenches cost 2.",
            "The attack hits on 3 or less",
            "2 at most.",
            "need 4 or less on the die (trenches +1, support –2). The foot are shaken with a chance of 5/6; with 1/6",
            "need 2 or less on the die (trenches +1, tools –2). They spike it with a chance of 1/2.",
            "An army may cost 80 crowns",
        ):
            assert words in rules, words

    def test_the_player_aid_has_the_table_and_all_units_for_both_players(self, kit: Document) -> None:
        aid = page_of(kit, "Player aid")
        assert aid.count("Hits on 1 1 2 3 4 5 5") == 2
        assert all(aid.count(unit["name"]) == 2 for unit in UNITS.values())

    def test_the_scenario_sheet_says_who_starts_where(self, kit: Document) -> None:
        sheet = page_of(kit, "Scenario sheet")
        assert "5 grenadiers G1–G5 0203 0204 0205 0206 0207" in sheet
        assert "3 siege guns B1–B3 0903 0905 0907" in sheet

    def test_without_support_the_rules_say_so(self, tmp_path: Path) -> None:
        asked("kit", "breach", "--only", "rules", "--rule", "support=off", "-o", str(tmp_path))
        (result,) = tmp_path.glob("*.pdf")
        assert "Friends next to the target change nothing." in page_of(read_pdf(result.read_bytes()), "Rules of play")


def corners(slot: Slot) -> tuple[str, str]:
    """The figures at the lower left and at the lower right of a counter."""
    low = [run for run in slot.runs if re.fullmatch(r"\d", run.text) and run.box.top > slot.box.top + 11]
    middle = (slot.box.left + slot.box.right) / 2
    left = "".join(run.text for run in low if run.box.right < middle)
    return left, "".join(run.text for run in low if run.box.left > middle)


# --- play -------------------------------------------------------------------------------------------------------


class TestPlay:
    """It plays, replays and tells; what all games promise is tested with all games (tests/engine)."""

    def test_the_same_seed_gives_the_same_game_and_it_replays(self, tmp_path: Path) -> None:
        saved = [tmp_path / f"{number}.game" for number in range(2)]
        first, second = (asked("play", "breach", "--seed", "2", "--save", str(path)).stdout for path in saved)
        assert first == second
        assert saved[0].read_text() == saved[1].read_text()
        assert asked("replay", str(saved[0])).stdout == first
        text = " ".join(first.split())
        assert text.startswith("A Sortie at Dawn ====")
        assert "the garrison: 5 grenadiers, 5 fusiliers, 4 pioneers and 3 hussars." in text
        assert re.search(r"Turn 1 of 8", text)
        assert re.search(r"the grenadiers G\d to \d{4}", text)
        assert re.search(r"in the trenches at \d{4}.*?\d on \d or less \(trenches \+1(, support –\d)?\)", text)
        assert re.search(r"(marched home to cheers|back through the gate|still had their guns)\..* \[S-01\]", text)

    def test_what_is_no_action_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "wrong.game"
        path.write_text("ibbprint game 2\nscenario: breach\nseed: 3\n\nattack G1 -> 0602\n")
        ran = call_cli("replay", str(path))
        assert ran.returncode == 1
        assert "wrong.game:5:" in ran.stderr
        assert "G1 cannot attack so now" in ran.stderr
        assert "[sally:S-04]" in ran.stderr

    def test_greedy_players_make_a_game_of_it(self) -> None:
        """Neither side wins nearly always; a playtest knows every counter by its name and its side."""
        opened = every_game()["sally"].open("breach", KitOptions(), Report())
        names = dict.fromkeys(("garrison", "besiegers"), "greedy")
        records = [play_and_record(opened, str(seed), policies(names, seed)) for seed in range(8)]
        won = Counter(record["winner"] for record in records)
        assert min(won["garrison"], won["besiegers"]) >= 2
        assert len(records[0]["pieces"]) == 39


# --- odds -------------------------------------------------------------------------------------------------------

DIE = range(1, 7)


def answered(words: str, **options: object) -> dict[str, Fraction]:
    """The chance of each outcome of an attack, as `odds` gives it."""
    report = Report()
    request = OddsRequest("attack", words, options)
    answer = every_game()["sally"].odds(request, KitOptions(), report)
    assert answer is not None, list(report)
    return {row.id: row.chance for row in answer.rows}


def by_hand(attacker: str, target: str, *, trench: bool, support: int, shaken: bool) -> dict[str, Fraction]:
    """The same by going through the faces of the die, by the rules as they are printed."""
    own, other = UNITS[attacker], UNITS[target]
    gun = other.get("gun") == "yes"
    needs = 3 + int(own["strength"]) - int(other["strength"]) + shaken
    added = trench - min(support, 2) - (int(own.get("spikes", 0)) if gun else 0)
    hit = "spiked" if gun else "destroyed" if shaken else "shaken"
    fell: Counter[str] = Counter()
    for face in DIE:
        passes = face == 1 or (face != 6 and face + added <= needs)
        fell[hit if passes else "thrown-back" if face == 6 else "missed"] += 1
    return {outcome: Fraction(number, len(DIE)) for outcome, number in fell.items()}


ATTACKERS, TARGETS = ("grenadiers", "pioneers", "swiss"), ("foot", "battery", "grenadiers")


@pytest.mark.parametrize(("attacker", "target"), list(product(ATTACKERS, TARGETS)))
def test_odds_are_exact(attacker: str, target: str) -> None:
    """On open ground and in a trench, with up to four friends, against steady and shaken targets."""
    for trench, support, shaken in product((False, True), range(5), (False, True)):
        options = {"terrain": "trench" if trench else "clear", "support": support, "shaken": shaken}
        if shaken and target == "battery":
            continue  # a gun is never shaken
        expected = by_hand(attacker, target, trench=trench, support=support, shaken=shaken)
        assert answered(f"{attacker} vs {target}", **options) == expected, options


def test_a_shot_is_never_thrown_back_and_hits_no_gun() -> None:
    assert answered("fusiliers vs rangers", shot=True) == {"shaken": Fraction(4, 6), "missed": Fraction(2, 6)}
    ran = call_cli("odds", "attack", "fusiliers vs battery", "--shot", "--game", "sally")
    assert ran.returncode == 2
    assert "Fusiliers cannot shoot at siege guns." in ran.stderr


def test_a_pack_changes_counter_and_odds_together(tmp_path: Path) -> None:
    pack = with_unit(tmp_path, "grenadiers", "strength: 4", "strength: 5")
    report = Report()
    answer = every_game()["sally"].odds(OddsRequest("attack", "grenadiers vs foot"), KitOptions((pack,)), report)
    assert answer is not None
    assert {row.id: row.chance for row in answer.rows} == {"shaken": Fraction(5, 6), "thrown-back": Fraction(1, 6)}
    asked("kit", "breach", "--only", "counters", "--pack", str(pack), "-o", str(tmp_path))
    (result,) = tmp_path.glob("*.pdf")
    fronts = {
        slot.id: slot for front, _ in sheets_of(read_pdf(result.read_bytes()), "Counters") for slot in slots(front)
    }
    assert corners(fronts["G1"]) == ("5", "3")


# --- what it costs ----------------------------------------------------------------------------------------------


def files() -> list[Path]:
    """Every file of the package that somebody wrote."""
    return sorted(path for path in SALLY.rglob("*") if path.is_file() and path.suffix != ".pyc")


def test_the_whole_game_is_short() -> None:
    """Code, data, templates, scenario, map, and what makes it a package: every line of every file counts."""
    lines = {path.relative_to(SALLY): len(path.read_text(encoding="utf-8").splitlines()) for path in files()}
    assert sum(lines.values()) <= MOST_LINES, lines
    longest = max(len(line) for path in files() if path.suffix == ".py" for line in path.read_text().splitlines())
    assert longest <= 120


def windows(text: str) -> set[tuple[str, ...]]:
    """Every run of lines of code, blank ones and imports left out."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith(("import ", "from ", "#", '"""'))]
    return {tuple(lines[at : at + ALIKE]) for at in range(len(lines) - ALIKE + 1)}


def test_none_of_it_is_a_copy() -> None:
    """No six lines in a row stand in another game."""
    own = {path: windows(path.read_text(encoding="utf-8")) for path in SALLY.rglob("*.py")}
    others = [*(ROOT / "ibbprint" / "systems").rglob("*.py"), *CHASE.rglob("*.py")]
    for path in others:
        theirs = windows(path.read_text(encoding="utf-8"))
        for mine, runs in own.items():
            assert not runs & theirs, (mine, path)


WORDS = re.compile(r"\b(sally|besiegers?|grenadiers?|fusiliers?|hussars?|glacis)\b", re.IGNORECASE)


def test_nothing_shared_knows_it() -> None:
    """No word of the game stands in the code or the templates that come with ibbprint, or in another game."""
    for folder in (ROOT / "ibbprint", ROOT / "templates", CHASE):
        for path in folder.rglob("*"):
            if path.suffix in (".py", ".j2") and not WORDS.search(path.name):
                assert not WORDS.search(path.read_text(encoding="utf-8")), path


def test_its_code_is_sound_python() -> None:
    """Every module has a docstring that says what is in it."""
    for path in PACKAGE.rglob("*.py"):
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path
