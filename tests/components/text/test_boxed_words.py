"""What words in a box, picked rows and counted columns promise, for whatever is written into them."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ibbprint.catalogue.formula import Column, FormulaFault, evaluate
from ibbprint.drawing import fonts
from ibbprint.drawing.shapes import Drawing, Group, Path, Style, Text, Use, rectangle
from ibbprint.drawing.svg_events import Fault
from ibbprint.drawing.svg_reader import read_svg
from ibbprint.engine.ledger import Ledger
from ibbprint.engine.picking import picked
from ibbprint.problems import Report, Where
from ibbprint.systems.printed.tables import Row, Table

WIDE = Drawing(150.0, 100.0, [Path(rectangle(0, 0, 150, 100), Style())])
"""A symbol one and a half times as wide as high."""
POINT = fonts.POINT


def symbols(name: str, _look: Mapping[str, str] = {}, /) -> Drawing | None:
    return WIDE if name == "wide" else None


def boxed(
    text: str, box: Sequence[float], *, size: float = 10.0, least: float = 5.0, more: str = "", scale: float = 1.0
) -> tuple[list[Any], list[Fault]]:
    """What a text in a box becomes, in mm, on a drawing that is printed `scale` times as large as it is drawn."""
    inner = f'<text data-box="{" ".join(map(str, box))}" font-size="{size}pt" data-fit-min="{least}pt" {more}>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{inner}{escape(text)}</text></svg>'
    drawing, faults = read_svg(svg, symbols=symbols, size=(100 * scale, 100 * scale), type_scale=scale)
    items = [inside for item in drawing.items for inside in (item.items if isinstance(item, Group) else [item])]
    return items, faults


def left_and_right(item: Any) -> tuple[float, float]:
    if isinstance(item, Use):
        return item.matrix[4], item.matrix[4] + item.matrix[0] * item.drawing.width
    assert isinstance(item, Text)
    long = fonts.width(item.content, item.font, item.size) + item.spacing * len(item.content)
    return item.x, item.x + long


WORD = st.text("abcdefghijKLMNO.,é", min_size=1, max_size=9).filter(lambda word: not re.fullmatch(r"[.,]+", word))
MARKED = st.one_of(
    WORD.map(lambda word: (word, word)),
    WORD.map(lambda word: (f"**{word}**", word)),
    WORD.map(lambda word: (f"*{word}*", word)),
    st.just((":wide:", "□")),
    WORD.map(lambda w: (f"3:wide:{w}", f"3□{w}")),
    st.just((r"10:30", "10:30")),
    st.just((r"\:wide:", ":wide:")),
)
LINES = st.lists(st.lists(MARKED, min_size=1, max_size=12), min_size=1, max_size=6)
"""Words as they are written and as they are read: an icon is read as a box."""


def written(lines: Sequence[Sequence[tuple[str, str]]], heads: Sequence[str]) -> str:
    return "\n".join(head + " ".join(word for word, _ in line) for line, head in zip(lines, heads, strict=False))


@given(LINES, st.data())
def test_words_stay_in_their_box_whole_and_in_order(lines: Any, data: st.DataObject) -> None:
    """Every word and icon once, in its order; nothing beyond the box; one size, no smaller than the limit."""
    heads = data.draw(
        st.lists(st.sampled_from(["", "", "- ", "\n", "\n1. "]), min_size=len(lines), max_size=len(lines))
    )
    width, height = data.draw(st.floats(12, 80)), data.draw(st.floats(8, 80))
    least, size = data.draw(st.sampled_from([(5.0, 12.0), (7.0, 9.0), (8.0, 8.0)]))
    anchor, stand = (
        data.draw(st.sampled_from(["start", "middle", "end"])),
        data.draw(st.sampled_from(["top", "bottom"])),
    )
    items, faults = boxed(
        written(lines, heads),
        (10, 10, width, height),
        size=size,
        least=least,
        more=f'text-anchor="{anchor}" data-stand="{stand}"',
    )
    if faults:
        assert {fault.rule for fault in faults} == {"draw:fit"}
        return
    read = "".join(item.content if isinstance(item, Text) else "□" for item in items)
    read = re.sub(r"•|(?<![\d:])1\.(?=[^\d ])", " ", read) if any(heads) else read
    assert re.sub(r"[\s\d.]", "", read) == re.sub(r"[\s\d.]", "", "".join(word for line in lines for _, word in line))
    sizes = {item.size for item in items if isinstance(item, Text)}
    assert len(sizes) <= 1
    for used in sizes:
        assert least * POINT - 1e-9 <= used <= size * POINT + 1e-9
    for item in items:
        left, right = left_and_right(item)
        assert left >= 10 - 1e-6
        assert right <= 10 + width + 1e-6
        if isinstance(item, Text):
            high = item.size * fonts.cap_height(item.font)
            assert item.y - high >= 10 - 1e-6
            assert item.y <= 10 + height + 1e-6
        else:
            assert item.matrix[5] >= 10 - 1e-6
            assert item.matrix[5] + item.matrix[3] * item.drawing.height <= 10 + height + 1e-6


def used_size(items: Sequence[Any]) -> float:
    return max((item.size for item in items if isinstance(item, Text)), default=0.0)


@given(LINES, st.floats(10, 40), st.floats(6, 40), st.floats(1, 2), st.floats(1, 2))
def test_more_room_never_makes_type_smaller(
    lines: Any, width: float, height: float, wider: float, higher: float
) -> None:
    """What fits a box fits a larger one, in type that is no smaller; and what needs no shrinking is not shrunk."""
    text = written(lines, [""] * len(lines))
    assume(any(word != ":wide:" for line in lines for word, _ in line))
    items, faults = boxed(text, (5, 5, width, height))
    larger, more_faults = boxed(text, (5, 5, width * wider, height * higher))
    if not faults:
        assert more_faults == []
        assert used_size(larger) >= used_size(items) - 1e-9
    huge, none = boxed(text, (0, 0, 4000, 4000))
    assert none == []
    assert used_size(huge) == pytest.approx(10 * POINT)


@given(LINES, st.floats(10, 40), st.floats(6, 40), st.floats(1, 2.5))
def test_a_larger_piece_never_has_less_room(lines: Any, width: float, height: float, scale: float) -> None:
    """What fits a counter fits a larger counter of the same face, and its type is no smaller in print."""
    text = written(lines, [""] * len(lines))
    items, faults = boxed(text, (5, 5, width, height))
    larger, more_faults = boxed(text, (5, 5, width, height), scale=scale)
    if not faults:
        assert more_faults == []
        assert used_size(larger) * scale >= used_size(items) - 1e-6


@given(LINES, st.floats(10, 30), st.floats(6, 30))
def test_a_text_is_refused_only_where_its_least_size_does_not_fit(lines: Any, width: float, height: float) -> None:
    """A fault means that the text does not fit as written at least size either, and nothing else is said of it."""
    text = written(lines, [""] * len(lines))
    _, faults = boxed(text, (5, 5, width, height))
    _, at_least = boxed(text, (5, 5, width, height), size=5.0)
    assert bool(faults) == bool(at_least)
    assert [fault.rule for fault in faults] == ["draw:fit"] * bool(faults)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("anti-tank guns", ["anti-", "tank", "guns"]),
        ("un\u00adbreak\u00adable", ["un-", "break-", "able"]),
        ("3-4 1/2", ["3-4", "1/2"]),
        ("Ost\u00a0Wall", ["Ost\u00a0Wall"]),
        ("rifle/mortar", ["rifle/", "mortar"]),
        ("**Am**bush", ["Ambush"]),
    ],
)
def test_a_word_is_broken_only_where_it_may_be(text: str, lines: list[str]) -> None:
    """After a hyphen or a stroke between letters, at a soft hyphen; never in a number, a word, at a no-break space."""
    items, _ = boxed(text, (0, 0, 0.1, 90), size=5)
    result: dict[float, str] = {}
    for item in items:
        result[item.y] = result.get(item.y, "") + item.content
    assert list(result.values()) == lines


# --- picking and counting -------------------------------------------------------------------------------------

COLUMNS = ("side", "power", "pace", "note")
CELLS = st.sampled_from(["us", "them", "3", "4", "4.0", "12", "-1", "2,5", "", "two words", "and", "or (x)"])
SIGNS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def number(text: str) -> Fraction | None:
    return Fraction(text.replace(",", ".")) if re.fullmatch(r"-?\d+([.,]\d+)?", text) else None


@st.composite
def conditions(draw: st.DrawFn, deep: int = 0) -> tuple[str, Callable[[Mapping[str, str]], bool]]:
    """A condition as it is written, and what it means."""
    if deep < 3 and draw(st.booleans()):
        word = draw(st.sampled_from(["and", "or"]))
        parts = [draw(conditions(deep + 1)) for _ in range(draw(st.integers(2, 3)))]
        text = f" {word} ".join(f"({part})" for part, _ in parts)
        combine = all if word == "and" else any
        return text, lambda row: combine(test(row) for _, test in parts)
    column, sign, value = draw(st.sampled_from(COLUMNS)), draw(st.sampled_from(list(SIGNS))), draw(CELLS)
    if sign not in ("=", "!="):
        value = value if number(value) is not None else "3"
    blank = draw(st.sampled_from(["", " "]))

    def test(row: Mapping[str, str]) -> bool:
        item, other = number(row[column]), number(value)
        if item is not None and other is not None:
            return SIGNS[sign](item, other)
        return SIGNS[sign](row[column], value) if sign in ("=", "!=") else False

    return f"{column}{blank}{sign}{blank}'{value}'", test


class OneTable:
    """A game as far as `picked` asks it: it has one table."""

    def __init__(self, rows: Sequence[Mapping[str, str]]) -> None:
        self.report = Report()
        self.ledger = Ledger(self.report)
        result = {f"r{n}": Row(f"r{n}", dict(row), ()) for n, row in enumerate(rows)}
        self.crews = Table("crews", columns=list(COLUMNS), rows=result)

    def table(self, name: str, where: Where | None = None) -> Table | None:
        return self.crews if name == "crews" else None


@given(st.lists(st.fixed_dictionaries(dict.fromkeys(COLUMNS, CELLS)), min_size=1, max_size=8), conditions())
def test_a_condition_picks_what_it_says(rows: list[dict[str, str]], condition: Any) -> None:
    """`and`, `or`, brackets and comparisons pick the same rows as the same words in Python."""
    text, test = condition
    game: Any = OneTable(rows)
    result = picked(f"crews where {text}", Where("game.yaml", 3, 5), game)
    assert not game.report.errors
    assert result is not None
    assert [row.values for row in result] == [row for row in rows if test(row)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("crews where power > many", "power > many: 'many' is not a number. Compare texts with = or !=."),
        ("crews where power >", "'power >' is not a condition."),
        ("crews where (power > 3", "'(power > 3' is not a condition."),
        ("crews where power > 3)", "')' is not a condition."),
        ("crews where power > 3 and", "'power > 3 and' is not a condition."),
        ("crews where powr > 3", "crews has no column 'powr'. Did you mean power?"),
        ("crews where " + "(" * 500 + "power = 3" + ")" * 500, "brackets may be nested at most 20 deep."),
        ("crews when power = 3", "is not the name of a table."),
    ],
)
def test_a_condition_that_makes_no_sense_is_told(text: str, expected: str) -> None:
    game: Any = OneTable([dict.fromkeys(COLUMNS, "3")])
    assert picked(text, Where("game.yaml", 3, 5), game) is None
    (problem,) = game.report.errors
    assert problem.where == Where("game.yaml", 3, 5)
    assert expected in f"{problem.message} {problem.hint}"


def column(*numbers: int) -> Column:
    """A column of these numbers."""
    result = Column()
    for number in numbers:
        result.add(Fraction(number))
    return result


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=20), st.integers(1, 9))
def test_a_formula_asks_columns_for_their_sum_least_most_and_number(values: list[int], by: int) -> None:
    columns = {"power": column(*values), "us.power": column(by)}
    formula = f"max(0, sum(power)) + max(power) - min(power) + rows(power) * {by} + sum(us.power)"
    expected = max(0, sum(values)) + max(values) - min(values) + len(values) * by + by
    assert evaluate(formula, {}, columns) == expected


@pytest.mark.parametrize("formula", ["sum(pwer)", "sum(us.power.x)", "rows(3)", "sum(power, power)", "power"])
def test_a_formula_that_names_no_column_is_refused(formula: str) -> None:
    with pytest.raises(FormulaFault):
        evaluate(formula, {"turns": 3}, {"power": column(1)})


def test_words_that_do_not_fit_are_told_once() -> None:
    """Words too many for their box, and so beyond the safe margin too, are one fault: the box is too small."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" data-safe="2">'
    svg += f'<text data-box="3 3 34 34" font-size="9pt" data-fit-min="8pt">{"a long tale " * 90}</text></svg>'
    _, faults = read_svg(svg, symbols=symbols, size=(40, 40))
    assert [fault.rule for fault in faults] == ["draw:fit"]
