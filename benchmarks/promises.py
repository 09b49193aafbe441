"""What ibbprint promises of its speed: ratios, which hold on any machine. Seconds are shown, never promised.

`COSTS` is what whole commands may cost, against a revision that is named: `python -m benchmarks.against CHECKOUT`
measures both in turns. A change that costs more than it says here is a defect. The other figures are ratios within one
run: `python -m benchmarks` shows them beside what it measures.
"""

from __future__ import annotations

from typing import NamedTuple


class Cost(NamedTuple):
    """A whole command, and what it may cost: its processor time as a share of what it took at a revision.

    `spellings` are its words, the usual first; an older revision is asked in the first that it knows. `{pack-500}` is
    the folder of a pack with so many units, `{list}` an army list, `{out}` a folder to write to.
    """

    title: str
    spellings: tuple[tuple[str, ...], ...]
    revision: str
    most: float


PRINTING, ANSWERING = "858286a", "c4b786b4"
"""The revisions that printing, and everything else, is measured against."""


def _counters(rows: int) -> tuple[tuple[str, ...], ...]:
    return (("kit", "bench", "--pack", f"{{pack-{rows}}}", "--only", "counters", "-o", "{out}"),)


COSTS = (
    Cost("500 counters", _counters(500), PRINTING, 1.45),
    Cost("5,000 counters", _counters(5000), PRINTING, 1.3),
    Cost("Hastings, the whole kit", (("kit", "hastings", "-o", "{out}"),), ANSWERING, 1.0),
    Cost("Defend the Bridge, the whole kit", (("kit", "defend-the-bridge", "-o", "{out}"),), ANSWERING, 1.0),
    Cost("check of a list", (("check", "{list}"),), ANSWERING, 0.8),
    Cost("odds of an attack", (("odds", "7", "vs", "3", "--terrain", "woods"),), ANSWERING, 0.85),
    Cost("--version", (("--version",),), ANSWERING, 0.7),
)

LISTS = 1.0
"""How many times as many lists a second are checked in one process, at least, as at `ANSWERING`; see `lists.py`."""
MODULES = 540
"""What `kit` of 500 counters imports at most, as `python -X importtime` counts it; c4b786b4 imported 560."""
FLOOR = 30
"""How many times as long as counters written by hand (`floor.py`) 500 counters of ours take at most."""
GROWTH = 11
"""How many times as long 5,000 counters take as 500, after start-up."""
MAP_GROWTH = 5
"""How many times as long a map of 40 x 30 hexes takes as one of 20 x 15."""
PICTURES = {"JPEG": 2.2, "PNG": 3.0, "transparent PNG": 5.5}
"""How many times the processor time of 200 counters the same may take with a picture of 600 x 600 each.

All are photographs with grain. Those with transparency took 5.1 and 5.2 on an idle machine, where the rest of a kit is
quickest; the aim is 3."""
PICTURES_MIB = 250
"""The memory that they take at most."""
SIZE_KB, PEAK_MIB = 150, 100
"""The size of the file with 500 counters, and the memory that printing them takes."""
