"""A playtest as a designer reads it in a terminal, and all of it as JSON. Knows no game."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from ibbprint.phrases import capital, inside, listed
from ibbprint.playtest.comparing import Comparison
from ibbprint.playtest.findings import Finding, findings
from ibbprint.playtest.order import RULES, seed_of_game
from ibbprint.playtest.outcome import Outcome
from ibbprint.playtest.statistics import Interval, mean
from ibbprint.playtest.tally import Career, Tally, quantile
from ibbprint.playtest.tournament import Duel, Pairing, duels

WIDTH = 96
BAND = (0.1, 0.5, 0.9)
"""The parts of the games below the lower edge of the band of scores, its middle, and its upper edge."""


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
        writer.by_turn(),
        writer.counters(),
        writer.quiet(),
        writer.cannot_tell(),
    ]
    return "\n".join("\n".join(part) for part in parts if part) + "\n"


class _Writer:
    def __init__(self, made: Outcome) -> None:
        self.made = made
        self.opened = made.opened
        self.tally = made.tally

    def side(self, id: str) -> str:
        """A side in the middle of a sentence."""
        name = self.opened.sides.get(id, id)
        return inside(name) if name.lower().startswith("the ") else f"the {name}"

    def who_played(self) -> str:
        names = list(self.made.policies.values())
        if len(set(names)) == 1:
            return f"{names[0]} plays {names[0]}"
        return " and ".join(f"{name} plays {self.side(side)}" for side, name in self.made.policies.items())

    def verdict(self) -> list[str]:
        """The sentences that come first."""
        tally, seed = self.tally, self.made.seed
        if not tally.games:
            return ["No game was played to its end."]
        best = max(tally.sides, key=lambda side: tally.winners[side])
        rest = [f"{capital(self.side(side))}: {tally.winners[side]}" for side in tally.sides if side != best]
        rest.append(f"drawn: {tally.winners[None]}")
        won = _share(tally, tally.winners[best])
        said = [f"Victory goes to {self.side(best)} in {_in_100(won)} when {self.who_played()}. {'; '.join(rest)}."]
        if self.made.length.fair is not None:
            said.append(self._fair(self.made.length.fair))
        turns = sorted(tally.lengths)
        lasts = f"turn {turns[0]}" if len(turns) == 1 else f"turn {turns[0]} to turn {turns[-1]}"
        said.append(
            f"{tally.games} games{' until you stopped them' if self.made.stopped else ''}, seeds "
            f"{seed_of_game(seed, 0)} to {seed_of_game(seed, tally.games - 1)}; they end on {lasts}, "
            f"half of them by turn {quantile(tally.lengths, 0.5):.0f}."
        )
        for side in tally.sides:
            extreme = tally.extremes[side]
            if side != best and tally.winners[side]:
                play = f"ibbprint play {self.made.scenario} --seed {extreme.seed}{self._policy()}"
                said.append(f"To see {self.side(side)} win: {play}")
        return [line for text in said for line in _wrapped(text)]

    def _policy(self) -> str:
        names = list(self.made.policies.items())
        if set(self.made.policies.values()) == {"greedy"}:
            return ""
        return " --policy " + ",".join(f"{side}={name}" for side, name in names)

    def _fair(self, width: int) -> str:
        tally = self.tally
        said = RULES[width].verdict(tally.games, sum(tally.scores) / tally.games)
        words = {
            "fair": f"It is fair within {width} points.",
            "unfair": f"It is not fair within {width} points.",
            "open": f"Whether it is fair within {width} points these games cannot tell.",
        }
        return words[said or "open"]

    def standing_out(self) -> list[str]:
        """What a designer should look at first."""
        found = findings(self.tally)
        if not found:
            return []
        return ["", "What stands out", *(line for one in found for line in _wrapped(self.finding(one), "  "))]

    def finding(self, one: Finding) -> str:
        """A finding as a sentence."""
        share = f"{one.games} of {one.of} games"
        if one.kind == "draws":
            return f"{share} are drawn. Lower what the first level of victory asks for, or add a turn."
        if one.kind == "cannot-win":
            return f"{capital(self.side(one.who))} cannot win: {share} won. Start with what victory asks of that side."
        if one.kind == "one-sided":
            return f"{capital(self.side(one.who))} nearly always win: {share}."
        present = self.tally.roll.get(one.who)
        name = f"{present.name} {one.who} of {self.side(present.side)}" if present else one.who
        if one.kind == "never-acts":
            return f"{name} does nothing at all in {share}. Is there anything for it to do?"
        return f"{name} is lost on turn 1 in {share}. Set it up further back."

    def compared(self) -> list[str]:
        """What each change did, the greatest first."""
        found = sorted(self.made.comparisons, key=lambda one: -abs(one.margin.interval.value))
        if not found:
            return []
        return ["", "What the changes do", *(line for one in found for line in _wrapped(self.comparison(one), "  "))]

    def comparison(self, one: Comparison) -> str:
        """A comparison as a sentence."""
        first = self.side(self.tally.sides[0])
        if not one.games:
            return f"{one.label}: no game was played."
        if one.never:
            return f"{one.label} never came into play: {one.games} games went exactly alike."
        said = []
        for difference, unit, scale in ((one.wins, "wins in 100 games", 100), (one.margin, "levels of victory", 1)):
            value, low, high = (scale * number for number in difference.interval)
            digits = 0 if scale == 100 else 2
            if difference.seen:
                more = "more" if value > 0 else "fewer"
                least, most = sorted((abs(low), abs(high)))
                said.append(f"{abs(value):.{digits}f} {more} {unit} (between {least:.{digits}f} and {most:.{digits}f})")
            else:
                said.append(f"no difference seen in {unit}, at most {scale * difference.at_most:.{digits}f}")
        differing = one.games - one.alike
        return f"{one.label}: for {first} {said[0]}, {said[1]}; {differing} of {one.games} games went another way."

    def tournament(self) -> list[str]:
        """Every pairing of policies, and who plays better."""
        played = [one for one in self.made.pairings if one.tally.games]
        if not played:
            return []
        first, second = (capital(self.side(side)) for side in self.tally.sides)
        rows = [[first, second, "games", f"won by {self.side(self.tally.sides[0])}", "drawn", "levels ahead"]]
        for one in played:
            tally = one.tally
            rows.append(
                [
                    one.first, one.second, str(tally.games),
                    _in_100(_share(tally, tally.winners[tally.sides[0]]), short=True),
                    _in_100(_share(tally, tally.winners[None]), short=True), _levels(mean(list(tally.margins))),
                ]
            )  # fmt: skip
        lines = ["", "Every pairing, on the same seeds", *_table(rows), ""]
        for duel in duels(played) if len(played) == len(self.made.pairings) else ():
            lines += [line for text in self.duel(duel) for line in text]
        return lines

    def duel(self, duel: Duel) -> Iterator[list[str]]:
        """How much better one policy plays than another: over both sides, then in the place of each."""
        said = "plays better than" if duel.beats else "is not surely better than"
        yield _wrapped(
            f"{duel.one} {said} {duel.other}: {_levels(duel.margin)} levels ahead over both sides of the same seeds.",
            "  ",
        )
        for place in duel.places:
            text = f"As {self.side(place.side)} it ends {_levels(place.margin)} levels ahead, "
            if place.easy:
                text += f"where {duel.other} wins nearly always: there is little to gain."
            else:
                text += f"{_levels(place.gain.interval)} more than {duel.other} in its place."
            yield _wrapped(text, "    ")

    def levels(self) -> list[str]:
        """The levels of victory of each side with their shares."""
        lines = ["", "Levels of victory"]
        for side in self.tally.sides:
            levels = self.tally.levels[side]
            told = [f"{name} {_in_100(_share(self.tally, levels[name]), short=True)}" for name in sorted(levels)]
            lines += _wrapped(f"{capital(self.side(side))}: {listed(told)}.", "  ")
        margin = mean(list(self.tally.margins))
        first = self.side(self.tally.sides[0])
        if self.tally.games > 1:
            lines += _wrapped(
                f"{capital(first)} end {abs(margin.value):.2f} levels {'ahead' if margin.value >= 0 else 'behind'} on "
                f"average (between {margin.low:+.2f} and {margin.high:+.2f}).",
                "  ",
            )
        return lines

    def by_turn(self) -> list[str]:
        """Score and counters left after each turn, as the band of eight games in ten."""
        if not self.tally.ahead:
            return []
        heads = [self.opened.sides.get(side, side) for side in self.tally.sides]
        rows = [["after turn", f"{heads[0]} ahead by", *(f"{head}: counters left" for head in heads)]]
        for turn, (ahead, left) in enumerate(zip(self.tally.ahead, self.tally.left, strict=True)):
            rows.append(["set-up" if not turn else str(turn), _band(ahead), *(_band(one) for one in left)])
        return ["", "Turn by turn: a tenth of the games below, the middle one, a tenth above", *_table(rows)]

    def counters(self) -> list[str]:
        """Every counter: how long it lives, what it does."""
        rows = [["counter", "", "lost in", "mostly on", "kills", "idle turns", "orders refused"]]
        for key, career in self.tally.careers.items():
            if career.games:
                rows.append(self._career(key, career))
        return ["", "Counters", *_table(rows)]

    def _career(self, key: str, career: Career) -> list[str]:
        present = self.tally.roll.get(key)
        name = present.name if present else "brought on during play"
        lost = f"{100 * career.losses / career.games:.0f} %"
        turn = f"turn {quantile(career.lost, 0.5):.0f}" if career.lost else "-"
        idle = f"{100 * career.idle / career.turns:.0f} %" if career.turns else "-"
        refused = f"{100 * career.refused / career.orders:.0f} %" if career.orders else "-"
        return [key, name, lost, turn, f"{career.kills / career.games:.1f}", idle, refused]

    def quiet(self) -> list[str]:
        """The markers that were wanted, and what never happened."""
        lines = ["", "Markers on the table at once: half the games, 99 in 100, most"]
        rows = [
            [marker, *(f"{quantile(counts, part):.0f}" for part in (0.5, 0.99, 1.0))]
            for marker, counts in sorted(self.tally.markers.items())
        ]
        return [*lines, *_table(rows)] if rows else []

    def cannot_tell(self) -> list[str]:
        """What the games do not say."""
        said = [f"Not played: {text}." for text in self.opened.not_played]
        said.append(
            "These are games between programs. They say how the scenario treats such players; people plan further "
            "ahead, hold reserves and bluff."
        )
        return ["", *(line for text in said for line in _wrapped(text))]


def _share(tally: Tally, games: int) -> Interval:
    from ibbprint.playtest.statistics import share

    return share(games, tally.games)


def _in_100(part: Interval, *, short: bool = False) -> str:
    """`71 games of 100 (between 68 and 74)`."""
    value, low, high = (f"{100 * number:.0f}" for number in part)
    return f"{value} % ({low} to {high})" if short else f"{value} games of 100 (between {low} and {high})"


def _levels(found: Interval) -> str:
    """`+0.42 (+0.10 to +0.74)`."""
    return f"{found.value:+.2f} ({found.low:+.2f} to {found.high:+.2f})"


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
    tally = made.tally
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
            name: {"median": quantile(one, 0.5), "99 %": quantile(one, 0.99), "most": max(one)}
            for name, one in sorted(tally.markers.items())
        },
        "happened": dict(sorted(tally.happened.items())),
        "surprising": {side: extreme.seed for side, extreme in tally.extremes.items()},
    }  # fmt: skip


def _plain(tally: Tally, winner: str | None) -> dict[str, float]:
    games = tally.winners[winner]
    part = _share(tally, games)
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
    for name, difference in (("wins", one.wins), ("margin", one.margin)):
        value, low, high = (round(number, 4) for number in difference.interval)
        told[name] = {"difference": value, "low": low, "high": high, "seen": difference.seen}
    return told
