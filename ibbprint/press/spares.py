"""Spare pieces: a few more of each kind, for what is lost, or cut badly, or wanted in a battle of one's own.

A kind is all pieces of a block that look alike but for their number. Where there is one of a kind, its spare is the
same piece again; where there are several, no number would be right, and the spare has an empty place to write it in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ibbprint.materials import NONE, FaceValues, Kit, Piece, named, value_of, with_values

NUMBER = "id"
"""The value that tells pieces of a kind apart."""


def with_spares(kit: Kit, number: int) -> Kit:
    """The kit with `number` spares of each kind of piece, in blocks of their own, one for each section and width."""
    if number <= 0:
        return kit
    blocks: dict[str, list[Piece]] = {}
    for group in _kinds(kit):
        first = group[0]
        values: FaceValues = first.values if len(group) == 1 else with_values(first.values, NONE, {NUMBER: ""})
        block = f"spare-{first.section}-{first.size_mm[0]:g}"
        spare = replace(first, id=f"spare-{first.id}", block=block, count=number, values=values)
        blocks.setdefault(block, []).append(spare)
    titles = {section.id: section.title for section in kit.sections}
    captions = {
        block: f"Spares, {titles[spares[0].section][:1].lower()}{titles[spares[0].section][1:]}: {number} of each kind"
        for block, spares in blocks.items()
    }
    pieces = [*kit.pieces, *(spare for spares in blocks.values() for spare in spares)]
    return replace(kit, pieces=pieces, blocks={**kit.blocks, **captions})


def _kinds(kit: Kit) -> list[list[Piece]]:
    """The pieces of each kind, in their order. A piece that is printed several times is a kind of its own."""
    pairs: list[tuple[tuple[Any, ...], list[Piece]]] = []
    places: dict[tuple[Any, ...], list[int]] = {}
    for piece in kit.pieces:
        rough = (piece.section, piece.block, piece.face, piece.back, piece.size_mm, str(value_of(piece.values, "name")))
        content = {name: value for name, value in named(piece.values) if name != NUMBER}
        for index in places.get(rough, []):
            if piece.count == 1 and pairs[index][0] == (1, content):
                pairs[index][1].append(piece)
                break
        else:
            places.setdefault(rough, []).append(len(pairs))
            pairs.append(((piece.count, content), [piece]))
    return [group for _, group in pairs]
