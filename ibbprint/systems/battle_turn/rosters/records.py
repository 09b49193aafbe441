"""A roster as it was read, sound or not: what each row says, and where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ibbprint.engine.lists.records import Passed
from ibbprint.problems import Where
from ibbprint.systems.battle_turn.models import Leader, Roster, Unit


@dataclass(frozen=True, slots=True)
class Row:
    """A leader or a unit: its sound values by field, and where each was written.

    `faulty` are the fields with a value that could not be read, which has been told.
    """

    where: Where
    values: Mapping[str, Any]
    places: Mapping[str, Where] = field(default_factory=dict)
    faulty: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return str(self.values.get("name") or "this row")

    def get(self, field: str, usual: Any = None) -> Any:
        value = self.values.get(field)
        return usual if value is None else value

    def at(self, field: str) -> Where:
        """The place of a field, or of the row where it was not written."""
        return self.places.get(field, self.where)


@dataclass(frozen=True, slots=True)
class Written:
    """A roster as a file has it."""

    file: str
    where: Where
    head: Mapping[str, Any]
    leaders: Sequence[Row]
    units: Sequence[Row]
    places: Mapping[str, Where] = field(default_factory=dict)
    passed: Sequence[Passed] = ()
    """The lines of the file that are neither leaders nor units, with the first roster in it."""

    @property
    def name(self) -> str:
        return str(self.head.get("name") or "Roster")

    def roster(self) -> Roster | None:
        """The roster for play and print; None where a row lacks what it needs, which has been told."""
        if any(row.faulty for row in (*self.leaders, *self.units)) or not self.leaders or not self.units:
            return None
        needed = {name for name, info in Unit.model_fields.items() if info.is_required()}
        if any(needed - row.values.keys() for row in self.units):
            return None
        if any({"name", "role"} - row.values.keys() for row in self.leaders):
            return None
        return Roster(
            **self.head,
            leaders=[Leader(**row.values) for row in self.leaders],
            units=[Unit(**row.values) for row in self.units],
        )


def of_roster(roster: Roster, where: Callable[..., Where]) -> Written:
    """A roster of the catalogue or of a scenario; `where` gives the place of each path in it."""
    head = roster.model_dump(exclude={"leaders", "units"})
    rows = {
        part: [
            Row(
                where(part, number),
                values := item.model_dump(exclude_none=True),
                {name: where(part, number, name) for name in values},
            )
            for number, item in enumerate(getattr(roster, part))
        ]
        for part in ("leaders", "units")
    }
    return Written(where().file, where(), head, rows["leaders"], rows["units"])
