"""Spell book, area templates, crib, scenario sheet and price list as they are printed, against the plain files."""

from __future__ import annotations

import math
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.phrases import listed
from ibbprint.press.book import BookOptions, make_book
from ibbprint.press.paper import PAPERS
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.systems.ibb.kit.phrases import span
from tests.card import BOXES, HEADS
from tests.helpers import (
    COUNTER_MM,
    KITS,
    KITS_ON_PAPER,
    ROOT,
    SCENARIOS,
    as_printed,
    battle,
    call_cli,
    entries,
    kept,
    make_pack,
    plain,
    printed,
    summonings,
)
from tests.pdf import Document, Page, contrast, read_pdf
from tests.sheets import head, whole_kit

SHEETS = ("spells", "templates", "crib", "scenario", "prices")
HEX = COUNTER_MM + 4.1
HEAD = 14.0
"""The head of a page ends here, mm."""
DIE = 6


@kept
def sheets(scenario: str, paper: str = "a4", designer: bool = False, **rules: str) -> Document:
    return read_pdf(printed(scenario, only=SHEETS, paper=paper, rules=rules, designer=designer).pdf)


def papers(scenario: str) -> list[str]:
    """A4, on which most tests look at every scenario, and what else the run has of it."""
    return sorted({"a4", *(paper for kit, paper in KITS_ON_PAPER if kit == scenario)})


@cache
def sheet(part: str, scenario: str, designer: bool = False, **rules: str) -> Document:
    return read_pdf(printed(scenario, only=(part,), rules=rules, designer=designer).pdf)


@cache
def whole(*only: str) -> tuple[Document, dict[str, int]]:
    """A designer's kit of the whole catalogue, or parts of it, and how many pieces and cards it says each part has."""
    report = Report()
    game = games()["ibb"]
    parts = frozenset(only or {"counters", "markers", "crt", *SHEETS} - {"scenario"})
    result = game.kit("ibb", KitOptions(only=parts, whole=True, designer=True), report)
    assert result is not None, list(map(str, report))
    book = make_book(result, BookOptions(PAPERS["a4"], parts), game.template_folders, report)
    assert book is not None, list(map(str, report))
    return read_pdf(book.pdf), book.counts


def pages(document: Document, title: str) -> list[Page]:
    return [page for page in document.pages if title.lower() in _named(page) and "backs" not in head(page)]


def _named(page: Page) -> str:
    """What the head of a page says after the name of the kit."""
    return head(page).partition(": ")[2].lower()


def words(document: Document, title: str) -> str:
    """The text of all pages of a title but their heads, without blanks: the ends of lines do not matter."""
    return tight(" ".join(run.text for page in pages(document, title) for run in page.runs if run.y > HEAD))


def tight(text: str) -> str:
    return re.sub(r"\s+", "", text)


def own_filled(text: str, entry: dict[str, Any]) -> str:
    """A text with its figures: fields of the entry itself, and of entries of other files."""

    def one(match: re.Match[str]) -> str:
        path = match[1].split(".")
        value: Any = entry
        if path[0] not in entry:
            value, path = entries(path[0])[path[1]], path[2:] or ["value"]
        for step in path:
            value = value[int(step)] if isinstance(value, list) else value[step]
        return as_printed(value)

    return re.sub(r"\{([\w.-]+)\}", one, text)


# --- spells ---------------------------------------------------------------------------------------------------------


def expected_spells(scenario: str) -> list[tuple[str, str]]:
    """Spell and side of every card: what a caster can pay for, alone or pooled, and what the scenario gives him."""
    data, units = battle(scenario), entries("units")
    results = []
    for side in data["sides"]:
        granted = {r["spell"] for r in data.get("special", ()) if r["side"] == side["id"] and "spell" in r}
        for spell in entries("spells").values():
            ratings = [
                int(units[force["unit"]]["rating"])
                for force in data["forces"]
                if force["side"] == side["id"] and units[force["unit"]].get("kind") == spell["caster"]
                for _ in range(int(force.get("count", 1)))
            ]
            pooled = sum(rating - 1 for rating in ratings) if len(ratings) > 1 else 0
            if spell["id"] in granted or max([0, pooled, *ratings]) >= int(spell["cost"]):
                results.append((spell["id"], side["name"]))
    return results


def cards(document: Document) -> list[list[str]]:
    """The lines of each spell card, in the order of printing."""
    result = pages(document, "Spell book") + [p for p in pages(document, "") if is_lone_card(p)]
    cut_out = [runs for page in result for piece, runs in page.runs_of.items() if piece is not None]
    return [[run.text.strip() for run in runs] for runs in cut_out]


def is_lone_card(page: Page) -> bool:
    """A page with one spell only bears its name."""
    return any(head(page).split(" page ")[0].endswith(f": {spell['name']}") for spell in entries("spells").values())


SHAKING = ("distraction", "fearball", "vegetative-chain-reaction")
"""Spells whose fear or confusion lasts to the next orders of a formation: their cards say so in the place of turns."""
SAVES = {"none": "", "special": "see text", "quality": "quality", "best-quality": "best quality"}


def fields(spell: dict[str, Any]) -> list[str]:
    """What must be said on a spell's card besides its text: what applies to it, and nothing of what does not."""
    save = spell["save"]
    modifier = int(save.get("modifier", 0))
    changed = f"{'+' if modifier > 0 else '–'}{abs(modifier)}" if modifier else ""
    turns = spell.get("turns")
    shapes = [entries("area-templates")[name]["name"] for name in spell.get("templates", ())]
    segment = entries("segments")["red" if spell["speed"] == "fast" else "gold"]
    upkeep = int(spell["upkeep"])
    return [
        spell["name"],
        {"wizard": "Wizard’s spell", "priest": "Priest’s prayer"}[spell["caster"]],
        f"{spell['speed']}: {segment['number']} {segment['name']}",
        spell["cost"],
        *([f"{SAVES[save['kind']]}{changed}"] if save["kind"] != "none" else []),
        *(["/".join(spell["strengths"])] if spell.get("strengths") else []),
        *(["to next orders"] if spell["id"] in SHAKING else []),
        *([f"{turns} turn{'s' if turns != '1' else ''}"] if turns is not None and spell["id"] not in SHAKING else []),
        *([f"{upkeep} a turn"] if upkeep else []),
        *([" or ".join(shapes)] if shapes else []),
        f"Rules {', '.join(spell['rules'])}",
    ]


def test_every_field_of_every_spell_is_on_its_card() -> None:
    """The card of each of the fourteen spells has what applies to it, the text with its figures, and the rulings."""
    document, _ = whole("spells")
    result = {}
    for lines in cards(document):
        message = tight(" ".join(lines))
        name = next(spell["name"] for spell in entries("spells").values() if tight(spell["name"]) in message)
        result[name] = lines
    assert len(result) == len(entries("spells")) == 14
    for spell in entries("spells").values():
        lines = result[spell["name"]]
        text = tight(" ".join(lines))
        missing = [field for field in fields(spell) if tight(field) not in text]
        assert not missing, (spell["id"], lines)
        assert "none" not in lines
        assert tight(own_filled(spell["text"], spell)) in text, spell["id"]


def test_every_spell_is_in_the_list() -> None:
    """The one-page list has every spell with its text and its rulings, each in a paragraph of its own."""
    document, _ = whole("spell-list")
    (page,) = pages(document, "Spells and prayers")
    left = min(run.x for run in page.runs if run.text == "Spells and prayers")
    begun = {run.text.strip().rstrip(".") for run in page.runs if abs(run.x - left) < 0.1 and "Bold" in run.font.name}
    assert {spell["name"] for spell in entries("spells").values()} <= begun
    text = words(document, "Spells and prayers")
    for spell in entries("spells").values():
        assert tight(f"{spell['name']}. {own_filled(spell['text'], spell)} {', '.join(spell['rules'])}") in text


def test_backs_of_spells_and_prayers_differ() -> None:
    """Behind each card stands whether it is a wizard's or a priest's, each as often as there are such cards."""
    document, _ = whole("spells")
    backs = [page for page in document.pages if "Spell book" in head(page) and ": backs" in head(page)]
    counts = Counter(run.text for page in backs for run in page.runs if run.text in ("Spell", "Prayer"))
    kinds = Counter(spell["caster"] for spell in entries("spells").values())
    assert counts == Counter({"Spell": kinds["wizard"], "Prayer": kinds["priest"]})


# --- area templates -------------------------------------------------------------------------------------------------


def expected_cells(template: dict[str, Any]) -> Counter[Fraction]:
    """How many hexes of each strength a template has, by the rings of a ball and the ranks of a cone."""
    counts: Counter[Fraction] = Counter()
    for rank in template["ranks"]:
        distance = int(rank["distance"])
        count = (6 * distance or 1) if template["shape"] == "ball" else distance
        counts[Fraction(int(rank["numerator"]), int(rank["denominator"]))] += count
    return counts


@pytest.mark.parametrize("choice", ["less-one", "number"])
def test_templates_are_at_the_scale_of_the_map(choice: str) -> None:
    """Every template that a spell of Hastings needs is drawn with all its hexes, each as large as one of the map."""
    document = sheet("templates", "hastings", designer=True, ball_radius=choice)
    castable = {spell for spell, _ in expected_spells("hastings")}
    needed = {name for spell in castable for name in entries("spells")[spell].get("templates", ())}
    shelf = entries("area-templates")
    used = [shelf[name if choice == "less-one" or name.startswith("cone") else f"{name}-number"] for name in needed]
    drawn = pages(document, "Area templates")
    hexes = [
        shape.outline
        for page in drawn
        for shape in page.shapes
        if shape.fill is not None and abs(shape.outline.height - HEX) < 0.01
    ]
    assert all(box.width == pytest.approx(2 * HEX / math.sqrt(3), abs=0.01) for box in hexes)
    assert len(hexes) == sum(sum(expected_cells(template).values()) for template in used)
    texts = Counter(text for page in drawn for text in page.texts)
    assert texts["reconstruction"] == len(used)
    for template in used:
        assert texts[template["name"]] == 2  # over it and on it
    strong = {
        name
        for spell in castable
        if (item := entries("spells")[spell]).get("strengths")
        for name in item.get("templates", ())
    }
    graded = [template for template in used if template["id"].removesuffix("-number") in strong]
    whole_hexes = sum(expected_cells(template)[Fraction(1)] for template in graded)
    halves = sum(expected_cells(template)[Fraction(1, 2)] for template in graded)
    figures = sum(sum(expected_cells(template).values()) for template in graded)
    assert texts["1"] == figures  # a whole is a single figure, the others have it over their bar
    assert texts["2"] == halves
    assert 0 < whole_hexes < figures < len(hexes)  # where no spell has a strength there are none


def test_the_whole_kit_has_every_template() -> None:
    """Balls 1 to 3 and cones A to C, whether a spell uses them or not, and the spells' names on them."""
    document, counts = whole("templates")
    texts = Counter(text for page in pages(document, "Area templates") for text in page.texts)
    names = {t["name"] for t in entries("area-templates").values() if "number" not in t["id"]}
    assert counts["templates"] == len(names) == 6
    assert all(texts[name] == 2 for name in names)
    text = words(document, "Area templates")
    for spell in entries("spells").values():
        if spell.get("templates"):
            assert tight(spell["name"]) in text


# --- crib -----------------------------------------------------------------------------------------------------------


def order(modifier: dict[str, Any]) -> str:
    """What the aid bids a player do: `add 4 to the attack`, `subtract 2`, `1 column left`, `±1`."""
    amount, changes, favours = modifier["amount"], modifier.get("changes", "die"), modifier["favours"]
    for_the_better = favours in ("attacker", "roller")
    if changes == "column":
        return f"{amount} column{'s' if amount != '1' else ''} {'right' if for_the_better else 'left'}"
    if favours == "owner":
        return f"±{amount}"
    helps_by_less = changes in ("die", "defence")
    verb, way = ("subtract", "from") if for_the_better == helps_by_less else ("add", "to")
    return f"{verb} {amount}" + (f" {way} the {changes}" if changes != "die" else "")


@pytest.mark.parametrize(("scenario", "paper"), KITS_ON_PAPER)
def test_the_crib_is_one_sheet_on_a_front(scenario: str, paper: str) -> None:
    """The crib is both sides of a sheet of paper, and there is one for each player, alike in every word."""
    crib = pages(sheets(scenario, paper), "Player aid")
    assert len(crib) == 4
    assert crib[0].number % 2 == 1
    lines = [[run.text for run in page.runs if run.y > HEAD] for page in crib]
    assert lines[:2] == lines[2:]
    for page in crib:
        assert min(run.size for run in page.runs if run.text.strip() and run.y > HEAD) >= 7.5


def test_the_crib_has_every_cost_of_terrain() -> None:
    """Every terrain stands in the table with its cost and the row that it fights in; with the switch, its penalty."""
    for rules, field in (({}, "cost"), ({"terrain_cost": "turn"}, "penalty")):
        document = sheet("crib", "hastings", **rules)
        runs = [run for page in pages(document, "Player aid") for run in page.runs]
        for terrain in entries("terrain").values():
            if terrain.get("closed"):
                continue  # told on the maps that have it
            names = [run for run in runs if run.text == terrain["name"] and "Bold" in run.font.name]
            rows = [
                other.text
                for name in names
                for other in runs
                if abs(other.y - name.y) < 0.2 and 0 < other.x - name.x < 40 and other.text.isdigit()
            ]
            assert terrain[field] in rows, terrain["id"]


def test_the_crib_follows_the_switches() -> None:
    """What a switch changes is changed on the crib, and nothing that another one changes."""
    switches = (
        ("berserk", "never", "Berserkforthewholenextturn", ""),
        ("morale_failure", "any", "failskeepsitsmarker", "ADisorganisedunitthatfailsisRouted."),
        ("mana", "turn", "manaforthewholebattle", "manaisfullagain"),
        ("charge_bonus", "die", "add4totheattackCharge.", "subtract4Charge."),
        ("shooters", "literal", "sufferno", "ofattacksthattheymake,likeanyotherunit"),
    )
    for turned in ((), switches[::2], switches[1::2]):
        text = words(sheet("crib", "hastings", **{name: value for name, value, _, _ in turned}), "Player aid")
        for switch in switches:
            _, _, gone, come = switch
            assert (gone in text) is (switch not in turned), switch
            assert not come or (come in text) is (switch in turned), switch
    with_an_engine, counted = (sheet("crib", "stirling", **chosen) for chosen in ({}, {"engines_stack": "count"}))
    assert "andsoareengines" in words(with_an_engine, "Player aid")
    assert "enginescounttheirattack" in words(counted, "Player aid")


@pytest.mark.parametrize("scenario", KITS)
def test_the_crib_has_a_track_to_count_on(scenario: str) -> None:
    """Ten boxes with the figures 0 to 9 in order, each large enough for the markers of mana, prayers and losses."""
    for paper in papers(scenario):
        page = pages(sheets(scenario, paper), "Player aid")[1]
        boxes = [
            shape.outline
            for shape in page.shapes
            if shape.fill is not None and abs(shape.outline.width - shape.outline.height) < 0.01
        ]
        large = [run for run in page.runs if run.size > 19]
        boxes = [box for box in boxes if any(box.holds(run.box.centre) for run in large)]
        assert [[run.text for run in large if box.holds(run.box.centre)] for box in boxes] == [
            [str(n)] for n in range(10)
        ]
        assert min(box.width for box in boxes) >= COUNTER_MM + 0.5


def test_the_crib_says_what_ground_and_modifiers_do() -> None:
    """What ground does, and what a modifier does, is on the aid of the whole game, to which the booklet refers.

    A modifier stands in the box of what it changes: strength, column or die.
    """
    full_kit = games()["ibb"].kit("ibb", KitOptions(whole=True), Report())
    assert full_kit is not None
    book = make_book(
        full_kit, BookOptions(PAPERS["a4"], frozenset(["crib"])), games()["ibb"].template_folders, Report()
    )
    assert book is not None
    crib = words(read_pdf(book.pdf), "Player aid")
    for terrain in entries("terrain").values():
        able = [entries("abilities")[name]["name"] for name in terrain.get("ignored_by", ())]
        barred = [action for action in ("charge", "engines") if terrain.get(f"bars_{action}") == "true"]
        notes = [f"as clear ground for {' and '.join(able)}"] if able else []
        notes += [f"no {' or '.join(barred)}"] if barred else []
        notes += ["stops zones of control"] if terrain.get("water") == "true" else []
        message = tight("; ".join(notes))
        assert message[1:] in crib
    after = "|".join(map(tight, (*HEADS, "Missiles")))  # what may follow a box
    for modifier in entries("modifiers").values():
        if modifier["to"] == "combat" and modifier["id"] != "charge-die":
            box = re.search(f"{tight(HEADS[BOXES[modifier.get('changes', 'die')]])}(.*?)(?={after}|$)", crib)
            assert box is not None
            assert tight(f"{order(modifier)} {modifier['name']}.") in box[1], modifier["id"]


@pytest.mark.parametrize(
    ("things", "told"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_lists_in_words(things: list[str], told: str) -> None:
    """Commas, and a word before the last."""
    assert listed(things) == told
    assert listed(things, "or") == told.replace("and", "or")


@pytest.mark.parametrize(
    ("faces", "told"), [([5, 6], "5–6"), ([1], "1"), ([1, 3], "1, 3"), ([], ""), ([1, 2, 3, 4], "1–4")]
)
def test_faces_in_words(faces: list[int], told: str) -> None:
    """Neighbours are joined, others told one by one."""
    assert span(faces) == told


@pytest.mark.parametrize("title", ["Player aid", "Scenario sheet", "Spells and prayers", "Price list"])
@pytest.mark.parametrize("scenario", KITS)
def test_nothing_is_smaller_than_7_points(scenario: str, title: str) -> None:
    """No text of a sheet that is read at arm's length is smaller than 7 pt, on either paper, and all can be read."""
    for paper in papers(scenario):
        for page in pages(sheets(scenario, paper), title):
            sizes = {round(run.size, 2): run.text for run in page.runs if run.text.strip() and run.y > HEAD}
            assert min(sizes) >= 7, sizes[min(sizes)]
            for run in page.runs:
                ground = page.ground(run.box.centre, run.order, run.piece)
                assert not run.text.strip() or contrast(run.fill, ground) >= 4.5, run.text


# --- the scenario ---------------------------------------------------------------------------------------------------


def strengths(scenario: str) -> dict[str, int]:
    """The attack strength of each army, engines and leaders not counted, reinforcements counted."""
    data = battle(scenario)
    result = {side["id"]: 0 for side in data["sides"]}
    for force in data["forces"]:
        unit = entries("units")[force["unit"]]
        if unit.get("kind", "troops") == "troops":
            attack = force["rating"].split("-")[0] if "rating" in force else unit["attack"]
            result[force["side"]] += int(attack) * int(force.get("count", 1))
    return result


@pytest.mark.parametrize("scenario", KITS)
def test_the_scenario_sheet_has_all_of_the_set_up(scenario: str) -> None:
    """Every line of the order of battle stands there with its rating, number, place and turn, and all is one sheet."""
    document, data = sheets(scenario), battle(scenario)
    result = pages(document, "Scenario sheet")
    assert len(result) == 2
    assert result[0].number % 2 == 1
    text = words(document, "Scenario sheet")
    zones = {zone["id"]: zone["name"] for zone in data.get("zones", ())}
    for force in data["forces"]:
        unit = entries("units")[force["unit"]]
        kind = unit.get("kind", "troops")
        name = force.get("name") or (unit["short"] if kind in ("captain", "wizard", "priest") else unit["name"])
        if kind == "troops":
            figures = f"{unit['attack']}-{unit['defence']}-{unit['movement']} Q{unit['quality']}"
            figures = force.get("rating", figures)
        elif kind == "engine":
            figures = f"{unit['attack']} ({unit['attack_stone']})-{unit['defence']}-{unit['movement']}"
        else:
            figures = f"{kind} {unit['rating']}"
        place = " or ".join(force.get("hexes", ())) or zones[force["zone"]]
        turn = f"turn{force['turn']}:" if "turn" in force else ""
        line = tight(f"{name}{figures}{force.get('count', 1)}")
        assert re.search(re.escape(line) + r"\d*" + re.escape(turn + tight(place)), text), force
        if "bank" in force:
            assert f"{place},{force['bank']}bank" in text
    assert tight(data["scenario"]["background"]) in text
    for zone in data.get("zones", ()):
        assert tight(f"{zone['name']}: {', '.join(zone['hexes'])}") in text


@pytest.mark.parametrize("scenario", KITS)
def test_the_order_of_battle_has_its_strengths(scenario: str) -> None:
    """Each army is summed up with its strength, and each formation with its own."""
    text, data = words(sheets(scenario), "Scenario sheet"), battle(scenario)
    for side in data["sides"]:
        assert re.search(
            re.escape(tight(side["army"])) + r",enginesnotcounted\d+?" + rf"{strengths(scenario)[side['id']]}(?!\d)",
            text,
        ), side


@pytest.mark.parametrize("scenario", KITS)
def test_a_number_of_units_stays_with_their_name(scenario: str) -> None:
    """No line of the order of battle begins with the sign or the name in `1 × Heavy Infantry`."""
    lines = [run.text for page in pages(sheets(scenario), "Scenario sheet") for run in page.runs]
    counted = [line for line in lines if "×" in line]
    assert counted
    assert all(re.match(r"\d+\s×\s\w", line) and not re.search(r"(\d|×)$", line) for line in counted)


@pytest.mark.parametrize("scenario", KITS)
def test_victory_is_composed_from_its_conditions(scenario: str) -> None:
    """Each amount stands there as the data have it, a share also as the points that reach it; hexes and names too."""
    text, data = words(sheets(scenario), "Scenario sheet"), battle(scenario)
    totals = strengths(scenario)
    for level in data["victory"]:
        for condition in level["all"]:
            amount = condition.get("at_least") or condition.get("at_most")
            if amount and amount.endswith("%"):
                whole_army = totals[condition["side"]]
                share = math.ceil(Fraction(int(amount[:-1]) * whole_army, 100))
                bound = "atleast" if "at_least" in condition else "nomorethan"
                assert f"{bound}{amount}oftheirattackstrength({share}of{whole_army})" in text
            elif amount:
                assert f"nomorethan{amount}pointsofattackstrength" in text
            for name in condition.get("names", ()):
                assert tight(name) in text
            if condition["kind"] == "holds":
                assert tight(f"each of {' and '.join(condition['hexes'])}") in text
        names = {side["id"]: side["name"] for side in data["sides"]}
        reached = [condition for condition in level["all"] if condition["kind"] == "reached"]
        for side in {condition["side"] for condition in reached}:
            won = [
                f"a {element['level'].title()}"
                for element in reached
                if element["side"] == side and element.get("met") != "no"
            ]
            denied = [
                f"a {entry['level'].title()}" for entry in reached if entry["side"] == side and entry.get("met") == "no"
            ]
            verb = "fail to win" if len(denied) == 1 else "win neither"
            for message in [f"win {item}" for item in won] + [f"{verb} {' nor '.join(denied)}"] * bool(denied):
                assert tight(f"The {names[side]} {message} Victory.") in text


@pytest.mark.parametrize("scenario", KITS)
def test_the_turn_track_has_a_box_for_each_turn(scenario: str) -> None:
    """There are as many boxes as turns, each large enough for a counter and with its number in it, in order."""
    turns = int(battle(scenario)["scenario"]["turns"])
    for paper in papers(scenario):
        page = pages(sheets(scenario, paper), "Scenario sheet")[1]
        boxes = [
            shape.outline
            for shape in page.shapes
            if shape.fill is not None and abs(shape.outline.width - shape.outline.height) < 0.01
        ]
        assert len(boxes) == turns
        assert min(box.width for box in boxes) >= COUNTER_MM + 2
        large = [run for run in page.runs if run.size > 19]
        boxes = [box for box in boxes if any(box.holds(run.box.centre) for run in large)]
        for number, box in enumerate(boxes, start=1):
            assert [run.text for run in large if box.holds(run.box.centre)] == [str(number)]


def special(rule: dict[str, Any]) -> str:
    """A special rule of a scenario as its sheet has it: a bonus in melee with what it takes off the die."""
    if rule["kind"] == "melee-bonus":
        return f"{rule['text'].removesuffix('.')}: subtract {rule['amount']}."
    return str(rule["text"])


@pytest.mark.parametrize("scenario", KITS)
def test_rulings_and_special_rules_stand_there(scenario: str) -> None:
    """Each ruling that the scenario applies has its id and title on a designer's sheet, each special rule its text."""
    text, data = words(sheet("scenario", scenario, designer=True), "Scenario sheet"), battle(scenario)
    for name in data["scenario"]["applies"]:
        assert tight(f"{name} {entries('rulings')[name]['title']}") in text
    for rule in data.get("special", ()):
        assert tight(special(rule)) in text


# --- prices and the whole catalogue ----------------------------------------------------------------------------------


def priced() -> list[dict[str, Any]]:
    return [unit for unit in entries("units").values() if "price" in unit]


def test_the_price_list_is_the_catalogue() -> None:
    """Forty lines with name, rating and gold, for a designer the bounds too, each as the unit list has it."""
    assert "Bounds" not in words(sheets("hastings"), "Price list")
    (page,) = pages(sheet("prices", "hastings", designer=True), "Price list")
    rows: Counter[str] = Counter()
    middle = page.width / 2
    for left, right in ((0.0, middle), (middle, page.width)):
        lines: dict[int, list[Any]] = {}
        for run in page.runs:
            if left <= run.x < right:
                lines.setdefault(round(run.y * 4), []).append(run)
        for runs in lines.values():
            row = [run.text for run in sorted(runs, key=lambda run: run.x)]
            if re.fullmatch(r"\d+–\d+", row[-1]):
                rows[tight("".join(row))] += 1
    assert rows.total() == len(priced()) == 40
    names = dict(entries("abilities"))
    for unit in priced():
        kind, price = unit.get("kind", "troops"), unit["price"]
        rating = unit.get("rating", "")
        if kind in ("troops", "engine"):
            stone = f"({unit['attack_stone']})" if unit.get("attack_stone", unit["attack"]) != unit["attack"] else ""
            rating = f"{unit['attack']}{stone}-{unit['defence']}-{unit['movement']}"
            rating += f"Q{unit['quality']}" if kind == "troops" else ""
        end = f"{rating}{price['gold']}{price['low']}–{price['high']}"
        abilities = ", ".join(names[name]["name"] for name in unit.get("abilities", ()))
        fits = [
            row
            for row in rows
            if row.endswith(tight(end)) and tight(unit["name"] + abilities).startswith(row.removesuffix(tight(end)))
        ]
        assert fits, (unit["id"], end)
    assert "Pricesareareconstruction." in words(sheets("hastings"), "Price list")


def test_a_changed_price_is_printed(tmp_path: Path) -> None:
    """A pack that changes a price, a spell's cost, a modifier and a figure changes what is printed, nothing else."""
    units, spells = plain_entry("units", "pikemen-q3"), plain_entry("spells", "rally")
    modifier, figure = plain_entry("modifiers", "wahoo"), plain_entry("figures", "stacking-limit")
    units["price"]["gold"], spells["cost"], modifier["amount"], figure["value"] = "77", "4", "5", "8"
    units["price"].pop("low"), units["price"].pop("high")
    pack = make_pack(
        tmp_path / "pack",
        {
            "units.yaml": {"units": [units]},
            "spells.yaml": {"spells": [spells]},
            "modifiers.yaml": {"modifiers": [modifier]},
            "figures.yaml": {"figures": [figure]},
        },
    )
    document = read_pdf(printed("hastings", only=["prices", "crib", "spells"], packs=[pack]).pdf)
    assert "4-3-2Q377" in words(document, "Price list")
    assert "subtract5Wahoo." in words(document, "Player aid")
    assert "atmost8pointsofprintedattack" in words(document, "Player aid")
    rally = next(lines for lines in cards(document) if "Rally" in lines)
    assert "4" in rally
    usual = words(sheets("hastings"), "Player aid")
    changed = words(document, "Player aid")
    assert changed.replace("subtract5Wahoo", "subtract1Wahoo").replace("8pointsof", "6pointsof") == usual


def plain_entry(kind: str, name: str) -> dict[str, Any]:
    """A copy of a shipped entry that may be changed."""
    from copy import deepcopy

    return deepcopy(entries(kind)[name])


def test_the_whole_catalogue_has_its_counters() -> None:
    """Both armies have each listed entry as often as its mix says, what it is exchanged for, and its chits."""
    document, counts = whole()
    units = entries("units")
    text = Counter(run.text for page in document.pages for run in page.runs if ": Counters" in head(page))
    counters = chits = 0
    for unit in priced():
        mix, kind = int(unit["mix"]), unit.get("kind", "troops")
        if kind == "equipment":
            continue
        counters += 2 * mix * (2 if "becomes" in unit else 1)
        alone = {"engineering", "hidden-scouting"} & set(unit.get("abilities", ()))
        if kind in ("captain", "wizard", "priest") or alone:
            chits += 2 * mix
    wizards = [u for u in priced() if u.get("kind") == "wizard"]
    castings = sum(summonings(int(u["rating"]), entries("spells")["summon-primal-goons"]) for u in wizards)
    goons = castings * math.ceil(DIE / int(entries("figures")["goons-die-divisor"]["value"]))
    assert counts["counters"] == counters + chits + 2 * goons
    axemen = units["axemen-q4"]
    assert text[axemen["short"]] == 2 * int(axemen["mix"])
    assert counts["spells"] == len(entries("spells"))
    assert counts["crt"] == 1
    assert counts["markers"] > 100


def test_the_command_line_prints_the_whole_catalogue(tmp_path: Path) -> None:
    """`kit ibb --all` writes one PDF; an unknown game is a wrong call."""
    result = call_cli("kit", "ibb", "--all", "--only", "prices", "-o", str(tmp_path))
    assert result.returncode == 0, result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["ibb-all-prices.pdf"]
    wrong = call_cli("kit", "hastings", "--all", "-o", str(tmp_path))
    assert wrong.returncode == 2
    assert "there is no game 'hastings'" in wrong.stderr


def test_no_casters_no_spells(tmp_path: Path) -> None:
    """A scenario without casters has neither spell book nor templates."""
    data = plain(ROOT / "scenarios" / "ibb" / "defend-the-bridge.yaml")
    forces = [force for force in data["forces"] if force["unit"] != "priest-3"]
    pack = make_pack(
        tmp_path / "pack",
        {"scenarios/dry.yaml": {**data, "scenario": {**data["scenario"], "id": "dry"}, "forces": forces}},
    )
    report = Report()
    result = games()["ibb"].kit("dry", KitOptions((pack,)), report)
    assert result is not None, list(map(str, report))
    assert not {"spells", "templates"} & {section.id for section in result.sections}
    text = words(read_pdf(printed("dry", only=["scenario"], packs=[pack]).pdf), "Scenario sheet")
    assert "Nobodyherecastsspells:nospellcards,noareatemplates." in text
    run = call_cli("kit", "dry", "--pack", str(pack), "--only", "spells", "-o", str(tmp_path))
    assert run.returncode == 2
    assert "the kit of dry has no part 'spells'" in run.stderr


@pytest.mark.parametrize("scenario", KITS)
def test_what_is_needed_of_magic_is_said(scenario: str) -> None:
    """The sheet says how many spell cards there are, those of both sides counted, as page 1 does."""
    count = len(expected_spells(scenario))
    text = words(sheets(scenario), "Scenario sheet")
    assert f"the{count}spellcardsusedhereandtheirareatemplates." in text
    drawn = {line for page in pages(sheets(scenario), "Area templates") for line in page.texts}
    shelf = entries("area-templates")
    needed = {n for spell, _ in expected_spells(scenario) for n in entries("spells")[spell].get("templates", ())}
    assert {t["name"] for t in shelf.values() if t["name"] in drawn} == {shelf[name]["name"] for name in needed}


def test_a_caster_without_the_mana_for_any_spell_prints_none(tmp_path: Path) -> None:
    """Where the casters can pay for nothing there are no cards, and the sheet says so."""
    data = plain(SCENARIOS / "defend-the-bridge.yaml")
    spells = [{**spell, "cost": "9"} for spell in entries("spells").values()]
    pack = make_pack(
        tmp_path / "pack",
        {
            "scenarios/weak.yaml": {**data, "scenario": {**data["scenario"], "id": "weak"}},
            "spells.yaml": {"spells": spells},
        },
    )
    document = read_pdf(printed("weak", only=["scenario"], packs=[pack]).pdf)
    assert "Nobodyherehasthemanaforanyspell:nospellcards,noareatemplates." in words(document, "Scenario sheet")
    result = games()["ibb"].kit("weak", KitOptions((pack,)), Report())
    assert result is not None
    assert not {"spells", "templates"} & {section.id for section in result.sections}


def test_the_price_list_is_printed_when_asked_for() -> None:
    """A scenario's kit has it only by name; the kit of the whole catalogue has it always."""
    document = whole_kit("stirling")
    assert not pages(document, "Price list")
    assert "Price list" not in document.text
    assert len(pages(sheets("stirling"), "Price list")) == 1
    everything = games()["ibb"].kit("ibb", KitOptions(whole=True), Report())
    assert everything is not None
    assert [section.id for section in everything.sections if section.extra] == ["reasons", "spell-list", "crt"]


@pytest.mark.parametrize("column", ["price", "price.gold"])
def test_own_shooters_and_own_prices_are_printed(column: str, tmp_path: Path) -> None:
    """A pack's shooter stands in the table of missiles, in its segment or with the spears, and in the price list."""
    table = (
        f"id,name,short,symbol,arm,attack,defence,movement,quality,range,shots,segment,listed,{column}\n"
        "ice-bow,Ice Bowmen,Ice Bows,archers,missile,4,3,3,4,5,,red,yes,14\n"
        "snow-sling,Snow Slingers,Snow Slings,slingers,missile,2,1,4,2,2,3,,yes,6\n"
        "sleet-sling,Sleet Slingers,Sleet,slingers,missile,2,1,4,2,2,3,,yes,7\n"
        "hail-thrower,Hail Throwers,Hail,slingers,missile,2,1,4,2,2,,gold,no,\n"
        "frost-giant,Frost Giants,Giants,slingers,missile,2,1,4,2,6,,gold,no,\n"
    )
    data = plain(SCENARIOS / "stirling.yaml")
    shooters = ("ice-bow", "snow-sling", "hail-thrower")
    forces = [*data["forces"], *({"side": "aenglish", "unit": shooter, "zone": "facing-line"} for shooter in shooters)]
    scenario = {**data, "scenario": {**data["scenario"], "id": "icy"}, "forces": forces}
    pack = make_pack(tmp_path / "pack", {"units.csv": table, "scenarios/icy.yaml": scenario})
    document = read_pdf(printed("icy", only=["crib", "prices"], packs=[pack]).pdf)
    crib, prices = words(document, "Player aid"), words(document, "Price list")
    assert "IceBowmen5nolimit1Red" in crib
    assert "SnowSlingers233Green" in crib
    assert "HailThrowers2nolimit4Gold" in crib  # not for sale, but here
    assert "FrostGiants" not in crib
    assert "SleetSlingers" not in crib  # for sale, but not here
    assert "SleetSlingers2-1-4Q27" in prices
    assert "IceBowmen4-3-3Q414" in prices
    assert "SnowSlingers2-1-4Q26" in prices
    assert "HailThrowers" not in prices
