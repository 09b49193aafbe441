"""What is struck out in a list buys nothing, and a note says so with its line, whatever mark strikes it out."""

from __future__ import annotations

import pytest

from tests.engine.lists.test_lists_every_word import HOTT, IBB, bought, errors, judged, units
from tests.engine.lists.test_lists_told_apart import said

WHOLE = [
    "~~{}~~",
    "~~ {} ~~",
    "~{}~",
    "[s]{}[/s]",
    "[S]{}[/S]",
    "[del]{}[/del]",
    "[strike]{}[/strike]",
    "<s>{}</s>",
    '<del class="old">{}</del>',
    "❌ {}",
    "✗ {}",
    "- ✘ {}",
    "{} ❌",
    "- ~~{}~~",
    "**~~{}~~**",
    "[b][s]{}[/s][/b]",
    "[s]{}",
]
"""An entry that is struck out; the last of these marks is never closed, and ends with the line."""

LISTS = [(IBB, "Captain 3\n{}\n3 Pikemen\n", "2 Slingers", "1 captain-3, 3 pikemen-q3", "G-60")]
LISTS += [(HOTT, "4 x Blades (general)\n{}\n8 Spears\n", "3 Riders", "4 blades, 8 spears", "H-80")]


@pytest.mark.parametrize("mark", WHOLE)
@pytest.mark.parametrize(("game", "text", "entry", "wanted", "rule"), LISTS)
def test_an_entry_that_is_struck_out_is_not_bought_and_a_note_says_so(
    mark: str, game: str, text: str, entry: str, wanted: str, rule: str
) -> None:
    checked, report = judged(text.format(mark.format(entry)), game)
    assert bought(checked) == units(wanted), said(report)
    assert report.ok, said(report)
    assert [(item.where.line, item.kind, item.text) for item in checked.passed] == [(2, "struck out", entry)]
    assert f"note: '{entry}' is struck out: it is not counted. [{game}:{rule}]" in said(report)


PARTS = [
    ("3 ~~2~~ Pikemen", "3 pikemen-q3", "'2'"),
    ("~~2~~ 3 Pikemen", "3 pikemen-q3", "'2'"),
    ("3 ~~Slingers~~ Pikemen", "3 pikemen-q3", "'Slingers'"),
    ("[s]2 Slingers[/s] 3 Pikemen", "3 pikemen-q3", "'2 Slingers'"),
    ("2 Axemen, ~~2 Slingers~~, 3 Pikemen", "2 axemen-q4, 3 pikemen-q3", "'2 Slingers'"),
    ("[s]2 Axemen\n3 Slingers[/s]\n3 Pikemen", "3 pikemen-q3", "'3 Slingers'"),
    ("4 ~~Slingers~~\n3 Pikemen", "3 pikemen-q3", "'4 Slingers'"),
    ("2\u0336 \u0336S\u0336l\u0336i\u0336n\u0336g\u0336s\u0336\n3 Pikemen", "3 pikemen-q3", "'2 Slings'"),
    ("3 Pikemen\n~~Total 40~~\nTotal 32", "3 pikemen-q3", "'Total 40'"),
]


@pytest.mark.parametrize(("lines", "wanted", "shown"), PARTS)
def test_a_part_of_a_line_and_lines_together_may_be_struck_out(lines: str, wanted: str, shown: str) -> None:
    checked, report = judged(f"Captain 3\n{lines}\n", IBB)
    assert bought(checked) == units(f"1 captain-3, {wanted}"), said(report)
    assert report.ok, said(report)
    assert f"{shown} is struck out: it is not counted." in said(report)


def test_a_row_of_a_table_with_a_unit_that_is_struck_out_is_not_bought() -> None:
    checked, report = judged("unit,count\nCaptain 3,1\n~~Slingers~~,2\nPikemen,3\n", IBB)
    assert bought(checked) == units("1 captain-3, 3 pikemen-q3")
    assert "3:1: note: 'Slingers,2' is struck out" in said(report)


@pytest.mark.parametrize("line", ["☒ 2 Slingers", "✖ 2 Slingers", "- ☒ 2 Slingers", "- ☐ 2 Slingers"])
def test_a_box_that_may_be_ticked_or_struck_out_is_an_error(line: str) -> None:
    _, report = judged(f"Captain 3\n{line}\n3 Pikemen\n", IBB)
    assert [at for at, _ in errors(report)] == [2], said(report)
    assert "is not ticked: nothing says whether it is in the army." in said(report)


@pytest.mark.parametrize("line", ["2 ✖ Slingers", "2 ✕ Slingers", "✔ 2 Slingers", "☑ 2 Slingers", "[x] 2 Slingers"])
def test_a_cross_between_count_and_name_and_a_tick_strike_nothing_out(line: str) -> None:
    checked, report = judged(f"Captain 3\n{line}\n3 Pikemen\n", IBB)
    assert bought(checked) == units("1 captain-3, 2 slingers-q2, 3 pikemen-q3")
    assert "struck out" not in said(report)


def test_tildes_with_blanks_around_words_are_the_mark_of_a_heading() -> None:
    checked, report = judged("~~ The Host ~~\nCaptain 3\n3 Pikemen\n", IBB)
    assert [army.title for army in checked.armies] == ["The Host"]
    assert "struck out" not in said(report)


def test_a_list_of_which_all_is_struck_out_is_not_legal() -> None:
    _, report = judged("~~Captain 3~~\n~~3 Pikemen~~\n", IBB)
    assert not report.ok


def test_a_unit_of_a_roster_that_is_struck_out_is_not_there() -> None:
    beside = "14 veteran disciplined, medium armour, spear, hold"
    lines = [
        "Battle Turn roster: The Reed Men",
        "Warchief Ilvar, leadership 4, save 8",
        f"- Eel Spears: ~~12~~ {beside}",
    ]
    checked, report = judged(
        "\n".join([*lines, f"~~- Pond Axes: {beside}~~", f"❌ Marsh Axes: {beside}"]), "battle-turn"
    )
    assert [(row.name, row.number) for army in checked.armies for row in army.rows] == [("Eel Spears", 14)]
    assert [(item.where.line, item.kind) for item in checked.passed[1:]] == [(n, "struck out") for n in (3, 4, 5)]
    assert report.ok
    assert said(report).count("is struck out: it is not counted.") == 3
