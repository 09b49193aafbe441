"""What players read at the table: the booklet as a PDF, player aids, set-up and tables as pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ibbprint.materials import Kit, Text
from ibbprint.press.book import BookOptions, make_book
from ibbprint.press.inking import Inking
from ibbprint.press.paper import paper_of
from ibbprint.press.records import label
from ibbprint.press.sheet_drawings import sheet_drawings
from ibbprint.problems import Report, Where
from ibbprint.virtual.pictures import Face, Pictures, Studio, Thing

PAPER = "a4"
PAGE_DPI = 110
"""A page of A4 is 910 pixels wide then: its small type can be read, and it is shown whole on most screens."""


class Chart(NamedTuple):
    """A picture with its name, what it belongs to, and its width and height in mm."""

    name: str
    of: str
    face: Face
    size_mm: tuple[float, float]


def rules_of(kit: Kit, folders: Sequence[Path], inking: Inking, report: Report) -> bytes:
    """The booklets of a kit as a PDF, or where it has none its texts; empty where it has neither, or with errors."""
    wanted = {booklet.section for booklet in kit.booklets} or {text.section for text in _texts(kit)}
    return _book(kit, frozenset(wanted), folders, inking, report)


def charts_of(
    kit: Kit, things: Mapping[str, Thing], pictures: Pictures, folders: Sequence[Path], inking: Inking, report: Report
) -> Iterator[Chart]:
    """Every card that is neither drawn nor dealt, then every page of a player aid or a scenario sheet."""
    table = kit.tabletop
    piled = {key for pile in table.piles for key in pile.pieces} if table is not None else set()
    for thing in things.values():
        if thing.is_card and thing.key not in piled:
            yield Chart(thing.name, kit.title, thing.front, thing.size_mm)
    aids = [text for text in _texts(kit) if text.aid]
    if not aids:
        return
    pdf = _book(kit, frozenset(text.section for text in aids), folders, inking, report)
    titles = {section.id: section.title for section in kit.sections}
    sections = list(dict.fromkeys(titles.get(text.section, text.section) for text in aids))
    for number, page in enumerate(sheet_drawings(pdf) if pdf else (), start=1):
        face = pictures.of(page.drawing, dpi=PAGE_DPI)
        if face is not None:
            size = (page.drawing.width, page.drawing.height)
            yield Chart(f"{', '.join(sections)} {number}", kit.title, face, size)


def notes_of(kit: Kit, studio: Studio) -> Iterator[tuple[str, str]]:
    """Every player aid and scenario sheet as plain text with its title, and the markers with how many there are."""
    for text in _texts(kit):
        loaded = studio.templates.load(text.template, text.origins.get("", Where(text.template)))
        filled = None if loaded is None else studio.templates.render(loaded, text.values)
        if filled is not None:
            yield text.title, plain(filled)
    markers = [record for record in kit.pieces if record.count > 1]
    if markers:
        yield "Pieces", "\n".join(f"{label(record)}: {record.count}" for record in markers)


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


def _book(kit: Kit, sections: frozenset[str], folders: Sequence[Path], inking: Inking, report: Report) -> bytes:
    if not sections:
        return b""
    papers = replace(kit, pieces=(), cards=(), boards=())
    book = make_book(papers, BookOptions(paper_of(PAPER), sections, inking=inking), folders, report)
    return b"" if book is None else book.pdf
