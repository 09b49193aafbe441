"""Player aid and spell cards: panels, the table on the aid, one for each player; pictures and icons on the cards."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ibbprint.components.prose import Setting, lay_out
from ibbprint.components.style import read_style
from ibbprint.press.book import BookOptions
from ibbprint.press.paper import PAPERS
from ibbprint.press.workshop import Workshop
from ibbprint.problems import Report, Where
from ibbprint.systems import games
from tests.helpers import ROOT, entries, make_kit, make_pack, plain, print_kit, printed
from tests.pdf import Document, read_pdf
from tests.sheets import head

FRAME = (8.0, 12.0, 194.0, 270.0)
NOWHERE = Where("x.md", 1, 1)


def pages_of(markdown: str, pages: int = 2, where: Where = NOWHERE) -> tuple[list[Any], Report]:
    """A text of panels laid out on A4."""
    report = Report()
    style = read_style([ROOT / "templates"], report)
    assert style is not None
    made = lay_out(markdown, style, FRAME, 297, where, report, Setting(pages=pages, aid=True))
    return made, report


def boxes(page: Any) -> list[tuple[float, float, float, float]]:
    """Left, foot, width and height of every panel of a page, in points."""
    return [(x, y, one.width, one.height) for one, x, y in page.flowables if type(one).__name__ == "Panel"]


# --- panels ---------------------------------------------------------------------------------------------------------


def test_panels_share_their_columns_and_end_together() -> None:
    """Seven panels in three columns: none over another, all of them in the frame, all columns end at one height."""
    text = "```band * * *\n```\n" + "".join(f"\n## Tide {n}\n\n{'Ebb and flow. ' * (4 * n)}\n" for n in range(1, 8))
    (page,), report = pages_of(text)
    assert report.ok
    found = boxes(page)
    assert len(found) == 7
    lefts = sorted({round(x, 1) for x, *_ in found})
    assert len(lefts) == 3
    feet = {round(min(y for x, y, *_ in found if round(x, 1) == left), 1) for left in lefts}
    assert len(feet) == 1
    for x, y, wide, high in found:
        assert x >= FRAME[0] * 72 / 25.4 - 0.1
        assert x + wide <= (FRAME[0] + FRAME[2]) * 72 / 25.4 + 0.1
        others = [one for one in found if one != (x, y, wide, high)]
        assert all(x + wide <= a + 0.1 or a + c <= x + 0.1 or y + high <= b + 0.1 or b + d <= y + 0.1
                   for a, b, c, d in others)  # fmt: skip


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
    made, report = pages_of(text, where=Where(str(file), 1, 1))
    assert made == []
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
    made, report = pages_of(f"```band *\n```\n\n## Long\n\n{words}\n", pages=0)
    assert report.ok
    assert len(made) > 1
    said = [one.getPlainText() for page in made for panel, *_ in page.flowables for one in panel.content]
    assert said == [f"Line {n}." for n in range(300)]


# --- the table on the aid -------------------------------------------------------------------------------------------


@cache
def aid(paper: str = "a4") -> Document:
    return read_pdf(printed("defend-the-bridge", only=("crib",), paper=paper).pdf)


def test_the_aid_has_the_whole_table_with_the_modifiers_beside_it() -> None:
    """Every result of the table stands on the front of the aid, and the modifiers at the same height to its right."""
    table = plain(ROOT / "ibbprint/systems/ibb/data/crt.yaml")["crt"]
    page = aid().pages[0]
    codes = {code["id"] for code in table["codes"]} - {"-"}
    found = sorted((run for run in page.runs if run.text in codes and run.size > 10), key=lambda r: (round(r.y), r.x))
    assert [run.text for run in found] == [code for line in table["results"] for code in line if code in codes]
    (beside,) = [run for run in page.runs if run.text.lower() == "combat modifiers"]
    assert beside.x > max(run.x for run in found)
    assert beside.y < min(run.y for run in found)


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
    kit = read_pdf(printed("defend-the-bridge").pdf)
    said = [head(page) for page in kit.pages]
    assert not [one for one in said if ": CRT" in one or "Spells and prayers" in one]
    assert sum(": Player aid" in one for one in said) == 4
    for part, title in (("crt", "CRT"), ("spell-list", "Spells and prayers")):
        alone = read_pdf(printed("defend-the-bridge", only=(part,)).pdf)
        assert all(f": {title}" in head(page) for page in alone.pages)
    assert len(aid().pages) == 4


# --- cards ----------------------------------------------------------------------------------------------------------

NEW = {
    "id": "rain-of-herring", "name": "Rain of Herring", "caster": "wizard", "speed": "slow", "cost": "4",
    "save": {"kind": "none"}, "spillover": "true", "upkeep": "0", "templates": ["ball-2"], "target": "area",
    "thrown": "true", "strengths": ["5"], "text": "Herring fall at strength {strengths.0}.", "play": "ignored",
}  # fmt: skip
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
    made = {}
    for card in kit.cards:
        if card.section == "spells":
            shop.faces.face(card.template, card.values, card.size_mm, card.origins)
            made[card.values["spell"]["id"]] = shop.faces.text_of(card.template, card.values, card.size_mm)
    assert report.ok, "\n".join(map(str, report))
    return made


def icons(text: str) -> set[str]:
    return set(re.findall(r'symbol:icon-([\w-]+)"', text))


def test_a_card_has_icons_for_what_applies_and_none_for_what_does_not() -> None:
    """Range, throw, strength, save, time and upkeep have an icon on those cards whose spell has them."""
    aimed = {"hex", "unit", "formation", "chain", "area"}
    texts = card_texts()
    assert len(texts) > 8
    for id, text in texts.items():
        spell = entries("spells")[id]
        wanted = {
            "range": spell["target"] in aimed,
            "thrown": spell["thrown"] == "true",
            "one-hex": bool(spell.get("templates")) and spell["spillover"] == "false",
            "strength": bool(spell.get("strengths")),
            "save": spell["save"]["kind"] != "none",
            "time": "turns" in spell,
            "upkeep": spell["upkeep"] != "0",
        }
        assert icons(text) == {name for name, there in wanted.items() if there}, id


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
