"""The kit of a battle of MicroBattle: six sheets, every piece of the battle, and what is said of the rules."""

from __future__ import annotations

import csv
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import ibbprint
from ibbprint.engine.api.kits import KitOptions
from ibbprint.press.paper import paper_of
from ibbprint.press.slots import room_for_board
from ibbprint.problems import Report
from ibbprint.systems import games
from tests.helpers import ROOT, call_cli, quick_load
from tests.kits import test_printed_legible as legible
from tests.pdf import Box, Document, Page, read_pdf

SAMPLES = ("two-villages", "the-long-road")
SCENARIOS = ROOT / "scenarios" / "microbattle"
DATA = ROOT / "ibbprint" / "systems" / "microbattle" / "data"
KINDS = ("clash", "breakthrough", "escape", "defense", "seize", "retrieve")
SHEETS = 6
RULE_ID = re.compile(r"\bM-R?\d\d\b")
SAFE_MM = 0.7
CUT_OUT = "counters,markers,cards"


@cache
def kit(
    scenario: str, only: str = "", paper: str = "a4", rules: tuple[tuple[str, str], ...] = (), pack: str = ""
) -> Document:
    result = ibbprint.kit(scenario, only=only, paper=paper, rules=dict(rules), packs=pack or ())
    assert result.ok, result.report
    assert result.pdf
    return read_pdf(result.pdf)


def page_of(document: Document, title: str) -> Page:
    return next(page for page in document.pages if title.lower() in page.head.partition(": ")[2].lower())


def pieces(page: Page) -> list[tuple[Box, list[str]]]:
    """What is cut out of a sheet, and the texts on it, in the order of printing."""
    results = []
    for cut in page.cuts:
        inside = next(each for each in page.pieces if abs(each.x - cut.left) < 0.1 and abs(each.y - cut.top) < 0.1)
        results.append((cut, [run.text for run in page.runs_of.get(inside.index, [])]))
    return results


def words(name: str, kind: str) -> dict[str, Any]:
    """The entries of a file of the catalogue by their ids."""
    data = quick_load((DATA / f"{name}.yaml").read_text(encoding="utf-8"))
    return {entry["id"]: entry for entry in data[kind]}


@cache
def rolled(kind: str) -> str:
    """A battle of each kind, made up, in a folder that stays for the session."""
    folder = Path(pytest_folder[0])
    scenario = ibbprint.generate("microbattle", seed=f"printed {kind}", kind=kind)
    path = scenario.save(folder / f"{kind}.yaml", force=True)
    assert path is not None
    return str(path)


pytest_folder: list[str] = []


@pytest.fixture(scope="module", autouse=True)
def _folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    pytest_folder[:] = [str(tmp_path_factory.mktemp("battles"))]


def largest(path: Path) -> Path:
    """The largest armies that can be rolled: ten units a side."""
    rows = {"blue": (2, 1), "red": (7, 8)}
    armies = []
    for (id, (front, behind)), livery in zip(rows.items(), ("azure", "crimson"), strict=True):
        squares = [f"{column},{row}" for row in (front, behind) for column in range(1, 7)]
        types = (("infantry", 4), ("cavalry", 2), ("artillery", 2), ("light-infantry", 2))
        units = []
        for unit, number in types:
            units.append({"unit": unit, "squares": squares[:number]})
            squares = squares[number:]
        armies.append(
            {
                "id": id,
                "name": f"The {id} army",
                "letter": id[0].upper(),
                "livery": livery,
                "units": units,
                "commander": {"quality": "good", "square": units[0]["squares"][0]},
            }
        )
    terrain = [{"quarter": quarter, "ground": "clear"} for quarter in ("sw", "se", "nw", "ne")]
    head = {"id": "largest", "title": "The Largest Battle", "game": "microbattle", "kind": "clash"}
    path.write_text(yaml.safe_dump({"scenario": head, "terrain": terrain, "armies": armies}), encoding="utf-8")
    return path


class TestPaper:
    @pytest.mark.parametrize("paper", ["a4", "letter"])
    @pytest.mark.parametrize("scenario", SAMPLES)
    def test_the_samples_take_six_sheets_with_the_first_turn(self, scenario: str, paper: str) -> None:
        """Instructions and board; scenario and first turn; player aids; counters; eight small pages of rules."""
        document = kit(scenario, paper=paper)
        assert len(document.pages) == 2 * SHEETS
        assert f"{SHEETS} double-sided sheets" in document.pages[0].text
        assert "The first turn" in page_of(document, "A first turn").text

    @pytest.mark.parametrize("kind", ["seize", "retrieve"])
    def test_otherwise_follows_the_goal(self, kind: str) -> None:
        """The square of the key point or of the token stands behind the goal and what happens if nobody reaches it."""
        sheet = " ".join(page_of(kit(rolled(kind), "scenario"), "Scenario sheet").text.split())
        goal = str(words("kinds", "kinds")[kind]["ends"])
        place = "The key point is" if kind == "seize" else "The token starts in"
        assert goal in sheet
        assert 0 < sheet.index(goal) < sheet.index(place)

    @pytest.mark.parametrize("paper", ["a4", "letter"])
    def test_the_largest_armies_take_no_more(self, paper: str, tmp_path: Path) -> None:
        """Twenty units with all their markers are on one sheet, with the cards too where they are asked for."""
        battle = str(largest(tmp_path / "largest.yaml"))
        assert len(kit(battle, paper=paper).pages) == 2 * SHEETS
        document = kit(battle, CUT_OUT, paper)
        assert len(document.pages) == 2
        front = page_of(document, "Counters")
        assert len([cut for cut in front.cuts if cut.width > 20]) == 20 + 2

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_battle_of_each_kind_takes_no_more(self, kind: str) -> None:
        assert len(kit(rolled(kind)).pages) <= 2 * SHEETS

    @pytest.mark.parametrize(("paper", "side"), [("a4", 32), ("letter", 31), ("a3", 40), ("210x250mm", 27)])
    def test_squares_fill_the_sheet_and_are_6_mm_larger_than_counters(self, paper: str, side: int) -> None:
        """M-X30 and M-52: 32 mm on A4, 31 on Letter, never more than 40; measured on the paper."""
        document = kit("two-villages", "map,counters", paper)
        board, front = page_of(document, "Board"), page_of(document, "Counters")
        named = {run.text: run for run in board.runs if re.fullmatch(r"\d,\d", run.text)}
        assert len(named) == 48
        assert named["6,1"].middle - named["1,1"].middle == pytest.approx(5 * side, abs=0.1)
        assert named["1,1"].y - named["1,8"].y == pytest.approx(7 * side, abs=0.1)
        units = [cut for cut, texts in pieces(front) if any(re.fullmatch(r"[BR]\d+", text) for text in texts)]
        assert len(units) == 13
        assert all(cut.width == pytest.approx(side - 6, abs=0.01) == pytest.approx(cut.height) for cut in units)

    def test_a_size_that_is_asked_for_is_the_size_of_counters(self, tmp_path: Path) -> None:
        """With --counter-size the board follows the counters, on as many sheets as it takes."""
        result = call_cli("kit", "two-villages", "--counter-size", "40", "--only", "map,counters", "-o", str(tmp_path))
        assert result.returncode == 0, result.stderr
        (path,) = tmp_path.iterdir()
        document = read_pdf(path.read_bytes())
        assert sum("Board" in page.head for page in document.pages) > 1
        cuts = [cut for cut in page_of(document, "Counters").cuts if cut.width < 100]  # the board is larger
        assert {round(cut.width, 1) for cut in cuts} == {40.0}


class TestPieces:
    @pytest.mark.parametrize("scenario", SAMPLES)
    def test_every_unit_has_a_counter_with_its_figures(self, scenario: str) -> None:
        """Number, type, squares that it moves and shoots; on the back the same unit, activated."""
        document = kit(scenario, CUT_OUT)
        front = page_of(document, "Counters")
        back = document.pages[front.number]
        data = quick_load((SCENARIOS / f"{scenario}.yaml").read_text(encoding="utf-8"))
        kinds = words("units", "units")
        results = {next((t for t in texts if re.fullmatch(r"[BR]\d+", t)), ""): texts for _, texts in pieces(front)}
        behind = Counter(run.text for run in back.runs)
        for army in data["armies"]:
            units = [line["unit"] for line in army["units"] for _ in line["squares"]]
            for number, unit in enumerate(units, 1):
                texts = results[f"{army['letter']}{number}"]
                assert kinds[unit]["short"].lower() in [text.lower() for text in texts]
                assert str(kinds[unit]["moves"]) in texts
                assert not kinds[unit].get("fire") or str(kinds[unit]["fire"]) in texts
                assert ("light" in [text.lower() for text in texts]) == kinds[unit].get("light", False)
                assert behind[f"{army['letter']}{number}"] == 1
        assert sum(text.lower() == "activated" for text in behind.elements()) == 13 - 2 * (scenario == "the-long-road")

    @pytest.mark.parametrize("kind", KINDS)
    def test_there_are_as_many_markers_as_can_be_needed(self, kind: str) -> None:
        """A disorder marker for each unit, two commanders, a turn marker, two for losses, a token to be carried."""
        data = quick_load(Path(rolled(kind)).read_text(encoding="utf-8"))
        units = sum(
            len(line.get("squares", ())) + line.get("reserve", 0) for a in data["armies"] for line in a["units"]
        )
        texts = Counter(
            text.lower() for _, some in pieces(page_of(kit(rolled(kind), CUT_OUT), "Counters")) for text in some
        )
        assert texts["disorder"] == units
        assert (texts["turn"], texts["lost"], texts["token"]) == (1, 2, int(kind == "retrieve"))
        qualities = Counter(army["commander"]["quality"] for army in data["armies"])
        assert {quality: texts[quality] for quality in qualities} == qualities

    def test_units_that_bear_more_disorder_have_more_markers(self) -> None:
        texts = [
            text for page in kit("two-villages", CUT_OUT, rules=(("disorder_limit", "3"),)).pages for text in page.texts
        ]
        assert sum(text.lower() == "disorder" for text in texts) == 2 * 2 * 13  # on both sides

    def test_what_is_cut_out_can_be_read(self) -> None:
        """Sizes of type, contrast in colour and in grey, room between text and text, as in every other kit."""
        for document in (
            kit("two-villages", CUT_OUT),
            kit(rolled("retrieve"), f"map,{CUT_OUT}", "letter"),
            kit("the-long-road", "crib"),
            designers(f"{CUT_OUT},crib"),
        ):
            legible.test_no_text_is_smaller_than_5_points(document)
            legible.test_white_text_is_at_least_6_points_and_bold(document)
            legible.test_text_stands_out_from_its_ground(document)
            legible.test_texts_do_not_run_into_each_other(document)
            legible.test_heads_of_pages_fit(document)

    def test_text_keeps_clear_of_the_cut(self) -> None:
        document = kit("two-villages", CUT_OUT)
        front = page_of(document, "Counters")
        for page in (front, document.pages[front.number]):
            cuts = page.cuts or [cut.mirrored(page.width) for cut in front.cuts]
            for run in page.runs:
                if run.piece is not None:
                    assert any(run.box.inside(cut.grown(-SAFE_MM), 0.01) for cut in cuts), run.text

    def test_symbols_read_at_arms_length(self) -> None:
        """The box round the symbol takes 30% of the face of each unit."""
        page = page_of(kit("the-long-road", "counters"), "Counters")
        for cut, _ in pieces(page):
            boxes = [
                shape.box
                for shape in page.shapes
                if shape.fill is not None and max(shape.fill) < 0.1 and cut.holds(shape.box.centre)
            ]
            box = max(boxes, key=lambda box: box.width * box.height)
            assert box.width * box.height >= 0.3 * cut.width * cut.height


class TestBoard:
    def test_each_square_says_its_ground(self) -> None:
        """The Long Road: the names of its ground stand in the squares of M.6, and nowhere else."""
        board = page_of(kit("the-long-road", "map"), "Board")
        named = {run.text: (run.middle, run.y) for run in board.runs if re.fullmatch(r"\d,\d", run.text)}
        grounds = words("ground", "ground")
        data = quick_load((SCENARIOS / "the-long-road.yaml").read_text(encoding="utf-8"))
        expected = {
            square: grounds[patch["ground"]]["name"] for patch in data["terrain"] for square in patch["squares"]
        }
        result = {}
        for run in board.runs:
            if run.text in {ground["name"] for ground in grounds.values()}:
                square = min(
                    named, key=lambda name: abs(named[name][0] - run.middle) + abs(named[name][1] + 28 - run.y)
                )
                result[square] = run.text
        assert result == expected

    @pytest.mark.parametrize(
        ("kind", "words"), [("seize", "Key point"), ("retrieve", "Token"), ("defense", "Prepared position")]
    )
    def test_what_is_fought_for_is_on_it(self, kind: str, words: str) -> None:
        board = page_of(kit(rolled(kind), "map"), "Board")
        assert board.texts.count(words) == (2 if kind == "defense" else 1)

    def test_it_is_drawn_plainly_when_ink_is_to_be_saved(self, tmp_path: Path) -> None:
        """With --map-style schematic a letter says what each square is."""
        call_cli("kit", "two-villages", "--only", "map", "--map-style", "schematic", "-o", str(tmp_path))
        (path,) = tmp_path.iterdir()
        texts = Counter(run.text for run in read_pdf(path.read_bytes()).pages[0].runs)
        assert (texts["W"], texts["B"]) == (2, 2)


class TestSheet:
    def test_it_has_the_armies_of_the_sample(self) -> None:
        """M-X27: seven units that break from loss four on, six that break from three; the commanders with B2 and R3."""
        text = page_of(kit("two-villages", "scenario"), "Scenario sheet").text
        assert "3 infantry (B1–B3), 1 light infantry (B4), 2 cavalry (B5–B6), 1 artillery (B7)" in text
        assert "average, with B2 at 4 or more losses" in text
        assert "average, with R3 at 3 or more losses" in text

    def test_a_commander_with_a_name_is_called_by_it(self, tmp_path: Path) -> None:
        text = (SCENARIOS / "two-villages.yaml").read_text(encoding="utf-8")
        path = tmp_path / "named.yaml"
        path.write_text(
            text.replace('average, square: "3,2"', 'average, name: Lady Tarn, square: "3,2"'), encoding="utf-8"
        )
        assert "Lady Tarn, average, with B2" in page_of(kit(str(path), "scenario"), "Scenario sheet").text

    def test_it_says_how_many_must_leave(self) -> None:
        """M-X15, The Long Road: two of six units."""
        assert "Here that is 2 units , over row 8" in page_of(kit("the-long-road", "scenario"), "Scenario sheet").text

    def test_its_tracks_have_a_box_for_each_turn_and_each_loss(self) -> None:
        """Twelve turns, or as the switch says; losses from nothing to all, tinted from where morale is tested."""
        for turns in ("12", "8"):
            sheet = page_of(kit("two-villages", "scenario", rules=(("turns", turns),)), "Scenario sheet")
            boxes = [run.text for run in sheet.runs if run.size == pytest.approx(12, abs=0.05)]
            assert boxes == [*map(str, range(1, int(turns) + 1)), *map(str, range(8)), *map(str, range(7))]
            assert sheet.texts.count("TEST") == 4 + 4

    @pytest.mark.parametrize("kind", KINDS)
    def test_it_tells_the_goal_in_the_words_of_the_rules(self, kind: str) -> None:
        message = page_of(kit(rolled(kind), "scenario"), "Scenario sheet").text
        entry = words("kinds", "kinds")[kind]
        for key in ("text", "set_up", "ends"):
            first = re.split(r"[{,.;]", entry[key])[0]
            assert first in message
        assert f"printed {kind}" in message

    @pytest.mark.parametrize(("seed", "shown"), [("日本", r"\u65e5\u672c"), ("Zwei Dörfer", "Zwei Dörfer")])
    def test_a_seed_in_any_script_can_be_printed(self, seed: str, shown: str) -> None:
        result = ibbprint.kit("microbattle", seed=seed, only="scenario")
        assert result.ok, result.report
        assert f"Rolled from the seed {shown}" in page_of(read_pdf(result.pdf), "Scenario sheet").text


class TestAid:
    @staticmethod
    def halves(page: Page) -> list[list[str]]:
        """The words of the two aids side by side, from top to bottom; nothing is printed over the cut between them."""
        middle = page.width / 2
        across = [run for run in page.runs if run.y > 20 and run.box.left < middle < run.box.right]
        assert not across, [run.text for run in across]
        below = sorted((run for run in page.runs if run.y > 20), key=lambda run: (round(run.y, 1), run.x))
        return [[run.text for run in below if (run.box.left > middle) == right] for right in (False, True)]

    @pytest.mark.parametrize("paper", ["a4", "letter"])
    @pytest.mark.parametrize("scenario", SAMPLES)
    def test_one_sheet_has_an_aid_for_each_player(self, scenario: str, paper: str) -> None:
        """Two sides, the same words in both halves, in type of 7.5 points and more."""
        document = kit(scenario, "crib", paper)
        assert len(document.pages) == 2
        for page in document.pages:
            left, right = self.halves(page)
            assert left == right
            assert len(left) > 40
            assert min(run.size for run in page.runs if run.y > 20) >= 7.5

    def test_the_test_is_tinted_by_its_chance_with_every_circumstance_below(self) -> None:
        """The easier the roll, the darker its ground; each circumstance of the house list stands under the table."""
        page = kit("two-villages", "crib").pages[0]
        grounds = [
            sum(page.ground(run.box.centre, run.order, run.piece))
            for needs in ("2+", "3+", "4+", "5+", "6+")
            for run in page.runs
            if run.text.strip() == needs and run.x < page.width / 2
        ]
        assert len(grounds) == 5
        assert grounds == sorted(grounds)
        message = " ".join(self.halves(page)[0])
        assert all(f"{word['name']}." in message for word in words("circumstances", "circumstances").values())

    def test_the_back_has_the_turn_the_units_and_the_ground(self) -> None:
        """Each unit and each kind of ground with its picture; what wins this battle is on the scenario sheet."""
        page = kit("the-long-road", "crib").pages[1]
        text = " ".join(" ".join(self.halves(page)[0]).split())
        for name in ("units", "ground"):
            for word in words(name, name).values():
                assert word["name"] in text
        assert "the defender wins" not in text

    def test_a_pack_changes_it(self, tmp_path: Path) -> None:
        """A unit, a step and a switch of one's own: the aid follows."""
        (tmp_path / "pack.yaml").write_text("pack: {id: fen, title: Fen, game: microbattle}\n", encoding="utf-8")
        (tmp_path / "steps.yaml").write_text(
            "steps:\n  - {id: fog, part: turn, name: Fog, rules: [M-10],"
            ' text: "Nobody sees farther than {figures.march-distance} squares."}\n',
            encoding="utf-8",
        )
        result = kit("two-villages", "crib", rules=(("disorder_limit", "3"),), pack=str(tmp_path))
        message = " ".join(result.text.split())
        assert message.count("Nobody sees farther than 4 squares.") == 2
        assert message.count("The third destroys the unit.") == 2
        assert "The second destroys" not in message


class TestCards:
    def test_the_card_of_circumstances_has_the_house_list(self) -> None:
        """Each by its name, with its sign; those of a switch that is off are not printed."""
        circumstances = words("circumstances", "circumstances")
        texts = page_of(kit("two-villages", CUT_OUT), "Counters").texts
        assert all(item["name"] in texts for item in circumstances.values())
        none = page_of(kit("two-villages", CUT_OUT, rules=(("circumstances", "none"),)), "Counters").texts
        left = {entry["name"] for entry in circumstances.values() if "when" not in entry}
        assert {circumstance["name"] for circumstance in circumstances.values()} & set(none) == left
        assert len(left) == 3

    def test_the_card_of_the_test_has_the_five_levels(self) -> None:
        """M-X01: 2+ to 6+, and how often each passes."""
        texts = page_of(kit("two-villages", CUT_OUT), "Counters").texts
        for needs, chance in (("2+", "5/6"), ("3+", "2/3"), ("4+", "1/2"), ("5+", "1/3"), ("6+", "1/6")):
            assert needs in texts
            assert chance in texts

    def test_a_designer_who_makes_tests_harder_prints_it(self, tmp_path: Path) -> None:
        """A pack in which a TEST passes on 5: card, booklet and examples follow; a five-step army too."""
        (tmp_path / "pack.yaml").write_text("pack: {id: hard, title: Hard, game: microbattle}\n")
        (tmp_path / "figures.yaml").write_text(
            "figures:\n  - {id: test-pass, value: 5, rule: M-R02, text: The die that passes.}\n"
            "  - {id: march-distance, value: 6, rule: M-R17, text: Squares.}\n"
        )
        document = kit("two-villages", f"{CUT_OUT},rules", pack=str(tmp_path))
        texts = page_of(document, "Counters").texts
        assert {"3+", "4+", "5+", "6+"} <= set(texts)
        assert "2+" not in texts
        rules = " ".join(page.text for page in document.pages if page.of_booklet)
        assert "5 or more passes" in rules
        assert "at least 6 squares away" in rules
        assert "it passes on 4 or more: 1/2" in rules


class TestBooklet:
    @staticmethod
    def text() -> str:
        return kit("two-villages", "rules").text

    def test_it_has_eight_small_pages(self) -> None:
        """Two sheets; the last two of the rules are to play alone and to roll a battle up."""
        assert "8 small pages" in kit("two-villages").pages[0].text
        for chapter in ("The TEST", "A turn", "Moving", "Fighting", "Defeat", "Playing alone", "Rolling up a battle"):
            assert chapter in self.text()

    @pytest.mark.parametrize("kind", KINDS)
    def test_it_has_every_scenario(self, kind: str) -> None:
        assert f"{words('kinds', 'kinds')[kind]['name']}." in self.text()

    def test_its_examples_are_the_odds_that_the_command_tells(self) -> None:
        """The charge, the volley and the army of seven, asked again through `odds`."""
        charge = ibbprint.odds("attack", "cavalry vs artillery", game="microbattle").answer
        volley = ibbprint.odds("attack", "infantry vs cavalry", game="microbattle", fire=1).answer
        assert charge is not None
        assert volley is not None
        sums = {row.id: row.chance for row in charge.sums}
        assert sums["target-marker"] == Fraction(1, 3)
        charged = f"marker is {sums['target-marker']}; for the cavalry it is {sums['attacker-marker']}."
        assert charged in self.text()
        marker = next(row.chance for row in volley.sums if row.id == "target-marker")
        assert f"the cavalry takes a marker is {marker}. Cavalry does not shoot" in self.text()
        assert "that TEST is 1/2; the chance that it survives the next one as well is 1/4." in self.text()

    def test_an_example_that_does_not_hold_is_left_out(self) -> None:
        """Without the house list nothing eases a charge; with a third marker no charge destroys disordered guns."""
        plain = kit("two-villages", "rules", rules=(("circumstances", "none"),)).text
        assert "Three circumstances" not in plain
        assert "A charge" not in plain
        assert "A volley Infantry fires at adjacent cavalry" in plain
        hardy = kit("two-villages", "rules", rules=(("disorder_limit", "3"),)).text
        assert "The third marker destroys it." in hardy
        assert "Cavalry charges artillery in the open" in hardy
        assert "that the charge destroys them" not in hardy

    def test_the_example_of_a_march_follows_the_figures(self, tmp_path: Path) -> None:
        """Who may march from three squares away marches from four in the example; two squares more leave it out."""
        (tmp_path / "pack.yaml").write_text("pack: {id: quick, title: Quick, game: microbattle}\n")
        figure = "figures:\n  - {id: march-%s, value: %d, rule: M-R17, text: Squares.}\n"
        (tmp_path / "figures.yaml").write_text(figure % ("distance", 3))
        result = ibbprint.kit("two-villages", only="rules", packs=str(tmp_path))
        assert "Light infantry 4 squares from the enemy" in read_pdf(result.pdf).text
        (tmp_path / "figures.yaml").write_text(figure % ("squares", 2))
        result = ibbprint.kit("two-villages", only="rules", packs=str(tmp_path))
        assert "On the march" not in read_pdf(result.pdf).text

    def test_the_tables_to_roll_by_hand_are_those_of_the_generator(self) -> None:
        """Scenario and ground row by row, the squares of M-36, the dice of the armies."""
        text = self.text()
        for number, (kind, ground) in enumerate(
            zip(KINDS, ("Clear", "Hill", "Hill", "Woods", "Rough or water", "Built-up area"), strict=True), 1
        ):
            assert f"{number} {kind.capitalize()} {ground}" in text
        assert "Hill 2,2 3,2 2,3 3,3" in text
        assert "Infantry (primary type) d3 + 1 2 to 4" in text
        assert "Light troops (secondary type) d3 – 1 0 to 2" in text

    def test_only_the_page_of_notes_has_ids_of_rules(self) -> None:
        """G-65: a player’s kit carries them, and what is a house ruling, on its page of notes and nowhere else."""
        for scenario in SAMPLES:
            document = kit(scenario)
            with_ids = [page for page in document.pages if RULE_ID.search(page.text)]
            assert len(with_ids) == 1
            assert "House rulings" in with_ids[0].text
            others = [page for page in document.pages if page not in with_ids]
            assert not any(re.search("house list|reconstruction", page.text, re.IGNORECASE) for page in others)

    def test_a_booklet_for_players_has_no_margin_for_ids(self) -> None:
        """Its text is wider than a designer’s, and stands in the middle of each small page of 148 mm."""
        across: dict[bool, list[tuple[float, float]]] = {}
        for designer in (False, True):
            result = ibbprint.kit("two-villages", only="rules", paper="a5", designer=designer)
            assert result.ok, result.report
            lines = [
                [run for run in page.runs if run.size < 11 and run.width > 70]
                for page in read_pdf(result.pdf).pages[1:]
            ]
            across[designer] = [
                (min(run.box.left for run in runs), max(run.box.right for run in runs)) for runs in lines if runs
            ]
        for left, right in across[False]:
            assert left >= 12.9
            assert right <= 148 - 12.9
        plain, noted = (max(right - left for left, right in across[designer]) for designer in (False, True))
        assert plain > noted + 7

    @pytest.mark.parametrize(
        ("words", "rules"),
        [
            ("Rally. Once a turn", "M-R20 M-25"),
            ("March. If every enemy", "M-R17 M-14"),
            ("Reserves. A unit in reserve", "M-46 house ruling"),
            ("First, disorder.", "M-R25 M-03 earlier version"),
        ],
    )
    def test_a_designer_has_the_ids_beside_each_paragraph(self, words: str, rules: str) -> None:
        """G-65, M-51: a designer’s kit prints them in place, with what is a house ruling, on as many sheets."""
        document = designers()
        page = next(page for page in document.pages if page.of_booklet and words in " ".join(page.text.split()))
        message = " ".join(" ".join(run.text for run in page.runs).split()).replace("\xa0", " ")
        assert set(rules.split()) <= set(message.split())
        assert len(document.pages) == 2 * SHEETS

    def test_a_designer_has_the_ids_on_aid_card_and_sheet(self) -> None:
        """The circumstances are marked as a house list, each with its ruling; the scenario sheet has its own."""
        cards = designers("cards").pages
        battle, turn = (page for page in designers().pages if ": Player aid" in page.head)
        for front, back, times in ((battle, turn, 2), (cards[0], cards[1], 1)):
            assert "house list" in front.text.lower()
            assert front.text.count("[M-44]") == 8 * times
            assert "[M-R23]" in front.text
            assert "[M-R12 M-10]" in back.text
            assert "[M-R30 M-R31 M-26]" in f"{front.text} {back.text}"
        assert "[M-R09 M-29 M-48]" in " ".join(page_of(designers(), "Scenario sheet").text.split())

    def test_every_ruling_is_beside_some_paragraph(self) -> None:
        """But for those that no sentence rests on: the board, the comments on the post, samples, sizes."""
        every = {ruling["id"] for ruling in quick_load((DATA / "rulings.yaml").read_text(encoding="utf-8"))["rulings"]}
        booklet = [page for page in designers().pages if page.of_booklet]
        there = {id for page in booklet for id in re.findall(r"M-R?\d\d", page.text)}
        assert every - there <= {"M-06", "M-32", "M-51", "M-52"}

    def test_it_credits_the_game(self) -> None:
        """Z.13: the first page of the kit and the cover of its rules name the post by its address."""
        for text in (kit("two-villages").pages[0].text, self.text()):
            assert "warwithoutminis.blogspot.com" in text
            assert "not affiliated" in text


@cache
def designers(only: str = "") -> Document:
    """The kit of Two Villages for a designer."""
    result = ibbprint.kit("two-villages", only=only, designer=True)
    assert result.ok, result.report
    assert result.name.endswith("-designer.pdf")
    return read_pdf(result.pdf)


class TestTracks:
    @pytest.mark.parametrize(
        ("paper", "rows"),
        [("a4", 1), ("a5", 2), (ibbprint.PaperOptions(counter_size=40), 2), (ibbprint.PaperOptions("letter"), 1)],
    )
    def test_every_box_is_on_the_sheet(self, paper: Any, rows: int) -> None:
        """Turns 1 to 12, in as many rows as the paper needs; the marker fits in each box."""
        result = ibbprint.kit("two-villages", only="scenario", paper=paper)
        assert result.ok, result.report
        pages = [page for page in read_pdf(result.pdf).pages if "Turns" in page.texts]
        (page,) = pages
        title = next(run for run in page.runs if run.text == "Turns")
        boxes = [
            run
            for run in page.runs
            if re.fullmatch(r"\d{1,2}", run.text) and run.size > 11.9 and run.box.top > title.box.top
        ]
        boxs = {run.text: run.box for run in sorted(boxes, key=lambda run: run.box.top)[:12]}
        assert set(boxs) == {str(number) for number in range(1, 13)}
        assert max(box.right for box in boxs.values()) < page.width - 8
        assert len({round(box.top) for box in boxs.values()}) == rows


class TestWays:
    @pytest.mark.parametrize(
        "words",
        [
            ("--booklet",),
            ("--duplex", "none"),
            ("--duplex", "fold"),
            ("--ink", "grey"),
            ("--ink", "low"),
            ("--palette", "contrast"),
            ("--cut-files",),
            ("--gutter", "2"),
            ("--paper", "a3"),
        ],
    )
    def test_it_prints_in_every_way(self, words: tuple[str, ...], tmp_path: Path) -> None:
        result = call_cli("kit", "the-long-road", *words, "-o", str(tmp_path))
        assert result.returncode == 0, result.stderr

    def test_a_print_shop_finds_nothing_wrong(self, tmp_path: Path) -> None:
        assert call_cli("kit", "the-long-road", "--press", "-o", str(tmp_path)).returncode == 0
        (path,) = tmp_path.glob("*.pdf")
        looked = call_cli("preflight", str(path))
        assert looked.returncode == 0, looked.stdout + looked.stderr

    def test_the_same_battle_is_the_same_file(self) -> None:
        assert ibbprint.kit("two-villages").pdf == kit("two-villages").data

    def test_faces_and_previews_are_as_large_as_in_the_kit_on_a4(self, tmp_path: Path) -> None:
        """Counters of 26 mm and markers of 13; a size that is asked for goes before it."""
        result = call_cli("faces", "two-villages", "-o", str(tmp_path))
        assert result.returncode == 0
        rows = csv.DictReader((tmp_path / "manifest.csv").read_text(encoding="utf-8-sig").splitlines())
        sizes = {row["section"]: (row["width_mm"], row["height_mm"]) for row in rows}
        assert sizes == {"counters": ("26", "26"), "markers": ("13", "13"), "cards": ("92", "103")}
        assert ibbprint.preview("B1", "two-villages").size_mm == (26.0, 26.0)
        assert ibbprint.preview("B1", "two-villages", counter_size=20).size_mm == (20.0, 20.0)

    def test_a_game_asked_without_paper_still_makes_its_kit(self) -> None:
        """Whoever prints nothing gets counters of the usual size; with paper, those that fill it."""
        game, report = games()["microbattle"], Report()
        plain = game.kit("two-villages", KitOptions(), report)
        sheet = game.kit("two-villages", KitOptions(board_mm=room_for_board(paper_of("a4"))), report)
        assert plain is not None
        assert sheet is not None
        assert {piece.size_mm[0] for piece in plain.pieces if piece.section == "counters"} == {15.9}
        assert {piece.size_mm[0] for piece in sheet.pieces if piece.section == "counters"} == {26.0}


@pytest.fixture(scope="module", name="document")
def _whole() -> Document:
    """The kit of the whole catalogue."""
    result = ibbprint.kit("microbattle", whole=True)
    assert result.ok, result.report
    return read_pdf(result.pdf)


class TestWhole:
    """`kit microbattle --all`: everything to roll battles up by hand, as often as one likes."""

    def test_there_are_four_units_of_each_type_a_side(self, document: Document) -> None:
        """M.4: any type may be the primary one, so each comes as often as that can be rolled; 40 counters."""
        texts = [text for _, some in pieces(page_of(document, "Counters")) for text in some]
        ids = [text for text in texts if re.fullmatch(r"[BR]\d+", text)]
        assert sorted(ids) == sorted(f"{letter}{number}" for letter in "BR" for number in range(1, 21))
        names = Counter(text.lower() for text in texts)
        assert all(names[unit["short"].lower()] == 8 for unit in words("units", "units").values())

    def test_there_are_markers_for_any_battle(self, document: Document) -> None:
        """Twenty disorder markers for two armies of ten, a commander of each quality a side, token, point and works."""
        names = Counter(text.lower() for _, some in pieces(page_of(document, "Counters")) for text in some)
        values = {"disorder": 20, "token": 1, "key point": 1, "works": 2, "poor": 2, "average": 2, "good": 2, "turn": 1}
        assert {name: names[name] for name in values} == values

    def test_there_is_ground_for_four_quarters_of_any_kind(self, document: Document) -> None:
        """Four tiles of each kind in the shapes of M-05, each square of them named, on tiles without numbers."""
        tiles = Counter(run.text for page in document.pages if "Ground tiles" in page.head for run in page.runs)
        assert {name: tiles[name] for name in ("Hill", "Woods", "Rough", "Water", "Built-up area")} == {
            "Hill": 16,
            "Woods": 8,
            "Rough": 8,
            "Water": 8,
            "Built-up area": 4,
        }
        assert not any(re.fullmatch(r"\d,\d", text) for text in tiles)
        board = page_of(document, "Board")
        assert not {"Hill", "Woods", "Rough", "Water"} & set(board.texts)

    @pytest.mark.parametrize("paper", ["a4", "letter"])
    def test_it_takes_seven_sheets(self, paper: str) -> None:
        assert ibbprint.kit("microbattle", whole=True, paper=paper).pages <= 14
