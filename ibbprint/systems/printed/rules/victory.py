"""Victory: who holds what, what was lost, points; judged at once, after a turn, and at the end (P-90 to P-93)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ibbprint.catalogue.validate import build
from ibbprint.engine.api.gauges import Bound, Gauge, percent_of
from ibbprint.engine.state import NOBODY
from ibbprint.patterns import regex
from ibbprint.phrases import listed, side_inside
from ibbprint.systems.printed.rules.conditions import Condition
from ibbprint.systems.printed.rules.numbers import Number, as_text, number
from ibbprint.systems.printed.victory_models import (
    Award,
    Conditions,
    Exited,
    Holds,
    Lost,
    NoneIn,
    Points,
    Victory,
    Within,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ibbprint.systems.printed.rules.setting import Setting
    from ibbprint.systems.printed.rules.state import Counter, State

DRAW = -1
MOMENTS = ("once", "turn", "end")
"""When ways to win are tested, the most often tested first."""
_STATED = regex("[0-9]+%?|all")
"""An amount that a number can replace: no address of a cell."""
NAMED = 6
"""Hexes that a gauge names; of more it says how many there are."""


class Place(NamedTuple):
    """Hexes of which a side must hold so many."""

    side: int
    hexes: frozenset[int]
    at_least: int


class Demand(NamedTuple):
    """A condition of a way to win: what decides it, and its words on a player aid."""

    gauge: Gauge
    text: str


class Clause(NamedTuple):
    """A way to win: its side, the time of its test, its conditions, and the places and exits that they use."""

    side: int
    at: str
    level: str
    name: str
    all: tuple[Demand, ...]
    any: tuple[tuple[Demand, ...], ...]
    """Groups of demands of which one will do besides."""
    places: tuple[Place, ...]
    exits: frozenset[int]

    @property
    def gauges(self) -> list[Gauge]:
        return [demand.gauge for demands in (self.all, *self.any) for demand in demands]

    @property
    def text(self) -> str:
        """The conditions in words; empty if there are none."""
        groups = [", ".join(demand.text for demand in demands) for demands in self.any]
        return "; ".join([*(demand.text for demand in self.all), *([" or ".join(groups)] if groups else [])])

    def met(self, state: State) -> bool:
        """Whether it is met as things stand."""
        return all(demand.gauge.met(state) for demand in self.all) and (
            not self.any or any(all(demand.gauge.met(state) for demand in demands) for demands in self.any)
        )


class AwardRule(NamedTuple):
    """Points for something, compiled."""

    model: Award
    side: int
    hexes: frozenset[int]
    units: Condition | None
    amount: Number
    column: str


class Goals(NamedTuple):
    """All ways to win in their order, and the points."""

    clauses: Sequence[Clause]
    awards: Sequence[AwardRule]
    levels: Sequence[str]

    @property
    def decided_at_the_end(self) -> bool:
        """Whether the gauges of the sides at the end of a game tell who wins: no draw has a condition, and what ends
        the game sooner comes first, or a later clause might have been met before it.
        """
        moments = [MOMENTS.index(clause.at) for clause in self.clauses]
        return moments == sorted(moments) and not any(clause.side == DRAW and clause.gauges for clause in self.clauses)


def compile_victory(setting: Setting) -> Goals:
    """The ways to win: those of the scenario where it has any, else those of `play:`."""
    return _Compiler(setting).goals()


class _Compiler:
    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.reader = setting.reader

    def goals(self) -> Goals:
        setting, play = self.setting, self.setting.play
        entries = [(entry, ("victory", at)) for at, entry in enumerate(play.victory)]
        of_scenario = setting.scenario.outline.victory
        if of_scenario:
            source = setting.scenario.source
            built = [
                build(Victory, source, ("victory", at), data, setting.report) for at, data in enumerate(of_scenario)
            ]
            entries = [(entry, ("victory", at)) for at, entry in enumerate(built) if entry is not None]
        if not entries:
            self.reader.error((), "victory", "nobody can win: play has no victory.", "Write victory:", key=True)
        clauses = [self.clause(entry, path) for entry, path in entries]
        return Goals(clauses, list(self.awards()), play.levels)

    def clause(self, entry: Victory, path: tuple[str | int, ...]) -> Clause:
        reader = self.reader
        is_side = reader.known("side", entry.side, [*reader.sides, "draw"], *path, "side")
        side = DRAW if entry.side == "draw" or not is_side else reader.sides.index(entry.side)
        if entry.level is not None and entry.level not in self.setting.play.levels:
            hint = reader.hint(entry.level, self.setting.play.levels) or "List it under levels:"
            reader.error((*path, "level"), "victory", f"there is no level {entry.level!r}.", hint)
        self.level = entry.level or ""
        self.can_change = entry.at == "end" and bool(self.setting.scenario.outline.victory)
        self.places: list[Place] = []
        self.exits: set[int] = set()
        required = [*self.demands(entry, side, path)]
        for at, part in enumerate(entry.all):
            required += self.demands(part, side, (*path, "all", at))
        groups = [tuple(self.demands(part, side, (*path, "any", at))) for at, part in enumerate(entry.any)]
        return Clause(
            side,
            entry.at,
            entry.level or "",
            entry.name or "",
            tuple(required),
            tuple(groups),
            tuple(self.places),
            frozenset(self.exits),
        )

    def demands(self, entry: Conditions, side: int, path: tuple[str | int, ...]) -> Iterator[Demand]:
        """The conditions of an entry, all of which must be met."""
        if entry.holds is not None:
            yield self.holds(entry.holds, side, path)
        if entry.lost is not None:
            yield self.lost(entry.lost, side, path)
        if entry.exited is not None:
            yield self.exited(entry.exited, side, path)
        if entry.none_in is not None:
            yield self.none_in(entry.none_in, side, path)
        if entry.in_ is not None:
            yield self.within(entry.in_, side, path)
        if entry.points is not None:
            yield from self.points(entry.points, side, path)

    def demand(
        self,
        side: int,
        label: str,
        least: Number,
        figure: Callable[[State], Number],
        *,
        bound: Bound = "at least",
        percent: bool = False,
        text: str = "",
        written: tuple[str | int, ...] = (),
    ) -> Demand:
        """A condition on a figure; its words are those of the figure, unless it has others."""
        if not text:
            noun, _, phrase = label.partition(" ")
            singular = noun.removesuffix("s")
            if bound == "at most":
                text = f"no {singular} {phrase}"
            elif percent:
                text = f"at least {as_text(least)}% of the {noun} {phrase}"
            else:
                text = f"at least {as_text(least)} {singular if least == 1 else noun} {phrase}"
        whose = "" if side < 0 else self.setting.sides[side]
        return Demand(Gauge(whose, label, bound, least, figure, percent, self.level, written), text)

    def stated(self, amount: str, *path: str | int) -> tuple[str | int, ...]:
        """The place of a number that the scenario’s file states for a condition at the end; empty for any other."""
        return path if self.can_change and _STATED.fullmatch(amount) else ()

    def name(self, side: int) -> str:
        """A side in the words of a gauge."""
        if side < 0:
            return "nobody"
        return side_inside(self.setting.folder.sides[self.setting.sides[side]].name)

    def number_of(
        self, side: int, condition: Condition | None, counts: Callable[[State, Counter], bool]
    ) -> Callable[[State], int]:
        """A function that counts the counters of a side in a state, of those that a condition picks."""
        setting = self.setting
        return lambda state: sum(
            unit.side == side
            and counts(state, unit)
            and (condition is None or condition.holds(unit, setting, state.turn))
            for unit in state.counters
        )

    def exited(self, rule: Exited, side: int, path: tuple[str | int, ...]) -> Demand:
        reader = self.reader
        condition = reader.condition(rule.of, *path, "exited", "of")
        by = None
        if rule.by is not None:
            by = reader.hexes(rule.by, *path, "exited", "by").hexes
            self.exits |= by
        least = reader.whole(rule.at_least, *path, "exited", "at_least", usual=1)
        figure = self.number_of(
            side, condition, lambda _, unit: unit.place == "exited" and (by is None or unit.hex_left in by)
        )
        where = f" at {reader.hexes_in_words(rule.by)}" if rule.by is not None else ""
        label = f"units of {self.name(side)} that have left the map{where}{self.picked(rule.of)}"
        written = self.stated(rule.at_least, *path, "exited", "at_least")
        return self.demand(side, label, least, figure, written=written)

    def none_in(self, rule: NoneIn, side: int, path: tuple[str | int, ...]) -> Demand:
        reader = self.reader
        whose = reader.side(rule.side, *path, "none_in", "side")
        hexes = reader.hexes(rule.hexes, *path, "none_in", "hexes").hexes
        figure = self.number_of(whose, None, lambda _, unit: unit.hex in hexes and not unit.kind.leader)
        label = f"units of {self.name(whose)} in {reader.hexes_in_words(rule.hexes)}"
        return self.demand(side, label, 0, figure, bound="at most")

    def within(self, rule: Within, side: int, path: tuple[str | int, ...]) -> Demand:
        reader = self.reader
        among = reader.condition(rule.of, *path, "in", "of")
        hexes = reader.hexes(rule.hexes, *path, "in", "hexes").hexes
        least = reader.whole(rule.at_least, *path, "in", "at_least", usual=1)
        self.places.append(Place(side, hexes, 1))
        figure = self.number_of(
            side,
            among,
            lambda state, unit: (
                unit.hex in hexes and not unit.kind.leader and (not rule.supplied or state.in_supply(unit))
            ),
        )
        supplied = " in supply" if rule.supplied else ""
        label = f"units of {self.name(side)} in {reader.hexes_in_words(rule.hexes)}{supplied}{self.picked(rule.of)}"
        written = self.stated(rule.at_least, *path, "in", "at_least")
        return self.demand(side, label, least, figure, written=written)

    def points(self, rule: Points, side: int, path: tuple[str | int, ...]) -> Iterator[Demand]:
        reader, name = self.reader, self.name(side)
        if rule.at_least is not None:
            least = reader.figure(rule.at_least, *path, "points", "at_least")
            text = f"at least {as_text(least)} points"
            written = self.stated(rule.at_least, *path, "points", "at_least")
            label = f"points of {name}"
            yield self.demand(side, label, least, lambda state: state.points[side], text=text, written=written)
        if rule.ahead is not None:
            ahead = reader.figure(rule.ahead, *path, "points", "ahead")
            label = f"points of {name}, less those of the enemy"
            text = f"at least {as_text(ahead)} ahead"
            yield self.demand(
                side,
                label,
                ahead,
                lambda state: state.points[side] - state.points[1 - side],
                text=text,
                written=self.stated(rule.ahead, *path, "points", "ahead"),
            )

    def holds(self, rule: Holds, side: int, path: tuple[str | int, ...]) -> Demand:
        reader = self.reader
        hexes: frozenset[int] = frozenset()
        if rule.places is not None:
            hexes |= reader.hexes([f"place {rule.places}"], *path, "holds", "places").hexes
        if rule.hexes is not None:
            hexes |= reader.hexes(rule.hexes, *path, "holds", "hexes").hexes
        if rule.began is not None:
            began = reader.side(rule.began, *path, "holds", "began")
            hexes = frozenset(hex for hex in hexes if self.setting.held.get(hex) == began)
        least = len(hexes) if rule.at_least == "all" else reader.whole(rule.at_least, *path, "holds", "at_least")
        if least > len(hexes) and not self.setting.report.error_count:
            message = f"nobody can hold {least} of {len(hexes)}."
            reader.error((*path, "holds", "at_least"), "victory", message)
        self.places.append(Place(side, hexes, least))

        def figure(state: State) -> int:
            return sum(state.holders.get(hex) == side for hex in hexes)

        places = self.named(hexes)
        label = f"places held by {self.name(side)}, of {places}"
        text = f"{places} held" if least == len(hexes) else f"{least} of {places} held"
        written = self.stated(rule.at_least, *path, "holds", "at_least")
        return self.demand(side, label, least, figure, text=text, written=written)

    def lost(self, rule: Lost, side: int, path: tuple[str | int, ...]) -> Demand:
        reader, measure = self.reader, rule.of
        whose = reader.side(rule.side, *path, "lost", "side")
        if measure not in ("strength", "steps", "units"):
            reader.column(measure, *path, "lost", "of")
        share = rule.at_least.endswith("%")
        least = reader.figure(rule.at_least.removesuffix("%"), *path, "lost", "at_least")

        def figure(state: State) -> Number:
            amount = lost(state, whose, measure)
            return percent_of(amount, fielded(state, whose, measure)) if share else amount

        label, written = f"{measure} of {self.name(whose)} lost", self.stated(rule.at_least, *path, "lost", "at_least")
        return self.demand(side, label, least, figure, percent=share, written=written)

    def named(self, hexes: frozenset[int]) -> str:
        """Hexes in words: places by their names, and more than a few by their number."""
        if len(hexes) > NAMED:
            return f"{len(hexes)} hexes"
        return listed([self.setting.place_name(hex) for hex in sorted(hexes)]) or "no hex"

    def picked(self, units: str | None) -> str:
        """The condition on the units that count, as it is written."""
        return f" ({units})" if units else ""

    def awards(self) -> Iterator[AwardRule]:
        reader = self.reader
        for at, model in enumerate(self.setting.play.points):
            path = ("points", at)
            hexes: frozenset[int] = frozenset()
            units = None
            if model.per == "place held" and model.of is not None:
                hexes = reader.hexes(model.of, *path, "of").hexes
            elif model.of is not None:
                units = reader.condition(" ".join(model.of), *path, "of")
            column = model.n if model.n in reader.units.columns else ""
            amount = 0 if column else reader.figure(model.n, *path, "n")
            yield AwardRule(model, reader.side(model.side, *path, "side"), hexes, units, amount, column)


def winner_if(goals: Goals, met: Sequence[bool]) -> int:
    """The winner of a game at whose end the gauges of the clauses are met, in their order; NOBODY for a draw."""
    left = iter(met)
    marked = [[[next(left) for _ in demands] for demands in (clause.all, *clause.any)] for clause in goals.clauses]
    for clause, (required, *groups) in zip(goals.clauses, marked, strict=True):
        if all(required) and (not groups or any(map(all, groups))):
            return NOBODY if clause.side == DRAW else clause.side
    return NOBODY


# --- judging --------------------------------------------------------------------------------------------------------


def worth_of(unit: Counter, measure: str) -> Number:
    """The worth of a whole unit among losses."""
    kind = unit.kind
    if measure == "units":
        return 1
    if measure == "steps":
        return kind.steps
    return kind.worth if measure == "strength" else number(kind.values.get(measure, "")) or 0


def lost(state: State, side: int, measure: str) -> Number:
    """The losses of a side: units, steps, strength or a column."""
    total: Number = 0
    for unit in state.counters:
        if unit.side != side or unit.kind.leader:
            continue
        if unit.place == "dead":
            total += worth_of(unit, measure)
        elif unit.step and not unit.kind_back:
            if measure == "steps":
                total += 1
            elif measure == "strength":
                total += unit.kind.worth - unit.kind.strength(1)
    return total


def fielded(state: State, side: int, measure: str) -> Number:
    """All that a side has had in the game so far."""
    units = [unit for unit in state.counters if unit.side == side and not unit.kind.leader]
    return sum((worth_of(unit, measure) for unit in units if unit.place not in ("coming", "pool")), 0)


def judge(state: State, moment: str) -> None:
    """End the game where a way to win is met (P-90, P-92)."""
    if state.over:
        return
    setting = state.setting
    for clause in setting.goals.clauses:
        due = clause.at == moment or (moment == "end" and clause.at in ("turn", "once"))
        if due and clause.met(state):
            end_game(state, clause)
            return
    if moment == "end":
        end_game(state, None)


def end_game(state: State, clause: Clause | None) -> None:
    """The game is over, by a way to win or as a draw."""
    state.over = True
    state.questions.clear()
    state.battle = None
    side = DRAW if clause is None else clause.side
    state.winner = NOBODY if side == DRAW else side
    state.level = "" if clause is None else clause.level
    values = {} if side == DRAW else {"winner": state.setting.sides[side], "loser": state.setting.sides[1 - side]}
    why = "draw" if side == DRAW else "victory"
    name, number = ("", -1) if clause is None else (clause.name, state.setting.goals.clauses.index(clause))
    state.moment(
        "over", "P-92" if clause is None else "P-90", why=why, level=state.level, name=name, clause=number, **values
    )


def award(state: State, moment: str) -> None:
    """Give the points that are due at the end of a turn or of the game."""
    setting = state.setting
    for rule in setting.goals.awards:
        if rule.model.at != moment:
            continue
        points = awarded(state, rule)
        if points:
            state.points[rule.side] += points
            total = str(state.points[rule.side])
            state.tell("points", ("P-93",), side=setting.sides[rule.side], points=str(points), total=total)


def awarded(state: State, rule: AwardRule) -> Number:
    """The points of one award, as things stand."""
    setting, enemy = state.setting, 1 - rule.side
    if rule.model.per == "place held":
        hexes = rule.hexes or frozenset(setting.ground.places)
        return sum(state.holders.get(hex) == rule.side for hex in hexes) * rule.amount
    if rule.model.per == "exit":
        units = [unit for unit in state.counters if unit.side == rule.side and unit.place == "exited"]
    else:
        units = [unit for unit in state.counters if unit.side == enemy and unit.place == "dead"]
    units = [unit for unit in units if rule.units is None or rule.units.holds(unit, setting, state.turn)]
    measure = {"step lost": "steps", "strength lost": "strength"}.get(rule.model.per, "units")
    if rule.column:
        return sum((number(unit.kind.values.get(rule.column)) or 0 for unit in units), 0)
    if measure != "units" and rule.units is None:
        return lost(state, enemy, measure) * rule.amount
    return sum((worth_of(unit, measure) for unit in units), 0) * rule.amount


def points_to_come(state: State, side: int) -> Number:
    """The points that a side gains until the end of the game if everything stays as it is, this turn's among them."""
    turns = state.setting.last_turn - state.turn + 1
    return sum(
        (
            awarded(state, rule) * (turns if rule.model.at == "turn" else 1)
            for rule in state.setting.goals.awards
            if rule.side == side
        ),
        0,
    )


def share_held(state: State, places: Sequence[Place], side: int) -> Fraction:
    """The share of the places that a side wants and holds."""
    hexes = {hex for place in places if place.side == side for hex in place.hexes}
    number = sum(state.holders.get(hex) == side for hex in hexes)
    return Fraction(number, len(hexes)) if hexes else Fraction(0)
