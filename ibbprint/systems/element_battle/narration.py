"""The events of a battle in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ibbprint.engine.api.playing import EventWords
from ibbprint.engine.narration import Narration
from ibbprint.engine.state import Event
from ibbprint.phrases import figure, listed, side_inside
from ibbprint.systems.element_battle.names import name_of
from ibbprint.systems.element_battle.rules.combat import BOTH, NONE, TIE
from ibbprint.systems.element_battle.rules.state import FROG, State

VERBS = {"attacker": "attacked", "defender": "defended"}


class Tale(Narration[State]):
    """Tells the events of one battle."""

    LEFT_OUT = frozenset(("ready", "recoils"))

    def __init__(self, state: State, events: Sequence[Event]) -> None:
        super().__init__(state, events)
        self.setting = state.setting
        self.elements = {element.key: element for element in state.elements}
        self.factors = {factor.id: factor for factor in self.setting.catalogue.factors}

    # --- words --------------------------------------------------------------------------------------------------

    def word(self, name: str, run: Sequence[Event]) -> str:
        """A word of a sentence from the values of events."""
        values = run[0].values
        match name:
            case "unit" | "target":
                return self.unit(values[name])
            case "units" | "targets":
                return listed(self.runs(values[name]))
            case "side":
                return self.side(values[name])
            case "way":
                return self.way(values)
            case "far":
                return self.far(values)
            case "aids":
                return self.phrase("part-aids", number=figure(values["aids"])) if values["aids"] else ""
            case "came":
                return self.came(values)
            case "roll":
                return self.roll(values)
        return super().word(name, run)

    def unit(self, key: str) -> str:
        """An element by its type or name and its id."""
        element = self.elements[key]
        if element.is_place:
            return "the stronghold"
        name = element.name or name_of(element.kind)
        return f"{name} {key}" + (" (general)" if element.general else "")

    def runs(self, keys: Sequence[str]) -> list[str]:
        """Elements by type and id, those of one type in a row together: `Blades D1–D6 with the general`."""
        rows: list[list[str]] = []
        for key in keys:
            element = self.elements[key]
            last = self.elements[rows[-1][-1]] if rows else None
            in_sequence = last is not None and last.id + 1 == element.id and last.kind.id == element.kind.id
            if in_sequence and not (element.name or (last is not None and last.name)):
                rows[-1].append(key)
            else:
                rows.append([key])
        return [self.unit(row[0]) if len(row) == 1 else self._row(row) for row in rows]

    def _row(self, keys: Sequence[str]) -> str:
        """Several elements of one type in a row."""
        led = any(self.elements[key].general for key in keys)
        name = name_of(self.elements[keys[0]].kind, count=len(keys))
        return f"{name} {keys[0]}–{keys[-1]}{' with the general' if led else ''}"

    def side(self, id: str) -> str:
        return side_inside(self.setting.name(self.setting.sides.index(id)))

    def way(self, values: Mapping[str, Any]) -> str:
        """The differences of a move from one straight ahead in command."""
        turned = self.phrase("part-way-turned", heading=values["heading"]) if values["turned"] else ""
        return turned + self.far(values)

    def far(self, values: Mapping[str, Any]) -> str:
        """The PIPs of a move out of command; nothing of one in command."""
        return self.phrase("part-way-far", pips=str(values["pips"])) if values["pips"] > 1 else ""

    def came(self, values: Mapping[str, Any]) -> str:
        """The outcome of a combat in words."""
        if values["came"] in (TIE, BOTH, NONE):
            return self.phrase(f"part-{values['came']}")
        return self.phrase(
            "part-loser", loser=self.unit(values["loser"]), came=self.phrase(f"part-came-{values['came']}")
        )

    def roll(self, values: Mapping[str, Any]) -> str:
        """Both totals with what they are made of."""
        totals = [
            self.phrase("part-total", total=str(total), die=str(die), bonus=figure(bonus))
            for total, die, bonus in zip(values["totals"], values["dice"], values["bonuses"], strict=True)
        ]
        mine, theirs = (self.modifiers(used) for used in values["used"])
        return self.phrase("part-roll", mine=totals[0], theirs=totals[1], mine_modifiers=mine, their_modifiers=theirs)

    def modifier(self, id: str) -> tuple[str, Sequence[str]]:
        """The name of a factor; its rules are those of the whole sentence."""
        return self.factors[id].name.lower(), ()

    # --- before the battle --------------------------------------------------------------------------------------

    def before(self) -> Iterator[EventWords]:
        """The title, what led to the battle, and the armies."""
        head = self.setting.battle.scenario.scenario
        yield from self.headed(head.title, head.background)
        for number, side in enumerate(self.setting.battle.sides):
            kinds = Counter((item.name, item.troop.id) for item in side.elements)
            troops = self.setting.catalogue.troops
            names = [
                f"{name} ({name_of(troops[id])})" if name else f"{count} {name_of(troops[id], count=count)}"
                for (name, id), count in kinds.items()
            ]
            role = self.setting.sides[number]
            yield self.new_entry(
                "army",
                ("H-35",),
                side=side_inside(self.setting.name(number)),
                role=role,
                verb=VERBS[role],
                elements=listed(names),
                half=str(self.setting.catalogue.breaks_at(self.setting.starts[number])),
                number=str(self.setting.starts[number]),
            )

    # --- the turn -----------------------------------------------------------------------------------------------

    def tell_melee(self, run: Sequence[Event]) -> Iterator[EventWords]:
        number = run[0].values["fights"]
        yield self.entry(run, fights=f"{figure(number)} fight{'s' if number != 1 else ''}")

    def tell_lost(self, run: Sequence[Event]) -> Iterator[EventWords]:
        """A loss that the fight before it does not say already."""
        why = run[0].values["why"]
        if f"lost-{why}" in self.words:
            yield self.entry(run, f"lost-{why}")

    # --- how it stands ------------------------------------------------------------------------------------------

    def tell_turn_over(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        if any(values["lost"]):
            yield self.entry(run)
            yield from self._standing(values)

    def _standing(self, values: Mapping[str, Any]) -> Iterator[EventWords]:
        for number, losses in enumerate(values["lost"]):
            frogs = [
                key for key, stand in values["stands"].items() if stand[5] == FROG and self.elements[key].side == number
            ]
            yield self.new_entry(
                "standing",
                side=side_inside(self.setting.name(number)),
                lost=str(losses),
                number=str(self.setting.starts[number]),
                half=str(self.setting.catalogue.breaks_at(self.setting.starts[number])),
                frogs=self.phrase("part-frogs", frogs=listed(frogs)) if frogs else "",
            )

    def tell_over(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        sides = self.setting.sides
        won = sides.index(values["winner"]) if values["winner"] else 0
        names = [self.side(id) for id in sides]
        yield self.entry(run, outcome=self.ending(values["why"], names[won], names[1 - won]))
        yield from self._standing(values)
