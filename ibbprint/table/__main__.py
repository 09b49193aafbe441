"""The process of one game, or of one map that is edited: `python -m ibbprint.table`.

It reads questions from its input and answers on its output, each one line of JSON. The first line is the `Sitting`, or
the `MapSitting`; the answer to it says whether that could be opened.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.problems import Report
from ibbprint.table.answering import Answering
from ibbprint.table.desk import Desk, Sitting
from ibbprint.table.map_desk import MapDesk, MapSitting


def opened(values: Mapping[str, Any], report: Report) -> Answering | None:
    """What answers at a table, by the values of its sitting; None with the reason in the report.

    What is wrong with a map its desk says itself.
    """
    from ibbprint.systems import games

    game: Game = games()[values["game"]]
    kind = MapSitting if values["desk"] == MapSitting.DESK else Sitting
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in values["sitting"].items()
    }
    sitting = kind(**fields)
    if isinstance(sitting, MapSitting):
        return MapDesk(game, sitting, report)
    options = KitOptions(tuple(map(Path, sitting.packs)), sitting.rules, force=sitting.force)
    scenario = game.open(sitting.scenario, options, report)
    return None if scenario is None else Desk(game, scenario, sitting, report)


def main() -> None:
    """Answer until the input ends."""
    # What a library prints must not get between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    desk: Answering | None = None
    for line in sys.stdin:
        values = json.loads(line)
        if desk is None:
            report = Report()
            desk = opened(values, report)
            result: dict[str, Any] = {"open": desk is not None, "problems": [str(problem) for problem in report]}
            if desk is not None:
                result |= desk.after()
        else:
            result = desk.ask(values.pop("ask"), values)
        answers.write(json.dumps(result, ensure_ascii=False) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
