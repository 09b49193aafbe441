"""The events of a game in words: what belongs together put together, counters and hexes by their names.

Promises: every event is told or left out on purpose; each `Told` has exactly the words that
`sentences.WORDS` lists for it. The sentences themselves are in telling.yaml.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ibbprint.catalogue.models.telling import TelledAs
from ibbprint.catalogue.telling import sentences
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.playing import Told
from ibbprint.phrases import bracketed, capital, figure, listed, percent, signed, small
from ibbprint.problems import Report
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.victory import each_in_words, levels
from ibbprint.systems.ibb.models.victory import StrengthAcross, StrengthLost
from ibbprint.systems.ibb.names import Names, id_of
from ibbprint.systems.ibb.results import Effect
from ibbprint.systems.ibb.rules import combat, engines, standing, victory
from ibbprint.systems.ibb.rules.state import Event, State
from ibbprint.systems.ibb.sentences import WORDS

FEW = 4
"""So many hexes are named one by one."""
AFTERMATH = frozenset((
    "advances", "attached", "charge-spent", "disorganised", "no-room", "orders", "rages-on", "rallied", "removed",
    "routed", "runs", "save", "scatter", "scouts", "spent-shots", "summoned", "throw", "turned-up", "unmasked", "wahoo",
))  # fmt: skip
"""Events that belong to the item before them."""
HARM = frozenset(("disorganised", "rages-on", "removed", "routed", "save"))
"""Events that tell what a result of combat did."""
SHAKES = ("disorganised", "rages-on")
"""What a result that shakes does, to one unit or another."""
LEFT_OUT = frozenset(("lost",))
"""Events that the next one tells again."""


class Tale:
    """Tells the events of one game."""

    def __init__(self, state: State, events: Sequence[Event]) -> None:
        self.state = state
        self.setting = state.setting
        self.events = events
        self.telling: Mapping[str, TelledAs] = sentences(state.setting.catalogue)
        self.names = Names(state, self.telling)
        self.formation = ""
        """The formation that acts, whose men are called without their captain's name."""
        self.fallen: list[str] = []
        """Who has been lost in this turn."""
        self.checking = False
        self.acting: list[str] = []
        """Whose chit it was."""
        self.known: set[str] = set()

    def told(self) -> list[Told]:
        """Everything, from the armies to the result."""
        found = [*self._before()]
        at = 0
        while at < len(self.events):
            event = self.events[at]
            run = self._run(at)
            at += len(run)
            if event.kind in LEFT_OUT:
                continue
            if event.kind not in AFTERMATH:
                self.known = set(self.acting)
            teller: Callable[[list[Event]], Iterator[Told]] | None = getattr(
                self, f"_tell_{event.kind.replace('-', '_')}", None
            )
            found += teller(run) if teller is not None else self._plain(run)
            if event.kind == "combat" and self._changes_nothing(event, at):
                found.append(self.made("combat-in-vain"))
        if not self.events or self.events[-1].kind != "over":
            found += self._so_far()
        return found

    def _run(self, at: int) -> list[Event]:
        """The event and those right after it that are told with it."""
        first = self.events[at]
        end = at + 1
        if first.kind in SHAKES:
            while end < len(self.events) and self.events[end].kind in SHAKES:
                end += 1
        elif first.kind == "save":
            while end < len(self.events) and self.events[end].kind in ("save", "routed"):
                end += 1
        elif first.kind == "check":
            while end < len(self.events) and self.events[end].kind in ("check", "rallied", "berserk", "routed"):
                end += 1
        elif first.kind == "drawn":
            while end < len(self.events) and self._idle(end - 1) and self._idle(end):
                end += 1
        elif first.kind in ALIKE:
            same = ALIKE[first.kind]
            while (
                end < len(self.events)
                and self.events[end].kind == first.kind
                and all(self.events[end].values.get(name) == first.values.get(name) for name in same)
            ):
                end += 1
        return list(self.events[at:end])

    def _changes_nothing(self, combat: Event, at: int) -> bool:
        """Whether a result that hurts struck only whom it cannot hurt, such as Routed units; `at` is what follows."""
        values = combat.values
        does = self.state.setting.results.effect(values.get("effect", values["result"]))
        if does == Effect() or not values["defenders"]:
            return False
        while at < len(self.events) and self.events[at].kind in AFTERMATH | LEFT_OUT:
            if self.events[at].kind in HARM:
                return False
            at += 1
        return True

    def _idle(self, at: int) -> bool:
        """Whether a chit was drawn and nothing came of it."""
        if self.events[at].kind != "drawn":
            return False
        return at + 1 == len(self.events) or self.events[at + 1].kind in ("drawn", "turn-over", "over", "check")

    # --- words -------------------------------------------------------------------------------------------------

    def said(self, kind: str, **words: str) -> str:
        """A part of a sentence."""
        return self.telling[kind].say[0].format_map(words)

    def made(self, kind: str, rules: Sequence[str] = (), **words: str) -> Told:
        return Told(kind, {**words, "rules": bracketed(rules)} if "rules" in WORDS[kind] else words, tuple(rules))

    def called(self, keys: Sequence[str]) -> str:
        """Counters by name; who has been named in this item already, and who acts, is called in short."""
        found = self.names.of(keys, among=self.formation, known=self.known)
        self.known.update(keys)
        return found

    def _units(self, run: Sequence[Event]) -> str:
        keys: list[str] = []
        for event in run:
            keys += [event.values["unit"]] if "unit" in event.values else event.values.get("units", ())
        return self.called(keys)

    def modifiers(self, used: Sequence[tuple[str, str, int]]) -> list[str]:
        """Modifiers by name, with what they change and their rules."""
        found = []
        amounts: dict[tuple[str, str], int] = {}
        for id, changes, amount in used:
            amounts[id, changes] = amounts.get((id, changes), 0) + amount
        for (id, changes), amount in amounts.items():
            name, rules = self._modifier(id)
            found.append(
                self.said(
                    "part-modifier" if changes == "die" else f"part-modifier-{changes}",
                    name=name, amount=signed(amount), rules=bracketed(rules),
                )
            )  # fmt: skip
        return found

    def _modifier(self, id: str) -> tuple[str, Sequence[str]]:
        """What a modifier is called, and its rules; one of the scenario's own goes by its id and its side."""
        known = self.setting.modifiers.get(id)
        if known is not None:
            return small(known.name), known.rules
        for one in self.setting.scenario.special:
            if id == f"{combat.SPECIAL}{one.id}":
                return self.said(
                    "part-special", name=one.id.replace("-", " "), side=self.names.side(one.side)
                ), one.rules  # fmt: skip
        return id, ()

    def _place(self, event: Event, name: str = "hex") -> str:
        return self.names.place(event.values[name])

    # --- before the game ---------------------------------------------------------------------------------------

    def _before(self) -> Iterator[Told]:
        scenario = self.setting.scenario
        yield self.made("scenario", title=scenario.scenario.title)
        if scenario.scenario.background:
            yield self.made("background", text=" ".join(scenario.scenario.background.split()))
        worded = levels(self._bill())
        for number, side in enumerate(scenario.sides):
            whole = standing.strength(self.state, number)[1]
            yield self.made("army", side=side.name, army=side.army, strength=str(whole))
            for level in worded:
                if level["side"] == side.name:
                    conditions = self._with_places(" ".join(level["conditions"]))
                    yield self.made("aim", level["rules"], level=capital(level["level"]), conditions=conditions)

        if self.setting.not_played:
            yield self.made("not-played", things=listed(self.setting.not_played))

    def _bill(self) -> Bill:
        return Bill(self.setting.battle, self.setting.catalogue, KitOptions(), Report())

    def _tell_ready(self, run: list[Event]) -> Iterator[Told]:
        yield self.made("ready")

    # --- turns and chits ---------------------------------------------------------------------------------------

    def _tell_turn(self, run: list[Event]) -> Iterator[Told]:
        self.fallen, self.checking, self.formation = [], False, ""
        yield self.made("turn", number=str(run[0].values["number"]), of=str(run[0].values["of"]))

    def _tell_drawn(self, run: list[Event]) -> Iterator[Told]:
        keys = [key for event in run for key in event.values["units"]]
        unit = self.names.counters.get(keys[0])
        self.acting = []
        self.known = set()
        if self._idle(self.events.index(run[0])):
            self.formation = ""
            yield self.made("idle", units=self.called(keys))
        elif unit is not None and unit.kind.leader:
            self.acting = keys
            self.formation = unit.formation if unit.kind.leader == "captain" else ""
            kind = "drawn-captain" if unit.kind.leader == "captain" else "drawn-caster"
            yield self.made(kind, run[0].rules, leader=self.called(keys))
        else:
            self.formation = ""
            self.acting = keys
            scout = unit is not None and unit.kind.scout
            yield self.made("drawn-scout" if scout else "drawn-engineers", run[0].rules, units=self.called(keys))

    def _tell_attached(self, run: list[Event]) -> Iterator[Told]:
        captain = self.called([run[0].values["captain"]])
        yield self.made("attached", run[0].rules, units=self._units(run), captain=captain)

    def _tell_orders(self, run: list[Event]) -> Iterator[Told]:
        event = run[0]
        values = event.values
        if not values["units"]:
            yield self.made("orders-alone", event.rules)
            return
        used = self.modifiers(values["modifiers"])
        yield self.made(
            "orders-passed" if values["passed"] else "orders-failed", event.rules, needs=str(values["needs"]),
            modifiers=self.said("part-order-modifiers", list=", ".join(used)) if used else "",
            chance=percent(values["chance"]), die=self.die(values),
        )  # fmt: skip

    def die(self, values: Mapping[str, Any]) -> str:
        """A die as it fell, and what it counts as."""
        modifier = values.get("modifier", 0)
        counts = self.said("part-counts", held=figure(values["die"] + modifier)) if modifier else ""
        return f"{values['die']}{counts}"

    def _tell_reinforcement(self, run: list[Event]) -> Iterator[Told]:
        yield self.made("reinforcement", run[0].rules, units=self._units(run), place=self._place(run[0]))

    # --- moving ------------------------------------------------------------------------------------------------

    def _tell_moves(self, run: list[Event]) -> Iterator[Told]:
        ends: dict[tuple[str, bool], list[str]] = {}
        for event in run:
            way = event.values["way"]
            keys = [event.values["unit"], *event.values.get("riders", ())]
            ends.setdefault((way[-1], bool(event.values.get("stopped"))), []).extend(keys)
        each = [
            self.said(
                "move-against" if stopped else "move-to", units=self.called(keys),
                place=self.names.place(name),
            )
            for (name, stopped), keys in ends.items()
        ]  # fmt: skip
        yield self.made("moves", run[0].rules, each=_ways(each))

    def _tell_runs(self, run: list[Event]) -> Iterator[Told]:
        ends: dict[str, list[str]] = {}
        for event in run:
            ends.setdefault(event.values["way"][-1], []).append(event.values["unit"])
        each = [
            self.said("part-runs", units=self.called(keys), to=self.names.place(name)) for name, keys in ends.items()
        ]
        yield self.made("runs", run[0].rules, each=_ways(each))

    def _tell_disorganised(self, run: list[Event]) -> Iterator[Told]:
        """Who falls into disorder and who rages on: each kind in one sentence, however they come mixed."""
        for kind in SHAKES:
            same = [event for event in run if event.kind == kind]
            if same:
                yield self.made(kind, same[0].rules, units=self._units(same))

    _tell_rages_on = _tell_disorganised

    def _tell_refuses(self, run: list[Event]) -> Iterator[Told]:
        """Who draws off does it before the blow falls: whoever comes on is told first."""
        kind = "refuses-attack" if run[0].values["attackers"] else "refuses"
        words = {name: self._word_of(run, name) for name in WORDS[kind].split() if name != "rules"}
        yield self.made(kind, run[0].rules, **words)

    # --- fighting ----------------------------------------------------------------------------------------------

    def _tell_combat(self, run: list[Event]) -> Iterator[Told]:
        event = run[0]
        values, crt = event.values, self.setting.catalogue.crt
        assert crt is not None
        kind = f"combat-{values['attack']}"
        kind = kind if kind in WORDS and kind in self.telling else "combat"
        kind = kind if values["defenders"] else "combat-walls"
        supporters = self.called(values["supporters"])
        words = {
            "attackers": self.called(values["attackers"]) or self.spell(values.get("by", "")),
            "defenders": self.called(values["defenders"]),
            "place": self._place(event),
            "support": self.said("part-support", units=supporters) if supporters else "",
            "by": self.spell(values.get("by", "")),
        }
        yield self.made(kind, event.rules, **{name: words[name] for name in WORDS[kind].split() if name in words})
        row = next((one for one in crt.rows if one.id == values["row"]), None)
        odds = row.odds if row is not None else []
        column = values["column"]
        used = self.modifiers(values["modifiers"])
        results = {code.id: code.name for code in crt.codes}
        yield self.made(
            "combat-odds", event.rules, attack=str(values["strengths"][0]), defence=str(values["strengths"][1]),
            column=str(column), odds=odds[column - 1] if column <= len(odds) else f"over {odds[-1]}" if odds else "",
            ground=small(row.name) if row is not None else values["row"],
            modifiers=self.said("part-modifiers", list=", ".join(used)) if used else "",
            chances=self._chances(self._named(values, results)),
        )  # fmt: skip
        held = "" if values["die"] == values["held"] else self.said("part-held", held=str(values["held"]))
        came = values.get("effect", values["result"])
        if not values["defenders"]:
            yield self.made("combat-die", event.rules, die=str(values["die"]), held=held, result=self._walls(came))
        elif came == "-":
            yield self.made("combat-nothing", event.rules, die=str(values["die"]), held=held)
        else:
            yield self.made(
                "combat-die", event.rules, die=str(values["die"]), held=held, result=small(results.get(came, came))
            )

    def _walls(self, code: str) -> str:
        """What a result is to a bridge or village, which falls or stands (R-107)."""
        return self.said("part-falls" if engines.brings_down(self.state.setting, code) else "part-stands")

    def _named(self, values: Mapping[str, Any], results: Mapping[str, str]) -> dict[str, Fraction]:
        """The chance of each thing that can come of an attack, in words."""
        found: dict[str, Fraction] = {}
        for code, share in self._odds(values).items():
            name = results.get(code, code) if values["defenders"] else self._walls(code)
            found[name] = found.get(name, Fraction(0)) + share
        return found

    def _chances(self, shares: Mapping[str, Fraction]) -> str:
        """Results with their chances, the likeliest first."""
        return ", ".join(
            self.said("part-chance", result=small(name), chance=percent(str(share)))
            for name, share in sorted(shares.items(), key=lambda pair: -pair[1])
        )

    def _odds(self, values: Mapping[str, Any]) -> dict[str, Fraction]:
        """The chance of each thing that can come of an attack, the likeliest first."""
        found: dict[str, Fraction] = {}
        for code, share in values["chances"]:
            # Whoever strikes from afar is not touched, and what is splatted is gone.
            came = combat.splatted(self.state.setting, code) if values.get("splat") else code
            came = combat.effect(self.state, values["attack"], came) if values["defenders"] else came
            found[came] = found.get(came, Fraction(0)) + Fraction(share)
        return found

    def _tell_charge(self, run: list[Event]) -> Iterator[Told]:
        event = run[0]
        values = event.values
        yield self.made(
            "charge-rides" if values["passed"] else "charge-balks", event.rules, units=self.called(values["units"]),
            target=self.called([values["target"]]), place=self._place(event), needs=str(values["needs"]),
            chance=percent(values["chance"]), die=str(values["die"]),
        )  # fmt: skip

    def _tell_removed(self, run: list[Event]) -> Iterator[Told]:
        self.fallen += [event.values["unit"] for event in run]
        kind = f"removed-{run[0].values['why']}"
        units = self.called([event.values["unit"] for event in run])
        yield self.made(
            kind if kind in WORDS and kind in self.telling else "removed", run[0].rules, units=units,
            place=listed(list(dict.fromkeys(map(self._place, run)))),
        )  # fmt: skip

    # --- magic -------------------------------------------------------------------------------------------------

    def spell(self, id: str) -> str:
        """A spell inside a sentence, by its own name."""
        found = self.setting.spells.get(id)
        return id if found is None else found.name

    def _rolled(self, event: Event, kind: str, **words: str) -> Told:
        """A die that was thrown, with its chance and what changed it."""
        values = event.values
        used = self.modifiers(values.get("modifiers", ()))
        rolled = {
            "needs": str(values.get("needs", "")), "chance": percent(values.get("chance", "")),
            "die": self.die(values),
            "modifiers": self.said("part-order-modifiers", list=", ".join(used)) if used else "",
        }  # fmt: skip
        return self.made(
            kind, event.rules, **{n: w for n, w in {**rolled, **words}.items() if n in WORDS[kind].split()}
        )

    def _tell_cast(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        at = values.get("hex")
        yield self._rolled(
            run[0], "cast" if values["passed"] else "fizzled", casters=self.called(values["casters"]),
            spell=self.spell(values["spell"]),
            at=self.said("part-at", place=self.names.place(at)) if at else "",
        )  # fmt: skip

    def _tell_throw(self, run: list[Event]) -> Iterator[Told]:
        yield self._rolled(run[0], "thrown" if run[0].values["hit"] else "thrown-wide")

    def _tell_scatter(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        lands = values["lands"]
        yield self.made(
            "scatter", run[0].rules, die=str(values["die"]), chance=percent(values["chance"]),
            lands=self.names.place(lands) if lands else "a place off the map",
        )  # fmt: skip

    def _tell_goons(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        yield self._rolled(run[0], "goons", number=str(values["number"]))

    def _tell_no_room(self, run: list[Event]) -> Iterator[Told]:
        casters = self.called([run[0].values["caster"]])
        yield self.made("no-room", run[0].rules, casters=casters, number=str(len(run)))

    def _tell_save(self, run: list[Event]) -> Iterator[Told]:
        for kind, passed in (("save-passed", True), ("save-failed", False)):
            same = [event for event in run if event.kind == "save" and event.values["passed"] is passed]
            if same:
                each = self._tested([(event.values["units"], event.values) for event in same])
                yield self.made(kind, run[0].rules, each=each)
        fled = [event for event in run if event.kind == "routed"]
        if fled:
            yield self.made("routed", fled[0].rules, units=self._units(fled))

    def _tested(self, rolls: Sequence[tuple[Sequence[str], Mapping[str, Any]]]) -> str:
        """Who threw what and needed what, those who are alike together."""
        groups: dict[tuple[Any, ...], list[tuple[Sequence[str], Mapping[str, Any]]]] = {}
        for keys, values in rolls:
            alike = (
                values["needs"],
                values.get("modifier", 0),
                values.get("by", ""),
                values["chance"],
                self.names.name(keys[0]),
                len(keys) > 1,
            )
            groups.setdefault((*alike, tuple(keys)) if len(keys) > 1 else alike, []).append((keys, values))
        found = []
        for same in groups.values():
            same.sort(key=lambda one: id_of(one[0][0]))
            values = same[0][1]
            found.append(
                self.said(
                    "part-check", unit=self.called([key for keys, _ in same for key in keys]),
                    needs=str(values["needs"]), chance=percent(values["chance"]),
                    modifier=self._aids(values),
                    die=", ".join(str(one["die"]) for _, one in same),
                )
            )  # fmt: skip
        return "; ".join(found)

    def _aids(self, values: Mapping[str, Any]) -> str:
        """What changes a check or a save, and whose doing it is."""
        found = []
        if values.get("by"):
            who = self.names.of([values["by"]], known=[values["by"]])
            found.append(self.said("part-check-modifier", name=who, amount=signed(-values["bonus"])))
        if values.get("balked"):
            name, _ = self._modifier("balked-morale")
            found.append(self.said("part-check-modifier", name=name, amount=signed(values["balked"])))
        if "spell" in values and values.get("modifier"):
            found.append(self.said("part-save-modifier", amount=signed(values["modifier"])))
        return "".join(found)

    def _tell_upkeep(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        yield self.made(
            "upkeep", run[0].rules, casters=self.called(values["casters"]), spell=self.spell(values["spell"])
        )

    def _tell_wahoo(self, run: list[Event]) -> Iterator[Told]:
        yield self.made("wahoo", run[0].rules, side=self.names.side(run[0].values["side"]))

    def places(self, hexes: Sequence[str]) -> str:
        """Hexes that a spell lies on: a few by name, many by the one in their middle."""
        if len(hexes) <= FEW:
            return listed([self.names.place(name) for name in hexes])
        grid = self.setting.ground.map.grid
        middle = min(hexes, key=lambda name: (max(grid.distance(name, other) for other in hexes), name))
        return self.said("part-places", number=str(len(hexes)), place=self.names.place(middle))

    def _tell_lasting(self, run: list[Event]) -> Iterator[Told]:
        kind, values = run[0].kind, run[0].values
        words = {"places": self.places(values["hexes"]), "until": str(values.get("until", ""))}
        yield self.made(kind, run[0].rules, **{n: w for n, w in words.items() if n in WORDS[kind].split()})

    _tell_chasm = _tell_chasm_closes = _tell_glamour = _tell_glamour_ends = _tell_lasting

    # --- engineers and scouts ----------------------------------------------------------------------------------

    def _tell_petard(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        names = {one.id: one.name for one in self.setting.petard}
        result = names.get(values["result"], values["result"])
        # Results that do the same have one name: `nothing` needs two entries of the table.
        shares: dict[str, Fraction] = {}
        for id, chance in values["chances"]:
            shares[names[id]] = shares.get(names[id], Fraction(0)) + Fraction(chance)
        yield self._rolled(
            run[0], "petard", units=self.called([values["unit"]]), place=self._place(run[0]),
            against=str(values["against"]), owner=self.names.side(values["owner"]), result=capital(result),
            chances=self._chances(shares),
        )  # fmt: skip

    def _tell_scouts(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        yield self._rolled(
            run[0], "scouts-see" if values["sees"] else "scouts-fail", unit=self.called([values["unit"]]),
            place=self._place(run[0]), target=self._place(run[0], "target"),
        )  # fmt: skip
        if values["seen"]:
            yield self._rolled(run[0], "spotted", risk=percent(values["risk"]), against=str(values["against"]))

    def _tell_unmasked(self, run: list[Event]) -> Iterator[Told]:
        kind = "slipped-away" if run[0].values["stays"] else "unmasked"
        yield self._rolled(run[0], kind, unit=self.called([run[0].values["unit"]]))

    # --- the end of a turn -------------------------------------------------------------------------------------

    def _tell_check(self, run: list[Event]) -> Iterator[Told]:
        if not self.checking:
            self.checking = True
            self.formation, self.acting = "", []
            yield self.made("checks")
        after: dict[str, list[Event]] = {}
        for event in run:
            if event.kind != "check":
                after.setdefault(event.values["unit"], []).append(event)
        groups: dict[str, list[Event]] = {}
        for event in run:
            if event.kind != "check":
                continue
            then = {one.kind for one in after.get(event.values["unit"], ())}
            if event.values["passed"]:
                kind = "check-steadied" if event.values["was"] == "routed" else "check-rallied"
            else:
                kind = "check-routed" if "routed" in then else "check-failed"
            groups.setdefault(kind, []).append(event)
        for kind in ("check-rallied", "check-steadied", "check-failed", "check-routed"):
            if kind in groups:
                yield self.made(
                    kind,
                    groups[kind][0].rules,
                    each=self._tested([([one.values["unit"]], one.values) for one in groups[kind]]),
                )
                mad = [e for one in groups[kind] for e in after.get(one.values["unit"], ()) if e.kind == "berserk"]
                if mad:
                    yield self.made("berserk", mad[0].rules, units=self.called([e.values["unit"] for e in mad]))

    def _tell_turn_over(self, run: list[Event]) -> Iterator[Told]:
        self.formation, self.acting = "", []
        yield self.made("turn-over", number=str(run[0].values["number"]))
        yield from self._standings(run[0])
        yield self.made("outlook", outcome=self.outcome(run[0].values["levels"], run[0].values["winner"]))

    def _standings(self, event: Event) -> Iterator[Told]:
        values = event.values
        for number, side in enumerate(self.setting.scenario.sides):
            self.known = set()
            own = {key for key, unit in self.names.counters.items() if unit.side == number}
            lost = [key for key in self.fallen if key in own]
            left, whole = values["strength"][side.id]
            parts = {
                kind: self.said(f"part-{kind}", units=self.called(keys)) if keys else ""
                for kind in ("disorganised", "routed")
                for keys in [[key for key in values[kind] if key in own]]
            }
            yield self.made(
                "standing", side=side.name, left=str(left), whole=str(whole), **parts,
                lost=self.said("part-lost", units=self.called(lost)) if lost else self.said("part-none-lost"),
            )  # fmt: skip

    # --- the end of the game -----------------------------------------------------------------------------------

    def outcome(self, reached: Mapping[str, int], winner: str | None) -> str:
        """Who has won and how high, in a few words."""
        best = max(reached.values(), default=0)
        if winner is None:
            return self.said("outcome-even", level=victory.LEVELS[best - 1]) if best else self.said("outcome-drawn")
        words = {"level": victory.LEVELS[best - 1], "side": self.names.side(winner)}
        others = [side for side, level in reached.items() if side != winner and level]
        if not others:
            return self.said("outcome-won", **words)
        other = max(others, key=lambda side: reached[side])
        return self.said(
            "outcome-both", **words, other=victory.LEVELS[reached[other] - 1], loser=self.names.side(other)
        )

    def _tell_over(self, run: list[Event]) -> Iterator[Told]:
        values = run[0].values
        self.formation, self.acting = "", []
        yield self.made("turn-over", number=str(values["number"]))
        yield from self._standings(run[0])
        yield self.made("over", run[0].rules, outcome=self.outcome(values["levels"], values["winner"]))
        yield from self._why()

    def _so_far(self) -> Iterator[Told]:
        result = victory.judge(self.state)
        outcome = self.outcome(result.levels, result.winner)
        yield self.made("so-far", number=str(self.state.turn), outcome=outcome)
        yield from self._why()

    def _why(self) -> Iterator[Told]:
        """What decided it: every level of victory with its conditions, and whether they are met."""
        bill = self._bill()
        names = {side.id: side.name for side in self.setting.scenario.sides}
        for level in self.setting.scenario.victory:
            won = all(victory.met(self.state, one) for one in level.all)
            yield self.made(
                "level-reached" if won else "level-missed", level.rules, side=names[level.side], level=level.level
            )
            for condition, text in zip(level.all, each_in_words(bill, level), strict=True):
                met = victory.met(self.state, condition)
                yield self.made(
                    "condition-met" if met else "condition-missed",
                    condition=self._with_places(text),
                    now=self._now(condition),
                )
        for number, side in enumerate(self.setting.scenario.sides):
            self.known = set()
            gone = [unit.key for unit in self.state.units if unit.side == number and unit.dead]
            if gone:
                yield self.made("fallen", side=self.names.side(side.id), units=self.called(gone))

    def _with_places(self, text: str) -> str:
        """A text with the hexes that it names called by what is there."""
        known = self.setting.ground.index
        text = re.sub(r"\bin (each of )?(?=\d{4}\b)", r"at \1", text)  # a place is no hex that one stands in
        return re.sub(r"\b\d{4}\b", lambda found: self.names.place(found[0]) if found[0] in known else found[0], text)

    def _now(self, condition: Any) -> str:
        """What a count of strength comes to: in the end, or as far as the game has come."""
        if not isinstance(condition, StrengthAcross | StrengthLost):
            return ""
        side = self.setting.sides.index(condition.side)
        if isinstance(condition, StrengthAcross):
            amount = victory.across(self.state, side, condition.crossings)
        else:
            amount = victory.lost(self.state, side)
        return self.said("part-now" if self.state.over else "part-now-so-far", amount=str(amount))

    # --- anything else -----------------------------------------------------------------------------------------

    def _plain(self, run: list[Event]) -> Iterator[Told]:
        """An event that needs no more than its values by name."""
        event = run[0]
        if event.kind not in WORDS or event.kind not in self.telling:
            said = [text for value in event.values.values() if (text := self.word(value))]
            what = event.kind.replace("-", " ")
            yield self.made("event", event.rules, what=f"{what}: {', '.join(said)}" if said else what)
            return
        kept = {name: self._word_of(run, name) for name in WORDS[event.kind].split() if name != "rules"}
        yield self.made(event.kind, event.rules, **kept)

    def _word_of(self, run: list[Event], name: str) -> str:
        """A word of a sentence from the values of events: units together, a hex as a place, the end of a way."""
        values = run[0].values
        if name in ("unit", "units"):
            return self._units(run)
        if name == "place":
            return self.word(values.get("hex"))
        if name == "to":
            return self.names.place(values["way"][-1]) if values.get("way") else self.word(values.get("hex"))
        return self.word(values.get(name))

    def word(self, value: Any) -> str:
        """A value of an event as it is said: counters and hexes by name, spells by theirs, the rest as it is."""
        if isinstance(value, bool) or value is None:
            return ""
        if isinstance(value, list | tuple):
            if value and all(isinstance(one, str) and one in self.names.counters for one in value):
                return self.called(value)
            return listed([self.word(one) for one in value if self.word(one)])
        text = str(value)
        if text in self.names.counters:
            return self.called([text])
        if text in self.setting.ground.index:
            return self.names.place(text)
        if text in self.setting.spells:
            return small(self.setting.spells[text].name)
        return text


def _ways(each: Sequence[str]) -> str:
    """Who went where, in one list that can be read however many there are."""
    return "; ".join(each) if len(each) > 2 or any(" and " in one for one in each) else listed(each)


ALIKE: Mapping[str, tuple[str, ...]] = {
    "moves": (),
    "runs": (),
    "attached": ("captain",),
    "reinforcement": ("hex",),
    "turned-up": ("hex",),
    "removed": ("why",),
    "routed": (),
    "rally": (),
    "rallied": (),
    "vanishes": (),
    "digs": ("hex",),
    "bridges": ("hex",),
    "summoned": ("hex",),
    "no-room": ("caster",),
}
"""Kinds of events that are told together when they come one after another with these values alike."""
