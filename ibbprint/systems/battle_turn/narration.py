"""The events of a battle in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ibbprint.engine.api.playing import EventWords
from ibbprint.engine.narration import Narration
from ibbprint.engine.state import Event
from ibbprint.phrases import figure, listed, percent, side_inside, small
from ibbprint.systems.battle_turn.rules.state import State

OWN_MODIFIERS: Mapping[str, str] = {"strength": "strength", "resilience": "resilience", "leadership": "leadership"}
"""Modifiers that no table has, by what they are called."""


def counted(number: int, singular: str, plural: str) -> str:
    """A number with its noun: `1 die`, `3 dice`."""
    return f"{number} {singular if number == 1 else plural}"


class Tale(Narration[State]):
    """Tells the events of one battle."""

    LEFT_OUT = frozenset(("ready",))

    def __init__(self, state: State, events: Sequence[Event]) -> None:
        super().__init__(state, events)
        self.setting = state.setting
        self.battle = state.setting.battle
        self.units = {place.key: place for place in self.battle.units}
        self.leaders = {place.key: place.leader for place in self.battle.leaders}
        self.armies = {army.id: army for army in self.battle.armies}
        self.known = {entry.id: entry for entry in self.setting.catalogue.modifier_entries}
        self.conditions = {"shaken": "shaken", "bloodlust": "in bloodlust"}

    # --- words -------------------------------------------------------------------------------------------------

    def word(self, name: str, run: Sequence[Event]) -> str:
        """A word of a sentence from the values of events."""
        values = run[0].values
        match name:
            case "unit" | "target":
                return self.unit(values[name])
            case "leader":
                return self.leader(values[name])
            case "side":
                return self.side(values[name])
            case "targets":
                return listed([self.unit(key) for key in values[name]])
            case "sent" | "follows":
                return self.orders(values[name])
            case "condition":
                return self.conditions[values[name]]
            case "test":
                return self.test(values)
        return super().word(name, run)

    def unit(self, key: str) -> str:
        return f"{self.units[key].unit.name} ({key})"

    def leader(self, key: str) -> str:
        return f"{self.leaders[key].name} ({key})"

    def side(self, id: str) -> str:
        return side_inside(self.armies[id].name)

    def orders(self, id: str) -> str:
        return str(self.setting.catalogue.orders[id].name)

    def test(self, values: Mapping[str, Any]) -> str:
        """A throw: a save, a try against leadership, or a die with its modifiers."""
        die = str(values["die"])
        if "needs" in values:
            return self.phrase("part-save", die=die, needs=str(values["needs"]))
        modifiers = self.modifiers(values["modifiers"])
        if "score" in values:
            return self.phrase("part-score", die=die, score=figure(values["score"]), modifiers=modifiers)
        return self.phrase("part-try", die=die, leadership=figure(values["leadership"]), modifiers=modifiers)

    def modifier(self, id: str) -> tuple[str, Sequence[str]]:
        """The name of a modifier, and its rules: an entry of a table, a quality, or a number of the unit."""
        if id in self.known:
            name = self.known[id].name
            return name if len(first := name.split()[0]) > 1 and first.isupper() else small(name), ()
        quality = self.setting.catalogue.qualities.get(id)
        return (quality.name.lower(), ()) if quality is not None else (OWN_MODIFIERS.get(id, id), ())

    def strike(self, values: Mapping[str, Any]) -> str:
        """The result of several dice: the hits and the losses."""
        fell, killed = values["fallen"], values["kills"]
        if not killed:
            result = "nobody fell"
        elif killed == fell:
            result = f"{killed} fell"
        else:
            result = f"{counted(killed, 'wound', 'wounds')}, {fell or 'nobody'} fell"
        return self.phrase(
            "part-strike",
            dice=f"{counted(values['dice'], 'die', 'dice')} at {percent(values['hit'])}",
            hits=counted(values["hits"], "hit", "hits"),
            killed=result,
            modifiers=self.modifiers(values["modifiers"]),
        )

    # --- before the battle -------------------------------------------------------------------------------------

    def before(self) -> Iterator[EventWords]:
        """The title, what led to the battle, and the armies."""
        head = self.battle.scenario.scenario
        yield from self.headed(head.title, head.background)
        for side, army in enumerate(self.battle.armies):
            units = [
                self.phrase(
                    "part-unit",
                    figures=str(place.unit.figures),
                    name=place.unit.name,
                    key=place.key,
                    orders=self.orders(place.unit.orders),
                )
                for place in self.battle.of(side)
            ]
            leaders = [self._led(place.leader.name, place.key) for place in self.battle.led(side)]
            worth, share = self.setting.starts[side], self.setting.figures["defeat-share"]
            yield self.new_entry(
                "army",
                ("B-40",),
                side=side_inside(army.name),
                units=listed(units),
                leaders=listed(leaders),
                half=str(-(-worth // share)),
                worth=str(worth),
            )

    def _led(self, name: str, key: str) -> str:
        """A leader and the unit that he begins with."""
        ready: Mapping[str, str] = next((event.values["leaders"] for event in self.events if event.kind == "ready"), {})
        unit = self.phrase("part-with", unit=ready[key]) if key in ready else ""
        return self.phrase("part-leader", name=name, key=key, **{"with": unit})

    # --- the phases --------------------------------------------------------------------------------------------

    def tell_volley(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        volleys = self.phrase("part-volleys", number=str(values["volleys"])) if values["volleys"] > 1 else ""
        kind = "volley" if values["kills"] else "volley-missed"
        yield self.entry(run, kind, came=self.strike(values), volleys=volleys)

    def tell_melee(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        yield self.entry(run, "melee" if values["kills"] else "melee-missed", came=self.strike(values))

    def tell_initiative(self, run: Sequence[Event]) -> Iterator[EventWords]:
        """The sums of both sides, the higher first, throw by throw."""
        values = run[0].values
        sums = [
            [die + leadership for die, leadership in zip(pair, values["leaderships"], strict=True)]
            for pair in values["dice"]
        ]
        yield self.entry(run, dice=", ".join(f"{max(pair)} to {min(pair)}" for pair in sums))

    def tell_advances(self, run: Sequence[Event]) -> Iterator[EventWords]:
        kinds = ["part-advance-turned" if event.values["turned"] else "part-advance" for event in run]
        parts = [words for kind, event in zip(kinds, run, strict=True) for words in self.each(kind, [event])]
        yield self.entry(run, each=listed(parts))

    def tell_reforms(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        yield self.entry(run, "reforms-failed" if values["before"] == values["front"] else "reforms")

    def tell_combat_test(self, run: Sequence[Event]) -> Iterator[EventWords]:
        """Tell the result of a combat test; a unit that is as wild or as shaken as before is said to stay so."""
        result, was = run[0].values["came"], run[0].values["was"]
        prefix = "still-" if result == was and result in self.conditions else ""
        yield self.entry(run, f"combat-test-{prefix}{result}")

    def tell_orders(self, run: Sequence[Event]) -> Iterator[EventWords]:
        """Tell the result of new orders, as the table of results has it."""
        values = run[0].values
        row = next(row for row in self.setting.catalogue.orders_results if row.id == values["came"])
        kind = {"new": "confused" if row.disorganised else "new", "misunderstood": "wrong"}.get(row.follows, "old")
        yield self.entry(run, f"orders-{'panic' if row.shaken else kind}")

    def tell_boast_broken(self, run: Sequence[Event]) -> Iterator[EventWords]:
        id = run[0].values["boast"]
        boast = next(item.name for item in self.setting.catalogue.boasts if item.id == id)
        yield self.entry(run, boast=boast)

    # --- how it stands -----------------------------------------------------------------------------------------

    def tell_turn_over(self, run: Sequence[Event]) -> Iterator[EventWords]:
        yield self.entry(run)
        yield from self._standing(run[0].values)

    def _standing(self, values: Mapping[str, Any]) -> Iterator[EventWords]:
        for side, army in enumerate(self.battle.armies):
            stands = {key: stand for key, stand in values["stands"].items() if self.units[key].side == side}
            wavering = [f"{key} {self._state(stand)}" for key, stand in stands.items() if self._state(stand)]
            yield self.new_entry(
                "standing",
                side=side_inside(army.name),
                lost=str(values["lost"][side]),
                worth=str(self.setting.starts[side]),
                units=f"{len(stands)} of {counted(len(self.battle.of(side)), 'unit', 'units')}",
                figures=str(sum(stand[5] for stand in stands.values())),
                wavering="; ".join(wavering) or "none",
            )

    def _state(self, stand: Sequence[Any]) -> str:
        """The condition of a unit, and whether it is disorganised; nothing for one that is in order."""
        conditions = [self.conditions[stand[6]]] if stand[6] in self.conditions else []
        return " and ".join([*conditions, *(["disorganised"] if stand[7] else [])])

    def tell_over(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        names = [self.side(id) for id in self.setting.sides]
        won = 0 if values["winner"] == self.setting.sides[0] else 1
        yield self.entry(run, outcome=self.ending(values["why"], names[won], names[1 - won]))
        yield from self._standing(values)
