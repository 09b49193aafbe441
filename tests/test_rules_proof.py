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
    ("before", "line", "instead", "after"),
    [
        ("if a:\n    b = 2\nc = 3\n", 2, "b = 1", "if a:\n    b = 1\nc = 3\n"),
        ("if a:\n    b = 2\n", 1, "if False:", "if False:\n    b = 2\n"),
        ("if a:\n    b = 2\n\n    c = 3\nd = 4\n", 1, "pass", "pass\nd = 4\n"),
        ("b = f(\n    2,\n    3,\n)\nc = 3\n", 1, "b = 1", "b = 1\nc = 3\n"),
        ("b = [\n    2,\n    3,\n]\n", 2, "1,", "b = [\n    1,\n    3,\n]\n"),
    ],
    ids=["a line", "the head of a block", "a block", "a long line", "inside brackets"],
)
def test_what_a_mark_replaces(before: str, line: int, instead: str, after: str, tmp_path: Path) -> None:
    """One logical line; a block for a line that is none; inside brackets one line of the file."""
    path = tmp_path / "engine.py"
    path.write_text(before, encoding="utf-8")
    assert rules_proof.mutated(rules_proof.Mark(path, line, ("R-11",), instead)) == after


CODE = """\
class State:
    def called(self):
        if self.cup:
            return 1
        if self.map:
            return 1
        return 2

    def seen(self):
        return 2
"""


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    path = tmp_path / "state.py"
    path.write_text(CODE, encoding="utf-8")
    return path


def an_entry(path: Path, within: str, line: str, after: str = "") -> rules_proof.Entry:
    return rules_proof.Entry("rules_in_engine.yaml:7", "R-11", path, within, after, line, "pass")


@pytest.mark.parametrize(
    ("within", "line", "after", "number"),
    [
        ("State.called", "return 2", "", 7),
        ("State.seen", "return 2", "", 10),
        ("State.called", "return 1", "if self.map:", 6),
        ("State.called", "return 1", "def called(self):", 4),
        ("State", "class State:", "", 1),
    ],
)
def test_an_entry_is_found_by_its_function_and_its_text(
    within: str, line: str, after: str, number: int, engine: Path
) -> None:
    """The number of the line plays no part; `after` tells apart lines of the same text."""
    assert rules_proof.place(an_entry(engine, within, line, after), []).number == number


def test_an_entry_is_found_when_its_function_has_moved_to_another_file(engine: Path) -> None:
    """The file of an entry may be out of date as long as only one other file has the line in that function."""
    entry = an_entry(engine.parent / "gone.py", "State.seen", "return 2")
    assert rules_proof.place(entry, [engine]).file == engine
    second = engine.parent / "second.py"
    second.write_text(CODE, encoding="utf-8")
    with pytest.raises(LookupError, match=r"(?s)several lines.*state\.py:10: .*second\.py:10: "):
        rules_proof.place(entry, [engine, second])


def test_an_entry_that_fits_two_lines_is_a_fault_that_names_both(engine: Path) -> None:
    """It is not the first of them that is taken."""
    with pytest.raises(LookupError, match=r"(?s)^rules_in_engine\.yaml:7: R-11: .*state\.py:4: .*state\.py:6: "):
        rules_proof.place(an_entry(engine, "State.called", "return 1"), [engine])


@pytest.mark.parametrize(
    ("within", "line", "after", "nearest"),
    [
        ("State.called", "if self.maps:", "", "state.py:5: State.called: if self.map:"),
        ("State.call", "return 2", "", "state.py:7: State.called: return 2"),
        ("State.called", "return 1", "if self.hat:", "state.py:4: State.called: return 1"),
    ],
    ids=["the line", "the function", "the line above"],
)
def test_an_entry_that_fits_no_line_is_a_fault_that_names_the_nearest(
    within: str, line: str, after: str, nearest: str, engine: Path
) -> None:
    """Whichever part of it is out of date, the line that was meant comes first."""
    with pytest.raises(LookupError) as fault:
        rules_proof.place(an_entry(engine, within, line, after), [engine])
    told = str(fault.value).splitlines()
    assert told[0].startswith(f"rules_in_engine.yaml:7: R-11: `{within}: {line}` is not in ")
    assert told[1].endswith(nearest)


def test_every_entry_without_a_place_is_named_in_one_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In data as in code: a text that has changed, and a file that is gone."""
    (tmp_path / "units.yaml").write_text("units:\n  - {id: bow, range: 4}\n", encoding="utf-8")
    gone = [
        {"rules": "R-11", "file": str(tmp_path / "units.yaml"), "text": "range: 5", "instead": "range: 6"},
        {"rules": "R-12", "file": str(tmp_path / "none.yaml"), "text": "range: 4", "instead": "range: 6"},
        {"rules": "R-13", "file": str(tmp_path / "units.yaml"), "text": "range: 4", "instead": "range: 6"},
    ]
    monkeypatch.setattr(rules_proof, "data_entries", lambda _path: gone)
    with pytest.raises(SystemExit) as fault:
        rules_proof.marks()
    told = set(str(fault.value).splitlines())
    assert {line.partition(":")[0] for line in told} == {"R-11", "R-12"}
    assert any(line.endswith("none.yaml has no 'range: 4' any more") for line in told)


def test_where_a_rule_acts(capsys: pytest.CaptureFixture[str]) -> None:
    """`where` gives file and line, and the line with and without the rule; of other rules, why they act nowhere."""
    assert rules_proof.where(["R-75"]) == 0
    place, line, instead = capsys.readouterr().out.splitlines()
    number = int(place.split(":")[1])
    file = rules_proof.ROOT / place.split(":")[0]
    assert file.read_text(encoding="utf-8").splitlines()[number - 1].strip() == line.removeprefix("  - ")
    assert instead.startswith("  + ")
    assert rules_proof.where(["A-01", "R-999"], "ibb") == 1
    assert capsys.readouterr().out.splitlines() == [
        f"A-01 acts nowhere: {rules_proof.not_acted_on(rules_proof.GAMES[0])['A-01']}",
        "R-999 acts nowhere: there is no such rule",
    ]
