"""The tables of a playtest: counters by what they are, spells, markers, pairings. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ibbprint.engine.api.watching import Present, Role
from ibbprint.phrases import capital
from ibbprint.playtest.outcome import Outcome
from ibbprint.playtest.recording import spell_key
from ibbprint.playtest.tally import Career, Magic, Tally, quantile
from ibbprint.reports.playtest_words import Words, in_100, levels, share_of

NONE = "–"
"""What a cell says where there is nothing to count."""
HEADS: Mapping[Role, str] = {"unit": "Units", "leader": "Leaders", "engine": "Engines"}
ENOUGH = 0.99
"""What is enough in that part of the games is enough."""
MARKERS_IN: Mapping[str, float] = {"half the games": 0.5, f"{100 * ENOUGH:.0f} in 100": ENOUGH, "most": 1.0}
"""The parts of the games for which the markers on the table are counted, by what they are called."""
FIGHTING = ("attacks", "kills", "never attacks in")
"""The columns that leaders need only where leaders fight."""


class Table(NamedTuple):
    """Rows of cells under a row of headings."""

    head: str
    rows: Sequence[Sequence[str]]


def counter_tables(tally: Tally) -> Iterator[Table]:
    """A table for each role of counters: how long they live, what they do, how often they do nothing.

    A column in which no counter of the role has anything is left out.
    """
    for role, head in HEADS.items():
        pairs = [(key, career) for key, career in tally.careers.items() if _role(tally, key) == role and career.games]
        if pairs:
            columns = _columns(role)
            if role == "leader" and not any(career.attacks for _, career in pairs):
                columns = {name: cell for name, cell in columns.items() if name not in FIGHTING}
            rows = [[key, *(cell(tally.roll.get(key), career) for cell in columns.values())] for key, career in pairs]
            yield Table(head, _filled(["counter", *columns], rows))


def _role(tally: Tally, key: str) -> Role:
    return tally.roll[key].role if key in tally.roll else "unit"


def _columns(role: Role) -> Mapping[str, Callable[[Present | None, Career], str]]:
    attacks, never = ("shots", "never fires in") if role == "engine" else ("attacks", "never attacks in")
    return {
        "": lambda present, item: present.name if present else "brought on during play",
        "lost in": lambda _, career: _share(career.losses, career.games),
        "mostly on": lambda _, entry: f"turn {quantile(entry.lost, 0.5):.0f}" if entry.lost else NONE,
        attacks: lambda _, career: _each(career.attacks, career.games),
        "kills": lambda _, career: _each(career.kills, career.games),
        "idle turns": lambda _, career: _share(career.idle, career.turns),
        "orders refused": lambda _, career: _share(career.refused, career.orders),
        "never acts in": lambda _, career: _share(career.never, career.games, nothing=NONE),
        never: lambda _, career: _share(career.harmless, career.games, nothing=NONE),
    }


def _filled(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows under their headings, without the columns in which nothing was counted."""
    used = [at for at in range(len(heads)) if any(row[at] != NONE for row in rows)]
    return [[row[at] for at in used] for row in (heads, *rows)]


def spell_table(words: Words) -> Table | None:
    """A row for each spell that a side may cast; None in a game without magic."""
    tally = words.tally
    rows = []
    for spell in words.opened.spells:
        magic = tally.spells.get(spell_key(spell.side, spell.id), Magic())
        failed = _share(magic.failed, magic.cast, nothing=NONE)
        rows.append(
            [
                spell.name,
                words.side_name(spell.side),
                _each(magic.cast, tally.games),
                failed,
                _each(magic.kills, tally.games) if magic.cast else NONE,
                _share(tally.games - magic.games, tally.games, nothing=NONE),
            ]
        )
    if not rows:
        return None
    return Table("Spells", _filled(["spell", "side", "casts", "failed", "kills", "never cast in"], rows))


def _share(part: int, total: int, *, nothing: str = "0%") -> str:
    return NONE if not total else nothing if not part else f"{100 * part / total:.0f}%"


def _each(number: int, games: int) -> str:
    return f"{number / games:.1f}"


def marker_rows(outcome: Outcome) -> list[list[str]]:
    """Each marker by its name, with how many were on the table at once, in the parts of the games of `MARKERS_IN`."""
    names = {marker.id: marker.name for marker in outcome.opened.catalogue.markers}
    tally = outcome.tally
    return [
        [names.get(marker, marker), *(f"{quantile(counts, part):.0f}" for part in MARKERS_IN.values())]
        for marker, counts in sorted(tally.markers.items())
    ]


def pairing_rows(words: Words) -> list[list[str]]:
    """A row for each pairing of a tournament under a row of headings; none where nothing was played."""
    sides = words.tally.sides
    rows = [
        [
            pairing.first,
            pairing.second,
            str(pairing.tally.games),
            in_100(share_of(pairing.tally, sides[0]), brief=True),
            in_100(share_of(pairing.tally, None), brief=True),
            levels(pairing.tally.average()),
        ]
        for pairing in words.made.pairings
        if pairing.tally.games
    ]
    heads = [*(capital(words.side(side)) for side in sides), "games", f"won by {words.side(sides[0])}"]
    return [[*heads, "drawn", "levels ahead"], *rows] if rows else []
