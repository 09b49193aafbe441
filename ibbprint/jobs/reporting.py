"""How a job ends that cannot be done, and what every result has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ibbprint.problems import BadRequest, Report, Severity, Stopped, Where

Named = str | Path
Packs = Named | Sequence[Named]
"""A folder, or several, the last on top."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Result:
    """What every job gives: the report, with whatever is wrong or worth a warning. A notebook shows it in words."""

    report: Report

    @property
    def ok(self) -> bool:
        """True when nothing is an error."""
        return self.report.ok

    def __str__(self) -> str:
        """Every error and warning on a line."""
        told = [str(problem) for problem in self.report if problem.severity <= Severity.WARNING]
        return "\n".join(told) or "Nothing is wrong."

    def __repr__(self) -> str:
        return str(self)


class Reported:
    """Puts what ends a job within it into a report."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, fault: object, _trace: object) -> bool:
        if isinstance(fault, BadRequest):
            self.report.add(fault.problem)
        elif isinstance(fault, Stopped):
            for problem in fault.report:
                self.report.add(problem)
        elif isinstance(fault, OSError):  # whatever else the system refuses
            what = f"{(fault.strerror or str(fault)).rstrip('.').lower()}."
            self.report.error(Where(str(fault.filename or "ibbprint")), "call:system", what)
        else:
            return False
        return True


def paths(packs: Packs) -> tuple[Path, ...]:
    """Folders of packs as paths, whether one is named or several. Raises Stopped where one is of an unknown game."""
    from ibbprint.jobs.meant import of_known_games

    found = (Path(packs),) if isinstance(packs, str | Path) else tuple(map(Path, packs))
    of_known_games(found)
    return found


def rule_values(given: Mapping[str, object]) -> dict[str, str]:
    """Switches of rules as words: `{"R-22": "3-2-4"}`, `{"facing": "yes"}`."""
    return {name: str(value) for name, value in given.items()}
