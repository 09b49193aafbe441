"""The rolls of a battle, in the order of the rules; each step has its own dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ibbprint.dice import Dice
from ibbprint.engine.api.generating import RollMade, stream
from ibbprint.phrases import small
from ibbprint.problems import BadRequest
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.models import BattleKind, Ground, Quarter
from ibbprint.systems.microbattle.muster import Mustered, TableRoll, muster, roll
from ibbprint.systems.microbattle.scenarios import squares_of

SCENARIO, TERRAIN, POINT, COMMANDER = "scenario", "terrain", "point", "commander"
"""The tables that a battle begins with, by their ids."""
MOST_TRIES = 1_000
"""Two whole armies come out equal once in six times; what has not come in so many tries does not come."""


@dataclass(slots=True)
class RolledArmy:
    """A rolled army: its commander's quality, the number of units of each type, and the units added to level it."""

    quality: str
    units: dict[str, int] = field(default_factory=dict)
    primary: str = ""
    levelled: int = 0

    @property
    def size(self) -> int:
        return sum(self.units.values())


@dataclass(slots=True)
class Rolled:
    """A battle as it was rolled. `quarters` are ground and squares by the quarter, in the order of the rolls."""

    seed: str
    kind: BattleKind
    point: str
    quarters: Sequence[tuple[Quarter, Ground, tuple[str, ...]]]
    armies: tuple[RolledArmy, RolledArmy]
    rolls: list[RollMade]
    tries: int

    @property
    def ground(self) -> Mapping[str, Ground]:
        """The ground of each square that is not clear."""
        return {square: ground for _, ground, squares in self.quarters for square in squares}


def roll_battle(catalogue: Catalogue, seed: str, chosen: str | None, apart: int | None) -> Rolled:
    """A battle of the kind that was chosen, or of a rolled one; BadRequest where armies never come near enough."""
    rolls: list[RollMade] = []
    kind = _kind(catalogue, seed, chosen, rolls)
    point = ""
    if kind.goal in ("hold", "carry"):
        point, table_rolls = roll(catalogue, POINT, stream(seed, POINT))
        rolls += _rolls_made("Key point" if kind.goal == "hold" else "Token", table_rolls, f"square {point}")
    quarters = [_quarter(catalogue, kind, quarter, seed, rolls) for quarter in catalogue.quarters]
    qualities = []
    for side in (1, 2):
        quality, table_rolls = roll(catalogue, COMMANDER, stream(seed, f"{COMMANDER}-{side}"))
        rolls += _rolls_made("Commander", table_rolls, catalogue.commanders[quality].name, f"side {side}")
        qualities.append(quality)
    tries, mustered = _near_enough(catalogue, seed, apart)
    armies = []
    for side, (quality, lines) in enumerate(zip(qualities, mustered, strict=True), 1):
        armies.append(_army(quality, lines))
        for line in lines:
            rolls += _mustered(catalogue, line, f"side {side}")
    pair = (armies[0], armies[1])
    if kind.levelled:
        _level(pair, catalogue.figures["level-gap"])
    return Rolled(seed, kind, point, quarters, pair, rolls, tries)


def _kind(catalogue: Catalogue, seed: str, chosen: str | None, rolls: list[RollMade]) -> BattleKind:
    """The scenario (M-R09, M-04)."""
    name, table_rolls = roll(catalogue, SCENARIO, stream(seed, SCENARIO)) if chosen is None else (chosen, ())
    kind: BattleKind = catalogue.kinds_of_battle[name]
    goal = catalogue.text(kind.text, kind, catalogue.kinds_of_battle.where(name, "text"))
    words = f"{kind.name}: {small(goal)}"
    rolls += _rolls_made("Scenario", table_rolls, words)
    if not table_rolls:
        rolls.append(RollMade("Scenario", "", (), SCENARIO, name, words, rules=tuple(kind.rules[:1])))
    return kind


def _quarter(
    catalogue: Catalogue, kind: BattleKind, quarter: Quarter, seed: str, rolls: list[RollMade]
) -> tuple[Quarter, Ground, tuple[str, ...]]:
    """Roll the contents of a quarter; prepared squares stay clear (M-36, M-47)."""
    name, table_rolls = roll(catalogue, TERRAIN, stream(seed, f"{TERRAIN}-{quarter.id}"))
    ground: Ground = catalogue.ground[name]
    squares = tuple(square for square in squares_of(ground, quarter) if square not in kind.prepared)
    on = f" on {' '.join(squares)}" if squares else ""
    rolls += _rolls_made("Ground", table_rolls, f"{ground.name}{on}", small(quarter.name))
    return quarter, ground, squares


def _near_enough(
    catalogue: Catalogue, seed: str, apart: int | None
) -> tuple[int, tuple[Sequence[Mustered], Sequence[Mustered]]]:
    """Both armies as rolled, and the try at which they were at most that many units apart."""
    for tries in range(1, MOST_TRIES + 1):
        first, second = (_lines(catalogue, stream(seed, f"army-{side}-{tries}")) for side in (1, 2))
        sizes = [sum(line.number for line in lines) for lines in (first, second)]
        if min(sizes) > 0 and (apart is None or abs(sizes[0] - sizes[1]) <= apart):
            return tries, (first, second)
    message = f"in {MOST_TRIES:,} tries the armies never came that close in size."
    raise BadRequest(message, "Allow a larger difference.", "--points-apart")


def _lines(catalogue: Catalogue, dice: Dice) -> list[Mustered]:
    return [muster(catalogue, levy, dice) for levy in catalogue.muster]


def _army(quality: str, lines: Iterable[Mustered]) -> RolledArmy:
    army = RolledArmy(quality)
    for line in lines:
        if line.levy.role == "primary":
            army.primary = line.unit
        if line.number > 0:
            army.units[line.unit] = army.units.get(line.unit, 0) + line.number
    return army


def _level(armies: tuple[RolledArmy, RolledArmy], gap: int) -> None:
    """Units of its primary type for the smaller army, until the gap is no more than that (M-09)."""
    smaller, larger = sorted(armies, key=lambda army: army.size)
    smaller.levelled = max(0, larger.size - gap - smaller.size)
    if smaller.levelled:
        smaller.units[smaller.primary] = smaller.units.get(smaller.primary, 0) + smaller.levelled


def _rolls_made(label: str, table_rolls: Sequence[TableRoll], words: str, place: str = "") -> list[RollMade]:
    """The dice on a table and on those that it leads to, each with its row; the last has the words."""
    result = []
    for number, (table, die, row) in enumerate(table_rolls, 1):
        last = number == len(table_rolls)
        result.append(
            RollMade(
                label,
                f"d{table.faces}",
                (die,),
                table.id,
                row.gives or row.table or "",
                words if last else "one more roll",
                place,
                tuple(table.rules[:1]),
            )
        )
    return result


def _mustered(catalogue: Catalogue, line: Mustered, place: str) -> list[RollMade]:
    """The number of units of a type, and the roll for the type where a table gives it."""
    size, levy = line.size, line.levy
    die = f"d{size.faces}{size.plus:+d}" if size.plus else f"d{size.faces}"
    unit = catalogue.units[line.unit].name if line.unit else levy.name
    words = f"{max(line.number, 0)} {unit.lower()}" if line.number > 0 else f"no {unit.lower()}"
    number = RollMade(levy.name, die, (line.die,), size.id, str(line.number), words, place, tuple(size.rules[:1]))
    return [number, *_rolls_made(levy.name, line.rolls, unit, place)]
