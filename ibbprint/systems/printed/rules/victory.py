"""Victory: who holds what, what was lost, points; judged at once, after a turn, and at the end (P-90 to P-93)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ibbprint.catalogue.validate import build
from ibbprint.engine.api.gauges import Bound, Gauge, percent_of
from ibbprint.engine.state import NOBODY
from ibbprint.phrases import listed, side_inside
from ibbprint.systems.printed.rules.conditions import Condition
from ibbprint.systems.printed.rules.numbers import Number, number
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
NAMED = 6
"""Hexes that a gauge names; of more it says how many there are."""


class Place(NamedTuple):
    """Hexes of which a side must hold so many."""

    side: int
    hexes: frozenset[int]
    at_least: int


class Clause(NamedTuple):
    """A way to win: whose it is, when it is judged, its tests, and the places and losses that it turns on."""

    side: int
    at: str
    level: str
    name: str
    tests: tuple[Callable[[State], bool], ...]
    gauges: tuple[Gauge, ...]
    """Its conditions, of those of which any will do as well."""
    places: tuple[Place, ...]
    losses: tuple[tuple[int, str], ...]
    exits: frozenset[int]
    model: Victory


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
        own = setting.scenario.outline.victory
        if own:
            source = setting.scenario.source
            built = [build(Victory, source, ("victory", at), data, setting.report) for at, data in enumerate(own)]
            entries = [(entry, ("victory", at)) for at, entry in enumerate(built) if entry is not None]
        if not entries:
            self.reader.error((), "victory", "nobody can win: play has no victory.", "Write victory:", key=True)
        clauses = [self.clause(entry, path) for entry, path in entries]
        return Goals(clauses, list(self.awards()), play.levels)

    def clause(self, entry: Victory, path: tuple[str | int, ...]) -> Clause:
        reader = self.reader
        side = DRAW if entry.side == "draw" else reader.side(entry.side, *path, "side")
        if entry.level is not None and entry.level not in self.setting.play.levels:
            hint = reader.hint(entry.level, self.setting.play.levels) or "List it under levels:"
            reader.error((*path, "level"), "victory", f"there is no level {entry.level!r}.", hint)
        self.places: list[Place] = []
        self.losses: list[tuple[int, str]] = []
        self.exits: set[int] = set()
        gauges = list(self.gauges_of(entry, side, path))
        for at, each in enumerate(entry.all):
            gauges += self.gauges_of(each, side, (*path, "all", at))
        tests: list[Callable[[State], bool]] = [gauge.met for gauge in gauges]
        if entry.any:
            parts = [tuple(self.gauges_of(each, side, (*path, "any", at))) for at, each in enumerate(entry.any)]
            tests.append(lambda state: any(all(gauge.met(state) for gauge in some) for some in parts))
            gauges += [gauge for some in parts for gauge in some]
        return Clause(
            side,
            entry.at,
            entry.level or "",
            entry.name or "",
            tuple(tests),
            tuple(gauge._replace(level=entry.level or "") for gauge in gauges),
            tuple(self.places),
            tuple(self.losses),
            frozenset(self.exits),
            entry,
        )

    def gauges_of(self, entry: Conditions, side: int, path: tuple[str | int, ...]) -> Iterator[Gauge]:
        """Each condition of an entry as a gauge; all of them must be met."""
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

    def gauge(
        self,
        side: int,
        what: str,
        bound: Bound,
        least: Number,
        figure: Callable[[State], Number],
        *,
        percent: bool = False,
    ) -> Gauge:
        return Gauge("" if side < 0 else self.setting.sides[side], what, bound, least, figure, percent)

    def name(self, side: int) -> str:
        """A side in the words of a gauge."""
        if side < 0:
            return "nobody"
        return side_inside(self.setting.folder.sides[self.setting.sides[side]].name)

    def exited(self, rule: Exited, side: int, path: tuple[str | int, ...]) -> Gauge:
        setting, reader = self.setting, self.reader
        of = reader.condition(rule.of, *path, "exited", "of")
        by = None
        if rule.by is not None:
            by = reader.hexes(rule.by, *path, "exited", "by").hexes
            self.exits |= by
        least = reader.whole(rule.at_least, *path, "exited", "at_least", usual=1)

        def figure(state: State) -> int:
            return sum(
                unit.place == "exited"
                and unit.side == side
                and (by is None or unit.hex_left in by)
                and (of is None or of.holds(unit, setting, state.turn))
                for unit in state.counters
            )

        return self.gauge(side, f"units of {self.name(side)} that have left the map", "at least", least, figure)

    def none_in(self, rule: NoneIn, side: int, path: tuple[str | int, ...]) -> Gauge:
        reader = self.reader
        whose = reader.side(rule.side, *path, "none_in", "side")
        hexes = reader.hexes(rule.hexes, *path, "none_in", "hexes").hexes

        def figure(state: State) -> int:
            return sum(unit.hex in hexes and unit.side == whose and not unit.kind.leader for unit in state.counters)

        return self.gauge(side, f"units of {self.name(whose)} in {self.told(hexes)}", "at most", 0, figure)

    def within(self, rule: Within, side: int, path: tuple[str | int, ...]) -> Gauge:
        setting, reader = self.setting, self.reader
        among = reader.condition(rule.of, *path, "in", "of")
        there = reader.hexes(rule.hexes, *path, "in", "hexes").hexes
        least = reader.whole(rule.at_least, *path, "in", "at_least", usual=1)
        self.places.append(Place(side, there, 1))

        def figure(state: State) -> int:
            return sum(
                unit.hex in there
                and unit.side == side
                and not unit.kind.leader
                and (not rule.supplied or state.in_supply(unit))
                and (among is None or among.holds(unit, setting, state.turn))
                for unit in state.counters
            )

        supplied = " in supply" if rule.supplied else ""
        return self.gauge(
            side, f"units of {self.name(side)} in {self.told(there)}{supplied}", "at least", least, figure
        )

    def points(self, rule: Points, side: int, path: tuple[str | int, ...]) -> Iterator[Gauge]:
        reader, name = self.reader, self.name(side)
        if rule.at_least is not None:
            least = reader.figure(rule.at_least, *path, "points", "at_least")
            yield self.gauge(side, f"points of {name}", "at least", least, lambda state: state.points[side])
        if rule.ahead is not None:
            ahead = reader.figure(rule.ahead, *path, "points", "ahead")
            yield self.gauge(
                side,
                f"points of {name}, less those of the enemy",
                "at least",
                ahead,
                lambda state: state.points[side] - state.points[1 - side],
            )

    def holds(self, rule: Holds, side: int, path: tuple[str | int, ...]) -> Gauge:
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
            what = f"nobody can hold {least} of {len(hexes)}."
            reader.error((*path, "holds", "at_least"), "victory", what)
        self.places.append(Place(side, hexes, least))

        def figure(state: State) -> int:
            return sum(state.holders.get(hex) == side for hex in hexes)

        return self.gauge(side, f"places held by {self.name(side)}, of {self.told(hexes)}", "at least", least, figure)

    def lost(self, rule: Lost, side: int, path: tuple[str | int, ...]) -> Gauge:
        reader, of = self.reader, rule.of
        whose = reader.side(rule.side, *path, "lost", "side")
        if of not in ("strength", "steps", "units"):
            reader.column(of, *path, "lost", "of")
        self.losses.append((whose, of))
        share = rule.at_least.endswith("%")
        least = reader.figure(rule.at_least.removesuffix("%"), *path, "lost", "at_least")

        def figure(state: State) -> Number:
            gone = lost(state, whose, of)
            return percent_of(gone, came(state, whose, of)) if share else gone

        return self.gauge(side, f"{of} of {self.name(whose)} lost", "at least", least, figure, percent=share)

    def told(self, hexes: frozenset[int]) -> str:
        """Hexes in the words of a gauge: by their names where they are few."""
        if len(hexes) > NAMED:
            return f"{len(hexes)} hexes"
        return listed(sorted(self.setting.named(sorted(hexes)))) or "no hex"

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


# --- judging --------------------------------------------------------------------------------------------------------


def worth_of(unit: Counter, of: str) -> Number:
    """What a whole unit counts for among losses."""
    kind = unit.kind
    if of == "units":
        return 1
    if of == "steps":
        return kind.steps
    return kind.worth if of == "strength" else number(kind.values.get(of, "")) or 0


def lost(state: State, side: int, of: str) -> Number:
    """What a side has lost: units, steps, strength or a column."""
    total: Number = 0
    for unit in state.counters:
        if unit.side != side or unit.kind.leader:
            continue
        if unit.place == "dead":
            total += worth_of(unit, of)
        elif unit.step and not unit.kind_back:
            if of == "steps":
                total += 1
            elif of == "strength":
                total += unit.kind.worth - unit.kind.strength(1)
    return total


def came(state: State, side: int, of: str) -> Number:
    """All that a side has had in the game so far."""
    units = [unit for unit in state.counters if unit.side == side and not unit.kind.leader]
    return sum((worth_of(unit, of) for unit in units if unit.place not in ("coming", "pool")), 0)


def judge(state: State, moment: str) -> None:
    """End the game where a way to win is met (P-90, P-92)."""
    if state.over:
        return
    setting = state.setting
    for clause in setting.goals.clauses:
        due = clause.at == moment or (moment == "end" and clause.at in ("turn", "once"))
        if due and all(test(state) for test in clause.tests):
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
    of = {"step lost": "steps", "strength lost": "strength"}.get(rule.model.per, "units")
    if rule.column:
        return sum((number(unit.kind.values.get(rule.column)) or 0 for unit in units), 0)
    if of != "units" and rule.units is None:
        return lost(state, enemy, of) * rule.amount
    return sum((worth_of(unit, of) for unit in units), 0) * rule.amount


def share_held(state: State, places: Sequence[Place], side: int) -> Fraction:
    """The share of the places that a side wants and holds."""
    wanted = {hex for place in places if place.side == side for hex in place.hexes}
    held = sum(state.holders.get(hex) == side for hex in wanted)
    return Fraction(held, len(wanted)) if wanted else Fraction(0)


def held_by(holders: Mapping[int, int], side: int) -> set[int]:
    """The hexes that a side holds."""
    return {hex for hex, whose in holders.items() if whose == side}
