"""The table of the element battle as the source has it, typed anew, and chances reckoned from it without the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import NamedTuple

import yaml

from tests.helpers import ROOT

DATA = ROOT / "ibbprint" / "systems" / "element_battle" / "data"
AERIAL, MOUNTED, FOOT = "aerial", "mounted", "foot"
HEROES = ("hero", "aerial-hero")
SHOT = ("shooters", "artillery", "magician")
"""Whom knights had better not charge."""


class Fall(NamedTuple):
    """What the outcome of a loser hangs on besides himself."""

    winner: str
    close: bool = True
    bad: bool = False
    charged: bool = False

    def by(self, *names: str) -> bool:
        arm = TROOPS[self.winner].arm
        return bool({self.winner, arm, "hero" if self.winner in HEROES else ""} & set(names))


Falls = Callable[[Fall], str]
DEAD: Falls = lambda _: "destroyed"  # noqa: E731 (a table reads best in rows)
BACK: Falls = lambda _: "recoil"  # noqa: E731


def _if(*rows: tuple[str, Callable[[Fall], bool]], other: str = "recoil") -> Falls:
    return lambda fall: next((result for result, holds in rows if holds(fall)), other)


def _by(*names: str) -> Callable[[Fall], bool]:
    return lambda fall: fall.by(*names)


@dataclass(frozen=True)
class Row:
    """A type: its arm, bonus against foot and others, moves, points, and what becomes of it when it loses."""

    arm: str
    foot: int
    others: int
    moves: str
    ap: int
    minor: Falls
    half: Falls = DEAD


_HERO = _if(
    ("destroyed", _by("hero", "paladin", "artillery")), ("ensorcelled", _by("magician")), ("flee", _by("stronghold"))
)
_SPEARS = _if(("destroyed", lambda f: f.by("warband") or (f.by("knights") and not f.bad)))
_BAD = _if(("destroyed", lambda f: f.bad))
_RIDDEN_DOWN = _if(("destroyed", lambda f: f.close and f.by(MOUNTED)))
_CLOSE = _if(("destroyed", lambda f: f.close), other="none")
_TAKEN = _if(("captured", lambda f: f.close and f.by(FOOT, MOUNTED)), other="none")
_FLYERS = _if(("flee", _by("magician")))
TROOPS: Mapping[str, Row] = {
    "god": Row(AERIAL, 6, 6, "1200/1200/1200", 4, _if(("flee-off", _by("god", "magician", "cleric")), other="none")),
    "dragon": Row(AERIAL, 6, 6, "1200/1200/1200", 4, _if(("destroyed", _by("hero", "paladin")), other="flee-off")),
    "airboat": Row(AERIAL, 5, 3, "500/500/500", 3, _FLYERS),
    "flyers": Row(
        AERIAL,
        2,
        2,
        "1200/1200/1200",
        2,
        _FLYERS,
        _if(("destroyed", _by("hero", "magician", AERIAL, "shooters")), other="flee"),
    ),
    "aerial-hero": Row(AERIAL, 5, 5, "1200/1200/1200", 6, _HERO),
    "hero": Row(MOUNTED, 5, 5, "500/200/400", 4, _HERO),
    "paladin": Row(MOUNTED, 6, 6, "500/200/400", 4, _CLOSE),
    "knights": Row(
        MOUNTED,
        3,
        4,
        "300/200/400",
        2,
        _if(("destroyed", _by("behemoth")), ("destroyed", lambda f: f.bad or (f.charged and f.by(*SHOT)))),
    ),
    "riders": Row(MOUNTED, 3, 3, "400/200/400", 2, _BAD),
    "raiders": Row(
        MOUNTED,
        2,
        2,
        "500/200/400",
        2,
        _BAD,
        _if(("destroyed", lambda f: f.bad or (f.close and f.by("shooters", MOUNTED, AERIAL))), other="flee"),
    ),
    "behemoth": Row(MOUNTED, 4, 5, "300/200/400", 4, _if(("flee", _by("magician", "dragon", "artillery")))),
    "beasts": Row(MOUNTED, 3, 4, "400/400/400", 2, _RIDDEN_DOWN),
    "blades": Row(FOOT, 5, 3, "200/200/400", 2, _if(("destroyed", _by("warband")))),
    "spears": Row(FOOT, 4, 4, "200/200/400", 2, _SPEARS),
    "pikes": Row(FOOT, 3, 4, "200/200/400", 2, _SPEARS),
    "hordes": Row(FOOT, 2, 2, "200/200/400", 1, _SPEARS),
    "cleric": Row(FOOT, 4, 4, "200/200/400", 3, _SPEARS),
    "shooters": Row(FOOT, 3, 4, "200/200/400", 2, _RIDDEN_DOWN),
    "warband": Row(
        FOOT, 3, 3, "300/300/400", 2, _if(("destroyed", lambda f: f.by("behemoth") or (f.by("knights") and not f.bad)))
    ),
    "skirmishers": Row(
        FOOT,
        2,
        2,
        "300/300/400",
        2,
        _if(("destroyed", lambda f: f.by("knights") and not f.bad)),
        _if(("destroyed", lambda f: f.by("skirmishers") or (f.by(MOUNTED, AERIAL) and not f.bad)), other="flee"),
    ),
    "sneakers": Row(FOOT, 5, 3, "300/300/400", 3, _if(other="flee")),
    "lurkers": Row(FOOT, 2, 2, "200/200/400", 1, _if(other="flee-off")),
    "magician": Row(
        FOOT,
        4,
        4,
        "500/200/400",
        4,
        _if(("destroyed", _by("hero", "paladin", "dragon", "god")), ("ensorcelled", _by("magician"))),
    ),
    "artillery": Row(FOOT, 4, 4, "200/–/300", 3, _CLOSE),
    "stronghold": Row(FOOT, 6, 6, "–/–/–", 0, _TAKEN, _TAKEN),
}
STEADY = frozenset({"beasts", "lurkers", "shooters", "skirmishers", "warband"})
"""At home in bad going (H-50)."""
KILL_EACH_OTHER = ({"hero"}, {"paladin", "magician"})
Chances = dict[tuple[int | None, str], Fraction]


def reckoned(
    one: str,
    other: str,
    *,
    more: tuple[int, int] = (0, 0),
    way: str = "close",
    bad: tuple[bool, bool] = (False, False),
    charged: tuple[bool, bool] = (False, False),
) -> Chances:
    """What comes of a combat: (side that lost, outcome), `tie` and `both` of no side; `more` is added to either die."""
    names = one, other
    rows = [TROOPS[name] for name in names]
    adds = [(rows[side].foot if rows[1 - side].arm == FOOT else rows[side].others) + more[side] for side in (0, 1)]
    counts: Counter[tuple[int | None, str]] = Counter()
    for dice in product(range(1, 7), repeat=2):
        sums = [add + die for add, die in zip(adds, dice, strict=True)]
        counts[_came(names, sums, way, bad, charged)] += 1
    return {result: Fraction(times, 36) for result, times in counts.items()}


def _came(
    names: tuple[str, str], sums: list[int], way: str, bad: tuple[bool, bool], charged: tuple[bool, bool]
) -> tuple[int | None, str]:
    if sums[0] == sums[1]:
        pair = {"hero" if name in HEROES else name for name in names}
        return None, "both" if way == "close" and sums[0] % 2 and pair in KILL_EACH_OTHER else "tie"
    side = 0 if sums[0] < sums[1] else 1
    suffers = way == "close" or side or (way == "spell" and names[1] in ("magician", "god"))
    if not suffers:
        return side, "none"
    fall = Fall(names[1 - side], way == "close", bad[side], charged[side])
    row = TROOPS[names[side]]
    return side, (row.half if 2 * min(sums) <= max(sums) else row.minor)(fall)


def change_entry(pack: Path, kind: str, entry: str, **fields: object) -> None:
    """Lay an entry with other fields over the shipped one, in a pack of the element battle."""
    (pack / "pack.yaml").write_text("pack: {id: other-numbers, title: Other numbers, game: element-battle}\n", "utf-8")
    data = yaml.safe_load((DATA / f"{kind}.yaml").read_text("utf-8"))
    (changed,) = [{**item, **fields} for item in data[kind] if item["id"] == entry]
    (pack / f"{kind}.yaml").write_text(yaml.safe_dump({kind: [changed]}, allow_unicode=True), "utf-8")
