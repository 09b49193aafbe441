"""A stranger's template is refused where it asks for too much, soon and with its place; what packs need is given."""

from __future__ import annotations

import sys
from pathlib import Path

import jinja2
import pytest

from ibbprint.components.faces import work
from ibbprint.components.faces.template_functions import markdown_safe
from ibbprint.components.faces.templates import MAX_TEMPLATES_BYTES, Templates
from ibbprint.components.style import Style, read_style
from ibbprint.problems import Report, Where
from tests.helpers import SOAK, TEMPLATES
from tests.hostile_templates import ENOUGH, TOO_MUCH
from tests.limited import limited

STEPS = 100_000
"""Fewer than there are: what is too much for them is too much for twenty times as many, twenty times sooner."""


@pytest.fixture(scope="module")
def style() -> Style:
    result = read_style([TEMPLATES / "ibb", TEMPLATES / "common", TEMPLATES], Report())
    assert result is not None
    return result


def filled(folder: Path, name: str, text: str, style: Style) -> tuple[str | None, Report]:
    """A template filled in, and what was said of it."""
    report = Report()
    (folder / name).write_text(text, encoding="utf-8")
    templates = Templates([folder], style, report)
    loaded = templates.load(name, Where(name))
    return (None if loaded is None else templates.render(loaded, {})), report


KINDS = [
    (case, kind)
    for number, case in enumerate(TOO_MUCH)
    for kind in ("svg", "md")
    if SOAK or (kind == "md") == number % 2
]
"""Drawings and sheets of text in turn; each case in both in the long tests."""


@pytest.mark.parametrize(("case", "kind"), KINDS)
def test_what_takes_too_much_is_refused_at_its_line(
    case: str, kind: str, tmp_path: Path, style: Style, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One error, on the third line of the file, with the limit in numbers."""
    monkeypatch.setattr(work, "MOST_STEPS", STEPS)
    text, output = TOO_MUCH[case]
    name = f"x.{kind}.j2"
    result, report = filled(tmp_path, name, f"<svg>\n\n{text}\n</svg>", style)
    assert result is None
    (problem,) = report
    assert (problem.where.file, problem.where.line) == (str(tmp_path / name), 3)
    assert output.format(steps=f"{STEPS:,}") in problem.message, problem.message
    assert len(str(problem)) < 600


@pytest.mark.parametrize("case", ENOUGH)
def test_what_a_pack_needs_is_given(case: str, tmp_path: Path, style: Style) -> None:
    text, expected = ENOUGH[case]
    result, report = filled(
        tmp_path, "x.md.j2", text.replace("<", "(").replace(">", ")") if "b>" in text else text, style
    )
    assert not list(report)
    assert result is not None
    assert result.replace("\\", "") == expected


def test_an_include_that_includes_itself_twice_is_refused(
    tmp_path: Path, style: Style, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two to the power of forty files are never read."""
    monkeypatch.setattr(work, "MOST_STEPS", STEPS)
    again = "{% include 'b.svg.j2' %}" * 2
    (tmp_path / "b.svg.j2").write_text("\n{% set n = n - 1 %}{% if n > 0 %}" + again + "{% endif %}", encoding="utf-8")
    _, report = filled(tmp_path, "x.svg.j2", "{% set n = 40 %}{% include 'b.svg.j2' %}", style)
    (problem,) = report
    assert problem.where.file == str(tmp_path / "b.svg.j2")
    assert f"more than {STEPS:,} steps" in problem.message


def test_an_imported_template_cannot_be_put_out_again_and_again(
    tmp_path: Path, style: Style, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "MOST_STEPS", STEPS)
    (tmp_path / "b.svg.j2").write_text("{% for i in range(500) %}" + "y" * 20_000 + "{% endfor %}", encoding="utf-8")
    _, report = filled(tmp_path, "x.svg.j2", "\n{% import 'b.svg.j2' as m %}{{ m }}", style)
    (problem,) = report
    assert f"more than {STEPS:,} steps" in problem.message


def test_all_texts_together_have_a_limit_too(tmp_path: Path, style: Style, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand faces that each take nearly all that one may take are refused as well."""
    monkeypatch.setattr(work, "MOST_STEPS_TOGETHER", 250_000)
    monkeypatch.setattr(work.Steps.__init__, "__defaults__", (250_000,))
    monkeypatch.setattr(work, "MOST_STEPS", STEPS)
    report = Report()
    (tmp_path / "x.svg.j2").write_text("{% for i in range(4000) %}{% set a = i %}{% endfor %}", encoding="utf-8")
    templates = Templates([tmp_path], style, report)
    loaded = templates.load("x.svg.j2", Where("x"))
    assert loaded is not None
    result = [templates.render(loaded, {"number": number}) for number in range(1000)]
    assert result[0] is not None
    assert result[-1] is None
    (problem,) = report
    assert "all templates together take more than 250,000 steps" in problem.message


def test_all_templates_that_are_read_have_a_limit_together(tmp_path: Path, style: Style) -> None:
    """What is read counts, so that small files which include each other for ever are not compiled for ever."""
    text = "{# " + "x" * 400_000 + " #}"
    report = Report()
    templates = Templates([tmp_path], style, report)
    for number in range(12):
        (tmp_path / f"{number}.svg.j2").write_text(text, encoding="utf-8")
        templates.load(f"{number}.svg.j2", Where("x"))
    assert {problem.message for problem in report} == {
        f"the templates together have more than {MAX_TEMPLATES_BYTES // 1_000_000} MB."
    }


@pytest.mark.parametrize(
    "text",
    [
        "{{ 1" + " < 1" * 50_000 + " }}",
        "".join(f"{{% if 1 %}}{{% set a{i} = 1 %}}{{% endif %}}\n" for i in range(9000)),
    ],
)
def test_a_template_of_very_many_parts_is_refused_before_it_is_compiled(
    text: str, tmp_path: Path, style: Style
) -> None:
    _, report = filled(tmp_path, "x.svg.j2", text, style)
    (problem,) = report
    assert problem.where.line >= 1
    assert "it has more than 10,000 statements, names and other parts" in problem.message


def test_the_same_template_is_accepted_or_refused_alike_every_time(tmp_path: Path, style: Style) -> None:
    """Steps are counted, not measured: what a text takes does not hang on what was drawn before it."""
    (tmp_path / "x.svg.j2").write_text(
        "{% for i in range(50) %}{{ lines('a b c', i, 9) | join(' ') }}{% endfor %}", encoding="utf-8"
    )
    templates = Templates([tmp_path], style, Report())
    loaded = templates.load("x.svg.j2", Where("x"))
    assert loaded is not None
    taken = []
    for _ in range(3):
        templates.render(loaded, {})
        assert isinstance(loaded.template.environment, jinja2.Environment)
        counter = loaded.template.environment.counter  # type: ignore[attr-defined]
        taken.append(counter.granted - counter.remaining)
    assert taken[0] > 500
    assert taken[1:] == taken[:-1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{% for a in [1] %}" * 25 + "{% endfor %}" * 25, "it is nested too deep"),
        ("{% if 1 %}" * 120 + "{% endif %}" * 120, "it is nested too deep"),
        ("{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}", "it is nested too deep"),
        ("{{ " + "9" * 5000 + " }}", "a number in it has too many digits"),
    ],
)
def test_what_python_cannot_compile_is_told_by_its_reason(text: str, said: str, tmp_path: Path, style: Style) -> None:
    _, report = filled(tmp_path, "x.svg.j2", text, style)
    (problem,) = report
    assert problem.message == f"the template is broken: {said}."


@pytest.mark.parametrize("text", [r"{{ '\ud800' }}", "{{ '%c' % 55296 }}", "{{ '{:c}'.format(57343) }}"])
def test_half_a_character_is_refused(text: str, tmp_path: Path, style: Style) -> None:
    """It cannot be written to any file, so nothing after the template would know what to do with it."""
    result, report = filled(tmp_path, "x.svg.j2", text, style)
    assert result is None
    assert ["half a character" in problem.message for problem in report] == [True]


@pytest.mark.parametrize("value", ["'a'.upper", "lines", "self.b"])
def test_what_lacks_its_brackets_is_told_at_its_column(value: str, tmp_path: Path, style: Style) -> None:
    _, report = filled(tmp_path, "x.svg.j2", "{% block b %}{% endblock %}\n   {{ " + value + " }}", style)
    (problem,) = report
    name = value.rpartition(".")[2]
    assert (problem.where.line, problem.where.column) == (2, 7 + value.index(name))


def test_a_run_of_blanks_is_looked_through_once() -> None:
    """Half a million blanks in a value of a sheet: minutes, if each were a place where a line could end."""
    assert markdown_safe(" " * 500_000 + "a \t\n  b") == " " * 500_000 + "a b"


LARGEST = [case for case in TOO_MUCH if "kept" in case or "double" in case or case in ("a-captured-text", "percent")]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit of memory is one of Linux")
def test_what_takes_too_much_takes_little_memory(tmp_path: Path) -> None:
    """With all the steps there are, in a process that may have 700 MB: a message, and no MemoryError."""
    cases = list(TOO_MUCH) if SOAK else LARGEST[::3]
    script = f"""
from pathlib import Path
from tests.hostile_templates import TOO_MUCH
from tests.components.faces.test_hostile_templates import TEMPLATES, Report, filled, read_style
style = read_style([TEMPLATES / "ibb", TEMPLATES / "common", TEMPLATES], Report())
for case in {cases!r}:
    made, report = filled(Path({str(tmp_path)!r}), "x.svg.j2", TOO_MUCH[case][0], style)
    (problem,) = report
    assert "grows too large" not in problem.message, case
    assert TOO_MUCH[case][1].format(steps="2,000,000") in problem.message, (case, problem.message)
print("refused")
"""
    assert limited(script, megabytes=700) == "refused"
