"""A battle as a YAML file that people read and edit: its template filled in. What is in it is read from it again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.catalogue.writing import template
from ibbprint.engine.lists.names import printable
from ibbprint.systems.ibb.catalogue import DATA

if TYPE_CHECKING:
    from jinja2 import Template


def filled(name: str, values: Mapping[str, object]) -> str:
    """The file of a template of the game's data with these values."""
    return _template(name).render(values)


@cache
def _template(name: str) -> Template:
    return template(DATA / name, {"printable": printable, "filename": lambda file: Path(file).name})
