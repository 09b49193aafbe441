"""The tests' own reader of PDFs reads content streams as pikepdf does."""

from __future__ import annotations

import io
from typing import Any

import pikepdf
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import PARTS, printed
from tests.pdf import Instruction, taken_apart


def by_pikepdf(content: bytes) -> list[Instruction]:
    with pikepdf.new() as pdf:
        read = pikepdf.parse_content_stream(pdf.make_stream(content))
    return [
        (str(step.operator), tuple(value for operand in step.operands for value in _plain(operand))) for step in read
    ]


def _plain(operand: Any) -> list[Any]:
    if isinstance(operand, pikepdf.String):
        return [bytes(operand)]
    if isinstance(operand, pikepdf.Name):
        return [str(operand)]
    if isinstance(operand, pikepdf.Array):
        return [value for item in operand for value in _plain(item)]
    if isinstance(operand, pikepdf.Dictionary):
        return [value for key, each in operand.items() for value in (key, *_plain(each))]
    return [float(operand)]


def test_every_stream_of_a_kit_is_taken_apart_alike() -> None:
    """Each page and form of a kit gives the instructions that pikepdf finds in it."""
    with pikepdf.open(io.BytesIO(printed("stirling", only=PARTS).pdf)) as pdf:
        streams = [page.Contents.read_bytes() for page in pdf.pages]
        streams += [
            object.read_bytes() for object in pdf.objects if isinstance(object, pikepdf.Stream) and "/BBox" in object
        ]
    assert len(streams) > 50
    for content in streams:
        assert list(taken_apart(content)) == by_pikepdf(content)


@given(st.lists(st.binary(max_size=12), max_size=5))
def test_any_string_is_read_back(words: list[bytes]) -> None:
    """Strings with brackets, escapes and every byte, in both of the ways that a PDF may write them."""
    escaped = [b"".join(b"\\%03o" % byte if byte in b"()\\\r" else bytes([byte]) for byte in word) for word in words]
    content = b"\n".join([b"(%s) Tj" % word for word in escaped] + [b"<%s> Tj" % word.hex().encode() for word in words])
    assert list(taken_apart(content)) == [("Tj", (word,)) for word in words * 2] == by_pikepdf(content)
