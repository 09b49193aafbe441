"""The sentences on how near each condition of victory came in a playtest. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ibbprint.engine.api.gauges import Gauge
from ibbprint.phrases import capital, games_of, listed
from ibbprint.playtest.nearness import Hands, Near, to_ease
from ibbprint.playtest.tally import quantile

BAND = (0.1, 0.5, 0.9)
"""The parts of the games below the lower edge of the band of figures, its middle, and its upper edge."""
Side = Callable[[str], str]
"""The name of a side in the middle of a sentence, by its id."""


def amount(near: Near, value: float) -> str:
    """A figure or threshold of a gauge: `20`, `75%`."""
    return amount_of(near.gauge, value)


def amount_of(gauge: Gauge, value: float) -> str:
    """The same of a gauge alone."""
    return f"{value:.4g}{'%' if gauge.percent else ''}"


def conditions(
    nears: Sequence[Near], side: Side, hands_of: Callable[[int], Iterable[Hands]] = lambda _: ()
) -> Iterator[tuple[str, list[str]]]:
    """What conditions of victory count, with its figures at the end; then each threshold, the course of the games, and
    the figures of each policy where several played: `hands_of` has them by the number of the condition.
    """
    alike: dict[tuple[str, bool], list[tuple[int, Near]]] = {}
    for number, near in enumerate(nears):
        alike.setdefault((near.gauge.measure, near.gauge.percent), []).append((number, near))
    for same in alike.values():
        numbers, group = zip(*same, strict=True)
        first = group[0]
        low, middle, high = (amount(first, quantile(first.end, part)) for part in BAND)
        figures = f"{low}, {middle}, {high}" if len(first.end) > 1 else f"{middle} in every game"
        yield (
            f"{capital(first.gauge.measure)}: {figures}.",
            [
                *(_threshold(near, side) for near in group),
                *_course(first),
                *(_by_player(first, hands, side) for hands in hands_of(numbers[0])),
            ],
        )


def _threshold(near: Near, side: Side) -> str:
    gauge, cut = near.gauge, near.better
    met = f"{_threshold_words(near)}, met in {near.met or 'none'} of {games_of(near.games)}."
    sentence = f"{capital(gauge.level or 'victory')}, for {side(gauge.side)}: {met}"
    if cut is None:
        return sentence
    return f"{sentence} Nearest to even: {gauge.bound} {amount(near, cut.threshold)}, met in {cut.games}."


def _threshold_words(near: Near) -> str:
    return f"{near.gauge.bound} {amount(near, float(near.gauge.threshold))}"


def _by_player(near: Near, hands: Hands, side: Side) -> str:
    """The median figure of a side with each policy, and whether the players or the scenario decide it."""
    medians = [f"{amount(near, quantile(figures, 0.5))} by {policy}" for policy, figures in hands.ends.items()]
    decides = "The players decide it" if hands.differ else "As far as these games show, the scenario decides it"
    return f"{capital(side(hands.side))} against {hands.enemy}: {listed(medians)}. {decides}."


def _course(near: Near) -> Iterator[str]:
    """The median turn by turn, where it changes."""
    medians = [quantile(figures, 0.5) for figures in near.moments]
    if len(set(medians)) > 1:
        yield f"Median at the set-up and after each turn: {', '.join(f'{value:.4g}' for value in medians)}."


def easier_threshold(nears: Sequence[Near], loser: str, side: Side) -> str:
    """The change of a threshold that would part these games nearly evenly; nothing where none would."""
    near = to_ease(nears, loser)
    if near is None or near.better is None:
        return ""
    gauge, cut = near.gauge, near.better
    return (
        f"Copy the scenario, ask {side(gauge.side)} for {gauge.bound} {amount(near, cut.threshold)} instead of "
        f"{amount(near, float(gauge.threshold))} ({gauge.measure}), which {cut.games} of these {games_of(near.games)} "
        "meet, and compare."
    )


def no_threshold(nears: Sequence[Near], loser: str) -> str:
    """The loser's distance from the first condition, where no threshold makes it even; empty without figures."""
    first = next((near for near in nears if near.gauge.side == loser), None)
    if first is None:
        return ""
    middle = amount(first, quantile(first.end, 0.5))
    return (
        f"No threshold makes this even: the middle game comes to {middle} where {_threshold_words(first)} is asked "
        f"({first.gauge.measure})."
    )
