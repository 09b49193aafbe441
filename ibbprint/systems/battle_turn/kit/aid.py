"""The play aid: two pages with the phases in their order, every number taken from where the rules take it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from ibbprint.catalogue.layers import Entry
from ibbprint.engine import parts
from ibbprint.engine.rolls import Used
from ibbprint.phrases import signed
from ibbprint.systems.battle_turn.catalogue import (
    ARMOUR,
    BOASTS,
    COMMAND_RESULTS,
    CONDITIONS,
    ORDERS,
    ORDERS_RESULTS,
    TERRAIN,
)
from ibbprint.systems.battle_turn.kit.bill import Bill, plus
from ibbprint.systems.battle_turn.kit.dice_tables import both, rounded
from ibbprint.systems.battle_turn.rules import command_test, influence
from ibbprint.systems.battle_turn.rules.weighing import Score

LEADERSHIPS = range(1, 11)
MODIFIERS = range(1, -5, -1)
"""Of a command test: what the table of its chances has."""


def add_aid(bill: Bill) -> None:
    parts.add_player_aid(bill, values(bill), panels=False)


def values(bill: Bill) -> dict[str, Any]:
    """What the play aid says."""
    catalogue, filled = bill.catalogue, partial(_entry, bill)
    armour = list(catalogue.shelf(ARMOUR))
    weapons = list(catalogue.weapons.values())
    return {
        "phases": {
            one.id: {"number": one.number, "name": one.name, "rules": _ids(bill, one.rules)}
            for one in catalogue.phases.values()
        },
        "figures": dict(catalogue.figures),
        "hits": catalogue.hit_target,
        "turns": catalogue.turns,
        "armour": [one.name.lower() for one in armour],
        "shooting": [
            {"name": one.name, "range": f"{one.short_range}″ / {one.long_range}″",
             "scores": _scores(one.shoots, armour)}
            for one in weapons if one.missile
        ],
        "melee": [{"name": one.name, "scores": _scores(one.kills, armour)} for one in weapons],
        "qualities": ", ".join(
            f"{one.name.lower()} {signed(one.modifier)}" for one in catalogue.qualities.values() if one.modifier
        ),
        "modifiers": {table: _modifiers(bill, table) for table in catalogue.modifiers},
        "temperaments": [_bands(one) for one in catalogue.temperaments.values()],
        "orders": [filled(entry) for entry in catalogue.shelf(ORDERS).entries.values()],
        "conditions": [filled(entry) for entry in catalogue.shelf(CONDITIONS).entries.values()],
        "results": _ranges([filled(e) for e in _sorted(catalogue.shelf(ORDERS_RESULTS).entries.values())]),
        "influence": [_influence(bill, number) for number in LEADERSHIPS],
        "command": _ranges([filled(e) for e in _sorted(catalogue.shelf(COMMAND_RESULTS).entries.values())]),
        "command_chances": [_command(bill, number) for number in MODIFIERS],
        "boasts": [filled(entry) for entry in catalogue.shelf(BOASTS).entries.values()],
        "terrain": [filled(entry) for entry in catalogue.shelf(TERRAIN).entries.values()],
        "dice": both(catalogue),
    }  # fmt: skip


def _entry(bill: Bill, entry: Entry[Any]) -> dict[str, Any]:
    """An entry's fields; a designer sees its rules behind its text (G-65)."""
    found = bill.filled(entry)
    return {**found, "text": f"{found['text']}{_ids(bill, entry.value.rules)}"}


def _ids(bill: Bill, rules: Sequence[str]) -> str:
    """Ids of rules, for a designer."""
    return f" [{' '.join(rules)}]" if bill.options.designer and rules else ""


def _sorted(entries: Any) -> list[Any]:
    return sorted(entries, key=lambda entry: -entry.value.least)


def _scores(scores: Mapping[str, int], armour: Sequence[Any]) -> list[str]:
    return [f"{scores[one.id]}+" for one in armour]


def _modifiers(bill: Bill, table: str) -> list[dict[str, str]]:
    """The modifiers of a table, the worst first, those of one size together."""
    found: dict[int, list[str]] = {}
    for one in bill.catalogue.modifiers[table]:
        found.setdefault(one.changes, []).append(f"{one.name}{_ids(bill, one.rules)}")
    return [{"amount": signed(amount), "names": "; ".join(names)} for amount, names in sorted(found.items())]


def _bands(one: Any) -> dict[str, str]:
    """What a combat test makes of troops, score by score."""
    return {
        "name": one.name, "bloodlust": f"{one.bloodlust}+", "ok": _range(one.ok, one.bloodlust - 1),
        "shaken": _range(one.shaken, one.ok - 1), "rout": f"{one.shaken - 1} or less",
    }  # fmt: skip


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"


def _ranges(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows from the best score down, each with the scores that fall on it."""
    for number, row in enumerate(rows):
        if number == 0:
            row["scores"] = f"{row['least']}+"
        elif number == len(rows) - 1:
            row["scores"] = f"{rows[number - 1]['least'] - 1} or less"
        else:
            row["scores"] = _range(row["least"], rows[number - 1]["least"] - 1)
    return rows


def _influence(bill: Bill, leadership: int) -> dict[str, str]:
    """The chances of a leader to steady a unit, by his leadership."""
    found = influence.influence(bill.catalogue, leadership).chances
    return {"leadership": str(leadership), **{came: _percent(found.get(came)) for came in _CAME}}


_CAME: tuple[influence.Came, ...] = ("success", "failure", "disaster")


def _command(bill: Bill, modifier: int) -> dict[str, Any]:
    """The chances of a command test under a modifier."""
    catalogue = bill.catalogue
    used = (Used("modifier", "Modifiers", "die", modifier),) if modifier else ()
    read: Callable[[int], Hashable] = lambda total: command_test.result(catalogue, total).id  # noqa: E731
    found = Score(catalogue.figures["die"], used).chances(read)
    return {
        "modifier": plus(modifier),
        "chances": [_percent(found.get(one.id)) for one in catalogue.command_results],
    }


def _percent(chance: Fraction | None) -> str:
    return "–" if not chance else rounded(chance, 0)
