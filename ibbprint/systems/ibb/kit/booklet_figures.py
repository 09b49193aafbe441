"""The figures of the rules booklet, as records: real counters with their parts named, and a few hexes of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from ibbprint.catalogue.models.markers import Marker
from ibbprint.engine.marker_sheet import marker_face
from ibbprint.hexgrid import HexGrid
from ibbprint.materials import Fields, square
from ibbprint.materials.booklets import Callout, FaceFigure, Figure, FigureArrow, FigureToken, HexFigure, ShownFace
from ibbprint.systems.ibb.catalogue import MARKERS
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.booklet_examples import CASTER, GRID, TARGET, Examples
from ibbprint.systems.ibb.kit.counters import abilities_shown
from ibbprint.systems.ibb.kit.faces import LeaderFace, SideFields, Stripe, UnitFace
from ibbprint.systems.ibb.models.units import Troops
from ibbprint.systems.ibb.rules import areas

MM = 15.9
"""The side of the faces' own drawing, mm: callouts are given on it."""
HEX_MM = 14.2
SMALL_HEX_MM = 8.0
TOKEN = "ibb/booklet/token.svg.j2"
STRIPE = Stripe("A", "plain", "")
MARKER_ROW = ("disorganised", "routed", "berserk", "rally-attempt", "under-fire")

Tone = Literal["clear", "zone", "water", "woods", "full", "part"]


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
            "leader": (self.leader(),),
            "markers": (self.markers(),),
            "chain": (self.chain(),),
            "zone": (self.zone(),),
            "support": (self.support(),),
            "charge": (self.charge(),),
            "scatter": (self.scatter(), self.cone()),
        }

    # --- counters ---------------------------------------------------------------------------------------------------

    def unit(self) -> FaceFigure:
        unit = self.examples.unit("spearmen-q2")
        shown = abilities_shown(self.catalogue, unit)
        face = UnitFace(
            id="A1", name=unit.short, symbol=unit.symbol, unit=unit.id, side=self.ours, formation=STRIPE,
            range=unit.range, shots=unit.shots, abilities=shown, attack=unit.attack, defence=unit.defence,
            movement=unit.movement, quality=unit.quality,
        )  # fmt: skip
        callouts = [
            Callout((5.2, 1.5), f"Attack {unit.attack}", "top"),
            Callout((7.95, 1.5), f"Defence {unit.defence}", "top"),
            Callout((10.7, 1.5), f"Movement {unit.movement}", "top"),
            Callout((1.3, 6.5), f"Quality {unit.quality}", "left"),
            Callout((5.2, 9.2), f"What it is: {unit.name.lower()}", "left"),
            Callout((6.4, 11.6), "Its number", "left"),
            Callout((0.9, 14.3), "Letter and stripe of its formation", "left"),
            Callout((15.2, 14.3), "Its name", "right"),
        ]
        if unit.range is not None:
            shots = f", and has {unit.shots} shots" if unit.shots else ""
            callouts.append(Callout((15.1, 8.1), f"It can shoot: range {unit.range}{shots}", "right"))
        if shown:
            callouts.append(Callout((14.7, 10.9), f"A symbol: {shown[0].name}", "right"))
        return FaceFigure((ShownFace("ibb/unit.svg.j2", face, square(MM), 2.0, tuple(callouts)),))

    def leader(self) -> FaceFigure:
        face = LeaderFace(
            id="A2", name="Captain", symbol="captain", unit="captain", side=self.ours, formation=STRIPE, rating=4
        )
        callouts = (
            Callout((1.5, 4.2), "His one number: the rating", "left"),
            Callout((0.9, 10.8), "Letter of the formation that he leads", "left"),
            Callout((14.9, 6.4), "Round portrait: a leader", "right"),
            Callout((15.2, 14.3), "His name", "right"),
        )
        return FaceFigure((ShownFace("ibb/leader.svg.j2", face, square(MM), 1.3, callouts),))

    def markers(self) -> FaceFigure:
        shelf = self.catalogue.shelf(MARKERS)
        made = []
        for name in MARKER_ROW:
            marker: Marker | None = shelf.get(name)
            if marker is None or (name == "berserk" and self.catalogue.chosen.get("berserk") == "never"):
                continue
            back = (shelf.get(marker.back) if marker.back is not None else None) or marker
            face = marker_face(self.catalogue, marker, back)
            made.append(ShownFace("ibb/marker.svg.j2", face, square(MM), 1.1))
        return FaceFigure(tuple(made))

    # --- hexes ------------------------------------------------------------------------------------------------------

    def token(self, at: str, unit: Troops | str, side: SideFields, letter: str = "") -> FigureToken:
        """A small counter: a unit, or a leader by the name of his symbol."""
        if isinstance(unit, str):
            return FigureToken(at, TOKEN, Token(unit, "", side), letter)
        figures = f"{unit.attack}-{unit.defence}-{unit.movement}"
        return FigureToken(at, TOKEN, Token(unit.symbol, figures, side), letter)

    def ground(
        self, columns: Iterable[int], rows: Iterable[int], drop: tuple[str, ...] = (), **tones: tuple[str, ...]
    ) -> dict[str, Tone]:
        """A block of clear hexes without those to be dropped, some in other tones."""
        rows = list(rows)
        made: dict[str, Tone] = {
            name: "clear" for c in columns for r in rows if (name := f"{c:02d}{r:02d}") not in drop
        }
        for tone, hexes in tones.items():
            for name in hexes:
                if name in made:
                    made[name] = tone  # type: ignore[assignment]
        return made

    def zone(self) -> HexFigure:
        grid = HexGrid(12, 12)
        water = ("0401", "0402", "0501", "0502")
        around = tuple(h for h in grid.neighbours("0302") if h not in water)
        foot, enemy = self.examples.unit("light-infantry-q2"), self.examples.unit("heavy-infantry-q3")
        return HexFigure(
            grid,
            self.ground(range(1, 6), range(1, 4), drop=("0503",), zone=around, water=water),
            HEX_MM,
            tokens=(self.token("0302", enemy, self.theirs), self.token("0103", foot, self.ours)),
            arrows=(FigureArrow(("0103", "0203")),),
            labels={"0203": "stop", "0501": "water"},
        )

    def chain(self) -> HexFigure:
        spears, foot, heavy = (self.examples.unit(n) for n in ("spearmen-q2", "light-infantry-q2", "heavy-infantry-q3"))
        return HexFigure(
            HexGrid(12, 12),
            self.ground(range(1, 6), range(1, 4), drop=("0103", "0503")),
            HEX_MM,
            tokens=(
                self.token("0502", spears, self.ours, "1"),
                self.token("0501", foot, self.ours, "2"),
                self.token("0403", heavy, self.ours, "3"),
            ),
            arrows=(
                FigureArrow(("0202", "0302", "0402", "0502")),
                FigureArrow(("0101", "0201", "0301", "0401", "0501")),
                FigureArrow(("0203", "0303", "0403")),
            ),
            labels={"0202": "1", "0101": "2", "0203": "3"},
        )

    def support(self) -> HexFigure:
        bows, foot, enemy = (
            self.examples.unit(n) for n in ("elven-archers-q3", "heavy-infantry-q3", "light-infantry-q2")
        )
        return HexFigure(
            HexGrid(12, 12),
            self.ground(range(1, 6), range(1, 3), drop=("0102", "0502")),
            HEX_MM,
            tokens=(
                self.token("0202", bows, self.ours, "A"),
                self.token("0302", foot, self.ours, "S"),
                self.token("0402", enemy, self.theirs, "T"),
            ),
            arrows=(FigureArrow(("0202", "0402"), "fire"),),
        )

    def charge(self) -> HexFigure:
        horse, foot, bows = (self.examples.unit(n) for n in ("heavy-cavalry-q3", "heavy-infantry-q3", "crossbowmen-q3"))
        return HexFigure(
            HexGrid(12, 12),
            self.ground(range(1, 8), range(1, 3)),
            HEX_MM,
            tokens=(
                self.token("0102", horse, self.ours),
                self.token("0602", foot, self.theirs),
                self.token("0601", bows, self.theirs),
            ),
            arrows=(
                FigureArrow(("0102", "0202", "0302", "0402", "0502"), "charge"),
                FigureArrow(("0601", "0402"), "fire"),
            ),
        )

    # --- magic ------------------------------------------------------------------------------------------------------

    def near(self, shown: set[str], tones: Mapping[str, tuple[str, ...]]) -> dict[str, Tone]:
        """The hexes that are shown, what lies between them, and a few around."""
        columns, rows = [int(h[:2]) for h in shown], [int(h[2:]) for h in shown]
        return self.ground(range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1), **tones)

    def scatter(self) -> HexFigure:
        ball = self.examples.setting.templates.get("ball-2")
        tones: dict[str, tuple[str, ...]] = {"full": (), "part": ()}
        for rank in ball.ranks if ball else ():
            ring = tuple(h for h in GRID.hexes if GRID.distance(TARGET, h) == rank.distance)
            tones["full" if rank.numerator == rank.denominator else "part"] += ring
        labels: dict[str, str] = {}
        for roll in range(1, 7):
            labels[self.examples.landing(roll)] = str(roll)
        return HexFigure(
            GRID,
            self.near({*tones["full"], *tones["part"], CASTER}, tones),
            SMALL_HEX_MM,
            tokens=(FigureToken(CASTER, "ibb/booklet/dot.svg.j2", Dot("wizard", self.ours)),),
            arrows=(FigureArrow((CASTER, TARGET), "fire"),),
            labels=labels,
            struck=(self.examples.landing(3),),
        )

    def cone(self) -> HexFigure:
        """A cone to the north, or what a pack has made of it (G-10)."""
        cone = self.examples.setting.templates.get("cone-c")
        start = "0407"
        labels: dict[str, str] = {}
        tones: dict[str, tuple[str, ...]] = {"full": (), "part": ()}
        land = self.examples.plain
        point = areas.point_of(land, land.index[start])
        for rank in cone.ranks if cone else ():
            full = areas.full(rank)
            found = [areas.hex_at(land, one) for one in reversed(areas.rank(point, 0, rank.distance))]
            names = tuple(land.names[h] for h in found if h is not None)
            tones["full" if full else "part"] += names
            labels |= dict.fromkeys(names, "1" if full else f"{rank.numerator}/{rank.denominator}")
        return HexFigure(
            GRID,
            self.near({*tones["full"], *tones["part"], start}, tones),
            SMALL_HEX_MM,
            tokens=(FigureToken(start, "ibb/booklet/dot.svg.j2", Dot("wizard", self.ours)),),
            labels=labels,
        )
