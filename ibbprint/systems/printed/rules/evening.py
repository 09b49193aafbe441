"""What may be changed in a scenario of a folder to bring its sides nearer to even: arrivals, and the number of units.

Only what the scenario's file says of its forces is changed: the tables of the game stay. There is one leader of each
name and one unit of each number, so only units of which a scenario has several come in other numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.digits import are_digits
from ibbprint.engine.api.evening import Change, Edit
from ibbprint.phrases import side_inside

if TYPE_CHECKING:
    from ibbprint.systems.printed.rules.forces import Kind
    from ibbprint.systems.printed.rules.setting import Setting

SEVERAL = 2


class _Entry(NamedTuple):
    """An entry of the list of forces: its place in the list, its side, its kind of unit, what is written of it."""

    place: tuple[str | int, ...]
    side: int
    kind: Kind
    written: dict[str, Any]

    def whole(self, key: str, usual: int) -> int:
        """A number of the entry."""
        text = str(self.written.get(key, usual))
        return int(text) if are_digits(text) else usual


def changes(setting: Setting) -> Iterator[Change]:
    """Arrivals a turn earlier or later, then one unit more or fewer of an entry."""
    entries = list(_entries(setting))
    for entry in entries:
        turn = entry.whole("turn", 0)
        for other, gains in ((turn - 1, entry.side), (turn + 1, 1 - entry.side)):
            if turn and 0 < other <= setting.last_turn:
                words = f"{entry.kind.name} of {_whose(setting, entry.side)} in turn {other} instead of {turn}"
                yield Change("army", words, (Edit((*entry.place, "turn"), str(other)),), setting.sides[gains])
    total = Counter(start.kind.id for start in setting.starts)
    for entry in entries:
        if entry.kind.leader or total[entry.kind.id] < SEVERAL:
            continue
        count = entry.whole("count", 1)
        for other, gains in ((count + 1, entry.side), (count - 1, 1 - entry.side)):
            if other:
                words = f"{other} of {entry.kind.name} instead of {count} for {_whose(setting, entry.side)}"
                yield Change("gold", words, (Edit((*entry.place, "count"), str(other)),), setting.sides[gains])


def _entries(setting: Setting) -> Iterator[_Entry]:
    """The entries that name a unit of a side; none where the forces are in a table."""
    forces = setting.scenario.outline.forces
    for number, written in enumerate(forces if isinstance(forces, list) else ()):
        kind = setting.by_id.get(str(written.get("unit"))) if isinstance(written, dict) else None
        if kind is not None:
            own = written.get("side")
            side = setting.sides.index(own) if own in setting.sides else kind.side
            if side >= 0:
                yield _Entry(("forces", number), side, kind, written)


def _whose(setting: Setting, side: int) -> str:
    return side_inside(setting.folder.sides[setting.sides[side]].name)
