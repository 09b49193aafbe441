"""A battle made up: who defends, the terrain, the attacker's edge, two armies of one total in their default lines.

Each step has its own stream of dice, so an option that settles one moves no other. The report lists every roll, and
each piece of terrain without room.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from ibbprint.dice import Dice
from ibbprint.engine.api.generating import Generated, GenerateRequest, Offer, RollMade, seed_slug, stream
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.odds import AskOption
from ibbprint.engine.words import themes_taken
from ibbprint.phrases import capital, listed
from ibbprint.problems import BadRequest, Report
from ibbprint.systems.element_battle.catalogue import GAME, Catalogue
from ibbprint.systems.element_battle.checks import is_near
from ibbprint.systems.element_battle.deployment import Box, Placed, place_of_stronghold
from ibbprint.systems.element_battle.models.troops import GroundRow, Terrain, Theme
from ibbprint.systems.element_battle.names import name_of
from ibbprint.systems.element_battle.recruiting import Recruited, recruit, theme_of
from ibbprint.systems.element_battle.rules.edges import EDGES, defends, edge

OFFER = Offer(
    "Make up a battle: terrain, table edges, and two armies drawn up.",
    (
        AskOption("theme", "The theme of both armies, or one for each; rolled if not given.", "texts", "THEME"),
        AskOption("points", "What each army may spend.", "number", "N"),
    ),
    on_the_spot=True,
)
NEAR, OTHER = "near", "other"
"""The tables of terrain."""
LIVERIES = ("crimson", "azure")
"""The attacker's colours, and the defender's."""


class Rolled(NamedTuple):
    """A piece of terrain as it was rolled: its kind, and its width and depth in cells."""

    kind: str
    near: bool
    width: int
    depth: int


class _Maker:
    def __init__(self, seed: str, catalogue: Catalogue) -> None:
        self.seed = seed
        self.catalogue = catalogue
        self.figures = catalogue.figures
        self.rolls: list[RollMade] = []
        self.notes: list[str] = []
        self.side = catalogue.cells("table")

    def dice(self, step: str) -> Dice:
        return stream(self.seed, step)

    def record(
        self,
        label: str,
        dice: str,
        faces: Sequence[int],
        table: str,
        row: str,
        words: str,
        *rules: str,
        place: str = "",
    ) -> None:
        self.rolls.append(RollMade(label, dice, tuple(faces), table, row, words, place, rules))

    # --- terrain ----------------------------------------------------------------------------------------------------

    def terrain(self) -> list[Rolled]:
        """The pieces as rolled, whether there is room for them or not (H-55)."""
        dice = self.dice("terrain")
        faces = self.figures["terrain-die"]
        die = dice.roll(faces)
        number = self.figures["terrain-least"] + die
        self.record("Terrain", f"d{faces}", (die,), "pieces", str(number), f"{number} pieces", "H-53", "H-55")
        kinds: set[str] = set()
        return [self._piece(n, dice, kinds) for n in range(number)]

    def _piece(self, n: int, dice: Dice, kinds: set[str]) -> Rolled:
        near = n < self.figures["terrain-near-pieces"]
        faces, table = self.figures["die"], NEAR if near else OTHER
        rows: list[GroundRow] = [row for row in self.catalogue.ground if row.table == table]
        die = dice.roll(faces)
        row = next((row for row in rows if die <= row.upto), rows[-1])
        kind = row.again if row.again is not None and row.kind in kinds else row.kind
        kinds.add(kind)
        terrain = self.catalogue.terrain[kind]
        place = f"piece {n + 1}"
        self.record("Kind", f"d{faces}", (die,), f"terrain-{table}", row.id, terrain.name, "H-55", place=place)
        width, depth = self._course(dice, terrain.road, place) if terrain.runs else self._area(dice, place)
        return Rolled(kind, near, width, depth)

    def _area(self, dice: Dice, place: str) -> tuple[int, int]:
        """The sides of an area, in cells."""
        faces = self.figures["area-die"]
        thrown = dice.roll(faces), dice.roll(faces)
        sides = [self.catalogue.cells("area-least") + self.catalogue.cells("area-step") * (die - 1) for die in thrown]
        paces = " x ".join(str(side * self.figures["cell"]) for side in sides)
        self.record("Sides", f"2d{faces}", thrown, "sides", paces, f"{paces} paces", "H-55", place=place)
        return sides[0], sides[1]

    def _course(self, dice: Dice, road: bool, place: str) -> tuple[int, int]:
        """The width of a river or road, and its direction from edge to edge."""
        faces = self.figures["die"]
        way = dice.roll(faces)
        across = 2 * way <= faces
        words = "from west to east" if across else "from north to south"
        self.record(
            "Course", f"d{faces}", (way,), "course", "across" if across else "along", words, "H-55", place=place
        )
        wide = self.catalogue.cells("road-width")
        if not road:
            narrow, die = self.figures["river-die"], dice.roll(self.figures["river-die"])
            wide = self.catalogue.cells("river-least") + self.catalogue.cells("river-step") * (die - 1)
            paces = wide * self.figures["cell"]
            self.record("Width", f"d{narrow}", (die,), "width", str(paces), f"{paces} paces", "H-55", place=place)
        return (self.side, wide) if across else (wide, self.side)

    def placed(self, rolled: Sequence[Rolled]) -> list[Placed]:
        """Each piece at a legal place, drawn by lot; without one, at its least size, or left out (H-55)."""
        result: list[Placed] = []
        least = self.catalogue.cells("area-least")
        dice = self.dice("places")
        for n, piece in enumerate(rolled):
            terrain = self.catalogue.terrain[piece.kind]
            sizes = [(piece.width, piece.depth)] if terrain.runs else [(piece.width, piece.depth), (least, least)]
            for width, depth in sizes:
                box = self._drawn(list(self._places(width, depth, piece, result)), terrain, result, dice)
                if box is not None:
                    result.append(Placed(terrain, box))
                    if (width, depth) != (piece.width, piece.depth):
                        self.notes.append(f"Piece {n + 1} fitted only at its smallest size.")
                    break
            else:
                self.notes.append(f"There was no room for piece {n + 1}, {terrain.name.lower()}: it is left out.")
        return result

    def _drawn(self, places: list[Box], terrain: Terrain, result: Sequence[Placed], dice: Dice) -> Box | None:
        """One of the places by lot; whoever defends must still find one for his stronghold (H-09)."""
        while places:
            box = places.pop(dice.roll(len(places)) - 1)
            ground = [*result, Placed(terrain, box)]
            if all(self._has_stronghold(ground, edge) for edge in EDGES):
                return box
        return None

    def _has_stronghold(self, ground: Sequence[Placed], edge: str) -> bool:
        """Whether there is room for a stronghold across from an edge."""
        turned = [item._replace(box=_turned(item.box, edge, self.side)) for item in ground]
        return place_of_stronghold(self.catalogue, turned, attacker=False) is not None

    def _places(self, width: int, depth: int, piece: Rolled, result: Sequence[Placed]) -> Iterator[Box]:
        """The legal places of a piece, in steps of the table."""
        step, apart = self.catalogue.cells("terrain-step"), self.catalogue.cells("terrain-apart")
        runs = self.catalogue.terrain[piece.kind].runs
        for y in range(0, self.side - depth + 1, step):
            for x in range(0, self.side - width + 1, step):
                box = Box(x, y, width, depth)
                if not runs and not box.inside(self.side, apart):
                    continue
                if piece.near and not is_near(box, self.catalogue):
                    continue
                if all(self._are_apart(box, runs, neighbour, apart) for neighbour in result):
                    yield box

    def _are_apart(self, box: Box, runs: bool, neighbour: Placed, apart: int) -> bool:
        """Whether areas keep apart; a river or road crosses others of its kind, and no area."""
        if runs and neighbour.terrain.runs:
            across, along = box.width == self.side, neighbour.box.width == self.side
            return across != along or not box.meets(neighbour.box)
        return not box.meets(neighbour.box, 0 if runs or neighbour.terrain.runs else apart)

    # --- sides ------------------------------------------------------------------------------------------------------

    def first_defends(self) -> bool:
        """Whether the first army that was rolled defends (H-56)."""
        dice, faces = self.dice("defender"), self.figures["die"]
        thrown: list[int] = []
        result: int | None = None
        while result is None:
            thrown += (dice.roll(faces), dice.roll(faces))
            result = defends(*thrown[-2:])
        words = f"the {'second' if result else 'first'} army defends"
        self.record("Defender", f"2d{faces}", thrown, "defender", str(result), words, "H-56")
        return not result

    def edge(self, ground: Sequence[Placed]) -> str:
        """The attacker's edge: he numbers first the one with least bad going before it (H-R02, H-01, H-56)."""
        preferred = min(EDGES, key=lambda name: self._bad(name, ground))
        start = EDGES.index(preferred)
        numbered = [EDGES[(start + n) % len(EDGES)] for n in range(1, len(EDGES))] + [preferred]
        faces = self.figures["die"]
        die = self.dice("edge").roll(faces)
        got = numbered[edge(die)]
        words = f"the attacker gets the {got} edge"
        self.record("Edge", f"d{faces}", (die,), "edges", got, words, "H-R02", "H-01", "H-56")
        return got

    def _bad(self, edge: str, ground: Sequence[Placed]) -> int:
        """The number of cells of bad going in the zone of an edge."""
        zone, side = self.catalogue.cells("deploy"), self.side
        strip = {
            "north": Box(0, side - zone, side, zone),
            "south": Box(0, 0, side, zone),
            "east": Box(side - zone, 0, zone, side),
            "west": Box(0, 0, zone, side),
        }[edge]
        return sum(_shared(strip, item.box) for item in ground if item.terrain.going == "bad")


def _shared(box: Box, other: Box) -> int:
    """The number of cells that two boxes have in common."""
    wide = min(box.x + box.width, other.x + other.width) - max(box.x, other.x)
    deep = min(box.y + box.depth, other.y + other.depth) - max(box.y, other.y)
    return max(wide, 0) * max(deep, 0)


def _turned(box: Box, edge: str, side: int) -> Box:
    """A box on the table when that edge is turned to the foot of it."""
    if edge == "north":
        return Box(side - box.x - box.width, side - box.y - box.depth, box.width, box.depth)
    if edge == "east":
        return Box(box.y, side - box.x - box.width, box.depth, box.width)
    if edge == "west":
        return Box(side - box.y - box.depth, box.x, box.depth, box.width)
    return box


def generate(request: GenerateRequest, catalogue: Catalogue, options: KitOptions, report: Report) -> Generated | None:
    """A battle; BadRequest for unknown themes, or points that no army comes to."""
    points = request.options.get("points")
    themes = _themes(request.options.get("theme", ()), catalogue)
    maker = _Maker(request.seed, catalogue)
    first = maker.first_defends()
    rolled = maker.terrain()
    ground = maker.placed(rolled)
    edge = maker.edge(ground)
    ground = [item._replace(box=_turned(item.box, edge, maker.side)) for item in ground]
    armies = [_army(maker, n, theme, points) for n, theme in enumerate(themes)]
    defender, attacker = armies if first else armies[::-1]
    id = f"{GAME}-{seed_slug(request.seed)}"
    title = f"{attacker.title} against {defender.title}"
    text = _written(id, title, request, points, ground, (attacker, defender))
    notes = [*themes_taken(catalogue, request.options.get("theme", ())), *maker.notes]
    return Generated(request.seed, id, title, {f"{id}.yaml": text.encode()}, maker.rolls, notes)


def _themes(names: Sequence[str], catalogue: Catalogue) -> list[Theme | None]:
    """The theme of each army; None where it is rolled."""
    if len(names) > 2:
        raise BadRequest(f"there are two armies, not {len(names)} themes.", "Name one theme, or two.", "--theme")
    themes: list[Theme | None] = []
    for name in names:
        try:
            themes.append(theme_of(catalogue, name))
        except BadRequest as fault:
            raise BadRequest(str(fault), fault.hint, "--theme") from None
    return themes * 2 if len(themes) == 1 else themes or [None, None]


def _army(maker: _Maker, n: int, theme: Theme | None, points: int | None) -> Recruited:
    """One army, of its theme or of one that is rolled."""
    catalogue, place = maker.catalogue, f"army {n + 1}"
    if theme is None:
        shelf = list(catalogue.army_themes)
        die = maker.dice(f"theme {n}").roll(len(shelf))
        theme = shelf[die - 1]
        maker.record("Theme", f"d{len(shelf)}", (die,), "themes", theme.id, theme.name, "H-72", place=place)
    else:
        maker.record("Theme", "", (), "themes", theme.id, theme.name, "H-72", place=place)
    total = points if points is not None else catalogue.figures["points"]
    try:
        result = recruit(catalogue, theme, total, maker.dice(f"army {n}"))
    except BadRequest as fault:
        raise BadRequest(str(fault), fault.hint, "--points") from None
    entries = [f"{n} {name_of(troop, count=n)}{' (general)' if leads else ''}" for troop, n, leads in result.lines]
    maker.notes.append(f"{capital(place)}, {result.title}: {listed(entries)}.")
    return result


def _written(
    id: str,
    title: str,
    request: GenerateRequest,
    points: int | None,
    ground: Sequence[Placed],
    armies: tuple[Recruited, Recruited],
) -> str:
    """The scenario as a file."""
    head: dict[str, Any] = {"id": id, "title": title[:80], "game": GAME}
    if points is not None:
        head["points"] = points
    if request.seed.isprintable() and request.seed:
        head["seed"] = request.seed[:400]
    pieces = [{"kind": item.terrain.id, **item.box._asdict()} for item in ground]
    sides = []
    for role, livery, result in zip(("attacker", "defender"), LIVERIES, armies, strict=True):
        elements = [_element(troop.id, count, leads) for troop, count, leads in result.lines]
        sides.append({"role": role, "name": result.title, "livery": livery, "elements": elements})
    comment = "# Places and sizes are in cells of 20 paces, from the south-west corner; the attacker’s edge is south.\n"
    made_up: str = yaml.safe_dump(
        {"scenario": head, "terrain": pieces, "armies": sides},
        sort_keys=False,
        allow_unicode=True,
        width=110,
        default_flow_style=None,
    )
    return comment + made_up


def _element(type_: str, count: int, leads: bool) -> Mapping[str, Any]:
    """An entry of an army, without what is usual."""
    result: dict[str, Any] = {"type": type_}
    if count > 1:
        result["count"] = count
    if leads:
        result["general"] = True
    return result


__all__ = ["OFFER", "generate"]
