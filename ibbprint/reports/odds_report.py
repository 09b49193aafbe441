"""Chances as a player reads them in a terminal, and as JSON for a program. Knows no game."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from ibbprint.digits import are_digits
from ibbprint.engine.api.odds import Fact, OddsAnswer, OddsGrid, OddsModifier, OddsRow

WIDTH = 96
NAME = 54
"""The longest name beside a bar."""
BAR = 24
"""A bar of a sure thing, in characters: a sixth is four."""
EXACT = 24
"""The longest fraction that is shown, in characters; nobody reads a longer one, and programs have it in JSON."""


def percent(chance: Fraction) -> str:
    """A chance as a percentage with one decimal: 1/6 is 16.7 %."""
    return f"{float(chance * 100):.1f} %"


def exact(chance: Fraction) -> str:
    """A chance as a fraction; nothing where that is too long to be read."""
    return text if len(text := str(chance)) <= EXACT else ""


def bar(chance: Fraction) -> str:
    """A chance as a bar; what is not impossible has at least one mark."""
    return "█" * max(round(chance * BAR), 1 if chance else 0)


def ids(rules: Iterable[str]) -> str:
    """Rule ids in brackets, nothing for none."""
    listed = " ".join(rules)
    return f"[{listed}]" if listed else ""


def as_text(answer: OddsAnswer) -> str:
    """The whole answer, ready to be shown."""
    parts = [
        textwrap.wrap(answer.title, WIDTH, subsequent_indent="  ", break_on_hyphens=False),
        _told(answer.facts),
        _counted(answer.modifiers),
        list(_rows(answer.rows)),
        list(_rows(answer.sums)),
        ["  --json has the fractions that are too long to print here."]
        * any(not exact(row.chance) for row in answer.rows),
        _grid(answer.grid) if answer.grid is not None else [],
        _told(answer.notes),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _told(facts: Iterable[Fact]) -> list[str]:
    found: list[str] = []
    for fact in facts:
        text = f"{fact.text} {ids(fact.rules)}".strip()
        found += textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    return found


def _counted(modifiers: Iterable[OddsModifier]) -> list[str]:
    listed = [(each.name, f"{each.amount:+d} {each.changes}", ids(each.rules)) for each in modifiers]
    wide = max((len(name) for name, _, _ in listed), default=0)
    return ["  What counts:"] * bool(listed) + [f"    {n:<{wide}}  {a:<10}  {r}".rstrip() for n, a, r in listed]


def _rows(rows: Iterable[OddsRow]) -> Iterator[str]:
    """Name, fraction, percentage and bar; what it does beside the name, or below where that is too long for a line."""
    listed = [(f"{row.id:<4}" if _is_code(row.id) else "", row) for row in rows]
    names = [f"{code}{row.name}{f': {row.words}' if row.words else ''}" for code, row in listed]
    below = any(len(name) > NAME for name in names)
    if below:
        names = [f"{code}{row.name}" for code, row in listed]
    folded = [textwrap.wrap(name, NAME, subsequent_indent="  ", break_on_hyphens=False) for name in names]
    wide = max((len(line) for lines in folded for line in lines), default=0)
    long = max((len(exact(row.chance)) for _, row in listed), default=0)
    for (name, *more), (_, row) in zip(folded, listed, strict=True):
        yield f"  {name:<{wide}}  {exact(row.chance):>{long}}  {percent(row.chance):>7}  {bar(row.chance)}".rstrip()
        yield from (f"  {line}" for line in more)
        if below and row.words:
            yield from textwrap.wrap(row.words, WIDTH - 4, initial_indent="    ", subsequent_indent="    ")


def _is_code(id: str) -> bool:
    """Whether an id is a code that players know from a table: `De`, `Exd`, `-`."""
    return len(id) < 4 and not are_digits(id) and not id.islower()


def _grid(grid: OddsGrid) -> list[str]:
    wide = max((len(name) for _, name, _ in grid.lines), default=0)
    columns = [[max(len(head), 5) for head in heads] for _, heads in grid.groups]
    over = "  " + " " * wide
    under = "  " + " " * wide
    for (title, heads), widths in zip(grid.groups, columns, strict=True):
        room = sum(widths) + 2 * (len(widths) - 1)
        over += f"  | {title[:room]:<{room}}"
        under += "  | " + "  ".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True))
    found = [over.rstrip(), under.rstrip()]
    for _, name, cells in grid.lines:
        line = f"  {name:<{wide}}"
        for cell, widths in zip(cells, columns, strict=True):
            shown = ["."] * len(widths) if cell is None else [str(chance) for chance in cell]
            line += "  | " + "  ".join(f"{text:>{width}}" for text, width in zip(shown, widths, strict=True))
        found.append(line.rstrip())
    return found


def as_json(answer: OddsAnswer) -> str:
    """The same for programs: every chance as a fraction in text and as a percentage."""
    made: dict[str, Any] = {
        "subject": answer.subject,
        "title": answer.title,
        **answer.figures,
        "results": [_row(row) for row in answer.rows],
        "sums": [_row(row) for row in answer.sums],
        "modifiers": [{**each._asdict(), "rules": list(each.rules)} for each in answer.modifiers],
        "facts": [{"text": each.text, "rules": list(each.rules)} for each in (*answer.facts, *answer.notes)],
    }
    if answer.grid is not None:
        made["grid"] = [
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
    return json.dumps(made, indent=2, ensure_ascii=False)


def _chance(chance: Fraction) -> dict[str, Any]:
    return {"chance": str(chance), "percent": round(float(chance * 100), 4)}


def _row(row: OddsRow) -> dict[str, Any]:
    return {"id": row.id, "name": row.name, "words": row.words, **_chance(row.chance)}
