"""Whether the names, hexes and references of a scenario are sound. What its set-up is worth `setup_checks` finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.source import Source
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.systems.ibb.catalogue import GAME, RULINGS, SPELLS, Catalogue
from ibbprint.systems.ibb.models.units import Leader, Troops
from ibbprint.systems.ibb.models.victory import Dead, Holds, NoneOn, Reached, StrengthAcross, StrengthLost
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


class _Check:
    def __init__(self, battle: Battle, catalogue: Catalogue, report: Report) -> None:
        self.battle = battle
        self.scenario = battle.scenario
        self.catalogue = catalogue
        self.report = report
        self.sides = [side.id for side in self.scenario.sides]
        # Of two with one id (told by itself) the first counts.
        self.formations = {formation.id: formation for formation in reversed(self.scenario.formations)}
        self.zones = {zone.id: zone for zone in reversed(self.scenario.zones)}
        # A line whose unit is not known may well be the leader that others name: that is told once, at the line.
        lost = set[str]().union(*(line.names for line in battle.lost))
        self.leaders = lost | {
            line.force.name for line in battle.lines if line.force.name and isinstance(line.unit, Leader)
        }
        self.friends = lost | {n for line in battle.lines for n in (line.force.name, line.force.unit) if n}

    def where(self, *path: str | int) -> Where:
        return self.battle.source.where(*path)

    def run(self) -> None:
        self.unique()
        self.references()
        self.lines()
        self.victory()
        if self.battle.map is not None:
            self.hexes()
            self.only_printed(self.battle.map)
        self.rulings()

    def known(self, name: str, known: Iterable[str], what: str, rule: str, where: Where) -> bool:
        names = list(known)
        if name in names:
            return True
        self.report.error(where, rule, f"there is no {what} {name!r}.", did_you_mean(name, names))
        return False

    def only_printed(self, found: HexMap) -> None:
        """What the map has and the rules know nothing of: it is printed, and that is all."""
        for index, water in enumerate(found.model.hexside_waters):
            self.report.warning(
                found.source.where("map", "hexside_waters", index), "map:printed-only",
                f"{water.name} runs between hexes; these rules have no such water: it is printed, but has no effect.",
                "Let it run through hexes, under waters.",
            )  # fmt: skip
        for index, start in enumerate(found.model.starts):
            self.report.warning(
                found.source.where("map", "starts", index), "map:printed-only",
                f"the silhouettes of {start.title} are printed; in these rules the scenario says who starts where.",
            )  # fmt: skip

    def unique(self) -> None:
        lists = {
            "sides": [s.id for s in self.scenario.sides],
            "formations": [f.id for f in self.scenario.formations],
            "zones": [z.id for z in self.scenario.zones],
            "crossings": [c.id for c in self.scenario.crossings],
        }
        for kind, names in lists.items():
            for index, name in enumerate(names):
                if name in names[:index]:
                    self.report.error(
                        self.where(kind, index, "id"), "read:duplicate-id", f"{name} appears twice.",
                        "Give one of them another id.",
                    )  # fmt: skip
        letters = [side.letter for side in self.scenario.sides]
        for index, letter in enumerate(letters):
            if letter in letters[:index]:
                self.report.error(
                    self.where("sides", index, "letter"), "ref:letter",
                    f"the letter {letter} belongs to another side already.",
                )  # fmt: skip

    def references(self) -> None:
        head = self.scenario.scenario
        if head.game != GAME:
            self.report.error(
                self.where("scenario", "game"), "ref:game", f"this is a scenario of {head.game}, not {GAME}."
            )
        if head.first_to_set_up is not None:
            self.known(head.first_to_set_up, self.sides, "side", "ref:side", self.where("scenario", "first_to_set_up"))
        for index, formation in enumerate(self.scenario.formations):
            self.known(formation.side, self.sides, "side", "ref:side", self.where("formations", index, "side"))
            if formation.captain is not None:
                where = self.where("formations", index, "captain")
                self.known(formation.captain, self.leaders, "leader named", "ref:leader", where)
        for index, rule in enumerate(self.scenario.special):
            self.known(rule.side, self.sides, "side", "ref:side", self.where("special", index, "side"))
            if rule.against is not None:
                self.known(rule.against, self.sides, "side", "ref:side", self.where("special", index, "against"))
            if rule.spell is not None:
                spells = self.catalogue.shelf(SPELLS)
                if not spells.knows(rule.spell):
                    where = self.where("special", index, "spell")
                    self.known(rule.spell, spells.names, "spell", "ref:spell", where)

    def lines(self) -> None:
        head = self.scenario.scenario
        written: list[Line | Written] = [*self.battle.lines, *self.battle.lost]
        for line in written:
            force, faulty = line.force, line.faulty
            # A place is looked up only for a fault: the lines may be many.
            if force.side not in self.sides and "side" not in faulty:
                self.known(force.side, self.sides, "side", "ref:side", line.at("side"))
            if force.formation is not None and force.formation not in self.formations:
                self.known(force.formation, self.formations, "formation", "ref:formation", line.at("formation"))
            elif force.formation is not None:
                owner = self.formations[force.formation].side
                if owner != force.side and {owner, force.side} <= set(self.sides) and "side" not in faulty:
                    self.report.error(
                        line.at("formation"), "ref:formation",
                        f"the formation {force.formation} belongs to {owner}, not to {force.side}.",
                    )  # fmt: skip
            if force.zone is not None:
                self.known(force.zone, self.zones, "zone", "ref:zone", line.at("zone"))
                if force.hexes:
                    self.report.error(line.at("zone"), "ref:zone", "a line has hexes or a zone, not both.")
            if force.stacked_with is not None:
                self.known(force.stacked_with, self.friends, "friend", "ref:friend", line.at("stacked_with"))
            elif isinstance(line, Line) and not head.as_printed:
                check_placed(line, self.report)
            if force.turn > head.turns:
                self.report.error(
                    line.at("turn"), "ref:turn", f"turn {force.turn} never comes: the scenario has {head.turns} turns."
                )
            if force.rating is not None and line.unit is not None and not isinstance(line.unit, Troops):
                self.report.error(line.at("rating"), "ref:rating", f"{force.unit} has no rating of this kind.")

    def hexes(self) -> None:
        assert self.battle.map is not None
        on = self.battle.map

        def check(name: str, where: Where) -> None:
            if wrong := on.lacks(name):
                self.report.error(where, "map:hex", wrong)

        check_places([*self.battle.lines, *self.battle.lost], self.battle.map, self.report)
        for index, zone in enumerate(self.scenario.zones):
            for number, name in enumerate(zone.hexes):
                check(name, self.where("zones", index, "hexes", number))
        areas = [area.id for area in self.battle.map.model.areas]
        for index, crossing in enumerate(self.scenario.crossings):
            at = ("crossings", index)
            check(crossing.bridge, self.where(*at, "bridge"))
            if crossing.bridge in on.grid and crossing.bridge not in self.battle.map.bridges:
                self.report.error(
                    self.where(*at, "bridge"), f"{GAME}:R-166", f"there is no bridge in {crossing.bridge}."
                )
            for number, name in enumerate(crossing.onto):
                check(name, self.where(*at, "onto", number))
            for field in ("ends_in", "ends_outside"):
                area = getattr(crossing, field)
                if area is not None:
                    self.known(area, areas, "area of the map", "ref:area", self.where(*at, field))
        for index, level in enumerate(self.scenario.victory):
            for number, condition in enumerate(level.all):
                at_condition = ("victory", index, "all", number)
                if isinstance(condition, Holds):
                    for k, name in enumerate(condition.hexes):
                        check(name, self.where(*at_condition, "hexes", k))
                elif isinstance(condition, NoneOn) and condition.area is None:
                    if not self.scenario.scenario.as_printed:
                        self.report.error(
                            self.where(*at_condition), "ref:area", "none-on needs an area of the map.",
                            did_you_mean("", areas),
                        )  # fmt: skip
                elif isinstance(condition, NoneOn) and condition.area is not None:
                    self.known(condition.area, areas, "area of the map", "ref:area", self.where(*at_condition, "area"))

    def victory(self) -> None:
        crossings = [crossing.id for crossing in self.scenario.crossings]
        levels = {(level.side, level.level) for level in self.scenario.victory}
        for index, level in enumerate(self.scenario.victory):
            self.known(level.side, self.sides, "side", "ref:side", self.where("victory", index, "side"))
            for number, condition in enumerate(level.all):
                at = ("victory", index, "all", number)
                if isinstance(condition, StrengthAcross | Holds | StrengthLost | NoneOn | Reached):
                    self.known(condition.side, self.sides, "side", "ref:side", self.where(*at, "side"))
                if isinstance(condition, StrengthAcross):
                    for k, name in enumerate(condition.crossings):
                        self.known(name, crossings, "crossing", "ref:crossing", self.where(*at, "crossings", k))
                    if (condition.at_least is None) == (condition.at_most is None):
                        self.report.error(
                            self.where(*at), "ref:amount", "give either at_least or at_most, and not both."
                        )
                elif isinstance(condition, Dead) and not self.scenario.scenario.as_printed:
                    for k, name in enumerate(condition.names):
                        self.known(name, self.leaders, "leader named", "ref:leader", self.where(*at, "names", k))
                elif isinstance(condition, Reached) and (condition.side, condition.level) not in levels:
                    self.report.error(
                        self.where(*at, "level"), "ref:level",
                        f"{condition.side} has no level of victory called {condition.level!r}.",
                    )  # fmt: skip

    def rulings(self) -> None:
        """Every ruling that the scenario or a part of it says it rests on is one."""
        scenario, source = self.scenario, self.battle.source
        named: list[tuple[Sequence[str], Source, tuple[str | int, ...]]] = [
            (scenario.scenario.applies, source, ("scenario", "applies")),
            *((x.force.rules, x.source, (*x.path, "rules")) for x in self.battle.lines if x.force.rules),
            *((x.force.rules, x.source, (*x.path, "rules")) for x in self.battle.lost if x.force.rules),
        ]
        for kind in ("formations", "zones", "victory", "special"):
            parts = enumerate(getattr(scenario, kind))
            named += [(part.rules, source, (kind, index, "rules")) for index, part in parts]
        if not any(rules for rules, _, _ in named):
            return
        shelf = self.catalogue.shelf(RULINGS)
        for rules, written, path in named:
            for index, rule in enumerate(rules):
                if rule[0] in "RG" and not shelf.knows(rule):
                    self.known(rule, shelf.names, "ruling", "ref:ruling", written.where(*path, index))
