"""What players read at the table: the booklet as a PDF, player aids, set-up and tables as pictures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from ibbprint.components.lacking import tell_lacking
from ibbprint.materials import Kit, Text
from ibbprint.press.book import BookOptions, make_book
from ibbprint.press.inking import Inking
from ibbprint.press.paper import paper_of
from ibbprint.press.records import shown_name
from ibbprint.press.sheet_drawings import sheet_drawings
from ibbprint.problems import Report, Where
from ibbprint.virtual.chances import chance_chart, words_of_chances
from ibbprint.virtual.pictures import Component, Face, Pictures, Studio

PAPER = "a4"
READ_MM = 60.0
"""What is as large as this both ways is read and not moved, whether the kit calls it a card or a piece."""
PAGE_DPI = 110
"""A page of A4 is 910 pixels wide then: its small type can be read, and it is shown whole on most screens."""


class Chart(NamedTuple):
    """A picture with its name, its owner, and its width and height in mm."""

    name: str
    owner: str
    face: Face
    size_mm: tuple[float, float]


class Papers(NamedTuple):
    """The rules and aids as a PDF, empty where there are none, and the charts."""

    pdf: bytes
    charts: tuple[Chart, ...]


def cards_of(kit: Kit, components: Mapping[str, Component]) -> list[Chart]:
    """The cards that are neither drawn nor dealt nor laid on the map: tables and tracks."""
    table = kit.tabletop
    moved: set[str] = set()
    if table is not None:
        moved = {*table.owners, *table.laid, *(key for pile in table.piles for key in pile.pieces)}
    return [
        Chart(component.name, title_of(kit), component.front, component.size_mm)
        for component in components.values()
        if component.key not in moved
        and not component.is_template
        and (component.is_card or min(component.size_mm) >= READ_MM)
    ]


def _chances(kit: Kit, pictures: Pictures, studio: Studio, report: Report) -> Iterator[Chart]:
    tables = () if kit.tabletop is None else kit.tabletop.chances
    for text in dict.fromkeys(words_of_chances(tables)):
        tell_lacking(text, kit.words, Where(kit.id), report, *studio.style.typography.sheets[:2], excerpt=text)
    for name, group in groupby(tables, lambda table: table.of):
        title = f"{title_of(kit)}, {name}" if name else title_of(kit)
        drawing = chance_chart(title, list(group), studio.style)
        face = pictures.add_drawing(drawing, few=True)
        if face is not None:
            chart = f"Chances of combat: {name}" if name else "Chances of combat"
            yield Chart(chart, title_of(kit), face, (drawing.width, drawing.height))


def title_of(kit: Kit) -> str:
    """The title of a scenario among others of its game."""
    return kit.title if kit.tabletop is None else kit.tabletop.title


def papers_of(
    kit: Kit, components: Mapping[str, Component], pictures: Pictures, studio: Studio, inking: Inking, report: Report
) -> Papers:
    """The booklets and sheets of a kit, and as charts the cards that are neither drawn nor dealt, the chances of
    combats and the aids.

    A page that several players get is one chart.
    """
    charts = [*cards_of(kit, components), *_chances(kit, pictures, studio, report)]
    texts = _texts(kit)
    sections = {text.section for text in texts if text.aid} | {booklet.section for booklet in kit.booklets}
    sections = sections or {text.section for text in texts}
    if not sections:
        return Papers(b"", tuple(charts))
    papers = replace(kit, pieces=(), cards=(), boards=())
    book = make_book(papers, BookOptions(paper_of(PAPER), frozenset(sections), inking=inking), studio.folders, report)
    if book is None:
        return Papers(b"", tuple(charts))
    titles = {text.title for text in texts if text.aid}
    aids = {(sheet.title, sheet.digest): sheet for sheet in reversed(book.sheets) if sheet.title in titles}
    sheets = sorted(aids.values(), key=lambda sheet: sheet.number)
    numbers: Counter[str] = Counter()
    for sheet, page in zip(sheets, sheet_drawings(book.pdf, [sheet.number for sheet in sheets]), strict=True):
        numbers[sheet.title] += 1
        face = pictures.add_drawing(page.drawing, dpi=PAGE_DPI, few=True)
        if face is not None:
            name = sheet.title if numbers[sheet.title] == 1 else f"{sheet.title} {numbers[sheet.title]}"
            charts.append(Chart(name, title_of(kit), face, (sheet.width, sheet.height)))
    return Papers(book.pdf, tuple(charts))


def notes_of(kit: Kit, studio: Studio) -> Iterator[tuple[str, str]]:
    """Every player aid and scenario sheet as plain text with its title, and the markers with how many there are."""
    for text in _texts(kit):
        loaded = studio.templates.load(text.template, text.origins.get("", Where(text.template)))
        filled = None if loaded is None else studio.templates.render(loaded, text.values)
        if filled is not None:
            yield text.title, plain(filled)
    markers = [record for record in kit.pieces if record.count > 1]
    if markers:
        yield "Pieces", "\n".join(f"{shown_name(record)}: {record.count}" for record in markers)


def plain(markdown: str) -> str:
    """Markdown as words alone: no marks, figures, tags or empty lines in a row."""
    words = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"<[^>]*>", " ", markdown))
    lines = (
        re.sub(r"\s+", " ", re.sub(r"[*#`|]|:[\w-]+:|^[-\s|:]+$", " ", line)).strip() for line in words.splitlines()
    )
    return "\n".join(line for line in lines if line)


def _texts(kit: Kit) -> list[Text]:
    extra = {section.id for section in kit.sections if section.extra}
    return [text for text in kit.texts if text.section not in extra]
