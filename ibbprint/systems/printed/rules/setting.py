"""All that never changes in a game: the section `play:` compiled with the cells that it names, the map, the forces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ibbprint.catalogue.maps import HexMap
from ibbprint.engine.space import around, space_of
from ibbprint.problems import Report, did_you_mean
from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.play_models import Retreat
from ibbprint.systems.printed.rules.compiled import Fight, compile_fights
from ibbprint.systems.printed.rules.conditions import Condition
from ibbprint.systems.printed.rules.forces import Forces, Kind
from ibbprint.systems.printed.rules.ground import Ground
from ibbprint.systems.printed.rules.numbers import Change, DiceOf, Number, number
from ibbprint.systems.printed.rules.paragraphs import paragraphs
from ibbprint.systems.printed.rules.reading import BarrierRule, HexSet, Reader
from ibbprint.systems.printed.rules.section import Section, read_section
from ibbprint.systems.printed.rules.sequence import Op, compile_sequence
from ibbprint.systems.printed.rules.victory import Goals, compile_victory
from ibbprint.systems.printed.scenarios import Scenario


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
        self.names = [board.printed_name(name) for name in self.space.names]
        self.sides = tuple(folder.sides)
        self.reader = reader = Reader(folder, section, board, self.space, report)
        self.last_turn = scenario.head.turns or len(reader.turns.rows)
        self._now = self._turns()
        self._check_names()
        self.ground = Ground(reader)
        forces = Forces(self)
        self.kinds = forces.kinds()
        self.by_id = {kind.id: kind for kind in self.kinds}
        self.states = forces.states()
        self.starts = list(forces.starts())
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
        self.leader_dice = DiceOf(1, 6)
        if leaders and leaders.lost:
            self.leader_lost = reader.whole(leaders.lost.on, "leaders", "lost", "on")
            self.leader_dice = reader.dice(leaders.lost.dice, "leaders", "lost", "dice")
        self._replacements()
        self.held = forces.held()
        self.goals: Goals = compile_victory(self)
        changes = [change for _, _, _, _, change in self.limits if change is not None]
        changes += [state.move for state in self.states.values()]
        changes += [self.supply.movement] if self.supply else []
        self.ground.set_scale(changes, [start.kind for start in self.starts])
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
            message = f"{self.play.turns} has {len(rows)} rows, the scenario {self.last_turn} turns."
            self.report.error(self.scenario.where("turns"), "play:turns", message)
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

    def place_name(self, hex: int) -> str:
        """A hex by the name of its place, or by its number."""
        return self._place_names.get(hex) or self.names[hex]

    @cached_property
    def _place_names(self) -> dict[int, str]:
        texts = [text.partition(" ") for texts in self.board.model.places.values() for text in texts]
        return {self.space.index[cell]: name.strip() for cell, _, name in texts}

    def _check_names(self) -> None:
        reader = self.reader
        if len(self.sides) != 2:
            message = f"this game has {len(self.sides)} sides, and play: is for two."
            reader.error((), "sides", message, key=True)
        groups = {name.partition(".")[0] for name in reader.units.columns if "." in name}
        for name in sorted(groups & {"now", "is", "at"}):
            row = next(iter(reader.units.rows.values()))
            message = f"{name} is reserved in conditions: no column may begin with it."
            self.report.error(row.where(name), "play:column", message, "Give the columns another name.")

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
                None if limit.allowance is None else self.reader.change(limit.allowance, *path, "allowance"),
            )

    def _stacking(self) -> None:
        rule = self.play.stacking
        self.stack_limit: list[Number] | None = None
        self.stack_free: Condition | None = None
        self.stack_column = ""
        if self.play.units.size is not None and (rule is None or rule.count not in ("size", self.play.units.size)):
            message = "units.size is the size for stacking, and play.stacking does not count it."
            self.reader.error(("units", "size"), "stacking", message, "Write stacking: {limit: ..., count: size}.")
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
            if limit <= 0:
                self.reader.error(("stacking", "limit"), "stacking", f"nothing can stack up to {limit}.")
            self.stack_limit = [limit] * self.space.size
        self.stack_column = self.play.units.size if rule.count == "size" and self.play.units.size else rule.count
        if rule.count != "units":
            self.reader.column(self.stack_column, "stacking", "count")
            for kind in self.kinds:
                self.reader.cell(kind.row, self.stack_column)
        self.stack_free = self.reader.condition(rule.free, "stacking", "free")

    def bulk(self, kind: Kind) -> Number:
        """The room that a counter takes in a hex, 0 if a condition makes it free (P-30)."""
        rule = self.play.stacking
        if rule is None or (kind.leader and rule.leaders == "free"):
            return 0
        if rule.count == "units":
            return 1
        return number(kind.values.get(self.stack_column)) or 0

    def _zones(self) -> None:
        """Compile the zones of control: the hexes around each hex to which a zone extends."""
        zones, reader = self.play.zones, self.reader
        self.zone_who: Condition | None = None
        self.zone_of: list[tuple[int, ...]] = [()] * self.space.size
        if zones is None:
            return
        self.zone_who = reader.condition(zones.who, "zones", "who")
        sides = reader.ground("hexsides", zones.not_across, "zones", "not_across")
        into = reader.ground("terrain", zones.not_into, "zones", "not_into")
        words = {"enter": ("stop", "no", "free"), "leave": ("no", "free"), "within": ("no", "free")}
        for name, choices in words.items():
            text = getattr(zones, name)
            value = number(text)
            if text not in choices and (value is None or value < 0):
                message = f"{name} must be {', '.join(choices)} or a number, not {text!r}."
                reader.error(("zones", name), "zones", message, reader.hint(text, choices))
        ground = self.ground
        self.zone_of = around(
            self.space.near,
            lambda hex, next_hex: (
                ground.terrain[next_hex] not in into and sides.isdisjoint(ground.crossed(hex, next_hex))
            ),
        )

    def _supply(self) -> SupplyRule | None:
        rule, reader = self.play.supply, self.reader
        phases = [op.side for op in self.program if op.do == "supply"]
        self.supply_phases = frozenset({0, 1} if min(phases, default=0) < 0 else phases)
        """The sides whose supply is kept from phase to phase (P-71)."""
        if rule is None:
            return None
        for key, says in (("zone", not rule.out.zone), ("eliminated", rule.out.eliminated is not None)):
            if says and len(self.supply_phases) < 2:
                message = f"{key} means nothing where no phase supply says who is out of supply."
                reader.error(("supply", "out", key), "supply", message, "Write a phase supply for both sides.")
        sources = [HexSet(frozenset())] * 2
        for side, hexes in rule.from_.items():
            sources[reader.side(side, "supply", "from", side)] = reader.hexes(hexes, "supply", "from", side)
        out = rule.out
        return SupplyRule(
            sources,
            None if rule.reach is None else reader.figure(rule.reach, "supply", "reach"),
            self.reader.change(out.attack, "supply", "out", "attack"),
            self.reader.change(out.defence, "supply", "out", "defence"),
            self.reader.change(out.movement, "supply", "out", "movement"),
            reader.whole(out.eliminated, "supply", "out", "eliminated"),
        )

    def _retreat(self) -> None:
        rule, reader = self.play.retreat, self.reader
        self.retreat_hexes, self.retreat_unable = 1, 0
        self.retreat_barriers: list[BarrierRule] = []
        self.advance_hexes = 1
        self.advance_units: Condition | None = None
        if rule is not None:
            self.retreat_hexes = reader.whole(rule.hexes, "retreat", "hexes", usual=1, least=1)
            words = rule.unable.split()
            if len(words) == 2 and words[0] == "lose":
                self.retreat_unable = reader.whole(words[1], "retreat", "unable")
            elif rule.unable != "eliminated":
                message = f"{rule.unable!r} cannot happen to a unit that cannot retreat."
                reader.error(("retreat", "unable"), "retreat", message, "Write eliminated, or lose 1.")
            reader.state(rule.becomes, "retreat", "becomes")
            self.retreat_barriers = reader.barriers(rule.not_across, "retreat", "not_across")
        if self.play.advance is not None:
            self.advance_hexes = reader.whole(self.play.advance.hexes, "advance", "hexes", usual=1, least=1)
            self.advance_units = reader.condition(self.play.advance.units, "advance", "units")

    @property
    def retreat_rule(self) -> Retreat:
        """The rules of retreat, for a result by which units retreat: there are some then."""
        assert self.play.retreat is not None, "a result without a retreat"
        return self.play.retreat

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


def setting_of(folder: Folder, scenario: Scenario, rules: Mapping[str, str], report: Report) -> Setting | None:
    """A scenario ready for play; None with what is wrong in the report."""
    section = read_section(folder, rules, report, in_part=True)
    if section is None:
        return None
    if scenario.map is None:
        if scenario.head.map is None:
            message = "play needs a map: add map: to the scenario."
            report.error(scenario.source.where("scenario"), "play:scenario", message)
        return None
    if not isinstance(scenario.map, HexMap):
        space = scenario.map.model.space
        message = f"this is a map of {space}: such maps are printed and checked, but not yet played."
        report.error(scenario.source.where("scenario", "map"), "play:scenario", message)
        return None
    for placed in scenario.forces:
        table = folder.table(section.play.units.table)
        if table is not None and placed.force.unit not in table.rows and table.named:
            hint = did_you_mean(placed.force.unit, table.rows)
            message = f"there is no unit {placed.force.unit!r} in {table.name}."
            report.error(placed.where("unit"), "play:unit", message, hint)
    setting = Setting(folder, section, scenario, scenario.map, report)
    return setting if report.ok else None
