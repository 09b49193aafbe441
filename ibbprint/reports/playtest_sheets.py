"""A playtest as sheets for the printer: the text's values, its charts, and the map with what happened where.

The words are those of the terminal's report; the charts are records, which the press draws. Knows no game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from ibbprint.materials import Kit, Section, Text
from ibbprint.materials.boards import Board, BoardFigure, CountMark, Layer, Spot, Table
from ibbprint.materials.booklets import Figure
from ibbprint.materials.charts import Bar, Course, Curve, Forest
from ibbprint.phrases import capital
from ibbprint.playtest.outcome import Outcome
from ibbprint.playtest.statistics import Interval, share
from ibbprint.playtest.tally import Tally, quantile
from ibbprint.reports.playtest_beside import side_by_side
from ibbprint.reports.playtest_nearness import BAND
from ibbprint.reports.playtest_report import NEARNESS, as_json
from ibbprint.reports.playtest_tables import MARKERS_IN, counter_tables, marker_rows, spell_table
from ibbprint.reports.playtest_words import LIMITS, Words, in_100, levels, share_of

TEMPLATE = "common/playtest.md.j2"
DRAW = "draw"
"""The level of both sides that says so already."""
SQUARE = 4
"""The side of the squares in which counters on a table are counted, in its units."""
EASY_PLACE = " *"
"""Marks a place in which there is little to gain."""
MOST_DUELS = 4
"""Duels on one chart, so that the first page has room for it."""
MOST_CURVES = 8
"""Kinds of units whose survival is drawn for one side; more lines cannot be told apart."""


def report_kit(outcome: Outcome, board: Board | None) -> Kit:
    """The report as a kit with one text. `board` is the map of a game that was played, with its moments as layers."""
    words = Words(outcome)
    liveries = liveries_of(board, outcome.tally)
    figures = dict(_figures(outcome, words, liveries, board))
    values = _values(outcome, words, figures)
    section = Section("report", "Playtest")
    text = Text("report", section.id, "Playtest", TEMPLATE, values, figures=figures, typed=True)
    edition = hashlib.sha256(as_json(outcome).encode()).hexdigest()[:8]
    return Kit(f"{outcome.opened.id}-playtest", "playtest", outcome.opened.title, edition, (section,), texts=(text,))


def liveries_of(board: Board | None, tally: Tally) -> Mapping[str, str]:
    """The livery of each side, by the counters that stand on the map; sides without any have none."""
    result: dict[str, str] = {}
    for layer in () if board is None else board.layers:
        for stand in layer.stands:
            for key in (id for stander in stand.standers for id in stander.ids):
                if key in tally.roll:
                    result.setdefault(tally.roll[key].side, stand.livery)
    return result


def _values(outcome: Outcome, words: Words, figures: Mapping[str, tuple[Figure, ...]]) -> Mapping[str, Any]:
    tally = outcome.tally
    surprising = words.surprising()
    changes = sorted(outcome.comparisons, key=lambda item: -abs(item.margin.interval.value))
    return {
        "title": outcome.opened.title,
        "verdict": words.verdict(),
        "rest": words.rest(),
        "fair": words.fair(),
        "played": words.played(),
        "findings": words.standing_out(),
        "side_by_side": list(side_by_side(words)),
        "changes": [words.comparison(change) for change in changes],
        "next": dict(zip(("change", "command"), words.next_change(), strict=True)),
        "tournament": [*words.seats(), *filter(None, [words.whose_doing()])],
        "surprising": None if surprising is None else {"what": surprising[0], "command": surprising[1]},
        "who": words.who(),
        "not_modelled": words.not_modelled(),
        "cannot_tell": words.cannot_tell(),
        "on_average": words.on_average(),
        "decided": words.decided(),
        "nearness": [{"head": head, "said": sentences} for head, sentences in words.nearness()],
        "nearness_in": NEARNESS,
        "never": words.never(),
        "tables": [*counter_tables(tally), *filter(None, [spell_table(words)])],
        "markers": marker_rows(outcome),
        "markers_in": list(MARKERS_IN),
        "limits": LIMITS,
        "easy": any(place.easy for duel in words.contests for place in (*duel.places, *duel.harder)),
        "sides": [{"name": capital(words.side(side)), "inside": words.side(side)} for side in tally.sides],
        "figures": list(figures),
    }


def _figures(
    outcome: Outcome, words: Words, liveries: Mapping[str, str], board: Board | None
) -> Iterator[tuple[str, tuple[Figure, ...]]]:
    tally = outcome.tally
    if words.contests:
        yield "duels", tuple(_duels(words, liveries))
    if len(outcome.pairings) > 1:
        yield "pairings", (_pairings(words, liveries),)
    if outcome.comparisons:
        yield "tornado", (_tornado(outcome),)
    yield "levels", tuple(_levels(words, pairing, played, liveries) for pairing, played in words.tallies())
    if len(tally.ahead) > 1:
        yield "margin", (_margin(words, liveries),)
        for number, side in enumerate(tally.sides):
            if _kinds(tally, side):
                yield f"survival-{number}", (_survival(words, side, liveries),)
    for name, counted in (("losses", tally.losses), ("presence", tally.presence)):
        layer = None if board is None else _layer(name, board, counted, tally, liveries)
        if board is not None and layer is not None:
            yield name, (BoardFigure(board._replace(layers=(layer,)), name, "map"),)


def _duels(words: Words, liveries: Mapping[str, str]) -> Iterator[Forest]:
    """The levels of victory that each player gains over each other; a few of them on a chart, all on one scale."""
    groups = []
    for duel in words.contests:
        bars = [Bar(words.better(duel), 0.0, 0.0, 0.0, heads=True)]
        bars.append(Bar("ahead on both sides together", *duel.margin, levels(duel.margin)))
        for place in (*duel.places, *duel.harder):
            gain, star = place.gain.interval, EASY_PLACE if place.easy else ""
            label = f"gain as {words.side(place.side)} v {place.enemy}{star}"
            bars.append(Bar(label, *gain, levels(gain), liveries.get(place.side, "")))
        groups.append(bars)
    reach = max(abs(limit) for bars in groups for bar in bars for limit in (bar.low, bar.high))
    for at in range(0, len(groups), MOST_DUELS):
        yield Forest(tuple(bar for bars in groups[at : at + MOST_DUELS] for bar in bars), -reach, reach, 0.0)


def _pairings(words: Words, liveries: Mapping[str, str]) -> Forest:
    """The share of wins of the first side in each pairing, and what else came of it."""
    tally = words.tally
    first, second = tally.sides
    bars = []
    for pairing in words.made.pairings:
        if pairing.tally.games:
            won, details = share_of(pairing.tally, first), (levels(pairing.tally.average()), str(pairing.tally.games))
            drawn = f"{100 * share_of(pairing.tally, None).value:.0f}%"
            bars.append(
                Bar(
                    f"{pairing.first} v {pairing.second}",
                    *_hundred(won),
                    in_100(won, brief=True),
                    liveries.get(first, ""),
                    more=(drawn, *details),
                )
            )
    players = f"{capital(words.side(first))} v {words.side(second)}"
    heads = (players, "wins", "drawn", "levels ahead", "games")
    return Forest(tuple(bars), 0.0, 100.0, 50.0, "%", heads=heads)


def _tornado(outcome: Outcome) -> Forest:
    """The effect of each change on the first side's margin, the greatest first."""
    comparisons = sorted(
        (comparison for comparison in outcome.comparisons if comparison.games),
        key=lambda item: -abs(item.margin.interval.value),
    )
    bars = [
        Bar(comparison.label, 0.0, 0.0, 0.0, "never came into play")
        if comparison.never
        else Bar(comparison.label, *comparison.margin.interval, levels(comparison.margin.interval))
        for comparison in comparisons
    ]
    reach = max([0.1, *(abs(limit) for bar in bars for limit in (bar.low, bar.high))])
    return Forest(tuple(bars), -reach, reach, 0.0, "", "tornado")


def _levels(words: Words, pairing: str, tally: Tally, liveries: Mapping[str, str]) -> Forest:
    """The share of each level of victory of each side."""
    bars: list[Bar] = []
    for side in tally.sides:
        bars.append(Bar(capital(words.side(side)), 0.0, 0.0, 0.0, heads=True))
        for name in sorted(tally.levels[side]):
            part = share(tally.levels[side][name], tally.games)
            bars.append(Bar(words.level_name(name), *_hundred(part), in_100(part, brief=True), liveries.get(side, "")))
    if not all(DRAW in tally.levels[side] for side in tally.sides):
        drawn = share_of(tally, None)
        bars.append(Bar("Drawn", *_hundred(drawn), in_100(drawn, brief=True)))
    return Forest(tuple(bars), 0.0, 100.0, 0.0, "%", title=pairing)


def _hundred(part: Interval) -> tuple[float, float, float]:
    value, low, high = (100 * number for number in part)
    return value, low, high


def _margin(words: Words, liveries: Mapping[str, str]) -> Course:
    """The lead of the first side turn by turn: the middle game in a band of eight games in ten."""
    tally = words.tally
    low, middle, high = ([quantile(counts, part) for counts in tally.ahead] for part in BAND)
    first = tally.sides[0]
    reach = max(1.0, *(abs(value) for value in (*low, *high)))
    average = [sum(value * number for value, number in counts.items()) / counts.total() for counts in tally.ahead]
    curves = (
        Curve("middle game", middle, low, high, liveries.get(first, "")),
        Curve("average", average, livery=liveries.get(first, "")),
    )
    return Course(f"{capital(words.side(first))} ahead by, in levels of victory", curves, -reach, reach)


def _kinds(tally: Tally, side: str) -> list[str]:
    """The kinds of a side's units and engines, those with most counters first."""
    counts: dict[str, int] = {}
    for key, present in tally.roll.items():
        if present.side == side and present.role != "leader" and tally.careers[key].games:
            counts[present.name] = counts.get(present.name, 0) + 1
    return sorted(counts, key=lambda name: -counts[name])


def _survival(words: Words, side: str, liveries: Mapping[str, str]) -> Course:
    """The share in percent of each kind of a side's units that is left after each turn."""
    tally = words.tally
    turns = max(tally.lengths)
    curves = []
    kinds = _kinds(tally, side)
    for name in kinds[:MOST_CURVES]:
        keys = [key for key, presence in tally.roll.items() if presence.side == side and presence.name == name]
        careers = [tally.careers[key] for key in keys]
        games = sum(career.games for career in careers)
        survivors = [
            100 - 100 * sum(number for career in careers for on, number in career.lost.items() if on <= turn) / games
            for turn in range(turns + 1)
        ]
        curves.append(Curve(name, survivors, livery=liveries.get(side, "")))
    limit_note = f", its {MOST_CURVES} most numerous kinds" if len(kinds) > MOST_CURVES else ""
    return Course(f"{capital(words.side(side))}: left of 100{limit_note}", tuple(curves), 0.0, 100.0)


def _layer(
    name: str, board: Board, counted: Mapping[str, list[int]], tally: Tally, liveries: Mapping[str, str]
) -> Layer | None:
    """Discs in the hexes of the map, or in squares of a table; None where nothing was counted there."""
    spots = _squares(board, counted) if isinstance(board.grid, Table) else dict.fromkeys(board.terrain)
    on_map = {place: counts for place, counts in counted.items() if place in spots and any(counts)}
    sums: dict[Spot | str, list[int]] = {}
    for place, counts in sorted(on_map.items()):
        total = sums.setdefault(spots[place] or place, [0] * len(counts))
        for at, number in enumerate(counts):
            total[at] += number
    highest = max((number for counts in sums.values() for number in counts), default=0)
    marks = []
    for where, counts in sums.items():
        shares = [(liveries.get(side, ""), number / highest) for side, number in zip(tally.sides, counts, strict=True)]
        hex, spot = (where, None) if isinstance(where, str) else ("", where)
        marks.append(CountMark(hex, tuple(shares), spot))
    return Layer(name, name, counts=tuple(marks)) if highest else None


def _squares(board: Board, counted: Mapping[str, list[int]]) -> Mapping[str, Spot]:
    """The square of a table that each place is in: places are units east and north of its south-west corner."""
    assert isinstance(board.grid, Table)
    side, result = SQUARE * board.hex_mm, {}
    for place in counted:
        east, _, north = place.partition(",")
        if north:
            x, y = (SQUARE * (int(number) // SQUARE) * board.hex_mm + side / 2 for number in (east, north))
            result[place] = Spot(x, board.grid.height - y, side, side)
    return result
