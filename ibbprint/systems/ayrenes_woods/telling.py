"""The events of a game in words: what belongs together put together, counters and hexes by their names.

Promises: every event is told or left out on purpose; each `Told` has exactly the words that `sentences.WORDS` lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ibbprint.catalogue.models.telling import TelledAs
from ibbprint.catalogue.telling import sentences
from ibbprint.engine.api.playing import Told
from ibbprint.engine.state import Event
from ibbprint.phrases import bracketed, capital, figure, listed, mixed, percent, signed, small
from ibbprint.systems.ayrenes_woods.models import column_head
from ibbprint.systems.ayrenes_woods.names import Names
from ibbprint.systems.ayrenes_woods.rules.combat import BERSERK, DISORDER, HOLY_WAR, STREAM
from ibbprint.systems.ayrenes_woods.rules.state import State
from ibbprint.systems.ayrenes_woods.sentences import WORDS

TOGETHER = frozenset((
    "moves", "attacks", "chit", "disordered", "routed", "runs", "recovers", "rallies", "stays-disordered", "comes-back",
    "stays-routed", "too-near", "laid-aside", "eliminated",
))  # fmt: skip
"""Events of which several in a row are told in one sentence."""
CAUSES = {
    STREAM: ("A-R31", "A-21"), BERSERK: ("A-R53", "A-23"), DISORDER: ("A-R38", "A-13"), HOLY_WAR: ("A-R57", "A-34"),
}  # fmt: skip
"""What makes a unit count for more or less than the figure of its chit, each with its rules."""
LEFT_OUT = frozenset(("drawn",))
"""Events that the next one tells again."""


class Tale:
    """Tells the events of one game."""

    def __init__(self, state: State, events: Sequence[Event]) -> None:
        self.state = state
        self.setting = state.setting
        self.events = events
        self.telling: Mapping[str, TelledAs] = sentences(state.setting.catalogue)
        self.names = Names(state.setting, self.telling)
        self.replaced: set[str] = set()
        """Leaders who are not the first of their command."""
        self.dice: tuple[int, int] | None = None
        """The roll of which the next event tells the outcome."""

    def told(self) -> list[Told]:
        """Everything, from the armies to the result."""
        found = [*self._before()]
        at = 0
        while at < len(self.events):
            run = self._run(at)
            at += len(run)
            kind = run[0].kind
            if kind in LEFT_OUT:
                continue
            teller: Callable[[list[Event]], Iterator[Told]] | None = getattr(
                self, f"_tell_{kind.replace('-', '_')}", None
            )
            found += teller(run) if teller is not None else self._plain(run)
        if not self.events or self.events[-1].kind != "over":
            found.append(self.made("so-far", number=str(self.state.turn)))
        return found

    def _run(self, at: int) -> list[Event]:
        """The event and those right after it that are told with it."""
        first = self.events[at]
        end = at + 1
        while first.kind in TOGETHER and end < len(self.events) and self._goes_with(first, self.events[end]):
            end += 1
        return list(self.events[at:end])

    @staticmethod
    def _goes_with(first: Event, other: Event) -> bool:
        same = all(first.values.get(name) == other.values.get(name) for name in ("why",))
        at_once = first.kind != "eliminated" or first.values["hex"] == other.values.get("hex")
        return other.kind == first.kind and same and at_once

    # --- words -------------------------------------------------------------------------------------------------

    def said(self, kind: str, **words: str) -> str:
        """A part of a sentence."""
        return self.telling[kind].say[0].format_map(words)

    def made(self, kind: str, rules: Sequence[str] = (), **words: str) -> Told:
        return Told(
            kind, {**words, "rules": bracketed(rules)} if "rules" in WORDS[kind].split() else words, tuple(rules)
        )

    def at(self, hex: str, named: set[str] | None = None) -> dict[str, str]:
        """A hex as a place to go to, and with the word before it that says where something happens.

        In a sentence with several places, the landmarks in `named` are not named a second time.
        """
        if named is not None and self.names.beside(hex) in named:
            return {"place": self.names.number(hex), "where": self.names.at_number(hex)}
        if named is not None:
            named.add(self.names.beside(hex))
        return {"place": self.names.place(hex), "where": self.names.where(hex)}

    def leader(self, key: str) -> str:
        return self.names.leader(key, replaced=key in self.replaced)

    def units(self, run: Sequence[Event]) -> str:
        return self.names.of([event.values["unit"] for event in run])

    def modifiers(self, used: Sequence[tuple[str, str, int]]) -> str:
        """Modifiers by name, with what they change and their rules."""
        found = []
        for id, changes, amount in used:
            known = self.setting.modifiers.get(id)
            ground = self.setting.ground.kinds.get(id)
            name = known.name if known is not None else ground.name if ground is not None else id
            rules = known.rules if known is not None else ground.rules if ground is not None else []
            if changes == "die":
                found.append(
                    self.said("part-modifier", name=small(name), amount=signed(amount), rules=bracketed(rules))
                )
            else:
                shift = f"{abs(amount)} {'right' if amount > 0 else 'left'}"
                found.append(self.said("part-modifier-column", name=small(name), amount=shift, rules=bracketed(rules)))
        return self.said("part-modifiers", list=", ".join(found)) if found else ""

    def die(self, values: Mapping[str, Any]) -> str:
        """A die as it fell, and what it counts as."""
        held = values.get("held", values["die"] + sum(amount for _, _, amount in values["modifiers"]))
        counts = self.said("part-counts", held=figure(held)) if held != values["die"] else ""
        return f"{values['die']}{counts}"

    def checked(self, values: Mapping[str, Any]) -> dict[str, str]:
        """The words of a check of morale."""
        return {
            "needs": str(values["needs"]), "modifiers": self.modifiers(values["modifiers"]), "die": self.die(values),
        }  # fmt: skip

    # --- before the game ---------------------------------------------------------------------------------------

    def _before(self) -> Iterator[Told]:
        scenario = self.setting.scenario
        yield self.made("scenario", title=scenario.scenario.title)
        if scenario.scenario.background:
            yield self.made("background", text=" ".join(scenario.scenario.background.split()))
        for army in self.setting.armies:
            units = [place for place in self.setting.battle.units if place.command.army == army.id]
            yield self.made(
                "army", ("A-R74",), side=army.name, units=str(len(units)),
                leaders=str(len(list(self.setting.battle.of(army.id)))),
                worth=str(self.setting.battle.points(army.id, self.setting.catalogue)), level=str(army.rout_level),
            )  # fmt: skip

    def _tell_ready(self, run: list[Event]) -> Iterator[Told]:
        yield self.made("ready")

    # --- the cup -----------------------------------------------------------------------------------------------

    def _tell_turn(self, run: list[Event]) -> Iterator[Told]:
        yield self.made("turn", number=str(run[0].values["number"]), of=str(run[0].values["of"]))

    def _tell_activated(self, run: list[Event]) -> Iterator[Told]:
        event = run[0]
        key = event.values["leader"]
        command = self.names.leaders[key].command
        at = self.events.index(event)
        if at == 0 or self.events[at - 1].kind != "appointed":
            yield self.made("activated", event.rules, leader=self.leader(key), side=self.names.side(command.army))
            if event.values["out"]:
                yield self.made("out-of-command", ("A-R24", "A-40"), units=self.names.of(event.values["out"]))

    def _tell_appointed(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        self.replaced.add(values["leader"])
        yield self.made(
            "appointed", run[0].rules, unit=self.names.of([values["unit"]]), **self.at(values["hex"]),
            command=self.names.leaders[values["leader"]].command.name,
        )  # fmt: skip

    def _tell_declined(self, run: list[Event]) -> Iterator[Told]:
        key = run[0].values["leader"]
        yield self.made("declined", run[0].rules, leader=self.leader(key) if key in self.names.leaders else key)

    def _tell_laid_aside(self, run: list[Event]) -> Iterator[Told]:
        leaders = listed([self.leader(event.values["leader"]) for event in run])
        yield self.made("laid-aside", run[0].rules, leaders=leaders)

    def _tell_void(self, run: list[Event]) -> Iterator[Told]:
        yield self.made("void", run[0].rules, leader=self.leader(run[0].values["leader"]))

    def _tell_berserk(self, run: list[Event]) -> Iterator[Told]:
        yield self.made("berserk", run[0].rules, units=self.names.of(run[0].values["units"]))

    # --- moving ------------------------------------------------------------------------------------------------

    def _tell_moves(self, run: list[Event]) -> Iterator[Told]:
        ends: dict[str, tuple[str, bool]] = {}
        for event in run:
            key = event.values["unit"]
            ends.pop(key, None)
            ends[key] = (event.values["way"][-1], bool(event.values["stopped"]))
        named: set[str] = set()
        each = [
            self.said(
                "part-moves-stopped" if stopped and key in self.names.units else "part-moves",
                units=self.leader(key) if key in self.names.leaders else self.names.of([key]),
                **self.at(name, named),
            )
            for key, (name, stopped) in ends.items()
        ]
        short = len(each) < 3 and "," not in "".join(each)
        yield self.made("moves", run[0].rules, each=listed(each) if short else "; ".join(each))

    def _tell_exit(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        kind = "exit-passed" if values["passed"] else "exit-failed"
        unit = self.names.of([values["unit"]])
        yield self.made(kind, run[0].rules, unit=unit, **self.at(values["hex"]), **self.checked(values))

    def _tell_turns(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        unit = self.names.of([values["unit"]])
        if values["to"] == values["wanted"]:
            yield self.made("turns", run[0].rules, each=self.said("part-turns", unit=unit, to=values["to"]))
        else:
            yield self.made("turn-refused", run[0].rules, unit=unit, to=values["wanted"], **self.checked(values))

    # --- magic -------------------------------------------------------------------------------------------------

    def _tell_cast(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        words = {"caster": self.leader(values["caster"]), "spell": self.setting.spells[values["spell"]].name}
        if not values["unit"]:
            yield self.made("cast", run[0].rules, **words)
        elif len(values["at"]) > 1:
            units = self.names.of([values["unit"]])
            yield self.made("cast-jump", run[0].rules, units=units, **self.at(values["at"][1]), **words)
        else:
            yield self.made("cast-on", run[0].rules, units=self.names.of([values["unit"]]), **words)

    def _tell_regains(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        spell = self.setting.spells[values["spell"]].name
        yield self.made("regains", run[0].rules, caster=self.leader(values["caster"]), spell=spell)

    # --- fighting ----------------------------------------------------------------------------------------------

    def _tell_attacks(self, run: list[Event]) -> Iterator[Told]:
        each = [
            self.said("part-attacks", unit=self.units([event]), targets=self.names.of(event.values["targets"]))
            for event in run
        ]
        yield self.made("attacks", run[0].rules, each="; ".join(each))

    def _tell_chit(self, run: list[Event]) -> Iterator[Told]:
        each = [self.said("part-chit", unit=e.values["unit"], strength=str(e.values["strength"])) for e in run]
        yield self.made("chits", run[0].rules, each=", ".join(each))

    def _tell_arrows(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        kind = f"arrows-{values['effect']}"
        words = {
            "unit": self.names.of([values["unit"]]), "at": self.names.of([values["at"]]), "die": self.die(values),
            "modifiers": self.modifiers(values["modifiers"]),
        }  # fmt: skip
        if "check" in values:
            check = values["check"]
            words.update(needs=str(check["needs"]), check=f"{self.die(check)}{self.modifiers(check['modifiers'])}")
        yield self.made(kind, run[0].rules, **words)

    def _tell_combat(self, run: list[Event]) -> Iterator[Told]:
        event = run[0]
        values = event.values
        yield self.made(
            "combat", event.rules, attackers=self.names.of(values["attackers"]),
            defenders=self.names.of(values["defenders"]), **self.at(values["hex"]),
        )  # fmt: skip
        yield from self._strengths(values.get("parts", ()))
        codes = self.setting.codes
        chances = [
            self.said("part-chance", result=small(codes[code].name), chance=percent(share))
            for code, share in values["chances"]
        ]
        attack, defence = (mixed(Fraction(strength)) for strength in values["strengths"])
        yield self.made(
            "combat-odds", (), attack=attack, defence=defence,
            odds=column_head(values["odds"]), played=column_head(values["played"]),
            modifiers=self.modifiers(values["modifiers"]), chances=", ".join(chances),
        )  # fmt: skip
        die = f"{values['die']}"
        if values["held"] != values["die"]:
            die += self.said("part-counts", held=figure(values["held"]))
        yield self.made("combat-die", (), die=die, result=small(codes[values["result"]].name))

    def _strengths(self, parts: Sequence[tuple[str, int, str, Sequence[str]]]) -> Iterator[Told]:
        """Whose strength is not the figure of its chit, and why."""
        each = [
            self.said(
                "part-strength", unit=key, printed=str(printed), strength=mixed(Fraction(value)),
                why=listed([self._why(cause) for cause in causes]),
            )
            for key, printed, value, causes in parts
            if causes
        ]  # fmt: skip
        if each:
            yield self.made("combat-strengths", each="; ".join(each))

    def _why(self, cause: str) -> str:
        figures, stream = self.setting.figures, self.setting.ground.stream
        by = {
            STREAM: stream.divides if stream is not None else 1, DISORDER: figures["disorder-divisor"],
            HOLY_WAR: figures["holy-war-factor"],
        }.get(cause, 0)  # fmt: skip
        verb = ("doubled" if by == 2 else "multiplied") if cause == HOLY_WAR else "halved" if by == 2 else "divided"
        how = self.said(f"part-{verb}", by=str(by))
        return self.said(f"part-why-{cause}", how=how, rules=bracketed(CAUSES[cause]))

    def _tell_disordered(self, run: list[Event]) -> Iterator[Told]:
        yield self.made("disordered", run[0].rules, units=self.units(run))

    def _tell_routed(self, run: list[Event]) -> Iterator[Told]:
        yield self.made("routed", run[0].rules, units=self.units(run))

    def _tell_runs(self, run: list[Event]) -> Iterator[Told]:
        named: set[str] = set()
        each = [self.said("part-runs", units=e.values["unit"], **self.at(e.values["way"][-1], named)) for e in run]
        yield self.made("runs", run[0].rules, each="; ".join(each))

    def _tell_eliminated(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        kind = f"eliminated-{values['why']}"
        yield self.made(kind, run[0].rules, units=self.units(run), **self.at(values["hex"]))

    # --- leaders -----------------------------------------------------------------------------------------------

    def _tell_leader_roll(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        if values["dead"]:
            self.dice = values["dice"]
        else:
            dice = listed([str(die) for die in values["dice"]])
            yield self.made("leader-lives", run[0].rules, leader=self.leader(values["leader"]), dice=dice)

    def _tell_leader_dies(self, run: list[Event]) -> Iterator[Told]:
        leader = self.leader(run[0].values["leader"])
        if self.dice is None:
            yield self.made("leader-lost", run[0].rules, leader=leader)
        else:
            yield self.made("leader-dies", run[0].rules, leader=leader, dice=listed([str(die) for die in self.dice]))
        self.dice = None

    def _tell_leader_joins(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        yield self.made("leader-joins", run[0].rules, leader=self.leader(values["leader"]), **self.at(values["hex"]))

    # --- the end of a turn -------------------------------------------------------------------------------------

    def _tell_rally_phase(self, run: list[Event]) -> Iterator[Told]:
        leaders = listed([self.leader(key) for key in run[0].values["left"]])
        yield self.made("rally-phase", run[0].rules, leaders=leaders or "nobody")

    def _tell_recovers(self, run: list[Event]) -> Iterator[Told]:
        yield self.made("recovers", run[0].rules, units=self.units(run))

    def _tell_too_near(self, run: list[Event]) -> Iterator[Told]:
        yield self.made("too-near", run[0].rules, units=self.units(run))

    def _checks(self, run: list[Event]) -> Iterator[Told]:
        each = [self.said("part-check", unit=self.units([event]), **self.checked(event.values)) for event in run]
        yield self.made(run[0].kind, run[0].rules, each=", ".join(each))

    _tell_rallies = _tell_stays_disordered = _tell_comes_back = _tell_stays_routed = _checks

    def _tell_turn_over(self, run: list[Event]) -> Iterator[Told]:
        yield self.made("turn-over", number=str(run[0].values["number"]))
        yield from self._standing(run[0].values)

    def _standing(self, values: Mapping[str, Any]) -> Iterator[Told]:
        for army in self.setting.armies:
            own = {place.key for place in self.setting.battle.units if place.command.army == army.id}
            words = {}
            for kind in ("routed", "disordered"):
                keys = [key for key in values[kind] if key in own]
                words[kind] = self.said("part-standing", units=listed(keys)) if keys else self.said("part-none")
            yield self.made(
                "standing", ("A-50",), side=army.name, lost=str(values["lost"][army.id]), level=str(army.rout_level),
                **words,
            )  # fmt: skip

    def _tell_over(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        yield from self._standing(values)
        for army in self.setting.armies:
            own = {place.key for place in self.setting.battle.units if place.command.army == army.id}
            gone = [key for key in values["eliminated"] if key in own]
            if gone:
                yield self.made("fallen", side=small(army.name), units=self.names.of(gone))
        yield self.made("over", run[0].rules, outcome=self._outcome(values))

    def _outcome(self, values: Mapping[str, Any]) -> str:
        broken = [army for army in self.setting.armies if values["lost"][army.id] > army.rout_level]
        if values["winner"] is None:
            return self.said("outcome-both" if len(broken) > 1 else "outcome-time")
        loser = next(army for army in self.setting.armies if army.id != values["winner"])
        return self.said(
            "outcome-won", side=self.names.side(values["winner"]), loser=small(loser.name),
            lost=str(values["lost"][loser.id]), level=str(loser.rout_level),
        )  # fmt: skip

    def _plain(self, run: list[Event]) -> Iterator[Told]:
        """An event that has no words of its own, by its values."""
        for event in run:
            words = ", ".join(f"{name} {value}" for name, value in event.values.items())
            yield self.made("event", event.rules, what=capital(f"{event.kind}: {words}" if words else event.kind))
