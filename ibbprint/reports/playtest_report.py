"""A playtest as a designer reads it in a terminal, and all of it as JSON. Knows no game."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ibbprint.phrases import capital, listed
from ibbprint.playtest.comparing import Comparison
from ibbprint.playtest.findings import findings
from ibbprint.playtest.outcome import Outcome
from ibbprint.playtest.statistics import Interval, mean, share
from ibbprint.playtest.tally import Career, Tally, quantile
from ibbprint.playtest.tournament import Duel, Pairing, duels
from ibbprint.reports.playtest_words import Words, in_100, levels, share_of

WIDTH = 96
BAND = (0.1, 0.5, 0.9)
"""The parts of the games below the lower edge of the band of scores, its middle, and its upper edge."""
ENOUGH = 0.99
"""What is enough in that part of the games is enough."""
MARKERS_IN: Mapping[str, float] = {"half the games": 0.5, f"{100 * ENOUGH:.0f} in 100": ENOUGH, "most": 1.0}
"""The parts of the games for which the markers on the table are counted, by what they are called."""


def as_text(made: Outcome) -> str:
    """The report: what the games say, who played, what stands out, and the figures."""
    writer = _Writer(made)
    parts = [
        [made.opened.title, ""],
        writer.verdict(),
        writer.standing_out(),
        writer.compared(),
        writer.tournament(),
        writer.levels(),
        writer.decided(),
        writer.by_turn(),
        writer.counters(),
        writer.quiet(),
        writer.never(),
        writer.cannot_tell(),
        writer.forum(),
    ]
    return "\n".join("\n".join(part) for part in parts if part) + "\n"


class _Writer:
    """The parts of the report as lines."""

    def __init__(self, made: Outcome) -> None:
        self.made = made
        self.tally = made.tally
        self.words = Words(made)
        self.side = self.words.side

    def verdict(self) -> list[str]:
        """The sentences that come first."""
        words = self.words
        if not self.tally.games:
            return [words.verdict()]
        said = [f"{words.verdict()} {words.rest()}", words.fair(), words.played()]
        surprising = words.surprising()
        if surprising is not None:
            said.append(f"To see {surprising[0]}: {surprising[1]}")
        said.append(f"Worth trying next: {' '.join(filter(None, words.next_change()))}")
        return [line for text in said if text for line in _wrapped(text)]

    def standing_out(self) -> list[str]:
        """What a designer should look at first."""
        return _listed("What stands out", [self.words.finding(one) for one in findings(self.tally)])

    def compared(self) -> list[str]:
        """What each change did, the greatest first."""
        found = sorted(self.made.comparisons, key=lambda one: -abs(one.margin.interval.value))
        return _listed("What the changes do", [self.words.comparison(one) for one in found])

    def tournament(self) -> list[str]:
        """Every pairing of policies, and who plays better."""
        rows = pairing_rows(self.words)
        if not rows:
            return []
        lines = ["", "Every pairing, on the same seeds", *_table(rows), ""]
        for said, places in self.words.duels():
            lines += _wrapped(said, "  ")
            for place in places:
                lines += _wrapped(place, "    ")
        return lines

    def levels(self) -> list[str]:
        """The levels of victory of each side with their shares."""
        lines = ["", "Levels of victory"]
        for side in self.tally.sides:
            reached = self.tally.levels[side]
            told = [f"{name} {in_100(share(reached[name], self.tally.games), short=True)}" for name in sorted(reached)]
            lines += _wrapped(f"{capital(self.side(side))}: {listed(told)}.", "  ")
        return [*lines, *_wrapped(self.words.on_average(), "  ")]

    def decided(self) -> list[str]:
        """What was met at the end."""
        return _listed("What decided", self.words.decided())

    def by_turn(self) -> list[str]:
        """Score and counters left after each turn, as the band of eight games in ten."""
        if not self.tally.ahead:
            return []
        heads = [self.made.opened.sides.get(side, side) for side in self.tally.sides]
        rows = [["after turn", f"{heads[0]} ahead by", *(f"{head}: counters left" for head in heads)]]
        for turn, (ahead, left) in enumerate(zip(self.tally.ahead, self.tally.left, strict=True)):
            rows.append(["set-up" if not turn else str(turn), _band(ahead), *(_band(one) for one in left)])
        return ["", "Turn by turn: 10th percentile, median, 90th percentile", *_table(rows)]

    def counters(self) -> list[str]:
        """Every counter: how long it lives, what it does."""
        return ["", "Counters", *_table(counter_rows(self.tally))]

    def quiet(self) -> list[str]:
        """The markers that were wanted."""
        rows = marker_rows(self.tally)
        return ["", f"Markers on the table at once: {', '.join(MARKERS_IN)}", *_table(rows)] if rows else []

    def never(self) -> list[str]:
        """What never happened."""
        found = self.words.never_happened()
        return ["", "What never happened", *_wrapped(f"{'; '.join(found)}.", "  ")] if found else []

    def cannot_tell(self) -> list[str]:
        """Who played, and what the games do not say."""
        said = [self.words.who(), *self.words.not_modelled(), self.words.cannot_tell()]
        return ["", *(line for text in said if text for line in _wrapped(text))]

    def forum(self) -> list[str]:
        """The paragraph for a forum, on one line so that it can be pasted."""
        return ["", "For a forum", self.words.forum()] if self.tally.games else []


def pairing_rows(words: Words) -> list[list[str]]:
    """A row for each pairing of a tournament under a row of headings; none where nothing was played."""
    sides = words.tally.sides
    rows = [
        [
            one.first, one.second, str(one.tally.games), in_100(share_of(one.tally, sides[0]), short=True),
            in_100(share_of(one.tally, None), short=True), levels(mean(list(one.tally.margins))),
        ]
        for one in words.made.pairings if one.tally.games
    ]  # fmt: skip
    heads = [*(capital(words.side(side)) for side in sides), "games", f"won by {words.side(sides[0])}"]
    return [[*heads, "drawn", "levels ahead"], *rows] if rows else []


def counter_rows(tally: Tally) -> list[list[str]]:
    """A row for each counter that was there, under a row of headings."""
    rows = [["counter", "", "lost in", "mostly on", "kills", "idle turns", "orders refused", "never acts in"]]
    for key, career in tally.careers.items():
        if career.games:
            rows.append(_row_of(tally, key, career))
    return rows


def _row_of(tally: Tally, key: str, career: Career) -> list[str]:
    present = tally.roll.get(key)
    name = present.name if present else "brought on during play"
    lost = f"{100 * career.losses / career.games:.0f} %"
    turn = f"turn {quantile(career.lost, 0.5):.0f}" if career.lost else "-"
    idle = f"{100 * career.idle / career.turns:.0f} %" if career.turns else "-"
    refused = f"{100 * career.refused / career.orders:.0f} %" if career.orders else "-"
    never = f"{100 * career.never / career.games:.0f} %" if career.never else "-"
    return [key, name, lost, turn, f"{career.kills / career.games:.1f}", idle, refused, never]


def marker_rows(tally: Tally) -> list[list[str]]:
    """Each marker with how many were on the table at once, in the parts of the games of `MARKERS_IN`."""
    return [
        [marker, *(f"{quantile(counts, part):.0f}" for part in MARKERS_IN.values())]
        for marker, counts in sorted(tally.markers.items())
    ]


def _listed(head: str, said: Sequence[str]) -> list[str]:
    return ["", head, *(line for one in said for line in _wrapped(one, "  "))] if said else []


def _band(counts: Any) -> str:
    return " ".join(f"{quantile(counts, part):g}" for part in BAND)


def _wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False)


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield ("  " + "  ".join(f"{cell:<{width}}" for cell, width in zip(row, wide, strict=True))).rstrip()


def as_json(made: Outcome) -> str:
    """All that was counted: for each pairing the same fields, every key in the order of the scenario."""
    return json.dumps(plain(made), ensure_ascii=False, indent=2) + "\n"


def plain(made: Outcome) -> dict[str, Any]:
    """The same as plain data."""
    tally, words = made.tally, Words(made)
    return {
        "scenario": made.opened.id,
        "title": made.opened.title,
        "seed": made.seed,
        "policies": dict(made.policies),
        "games": tally.games,
        "stopped": made.stopped,
        "wins": {side: _plain(tally, side) for side in tally.sides},
        "draws": _plain(tally, None),
        "compared": [_compared(one) for one in made.comparisons],
        "pairings": [_pairing(one) for one in made.pairings],
        "duels": [_duel(one) for one in duels(made.pairings)],
        "levels": {side: dict(sorted(levels.items())) for side, levels in tally.levels.items()},
        "lengths": {str(turn): tally.lengths[turn] for turn in sorted(tally.lengths)},
        "findings": [one._asdict() for one in findings(tally)],
        "margin_by_turn": [[quantile(one, part) for part in BAND] for one in tally.ahead],
        "left_by_turn": [[[quantile(one, part) for part in BAND] for one in both] for both in tally.left],
        "counters": {key: _career(tally, key, career) for key, career in tally.careers.items()},
        "losses": dict(sorted(tally.losses.items())),
        "presence": dict(sorted(tally.presence.items())),
        "markers": {
            name: {"median": quantile(one, 0.5), f"{100 * ENOUGH:.0f} %": quantile(one, ENOUGH), "most": max(one)}
            for name, one in sorted(tally.markers.items())
        },
        "happened": dict(sorted(tally.happened.items())),
        "never_happened": words.never_happened(),
        "decided": dict(tally.decided.most_common()),
        "verdict": words.verdict(),
        "next": dict(zip(("change", "command"), words.next_change(), strict=True)),
        "forum": words.forum() if tally.games else "",
        "surprising": {side: extreme.seed for side, extreme in tally.extremes.items()},
    }  # fmt: skip


def _plain(tally: Tally, winner: str | None) -> dict[str, float]:
    games = tally.winners[winner]
    part = share(games, tally.games)
    return {"games": games, "share": round(part.value, 4), "low": round(part.low, 4), "high": round(part.high, 4)}


def _career(tally: Tally, key: str, career: Career) -> dict[str, Any]:
    present = tally.roll.get(key)
    return {
        "name": present.name if present else None,
        "kind": present.kind if present else None,
        "side": present.side if present else None,
        "games": career.games,
        "turns": career.turns,
        "idle": career.idle,
        "never_acted": career.never,
        "lost_by_turn": {str(turn): career.lost[turn] for turn in sorted(career.lost)},
        "kills": career.kills,
        "orders": career.orders,
        "refused": career.refused,
    }


def _pairing(one: Pairing) -> dict[str, Any]:
    tally = one.tally
    return {
        "policies": dict(zip(tally.sides, (one.first, one.second), strict=True)),
        "games": tally.games,
        "wins": {side: _plain(tally, side) for side in tally.sides},
        "draws": _plain(tally, None),
        "margin": _interval(mean(list(tally.margins))) if tally.games > 1 else None,
        "levels": {side: dict(sorted(levels.items())) for side, levels in tally.levels.items()},
    }


def _duel(one: Duel) -> dict[str, Any]:
    return {
        "policy": one.one,
        "over": one.other,
        "margin": _interval(one.margin),
        "better": one.beats,
        "places": [
            {
                "side": place.side,
                "margin": _interval(place.margin),
                "gain": _interval(place.gain.interval),
                "easy": place.easy,
            }
            for place in one.places
        ],
    }


def _interval(found: Interval) -> dict[str, float]:
    return {name: round(value, 4) for name, value in found._asdict().items()}


def _compared(one: Comparison) -> dict[str, Any]:
    told: dict[str, Any] = {"label": one.label, "games": one.games, "alike": one.alike, "never": one.never}
    measures = {"wins": one.wins, "margin": one.margin, "balance": one.balance, "refusals": one.refusals}
    for name, difference in measures.items():
        value, low, high = (round(number, 4) for number in difference.interval)
        told[name] = {"difference": value, "low": low, "high": high, "seen": difference.seen}
    return told
