"""Title lines: lines of words, or with a unit's bare name, by their look and their neighbours.

Knows nothing of what was read before; `reading` asks only about the first lines of a list.
"""

from __future__ import annotations

from ibbprint.engine.lists.evidence import TITLE, UNIT
from ibbprint.engine.lists.lines import Line
from ibbprint.engine.lists.page import Page
from ibbprint.engine.lists.pieces import Piece, Read, has_figures
from ibbprint.engine.lists.records import F, U
from ibbprint.engine.lists.remarks import opens_letter


def is_title(page: Page[U, F], number: int, line: Line, whole: Piece[U, F], *, lost: int) -> bool:
    """Whether words above all entries are the title: not if they are an entry that is only misspelt.

    `lost` is how many lines of mere words were passed over before.
    """
    if line.level[1]:
        return False
    if opens_letter(line.text) or (number and _heads_first_of_several(page, number)):
        return False
    written = whole.written
    told = page.dialect.titles.told_in(line.text[line.start :], "")
    price = None if told.amount is not None else written.price
    if number and has_figures(written._replace(price=None, each=None, sum=None)):
        return False  # `2 trolls` may be the title only where it is the first line of all
    if written.signed or has_figures(written._replace(many=None, price=price, each=None, sum=None)):
        return False
    if page.pieces.index.misspelt(whole.words):
        return False
    if (line.colon or line.mark == "heading") and told.amount is None and not told.role and not lost:
        at, direct = page.following(number)
        return not (direct and at is not None and page.has_headings(number + 1))
    return True


def _heads_first_of_several(page: Page[U, F], number: int) -> bool:
    """Whether a line below others stands right over a leader, and more headings follow: then it is one of them."""
    below = number + 1
    lines = page.lines
    if below >= len(lines) or lines[below].under_blank or not page.has_headings(below):
        return False
    return any(page.dialect.leads(piece.unit) for piece in page.read(below).pieces)


def may_be_title(page: Page[U, F], at: int, line: Line, read: Read[U, F]) -> bool:
    """Whether a first line that is a unit's bare name may be the title: something is bought below it."""
    if read.head is not None or line.level[1] or line.mark == "heading":
        return False
    for piece in read.pieces:
        written = piece.written
        if has_figures(written) or written.number is not None or written.own.flags or written.own.carried:
            return False
    return any(page.read(below).first is not None for below in range(at + 1, len(page.lines)))


def usual_title(page: Page[U, F], at: int, line: Line) -> str:
    """The usual reading of the first line: a title if it is set off, or if all units have counts."""
    below = page.lines[at + 1]
    if below.under_blank or below.mark or line.mark or (line.level != below.level) or line.colon:
        return TITLE
    header = page.heads.of(below.text[below.start :])
    if (header is not None and header.kind) or page.sort(at + 1).kind == "header":
        return TITLE
    uncounted = [n for n in page.uncounted if n > at]
    if uncounted:
        return UNIT if uncounted[0] == at + 1 and any(line.under_blank for line in page.lines[at + 2 :]) else ""
    return TITLE


__all__ = ["is_title", "may_be_title", "usual_title"]
