"""A table to try the rules of MicroBattle on: units where a test puts them, and dice that it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ibbprint.dice import ScriptedDice
from ibbprint.engine.state import Event
from ibbprint.systems import games
from ibbprint.systems.microbattle.play import MicroPlay
from ibbprint.systems.microbattle.rules.setting import FIRST, SECOND
from ibbprint.systems.microbattle.rules.state import State, Unit
from tests import staged
from tests.helpers import ROOT

GAME: Any = games()["microbattle"]
Edits = tuple[tuple[str, str], ...]
"""Changes to a text: what stands in it, and what takes its place."""


def scenario(
    blue: str,
    red: str,
    *,
    kind: str = "clash",
    woods: str = "",
    hill: str = "",
    water: str = "",
    built: str = "",
    commanders: Sequence[str] = ("average", "average"),
    **head: Any,
) -> dict[str, Any]:
    """A scenario as data: units as `infantry 3,4 3,5; cavalry 1,1` (`+2` for two in reserve), ground as squares."""

    def army(id: str, text: str, quality: str) -> dict[str, Any]:
        lines = []
        for part in text.split("; "):
            type, *squares = part.split()
            reserve = sum(int(item) for item in squares if item.startswith("+"))
            lines.append({"unit": type, "squares": [entry for entry in squares if "," in entry], "reserve": reserve})
        first = [square for line in lines for square in line["squares"]][:1]
        commander: dict[str, Any] = {"quality": quality, **({"square": first[0]} if first else {})}
        return {
            "id": id,
            "name": f"The {id.capitalize()} Army",
            "letter": id[0].upper(),
            "livery": "azure",
            "commander": commander,
            "units": lines,
        }

    grounds = {"woods": woods, "hill": hill, "water": water, "built-up": built}
    return {
        "scenario": {"id": "table", "title": "A table", "game": "microbattle", "kind": kind, **head},
        "terrain": [{"ground": id, "squares": squares.split()} for id, squares in grounds.items() if squares],
        "armies": [army("blue", blue, commanders[0]), army("red", red, commanders[1])],
    }


class Table(staged.Staged):
    """A battle in the middle of the first side's turn, in which a test acts and throws the dice."""

    def __init__(
        self, blue: str, red: str, *, rules: Mapping[str, str] | None = None, spare: bool = True, **given: Any
    ) -> None:
        """With a `spare` each side has one unit more, in reserve, so that its turn does not end with the others."""
        if spare:
            blue, red = f"{blue}; artillery +1", f"{red}; artillery +1"
        opened = staged.opened(GAME.id, scenario(blue, red, **given), rules or {})
        self.game = MicroPlay.begin(opened.setting, 1, listen=True)
        self.state: State = self.game.state
        self.turn(FIRST)

    def turn(self, side: int, *, number: int = 2, left: int = 9) -> None:
        """Let a side be in the middle of its turn, with so many units to activate."""
        state = self.state
        state.turn, state.side, state.left, state.phase = number, side, left, "act"
        state.order, state.done, state.rallies = (), frozenset(), 0
        state.questions, state.events = [], []

    def red(self, **given: Any) -> None:
        self.turn(SECOND, **given)

    def do(self, *lines: str, dice: Sequence[int] = ()) -> list[Event]:
        """Do what lines say; just these dice fall. The events that came of it."""
        self.state.events, self.state.dice = [], ScriptedDice(dice)
        for line in lines:
            self.game.apply(self.game.parse(line))
        assert isinstance(self.state.dice, ScriptedDice)
        assert self.state.dice.left == 0, f"{self.state.dice.left} dice were not thrown"
        return list(self.state.events)

    def can(self) -> set[str]:
        """Everything that can be done, as text."""
        return {self.game.text(action) for action in self.game.candidates()}

    def targets(self, unit: str) -> set[str]:
        """The attacks that a unit has where it stands."""
        self.do(f"stay {unit}")
        results = {line.partition(" ")[0] + " " + line.partition("-> ")[2] for line in self.can() if "->" in line}
        if self.state.questions:
            self.do(f"hold {unit}")
        self.turn(self.state.side)
        return results

    def unit(self, key: str) -> Unit:
        return next(unit for unit in self.state.units if unit.key == key)

    def at(self, key: str) -> str:
        """Where a unit is; nothing if it is not on the board."""
        unit = self.unit(key)
        return self.state.setting.space.names[unit.hex] if unit.stands else ""

    def where(self) -> dict[str, str]:
        return {unit.key: self.at(unit.key) for unit in self.state.units if unit.stands}

    def kinds(self) -> list[str]:
        return [event.kind for event in self.state.events or ()]


# --- Two Villages, and other kinds of battle with its armies -------------------------------------------------------

FOLDER = ROOT / "scenarios" / "microbattle"
BATTLE = (FOLDER / "two-villages.yaml").read_text(encoding="utf-8")
RED = '["2,7", "3,7", "4,7", "5,7"]'
DEFENSE = (
    ("kind: clash", 'kind: defense\n  prepared: ["2,6", "5,6"]'),
    (RED, '["2,6", "5,6", "4,7", "5,7"]'),
    ('squares: ["2,6", "3,6"]', 'squares: ["3,6"]'),
)
ESCAPE = (
    ("kind: clash", "kind: escape"),
    (f"squares: {RED}", 'squares: ["4,6"], reserve: 3'),
    ('cavalry, squares: ["1,7"]', "cavalry, reserve: 1"),
    ('artillery, squares: ["4,8"]', "artillery, reserve: 1"),
    ('square: "4,7"', 'square: "4,6"'),
)
KINDS: Mapping[str, Edits] = {
    "clash": (),
    "breakthrough": (("kind: clash", "kind: breakthrough"),),
    "escape": ESCAPE,
    "defense": DEFENSE,
    "seize": (("kind: clash", 'kind: seize\n  point: "3,4"'),),
    "retrieve": (("kind: clash", 'kind: retrieve\n  point: "4,5"'),),
}
"""What makes another kind of battle of Two Villages."""


def written(folder: Path, edits: Edits, text: str = BATTLE) -> Path:
    """Two Villages with changes, as a file."""
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path
