"""The words of a battle made from lists: its templates, and its places as text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.catalogue.writing import template
from ibbprint.engine.lists.files import printable
from ibbprint.systems.ibb.catalogue import DATA
from ibbprint.systems.ibb.facts import in_text
from ibbprint.systems.ibb.lists.battle.field import Place
from ibbprint.systems.ibb.rules.ground import Ground

if TYPE_CHECKING:
    from jinja2 import Template


def filled(name: str, values: Mapping[str, object]) -> str:
    """The file of a template of the game's data with these values."""
    return _template(name).render(values)


@cache
def _template(name: str) -> Template:
    return template(DATA / name, {"printable": printable, "filename": lambda file: Path(file).name})


def goal(place: Place, ground: Ground) -> dict[str, str]:
    """A place that is fought for: its hex, and its name in a sentence, with and without that hex."""
    hex = ground.names[place.hex]
    the = place_in_text(place, ground)
    return {"hex": hex, "the": the, "named": the if hex in place.name else f"{the} ({hex})"}


def place_in_text(place: Place, ground: Ground) -> str:
    """A place inside a sentence; a hex without a name is called by its terrain."""
    model, name = ground.map.model, printable(place.name)
    themed = model.theme is not None and ground.names[place.hex] not in name
    return in_text(model, name) if themed else _the(name)


def _the(name: str) -> str:
    """A place inside a sentence: `the Upper bridge`; one that has its article keeps it, in small letters."""
    text = " ".join(name.split())
    first, _, remainder = text.partition(" ")
    if first.lower() in ("the", "a", "an"):
        return f"{first.lower()} {remainder}"
    return f"the {text[:1].lower()}{text[1:]}"
