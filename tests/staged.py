"""Battles that a test writes as data: opened once for each text, and asked why an action is refused."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.session import Playing
from ibbprint.problems import Report
from ibbprint.systems import games


def opened(game: str, scenario: Mapping[str, Any], rules: Mapping[str, str]) -> Any:
    """The scenario, ready to be played under these switches, whatever rules its set-up breaks."""
    return _opened(game, json.dumps(scenario), tuple(sorted(rules.items())))


@cache
def _opened(game: str, text: str, rules: tuple[tuple[str, str], ...]) -> Any:
    report, able = Report(), games()[game]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.yaml"
        path.write_text(text, encoding="utf-8")
        catalogue = able.open(str(path), KitOptions((), dict(rules), force=True), report)  # type: ignore[attr-defined]
    assert catalogue is not None, "\n".join(map(str, report))
    return catalogue


class Staged:
    """A game in play that a test acts in."""

    game: Playing

    def refused(self, line: str) -> str:
        """Why a line cannot be done: the id of the rule."""
        problem = self.game.fault(line)
        assert problem is not None, f"{line} is legal"
        return problem.rule.partition(":")[2]
