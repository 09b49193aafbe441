"""Every item of a list and every row of a table of a sheet is printed as one of its own, however many there are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pydantic import BaseModel

from ibbprint.components.faces.sandbox import Sandbox
from ibbprint.components.faces.template_functions import markdown_safe
from ibbprint.components.faces.templates import Templates
from ibbprint.components.style import read_style
from ibbprint.materials import Kit
from ibbprint.press.order import nothing
from ibbprint.press.paper import DUPLEX, PAPERS
from ibbprint.press.text_pages import how_to_pages
from ibbprint.press.workshop import BookOptions, Page, Workshop
from ibbprint.problems import Report, Where
from ibbprint.systems import games
from tests.helpers import KITS, OTHER_GAMES, ROOT, SCENARIOS, folders_of, make_kit, make_pack, printed, quick_load
from tests.pdf import read_pdf

MARSH = ROOT / "docs" / "examples" / "salt-marsh"
MARK = "⟦%d⟧"
_MARKS = re.compile(r"⟦\d+⟧")
_ITEM = re.compile(r"^(- |(?:\d+|\{\{[^}]*\}\})\. |\|(?![-:{|]) ?)", re.MULTILINE)
"""What begins an item or a row in a template; not the line under the head of a table."""
_PLACED = re.compile(r"\{\{ table\(.*?\) \}\}")
"""A table that is placed by its name: no line of the template makes its rows."""
BOXES = ("example", "note", "key")
"""Fences whose content is text again."""


class Marked(Templates):
    """Templates in which the beginning of every item and row is marked.

    By a private name, for templates are read nowhere else, and no other test wants to change them as they are read.
    """

    def _source(self, name: str) -> tuple[str, str, Callable[[], bool]] | None:
        result = super()._source(name)
        if result is None or not name.endswith(".md.j2"):
            return result
        numbers = iter(range(10_000))
        return _ITEM.sub(lambda match: match[0] + MARK % next(numbers), _PLACED.sub("", result[0])), *result[1:]


def begun(tokens: Sequence[Token]) -> Iterator[str]:
    """The text of every item and row of the Markdown, boxes included."""
    for number, token in enumerate(tokens):
        if token.type == "fence" and token.info.split(" ")[0] in BOXES:
            yield from begun(parsed(token.content))
        if token.type in ("list_item_open", "tr_open"):
            end = next(
                n
                for n in range(number, len(tokens))
                if tokens[n].type == token.type.replace("open", "close") and tokens[n].level == token.level
            )
            yield "\n".join(item.content for item in tokens[number:end] if item.type == "inline")


def parsed(text: str) -> list[Token]:
    return MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)


def sheets(kit: Kit, folders: Sequence[Path]) -> dict[str, str]:
    """Every sheet of text and booklet of a kit as it is filled in, by its template, its items marked."""
    report = Report()
    style = read_style(folders, report)
    assert style is not None
    templates = Marked(folders, style, report, places=True)  # with places nothing is kept for other runs
    pages = [(text.template, text.values) for text in kit.texts]
    pages += [(booklet.template, booklet.values) for booklet in kit.booklets]
    result = {}
    for name, values in pages:
        loaded = templates.load(name, Where(name))
        filled = templates.render(loaded, values) if loaded is not None else None
        assert filled is not None, list(map(str, report))
        result[name] = filled
    return result


KITS_OF_ALL = {**dict.fromkeys((*KITS, *OTHER_GAMES), ()), "low-tide": (MARSH,)}


@pytest.mark.parametrize("name", KITS_OF_ALL)
def test_every_line_that_begins_an_item_begins_one_in_print(name: str) -> None:
    """Each time that a template writes `- `, `1. ` or `| `, the sheet has one item or row more, and no other."""
    packs = KITS_OF_ALL[name]
    kit, report = make_kit(name, packs=packs)
    assert kit is not None, list(map(str, report))
    for template, text in sheets(kit, folders_of(name, packs)).items():
        result = list(begun(parsed(text)))
        for item in result:
            assert len(_MARKS.findall(item)) == 1, (template, item)
            assert _MARKS.match(item.lstrip("\n")), (template, item)
        assert len(result) == len(_MARKS.findall(text)), template


@pytest.mark.parametrize("duplex", DUPLEX)
def test_the_steps_of_printing_are_steps(duplex: str) -> None:
    """The page on how to print counts its steps from 1 on, whatever is chosen."""
    kit, report = make_kit("stirling")
    assert kit is not None
    folders = games()["ibb"].template_folders
    style = read_style(folders, report)
    assert style is not None
    shop = Workshop(kit, BookOptions(PAPERS["a4"], duplex=duplex), folders, style, report)
    shop.one_sided = {"counters": 5} if duplex == "none" else {}
    empty = (3, 5) if duplex == "long-edge" else ()
    how_to_pages(shop, [nothing(shop) if n in empty else Page("", lambda _: None) for n in range(10)], pictured=False)
    (text,) = shop.faces.texts
    steps = [token for token in parsed(text) if token.type == "list_item_open" and token.markup == "."]
    assert [token.info for token in steps] == [str(n + 1) for n in range(len(steps))]
    assert len(steps) == len(re.findall(r"^\d+\. ", text, re.MULTILINE)) >= 4


OWN_RULES = [
    {"id": f"own-{n}", "kind": kind, "side": side, "text": f"Own rule number {n}.\n\n- With two lines.", **more}
    for n, (side, kind, more) in enumerate(
        [
            ("skatch", "shared-hex", {"rules": ["R-60", "R-185"]}),
            ("aenglish", "shared-hex", {}),
            ("skatch", "antipathy", {"against": "aenglish", "rules": ["R-74"]}),
            ("aenglish", "shared-hex", {"rules": ["R-129"]}),
            ("skatch", "shared-hex", {}),
        ]
    )
]


@pytest.mark.parametrize("number", [0, 1, 2, 5])
def test_as_many_special_rules_are_printed_as_there_are(tmp_path: Path, number: int) -> None:
    """A scenario of a pack with some special rules has a bullet for each, with all of its words, and no other."""
    own: dict[str, Any] = quick_load((SCENARIOS / "stirling.yaml").read_text(encoding="utf-8"))
    own["scenario"]["id"] = "own-stirling"
    own["special"] = OWN_RULES[:number]
    pack = make_pack(tmp_path / "own", {"scenarios/own-stirling.yaml": own})
    runs = [
        run
        for page in read_pdf(printed("own-stirling", packs=(pack,), only=("scenario",)).pdf).pages
        for run in page.runs
    ]
    bullets = [run for run in runs if run.text == "•"]
    texts = [re.findall(r"Own rule number (\d+)\.", run.text) for run in runs if "Own rule number" in run.text]
    assert texts == [[str(n)] for n in range(number)]
    assert len(bullets) == number


@pytest.mark.parametrize(("area", "said"), [("crest", "Hoar Ridge"), ("crest-core", "the core of the crest")])
def test_victory_speaks_of_places_as_a_sentence_does(tmp_path: Path, area: str, said: str) -> None:
    """A name stays a name; what describes a place has its article and no capital."""
    text = (SCENARIOS / "stirling.yaml").read_text(encoding="utf-8").replace("area: crest}", f"area: {area}}}")
    own: dict[str, Any] = quick_load(text)
    own["scenario"]["id"] = "own-stirling"
    pack = make_pack(tmp_path / "own", {"scenarios/own-stirling.yaml": own})
    output = " ".join(
        run.text
        for page in read_pdf(printed("own-stirling", packs=(pack,), only=("scenario",)).pdf).pages
        for run in page.runs
    )
    assert f"no unrouted unit on {said} at the end." in " ".join(output.split())


class Style(BaseModel):
    """A style of nothing."""


PARTS: Mapping[str, str] = {
    "one": "one",
    "{{ two }}": "two",
    "{{ '- two\nlines' }}": "- two lines",
    "{% if yes %} three{% endif %}": " three",
    "{% if not yes %} three{% endif %}": "",
    "{% for n in range(2) %}{{ n }}{% endfor %}": "01",
    "{# four #}": "",
    "{% raw %}five{% endraw %}": "five",
    "{% set six = '%}' %}": "",
}
"""What a line of a template may consist of, and what each comes to."""


@given(st.lists(st.lists(st.sampled_from(sorted(PARTS)), max_size=4), min_size=1, max_size=5))
def test_a_line_ends_where_it_ends_in_the_template(parts: list[list[str]]) -> None:
    """A written line is one line of the text, whatever tags it ends in; a line of tags alone is none."""
    sandbox = Sandbox(Style(), jinja2.DictLoader({}), whole_lines=True, finalize=markdown_safe)
    template = "".join(f"{{% if yes %}}\n- {''.join(line)}\n{{% endif %}}\n{{# tags alone #}}\n" for line in parts)
    assert sandbox.from_string(template).render(yes=True, two="two") == "".join(
        f"- {''.join(PARTS[part] for part in line)}\n" for line in parts
    )


def test_a_minus_eats_the_newline_as_ever() -> None:
    """Who wants a line joined to the next writes `-%}`."""
    sandbox = Sandbox(Style(), jinja2.DictLoader({}), whole_lines=True)
    assert sandbox.from_string("one{% if true -%}\ntwo{% endif %}\nthree").render() == "onetwo\nthree"
