"""The rulings: each there once, in order, tagged and tied together; and every text of the game fit to print."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ibbprint.catalogue.models.rulings import Ruling
from ibbprint.catalogue.source import read_yaml
from ibbprint.drawing.fonts import STYLES, missing
from ibbprint.phrases import capital
from ibbprint.problems import Report
from ibbprint.shipped import shipped
from ibbprint.systems.ibb.catalogue import DATA, Catalogue
from ibbprint.systems.ibb.models.army_themes import WORDS

EXPECTED = [f"R-{n:02d}" for n in range(1, 208)] + [f"G-{n:02d}" for n in range(1, 67)]
UNUSED = {*range(136, 140), *range(154, 160), *range(175, 180)}
STATEMENTS = [f"A-{n:02d}" for n in range(1, 186) if n not in UNUSED]

WORD_STYLES = [style for style in STYLES if style != "symbols"]
"""The styles that words are set in; the font of signs only steps in for them."""
TAGS = {"reading", "contradiction", "slip", "gap", "lost", "reconstruction", "kept", "settlement"}

# The rulings that each settlement settles, as its head says. (G-33 is on the path of a charge, R-93.)
SETTLES = {
    "G-01": "R-78",
    "G-02": "R-148 R-134",
    "G-04": "R-200 R-40 R-21",
    "G-05": "R-65 R-67 R-190",
    "G-06": "R-52 R-93",
    "G-07": "R-117 R-118",
    "G-08": "R-178",
    "G-09": "R-119",
    "G-10": "R-137",
    "G-11": "R-132",
    "G-12": "R-129",
    "G-13": "R-38 R-39",
    "G-14": "R-109",
    "G-15": "R-17 R-22 R-64 R-82 R-95 R-115 R-119 R-126 R-136",
    "G-17": "R-29 R-120",
    "G-18": "R-24 R-42",
    "G-19": "R-104",
    "G-20": "R-124",
    "G-21": "R-139 R-144 R-147",
    "G-22": "R-152 R-144",
    "G-23": "R-49",
    "G-24": "R-66",
    "G-25": "R-69",
    "G-26": "R-11",
    "G-27": "R-123",
    "G-28": "R-103 R-105",
    "G-29": "R-58",
    "G-30": "R-60",
    "G-31": "R-95 R-81",
    "G-32": "R-96",
    "G-33": "R-93",
    "G-34": "R-198",
    "G-35": "R-199",
    "G-36": "R-166",
    "G-37": "R-129 R-158",
    "G-38": "R-146",
    "G-39": "R-07",
    "G-40": "R-200",
    "G-41": "R-36",
    "G-42": "R-35",
    "G-43": "R-98 R-122",
    "G-46": "R-51 R-52",
    "G-47": "R-22 R-32",
    "G-48": "R-07",
    "G-51": "R-93",
    "G-52": "R-167 R-177 R-184",
    "G-53": "R-114 R-118",
    "G-54": "R-120",
    "G-55": "R-16",
    "G-56": "R-17 R-191",
    "G-57": "R-48 R-49",
    "G-58": "R-199",
    "G-59": "R-200",
    "G-60": "R-200",
    "G-61": "R-155 R-157",
    "G-62": "R-143 R-158",
    "G-63": "R-58",
    "G-64": "R-99",
}

LINES = 1253
"""The source text has so many lines."""


@cache
def catalogue() -> Catalogue:
    result = Catalogue.open((), (), Report())
    assert result is not None
    return result


def rulings() -> dict[str, Ruling]:
    return {ruling.id: ruling for ruling in catalogue().rulings}


def test_every_ruling_once_in_order() -> None:
    """The rulings and the settlements stand in the file once each and in order."""
    source = read_yaml(DATA / "rulings.yaml", Report())
    assert source is not None
    assert [entry["id"] for entry in source.data["rulings"]] == EXPECTED
    assert list(rulings()) == EXPECTED


def test_tags() -> None:
    """Each ruling says of which sort it is; the settlements, and only they, are tagged as such."""
    assert {ruling.tag for ruling in rulings().values()} == TAGS
    for name, ruling in rulings().items():
        assert (ruling.tag == "settlement") == name.startswith("G-"), name


def test_texts() -> None:
    """Each ruling has a title of its own and a text of whole sentences."""
    titles = [ruling.title for ruling in rulings().values()]
    assert len(set(titles)) == len(titles)
    for ruling in rulings().values():
        assert ruling.title == ruling.title.strip()
        assert ruling.text == " ".join(ruling.text.split())
        assert len(ruling.text.split()) >= 5, ruling.id
        assert ruling.text.endswith((".", ".)")), ruling.id
        assert ruling.text[0].isupper() or ruling.text[0].isdigit(), ruling.id


def test_every_statement_has_its_text() -> None:
    """A-01 to A-185 in order, each a sentence or more with its lines of the source; rulings bear on no others."""
    items = list(catalogue().statements)
    assert [statement.id for statement in items] == STATEMENTS
    texts = {statement.text for statement in items}
    assert len(texts) == len(items)
    for statement in items:
        assert len(statement.text.split()) >= 5, statement.id
        assert statement.text.endswith("."), statement.id
        assert statement.text[0].isupper(), statement.id
        assert statement.source, statement.id
        assert all(1 <= int(line[1:]) <= LINES for line in statement.source), statement.id
    assert {name for ruling in rulings().values() for name in ruling.statements} <= set(STATEMENTS)


def test_sources() -> None:
    """Evidence is cited by lines that the source text has; a settlement, which is ours, cites none."""
    for ruling in rulings().values():
        for line in ruling.source:
            assert line[0] == "L", ruling.id
            assert 1 <= int(line[1:]) <= LINES, ruling.id
        assert bool(ruling.source) == (ruling.tag != "settlement") or ruling.id.startswith("R-"), ruling.id


@pytest.mark.parametrize("name", list(SETTLES))
def test_settlements_are_tied(name: str) -> None:
    """A settlement names the rulings it settles, and each of those names it."""
    for ruling in SETTLES[name].split():
        assert name in rulings()[ruling].settled_by, ruling
        assert ruling in rulings()[name].settles, ruling


def test_ties_name_rulings() -> None:
    """`settled_by` names settlements, `settles` names rulings or statements, and both exist."""
    known = rulings()
    for ruling in known.values():
        assert all(name in known and name.startswith("G-") for name in ruling.settled_by), ruling.id
        assert all(name in known or name.startswith("A-") for name in ruling.settles), ruling.id
        assert all(name.startswith("A-") for name in ruling.statements), ruling.id
        assert not (ruling.settles and ruling.tag != "settlement"), ruling.id
        for settled in ruling.settles:
            assert settled.startswith("A-") or ruling.id in known[settled].settled_by, ruling.id


def printable() -> list[Path]:
    return sorted([*DATA.glob("*.yaml"), *(shipped("scenarios") / "ibb").rglob("*.yaml")])


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


@pytest.mark.parametrize("path", printable(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_characters_can_be_printed(path: Path) -> None:
    """Every font of the project has every character of every text in the data and the scenarios."""
    source = read_yaml(path, Report())
    assert source is not None
    text = "".join(sorted({character for string in strings(source.data) for character in string}))
    assert text
    assert {style: missing(text, style) for style in WORD_STYLES} == dict.fromkeys(WORD_STYLES, "")


def test_signs_are_the_true_ones() -> None:
    """Texts use the true apostrophe and quotation marks, not those of a typewriter."""
    for path in printable():
        source = read_yaml(path, Report())
        assert source is not None
        straight = [s for s in strings(source.data) if "'" in s or '"' in s]
        assert set(straight) <= {"Cup O' Doom"}, path.name  # an alias that a keyboard may type


MADE_UP = ("quarrels", "sayings")
"""Their texts name the words of a scenario that is made up, and no figures."""
WORDS_AT_HAND = {form: "Geese" for word in WORDS for form in (word, capital(word))}


@pytest.mark.parametrize("kind", [name for name, kind in Catalogue.KINDS.items() if not kind.single])
def test_texts_fill_in(kind: str) -> None:
    """Every figure or word that a text refers to is there, so no brace or bracket of a list is ever printed."""
    shelf = catalogue().shelf(Catalogue.KINDS[kind])
    assert len(shelf) > 0
    for name, entry in shelf.entries.items():
        for field in ("text", "why", "figure", "note"):
            text = getattr(entry.value, field, None)
            if text and kind not in MADE_UP:
                filled = catalogue().text(text, entry.value, entry.where(field))
                assert not set("{}[]") & set(filled), name
            for words in ([text] if isinstance(text, str) else text or ()) if kind in MADE_UP else ():
                assert not set("{}[]") & set(words.format_map(WORDS_AT_HAND)), name
        for text in entry.value.say if kind == "sayings" else ():
            assert not set("{}[]") & set(text.format_map(WORDS_AT_HAND)), name
    assert [str(problem) for problem in catalogue().report] == []
