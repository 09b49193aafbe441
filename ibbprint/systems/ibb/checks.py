"""Whether the names, hexes and references of a scenario are sound. What its set-up is worth `setup_checks` finds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

from ibbprint.catalogue.maps import HexMap
from ibbprint.engine.references import named, twice
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.models.units import Leader, Troops
from ibbprint.systems.ibb.models.victory import NoneOn, Reached, StrengthAcross, StrengthIn
from ibbprint.systems.ibb.scenarios import Battle, Line, Written


def check_battle(battle: Battle, catalogue: Catalogue, report: Report) -> None:
    """Add every finding on the scenario to the report."""
    _Check(battle, catalogue, report).run()


def check_places(lines: Iterable[Line | Written], on: HexMap, report: Report) -> None:
    """The hexes of the lines are on the map, and their banks have water."""
    for line in lines:
        for index, name in enumerate(line.force.hexes):
            if wrong := on.lacks(name):
                report.error(line.at("hexes", index), "map:hex", wrong)
            elif line.force.bank is not None and name not in on.water and not line.faulty & {"bank", "hexes"}:
                report.error(line.at("bank"), f"{GAME}:R-69", f"no water runs through {name}, so it has no banks.")


def check_placed(line: Line, report: Report) -> None:
    """A counter has somewhere to be set up."""
    force = line.force
    if not force.hexes and force.zone is None and force.stacked_with is None:
        report.error(line.where, "ref:place", f"{force.unit} has neither hexes nor a zone.")


WORDS = {"leader": "leader named", "area": "area of the map"}
"""What a name is of, in the words of the message, where its fault (`ref:leader`) has another word."""
NAMES = (
    ("scenario.first_to_set_up", "side"),
    ("formations.side", "side"),
    ("formations.captain", "leader"),
    ("special.side", "side"),
    ("special.against", "side"),
    ("crossings.ends_in", "area"),
    ("crossings.ends_outside", "area"),
    ("victory.side", "side"),
    ("victory.all.side", "side"),
    ("victory.all.crossings", "crossing"),
    ("victory.all.names", "leader"),
    ("victory.all.area", "area"),
)
"""The fields of a scenario that name something, and what; those of its forces are checked line by line."""
HEXES = (
    "zones.hexes",
    "crossings.bridge",
    "crossings.onto",
    "victory.all.hexes",
    "victory.all.places.hexes",
    "victory.all.land_with",
)
UNIQUE = ("sides.id", "formations.id", "zones.id", "crossings.id")
RESTS_ON = ("scenario.applies", "formations.rules", "zones.rules", "victory.rules", "special.rules")


class _Check:
    def __init__(self, battle: Battle, catalogue: Catalogue, report: Report) -> None:
        self.battle = battle
        self.scenario = battle.scenario
        self.catalogue = catalogue
        self.report = report
        self.as_printed = battle.scenario.scenario.as_printed
        self.written: list[Line | Written] = [*battle.lines, *battle.lost]
        # Of two with one id (told by itself) the first counts.
        self.formations = {formation.id: formation for formation in reversed(self.scenario.formations)}
        # A line whose unit is not known may well be the leader that others name: that is reported once, at the line.
        unread_names = set[str]().union(*(line.names for line in battle.lost))
        leaders = (line.force.name for line in battle.lines if line.force.name and isinstance(line.unit, Leader))
        self.known: dict[str, Collection[str]] = {
            "side": [side.id for side in self.scenario.sides],
            "formation": self.formations,
            "zone": [zone.id for zone in self.scenario.zones],
            "leader": unread_names.union(leaders),
            "friend": unread_names | {n for line in battle.lines for n in (line.force.name, line.force.unit) if n},
            "crossing": [crossing.id for crossing in self.scenario.crossings],
        }
        if battle.map is not None:
            self.known["area"] = [area.id for area in battle.map.model.areas]

    def where(self, *path: str | int) -> Where:
        return self.battle.source.where(*path)

    def run(self) -> None:
        self.unique()
        self.names()
        self.lines()
        self.levels()
        if self.battle.map is not None:
            self.hexes(self.battle.map)
            self.only_printed(self.battle.map)
        self.rulings()

    def check(self, name: str, kind: str, where: Callable[[], Where]) -> None:
        """A name is known; where it is written is looked up only for a fault: names may be many."""
        known = self.known.get(kind, (name,))
        if name not in known:
            self.unknown(name, kind, known, where())

    def unknown(self, name: str, kind: str, known: Iterable[str], where: Where) -> None:
        message = f"there is no {WORDS.get(kind, kind)} {name!r}."
        self.report.error(where, f"ref:{kind}", message, did_you_mean(name, known))

    def only_printed(self, board: HexMap) -> None:
        """Note what the map has and the rules know nothing of: it is printed, and that is all."""
        for index, water in enumerate(board.model.hexside_waters):
            self.report.warning(
                board.source.where("map", "hexside_waters", index),
                "map:printed-only",
                f"{water.name} runs between hexes; these rules have no such water: it is printed, but has no effect.",
                "Let it run through hexes, under waters.",
            )
        for field in ("hexsides", "lines"):
            for kind in getattr(board.model, field):
                self.report.warning(
                    board.source.where("map", field, kind, key=True),
                    "map:printed-only",
                    f"these rules do not use {kind} among {field}: it is printed, but has no effect.",
                )
        for index, start in enumerate(board.model.starts):
            self.report.warning(
                board.source.where("map", "starts", index),
                "map:printed-only",
                f"the silhouettes of {start.title} are printed; in these rules the scenario says who starts where.",
            )

    def unique(self) -> None:
        for field in UNIQUE:
            for steps, name in twice(self.scenario, field):
                hint = "Give one of them another id."
                self.report.error(self.where(*steps), "read:duplicate-id", f"{name} appears twice.", hint)
        for steps, letter in twice(self.scenario, "sides.letter"):
            message = f"the letter {letter} already belongs to another side."
            self.report.error(self.where(*steps), "ref:letter", message)

    def names(self) -> None:
        """Check that everything the scenario names exists; a set-up as printed may name leaders who do not."""
        head = self.scenario.scenario
        if head.game != GAME:
            message = f"this is a scenario of {head.game}, not {GAME}."
            self.report.error(self.where("scenario", "game"), "ref:game", message)
        for field, kind in NAMES:
            if field == "victory.all.names" and self.as_printed:
                continue
            for steps, name in named(self.scenario, field):
                self.check(name, kind, partial(self.where, *steps))
        for steps, name in named(self.scenario, "special.spell"):
            spells = self.catalogue.spells
            if not spells.knows(name):
                self.unknown(name, "spell", spells.names, self.where(*steps))

    def lines(self) -> None:
        turns, sides = self.scenario.scenario.turns, self.known["side"]
        for line in self.written:
            force, faulty = line.force, line.faulty
            if "side" not in faulty:
                self.check(force.side, "side", partial(line.at, "side"))
            for field, kind in (("formation", "formation"), ("zone", "zone"), ("stacked_with", "friend")):
                name = getattr(force, field)
                if name is not None:
                    self.check(name, kind, partial(line.at, field))
            formation = self.formations.get(force.formation or "")
            owner = force.side if formation is None else formation.side
            if owner != force.side and {owner, force.side} <= set(sides) and "side" not in faulty:
                message = f"the formation {force.formation} belongs to {owner}, not to {force.side}."
                self.report.error(line.at("formation"), "ref:formation", message)
            if force.zone is not None and force.hexes:
                self.report.error(line.at("zone"), "ref:zone", "a line has hexes or a zone, not both.")
            if isinstance(line, Line) and not self.as_printed:
                check_placed(line, self.report)
            if force.turn > turns:
                message = f"turn {force.turn} never comes: the scenario has {turns} turns."
                self.report.error(line.at("turn"), "ref:turn", message)
            if force.rating is not None and line.unit is not None and not isinstance(line.unit, Troops):
                self.report.error(line.at("rating"), "ref:rating", f"{force.unit} has no rating of this kind.")

    def levels(self) -> None:
        """Check what conditions of victory must state, and the levels that they name."""
        levels = {(level.side, level.level) for level in self.scenario.victory}
        areas = None if self.as_printed else self.known.get("area")
        for steps, condition in named(self.scenario, "victory.all"):
            if isinstance(condition, StrengthAcross) and (condition.at_least is None) == (condition.at_most is None):
                message = "give either at_least or at_most, and not both."
                self.report.error(self.where(*steps), "ref:amount", message)
            elif isinstance(condition, StrengthIn):
                self._strength_in(condition, steps)
            elif isinstance(condition, Reached) and (condition.side, condition.level) not in levels:
                message = f"{condition.side} has no level of victory called {condition.level!r}."
                self.report.error(self.where(*steps, "level"), "ref:level", message)
            elif isinstance(condition, NoneOn) and condition.area is None and areas is not None:
                hint = did_you_mean("", areas)
                self.report.error(self.where(*steps), "ref:area", "none-on needs an area of the map.", hint)

    def _strength_in(self, condition: StrengthIn, steps: Sequence[str | int]) -> None:
        if (condition.at_least is None) == (condition.less_than is None):
            message = "give either at_least or less_than, not both."
            self.report.error(self.where(*steps), "ref:amount", message)
        if not condition.hexes and condition.land_with is None:
            message = "strength-in needs a place: hexes, or land_with and a hex."
            self.report.error(self.where(*steps), "ref:area", message)

    def hexes(self, on: HexMap) -> None:
        check_places(self.written, on, self.report)
        for field in HEXES:
            for steps, name in named(self.scenario, field):
                if name not in on.grid:
                    self.report.error(self.where(*steps), "map:hex", on.lacks(name))
        for steps, name in named(self.scenario, "crossings.bridge"):
            if name in on.grid and name not in on.bridges:
                self.report.error(self.where(*steps), f"{GAME}:R-166", f"there is no bridge in {name}.")

    def rulings(self) -> None:
        """Every ruling that the scenario or a part of it says it rests on is one."""
        rests_on = [(name, partial(self.where, *steps)) for f in RESTS_ON for steps, name in named(self.scenario, f)]
        rests_on += [(n, partial(x.at, *steps)) for x in self.written for steps, n in named(x.force, "rules")]
        shelf = self.catalogue.rulings if rests_on else None
        for name, where in rests_on:
            if shelf is not None and name[0] in "RG" and not shelf.knows(name):
                self.unknown(name, "ruling", shelf.names, where())
