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


def filled(values: Mapping[str, object]) -> str:
    """The file with these values."""
    return _template().render(values)


@cache
def _template() -> Template:
    return template(DATA / "battle.yaml.j2", {"printable": printable, "filename": lambda file: Path(file).name})
