"""Faces that are made from a stencil are those that their template makes, text and drawing alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.components.faces.faces import Faces, Symbols
from ibbprint.components.faces.stencils import FEWEST, Filled, Stencils
from ibbprint.components.faces.templates import Templates
from ibbprint.components.style import read_style
from ibbprint.drawing.shapes import Drawing, Group, Item, Use
from ibbprint.press.records import records, scale_of, sides_of, size_of
from ibbprint.problems import Report
from tests.helpers import TEMPLATES, folders_of, make_kit

SIZE = (18.0, 18.0)
SHIPPED = [TEMPLATES / "ibb", TEMPLATES / "common", TEMPLATES]
KITS = {
    "hastings": "ibb",
    "two-villages": "microbattle",
    "deep-delve": "element-battle",
    "the-moon-at-the-gate": "battle-turn",
    "ayrenes-woods": "ayrenes-woods",
    "tin-road": "printed",
}


class Counting(Stencils):
    """Stencils from the first face on, which count the faces that they make."""

    fewest = 0

    def __init__(self, templates: Templates) -> None:
        super().__init__(templates)
        self.uses = 0

    def filled(self, *given: Any) -> Filled | None:
        result = super().filled(*given)
        self.uses += result is not None
        return result


class Without(Stencils):
    """No stencils."""

    def filled(self, *given: Any) -> Filled | None:
        return None


def makers(folders: Sequence[Path]) -> tuple[Faces, Faces, Counting]:
    """What makes faces with stencils and without them, and the stencils."""
    result = []
    for kind in (Counting, Without):
        report = Report()
        style = read_style(folders, report)
        assert style is not None
        faces = Faces(Templates(folders, style, report), Symbols(folders, report), report)
        faces._stencils = kind(faces.templates)
        result.append(faces)
    assert isinstance(result[0]._stencils, Counting)
    return result[0], result[1], result[0]._stencils


def seen(drawing: Drawing | None) -> object:
    """All that a drawing is made of, to be compared."""
    if drawing is None:
        return None
    items = [_seen(item) for item in drawing.items]
    return drawing.width, drawing.height, drawing.plain, drawing.title, drawing.units, items


def _seen(item: Item) -> object:
    if isinstance(item, Group):
        return item.matrix, item.opacity, item.clip, [_seen(each) for each in item.items]
    if isinstance(item, Use):
        return item.matrix, item.colour, seen(item.drawing)
    return item


@pytest.mark.parametrize("scenario", KITS)
def test_each_face_of_a_kit_is_what_its_template_makes(scenario: str) -> None:
    kit, report = make_kit(scenario, game=KITS[scenario])
    assert kit is not None, str(report)
    with_them, without, _ = makers(folders_of(scenario, game=KITS[scenario]))
    for record in records(kit):
        for template, values in sides_of(record).values():
            arguments = template, values, size_of(record), record.origins, scale_of(record)
            drawings = with_them.face(*arguments), without.face(*arguments)
            texts = [faces.text_of(template, values, size_of(record)) for faces in (with_them, without)]
            assert texts[0] == texts[1]
            assert seen(drawings[0]) == seen(drawings[1])
    assert list(with_them.texts) == list(without.texts)


PARTS = (
    '<text x="2" y="4" font-size="7pt">{{ name }}</text>',
    '<text x="9" y="8" font-size="9pt" text-anchor="middle" data-fit="12">{{ attack }}-{{ defence }}</text>',
    '<text x="9" y="8" font-size="9pt"><tspan>{{ attack }}</tspan> {{ name }}</text>',
    '<text x="3" y="9" font-size="6pt" data-box="1 8 14 6">**{{ name }}** {{ defence }}</text>',
    '<text x="{{ attack }}" y="12" font-size="6pt">{{ attack }}</text>',
    '<text x="4" y="12" font-size="6pt" data-halo="0.3 #ffffff">{{ defence }}</text>',
    '<text x="4" y="12" font-size="6pt" opacity="0.5">{{ name }} &amp; {{ name }}</text>',
    '<g transform="translate(1 1)"><text x="4" y="9" font-size="6pt" fill-opacity="0.4">{{ name }}</text></g>',
    "<title>{{ name }}: {{ attack }}</title>",
    "{% if attack %}<circle cx='4' cy='4' r='1'/>{% endif %}",
    "{% if attack > 2 %}<circle cx='5' cy='4' r='1'/>{% endif %}",
    "{% if name == 'Guards' %}<circle cx='6' cy='4' r='1'/>{% endif %}",
    "{% set both %}{{ attack }}/{{ defence }}{% endset %}<text x='2' y='15' font-size='6pt'>{{ both }}</text>",
    "{% set both %}{{ attack }}{% endset %}{% if both == '3' %}<circle cx='7' cy='4' r='1'/>{% endif %}",
    "{% set both %}{{ name }}{% endset %}{% if both|length > 6 %}<circle cx='8' cy='4' r='1'/>{% endif %}",
    "{% set both %}{{ name }}{% endset %}{% if 'u' in both %}<circle cx='9' cy='4' r='1'/>{% endif %}",
    "{% macro m(a) %}<text x='2' y='16' font-size='6pt'>{{ a }}</text>{% endmacro %}{{ m(name) }}{{ m(defence) }}",
    "{% macro m(a) %}{{ a }}{% endmacro %}{% if m(attack) == '3' %}<circle cx='10' cy='4' r='1'/>{% endif %}",
    "<text x='2' y='15' font-size='6pt'>{{ name|upper }}{{ attack + 1 }}</text>",
    "<text x='2' y='15' font-size='6pt'>{{ (name or 'nobody') ~ attack }}</text>",
    "<text x='2' y='15' font-size='6pt'>{{ name or 'nobody' }}</text>",
    "<text x='2' y='15' font-size='6pt'>{{ name if defence else attack }}</text>",
    "<text x='2' y='15' font-size='6pt'>{{ text_width(name, 6)|round(1) }}</text>",
    "<text x='2' y='15' font-size='6pt'>{{ [name, attack][0] }}{{ {'a': defence}.a }}</text>",
    "<text x='2' y='15' font-size='6pt'>{{ [name, attack]|join(' ') }}</text>",
    "{% for n in [attack, defence] %}<text x='{{ 3 * loop.index }}' y='15' font-size='6pt'>{{ n }}</text>{% endfor %}",
    "{% for each in traits %}<text x='2' y='13' font-size='6pt'>{{ each }}{{ name }}</text>{% endfor %}",
    "{% set ns = namespace(a=1) %}{% set ns.a = name %}<text x='2' y='15' font-size='6pt'>{{ ns.a }}</text>",
    "{% filter upper %}<text x='2' y='15' font-size='6pt'>{{ name }}</text>{% endfilter %}",
    "<text x='2' y='15' font-size='6pt'>{{ -attack if attack is number else '' }}{{ name[:3] }}</text>",
    "<text x='2' y='15' font-size='6pt'>{{ name is defined }}{{ name.upper() }}</text>",
    "<text id='w' x='2' y='15' font-size='6pt'>{{ name }}</text><use href='#w' x='2'/>",
    "<desc>{{ name }}</desc><!-- {{ attack }} -->",
    "<rect x='2' y='15' width='2' height='1' fill='{{ colour }}'/>",
    "{{ unit.name }}",
    "<text x='2' y='15' font-size='6pt'>{{ unit.name }}{{ unit.side.name }}</text>",
    "<use href='symbol:{{ symbol }}' x='1' y='1' width='4'/>",
    "{% call(a) caller_of() %}{{ a }}{{ name }}{% endcall %}",
)
"""Some do no more with values than put them out, others measure, compare and join them."""


RECORD = st.fixed_dictionaries(
    {
        "name": st.sampled_from(
            ("Guards", "Levies", "", "A  B", " C", "R&D <3", "Москва", "−", "a\nb", "\U000f0001", "x" * 300)
        ),
        "attack": st.sampled_from((1, 2, 3, 0, -1, 2.5, 0.0, None, "3", True)),
        "defence": st.sampled_from((1, 2, 3, 4, "½", "")),
        "colour": st.sampled_from(("#ff0000", "#00ff00", "red")),
        "symbol": st.sampled_from(("axemen", "archers", "nothing")),
        "traits": st.sampled_from(([], ["swift"], ["swift", "slow"])),
        "note": st.integers(0, 9),
        "unit": st.sampled_from(({"name": "a", "side": {"name": "b"}}, {"name": "a", "side": {"name": "c"}})),
    }
)


@given(parts=st.lists(st.sampled_from(PARTS), min_size=1, max_size=4), rows=st.lists(RECORD, min_size=4, max_size=14))
def test_whatever_a_template_does_with_its_values_a_stencil_gives_the_same(
    tmp_path_factory: pytest.TempPathFactory, parts: Sequence[str], rows: Sequence[Mapping[str, Any]]
) -> None:
    folder = tmp_path_factory.mktemp("templates")
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 18 18">{"".join(parts)}</svg>'
    (folder / "x.svg.j2").write_text(text, encoding="utf-8")
    with_them, without, _ = makers([folder, *SHIPPED])
    for values in rows:
        drawings = [seen(faces.face("x.svg.j2", values, SIZE, {})) for faces in (with_them, without)]
        assert drawings[0] == drawings[1]
        assert with_them.text_of("x.svg.j2", values, SIZE) == without.text_of("x.svg.j2", values, SIZE)
    assert list(map(str, with_them.report)) == list(map(str, without.report))


def test_records_that_differ_only_in_what_is_put_out_share_a_stencil(tmp_path: Path) -> None:
    (tmp_path / "x.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 18 18"><title>{{ name }}</title>'
        '{% if reach %}<circle cx="4" cy="9" r="{{ 2 if elite == "yes" else 1 }}"/>{% endif %}'
        '<text x="2" y="16" font-size="8pt">{{ attack }}-{{ defence }} {{ name }}</text></svg>',
        encoding="utf-8",
    )
    faces, _, counting = makers([tmp_path, *SHIPPED])
    rows = [
        {
            "name": f"Row {n}",
            "attack": n + 1,
            "defence": 9 - n % 7,
            "reach": n % 2 and n,
            "elite": "yes" if n % 3 else "",
        }
        for n in range(40)
    ]
    for row in rows:
        assert faces.face("x.svg.j2", row, SIZE, {}) is not None
    kinds = {(bool(row["reach"]), row["elite"]) for row in rows}
    assert counting.uses >= len(rows) - 2 * len(kinds), (
        "the first of each kind is made without, and others till it is known"
    )


def test_a_name_too_long_for_its_face_is_told_as_ever(tmp_path: Path) -> None:
    (tmp_path / "x.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 18 18">'
        '<text x="2" y="16" font-size="8pt" data-fit="9" data-fit-min="8pt">{{ name }}</text></svg>',
        encoding="utf-8",
    )
    reports = []
    for faces in makers([tmp_path, *SHIPPED])[:2]:
        for name in ("Ox", "Elk", "Hind", "Hippopotamus", "Hen"):
            faces.face("x.svg.j2", {"name": name}, SIZE, {})
        reports.append(list(map(str, faces.report)))
    assert len(reports[0]) == 1
    assert reports[0] == reports[1]


def test_the_first_faces_of_a_template_are_made_one_by_one(tmp_path: Path) -> None:
    """A kit with few counters of a template pays for no stencil."""
    text = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 18 18"><text x="2" y="9">{{ name }}</text></svg>'
    (tmp_path / "x.svg.j2").write_text(text, encoding="utf-8")
    faces, _, counting = makers([tmp_path, *SHIPPED])
    counting.fewest = FEWEST
    for number in range(FEWEST + 5):
        assert faces.face("x.svg.j2", {"name": f"Ox {number}"}, SIZE, {}) is not None
    assert counting.uses == 4, "all but the first after those"
