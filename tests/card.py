"""Checks of the card of combat results on paper against a catalogue, for several tests."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest

from tests.helpers import DATA, TEMPLATES, Over, entries, filled, plain
from tests.pdf import Colour, Document, Page, Run
from tests.sheets import head

TITLE = "CRT"


@dataclass(frozen=True)
class Placed:
    """A line of text on the card as the card is read: `x` of its middle, `left`, `y` of its baseline, in mm."""

    text: str
    left: float
    x: float
    y: float
    run: Run


def on_card(page: Page) -> list[Placed]:
    """The text of a card as it lies before the reader, whichever way the card lies on the sheet."""
    results = []
    for run in page.runs:
        if not run.box.meets(page.block):
            continue
        dx, dy = run.along
        ends = [(run.x + dx * w, run.y + dy * w) for w in (0, run.width / 2)]
        if abs(dy) < 0.01:
            turned = [(x - page.block.left, y - page.block.top) for x, y in ends]
        elif dy > 0:
            turned = [(y - page.block.top, page.block.right - x) for x, y in ends]
        else:
            turned = [(page.block.bottom - y, x - page.block.left) for x, y in ends]
        assert abs(dx) == pytest.approx(1) or abs(dy) == pytest.approx(1), "a card lies upright or turned by a quarter"
        results.append(Placed(run.text.strip(), turned[0][0], turned[1][0], turned[0][1], run))
    return results


def sides(document: Document) -> tuple[list[Placed], list[Placed]]:
    front, back = (page for page in document.pages if TITLE in head(page))
    ways = [next(run.along for run in page.runs if run.box.inside(page.block)) for page in (front, back)]
    assert ways[0] == pytest.approx((ways[1][0], -ways[1][1])), "turned sideways, a card has its head where it was"
    return on_card(front), on_card(back)


def back_page(document: Document) -> Page:
    return [page for page in document.pages if TITLE in head(page)][1]


def shown(code: str) -> str:
    return "–" if code == "-" else code


def crt() -> dict[str, Any]:
    """The shipped table as plain data."""
    result: dict[str, Any] = plain(DATA / "crt.yaml")["crt"]
    return result


def words_below(placed: list[Placed], start: Placed, left: float, right: float, text: str) -> bool:
    """True when the words of a text stand in the lines under a heading, in one column and in order."""
    here = sorted(
        (p for p in placed if p.y >= start.y - 0.01 and left - 0.1 <= p.left < right and p is not start),
        key=lambda p: (round(p.y, 1), p.left),
    )
    joined = " ".join(p.text for p in here)
    return " ".join(text.split()) in " ".join(joined.split())


# --- the table ------------------------------------------------------------------------------------------------------


def result_rows(front: list[Placed], table: dict[str, Any]) -> list[list[Placed]]:
    """The rows of results: lines with as many codes as the table has columns, from the top."""
    codes = {shown(code["id"]) for code in table["codes"]}
    by_line: dict[float, list[Placed]] = {}
    for item in front:
        if item.text in codes:
            by_line.setdefault(round(item.y, 1), []).append(item)
    return [sorted(by_line[y], key=lambda p: p.x) for y in sorted(by_line) if len(by_line[y]) == int(table["columns"])]


def check_results(front: list[Placed], table: dict[str, Any]) -> None:
    """The results are those of the catalogue, cell by cell, each beside its die and all columns straight."""
    rows = result_rows(front, table)
    assert [[one.text for one in row] for row in rows] == [[shown(c) for c in line] for line in table["results"]]
    for column in zip(*rows, strict=True):
        assert max(entry.x for entry in column) - min(cell.x for cell in column) < 0.01
    for die, row in enumerate(rows, start=1):
        beside = [one for one in front if abs(one.y - row[0].y) < 1.5 and one.x < row[0].x - 5]
        assert [element.text for element in beside if element.text.isdigit()] == [str(die)]
        words = {item.text for item in beside} - {str(die)}
        assert words == ({"or less"} if die == 1 else {"or more"} if die == len(rows) else set())


def check_odds(front: list[Placed], table: dict[str, Any]) -> None:
    """Each terrain has its row of odds, and each odds stand exactly above the results that they lead to."""
    columns = [element.x for element in result_rows(front, table)[0]]
    top = result_rows(front, table)[0][0].y
    count = 0
    last = 0.0
    for row in table["rows"]:
        names = [one for one in front if one.text == row["name"]]
        assert len(names) == 1, row["name"]
        assert last < names[0].y < top, "the rows stand in the order of the catalogue, above the results"
        last = names[0].y
        odds = sorted(
            (p for p in front if abs(p.y - last) < 1.5 and re.fullmatch(r"\d+-\d+", p.text)), key=lambda p: p.x
        )
        assert [odd.text for odd in odds] == row["odds"]
        for item, column in zip(odds, columns, strict=False):
            assert item.x == pytest.approx(column, abs=0.05), (row["name"], item.text)
        count += len(odds)
    assert count == sum(1 for entry in front if re.fullmatch(r"\d+-\d+", entry.text))


def check_columns(front: list[Placed], table: dict[str, Any]) -> None:
    """Over the results stand the numbers of the columns, each over its own."""
    first = result_rows(front, table)[0]
    numbers = sorted(
        (p for p in front if p.text.isdigit() and 0 < first[0].y - p.y < 10 and p.x > first[0].x - 4), key=lambda p: p.x
    )
    assert [number.text for number in numbers] == [str(n + 1) for n in range(int(table["columns"]))]
    assert [entry.x for entry in numbers] == pytest.approx([item.x for item in first], abs=0.05)


def check_key(front: list[Placed], table: dict[str, Any]) -> None:
    """Each code of the table stands once in the key, with its name and what it does beside it."""
    last = max(entry.y for entry in result_rows(front, table)[-1])
    for code in table["codes"]:
        signs = [item for item in front if item.text == shown(code["id"]) and item.y > last + 1]
        assert len(signs) == 1, code["id"]
        sign = signs[0]
        line = sorted((p for p in front if abs(p.y - sign.y) < 0.3 and p.left > sign.left), key=lambda p: p.left)
        text = " ".join(element.text for element in line)
        assert text.startswith(f"{code['name']}. {code['text']}"), (code["id"], text)


# --- the other side -------------------------------------------------------------------------------------------------

MARKS = {
    ("die", "attacker"): "–{}",
    ("die", "defender"): "+{}",
    ("die", "owner"): "±{}",
    ("column", "attacker"): "{} column right",
    ("column", "defender"): "{} column left",
    ("attack", "attacker"): "+{}",
    ("attack", "defender"): "–{}",
    ("defence", "attacker"): "–{}",
    ("defence", "defender"): "+{}",
}
"""How a modifier is signed: what helps the attacker takes points off the die and off the defence (R-74)."""
HEADS = ("Strength: before the odds", "Column: after the odds", "Die: after the roll")
BOXES = {"attack": 0, "defence": 0, "column": 1, "die": 2}
"""The place among the heads of the box that a modifier stands in, by what it changes."""
DEFAULTS = {"charge_bonus": "strength", "berserk": "one"}
"""The switches that combat modifiers hang on, as nobody chose otherwise."""


def modifiers(over: Over) -> list[dict[str, Any]]:
    return [
        m
        for m in entries("modifiers", over).values()
        if m["to"] == "combat" and all(DEFAULTS[k] == v for k, v in m.get("when", {}).items())
    ]


def check_modifiers(back: list[Placed], over: Over) -> None:
    """All modifiers of combat and no others, below what they change, with sign, amount and when they count."""
    middle = 105
    title = [item for item in back if item.text == "Modifiers"]
    assert len(title) == 1
    column = sorted((p for p in back if p.left > middle - 10 and p.y > title[0].y + 1), key=lambda p: (p.y, p.left))
    signs = [p for p in column if re.fullmatch(r"[+–±]\d|\d columns? (?:left|right)", p.text)]
    names = sorted(modifiers(over), key=lambda modifier: BOXES[modifier.get("changes", "die")])
    assert len(signs) == len(names)
    heads = {p.y: place for p in column for place, word in enumerate(HEADS) if p.text == word}
    assert set(heads.values()) == {BOXES[modifier.get("changes", "die")] for modifier in names}
    for sign, modifier in zip(signs, names, strict=True):
        changes = modifier.get("changes", "die")
        assert sign.text == MARKS[changes, modifier["favours"]].format(modifier["amount"]), modifier["id"]
        line = " ".join(p.text for p in column if abs(p.y - sign.y) < 0.3 and p is not sign)
        assert line.startswith(modifier["name"]), (modifier["id"], line)
        assert heads[max(y for y in heads if y < sign.y)] == BOXES[changes], "it stands below what it changes"
        below = [p for p in column if sign.y < p.y < sign.y + 15 and p.left > sign.left + 4]
        text = " ".join(p.text for p in below)
        assert text.startswith(filled(modifier["text"], modifier, over)), (modifier["id"], text)


def check_procedure(back: list[Placed], over: Over) -> None:
    """The steps of a combat stand in order with number, name and text, figures filled in."""
    last = 0.0
    for step in entries("procedure", over).values():
        names = [item for item in back if item.text == step["name"] and item.left < 100]
        assert len(names) == 1, step["id"]
        name = names[0]
        assert name.y > last
        last = name.y
        numbers = [p.text for p in back if abs(p.y - name.y) < 0.5 and p.left < name.left]
        assert numbers == [step["number"]]
        assert words_below(back, name, name.left, 100, filled(step["text"], step, over)), step["id"]


def check_segments(page: Page, over: Over) -> None:
    """The five segments stand in order, each name on its own colour, with title and text."""
    back = on_card(page)
    colours = plain(TEMPLATES / "style.yaml")["style"]["segments"]
    last = 0.0
    assert len(entries("segments", over)) == 5
    for segment in entries("segments", over).values():
        names = [item for item in back if item.text == f"{segment['number']} {segment['name']}"]
        assert len(names) == 1, segment["id"]
        assert names[0].y > last
        last = names[0].y
        box = names[0].run.box
        assert page.ground(box.centre, names[0].run.order, names[0].run.piece) == _colour(colours[segment["id"]])
        titles = [entry for entry in back if entry.text == segment["title"]]
        assert len(titles) == 1
        assert abs(titles[0].y - last) < 8
        assert words_below(back, titles[0], titles[0].left, 100, filled(segment["text"], segment, over)), segment["id"]
    grounds = {colours[segment] for segment in entries("segments", over)}
    assert len(grounds) == 5


def _colour(text: str) -> Colour:
    r, g, b = (round(int(text[i : i + 2], 16) / 255, 4) for i in (1, 3, 5))
    return (r, g, b)
