"""The events of a battle in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ibbprint.engine.api.playing import EventWords
from ibbprint.engine.narration import Narration
from ibbprint.engine.state import Event
from ibbprint.phrases import inside, listed, signed, small
from ibbprint.systems.microbattle.rules.command import breaks_from
from ibbprint.systems.microbattle.rules.setting import FIRST
from ibbprint.systems.microbattle.rules.state import State
from ibbprint.systems.microbattle.scenarios import CLEAR


class Tale(Narration[State]):
    """Tells the events of one battle."""

    LEFT_OUT = frozenset(("ready",))

    def __init__(self, state: State, events: Sequence[Event]) -> None:
        super().__init__(state, events)
        self.setting = state.setting
        self.places = {place.key: place for place in self.setting.battle.places}
        self.armies = {army.id: army for army in self.setting.battle.armies}
        self.circumstances = {circumstance.id: circumstance for circumstance in self.setting.circumstances}

    # --- words -------------------------------------------------------------------------------------------------

    def word(self, name: str, run: Sequence[Event]) -> str:
        """A word of a sentence from the values of events."""
        values = run[0].values
        match name:
            case "unit" | "target":
                return self.unit(values[name])
            case "key":
                return str(values["unit"])
            case "side":
                return self.side(values["side"])
            case "commander":
                return self.commander(values["side"])
            case "test":
                return self.test(values)
            case "where":
                return self.where(values["square"])
        return super().word(name, run)

    def unit(self, key: str) -> str:
        return f"the {small(self.places[key].unit.name)} {key}"

    def side(self, id: str) -> str:
        return inside(self.armies[id].name)

    def commander(self, id: str) -> str:
        """A commander by his name, or by his army."""
        name = self.armies[id].commander.name
        return self.phrase("part-commander", side=self.side(id)) if name is None else inside(name)

    def where(self, square: str) -> str:
        """The words for a place, with the ground where it is not clear: `in the woods at 2,6`."""
        ground = self.setting.ground[self.setting.space.index[square]]
        return f"at {square}" if ground.id == CLEAR else f"{ground.where} at {square}"

    def test(self, values: Mapping[str, Any]) -> str:
        """A TEST: the least die that passes, the circumstances that counted, the die."""
        modifiers = values["modifiers"]
        least = values["needs"] - sum(amount for _, changes, amount in modifiers if changes == "die")
        names = [self.modifier(id)[0] for id, changes, _ in modifiers if changes != "die"]
        why = self.phrase("part-why", names=", ".join(names)) if names else ""
        return self.phrase("part-test", needs=str(least), why=why, die=str(values["die"]))

    def modifier(self, id: str) -> tuple[str, Sequence[str]]:
        """The name of a circumstance, and its rules."""
        circumstance = self.circumstances.get(id)
        return (small(circumstance.name), circumstance.rules) if circumstance is not None else (id, ())

    # --- before the battle -------------------------------------------------------------------------------------

    def before(self) -> Iterator[EventWords]:
        """The title, what led to the battle, what wins it, and the armies."""
        battle = self.setting.battle
        head = battle.scenario.scenario
        yield from self.headed(head.title, head.background)
        yield self.new_entry("goal", name=battle.kind.name, text=self.goal())
        for number, army in enumerate(battle.armies):
            types = Counter(place.unit.name for place in battle.of(number))
            units = [self.phrase("part-units", number=str(n), type=small(name)) for name, n in types.items()]
            yield self.new_entry(
                "army",
                ("M-26",),
                side=army.name,
                units=listed(units),
                commander=small(battle.commanders[number].name),
                breaks=str(breaks_from(self.setting, len(battle.of(number)))),
            )

    def goal(self) -> str:
        """The goal, in the words of the kind of battle."""
        kind = self.setting.kind
        where = self.setting.catalogue.kinds_of_battle.where(kind.id, "text")
        text = small(self.catalogue.text(kind.text, kind, where)).rstrip(".")
        if self.setting.attacker_leaves:
            units = len(self.setting.battle.of(FIRST))
            text += self.phrase("part-exits", number=str(self.setting.exits), units=str(units))
        return text

    # --- the turn ----------------------------------------------------------------------------------------------

    def tell_initiative(self, run: Sequence[Event]) -> Iterator[EventWords]:
        dice = ", ".join(f"{max(pair)} to {min(pair)}" for pair in run[0].values["dice"])
        yield self.entry(run, dice=dice)

    def tell_activation(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        modifiers = "".join(f" {signed(values[name])}" for name in ("quality", "half") if values[name])
        units = {0: "nobody", 1: "one unit"}.get(values["units"], f"{values['units']} units")
        yield self.entry(run, units=units, die=self.phrase("part-die", die=str(values["die"]), more=modifiers))

    def tell_moves(self, run: Sequence[Event]) -> Iterator[EventWords]:
        moves = [self.part("part-moves", [event], square=event.values["way"][-1]) for event in run]
        yield self.entry(run, "marches" if run[0].values["marched"] else "moves", each=listed(moves))

    # --- fighting ----------------------------------------------------------------------------------------------

    def tell_attack(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        ending = "hit" if values["passed"] else "lost" if values["countered"] else "missed"
        yield self.entry(run, f"attack-{values['way']}-{ending}")

    def tell_disordered(self, run: Sequence[Event]) -> Iterator[EventWords]:
        if run[0].values["cornered"]:
            yield self.entry(run, "cornered")

    # --- how it stands -----------------------------------------------------------------------------------------

    def tell_turn_over(self, run: Sequence[Event]) -> Iterator[EventWords]:
        yield self.entry(run)
        yield from self._standing(run[0].values)

    def _standing(self, values: Mapping[str, Any]) -> Iterator[EventWords]:
        for number, army in enumerate(self.setting.battle.armies):
            units = [key for key in values["stands"] if self.places[key].side == number]
            shaken = [key for key in units if key in values["disordered"]]
            departed = values["departed"][number]
            yield self.new_entry(
                "standing",
                side=army.name,
                units=str(len(units)),
                disordered=listed(shaken) or "none",
                lost=str(values["lost"][number]),
                starts=str(len(self.setting.battle.of(number))),
                departed=self.phrase("part-departed", number=str(departed)) if departed else "",
            )

    def tell_over(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        names = [self.side(id) for id in self.setting.sides]
        won = 0 if values["winner"] == self.setting.sides[0] else 1
        yield self.entry(run, outcome=self.ending(values["why"], names[won], names[1 - won]))
        yield from self._standing(values)
