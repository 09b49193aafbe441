"""What a map file puts beside its map, looked up: the turns of a scenario, the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import get_args

from ibbprint.catalogue.maps import CellMap
from ibbprint.catalogue.models.beside import BESIDE_KINDS, BesideEntry
from ibbprint.catalogue.region_maps import PlaceMap
from ibbprint.digits import are_digits
from ibbprint.engine.ledger import CELL
from ibbprint.materials.beside import Beside, Shown
from ibbprint.patterns import regex
from ibbprint.problems import Where
from ibbprint.systems.printed.folder import Folder

ROOM_MM = 3.0
"""What a box of a track has more than the counter in it."""
MOST_BOXES = 200
"""More boxes than go round the largest map."""
MOST_TURNS = 200
_RANGE = regex(r"(-?[0-9]{1,4})-(-?[0-9]{1,4})")


def beside_of(game: Folder, board: CellMap | PlaceMap, scale: float) -> tuple[Beside, ...]:
    """All that is beside a map and sound; faults are in the report of the game. Sizes grow with the `scale`."""
    result: list[Beside] = []
    for index, entry in enumerate(board.model.beside):
        where = partial(board.source.where, "map", "beside", index)
        item = _Reading(game, entry, where, scale).read()
        if item is not None:
            same = item.kind in get_args(Shown) and any(placed.kind == item.kind for placed in result)
            if same:
                game.report.error(where("show"), "map:beside", f"{item.name} is beside the map already.")
            result.append(item)
    return tuple(result)


class _Reading:
    """An entry that is read: its faults are told at its fields."""

    def __init__(self, game: Folder, entry: BesideEntry, where: Callable[..., Where], scale: float) -> None:
        self.game, self.entry, self.where, self.scale = game, entry, where, scale
        self.sound = True

    def fault(self, message: str, hint: str = "", *path: str | int, rule: str = "map:beside") -> None:
        self.sound = False
        self.game.report.error(self.where(*path), rule, message, hint)

    def read(self) -> Beside | None:
        entry = self.entry
        kinds = [name for name in BESIDE_KINDS if getattr(entry, name) is not None]
        if len(kinds) != 1:
            message = f"this is {' and '.join(kinds)} at once." if kinds else "nothing says what is here."
            self.fault(message, f"Write one of {', '.join(BESIDE_KINDS)}.")
            return None
        (kind,) = kinds
        is_track = kind in ("turns", "track")
        for name, applies in (
            ("cell", is_track),
            ("lines", is_track),
            ("notes", is_track),
            ("size", kind == "box"),
            ("colour", kind == "box"),
            ("title", kind != "show"),
        ):
            if getattr(entry, name) not in (None, {}) and not applies:
                self.fault(f"{name} is not for {kind}.", "", name)
        self.anchors(is_track)
        counter = self.game.game.counter * self.scale
        cell = entry.cell * self.scale if entry.cell is not None else counter + ROOM_MM
        size = entry.size or [2 * counter / self.scale + 8, counter / self.scale + 12]
        item = Beside(
            "track" if is_track else entry.show or kind,  # type: ignore[arg-type]
            self.name(kind),
            tuple(entry.at),
            self.where(kind),
            title=entry.title or entry.box or ("Turns" if kind == "turns" else ""),
            lines=self.lines(kind),
            cell=cell if is_track else 0.0,
            rows=entry.lines or 0,
            size=(size[0] * self.scale, size[1] * self.scale),
            colour=entry.colour or "",
            offset=(0.0, 0.0) if entry.offset is None else (entry.offset[0], entry.offset[1]),
        )
        return item if self.sound else None

    def name(self, kind: str) -> str:
        """What messages call it."""
        value = getattr(self.entry, kind)
        return {
            "turns": "the turn track",
            "track": f"the track {value}",
            "box": f"the box {value}",
            "table": f"the table {value}",
        }.get(kind, f"the {value}")

    def anchors(self, is_track: bool) -> None:
        """A place on one side; for a track several sides that meet in corners, in order."""
        names = self.entry.at
        if len(names) == 1:
            return
        if not is_track:
            self.fault("only a track goes round a corner.", "Write one side.", "at")
            return
        sides = ("top", "right", "bottom", "left")
        for index, name in enumerate(names):
            if name not in sides:
                message = f"a track that goes round corners is on whole sides, not at {name}."
                self.fault(message, "For example: at: [top, right]", "at", index)
                return
        steps = {(sides.index(b) - sides.index(a)) % 4 for a, b in pairwise(names)}
        if steps not in ({1}, {3}):
            message = f"the sides {', '.join(names)} do not meet in corners in this order."
            self.fault(message, "Go round the map one way: [top, right, bottom], [top, left].", "at")

    # --- what is in it ----------------------------------------------------------------------------------------------

    def lines(self, kind: str) -> tuple[tuple[str, ...], ...]:
        if kind == "turns":
            return self.noted([(str(turn), "") for turn in range(1, self.turns() + 1)])
        if kind == "track":
            return self.noted(self.track(self.entry.track or ""))
        return self.rows(self.entry.table or "") if kind == "table" else ()

    def turns(self) -> int:
        """The number of turns: as written, or that of a scenario."""
        text = self.entry.turns or ""
        if are_digits(text):
            if not 1 <= int(text) <= MOST_TURNS:
                self.fault(f"a track has 1 to {MOST_TURNS} turns, not {text}.", "", "turns")
            return min(int(text), MOST_TURNS)
        turns_of = self.game.turns
        if text not in turns_of:
            if self.game.scenarios_whole:
                hint = self.game.ledger.hint(text, turns_of) or "Write the number of turns."
                self.fault(f"there is no scenario {text!r}.", hint, "turns", rule="ref:scenario")
            self.sound = False
        elif turns_of[text] is None:
            self.fault(f"the scenario {text} does not say how many turns it has.", "Write turns: 8 in it.", "turns")
        return turns_of.get(text) or 0

    def track(self, text: str) -> list[tuple[str, str]]:
        match = _RANGE.fullmatch(text)
        if match is None:
            rows = self.rows(text, "track")[1:]
            return [(row[0], row[1] if len(row) > 1 else "") for row in rows]
        first, last = int(match[1]), int(match[2])
        step = 1 if last > first else -1
        if abs(last - first) >= MOST_BOXES or first == last:
            self.fault(f"a track has 2 to {MOST_BOXES} boxes, not those of {text}.", "", "track")
            return []
        return [(str(number).replace("-", "−"), "") for number in range(first, last + step, step)]

    def noted(self, boxes: list[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
        """Boxes with the notes of the entry under their figures."""
        figures = [figure for figure, _ in boxes]
        for figure in self.entry.notes:
            if self.sound and figure not in figures:
                hint = f"Its boxes go from {figures[0]} to {figures[-1]}." if figures else ""
                self.fault(f"the track has no box {figure!r}.", hint, "notes", figure)
        return tuple((figure, self.entry.notes.get(figure, note)) for figure, note in boxes)

    def rows(self, name: str, key: str = "table") -> tuple[tuple[str, ...], ...]:
        """The heads of a table and its rows, as they are printed."""
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
            self.fault(f"{name!r} is neither a range such as 0-30 nor the name of a table.", "", key)
            return ()
        table = self.game.table(name, self.where(key))
        if table is None or not table.whole:
            self.sound = False
            return ()
        if len(table.rows) > MOST_BOXES:
            self.fault(
                f"the table {name} has {len(table.rows)} rows; beside a map there are {MOST_BOXES} at most.", "", key
            )
            return ()
        self.game.ledger.charge(CELL * len(table.columns) * (len(table.rows) + 1), partial(self.where, key))
        return tuple(tuple("" if value is None else str(value) for value in line) for line in table.lines)
