"""Chances as a player reads them in a terminal, and as JSON for a program. Knows no game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from ibbprint.digits import are_digits
from ibbprint.engine.api.odds import Fact, OddsAnswer, OddsGrid, OddsModifier, OddsRow
from ibbprint.reports.layout import WIDTH, table, width_of, wrapped

PROSE = 96
"""The longest line of sentences, in a terminal of any width."""
NAME = 54
"""The longest name beside a bar."""
BAR = 24
"""A bar of a sure thing, in characters: a sixth is four."""
EXACT = 24
"""The longest fraction that is shown, in characters; nobody reads a longer one, and programs have it in JSON."""
NARROW, NARROW_EXACT, NARROW_BAR = 80, 13, 12
"""Below how many columns fractions and bars are shorter, and how long they are."""


def percent(chance: Fraction) -> str:
    """A chance as a percentage with one decimal: 1/6 is 16.7%."""
    return f"{float(chance * 100):.1f}%"


def exact(chance: Fraction, width: int = WIDTH) -> str:
    """A chance as a fraction; nothing where that is too long to be read, or for the width."""
    return text if len(text := str(chance)) <= (EXACT if width >= NARROW else NARROW_EXACT) else ""


def bar(chance: Fraction, width: int = WIDTH) -> str:
    """A chance as a bar; one of more than 0.0% has at least one mark."""
    least = percent(chance) != percent(Fraction(0))
    return "█" * max(round(chance * (BAR if width >= NARROW else NARROW_BAR)), int(least))


def ids(rules: Iterable[str]) -> str:
    """Rule ids in brackets, nothing for none."""
    listed = " ".join(rules)
    return f"[{listed}]" if listed else ""


def as_text(answer: OddsAnswer, width: int = WIDTH) -> str:
    """The whole answer, ready to be shown."""
    prose = min(width, PROSE)
    parts = [
        wrapped(answer.title, prose, rest="  "),
        _fact_lines(answer.facts, prose),
        _counted(answer.modifiers, width),
        list(_rows(answer.rows, width)),
        list(_rows(answer.sums, width)),
        ["  --json has the fractions that are too long to print here."]
        * any(not exact(row.chance, width) for row in answer.rows),
        _grid(answer.grid, width) if answer.grid is not None else [],
        _fact_lines(answer.notes, prose),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _fact_lines(facts: Iterable[Fact], width: int) -> list[str]:
    result: list[str] = []
    for fact in facts:
        result += wrapped(f"{fact.text} {ids(fact.rules)}".strip(), width, first="  ", rest="    ")
    return result


def _counted(modifiers: Iterable[OddsModifier], width: int) -> list[str]:
    rows = [
        (modifier.name, f"{modifier.amount:+d} {modifier.changes}".ljust(10), ids(modifier.rules))
        for modifier in modifiers
    ]
    return ["  What counts:", *table(rows, width, heads=0, indent="    ")] if rows else []


def _rows(rows: Iterable[OddsRow], width: int) -> Iterator[str]:
    """Name, fraction, percentage and bar; what it does beside the name, or below where that is too long for a line."""
    listed = [(f"{row.id:<4}" if _is_code(row.id) else "", row) for row in rows]
    fractions = [exact(row.chance, width) for _, row in listed]
    bars = [bar(row.chance, width) for _, row in listed]
    long, longest = max(map(len, fractions), default=0), max(map(len, bars), default=0)
    name_width = min(NAME, width - len("  " * 4) - long - 7 - longest)
    names = [f"{code}{row.name}{f': {row.words}' if row.words else ''}" for code, row in listed]
    below = any(width_of(name) > name_width for name in names)
    if below:
        names = [f"{code}{row.name}" for code, row in listed]
    folded = [wrapped(name, name_width, rest="  ") for name in names]
    wide = max((width_of(line) for lines in folded for line in lines), default=0)
    for (name, *continuation), fraction, marks, (_, row) in zip(folded, fractions, bars, listed, strict=True):
        blanks = " " * (wide - width_of(name))
        yield f"  {name}{blanks}  {fraction:>{long}}  {percent(row.chance):>6}  {marks}".rstrip()
        yield from (f"  {line}" for line in continuation)
        if below and row.words:
            yield from wrapped(row.words, min(width, PROSE) - 4, first="    ", rest="    ")


def _is_code(id: str) -> bool:
    """Whether an id is a code that players know from a table: `De`, `Exd`, `-`."""
    return len(id) < 4 and not are_digits(id) and not id.islower()


def _grid(grid: OddsGrid, width: int) -> list[str]:
    """The table in groups of columns, as many beside each other as fit; the names begin each part."""
    rooms = [sum(max(len(head), 5) for head in heads) + 2 * len(heads) + 2 for _, heads in grid.groups]
    names = max((width_of(name) for _, name, _ in grid.lines), default=0)
    name_width = max(min(names, width - 2 - max(rooms, default=0)), 1)
    parts: list[list[int]] = []
    for at, room in enumerate(rooms):
        if parts and 2 + name_width + sum(rooms[item] for item in parts[-1]) + room <= width:
            parts[-1].append(at)
        else:
            parts.append([at])
    result: list[str] = []
    for part in parts:
        result += [*([""] if result else []), *_part(grid, part, name_width)]
    return result


def _part(grid: OddsGrid, part: Sequence[int], names: int) -> list[str]:
    """The lines of some groups of columns of a table."""
    groups = [grid.groups[at] for at in part]
    columns = [[max(len(head), 5) for head in heads] for _, heads in groups]
    rooms = [sum(widths) + 2 * (len(widths) - 1) for widths in columns]
    titles = [wrapped(title, room) or [""] for (title, _), room in zip(groups, rooms, strict=True)]
    high = max(map(len, titles))
    over = [
        "  " + " " * names + "".join(f"  | {line:<{room}}" for line, room in zip(lines, rooms, strict=True))
        for lines in zip(*([""] * (high - len(title)) + title for title in titles), strict=True)
    ]
    under = "  " + " " * names
    for (_, heads), widths in zip(groups, columns, strict=True):
        under += "  | " + "  ".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True))
    result = [*(line.rstrip() for line in over), under.rstrip()]
    for _, name, cells in grid.lines:
        first, *continuation = wrapped(name, names) or [""]
        line = f"  {first}{' ' * (names - width_of(first))}"
        for cell, widths in zip([cells[at] for at in part], columns, strict=True):
            chances = ["."] * len(widths) if cell is None else [str(chance) for chance in cell]
            line += "  | " + "  ".join(f"{text:>{width}}" for text, width in zip(chances, widths, strict=True))
        result += [line.rstrip(), *(f"  {line_text}" for line_text in continuation)]
    return result


def as_json(answer: OddsAnswer, game: str = "") -> str:
    """The answer as JSON, with the id of the game: every chance as a fraction in text and as a percentage."""
    values: dict[str, Any] = {
        "game": game,
        "subject": answer.subject,
        "title": answer.title,
        **answer.figures,
        "results": [_row(row) for row in answer.rows],
        "sums": [_row(row) for row in answer.sums],
        "modifiers": [{**entry._asdict(), "rules": list(entry.rules)} for entry in answer.modifiers],
        "facts": [{"text": entry.text, "rules": list(entry.rules)} for entry in (*answer.facts, *answer.notes)],
    }
    if answer.grid is not None:
        values["grid"] = [
            {
                "id": id,
                "name": name,
                **{
                    title: None if cell is None else {h: _chance(c) for h, c in zip(heads, cell, strict=True)}
                    for (title, heads), cell in zip(answer.grid.groups, cells, strict=True)
                },
            }
            for id, name, cells in answer.grid.lines
        ]
    return json.dumps(values, indent=2, ensure_ascii=False)


def _chance(chance: Fraction) -> dict[str, Any]:
    return {"chance": str(chance), "percent": round(float(chance * 100), 4)}


def _row(row: OddsRow) -> dict[str, Any]:
    return {"id": row.id, "name": row.name, "words": row.words, **_chance(row.chance)}
