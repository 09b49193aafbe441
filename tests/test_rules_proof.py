"""The proof of the rules by its own means: every rule has its place, every mark can be carried out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import rules_proof


def test_every_rule_has_its_place_and_a_test_or_a_reason_for_having_none(capsys: pytest.CaptureFixture[str]) -> None:
    """What `make rules-coverage` finds is nothing."""
    assert rules_proof.coverage() == 0, capsys.readouterr().out


def test_every_mark_can_be_carried_out() -> None:
    """Each replacement changes its file and leaves sound Python, with no other line gone than the one it stands for."""
    for mark in rules_proof.marks():
        before = mark.file.read_text(encoding="utf-8")
        assert rules_proof.mutated(mark) != before, mark


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if a:\n    # off R-11: b = 1\n    b = 2\nc = 3\n", "if a:\n    b = 1\nc = 3\n"),
        ("# off R-11: if False:\nif a:\n    b = 2\n", "if False:\n    b = 2\n"),
        ("# off R-11: pass\nif a:\n    b = 2\n\n    c = 3\nd = 4\n", "pass\nd = 4\n"),
        ("# off R-11: b = 1\nb = f(\n    2,\n    3,\n)\nc = 3\n", "b = 1\nc = 3\n"),
        ("b = [\n    # off R-11: 1\n    2,\n    3,\n]\n", "b = [\n    1\n    3,\n]\n".replace("1\n", "1,\n")),
        ("# off R-11: b = 1\n# off A-25: b = 0\nb = 2\n", "# off A-25: b = 0\nb = 1\n"),
    ],
    ids=["a line", "the head of a block", "a block", "a long line", "inside brackets", "two marks"],
)
def test_what_a_mark_replaces(before: str, after: str, tmp_path: Path) -> None:
    """One logical line; a block for a line that is none; inside brackets one line of the file."""
    path = tmp_path / "engine.py"
    path.write_text(before.replace("off R-11: 1\n", "off R-11: 1,\n"), encoding="utf-8")
    lines = path.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines, start=1) if "R-11" in line)
    found = rules_proof.MARK.match(lines[number - 1])
    assert found is not None
    made = rules_proof.mutated(rules_proof.Mark(path, number, ("R-11",), found[2]))
    assert "\n".join(line for line in made.splitlines() if "R-11" not in line) == after.rstrip("\n")
