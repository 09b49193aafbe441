"""The worked examples of the rules booklet: what the code that plays answers to a few questions, never typed.

The situations and the dice are chosen here; every strength, modifier, column, result and chance is asked for.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from ibbprint.engine.api.odds import OddsAnswer, OddsRequest
from ibbprint.engine.odds import answered
from ibbprint.phrases import listed, signed, small
from ibbprint.problems import Report
from ibbprint.systems.ayrenes_woods.kit import phrases
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.models import CombatTable, UnitClass, column_head
from ibbprint.systems.ayrenes_woods.rules.odds import SUBJECTS

ROLLED = 3
"""What the die shows in the example of a battle."""
GONE, RUNNING = 4, 2
"""How many units of the best class are lost, and of the last are routed, in the example of counting."""


def examples(bill: Bill) -> dict[str, Any]:
    """All examples, from one catalogue and its switches; None for one that this catalogue cannot show."""
    assert bill.catalogue.crt is not None
    result = _Examples(bill, bill.catalogue.crt)
    return {
        "cup": result.cup(),
        "exit": result.check("zoc-exit", {"leader": True}),
        "rally": result.check("rally", {"leader": "stacked"}),
        "rounding": result.rounding(),
        "battle": result.battle(),
        "arrows": result.arrows(),
        "loss": result.loss(),
        "twice": result.twice(),
        "hands": result.hands(),
        "points": result.points(),
    }


def share(chance: Fraction) -> str:
    """A chance in words: `7 times in 10`, `once in 18`."""
    if chance.numerator == 1 and chance.denominator > 1:
        return f"once in {chance.denominator}"
    if chance.denominator == 1:
        return "always" if chance else "never"
    return f"{chance.numerator} times in {chance.denominator}"


def in_words(chance: Fraction) -> str:
    """A chance in a sentence, small numbers spelled out: `one time in three`, `7 times in 36`."""
    if chance.denominator == 1 or chance.denominator >= len(_SPELLED):
        return share(chance)
    times = "time" if chance.numerator == 1 else "times"
    return f"{_SPELLED[chance.numerator]} {times} in {_SPELLED[chance.denominator]}"


_SPELLED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class _Examples:
    def __init__(self, bill: Bill, crt: CombatTable) -> None:
        self.bill = bill
        self.figures = bill.catalogue.figures
        self.crt = crt
        self.classes: list[UnitClass] = sorted(bill.catalogue.classes, key=lambda item: -item.rank)

    def ask(self, subject: str, words: str = "", **options: Any) -> OddsAnswer | None:
        """The answer to a question; None where this catalogue has none."""
        arguments = {name.replace("_", "-"): value for name, value in options.items()}
        return answered(SUBJECTS, OddsRequest(subject, words, arguments), self.bill.catalogue, Report())

    @staticmethod
    def chance(answer: OddsAnswer, name: str) -> Fraction:
        return next((row.chance for row in answer.rows if row.id == name), Fraction(0))

    def strengths(self, letter: str) -> list[int]:
        """The strengths that a class may draw, from the least up."""
        return sorted({chit.strength(letter) for chit in self.bill.catalogue.chits})

    # --- the cup, checks, leaders -----------------------------------------------------------------------------------

    def cup(self) -> dict[str, Any]:
        """The number of chits, and those that may be left out of the draw."""
        commands = self.bill.scenario.commands
        chits = sum(command.leader.rating for command in commands)
        undrawn = self.figures["chits-left"]
        least = min(commands, key=lambda command: command.leader.rating).leader
        out = Fraction(0)
        if least.rating <= undrawn <= chits:
            out = Fraction(math.comb(chits - least.rating, undrawn - least.rating), math.comb(chits, undrawn))
        return {
            "chits": chits,
            "drawn": chits - undrawn,
            "unlucky": least.name if out.numerator == 1 else "",
            "his": least.rating,
            "of": out.denominator,
        }

    def check(self, subject: str, help: dict[str, Any]) -> dict[str, Any] | None:
        """A check of the middle class with help and without."""
        item = self.classes[len(self.classes) // 2]
        with_help, alone = self.ask(subject, item.id, **help), self.ask(subject, item.id)
        if with_help is None or alone is None or not with_help.modifiers:
            return None
        amount = sum(modifier.amount for modifier in with_help.modifiers)
        return {
            "letter": item.id,
            "morale": item.morale,
            "help": abs(amount),
            "passes": item.morale - amount,
            "chance": share(with_help.rows[0].chance),
            "alone": share(alone.rows[0].chance),
        }

    def loss(self) -> dict[str, str]:
        """The chance that a leader dies on one roll."""
        answer = self.ask("leader-loss")
        return {"once": share(self.chance(answer, "dies")) if answer is not None else ""}

    def arrows(self) -> dict[str, str] | None:
        """The results of a shot at an attacker of the best class."""
        answer = self.ask("arrows", self.classes[0].id) if phrases.archers(self.bill) else None
        if answer is None:
            return None
        return {"letter": self.classes[0].id, **{row.id: share(row.chance) for row in answer.rows}}

    def hands(self) -> list[dict[str, str]]:
        """The chance that each army holds the spell of which it has most copies."""
        result = []
        for army in self.bill.scenario.armies:
            answer = self.ask("hands", army.people)
            if answer is not None and answer.sums:
                best = max(answer.sums, key=lambda row: row.chance)
                result.append({"army": army.name, "what": small(best.name), "chance": share(best.chance)})
        return result

    # --- battle -----------------------------------------------------------------------------------------------------

    def head(self, column: Any) -> str:
        return column_head(str(column))

    def battle_of(self, attackers: str, defenders: str, **options: Any) -> OddsAnswer | None:
        return self.ask("attack", f"{attackers} vs {defenders}", no_arrows=True, **options)

    def rounding(self) -> str:
        """Into which columns the odds of a few strengths fall."""
        best, second = self.classes[0].id, self.classes[1 % len(self.classes)].id
        high, low = self.strengths(best), self.strengths(second)
        pairs = [
            (f"{second} {low[1 % len(low)]}", f"{second} {low[0]}"),
            (f"{best} {high[1 % len(high)]}", f"{best} {high[2 % len(high)]}"),
            (f"{best} {high[1 % len(high)]}, {second} {low[2 % len(low)]}", f"{second} {low[1 % len(low)]}"),
        ]
        answers = [answer for pair in pairs if (answer := self.battle_of(*pair)) is not None]
        return listed(
            [f"{f['attack']} to {f['defence']} is {self.head(f['odds'])}" for f in (m.figures for m in answers)]
        )

    def twice(self) -> str:
        """The odds of two against one beside those of one against one."""
        letter = self.classes[0].id
        item = f"{letter} {self.strengths(letter)[0]}"
        battles = [self.battle_of(", ".join([item] * number), item) for number in (1, 2)]
        answers = [battle for battle in battles if battle is not None]
        bad = {code.id for code in self.crt.codes if code.side == "attacker"}
        harm = [in_words(sum((row.chance for row in answer.rows if row.id in bad), Fraction(0))) for answer in answers]
        odds = [self.head(answer.figures["odds"]) for answer in answers]
        if len(answers) < 2:
            return ""
        return f"at {odds[0]} the attackers come off worse {harm[0]}; at {odds[1]}, {harm[1]}"

    def battle(self) -> dict[str, Any] | None:
        """Two units with a leader against one of a lower class, in ground that shelters it."""
        best, lower = self.classes[0].id, self.classes[1 % len(self.classes)].id
        high, low = self.strengths(best), self.strengths(lower)
        first, second, defence = high[1 % len(high)], low[2 % len(low)], low[0]
        grounds = self.bill.catalogue.ground("hex").values()
        ground = next((terrain for terrain in grounds if terrain.shift), next(iter(grounds)))
        answer = self.battle_of(
            f"{best} {first}, {lower} {second}", f"{lower} {defence}", terrain=ground.id, leader=True
        )
        if answer is None:
            return None
        figures = answer.figures
        die = ROLLED + int(figures["modifier"])
        result = self.crt.columns.code(self.crt.odds.index(str(figures["column"])), die)
        armies = self.bill.scenario.armies
        counted = [modifier for modifier in answer.modifiers if modifier.changes == "die"]
        return {
            "attackers": f"Two units of the {armies[0].name.lower()}, {best} and {lower}, with their leader,",
            "defenders": f"a unit of the {armies[1].name.lower()} of class {lower}",
            "ground": small(ground.name),
            "attack_sum": f"{first} + {second}",
            "attack": figures["attack"],
            "defence": figures["defence"],
            "head": self.head(figures["odds"]),
            "shifted": self.head(figures["column"]) if figures["column"] != figures["odds"] else "",
            "die_words": listed([f"{signed(item.amount)} for {small(item.name)}" for item in counted]),
            "rolled": ROLLED,
            "die": die,
            "result": result,
            "words": small(next(code.name for code in self.crt.codes if code.id == result)),
            "chances": ", ".join(f"{row.id} {share(row.chance)}" for row in answer.rows),
        }

    # --- points -----------------------------------------------------------------------------------------------------

    def points(self) -> dict[str, Any]:
        """The points of some losses of the second army, and whether it can bear them."""
        army = self.bill.scenario.armies[1]
        leader = max(self.bill.battle.of(army.id), key=lambda command: command.leader.rating).leader
        best, last = self.classes[0], self.classes[-1]
        leader_points = self.figures["leader-points"]
        points = GONE * best.points + RUNNING * last.points + leader_points * leader.rating
        story = (
            f"The {army.name.lower()} have lost {GONE} {best.id} units, {RUNNING} {last.id} units are routed, and "
            f"{leader.name}, rated {leader.rating}, is dead: {GONE}\u00a0×\u00a0{best.points} + "
            f"{RUNNING}\u00a0×\u00a0{last.points} + {leader_points}\u00a0×\u00a0{leader.rating}"
        )
        broken = points > army.rout_level
        verdict = (
            f"That is more than {army.rout_level}: the battle is lost."
            if broken
            else f"That is not more than {army.rout_level}: they fight on."
        )
        return {"story": story, "sum": points, "verdict": verdict}
