"""What a set-up breaks: armies, terrain, strongholds, and where everybody stands."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from ibbprint.engine import checkbook
from ibbprint.engine.checkbook import Book, Drafts, drafted, error, warning
from ibbprint.engine.lists.records import Stated
from ibbprint.problems import Report, Where
from ibbprint.systems.element_battle.catalogue import GAME, Catalogue
from ibbprint.systems.element_battle.deployment import Box, Placed, may_stand
from ibbprint.systems.element_battle.lists.findings import Judge
from ibbprint.systems.element_battle.lists.records import DEAR, Army, Entry, Marks, Written, price_of
from ibbprint.systems.element_battle.names import name_of
from ibbprint.systems.element_battle.scenarios import Battle, Side


class SetUp(checkbook.SetUp[Battle, Catalogue]):
    """A battle as the checks see it."""

    def __init__(self, battle: Battle, catalogue: Catalogue) -> None:
        super().__init__(battle, catalogue)
        self.side = catalogue.cells("table")
        self.zone = catalogue.cells("deploy")

    def in_zone(self, box: Box, side: Side) -> bool:
        turned_box = box if side.attacks else box.turned(self.side)
        return box.inside(self.side) and turned_box.y + turned_box.depth <= self.zone

    def place_of(self, side: Side, field: str, *path: int) -> Where:
        return self.where("armies", side.number, field, *path)


BOOK = Book(GAME, SetUp)


@BOOK.check("army", "The armies", "H-02 H-03 H-04")
def army(look: SetUp) -> Drafts:
    """Each army has the points that were agreed on, its dear elements within the cap, one general who may lead, and one
    stronghold at most."""
    for side in look.battle.sides:
        report = Report()
        Judge(look.catalogue).judge(as_list(look.battle, side), report)
        for problem in report.as_added:
            yield drafted(problem)._replace(working=side.army.name)


@BOOK.check("sides", "Attacker and defender", "H-56 H-02")
def sides(look: SetUp) -> Drafts:
    """One army attacks, the other defends, and only the defender has a stronghold."""
    item, opponent = look.battle.sides
    if item.army.role == opponent.army.role:
        yield error(
            look.place_of(opponent, "role"), f"both armies are the {item.army.role}.", "One of them is the other."
        )
    for side in look.battle.sides:
        if side.attacks and side.army.stronghold is not None:
            yield error(
                look.place_of(side, "stronghold"), "only the defender has a stronghold.", rule="H-02 stronghold"
            )


# --- terrain ----------------------------------------------------------------------------------------------------


@BOOK.check("terrain-place", "Where terrain is", "H-53 H-54")
def terrain_place(look: SetUp) -> Drafts:
    """Each piece is on the table. Areas have sides of a usual length, apart from each other and from the edges; rivers
    and roads run from edge to edge."""
    for number, piece in enumerate(look.battle.ground):
        where = look.where("terrain", number)
        if not piece.box.inside(look.side):
            yield error(where, f"the {_name(piece)} reaches off the table.")
        elif piece.terrain.runs:
            yield from _course(look, piece, where)
        else:
            yield from _area(look, piece, where)
    areas = [(n, piece) for n, piece in enumerate(look.battle.ground) if not piece.terrain.runs]
    for (_, item), (number, neighbour) in combinations(areas, 2):
        if item.box.meets(neighbour.box, look.catalogue.cells("terrain-apart")):
            paces = look.catalogue.figures["terrain-apart"]
            message = f"the {_name(neighbour)} is less than {paces} paces from the {_name(item)}."
            yield warning(look.where("terrain", number), message)


def _course(look: SetUp, piece: Placed, where: Where) -> Drafts:
    """A river or road from edge to edge, of a width that it may have."""
    box, side, figures = piece.box, look.side, look.catalogue.figures
    if side not in (box.width, box.depth):
        yield error(where, f"a {_name(piece)} runs from edge to edge of the table.")
        return
    wide = min(box.width, box.depth)
    narrow, widest = ("road-width",) * 2 if piece.terrain.road else ("river-least", "river-most")
    if not look.catalogue.cells(narrow) <= wide <= look.catalogue.cells(widest):
        message = f"this {_name(piece)} is {wide * figures['cell']} paces wide."
        usual = f"{figures[narrow]}" if narrow == widest else f"{figures[narrow]} to {figures[widest]}"
        yield warning(where, message, f"The usual width is {usual} paces.", rule="H-54")


def _area(look: SetUp, piece: Placed, where: Where) -> Drafts:
    figures, cell = look.catalogue.figures, look.catalogue.figures["cell"]
    low, high = figures["area-least"], figures["area-most"]
    for length in (piece.box.width, piece.box.depth):
        if not low <= length * cell <= high:
            message = f"a side of the {_name(piece)} is {length * cell} paces."
            yield warning(where, message, f"The usual length is {low} to {high} paces.")
    if not piece.box.inside(look.side, look.catalogue.cells("terrain-apart")):
        yield warning(where, f"the {_name(piece)} is less than {figures['terrain-apart']} paces from an edge.")


@BOOK.check("terrain-amount", "How much terrain", "H-08 H-53")
def terrain_amount(look: SetUp) -> Drafts:
    """As many pieces as the generator makes, some of them bad going near the middle, and most of the table good
    going."""
    figures, ground, where = look.catalogue.figures, look.battle.ground, look.where("terrain")
    low, high = figures["terrain-least"] + 1, figures["terrain-least"] + figures["terrain-die"]
    if not low <= len(ground) <= high:
        message = f"there are {len(ground)} pieces of terrain."
        yield warning(where, message, f"The usual number is {low} to {high}.", rule="H-53")
    near = sum(piece.terrain.going == "bad" and is_near(piece.box, look.catalogue) for piece in ground)
    if near < figures["terrain-near-pieces"]:
        message = f"{near} piece{'s' if near != 1 else ''} of bad going near the middle of the table."
        hint = f"{figures['terrain-near-pieces']} belong within {figures['terrain-near']} paces of it."
        yield warning(where, message, hint, rule="H-53")
    bad = sum(piece.box.width * piece.box.depth for piece in ground if piece.terrain.going == "bad")
    if 2 * bad >= look.side * look.side:
        yield error(where, "less than half of the table is good going.")


# --- strongholds and elements -----------------------------------------------------------------------------------


@BOOK.check("stronghold", "The stronghold", "H-R03 H-09")
def stronghold(look: SetUp) -> Drafts:
    """It is in the defender’s zone, in good going, clear of all terrain."""
    for side in look.battle.sides:
        box = side.stronghold
        if side.attacks:
            continue
        where = look.where("armies", side.number, *(("stronghold",) if side.army.stronghold is not None else ()))
        if box is None:
            yield error(where, "there is no place for the stronghold that is clear of terrain.", rule="H-09")
        elif not look.in_zone(box, side):
            paces = look.catalogue.figures["deploy"]
            yield error(where, f"the stronghold is not within {paces} paces of the defender’s edge.")
        else:
            for piece in look.battle.ground:
                if box.meets(piece.box):
                    yield error(where, f"the stronghold is on the {_name(piece)}.", rule="H-09")


@BOOK.check("deployment", "Where elements stand", "H-R03 H-R04 H-40 H-71")
def deployment(look: SetUp) -> Drafts:
    """Each element of the army is on the table in its side’s zone, once, and no two bases overlap; only types that hide
    may wait."""
    for side in look.battle.sides:
        yield from _numbers(look, side)
        pairs: list[tuple[Box, str]] = []
        if side.stronghold is not None:
            pairs.append((side.stronghold, "the stronghold"))
        for number, stand in enumerate(side.deployed.standing):
            where, name = _at(look, side, number), name_of(stand.troop)
            if not look.in_zone(stand.box, side):
                message = f"{name} is not within {look.catalogue.figures['deploy']} paces of its edge."
                yield error(where, message, rule="H-R04" if side.attacks else "H-R03")
            for box, label in pairs:
                if stand.box.meets(box):
                    yield error(where, f"{name} overlaps {label}.", rule="H-71")
            pairs.append((stand.box, f"another {name}" if any(o == name for _, o in pairs) else name))


def _at(look: SetUp, side: Side, number: int) -> Where:
    return look.place_of(side, "stands", number) if side.placed else look.place_of(side, "elements")


def _numbers(look: SetUp, side: Side) -> Drafts:
    """Everybody of the army stands somewhere, and nobody else."""
    unplaced = len(side.deployed.unplaced)
    if unplaced:
        message = f"there is no room in the zone for {unplaced} of the elements."
        yield error(look.place_of(side, "elements"), message, "Take fewer, or say where they go.", rule="H-71")
    if not side.placed:
        return
    have = Counter(element.troop.id for element in side.elements)
    stand = Counter(element.troop.id for element in side.placed)
    where = look.place_of(side, "stands")
    for id in dict.fromkeys([*have, *stand]):
        troop = look.catalogue.troops[id]
        message = f"{stand[id]} {name_of(troop, count=stand[id])} are on the table, but the army has {have[id]}."
        if stand[id] > have[id]:
            yield error(where, message, rule="H-71")
        elif stand[id] < have[id] and not troop.hides:
            yield error(where, message, "Only Lurkers may wait off the table.", rule="H-40")


@BOOK.check("going", "Where elements can move", "H-54")
def going(look: SetUp) -> Drafts:
    """No element is where it could not move."""
    for side in look.battle.sides:
        for number, stand in enumerate(side.deployed.standing):
            if not may_stand(stand.troop, stand.box, look.battle.ground):
                yield error(_at(look, side, number), f"{name_of(stand.troop)} is where it cannot move.")


def as_list(battle: Battle, side: Side) -> Army:
    """An army of a scenario as one of a list, to be judged like those."""
    head, number, where = battle.scenario.scenario, side.number, battle.source.where
    points = None if head.points is None else Stated(head.points, where("scenario", "points"))
    army = Army(side.army.name, where("armies", number), side.army.role, points)
    if head.dear is not None:
        army.numbers[DEAR] = Stated(head.dear, where("scenario", "dear"))
    for group in side.groups:
        marks = Marks(group.general, group.options)
        written = Written(own=marks, many=group.count)
        price = price_of(group.troop, marks)
        army.entries.append(Entry(group.where, group.troop.name, written, group.troop, group.count, price))
    return army


def is_near(box: Box, catalogue: Catalogue) -> bool:
    """Whether some part of a piece is near the middle of the table, and it is large enough to matter (H-53)."""
    middle, reach = catalogue.cells("table") // 2, catalogue.cells("terrain-near")
    least = catalogue.cells("area-least")
    dx = max(box.x - middle, middle - box.x - box.width, 0)
    dy = max(box.y - middle, middle - box.y - box.depth, 0)
    return min(box.width, box.depth) >= least and dx * dx + dy * dy <= reach * reach


def _name(piece: Placed) -> str:
    return piece.terrain.name.lower()
