"""Whether a battle is sound: its rosters, and where its units and its terrain are."""

from __future__ import annotations

from functools import partial

from ibbprint.engine.api.checking import CheckText, Finding
from ibbprint.engine.checkbook import Findings
from ibbprint.engine.lattice import Block, Rect
from ibbprint.problems import Where
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.rosters import judging
from ibbprint.systems.battle_turn.rosters.records import of_roster
from ibbprint.systems.battle_turn.rules.deployment import blocks
from ibbprint.systems.battle_turn.rules.setting import Setting
from ibbprint.systems.battle_turn.scenarios import Battle

CHECKS = (
    CheckText("rule-named", "Known rulings", "The rules that a scenario names are among the rulings."),
    *judging.CHECKS,
    CheckText("terrain", "Terrain on the table", "Each piece of terrain is on the table.", ("B-47", "B-60")),
    CheckText("zone", "Deployment zones", "Each unit begins within the zone of its side.", ("B-49",)),
    CheckText("overlap", "Room for everybody", "No two units overlap, and none is in a building.",
              ("B-52", "B-60")),
)  # fmt: skip
"""Every check, in the order in which they run."""
FATAL = frozenset((
    "roster-whole", "roster-names", "warchief", "leadership", "command", "joins", "block", "room", "terrain", "overlap"
))  # fmt: skip
"""Checks whose errors leave nothing to play; the others break the rules of the set-up, and may be overridden."""
PRINTED = FATAL - {"warchief", "leadership", "command", "joins"}
"""Those whose errors leave nothing to print."""


def findings(battle: Battle, catalogue: Catalogue) -> list[Finding]:
    """Everything that is wrong with the battle, check by check."""
    check = _Check(battle, catalogue)
    check.run()
    return check.findings


class _Check(Findings):
    def __init__(self, battle: Battle, catalogue: Catalogue) -> None:
        super().__init__(catalogue.GAME, CHECKS)
        self.battle = battle
        self.catalogue = catalogue
        self.where = battle.source.where
        self.table = Rect(0, 0, catalogue.figures["table-width"], catalogue.figures["table-depth"])

    def run(self) -> None:
        self.rulings()
        self.rosters()
        self.terrain()
        if not self.findings or not any(one.check in ("block", "room", "roster-whole") for one in self.findings):
            self.places()

    def rulings(self) -> None:
        applies, at = self.battle.scenario.scenario.applies, partial(self.where, "scenario", "applies")
        self.named("rule-named", applies, self.catalogue.rulings, "rule", at)

    def rosters(self) -> None:
        """Each roster as the checker of rosters judges it: once, where the scenario has it or names it."""
        scenario, told = self.battle.scenario, set[str]()
        own = {roster.id: number for number, roster in enumerate(scenario.rosters)}
        for side, army in enumerate(self.battle.armies):
            if army.roster.id in told:
                continue
            told.add(army.roster.id)
            number = own.get(army.roster.id)
            named = self.where("armies", side, "roster")
            where = (lambda *_, at=named: at) if number is None else partial(self.where, "rosters", number)
            for found in judging.judged(of_roster(army.roster, where), self.catalogue):
                self.find(found.check, found.severity, found.where, found.rule, found.message, found.hint)

    def terrain(self) -> None:
        for number, piece in enumerate(self.battle.terrain):
            if not Rect(piece.x1, piece.y1, piece.x2, piece.y2).within(self.table):
                message = f"the {piece.kind.name.lower()} reaches beyond the table of {_size(self.table)} inches."
                self.error("terrain", self.where("terrain", number), "B-47", message)

    def places(self) -> None:
        """Whether every unit begins where it may and where there is room."""
        setting = Setting(self.battle, self.catalogue)
        standing: dict[str, Block] = {}
        depth = self.catalogue.figures["deploy-depth"]
        for side, army in enumerate(self.battle.armies):
            for key, block in blocks(setting, side).items():
                where = self.at(side, key)
                if not block.rect.within(self.table):
                    message = f"{key} is not on the table of {_size(self.table)} inches."
                    self.error("overlap", where, "B-47", message)
                elif not block.rect.within(setting.zone(side)):
                    edge = "southern" if not side else "northern"
                    message = f"{key} of {army.name} begins more than {depth} inches from its {edge} edge."
                    self.error("zone", where, "B-49", message)
                for other, there in standing.items():
                    if block.rect.overlaps(there.rect):
                        self.error("overlap", where, "B-52", f"{key} overlaps {other}.")
                self.inside(key, block)
                standing[key] = block

    def inside(self, key: str, block: Block) -> None:
        for piece in self.battle.terrain:
            if not piece.kind.entered and block.rect.overlaps(Rect(piece.x1, piece.y1, piece.x2, piece.y2)):
                message = f"{key} is in the {piece.kind.name.lower()}, which nobody may enter."
                self.error("overlap", self.at(self.battle.by_key[key].side, key), "B-60", message)

    def at(self, side: int, key: str) -> Where:
        """Where a scenario puts a unit, or where it names its roster."""
        place = self.battle.by_key[key]
        names = [one.unit for one in self.battle.scenario.armies[side].places]
        if place.placed is not None:
            return self.where("armies", side, "places", names.index(place.placed.unit))
        return self.where("armies", side)


def _size(table: Rect) -> str:
    return f"{table.wide} by {table.deep}"
