"""The unit list as rows of text: what a spreadsheet holds, and what a pack's table of units is read from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from ibbprint.engine.unit_rows import unit_row
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.models.units import Engine, Equipment, Leader, Troops

SPACED = ("aliases",)
"""Lists whose items may have blanks: they are parted by semicolons, other lists by commas."""


LAST = ("price", "aliases", "listed", "mix", "rules", "note")
"""What is not on a counter stands at the end of a row."""


def columns() -> list[str]:
    """The fields of all kinds of units, each once, those that are on the counter first."""
    values: dict[str, None] = dict.fromkeys(("id", "name", "short", "symbol", "kind"))
    for model in (Troops, Engine, Leader, Equipment):
        for name, field in model.model_fields.items():
            inner = next((item for item in _models(field.annotation)), None)
            values.update(
                dict.fromkeys(
                    [name] if inner is None else [f"{name}.{inner_field}" for inner_field in inner.model_fields]
                )
            )
    last = [name for name in values if name.partition(".")[0] in LAST]
    return [name for name in values if name not in last] + last


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models in the type of a field."""
    for part in (annotation, *getattr(annotation, "__args__", ())):
        if isinstance(part, type) and issubclass(part, BaseModel):
            yield part


def rows(catalogue: Catalogue) -> list[Mapping[str, str]]:
    """A row a unit in the order of the list, with the columns that any of them needs; a field at its default is left
    empty."""
    items = [{**unit_row(unit, SPACED), "kind": unit.kind} for unit in catalogue.units]
    used = [name for name in columns() if any(row.get(name) for row in items)]
    return [{name: row.get(name, "") for name in used} for row in items]
