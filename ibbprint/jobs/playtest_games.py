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
from ibbprint.problems import Report, Stopped

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
        _, opened = opened_scenario(variant.scenario, variant.packs, dict(variant.rules), Report(), force=self.force)
        return self.player(opened)

    def stamp(self) -> str:
        """The stamp of the scenario to play, or the reason why it cannot be opened here."""
        report, variant = Report(), self.variant
        try:
            _, opened = opened_scenario(variant.scenario, variant.packs, dict(variant.rules), report, force=self.force)
        except Stopped:
            return str(report)
        return opened.stamp()

    def player(self, opened: Opened[Any]) -> Callable[[int], Record]:
        """The function that plays a game by its number."""
        from ibbprint.playtest.policies import policies

        def play(number: int) -> Record:
            seed = seed_of_game(self.seed, number)
            return play_and_record(opened, seed, policies(dict(self.policies), seed, dict(self.plans)))

        return play
