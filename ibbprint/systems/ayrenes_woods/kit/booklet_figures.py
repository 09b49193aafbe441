"""The figures of the rules booklet, as records: real counters with their parts named, and a few hexes of a battle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ibbprint.engine.api.kits import COUNTER_MM
from ibbprint.engine.kit_parts import Printable
from ibbprint.engine.marker_sheet import needed
from ibbprint.engine.parts import arrow, block
from ibbprint.hexgrid import HexGrid
from ibbprint.materials import Fields, Values, by_name, square
from ibbprint.materials.booklets import Callout, FaceFigure, Figure, FigureToken, HexFigure, ShownFace
from ibbprint.systems.ayrenes_woods.kit.bill import Bill, command_values
from ibbprint.systems.ayrenes_woods.kit.chits import combat_chits, cup, spell_chits
from ibbprint.systems.ayrenes_woods.kit.counters import CAPTAIN, LEADER, UNIT, leaders, order_of_battle
from ibbprint.systems.ayrenes_woods.models import Command, Unit

HEX_MM = 13.0
SMALL = 0.95
"""How large chits and markers are shown in a row."""
TOKEN = "ayrenes-woods/booklet/token.svg.j2"
MARKERS = ("disordered", "routed", "berserk")
GRID = HexGrid(12, 12, "pointy-top", "even")

Source = Callable[[Bill], Iterable[Printable]]


@dataclass(frozen=True, slots=True)
class Token(Fields):
    """A small counter in a figure of the booklet."""

    symbol: str
    figures: str
    command: Values


def figures(bill: Bill) -> Mapping[str, tuple[Figure, ...]]:
    """Every figure by the name that the text calls it by."""
    result = _Figures(bill)
    return {
        "unit": (result.unit(),),
        "leader": (result.leader(),),
        "chits": (result.chits(),),
        "zone": (result.zone(),),
        "battle": (result.battle(),),
    }


class _Figures:
    def __init__(self, bill: Bill) -> None:
        self.bill = bill
        ours, theirs = (next(iter(bill.battle.of(army.id))) for army in bill.scenario.armies)
        self.ours, self.theirs = ours, theirs

    def faces(self, source: Source) -> list[Values]:
        """The faces that the kit itself is made of, of a source; those of a bill of their own."""
        bill = Bill(self.bill.battle, self.bill.catalogue, self.bill.options, self.bill.report)
        return [by_name(row.values) for row in source(bill) if row.copies]

    def of_ours(self, source: Source) -> list[Values]:
        """The faces of a source in the first army, or all where it has none."""
        commands = {command.id for command in self.bill.battle.of(self.bill.scenario.armies[0].id)}
        every = self.faces(source)
        return [face for face in every if face["command"]["id"] in commands] or every

    # --- counters ---------------------------------------------------------------------------------------------------

    def unit(self) -> FaceFigure:
        face = self.of_ours(order_of_battle)[0]
        callouts = (
            Callout((1.0, 2.0), f"Its command, {face['command']['name']}, and its number", "left"),
            Callout((1.6, 8.0), f"Class {face['letter']}", "left"),
            Callout((7.95, 1.2), "Its front, where facing is played", "top"),
            Callout((12.0, 6.6), "What it is", "right"),
            Callout((14.6, 10.4), f"Movement {face['movement']}", "right"),
            Callout((15.2, 14.3), "Its name", "right"),
        )
        return FaceFigure((ShownFace(UNIT, face, square(COUNTER_MM), 2.0, callouts),))

    def leader(self) -> FaceFigure:
        ours = self.of_ours(leaders)
        face = next((item for item in ours if item["caster"]), ours[0])
        callouts = [
            Callout((1.0, 2.0), f"Its command, {face['command']['name']}, and L for leader", "left"),
            Callout((1.4, 6.6), f"Command rating {face['rating']}", "left"),
            Callout((14.6, 6.4), "Round portrait: a leader", "right"),
            Callout((11.4, 10.0), f"Movement {face['movement']}", "right"),
            Callout((15.2, 14.3), "His name", "right"),
        ]
        if face["caster"]:
            callouts.insert(2, Callout((1.2, 10.7), "Star: he casts spells", "left"))
        return FaceFigure((ShownFace(LEADER, face, square(COUNTER_MM), 1.7, tuple(callouts)),))

    def chits(self) -> FaceFigure:
        """A chit of each sort, and the markers of a unit's state."""
        chits: Sequence[tuple[str, Sequence[Values], str]] = (
            ("activation", self.of_ours(cup), "For the cup"),
            ("combat-chit", self.faces(combat_chits), "Strength"),
            ("spell-chit", self.faces(spell_chits), "A spell"),
        )
        result = [
            ShownFace(f"ayrenes-woods/{name}.svg.j2", faces[0], square(COUNTER_MM), SMALL, caption=caption)
            for name, faces, caption in chits
            if faces
        ]
        states = [marker.face for marker in needed(self.bill) if marker.entry.value.id in MARKERS]
        result += [ShownFace("common/marker.svg.j2", face, square(COUNTER_MM), SMALL) for face in states]
        return FaceFigure(tuple(result))

    # --- hexes ------------------------------------------------------------------------------------------------------

    def token(self, at: str, command: Command, unit: Unit | None = None, letter: str = "") -> FigureToken:
        """A small counter: a unit, or the leader of a command."""
        symbol, figures = (CAPTAIN, "") if unit is None else (unit.symbol, unit.letter)
        return FigureToken(at, TOKEN, Token(symbol, figures, command_values(command)), letter)

    def units(self, command: Command) -> list[Unit]:
        """The units of a command, the first of each kind, at least two."""
        result = list(
            {place.unit.id: place.unit for place in self.bill.battle.units if place.command is command}.values()
        )
        return result if len(result) > 1 else result * 2

    def zone(self) -> HexFigure:
        """A unit in order with its zone, and an enemy who must stop as he enters it."""
        middle = "0402"
        if self.bill.catalogue.chosen.get("facing") == "on":
            zone: tuple[str, ...] = tuple(n for d in (0, 5) if (n := GRID.step(middle, d)) is not None)
        else:
            zone = GRID.neighbours(middle)
        mine, enemy = self.units(self.theirs)[0], self.units(self.ours)[0]
        tokens = (self.token(middle, self.theirs, mine), self.token("0101", self.ours, enemy))
        hexes = block(range(1, 8), range(1, 4), {"zone": zone})
        return HexFigure(GRID, hexes, HEX_MM, tokens, (arrow("0101 0201 0301 0401"),), {"0401": "stop"})

    def battle(self) -> HexFigure:
        """Three attackers and two enemies, all of them linked: one battle; and a fourth attacker with his own enemy."""
        mine, enemies = self.units(self.ours), self.units(self.theirs)
        stands = (
            ("0201", self.ours, mine[0]),
            ("0301", self.ours, mine[1]),
            ("0202", self.theirs, enemies[0]),
            ("0302", self.theirs, enemies[1]),
            ("0701", self.ours, mine[-1]),
            ("0702", self.theirs, enemies[-1]),
        )
        paths = ("0201 0202", "0301 0202", "0301 0302", "0701 0702")
        return HexFigure(
            GRID,
            block(range(1, 9), range(1, 3)),
            HEX_MM,
            tokens=tuple(self.token(*stand) for stand in stands),
            arrows=tuple(arrow(path, "charge") for path in paths),
        )
