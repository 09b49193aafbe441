"""Printing some kinds of a part: `counters:pikemen-q3` are the counters of one unit, `markers:lost-unit` one marker."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace

from ibbprint.materials import Card, Kit, Piece
from ibbprint.press.paper import BadOption
from ibbprint.press.records import NotThere, hint_of_names, names_of, records
from ibbprint.problems import did_you_mean


def parse(only: str) -> tuple[frozenset[str], dict[str, list[str]]]:
    """The names in `--only`: the parts, and for some of them the kinds that are wanted. BadOption for half a name.

    A part that is also named by itself is printed whole.
    """
    parts: set[str] = set()
    complete: set[str] = set()
    kinds: dict[str, list[str]] = {}
    for word in filter(None, (word.strip() for word in only.split(","))):
        part, colon, kind = (text.strip() for text in word.partition(":"))
        if colon and not (part and kind):
            hint = "Write the id of a unit, marker or card after the colon: --only counters:UNIT"
            raise BadOption(f"--only takes PART or PART:KIND, not {word!r}.", hint, "--only")
        parts.add(part)
        if kind:
            kinds.setdefault(part, []).append(kind)
        else:
            complete.add(part)
    return frozenset(parts), {part: names for part, names in kinds.items() if part not in complete}


def pick(kit: Kit, parts: Iterable[str], kinds: Mapping[str, list[str]]) -> Kit:
    """The kit with nothing in these parts but pieces and cards of these names.

    Raises BadOption for a part that the kit does not have, NotThere for a wrong name.

    A kind is named by the id of a piece or card, by the unit that it stands for or by the title of the card; texts of
    such a part are left out.
    """
    section_ids = [section.id for section in kit.sections]
    for part in sorted(set(parts).difference(section_ids)):
        raise BadOption(
            f"the kit of {kit.id} has no part {part!r}.", did_you_mean(part, section_ids, most=99), "--only"
        )
    if not kinds:
        return kit
    for part, names in kinds.items():
        part_records = [record for record in records(kit) if record.section == part]
        folded = {name.casefold() for item in part_records for name in names_of(item)}
        for name in names:
            if name.casefold() not in folded:
                raise NotThere(f"the part {part} of {kit.id} has no {name!r}.", hint_of_names(name, part_records))
    pieces = [piece for piece in kit.pieces if _is_wanted(piece, kinds)]
    kit = gathered(kit, pieces, "picked", kinds)
    return replace(
        kit,
        cards=[card for card in kit.cards if _is_wanted(card, kinds)],
        texts=[text for text in kit.texts if text.section not in kinds],
        cartons=[carton for carton in kit.cartons if carton.section not in kinds],
        boards=[board for board in kit.boards if board.section not in kinds],
        booklets=[booklet for booklet in kit.booklets if booklet.section not in kinds],
    )


def gathered(kit: Kit, pieces: Sequence[Piece], word: str, sections: Container[str]) -> Kit:
    """The kit with these pieces, those of some sections in one block for each section and width.

    A few counters of each army would make blocks narrower than what is written over them.
    """
    titles = {section.id: section.title for section in kit.sections}
    blocks: dict[str, list[Piece]] = {}
    untouched: list[Piece] = []
    for piece in pieces:
        if piece.section in sections:
            block = f"{word}-{piece.section}-{piece.size_mm[0]:g}"
            blocks.setdefault(block, []).append(replace(piece, block=block))
        else:
            untouched.append(piece)
    captions = {
        block: f"{titles[members[0].section]}: {sum(piece.count for piece in members)} {word}"
        for block, members in blocks.items()
    }
    result = [*untouched, *(piece for members in blocks.values() for piece in members)]
    return replace(kit, pieces=result, blocks={**kit.blocks, **captions})


def _is_wanted(record: Piece | Card, kinds: Mapping[str, list[str]]) -> bool:
    names = kinds.get(record.section)
    if names is None:
        return True
    folded = {name.casefold() for name in names_of(record)}
    return any(name.casefold() in folded for name in names)
