"""docs/template-names.md: up to date, and every name of it is one that a template can use."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ibbprint.components.faces.sandbox_calls import FILTERS
from ibbprint.components.faces.template_functions import FUNCTIONS
from ibbprint.components.faces.templates import Templates
from ibbprint.engine.api.kits import KitOptions
from ibbprint.materials import Fields, by_name
from ibbprint.materials.booklets import FaceFigure
from ibbprint.problems import Report, Where
from ibbprint.systems import games
from tests.helpers import TEMPLATES
from tools import template_names

found = cache(template_names.gathered)


def on_the_page() -> dict[str, list[str]]:
    """The names that the page gives for each template, those of every template under no name."""
    text = template_names.PAGE.read_text(encoding="utf-8")
    values: dict[str, list[str]] = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, rest = part.partition("\n")
        same = re.search(r"The same names as (\S+)\.$", rest, re.MULTILINE)
        names = re.findall(r"^\| `([^`]+)` \|", rest, re.MULTILINE)
        values["" if title.startswith("In every") else title] = values[same[1]] if same else names
    return values


def test_the_page_is_up_to_date() -> None:
    """What `make template-names` would write is what is there."""
    assert template_names.page(found()) == template_names.PAGE.read_text(encoding="utf-8")


def test_every_template_that_is_shipped_is_on_the_page() -> None:
    """Each face, card and sheet that a kit is printed with; those that others include have no records of their own."""
    folders = (TEMPLATES / "ibb", TEMPLATES / "ayrenes-woods")
    shipped = {path.relative_to(TEMPLATES).as_posix() for folder in folders for path in folder.glob("*.j2")}
    lent = {
        "ibb/counter.svg.j2",
        "ibb/area.svg.j2",
        "ibb/crt-parts.svg.j2",
        "ibb/modifiers.md.j2",
        "ibb/roster.md.j2",
        "ayrenes-woods/counter.svg.j2",
        "ayrenes-woods/crt-parts.svg.j2",
        "ayrenes-woods/modifiers.md.j2",
        "ayrenes-woods/victory.md.j2",
    }
    assert shipped - lent <= set(on_the_page())


def snippet(path: str) -> str:
    """Jinja that puts out `<path>` for every value that the path leads to."""
    opens, closes, at = "", "", ""
    for number, part in enumerate(path.split(".")):
        name = part.removesuffix("[]").removesuffix("[ID]")
        at = f'{at}["{name}"]' if at else name
        opens += f"{{% if {at} is defined and {at} is not none %}}"
        closes = "{% endif %}" + closes
        if part != name:
            pair = "" if part.endswith("[]") else f"k{number}, "
            opens += f"{{% for {pair}v{number} in {at}{'|items' if pair else ''} %}}"
            closes = "{% endfor %}" + closes
            at = f"v{number}"
    return f"{opens}<{path}>{closes}"


@pytest.mark.parametrize("template", [name for name in on_the_page() if name])
def test_every_name_renders(template: str, tmp_path: Path) -> None:
    """A template of the same name that uses each name of the page renders with every record, and each leads somewhere;
    what is not marked as missing sometimes is in all of them."""
    names = on_the_page()[template]
    always = [name.path for name in found()[template].names.values() if name.records == found()[template].records]
    (tmp_path / template).parent.mkdir(parents=True)
    first, dot, ending = template.partition(".")
    report = Report()
    templates = Templates([tmp_path], template_names.shipped_style(), report)
    parts = []
    for begin in range(0, len(names), 250):  # a template may not have more than 10,000 parts
        part = f"{first}-{begin}{dot}{ending}"
        (tmp_path / part).write_text("\n".join(map(snippet, names[begin : begin + 250])), encoding="utf-8")
        parts.append(templates.load(part, Where("test")))
    rendered: set[str] = set()
    for values in found()[template].values:
        text = ""
        for loaded in parts:
            assert loaded is not None, list(report)
            filled = templates.render(loaded, values)
            assert filled is not None, list(report)
            text += filled
        here = set(re.findall(r"<([^>]+)>", text.replace("&lt;", "<").replace("&gt;", ">")))
        rendered |= here
        lacking = {name for name in always if "." not in name and _given(values, name)} - here
        assert lacking == set()
    can_be_empty = {n.path for n in found()[template].names.values() if n.sort == "nothing"}
    assert set(names) - rendered - can_be_empty == set()


@pytest.mark.parametrize(("game", "scenario"), [("ibb", "defend-the-bridge"), ("ayrenes-woods", "ayrenes-woods")])
def test_the_faces_in_a_booklet_have_the_names_of_the_page(game: str, scenario: str) -> None:
    """A pack's own template of a counter or marker prints in the figures of the rules as well."""
    kit = games()[game].kit(scenario, KitOptions(only=frozenset({"rules"})), Report())
    assert kit is not None
    figures = [figure for booklet in kit.booklets for parts in booklet.figures.values() for figure in parts]
    faces = [face for figure in figures if isinstance(figure, FaceFigure) for face in figure.faces]
    assert len(faces) >= 5
    for face in faces:
        used = found()[face.face]
        always = {name.path for name in used.names.values() if name.records == used.records and "." not in name.path}
        assert always - by_name(face.values).keys() == set(), face.face


@dataclass(frozen=True, slots=True)
class Wearer(Fields):
    """Who wears a badge."""

    name: str


@dataclass(frozen=True, slots=True)
class Badge(Fields):
    """A badge, as a record of a game."""

    id: str
    wearers: list[Wearer]
    best: Wearer | None
    corner: tuple[int, int]


def test_a_record_has_the_names_that_a_mapping_has() -> None:
    """Templates know a record by the names of its fields, in their order, and what is in it in the same way."""
    anna = Wearer("Anna")
    plain = {"id": "B1", "wearers": [{"name": "Anna"}], "best": {"name": "Anna"}, "corner": (1, 2)}
    assert by_name(Badge("B1", [anna], anna, (1, 2))) == plain
    assert by_name({"id": "B1", "wearers": [anna], "best": anna, "corner": (1, 2)}) == plain == by_name(plain)
    assert list(by_name(Badge("B1", [], None, (1, 2)))) == list(plain)


def _given(values: Mapping[str, Any], name: str) -> bool:
    return values.get(name) is not None and "[" not in name


def test_what_every_template_has_renders(tmp_path: Path) -> None:
    """The style's names, the functions and the filters are there in any template."""
    names = on_the_page()[""]
    functions = [name.removesuffix("(...)") for name in names if name.endswith("(...)")]
    assert functions == list(FUNCTIONS)
    style = [name for name in names if not name.endswith("(...)")]
    text = "\n".join(map(snippet, style)) + "".join(
        f"{{% if {name} is callable %}}<{name}>{{% endif %}}" for name in functions
    )
    (tmp_path / "any.md.j2").write_text(text, encoding="utf-8")
    report = Report()
    templates = Templates([tmp_path], template_names.shipped_style(), report)
    loaded = templates.load("any.md.j2", Where("test"))
    assert loaded is not None, list(report)
    result = templates.render(loaded, {})
    assert result is not None, list(report)
    assert set(re.findall(r"<([^>]+)>", result)) == {*style, *functions}
    page = template_names.PAGE.read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in FILTERS)
