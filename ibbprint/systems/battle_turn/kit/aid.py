"""The player aid: two pages of panels, the phases in order, every number from where the rules take it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from ibbprint.catalogue.boards import Sort, sample_board
from ibbprint.catalogue.layers import Entry
from ibbprint.dice import thrown
from ibbprint.engine import parts
from ibbprint.engine.kit_parts import Sheet
from ibbprint.engine.rolls import AppliedModifier
from ibbprint.materials.boards import SampleFigure
from ibbprint.materials.booklets import CardFigure, Figure
from ibbprint.phrases import MINUS, signed
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.kit.bill import Bill, plus
from ibbprint.systems.battle_turn.kit.board import look_of
from ibbprint.systems.battle_turn.rules import command_throw, influence
from ibbprint.systems.battle_turn.rules.weighing import Score


def rounded(chance: Fraction, places: int = 2) -> str:
    """A chance as per cent, halves rounded up: 1/36 is 2.78."""
    scaled = int(chance * 100 * 10**places * 2 + 1) // 2
    percent, part = divmod(scaled, 10**places)
    if not places or not part:
        return str(percent)
    return f"{percent}.{part:0{places}}"


def sums(dice: int, faces: int) -> list[dict[str, str]]:
    """The sums of dice: how likely each is exactly, or less, or more."""
    spread = thrown(dice, faces)
    return [
        {
            "score": str(score),
            "exactly": rounded(spread.exactly(score)),
            "less": rounded(spread.at_most(score)),
            "more": rounded(spread.at_least(score)),
        }
        for score in spread.ways
    ]


def both(catalogue: Catalogue) -> list[dict[str, Any]]:
    """The sums of the die of the game, and beside them those of the other; a score that dice cannot have is empty."""
    empty = {"exactly": "", "less": "", "more": ""}
    figures = catalogue.figures
    dice = figures["sum-dice"]
    large, small = ({item["score"]: item for item in sums(dice, figures[die])} for die in ("die", "other-die"))
    scores = sorted({*large, *small}, key=int)
    return [{"score": score, "large": large.get(score, empty), "small": small.get(score, empty)} for score in scores]


LEADERSHIPS = range(1, 11)
MODIFIERS = range(1, -5, -1)
"""Of a command test: what the table of its chances has."""
PLAYERS = 2
SAMPLE_MM = 5.0
"""How wide the pictures of the terrain are."""
HOPED_FOR, FEARED = "defender", "attacker"
"""The colours of what one hopes for, the stronger the easier it is, and of what one fears."""
PALEST = 0.9
BANDS_MM, NAMES_MM, HEAD_MM, BAND_MM = 118.0, 19.0, 5.2, 6.6
"""The width of the table of combat tests, of the names at its left; how tall its head is, and a row."""
FATES = (("rout", "Rout", 0.0), ("shaken", "Shaken", 0.6), ("ok", "Ok", 1.0), ("bloodlust", "Bloodlust", 0.6))
"""What a combat test may make of a unit, from the worst score up, and how much white is in its tint."""
ORDERS_TINTS = {"new": (HOPED_FOR, 0.76), "old": (HOPED_FOR, 1.0), "misunderstood": (FEARED, 0.6)}
"""The tints of the results of new orders, by the orders that the unit follows."""

_CAME: tuple[influence.Came, ...] = ("success", "failure", "disaster")
"""What may come of a leader's influence, as the table of its chances has it."""


def crib(bill: Bill) -> Sheet:
    """For a battle one for each player, for a roster one alone."""
    terrain = list(bill.catalogue.terrain)
    samples = sample_board([Sort(item.id, item.name, look_of(item.id)) for item in terrain], squares=True)
    figures: dict[str, tuple[Figure, ...]] = {
        f"terrain-{item.id}": (SampleFigure(samples, item.name, SAMPLE_MM),) for item in terrain
    }
    figures["tests"] = (_tests(bill),)
    return Sheet(values(bill), figures, copies=1 if bill.alone else PLAYERS)


def _tests(bill: Bill) -> CardFigure:
    """The results of a combat test for each temperament, score by score, tinted by severity.

    A row for each temperament, whose `parts` run from score to score of the `scores` in its head.
    """
    temperaments = list(bill.catalogue.temperaments)
    lowest = min(item.shaken for item in temperaments) - 1
    highest = max(item.bloodlust for item in temperaments)
    scores = [str(score).replace("-", MINUS) for score in range(lowest, highest + 1)]
    rows = []
    for temperament in temperaments:
        starts = [lowest, temperament.shaken, temperament.ok, temperament.bloodlust, highest + 1]
        cells = [
            {"id": name, "strikes": _struck(fate), "pale": pale, "first": first - lowest, "last": last - lowest}
            for (fate, name, pale), (first, last) in zip(FATES, pairwise(starts), strict=True)
            if first < last
        ]
        rows.append({"name": temperament.name, "parts": cells})
    height = round(HEAD_MM + len(rows) * BAND_MM + 0.4, 3)
    table = {"rows": rows, "scores": scores, "width": BANDS_MM, "height": height}
    table |= {"names": NAMES_MM, "head": HEAD_MM, "tall": BAND_MM}
    return CardFigure(bill.template("combat-test.svg.j2"), table, (BANDS_MM, height))


def _struck(fate: str) -> str:
    """The unit that a fate strikes, which colours a cell of results: nobody, both in fury, else the unit itself."""
    return {"ok": "nobody", "bloodlust": "both"}.get(fate, FEARED)


def values(bill: Bill) -> dict[str, Any]:
    """The values of the play aid."""
    catalogue, filled = bill.catalogue, partial(_entry, bill)
    armour = list(catalogue.armour)
    weapons, die = list(catalogue.weapons), catalogue.figures["die"]
    return {
        "phases": {
            phase.id: {"number": phase.number, "name": phase.name, "rules": _ids(bill, phase.rules)}
            for phase in catalogue.phases.values()
        },
        "figures": dict(catalogue.figures),
        "hits": catalogue.hit_target,
        "turns": catalogue.turns,
        "on_sheet": not bill.alone,
        "armour": [item.name.lower() for item in armour],
        "shooting": [
            {
                "name": weapon.name,
                "range": f"{weapon.short_range}″ / {weapon.long_range}″",
                "scores": _scores(weapon.shoots, armour, die),
            }
            for weapon in weapons
            if weapon.missile
        ],
        "melee": [{"name": weapon.name, "scores": _scores(weapon.kills, armour, die)} for weapon in weapons],
        "qualities": ", ".join(
            f"{quality.name.lower()} {signed(quality.modifier)}"
            for quality in catalogue.qualities.values()
            if quality.modifier
        ),
        "modifiers": {table: _modifiers(bill, table) for table in catalogue.modifiers},
        "orders": [filled(entry) for entry in catalogue.orders.entries.values()],
        "conditions": [
            {**filled(entry), "symbol": _marker_symbol(bill, entry.value.id)}
            for entry in catalogue.conditions.entries.values()
        ],
        "results": [
            {**item, "tint": parts.tint(*_orders_tint(item))}
            for item in _ranges([filled(e) for e in _sorted(catalogue.orders_result_entries.entries.values())])
        ],
        "influence": [_influence(bill, number) for number in LEADERSHIPS],
        "command": _worse([filled(e) for e in _sorted(catalogue.command_result_entries.entries.values())]),
        "command_chances": [_command(bill, number) for number in MODIFIERS],
        "boasts": [filled(entry) for entry in catalogue.boasts.entries.values()],
        "terrain": [filled(entry) for entry in catalogue.terrain.entries.values()],
        "dice": both(catalogue),
    }


def _entry(bill: Bill, entry: Entry[Any]) -> dict[str, Any]:
    """An entry's fields; a designer sees its rules behind its text (G-65)."""
    result = bill.filled(entry)
    return {**result, "text": f"{result['text']}{_ids(bill, entry.value.rules)}"}


def _marker_symbol(bill: Bill, condition: str) -> str:
    """The symbol of the marker of a condition; nothing where a pack has left that marker out."""
    marker = bill.catalogue.markers.get(condition)
    return "" if marker is None else marker.symbol


def _ids(bill: Bill, rules: Sequence[str]) -> str:
    """Ids of rules, for a designer."""
    return f" [{' '.join(rules)}]" if bill.options.designer and rules else ""


def _sorted(entries: Any) -> list[Any]:
    return sorted(entries, key=lambda entry: -entry.value.least)


def _scores(scores: Mapping[str, int], armour: Sequence[Any], die: int) -> list[dict[str, Any]]:
    """The scores that kill, by armour; the harder they are to throw, the paler."""
    return [
        {"id": f"{scores[item.id]}+", "tint": parts.tint(HOPED_FOR, min(PALEST, max(0.0, scores[item.id] / die)))}
        for item in armour
    ]


def _orders_tint(result: Mapping[str, Any]) -> tuple[str, float]:
    """The colour by whether the unit does as ordered; red where it does not even follow its former orders."""
    return (FEARED, 0.0) if result["shaken"] else ORDERS_TINTS[result["follows"]]


def _worse(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Results from the best down, the worst in the full colour."""
    last = max(1, len(rows) - 1)
    return [{**row, "tint": parts.tint(FEARED, 1 - number / last)} for number, row in enumerate(_ranges(rows))]


def _modifiers(bill: Bill, table: str) -> list[dict[str, str]]:
    """The modifiers of a table, the worst first, those of one size together."""
    result: dict[int, list[str]] = {}
    for item in bill.catalogue.modifiers[table]:
        result.setdefault(item.changes, []).append(f"{item.name}{_ids(bill, item.rules)}")
    return [{"amount": signed(amount), "names": "; ".join(names)} for amount, names in sorted(result.items())]


def _range(least: int, highest: int) -> str:
    return str(least) if least == highest else f"{least}–{highest}"


def _ranges(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows from the best score down, each with the scores that fall on it."""
    result = []
    for number, row in enumerate(rows):
        if number == 0:
            scores = f"{row['least']}+"
        elif number == len(rows) - 1:
            scores = f"{rows[number - 1]['least'] - 1} or less"
        else:
            scores = _range(row["least"], rows[number - 1]["least"] - 1)
        result.append({**row, "scores": scores})
    return result


def _influence(bill: Bill, leadership: int) -> dict[str, str]:
    """The chances of a leader to steady a unit, by his leadership."""
    chances = influence.influence(bill.catalogue, leadership).chances
    return {"leadership": str(leadership), **{item: _percent(chances.get(item)) for item in _CAME}}


def _command(bill: Bill, modifier: int) -> dict[str, Any]:
    """The chances of a command test under a modifier."""
    catalogue = bill.catalogue
    used = (AppliedModifier("modifier", "Modifiers", "die", modifier),) if modifier else ()

    def read(total: int) -> Hashable:
        return command_throw.result(catalogue, total).id

    chances = Score(catalogue.figures["die"], used).chances(read)
    return {
        "modifier": plus(modifier),
        "chances": [_percent(chances.get(result.id)) for result in catalogue.command_results],
    }


def _percent(chance: Fraction | None) -> str:
    return "–" if not chance else rounded(chance, 0)
