"""The page of findings: what is wrong with a set-up, printed with a kit that was made all the same."""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.materials import Kit, Text
from ibbprint.problems import Severity
from ibbprint.systems.api.checking import Finding
from ibbprint.systems.ibb.kit.sections import FINDINGS


def with_findings(kit: Kit, found: Sequence[Finding]) -> Kit:
    """The kit with a page that tells its players what is wrong; the same kit when nothing is."""
    wrong = [finding for finding in found if finding.problem.severity <= Severity.WARNING]
    if not wrong:
        return kit
    rows = [
        {
            "severity": finding.problem.severity.word,
            "places": ", ".join(finding.places),
            "message": finding.problem.message,
            "working": finding.working,
            "rule": finding.problem.rule.partition(":")[2] or finding.problem.rule,
        }
        for finding in sorted(wrong, key=lambda f: (f.problem.severity, f.problem.where))
    ]
    values = {"title": kit.title, "edition": kit.edition, "findings": rows}
    text = Text(
        id="findings", section=FINDINGS.id, title=FINDINGS.title, template="ibb/findings.md.j2", values=values, aid=True
    )
    return kit._replace(sections=[FINDINGS, *kit.sections], texts=[text, *kit.texts])
