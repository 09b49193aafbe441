"""The figures of the rules booklet, as records: real counters with their parts named, and a few hexes of a battle."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ibbprint.catalogue.models.markers import Marker
from ibbprint.engine.marker_sheet import marker_face
from ibbprint.engine.parts import Tone, arrow, block
from ibbprint.materials import NONE, Fields, square
from ibbprint.materials.booklets import (
    Callout,
    CardFigure,
    FaceFigure,
    Figure,
    FigureArrow,
    FigureToken,
    HexFigure,
    ShownFace,
)
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.booklet_examples import CASTER, GRID, TARGET, Examples
from ibbprint.systems.ibb.kit.counters import SideFields, Stripe, abilities_shown
from ibbprint.systems.ibb.kit.spells import SpellCard, spell_values
from ibbprint.systems.ibb.models.units import Engine, Leader, Troops
from ibbprint.systems.ibb.rules import areas

MM = 15.9
"""The side of the faces' own drawing, mm: callouts are given on it."""
HEX_MM = 12.1
SMALL_HEX_MM = 8.0
TOKEN = "ibb/booklet/token.svg.j2"
STRIPE = Stripe("A", "plain", "")
MARKER_ROW = ("disorganised", "routed", "under-fire")
SAMPLE_SPELL = "fearball"
CARD_MM = (16.4, 21.6)
"""How large the card is beside the markers."""


@dataclass(frozen=True, slots=True)
class Token(Fields):
    """A small counter in a figure of the booklet."""

    symbol: str
    figures: str
    side: SideFields


@dataclass(frozen=True, slots=True)
class Dot(Fields):
    """A caster in a figure of the booklet."""

    symbol: str
    side: SideFields


def figures(bill: Bill, examples: Examples) -> Mapping[str, tuple[Figure, ...]]:
    """Every figure by the name that the text calls it by."""
    return _Figures(bill, examples).make()


class _Figures:
    def __init__(self, bill: Bill, examples: Examples) -> None:
        self.bill = bill
        self.catalogue = bill.catalogue
        self.examples = examples
        sides = bill.scenario.sides
        self.ours = SideFields("a", "", sides[0].livery, "A")
        self.theirs = SideFields("b", "", sides[1].livery, "B")

    def make(self) -> Mapping[str, tuple[Figure, ...]]:
        return {
            "unit": (self.unit(),),
            "leader": (self.leaders(),),
            "markers": (self.markers(), *self.card()),
            "chain": (self.chain(),),
            "zone": (self.zone(),),
            "support": (self.support(),),
            "charge": (self.charge(),),
            "scatter": (self.scatter(), self.cone()),
        }

    # --- counters ---------------------------------------------------------------------------------------------------

    def unit(self) -> FaceFigure:
        unit = self.examples.unit("spearmen-q2")
        abilities = abilities_shown(self.catalogue, unit)
        values = {"id": "A1", "side": self.ours, "formation": STRIPE, "abilities": abilities}
        face = {**self.bill.unit_values(unit), **values}
        callouts = [
            Callout((3.7, 15.4), f"Attack {unit.attack}", "bottom"),
            Callout((6.9, 15.4), f"Defence {unit.defence}", "bottom"),
            Callout((10.1, 15.4), f"Movement {unit.movement}", "bottom"),
            Callout((1.0, 1.5), "Band and letter of its formation", "left"),
            Callout((0.9, 4.6), f"Quality {unit.quality}", "left"),
            Callout((4.2, 9.4), f"What it is: {unit.name.lower()}", "left"),
            Callout((14.9, 1.5), "Its name", "right"),
            Callout((15.4, 14.6), "Its number", "right"),
        ]
        if unit.range is not None:
            shots = f", and has {unit.shots} shots" if unit.shots else ""
            callouts.append(Callout((15.3, 5.0), f"It can shoot: range {unit.range}{shots}", "right"))
        if abilities:
            callouts.append(Callout((14.6, 9.2), f"A symbol: {abilities[0]['name']}", "right"))
        return FaceFigure((ShownFace("ibb/unit.svg.j2", face, square(MM), 1.8, tuple(callouts)),))

    def leaders(self) -> FaceFigure:
        """A captain, and an engine of the unit list."""
        face = self.captain()
        callouts = (
            Callout((2.6, 1.5), "His name", "left"),
            Callout((1.2, 6.4), "His one number: the rating", "left"),
            Callout((1.0, 11.4), "Letter of the formation that he leads", "left"),
        )
        faces = [ShownFace("ibb/leader.svg.j2", face, square(MM), 1.3, callouts)]
        engine = next((unit for unit in self.catalogue.units if isinstance(unit, Engine) and unit.listed), None)
        if engine is not None:
            engine_face = {**self.bill.unit_values(engine), "id": "A3", "side": self.ours, "formation": None}
            ratings = f"Attack {engine.attack}, defence {engine.defence}, movement {engine.movement}"
            callouts = (
                Callout((14.4, 4.4), f"Range {engine.range}", "right"),
                Callout((14.6, 9.6), f"Attack on structures {engine.attack_stone}", "right"),
                Callout((11.4, 15.3), ratings, "right"),
            )
            faces.append(ShownFace("ibb/engine.svg.j2", engine_face, square(MM), 1.3, callouts))
        return FaceFigure(tuple(faces))

    def captain(self) -> dict[str, Any]:
        """A captain of rating 4."""
        leader = next((unit for unit in self.catalogue.units if isinstance(unit, Leader)), None)
        values = {"id": "A2", "name": "Captain", "symbol": "captain", "unit": "captain", "rating": 4}
        entry = self.bill.unit_values(leader) if leader is not None else {}
        return {**entry, **values, "side": self.ours, "formation": STRIPE}

    def chit(self) -> ShownFace:
        """The chit of the same captain."""
        return ShownFace("ibb/chit.svg.j2", {**self.captain(), "figure": "4"}, square(MM), 1.3)

    def markers(self) -> FaceFigure:
        shelf = self.catalogue.markers
        faces = [self.chit()]
        for name in MARKER_ROW:
            marker: Marker | None = shelf.get(name)
            if marker is None:
                continue
            back = (shelf.get(marker.back) if marker.back is not None else None) or marker
            face = marker_face(self.catalogue, marker, back)
            faces.append(ShownFace("ibb/marker.svg.j2", face, square(MM), 1.0))
        return FaceFigure(tuple(faces))

    def card(self) -> tuple[CardFigure, ...]:
        """The card of the spell of the examples, or of the first that there is; nothing without spells."""
        shelf = self.catalogue.spells.entries
        entry = shelf.get(SAMPLE_SPELL) or next(iter(shelf.values()), None)
        if entry is None:
            return ()
        face = SpellCard(None, spell_values(self.bill, entry))
        return (CardFigure("ibb/booklet/card.svg.j2", face, CARD_MM),)

    # --- hexes ------------------------------------------------------------------------------------------------------

    def token(self, at: str, unit: Troops | str, side: SideFields, letter: str = "") -> FigureToken:
        """A small counter: a unit, or a leader by the name of his symbol."""
        if isinstance(unit, str):
            return FigureToken(at, TOKEN, Token(unit, "", side), letter)
        figures = f"{unit.attack}-{unit.defence}-{unit.movement}"
        return FigureToken(at, TOKEN, Token(unit.symbol, figures, side), letter)

    def scene(
        self,
        columns: int,
        rows: int,
        units: Mapping[str, str],
        arrows: Iterable[FigureArrow],
        *,
        enemy: Collection[str] = (),
        letters: Mapping[str, str] = NONE,
        labels: Mapping[str, str] = NONE,
        tones: Mapping[Tone, Collection[str]] | None = None,
        drop: Collection[str] = (),
    ) -> HexFigure:
        """A block of hexes with units by the hexes that they are in; `enemy` are the hexes of theirs."""
        tokens = [
            self.token(at, self.examples.unit(unit), self.theirs if at in enemy else self.ours, letters.get(at, ""))
            for at, unit in units.items()
        ]
        hexes = block(range(1, columns + 1), range(1, rows + 1), tones, drop)
        return HexFigure(GRID, hexes, HEX_MM, tuple(tokens), tuple(arrows), labels)

    def zone(self) -> HexFigure:
        water = ("0402", "0501", "0502")
        neighbours = [name for name in GRID.neighbours("0302") if name not in water]
        return self.scene(
            5,
            3,
            {"0302": "heavy-infantry-q3", "0103": "light-infantry-q2"},
            [arrow("0103 0203")],
            enemy=("0302",),
            labels={"0203": "stop", "0501": "water"},
            tones={"zone": neighbours, "water": water},
            drop=("0201", "0401", "0503"),
        )

    def chain(self) -> HexFigure:
        paths = ("0202 0302 0402 0502", "0101 0201 0301 0401 0501", "0203 0303 0403")
        return self.scene(
            5,
            3,
            {"0502": "spearmen-q2", "0501": "light-infantry-q2", "0403": "heavy-infantry-q3"},
            map(arrow, paths),
            letters={"0502": "1", "0501": "2", "0403": "3"},
            labels={"0202": "1", "0101": "2", "0203": "3"},
            drop=("0103", "0503"),
        )

    def support(self) -> HexFigure:
        units = {"0202": "elven-archers-q3", "0302": "heavy-infantry-q3", "0402": "light-infantry-q2"}
        return self.scene(
            5,
            2,
            units,
            [arrow("0202 0402", "fire")],
            enemy=("0402",),
            letters={"0202": "A", "0302": "S", "0402": "T"},
            drop=("0102", "0502"),
        )

    def charge(self) -> HexFigure:
        units = {"0102": "heavy-cavalry-q3", "0602": "heavy-infantry-q3", "0601": "crossbowmen-q3"}
        arrows = [arrow("0102 0202 0302 0402 0502", "charge"), arrow("0601 0402", "fire")]
        return self.scene(7, 2, units, arrows, enemy=("0602", "0601"))

    # --- magic ------------------------------------------------------------------------------------------------------

    def thrown(
        self,
        start: str,
        tones: Mapping[Tone, list[str]],
        labels: Mapping[str, str],
        arrows: tuple[FigureArrow, ...] = (),
        struck: tuple[str, ...] = (),
    ) -> HexFigure:
        """A spell from the hex of a wizard: the hexes covered, those between, and a few hexes around."""
        names_shown = [start, *(name for names in tones.values() for name in names)]
        columns, rows = [int(h[:2]) for h in names_shown], [int(h[2:]) for h in names_shown]
        hexes = block(range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1), tones)
        caster = FigureToken(start, "ibb/booklet/dot.svg.j2", Dot("wizard", self.ours))
        return HexFigure(GRID, hexes, SMALL_HEX_MM, (caster,), arrows, labels, struck)

    def scatter(self) -> HexFigure:
        ball = self.examples.setting.templates.get("ball-2")
        tones: dict[Tone, list[str]] = {"full": [], "part": []}
        for rank in ball.ranks if ball else ():
            ring = (h for h in GRID.hexes if GRID.distance(TARGET, h) == rank.distance)
            tones["full" if areas.full(rank) else "part"] += ring
        labels = {self.examples.landing(roll): str(roll) for roll in range(1, 7)}
        return self.thrown(CASTER, tones, labels, (arrow(f"{CASTER} {TARGET}", "fire"),), (self.examples.landing(3),))

    def cone(self) -> HexFigure:
        """A cone to the north, or what a pack has made of it (G-10)."""
        cone = self.examples.setting.templates.get("cone-c")
        start = "0407"
        labels: dict[str, str] = {}
        tones: dict[Tone, list[str]] = {"full": [], "part": []}
        land = self.examples.plain
        point = areas.point_of(land, land.index[start])
        for rank in cone.ranks if cone else ():
            full = areas.full(rank)
            items = [areas.hex_at(land, pair) for pair in reversed(areas.rank(point, 0, rank.distance))]
            names = [land.names[h] for h in items if h is not None]
            tones["full" if full else "part"] += names
            labels |= dict.fromkeys(names, "1" if full else f"{rank.numerator}/{rank.denominator}")
        return self.thrown(start, tones, labels)
