"""The table of traits: what is written is read again, by the same table and by a reader that does not know it."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.virtual.sequence import Unwritable, decode, encode
from ibbprint.virtual.traits import TRAITS, Trait, Value, encoded, slot, slot_traits
from tests.virtual_modules import split

LETTERS = st.sampled_from([*";,\\/'|\t \"", *string.ascii_letters[:4], "é", "𝄞", "<", "&"])
TEXTS = st.text(LETTERS, max_size=8).filter(lambda text: not text.endswith("\\"))


def _value(kind: str, draw: st.DrawFn) -> Value:
    if kind == "int":
        return draw(st.integers(-9, 999))
    if kind == "bool":
        return draw(st.booleans())
    if kind in ("list", "all"):
        least = 1 if kind == "all" else 0
        items = draw(st.lists(TEXTS, min_size=least, max_size=4).filter(lambda some: kind == "all" or some != [""]))
        return tuple(items)
    return draw(TEXTS)


@st.composite
def traits(draw: st.DrawFn, *, innermost: bool = False) -> Trait:
    row = TRAITS["piece" if innermost else draw(st.sampled_from(sorted(set(TRAITS) - {"piece"})))]
    values, state = (
        {name: _value(kind, draw) for name, _, kind in (field.partition(":") for field in fields)}
        for fields in (row.fields, row.state)
    )
    if row.id.startswith("rotate"):
        values["facings"] = 1 if row.id == "rotate-free" else 6
    return Trait(row.id, values, state)


@given(st.lists(TEXTS, min_size=1, max_size=5), st.sampled_from(";,/|\t"))
def test_tokens_are_read_as_they_were_written(tokens: list[str], delimiter: str) -> None:
    text = encode(tokens, delimiter)
    assert decode(text, delimiter) == tokens == split(text, delimiter)


def test_a_token_that_ends_in_a_backslash_is_refused() -> None:
    with pytest.raises(Unwritable, match="ends in a backslash"):
        encode(["a\\", "b"], ";")


PIECES = st.tuples(st.lists(traits(), max_size=4), traits(innermost=True)).map(lambda pair: [*pair[0], pair[1]])


@given(PIECES)
def test_the_traits_of_a_piece_are_read_as_they_were_written(some: list[Trait]) -> None:
    text = slot(some)
    assert slot_traits(text) == some
    assert slot(slot_traits(text)) == text


@given(PIECES)
def test_a_reader_that_does_not_know_the_table_finds_the_same_types(some: list[Trait]) -> None:
    kinds = encoded(some)[0]
    for trait in some:
        kind, *inner = [kinds] if trait.id == "piece" else split(kinds, "\t")
        assert kind.split(";")[0] == trait.id.removesuffix("-free")
        kinds = inner[0] if inner else ""
