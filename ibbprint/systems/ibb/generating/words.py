"""Title and background of a made-up scenario: sentences chosen by what is true of its map and armies.

A sentence of sayings.yaml may be said where its facts are true; what it says follows from them, so none is false.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ibbprint.catalogue.layers import Shelf
from ibbprint.dice import SeededDice
from ibbprint.phrases import capital
from ibbprint.systems.ibb.generating.armies import Raised, one_of
from ibbprint.systems.ibb.models.army_themes import Quarrel, Saying
from ibbprint.systems.ibb.models.units import Engine, Leader, Troops
from ibbprint.systems.ibb.rules.ground import Ground

LONGEST_TITLE = 60
LITTLE = frozenset({"the", "of", "a", "an", "and", "in", "at", "to"})
MANY, FEW = 12, 8
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Teller:
    """Chooses sentences for one scenario. `facts` and `words` are those of the scenario as a whole."""

    def __init__(self, shelf: Shelf[Saying], facts: frozenset[str], words: Mapping[str, str], dice: SeededDice) -> None:
        self.shelf = shelf
        self.facts = facts
        self.words = words
        self.dice = dice

    def title(self) -> str:
        names = {name: _headed(text) for name, text in self.words.items()}
        titles = [text for text in self._sayings("title", frozenset(), names) if len(text) <= LONGEST_TITLE]
        return capital(one_of(self.dice, titles)) if titles else f"{self.words['One']} against {self.words['other']}"

    def part(self, part: str, extra_facts: frozenset[str] = frozenset(), words: Mapping[str, str] | None = None) -> str:
        """A sentence of a part; nothing where none is true. One that asks for more facts goes before the others."""
        items = self._sayings(part, extra_facts, words or {})
        return one_of(self.dice, items) if items else ""

    def _sayings(self, part: str, extra_facts: frozenset[str], words: Mapping[str, str]) -> list[str]:
        facts = self.facts | extra_facts
        fit = [saying for saying in self.shelf if saying.part == part and is_true(saying, facts)]
        if part != "title":
            longest = max((len(saying.when) for saying in fit), default=0)
            fit = [saying for saying in fit if len(saying.when) == longest]
        substitutes = {**self.words, **words}
        return [text.format_map(substitutes) for saying in fit for text in saying.say]


def is_true(saying: Saying | Quarrel, facts: frozenset[str]) -> bool:
    return facts.issuperset(saying.when) and facts.isdisjoint(saying.unless)


def in_words(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def both(words: Mapping[str, str]) -> dict[str, str]:
    """The words, and the same with a capital for the beginning of a sentence: `one` and `One`."""
    return {**words, **{capital(name): capital(text) for name, text in words.items()}}


def army_facts(raised: Raised) -> frozenset[str]:
    """The facts that hold of an army, by name."""
    units = [entry.unit for entry in raised.army.entries for _ in range(entry.count) if entry.unit is not None]
    troops = [unit for unit in units if isinstance(unit, Troops) and unit.arm != "special"]
    total = max(1, len(troops))
    wizards = [unit.rating for unit in units if isinstance(unit, Leader) and unit.kind == "wizard"]

    def share(tests: Iterable[bool]) -> float:
        return sum(tests) / total

    conditions = {
        "mostly-horse": share(unit.arm == "horse" for unit in troops) > 0.5,
        "all-foot": not any(unit.arm == "horse" for unit in troops),
        "slow": share(unit.movement <= 3 for unit in troops) >= 0.5,
        "many-shooters": share((unit.range or 0) > 1 for unit in troops) >= 0.5,
        "veterans": len(troops) <= FEW and share(unit.quality >= 4 for unit in troops) >= 0.5,
        "green": len(troops) >= MANY and share(unit.quality <= 2 for unit in troops) >= 0.5,
        "has-bombard": any(isinstance(unit, Engine) and unit.direct_fire for unit in units),
        "has-siege-engine": any(isinstance(unit, Engine) and not unit.direct_fire for unit in units),
        "has-great-wizard": max(wizards, default=0) >= 6,
        "has-wizard": bool(wizards),
        "has-priest": any(isinstance(unit, Leader) and unit.kind == "priest" for unit in units),
        "mostly-pikes": share(unit.attack == 4 and unit.movement == 2 for unit in troops) >= 0.5,
        "has-charge": any("charge" in unit.abilities for unit in troops),
        "has-scouts": any(isinstance(unit, Troops) and "hidden-scouting" in unit.abilities for unit in units),
    }
    return frozenset(name for name, true in conditions.items() if true)


def troops_of(raised: Raised) -> int:
    """The number of units of troops in an army."""
    return sum(entry.count for entry in raised.army.entries if isinstance(entry.unit, Troops))


def army_words(raised: Raised, enemy: Raised) -> dict[str, str]:
    counts: Counter[str] = Counter()
    names: dict[str, str] = {}
    for entry in raised.army.entries:
        if isinstance(entry.unit, Troops):
            counts[entry.unit.id] += entry.count
            names[entry.unit.id] = entry.unit.name
    commonest = names[min(counts, key=lambda id: (-counts[id], id))]
    captains = (e.written.name for e in raised.army.entries if isinstance(e.unit, Leader) and e.unit.kind == "captain")
    return both(
        {
            "army": f"the {raised.people}",
            "enemy": f"the {enemy.people}",
            "captain": next(captains),
            "number": in_words(sum(counts.values())),
            "most": commonest.lower(),
        }
    )


def ground_facts(ground: Ground, h: int) -> frozenset[str]:
    """The facts that hold of the hexes within two of a place, by name."""
    row = ground.distances(h)
    near = [n for n in range(ground.size) if 0 < row[n] <= 2]
    kinds = Counter(ground.terrain[n] for n in near)
    high = kinds["hill"] + kinds["crest"] + kinds["mountain"]
    facts = {
        "woods-round-goal": kinds["woods"] * 2 >= len(near),
        "open-round-goal": (kinds["clear"] + kinds["desert"]) * 4 >= 3 * len(near),
        "hill-round-goal": high >= 3 and ground.terrain[h] not in ("hill", "crest", "mountain"),
        "goal-village": ground.terrain[h] == "village",
        "goal-crossing": h in ground.bridges,
        "goal-height": ground.terrain[h] in ("hill", "crest"),
        "goal-on-road": bool(ground.roads[h]),
    }
    return frozenset(name for name, true in facts.items() if true)


def _headed(text: str) -> str:
    """A name as titles have it: `the Upper Bridge`."""
    return " ".join(word if word in LITTLE else capital(word) for word in text.split())


def as_prose(sentences: Sequence[str]) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
