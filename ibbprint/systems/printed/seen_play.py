"""What texts see of the rules of play: every key with its cell, the rules as sentences, and combats worked out.

A changed key of `play:` changes the sentence that is printed, the odds and the game together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from ibbprint.materials import FaultyWords, MayLack
from ibbprint.patterns import regex
from ibbprint.problems import Report, did_you_mean
from ibbprint.systems.printed.rules import staging
from ibbprint.systems.printed.rules.attacks import Odds, check_assault, weigh
from ibbprint.systems.printed.rules.compiled import SHIFT, ModifierRule
from ibbprint.systems.printed.rules.effects import in_words
from ibbprint.systems.printed.rules.numbers import as_text, number
from ibbprint.systems.printed.rules.setting import Setting
from ibbprint.systems.printed.sentences import Sentences

_RULE = "play:fight"
_FIGHT = regex(r"(.+?) vs (.+?)((?: (?:at|from|on|across|place|turn|shift) [^ ]+)*)")
_WHERE = regex(r"(at|from|on|across|place|turn|shift) ([^ ]+)")


class PlayValues(Mapping[str, Any], MayLack):
    """The values under `play` of a text, each the method `of_` its name. Nothing is worked out before a text asks."""

    def __init__(self, setting: Callable[[], Setting | None], report: Report) -> None:
        self._setting, self._report = setting, report

    def __getitem__(self, key: str) -> Any:
        if key not in KEYS or self.setting is None:
            raise KeyError(key)
        return getattr(self, f"of_{key}")

    def __iter__(self) -> Iterator[str]:
        return iter(KEYS if self.setting is not None else ())

    def __len__(self) -> int:
        return len(KEYS)

    @property
    def whole(self) -> bool:
        return self.setting is not None or self._report.ok

    @cached_property
    def setting(self) -> Setting | None:
        return self._setting()

    @property
    def _ready(self) -> Setting:
        assert self.setting is not None
        return self.setting

    # --- values -------------------------------------------------------------------------------------------------

    @cached_property
    def of_turns(self) -> int:
        return self._ready.last_turn

    @cached_property
    def of_stacking(self) -> dict[str, Any]:
        limit = self._ready.stack_limit
        return {} if limit is None else {"limit": as_text(max(limit))}

    @cached_property
    def of_retreat(self) -> dict[str, Any]:
        return {"hexes": self._ready.retreat_hexes, "loses": self._ready.retreat_unable}

    @cached_property
    def of_sequence(self) -> list[dict[str, Any]]:
        """The phases of a turn in their order: number, side, name, what happens, and their paragraph."""
        setting = self._ready
        sides = list(setting.folder.sides.values())
        phases = [op for op in setting.program if op.do != "redraw"]
        return [
            {
                "number": at,
                "side": sides[op.side].name if op.side >= 0 else "",
                "name": op.name,
                "do": op.do,
                "rule": op.rule,
            }
            for at, op in enumerate(phases, start=1)
        ]

    @cached_property
    def of_costs(self) -> list[dict[str, Any]]:
        """Each ground with its cell by class, and the notes of the exceptions that name it."""
        setting, ground = self._ready, self._ready.ground
        keys = sorted({start.kind.cost_class for start in setting.starts})
        result = []
        for file in ("terrain", "hexsides", "lines"):
            for entry in setting.folder.of_ground(file):
                notes = [getattr(entry, "text", None) or ""]
                notes += [
                    exception.model.text
                    for exception in ground.exceptions
                    if entry.id in getattr(exception.model, file) and exception.model.text
                ]
                cells = {key: ground.written(file, entry.id, key) or "" for key in keys}
                result.append(
                    {"id": entry.id, "name": entry.name, "cost": cells, "notes": "; ".join(filter(None, notes))}
                )
        return result

    @cached_property
    def of_shifts(self) -> list[dict[str, Any]]:
        """Every shift of the column with its amount and when it counts."""
        result = []
        for fight in self._ready.fights.values():
            for rule in fight.modifiers:
                if rule.changes == SHIFT:
                    result += [{"amount": amount, "when": when} for amount, when in self._amounts(rule) if amount]
        return result

    def _amounts(self, rule: ModifierRule) -> Iterator[tuple[int, str]]:
        """The amounts of a modifier, signed as applied, each with its words."""
        setting, model = self._ready, rule.model
        sign = -1 if model.side == "defenders" else 1
        files = {"terrain": "terrain", "hexside": "hexsides", "place": "places"}
        if model.of in files:
            for entry in setting.folder.of_ground(files[model.of]):
                if rule.ids and entry.id not in rule.ids:
                    continue
                text = setting.ground.written(files[model.of], entry.id, rule.key) if rule.key else None
                amount = int((number(text) if text else rule.amount) or 0)
                name = entry.name.lower()
                words = {
                    "terrain": f"the defenders are in a {name} hex",
                    "place": f"the defenders are in a {name} hex",
                    "hexside": f"all adjacent attackers attack across a {entry.id}",
                }[model.of]
                yield sign * amount, model.text or words
        elif model.of == "leader":
            side = "an attacker" if sign > 0 else "the defenders"
            values = {int(number(kind.values.get(rule.column, "")) or 0) for kind in setting.kinds if kind.leader}
            for value in sorted(values):
                yield sign * value, model.text or f"a leader is with {side}"
        elif model.of == "column":
            values = {int(number(kind.values.get(rule.column, "")) or 0) for kind in setting.kinds}
            for value in sorted(values):
                yield sign * value, f"{model.text or rule.name} ({rule.column} {value})"
        else:
            yield sign * int(rule.amount or 0), model.text or rule.name

    @cached_property
    def of_results(self) -> dict[str, dict[str, str]]:
        """The effect of each code: in the words of its table, and in those of its effect."""
        return {
            code: {"words": fight.words.get(code) or f"{in_words(effect)}.", "effect": f"{in_words(effect)}."}
            for fight in self._ready.fights.values()
            for code, effect in fight.effects.items()
        }

    @cached_property
    def of_not_played(self) -> list[str]:
        return list(self._ready.not_played)

    # --- sentences ----------------------------------------------------------------------------------------------

    @cached_property
    def of_says(self) -> dict[str, list[str]]:
        """The rules of each section as sentences, from their keys."""
        return Sentences(self._ready).by_section()

    @cached_property
    def of_victory(self) -> list[str]:
        """The ways to win in their order, as sentences."""
        return list(Sentences(self._ready).victory())

    # --- combats ------------------------------------------------------------------------------------------------

    @cached_property
    def of_fight(self) -> Mapping[str, Any]:
        return _Fights(self._ready)


KEYS = tuple(name.removeprefix("of_") for name in vars(PlayValues) if name.startswith("of_"))


class _Fights(Mapping[str, Any]):
    """Worked examples by their words: `2 regiment, aske vs spears at 0806 from 0706`, fought by the engine.

    Words that are no combat, or one that the rules forbid, raise FaultyWords.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._known: dict[str, dict[str, Any]] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def __getitem__(self, words: str) -> dict[str, Any]:
        if words not in self._known:
            self._known[words] = self._worked_out(words)
        return self._known[words]

    def _worked_out(self, words: str) -> dict[str, Any]:
        match = _FIGHT.fullmatch(words.strip())
        if match is None:
            hint = "Write: 2 regiment, aske vs spears at 0806 from 0706"
            raise FaultyWords(_RULE, words, f"{words!r} is not a combat.", hint)
        options: dict[str, list[str]] = {}
        for name, value in _WHERE.findall(match[3]):
            options.setdefault(name, []).append(value)
        setting = self.setting
        if "at" not in options:
            terrain = options.get("on", [setting.folder.terrain[0].id])[0]
            setting = staging.on_ground(setting, terrain, options.get("across", []), options.get("place", [""])[0])
        turn = int(number(options.get("turn", ["1"])[0]) or 1)
        fight = setting.fights[setting.first_fight]
        index, board = setting.space.index, setting.board

        def hex_of(name: str) -> int:
            cell = board.cell(name)
            if cell is None:
                raise FaultyWords(_RULE, words, f"{words!r}: {board.not_here(name)}")
            return index[cell]

        target = hex_of(options["at"][0]) if "at" in options else index[staging.CENTRE]
        starts = [hex_of(name) for name in options.get("from", [])] or [index[staging.RING[0]]]
        sides: list[list[tuple[staging.NamedUnits, Any]]] = []
        for text in (match[1], match[2]):
            items = [staging.parse_item(part) for part in text.split(",")]
            for part, item in zip(text.split(","), items, strict=True):
                name = part.strip() if item is None else item.id
                if name not in setting.by_id:
                    hint = did_you_mean(name, setting.by_id)
                    raise FaultyWords(_RULE, words, f"{words!r}: there is no unit {name!r}.", hint)
            sides.append([(item, setting.by_id[item.id]) for item in items if item is not None])
        side = next((kind.side for _, kind in sides[0] if kind.side >= 0), 0)
        state = staging.staged(setting, turn, side, fight)
        attackers = staging.place(state, sides[0], side, starts, hex_of)
        defenders = staging.place(state, sides[1], 1 - side, [target], hex_of)
        attack = staging.assault(state, fight, attackers, defenders, "")
        refused = check_assault(state, attack)
        if refused is not None:
            raise FaultyWords(_RULE, words, f"{words!r}: {refused.message}.")
        shift = int(number(options.get("shift", ["0"])[0]) or 0)
        return _values(weigh(state, attack).more(shift), fight)


def _values(odds: Odds, fight: Any) -> dict[str, Any]:
    """A combat as texts see it: figures, shifts, and the code of each sum of the dice."""
    columns = odds.columns
    start = columns.column(odds.start, 0)
    return {
        "attack": as_text(odds.attack),
        "defence": as_text(odds.defence),
        columns.by: odds.start.text,
        "start": "" if start is None else columns.heads[start],
        "shifts": [{"name": used.name, "amount": used.amount} for used in odds.used if used.changes == "column"],
        "shift": odds.shift,
        "column": odds.head,
        "result": {total: odds.code(fight, total) for total in fight.dice.sums},
        "chances": {code: str(chance) for code, chance in odds.chances(fight).items()},
    }
