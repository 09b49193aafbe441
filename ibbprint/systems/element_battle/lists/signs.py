"""Whether a text may be a list of this game, without the catalogue: by the names of the types alone."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from ibbprint.catalogue.documents import Document, holds_list
from ibbprint.catalogue.source import read_yaml
from ibbprint.problems import Report

_TROOPS = Path(__file__).parents[1] / "data" / "troops.yaml"


def may_name_troops(document: Document) -> bool:
    """False only where no line names a type of troops; YAML, which has escapes, may always name one."""
    return document.is_yaml or holds_list(document) or _names().search(document.text) is not None


@cache
def _names() -> re.Pattern[str]:
    """A word of each name of each shipped type, with no letter at its ends but the sign of a count: `4xBlades`.

    Of several words the longest: marks of forums may stand between them. The models of the catalogue are left out, for
    they take four times as long as the file itself (20 ms against 5).
    """
    source = read_yaml(_TROOPS, Report())
    troops = [] if source is None else source.data["troops"]
    names = [name for each in troops for name in (each["id"], each["name"], each["one"], *each.get("aliases", ()))]
    words = {max(re.split("[ -]", name), key=len) for name in names}
    return re.compile(rf"(?<![^\W\d_xX×])(?:{'|'.join(map(re.escape, sorted(words)))})(?![^\W\d_])", re.IGNORECASE)
