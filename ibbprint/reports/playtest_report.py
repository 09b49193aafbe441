"""A playtest as a designer reads it in a terminal, and all of it as JSON. Knows no game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ibbprint.phrases import capital, listed
from ibbprint.playtest.beside import PLAIN, PLANNING, Beside
from ibbprint.playtest.findings import Comparison
from ibbprint.playtest.nearness import Near
from ibbprint.playtest.outcome import Outcome
from ibbprint.playtest.recording import spell_key
from ibbprint.playtest.statistics import Interval, share
from ibbprint.playtest.tally import Career, Magic, Tally, quantile
from ibbprint.playtest.tournament import Duel, Pairing, Place, duels, hopeless
from ibbprint.reports.layout import WIDTH, table, wrapped
from ibbprint.reports.playtest_beside import side_by_side
from ibbprint.reports.playtest_nearness import BAND
from ibbprint.reports.playtest_tables import ENOUGH, MARKERS_IN, counter_tables, marker_rows, pairing_rows, spell_table
from ibbprint.reports.playtest_words import Words, in_100

PROSE = 96
"""The longest line of sentences, in a terminal of any width."""


NEARNESS = "10th percentile, median and 90th percentile at the end"
"""What the three figures of a condition of victory are."""


def as_text(outcome: Outcome, width: int = WIDTH) -> str:
    """The report: what the games say, who played, what stands out, and the figures."""
    writer = _Writer(outcome, width)
    parts = [
        [*writer.wrapped(outcome.opened.title), ""],
        writer.verdict(),
        writer.standing_out(),
        writer.compared(),
        writer.tournament(),
        writer.beside(),
        writer.levels(),
        writer.decided(),
        writer.nearness(),
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

    def __init__(self, outcome: Outcome, width: int) -> None:
        self.made = outcome
        self.tally = outcome.tally
        self.words = Words(outcome)
        self.side = self.words.side
        self.width = width

    def wrapped(self, text: str, indent: str = "") -> list[str]:
        return wrapped(text, min(self.width, PROSE), first=indent, rest=f"{indent}  ")

    def listed(self, head: str, sentences: Sequence[str]) -> list[str]:
        """Sentences under a heading; nothing where there are none."""
        return ["", head, *(line for item in sentences for line in self.wrapped(item, "  "))] if sentences else []

    def table(self, rows: Sequence[Sequence[str]]) -> list[str]:
        return table(rows, self.width, indent="  ")

    def verdict(self) -> list[str]:
        """The sentences that come first."""
        words = self.words
        sentences = [f"{words.verdict()} {words.rest()}", words.fair(), words.played()]
        lines = [line for text in sentences if text for line in self.wrapped(text)]
        surprising = words.surprising()
        if surprising is not None:
            lines += self.wrapped(f"To see {surprising[0]}: {surprising[1]}")
        change, command = words.next_change()
        return [*lines, *self.wrapped(f"Worth trying next: {change}"), *self.wrapped(command, "  ")]

    def standing_out(self) -> list[str]:
        """The findings that a designer should look at first."""
        return self.listed("What stands out", self.words.standing_out())

    def compared(self) -> list[str]:
        """The effect of each change, the greatest first."""
        comparisons = sorted(self.made.comparisons, key=lambda item: -abs(item.margin.interval.value))
        return self.listed("What the changes do", [self.words.comparison(comparison) for comparison in comparisons])

    def tournament(self) -> list[str]:
        """Every pairing of policies, and who plays better."""
        rows = pairing_rows(self.words)
        if not rows:
            return []
        lines = ["", "Every pairing, on the same seeds", *self.table(rows), ""]
        for sentence, places in self.words.duels():
            lines += self.wrapped(sentence, "  ")
            for place in places:
                lines += self.wrapped(place, "    ")
        for sentence in (*self.words.seats(), self.words.whose_doing()):
            lines += self.wrapped(sentence, "  ") if sentence else []
        return lines

    def beside(self) -> list[str]:
        """The gain of planning over plain play, on the same seeds."""
        return self.listed("Players side by side, on the same seeds", list(side_by_side(self.words)))

    def levels(self) -> list[str]:
        """The levels of victory of each side with their shares."""
        lines = ["", "Levels of victory"]
        for pairing, tally in self.words.tallies():
            lines += self.wrapped(pairing, "  ")
            for side in tally.sides:
                shares = [
                    f"{self.words.level_name(name)} {in_100(share(tally.levels[side][name], tally.games), brief=True)}"
                    for name in sorted(tally.levels[side])
                ]
                lines += self.wrapped(f"{capital(self.side(side))}: {listed(shares)}.", "    " if pairing else "  ")
        return [*lines, *self.wrapped(self.words.on_average(), "  ")]

    def decided(self) -> list[str]:
        """The conditions that were met at the end."""
        return self.listed("What decided", self.words.decided())

    def nearness(self) -> list[str]:
        """The nearness of each condition of victory."""
        lines = []
        for head, sentences in self.words.nearness():
            lines += self.wrapped(head, "  ")
            for text in sentences:
                lines += self.wrapped(text, "    ")
        return ["", *self.wrapped(f"How near victory came: {NEARNESS}"), *lines] if lines else []

    def by_turn(self) -> list[str]:
        """Score and counters on the map after each turn, as the band of eight games in ten."""
        if not self.tally.ahead:
            return []
        heads = [self.made.opened.sides.get(side, side) for side in self.tally.sides]
        rows = [["after turn", f"{heads[0]} ahead by", *(f"{head}: counters on the map" for head in heads)]]
        for turn, (ahead, counters) in enumerate(zip(self.tally.ahead, self.tally.left, strict=True)):
            rows.append(["set-up" if not turn else str(turn), _band(ahead), *(_band(counts) for counts in counters)])
        return ["", "Turn by turn: 10th percentile, median, 90th percentile", *self.table(rows)]

    def counters(self) -> list[str]:
        """Every counter and spell: how long it lives, what it does, how often it does nothing."""
        magic = spell_table(self.words)
        tables = [*counter_tables(self.tally), *([] if magic is None else [magic])]
        return [line for item in tables for line in ("", item.head, *self.table(item.rows))]

    def quiet(self) -> list[str]:
        """The markers that were wanted."""
        rows = marker_rows(self.made)
        head = self.wrapped(f"Markers on the table at once: {', '.join(MARKERS_IN)}")
        return ["", *head, *self.table(rows)] if rows else []

    def never(self) -> list[str]:
        """The events that never happened."""
        sentence = self.words.never()
        return ["", "What never happened", *self.wrapped(sentence, "  ")] if sentence else []

    def cannot_tell(self) -> list[str]:
        """The players, and the limits of what the games show."""
        sentences = [self.words.who(), *self.words.not_modelled(), self.words.cannot_tell()]
        return ["", *(line for text in sentences if text for line in self.wrapped(text))]

    def forum(self) -> list[str]:
        """The paragraph for a forum."""
        return ["", "For a forum", *wrapped(self.words.forum(), min(self.width, PROSE))]


def _band(counts: Any) -> str:
    return " ".join(f"{quantile(counts, part):g}" for part in BAND)


def as_json(outcome: Outcome) -> str:
    """All counts: for each pairing the same fields, every key in the order of the scenario."""
    return json.dumps(plain(outcome), ensure_ascii=False, indent=2) + "\n"


def plain(outcome: Outcome) -> dict[str, Any]:
    """The outcome as plain data."""
    tally, words = outcome.tally, Words(outcome)
    return {
        "scenario": outcome.opened.id,
        "title": outcome.opened.title,
        "seed": outcome.seed,
        "policies": dict(outcome.policies),
        "plans": [
            {"side": side, "policy": policy, "plan": asdict(plan)} for (side, policy), plan in outcome.plans.items()
        ],
        "games": tally.games,
        "stopped": outcome.stopped,
        "wins": {side: _plain(tally, side) for side in tally.sides},
        "draws": _plain(tally, None),
        "compared": [_compared(comparison) for comparison in outcome.comparisons],
        "pairings": [_pairing(pairing) for pairing in outcome.pairings],
        "duels": [_duel(duel) for duel in duels(outcome.pairings)],
        "hopeless": [seat._asdict() | {"won": _interval(seat.won)} for seat in hopeless(outcome.pairings)],
        "side_by_side": [_beside(beside, tally) for beside in outcome.besides],
        "levels": _levels(tally),
        "lengths": {str(turn): tally.lengths[turn] for turn in sorted(tally.lengths)},
        "findings": [finding._asdict() for finding in words.standouts],
        "margin_by_turn": [[quantile(counts, part) for part in BAND] for counts in tally.ahead],
        "left_by_turn": [[[quantile(counts, part) for part in BAND] for counts in sides] for sides in tally.left],
        "counters": {key: _career(tally, key, career) for key, career in tally.careers.items()},
        "spells": _spells(outcome),
        "losses": dict(sorted(tally.losses.items())),
        "presence": dict(sorted(tally.presence.items())),
        "markers": {
            name: {
                "median": quantile(counts, 0.5),
                f"{100 * ENOUGH:.0f}%": quantile(counts, ENOUGH),
                "most": max(counts),
            }
            for name, counts in sorted(tally.markers.items())
        },
        "happened": dict(sorted(tally.happened.items())),
        "never_happened": words.never_happened(),
        "conditions": [_near(near) for near in words.near],
        "decided": dict(tally.decided.most_common()),
        "verdict": words.verdict(),
        "next": dict(zip(("change", "command"), words.next_change(), strict=True)),
        "forum": words.forum(),
        "surprising": {side: extreme.seed for side, extreme in tally.extremes.items()},
    }


def _near(near: Near) -> dict[str, Any]:
    """A condition of victory; its figures turn by turn are those of `BAND`."""
    gauge, cut = near.gauge, near.cut
    return {
        "side": gauge.side,
        "level": gauge.level or None,
        "counts": gauge.measure,
        "percent": gauge.percent,
        "bound": gauge.bound,
        "threshold": float(gauge.threshold),
        "met": _shared(near.met, near.games),
        "figures": {f"{value:.6g}": near.end[value] for value in sorted(near.end)},
        "by_turn": [[round(quantile(counts, part), 4) for part in BAND] for counts in near.moments],
        "most_even": None if cut is None else {"threshold": cut.threshold, **_shared(cut.games, near.games)},
    }


def _plain(tally: Tally, winner: str | None) -> dict[str, float]:
    return _shared(tally.winners[winner], tally.games)


def _shared(games: int, total: int) -> dict[str, float]:
    part = share(games, total)
    return {"games": games, "share": round(part.value, 4), "low": round(part.low, 4), "high": round(part.high, 4)}


def _career(tally: Tally, key: str, career: Career) -> dict[str, Any]:
    present = tally.roll.get(key)
    return {
        "name": present.name if present else None,
        "kind": present.kind if present else None,
        "side": present.side if present else None,
        "role": present.role if present else None,
        "games": career.games,
        "turns": career.turns,
        "idle": career.idle,
        "never_acted": career.never,
        "lost_by_turn": {str(turn): career.lost[turn] for turn in sorted(career.lost)},
        "attacks": career.attacks,
        "never_attacked": career.harmless,
        "kills": career.kills,
        "orders": career.orders,
        "refused": career.refused,
    }


def _spells(outcome: Outcome) -> dict[str, Any]:
    """Every spell that a side may cast, whether it did or not."""
    magic = {
        spell_key(item.side, item.id): (item, outcome.tally.spells.get(spell_key(item.side, item.id), Magic()))
        for item in outcome.opened.spells
    }
    return {
        key: {
            "name": spell.name,
            "side": spell.side,
            "cast": item.cast,
            "failed": item.failed,
            "kills": item.kills,
            "never_cast": outcome.tally.games - item.games,
        }
        for key, (spell, item) in magic.items()
    }


def _pairing(pairing: Pairing) -> dict[str, Any]:
    tally = pairing.tally
    return {
        "policies": dict(zip(tally.sides, (pairing.first, pairing.second), strict=True)),
        "games": tally.games,
        "wins": {side: _plain(tally, side) for side in tally.sides},
        "draws": _plain(tally, None),
        "margin": _interval(tally.average()) if tally.games > 1 else None,
        "levels": _levels(tally),
    }


def _beside(beside: Beside, plain: Tally) -> dict[str, Any]:
    """The first games with a planner on a side, and the same games as they were played."""
    wins, draws = beside.won(beside.tally)
    plain_wins, plain_draws = beside.won(plain)
    gain = beside.gain(plain)
    return {
        "side": beside.side,
        "games": beside.tally.games,
        PLANNING: {"wins": wins, "draws": draws},
        PLAIN: {"wins": plain_wins, "draws": plain_draws},
        "gain": _interval(gain.interval),
        "seen": gain.seen,
    }


def _levels(tally: Tally) -> dict[str, Any]:
    return {
        side: {name: _shared(reached[name], tally.games) for name in sorted(reached)}
        for side, reached in tally.levels.items()
    }


def _duel(duel: Duel) -> dict[str, Any]:
    return {
        "policy": duel.one,
        "over": duel.other,
        "margin": _interval(duel.margin),
        "better": duel.beats,
        "places": [_place(place) for place in duel.places],
        "harder": [_place(place) for place in duel.harder],
    }


def _place(place: Place) -> dict[str, Any]:
    return {
        "side": place.side,
        "against": place.enemy,
        "margin": _interval(place.margin),
        "gain": _interval(place.gain.interval),
        "easy": place.easy,
        "alike": place.alike,
    }


def _interval(interval: Interval) -> dict[str, float]:
    return {name: round(value, 4) for name, value in interval._asdict().items()}


def _compared(comparison: Comparison) -> dict[str, Any]:
    result: dict[str, Any] = {
        "label": comparison.label,
        "games": comparison.games,
        "alike": comparison.alike,
        "never": comparison.never,
    }
    measures = {
        "wins": comparison.wins,
        "margin": comparison.margin,
        "balance": comparison.balance,
        "refusals": comparison.refusals,
    }
    for name, difference in measures.items():
        value, low, high = (round(number, 4) for number in difference.interval)
        result[name] = {"difference": value, "low": low, "high": high, "seen": difference.seen}
    return result
