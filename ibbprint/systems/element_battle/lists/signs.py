"""How much of a text a list of this game may be, without the catalogue: by the names of the types alone."""

from __future__ import annotations

import re
from functools import cache
from math import inf
from pathlib import Path

from ibbprint.catalogue.documents import Document, holds_list
from ibbprint.catalogue.source import read_yaml
from ibbprint.engine.words import game_names
from ibbprint.problems import Report

_DATA = Path(__file__).parents[1] / "data"


def most_listed(document: Document) -> float:
    """No less than what `Checker.known` gives: 0 only where no line names a type of troops.

    An entry that is known names a type, so there are no more than names; its money adds half as much. YAML, which has
    escapes, and a text that may name the game can have any number.
    """
    if document.is_yaml or holds_list(document):
        return inf
    count = len(_names().findall(document.text))
    low = document.text.lower()
    if count and any(word.lower() in low for word in ("element", *game_names(_DATA))):
        return inf
    return count + (count + 1) // 2


@cache
def _names() -> re.Pattern[str]:
    """A word of each name of each shipped type, with no letter at its ends but the sign of a count: `4xBlades`.

    Of several words the longest: marks of forums may stand between them. The models of the catalogue are left out, for
    they take four times as long as the file itself (20 ms against 5).
    """
    source = read_yaml(_DATA / "troops.yaml", Report())
    troops = [] if source is None else source.data["troops"]
    names = [name for troop in troops for name in (troop["id"], troop["name"], troop["one"], *troop.get("aliases", ()))]
    words = {max(re.split("[ -]", name), key=len) for name in names}
    return re.compile(rf"(?<![^\W\d_xX×])(?:{'|'.join(map(re.escape, sorted(words)))})(?![^\W\d_])", re.IGNORECASE)
