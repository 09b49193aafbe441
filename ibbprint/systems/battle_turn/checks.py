"""Whether a battle is sound: its rosters, and where its units and its terrain are."""

from __future__ import annotations

from functools import cached_property, partial

from ibbprint.engine import checkbook
from ibbprint.engine.checkbook import Book, Draft, Drafts, Leaves, error
from ibbprint.engine.lattice import Block, Rect
from ibbprint.problems import Where
from ibbprint.systems.battle_turn.catalogue import GAME, Catalogue
from ibbprint.systems.battle_turn.rosters import judging
from ibbprint.systems.battle_turn.rosters.records import of_roster
from ibbprint.systems.battle_turn.rules.deployment import blocks
from ibbprint.systems.battle_turn.rules.setting import Setting
from ibbprint.systems.battle_turn.scenarios import Battle


class SetUp(checkbook.SetUp[Battle, Catalogue]):
    """A battle as the checks see it."""

    @property
    def table(self) -> Rect:
        return Rect(0, 0, self.catalogue.figures["table-width"], self.catalogue.figures["table-depth"])

    @cached_property
    def rosters(self) -> list[Draft]:
        """The faults of each roster: once, where the scenario has it or names it."""
        scenario, values = self.battle.scenario, dict[str, list[Draft]]()
        number_by_id = {roster.id: number for number, roster in enumerate(scenario.rosters)}
        for side, army in enumerate(self.battle.armies):
            if army.roster.id not in values:
                number = number_by_id.get(army.roster.id)
                place = self.where("armies", side, "roster")
                where = (lambda *_, at=place: at) if number is None else partial(self.where, "rosters", number)
                look = judging.Look(of_roster(army.roster, where), self.catalogue)
                values[army.roster.id] = list(judging.BOOK.drafts(look))
        return [draft for drafts in values.values() for draft in drafts]

    def fits(self) -> bool:
        """Whether the rosters have units whose blocks can be put on the table."""
        return not any(draft.check in ("block", "room", "roster-whole") for draft in self.rosters)

    @cached_property
    def setting(self) -> Setting:
        return Setting(self.battle, self.catalogue)

    def at(self, side: int, key: str) -> Where:
        """The place where a scenario positions a unit, or where it names its roster."""
        place = self.battle.by_key[key]
        names = [position.unit for position in self.battle.scenario.armies[side].places]
        if place.placed is not None:
            return self.where("armies", side, "places", names.index(place.placed.unit))
        return self.where("armies", side)


BOOK = Book(GAME, SetUp)


@BOOK.check("rule-named", "Known rulings")
def rule_named(look: SetUp) -> Drafts:
    """The rules that a scenario names are among the rulings."""
    yield from look.unknown_names("scenario.applies", look.catalogue.rulings, "rule")


@BOOK.including(judging.BOOK)
def rosters(look: SetUp) -> Drafts:
    yield from look.rosters


@BOOK.check("terrain", "Terrain on the table", "B-47 B-60", leaves=Leaves.NOTHING)
def terrain(look: SetUp) -> Drafts:
    """Each piece of terrain is on the table."""
    for number, piece in enumerate(look.battle.terrain):
        if not Rect(piece.x1, piece.y1, piece.x2, piece.y2).within(look.table):
            message = f"the {piece.kind.name.lower()} reaches beyond the table of {_size(look.table)} inches."
            yield error(look.where("terrain", number), message)


@BOOK.check("zone", "Deployment zones", "B-49", when=SetUp.fits)
def zone(look: SetUp) -> Drafts:
    """Each unit begins within the zone of its side."""
    depth = look.catalogue.figures["deploy-depth"]
    for side, army in enumerate(look.battle.armies):
        zone = look.setting.zone(side)
        for key, block in blocks(look.setting, side).items():
            if block.rect.within(look.table) and not block.rect.within(zone):
                edge = "southern" if not side else "northern"
                message = f"{key} of {army.name} begins more than {depth} inches from its {edge} edge."
                yield error(look.at(side, key), message)


@BOOK.check("overlap", "Room for everybody", "B-52 B-60", leaves=Leaves.NOTHING, when=SetUp.fits)
def overlap(look: SetUp) -> Drafts:
    """No two units overlap, and none is in a building."""
    standing: dict[str, Block] = {}
    for side in range(len(look.battle.armies)):
        for key, block in blocks(look.setting, side).items():
            where = look.at(side, key)
            if not block.rect.within(look.table):
                yield error(where, f"{key} is not on the table of {_size(look.table)} inches.", rule="B-47")
            for neighbour, its_block in standing.items():
                if block.rect.overlaps(its_block.rect):
                    yield error(where, f"{key} overlaps {neighbour}.")
            for piece in look.battle.terrain:
                if not piece.kind.entered and block.rect.overlaps(Rect(piece.x1, piece.y1, piece.x2, piece.y2)):
                    message = f"{key} is in the {piece.kind.name.lower()}, which nobody may enter."
                    yield error(where, message, rule="B-60")
            standing[key] = block


def _size(table: Rect) -> str:
    return f"{table.wide} by {table.deep}"
