"""A table to try the rules of the element battle on: elements where a test puts them, and dice that it says."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ibbprint.dice import ScriptedDice, SeededDice
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.lattice import Block, Heading, Rect
from ibbprint.engine.state import Event
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.systems.element_battle.play import ElementPlay
from ibbprint.systems.element_battle.rules.state import Element, State
from tests import staged

GAME: Any = games()["element-battle"]
ATTACKER, DEFENDER = 0, 1


def _army(role: str, text: str, options: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """An army from `blades 40,20 north general; riders 60,20 north; lurkers`; who has no place waits."""
    stands, counts, generals = [], Counter[str](), set()
    for part in filter(None, text.split("; ")):
        kind, *rest = part.split()
        counts[kind] += 1
        if rest:
            x, y = map(int, rest[0].split(","))
            general = "general" in rest
            generals |= {kind} if general else set()
            stands.append({"type": kind, "x": x, "y": y, "facing": rest[1], "general": general})
    elements = [
        {"type": kind, "count": count, "general": kind in generals, "options": list(options.get(kind, ()))}
        for kind, count in counts.items()
    ]
    return {"role": role, "name": role.capitalize(), "livery": "azure", "elements": elements, "stands": stands}


def scenario(
    attacker: str, defender: str, terrain: str = "", options: Mapping[str, Sequence[str]] | None = None
) -> dict[str, Any]:
    """A scenario as data; terrain as `wood 20,18 8x6; river 0,40 120x6`."""
    pieces = []
    for part in filter(None, terrain.split("; ")):
        kind, corner, size = part.split()
        (x, y), (width, depth) = map(int, corner.split(",")), map(int, size.split("x"))
        pieces.append({"kind": kind, "x": x, "y": y, "width": width, "depth": depth})
    armies = [_army("attacker", attacker, options or {}), _army("defender", defender, options or {})]
    return {
        "scenario": {"id": "table", "title": "A table", "game": "element-battle"},
        "terrain": pieces,
        "armies": armies,
    }


@cache
def _opened(text: str, rules: tuple[tuple[str, str], ...]) -> Any:
    """A scenario ready to be played, whatever its set-up breaks."""
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.yaml"
        path.write_text(text, encoding="utf-8")
        options = KitOptions((), dict(rules))
        read = GAME.read(str(path), options, report)
        assert read is not None, "\n".join(map(str, report))
        return GAME.set_up(read.battle, read.catalogue, options, report)


class Table(staged.Staged):
    """A battle in which a test sets the step, acts and throws the dice. It is the attacker's turn."""

    def __init__(
        self, attacker: str, defender: str, terrain: str = "", *, rules: Mapping[str, str] | None = None, **given: Any
    ) -> None:
        opened = _opened(json.dumps(scenario(attacker, defender, terrain, **given)), tuple((rules or {}).items()))
        self.state = State(opened.setting, SeededDice(1), events=[])
        self.game = ElementPlay(self.state)
        self.game.set_up(1)
        self.phase("movement", pips=6)

    def __getitem__(self, key: str) -> Element:
        return next(element for element in self.state.elements if element.key == key)

    def phase(self, name: str, *, pips: int = 0, side: int = ATTACKER) -> None:
        """Begin a step of a turn anew."""
        state = self.state
        state.turn, state.side, state.phase, state.pips, state.questions = 2, side, name, pips, []
        state.events, state.shooting, state.aims, state.fights = [], side, (), ()
        for element in state.elements:
            element.moved = element.back = element.cast = element.shot = False

    def put(self, key: str, x: int, y: int, heading: Heading) -> None:
        """Put an element somewhere."""
        element = self[key]
        front, depth = self.state.setting.base, self.state.setting.depth(element.kind)
        wide, deep = (depth, front) if heading % 2 else (front, depth)
        element.block = Block(Rect(x, y, x + wide, y + deep), heading)

    def do(self, *lines: str, dice: Sequence[int] = ()) -> list[Event]:
        """Do what lines say, and nothing that follows from it; just these dice fall. The events that came of it."""
        self.state.dice, self.state.events = ScriptedDice(dice), []
        for line in lines:
            action = self.game.parse(line)
            refused = self.game.flow.check(self.state, action)
            assert refused is None, refused
            do = self.game.flow.phases[self.state.phase].do
            assert do is not None, self.state.phase
            do(self.state, action)
        return list(self.game.events)

    def play(self, dice: Sequence[int] = (), *, until: str = "") -> list[Event]:
        """Play on to the next decision, or to the step `until`; just these dice fall."""
        self.state.dice, self.state.events = ScriptedDice(dice), []
        flow = self.game.flow
        while not self.state.over and self.state.phase != until:
            if self.state.questions:
                if flow.asks(self.state):
                    break
            elif not flow.phases[self.state.phase].play(self.state):
                break
        return list(self.game.events)

    def fight(self, dice: Sequence[int]) -> list[Event]:
        """The close combats of the turn, until there is a choice; no turn follows."""
        self.phase("fights")
        return self.play(dice, until="turn")

    def told(self, kind: str) -> list[Event]:
        return [event for event in self.game.events if event.kind == kind]

    def where(self, key: str) -> tuple[int, int, str]:
        """The south-west corner of an element, and its heading."""
        block = self[key].block
        return block.rect.x1, block.rect.y1, block.heading.name.lower()
