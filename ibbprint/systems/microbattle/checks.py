"""Whether a battle is sound: ground where it was rolled, armies as they are rolled, units where they may set up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from ibbprint.catalogue.mending import Mend
from ibbprint.engine import checkbook
from ibbprint.engine.checkbook import Book, Draft, Drafts, Leaves, error, warning
from ibbprint.phrases import listed, small
from ibbprint.problems import Where, did_you_mean
from ibbprint.squaregrid import SquareGrid, split_square
from ibbprint.systems.microbattle.catalogue import GAME, Catalogue
from ibbprint.systems.microbattle.models import Army, Ground, Patch, Quarter
from ibbprint.systems.microbattle.scenarios import CLEAR, Battle, Place, own_row, squares_of

USUAL_GRID = SquareGrid(6, 8)
"""The board on which the tables place ground, the key point and prepared squares (M-36, M-45, M-47)."""
DEFENDER = 1
At: TypeAlias = Callable[..., Where]
ANOTHER = "Give one of them another."


class SetUp(checkbook.SetUp[Battle, Catalogue]):
    """A battle as the checks see it."""

    def __init__(self, battle: Battle, catalogue: Catalogue) -> None:
        super().__init__(battle, catalogue)
        self.head = battle.scenario.scenario
        self.grid = catalogue.grid
        self.prepared = self.head.prepared or (battle.kind.prepared if self.usual() else [])
        """The prepared squares; those of the tables where the file names none."""
        self.taken: dict[str, Place] = {}
        """Who stands in each square of the board; of several the first."""
        for place in battle.places:
            if place.square is not None and place.square in self.grid:
                self.taken.setdefault(place.square, place)

    def usual(self) -> bool:
        return self.grid == USUAL_GRID

    @property
    def points(self) -> list[str]:
        """The squares where the tables put the key point or the token."""
        return [row.gives for row in self.catalogue.tables["point"].rows]

    def ground(self, square: str) -> Ground | None:
        return None if self.battle.map is None else self.catalogue.ground[self.battle.map.terrain[square]]

    def armies(self) -> Iterator[tuple[int, Army, Counter[str]]]:
        """Each side that has units, with its army and how many units it has of each type."""
        for side, army in enumerate(self.battle.armies):
            counts = Counter(place.unit.id for place in self.battle.of(side))
            if counts:
                yield side, army, counts

    def types(self, army: Army) -> tuple[str, Collection[str]]:
        """The primary type of an army, and the secondary ones: its own, or those of the muster (M-07, M-37)."""
        lines = list(self.catalogue.muster)
        primary = army.primary or next(line.unit for line in lines if line.role == "primary")
        if army.secondary is not None:
            return primary or "", army.secondary
        secondary = [line.unit for line in lines if line.role == "secondary" and line.unit is not None]
        return primary or "", [*secondary, *(unit for table in self.tables() for unit in table)]

    def tables(self) -> list[list[str]]:
        """The types of which the muster rolls one, table by table."""
        names = [line.table for line in self.catalogue.muster if line.table is not None]
        return [[row.gives for row in self.catalogue.tables[name].rows] for name in names]

    def called(self, unit: str) -> str:
        return self.catalogue.units[unit].name.lower() if unit in self.catalogue.units else unit

    def line(self, side: int, unit: str) -> Where:
        """The place of the first line of a type; the army where there is none."""
        lines = self.battle.armies[side].units
        index = next((n for n, line in enumerate(lines) if line.unit == unit), None)
        return self.where("armies", side) if index is None else self.where("armies", side, "units", index, "unit")

    def zone(self, side: int) -> list[str]:
        """The squares in which a side may set up."""
        kind = self.battle.kind
        works = self.prepared if side == DEFENDER and kind.goal == "keep" else ()
        return [
            name
            for name in self.grid.hexes
            if own_row(side, split_square(name)[1], self.grid.rows) in kind.rows[side] or name in works
        ]


BOOK = Book(GAME, SetUp)


@BOOK.check("army-twice", "Names given twice", leaves=Leaves.NOTHING)
def army_twice(look: SetUp) -> Drafts:
    """The ids and the letters of the two armies differ."""
    for field in ("id", "letter"):
        for where, name in look.twice(f"armies.{field}"):
            message = f"both armies have the {field} {name}."
            yield error(where, message, ANOTHER, rule="read:duplicate-id")


@BOOK.check("army-alike", "Armies that look alike")
def army_alike(look: SetUp) -> Drafts:
    """The two armies differ in their names and their colours."""
    for field, why in (("name", "nobody can tell them apart in a report"), ("livery", "their counters look alike")):
        for where, name in look.twice(f"armies.{field}"):
            message = f"both armies have the {field} {name}, so {why}."
            yield warning(where, message, ANOTHER, rule="read:duplicate-id")


@BOOK.check("rule-named", "Known rulings")
def rule_named(look: SetUp) -> Drafts:
    """The rules that a scenario names are among the rulings."""
    yield from look.unknown_names("scenario.applies", look.catalogue.rulings, "rule")


@BOOK.check("circumstance", "Known circumstances", "M-02")
def circumstance(look: SetUp) -> Drafts:
    """The circumstances that a scenario names exist."""
    yield from look.unknown_names("scenario.circumstances", look.catalogue.circumstances, "circumstance")


# --- ground -----------------------------------------------------------------------------------------------------


@BOOK.check(
    "quarters",
    "A roll for each quarter",
    "M-05",
    text="Each quarter of the board has been rolled for once.",
    when=SetUp.usual,
)
@BOOK.check("terrain", "Ground on its squares", "M-36")
def terrain(look: SetUp) -> Drafts:
    """Rolled ground is on the right squares of its quarter."""
    quarters, kinds = look.catalogue.quarters, look.catalogue.ground
    rolled: set[str] = set()
    quarters_rolled = {patch.quarter for patch in look.battle.scenario.terrain}
    unnamed = [quarter for quarter in quarters if quarter.id not in quarters_rolled]
    for index, patch in enumerate(look.battle.scenario.terrain):
        quarter = None if patch.quarter is None else quarters.get(patch.quarter)
        ground = kinds.get(patch.ground)
        if quarter is None or ground is None:
            continue
        if quarter.id in rolled:
            intended = _intended(patch, ground, unnamed)
            yield _again(look.where("terrain", index, "quarter"), quarter, intended)
            if intended is not None:
                unnamed.remove(intended)
                continue
        rolled.add(quarter.id)
        usual = [square for square in squares_of(ground, quarter) if square not in look.prepared]
        subject = f"{ground.name.lower()} in the {small(quarter.name)} quarter"
        at = partial(look.where, "terrain", index, "squares")
        yield from _squares(at, patch.squares or usual, usual, subject, "terrain", "M-36")
    if unnamed:
        names = listed([small(quarter.name) for quarter in unnamed])
        message = f"there is no roll for the {names} quarter{'s' * (len(unnamed) > 1)}."
        yield warning(
            look.where("terrain" if rolled else "scenario"), message, f"Write ground: {CLEAR} for open ground."
        )


def _intended(patch: Patch, ground: Ground, unnamed: Sequence[Quarter]) -> Quarter | None:
    """The quarter that a second roll for another one belongs to: the one with its squares, or the only one left."""
    fits = [quarter for quarter in unnamed if patch.squares == list(squares_of(ground, quarter))]
    choices = fits or (unnamed if not patch.squares else ())
    return choices[0] if len(choices) == 1 else None


def _again(where: Where, quarter: Quarter, intended: Quarter | None) -> Draft:
    """A second roll for a quarter; its repair is the quarter that it was intended for."""
    message = f"the {small(quarter.name)} quarter already has a roll."
    if intended is None:
        return error(where, message)
    mend = Mend(where, quarter.id, intended.id, f"{intended.id} has no roll yet")
    return error(where, message, f"Did you mean {intended.id}, the {small(intended.name)}?", mend=mend)


def _squares(at: At, written: Sequence[str], usual: Sequence[str], subject: str, check: str, rule: str) -> Drafts:
    """Squares as written against those that the tables give; each wrong one stands for one that is missing."""
    missing = [square for square in usual if square not in written]
    for number, square in enumerate(written):
        if square not in usual:
            message = f"{subject} does not take {square}: it takes {', '.join(usual) or 'no square'}."
            yield _misplaced(check, at(number), message, square, missing[:1], rule)
            del missing[:1]
    if missing:
        hint = f"Write squares: {json.dumps(list(usual))}." if check == "terrain" else ""
        message = f"{subject} also takes {', '.join(missing)}."
        yield error(at(), message, hint, check, rule, missing)


def _misplaced(check: str, where: Where, message: str, name: str, free: Iterable[str], rule: str = "") -> Draft:
    """An error at a square that is named; its repair is the nearest of those that are free."""
    near = nearest(name, free)
    hint = f"The nearest that will do is {near}." if near else ""
    mend = Mend(where, name, near, f"{near} is the nearest square that will do") if near else None
    return error(where, message, hint, check, rule, (name,), mend=mend)


# --- armies -----------------------------------------------------------------------------------------------------


@BOOK.check("no-units", "Armies with units", "M-R10", leaves=Leaves.NOTHING)
def no_units(look: SetUp) -> Drafts:
    """Both armies have units."""
    for side, army in enumerate(look.battle.armies):
        if not look.battle.of(side):
            yield error(look.where("armies", side, "units"), f"{army.name} has no unit.")


@BOOK.check("types", "Types of units", "M-07 M-37")
def types(look: SetUp) -> Drafts:
    """An army has its primary type, and otherwise only secondary types."""
    for field in ("armies.primary", "armies.secondary"):
        yield from look.unknown_names(field, look.catalogue.units, "unit")
    limit = look.catalogue.sizes["secondary"].most
    for side, army, counts in look.armies():
        where = look.where("armies", side, "units")
        primary, secondary = look.types(army)
        secondary_types = [unit for unit in counts if unit != primary]
        for unit in secondary_types:
            if unit not in secondary:
                hint = did_you_mean(unit, sorted({primary, *secondary}), most=9)
                yield error(look.line(side, unit), f"{army.name} does not roll for {look.called(unit)}.", hint)
        crowded = [unit for table in look.tables() if army.secondary is None for unit in table if unit in counts]
        if len(crowded) > 1:
            names = listed([look.called(unit) for unit in crowded])
            yield error(where, f"{army.name} has {names}, but may roll only one of them.", rule="M-37")
        elif len(secondary_types) > limit:
            names = listed([look.called(unit) for unit in secondary_types])
            message = f"{army.name} has {names} besides its primary type, but may roll only {limit} of them."
            yield error(where, message)


@BOOK.check("sizes", "Numbers of units", "M-R10 M-09")
def sizes(look: SetUp) -> Drafts:
    """Each type has as many units as the dice can give, plus those added."""
    for side, army, counts in look.armies():
        primary, secondary = look.types(army)
        for unit, number in ({primary: 0} | counts).items():
            if unit != primary and unit not in secondary:
                continue
            size = look.catalogue.sizes["primary" if unit == primary else "secondary"]
            added = army.levelled if unit == primary else 0
            least, highest = size.fewest + added, size.greatest + added
            if not max(least, 0) <= number <= highest:
                with_added = f", {added} of them added" if added else ""
                dice = f"the dice give {least} to {highest}{with_added}"
                yield error(look.line(side, unit), f"{army.name} has {number} {look.called(unit)}, but {dice}.")


@BOOK.check("level", "Armies of about the same size", "M-09")
def level(look: SetUp) -> Drafts:
    """Armies are levelled where the battle needs it."""
    ours, theirs = (len(look.battle.of(side)) for side in range(2))
    gap = look.catalogue.figures["level-gap"]
    if look.battle.kind.levelled and abs(ours - theirs) > gap:
        less = look.battle.armies[0 if ours < theirs else 1]
        surplus = abs(ours - theirs) - gap
        message = f"the armies have {ours} and {theirs} units, but may differ by {gap} at most."
        unit = look.called(look.types(less)[0])
        hint = f"Add {surplus} {unit} to {less.name}, and write levelled: {less.levelled + surplus}."
        yield warning(look.where("armies"), message, hint)


# --- places -----------------------------------------------------------------------------------------------------


@BOOK.check(
    "square", "Squares of the board", "M-35", text="Every square that is named is on the board.", leaves=Leaves.NOTHING
)
@BOOK.check("one-a-square", "One unit per square", "M-17", text="No two units share a square.", leaves=Leaves.NOTHING)
@BOOK.check("water", "Nobody in the water", "M-16", text="No unit starts on ground where units may not start.")
@BOOK.check("rows", "Where armies set up", "M-06 M-29", text="Each unit starts in the rows of its side.")
def places(look: SetUp) -> Drafts:
    """Where each unit starts; what the repair of one unit gives it is no other's."""
    rows = look.battle.kind.rows
    used = {place.square for place in look.battle.places}
    for place in look.battle.places:
        key, square, zone = place.key, place.square, look.zone(place.side)
        dry = [name for name in zone if (ground := look.ground(name)) is None or ground.dry]
        rule = ""
        if square is None:
            continue
        if square not in look.grid:
            first, last = look.grid.first_and_last
            check, message = "square", f"square {square} is not on the board, which goes from {first} to {last}."
        elif look.taken[square] is not place:
            occupant = look.taken[square].key
            check, message = "one-a-square", f"{key} cannot start in {square}: {occupant} is already there."
        elif square not in zone:
            check, rule, rows_allowed = "rows", "M-29", " or ".join(map(str, rows[place.side]))
            message = (
                f"{key} starts in {square}, but its army sets up in row {rows_allowed}, counted from its own base line."
            )
        elif square not in dry and (ground := look.ground(square)) is not None:
            check, message = "water", f"{key} starts in {square}, which is {ground.name.lower()}."
        else:
            continue
        draft = _misplaced(check, place.where, message, square, [name for name in dry if name not in used], rule)
        yield draft
        if draft.mend is not None:
            used.add(draft.mend.new)


@BOOK.check("reserve", "Reserves", "M-46")
def reserve(look: SetUp) -> Drafts:
    """Only a defender who blocks the way has a reserve."""
    blocking = look.battle.kind.blocking
    for side in range(2):
        army_places = look.battle.of(side)
        waiting = [place for place in army_places if place.square is None]
        if side == DEFENDER and blocking:
            on_board = len(army_places) - len(waiting)
            if on_board != blocking:
                units = f"{on_board} unit{'s' * (on_board != 1)}"
                message = f"the defender starts with {units} on the board, but must start with {blocking}."
                hint = (
                    "Give more of them squares." if on_board < blocking else "Move the others from squares to reserve."
                )
                yield error(look.where("armies", side, "units"), message, hint)
        elif waiting:
            message = f"{waiting[0].key} is in reserve, but in this kind of battle every unit starts on the board."
            yield error(waiting[0].where, message, "List its square in squares.")


@BOOK.check("commander", "Commanders with their units", "M-38")
def commander(look: SetUp) -> Drafts:
    """A commander starts with a unit of his army."""
    for side, army in enumerate(look.battle.armies):
        if look.battle.led(side) is not None:
            continue
        square, where = army.commander.square, partial(look.where, "armies", side, "commander")
        squares = [place.square for place in look.battle.of(side) if place.square is not None]
        if square is not None:
            message = f"the commander of {army.name} starts in {square}, where he has no unit."
            yield _misplaced("commander", where("square"), message, square, squares)
        else:
            hint = f'Write the square of the unit that he starts with, like square: "{squares[0]}".' if squares else ""
            yield error(where(), f"the commander of {army.name} has no square.", hint)


# --- the goal ---------------------------------------------------------------------------------------------------


@BOOK.check("goal", "Goal on the board", "M-45 M-47", leaves=Leaves.NOTHING)
def goal(look: SetUp) -> Drafts:
    """The scenario has its key point, token or prepared squares."""
    kind, head, where = look.battle.kind, look.head, partial(look.where, "scenario")
    if kind.goal in ("hold", "carry"):
        if head.point is None:
            marker = "key point" if kind.goal == "hold" else "token"
            hint = f"Write {' or '.join(f'point: {json.dumps(square)}' for square in look.points)}."
            yield error(where("kind"), f"there is no {marker}.", hint)
        elif head.point not in look.grid:
            message = f"square {head.point} is not on the board."
            yield _misplaced("goal", where("point"), message, head.point, look.points)
    elif kind.goal == "keep":
        if not head.prepared:
            yield _unprepared(look)
        for index, square in enumerate(head.prepared):
            if square not in look.grid:
                message = f"square {square} is not on the board."
                yield _misplaced("goal", where("prepared", index), message, square, kind.prepared, "M-47")


def _unprepared(look: SetUp) -> Draft:
    """A defense without prepared squares; its repair gives it those of the tables."""
    where, squares, id = look.where("scenario", "kind"), json.dumps(look.battle.kind.prepared), look.head.kind
    message = "there are no prepared squares."
    if not look.usual():
        return error(where, message, "Name them in prepared.", rule="M-47")
    mend = Mend(where, id, f"{id}, prepared: {squares}", "the prepared squares of the tables")
    return error(where, message, f"Write prepared: {squares}.", rule="M-47", mend=mend)


@BOOK.check("goal-place", "Place of the goal", "M-45 M-47")
def goal_place(look: SetUp) -> Drafts:
    """Key point, token or prepared squares are where the tables put them."""
    kind, point, prepared = look.battle.kind, look.head.point, look.head.prepared
    where = partial(look.where, "scenario")
    if point is not None and kind.goal not in ("hold", "carry"):
        message = f"this kind of battle has no key point or token, so {point} means nothing."
        yield warning(where("point"), message)
    elif point is not None and point in look.grid and look.usual() and point not in look.points:
        message = f"the point is {point}, but must be {' or '.join(look.points)}."
        yield _misplaced("goal-place", where("point"), message, point, look.points)
    if prepared and kind.goal != "keep":
        means = "mean" if len(prepared) > 1 else "means"
        message = f"this kind of battle has no prepared squares, so {listed(prepared)} {means} nothing."
        yield warning(where("prepared"), message, rule="M-47")
    elif prepared and look.usual():
        at = partial(where, "prepared")
        yield from _squares(at, prepared, kind.prepared, "the prepared position", "goal-place", "M-47")


@BOOK.check("works-held", "Prepared squares held", "M-29")
def works_held(look: SetUp) -> Drafts:
    """The defender has a unit in each prepared square."""
    for index, square in enumerate(look.head.prepared if look.battle.kind.goal == "keep" else ()):
        if square in look.grid and (square not in look.taken or look.taken[square].side != DEFENDER):
            where = look.where("scenario", "prepared", index)
            yield error(where, f"no unit of the defender is in the prepared square {square}.", places=(square,))


def nearest(name: str, squares: Iterable[str]) -> str:
    """The nearest of some squares: in the same column before others, then the lowest; nothing where there are none."""

    def far(candidate: str) -> tuple[int, bool, tuple[int, int]]:
        (column, row), (far_column, line) = split_square(name), split_square(candidate)
        return abs(column - far_column) + abs(row - line), column != far_column, (line, far_column)

    return min(squares, key=far, default="")
