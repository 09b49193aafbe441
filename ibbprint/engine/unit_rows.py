"""A unit list as rows of text: what a spreadsheet holds, and what a pack's table of units is read from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel


def unit_rows(units: Iterable[BaseModel], spaced: Collection[str] = ()) -> list[Mapping[str, str]]:
    """A row a unit, with the fields that any of them has, in the order of the first that has them.

    A field at its default is left empty, and what no cell of a table holds is left out.
    """
    items = [unit_row(unit, spaced) for unit in units]
    used = dict.fromkeys(name for row in items for name in row)
    return [{name: row.get(name, "") for name in used} for row in items]


def unit_row(unit: BaseModel, spaced: Collection[str] = ()) -> dict[str, str]:
    """The fields of a unit. Lists in `spaced` have items with blanks: semicolons part those, and commas the others."""
    values = _flat(unit.model_dump(exclude_defaults=True))
    return {name: _text(value, "; " if name in spaced else ", ") for name, value in values if not _is_nested(value)}


def _flat(data: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in data.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def _is_nested(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict | list) for item in value)


def _text(value: Any, between: str) -> str:
    if isinstance(value, list):
        return between.join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)
