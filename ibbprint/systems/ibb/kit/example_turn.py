"""A whole turn of a shipped battle for the rules booklet, played by the engine when the booklet is made.

The decisions and the dice are those of example-turn.yaml; everything else is what the engine makes of them with the
catalogue as it is. Where a catalogue forbids a decision, or wants a die that was not thrown, the example ends there and
says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Literal

from ibbprint.dice import OutOfScript, SeededDice
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.session import Session
from ibbprint.engine.state import Event
from ibbprint.materials import Fields
from ibbprint.materials.booklets import Figure, FigureArrow, FigureToken, MapScene
from ibbprint.phrases import listed, mixed, signed
from ibbprint.problems import Report
from ibbprint.systems.ibb import scenarios
from ibbprint.systems.ibb.checks import check_battle
from ibbprint.systems.ibb.kit import phrases
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.board import make_board
from ibbprint.systems.ibb.kit.counters import SideFields, side_fields
from ibbprint.systems.ibb.rules import deploy, movement, ordered_moves, orders, turn
from ibbprint.systems.ibb.rules.counters import WHITE, Setting
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.notation import NOTATION
from ibbprint.systems.ibb.rules.state import Counter, State
from ibbprint.systems.ibb.scenarios import Battle
from ibbprint.tables import odds

SCENARIO = "defend-the-bridge"
WINDOW = ("1505", "1908")
"""Two corners of the piece of the map that the figures show."""
SCENE_MM = 58.0
"""How wide that piece is."""
TOKEN = "ibb/booklet/stand.svg.j2"
"""The template of a counter on it."""


@dataclass(slots=True)
class _Dealt:
    """Dice that draw the chits and throw what the script says."""

    left: list[str | int]
    state: State | None = None

    def roll(self, faces: int) -> int:
        if not self.left:
            raise OutOfScript("the script has ended")
        number = self.left.pop(0)
        if isinstance(number, str):
            number = self._place(number)
        if not 1 <= number <= faces:
            raise OutOfScript(f"the script has {number} for a die of {faces} faces")
        return number

    def _place(self, chit: str) -> int:
        """The position in the Cup, from 1, of the chit that the named counter is on; 0 when it is on none."""
        assert self.state is not None
        units = self.state.units
        places = (n for n, ids in enumerate(self.state.cup, start=1) if any(units[i].key == chit for i in ids))
        return next(places, 0)

    def successes(self, number: int, chance: Fraction) -> int:
        raise OutOfScript(f"{number} throws were made beside the script")

    def copy(self) -> _Dealt:
        return _Dealt(list(self.left), self.state)


class _Played(Session[State]):
    state_class = State
    flow = turn.FLOW
    notation = NOTATION

    def set_up(self, seed: int | str) -> None:
        deploy.muster(self.state, SeededDice(seed))


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of a counter at a moment, and the marker on it."""

    unit: Counter
    hex: str
    mark: str = ""


@dataclass(slots=True)
class Part:
    """The events of one chit, or of the End phase, with the place of every counter before and after."""

    chit: str
    events: list[Event] = field(default_factory=list)
    before: list[Standing] = field(default_factory=list)
    after: list[Standing] = field(default_factory=list)
    shooter: str = ""
    """The enemy who has the formation of a captain in his range when its chit is drawn."""
    attachable: list[str] = field(default_factory=list)
    """The units without a captain that a captain may attach when his chit is drawn."""
    dear: list[dict[str, str] | None] = field(default_factory=list)
    """Of each move: what its first step cost, and what could be spent, where that was less."""

    def paths(self, kind: str) -> Iterator[Sequence[str]]:
        """The paths of those who moved (`moves`) or ran (`runs`)."""
        return (event.values["way"] for event in self.events if event.kind == kind)


class ExampleTurn:
    """The turn as it was played: nothing of it (`told` is False) where the battle cannot even begin."""

    def __init__(self, bill: Bill) -> None:
        self.bill = bill
        self.catalogue = bill.catalogue
        self.parts: list[Part] = []
        self.ended_early = False
        self.choices: dict[int, int] = {}
        """How many actions there were to choose from when so many events had happened."""
        self.steps = list(bill.catalogue.example_turn)
        self.battle = self._battle()
        if self.battle is not None and self.steps:
            self._play(Setting(self.battle, self.catalogue))

    def _battle(self) -> Battle | None:
        """The shipped battle with the catalogue as it is, the kit's own where that is the same."""
        report = Report()
        path = scenarios.find(SCENARIO, (), report)
        if path is None:
            return None
        if self.bill.battle.source.file == str(path) and not self.bill.whole:
            return self.bill.battle
        head = scenarios.read_head(path, report)
        if head is None:
            return None
        battle = scenarios.as_battle(path, *head, self.catalogue, (), report)
        if not battle.unread and not battle.lost and battle.map is not None:
            check_battle(battle, self.catalogue, report)
        return battle if report.ok and battle.map is not None else None

    @property
    def has_parts(self) -> bool:
        return bool(self.parts)

    # --- play -------------------------------------------------------------------------------------------------------

    def _play(self, setting: Setting) -> None:
        dice = _Dealt([])
        for step in self.steps:
            dice.left += [step.chit, *step.throws]
        self.state = dice.state = State(setting, dice)
        self.state.events = []
        game = _Played(self.state)
        game.set_up("example")
        self.parts.append(Part(self.steps[0].chit, before=self._standing()))
        noted = len(self.state.events)
        try:
            game.flow.settle(self.state)
            for step in self.steps:
                for action in step.actions:
                    noted = self._noted(noted)
                    self.choices[len(self.state.events)] = len(game.candidates())
                    game.apply(game.parse(action))
        except (Refusal, OutOfScript):
            # The dice run out when the next turn begins, as they should; sooner, something is not as it was.
            self.ended_early = self.state.turn < 2
        self._noted(noted)
        self.parts[-1].after = self._standing()
        if not any(event.kind == "drawn" for part in self.parts for event in part.events):
            self.parts = []

    def _noted(self, noted: int) -> int:
        """Sort what has happened since into the parts of the turn; how many events that makes."""
        events = self.state.events or []
        for event in events[noted:]:
            begins = event.kind == "drawn" and any(e.kind == "drawn" for e in self.parts[-1].events)
            ends = event.kind == "check" and self.parts[-1].chit
            if event.turn > 1 or event.kind in ("turn", "turn-over", "ready"):
                continue
            if begins or ends:
                standing = self._standing()
                self.parts[-1].after = standing
                self.parts.append(Part("" if ends else event.values["units"][0], before=standing))
            self.parts[-1].events.append(event)
            if event.kind == "drawn":
                self.parts[-1].shooter = self._shooter()
                self.parts[-1].attachable = self._attachable()
            elif event.kind == "moves":
                self.parts[-1].dear.append(self._dear(event))
        return len(events)

    def _shooter(self) -> str:
        act = self.state.activation
        if act is None or act.mode != "captain":
            return ""
        counter = orders.shooter_in_range(self.state, act.side, self.state.those(act.members))
        return "" if counter is None else counter.key

    def _attachable(self) -> list[str]:
        act = self.state.activation
        if act is None or act.mode != "captain":
            return []
        return [unit.key for unit in orders.attachable(self.state, act)]

    def _dear(self, event: Event) -> dict[str, str] | None:
        """The cost of a move of one hex that only a first step may pay (R-66)."""
        act, path, scale = self.state.activation, event.values["way"], self.state.ground.scale
        if act is None or len(path) != 2:
            return None
        unit = self.named[event.values["unit"]]
        cost = movement.step_cost(self.state, unit, *(self.state.ground.index[name] for name in path))
        points = ordered_moves.allowance(self.state, act, unit) * scale
        values = {"cost": mixed(Fraction(cost, scale)), "most": mixed(Fraction(points, scale))}
        return values if cost > points else None

    def _standing(self) -> list[Standing]:
        names = self.state.ground.names
        return [
            Standing(unit, names[unit.hex], "R" if unit.routed else "D" if unit.disorganised >= 0 else "")
            for unit in self.state.units
            if unit.hex != OFF
        ]

    # --- in words ---------------------------------------------------------------------------------------------------

    @cached_property
    def named(self) -> Mapping[str, Counter]:
        return {unit.key: unit for unit in self.state.units}

    def values(self) -> dict[str, Any] | None:
        """The values of the example turn for the text of the booklet; None where nothing can be reported."""
        if not self.has_parts or self.battle is None:
            return None
        return {
            "title": self.battle.scenario.scenario.title,
            "chits": listed([self._chit(part) for part in self.parts if part.chit]),
            "parts": [self._part(part) for part in self.parts],
            "ended_early": self.ended_early,
        }

    def _chit(self, part: Part) -> str:
        unit = self.named[part.chit]
        return unit.name if unit.kind.leader else f"the {unit.name.lower()}"

    def _part(self, part: Part) -> dict[str, Any]:
        items = [line for event in part.events if (line := self._line(event, part)) is not None]
        first = self.named.get(part.chit)
        moves = [line for line in items if line["kind"] == "moves"]
        for line, dear in zip(moves, part.dear, strict=True):
            line["dear"] = dear
        if moves and first is not None and self._can_charge(first):
            moves[0]["marked"] = first.name
        for line in items:
            if line["kind"] == "orders" and part.shooter:
                line["in_range"] = self.who([part.shooter])
                line["spared"] = phrases.mark(self.state.setting.modifiers["out-of-range"])
            if line["kind"] == "orders" and self._says_attachable(part):
                line["left_out"] = self.who(part.attachable)
        return {
            "chit": part.chit,
            "name": first.name if first is not None else "",
            "leader": bool(first is not None and first.kind.leader),
            "lines": items,
        }

    def _says_attachable(self, part: Part) -> bool:
        """Whether he is the first captain in the turn who may attach somebody."""
        return part is next((item for item in self.parts if item.attachable), None)

    def _can_charge(self, captain: Counter) -> bool:
        """Whether his formation must remember that it has moved (R-100)."""
        return any(unit.captain == captain.id and unit.kind.charges for unit in self.state.units)

    def _line(self, event: Event, part: Part) -> dict[str, Any] | None:
        """An event for the text: its kind, and the values of the sentence about it."""
        make = self._told_by.get(event.kind)
        return None if make is None else {"kind": event.kind, **make(self, event.values, event.rules)}

    def who(self, keys: Sequence[str]) -> str:
        """`the pikemen (T8) and the heavy infantry (T11)`; leaders by their names."""
        units = [self.named[key] for key in keys]
        names = [u.name if u.kind.leader else f"the {u.name.lower()}" for u in units]
        return listed([f"{name} ({key})" for name, key in zip(names, keys, strict=True)])

    def _orders(self, v: Mapping[str, Any], _: Sequence[str]) -> dict[str, Any]:
        used = [
            {"name": self.state.setting.modifiers[id].name.lower(), "mark": signed(amount)}
            for id, _, amount in v["modifiers"]
        ]
        return {
            "who": self.named[v["captain"]].name,
            "rating": v["needs"],
            "die": v["die"],
            "used": used,
            "total": v["die"] + v["modifier"],
            "passed": v["passed"],
            "units": self.who(v["units"]),
            "in_range": "",
            "spared": "",
            "left_out": "",
        }

    def _moves(self, v: Mapping[str, Any], _: Sequence[str]) -> dict[str, Any]:
        return {
            "who": self.who([v["unit"], *v["riders"]]),
            "start": v["way"][0],
            "end": v["way"][-1],
            "stopped": v["stopped"],
            "many": len(v["riders"]) > 0 or not self.named[v["unit"]].kind.leader,
            "marked": "",
            "dear": None,
        }

    def _combat(self, v: Mapping[str, Any], _: Sequence[str]) -> dict[str, Any]:
        attack, defence = v["strengths"]
        setting = self.state.setting
        number = WHITE if v["attack"] == "melee" else min(self.named[key].kind.segment for key in v["attackers"])
        segment = next((item for item in self.catalogue.segments if item.number == number), None)
        crt = self.catalogue.crt
        rows = {row.id: row.name for row in crt.rows} if crt is not None else {}
        return {
            "attack": v["attack"],
            "segment": {"id": segment.id, "name": segment.name} if segment else None,
            "attackers": self.who(v["attackers"]),
            "defenders": self.who(v["defenders"]),
            "hex": v["hex"],
            "strengths": (attack, defence),
            "odds": str(odds(attack, defence)),
            "row": rows.get(v["row"], v["row"]),
            "column": v["column"],
            "die": v["die"],
            "held": v["held"],
            "result": phrases.result(v["result"]),
            "effect": phrases.result(v["effect"]),
            "changed": v["effect"] != v["result"],
            "used": [setting.modifiers[id].name.lower() for id, *_ in v["modifiers"]],
            "marked": self._captain(v["defenders"][0]) if v["attack"] == "fire" else "",
        }

    def _only_who(self, v: Mapping[str, Any], _: Sequence[str]) -> dict[str, Any]:
        return {"who": self.who([v["unit"]])}

    def _routed(self, v: Mapping[str, Any], rules: Sequence[str]) -> dict[str, Any]:
        return {"who": self.who([v["unit"]]), "twice": "R-121" in rules}

    def _runs(self, v: Mapping[str, Any], _: Sequence[str]) -> dict[str, Any]:
        events = self.state.events or []
        at = next(n for n, event in enumerate(events) if event.kind == "runs" and event.values is v)
        return {
            "who": self.who([v["unit"]]),
            "start": v["way"][0],
            "end": v["way"][-1],
            "chosen": self.choices.get(at, 1) > 1,
            "leader": self._captain(v["unit"]),
        }

    def _captain(self, key: str) -> str:
        """The captain whose formation a unit belongs to."""
        captain = self.named[key].captain
        return self.state.units[captain].name if captain >= 0 else ""

    def _check(self, v: Mapping[str, Any], _: Sequence[str]) -> dict[str, Any]:
        return {
            "who": self.who([v["unit"]]),
            "die": v["die"],
            "modifier": v["modifier"],
            "needs": v["needs"],
            "total": v["die"] + v["modifier"],
            "passed": v["passed"],
            "was": v["was"],
            "by": self.named[v["by"]].name if v["by"] else "",
            "bonus": v["bonus"],
        }

    def _rallied(self, v: Mapping[str, Any], _: Sequence[str]) -> dict[str, Any]:
        return {"who": self.who([v["unit"]]), "now": v["now"]}

    _told_by: ClassVar[Mapping[str, Callable[[ExampleTurn, Mapping[str, Any], Sequence[str]], dict[str, Any]]]] = {
        "orders": _orders,
        "moves": _moves,
        "combat": _combat,
        "disorganised": _only_who,
        "routed": _routed,
        "runs": _runs,
        "removed": _only_who,
        "rally": _only_who,
        "check": _check,
        "rallied": _rallied,
    }
    """What the sentence about an event needs, by the kind of event; the text is silent about all other kinds."""


# --- the figures ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stand(Fields):
    """A counter on the piece of map: its id, and the letter of the marker on it."""

    symbol: str
    id: str
    mark: str
    side: SideFields


def figures(played: ExampleTurn) -> dict[str, tuple[Figure, ...]]:
    """Two pairs of pictures: the first chit, its start and its end; the second, and the end of the turn."""
    if not played.has_parts or played.battle is None:
        return {"turn-begins": (), "turn-ends": ()}
    same = played.battle is played.bill.battle
    board = make_board(played.bill if same else Bill.unprinted(played.battle, played.catalogue))
    if board is None:
        return {"turn-begins": (), "turn-ends": ()}
    sides = [side_fields(side) for side in played.battle.scenario.sides]

    def scene(standing: Sequence[Standing], arrows: Iterable[FigureArrow]) -> MapScene:
        tokens = tuple(
            FigureToken(
                entry.hex, TOKEN, Stand(entry.unit.kind.symbol, entry.unit.key, entry.mark, sides[entry.unit.side])
            )
            for entry in sorted(standing, key=lambda item: (bool(item.mark), not item.unit.kind.leader, item.unit.id))
        )
        return MapScene(board, WINDOW, SCENE_MM, tokens, tuple(dict.fromkeys(arrows)))

    first, *later = played.parts
    second = later[0] if later else first
    last = played.parts[-1]
    return {
        "turn-begins": (
            scene(first.before, [*_moves(first), *_attacks(first, "fire")]),
            scene(first.after, [*_attacks(first, "melee"), *_runs(first)]),
        ),
        "turn-ends": (scene(second.before, [*_moves(second), *_attacks(second, "melee")]), scene(last.after, ())),
    }


def _moves(part: Part) -> Iterator[FigureArrow]:
    return (FigureArrow(tuple(path)) for path in part.paths("moves"))


def _runs(part: Part) -> Iterator[FigureArrow]:
    return (FigureArrow(tuple(path)) for path in part.paths("runs"))


def _attacks(part: Part, kind: Literal["fire", "melee"]) -> Iterator[FigureArrow]:
    """An arrow from each attacker, where he was at the end of his activation, to what he attacked."""
    places = {item.unit.key: item.hex for item in part.after}
    for event in part.events:
        if event.kind == "combat" and event.values["attack"] == kind:
            for key in (*event.values["attackers"], *event.values["supporters"]):
                if key in places:
                    yield FigureArrow((places[key], event.values["hex"]), kind)
