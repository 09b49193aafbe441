"""The story of a game as a booklet: a chapter a turn, with the map as it stood when the turn was over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

from ibbprint.materials import Kit, Section
from ibbprint.materials.boards import Board, BoardFigure
from ibbprint.materials.booklets import Booklet
from ibbprint.press.book import BookOptions, make_book
from ibbprint.press.inking import USUAL, Inking
from ibbprint.press.paper import Paper
from ibbprint.press.picture_book import Chapter, Line, chapters_of
from ibbprint.problems import Report

TEXT, COVER = "common/story.md.j2", "common/story-cover.svg.j2"
MOST_PAGES = 400
"""A game of many turns is a thick booklet; its type is not set smaller for that."""


def story_pdf(
    title: str,
    story: Iterable[Line],
    board: Board | None,
    paper: Paper,
    folders: Sequence[Path],
    report: Report,
    *,
    folded: bool = False,
    inking: Inking = USUAL,
) -> bytes:
    """The booklet of a game on a paper, page by page or `folded`: imposed for sheets that are folded in the middle.

    Empty, with the faults in the report, where it cannot be made.
    """
    lines = list(story)
    chapters = chapters_of(lines, () if board is None else board.layers)
    edition = sha256(repr((title, lines)).encode()).hexdigest()[:8]
    section = Section("story", title)
    kit = Kit("story", "story", title, edition, (section,), booklets=(_booklet(title, chapters, board, section.id),))
    options = BookOptions(paper, frozenset({section.id}), booklet=folded, inking=inking)
    book = make_book(kit, options, folders, report)
    return b"" if book is None else book.pdf


def _booklet(title: str, chapters: Sequence[Chapter], board: Board | None, section: str) -> Booklet:
    figures = {}
    written = []
    for number, chapter in enumerate(chapters):
        name = f"turn-{number}"
        if chapter.layer is not None and board is not None:
            figures[name] = (BoardFigure(board, chapter.layer.id, "map"),)
        written.append(
            {
                "title": chapter.title,
                "figure": name if name in figures else "",
                "caption": "" if chapter.layer is None else chapter.layer.title,
                "blocks": _blocks(chapter.story),
            }
        )
    values = {"title": title, "chapters": written, "turns": sum(bool(chapter.title) for chapter in chapters)}
    return Booklet("story", section, title, COVER, TEXT, values, figures, most_pages=MOST_PAGES, noted=False)


def _blocks(story: Sequence[Line]) -> list[dict[str, str]]:
    """The paragraphs of a chapter; a sentence that goes `on` is part of the one before it."""
    result: list[dict[str, str]] = []
    for line in story:
        if line.place == "on" and result and result[-1]["place"] != "heading":
            result[-1]["text"] += f" {line.text}"
        else:
            result.append({"place": line.place, "text": line.text})
    return result
