"""Numbers of the rules, and what casters have together: what a list asks that knows no scenario, and the facts too."""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.systems.ibb.catalogue import Catalogue


def figure(catalogue: Catalogue, name: str) -> int:
    """A number of the rules, 0 where a catalogue has it not."""
    result = catalogue.figure_entries.get(name)
    return int(result.value) if result is not None else 0


def casters_of(ratings: Sequence[int], overhead: int, cost: int) -> int:
    """The number of casters of these ratings that can pay `cost` alone; 1 if only pooling, less the overhead of
    each, does.
    """
    alone = sum(1 for rating in ratings if rating >= cost)
    return alone or int(len(ratings) > 1 and pooled(ratings, overhead) >= cost)


def pooled(points: Sequence[int], overhead: int) -> int:
    """The points of casters who pool: each loses the overhead if there are several (A-143, R-129)."""
    if len(points) == 1:
        return points[0]
    return sum(share - overhead for share in points)
