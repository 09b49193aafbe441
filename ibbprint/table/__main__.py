"""The process of one game, or of one map that is edited: `python -m ibbprint.table`.

It reads questions from its input and answers on its output, each one line of JSON. The first line is the `Sitting`, or
the `MapSitting`; the answer to it says whether that could be opened.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from ibbprint.engine.api.kits import Game, KitOptions
from ibbprint.problems import Report
from ibbprint.table.desk import Desk, Sitting
from ibbprint.table.map_desk import MapDesk, MapSitting


def opened_desk(values: dict[str, Any], report: Report) -> Desk | None:
    """The desk of a sitting; None with the reason in the report."""
    from ibbprint.systems import games

    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in values["sitting"].items()
    }
    sitting: Sitting = Sitting(**fields)
    game: Game = games()[values["game"]]
    packs = tuple(Path(pack) for pack in sitting.packs)
    opened = game.open(sitting.scenario, KitOptions(packs, sitting.rules, force=sitting.force), report)
    return None if opened is None else Desk(game, opened, sitting, report)


def opened_map(values: dict[str, Any], report: Report) -> MapDesk:
    """The desk of a map; what is wrong with the map it says itself."""
    from ibbprint.systems import games

    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in values["sitting"].items()
    }
    return MapDesk(games()[values["game"]], MapSitting(**fields), report)


def main() -> None:
    """Answer until the input ends."""
    # What a library prints must not get between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    desk: Desk | MapDesk | None = None
    for line in sys.stdin:
        values = json.loads(line)
        if desk is None:
            report = Report()
            desk = opened_map(values, report) if values["desk"] == MapSitting.DESK else opened_desk(values, report)
            result: dict[str, Any] = {"open": desk is not None, "problems": [str(each) for each in report]}
            if isinstance(desk, Desk):
                result["saved"] = desk.match.saved()
        else:
            result = desk.ask(values.pop("ask"), values)
        answers.write(json.dumps(result, ensure_ascii=False) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
