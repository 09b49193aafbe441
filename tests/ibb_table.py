"""A table to try rules on: a small battle of one's own, counters set down where a test wants them, dice that it says.

`battle()` opens a scenario written here, on the shipped map; `Table` moves its counters about and resolves things.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from ibbprint.dice import ScriptedDice, SeededDice
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.state import Action
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.systems.ibb.play import IbbPlay
from ibbprint.systems.ibb.rules import turn
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Activation, Counter, State


@cache
def _setting(name: str, rules: tuple[tuple[str, str], ...]) -> Setting:
    report = Report()
    opened = games()["ibb"].open(name, KitOptions((), dict(rules), force=True), report)  # type: ignore[attr-defined]
    assert opened is not None, "\n".join(map(str, report))
    setting: Setting = opened.setting
    return setting


def shipped(name: str, rules: Mapping[str, str] | None = None) -> Setting:
    """The setting of a shipped scenario."""
    return _setting(name, tuple(sorted((rules or {}).items())))


def battle(
    forces: Sequence[Mapping[str, Any]], rules: Mapping[str, str] | None = None, turns: int = 6, **more: Any
) -> Setting:
    """The setting of a battle of one's own: two sides, `reds` and `blues`, with these lines of forces.

    A line needs side, unit and hexes. Leaders are named; a formation is made for every captain, called like him in
    small letters. `more` adds victory, special, crossings, zones.
    """
    captains = [f for f in forces if str(f["unit"]).startswith("captain")]
    formations = [
        {
            "id": str(f["name"]).lower(),
            "side": f["side"],
            "name": f"{f['name']}’s",
            "letter": chr(65 + n),
            "captain": f["name"],
        }
        for n, f in enumerate(captains)
    ]
    scenario = {
        "scenario": {"id": "trial", "title": "Trial", "map": "forest-map-one", "turns": turns, **more.pop("head", {})},
        "sides": [
            {"id": "reds", "name": "Reds", "army": "The Reds", "letter": "R", "livery": "crimson"},
            {"id": "blues", "name": "Blues", "army": "The Blues", "letter": "B", "livery": "azure"},
        ],
        "formations": formations,
        "forces": [dict(f) for f in forces],
        **more,
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trial.yaml"
        path.write_text(yaml.safe_dump(json.loads(json.dumps(scenario)), sort_keys=False), encoding="utf-8")
        report = Report()
        # What the check of set-ups says (a unit without a captain, a hex too full) does not matter here.
        options = KitOptions((), dict(rules or {}), force=True)
        opened = games()["ibb"].open(str(path), options, report)  # type: ignore[attr-defined]
        assert opened is not None, "\n".join(map(str, report))
        setting: Setting = opened.setting
        return setting


class Table:
    """A game of a setting in which a test moves the counters and throws the dice."""

    def __init__(self, setting: Setting, *throws: int, seed: int | None = None) -> None:
        self.setting = setting
        self.state = State(setting, SeededDice(0 if seed is None else seed))
        self.state.events = []
        turn.deploy.muster(self.state)
        while self.state.placing:
            turn.deploy.do(self.state, turn.deploy.choices(self.state)[0])
        self.state.turn, self.state.phase = 1, "activation"
        if seed is None:
            self.state.dice = ScriptedDice(throws)

    @property
    def play(self) -> IbbPlay:
        return IbbPlay(self.state)

    def throws(self, *throws: int) -> None:
        """The dice that will fall from here on."""
        self.state.dice = ScriptedDice(throws)

    def at(self, key: str) -> Counter:
        """A counter by its printed id (R1, B2: in the order of the forces), or by its name."""
        result = self.state.named(key) or next((u for u in self.state.units if u.name == key), None)
        assert result is not None, key
        return result

    def hex(self, name: str) -> int:
        return self.setting.ground.index[name]

    def where(self, key: str) -> str:
        """The hex of a counter; nothing when it is off the map."""
        h = self.at(key).hex
        return "" if h == OFF else self.setting.ground.names[h]

    def put(self, key: str, name: str) -> Counter:
        """Set a counter down in a hex."""
        unit = self.at(key)
        self.state.put(unit, self.hex(name))
        return unit

    def activate(self, leader: str, *, orders: bool = True) -> Activation:
        """Give a captain, caster, engineer or scout his activation, a captain's orders given already."""
        unit = self.at(leader)
        self.state.cup = [(unit.id,)]
        dice, self.state.dice = self.state.dice, ScriptedDice([1])
        turn.orders.draw(self.state)
        self.state.dice = dice
        act = self.state.activation
        assert act is not None
        if orders and not act.ordered:
            act.ordered = True
            for i in act.members:
                self.state.units[i].acted = self.state.turn
        return act

    def actions(self, verb: str = "") -> list[str]:
        """The candidates as text, those with a verb only."""
        return [text for a in turn.FLOW.actions(self.state) if (text := self.play.text(a)).startswith(verb)]

    def refusal(self, line: str) -> str:
        """The rule for which an action is refused; nothing when it is legal."""
        refused = turn.FLOW.check(self.state, self.parse(line))
        return "" if refused is None else refused.rule

    def parse(self, line: str) -> Action:
        return self.play.parse(line)

    def do(self, *lines: str) -> None:
        """Do what the lines say, one after the other; each must be legal."""
        for line in lines:
            self.play.apply(self.parse(line))

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The values of all events of a kind so far."""
        return [event.values for event in self.state.events or () if event.kind == kind]
