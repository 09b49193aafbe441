"""The events of a game in words: what belongs together put together, counters and hexes by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ibbprint.engine.api.playing import EventWords
from ibbprint.engine.narration import Narration
from ibbprint.engine.state import Event
from ibbprint.phrases import bracketed, listed, mixed, percent, small
from ibbprint.systems.ayrenes_woods.models import Army, column_head
from ibbprint.systems.ayrenes_woods.names import Names
from ibbprint.systems.ayrenes_woods.rules.combat import BERSERK, DISORDER, HOLY_WAR, STREAM
from ibbprint.systems.ayrenes_woods.rules.state import State

CAUSES = {
    STREAM: ("A-R31", "A-21"),
    BERSERK: ("A-R53", "A-23"),
    DISORDER: ("A-R38", "A-13"),
    HOLY_WAR: ("A-R57", "A-34"),
}
"""What makes a unit count for more or less than the figure of its chit, each with its rules."""


class Tale(Narration[State]):
    """Tells the events of one game."""

    LEFT_OUT = frozenset(("drawn",))

    def __init__(self, state: State, events: Sequence[Event]) -> None:
        super().__init__(state, events)
        self.setting = state.setting
        self.names = Names(state.setting, self.telling)
        self.replaced: set[str] = set()
        """Leaders who are not the first of their command."""
        self.dice: Sequence[int] = ()
        """The roll of which the next event tells the outcome."""

    # --- words -------------------------------------------------------------------------------------------------

    def word(self, name: str, run: Sequence[Event]) -> str:
        """A word of a sentence from the values of events."""
        values = run[0].values
        match name:
            case "unit" | "units":
                return self.units(run)
            case "targets" | "attackers" | "defenders":
                return self.names.of(values[name])
            case "leader" | "caster":
                return self.leader(values[name])
            case "leaders":
                return listed([self.leader(event.values["leader"]) for event in run])
            case "spell":
                return self.setting.spells[values["spell"]].name
            case "place" | "where":
                return self.at(values["hex"])[name]
            case "modifiers":
                return self.modifiers(values["modifiers"])
            case "die":
                return self.die(values)
        return super().word(name, run)

    def at(self, hex: str, landmarks: set[str] | None = None) -> dict[str, str]:
        """A hex as a place to go to, and with the word before it that says where something happens.

        In a sentence with several places, those in `landmarks` are not named a second time.
        """
        if landmarks is not None and self.names.beside(hex) in landmarks:
            return {"place": self.names.number(hex), "where": self.names.at_number(hex)}
        if landmarks is not None:
            landmarks.add(self.names.beside(hex))
        return {"place": self.names.place(hex), "where": self.names.where(hex)}

    def leader(self, key: str) -> str:
        return self.names.leader(key, replaced=key in self.replaced)

    def units(self, run: Sequence[Event]) -> str:
        """The units of some events, by name."""
        return self.names.of([key for event in run for key in event.values.get("units", ()) or (event.values["unit"],)])

    def modifier(self, id: str) -> tuple[str, Sequence[str]]:
        """The name of a modifier, a ground among them, and its rules."""
        entry = self.setting.modifiers.get(id) or self.setting.ground.kinds.get(id)
        return (small(entry.name), entry.rules) if entry is not None else (id, ())

    def amount(self, changes: str, amount: int) -> str:
        """The change of the die by a modifier, or the shift of the column."""
        if changes == "column":
            return f"{abs(amount)} {'right' if amount > 0 else 'left'}"
        return super().amount(changes, amount)

    def die(self, values: Mapping[str, Any]) -> str:
        """A die as it fell, and what it counts as."""
        return self.fell(
            values["die"], values.get("held", values["die"] + sum(amount for _, _, amount in values["modifiers"]))
        )

    # --- before the game ---------------------------------------------------------------------------------------

    def before(self) -> Iterator[EventWords]:
        """The title, what led to the battle, and the armies."""
        scenario = self.setting.scenario.scenario
        yield from self.headed(scenario.title, scenario.background)
        for army in self.setting.armies:
            units = [place for place in self.setting.battle.units if place.command.army == army.id]
            yield self.new_entry(
                "army",
                ("A-R74",),
                side=army.name,
                units=str(len(units)),
                leaders=str(len(list(self.setting.battle.of(army.id)))),
                worth=str(self.setting.battle.points(army.id, self.setting.catalogue)),
                level=str(army.rout_level),
            )

    # --- the cup -----------------------------------------------------------------------------------------------

    def tell_activated(self, run: Sequence[Event]) -> Iterator[EventWords]:
        event, before = run[0], self.next - 2
        key = event.values["leader"]
        if before < 0 or self.events[before].kind != "appointed":
            yield self.entry(run, side=self.names.side(self.names.leaders[key].command.army))
            if event.values["out"]:
                yield self.new_entry("out-of-command", ("A-R24", "A-40"), units=self.names.of(event.values["out"]))

    def tell_appointed(self, run: Sequence[Event]) -> Iterator[EventWords]:
        key = run[0].values["leader"]
        self.replaced.add(key)
        yield self.entry(run, command=self.names.leaders[key].command.name)

    # --- moving ------------------------------------------------------------------------------------------------

    def tell_moves(self, run: Sequence[Event]) -> Iterator[EventWords]:
        ends: dict[str, tuple[str, bool]] = {}
        for event in run:
            key = event.values["unit"]
            ends.pop(key, None)
            ends[key] = (event.values["way"][-1], bool(event.values["stopped"]))
        landmarks: set[str] = set()
        moves = [
            self.phrase(
                "part-moves-stopped" if stopped and key in self.names.units else "part-moves",
                units=self.leader(key) if key in self.names.leaders else self.names.of([key]),
                **self.at(name, landmarks),
            )
            for key, (name, stopped) in ends.items()
        ]
        is_short = len(moves) < 3 and "," not in "".join(moves)
        yield self.entry(run, each=listed(moves) if is_short else "; ".join(moves))

    def tell_turns(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        if values["to"] == values["wanted"]:
            yield self.entry(run, each=self.phrase("part-turns", unit=self.units(run), to=values["to"]))
        else:
            yield self.entry(run, "turn-refused", to=values["wanted"])

    # --- magic -------------------------------------------------------------------------------------------------

    def tell_cast(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        if not values["unit"]:
            yield self.entry(run)
        elif len(values["at"]) > 1:
            yield self.entry(run, "cast-jump", **self.at(values["at"][1]))
        else:
            yield self.entry(run, "cast-on")

    # --- fighting ----------------------------------------------------------------------------------------------

    def tell_attacks(self, run: Sequence[Event]) -> Iterator[EventWords]:
        yield self.entry(run, each="; ".join(self.each("part-attacks", run)))

    def tell_chit(self, run: Sequence[Event]) -> Iterator[EventWords]:
        chits = [self.phrase("part-chit", unit=e.values["unit"], strength=str(e.values["strength"])) for e in run]
        yield self.entry(run, "chits", each=", ".join(chits))

    def tell_arrows(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        words = {"at": self.names.of([values["at"]])}
        if "check" in values:
            check = values["check"]
            words.update(needs=str(check["needs"]), check=f"{self.die(check)}{self.modifiers(check['modifiers'])}")
        yield self.entry(run, f"arrows-{values['effect']}", **words)

    def tell_combat(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values, codes = run[0].values, self.setting.codes
        yield self.entry(run)
        yield from self._strengths(values.get("parts", ()))
        chances = [
            self.phrase("part-chance", result=small(codes[code].name), chance=percent(share))
            for code, share in values["chances"]
        ]
        attack, defence = (mixed(Fraction(strength)) for strength in values["strengths"])
        played = column_head(values["played"])
        shifted = self.phrase("part-shifted", played=played) if values["played"] != values["odds"] else ""
        yield self.new_entry(
            "combat-odds",
            (),
            attack=attack,
            defence=defence,
            odds=column_head(values["odds"]),
            shifted=shifted,
            played=played,
            modifiers=self.modifiers(values["modifiers"]),
            chances=", ".join(chances),
        )
        yield self.new_entry("combat-die", (), die=self.die(values), result=small(codes[values["result"]].name))

    def _strengths(self, parts: Sequence[tuple[str, int, str, Sequence[str]]]) -> Iterator[EventWords]:
        """The strengths that differ from the figures of the chits, and why."""
        reasons = [
            self.phrase(
                "part-strength",
                unit=key,
                printed=str(printed),
                strength=mixed(Fraction(value)),
                why=listed([self._why(cause) for cause in causes]),
            )
            for key, printed, value, causes in parts
            if causes
        ]
        if reasons:
            yield self.new_entry("combat-strengths", each="; ".join(reasons))

    def _why(self, cause: str) -> str:
        figures, stream = self.setting.figures, self.setting.ground.stream
        by = {
            STREAM: stream.divides if stream is not None else 1,
            DISORDER: figures["disorder-divisor"],
            HOLY_WAR: figures["holy-war-factor"],
        }.get(cause, 0)
        verb = ("doubled" if by == 2 else "multiplied") if cause == HOLY_WAR else "halved" if by == 2 else "divided"
        how = self.phrase(f"part-{verb}", by=str(by))
        return self.phrase(f"part-why-{cause}", how=how, rules=bracketed(CAUSES[cause]))

    def tell_runs(self, run: Sequence[Event]) -> Iterator[EventWords]:
        landmarks: set[str] = set()
        runs = [
            self.phrase("part-runs", units=e.values["unit"], **self.at(e.values["way"][-1], landmarks)) for e in run
        ]
        yield self.entry(run, each="; ".join(runs))

    # --- leaders -----------------------------------------------------------------------------------------------

    def tell_leader_roll(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        if values["dead"]:
            self.dice = values["dice"]
        else:
            yield self.entry(run, "leader-lives")

    def tell_leader_dies(self, run: Sequence[Event]) -> Iterator[EventWords]:
        if self.dice:
            yield self.entry(run, dice=self.in_words(self.dice))
        else:
            yield self.entry(run, "leader-lost")
        self.dice = ()

    # --- the end of a turn -------------------------------------------------------------------------------------

    def tell_rally_phase(self, run: Sequence[Event]) -> Iterator[EventWords]:
        yield self.entry(run, leaders=listed([self.leader(key) for key in run[0].values["left"]]) or "nobody")

    def tell_rallies(self, run: Sequence[Event]) -> Iterator[EventWords]:
        yield self.entry(run, each=", ".join(self.each("part-check", run)))

    tell_stays_disordered = tell_comes_back = tell_stays_routed = tell_rallies

    def tell_turn_over(self, run: Sequence[Event]) -> Iterator[EventWords]:
        yield self.entry(run)
        yield from self._standing(run[0].values)

    def _standing(self, values: Mapping[str, Any]) -> Iterator[EventWords]:
        for army in self.setting.armies:
            words = {
                kind: self.phrase("part-standing", units=listed(keys)) if keys else self.phrase("part-none")
                for kind in ("routed", "disordered")
                for keys in [self._own(army, values[kind])]
            }
            yield self.new_entry(
                "standing",
                ("A-50",),
                side=army.name,
                lost=str(values["lost"][army.id]),
                level=str(army.rout_level),
                **words,
            )

    def _own(self, army: Army, keys: Iterable[str]) -> list[str]:
        """The units of an army among several."""
        return [key for key in keys if self.names.units[key].command.army == army.id]

    def tell_over(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        yield from self._standing(values)
        for army in self.setting.armies:
            fallen = self._own(army, values["eliminated"])
            if fallen:
                yield self.new_entry("fallen", side=small(army.name), units=self.names.of(fallen))
        yield self.entry(run, outcome=self._outcome(values))

    def decided(self) -> str:
        """The reason for the outcome, without the points of this battle."""
        return self._outcome(self.events[-1].values, exact=False)

    def _outcome(self, values: Mapping[str, Any], *, exact: bool = True) -> str:
        broken = [army for army in self.setting.armies if values["lost"][army.id] > army.rout_level]
        if values["winner"] is None:
            return self.phrase("outcome-both" if len(broken) > 1 else "outcome-time")
        loser = next(army for army in self.setting.armies if army.id != values["winner"])
        words = {"side": self.names.side(values["winner"]), "loser": small(loser.name), "level": str(loser.rout_level)}
        if not exact:
            return self.phrase("outcome-broken", **words)
        return self.phrase("outcome-won", **words, lost=str(values["lost"][loser.id]))
