"""Pieces and cards, whichever they are: what they are called, how large they are, what stands on their sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ibbprint.materials import Card, FaceValues, Kit, Piece, RowValues, value_of
from ibbprint.materials.cuts import Outline
from ibbprint.problems import BadRequest, did_you_mean, nearest

FRONT, BACK = "front", "back"


class NotThere(BadRequest):
    """A name that the kit does not have, or a side that the card does not have. `hint` says what there is."""


class Side(NamedTuple):
    """The source of a side: a template, and the values that it may use."""

    template: str
    values: FaceValues


def records(kit: Kit) -> Iterator[Piece | Card]:
    """Every piece and card of a kit."""
    yield from kit.pieces
    yield from kit.cards


def printed(record: Piece | Card) -> list[tuple[str, FaceValues]]:
    """Template and values of each side that is printed, the front first."""
    front, behind = record.values, record.values
    if isinstance(record, Piece) and record.back_values is not None:
        behind = record.back_values
    pairs = [(record.face if isinstance(record, Piece) else record.template, front)]
    if record.back is not None:
        pairs.append((record.back, behind))
    return pairs


def sides_of(record: Piece | Card) -> dict[str, Side]:
    """The `FRONT` of a piece or card, and its `BACK` where it has one."""
    return {name: Side(*side) for name, side in zip((FRONT, BACK), printed(record), strict=False)}


def size_of(record: Piece | Card) -> tuple[float, float]:
    """Width and height in mm."""
    return record.size_mm


def scale_of(record: Piece | Card) -> float:
    """The factor by which its type is larger than written in its templates."""
    return record.type_scale if isinstance(record, Piece) else 1.0


def outline_of(record: Piece | Card) -> Outline:
    """The outline along which it is cut out, as its part says."""
    return record.cut.outline


def names_of(record: Piece | Card) -> list[str]:
    """The names of a piece or card: its id first, then the unit that it stands for, or the title of a card."""
    items = [record.id]
    unit = value_of(record.values, "unit")
    if isinstance(unit, str) and unit:
        items.append(unit)
    if isinstance(record, Card):
        items += [record.title.lower().replace(" ", "-"), record.title]
    return list(dict.fromkeys(items))


def hint_of_names(unknown: str, candidates: Iterable[Piece | Card], extra_names: Iterable[str] = ()) -> str:
    """The hint for a name that none of these has: what is called most like it, or else what there is.

    Ids of units and titles of cards go before the ids of single counters, of which there are many more.
    """
    called = {extra: extra for extra in extra_names}
    kinds = set(called)
    for item in candidates:
        names, name = names_of(item), value_of(item.values, "name")
        kind = names[1] if len(names) > 1 else names[0]
        kinds.add(kind)
        called |= {word: word for word in names}
        if isinstance(name, str) and name:
            called.setdefault(name, kind)
    near = nearest(unknown, called)
    return f"Did you mean {called[near]}?" if near is not None else did_you_mean("", kinds)


def shown_name(record: Piece | Card) -> str:
    """The name that players use: in a game made of files the name alone, for the id of a row is its author's."""
    name = value_of(record.values, "name")
    if isinstance(record.values, RowValues) and isinstance(name, str) and name:
        return name
    return label(record)


def label(record: Piece | Card) -> str:
    """The label for players: its name and its id, if that says more than the name; or the title of a card."""
    if isinstance(record, Card):
        return record.title
    name = value_of(record.values, "name")
    if not isinstance(name, str) or not name:
        return record.id
    says_more = record.id.lower() != name.lower().replace(" ", "-")
    return f"{name} {record.id}" if says_more else name
