"""The functions that every template may call beside its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jinja2
from jinja2.exceptions import SecurityError

from ibbprint.components.faces.sandbox_calls import MAX_RANGE
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import contrast, ink, mix
from ibbprint.drawing.marked import with_minus
from ibbprint.materials.signs import COLUMNS, sign_name
from ibbprint.patterns import regex
from ibbprint.phrases import figure

SHORT = 6
"""The most characters that a cell of a centred column may have."""
LEAST_BOX_MM, MOST_BOX_MM = 8, 80
MOST_NOTES = 5
"""Of a track: the side of a box, and how many columns go under its figure."""


def lines(text: str, width: float, size: float, font: str = "regular") -> list[str]:
    """The text cut into lines: `lines(text, width in mm, size in pt, font)`."""
    return fonts.wrap(str(text), font, size * fonts.POINT, width)


def text_width(text: str, size: float, font: str = "regular") -> float:
    """The width of a text in mm: `text_width(text, size in pt, font)`."""
    return fonts.width(str(text), font, size * fonts.POINT)


class NotInTables(SecurityError):
    """A name that is no table of the game, or no column of a table: the sentence, the name, and the existing ones."""

    def __init__(self, message: str, name: str, known: Sequence[str]) -> None:
        super().__init__(message)
        self.name = name
        self.known = known


class Markdown(str):
    """Markdown that a function of ours made: it is put out as it is."""


def table(tables: Mapping[str, Any], name: str, tint: Mapping[str, str] | None = None) -> Markdown:
    """A table of the game by its name: `table(name, {a text in a cell: its colour})`.

    A colour is `#rrggbb`, or the name of a segment or a livery of the style. Columns after the first are centred
    where their cells have only a few characters.
    """
    head, *rows = _table(tables, name)
    colours = tint or {}

    def cell(value: Any) -> str:
        colour = colours.get(str(value))
        plain = _BREAK.sub(" ", with_minus(str(value))).replace("`", "’").replace("|", "\\|")
        return str(markdown_safe(value)) if colour is None else f"`{colour}: {plain}`"

    narrow = [all(len(str(row[column])) <= SHORT for row in rows) for column in range(len(head))]
    marks = [":---:" if column and narrow[column] else "---" for column in range(len(head))]
    lines = [head, marks, *([cell(value) for value in row] for row in rows)]
    return _block([f"| {' | '.join(map(str, line))} |" for line in lines])


def _table(tables: Mapping[str, Any], name: Any) -> Any:
    """The lines of a table, the first with the names of its columns."""
    if not isinstance(name, str) or name not in tables:
        raise NotInTables(f"there is no table {name!r}.", str(name), list(tables))
    return tables[name]


def markdown(text: Any) -> Markdown:
    """A value whose bold, italic and lists are meant: any other is printed as it is written."""
    return Markdown(text)


def track(
    tables: Mapping[str, Any], boxes: Any, note: Any = None, tint: Mapping[str, str] | None = None, size: Any = 19
) -> Markdown:
    """Boxes for counters, one for each row of a table of the game: `track(name, note, {a text in a cell: its colour})`.

    The figure in a box is the first column, the note under it the second, or the columns that `note` names; a list of
    figures in place of a table gives boxes without notes. `size` is the side of a box in mm.
    """
    if not isinstance(size, int | float) or not LEAST_BOX_MM <= size <= MOST_BOX_MM:
        raise SecurityError(f"a box of a track is {LEAST_BOX_MM} to {MOST_BOX_MM} mm wide, not {size!r}")
    head, *rows = _table(tables, boxes) if isinstance(boxes, str) else [["figure"], *([figure] for figure in boxes)]
    note_columns = [note] if isinstance(note, str) else list(head[1:2] if note is None else note)[:MOST_NOTES]
    for name in note_columns:
        if name not in head:
            raise NotInTables(f"the table {boxes!r} has no column {name!r}.", str(name), list(map(str, head)))
    columns = [head.index(name) for name in note_columns]
    colours = tint or {}
    lines: list[str] = []
    for row in rows:
        notes = " || ".join(str(markdown_safe(row[column])) for column in columns if str(row[column]))
        colour = next((colours[str(cell)] for cell in row if str(cell) in colours), "")
        lines.append(f"{markdown_safe(row[0])} | {notes} | {colour}")
    return _block([f"```track {size:g}", *lines, "```"])


def _block(lines: Sequence[str]) -> Markdown:
    """Markdown that begins a paragraph and ends it, also where a text calls it among words."""
    return Markdown("\n".join(["\n", *lines, "\n"]))


def _range(*bounds: int) -> range:
    result = range(*bounds)
    try:
        size = len(result)
    except OverflowError:
        size = MAX_RANGE + 1
    if size > MAX_RANGE:
        raise SecurityError(f"a range has more than {MAX_RANGE:,} numbers")
    return result


_BREAK = regex(r"(?<![ \t])[ \t]*[\r\n]\s*")
_MARKDOWN = regex(r"(\\(?!:)|[`*_{}\[\]<>#|~])")
"""What means something in Markdown; `\\:` stays the colon that begins no icon."""


def markdown_safe(value: Any) -> Any:
    """A value as Markdown must have it to be printed as it is: on one line, for a second one could start an item.

    A number has a true minus sign, also one that is a text, as the cells of tables are.
    """
    if type(value) is Markdown:
        return value
    if isinstance(value, str):
        return _MARKDOWN.sub(r"\\\1", _BREAK.sub(" ", with_minus(value)))
    return figure(value) if isinstance(value, int | float) and value < 0 else value


class Names(jinja2.utils.Namespace):
    """A namespace, which is not put out with all that is in it: it may hold itself."""

    def __init__(self, values: Mapping[str, Any] | None = None, /, **fields: Any) -> None:
        if not isinstance(values, Mapping | None):  # pairs could be made as they are asked for, and cost what they like
            raise TypeError
        super().__init__(values or {}, **fields)

    def __repr__(self) -> str:
        return "<namespace>"


def nato(
    row: Mapping[str, Any], branch: Any = None, size: Any = None, side: Any = None, mods: Any = None, fill: Any = None
) -> str:
    """The name of a NATO symbol, for `symbol:`: `nato('infantry', size='battalion', side='hostile', mods=[...])`.

    Without a branch, all that is not given is taken from the columns of the row: branch, size, affiliation, mods. The
    frame is filled as the panel of the row's side, or without a side by affiliation.
    """
    branch, size, side, mods = (
        row.get(column, "") if value is None and (branch is None or column == "affiliation") else value
        for column, value in zip(COLUMNS, (branch, size, side, mods), strict=True)
    )
    of_row = side if isinstance(side, Mapping) else row.get("side")
    if isinstance(of_row, Mapping):
        side = of_row.get("affiliation", "") if not side or side is of_row else side
        livery = row["style"].liveries.get(str(of_row.get("livery", "")))
        fill = livery.panel if fill is None and livery is not None else fill
    return sign_name(branch, size, side, mods or (), fill)


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "ink": ink,
    "mix": mix,
    "contrast": contrast,
    "lines": lines,
    "text_width": text_width,
    "range": _range,
    "table": table,
    "track": track,
    "markdown": markdown,
    "nato": nato,
    "namespace": Names,
}
"""What every template may call beside its values."""
for _name, _function in FUNCTIONS.items():
    _function.__name__ = _name  # as templates know it, and messages
