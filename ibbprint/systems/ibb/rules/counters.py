"""The constants of a game: the kinds of counters with their ratings, the figures, tables and switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ibbprint.engine.rolls import AppliedModifier
from ibbprint.systems.ibb.catalogue import Catalogue, exchanged_for
from ibbprint.systems.ibb.models.magic import AreaTemplate, Spell
from ibbprint.systems.ibb.models.tables import Modifier, PetardResult, ScoutChance
from ibbprint.systems.ibb.models.units import AnyUnit, Engine, Leader, Troops
from ibbprint.systems.ibb.not_played import ignored_abilities, unplayed
from ibbprint.systems.ibb.results import Results
from ibbprint.systems.ibb.rules.ground import Changes, Ground
from ibbprint.systems.ibb.scenarios import Battle, Line
from ibbprint.tables import Table, odds

RED, PURPLE, GREEN, GOLD, WHITE = 1, 2, 3, 4, 5
"""The five segments by their number."""
FEW = 8
"""How many ways in which play has changed the land are remembered."""


class Kind:
    """The type of a counter: ratings and abilities, as they are printed on its face.

    Troops, leaders (captain, wizard, priest) and engines are told apart by `troops`, `leader` and `engine`.
    """

    __slots__ = (
        "abilities",
        "anti_cavalry",
        "attack",
        "attack_stone",
        "becomes",
        "cavalry",
        "charges",
        "defence",
        "direct",
        "dismounts",
        "engine",
        "engineer",
        "entry",
        "infantry",
        "leader",
        "limited",
        "missile",
        "movement",
        "name",
        "quality",
        "race",
        "range",
        "rating",
        "refuses",
        "scout",
        "segment",
        "shots",
        "symbol",
        "troops",
    )

    def __init__(self, unit: AnyUnit, segments: Mapping[str, int], ignored: frozenset[str] = frozenset()) -> None:
        self.entry = unit.id
        self.name = unit.name
        self.symbol = unit.symbol
        self.becomes: Kind | None = None
        """The kind of the counter that is exchanged for this one: spent, dismounted, or mounted again."""
        abilities = frozenset(getattr(unit, "abilities", ())) - ignored
        self.abilities = abilities
        self.race = getattr(unit, "race", "human")
        self.troops = isinstance(unit, Troops)
        self.leader = unit.kind if isinstance(unit, Leader) else ""
        self.engine = isinstance(unit, Engine)
        self.rating = unit.rating if isinstance(unit, Leader) else 0
        self.attack = unit.attack if isinstance(unit, Troops | Engine) else 0
        self.attack_stone = unit.attack_stone if isinstance(unit, Engine) else 0
        self.defence = unit.defence if isinstance(unit, Troops) else 0
        self.movement = unit.movement if isinstance(unit, Troops | Engine) else 0
        self.quality = unit.quality if isinstance(unit, Troops) else 0
        self.range = (unit.range or 0) if isinstance(unit, Troops | Engine) else 0
        self.shots = (unit.shots or 0) if isinstance(unit, Troops) else 0
        self.limited = self.shots > 0
        """True for troops that can shoot only so often; they change counters when they are spent (A-33)."""
        self.direct = unit.direct_fire if isinstance(unit, Engine) else self.range > 0
        self.segment = segments.get(getattr(unit, "segment", None) or "", GREEN)
        self.missile = isinstance(unit, Troops) and unit.arm == "missile"
        self.cavalry = isinstance(unit, Troops) and unit.arm == "horse"
        self.infantry = isinstance(unit, Troops) and unit.arm in ("foot", "missile")
        self.charges = "charge" in abilities
        self.refuses = "refuse-battle" in abilities or "hidden-scouting" in abilities
        self.scout = "hidden-scouting" in abilities
        self.dismounts = "dismount" in abilities
        self.anti_cavalry = "anti-cavalry" in abilities
        self.engineer = "engineering" in abilities

    def fingerprint_values(self) -> tuple[object, ...]:
        """The values on its face, for fingerprints: two counters of one entry may be rated differently."""
        return self.entry, self.attack, self.defence, self.movement, self.quality

    def rated(self, line: Line) -> Kind:
        """A copy of the kind with the ratings of a scenario's line (P1)."""
        if line.rated is not None:
            self.attack, self.defence = line.rated.attack, line.rated.defence
            self.movement, self.quality = line.rated.movement, line.rated.quality
        return self


class Figures(NamedTuple):
    """The figures of figures.yaml that the engine applies, under their ids."""

    face_up_distance: int
    stacking_limit: int
    antipathy_distance: int
    activation_always: int
    captain_foot: int
    captain_mounted: int
    caster_movement: int
    road_divisor: int
    bank_crossing: int
    refuse_battle_hexes: int
    missile_melee_divisor: int
    minimum_attack: int
    minimum_defence: int
    charge_hexes: int
    structure_defence: int
    routed_quality_divisor: int
    routed_quality_minimum: int
    morale_always_fails: int
    morale_rout: int
    berserk_roll: int
    berserk_quality: int
    rout_hexes: int
    rout_minimum: int
    fort_1_turns: int
    fort_2_turns: int
    fort_levels: int
    pontoon_turns: int
    pontoon_infantry: int
    pontoon_captains: int
    pontoon_woods_distance: int
    petard_turns: int
    casts_per_turn: int
    fizzle_success: int
    accuracy_always_misses: int
    scatter_hexes: int
    pool_overhead: int
    spell_minimum_strength: int
    goons_die_divisor: int


class Setting:
    """The catalogue as one game uses it: everything that stays the same from the first turn to the last."""

    def __init__(self, battle: Battle, catalogue: Catalogue) -> None:
        assert battle.map is not None
        self.battle = battle
        self.catalogue = catalogue
        self.scenario = battle.scenario
        self.turns = battle.scenario.scenario.turns
        self.sides = tuple(side.id for side in battle.scenario.sides)
        self.switches: dict[str, str] = dict(catalogue.chosen)
        shelf = catalogue.figure_entries
        self.figures = Figures(*(shelf[name.replace("_", "-")].value for name in Figures._fields))
        self.modifiers: dict[str, Modifier] = {m.id: m for m in catalogue.modifiers if catalogue.in_force(m.when)}
        self._used: dict[tuple[str, int], AppliedModifier] = {}
        self.segments = {s.id: s.number for s in catalogue.segments}
        self.segment_names = {s.number: s.name for s in catalogue.segments}
        self.ignored = ignored_abilities(catalogue)
        """Abilities that are printed and not played."""
        self.ground = Ground(
            battle.map, {t.id: t for t in catalogue.terrain}, self.figures.road_divisor, self.figures.bank_crossing
        )
        crt = catalogue.crt
        assert crt is not None
        self._grounds: dict[Changes, Ground] = {}
        self.results = Results(crt.codes)
        self.result_names = {code.id: code.name for code in crt.codes}
        """What each result is called, in the order of the table's codes."""
        self.crt = Table({row.id: row.odds for row in crt.rows}, crt.results)
        self._columns: dict[tuple[str, int, int, int], int] = {}
        self.spells: dict[str, Spell] = {s.id: s for s in catalogue.spells}
        self.scatter = {int(s.roll): s.turn for s in catalogue.scatter}
        self.petard: list[PetardResult] = list(catalogue.petard)
        self.scouting: dict[int, ScoutChance] = {int(s.range): s for s in catalogue.scout}
        self.templates: dict[str, AreaTemplate] = {name: entry.value for name, entry in catalogue.templates.items()}
        self.antipathy = self._antipathy()
        self.melee_bonus = [
            tuple(
                (rule.id, rule.amount, tuple(rule.rules))
                for rule in self.scenario.special
                if rule.kind == "melee-bonus" and rule.amount is not None and rule.side == side
            )
            for side in self.sides
        ]
        """The special rules of the scenario that help a side in melee, as scenes of attacks have them."""
        self._kinds: dict[tuple[str, object], Kind] = {}
        self.unknown: Kind | None = None
        """What a face-down enemy is taken for."""
        self.shares: dict[tuple[int, int], tuple[float, float]] = {}
        """What a column and a change of the die take of either side on average; `appraisal` fills it in."""
        self.weighed: dict[tuple[object, ...], tuple[float, float]] = {}
        """What attacks of like troops on like ground take of either side on average; filled in like `shares`."""
        self.numbers: dict[tuple[object, ...], int] = {}
        """Numbers for all that the combat table asks of a unit or of a hex; filled in like `shares`."""
        self.wanted: dict[int, frozenset[str]] = {}
        """The leaders who must die for a side to win; `goals` fills it in."""
        self.limits: dict[tuple[int, int], list[float]] = {}
        """The losses that matter to a side, by what its army was worth; `goals` fills it in."""
        self.arrivals: dict[tuple[int, int], list[Any]] = {}
        """Where a side's strength must be to win, by what its army was worth; `arrivals` fills it in."""
        self.fields: dict[tuple[int, int, int], list[int]] = {}
        """How far every hex is from what a side should reach, whatever has fallen; `goals` fills it in."""
        self.bridges: dict[int, frozenset[int]] = {}
        """The bridges that a side must cross to win; `goals` fills it in."""
        self.posts: dict[int, frozenset[int]] = {}
        """The hexes that a side must not leave empty; `goals` fills it in."""
        self.places: dict[int, Any] = {}
        """Where each counter of the scenario may be set up; `deploy` fills it in."""
        self.seen_by: dict[int, Setting] = {}
        """What each side knows of all this; `sight` fills it in."""

    @property
    def not_played(self) -> list[str]:
        """All that is printed and not played, in words."""
        return [item.words for item in unplayed(self.battle, self.catalogue)]

    def ground_after(self, changes: Changes) -> Ground:
        """The land after play has changed it; the last few are kept."""
        if not any(changes):
            return self.ground
        ground = self._grounds.get(changes)
        if ground is None:
            if len(self._grounds) >= FEW:
                del self._grounds[next(iter(self._grounds))]
            ground = self._grounds[changes] = self.ground.changed(changes)
        return ground

    def _antipathy(self) -> frozenset[tuple[str, str]]:
        """Pairs of races that cannot bear each other, both ways (R-60)."""
        return frozenset((race.id, enemy) for race in self.catalogue.races for enemy in race.antipathy)

    def used(self, id: str, sign: int) -> AppliedModifier:
        """A modifier as it counts, its amount taken so many times."""
        result = self._used.get((id, sign))
        if result is None:
            m = self.modifiers[id]
            result = self._used[id, sign] = AppliedModifier(id, m.name, m.changes, sign * m.amount, tuple(m.rules))
        return result

    def column(self, row: str, attack: int, defence: int, shift: int) -> int:
        """The column of the combat table for these strengths, counted from 1."""
        key = (row, attack, defence, shift)
        result = self._columns.get(key)
        if result is None:
            result = self._columns[key] = self.crt.column(row, odds(attack, defence), shift)
        return result

    def kind(self, line: Line) -> Kind:
        """The kind of a line of the order of battle, with the ratings of this scenario."""
        key = (line.unit.id, line.rated)
        if key not in self._kinds:
            self._kinds[key] = Kind(line.unit, self.segments, self.ignored).rated(line)
            self._exchange(self._kinds[key], line.unit)
        return self._kinds[key]

    def listed(self, entry: str) -> Kind:
        """The kind of an entry of the unit list, with the ratings of the list."""
        key, unit = (entry, None), self.catalogue.units[entry]
        if key not in self._kinds:
            self._kinds[key] = Kind(unit, self.segments, self.ignored)
            self._exchange(self._kinds[key], unit)
        return self._kinds[key]

    def _exchange(self, kind: Kind, unit: AnyUnit) -> None:
        """Record the counter for which a counter is exchanged. The quality stays the unit's own, a scenario's rating
        does not.
        """
        substitute = exchanged_for(self.catalogue, unit)
        if substitute is None:
            return
        spare = Kind(substitute, self.segments, self.ignored)
        spare.quality = kind.quality
        if kind.dismounts:
            spare.becomes = kind
        kind.becomes = spare
