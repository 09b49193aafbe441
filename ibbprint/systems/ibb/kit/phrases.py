"""Short phrases for rules, shared by crib, booklet, card and sheets, each made in one place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, get_args

from ibbprint.catalogue.maps import HexMap
from ibbprint.engine.api.odds import Fact
from ibbprint.phrases import capital, change, listed, signed, small
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.models.tables import Modifier, ResultTable
from ibbprint.systems.ibb.models.terrain import Terrain
from ibbprint.systems.ibb.models.units import USUAL_SEGMENT, Engine, Troops
from ibbprint.systems.ibb.results import Results
from ibbprint.systems.ibb.rules import engines


def plus(numbers: Iterable[int]) -> str:
    """`3 + 2 + 1`."""
    return " + ".join(map(str, numbers))


def rating(unit: Troops | Engine) -> str:
    """`4-3-6`."""
    return f"{unit.attack}-{unit.defence}-{unit.movement}"


def span(faces: Sequence[int]) -> str:
    """Faces of a die: `5–6`, `1`, `1, 3`."""
    if len(faces) > 1 and list(faces) == list(range(faces[0], faces[-1] + 1)):
        return f"{faces[0]}–{faces[-1]}"
    return ", ".join(map(str, faces))


def result(code: str) -> str:
    """A cell of the result table as it is printed."""
    return "–" if code == "-" else code


def die_text(rolled: int, die: int) -> str:
    """A die as rolled, with its modified value where that differs."""
    return str(rolled) if rolled == die else f"{rolled}, which counts as {die}"


def part(divisor: int) -> str:
    """A fraction with numerator 1: `½`."""
    return {1: "1", 2: "½", 4: "¼"}.get(divisor, f"1/{divisor}")


# --- modifiers ------------------------------------------------------------------------------------------------------


def applied(modifier: Modifier) -> int:
    """The amount as it is applied, a column to the right above 0; of `owner` as it is while he defends.

    A die goes down for the attacker and the roller, up for the defender and for nobody; sums go the other way (R-74).
    """
    helps_attacker = modifier.favours in ("attacker", "roller")
    rises = helps_attacker == (modifier.changes in ("attack", "column"))
    return modifier.amount if rises else -modifier.amount


def mark(modifier: Modifier) -> str:
    """A modifier with its sign, in little room: `+2`, `–1`, `±1`, `1 column left`."""
    if modifier.favours == "owner":
        return f"±{modifier.amount}"
    amount = applied(modifier)
    return change("column", amount) if modifier.changes == "column" else signed(amount)


def order(modifier: Modifier) -> str:
    """A modifier as an order: `add 4 to the attack`, `subtract 2`, `1 column left`; `±1` for what goes either way."""
    return mark(modifier) if modifier.favours == "owner" else change(modifier.changes, applied(modifier))


def modifiers(bill: Bill) -> dict[str, list[dict[str, Any]]]:
    """The modifiers in force by the roll that they belong to, in their order, each with its `mark` and its `order`."""
    values: dict[str, list[dict[str, Any]]] = {roll: [] for roll in get_args(Modifier.model_fields["to"].annotation)}
    for entry in bill.catalogue.modifiers.entries.values():
        if bill.catalogue.in_force(entry.value.when):
            values[entry.value.to].append(
                {**bill.filled(entry), "mark": mark(entry.value), "order": order(entry.value)}
            )
    return values


# --- tables ---------------------------------------------------------------------------------------------------------


def ground(catalogue: Catalogue, terrain: Terrain) -> str:
    """The effects of a kind of ground besides its cost and its row of the combat table."""
    able = [ability.name for name in terrain.ignored_by if (ability := catalogue.abilities.get(name)) is not None]
    if terrain.closed:
        return "Nobody enters it"
    items = [f"as clear ground for {listed(able)}"] if able else []
    barred = [label for label, bars in (("charge", terrain.bars_charge), ("engines", terrain.bars_engines)) if bars]
    if barred:
        items.append(f"no {listed(barred, 'or')}")
    if terrain.water:
        items.append("stops zones of control")
    if terrain.infantry_defence:
        items.append(f"+{terrain.infantry_defence} on the die for infantry in defence")
    return capital("; ".join(items))


def ground_fact(catalogue: Catalogue, terrain: Terrain) -> Fact:
    """A kind of ground as one sentence: its cost, its row of the combat table, what else it does."""
    rows = {row.id: row.name for row in catalogue.crt.rows} if catalogue.crt is not None else {}
    effect = ground(catalogue, terrain)
    if terrain.closed:
        return Fact(f"{terrain.name}: {small(effect)}.", tuple(terrain.rules))
    by_turn = catalogue.chosen.get("terrain_cost") == "turn"
    points = terrain.penalty if by_turn else terrain.cost
    cost = f"{points} {'point' if points == 1 else 'points'}"
    items = [f"{cost} off the whole move" if by_turn else f"{cost} to enter"]
    items += [f"combat row: {row.lower()}"] if (row := rows.get(terrain.crt_row, "")) else []
    items += [small(effect)] if effect else []
    return Fact(f"{terrain.name}: {'; '.join(items)}.", tuple(terrain.rules))


def grounds(catalogue: Catalogue, board: HexMap | None) -> list[Terrain]:
    """The kinds of ground that tables list: of closed ones, on which nobody ever stands, those that the map has."""
    present = None if board is None else set(board.terrain.values())
    return [terrain for terrain in catalogue.terrain if not terrain.closed or present is None or terrain.id in present]


def charge_barred(catalogue: Catalogue) -> str:
    """The kinds of ground that no charge may enter: `woods, river or marsh`."""
    return listed(
        [terrain.name.lower() for terrain in catalogue.terrain if terrain.bars_charge and not terrain.closed], "or"
    )


def destroying(crt: ResultTable) -> list[str]:
    """The results that destroy a structure, as they are printed: `De`, `Exk`."""
    results = Results(crt.codes)
    return [result(code.id) for code in crt.codes if engines.brings_down(results, code.id)]


def petard(bill: Bill) -> list[dict[str, Any]]:
    """The results of the two dice of a petard: each once, with its pairs of faces and their number out of 36."""
    values: dict[str, dict[str, Any]] = {}
    for entry in bill.catalogue.petard.entries.values():
        item = entry.value
        line = values.setdefault(item.name, {**bill.filled(entry), "pairs": [], "ways": 0})
        line["pairs"].append((span(item.engineer), span(item.owner)))
        line["ways"] += len(item.engineer) * len(item.owner)
    return list(values.values())


def shooters(bill: Bill, *, present_only: bool = False) -> Iterator[dict[str, Any]]:
    """Every kind of unit and engine that shoots, each name once: attack, range, shots, segment.

    They are those of the list, and what is in the scenario without being listed; or only what is in the scenario.
    """
    present = {line.unit.id for line in bill.battle.lines}
    shelf = bill.catalogue.segments
    listed_keys: set[tuple[Any, ...]] = set()
    for unit in bill.catalogue.units:
        if (
            not isinstance(unit, Troops | Engine)
            or unit.range is None
            or not (unit.id in present or (unit.listed and not present_only))
        ):
            continue
        shots = unit.shots if isinstance(unit, Troops) else None
        fires_in = unit.segment or USUAL_SEGMENT
        key = (unit.name, unit.attack, unit.range, shots, fires_in)
        segment = shelf.get(fires_in)
        if key in listed_keys or segment is None:
            continue
        listed_keys.add(key)
        yield {
            "name": unit.name,
            "engine": isinstance(unit, Engine),
            "attack": unit.attack,
            "range": unit.range,
            "shots": shots,
            "halved": isinstance(unit, Troops) and unit.arm == "missile",
            "segment": segment.model_dump(),
        }
