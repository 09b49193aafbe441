"""Writing one file of a scenario that was checked with its obvious repairs made."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.jobs.lists import PIPED
from ibbprint.jobs.reporting import Result
from ibbprint.problems import BadRequest, Report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ibbprint.catalogue.mending import Mend
    from ibbprint.jobs.checks import Check


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Repairs(Result):
    """The repairs of one file, and those of them that were `done`; `others` are files that need repairs too."""

    source: str = ""
    mends: Sequence[Mend] = ()
    done: Sequence[Mend] = ()
    others: Sequence[str] = ()


def repair(check: Check, target: Path) -> Repairs:
    """Write the scenario, or a table of the pack (units.csv) where the target is one, with its repairs made.

    Nothing is written where no repair is known, or none to a file of that kind. Raises BadRequest for a target that
    is the file itself.
    """
    from ibbprint.catalogue.mending import from_problem, mend_bytes, mend_file
    from ibbprint.catalogue.source import same_file
    from ibbprint.press.output import write_whole

    mends = [mend for problem in check.reading if (mend := from_problem(problem)) is not None]
    mends += [f.mend for scenario in check.scenarios or () for f in scenario.findings if f.mend is not None]
    files = sorted(
        {mend.where.file for mend in mends},
        key=lambda name: (Path(name) != Path(check.asked), "scenarios" not in Path(name).parts, name),
    )
    source = next((name for name in files if ending(name) == ending(str(target))), None)
    report = Report()
    if source is None:
        return Repairs(report, others=files)
    if same_file(target, Path(source)):
        raise BadRequest("--fix must write to a different file.", option="--fix")
    if source == PIPED and check.piped:
        content, done = mend_bytes(check.piped.encode(), [mend for mend in mends if mend.where.file == PIPED])
    else:
        content, done = mend_file(Path(source), mends, report)
    if not done or not write_whole(target, content, report):
        return Repairs(report, source)
    places = {mend.where for mend in done}
    of_source = [mend for mend in dict.fromkeys(mends) if mend.where.file == source]
    reported = [mend for mend in of_source if mend in done or mend.where not in places]
    return Repairs(report, source, reported, done, [name for name in files if name != source])


def ending(name: str) -> str:
    """The ending of a file that repairs belong to."""
    result = Path(name).suffix.lower()
    return ".yaml" if result == ".yml" or name == PIPED else result
