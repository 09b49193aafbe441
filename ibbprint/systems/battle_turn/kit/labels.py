"""Unit labels: as long as the front of the unit, with its numbers in the order of the phases and a casualty track.

And the order chits of the units, which are laid face down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ibbprint.engine.kit_parts import Printable
from ibbprint.engine.rolls import Roll
from ibbprint.phrases import listed, signed
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.kit.bill import INCH, Bill, plus
from ibbprint.systems.battle_turn.models import Unit as Kind
from ibbprint.systems.battle_turn.models import front_of, ranks_of, volleys_of
from ibbprint.systems.battle_turn.rules import shooting
from ibbprint.systems.battle_turn.rules.state import Leader, State, Unit
from ibbprint.systems.battle_turn.scenarios import UnitPlace

DEEP = INCH
"""A label is an inch deep."""
EDGE = 2.0
"""What a casualty track leaves free at either end, mm."""
LEAST_BOX, MOST_BOX = 4.0, 7.0
"""The sides of a box of the track, mm; boxes narrower than the least are set in more rows."""
MOST_ROWS = 3


def labels(bill: Bill) -> Iterator[Printable]:
    """A label for every unit."""
    for army in bill.battle.armies:
        bill.blocks[_block(army.letter)] = army.name
    for place in bill.battle.units:
        army = bill.battle.armies[place.side]
        size, origins = label_size(place.unit, bill.catalogue), {"": place.where, "name": place.where}
        why, block = f"{army.name}: {place.unit.name}", _block(army.letter)
        yield Printable(place.key.lower(), label_face(bill, place), 1, why, origins, block, size_mm=size, drawn_mm=size)


def _block(letter: str) -> str:
    return f"labels-{letter.lower()}"


def label_size(unit: Kind, catalogue: Catalogue) -> tuple[float, float]:
    """The width of a label, which is that of the front up to the longest label, and its depth in mm (B-69)."""
    figures = catalogue.figures
    return (round(min(front_of(unit, figures), figures["label-longest"]) * INCH, 3), DEEP)


def label_face(bill: Bill, place: UnitPlace) -> dict[str, Any]:
    """A unit's label: its entry, its id, what it is, its numbers phase by phase, its track.

    Not its orders: a label lies open, and order chits lie face down.
    """
    unit, catalogue = place.unit, bill.catalogue
    army = bill.battle.armies[place.side]
    return {
        **unit.model_dump(exclude={"orders"}),
        "livery": army.livery,
        "army": army.name,
        "key": place.key,
        "race": bill.race(place),
        "phases": phases(unit, catalogue),
        "extras": [word for word, has in (("standard", unit.standard), ("champion", unit.champion)) if has],
        "track": track(unit, label_size(unit, catalogue)[0]),
    }


def _phase(phase: str, catalogue: Catalogue, big: str, lines: list[str], shorter: str, shortest: str) -> dict[str, Any]:
    """The parts of a phase on a label: a heading (1 Shoot), a number in large type, and lines of words.

    A short label has `shorter` in place of the lines, a very short one `shortest`.
    """
    entry = catalogue.phases[phase]
    return {"head": f"{entry.number} {entry.label}", "big": big, "lines": lines, "some": shorter, "least": shortest}


def phases(unit: Kind, catalogue: Catalogue) -> list[dict[str, Any]]:
    """The numbers of a unit: shooting if it shoots, moving, fighting, and the combat test."""
    result = [_fighting(unit, catalogue), _testing(unit, catalogue)]
    result.insert(0, _moving(unit, catalogue))
    if unit.missile is not None:
        result.insert(0, _shooting(unit, catalogue))
    return result


def figures(state: State, counter: Unit | Leader) -> str:
    """The numbers of a unit in play phase by phase, after what is left of it and how it does; those of a leader."""
    catalogue = state.setting.catalogue
    if isinstance(counter, Leader):
        kind = counter.kind
        words = [f"{kind.name}, {kind.role.replace('-', ' ')}"]
        words += [] if kind.leadership is None else [f"leadership {kind.leadership}"]
        words += [f"with {state.units[counter.unit].key}"] if counter.leads and counter.cell is None else []
        return "; ".join(words)
    orders = catalogue.orders[counter.orders].name if counter.orders else "not seen yet"
    words = [f"{counter.figures} figures, {counter.front} in front", f"orders {orders}"]
    words += [] if counter.kind.missile is None else [f"{counter.volleys} volleys left"]
    words += [f"with {listed(leaders)}"] if (leaders := [item.key for item in state.with_unit(counter)]) else []
    lines = [f"{item['head']} {item['big']}: {item['some']}" for item in phases(counter.kind, catalogue)]
    return "; ".join((f"{counter.kind.name}: {', '.join(words)}", *lines))


def _shooting(unit: Kind, catalogue: Catalogue) -> dict[str, Any]:
    weapon = catalogue.weapons[unit.missile or ""]
    figures = catalogue.figures
    hit = shooting.to_hit(catalogue, unit.quality)
    dice = min(unit.figures, front_of(unit, figures) * figures["shooting-ranks"])
    volleys = volleys_of(unit, catalogue.volleys)
    lines = [
        f"{weapon.name} {weapon.short_range}″/{weapon.long_range}″",
        f"{dice} dice hit {_needs(hit)}",
        f"{volleys} volleys",
    ]
    reach = f"{weapon.short_range}″/{weapon.long_range}″"
    shorter = f"{weapon.id} {reach}, {dice} dice {_needs(hit)}, {volleys} volleys"
    return _phase("shooting", catalogue, _scores(weapon.shoots, catalogue), lines, shorter, reach)


def _moving(unit: Kind, catalogue: Catalogue) -> dict[str, Any]:
    figures = catalogue.figures
    rate = figures["mounted-move" if unit.mounted else "foot-move"]
    modifier = catalogue.qualities[unit.quality].modifier
    ranks = f"{front_of(unit, figures)} × {ranks_of(unit, figures)}"
    change = f"ranks: d{figures['die']}{signed(modifier) if modifier else ''}"
    how = f"{'mounted' if unit.mounted else 'foot'} {ranks}"
    return _phase("movement", catalogue, f"{rate}″", [how, change], f"{how}, {change}", ranks)


def _fighting(unit: Kind, catalogue: Catalogue) -> dict[str, Any]:
    weapon = catalogue.weapons[unit.weapon]
    armour = catalogue.armour[unit.armour].name.lower()
    strong = f"strength {plus(unit.strength)}, resilience {unit.resilience}"
    worn = f"{armour} armour, {'shields' if unit.shield else 'no shields'}"
    per_figure = "" if unit.worth == 1 else f", {unit.worth} dice a figure"
    arms = f"{weapon.name.lower()} hits {catalogue.hit_target}+{per_figure}"
    shield = ", shields" if unit.shield else ""
    shorter = f"{weapon.id}, {armour}{shield}, str {plus(unit.strength)} res {unit.resilience}"
    return _phase("combat", catalogue, _scores(weapon.kills, catalogue), [arms, strong, worn], shorter, weapon.id)


def _testing(unit: Kind, catalogue: Catalogue) -> dict[str, Any]:
    quality, kind = catalogue.qualities[unit.quality], catalogue.temperaments[unit.temperament]
    lines = [
        quality.name.lower(),
        kind.name.lower(),
        f"bloodlust {kind.bloodlust}+, ok {kind.ok}+, shaken {kind.shaken}+",
    ]
    shorter = f"{quality.name.lower()} {kind.name.lower()}, {kind.bloodlust}+ {kind.ok}+ {kind.shaken}+"
    return _phase("combat-test", catalogue, plus(quality.modifier), lines, shorter, quality.name.lower())


def _scores(scores: dict[str, int], catalogue: Catalogue) -> str:
    """The scores that kill, against each armour from light to heavy: 5/6/8."""
    return "/".join(str(scores[armour.id]) for armour in catalogue.armour)


def _needs(roll: Roll) -> str:
    """The least unmodified die that passes: 6+."""
    return f"{roll.passing[0]}+" if roll.passing else "never"


def track(unit: Kind, wide: float) -> dict[str, float]:
    """The casualty track: a box for each point of worth, in as few rows as have room for boxes to be crossed out.

    `wide` is the width of a box in mm, `each` what a figure is worth.
    """
    worth = max(unit.total_worth, 1)
    room = wide - 2 * EDGE
    for rows in range(1, MOST_ROWS + 1):
        a_row = -(-worth // rows)
        side = min(room / a_row, MOST_BOX)
        if side >= LEAST_BOX:
            break
    return {"worth": worth, "rows": rows, "a_row": a_row, "wide": round(side, 3), "each": unit.worth}


def order_chits(bill: Bill) -> Iterator[Printable]:
    """A chit of every kind of orders for each unit, so that no enemy can count what is left.

    The back has the livery and the name of the army alone.
    """
    for number, army in enumerate(bill.battle.armies):
        units = len(bill.battle.of(number))
        letter = army.letter.lower()
        bill.blocks[f"orders-{letter}"] = f"{army.name}: {units * len(bill.catalogue.orders)} order chits"
        for orders in bill.catalogue.orders:
            entry = bill.entry_values(bill.catalogue.orders.entries[orders.id])
            face = {**entry, "livery": army.livery, "army": army.name, "letter": army.letter}
            why = f"Each unit of {army.name} may have these orders"
            yield Printable(f"{letter}-{orders.id}", face, units, why, block=f"orders-{letter}")
