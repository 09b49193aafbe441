"""The kit of The Battle Turn: what is cut out has its size, and what is printed is what the rules reckon with."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import ibbprint
from tests.helpers import ROOT, quick_load
from tests.kits import test_printed_legible as legible
from tests.pdf import Box, Document, Page, read_pdf

INCH = 25.4
DATA = ROOT / "ibbprint" / "systems" / "battle_turn" / "data"
SAMPLE = "the-moon-at-the-gate"
CORPUS = ROOT / "tests" / "corpus" / "battle_turn" / "rosters.yaml"
RULE_ID = re.compile(r"\bB-R?\d\d\b")
PRINTED_2D6 = {
    "exactly": "2.77 5.55 8.33 11.11 13.88 16.66 13.88 11.11 8.33 5.55 2.77",
    "less": "2.77 8.33 16.66 27.77 41.66 58.33 72.22 83.33 91.66 97.22 100",
    "more": "100 97.22 91.66 83.33 72.22 58.33 41.66 27.77 16.66 8.33 2.77",
}
"""The table of the source, most of it cut off instead of rounded."""


@cache
def kit(name: str = SAMPLE, only: str = "", paper: str = "a4", pack: str = "") -> Document:
    result = ibbprint.kit(name, only=only, paper=paper, packs=pack or ())
    assert result.ok, result.report
    assert result.pdf
    return read_pdf(result.pdf)


def pages_of(document: Document, title: str) -> list[Page]:
    return [page for page in document.pages if title.lower() in page.head.partition(": ")[2].lower()]


def pieces(page: Page) -> list[tuple[Box, list[str]]]:
    """What is cut out of a sheet, and the texts on it."""
    return [(cut, [run.text for run in page.runs if cut.holds(run.box.centre)]) for cut in page.cuts]


def rosters() -> dict[str, Any]:
    data = quick_load((DATA / "rosters.yaml").read_text(encoding="utf-8"))
    return {roster["id"]: roster for roster in data["rosters"]}


@pytest.fixture
def reeds(tmp_path: Path) -> str:
    """A roster of the tests' own in a table."""
    path = tmp_path / "reeds.csv"
    path.write_text(quick_load(CORPUS.read_text(encoding="utf-8"))["table"], encoding="utf-8")
    return str(path)


class TestStick:
    @pytest.mark.rule("B-69")
    @pytest.mark.parametrize("paper", ["a4", "letter"])
    def test_three_parts_of_eight_inches_and_their_marks(self, paper: str) -> None:
        """B-X35: 203.2 mm each; marks at 152.4, at 25.4 and 101.6, and at 203.2, measured on the paper."""
        document = kit(only="stick", paper=paper)
        results = []
        for page in document.pages:
            for cut, texts in pieces(page):
                long, short = sorted((cut.width, cut.height), reverse=True)
                assert long == pytest.approx(203.2, abs=0.01)
                assert short == pytest.approx(15, abs=0.01)
                results.append((page, cut, texts))
        assert len(results) == 3
        marks: dict[int, list[float]] = {}
        for page, cut, texts in results:
            (part,) = [int(text.split()[1]) for text in texts if text.startswith("part ")]
            marks[part] = sorted(across(page, cut))
        assert marks == {
            1: [pytest.approx(152.4, abs=0.02)],
            2: [pytest.approx(25.4, abs=0.02), pytest.approx(101.6, abs=0.02)],
            3: [pytest.approx(203.2, abs=0.02)],
        }

    def test_a_pack_moves_a_mark(self, tmp_path: Path) -> None:
        """A bow that carries 10 inches at short range is marked there, not at 9."""
        bow = next(
            weapon for weapon in quick_load((DATA / "weapons.yaml").read_text())["weapons"] if weapon["id"] == "bow"
        )
        (tmp_path / "pack.yaml").write_text("pack: {id: far, title: Far, game: battle-turn}\n", encoding="utf-8")
        (tmp_path / "weapons.yaml").write_text(yaml.safe_dump({"weapons": [{**bow, "short_range": 10}]}))
        document = kit(only="stick", pack=str(tmp_path))
        assert "10″" in document.text
        assert "9″" not in document.text


def across(page: Page, cut: Box) -> list[float]:
    """How far along a part of the stick the lines are that cross all of it."""
    sideways = cut.height > cut.width
    deep = cut.width if sideways else cut.height
    results = []
    for shape in page.shapes:
        box = shape.box
        wide, high = (box.height, box.width) if sideways else (box.width, box.height)
        if high >= deep - 0.1 and wide < 1.2 and cut.grown(1).holds(box.centre):
            results.append(box.centre[1] - cut.top if sideways else box.centre[0] - cut.left)
    return [result for result in results if result > 1]


class TestLabels:
    @pytest.mark.rule("B-69", "B-47")
    @pytest.mark.parametrize("paper", ["a4", "letter"])
    def test_a_label_is_as_long_as_its_front_and_an_inch_deep(self, paper: str) -> None:
        """Six inches at most; the key and the name on each."""
        cuts = {
            texts[0].split()[0]: cut
            for page in pages_of(kit(only="labels", paper=paper), "Unit labels")
            for cut, texts in pieces(page)
        }
        fronts = {"A": [6, 7, 6, 6, 10, 8], "B": [6, 7, 7, 8, 10, 5]}
        for letter, files in fronts.items():
            for number, front in enumerate(files, 1):
                cut = cuts.pop(f"{letter}{number}")
                long, short = sorted((cut.width, cut.height), reverse=True)
                assert long == pytest.approx(min(front, 6) * INCH, abs=0.01)
                assert short == pytest.approx(INCH, abs=0.01)
        assert not cuts

    def test_numbers_in_the_order_of_the_phases_and_a_box_for_each_worth(self) -> None:
        """Shooting, moving, fighting, testing from left to right; the track counts to the worth of the unit."""
        (page, *_) = pages_of(kit(only="labels"), "Unit labels")
        by_key = {texts[0].split()[0]: (cut, texts) for cut, texts in pieces(page)}
        for key, worth in (("A1", 24), ("A2", 14), ("A5", 10), ("A6", 8)):
            cut, texts = by_key[key]
            heads = [
                run
                for run in page.runs
                if re.fullmatch(r"[123] (Shoot|Move|Fight|Test)", run.text) and cut.holds((run.middle, run.y))
            ]
            lines = [run.text for run in sorted(heads, key=lambda run: run.middle)]
            shoots = ["1 Shoot"] if key in ("A5", "A6") else []
            assert lines == [*shoots, "2 Move", "3 Fight", "3 Test"]
            assert [int(text) for text in texts if text.isdigit() and text != "0"] == list(range(1, worth + 1))
        assert "5/6/8" in by_key["A5"][1]
        assert "3/4/6" in by_key["A2"][1]

    def test_a_label_keeps_its_orders_to_itself(self) -> None:
        """Order chits lie face down, so the label beside them says nothing of orders."""
        assert not re.search("ATTACK|HOLD|OPPOSE", kit(only="labels").text.partition("Iron Hall")[2])

    def test_labels_of_a_roster_of_ones_own(self, reeds: str) -> None:
        """Short fronts make short labels; three worth a figure is three boxes a figure."""
        (page,) = pages_of(kit(reeds, only="labels"), "Unit labels")
        results = {texts[0].split()[0]: (cut, texts) for cut, texts in pieces(page)}
        widths = {key: max(cut.width, cut.height) for key, (cut, _) in results.items()}
        assert widths == {
            "A1": pytest.approx(6 * INCH, abs=0.01),
            "A2": pytest.approx(6 * INCH, abs=0.01),
            "A3": pytest.approx(5 * INCH, abs=0.01),
            "A4": pytest.approx(4 * INCH, abs=0.01),
        }
        assert "12" in results["A4"][1]
        assert any(text.endswith("4 volleys") for text in results["A3"][1])


class TestPieces:
    @pytest.mark.rule("B-R24")
    def test_order_chits_have_one_back_an_army(self) -> None:
        """Three kinds for each unit; a back shows its army and nothing of the orders."""
        front, back = pages_of(kit(only="orders,markers"), "Order chits")[:2]
        counts = Counter(text for _, texts in pieces(front) for text in texts if text in ("ATTACK", "HOLD", "OPPOSE"))
        assert counts == {"ATTACK": 12, "HOLD": 12, "OPPOSE": 12}
        assert not re.search("ATTACK|HOLD|OPPOSE", back.text)
        names = [run.text for run in back.runs]
        assert names.count("Iron Hall") == names.count("Red Moon") == 18

    def test_markers_as_often_as_their_formulas_say(self) -> None:
        """One of each condition a unit, six of bloodlust an army, a marker a volley."""
        texts = [
            text
            for page in pages_of(kit(only="orders,markers"), "Order chits")[:1]
            for _, each in pieces(page)
            for text in each
        ]
        assert {name: texts.count(name) for name in ("Disorganised", "Shaken", "Bloodlust", "Test due", "Volley")} == {
            "Disorganised": 12,
            "Shaken": 12,
            "Bloodlust": 12,
            "Test due": 12,
            "Volley": 18,
        }

    def test_markers_differ_without_colour(self) -> None:
        """Each marker has a symbol of its own, its outline."""
        markers = quick_load((DATA / "markers.yaml").read_text(encoding="utf-8"))["markers"]
        symbols = [marker["symbol"] for marker in markers]
        assert len(set(symbols)) == len(symbols)
        for symbol in symbols:
            assert (ROOT / "templates" / "symbols" / f"{symbol}.svg").exists()

    def test_cards_of_leaders_and_boasts_and_the_track(self) -> None:
        """Eight leaders, one boast, two tracks to 80 with 40 marked."""
        texts = [set(each) for page in pages_of(kit(only="cards"), "Leaders") for _, each in pieces(page)]
        names = {leader["name"] for roster in rosters().values() for leader in roster["leaders"]}
        assert {name for name in names for each in texts if name in each} == names
        assert sum(any("boasts:" in text for text in each) for each in texts) == 1
        tracks = [each for each in texts if any("worth lost" in text for text in each)]
        assert len(tracks) == 2
        for track in tracks:
            assert {str(n) for n in range(1, 81)} <= track
            assert "80 in all; beaten at 40" in track


class TestPlayAid:
    def test_two_pages_with_the_phases_in_their_order(self) -> None:
        """Shooting to combat test on the first, orders to command test and the dice on the second; one a player."""
        aids = pages_of(kit(only="crib"), "Player aid")
        assert len(aids) == 4
        first, second = aids[:2]
        for page, heads in (
            (first, ["1 Shooting", "2 Movement and reorganisation", "3 Combat", "3 Combat test"]),
            (second, ["4 New orders", "5 Influence", "6 Command test"]),
        ):
            results = [run for run in page.runs if run.text in heads]
            assert [run.text for run in sorted(results, key=lambda run: run.y)] == heads

    @pytest.mark.parametrize("paper", ["a4", "letter"])
    @pytest.mark.parametrize("scenario", [SAMPLE, "the-inn-at-three-roads"])
    def test_it_is_set_in_type_that_can_be_read(self, scenario: str, paper: str) -> None:
        """7.5 points and more under the head of the page."""
        for page in pages_of(kit(scenario, only="crib", paper=paper), "Player aid"):
            assert min(run.size for run in page.runs if run.y > 18) >= 7.5

    @pytest.mark.parametrize("paper", ["a4", "letter"])
    def test_everything_on_it_stands_out_and_apart(self, paper: str) -> None:
        """Contrast in colour and in grey, tints included, and no text over another."""
        document = kit(only="crib", paper=paper)
        legible.test_text_stands_out_from_its_ground(document)
        legible.test_texts_do_not_run_into_each_other(document)
        legible.test_heads_of_pages_fit(document)

    def test_the_modifiers_of_each_table_are_beside_it(self) -> None:
        """To the right of what they change, at the same height."""
        first, second, *_ = pages_of(kit(only="crib"), "Player aid")
        for page, pairs in (
            (
                first,
                {
                    "1 Shooting": "Shooting modifiers",
                    "3 Combat": "Combat modifiers",
                    "3 Combat test": "Combat test modifiers",
                },
            ),
            (second, {"4 New orders": "New orders modifiers", "5 Influence": "Influence modifiers"}),
        ):
            at = {run.text: run for run in page.runs}
            for table, beside in pairs.items():
                assert at[table].y == pytest.approx(at[beside].y, abs=0.1)
                assert at[table].x < at[beside].x

    def test_combat_tests_are_tinted_score_by_score(self) -> None:
        """Each temperament has its bands from rout to bloodlust; rout is the darkest, ok is white."""
        first, *_ = pages_of(kit(only="crib"), "Player aid")
        rows = quick_load((DATA / "temperaments.yaml").read_text(encoding="utf-8"))["temperaments"]
        for row in rows:
            (name,) = [run for run in first.runs if run.text == row["name"]]
            fates = [
                run
                for run in first.runs
                if abs(run.y - name.y) < 1 and run.x > name.x and run.text in ("Rout", "Shaken", "Ok", "Bloodlust")
            ]
            fates.sort(key=lambda run: run.x)
            assert [run.text for run in fates] == ["Rout", "Shaken", "Ok", "Bloodlust"]
            tones = {run.text: sum(first.ground(run.box.centre, run.order, run.piece)) for run in fates}
            assert min(tones, key=lambda fate: tones[fate]) == "Rout"
            assert tones["Ok"] == pytest.approx(3)
            head = {run.text: run.middle for run in first.runs if run.text.isdigit() and 0 < name.y - run.y < 40}
            for score in range(row["ok"], row["bloodlust"]):
                bounds = fates[1].box.right, fates[3].box.left
                assert str(score) not in head or bounds[0] < head[str(score)] < bounds[1]

    def test_the_easier_a_kill_the_darker_its_score(self) -> None:
        """Scores of weapons, missiles first: the ground of 3+ is darker than that of 9+."""
        first, *_ = pages_of(kit(only="crib"), "Player aid")
        tones: dict[int, set[float]] = {}
        for run in first.runs:
            if re.fullmatch(r"\d\+", run.text.strip()) and run.x < first.width / 2 + 40:
                tone = round(sum(first.ground(run.box.centre, run.order, run.piece)), 3)
                tones.setdefault(int(run.text.strip()[:-1]), set()).add(tone)
        scores = [max(tones[score]) for score in sorted(tones) if len(tones[score]) == 1]
        assert len(scores) >= 5
        assert scores == sorted(scores)

    @pytest.mark.rule("B-R36", "B-03")
    def test_the_dice_tables_are_worked_out(self) -> None:
        """B-X19: two dice of six rounded, so that 17 of 33 cells differ from the source; of ten in whole per cent."""
        _, page, *_ = pages_of(kit(only="crib"), "Player aid")
        lines: dict[int, list[tuple[float, str]]] = {}
        (head,) = [run for run in page.runs if run.text == "Sums of dice, %"]
        for run in page.runs:
            if run.box.left < page.width / 2 and run.y > head.y and re.fullmatch(r"[\d.]+", run.text):
                lines.setdefault(round(run.y), []).append((run.box.left, run.text))
        table = [[text for _, text in sorted(line)] for line in lines.values()]
        rows = {int(line[0]): line[1:] for line in table if len(line) in (4, 7) and line[0].isdigit()}
        assert sorted(rows) == list(range(2, 21))
        for score, (exactly, less, more, *_) in rows.items():
            ways = 10 - abs(11 - score)
            below = sum(10 - abs(11 - n) for n in range(2, score + 1))
            assert (int(exactly), int(less), int(more)) == (ways, below, 100 - below + ways)
        different = 0
        for score in range(2, 13):
            six = rows[score][3:]
            ways = Fraction(6 - abs(7 - score), 36)
            below = sum((Fraction(6 - abs(7 - n), 36) for n in range(2, score + 1)), Fraction(0))
            for text, chance in zip(six, (ways, below, 1 - below + ways), strict=True):
                assert abs(Fraction(text) - chance * 100) <= Fraction(1, 200)
            different += sum(
                PRINTED_2D6[name].split()[score - 2] != text
                for name, text in zip(("exactly", "less", "more"), six, strict=True)
            )
        assert different == 17

    def test_a_pack_changes_the_aid(self, tmp_path: Path) -> None:
        """A temperament of one's own has its bands, and a modifier its place."""
        (tmp_path / "pack.yaml").write_text("pack: {id: calm, title: Calm, game: battle-turn}\n", encoding="utf-8")
        (tmp_path / "temperaments.yaml").write_text(
            "temperaments: [{id: stolid, name: Stolid, bloodlust: 15, ok: 3, shaken: -2}]\n", encoding="utf-8"
        )
        (page, *_) = pages_of(kit(only="crib", pack=str(tmp_path)), "Player aid")
        (name,) = [run for run in page.runs if run.text == "Stolid"]
        row = sorted((run for run in page.runs if abs(run.y - name.y) < 1), key=lambda run: run.x)
        assert [run.text[0] for run in row[:5]] == ["S", "R", "S", "O", "B"]
        assert "–3 or less" in page.text
        assert "15+" in page.text

    def test_a_pack_changes_phases_and_dice(self, tmp_path: Path) -> None:
        """Numbers and names of the phases, the dice whose sums are told and the inch bar of the table are data."""
        (tmp_path / "pack.yaml").write_text("pack: {id: odd, title: Odd, game: battle-turn}\n", encoding="utf-8")
        (tmp_path / "phases.yaml").write_text(
            "phases: [{id: combat-test, number: 7, name: Test of nerve, label: Nerve}]\n", encoding="utf-8"
        )
        figures = (("die", 12), ("other-die", 8), ("foot-move", 7))
        lines = "".join(f"  - {{id: {id}, value: {number}, rule: B-02, text: Other.}}\n" for id, number in figures)
        (tmp_path / "figures.yaml").write_text(f"figures:\n{lines}", encoding="utf-8")
        document = kit(only="crib,labels,scenario", pack=str(tmp_path))
        texts = [run.text for page in document.pages for run in page.runs]
        assert "7 Test of nerve" in texts
        assert texts.count("7 Nerve") == 12
        assert {"2d12", "2d8", "7 inches"} <= set(texts)
        assert "A 0 is ten." not in document.text


class TestWholeKit:
    def test_rules_are_named_on_the_notes_alone(self) -> None:
        """G-65: a player's kit has ids of rules on its page of notes."""
        for page in kit().pages:
            if ": Notes" not in page.head:
                assert not RULE_ID.search(page.text), page.head
        (notes,) = pages_of(kit(), "Notes")
        assert "B-40" in notes.text

    def test_the_first_page_says_whose_game_it_is_once(self) -> None:
        """The 1990 game is named in the credit line and nowhere else."""
        document = kit()
        assert document.text.count("Fantasy Warriors") == 1
        assert "not affiliated" in " ".join(document.pages[0].text.split())

    def test_the_kit_of_a_roster(self, reeds: str) -> None:
        """Everything but a table: roster, aid, notes, labels, chits, cards, stick."""
        heads = [page.head for page in kit(reeds).pages]
        for title in ("Roster", "Player aid", "Notes", "Unit labels", "Order chits", "Leaders", "Measuring stick"):
            assert any(title.lower() in head.partition(": ")[2].lower() for head in heads), title
        assert not any(": Scenario" in head for head in heads)
        assert "55 worth" in pages_of(kit(reeds), "Roster")[0].text

    def test_the_same_kit_twice_is_the_same_bytes(self) -> None:
        pdfs = [ibbprint.kit(SAMPLE, only="labels,cards").pdf for _ in range(2)]
        assert pdfs[0] == pdfs[1]

    def test_a_designer_sees_the_rules_in_place(self) -> None:
        """G-65: with --designer the aid names them behind what they rule."""
        result = ibbprint.kit(SAMPLE, only="crib", designer=True)
        assert result.pdf
        text = " ".join(read_pdf(result.pdf).text.split())
        assert "Long range [B-R04 B-08]" in text
        assert "The unit stands firm. [B-R35]" in text


def test_the_first_page_says_how_order_chits_are_kept_secret() -> None:
    """They are placed face down, not drawn blind from a cup."""
    text = " ".join(kit().pages[0].text.split())
    assert "The order chits of an army all have the same back: place them face down beside their units." in text
    assert "drawn blind" not in text


def test_the_summary_counts_things_by_their_names() -> None:
    """Order chits, and the parts of one measuring stick; nothing is warned of."""
    result = ibbprint.kit(SAMPLE)
    assert "36 order chits" in result.summary
    assert "3 parts of the stick" in result.summary
    assert list(result.report) == []
