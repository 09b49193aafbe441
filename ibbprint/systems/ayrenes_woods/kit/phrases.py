"""Short phrases for rules, shared by cards, crib and booklet, each made in one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from ibbprint.engine.api.odds import Fact
from ibbprint.phrases import capital, change, listed, signed, small
from ibbprint.systems.ayrenes_woods.catalogue import Catalogue
from ibbprint.systems.ayrenes_woods.kit.bill import Bill
from ibbprint.systems.ayrenes_woods.models import Modifier, People, Terrain

LASTS: Mapping[str, str] = {"instant": "at once", "battle": "one battle", "turn": "this turn", "next-turn": "next turn"}
"""How long a spell lasts, in the words of its chit."""


def mark(modifier: Modifier) -> str:
    """A modifier with its sign, in little room: `+1`, `–2`, `1 column right`."""
    return change("column", modifier.amount) if modifier.changes == "column" else signed(modifier.amount)


def berserkers(bill: Bill) -> bool:
    """True when a people of this battle can go berserk."""
    peoples = bill.catalogue.peoples
    return any(peoples[army.people].berserk for army in bill.scenario.armies)


OF_SPELLS: Mapping[str, str] = {
    "hammer": "hammer",
    "brother": "brother",
    "perfect-aim": "aim",
    "stand-and-fight": "steady",
}
"""The modifiers that only a spell brings, with what that spell does."""


def _idle(bill: Bill) -> set[str]:
    """The modifiers that cannot count in this battle: nobody has the spell for them, nobody goes berserk."""
    peoples = {army.people for army in bill.scenario.armies}
    effects = {spell.effect for spell in bill.catalogue.spells if any(spell.copies.get(item) for item in peoples)}
    result = {name for name, effect in OF_SPELLS.items() if effect not in effects}
    return result if berserkers(bill) else result | {"berserk"}


def modifiers(bill: Bill) -> dict[str, list[dict[str, Any]]]:
    """The modifiers that can count, in order, by the roll that they belong to, each with its `mark` and `order`.

    Ground that shifts the column is among those of combat.
    """
    idle = _idle(bill)
    result: dict[str, list[dict[str, Any]]] = {roll: [] for roll in get_args(Modifier.model_fields["to"].annotation)}
    for entry in bill.catalogue.modifiers.entries.values():
        if bill.catalogue.in_force(entry.value.when) and entry.value.id not in idle:
            order = change(entry.value.changes, entry.value.amount)
            result[entry.value.to].append({**bill.filled(entry), "mark": mark(entry.value), "order": order})
    result["combat"] += [_of_ground(ground) for ground in bill.catalogue.ground("hex").values() if ground.shift]
    return result


def _of_ground(ground: Terrain) -> dict[str, Any]:
    """The shift of ground as a modifier of a battle."""
    order = change("column", ground.shift)
    return {
        "id": ground.id,
        "to": "combat",
        "changes": "column",
        "amount": ground.shift,
        "name": ground.name,
        "text": f"A defending unit is in {small(ground.name)}. Counts only once.",
        "rules": list(ground.rules),
        "mark": order,
        "order": order,
    }


def shift_of(bill: Bill, name: str) -> str:
    """The shift of a modifier, in force or not, for an option that a booklet explains: `1 column right`."""
    modifier = bill.catalogue.modifiers.get(name)
    return change("column", modifier.amount if modifier is not None else 0)


def divided(divisor: int) -> str:
    """The change of a strength: `halved`."""
    return {1: "kept whole", 2: "halved"}.get(divisor, f"divided by {divisor}")


def archers(bill: Bill) -> str:
    """Whose units shoot at attackers, of the peoples in this battle: `elven`, or nothing."""
    peoples = {army.people for army in bill.scenario.armies}
    return listed([people.of for people in bill.catalogue.peoples if people.arrows and people.id in peoples])


def cost(catalogue: Catalogue, ground: Terrain) -> str:
    """The cost of a kind of ground: `1`, `3, elves 1`, `+2`."""
    peoples = catalogue.peoples
    items = [f"+{ground.cost}" if ground.kind == "side" else str(ground.cost)]
    items += [f"{small(peoples[name].name)} {price}" for name, price in ground.costs_of.items() if name in peoples]
    return ", ".join(items)


def ground_fact(catalogue: Catalogue, ground: Terrain) -> Fact:
    """A kind of ground as one sentence: its cost, what it does in combat."""
    items = [f"{cost(catalogue, ground)} to enter"]
    items += [] if (done := effect(ground)) == "–" else [small(done)]
    return Fact(f"{ground.name}: {'; '.join(items)}.", tuple(ground.rules))


def effect(ground: Terrain) -> str:
    """The effect of a kind of ground in combat."""
    items = []
    if ground.shift:
        items.append(f"{abs(ground.shift)} column {'right' if ground.shift > 0 else 'left'}, if a defender is in it")
    if ground.divides > 1:
        items.append(f"strength of an attacker across it {divided(ground.divides)}")
    return capital("; ".join(items)) or "–"


def specials(bill: Bill, people: People) -> list[dict[str, Any]]:
    """The abilities of a people's units, by name and in full; `arrows` marks the one that has an example.

    `aside` is an ability that the player aid says among the steps of a battle or the rules of movement.
    """
    f = bill.catalogue.figures
    result: list[dict[str, Any]] = []
    if people.arrows:
        result.append(
            {
                "name": "Arrows",
                "text": "A unit that is attacked, and not routed, shoots once before the battle, at one unit next to "
                "it that attacks in this battle, whomever it attacks, and is still in good order. Its owner chooses. "
                "Several units shoot one after the other: command by command as on the scenario sheet, in each from "
                "the lowest number up. "
                f"Roll a six-sided die, as modified: with {f['arrows-check']} or more the attacker must pass a morale "
                f"check or become disordered, with {f['arrows-rout']} or more it routs. An attacker that is disordered "
                "or routed by it takes no part in the battle.",
                "rule": "A-R50",
                "arrows": True,
                "aside": True,
            }
        )
    if people.berserk:
        bonus = {entry.value.id: entry.value for entry in bill.catalogue.modifiers.entries.values()}["berserk"]
        result.append(
            {
                "name": "Berserk",
                "text": f"When a command is activated, before anybody moves, all its units within "
                f"{f['command-radius']} hexes of their leader that are not routed may go berserk: all of them, or "
                "none. They stay so until they rout or the game ends. If all attackers of a battle are berserk, add "
                f"{bonus.amount} to the die. A berserk defender takes its strength one letter lower, and "
                f"{f['no-letter']} where there is no lower letter; its morale stays.",
                "rule": "A-R52",
                "aside": False,
            }
        )
    for name, ground in bill.catalogue.ground("hex").items():
        if people.id in ground.costs_of or name in people.sure_footed:
            words = [f"pay {ground.costs_of[people.id]} to enter"] if people.id in ground.costs_of else []
            words += ["leave an enemy’s zone without a check"] if name in people.sure_footed else []
            text = f"In {small(ground.name)} the {people.name.lower()} {listed(words)}."
            result.append({"name": f"At home in {small(ground.name)}", "text": text, "rule": "A-R21", "aside": True})
    return result


def classes(catalogue: Catalogue) -> list[dict[str, Any]]:
    """The classes of units, the best first."""
    return [entry.model_dump() for entry in sorted(catalogue.classes, key=lambda item: -item.rank)]
