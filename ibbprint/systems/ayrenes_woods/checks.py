"""Whether a battle is sound: its references, its set-up, its leaders and spells, and what its armies are worth."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from ibbprint.catalogue.maps import HexMap
from ibbprint.engine.api.checking import CheckText, Finding
from ibbprint.engine.checkbook import Findings
from ibbprint.engine.references import twice
from ibbprint.problems import Where, did_you_mean
from ibbprint.systems.ayrenes_woods.catalogue import GAME, Catalogue
from ibbprint.systems.ayrenes_woods.models import Army, Command, People, overdrawn
from ibbprint.systems.ayrenes_woods.scenarios import Battle, LeaderPlace, Place

REDRAWS = 2
"""Chits that there must be besides one for each unit: a new one is drawn before the old one goes back (A-35)."""


CHECKS = (
    CheckText("id-twice", "Names given twice", "No two armies, commands or letters of commands are the same."),
    CheckText("edges", "Two edges", "One army routs to the north, the other to the south.", ("A-R40",)),
    CheckText("people", "Peoples", "Each army belongs to a known people, and so do its units."),
    CheckText("army", "Armies of commands", "Each command belongs to one of the two armies."),
    CheckText("no-command", "Armies without a command", "Each army has a command, and with it a leader and units."),
    CheckText(
        "casters",
        "One spellcaster per army",
        "Exactly one leader of each army has the star.",
        ("A-R05", "A-R54", "A-04"),
    ),
    CheckText(
        "spell-pool", "Hands and pools", "No hand is larger than the pool that it is drawn from.", ("A-R75", "A-65")
    ),
    CheckText(
        "rout-level",
        "Rout levels",
        "The shipped armies rout when they have lost more than half of what they are worth; others are reported.",
        ("A-02", "A-R72", "A-R73", "A-R74"),
    ),
    CheckText("movement", "Units that can move", "Every unit has a movement allowance.", ("A-R02",)),
    CheckText(
        "ground",
        "Ground that can be entered",
        "Every unit can enter each kind of ground of the map.",
        ("A-03", "A-R31"),
    ),
    CheckText(
        "chits",
        "Enough combat chits",
        "There is one for each unit, and two more for spells that exchange them.",
        ("A-05", "A-35"),
    ),
    CheckText(
        "map",
        "The map",
        "With facing its hexes are pointy-top; it has no water through hexes, no bridges and no roads.",
        ("A-R26", "A-R31"),
    ),
    CheckText("start", "Known silhouettes", "Each command starts on silhouettes of the map.", ("A-R06",)),
    CheckText(
        "silhouettes",
        "Units on their silhouettes",
        "A command has as many silhouettes as units, and its units start on them.",
        ("A-R06", "A-66"),
    ),
    CheckText("hex", "Hexes of the map", "Every unit or leader with a hex is on the map."),
    CheckText(
        "one-a-hex", "One unit and one leader per hex", "No two units, and no two leaders, share a hex.", ("A-R22",)
    ),
    CheckText("leader-place", "Leaders have a place", "Every leader has a hex to start in.", ("A-R07",)),
    CheckText("leader-apart", "Leaders on their units", "A leader starts on a unit of his colour.", ("A-R07",)),
    CheckText(
        "radius", "Units in command", "Units start within the command radius of their leader.", ("A-R23", "A-40")
    ),
    CheckText("ruling", "Known rulings", "The rules that a scenario names are among the rulings."),
)
"""Every check, in the order in which they run."""


PLAYABLE = frozenset(("casters", "edges", "leader-apart"))
"""Checks whose errors break the rules of the set-up, but leave a battle that can be played."""
PRINTABLE = PLAYABLE | {"chits", "leader-place", "movement", "one-a-hex"}
"""Checks whose errors break the rules of the set-up, but leave a battle that can be printed.

The others find names and hexes that are not there, hands that cannot be dealt and hexes on which nobody can face.
"""


def findings(battle: Battle, catalogue: Catalogue) -> list[Finding]:
    """Everything that is wrong with the battle, check by check."""
    check = _Check(battle, catalogue)
    check.run()
    return check.findings


class _Check(Findings):
    def __init__(self, battle: Battle, catalogue: Catalogue) -> None:
        super().__init__(GAME, CHECKS)
        self.battle = battle
        self.scenario = battle.scenario
        self.catalogue = catalogue

    def where(self, *path: str | int) -> Where:
        return self.battle.source.where(*path)

    def run(self) -> None:
        self.unique()
        self.armies()
        self.commands()
        self.chits()
        if self.battle.map is not None:
            self.places(self.battle.map)
        self.rules()

    def unique(self) -> None:
        for field in ("armies.id", "commands.id", "commands.letter"):
            for steps, name in twice(self.scenario, field):
                self.error("id-twice", self.where(*steps), "read:duplicate-id", f"{name} appears twice.")

    # --- armies -------------------------------------------------------------------------------------------------

    def armies(self) -> None:
        edges = [army.edge for army in self.scenario.armies]
        if len(set(edges)) < len(edges):
            where = self.where("armies", 1, "edge")
            self.error("edges", where, "A-R40", "both armies rout to the same edge.", "One north, one south.")
        peoples = self.catalogue.peoples
        for index, army in enumerate(self.scenario.armies):
            if not peoples.knows(army.people):
                where = self.where("armies", index, "people")
                hint = did_you_mean(army.people, peoples.names)
                self.error("people", where, "ref:people", f"there is no people {army.people!r}.", hint)
            people = peoples.get(army.people)
            if people is not None:
                self.army(index, army, people)

    def army(self, index: int, army: Army, people: People) -> None:
        where = self.where("armies", index)
        commands = list(self.battle.of(army.id))
        if not commands:
            hint = "A command names its army in the field army."
            self.error("no-command", where, "ref:army", f"{army.name} have no command.", hint)
            return
        casters = [command.leader.name for command in commands if command.leader.caster]
        if len(casters) != 1:
            has = f"they have {len(casters)} ({', '.join(casters) or 'none'})"
            message = f"{army.name} must have one spellcaster among their leaders; {has}."
            self.error("casters", where, "A-R54", message)
        too_many = overdrawn(people, self.catalogue.spells)
        if too_many:
            self.error("spell-pool", self.catalogue.peoples.where(people.id, "hand"), "A-R75", too_many)
        worth = self.battle.points(army.id, self.catalogue)
        if worth and army.rout_level * 2 != worth:
            where = self.where("armies", index, "rout_level")
            message = f"{army.name} are worth {worth} points, and rout beyond {army.rout_level}."
            self.warning("rout-level", where, "A-02", message, f"Half of what they are worth is {worth / 2:g}.")

    # --- commands -----------------------------------------------------------------------------------------------

    def commands(self) -> None:
        armies = self.battle.armies
        for index, command in enumerate(self.scenario.commands):
            if command.army not in armies:
                where = self.where("commands", index, "army")
                hint = did_you_mean(command.army, armies)
                self.error("army", where, "ref:army", f"there is no army {command.army!r}.", hint)
        for place in self.battle.units:
            army = armies.get(place.command.army)
            if army is not None and place.unit.people != army.people:
                message = f"{place.unit.name} do not fight for the {army.name}."
                hint = f"They belong to the people {place.unit.people}."
                self.error("people", place.where, "ref:people", message, hint)
            self.movement(place)

    def movement(self, place: Place) -> None:
        """A unit must be able to move, and to enter every kind of ground of the map."""
        unit = place.unit
        if unit.movement < 1:
            self.error("movement", place.where, "A-R02", f"{unit.name} cannot move at all.")
            return
        used = set(self.battle.map.terrain.values()) if self.battle.map is not None else set()
        for ground in self.catalogue.ground("hex").values():
            cost = ground.costs_of.get(unit.people, ground.cost)
            if ground.id in used and cost > place.unit.movement:
                points = f"{cost} points, and they have {unit.movement}"
                self.warning(
                    "ground", place.where, "A-03", f"{unit.name} cannot enter {ground.name.lower()}: {points}."
                )

    def chits(self) -> None:
        chits = sum(chit.copies for chit in self.catalogue.chits)
        wanted = len(self.battle.units) + REDRAWS
        if chits < wanted and self.catalogue.rulings.whole:
            message = f"there are {chits} combat chits for {len(self.battle.units)} units."
            hint = f"There must be {REDRAWS} more than units: {wanted}."
            self.error("chits", self.where("commands"), "A-05", message, hint)

    # --- places -------------------------------------------------------------------------------------------------

    def places(self, on: HexMap) -> None:
        self.map(on)
        self.starts(on)
        here: dict[tuple[str, bool], str] = {}
        stands: list[tuple[Place | LeaderPlace, bool]] = [(place, False) for place in self.battle.units]
        stands += [(place, True) for place in self.battle.leaders]
        for place, leads in stands:
            if place.hex is None:
                if leads:
                    message = f"{place.command.leader.name} has no hex to start in."
                    self.error("leader-place", place.where, "A-R07", message, "Give him one: hex.")
            elif wrong := on.lacks(place.hex):
                self.error("hex", place.where, "map:hex", wrong)
            elif (place.hex, leads) in here:
                message = f"{here[place.hex, leads]} is already in {place.hex}."
                hint = f"A hex holds one {'leader' if leads else 'unit'}."
                self.error("one-a-hex", place.where, "A-R22", message, hint)
            else:
                here[place.hex, leads] = place.key
        self.leaders(on)

    def map(self, on: HexMap) -> None:
        """The map has hexes on a point, where facing needs it, and nothing that no rule speaks of."""
        if on.model.layout != "pointy-top" and self.catalogue.in_force({"facing": "on"}):
            where = on.source.where("map", "layout")
            message = "the hexes of this map are not pointy-top, so no counter can face north."
            self.error("map", where, "A-R26", message, "Write layout: pointy-top.")
        for kind in ("waters", "bridges", "roads"):
            if getattr(on.model, kind):
                message = f"no rule of this game covers {kind}: they are only printed."
                self.warning("map", on.source.where("map", kind), "A-R31", message)

    def starts(self, on: HexMap) -> None:
        for index, command in enumerate(self.scenario.commands):
            where = self.where("commands", index, "start")
            if command.start is not None and command.start not in on.starts:
                message = f"the map has no silhouettes {command.start!r}."
                self.error("start", where, "ref:start", message, did_you_mean(command.start, on.starts))
            elif command.start is not None:
                self.silhouettes(command, where, on.starts[command.start].hexes)

    def silhouettes(self, command: Command, where: Where, hexes: Collection[str]) -> None:
        """A unit of a command stands on a silhouette of its colour, and there are as many as units."""
        units = [place for place in self.battle.units if place.command is command]
        if len(hexes) != len(units):
            message = f"{command.name} has {len(units)} units and {len(hexes)} silhouettes."
            self.warning("silhouettes", where, "A-R06", message)
        for place in units:
            if place.hex is not None and place.hex not in hexes:
                message = f"{place.key} starts in {place.hex}, not on a silhouette of its colour."
                self.warning("silhouettes", place.where, "A-R06", message)

    def leaders(self, on: HexMap) -> None:
        radius = self.catalogue.figures["command-radius"]
        for leader in self.battle.leaders:
            if leader.hex is None or leader.hex not in on.grid:
                continue
            own = [p for p in self.battle.units if p.command is leader.command and p.hex in on.grid]
            if all(place.hex != leader.hex for place in own):
                message = f"{leader.command.leader.name} does not start on a unit of his colour."
                self.error("leader-apart", leader.where, "A-R07", message)
            for place in own:
                far = on.grid.distance(leader.hex, place.hex or "")
                if far > radius:
                    message = f"{place.key} starts {far} hexes from its leader, out of command."
                    self.warning("radius", place.where, "A-R23", message, f"The radius is {radius}.")

    def rules(self) -> None:
        applies, at = self.scenario.scenario.applies, partial(self.where, "scenario", "applies")
        self.named("ruling", applies, self.catalogue.rulings, "rule", at)
