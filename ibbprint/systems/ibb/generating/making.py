"""A made-up scenario on one map: ground by the kind of battle, levels of victory, words, the files of a pack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ibbprint.catalogue.maps import HexMap
from ibbprint.dice import SeededDice
from ibbprint.engine.api.generating import stream
from ibbprint.engine.land.gates import LATE
from ibbprint.phrases import listed
from ibbprint.problems import Report
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.facts import in_text
from ibbprint.systems.ibb.generating import kinds
from ibbprint.systems.ibb.generating.armies import Raised
from ibbprint.systems.ibb.generating.ground import Crossings, Line, crossing_fields, crossings, passages
from ibbprint.systems.ibb.generating.words import (
    Teller,
    army_facts,
    army_words,
    as_prose,
    both,
    ground_facts,
    is_true,
    troops_of,
)
from ibbprint.systems.ibb.lists.battle.field import Field, Finder, Place, Want
from ibbprint.systems.ibb.lists.battle.making import Making
from ibbprint.systems.ibb.lists.battle.sides import SideNames, slug_of
from ibbprint.systems.ibb.lists.battle.wording import place_in_text
from ibbprint.systems.ibb.lists.checker import Checker
from ibbprint.systems.ibb.models.army_themes import Quarrel
from ibbprint.systems.ibb.models.units import Troops
from ibbprint.systems.ibb.rules.ground import Ground
from ibbprint.systems.ibb.setup_checks.march import March
from ibbprint.systems.ibb.setup_checks.set_up import SetUp
from ibbprint.systems.ibb.whole_catalogue import ARMIES

QUARREL_IN = 3
"""One scenario in so many has a special rule."""
MORE_APART = 4
"""Up to so many hexes more lie between the zones of a meeting than between those of a battle of lists."""
GOALS = 4
"""A meeting is for one of the best places of the map, so many at most."""
SHORT = 6
"""A battle of fewer turns than this is short."""


class ScenarioOrder(NamedTuple):
    """The order for a scenario: its id, kind and seed, the turns (None: as many as it takes), and the command."""

    id: str
    kind: str
    seed: str
    turns: int | None
    again: str


class MadeUp(NamedTuple):
    """A scenario that was made up."""

    title: str
    text: str
    turns: int
    places: tuple[str, ...]
    sides: tuple[str, ...]
    """The ids of the sides."""


class ScenarioMaking(Making):
    """See `Making`; the first army attacks where somebody does."""

    template = "generated.yaml.j2"

    def __init__(
        self,
        outline: ScenarioOrder,
        armies: tuple[Raised, Raised],
        hexmap: HexMap,
        catalogue: Catalogue,
        checker: Checker,
        report: Report,
    ) -> None:
        result = [(raised.made, raised.army) for raised in armies]
        judged = checker.judged(result, Report(), paired=True)
        rules = dict(checker.options.rules)
        super().__init__(
            result, _sides(armies), judged, rules, f"{outline.id}.yaml", hexmap, catalogue, checker, report
        )
        self.id = outline.id
        self.outline = outline
        self.raised = armies
        self.crossings: Crossings | None = None
        self.lines: dict[int, Line] = {}
        """The line of a breakthrough, by the hex that stands for it."""
        self.too_slow = 0
        """The turns that the march would take where those that were asked for are too few."""
        self.places_told: tuple[str, ...] = ()

    def scenario(self) -> MadeUp | None:
        """The scenario, or None with the reason in the report."""
        battle = self.make()
        return (
            None
            if battle is None
            else MadeUp(self.title, battle.text, battle.turns, self.places_told, tuple(side.id for side in self.sides))
        )

    # --- ground ---------------------------------------------------------------------------------------------------

    def fields(self, finder: Finder, wants: Sequence[Sequence[Want]]) -> Sequence[Field]:
        if self.outline.kind == kinds.CROSSING:
            self.crossings = crossings(finder)
            if self.crossings is None:
                message = f"on the map {self.map.model.id} no named bridge or ford joins two large banks."
                self.report.error(self.map.source.where("map"), "ibb:G-66", message, "Choose another map or kind.")
                return []
            return crossing_fields(finder, wants, self.crossings)
        if self.outline.kind == kinds.BREAKTHROUGH:
            result = list(passages(finder, wants, 1, self._dice("passage")))
            self.lines = {passage.field.place.hex: passage.line for passage in result}
            return [passage.field for passage in result]
        if self.outline.kind == kinds.MEETING:
            # Sometimes the march is longer than that of a battle of lists, and not always to a village.
            finder.apart += self._dice("apart").roll(MORE_APART + 1) - 1
        suitable = [
            each for field in super().fields(finder, wants) if (each := self._named(field, finder.ground)) is not None
        ]
        far = [each for each in suitable if each.gap >= self.apart]
        if self.outline.kind == kinds.MEETING and far:
            first = far[self._dice("place").roll(min(GOALS, len(far))) - 1] if len(far) > 1 else far[0]
            suitable = [first, *(each for each in suitable if each is not first)]
        return suitable

    def _named(self, field: Field, ground: Ground) -> Field | None:
        """A field without places that a map from a seed has no name for, or its own; None if its main one is such."""
        if self.map.model.theme is None:
            return field
        places = [
            place
            for place in (field.place, *field.others)
            if ground.names[place.hex] not in place.name and place.name != self.map.model.title
        ]
        return field._replace(others=tuple(places[1:])) if field.place in places else None

    def _dice(self, step: str) -> SeededDice:
        return stream(self.outline.seed, step)

    def arrivals(self, look: SetUp, march: March, field: Field) -> tuple[int, int] | None:
        hexes = self._goal_hexes(field.place, look.ground)
        first, second = (self.half(look, march, side, hexes) for side in (0, 1))
        if first is None or second is None:
            return None
        if self.outline.kind == kinds.MEETING and abs(first - second) > LATE:
            return None
        wish = self.outline.turns
        if wish is not None and max(first, second) > wish:
            self.too_slow = min(self.too_slow or max(first, second), max(first, second))
            return None
        return first, second

    def turns(self, slow: int) -> int:
        return super().turns(slow) if self.outline.turns is None else self.outline.turns

    def _goal_hexes(self, place: Place, ground: Ground) -> tuple[int, ...]:
        """The hexes in which a unit holds a place: it, with those beside a crossing, or all beyond a line."""
        if place.hex in self.lines:
            return self.lines[place.hex].hexes
        if self.outline.kind == kinds.CROSSING:
            return (place.hex, *ground.next[place.hex])
        return (place.hex,)

    # --- words ----------------------------------------------------------------------------------------------------

    def story(self, field: Field, ground: Ground, arrive: tuple[int, int]) -> dict[str, object]:
        turns = self.turns(max(arrive))
        goals = [self._goal(place, ground) for place in (field.place, *field.others)]
        line = self.lines.get(field.place.hex)
        quarrel, special = self._quarrel()
        facts = self._facts(field, ground, arrive, turns)
        words = self._words(field, goals, arrive, turns)
        teller = Teller(self.catalogue.sayings, facts, words, self._dice("words"))
        self.title = teller.title()
        self.places_told = (line.name,) if line is not None else tuple(goal.name for goal in goals)
        values = super().story(field, ground, arrive)
        return {
            **values,
            "title": self.title,
            "kind_words": kinds.WORDS[self.outline.kind],
            "again": self.outline.again,
            "ground_of": "Ground of the ",
            "theme_names": [raised.theme.name for raised in self.raised],
            "background": self._background(teller, quarrel),
            "reach": line.name if line is not None else goals[0].with_hex,
            "levels": kinds.levels(
                self.outline.kind,
                self._kind_sides(),
                goals,
                self._behind(field, ground),
                "" if line is None else line.name,
            ),
            "special": special,
            "more_rules": self._more_rules(special),
        }

    def _goal(self, place: Place, ground: Ground) -> kinds.Goal:
        hexes = tuple(ground.names[h] for h in self._goal_hexes(place, ground))
        return kinds.Goal(place_in_text(place, ground), hexes)

    def _kind_sides(self) -> list[kinds.Side]:
        return [
            kinds.Side(
                side.id,
                side.name,
                sum(entry.unit.attack * entry.count for entry in raised.army.entries if isinstance(entry.unit, Troops)),
            )
            for side, raised in zip(self.sides, self.raised, strict=True)
        ]

    def _behind(self, field: Field, ground: Ground) -> list[tuple[str, ...]]:
        """The hexes beyond the line, or for each side one of the bank of the enemy."""
        if field.place.hex in self.lines:
            hexes = tuple(ground.names[h] for h in self.lines[field.place.hex].hexes)
            return [hexes, hexes]
        if self.outline.kind != kinds.CROSSING:
            return [(), ()]
        return [(ground.names[field.zones[1 - side][0]],) for side in (0, 1)]

    def _facts(self, field: Field, ground: Ground, arrive: tuple[int, int], turns: int) -> frozenset[str]:
        place, result = field.place, self.crossings
        banks = [ground.bank[zone[0]] for zone in field.zones]
        conditions = {
            self.outline.kind: True,
            "goal-has-article": place.name.lower().startswith("the ") or self.map.model.theme is None,
            "dug-in": self.defender is not None and self.musters[self.defender].free > 0,
            "one-crossing": result is not None and len(result.places) == 1 and not result.elsewhere,
            "several-crossings": result is not None and len(field.others) > 0,
            "river-between": banks[0] != banks[1] and bool(self._river(ground, field)),
            "more-places": bool(field.others),
            "one-sooner": arrive[0] != arrive[1],
            "even": arrive[0] == arrive[1],
            "short": turns < SHORT,
        }
        return ground_facts(ground, place.hex) | {name for name, true in conditions.items() if true}

    def _river(self, ground: Ground, field: Field) -> str:
        """The water that the crossings lead over, or the only one of the map; nothing where it is not one."""
        if self.crossings is not None:
            return self.crossings.water
        waters = self.map.model.waters
        return waters[0].name if len(waters) == 1 else ""

    def _words(
        self, field: Field, goals: Sequence[kinds.Goal], arrive: tuple[int, int], turns: int
    ) -> Mapping[str, str]:
        first_army, second = (f"the {side.name}" for side in self.sides)
        first, last = (first_army, second) if arrive[0] <= arrive[1] else (second, first_army)
        line = self.lines.get(field.place.hex)
        water = (
            self.crossings.water
            if self.crossings is not None
            else next((water.name for water in self.map.model.waters), "")
        )
        return both(
            {
                "one": first_army,
                "other": second,
                "goal": goals[0].name,
                "places": listed([goal.name for goal in goals]),
                "others": listed([goal.name for goal in goals[1:]]),
                "river": in_text(self.map.model, water) if water else "",
                "map": self.map.model.title,
                "turns": str(turns),
                "line": "" if line is None else line.name,
                "edge": "" if line is None else line.edge,
                "first": first,
                "last": last,
                "soon": str(min(arrive)),
                "late": str(max(arrive)),
            }
        )

    def _background(self, teller: Teller, quarrel: str) -> str:
        sentences = [teller.part("reason")]
        for number in (0, 1):
            raised, enemy = self.raised[number], self.raised[1 - number]
            facts = army_facts(raised)
            facts |= {"outnumbered"} if troops_of(raised) < troops_of(enemy) else set()
            sentences.append(teller.part("army", facts, army_words(raised, enemy)))
        return as_prose([*sentences, quarrel, teller.part("ground"), teller.part("time")])

    # --- special rules --------------------------------------------------------------------------------------------

    def _quarrel(self) -> tuple[str, list[dict[str, Any]]]:
        """A special rule in one scenario of some, with the sentence that is said of it; nothing in the others."""
        dice = self._dice("quarrel")
        if dice.roll(QUARREL_IN) > 1:
            return "", []
        number = dice.roll(2) - 1
        raised, enemy = self.raised[number], self.raised[1 - number]
        facts = army_facts(raised) | {self.outline.kind}
        facts |= {"cannot-bear"} if _cannot_bear(self.catalogue, raised, enemy) else set()
        fit = [quarrel for quarrel in self.catalogue.quarrels if is_true(quarrel, facts) for _ in range(quarrel.weight)]
        if not fit:
            return "", []
        chosen: Quarrel = fit[dice.roll(len(fit)) - 1] if len(fit) > 1 else fit[0]
        words = army_words(raised, enemy)
        side, rival = self.sides[number], self.sides[1 - number]
        rule = {
            "id": chosen.id,
            "kind": chosen.kind,
            "side": side.id,
            "against": rival.id if chosen.kind != "caster-may-not-cast" else "",
            "amount": chosen.amount,
            "spell": chosen.spell,
            "text": chosen.text.format_map(words),
            "rules": chosen.rules,
        }
        why = self._dice("quarrel-why").roll(len(chosen.why)) if len(chosen.why) > 1 else 1
        return chosen.why[why - 1].format_map(words), [rule]

    def _more_rules(self, special: Sequence[Mapping[str, Any]]) -> list[str]:
        rules = ["G-66"] if self.outline.kind in (kinds.CROSSING, kinds.BREAKTHROUGH) else []
        return rules + sorted({rule for item in special for rule in item["rules"]})


def _sides(armies: tuple[Raised, Raised]) -> list[SideNames]:
    letters: list[str] = []
    names: list[SideNames] = []
    for raised, usual in zip(armies, ARMIES, strict=True):
        capitals = [c for word in raised.people.split() for c in word[:1].upper() if c.isascii() and c.isalpha()]
        letter = next(c for c in (*capitals, *raised.people.upper(), "X", "Y") if c.isalpha() and c not in letters)
        letters.append(letter)
        id = slug_of(raised.people)
        id = id if not names or id != names[0].id else f"{id}-2"
        names.append(SideNames(id, raised.people, letter, f"Army of the {raised.people}", usual.livery))
    return names


def _cannot_bear(catalogue: Catalogue, army: Raised, enemy: Raised) -> bool:
    """Whether somebody of an army cannot bear somebody of the other by race, without a special rule (R-60)."""
    races = [
        {entry.unit.race for entry in raised.army.entries if isinstance(entry.unit, Troops)} for raised in (army, enemy)
    ]
    return any(bad in races[1] for race in catalogue.races if race.id in races[0] for bad in race.antipathy)
