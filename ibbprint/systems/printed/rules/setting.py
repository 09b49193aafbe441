"""All that never changes in a game: the section `play:` compiled with the cells that it names, the map, the forces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.models.parts import Pieces
from ibbprint.engine.space import space_of
from ibbprint.engine.zones import around
from ibbprint.problems import Report
from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.play_models import Roll, Strengths, UnitState
from ibbprint.systems.printed.rules.compiled import Fight, compile_fights
from ibbprint.systems.printed.rules.conditions import Condition
from ibbprint.systems.printed.rules.ground import Ground
from ibbprint.systems.printed.rules.numbers import Change, Number, change, dice_of, number
from ibbprint.systems.printed.rules.paragraphs import paragraphs
from ibbprint.systems.printed.rules.reading import HexSet, Reader, Section
from ibbprint.systems.printed.rules.sequence import Op, compile_sequence
from ibbprint.systems.printed.rules.victory import Goals, compile_victory
from ibbprint.systems.printed.scenarios import Scenario
from ibbprint.systems.printed.tables import Row

FULL, REDUCED = 0, 1
AMOUNT = "Write x1/2, x2, +1, or a number."


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A row of the unit table as play sees it: its figures on the front and on the back."""

    number: int
    id: str
    name: str
    row: Row
    values: Mapping[str, Any]
    side: int
    leader: bool
    steps: int
    attack: Mapping[str, tuple[Number | None, Number | None]]
    """Front and back by the combat; None for a unit without a strength."""
    defence: Mapping[str, tuple[Number | None, Number | None]]
    movement: tuple[Number, Number]
    range: tuple[int, int]
    cost_class: str

    @property
    def worth(self) -> Number:
        """The printed strength of its front, by which losses are counted."""
        return self.strength(FULL)

    def strength(self, step: int) -> Number:
        """The printed strength of a side: the defence of the first combat, or else the attack."""
        for figures in (*self.defence.values(), *self.attack.values()):
            if figures[step] is not None:
                return figures[step] or 0
        return 0


class Start(NamedTuple):
    """A counter as it begins: its kind, its key, its side, where and when it comes."""

    kind: Kind
    key: str
    side: int
    hex: int
    turn: int
    back: bool
    pool: bool
    placed_in: frozenset[int]
    each: int


class StateRule(NamedTuple):
    """A state of units with its amounts compiled."""

    id: str
    model: UnitState
    attacks: bool
    attack: Change
    defend: Change
    moves: bool
    move: Change
    zone: bool


class LimitRule(NamedTuple):
    """A limit of movement, compiled."""

    when: Condition | None
    units: Condition | None
    modes: Sequence[str]
    hexes: int | None
    allowance: Change | None


class SupplyRule(NamedTuple):
    """Supply, compiled; the amounts for units that are out of it."""

    sources: Sequence[HexSet]
    reach: Number | None
    attack: Change
    defence: Change
    movement: Change
    eliminated: int


class Setting:
    """A scenario of a folder, ready for play. Whatever is wrong is in the report."""

    def __init__(self, folder: Folder, section: Section, scenario: Scenario, board: HexMap, report: Report) -> None:
        self.folder, self.section, self.scenario, self.report = folder, section, scenario, report
        self.play = section.play
        self.paragraphs = paragraphs(self.play)
        self.board = board
        self.catalogue: Any = None
        """The sentences and rulings, put here by whoever opens the scenario for play."""
        self.space = space_of(board.grid)
        self.names = [board.told(name) for name in self.space.names]
        self.sides = tuple(folder.sides)
        self.reader = reader = Reader(folder, section, board, self.space, report)
        self.last_turn = scenario.head.turns or len(reader.turns.rows)
        self._now = self._turns()
        self._check_names()
        self.ground = Ground(reader)
        self.kinds = self._kinds()
        self.by_id = {kind.id: kind for kind in self.kinds}
        self.states = self._states()
        self.starts = list(self._starts())
        self.limits = list(self._limits())
        self.modes = {
            name: (
                reader.condition(mode.units, "movement", "modes", name, "units"),
                reader.condition(mode.starts, "movement", "modes", name, "starts"),
                None
                if mode.allowance is None
                else reader.figure(mode.allowance, "movement", "modes", name, "allowance"),
            )
            for name, mode in self.play.movement.modes.items()
        }
        self.minimum = reader.whole(self.play.movement.minimum, "movement", "minimum")
        self.exits = {
            reader.side(side, "movement", "exits", side): reader.hexes(hexes, "movement", "exits", side).hexes
            for side, hexes in self.play.movement.exits.items()
        }
        self.ground.check([start.kind for start in self.starts])
        self._stacking()
        self._zones()
        self.fights: Mapping[str, Fight] = compile_fights(self)
        self.first_fight = next(iter(self.fights), "")
        self.program: Sequence[Op] = compile_sequence(self)
        self.supply = self._supply()
        self._retreat()
        leaders = self.play.leaders
        self.leader_uses = reader.whole(leaders.uses, "leaders", "uses", usual=1) if leaders else 1
        self.leader_lost = 0
        if leaders and leaders.lost:
            self.leader_lost = reader.whole(leaders.lost.on, "leaders", "lost", "on")
            if dice_of(leaders.lost.dice) is None:
                what = f"{leaders.lost.dice!r} does not name dice."
                reader.error(("leaders", "lost", "dice"), "dice", what, "Write 1d6, or 2d6.")
        self._replacements()
        self.held = self._held()
        self.goals: Goals = compile_victory(self)
        more = [change for _, _, _, _, change in self.limits if change is not None]
        more += [state.move for state in self.states.values()]
        more += [self.supply.movement] if self.supply else []
        self.ground.set_scale(more, [start.kind for start in self.starts])
        scale = self.ground.scale
        zones = self.play.zones
        self.zone_points = {
            name: int((number(getattr(zones, name)) or 0) * scale) if zones else 0
            for name in ("enter", "leave", "within")
        }
        self.not_played = [entry.text.rstrip(".") for entry in self.play.not_played]

    # --- turns and places ---------------------------------------------------------------------------------------

    def _turns(self) -> list[dict[str, Any]]:
        rows = list(self.reader.turns.rows.values())
        if rows and len(rows) < self.last_turn:
            what = f"{self.play.turns} has {len(rows)} rows, the scenario {self.last_turn} turns."
            self.report.error(self.scenario.where("turns"), "play:turns", what)
        return [{**row.values, "turn": at} for at, row in enumerate(rows, start=1)]

    def now(self, turn: int) -> Mapping[str, Any]:
        """The row of a turn in the turn record."""
        return self._now[min(max(turn, 1), len(self._now)) - 1] if self._now else {"turn": turn}

    def place_values(self, hex: int) -> Mapping[str, str]:
        """A hex as conditions see it."""
        if hex < 0:
            return {"terrain": "", "place": "", "hex": ""}
        places = self.ground.places.get(hex, ("",))
        return {"terrain": self.ground.terrain[hex], "place": places[0], "hex": self.names[hex]}

    def named(self, hexes: Sequence[int]) -> list[str]:
        return [self.names[hex] for hex in hexes]

    def _check_names(self) -> None:
        reader = self.reader
        if len(self.sides) != 2:
            what = f"this game has {len(self.sides)} sides, and play: is for two."
            reader.error((), "sides", what, key=True)
        groups = {name.partition(".")[0] for name in reader.units.columns if "." in name}
        for name in sorted(groups & {"now", "is", "at"}):
            row = next(iter(reader.units.rows.values()))
            what = f"{name} is reserved in conditions: no column may begin with it."
            self.report.error(row.where(name), "play:column", what, "Give the columns another name.")

    # --- units --------------------------------------------------------------------------------------------------

    def _kinds(self) -> list[Kind]:
        reader, units = self.reader, self.play.units
        attack = self._columns(units.attack, "attack")
        defence = self._columns(units.defence, "defence")
        for name in ("movement", "range", "size"):
            reader.column(getattr(units, name), "units", name)
        backs: dict[str, str] = {}
        if isinstance(units.reduced, str):
            backs = dict.fromkeys(("attack", "defence"), reader.column(units.reduced, "units", "reduced"))
        elif units.reduced is not None:
            backs = {
                name: reader.column(column, "units", "reduced", name)
                for name in ("attack", "defence", "movement", "range")
                if (column := getattr(units.reduced, name)) is not None
            }
        leaders = reader.condition(units.leaders, "units", "leaders")
        result: list[Kind] = []
        for row in reader.units.rows.values():
            values = {**row.values, "id": row.id}
            side = str(row.values.get("side") or "")
            kind = Kind(
                len(result),
                row.id,
                str(row.values.get(units.names) or row.id),
                row,
                values,
                self.sides.index(side) if side in self.sides else -1,
                leaders is not None and leaders.test(_Row(values)),
                2 if any(self._cell(row, backs.get(name, "")) is not None for name in ("attack", "defence")) else 1,
                {name: self._pair(row, column, backs.get("attack", "")) for name, column in attack.items()},
                {name: self._pair(row, column, backs.get("defence", "")) for name, column in defence.items()},
                self._movement(row, units.movement, backs.get("movement", "")),
                self._range(row, units.range or "", backs.get("range", "")),
                str(row.values.get(self.play.movement.cost_by) or "")
                if self.play.movement.cost_by
                else self.play.movement.cost_of or "",
            )
            result.append(kind)
        if self.play.movement.cost_by and self.play.movement.cost_by not in reader.units.columns:
            reader.column(self.play.movement.cost_by, "movement", "cost_by")
        return result

    def _columns(self, written: Strengths, name: str) -> dict[str, str]:
        """The column of a strength for each combat."""
        play, reader = self.play, self.reader
        fights = dict(play.combats) or ({"combat": play.combat} if play.combat else {})
        result: dict[str, str] = {}
        for id, fight in fights.items():
            own = getattr(fight.strength, name) if fight.strength else None
            if isinstance(written, dict):
                key = own or id
                column = written.get(key, key)
            else:
                column = own or written
            result[id] = reader.column(column, "units", name) if not own else reader.column(column, "combats", id)
        if not result:
            first = written if isinstance(written, str) else next(iter(written.values()))
            result[""] = reader.column(first, "units", name)
        return result

    def _cell(self, row: Row, column: str | None) -> Number | None:
        """The number in a cell; None for an empty one, or one that is no number, which is reported."""
        if not column:
            return None
        text = row.values.get(column, "")
        if text in ("", "–", "-", "—", None):
            return None
        value = number(text)
        if value is None:
            what = f"{self.play.units.table}.{row.id}.{column} is {str(text)!r}, not a number."
            if not self.report.has_error_at(row.where(column)):
                self.report.error(row.where(column), "play:figure", what)
        return value

    def _pair(self, row: Row, front: str, back: str) -> tuple[Number | None, Number | None]:
        value = self._cell(row, front)
        other = self._cell(row, back) if back else None
        return value, value if other is None else other

    def _movement(self, row: Row, front: str, back: str) -> tuple[Number, Number]:
        value, other = self._pair(row, front, back)
        return value or 0, other or 0

    def _range(self, row: Row, front: str, back: str) -> tuple[int, int]:
        value, other = self._pair(row, front, back)
        return int(value or 1), int(other or 1)

    def _states(self) -> dict[str, StateRule]:
        reader, result = self.reader, {}
        for id, model in self.play.units.states.items():
            path = ("units", "states", id)
            if model.worse is not None and model.worse not in self.play.units.states:
                hint = reader.hint(model.worse, self.play.units.states)
                reader.error((*path, "worse"), "state", f"there is no state {model.worse!r}.", hint)
            if isinstance(model.recover, Roll):
                self._check_roll(model.recover, *path, "recover")
            if model.marker is not None:
                self._check_marker(model.marker, *path, "marker")
            amounts = {name: getattr(model, name) for name in ("attack", "defend", "move")}
            changes = {
                name: Change(plus=0) if text in ("yes", "no") else self.change(text, *path, name)
                for name, text in amounts.items()
            }
            result[id] = StateRule(
                id,
                model,
                model.attack != "no",
                changes["attack"],
                changes["defend"],
                model.move != "no",
                changes["move"],
                model.zone,
            )
        return result

    def _check_roll(self, roll: Roll, *path: str | int) -> None:
        """A roll to recover: its dice, and the figure or the column that it must meet (P-16)."""
        reader = self.reader
        if dice_of(roll.dice) is None:
            reader.error((*path, "dice"), "dice", f"{roll.dice!r} does not name dice.", "Write 1d6, or 2d6.")
        if (roll.at_most is None) == (roll.at_least is None):
            reader.error(path, "roll", "a roll needs at_most or at_least, one of them.")
        name = "at_most" if roll.at_most is not None else "at_least"
        text = roll.at_most or roll.at_least
        if text is not None and text not in reader.units.columns:
            reader.figure(text, *path, name)
        for at, each in enumerate(roll.with_):
            reader.condition(each.units, *path, "with", at, "units")
            reader.figure(each.add, *path, "with", at, "add")
            if not each.leader and each.units is None:
                reader.error((*path, "with", at), "roll", "nobody gets this.", "Write leader: yes, or units:")

    def _check_marker(self, marker: str, *path: str | int) -> None:
        """A marker is a row of a table of which there are pieces."""
        known = [
            id
            for entry in self.folder.parts.values()
            if isinstance(entry.value, Pieces) and (table := self.folder.table(entry.value.table)) is not None
            for id in table.rows
        ]
        if marker not in known:
            self.reader.error(path, "marker", f"there is no marker {marker!r}.", self.reader.hint(marker, known))

    def change(self, text: str | None, *path: str | int) -> Change:
        """An amount that changes a number; no change where none is written, or where the fault is in the report."""
        result = Change(plus=0) if text is None else change(text)
        if result is None:
            self.reader.error(path, "amount", f"{text!r} changes nothing.", AMOUNT)
            return Change(plus=0)
        return result

    # --- forces -------------------------------------------------------------------------------------------------

    def _starts(self) -> Iterator[Start]:
        """The counters of the scenario; several of a row are numbered."""
        total: dict[str, int] = {}
        for placed in self.scenario.forces:
            if placed.force.unit in self.by_id:
                total[placed.force.unit] = total.get(placed.force.unit, 0) + placed.force.count
        numbers: dict[str, int] = {}
        for placed in self.scenario.forces:
            force = placed.force
            kind = self.by_id.get(force.unit)
            if kind is None:
                continue
            side = self.sides.index(force.side) if force.side in self.sides else kind.side
            if side < 0:
                self.report.error(placed.where("unit"), "play:side", f"{kind.id} is of no side.")
                continue
            free: frozenset[int] = frozenset()
            if force.placed_in:
                free = self.reader.hexes([force.placed_in], where=placed.where("in")).hexes
                room = len(free) * force.each
                if 0 < room < force.count:
                    what = f"{force.count} units must be placed in {len(free)} hexes of {force.placed_in}, "
                    self.report.error(placed.where("in"), "play:set-up", f"{what}{force.each} in each.")
            for at in range(force.count):
                numbers[kind.id] = numbers.get(kind.id, 0) + 1
                key = kind.id if total[kind.id] == 1 else f"{kind.id}-{numbers[kind.id]}"
                hex = self.space.index.get(force.hexes[at % len(force.hexes)], -1) if force.hexes else -1
                if hex < 0 and not free and not force.pool and not force.turn:
                    what = f"{kind.id} begins in no hex."
                    self.report.error(placed.where("unit"), "play:set-up", what, "Write hexes, turn, in or pool.")
                    break
                yield Start(kind, key, side, hex, force.turn, force.back, force.pool, free, force.each)

    def _held(self) -> dict[int, int]:
        """Who holds which hex at the start; a unit in a place takes it."""
        result: dict[int, int] = {}
        outline = self.scenario.outline
        for side, hexes in outline.held.items():
            where = self.scenario.source.where("held", side)
            if side not in self.sides:
                hint = self.reader.hint(side, self.sides)
                self.report.error(where, "play:side", f"there is no side {side!r}.", hint)
                continue
            for hex in self.reader.hexes(hexes, where=where).hexes:
                result[hex] = self.sides.index(side)
        for start in self.starts:
            if start.hex >= 0 and not start.turn and start.hex in self.ground.places and not start.kind.leader:
                result[start.hex] = start.side
        return result

    # --- rules --------------------------------------------------------------------------------------------------

    def _limits(self) -> Iterator[LimitRule]:
        reader = self.reader
        for at, limit in enumerate(self.play.movement.limits):
            path = ("movement", "limits", at)
            yield LimitRule(
                reader.when(limit.when, *path, "when"),
                reader.condition(limit.units, *path, "units"),
                limit.modes,
                None if limit.hexes is None else reader.whole(limit.hexes, *path, "hexes"),
                None if limit.allowance is None else self.change(limit.allowance, *path, "allowance"),
            )

    def _stacking(self) -> None:
        rule = self.play.stacking
        self.stack_limit: list[Number] | None = None
        self.stack_free: Condition | None = None
        self.stack_column = ""
        if self.play.units.size is not None and (rule is None or rule.count not in ("size", self.play.units.size)):
            what = "units.size is the size for stacking, and play.stacking does not count it."
            self.reader.error(("units", "size"), "stacking", what, "Write stacking: {limit: ..., count: size}.")
        if rule is None:
            return
        if rule.limit.startswith("cost."):
            key, cells = rule.limit.removeprefix("cost."), {}
            for id in dict.fromkeys(self.ground.terrain):
                text = self.ground.written("terrain", id, key)
                value = None if text is None else number(text)
                if value is None:
                    where = self.ground.where("terrain", id, "cost")
                    self.report.error(
                        where, "play:stacking", f"{id} has no limit of stacking.", f"Write {key} in cost."
                    )
                cells[id] = value or 0
            self.stack_limit = [cells[id] for id in self.ground.terrain]
        else:
            limit = self.reader.figure(rule.limit, "stacking", "limit")
            self.stack_limit = [limit] * self.space.size
        self.stack_column = self.play.units.size if rule.count == "size" and self.play.units.size else rule.count
        if rule.count != "units":
            self.reader.column(self.stack_column, "stacking", "count")
            for kind in self.kinds:
                self._cell(kind.row, self.stack_column)
        self.stack_free = self.reader.condition(rule.free, "stacking", "free")

    def bulk(self, kind: Kind) -> Number:
        """How much of the room in a hex a counter takes, unless it is free by a condition (P-30)."""
        rule = self.play.stacking
        if rule is None or (kind.leader and rule.leaders == "free"):
            return 0
        if rule.count == "units":
            return 1
        return number(kind.values.get(self.stack_column)) or 0

    def _zones(self) -> None:
        """Where the zone of a unit in a hex is."""
        zones, reader = self.play.zones, self.reader
        self.zone_who: Condition | None = None
        self.zone_of: list[tuple[int, ...]] = [()] * self.space.size
        if zones is None:
            return
        self.zone_who = reader.condition(zones.who, "zones", "who")
        sides = reader.ground("hexsides", zones.not_across, "zones", "not_across")
        into = reader.ground("terrain", zones.not_into, "zones", "not_into")
        words = {"enter": ("stop", "no", "free"), "leave": ("no", "free"), "within": ("no", "free")}
        for name, known in words.items():
            text = getattr(zones, name)
            value = number(text)
            if text not in known and (value is None or value < 0):
                what = f"{name} must be {', '.join(known)} or a number, not {text!r}."
                reader.error(("zones", name), "zones", what, reader.hint(text, known))
        ground = self.ground
        self.zone_of = around(
            self.space.near,
            lambda here, there: ground.terrain[there] not in into and sides.isdisjoint(ground.crossed(here, there)),
        )

    def _supply(self) -> SupplyRule | None:
        rule, reader = self.play.supply, self.reader
        if rule is None:
            return None
        sources = [HexSet(frozenset())] * 2
        for side, hexes in rule.from_.items():
            sources[reader.side(side, "supply", "from", side)] = reader.hexes(hexes, "supply", "from", side)
        out = rule.out
        return SupplyRule(
            sources,
            None if rule.reach is None else reader.figure(rule.reach, "supply", "reach"),
            self.change(out.attack, "supply", "out", "attack"),
            self.change(out.defence, "supply", "out", "defence"),
            self.change(out.movement, "supply", "out", "movement"),
            reader.whole(out.eliminated, "supply", "out", "eliminated"),
        )

    def _retreat(self) -> None:
        rule, reader = self.play.retreat, self.reader
        self.retreat_hexes, self.retreat_unable = 1, 0
        self.retreat_barriers: list[tuple[frozenset[str], frozenset[str], Condition | None, Condition | None]] = []
        self.advance_hexes = 1
        self.advance_units: Condition | None = None
        if rule is not None:
            self.retreat_hexes = reader.whole(rule.hexes, "retreat", "hexes", usual=1, least=1)
            words = rule.unable.split()
            if len(words) == 2 and words[0] == "lose":
                self.retreat_unable = reader.whole(words[1], "retreat", "unable")
            elif rule.unable != "eliminated":
                what = f"{rule.unable!r} cannot happen to a unit that cannot retreat."
                reader.error(("retreat", "unable"), "retreat", what, "Write eliminated, or lose 1.")
            if rule.becomes is not None and rule.becomes not in self.states:
                hint = reader.hint(rule.becomes, self.states)
                reader.error(("retreat", "becomes"), "state", f"there is no state {rule.becomes!r}.", hint)
            for at, each in enumerate(rule.not_across):
                path = ("retreat", "not_across", at)
                self.retreat_barriers.append(
                    (
                        reader.ground("hexsides", each.hexsides, *path, "hexsides"),
                        reader.ground("terrain", each.terrain, *path, "terrain"),
                        reader.condition(each.units, *path, "units"),
                        reader.when(each.when, *path, "when"),
                    )
                )
        if self.play.advance is not None:
            self.advance_hexes = reader.whole(self.play.advance.hexes, "advance", "hexes", usual=1, least=1)
            self.advance_units = reader.condition(self.play.advance.units, "advance", "units")

    def _replacements(self) -> None:
        rule, reader = self.play.replacements, self.reader
        self.pool: Condition | None = None
        self.new_points, self.restore_points, self.per_hex = 1, 1, 1
        self.points: list[str | Number] = [0, 0]
        self.brought_to: list[HexSet] = [HexSet(frozenset())] * 2
        self.brought_anyway: list[HexSet] = [HexSet(frozenset())] * 2
        if rule is None:
            return
        path = "replacements"
        self.pool = reader.condition(rule.pool, path, "pool")
        self.new_points = reader.whole(rule.new, path, "new", usual=1)
        self.restore_points = reader.whole(rule.restore, path, "restore", usual=1)
        self.per_hex = reader.whole(rule.per_hex, path, "per_hex", usual=1)
        for side, text in rule.points.items():
            self.points[reader.side(side, path, "points", side)] = reader.amount_now(text, path, "points", side)
        for side, hexes in rule.to.items():
            self.brought_to[reader.side(side, path, "to", side)] = reader.hexes(hexes, path, "to", side)
        for side, hexes in rule.anyway.items():
            self.brought_anyway[reader.side(side, path, "anyway", side)] = reader.hexes(hexes, path, "anyway", side)

    def points_in(self, side: int, turn: int) -> int:
        """The replacements of a side in a turn."""
        amount = self.points[side]
        if isinstance(amount, str):
            amount = number(self.now(turn).get(amount, 0)) or 0
        return int(amount)


class _Row(NamedTuple):
    values: Mapping[str, Any]
