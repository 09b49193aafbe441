"""A game made of files in words: its events as sentences, units and places by their printed names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ibbprint.digits import are_digits
from ibbprint.engine.api.playing import EventWords
from ibbprint.engine.narration import Narration
from ibbprint.engine.state import Event
from ibbprint.phrases import counted, inside, listed, signed
from ibbprint.systems.printed.rules.effects import in_words
from ibbprint.systems.printed.rules.state import State


class Tale(Narration[State]):
    """Tells a game made of files."""

    LEFT_OUT = frozenset(("ready",))

    def __init__(self, state: State, events: Sequence[Event]) -> None:
        super().__init__(state, events)
        self.setting = state.setting
        names = Counter(unit.kind.name for unit in state.counters)
        self.names = {
            unit.key: unit.kind.name if names[unit.kind.name] == 1 else f"{unit.kind.name} {_behind(unit.key)}"
            for unit in state.counters
        }
        self.side_names = {side.id: side.name for side in self.setting.folder.sides.values()}

    def before(self) -> Iterator[EventWords]:
        yield self.new_entry("scenario", title=self.setting.scenario.head.title)
        for number, side in enumerate(self.setting.sides):
            kinds = Counter(start.kind.name for start in self.setting.starts if start.side == number)
            units = [
                name if count == 1 else self.phrase("part-units", number=str(count), name=name)
                for name, count in kinds.items()
            ]
            yield self.new_entry(
                "army", side=self.side_names[side], whose=inside(self.side_names[side]), units=listed(units)
            )
        for text in self.setting.not_played:
            yield self.new_entry("not-played", text=text)

    def modifier(self, id: str) -> tuple[str, Sequence[str]]:
        """A modifier by its name: events of games of files have that in the place of an id."""
        return id, ()

    def amount(self, changes: str, amount: int) -> str:
        return signed(amount)

    def word(self, name: str, run: Sequence[Event]) -> str:
        values = run[0].values
        match name:
            case "unit":
                return self.names.get(values["unit"], str(values["unit"]))
            case "units" | "targets" if isinstance(values[name], list | tuple):
                return listed([self.names[key] for key in values[name]])
            case "attacks":
                return "attack" if self.are_many(values["units"]) else "attacks"
            case "are":
                return "are" if self.are_many(values["targets"]) else "is"
            case "side":
                return self.side_names.get(values["side"], str(values["side"]))
            case "whose":
                return inside(self.side_names.get(values["side"], str(values["side"])))
            case "hex":
                return self.at(values["hex"])
            case "start" if run[0].kind != "combat":
                return self.at(values["start"])
            case "hexes":
                return listed([self.at(hex) for hex in values["hexes"]])
            case "place":
                return self.at(values["hex"])
            case "placed":
                return listed(self.each("part-placed", run))
            case "losers":
                return listed(self.each("part-loser", run))
            case "ways":
                if run[0].kind == "retreats":
                    return listed(
                        [
                            f"{self.word('unit', [e])} from {self.at(e.values['start'])} to {self.at(e.values['hex'])}"
                            for e in run
                        ]
                    )
                return "; ".join(self.each("part-way", run))
            case "figures":
                modifiers = self.modifiers(values["modifiers"])
                return self.phrase(
                    "part-figures",
                    attack=values["attack"],
                    defence=values["defence"],
                    start=values["start"],
                    modifiers=modifiers,
                    column=values["column"],
                )
            case "die":
                return self.fell(values["die"], values["held"]) if "held" in values else str(values["die"])
            case "words":
                return self.result_words(values["code"])
            case "now":
                row = self.setting.now(int(values["number"]))
                texts = [
                    f"{key.replace('_', ' ')} {value}"
                    for key, value in row.items()
                    if key != "turn" and value not in ("", None)
                ]
                return self.phrase("part-now", values=", ".join(texts)) if texts else ""
            case "counts":
                return listed(list(self.counts(run[0])))
            case "outcome":
                return self.outcome(values)
        return super().word(name, run)

    def are_many(self, keys: Sequence[str]) -> bool:
        """Whether units take a verb in the plural: several, or one whose name is a plural, such as Boatmen."""
        return len(keys) > 1 or self.names[keys[0]].endswith(("s", "men"))

    def result_words(self, code: str) -> str:
        """The effect of a code, in words inside a sentence."""
        for fight in self.setting.fights.values():
            if code in fight.effects:
                text = in_words(fight.effects[code])
                return text[0].lower() + text[1:]
        return code

    def at(self, hex: Any) -> str:
        """A hex with the name of its place."""
        cell = self.setting.board.cell(str(hex))
        name = "" if cell is None else self.setting.place_name(self.setting.space.index[cell])
        return f"{hex} ({name})" if name and name != hex else str(hex)

    def counts(self, event: Event) -> Iterator[str]:
        """The units of each side that stand after a turn."""
        stands = event.values["stands"]
        for number, side in enumerate(self.setting.sides):
            units = [u for u in self.state.counters if u.side == number and u.key in stands and not u.kind.leader]
            yield self.phrase("part-count", side=inside(self.side_names[side]), units=counted(len(units), "unit"))

    def outcome(self, values: Any) -> str:
        if values["why"] == "draw":
            return self.phrase("outcome-draw")
        level = self.phrase("part-level", name=values["level"]) if values["level"] else ""
        reason = values["name"] or self.met(values["clause"])
        why = self.phrase("part-why", what=reason) if reason else ""
        winner, loser = inside(self.side_names[values["winner"]]), inside(self.side_names[values["loser"]])
        return self.phrase("outcome-victory", winner=winner, loser=loser, level=level, why=why)

    def met(self, number: int) -> str:
        """The conditions of a way to win, as the player aid has them."""
        return self.setting.goals.clauses[number].text

    def tell_phase(self, run: Sequence[Event]) -> Iterator[EventWords]:
        """A phase, if anything happens in it."""
        following = self.events[self.next].kind if self.next < len(self.events) else "over"
        if following in ("phase", "turn-over", "turn", "over"):
            return
        yield self.entry(run, "phase" if "side" in run[0].values else "phase-of-nobody")


def _behind(key: str) -> str:
    """The number behind the id in the key of a counter."""
    last = key.rpartition("-")[2]
    return last if are_digits(last) else key
