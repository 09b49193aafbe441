"""A playtest on the workers of a Dask scheduler: found before the first game, and seen to play the same scenario."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ibbprint.problems import BadRequest

if TYPE_CHECKING:
    from ibbprint.jobs.playtest_games import Battles, HandOut
    from ibbprint.playtest.batches import Work
    from ibbprint.playtest.cluster import Cluster
    from ibbprint.playtest.recording import Record

OPTION = "--cluster"


@contextmanager
def on_cluster(address: str, works: Sequence[Battles]) -> Iterator[tuple[HandOut, int]]:
    """The function that hands batches to a scheduler, and its number of workers. Raises BadRequest before any game."""
    try:
        from ibbprint.playtest.cluster import Cluster, Differs, Unreachable
    except ImportError as fault:
        hint = "Install it: pip install 'ibbprint[cluster]'"
        raise BadRequest(f"{OPTION} needs Dask, which is not installed.", hint, OPTION) from fault
    try:
        cluster = Cluster(address)
    except Unreachable as fault:
        raise BadRequest(f"{fault}.", "Start one: dask scheduler, and dask worker ADDRESS.", OPTION) from fault

    def hand_out(
        work: Work[Record], todo: Sequence[range], note: Callable[[range, list[Record]], None] | None
    ) -> Generator[list[Record], None, None]:
        try:
            yield from cluster.in_order(_anywhere(work), todo, note)
        except Unreachable as fault:
            raise BadRequest(f"{fault}.", "With --log FILE the same command goes on.", OPTION) from fault
        except Differs as fault:
            raise BadRequest(f"{fault}: have all workers the same files and version?", option=OPTION) from fault

    try:
        for work in works:
            check(cluster, work)
        yield hand_out, cluster.workers
    finally:
        cluster.close()


def _anywhere(work: Any) -> Any:
    """The same work for a process in another folder: files and packs by absolute paths."""
    variant = work.variant
    file = Path(variant.scenario)
    scenario = str(file.absolute()) if file.exists() else variant.scenario
    packs = tuple(pack.absolute() for pack in variant.packs)
    return replace(work, variant=replace(variant, scenario=scenario, packs=packs))


def check(cluster: Cluster, work: Battles) -> None:
    """Raise BadRequest where a worker cannot play, or would play something else."""
    hint = "Every worker needs the same version of ibbprint, and the files under the same paths."
    try:
        answers = cluster.everywhere(_stamp, _anywhere(work))
    except Exception as fault:  # whatever a stranger's worker comes up with
        raise BadRequest(f"the workers cannot play: {fault}.", hint, OPTION) from fault
    stamp = work.stamp()
    for worker, answer in answers.items():
        if answer != stamp:
            fault_of_worker = "plays something else" if len(answer) == len(stamp) else f"cannot play: {answer.strip()}"
            raise BadRequest(f"the worker at {worker} {fault_of_worker}.", hint, OPTION)


def _stamp(work: Battles) -> str:
    return work.stamp()
