"""The worked examples of the rules booklet: worked out with the result table and the catalogue, never typed.

The situations and the dice are chosen here; every strength, cost, modifier, column and result is looked up. Where an
example is to show what something changes, the first situation is taken in which it does; where a catalogue has none,
the example says so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from ibbprint.hexgrid import HexGrid
from ibbprint.phrases import capital, listed
from ibbprint.systems.ibb.catalogue import DIE, FIGURES, MODIFIERS, SCATTER, SPELLS, TERRAIN
from ibbprint.systems.ibb.kit import phrases
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.phrases import plus
from ibbprint.systems.ibb.models.tables import Modifier, ResultTable
from ibbprint.systems.ibb.models.terrain import Terrain
from ibbprint.systems.ibb.models.units import Troops
from ibbprint.tables import LookedUp, Table, odds

GRID = HexGrid(12, 12)
CASTER, TARGET = "0207", "0504"
"""Where the caster of the example stands and what he aims at, on the little map of the booklet."""

STACKED = ("", "two units of ", "three units of ")
"""How a stack of so many is called in the examples."""
ATTACKER_HURT = ("Ad", "Ae", "Exd", "Exk")
DEFENDER_HURT = ("Dd", "De", "Exd", "Exk")


class Examples:
    """All examples, from one catalogue and its switches."""

    def __init__(self, bill: Bill, crt: ResultTable) -> None:
        self.bill = bill
        self.catalogue = bill.catalogue
        self.table = Table({row.id: row.odds for row in crt.rows}, crt.results)
        self.row_names = {row.id: row.name for row in crt.rows}
        self.codes = {code.id: code for code in crt.codes}

    # --- looking up -------------------------------------------------------------------------------------------------

    def unit(self, name: str) -> Troops:
        """A unit of the list that the examples need."""
        found = self.catalogue.units[name]
        if not isinstance(found, Troops):
            entry = self.catalogue.units.entries[name]
            self.bill.report.error(entry.where("kind"), "ref:unit", f"the rules booklet needs {name} to be troops.")
            found = next(unit for unit in self.catalogue.units if isinstance(unit, Troops))
        return found

    def figure(self, name: str) -> int:
        return int(self.catalogue.shelf(FIGURES)[name].value)

    def modifier(self, name: str) -> Modifier:
        found: Modifier = self.catalogue.shelf(MODIFIERS)[name]
        return found

    def ground(self, name: str) -> Terrain:
        found: Terrain = self.catalogue.shelf(TERRAIN)[name]
        return found

    def words(self, result: str) -> str:
        """What a result does, from the key of the table."""
        return self.codes[result].text if result in self.codes else result

    @staticmethod
    def die_of(modifiers: Iterable[Modifier]) -> int:
        """The net change of the die of an attack."""
        return sum(-m.amount if m.favours == "attacker" else m.amount for m in modifiers if m.changes == "die")

    def hurt(self, row: str, attack: int, defence: int, modifier: int = 0) -> tuple[int, int]:
        """On how many faces of the die the defender of an attack is hurt, and on how many the attacker."""
        chances = self.table.chances(row, attack, defence, modifier=modifier).items()
        good, bad = (
            int(sum(chance for result, chance in chances if result in whom) * self.table.faces)
            for whom in (DEFENDER_HURT, ATTACKER_HURT)
        )
        return good, bad

    @staticmethod
    def seen(look: LookedUp) -> dict[str, Any]:
        return {
            "attack": look.attack,
            "defence": look.defence,
            "odds": str(look.odds),
            "start": look.start,
            "column": look.column,
            "rolled": look.rolled,
            "die": look.die,
            "result": phrases.result(look.result),
        }

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
        limit = self.figure("stacking-limit")
        made = []
        for what, units in (
            (f"three units of {spears.name.lower()} and their captain", [spears] * 3),
            (f"two of {spears.name.lower()} and one of {foot.name.lower()}", [spears, spears, foot]),
        ):
            total = sum(unit.attack for unit in units)
            made.append(
                {"what": capital(what), "sum": plus(u.attack for u in units), "total": total, "legal": total <= limit}
            )
        return made

    def orders(self) -> dict[str, Any]:
        rating, rolled = 4, 3
        fire, lost = self.modifier("under-fire"), self.modifier("lost-unit")
        change = fire.amount + lost.amount
        always = self.figure("activation-always")

        def good(by: int, rating: int) -> int:
            return sum(die == always or die + by <= rating for die in range(1, DIE + 1))

        rating = next((one for one in (rating, *range(1, DIE + 1)) if good(change, one) != good(0, one)), rating)
        rolled = next((one for one in (rolled, *range(1, DIE + 1)) if one <= rating < one + change), rolled)
        return {
            "captain": "A captain",
            "rating": rating,
            "story": "was shot at last turn and lost one unit",
            "working": f"+{fire.amount} and +{lost.amount}",
            "rolled": rolled,
            "sum": f"and {rolled} + {change} = {rolled + change}",
            "passed": rolled == always or rolled + change <= rating,
            "good": good(change, rating),
            "untroubled": good(0, rating),
        }

    def walk(self) -> dict[str, Any] | None:
        """Three hexes, one of them woods: with costs by the hex only."""
        if self.catalogue.chosen.get("terrain_cost") == "turn":
            return None
        foot, rangers = self.unit("light-infantry-q2"), self.unit("ranger-infantry-q3")
        clear, woods = self.ground("clear"), self.ground("woods")
        path = [clear, woods, clear]

        def costs(unit: Troops) -> list[int]:
            return [clear.cost if set(t.ignored_by) & set(unit.abilities) else t.cost for t in path]

        return {
            "who": foot.name,
            "movement": foot.movement,
            "story": f"cross {listed([t.name.lower() for t in path])}",
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
        woods, clear = self.ground("woods"), self.ground("clear")
        attack = heavy.attack + light.attack
        tried = [
            [self.table.look_up(ground.crt_row, attack, target.defence, rolled) for ground in (woods, clear)]
            for rolled in range(1, self.table.faces + 1)
        ]
        here, there = next((pair for pair in tried if pair[0].result != pair[1].result), tried[0])
        return {
            **self.seen(here),
            "attackers": (
                f"{heavy.name} ({phrases.rating(heavy)}) and {light.name.lower()} ({phrases.rating(light)}),"
                " both in one hex,"
            ),
            "defenders": f"{target.name.lower()} ({phrases.rating(target)})",
            "terrain": woods.name.lower(),
            "row": self.row_names[woods.crt_row],
            "attack_sum": plus((heavy.attack, light.attack)),
            "words": self.words(here.result),
            "open_column": there.column,
            "open_result": self.seen(there)["result"],
            "open_words": self.words(there.result),
            "ground_counts": here.result != there.result,
        }

    def fort(self) -> dict[str, Any]:
        axes, light, engineers = self.unit("axemen-q4"), self.unit("light-infantry-q2"), self.unit("engineers-q3")
        ground = self.ground("hill")
        dug_in, shift, skill = self.modifier("fort-1-melee"), self.modifier("fort-2"), self.modifier("engineers")
        attack = axes.attack + light.attack + engineers.attack
        change = self.die_of([dug_in, skill])
        look = self.table.look_up(ground.crt_row, attack, light.defence, 2, modifier=change, shift=-shift.amount)
        net = "nothing in all" if change == 0 else f"{'+' if change > 0 else '–'}{abs(change)} in all"
        return {
            **self.seen(look),
            "attackers": (
                f"{axes.name} ({phrases.rating(axes)}) stacked with engineers ({phrases.rating(engineers)}), and"
                f" {light.name.lower()} ({phrases.rating(light)}) from another hex,"
            ),
            "defenders": f"{light.name.lower()} ({phrases.rating(light)})",
            "terrain": f"a {ground.name.lower()}",
            "attack_sum": plus((axes.attack, engineers.attack, light.attack)),
            "why": f"On the die it gives +{dug_in.amount}, the engineers –{skill.amount}: {net}",
            "words": self.words(look.result),
        }

    def support(self) -> dict[str, Any]:
        bows, target = self.unit("elven-archers-q3"), self.unit("light-infantry-q2")
        row = self.ground("clear").crt_row

        def hurt(attack: int) -> tuple[int, int]:
            """On how many faces of the die the enemy is hurt, and one's own infantry."""
            return self.hurt(row, attack, target.defence)

        friends = [self.unit(name) for name in ("heavy-infantry-q3", "light-infantry-q2", "pikemen-q3")]
        helped = [one for one in friends if _better(hurt(one.attack + bows.attack), hurt(one.attack))]
        friend = (helped or friends)[0]
        immune = self.catalogue.chosen.get("shooters", "immune") == "immune"
        direct = self.table.look_up(row, bows.attack, target.defence, 5)
        joint = self.table.look_up(row, bows.attack + friend.attack, target.defence, 5)
        halved = max(bows.attack // self.figure("missile-melee-divisor"), self.figure("minimum-attack"))
        melee = self.table.look_up(row, halved + friend.attack, target.defence, 5)
        volley = {"Exd": "Dd", "Exk": "De"}
        counted = volley.get(direct.result, "–" if direct.result.startswith("A") else direct.result)
        note = f", which counts as {counted} for a volley" if immune and counted != direct.result else ""
        alone, joined = hurt(friend.attack), hurt(joint.attack)
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
            "direct": self.seen(direct),
            "direct_note": note,
            "joint": self.seen(joint),
            "joint_sum": plus((friend.attack, bows.attack)),
            "faces": self.table.faces,
            "joint_good": joined[0],
            "joint_bad": joined[1],
            "alone_good": alone[0],
            "alone_bad": alone[1],
            "full": bows.attack,
            "halved": halved,
            "melee": self.seen(melee),
            "melee_sum": plus((friend.attack, halved)),
        }

    def charge(self) -> dict[str, Any]:
        horse, foot, bows = self.unit("heavy-cavalry-q3"), self.unit("heavy-infantry-q3"), self.unit("crossbowmen-q3")
        row = self.ground("clear").crt_row
        on_die = self.catalogue.chosen.get("charge_bonus") == "die"
        bonus = self.modifier("charge-die" if on_die else "charge")
        added, change = (0, -bonus.amount) if on_die else (bonus.amount, 0)
        attack, rolled = horse.attack + added, 1
        lower = self.modifier("opportunity-fire").amount
        fire = self.table.look_up(row, max(bows.attack - lower, self.figure("minimum-attack")), horse.defence, 3)
        home = self.table.look_up(row, attack, foot.defence, rolled, modifier=change)
        shots = {"Exd": "Dd", "Exk": "De"}
        counted = shots.get(fire.result, fire.result)
        harmless = counted == "-" or counted.startswith("A")
        home_sum = f"{horse.attack} + {added} = {attack}" if added else str(attack)
        return {
            "who": horse.name,
            "who_lower": horse.name.lower(),
            "rating": phrases.rating(horse),
            "quality": horse.quality,
            "target": foot.name.lower(),
            "target_rating": phrases.rating(foot),
            "balk_die": 2,
            "passed": horse.quality >= 2,
            "ride": min(horse.quality, DIE),
            "fire": self.seen(fire),
            "fire_sum": f"{bows.attack} – {lower}",
            "fire_words": "no harm done."
            if harmless
            else f"{counted}: they drop out. Suppose that the shot had missed.",
            "home": self.seen(home),
            "home_sum": home_sum,
            "home_die": f"{rolled}, which counts as {home.die}" if home.die != rolled else str(rolled),
            "home_words": self.words(home.result),
            "braced": self.braced(row, attack, change),
        }

    def braced(self, row: str, attack: int, change: int) -> dict[str, Any] | None:
        """The same charge at units that are armed against horse: at those on which it shows best; None without any.

        `change` is what the charge itself does to the die.
        """
        bonus, room = self.modifier("anti-cavalry").amount, self.figure("stacking-limit")
        armed = [
            u for u in self.catalogue.units if isinstance(u, Troops) and u.listed and "anti-cavalry" in u.abilities
        ]
        armed.sort(key=lambda unit: unit.id != "pikemen-q3")
        made = [
            self.met(row, attack, change, bonus, unit, count)
            for count, _ in enumerate(STACKED, start=1)
            for unit in armed
            if count == 1 or count * unit.attack <= room
        ]
        return max(made, key=lambda one: int(one["shown"]), default=None)

    def met(self, row: str, attack: int, change: int, bonus: int, unit: Troops, count: int) -> dict[str, Any]:
        """A charge at so many such units, with the bonus of theirs and without it; how much of that is `shown`."""
        defence = count * unit.defence
        (good, bad), (plain_good, plain_bad) = (self.hurt(row, attack, defence, change + n) for n in (bonus, 0))
        return {
            "who": STACKED[count - 1] + unit.name.lower(),
            "rating": phrases.rating(unit),
            "each": count > 1,
            "attack": attack,
            "defence": defence,
            "odds": str(odds(attack, defence)),
            "faces": self.table.faces,
            "good": good,
            "bad": bad,
            "plain_good": plain_good,
            "plain_bad": plain_bad,
            "shown": (good < plain_good) + (bad > plain_bad),
        }

    def morale(self) -> dict[str, Any]:
        unit, rating = self.unit("light-infantry-q2"), 4
        fails = self.figure("morale-always-fails")

        def passing(quality: int, help_: int = 0) -> list[int]:
            return [die for die in range(1, DIE + 1) if die != fails and die - help_ <= quality]

        def good(quality: int, help_: int = 0) -> int:
            return len(passing(quality, help_))

        rolled = max(passing(unit.quality, rating), default=0)

        routed = max(unit.quality // self.figure("routed-quality-divisor"), self.figure("routed-quality-minimum"))
        return {
            "who": unit.name,
            "quality": unit.quality,
            "plain": good(unit.quality),
            "rating": rating,
            "rolled": rolled,
            "total": rolled - rating,
            "rallied": good(unit.quality, rating),
            "routed": good(routed),
        }

    # --- magic ------------------------------------------------------------------------------------------------------

    def magic(self) -> dict[str, Any]:
        spell = self.catalogue.shelf(SPELLS)["fearball"]
        rating, fizzle, accuracy, scatter = 5, 3, 6, 3
        moved = self.modifier("caster-moved").amount
        success = self.figure("fizzle-success")
        misses = self.figure("accuracy-always-misses")
        distance = GRID.distance(CASTER, TARGET)
        result = self.catalogue.shelf(SCATTER)[str(scatter)]
        return {
            "spell": spell.name,
            "cost": spell.cost,
            "rating": rating,
            "moved": True,
            "left": max(rating - spell.cost, 0),
            "distance": distance,
            "in_range": distance <= rating,
            "fizzle_die": fizzle,
            "fizzle_sum": f"and {fizzle} + {moved} = {fizzle + moved}",
            "fizzled": fizzle + moved > success,
            "fizzle_good": max(0, min(DIE, success - moved)),
            "accuracy_die": accuracy,
            "hit": accuracy != misses and accuracy <= rating,
            "accuracy_good": sum(die != misses and die <= rating for die in range(1, DIE + 1)),
            "scatter_die": scatter,
            "scatter_name": result.name,
            "target": TARGET,
            "landed": self.landing(scatter),
        }

    def landing(self, roll: int) -> str:
        """Where the spell of the example lands when it misses (R-132, G-11)."""
        turn = self.catalogue.shelf(SCATTER)[str(roll)].turn
        at = TARGET
        for _ in range(self.figure("scatter-hexes")):
            at = GRID.step(at, (forward(GRID, CASTER, TARGET) + turn) % 6) or at
        return at


def _better(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether the enemy is hurt more often, and oneself no more often, or the other way about."""
    return one != other and one[0] >= other[0] and one[1] <= other[1]


def forward(grid: HexGrid, caster: str, target: str) -> int:
    """The direction of the six that best continues the line from caster to target; the first of equals (G-11)."""
    (x0, y0), (x1, y1) = grid.centre(caster, 1.0), grid.centre(target, 1.0)
    best, most = 0, -math.inf
    for direction in range(6):
        neighbour = grid.step(caster, direction)
        if neighbour is None:
            continue
        x, y = grid.centre(neighbour, 1.0)
        along = (x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)
        if along > most + 1e-9:
            best, most = direction, along
    return best


__all__ = ["CASTER", "GRID", "TARGET", "Examples", "forward"]
