"""Whether a battle is sound: its references, its set-up, its leaders and spells, and what its armies are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ibbprint.catalogue.maps import HexMap
from ibbprint.engine import checkbook
from ibbprint.engine.checkbook import Book, Drafts, Leaves, error, warning
from ibbprint.problems import did_you_mean
from ibbprint.systems.ayrenes_woods.catalogue import GAME, Catalogue
from ibbprint.systems.ayrenes_woods.models import Army, overdrawn
from ibbprint.systems.ayrenes_woods.scenarios import Battle, LeaderPlace, Place

REDRAWS = 2
"""Chits that there must be besides one for each unit: a new one is drawn before the old one goes back (A-35)."""


class SetUp(checkbook.SetUp[Battle, Catalogue]):
    """A battle as the checks see it."""

    def mapped(self) -> bool:
        return self.battle.map is not None

    @property
    def on(self) -> HexMap:
        assert self.battle.map is not None
        return self.battle.map

    def armies(self, *, led: bool = True) -> Iterator[tuple[int, Army]]:
        """The armies of known peoples, by number: those that have commands, or those that have none."""
        for index, army in enumerate(self.battle.scenario.armies):
            if army.people in self.catalogue.peoples and any(self.battle.of(army.id)) == led:
                yield index, army

    def led(self) -> Iterator[tuple[str, LeaderPlace, list[Place]]]:
        """The leaders who are on the map, each with his hex and with those of his units who are there, too."""
        grid = self.on.grid
        for leader in self.battle.leaders:
            if leader.hex is not None and leader.hex in grid:
                units = [unit for unit in self.battle.units if unit.command is leader.command and unit.hex in grid]
                yield leader.hex, leader, units


BOOK = Book(GAME, SetUp, Leaves.NOTHING)
"""Most errors are names and hexes that are not there, hands that cannot be dealt and hexes on which nobody can face."""


@BOOK.check("id-twice", "Names given twice")
def id_twice(look: SetUp) -> Drafts:
    """No two armies, commands or letters of commands are the same."""
    for field in ("armies.id", "commands.id", "commands.letter"):
        for where, name in look.twice(field):
            yield error(where, f"{name} appears twice.", rule="read:duplicate-id")


@BOOK.check("edges", "Two edges", "A-R40", leaves=Leaves.A_GAME)
def edges(look: SetUp) -> Drafts:
    """One army routs to the north, the other to the south."""
    edges = [army.edge for army in look.battle.scenario.armies]
    if len(set(edges)) < len(edges):
        yield error(look.where("armies", 1, "edge"), "both armies rout to the same edge.", "One north, one south.")


# --- armies and commands ----------------------------------------------------------------------------------------


@BOOK.check("people", "Peoples")
def people(look: SetUp) -> Drafts:
    """Each army belongs to a known people, and so do its units."""
    yield from look.unknown_names("armies.people", look.catalogue.peoples, "people")
    for place in look.battle.units:
        army = look.battle.armies.get(place.command.army)
        if army is not None and place.unit.people != army.people:
            message = f"{place.unit.name} do not fight for the {army.name}."
            hint = f"They belong to the people {place.unit.people}."
            yield error(place.where, message, hint, rule="ref:people")


@BOOK.check("army", "Armies of commands")
def army(look: SetUp) -> Drafts:
    """Each command belongs to one of the two armies."""
    armies = look.battle.armies
    for index, command in enumerate(look.battle.scenario.commands):
        if command.army not in armies:
            where, hint = look.where("commands", index, "army"), did_you_mean(command.army, armies)
            yield error(where, f"there is no army {command.army!r}.", hint, rule="ref:army")


@BOOK.check("no-command", "Armies without a command")
def no_command(look: SetUp) -> Drafts:
    """Each army has a command, and with it a leader and units."""
    for index, army in look.armies(led=False):
        hint = "A command names its army in the field army."
        yield error(look.where("armies", index), f"{army.name} have no command.", hint, rule="ref:army")


@BOOK.check("casters", "One spellcaster per army", "A-R05 A-R54 A-04", leaves=Leaves.A_GAME)
def casters(look: SetUp) -> Drafts:
    """Exactly one leader of each army has the star."""
    for index, army in look.armies():
        casters = [command.leader.name for command in look.battle.of(army.id) if command.leader.caster]
        if len(casters) != 1:
            has = f"they have {len(casters)} ({', '.join(casters) or 'none'})"
            message = f"{army.name} must have one spellcaster among their leaders; {has}."
            yield error(look.where("armies", index), message, rule="A-R54")


@BOOK.check("spell-pool", "Hands and pools", "A-R75 A-65")
def spell_pool(look: SetUp) -> Drafts:
    """No hand is larger than the pool that it is drawn from."""
    for _, army in look.armies():
        too_many = overdrawn(look.catalogue.peoples[army.people], look.catalogue.spells)
        if too_many:
            yield error(look.catalogue.peoples.where(army.people, "hand"), too_many)


@BOOK.check("rout-level", "Rout levels", "A-02 A-R72 A-R73 A-R74")
def rout_level(look: SetUp) -> Drafts:
    """The shipped armies rout when they have lost more than half of what they are worth; others are reported."""
    for index, army in look.armies():
        worth = look.battle.points(army.id, look.catalogue)
        if worth and army.rout_level * 2 != worth:
            message = f"{army.name} are worth {worth} points, and rout beyond {army.rout_level}."
            hint = f"Half of what they are worth is {worth / 2:g}."
            yield warning(look.where("armies", index, "rout_level"), message, hint)


@BOOK.check("movement", "Units that can move", "A-R02", leaves=Leaves.A_KIT)
def movement(look: SetUp) -> Drafts:
    """Every unit has a movement allowance."""
    for place in look.battle.units:
        if place.unit.movement < 1:
            yield error(place.where, f"{place.unit.name} cannot move at all.")


@BOOK.check("ground", "Ground that can be entered", "A-03 A-R31")
def ground(look: SetUp) -> Drafts:
    """Every unit can enter each kind of ground of the map."""
    used = set(look.battle.map.terrain.values()) if look.battle.map is not None else set()
    grounds = [ground for ground in look.catalogue.ground("hex").values() if ground.id in used]
    for place in look.battle.units:
        for ground in grounds if place.unit.movement >= 1 else ():
            cost = ground.costs_of.get(place.unit.people, ground.cost)
            if cost > place.unit.movement:
                points = f"{cost} points, and they have {place.unit.movement}"
                yield warning(place.where, f"{place.unit.name} cannot enter {ground.name.lower()}: {points}.")


@BOOK.check("chits", "Enough combat chits", "A-05 A-35", leaves=Leaves.A_KIT)
def chits(look: SetUp) -> Drafts:
    """There is one for each unit, and two more for spells that exchange them."""
    chits = sum(chit.copies for chit in look.catalogue.chits)
    needed = len(look.battle.units) + REDRAWS
    if chits < needed and look.catalogue.rulings.whole:
        message = f"there are {chits} combat chits for {len(look.battle.units)} units."
        yield error(look.where("commands"), message, f"There must be {REDRAWS} more than units: {needed}.")


# --- places -----------------------------------------------------------------------------------------------------


@BOOK.check("map", "The map", "A-R26 A-R31", when=SetUp.mapped)
def map_(look: SetUp) -> Drafts:
    """With facing its hexes are pointy-top; it has no water through hexes, no bridges and no roads."""
    model, where = look.on.model, partial(look.on.source.where, "map")
    if model.layout != "pointy-top" and look.catalogue.in_force({"facing": "on"}):
        message = "the hexes of this map are not pointy-top, so no counter can face north."
        yield error(where("layout"), message, "Write layout: pointy-top.")
    for kind in ("waters", "bridges", "roads"):
        if getattr(model, kind):
            yield warning(where(kind), f"no rule of this game covers {kind}: they are only printed.", rule="A-R31")


@BOOK.check("start", "Known silhouettes", "A-R06", when=SetUp.mapped)
def start(look: SetUp) -> Drafts:
    """Each command starts on silhouettes of the map."""
    for index, command in enumerate(look.battle.scenario.commands):
        if command.start is not None and command.start not in look.on.starts:
            where, hint = look.where("commands", index, "start"), did_you_mean(command.start, look.on.starts)
            yield error(where, f"the map has no silhouettes {command.start!r}.", hint, rule="ref:start")


@BOOK.check("silhouettes", "Units on their silhouettes", "A-R06 A-66", when=SetUp.mapped)
def silhouettes(look: SetUp) -> Drafts:
    """A command has as many silhouettes as units, and its units start on them."""
    for index, command in enumerate(look.battle.scenario.commands):
        if command.start not in look.on.starts:
            continue
        hexes = look.on.starts[command.start].hexes
        units = [place for place in look.battle.units if place.command is command]
        if len(hexes) != len(units):
            message = f"{command.name} has {len(units)} units and {len(hexes)} silhouettes."
            yield warning(look.where("commands", index, "start"), message)
        for place in units:
            if place.hex is not None and place.hex not in hexes:
                yield warning(place.where, f"{place.key} starts in {place.hex}, not on a silhouette of its colour.")


@BOOK.check("hex", "Hexes of the map", when=SetUp.mapped)
def hexes(look: SetUp) -> Drafts:
    """Every unit or leader with a hex is on the map."""
    places: list[Place | LeaderPlace] = [*look.battle.units, *look.battle.leaders]
    for place in places:
        if place.hex is not None and (wrong := look.on.lacks(place.hex)):
            yield error(place.where, wrong, rule="map:hex")


@BOOK.check("one-a-hex", "One unit and one leader per hex", "A-R22", leaves=Leaves.A_KIT, when=SetUp.mapped)
def one_a_hex(look: SetUp) -> Drafts:
    """No two units, and no two leaders, share a hex."""
    places: dict[str, Sequence[Place | LeaderPlace]] = {"unit": look.battle.units, "leader": look.battle.leaders}
    for word, counters in places.items():
        occupants: dict[str, str] = {}
        for place in counters:
            if place.hex is None or place.hex not in look.on.grid:
                continue
            if place.hex in occupants:
                message = f"{occupants[place.hex]} is already in {place.hex}."
                yield error(place.where, message, f"A hex holds one {word}.")
            occupants.setdefault(place.hex, place.key)


@BOOK.check("leader-place", "Leaders have a place", "A-R07", leaves=Leaves.A_KIT, when=SetUp.mapped)
def leader_place(look: SetUp) -> Drafts:
    """Every leader has a hex to start in."""
    for place in look.battle.leaders:
        if place.hex is None:
            yield error(place.where, f"{place.command.leader.name} has no hex to start in.", "Give him one: hex.")


@BOOK.check("leader-apart", "Leaders on their units", "A-R07", leaves=Leaves.A_GAME, when=SetUp.mapped)
def leader_apart(look: SetUp) -> Drafts:
    """A leader starts on a unit of his colour."""
    for hex, leader, units in look.led():
        if all(place.hex != hex for place in units):
            yield error(leader.where, f"{leader.command.leader.name} does not start on a unit of his colour.")


@BOOK.check("radius", "Units in command", "A-R23 A-40", when=SetUp.mapped)
def in_command(look: SetUp) -> Drafts:
    """Units start within the command radius of their leader."""
    radius = look.catalogue.figures["command-radius"]
    for hex, _, units in look.led():
        for place in units:
            far = look.on.grid.distance(hex, place.hex or "")
            if far > radius:
                message = f"{place.key} starts {far} hexes from its leader, out of command."
                yield warning(place.where, message, f"The radius is {radius}.")


@BOOK.check("ruling", "Known rulings")
def ruling(look: SetUp) -> Drafts:
    """The rules that a scenario names are among the rulings."""
    yield from look.unknown_names("scenario.applies", look.catalogue.rulings, "rule")
