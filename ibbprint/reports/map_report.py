"""The report on a map for a player and a program: its ground, its waters and roads, the places where armies would
meet.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ibbprint.catalogue.maps import HexMap
from ibbprint.engine.land.gates import Judged
from ibbprint.phrases import listed
from ibbprint.problems import Report
from ibbprint.reports.layout import WIDTH, wrapped
from ibbprint.reports.odds_report import PROSE


def as_text(board: HexMap, judged: Judged, width: int = WIDTH) -> str:
    """The title and size, and a line for each thing worth knowing."""
    model = board.model
    theme = f", {model.theme}" if model.theme else ""
    prose = min(width, PROSE)
    lines = wrapped(f"{model.title}{theme}, {model.columns} x {model.rows} hexes", prose, rest="  ")
    for label, words in _facts(board, judged):
        lines += wrapped(words, prose, first=f"  {label:<10}", rest=" " * 12)
    return "\n".join(lines)


def _facts(board: HexMap, judged: Judged) -> Iterator[tuple[str, str]]:
    model = board.model
    yield "Land", ", ".join(f"{kind} {share // 10}.{share % 10}%" for kind, share in judged.shares)
    waters = [*(water.name for water in model.waters), *(water.name for water in model.hexside_waters)]
    if waters:
        yield "Waters", listed(waters)
    fords = sorted(board.fords)
    if model.bridges or fords:
        over = [bridge.name for bridge in model.bridges] + [f"a ford in {name}" for name in fords]
        yield "Crossings", f"{listed(over)}; {judged.crossings} from bank to bank"
    if judged.meeting is not None:
        item, second = judged.meeting.turns
        turns = f"{item} and {second} turns" if item != second else f"{item} turn{'s' if item != 1 else ''} each"
        yield "Battle", f"for {judged.meeting.place} ({judged.meeting.hex}); the armies march {turns}"


def as_json(board: HexMap | None, judged: Judged | None, report: Report) -> str:
    """The report as JSON: shares in tenths of a percent, zones as lists of hexes."""
    values: dict[str, Any] = {"ok": report.ok}
    if board is not None and judged is not None:
        meeting = judged.meeting
        values |= {
            "id": board.model.id,
            "title": board.model.title,
            "theme": board.model.theme,
            "columns": board.model.columns,
            "rows": board.model.rows,
            "shares": {kind: share / 1000 for kind, share in judged.shares},
            "crossings": judged.crossings,
            "bridges": [bridge.hex for bridge in board.model.bridges],
            "fords": sorted(board.fords),
            "battle": None
            if meeting is None
            else {
                "place": meeting.place,
                "hex": meeting.hex,
                "zones": [list(zone) for zone in meeting.zones],
                "turns": list(meeting.turns),
            },
        }
    values["findings"] = [
        {
            "severity": problem.severity.word,
            "where": str(problem.where),
            "rule": problem.rule,
            "message": problem.message,
            "hint": problem.hint,
        }
        for problem in report
    ]
    return json.dumps(values, indent=2, ensure_ascii=False)
