"""How a job that cannot be done ends, and what every result has."""

from __future__ import annotations

from dataclasses import dataclass

from ibbprint.problems import NOTHING_WRONG, BadRequest, Report, Severity, Stopped, Where


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Result:
    """The result of every job: the report, with all faults and warnings. A notebook shows it in words."""

    report: Report

    @property
    def ok(self) -> bool:
        """True when nothing is an error."""
        return self.report.ok

    def __str__(self) -> str:
        """Every error and warning on a line."""
        items = [str(problem) for problem in self.report if problem.severity <= Severity.WARNING]
        return "\n".join(items) or NOTHING_WRONG

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
            self.report.add_all(fault.report)
        elif isinstance(fault, OSError):  # whatever else the system refuses
            message = f"{(fault.strerror or str(fault)).rstrip('.').lower()}."
            self.report.error(Where(str(fault.filename or "ibbprint")), "call:system", message)
        else:
            return False
        return True
