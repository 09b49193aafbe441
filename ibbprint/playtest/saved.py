"""Saved games: a text that a person can read, an action a line, and that plays again to the same end.

```
ibbprint game 2
scenario: defend-the-bridge
seed: 7
rule: R-22=3-2-4
policy: tudwall=greedy
begins: 5e884898da280471

# turn 1
order
move R9 1306-1206
...
ends: 6b3a55e0261b0304
```

Promises: faults of a file are reported with line and column; a file that is cut off plays as far as it goes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ibbprint.catalogue.source import bad_character, decode, is_file, is_folder, is_there, read_bytes
from ibbprint.engine.session import Opened, Playing
from ibbprint.patterns import regex
from ibbprint.problems import Problem, Report, Severity, Where, did_you_mean, nearest
from ibbprint.version import __version__

FORMAT = "ibbprint game"
VERSION = 2
EARLIER = "1"
"""A format that is read too; its fingerprints were taken in another way, so nothing can be compared with them."""
FIELDS = ("scenario", "pack", "rule", "seed", "policy", "version", "begins")
"""What the head can hold; `pack`, `rule` and `policy` as often as need be."""
LONGEST = 500
"""No line is longer, but for that of a seed, which may be any text."""
QUOTE = '"'
MANY = ("pack", "rule", "policy")
_FIELD = regex(r"([A-Za-z_-]+):(.*)")


@dataclass(slots=True)
class Head:
    """The beginning of a game: scenario, seed and options."""

    scenario: str
    seed: str
    packs: tuple[str, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    policies: Mapping[str, str] = field(default_factory=dict)
    begins: str = ""
    """The fingerprint of the game before the first action: another one means that the scenario has changed."""


@dataclass(slots=True)
class SavedGame:
    """A saved game as read: its head, its actions with their places, and the fingerprint of its end, if it has one."""

    head: Head
    actions: list[tuple[str, Where]]
    ends: str = ""
    ends_at: Where | None = None
    """Where the end was written."""
    earlier: bool = False
    """It was saved in the `EARLIER` format."""
    where: Mapping[tuple[str, str], Where] = field(default_factory=dict)
    """Where each value of the head was written, by its field and itself."""


class Recorder:
    """Writes a game down while it is played: give `note` to `play_game`."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self._lines: list[str] = []
        self._turn = -1

    def note(self, game: Playing, action: Any) -> None:
        """Write down an action that is about to be done."""
        if self._turn < 0:
            self.head.begins = game.fingerprint()
        self.line(game.turn, game.text(action))

    def line(self, turn: int, text: str) -> None:
        """Write down an action that was done in a turn."""
        if turn != self._turn:
            self._turn = turn
            self._lines += ["", f"# turn {turn}" if turn else "# set-up"]
        self._lines.append(text)

    def text(self, game: Playing) -> str:
        """The whole file; `game` is the game as it stands now."""
        head = self.head
        begins = head.begins or game.fingerprint()
        lines = [f"{FORMAT} {VERSION}", f"scenario: {head.scenario}", f"seed: {_one_line(head.seed)}"]
        lines += [f"pack: {pack}" for pack in head.packs]
        lines += [f"rule: {name}={value}" for name, value in head.rules.items()]
        lines += [f"policy: {side}={name}" for side, name in head.policies.items()]
        lines += [f"version: {__version__}", f"begins: {begins}", *self._lines]
        if game.is_over:
            lines += ["", f"ends: {game.fingerprint()}"]
        return "\n".join(lines) + "\n"


def _one_line(seed: str) -> str:
    """A seed as it is in the file: itself, or as JSON where it is not plainly one line of text."""
    plain = seed and seed == seed.strip() and seed.isprintable() and not seed.startswith(QUOTE)
    return seed if plain else json.dumps(seed)


def read_saved(path: Path, report: Report) -> SavedGame | None:
    """A saved game, or None with everything that is wrong with its head in the report."""
    name = str(path)
    raw = read_bytes(path, name, report)
    text = None if raw is None else decode(raw, name, report)
    return None if text is None else saved_in(text, name, report)


def saved_in(text: str, name: str, report: Report) -> SavedGame | None:
    """The saved game in a text, as `read_saved` gives it; `name` stands for its file in messages."""
    bad = bad_character(text, name)
    if bad is not None:
        report.error(bad[0], "read:character", bad[1])
        return None
    return _Reader(name, report).read(text)


class _Reader:
    def __init__(self, name: str, report: Report) -> None:
        self.shown = name
        self.report = report
        self.fields: dict[str, list[str]] = {}
        self.where: dict[tuple[str, str], Where] = {}
        self.meant: set[str] = set()
        """Fields that a misspelt one stands for."""
        self.sound = True
        self.earlier = False

    def fault(self, where: Where, message: str, hint: str = "", rule: str = "read:save") -> None:
        self.sound = False
        self.report.error(where, rule, message, hint)

    def read(self, text: str) -> SavedGame | None:
        lines = text.splitlines()
        if not self.first(lines[0] if lines else ""):
            return None
        actions: list[tuple[str, Where]] = []
        ends = ""
        ends_at: Where | None = None
        for number, line in enumerate(lines[1:], start=2):
            words = line.strip()
            at = Where(self.shown, number, len(line) - len(line.lstrip()) + 1)
            if not words or words.startswith("#"):
                continue
            if len(line) > LONGEST and not words.startswith("seed:"):
                self.fault(at, f"this line is longer than the {LONGEST} characters that a line may have.")
                return None
            if ends:
                self.fault(at, "the game has ended above; nothing can follow.", "Delete everything after ends.")
                break
            field_line = _FIELD.match(words)
            if field_line is None:
                actions.append((words, at))
                continue
            name, value = field_line[1], field_line[2].strip()
            if name not in (*FIELDS, "ends") and actions:
                actions.append((words, at))
            elif name == "ends":
                ends, ends_at = value, at
            elif actions:
                self.fault(at, f"{words!r} belongs above the first action.", "Move it to the head of the file.")
            else:
                self.head_line(name, value, at)
        head = self.head(Where(self.shown, min(2, max(1, len(lines))), 1))
        return (
            SavedGame(head, actions, ends, ends_at, self.earlier, self.where)
            if head is not None and self.sound
            else None
        )

    def first(self, line: str) -> bool:
        """Whether the first line says that this is a saved game of a kind that can be read."""
        where = Where(self.shown, 1, 1)
        words = line.strip().rpartition(" ")
        if words[0] != FORMAT:
            self.fault(where, "this is not a saved game.", f"A saved game begins with the line: {FORMAT} {VERSION}")
        elif words[2] == EARLIER:
            self.earlier = True
        elif words[2] != str(VERSION):
            at = Where(self.shown, 1, line.index(words[2], len(FORMAT)) + 1)
            self.fault(
                at, f"this saved game has the format {words[2]}.", f"This ibbprint reads {EARLIER} and {VERSION}."
            )
        return self.sound

    def head_line(self, name: str, value: str, at: Where) -> None:
        if name not in FIELDS:
            self.meant.add(nearest(name, FIELDS) or "")
            self.fault(at, f"{name!r} is not a field of a saved game.", did_you_mean(name, FIELDS), "read:field")
        elif not value:
            self.meant.add(name)
            self.fault(at, f"the field {name} is empty.", rule="read:missing")
        elif name in self.fields and name not in MANY:
            self.fault(at, f"{name} appears twice.", "Keep one of them.", "read:field")
        else:
            self.fields.setdefault(name, []).append(value)
            self.where.setdefault((name, value), at)

    def head(self, where: Where) -> Head | None:
        for name in ("scenario", "seed"):
            if name not in self.fields and name not in self.meant:
                self.fault(where, f"the field {name} is missing.", f"Write {name}: and its value.", "read:missing")
        seed = self.seed()
        rules, policies = self.pairs("rule"), self.pairs("policy")
        if not self.sound or seed is None:
            return None
        return Head(
            self.fields["scenario"][0],
            seed,
            tuple(self.fields.get("pack", ())),
            rules,
            policies,
            self.fields.get("begins", [""])[0],
        )

    def seed(self) -> str | None:
        """Any text; one in quotes is written as in JSON."""
        if "seed" not in self.fields:
            return None
        text = self.fields["seed"][0]
        if not text.startswith(QUOTE):
            return text
        try:
            return str(json.loads(text))
        except ValueError:
            message = "this seed begins with a quote, but it is not a JSON string."
            self.fault(self.where["seed", text], message, rule="read:value")
            return None

    def pairs(self, name: str) -> dict[str, str]:
        result = {}
        for text in self.fields.get(name, ()):
            key, equals, value = (item.strip() for item in text.partition("="))
            if not equals or not key or not value:
                self.fault(self.where[name, text], f"{name} takes NAME=VALUE, not {text!r}.", rule="read:value")
            result[key] = value
        return result


def replay(saved: SavedGame, opened: Opened[Any], report: Report, path: Path) -> Playing | None:
    """The game played again, every action checked; None with the line at fault in the report."""
    for side, name in saved.head.policies.items():
        if side not in opened.sides:
            report.error(
                saved.where.get(("policy", f"{side}={name}"), Where(str(path))),
                "read:save",
                f"there is no side {side!r}.",
                did_you_mean(side, opened.sides),
            )
    if not report.ok:
        return None
    game = opened.start(saved.head.seed, listen=True)
    if saved.earlier:
        report.warning(
            Where(str(path), 1, 1),
            "read:save",
            "this game was saved by an earlier ibbprint.",
            "Its actions are checked as always, but not whether the scenario has changed or the game ends as it did.",
        )
    elif saved.head.begins and saved.head.begins != game.fingerprint():
        report.warning(
            saved.where.get(("begins", saved.head.begins), Where(str(path))),
            "read:save",
            "the scenario, its catalogue or the head of this file has changed since the game was saved.",
            "Its actions may no longer be legal.",
        )
    for line, where in saved.actions:
        fault = game.fault(line)
        if fault is not None:
            report.add(_placed(fault, where))
            return None
        game.play(game.parse(line))
    last = saved.actions[-1][1] if saved.actions else Where(str(path))
    if not game.is_over:
        decides = opened.sides.get(game.to_move or "", game.to_move)
        report.warning(
            last,
            "read:save",
            f"the game stops here, on turn {game.turn}. Next to decide: {decides}.",
            "The actions above were played.",
        )
    elif saved.ends and not saved.earlier and saved.ends != game.fingerprint():
        report.error(
            saved.ends_at or last,
            "read:save",
            "the game ends differently from when it was saved.",
            "The file or the rules have changed since.",
        )
        return None
    return game


def _placed(fault: Problem, where: Where) -> Problem:
    """A fault of a line at its place in the file."""
    column = where.column + max(fault.where.column - 1, 0)
    return Problem(Severity.ERROR, Where(where.file, where.line, column), fault.rule, fault.message, fault.hint)


def in_the_file(report: Report, saved: SavedGame) -> Report:
    """The report with faults in values of the head moved to their places in the file."""
    result = Report()
    for problem in report:
        for (name, value), where in saved.where.items():
            if problem.where.line == 0 and problem.where.file in (value, f"--{name} {value}"):
                problem = problem._replace(where=where)
                break
        result.add(problem)
    return result


def scenario_of(saved: SavedGame, path: Path) -> str:
    """The scenario of a saved game; a file of it may lie beside the game."""
    beside = path.parent / saved.head.scenario
    return str(beside) if is_file(beside) and not is_there(Path(saved.head.scenario)) else saved.head.scenario


def pack_paths(saved: SavedGame, path: Path, packs: Sequence[Path]) -> tuple[Path, ...]:
    """The paths of a saved game's packs: as given now, else as it names them, from here or from beside it."""
    if packs:
        return tuple(packs)
    items = []
    for name in saved.head.packs:
        pack = Path(name)
        beside = path.parent / pack
        items.append(pack if is_folder(pack) or not is_folder(beside) else beside)
    return tuple(items)
