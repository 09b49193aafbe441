"""Folders of the tests that play, and positions on their maps."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.session import Opened
from ibbprint.engine.state import Action
from ibbprint.problems import Report
from ibbprint.systems.printed import game
from ibbprint.systems.printed.rules import movement, retreat, staging
from ibbprint.systems.printed.rules.state import State
from ibbprint.systems.printed.rules.turn import FLOW
from ibbprint.systems.printed.starter import starter
from tests.helpers import ROOT


@cache
def played_folders() -> Mapping[str, Path]:
    """The folder of each worked game that plays, by the id of its scenario."""
    folder = Path(tempfile.mkdtemp(prefix="played-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return {"drowned-road": slack_water(folder), "thaw": ROOT / "docs" / "examples" / "long-thaw"}


def slack_water(folder: Path) -> Path:
    """The starter as a folder."""
    return written(folder / "slack-water", {k: v.decode() for k, v in starter("slack-water", "slack-water").items()})


def written(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def laid(folder: Path, play: Mapping[str, Any], *, over: str = "slack-water", name: str = "laid") -> Path:
    """An expansion that changes the section `play:`."""
    head = {"game": {"id": name, "title": name, "over": over}, "play": play}
    return written(folder / name, {"game.yaml": yaml.safe_dump(head, allow_unicode=True)})


def opened(*packs: Path, scenario: str = "", rules: Mapping[str, str] | None = None) -> Opened[Any]:
    """A scenario of a folder, ready for play; it has no faults."""
    report = Report()
    result = game.open(scenario, KitOptions(tuple(packs), rules or {}), report)
    assert result is not None, [str(problem) for problem in report]
    return result


def faults(*packs: Path, scenario: str = "", rules: Mapping[str, str] | None = None) -> list[str]:
    """What is wrong with a folder that is to be played: place in the file, message and hint."""
    report = Report()
    game.open(scenario, KitOptions(tuple(packs), rules or {}), report)
    return [
        f"{Path(problem.where.file).name}:{problem.where.line}: {problem.message} {problem.hint}".strip()
        for problem in report
    ]


class Position:
    """Counters on the map of a scenario, in a phase of a turn."""

    def __init__(self, scenario: Opened[Any], turn: int, phase: str, side: str, *units: str) -> None:
        self.setting = scenario.setting
        number = self.setting.sides.index(side)
        fight = next(iter(self.setting.fights.values()))
        self.state: State = staging.staged(self.setting, turn, number, fight)
        for at, op in enumerate(self.setting.program):
            if phase in (op.id, op.do) and op.side == number:
                self.state.op, self.state.phase = at, op.do
                break
        for text in units:
            id, *hexes = text.split()
            kind = self.setting.by_id[id.removeprefix("reduced:")]
            for hex in hexes:
                step = int(id.startswith("reduced:"))
                staging.add(self.state, kind, kind.side, self.hex(hex), step=step)

    def hex(self, name: str) -> int:
        cell = self.setting.board.cell(name)
        assert cell is not None, name
        return self.setting.space.index[cell]

    def named(self, hexes: Any) -> set[str]:
        return {self.setting.names[hex] for hex in hexes}

    def costs(self, unit: int = 0, mode: str = "") -> dict[str, str]:
        """The cost in points of every hex that a counter can reach, before stacking."""
        counter = self.state.counters[unit]
        result = movement.reach(self.state, counter, mode).costs
        return {
            self.setting.names[hex]: movement.whole_points(self.state, cost)
            for hex, cost in result.items()
            if hex != counter.hex
        }

    def way(self, end: str, unit: int = 0, mode: str = "") -> str:
        """The cheapest way of a counter to a hex."""
        hexes = movement.reach(self.state, self.state.counters[unit], mode)
        return "-".join(self.setting.names[hex] for hex in hexes.way(self.hex(end)))

    def ends(self, unit: int = 0) -> set[str]:
        """The hexes where a counter may end its move."""
        moves = [action for action in FLOW.actions(self.state) if action.verb == "move" and action.counters == (unit,)]
        return self.named(action.path[-1] for action in moves)

    def retreats(self, unit: int = 0, hexes: int = 1) -> set[str]:
        ways = retreat.ways(self.state, self.state.counters[unit], hexes)
        return self.named(way[-1] for way in ways)

    def refused(self, verb: str, units: tuple[int, ...], hexes: str = "", what: str = "") -> Refusal | None:
        path = tuple(self.hex(name) for name in hexes.split("-") if name)
        return FLOW.check(self.state, Action(verb, units, path, what))

    def rule(self, verb: str, units: tuple[int, ...], hexes: str = "", what: str = "") -> str:
        """The ruling that forbids an action; empty for a legal one."""
        refused = self.refused(verb, units, hexes, what)
        return "" if refused is None else refused.rule

    def do(self, verb: str, units: tuple[int, ...], hexes: str = "", what: str = "") -> None:
        path = tuple(self.hex(name) for name in hexes.split("-") if name)
        FLOW.do(self.state, Action(verb, units, path, what))
