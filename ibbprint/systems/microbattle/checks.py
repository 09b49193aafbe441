"""Whether a battle is sound: ground where it was rolled, armies as they are rolled, units where they may set up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import partial

from ibbprint.catalogue.mending import Mend
from ibbprint.engine.api.checking import CheckText, Finding
from ibbprint.engine.checkbook import Findings
from ibbprint.engine.references import twice
from ibbprint.phrases import listed, small
from ibbprint.problems import Severity, Where, did_you_mean
from ibbprint.squaregrid import SquareGrid, split_square
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.models import Army, Ground, Patch, Quarter, Size
from ibbprint.systems.microbattle.scenarios import CLEAR, Battle, Place, own_row, squares_of

USUAL_GRID = SquareGrid(6, 8)
"""The board on which the tables place ground, the key point and prepared squares (M-36, M-45, M-47)."""
DEFENDER = 1
ANOTHER = "Give one of them another."

CHECKS = (
    CheckText("army-twice", "Names given twice", "The ids and the letters of the two armies differ."),
    CheckText("army-alike", "Armies that look alike", "The two armies differ in their names and their colours."),
    CheckText("rule-named", "Known rulings", "The rules that a scenario names are among the rulings."),
    CheckText("circumstance", "Known circumstances", "The circumstances that a scenario names exist.", ("M-02",)),
    CheckText("quarters", "A roll for each quarter", "Each quarter of the board has been rolled for once.", ("M-05",)),
    CheckText("terrain", "Ground on its squares", "Rolled ground is on the right squares of its quarter.", ("M-36",)),
    CheckText("no-units", "Armies with units", "Both armies have units.", ("M-R10",)),
    CheckText("types", "Types of units", "An army has its primary type, and otherwise only secondary types.",
              ("M-07", "M-37")),
    CheckText("sizes", "Numbers of units", "Each type has as many units as the dice can give, plus those added.",
              ("M-R10", "M-09")),
    CheckText("level", "Armies of about the same size", "Armies are levelled where the battle needs it.", ("M-09",)),
    CheckText("square", "Squares of the board", "Every square that is named is on the board.", ("M-35",)),
    CheckText("one-a-square", "One unit per square", "No two units share a square.", ("M-17",)),
    CheckText("water", "Nobody in the water", "No unit starts on ground where units may not start.", ("M-16",)),
    CheckText("rows", "Where armies set up", "Each unit starts in the rows of its side.", ("M-06", "M-29")),
    CheckText("reserve", "Reserves", "Only a defender who blocks the way has a reserve.", ("M-46",)),
    CheckText("commander", "Commanders with their units", "A commander starts with a unit of his army.", ("M-38",)),
    CheckText("goal", "Goal on the board", "The scenario has its key point, token or prepared squares.",
              ("M-45", "M-47")),
    CheckText("goal-place", "Place of the goal", "Key point, token or prepared squares are where the tables put them.",
              ("M-45", "M-47")),
    CheckText("works-held", "Prepared squares held", "The defender has a unit in each prepared square.", ("M-29",)),
)  # fmt: skip
"""Every check, in the order in which they run."""
FATAL = frozenset(("army-twice", "goal", "no-units", "one-a-square", "square"))
"""Checks whose errors leave nothing to play; the others break the rules of the set-up, and may be overridden."""


def findings(battle: Battle, catalogue: Catalogue) -> list[Finding]:
    """Everything that is wrong with the battle, check by check."""
    check = _Check(battle, catalogue)
    check.run()
    return check.findings


class _Check(Findings):
    def __init__(self, battle: Battle, catalogue: Catalogue) -> None:
        super().__init__(catalogue.GAME, CHECKS)
        self.battle = battle
        self.head = battle.scenario.scenario
        self.catalogue = catalogue
        self.grid = catalogue.grid
        self.usual = self.grid == USUAL_GRID
        self.prepared = self.head.prepared or (battle.kind.prepared if self.usual else [])
        """The prepared squares; those of the tables where the file names none."""
        self.taken: dict[str, Place] = {}
        self.given: set[str] = {place.square for place in battle.places if place.square is not None}
        """The squares that units have, right or wrong, and those that repairs give them."""

    def where(self, *path: str | int) -> Where:
        return self.battle.source.where(*path)

    def wrong(self, check: str, where: Where, rule: str, message: str, name: str, free: Iterable[str]) -> str:
        """An error at a square that is named; its repair is the nearest of those that are free, which is given back."""
        near = nearest(name, free)
        hint = f"The nearest that will do is {near}." if near else ""
        mend = Mend(where, name, near, f"{near} is the nearest square that will do") if near else None
        self.find(check, Severity.ERROR, where, rule, message, hint, places=(name,), mend=mend)
        return near

    def run(self) -> None:
        self.told_apart()
        self.names()
        if self.usual:
            self.terrain()
        for side, army in enumerate(self.battle.armies):
            self.muster(side, army)
        self.level()
        for place in self.battle.places:
            if place.square is not None:
                self.place(place, place.square)
        for side, army in enumerate(self.battle.armies):
            self.reserve(side)
            self.commander(side, army)
        self.goal()

    def told_apart(self) -> None:
        for field in ("id", "letter"):
            for steps, name in twice(self.battle.scenario, f"armies.{field}"):
                message = f"both armies have the {field} {name}."
                self.error("army-twice", self.where(*steps), "read:duplicate-id", message, ANOTHER)
        for field, why in (("name", "nobody can tell them apart in a report"), ("livery", "their counters look alike")):
            for steps, name in twice(self.battle.scenario, f"armies.{field}"):
                message = f"both armies have the {field} {name}, so {why}."
                self.warning("army-alike", self.where(*steps), "read:duplicate-id", message, ANOTHER)

    def names(self) -> None:
        units = self.catalogue.units
        for side, army in enumerate(self.battle.armies):
            own: dict[tuple[str | int, ...], str] = {
                ("secondary", n): name for n, name in enumerate(army.secondary or ())
            }
            if army.primary is not None:
                own["primary",] = army.primary
            for steps, name in own.items():
                if not units.knows(name):
                    where, hint = self.where("armies", side, *steps), did_you_mean(name, units.names)
                    self.error("types", where, "ref:unit", f"there is no unit {name!r}.", hint)
        for field, kind, word in (
            ("applies", Catalogue.rulings, "rule"),
            ("circumstances", Catalogue.circumstances, "circumstance"),
        ):
            check, names = "rule-named" if word == "rule" else word, getattr(self.head, field) or ()
            self.named(check, names, self.catalogue.shelf(kind), word, partial(self.where, "scenario", field))

    # --- ground -------------------------------------------------------------------------------------------------

    def terrain(self) -> None:
        quarters, kinds = self.catalogue.quarters, self.catalogue.ground
        rolled: set[str] = set()
        named = {patch.quarter for patch in self.battle.scenario.terrain}
        unnamed = [quarter for quarter in quarters if quarter.id not in named]
        for index, patch in enumerate(self.battle.scenario.terrain):
            quarter = None if patch.quarter is None else quarters.get(patch.quarter)
            ground = kinds.get(patch.ground)
            if quarter is None or ground is None:
                continue
            if quarter.id in rolled:
                meant = self.meant(patch, ground, unnamed)
                self.again(index, quarter, meant)
                if meant is not None:
                    unnamed.remove(meant)
                    continue
            rolled.add(quarter.id)
            usual = [square for square in squares_of(ground, quarter) if square not in self.prepared]
            what = f"{ground.name.lower()} in the {small(quarter.name)} quarter"
            self.listed("terrain", "M-36", ("terrain", index, "squares"), patch.squares or usual, usual, what)
        if unnamed:
            where = self.where("terrain" if rolled else "scenario")
            names = listed([small(quarter.name) for quarter in unnamed])
            message = f"there is no roll for the {names} quarter{'s' * (len(unnamed) > 1)}."
            self.warning("quarters", where, "M-05", message, f"Write ground: {CLEAR} for open ground.")

    def meant(self, patch: Patch, ground: Ground, unnamed: Sequence[Quarter]) -> Quarter | None:
        """The quarter that a second roll for another one belongs to: the one with its squares, or the only one left."""
        fits = [quarter for quarter in unnamed if patch.squares == list(squares_of(ground, quarter))]
        left = fits or (unnamed if not patch.squares else ())
        return left[0] if len(left) == 1 else None

    def again(self, index: int, quarter: Quarter, meant: Quarter | None) -> None:
        """A second roll for a quarter; its repair is the quarter that it was meant for."""
        where = self.where("terrain", index, "quarter")
        message = f"the {small(quarter.name)} quarter already has a roll."
        if meant is None:
            self.error("quarters", where, "M-05", message)
            return
        mend = Mend(where, quarter.id, meant.id, f"{meant.id} has no roll yet")
        hint = f"Did you mean {meant.id}, the {small(meant.name)}?"
        self.find("quarters", Severity.ERROR, where, "M-05", message, hint, mend=mend)

    def listed(
        self, check: str, rule: str, path: tuple[str | int, ...], given: Sequence[str], usual: Sequence[str], what: str
    ) -> None:
        """Squares as written against those that the tables give; each wrong one stands for one that is missing."""
        missing = [square for square in usual if square not in given]
        for number, square in enumerate(given):
            if square not in usual:
                message = f"{what} does not take {square}: it takes {', '.join(usual) or 'no square'}."
                self.wrong(check, self.where(*path, number), rule, message, square, missing[:1])
                del missing[:1]
        if missing:
            message = f"{what} also takes {', '.join(missing)}."
            hint = f"Write squares: {json.dumps(list(usual))}." if path[-1] == "squares" else ""
            self.find(check, Severity.ERROR, self.where(*path), rule, message, hint, places=missing)

    # --- armies -------------------------------------------------------------------------------------------------

    def muster(self, side: int, army: Army) -> None:
        """Whether an army can be rolled: its types, and how many units it has of each."""
        counts = Counter(place.unit.id for place in self.battle.of(side))
        where = self.where("armies", side, "units")
        if not counts:
            self.error("no-units", where, "M-R10", f"{army.name} has no unit.")
            return
        sizes = {size.id: size for size in self.catalogue.sizes}
        primary, secondary = self.types(army)
        others = [unit for unit in counts if unit != primary]
        self.size(side, army, primary, counts[primary], sizes["primary"], army.levelled)
        for unit in others:
            if unit in secondary:
                self.size(side, army, unit, counts[unit], sizes["secondary"], 0)
            else:
                message = f"{army.name} does not roll for {self.called(unit)}."
                hint = did_you_mean(unit, sorted({primary, *secondary}), most=9)
                self.error("types", self.line(side, unit), "M-07", message, hint)
        crowded = [unit for table in self.tables() if army.secondary is None for unit in table if unit in counts]
        if len(crowded) > 1:
            names = listed([self.called(unit) for unit in crowded])
            self.error("types", where, "M-37", f"{army.name} has {names}, but may roll only one of them.")
        elif len(others) > sizes["secondary"].most:
            message = f"{army.name} has {listed([self.called(unit) for unit in others])} besides its primary type"
            self.error("types", where, "M-07", f"{message}, but may roll only {sizes['secondary'].most} of them.")

    def types(self, army: Army) -> tuple[str, Collection[str]]:
        """The primary type of an army, and the secondary ones: its own, or those of the muster (M-07, M-37)."""
        lines = list(self.catalogue.muster)
        primary = army.primary or next(line.unit for line in lines if line.role == "primary")
        if army.secondary is not None:
            return primary or "", army.secondary
        named = [line.unit for line in lines if line.role == "secondary" and line.unit is not None]
        return primary or "", [*named, *(unit for table in self.tables() for unit in table)]

    def tables(self) -> list[list[str]]:
        """The types of which the muster rolls one, table by table."""
        names = [line.table for line in self.catalogue.muster if line.table is not None]
        return [[row.gives for row in self.catalogue.tables[name].rows] for name in names]

    def size(self, side: int, army: Army, unit: str, number: int, size: Size, added: int) -> None:
        least, most = size.fewest + added, size.greatest + added
        if not max(least, 0) <= number <= most:
            with_added = f", {added} of them added" if added else ""
            message = f"{army.name} has {number} {self.called(unit)}, but the dice give {least} to {most}{with_added}."
            self.error("sizes", self.line(side, unit), "M-R10", message)

    def level(self) -> None:
        ours, theirs = (len(self.battle.of(side)) for side in range(2))
        gap = self.catalogue.figures["level-gap"]
        if self.battle.kind.levelled and abs(ours - theirs) > gap:
            less = self.battle.armies[0 if ours < theirs else 1]
            more = abs(ours - theirs) - gap
            message = f"the armies have {ours} and {theirs} units, but may differ by {gap} at most."
            unit = self.called(self.types(less)[0])
            hint = f"Add {more} {unit} to {less.name}, and write levelled: {less.levelled + more}."
            self.warning("level", self.where("armies"), "M-09", message, hint)

    def called(self, unit: str) -> str:
        return self.catalogue.units[unit].name.lower() if unit in self.catalogue.units else unit

    def line(self, side: int, unit: str) -> Where:
        """Where the first line of a type is written; the army where there is none."""
        lines = self.battle.armies[side].units
        index = next((n for n, line in enumerate(lines) if line.unit == unit), None)
        return self.where("armies", side) if index is None else self.where("armies", side, "units", index, "unit")

    # --- places -------------------------------------------------------------------------------------------------

    def zone(self, side: int) -> list[str]:
        """The squares in which a side may set up."""
        kind = self.battle.kind
        works = self.prepared if side == DEFENDER and kind.goal == "keep" else ()
        return [
            name
            for name in self.grid.hexes
            if own_row(side, split_square(name)[1], self.grid.rows) in kind.rows[side] or name in works
        ]

    def move(self, check: str, where: Where, rule: str, message: str, name: str, free: Iterable[str]) -> None:
        """An error at the square of a unit; what its repair gives it is no other's."""
        self.given.add(self.wrong(check, where, rule, message, name, free))

    def place(self, place: Place, square: str) -> None:
        kinds, board = self.catalogue.ground, self.battle.map
        zone = self.zone(place.side)
        dry = [name for name in zone if board is None or kinds[board.terrain[name]].dry]
        free = [name for name in dry if name not in self.given]
        key = place.key
        if square not in self.grid:
            first, last = self.grid.first_and_last
            message = f"square {square} is not on the board, which goes from {first} to {last}."
            self.move("square", place.where, "M-35", message, square, free)
            return
        if square in self.taken:
            message = f"{key} cannot start in {square}: {self.taken[square].key} is already there."
            self.move("one-a-square", place.where, "M-17", message, square, free)
            return
        self.taken[square] = place
        if square not in zone:
            rows = " or ".join(str(row) for row in self.battle.kind.rows[place.side])
            message = f"{key} starts in {square}, but its army sets up in row {rows}, counted from its own base line."
            self.move("rows", place.where, "M-29", message, square, free)
        elif square not in dry:
            ground = kinds[board.terrain[square]].name.lower() if board is not None else ""
            self.move("water", place.where, "M-16", f"{key} starts in {square}, which is {ground}.", square, free)

    def reserve(self, side: int) -> None:
        blocking, own = self.battle.kind.blocking, self.battle.of(side)
        waiting = [place for place in own if place.square is None]
        if side == DEFENDER and blocking:
            there = len(own) - len(waiting)
            if there != blocking:
                units = f"{there} unit{'s' * (there != 1)}"
                message = f"the defender starts with {units} on the board, but must start with {blocking}."
                hint = "Give more of them squares." if there < blocking else "Move the others from squares to reserve."
                self.error("reserve", self.where("armies", side, "units"), "M-46", message, hint)
        elif waiting:
            message = f"{waiting[0].key} is in reserve, but in this kind of battle every unit starts on the board."
            self.error("reserve", waiting[0].where, "M-46", message, "List its square in squares.")

    def commander(self, side: int, army: Army) -> None:
        square, own = army.commander.square, self.battle.of(side)
        if self.battle.led(side) is not None:
            return
        where = self.where("armies", side, "commander", *(("square",) if square is not None else ()))
        if square is None:
            first = next((place.square for place in own if place.square is not None), "")
            hint = f'Write the square of the unit that he starts with, like square: "{first}".' if first else ""
            self.error("commander", where, "M-38", f"the commander of {army.name} has no square.", hint)
            return
        message = f"the commander of {army.name} starts in {square}, where he has no unit."
        self.wrong("commander", where, "M-38", message, square, [p.square for p in own if p.square is not None])

    # --- the goal -----------------------------------------------------------------------------------------------

    def goal(self) -> None:
        kind, head = self.battle.kind, self.head
        if kind.goal in ("hold", "carry"):
            self.point()
        elif head.point is not None:
            message = f"this kind of battle has no key point or token, so {head.point} means nothing."
            self.warning("goal-place", self.where("scenario", "point"), "M-45", message)
        if kind.goal == "keep":
            if not head.prepared:
                self.unprepared()
            elif self.usual:
                what = "the prepared position"
                self.listed("goal-place", "M-47", ("scenario", "prepared"), head.prepared, kind.prepared, what)
            self.works()
        elif head.prepared:
            named = listed(head.prepared)
            means = "mean" if len(head.prepared) > 1 else "means"
            message = f"this kind of battle has no prepared squares, so {named} {means} nothing."
            self.warning("goal-place", self.where("scenario", "prepared"), "M-47", message)

    def unprepared(self) -> None:
        """A defense without prepared squares; its repair gives it those of the tables."""
        where, squares = self.where("scenario", "kind"), json.dumps(self.battle.kind.prepared)
        id = self.head.kind
        message = "there are no prepared squares."
        if not self.usual:
            self.error("goal", where, "M-47", message, "Name them in prepared.")
            return
        mend = Mend(where, id, f"{id}, prepared: {squares}", "the prepared squares of the tables")
        self.find("goal", Severity.ERROR, where, "M-47", message, f"Write prepared: {squares}.", mend=mend)

    def point(self) -> None:
        name, where = self.head.point, self.where("scenario", "point")
        usual = [row.gives for row in self.catalogue.tables["point"].rows]
        if name is None:
            what = "key point" if self.battle.kind.goal == "hold" else "token"
            hint = f"Write {' or '.join(f'point: {json.dumps(square)}' for square in usual)}."
            self.error("goal", self.where("scenario", "kind"), "M-45", f"there is no {what}.", hint)
        elif name not in self.grid:
            self.wrong("goal", where, "M-45", f"square {name} is not on the board.", name, usual)
        elif self.usual and name not in usual:
            self.wrong(
                "goal-place", where, "M-45", f"the point is {name}, but must be {' or '.join(usual)}.", name, usual
            )

    def works(self) -> None:
        for index, square in enumerate(self.head.prepared):
            where = self.where("scenario", "prepared", index)
            if square not in self.grid:
                self.wrong(
                    "goal", where, "M-47", f"square {square} is not on the board.", square, self.battle.kind.prepared
                )
            elif square not in self.taken or self.taken[square].side != DEFENDER:
                message = f"no unit of the defender is in the prepared square {square}."
                self.find("works-held", Severity.ERROR, where, "M-29", message, places=(square,))


def nearest(name: str, squares: Iterable[str]) -> str:
    """The nearest of some squares: in the same column before others, then the lowest; nothing where there are none."""

    def far(other: str) -> tuple[int, bool, tuple[int, int]]:
        (column, row), (there, line) = split_square(name), split_square(other)
        return abs(column - there) + abs(row - line), column != there, (line, there)

    return min(squares, key=far, default="")
