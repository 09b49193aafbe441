"""Any legal army list, dressed as players post theirs, stays the list that it is; a fault planted in it is found there.

The lists are made up by `ibbprint army`; `make soak` dresses many more.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibbprint.engine.api.lists import ArmyRequest, Checked
from ibbprint.problems import Problem, Severity
from ibbprint.systems.ibb.lists.generate import make_army
from tests.engine.lists.test_army_lists import checked, checker
from tests.helpers import SOAK

FEW = settings(max_examples=6000 if SOAK else 120)
DRESSED = st.integers(0, 2**32)
SEEDS, THEMES = 400 if SOAK else 24, ("", "elves", "dwarves", "human", "horse", "foot", "missile", "magic", "siege")

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
TITLES = (
    "The Host of Wallish",
    "My list for the 3rd round",
    "Lords of the Wood, 12/11/2026",
    "Hi all, here is mine",
    "For Olaf & Sigrid",
    "**Northern Alliance**",
    "[b]The Dragon's Own[/b]",
    "Army no. 7 of the league",
    "🐉 Burning Sky 🐉",
)
BUDGETS = (
    "Budget: {}",
    "budget {}",
    "{} gold",
    "Budget = {} gp",
    "({} points)",
    "[b]Budget:[/b] {}",
    "Points limit: {}",
)
HEADINGS = (
    "{}:",
    "## {}",
    "[{}]",
    "**{}**",
    "[b]{}[/b]",
    "-- {} --",
    "{}",
    "### {} ###",
    "{}\n--------",
    "[size=4]{}[/size]:",
)
NAMES = (
    "Left wing",
    "Reserve",
    "Those who ride",
    "The King's own",
    "Main body",
    "3rd battle",
    "Second line",
    "Wing 2",
    "Vanguard",
    "Right",
    "Guards of the Gate",
    "II. Corps",
    "Die Sturmhaufen",
    "Old friends",
)
REMARKS = (
    "Painted by my sister.",
    "No dragons this time",
    "(all of them in blue)",
    "// to be changed",
    "# unsure about this",
    "They never run.",
    "Thanks for reading!",
    "We shall see on Saturday at 19:30",
    "<!-- draft -->",
    "*****",
)
BULLETS = ("", "", "- ", "* ", "• ", "+ ", "[*]", "1. ", "🗡 ", "  - ", "> ")
JOINTS = (", ", "; ", " / ", " - ", " and ", " + ", "\t", " & ", " – ")
PIECES = ("stands", "units", "bases", "counters", "blocks", "pieces", "regiments")
SIGNS = ("", "", "🗡 ", "⚔️ ", "★ ", "→ ")


class Item(NamedTuple):
    """An entry as the generator wrote it: how many of what, and what one of it costs."""

    count: int
    name: str
    gold: int

    @property
    def leads(self) -> bool:
        return self.name.startswith(("Captain", "Wizard", "Priest"))


class Plain(NamedTuple):
    """A legal list: what it may spend, its specialists and casters, its formations."""

    budget: int
    others: tuple[Item, ...]
    formations: tuple[tuple[Item, ...], ...]
    total: int


@cache
def plain(seed: int, theme: str) -> Plain:
    """A made-up army in its parts."""
    text = make_army(ArmyRequest(70 + 9 * (seed % 13), theme, "", seed), checker())
    result, _ = checked(text)
    (army,) = result.armies
    groups: dict[str, list[Item]] = {}
    for row in army.rows:
        assert row.price is not None
        groups.setdefault(row.formation, []).append(Item(row.number, row.name, row.price))
    loose = tuple(groups.pop("", ()))
    assert army.limit is not None
    return Plain(army.limit, loose, tuple(map(tuple, groups.values())), army.total)


def in_words(number: int) -> str:
    """A number below a hundred in words."""
    if number <= len(NUMBERS):
        return NUMBERS[number - 1]
    if number < 20 or number > 99:
        return str(number)
    ones = number % 10
    return TENS[number // 10 - 2] + (f"-{NUMBERS[ones - 1]}" if ones else "")


def dressed_entry(item: Item, dice: random.Random, *, bare: bool = True) -> str:
    """An entry in one of the many ways in which people write it; `bare` allows a unit without a count."""
    name = item.name
    kind, rest = (name.rsplit(" ", 1)[0], name.rsplit(" ", 1)[1]) if name[-1].isdigit() else (name, "")
    if not item.leads and rest.startswith("Q") and dice.random() < 0.3:
        number = NUMBERS[int(rest[1:]) - 1] if dice.random() < 0.5 else rest[1:]
        name = dice.choice((f"{rest} {kind}", f"{kind}, quality {number}", f"{kind} (TQ {rest[1:]})"))
    elif item.leads and dice.random() < 0.4:
        name = dice.choice((f"{kind} ({rest})", f"SMC {kind} {rest}", f"{kind} {NUMBERS[int(rest) - 1]}"))
    if item.count > 1 and dice.random() < 0.5 and kind in name and not kind.endswith(("s", "men")):
        name = name.replace(kind, f"{kind}s")
    name = dice.choice((str, str.lower, str.upper, str))(name)
    count = item.count
    ways: list[Callable[[], str]] = [
        lambda: f"{count} {name}",
        lambda: f"{count}x {name}",
        lambda: f"{count} x {name}",
        lambda: f"{name} x{count}",
        lambda: f"{name} (x{count})",
        lambda: f"{in_words(count)} {name}",
        lambda: f"{name} ×{count}",
    ]
    if not item.leads:
        ways += [lambda: f"{name} ({count})"]
        word = dice.choice(PIECES)[: -1 if count == 1 else None]
        ways += [
            lambda: f"{count} {word} of {name}",
            lambda: f"{name} ({count} {word})",
            lambda: f"{name}, {count} {word}",
        ]
    if count == 1 and (bare or item.leads):
        ways += [lambda: name] * 4
    text = dice.choice(ways)()
    gold, every = item.gold, item.gold * count
    price = dice.choice(
        ("",) * 5
        + (f" @ {gold}", f" = {every}", f", {gold} gold each", f" ({every} gp)", f" - {in_words(every)} gold")
        + ((f" = {every} pts",) if every > 9 else ())
    )
    if price.startswith(" = ") and re.search(r"[=@]", text):
        price = ""
    return text + price


class Dressed(NamedTuple):
    """A dressed list, and the lines on which a whole new line may stand right under entries of one level."""

    text: str
    gaps: tuple[int, ...]
    start: str
    """What an entry on such a line begins with."""


def dressed(army: Plain, dice: random.Random) -> Dressed:
    """The list in somebody's own manner: the manner of a list is the same throughout, what it says besides is not."""
    bullet = dice.choice(BULLETS)
    heading = dice.choice(HEADINGS)
    behind = dice.random() < 0.25 and bullet in ("", "- ")
    joined = dice.random() < 0.25
    names = dice.sample(NAMES, len(NAMES))
    lines: list[str] = []
    gaps: list[int] = []

    def entries(items: list[Item]) -> None:
        # Neither a dash nor a colon parts entries that have prices behind such signs of their own.
        joint = dice.choice(JOINTS)
        # A slash behind a unit without a count may mean one of the two; a count beside `and` may be that of both.
        bare = not joined or joint not in (" / ", " and ", " & ")
        texts = [dressed_entry(item, dice, bare=bare) for item in items]
        while texts:
            many = dice.randint(2, 3) if joined else 1
            sign = dice.choice(SIGNS) if not bullet else ""
            lines.append(f"{bullet}{sign}{joint.join(texts[:many])}")
            texts = texts[many:]
            gaps.append(len(lines))

    title = dice.choice(TITLES)
    if dice.random() < 0.3:
        lines.append(f"{title}, {army.budget} gold" if dice.random() < 0.5 else f"{title} ({army.budget})")
    else:
        lines += [title, *([""] if dice.random() < 0.5 else []), dice.choice(BUDGETS).format(army.budget)]
    if army.others:
        lines.append("")
        entries(list(army.others))
    for number, items in enumerate(army.formations):
        lines.append("")
        name = names[number]
        if behind:
            first, rest = list(items[:2]), list(items[2:])
            joint = dice.choice((", ", "; ", " and "))
            lines.append(
                f"{name}{dice.choice((': ', ' / ', ' - '))}{joint.join(dressed_entry(i, dice) for i in first)}"
            )
            entries(rest)
        else:
            lines += heading.format(name).split("\n")
            entries(list(items))
        if dice.random() < 0.2:
            lines += ["", dice.choice(REMARKS)]
    if dice.random() < 0.5:
        lines += [
            "",
            dice.choice((f"Total: {army.total}", f"TOTAL = {army.total} gold", f"That makes {army.total} points")),
        ]
    if dice.random() < 0.3:
        lines += ["", dice.choice(REMARKS)]
    around = dice.choice((("", ""), ("", ""), ("[quote]", "[/quote]"), ("[list]", "[/list]"), ("[code]", "[/code]")))
    if around[0]:
        lines = [lines[0], around[0], *lines[1:], around[1]]
        gaps = [gap + 1 for gap in gaps]
    if dice.random() < 0.1 and bullet != "> ":
        lines = [f"> {line}" for line in lines]
    start = f"{'> ' if lines[-1].startswith('> ') and bullet != '> ' else ''}{bullet}"
    return Dressed("\n".join(lines) + "\n", tuple(gaps), start)


def lines_bought(found: Checked, but: int = 0) -> list[tuple[int, str, int]]:
    """What each line buys, in the numbers that the lines have without the line `but`."""
    rows = [(row.where.line, row.id, row.number) for army in found.armies for row in army.rows]
    return [(line - (line > but > 0), id, number) for line, id, number in rows if line != but]


def some(seed: int) -> tuple[Plain, random.Random]:
    dice = random.Random(seed)
    return plain(dice.randrange(SEEDS), dice.choice(THEMES)), dice


def bad(found: list[Problem]) -> list[Problem]:
    return [problem for problem in found if problem.severity is not Severity.NOTE]


def shown(text: str, report: object) -> str:
    return "\n".join([text, *map(str, report)])  # type: ignore[call-overload]


def units(found: Checked) -> dict[str, int]:
    """What was bought, and how many of it."""
    bought: dict[str, int] = {}
    for row in found.armies[0].rows:
        bought[row.id] = bought.get(row.id, 0) + row.number
    return bought


@pytest.mark.rule("G-57", "G-58", "G-60")
@FEW
@given(seed=DRESSED)
def test_a_dressed_list_is_the_list_that_it_was(seed: int) -> None:
    """Titles, headings, remarks, bullets, mark-up, counts and prices in any manner: legal, and the same total."""
    army, dice = some(seed)
    text = dressed(army, dice).text
    result, report = checked(text)
    assert not bad(list(report)), shown(text, report)
    assert [item.total for item in result.armies] == [army.total], shown(text, report)
    assert result.armies[0].limit == army.budget, shown(text, report)


FAULTS = (
    ("2 trolls", "trolls", "error", "ibb:R-200"),
    ("goblin chieftain", "goblin", "warning", "ibb:R-200"),
    ("3x Pikemen Q1", "Q1", "error", "ibb:R-200"),
    ("preest 5", "preest", "error", "ibb:R-200"),
    ("2 rangers", "rangers", "error", "ibb:G-40"),
    ("3-2-4", "3-2-4", "error", "ibb:R-200"),
    ("2 petards", "petards", "error", "ibb:R-202"),
    ("Captain 9", "9", "error", "ibb:R-200"),
    ("free pikemen", "free", "error", "ibb:R-198"),
    ("501 crossbowmen", "501", "error", "read:value"),
    ("giant spider x2", "giant", "error", "ibb:R-200"),
)


@pytest.mark.rule("G-59", "G-60")
@FEW
@given(seed=DRESSED)
def test_a_planted_fault_is_found_where_it_is(seed: int) -> None:
    """A wrong line among the entries of a dressed list, or under the last, gives its finding at its word, no other."""
    army, dice = some(seed)
    suit = dressed(army, dice)
    if not suit.gaps:
        return
    planted, word, severity, rule = dice.choice(FAULTS)
    at = dice.choice(suit.gaps)
    lines = suit.text.split("\n")
    lines.insert(at, f"{suit.start}{planted}")
    text = "\n".join(lines)
    result, report = checked(text)
    place = (at + 1, lines[at].index(word) + 1)
    places = [
        (problem.severity.word, problem.rule, problem.where.line, problem.where.column)
        for problem in bad(list(report))
        # What is bought besides its fault costs gold too, and is a sum that the list did not reckon with.
        if problem.rule not in ("ibb:A-184", "ibb:R-196")
    ]
    if planted == "2 petards" and any("Engineers" in item.name and item.count > 1 for item in army.others):
        return
    assert places == [(severity, rule, *place)], shown(text, report)
    assert lines_bought(result, at + 1) == lines_bought(checked(suit.text)[0]), shown(text, report)
