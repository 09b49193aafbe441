"""The entries of a line as they are bought: their headings, the choices between readings, and what is wrong with them.

Promises: an entry with anything unexplained is in the list, and has an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ibbprint.digits import has_digit
from ibbprint.engine.api.lists import amount
from ibbprint.engine.lists.counting import as_count, as_price, as_sum
from ibbprint.engine.lists.dialect import REMARK
from ibbprint.engine.lists.evidence import COUNT, PRICE, TITLE, UNCLEAR, UNIT, Doubt
from ibbprint.engine.lists.lines import Line
from ibbprint.engine.lists.match import EntryFinding, EntryMatch, short
from ibbprint.engine.lists.page import WING
from ibbprint.engine.lists.piece import (
    ENTRY,
    WRONG,
    LineReading,
    Piece,
    SoleEntry,
    has_figures,
    has_minus,
    has_parts,
    read_as,
)
from ibbprint.engine.lists.recording import COMMENT, Recorder, stated_sum
from ibbprint.engine.lists.records import Entry, F, Stated, Subtotal, U, Written
from ibbprint.engine.lists.title_lines import may_be_title, usual_title
from ibbprint.engine.lists.titles import ROLE, cleaned
from ibbprint.problems import Severity

_HIGHEST, _DEAREST = 99, 10
"""A higher number without a sign is no count that anybody buys; nor a price where it is so many times too high."""


class EntryReader(Recorder[U, F]):
    """Takes the lines with entries."""

    def _entries(self, at: int, line: Line) -> None:
        """The entries of a line, under the heading that stands before them on it, if one does."""
        sole = self.page.sole_entry(at) if self.begun and not self.left_out else None
        if sole is not None and not (sole.match.excess and self.page.has_running_totals):
            self._take_sole_entry(line, sole)
            return
        read = self.page.read(at)
        if read.others:
            read = self._run(line, read)
        if has_minus(line) and self.page.dashes == 1:
            read = self._fewer(line, read)
        if not (self.begun or self.list.title or self.army.entries):
            is_heading = self.dialect.is_title(read.whole.written) or self.dialect.titles.says_budget(line.text)
            if is_heading and self.page.following(at)[0] is not None:
                self._titled(line)
                return
            if may_be_title(self.page, at, line, read) and not self._take_as_unit(at, line, read):
                return
        self.begun = True
        if self.left_out:
            self._aside(line, "an option")
            return
        if read.head is not None and self.dialect.leaves_out(line.shown(read.head.start, read.head.end)):
            self._aside(line, "an option")  # `Not bought: 2 pikemen`
            return
        name = "" if read.head is None else self._headed(at, line, read.head, read)
        among = len(read.pieces) > 1 and sum(piece.kind == ENTRY for piece in read.pieces) > 1
        pieces, total = self._summed(read.pieces) if among else (read.pieces, None)
        since = len(self.army.entries)
        for piece in pieces:
            if piece.kind == ENTRY:
                if read.head is not None and len(pieces) == 1:
                    piece = self._marked(piece, read.head)
                self._entry(line, piece, name)
                name = ""
                beside = self.pieces.beside(line.text, piece)
                if beside is not None:
                    self._not_counted(line, beside, is_error=True)
            elif piece.kind == WRONG:
                self._entry(line, piece)
            elif piece.written.own.flags or (among and piece.written.number is not None):
                self._entry(line, piece)  # `He (Gen) 4, 2 Kn`
            elif piece.words.hold_name and piece.written.number is not None:
                self._not_counted(line, piece, is_error=True)  # `The lot is 3 pikemen, Captain 4`
            elif among or (read.head is not None and len(self.army.entries) == since):
                self._not_counted(line, piece)  # `Marsh folk: trolls, 2 Kn`
            elif read.first is not None and self.pieces.may_be_entry(piece, read.first):
                self._not_counted(line, piece)
        if total is not None:
            stated = Stated(total[0], self._where(line, total[1]))
            if since or self.page.following(at)[0] is not None:
                self.army.subtotals.append(Subtotal(stated, self.formation, len(self.army.entries), since))
            else:  # the line is the whole army
                self._total(stated)

    def _take_sole_entry(self, line: Line, sole: SoleEntry[U, F]) -> None:
        """Take an entry of which nothing has to be decided."""
        written, result, text, place, parts = sole
        self.taken = line
        self.known += 1
        entry = self._buy(line, written, result, place, text)
        if parts:
            entry.places = {part: self._where(line, offset) for part, offset in parts}

    def _marked(self, piece: Piece[U, F], head: Piece[U, F]) -> Piece[U, F]:
        """A single entry with what the words before its colon say of it: `General Ostwald: Knights 2`."""
        written = self.dialect.marked(piece.written, head.written)
        if written is piece.written:
            return piece
        return piece._replace(written=written, match=self.index.find(written, piece.words))

    def _summed(self, pieces: Sequence[Piece[U, F]]) -> tuple[Sequence[Piece[U, F]], tuple[float, int] | None]:
        """The entries of a line, and what they cost together where that stands behind the last of them."""
        *before, last = pieces
        written, result = last.written, last.match
        amount, at = stated_sum(written)
        if amount is None or result is None or amount in (result.price, (result.price or 0) * result.many):
            return pieces, None
        spent = sum((piece.match.price or 0) * piece.match.many for piece in pieces if piece.match is not None)
        alone = all(piece.written.sum is None for piece in before)
        if amount not in (spent, self.army.cost + spent) and not (
            self.dialect.sums_lines and alone and written.sum is not None
        ):
            return pieces, None
        unpriced = written._replace(price=None, sum=None)
        return [*before, last._replace(written=unpriced, match=self.index.find(unpriced, last.words))], (amount, at)

    def _headed(self, number: int, line: Line, head: Piece[U, F], read: LineReading[U, F]) -> str:
        """Take what stands before the first entry of a line: a heading, or whose name the entry bears."""
        words = line.shown(head.start, head.end)
        unit = None if read.first is None else read.first.unit
        alone = len(read.pieces) == 1
        single = alone and self.dialect.is_person(unit)
        plain = not WING.search(words) and not has_digit(words)
        person = single and plain
        is_name = alone and plain and self.dialect.names_entries and not self.dialect.leaves_out(words)
        name = cleaned(words) if person or is_name else ""
        at, _ = self.page.following(number)
        below = None if at is None else self.page.read(at).first
        if ROLE.search(words):
            self._side(line, words, line.start)
        elif line.text[: read.pieces[0].start].endswith(("(", "[")):
            self._head(line, head, alone=False)  # `Main body (Lord 3)`
        elif is_name or (single and not self.dialect.leads(unit)):
            pass  # its name
        elif person and self.page.has_plain_headings:
            pass  # where headings have lines to themselves, this is the leader's name
        elif person and (below is None or self.dialect.leads(below.unit)):
            pass  # leaders one below the other, each with his name
        else:
            self._head(line, head, alone=False)
        return name

    def _run(self, line: Line, read: LineReading[U, F]) -> LineReading[U, F]:
        """The reading of a line of several entries that the choices select."""
        alternatives = (read, *read.others)
        place = (line.number, line.start, "run")
        self.doubts[place] = Doubt(tuple(map(str, range(len(alternatives)))))
        choice = self._choice(place, "0")
        if choice != UNCLEAR:
            return alternatives[int(choice)]
        readings = " or as ".join(
            repr(" + ".join(line.shown(piece.start, piece.end).strip() for piece in alternative.pieces))
            for alternative in alternatives
        )
        message = f"this line can be read as {readings}."
        remark = EntryFinding(Severity.ERROR, self.dialect.unclear, message, "Put commas between the entries.")
        wrong = read.whole._replace(kind=WRONG, match=EntryMatch(None, 1, remarks=(remark,)))
        return read_as((wrong,), wrong)

    def _fewer(self, line: Line, read: LineReading[U, F]) -> LineReading[U, F]:
        """A count with a minus before it, where no other line is an item with a dash: wrong."""
        text = short(line.raw.strip(" \t>"))
        message = f"{text!r} may be an item of a list or a minus: only this line has a dash."
        remark = EntryFinding(Severity.ERROR, self.dialect.unclear, message, "Write the count without the minus.")
        wrong = read.whole._replace(kind=WRONG, match=EntryMatch(None, 1, remarks=(remark,), likely=read.whole.unit))
        return read_as((wrong,), wrong)

    def _take_as_unit(self, at: int, line: Line, read: LineReading[U, F]) -> bool:
        """Whether a line that is a title or a unit is the unit; otherwise it is dealt with here."""
        place = (line.number, line.start, "title")
        details = self.dialect.titles.details_in(line.text[line.start :], line.shown(line.start))
        person = read.first is not None and self.dialect.is_person(read.first.unit)
        never = "" if details.amount is None or person or self.page.states_sum else UNIT  # nothing says it buys so many
        self.doubts[place] = Doubt((TITLE, UNIT), usual_title(self.page, at, line), UNIT, never=never)
        choice = self._choice(place, UNIT)
        if choice == UNIT:
            return True
        text = short(line.shown(line.start).strip())
        where, rule = self._where(line, line.start), self.dialect.unclear
        unit = "1x before it" if details.amount is None else f"{amount(details.amount)}x {short(details.name)}"
        if choice == TITLE:
            self._titled(line)
            budget = (
                "" if details.amount is None else f" with {amount(details.amount)} {self.dialect.money.noun} to spend"
            )
            message = f"{text!r} is read as the title{budget}, not as a unit."
            self.report.note(where, rule, message, f"For the unit write {unit}.")
            return False
        if details.amount is None:
            message = f"{text!r} is the title or a unit: nothing in the list says which."
            hint = f"Write 1x {text}, or Title: {text}."
        else:
            sum = amount(details.amount)
            message = f"{text!r} is the title with a budget of {sum}, or {sum} units: nothing in the list says which."
            hint = f"Write {unit}, or Title: {short(details.name)} and below it Budget: {sum}."
        self.report.error(where, rule, message, hint)
        self._passed(line, "the title or a unit")
        self.begun = True
        return False

    def _decided(self, line: Line, piece: Piece[U, F], result: EntryMatch[U]) -> tuple[Written[F], EntryMatch[U]]:
        """An entry with a bare number that is its count or its price, as the choices have it."""
        place = (line.number, piece.start, "number")
        part, written = result.doubt, piece.written
        if part == "many" and not self.page.states_total:
            return written, result  # `9 Pikemen`: a count, if nothing speaks against it
        number = getattr(written, part)
        if 1 <= result.many <= number != result.price and (
            number == 1 or not (result.single or self._may_be_wrong_price())
        ):
            return written, result  # nothing says that it is a price, and a wrong one
        first = COUNT if part == "many" or result.many == getattr(written, part) else PRICE
        is_count = part == "many" or (number == result.many != result.price)  # if nothing speaks against it
        usual = PRICE if result.single else self.page.usual_number or (COUNT if is_count else "")
        price = result.price or 0
        costs = number * price, price
        self.doubts[place] = Doubt((COUNT, PRICE), usual, first, costs, weak=not result.single)
        choice = self.choices.get(place)
        if number > _HIGHEST and number > _DEAREST * price:
            choice = UNCLEAR
        elif choice is None or result.unit is None:
            if result.unit is None or _agree(self._chosen(piece, part, first)[1], result):
                self.by_itself[place] = first
            return written, result
        where = self._where(line, written.at[part])
        if choice == UNCLEAR:
            message = f"{number} is how many or the price: nothing in the list says which."
            hint = f"Write {number}x before the name for how many, @ {number} behind it for the price of one."
            return written, EntryMatch(
                None, 1, remarks=(EntryFinding(Severity.ERROR, self.dialect.unclear, message, hint, part),)
            )
        written, chosen = self._chosen(piece, part, choice)
        if not _agree(chosen, result):
            meaning = "how many" if choice == COUNT else "the price of one"
            message = f"{number} is read as {meaning}, which agrees best with the rest of the list."
            self.report.note(where, self.dialect.unclear, message)
            return written, chosen
        return piece.written, result

    def _may_be_wrong_price(self) -> bool:
        """Whether a number that is no price of its unit may be a wrong one: there is a column of them, or a total."""
        return self.page.usual_number == PRICE or self.page.states_total

    def _is_wrong_price(self, written: Written[F], result: EntryMatch[U]) -> bool:
        """Whether an unexplained number stands where the other lines have their prices: behind the words, and last."""
        if result.unclear != "number" or written.second is not None or self.page.usual_number != PRICE:
            return False
        return bool(written.places) and written.at["number"] > written.places[-1]

    def _chosen(self, piece: Piece[U, F], part: str, choice: str) -> tuple[Written[F], EntryMatch[U]]:
        """An entry whose bare number is read as the choice says, count or price, with its match."""
        written = as_count(piece.written, part) if choice == COUNT else as_price(piece.written, part)
        return written, self.index.find(written, piece.words)

    def _entry(self, line: Line, piece: Piece[U, F], name: str = "") -> None:
        """Read a piece as an entry; its faults go into the report."""
        written = piece.written
        result = piece.match or self.index.find(written, piece.words)
        if result.doubt:
            written, result = self._decided(line, piece, result)
        elif self._is_wrong_price(written, result):
            written = as_sum(written, result.unclear)  # a wrong price, where the other lines have theirs
            result = self.index.find(written, piece.words)
        if (result.unclear or result.excess) and self.page.has_running_totals:
            written, result = self.pieces.less_running(piece, written, self.army.cost) or (written, result)
        self.taken = line
        if result.unit is None:
            self.unknown += 1
            self.first_unknown = self.first_unknown or line.number
            priced = has_figures(written) or written.number is not None
            result = self._advised(result, self.dialect.offers if priced else COMMENT)
        else:
            self.known += 1
        if name or written.name:
            written = written._replace(name=cleaned(written.name or name))
        entry = self._buy(line, written, result, written.place, line.shown(written.start, piece.end).strip())
        if has_parts(written):
            entry.places = {part: self._where(line, offset) for part, offset in written.parts_in(line.text)}

    def _buy(self, line: Line, written: Written[F], result: EntryMatch[U], place: int, text: str) -> Entry[U, F]:
        """Report the remarks on an entry, and add it to the army; `place` is its offset in the line."""
        for remark in result.remarks:
            self.report.add(remark.at(self._where(line, remark.offset(written)), written))
        entry = Entry(
            self._where(line, place),
            text,
            written,
            result.unit,
            result.many,
            result.price,
            self.formation,
            result.rating,
            likely=result.likely,
        )
        self.army.excess += result.excess
        self.army.entries.append(entry)
        return entry

    def _advised(self, result: EntryMatch[U], hint: str) -> EntryMatch[U]:
        """The match, with a hint where a unit is not known and nothing is near it."""
        return result._replace(
            remarks=tuple(
                remark if remark.hint or remark.rule != self.dialect.unknown else remark._replace(hint=hint)
                for remark in result.remarks
            )
        )

    def _aside(self, line: Line, kind: str) -> None:
        """Entries that are not bought: said, and passed over."""
        self.begun = True
        self.taken = line
        self._passed(line, kind)
        if kind != REMARK:
            self.asides.append(kind)
            self.army.uncounted.append(self.formation)
            self.report.note(self._where(line, line.start), self.dialect.left_out, f"{kind} is not counted.")

    def _wrong(self, line: Line, read: LineReading[U, F]) -> None:
        """A line that must have been meant for an entry, or for several."""
        self.begun = True
        for piece in read.pieces:
            if piece.kind == WRONG or len(read.pieces) == 1:
                self._entry(line, piece)


def _agree(chosen: EntryMatch[Any], result: EntryMatch[Any]) -> bool:
    """Whether two matches buy as many at the same price."""
    return (chosen.many, chosen.price) == (result.many, result.price)


__all__ = ["EntryReader"]
