"""The games of a playtest as work that any process can do, on this machine or on another."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ibbprint.jobs.plays import opened_scenario
from ibbprint.jobs.variants import Variant
from ibbprint.playtest.batches import Work
from ibbprint.playtest.outcome import seed_of_game
from ibbprint.playtest.recording import Record, play_and_record
from ibbprint.problems import Report

if TYPE_CHECKING:
    from ibbprint.engine.session import Opened
    from ibbprint.playtest.commander import Plan

HandOut = Callable[
    [Work[Record], Sequence[range], Callable[[range, list[Record]], None] | None], Generator[list[Record], None, None]
]
"""Has batches played and gives their records in the order of the batches, as `in_order` does."""


@dataclass(frozen=True, slots=True)
class Battles:
    """The games of a playtest as work for any process: it opens the scenario anew there."""

    variant: Variant
    force: bool
    policies: tuple[tuple[str, str], ...]
    seed: str
    plans: tuple[tuple[str, Plan], ...] = ()
    """The plan of each side that a commander plays."""

    def begin(self) -> Callable[[int], Record]:
        variant = self.variant
        found = opened_scenario(variant.scenario, variant.packs, dict(variant.rules), Report(), force=self.force)
        assert found is not None, "it was opened before"
        return self.player(found[1])

    def stamp(self) -> str:
        """The stamp of what it plays, or why it cannot be opened where this is asked."""
        report, variant = Report(), self.variant
        found = opened_scenario(variant.scenario, variant.packs, dict(variant.rules), report, force=self.force)
        return str(report) if found is None else found[1].stamp()

    def player(self, opened: Opened[Any]) -> Callable[[int], Record]:
        """What plays a game by its number."""
        from ibbprint.playtest.policies import policies

        def play(number: int) -> Record:
            seed = seed_of_game(self.seed, number)
            return play_and_record(opened, seed, policies(dict(self.policies), seed, dict(self.plans)))

        return play
