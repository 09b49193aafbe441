"""What a set-up breaks: armies, terrain, strongholds, and where everybody stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from ibbprint.engine.api.checking import CheckText, Finding
from ibbprint.engine.checkbook import Findings, in_order
from ibbprint.engine.lists.records import Stated
from ibbprint.problems import Report, Severity, Where
from ibbprint.systems.element_battle.catalogue import GAME, Catalogue
from ibbprint.systems.element_battle.deployment import Box, Placed, may_stand
from ibbprint.systems.element_battle.lists.findings import Judge
from ibbprint.systems.element_battle.lists.records import DEAR, Army, Entry, Marks, Written, price_of
from ibbprint.systems.element_battle.names import shown
from ibbprint.systems.element_battle.scenarios import Battle, Side

CHECKS = (
    CheckText(
        "army", "The armies",
        "Each army has the points that were agreed on, its dear elements within the cap, one general who "
        "may lead, and one stronghold at most.",
        ("H-02", "H-03", "H-04"),
    ),
    CheckText(
        "sides", "Attacker and defender",
        "One army attacks, the other defends, and only the defender has a stronghold.",
        ("H-56", "H-02"),
    ),
    CheckText(
        "terrain-place", "Where terrain is",
        "Each piece is on the table. Areas have sides of a usual length, apart from each other "
        "and from the edges; rivers and roads run from edge to edge.",
        ("H-53", "H-54"),
    ),
    CheckText(
        "terrain-amount", "How much terrain",
        "As many pieces as the generator makes, some of them bad going near the middle, and most of the "
        "table good going.",
        ("H-08", "H-53"),
    ),
    CheckText(
        "stronghold", "The stronghold",
        "It is in the defender’s zone, in good going, clear of all terrain.",
        ("H-R03", "H-09"),
    ),
    CheckText(
        "deployment", "Where elements stand",
        "Each element of the army is on the table in its side’s zone, once, and no two bases overlap; "
        "only types that hide may wait.",
        ("H-R03", "H-R04", "H-40", "H-71"),
    ),
    CheckText(
        "going", "Where elements can move",
        "No element is where it could not move.",
        ("H-54",),
    ),
)  # fmt: skip


def findings(battle: Battle, catalogue: Catalogue) -> Sequence[Finding]:
    """What is found in a set-up, in the order of the file."""
    check = _Check(battle, catalogue)
    check.armies()
    check.roles()
    check.terrain()
    for side in battle.sides:
        check.stronghold(side)
        check.standing(side)
    return in_order(check.found.findings)


class _Check:
    def __init__(self, battle: Battle, catalogue: Catalogue) -> None:
        self.battle = battle
        self.catalogue = catalogue
        self.found = Findings(GAME, CHECKS)
        self.side = catalogue.cells("table")
        self.zone = catalogue.cells("deploy")

    def where(self, *path: str | int) -> Where:
        return self.battle.source.where(*path)

    # --- armies -----------------------------------------------------------------------------------------------------

    def armies(self) -> None:
        """What an army may be, by the judge of army lists."""
        for side in self.battle.sides:
            report = Report()
            Judge(self.catalogue).judge(as_list(self.battle, side), report)
            for problem in report.as_added:
                self.found.find(
                    "army", problem.severity, problem.where, problem.rule, problem.message, problem.hint,
                    working=side.army.name,
                )  # fmt: skip

    def roles(self) -> None:
        one, other = self.battle.sides
        if one.army.role == other.army.role:
            message = f"both armies are the {one.army.role}."
            self.found.error("sides", self.where("armies", 1, "role"), "H-56", message, "One of them is the other.")
        for side in self.battle.sides:
            if side.attacks and side.army.stronghold is not None:
                where = self.where("armies", side.number, "stronghold")
                self.found.error("sides", where, "H-02 stronghold", "only the defender has a stronghold.")

    # --- terrain ----------------------------------------------------------------------------------------------------

    def terrain(self) -> None:
        areas = [(n, one) for n, one in enumerate(self.battle.ground) if not one.terrain.runs]
        for number, piece in enumerate(self.battle.ground):
            where = self.where("terrain", number)
            if not piece.box.inside(self.side):
                self.found.error("terrain-place", where, "H-53", f"the {_name(piece)} reaches off the table.")
            elif piece.terrain.runs:
                self._course(piece, where)
            else:
                self._area(piece, where)
        apart = self.catalogue.cells("terrain-apart")
        for (_, one), (number, other) in combinations(areas, 2):
            if one.box.meets(other.box, apart):
                paces = self.catalogue.figures["terrain-apart"]
                message = f"the {_name(other)} is less than {paces} paces from the {_name(one)}."
                self.found.warning("terrain-place", self.where("terrain", number), "H-53", message)
        self._amount()

    def _course(self, piece: Placed, where: Where) -> None:
        """A river or road from edge to edge, of a width that it may have."""
        box, side = piece.box, self.side
        along = box.width == side or box.depth == side
        if not along:
            self.found.error("terrain-place", where, "H-53", f"a {_name(piece)} runs from edge to edge of the table.")
            return
        wide = min(box.width, box.depth)
        narrow, most = ("road-width",) * 2 if piece.terrain.road else ("river-least", "river-most")
        if not self.catalogue.cells(narrow) <= wide <= self.catalogue.cells(most):
            figures = self.catalogue.figures
            message = f"this {_name(piece)} is {wide * figures['cell']} paces wide."
            usual = f"{figures[narrow]}" if narrow == most else f"{figures[narrow]} to {figures[most]}"
            self.found.warning("terrain-place", where, "H-54", message, f"The usual width is {usual} paces.")

    def _area(self, piece: Placed, where: Where) -> None:
        figures, cell = self.catalogue.figures, self.catalogue.figures["cell"]
        low, high = figures["area-least"], figures["area-most"]
        for length in (piece.box.width, piece.box.depth):
            if not low <= length * cell <= high:
                message = f"a side of the {_name(piece)} is {length * cell} paces."
                self.found.warning(
                    "terrain-place", where, "H-53", message, f"The usual length is {low} to {high} paces."
                )
        if not piece.box.inside(self.side, self.catalogue.cells("terrain-apart")):
            message = f"the {_name(piece)} is less than {figures['terrain-apart']} paces from an edge."
            self.found.warning("terrain-place", where, "H-53", message)

    def _amount(self) -> None:
        figures, ground = self.catalogue.figures, self.battle.ground
        where = self.where("terrain")
        low, high = figures["terrain-least"] + 1, figures["terrain-least"] + figures["terrain-die"]
        if not low <= len(ground) <= high:
            message = f"there are {len(ground)} pieces of terrain."
            self.found.warning("terrain-amount", where, "H-53", message, f"The usual number is {low} to {high}.")
        near = sum(one.terrain.going == "bad" and is_near(one.box, self.catalogue) for one in ground)
        if near < figures["terrain-near-pieces"]:
            message = f"{near} piece{'s' if near != 1 else ''} of bad going near the middle of the table."
            hint = f"{figures['terrain-near-pieces']} belong within {figures['terrain-near']} paces of it."
            self.found.warning("terrain-amount", where, "H-53", message, hint)
        bad = sum(one.box.width * one.box.depth for one in ground if one.terrain.going == "bad")
        if 2 * bad >= self.side * self.side:
            self.found.error("terrain-amount", where, "H-08", "less than half of the table is good going.")

    # --- strongholds and elements -----------------------------------------------------------------------------------

    def in_zone(self, box: Box, side: Side) -> bool:
        own = box if side.attacks else box.turned(self.side)
        return box.inside(self.side) and own.y + own.depth <= self.zone

    def stronghold(self, side: Side) -> None:
        box = side.stronghold
        if side.attacks:
            return
        where = self.where("armies", side.number, *(("stronghold",) if side.army.stronghold is not None else ()))
        if box is None:
            message = "there is no place for the stronghold that is clear of terrain."
            self.found.error("stronghold", where, "H-09", message)
        elif not self.in_zone(box, side):
            message = f"the stronghold is not within {self.catalogue.figures['deploy']} paces of the defender’s edge."
            self.found.error("stronghold", where, "H-R03", message)
        else:
            for piece in self.battle.ground:
                if box.meets(piece.box):
                    self.found.error("stronghold", where, "H-09", f"the stronghold is on the {_name(piece)}.")

    def standing(self, side: Side) -> None:
        self._numbers(side)
        rule = "H-R04" if side.attacks else "H-R03"
        taken: list[tuple[Box, str]] = []
        if side.stronghold is not None:
            taken.append((side.stronghold, "the stronghold"))
        for number, stand in enumerate(side.deployed.standing):
            where = self._at(side, number)
            name = shown(stand.troop)
            if not self.in_zone(stand.box, side):
                message = f"{name} is not within {self.catalogue.figures['deploy']} paces of its edge."
                self.found.error("deployment", where, rule, message)
            for box, other in taken:
                if stand.box.meets(box):
                    self.found.error("deployment", where, "H-71", f"{name} overlaps {other}.")
            if not may_stand(stand.troop, stand.box, self.battle.ground):
                self.found.error("going", where, "H-54", f"{name} is where it cannot move.")
            taken.append((stand.box, f"another {name}" if any(o == name for _, o in taken) else name))

    def _at(self, side: Side, number: int) -> Where:
        if side.given:
            return self.where("armies", side.number, "stands", number)
        return self.where("armies", side.number, "elements")

    def _numbers(self, side: Side) -> None:
        """Everybody of the army stands somewhere, and nobody else."""
        deployed = side.deployed
        if deployed.unplaced:
            message = f"there is no room in the zone for {len(deployed.unplaced)} of the elements."
            where = self.where("armies", side.number, "elements")
            self.found.find("deployment", Severity.ERROR, where, "H-71", message, "Take fewer, or say where they go.")
        if not side.given:
            return
        have = Counter(one.troop.id for one in side.elements)
        stand = Counter(one.troop.id for one in side.given)
        where = self.where("armies", side.number, "stands")
        for id in dict.fromkeys([*have, *stand]):
            troop = self.catalogue.troops[id]
            if stand[id] > have[id]:
                message = f"{stand[id]} {shown(troop, count=stand[id])} are on the table, but the army has {have[id]}."
                self.found.error("deployment", where, "H-71", message)
            elif stand[id] < have[id] and not troop.hides:
                message = f"{stand[id]} {shown(troop, count=stand[id])} are on the table, but the army has {have[id]}."
                self.found.error("deployment", where, "H-40", message, "Only Lurkers may wait off the table.")


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


__all__ = ["CHECKS", "as_list", "findings", "is_near"]
