"""The worked examples of the rules booklet: staged with the counters that play uses, and worked out by the same rules.

The situations and the dice are chosen here; every strength, cost, modifier, column and result is asked for. Where an
example is to show what something changes, it is the first situation in which it does; where a catalogue has none, the
example says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from ibbprint.dice import ScriptedDice
from ibbprint.engine.rolls import AppliedModifier, total
from ibbprint.hexgrid import HexGrid
from ibbprint.phrases import capital, listed, signed
from ibbprint.systems.ibb.catalogue import DIE
from ibbprint.systems.ibb.kit import phrases
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.phrases import plus
from ibbprint.systems.ibb.models.tables import ResultTable
from ibbprint.systems.ibb.models.units import Leader, Troops
from ibbprint.systems.ibb.results import NOTHING
from ibbprint.systems.ibb.rules import areas, casters, charge, combat, control, morale, movement, orders
from ibbprint.systems.ibb.rules.combat import Combat
from ibbprint.systems.ibb.rules.field import OURS, THEIRS, TURN, Field, put
from ibbprint.systems.ibb.rules.ground import Ground
from ibbprint.systems.ibb.rules.staged_attacks import CHARGE, FIRE, MELEE, OPPORTUNITY
from ibbprint.systems.ibb.rules.state import Counter, State
from ibbprint.tables import odds

GRID = HexGrid(12, 12)
CASTER, TARGET = "0207", "0504"
"""Where the caster of the example stands and what he aims at, on the little map of the booklet."""

STACKED = ("", "two units of ", "three units of ")
"""How a stack of so many is called in the examples."""


class Examples:
    """All examples, from one catalogue and its switches."""

    def __init__(self, bill: Bill, crt: ResultTable) -> None:
        self.bill = bill
        self.catalogue = bill.catalogue
        self.row_names = {row.id: row.name for row in crt.rows}
        self.texts = {code.id: code.text for code in crt.codes}
        self.fields = {terrain: Field(self.catalogue, terrain) for terrain in ("clear", "woods", "hill")}
        self.clear = self.fields["clear"]
        self.setting = self.clear.setting
        self.figures = self.setting.figures
        self.faces = self.setting.crt.faces

    # --- staging ----------------------------------------------------------------------------------------------------

    def unit(self, name: str) -> Troops:
        """A unit of the list that the examples need."""
        result = self.catalogue.units[name]
        if not isinstance(result, Troops):
            entry = self.catalogue.units.entries[name]
            message = f"{name} must be a troop type for the booklet."
            self.bill.report.error(entry.where("kind"), "ref:unit", message)
            result = next(unit for unit in self.catalogue.units if isinstance(unit, Troops))
        return result

    def stand(self, state: State, units: Sequence[Troops], side: int, h: int) -> list[Counter]:
        """Counters of units in a hex, however full it is."""
        return [put(state, self.clear.kind(unit), side, [h]) for unit in units]

    def attack(
        self,
        kind: str,
        attackers: Sequence[Troops],
        defenders: Sequence[Troops],
        supporters: Sequence[Troops] = (),
        *,
        terrain: str = "clear",
        fort: int = 0,
        beside: Sequence[Troops] = (),
    ) -> Combat:
        """An attack as play weighs it: the attackers stacked, with those `beside` them who do not fight, the defenders
        in the middle of the field.
        """
        field = self.fields[terrain]
        state = field.stage()
        state.forts[field.middle] = fort
        theirs = self.stand(state, defenders, THEIRS, field.middle)
        ours, shooters, _ = (
            self.stand(state, units, OURS, field.round[0]) for units in (attackers, supporters, beside)
        )
        scene = combat.scene_at(state, field.middle, OURS, kind, ours)
        return combat.weigh(field.setting, kind, ours, shooters, theirs, scene, TURN)

    def thrown(self, fight: Combat, rolled: int) -> tuple[int, int, str]:
        """The die of an attack as rolled, as modified, and its result."""
        return fight.throw(self.setting, ScriptedDice([min(rolled, self.faces)]))

    def attack_steps(self, fight: Combat, rolled: int) -> dict[str, Any]:
        """An attack and its die, step by step."""
        die, modified, result = self.thrown(fight, rolled)
        return {
            "attack": fight.attack,
            "defence": fight.defence,
            "odds": str(odds(fight.attack, fight.defence)),
            "start": fight._replace(shift=0).column(self.setting),
            "column": fight.column(self.setting),
            "rolled": die,
            "die": modified,
            "result": phrases.result(result),
        }

    def words(self, fight: Combat, rolled: int) -> str:
        """The words of an attack's result, from the key of the table."""
        return self.texts[self.thrown(fight, rolled)[2]]

    def hurt(self, fight: Combat) -> tuple[int, int]:
        """The number of faces of the die on which an attack hurts the defender, and on which it hurts the attacker."""
        chances = [(self.setting.results.effect(code), chance) for code, chance in combat.odds_of(self.setting, fight)]
        good = sum(chance for does, chance in chances if does.defender != NOTHING)
        bad = sum(chance for does, chance in chances if does.attacker != NOTHING)
        return int(good * self.faces), int(bad * self.faces)

    @staticmethod
    def amount(fight: Combat, modifier: str) -> int:
        """The amount of a modifier in an attack."""
        return sum(used.amount for used in fight.used if used.id == modifier)

    # --- the examples -----------------------------------------------------------------------------------------------

    def make(self) -> dict[str, Any]:
        return {
            "stacks": self.stacks(),
            "orders": self.orders(),
            "walk": self.walk(),
            "rounding": self.rounding(),
            "melee": self.melee(),
            "fort": self.fort(),
            "support": self.support(),
            "charge": self.charge(),
            "morale": self.morale(),
            "magic": self.magic(),
        }

    def stacks(self) -> list[dict[str, Any]]:
        spears, foot = self.unit("spearmen-q2"), self.unit("light-infantry-q2")
        result = []
        for label, units in (
            (f"three units of {spears.name.lower()} and their captain", [spears] * 3),
            (f"two of {spears.name.lower()} and one of {foot.name.lower()}", [spears, spears, foot]),
        ):
            state = self.clear.stage()
            strengths = [control.stacking(state, unit) for unit in self.stand(state, units, OURS, self.clear.middle)]
            total = control.stack(state, self.clear.middle, OURS)
            legal = not control.too_many(state, total)
            result.append({"what": capital(label), "sum": plus(strengths), "total": total, "legal": legal})
        return result

    def orders(self) -> dict[str, Any]:
        used = [orders.on_the_die(self.setting, name) for name in ("under-fire", "lost-unit")]
        change = total(used)

        def good(rating: int, used: Iterable[AppliedModifier]) -> list[int]:
            return orders.captains_roll(self.setting, rating, used).passing

        rating = next((item for item in (4, *range(1, DIE + 1)) if good(item, used) != good(item, ())), 4)
        rolled = next((item for item in (3, *range(1, DIE + 1)) if item <= rating < item + change), 3)
        return {
            "captain": "A captain",
            "rating": rating,
            "story": "was shot at last turn and lost one unit",
            "working": " and ".join(signed(item.amount) for item in used),
            "rolled": rolled,
            "sum": f"and {rolled} + {change} = {rolled + change}",
            "passed": rolled in good(rating, used),
            "good": len(good(rating, used)),
            "untroubled": len(good(rating, ())),
        }

    def walk(self) -> dict[str, Any] | None:
        """Three hexes, one of them woods: with costs by the hex only."""
        if self.catalogue.chosen.get("terrain_cost") == "turn":
            return None
        foot, rangers = self.unit("light-infantry-q2"), self.unit("ranger-infantry-q3")
        ground, state = self.fields["woods"].setting.ground, self.fields["woods"].stage()
        path = [ground.index[name] for name in ("0301", "0302", "0303", "0304")]

        def costs(unit: Troops) -> list[int]:
            (walker,) = self.stand(state, [unit], OURS, path[0])
            return [movement.step_cost(state, walker, a, b) // ground.scale for a, b in pairwise(path)]

        names = [self.catalogue.terrain[ground.terrain[h]].name.lower() for h in path[1:]]
        return {
            "who": foot.name,
            "movement": foot.movement,
            "story": f"cross {listed(names)}",
            "sum": plus(costs(foot)),
            "total": sum(costs(foot)),
            "other": rangers.name,
            "other_sum": plus(costs(rangers)),
            "other_total": sum(costs(rangers)),
        }

    @staticmethod
    def rounding() -> str:
        return ", ".join(f"{a} to {d} is {odds(a, d)}" for a, d in ((7, 2), (7, 4), (3, 4)))

    def melee(self) -> dict[str, Any]:
        heavy, light, target = self.unit("heavy-infantry-q3"), self.unit("light-infantry-q2"), self.unit("pikemen-q3")
        in_woods, in_open = (self.attack(MELEE, [heavy, light], [target], terrain=name) for name in ("woods", "clear"))

        def differ(rolled: int) -> bool:
            return self.thrown(in_woods, rolled)[2] != self.thrown(in_open, rolled)[2]

        rolled = next(filter(differ, range(1, self.faces + 1)), 1)
        open_ground = self.attack_steps(in_open, rolled)
        return {
            **self.attack_steps(in_woods, rolled),
            "attackers": f"{heavy.name} ({phrases.rating(heavy)}) and {_rated(light)}, both in one hex,",
            "defenders": _rated(target),
            "terrain": self.catalogue.terrain["woods"].name.lower(),
            "row": self.row_names[in_woods.row],
            "attack_sum": plus((heavy.attack, light.attack)),
            "words": self.words(in_woods, rolled),
            "open_column": open_ground["column"],
            "open_result": open_ground["result"],
            "open_words": self.words(in_open, rolled),
            "ground_counts": differ(rolled),
        }

    def fort(self) -> dict[str, Any]:
        axes, light, engineers = self.unit("axemen-q4"), self.unit("light-infantry-q2"), self.unit("engineers-q3")
        fight = self.attack(
            MELEE, [axes, light], [light], terrain="hill", fort=self.figures.fort_levels, beside=[engineers]
        )
        net = "nothing in all" if fight.die == 0 else f"{signed(fight.die)} in all"
        stack = f"{axes.name} ({phrases.rating(axes)}) stacked with engineers"
        dug_in, skill = self.amount(fight, "fort-1-melee"), -self.amount(fight, "engineers")
        return {
            **self.attack_steps(fight, 2),
            "attackers": f"{stack}, and {_rated(light)} from another hex,",
            "defenders": _rated(light),
            "terrain": f"a {self.catalogue.terrain['hill'].name.lower()}",
            "attack_sum": plus((axes.attack, light.attack)),
            "why": f"On the die it gives +{dug_in}, the engineers –{skill}: {net}. "
            "The engineers act on their own chit, so their attack does not count here",
            "words": self.words(fight, 2),
        }

    def support(self) -> dict[str, Any]:
        bows, target = self.unit("elven-archers-q3"), self.unit("light-infantry-q2")
        friends = [self.unit(name) for name in ("heavy-infantry-q3", "light-infantry-q2", "pikemen-q3")]
        pairs = [
            (troops, self.attack(MELEE, [troops], [target]), self.attack(MELEE, [troops], [target], [bows]))
            for troops in friends
        ]
        helped = [pair for pair in pairs if _better(self.hurt(pair[2]), self.hurt(pair[1]))]
        friend, lone, joint = (helped or pairs)[0]
        direct = self.attack(FIRE, [bows], [target])
        result = self.thrown(direct, 5)[2]
        counted = combat.effect(self.clear.stage(), FIRE, result)
        halved = self.attack(MELEE, [bows], [target]).attack
        alone, joined = self.hurt(lone), self.hurt(joint)
        return {
            "who": bows.name,
            "rating": phrases.rating(bows),
            "range": bows.range,
            "distance": bows.range,
            "target": target.name.lower(),
            "target_rating": phrases.rating(target),
            "friend": f"your {friend.name.lower()}",
            "friend_short": f"the {friend.name.lower()}",
            "friend_rating": phrases.rating(friend),
            "direct": self.attack_steps(direct, 5),
            "direct_note": f", which counts as {phrases.result(counted)} for a volley" if counted != result else "",
            "joint": self.attack_steps(joint, 5),
            "joint_sum": plus((friend.attack, bows.attack)),
            "faces": self.faces,
            "joint_good": joined[0],
            "joint_bad": joined[1],
            "alone_good": alone[0],
            "alone_bad": alone[1],
            "full": bows.attack,
            "halved": halved,
            "melee": self.attack_steps(self.attack(MELEE, [friend, bows], [target]), 5),
            "melee_sum": plus((friend.attack, halved)),
        }

    def charge(self) -> dict[str, Any]:
        horse, foot, bows = self.unit("heavy-cavalry-q3"), self.unit("heavy-infantry-q3"), self.unit("crossbowmen-q3")
        fire, contact = self.attack(OPPORTUNITY, [bows], [horse]), self.attack(CHARGE, [horse], [foot])
        counted = combat.effect(self.clear.stage(), OPPORTUNITY, self.thrown(fire, 3)[2])
        harmless = self.setting.results.effect(counted).defender == NOTHING
        home, added = self.attack_steps(contact, 1), self.amount(contact, "charge")
        rides = charge.balk_roll(horse.quality).passing
        return {
            "who": horse.name,
            "who_lower": horse.name.lower(),
            "rating": phrases.rating(horse),
            "quality": horse.quality,
            "target": foot.name.lower(),
            "target_rating": phrases.rating(foot),
            "balk_die": 2,
            "passed": 2 in rides,
            "ride": len(rides),
            "fire": self.attack_steps(fire, 3),
            "fire_sum": f"{bows.attack} – {-self.amount(fire, 'opportunity-fire')}",
            "fire_words": "no harm done."
            if harmless
            else f"{counted}: they drop out. Suppose that the shot had missed.",
            "home": home,
            "home_sum": f"{horse.attack} + {added} = {contact.attack}" if added else str(contact.attack),
            "home_die": phrases.die_text(home["rolled"], home["die"]),
            "home_words": self.words(contact, 1),
            "braced": self.braced(horse),
        }

    def braced(self, horse: Troops) -> dict[str, Any] | None:
        """The same charge at units that are armed against horse: at those on which it shows best; None without any."""
        units = [u for u in self.catalogue.units if isinstance(u, Troops) and u.listed]
        armed = [unit for unit in units if self.clear.kind(unit).anti_cavalry]
        armed.sort(key=lambda unit: unit.id != "pikemen-q3")
        state = self.clear.stage()
        items = [
            self.met(horse, unit, count)
            for count, _ in enumerate(STACKED, start=1)
            for unit in armed
            if count == 1 or not control.too_many(state, count * unit.attack)
        ]
        return max(items, key=lambda item: int(item["shown"]), default=None)

    def met(self, horse: Troops, unit: Troops, count: int) -> dict[str, Any]:
        """A charge at so many such units, with the bonus of theirs and without it; how much of that is `shown`."""
        fight = self.attack(CHARGE, [horse], [unit] * count)
        plain = fight._replace(die=fight.die - self.amount(fight, "anti-cavalry"))
        (good, bad), (plain_good, plain_bad) = self.hurt(fight), self.hurt(plain)
        return {
            "who": STACKED[count - 1] + unit.name.lower(),
            "rating": phrases.rating(unit),
            "each": count > 1,
            "attack": fight.attack,
            "defence": fight.defence,
            "odds": str(odds(fight.attack, fight.defence)),
            "faces": self.faces,
            "good": good,
            "bad": bad,
            "plain_good": plain_good,
            "plain_bad": plain_bad,
            "shown": (good < plain_good) + (bad > plain_bad),
        }

    def morale(self) -> dict[str, Any]:
        """The check of a unit by itself, of one that rallies with a captain of 4, and of one that is Routed."""
        unit, rating = self.unit("light-infantry-q2"), 4
        state = self.clear.stage()
        (checked,) = self.stand(state, [unit], OURS, self.clear.middle)

        def passing() -> list[int]:
            return morale.morale_roll(state, checked, -morale.aid(state, checked).points).passing

        alone = passing()
        checked.routed = True
        routed = passing()
        checked.routed, checked.rallying = False, TURN
        captain = next(u for u in self.catalogue.units if isinstance(u, Leader) and u.kind == "captain")
        kind = self.clear.kind(captain)
        kind.rating = rating
        put(state, kind, OURS, [self.clear.middle])
        helped = passing()
        rolled = max(helped, default=0)
        return {
            "who": unit.name,
            "quality": unit.quality,
            "plain": len(alone),
            "rating": rating,
            "rolled": rolled,
            "total": rolled - rating,
            "rallied": len(helped),
            "routed": len(routed),
        }

    # --- magic ------------------------------------------------------------------------------------------------------

    def magic(self) -> dict[str, Any]:
        spell = self.catalogue.spells["fearball"]
        rating, fizzle, accuracy, scatter = 5, 3, 6, 3
        moved = orders.on_the_die(self.setting, "caster-moved")
        goes_off = casters.fizzle_roll(self.setting, (moved,)).passing
        hits = casters.accuracy_roll(self.setting, rating).passing
        distance = GRID.distance(CASTER, TARGET)
        return {
            "spell": spell.name,
            "cost": spell.cost,
            "rating": rating,
            "moved": True,
            "left": max(rating - spell.cost, 0),
            "distance": distance,
            "in_range": distance <= rating,
            "fizzle_die": fizzle,
            "fizzle_sum": f"and {fizzle} + {moved.amount} = {fizzle + moved.amount}",
            "fizzled": fizzle not in goes_off,
            "fizzle_good": len(goes_off),
            "accuracy_die": accuracy,
            "hit": accuracy in hits,
            "accuracy_good": len(hits),
            "scatter_die": scatter,
            "scatter_name": self.catalogue.scatter[str(scatter)].name,
            "target": TARGET,
            "landed": self.landing(scatter),
        }

    @cached_property
    def plain(self) -> Ground:
        """The little map on which the spell of the example is thrown."""
        return Field(self.catalogue, size=GRID.columns).setting.ground

    def landing(self, roll: int) -> str:
        """The hex where the spell of the example lands when it misses; its target where that is off the map."""
        start, target = self.plain.index[CASTER], self.plain.index[TARGET]
        result = areas.hex_at(self.plain, areas.scattered(self.setting, self.plain, start, target, roll))
        return TARGET if result is None else self.plain.names[result]


def _rated(unit: Troops) -> str:
    """`light infantry (2-2-4)`."""
    return f"{unit.name.lower()} ({phrases.rating(unit)})"


def _better(first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether the enemy is hurt more often, and oneself no more often, or the other way about."""
    return first != second and first[0] >= second[0] and first[1] <= second[1]
