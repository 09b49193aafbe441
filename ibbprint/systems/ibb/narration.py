"""The events of a game in words: what belongs together put together, counters and hexes by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ibbprint.engine.api.playing import EventWords
from ibbprint.engine.state import Event
from ibbprint.phrases import capital, listed, percent, signed, small
from ibbprint.systems.ibb.names import id_of
from ibbprint.systems.ibb.results import Effect
from ibbprint.systems.ibb.rules import combat, engines, victory
from ibbprint.systems.ibb.standings import Standings
from ibbprint.systems.ibb.victory_words import levels

FEW = 4
"""The most hexes that are named separately."""
AFTERMATH = frozenset(
    (
        "advances",
        "attached",
        "charge-spent",
        "disorganised",
        "no-room",
        "orders",
        "rages-on",
        "rallied",
        "removed",
        "routed",
        "runs",
        "save",
        "scatter",
        "scouts",
        "spent-shots",
        "summoned",
        "throw",
        "turned-up",
        "unmasked",
        "wahoo",
    )
)
"""Events that belong to the item before them."""
HARM = frozenset(("disorganised", "rages-on", "removed", "routed", "save"))
"""Events that tell what a result of combat did."""
SHAKES = ("disorganised", "rages-on")
"""What a result that shakes does, to one unit or another."""
TOGETHER: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(SHAKES, SHAKES),
    "save": ("save", "routed"),
    "check": ("check", "rallied", "berserk", "routed"),
}
"""Kinds of events with those that are reported with them however they come mixed."""
ORDER_MODIFIERS = "part-order-modifiers"


class Tale(Standings):
    """Tells the events of one game."""

    LEFT_OUT = frozenset(("lost",))
    THROWERS = ("unit", "captain", "leader")

    def tell(self, run: Sequence[Event]) -> Iterator[EventWords]:
        """The sentences for events that are reported together; a name from an earlier item is given in full again."""
        if run[0].kind not in AFTERMATH:
            self.known = set(self.acting)
        yield from super().tell(run)

    def together(self, first: Event, at: int) -> bool:
        """Whether the event at this place is reported with those before it, of which this is the first."""
        if first.kind == "drawn":
            return self._idle(at - 1) and self._idle(at)
        if first.kind in TOGETHER:
            return self.events[at].kind in TOGETHER[first.kind]
        return super().together(first, at)

    def _idle(self, at: int) -> bool:
        """Whether a chit was drawn and nothing came of it."""
        if self.events[at].kind != "drawn":
            return False
        if at + 1 == len(self.events):
            return self.state.activation is None  # else they are about to act
        return self.events[at + 1].kind in ("drawn", "turn-over", "over", "check")

    # --- words -------------------------------------------------------------------------------------------------

    def word(self, name: str, run: Sequence[Event]) -> str:
        """A word of a sentence from the values of events: units together, a hex as a place, the end of a way."""
        values = run[0].values
        match name:
            case "unit" | "units" | "leader":
                return self._units(run)
            case "place":
                return self.in_words(values.get("hex"))
            case "at":
                return self.phrase("part-at", place=self.names.place(values["hex"])) if values.get("hex") else ""
            case "places":
                return self.places(values["hexes"])
            case "to":
                return self.names.place(values["way"][-1]) if values.get("way") else self.in_words(values.get("hex"))
            case "side" | "owner":
                return self.names.side(values[name])
            case "spell":
                return self.spell(values["spell"])
            case "modifiers":
                return self.modifiers(values.get("modifiers", ()), ORDER_MODIFIERS)
            case "chance" | "risk":
                return percent(values.get(name, ""))
            case "die":
                return self.fell(values["die"], values["die"] + values.get("modifier", 0))
        return super().word(name, run)

    def in_words(self, value: Any) -> str:
        """A value of an event as it is said: counters and hexes by name, spells by theirs, the rest as it is."""
        if isinstance(value, list | tuple) and value and all(item in self.names.counters for item in value):
            return self.called(value)
        text = super().in_words(value)
        if text in self.names.counters:
            return self.called([text])
        if text in self.setting.ground.index:
            return self.names.place(text)
        return small(self.setting.spells[text].name) if text in self.setting.spells else text

    def _units(self, run: Sequence[Event]) -> str:
        keys: list[str] = []
        for event in run:
            keys += [event.values["unit"]] if "unit" in event.values else event.values.get("units", ())
        return self.called(keys)

    def spell(self, id: str) -> str:
        """A spell inside a sentence, by its own name."""
        result = self.setting.spells.get(id)
        return id if result is None else result.name

    def places(self, hexes: Sequence[str]) -> str:
        """Hexes that a spell is on: a few by name, many by the one in their middle."""
        if len(hexes) <= FEW:
            return listed([self.names.place(name) for name in hexes])
        grid = self.setting.ground.map.grid
        middle = min(hexes, key=lambda name: (max(grid.distance(name, covered) for covered in hexes), name))
        return self.phrase("part-places", number=str(len(hexes)), place=self.names.place(middle))

    def modifier(self, id: str) -> tuple[str, Sequence[str]]:
        """The name of a modifier, and its rules; one of the scenario's own goes by its id and its side."""
        modifier = self.setting.modifiers.get(id)
        if modifier is not None:
            return small(modifier.name), modifier.rules
        for rule in self.setting.scenario.special:
            if id == f"{combat.SPECIAL}{rule.id}":
                name = self.phrase("part-special", name=rule.id.replace("-", " "), side=self.names.side(rule.side))
                return name, rule.rules
        return id, ()

    # --- before the game ---------------------------------------------------------------------------------------

    def before(self) -> Iterator[EventWords]:
        """The title, what led to the battle, the armies and their aims, and what the engine passes over."""
        scenario = self.setting.scenario
        yield from self.headed(scenario.scenario.title, scenario.scenario.background)
        worded = levels(self.setting.battle)
        for number, side in enumerate(scenario.sides):
            total = victory.strength(self.state, number)[1]
            yield self.new_entry("army", side=side.name, army=side.army, strength=str(total))
            for level in worded:
                if level["side"] == side.name:
                    conditions = self._with_places(" ".join(level["conditions"]))
                    yield self.new_entry("aim", level["rules"], level=capital(level["level"]), conditions=conditions)
        if self.setting.not_played:
            yield self.new_entry("not-played", things=listed(self.setting.not_played))

    # --- turns and chits ---------------------------------------------------------------------------------------

    def tell_turn(self, run: Sequence[Event]) -> Iterator[EventWords]:
        self.fallen, self.checking, self.formation = [], False, ""
        yield self.entry(run)

    def tell_drawn(self, run: Sequence[Event]) -> Iterator[EventWords]:
        keys = [key for event in run for key in event.values["units"]]
        unit = self.names.counters.get(keys[0])
        idle = self._idle(self.next - len(run))
        self.acting, self.known, self.formation = [] if idle else keys, set(), ""
        if idle:
            kind = "idle"
        elif unit is not None and unit.kind.leader == "captain":
            kind, self.formation = "drawn-captain", unit.formation
        elif unit is not None and unit.kind.leader:
            kind = "drawn-caster"
        else:
            kind = "drawn-scout" if unit is not None and unit.kind.scout else "drawn-engineers"
        yield self.entry(run, kind)

    def tell_attached(self, run: Sequence[Event]) -> Iterator[EventWords]:
        captain = self.called([run[0].values["captain"]])
        yield self.entry(run, captain=captain)

    def tell_orders(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        alone = not values["units"]
        yield self.entry(run, f"orders-{'alone' if alone else 'passed' if values['passed'] else 'failed'}")

    # --- moving ------------------------------------------------------------------------------------------------

    def tell_moves(self, run: Sequence[Event]) -> Iterator[EventWords]:
        ends: dict[tuple[str, bool], list[str]] = {}
        for event in run:
            path = event.values["way"]
            keys = [event.values["unit"], *event.values.get("riders", ())]
            ends.setdefault((path[-1], bool(event.values.get("stopped"))), []).extend(keys)
        parts = [
            self.phrase("move-against" if stopped else "move-to", units=self.called(keys), place=self.names.place(name))
            for (name, stopped), keys in ends.items()
        ]
        yield self.entry(run, each=_joined_moves(parts))

    def tell_runs(self, run: Sequence[Event]) -> Iterator[EventWords]:
        ends: dict[str, list[str]] = {}
        for event in run:
            ends.setdefault(event.values["way"][-1], []).append(event.values["unit"])
        parts = [
            self.phrase("part-runs", units=self.called(keys), to=self.names.place(name)) for name, keys in ends.items()
        ]
        yield self.entry(run, each=_joined_moves(parts))

    def tell_disorganised(self, run: Sequence[Event]) -> Iterator[EventWords]:
        """Tell who falls into disorder and who rages on: each kind in one sentence, in whatever order they come."""
        for kind in SHAKES:
            same = [event for event in run if event.kind == kind]
            if same:
                yield self.entry(same)

    tell_rages_on = tell_disorganised

    # --- fighting ----------------------------------------------------------------------------------------------

    def tell_combat(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values, results = run[0].values, self.setting.result_names
        kind = f"combat-{values['attack']}" if values["defenders"] else "combat-walls"
        supporters = self.called(values["supporters"])
        by = self.spell(values.get("by", ""))
        yield self.entry(
            run,
            kind if kind in self.words else "combat",
            attackers=self.called(values["attackers"]) or by,
            support=self.phrase("part-support", units=supporters) if supporters else "",
            by=by,
        )
        crt = self.setting.catalogue.crt
        row = next((item for item in (crt.rows if crt is not None else ()) if item.id == values["row"]), None)
        odds = row.odds if row is not None else []
        column = values["column"]
        yield self.entry(
            run,
            "combat-odds",
            attack=str(values["strengths"][0]),
            defence=str(values["strengths"][1]),
            odds=odds[column - 1] if column <= len(odds) else f"over {odds[-1]}" if odds else "",
            ground=small(row.name) if row is not None else values["row"],
            modifiers=self.modifiers(values["modifiers"]),
            chances=self._chances(self._odds(values)),
        )
        code = values.get("effect", values["result"])
        result = small(results.get(code, code)) if values["defenders"] else self._walls(code)
        yield self.entry(
            run,
            "combat-nothing" if values["defenders"] and code == "-" else "combat-die",
            die=str(values["die"]),
            held="" if values["die"] == values["held"] else self.phrase("part-held", held=str(values["held"])),
            result=result,
        )
        if self._in_vain(values, code):
            yield self.new_entry("combat-in-vain")

    def _in_vain(self, values: Mapping[str, Any], code: str) -> bool:
        """Whether a result that hurts struck only whom it cannot hurt, such as Routed units."""
        if self.state.setting.results.effect(code) == Effect() or not values["defenders"]:
            return False
        for event in self.events[self.next :]:
            if event.kind in HARM or event.kind not in AFTERMATH | self.LEFT_OUT:
                return event.kind not in HARM
        return True

    def _walls(self, code: str) -> str:
        """The words for a result against a bridge or village, which falls or stands (R-107)."""
        return self.phrase("part-falls" if engines.brings_down(self.state.setting.results, code) else "part-stands")

    def _odds(self, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """The results of the table in an attack, in words, each with its chance."""
        for code, share in values["chances"]:
            # Whoever strikes from afar is not touched, and what is splatted is gone.
            result = combat.splatted(self.setting, code) if values.get("splat") else code
            if values["defenders"]:
                result = combat.effect(self.state, values["attack"], result)
                yield self.setting.result_names.get(result, result), share
            else:
                yield self._walls(result), share

    def _chances(self, shares: Iterable[tuple[str, str]]) -> str:
        """Results with their chances, those of one name together, the likeliest first."""
        chances: dict[str, Fraction] = {}
        for name, share in shares:
            chances[name] = chances.get(name, Fraction(0)) + Fraction(share)
        return ", ".join(
            self.phrase("part-chance", result=small(name), chance=percent(str(share)))
            for name, share in sorted(chances.items(), key=lambda pair: -pair[1])
        )

    def tell_removed(self, run: Sequence[Event]) -> Iterator[EventWords]:
        self.fallen += [event.values["unit"] for event in run]
        kind = f"removed-{run[0].values['why']}"
        places = dict.fromkeys(self.names.place(event.values["hex"]) for event in run)
        yield self.entry(run, kind if kind in self.words else "removed", place=listed(list(places)))

    # --- magic -------------------------------------------------------------------------------------------------

    def tell_scatter(self, run: Sequence[Event]) -> Iterator[EventWords]:
        yield self.entry(run, lands=self.in_words(run[0].values["lands"]) or "a place off the map")

    def tell_no_room(self, run: Sequence[Event]) -> Iterator[EventWords]:
        yield self.entry(run, casters=self.called([run[0].values["caster"]]), number=str(len(run)))

    def tell_save(self, run: Sequence[Event]) -> Iterator[EventWords]:
        for kind, passed in (("save-passed", True), ("save-failed", False)):
            same = [event for event in run if event.kind == "save" and event.values["passed"] is passed]
            if same:
                yield self.entry(same, kind, each=self._tested([(item.values["units"], item.values) for item in same]))
        fled = [event for event in run if event.kind == "routed"]
        if fled:
            yield self.entry(fled)

    def _tested(self, rolls: Sequence[tuple[Sequence[str], Mapping[str, Any]]]) -> str:
        """The throws and what each needed, like throws together."""
        groups: dict[tuple[Any, ...], list[tuple[Sequence[str], Mapping[str, Any]]]] = {}
        for keys, values in rolls:
            alone = self.names.name(keys[0]) if len(keys) == 1 else tuple(keys)
            group = (values["needs"], values.get("modifier", 0), values.get("by", ""), values["chance"], alone)
            groups.setdefault(group, []).append((keys, values))
        items = []
        for same in groups.values():
            same.sort(key=lambda item: id_of(item[0][0]))
            values = same[0][1]
            unit = self.called([key for keys, _ in same for key in keys])
            items.append(
                self.phrase(
                    "part-check",
                    unit=unit,
                    needs=str(values["needs"]),
                    chance=percent(values["chance"]),
                    modifier=self._aids(values),
                    die=", ".join(str(entry["die"]) for _, entry in same),
                )
            )
        return "; ".join(items)

    def aids(self, event: Event) -> str:
        """The modifiers of a throw, by name: those of a check or a save are told apart from the others."""
        own = self._aids(event.values).lstrip(", ") if event.kind in ("check", "save") else ""
        return ", ".join(filter(None, (own, super().aids(event))))

    def _aids(self, values: Mapping[str, Any]) -> str:
        """The modifiers of a check or a save, and whose they are."""
        items = []
        if values.get("by"):
            helper = self.names.of([values["by"]], by_name=[values["by"]])
            items.append(self.phrase("part-check-modifier", name=helper, amount=signed(-values["bonus"])))
        if values.get("balked"):
            name, _ = self.modifier("balked-morale")
            items.append(self.phrase("part-check-modifier", name=name, amount=signed(values["balked"])))
        if "spell" in values and values.get("modifier"):
            items.append(self.phrase("part-save-modifier", amount=signed(values["modifier"])))
        return "".join(items)

    # --- engineers and scouts ----------------------------------------------------------------------------------

    def tell_petard(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        names = {item.id: item.name for item in self.setting.petard}
        result = names.get(values["result"], values["result"])
        # Results that do the same have one name: `nothing` needs two entries of the table.
        chances = self._chances((names[id], chance) for id, chance in values["chances"])
        yield self.entry(run, result=capital(result), chances=chances)

    def tell_scouts(self, run: Sequence[Event]) -> Iterator[EventWords]:
        values = run[0].values
        yield self.entry(run, "scouts-see" if values["sees"] else "scouts-fail")
        if values["seen"]:
            yield self.entry(run, "spotted")

    # --- the end of a turn -------------------------------------------------------------------------------------

    def tell_check(self, run: Sequence[Event]) -> Iterator[EventWords]:
        if not self.checking:
            self.checking = True
            self.formation, self.acting = "", []
            yield self.new_entry("checks")
        after: dict[str, list[Event]] = {}
        groups: dict[str, list[Event]] = {kind: [] for kind in ("rallied", "steadied", "failed", "routed")}
        for event in run:
            if event.kind != "check":
                after.setdefault(event.values["unit"], []).append(event)
        for event in run:
            if event.kind == "check":
                groups[self._outcome_of(event, after.get(event.values["unit"], ()))].append(event)
        for outcome, same in groups.items():
            if same:
                tests = self._tested([([item.values["unit"]], item.values) for item in same])
                yield self.entry(same, f"check-{outcome}", each=tests)
            mad = [e for item in same for e in after.get(item.values["unit"], ()) if e.kind == "berserk"]
            if mad:
                yield self.entry(mad)

    @staticmethod
    def _outcome_of(check: Event, after: Iterable[Event]) -> str:
        """The outcome of a check of morale, as far as outcomes are told apart."""
        if check.values["passed"]:
            return "steadied" if check.values["was"] == "routed" else "rallied"
        return "routed" if any(event.kind == "routed" for event in after) else "failed"


def _joined_moves(parts: Sequence[str]) -> str:
    """The moves of several counters in one list that reads well at any length."""
    return "; ".join(parts) if len(parts) > 2 or any(" and " in item for item in parts) else listed(parts)
