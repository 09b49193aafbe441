"""Player aid and spell cards: panels, the table on the aid, one for each player; pictures and icons on the cards."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ibbprint.components.style import read_style
from ibbprint.components.text.flowing import BAND_WHITE
from ibbprint.components.text.prose import Setting, lay_out
from ibbprint.drawing.colour import contrast, mix
from ibbprint.press.book import BookOptions
from ibbprint.press.paper import PAPERS
from ibbprint.press.workshop import Workshop
from ibbprint.problems import Report, Where
from ibbprint.systems import games
from tests.helpers import ROOT, battle, entries, make_kit, make_pack, plain, print_kit, printed
from tests.kits.test_bet import print_whole
from tests.pdf import Document, Page, read_pdf
from tests.sheets import head, whole_kit

FRAME = (8.0, 12.0, 194.0, 270.0)
NOWHERE = Where("x.md", 1, 1)


def pages_of(markdown: str, pages: int = 2, where: Where = NOWHERE) -> tuple[list[Any], Report]:
    """A text of panels laid out on A4."""
    report = Report()
    style = read_style([ROOT / "templates"], report)
    assert style is not None
    result = lay_out(markdown, style, FRAME, 297, where, report, Setting(pages=pages, aid=True))
    return result, report


def boxes(page: Any) -> list[tuple[float, float, float, float]]:
    """Left, foot, width and height of every panel of a page, in points."""
    return [(x, y, item.width, item.height) for item, x, y in page.flowables if type(item).__name__ == "Panel"]


# --- panels ---------------------------------------------------------------------------------------------------------


def test_a_head_in_a_colour_has_the_ground_of_its_panel_and_words_that_stand_out_on_it() -> None:
    """The tint is as wide as the panel, which draws it; a ground of the words alone would end before its edges."""
    for colour in ("#2c8049", "#dfe6ea", "#2e2e34"):
        (page,), report = pages_of(f"```band *\n```\n\n## `{colour}: Ebb`\n\nFlow.\n")
        assert report.ok
        (panel,) = [item for item, *_ in page.flowables if type(item).__name__ == "Panel"]
        look = panel.head.style
        assert panel.colour == colour
        assert look.backColor is None
        assert contrast("#" + look.textColor.hexval()[2:], mix(colour, "#ffffff", BAND_WHITE)) > 7


def test_panels_share_their_columns_and_end_together() -> None:
    """Seven panels in three columns: none over another, all of them in the frame, all columns end at one height."""
    text = "```band * * *\n```\n" + "".join(f"\n## Tide {n}\n\n{'Ebb and flow. ' * (4 * n)}\n" for n in range(1, 8))
    (page,), report = pages_of(text)
    assert report.ok
    result = boxes(page)
    assert len(result) == 7
    lefts = sorted({round(x, 1) for x, *_ in result})
    assert len(lefts) == 3
    feet = {round(min(y for x, y, *_ in result if round(x, 1) == left), 1) for left in lefts}
    assert len(feet) == 1
    for x, y, wide, high in result:
        assert x >= FRAME[0] * 72 / 25.4 - 0.1
        assert x + wide <= (FRAME[0] + FRAME[2]) * 72 / 25.4 + 0.1
        rest = [item for item in result if item != (x, y, wide, high)]
        assert all(
            x + wide <= a + 0.1 or a + c <= x + 0.1 or y + high <= b + 0.1 or b + d <= y + 0.1 for a, b, c, d in rest
        )


def test_a_band_has_the_widths_that_it_asks_for() -> None:
    """A column of 50 mm is 50 mm wide, the other has the rest; `column` goes on to it."""
    (page,), _ = pages_of("```band 50 *\n```\n\n## Left\n\nA.\n\n```column\n```\n\n## Right\n\nB.\n")
    (left, right) = sorted(boxes(page))
    assert left[2] == pytest.approx(50 * 72 / 25.4)
    assert right[0] + right[2] == pytest.approx((FRAME[0] + FRAME[2]) * 72 / 25.4)


@pytest.mark.parametrize(("widths", "wider"), [("* *", "* * *"), ("40 *", "40 * *"), ("*", "* *")])
def test_a_band_with_more_columns_than_widths_is_an_error_where_the_first_of_them_begins(
    tmp_path: Path, widths: str, wider: str
) -> None:
    """Nothing is left out without a word: the text is refused, at the head of the column that has no width."""
    many = len(widths.split()) + 1
    column = "\n```column\n```\n\n"
    text = f"```band {widths}\n```\n\n" + column.join(f"## Heron {n}\n\nIt wades.\n" for n in range(1, many + 1))
    file = tmp_path / "marsh.md"
    file.write_text(text, encoding="utf-8")
    result, report = pages_of(text, where=Where(str(file), 1, 1))
    assert result == []
    (fault,) = report.errors
    line = text[: text.index(f"Heron {many}")].count("\n") + 1
    assert (fault.where.line, fault.where.column) == (line, 4)
    assert fault.message == f"the band has {many - 1} column{'s' * (many > 2)}, and column {many} begins here."
    assert fault.hint == f"Write band {wider}, or leave out a fence column."


def test_a_band_with_fewer_columns_than_widths_keeps_the_rest_blank() -> None:
    """Two columns of three: both have their widths, and the third stays white."""
    (page,), report = pages_of("```band 30 40 *\n```\n\n## Left\n\nA.\n\n```column\n```\n\n## Middle\n\nB.\n")
    assert report.ok
    assert [round(wide / 72 * 25.4, 1) for _, _, wide, _ in sorted(boxes(page))] == [30, 40]


def test_a_panel_too_long_for_a_page_goes_on_on_the_next() -> None:
    """Nothing is lost: a panel of 300 paragraphs is split, and every paragraph is in one of its parts."""
    words = "\n\n".join(f"Line {n}." for n in range(300))
    result, report = pages_of(f"```band *\n```\n\n## Long\n\n{words}\n", pages=0)
    assert report.ok
    assert len(result) > 1
    lines = [item.getPlainText() for page in result for panel, *_ in page.flowables for item in panel.content]
    assert lines == [f"Line {n}." for n in range(300)]


# --- the table on the aid -------------------------------------------------------------------------------------------


@cache
def aid(paper: str = "a4") -> Document:
    return read_pdf(printed("defend-the-bridge", only=("crib",), paper=paper).pdf)


def test_the_aid_has_the_whole_table_with_the_modifiers_beside_it() -> None:
    """Every result of the table stands on the front of the aid, and the modifiers at the same height to its right."""
    table = plain(ROOT / "ibbprint/systems/ibb/data/crt.yaml")["crt"]
    page = aid().pages[0]
    codes = {code["id"] for code in table["codes"]} - {"-"}
    names = sorted((run for run in page.runs if run.text in codes and run.size > 10), key=lambda r: (round(r.y), r.x))
    assert [run.text for run in names] == [code for line in table["results"] for code in line if code in codes]
    (beside,) = [run for run in page.runs if run.text.strip().lower() == "strength: before the odds"]
    assert beside.x > max(run.x for run in names)
    assert beside.y < min(run.y for run in names)


def test_results_are_tinted_by_whom_they_strike_and_how_hard() -> None:
    """Attacker, defender and both have grounds of three colours, pale for disorganised and dark for eliminated."""
    page = aid().pages[0]
    grounds = {
        run.text: page.ground(run.box.centre, run.order, run.piece)
        for run in page.runs
        if run.text in ("Ad", "Ae", "Dd", "De", "Exd", "Exk") and run.size > 10
    }
    assert len(set(grounds.values())) == 6
    for pale, dark in (("Ad", "Ae"), ("Dd", "De"), ("Exd", "Exk")):
        assert sum(grounds[pale]) > sum(grounds[dark])


def test_the_card_of_the_table_and_the_list_of_spells_are_printed_when_asked_for() -> None:
    """A kit has neither; `--only` prints each by itself, and the aid without the card."""
    kit = whole_kit("defend-the-bridge")
    lines = [head(page) for page in kit.pages]
    assert not [line for line in lines if ": CRT" in line or "Spells and prayers" in line]
    assert sum(": Player aid" in item for item in lines) == 4
    for part, title in (("crt", "CRT"), ("spell-list", "Spells and prayers")):
        alone = read_pdf(printed("defend-the-bridge", only=(part,)).pdf)
        assert all(f": {title}" in head(page) for page in alone.pages)
    assert len(aid().pages) == 4


def hanging(page: Page) -> list[tuple[str, float, float]]:
    """Each number of a list with where the first line behind it begins, and the next line of the item, in mm."""
    runs = sorted(page.runs, key=lambda run: (round(run.y, 1), run.x))
    results = []
    for item in runs:
        if re.fullmatch(r"\d+\.", item.text) and item.size < 12:
            near = [run for run in runs if 0 < run.x - item.x < 9 and abs(run.size - item.size) < 0.3]
            first = min((run.x for run in near if abs(run.y - item.y) < 0.5), default=0)
            below = [run for run in near if 1 < run.y - item.y < 1.4 * item.size * 25.4 / 72]
            if first and below:
                results.append((item.text, first, min(run.x for run in below)))
    return results


@pytest.mark.parametrize("scenario", ["defend-the-bridge", "ayrenes-woods"])
def test_the_lines_of_an_item_begin_under_each_other(scenario: str) -> None:
    """In the panels of two games."""
    results = [item for page in read_pdf(printed(scenario, only=("crib",)).pdf).pages for item in hanging(page)]
    assert len(results) > 4
    assert [result for result in results if abs(result[1] - result[2]) > 0.05] == []


def test_the_lines_of_item_twelve_begin_under_each_other_as_well(tmp_path: Path) -> None:
    """A list with numbers of two digits, bullets inside it, hangs deeper, and from its first item on."""
    items = "".join(f"{n}. {'Every word of this rule counts. ' * 9}\n   - {'Or not. ' * 30}\n" for n in range(1, 13))
    text = f"# Long\n\n```band *\n```\n\n## Twelve\n\n{items}"
    pack = make_pack(tmp_path / "p", {"templates/ibb/crib.md.j2": text})
    results = [
        item
        for page in read_pdf(printed("stirling", only=("crib",), packs=[pack]).pdf).pages[:2]
        for item in hanging(page)
    ]
    assert [result[0] for result in results] == [f"{n}." for n in range(1, 13)]
    assert max(abs(first - below) for _, first, below in results) < 0.05
    assert len({round(first, 2) for _, first, _ in results}) == 1


def said_of(scenario: str, **options: Any) -> str:
    """The words of both sides of an aid, without breaks of lines."""
    return words_of(read_pdf(printed(scenario, only=("crib",), **options).pdf))


def words_of(document: Document) -> str:
    return " ".join(" ".join(run.text for run in page.runs) for page in document.pages[:2])


def test_the_aid_leaves_out_what_nobody_in_the_battle_has() -> None:
    """At the bridge are a priest, a siege engine and engineers: no petard, pontoon, scout, wizard, bow or hatred."""
    text = said_of("defend-the-bridge")
    for word in (
        "Petard",
        "Pontoon",
        "hidden scouts",
        "Hidden units",
        "mana for",
        "Bombard",
        "Elven Archers",
        "Antipathy",
    ):
        assert word not in text, word
    for word in ("Siege Engine", "Crossbowmen", "Fort", "Prayer", "prayers he can say", "Charge", "Banks:"):
        assert word in text, word
    stirling = said_of("stirling")
    assert "Charge (heavy" not in stirling
    assert "Refusing battle" not in stirling
    assert "Antipathy" in stirling


def test_the_aid_has_what_a_scenario_of_ones_own_brings(tmp_path: Path) -> None:
    """The same battle with scouts, a petard and a wizard, but without its priest, heavy cavalry and engine."""
    data = battle("defend-the-bridge")
    gone = ("priest-3", "heavy-cavalry-q3", "siege-engine")
    forces = [force for force in data["forces"] if force["unit"] not in gone]
    forces += [
        {"side": "rotwang", "unit": "wizard-4", "hexes": ["1305"]},
        {"side": "rotwang", "unit": "scouts-q3", "hexes": ["1305"]},
        {"side": "tudwall", "unit": "petard", "hexes": ["2009"]},
        {"side": "tudwall", "unit": "light-infantry-q2", "hexes": ["2009"], "formation": "king"},
    ]
    values = {**data, "scenario": {**data["scenario"], "id": "petards"}, "forces": forces}
    text = said_of("petards", packs=[make_pack(tmp_path / "p", {"scenarios/petards.yaml": values})])
    for word in ("Petard:", "Unmasks scout", "hidden scouts", "mana for the whole battle", "Refusing battle"):
        assert word in text, word
    for word in ("prayers he can say", "Charge (heavy", "Balked", "Siege Engine", "Engines move", "Wahoo"):
        assert word not in text, word


def test_the_aid_of_the_whole_game_leaves_nothing_out(tmp_path: Path) -> None:
    """Every modifier in force, every shooter of the list, petards, pontoon bridges and scouts."""
    text = words_of(print_whole(tmp_path / "whole", {}, ["crib"])[0])
    usual = {"charge_bonus": "strength", "berserk": "one"}
    for entry in entries("modifiers").values():
        if all(usual[name] == value for name, value in entry.get("when", {}).items()):
            assert f"{entry['name']}" in text, entry["id"]
    for word in (
        "Petard:",
        "Pontoon bridge:",
        "Unmasks scout",
        "Bombard",
        "Elven Archers",
        "Mana, prayers and strength",
    ):
        assert word in text, word


def test_what_a_modifier_needs_decides_whether_the_aid_has_it(tmp_path: Path) -> None:
    """Each modifier is on the aid of a battle, and is not when a pack's formula for it comes to 0."""
    modifiers = entries("modifiers")
    ids = [id for id in ("rubble", "anti-cavalry", "lost-unit", "near-fighting") if id in modifiers]
    result = [{**modifiers[id], "needs": "0 * units"} for id in ids]
    text = said_of("defend-the-bridge")
    changed = said_of("defend-the-bridge", packs=[make_pack(tmp_path / "p", {"modifiers.yaml": {"modifiers": result}})])
    for id in ids:
        assert f"{modifiers[id]['name']}." in text
        assert f"{modifiers[id]['name']}." not in changed


def test_a_formula_of_needs_that_is_none_is_told_at_its_line(tmp_path: Path) -> None:
    """A pack's modifier that needs an unknown fact is reported with the nearest that there is."""
    values = {**entries("modifiers")["rubble"], "needs": "heavy_hores"}
    pack = make_pack(tmp_path / "p", {"modifiers.yaml": {"modifiers": [values]}})
    book, report = print_kit("stirling", only=("crib",), packs=[pack])
    assert book is None
    assert "Did you mean heavy_horse?" in str(report.errors[0])


# --- cards ----------------------------------------------------------------------------------------------------------

NEW = {
    "id": "rain-of-herring",
    "name": "Rain of Herring",
    "caster": "wizard",
    "speed": "slow",
    "cost": "4",
    "save": {"kind": "none"},
    "spillover": "true",
    "upkeep": "0",
    "templates": ["ball-2"],
    "target": "area",
    "thrown": "true",
    "strengths": ["5"],
    "text": "Herring fall at strength {strengths.0}.",
    "play": "ignored",
}
FISH = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 110 66">'
    '<path fill="currentColor" d="M10 33L50 10L100 33L50 56z"/><circle cx="80" cy="30" r="4" fill="#efb530"/></svg>'
)


def card_texts(packs: list[Path] | None = None) -> dict[str, str]:
    """The drawing of every spell card of the whole catalogue as text, by the id of the spell."""
    kit, report = make_kit("hastings", packs=packs or [])
    assert kit is not None, "\n".join(map(str, report))
    folders = [*(pack / "templates" for pack in packs or []), *games()["ibb"].template_folders]
    style = read_style(folders, report)
    assert style is not None
    shop = Workshop(kit, BookOptions(PAPERS["a4"]), folders, style, report)
    result = {}
    for card in kit.cards:
        if card.section == "spells":
            shop.faces.face(card.template, card.values, card.size_mm, card.origins)
            result[card.values["spell"]["id"]] = shop.faces.text_of(card.template, card.values, card.size_mm)
    assert report.ok, "\n".join(map(str, report))
    return result


def icons(text: str) -> set[str]:
    return set(re.findall(r'symbol:icon-([\w-]+)"', text))


def test_a_card_has_icons_for_what_applies_and_none_for_what_does_not() -> None:
    """Range, throw, strength, save, time and upkeep have an icon on those cards whose spell has them."""
    aimed = {"hex", "unit", "formation", "chain", "area"}
    texts = card_texts()
    assert len(texts) > 8
    for id, text in texts.items():
        spell = entries("spells")[id]
        values = {
            "range": spell["target"] in aimed,
            "thrown": spell["thrown"] == "true",
            "one-hex": bool(spell.get("templates")) and spell["spillover"] == "false",
            "strength": bool(spell.get("strengths")),
            "save": spell["save"]["kind"] != "none",
            "time": "turns" in spell,
            "upkeep": spell["upkeep"] != "0",
        }
        assert icons(text) == {name for name, applies in values.items() if applies}, id


def white_above_the_text(card: str) -> float:
    """The mm between the picture of a card and its text, in which the icons are."""
    *_, (top, height) = re.findall(r'<rect x="2.5" y="(15.9|20.4)" width="58" height="([\d.]+)"', card)
    line, size = next(
        pair for pair in re.findall(r'<text x="3.5" y="([\d.]+)" font-size="([\d.]+)pt"', card) if float(pair[0]) > 20.4
    )
    return float(line) - 0.26 * float(size) - float(top) - float(height)


def test_no_card_has_a_white_hole_between_its_picture_and_its_text(tmp_path: Path) -> None:
    """There is room for the icons or, without any, for the eye; what a spell of few words leaves is under its text."""
    pack = make_pack(tmp_path / "pack", {"spells.yaml": {"spells": [NEW]}})
    cards = card_texts([pack])
    assert "rain-of-herring" in cards
    for id, card in cards.items():
        assert 2.5 < white_above_the_text(card) < (11.5 if icons(card) else 6.5), id
        assert float(re.findall(r'<text x="3.5" y="([\d.]+)"', card)[-1]) < 85, id


def test_the_picture_of_a_spell_fills_its_frame_from_edge_to_edge(tmp_path: Path) -> None:
    """Rays, ground and sleeves end at the frame and not short of it: the frame has the shape of the pictures."""
    pack = make_pack(tmp_path / "pack", {"spells.yaml": {"spells": [NEW]}})
    for id, card in card_texts([pack]).items():
        frames = re.findall(r'<rect x="2.5" y="([\d.]+)" width="58" height="([\d.]+)" fill="#', card)
        (art,) = re.findall(r'<use href="symbol:[\w-]+" x="2.5" y="([\d.]+)" width="58" height="([\d.]+)"', card)
        assert art in frames, id
        assert 58 - float(art[1]) * 110 / 66 < 2, id  # the side that the longest text leaves, of both edges together


def test_the_cost_of_a_spell_is_clear_of_its_name() -> None:
    """The circle with the cost is at the left, where a thumb holds a fan of cards; the name begins 1.5 mm behind it."""
    for id, card in card_texts().items():
        middle, radius = re.findall(r'<circle cx="([\d.]+)" cy="8.8" r="([\d.]+)"', card)[0]
        assert float(middle) < 63 / 2, id
        lines = [float(x) for x in re.findall(r'<text x="([\d.]+)"[^>]* data-fit="34.4"', card)]
        assert min(lines) - float(middle) - float(radius) >= 1.5, id


def test_every_spell_has_a_picture_of_its_own() -> None:
    """Each of the fourteen names a symbol that is there, and no two the same."""
    named = [spell["symbol"] for spell in entries("spells").values()]
    assert len(set(named)) == 14
    assert all((ROOT / "templates" / "symbols" / f"{name}.svg").is_file() for name in named)


@pytest.mark.parametrize(
    ("change", "symbol"),
    [
        ({"symbol": "herring"}, "herring"),
        ({}, "spell-area"),
        ({"target": "unit", "templates": [], "thrown": "false"}, "spell-strike"),
        ({"target": "army", "templates": [], "thrown": "false"}, "spell-army"),
    ],
)
def test_a_spell_of_a_pack_has_the_picture_that_it_names_or_one_of_its_kind(
    change: dict[str, Any], symbol: str, tmp_path: Path
) -> None:
    """A pack's spell is printed with its own symbol; without one, with the picture of what it strikes."""
    pack = make_pack(tmp_path / "pack", {"spells.yaml": {"spells": [{**NEW, **change}]}})
    folder = pack / "templates" / "symbols"
    folder.mkdir(parents=True)
    if "symbol" in change:
        (folder / "herring.svg").write_text(FISH, encoding="utf-8")
    text = card_texts([pack])["rain-of-herring"]
    assert f'symbol:{symbol}"' in text
    assert "Rain of Herring" in text
    assert "strength 5" in re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", text))


def test_a_spell_that_names_no_symbol_that_there_is_is_told_at_its_place(tmp_path: Path) -> None:
    """A misspelt symbol is an error at the line of the pack that names it."""
    pack = make_pack(tmp_path / "pack", {"spells.yaml": {"spells": [{**NEW, "symbol": "hering"}]}})
    book, report = print_kit("hastings", packs=[pack])
    assert book is None
    assert any("hering" in problem.message and problem.where.file.endswith("spells.yaml") for problem in report)
