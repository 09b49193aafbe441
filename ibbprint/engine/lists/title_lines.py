"""Title lines: lines of words, or with a unit's bare name, by their look and their neighbours.

Knows nothing of what was read before; `reading` asks only about the first lines of a list.
"""

from __future__ import annotations

from ibbprint.digits import number_in_signs
from ibbprint.engine.lists.evidence import TITLE, UNIT
from ibbprint.engine.lists.lines import Line
from ibbprint.engine.lists.page import Page
from ibbprint.engine.lists.piece import ENTRY, LineReading, Piece, has_figures
from ibbprint.engine.lists.records import F, U
from ibbprint.engine.lists.remarks import opens_letter
from ibbprint.engine.lists.titles import TitleDetails


def is_title(page: Page[U, F], number: int, line: Line, line_piece: Piece[U, F], *, lost: int) -> bool:
    """Whether words above all entries are the title: not if they are an entry that is only misspelt.

    `lost` is how many lines of mere words were passed over before.
    """
    if line.level[1]:
        return False
    if opens_letter(line.text) or (number and _heads_first_of_several(page, number)):
        return False
    written = line_piece.written
    details = less_small_sum(page, line, page.dialect.titles.details_in(line.text[line.start :], ""))
    price = None if details.amount is not None else written.price
    if number and has_figures(written._replace(price=None, each=None, sum=None)):
        return False  # `2 trolls` may be the title only where it is the first line of all
    if line_piece.words.hold_name and (line_piece.match is not None or number_in_signs(line.text)):
        return is_set_off(page, number, line)  # `Pikemen III`, `2½ Pikemen`
    counted = written.many is not None and not written.casual
    if (
        line_piece.words.hold_name
        and details.amount is None
        and (counted or page.pieces.entry_at_end(line.text) is not None)
    ):
        return False  # `2 Pikemen. 3 in all`, `Army 3 Pikemen`
    if written.signed or has_figures(written._replace(many=None, price=price, each=None, sum=None)):
        return False
    if page.pieces.index.misspelt(line_piece.words):
        return False
    if (line.colon or line.mark == "heading") and details.amount is None and not details.role and not lost:
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


def may_be_title(page: Page[U, F], at: int, line: Line, read: LineReading[U, F]) -> bool:
    """Whether a first line that is a unit's name may be the title: something is bought below it.

    The name is bare, or a number stands behind it that may be the budget, or the year of a battle.
    """
    if read.head is not None or line.level[1] or line.mark == "heading":
        return False
    for piece in read.pieces:
        written = piece.written
        if written.own.flags or written.own.carried:
            return False
        if (has_figures(written) or written.number is not None) and not _has_budget(page, at, line, read):
            return False
    return any(page.read(below).first is not None for below in range(at + 1, len(page.lines)))


def _has_budget(page: Page[U, F], at: int, line: Line, read: LineReading[U, F]) -> bool:
    """Whether a sum or a year stands behind a bare name, which is no price of the unit: `Guard 90`.

    It is high enough to be what an army like the one below may spend: an attacker may spend the budget twice, and
    where armies come to one sum, hardly anybody plays for less.
    """
    *before, last = read.pieces
    if any(piece.kind != ENTRY or _has_number(piece) for piece in before) or last.kind != ENTRY:
        return False
    written, result = last.written, last.match
    bare = written.many is written.each is written.sum is written.second is None
    if result is None or not bare or (written.price is not None and written.number is not None):
        return False
    number = written.number if written.price is None else written.price
    if number is None or number == result.price or result.price is None:
        return False
    details = page.dialect.titles.details_in(line.text[line.start :], "")
    least = max(page.dialect.usual_sum or 0, least_below(page, at) / 2)
    return number in (details.amount, details.year) and number >= least


def _has_number(piece: Piece[U, F]) -> bool:
    return has_figures(piece.written) or piece.written.number is not None


def least_below(page: Page[U, F], at: int) -> float:
    """The least that the entries below a line cost, each by itself: a number that may be a price counts for one."""
    pieces = [piece for below in range(at + 1, len(page.lines)) for piece in page.read(below).pieces]
    bought = [piece.match for piece in pieces if piece.match is not None and piece.kind == ENTRY]
    return sum((result.price or 0) * (1 if result.doubt else result.many) for result in bought)


def less_small_sum(page: Page[U, F], line: Line, details: TitleDetails) -> TitleDetails:
    """The details of a title; a bare number is no sum where no army below could be bought for it: `Units (4)`."""
    if not details.bare or details.role or details.amount is None:
        return details
    at = next((at for at, candidate in enumerate(page.lines) if candidate.number >= line.number), 0)
    return details._replace(amount=None, bare=False) if details.amount < least_below(page, at) / 2 else details


def is_set_off(page: Page[U, F], at: int, line: Line) -> bool:
    """Whether a first line is set off from the lines below: by a blank line, a mark, a colon, or a header there."""
    if at + 1 >= len(page.lines):
        return False
    below = page.lines[at + 1]
    if below.under_blank or below.mark or line.mark or (line.level != below.level) or line.colon:
        return True
    header = page.heads.of(below.text[below.start :])
    return (header is not None and bool(header.kind)) or page.sort(at + 1).kind == "header"


def usual_title(page: Page[U, F], at: int, line: Line) -> str:
    """The usual reading of the first line: a title if it is set off, or if all units have counts."""
    if is_set_off(page, at, line):
        return TITLE
    if any(map(_has_number, page.read(at).pieces)):
        return ""  # `Guard 90` has its count itself, if it is one
    uncounted = [n for n in page.uncounted if n > at]
    if uncounted:
        return UNIT if uncounted[0] == at + 1 and any(line.under_blank for line in page.lines[at + 2 :]) else ""
    return TITLE


__all__ = ["is_title", "least_below", "may_be_title", "usual_title"]
