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


CODE = """\
from . import control


class State:
    def called(self, unit):
        if self.cup:
            return 1
        if self.map:
            return 1
        return 2

    def seen(self):
        return 2


def check(state, unit, path):
    figures = state.setting.figures
    if unit.moved == state.turn and not control.free(state, unit):
        return "A-12", "has already moved this turn"
    elif len(path) > figures["march-squares"]:
        return "A-13", "cannot march so far"
    reach = [h for h in path if h in state.at]
    if state.phase == "end of turn":
        reach = []
    return reach
"""


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    path = tmp_path / "state.py"
    path.write_text(CODE, encoding="utf-8")
    (tmp_path / "control.py").touch()
    return path


def an_entry(path: Path, within: str, code: str, under: str = "", instead: str = "pass") -> rules_proof.Entry:
    return rules_proof.Entry("rules_in_engine.yaml:7", "R-11", path, within, under, code, instead)


def files_of(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*.py"))


def line_of(entry: rules_proof.Entry) -> int:
    return rules_proof.place(entry, files_of(entry.file)).code.line


def without(path: Path, within: str, code: str, instead: str, under: str = "") -> str:
    """The file without the rule of an entry."""
    mark = rules_proof.code_mark(an_entry(path, within, code, under, instead), files_of(path), "ibb")
    return rules_proof.mutated(mark)


@pytest.mark.parametrize(
    ("before", "code", "instead", "after"),
    [
        ("if a:\n    b = 2\nc = 3\n", "b = 2", "b = 1", "if a:\n    b = 1\nc = 3\n"),
        ("if a:\n    b = 2\n", "if a:", "if False:", "if False:\n    b = 2\n"),
        ("if a:  # why: b\n    b = 2\n", "if a:", "if False:", "if False:  # why: b\n    b = 2\n"),
        ("if (\n    a\n    or b\n):\n    b = 2\n", "if a or b:", "if a:", "if a:\n    b = 2\n"),
        ("if a:\n    b = 2\n\n    c = 3\nd = 4\n", "if a:", "pass", "pass\nd = 4\n"),
        ("if a:\n    b = 2\nelif c:\n    d = 3\n", "elif c:", "elif b:", "if a:\n    b = 2\nelif b:\n    d = 3\n"),
        ("if a:\n    b = 2\nelif c:\n    d = 3\n", "if c:", "if b:", "if a:\n    b = 2\nelif b:\n    d = 3\n"),
        ("if a:\n    b = 2\nelif c:\n    d = 3\n", "elif c:", "else:", "if a:\n    b = 2\nelse:\n    d = 3\n"),
        ("for b in {1: 2}:\n    c = b\n", "for b in {1: 2}:", "for b in ():", "for b in ():\n    c = b\n"),
        ("b = f(\n    2,\n    3,\n)\nc = 3\n", "b = f(2, 3)", "b = 1", "b = 1\nc = 3\n"),
        ("b = [c for c in d if c.a and c.b]\n", "c.a", "c.a or c.d", "b = [c for c in d if (c.a or c.d) and c.b]\n"),
        ("f(\n    a,\n)\n", "f(a)", "pass", "pass\n"),
        ("b = [1, *c]\n", "*c", "*[]", "b = [1, *[]]\n"),
        ('b = "’", a\n', "a", "0", 'b = "’", 0\n'),
    ],
    ids=[
        "a line",
        "the head of a block",
        "a head with a comment",
        "a head of several lines",
        "a block",
        "an elif",
        "an elif as an if",
        "an elif as an else",
        "a loop over what has a colon",
        "a long line",
        "part of a line",
        "a call",
        "what a star unpacks",
        "after a letter of several bytes",
    ],
)
def test_what_an_entry_replaces(before: str, code: str, instead: str, after: str, tmp_path: Path) -> None:
    """The expression, the statement, the head of a block or all of it; nothing beside it."""
    path = tmp_path / "engine.py"
    path.write_text(before, encoding="utf-8")
    assert without(path, "", code, instead) == after


@pytest.mark.parametrize(
    ("code", "instead", "why"),
    [
        ("if self.cup", "pass", "is not one statement or expression"),
        ("return 2", "return (", "is no Python"),
        ("self.cup", "pass", "is no expression"),
        ("elif len(path) > figures.march_squares:", "pass", "needs a head"),
    ],
)
def test_an_entry_that_is_no_python_is_a_fault(code: str, instead: str, why: str, engine: Path) -> None:
    """Whether the pattern is none or what would come in its place."""
    within = "State.seen" if code == "return 2" else ""
    with pytest.raises(LookupError, match=f"^rules_in_engine.yaml:7: R-11: .*{why}"):
        without(engine, within, code, instead)


@pytest.mark.parametrize(
    ("within", "code", "under", "line"),
    [
        ("State.called", "return 2", "", 10),
        ("State.seen", "return 2", "", 13),
        ("seen", "return 2", "", 13),
        ("State.called", "return 1", "if self.map:", 9),
        ("State", "self.cup", "", 6),
        ("", "elif len(path) > figures['march-squares']:", "", 20),
        ("check", "h in $place", "", 22),
        ("check", "control.free(...)", "", 18),
        ("check", "$unit.moved == $state.turn", "", 18),
    ],
)
def test_an_entry_is_found_by_its_function_and_its_syntax_tree(
    within: str, code: str, under: str, line: int, engine: Path
) -> None:
    """`in` may be left out where the code says enough; `under` tells apart code that a function has twice."""
    assert line_of(an_entry(engine, within, code, under)) == line


REWRITTEN = """\
from .control import free


class Cup:
    \'\'\'What the class is called now.\'\'\'

    def check(
        self,
        counter,
        hexes,
    ):
        # The counter has moved.
        if (
            counter.moved
            == self.turn  # in this turn
            and not free(self, counter)
        ):
            return (
                'A-12',
                f'{counter} may not move twice',
            )
        if (
            len(hexes)
            > self.setting.figures.march_squares
        ): return 'A-13', 'that is too far'
        reach: list[int] = [
            there for there in hexes
            if there in self.at
        ]
        return reach
"""


@pytest.mark.parametrize(
    ("code", "instead", "line", "without_it"),
    [
        (
            "if unit.moved == state.turn and not control.free(state, unit):",
            "if unit.moved == state.turn:",
            13,
            "        if counter.moved == self.turn:\n            return (",
        ),
        ('return "A-12", "has already moved this turn"', "pass", 18, "        ):\n            pass\n"),
        (
            'elif len(path) > figures["march-squares"]:',
            'elif len(path) >= figures["march-squares"]:',
            22,
            "        if len(hexes) >= self.setting.figures.march_squares: return",
        ),
        ("reach = [h for h in path if h in state.at]", "reach = list(path)", 26, "        reach = list(hexes)\n"),
        ("h in state.at", "True", 28, "            if True\n        ]"),
    ],
)
def test_an_entry_survives_another_layout_another_module_and_other_names(
    code: str, instead: str, line: int, without_it: str, engine: Path
) -> None:
    """What replaces it speaks with the names, and looks up in the way, that the engine has now."""
    engine.write_text("", encoding="utf-8")
    moved = engine.parent / "cup.py"
    moved.write_text(REWRITTEN, encoding="utf-8")
    entry = an_entry(engine, "check", code)
    match = rules_proof.place(entry, files_of(engine))
    assert (match.code.file, match.code.line) == (moved, line)
    assert without_it in without(engine, "check", code, instead)


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("unit.moved == state.turn", "unit.moved != state.turn", "unit.moved == state.turn"),
        ("unit.moved == state.turn", "unit.acted == state.turn", "unit.moved == state.turn"),
        ("if unit.moved == state.turn and", "if state.turn == unit.moved and", "unit.moved == state.turn"),
        ('"A-12"', '"A-14"', 'return "A-12", "has already moved this turn"'),
        ("march-squares", "walk-squares", 'len(path) > figures["march-squares"]'),
        ("march-squares", "walk-squares", "len(path) > $figures.march_squares"),
        ("for h in path if h in state.at", "for h in path if h not in state.at", "h in state.at"),
        ("if h in state.at", "", "reach = [h for h in path if h in state.at]"),
        ("    return reach", "    return path", "return reach"),
        ("control.free", "control.enemy_hexes", "control.free(state, unit)"),
        ("end of turn", "end of game", 'if state.phase == "end of turn":'),
    ],
)
def test_an_entry_whose_rule_has_changed_is_not_found(before: str, after: str, code: str, engine: Path) -> None:
    """Another comparison, another value, another name of what is no local name."""
    assert line_of(an_entry(engine, "check", code))
    assert CODE.count(before) == 1
    engine.write_text(CODE.replace(before, after), encoding="utf-8")
    with pytest.raises(LookupError, match=r"is not in .*state\.py; nearest"):
        line_of(an_entry(engine, "check", code))


@pytest.mark.parametrize(
    ("function", "code"),
    [
        ("def check(a, b):\n    if a.hex == b.hex:\n        pass\n    return unit, a\n", "if unit.hex == target.hex:"),
        ("def check(a):\n    if a.hex == a.hex:\n        pass\n", "if unit.hex == target.hex:"),
        ("def check(a, b):\n    if a:\n        return b\n", "if unit:"),
        ("def check(a):\n    return a.hex, other.hex\n", "return unit.hex, target.hex"),
    ],
    ids=["a name that is still there", "two names as one", "nothing but local names", "a name that is not local"],
)
def test_names_that_may_mean_something_else_are_not_taken_for_renamed(function: str, code: str, engine: Path) -> None:
    """A name has one other in the function, and is gone from it."""
    engine.write_text(function, encoding="utf-8")
    with pytest.raises(LookupError, match="is not in"):
        line_of(an_entry(engine, "check", code))


def test_a_rule_in_a_function_with_another_name_is_found_by_code_that_says_enough(engine: Path) -> None:
    """Not by a common phrase, and not while anything still has the name of the function."""
    engine.write_text(CODE.replace("def check(", "def judge("), encoding="utf-8")
    assert line_of(an_entry(engine, "check", "if unit.moved == state.turn and not control.free(state, unit):")) == 18
    with pytest.raises(LookupError, match="is not in"):
        line_of(an_entry(engine, "check", "if self.map:"))
    with pytest.raises(LookupError, match="is not in"):
        line_of(an_entry(engine, "State.seen", "unit.moved == state.turn"))


def test_an_entry_is_found_when_its_function_has_moved_to_another_file(engine: Path) -> None:
    """The file of an entry may be out of date as long as only one other file has the code in that function."""
    entry = an_entry(engine.parent / "gone.py", "State.seen", "return 2")
    assert rules_proof.place(entry, [engine]).code.file == engine
    second = engine.parent / "second.py"
    second.write_text(CODE, encoding="utf-8")
    with pytest.raises(LookupError, match=r"(?s)several places.*state\.py:13: .*second\.py:13: "):
        rules_proof.place(entry, [engine, second])


def test_an_entry_that_fits_two_places_is_a_fault_that_names_both(engine: Path) -> None:
    """It is not the first of them that is taken."""
    with pytest.raises(LookupError, match=r"(?s)^rules_in_engine\.yaml:7: R-11: .*state\.py:7: .*state\.py:9: "):
        line_of(an_entry(engine, "State.called", "return 1"))
    with pytest.raises(LookupError, match=r"(?s)state\.py:10: State\.called: return 2\n.*state\.py:13: State\.seen: "):
        line_of(an_entry(engine, "", "return 2"))


@pytest.mark.parametrize(
    ("within", "code", "under", "nearest"),
    [
        ("State.called", "if self.maps:", "", "state.py:8: State.called: if self.map:"),
        ("State.call", "return 2", "", "state.py:10: State.called: return 2"),
        ("State.called", "return 1", "if self.hat:", "state.py:7: State.called: return 1"),
    ],
    ids=["the code", "the function", "what it is under"],
)
def test_an_entry_that_fits_no_place_is_a_fault_that_names_the_nearest(
    within: str, code: str, under: str, nearest: str, engine: Path
) -> None:
    """Whichever part of it is out of date, the place that was meant comes first."""
    with pytest.raises(LookupError) as fault:
        line_of(an_entry(engine, within, code, under))
    lines = str(fault.value).splitlines()
    assert lines[0].startswith(f"rules_in_engine.yaml:7: R-11: `{within}: {code}` is not in ")
    assert lines[1].endswith(nearest)


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
    names = set(str(fault.value).splitlines())
    assert {line.partition(":")[0] for line in names} == {"R-11", "R-12"}
    assert any(line.endswith("none.yaml has no 'range: 4' any more") for line in names)


def test_where_a_rule_acts(capsys: pytest.CaptureFixture[str]) -> None:
    """`where` gives file and line, and the line with and without the rule; of other rules, why they act nowhere."""
    assert rules_proof.where(["R-75"]) == 0
    place, code, instead = capsys.readouterr().out.splitlines()
    number = int(place.split(":")[1])
    file = rules_proof.ROOT / place.split(":")[0]
    assert file.read_text(encoding="utf-8").splitlines()[number - 1].strip() == code.removeprefix("  - ")
    assert instead.startswith("  + ")
    assert rules_proof.where(["A-01", "R-999"], "ibb") == 1
    assert capsys.readouterr().out.splitlines() == [
        f"A-01 acts nowhere: {rules_proof.not_acted_on(rules_proof.GAMES[0])['A-01']}",
        "R-999 acts nowhere: there is no such rule",
    ]
