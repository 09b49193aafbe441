"""A table to try the rules of The Battle Turn on: units where a test puts them, and dice that it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from ibbprint.dice import ScriptedDice
from ibbprint.engine.lattice import Block, Heading, Rect
from ibbprint.engine.state import Event
from ibbprint.systems import games
from ibbprint.systems.battle_turn.models import rank_depth
from ibbprint.systems.battle_turn.play import BattleTurnPlay
from ibbprint.systems.battle_turn.rules import formation
from ibbprint.systems.battle_turn.rules.state import Leader, State, Unit
from tests import staged
from tests.helpers import ROOT, quick_load

GAME: Any = games()["battle-turn"]
FOOT: Mapping[str, Any] = {
    "command": "Chief",
    "figures": 8,
    "quality": "average",
    "temperament": "disciplined",
    "armour": "light",
    "shield": True,
    "weapon": "hand",
    "orders": "hold",
}
CHIEF: Mapping[str, Any] = {"name": "Chief", "role": "warchief", "leadership": 4}


def unit(at: str, **given: Any) -> dict[str, Any]:
    """A unit as data; `at` is its south-west corner and its facing, as `10,10 north`."""
    return {**FOOT, "at": at, **given}


def _roster(id: str, letter: str, units: Sequence[Mapping[str, Any]], leaders: Sequence[Mapping[str, Any]]) -> Any:
    named = [
        {"name": f"Unit {letter}{n}", **{k: v for k, v in item.items() if k != "at"}} for n, item in enumerate(units, 1)
    ]
    return {
        "id": id,
        "name": id.capitalize(),
        "letter": letter,
        "livery": "blue" if letter == "A" else "red",
        "leaders": list(leaders),
        "units": named,
    }


def _army(id: str, letter: str, units: Sequence[Mapping[str, Any]]) -> Any:
    places = []
    for number, item in enumerate(units, 1):
        corner, facing = item["at"].split()
        x, y = map(int, corner.split(","))
        places.append({"unit": f"Unit {letter}{number}", "x": x, "y": y, "facing": facing})
    return {"roster": id, "places": places}


def scenario(
    south: Sequence[Mapping[str, Any]],
    north: Sequence[Mapping[str, Any]],
    terrain: str = "",
    leaders: tuple[Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]] = ((CHIEF,), (CHIEF,)),
) -> dict[str, Any]:
    """A scenario as data; terrain as `wood 20,18 8x6; wall 3,4 5x1`."""
    pieces = []
    for part in filter(None, terrain.split("; ")):
        kind, corner, size = part.split()
        (x, y), (width, depth) = map(int, corner.split(",")), map(int, size.split("x"))
        pieces.append({"kind": kind, "x": x, "y": y, "width": width, "depth": depth})
    return {
        "scenario": {"id": "table", "title": "A table", "game": "battle-turn"},
        "terrain": pieces,
        "armies": [_army("south", "A", south), _army("north", "B", north)],
        "rosters": [_roster("south", "A", south, leaders[0]), _roster("north", "B", north, leaders[1])],
    }


class Table(staged.Staged):
    """A battle in which a test sets the phase, acts and throws the dice."""

    def __init__(
        self,
        south: Sequence[Mapping[str, Any]],
        north: Sequence[Mapping[str, Any]],
        *,
        rules: Mapping[str, str] | None = None,
        **given: Any,
    ) -> None:
        self._begin(scenario(south, north, **given), rules or {})

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Self:
        """A table with a whole scenario on it."""
        table = cls.__new__(cls)
        table._begin(given, {})
        return table

    def _begin(self, given: Mapping[str, Any], rules: Mapping[str, str]) -> None:
        opened = staged.opened(GAME.id, given, rules)
        self.game = BattleTurnPlay.begin(opened.setting, 1, listen=True)
        self.state: State = self.game.state
        self.state.first, self.state.order = 0, (0, 1)
        self.phase("movement")

    def phase(self, name: str, dice: Sequence[int] = (), queue: Sequence[str] | None = None) -> None:
        """Begin a phase of turn 1 anew; `queue` are those who act in it, everybody where there is none."""
        state = self.state
        state.turn, state.phase, state.questions, state.events = 1, name, [], []
        state.queue = None if queue is None else tuple(self.number(key) for key in queue)
        state.dice = ScriptedDice(dice)
        for unit in state.units:
            unit.began = unit.worth if unit.stands else 0

    def play(self, dice: Sequence[int] = ()) -> list[Event]:
        """Play the phase on to the next decision, or to its end; just these dice fall."""
        self.state.dice, self.state.events = ScriptedDice(dice), []
        phase = self.state.phase
        while self.state.phase == phase and self.game.flow.phases[phase].play(self.state):
            pass
        return self.events()

    def do(self, *lines: str, dice: Sequence[int] = ()) -> list[Event]:
        """Do what lines say, and let those act who have no choice; just these dice fall. The events that came of it."""
        self.state.dice, self.state.events = ScriptedDice(dice), []
        flow = self.game.flow
        for line in lines:
            action = self.game.parse(line)
            refused = flow.check(self.state, action)
            assert refused is None, refused
            if self.state.questions:
                flow.answer(self.state, self.state.questions.pop(0), action)
                continue
            do = flow.phases[self.state.phase].do
            assert do is not None, self.state.phase
            do(self.state, action)
            while self.state.queue and flow.phases[self.state.phase].play(self.state):
                pass
        return self.events()

    def events(self) -> list[Event]:
        assert isinstance(self.state.dice, ScriptedDice)
        assert self.state.dice.left == 0, f"{self.state.dice.left} dice were not thrown"
        return list(self.state.events or ())

    def can(self) -> list[str]:
        """Everything that is listed, as text."""
        return [self.game.text(action) for action in self.game.candidates()]

    def number(self, key: str) -> int:
        return next(n for n, item in enumerate(self.state.counters) if item.key == key)

    def unit(self, key: str) -> Unit:
        return next(item for item in self.state.units if item.key == key)

    def leader(self, key: str) -> Leader:
        return next(item for item in self.state.leaders if item.key == key)

    def put(self, key: str, x: int, y: int, heading: Heading, **changed: Any) -> Unit:
        """Set a unit somewhere: its south-west corner and its heading; and change what it is, its front too."""
        item = self.unit(key)
        for name, value in changed.items():
            if name != "front":
                setattr(item, name, value)
        front = changed.get("front", item.front)
        depth = formation.ranks(item.figures, front) * rank_depth(item.kind, self.state.setting.figures)
        wide, deep = (depth, front) if heading % 2 else (front, depth)
        item.block = Block(Rect(x, y, x + wide, y + deep), heading)
        return item

    def at(self, key: str) -> tuple[int, int, str]:
        """The south-west corner and the heading of a unit."""
        item = self.unit(key)
        return item.rect.x1, item.rect.y1, item.block.heading.name.lower()


def shipped(*, terrain: bool = True) -> Table:
    """The first sample battle, as it begins; without `terrain` on an open table."""
    data = quick_load((ROOT / "scenarios" / "battle-turn" / "the-moon-at-the-gate.yaml").read_text("utf-8"))
    if not terrain:
        data["terrain"] = []
    return Table.of(data)
