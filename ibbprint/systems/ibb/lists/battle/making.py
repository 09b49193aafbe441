"""The text of a scenario from two lists, checked like any scenario before it is shown.

Promises: the same lists, map and options give the same text, and `check`, `kit` and `play` take it as it is.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.catalogue.documents import STANDARD_INPUT, Document
from ibbprint.catalogue.map_checks import check_map
from ibbprint.catalogue.maps import HexMap, read_map
from ibbprint.catalogue.rulebook import switches
from ibbprint.catalogue.source import parse_yaml, same_file
from ibbprint.catalogue.validate import build
from ibbprint.engine.api.lists import BattleRequest, CheckedArmy, MadeBattle
from ibbprint.engine.api.odds import BadQuestion
from ibbprint.engine.game import wishes
from ibbprint.engine.lists.files import printable
from ibbprint.problems import Problem, Report, Severity, Where, did_you_mean
from ibbprint.systems.ibb.catalogue import GAME, Catalogue, figure
from ibbprint.systems.ibb.checks import check_battle
from ibbprint.systems.ibb.lists.battle.field import MOST_PLACES, Field, Finder, Place, Want, forts
from ibbprint.systems.ibb.lists.battle.sides import Order, SideNames, muster, name_sides
from ibbprint.systems.ibb.lists.battle.wording import filled, goal
from ibbprint.systems.ibb.lists.checker import Checker
from ibbprint.systems.ibb.lists.findings import is_fort
from ibbprint.systems.ibb.lists.records import Army, ArmyList
from ibbprint.systems.ibb.models.scenarios import Scenario
from ibbprint.systems.ibb.models.units import Troops
from ibbprint.systems.ibb.rules import deploy, victory
from ibbprint.systems.ibb.rules.ground import Ground
from ibbprint.systems.ibb.rules.packing import Item, has_room
from ibbprint.systems.ibb.scenarios import Battle, as_battle, listed
from ibbprint.systems.ibb.setup_checks import findings, ready
from ibbprint.systems.ibb.setup_checks.march import March, by_turn
from ibbprint.systems.ibb.setup_checks.set_up import SetUp

if TYPE_CHECKING:
    pass


KINDS = ("meeting", "attack")
MOST_COUNTERS = 250
"""A side with more counters would not be played with, and takes long to set up."""
EXACT = 60
"""The most counters that are packed exactly where simple packing has no room; more are packed simply."""
ROOMY = ((3, 2, 2), (5, 4, 1), (1, 1, 0))
"""How large zones are made: so many times the hexes that are needed, and some more; the least last."""
LOSS = "50%"
MOST_TITLE = 80
FORTS = "Forts; put them into any other hexes of your ground"
LEAST_TURNS, MOST_TURNS = 6, 30
FIGHTING = 3
"""Turns for the fight itself, when both have come."""
DELAY = (3, 2)
"""Orders fail: a march takes so many times the turns that it would take without."""
MARCHES = 40
"""A march that takes longer than this is none."""


def make_battle(
    documents: Sequence[Document], request: BattleRequest, checker: Checker, report: Report
) -> MadeBattle | None:
    """The battle; None with the faults in the report. Raises BadQuestion for a wrong question."""
    kind = _kind(request)
    _twice(documents)
    hexmap = _map(request.map, checker, report)
    result = checker.read(documents, report)
    if hexmap is None or (not report.ok and len(result) != 2):
        return None
    if len(result) != 2:
        verb_and_number = "is 1" if len(result) == 1 else f"are {len(result)}"
        raise BadQuestion(
            f"a battle is between two armies, and there {verb_and_number}.", "Name two lists of one side each."
        )
    roles = {army.role for _, army in result if army.role}
    kind = kind or ("attack" if request.defender or roles else "meeting")
    if kind == "meeting" and roles:
        _, army = next(pair for pair in result if pair[1].role)
        report.error(
            army.where,
            f"{GAME}:A-184",
            f"this is the list of an {army.role}." if army.role == "attacker" else "this is the list of a defender.",
            "Make it an attack: --kind attack; or leave its role out.",
        )
        return None
    if kind == "attack" and not request.defender and not roles:
        names = " or ".join(document.name for document in documents)
        raise BadQuestion("an attack needs a defender.", f"Add --defender {names}.")
    armies = checker.judged(result, report, defender=request.defender, paired=True)
    for judged, (_, read) in zip(armies, result, strict=True):
        if judged.left_open:
            message = "the list leaves open what is in the army."
            report.error(read.where, f"{GAME}:G-60", message, "Decide, and write only what you bring.")
    rules = _rules(result, checker, report)
    if not report.ok:
        return None
    catalogue = _catalogue(checker, rules, report)
    if catalogue is None:
        return None
    making = Making(result, name_sides(result), armies, rules, request.file, hexmap, catalogue, checker, report)
    for (_, army), side_muster in zip(result, making.musters, strict=True):
        number = sum(order.count for order in side_muster.orders)
        if number > MOST_COUNTERS:
            report.error(
                army.where,
                f"{GAME}:G-48",
                f"{number} counters are too many: a side can have at most {MOST_COUNTERS}.",
                "Fight it with smaller armies.",
            )
        if not any(isinstance(entry.unit, Troops) for entry in army.entries):
            report.error(army.where, f"{GAME}:R-176", "an army without units cannot hold anything.", "Buy units.")
    if report.errors:
        return None
    return making.make()


def _kind(request: BattleRequest) -> str:
    kind = request.kind.strip().lower()
    if kind and kind not in KINDS:
        raise BadQuestion(f"there is no kind of battle {request.kind!r}.", did_you_mean(kind, KINDS))
    if kind == "meeting" and request.defender:
        raise BadQuestion("in a meeting engagement nobody defends.", "Leave --defender out, or add --kind attack.")
    return kind


def _twice(documents: Sequence[Document]) -> None:
    """Refuse the same file twice, which is one army."""
    if len(documents) == 2 and STANDARD_INPUT not in (documents[0].name, documents[1].name):
        path, second = (Path(document.name) for document in documents)
        if path == second or same_file(path, second):
            raise BadQuestion(f"{path} cannot fight itself.", "Name two lists; for identical armies, copy the file.")


def _map(id: str, checker: Checker, report: Report) -> HexMap | None:
    """The map of that name, or the first of the topmost pack that has one."""
    maps = [item for item in listed(checker.options.packs, report) if item.kind == "map"]
    items = [item for item in maps if item.id == id] if id else maps[:1]
    if not items and report.ok:
        raise BadQuestion(f"there is no map {id!r}.", did_you_mean(id, [item.id for item in maps]))
    read = read_map(items[0].file, report) if items else None
    return None if read is None else check_map(*read, checker.catalogue.terrain.entries, report)


def _rules(pairs: Sequence[tuple[ArmyList, Army]], checker: Checker, report: Report) -> dict[str, str]:
    """The switches that the lists and the caller choose, by their names; lists that disagree are reported."""
    by_ruling = {ruling.id: name for name, (ruling, _) in switches(checker.catalogue.layers).items()}

    def name(switch: str) -> str:
        return by_ruling.get(switch.removeprefix(f"{GAME}:"), switch)

    options = {name(switch): value for switch, value in checker.options.rules.items()}
    chosen: dict[str, str] = {}
    for army, _ in pairs:
        for switch, (value, where) in army.rules.items():
            if chosen.setdefault(name(switch), value) != value and name(switch) not in options:
                report.error(
                    where,
                    "rule:switch",
                    f"{name(switch)} is {value} here and {chosen[name(switch)]} in the other list.",
                    f"Agree on one, or choose: --rule {name(switch)}={value}",
                )
    return dict(sorted({**chosen, **options}.items()))


def _catalogue(checker: Checker, rules: Mapping[str, str], report: Report) -> Catalogue | None:
    if rules == dict(checker.options.rules):
        catalogue: Catalogue | None = checker.catalogue
    else:
        catalogue = Catalogue.open(checker.options.packs, wishes(rules), report)
    return catalogue if catalogue is not None and ready(catalogue) and report.ok else None


class Making:
    """A battle of two armies that were judged, on one map: ground for both, then the text.

    Whoever makes battles of other kinds derives from it, and says how ground is chosen, how many turns it takes, what
    the file says, and in what template.
    """

    template = "battle.yaml.j2"

    def __init__(
        self,
        pairs: Sequence[tuple[ArmyList, Army]],
        sides: Sequence[SideNames],
        armies: Sequence[CheckedArmy],
        rules: Mapping[str, str],
        file: str,
        hexmap: HexMap,
        catalogue: Catalogue,
        checker: Checker,
        report: Report,
    ) -> None:
        self.sides = sides
        self.musters = muster(pairs, self.sides, checker.judge)
        self.places = [army.where for _, army in pairs]
        self.defender = next((i for i, (_, army) in enumerate(pairs) if army.role == "defender"), None)
        self.fort = next((unit.id for unit in catalogue.units if is_fort(unit)), "")
        item, second = self.sides
        self.id, self.title = (
            f"{item.id}-against-{second.id}",
            f"{item.name[:36]} against {second.name[:36]}"[:MOST_TITLE],
        )
        self.armies = armies
        self.rules = rules
        self.file = file or f"{self.id}.yaml"
        self.map = hexmap
        self.catalogue = catalogue
        self.options = checker.options
        self.report = report
        self.apart = figure(catalogue, "set-up-distance")
        self.face_up = figure(catalogue, "face-up-distance")
        self.limit = figure(catalogue, "stacking-limit")

    def make(self) -> MadeBattle | None:
        """The battle on the best ground of the map."""
        name = self.map.model.id
        anywhere = self._anywhere()
        if anywhere is None:
            self._impossible("G-48", f"the map {name} has no land to set up on.")
            return None
        trial = self._look(anywhere)
        needs = [] if trial is None else [self._need(trial, side) for side in (0, 1)]
        zones = [need for need in needs if need is not None]
        if trial is None or len(zones) < 2:
            return None
        ground = trial.ground
        terrain = {kind.id: kind.name for kind in self.catalogue.terrain}
        finder = Finder(self.map, ground, terrain, self.apart)
        wants = [
            [Want(-(-need.hexes * times // by) + spare, need.engine_hexes) for need in zones]
            for times, by, spare in ROOMY
        ]
        enough = sum(need.hexes for need in zones) <= len(finder.dry)
        fields = self.fields(finder, wants) if enough else []
        problems: list[Problem] = []
        for field in fields:
            battle = self._on(field, ground, problems)
            if battle is not None:
                return battle
        self._none(fields, zones, finder, problems)
        return None

    def fields(self, finder: Finder, wants: Sequence[Sequence[Want]]) -> Sequence[Field]:
        """Choices of ground, best first; see `Finder.fields`."""
        return finder.fields(wants, self.defender)

    def _none(
        self, fields: Sequence[Field], wants: Sequence[Want], finder: Finder, problems: Sequence[Problem]
    ) -> None:
        """Say why there is no battle on this map."""
        name = self.map.model.id
        if not finder.dry:
            self._impossible("G-48", f"the map {name} has no land to set up on.")
        elif problems:
            self._impossible("G-49", f"this battle cannot be fought on the map {name}: {problems[0].message}")
        elif fields:
            self._impossible("G-49", f"no unit could reach a place worth fighting for on the map {name} in time.")
        elif any(need.engine_hexes for need in wants) and all(finder.ground.bars_engines[h] for h in finder.dry):
            self._impossible("R-46", f"the map {name} has no room for an engine.")
        else:
            parts = " and ".join(f"{side.name} {need.hexes}" for side, need in zip(self.sides, wants, strict=True))
            land = f"{parts} connected hexes of dry land at least, apart from each other"
            message = f"the map {name} has no room for both armies: {land}, and the map has {len(finder.dry)} in all."
            self._impossible("G-48", message)

    def _impossible(self, rule: str, message: str) -> None:
        """There is no battle on this map."""
        where = Where(self.map.source.where().file)
        self.report.error(where, f"{GAME}:{rule}", message, self._hint())

    def _hint(self) -> str:
        maps = [i.id for i in listed(self.options.packs, Report()) if i.kind == "map" and i.id != self.map.model.id]
        return f"Try --map {maps[0]}, or smaller armies." if maps else "Choose a larger map, or smaller armies."

    # --- what is needed -----------------------------------------------------------------------------------------

    def _anywhere(self) -> Field | None:
        """Two hexes in which everybody may stand, to ask the engine what it thinks of the armies; None without any."""
        land = tuple(i for i, name in enumerate(self.map.grid.hexes) if name not in self.map.water)[:2]
        return Field(Place("", land[0], 0), (), (land, land), 0) if len(land) > 1 else None

    def _need(self, look: SetUp, side: int) -> Want | None:
        """The fewest hexes that hold an army within stacking, and how many of them for its engines."""
        ids = [i for i in look.state.placing if look.units[i].side == side]
        points = sorted((item.points for item in deploy.items(look.state, ids)), reverse=True)
        if points and points[0] > self.limit:
            message = f"a counter of strength {points[0]} does not fit into a hex, which holds {self.limit}."
            self.report.error(self.places[side], f"{GAME}:A-25", message)
            return None
        engines = sum(1 for i in ids if look.units[i].kind.engine)
        return Want(max(1, self._hexes(points)), min(engines, 2))

    def _hexes(self, points: Sequence[int]) -> int:
        number = -(-sum(points) // self.limit)
        while not self._fits(points, number):
            number += 1
        return number

    def _fits(self, points: Sequence[int], number: int) -> bool:
        """Whether counters fit into `number` hexes: the tightest first, then exactly."""
        free = [self.limit] * number
        for point in points:
            h = min((h for h in range(number) if free[h] >= point), key=lambda h: free[h], default=None)
            if h is None:
                break
            free[h] -= point
        else:
            return True
        hexes = tuple(range(number))
        items = [Item(item, hexes) for item in points]
        return len(points) <= EXACT and has_room(items, dict.fromkeys(hexes, self.limit))

    # --- on one field -------------------------------------------------------------------------------------------

    def _on(self, field: Field, ground: Ground, problems: list[Problem]) -> MadeBattle | None:
        """The battle on a field, if it can be fought there; what the checks have against it is reported."""
        look = self._look(field)
        if look is None:
            return None
        march = March(look)
        arrive = self.arrivals(look, march, field)
        if arrive is None:
            return None
        turns = self.turns(max(arrive))
        if turns > MOST_TURNS:
            return None
        other_places = [
            place for place in field.others if all(self._first(look, march, side, place.hex) < turns for side in (0, 1))
        ]
        field = field._replace(others=tuple(other_places[: MOST_PLACES - 1]))
        text = self._text(field, turns, self.story(field, ground, arrive), ground)
        quiet = Report()
        battle = self._read(text, quiet)
        if battle is not None and quiet.ok:
            wrong = [f.problem for f in findings(battle, self.catalogue) if f.problem.severity is Severity.ERROR]
            if not wrong:
                if field.gap < self.apart:
                    self._near(field)
                places = tuple(place.name for place in (field.place, *field.others))
                kind = "meeting engagement" if self.defender is None else "attack"
                return MadeBattle(self.id, self.title, kind, self.map.model.title, turns, places, text)
            problems += wrong
        problems += quiet.errors
        return None

    def _near(self, field: Field) -> None:
        self.report.warning(
            Where(self.map.source.where().file),
            f"{GAME}:G-48",
            f"the zones are only {field.gap} hexes apart, and should be {self.apart}: the map {self.map.model.id} "
            "allows no more.",
        )

    def turns(self, slow: int) -> int:
        """The number of turns of a battle whose slower side can reach the objective by that turn."""
        return max(LEAST_TURNS, -(-slow * DELAY[0] // DELAY[1]) + FIGHTING)

    def arrivals(self, look: SetUp, march: March, field: Field) -> tuple[int, int] | None:
        """The turn by which half of each side's strength can be where it is fought for; None where it cannot."""
        item, second = (self.half(look, march, side, [field.place.hex]) for side in (0, 1))
        return None if item is None or second is None else (item, second)

    def half(self, look: SetUp, march: March, side: int, hexes: Sequence[int]) -> int | None:
        """The turn by which half of an army's strength can reach one of these hexes."""
        units = [u for u in look.units if u.side == side and u.kind.troops]
        points = {u.id: victory.counted(u) for u in units}
        soonest = {u.id: march.soonest(u, hexes) for u in units}
        return by_turn(soonest, points, math.ceil(sum(points.values()) / 2))

    def _first(self, look: SetUp, march: March, side: int, h: int) -> int:
        """The first turn in which a unit of a side can be in a hex; more than the last when none can."""
        units = [u for u in look.units if u.side == side and u.kind.troops]
        return min((turn for u in units if (turn := march.soonest(u, [h])) is not None), default=MARCHES + 1)

    def _look(self, field: Field) -> SetUp | None:
        """A field as the checks see it."""
        battle = self._read(self._text(field, MARCHES), self.report)
        return None if battle is None or not self.report.ok else SetUp(battle, battle, self.catalogue)

    def _read(self, text: str, report: Report) -> Battle | None:
        """The text read as a scenario is, with its references checked."""
        file = f"{self.id}.yaml"
        source = parse_yaml(text, file, report)
        scenario = None if source is None else build(Scenario, source, (), source.data, report)
        if source is None or scenario is None:
            return None
        battle = as_battle(Path(file), scenario, source, self.catalogue, self.options.packs, report, on=self.map)
        check_battle(battle, self.catalogue, report)
        return battle

    # --- the file -----------------------------------------------------------------------------------------------

    def _text(
        self, field: Field, turns: int, story: Mapping[str, object] | None = None, ground: Ground | None = None
    ) -> str:
        """The file; without a `story` the one that the engine is asked about, with no forts and nothing to win."""
        sides = [self._side(field, side, ground) for side in (0, 1)]
        return filled(
            self.template,
            {
                "told": story is not None,
                "id": self.id,
                "title": self.title,
                "game": GAME,
                "map": self.map.model.id,
                "turns": turns,
                "rules": self.rules,
                "sides": sides,
                "first": self.sides[self.defender or 0],
                "guard": None if self.defender is None else self.sides[self.defender],
                "attacker": None if self.defender is None else self.sides[1 - self.defender],
                **(story or {}),
            },
        )

    def story(self, field: Field, ground: Ground, arrive: tuple[int, int]) -> dict[str, object]:
        """The descriptive texts of the file, and the objectives."""
        goals = [goal(place, ground) for place in (field.place, *field.others)]
        return {
            "map_title": printable(self.map.model.title),
            "armies": self.armies,
            "file": printable(shlex.quote(self.file)),
            "packs": "".join(f" --pack {pack.name}" for pack in self.options.packs),
            "goals": goals,
            "arrive": arrive,
            "fighting": FIGHTING,
            "least_turns": LEAST_TURNS,
            "loss": LOSS,
            "gap": field.gap,
            "face_up": self.face_up,
            "stacking": self.limit,
        }

    def _side(self, field: Field, number: int, ground: Ground | None) -> dict[str, object]:
        """A side with its zone, and with the part of it for engines where they cannot stand in all of it."""
        muster, zone, names = self.musters[number], field.zones[number], self.map.grid.hexes
        orders, park = list(muster.orders), []
        if ground is not None:
            orders += self._forts(field, ground, number)
            open_ground = [names[h] for h in zone if not ground.bars_engines[h]]
            park = open_ground if muster.engines and len(open_ground) < len(zone) else []
        return {
            **muster.side._asdict(),
            "formations": muster.formations,
            "orders": orders,
            "park": park,
            "zone": [names[h] for h in zone],
        }

    def _forts(self, field: Field, ground: Ground, side: int) -> list[Order]:
        """The levels of forts of a side: the free ones each in a hex of its own, the bought ones after them."""
        muster = self.musters[side]
        unit = muster.fort or self.fort
        orders: list[Order] = []
        best = [
            ground.names[h]
            for h in forts(ground, field, side, muster.free + muster.bought, holding=side == self.defender)
        ]
        free, bought = best[: muster.free], best[muster.free :] or best
        for number, hexes, rules in ((muster.free, free, ("R-198", "G-34")), (muster.bought, bought, ("R-198",))):
            if number and hexes and unit:
                orders.append(Order(FORTS, unit, number, hexes=hexes, rules=rules))
        return orders
